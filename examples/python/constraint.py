"""A constraint written as its equation: a bead on a helix of wire, without friction, reaches the speed that its height gives."""

import numpy as np

import stiction

XML = """<mujoco><option timestep="0.002"/>
  <worldbody><body name="bead" pos="1 0 0"><freejoint/><geom size=".05" mass="0.3"/></body></worldbody>
</mujoco>"""
PITCH = 0.5


class Helix(stiction.Constraint):
  """Radius 1, and height PITCH · angle below the start."""
  bodies = ("bead",)
  law = "hard"
  dim = 2

  def evaluate(self, x):
    px, py, pz = x.pos[0]
    turn = -pz / PITCH
    return [px**2 + py**2 - 1, py * np.cos(turn) - px * np.sin(turn)]


def main():
  model = stiction.Model.from_xml_string(XML)
  data = stiction.Data(model)
  wire = data.constraints.add(Helix())
  stiction.step(model, data, 500)
  fallen, speed = -data.qpos[2], np.linalg.norm(data.qvel[:3])
  print(f"fallen {fallen:.4f} m, speed {speed:.4f} m/s, forces {data.constraints.force(wire)}")
  assert abs(speed**2 - 2 * 9.81 * fallen) < 1e-2 * speed**2


if __name__ == "__main__":
  main()
