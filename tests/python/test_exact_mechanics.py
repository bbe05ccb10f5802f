"""More scenes with exact answers under the exact law: offset pivots, unequal friction, edges, spin, meshes, limits, mocap, tendons, wheels.

Every step is judged again in numpy ([`test_exact_scenes.Scene`])."""

import math

import numpy as np
import pytest
from test_exact_scenes import FREE, G, Scene, plane


def weight(s):
  """Forces of the contacts along their normals (N), by geoms."""
  d, out = s.d, {}
  for i in range(d.ncon):
    pair = tuple(int(g) for g in d.contact.geom[i])
    at = int(d.contact.efc_address[i])
    if at >= 0:
      out[pair] = out.get(pair, 0.0) + float(d.efc_force[at])
  return out


@pytest.mark.parametrize("e", [0.0, 0.5, 1.0])
def test_bar_on_an_offset_pivot_strikes_its_stop(e):
  s = Scene(
    '<body><joint name="j" axis="0 0 1" limited="true" range="-2 .5"/><geom type="box" size=".4 .02 .02" pos=".3 .1 0" mass="2"/></body>',
    gravity=(0, 0, 0),
    restitution=[("joint", "j", e)] if e else [],
  )
  s.d.qvel[0] = 3.0
  d = s.step(200)
  assert d.qvel[0] == pytest.approx(-3 * e, abs=1e-9)
  assert d.qpos[0] == pytest.approx(0.5 - 3 * e * (0.4 - 0.5 / 3), abs=1e-9)


@pytest.mark.parametrize("b", [0.0, 0.2, 0.4])
def test_rod_struck_beside_its_middle(b):
  m, big, length, v, e = 0.5, 2.0, 1.0, 2.0, 0.8
  s = Scene(
    f'<body pos="-.5 {b} 0"><freejoint/><geom name="ball" type="sphere" size=".05" mass="{m}" friction="0"/></body>'
    f'<body><freejoint/><geom name="rod" type="box" size=".01 {length / 2} .01" mass="{big}" friction="0"/></body>',
    gravity=(0, 0, 0),
    restitution=[("geom", "ball", e), ("geom", "rod", e)],
  )
  s.d.qvel[0] = v
  d = s.step(400)
  inertia = big * (length**2 + 0.02**2) / 12
  p = (1 + e) * v / (1 / m + 1 / big + b * b / inertia)
  assert d.qvel[0] == pytest.approx(v - p / m, abs=1e-9)
  assert d.qvel[6] == pytest.approx(p / big, abs=1e-9)
  assert d.qvel[11] == pytest.approx(-b * p / inertia, abs=1e-8)


@pytest.mark.parametrize("share", [0.97, 1.03])
def test_ladder_with_unequal_friction(share):
  floor_mu, wall_mu, length, r = 0.5, 0.3, 2.0, 1e-3
  # at the limit both ends slip: tan θ = (1 − μ₁μ₂)/2μ₁
  angle = math.atan(share * (1 - floor_mu * wall_mu) / (2 * floor_mu))
  x, z = -0.5 * length * math.cos(angle) - r, 0.5 * length * math.sin(angle) + r
  s = Scene(
    f'<geom type="plane" size="0 0 1" priority="1" friction="{floor_mu} 0 0"/>'
    f'<geom type="plane" size="0 0 1" zaxis="-1 0 0" priority="1" friction="{wall_mu} 0 0"/>'
    f'<body pos="{x} 0 {z}" euler="0 {math.pi / 2 - angle} 0"><freejoint/><geom type="capsule" size="{r} {length / 2}" mass="3"/></body>'
  )
  d = s.step(250)
  moved = abs(d.qpos[2] - z)
  assert moved < 1e-8 if share > 1 else moved > 0.005


@pytest.mark.parametrize("share", [0.98, 1.02])
def test_cylinder_on_its_edge_falls_back_or_over(share):
  r, half = 0.1, 0.2
  lean = share * math.atan(r / half)
  z = r * math.sin(lean) + half * math.cos(lean)
  s = Scene(plane(1) + f'<body pos="0 0 {z}" euler="0 {lean} 0"><freejoint/><geom type="cylinder" size="{r} {half}" friction="1"/></body>')
  d = s.step(1000)
  up = 1 - 2 * (d.qpos[4] ** 2 + d.qpos[5] ** 2)
  assert up == pytest.approx(1, abs=1e-6) if share < 1 else up < 0.9


