"""Shaped rewards: one inside an interval, falling off outside it."""

import numpy as np

_SHAPES = {
    # how far from the interval, in margins, against the value there; `end` is the value at a distance of one margin
    "gaussian": lambda x, end: np.exp(-0.5 * (x * np.sqrt(-2 * np.log(end))) ** 2),
    "hyperbolic": lambda x, end: 1 / np.cosh(x * np.arccosh(1 / end)),
    "long_tail": lambda x, end: 1 / ((x * np.sqrt(1 / end - 1)) ** 2 + 1),
    "reciprocal": lambda x, end: 1 / (np.abs(x) * (1 / end - 1) + 1),
    "tanh_squared": lambda x, end: 1 - np.tanh(x * np.arctanh(np.sqrt(1 - end))) ** 2,
    "linear": lambda x, end: _within(x * (1 - end), lambda y: 1 - y),
    "quadratic": lambda x, end: _within(x * np.sqrt(1 - end), lambda y: 1 - y**2),
    "cosine": lambda x, end: _within(x * np.arccos(2 * end - 1) / np.pi, lambda y: (1 + np.cos(np.pi * y)) / 2),
}


def tolerance(x, bounds=(0.0, 0.0), margin=0.0, sigmoid="gaussian", value_at_margin=0.1):
  """1 where `x` is within `bounds`, else a value that falls with the distance: `value_at_margin` at a distance of `margin`.

  The names, shapes and values are those of dm_control's `rewards.tolerance`; bounds may be arrays.
  """
  low, high = bounds
  if np.any(np.asarray(low) > np.asarray(high)):
    raise ValueError(f"the lower bound {low} is above the upper one {high}")
  if np.any(np.asarray(margin) < 0):
    raise ValueError(f"the margin {margin} is negative")
  if sigmoid not in _SHAPES:
    raise ValueError(f"no sigmoid {sigmoid!r}; there are {', '.join(_SHAPES)}")
  if not (0 <= value_at_margin < 1) or (value_at_margin == 0 and sigmoid not in ("linear", "quadratic", "cosine")):
    raise ValueError(f"value_at_margin {value_at_margin} does not go with sigmoid {sigmoid!r}")
  inside = (low <= x) & (x <= high)
  if np.ndim(margin) == 0 and margin == 0:
    return inside.astype(float)
  away = np.where(x < low, low - x, x - high) / margin
  return np.where(inside, 1.0, _SHAPES[sigmoid](away, value_at_margin))


def _within(x, shape):
  near = np.abs(x) < 1
  return np.where(near, shape(np.where(near, x, 0.0)), 0.0)
