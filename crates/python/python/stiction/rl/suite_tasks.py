"""Observations and rewards of dm_control's domains, one class each."""

import re

import numpy as np

from .rewards import tolerance
from .suite import Original, original_module
from .task import length, local

INF = float("inf")


def small(control, axis_mean=True):
  """How small controls are: 1 at rest, 0 at one."""
  value = tolerance(control, margin=1, value_at_margin=0, sigmoid="quadratic")
  return value.mean(axis=1) if axis_mean else value


class State(Original):
  """Observes the plain state."""

  def observation(self, s):
    return {"position": s.qpos, "velocity": s.qvel}


class Acrobot(Original):

  def observation(self, s):
    arms = ("upper_arm", "lower_arm")
    return {"orientations": np.concatenate((s.body_axes(arms, "xz"), s.body_axes(arms, "zz")), axis=1), "velocity": s.qvel}

  def reward(self, s, action):
    radius = self.model.site("target").size[0]
    return tolerance(length(s.site_pos("target") - s.site_pos("tip")), (0, radius), 0 if self.settings._sparse else 1)


class BallInCup(State):

  def reward(self, s, action):
    away = np.abs(s.site_pos("target")[:, [0, 2]] - s.body_pos("ball")[:, [0, 2]])
    room = self.model.site("target").size[[0, 2]] - self.model.geom("ball").size[0]
    return (away < room).all(axis=1).astype(float)


class Cartpole(Original):

  def observation(self, s):
    poles = s.xmat[:, 2:]
    return {"position": np.concatenate((s.joint_pos("slider"), poles[:, :, [8, 2]].reshape(len(poles), -1)), axis=1), "velocity": s.qvel}

  def reward(self, s, action):
    cart, up = s.joint_pos("slider")[:, 0], s.xmat[:, 2:, 8]
    if self.settings._sparse:
      return tolerance(cart, (-0.25, 0.25)) * tolerance(up, (0.995, 1)).prod(axis=1)
    centred, still = (1 + tolerance(cart, margin=2)) / 2, (4 + small(s.ctrl, False)[:, 0]) / 5
    slow = (1 + tolerance(s.qvel[:, 1:], margin=5).min(axis=1)) / 2
    return ((up + 1) / 2).mean(axis=1) * still * slow * centred


class Cheetah(Original):

  def observation(self, s):
    return {"position": s.qpos[:, 1:], "velocity": s.qvel}

  def reward(self, s, action):
    return tolerance(s.sensor("torso_subtreelinvel")[:, 0], (10, INF), 10, "linear", 0)


