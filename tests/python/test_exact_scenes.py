"""Scenes with exact answers under the exact law: motion by hand, and every step judged again in numpy, in m/s, with each contact's own scale."""

import math

import numpy as np
import pytest
import stiction
import stiction.mujoco as mj

G = 9.81
FREE = '<body pos="{}"><freejoint/><geom {}/></body>'


class Scene:
  """A model under the exact law. A step that claims to be solved and is not, or the other way round, fails."""

  def __init__(self, bodies, step=0.002, gravity=(0, 0, -G), extra="", assets="", restitution=()):
    pairs = "".join(f'<element objtype="{kind}" objname="{name}" prm="{e}"/>' for kind, name, e in restitution)
    custom = f'<tuple name="stiction:restitution">{pairs}</tuple>' if pairs else ""
    self.m = mj.MjModel.from_xml_string(
      f'<mujoco><compiler angle="radian"/><option timestep="{step}" gravity="{" ".join(map(str, gravity))}" jacobian="dense"/>'
      f'<custom><text name="stiction" data="preset=exact"/>{custom}</custom><asset>{assets}</asset><worldbody>{bodies}</worldbody>{extra}</mujoco>'
    )
    self.d, self.h, self.steps, self.free = mj.MjData(self.m), step, 0, True

  def violation(self, report):
    """How far the worst contact is from Signorini's and Coulomb's laws (m/s)."""
    m, d, h = self.m, self.d, report.substep
    if d.nefc == 0:
      return 0.0
    J, f = np.array(d.efc_J).reshape(-1, m.nv), h * np.array(d.efc_force)
    u = J @ d.qvel - h * np.array(d.efc_aref) - np.array(d.efc_vel)
    M = np.zeros((m.nv, m.nv))
    mj.mj_fullM(m, d, M)
    worst = 0.0
    for i in np.flatnonzero(np.isin(d.efc_type, (5, 7))):
      if i and d.efc_type[i] == d.efc_type[i - 1] == 7 and d.efc_id[i] == d.efc_id[i - 1]:
        continue
      k = 1 if d.efc_type[i] == 5 else int(d.contact.dim[d.efc_id[i]])
      rows = J[i : i + k]
      a = np.trace(rows @ np.linalg.solve(M, rows.T)) / k
      mu = np.array(d.contact.friction[d.efc_id[i]])[: k - 1]
      ut, ft = u[i + 1 : i + k] * mu, f[i + 1 : i + k] / mu
      z = np.concatenate([[f[i] - (u[i] + np.linalg.norm(ut)) / a], ft - ut / a])
      t = np.linalg.norm(z[1:])
      s = 0.5 * (z[0] + t)
      p = z if t <= z[0] else np.zeros(k) if t <= -z[0] else np.concatenate([[s], z[1:] * (s / t)])
      worst = max(worst, a * np.linalg.norm(np.concatenate([[f[i]], ft]) - p))
    return worst

  def step(self, n=1, each=None, solved=True):
    for _ in range(n):
      if each:
        each(self.h * (self.steps + 1))
      mj.mj_step(self.m, self.d)
      self.steps += 1
      self.report = stiction.report(self.d)
      assert self.d.time == pytest.approx(self.steps * self.h), "the state was reset or not advanced"
      if solved:
        assert self.report.solved and self.report.held == 0, self.report
        assert self.violation(self.report) < 1e-8
    return self.d

  def energy(self):
    mj.mj_forward(self.m, self.d)
    mj.mj_energyPos(self.m, self.d)
    mj.mj_energyVel(self.m, self.d)
    return float(self.d.energy.sum())


def plane(friction):
  return f'<geom type="plane" size="0 0 1" friction="{friction}"/>'


def test_crate_on_a_conveyor_of_mocap():
  v, mu = 0.5, 0.3
  belt = f'<body mocap="true" pos="0 0 -.1"><geom type="box" size="5 1 .1" friction="{mu}"/></body>'
  s = Scene(belt + FREE.format("0 0 .1", f'type="box" size=".1 .1 .1" friction="{mu}"'))
  d = s.step(500, lambda t: s.d.mocap_pos.__setitem__((0, 0), v * t))
  assert d.qvel[0] == pytest.approx(v, abs=1e-9)
  assert d.qpos[0] == pytest.approx(v - v * v / (2 * mu * G), abs=v * s.h)


