"""Many simulations of one model on a GPU.

    batch = stiction.Batch(model, nsim=8192, device="cuda", dtype="float32")
    qpos, ctrl = torch.from_dlpack(batch.qpos), torch.from_dlpack(batch.ctrl)   # (8192, nq), (8192, nu): the batch's own memory
    for _ in range(1000):
      ctrl[:] = policy(qpos)
      batch.step(nstep=5)
      batch.reset(fallen(qpos))                                                 # a mask, here one on the GPU

The numbers are those of the CPU engine: in double precision to the last digits, with the same bits for any number of simulations, any place
among them and any number of steps a call. What a model may contain is in `docs/gpu.md`; anything else is an error that names it.

Beside the state there are `xpos`, `xquat`, `xipos`, `geom_xpos`, `site_xpos`, `subtree_com`, `energy` and `sensordata` with MuJoCo's names and layouts. They
are computed when they are read, for the present states, as `mj_forward` would; accelerometers and the like take the accelerations of the last
step. Reading one again overwrites its array. A sensor that the kernels do not have is a `ValueError` that names it.

Arrays stay on the GPU. They speak DLPack and `__cuda_array_interface__`, so PyTorch, JAX and CuPy use them without a copy; `numpy()` copies
one to the host. Calls are queued on the batch's stream (CUDA's default one, as PyTorch's, unless `stream` names another) and return at once.

Under the hard law (`preset=exact`, double precision) every step has a verdict that takes nothing from its solver but the forces: `verdict` has one
row per simulation for the steps of the last call, `flagged` says where a step ended above its tolerance, `who(i)` who was off most.

A simulation whose numbers are no longer finite keeps the state it had before that step, and `status` says so; so does `overflow` where there
were more contacts than lanes and the deepest were kept. Both last until the simulation is reset. With `bad="reset"` it starts anew instead.
"""

from __future__ import annotations

from typing import Any, Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native

FIELDS = ("qpos", "qvel", "qacc", "ctrl", "act")
# computed when they are read: name, shape behind nsim
OUTPUTS = {
  "xpos": lambda m: (m.nbody, 3), "xquat": lambda m: (m.nbody, 4), "xipos": lambda m: (m.nbody, 3), "geom_xpos": lambda m: (m.ngeom, 3),
  "site_xpos": lambda m: (m.nsite, 3), "subtree_com": lambda m: (m.nbody, 3), "energy": lambda m: (2,), "sensordata": lambda m: (m.nsensordata,),
}
# columns of the tallies
CONTACTS, BUILDS, SEARCHES, OVER, STOPPED, BAD, STEPS = range(7)
# columns of the verdicts
VIOLATION, DEPTH, WORST, FLAGGED = range(4)


