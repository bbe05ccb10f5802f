"""Functions and classes of MuJoCo's module that need no engine: band matrices, small solvers, printing, virtual files, logs."""

import collections.abc
import copy
import datetime
import os
import xml.etree.ElementTree as ElementTree

import numpy as np

from .. import _native
from . import _enums

_MAGIC = b"STICTION-MJB-1\n"


# virtual files

class MjVfs(collections.abc.MutableMapping):
  """Files in memory, by name. Give it to loaders as `vfs`; a context manager."""

  def __init__(self):
    self._files = {}

  def _open(self):
    if self._files is None:
      raise RuntimeError("VFS is closed")
    return self._files

  def __getitem__(self, name):
    return self._open()[name]

  def __setitem__(self, name, data):
    files = self._open()
    if name in files:
      raise ValueError(f"'{name}' is already in this MjVfs")
    files[name] = data.encode() if isinstance(data, str) else bytes(data)

  def __delitem__(self, name):
    del self._open()[name]

  def __iter__(self):
    return iter(self._open())

  def __len__(self):
    return len(self._open())

  def __enter__(self):
    return self

  def __exit__(self, *exc):
    self.close()

  def close(self):
    self._files = None


# models as bytes and text

def _bytes(m):
  build, (data,) = m.__reduce__()
  return _MAGIC + bytes(data)


def mj_sizeModel(m):
  """Bytes that `mj_saveModel` writes."""
  return len(_bytes(m))


def mj_saveModel(m, filename=None, buffer=None):
  """Saves a compiled model to a file or a byte array; the format is this package's own."""
  data = _bytes(m)
  if buffer is not None:
    if len(buffer) < len(data):
      raise ValueError(f"buffer needs {len(data)} bytes (mj_sizeModel)")
    buffer[:len(data)] = np.frombuffer(data, np.uint8)
  elif filename:
    with open(filename, "wb") as f:
      f.write(data)
  else:
    raise ValueError("a file name or a buffer is needed")


def from_binary_path(filename, assets=None, vfs=None):
  """A model that `mj_saveModel` saved; the name may be one of `assets`."""
  files = {**(assets or {}), **(vfs or {})}
  if filename in files:
    data = bytes(files[filename])
  else:
    try:
      with open(filename, "rb") as f:
        data = f.read()
    except OSError as e:
      raise ValueError(f"could not open '{filename}': {e.strerror}") from e
  if not data.startswith(_MAGIC):
    raise ValueError(f"'{filename}' was not saved by this package; MuJoCo's own MJB files are not read: save the model as XML")
  return _native.MjModel._from_bytes(data[len(_MAGIC):])


def _dump(obj, filename, float_format):
  with open(filename, "w", encoding="utf-8") as f:
    for name in type(obj)._all_fields:
      value = getattr(obj, name, None)
      if isinstance(value, np.ndarray):
        if not value.size:
          continue
        rows = value.reshape(value.shape[0], -1)
        f.write(f"{name}\n")
        for i, row in enumerate(rows):
          numbers = " ".join(float_format % x if value.dtype.kind == "f" else str(x) for x in row)
          f.write(f"  {i}: {numbers}\n")
      elif isinstance(value, (int, float)):
        f.write(f"{name} {value}\n")


def mj_printFormattedModel(m, filename, float_format="%f"):
  """Writes all numbers of a model to a text file."""
  _dump(m, filename, float_format)


def mj_printModel(m, filename):
  """Writes all numbers of a model to a text file."""
  _dump(m, filename, "%9.6g")


def mj_printFormattedData(m, d, filename, float_format="%f"):
  """Writes all numbers of a data to a text file."""
  _dump(d, filename, float_format)


def mj_printData(m, d, filename):
  """Writes all numbers of a data to a text file."""
  _dump(d, filename, "%9.6g")


def mju_printMat(mat):
  """Prints a matrix."""
  for row in np.atleast_2d(mat):
    print(" ".join(f"{x:10.4g}" for x in row))


