"""Parameters of a model from measured motion: Gauss–Newton with the derivatives of the step.

  parameters = Parameters(model, [("body_mass", 2), ("dof_damping", 0), ("geom_friction", (4, 0))])
  report = fit(parameters, [Recording(qpos0, qvel0, controls, qpos, qvel)], lower=0.0)
  print(report)

The residual of a recording is the difference of predicted and measured states after every step, in the tangent space. Its Jacobian follows
from S⁺ = A S + ∂x⁺/∂θ along the predicted motion, in one call per recording (`stiction.sensitivities`); nothing is differenced through a
solve. The model is changed in place.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _native

Index = int | tuple[int, ...]


class Parameters:
  """Numbers of a model by field and index, `("opt.gravity", 2)` for those of its options."""

  def __init__(self, model: _native.MjModel, names: Sequence[tuple[str, Index]]):
    self.model, self.names = model, list(names)
    self._native = _native.ModelParameters(model, self.names)
    self.data = _native.MjData(model)

  def _owner(self, field: str) -> tuple[Any, str]:
    owner: Any = self.model
    *path, last = field.split(".")
    for part in path:
      owner = getattr(owner, part)
    return owner, last

  def get(self) -> np.ndarray:
    """The values that the model has."""
    out = []
    for field, index in self.names:
      owner, last = self._owner(field)
      value = getattr(owner, last)
      out.append(float(value[index]) if np.ndim(value) else float(value))
    return np.array(out)

  def set(self, values: np.ndarray) -> None:
    """Writes values into the model."""
    for (field, index), value in zip(self.names, np.asarray(values, float), strict=True):
      owner, last = self._owner(field)
      old = getattr(owner, last)
      if np.ndim(old):
        old[index] = value
      else:
        setattr(owner, last, float(value))

  def gradient(self, data: _native.MjData) -> np.ndarray:
    """How the next state changes with the parameters (2 nv + na, number of parameters)."""
    return self._native.gradient(self.model, data)

  def sensitivities(self, data: _native.MjData, controls: np.ndarray) -> _native.Sensitivities:
    """A motion from the state of `data` under `controls` (N, nu), and how each of its states changes with the parameters."""
    return _native.sensitivities(self.model, data, np.ascontiguousarray(controls, float), self._native)


@dataclasses.dataclass
class Recording:
  """A measured motion: where it starts, the controls of every step, and the states after each."""

  qpos0: np.ndarray
  qvel0: np.ndarray
  controls: np.ndarray
  qpos: np.ndarray
  qvel: np.ndarray | None = None
  #: Weights of the residual: of positions and of velocities.
  weights: tuple[float, float] = (1.0, 1.0)


@dataclasses.dataclass
class Report:
  """What a fit found."""

  names: list[tuple[str, Index]]
  values: np.ndarray
  #: Root of the mean squared residual, before and after.
  residual: tuple[float, float]
  #: One standard deviation of each value, from the residual and the Jacobian; infinite where the motion does not tell.
  deviation: np.ndarray
  #: Singular values of the Jacobian in units of each parameter's size: directions with small ones are not identifiable.
  singular: np.ndarray
  iterations: int

  @property
  def identifiable(self) -> np.ndarray:
    """Parameters whose deviation is below a tenth of their size."""
    return self.deviation < 0.1 * np.maximum(np.abs(self.values), 1e-9)

  def __str__(self) -> str:
    lines = [f"residual {self.residual[0]:.3e} -> {self.residual[1]:.3e} in {self.iterations} iterations"]
    for name, value, sd, good in zip(self.names, self.values, self.deviation, self.identifiable, strict=True):
      lines.append(f"  {name[0]}{list(np.atleast_1d(name[1]))}  {value:.6g} ± {sd:.1e}{'' if good else '  not identifiable'}")
    return "\n".join(lines)


def _predict(p: Parameters, r: Recording) -> tuple[np.ndarray, np.ndarray]:
  """Residual and its Jacobian along one recording."""
  m, d = p.model, p.data
  d.qpos[:], d.qvel[:], d.act[:], d.qacc_warmstart[:], d.time = r.qpos0, r.qvel0, 0.0, 0.0, 0.0
  s = p.sensitivities(d, r.controls)
  n = m.nv if r.qvel is None else 2 * m.nv
  residual = np.empty((len(s.qpos), n))
  residual[:, : m.nv] = _native.position_differences(m, r.qpos, s.qpos)
  if r.qvel is not None:
    np.subtract(s.qvel, r.qvel, out=residual[:, m.nv :])
  weight = np.repeat(np.sqrt(r.weights), m.nv)[:n]
  return (weight * residual).ravel(), (weight[:, None] * s.slopes[:, :n]).reshape(-1, len(p.names))


def _step(normal: np.ndarray, g: np.ndarray, free: np.ndarray, damping: float) -> np.ndarray:
  """Levenberg's step of the parameters that are free."""
  move = np.zeros(len(g))
  if free.any():
    h = normal[np.ix_(free, free)]
    h = h + damping * np.diag(np.maximum(np.diag(h), 1e-12 * max(1e-300, float(np.trace(h)))))
    move[free] = -np.linalg.lstsq(h, g[free], rcond=None)[0]
  return move


