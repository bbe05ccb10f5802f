#!/usr/bin/env python3
"""Compares the contact solvers on recorded and generated problems, and draws docs/images/solvers-*.svg.

  contact_problems.py [--dir ../shared/acceptance/friction-problems] [--seconds 2] [--svg docs/images]
  contact_problems.py --blind SEED [--count 48] [--seconds 2]      psn alone on problems whose kind, size and numbers are drawn by the seed
  contact_problems.py --rungs SEED [SEED …] [--seconds 2]          which rung of psn ends recorded and blind problems and the islands of falling piles

Generated: spheres in a box, rocks (off-centre contacts, unsymmetric A), towers and walls of boxes, planks, mass ratios, odd units. Residuals are
computed here: natural map per contact, scaled, relative to g.
"""

import argparse
import glob
import os
import time

import numpy as np
import scipy.sparse as sp
import stiction

COLOURS = {"psn": "#1b6ca8", "admm": "#d1495b", "pgs": "#6a994e", "ipm": "#8d5a97", "poly": "#e09f3e", "box": "#555555"}


def residual(A, g, mu, x, coulomb=True):
  k = len(mu)
  s = np.sqrt(np.maximum(A.diagonal().reshape(k, 3).mean(1), 1e-300))[:, None]
  u = (A @ x + g).reshape(k, 3)
  u[:, 0] += mu * np.linalg.norm(u[:, 1:], axis=1) * coulomb
  z = x.reshape(k, 3) * s - u / s
  t = np.linalg.norm(z[:, 1:], axis=1)
  n = np.where(t <= mu * z[:, 0], z[:, 0], (z[:, 0] + mu * t) / (1 + mu**2))
  n[mu * t <= -z[:, 0]] = 0
  p = np.column_stack([n, z[:, 1:] * (np.minimum(mu * n, t) / np.maximum(t, 1e-300))[:, None]])
  return np.linalg.norm(x.reshape(k, 3) * s - p) / np.linalg.norm(g.reshape(k, 3) / s)


def skew(r):
  return np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])


def frame(n):
  t = np.cross(n, [1, 0, 0] if abs(n[0]) < 0.7 else [0, 1, 0])
  t /= np.linalg.norm(t)
  return np.array([n, t, np.cross(n, t)])


def assemble(rng, pos, mass, inertia, contacts, mu, h=0.01, speed=0.3, spin=1.0, gyro=0.0, units=1.0):
  """A = J M⁻¹ Jᵀ and g = J v_f; a contact is (a, b, point, normal from b to a), b = -1 is the world."""
  nb = len(pos)
  J = sp.lil_matrix((3 * len(contacts), 6 * nb))
  for k, (a, b, point, n) in enumerate(contacts):
    R = frame(n)
    for body, sign in ((a, 1), (b, -1)):
      if body >= 0:
        J[3 * k : 3 * k + 3, 6 * body : 6 * body + 3] = sign * R
        J[3 * k : 3 * k + 3, 6 * body + 3 : 6 * body + 6] = -sign * R @ skew(point - pos[body])
  J = J.tocsr()
  inverse = []
  for m, I in zip(mass, inertia):
    M = np.zeros((6, 6))
    M[:3, :3], M[3:, 3:] = m * np.eye(3), I
    if gyro:
      w = rng.normal(size=3) * gyro / h
      M[3:, 3:] += h * (skew(w) @ I - skew(I @ w))
    inverse.append(np.linalg.inv(M))
  v = np.hstack([rng.normal(size=(nb, 3)) * speed, rng.normal(size=(nb, 3)) * spin])
  v[:, 2] -= 9.81 * h
  A = (J @ sp.block_diag(inverse) @ J.T).tocsc() * units
  return A, J @ v.ravel() * np.sqrt(units), np.full(len(contacts), float(mu))