class Dog(Original):

  def __init__(self, *args, **kwargs):
    super().__init__(*args, **kwargs)
    hinge = self.model.jnt_type == 3
    self._q, self._v = self.model.jnt_qposadr[hinge], self.model.jnt_dofadr[hinge]
    self._fetch = self._made[1] == "fetch"

  def velocity(self, s):
    """Of the centre of mass in the frame of the torso."""
    return local(s.body_frame("torso"), s.sensor("torso_linvel"))

  def observation(self, s):
    n = len(s.qpos)
    seen = {
        "joint_angles": s.qpos[:, self._q], "joint_velocites": s.qvel[:, self._v],
        "torso_pelvis_height": s.body_pos(("torso", "pelvis"))[:, :, 2],
        "z_projection": s.body_axes(("skull", "torso", "pelvis"), "zx", "zy", "zz").reshape(n, -1),
        "torso_com_velocity": self.velocity(s), "inertial_sensors": s.sensor("accelerometer", "velocimeter", "gyro"),
        "foot_forces": s.sensor("foot_L", "foot_R", "hand_L", "hand_R"), "touch_sensors": self.touch(s), "actuator_state": s.act,
    }
    if self._fetch:
      head, frame = s.site_pos("head"), s.site_xmat[:, self.model.site("head").id].reshape(-1, 3, 3)
      ball = s.geom_pos("ball")
      speed = _point_velocity(s, self.model.geom("ball").bodyid[0], ball) - _point_velocity(s, self.model.site("head").bodyid[0], head)
      seen["ball_state"] = np.concatenate((local(frame, ball - head), local(frame, speed)), axis=1)
      seen["target_position"] = local(frame, s.geom_pos("target") - head)
    return seen

  def touch(self, s):
    """Forces on the feet."""
    return s.sensor("palm_L", "palm_R", "sole_L", "sole_R")

  def reward(self, s, action):
    stand, weight = self.settings._stand_height, self.settings._body_weight
    height = s.body_pos(("torso", "pelvis"))[:, :, 2]
    least = np.cos(np.deg2rad(30))
    reward = tolerance(height[:, 0], (stand[0], INF), stand[0]) * tolerance(height[:, 1], (stand[1], INF), stand[1])
    upright = s.body_axes(("skull", "torso", "pelvis"), "zz")
    reward = reward * tolerance(upright, (least, INF), least + 1, "linear", 0).prod(axis=1)
    reward = reward * tolerance(self.touch(s).sum(axis=1), (weight, INF), weight, "linear", 0.9)
    if self._fetch:
      return reward * self.fetched(s)
    speed = getattr(self.settings, "_move_speed", None)
    if speed is None:
      return reward
    return reward * (4 * tolerance(self.velocity(s)[:, 0], (speed, 2 * speed), max(1.0, speed), "linear", 0) + 1) / 5

  def fetched(self, s):
    """How near the mouth is to the ball, and the ball to the target."""
    size, ball = self.model.geom, s.geom_pos("ball")
    mouth = (length(ball - s.site_pos("upper_bite")) + length(ball - s.site_pos("lower_bite"))) / 2
    reach = (6 * tolerance(mouth, (0, self.model.site("upper_bite").size[0]), 2, "reciprocal") + 1) / 7
    radius, away = size("target").size[0], length(ball - s.geom_pos("target"))
    near = tolerance(away, (0, radius), size("floor").size[0], "reciprocal")
    return np.where(away < 2 * radius, 1.0, reach) * (near + 1) / 2


class Finger(Original):
  varies = ("site_pos", "site_size", "dof_damping")

  def tip(self, s):
    """Of the tip about the spinner."""
    return (s.sensor("tip") - s.sensor("spinner"))[:, [0, 2]]

  def target(self, s):
    """Of the target about the spinner."""
    return (s.sensor("target") - s.sensor("spinner"))[:, [0, 2]]

  def away(self, s):
    """From the tip to the rim of the target."""
    return length(self.target(s) - self.tip(s)) - s.model_field("site_size")[:, self.model.site("target").id, 0]

  def observation(self, s):
    seen = {"position": np.concatenate((s.sensor("proximal", "distal"), self.tip(s)), axis=1),
            "velocity": s.sensor("proximal_velocity", "distal_velocity", "hinge_velocity"),
            "touch": np.log1p(s.sensor("touchtop", "touchbottom"))}
    if self._made[1] != "spin":
      seen["target_position"], seen["dist_to_target"] = self.target(s), self.away(s)
    return seen

  def reward(self, s, action):
    good = s.sensor("hinge_velocity")[:, 0] <= -15 if self._made[1] == "spin" else self.away(s) <= 0
    return good.astype(float)


class Fish(Original):
  varies = ("geom_pos",)
  JOINTS = ("tail1", "tail_twist", "tail2", "finright_roll", "finright_pitch", "finleft_roll", "finleft_pitch")

  def target(self, s):
    """From the mouth to the target, as the fish sees it."""
    frame = s.geom_xmat[:, self.model.geom("mouth").id].reshape(-1, 3, 3)
    return local(frame, s.geom_pos("target") - s.geom_pos("mouth"))

  def observation(self, s):
    seen = {"joint_angles": s.joint_pos(*self.JOINTS), "upright": s.body_axes("torso", "zz")}
    if self._made[1] == "swim":
      seen["target"] = self.target(s)
    return {**seen, "velocity": s.qvel}

  def reward(self, s, action):
    upright = s.body_axes("torso", "zz")
    if self._made[1] == "upright":
      return tolerance(upright, (1, 1), 1)
    radii = self.model.geom("mouth").size[0] + self.model.geom("target").size[0]
    return (7 * tolerance(length(self.target(s)), (0, radii), 2 * radii) + 0.5 * (upright + 1)) / 8


