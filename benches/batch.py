"""Throughput of many simulations: Stiction's Batch against mujoco.batch.Batch in the same run, and on 1 and 2 threads.

    python benches/batch.py [model.xml ...] [--nsim 64] [--rounds 5]

Rounds alternate between the engines and the best of each counts, so that other load on the machine touches both alike. "processor" is
the ratio of the processor time both need for the same steps on one thread, which other programs hardly touch. Without models, the
dm_control models of the speed set are used, and 22 humanoids in one world.
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

SET = ("cartpole", "cheetah", "stacker", "humanoid", "humanoid_CMU", "quadruped", "dog")
HUMANOID = os.path.join(os.path.dirname(__file__), "..", "models", "humanoid.xml")


def speed_set():
  import dm_control.suite as suite
  folder = os.path.dirname(suite.__file__)
  found = [os.path.join(folder, f"{n}.xml") for n in SET if os.path.exists(os.path.join(folder, f"{n}.xml"))]
  return found + ["22 humanoids"]


def crowd(n=22):
  """A world of many humanoids, as MJCF."""
  world = reference.MjSpec.from_string("<mujoco><worldbody><geom type='plane' size='20 20 .1'/></worldbody></mujoco>")
  for i in range(n):
    frame = world.worldbody.add_frame(pos=[1.5 * (i % 5), 1.5 * (i // 5), 0])
    one = reference.MjSpec.from_file(HUMANOID)
    for geom in list(one.worldbody.geoms):
      one.delete(geom)
    world.attach(one, frame=frame, prefix=f"h{i}_")
  world.compile()
  return world.to_xml()


def load(module, path):
  with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    return module.MjModel.from_xml_string(crowd()) if path == "22 humanoids" else module.MjModel.from_xml_path(path)


def make(module, m, nsim, nthread):
  b = module.Batch(m, nsim, nthread)
  b.ctrl[:] = np.random.default_rng(0).uniform(-1, 1, b.ctrl.shape)
  b.step(nstep=20)
  return b


def rate(b, nstep):
  """Steps per second, and per second of processor time."""
  start, used = time.perf_counter(), time.process_time()
  b.step(nstep=nstep)
  n = b.nsim * nstep
  return n / (time.perf_counter() - start), n / (time.process_time() - used)


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("models", nargs="*")
  parser.add_argument("--nsim", type=int, default=64)
  parser.add_argument("--rounds", type=int, default=5)
  args = parser.parse_args()
  print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors, nsim {args.nsim}")
  print("| model | ours, 1 thread | ours, 2 | mujoco, 1 | mujoco, 2 | 2 threads / 1 | ours / mujoco (1) | (2) | processor |")
  print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
  for path in args.models or speed_set():
    nsim = max(4, args.nsim // 16) if path == "22 humanoids" else args.nsim
    runs = []
    for module, engine in ((batch, ours), (reference_batch, reference)):
      runs += [make(module, load(engine, path), nsim, n) for n in (1, 2)]
    nstep = max(1, int(0.25 * rate(runs[2], 2)[0] / nsim))
    best = np.zeros((4, 2))
    for _ in range(args.rounds):
      best = np.maximum(best, [rate(b, nstep) for b in runs])
    (a1, a2, m1, m2), cpu = best[:, 0], best[0, 1] / best[2, 1]
    name = os.path.splitext(os.path.basename(path))[0]
    print(f"| {name} | {a1:.0f} | {a2:.0f} | {m1:.0f} | {m2:.0f} | {a2 / a1:.2f} | {a1 / m1:.2f} | {a2 / m2:.2f} | {cpu:.2f} |", flush=True)


if __name__ == "__main__":
  main()
