"""The plot of docs/gpu.md: `python benches/gpu/plot.py RESULT.txt docs/gpu.svg`, where RESULT.txt is what `gpu_bench run` printed for the humanoid."""

import math
import sys

# its own testspeed on the same kind of card, 2026-11-15: million steps a second by worlds
WARP = {1024: 1.61, 8192: 5.41, 32768: 7.21}
LEFT, RIGHT, TOP, BOTTOM = 56, 490, 30, 316
WORLDS, RATES = (1024, 8192, 32768), (1, 2, 5, 10, 20, 50, 100)


def read(path, scene):
  """Rates by precision and worlds: waiting for every step, one step a launch, 50 steps a launch."""
  rows = {}
  for line in open(path):
    cells = [c.strip() for c in line.strip().strip("|").split("|")]
    if len(cells) > 5 and cells[0].split() and cells[0].split()[0] == scene and cells[1].isdigit():
      rows[cells[0].split()[1], int(cells[1])] = [float(c) for c in cells[2:5]]
  return rows


def x(worlds):
  return LEFT + (RIGHT - LEFT) * math.log(worlds / WORLDS[0]) / math.log(WORLDS[-1] / WORLDS[0])


def y(rate):
  return BOTTOM - (BOTTOM - TOP) * math.log(rate / RATES[0]) / math.log(RATES[-1] / RATES[0])


def curve(points, colour, dash, name):
  at = [(x(n), y(r)) for n, r in points]
  style = ' stroke-dasharray="5 4"' if dash else ""
  yield f'<polyline points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in at)}" fill="none" stroke="{colour}" stroke-width="2"{style}/>'
  yield from (f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in at)
  yield f'<text x="{at[-1][0] + 8:.1f}" y="{at[-1][1] + 4:.1f}" fill="{colour}">{name}</text>'


def picture(rows):
  yield '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" font-family="sans-serif" font-size="12">'
  yield '<rect width="640" height="360" fill="white"/>'
  yield f'<text x="{LEFT}" y="18">humanoid (27 degrees of freedom), million steps a second, one NVIDIA H200</text>'
  for r in RATES:
    yield f'<line x1="{LEFT}" x2="{RIGHT}" y1="{y(r):.1f}" y2="{y(r):.1f}" stroke="#ddd"/><text x="{LEFT - 8}" y="{y(r) + 4:.1f}" text-anchor="end">{r}</text>'
  for n in WORLDS:
    yield f'<line x1="{x(n):.1f}" x2="{x(n):.1f}" y1="{TOP}" y2="{BOTTOM}" stroke="#eee"/><text x="{x(n):.1f}" y="{BOTTOM + 18}" text-anchor="middle">{n:,}</text>'
  yield f'<text x="{(LEFT + RIGHT) // 2}" y="354" text-anchor="middle">worlds</text>'
  ours = lambda kind, how: [(n, rows[kind, n][how]) for n in WORLDS]
  yield from curve(ours("f32", 2), "#c0392b", False, "f32, 50 steps a launch")
  yield from curve(ours("f32", 0), "#e67e22", True, "f32, one, waiting")
  yield from curve(ours("f64", 0), "#2471a3", False, "f64, one, waiting")
  yield from curve(sorted(WARP.items()), "#555", False, "MuJoCo Warp 4.0.0, f32")
  yield "</svg>"


if __name__ == "__main__":
  with open(sys.argv[2], "w") as out:
    out.write("\n".join(picture(read(sys.argv[1], "humanoid"))) + "\n")