class Hopper(Original):

  def observation(self, s):
    return {"position": s.qpos[:, 1:], "velocity": s.qvel, "touch": np.log1p(s.sensor("touch_toe", "touch_heel"))}

  def reward(self, s, action):
    z = s.xipos[:, :, 2]
    standing = tolerance(z[:, self.model.body("torso").id] - z[:, self.model.body("foot").id], (0.6, 2))
    if self.settings._hopping:
      return standing * tolerance(s.sensor("torso_subtreelinvel")[:, 0], (2, INF), 1, "linear", 0.5)
    return standing * (small(s.ctrl) + 4) / 5


class Humanoid(Original):
  trunk, hand_and_foot, up = "torso", ("left_hand", "left_foot", "right_hand", "right_foot"), "zz"

  def velocity(self, s):
    """Of the centre of mass."""
    return s.sensor(self.trunk + "_subtreelinvel")

  def observation(self, s):
    if getattr(self.settings, "_pure_state", False):
      return {"position": s.qpos, "velocity": s.qvel}
    limbs = s.body_pos(self.hand_and_foot) - s.body_pos(self.trunk)[:, None]
    return {"joint_angles": s.qpos[:, 7:], "head_height": s.body_pos("head")[:, 2],
            "extremities": local(s.body_frame(self.trunk), limbs).reshape(len(limbs), -1),
            "torso_vertical": s.body_axes(self.trunk, "zx", "zy", "zz"), "com_velocity": self.velocity(s), "velocity": s.qvel}

  def reward(self, s, action):
    standing = tolerance(s.body_pos("head")[:, 2], (1.4, INF), 1.4 / 4)
    upright = tolerance(s.body_axes(self.trunk, self.up), (0.9, INF), 1.9, "linear", 0)
    control, speed = (4 + small(s.ctrl)) / 5, self.settings._move_speed
    flat = self.velocity(s)[:, :2]
    if speed == 0:
      return control * (standing * upright) * tolerance(flat, margin=2).mean(axis=1)
    move = (5 * tolerance(length(flat), (speed, INF), speed, "linear", 0) + 1) / 6
    return control * (standing * upright) * move


class HumanoidCMU(Humanoid):
  trunk, hand_and_foot, up = "thorax", ("lhand", "lfoot", "rhand", "rfoot"), "zy"


class Springs:
  """A random generator, and the springs that were drawn from it when its world was made."""

  def __init__(self, rng, stiffness):
    self.rng, self.stiffness = rng, stiffness


class LQR(State):
  varies = ("jnt_stiffness",)

  def generator(self, seed):
    rng = np.random.RandomState(seed)
    bodies = self.model.nq
    xml = original_module("lqr").get_model_and_assets(bodies, self.model.nu, random=rng)[0]
    return Springs(rng, [float(x) for x in re.findall(rb'stiffness="([^"]+)"', xml)][-bodies:])

  def start(self, model, data, rng):
    model.jnt_stiffness.reshape(model.njnt, -1)[:, 0] = rng.stiffness
    return super().start(model, data, rng.rng)

  def reward(self, s, action):
    return 1 - (0.5 * (s.qpos**2).sum(axis=1) + 0.5 * (s.ctrl**2).sum(axis=1) * self.settings.control_cost_coef)

  def terminated(self, s):
    return np.sqrt((s.qpos**2).sum(axis=1) + (s.qvel**2).sum(axis=1)) < 1e-6


ARM = ("arm_root", "arm_shoulder", "arm_elbow", "arm_wrist", "finger", "fingertip", "thumb", "thumbtip")


class Planar(Original):
  """An arm in the plane, its hand, and things."""
  varies = ("body_pos", "body_quat")

  def arm(self, s):
    """Angles and speeds of the arm."""
    angles = s.joint_pos(*ARM)
    return {"arm_pos": np.stack((np.sin(angles), np.cos(angles)), axis=-1), "arm_vel": s.joint_vel(*ARM)}

  def pose(self, s, name):
    """Position and orientation of a body in the plane."""
    i = self.model.body(name).id
    return np.concatenate((s.xpos[:, i][:, [0, 2]], s.xquat[:, i][:, [0, 2]]), axis=1)

  def between(self, s, a, b):
    """Distance of two sites."""
    return length(s.site_pos(a) - s.site_pos(b))


