"""The 51 tasks of dm_control's suite over arrays.

Models and first states are those of dm_control's own environments, one of which is made per task on a copy of the package that runs on
this engine; observations and rewards are written here for all worlds at once (`suite_tasks`).
"""

import copy
import functools

import numpy as np

from .. import compat, mujoco
from .._borrow import Borrowed
from .task import Task

_package = Borrowed("dm_control")


class Original(Task):
  """A task whose model and first states come from one of dm_control's environments."""

  stage = 2

  def __init__(self, domain, task, **kwargs):
    self._made = domain, task, kwargs
    # dm_control asks for arrays that MuJoCo 4.0 dropped
    take_back = compat.kindnesses(mujoco)
    try:
      with _package.here():
        self.env = _suite().load(domain, task, task_kwargs={"random": 0, **kwargs})
        self.physics = self.env.physics
        self.env.reset()
    finally:
      take_back()
    super().__init__(copy.copy(self.physics.model.ptr))
    self.frame_skip = self.env._n_sub_steps
    limit = self.env._step_limit
    self.time_limit = None if limit == float("inf") else int(np.ceil(limit))
    self.settings = self.env.task

  def __reduce__(self):
    domain, task, kwargs = self._made
    return functools.partial(type(self), domain, task, **kwargs), ()

  def generator(self, seed):
    return np.random.RandomState(seed)

  def action_space(self, spaces):
    spec = self.env.action_spec()
    return spaces.Box(spec.minimum, spec.maximum, dtype=np.float64)

  def scratch(self):
    return self.physics.model.ptr, self.physics.data.ptr

  def start(self, model, data, rng):
    self.settings._random = rng
    with self.physics.reset_context():
      self.settings.initialize_episode(self.physics)
    return {}

  def complete(self, model, data):
    # the context has done it, without actuation
    pass


@functools.cache
def _suite():
  # its classes are made from the fields that are there when it is imported
  take_back = compat.kindnesses(mujoco)
  try:
    return _package.module("dm_control.suite")
  finally:
    take_back()


def original_module(domain):
  """dm_control's module of a domain."""
  return _package.module(f"dm_control.suite.{domain}")


@functools.cache
def names():
  """All (domain, task) of the suite."""
  return tuple(_suite().ALL_TASKS)


def make_task(domain, task, **kwargs):
  """A task of the suite; arguments go to dm_control's."""
  from .suite_tasks import DOMAINS
  return DOMAINS[domain](domain, task, **kwargs)
