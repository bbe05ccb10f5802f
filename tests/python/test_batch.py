"""Many simulations at once: the bits of a loop, at any number of threads; MuJoCo's batch and rollout give the same numbers."""

import threading
import time

import mujoco as reference
from mujoco import batch as reference_batch
from mujoco import rollout as reference_rollout
import numpy as np
import pytest

import models
import stiction
import stiction.mujoco as ours
from stiction.mujoco import batch, rollout

N = 7


def controls(m, steps, seed=0):
  return np.random.default_rng(seed).uniform(-1, 1, (N, steps, m.nu))


def starts(m, seed=1):
  return np.random.default_rng(seed).uniform(-0.2, 0.2, (N, m.nv))


@pytest.mark.parametrize("name", ["RICH", "CONTACTS"])
@pytest.mark.parametrize("nthread, persistent", [(1, False), (2, False), (5, False), (2, True)])
def test_same_bits_as_a_loop(name, nthread, persistent):
  m = ours.MjModel.from_xml_string(getattr(models, name))
  b = stiction.Batch(m, N, nthread, persistent)
  assert b.nthread == nthread
  qvel, ctrl, xpos, sensors, ncon = b.qvel, b.ctrl, b.xpos, b.sensordata, b.ncon
  qvel[:] = starts(m)
  single = [ours.MjData(m) for _ in range(N)]
  for i, d in enumerate(single):
    d.qvel[:] = qvel[i]
  u = controls(m, 40)
  for k in range(40):
    mask = np.arange(N) % 3 != k % 3 if k % 4 == 3 else None
    ctrl[:] = u[:, k]
    b.step(mask, nstep=2)
    for i, d in enumerate(single):
      d.ctrl[:] = u[i, k]
      if mask is None or mask[i]:
        ours.mj_step(m, d, 2)
        assert (xpos[i] == d.xpos).all() and (sensors[i] == d.sensordata).all() and ncon[i] == d.ncon
      assert (b.qpos[i] == d.qpos).all() and (qvel[i] == d.qvel).all() and b.time[i] == d.time
    if k == 20:
      b.reset([1, 4])
      for i in (1, 4):
        ours.mj_resetData(m, single[i])
        ours.mj_forward(m, single[i])


def test_against_mujoco_batch():
  theirs = reference.MjModel.from_xml_string(models.RICH)
  mine = ours.MjModel.from_xml_string(models.RICH)
  results = []
  for module, m in ((reference_batch, theirs), (batch, mine)):
    b = module.Batch(m, N, 2)
    b.qvel[:] = starts(m)
    b.expand("body_mass")[:] *= np.linspace(0.8, 1.3, N)[:, None]
    b.expand("opt.gravity")[:, 2] = -np.linspace(5, 12, N)
    b.set_const()
    out = b.rollout(15, controls(m, 15), record=("qpos", "sensordata", "ncon"))
    b.forward()
    pole = b.body(1)
    jac = b.jac(1, [0.1, 0.2, 0.3])
    ray = b.ray([[0, 0, 3], [0.1, 0, 3]], [[0, 0, -1], [0, 0, -1]], normal=True)
    results.append([out["qpos"], out["sensordata"], out["ncon"], b.state, pole.xpos, pole.mass, b.expanded("dof_invweight0"),
                    b.expanded("body_subtreemass"), *jac, *ray, b.get_data(3).qpos, b.get_model(2).body_mass])
    with pytest.raises(ValueError, match="did you mean 'qpos'"):
      b.bind("qpso")
    with pytest.raises(ValueError, match="use expand"):
      b.bind("body_mass")
  for a, c in zip(*results):
    assert a.shape == c.shape and a.dtype == c.dtype
    np.testing.assert_allclose(c, a, atol=1e-8, rtol=1e-8)


def test_rollout_against_mujoco():
  theirs = reference.MjModel.from_xml_string(models.RICH)
  mine = ours.MjModel.from_xml_string(models.RICH)
  nstate = ours.mj_stateSize(mine, ours.mjtState.mjSTATE_FULLPHYSICS)
  d = ours.MjData(mine)
  state0 = np.zeros((N, nstate))
  ours.mj_getState(mine, d, state0[0], ours.mjtState.mjSTATE_FULLPHYSICS)
  state0[:] = state0[0]
  state0[:, 1 + mine.nq:1 + mine.nq + mine.nv] = starts(mine)
  u = controls(mine, 12)
  a = reference_rollout.rollout(theirs, reference.MjData(theirs), state0, u)
  for data in (ours.MjData(mine), [ours.MjData(mine) for _ in range(3)]):
    b = rollout.rollout(mine, data, state0, u)
    np.testing.assert_allclose(b[0], a[0], atol=1e-8, rtol=1e-8)
    np.testing.assert_allclose(b[1], a[1], atol=1e-6, rtol=1e-6)
  with rollout.Rollout(nthread=2) as pool:
    out = np.empty_like(b[0])
    c = pool.rollout(mine, [ours.MjData(mine) for _ in range(2)], state0, u, state=out)
    np.testing.assert_array_equal(c[0], b[0])
    np.testing.assert_array_equal(out, b[0])
  with pytest.raises(RuntimeError, match="shutdown"):
    pool.rollout(mine, [ours.MjData(mine)], state0, u)
  with pytest.raises(ValueError, match="trailing dimension of initial_state"):
    rollout.rollout(mine, ours.MjData(mine), state0[:, :-1], u)


