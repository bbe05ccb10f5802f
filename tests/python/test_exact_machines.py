"""Machines under the exact law: wedges, arches, brakes, ropes on drums, cams, Geneva drives, linkages, latches, with what statics and kinematics say of them.

Every step is judged again in numpy ([`test_exact_scenes.Scene`])."""

import math

import numpy as np
import pytest
from test_exact_scenes import FREE, G, Scene, plane

HALF = math.pi / 2


def prism(points, y):
  """Vertices of a polygon in the xz plane, drawn out to ±y."""
  return " ".join(f"{x} {s * y} {z}" for x, z in points for s in (-1, 1))


def carried(s, geom=None):
  """Sum of the normal forces (N) of all contacts, or of those of one geom."""
  c = s.d.contact
  here = [i for i in range(s.d.ncon) if c.efc_address[i] >= 0 and (geom is None or geom in c.geom[i])]
  return sum(float(s.d.efc_force[c.efc_address[i]]) for i in here)


@pytest.mark.parametrize("share", [0.97, 1.03])
def test_wedge_under_a_load_locks_itself(share):
  mu, run, foot = 0.2, 0.6, 0.05
  angle = share * 2 * math.atan(mu)
  rise = math.tan(angle)
  wedge = prism([(-run / 2, 0), (run / 2, 0), (run / 2, run * rise)], 0.1)
  load = prism([(-foot, -foot * rise), (foot, foot * rise), (foot, 0.3), (-foot, 0.3)], 0.05)
  s = Scene(
    plane(mu)
    + f'<body><freejoint/><geom type="mesh" mesh="w" mass="1e-3" friction="{mu}"/></body>'
    + f'<body pos="0 0 {run * rise / 2}"><joint type="slide" axis="0 0 1"/><geom type="mesh" mesh="l" mass="5" friction="{mu}"/></body>',
    assets=f'<mesh name="w" vertex="{wedge}"/><mesh name="l" vertex="{load}"/>',
  )
  x = s.d.qpos[0]
  moved = abs(s.step(150).qpos[0] - x)
  assert moved < 1e-9 if share < 1 else moved > 1e-3


@pytest.mark.parametrize("share", [0.98, 1.02])
def test_keystone_pushes_its_abutments_apart(share):
  lean, high, stone, foot = math.radians(20), 0.3, 1.0, 3.0
  # the thrust is W/(2 tan β); floor and abutments alone have friction
  mu = share * stone / (2 * math.tan(lean)) / (foot + stone / 2)
  out = high * math.tan(lean)
  key = prism([(-0.1, 0), (0.1, 0), (0.1 + out, high), (-0.1 - out, high)], 0.1)
  side = [prism([(k * 0.1, 0), (k * 0.5, 0), (k * 0.5, high), (k * (0.1 + out), high)], 0.1) for k in (-1, 1)]
  stones = '<body><freejoint/><geom type="mesh" mesh="{}" mass="{}" friction="0" contype="{}" conaffinity="{}"/></body>'
  s = Scene(
    f'<geom type="plane" size="0 0 1" friction="{mu}" priority="1"/>'
    + stones.format("k", stone, 2, 2)
    + stones.format("a", foot, 3, 3)
    + stones.format("b", foot, 3, 3),
    assets="".join(f'<mesh name="{n}" vertex="{v}"/>' for n, v in zip("kab", (key, *side))),
  )
  z = s.d.qpos[2]
  sunk = abs(s.step(200).qpos[2] - z)
  assert sunk < 1e-8 if share > 1 else sunk > 1e-3