def spheres(rng, nx, ny, nz, mu, off=0.0, ratio=1.0, **kw):
  pos = np.array([
    [i + 0.5 * (k % 2) + rng.normal() * 0.02, j + 0.5 * (k % 2) + rng.normal() * 0.02, 0.7071 * k + 0.5]
    for k in range(nz) for j in range(ny) for i in range(nx)
  ])  # fmt: skip
  contacts = []
  for a in range(len(pos)):
    for b in range(a):
      d = pos[a] - pos[b]
      if np.linalg.norm(d) < 1.04:
        n = d / np.linalg.norm(d) + rng.normal(size=3) * off
        contacts.append((a, b, 0.5 * (pos[a] + pos[b]) + rng.normal(size=3) * off * 0.2, n / np.linalg.norm(n)))
    for axis, sign, wall in ((0, 1, 0.3), (1, 1, 0.3), (0, -1, nx - 0.7), (1, -1, ny - 0.7), (2, 1, 0.3)):
      if (pos[a, axis] - wall) * sign <= 0.25:
        n = np.zeros(3)
        n[axis] = sign
        contacts.append((a, -1, pos[a] - 0.5 * n, n))
  mass = np.exp(rng.uniform(0, np.log(ratio), len(pos)))
  inertia = [0.1 * m * np.diag(rng.uniform(0.5, 2, 3) if off else np.ones(3)) for m in mass]
  return assemble(rng, pos, mass, inertia, contacts, mu, **kw)


def boxes(rng, layers, per, mu, ratio=1.0, copies=1, **kw):
  place = {(l, i): np.array([i + 0.5 * (l % 2) - per / 2, 0, l + 0.5]) for l in range(layers) for i in range(per)}
  names = list(place)
  pos = np.array([place[k] for k in names])
  contacts = []
  for a, (l, i) in enumerate(names):
    below = [-1] if l == 0 else [b for b, k in enumerate(names) if k[0] == l - 1 and abs(pos[b][0] - pos[a][0]) < 0.99]
    for b in below:
      x = (pos[a][0], pos[a][0]) if b < 0 else (max(pos[a][0], pos[b][0]), min(pos[a][0], pos[b][0]))
      for point in [(x[0] - 0.5, -0.5), (x[0] - 0.5, 0.5), (x[1] + 0.5, -0.5), (x[1] + 0.5, 0.5)] * copies:
        contacts.append((a, b, np.array([*point, l]), np.array([0.0, 0, 1])))
    if (l, i + 1) in place:
      for y, z in ((-0.5, 0), (0.5, 0), (-0.5, 1), (0.5, 1)):
        point = np.array([pos[a][0] + 0.5, y, l + z])
        contacts.append((names.index((l, i + 1)), a, point, np.array([1.0, 0, 0])))
  mass = np.array([ratio ** (p[2] / layers) for p in pos])
  return assemble(rng, pos, mass, [m * np.eye(3) / 6 for m in mass], contacts, mu, **kw)


def planks(rng, layers, per, mu, **kw):
  """A tower of planks of 3 × 0.6 × 0.2, each layer across the one below; four contacts per crossing."""
  half = np.array([[0.3, 1.5, 0.1], [1.5, 0.3, 0.1]])
  place = [(l, 2.4 * i / (per - 1) - 1.2) for l in range(layers) for i in range(per)]
  pos = np.array([[x, 0, 0.2 * l + 0.1] if l % 2 == 0 else [0, x, 0.2 * l + 0.1] for l, x in place])
  contacts = []
  for a, (l, x) in enumerate(place):
    for b in [-1] if l == 0 else [b for b, p in enumerate(place) if p[0] == l - 1]:
      low, high = pos[a] - half[l % 2], pos[a] + half[l % 2]
      if b >= 0:
        low, high = np.maximum(low, pos[b] - half[(l - 1) % 2]), np.minimum(high, pos[b] + half[(l - 1) % 2])
      for px, py in ((low[0], low[1]), (low[0], high[1]), (high[0], low[1]), (high[0], high[1])):
        contacts.append((a, b, np.array([px, py, 0.2 * l]), np.array([0.0, 0, 1])))
  inertia = [np.diag([h @ h - k * k for k in h]) / 3 for h in half]
  return assemble(rng, pos, np.ones(len(pos)), [inertia[l % 2] for l, _ in place], contacts, mu, **kw)


