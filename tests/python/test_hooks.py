"""`stiction.Hooks`: code of one's own in a step, against the same physics by elements of the model."""

import numpy as np
import pytest

import stiction
import stiction.mujoco as mj

XML = """<mujoco><worldbody><geom name="floor" type="plane" size="1 1 .1"/><body pos="0 0 1"><joint name="j" type="slide" axis="0 0 1" {joint}/><geom name="ball" size=".1"/></body></worldbody>
  <actuator><general joint="j" ctrllimited="true" ctrlrange="-9 9" {actuator}/></actuator><sensor><user dim="2" needstage="vel"/></sensor></mujoco>"""
PLAIN = XML.format(joint='damping="0"', actuator='dyntype="filter" dynprm=".1" gainprm="3" biastype="affine" biasprm="0 -2"')
USER = XML.format(joint="", actuator='dyntype="user" gaintype="user" biastype="user" actdim="1"')


class Mine(stiction.Hooks):
  """What the elements of the plain model do, by hand."""
  sensed = 0

  def control(self, m, d):
    d.ctrl[:] = np.sin(10 * d.time)

  def act_dyn(self, m, d, actuator):
    return (d.ctrl[0] - d.act[0]) / 0.1

  def act_gain(self, m, d, actuator):
    return 3.0

  def act_bias(self, m, d, actuator):
    return -2.0 * d.qpos[0]

  def passive(self, m, d):
    d.qfrc_passive[:] -= 0.4 * d.qvel

  def sensor(self, m, d, stage):
    if stage == mj.mjtStage.mjSTAGE_VEL:
      Mine.sensed += 1
      d.sensordata[:] = d.qvel[0], -d.qvel[0]


def test_user_code_does_what_elements_do():
  m = stiction.Model.from_xml_string(USER)
  d = stiction.Data(m)
  with Mine():
    stiction.step(m, d, 100)
  n = stiction.Model.from_xml_string(PLAIN)
  e = stiction.Data(n)
  for _ in range(100):
    e.ctrl[:] = np.sin(10 * e.time)
    e.qfrc_applied[:] = -0.4 * e.qvel
    stiction.step(n, e)
  np.testing.assert_allclose(d.qpos, e.qpos, atol=1e-9)
  np.testing.assert_allclose(d.act, e.act, atol=1e-12)
  assert Mine.sensed >= 100 and d.sensordata[0] == -d.sensordata[1] != 0


def test_outside_it_is_not_called():
  class Twice(stiction.Hooks):
    def control(self, m, d):
      d.ctrl[:] = 7
  m = stiction.Model.from_xml_string(PLAIN)
  d = stiction.Data(m)
  hooks = Twice()
  with hooks, hooks:
    stiction.step(m, d)
  assert d.ctrl[0] == 7 and mj.get_mjcb_control() is None
  d.ctrl[:] = 0
  stiction.step(m, d)
  assert d.ctrl[0] == 0


def test_errors_and_filters():
  class Ghost(stiction.Hooks):
    def reject_contact(self, m, d, geom1, geom2):
      return {m.geom(geom1).name, m.geom(geom2).name} == {"floor", "ball"}

  class Wrong(stiction.Hooks):
    def passive(self, m, d):
      raise ZeroDivisionError("mine")
  m = stiction.Model.from_xml_string(PLAIN)
  d = stiction.Data(m)
  with Ghost():
    stiction.step(m, d, 1000)
  assert d.qpos[0] < -1.5   # it fell through the floor
  with pytest.raises(ZeroDivisionError, match="mine"), Wrong():
    stiction.step(m, d)
  assert mj.get_mjcb_passive() is None
