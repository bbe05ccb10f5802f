"""Run programs written for MuJoCo on this engine.

    import stiction.compat; stiction.compat.install()      # before anything imports mujoco
    python -m stiction.compat script.py [arguments]        # a whole program, unchanged

`install` puts `stiction.mujoco` and its submodules into `sys.modules` under MuJoCo's names.
"""

import importlib
import pkgutil
import runpy
import sys


def _submodules():
  from . import mujoco
  return [m.name for m in pkgutil.iter_modules(mujoco.__path__) if not m.name.startswith("_") or m.name == "_enums"]


def install():
  """Makes `import mujoco` mean this engine. Refuses if the real package is already imported."""
  from . import mujoco
  present = sys.modules.get("mujoco")
  if present is mujoco:
    return mujoco
  if present is not None:
    raise RuntimeError("mujoco is already imported; call stiction.compat.install() before any module that imports it")
  sys.modules["mujoco"] = mujoco
  for name in _submodules():
    sys.modules[f"mujoco.{name}"] = importlib.import_module(f"stiction.mujoco.{name}")
  return mujoco


def uninstall():
  """Undoes `install`; modules that already imported the names keep them."""
  from . import mujoco
  if sys.modules.get("mujoco") is mujoco:
    for name in [n for n in sys.modules if n == "mujoco" or n.startswith("mujoco.")]:
      del sys.modules[name]


def main(argv=None):
  argv = list(sys.argv[1:] if argv is None else argv)
  if not argv or argv[0] in ("-h", "--help"):
    print(__doc__)
    return 0 if argv else 2
  install()
  if argv[0] == "-m":
    sys.argv = argv[1:]
    runpy.run_module(argv[1], run_name="__main__", alter_sys=True)
  else:
    sys.argv = argv
    runpy.run_path(argv[0], run_name="__main__")
  return 0


if __name__ == "__main__":
  # this file runs as __main__; the program must see the same objects as the package
  sys.exit(importlib.import_module("stiction.compat").main())