@pytest.mark.parametrize("share", [0.98, 1.02])
def test_rope_of_twelve_nodes_on_a_drum(share):
  n, big, r, mu, bend = 12, 0.2, 2e-4, 0.3, math.radians(15)
  # each node turns the rope by δ: T₂/T₁ = (1 + μ tan δ/2)/(1 − μ tan δ/2)
  t = mu * math.tan(bend / 2)
  ratio = ((1 + t) / (1 - t)) ** n
  at = [(big + r) * np.array([math.cos(i * bend), 0, math.sin(i * bend)]) for i in range(n)]
  ball = f'<geom type="sphere" size="{r}" mass="1e-3" friction="{mu}" conaffinity="2"/>'
  xml = '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/>' + ball
  for i in range(1, n):
    x = at[i] - at[i - 1]
    hinge = '<joint axis="0 1 0"/>' if i < n - 1 else ""
    xml += f'<body pos="{x[0]} 0 {x[2]}">{hinge}{ball}'
  s = Scene(
    f'<geom type="cylinder" size="{big} .1" euler="{HALF} 0 0" friction="{mu}" contype="2"/><body pos="{at[0][0]} 0 0">'
    + xml + "</body>" * n,
    step=1e-3,
    gravity=(0, 0, 0),
  )
  ends = (bend / 2, HALF + (n - 0.5) * bend)
  s.d.xfrc_applied[1, :3] = [-math.sin(ends[0]), 0, -math.cos(ends[0])]
  s.d.xfrc_applied[n, :3] = share * ratio * np.array([math.cos(ends[1]), 0, math.sin(ends[1])])
  start = np.array(s.d.qpos)
  moved = np.abs(s.step(60).qpos - start).max()
  assert moved < 1e-9 if share < 1 else moved > 1e-3


@pytest.mark.parametrize("spin", [20.0, -20.0])
def test_brake_shoe_that_trails_or_leads(spin):
  r, b, c, mu, torque, inertia = 0.2, 0.3, 0.25, 0.4, 5.0, 2.0
  s = Scene(
    f'<body><joint axis="0 1 0"/><inertial pos="0 0 0" mass="5" diaginertia="1 {inertia} 1"/>'
    f'<geom type="cylinder" size="{r} .05" euler="{HALF} 0 0" friction="{mu}"/></body>'
    f'<body pos="{-b} 0 {r + c}"><joint axis="0 1 0"/><inertial pos="0 0 0" mass=".1" diaginertia=".01 .01 .01"/>'
    f'<geom type="sphere" size=".02" pos="{b} 0 {0.02 - c}" friction="{mu}"/></body>',
    step=1e-3,
    gravity=(0, 0, 0),
  )
  s.d.qvel[0], s.d.qfrc_applied[1] = spin, torque
  before = float(s.step(20).qvel[0])
  after = float(s.step(100).qvel[0])
  way = math.copysign(1, spin)
  # moments about the shoe's pivot: N b ± μ N c
  assert (after - before) / 0.1 == pytest.approx(-way * mu * r / inertia * torque / (b + way * mu * c), rel=1e-9)


def test_brake_shoe_beyond_its_limit_seizes_the_drum():
  r, b, c, mu = 0.2, 0.1, 0.3, 0.5
  s = Scene(
    '<body><joint axis="0 1 0"/><inertial pos="0 0 0" mass="5" diaginertia="1 2 1"/>'
    f'<geom type="cylinder" size="{r} .05" euler="{HALF} 0 0" friction="{mu}"/></body>'
    f'<body pos="{-b} 0 {r + c}"><joint axis="0 1 0"/><inertial pos="0 0 0" mass=".1" diaginertia=".01 .01 .01"/>'
    f'<geom type="sphere" size=".02" pos="{b} 0 {0.02 - c}" friction="{mu}"/></body>',
    step=1e-3,
    gravity=(0, 0, 0),
  )
  s.d.qvel[0], s.d.qfrc_applied[1] = -20, 1.0
  assert abs(s.step(50).qvel[0]) < 1e-8


