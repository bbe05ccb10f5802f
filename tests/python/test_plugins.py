"""Plugins that MuJoCo ships, built in here: `mujoco.pid` and `mujoco.sensor.touch_grid`, against the reference."""

import mujoco as ref
import numpy as np
import pytest

import stiction.mujoco as ours

PIDS = [
    # configuration, attributes of the actuator
    (dict(kp=40, kd=2), ""),
    (dict(kp=40, ki=30, kd=1), 'actdim="1"'),
    (dict(kp=25, ki=200, kd=1, imax=0.3), 'actdim="1"'),
    (dict(kp=25, kd=1, slewmax=0.5), 'actdim="1"'),
    (dict(kp=25, ki=20, kd=1, imax=2, slewmax=0.8), 'actdim="2"'),
    (dict(kp=30, ki=10), 'actdim="2" dyntype="filterexact" dynprm="0.05"'),
    (dict(kp=30, ki=10, kd=2, slewmax=3), 'actdim="3" dyntype="integrator" actearly="true"'),
    (dict(kp=30, kd=2), 'actdim="1" dyntype="filter" dynprm="0.02" actearly="true"'),
    (dict(kp=10, ki=5), 'actdim="1" ctrlrange="-0.2 0.3"'),
    (dict(kp=60), 'forcerange="-0.5 0.5"'),
    (dict(ki=50, imax=1), 'actdim="1" gear="2"'),
    (dict(kd=3), ""),
]


def arm(integrator):
  """Twelve joints, one controller each; two share a declared instance."""
  body, close, actuators = "", "", ""
  for k, (config, more) in enumerate(PIDS):
    body += f'<body pos="{0.05 + 0.01 * k:.2f} 0.02 {0.03 * (k % 3)}"><joint name="j{k}" axis="{k % 2} {1 - k % 2} 0.3" damping=".05" armature=".01"/><geom size=".03" mass=".1"/>'
    close += "</body>"
    inner = "".join(f'<config key="{a}" value="{b}"/>' for a, b in config.items())
    actuators += f'<plugin plugin="mujoco.pid" joint="j{k}" {more}>{inner}</plugin>' if k else f'<plugin instance="shared" joint="j{k}" {more}/>'
  shared = "".join(f'<config key="{a}" value="{b}"/>' for a, b in PIDS[0][0].items())
  return f"""<mujoco><extension><plugin plugin="mujoco.pid"><instance name="shared">{shared}</instance></plugin></extension>
    <option integrator="{integrator}"/><worldbody>{body}{close}</worldbody><actuator>{actuators}</actuator></mujoco>"""


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast", "implicit", "RK4", "discrete"])
def test_twelve_controllers(integrator):
  run = []
  for mj in (ref, ours):
    m = mj.MjModel.from_xml_string(arm(integrator))
    d = mj.MjData(m)
    states = []
    for k in range(100):
      d.ctrl[:] = 0.4 * np.sin(0.1 * k + np.arange(m.nu))
      mj.mj_step(m, d)
      states.append(np.concatenate([d.qpos, d.qvel, d.act, d.actuator_force]))
    run.append(np.array(states))
  assert np.abs(run[0]).max() > 0.1
  np.testing.assert_allclose(run[1], run[0], rtol=0, atol=1e-9)


GRID = """<mujoco><extension><plugin plugin="mujoco.sensor.touch_grid"/></extension><worldbody>
  <geom type="plane" size="1 1 .1" euler="3 5 0"/>
  <body pos="0 0 .14"><freejoint/><geom type="box" size=".1 .12 .05" friction=".7"/><site name="t" pos="0.01 0.02 .1"/>
    <body pos=".1 0 .1"><geom type="sphere" size=".05"/></body></body>
  <body pos=".02 .01 .27"><freejoint/><geom type="box" size=".05 .04 .06" condim="6"/></body></worldbody>
  <sensor>{}</sensor></mujoco>"""
GRIDS = [("7 5", "60 50", 0, 3), ("3 4", "180 90", 1, 6), ("10 10", "90 80", 0.5, 1), ("1 1", "179 90", 0, 4)]


def test_touch_grids():
  sensors = "".join(f'<plugin name="s{k}" plugin="mujoco.sensor.touch_grid" objtype="site" objname="t"><config key="size" value="{s}"/><config key="fov" value="{f}"/>'
                    f'<config key="gamma" value="{g}"/><config key="nchannel" value="{n}"/></plugin>' for k, (s, f, g, n) in enumerate(GRIDS))
  data = []
  for mj in (ref, ours):
    m = mj.MjModel.from_xml_string(GRID.format(sensors))
    m.opt.tolerance, m.opt.iterations = 0, 100
    d = mj.MjData(m)
    for _ in range(100):
      mj.mj_step(m, d)
    data.append((np.array(d.sensordata), np.array(m.sensor_dim)))
  np.testing.assert_array_equal(data[1][1], data[0][1])
  assert np.abs(data[0][0]).max() > 1 and (data[0][0] != 0).sum() > 20
  scale = np.abs(data[0][0]).max()
  np.testing.assert_allclose(data[1][0] / scale, data[0][0] / scale, rtol=0, atol=1e-9)


