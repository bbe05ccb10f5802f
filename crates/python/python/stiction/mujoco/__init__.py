"""MuJoCo's Python interface over the Stiction engine.

Classes, functions, enumerations and constants have MuJoCo 4.0's names, shapes and conventions. What is not there raises
AttributeError and says so; `docs/mujoco-symbols.md` lists every name as done, partial or no.
"""

import difflib as _difflib
import importlib as _importlib
import os as _os
import typing as _typing

import numpy as _numpy

from .. import _native
from . import _constants, _drawing, _enums, _more, _specs, _symbols
from ._constants import *  # noqa: F401,F403
from ._enums import *  # noqa: F401,F403
from ._more import *  # noqa: F401,F403
from ._specs import *  # noqa: F401,F403

__version__ = "4.0.0"
HEADERS_DIR = _os.path.join(_os.path.dirname(__file__), "include")
PLUGINS_DIR = _os.path.join(_os.path.dirname(__file__), "plugin")
PLUGIN_HANDLES = []
MJTNUM_BYTES, MJTNUM_DTYPE = 8, _numpy.float64


def _export():
  """Brings the names of the extension module here: MuJoCo's, and the classes behind named access."""
  names = []
  for name in dir(_native):
    if name.startswith(("mj_", "mju_", "mjd_", "Mj", "_Mj", "set_mj", "get_mj")) or name in ("FatalError", "UnexpectedError"):
      globals()[name] = getattr(_native, name)
      names.append(name)
  return names


_exported = _export()
MjVisualHeadlight = MjVisual.Headlight  # noqa: F405
MjVisualRgba = MjVisual.Rgba  # noqa: F405
setattr(MjVisual, "global", property(lambda self: self.global_))  # noqa: B010,F405


def _settable(part):
  """Parts of the visual settings can be assigned as a whole."""
  read = vars(MjVisual)[part]  # noqa: F405

  def write(self, value):
    mine = read.__get__(self)
    for name in type(mine)._all_fields:
      setattr(mine, name, getattr(value, name))
  setattr(MjVisual, part, property(read.__get__, write))  # noqa: F405


for _part in ("global_", "quality", "headlight", "map", "scale", "rgba"):
  _settable(_part)
MjStruct = _typing.Union[tuple(_specs.CLASSES.values())]
to_zip, from_zip = MjSpec.to_zip, MjSpec.from_zip  # noqa: F405
_user_warning = None


def set_mju_user_warning(function):
  """Sets the function that gets warnings as text, or None; C functions made with ctypes get bytes."""
  global _user_warning
  is_c = function is not None and hasattr(function, "restype") and hasattr(function, "argtypes")
  _native.set_mju_user_warning((lambda text: function(text.encode())) if is_c else function)
  _user_warning = function


def get_mju_user_warning():
  """The function that gets warnings."""
  return _user_warning if _native.get_mju_user_warning() is not None else None


MjModel.from_binary_path = staticmethod(_more.from_binary_path)  # noqa: F405
# how many bodies gravity is compensated for; the flag may be set without any
MjModel.ngravcomp = property(lambda m: max(int((m.body_gravcomp > 0).sum()), 1) if m.flg_gravcomp else 0)  # noqa: F405
for _owner in (MjModel, MjData):  # noqa: F405
  _owner.bind = _owner.bind_scalar = _specs.bind

from . import _render  # noqa: E402
globals().update({name: getattr(_render, name) for name in _render.NAMES})
_exported += _render.NAMES
from . import _figure, _text  # noqa: E402
for _drawn in (_figure, _text):
  globals().update({name: getattr(_drawn, name) for name in _drawn.NAMES})
  _exported += _drawn.NAMES

# modules that MuJoCo's module happens to show
_MODULES = {"np": "numpy", "os": "os", "ctypes": "ctypes", "platform": "platform", "subprocess": "subprocess", "warnings": "warnings",
            "zipfile": "zipfile"}

__all__ = [n for n in (*_exported, *_enums.__all__, *_constants.__all__, *_specs.__all__, *_more.__all__) if not n.startswith("_")]


def __getattr__(name):
  if name.startswith("__"):
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
  if name in ("viewer", "renderer", "egl", "osmesa", "glfw"):
    import importlib
    return importlib.import_module(f"{__name__}.{name}")
  if name in _MODULES:
    return _importlib.import_module(_MODULES[name])
  known = _symbols.SYMBOLS.get(name)
  if known and _drawing.is_drawing(name):
    made = globals()[name] = _drawing.make(name, known)
    return made
  if known:
    message = f"{name} ({known} of MuJoCo {__version__}) is not part of stiction.mujoco yet"
  else:
    message = f"module 'mujoco' has no attribute {name!r}"
  near = _difflib.get_close_matches(name, __all__, n=1)
  if near:
    message += f"; the nearest name is {near[0]!r}"
  raise AttributeError(message + " (status of every name: docs/mujoco-symbols.md)")


def __dir__():
  return sorted(set(globals()) - {"_export", "_exported"})