def test_spinning_disc_is_stopped_by_its_rim():
  # all points press alike at the rim: ω̇ = −2 μ g/r
  r, mu, w = 0.2, 0.3, 20.0
  s = Scene(plane(mu) + FREE.format("0 0 .05", f'type="cylinder" size="{r} .05" friction="{mu}"'))
  s.d.qvel[5] = w
  d = s.step(200)
  assert d.qvel[5] == pytest.approx(w - 2 * mu * G / r * 0.4, abs=1e-7)
  np.testing.assert_allclose(d.qvel[:5], 0, atol=1e-8)
  d = s.step(300)
  np.testing.assert_allclose(d.qvel, 0, atol=1e-9)


@pytest.mark.parametrize("mu", [0.1, 2.0])
def test_ball_with_spin_meets_a_wall(mu):
  r, v, u, w, e = 0.1, 3.0, 1.0, 40.0, 0.6
  s = Scene(
    f'<geom name="wall" type="plane" size="0 0 1" zaxis="-1 0 0" friction="{mu}"/>'
    + f'<body pos="-.5 0 0"><freejoint/><geom name="ball" type="sphere" size="{r}" mass="1" friction="{mu}"/></body>',
    gravity=(0, 0, 0),
    restitution=[("geom", "wall", e), ("geom", "ball", e)],
  )
  s.d.qvel[:] = [v, u, 0, 0, 0, w]
  d = s.step(200)
  slip = u + w * r  # the point at +x of the ball moves along y
  p = -math.copysign(min(mu * (1 + e) * v, 2 / 7 * abs(slip)), slip)
  np.testing.assert_allclose(d.qvel, [-e * v, u + p, 0, 0, 0, w + 2.5 * p / r], atol=1e-9)


def test_milligram_rides_on_a_ton_that_brakes():
  mu, v = 0.2, 3.0
  s = Scene(
    plane(mu)
    + FREE.format("0 0 .5", f'type="box" size="2 1 .5" mass="1000" friction="{mu}"')
    + FREE.format("-1 0 1.01", 'type="box" size=".01 .01 .01" mass="1e-6" friction="1"')
  )
  s.d.qvel[0] = s.d.qvel[6] = v
  d = s.step(300)
  assert d.qvel[0] == pytest.approx(v - mu * G * 0.6, abs=1e-8)
  assert d.qvel[6] == pytest.approx(d.qvel[0], abs=1e-8)


def test_mesh_cube_slides_down_a_mesh_wedge():
  a, mu = math.radians(30), 0.2
  c, t = 4.0, 4.0 * math.tan(a)
  wedge = f"0 -1 0  {c} -1 0  0 -1 {t}  0 1 0  {c} 1 0  0 1 {t}"
  cube = "  ".join(f"{x} {y} {z}" for x in (-0.1, 0.1) for y in (-0.1, 0.1) for z in (-0.1, 0.1))
  up = np.array([math.sin(a), 0, math.cos(a)])
  x, _, z = np.array([1, 0, t - math.tan(a)]) + 0.1 * up
  s = Scene(
    f'<geom type="mesh" mesh="w" friction="{mu}"/><body pos="{x} 0 {z}" euler="0 {a} 0"><freejoint/><geom type="mesh" mesh="c" friction="{mu}"/></body>',
    assets=f'<mesh name="w" vertex="{wedge}"/><mesh name="c" vertex="{cube}"/>',
  )
  # the compiler moves meshes to their centres of mass; the cube's is its own
  d = s.step(200)
  speed = float(np.hypot(d.qvel[0], d.qvel[2]))
  assert speed == pytest.approx(G * (math.sin(a) - mu * math.cos(a)) * 0.4, rel=1e-6)


