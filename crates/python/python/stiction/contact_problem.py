"""Frictional contact problems given as a matrix and two vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._native import ContactResult, solve_contact_csc

_ITERATIONS = {"psn": 3000, "admm": 20_000, "pgs": 1_000_000, "ipm": 200, "asm": 100_000, "poly": 100_000, "box": 60}


def solve_contact(
  A: Any, g: ArrayLike, mu: ArrayLike, solver: str = "psn", friction: str = "coulomb", tolerance: float = 1e-10,
  max_seconds: float | None = None, iterations: int | None = None, sides: int = 8
) -> ContactResult:
  """Finds impulses λ with K ∋ λ ⊥ u + s(u) ∈ K*, u = A λ + g, three rows per contact, normal first.

  K is the cone |λ_T| <= mu λ_N of each contact; s(u) = mu |u_T| on normal rows under Coulomb's law, 0 in the convex model (which wants a
  symmetric A).

  Args:
    A: matrix (3n, 3n), dense or any scipy sparse format; may be singular and unsymmetric.
    g: velocity without impulses (3n).
    mu: friction coefficients (n), or one for all.
    solver: "psn" (exact), "admm", "pgs", "ipm" (convex only), "poly" (convex, pyramids of `sides` edges) "asm" (mu = 0 only) or "box" (paper 003: bounds per axis
      from the normal impulse of the step before; iterations are its outer steps).
    friction: "coulomb" or "convex".
    tolerance: residual asked for: the natural map per contact, scaled by the contact's own stiffness, relative to g.
    max_seconds: wall-time limit; None: none.
    iterations: largest number of iterations; None: a number that suits the solver.
    sides: edges of the pyramids of "poly": 4, 8 or 16.

  Returns:
    `ContactResult` with impulse, velocity, status, converged, iterations, residuals and seconds. `converged` is the verdict of a checker
    that knows nothing of the solver.

  Raises:
    ValueError: shapes do not fit, a number is not finite, mu is negative, or solver and law do not go together.
  """
  g = np.ascontiguousarray(g, dtype=np.float64)
  if g.ndim != 1 or g.size % 3:
    raise ValueError(f"g has shape {g.shape}: expected a vector with three rows per contact")
  mu = np.ascontiguousarray(np.broadcast_to(np.asarray(mu, dtype=np.float64), (g.size // 3,))) if np.ndim(mu) == 0 else (
    np.ascontiguousarray(mu, dtype=np.float64)
  )
  if mu.shape != (g.size // 3,):
    raise ValueError(f"mu has shape {mu.shape}: expected ({g.size // 3},), one per contact")
  shape = np.shape(A) if not hasattr(A, "shape") else A.shape
  if shape != (g.size, g.size):
    raise ValueError(f"A has shape {tuple(shape)}: expected ({g.size}, {g.size}), as g has {g.size} rows")
  if np.isnan(tolerance) or tolerance < 0:
    raise ValueError(f"tolerance {tolerance} is not a positive number")
  indptr, indices, data = _columns(A, g.size)
  steps = _ITERATIONS.get(solver, 1) if iterations is None else int(iterations)
  names = (str(solver), str(friction), int(sides))
  return solve_contact_csc((indptr, indices, data), (g, mu), names, (float(tolerance), steps, max_seconds))


def _columns(A, n):
  """Column pointers, rows and values of a dense or sparse matrix."""
  if hasattr(A, "tocsc"):
    A = A.tocsc()
    parts = A.indptr, A.indices, A.data
  else:
    A = np.asarray(A, dtype=np.float64)
    cols, rows = np.nonzero(A.T)
    parts = np.searchsorted(cols, np.arange(n + 1)), rows, A.T[cols, rows]
  kinds = np.int64, np.int64, np.float64
  return tuple(np.ascontiguousarray(p, dtype=k) for p, k in zip(parts, kinds))
