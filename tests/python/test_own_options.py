"""Our own options: read from custom text and tuples, set as attributes, kept by copies, pickles and the writer."""
import pickle

import pytest

import stiction
import stiction.mujoco as mj

BALL = '<worldbody><geom name="floor" type="plane" size="0 0 1"/><body pos="0 0 1"><freejoint/><geom name="ball" size=".1"/></body></worldbody>'
TUPLE = '<tuple name="stiction:restitution"><element objtype="geom" objname="ball" prm="0.8"/></tuple>'


def xml(text, option="", tuples=""):
  return f'<mujoco>{option}<custom><text name="stiction" data="{text}"/>{tuples}</custom>{BALL}</mujoco>'


def test_read_write_copy():
  m = mj.MjModel.from_xml_string(xml("contact=hard friction=coulomb solver=psn slop=2e-5", tuples=TUPLE))
  for same in (m, pickle.loads(pickle.dumps(m)), stiction.Model.from_xml_string(m.to_xml_string())):
    s = same.stiction
    assert (s.contact, s.friction, s.solver, s.slop) == ("hard", "coulomb", "psn", 2e-5)
    assert s.restitution == [-1.0, 0.8]
  s = m.stiction
  s.contact, s.friction, s.solver = "soft", "convex", None
  s.set_restitution(0, 0.5)
  copy = pickle.loads(pickle.dumps(m)).stiction
  assert (copy.contact, copy.friction, copy.solver, copy.restitution) == ("soft", "convex", None, [0.5, 0.8])
  with pytest.raises(ValueError, match="soft, hard"):
    s.contact = "medium"


def test_all_problems_at_once():
  bad = '<tuple name="stiction:bounce"><element objtype="geom" objname="ball" prm="0.8"/></tuple>'
  with pytest.raises(stiction.ModelError) as e:
    mj.MjModel.from_xml_string(xml("contact=medium slip=3\nomega=7", tuples=bad))
  for part in ("medium", "slip", "omega", "bounce"):
    assert part in str(e.value)
  assert len(str(e.value).splitlines()) == 4


@pytest.mark.parametrize("text, option, word", [
    ("friction=coulomb solver=newton", "", "newton"),
    ("contact=hard solver=cg", "", "compliance"),
    ("contact=hard", '<option integrator="RK4"/>', "integrator"),
])
def test_undefined_combinations(text, option, word):
  with pytest.raises(stiction.ModelError, match=word):
    mj.MjModel.from_xml_string(xml(text, option))


def test_preset():
  m = mj.MjModel.from_xml_string(xml("preset=exact", '<option integrator="RK4"/>'))
  assert m.stiction.contact == "hard" and m.stiction.own_integrator
