"""Exact answers at large steps, for large bodies and in chains of impacts.

Every step is judged again in numpy ([`test_exact_scenes.Scene`])."""

import math

import numpy as np
import pytest
import stiction
from test_exact_scenes import FREE, Scene, plane

ROUND = {
  "cylinder": 'type="cylinder" size=".1 .05" euler="1.5707963267948966 0 0"',
  "capsule": 'type="capsule" size=".1 .05" euler="1.5707963267948966 0 0"',
  "sphere": 'type="ellipsoid" size=".1 .1 .1"',
}


@pytest.mark.parametrize("shape", ROUND)
@pytest.mark.parametrize("step", [0.0005, 0.02])
def test_what_is_round_rolls_on_whatever_it_turns_within_a_step(shape, step):
  s = Scene(plane(0.8) + FREE.format("0 0 .1", f'{ROUND[shape]} friction=".8"'), step=step)
  s.d.qvel[0], s.d.qvel[4] = 3, 30
  d = s.step(round(1 / step))
  assert d.qvel[0] == pytest.approx(3, abs=1e-9) and d.qvel[4] == pytest.approx(30, abs=1e-8)
  np.testing.assert_allclose(d.qpos[:3], [3, 0, 0.1], atol=1e-9)


@pytest.mark.parametrize(
  "shape", ['type="box" size=".1 .07 .05"', 'type="cylinder" size=".08 .1"', 'type="capsule" size=".05 .08"', 'type="ellipsoid" size=".1 .07 .05"']
)
def test_what_bounces_in_a_tilted_box_keeps_its_energy(shape):
  """One corner is hit, not those that are still apart: without friction and with e = 1 nothing is lost."""
  at = {"x": "{} 0 0", "y": "0 {} 0", "z": "0 0 {}"}
  size = {"x": ".1 1.1 1.1", "y": "1.1 .1 1.1", "z": "1.1 1.1 .1"}
  walls = "".join(f'<geom name="{k}{i}" type="box" size="{size[k]}" pos="{at[k].format(x)}" friction="0"/>' for k in "xyz" for i, x in enumerate((-1.1, 1.1)))
  names = [k + str(i) for k in "xyz" for i in (0, 1)] + ["b"]
  s = Scene(
    f'<body euler=".35 .52 .17">{walls}</body>' + FREE.format(".1 .2 .1", f'name="b" {shape} mass="1" friction="0"'), restitution=[("geom", n, 1) for n in names]
  )
  s.d.qvel[:] = 1, 2, 3, 4, 5, 6
  before, hits = s.energy(), 0
  for _ in range(500):
    s.step()
    hits += s.report.impacts
  assert hits >= 5
  assert s.energy() == pytest.approx(before, abs=1e-8)


def test_a_large_box_lands_corner_after_corner():
  """160 m, 54 m/s, steps of 20 ms: after the first corner the nearest one is not the next (it sank by 0.65 m within a step)."""
  quat = "0.9999213559975904 -0.009400596489495724 -0.007494542329247907 -0.0035696555655890905"
  s = Scene(plane(0.5) + f'<body pos="0 0 200" quat="{quat}"><freejoint/><geom type="box" size="80 60 50" mass="1e9" friction=".15"/></body>', step=0.02)
  deepest, impacts = 0.0, 0
  for _ in range(700):
    s.step()
    deepest, impacts = max(deepest, stiction.report(s.d, geometry=True).geometry.depth), impacts + s.report.impacts
  assert impacts >= 3
  assert deepest < 1e-3
  np.testing.assert_allclose(s.d.qvel, 0, atol=1e-6)


