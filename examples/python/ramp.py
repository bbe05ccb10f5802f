"""A block on a ramp: it sticks up to the angle of friction, atan μ, and slips above it. No creep, no threshold to tune."""
import math

import stiction

MU = 0.5


def final_speed(angle):
  g = f"{9.81 * math.sin(angle)} 0 {-9.81 * math.cos(angle)}"
  model = stiction.Model.from_xml_string(f"""<mujoco><option gravity="{g}"/>
    <custom><text name="stiction" data="preset=exact"/></custom>
    <default><geom friction="{MU} 0 0" condim="3"/></default>
    <worldbody><geom type="plane" size="0 0 1"/>
      <body pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="1"/></body></worldbody></mujoco>""")
  data = stiction.Data(model)
  stiction.step(model, data, 500)
  return data.qvel[0]


def main():
  for share in (0.5, 0.9, 0.999, 1.001, 1.1):
    angle = share * math.atan(MU)
    want = max(0.0, 9.81 * (math.sin(angle) - MU * math.cos(angle)))
    got = final_speed(angle)
    print(f"{share:5.3f} atan μ: {got:.9f} m/s after 1 s, {want:.9f} by Coulomb")
    assert abs(got - want) < 1e-6


if __name__ == "__main__":
  main()
