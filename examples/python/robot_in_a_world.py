"""A robot from MJCF among bodies that come and go: it sweeps crates off a table."""

import stiction

ARM = """<mujoco>
  <worldbody>
    <geom name="table" type="box" size=".6 .4 .02" pos="0 0 -.02" friction="0.3"/>
    <body name="column" pos="-.5 0 0">
      <joint name="swing" axis="0 0 1" damping="1"/>
      <geom type="cylinder" size=".03 .15" pos="0 0 .17"/>
      <body name="blade" pos="0 0 .06">
        <joint name="reach" type="slide" axis="1 0 0" range="0 .4" limited="true" damping="20"/>
        <geom type="box" size=".3 .01 .04" pos=".35 0 0"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <position name="swing" joint="swing" kp="60" kv="8"/>
    <position name="reach" joint="reach" kp="400" kv="40"/>
  </actuator>
  <sensor><jointpos name="angle" joint="swing"/></sensor>
</mujoco>"""


def main():
  world = stiction.World()
  robot = world.parse(ARM, pos=(0, 0, 1))
  crates = [
      world.spawn("box", (0.04, 0.04, 0.05), pos=(-0.15 + 0.12 * k, 0.25, 1.05), density=300, friction=0.3) for k in range(4)
  ]
  world.set_q(robot, "swing", [-1.2])
  for step in range(2000):
    world.set_control(robot, "swing", -1.2 + 3.0 * min(step / 1500, 1.0))
    world.set_control(robot, "reach", 0.1)
    world.step(0.002)
  blade, _ = world.pose(world.body_of(robot, "blade"))
  swept = sum(world.pose(c)[0][2] < 0.9 for c in crates)
  print(f"the blade is at {blade}, the sensor reads {world.sensor(robot, 'angle')}; {swept} of {len(crates)} crates were swept off")
  assert swept >= 2


if __name__ == "__main__":
  main()
