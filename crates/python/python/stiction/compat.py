"""Run programs written for MuJoCo on this engine.

    import stiction.compat; stiction.compat.install()      # before anything imports mujoco
    python -m stiction.compat script.py [arguments]        # a whole program, unchanged

`install` puts `stiction.mujoco` and its submodules into `sys.modules` under MuJoCo's names. MuJoCo's packages that are written in Python over
its own interface (`sysid`, `introspect`, `usd`, `msh2obj`) run on this engine unchanged: they are loaded from the installed `mujoco` package,
of which nothing else is imported. `mujoco.mjx` says what to use instead. It is kinder than MuJoCo 4.0 to programs
written for its forerunners: arrays that 4.0 dropped exist and are empty, and rows of `eq_data` may be written with eleven numbers.
"""

import importlib
import importlib.machinery
import importlib.util
import pkgutil
import runpy
import sys


# the modules of MuJoCo's bindings, which some programs import directly
_PRIVATE = ("_structs", "_functions", "_callbacks", "_errors", "_constants", "_specs", "_enums", "_render")
# MuJoCo's own Python over its public interface
_BORROWED = ("introspect", "msh2obj", "sysid", "usd")
_INSTEAD = {"mjx": "mujoco.mjx runs on JAX and is not part of this engine: for many simulations at once use stiction.Batch, on threads or a GPU"}
# arrays of flexible bodies that MuJoCo 4.0 dropped, with their second dimension
_DROPPED = {
    "MjModel": {"flex_vertedge": 2, "flex_vertedgeadr": None, "flex_vertedgenum": None, "flex_vertmetric": 4, "flexvert_J_colind": 2,
                "flexvert_J_rowadr": 2, "flexvert_J_rownnz": 2},
    "MjData": {"flexvert_J": 2, "flexvert_length": 2},
}


def kindnesses(mujoco):
  """Adds to the classes of a module `mujoco` what programs written for its forerunners ask for; returns what takes it back."""
  import numpy as np

  class EqualityData(np.ndarray):
    """`eq_data`: rows of twelve numbers that take eleven, as they were before 4.0."""

    def __setitem__(self, key, value):
      if self.ndim == 2 and np.shape(value)[-1:] == (11,):
        np.ndarray.__setitem__(self[key].view(np.ndarray) if self[key].ndim else self, (..., slice(0, 11)), value)
      else:
        np.ndarray.__setitem__(self, key, value)

  added = []
  for name, fields in _DROPPED.items():
    cls = getattr(mujoco, name)
    for field, columns in fields.items():
      if not hasattr(cls, field):
        integer = field.startswith("flex_vertedge") or field.endswith(("colind", "rowadr", "rownnz"))
        empty = np.zeros((0,) if columns is None else (0, columns), np.int32 if integer else np.float64)
        setattr(cls, field, property(lambda self, empty=empty: empty))
        added.append((cls, field))
  original = vars(mujoco.MjModel)["eq_data"]
  if not isinstance(original, property):
    setattr(mujoco.MjModel, "eq_data", property(lambda self: original.__get__(self).view(EqualityData),
                                                lambda self, value: original.__set__(self, value)))

  def take_back():
    for cls, field in added:
      delattr(cls, field)
    setattr(mujoco.MjModel, "eq_data", original)
  return take_back


class _Alias:
  """Loads a module by another name that it has."""

  def __init__(self, name):
    self.name = name

  def create_module(self, spec):
    return importlib.import_module(self.name)

  def exec_module(self, module):
    pass


class _Borrower:
  """Finds `mujoco.sysid` and its like in the installed package, without importing the rest of it."""

  @staticmethod
  def find_spec(name, path=None, target=None):
    if name.startswith("stiction.mujoco."):
      # `from mujoco import sysid` asks for the name of the package that stands in
      borrowed = name.removeprefix("stiction.")
      if borrowed.split(".")[1] in _BORROWED:
        return importlib.util.spec_from_loader(name, _Alias(borrowed))
    parts = name.split(".")
    if parts[0] != "mujoco" or len(parts) < 2:
      return None
    if parts[1] in _INSTEAD:
      raise ImportError(_INSTEAD[parts[1]], name=name)
    if parts[1] not in _BORROWED:
      return None
    if len(parts) > 2:
      return importlib.machinery.PathFinder.find_spec(name, path)
    package = importlib.machinery.PathFinder.find_spec("mujoco")
    if package is None or not package.submodule_search_locations:
      raise ImportError(f"{name} is MuJoCo's own Python code: install the package mujoco (it is not imported itself) to run it on this engine", name=name)
    return importlib.machinery.PathFinder.find_spec(name, package.submodule_search_locations)


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
  sys.meta_path.insert(0, _Borrower)
  return mujoco


def uninstall():
  """Undoes `install`; modules that already imported the names keep them."""
  from . import mujoco
  if sys.modules.get("mujoco") is mujoco:
    for name in [n for n in sys.modules if n == "mujoco" or n.startswith("mujoco.")]:
      del sys.modules[name]
  if _Borrower in sys.meta_path:
    sys.meta_path.remove(_Borrower)


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
