"""Optimal control by iterated LQR, with limits on the controls and a receding horizon.

  cost = Tracking(model, qpos, state_weight=1.0, control_weight=0.01, final_weight=10.0)
  planner = Planner(model, cost, horizon=50)
  while running:
    data.ctrl[:] = planner.act(data)
    stiction.step(model, data)

A cost is anything with `running` and `final` (`Cost`): the distance from a state or from a motion (`Tracking`), or a sum of squares of residuals that
know their own derivative (`LeastSquares`). `riccati` gives what is left to pay after a short horizon. Dynamics are linearised by
`stiction.gradient`; the backward sweep solves a box-constrained quadratic program per step, so that planned controls keep their limits. A planner may have a
model of its own with a longer time step. Everything is deterministic.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from . import _native
from .mujoco import mj_differentiatePos

Weight = float | np.ndarray
#: A state and control to be near, at a time: (qpos, qvel, control).
Target = Callable[[float], tuple[np.ndarray, np.ndarray, np.ndarray]]
#: r(x) of n numbers, and ∂r/∂x (n, 2 nv + na) in the tangent space.
Residual = Callable[[_native.MjData], tuple[np.ndarray, np.ndarray]]


@dataclasses.dataclass
class Quadratic:
  """Value and derivatives of a cost in (dx, du)."""

  value: float
  x: np.ndarray
  xx: np.ndarray
  u: np.ndarray
  uu: np.ndarray


class Cost(Protocol):
  """What a planner minimises."""

  def running(self, data: _native.MjData, control: np.ndarray) -> Quadratic:
    """Cost of one step from the state of `data`."""

  def final(self, data: _native.MjData) -> Quadratic:
    """Cost of the last state; its `u`, `uu` are not read."""


def _matrix(weight: Weight, n: int) -> np.ndarray:
  """A weight as a matrix: of one number or one per entry, the diagonal."""
  weight = np.asarray(weight, float)
  return weight if weight.ndim == 2 else np.diag(np.broadcast_to(weight, (n,)))


class Tracking:
  """Squared distance from a state, or from a motion (a function of time), with weights per coordinate of (q, v, act) and per control.

  The final state has a weight of its own. Weights are numbers, one per coordinate, or matrices.
  """

  def __init__(
    self,
    model: _native.MjModel,
    qpos: np.ndarray | Target,
    qvel: np.ndarray | None = None,
    control: np.ndarray | None = None,
    state_weight: Weight = 1.0,
    control_weight: Weight = 1e-2,
    final_weight: Weight = 10.0,
  ):
    nx = 2 * model.nv + model.na
    self.model = model
    if callable(qpos):
      self.target = qpos
    else:
      still = (
        np.array(qpos, float),
        np.zeros(model.nv) if qvel is None else np.array(qvel, float),
        np.zeros(model.nu) if control is None else np.array(control, float),
      )
      self.target = lambda time: still
    self.q, self.r, self.f = _matrix(state_weight, nx), _matrix(control_weight, model.nu), _matrix(final_weight, nx)

  def _error(self, data: _native.MjData, qpos: np.ndarray, qvel: np.ndarray) -> np.ndarray:
    dq = np.zeros(self.model.nv)
    mj_differentiatePos(self.model, dq, 1.0, qpos, data.qpos)
    return np.concatenate([dq, data.qvel - qvel, data.act])

  def running(self, data: _native.MjData, control: np.ndarray) -> Quadratic:
    qpos, qvel, target = self.target(data.time)
    e, u = self._error(data, qpos, qvel), control - target
    qe, ru = self.q @ e, self.r @ u
    return Quadratic(0.5 * float(e @ qe + u @ ru), qe, self.q, ru, self.r)

  def final(self, data: _native.MjData) -> Quadratic:
    e = self._error(data, *self.target(data.time)[:2])
    fe = self.f @ e
    return Quadratic(0.5 * float(e @ fe), fe, self.f, fe, self.f)


@dataclasses.dataclass
class Term:
  """½ w |r(x)|² in every step, with another weight in the last state if it is given."""

  residual: Residual
  weight: Weight = 1.0
  final: Weight | None = None


class LeastSquares:
  """A sum of terms over residuals of the state, and ½ w |u − control|²; second derivatives by Gauss and Newton."""

  def __init__(self, model: _native.MjModel, terms: Sequence[Term], control_weight: Weight = 1e-2, control: np.ndarray | None = None):
    self.terms, self.nx = list(terms), 2 * model.nv + model.na
    self.control = np.zeros(model.nu) if control is None else np.array(control, float)
    self.r = _matrix(control_weight, model.nu)

  def _sum(self, data: _native.MjData, last: bool) -> Quadratic:
    out = Quadratic(0.0, np.zeros(self.nx), np.zeros((self.nx, self.nx)), self.control, self.r)
    for t in self.terms:
      r, j = t.residual(data)
      w = _matrix(t.weight if t.final is None or not last else t.final, len(r))
      jw = j.T @ w
      out.value += 0.5 * float(r @ w @ r)
      out.x += jw @ r
      out.xx += jw @ j
    return out

  def running(self, data: _native.MjData, control: np.ndarray) -> Quadratic:
    out, u = self._sum(data, False), control - self.control
    out.u = self.r @ u
    out.value += 0.5 * float(u @ out.u)
    return out

  def final(self, data: _native.MjData) -> Quadratic:
    return self._sum(data, True)


def riccati(a: np.ndarray, b: np.ndarray, q: Weight, r: Weight) -> np.ndarray:
  """P of the infinite horizon: P = q + aᵀP a − aᵀP b (r + bᵀP b)⁻¹ bᵀP a, by doubling.

  With A and B at a state that is kept, ½ eᵀP e is what is left to pay from an error e on: the final weight that makes a short horizon see far.
  """
  eye = np.eye(len(a))
  q, r = _matrix(q, len(a)), _matrix(r, b.shape[1])
  g, h = b @ np.linalg.solve(r, b.T), q
  for _ in range(60):
    w = np.linalg.solve(eye + g @ h, np.concatenate([a, g], axis=1))
    wa, wg = w[:, : len(a)], w[:, len(a) :]
    g, more = g + a @ wg @ a.T, a.T @ h @ wa
    a, h = a @ wa, h + more
    if np.abs(more).max() < 1e-12 * np.abs(h).max():
      break
  return 0.5 * (h + h.T)


def box_qp(h: np.ndarray, g: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
  """argmin ½ xᵀh x + gᵀx within bounds by projected Newton steps, and which entries are free."""
  x = np.linalg.solve(h, -g)
  if ((x > lower) & (x < upper)).all():
    return x, np.ones(len(g), bool)
  x = np.clip(x, lower, upper)
  free = np.ones(len(g), bool)
  for _ in range(20):
    slope = h @ x + g
    free = ~(((x <= lower) & (slope > 0)) | ((x >= upper) & (slope < 0)))
    if not free.any() or np.abs(slope[free]).max() < 1e-10:
      break
    move = np.zeros_like(x)
    move[free] = -np.linalg.solve(h[np.ix_(free, free)], slope[free])
    value, scale = 0.5 * x @ h @ x + g @ x, 1.0
    while scale > 1e-8:
      trial = np.clip(x + scale * move, lower, upper)
      if 0.5 * trial @ h @ trial + g @ trial <= value + 0.1 * slope @ (trial - x):
        break
      scale *= 0.5
    x = trial
  return x, free


@dataclasses.dataclass
class Plan:
  """Controls (N, nu), gains (N, nu, nx) around the planned states, cost, and the worst label of the derivatives used in each step."""

  controls: np.ndarray
  gains: np.ndarray
  cost: float
  labels: np.ndarray
  iterations: int


@dataclasses.dataclass
class _Motion:
  """States (qpos, qvel, act) before each step, A and B of each, quadratic costs, and labels."""

  states: list
  steps: list
  costs: list
  labels: np.ndarray


#: Shares of a step that are tried one after the other.
SCALES = (1.0, 0.5, 0.25, 0.1, 0.02)


class Planner:
  """Plans over a horizon and acts on the first control, then shifts the plan by one step."""

  def __init__(self, model: _native.MjModel, cost: Cost, horizon: int, iterations: int = 3, control: np.ndarray | None = None):
    self.model, self.cost = model, cost
    self.iterations = iterations
    limited = np.asarray(model.actuator_ctrllimited, bool).reshape(-1)
    bounds = np.asarray(model.actuator_ctrlrange, float).reshape(-1, 2)
    self.lower = np.where(limited, bounds[:, 0], -np.inf)
    self.upper = np.where(limited, bounds[:, 1], np.inf)
    start = np.zeros(model.nu) if control is None else np.asarray(control, float)
    self.controls = np.tile(np.clip(start, self.lower, self.upper), (horizon, 1))
    self._data = _native.MjData(model)
    self._damping = 1e-6

  def _start(self, data: _native.MjData) -> None:
    d = self._data
    d.time = data.time
    for name in ("qpos", "qvel", "act", "mocap_pos", "mocap_quat", "qacc_warmstart", "qfrc_applied", "xfrc_applied"):
      getattr(d, name)[:] = getattr(data, name)

  def _linearise(self, data: _native.MjData) -> _Motion:
    """The motion of the plan, with derivatives."""
    self._start(data)
    d, out, labels = self._data, _Motion([], [], [], np.zeros(0)), []
    for u in self.controls:
      d.ctrl[:] = u
      out.states.append((np.array(d.qpos), np.array(d.qvel), np.array(d.act)))
      g = _native.gradient(self.model, d)
      out.steps.append((g.A, g.B))
      labels.append(max(g.label_A.max(initial=0), g.label_B.max(initial=0)))
      out.costs.append(self.cost.running(d, u))
      _native.step(self.model, d)
    out.costs.append(self.cost.final(d))
    out.labels = np.array(labels)
    return out

  def _backward(self, motion: _Motion) -> tuple[np.ndarray, np.ndarray]:
    vx, vxx = motion.costs[-1].x, motion.costs[-1].xx
    feed, gains = np.zeros_like(self.controls), []
    for k in range(len(motion.steps) - 1, -1, -1):
      a, b = motion.steps[k]
      c = motion.costs[k]
      qx, qu = c.x + a.T @ vx, c.u + b.T @ vx
      va, vb = vxx @ a, vxx @ b
      qxx, qux, quu = c.xx + a.T @ va, b.T @ va, c.uu + b.T @ vb
      quu = quu + self._damping * np.eye(len(qu))
      feed[k], free = box_qp(quu, qu, self.lower - self.controls[k], self.upper - self.controls[k])
      gain = np.zeros((len(qu), len(qx)))
      if free.all():
        gain = -np.linalg.solve(quu, qux)
      elif free.any():
        gain[free] = -np.linalg.solve(quu[np.ix_(free, free)], qux[free])
      gains.append(gain)
      # qux of the rows that are free is −quu gain: their parts of the value cancel
      vx = qx + gain.T @ (quu @ feed[k] + qu) + qux.T @ feed[k]
      vxx = qxx + gain.T @ quu @ gain + gain.T @ qux + qux.T @ gain
      vxx = 0.5 * (vxx + vxx.T)
    return feed, np.array(gains[::-1])

  def _follow(self, data: _native.MjData, motion: _Motion, feed: np.ndarray, gains: np.ndarray, least: float) -> tuple[np.ndarray, float]:
    """Controls of the feedback along a new motion, and its cost; given up where it is no longer below `least`."""
    self._start(data)
    d, out, total = self._data, np.zeros_like(self.controls), 0.0
    dq = np.zeros(self.model.nv)
    for k, (qpos, qvel, act) in enumerate(motion.states):
      mj_differentiatePos(self.model, dq, 1.0, qpos, d.qpos)
      dx = np.concatenate([dq, d.qvel - qvel, d.act - act])
      out[k] = np.clip(self.controls[k] + feed[k] + gains[k] @ dx, self.lower, self.upper)
      total += self.cost.running(d, out[k]).value
      if not total < least:
        return out, np.inf
      d.ctrl[:] = out[k]
      _native.step(self.model, d)
    return out, total + self.cost.final(d).value

  def plan(self, data: _native.MjData) -> Plan:
    """Improves the controls from the state of `data`, which stays as it is."""
    cost, done = np.inf, 0
    for done in range(1, self.iterations + 1):
      motion = self._linearise(data)
      cost = sum(c.value for c in motion.costs)
      feed, gains = self._backward(motion)
      trial, value = self.controls, np.inf
      for scale in SCALES:
        try:
          trial, value = self._follow(data, motion, scale * feed, gains, cost)
        except _native.StepError:
          continue
        if value < cost:
          break
      if not value < cost:
        self._damping = min(1e6, 10.0 * max(self._damping, 1e-6))
        break
      self._damping = max(1e-9, 0.2 * self._damping)
      gain, self.controls, cost = cost - value, trial, value
      if gain < 1e-9 * max(1.0, abs(cost)):
        break
    return Plan(self.controls.copy(), gains, float(cost), motion.labels, done)

  def act(self, data: _native.MjData) -> np.ndarray:
    """The control for the state of `data`; the plan then moves on by one step."""
    u = self.plan(data).controls[0].copy()
    self.controls[:-1] = self.controls[1:]
    return u
