"""Gymnasium's eleven MuJoCo tasks (version 5) over arrays.

Models, weights and first states are those of Gymnasium's own classes, which are made once per task; what is computed in every step is
written here for all worlds at once. Arguments are those of Gymnasium's classes.
"""

import copy

import numpy as np

from .. import gym, mujoco
from .task import Task, length


class Original(Task):
  """A task whose model and first states come from one of Gymnasium's environments."""

  name = ""
  time_limit = 1000
  post = True

  def __init__(self, **kwargs):
    self._kwargs = kwargs
    self.env = gym.make_single(self.name, **kwargs)
    super().__init__(copy.copy(self.env.model))
    self.frame_skip = self.env.frame_skip
    # its own would compute fields that nobody may read
    self.env.set_state = self._set_state
    self.home = self.env.init_qpos.copy()
    # columns of qpos that the agent does not see
    self.hidden = getattr(self.env, "observation_structure", {}).get("skipped_qpos", 0)

  def _set_state(self, qpos, qvel):
    data = self.env.data
    data.qpos[:], data.qvel[:] = qpos, qvel

  def __reduce__(self):
    return _again, (type(self), self._kwargs)

  def generator(self, seed):
    from gymnasium.utils import seeding
    return seeding.np_random(seed)[0]

  def action_space(self, spaces):
    return self.env.action_space

  def scratch(self):
    return self.env.model, self.env.data

  def start(self, model, data, rng):
    self.env._np_random = rng
    mujoco.mj_resetData(model, data)
    self.env.reset_model()
    return self.env._get_reset_info()

  def effort(self, action):
    """Weighted square of the actions."""
    return self.env._ctrl_cost_weight * np.square(action).sum(axis=1)


def _again(cls, kwargs):
  return cls(**kwargs)


class Runner(Original):
  """What walks or swims along x and may fall."""

  def observation(self, s):
    return np.concatenate((s.qpos[:, self.hidden:], s.qvel), axis=1)

  def before(self, s):
    return s.qpos[:, 0].copy()

  def healthy(self, s):
    """Which worlds have not fallen, or None where none can."""
    return None

  def terminated(self, s):
    return None if s.alive is None or not self.env._terminate_when_unhealthy else ~s.alive

  def reward(self, s, action):
    x = s.qpos[:, 0]
    speed = (x - s.past) / s.dt
    forward, effort = self.env._forward_reward_weight * speed, self.effort(action)
    infos = {"x_position": x.copy(), "x_velocity": speed, "reward_forward": forward, "reward_ctrl": -effort}
    # the end of an episode asks for it again
    s.alive = self.healthy(s)
    if s.alive is None:
      return forward - effort, infos
    alive = s.alive * self.env._healthy_reward
    infos["z_distance_from_origin"] = s.qpos[:, 1] - self.home[1]
    infos["reward_survive"] = alive
    return forward + alive - effort, infos


class HalfCheetah(Runner):
  name = "HalfCheetah"


class Hopper(Runner):
  name = "Hopper"

  def observation(self, s):
    return np.concatenate((s.qpos[:, self.hidden:], s.qvel.clip(-10, 10)), axis=1)

  def healthy(self, s):
    q, (low, high) = s.qpos, self.env._healthy_state_range
    rest = np.concatenate((q[:, 2:], s.qvel), axis=1)
    fine = (low < rest.min(axis=1)) & (rest.max(axis=1) < high)
    return fine & _between(q[:, 1], self.env._healthy_z_range) & _between(q[:, 2], self.env._healthy_angle_range)


class Walker2d(Runner):
  name = "Walker2d"
  observation = Hopper.observation

  def healthy(self, s):
    return _between(s.qpos[:, 1], self.env._healthy_z_range) & _between(s.qpos[:, 2], self.env._healthy_angle_range)


class Swimmer(Runner):
  name = "Swimmer"

  def terminated(self, s):
    return None

  def before(self, s):
    return s.qpos[:, :2].copy()

  def reward(self, s, action):
    xy = s.qpos[:, :2].copy()
    speed = (xy - s.past) / s.dt
    forward, effort = self.env._forward_reward_weight * speed[:, 0], self.effort(action)
    return forward - effort, {**_place(xy), "x_velocity": speed[:, 0], "y_velocity": speed[:, 1], "reward_forward": forward,
                              "reward_ctrl": -effort}