@pytest.mark.parametrize("e", [0.3, 0.9])
def test_slide_falls_on_its_stop_and_rises_by_e_squared(e):
  s = Scene(
    '<body><joint name="j" type="slide" axis="0 0 1" limited="true" range="-1 5"/><geom size=".1" mass="2"/></body>', restitution=[("joint", "j", e)]
  )
  fall = math.sqrt(2 / G)
  tops = []
  s.step(round((fall * (1 + 2 * e)) / s.h), lambda t: tops.append(s.d.qpos[0]) if t > fall * 1.02 else None)
  assert max(tops) == pytest.approx(e * e - 1, abs=2e-5)


def test_plate_of_mocap_lifts_with_constant_acceleration():
  a, m = 2.0, 3.0
  s = Scene('<body mocap="true" pos="0 0 -.1"><geom type="box" size="1 1 .1"/></body>' + FREE.format("0 0 .1", f'type="box" size=".1 .1 .1" mass="{m}"'))
  d = s.step(300, lambda t: s.d.mocap_pos.__setitem__((0, 2), -0.1 + 0.5 * a * t * t))
  assert sum(weight(s).values()) == pytest.approx(m * (G + a), rel=1e-6)
  assert d.qvel[2] == pytest.approx(a * 0.6, abs=2 * a * s.h)


def test_atwood_on_a_tendon():
  m1, m2 = 3.0, 1.0
  s = Scene(
    f'<body pos="0 0 0"><joint name="a" type="slide" axis="0 0 1"/><geom size=".1" mass="{m1}"/></body>'
    f'<body pos="1 0 0"><joint name="b" type="slide" axis="0 0 1"/><geom size=".1" mass="{m2}"/></body>',
    extra='<tendon><fixed name="t"><joint joint="a" coef="1"/><joint joint="b" coef="1"/></fixed></tendon><equality><tendon tendon1="t"/></equality>',
  )
  d = s.step(250)
  a = (m1 - m2) / (m1 + m2) * G
  np.testing.assert_allclose(d.qvel, [-a * 0.5, a * 0.5], rtol=1e-9)


def test_weight_hangs_on_the_limit_of_a_tendon():
  s = Scene(
    '<site name="top" pos="0 0 2"/><body pos="0 0 1"><joint type="slide" axis="0 0 1"/><joint type="slide" axis="1 0 0"/>'
    '<geom size=".1" mass="2"/><site name="low"/></body>',
    extra='<tendon><spatial limited="true" range="0 1.2"><site site="top"/><site site="low"/></spatial></tendon>',
  )
  d = s.step(400)
  assert d.qpos[0] == pytest.approx(-0.2, abs=2e-5)
  np.testing.assert_allclose(d.qvel, 0, atol=1e-9)
  np.testing.assert_allclose(d.qfrc_constraint, [2 * G, 0], atol=1e-7)


def test_weight_unwinds_a_drum():
  m, i, r = 2.0, 0.3, 0.2
  s = Scene(
    f'<body><joint name="drum" axis="0 1 0"/><inertial pos="0 0 0" mass="5" diaginertia="{i} {i} {i}"/></body>'
    f'<body><joint name="load" type="slide" axis="0 0 -1"/><geom size=".1" mass="{m}"/></body>',
    extra=f'<equality><joint joint1="load" joint2="drum" polycoef="0 {r} 0 0 0"/></equality>',
  )
  d = s.step(250)
  a = m * G / (m + i / r**2)
  np.testing.assert_allclose(d.qvel, [a / r * 0.5, a * 0.5], rtol=1e-9)


def test_ball_in_a_groove_of_unequal_sides():
  left, right, m, r = math.radians(30), math.radians(50), 2.0, 0.1
  x, z = np.linalg.solve([[math.sin(left), math.cos(left)], [-math.sin(right), math.cos(right)]], [r, r])
  s = Scene(
    f'<geom type="plane" size="0 0 1" zaxis="{math.sin(left)} 0 {math.cos(left)}" friction="0"/>'
    f'<geom type="plane" size="0 0 1" zaxis="{-math.sin(right)} 0 {math.cos(right)}" friction="0"/>'
    + FREE.format(f"{x} 0 {z}", f'type="sphere" size="{r}" mass="{m}" friction="0"')
  )
  s.step(100)
  f = weight(s)
  both = math.sin(left + right)
  assert f[0, 2] == pytest.approx(m * G * math.sin(right) / both, rel=1e-7)
  assert f[1, 2] == pytest.approx(m * G * math.sin(left) / both, rel=1e-7)


