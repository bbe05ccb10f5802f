"""Nonlinear least squares with bounds, with the interface of `mujoco.minimize`.

min ½‖r(x)‖² (or another norm) with lower ≤ x ≤ upper, by Gauss–Newton steps with a regularizer μ. Each step solves a small box QP
(`mju_boxQP`) in the variables z = x / D, D the scale; μ grows while a step does not reduce the objective enough, and shrinks, ever faster,
while the model predicts the reduction well.
"""

import abc
import dataclasses
import enum
import time

import numpy as np

from ._more import mju_boxQP

ENOUGH = 1e-2          # share of the first-order reduction that a step must bring
GOOD, POOR = 0.75, 0.25  # ratios of true to expected reduction at which μ shrinks and grows
MATCH = 1e-5           # relative difference at which a derivative no longer matches


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


_MESSAGES = {
    Status.FACTORIZATION_FAILED: "factorization failed.",
    Status.NO_IMPROVEMENT: "insufficient reduction.",
    Status.MAX_ITER: "maximum iterations reached.",
    Status.DX_TOL: "norm(dx) < tol.",
    Status.G_TOL: "norm(gradient) < tol.",
}


@dataclasses.dataclass(frozen=True)
class IterLog:
  """One iteration: where it started, its objective, what it gained, the regularizer; the rest with `Verbosity.FULLITER`."""
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
    """The norm of a residual (nr, 1)."""

  @abc.abstractmethod
  def grad_hess(self, r, proj):
    """projᵀ ∇ and projᵀ ∇² proj, for `proj` (nr, nx)."""


class Quadratic(Norm):
  """½ rᵀr."""

  def value(self, r):
    return 0.5 * float(r.ravel() @ r.ravel())

  def grad_hess(self, r, proj):
    return proj.T @ r, proj.T @ proj


class _Regularizer:
  """μ between its bounds; below the least one it is zero."""

  def __init__(self, least, largest, factor):
    if factor <= 1:
      raise ValueError("mu_factor must be larger than 1")
    if not 0 < least <= largest:
      raise ValueError("mu_min must be positive and not above mu_max")
    self.least, self.largest, self.factor = least, largest, factor
    self.value, self.shrunk = 0.0, 0

  def grow(self):
    """False if μ is at its largest already."""
    if self.value >= self.largest:
      return False
    self.value, self.shrunk = min(self.largest, max(self.least, self.value * self.factor)), 0
    return True

  def shrink(self):
    self.shrunk += 1
    smaller = self.value / self.factor ** 2.0 ** self.shrunk
    self.value = smaller if smaller >= self.least else 0.0


def _check_bounds(bounds, n):
  """Columns of lower and upper bounds, or None."""
  if bounds is None:
    return None
  if len(bounds) != 2:
    raise ValueError("bounds must be a pair of lower and upper bounds")
  low, high = (np.array(b, np.float64).reshape(-1, 1) for b in bounds)
  if low.size != n or high.size != n:
    raise ValueError(f"each bound must have {n} numbers")
  if not (np.isfinite(low).all() and np.isfinite(high).all()):
    raise ValueError("bounds must be finite")
  if (low >= high).any():
    raise ValueError("lower bounds must be below upper bounds")
  return low, high


def _check_scale(x_scale, n):
  """A column of scales, and whether they follow the Jacobian."""
  if isinstance(x_scale, str):
    if x_scale != "jac":
      raise ValueError(f"x_scale must be None, 'jac', a positive number or an array, not {x_scale!r}")
    return np.ones((n, 1)), True
  scale = np.asarray(1.0 if x_scale is None else x_scale, np.float64)
  if scale.shape not in ((), (n,)):
    raise ValueError(f"x_scale must be a number or have shape ({n},), not {scale.shape}")
  if not np.isfinite(scale).all() or (scale <= 0).any():
    raise ValueError("x_scale must be positive and finite")
  return np.broadcast_to(scale, (n,)).reshape(n, 1).copy(), False


class _Counted:
  """The user's functions, counted and timed."""

  def __init__(self, residual, jacobian, eps, bounds):
    self.function, self.derivative, self.eps, self.bounds = residual, jacobian, eps, bounds
    self.n_res = self.n_jac = 0
    self.t_res = self.t_jac = 0.0

  def residual(self, x):
    start = time.perf_counter()
    r = self.function(x)
    self.t_res += time.perf_counter() - start
    self.n_res += x.shape[1]
    return r

  def jacobian(self, x, r):
    if self.derivative is None:
      return jacobian_fd(self.residual, x, r, self.eps, 0, self.bounds)[0]
    start = time.perf_counter()
    jac = self.derivative(x, r)
    self.t_jac += time.perf_counter() - start
    self.n_jac += 1
    return jac


