"""`mujoco.rollout` over this engine: open-loop trajectories from many states on threads."""

import atexit

import numpy as np

from .. import _native

_FULLPHYSICS, _CTRL, _USER = 24607, 64, 8128


class Rollout:
  """Threads for rollouts; use as a context manager or call `close`."""

  def __init__(self, *, nthread=None):
    self.nthread = nthread or 0
    self.rollout_ = _native.RolloutPool(self.nthread)

  def __enter__(self):
    return self

  def __exit__(self, *exc):
    self.close()

  def close(self):
    """Ends the threads."""
    self.rollout_ = None

  def rollout(self, model, data, initial_state, control=None, *, control_spec=_CTRL, skip_checks=False, nstep=None,
              initial_warmstart=None, state=None, sensordata=None, chunk_size=None):
    """Trajectories from `initial_state` under `control`: state (nbatch, nstep, nstate) and sensordata (nbatch, nstep, nsensordata).

    `model` is one model or one per trajectory; `data` one MjData or one per thread. Inputs with a dimension of 1 are repeated.
    `state` and `sensordata` are filled if given. `chunk_size` is accepted; threads take trajectories one by one.
    """
    if self.rollout_ is None:
      raise RuntimeError("rollout requested after thread pool shutdown")
    data = data if isinstance(data, list) else [data]
    if len(data) > 1 and self.nthread == 0:
      raise ValueError("More than one data instance passed but rollout is configured to run on main thread")
    if data and self.nthread > 0 and len(data) != self.nthread:
      raise ValueError(f"Length of data: {len(data)} not equal to nthread: {self.nthread}")
    if skip_checks:
      _positive(chunk_size, "chunk_size", 1)
      model = [model] * len(initial_state) if isinstance(model, _native.MjModel) else list(model)[:len(initial_state)]
      self.rollout_.rollout(model, data, nstep, int(control_spec), initial_state, initial_warmstart, control, state, sensordata)
      return state, sensordata
    if int(control_spec) & ~_USER:
      raise ValueError("control_spec can only contain bits in mjSTATE_USER")
    _positive(nstep, "nstep", 0)
    _positive(chunk_size, "chunk_size", 1)
    state0 = _array("initial_state", initial_state, 2)
    warmstart = _array("initial_warmstart", initial_warmstart, 2)
    control = _array("control", control, 3)
    given_state, given_sensors = _array("state", state, 3), _array("sensordata", sensordata, 3)
    arrays = {"initial_state": state0, "initial_warmstart": warmstart, "control": control, "state": given_state,
              "sensordata": given_sensors}
    models = [model] if isinstance(model, _native.MjModel) else list(model)
    nbatch = _common(0, 1, arrays)
    if nbatch == 1:
      nbatch = len(models)
    if len(models) not in (1, nbatch):
      raise ValueError(f"nbatch inferred as {nbatch} but model is length {len(models)}")
    steps = _common(1, 1 if nstep is None else nstep, {k: arrays[k] for k in ("control", "state", "sensordata")})
    nstate, ncontrol, nv, nsensor = _sizes(models, int(control_spec))
    for name, size in (("initial_state", nstate), ("state", nstate), ("control", ncontrol), ("initial_warmstart", nv),
                       ("sensordata", nsensor)):
      if arrays[name] is not None and arrays[name].shape[-1] != size:
        raise ValueError(f"trailing dimension of {name} must be {size}, got {arrays[name].shape[-1]}")
    return self.rollout_.rollout(
        models * nbatch if len(models) == 1 else models, data, steps, int(control_spec),
        _repeat(state0, nbatch), _repeat(warmstart, nbatch), _repeat(control, nbatch, steps), given_state, given_sensors)


def _positive(x, name, least):
  if x is None:
    return
  if not isinstance(x, (int, np.integer)) or isinstance(x, bool):
    raise ValueError(f"{name} must be an integer")
  if x < least:
    raise ValueError(f"{name} must be {'non-negative' if least == 0 else 'a positive integer'}")


def _array(name, x, ndim):
  """An array with exactly `ndim` dimensions; missing ones are put in front."""
  if x is None:
    return None
  if not isinstance(x, (np.ndarray, float)):
    raise ValueError(f"{name} must be a numpy array or float")
  if np.ndim(x) > ndim:
    raise ValueError(f"{name} can have at most {ndim} dimensions")
  x = np.asarray(x)
  return np.ascontiguousarray(x.reshape((1,) * (ndim - x.ndim) + x.shape), dtype=np.float64)


def _common(axis, guess, arrays):
  """The length that all arrays share along an axis, up to 1; `guess` 1 means unknown."""
  for name, x in arrays.items():
    if x is None or x.shape[axis] == guess:
      continue
    if guess == 1:
      guess = x.shape[axis]
    elif x.shape[axis] != 1:
      raise ValueError(f"dimension {axis} inferred as {guess} but {name} has {x.shape[axis]}")
  return guess


def _repeat(x, *counts):
  if x is None:
    return None
  return np.ascontiguousarray(np.broadcast_to(x, (*(n if x.shape[i] == 1 else x.shape[i] for i, n in enumerate(counts)),
                                                  *x.shape[len(counts):])))


def _sizes(models, spec):
  sizes = {(_native.mj_stateSize(m, _FULLPHYSICS), _native.mj_stateSize(m, spec), m.nv, m.nsensordata) for m in models}
  if len(sizes) > 1:
    raise ValueError("models are not compatible")
  return sizes.pop()


persistent_rollout = None


def shutdown_persistent_pool():
  """Ends the threads that `rollout(..., persistent_pool=True)` keeps."""
  global persistent_rollout
  if persistent_rollout is not None:
    persistent_rollout.close()
  persistent_rollout = None


atexit.register(shutdown_persistent_pool)


def rollout(model, data, initial_state, control=None, *, persistent_pool=False, **kwargs):
  """`Rollout.rollout` with as many threads as there are data; `persistent_pool` keeps the threads for the next call."""
  global persistent_rollout
  data = data if isinstance(data, list) else [data]
  nthread = len(data) if len(data) > 1 else 0
  if not persistent_pool:
    with Rollout(nthread=nthread) as pool:
      return pool.rollout(model, data, initial_state, control, **kwargs)
  if persistent_rollout is None or persistent_rollout.nthread != nthread:
    shutdown_persistent_pool()
    persistent_rollout = Rollout(nthread=nthread)
  return persistent_rollout.rollout(model, data, initial_state, control, **kwargs)
