"""Whole models in a world, from Python: the same numbers as the façade's, errors by name."""
import pytest

import stiction

ARM = """<mujoco>
  <worldbody>
    <body name="arm" pos="0 0 1">
      <joint name="hinge" axis="0 1 0" damping=".2"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
    </body>
  </worldbody>
  <actuator><position name="servo" joint="hinge" kp="50" kv="5"/></actuator>
  <sensor><jointpos name="angle" joint="hinge"/></sensor>
</mujoco>"""


def test_a_robot_is_commanded_and_taken_out():
  world = stiction.World()
  robot = world.parse(ARM, pos=(1, 2, 0))
  ball = world.spawn("sphere", 0.1, pos=(0, 0, 5))
  world.set_control(robot, "servo", -0.5)
  world.step(0.002, 1500)
  angle, = world.q(robot, "hinge")
  assert abs(angle + 0.5) < 0.1 and abs(world.sensor(robot, "angle")[0] - angle) < 1e-3
  assert world.pose(world.body_of(robot, "arm"))[0] == pytest.approx((1, 2, 1))
  world.set_q(robot, "hinge", [0.25])
  world.set_v(robot, "hinge", [1.0])
  assert world.q(robot, "hinge") == [0.25] and world.v(robot, "hinge") == [1.0]
  assert len(world.bodies_of(robot)) == 2 and len(world) == 3
  world.remove_model(robot)
  world.step(0.002)
  assert len(world) == 1 and world.velocity(ball)[0][2] < 0
  with pytest.raises(ValueError, match="not in the world"):
    world.q(robot, "hinge")


def test_what_is_wrong_is_said():
  world = stiction.World()
  with pytest.raises(ValueError, match="bdy"):
    world.parse("<mujoco><worldbody><bdy/></worldbody></mujoco>")
  with pytest.raises(ValueError, match="nowhere.xml"):
    world.load("nowhere.xml")
  robot = world.parse(ARM)
  with pytest.raises(ValueError, match="did you mean 'servo'"):
    world.set_control(robot, "serv", 1.0)
  with pytest.raises(ValueError, match="takes 1 numbers, got 2"):
    world.set_q(robot, "hinge", [0, 0])


def test_regions_groups_casts_and_bodies_that_are_told():
  world = stiction.World()
  gate = world.spawn("box", (0.5, 0.5, 0.1), pos=(0, 0, 1), sensor=True)
  ball = world.spawn("sphere", 0.1, pos=(0, 0, 1.5))
  lift = world.spawn("box", (0.2, 0.2, 0.1), pos=(3, 0, 0), kinematic=True)
  ghost = world.spawn("sphere", 0.1, pos=(3, 0, 0.5), groups=(2, 2))
  seen = []
  for k in range(250):
    world.set_motion(lift, (3, 0, 0.0005 * k))
    world.step(0.002)
    seen += world.events()
  assert [(what, {a, b}) for what, a, b in seen] == [("begin", {gate, ball}), ("end", {gate, ball})]
  assert world.pose(lift)[0][2] == pytest.approx(0.1245)
  assert world.pose(ghost)[0][2] < -0.2
  body, fraction, point, normal = world.cast("sphere", 0.05, (0, 0, -2), pos=(3, 0, 2))
  assert body == lift and fraction == pytest.approx((2 - 0.05 - 0.2245) / 2) and normal == pytest.approx((0, 0, -1))
