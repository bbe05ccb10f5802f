"""Run programs written for MuJoCo on this engine.

    import stiction.compat; stiction.compat.install()      # before anything imports mujoco
    python -m stiction.compat script.py [arguments]        # a whole program, unchanged

`install` puts `stiction.mujoco` and its submodules into `sys.modules` under MuJoCo's names. It is kinder than MuJoCo 4.0 to programs
written for its forerunners: arrays that 4.0 dropped exist and are empty, and rows of `eq_data` may be written with eleven numbers.
"""

import importlib
import pkgutil
import runpy
import sys


# the modules of MuJoCo's bindings, which some programs import directly
_PRIVATE = ("_structs", "_functions", "_callbacks", "_errors", "_constants", "_specs", "_enums", "_render")
# arrays of flexible bodies that MuJoCo 4.0 dropped, with their second dimension
_DROPPED = {
    "MjModel": {"flex_vertedge": 2, "flex_vertedgeadr": None, "flex_vertedgenum": None, "flex_vertmetric": 4, "flexvert_J_colind": 2,
                "flexvert_J_rowadr": 2, "flexvert_J_rownnz": 2},
    "MjData": {"flexvert_J": 2, "flexvert_length": 2},
}


def kindnesses(mujoco):
  """Adds to the classes of a module `mujoco` what programs written for its forerunners ask for."""
  import numpy as np

  class EqualityData(np.ndarray):
    """`eq_data`: rows of twelve numbers that take eleven, as they were before 4.0."""

    def __setitem__(self, key, value):
      if self.ndim == 2 and np.shape(value)[-1:] == (11,):
        np.ndarray.__setitem__(self[key].view(np.ndarray) if self[key].ndim else self, (..., slice(0, 11)), value)
      else:
        np.ndarray.__setitem__(self, key, value)

  for name, fields in _DROPPED.items():
    cls = getattr(mujoco, name)
    for field, columns in fields.items():
      if not hasattr(cls, field):
        integer = field.startswith("flex_vertedge") or field.endswith(("colind", "rowadr", "rownnz"))
        empty = np.zeros((0,) if columns is None else (0, columns), np.int32 if integer else np.float64)
        setattr(cls, field, property(lambda self, empty=empty: empty))
  original = vars(mujoco.MjModel)["eq_data"]
  if not isinstance(original, property):
    setattr(mujoco.MjModel, "eq_data", property(lambda self: original.__get__(self).view(EqualityData),
                                                lambda self, value: original.__set__(self, value)))


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
  kindnesses(mujoco)
  for name in _PRIVATE:
    sys.modules[f"mujoco.{name}"] = mujoco
    vars(mujoco).setdefault(name, mujoco)
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
