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


def test_sleep_time():
  m = mj.MjModel.from_xml_string(xml("sleep_time=0.5", '<option><flag sleep="enable"/></option>'))
  for same in (m, pickle.loads(pickle.dumps(m)), stiction.Model.from_xml_string(m.to_xml_string())):
    assert same.stiction.sleep_time == 0.5
    d = mj.MjData(same)
    assert d.tree_asleep[0] == -251
  m.stiction.sleep_time = None
  assert m.stiction.sleep_time is None and mj.MjData(m).tree_asleep[0] == -11
  with pytest.raises(ValueError, match="sleep_time"):
    m.stiction.sleep_time = -1.0


def test_accuracy_impact_and_patch():
  tuples = '<tuple name="stiction:patch"><element objtype="geom" objname="ball" prm="0.02"/></tuple>'
  m = mj.MjModel.from_xml_string(xml("preset=exact accuracy=1e-4 impact=sequential", tuples=tuples))
  for same in (m, pickle.loads(pickle.dumps(m)), stiction.Model.from_xml_string(m.to_xml_string())):
    s = same.stiction
    assert (s.accuracy, s.impact, s.patch) == (1e-4, "sequential", [0.0, 0.02])
  d = mj.MjData(m)
  r = stiction.step(m, d)
  assert (r.parts, r.rejected, r.impact_law) == (1, 0, "sequential") and r.error <= 1e-4
  s = m.stiction
  s.accuracy, s.impact = None, "newton"
  s.set_patch(0, 0.01)
  s.set_patch(1, 0.0)
  copy = pickle.loads(pickle.dumps(m)).stiction
  assert (copy.accuracy, copy.impact, copy.patch) == (None, "newton", [0.01, 0.0])
  r = stiction.step(m, d)
  assert (r.parts, r.rejected, r.error, r.impact_law) == (None, None, None, "newton")
  with pytest.raises(ValueError, match="newton, sequential"):
    s.impact = "poisson"
  with pytest.raises(ValueError, match="accuracy"):
    s.accuracy = -1.0
  with pytest.raises(IndexError):
    s.set_patch(2, 0.1)
  with pytest.raises(stiction.ModelError, match="accuracy"):
    mj.MjModel.from_xml_string(xml("accuracy=1e-4"))


def test_stop_restitution_is_kept_by_pickles():
  text = """<mujoco><custom><text name="stiction" data="preset=exact"/>
    <tuple name="stiction:restitution"><element objtype="joint" objname="j" prm="1"/></tuple></custom>
    <option gravity="0 0 0"/><worldbody><body><joint name="j" type="slide" axis="1 0 0" range="-.1 .1" limited="true"/><geom size=".1"/></body></worldbody></mujoco>"""
  m = mj.MjModel.from_xml_string(text)
  for same in (m, pickle.loads(pickle.dumps(m))):
    d = mj.MjData(same)
    d.qvel[0] = 1
    mj.mj_step(same, d, 75)   # 0.15 s: 0.1 there, 0.05 back
    assert abs(d.qpos[0] - 0.05) < 1e-9 and abs(d.qvel[0] + 1) < 1e-9
