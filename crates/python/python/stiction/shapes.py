"""Solids of your own, by one distance function.

  def ring(p):                                  # p: the point, three numbers; negative inside
    return np.hypot(np.hypot(p[0], p[1]) - 0.35, p[2]) - 0.15

  spec.add_shape("ring", ring, bounds=[0.5, 0.5, 0.15])
  body.add_geom(type=mujoco.mjtGeom.mjGEOM_SDF, meshname="ring")

The function is called once, with numbers that note what is done to them; steps, gradients (dual numbers), rays and the surface for
drawing and mass then run without Python. So it may use arithmetic and numpy's elementwise functions, `np.where`, `np.clip`,
`np.linalg.norm`, `np.sum`, `np.dot`, `min` and `max` of arrays; what it decides must be decided by `np.where`, not by `if`.
"""

import numpy as np

from . import _native

__all__ = ["shape"]


class _Tape:
  """Operations so far; the first three numbers are the point. The same operation is noted once."""

  def __init__(self):
    self.ops, self.known = [], {}

  def note(self, name, *operands, value=0.0):
    key = (name, operands, value)
    if key not in self.known:
      self.ops.append((name, list(operands), value))
      self.known[key] = len(self.ops) + 2
    return self.known[key]

  def constant(self, x):
    return self.note("constant", value=float(x))


def _remainder(t, a, b):
  return t.note("sub", a, t.note("mul", b, t.note("floor", t.note("div", a, b))))


def _power(t, a, b):
  name, _, exponent = t.ops[b - 3] if b >= 3 else ("", [], 0.0)
  if name != "constant":
    raise TypeError("powers in a distance need a constant exponent")
  if exponent == 0.5:
    return t.note("sqrt", a)
  if exponent != int(exponent) or not -16 <= exponent <= 16:
    raise TypeError("powers in a distance must be whole numbers up to 16, or 0.5")
  out = t.constant(1.0)
  for _ in range(abs(int(exponent))):
    out = t.note("mul", out, a)
  return out if exponent >= 0 else t.note("div", t.constant(1.0), out)


def _leg(t, a):
  """sqrt(1 - a²)"""
  return t.note("sqrt", t.note("sub", t.constant(1.0), t.note("mul", a, a)))


def _not(t, a):
  return t.note("sub", t.constant(1.0), a)


# numpy's functions, element by element, as operations
_RULES = {
    "add": lambda t, a, b: t.note("add", a, b),
    "subtract": lambda t, a, b: t.note("sub", a, b),
    "multiply": lambda t, a, b: t.note("mul", a, b),
    "divide": lambda t, a, b: t.note("div", a, b),
    "power": _power,
    "negative": lambda t, a: t.note("neg", a),
    "positive": lambda t, a: a,
    "absolute": lambda t, a: t.note("abs", a),
    "fabs": lambda t, a: t.note("abs", a),
    "sqrt": lambda t, a: t.note("sqrt", a),
    "square": lambda t, a: t.note("mul", a, a),
    "sin": lambda t, a: t.note("sin", a),
    "cos": lambda t, a: t.note("cos", a),
    "tan": lambda t, a: t.note("div", t.note("sin", a), t.note("cos", a)),
    "arctan2": lambda t, a, b: t.note("atan2", a, b),
    "arctan": lambda t, a: t.note("atan2", a, t.constant(1.0)),
    "arccos": lambda t, a: t.note("atan2", _leg(t, a), a),
    "arcsin": lambda t, a: t.note("atan2", a, _leg(t, a)),
    "hypot": lambda t, a, b: t.note("sqrt", t.note("add", t.note("mul", a, a), t.note("mul", b, b))),
    "minimum": lambda t, a, b: t.note("min", a, b),
    "maximum": lambda t, a, b: t.note("max", a, b),
    "fmin": lambda t, a, b: t.note("min", a, b),
    "fmax": lambda t, a, b: t.note("max", a, b),
    "clip": lambda t, x, a, b: t.note("min", t.note("max", x, a), b),
    "floor": lambda t, a: t.note("floor", a),
    "ceil": lambda t, a: t.note("neg", t.note("floor", t.note("neg", a))),
    "remainder": _remainder,
    "floor_divide": lambda t, a, b: t.note("floor", t.note("div", a, b)),
    "less": lambda t, a, b: t.note("less", a, b),
    "greater": lambda t, a, b: t.note("less", b, a),
    "less_equal": lambda t, a, b: _not(t, t.note("less", b, a)),
    "greater_equal": lambda t, a, b: _not(t, t.note("less", a, b)),
    "logical_and": lambda t, a, b: t.note("mul", a, b),
    "logical_or": lambda t, a, b: t.note("max", a, b),
    "logical_not": _not,
    "where": lambda t, c, a, b: t.note("select", c, a, b),
}


