"""A task on a batch, as Gymnasium's vector environment."""

import copy

import gymnasium
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
import numpy as np

from .. import mujoco
from ..batch import Batch
from .task import State

_ALL = (1 << 15) - 1
"""Every component of a state vector."""

_OF_ONE = {"action_space": "single_action_space", "observation_space": "single_observation_space", "metadata": "metadata",
           "render_mode": "render_mode", "spec": "spec"}
"""What a single environment has, and where a vector environment has it."""

_POST = frozenset(("cacc", "cfrc_int", "cfrc_ext"))
"""Fields that only `mj_rnePostConstraint` fills."""


class VectorEnv(gymnasium.vector.VectorEnv):
  """`num_envs` worlds of a `Task` on one native batch.

  `autoreset_mode` is Gymnasium's (next step by default); `nthread=0` uses all processors. `randomize` maps names of model fields to
  functions `(rng, value) -> value` that are called for a world whenever it is reset, with the model's own value. `flatten=False` keeps
  observations that are dictionaries as they are, else they come as one array. All of it can be pickled and copied: a copy goes on as
  the original would.
  """

  def __init__(self, task, num_envs=1, *, autoreset_mode=None, nthread=0, render_mode=None, randomize=None, flatten=True,
               max_episode_steps=None):
    if render_mode not in (None, "rgb_array"):
      raise ValueError(f"render_mode is None or 'rgb_array', not {render_mode!r}")
    self.task, self.num_envs, self.render_mode = task, num_envs, render_mode
    self.randomize = dict(randomize or {})
    self._flatten, self._nthread = flatten, nthread
    self._limit = task.time_limit if max_episode_steps is None else max_episode_steps
    self._mode = AutoresetMode(autoreset_mode or AutoresetMode.NEXT_STEP)
    self.metadata = {"render_modes": ["rgb_array"], "render_fps": max(1, round(1 / (task.model.opt.timestep * task.frame_skip))),
                     "autoreset_mode": self._mode}
    self._generators = [task.generator(None) for _ in range(num_envs)]
    self._age, self._done = np.zeros(num_envs, int), np.zeros(num_envs, bool)
    self._build()
    self.single_action_space = task.action_space(spaces)
    self._action_shape = num_envs, *self.single_action_space.shape
    self.action_space = batch_space(self.single_action_space, num_envs)
    seen = self._observe()
    def space(a):
      return spaces.Box(-np.inf, np.inf, a.shape[1:], np.float64)
    self.single_observation_space = (space(seen) if isinstance(seen, np.ndarray) else
                                     spaces.Dict({k: space(v) for k, v in seen.items()}))
    self.observation_space = batch_space(self.single_observation_space, num_envs)

  def _build(self):
    task = self.task
    # where first states are made; this model may change, the batch's does not
    self._model, self._data = task.scratch()
    self._models = [task.model] * self.num_envs if task.own_models else None
    self.batch = Batch(task.model, self.num_envs, self._nthread, bad="reset")
    self._state, self._ctrl = State(self.batch, task), self.batch.ctrl
    self._rows = {name: self.batch.expand(name) for name in (*task.varies, *self.randomize)}
    # fields are filled only from when somebody has asked for them: ask for all now
    self.batch.forward()
    self._state.past = task.before(self._state)
    task.observation(self._state)
    task.reward(self._state, np.zeros((self.num_envs, task.model.nu), np.float32))
    task.terminated(self._state)
    self.batch.forward()

  @property
  def data(self):
    """The fields of all worlds."""
    return self._state

  def _observe(self):
    seen = self.task.observation(self._state)
    if isinstance(seen, dict) and self._flatten:
      return np.concatenate([v.reshape(self.num_envs, -1) for v in seen.values()], axis=1)
    return seen

  def _start(self, i):
    """A new first state for world `i`."""
    batch, model, data, rng = self.batch, self._model, self._data, self._generators[i]
    for name, change in self.randomize.items():
      original = getattr(self.task.model, name)
      getattr(model, name)[...] = change(rng, original.copy())
    if self.randomize:
      mujoco.mj_setConst(model, data)
    info = self.task.start(model, data, rng)
    if self.batch._filled:
      self.task.complete(model, data)
    for name, rows in self._rows.items():
      rows[i] = getattr(model, name)
    if self._models is not None:
      self._models[i] = copy.copy(model)
    batch.load(i, data)
    self._age[i], self._done[i] = 0, False
    return info

  def _start_all(self, ids):
    """New first states for some worlds; what their tasks tell of them."""
    told = [self._start(int(i)) for i in ids]
    if self._models is not None and len(ids):
      self.batch.set_models(self._models)
    if self.randomize and len(ids):
      self.batch.set_const(ids)
    return told

  def _add_all(self, infos, told, ids):
    for i, info in zip(ids, told):
      infos = self._add_info(infos, info, int(i))
    return infos

  def reset(self, *, seed=None, options=None):
    """Resets all worlds, or those of `options["reset_mask"]`; a seed is that of the first world, the next ones follow."""
    mask = (options or {}).get("reset_mask")
    mask = np.ones(self.num_envs, bool) if mask is None else np.asarray(mask)
    if mask.shape != (self.num_envs,) or mask.dtype != bool:
      raise ValueError(f"reset_mask must be a boolean array of shape ({self.num_envs},)")
    seeds = [None] * self.num_envs if seed is None else [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else list(seed)
    if len(seeds) != self.num_envs:
      raise ValueError(f"{len(seeds)} seeds for {self.num_envs} environments")
    ids = np.flatnonzero(mask)
    for i in ids:
      if seeds[i] is not None:
        self._generators[i] = self.task.generator(seeds[i])
    infos = self._add_all({}, self._start_all(ids), ids)
    return self._observe(), infos

  def step(self, actions):
    """One action for all worlds: observations, rewards, terminated, truncated, infos."""
    task, state, batch, n = self.task, self._state, self.batch, self.num_envs
    actions = np.asarray(actions)
    if actions.shape != self._action_shape:
      if actions.size != n or self._action_shape[1:] not in ((), (1,)):
        raise ValueError(f"actions of shape {actions.shape}, not {self._action_shape}")
      actions = actions.reshape(self._action_shape)
    again = np.flatnonzero(self._done) if self._mode is AutoresetMode.NEXT_STEP and self._done.any() else ()
    state.past = task.before(state)
    self._ctrl[:] = task.control(actions)
    post = task.post and not _POST.isdisjoint(batch._bound)
    batch._check(None, batch._b.step(None, task.frame_skip, task.stage, post))
    rewards, infos = task.reward(state, actions), {}
    if isinstance(rewards, tuple):
      rewards, infos = rewards
    ended = task.terminated(state)
    if ended is None:
      ended = np.zeros(n, bool)
    self._age += 1
    cut = np.zeros(n, bool) if self._limit is None else self._age >= self._limit
    if len(again):
      rewards[again], ended[again], cut[again] = 0.0, False, False
    np.logical_or(ended, cut, out=self._done)
    if len(again):
      infos = self._first_infos(infos, self._start_all(again), again)
    else:
      everyone = np.ones(n, bool)
      infos.update({"_" + key: everyone for key in infos})
    observations = self._observe()
    if self._mode is AutoresetMode.SAME_STEP and self._done.any():
      observations, infos = self._restart(observations, infos)
    return observations, rewards, ended, cut, infos

  def _first_infos(self, infos, told, ids):
    """Infos of a step in which some worlds began anew: theirs are what their starts told."""
    going = np.ones(self.num_envs, bool)
    going[ids] = False
    for key in tuple(infos):
      values, infos["_" + key] = infos[key], going
      values[ids] = 0
      has = [k for k, info in enumerate(told) if key in info]
      if has:
        values[ids[has]] = [told[k].pop(key) for k in has]
        infos["_" + key] = going.copy()
        infos["_" + key][ids[has]] = True
    return self._add_all(infos, told, ids)

  def _restart(self, observations, infos):
    """Ended worlds start anew within the step; their last observations and infos are kept in `final_obs` and `final_info`."""
    ids = np.flatnonzero(self._done)
    names = [k for k in infos if not k.startswith("_")]
    last = {k: infos[k].copy() for k in names}
    for i in ids:
      one = observations[i].copy() if isinstance(observations, np.ndarray) else {k: v[i].copy() for k, v in observations.items()}
      infos = self._add_info(infos, {"final_obs": one, "final_info": {k: last[k][i] for k in names}}, int(i))
    infos = self._add_all(infos, self._start_all(ids), ids)
    return self._observe(), infos

  # what Gymnasium's users expect of every vector environment

  def call(self, name, *args, **kwargs):
    """The attribute `name` of every world, called if it is a function: `render`, what Gymnasium knows of a single environment (its spaces,
    `spec` …), or anything that the task has."""
    if name == "render":
      return self.render(*args, **kwargs) or (None,) * self.num_envs
    if name in _OF_ONE:
      return (getattr(self, _OF_ONE[name]),) * self.num_envs
    value = getattr(self.task, name)
    return tuple(value(*args, **kwargs) if callable(value) else value for _ in range(self.num_envs))

  def get_attr(self, name):
    """The attribute `name` for every world, as `call`; `data` gives one `MjData` each, with all fields at its present state."""
    if name != "data":
      return self.call(name)
    worlds = tuple(self.batch.get_data(i) for i in range(self.num_envs))
    for i, data in enumerate(worlds):
      mujoco.mj_forward(data.model, data)
      # as it was, warm start included
      mujoco.mj_setState(data.model, data, self.batch.state[i], _ALL)
    return worlds

  def set_attr(self, name, values):
    """Sets an attribute of the task; it is one for all worlds."""
    values = list(values) if isinstance(values, (list, tuple)) else [values] * self.num_envs
    if any(np.any(v != values[0]) for v in values):
      raise ValueError("all worlds share one task: give one value, or vary a model field by `randomize`")
    setattr(self.task, name, values[0])

  def render(self, width=480, height=480, camera=-1):
    """A picture of every world, (height, width, 3) each, with its own model fields."""
    if self.render_mode is None:
      return None
    shared = self._models is None
    renderer, pictures = self._drawing((width, height)) if shared else None, []
    for i in range(self.num_envs):
      if shared:
        model, data = self._picture.model, self._picture
        for name, rows in self._rows.items():
          getattr(model, name)[...] = rows[i]
      else:
        model = self._models[i]
        renderer, data = mujoco.Renderer(model, height, width), mujoco.MjData(model)
      mujoco.mj_setState(model, data, self.batch.state[i], _ALL)
      mujoco.mj_forward(model, data)
      renderer.update_scene(data, camera)
      pictures.append(renderer.render())
    return tuple(pictures)

  def _drawing(self, size):
    """The renderer of pictures of this size, over a copy of the model."""
    if getattr(self, "_renderer", None) is None or (self._renderer.width, self._renderer.height) != size:
      self._picture = mujoco.MjData(copy.copy(self.task.model))
      self._renderer = mujoco.Renderer(self._picture.model, size[1], size[0])
    return self._renderer

  def close_extras(self, **kwargs):
    """Frees the renderer."""
    self._renderer = None

  def __getstate__(self):
    state = {k: v for k, v in self.__dict__.items() if k not in (
        "batch", "_state", "_ctrl", "_rows", "_data", "_renderer", "_picture", "_model")}
    rows = {name: np.array(values) for name, values in self._rows.items()}
    shown = {name: np.array(values) for name, values in self.batch._bound.items()}
    return state, np.array(self.batch.state), rows, shown

  def __setstate__(self, saved):
    state, vectors, rows, shown = saved
    self.__dict__.update(state)
    models = self._models
    self._build()
    if models is not None:
      self._models = models
      self.batch.set_models(models)
    for name, values in rows.items():
      self._rows[name][...] = values
    if self.randomize:
      self.batch.set_const()
    self.batch.state[...] = vectors
    self.batch.forward()
    self.batch.state[...] = vectors
    for name, values in shown.items():
      self.batch._filled[name][...] = values
