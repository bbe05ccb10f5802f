"""A box slides to rest: the same deceleration in every direction, no lift, no curve."""
import math

import stiction

XML = """<mujoco><custom><text name="stiction" data="preset=exact"/></custom>
  <default><geom friction="0.5 0 0" condim="3"/></default>
  <worldbody><geom type="plane" size="0 0 1"/>
    <body pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="1"/></body></worldbody></mujoco>"""


def main():
  model = stiction.Model.from_xml_string(XML)
  for angle in (0.0, 0.5, 1.0):
    data = stiction.Data(model)
    data.qvel[:2] = 5 * math.cos(angle), 5 * math.sin(angle)
    report = stiction.step(model, data, 250)
    speed, left = math.hypot(*data.qvel[:2]), 5 - 0.5 * 9.81 * 0.5
    print(f"{angle:.1f} rad: {speed:.9f} m/s after 0.5 s, {left:.9f} by Coulomb; residual {report.coulomb:.0e}")
    assert abs(speed - left) < 1e-8 and abs(data.qpos[2] - 0.1) < 1e-9


if __name__ == "__main__":
  main()