def least_squares(x0, residual, bounds=None, jacobian=None, norm=Quadratic(), eps=np.finfo(np.float64).eps ** 0.5, mu_min=1e-6, mu_max=1e8,
                  mu_factor=10.0 ** 0.1, xtol=1e-8, gtol=1e-8, max_iter=100, verbose=Verbosity.ITER, output=None, iter_callback=None,
                  check_derivatives=False, x_scale=None):
  """The solution and the log of the iterations, the end point last; see the module.

  `residual` takes columns (n, k) and returns (nr, k); `jacobian(x, r)` returns (nr, n). `x_scale` is a positive number, an array of n, or
  "jac": one over the norms of the Jacobian's columns, anew in every iteration; μ acts on the scaled problem.
  """
  began = time.perf_counter()
  level = Verbosity(verbose).value
  x0 = np.asarray(x0)
  n = x0.size
  x = np.array(x0, np.float64).reshape(n, 1)
  bounds = _check_bounds(bounds, n)
  scale, adaptive = _check_scale(x_scale, n)
  mu = _Regularizer(mu_min, mu_max, mu_factor)
  if bounds is not None:
    x = np.clip(x, *bounds)
  user = _Counted(residual, jacobian, eps, bounds)
  say = (lambda text: print(text, file=output)) if level else (lambda text: None)
  trace, status, iteration = [], Status.MAX_ITER, 0
  r = user.residual(x)
  for iteration in range(max_iter):
    value = norm.value(r)
    jac = user.jacobian(x, r)
    if check_derivatives and iteration == 0:
      if jacobian is not None:
        check_jacobian(user.residual, x, r, jac, eps, 0, bounds, output)
      if not isinstance(norm, Quadratic):
        check_norm(r, norm, eps, output)
    if adaptive:
      columns = np.linalg.norm(jac, axis=0).reshape(n, 1)
      scale = 1.0 / np.where(columns > 0, columns, 1.0)
    grad, hess = norm.grad_hess(r, jac * scale.T)
    grad = grad.reshape(n, 1)
    free = _free(x, grad, bounds)
    slope = np.linalg.norm((grad / scale)[free])
    if slope <= gtol:
      status = Status.G_TOL
      if slope == 0:
        say("Zero gradient norm: exact minimum found?")
      break
    box = (None, None) if bounds is None else tuple((b - x) / scale for b in bounds)
    found, failure = _step(x, value, (grad, hess), box, scale, mu, user, norm, bounds)
    if found is None:
      status = failure
      break
    dz, candidate, new_r, reduction = found
    expected = -(grad.T @ dz + 0.5 * dz.T @ hess @ dz).item()
    ratio = reduction / expected if expected > 0 else 0.0
    if expected == 0:
      say("Zero expected reduction: exact minimum found?")
    step = scale * dz
    length = np.linalg.norm(step)
    if level >= Verbosity.ITER.value:
      size = np.log10(mu.value) if mu.value > 0 else -np.inf
      say(f"iter: {iteration:<3d}  y: {value:<9.4g}  log10mu: {size:>4.1f}  ratio: {ratio:<7.2g}  dx: {length:<7.2g}  reduction: {reduction:<7.2g}")
    more = dict(residual=r, jacobian=jac, grad=grad / scale, step=step) if level >= Verbosity.FULLITER.value else {}
    trace.append(IterLog(x, value, reduction, mu.value, **more))
    if iter_callback is not None:
      iter_callback(trace)
    small = length < xtol * (xtol + np.linalg.norm(x))
    x, r = candidate, new_r
    if small:
      status = Status.DX_TOL
      break
    if ratio > GOOD:
      mu.shrink()
    elif ratio < POOR:
      mu.grow()
  else:
    iteration = max_iter
  more = {}
  if level >= Verbosity.FULLITER.value:
    jac = user.jacobian(x, r)
    more = dict(residual=r, jacobian=jac, grad=norm.grad_hess(r, jac)[0].reshape(n, 1))
  trace.append(IterLog(x, norm.value(r), 0.0, mu.value, **more))
  if iter_callback is not None:
    iter_callback(trace)
  _summary(say, status, iteration, trace[-1].objective, user, time.perf_counter() - began)
  return x.reshape(x0.shape), trace


