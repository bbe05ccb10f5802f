"""`stiction.gradient`, `stiction.vjp` and what is built on them."""

import copy
import os
import runpy

import numpy as np
import pytest
import stiction
import stiction.mujoco as mj
from stiction import autograd, mpc, sysid

ARM = """<mujoco><option timestep='.005'/><worldbody><geom type='plane' size='3 3 .1'/>
<body pos='0 0 .6'><joint name='a' axis='0 1 0' damping='.2'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.03'/>
<body pos='.3 0 0'><joint name='b' axis='0 1 0' damping='.1'/><geom type='capsule' fromto='0 0 0 .25 0 0' size='.03'/></body></body>
<body pos='1 0 .2'><freejoint/><geom size='.1'/></body></worldbody>
<actuator><motor joint='a' gear='2' ctrlrange='-3 3'/><motor joint='b'/></actuator>
<sensor><jointpos joint='a'/><accelerometer site='s'/></sensor></mujoco>""".replace(
  "size='.03'/></body></body>", "size='.03'/><site name='s' pos='.2 0 0'/></body></body>"
)


@pytest.fixture
def arm():
  m = mj.MjModel.from_xml_string(ARM)
  d = mj.MjData(m)
  rng = np.random.default_rng(0)
  d.qvel[:] = rng.normal(size=m.nv)
  d.ctrl[:] = [0.5, -0.2]
  return m, d


def differences(m, d, eps=1e-6):
  n = 2 * m.nv + m.na
  A, B, C, D = np.zeros((n, n)), np.zeros((n, m.nu)), np.zeros((m.nsensordata, n)), np.zeros((m.nsensordata, m.nu))
  mj.mjd_transitionFD(m, d, eps, True, A, B, C, D)
  return A, B, C, D


def test_matrices_labels_and_that_nothing_moves(arm):
  m, d = arm
  before = [np.array(getattr(d, f)) for f in ("qpos", "qvel", "ctrl", "qacc", "qacc_warmstart")]
  g = stiction.gradient(m, d)
  for mine, theirs in zip((g.A, g.B, g.C, g.D), differences(m, d), strict=True):
    assert mine.shape == theirs.shape
    np.testing.assert_allclose(mine, theirs, atol=2e-5 * max(1.0, np.abs(theirs).max()))
  assert (g.label_A == 0).all() and (g.label_B == 0).all() and g.reason is None and not g.sides
  for f, x in zip(("qpos", "qvel", "ctrl", "qacc", "qacc_warmstart"), before, strict=True):
    np.testing.assert_array_equal(getattr(d, f), x)


def test_differences_are_labelled(arm):
  m, d = arm
  g = stiction.gradient(m, d, method="fd")
  assert (g.label_A == 3).all() and g.reason == "asked for"
  np.testing.assert_allclose(g.A, stiction.gradient(m, d).A, atol=1e-4)
  with pytest.raises(ValueError, match="method"):
    stiction.gradient(m, d, method="symbolic")


def test_sensors_say_what_each_entry_is(arm):
  m, d = arm
  g = stiction.gradient(m, d)
  assert g.label_C.shape == g.C.shape == (m.nsensordata, 2 * m.nv) and g.label_D.shape == g.D.shape == (m.nsensordata, m.nu)
  assert not g.label_C.any() and not g.label_D.any() and g.sensor_reason == [None] * m.nsensordata
  assert g.C is g.C and abs(g.D).max() > 0.1     # torques move the accelerometer
  fd = stiction.gradient(m, d, method="fd")
  assert (fd.label_C == 3).all() and fd.sensor_reason == ["asked for"] * m.nsensordata
  np.testing.assert_allclose(fd.C, g.C, atol=1e-4 * abs(g.C).max())
  xml = ARM.replace("<jointpos joint='a'/>", "<jointpos joint='a' cutoff='.5'/><distance geom1='g' geom2='f' cutoff='2'/>")
  m = mj.MjModel.from_xml_string(xml.replace("type='plane'", "name='f' type='plane'").replace("<geom size='.1'/>", "<geom name='g' size='.1'/>"))
  d = mj.MjData(m)
  d.qpos[0] = 0.6
  g = stiction.gradient(m, d)
  assert not g.C[0].any() and (g.label_C[0] == 0).all()     # beyond its cutoff
  assert (g.label_C[1] == 3).all() and g.sensor_reason[1] == "distances between shapes" and g.C[1, 4] == pytest.approx(1.0)


