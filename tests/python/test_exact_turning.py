"""Bodies that turn while they touch: faces on balls, ellipsoids, tops, discs, tripods, what leaves a dome or a string.

Every step is judged again in numpy ([`test_exact_scenes.Scene`]), and where bodies tumble by MuJoCo's distances at the pose it led to."""

import math

import mujoco
import numpy as np
import pytest
from test_exact_scenes import FREE, G, Scene, plane

HALF = math.pi / 2
DICE = "-.3 -.1 -.05  .3 -.1 -.05  0 .25 -.06  0 0 .12  -.1 .1 .1  .2 .1 .05  .1 -.2 .08"


def distance(s, ref, at):
  """Of the ground (geom 0) and the body (geom 1) by MuJoCo, at the state of `s` (m)."""
  at.qpos[:] = s.d.qpos
  mujoco.mj_kinematics(ref, at)
  return mujoco.mj_geomDistance(ref, at, 0, 1, 0.01, None)


@pytest.mark.parametrize("ground", ['type="sphere" size="2" pos="0 0 -2"', f'type="cylinder" size="2 3" pos="0 0 -2" euler="{HALF} 0 0"', 'type="box" size="3 3 1" pos="0 0 -1"'])
@pytest.mark.parametrize(
  "shape, size, assets",
  [
    ('type="box" size=".3 .2 .05"', 0.05, ""),
    ('type="cylinder" size=".3 .04"', 0.04, ""),
    ('type="ellipsoid" size=".3 .2 .05"', 0.05, ""),
    ('type="capsule" size=".05 .3"', 0.05, ""),
    ('type="mesh" mesh="d"', 0.08, f'<mesh name="d" vertex="{DICE}"/>'),
  ],
)
def test_what_tumbles_on_a_dome_does_not_sink_into_it(ground, shape, size, assets):
  for seed in (1, 4, 5, 7):
    rng = np.random.default_rng(seed)
    q = rng.normal(size=4)
    q = " ".join(map(str, q / np.linalg.norm(q)))
    xml = f'<geom {ground}/><body pos="0 0 .45" quat="{q}"><freejoint/><geom {shape} mass="1"/></body>'
    s = Scene(xml, assets=assets)
    s.d.qvel[:] = 1, 0.5, -10, *(rng.normal(size=3) * 45)
    ref = mujoco.MjModel.from_xml_string(f'<mujoco><compiler angle="radian"/><asset>{assets}</asset><worldbody>{xml}</worldbody></mujoco>')
    at = mujoco.MjData(ref)
    before = 0.0
    for _ in range(40):
      s.step(solved=False)
      depth = max(0.0, -distance(s, ref, at))
      assert not s.report.solved or depth < before + max(1e-4, 0.01 * size) + 2e-5, (seed, s.steps, depth, s.report)
      before = depth


def test_ellipsoid_that_turns_fast_strikes_where_it_comes_down():
  """Its gap closes by ½ω²a²/b, far faster than its nearest point says."""
  a, b, w = 0.01, 0.0025, 130.0
  s = Scene(
    '<geom name="f" type="plane" size="0 0 1" friction="0"/>'
    + FREE.format(f"0 0 {b + 3e-4}", f'name="e" type="ellipsoid" size="{a} {a / 3} {b}" mass="1" friction="0"'),
    gravity=(0, 0, 0),
    restitution=[("geom", "f", 1.0), ("geom", "e", 1.0)],
    step=1.3e-3,
  )
  s.d.qvel[4] = w
  energy = s.energy()
  for _ in range(40):
    d = s.step()
    c = 1 - 2 * (d.qpos[4] ** 2 + d.qpos[5] ** 2)
    n = 2 * (d.qpos[4] * d.qpos[6] - d.qpos[3] * d.qpos[5])
    assert d.qpos[2] - math.hypot(a * n, b * c) > -1e-9
  assert s.report.impacts >= 0 and s.energy() == pytest.approx(energy, rel=1e-9)
  assert d.qvel[2] > 0.01


