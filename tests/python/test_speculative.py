"""Speculative contacts of MuJoCo 4.0: the same contacts, the same rows, no tunnelling."""

import mujoco
import numpy as np
import pytest

import stiction.mujoco as ours

SHAPES = {
    "sphere": 'type="sphere" size=".02"',
    "capsule": 'type="capsule" size=".015 .04"',
    "ellipsoid": 'type="ellipsoid" size=".02 .03 .015"',
    "cylinder": 'type="cylinder" size=".02 .03"',
    "box": 'type="box" size=".02 .03 .015"',
    "mesh": 'type="mesh" mesh="gem"',
}
TARGETS = {"plane": 'type="plane" size="3 3 .1"', "wall": 'type="box" size="3 3 .005"', "drum": 'type="cylinder" size=".4 .01"'}
GEM = '<asset><mesh name="gem" vertex="0.02 0 0 -0.02 0 0 0 0.03 0 0 -0.03 0 0 0 0.02 0 0 -0.02 0.01 0.01 0.012"/></asset>'


def scene(shape, target, extra="", integrator="Euler", h=0.005, solref="0.02 1", margin=0):
  return f"""
  <mujoco>
    <option timestep="{h}" integrator="{integrator}" gravity="0 0 -9.81"><flag speculative="enable"/></option>
    {GEM}
    <worldbody>
      <geom {target} solref="{solref}"/>
      {extra}
      <body pos="0 0 .3"><freejoint/><geom {shape} solref="{solref}" margin="{margin}"/></body>
    </worldbody>
  </mujoco>"""


def pair(xml):
  tm, om = mujoco.MjModel.from_xml_string(xml), ours.MjModel.from_xml_string(xml)
  return (tm, mujoco.MjData(tm)), (om, ours.MjData(om))


def throw(rng, data, turn):
  q = rng.normal(size=4)
  state = np.concatenate([rng.uniform(-.1, .1, 2), [rng.uniform(.1, .4)], q / np.linalg.norm(q)])
  speed = np.concatenate([rng.normal(size=2) * 5, [-rng.uniform(20, 120)], rng.normal(size=3) * turn])
  for d in data:
    d.qpos[:7], d.qvel[:6] = state, speed


def ordered(contact):
  """Distance, position and frame; the points of a patch are a set."""
  rows = np.column_stack([contact.dist, contact.pos, contact.frame])
  return rows[np.lexsort(np.round(contact.pos, 6).T)]


def compare(xml, seed, turn, count=40):
  """Worst differences of distance and place of the contacts, and how many poses had any."""
  (tm, td), (om, od) = pair(xml)
  rng = np.random.default_rng(seed)
  worst, seen, other = 0.0, 0, 0
  for _ in range(count):
    throw(rng, (td, od), turn)
    mujoco.mj_forward(tm, td)
    ours.mj_forward(om, od)
    if td.ncon != od.ncon:
      other += 1
      continue
    if td.ncon:
      seen += 1
      a, b = ordered(td.contact), ordered(od.contact)
      scale = np.maximum(1.0, np.abs(a[:, 0]))[:, None]
      worst = max(worst, np.max(np.abs(a - b) / scale))
  return worst, seen, other


@pytest.mark.parametrize("target", sorted(TARGETS))
@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_contacts_are_those_of_the_reference(shape, target):
  worst, seen, other = compare(scene(SHAPES[shape], TARGETS[target]), 1, 0.0)
  print(shape, target, worst, seen, other)
  # docs/gaps.md: against a plane MuJoCo leaves out points of a steep face now and then, and which four of a disc's equal corners are
  # taken is rounding
  assert seen > 10 and other <= (4 if target == "plane" else 1)
  assert worst < (0.05 if (shape, target) == ("cylinder", "plane") else 1e-4)


@pytest.mark.parametrize("options", [{"integrator": "discrete"}, {"integrator": "implicitfast"}, {"solref": "-5000 -50"},
                                     {"solref": "0 -400"}, {"solref": "0.001 1"}, {"margin": 0.03}])
def test_effective_distance(options):
  worst, seen, other = compare(scene(SHAPES["sphere"], TARGETS["wall"], **options), 2, 0.0)
  assert seen > 10 and other == 0 and worst < 1e-8


def test_a_table_hides_the_floor():
  table = '<geom type="box" pos="0 0 .05" size="2 2 .002"/>'
  (tm, td), (om, od) = pair(scene(SHAPES["box"], TARGETS["plane"], table))
  for d in (td, od):
    d.qvel[2] = -200
  mujoco.mj_forward(tm, td)
  ours.mj_forward(om, od)
  assert td.ncon == od.ncon == 4
  assert np.array_equal(td.contact.geom, od.contact.geom)


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_nothing_passes_a_thin_wall(shape):
  """200 m/s against a wall of 10 mm at 5 ms: a metre per step. Without the flag every one of them is below it."""
  through = {True: 0, False: 0}
  for flag in (True, False):
    xml = scene(SHAPES[shape], TARGETS["wall"])
    m = ours.MjModel.from_xml_string(xml if flag else xml.replace('speculative="enable"', 'speculative="disable"'))
    for k in range(5):
      d = ours.MjData(m)
      d.qpos[2], d.qvel[2] = 0.3 + 0.07 * k, -200
      for _ in range(20):
        ours.mj_step(m, d)
      through[flag] += d.qpos[2] < -0.05
  assert through == {True: 0, False: 5}