def test_a_simulation_that_fails_is_alone():
  m = stiction.Model.from_xml_string(models.CONTACTS)
  b = stiction.Batch(m, N, 2)
  b.qvel[2] = np.nan
  before = b.qpos.copy()
  with pytest.raises(stiction.SimulationError, match=r"1 of 7 simulations \(2\); simulation 2: .*qvel") as e:
    b.step()
  assert list(e.value.ids) == [2] and list(np.flatnonzero(b.status)) == [2] and "diverged" in b.error(2) and not b.error(1)
  assert (b.qpos[2] == before[2]).all() and b.time[2] == 0 and (np.delete(b.time, 2) > 0).all()
  b.reset([2])
  b.step()
  assert not b.status.any() and b.time[2] == m.opt.timestep
  lenient = batch.Batch(m, N, 2)   # as MuJoCo: a warning and a fresh start
  lenient.qvel[2] = np.nan
  lenient.step()
  assert lenient.warning[2, ours.mjtWarning.mjWARN_BADQVEL, 1] == 1 and np.isfinite(lenient.qpos).all()


def test_arrays_are_views_and_outlive_the_batch():
  m = stiction.Model.from_xml_string(models.CONTACTS)
  b = stiction.Batch(m, N)
  assert np.shares_memory(b.qpos, b.state) and b.xpos is b.xpos and not b.xpos.flags.writeable
  qpos, xpos = b.qpos, b.xpos
  b.step()
  kept = qpos.copy(), xpos.copy()
  assert np.from_dlpack(qpos[:, :1]).shape == (N, 1)
  del b
  np.testing.assert_array_equal(qpos, kept[0])
  np.testing.assert_array_equal(xpos, kept[1])


@pytest.mark.parametrize("call, error", [
    (lambda b: b.step([3, 1]), "sorted"), (lambda b: b.step([0, 99]), r"in \[0, 7\)"), (lambda b: b.step(np.ones(3, bool)), "mask"),
    (lambda b: b.step(nstep=-1), "nstep"), (lambda b: b.step(stage=9), "stage"), (lambda b: b.reset(keyframe=5), "keyframe"),
    (lambda b: b.jac(99, [0, 0, 0]), "body"), (lambda b: b.expand("mesh_vert"), "asset"), (lambda b: setattr(b, "xpos", 0), "computed"),
    (lambda b: b.rollout(2, np.zeros(99)), "broadcast"), (lambda b: b.get_data(99), "99"), (lambda b: b.step([0.5]), "integers"),
])
def test_misuse_raises(call, error):
  b = stiction.Batch(stiction.Model.from_xml_string(models.CONTACTS), N, 2)
  with pytest.raises((ValueError, IndexError), match=error):
    call(b)
  b.step()


def test_interrupt(monkeypatch):
  """Ctrl-C ends a long call; the simulations keep the state they had."""
  import _thread
  m = stiction.Model.from_xml_string(models.CONTACTS)
  b = stiction.Batch(m, 4, 2)
  threading.Timer(0.3, _thread.interrupt_main).start()
  start = time.monotonic()
  with pytest.raises(KeyboardInterrupt):
    b.step(nstep=10**9)
  assert time.monotonic() - start < 20 and (b.time == 0).all()
  b.step()


def test_hard_contact_is_the_same_at_any_thread_count():
  """Forces of the last step are kept beside the state, so such batches keep one Data per simulation."""
  xml = models.CONTACTS.replace('<mujoco model="contacts">', '<mujoco><custom><text name="stiction" data="contact=hard"/></custom>', 1)
  m = stiction.Model.from_xml_string(xml)
  states = []
  for nthread in (1, 2, 4):
    b = stiction.Batch(m, N, nthread)
    assert b.persistent
    b.qvel[:] = starts(m)
    for _ in range(10):
      b.step(nstep=3)
    states.append(b.state.copy())
  single = stiction.Data(m)
  single.qvel[:] = starts(m)[4]
  stiction.step(m, single, 30)
  assert (states[0] == states[1]).all() and (states[0] == states[2]).all() and (states[0][4, 1:1 + m.nq] == single.qpos).all()


def test_every_model_field_can_differ():
  """Each expandable field reaches the model of its simulation, whichever way it is written there."""
  m = stiction.Model.from_xml_string(models.RICH)
  b = stiction.Batch(m, 3)
  rng = np.random.default_rng(4)
  tried = 0
  for name in sorted(stiction.batch.MODEL_FIELDS):
    rows = b.expand(name)
    if rows.dtype.kind != "f" or not rows.size:
      continue
    values = rng.uniform(0.1, 0.9, rows.shape).astype(rows.dtype)
    rows[:] = values
    one = b.get_model(1)
    got = getattr(one.opt, name[4:]) if name.startswith("opt.") else getattr(one, name)
    np.testing.assert_array_equal(got, values[1], err_msg=name)
    tried += 1
  assert tried > 80
  assert "body_parentid" in stiction.batch.STRUCTURE
  with pytest.raises(stiction.mujoco.FatalError, match="structure"):
    b.expand("body_parentid")