def test_ball_on_a_turntable_circles_with_two_sevenths_of_its_speed():
  w, v, r, h = 3.0, 0.2, 0.05, 0.001
  table = '<body mocap="true" pos="0 0 -.1"><geom type="cylinder" size="2 .1" friction="1"/></body>'
  s = Scene(table + FREE.format(f".5 0 {r}", f'type="sphere" size="{r}" friction="1"'), h)
  s.d.qvel[1], s.d.qvel[3] = v, (w * 0.5 - v) / r
  turn = lambda t: s.d.mocap_quat.__setitem__(0, [math.cos(w * t / 2), 0, 0, math.sin(w * t / 2)])  # noqa: E731
  d = s.step(1000, turn)
  a = 2 / 7 * w
  np.testing.assert_allclose(d.qvel[:2], [-v * math.sin(a), v * math.cos(a)], atol=2 * h * v)


@pytest.mark.parametrize("share", [0.9, 1.5])
def test_crate_on_a_cart_that_speeds_up(share):
  mu = 0.3
  a = share * mu * G
  cart = f'<body mocap="true" pos="0 0 -.1"><geom type="box" size="5 1 .1" friction="{mu}"/></body>'
  s = Scene(cart + FREE.format("0 0 .1", f'type="box" size=".1 .1 .1" friction="{mu}"'))
  d = s.step(200, lambda t: s.d.mocap_pos.__setitem__((0, 0), 0.5 * a * t * t))
  assert d.qvel[0] == pytest.approx(min(a, mu * G) * 0.4, abs=2 * a * s.h)


def test_body_led_by_mocap_beside_a_ball_that_bounces():
  v = 0.3
  s = Scene(
    plane(1) + '<body pos="2 0 .5"><freejoint/><geom name="ball" type="sphere" size=".1"/></body><body name="m" mocap="true" pos="0 0 1"/>'
    '<body name="b" pos="0 0 1"><freejoint/><geom type="box" size=".1 .1 .1" contype="0" conaffinity="0"/></body>',
    extra='<equality><weld body1="m" body2="b"/></equality>',
    restitution=[("geom", "ball", 1.0)],
  )  # fmt: skip
  s.step(20, lambda t: s.d.mocap_pos.__setitem__((0, 0), v * t))
  struck = 0
  for _ in range(400):
    s.step(1, lambda t: s.d.mocap_pos.__setitem__((0, 0), v * t))
    struck += s.report.impacts
    assert s.d.qvel[6] == pytest.approx(v, abs=1e-7)
  assert struck


@pytest.mark.parametrize("stop", ["wall", "limit"])
def test_what_is_squeezed_by_commands_is_a_contradiction(stop):
  left = '<body mocap="true" pos="-.15 0 0"><geom type="box" size=".05 1 1"/></body>'
  if stop == "wall":
    right = '<body mocap="true" pos=".15 0 0"><geom type="box" size=".05 1 1"/></body><body><freejoint/><geom type="sphere" size=".1"/></body>'
  else:
    right = '<body><joint type="slide" axis="1 0 0" limited="true" range="-1 0"/><geom type="sphere" size=".1"/></body>'
  s = Scene(left + right, gravity=(0, 0, 0))
  for k in range(12):
    s.d.mocap_pos[0, 0] += 0.5 * s.h
    if stop == "wall":
      s.d.mocap_pos[1, 0] -= 0.5 * s.h
    try:
      r = stiction.step(s.m, s.d)
    except stiction.StepError:
      continue
    if k > 1:
      assert r.status == "Contradiction" and not r.solved, r


def test_screw():
  pitch, mass, inertia = 0.01, 2.0, 0.003
  s = Scene(
    f'<body><joint name="s" type="slide" axis="0 0 1"/><joint name="t" axis="0 0 1"/><inertial pos="0 0 0" mass="{mass}" diaginertia="{inertia} {inertia} {inertia}"/></body>',
    extra=f'<equality><joint joint1="s" joint2="t" polycoef="0 {pitch} 0 0 0"/></equality>',
  )
  d = s.step(500)
  a = -G / (1 + inertia / (mass * pitch**2))
  assert d.qvel[0] == pytest.approx(a, abs=1e-9)
  assert d.qpos[0] == pytest.approx(pitch * d.qpos[1], abs=1e-12)