def mju_printMatSparse(mat, rownnz, rowadr, colind):
  """Prints a sparse matrix."""
  for i, (n, a) in enumerate(zip(rownnz, rowadr)):
    print(" ".join(f"({i} {colind[a + k]}): {mat[a + k]:9.4g}" for k in range(n)))


def _embedded(m, wanted):
  """The model compiled anew with the textures `wanted` inside."""
  from . import MjSpec
  spec = MjSpec.from_string(m.to_xml_string())
  for i in wanted:
    spec.textures[i].embed = 1
  try:
    return spec.compile()
  except ValueError as e:
    path = lambda i: m.paths[int(m.tex_pathadr[i]):].split(b"\0")[0].decode()
    which = next((i for i in wanted if os.path.basename(path(i)) in str(e)), wanted[0])
    raise ValueError(f"texture {which}: {path(which)}: {e}") from e


def mj_embedAssets(m):
  """A copy of the model with the textures inside that it only refers to."""
  outside = [i for i in range(m.ntex) if m.tex_adr[i] < 0]
  if not outside:
    return copy.copy(m)
  return _embedded(m, outside)


def mj_loadTexture(m, id):  # noqa: A002
  """Pixels (height, width, nchannel) of a texture, from its file if the model only refers to it, and its colour space."""
  if not 0 <= id < m.ntex:
    raise ValueError(f"texture {id} is out of range: there are {m.ntex}")
  if m.tex_adr[id] < 0:
    m = _embedded(m, [id])
  shape = (int(m.tex_height[id]), int(m.tex_width[id]), int(m.tex_nchannel[id]))
  adr = int(m.tex_adr[id])
  return m.tex_data[adr:adr + int(np.prod(shape))].reshape(shape).copy(), int(m.tex_colorspace[id])


def mju_raySkin(nface, nvert, face, vert, pnt, vec, vertid):
  """Distance along a ray, in lengths of `vec`, to the nearest triangle; −1 if it meets none. `vertid` gets the corner nearest to the hit."""
  if nface < 0 or nvert < 0:
    raise ValueError("numbers of faces and vertices must not be negative")
  for name, array, size in (("face", face, 3 * nface), ("vert", vert, 3 * nvert)):
    if not isinstance(array, np.ndarray) or array.size != size:
      raise TypeError(f"{name} must be an array of {size} numbers")
  face, vert = face.reshape(-1, 3), np.asarray(vert, float).reshape(-1, 3)
  if nface and not (0 <= face.min() and face.max() < nvert):
    raise ValueError(f"a face names a vertex outside 0 to {nvert - 1}")
  pnt, vec = np.asarray(pnt, float).reshape(3), np.asarray(vec, float).reshape(3)
  best, near = -1.0, -1
  for f in face:
    a, b, c = vert[f]
    m = np.array([b - a, c - a, -vec]).T
    if abs(np.linalg.det(m)) < 1e-15:
      continue
    u, v, t = np.linalg.solve(m, pnt - a)
    if u >= 0 and v >= 0 and u + v <= 1 and t >= 0 and (best < 0 or t < best):
      hit = pnt + t * vec
      best, near = float(t), int(f[np.argmin(np.linalg.norm(vert[f] - hit, axis=1))])
  if vertid is not None:
    vertid[0] = near
  return best


def mju_getXMLDependencies(filename):
  """The file and all files that it names, recursively."""
  seen = []

  def visit(path):
    if path in seen:
      return
    seen.append(path)
    try:
      root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError) as e:
      if path == filename:
        raise ValueError(f"{filename}: {e}") from e
      return
    folder = os.path.dirname(path)
    settings = {k: v for c in root.iter("compiler") for k, v in c.attrib.items()}
    common = settings.get("assetdir", "")
    for node in root.iter():
      for key, name in node.attrib.items():
        if not key.startswith("file") or not name:
          continue
        if node.tag in ("include", "model"):
          visit(os.path.join(folder, name))
          continue
        kind = "texturedir" if node.tag == "texture" else "meshdir"
        found = os.path.join(folder, settings.get(kind, common), name)
        if found not in seen:
          seen.append(found)

  visit(filename)
  return seen