def test_sensors_with_callbacks_are_differenced():
  m = mj.MjModel.from_xml_string(
    "<mujoco><worldbody><body><joint type='slide' name='s'/><geom size='.1'/></body></worldbody><sensor><user dim='1' needstage='vel'/></sensor></mujoco>"
  )
  d = mj.MjData(m)

  def measure(m, d, stage):
    d.sensordata[0] = 3 * d.qpos[0] + 2 * d.qvel[0]

  mj.set_mjcb_sensor(measure)
  try:
    g = stiction.gradient(m, d)
    assert g.sensor_reason == ["functions of the user's"]
    np.testing.assert_allclose(g.C, [[3.0, 2.0]], atol=1e-6)
    assert (g.label_C == 3).all()
  finally:
    mj.set_mjcb_sensor(None)


def test_two_derivatives_at_a_switch():
  m = mj.MjModel.from_xml_string(
    "<mujoco><worldbody><body><joint type='slide' axis='0 0 1' limited='true' range='0 1'/><geom size='.1'/></body></worldbody></mujoco>"
  )
  d = mj.MjData(m)
  g = stiction.gradient(m, d)
  assert g.label_A.tolist() == [1, 0] and g.margin_A[0] == 0.0
  below, above = g.sides[0]
  assert abs(above[1]) < 1e-6 and below[1] < -1.0


def test_vjp_against_the_rollout(arm):
  m, d = arm
  rng = np.random.default_rng(1)
  controls = rng.normal(size=(10, m.nu))
  seeds = rng.normal(size=(10, 2 * m.nv))

  def loss(u):
    e, total, dq = copy.copy(d), 0.0, np.zeros(m.nv)
    for k in range(len(u)):
      e.ctrl[:] = u[k]
      mj.mj_step(m, e)
      mj.mj_differentiatePos(m, dq, 1.0, reference[k], e.qpos)
      total += seeds[k, : m.nv] @ dq + seeds[k, m.nv :] @ e.qvel
    return total

  reference, e = [], copy.copy(d)
  for u in controls:
    e.ctrl[:] = u
    mj.mj_step(m, e)
    reference.append(np.array(e.qpos))
  start, g, labels = stiction.vjp(m, d, controls, seeds)
  assert start.shape == (2 * m.nv,) and labels.tolist() == [0] * 10
  for k, i in [(0, 0), (3, 1), (9, 0)]:
    nudge = np.zeros_like(controls)
    nudge[k, i] = 1e-5
    assert g[k, i] == pytest.approx((loss(controls + nudge) - loss(controls - nudge)) / 2e-5, rel=1e-5, abs=1e-7)
  with pytest.raises(ValueError, match="shape"):
    stiction.vjp(m, d, controls[:, :1], seeds)


def test_parameters_of_the_model(arm):
  m, d = arm
  p = sysid.Parameters(m, [("body_mass", 2), ("dof_damping", 0), ("geom_friction", (0, 0)), ("opt.gravity", 2)])
  columns = p.gradient(d)
  for k in range(4):
    ends = []
    for sign in (-1, 1):
      n, e = copy.copy(m), copy.copy(d)
      sysid.Parameters(n, p.names).set(p.get() + sign * 1e-5 * (np.arange(4) == k))
      mj.mj_step(n, e)
      ends.append(np.array(e.qvel))
    np.testing.assert_allclose(columns[m.nv :, k], (ends[1] - ends[0]) / 2e-5, atol=1e-6)


def test_sysid_finds_what_made_a_motion(arm):
  m, _ = arm
  truth = copy.copy(m)
  d = mj.MjData(truth)
  rng = np.random.default_rng(2)
  controls = np.cumsum(rng.normal(size=(120, m.nu)), axis=0) * 0.3
  qpos, qvel = [], []
  for u in controls:
    d.ctrl[:] = u
    mj.mj_step(truth, d)
    qpos.append(np.array(d.qpos))
    qvel.append(np.array(d.qvel))
  want = np.array([m.body_mass[2], m.dof_damping[0], m.dof_damping[1]])
  guess = want * [1.4, 0.5, 2.0]
  p = sysid.Parameters(m, [("body_mass", 2), ("dof_damping", 0), ("dof_damping", 1)])
  p.set(guess)
  start = mj.MjData(m)
  recording = sysid.Recording(np.array(start.qpos), np.array(start.qvel), controls, np.array(qpos), np.array(qvel))
  report = sysid.fit(p, [recording], lower=0.0)
  np.testing.assert_allclose(report.values, want, rtol=1e-5)
  assert report.identifiable.all() and "body_mass" in str(report)


