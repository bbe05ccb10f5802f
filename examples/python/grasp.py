"""Two fingers hold a cube: it stays for ever if 2 μ F ≥ m g, and falls at the exact rate if not."""
import stiction

XML = """<mujoco><custom><text name="stiction" data="preset=exact"/></custom>
  <default><geom friction="0.5 0 0" condim="3"/></default>
  <worldbody>
    <body pos="0 0 1"><freejoint/><geom type="box" size="0.03 0.03 0.03" mass="0.2"/></body>
    <body pos="-0.05 0 1"><joint name="l" type="slide" axis="1 0 0"/><geom type="box" size="0.02 0.04 0.3" mass="0.5"/></body>
    <body pos="0.05 0 1"><joint name="r" type="slide" axis="-1 0 0"/><geom type="box" size="0.02 0.04 0.3" mass="0.5"/></body>
  </worldbody><actuator><motor joint="l"/><motor joint="r"/></actuator></mujoco>"""


def fall(share):
  """Speed gained in 0.4 s under a grip of `share` times the weight over 2 μ."""
  m = stiction.Model.from_xml_string(XML)
  d = stiction.Data(m)
  d.ctrl[:] = share * 0.2 * 9.81 / (2 * 0.5)
  stiction.step(m, d, 50)
  before = d.qvel[2]
  stiction.step(m, d, 200)
  return before - d.qvel[2]


def main():
  for share in (2.0, 1.01, 0.99, 0.9):
    want = max(0.0, 1 - share) * 9.81 * 0.4
    print(f"grip {share:4.2f}: {fall(share):.9f} m/s, {want:.9f} by Coulomb")
    assert abs(fall(share) - want) < 1e-6


if __name__ == "__main__":
  main()
