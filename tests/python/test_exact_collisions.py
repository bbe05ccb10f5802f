"""Bodies that bounce in wedges, corners and rows, drop on each other, break a triangle of balls and graze: references that go from event to event.

Every step is judged again in numpy ([`test_exact_scenes.Scene`])."""

import math

import numpy as np
import pytest
from test_exact_scenes import FREE, G, Scene

HALF = math.pi / 2


def bounce(names, e=1.0):
  return [("geom", n, e) for n in names]


def falls(p, v, walls, e, end):
  """A ball's centre after `end` seconds between walls (n, c), n·p ≥ c, without friction."""
  g, t = np.array([0, 0, -G]), 0.0
  p, v = np.array(p, float), np.array(v, float)
  while True:
    dt, hit = end - t, None
    for n, c in walls:
      for root in np.roots([0.5 * g @ n, v @ n, p @ n - c]) if g @ n else [(c - p @ n) / (v @ n)]:
        if abs(np.imag(root)) < 1e-12 and 1e-11 < np.real(root) < dt and (v + g * np.real(root)) @ n < 0:
          dt, hit = np.real(root), n
    p, v, t = p + v * dt + 0.5 * g * dt * dt, v + g * dt, t + dt
    if hit is None:
      return p, v
    v = v - (1 + e) * (v @ hit) * hit


@pytest.mark.parametrize("angle, e, step", [(45, 1.0, 0.01), (60, 1.0, 0.02), (30, 0.9, 0.005), (45, 0.8, 0.05)])
def test_ball_in_a_wedge(angle, e, step):
  a, r = math.radians(angle), 0.05
  sides = [np.array([k * math.cos(a), 0, math.sin(a)]) for k in (1, -1)]
  s = Scene(
    "".join(f'<geom name="w{i}" type="plane" size="0 0 1" zaxis="{n[0]} 0 {n[2]}" friction="0"/>' for i, n in enumerate(sides))
    + FREE.format(".11 0 1.3", f'name="b" type="sphere" size="{r}" mass="1" friction="0"'),
    step=step,
    restitution=bounce(["w0", "w1", "b"], e),
  )
  s.d.qvel[0] = 0.37
  d = s.step(round(1 / step))
  p, v = falls([0.11, 0, 1.3], [0.37, 0, 0], [(n, r) for n in sides], e, 1.0)
  assert d.qpos[:3] == pytest.approx(p, abs=1e-10) and d.qvel[:3] == pytest.approx(v, abs=1e-9)


def test_ball_in_a_corner_of_five_walls():
  r = 0.03
  walls = [((1, 0.2, 0.5), (0, 0, 0)), ((-0.3, 1, 0.6), (0, 0, 0)), ((-0.2, -1, 0.8), (0, 0, 0)), ((0, 0.1, -1), (0, 0, 2)), ((-1, 0, 0), (2, 0, 0))]
  walls = [(np.array(n) / np.linalg.norm(n), np.array(p)) for n, p in walls]
  s = Scene(
    "".join(
      f'<geom name="w{i}" type="plane" size="0 0 1" pos="{" ".join(map(str, p))}" zaxis="{" ".join(map(str, n))}" friction="0"/>'
      for i, (n, p) in enumerate(walls)
    )
    + FREE.format(".5 .1 1", f'name="b" type="sphere" size="{r}" mass="1" friction="0"'),
    step=0.01,
    restitution=bounce([f"w{i}" for i in range(5)] + ["b"]),
  )
  s.d.qvel[:3] = 2, -1, 1.5
  d = s.step(100)
  p, v = falls([0.5, 0.1, 1], [2, -1, 1.5], [(n, n @ p + r) for n, p in walls], 1.0, 1.0)
  assert d.qpos[:3] == pytest.approx(p, abs=1e-9) and d.qvel[:3] == pytest.approx(v, abs=1e-9)


@pytest.mark.parametrize("mu", [0.05, 0.3, 3.0])
def test_spinning_ball_between_floor_and_ceiling(mu):
  r, m, height, end = 0.05, 0.2, 1.0, 0.7
  s = Scene(
    f'<geom name="f" type="plane" size="0 0 1" friction="{mu}"/><geom name="c" type="plane" size="0 0 1" pos="0 0 {height}" zaxis="0 0 -1" friction="{mu}"/>'
    + FREE.format("0 0 .5", f'name="b" type="sphere" size="{r}" mass="{m}" friction="{mu}"'),
    step=0.007,
    gravity=(0, 0, 0),
    restitution=bounce("fcb"),
  )
  s.d.qvel[:] = 1.5, 0.4, -3, 10, 60, 5
  p, v, w, t = np.array([0, 0, 0.5]), np.array([1.5, 0.4, -3]), np.array([10.0, 60, 5]), 0.0
  while True:
    dt = (p[2] - r) / -v[2] if v[2] < 0 else (height - r - p[2]) / v[2]
    p, t = p + v * min(dt, end - t), t + dt
    if t > end:
      break
    arm = np.array([0, 0, math.copysign(r, v[2])])
    slip = (v + np.cross(w, arm))[:2]
    size = np.linalg.norm(slip)
    push = -slip / size * min(2 * mu * m * abs(v[2]), 2 / 7 * m * size)
    impulse = np.array([*push, -2 * m * v[2]])
    v, w = v + impulse / m, w + np.cross(arm, impulse) / (0.4 * m * r * r)
  d = s.step(100)
  assert d.qpos[:3] == pytest.approx(p, abs=1e-9) and d.qvel[:3] == pytest.approx(v, abs=1e-9)