def test_sensitivities_of_a_motion(arm):
  m, d = arm
  names = [("body_mass", 1), ("body_ipos", (2, 0)), ("dof_armature", 1), ("actuator_gear", (0, 0))]
  controls = np.random.default_rng(3).normal(size=(15, m.nu))
  s = stiction.sensitivities(m, d, controls, stiction.ModelParameters(m, names))
  assert s.qpos.shape == (15, m.nq) and s.slopes.shape == (15, 2 * m.nv, 4) and s.labels.tolist() == [0] * 15

  def roll(model):
    e = copy.copy(d)
    for u in controls:
      e.ctrl[:] = u
      mj.mj_step(model, e)
    return np.array(e.qpos), np.array(e.qvel)

  qpos, qvel = roll(m)
  np.testing.assert_array_equal(s.qpos[-1], qpos)
  np.testing.assert_array_equal(s.qvel[-1], qvel)
  values = sysid.Parameters(m, names).get()
  for k in range(4):
    ends = []
    for sign in (-1, 1):
      n = copy.copy(m)
      sysid.Parameters(n, names).set(values + sign * 1e-6 * (np.arange(4) == k))
      ends.append(roll(n)[1])
    np.testing.assert_allclose(s.slopes[-1, m.nv :, k], (ends[1] - ends[0]) / 2e-6, rtol=1e-4, atol=1e-6)
  with pytest.raises(ValueError, match="body_mass"):
    stiction.ModelParameters(m, [("body_mass", 99)])
  with pytest.raises(ValueError, match="shape"):
    stiction.sensitivities(m, d, controls[:, :1], stiction.ModelParameters(m, names))


def test_costs_of_a_plan(arm):
  m, d = arm
  nx, weight = 2 * m.nv, np.arange(1.0, 2 * m.nv + 1)
  goal, u = np.array(d.qpos), np.array([0.3, -0.1])
  d.qpos[0] += 0.2

  def error(data):
    dq = np.zeros(m.nv)
    mj.mj_differentiatePos(m, dq, 1.0, goal, data.qpos)
    return np.concatenate([dq, data.qvel]), np.eye(nx)

  tracking = mpc.Tracking(m, goal, state_weight=weight, control_weight=0.5, final_weight=3 * weight)
  squares = mpc.LeastSquares(m, [mpc.Term(error, weight, final=3 * weight)], control_weight=0.5)
  for a, b in [(tracking.running(d, u), squares.running(d, u)), (tracking.final(d), squares.final(d))]:
    assert a.value == pytest.approx(b.value)
    np.testing.assert_allclose(a.x, b.x)
    np.testing.assert_allclose(a.xx, b.xx)
  np.testing.assert_allclose(tracking.running(d, u).u, squares.running(d, u).u)
  rng = np.random.default_rng(0)
  a, b = np.eye(4) + 0.3 * rng.normal(size=(4, 4)), rng.normal(size=(4, 2))
  p = mpc.riccati(a, b, 1.0, 0.1)
  gain = np.linalg.solve(0.1 * np.eye(2) + b.T @ p @ b, b.T @ p @ a)
  np.testing.assert_allclose(p, np.eye(4) + a.T @ p @ (a - b @ gain), rtol=1e-9)
  assert np.abs(np.linalg.eigvals(a - b @ gain)).max() < 1


def test_walking_is_deterministic():
  """The whole walk and the balance are examples, which run to their assertions (`test_examples.py`)."""
  here = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "python", "walk.py")
  walk = runpy.run_path(here)["main"]
  np.testing.assert_array_equal(walk(0.5), walk(0.5))


def test_mpc_balances_and_is_deterministic():
  m = mj.MjModel.from_xml_string(
    "<mujoco><option timestep='.02'/><worldbody><body><joint type='slide' axis='1 0 0' damping='.1'/><geom size='.1' mass='1'/>"
    "<body><joint axis='0 1 0' damping='.01'/><geom type='capsule' fromto='0 0 0 0 0 .5' size='.02' mass='.2' contype='0'/></body></body></worldbody>"
    "<actuator><motor joint='j' ctrlrange='-8 8'/></actuator></mujoco>".replace("type='slide'", "name='j' type='slide'")
  )
  cost = mpc.Tracking(m, np.zeros(2), state_weight=[1, 5, 0.1, 0.1], control_weight=1e-3, final_weight=[5, 50, 1, 1])

  def run(steps):
    d = mj.MjData(m)
    d.qpos[1] = 0.4
    planner = mpc.Planner(m, cost, horizon=40, iterations=5)
    for _ in range(steps):
      d.ctrl[:] = planner.act(d)
      assert abs(d.ctrl[0]) <= 8
      mj.mj_step(m, d)
    return np.concatenate([d.qpos, d.qvel])

  assert np.abs(run(300)).max() < 0.02
  np.testing.assert_array_equal(run(20), run(20))


