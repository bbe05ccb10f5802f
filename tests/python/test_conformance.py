"""Every stage against MuJoCo 4.0: our own feature models, our shipped models, round trips, inverse dynamics.

The comparison itself is the acceptance script beside the project (`../shared/acceptance/conformance.py`): six states per model, with
velocities, controls and applied forces, and a trajectory.
"""
import os
import sys
import warnings

import numpy as np
import pytest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
SHARED = os.path.join(ROOT, "..", "shared", "acceptance")
if not os.path.isdir(SHARED):
  print("SKIPPED: ../shared/acceptance is not beside the project; conformance was NOT checked", file=sys.stderr)
  pytest.skip("../shared/acceptance is not beside the project", allow_module_level=True)

sys.path.insert(0, SHARED)
conformance = pytest.importorskip("conformance")
import mujoco  # noqa: E402

import stiction.mujoco as ours  # noqa: E402
from feature_models import MODELS as FEATURES  # noqa: E402

SHIPPED = sorted(f for f in os.listdir(os.path.join(ROOT, "models")) if f.endswith(".xml"))
STAGES = [s for s in conformance.STAGES if s != "inverse"]
# docs/gaps.md, 2026-11-15
LOOSE_TRAJECTORY = {"trn_tendon"}
LOOSE_SMOOTH = {"integrator_discrete"}
# docs/gaps.md: where MuJoCo's search stops decides one cylinder-box patch; with a tight tolerance the two agree
SEARCH = {"car.xml"}
TIGHT = [("ccd_tolerance", 1e-12), ("ccd_iterations", 1000.0)]


def failures(path, stages=tuple(STAGES), options=()):
  with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    result = conformance.check_model(mujoco, ours, path, list(stages), 100, options)
  return {s: r[1:] for s, r in result.items() if not r[0]}


@pytest.mark.parametrize("name", sorted(FEATURES))
def test_feature_model(name, tmp_path):
  path = tmp_path / f"{name}.xml"
  path.write_text(FEATURES[name])
  bad = failures(str(path))
  if name in LOOSE_TRAJECTORY and set(bad) == {"traj"}:
    assert bad["traj"][0] < 5e-6
  elif name in LOOSE_SMOOTH and set(bad) == {"dynamics"}:
    assert bad["dynamics"][0] < 1e-6 and "qacc_smooth" in bad["dynamics"][1]
  else:
    assert not bad


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_model(name):
  bad = failures(os.path.join(ROOT, "models", name))
  if name in SEARCH and set(bad) == {"contact"}:
    bad = failures(os.path.join(ROOT, "models", name), stages=["contact"], options=TIGHT)
  assert not bad


OPTIONS = {
    "elliptic": [("cone", 1.0), ("impratio", 10.0)],
    "RK4": [("integrator", 1.0)],
    "implicit": [("integrator", 2.0)],
    "implicitfast": [("integrator", 3.0)],
    "discrete": [("integrator", 4.0)],
    "discrete CG": [("integrator", 4.0), ("solver", 1.0)],
    "discrete elliptic": [("integrator", 4.0), ("cone", 1.0), ("impratio", 10.0)],
    "PGS": [("solver", 0.0)],
    "CG": [("solver", 1.0)],
}


@pytest.mark.parametrize("name", ["humanoid.xml", "gripper.xml", "linkage.xml"])
@pytest.mark.parametrize("option", sorted(OPTIONS))
def test_options(name, option):
  assert not failures(os.path.join(ROOT, "models", name), options=OPTIONS[option])


@pytest.mark.parametrize("name", SHIPPED)
def test_inverse_leaves_no_more_than_the_reference_does(name):
  """qfrc_inverse after forward is the applied force; what is left is rounding, and ours is not larger than a few times theirs."""
  path = os.path.join(ROOT, "models", name)
  left = {}
  for mj in (mujoco, ours):
    m = mj.MjModel.from_xml_path(path)
    worst = 0.0
    for k in range(4):
      state = conformance.make_state(mujoco, mujoco.MjModel.from_xml_path(path), k)
      state["xfrc_applied"][:] = 0
      mc = conformance.converged(m)
      d = mj.MjData(mc)
      conformance.put(d, state)
      mj.mj_forward(mc, d)
      want = np.array(d.qfrc_actuator) + np.array(d.qfrc_applied)
      scale = 1.0 + np.abs(np.array(d.qfrc_constraint)).max() + np.abs(np.array(d.qfrc_bias)).max()
      mj.mj_inverse(mc, d)
      worst = max(worst, np.abs(np.array(d.qfrc_inverse) - want).max() / scale)
    left[mj.__name__] = worst
  assert left["stiction.mujoco"] < max(1e-11, 10 * left["mujoco"]), left


def lists():
  names = [os.path.join(ROOT, "models", f) for f in SHIPPED]
  for s in ("dev", "menagerie"):
    with open(os.path.join(SHARED, f"models-{s}.txt")) as f:
      names += [x.strip() for x in f if x.strip() and not x.startswith("#")]
  return names


# where a file's assets come from is not a constant of the model
PATHS = ("names", "paths", "mesh_pathadr", "tex_pathadr", "hfield_pathadr", "skin_pathadr", "npaths")


@pytest.mark.parametrize("name", lists())
def test_round_trip(name, monkeypatch):
  """load → save → load gives the same numbers, bit for bit."""
  path = conformance.resolve(name)
  if not path or not os.path.exists(path):
    pytest.skip(f"{name} is not installed")
  with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    a = ours.MjModel.from_xml_path(path)
    monkeypatch.chdir(os.path.dirname(os.path.abspath(path)))
    b = ours.MjModel.from_xml_string(a.to_xml_string())
  for f in dir(a):
    if f.startswith("_") or f in PATHS:
      continue
    x, y = getattr(a, f), getattr(b, f)
    if isinstance(x, np.ndarray) and x.dtype.kind in "fiub":
      assert np.array_equal(x, y, equal_nan=True), f
    elif isinstance(x, int) and f.startswith("n"):
      assert x == y, f
