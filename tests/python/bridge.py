"""A compiled model of the reference engine as one of ours, array by array: tests the bindings without the compiler."""

import numpy as np

import stiction.mujoco as ours

KINDS = dict(body=1, jnt=3, geom=5, site=6, cam=7, light=8, mesh=10, hfield=12, tex=13, mat=14, pair=15, exclude=16, eq=17, tendon=18,
             actuator=19, sensor=20, numeric=21, text=22, tuple=23, key=24)


def struct(obj):
  """Fields of a small struct; the reference shows `rgba.bv*` as empty arrays, so those are left out."""
  return {n: getattr(obj, n) for n in dir(obj) if not n.startswith(("_", "bv"))}


def convert(m):
  def name_at(adr):
    return m.names[adr:m.names.index(b"\0", adr)].decode()

  public = [n for n in dir(m) if not n.startswith("_")]
  return ours.MjModel._from_parts({
      "sizes": {n: getattr(m, n) for n in public if n.startswith("n") and isinstance(getattr(m, n), int)},
      "arrays": {n: getattr(m, n) for n in public if isinstance(getattr(m, n), np.ndarray) and not n.startswith(("name", "skin_"))},
      "names": {k: [name_at(a) for a in getattr(m, f"name_{p}adr")] for p, k in KINDS.items()},
      "structs": {"opt": struct(m.opt), "stat": struct(m.stat),
                  **{p: struct(getattr(m.vis, p)) for p in ("global_", "quality", "headlight", "map", "scale", "rgba")}},
      "name": name_at(0), "paths": m.paths, "text_data": m.text_data,
      "flags": [m.flg_gravcomp, m.flg_surfacevel, m.flg_adhesion],
  })
