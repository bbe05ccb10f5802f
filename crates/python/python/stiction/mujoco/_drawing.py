"""Names of MuJoCo's drawing functions and classes that this package does not have: they exist, and say so when used."""

_WHY = "{0} is not available: drawing is not part of stiction.mujoco; use stiction.viewer, or keep MuJoCo for rendering"


def _function(name):
  def missing(*args, **kwargs):
    raise NotImplementedError(_WHY.format(name))
  missing.__name__ = missing.__qualname__ = name
  missing.__doc__ = _WHY.format(name)
  missing._missing = True
  return missing


def _class(name):
  def init(self, *args, **kwargs):
    raise NotImplementedError(_WHY.format(name))
  return type(name, (), {"__init__": init, "__doc__": _WHY.format(name), "_missing": True, "__module__": "stiction.mujoco"})


def make(name, kind):
  """A stand-in for a drawing name."""
  return _class(name) if kind == "class" else _function(name)


def is_drawing(name):
  return name.startswith(("mjv_", "mjr_", "Mjv", "Mjr", "mjui_", "mjr")) or name in ("Renderer", "GLContext", "mj_printScene",
                                                                                    "mj_printFormattedScene")