class DeviceArray:
  """An array (nsim, …) in the memory of a GPU; it keeps the batch alive."""

  def __init__(self, batch: DeviceBatch, name: str, address: int, row: int | tuple[int, ...], dtype: np.dtype[Any]):
    self._batch = batch
    self._name = name
    self._address = address
    self.shape = (batch.nsim, *(row if isinstance(row, tuple) else (row,)))
    self.dtype = dtype

  @property
  def ndim(self) -> int:
    """Two, or three where a simulation has rows of its own (`xpos`)."""
    return len(self.shape)

  @property
  def size(self) -> int:
    """Numbers in all."""
    return int(np.prod(self.shape))

  @property
  def __cuda_array_interface__(self) -> dict[str, Any]:
    stream = self._batch.stream
    # 1 stands for the default stream; 0 is not allowed
    return {"shape": self.shape, "typestr": self.dtype.str, "data": (self._address if self.size else 0, False), "strides": None,
            "version": 3, "stream": stream or 1}

  def __dlpack_device__(self) -> tuple[int, int]:
    return 2, self._batch.device_id

  def __dlpack__(self, *, stream: int | None = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any:
    if copy or (dl_device is not None and tuple(dl_device) != self.__dlpack_device__()):
      raise BufferError("this array can be shared, not copied: use numpy() for a copy on the host")
    own = self._batch.stream
    # 1 and None stand for the default stream, -1 for a consumer that waits itself
    if stream != -1 and (0 if stream in (None, 1) else stream) != own:
      self._batch.wait()
    code = 2 if self.dtype.kind == "f" else 0
    return self._batch._b.dlpack(self._address, list(self.shape), code, 8 * self.dtype.itemsize)

  def numpy(self) -> NDArray[Any]:
    """A copy on the host; waits for the calls before."""
    whole = {"tally": self._batch._b.tallies, "verdict": self._batch._b.verdicts}
    read = whole[self._name]() if self._name in whole else self._batch._b.read(self._name)
    return read.reshape(self.shape)

  def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
    if copy is False:
      raise ValueError("an array on a GPU has to be copied to the host")
    return self.numpy().astype(dtype or self.dtype, copy=False)

  def __len__(self) -> int:
    return self.shape[0]

  def __getitem__(self, key: Any) -> Any:
    return self.numpy()[key]

  def __setitem__(self, key: Any, value: ArrayLike) -> None:
    if self._name not in FIELDS:
      raise ValueError("this array cannot be written")
    if key is Ellipsis or key == slice(None):
      new = np.broadcast_to(np.asarray(value, np.float64), self.shape)
    else:
      new = self.numpy().astype(np.float64)
      new[key] = value
    self._batch._b.write(self._name, np.ascontiguousarray(new))

  def __repr__(self) -> str:
    return f"DeviceArray({self._name}, shape={self.shape}, dtype={self.dtype}, device='cuda:{self._batch.device_id}')"


class DeviceBatch:
  """`nsim` simulations of a copy of `model` on a GPU: what `stiction.Batch(..., device="cuda")` returns.

  `device` is "cuda" or "cuda:N", `dtype` "float64" or "float32". Without NVIDIA's driver this raises `RuntimeError`; for a model with something
  that the kernels do not have, `ValueError` with all of it by name.
  """

  def __init__(self, model: _native.MjModel, nsim: int, device: str = "cuda", dtype: Any = "float64", *, bad: str = "fail") -> None:
    kind, _, number = device.partition(":")
    if kind != "cuda" or not (number or "0").isdigit():
      raise ValueError(f"device must be 'cpu', 'cuda' or 'cuda:N', got {device!r}")
    if bad not in ("fail", "reset"):
      raise ValueError("bad must be 'fail' or 'reset'")
    self.dtype = np.dtype(dtype)
    if self.dtype not in (np.dtype(np.float32), np.dtype(np.float64)):
      raise ValueError(f"dtype must be float32 or float64, got {self.dtype}")
    if nsim < 1:
      raise ValueError(f"nsim must be positive, got {nsim}")
    self.model = model
    self.nsim = nsim
    self.device_id = int(number or 0)
    self._bad = bad
    self._stream = 0
    self._b = _native.DeviceCore(model, nsim, self.device_id, 8 * self.dtype.itemsize)
    self._arrays = {name: DeviceArray(self, name, *self._b.address(name), self.dtype) for name in FIELDS}
    self._arrays["tally"] = DeviceArray(self, "tally", *self._b.tally_address(), np.dtype(np.int32))
    verdict = self._b.verdict_address()
    if verdict is not None:
      self._arrays["verdict"] = DeviceArray(self, "verdict", *verdict, self.dtype)

  # what there is

  @property
  def device(self) -> str:
    """"cuda:N"."""
    return f"cuda:{self.device_id}"

  @property
  def stream(self) -> int:
    """The CUDA stream of all calls by its address; 0 is the default one. Settable (`torch.cuda.current_stream().cuda_stream`)."""
    return self._stream

  @stream.setter
  def stream(self, stream: int) -> None:
    self._b.set_stream(int(stream))
    self._stream = int(stream)

  @property
  def qpos(self) -> DeviceArray:
    """Coordinates (nsim, nq)."""
    return self._arrays["qpos"]

  @qpos.setter
  def qpos(self, value: ArrayLike) -> None:
    self._arrays["qpos"][...] = value

  @property
  def qvel(self) -> DeviceArray:
    """Velocities (nsim, nv)."""
    return self._arrays["qvel"]

  @qvel.setter
  def qvel(self, value: ArrayLike) -> None:
    self._arrays["qvel"][...] = value

  @property
  def qacc(self) -> DeviceArray:
    """Accelerations of the last step (nsim, nv), with which the next solve begins."""
    return self._arrays["qacc"]

  @qacc.setter
  def qacc(self, value: ArrayLike) -> None:
    self._arrays["qacc"][...] = value

  @property
  def ctrl(self) -> DeviceArray:
    """Controls (nsim, nu) that steps hold."""
    return self._arrays["ctrl"]

  @ctrl.setter
  def ctrl(self, value: ArrayLike) -> None:
    self._arrays["ctrl"][...] = value

  @property
  def act(self) -> DeviceArray:
    """Activations of actuators (nsim, na)."""
    return self._arrays["act"]

  @act.setter
  def act(self, value: ArrayLike) -> None:
    self._arrays["act"][...] = value

  @property
  def tally(self) -> DeviceArray:
    """Counts (nsim, 8) on the GPU: contacts, Hessians, line searches; then since the last reset 1 if contacts were left out, 1 if a solve was
    cut off, 1 if numbers were not finite, the number of steps; one unused."""
    return self._arrays["tally"]

  @property
  def status(self) -> NDArray[np.int32]:
    """Non-zero for simulations that stopped before a step to numbers that are not finite (nsim,); waits."""
    return self.tally.numpy()[:, BAD].copy()

  @property
  def overflow(self) -> NDArray[np.bool_]:
    """True where contacts were left out for want of lanes, the deepest ones kept (nsim,); waits."""
    return self.tally.numpy()[:, OVER] != 0

  @property
  def verdict(self) -> DeviceArray:
    """Under the hard law, of the steps of the last call (nsim, 4), on the GPU: how far the worst contact, limit or dry friction was from its law
    (m/s), the depth of the deepest contact when a step began (m), who was off most (`who`), and 1 where a step ended above its tolerance."""
    if "verdict" not in self._arrays:
      raise AttributeError("verdict")  # `__getattr__` says why
    return self._arrays["verdict"]

  @property
  def flagged(self) -> NDArray[np.bool_]:
    """True where a solve was cut off since the last reset; under the hard law where a step ended above its tolerance (nsim,); waits."""
    return self.tally.numpy()[:, STOPPED] != 0

  def who(self, sim: int) -> str:
    """Who was farthest from the hard law in simulation `sim` in the steps of the last call: two geoms or a joint; "" for nobody. Waits."""
    if not 0 <= sim < self.nsim:
      raise IndexError(f"sim must be in [0, {self.nsim}), got {sim}")
    pair = self._b.who(int(self.verdict[sim][WORST]))
    if pair is None:
      return ""
    first, second = pair
    if second < 0:
      joint = int(self.model.dof_jntid[first])
      return f"joint {self.model.joint(joint).name or joint}"
    return " and ".join(f"geom {self.model.geom(g).name or g}" for g in pair)

  @property
  def time(self) -> NDArray[np.float64]:
    """Steps since the last reset times the timestep (nsim,); waits."""
    return self.tally.numpy()[:, STEPS] * self.model.opt.timestep

  def __getattr__(self, name: str) -> Any:
    if name.startswith("_"):
      raise AttributeError(name)
    if name in OUTPUTS:
      return self._look(name)
    if name == "verdict":
      raise AttributeError("only the hard law has verdicts (model.stiction.exact())")
    raise AttributeError(f"{name!r} is not computed on a GPU: a batch there has {', '.join((*FIELDS, *OUTPUTS))}, tally, status, overflow, flagged, "
                         "time and, under the hard law, verdict; get_data(i) and forward compute the rest of one simulation")

  def _look(self, name: str) -> DeviceArray:
    """An output at the present states: a launch that does not wait, into an array that is the same at every call."""
    address = self._b.look(name)
    if name not in self._arrays:
      self._arrays[name] = DeviceArray(self, name, address, OUTPUTS[name](self.model), self.dtype)
    return self._arrays[name]

  def __setattr__(self, name: str, value: Any) -> None:
    if not name.startswith("_") and not hasattr(type(self), name) and name not in ("model", "nsim", "device_id", "dtype"):
      raise AttributeError(f"{name!r} cannot be set on a GPU")
    object.__setattr__(self, name, value)

  # calls

  def step(self, nstep: int = 1, ctrl: Any = None) -> None:
    """Advances all simulations by `nstep` steps in one launch, without waiting.

    `ctrl` is held for all steps (nsim, nu), or given for each (nstep, nsim, nu): an array of the host, or one of the GPU of the batch's dtype.
    """
    nstep = int(nstep)
    if nstep < 0:
      raise ValueError(f"nstep must not be negative, got {nstep}")
    nu = self.model.nu
    each = (nstep, self.nsim, nu)
    if ctrl is None:
      self._b.step(nstep)
    elif hasattr(ctrl, "__cuda_array_interface__"):
      about = ctrl.__cuda_array_interface__
      if tuple(about["shape"]) != each or about["typestr"] != self.dtype.str or not _dense(about, self.dtype.itemsize):
        raise ValueError(f"ctrl on the GPU must be a contiguous {self.dtype} array of shape {each}; for controls that are held write batch.ctrl")
      self._b.step(nstep, None, about["data"][0])
    else:
      ctrl = np.asarray(ctrl, np.float64)
      if ctrl.ndim == 3:
        self._b.step(nstep, np.ascontiguousarray(np.broadcast_to(ctrl, each)))
      else:
        self.ctrl[...] = ctrl
        self._b.step(nstep)
    if self._bad == "reset":
      address, words = self._b.tally_address()
      self._b.reset(None, address + 4 * BAD, 4 * words, -1)

  def reset(self, ids: Any = None, keyframe: int = -1) -> None:
    """Back to the model's defaults or to a keyframe: all simulations, or those of `ids`: a mask of the GPU (which nobody waits for), a mask or
    numbers of the host."""
    if hasattr(ids, "__cuda_array_interface__"):
      about = ids.__cuda_array_interface__
      if tuple(about["shape"]) != (self.nsim,) or about["typestr"] not in ("|b1", "|u1") or not _dense(about, 1):
        raise ValueError(f"a mask on the GPU must be a contiguous array of {self.nsim} booleans")
      self._b.reset(None, about["data"][0], 1, int(keyframe))
      return
    from .batch import check_ids
    chosen = check_ids(ids, self.nsim)
    mask = np.ones(self.nsim, bool)
    if chosen is not None:
      mask[:] = False
      mask[chosen] = True
    self._b.reset(mask.tolist(), 0, 1, int(keyframe))

  def wait(self) -> None:
    """Waits until all calls are done; raises what went wrong on the GPU."""
    self._b.wait()

  def rollout(self, nstep: int, control: ArrayLike | None = None, record: Sequence[str] = ("qpos",)) -> dict[str, NDArray[Any]]:
    """`nstep` steps with controls (nsim, nstep, nu) before each and records of fields after each, on the host: {name: (nsim, nstep, width)}."""
    for name in record:
      if name not in FIELDS:
        raise ValueError(f"{name} cannot be recorded: {', '.join(FIELDS)} can")
    out = {name: np.empty((self.nsim, nstep, self._arrays[name].shape[1]), self.dtype) for name in record}
    if control is not None:
      control = np.broadcast_to(np.asarray(control, np.float64), (self.nsim, nstep, self.model.nu))
    for k in range(nstep):
      self.step(1, None if control is None else control[:, k])
      for name in record:
        out[name][:, k] = self._arrays[name].numpy()
    return out

  def set_models(self, models: Iterable[_native.MjModel]) -> None:
    """Runs simulation i with the numbers of `models[i]` (masses, lengths, gains, friction, …); their structure must be the batch's model's."""
    self._b.set_models(list(models))

  def get_data(self, sim: int, data: _native.MjData | None = None) -> _native.MjData:
    """State and controls of one simulation as new data, or written into `data`."""
    if not 0 <= sim < self.nsim:
      raise IndexError(f"sim must be in [0, {self.nsim}), got {sim}")
    data = _native.MjData(self.model) if data is None else data
    data.qpos[:], data.qvel[:], data.ctrl[:] = self.qpos[sim], self.qvel[sim], self.ctrl[sim]
    data.act[:] = self.act[sim]
    data.qacc_warmstart[:] = self.qacc[sim]
    data.time = float(self.time[sim])
    return data


def _dense(about: dict[str, Any], itemsize: int) -> bool:
  """Whether an array of the GPU has its numbers one after the other."""
  strides = about.get("strides")
  if strides is None:
    return True
  for n, step in zip(reversed(about["shape"]), reversed(strides)):
    if n > 1 and step != itemsize:
      return False
    itemsize *= n
  return True
