"""Numbers that cannot be simulated are refused by the name of what they belong to, and nothing changes."""
import numpy as np
import pytest

import stiction

XML = """<mujoco><worldbody>
  <body name="box"><freejoint name="free"/><geom size=".1"/></body>
  <body name="arm"><joint name="hinge"/><geom size=".1"/></body>
</worldbody>
<actuator><motor name="motor" joint="hinge"/><general name="lag" joint="hinge" dyntype="filter" dynprm="1"/></actuator></mujoco>"""


@pytest.mark.parametrize("field, index, who", [
    ("qpos", 2, "joint 'free'"), ("qpos", 7, "joint 'hinge'"), ("qvel", 6, "joint 'hinge'"), ("act", 0, "actuator 'lag'"),
    ("ctrl", 0, "control 'motor'"), ("qfrc_applied", 1, "joint 'free'"), ("xfrc_applied", (2, 3), "body 'arm'"),
])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_the_owner_is_named(field, index, who, value):
  model = stiction.Model.from_xml_string(XML)
  data = stiction.Data(model)
  stiction.step(model, data, 5)
  getattr(data, field)[index] = value
  before = data.qpos.copy(), data.qvel.copy(), data.time
  for call in (stiction.step, stiction.forward, stiction.inverse):
    with pytest.raises(stiction.InputError, match=who) as info:
      call(model, data)
    error = info.value
    assert isinstance(error, stiction.StepError) and isinstance(error, ValueError)
    assert error.object == who and error.time == data.time and not np.isfinite(error.value)
  for a, b in zip(before, (data.qpos, data.qvel, data.time)):
    np.testing.assert_array_equal(a, b)


def test_a_quaternion_without_direction():
  model = stiction.Model.from_xml_string(XML)
  data = stiction.Data(model)
  data.qpos[3:7] = 0
  with pytest.raises(stiction.InputError, match="joint 'free'.*quaternion"):
    stiction.step(model, data)
