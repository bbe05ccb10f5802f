"""Values of elements of an editable model: vectors of variable length, orientations, and the base of all elements.

Elements own their values: small arrays are numpy arrays that can be edited in place, lists are `Mj…Vec`. `_native.spec_fields()`
is the engine's table of elements: the fields of every kind in the order in which Rust gives and takes them.
"""

import numpy as np

from .. import _native
from . import _enums as E

TABLE = _native.spec_fields()
TEMPLATES = _native.spec_template()

# names that differ between the engine and MuJoCo
ALIASES = {"kind": "type", "ref_": "ref"}
# fields that Python does not show
HIDDEN = {"meta", "body", "parent", "frame", "orient", "iorient", "builtin_", "params", "parts", "path", "plugin_instance", "stretch"}

FIELDS = {kind: [ALIASES.get(row[0], row[0]) for row in rows] for kind, rows in TABLE.items()}
ENUMS = {kind: {n: getattr(E, row[1]) for n, row in zip(FIELDS[kind], rows) if row[1]} for kind, rows in TABLE.items()}
# lists; all other numbers have a fixed shape
VARIABLE = {(kind, n) for kind, rows in TABLE.items() for n, row in zip(FIELDS[kind], rows) if row[2]}
# a single number sets the first coefficient, the others become zero
POLYNOMIALS = {(kind, n) for kind, rows in TABLE.items() for n, row in zip(FIELDS[kind], rows) if row[3]}
TREE_KINDS = ("body", "frame", "joint", "geom", "site", "camera", "light")


class _Vec(list):
  """A vector of variable length; equality is that of arrays elementwise through numpy."""

  _type: type = float

  def __init__(self, *args):
    if len(args) == 2:
      args = ([args[0]] * args[1],)
    super().__init__(map(self._type, *args))

  def _at(self, i):
    if isinstance(i, int) and not 0 <= i < len(self):
      raise IndexError("Index out of range.")
    return i

  def __setitem__(self, i, value):
    super().__setitem__(self._at(i), self._type(value) if isinstance(i, int) else map(self._type, value))

  def __getitem__(self, i):
    return super().__getitem__(self._at(i))

  def append(self, value):
    super().append(self._type(value))


class MjDoubleVec(_Vec):
  pass


class MjFloatVec(_Vec):
  pass


class MjIntVec(_Vec):
  _type = int


class MjStringVec(_Vec):
  _type = str


class MjCharVec(_Vec):
  _type = str


class MjByteVec(_Vec):
  _type = int


class MjsOrientation:
  """An orientation other than by quaternion: setting one form makes it the one that counts."""

  _forms = {"axisangle": (1, 4), "xyaxes": (2, 6), "zaxis": (3, 3), "euler": (4, 3)}

  def __init__(self):
    object.__setattr__(self, "type", E.mjtOrientation.mjORIENTATION_QUAT)
    for name, (_, size) in self._forms.items():
      object.__setattr__(self, name, np.zeros(size))

  def __setattr__(self, name, value):
    if name == "type":
      object.__setattr__(self, name, E.mjtOrientation(int(value)))
    elif name in self._forms:
      getattr(self, name)[:] = fit(name, value, getattr(self, name))
    else:
      raise AttributeError(f"'MjsOrientation' object has no attribute {name!r}")

  def _set(self, name, value):
    setattr(self, name, value)
    self.type = self._forms[name][0]

  def _give(self, quat):
    kind = int(self.type)
    name = next((n for n, (k, _) in self._forms.items() if k == kind), None)
    return quat, kind, getattr(self, name) if name else np.zeros(0)

  def _take(self, kind, numbers):
    object.__setattr__(self, "type", E.mjtOrientation(kind))
    for name, (k, _) in self._forms.items():
      if k == kind:
        getattr(self, name)[:] = numbers


def fit(name, value, array, least=None):
  """`value` as numbers for `array`, or an error that names the field."""
  if isinstance(value, (str, bytes)):
    raise TypeError(f"{name} should be a list/array of numbers.")
  try:
    value = np.asarray(value, dtype=array.dtype)
  except (TypeError, ValueError) as e:
    raise TypeError(f"{name} should be a list/array of numbers.") from e
  if value.ndim == 2 and array.ndim == 1 and 1 in value.shape:
    value = value.ravel()   # a row or a column
  if value.ndim == 1 and least is not None and least <= value.size <= array.size:
    return np.concatenate([value, np.zeros(array.size - value.size, array.dtype)])
  if value.shape != array.shape:
    size = f"{least} to {array.size}" if least else array.size
    raise ValueError(f"{name} should be a list/array of size {size}.")
  return value


