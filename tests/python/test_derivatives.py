"""Finite-difference derivatives agree with MuJoCo's, and leave the data as it was."""
import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")
import stiction.mujoco as ours  # noqa: E402

XML = """
<mujoco>
  <option integrator="implicitfast" timestep="0.005"><flag contact="disable"/></option>
  <worldbody>
    <body pos="0 0 1"><joint name="a" type="ball" damping="0.2"/><geom type="capsule" fromto="0 0 0 .3 0 .1" size=".04"/>
      <body pos=".3 0 .1"><joint name="b" axis="0 1 .2" damping=".1" range="-90 90"/><geom type="box" size=".1 .05 .04" pos=".1 0 0"/>
        <site name="s" pos=".2 0 0"/></body></body>
    <body pos="1 0 1"><freejoint/><geom type="ellipsoid" size=".1 .07 .05"/></body>
  </worldbody>
  <actuator><motor joint="b" ctrlrange="-1 1" gear="2"/><intvelocity joint="b" kp="3" actrange="-1 1"/></actuator>
  <sensor><framepos objtype="site" objname="s"/><gyro site="s"/><accelerometer site="s"/></sensor>
</mujoco>
"""


def states(mj):
  m = mj.MjModel.from_xml_string(XML)
  d = mj.MjData(m)
  rng = np.random.default_rng(3)
  d.qvel[:] = 0.5 * rng.standard_normal(m.nv)
  q = np.array(d.qpos)
  mj.mj_integratePos(m, q, 0.3 * rng.standard_normal(m.nv), 1.0)
  d.qpos[:] = q
  d.act[:] = 0.2
  d.ctrl[:] = [1.0, 0.3]   # the first control stands at its limit
  mj.mj_forward(m, d)
  return m, d


@pytest.mark.parametrize("centred", [False, True])
def test_transition(centred):
  out = []
  for mj in (mujoco, ours):
    m, d = states(mj)
    before = {f: np.array(getattr(d, f)) for f in ("qpos", "qvel", "act", "ctrl", "qacc_warmstart", "sensordata", "xpos")}
    nx = 2 * m.nv + m.na
    a, b = np.zeros((nx, nx)), np.zeros((nx, m.nu))
    c, e = np.zeros((m.nsensordata, nx)), np.zeros((m.nsensordata, m.nu))
    mj.mjd_transitionFD(m, d, 1e-6, centred, a, b, c, e)
    for f in ("qpos", "qvel", "act", "ctrl"):
      np.testing.assert_array_equal(getattr(d, f), before[f])
    out.append((a, b, c, e))
  for x, y in zip(*out):
    np.testing.assert_allclose(y, x, atol=2e-6 * max(1.0, np.abs(x).max()))
  assert np.abs(out[0][0]).max() > 0.5 and np.abs(out[0][1]).max() > 1e-3


def test_inverse():
  out = []
  for mj in (mujoco, ours):
    m, d = states(mj)
    f = [np.zeros((m.nv, m.nv)) for _ in range(3)]
    s = [np.zeros((m.nv, m.nsensordata)) for _ in range(3)]
    mj.mjd_inverseFD(m, d, 1e-6, True, *f, *s, None)
    out.append(f + s)
  for x, y in zip(*out):
    np.testing.assert_allclose(y, x, atol=1e-5 * max(1.0, np.abs(x).max()))


def test_wrong_shapes_are_refused():
  m, d = states(ours)
  with pytest.raises(TypeError, match="A should be of shape"):
    ours.mjd_transitionFD(m, d, 1e-6, True, np.zeros((2, 2)), None, None, None)
