"""A quadruped trots: a planner finds the set-points of its servos that keep it near a motion of trunk and feet."""

import copy
import math
import os
import time

import numpy as np
import stiction
from stiction import mpc

MODEL = os.path.join(os.path.dirname(__file__), "..", "..", "models", "quadruped.xml")
#: Speed [m/s], period of the gait [s], how high feet are lifted and hips are over the floor [m], length of thigh and shin [m].
SPEED, PERIOD, LIFT, HIP, LINK = 0.5, 0.4, 0.05, 0.28, 0.2
#: Front left, front right, rear left, rear right: opposite corners together.
PHASES = (0.0, 0.5, 0.5, 0.0)


def leg(x, z):
  """Angles of hip and knee that put a foot at (x, z) from the hip."""
  knee = -math.acos((x * x + z * z) / (2 * LINK * LINK) - 1)
  return math.atan2(-x, -z) - math.atan2(math.sin(knee), 1 + math.cos(knee)), knee


def joints(t):
  out = []
  for phase in PHASES:
    phase = (t / PERIOD + phase) % 1.0
    stands, swing = phase < 0.5, 2 * phase - 1
    along = SPEED * PERIOD / 2 * (0.5 - 2 * phase if stands else swing - 0.5)
    lift = 0.0 if stands else LIFT * math.sin(math.pi * swing)
    out += [0.0, *leg(along - 0.015, lift - HIP)]
  return np.array(out)


def main(seconds=2.0):
  model = stiction.Model.from_xml_path(MODEL)
  home = np.array(model.key_ctrl[0])

  def motion(t):
    qpos = np.array([SPEED * t, 0, HIP + 0.024, 1, 0, 0, 0, *joints(t)])
    rates = (joints(t + 1e-4) - joints(t - 1e-4)) / 2e-4
    return qpos, np.array([SPEED, 0, 0, 0, 0, 0, *rates]), home

  # the planner looks 0.12 s ahead in steps of 10 ms
  ahead = copy.copy(model)
  ahead.opt.timestep = 0.01
  weight = np.concatenate([[20, 50, 200, 100, 100, 50], np.full(12, 10.0), [5, 5, 2, 1, 1, 1], np.full(12, 0.01)])
  cost = mpc.Tracking(ahead, motion, state_weight=weight, control_weight=0.05, final_weight=2 * weight)
  planner = mpc.Planner(ahead, cost, horizon=12, iterations=1, control=home)
  data = stiction.Data(model)
  data.qpos[:] = model.key_qpos[0]
  spent, upright = [], 1.0
  while data.time < seconds:
    began = time.process_time()
    data.ctrl[:] = planner.act(data)
    spent.append(time.process_time() - began)
    stiction.step(model, data, 5)
    upright = min(upright, 1 - 2 * (data.qpos[4] ** 2 + data.qpos[5] ** 2))
  print(f"{data.qpos[0]:.2f} m in {data.time:.1f} s; {1e3 * np.median(spent):.1f} ms of processor time a plan")
  # it starts at rest: at most 0.2 s behind
  assert data.qpos[0] > SPEED * (seconds - 0.2) and upright > 0.95
  return np.array(data.qpos)


if __name__ == "__main__":
  main()