def _free(x, grad, bounds):
  """Coordinates that may move down the gradient."""
  if bounds is None:
    return np.ones(x.shape, bool)
  return ~((x <= bounds[0]) & (grad > 0) | (x >= bounds[1]) & (grad < 0))


def _step(x, value, model, box, scale, mu, user, norm, bounds):
  """(dz, candidate, its residual, reduction) of the first step that reduces enough, or None and why."""
  grad, hess = model
  n = x.size
  while True:
    dz = np.zeros(n)
    low, high = (None if b is None else b.ravel() for b in box)
    if mju_boxQP(dz, None, None, hess + mu.value * np.eye(n), grad.ravel(), low, high) < 0:
      if not mu.grow():
        return None, Status.FACTORIZATION_FAILED
      continue
    dz = dz.reshape(n, 1)
    candidate = x + scale * dz
    if bounds is not None:
      candidate = np.clip(candidate, *bounds)
    r = user.residual(candidate)
    reached = norm.value(r)
    reduction = value - reached
    if np.isfinite(reached) and reduction + ENOUGH * (grad.T @ dz).item() >= 0:
      return (dz, candidate, r, reduction), None
    if not mu.grow():
      return None, Status.NO_IMPROVEMENT


def _summary(say, status, iterations, value, user, seconds):
  text = f"Terminated after {iterations} iterations: {_MESSAGES[status]} y: {value:<.4g}, Residual evals: {user.n_res}"
  say(text + (f", Jacobian evals: {user.n_jac}" if user.n_jac else ""))
  if seconds > 0:
    shown, unit = (seconds, "s") if seconds > 1 else (1000 * seconds, "ms")
    share = f" Jacobian {100 * user.t_jac / seconds:.1f}%" if user.n_jac else ""
    say(f"total time {shown:.1f}{unit} of which residual {100 * user.t_res / seconds:.1f}%{share}")


def jacobian_fd(residual, x, r, eps, n_res, bounds=None):
  """The Jacobian by one-sided differences that never leave the bounds: (jacobian, number of residuals so far)."""
  n = x.size
  size = eps * np.maximum(1.0, np.abs(x))
  if bounds is not None:
    low, high = bounds
    # towards the farther bound; a midpoint may round to the upper one
    size = np.where((x > 0.5 * low + 0.5 * high) | (x == high), -size, size)
  points = x + np.diagflat(size)
  if bounds is not None:
    points = np.clip(points, low, high)
  taken = points.diagonal().reshape(n, 1) - x
  return (residual(points) - r) / taken.T, n_res + n


def check_jacobian(residual, x, r, jac, eps, n_res, bounds=None, output=None, name="Jacobian"):
  """Raises if a Jacobian is not that of finite differences; the number of residuals so far."""
  if not np.isfinite(jac).all():
    raise ValueError(f"User-provided {name} must contain only finite values.")
  differences, n_res = jacobian_fd(residual, x, r, eps, n_res, bounds)
  if not np.isfinite(differences).all():
    raise ValueError(f"Finite-difference {name} must contain only finite values.")
  size = np.abs(jac).sum() + np.abs(differences).sum() + 1e-8
  if (np.abs(jac - differences) > MATCH * size).any():
    raise ValueError(f"User-provided {name} does not match finite-differences to a relative tolerance of {MATCH:g}.")
  print(f"User-provided {name} matches finite-differences.", file=output)
  return n_res


def check_norm(r, norm, eps, output=None):
  """Raises if the derivatives of a norm are not those of finite differences, or its Hessian is not one of a convex function."""
  eye = np.eye(r.size)
  grad, hess = norm.grad_hess(r, eye)
  if not np.isfinite(hess).all():
    raise ValueError("User-provided norm Hessian must contain only finite values.")
  if not np.allclose(hess, hess.T):
    raise ValueError("User-provided norm Hessian is not symmetric.")
  least = np.linalg.eigvalsh(hess).min()
  if least < 0:
    raise ValueError(f"User-provided norm Hessian is not positive definite. Minimum eigenvalue is {least:.4g}")
  columns = lambda points: [points[:, k:k + 1] for k in range(points.shape[1])]
  values = lambda points: np.array([[float(np.squeeze(norm.value(c))) for c in columns(points)]])
  gradients = lambda points: np.hstack([norm.grad_hess(c, eye)[0].reshape(-1, 1) for c in columns(points)])
  grad = grad.reshape(-1, 1)
  check_jacobian(values, r, values(r), grad.T, eps, 0, None, output, "norm gradient")
  check_jacobian(gradients, r, grad, hess, eps, 0, None, output, "norm Hessian")
