"""Enumerations, constants, names of objects, missing names."""

import mujoco as reference
import numpy as np
import pytest

import stiction.mujoco as ours

ENUMS = sorted(n for n in dir(reference) if n.startswith("mjt"))


@pytest.mark.parametrize("name", ENUMS)
def test_enum(name):
  theirs, mine = getattr(reference, name), getattr(ours, name)
  assert {k: int(v) for k, v in theirs.__members__.items()} == {k: int(v) for k, v in mine.__members__.items()}
  for k, v in theirs.__members__.items():
    w = getattr(mine, k)
    assert w.value == v.value and w == int(v) and int(w) == int(v) and hash(w) == hash(v)
    if w.name == k:   # not an alias
      assert (repr(w), str(w), f"{w}", w.name) == (repr(v), str(v), f"{v}", v.name)


def test_enum_behaviour():
  o = ours.mjtObj
  assert o(1) is o.mjOBJ_BODY and o.mjOBJ_BODY | 2 == 3 and {1: "a"}[o.mjOBJ_BODY] == "a" and np.zeros(3)[o.mjOBJ_BODY] == 0
  with pytest.raises(ValueError, match="Invalid int value for mjtObj: 999"):
    o(999)


def test_constants():
  for n in dir(reference):
    v = getattr(reference, n)
    if n.startswith("mj") and n[2].isupper() and isinstance(v, (int, float, str, tuple)):
      assert getattr(ours, n) == v, n
  assert ours.__version__ == "4.0.0" == ours.mj_versionString()
  assert ours.mj_version() == reference.mj_version()


def test_names(rich):
  theirs, mine = rich
  for kind in range(-1, 30):
    for i in range(-1, 8):
      assert reference.mj_id2name(theirs, kind, i) == ours.mj_id2name(mine, kind, i), (kind, i)
    for name in ("b1", "world", "f", "g1", "zz", "", "k", "tup", "a3"):
      assert reference.mj_name2id(theirs, kind, name) == ours.mj_name2id(mine, kind, name), (kind, name)
  assert ours.mj_name2id(mine, ours.mjtObj.mjOBJ_GEOM, "g2") == 2


def test_missing_names_say_what_is_near():
  with pytest.raises(AttributeError, match="nearest name is 'mju_quat2Mat'.*mujoco-symbols.md"):
    ours.mju_quat2mat
  with pytest.raises(AttributeError, match="mj_rayFlex .function of MuJoCo 4.0.0. is not part"):
    ours.mj_rayFlex
  assert not hasattr(ours, "foo")


def test_errors_are_classes():
  import stiction
  assert issubclass(ours.FatalError, Exception) and issubclass(stiction.ModelError, ValueError)
