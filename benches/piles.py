#!/usr/bin/env python3
"""The exact step beside MuJoCo's soft one: falling heaps of boxes, and dm_control's humanoid under new controls in every step.

  python benches/piles.py [LAYOUT …] [--cone elliptic pyramidal] [--steps 900]      heaps; LAYOUT: turned, upright, close (all three if none is named)
  python benches/piles.py --humanoid [--rounds 7]                                    the humanoid

Both engines make the same number of steps of 2 ms (the humanoid: of its file) from the same start, step by step in turn, each on its own motion; times are processor time of the process.
Printed: ratio of the sums ours/MuJoCo, certificates included; of the steps before and after the heap has come down (220); share of steps whose violation is below 1e-6 m/s,
the worst one; steps that are not solved; factorizations per step. The cone is MuJoCo's: the exact law has round cones either way.
"""

import argparse
import os
import time

for _v in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
  os.environ.setdefault(_v, "1")

import mujoco
import numpy as np

import stiction

# distance between boxes of 20 cm, between layers (m), largest tilt (rad; none: turned at random)
LAYOUTS = {"turned": (0.26, 0.30, None), "upright": (0.26, 0.30, 0.05), "close": (0.21, 0.21, 0.02)}
DOWN = 220


def heap(layout, cone, seed=0):
  """8 layers of 25 boxes of 20 cm above a plane."""
  rng = np.random.default_rng(seed)
  apart, above, tilt = LAYOUTS[layout]
  body = '<body pos="{} {} {}" quat="{} {} {} {}"><freejoint/><geom type="box" size=".1 .1 .1" density="500"/></body>'
  bodies = ""
  for k in range(8):
    for i in range(5):
      for j in range(5):
        quat = rng.normal(size=4) if tilt is None else [1, *(rng.normal(size=3) * 0.5 * tilt)]
        shift = rng.normal(size=2) * 0.01
        bodies += body.format(apart * i + shift[0], apart * j + shift[1], 0.2 + above * k, *quat)
  return f'<mujoco><option timestep="0.002" cone="{cone}"/><worldbody><geom type="plane" size="0 0 1"/>{bodies}</worldbody></mujoco>'


class Both:
  """One model in both engines."""

  def __init__(self, soft, exact):
    exact.stiction.exact()
    self.mj, self.m = soft, exact
    self.mjd, self.d = mujoco.MjData(soft), stiction.Data(exact)
    self.times, self.reports = [], []

  def step(self, ctrl=None):
    """One step of each, and what they took."""
    if ctrl is not None:
      self.mjd.ctrl[:], self.d.ctrl[:] = ctrl, ctrl
    t0 = time.process_time()
    mujoco.mj_step(self.mj, self.mjd)
    t1 = time.process_time()
    r = stiction.step(self.m, self.d)
    t2 = time.process_time()
    self.times.append((t1 - t0, t2 - t1))
    self.reports.append((r.violation, r.solved, r.iterations))

  def ratio(self, part=slice(None)):
    soft, exact = np.sum(self.times[part], axis=0)
    return exact / soft

  def tell(self, name):
    violation, solved, iterations = (np.array(x) for x in zip(*self.reports, strict=True))
    soft, exact = np.mean(self.times, axis=0)
    print(
      f"{name}: {self.ratio():.2f} ({1e3 * exact:.2f} ms for {1e3 * soft:.2f}); below 1e-6 m/s {100 * np.mean(violation < 1e-6):.1f} %, "
      f"worst {violation.max():.1e}; not solved {np.sum(~solved.astype(bool))}; {iterations.mean():.1f} factorizations",
      flush=True,
    )


def heaps(a):
  for layout in a.layouts or LAYOUTS:
    for cone in a.cone:
      xml = heap(layout, cone, a.seed)
      b = Both(mujoco.MjModel.from_xml_string(xml), stiction.Model.from_xml_string(xml))
      for _ in range(a.steps):
        b.step()
      b.tell(f"{layout}, {cone}")
      print(f"  first {DOWN} steps {b.ratio(slice(0, DOWN)):.2f}, others {b.ratio(slice(DOWN, None)):.2f}", flush=True)


def humanoid(a):
  import dm_control

  path = os.path.join(os.path.dirname(dm_control.__file__), "suite", "humanoid.xml")
  found = []
  for k in range(a.rounds):
    rng = np.random.default_rng(a.seed + k)
    b = Both(mujoco.MjModel.from_xml_path(path), stiction.Model.from_xml_path(path))
    for _ in range(1500):
      b.step(rng.uniform(-1, 1, b.mj.nu))
    b.tell(f"humanoid, seed {a.seed + k}")
    found.append(b.ratio())
  print(f"humanoid: {min(found):.2f} to {max(found):.2f}, median {np.median(found):.2f}")


def main():
  ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  ap.add_argument("layouts", nargs="*", choices=[*LAYOUTS, []])
  ap.add_argument("--cone", nargs="+", default=["elliptic", "pyramidal"], choices=["elliptic", "pyramidal"])
  ap.add_argument("--steps", type=int, default=900)
  ap.add_argument("--seed", type=int, default=0)
  ap.add_argument("--humanoid", action="store_true")
  ap.add_argument("--rounds", type=int, default=7)
  a = ap.parse_args()
  humanoid(a) if a.humanoid else heaps(a)


if __name__ == "__main__":
  main()