def test_beam_with_an_offset_load_on_two_supports():
  m, load, x = 4.0, 6.0, 0.3
  post = '<geom type="capsule" size=".05 .2" pos="{} 0 .15" euler="1.5707963267948966 0 0"/>'
  s = Scene(
    post.format(-0.8)
    + post.format(0.8)
    + f'<body pos="0 0 .25"><freejoint/><geom type="box" size="1 .1 .05" mass="{m}"/><geom type="box" size=".05 .05 .05" pos="{x} 0 .1" mass="{load}"/></body>'
  )
  s.step(200)
  f = weight(s)
  sides = [sum(v for k, v in f.items() if post in k) for post in (0, 1)]
  np.testing.assert_allclose(sides, [G * (m / 2 + load * (0.8 - x) / 1.6), G * (m / 2 + load * (0.8 + x) / 1.6)], rtol=1e-7)


def test_cylinder_rolls_on_a_plate_that_is_pulled():
  big, m, force, r = 2.0, 3.0, 5.0, 0.1
  s = Scene(
    '<geom type="plane" size="0 0 1" friction="0" priority="1"/>'
    + FREE.format("0 0 .05", f'type="box" size="2 .5 .05" mass="{big}" friction="1"')
    + f'<body pos="0 0 {0.1 + r}" euler="{math.pi / 2} 0 0"><freejoint/><geom type="cylinder" size="{r} .2" mass="{m}" friction="1"/></body>'
  )
  s.d.xfrc_applied[1, 0] = force
  d = s.step(200)
  a = force / (big + m / 3)
  np.testing.assert_allclose([d.qvel[0], d.qvel[6]], [a * 0.4, a / 3 * 0.4], rtol=1e-7)


def test_wheel_in_a_gimbal_precesses():
  # Ω = m g l/(I ω), with the axis level
  m, l, r, w = 1.0, 0.1, 0.2, 150.0
  i = 0.5 * m * r * r
  s = Scene(
    f'<body><joint axis="0 0 1"/><inertial pos="0 0 0" mass="1e-3" diaginertia="1e-6 1e-6 1e-6"/><body><joint axis="0 1 0"/><inertial pos="0 0 0" mass="1e-3" diaginertia="1e-6 1e-6 1e-6"/>'
    f'<body><joint axis="1 0 0"/><inertial pos="{l} 0 0" mass="{m}" diaginertia="{i} {i / 2} {i / 2}"/></body></body></body>',
    0.001,
  )
  rate = m * G * l / (i * w)
  s.d.qvel[:] = [rate, 0, w]
  d = s.step(2000)
  assert d.qpos[0] == pytest.approx(2 * rate, rel=2e-3)
  assert abs(d.qpos[1]) < 2e-3
  assert d.qvel[2] == pytest.approx(w, rel=1e-3)


@pytest.mark.parametrize("joint", ["ball", "hinges"])
def test_conical_pendulum_keeps_its_angle(joint):
  l, a = 0.5, 0.6
  w = math.sqrt(G / (l * math.cos(a)))
  joints = '<joint type="ball"/>' if joint == "ball" else '<joint axis="0 0 1"/><joint axis="0 1 0"/>'
  s = Scene(f'<body>{joints}<inertial pos="0 0 {-l}" mass="1" diaginertia="1e-7 1e-7 1e-7"/></body>', 0.0005)
  if joint == "ball":
    s.d.qpos[:] = [math.cos(a / 2), 0, math.sin(a / 2), 0]
    # about the vertical, in the body's axes
    s.d.qvel[:] = [-w * math.sin(a), 0, w * math.cos(a)]
  else:
    s.d.qpos[1], s.d.qvel[0] = a, w
  heights = []
  s.step(4000, lambda t: heights.append(1 - 2 * (s.d.qpos[1] ** 2 + s.d.qpos[2] ** 2) if joint == "ball" else math.cos(s.d.qpos[1])))
  assert max(heights) - min(heights) < 5e-3