# options

def mj_defaultOption(opt):
  """Sets physics options to their defaults."""
  fresh = _native.MjOption()
  for name in _native.MjOption._all_fields:
    setattr(opt, name, getattr(fresh, name))


def mj_defaultVisual(vis):
  """Sets visual options to their defaults."""
  fresh = _native.MjVisual()
  for part in ("global_", "quality", "headlight", "map", "scale", "rgba"):
    for name in type(getattr(fresh, part))._all_fields:
      setattr(getattr(vis, part), name, getattr(getattr(fresh, part), name))


def mj_defaultLROpt(opt):
  """Sets options of the search for length ranges to their defaults."""
  opt.__init__()


def mj_isDual(m):
  """1 if the solver works on forces (PGS)."""
  return int(m.opt.solver == 0 or m.opt.noslip_iterations > 0)


def mj_resetCtrl(m, d):
  """Sets controls to zero; orientation inputs to the identity."""
  d.ctrl[:] = 0
  for i in range(m.nactuator):
    if m.actuator_gaintype[i] == 4 and m.actuator_ctrlnum[i] == 4:
      d.ctrl[m.actuator_ctrladr[i]] = 1


def mj_flex(m, d):
  """Flexible bodies: a rigid model has none."""


def _init_history(d, adr, n, dim, times, values, user):
  values = np.asarray(values, np.float64)
  if values.size != n * dim:
    raise TypeError(f"values should be of shape ({n}, {dim}), got {values.shape}")
  buffer = d.history[adr:adr + 2 + n * (1 + dim)]
  if times is not None:
    times = np.asarray(times, np.float64).ravel()
    if times.size != n:
      raise TypeError(f"times should have {n} numbers, got {times.size}")
    if (np.diff(times) <= 0).any():
      raise ValueError(f"times must be {n} increasing numbers")
    buffer[2:2 + n] = times
  if user is not None:
    buffer[0] = user
  buffer[1] = n - 1
  buffer[2 + n:] = values.ravel()


def mj_initCtrlHistory(m, d, id, times, values):  # noqa: A002
  """Fills the past of an actuator's controls, oldest first."""
  if not 0 <= id < m.nactuator:
    raise IndexError(f"actuator {id} of {m.nactuator}")
  n = int(m.actuator_history[id, 0])
  if n <= 0:
    raise ValueError(f"actuator {id} has no history")
  _init_history(d, int(m.actuator_historyadr[id]), n, int(m.actuator_ctrlnum[id]), times, values, None)


def mj_initSensorHistory(m, d, id, times, values, phase):  # noqa: A002
  """Fills the past of a sensor's outputs, oldest first; `phase` is the time of its last computation."""
  if not 0 <= id < m.nsensor:
    raise IndexError(f"sensor {id} of {m.nsensor}")
  n = int(m.sensor_history[id, 0])
  if n <= 0:
    raise ValueError(f"sensor {id} has no history")
  _init_history(d, int(m.sensor_historyadr[id]), n, int(m.sensor_dim[id]), times, values, phase)


_INPUTS = {1: "pos", 2: "vel", 4: "ff", 8: "voltage", 32: "pressure"}


def mj_actuatorInputName(m, id, input):  # noqa: A002
  """Name of an input of an actuator ("pos", "vel", "ff", "voltage", "pressure", axes of an orientation), None if it has none."""
  if not (0 <= id < m.nactuator and 0 <= input < m.actuator_ctrlnum[id]):
    return None
  spec, kind = int(m.actuator_ctrlspec[id]), int(m.actuator_gaintype[id])
  if kind == int(_enums.mjtGain.mjGAIN_SO3):
    names = ["qw", "qx", "qy", "qz"] if spec == int(_enums.mjtCtrlChart.mjCHART_QUAT) else ["rx", "ry", "rz"]
  else:
    known = (1, 2, 32) if kind == int(_enums.mjtGain.mjGAIN_FIXED) else (1, 2, 4, 8)
    names = [_INPUTS[bit] for bit in known if spec & bit]
  return names[input] if input < len(names) else None


