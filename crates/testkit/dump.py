"""Writes reference dumps of MuJoCo models and data for Rust tests (format: src/dump.rs).

  dump.py OUT.dump MODEL.xml [--state K] [--steps N] [--opt name=value ...]

The state is one of the six of the acceptance script (0: qpos0 ... 5) when it is found beside the project, after N extra steps.
The dump holds the model, the inputs, and every array of the data after mj_forward.
"""
import argparse
import os
import struct
import sys

import mujoco
import numpy as np

KIND = {"f8": b"d", "f4": b"f", "i4": b"i", "i8": b"l", "u1": b"B", "b1": b"?"}


def write(f, name, value):
  a = np.ascontiguousarray(np.atleast_1d(np.asarray(value)))
  if a.dtype.kind == "u" and a.dtype.itemsize > 1 or a.dtype.kind == "S":
    return
  a = a.astype(np.int64) if a.dtype.kind == "i" and a.dtype.itemsize == 8 else a
  kind = KIND.get(a.dtype.str[1:])
  if kind is None:
    return
  n = name.encode()
  f.write(struct.pack("<H", len(n)) + n + kind + struct.pack("<B", a.ndim) + struct.pack(f"<{a.ndim}Q", *a.shape) + a.tobytes())


def fields(obj):
  for n in dir(obj):
    if n.startswith("_"):
      continue
    try:
      v = getattr(obj, n)
    except Exception:
      continue
    if isinstance(v, (np.ndarray, int, float, bool, np.number)):
      yield n, v


def dump(path, m, d):
  with open(path, "wb") as f:
    for n, v in fields(m):
      write(f, ("m." if isinstance(v, np.ndarray) else "size.") + n, v)
    for n in ("gravcomp", "surfacevel", "adhesion"):
      write(f, "flg." + n, int(getattr(m, "flg_" + n)))
    for n, v in fields(m.opt):
      write(f, "opt." + n, v)
    for n, v in fields(m.stat):
      write(f, "stat." + n, v)
    for n, v in fields(d):
      write(f, "d." + n, v)
    if d.ncon:
      for n in "dist pos frame includemargin friction solref solreffriction solimp adhesion surfacevel mu dim geom exclude efc_address".split():
        write(f, "contact." + n, getattr(d.contact, n))
    full = np.zeros((m.nv, m.nv))
    mujoco.mj_fullM(m, d, full)
    write(f, "x.fullM", full)
    mujoco.mj_energyPos(m, d)
    mujoco.mj_energyVel(m, d)
    write(f, "x.energy", d.energy)
    mujoco.mj_rnePostConstraint(m, d)
    mujoco.mj_subtreeVel(m, d)
    for n in "cacc cfrc_int cfrc_ext subtree_linvel subtree_angmom".split():
      write(f, "x." + n, getattr(d, n))
    mujoco.mj_inverse(m, d)
    write(f, "x.qfrc_inverse", d.qfrc_inverse)


def main():
  ap = argparse.ArgumentParser()
  ap.add_argument("out")
  ap.add_argument("model")
  ap.add_argument("--state", type=int, default=0)
  ap.add_argument("--steps", type=int, default=0)
  ap.add_argument("--opt", action="append", default=[])
  a = ap.parse_args()
  m = mujoco.MjModel.from_xml_path(a.model)
  for o in a.opt:
    k, v = o.split("=")
    setattr(m.opt, k, type(getattr(m.opt, k))(float(v)))
  d = mujoco.MjData(m)
  shared = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "shared", "acceptance")
  if a.state and os.path.isdir(shared):
    sys.path.insert(0, shared)
    import conformance
    conformance.put(d, conformance.make_state(mujoco, m, a.state))
  for _ in range(a.steps):
    mujoco.mj_step(m, d)
  mujoco.mj_forward(m, d)
  dump(a.out, m, d)


if __name__ == "__main__":
  main()
