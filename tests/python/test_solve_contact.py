"""stiction.solve_contact: analytic answers, honest status, clear errors; the recorded problems if they are there."""

import glob
import os

import numpy as np
import pytest
import scipy.sparse as sp
import stiction

BOX = np.diag([2.0, 1.0, 1.0])


def residual(A, g, mu, x):
  """Natural map of Coulomb's law, scaled per contact, relative to g."""
  k = len(mu)
  s = np.sqrt(np.asarray(A.diagonal()).reshape(k, 3).mean(1))[:, None]
  u = (A @ x + g).reshape(k, 3)
  u[:, 0] += mu * np.linalg.norm(u[:, 1:], axis=1)
  z = x.reshape(k, 3) * s - u / s
  t = np.linalg.norm(z[:, 1:], axis=1)
  n = np.where(t <= mu * z[:, 0], z[:, 0], np.maximum(0, (z[:, 0] + mu * t) / (1 + mu**2)))
  n[mu * t <= -z[:, 0]] = 0
  p = np.column_stack([n, z[:, 1:] * (np.minimum(mu * n, t) / np.maximum(t, 1e-300))[:, None]])
  return np.linalg.norm(x.reshape(k, 3) * s - p) / np.linalg.norm(g.reshape(k, 3) / s)


@pytest.mark.parametrize("solver", ["psn", "admm", "pgs"])
def test_sliding_sticking_and_open_contacts(solver):
  mu = 0.5
  for g, want in [
    ([-2.0, 3.0, 0.0], [1.0, -0.5, 0.0]),  # slides: friction at its bound against the motion, no lift-off
    ([-2.0, 0.3, 0.4], [1.0, -0.3, -0.4]),  # sticks
    ([2.0, 3.0, 0.0], [0.0, 0.0, 0.0]),  # opens
  ]:
    r = stiction.solve_contact(BOX, np.array(g), mu, solver=solver, tolerance=1e-9)
    assert r.converged and r.status == "converged"
    np.testing.assert_allclose(r.impulse, want, atol=1e-8)
    np.testing.assert_allclose(r.velocity, BOX @ want + g, atol=1e-7)


def test_the_convex_model_lifts_a_sliding_contact():
  r = stiction.solve_contact(BOX, np.array([-2.0, 3.0, 0.0]), [0.5], solver="ipm", friction="convex")
  assert r.converged
  assert r.velocity[0] > 0.1 and r.residual_coulomb > 1e-2 and r.residual_convex <= 1e-10


def test_formats_agree():
  rng = np.random.default_rng(1)
  J = rng.normal(size=(12, 6))
  A, g = J @ J.T, J @ rng.normal(size=6)
  answers = [stiction.solve_contact(m, g, [0.4] * 4).velocity for m in (A, sp.csc_matrix(A), sp.csr_matrix(A), sp.coo_matrix(A))]
  for a in answers[1:]:
    np.testing.assert_array_equal(a, answers[0])


def test_wrong_input_says_what_is_wrong():
  g = np.zeros(3)
  for args, text in [
    ((np.eye(4), g, [0.5]), "A has shape"),
    ((BOX, np.zeros(4), [0.5]), "three rows per contact"),
    ((BOX, g, [0.5, 0.5]), "mu has shape"),
    ((BOX, g, [-0.5]), "negative"),
    ((BOX, np.array([np.nan, 0, 0]), [0.5]), "not finite"),
    ((BOX * np.inf, g, [0.5]), "not finite"),
  ]:
    with pytest.raises(ValueError, match=text):
      stiction.solve_contact(*args)
  with pytest.raises(ValueError, match="is not one of"):
    stiction.solve_contact(BOX, g, [0.5], solver="magic")
  with pytest.raises(ValueError, match="Coulomb friction has none"):
    stiction.solve_contact(BOX, g, [0.5], solver="ipm", friction="coulomb")


def test_a_budget_that_is_too_small_is_not_called_convergence():
  rng = np.random.default_rng(2)
  J = rng.normal(size=(60, 30))
  A, g = J @ J.T, J @ rng.normal(size=30)
  for solver in ("psn", "admm", "pgs"):
    r = stiction.solve_contact(A, g, [0.6] * 20, solver=solver, tolerance=1e-12, iterations=2)
    assert not r.converged and r.status != "converged"
    assert np.isfinite(r.impulse).all()


def test_recorded_problems():
  here = os.path.join(os.path.dirname(__file__), "../../../shared/acceptance/friction-problems")
  files = sorted(glob.glob(os.path.join(here, "*.npz")))
  if not files:
    pytest.skip(f"SKIPPED: no problems in {here}")
  for f in files:
    z = np.load(f)
    n = int(z["n"])
    A = sp.csc_matrix((z["data"], z["indices"], z["indptr"]), shape=(n, n))
    r = stiction.solve_contact(A, z["q"], z["mu"], tolerance=1e-9)
    assert r.converged, f
    assert residual(A, z["q"], z["mu"], np.asarray(r.impulse)) <= 1e-8, f
