"""Calls everything of the package with arguments that make no sense; run by test_misuse.py in a process of its own.

Nothing may end the interpreter; exceptions are the right answer. Prints how many calls were made and what panicked.
"""

import sys

import numpy as np

import stiction
import stiction.mujoco as mj

XML = """<mujoco><worldbody><geom type="plane" size="1 1 .1"/><body name="b" pos="0 0 .09"><freejoint/><geom name="g" size=".1"/><site name="s"/></body>
<body pos="1 0 0"><joint name="j"/><geom size=".1"/></body></worldbody><actuator><motor joint="j"/></actuator>
<sensor><jointpos joint="j"/></sensor><keyframe><key name="k"/></keyframe></mujoco>"""
SKIP = {"mj_loadAllPluginLibraries", "mj_loadPluginLibrary", "mju_writeLog"}


def junk(rng, m, d):
  """One argument: sometimes right, mostly not."""
  pool = [m, d, None, 0, 1, -1, 2, 3, 2**31 - 1, -2**31, 2**63 - 1, 10**30, 0.5, float("nan"), float("inf"), True, "", "b", "\0", "x" * 300, b"b",
          [], [1, 2], {}, object(), np.zeros(0), np.zeros(3), np.zeros(4), np.zeros(9), np.zeros((3, m.nv)), np.zeros((m.nv, m.nv)),
          np.zeros(m.nv), np.zeros(m.nq), np.full(3, np.nan), np.zeros((3, 3), np.float32), np.zeros(3, np.int32), np.zeros((2, 3, 4)),
          np.zeros(6)[::2], np.zeros((3, m.nv)).T, np.broadcast_to(np.zeros(1), 3), mj.MjvCamera(), mj.MjvOption(), mj.MjvPerturb(),
          mj.MjvScene(m, 10), mj.MjvGeom(), mj.MjContact(), lambda *a: None, lambda: 1 / 0, m.opt, mj.mjtObj.mjOBJ_BODY, range(3)]
  return pool[rng.integers(len(pool))]


def fresh():
  m = mj.MjModel.from_xml_string(XML)
  d = mj.MjData(m)
  mj.mj_forward(m, d)
  return m, d


def main(rounds, seed):
  rng = np.random.default_rng(seed)
  names = [n for n in sorted(set(mj.__all__)) if n.startswith(("mj_", "mju_", "mjd_", "mjv_", "mjr_", "set_mj")) and n not in SKIP
           and "save" not in n and "print" not in n.lower()]
  calls, panics = 0, {}
  for _ in range(rounds):
    for name in names:
      m, d = fresh()
      f = getattr(mj, name)
      first = [m, d] if rng.random() < 0.7 else []
      args = first + [junk(rng, m, d) for _ in range(rng.integers(0, 7))]
      if name == "mj_step" and len(args) > 2 and isinstance(args[2], int) and args[2] > 1000:
        args = args[:2]
      calls += 1
      try:
        f(*args)
      except KeyboardInterrupt:
        raise
      except BaseException as e:  # noqa: BLE001 - that is the point
        if "internal error" in str(e) or "PanicException" in type(e).__name__:
          panics.setdefault(name, str(e)[:120])
      mj.mj_resetCallbacks()
      mj.set_mju_user_warning(None)
    for cls in (stiction.Batch, stiction.World, mj.MjSpec, stiction.Model, stiction.Data, mj.Renderer):
      calls += members(cls, rng, panics)
  print(f"{calls} calls")
  for name, why in panics.items():
    print("PANIC", name, why)


def members(cls, rng, panics):
  """Methods and attributes of one object."""
  m, d = fresh()
  obj = {"Batch": lambda: stiction.Batch(m, 3, 1), "World": stiction.World, "MjSpec": lambda: mj.MjSpec.from_string(XML), "MjModel": lambda: m,
         "MjData": lambda: d, "Renderer": lambda: mj.Renderer(m, 16, 16)}[cls.__name__]()
  calls = 0
  for name in dir(cls):
    if name.startswith("__") or name in ("to_file", "to_zip", "encode", "from_file", "from_zip"):
      continue
    calls += 1
    try:
      value = getattr(obj, name)
      if callable(value):
        value(*[junk(rng, m, d) for _ in range(rng.integers(0, 4))])
      else:
        setattr(obj, name, junk(rng, m, d))
    except KeyboardInterrupt:
      raise
    except BaseException as e:  # noqa: BLE001
      if "internal error" in str(e) or "PanicException" in type(e).__name__:
        panics.setdefault(f"{cls.__name__}.{name}", str(e)[:120])
  return calls


def freed():
  """Views of owners that are gone, and owners that changed below their views."""
  m, d = fresh()
  views = [m.body("b"), d.body("b"), d.contact, d.warning, m.opt, m.vis.global_, m.stat, d.qpos, d.xpos, m.geom_size, d.contact[0], d.constraints]
  batch = stiction.Batch(m, 2)
  rows = [batch.qpos, batch.xpos, batch.expand("body_mass"), batch.body("b")]
  del m, d, batch
  import gc
  gc.collect()
  junk_ = [np.ones(1000) for _ in range(1000)]
  for v in views + rows:
    repr(v)
  assert np.isfinite(views[7]).all() and (rows[0] == rows[0]).all() and views[0].mass[0] > 0
  del junk_


if __name__ == "__main__":
  freed()
  main(int(sys.argv[1]), int(sys.argv[2]))
