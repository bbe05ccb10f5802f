"""Speed of the smooth part of a step against MuJoCo: constraints and contacts are disabled by flag in both engines.

  smooth.py [--list FILE] [--rounds 7] [MODEL.xml ...]

Both engines run chunks of steps in turn, from the same start with the same controls. Printed: microseconds per step (median) and the ratio
MuJoCo / ours (above 1 we are faster).
"""
import argparse
import importlib
import math
import os
import statistics
import time
import warnings

import numpy as np
from compile_time import SHARED, resolve

CHUNK = 200


def start(mj, path):
  m = mj.MjModel.from_xml_path(path)
  m.opt.disableflags = int(m.opt.disableflags) | 1 | 16
  d = mj.MjData(m)
  if m.nkey:
    mj.mj_resetDataKeyframe(m, d, 0)
  return m, d


def main():
  ap = argparse.ArgumentParser()
  ap.add_argument("models", nargs="*")
  ap.add_argument("--list", default=None)
  ap.add_argument("--rounds", type=int, default=7)
  a = ap.parse_args()
  warnings.simplefilter("ignore")
  import mujoco
  ours = importlib.import_module("stiction.mujoco")
  names = list(a.models)
  lst = a.list or (None if names else os.path.join(SHARED, "acceptance", "models-speed.txt"))
  if lst:
    names += [x.strip() for x in open(lst) if x.strip() and not x.startswith("#")]
  ratios = []
  print(f"{'model':48s} {'nv':>4s} {'MuJoCo us':>10s} {'ours us':>10s} {'ratio':>6s}")
  for name in names:
    path = resolve(name)
    runs = [(mj, *start(mj, path), []) for mj in (mujoco, ours)]
    for k in range(a.rounds):
      rng = np.random.default_rng(k)
      ctrl = 0.1 * rng.standard_normal(runs[0][1].nu)
      for mj, m, d, times in runs:
        mj.mj_resetData(m, d)
        if m.nu:
          d.ctrl[:] = ctrl
        t = time.perf_counter()
        mj.mj_step(m, d, CHUNK)
        times.append((time.perf_counter() - t) / CHUNK)
    if not np.allclose(runs[0][2].qpos, runs[1][2].qpos, rtol=1e-6, atol=1e-6):
      print(f"{name:48s} not the same simulation")
      continue
    x, y = (1e6 * statistics.median(r[3]) for r in runs)
    ratios.append(x / y)
    print(f"{name:48s} {runs[0][1].nv:4d} {x:10.1f} {y:10.1f} {x / y:6.2f}", flush=True)
  mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
  print(f"geometric mean ratio {mean:.2f}, worst {min(ratios):.2f}, over {len(ratios)} models")


if __name__ == "__main__":
  main()
