"""`stiction/…-v5`: Gymnasium's environments on this engine, alone and as one native batch."""

import copy
import pickle

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("imageio")

import stiction.gym  # noqa: E402
import stiction.rl  # noqa: E402

NAMES = sorted(stiction.gym.ENVIRONMENTS)


def exact(env):
  m = env.unwrapped.model
  m.opt.solver, m.opt.tolerance, m.opt.iterations, m.opt.ls_tolerance, m.opt.ls_iterations = 2, 0, 200, 1e-10, 200


@pytest.mark.parametrize("name", NAMES)
def test_single(name):
  """1,000 random steps; the first 50 as MuJoCo computes them."""
  mine, theirs = gymnasium.make(f"stiction/{name}-v5"), gymnasium.make(f"{name}-v5")
  assert type(theirs.unwrapped.model).__module__.startswith("mujoco")
  if name.startswith("Humanoid"):   # they stop PGS early
    exact(mine), exact(theirs)
  a, _ = mine.reset(seed=1)
  b, _ = theirs.reset(seed=1)
  np.testing.assert_allclose(a, b, atol=1e-9)
  rng = np.random.default_rng(0)
  space = mine.action_space
  tolerance = 1e-4 if name == "HalfCheetah" else 1e-6   # chaotic, see docs/gaps.md
  over = False
  for k in range(1000):
    u = rng.uniform(space.low, space.high).astype(space.dtype)
    a, r, end, cut, _ = mine.step(u)
    assert np.isfinite(a).all() and np.isfinite(r)
    if k < 50 and not over:
      b, q, end2, cut2, _ = theirs.step(u)
      np.testing.assert_allclose(a, b, atol=tolerance, rtol=tolerance)
      assert abs(r - q) <= tolerance * max(1, abs(q)) and (end, cut) == (end2, cut2)
      if end or cut:
        theirs.reset(seed=k)
    if end or cut:
      mine.reset(seed=k)


@pytest.mark.parametrize("name", NAMES)
def test_vector(name):
  """One batch gives the observations of separate environments to the bit, resets included."""
  n = 3
  envs = gymnasium.make_vec(f"stiction/{name}-v5", num_envs=n)
  assert isinstance(envs.unwrapped, stiction.rl.VectorEnv) and envs.unwrapped.batch.nsim == n
  single = [gymnasium.make(f"stiction/{name}-v5") for _ in range(n)]
  obs, _ = envs.reset(seed=5)
  np.testing.assert_array_equal(obs, [e.reset(seed=5 + i)[0] for i, e in enumerate(single)])
  rng = np.random.default_rng(2)
  done = np.zeros(n, bool)
  for _ in range(60):
    u = rng.uniform(envs.single_action_space.low, envs.single_action_space.high, (n, *envs.single_action_space.shape)).astype(np.float32)
    obs, reward, end, cut, info = envs.step(u)
    for i, e in enumerate(single):
      if done[i]:
        o, r, t, c = e.reset()[0], 0, False, False
      else:
        o, r, t, c, one = e.step(u[i])
        for key, value in one.items():
          np.testing.assert_allclose(info[key][i], value, rtol=1e-15, err_msg=key)
      np.testing.assert_array_equal(obs[i], o)
      assert (end[i], cut[i]) == (t, c)
      np.testing.assert_allclose(reward[i], r, rtol=1e-15, atol=1e-15)   # lengths may be rounded another way
      done[i] = t or c
  envs.close()


def test_masked_reset_and_same_step():
  envs = stiction.gym.make_vector("Hopper", 4, max_episode_steps=5, autoreset_mode="SameStep")
  envs.reset(seed=0)
  for k in range(5):
    obs, _, _, cut, info = envs.step(np.zeros(envs.action_space.shape))
  assert cut.all() and "final_obs" in info and (envs.batch.time == 0).all()
  before = envs.batch.qpos.copy()
  envs.reset(options={"reset_mask": np.array([True, False, False, True])})
  changed = (envs.batch.qpos != before).any(axis=1)
  assert list(changed) == [True, False, False, True]


@pytest.mark.parametrize("name", NAMES)
def test_copies_go_on_as_the_original(name):
  """Pickles and copies have the state, what was computed from it (rewards look back), the model as it was edited, and the generators."""
  env = gymnasium.make(f"stiction/{name}-v5")
  env.unwrapped.model.body_mass[1] *= 1.5
  env.reset(seed=1)
  env.action_space.seed(0)
  for _ in range(3):
    env.step(env.action_space.sample())
  all_three = [env, pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
  for _ in range(5):
    u = env.action_space.sample()
    first, *others = [e.step(u) for e in all_three]
    for other in others:
      np.testing.assert_array_equal(other[0], first[0])
      assert other[1:4] == first[1:4]
  first, *others = [e.reset()[0] for e in all_three]
  for other in others:
    np.testing.assert_array_equal(other, first)
  assert all_three[1].unwrapped.mujoco_renderer.data is all_three[1].unwrapped.data
