"""A pendulum is swung up by its energy and held upright by two gains."""

import math

import stiction

MODEL = """<mujoco>
  <option timestep="0.005" integrator="RK4"/>
  <worldbody>
    <body name="pole" pos="0 0 1">
      <joint name="hinge" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 0 0 -.6" mass="1"/>
    </body>
  </worldbody>
  <actuator><motor name="motor" joint="hinge" ctrlrange="-2 2" ctrllimited="true"/></actuator>
</mujoco>"""


def away(angle):
  """Distance from upright, −π to π."""
  return angle % (2 * math.pi) - math.pi


def torque(angle, rate):
  weight, arm, inertia = 9.81, 0.3, 0.12
  if abs(away(angle)) < 0.35:
    return -20 * away(angle) - 3 * rate
  energy = 0.5 * inertia * rate**2 - weight * arm * math.cos(angle)
  return math.copysign(1.5, rate if energy < weight * arm else -rate)


def main():
  model = stiction.Model.from_xml_string(MODEL)
  data = stiction.Data(model)
  data.qpos[0] = 0.1
  while data.time < 10:
    data.ctrl[0] = torque(data.qpos[0], data.qvel[0])
    stiction.step(model, data)
  off = away(data.qpos[0])
  print(f"off upright by {off:.1e} rad")
  assert abs(off) < 1e-3


if __name__ == "__main__":
  main()
