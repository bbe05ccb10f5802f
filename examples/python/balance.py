"""A humanoid keeps its balance through a push by planning 12 steps ahead; without a planner it falls."""

import os
import time

import numpy as np
import stiction
import stiction.mujoco as mj
from stiction import mpc

MODEL = os.path.join(os.path.dirname(__file__), "..", "..", "models", "humanoid.xml")


def stance(model):
  """Its keyframe, lowered and leaned from the ankles until the floor carries it, and the controls that hold it there."""
  data = stiction.Data(model)

  def forces(lower, lean):
    mj.mj_resetDataKeyframe(model, data, 0)
    data.qpos[2] -= lower
    data.qpos[3:7] = [np.cos(lean / 2), 0, np.sin(lean / 2), 0]
    for side in ("left", "right"):
      data.joint(f"ankle_pitch_{side}").qpos[0] -= lean
    mj.mj_forward(model, data)
    data.qacc[:] = 0
    mj.mj_inverse(model, data)
    return np.array(data.qfrc_inverse)

  at, step = np.array([0.005, 0.0]), 1e-6 * np.eye(2)
  for _ in range(20):
    here = forces(*at)[[2, 4]]
    slope = np.array([forces(*at + e)[[2, 4]] - here for e in step]).T / 1e-6
    at = at - np.clip(np.linalg.solve(slope, here), -0.002, 0.002)
  return data, forces(*at)[6:] / model.actuator_gear[:, 0]


def run(model, data, control, push=30.0, seconds=2.0):
  """The height of the head at the end, and the processor time of every control."""
  spent = []
  while data.time < seconds:
    data.body("chest").xfrc_applied[0] = push if 0.4 < data.time < 0.5 else 0.0
    began = time.process_time()
    data.ctrl[:] = control(data)
    spent.append(time.process_time() - began)
    stiction.step(model, data)
  return data.body("head").xpos[2], spent


def main():
  model = stiction.Model.from_xml_path(MODEL)
  data, hold = stance(model)
  data.ctrl[:] = hold
  # what is left to pay after the horizon is that of the linear system around the stance
  g = stiction.gradient(model, data)
  weight = np.concatenate([[100, 100, 10, 100, 100, 10], np.full(model.nv - 6, 1.0), np.full(model.nv, 0.1)])
  rest = mpc.riccati(g.A, g.B, weight, 1.0)
  cost = mpc.Tracking(model, np.array(data.qpos), control=hold, state_weight=weight, control_weight=1.0, final_weight=rest)
  planner = mpc.Planner(model, cost, horizon=12, iterations=1, control=hold)
  fallen, _ = run(model, stance(model)[0], lambda data: hold)
  head, spent = run(model, stance(model)[0], planner.act)
  print(f"head at {head:.2f} m, without a planner at {fallen:.2f} m; {1e3 * np.median(spent):.1f} ms of processor time a plan")
  assert head > 1.35 and fallen < 1.0


if __name__ == "__main__":
  main()
