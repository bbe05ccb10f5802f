"""Many simulations of one model on threads.

    batch = stiction.Batch(model, nsim=1024)
    qpos, ctrl = batch.qpos, batch.ctrl          # (1024, nq), (1024, nu): live views
    for _ in range(1000):
      ctrl[:] = policy(qpos)
      batch.step(nstep=5)
      batch.reset(ids=fallen(qpos))              # a mask or a list of ids

Every simulation is a row of `batch.state`. A call loads the rows it needs, computes on all threads, and writes them back, so the
results are bit for bit those of a loop over one `Data` per simulation, with any number of threads.

State fields (`qpos`, `qvel`, `act`, `ctrl`, `mocap_pos`, …) are views of the rows: what you write is the state at the next call.
Other fields (`xpos`, `sensordata`, `ncon`, …) are filled by every call for the simulations that it ran, and are read-only.
`expand("body_mass")` gives a model field a value per simulation. Arrays go to other libraries without copying (DLPack).

A simulation that fails keeps the state it had before the call and the others go on; the call then raises `SimulationError`, whose
`ids` are the failed ones. While a call runs the interpreter is released, and Ctrl-C ends it.
"""

from __future__ import annotations

import difflib
from typing import Any, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native

Ids = Sequence[int] | NDArray[Any] | None

# bits of a state vector, in its order
_STATE_BITS = {
    "time": 1, "qpos": 2, "qvel": 4, "act": 8, "history": 16, "qacc_warmstart": 32, "ctrl": 64, "qfrc_applied": 128,
    "xfrc_applied": 256, "eq_active": 512, "mocap_pos": 1024, "mocap_quat": 2048, "userdata": 4096, "plugin_state": 8192,
    "plastic": 16384,
}
_COUNTS = ("ncon", "nefc", "ne", "nf", "nl", "nJ", "nA", "nisland", "nidof")
_MODEL_ONLY = ("equality", "keyframe", "material", "numeric", "pair")
_OPTIONS = ("ccd_iterations", "ccd_tolerance", "cone", "density", "disableactuator", "disableflags", "enableflags", "gravity",
            "impratio", "integrator", "iterations", "jacobian", "ls_iterations", "ls_tolerance", "magnetic", "noslip_iterations",
            "noslip_tolerance", "o_friction", "o_margin", "o_solimp", "o_solref", "sdf_initpoints", "sdf_iterations",
            "sleep_tolerance", "solver", "timestep", "tolerance", "viscosity", "wind")
_ASSETS = ("mesh_", "hfield_", "tex_", "skin_", "bvh_child", "bvh_nodeid", "bvh_depth", "text_data", "paths", "names")


class SimulationError(RuntimeError):
  """Some simulations of a call failed and kept the state they had. `ids` lists them; `Batch.error(i)` says why."""

  def __init__(self, ids: NDArray[Any], message: str, ncall: int | None = None):
    self.ids = ids
    first = ", ".join(map(str, ids[:5])) + (", ..." if len(ids) > 5 else "")
    among = f" of {ncall}" if ncall is not None else ""
    super().__init__(f"a step failed in {len(ids)}{among} simulations ({first}); simulation {ids[0]}: {message}")


def _near(name, names):
  close = difflib.get_close_matches(name, list(names), n=3)
  return f" (did you mean {', '.join(repr(c) for c in close)}?)" if close else ""


