"""Optimal control by iterated LQR, with limits on the controls and a receding horizon.

  cost = Tracking(model, qpos, state_weight=1.0, control_weight=0.01, final_weight=10.0)
  planner = Planner(model, cost, horizon=50)
  while running:
    data.ctrl[:] = planner.act(data)
    stiction.step(model, data)

Dynamics are linearised by `stiction.gradient`; the backward sweep solves a box-constrained quadratic program per step, so that planned controls
keep their limits. Everything is deterministic.
"""

from __future__ import annotations

import dataclasses
from typing import Protocol

import numpy as np

from . import _native
from .mujoco import mj_differentiatePos


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


class Tracking:
  """Squared distance from a state, with weights per coordinate of (q, v, act) and per control; the final state has its own weight."""

  def __init__(
    self,
    model: _native.MjModel,
    qpos: np.ndarray,
    qvel: np.ndarray | None = None,
    control: np.ndarray | None = None,
    state_weight: float | np.ndarray = 1.0,
    control_weight: float | np.ndarray = 1e-2,
    final_weight: float | np.ndarray = 10.0,
  ):
    nx = 2 * model.nv + model.na
    self.model = model
    self.qpos = np.array(qpos, float)
    self.qvel = np.zeros(model.nv) if qvel is None else np.array(qvel, float)
    self.control = np.zeros(model.nu) if control is None else np.array(control, float)
    self.q = np.broadcast_to(np.asarray(state_weight, float), (nx,))
    self.r = np.broadcast_to(np.asarray(control_weight, float), (model.nu,))
    self.f = np.broadcast_to(np.asarray(final_weight, float), (nx,))

  def _error(self, data: _native.MjData) -> np.ndarray:
    dq = np.zeros(self.model.nv)
    mj_differentiatePos(self.model, dq, 1.0, self.qpos, data.qpos)
    return np.concatenate([dq, data.qvel - self.qvel, data.act])

  def running(self, data: _native.MjData, control: np.ndarray) -> Quadratic:
    e, u = self._error(data), control - self.control
    value = 0.5 * float(e @ (self.q * e) + u @ (self.r * u))
    return Quadratic(value, self.q * e, np.diag(self.q), self.r * u, np.diag(self.r))

  def final(self, data: _native.MjData) -> Quadratic:
    e = self._error(data)
    none = np.zeros(0)
    return Quadratic(0.5 * float(e @ (self.f * e)), self.f * e, np.diag(self.f), none, none)


