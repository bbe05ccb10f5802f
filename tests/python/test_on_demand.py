"""What steps leave out is there for whoever reads it, whichever way it is read, as in MuJoCo."""

import copy
import os
import pickle

import mujoco as reference
import numpy as np
import pytest

import stiction.mujoco as ours

HUMANOID = os.path.join(os.path.dirname(__file__), "..", "..", "models", "humanoid.xml")


def pair(nstep, integrator=None):
  """The same simulation in both engines, after a call of steps."""
  text = open(HUMANOID).read()
  out = []
  for mj in (reference, ours):
    m = mj.MjModel.from_xml_string(text)
    if integrator is not None:
      m.opt.integrator = integrator
    m.opt.enableflags |= int(mj.mjtEnableBit.mjENBL_ENERGY)
    d = mj.MjData(m)
    d.qpos[2] -= 0.25
    d.ctrl[:] = np.linspace(-0.4, 0.4, m.nu)
    mj.mj_step(m, d, nstep)
    out.append((mj, m, d))
  return out


def close(a, b, name):
  a, b = np.asarray(a, float), np.asarray(b, float)
  assert a.shape == b.shape, name
  np.testing.assert_allclose(b, a, rtol=0, atol=1e-7 * (1 + np.abs(a).max(initial=0)), err_msg=name)


FIELDS = ["M", "qLD", "qLDiagInv", "qacc_smooth", "cam_xpos", "light_xpos", "sensordata", "energy", "efc_force", "efc_aref", "efc_J"]


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("nstep", [1, 40])
def test_first_read(name, nstep):
  (_, _, theirs), (_, _, d) = pair(nstep)
  close(getattr(theirs, name), getattr(d, name), name)


@pytest.mark.parametrize("integrator", [0, 1, 2, 3])
def test_integrators(integrator):
  (_, _, theirs), (_, _, d) = pair(30, integrator)
  for name in FIELDS:
    close(getattr(theirs, name), getattr(d, name), name)


def test_views_that_were_handed_out_stay_current():
  (mj, m, theirs), (our, mo, d) = pair(1)
  held = {n: getattr(d, n) for n in ("M", "qacc_smooth", "sensordata")}
  row = d.sensor(0).data if m.nsensor else None
  for _ in range(3):
    mj.mj_step(m, theirs, 5)
    our.mj_step(mo, d, 5)
    for name, view in held.items():
      close(getattr(theirs, name), view, name)
    if row is not None:
      close(theirs.sensor(0).data, row, "sensor")


def test_what_is_written_in_between_neither_changes_it_nor_is_lost():
  (_, _, theirs), (_, _, d) = pair(20)
  d.qpos[0] += 3.0
  d.qvel[:] = 7.0
  d.ctrl[:] = 0.25
  d.xfrc_applied[1, 2] = 50.0
  d.time = 123.0
  for name in FIELDS:
    close(getattr(theirs, name), getattr(d, name), name)
  assert d.qpos[0] == pytest.approx(theirs.qpos[0] + 3.0, abs=1e-9)
  assert (d.qvel == 7.0).all() and (d.ctrl == 0.25).all() and d.xfrc_applied[1, 2] == 50.0 and d.time == 123.0


def test_reading_changes_no_bit_of_the_motion():
  runs = []
  for looks in (False, True):
    (_, _, _), (mj, m, d) = pair(10)
    for k in range(60):
      mj.mj_step(m, d)
      if looks and k % 3 == 0:
        assert d.efc_force.shape == (d.nefc,)
    runs.append((d.qpos.copy(), d.qvel.copy(), d.qacc_warmstart.copy()))
  for a, b in zip(*runs):
    assert (a == b).all()


def test_copies_pickles_and_functions_see_it():
  (mj, m, theirs), (our, mo, d) = pair(25)
  close(theirs.qacc_smooth, copy.copy(d).qacc_smooth, "copy")
  (_, _, _), (_, mo, d) = pair(25)
  close(theirs.qacc_smooth, pickle.loads(pickle.dumps(d)).qacc_smooth, "pickle")
  (_, _, _), (_, mo, d) = pair(25)
  other = our.MjData(mo)
  our.mj_copyData(other, mo, d)
  close(theirs.efc_force, other.efc_force, "mj_copyData")
  (_, _, _), (_, mo, d) = pair(25)
  full, mine = np.zeros((m.nv, m.nv)), np.zeros((m.nv, m.nv))
  mj.mj_fullM(m, theirs, full)
  our.mj_fullM(mo, d, mine)
  close(full, mine, "mj_fullM")
  (_, _, _), (_, mo, d) = pair(25)
  mj.mj_rnePostConstraint(m, theirs)
  our.mj_rnePostConstraint(mo, d)
  close(theirs.cfrc_ext, d.cfrc_ext, "cfrc_ext")
