"""Gymnasium's MuJoCo environments on this engine: `stiction/Ant-v5` and ten more.

    import gymnasium, stiction.gym                                   # importing registers them
    env = gymnasium.make("stiction/Ant-v5")
    envs = gymnasium.make_vec("stiction/Ant-v5", num_envs=64)         # one native batch on all processors

Single environments are Gymnasium's own classes, loaded a second time on `stiction.mujoco`, so that `Ant-v5` itself keeps the real
MuJoCo. Vector environments step all simulations in one call of `stiction.Batch`; rewards and observations are computed by the same
classes, each looking at its row of the batch.
"""

import contextlib
import importlib
import sys
import threading

import gymnasium
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
import numpy as np

from . import mujoco as _mujoco
from .batch import Batch

ENVIRONMENTS = {
    "Ant": ("ant_v5", "AntEnv", 1000), "HalfCheetah": ("half_cheetah_v5", "HalfCheetahEnv", 1000),
    "Hopper": ("hopper_v5", "HopperEnv", 1000), "Humanoid": ("humanoid_v5", "HumanoidEnv", 1000),
    "HumanoidStandup": ("humanoidstandup_v5", "HumanoidStandupEnv", 1000),
    "InvertedDoublePendulum": ("inverted_double_pendulum_v5", "InvertedDoublePendulumEnv", 1000),
    "InvertedPendulum": ("inverted_pendulum_v5", "InvertedPendulumEnv", 1000), "Pusher": ("pusher_v5", "PusherEnv", 100),
    "Reacher": ("reacher_v5", "ReacherEnv", 50), "Swimmer": ("swimmer_v5", "SwimmerEnv", 1000),
    "Walker2d": ("walker2d_v5", "Walker2dEnv", 1000),
}
_FOLDER = "gymnasium.envs.mujoco"
_lock = threading.RLock()
_classes: dict[str, type] = {}


def make_single(name, **kwargs):
  """One environment."""
  cls = environment_class(name)
  with _ours():   # the constructor imports more
    return cls(**kwargs)


def environment_class(name):
  """Gymnasium's class of an environment, on this engine."""
  with _lock:
    if name not in _classes:
      module, attribute, _ = ENVIRONMENTS[name]
      with _ours():
        _classes[name] = getattr(importlib.import_module(f"{_FOLDER}.{module}"), attribute)
    return _classes[name]


_modules: dict[str, object] = {}


@contextlib.contextmanager
def _ours():
  """While this lasts, `mujoco` is ours and Gymnasium's MuJoCo modules are a second copy; then `sys.modules` is as it was."""
  def mine(n):
    return n == "mujoco" or n.startswith(("mujoco.", _FOLDER + ".")) or n == _FOLDER
  with _lock:
    saved = {n: m for n, m in sys.modules.items() if mine(n)}
    parent = importlib.import_module("gymnasium.envs")
    package = getattr(parent, "mujoco", None)
    for n in saved:
      del sys.modules[n]
    try:
      sys.modules.update(_modules)
      sys.modules["mujoco"] = _mujoco
      yield
    finally:
      _modules.update({n: m for n, m in sys.modules.items() if n.startswith(_FOLDER)})
      for n in [n for n in sys.modules if mine(n)]:
        del sys.modules[n]
      sys.modules.update(saved)
      if package is not None:
        parent.mujoco = package
      elif hasattr(parent, "mujoco"):
        del parent.mujoco


_FIELDS = ("time", "qpos", "qvel", "act", "ctrl", "xpos", "xquat", "xipos", "site_xpos", "geom_xpos", "cinert", "cvel", "cfrc_ext",
           "qfrc_actuator", "qfrc_constraint", "ten_length", "ten_velocity", "subtree_com", "sensordata", "qacc")


class _Row:
  """The data of one simulation of a batch, as far as environments read it."""

  def __init__(self, shared, index):
    self._shared, self._index = shared, index

  def __getattr__(self, name):
    if name.startswith("_"):
      raise AttributeError(name)
    return self._shared.field(name)[self._index]

  def body(self, name):
    return _Body(self, self._shared.batch.model.body(name).id)


class _Body:
  def __init__(self, row, index):
    self._row, self._id = row, index

  def __getattr__(self, name):
    if name.startswith("_"):
      raise AttributeError(name)
    return getattr(self._row, {"xpos": "xpos", "xquat": "xquat", "xipos": "xipos", "cvel": "cvel"}[name])[self._id]


class _Shared:
  """The batch, and the fields as they were before its last step."""

  def __init__(self, model, num_envs, nthread):
    self.batch = Batch(model, num_envs, nthread, persistent=True, bad="reset")
    # all that the environments read; what is bound only after a step would be that of another state
    self._now = {n: self.batch.bind(n) for n in _FIELDS}
    self._before, self.past = {}, False

  def field(self, name):
    if name not in self._now:
      raise AttributeError(f"vector environments do not offer data.{name}; there are {', '.join(_FIELDS)}")
    return self._before[name] if self.past and name in self._before else self._now[name]

  def step(self, nstep):
    self._before = {n: a.copy() for n, a in self._now.items()}
    self.batch._check(None, self.batch._b.step(None, nstep, 0, True))


