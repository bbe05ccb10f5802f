#!/usr/bin/env python3
"""A whole step of MuJoCo and of Stiction on the models of speed.py, for a busy machine.

  step.py [--rounds 8]

Both engines repeat the same second of simulation, in turn; every stretch of ten steps counts with its fastest repetition, so that what else
the machine does is left out. speed.py takes medians of whole chunks instead and needs an idle machine.
"""
import argparse
import math
import os
import sys
import time

ACCEPTANCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "shared", "acceptance")
sys.path.insert(0, ACCEPTANCE)

import mujoco as theirs  # noqa: E402
import numpy as np  # noqa: E402
import stiction.mujoco as ours  # noqa: E402
from conformance import ctrl_ranges, resolve  # noqa: E402

HOLD, TABLE = 10, 100


def controls(m):
  centre, half, lo, hi = ctrl_ranges(m)
  walk = np.cumsum(0.1 * np.random.default_rng(1).standard_normal((TABLE, m.nu)), axis=0)
  return np.clip(centre + 0.3 * half * np.tanh(walk), lo, hi)


def repeat(mj, m, d, table, best):
  """One repetition; `best` keeps the fastest time of each stretch [s]."""
  mj.mj_resetData(m, d)
  if m.nkey:
    mj.mj_resetDataKeyframe(m, d, 0)
  for i, u in enumerate(table):
    if m.nu:
      d.ctrl[:] = u
    start = time.perf_counter()
    mj.mj_step(m, d, HOLD)
    best[i] = min(best[i], time.perf_counter() - start)


def main():
  ap = argparse.ArgumentParser()
  ap.add_argument("--rounds", type=int, default=8)
  rounds = ap.parse_args().rounds
  with open(os.path.join(ACCEPTANCE, "models-speed.txt")) as f:
    names = [x.strip() for x in f if x.strip() and not x.startswith("#")]
  ratios = []
  for name in names:
    models = [(mj, mj.MjModel.from_xml_path(resolve(name))) for mj in (theirs, ours)]
    runs = [(mj, m, mj.MjData(m)) for mj, m in models]
    table = controls(models[0][1])
    best = np.full((2, TABLE), np.inf)
    for _ in range(rounds):
      for k, run in enumerate(runs):
        repeat(*run, table, best[k])
    x, y = best.sum(axis=1) * 1e6 / (HOLD * TABLE)
    ratios.append(x / y)
    print(f"{name:48s} MuJoCo {x:7.1f} us   ours {y:7.1f} us   ratio {x / y:5.2f}", flush=True)
  print(f"geometric mean ratio {math.exp(np.mean(np.log(ratios))):.2f}, worst {min(ratios):.2f}")


if __name__ == "__main__":
  main()
