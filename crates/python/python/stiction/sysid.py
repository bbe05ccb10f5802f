"""Parameters of a model from measured motion: Gauss–Newton with the derivatives of the step.

  parameters = Parameters(model, [("body_mass", 2), ("dof_damping", 0), ("geom_friction", (4, 0))])
  report = fit(parameters, [Recording(qpos0, qvel0, controls, qpos, qvel)], lower=0.0)
  print(report)

The residual of a recording is the difference of predicted and measured states after every step, in the tangent space. Its Jacobian follows
from S⁺ = A S + ∂x⁺/∂θ along the predicted motion; nothing is differenced through a solve. The model is changed in place.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _native
from .mujoco import mj_differentiatePos

Index = int | tuple[int, ...]


class Parameters:
  """Numbers of a model by field and index, `("opt.gravity", 2)` for those of its options."""

  def __init__(self, model: _native.MjModel, names: Sequence[tuple[str, Index]], step: float = 1e-6):
    self.model, self.names = model, list(names)
    self.step = step
    self._nudge()

  @staticmethod
  def _array(model: Any, field: str) -> Any:
    owner = model
    *path, last = field.split(".")
    for part in path:
      owner = getattr(owner, part)
    return owner, last

  def _add(self, model: Any, k: int, by: float) -> None:
    field, index = self.names[k]
    owner, last = self._array(model, field)
    value = getattr(owner, last)
    if np.ndim(value):
      value[index] += by
    else:
      setattr(owner, last, value + by)

  def _nudge(self) -> None:
    pairs = []
    for k, value in enumerate(self.get()):
      h = self.step * max(1e-3, abs(value))
      below, above = copy.copy(self.model), copy.copy(self.model)
      self._add(below, k, -h)
      self._add(above, k, h)
      pairs.append((below, above, h))
    self._models = _native.NudgedModels(pairs)

  def get(self) -> np.ndarray:
    """The values that the model has."""
    out = []
    for field, index in self.names:
      owner, last = self._array(self.model, field)
      value = getattr(owner, last)
      out.append(float(value[index]) if np.ndim(value) else float(value))
    return np.array(out)

  def set(self, values: np.ndarray) -> None:
    """Writes values into the model."""
    for k, by in enumerate(np.asarray(values, float) - self.get()):
      self._add(self.model, k, float(by))
    self._nudge()

  def gradient(self, data: _native.MjData) -> np.ndarray:
    """How the next state changes with the parameters (2 nv + na, number of parameters)."""
    return self._models.gradient(self.model, data)


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


def _predict(p: Parameters, r: Recording, jacobian: bool) -> tuple[np.ndarray, np.ndarray]:
  """Residual and its Jacobian along one recording."""
  m = p.model
  d = _native.MjData(m)
  d.qpos[:], d.qvel[:] = r.qpos0, r.qvel0
  nx = 2 * m.nv + m.na
  s = np.zeros((nx, len(p.names)))
  residual, slopes = [], []
  dq = np.zeros(m.nv)
  wq, wv = np.sqrt(r.weights)
  for k, u in enumerate(r.controls):
    d.ctrl[:] = u
    if jacobian:
      g = _native.gradient(m, d)
      s = g.A @ s + p.gradient(d)
    _native.step(m, d)
    mj_differentiatePos(m, dq, 1.0, r.qpos[k], d.qpos)
    rows = [wq * dq]
    slope = [wq * s[: m.nv]]
    if r.qvel is not None:
      rows.append(wv * (d.qvel - r.qvel[k]))
      slope.append(wv * s[m.nv : 2 * m.nv])
    residual.append(np.concatenate(rows))
    slopes.append(np.concatenate(slope))
  return np.concatenate(residual), np.concatenate(slopes)


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

  def evaluate(values: np.ndarray, jacobian: bool) -> tuple[np.ndarray, np.ndarray]:
    parameters.set(values)
    parts = [_predict(parameters, r, jacobian) for r in recordings]
    if prior is not None:
      mean, deviation = (np.broadcast_to(v, n) for v in prior)
      parts.append(((values - mean) / deviation, np.diag(1.0 / deviation)))
    return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])

  r, j = evaluate(x, True)
  first, damping, done = float(np.sqrt(np.mean(r**2))), 1e-6, 0
  for done in range(1, iterations + 1):
    # in units of each parameter's size
    size = np.maximum(np.abs(x), 1e-3)
    js = j * size
    normal, g = js.T @ js, js.T @ r
    accepted = False
    for _ in range(12):
      free = ~(((x <= lower) & (g > 0)) | ((x >= upper) & (g < 0)))
      move = np.zeros(n)
      if free.any():
        h = normal[np.ix_(free, free)]
        h = h + damping * np.diag(np.maximum(np.diag(h), 1e-12 * max(1e-300, float(np.trace(h)))))
        move[free] = -np.linalg.lstsq(h, g[free], rcond=None)[0]
      trial = np.clip(x + size * move, lower, upper)
      rt, _ = evaluate(trial, False)
      if np.sum(rt**2) < np.sum(r**2):
        accepted = True
        break
      damping = max(10.0 * damping, 1e-9)
    if not accepted:
      break
    change = np.abs(trial - x) / size
    gain = float(np.sum(r**2) - np.sum(rt**2))
    x, damping = trial, damping * 0.2
    r, j = evaluate(x, True)
    if change.max() < tolerance or gain < tolerance * float(np.sum(r**2)):
      break
  parameters.set(x)
  size = np.maximum(np.abs(x), 1e-3)
  u, sv, vt = np.linalg.svd(j * size, full_matrices=False)
  good = sv > 1e-10 * max(sv.max(initial=0.0), 1e-300)
  spread = float(np.sum(r**2)) / max(1, len(r) - n)
  variance = np.where(good, 1.0 / np.where(good, sv, 1.0) ** 2, np.inf)
  with np.errstate(invalid="ignore"):
    each = np.nansum(np.where(vt.T**2 > 1e-12, vt.T**2 * variance, 0.0), axis=1)
  deviation = size * np.sqrt(spread * each)
  return Report(parameters.names, x, (first, float(np.sqrt(np.mean(r**2)))), deviation, sv, done)
