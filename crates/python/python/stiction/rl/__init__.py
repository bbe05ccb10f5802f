"""Reinforcement learning at the speed of the batch: tasks as functions of arrays over all worlds.

    import stiction.rl
    envs = stiction.rl.make("gymnasium/Ant", num_envs=64)        # the eleven tasks of Gymnasium
    envs = stiction.rl.make("dm_control/walker/run", num_envs=64)  # the 51 of dm_control's suite
    observations, infos = envs.reset(seed=0)
    observations, rewards, terminated, truncated, infos = envs.step(actions)

A `Task` says what is observed, rewarded and ended, each as one function of `(n, …)` arrays; `VectorEnv` runs it on a `Batch`. To write
your own takes some forty lines: docs/rl.md. Tasks of Gymnasium and dm_control take their models and their first states from the
originals (which must be installed); observations and rewards are computed here for all worlds at once, with the same numbers.
"""

from .task import State, Task
from .vector import VectorEnv


def tasks():
  """Names of all tasks that `make` knows, as far as their packages are installed."""
  names = []
  try:
    from .gymnasium_tasks import TASKS
    names += [f"gymnasium/{name}" for name in TASKS]
  except ImportError:
    pass
  try:
    from . import suite
    names += [f"dm_control/{domain}/{task}" for domain, task in suite.names()]
  except ImportError:
    pass
  return names


def make_task(name, **kwargs):
  """A task by name; arguments go to the task."""
  package, _, rest = name.partition("/")
  if package == "gymnasium":
    from .gymnasium_tasks import TASKS
    if rest in TASKS:
      return TASKS[rest](**kwargs)
  elif package == "dm_control" and rest.count("/") == 1:
    from . import suite
    domain, task = rest.split("/")
    if (domain, task) in suite.names():
      return suite.make_task(domain, task, **kwargs)
  import difflib
  near = difflib.get_close_matches(name, tasks(), n=3)
  raise ValueError(f"no task {name!r}" + (f" (did you mean {', '.join(map(repr, near))}?)" if near else "; rl.tasks() lists them"))


def make(name, num_envs=1, *, autoreset_mode=None, nthread=0, render_mode=None, randomize=None, **kwargs):
  """A vector environment of a task by name; other arguments go to the task."""
  return VectorEnv(make_task(name, **kwargs), num_envs, autoreset_mode=autoreset_mode, nthread=nthread, render_mode=render_mode,
                   randomize=randomize)


__all__ = ["State", "Task", "VectorEnv", "make", "make_task", "tasks"]
