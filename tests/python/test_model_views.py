"""Every attribute of a model: type, shape, flags, value; live views; writes."""

import copy
import gc
import pickle

import mujoco as reference
import numpy as np
import pytest

import stiction.mujoco as ours

SKIP = {"stiction", "narena", "nbuffer", "signature", "opt", "stat", "vis", "bind", "bind_scalar", "from_binary_path"}


def public(obj):
  return [n for n in dir(obj) if not n.startswith("_")]


def compare(theirs, mine):
  for n in public(theirs):
    if n in SKIP:
      continue
    a, b = getattr(theirs, n), getattr(mine, n)
    if isinstance(a, np.ndarray):
      assert (a.dtype, a.shape) == (b.dtype, b.shape), n
      # indices that the structure rests on are read-only
      assert b.flags.writeable or b.dtype.kind == "i", n
      assert b.flags.c_contiguous == a.flags.c_contiguous and b.flags.aligned, n
      assert not b.size or b.flags.owndata == a.flags.owndata, n
      assert np.array_equal(a, b), n
    elif not callable(a):
      assert type(a) is type(b), n
      assert a == b, n


def test_every_attribute(pair):
  compare(*pair)


def test_structs(pair):
  theirs, mine = pair
  parts = [(theirs.opt, mine.opt), (theirs.stat, mine.stat)]
  parts += [(getattr(theirs.vis, p), getattr(mine.vis, p)) for p in ("global_", "quality", "headlight", "map", "scale", "rgba")]
  for a, b in parts:
    assert type(a).__name__ == type(b).__name__
    for n in public(a):
      x, y = getattr(a, n), getattr(b, n)
      if n in ("bv", "bvactive") and isinstance(x, np.ndarray):
        assert y.shape == (4,) and y.dtype == x.dtype   # the reference shows these two as empty
      elif isinstance(x, np.ndarray):
        assert (x.dtype, x.shape) == (y.dtype, y.shape) and np.array_equal(x, y), n
      else:
        assert type(x) is type(y) and x == y, n
    assert repr(a) == repr(b) or "bv" in repr(a)


def test_views_are_live_and_outlive_the_model(rich):
  m = rich[1]
  mass = m.body_mass
  assert m.body_mass is mass
  mass[1] = 7.0
  assert m.body("b1").mass[0] == 7.0
  row = m.geom("g1")
  del m, rich
  gc.collect()
  mass[2] = 3.0
  assert mass.sum() > 10.0 and row.size[0] == 0.1


def test_setting_copies_and_broadcasts(rich):
  theirs, mine = rich
  for m in (theirs, mine):
    held = m.geom_friction
    m.geom_friction = [1, 2, 3]
    assert held[-1].tolist() == [1, 2, 3]
    m.body_mass = 2
    assert m.body_mass.tolist() == [2.0] * m.nbody
    with pytest.raises(ValueError, match="broadcast"):
      m.body_mass = [1, 2]
    with pytest.raises(ValueError, match="could not convert"):
      m.body_mass = "x"
    m.opt.gravity = 0
    assert m.opt.gravity.tolist() == [0, 0, 0]
    m.opt.gravity[2] = -1
    assert m.opt.gravity[2] == -1
    m.opt.solver = reference.mjtSolver.mjSOL_CG
    assert m.opt.solver == 1 and type(m.opt.solver) is int
    m.opt.disableflags = np.int64(3)
    m.opt.timestep = np.float32(0.5)
    assert m.opt.timestep == 0.5
    m.vis.global_.offwidth = 5
    m.vis.rgba.fog = [1, 2, 3, 4]
    m.vis.rgba.fog[0] = 3
    assert m.vis.rgba.fog.tolist() == [3, 2, 3, 4] and m.vis.global_.offwidth == 5
    m.opt = type(m.opt)()
    assert m.opt.timestep == 0.002 and m.opt.disableflags == 0


@pytest.mark.parametrize("statement, error", [
    ("m.nq = 3", AttributeError), ("m.foo = 3", AttributeError), ("del m.qpos0", AttributeError), ("m.names = b'x'", AttributeError),
    ("m.opt.timestep = 'x'", TypeError), ("m.opt.timestep = None", TypeError), ("m.opt.solver = 1.5", TypeError),
    ("m.opt.foo = 1", AttributeError), ("m.vis.global_.offwidth = 5.0", TypeError), ("m.vis = 3", TypeError), ("m.opt = 3", TypeError),
    ("m.opt.gravity = [1, 2]", ValueError), ("m.qpos0.resize(3)", ValueError), ("type(m)()", TypeError), ("m.flg_gravcomp = True", None),
    ("m.foo", AttributeError),
])
def test_refused_as_in_the_reference(rich, statement, error):
  for m in rich:
    if error is None:
      exec(statement, {"m": m})
    else:
      with pytest.raises(error):
        exec(statement, {"m": m})


def test_copies_and_pickles(pair):
  theirs, mine = pair
  for other in (copy.copy(mine), copy.deepcopy(mine), pickle.loads(pickle.dumps(mine)), pickle.loads(pickle.dumps(mine, 2))):
    compare(theirs, other)
    assert other.opt == mine.opt and other.vis == mine.vis and other.stat == mine.stat
    if mine.nbody > 1:
      other.body_mass[1] += 1
      assert mine.body_mass[1] == theirs.body_mass[1]


def test_bad_pickles_are_refused(rich):
  mine = rich[1]
  data = mine.__reduce__()[1][0]
  for bad in (b"", b"junk", data[:-3], data[:200], data[:8] + b"\xff" * 40):
    with pytest.raises(ValueError):
      ours.MjModel._from_bytes(bad)


def test_option_objects():
  a, b = ours.MjOption(), ours.MjOption()
  assert a == b and a != 3
  b.timestep = 0.5
  b.gravity[0] = 1
  assert a != b
  c = copy.copy(b)
  d = pickle.loads(pickle.dumps(b))
  assert c == b == d
  c.gravity[0] = 2
  assert b.gravity[0] == 1
  v = ours.MjVisual()
  w = copy.deepcopy(v)
  assert v == w
  w.map.force = 2
  assert v != w and isinstance(v.headlight, ours.MjVisualHeadlight)


def test_no_leak(rich):
  """10,000 short-lived models: memory stays flat."""
  mine = rich[1]

  def rss():
    with open("/proc/self/statm") as f:
      return int(f.read().split()[1]) * 4096

  def churn(n):
    for _ in range(n):
      m = copy.copy(mine)
      m.body_mass[0] = m.opt.gravity[0] + m.body("b1").mass[0]
      del m

  churn(500)
  before = rss()
  churn(3000)
  assert rss() - before < 4_000_000


def test_getter_overhead(rich):
  """A getter costs no more than the reference's."""
  import timeit
  theirs, mine = rich

  for s in ("m.qpos0", "m.nq", "m.opt.timestep", "m.opt.gravity", "m.body('b1')", "m.body('b1').pos", "m.vis.global_.offwidth"):
    best = [float("inf")] * 2
    for _ in range(15):
      for k, m in enumerate((theirs, mine)):
        best[k] = min(best[k], timeit.timeit(s, globals={"m": m}, number=1000))
    assert best[1] < best[0], (s, best)