def test_flat_follower_on_an_eccentric_cam():
  e, r, w = 0.02, 0.1, 8.0
  s = Scene(
    '<body><joint axis="0 1 0"/><inertial pos="0 0 0" mass="1" diaginertia="1e6 1e6 1e6"/>'
    f'<geom type="cylinder" size="{r} .05" pos="{e} 0 0" euler="{HALF} 0 0" friction="0"/></body>'
    f'<body pos="0 0 {r + 0.02}"><joint type="slide" axis="0 0 1"/><geom type="box" size=".2 .05 .02" friction="0" mass="2"/></body>',
    step=1e-3,
  )
  s.d.qvel[:] = w, -e * w
  for _ in range(500):
    d = s.step()
    assert d.qpos[1] == pytest.approx(-e * math.sin(d.qpos[0]), abs=2e-5)
  # N = m (g + z̈), at the middle of the step
  assert carried(s) == pytest.approx(2 * (G + e * w * w * math.sin(d.qpos[0])), rel=2e-2)


def test_pin_turns_a_geneva_wheel_by_a_quarter():
  r, clear, pin = 0.1, 2e-4, 0.008
  apart = r * math.sqrt(2)
  slots = ""
  for i in range(4):
    c, n = math.cos(i * HALF), math.sin(i * HALF)
    for side in (-1, 1):
      y = side * (pin + 0.004 + clear / 2)
      slots += (
        f'<geom type="box" size=".05 .004 .01" pos="{0.075 * c - y * n} {0.075 * n + y * c} 0" euler="0 0 {i * HALF}" friction="0" mass=".02"/>'
      )
  s = Scene(
    '<body><joint axis="0 0 1"/><inertial pos="0 0 0" mass="1" diaginertia="1e4 1e4 1e4"/>'
    f'<geom type="cylinder" size="{pin} .02" pos="{r} 0 0" friction="0"/></body>'
    f'<body pos="{apart} 0 0"><joint axis="0 0 1"/>{slots}</body>',
    step=5e-4,
    gravity=(0, 0, 0),
  )
  s.d.qpos[:] = -math.pi / 4 - 0.05, math.pi / 4
  s.d.qvel[0] = 5.0
  while s.d.qpos[0] < 0.7:
    d = s.step()
    a = float(d.qpos[0])
    if a > -0.7:
      arm = np.array([r * math.cos(a) - apart, r * math.sin(a)])
      off = (float(d.qpos[1]) + HALF - math.atan2(arm[1], arm[0]) + math.pi / 4) % HALF - math.pi / 4
      assert abs(off) * np.linalg.norm(arm) < clear / 2 + 2e-5
  assert abs(d.qpos[1]) > 0.5


def test_plate_on_balls_turns_twice_as_fast_as_they_circle():
  r, ring, w = 0.02, 0.2, 2.0
  angles = [0.1 + 2 * math.pi * i / 3 for i in range(3)]
  balls = "".join(FREE.format(f"{ring * math.cos(a)} {ring * math.sin(a)} {r}", f'type="sphere" size="{r}" mass=".05"') for a in angles)
  s = Scene(
    plane(1) + balls
    + f'<body pos="0 0 {2 * r + 0.01}"><joint type="slide" axis="0 0 1"/><joint axis="0 0 1"/><geom type="cylinder" size=".3 .01" mass="3"/></body>',
    step=1e-3,
  )
  for i, a in enumerate(angles):
    v = 0.5 * w * ring * np.array([-math.sin(a), math.cos(a), 0])
    s.d.qvel[6 * i : 6 * i + 6] = [*v, *np.cross([0, 0, 1], v) / r]
  s.d.qvel[-1] = w
  d = s.step(400)
  assert (math.atan2(d.qpos[1], d.qpos[0]) - 0.1) / d.qpos[-1] == pytest.approx(0.5, abs=1e-6)
  assert math.hypot(d.qpos[0], d.qpos[1]) == pytest.approx(ring, abs=1e-4)