class MjPreContact:
  """What a collision function finds: distance [m], position, normal and first tangent."""

  def __init__(self):
    self.dist = 0.0
    self.pos, self.normal, self.tangent = np.zeros(3), np.zeros(3), np.zeros(3)

  def __repr__(self):
    return "<MjPreContact\n" + "\n".join(f"  {n}: {getattr(self, n)!r}" for n in ("dist", "normal", "pos", "tangent")) + "\n>"


# band-dense matrices: band rows first, then dense rows

def mju_bandDiag(i, ntotal, nband, ndense):
  """Address of diagonal element i."""
  nsparse = ntotal - ndense
  return i * nband + nband - 1 if i < nsparse else nsparse * nband + (i - nsparse) * ntotal + i


def _places(ntotal, nband, ndense):
  """(row, column, address) of the stored lower triangle."""
  for i in range(ntotal):
    diag = mju_bandDiag(i, ntotal, nband, ndense)
    first = max(0, i - nband + 1) if i < ntotal - ndense else 0
    for j in range(first, i + 1):
      yield i, j, diag - (i - j)


def mju_band2Dense(res, mat, ntotal, nband, ndense, flg_sym):
  """Band-dense to dense."""
  mat = np.ravel(mat)
  res[...] = 0
  dense = res.reshape(ntotal, ntotal)
  for i, j, a in _places(ntotal, nband, ndense):
    dense[i, j] = mat[a]
    if flg_sym:
      dense[j, i] = mat[a]


def mju_dense2Band(res, mat, ntotal, nband, ndense):
  """Dense to band-dense."""
  mat = np.reshape(mat, (ntotal, ntotal))
  res[:] = 0
  for i, j, a in _places(ntotal, nband, ndense):
    res[a] = mat[i, j]


def mju_bandMulMatVec(res, mat, vec, ntotal, nband, ndense, nvec, flg_sym):
  """Product with nvec vectors, one per row of `vec`."""
  dense = np.zeros((ntotal, ntotal))
  mju_band2Dense(dense, mat, ntotal, nband, ndense, flg_sym)
  np.ravel(res)[:] = (np.reshape(vec, (nvec, ntotal)) @ dense.T).ravel()


def mju_cholFactorBand(mat, ntotal, nband, ndense, diagadd, diagmul):
  """Cholesky factor in place; the smallest diagonal element, or 0 if the matrix is not positive definite."""
  dense = np.zeros((ntotal, ntotal))
  mju_band2Dense(dense, mat, ntotal, nband, ndense, True)
  dense[np.diag_indices(ntotal)] += diagadd + diagmul * np.diag(dense)
  try:
    factor = np.linalg.cholesky(dense)
  except np.linalg.LinAlgError:
    return 0.0
  smallest = float(np.diag(factor).min())
  if smallest < 1e-15:
    return 0.0
  mju_dense2Band(mat, factor, ntotal, nband, ndense)
  return smallest


def mju_cholSolveBand(res, mat, vec, ntotal, nband, ndense):
  """Solves with a factor of `mju_cholFactorBand`."""
  factor = np.zeros((ntotal, ntotal))
  mju_band2Dense(factor, mat, ntotal, nband, ndense, False)
  res[:] = np.linalg.solve(factor.T, np.linalg.solve(factor, vec))