def check_ids(ids: Ids, nsim: int) -> NDArray[Any] | None:
  """Sorted unique ids from ids or a mask; None for all."""
  if ids is None:
    return None
  ids = np.asarray(ids)
  if ids.dtype == bool:
    if ids.shape != (nsim,):
      raise ValueError(f"a boolean mask must have shape ({nsim},), got {ids.shape}")
    return None if ids.all() else np.flatnonzero(ids)
  if ids.ndim != 1:
    raise ValueError("ids must be one-dimensional")
  if not ids.size:
    return np.zeros(0, np.int64)
  if not np.issubdtype(ids.dtype, np.integer):
    raise ValueError(f"ids must be integers, got {ids.dtype}")
  wrong = np.flatnonzero(ids[1:] <= ids[:-1])
  if wrong.size:
    raise ValueError(f"ids must be sorted and unique, got {ids[wrong[0]]} before {ids[wrong[0] + 1]}")
  if ids[0] < 0 or ids[-1] >= nsim:
    raise ValueError(f"ids must be in [0, {nsim}), got {ids[0] if ids[0] < 0 else ids[-1]}")
  return ids


def _integers(x, shape, low, high, name):
  x = np.asarray(x)
  if not np.issubdtype(x.dtype, np.integer):
    raise ValueError(f"{name} must be integers, got {x.dtype}")
  bad = x[(x < low) | (x >= high)]
  if bad.size:
    raise ValueError(f"{name} must be in [{low}, {high}), got {bad.flat[0]}")
  return np.broadcast_to(x, shape).ravel().tolist()