def test_top_with_its_weight_off_centre_keeps_jelletts_integral():
  r, off, m, mu, tilt = 0.02, 0.004, 0.02, 0.3, 0.2
  across, along = 0.35 * m * r * r, 0.4 * m * r * r
  s = Scene(
    plane(mu)
    + f'<body pos="0 0 {r - off * math.cos(tilt)}" euler="0 {tilt} 0"><freejoint/><inertial pos="0 0 0" mass="{m}" diaginertia="{across} {across} {along}"/>'
    + f'<geom type="sphere" size="{r}" pos="0 0 {off}" friction="{mu}"/></body>',
    step=2e-4,
  )
  s.d.qvel[5] = 150

  def jellett():
    turn = np.zeros(9)
    mujoco.mju_quat2Mat(turn, np.array(s.d.qpos[3:7]))
    turn = turn.reshape(3, 3)
    spin = turn @ (np.array([across, across, along]) * s.d.qvel[3:])
    return spin @ (off * turn[:, 2] - [0, 0, r])

  before = jellett()
  for _ in range(8):
    s.step(100)
    assert jellett() == pytest.approx(before, rel=2e-5)


def test_disc_wobbles_steadily():
  r, tilt, thin = 0.0375, math.radians(20), 1e-5
  rate = math.sqrt(4 * G / (r * math.sin(tilt)))
  s = Scene(
    plane(1)
    + f'<body pos="0 0 {r * math.sin(tilt) + thin * math.cos(tilt)}" euler="{tilt} 0 0"><freejoint/><geom type="cylinder" size="{r} {thin}" mass=".4"/></body>',
    step=1e-4,
  )
  # ω = Ω (z − cos α n): along the diameter through the contact
  s.d.qvel[4] = rate * math.sin(tilt)
  for _ in range(10):
    d = s.step(100)
    assert math.acos(1 - 2 * (d.qpos[4] ** 2 + d.qpos[5] ** 2)) == pytest.approx(tilt, abs=3e-3)
  assert np.linalg.norm(d.qpos[:2]) < 1e-4


def test_tripod_slides_and_spins():
  ring, high, mu, m, inertia, step, end = 0.2, 0.15, 0.25, 3.0, 0.05, 5e-4, 0.3
  angles = np.array([0.3, 0.3 + 2 * math.pi / 3, 0.3 + 4 * math.pi / 3])
  feet = "".join(f'<geom type="sphere" size=".01" pos="{ring * math.cos(a)} {ring * math.sin(a)} {0.01 - high}" friction="{mu}" mass="0"/>' for a in angles)
  s = Scene(
    plane(mu) + f'<body pos="0 0 {high}"><freejoint/><inertial pos="0 0 0" mass="{m}" diaginertia="{inertia} {inertia} {inertia}"/>{feet}</body>',
    step=step,
  )
  s.d.qvel[0], s.d.qvel[1], s.d.qvel[5] = 1.5, 0.5, 12.0

  def rates(y):
    p = ring * np.array([np.cos(angles + y[2]), np.sin(angles + y[2])])
    u = np.array([y[3] - y[5] * p[1], y[4] + y[5] * p[0]])
    f = -mu * u / np.linalg.norm(u, axis=0)
    # loads: weight, and no moment about the centre of mass
    load = np.linalg.solve([np.ones(3), p[1] + high * f[1], p[0] + high * f[0]], [m * G, 0, 0])
    force, torque = f @ load, (p[0] * f[1] - p[1] * f[0]) @ load
    return np.array([*y[3:], *force / m, torque / inertia])

  y, dt = np.array([0, 0, 0, 1.5, 0.5, 12.0]), 1e-3
  for _ in range(round(end / dt)):
    a = rates(y)
    b = rates(y + 0.5 * dt * a)
    c = rates(y + 0.5 * dt * b)
    y = y + dt / 6 * (a + 2 * b + 2 * c + rates(y + dt * c))
  d = s.step(round(end / step))
  assert d.qpos[:2] == pytest.approx(y[:2], abs=3e-4) and d.qvel[:2] == pytest.approx(y[3:5], abs=1e-3)
  assert d.qvel[5] == pytest.approx(y[5], abs=5e-3)