class Ant(Original):
  name = "Ant"

  def __init__(self, **kwargs):
    super().__init__(**kwargs)
    self.torso = self.model.body(self.env._main_body).id

  def forces(self, s):
    """Contact forces on bodies, clipped: (n, nbody, 6)."""
    return s.cfrc_ext.clip(*self.env._contact_force_range)

  def observation(self, s):
    parts = (s.qpos[:, self.hidden:], s.qvel)
    if self.env._include_cfrc_ext_in_observation:
      parts += (self.forces(s)[:, 1:].reshape(len(s.qpos), -1),)
    return np.concatenate(parts, axis=1)

  def before(self, s):
    return s.xpos[:, self.torso, :2].copy()

  def healthy(self, s):
    """Which worlds have not fallen."""
    low, high = self.env._healthy_z_range
    z = s.qpos[:, 2]
    return np.isfinite(s.qpos).all(axis=1) & np.isfinite(s.qvel).all(axis=1) & (low <= z) & (z <= high)

  def terminated(self, s):
    return ~s.alive if self.env._terminate_when_unhealthy else None

  def reward(self, s, action):
    speed = (s.xpos[:, self.torso, :2] - s.past) / s.dt
    s.alive = self.healthy(s)
    forward, alive = speed[:, 0] * self.env._forward_reward_weight, s.alive * self.env._healthy_reward
    effort = self.effort(action)
    contact = self.env._contact_cost_weight * np.square(self.forces(s)).reshape(len(speed), -1).sum(axis=1)
    return forward + alive - (effort + contact), {
        **_place(s.qpos[:, :2].copy()), "x_velocity": speed[:, 0], "y_velocity": speed[:, 1], "reward_forward": forward,
        "reward_ctrl": -effort, "reward_contact": -contact, "reward_survive": alive}


class Humanoid(Original):
  name = "Humanoid"

  def observation(self, s):
    env, n = self.env, len(s.qpos)
    parts = [s.qpos[:, self.hidden:], s.qvel]
    if env._include_cinert_in_observation:
      parts.append(s.cinert[:, 1:].reshape(n, -1))
    if env._include_cvel_in_observation:
      parts.append(s.cvel[:, 1:].reshape(n, -1))
    if env._include_qfrc_actuator_in_observation:
      parts.append(s.qfrc_actuator[:, 6:])
    if env._include_cfrc_ext_in_observation:
      parts.append(s.cfrc_ext[:, 1:].reshape(n, -1))
    return np.concatenate(parts, axis=1)

  def before(self, s):
    return self.centre(s)

  def centre(self, s):
    """Centres of mass in the plane."""
    mass = self.model.body_mass
    return np.einsum("b,nbj->nj", mass, s.xipos[:, :, :2]) / mass.sum()

  def effort(self, action):
    # in double precision, as the model's own controls are
    return self.env._ctrl_cost_weight * np.square(action.astype(np.float64)).sum(axis=1)

  def impact(self, s, weight, limits):
    """Cost of contact forces."""
    return (weight * np.square(s.cfrc_ext).reshape(len(s.qpos), -1).sum(axis=1)).clip(*limits)

  def healthy(self, s):
    """Which worlds have not fallen."""
    return _between(s.qpos[:, 2], self.env._healthy_z_range)

  def terminated(self, s):
    return ~s.alive if self.env._terminate_when_unhealthy else None

  def reward(self, s, action):
    env = self.env
    speed = (self.centre(s) - s.past) / s.dt
    s.alive = self.healthy(s)
    forward, alive = env._forward_reward_weight * speed[:, 0], s.alive * env._healthy_reward
    effort, contact = self.effort(action), self.impact(s, env._contact_cost_weight, env._contact_cost_range)
    return forward + alive - (effort + contact), {
        **_place(s.qpos[:, :2].copy()), "tendon_length": s.ten_length.copy(), "tendon_velocity": s.ten_velocity.copy(),
        "x_velocity": speed[:, 0], "y_velocity": speed[:, 1], "reward_survive": alive, "reward_forward": forward,
        "reward_ctrl": -effort, "reward_contact": -contact}