class StictionVectorEnv(VectorEnv):
  """`num_envs` copies of one environment on a native batch. Arguments beyond those below go to the environment's class.

  `autoreset_mode` is Gymnasium's (next step by default); `nthread=0` uses all processors.
  """

  def __init__(self, name, num_envs=1, max_episode_steps=None, autoreset_mode=AutoresetMode.NEXT_STEP, nthread=0, **kwargs):
    if kwargs.get("render_mode") is not None:
      raise ValueError("vector environments of this package do not render")
    self.num_envs, self._limit = num_envs, max_episode_steps
    self._mode = AutoresetMode(autoreset_mode)
    self.envs = [make_single(name, **kwargs) for _ in range(num_envs)]
    first = self.envs[0]
    self._shared = _Shared(first.model, num_envs, nthread)
    self.frame_skip = first.frame_skip
    self.metadata = {**first.metadata, "autoreset_mode": self._mode}
    self.single_observation_space, self.single_action_space = first.observation_space, first.action_space
    self.observation_space = batch_space(first.observation_space, num_envs)
    self.action_space = batch_space(first.action_space, num_envs)
    for i, env in enumerate(self.envs):
      env.data, env.model = _Row(self._shared, i), self._shared.batch.model
      env.do_simulation = lambda ctrl, n: setattr(self._shared, "past", False)
      env.set_state = (lambda i: lambda qpos, qvel: self._set_state(i, qpos, qvel))(i)
    self._observations = np.zeros(self.observation_space.shape, self.observation_space.dtype)
    self._age = np.zeros(num_envs, int)
    self._done = np.zeros(num_envs, bool)

  @property
  def batch(self):
    """The simulations."""
    return self._shared.batch

  def _set_state(self, i, qpos, qvel):
    batch = self._shared.batch
    batch.qpos[i], batch.qvel[i] = qpos, qvel
    batch.forward([i])

  def _reset_one(self, i, seed=None):
    env = self.envs[i]
    gymnasium.Env.reset(env, seed=seed)
    self._shared.past = False
    self._shared.batch.reset([i], stage=0)
    self._observations[i] = env.reset_model()
    self._age[i] = 0
    self._done[i] = False
    return env._get_reset_info()

  def reset(self, *, seed=None, options=None):
    """Resets all environments, or those of `options["reset_mask"]`."""
    mask = (options or {}).get("reset_mask")
    mask = np.ones(self.num_envs, bool) if mask is None else np.asarray(mask)
    if mask.shape != (self.num_envs,) or mask.dtype != bool:
      raise ValueError(f"reset_mask must be a boolean array of shape ({self.num_envs},)")
    seeds = [None] * self.num_envs if seed is None else [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else list(seed)
    if len(seeds) != self.num_envs:
      raise ValueError(f"{len(seeds)} seeds for {self.num_envs} environments")
    infos = {}
    for i in np.flatnonzero(mask):
      infos = self._add_info(infos, self._reset_one(int(i), seeds[i]), int(i))
    return self._observations.copy(), infos

  def step(self, actions):
    """Steps all environments: observations, rewards, terminations, truncations, infos."""
    actions = np.asarray(actions).reshape(self.num_envs, *self.single_action_space.shape)
    shared, n = self._shared, self.num_envs
    rewards, ends, cuts, infos = np.zeros(n), np.zeros(n, bool), np.zeros(n, bool), {}
    again = self._done.copy() if self._mode == AutoresetMode.NEXT_STEP else np.zeros(n, bool)
    shared.batch.ctrl[:] = actions
    shared.step(self.frame_skip)
    for i, env in enumerate(self.envs):
      if again[i]:
        infos = self._add_info(infos, self._reset_one(i), i)
        continue
      shared.past = True
      self._observations[i], rewards[i], ends[i], _, info = env.step(actions[i])
      shared.past = False
      self._age[i] += 1
      cuts[i] = self._limit is not None and self._age[i] >= self._limit
      if (ends[i] or cuts[i]) and self._mode == AutoresetMode.SAME_STEP:
        infos = self._add_info(infos, {"final_obs": self._observations[i].copy(), "final_info": info}, i)
        info = self._reset_one(i)
      else:
        self._done[i] = ends[i] or cuts[i]
      infos = self._add_info(infos, info, i)
    return self._observations.copy(), rewards, ends, cuts, infos

  def close_extras(self, **kwargs):
    self.envs = []


def _single(name):
  def make(**kwargs):
    return make_single(name, **kwargs)
  return make


def _vector(name):
  def make(num_envs=1, **kwargs):
    return StictionVectorEnv(name, num_envs, **kwargs)
  return make


def register():
  """Registers the environments; importing this module does it."""
  for name, (_, _, limit) in ENVIRONMENTS.items():
    if f"stiction/{name}-v5" not in gymnasium.registry:
      reward = {"Reacher": -3.75, "Pusher": 0.0, "InvertedPendulum": 950.0, "InvertedDoublePendulum": 9100.0}.get(name)
      gymnasium.register(id=f"stiction/{name}-v5", entry_point=_single(name), vector_entry_point=_vector(name), max_episode_steps=limit,
                         reward_threshold=reward)


register()
