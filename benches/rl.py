"""Vector environments beside the bare batch and beside Gymnasium on MuJoCo, per second of processor time.

    python benches/rl.py [--envs 32] [--actions 50]

Columns: thousand actions per second of processor time of `stiction.Batch` alone, of `gymnasium.make_vec("stiction/…")`, of Gymnasium's own
environments one after the other on MuJoCo, and the two ratios. Rounds alternate; the median of their ratios is shown.
"""
import argparse
import statistics
import time
import warnings

import gymnasium
import numpy as np

import stiction
from stiction import rl

warnings.filterwarnings("ignore")


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--envs", type=int, default=32)
  parser.add_argument("--actions", type=int, default=50)
  parser.add_argument("--rounds", type=int, default=7)
  args = parser.parse_args()
  n, ratios = args.envs, ([], [])
  print(f"{'':13s}{'batch':>8s}{'vector':>8s}{'gym':>8s}  vector/batch  vector/gym")
  for name in ("Ant", "HalfCheetah", "Humanoid", "Hopper"):
    envs = rl.make(f"gymnasium/{name}", n, nthread=1)
    batch = stiction.Batch(envs.task.model, n, 1)
    theirs = [gymnasium.make(f"{name}-v5") for _ in range(n)]
    space = envs.single_action_space
    rng = np.random.default_rng(0)
    rounds = []
    for k in range(args.rounds):
      envs.reset(seed=k)
      batch.state[:] = envs.batch.state
      for i, env in enumerate(theirs):
        env.reset(seed=k + i)
      u = rng.uniform(space.low, space.high, (args.actions, n, *space.shape)).astype(np.float32)

      def bare():
        for a in u:
          batch.ctrl[:] = a
          batch.step(nstep=envs.task.frame_skip)

      def vector():
        for a in u:
          envs.step(a)

      def gym():
        for a in u:
          for env, one in zip(theirs, a):
            _, _, end, cut, _ = env.step(one)
            if end or cut:
              env.reset()
      rounds.append([n * args.actions / 1000 / clock(f) for f in (bare, vector, gym)])
    speeds = [statistics.median(c) for c in zip(*rounds)]
    a, b = (statistics.median(r[1] / r[j] for r in rounds) for j in (0, 2))
    ratios[0].append(a), ratios[1].append(b)
    print(f"{name:13s}" + "".join(f"{s:8.1f}" for s in speeds) + f"{a:14.2f}{b:12.2f}")
  print(f"{'mean':37s}" + "".join(f"{statistics.geometric_mean(r):{w}.2f}" for r, w in zip(ratios, (14, 12))))


def clock(f):
  start = time.process_time()
  f()
  return time.process_time() - start


if __name__ == "__main__":
  main()
