"""A program as users write it, for type checkers: `assert_type` says what a checker must find."""

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import stiction
import stiction.mujoco as mujoco
from stiction import distributed

Vector = np.ndarray[tuple[int], np.dtype[np.float64]]
Matrix = np.ndarray[tuple[int, int], np.dtype[np.float64]]
XML = "<mujoco><worldbody><body name='b'><freejoint/><geom size='.1'/></body></worldbody></mujoco>"


def native() -> float:
  model = stiction.Model.from_xml_string(XML)
  data = stiction.Data(model)
  report = stiction.step(model, data, 10)
  assert_type(report, stiction.StepReport)
  assert_type(report.coulomb, float)
  assert_type(data.qpos, Vector)
  assert_type(data.xpos, Matrix)
  assert_type(model.nv, int)
  data.qpos = [0, 0, 1, 1, 0, 0, 0]
  data.qvel[:] = 0
  model.opt.timestep = 0.001
  model.stiction.exact()
  return float(data.qpos[2])


def named() -> None:
  m = mujoco.MjModel.from_xml_string(XML)
  d = mujoco.MjData(m)
  mujoco.mj_forward(m, d)
  assert_type(mujoco.mj_name2id(m, mujoco.mjtObj.mjOBJ_BODY, "b"), int)
  assert_type(m.body("b").mass, Vector)
  assert_type(d.joint(0).qpos, Vector)
  assert_type(mujoco.mj_id2name(m, 1, 1), str | None)
  jacp: NDArray[np.float64] = np.zeros((3, m.nv))
  mujoco.mj_jacBody(m, d, jacp, None, 1)
  quat = np.zeros(4)
  mujoco.mju_axisAngle2Quat(quat, [0, 0, 1], 0.5)
  for c in d.contact:
    assert_type(c, mujoco.MjContact)
    assert_type(c.dist, float)


def spec() -> stiction.Model:
  s = mujoco.MjSpec()
  body = s.worldbody.add_body(name="ball", pos=[0, 0, 1])
  geom = body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[0.1, 0, 0])
  assert_type(geom, mujoco.MjsGeom)
  assert_type(geom.type, mujoco.mjtGeom)
  body.add_freejoint()
  found = s.body("ball")
  if found is not None:
    assert_type(found.pos, Vector)
  return s.compile()


def batch() -> None:
  b = stiction.Batch(spec(), nsim=4)
  b.step(nstep=2)
  b.reset(ids=[0, 1])
  out = b.rollout(3, record=("qpos", "qvel"))
  assert out["qpos"].shape[:2] == (4, 3)
  assert_type(b.nsim, int)
  assert b.body("ball").xpos.shape == (4, 3)
  states, sensors = distributed.rollout(spec(), np.asarray(b.state)[:, :b.nstate], nstep=1) if False else (None, None)
  del states, sensors


class Rod(stiction.Constraint):
  bodies = ("b",)

  def evaluate(self, x: "stiction._native.Where") -> float:
    return float(np.linalg.norm(x.pos[0])) - 1


def wrong() -> None:
  """What a checker must refuse: an unused `ignore` is an error."""
  m = stiction.Model.from_xml_string(3)  # type: ignore[arg-type]
  stiction.step(m)  # type: ignore[call-arg]
  m.nq = 4  # type: ignore[misc]
  m.body("b").masss  # type: ignore[attr-defined]
  mujoco.mj_stepp  # type: ignore[attr-defined]
  mujoco.mju_zero3([0, 0, 0])  # type: ignore[arg-type]
  mujoco.MjSpec().worldbody.add_geom(sise=[1])  # type: ignore[call-arg]


if __name__ == "__main__":
  assert native() > 0
  named()
  batch()
