"""Named access: every kind, every attribute, errors."""

import numpy as np
import pytest

KINDS = """actuator body cam camera eq equality exclude geom hfield jnt joint key keyframe light mat material mesh numeric pair sensor
    site skin tendon tex texture tuple""".split()


@pytest.mark.parametrize("kind", KINDS)
def test_views(rich, kind):
  theirs, mine = rich
  for i in range(20):
    try:
      a = getattr(theirs, kind)(i)
    except IndexError as e:
      with pytest.raises(IndexError, match=str(e).split(".")[0]):
        getattr(mine, kind)(i)
      break
    b = getattr(mine, kind)(i)
    assert type(a).__name__ == type(b).__name__
    assert (a.id, a.name) == (b.id, b.name) and type(b.id) is int
    if a.name:
      assert getattr(mine, kind)(a.name).id == i == getattr(mine, kind)(name=a.name).id
    for n in dir(a):
      x = getattr(a, n)
      if not isinstance(x, np.ndarray) or n == "_lengthspring":   # the reference shows one wrong number of two there
        continue
      y = getattr(b, n)
      assert (x.dtype, x.shape) == (y.dtype, y.shape), (n, x, y)
      assert np.array_equal(x, y), n
      # indices that the structure rests on are read-only
      assert not y.size or y.flags.writeable or y.dtype.kind == "i"


def test_writes_go_to_the_model(rich):
  m = rich[1]
  m.body("b1").mass = 7
  assert m.body_mass[1] == 7
  m.joint("f").damping = np.arange(6)
  assert m.dof_damping[:6].tolist() == list(range(6))
  m.joint("hinge").damping[:] = 9
  assert m.dof_damping[7] == 9
  m.geom("g1").rgba[3] = 0.5
  assert m.geom_rgba[1, 3] == 0.5
  m.hfield("hf2").data[1, 2] = 0.25
  assert m.hfield_data[20 + 5] == 0.25
  m.actuator("a3").ctrlrange = [[0, 1], [2, 3]]
  assert m.actuator_ctrlrange[2:].tolist() == [[0, 1], [2, 3]]


def test_errors(rich):
  for m in rich:
    with pytest.raises(KeyError) as e:
      m.geom("nope")
    assert "Invalid name 'nope'. Valid names: ['g1', 'g2', 'g3', 'h']" in str(e.value)
    with pytest.raises(KeyError):
      m.body()
    for bad in (-1, 1000):
      with pytest.raises(IndexError, match="Valid indices from 0 to 5"):
        m.body(bad)
    for bad in (3.0, [1]):
      with pytest.raises(TypeError):
        m.body(bad)
    row = m.body("b1")
    for statement in ("row.id = 2", "row.name = 'x'", "row.zz = 1", "row.zz", "del row.mass"):
      with pytest.raises(AttributeError):
        exec(statement, {"row": row})
    with pytest.raises(ValueError):
      row.pos = [1, 2]


def test_addresses_that_a_user_broke_are_caught(rich):
  m = rich[1]
  for field in (m.jnt_qposadr, m.hfield_ncol):
    with pytest.raises(ValueError, match="read-only"):
      field[0] = 10_000