class Batch:
  """`nsim` simulations of a copy of `model` on `nthread` threads (0: all processors), the caller's among them.

  `device="cuda"` runs them on a GPU instead, in `dtype` "float64" or "float32": a `stiction.device.DeviceBatch`.

  `persistent=True` keeps one `Data` per simulation, so that every field is that of its last call (else fields that a call does not
  compute are another simulation's). `bad` says what happens to numbers that are no longer finite: "fail" (the simulation keeps its
  last good state and is reported) or "reset" (it counts a warning and starts anew, as MuJoCo does).
  """

  _error = SimulationError
  model: _native.MjModel
  _b: _native.BatchCore
  _template: _native.MjData | None
  _models: Any
  _bound: dict[str, NDArray[Any]]
  _filled: dict[str, NDArray[Any]]
  _expanded: dict[str, NDArray[Any]]

  def __new__(cls, model: _native.MjModel, nsim: int, nthread: int = 0, persistent: bool = False, *, bad: str = "fail",
              device: str = "cpu", dtype: Any = "float64") -> Any:
    if device == "cpu":
      return super().__new__(cls)
    if persistent or nthread:
      raise ValueError("nthread and persistent are for the CPU")
    from .device import DeviceBatch
    return DeviceBatch(model, nsim, device, dtype, bad=bad)

  def __init__(self, model: _native.MjModel, nsim: int, nthread: int = 0, persistent: bool = False, *, bad: str = "fail",
               device: str = "cpu", dtype: Any = "float64") -> None:
    if np.dtype(dtype) != np.float64:
      raise ValueError("on the CPU a batch computes in float64")
    if bad not in ("fail", "reset"):
      raise ValueError("bad must be 'fail' or 'reset'")
    set_ = object.__setattr__
    set_(self, "_b", _native.BatchCore(model, nsim, nthread, persistent, bad == "reset"))
    set_(self, "model", model)
    set_(self, "_template", None)
    set_(self, "_models", None)
    set_(self, "_bound", {})
    set_(self, "_filled", {})
    set_(self, "_expanded", {})
    self.state = self._b.state()
    self.warning = self._b.warning()
    self.status = self._b.status()
    self.status.flags.writeable = False

  # what there is

  @property
  def nsim(self) -> int:
    """Number of simulations."""
    return self._b.nsim

  @property
  def nthread(self) -> int:
    """Threads that compute."""
    return self._b.nthread

  @property
  def nstate(self) -> int:
    """Numbers per row of `state`."""
    return self._b.nstate

  @property
  def persistent(self) -> bool:
    """Whether there is one `Data` per simulation."""
    return self._b.persistent

  @property
  def _data(self):
    if self._template is None:
      object.__setattr__(self, "_template", _native.MjData(self.model))
    return self._template

  def error(self, sim: int) -> str:
    """Why simulation `sim` failed in its last call, or ''."""
    return self._b.error(sim)

  # fields

  def bind(self, name: str) -> NDArray[Any]:
    """A live array (nsim, ...) of a field of the data: a view of the state rows, or filled by every call and read-only."""
    if name in _STATE_BITS:
      start, size = self._b.state_component(_STATE_BITS[name])
      rows = self.state[:, start:start + size]
      if name == "time":
        return rows[:, 0]
      return rows.reshape(self.nsim, *getattr(self._data, name).shape)
    if name not in self._bound:
      if name not in DATA_FIELDS:
        raise self._not_bindable(name)
      out = self._b.output(name)
      if out is None:
        raise self._not_bindable(name)
      self._filled[name] = out.reshape(self.nsim, *_shape(self._data, name))
      self._bound[name] = self._filled[name].view()
      self._bound[name].flags.writeable = False
    return self._bound[name]

  def expand(self, name: str) -> NDArray[Any]:
    """Gives a model field (or `opt.<option>`) a value per simulation: the live array (nsim, ...), first the model's values.

    After writing a field that constants are derived from (masses, lengths, poses, …) call `set_const`.
    """
    if name not in self._expanded:
      out = self._b.expand(name) if name in MODEL_FIELDS or name in STRUCTURE else None
      if out is None:
        raise self._not_expandable(name)
      self._expanded[name] = self._model_shape(name, out)
    return self._expanded[name]

  def expanded(self, name: str) -> NDArray[Any] | None:
    """The values (read-only) of a field that `expand` or `set_const` made per-simulation, or None."""
    if name not in MODEL_FIELDS:
      raise self._not_expandable(name)
    out = self._b.expanded(name)
    if out is None:
      return None
    out = self._model_shape(name, out)
    out.flags.writeable = False
    return out

  def _model_shape(self, name, out):
    if name.startswith("opt."):
      return out.reshape(self.nsim, *np.shape(getattr(self.model.opt, name[4:])))
    return out.reshape(self.nsim, *getattr(self.model, name).shape)

  def __getattr__(self, name: str) -> NDArray[Any]:
    if name in DATA_FIELDS:
      return self.bind(name)
    if name.startswith("_"):
      raise AttributeError(name)
    raise AttributeError(f"'Batch' object has no attribute {name!r}{_where(name)}")

  def __setattr__(self, name: str, value: Any) -> None:
    if name in _STATE_BITS:
      self.bind(name)[...] = value
    elif name in DATA_FIELDS:
      raise _is_output(name)
    else:
      object.__setattr__(self, name, value)

  # calls

  def step(self, ids: Ids = None, nstep: int = 1, stage: int = 0) -> None:
    """Advances the simulations by `nstep` steps, then computes the forward stages up to `stage` (mjtStage) at the new state.

    As after `step` of one simulation, fields other than the state are those of the last step's start unless `stage` says more.
    """
    ids = check_ids(ids, self.nsim)
    self._check(ids, self._b.step(ids, nstep, int(stage)))

  def forward(self, ids: Ids = None, stage: int = 3) -> None:
    """Computes the forward stages up to `stage` at the current state."""
    ids = check_ids(ids, self.nsim)
    self._check(ids, self._b.forward(ids, int(stage)))

  def reset(self, ids: Ids = None, keyframe: int | Sequence[int] | NDArray[Any] = -1, stage: int = 3) -> None:
    """Back to the model's defaults, or to a keyframe (one, or one per simulation of the call); then the stages up to `stage`."""
    ids = check_ids(ids, self.nsim)
    n = self.nsim if ids is None else len(ids)
    keys = _integers(keyframe, (n,), -1, self._nkey(), "keyframe")
    self._check(ids, self._b.reset(ids, None if all(k == -1 for k in keys) else keys, int(stage)))

  def set_const(self, ids: Ids = None) -> None:
    """Recomputes the constants that depend on expanded fields; those that change become per-simulation."""
    if self._models is not None:
      raise _native.FatalError("the simulations run on caller models (set_models): call mj_setConst on those")
    ids = check_ids(ids, self.nsim)
    self._check(ids, self._b.set_const(ids))

  def rollout(self, nstep: int, control: ArrayLike | None = None, control_spec: int = 64, record: Sequence[str | int] = ("qpos",),
              ids: Ids = None, out: Mapping[str | int, NDArray[Any]] | None = None) -> dict[str | int, NDArray[Any]]:
    """`nstep` steps with inputs before each and records after each: {item: array (n, nstep, ...)}.

    `control` is (n, nstep, size of the inputs that the mjtState bits `control_spec` select), or anything that broadcasts to it.
    Items are field names or mjtState masks. A simulation whose warnings rise stops, and its records repeat the last ones.
    """
    ids = check_ids(ids, self.nsim)
    n = self.nsim if ids is None else len(ids)
    if control is not None:
      size = _native.mj_stateSize(self.model, int(control_spec))
      control = np.ascontiguousarray(np.broadcast_to(control, (n, nstep, size)), dtype=np.float64)
    items: list[tuple[str | None, int]] = []
    shapes: list[tuple[int, ...]] = []
    for item in record:
      if isinstance(item, str):
        if item not in DATA_FIELDS:
          raise self._not_bindable(item)
        # `time` is a scalar of the data; every other name is an array or a count
        items.append((None, 1) if item == "time" else (item, 0))
        shapes.append(() if item == "time" else _shape(self._data, item))
      else:
        items.append((None, int(item)))
        shapes.append((_native.mj_stateSize(self.model, int(item)),))
    given = out or {}
    for item, shape in zip(record, shapes):
      _check_given(item, given.get(item), (n, nstep, *shape), self._record_type(item))
    failed, arrays = self._b.rollout(ids, nstep, control, int(control_spec), items)
    result = {}
    for item, shape, array in zip(record, shapes, arrays):
      array = array.reshape(n, nstep, *shape)
      if given.get(item) is not None:
        given[item][...] = array
        array = given[item]
      result[item] = array
    self._check(ids, failed)
    return result

  def _record_type(self, item):
    if not isinstance(item, str) or item == "time":
      return np.dtype(np.float64)
    return np.dtype(np.int32) if item in _COUNTS else getattr(self._data, item).dtype

  def jac(self, body: int | Sequence[int] | NDArray[Any], point: ArrayLike,
          ids: Ids = None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Jacobians (n, 3, nv) of a world point fixed to a body, translational and rotational, at the current states."""
    ids = check_ids(ids, self.nsim)
    n = self.nsim if ids is None else len(ids)
    bodies = _integers(body, (n,), 0, self.model.nbody, "body")
    point = np.ascontiguousarray(np.broadcast_to(point, (n, 3)), dtype=np.float64)
    failed, jacp, jacr = self._b.jac(ids, bodies, point)
    self._check(ids, failed)
    return jacp, jacr

  def gradient(self, ids: Ids = None, method: str = "auto") -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int32]]:
    """Derivatives of each simulation's next step: A (n, nx, nx), B (n, nx, nu), nx = 2 nv + na, and the labels of their columns (n, nx + nu);
    see `stiction.gradient`."""
    ids = check_ids(ids, self.nsim)
    failed, a, b, labels = self._b.gradient(ids, method)
    self._check(ids, failed)
    return a, b, labels

  def ray(self, pnt: ArrayLike, vec: ArrayLike, geomgroup: ArrayLike | None = None, flg_static: bool = True,
          bodyexclude: int | Sequence[int] | NDArray[Any] = -1, ids: Ids = None, normal: bool = False) -> tuple[NDArray[Any], ...]:
    """Rays against each simulation's geoms: distances and geom ids (n, nray), −1 for a miss, and the normals if asked for."""
    ids = check_ids(ids, self.nsim)
    n = self.nsim if ids is None else len(ids)
    pnt, vec = np.atleast_2d(np.asarray(pnt, np.float64)), np.atleast_2d(np.asarray(vec, np.float64))
    nray = np.broadcast_shapes(pnt.shape[:-1], vec.shape[:-1])[-1]
    pnt = np.ascontiguousarray(np.broadcast_to(pnt, (n, nray, 3)))
    vec = np.ascontiguousarray(np.broadcast_to(vec, (n, nray, 3)))
    exclude = _integers(bodyexclude, (n, nray), -1, self.model.nbody, "bodyexclude")
    if geomgroup is not None:
      geomgroup = np.asarray(geomgroup, np.uint8).ravel().tolist()
    failed, dist, geom, normals = self._b.ray(ids, pnt, vec, geomgroup, bool(flg_static), exclude)
    self._check(ids, failed)
    return (dist, geom, normals) if normal else (dist, geom)

  def _check(self, ids, failed):
    if failed:
      chosen = np.arange(self.nsim) if ids is None else ids
      bad = chosen[self.status[chosen] != 0]
      raise self._error(bad, self.error(int(bad[0])), len(chosen))

  # single simulations

  def load(self, sim: int, data: _native.MjData) -> None:
    """Makes `data`, with its state and all fields that are bound, that of one simulation."""
    _native.mj_getState(self.model, data, self.state[sim], sum(_STATE_BITS.values()))
    for name, rows in self._filled.items():
      rows[sim] = getattr(data, name)

  def get_model(self, sim: int, model: _native.MjModel | None = None) -> _native.MjModel:
    """The model of one simulation, with its own values: a new one, or written into `model`."""
    made = self._b.get_model(sim)
    if model is None:
      return made
    model._assign(made)
    return model

  def get_data(self, sim: int, data: _native.MjData | None = None) -> _native.MjData:
    """The state of one simulation (all of its data if the batch is persistent): new data, or written into `data`."""
    if data is None:
      data = _native.MjData(self.model)
    self._b.get_data(sim, data)
    return data

  def set_models(self, models: _native.MjModel | Iterable[_native.MjModel] | None) -> None:
    """Runs simulation i on a copy of `models[i]`, all on one model, or (None) on the batch's model again."""
    if models is not None and not isinstance(models, _native.MjModel):
      models = list(models)
    self._b.set_models(models)
    object.__setattr__(self, "_models", models)

  @property
  def models(self) -> Any:
    """What `set_models` set."""
    return tuple(self._models) if isinstance(self._models, list) else self._models

  def _model_of(self, sim):
    if self._models is None:
      return self.model
    return self._models[sim] if isinstance(self._models, list) else self._models

  def _nkey(self):
    if isinstance(self._models, list):
      return max(m.nkey for m in self._models)
    return self._model_of(0).nkey

  # one object in all simulations

  def actuator(self, key: int | str) -> Named:
    """An actuator by name or id: its fields are arrays over all simulations."""
    return Named(self, "actuator", key)

  def body(self, key: int | str) -> Named:
    """A body by name or id: its fields are arrays over all simulations."""
    return Named(self, "body", key)

  def camera(self, key: int | str) -> Named:
    """A camera by name or id: its fields are arrays over all simulations."""
    return Named(self, "camera", key)

  def equality(self, key: int | str) -> Named:
    """An equality by name or id: its fields are arrays over all simulations."""
    return Named(self, "equality", key)

  def geom(self, key: int | str) -> Named:
    """A geom by name or id: its fields are arrays over all simulations."""
    return Named(self, "geom", key)

  def joint(self, key: int | str) -> Named:
    """A joint by name or id: its fields are arrays over all simulations."""
    return Named(self, "joint", key)

  def keyframe(self, key: int | str) -> Named:
    """A keyframe by name or id: its fields are arrays over all simulations."""
    return Named(self, "keyframe", key)

  def light(self, key: int | str) -> Named:
    """A light by name or id: its fields are arrays over all simulations."""
    return Named(self, "light", key)

  def material(self, key: int | str) -> Named:
    """A material by name or id: its fields are arrays over all simulations."""
    return Named(self, "material", key)

  def numeric(self, key: int | str) -> Named:
    """A numeric by name or id: its fields are arrays over all simulations."""
    return Named(self, "numeric", key)

  def pair(self, key: int | str) -> Named:
    """A pair by name or id: its fields are arrays over all simulations."""
    return Named(self, "pair", key)

  def sensor(self, key: int | str) -> Named:
    """A sensor by name or id: its fields are arrays over all simulations."""
    return Named(self, "sensor", key)

  def site(self, key: int | str) -> Named:
    """A site by name or id: its fields are arrays over all simulations."""
    return Named(self, "site", key)

  def tendon(self, key: int | str) -> Named:
    """A tendon by name or id: its fields are arrays over all simulations."""
    return Named(self, "tendon", key)

  # complaints

  def _not_bindable(self, name):
    if name in MODEL_FIELDS:
      return ValueError(f"{name} is an MjModel field: use expand({name!r})")
    there = getattr(self._data, name, None)
    if isinstance(there, np.ndarray):
      return ValueError(f"{name} changes its size from step to step (in MuJoCo it is in the arena) and cannot be bound")
    if isinstance(there, int):
      return ValueError(f"{name} is not one of the MjData scalars bind() accepts: {', '.join(sorted(_COUNTS))}")
    return ValueError(f"{name} is not an MjData array field{_where(name)}")

  def _not_expandable(self, name):
    if name in DATA_FIELDS:
      return ValueError(f"{name} is an MjData field: use bind({name!r})")
    if isinstance(getattr(self.model, name, None), np.ndarray):
      return ValueError(f"{name} is asset data that all simulations share: it cannot be expanded")
    return ValueError(f"{name} is not an expandable MjModel field{_where(name)}")


def _shape(data, name):
  return () if name in _COUNTS else getattr(data, name).shape


def _check_given(item, array, shape, dtype):
  if array is None:
    return
  good = isinstance(array, np.ndarray) and array.shape == shape and array.dtype == dtype
  if not (good and array.flags.c_contiguous and array.flags.writeable):
    raise ValueError(f"out[{item!r}] must be a writable C-contiguous {dtype} array of shape {shape}")


def _is_output(name):
  return ValueError(f"{name} is computed by every call and cannot be written; write state fields (qpos, ctrl, …) or expand model "
                    "fields")


def _where(name):
  if name in MODEL_FIELDS:
    return f"; {name} is an MjModel field: use expand({name!r})"
  if name in _OPTIONS:
    return f"; {name} is an MjOption field: use expand('opt.{name}')"
  return _near(name, DATA_FIELDS | MODEL_FIELDS)


class Named:
  """One object's part of the fields of all simulations: `batch.joint('knee').qpos` is (nsim, 1).

  Attributes are those of `data.joint(name)` and `model.joint(name)`. Reading a model field does not expand it; assigning does.
  """

  id: int
  name: str
  # which field holds an attribute does not depend on the model
  _place: dict[Any, str] = {}

  def __init__(self, batch, kind, key):
    set_ = object.__setattr__
    view = getattr(batch.model, kind)(key)
    set_(self, "_batch", batch)
    set_(self, "_kind", kind)
    set_(self, "_views", (None if kind in _MODEL_ONLY else getattr(batch._data, kind)(key), view))
    set_(self, "id", view.id)
    set_(self, "name", view.name)

  def __getattr__(self, name: str) -> NDArray[Any]:
    return self._part(name, False)

  def __setattr__(self, name: str, value: Any) -> None:
    if name in ("id", "name") or name.startswith("_"):
      raise AttributeError(f"{name} is read-only")
    self._part(name, True)[...] = value

  def __dir__(self):
    return sorted({n for v in self._views if v is not None for n in dir(v)})

  def _part(self, name, write):
    batch, kind = self._batch, self._kind
    homeless = (kind, name) == ("actuator", "moment")
    owners = ((batch._data, DATA_FIELDS), (batch.model, MODEL_FIELDS | STRUCTURE))
    for side, (view, (owner, names)) in enumerate(zip(self._views, owners)):
      part = getattr(view, name, None) if view is not None and not (homeless and side == 0) else None
      if not isinstance(part, np.ndarray):
        continue
      if not part.size:
        empty = np.empty((batch.nsim, *part.shape), part.dtype)
        empty.flags.writeable = False
        return empty
      key = (kind, name, side)
      if key not in self._place:
        field = next((f for f in names if _holds(getattr(owner, f, None), part)), None)
        if field is None:
          homeless = True
          continue
        self._place[key] = field
      field = self._place[key]
      rows = self._rows_of_data(field, name, write) if side == 0 else self._rows_of_model(field, name, part, write)
      if not isinstance(rows, tuple):
        whole = getattr(owner, field)
        start = (part.ctypes.data - whole.ctypes.data) // whole.itemsize
        flat = rows.reshape(batch.nsim, -1)
        return flat[:, start:start + part.size].reshape(batch.nsim, *part.shape)
      return rows[0]
    if homeless:
      raise AttributeError(f"{kind} {name} is not a slice of a field that the batch binds or expands")
    raise AttributeError(f"{name} is not a field of a {kind}{_near(name, dir(self))}")

  def _rows_of_data(self, field, name, write):
    if write and field not in _STATE_BITS:
      raise _is_output(f"{self._kind} {name}")
    return self._batch.bind(field)

  def _rows_of_model(self, field, name, part, write):
    """The per-simulation rows of a field, or a finished array in a tuple."""
    batch = self._batch
    if batch._models is not None:
      if write:
        raise ValueError(f"{field} comes from the models of set_models: edit those and set them again")
      out = np.stack([getattr(getattr(batch._model_of(i), self._kind)(self.id), name) for i in range(batch.nsim)])
      out.flags.writeable = False
      return (out,)
    structure = field in STRUCTURE
    if field in batch._expanded:
      return batch.expand(field)
    if write:
      if structure:
        raise ValueError(f"{field} is structural: it cannot differ between simulations")
      return batch.expand(field)
    rows = None if structure else batch.expanded(field)
    return (np.broadcast_to(part, (batch.nsim, *part.shape)),) if rows is None else rows


def _holds(whole, part):
  if not isinstance(whole, np.ndarray) or whole.dtype != part.dtype or not whole.size:
    return False
  start = part.ctypes.data - whole.ctypes.data
  return 0 <= start and start + part.nbytes <= whole.nbytes


def _kind_of(probe, name):
  """"number" for fields that may differ between simulations, "structure" for those that may not, None for what is no field."""
  try:
    return None if probe.expand(name) is None else "number"
  except _native.FatalError:
    return "structure"


def _fields():
  model = _native.MjModel.from_xml_string("<mujoco/>")
  data = _native.MjData(model)
  probe = _native.BatchCore(model, 1, 1, False, False)
  names = {n for n in _native.MjData._all_fields if isinstance(getattr(data, n, None), np.ndarray) and probe.has_output(n)}
  kinds = {n: _kind_of(probe, n) for n in _native.MjModel._all_fields
           if isinstance(getattr(model, n, None), np.ndarray) and not n.startswith(_ASSETS)}
  arrays = {n for n, kind in kinds.items() if kind == "number"}
  return (frozenset(names | set(_STATE_BITS) | set(_COUNTS)), frozenset(arrays | {f"opt.{n}" for n in _OPTIONS}),
          frozenset(n for n, kind in kinds.items() if kind == "structure"))


DATA_FIELDS, MODEL_FIELDS, STRUCTURE = _fields()