def test_rolling_friction():
  resist, r, v, mu = 0.002, 0.1, 1.0, 0.8
  ball = f'type="sphere" size="{r}" condim="6" friction="{mu} 0 {resist}"'
  s = Scene(plane(mu) + FREE.format(f"0 0 {r}", ball))
  s.d.qvel[0], s.d.qvel[4] = v, v / r
  early = float(s.step(100).qvel[0])
  late = float(s.step(400).qvel[0])
  # one ellipse for sliding and rolling: the ball creeps by F s/(N μ²), s = resist ω, which the rates share
  a = resist * G / (r * 1.4)
  assert early - late == pytest.approx(0.8 * a, rel=5e-4)
  assert np.abs(s.step(4000).qvel).max() < 1e-8


def test_spinning_friction():
  drill, r, w = 0.01, 0.1, 20.0
  s = Scene(plane(0.8) + FREE.format(f"0 0 {r}", f'type="sphere" size="{r}" condim="4" friction=".8 {drill} 0"'))
  s.d.qvel[5] = w
  assert s.step(300).qvel[5] == pytest.approx(w - 0.6 * drill * G / (0.4 * r * r), abs=1e-6)


def test_block_on_a_wedge_on_ice():
  slope, m, M = 0.5, 1.0, 3.0
  c, z = math.cos(slope), math.sin(slope)
  s = Scene(
    plane(0) + f'<body><freejoint/><geom type="mesh" mesh="w" mass="{M}" friction="0"/></body>'
    f'<body pos="{0.7 * c - 0.05 * z} 0 {0.7 * z + 0.05 * c}" euler="0 {-slope} 0"><freejoint/><geom type="box" size=".05 .05 .05" mass="{m}" friction="0"/></body>',
    assets=f'<mesh name="w" vertex="0 -.2 0  {c} -.2 0  {c} -.2 {z}  0 .2 0  {c} .2 0  {c} .2 {z}"/>',
  )  # fmt: skip
  d = s.step(100)
  assert abs(d.qvel[0]) == pytest.approx(0.2 * m * G * z * c / (M + m * z * z), abs=1e-7)
  assert M * d.qvel[0] + m * d.qvel[6] == pytest.approx(0, abs=1e-10)


def test_bar_in_a_groove():
  mu, v = 0.2, 2.0
  sides = "".join(f'<geom type="plane" size="0 0 1" friction="{mu}" zaxis="0 {y} 1"/>' for y in (1, -1))
  s = Scene(sides + f'<body pos="0 0 {0.05 * math.sqrt(2):.15f}"><freejoint/><geom type="box" size=".1 .05 .05" euler="{math.pi / 4} 0 0" friction="{mu}"/></body>')
  s.d.qvel[0] = v
  assert s.step(250).qvel[0] == pytest.approx(v - 0.5 * mu * G * math.sqrt(2), abs=1e-6)


@pytest.mark.parametrize("share", [0.99, 1.05])
def test_book_pulled_from_under_another(share):
  mu, limit = 0.4, 0.4 * G * (5 + 6)
  s = Scene(
    plane(mu) + FREE.format("0 0 .02", f'type="box" size=".2 .1 .02" mass="1" friction="{mu}"')
    + f'<body pos="0 0 .06"><joint type="slide" axis="0 0 1"/><geom type="box" size=".2 .1 .02" mass="5" friction="{mu}"/></body>'
  )  # fmt: skip
  s.d.xfrc_applied[1, 0] = share * limit
  assert s.step(150).qvel[0] == pytest.approx(0.3 * max(0.0, share - 1) * limit, abs=1e-7)


@pytest.mark.parametrize("share", [0.97, 1.05])
def test_cylinder_rolls_or_slips_down_a_slope(share):
  slope = 0.6
  mu = share * math.tan(slope) / 3
  body = f'<body pos="0 0 .1" euler="{math.pi / 2} 0 0"><freejoint/><geom type="cylinder" size=".1 .15" friction="{mu}"/></body>'
  s = Scene(plane(mu) + body, gravity=(G * math.sin(slope), 0, -G * math.cos(slope)))
  a = G * math.sin(slope) * 2 / 3 if share > 1 else G * (math.sin(slope) - mu * math.cos(slope))
  assert s.step(200).qvel[0] == pytest.approx(0.4 * a, abs=1e-6)