def fit(
  parameters: Parameters,
  recordings: Sequence[Recording],
  lower: float | np.ndarray = -np.inf,
  upper: float | np.ndarray = np.inf,
  prior: tuple[np.ndarray, np.ndarray] | None = None,
  iterations: int = 30,
  tolerance: float = 1e-10,
) -> Report:
  """Least squares over all recordings, by Gauss–Newton with Levenberg's damping.

  `lower`, `upper` bound the values; `prior` is (mean, standard deviation), which adds ((θ − mean)/deviation)² to the sum.
  """
  x = parameters.get()
  n = len(x)
  lower, upper = np.broadcast_to(lower, n), np.broadcast_to(upper, n)

  def evaluate(values: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    parameters.set(values)
    parts = [_predict(parameters, r) for r in recordings]
    if prior is not None:
      mean, deviation = (np.broadcast_to(v, n) for v in prior)
      parts.append(((values - mean) / deviation, np.diag(1.0 / deviation)))
    r = np.concatenate([p[0] for p in parts])
    return r, np.concatenate([p[1] for p in parts]), float(r @ r)

  r, j, cost = evaluate(x)
  start, damping, done = cost, 1e-6, 0
  for done in range(iterations):
    # in units of each parameter's size
    size = np.maximum(np.abs(x), 1e-3)
    js = j * size
    normal, g = js.T @ js, js.T @ r
    free = ~(((x <= lower) & (g > 0)) | ((x >= upper) & (g < 0)))
    accepted = None
    for _ in range(12):
      move = _step(normal, g, free, damping)
      # what the residual could still fall by, of what it was at first
      if -float(g @ move) < tolerance**2 * start:
        break
      trial = np.clip(x + size * move, lower, upper)
      try:
        found = evaluate(trial)
      except _native.StepError:
        found = (r, j, np.inf)
      if found[2] < cost:
        accepted = found
        break
      damping = max(10.0 * damping, 1e-9)
    if accepted is None:
      break
    change, gain = float((np.abs(trial - x) / size).max()), cost - accepted[2]
    x, damping, done = trial, damping * 0.2, done + 1
    r, j, cost = accepted
    if change < tolerance or gain < tolerance * cost:
      break
  parameters.set(x)
  size = np.maximum(np.abs(x), 1e-3)
  # the singular values of j are those of its triangular factor
  sv, vt = np.linalg.svd(np.linalg.qr(j * size, mode="r"), full_matrices=False)[1:]
  good = sv > 1e-10 * max(sv.max(initial=0.0), 1e-300)
  spread = cost / max(1, len(r) - n)
  variance = np.where(good, 1.0 / np.where(good, sv, 1.0) ** 2, np.inf)
  with np.errstate(invalid="ignore"):
    each = np.nansum(np.where(vt.T**2 > 1e-12, vt.T**2 * variance, 0.0), axis=1)
  deviation = size * np.sqrt(spread * each)
  residual = float(np.sqrt(start / len(r))), float(np.sqrt(cost / len(r)))
  return Report(parameters.names, x, residual, deviation, sv, done)