@pytest.mark.parametrize("rod", [0.3, 0.12])
def test_flywheel_takes_a_slider_through_its_dead_points(rod):
  crank, w = 0.1, 6.0
  s = Scene(
    '<body><joint axis="0 1 0"/><inertial pos="0 0 0" mass="1" diaginertia="1e3 1e3 1e3"/>'
    f'<body name="rod" pos="{crank} 0 0"><joint axis="0 1 0"/>'
    f'<geom type="capsule" size=".005" fromto="0 0 0 {rod} 0 0" mass=".2" contype="0" conaffinity="0"/></body></body>'
    f'<body name="slider" pos="{crank + rod} 0 0"><joint type="slide" axis="1 0 0"/>'
    '<geom type="box" size=".03 .03 .03" mass="1" contype="0" conaffinity="0"/></body>',
    extra='<equality><connect body1="slider" body2="rod" anchor="0 0 0"/></equality>',
    step=2e-3,
  )
  s.d.qvel[:] = w, -w * (1 + crank / rod), 0
  for _ in range(550):
    d = s.step()
    a = float(d.qpos[0])
    x = crank * math.cos(a) + math.sqrt(rod**2 - (crank * math.sin(a)) ** 2)
    assert d.qpos[2] + crank + rod == pytest.approx(x, abs=1e-11)
  assert d.qpos[0] > 2 * math.pi


def test_pendulum_on_four_connects_of_which_two_are_the_same():
  s = Scene(
    '<body name="a" pos="0 0 1"><freejoint/><geom type="box" size=".3 .02 .02" pos=".3 0 0" mass="1" contype="0" conaffinity="0"/></body>',
    extra="<equality>" + "".join(f'<connect body1="a" anchor="0 {y} 0"/>' for y in (0.05, -0.05, 0.05, 0)) + "</equality>",
    step=1e-3,
  )
  d = s.step(300)
  inertia, t, w = (0.6**2 + 0.04**2) / 12 + 0.09, 0.0, 0.0
  for _ in range(3000):
    t += 0.5e-4 * w
    w += 1e-4 * G * 0.3 * math.cos(t) / inertia
    t += 0.5e-4 * w
  assert 2 * math.atan2(d.qpos[5], d.qpos[3]) == pytest.approx(t, abs=1e-5)
  assert np.abs(d.qpos[:3] - np.array([0, 0, 1])).max() < 1e-12


@pytest.mark.parametrize("share", [0.98, 1.02])
def test_servo_holds_a_block_on_a_wall(share):
  kp, mu = 500.0, 0.5
  press = share * G / mu
  s = Scene(
    f'<geom type="box" size=".1 1 1" pos=".4 0 0" friction="{mu}"/><body><joint name="x" type="slide" axis="1 0 0"/>'
    f'<joint type="slide" axis="0 0 1"/><geom type="box" size=".1 .1 .1" mass="1" friction="{mu}"/></body>',
    extra=f'<actuator><position joint="x" kp="{kp}" kv="5"/></actuator>',
  )
  s.d.qpos[0], s.d.ctrl[0] = 0.2, 0.2 + press / kp
  d = s.step(200)
  assert carried(s) == pytest.approx(press, rel=1e-8)
  assert d.qvel[1] == pytest.approx(-0.4 * G * max(0, 1 - share), abs=1e-9)


def test_brake_on_one_of_two_wheels_that_an_equality_joins():
  mu, press, r, big, small = 0.3, 20.0, 0.1, 0.5, 0.1
  s = Scene(
    f'<body><joint name="a" axis="0 1 0"/><inertial pos="0 0 0" mass="1" diaginertia="{big} {big} {big}"/></body>'
    f'<body pos="1 0 0"><joint name="b" axis="0 1 0"/><inertial pos="0 0 0" mass="1" diaginertia="{small} {small} {small}"/>'
    f'<geom type="cylinder" size="{r} .05" euler="{HALF} 0 0" friction="{mu}"/></body>'
    f'<body pos="1 0 {r + 0.05}"><joint type="slide" axis="0 0 1"/><geom type="box" size=".05 .05 .05" mass="1" friction="{mu}"/></body>',
    extra='<equality><joint joint1="b" joint2="a" polycoef="0 -2 0 0 0"/></equality>',
    gravity=(0, 0, 0),
    step=1e-3,
  )
  s.d.qvel[:2] = 10, -20
  s.d.qfrc_applied[2] = -press
  before = float(s.step(10).qvel[0])
  d = s.step(100)
  assert (before - d.qvel[0]) / 0.1 == pytest.approx(2 * mu * press * r / (big + 4 * small), rel=1e-9)
  assert d.qvel[1] == pytest.approx(-2 * d.qvel[0], rel=1e-12)