class Manipulator(Planar):

  def observation(self, s):
    task = self.settings
    touch = s.sensor("palm_touch", "finger_touch", "thumb_touch", "fingertip_touch", "thumbtip_touch")
    seen = {**self.arm(s), "touch": np.log1p(touch)}
    if task._fully_observable:
      seen |= {"hand_pos": self.pose(s, "hand"), "object_pos": self.pose(s, task._object),
               "object_vel": s.joint_vel(*task._object_joints), "target_pos": self.pose(s, task._target)}
    return seen

  def close(self, s, a, b):
    """How close two sites are."""
    return tolerance(self.between(s, a, b), (0, 0.01), 0.02)

  def reward(self, s, action):
    if not self.settings._use_peg:
      return self.close(s, "ball", "target_ball")
    grasping = (self.close(s, "peg_grasp", "grasp") + self.close(s, "peg_pinch", "pinch")) / 2
    bringing = (self.close(s, "peg", "target_peg") + self.close(s, "target_peg_tip", "peg_tip")) / 2
    return np.maximum(bringing, grasping / 3)


class Stacker(Planar):

  def observation(self, s):
    task = self.settings
    seen = {**self.arm(s), "touch": np.log1p(s.sensordata)}
    if task._fully_observable:
      seen |= {"hand_pos": self.pose(s, "hand"), "box_pos": np.stack([self.pose(s, b) for b in task._box_names], axis=1),
               "box_vel": s.joint_vel(*task._box_joint_names), "target_pos": s.body_pos("target")[:, [0, 2]]}
    return seen

  def reward(self, s, action):
    near = np.min([self.between(s, b, "target") for b in self.settings._box_names], axis=0)
    close = tolerance(near, margin=2 * self.model.geom("target").size[0])
    return close * tolerance(self.between(s, "grasp", "target"), (0.1, INF), 0.01)


class Pendulum(Original):

  def observation(self, s):
    return {"orientation": s.body_axes("pole", "zz", "xz"), "velocity": s.joint_vel("hinge")}

  def reward(self, s, action):
    return tolerance(s.body_axes("pole", "zz"), (np.cos(np.deg2rad(8)), 1))


class PointMass(State):
  varies = ("wrap_prm",)

  def reward(self, s, action):
    size = self.model.geom("target").size[0]
    near = tolerance(length(s.geom_pos("target") - s.geom_pos("pointmass")), (0, size), size)
    return near * (small(s.ctrl) + 4) / 5


class Quadruped(Original):

  def __init__(self, *args, **kwargs):
    super().__init__(*args, **kwargs)
    hinge, kinds = self.model.jnt_type == 3, self.model.sensor_type
    self._q, self._v = self.model.jnt_qposadr[hinge], self.model.jnt_dofadr[hinge]
    def readings(*types):
      found = [np.arange(a, a + d) for a, d, t in zip(self.model.sensor_adr, self.model.sensor_dim, kinds) if t in types]
      return np.concatenate(found) if found else np.zeros(0, int)
    self._imu, self._force, self._rays = readings(3, 1), readings(4, 5), readings(7)
    self.own_models = self._made[1] == "escape"

  def observation(self, s):
    seen = {"egocentric_state": np.concatenate((s.qpos[:, self._q], s.qvel[:, self._v], s.act), axis=1),
            "torso_velocity": s.sensor("velocimeter"), "torso_upright": s.body_axes("torso", "zz"), "imu": s.sensordata[:, self._imu],
            "force_torque": np.arcsinh(s.sensordata[:, self._force])}
    frame, here = s.body_frame("torso"), s.body_pos("torso")
    if self._made[1] == "escape":
      rays = s.sensordata[:, self._rays]
      seen |= {"origin": local(frame, -here), "rangefinder": np.where(rays == -1, 1.0, np.tanh(rays))}
    if self._made[1] == "fetch":
      ball, own = s.joint_vel("ball_root"), s.joint_vel("root")
      state = np.stack((s.body_pos("ball") - here, ball[:, :3] - own[:, :3], ball[:, 3:]), axis=1)
      seen |= {"ball_state": local(frame, state).reshape(len(state), -1), "target_position": local(frame, s.site_pos("target") - here)}
    return seen

  def upright(self, s, degrees=0):
    """How upright the torso is."""
    least = np.cos(np.deg2rad(degrees))
    return tolerance(s.body_axes("torso", "zz"), (least, INF), 1 + least, "linear", 0)

  def reward(self, s, action):
    task = self._made[1]
    if task == "escape":
      size = self.model.hfield_size[0, 0]
      return self.upright(s, 20) * tolerance(length(s.site_pos("workspace")), (size, INF), size, "linear", 0)
    if task == "fetch":
      geom, site, ball = self.model.geom, self.model.site, s.body_pos("ball")
      arena = geom("floor").size[0] * np.sqrt(2)
      reach = tolerance(length((s.site_pos("workspace") - ball)[:, :2]), (0, site("workspace").size[0] + geom("ball").size[0]), arena,
                        "linear", 0)
      fetch = tolerance(length((s.site_pos("target") - ball)[:, :2]), (0, site("target").size[0]), arena, "linear", 0)
      return self.upright(s) * (reach * (0.5 + 0.5 * fetch))
    speed = self.settings._desired_speed
    return self.upright(s) * tolerance(s.sensor("velocimeter")[:, 0], (speed, INF), speed, "linear", 0.5)


