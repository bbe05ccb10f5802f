"""Contact and friction against exact answers, by the acceptance script beside the project; and what goes with it in Python."""
import os
import sys

import numpy as np
import pytest

import stiction
import stiction.mujoco as mj

SHARED = os.path.join(os.path.dirname(__file__), "..", "..", "..", "shared", "acceptance")
if os.path.isdir(SHARED):
  sys.path.insert(0, SHARED)
  import truths
  NAMES = sorted(truths.TRUTHS)
else:
  print("SKIPPED: ../shared/acceptance is not beside the project; the truths were NOT checked", file=sys.stderr)
  NAMES = []


@pytest.mark.parametrize("name", NAMES)
def test_truth(name):
  check, bound = truths.TRUTHS[name]
  assert check(mj) <= bound


BOX = """<mujoco><custom><text name="stiction" data="preset=exact"/></custom><worldbody><geom type="plane" size="0 0 1" friction=".5 0 0"/>
  <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" mass="1" friction=".5 0 0"/></body></worldbody></mujoco>"""


def test_forward_is_the_step():
  m = mj.MjModel.from_xml_string(BOX)
  d = mj.MjData(m)
  d.qvel[:] = 1, 2, 0, 0, 0, 0
  mj.mj_forward(m, d)
  qacc, v = np.array(d.qacc), np.array(d.qvel)
  np.testing.assert_allclose(np.hypot(*qacc[:2]), 0.5 * 9.81, rtol=1e-9)
  mj.mj_step(m, d)
  np.testing.assert_allclose(np.array(d.qvel), v + m.opt.timestep * qacc, atol=1e-12)


def test_inverse_explains_the_step():
  m = mj.MjModel.from_xml_string(BOX)
  d = mj.MjData(m)
  d.qvel[:2] = 1, 2
  d.qfrc_applied[0] = 3.0
  mj.mj_forward(m, d)
  mj.mj_inverse(m, d)
  np.testing.assert_allclose(np.array(d.qfrc_inverse), np.array(d.qfrc_applied), atol=1e-8)


def test_report():
  m = stiction.Model.from_xml_string(BOX)
  d = stiction.Data(m)
  d.qvel[0] = 3.0
  r = stiction.step(m, d)
  assert r.coulomb < 1e-8 < r.convex and r.solver == "psn" and r.solved
  assert r.friction_energy > 0 and abs(r.impact_energy) < 0.1 and r.penetration_speed < 1e-8
  again = stiction.report(d)
  assert again.coulomb == r.coulomb and again.redundant == r.redundant > 0 and "redundant" in again.diagnosis