class MjsElement:
  """Base class of elements."""


class Element:
  """Base of all elements. `_values` holds what the engine knows; attributes read and write it."""

  _kind = ""
  _gone = False   # deleted from its spec

  def __init_subclass__(cls):
    super().__init_subclass__()
    kind = cls._kind
    if kind:
      cls._fields = FIELDS[kind]
      cls._public = {f for f in cls._fields if f not in HIDDEN}
      cls._enums = ENUMS[kind]

  def __init__(self, spec, values=None):
    set_ = object.__setattr__
    set_(self, "_spec", spec)
    set_(self, "_class", None)
    set_(self, "_origin", None)
    set_(self, "_loc", None)
    set_(self, "_info", "")
    set_(self, "_id", -1)
    set_(self, "_signature", 0)
    set_(self, "_values", {})
    if "orient" in self._fields:
      set_(self, "alt", MjsOrientation())
    if "iorient" in self._fields:
      set_(self, "ialt", MjsOrientation())
    self._take(TEMPLATES[self._kind] if values is None else values)
    if self._kind == "pair":
      for name, value in zip(self._fields, TEMPLATES["pair"]):   # what the engine leaves open has a value here, as in MuJoCo
        if isinstance(value, (int, float, np.ndarray)):
          now = np.ravel(self._values[name])[0]
          if np.isnan(now) or now == -2**31:
            setattr(self, name, value)

  # to and from the engine

  def _take(self, values):
    """Takes over a tuple of values."""
    store = self._values
    for name, value in zip(self._fields, values):
      if name == "meta":
        store["name"], self.__dict__["_class_index"], self.__dict__["_origin_index"], self.__dict__["_loc"] = value
        if self._loc:
          self.__dict__["_info"] = f"line {self._loc[3]}"
      elif name in ("orient", "iorient"):
        quat, kind, numbers = value
        store["iquat" if name == "iorient" else "quat"] = quat.copy()
        (self.ialt if name == "iorient" else self.alt)._take(kind, numbers)
      elif isinstance(value, np.ndarray):
        old = store.get(name)
        if isinstance(old, np.ndarray) and old.shape == value.shape:
          old[:] = value
        elif (self._kind, name) not in VARIABLE:
          store[name] = value.copy()
        else:
          store[name] = _vector(value)
      elif isinstance(value, list) and name != "path":
        store[name] = type(value)(value) if isinstance(value, _Vec) else MjStringVec(value)
      else:
        store[name] = value

  def _give(self, places):
    """The tuple of values; `places` knows indices of bodies, frames, classes and compilers."""
    store, out = self._values, []
    for name in self._fields:
      if name == "meta":
        out.append((store["name"], places.class_of(self), places.origin_of(self), self._loc))
      elif name == "orient":
        out.append(self.alt._give(store["quat"]))
      elif name == "iorient":
        out.append(self.ialt._give(store["iquat"]))
      elif name in ("body", "parent", "frame"):
        out.append(places.index_of(self, name))
      elif name == "path":
        out.append([w._give() for w in self._path])
      elif name == "parts":
        out.append(None)
      elif name == "gridlayout":
        out.append("".join(store[name]).replace("\0", "."))
      else:
        out.append(store[name])
    return tuple(out)

  # attributes

  def __getattr__(self, name):
    if name.startswith("__"):
      raise AttributeError(name)
    store = self.__dict__.get("_values", {})
    if name in store and name not in HIDDEN:
      value = store[name]
      enum = self._enums.get(name)
      return value if enum is None else enum(value)
    raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

  def __setattr__(self, name, value):
    store = self._values
    if name == "name":
      self._spec._rename(self, value)
      store["name"] = value
    elif name in ("info", "_info"):
      self.__dict__["_info"] = str(value)
    elif name in ("alt", "ialt") and isinstance(value, MjsOrientation):
      self.__dict__[name] = value
    elif name == "classname" and name not in store:
      self.__dict__["_class"] = value
    elif isinstance(getattr(type(self), name, None), property):
      object.__setattr__(self, name, value)
    elif name in store and name not in HIDDEN:
      store[name] = self._convert(name, store[name], value)
    else:
      raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

  def _convert(self, name, old, value):
    if isinstance(old, np.ndarray):
      scalar = np.ndim(value) == 0 and not isinstance(value, (str, bytes))
      if scalar and (self._kind, name) in POLYNOMIALS:
        value = [value] + [0] * (old.size - 1)
      elif scalar and name == "scale" and self._kind == "frame":
        value = [value] * 3
      padded = (self._kind, name) in POLYNOMIALS or name == "size" and self._kind in ("geom", "site")
      old[:] = fit(name, value, old, least=1 if padded else None)
      return old
    if isinstance(old, _Vec):
      if isinstance(value, (str, bytes)) and not isinstance(old, MjCharVec):
        raise TypeError(f"{name} should be a list/array.")
      made = type(old)(np.asarray(value).ravel().tolist() if isinstance(value, np.ndarray) else value)
      if name == "gridlayout":
        if any(len(c) != 1 for c in made):
          raise ValueError("gridlayout: list elements must be single characters")
        if len(made) > 12:
          raise ValueError("gridlayout may have at most 12 characters")
        made = MjCharVec([*made, *["\0"] * (12 - len(made))])
      if (self._kind, name) == ("material", "textures") and len(made) != 10:
        raise ValueError(f"textures must have exactly 10 elements, one per role, got {len(made)}")
      return made
    if name in self._enums:
      if isinstance(value, str):
        raise TypeError(f"{name} should be a number, got a string.")
      return int(self._enums[name](int(value)))
    if isinstance(old, bool):
      return bool(value)
    if isinstance(old, bytes):
      return bytes(value)
    if isinstance(old, str):
      if not isinstance(value, str):
        raise TypeError(f"{name} should be a string, got {type(value).__name__}.")
      return value
    if isinstance(value, str):
      raise TypeError(f"{name} should be a number, got a string.")
    return int(value) if isinstance(old, int) else float(value)

  def _apply(self, kwargs):
    """Sets values given as keyword arguments, orientations among them."""
    for prefix, where in (("", "alt"), ("i", "ialt")):
      forms = [prefix + f for f in MjsOrientation._forms]
      given = [f for f in forms if kwargs.get(f) is not None and where in self.__dict__]
      if len(given) > 1:
        raise ValueError(f"Only one of: {', '.join(forms[:-1])}, or {forms[-1]} can be set.")
      for f in given:
        getattr(self, where)._set(f[len(prefix):], kwargs[f])
      kwargs = {k: v for k, v in kwargs.items() if k not in given}
    for name, value in kwargs.items():
      if value is None:
        continue
      settable = getattr(getattr(type(self), name, None), "fset", None) is not None
      if (name not in self._values or name in HIDDEN) and name != "info" and not settable:
        raise TypeError(f"Invalid {name} keyword argument. Valid options are: {', '.join(sorted(self._options()))}.")
      if name == "gridlayout" and len(value) != 12:
        raise ValueError(f"gridlayout should have length 12, got {len(value)}")
      setattr(self, name, value)

  def _options(self):
    extra = set(MjsOrientation._forms) if "alt" in self.__dict__ else set()
    return {n for n in self._values if n not in HIDDEN} | {"info", "name"} | extra

  def __dir__(self):
    return sorted(set(super().__dir__()) | self._options())

  def __eq__(self, other):
    return self is other

  def __hash__(self):
    return id(self)

  def __repr__(self):
    return f"<{type(self).__name__} {self._values.get('name', '')!r}>"

  @property
  def id(self):
    """Index in the compiled model, −1 before."""
    return self._id

  @property
  def info(self):
    return self._info

  @property
  def signature(self):
    """Signature of the model that this element was last compiled into; 0 before."""
    return self._signature

  @property
  def compiler(self):
    """The compiler settings that apply to this element: those of the spec it was made in."""
    return self._origin or self._spec.compiler

  @property
  def classname(self):
    return self._class or self._spec.default

  @classname.setter
  def classname(self, value):
    self.__dict__["_class"] = value


def _vector(value):
  kinds = {"f": MjDoubleVec if value.dtype.itemsize == 8 else MjFloatVec, "i": MjIntVec}
  return kinds[value.dtype.kind](value.tolist())