@pytest.mark.parametrize("step", [0.02, 0.003])
def test_seven_beads_between_walls(step):
  rng, r, n, end = np.random.default_rng(5), 0.02, 7, 3.0
  x, v = np.array([0.3, 0.9, 1.2, 2.0, 2.3, 3.1, 3.6]), rng.uniform(-2, 2, n)
  m, e = 10 ** rng.uniform(-2, 1, n), rng.uniform(0.5, 1, n)
  s = Scene(
    '<geom name="l" type="box" size=".1 1 1" pos="-.1 0 0"/><geom name="r" type="box" size=".1 1 1" pos="4.1 0 0"/>'
    + "".join(f'<body pos="{x[i]} 0 0"><joint type="slide" axis="1 0 0"/><geom name="b{i}" type="sphere" size="{r}" mass="{m[i]}"/></body>' for i in range(n)),
    step=step,
    gravity=(0, 0, 0),
    restitution=[("geom", f"b{i}", e[i]) for i in range(n)] + bounce("lr"),
  )
  s.d.qvel[:] = v
  place, t = x.copy(), 0.0
  # walls are beads of no end of mass
  mass, give = np.array([1e300, *m, 1e300]), np.array([1, *e, 1])
  while True:
    at, speed = np.array([-r, *place, 4 + r]), np.array([0, *v, 0])
    close = speed[:-1] - speed[1:]
    with np.errstate(divide="ignore"):
      dt = np.where(close > 1e-14, (np.diff(at) - 2 * r) / close, np.inf)
    k = int(np.argmin(dt))
    place, t = place + v * min(max(dt[k], 0), end - t), t + max(dt[k], 0)
    if t > end:
      break
    p = (1 + math.sqrt(give[k] * give[k + 1])) * close[k] / (1 / mass[k] + 1 / mass[k + 1])
    speed[k], speed[k + 1] = speed[k] - p / mass[k], speed[k + 1] + p / mass[k + 1]
    v = speed[1:-1]
  d = s.step(round(end / step))
  assert d.qpos + x == pytest.approx(place, abs=1e-9) and d.qvel == pytest.approx(v, abs=1e-9)


@pytest.mark.parametrize("step", [0.01, 0.002])
def test_three_balls_dropped_on_one_another(step):
  r, m, end = [0.1, 0.06, 0.03], [1, 0.25, 0.0625], 0.6
  z = np.array([0.6, 0.6 + 0.1 + 1e-3 + 0.06, 0.6 + 0.1 + 2e-3 + 0.15])
  s = Scene(
    '<geom name="f" type="plane" size="0 0 1"/>'
    + "".join(f'<body pos="0 0 {z[i]}"><joint type="slide" axis="0 0 1"/><geom name="b{i}" type="sphere" size="{r[i]}" mass="{m[i]}"/></body>' for i in range(3)),
    step=step,
    restitution=bounce(["f", "b0", "b1", "b2"]),
  )
  p, v, t = z.copy(), np.zeros(3), 0.0
  while True:
    dt, hit = end - t, None
    down = (v[0] + math.sqrt(v[0] ** 2 + 2 * G * max(0, p[0] - r[0]))) / G
    if 1e-12 < down < dt:
      dt, hit = down, -1
    for i in (0, 1):
      close, gap = v[i] - v[i + 1], p[i + 1] - p[i] - r[i] - r[i + 1]
      if close > 1e-13 and gap / close < dt:
        dt, hit = max(gap / close, 0), i
    p, v, t = p + v * dt - 0.5 * G * dt * dt, v - G * dt, t + dt
    if hit is None:
      break
    if hit < 0:
      v[0] = -v[0]
    else:
      k = 2 * (v[hit] - v[hit + 1]) / (1 / m[hit] + 1 / m[hit + 1])
      v[hit], v[hit + 1] = v[hit] - k / m[hit], v[hit + 1] + k / m[hit + 1]
  d = s.step(round(end / step))
  assert d.qpos + z == pytest.approx(p, abs=1e-9) and d.qvel == pytest.approx(v, abs=1e-8)


