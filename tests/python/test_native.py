"""The package's own functions: errors that say what is wrong, data that stays usable."""

import numpy as np
import pytest

import models
import stiction


@pytest.fixture
def sim():
  m = stiction.Model.from_xml_string(models.CONTACTS)
  return m, stiction.Data(m)


def test_step_reports(sim):
  m, d = sim
  r = stiction.step(m, d, 10)
  assert d.time == pytest.approx(10 * m.opt.timestep) and r.ncon == 2 and r.nefc > 0 and r.solved and "StepReport" in repr(r)
  assert stiction.step(m, d, 0).nefc == 0


@pytest.mark.parametrize("field, value", [("qpos", np.nan), ("qvel", np.inf), ("ctrl", np.nan), ("qfrc_applied", 1e20), ("xfrc_applied", np.nan)])
def test_bad_inputs_are_named_and_the_data_stays_usable(sim, field, value):
  m, d = sim
  good = getattr(d, field).copy()
  getattr(d, field).flat[0] = value
  for f in (stiction.step, stiction.forward, stiction.inverse):
    with pytest.raises(ValueError, match=field):
      f(m, d)
  assert d.time == 0
  setattr(d, field, good)
  stiction.step(m, d)


def test_zero_quaternion(sim):
  m, d = sim
  d.qpos[3:7] = 0
  with pytest.raises(ValueError, match="joint 'bf'.*its quaternion is zero"):
    stiction.step(m, d)


def test_divergence_is_an_exception(sim):
  m, d = sim
  m.opt.timestep = 1.0
  m.jnt_stiffness[2] = -1e9
  d.qpos[14] = 0.1
  with pytest.raises(stiction.StepError) as e:
    stiction.step(m, d, 10_000)
  assert e.value.time < 10_000 and e.value.cause and "joint" in e.value.object and np.isfinite(d.qpos).all()
  stiction.Data(m)


def test_forward_and_inverse_agree(sim):
  m, d = sim
  m.opt.tolerance, m.opt.iterations = 0, 200
  d.qvel[:] = np.linspace(-0.1, 0.1, m.nv)
  stiction.forward(m, d)
  stiction.inverse(m, d)
  np.testing.assert_allclose(d.qfrc_inverse, d.qfrc_applied + d.qfrc_actuator, atol=1e-5)