class HumanoidStandup(Humanoid):
  name = "HumanoidStandup"

  def before(self, s):
    return None

  def terminated(self, s):
    return None

  def reward(self, s, action):
    env = self.env
    up = s.qpos[:, 2] / self.model.opt.timestep
    effort, impact = self.effort(action), self.impact(s, env._impact_cost_weight, env._impact_cost_range)
    xy = s.qpos[:, :2].copy()
    return up - effort - impact + 1, {
        "x_position": xy[:, 0], "y_position": xy[:, 1], "z_distance_from_origin": s.qpos[:, 2] - self.home[2],
        "tendon_length": s.ten_length.copy(), "tendon_velocity": s.ten_velocity.copy(), "reward_linup": up,
        "reward_quadctrl": -effort, "reward_impact": -impact}


class InvertedPendulum(Original):
  name = "InvertedPendulum"

  def observation(self, s):
    return np.concatenate((s.qpos, s.qvel), axis=1)

  def terminated(self, s):
    return ~(np.isfinite(s.qpos).all(axis=1) & np.isfinite(s.qvel).all(axis=1)) | (np.abs(s.qpos[:, 1]) > 0.2)

  def reward(self, s, action):
    alive = (~self.terminated(s)).astype(float)
    return alive, {"reward_survive": alive.copy()}


class InvertedDoublePendulum(Original):
  name = "InvertedDoublePendulum"

  def observation(self, s):
    angles = s.qpos[:, 1:]
    return np.concatenate((s.qpos[:, :1], np.sin(angles), np.cos(angles), s.qvel.clip(-10, 10), s.qfrc_constraint[:, :1].clip(-10, 10)),
                          axis=1)

  def terminated(self, s):
    return s.site_xpos[:, 0, 2] <= 1

  def reward(self, s, action):
    x, y, v = s.site_xpos[:, 0, 0], s.site_xpos[:, 0, 2], s.qvel
    far, fast = 0.01 * x**2 + (y - 2) ** 2, 1e-3 * v[:, 1] ** 2 + 5e-3 * v[:, 2] ** 2
    alive = self.env._healthy_reward * ~self.terminated(s)
    return alive - far - fast, {"reward_survive": alive, "distance_penalty": -far, "velocity_penalty": -fast}


class Reacher(Original):
  name = "Reacher"
  time_limit = 50

  def away(self, s):
    """From the target to the fingertip."""
    return s.body_pos("fingertip") - s.body_pos("target")

  def observation(self, s):
    angles = s.qpos[:, :2]
    return np.concatenate((np.cos(angles), np.sin(angles), s.qpos[:, 2:], s.qvel[:, :2], self.away(s)[:, :2]), axis=1)

  def reward(self, s, action):
    far = -length(self.away(s)) * self.env._reward_dist_weight
    effort = -np.square(action).sum(axis=1) * self.env._reward_control_weight
    return far + effort, {"reward_dist": far, "reward_ctrl": effort}


class Pusher(Original):
  name = "Pusher"
  time_limit = 100

  def observation(self, s):
    return np.concatenate((s.qpos[:, :7], s.qvel[:, :7], s.body_pos("tips_arm"), s.body_pos("object"), s.body_pos("goal")), axis=1)

  def reward(self, s, action):
    env, thing = self.env, s.body_pos("object")
    near = -length(thing - s.body_pos("tips_arm")) * env._reward_near_weight
    far = -length(thing - s.body_pos("goal")) * env._reward_dist_weight
    effort = -np.square(action).sum(axis=1) * env._reward_control_weight
    return far + effort + near, {"reward_dist": far, "reward_ctrl": effort, "reward_near": near}


def _between(x, limits):
  return (limits[0] < x) & (x < limits[1])


def _place(xy):
  return {"x_position": xy[:, 0], "y_position": xy[:, 1], "distance_from_origin": np.linalg.norm(xy, axis=1)}


TASKS = {cls.name: cls for cls in (Ant, HalfCheetah, Hopper, Humanoid, HumanoidStandup, InvertedDoublePendulum, InvertedPendulum, Pusher,
                                   Reacher, Swimmer, Walker2d)}