def test_sledge_with_uneven_runners():
  rear, front, half, high, m, v = 0.1, 0.5, 0.3, 0.2, 2.0, 2.0
  feet = "".join(
    f'<geom type="sphere" size=".02" pos="{x} {y} {0.02 - high}" friction="{mu}" priority="1"/>' for x, mu in ((-half, rear), (half, front)) for y in (-0.1, 0.1)
  )
  s = Scene(plane(0.01) + f'<body pos="0 0 {high}"><freejoint/><inertial pos="0 0 0" mass="{m}" diaginertia=".05 .05 .05"/>{feet}</body>')
  s.d.qvel[0] = v
  d = s.step(100)
  brake = np.linalg.solve([[1, 1, 0], [-half, half, -high], [rear, front, -1]], [m * G, 0, 0])[2]
  assert d.qvel[0] == pytest.approx(v - 0.2 * brake / m, abs=1e-7)
  assert abs(d.qvel[5]) < 1e-9


def test_two_blocks_push_each_other_down_a_slope():
  slope, m, mu = 0.6, (1.0, 3.0), (0.1, 0.5)
  blocks = "".join(FREE.format(f"{x} 0 .1", f'name="b{k}" type="box" size=".1 .1 .1" mass="{m[k]}" friction="{mu[k]}" priority="1"') for k, x in enumerate((0, 0.2)))
  smooth = '<contact><pair geom1="b0" geom2="b1" condim="1"/></contact>'
  s = Scene(plane(0.01) + blocks, gravity=(G * math.sin(slope), 0, -G * math.cos(slope)), extra=smooth)
  d = s.step(100)
  a = G * math.sin(slope) - G * math.cos(slope) * (m[0] * mu[0] + m[1] * mu[1]) / sum(m)
  np.testing.assert_allclose(d.qvel[[0, 6]], 0.2 * a, atol=1e-6)


@pytest.mark.parametrize("share", [0.98, 1.02])
def test_ladder_against_a_smooth_wall(share):
  mu, half, r = 0.5, 0.5, 0.005
  lean = math.atan(share / (2 * mu))
  c, z = math.cos(lean), math.sin(lean)
  wall = f'<geom type="plane" size="0 0 1" zaxis="1 0 0" pos="{-half * c - r} 0 0" friction="0" priority="1"/>'
  body = f'<body pos="0 0 {half * z + r}" euler="0 {lean - math.pi / 2} 0"><freejoint/><geom type="capsule" size="{r} {half}" friction="{mu}"/></body>'
  s = Scene(plane(mu) + wall + body)
  d = s.step(100)
  assert (np.abs(d.qvel).max() < 1e-7) == (share > 1)


def test_slide_between_stops_that_give_back_half():
  e, v, T = 0.7, 1.0, 1.0
  body = '<body><joint name="s" type="slide" axis="1 0 0" limited="true" range="-.1 .1"/><geom type="box" size=".02 .02 .02" contype="0" conaffinity="0"/></body>'
  s = Scene(body, 0.005, (0, 0, 0), restitution=[("joint", "s", e)])
  s.d.qvel[0] = v
  d = s.step(200)
  x, t = 0.0, 0.0
  while t + (dt := (math.copysign(0.1, v) - x) / v) < T:
    x, t, v = math.copysign(0.1, v), t + dt, -e * v
  np.testing.assert_allclose([d.qpos[0], d.qvel[0]], [x + v * (T - t), v], atol=1e-9)


def test_bar_hinged_at_its_middle_between_posts():
  posts = "".join(f'<geom type="cylinder" size=".01 .2" pos=".2 {y} 0"/>' for y in (0.1, -0.1))
  s = Scene(posts + '<body><joint axis="0 0 1"/><geom name="g" type="box" size=".3 .01 .05"/></body>', gravity=(0, 0, 0), restitution=[("geom", "g", 0.5)])
  s.d.qvel[0] = 4.0
  speeds = [4.0]
  for _ in range(900):
    s.step()
    if abs(s.d.qvel[0] - speeds[-1]) > 1e-6:
      speeds.append(float(s.d.qvel[0]))
  assert len(speeds) >= 4
  np.testing.assert_allclose(speeds, 4.0 * (-0.5) ** np.arange(len(speeds)), rtol=1e-8, atol=1e-9)


def test_lever_in_balance():
  loads = FREE.format("-.2 0 1.06", 'type="box" size=".05 .05 .05" mass="4"') + FREE.format(".4 0 1.06", 'type="box" size=".05 .05 .05" mass="2"')
  s = Scene('<body pos="0 0 1"><joint axis="0 1 0"/><geom type="box" size=".6 .05 .01"/></body>' + loads)
  d = s.step(300)
  assert abs(d.qpos[0]) < 1e-9 and np.abs(d.qvel).max() < 1e-8