@pytest.mark.parametrize("e", [0.5, 1.0])
def test_rod_that_turns_lands_on_its_end(e):
  tilt, length, r, w, step = 0.4, 0.6, 0.02, 0.3, 0.005
  s = Scene(
    '<geom name="f" type="plane" size="0 0 1" friction="0"/>'
    f'<body pos="0 0 1" euler="0 {tilt} 0"><freejoint/><geom name="b" type="capsule" size="{r} {length / 2}" euler="0 {HALF} 0" mass="1" friction="0"/></body>',
    step=step,
    restitution=bounce("fb", e),
  )
  s.d.qvel[4] = w
  low, high = 0.0, 0.6
  for _ in range(60):
    t = 0.5 * (low + high)
    low, high = (t, high) if 1 - 0.5 * G * t * t - length / 2 * math.sin(tilt + w * t) > r else (low, t)
  arm, inertia = length / 2 * math.cos(tilt + w * low), float(max(s.m.body_inertia[1]))
  p = (1 + e) * (G * low + w * arm) / (1 + arm**2 / inertia)
  n = math.ceil(low / step) + 1
  d = s.step(n)
  assert d.qvel[2] == pytest.approx(p - G * n * step, abs=1e-9) and d.qvel[4] == pytest.approx(w - p * arm / inertia, abs=1e-8)


@pytest.mark.parametrize("gap", [1e-4, 0.0])
def test_break_of_ten_balls_keeps_momentum_energy_and_symmetry(gap):
  r, rows = 0.028, 4
  places = [(k, i - k / 2) for k in range(rows) for i in range(k + 1)]
  joints = '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint axis="0 0 1"/>'
  ball = '<body pos="{} {} 0">' + joints + f'<geom name="{{}}" type="sphere" size="{r}" mass=".17" friction="0"/></body>'
  wide = 2 * r + gap
  s = Scene(
    ball.format(-0.3, 0, "cue") + "".join(ball.format(x * wide * math.sqrt(0.75), y * wide, f"b{i}") for i, (x, y) in enumerate(places)),
    gravity=(0, 0, 0),
    restitution=bounce(["cue"] + [f"b{i}" for i in range(len(places))]),
  )
  s.d.qvel[0] = 4.0
  v = np.array(s.step(120).qvel).reshape(-1, 3)
  assert v.sum(axis=0)[:2] == pytest.approx([4, 0], abs=1e-10)
  assert (v[:, :2] ** 2).sum() == pytest.approx(16, rel=1e-9)
  for i, (x, y) in enumerate(places):
    twin = v[1 + places.index((x, -y))]
    assert v[1 + i, :2] == pytest.approx([twin[0], -twin[1]], abs=1e-9)


@pytest.mark.parametrize(
  "one, other, apart",
  [
    (f'type="capsule" size=".05 .2" euler="0 {HALF} 0"', f'type="capsule" size=".06 .2" euler="{HALF} 0 0"', 0.11),
    (f'type="cylinder" size=".05 .2" euler="0 {HALF} 0"', f'type="cylinder" size=".06 .2" euler="{HALF} 0 0"', 0.11),
    ('type="ellipsoid" size=".1 .2 .05"', 'type="ellipsoid" size=".2 .1 .07"', 0.12),
    ('type="ellipsoid" size=".1 .2 .05"', f'type="cylinder" size=".06 .2" euler="{HALF} 0 0"', 0.11),
    ('type="box" size=".1 .1 .05"', 'type="ellipsoid" size=".2 .1 .07"', 0.12),
  ],
)
def test_what_passes_by_a_micrometre_is_not_touched_and_what_grazes_keeps_energy(one, other, apart):
  for off in (1e-6, -1e-6):
    s = Scene(
      FREE.format(f"-.731 .003 {apart + off}", f'name="a" mass="1" friction="0" {one}') + FREE.format("0 0 0", f'name="b" mass="2" friction="0" {other}'),
      step=0.005,
      gravity=(0, 0, 0),
      restitution=bounce("ab"),
    )
    s.d.qvel[0] = 3.1
    v, before = np.array(s.step(90).qvel), np.array([3.1] + [0] * 11)
    if off > 0:
      assert np.abs(v - before).max() < 1e-12
    assert v[:3] + 2 * v[6:9] == pytest.approx(before[:3], abs=1e-11)
    assert s.energy() == pytest.approx(0.5 * 3.1**2, rel=1e-10)


def test_ball_leaves_a_smooth_wheel_on_its_hinge_alone():
  start, end, r = np.array([0.03, 0.4]), 0.6, 0.12
  s = Scene(
    f'<body><joint axis="0 1 0"/><geom name="w" type="cylinder" size=".1 .02" euler="{HALF} 0 0" mass="1" friction="0"/></body>'
    + FREE.format("0.03 0 .4", 'name="b" type="sphere" size=".02" mass="1" friction="0"'),
    step=0.005,
    restitution=bounce("wb"),
  )
  t = math.sqrt(2 / G * (start[1] - math.sqrt(r * r - start[0] ** 2)))
  n = np.array([start[0], math.sqrt(r * r - start[0] ** 2)]) / r
  v = np.array([0, -G * t])
  v = v - 2 * (v @ n) * n
  p = r * n + v * (end - t) - np.array([0, 0.5 * G * (end - t) ** 2])
  d = s.step(120)
  assert [d.qpos[1], d.qpos[3]] == pytest.approx(p, abs=1e-10) and abs(d.qvel[0]) < 1e-13
