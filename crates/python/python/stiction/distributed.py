"""Rollouts on many machines: pure shards on any executor.

    with stiction.distributed.ProcessExecutor() as pool:
      state, sensordata = stiction.distributed.rollout(model, s0, ctrl, executor=pool)

Work is cut into shards of trajectories. A shard is a pure function of its inputs: the model's bytes, its initial states, its controls.
So a shard that is lost with its worker is simply computed again, and the result has the same bits as a local rollout, whatever the
executor, the number of shards or the failures on the way. There is no network code here: `executor` is anything with
`submit(function, *args) -> future`; `RayExecutor` and `DaskExecutor` adapt Ray and Dask, `ProcessExecutor` is for the processors of one
machine and survives the death of its workers.
"""

from __future__ import annotations

import concurrent.futures
import hashlib
import multiprocessing
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native

_CTRL, _FULLPHYSICS = 64, 24607
_models: dict[bytes, _native.MjModel] = {}


def _model(data):
  """The model in these bytes; workers keep the last few."""
  key = hashlib.sha256(data).digest()
  if key not in _models:
    while len(_models) >= 4:
      _models.pop(next(iter(_models)))
    _models[key] = _native.MjModel._from_bytes(data)
  return _models[key]


def shard(model_bytes, state0, control, spec, nstep, warmstart, nthread):
  """One shard: (states, sensordata). A pure function, so it may run twice or anywhere."""
  model = _model(model_bytes)
  data = [_native.MjData(model) for _ in range(max(1, nthread))]
  pool = _native.RolloutPool(len(data) if len(data) > 1 else 0)
  state, sensors = pool.rollout([model] * len(state0), data, nstep, spec, state0, warmstart, control)
  return np.array(state), np.array(sensors)


class SerialExecutor:
  """Runs everything at once in this thread."""

  def submit(self, function: Any, *args: Any) -> Any:
    future: concurrent.futures.Future[Any] = concurrent.futures.Future()
    try:
      future.set_result(function(*args))
    except Exception as e:  # noqa: BLE001 - it belongs to the future
      future.set_exception(e)
    return future


class ProcessExecutor:
  """Processes of this machine. A pool that broke because a worker died is made anew, so that its shards can be computed again."""

  def __init__(self, workers: int | None = None) -> None:
    # a fresh interpreter each: threads of this process do not survive a fork
    self._context = multiprocessing.get_context("spawn")
    self._max_workers = workers or multiprocessing.cpu_count()
    self._pool = self._new()

  def _new(self):
    return concurrent.futures.ProcessPoolExecutor(self._max_workers, mp_context=self._context)

  def submit(self, function: Any, *args: Any) -> Any:
    try:
      return self._pool.submit(function, *args)
    except concurrent.futures.BrokenExecutor:
      self._pool.shutdown(wait=False)
      self._pool = self._new()
      return self._pool.submit(function, *args)

  def workers(self) -> list[int]:
    """Process numbers of the workers."""
    return list(self._pool._processes or ())

  def __enter__(self) -> ProcessExecutor:
    return self

  def __exit__(self, *error: object) -> None:
    self._pool.shutdown()


class RayExecutor:
  """Shards as Ray tasks. Ray retries a task whose worker or node dies; `max_retries` says how often."""

  def __init__(self, num_cpus: float = 1, max_retries: int = 5, **options: Any) -> None:
    import ray
    self._ray, self._options = ray, {"num_cpus": num_cpus, "max_retries": max_retries, **options}
    self._put: dict[bytes, Any] = {}

  def submit(self, function: Any, *args: Any) -> Any:
    task = self._ray.remote(**self._options)(function)
    # the model is the same for all shards: sent once
    return task.remote(*(self._shared(a) if isinstance(a, bytes) else a for a in args)).future()

  def _shared(self, data):
    key = hashlib.sha256(data).digest()
    if key not in self._put:
      self._put[key] = self._ray.put(data)
    return self._put[key]