def test_loaded_parallelogram_rests_on_a_stop():
  link = '<geom type="capsule" size=".01" fromto="0 0 0 {}" mass="{}" contype="0" conaffinity="0"/>'
  s = Scene(
    f'<body><joint name="a" axis="0 1 0" limited="true" range="-1 0"/>{link.format(".3 0 0", 0.5)}<body name="c" pos=".3 0 0"><joint axis="0 1 0"/>{link.format("0 0 .4", 1)}</body></body>'
    f'<body name="d" pos="0 0 .4"><joint axis="0 1 0"/>{link.format(".3 0 0", 0.5)}</body>',
    extra='<equality><connect body1="c" body2="d" anchor="0 0 .4"/></equality>',
  )
  d = s.step(200)
  assert np.abs(d.qpos).max() < 1e-9 and np.abs(d.qvel).max() < 1e-9
  limit = float(np.array(d.efc_force)[np.array(d.efc_type) == 3].sum())
  assert limit == pytest.approx(G * (0.5 * 0.15 + 0.5 * 0.15 + 1 * 0.3), rel=1e-9)


def test_balls_that_meet_off_centre_keep_both_momenta():
  m, r = (1.0, 3.0), (0.1, 0.12)
  balls = "".join(f'<body pos="{p}"><freejoint/><geom name="b{k}" type="sphere" size="{r[k]}" mass="{m[k]}" friction=".4"/></body>' for k, p in enumerate(("-.3 .03 0", ".1 0 .02")))
  s = Scene(balls, gravity=(0, 0, 0), restitution=[("geom", "b0", 0.6)])
  s.d.qvel[:6] = 3, 0, 0.1, 5, -20, 9

  def momenta():
    p, L = np.zeros(3), np.zeros(3)
    for k in range(2):
      x, v, w = s.d.qpos[7 * k : 7 * k + 3], s.d.qvel[6 * k : 6 * k + 3], np.zeros(3)
      mj.mju_rotVecQuat(w, np.array(s.d.qvel[6 * k + 3 : 6 * k + 6]), np.array(s.d.qpos[7 * k + 3 : 7 * k + 7]))
      p, L = p + m[k] * v, L + m[k] * np.cross(x, v) + 0.4 * m[k] * r[k] ** 2 * w
    return np.concatenate([p, L])

  before, energy = momenta(), s.energy()
  s.step(150)
  np.testing.assert_allclose(momenta(), before, atol=1e-12)
  assert s.energy() < energy - 1.0


def test_rod_that_falls_on_ice_falls_straight():
  half, lean = 0.499, 0.02
  s = Scene(plane(0) + f'<body pos="0 0 {half * math.cos(lean) + 0.001}" euler="0 {lean} 0"><freejoint/><geom type="capsule" size=".001 {half}" friction="0"/></body>', 0.001)
  energy = s.energy()
  while s.d.qpos[2] > 0.1:
    s.step()
  assert abs(s.d.qpos[0]) < 1e-12
  assert -2e-3 < s.energy() / energy - 1 <= 1e-12


def test_rod_pushed_into_the_floor():
  """Painlevé's rod: with this friction and lean no finite force stops its tip, an impact does. Energy never rises, and the tip stays on or over the floor."""
  half, lean = 0.5, 1.0
  s = Scene(plane(2.0) + f'<body pos="0 0 {half * math.sin(lean) + 0.01}" euler="0 {math.pi / 2 - lean} 0"><freejoint/><geom type="capsule" size=".01 {half}" friction="2"/></body>', 0.001)
  s.d.qvel[0] = -3.0
  energies = [s.energy()]
  for _ in range(400):
    s.step()
    energies.append(s.energy())
    assert stiction.report(s.d, geometry=True).geometry.depth < 1e-3
  rise = np.max(np.array(energies) - np.minimum.accumulate(energies))
  assert rise < 2e-3 * energies[0]


def test_milligrams_between_hundredweights():
  bodies, z = "", 0.0
  for mass, half in ((1e-3, 0.02), (100, 0.2), (1e-3, 0.02), (100, 0.2), (1e-4, 0.01)):
    bodies, z = bodies + FREE.format(f"0 0 {z + half}", f'type="box" size="{half} {half} {half}" mass="{mass}"'), z + 2 * half
  s = Scene(plane(1) + bodies)
  before = np.array(s.d.qpos)
  np.testing.assert_allclose(s.step(200).qpos, before, atol=1e-8)
