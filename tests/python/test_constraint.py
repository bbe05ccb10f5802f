"""Functions about constraint rows, and tactile sensors, against MuJoCo."""
import mujoco
import numpy as np
import pytest
import stiction.mujoco as stiction

SCENE = """<mujoco><option cone="{cone}" impratio="3"><flag {flag}/></option><worldbody><geom type="plane" size="3 3 .1"/>
<body pos="0 0 .09" euler="3 4 5"><freejoint/><geom type="box" size=".1 .1 .1" condim="4"/></body>
<body pos="1 0 .5"><joint name="a" axis="0 1 0" frictionloss=".4" range="-5 5"/><geom type="capsule" size=".04" fromto="0 0 0 .4 0 0"/>
<body pos=".4 0 0"><joint name="b" axis="0 1 0" damping=".1"/><geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/></body></body></worldbody>
<equality><joint joint1="a" joint2="b"/></equality></mujoco>"""


def both(xml, steps=20, **options):
  out = []
  for mj in (mujoco, stiction):
    m = mj.MjModel.from_xml_string(xml)
    for k, v in options.items():
      setattr(m.opt, k, v)
    d = mj.MjData(m)
    d.qvel[:] = 0.3
    for _ in range(steps):
      mj.mj_step(m, d)
    mj.mj_forward(m, d)
    out.append((mj, m, d))
  return out


@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
def test_constraint_update(cone):
  results = []
  # solved to the end: MuJoCo's tolerance would move the state by more than what is compared
  for mj, m, d in both(SCENE.format(cone=cone, flag=''), tolerance=0, iterations=200):
    jar = np.linspace(-3, 2, d.nefc)
    cost = np.zeros(1)
    mj.mj_constraintUpdate(m, d, jar, cost, 0)
    results.append((d.nefc, cost[0], d.efc_force.copy(), d.efc_state.copy(), d.qfrc_constraint.copy()))
    mj.mj_constraintUpdate(m, d, jar, None, 0)
    with pytest.raises(TypeError):
      mj.mj_constraintUpdate(m, d, np.zeros(d.nefc + 1), None, 0)
  a, b = results
  assert a[0] == b[0] >= 8
  np.testing.assert_allclose(b[1], a[1], rtol=1e-8)
  np.testing.assert_allclose(b[2], a[2], rtol=1e-7, atol=1e-9)
  np.testing.assert_array_equal(b[3], a[3])
  np.testing.assert_allclose(b[4], a[4], rtol=1e-7, atol=1e-7)


def test_inverse_of_rows_and_the_comparison_flag():
  for mj, m, d in both(SCENE.format(cone='elliptic', flag='fwdinv="enable"')):
    forces = d.efc_force.copy()
    mj.mj_compareFwdInv(m, d)
    assert d.solver_fwdinv[0] < 1e-3 and d.solver_fwdinv[1] < 1e-3
    np.testing.assert_array_equal(d.efc_force, forces)
    mj.mj_invConstraint(m, d)
    np.testing.assert_allclose(d.efc_force, forces, atol=1e-4)
  (_, _, a), (_, _, b) = both(SCENE.format(cone='elliptic', flag='fwdinv="enable"'))
  assert a.solver_fwdinv[0] < 1e-3 and b.solver_fwdinv[0] < 1e-3


def test_is_dual():
  for mj in (mujoco, stiction):
    m = mj.MjModel.from_xml_string('<mujoco/>')
    assert mj.mj_isDual(m) == 0
    m.opt.noslip_iterations = 2
    assert mj.mj_isDual(m) == 1
    m.opt.noslip_iterations, m.opt.solver = 0, 0
    assert mj.mj_isDual(m) == 1


def test_exact_diagonal():
  (_, _, a), (_, _, b) = both(SCENE.format(cone='pyramidal', flag='diagexact="enable"'))
  (_, _, approximate), _ = both(SCENE.format(cone='pyramidal', flag=''))
  np.testing.assert_allclose(b.efc_diagA, a.efc_diagA, rtol=1e-7)
  np.testing.assert_allclose(b.qacc, a.qacc, rtol=1e-6, atol=1e-6)
  assert abs(a.efc_diagA - approximate.efc_diagA).max() > 1e-3


TACTILE = """<mujoco><asset><mesh name="plate" builtin="plate" params="6 5" scale=".1 .08 .01"/>
<mesh name="wedge" builtin="wedge" params="5 4 40 40 0" scale=".12 .12 .12"/></asset><worldbody>
<body pos="0 0 .1" euler="{euler}"><freejoint/><geom type="box" size=".1 .08 .02" pos="0 0 .01"/>
<geom name="skin" type="mesh" mesh="plate" contype="0" conaffinity="0" mass="0" pos="0 0 .02"/>
<geom name="skin2" type="mesh" mesh="wedge" contype="0" conaffinity="0" mass="0" euler="0 10 0"/></body>
<body pos=".02 .01 .16" euler="10 20 30"><freejoint/>{geom}</body>
<geom type="plane" size="1 1 .1"/></worldbody>
<sensor><tactile geom="skin" mesh="plate"/><tactile geom="skin2" mesh="wedge"/></sensor></mujoco>"""


@pytest.mark.parametrize('euler', ['0 0 0', '5 -4 70'])
@pytest.mark.parametrize('geom', [
    '<geom size=".05"/>', '<geom type="box" size=".05 .04 .03"/>', '<geom type="capsule" size=".03 .04"/>',
    '<geom type="cylinder" size=".04 .03"/>', '<geom type="ellipsoid" size=".05 .04 .03"/>',
    '<geom type="box" size=".05 .04 .03"/><geom size=".03" pos=".05 0 -.02"/>'])
def test_tactile(geom, euler):
  (_, m, a), (_, ours, b) = both(TACTILE.format(geom=geom, euler=euler), steps=0)
  np.testing.assert_array_equal(ours.sensor_needstage, m.sensor_needstage)
  touched = 0
  for k in range(120):
    if k % 4 == 0:
      # the same state for both: contacts are chaotic
      b.qpos[:], b.qvel[:] = a.qpos, a.qvel
      mujoco.mj_forward(m, a)
      stiction.mj_forward(ours, b)
      if a.ncon == b.ncon:
        touched += int((a.sensordata > 0).sum())
        np.testing.assert_allclose(b.sensordata, a.sensordata, rtol=1e-6, atol=1e-9, err_msg=str(k))
    mujoco.mj_step(m, a)
  assert touched > 20