class _Traced(np.lib.mixins.NDArrayOperatorsMixin):
  """An array of numbers of a tape."""

  def __init__(self, tape, at):
    self._tape, self._at = tape, np.asarray(at, dtype=object)

  @property
  def shape(self):
    return self._at.shape

  @property
  def T(self):  # noqa: N802
    return _Traced(self._tape, self._at.T)

  def __len__(self):
    return len(self._at)

  def __getitem__(self, key):
    return _Traced(self._tape, self._at[key])

  def __iter__(self):
    return (self[i] for i in range(len(self)))

  def __bool__(self):
    raise TypeError("a distance cannot decide by 'if' or compare by 'and': use np.where, np.minimum, np.maximum")

  def __float__(self):
    raise TypeError("a distance must use numpy's functions: math's want numbers that are known")

  def _apply(self, name, *inputs):
    if name not in _RULES:
      raise TypeError(f"a distance cannot use np.{name}")
    t = self._tape
    index = np.frompyfunc(lambda x: x if isinstance(x, int) and not isinstance(x, bool) else t.constant(x), 1, 1)
    given = [x._at if isinstance(x, _Traced) else index(np.asarray(x, dtype=float)) for x in inputs]
    return _Traced(t, np.frompyfunc(lambda *a: _RULES[name](t, *a), len(given), 1)(*given))

  def _fold(self, name, axis=None):
    at = self._at.ravel() if axis is None else np.moveaxis(self._at, axis, 0)
    out = _Traced(self._tape, at[0])
    for x in at[1:]:
      out = self._apply(name, out, _Traced(self._tape, x))
    return out

  def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
    if method == "reduce":
      return inputs[0]._fold(ufunc.__name__, kwargs.get("axis", 0))
    if method != "__call__" or kwargs.get("out") is not None:
      return NotImplemented
    if ufunc.__name__ == "matmul":
      return self._dot(*inputs)
    return self._apply(ufunc.__name__, *inputs)

  def _dot(self, a, b):
    """Of vectors, or of a matrix and a vector."""
    a, b = (x if isinstance(x, _Traced) else _Traced(self._tape, self._apply("add", x, 0.0)._at) for x in (a, b))
    return self._apply("multiply", a, b)._fold("add", -1)

  def __array_function__(self, func, types, args, kwargs):
    name = func.__name__
    if name == "where":
      return self._apply("where", *args)
    if name == "clip":
      return self._apply("clip", *args)
    if name in ("sum", "min", "max", "amin", "amax"):
      rule = {"sum": "add", "min": "minimum", "amin": "minimum"}.get(name, "maximum")
      return args[0]._fold(rule, kwargs.get("axis", args[1] if len(args) > 1 else None))
    if name == "norm":
      x = args[0]
      return self._apply("sqrt", self._apply("multiply", x, x)._fold("add", kwargs.get("axis")))
    if name == "dot":
      return self._dot(*args)
    return NotImplemented

  def sum(self, axis=None):
    return self._fold("add", axis)

  def min(self, axis=None):
    return self._fold("minimum", axis)

  def max(self, axis=None):
    return self._fold("maximum", axis)


def shape(distance, bounds):
  """A solid whose signed distance at the point p (three numbers, metres) is `distance(p)`, negative inside.

  Args:
    distance: the function; see the head of this module for what it may use.
    bounds: a box that holds the solid: three half sizes about the origin, or (min, max), three numbers each.
  """
  box = np.asarray(bounds, dtype=float)
  if box.shape == (3,):
    box = np.stack([-box, box])
  if box.shape != (2, 3):
    raise ValueError("bounds must be three half sizes, or two corners of three numbers")
  tape = _Tape()
  out = distance(_Traced(tape, [0, 1, 2]))
  if not isinstance(out, _Traced) or out.shape != ():
    raise ValueError("a distance must give one number that depends on the point")
  last = out._at.item()
  if last != len(tape.ops) + 2:
    tape.note("add", last, tape.constant(0.0))
  return _native.Shape(tape.ops, [float(x) for x in box.ravel()])