class DaskExecutor:
  """Shards as Dask futures of a `distributed.Client`."""

  def __init__(self, client: Any, retries: int = 5) -> None:
    self._client, self._retries = client, retries

  def submit(self, function: Any, *args: Any) -> Any:
    return self._client.submit(function, *args, pure=True, retries=self._retries)


def rollout(model: _native.MjModel, s0: ArrayLike, ctrl: ArrayLike | None = None, *, executor: Any = None, nstep: int | None = None,
            control_spec: int = _CTRL, initial_warmstart: ArrayLike | None = None, shards: int | None = None, nthread: int = 1,
            retries: int = 3, progress: Callable[[int, int], None] | None = None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
  """Trajectories of many initial states: state (n, nstep, nstate) and sensordata (n, nstep, nsensordata).

  Args:
    model: the model.
    s0: initial full physics states, (n, nstate) or (nstate,).
    ctrl: controls, (n or 1, nstep or 1, ncontrol), or None.
    executor: anything with `submit`; None computes here.
    nstep: steps, if `ctrl` does not tell.
    control_spec: what `ctrl` sets (mjtState bits).
    initial_warmstart: (n or 1, nv), or None.
    shards: how many shards; None: one per worker of the executor if it tells, else 8.
    nthread: threads per shard.
    retries: how often a shard that fails is submitted again; then its error is raised.
    progress: called with the number of trajectories that are done and of all, after each shard.

  The bits do not depend on `executor`, `shards`, `nthread` or retries.
  """
  s0 = np.atleast_2d(np.asarray(s0, np.float64))
  size = _native.mj_stateSize(model, _FULLPHYSICS)
  if s0.ndim != 2 or s0.shape[1] != size:
    raise ValueError(f"s0 must be of shape (n, {size}), got {s0.shape}")
  width = _native.mj_stateSize(model, int(control_spec))
  if ctrl is not None:
    ctrl = np.asarray(ctrl, np.float64)
    ctrl = ctrl.reshape((1,) * (3 - ctrl.ndim) + ctrl.shape)
    if ctrl.ndim != 3 or ctrl.shape[2] != width:
      raise ValueError(f"ctrl must be of shape (n, nstep, {width}), got {ctrl.shape}")
    if nstep is not None and ctrl.shape[1] not in (1, nstep):
      raise ValueError(f"nstep is {nstep} but ctrl has {ctrl.shape[1]} steps")
    nstep = ctrl.shape[1] if nstep is None else nstep
    if len(s0) == 1 and ctrl.shape[0] > 1:
      s0 = np.repeat(s0, ctrl.shape[0], axis=0)
    ctrl = np.broadcast_to(ctrl, (len(s0), nstep, width))
  if nstep is None:
    raise ValueError("nstep is needed when there are no controls")
  if initial_warmstart is not None:
    initial_warmstart = np.broadcast_to(np.atleast_2d(np.asarray(initial_warmstart, np.float64)), (len(s0), model.nv))
  executor = executor or SerialExecutor()
  count = shards or getattr(executor, "_max_workers", None) or 8
  parts = [p for p in np.array_split(np.arange(len(s0)), min(count, max(1, len(s0)))) if len(p)]
  data: bytes = bytes(model.__reduce__()[1][0])  # type: ignore[arg-type]

  def submit(part):
    pick = lambda x: None if x is None else np.ascontiguousarray(x[part])  # noqa: E731
    return executor.submit(shard, data, pick(s0), pick(ctrl), int(control_spec), int(nstep), pick(initial_warmstart), int(nthread))

  futures = [submit(p) for p in parts]
  state = np.empty((len(s0), nstep, size))
  sensors = np.empty((len(s0), nstep, model.nsensordata))
  done = 0
  for part, future in zip(parts, futures):
    for attempt in range(retries + 1):
      try:
        state[part], sensors[part] = future.result()
        break
      except (ValueError, TypeError):
        raise   # the inputs are wrong: trying again would not help
      except Exception:
        if attempt == retries:
          raise
        future = submit(part)
    done += len(part)
    if progress is not None:
      progress(done, len(s0))
  return state, sensors
