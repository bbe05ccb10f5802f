"""Nonlinear least squares with bounds, with the interface of `mujoco.minimize`.

min ½‖r(x)‖² (or another norm) with lower ≤ x ≤ upper, by Gauss–Newton steps with a regularizer μ: each step solves a small box QP
(`mju_boxQP`); μ shrinks after good steps and grows after bad ones.
"""

import abc
import dataclasses
import enum

import numpy as np

from ._more import mju_boxQP


class Verbosity(enum.Enum):
  SILENT = 0
  FINAL = 1
  ITER = 2
  FULLITER = 3


class Status(enum.Enum):
  FACTORIZATION_FAILED = enum.auto()
  NO_IMPROVEMENT = enum.auto()
  MAX_ITER = enum.auto()
  DX_TOL = enum.auto()
  G_TOL = enum.auto()


@dataclasses.dataclass
class IterLog:
  """One iteration: where it started, its objective, what it gained, the regularizer."""
  candidate: np.ndarray
  objective: float
  reduction: float
  regularizer: float
  residual: np.ndarray | None = None
  jacobian: np.ndarray | None = None
  grad: np.ndarray | None = None
  step: np.ndarray | None = None


class Norm(abc.ABC):
  """A function of the residual, with its gradient and Hessian projected onto the Jacobian."""

  @abc.abstractmethod
  def value(self, r):
    """The norm of a residual."""

  @abc.abstractmethod
  def grad_hess(self, r, proj):
    """projᵀ ∇ and projᵀ ∇² proj."""


class Quadratic(Norm):
  """½ rᵀr."""

  def value(self, r):
    return 0.5 * float(r.ravel() @ r.ravel())

  def grad_hess(self, r, proj):
    return proj.T @ r, proj.T @ proj


def jacobian_fd(residual, x, r, eps, n_res, bounds=None):
  """The Jacobian by differences, away from the bounds: (jacobian, number of residuals so far)."""
  n = x.size
  steps = np.full(n, eps)
  if bounds is not None:
    steps[x.ravel() + eps > np.ravel(bounds[1])] = -eps
  points = x.reshape(n, 1) + np.diag(steps)
  return (residual(points) - r.reshape(-1, 1)) / steps, n_res + n


def least_squares(x0, residual, bounds=None, jacobian=None, norm=Quadratic(), eps=np.finfo(np.float64).eps ** 0.5, mu_min=1e-6, mu_max=1e8,
                  mu_factor=10.0 ** 0.1, xtol=1e-8, gtol=1e-8, max_iter=100, verbose=Verbosity.ITER, output=None, iter_callback=None,
                  check_derivatives=False, x_scale=None):
  """The solution and the log of the iterations; see the module.

  `residual` takes columns (n, k) and returns (nr, k); `jacobian(x, r)` returns (nr, n). `x_scale` is accepted as a number or an array.
  """
  shape = np.shape(x0)
  x = np.array(x0, np.float64).reshape(-1, 1)
  n = x.size
  low, high = (None, None) if bounds is None else (np.broadcast_to(np.ravel(b), n).astype(float) for b in bounds)
  if bounds is not None:
    if (low >= high).any():
      raise ValueError("lower bounds must be below upper bounds")
    x = np.clip(x, low[:, None], high[:, None])
  scale = np.ones(n) if x_scale is None or isinstance(x_scale, str) else np.broadcast_to(np.asarray(x_scale, float), n)
  say = (lambda text: None) if Verbosity(verbose).value == 0 else lambda text: print(text, file=output)
  trace, mu, status, n_res = [], 0.0, Status.MAX_ITER, 1
  r = residual(x)
  value = norm.value(r)
  for _ in range(max_iter):
    if jacobian is None:
      jac, n_res = jacobian_fd(residual, x, r, eps, n_res, None if bounds is None else (low, high))
    else:
      jac = jacobian(x, r)
    grad, hess = norm.grad_hess(r, jac)
    grad, hess = np.ravel(grad) * scale, hess * np.outer(scale, scale)
    free = np.ones(n, bool) if bounds is None else ~((x.ravel() <= low) & (grad > 0) | (x.ravel() >= high) & (grad < 0))
    trace.append(IterLog(x.reshape(shape).copy(), value, 0.0, mu, r.copy(), jac, grad.copy()))
    if np.linalg.norm(grad[free]) < gtol:
      status = Status.G_TOL
      break
    step = None
    while mu <= mu_max:
      dz = np.zeros(n)
      box = (None, None) if bounds is None else ((low - x.ravel()) / scale, (high - x.ravel()) / scale)
      if mju_boxQP(dz, None, None, hess + mu * np.eye(n), grad, *box) >= 0:
        candidate = x + (dz * scale)[:, None]
        if bounds is not None:
          candidate = np.clip(candidate, low[:, None], high[:, None])
        new_r = residual(candidate)
        n_res += 1
        new = norm.value(new_r)
        expected = -(grad @ dz + 0.5 * dz @ hess @ dz)
        if new < value:
          step = candidate - x
          mu = 0.0 if mu / mu_factor ** 2 < mu_min and value - new > 0.7 * expected else mu / mu_factor
          break
      mu = max(mu_min, mu * mu_factor ** 2)
    if step is None:
      status = Status.NO_IMPROVEMENT
      break
    trace[-1].reduction, trace[-1].step = value - new, step.ravel()
    x, r, value = candidate, new_r, new
    if iter_callback is not None:
      iter_callback(trace)
    if np.linalg.norm(step) < xtol * (xtol + np.linalg.norm(x)):
      status = Status.DX_TOL
      break
  say(f"{status.name}: {len(trace)} iterations, {n_res} residuals, objective {value:.6g}")
  return x.reshape(shape), trace