def generated():
  rng = np.random.default_rng(3)
  still = {"speed": 0.0, "spin": 0.0}
  yield "spheres mu 0.8", spheres(rng, 4, 4, 4, 0.8)
  yield "spheres mu 0.3", spheres(rng, 4, 4, 5, 0.3)
  yield "rocks mu 1, unsymmetric", spheres(rng, 4, 4, 5, 1.0, off=0.3, gyro=0.1)
  yield "rocks mu 1, at rest", spheres(rng, 4, 4, 5, 1.0, off=0.3, speed=0.01, spin=0.01)
  yield "rocks, masses 1:1e4", spheres(rng, 4, 4, 4, 0.5, off=0.3, ratio=1e4)
  yield "rocks, A of 1e-12", spheres(rng, 3, 3, 4, 0.4, off=0.2, units=1e-12)
  yield "rocks, A of 1e9", spheres(rng, 3, 3, 4, 0.4, off=0.2, units=1e9)
  yield "tower", boxes(rng, 12, 3, 0.5)
  yield "tower, contacts three times", boxes(rng, 6, 2, 0.7, copies=3)
  yield "column 1:1e3", boxes(rng, 10, 1, 0.6, ratio=1e3, speed=0.01)
  yield "column 1:1e6", boxes(rng, 10, 1, 0.6, ratio=1e6, **still)
  yield "wall at rest", boxes(rng, 12, 4, 0.5, **still)
  yield "wall hit, mu 1", boxes(rng, 8, 4, 1.0, speed=1.0)
  yield "spheres mu 0.2", spheres(rng, 5, 4, 4, 0.2)
  yield "planks at rest", planks(rng, 14, 3, 0.5, **still)
  yield "planks hit", planks(rng, 12, 2, 0.4, speed=0.2, spin=0.3)


def blind(seed, count):
  """Problems that nobody chose."""
  rng = np.random.default_rng(seed)
  for k in range(count):
    mu, speed = float(rng.choice([0.1, 0.2, 0.4, 0.6, 0.8, 1.0])), float(rng.choice([0.0, 0.01, 0.1, 0.3, 1.0]))
    kw = {"speed": speed, "spin": speed * float(rng.uniform(0, 3)), "units": float(rng.choice([1.0, 1.0, 1.0, 1e-9, 1e6]))}
    kind, n = rng.choice(["spheres", "rocks", "tower", "wall", "column", "planks"]), [int(x) for x in rng.integers(2, 6, 3)]
    ratio = float(rng.choice([1.0, 1.0, 1e2, 1e4]))
    if kind in ("spheres", "rocks"):
      rough = {"off": float(rng.uniform(0.1, 0.4)), "gyro": float(rng.choice([0.0, 0.1]))} if kind == "rocks" else {}
      p = spheres(rng, *n, mu, ratio=ratio, **rough, **kw)
    elif kind == "planks":
      p = planks(rng, 2 * n[0] + 2, int(rng.integers(2, 4)), mu, **kw)
    else:
      size = {"tower": (2 * n[0], n[1]), "wall": (n[0] + 2, n[1] + 1), "column": (3 * n[0], 1)}[kind]
      p = boxes(rng, *size, mu, ratio=ratio, copies=int(rng.choice([1, 1, 2])), **kw)
    yield f"{k} {kind} mu {mu} speed {speed} 1:{ratio:g} x {kw['units']:g}", p


def count_blind(a):
  solved, near, times = 0, 0, []
  for name, p in blind(a.blind, a.count):
    r, dt, e = solve(p, "psn", 1e-9, a.seconds)
    solved, near = solved + (e <= 1e-8), near + (e <= 1e-6)
    times.append(1e3 * dt)
    if e > 1e-8:
      print(f"{name:48s} {len(p[2]):5d} contacts {e:8.1e} {r.iterations:6d}it {1e3 * dt:7.1f}ms {r.status}", flush=True)
  print(f"seed {a.blind}: psn {solved} of {a.count} at 1e-8, {near} at 1e-6; median {np.median(times):.1f} ms, slowest {max(times):.0f} ms")


def recorded(folder):
  for f in sorted(glob.glob(os.path.join(folder, "*.npz"))):
    z = np.load(f)
    n = int(z["n"])
    yield os.path.basename(f).split(".")[0], (sp.csc_matrix((z["data"], z["indices"], z["indptr"]), shape=(n, n)), z["q"], z["mu"])


def solve(problem, solver, tolerance, seconds):
  A, g, mu = problem
  law = "convex" if solver in ("ipm", "poly") else "coulomb"
  if law == "convex":
    A = ((A + A.T) * 0.5).tocsc()
  t = time.perf_counter()
  r = stiction.solve_contact(A, g, mu, solver=solver, friction=law, tolerance=tolerance, max_seconds=seconds)
  return r, time.perf_counter() - t, residual(A, g, mu, r.impulse, law == "coulomb")