def test_saved_and_read_again():
  xml = arm("Euler")
  spec = ours.MjSpec.from_string(xml)
  m = spec.compile()
  again = ours.MjModel.from_xml_string(spec.to_xml())
  assert again.na == m.na and 'plugin="mujoco.pid"' in spec.to_xml()
  ends = []
  for model in (m, again):
    d = ours.MjData(model)
    d.ctrl[:] = 0.2
    for _ in range(10):
      ours.mj_step(model, d)
    ends.append(np.array(d.qpos))
  np.testing.assert_array_equal(ends[0], ends[1])


@pytest.mark.parametrize("xml, what", [
    ('<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator><plugin plugin="mujoco.pid" joint="j"><config key="ki" value="1"/></plugin></actuator></mujoco>', "actdim"),
    ('<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator><plugin plugin="mujoco.pid" joint="j"><config key="kq" value="1"/></plugin></actuator></mujoco>', "no key 'kq'"),
    ('<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator><plugin plugin="my.own" joint="j"/></actuator></mujoco>', "not built in"),
    ('<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator><plugin instance="nobody" joint="j"/></actuator></mujoco>', "unknown plugin instance"),
    ('<mujoco><worldbody><site name="s"/></worldbody><sensor><plugin plugin="mujoco.pid" objtype="site" objname="s"/></sensor></mujoco>', "no sensor"),
    ('<mujoco><worldbody><site name="s"/></worldbody><sensor><plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="s"><config key="size" value="1e9 1e9"/><config key="fov" value="45 45"/></plugin></sensor></mujoco>', "cells"),
])
def test_what_is_wrong_is_told(xml, what):
  with pytest.raises(ValueError, match=what):
    ours.MjModel.from_xml_string(xml)


def controlled(engine):
  """A slide under a controller that is an instance of its own."""
  spec = engine.MjSpec()
  spec.activate_plugin("mujoco.pid")
  instance = spec.add_plugin(name="gentle", plugin_name="mujoco.pid", active=True)
  instance.config = {"kp": "10", "ki": "2", "kd": "1"}
  body = spec.worldbody.add_body()
  body.add_joint(name="j", type=engine.mjtJoint.mjJNT_SLIDE)
  body.add_geom(size=[0.1, 0.1, 0.1])
  spec.add_actuator(target="j", trntype=engine.mjtTrn.mjTRN_JOINT, actdim=1).plugin = instance
  return spec


def after(engine, spec):
  m = spec.compile()
  d = engine.MjData(m)
  d.ctrl[:] = 1
  for _ in range(200):
    engine.mj_step(m, d)
  return d.qpos.copy()


def test_a_spec_has_instances_and_elements_use_them():
  spec, theirs = controlled(ours), controlled(ref)
  first = after(ours, spec)
  np.testing.assert_allclose(first, after(ref, theirs), rtol=1e-12)
  # one instance, however it is reached; a copy has its own
  copy = spec.copy()
  for s in (copy, theirs):
    s.plugins[0].config = {"kp": "20", "ki": "2", "kd": "1"}
  np.testing.assert_allclose(after(ours, copy), after(ref, theirs), rtol=1e-12)
  assert spec.plugin("gentle").config["kp"] == "10" and (after(ours, spec) == first).all()
  actuator = copy.actuators[0]
  assert actuator.plugin.active and actuator.plugin.plugin_name == "mujoco.pid" and actuator.plugin.config == copy.plugins[0].config
  # saved and read again, the configuration is the element's own
  again = ours.MjSpec.from_string(copy.to_xml())
  assert again.actuators[0].plugin.config == copy.plugins[0].config
  np.testing.assert_array_equal(after(ours, again), after(ours, copy))


def test_instances_of_a_file_can_be_changed():
  spec, theirs = ours.MjSpec.from_string(arm("Euler")), ref.MjSpec.from_string(arm("Euler"))
  assert [p.name for p in spec.plugins] == ["shared"] and spec.actuators[0].plugin.name == "shared"
  for s in (spec, theirs):
    s.plugins[0].config = {"kp": "7", "kd": "3"}
  np.testing.assert_allclose(after(ours, spec), after(ref, theirs), rtol=0, atol=1e-9)


def test_wrong_plugins_of_specs():
  spec = controlled(ours)
  with pytest.raises(ValueError, match="gentle"):
    spec.add_plugin(name="gentle", plugin_name="mujoco.pid")
  with pytest.raises(ours.FatalError, match="not built in"):
    spec.activate_plugin("nobody.knows")
  with pytest.raises(TypeError, match="MjsPlugin"):
    spec.actuators[0].plugin = "gentle"
  spec.plugins[0].config = {"kq": "1"}
  with pytest.raises(ValueError, match="kq"):
    spec.compile()
  instance = spec.plugins[0]
  spec.delete(instance)
  with pytest.raises(ValueError, match="gentle"):
    spec.compile()
  with pytest.raises(ValueError, match="not in this model"):
    spec.delete(instance)
  spec.actuators[0].plugin.active = False
  spec.actuators[0].actdim = -1
  assert spec.compile().nactuator == 1
  spec.worldbody.add_body().plugin = ours.MjSpec().add_plugin(plugin_name="mujoco.pid", active=True)
  with pytest.raises(ValueError, match="body"):
    spec.compile()