def test_bead_on_a_rod_that_turns_keeps_angular_momentum():
  i, m, r0, w0 = 0.1, 0.5, 0.2, 5.0
  ends = []
  for h in (0.001, 0.0005):
    s = Scene(
      f'<body><joint axis="0 0 1"/><inertial pos="0 0 0" mass="1" diaginertia="{i} {i} {i}"/>'
      f'<body pos="{r0} 0 0"><joint type="slide" axis="1 0 0"/><inertial pos="0 0 0" mass="{m}" diaginertia="1e-9 1e-9 1e-9"/></body></body>',
      h,
      gravity=(0, 0, 0),
    )
    s.d.qvel[0] = w0
    d = s.step(round(0.5 / h))
    r = r0 + d.qpos[1]
    spin = (i + m * r * r) * d.qvel[0] / ((i + m * r0 * r0) * w0) - 1
    energy = ((i + m * r * r) * d.qvel[0] ** 2 + m * d.qvel[1] ** 2) / ((i + m * r0 * r0) * w0**2) - 1
    ends.append((abs(spin), abs(energy)))
  assert max(ends[0]) < 5e-3
  np.testing.assert_allclose(np.array(ends[0]) / np.array(ends[1]), 2, rtol=0.2)


def test_ball_rolls_down_a_groove():
  # touches at 45° on both sides: ẍ = g sin α/(1 + 2/5 · r²/d²), d = r/√2
  a, r = 0.2, 0.1
  n = [np.array([math.sin(a) / math.sqrt(2), y / math.sqrt(2), math.cos(a) / math.sqrt(2)]) for y in (-1, 1)]
  up = np.array([math.sin(a), 0, math.cos(a)]) * r * math.sqrt(2)
  s = Scene(
    "".join(f'<geom type="plane" size="0 0 1" zaxis="{" ".join(map(str, x))}" friction="1 0 0"/>' for x in n)
    + FREE.format(" ".join(map(str, up)), f'type="sphere" size="{r}" friction="1 0 0"')
  )
  d = s.step(250)
  speed = float(d.qvel[:3] @ [math.cos(a), 0, -math.sin(a)])
  assert speed == pytest.approx(G * math.sin(a) / 1.8 * 0.5, rel=1e-7)


@pytest.mark.parametrize("share", [0.97, 1.03])
def test_wheel_climbs_a_kerb_from_its_least_speed_on(share):
  r, k = 0.3, 0.06
  v = share * math.sqrt(4 / 3 * G * k) / (1 - 2 * k / (3 * r))
  edge = math.sqrt(r * r - (r - k) ** 2)
  s = Scene(
    plane(2)
    + f'<geom type="box" size="2 1 {k / 2}" pos="{2 + edge} 0 {k / 2}" friction="2"/>'
    + f'<body pos="-.02 0 {r}" euler="{math.pi / 2} 0 0"><freejoint/><geom type="cylinder" size="{r} .05" friction="2"/></body>'
  )
  s.d.qvel[0], s.d.qvel[5] = v, -v / r
  d = s.step(1000)
  assert (d.qpos[0] > edge) == (share > 1)


def test_box_between_two_belts_turns_on_the_spot():
  v, mu = 0.5, 0.5
  belt = '<body mocap="true" pos="0 {} -.1"><geom type="box" size="50 .5 .1" friction="{}"/></body>'
  s = Scene(belt.format(-0.5, mu) + belt.format(0.5, mu) + FREE.format("0 0 .1", f'type="box" size=".2 .2 .1" friction="{mu}"'))

  def move(t):
    s.d.mocap_pos[0, 0], s.d.mocap_pos[1, 0] = -v * t, v * t

  d = s.step(100, move)
  assert d.qvel[5] < -0.1
  np.testing.assert_allclose(d.qpos[:2], 0, atol=1e-6)
