"""Cost of reading and writing fields from Python: Stiction against MuJoCo in the same run.

    python benches/getters.py

The two engines take turns and the best of each counts, so that other load on the machine touches both alike.
"""

import os
import timeit

import mujoco as reference

import stiction.mujoco as ours

XML = """<mujoco><worldbody><geom type="plane" size="1 1 1"/><body name="x" pos="0 0 .09"><freejoint/><geom name="g" size=".1"/><site name="s"/></body>
<body name="y" pos="1 0 1"><joint name="j"/><geom size=".1"/></body></worldbody><actuator><motor name="a" joint="j"/></actuator>
<sensor><jointpos name="q" joint="j"/></sensor></mujoco>"""
EXPRESSIONS = (
    "d.qpos", "d.xpos", "d.time", "d.ncon", "m.nq", "m.body_mass", "m.opt.timestep", "m.opt.gravity", "m.stat.extent", "d.body('x').xpos",
    "d.body(1).xpos", "d.joint('j').qpos", "d.site('s').xpos", "m.geom('g').friction", "d.actuator('a').ctrl", "d.sensor('q').data",
    "d.contact", "len(d.contact)", "d.contact[0].dist", "d.contact.dist", "d.contact.frame", "d.efc_force", "d.qpos[0]",
    "d.qpos.__setitem__(0, 0.)", "m.opt.__setattr__('timestep', .002)", "mj.mj_name2id(m, 1, 'x')")


def scope(lib):
  m = lib.MjModel.from_xml_string(XML)
  d = lib.MjData(m)
  lib.mj_forward(m, d)
  return {"m": m, "d": d, "mj": lib}


def main():
  scopes = scope(reference), scope(ours)
  print(f"load {os.getloadavg()[0]:.1f}\n\n| read | MuJoCo [ns] | ours [ns] | ratio |\n|---|---:|---:|---:|")
  for e in EXPRESSIONS:
    best = [float("inf")] * 2
    for _ in range(12):
      for k, s in enumerate(scopes):
        best[k] = min(best[k], timeit.timeit(e, globals=s, number=2000) / 2000 * 1e9)
    print(f"| `{e}` | {best[0]:.0f} | {best[1]:.0f} | {best[1] / best[0]:.2f} |")


if __name__ == "__main__":
  main()