def mju_boxQP(res, R, index, H, g, lower, upper):
  """min ½xᵀHx + gᵀx with lower ≤ x ≤ upper by projected Newton steps; the number of free variables, or −1.

  `res` holds the start and the answer; `R` gets the Cholesky factor of the free block, `index` the free variables.
  """
  n = len(res)
  H, g = np.reshape(H, (n, n)), np.asarray(g)
  low = np.full(n, -np.inf) if lower is None else np.asarray(lower)
  high = np.full(n, np.inf) if upper is None else np.asarray(upper)
  if (low >= high).any():
    return -1
  x = np.clip(res, low, high)
  cost = lambda y: 0.5 * y @ H @ y + g @ y  # noqa: E731
  free = np.ones(n, bool)
  factor = np.zeros((0, 0))
  for _ in range(100):
    slope = H @ x + g
    free = ~((x <= low) & (slope > 0) | (x >= high) & (slope < 0))
    try:
      factor = np.linalg.cholesky(H[np.ix_(free, free)])
    except np.linalg.LinAlgError:
      return -1
    if np.linalg.norm(slope[free]) < 1e-16 * max(1.0, np.linalg.norm(g)) or not free.any():
      break
    step = np.zeros(n)
    step[free] = -np.linalg.solve(factor.T, np.linalg.solve(factor, slope[free]))
    size, start = 1.0, cost(x)
    while size > 1e-12 and cost(np.clip(x + size * step, low, high)) > start + 0.1 * size * (slope @ step):
      size *= 0.5
    moved = np.clip(x + size * step, low, high)
    if np.array_equal(moved, x) or size <= 1e-12:
      break
    x = moved
  res[:] = x
  count = int(free.sum())
  if R is not None:
    np.ravel(R)[:count * count] = factor.ravel()
  if index is not None:
    index[:count] = np.flatnonzero(free)
  return count


# caches, threads, logs: this engine has none of them, and says so where it matters

class _Cache:
  """The asset cache: models are compiled anew each time, so it is always empty."""


_cache = _Cache()


def mj_getCache():
  return _cache


def mj_getCacheCapacity(cache):
  return 0


def mj_getCacheSize(cache):
  return 0


def mj_setCacheCapacity(cache, size):
  return 0


def mj_clearCache(cache):
  pass


def mju_threadpool(d, nthread):
  """One simulation runs on one thread here; use `batch.Batch` or `rollout` for many."""


# what MuJoCo has in libraries beside it and this engine has built in
_BUILT_IN = {"libactuator": "mujoco.pid", "libsensor": "mujoco.sensor.touch_grid", "libsdf_plugin": "mujoco.sdf.*"}


def mj_loadPluginLibrary(path):
  """Accepts the libraries whose plugins are built in (`mujoco.pid`, `mujoco.sensor.touch_grid`, `mujoco.sdf.*`); native code of others cannot be run."""
  import pathlib
  if pathlib.Path(path).name.split(".")[0] not in _BUILT_IN:
    raise _native.FatalError(f"native plugin libraries cannot be loaded ({path}); built in: {', '.join(_BUILT_IN.values())}")


def mj_loadAllPluginLibraries(directory, callback=None):
  """Loads nothing: `mujoco.pid`, `mujoco.sensor.touch_grid` and `mujoco.sdf.*` are built in."""


_hooks = {"malloc": None, "free": None}


def set_mju_user_malloc(function):
  _hooks["malloc"] = function


def get_mju_user_malloc():
  return _hooks["malloc"]


def set_mju_user_free(function):
  _hooks["free"] = function


def get_mju_user_free():
  return _hooks["free"]


class MjLogMessage:
  """A message of the log."""

  def __init__(self):
    self.level = self.line = self.topic = 0
    self.timestamp = 0.0
    self.body = self.file = self.func = self.subject = ""


class MjLogConfig:
  """Where messages go."""

  _current = {"logfile": "MUJOCO_LOG.TXT", "logto_console": True, "logto_file": False, "topics": 0}

  def __init__(self):
    self.__dict__.update(self._current)

  @classmethod
  def get(cls):
    return cls()

  def set(self):
    self._current.update(self.__dict__)


def mju_writeLog(type, msg):  # noqa: A002
  """Appends a message to MUJOCO_LOG.TXT."""
  with open(MjLogConfig._current["logfile"], "a", encoding="utf-8") as f:
    f.write(f"{datetime.datetime.now():%c}\n{type}: {msg}\n\n")


__all__ = [n for n in dir() if n.startswith(("mj_", "mju_", "Mj", "set_mju", "get_mju"))]