def test_friction_of_two_axes_bends_the_way_of_a_box():
  first, second, step, end = 0.6, 0.2, 5e-4, 0.3
  s = Scene(
    '<geom name="f" type="plane" size="0 0 1"/>' + FREE.format("0 0 .05", 'name="b" type="box" size=".1 .1 .05" mass="1"'),
    extra=f'<contact><pair geom1="f" geom2="b" condim="3" friction="{first} {second} 0 0 0"/></contact>',
    step=step,
  )
  s.step()
  frame = np.array(s.d.contact.frame[0]).reshape(3, 3)[1:, :2]
  v, dt = np.array([1.2, 1.6]), 1e-5
  s.d.qvel[:2] = v
  for _ in range(round(end / dt)):
    u = np.array([first, second]) * (frame @ v)
    v = v - dt * G * frame.T @ (np.array([first, second]) * u) / np.linalg.norm(u)
  d = s.step(round(end / step))
  assert d.qvel[:2] == pytest.approx(v, abs=1e-3) and np.abs(d.qvel[3:]).max() < 1e-9


@pytest.mark.parametrize("mu, inertia, cosine", [(0, 1.0, 2 / 3), (50, 1.4, 10 / 17)])
def test_ball_leaves_a_dome_sliding_or_rolling(mu, inertia, cosine):
  r, way, start, step, flight = 0.05, 0.55, 0.2, 2.5e-4, 0.15
  s = Scene(
    f'<geom type="sphere" size="{way - r}" friction="{mu}"/>'
    + FREE.format(f"{way * math.sin(start)} 0 {way * math.cos(start)}", f'type="sphere" size="{r}" mass="1" friction="{mu}"'),
    step=step,
  )
  # it leaves at cos θ = 2/3 or 10/17 of that of its start, and flies
  a, w, t, dt, leave = start, 0.0, 0.0, 1e-5, cosine * math.cos(start)
  while math.cos(a) > leave:
    a += 0.5 * dt * w
    w += dt * G / (inertia * way) * math.sin(a)
    a, t = a + 0.5 * dt * w, t + dt
  n = round((t + flight) / step)
  t = n * step - t
  d = s.step(n)
  assert d.qpos[0] == pytest.approx(way * (math.sin(a) + w * t * math.cos(a)), abs=2e-3)
  assert d.qpos[2] == pytest.approx(way * (math.cos(a) - w * t * math.sin(a)) - 0.5 * G * t * t, abs=2e-3)
  assert np.linalg.norm(d.qpos[:3]) > way + 1e-3


def test_bob_goes_slack_flies_and_is_caught_by_its_string():
  length = 1.0
  speed2 = 3.5 * G * length
  s = Scene(
    f'<site name="o"/><body pos="0 0 {-length}"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>'
    '<geom type="sphere" size=".05" mass="1"/><site name="b"/></body>',
    extra=f'<tendon><spatial limited="true" range="0 {length}"><site site="o"/><site site="b"/></spatial></tendon>',
    step=5e-4,
  )
  s.d.qvel[0] = math.sqrt(speed2)
  slack, taut = None, []
  for _ in range(3400):
    d = s.step()
    x, z = float(d.qpos[0]), float(d.qpos[1]) - length
    assert math.hypot(x, z) < length + 2e-5
    taut.append(d.nefc > 0 and float(d.efc_force[0]) > 0)
    if slack is None and not taut[-1]:
      slack = z
  assert slack == pytest.approx((speed2 - 2 * G * length) / (3 * G), abs=5e-3)
  assert any(taut[taut.index(False) :])
