"""`stiction.rl`: tasks over arrays give the numbers of the originals, and vector environments behave as Gymnasium's do."""

import copy
import os
import pickle

os.environ.setdefault("MUJOCO_GL", "osmesa")

import numpy as np  # noqa: E402
import pytest  # noqa: E402

gymnasium = pytest.importorskip("gymnasium")

import mujoco  # noqa: E402
import stiction.compat  # noqa: E402
import stiction.gym  # noqa: E402
import stiction.mujoco as mj  # noqa: E402
from stiction import rl  # noqa: E402
from stiction.rl.rewards import tolerance  # noqa: E402
from stiction.rl.suite_tasks import DOMAINS  # noqa: E402

take_back = stiction.compat.kindnesses(mujoco)   # dm_control asks for arrays that MuJoCo 4.0 dropped
suite = pytest.importorskip("dm_control.suite")
take_back()

CART = """<mujoco><worldbody><body><joint name="slide" type="slide" axis="1 0 0"/><geom size=".1" mass="1"/></body></worldbody>
<actuator><motor joint="slide" ctrllimited="true" ctrlrange="-1 1"/></actuator></mujoco>"""


class Cart(rl.Task):
  """Stay at the origin."""
  frame_skip, time_limit = 5, 20

  def __init__(self):
    super().__init__(mj.MjModel.from_xml_string(CART))

  def initial(self, model, data, rng):
    data.qpos[0] = rng.uniform(-1, 1)

  def reward(self, s, action):
    return -np.abs(s.qpos[:, 0]), {"speed": s.qvel[:, 0].copy()}

  def terminated(self, s):
    return np.abs(s.qpos[:, 0]) > 1.5

  def __reduce__(self):
    return Cart, ()


def flat(step):
  return np.concatenate([np.ravel(v) for v in step.observation.values()])


# here MuJoCo accepts an early guess, which moves what is observed by 4e-6 in 50 actions; we solve to the end (docs/gaps.md)
TO_THE_END = {("swimmer", "swimmer15"), ("stacker", "stack_4")}


def originals(domain, task, seeds, nudge=0.0):
  take_back = stiction.compat.kindnesses(mujoco)
  envs = [suite.load(domain, task, task_kwargs={"random": s}) for s in seeds]
  take_back()
  for env in envs:
    env.physics.model.opt.jacobian = 0   # MuJoCo's sparse factor is wrong from 60 degrees of freedom on
    if (domain, task) in TO_THE_END:
      env.physics.model.opt.tolerance = 0
  first = [env.reset() for env in envs]
  for env in envs:
    env.physics.data.qpos[:] += nudge
  return envs, first


@pytest.mark.parametrize("domain, task", suite.ALL_TASKS)
def test_suite(domain, task):
  """50 random actions as dm_control on MuJoCo: to 1e-6, or to 1,000 times what a nudge of 1e-12 does to the original."""
  seeds, actions = (5, 6), 50
  env = rl.make(f"dm_control/{domain}/{task}", len(seeds))
  seen, _ = env.reset(seed=seeds[0])
  envs, first = originals(domain, task, seeds)
  nudged, _ = originals(domain, task, seeds, 1e-12)
  np.testing.assert_allclose(seen, [flat(t) for t in first], rtol=1e-9, atol=1e-9)
  rng, space = np.random.default_rng(0), env.single_action_space
  low, high = np.maximum(space.low, -1), np.minimum(space.high, 1)
  apart = 0.0
  for _ in range(actions):
    u = rng.uniform(low, high, (len(seeds), len(low)))
    seen, rewards, ended, cut, _ = env.step(u)
    theirs, moved = [e.step(a) for e, a in zip(envs, u)], [e.step(a) for e, a in zip(nudged, u)]
    scale = max(1.0, max(np.abs(flat(t)).max() for t in theirs))
    apart = max(apart, max(np.abs(flat(t) - flat(m)).max() for t, m in zip(theirs, moved)) / scale)
    allowed = max(1e-6, 1000 * apart)
    for i, t in enumerate(theirs):
      assert np.abs(seen[i] - flat(t)).max() <= allowed * scale
      assert abs(rewards[i] - t.reward) <= allowed
    if any(t.last() for t in theirs):
      break
    assert not ended.any() and not cut.any()


def test_all_domains_are_there():
  assert set(DOMAINS) == {d for d, _ in suite.ALL_TASKS}
  assert len(suite.ALL_TASKS) == 51 and len(rl.tasks()) == 62
  with pytest.raises(ValueError, match="did you mean 'dm_control/walker/run'"):
    rl.make("dm_control/walker/rum")


@pytest.mark.parametrize("shape", ["gaussian", "hyperbolic", "long_tail", "reciprocal", "tanh_squared", "linear", "quadratic", "cosine"])
def test_tolerance(shape):
  from dm_control.utils import rewards
  x = np.linspace(-3, 3, 101)
  for bounds, margin in (((-0.5, 1.0), 0.7), ((0.2, float("inf")), 1.5), ((0.0, 0.0), 0.0)):
    np.testing.assert_allclose(tolerance(x, bounds, margin, shape), rewards.tolerance(x, bounds, margin, shape), rtol=0, atol=1e-15)
  with pytest.raises(ValueError):
    tolerance(x, (1, 0))