def pile(seed, layers, side, mix, steps=500, step=0.002):
  """Rungs, steps not solved and the worst violation (m/s) of a falling pile."""
  rng = np.random.default_rng(seed)
  shapes = ['type="box" size=".05 .05 .05"', 'type="capsule" size=".03 .04"', 'type="cylinder" size=".04 .04"', 'type="ellipsoid" size=".06 .04 .05"']
  body = '<body pos="{} {} {}" axisangle="{} {} {} {}"><freejoint/><geom {} friction="{}"/></body>'
  bodies = "".join(
    body.format(0.13 * i, 0.13 * j, 0.1 + 0.15 * k, *rng.normal(size=3), rng.uniform(0, 3), shapes[rng.integers(4) if mix else 0], rng.choice([0.3, 0.6, 1.0]))
    for k in range(layers) for i in range(side) for j in range(side)
  )  # fmt: skip
  xml = f'<mujoco><option timestep="{step}"/><custom><text name="stiction" data="preset=exact"/></custom><worldbody><geom type="plane" size="0 0 1"/>{bodies}</worldbody></mujoco>'
  m = stiction.Model.from_xml_string(xml)
  d = stiction.Data(m)
  rungs, unsolved, worst = np.zeros(3, int), 0, 0.0
  for _ in range(steps):
    r = stiction.step(m, d)
    rungs, unsolved, worst = rungs + r.rungs, unsolved + (not r.solved), max(worst, r.violation)
  return rungs, unsolved, worst


def count_rungs(a):
  """The table of docs/solvers.md."""
  print("| set | ended by Newton | by the path | by the walk | left above 1e-8 |\n|---|---|---|---|---|")
  sets = {"recorded, 23": [p for _, p in recorded(a.dir)]}
  sets |= {f"blind, seed {seed}, {a.count}": [p for _, p in blind(seed, a.count)] for seed in a.rungs}
  for name, problems in sets.items():
    rungs, left = np.zeros(4, int), []
    for p in problems:
      r, _, e = solve(p, "psn", 1e-9, a.seconds)
      if e <= 1e-8:
        rungs[r.rung] += 1
      else:
        left.append(e)
    print(f"| {name} | {rungs[1]} | {rungs[2]} | {rungs[3]} | {', '.join(f'{e:.0e}' for e in left) or 'none'} |", flush=True)
  print("\n| falling pile, 500 steps of 2 ms | islands ended by Newton | by the path | by the walk | steps not solved | worst violation, m/s |\n|---|---|---|---|---|---|")
  for seed in a.rungs:
    for name, layers, side, mix in (("54 boxes", 6, 3, False), ("48 mixed", 3, 4, True), ("100 boxes", 4, 5, False)):
      rungs, unsolved, worst = pile(seed, layers, side, mix)
      print(f"| {name}, seed {seed} | {rungs[0]} | {rungs[1]} | {rungs[2]} | {unsolved} | {worst:.0e} |", flush=True)


