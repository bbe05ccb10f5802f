"""Time to load and compile a model, against MuJoCo, alternating in one process.

  compile_time.py [--list FILE ...] [--rounds 5] [MODEL.xml ...]

Lists name models as the acceptance scripts do (`package:path`, `shared:path`, or a path). Printed: milliseconds per load (median), the
ratio MuJoCo / ours (above 1 we are faster), and the mean ratio over all models.
"""
import argparse
import importlib
import importlib.util
import os
import statistics
import time
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
SHARED = os.path.join(HERE, "..", "..", "shared")


def resolve(line):
  if ":" in line and not os.path.isabs(line):
    package, rel = line.split(":", 1)
    if package == "shared":
      return os.path.join(SHARED, rel)
    spec = importlib.util.find_spec(package)
    return os.path.join(os.path.dirname(spec.origin), rel) if spec and spec.origin else None
  return line


def once(load, path):
  start = time.perf_counter()
  load(path)
  return time.perf_counter() - start


def main():
  ap = argparse.ArgumentParser()
  ap.add_argument("models", nargs="*")
  ap.add_argument("--list", action="append", default=[])
  ap.add_argument("--rounds", type=int, default=5)
  a = ap.parse_args()
  warnings.simplefilter("ignore")
  import mujoco
  ours = importlib.import_module("stiction.mujoco")
  names = list(a.models)
  lists = a.list or ([] if names else [os.path.join(SHARED, "acceptance", f"models-{s}.txt") for s in ("dev", "menagerie")])
  for lst in lists:
    names += [x.strip() for x in open(lst) if x.strip() and not x.startswith("#")]
  total_theirs = total_ours = 0.0
  ratios = []
  print(f"{'model':56s} {'MuJoCo ms':>10s} {'ours ms':>10s} {'ratio':>6s}")
  for name in names:
    path = resolve(name)
    if not path or not os.path.exists(path):
      print(f"{name:56s} missing")
      continue
    x, y = [], []
    for _ in range(a.rounds):
      # MuJoCo keeps compiled assets in a global cache, which would measure a hash lookup
      cache = getattr(mujoco, "mj_clearCache", None)
      if cache and hasattr(mujoco, "mj_getCache"):
        cache(mujoco.mj_getCache())
      x.append(once(mujoco.MjModel.from_xml_path, path))
      y.append(once(ours.MjModel.from_xml_path, path))
    tx, ty = 1e3 * statistics.median(x), 1e3 * statistics.median(y)
    total_theirs, total_ours = total_theirs + tx, total_ours + ty
    ratios.append(tx / ty)
    print(f"{name:56s} {tx:10.2f} {ty:10.2f} {tx / ty:6.2f}", flush=True)
  print(f"mean ratio {statistics.mean(ratios):.2f}, total {total_theirs:.0f} ms for MuJoCo, {total_ours:.0f} ms ours, over {len(ratios)} models")


if __name__ == "__main__":
  main()
