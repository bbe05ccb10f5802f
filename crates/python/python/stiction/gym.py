"""Gymnasium's MuJoCo environments on this engine: `stiction/Ant-v5` and ten more.

    import gymnasium, stiction.gym                                   # importing registers them
    env = gymnasium.make("stiction/Ant-v5")
    envs = gymnasium.make_vec("stiction/Ant-v5", num_envs=64)         # one native batch on all processors

Single environments are Gymnasium's own classes, loaded a second time on `stiction.mujoco`, so that `Ant-v5` itself keeps the real
MuJoCo. Vector environments are those of `stiction.rl`: one call of `stiction.Batch` steps all simulations, and observations and
rewards are computed for all of them at once, with the numbers of the same classes.
"""

import functools

import gymnasium

from ._borrow import Borrowed

ENVIRONMENTS = {
    "Ant": ("ant_v5", "AntEnv", 1000), "HalfCheetah": ("half_cheetah_v5", "HalfCheetahEnv", 1000),
    "Hopper": ("hopper_v5", "HopperEnv", 1000), "Humanoid": ("humanoid_v5", "HumanoidEnv", 1000),
    "HumanoidStandup": ("humanoidstandup_v5", "HumanoidStandupEnv", 1000),
    "InvertedDoublePendulum": ("inverted_double_pendulum_v5", "InvertedDoublePendulumEnv", 1000),
    "InvertedPendulum": ("inverted_pendulum_v5", "InvertedPendulumEnv", 1000), "Pusher": ("pusher_v5", "PusherEnv", 100),
    "Reacher": ("reacher_v5", "ReacherEnv", 50), "Swimmer": ("swimmer_v5", "SwimmerEnv", 1000),
    "Walker2d": ("walker2d_v5", "Walker2dEnv", 1000),
}
_package = Borrowed("gymnasium.envs.mujoco")
# what a copy of an environment does not take from the original: windows, and a specification that holds functions
_MADE_ANEW = ("mujoco_renderer", "spec", "_ezpickle_args", "_ezpickle_kwargs")


def make_single(name, **kwargs):
  """One environment."""
  cls = environment_class(name)
  with _package.here():   # the constructor imports more
    return cls(**kwargs)


@functools.cache
def environment_class(name):
  """Gymnasium's class of an environment, on this engine."""
  module, attribute, _ = ENVIRONMENTS[name]
  cls = getattr(_package.module(f"gymnasium.envs.mujoco.{module}"), attribute)
  # a second class of the same name cannot be found by name: pickles name the environment, and carry its model, data and generators
  cls.__reduce_ex__ = lambda self, protocol: (_again, (name, self._ezpickle_args, self._ezpickle_kwargs, _saved(self)))
  return cls


def _saved(env):
  return {key: value for key, value in vars(env).items() if key not in _MADE_ANEW}


def _again(name, args, kwargs, saved):
  cls = environment_class(name)
  with _package.here():
    env = cls(*args, **kwargs)
  vars(env).update(saved)
  env.mujoco_renderer.model, env.mujoco_renderer.data = env.model, env.data
  return env


def _single(name):
  def make(**kwargs):
    return make_single(name, **kwargs)
  return make


def _vector(name):
  def make(num_envs=1, **kwargs):
    return make_vector(name, num_envs, **kwargs)
  return make


def make_vector(name, num_envs=1, max_episode_steps=None, autoreset_mode=None, nthread=0, render_mode=None, randomize=None, **kwargs):
  """`num_envs` environments on one native batch (`stiction.rl`); other arguments go to the environment's class."""
  from .rl import VectorEnv
  from .rl.gymnasium_tasks import TASKS
  return VectorEnv(TASKS[name](**kwargs), num_envs, autoreset_mode=autoreset_mode, nthread=nthread, render_mode=render_mode,
                   randomize=randomize, max_episode_steps=max_episode_steps)


def register():
  """Registers the environments; importing this module does it."""
  for name, (_, _, limit) in ENVIRONMENTS.items():
    if f"stiction/{name}-v5" not in gymnasium.registry:
      reward = {"Reacher": -3.75, "Pusher": 0.0, "InvertedPendulum": 950.0, "InvertedDoublePendulum": 9100.0}.get(name)
      gymnasium.register(id=f"stiction/{name}-v5", entry_point=_single(name), vector_entry_point=_vector(name), max_episode_steps=limit,
                         reward_threshold=reward)


register()