def test_own_task():
  env = rl.VectorEnv(Cart(), 4, autoreset_mode="NextStep")
  seen, _ = env.reset(seed=3)
  assert seen.shape == (4, 2) and len(set(seen[:, 0])) == 4
  for k in range(20):
    seen, rewards, ended, cut, infos = env.step(np.zeros((4, 1)))
    assert (rewards == -np.abs(seen[:, 0])).all() and infos["_speed"].all()
  assert cut.all() and not ended.any()
  # the call after the end of an episode starts the next one, whatever the action
  seen, rewards, ended, cut, infos = env.step(np.ones((4, 1)))
  assert (rewards == 0).all() and not cut.any() and not infos["_speed"].any() and (env.batch.time == 0).all()


def test_same_step_keeps_the_last_observation():
  env = rl.VectorEnv(Cart(), 3, autoreset_mode="SameStep")
  env.reset(seed=0)
  for k in range(20):
    seen, _, _, cut, infos = env.step(np.ones((3, 1)))
  assert cut.all() and (env.batch.time == 0).all()
  assert all(infos["final_obs"][i][1] > 0.05 for i in range(3)) and (seen[:, 1] == 0).all()
  assert infos["final_info"]["speed"].shape == (3,)


def test_randomised_fields_are_arrays():
  def heavier(rng, mass):
    return mass * rng.uniform(0.5, 2)
  env = rl.VectorEnv(Cart(), 5, randomize={"body_mass": heavier})
  env.reset(seed=1)
  masses = env.batch.expand("body_mass")[:, 1].copy()
  assert len(set(masses)) == 5 and (masses > 0.5).all() and (masses < 2).all()
  start = env.batch.qpos[:, 0].copy()
  env.step(np.ones((5, 1)))
  h, steps = 0.002, 5
  np.testing.assert_allclose(env.batch.qpos[:, 0] - start, h * h * steps * (steps + 1) / 2 / masses, rtol=1e-9)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
@pytest.mark.parametrize("make", [lambda: rl.VectorEnv(Cart(), 3), lambda: rl.make("gymnasium/Hopper", 3),
                                  lambda: rl.make("dm_control/finger/turn_easy", 3)])
def test_copies_go_on_as_the_original(make, again):
  env = make()
  env.reset(seed=2)
  rng = np.random.default_rng(0)
  size = env.single_action_space.shape
  for _ in range(7):
    env.step(rng.uniform(-0.5, 0.5, (3, *size)))
  other = again(env)
  for _ in range(7):
    u = rng.uniform(-0.5, 0.5, (3, *size))
    for a, b in zip(env.step(u)[:4], other.step(u)[:4]):
      np.testing.assert_array_equal(a, b)
  np.testing.assert_array_equal(env.reset()[0], other.reset()[0])


def test_what_gymnasium_offers():
  env = gymnasium.make_vec("stiction/Hopper-v5", num_envs=2, vectorization_mode="vector_entry_point", render_mode="rgb_array")
  env.reset(seed=0)
  assert env.get_attr("frame_skip") == (4, 4) and len(env.call("scratch")) == 2
  for i, world in enumerate(env.get_attr("data")):
    np.testing.assert_array_equal(world.qpos, env.data.qpos[i])
    assert world.xpos[1:].any() and world.time == env.data.time[i]
  env.set_attr("frame_skip", 2)
  assert env.unwrapped.task.frame_skip == 2
  with pytest.raises(ValueError):
    env.set_attr("frame_skip", [1, 2])
  pictures = env.render()
  assert len(pictures) == 2 and pictures[0].shape == (480, 480, 3) and pictures[0].std() > 5
  np.testing.assert_array_equal(env.call("render"), pictures)
  assert env.unwrapped.render(64, 48)[0].shape == (48, 64, 3)
  assert env.get_attr("action_space") == (env.single_action_space,) * 2 and env.get_attr("render_mode") == ("rgb_array",) * 2
  for wrong in ((3, 2), (2, 2), (6,)):
    with pytest.raises(ValueError, match="actions of shape"):
      env.unwrapped.step(np.zeros(wrong))
  env.close()


def test_pictures_show_each_world_as_it_is():
  env = rl.make("gymnasium/Hopper", 2, render_mode="rgb_array", randomize={"geom_rgba": lambda rng, c: c * 0 + rng.uniform(0.3, 1)})
  env.reset(seed=[1, 2])
  state = env.batch.state
  state[1] = state[0]
  first, second = env.render(96, 96)
  assert np.abs(first.astype(int) - second).max() > 20, "the same state, other colours"


def test_threads_do_not_change_bits():
  runs = []
  for nthread in (1, 2, 4):
    env = rl.make("gymnasium/Ant", 6, nthread=nthread)
    env.reset(seed=0)
    rng = np.random.default_rng(1)
    runs.append([env.step(rng.uniform(-1, 1, (6, 8)))[0] for _ in range(10)])
  np.testing.assert_array_equal(runs[0], runs[1])
  np.testing.assert_array_equal(runs[0], runs[2])


def test_single_environments_pickle():
  import stiction.gym  # noqa: F401
  env = gymnasium.make("stiction/Hopper-v5").unwrapped
  env.reset(seed=0)
  env.step(np.ones(3))
  for other in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
    assert other is not env and type(other) is type(env)
    here = copy.deepcopy(env)
    for _ in range(3):
      np.testing.assert_array_equal(other.step(np.ones(3))[0], here.step(np.ones(3))[0])
    np.testing.assert_array_equal(other.reset()[0], here.reset()[0])