def test_batch_has_the_bits_of_one(arm):
  m, d = arm
  rng = np.random.default_rng(4)
  found = []
  for nthread in (1, 3):
    b = stiction.Batch(m, 5, nthread=nthread)
    rng = np.random.default_rng(4)
    b.qvel[:] = rng.normal(size=(5, m.nv))
    b.ctrl[:] = rng.normal(size=(5, m.nu))
    found.append(b.gradient())
    for k in (0, 4):
      d.qpos[:], d.qvel[:], d.ctrl[:] = b.qpos[k], b.qvel[k], b.ctrl[k]
      d.qacc_warmstart[:] = 0
      g = stiction.gradient(m, d)
      np.testing.assert_array_equal(found[-1][0][k], g.A)
      np.testing.assert_array_equal(found[-1][1][k], g.B)
      np.testing.assert_array_equal(found[-1][2][k], np.concatenate([g.label_A, g.label_B]))
  for x, y in zip(*found, strict=True):
    np.testing.assert_array_equal(x, y)


def test_torch(arm):
  torch = pytest.importorskip("torch")
  m, d = arm
  u = torch.zeros((6, m.nu), dtype=torch.float64, requires_grad=True)
  autograd.torch_rollout(m, d, u)[-1].pow(2).sum().backward()
  check_rollout(m, d, u.grad.numpy())


def test_jax(arm):
  jax = pytest.importorskip("jax")
  jax.config.update("jax_enable_x64", True)
  m, d = arm
  f = autograd.jax_rollout(m, d)
  check_rollout(m, d, np.asarray(jax.grad(lambda u: (f(u)[-1] ** 2).sum())(np.zeros((6, m.nu)))))


def test_numpy_rollout_and_its_adjoint(arm):
  m, d = arm
  u = np.zeros((6, m.nu))
  states = autograd.rollout(m, d, u)
  slopes = np.zeros_like(states)
  slopes[-1] = 2 * states[-1]
  check_rollout(m, d, autograd.pull_back(m, d, u, states, slopes))
  assert autograd.last_labels.tolist() == [0] * 6


def check_rollout(m, d, slope):
  def loss(u):
    return (autograd.rollout(m, d, u)[-1] ** 2).sum()

  for k, i in [(0, 0), (2, 1), (5, 0)]:
    nudge = np.zeros((6, m.nu))
    nudge[k, i] = 1e-5
    assert slope[k, i] == pytest.approx((loss(nudge) - loss(-nudge)) / 2e-5, rel=1e-4, abs=1e-8)


def test_ball_on_ball_reaches_its_analytic_optimum():
  """A ball is pushed onto another one of its mass, which is to be somewhere at the end (arXiv 2305.00092): min ½∫u² + ½w(x₂(T) − x*)².

  Up to the impact at t the push is linear in time (a cubic from rest over the gap g to the speed v), after it there is none, so that the optimum is the
  least of a function of t and v. Time stepping makes the integral a sum, and has a kink wherever the impact passes from one step to the next: costs
  agree to the order of the step.
  """
  optimize = pytest.importorskip("scipy.optimize")
  m = mj.MjModel.from_xml_string(
    """<mujoco><option timestep='.005' gravity='0 0 0'/><worldbody>
    <body><joint name='a' type='slide' axis='1 0 0'/><geom size='.1' mass='1' friction='0'/></body>
    <body pos='.5 0 0'><joint type='slide' axis='1 0 0'/><geom size='.1' mass='1' friction='0'/></body></worldbody>
    <actuator><motor joint='a'/></actuator></mujoco>"""
  )
  m.stiction.exact()
  for g in range(m.ngeom):
    m.stiction.set_restitution(g, 1.0)
  n, h, gap, target, weight = 200, 0.005, 0.3, 0.6, 1e3

  def known(x):
    t, v = x
    push = (12 * gap**2 - 12 * gap * v * t + 4 * v**2 * t**2) / t**3
    return 0.5 * push + 0.5 * weight * (v * (n * h - t) - target) ** 2

  best = optimize.minimize(known, [0.5, 1.2], method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-12, "maxiter": 2000})
  d = mj.MjData(m)

  def cost(u):
    e = mj.MjData(m)
    for x in u:
      e.ctrl[0] = x
      mj.mj_step(m, e)
    miss = e.qpos[1] - target
    seeds = np.zeros((n, 4))
    seeds[-1, 1] = weight * miss
    _, slope, labels = stiction.vjp(m, d, u.reshape(n, 1), seeds)
    assert (labels <= 1).all()
    return 0.5 * h * u @ u + 0.5 * weight * miss**2, h * u + slope[:, 0]

  # a push that reaches the other ball
  start = np.where(np.arange(n) < 100, 2.0, 0.0)
  found = optimize.minimize(cost, start, jac=True, method="L-BFGS-B", options={"maxiter": 300, "ftol": 1e-14, "gtol": 1e-9})
  assert abs(found.fun / best.fun - 1) < 0.01, (found.fun, best.fun)