@pytest.mark.parametrize("ratio", [100, 1e4])
def test_two_blocks_and_a_wall_count_the_digits_of_pi(ratio):
  """Galperin's billiard: with masses 1 : 100ᵏ there are ⌊10ᵏ π⌋ impacts."""
  block = '<body pos="{} 0 0"><joint type="slide" axis="1 0 0"/><geom name="{}" type="box" size=".05 .05 .05" mass="{}"/></body>'
  s = Scene(
    '<geom name="w" type="box" size=".1 1 1" pos="-.1 0 0"/>' + block.format(1.05, "a", 1) + block.format(2.05, "b", ratio),
    gravity=(0, 0, 0),
    restitution=[("geom", n, 1) for n in "wab"],
  )
  s.d.qvel[1] = -1
  a, b, want = 0.0, -1.0, 0
  while a > b or a < 0:
    if a > b:
      a, b = ((1 - ratio) * a + 2 * ratio * b) / (1 + ratio), (2 * a + (ratio - 1) * b) / (1 + ratio)
    else:
      a = -a
    want += 1
  assert want == int(math.sqrt(ratio) * math.pi)
  hits = 0
  for _ in range(2500 if ratio == 100 else 25000):
    s.step(solved=False)
    assert s.report.solved
    hits += s.report.impacts
  assert hits == want
  np.testing.assert_allclose(s.d.qvel, [a, b], atol=1e-6)


def test_balls_that_halve_pass_a_blow_on():
  e, masses, gap = 0.7, [8, 4, 2, 1, 0.5], 0.05
  body = '<body pos="{} 0 0"><freejoint/><geom name="c{}" type="sphere" size=".1" mass="{}"/></body>'
  s = Scene(
    "".join(body.format((0.2 + gap) * i, i, x) for i, x in enumerate(masses)), step=0.005, gravity=(0, 0, 0), restitution=[("geom", f"c{i}", e) for i in range(5)]
  )
  s.d.qvel[0] = 1
  v = 1.0
  for x, y in zip(masses, masses[1:]):
    v *= (1 + e) * x / (x + y)
  d = s.step(120)
  assert d.qvel[24] == pytest.approx(v, abs=1e-9)
  assert sum(m * d.qvel[6 * i] for i, m in enumerate(masses)) == pytest.approx(8, abs=1e-9)


def test_a_wheel_drives_another_by_friction():
  mu, push, t = 0.5, 10.0, 0.05
  wheel = '<geom type="cylinder" size="{} .05" euler="1.5707963267948966 0 0" mass="{}" friction=".5"/>'
  s = Scene(
    f'<body><joint axis="0 1 0"/>{wheel.format(0.1, 2)}</body><body pos=".3 0 0"><joint type="slide" axis="1 0 0"/><joint axis="0 1 0"/>{wheel.format(0.2, 1)}</body>',
    gravity=(0, 0, 0),
  )
  s.d.qvel[0] = 30
  one, two = 0.5 * 2 * 0.01, 0.5 * 1 * 0.04

  def press(_):
    s.d.qfrc_applied[1] = -push

  d = s.step(round(t / s.h), press)
  assert d.qvel[0] == pytest.approx(30 - mu * push * 0.1 / one * t, abs=1e-8)
  assert d.qvel[2] == pytest.approx(-mu * push * 0.2 / two * t, abs=1e-8)
  d = s.step(500, press)
  impulse = 30 * 0.1 / (0.01 / one + 0.04 / two)
  np.testing.assert_allclose([d.qvel[0], d.qvel[2]], [30 - impulse * 0.1 / one, -impulse * 0.2 / two], atol=1e-8)


def test_a_roller_between_plates_goes_at_their_mean_speed():
  s = Scene(
    '<body mocap="true" pos="0 0 -.05"><geom type="box" size="3 .3 .05" friction=".8"/></body>'
    + FREE.format("0 0 .1", f'{ROUND["cylinder"]} friction=".8"')
    + '<body pos="0 0 .25"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><geom type="box" size="3 .3 .05" mass="5" friction=".8"/></body>'
  )

  def move(t):
    s.d.mocap_pos[0, 0] = -0.3 * t
    s.d.qfrc_applied[6] = 20 * (0.7 - s.d.qvel[6])

  d = s.step(1000, move)
  assert d.qvel[6] == pytest.approx(0.7, abs=2e-3)
  assert d.qvel[0] == pytest.approx((d.qvel[6] - 0.3) / 2, abs=1e-9)
