"""What each contact of a tower carries, soft and exact: the weight above it."""

import numpy as np

import stiction
import stiction.mujoco as mujoco

MASSES = [1.0, 2.0, 4.0]


def carried(model, data, body):
  """Vertical force of the contacts whose second geom belongs to a body."""
  force, total = np.zeros(6), 0.0
  for i, c in enumerate(data.contact):
    if model.geom_bodyid[c.geom2] == body:
      mujoco.mj_contactForce(model, data, i, force)
      total += c.frame.reshape(3, 3).T[2] @ force[:3]
  return total


def main():
  bodies = "".join(
      f'<body pos="0 0 {0.1 + 0.2 * k}"><freejoint/><geom type="box" size=".1 .1 .1" mass="{m}"/></body>' for k, m in enumerate(MASSES))
  xml = f'<mujoco><worldbody><geom type="plane" size="1 1 .1"/>{bodies}</worldbody></mujoco>'
  for exact in (False, True):
    model = stiction.Model.from_xml_string(xml)
    if exact:
      model.stiction.exact()
    data = stiction.Data(model)
    stiction.step(model, data, 1000)
    for upper in range(1, 4):
      weight, force = 9.81 * sum(MASSES[upper - 1:]), carried(model, data, upper)
      print(f"exact {exact}: body {upper} is carried with {force:.6f} N, weight {weight:.6f} N")
      assert abs(force - weight) < (1e-8 if exact else 1e-3) * weight


if __name__ == "__main__":
  main()