def scatter(path, title, labels, series):
  """A log–log plot; series: name → [(x, y)]."""
  points = [p for s in series.values() for p in s]
  low = np.floor(np.log10(np.maximum(np.min(points, axis=0), 1e-16)))
  high = np.ceil(np.log10(np.max(points, axis=0)))
  at = lambda p: (60 + 500 * (np.log10(max(p[0], 1e-16)) - low[0]) / (high[0] - low[0]), 320 - 280 * (np.log10(max(p[1], 1e-16)) - low[1]) / (high[1] - low[1]))  # noqa: E731
  out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 380" font-family="sans-serif" font-size="12">', '<rect width="680" height="380" fill="white"/>', f'<text x="60" y="24" font-size="14">{title}</text>']
  for e in np.arange(low[0], high[0] + 1):
    x = at((10.0**e, 1))[0]
    out.append(f'<line x1="{x:.1f}" y1="40" x2="{x:.1f}" y2="320" stroke="#ddd"/><text x="{x:.1f}" y="336" text-anchor="middle">1e{int(e)}</text>')
  for e in np.arange(low[1], high[1] + 1, max(1, (high[1] - low[1]) // 7)):
    y = at((1, 10.0**e))[1]
    out.append(f'<line x1="60" y1="{y:.1f}" x2="560" y2="{y:.1f}" stroke="#ddd"/><text x="54" y="{y + 4:.1f}" text-anchor="end">1e{int(e)}</text>')
  out.append(f'<text x="310" y="362" text-anchor="middle">{labels[0]}</text><text x="16" y="180" text-anchor="middle" transform="rotate(-90 16 180)">{labels[1]}</text>')
  for k, (name, data) in enumerate(series.items()):
    colour = COLOURS[name.split()[0]]
    out.append(f'<circle cx="580" cy="{56 + 20 * k}" r="5" fill="{colour}"/><text x="592" y="{60 + 20 * k}">{name}</text>')
    out += [f'<circle cx="{at(p)[0]:.1f}" cy="{at(p)[1]:.1f}" r="3.5" fill="{colour}" fill-opacity="0.7"/>' for p in data]
  with open(path, "w") as f:
    f.write("\n".join([*out, "</svg>", ""]))


def main():
  here = os.path.dirname(os.path.abspath(__file__))
  ap = argparse.ArgumentParser()
  ap.add_argument("--dir", default=os.path.join(here, "../../shared/acceptance/friction-problems"))
  ap.add_argument("--seconds", type=float, default=2.0)
  ap.add_argument("--svg", default=os.path.join(here, "../docs/images"))
  ap.add_argument("--blind", type=int, help="seed of problems to count")
  ap.add_argument("--count", type=int, default=48)
  ap.add_argument("--rungs", type=int, nargs="+", help="seeds of problems and piles whose rungs are counted")
  a = ap.parse_args()
  if a.rungs is not None:
    return count_rungs(a)
  if a.blind is not None:
    return count_blind(a)
  problems = [*recorded(a.dir), *generated()]
  if len(problems) < 20:
    print(f"NO recorded problems in {a.dir}: generated ones only")
  solvers = ["psn", "admm", "pgs", "ipm"]
  solved = dict.fromkeys(solvers, 0)
  cloud = {s: [] for s in solvers}
  print(f"{'problem':38s} contacts  " + "  ".join(f"{s:>24s}" for s in solvers))
  for name, p in problems:
    cells = []
    for s in solvers:
      r, dt, e = solve(p, s, 1e-9, a.seconds)
      solved[s] += e <= 1e-8
      cloud[s].append((1e3 * dt, e))
      cells.append(f"{'ok' if e <= 1e-8 else '--'} {e:8.1e} {r.iterations:6d}it {1e3 * dt:7.1f}ms")
    print(f"{name[:38]:38s} {len(p[2]):8d}  " + "  ".join(f"{c:>24s}" for c in cells), flush=True)
  print({s: f"{k} of {len(problems)} at 1e-8" for s, k in solved.items()})
  scatter(os.path.join(a.svg, "solvers-residual.svg"), "Residual reached against time, one dot per problem", ("ms", "residual (own law)"), cloud)
  options(problems, a)


def options(problems, a):
  """The four options of paper 003 on the problems with up to 60 contacts: Coulomb residual of each answer."""
  rows = {"box (A)": "box", "ipm (B: cone QP)": "ipm", "pgs (C)": "pgs", "psn (D)": "psn"}
  cloud = {k: [] for k in rows}
  lines = {k: [0, 0, 0, []] for k in rows}
  count = 0
  for name, p in problems:
    if len(p[2]) > 60:
      continue
    count += 1
    for label, s in rows.items():
      r, dt, _ = solve(p, s, 1e-8, a.seconds)
      e = residual(*p, np.asarray(r.impulse))
      cloud[label].append((1e3 * dt, max(e, 1e-16)))
      done = r.outer_residual <= 1e-8 if s == "box" else r.converged
      for k, bar in enumerate((1e-2, 1e-6)):
        lines[label][k] += e <= bar
      lines[label][2] += done
      lines[label][3].append((e, dt))
  print(f"\npaper 003, {count} problems with up to 60 contacts: loop converged, Coulomb residual <= 1e-2, <= 1e-6, median residual, median ms")
  for label, (loose, tight, done, data) in lines.items():
    e, dt = np.median(np.array(data), axis=0)
    print(f"  {label:18s} {done:3d} {loose:3d} {tight:3d}  {e:8.1e}  {1e3 * dt:7.2f}")
  scatter(os.path.join(a.svg, "solvers-paper003.svg"), "Paper 003: the four options, residual of Coulomb's law", ("ms", "Coulomb residual"), cloud)


if __name__ == "__main__":
  main()