class Reacher(Original):
  varies = ("geom_pos", "geom_size")

  def target(self, s):
    """From the finger to the target."""
    return (s.geom_pos("target") - s.geom_pos("finger"))[:, :2]

  def observation(self, s):
    return {"position": s.qpos, "to_target": self.target(s), "velocity": s.qvel}

  def reward(self, s, action):
    size = s.model_field("geom_size")[:, :, 0]
    radii = size[:, self.model.geom("target").id] + size[:, self.model.geom("finger").id]
    return tolerance(length(self.target(s)), (0, radii))


class Swimmer(Original):
  varies = ("geom_pos",)

  def target(self, s):
    """From the nose to the target, as the swimmer sees it."""
    return local(s.body_frame("head"), s.geom_pos("target") - s.geom_pos("nose"))[:, :2]

  def observation(self, s):
    velocities = s.sensordata[:, 12:].reshape(len(s.qpos), -1, 6)[:, :, [0, 1, 5]]
    return {"joints": s.qpos[:, 3:], "to_target": self.target(s), "body_velocities": velocities.reshape(len(s.qpos), -1)}

  def reward(self, s, action):
    size = self.model.geom("target").size[0]
    return tolerance(length(self.target(s)), (0, size), 5 * size, "long_tail")


class Walker(Original):

  def observation(self, s):
    return {"orientations": s.xmat[:, 1:][:, :, [0, 2]].reshape(len(s.qpos), -1), "height": s.body_pos("torso")[:, 2], "velocity": s.qvel}

  def reward(self, s, action):
    standing, upright = tolerance(s.body_pos("torso")[:, 2], (1.2, INF), 0.6), (1 + s.body_axes("torso", "zz")) / 2
    stand, speed = (3 * standing + upright) / 4, self.settings._move_speed
    if speed == 0:
      return stand
    return stand * (5 * tolerance(s.sensor("torso_subtreelinvel")[:, 0], (speed, INF), speed / 2, "linear", 0.5) + 1) / 6


def _point_velocity(s, body, point):
  """Velocity of a point of a body, from the body's velocity about its tree's centre of mass."""
  body = int(body)
  about = s.subtree_com[:, int(s.model.body_rootid[body])]
  return s.cvel[:, body, 3:] + np.cross(s.cvel[:, body, :3], point - about)


DOMAINS = {"acrobot": Acrobot, "ball_in_cup": BallInCup, "cartpole": Cartpole, "cheetah": Cheetah, "dog": Dog, "finger": Finger, "fish": Fish,
           "hopper": Hopper, "humanoid": Humanoid, "humanoid_CMU": HumanoidCMU, "lqr": LQR, "manipulator": Manipulator,
           "pendulum": Pendulum, "point_mass": PointMass, "quadruped": Quadruped, "reacher": Reacher, "stacker": Stacker,
           "swimmer": Swimmer, "walker": Walker}
