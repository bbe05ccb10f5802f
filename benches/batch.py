"""Throughput of many simulations: Stiction's Batch against mujoco.batch.Batch in the same run, and on 1 and 2 threads.

    python benches/batch.py [model.xml ...] [--nsim 64] [--rounds 5]

Rounds alternate between the engines and the best of each counts, so that other load on the machine touches both alike. Without
models, the dm_control models of the speed set are used.
"""

import argparse
import os
import time
import warnings

import mujoco as reference
from mujoco import batch as reference_batch
import numpy as np

import stiction.mujoco as ours
from stiction.mujoco import batch

SET = ("cheetah", "stacker", "humanoid", "humanoid_CMU", "quadruped")


def speed_set():
  import dm_control.suite as suite
  folder = os.path.dirname(suite.__file__)
  return [os.path.join(folder, f"{n}.xml") for n in SET if os.path.exists(os.path.join(folder, f"{n}.xml"))]


def load(module, path):
  with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    return module.MjModel.from_xml_path(path)


def make(module, m, nsim, nthread):
  b = module.Batch(m, nsim, nthread)
  b.ctrl[:] = np.random.default_rng(0).uniform(-1, 1, b.ctrl.shape)
  b.step(nstep=20)
  return b


def rate(b, nstep):
  start = time.perf_counter()
  b.step(nstep=nstep)
  return b.nsim * nstep / (time.perf_counter() - start)


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("models", nargs="*")
  parser.add_argument("--nsim", type=int, default=64)
  parser.add_argument("--rounds", type=int, default=5)
  args = parser.parse_args()
  print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors, nsim {args.nsim}")
  print("| model | ours, 1 thread | ours, 2 | mujoco, 1 | mujoco, 2 | 2 threads / 1 | ours / mujoco (1) | (2) |\n|---|---|---|---|---|---|---|---|")
  for path in args.models or speed_set():
    runs = []
    for module, engine in ((batch, ours), (reference_batch, reference)):
      runs += [make(module, load(engine, path), args.nsim, n) for n in (1, 2)]
    nstep = max(1, int(0.25 * rate(runs[2], 2) / args.nsim))
    best = np.zeros(4)
    for _ in range(args.rounds):
      best = np.maximum(best, [rate(b, nstep) for b in runs])
    a1, a2, m1, m2 = best
    print(f"| {os.path.basename(path)} | {a1:.0f} | {a2:.0f} | {m1:.0f} | {m2:.0f} | {a2 / a1:.2f} | {a1 / m1:.2f} | {a2 / m2:.2f} |",
          flush=True)


if __name__ == "__main__":
  main()
