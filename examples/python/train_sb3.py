"""Trains with stable-baselines3 on `stiction.rl`'s environments (needs the package stable-baselines3).

    python examples/python/train_sb3.py gymnasium/Hopper --actions 300000

stable-baselines3 has a vector interface of its own; `Worlds` gives it ours: one call of the batch per action for all worlds.
"""

import argparse

import numpy as np

from stiction import rl

try:
  from stable_baselines3 import PPO
  from stable_baselines3.common.vec_env import VecEnv, VecMonitor, VecNormalize
except ImportError:
  PPO, VecEnv = None, object


class Worlds(VecEnv):
  """A `rl.VectorEnv` as stable-baselines3 wants it: ended worlds start anew within the step."""

  def __init__(self, name, num_envs, seed=0):
    self.envs = rl.make(name, num_envs, autoreset_mode="SameStep")
    self._seed = seed
    super().__init__(num_envs, self.envs.single_observation_space, self.envs.single_action_space)

  def reset(self):
    return self.envs.reset(seed=self._seed)[0]

  def step_async(self, actions):
    self._actions = actions

  def step_wait(self):
    seen, rewards, ended, cut, infos = self.envs.step(self._actions)
    said = [{} for _ in range(self.num_envs)]
    for i in np.flatnonzero(ended | cut):
      said[i] = {"terminal_observation": infos["final_obs"][i], "TimeLimit.truncated": bool(cut[i] and not ended[i])}
    return seen, rewards, ended | cut, said

  def close(self):
    self.envs.close()

  def get_attr(self, attr_name, indices=None):
    return list(self.envs.get_attr(attr_name))[: len(self._get_indices(indices))]

  def set_attr(self, attr_name, value, indices=None):
    self.envs.set_attr(attr_name, value)

  def env_method(self, method_name, *args, indices=None, **kwargs):
    return list(self.envs.call(method_name, *args, **kwargs))

  def env_is_wrapped(self, wrapper_class, indices=None):
    return [False] * self.num_envs


def main():
  parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
  parser.add_argument("task", nargs="?", default="gymnasium/Hopper")
  parser.add_argument("--actions", type=int, default=300_000)
  parser.add_argument("--worlds", type=int, default=32)
  args = parser.parse_args()
  if PPO is None:
    print("stable-baselines3 is not installed: nothing is trained")
    return
  worlds = VecNormalize(VecMonitor(Worlds(args.task, args.worlds)))
  PPO("MlpPolicy", worlds, n_steps=256, batch_size=512, verbose=1, device="cpu").learn(args.actions)


if __name__ == "__main__":
  main()