def test_spring_presses_a_ball_on_a_block_and_holds_it():
  stiffness, mu = 300.0, 0.4
  s = Scene(
    f'<geom type="box" size=".5 .5 .1" pos="0 0 -.1" friction="{mu}"/>'
    + FREE.format("0 0 .05", f'type="box" size=".1 .1 .05" mass="1" friction="{mu}"')
    + f'<body pos="0 0 .15"><joint type="slide" axis="0 0 1" stiffness="{stiffness}" springref="-.05" damping="3"/>'
    + f'<geom type="sphere" size=".05" mass=".2" friction="{mu}"/></body>',
    step=1e-3,
  )
  s.step(100)
  press = 0.05 * stiffness + 0.2 * G
  assert carried(s, 2) == pytest.approx(press, rel=1e-8)
  most = mu * (2 * press + G)
  for share in (0.99, 1.01):
    s.d.xfrc_applied[1, 0], x = share * most, float(s.d.qpos[0])
    moved = s.step(50).qpos[0] - x
    assert moved < 1e-10 if share < 1 else moved > 1e-5


def test_weight_pulls_a_block_up_a_slope_by_a_rope():
  a, mu, block, weight = 0.5, 0.3, 2.0, 3.0
  along, up = np.array([math.cos(a), 0, math.sin(a)]), np.array([-math.sin(a), 0, math.cos(a)])
  start, top = -along + 0.05 * up, along + 0.05 * up
  place = lambda p: " ".join(map(str, p))
  s = Scene(
    f'<geom type="plane" size="0 0 1" euler="0 {-a} 0" friction="{mu}"/><site name="p" pos="{place(top)}"/><site name="q" pos="{place(top + [0, 1, 0])}"/>'
    f'<body pos="{place(start)}" euler="0 {-a} 0"><freejoint/><geom type="box" size=".1 .1 .05" mass="{block}" friction="{mu}"/><site name="a"/></body>'
    f'<body pos="{top[0]} 1 0"><joint type="slide" axis="0 0 1"/><geom type="sphere" size=".05" mass="{weight}" contype="0" conaffinity="0"/><site name="b"/></body>',
    extra=f'<tendon><spatial limited="true" range="0 {3 + top[2]}">' + "".join(f'<site site="{n}"/>' for n in "apqb") + "</spatial></tendon>",
    step=1e-3,
  )
  before = float(s.step(10).qvel[6])
  after = float(s.step(200).qvel[6])
  want = G * (weight - block * (math.sin(a) + mu * math.cos(a))) / (weight + block)
  assert (before - after) / 0.2 == pytest.approx(want, rel=1e-8)


@pytest.mark.parametrize("at", [0.2, 0.5, 0.66, 0.68, 0.9])
def test_ball_on_a_trapdoor_floats_beyond_two_thirds(at):
  ball = 0.2
  s = Scene(
    '<body><joint axis="0 1 0"/><geom type="box" size=".5 .05 .005" pos=".5 0 0" mass="1" friction="0"/></body>'
    + FREE.format(f"{at} 0 .025", f'type="sphere" size=".02" mass="{ball}" friction="0"'),
    step=1e-3,
  )
  s.step()
  inertia = (1 + 0.005**2) / 3
  turn = G * (0.5 + ball * at) / (inertia + ball * at * at)
  assert carried(s) == pytest.approx(max(0, ball * (G - turn * at)), abs=1e-7)
