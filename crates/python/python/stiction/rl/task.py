"""What a task is: a model, and functions of arrays over all worlds."""

import copy

import numpy as np

from .. import mujoco

_AXES = {a: i for i, a in enumerate(("xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"))}


class Task:
  """A task over many worlds. Subclasses give `model` and write `observation`, `reward` and what else they need.

  All functions get a `State`, whose fields are arrays with the world as their first index, and return such arrays.
  """

  frame_skip = 1
  """Steps of physics per action."""
  time_limit = None
  """Actions after which an episode is cut (truncated), or None."""
  stage = 0
  """How far the fields are computed again at the new state (mjtStage): 0, as MuJoCo's step leaves them; 2, positions and velocities."""
  post = False
  """Whether contact forces on bodies (`cfrc_ext`, `cfrc_int`, `cacc`), where somebody reads them, are computed after each action."""
  varies = ()
  """Model fields that differ from world to world, such as the position of a target."""
  own_models = False
  """Whether worlds differ in more than fields (such as the terrain), so that each has a model of its own."""

  def __init__(self, model):
    self.model = mujoco.MjModel.from_xml_path(str(model)) if isinstance(model, (str, bytes)) or hasattr(model, "__fspath__") else model

  def observation(self, s):
    """What the agent sees: an array (n, k), or a dictionary of such arrays."""
    return np.concatenate((s.qpos, s.qvel), axis=1)

  def reward(self, s, action):
    """Rewards (n,); or a pair of these and a dictionary of arrays that go to `infos`."""
    raise NotImplementedError("a task says what is rewarded")

  def terminated(self, s):
    """Which episodes have ended (n,), or None if they never do."""
    return None

  def before(self, s):
    """What the reward wants to know of the state before the action; it is in `s.past`."""
    return None

  def control(self, action):
    """Controls of the model for an action."""
    return action

  def initial(self, model, data, rng):
    """Writes a first state of one world into `data` (and into fields of `model` named in `varies`); `mj_forward` follows.

    `rng` is the world's own random generator. A dictionary that is returned goes to `infos`.
    """

  def generator(self, seed):
    """The random generator of one world."""
    return np.random.default_rng(seed)

  def action_space(self, spaces):
    """The space of one world's actions."""
    low, high = np.where(self.model.actuator_ctrllimited[:, None] != 0, self.model.actuator_ctrlrange, (-np.inf, np.inf)).T
    return spaces.Box(low.astype(np.float32), high.astype(np.float32), dtype=np.float32)

  # of one world at its start; tasks that borrow an original's first states replace them

  def scratch(self):
    """The model and data in which first states are made."""
    model = copy.copy(self.model)
    return model, mujoco.MjData(model)

  def start(self, model, data, rng):
    """A first state of one world."""
    mujoco.mj_resetData(model, data)
    return self.initial(model, data, rng) or {}

  def complete(self, model, data):
    """All fields of a first state; called where somebody reads more than the state."""
    mujoco.mj_forward(model, data)


class State:
  """The fields of all worlds: `s.qpos` is (n, nq), `s.xpos` (n, nbody, 3); and parts of them by name."""

  def __init__(self, batch, task):
    self._batch, self.task, self.model = batch, task, batch.model
    self.past = None
    self.dt = self.model.opt.timestep * task.frame_skip
    """Seconds per action."""
    self._parts = {}

  def __getattr__(self, name):
    if name.startswith("_"):
      raise AttributeError(name)
    value = self._batch.bind(name)
    # live arrays: the same object for ever
    self.__dict__[name] = value
    return value

  def model_field(self, name):
    """A model field of all worlds: (n, …) if it varies, else (1, …)."""
    return self._batch.expand(name) if name in self.task.varies else getattr(self.model, name)[None]

  def _ids(self, kind, names):
    key = kind, names
    if key not in self._parts:
      find = getattr(self.model, kind)
      ids = [find(n).id for n in ((names,) if isinstance(names, str) else names)]
      self._parts[key] = ids[0] if isinstance(names, str) else np.array(ids)
    return self._parts[key]

  def sensor(self, *names):
    """Readings of sensors side by side: (n, sum of their sizes)."""
    key = "sensor", names
    if key not in self._parts:
      found = [self.model.sensor(n) for n in names]
      index = np.concatenate([np.arange(int(f.adr[0]), int(f.adr[0]) + int(f.dim[0])) for f in found])
      run = np.array_equal(index, np.arange(index[0], index[0] + len(index)))
      self._parts[key] = slice(int(index[0]), int(index[-1]) + 1) if run else index
    return self.sensordata[:, self._parts[key]]

  def body_pos(self, names):
    """Positions of bodies: (n, 3), or (n, k, 3) for a tuple of names."""
    return self.xpos[:, self._ids("body", names)]

  def body_axes(self, names, *axes):
    """Elements of rotation matrices by name ("zz", "xz", …): (n, number of axes) or (n, k, number of axes); one axis alone (n,)."""
    part = self.xmat[:, self._ids("body", names)]
    return part[..., _AXES[axes[0]]] if len(axes) == 1 else part[..., [_AXES[a] for a in axes]]

  def body_frame(self, name):
    """Rotation matrices of a body: (n, 3, 3)."""
    return self.xmat[:, self._ids("body", name)].reshape(-1, 3, 3)

  def site_pos(self, names):
    """Positions of sites."""
    return self.site_xpos[:, self._ids("site", names)]

  def geom_pos(self, names):
    """Positions of geoms."""
    return self.geom_xpos[:, self._ids("geom", names)]

  def joint_pos(self, *names):
    """Positions of joints side by side."""
    return self.qpos[:, self._joints("qposadr", names)]

  def joint_vel(self, *names):
    """Velocities of joints side by side."""
    return self.qvel[:, self._joints("dofadr", names)]

  def _joints(self, field, names):
    key = field, names
    if key not in self._parts:
      sizes = {"qposadr": (7, 4, 1, 1), "dofadr": (6, 3, 1, 1)}[field]
      index = []
      for name in names:
        joint = self.model.joint(name)
        start = int(getattr(joint, field)[0])
        index += range(start, start + sizes[int(joint.type[0])])
      self._parts[key] = np.array(index)
    return self._parts[key]


def length(x):
  """Lengths of vectors (n, k)."""
  return np.sqrt((x * x).sum(axis=-1))


def local(frame, x):
  """Vectors (n, 3) or (n, k, 3) in frames (n, 3, 3)."""
  return np.einsum("...j,...ji->...i", x, frame if x.ndim == 2 else frame[:, None])
