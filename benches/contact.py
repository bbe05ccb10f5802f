"""Contact stage against MuJoCo's, in one run: the speed set, a heap of 500 mixed primitives, a heap of 100 convex meshes; and growth.

  contact.py [--rounds 5] [--no-growth] [--no-set] [--no-heaps] [--svg growth.svg]

Both engines detect contacts (mj_collision, which MuJoCo's mjTIMER_COL_* times) on the same states in turn; the time of a call on a model whose
contacts are disabled is subtracted. Times are the thread's own, so that other jobs on the machine count only through the caches. The heaps settle under MuJoCo first. `--svg` writes the time of the stage over the number of bodies, 100
to 10,000 loose spheres and boxes in motion, with n log n for comparison.
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

STATES = 12


def heap(n, geoms, rng, spread, asset=""):
  """n free bodies above a floor with four walls."""
  bodies = []
  side = max(2, round(n ** (1 / 3)))
  for k in range(n):
    x, y, z = k % side, k // side % side, k // side ** 2
    p = spread * (np.array([x - side / 2, y - side / 2, z + 1]) + rng.uniform(-.1, .1, 3))
    q = rng.normal(size=4)
    bodies.append(f'<body pos="{p[0]} {p[1]} {p[2]}" quat="{q[0]} {q[1]} {q[2]} {q[3]}"><freejoint/>{geoms(k)}</body>')
  w = spread * side / 2 + spread
  walls = "".join(f'<geom type="box" size="{a} {b} 4" pos="{x} {y} 4"/>' for a, b, x, y in
                  ((.1, w, w, 0), (.1, w, -w, 0), (w, .1, 0, w), (w, .1, 0, -w)))
  return f"""<mujoco><option timestep="0.004" solver="CG" iterations="15" tolerance="1e-4"/><asset>{asset}</asset>
  <worldbody><geom type="plane" size="9 9 1"/>{walls}{''.join(bodies)}</worldbody></mujoco>"""


def primitives(n=500):
  rng = np.random.default_rng(1)

  def geom(k):
    kind = ("sphere", "capsule", "ellipsoid", "cylinder", "box")[k % 5]
    s = rng.uniform(.04, .1, 3)
    return f'<geom type="{kind}" size="{s[0]} {s[1]} {s[2]}"/>'
  return heap(n, geom, rng, .24)


def meshes(n=100):
  rng = np.random.default_rng(2)
  asset = ""
  for k in range(10):
    p = rng.normal(size=(40, 3))
    p *= rng.uniform(.08, .12, 3) / np.linalg.norm(p, axis=1, keepdims=True)
    asset += f'<mesh name="m{k}" vertex="{" ".join(f"{x:.5f}" for x in p.ravel())}"/>'
  return heap(n, lambda k: f'<geom type="mesh" mesh="m{k % 10}"/>', rng, .3, asset)


def cloud(n):
  """n spheres and boxes at a density at which each has about one neighbour."""
  rng = np.random.default_rng(3)
  side = n ** (1 / 3) * .25
  out = []
  for k in range(n):
    p = rng.uniform(0, side, 3)
    g = ('<geom size=".06"/>', '<geom type="box" size=".05 .06 .04"/>')[k % 2]
    out.append(f'<body pos="{p[0]} {p[1]} {p[2]}"><freejoint/>{g}</body>')
  return f'<mujoco><size memory="400M"/><worldbody>{"".join(out)}</worldbody></mujoco>'


class Engine:
  """One engine on one model: set a state, detect, time."""

  def __init__(self, mj, load):
    self.mj, self.m = mj, load(mj)
    self.d = mj.MjData(self.m)
    self.times, self.idle = [], 0.0

  def put(self, qpos, qvel):
    self.d.qpos[:], self.d.qvel[:] = qpos, qvel
    self.mj.mj_kinematics(self.m, self.d)
    self.mj.mj_comPos(self.m, self.d)

  def run(self, repeat):
    f, m, d = self.mj.mj_collision, self.m, self.d
    t = time.thread_time()
    for _ in range(repeat):
      f(m, d)
    return (time.thread_time() - t) / repeat

  def overhead(self):
    old = int(self.m.opt.disableflags)
    self.m.opt.disableflags = old | 1 | 16
    self.idle = min(self.run(200) for _ in range(5))
    self.m.opt.disableflags = old


def states(mujoco, m, settle, ctrl=True):
  d = mujoco.MjData(m)
  if m.nkey:
    mujoco.mj_resetDataKeyframe(m, d, 0)
  rng = np.random.default_rng(0)
  out = []
  for k in range(STATES):
    if m.nu and ctrl:
      d.ctrl[:] = 0.3 * rng.standard_normal(m.nu)
    for _ in range(settle if k == 0 else 20):
      mujoco.mj_step(m, d)
    out.append((d.qpos.copy(), d.qvel.copy()))
  return out


def compare(name, load, settle, rounds, mujoco, ours):
  engines = [Engine(mujoco, load), Engine(ours, load)]
  for e in engines:
    e.overhead()
  contacts = []
  for qpos, qvel in states(mujoco, engines[0].m, settle):
    for e in engines:
      e.put(qpos, qvel)
    once = engines[0].run(1)
    repeat = int(min(500, max(2, 2e-3 / once)))
    best = [[], []]
    for _ in range(rounds):
      for e, b in zip(engines, best):
        b.append(e.run(repeat))
    for e, b in zip(engines, best):
      e.times.append(max(min(b) - e.idle, 1e-9))
    contacts.append((engines[0].d.ncon, engines[1].d.ncon))
  x, y = (1e6 * statistics.mean(e.times) for e in engines)
  ncon = statistics.mean(c[0] for c in contacts)
  other = sum(a != b for a, b in contacts)
  print(f"{name:46s} {ncon:8.0f} {x:10.2f} {y:10.2f} {x / y:6.2f}{f'   {other} states with other counts' if other else ''}", flush=True)
  return x / y


def drift(engines, steps):
  """Mean time per call while the bodies move at 0.5 m/s per axis in steps of 2 ms, so that what an engine keeps from step to step must be kept up."""
  start = engines[0].d.qpos.copy().reshape(-1, 7)
  v = np.random.default_rng(4).normal(size=(len(start), 3)) * .5
  times = [[], []]
  for k in range(steps):
    q = start.copy()
    q[:, :3] += .002 * k * v
    for e, t in zip(engines, times):
      e.put(q.ravel(), e.d.qvel.copy())
      t.append(e.run(1))
  # the first calls warm up; a call that another job disturbed must not decide
  return [1e6 * statistics.mean(sorted(t[5:])[:-3]) for t in times]


def growth(mujoco, ours, svg):
  """Time of the stage over the number of bodies."""
  rows = []
  print(f"\n{'bodies':>7s} {'contacts':>9s} {'MuJoCo us':>10s} {'ours us':>10s} {'ratio':>6s} {'ours/(n log n)':>15s}   at rest: MuJoCo, ours")
  for n in (100, 200, 500, 1000, 2000, 5000, 10000):
    xml = cloud(n)
    engines = [Engine(mj, lambda mj: mj.MjModel.from_xml_string(xml)) for mj in (mujoco, ours)]
    for e in engines:
      e.put(e.d.qpos.copy(), e.d.qvel.copy())
      e.run(2)
    still = [1e6 * min(e.run(2) for _ in range(20)) for e in engines]
    x, y = drift(engines, 20 if n > 2000 else 60)
    rows.append((n, x, y))
    print(f"{n:7d} {engines[1].d.ncon:9d} {x:10.1f} {y:10.1f} {x / y:6.2f} {1e3 * y / (n * math.log2(n)):12.2f} ns"
          f" {still[0]:10.1f} {still[1]:10.1f}", flush=True)
  if svg:
    open(svg, "w").write(plot(rows))
  return rows


def plot(rows):
  """Both engines and n log n on logarithmic axes."""
  left, top, w, h = 70, 20, 480, 320
  xs = [r[0] for r in rows]
  ref = [rows[0][2] * n * math.log2(n) / (xs[0] * math.log2(xs[0])) for n in xs]
  lo, hi = math.floor(math.log10(min(min(r[1:]) for r in rows))), math.ceil(math.log10(max(max(r[1:]) for r in rows)))
  X = lambda n: left + w * (math.log10(n) - math.log10(xs[0])) / (math.log10(xs[-1]) - math.log10(xs[0]))
  Y = lambda t: top + h * (hi - math.log10(t)) / (hi - lo)
  out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" font-family="sans-serif" font-size="12">',
         '<rect width="640" height="400" fill="white"/>']
  for k in range(lo, hi + 1):
    y = Y(10 ** k)
    out.append(f'<line x1="{left}" y1="{y:.1f}" x2="{left + w}" y2="{y:.1f}" stroke="#ddd"/>'
               f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{10 ** k:g} us</text>')
  for n in xs:
    out.append(f'<text x="{X(n):.1f}" y="{top + h + 18}" text-anchor="middle">{n}</text>')
  for label, ys, style in (("MuJoCo", [r[1] for r in rows], 'stroke="#d95f02"'), ("Stiction", [r[2] for r in rows], 'stroke="#1b6ca8"'),
                           ("n log n", ref, 'stroke="#888" stroke-dasharray="4 4"')):
    pts = " ".join(f"{X(n):.1f},{Y(t):.1f}" for n, t in zip(xs, ys))
    out.append(f'<polyline points="{pts}" fill="none" stroke-width="2" {style}/>'
               f'<text x="{left + w + 6}" y="{Y(ys[-1]) + 4:.1f}">{label}</text>')
  out.append(f'<text x="{left + w / 2}" y="{top + h + 40}" text-anchor="middle">bodies (loose spheres and boxes)</text></svg>')
  return "\n".join(out) + "\n"


def main():
  ap = argparse.ArgumentParser()
  ap.add_argument("--rounds", type=int, default=5)
  ap.add_argument("--no-growth", action="store_true")
  ap.add_argument("--no-set", action="store_true")
  ap.add_argument("--no-heaps", action="store_true")
  ap.add_argument("--svg", default=None)
  a = ap.parse_args()
  warnings.simplefilter("ignore")
  import mujoco
  ours = importlib.import_module("stiction.mujoco")
  print(f"{'model':46s} {'contacts':>8s} {'MuJoCo us':>10s} {'ours us':>10s} {'ratio':>6s}")
  ratios = []
  if not a.no_set:
    for name in open(os.path.join(SHARED, "acceptance", "models-speed.txt")):
      name = name.strip()
      if name and not name.startswith("#"):
        path = resolve(name)
        ratios.append(compare(name, lambda mj: mj.MjModel.from_xml_path(path), 100, a.rounds, mujoco, ours))
    print(f"geometric mean ratio {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}, worst {min(ratios):.2f}")
  if not a.no_heaps:
    for name, xml, settle in (("heap of 500 primitives", primitives(), 250), ("heap of 100 convex meshes", meshes(), 250)):
      compare(name, lambda mj: mj.MjModel.from_xml_string(xml), settle, a.rounds, mujoco, ours)
  if not a.no_growth:
    growth(mujoco, ours, a.svg)


if __name__ == "__main__":
  main()