def box_qp(h: np.ndarray, g: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
  """argmin ½ xᵀh x + gᵀx within bounds by projected Newton steps, and which entries are free."""
  x = np.clip(np.zeros_like(g), lower, upper)
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


class Planner:
  """Plans over a horizon and acts on the first control, then shifts the plan by one step."""

  def __init__(self, model: _native.MjModel, cost: Cost, horizon: int, iterations: int = 3):
    self.model, self.cost = model, cost
    self.iterations = iterations
    limited = np.asarray(model.actuator_ctrllimited, bool).reshape(-1)
    bounds = np.asarray(model.actuator_ctrlrange, float).reshape(-1, 2)
    self.lower = np.where(limited, bounds[:, 0], -np.inf)
    self.upper = np.where(limited, bounds[:, 1], np.inf)
    self.controls = np.clip(np.zeros((horizon, model.nu)), self.lower, self.upper)
    self._data = _native.MjData(model)
    self._damping = 1e-6

  def _start(self, data: _native.MjData) -> None:
    d = self._data
    d.time = data.time
    for name in ("qpos", "qvel", "act", "mocap_pos", "mocap_quat", "qacc_warmstart", "qfrc_applied", "xfrc_applied"):
      getattr(d, name)[:] = getattr(data, name)

  def _roll(self, data: _native.MjData, controls: np.ndarray) -> float:
    self._start(data)
    total = 0.0
    for u in controls:
      total += self.cost.running(self._data, u).value
      self._data.ctrl[:] = u
      _native.step(self.model, self._data)
    return total + self.cost.final(self._data).value

  def _linearise(self, data: _native.MjData) -> tuple[list, list, Quadratic, list, np.ndarray]:
    self._start(data)
    steps, costs, states, labels = [], [], [], []
    for u in self.controls:
      self._data.ctrl[:] = u
      states.append((np.array(self._data.qpos), np.array(self._data.qvel), np.array(self._data.act)))
      g = _native.gradient(self.model, self._data)
      steps.append((g.A, g.B))
      labels.append(max(g.label_A.max(initial=0), g.label_B.max(initial=0)))
      costs.append(self.cost.running(self._data, u))
      _native.step(self.model, self._data)
    return steps, costs, self.cost.final(self._data), states, np.array(labels)

  def _backward(self, steps: list, costs: list, final: Quadratic) -> tuple[np.ndarray, np.ndarray]:
    vx, vxx = final.x, final.xx
    feed, gains = np.zeros_like(self.controls), []
    for k in range(len(steps) - 1, -1, -1):
      a, b = steps[k]
      c = costs[k]
      qx, qu = c.x + a.T @ vx, c.u + b.T @ vx
      qxx, qux, quu = c.xx + a.T @ vxx @ a, b.T @ vxx @ a, c.uu + b.T @ vxx @ b
      quu = quu + self._damping * np.eye(len(qu))
      feed[k], free = box_qp(quu, qu, self.lower - self.controls[k], self.upper - self.controls[k])
      gain = np.zeros((len(qu), len(qx)))
      if free.any():
        gain[free] = -np.linalg.solve(quu[np.ix_(free, free)], qux[free])
      gains.append(gain)
      vx = qx + gain.T @ quu @ feed[k] + gain.T @ qu + qux.T @ feed[k]
      vxx = qxx + gain.T @ quu @ gain + gain.T @ qux + qux.T @ gain
      vxx = 0.5 * (vxx + vxx.T)
    return feed, np.array(gains[::-1])

  def _follow(self, data: _native.MjData, states: list, feed: np.ndarray, gains: np.ndarray, scale: float) -> np.ndarray:
    """Controls of the feedback along a new motion."""
    self._start(data)
    out = np.zeros_like(self.controls)
    dq = np.zeros(self.model.nv)
    for k, (qpos, qvel, act) in enumerate(states):
      mj_differentiatePos(self.model, dq, 1.0, qpos, self._data.qpos)
      dx = np.concatenate([dq, self._data.qvel - qvel, self._data.act - act])
      out[k] = np.clip(self.controls[k] + scale * feed[k] + gains[k] @ dx, self.lower, self.upper)
      self._data.ctrl[:] = out[k]
      _native.step(self.model, self._data)
    return out

  def plan(self, data: _native.MjData) -> Plan:
    """Improves the controls from the state of `data`, which stays as it is."""
    cost, done = self._roll(data, self.controls), 0
    gains = np.zeros((len(self.controls), self.model.nu, 2 * self.model.nv + self.model.na))
    labels = np.zeros(len(self.controls), int)
    for done in range(1, self.iterations + 1):
      steps, costs, final, states, labels = self._linearise(data)
      feed, gains = self._backward(steps, costs, final)
      better = False
      for scale in 0.5 ** np.arange(0, 8):
        try:
          trial = self._follow(data, states, feed, gains, scale)
          value = self._roll(data, trial)
        except _native.StepError:
          continue
        if value < cost:
          better = True
          break
      if not better:
        self._damping = min(1e6, 10.0 * max(self._damping, 1e-6))
        break
      self._damping = max(1e-9, 0.2 * self._damping)
      gain, self.controls, cost = cost - value, trial, value
      if gain < 1e-9 * max(1.0, abs(cost)):
        break
    return Plan(self.controls.copy(), gains, cost, labels, done)

  def act(self, data: _native.MjData) -> np.ndarray:
    """The control for the state of `data`; the plan then moves on by one step."""
    u = self.plan(data).controls[0].copy()
    self.controls[:-1] = self.controls[1:]
    return u
