"""One kilogram carries a ton: the forces are the weights, and nothing sinks."""
import numpy as np

import stiction
import stiction.mujoco as mj

XML = """<mujoco><custom><text name="stiction" data="preset=exact"/></custom>
  <worldbody><geom name="floor" type="plane" size="0 0 1"/>
    <body pos="0 0 0.1"><freejoint/><geom name="light" type="box" size="0.1 0.1 0.1" mass="1"/></body>
    <body pos="0 0 0.3"><freejoint/><geom name="heavy" type="box" size="0.1 0.1 0.1" mass="1000"/></body>
  </worldbody></mujoco>"""


def main():
  model = stiction.Model.from_xml_string(XML)
  data = stiction.Data(model)
  report = stiction.step(model, data, 1000)
  forces = {}
  for i, c in enumerate(data.contact):
    f = np.zeros(6)
    mj.mj_contactForce(model, data, i, f)
    pair = tuple(model.geom(int(g)).name for g in c.geom)
    forces[pair] = forces.get(pair, 0.0) + f[0]
  print(forces, report)
  assert abs(forces["floor", "light"] / (1001 * 9.81) - 1) < 1e-9
  assert abs(forces["light", "heavy"] / (1000 * 9.81) - 1) < 1e-9
  assert abs(data.qpos[2] - 0.1) < 1e-9 and abs(data.qpos[9] - 0.3) < 1e-9


if __name__ == "__main__":
  main()
