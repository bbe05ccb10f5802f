"""`MjSpec`: models that can be edited before they are compiled, with MuJoCo's classes and calls.

Python owns the elements (`_spec_values`); Rust reads files, compiles, writes XML and attaches. The tree is kept as lists of children
per body, frames included; lists over the whole model are made by walking it depth first, which is the order of compiled models.
"""

import os
import warnings
import zipfile

import numpy as np

from .. import _native
from . import _enums as E
from ._spec_values import (FIELDS, TREE_KINDS, Element, MjByteVec, MjCharVec, MjDoubleVec, MjFloatVec, MjIntVec, MjsOrientation,
                           MjStringVec)

PLURAL = {"body": "bodies", "frame": "frames", "joint": "joints", "geom": "geoms", "site": "sites", "camera": "cameras",
          "light": "lights", "mesh": "meshes", "hfield": "hfields", "texture": "textures", "material": "materials", "pair": "pairs",
          "exclude": "excludes", "equality": "equalities", "tendon": "tendons", "actuator": "actuators", "sensor": "sensors",
          "numeric": "numerics", "text": "texts", "tuple": "tuples", "key": "keys"}
WITH_DEFAULT = {"joint", "geom", "site", "camera", "light", "mesh", "texture", "material", "pair", "equality", "tendon", "actuator"}
OBJ = {"body": 1, "joint": 3, "geom": 5, "site": 6, "camera": 7, "light": 8, "mesh": 10, "hfield": 12, "texture": 13, "material": 14,
       "pair": 15, "exclude": 16, "equality": 17, "tendon": 18, "actuator": 19, "sensor": 20, "numeric": 21, "text": 22, "tuple": 23,
       "key": 24, "frame": 100}
KIND_OF = {v: k for k, v in OBJ.items()} | {2: "body"}
MODEL_VIEW = {"key": "keyframe"}


class MjsElement:
  """Base class of elements."""


class _InTree(Element, MjsElement):
  """An element of the tree: it has a body and perhaps a frame."""

  def __init__(self, spec, values=None):
    self.__dict__.update(_body=None, _frame=None)
    super().__init__(spec, values)

  @property
  def parent(self):
    return self._body

  @property
  def frame(self):
    return self._frame

  def set_frame(self, frame):
    """Puts the element into a frame of its body."""
    if frame is not None and frame._body is not self._body:
      raise ValueError("the frame belongs to another body")
    self.__dict__["_frame"] = frame


def _adder(kind):
  def add(self, default=None, **kwargs):
    return self._add(kind, default, kwargs)
  add.__name__ = f"add_{kind}"
  add.__doc__ = f"Adds a {kind} and returns it; values by keyword."
  return add


class MjsFrame(_InTree):
  """A frame: a transform for the elements inside it."""
  _kind = "frame"

  def _add(self, kind, default, kwargs):
    made = self._body._add(kind, default if kind != "frame" else self, kwargs)
    made.set_frame(self)
    return made

  def attach_body(self, body, prefix=None, suffix=None):
    """Moves a body of another spec (or a copy of one of this spec) into this frame; names get prefix and suffix."""
    return self._spec._attach(self, body, prefix, suffix)

  @property
  def childclass(self):
    return self._values["childclass"]

  @childclass.setter
  def childclass(self, value):
    self._values["childclass"] = getattr(value, "name", value)


class MjsBody(_InTree):
  """A body: frame, inertia, and what it carries."""
  _kind = "body"

  def __init__(self, spec, values=None):
    self.__dict__["_children"] = {k: [] for k in TREE_KINDS}
    self.__dict__["_explicit"] = None
    super().__init__(spec, values)

  def _add(self, kind, default, kwargs):
    spec = self._spec
    cls = CLASSES[kind]
    if kind == "frame":
      made = cls(spec)
      frame = default
    else:
      frame = None
      chosen = default or self._inherited()
      made = spec._from_default(kind, chosen)
    made.__dict__["_body"] = self
    if kind == "frame" and frame is not None:
      made.__dict__["_frame"] = frame
    if kind in ("body", "frame") and default is not None and kind == "body":
      made._values["childclass"] = default.name
    made.__dict__["_origin"] = self._origin
    self._children[kind].append(made)
    try:
      made._apply(kwargs)
    except Exception:
      self._children[kind].remove(made)
      raise
    return made

  def _inherited(self):
    """The default class in force for children."""
    body = self
    while body is not None:
      if body._values["childclass"]:
        found = self._spec.find_default(body._values["childclass"])
        if found is not None:
          return found
      body = body._body
    return self._spec.default

  def add_freejoint(self, **kwargs):
    """Adds a free joint, without defaults."""
    wrong = set(kwargs) - {"align", "group", "name"}
    if wrong:
      raise TypeError(f"Invalid {wrong.pop()} keyword argument. Valid options are: align, group, name.")
    joint = MjsJoint(self._spec)
    joint.__dict__.update(_body=self, _class=self._spec.default, _origin=self._origin)
    joint._values["type"] = 0
    self._children["joint"].append(joint)
    joint._apply(kwargs)
    return joint

  def _walk(self):
    """This body and all below it, depth first."""
    yield self
    for child in self._children["body"]:
      yield from child._walk()

  def find_all(self, kind):
    """All elements of a kind below this body, depth first; `kind` is a word or an mjtObj."""
    word = kind if isinstance(kind, str) else KIND_OF.get(int(kind))
    if word not in TREE_KINDS:
      raise ValueError("body.find_all supports the types: body, frame, geom, site, joint, light, camera.")
    if word == "body":
      return [b for b in self._walk() if b is not self]
    return [x for b in self._walk() for x in b._children[word]]

  def find_child(self, name):
    """The body of this name below, or None."""
    return next((b for b in self._walk() if b is not self and b.name == name), None)

  def attach_frame(self, frame, prefix=None, suffix=None):
    """Moves a frame of another spec with all inside it into this body."""
    return self._spec._attach(self, frame, prefix, suffix)

  def to_frame(self):
    """Replaces the body by a frame: its contents go to the parent, its inertia is lost."""
    parent = self._body
    if parent is None:
      raise ValueError("the world cannot become a frame")
    frame = parent._add("frame", self._frame, {})
    frame._values["pos"][:] = self.pos
    frame._values["quat"][:] = self.quat
    frame.__dict__["alt"] = self.alt
    for kind in TREE_KINDS:
      for x in self._children[kind]:
        x.__dict__["_body"] = parent
        if x._frame is None:
          x.__dict__["_frame"] = frame
        parent._children[kind].append(x)
    parent._children["body"].remove(self)
    return frame

  @property
  def explicitinertial(self):
    """True if the inertia is given rather than computed from geoms."""
    return bool(self._explicit if self._explicit is not None else not np.isnan(self.ipos[0]))

  @explicitinertial.setter
  def explicitinertial(self, value):
    self.__dict__["_explicit"] = bool(value)

  def _give(self, places):
    if self._explicit and np.isnan(self.ipos[0]):
      self.ipos[:] = 0
    return super()._give(places)

  @property
  def childclass(self):
    return self._values["childclass"] or self._inherited().name

  @childclass.setter
  def childclass(self, value):
    self._values["childclass"] = getattr(value, "name", value)

  def make_flex(self, *args, **kwargs):
    raise NotImplementedError("flexible bodies are not supported: this engine simulates rigid bodies")


def _first(kind):
  def first(self):
    return next(iter(self._children[kind]), None)
  return first


def _next(kind):
  def following(self, element):
    children = self._children[kind]
    at = next(i for i, x in enumerate(children) if x is element) + 1
    return children[at] if at < len(children) else None
  return following


for _k in TREE_KINDS:
  setattr(MjsBody, f"first_{_k}", _first(_k))
  setattr(MjsBody, f"next_{_k}", _next(_k))
  setattr(MjsBody, f"add_{_k}", _adder(_k))
  setattr(MjsFrame, f"add_{_k}", _adder(_k))
  setattr(MjsBody, PLURAL[_k], property(lambda self, k=_k: list(self._children[k])))


class MjsGeom(_InTree):
  _kind = "geom"


class MjsJoint(_InTree):
  _kind = "joint"


class MjsSite(_InTree):
  _kind = "site"

  def attach_body(self, body, prefix=None, suffix=None):
    """Moves a body of another spec to this site's pose."""
    return self._spec._attach(self._spec._frame_at(self), body, prefix, suffix)


class MjsCamera(_InTree):
  _kind = "camera"


class MjsLight(_InTree):
  _kind = "light"


class _Listed(Element, MjsElement):
  """An element of one of the model's lists."""


class MjsMesh(_Listed):
  _kind = "mesh"

  def _make(self, builtin, params):
    self._values.update(builtin=builtin, params=MjDoubleVec(params))

  def make_sphere(self, subdivision):
    self._make(1, [subdivision])

  def make_hemisphere(self, resolution):
    self._make(2, [resolution])

  def make_cone(self, nedge, radius):
    self._make(3, [nedge, radius])

  def make_supersphere(self, resolution, e, n):
    self._make(4, [resolution, e, n])

  def make_supertorus(self, resolution, radius, s, t):
    self._make(5, [resolution, radius, s, t])

  def make_wedge(self, resolution=(0, 0), fov=(0, 0), gamma=0):
    self._make(6, [*resolution, *fov, gamma])

  def make_plate(self, resolution=(0, 0)):
    self._make(7, list(resolution))

  def _volume(self, builtin, count, spacing, dim):
    self._make(builtin, [*count, *spacing, dim])

  def make_grid(self, count, spacing, dim=3):
    self._volume(8, count, spacing, dim)

  def make_box(self, count, spacing, dim=3):
    self._volume(9, count, spacing, dim)

  def make_cylinder(self, count, spacing, dim=3):
    self._volume(10, count, spacing, dim)

  def make_ellipsoid(self, count, spacing, dim=3):
    self._volume(11, count, spacing, dim)

  def make_square(self, count, spacing):
    self._volume(12, count, spacing, 2)

  def make_disc(self, count, spacing):
    self._volume(13, count, spacing, 2)


class MjsHField(_Listed):
  _kind = "hfield"


class MjsTexture(_Listed):
  _kind = "texture"

  def _take(self, values):
    super()._take(values)
    self._values["gridlayout"] = MjCharVec(self._values["gridlayout"])


class MjsMaterial(_Listed):
  _kind = "material"

  def _take(self, values):
    super()._take(values)
    if not self._values["textures"]:
      self._values["textures"] = MjStringVec([""] * 10)


class MjsPair(_Listed):
  _kind = "pair"


class MjsExclude(_Listed):
  _kind = "exclude"


class MjsEquality(_Listed):
  _kind = "equality"


class MjsWrap:
  """One element of a tendon's path."""

  def __init__(self, kind, target="", sidesite="", number=0.0, spec=None):
    self._kind, self._target, self._side, self._number, self._spec = kind, target, sidesite, number, spec
    self.info = ""

  @property
  def type(self):
    if self._kind == 4:
      geom = self._spec.geom(self._target) if self._spec else None
      cylinder = geom is not None and geom.type == E.mjtGeom.mjGEOM_CYLINDER
      return E.mjtWrap.mjWRAP_CYLINDER if cylinder else E.mjtWrap.mjWRAP_SPHERE
    return E.mjtWrap(self._kind)

  @property
  def target(self):
    return getattr(self._spec, {1: "joint", 3: "site", 4: "geom"}[self._kind])(self._target) if self._kind != 2 else None

  @property
  def sidesite(self):
    return self._spec.site(self._side) if self._side else None

  @property
  def coef(self):
    return self._number

  @property
  def divisor(self):
    return self._number

  def _give(self):
    return (self._kind, self._target, self._side, float(self._number))


class MjsTendonPath(list):
  pass


class MjsTendon(_Listed):
  _kind = "tendon"

  def _take(self, values):
    super()._take(values)
    self.__dict__["_path"] = MjsTendonPath(MjsWrap(*w, spec=self._spec) for w in self._values.pop("path"))

  @property
  def path(self):
    return self._path

  def _wrap(self, *args):
    self._path.append(MjsWrap(*args, spec=self._spec))
    return self._path[-1]

  def wrap_joint(self, name, coef):
    return self._wrap(1, name, "", coef)

  def wrap_pulley(self, divisor):
    return self._wrap(2, "", "", divisor)

  def wrap_site(self, name):
    return self._wrap(3, name)

  def wrap_geom(self, name, sidesite=""):
    return self._wrap(4, name, sidesite)

  def default(self):
    return self.classname


class MjsSensor(_Listed):
  _kind = "sensor"

  def get_data_size(self):
    """Numbers that this sensor outputs, found by compiling a copy of the spec."""
    model = self._spec.copy().compile()
    return int(model.sensor_dim[self._spec.sensors.index(self)])


class MjsNumeric(_Listed):
  _kind = "numeric"


class MjsText(_Listed):
  _kind = "text"


class MjsTuple(_Listed):
  _kind = "tuple"


class MjsKey(_Listed):
  _kind = "key"


from ._spec_actuator import MjsActuator  # noqa: E402  (needs the classes above)

CLASSES = {c._kind: c for c in (MjsBody, MjsFrame, MjsJoint, MjsGeom, MjsSite, MjsCamera, MjsLight, MjsMesh, MjsHField, MjsTexture,
                                MjsMaterial, MjsPair, MjsExclude, MjsEquality, MjsTendon, MjsActuator, MjsSensor, MjsNumeric, MjsText,
                                MjsTuple, MjsKey)}


class MjsDefault:
  """A default class: one template per kind of element, as `default.geom.size`."""

  def __init__(self, spec, name, parent, templates):
    self._spec, self.name, self._parent = spec, name, parent
    self._templates = {}
    for kind, values in templates.items():
      self._templates[kind] = values if isinstance(values, Element) else CLASSES[kind](spec, values)

  def __getattr__(self, kind):
    templates = self.__dict__.get("_templates", {})
    if kind in templates:
      return templates[kind]
    raise AttributeError(f"'MjsDefault' object has no attribute {kind!r}")

  def __repr__(self):
    return f"<MjsDefault {self.name!r}>"


class MjLROpt:
  """Options of the search for actuator length ranges."""

  def __init__(self, values=None):
    self._names = FIELDS["lengthrange"]
    self.__dict__.update(zip(self._names, values or (1, True, False, 20.0, 0.0, 1.0, 0.01, 10.0, 2.0, 0.05)))

  def __eq__(self, other):
    return isinstance(other, MjLROpt) and self._give() == other._give()

  __hash__ = None

  def __repr__(self):
    return "<MjLROpt\n" + "".join(f"  {n}: {getattr(self, n)!r}\n" for n in sorted(self._names)) + ">"

  def _give(self):
    return tuple(type(d)(getattr(self, n)) for n, d in zip(self._names, (1, True, False, *[0.0] * 7)))


class MjsCompiler:
  """Settings of the compiler."""

  _enums = {"inertiafromgeom": E.mjtInertiaFromGeom, "conflict": E.mjtConflict}

  def __init__(self, values):
    for name, value in zip(FIELDS["compiler"], values):
      if name == "eulerseq":
        value = MjCharVec(value)
      elif name == "lengthrange":
        name, value = "LRopt", MjLROpt(value)
      elif name in self._enums:
        value = self._enums[name](value)
      self.__dict__[name] = value

  def __setattr__(self, name, value):
    old = self.__dict__.get(name)
    if old is None:
      raise AttributeError(f"'MjsCompiler' object has no attribute {name!r}")
    if name == "eulerseq":
      value = MjCharVec(value)
      if len(value) != 3:
        raise ValueError("eulerseq should be a list/array of size 3; it may have at most 3 characters")
    elif name in self._enums:
      value = self._enums[name](int(value))
    elif isinstance(old, np.ndarray):
      old[:] = value
      return
    elif name != "LRopt":
      value = type(old)(value)
    self.__dict__[name] = value

  def _give(self):
    out = []
    for name in FIELDS["compiler"]:
      value = self.LRopt._give() if name == "lengthrange" else getattr(self, name)
      out.append("".join(value) if name == "eulerseq" else int(value) if name in self._enums else value)
    return tuple(out)

  def __eq__(self, other):
    return isinstance(other, MjsCompiler) and repr(self._give()) == repr(other._give())

  __hash__ = None


class MjsAuthored:
  """Which global settings a file gives explicitly: `"option.timestep" in spec.authored`."""

  def __init__(self, names):
    self._names = list(names)

  def __contains__(self, name):
    return name in self._names


class _Places:
  """Indices of everything, while a spec goes to the engine."""

  def __init__(self, spec):
    self.spec = spec
    self.bodies = list(spec.worldbody._walk())
    # a frame stands after the frame it is in
    self.frames = []
    for b in self.bodies:
      self.frames += _outer_first(b._children["frame"])
    self.body = {id(b): i for i, b in enumerate(self.bodies)}
    self.frame = {id(f): i for i, f in enumerate(self.frames)}
    self.classes = {id(c): i for i, c in enumerate(spec._classes)}
    self.origins = []

  def class_of(self, element):
    return self.classes.get(id(element._class), 0)

  def origin_of(self, element):
    origin = element._origin
    if origin is None or origin is self.spec.compiler:
      return 0
    for i, known in enumerate(self.origins):
      if known is origin:
        return i + 1
    self.origins.append(origin)
    return len(self.origins)

  def index_of(self, element, name):
    if name == "frame":
      return self.frame.get(id(element._frame), -1)
    return self.body.get(id(element._body), 0)


def _outer_first(frames):
  out, left = [], list(frames)
  inside = {id(f) for f in frames}
  placed = set()
  while left:
    rest = []
    for f in left:
      if f._frame is None or id(f._frame) in placed or id(f._frame) not in inside:
        out.append(f)
        placed.add(id(f))
      else:
        rest.append(f)
    if len(rest) == len(left):
      raise ValueError("frames contain each other")
    left = rest
  return out


class MjSpec:
  """An editable model."""

  def __init__(self):
    self._start(_native.spec_new(), {}, "")

  # reading

  @staticmethod
  def from_file(filename, include=None, assets=None, vfs=None):
    """The spec in an MJCF or URDF file, or in an archive. `assets` and `include` map file names to bytes."""
    filename = os.fspath(filename)
    files = {**(include or {}), **(assets or {}), **(dict(vfs.items()) if vfs is not None else {})}
    key = next((k for k in (filename, os.path.basename(filename)) if k in files), None)
    if key is not None:
      content = files[key]
      content = content.encode() if isinstance(content, str) else bytes(content)
    else:
      try:
        with open(filename, "rb") as f:
          content = f.read()
      except OSError as e:
        raise ValueError(f"Error opening file '{filename}': {e.strerror}") from e
    return MjSpec._read(filename, content, os.path.dirname(filename), files, dict(assets or {}))

  @staticmethod
  def from_string(xml, include=None, assets=None, vfs=None):
    """The spec in MJCF or URDF text."""
    content = xml.encode() if isinstance(xml, str) else bytes(xml)
    files = {**(include or {}), **(assets or {}), **(dict(vfs.items()) if vfs is not None else {})}
    return MjSpec._read("model.xml", content, "", files, dict(assets or {}))

  @staticmethod
  def _read(name, content, folder, files, assets):
    parts, told, inside = _native.spec_read(name, content, folder, files)
    spec = MjSpec.__new__(MjSpec)
    spec._start(parts, {**inside, **assets}, folder)
    spec._extra_files = files
    for line in told:
      warnings.warn(line, UserWarning, stacklevel=3)
    return spec

  @staticmethod
  def from_zip(file):
    """The spec in a zip archive, by path or file object."""
    if isinstance(file, str):
      with open(file, "rb") as f:
        return MjSpec.from_zip(f)
    if not zipfile.is_zipfile(file):
      raise ValueError(f"File {file} is not a zip file.")
    with zipfile.ZipFile(file) as archive:
      names = [n for n in archive.namelist() if not n.endswith("/")]
      xml = next((n for n in reversed(names) if n.endswith(".xml")), None)
      if xml is None:
        raise ValueError("No XML file found in zip file.")
      assets = {os.path.relpath(n, os.path.dirname(xml)): archive.read(n) for n in names if not n.endswith(".xml")}
      return MjSpec.from_string(archive.read(xml), assets=assets)

  def to_zip(self, file):
    """Writes XML and assets to a zip archive, by path or file object."""
    if isinstance(file, str):
      os.makedirs(os.path.dirname(file) or ".", exist_ok=True)
      with open(file, "wb") as f:
        return self.to_zip(f)
    with zipfile.ZipFile(file, "w") as archive:
      for name, content in {**self.assets, f"{self.modelname}.xml": self.to_xml()}.items():
        archive.writestr(zipfile.ZipInfo(name), content)

  def _start(self, parts, assets, folder):
    self.assets, self.modelfiledir, self._extra_files = assets, folder, {}
    self.parent, self.override_assets = None, True
    self._copy_during_attach = False
    self._signature, self._model = 0, None
    self.timer = np.zeros(16)
    self._fill(parts)

  def _fill(self, parts):
    """Makes everything anew from what the engine gives."""
    self.option, self.visual, self.stat = parts["option"], parts["visual"], parts["stat"]
    self.modelname, self.comment = parts["name"], parts["comment"]
    self.compiler = MjsCompiler(parts["compiler"])
    self._origins = [MjsCompiler(c) for c in parts["origins"]]
    self._size = list(parts["size"])
    self._authored, self._sources = parts["authored"], parts["sources"]
    self._classes = []
    self._add_classes(parts["classes"])
    self._lists = {k: [] for k in PLURAL if k not in TREE_KINDS}
    bodies, frames = [], []
    self._latest_first = {}
    self._grow(parts, {k: 0 for k in PLURAL}, bodies, frames, lambda kind, values: None)
    self.worldbody = bodies[0]

  def _add_classes(self, classes):
    for name, parent, templates in classes[len(self._classes):]:
      self._classes.append(MjsDefault(self, name, self._classes[parent] if parent >= 0 else None, templates))

  # lists

  def _all(self, kind):
    if kind in self._lists:
      return self._lists[kind]
    if kind == "body":
      return list(self.worldbody._walk())
    return [x for b in self.worldbody._walk() for x in b._children[kind]]

  def _find(self, kind, name):
    return next((x for x in self._all(kind) if x._values["name"] == name), None)

  def _rename(self, element, name):
    if not isinstance(name, str):
      raise TypeError("name should be a string")
    if name and any(x is not element and x._values["name"] == name for x in self._all(element._kind)):
      raise ValueError(f"Error: repeated name '{name}' in {element._kind}")

  # adding and deleting

  def _from_default(self, kind, default):
    made = CLASSES[kind](self)
    chosen = default or self.default
    if kind in WITH_DEFAULT:
      made._take(chosen._templates[kind]._give(_Places(self)))
      made._values["name"] = ""
      made.__dict__.update(_info="", _loc=None)
    made.__dict__["_class"] = chosen
    return made

  def _add(self, kind, default, kwargs):
    made = self._from_default(kind, default)
    self._lists[kind].append(made)
    try:
      made._apply(kwargs)
    except Exception:
      self._lists[kind].remove(made)
      raise
    made.__dict__["_id"] = len(self._lists[kind]) - 1
    return made

  @property
  def default(self):
    """The root default class."""
    return self._classes[0]

  def find_default(self, name):
    """The default class of this name, or None."""
    return next((c for c in self._classes if c.name == name), None)

  def add_default(self, name, parent=None):
    """Adds a default class below `parent` (the root if None), starting with its values."""
    if self.find_default(name):
      raise ValueError(f"repeated default class name '{name}'")
    parent = parent or self.default
    places = _Places(self)
    templates = {k: t._give(places) for k, t in parent._templates.items()}
    self._classes.append(MjsDefault(self, name, parent, templates))
    return self._classes[-1]

  def delete(self, element):
    """Removes an element; with a body or frame go its contents and all that refers to them."""
    if self.parent is not None:
      raise ValueError("Cannot delete element from an attached mjSpec.")
    if isinstance(element, MjsDefault):
      if element is self.default:
        raise ValueError("the root default class cannot be deleted")
      for kind in PLURAL:
        for x in self._all(kind):
          if x._class is element:
            x.__dict__["_class"] = element._parent
      self._classes.remove(element)
      return
    kind = getattr(element, "_kind", None)
    if kind not in PLURAL or not any(x is element for x in self._all(kind)):
      raise ValueError(f"{kind or type(element).__name__} is not in this model")
    if kind not in ("body", "frame"):
      home = self._lists[kind] if kind in self._lists else element._body._children[kind]
      home[:] = [x for x in home if x is not element]
      element.__dict__.update(_signature=0, _id=-1)
      return
    if element is self.worldbody:
      raise ValueError("Cannot delete the world body.")
    gone = _contents(element)
    marked = {id(x) for x in gone}
    for x in gone:
      home = x._body._children[x._kind]
      home[:] = [y for y in home if id(y) not in marked]
    for x in gone:
      x.__dict__.update(_body=None, _signature=0, _id=-1)
    self._drop_references({(x._kind, x._values["name"]) for x in gone if x._values["name"]})

  def _drop_references(self, gone):
    """Removes list elements that refer to names that are gone, and those that refer to them."""
    while gone:
      dropped = set()
      for kind in ("pair", "exclude", "equality", "tendon", "actuator", "sensor", "tuple"):
        keep = []
        for x in self._lists[kind]:
          if any(r in gone for r in _references(x)):
            dropped.add((kind, x._values["name"]))
          else:
            keep.append(x)
        self._lists[kind] = keep
      gone = {d for d in dropped if d[1]}

  # compiling and writing

  def _give(self):
    """Everything as the engine takes it."""
    places = _Places(self)
    out = {"option": self.option, "visual": self.visual, "stat": self.stat, "name": self.modelname, "comment": self.comment,
           "compiler": self.compiler._give(), "size": tuple(int(s) for s in self._size), "authored": self._authored,
           "sources": self._sources}
    out["classes"] = [(c.name, -1 if c._parent is None else places.classes[id(c._parent)],
                       {k: t._give(places) for k, t in c._templates.items()}) for c in self._classes]
    for kind, name in PLURAL.items():
      out[name] = [x._give(places) for x in self._ordered(kind, places)]
    out["origins"] = [c._give() for c in places.origins]
    return out

  def _ordered(self, kind, places):
    """Elements of a kind in the order in which the engine gets them."""
    if kind == "body":
      return places.bodies
    if kind == "frame":
      return places.frames
    if kind in TREE_KINDS:
      return [x for b in places.bodies for x in b._children[kind]]
    return self._lists[kind]

  def _files(self, vfs=None):
    return {**self._extra_files, **self.assets, **(dict(vfs.items()) if vfs is not None else {})}

  def compile(self, vfs=None):
    """The compiled model. Raises ValueError (ModelError) with everything that is wrong."""
    model, told = _native.spec_compile(self._give(), self.modelfiledir, self._files(vfs))
    for line in told:
      warnings.warn(line, UserWarning, stacklevel=2)
    self._signature, self._model = model.signature, model
    self.timer[:] = 1e-6
    self._number(model)
    return model

  def _number(self, model):
    for kind in PLURAL:
      for i, x in enumerate(self._all(kind)):
        name = x._values["name"]
        found = _native.mj_name2id(model, OBJ[kind], name) if name and kind != "frame" else i
        x.__dict__.update(_id=found, _signature=model.signature)

  def recompile(self, m, d, vfs=None):
    """Compiles again and carries the state over: (new model, new data)."""
    before = {id(x): x._id for k in ("joint", "actuator", "body") for x in self._all(k)}
    model = self.compile(vfs)
    data = _native.MjData(model)
    data.time = d.time
    for j in self._all("joint"):
      old = before.get(id(j), -1)
      if 0 <= old < m.njnt and m.jnt_type[old] == model.jnt_type[j.id]:
        nq, nv = {0: (7, 6), 1: (4, 3)}.get(int(model.jnt_type[j.id]), (1, 1))
        a, b = m.jnt_qposadr[old], model.jnt_qposadr[j.id]
        data.qpos[b:b + nq] = d.qpos[a:a + nq]
        a, b = m.jnt_dofadr[old], model.jnt_dofadr[j.id]
        data.qvel[b:b + nv] = d.qvel[a:a + nv]
        data.qacc_warmstart[b:b + nv] = d.qacc_warmstart[a:a + nv]
    for u in self._all("actuator"):
      old = before.get(id(u), -1)
      if 0 <= old < m.nactuator:
        _carry(m.actuator_ctrladr, m.actuator_ctrlnum, model.actuator_ctrladr, model.actuator_ctrlnum, old, u.id, d.ctrl, data.ctrl)
        _carry(m.actuator_actadr, m.actuator_actnum, model.actuator_actadr, model.actuator_actnum, old, u.id, d.act, data.act)
    for b in self._all("body"):
      old = before.get(id(b), -1)
      if 0 <= old < m.nbody and m.body_mocapid[old] >= 0 and model.body_mocapid[b.id] >= 0:
        data.mocap_pos[model.body_mocapid[b.id]] = d.mocap_pos[m.body_mocapid[old]]
        data.mocap_quat[model.body_mocapid[b.id]] = d.mocap_quat[m.body_mocapid[old]]
    return model, data

  def to_xml(self):
    """The spec as MJCF, as it would be after compilation if it was compiled."""
    model = self._model
    if model is None:
      try:
        model = _native.spec_compile(self._give(), self.modelfiledir, self._files())[0]
      except ValueError:
        model = None
    return _native.spec_xml(self._give(), model)

  def to_file(self, filename):
    """Writes `to_xml()` to a file."""
    with open(filename, "w", encoding="utf-8") as f:
      f.write(self.to_xml())

  def encode(self, filename, model=None, content_type=None):
    """Writes the spec to a file; only XML is known."""
    if content_type not in (None, "text/xml") or not str(filename).endswith(".xml"):
      raise ValueError(f"no encoder for '{filename}'")
    self.to_file(filename)
    return 0

  def copy(self):
    """An independent copy."""
    made = MjSpec.__new__(MjSpec)
    parts = self._give()
    import copy as _copy
    made._start(parts, dict(self.assets), self.modelfiledir)
    made.option, made.visual, made.stat = map(_copy.copy, (self.option, self.visual, self.stat))
    made._extra_files = dict(self._extra_files)
    return made

  __copy__ = copy

  def __deepcopy__(self, memo):
    return self.copy()

  def copy_back(self, model):
    """Takes real values of a compiled model back into the spec: what users change in models."""
    if model.signature != self._signature:
      raise ValueError("The mjSpec does not match mjModel. Please recompile the mjSpec.")
    import copy as _copy
    self.option, self.visual = _copy.copy(model.opt), _copy.copy(model.vis)
    parts = _native.spec_copy_back(self._give(), model)
    self._model = None   # what it resolved no longer belongs to the spec
    self.stat = _copy.copy(parts["stat"])
    places = _Places(self)
    for kind, name in PLURAL.items():
      for x, values in zip(self._ordered(kind, places), parts[name]):
        kept = {k: v for k, v in x.__dict__.items() if k != "_values"}
        x._take(values)
        x.__dict__.update(kept)

  # attaching

  def attach(self, child, prefix=None, suffix=None, site=None, frame=None):
    """Moves everything in the world of `child` into a frame (given, by name, or at a site); returns the frame."""
    if (site is None) == (frame is None):
      raise ValueError("Only one of site or frame should be provided." if site is not None else "Frame or site must be specified.")
    if isinstance(site, str):
      site = self.site(site)
      if site is None:
        raise ValueError("Site not found.")
    if isinstance(frame, str):
      frame = self.frame(frame)
      if frame is None:
        raise ValueError("Frame not found.")
    prefix, suffix = "/" if prefix is None else prefix, suffix or ""
    self._check_assets(child, prefix, suffix)
    frame = frame if frame is not None else self._frame_at(site)
    self._attach(frame, child, prefix, suffix)
    return frame

  def _frame_at(self, site):
    frame = site._body._add("frame", site._frame, {})
    frame._values["pos"][:] = site.pos
    frame._values["quat"][:] = site.quat
    frame.__dict__["alt"] = site.alt
    return frame

  def _check_assets(self, child, prefix, suffix):
    for name in child.assets:
      if not self.override_assets and _renamed(name, prefix, suffix) in self.assets:
        raise ValueError(f"Asset {name} already exists in parent spec.")

  def _attach(self, at, what, prefix, suffix):
    """Attaches a spec, body or frame at a body or frame of this spec; the elements move here and keep their identity."""
    prefix, suffix = prefix or "", suffix or ""
    child = what if isinstance(what, MjSpec) else what._spec
    places = _Places(self)
    body, frame = (at, None) if isinstance(at, MjsBody) else (at._body, at)
    point = (places.body[id(body)], places.frame.get(id(frame), -1), places.classes[id(body._inherited())])
    known = {k: len(self._all(k)) for k in PLURAL}
    own = child is self
    child_places = places if own else _Places(child)
    if isinstance(what, MjSpec):
      part = (0, 0)
    elif isinstance(what, MjsBody):
      part = (1, child_places.body[id(what)])
    else:
      part = (2, child_places.frame[id(what)])
    moved = {} if own or child._copy_during_attach or self._copy_during_attach else child._tags(child_places)
    given = None if own else child._give_tagged(child_places, moved)
    parts, told = _native.spec_attach(self._give(), point, given, part, (prefix, suffix))
    for line in told:
      warnings.warn(line, UserWarning, stacklevel=4)
    self._take_attached(parts, known, places, moved, child)
    if not own:
      for name, content in child.assets.items():
        self.assets[_renamed(name, prefix, suffix)] = content
        self._extra_files.setdefault(name, content)
      for name, content in child._extra_files.items():
        self._extra_files.setdefault(name, content)
      if child.modelfiledir and not self.modelfiledir:
        self.modelfiledir = child.modelfiledir
      if moved:
        child.parent = self
    return self._attached_root(what, known, own or not moved)

  def _attached_root(self, what, known, copied):
    if isinstance(what, MjSpec):
      return None
    return self._latest_first[what._kind] if copied else what

  def _tags(self, places):
    """Every element by a tag that survives the engine."""
    tags = {}
    for kind in PLURAL:
      elements = places.bodies if kind == "body" else places.frames if kind == "frame" else self._all(kind)
      for x in elements:
        tags[len(tags) + 1] = x
    return tags

  def _give_tagged(self, places, tags):
    """As `_give`, with tags in place of the lines of files."""
    saved = {}
    for tag, x in tags.items():
      saved[tag] = x._loc
      x.__dict__["_loc"] = (4294967295, tag, 0, 0, 0)
    try:
      return self._give()
    finally:
      for tag, x in tags.items():
        x.__dict__["_loc"] = saved[tag]

  def _take_attached(self, parts, known, places, tags, child):
    import copy as _copy
    self.option, self.visual, self.stat = (_copy.copy(parts[k]) for k in ("option", "visual", "stat"))
    self._size, self._authored, self._sources = list(parts["size"]), parts["authored"], parts["sources"]
    self._add_classes(parts["classes"])
    given = [MjsCompiler(c) for c in parts["origins"]]
    # compilers that were known keep their identity
    self._origins = [next((o for o in (*places.origins, child.compiler) if o == g), g) for g in given]
    bodies, frames = list(places.bodies), list(places.frames)
    self._latest_first = {}

    def reuse(kind, values):
      loc = values[0][3]
      tagged = tags.get(loc[1]) if loc and loc[0] == 4294967295 else None
      made = tagged if tagged is not None and tagged._kind == kind else None
      if made is not None:
        place, info = made._loc, made._info
        made._take(values)
        made.__dict__.update(_loc=place, _info=info, _spec=self, _origin=made._origin or (child.compiler if child is not self else None))
        if kind == "body":
          made.__dict__["_children"] = {k: [] for k in TREE_KINDS}
        values = None
      return made

    self._grow(parts, known, bodies, frames, reuse)

  def _grow(self, parts, known, bodies, frames, reuse):
    made_by_kind = {k: [] for k in PLURAL}
    for kind in (*TREE_KINDS, *self._lists):
      fields = CLASSES[kind]._fields
      for values in parts[PLURAL[kind]][known[kind]:]:
        made = reuse(kind, values)
        if made is None:
          made = CLASSES[kind](self, values)
          made.__dict__["_loc"] = None if made._loc and made._loc[0] == 4294967295 else made._loc
          made.__dict__["_origin"] = self._origins[made._origin_index - 1] if made._origin_index else None
        made.__dict__["_class"] = self._classes[made._class_index]
        made_by_kind[kind].append(made)
        self._latest_first.setdefault(kind, made)
        if kind not in TREE_KINDS:
          self._lists[kind].append(made)
        elif kind == "body":
          bodies.append(made)
          if len(bodies) > 1:   # the world has no parent
            made.__dict__["_body"] = bodies[values[fields.index("parent")]]
            made._body._children[kind].append(made)
        else:
          made.__dict__["_body"] = bodies[values[fields.index("body")]]
          if kind == "frame":
            frames.append(made)
          made._body._children[kind].append(made)
    for kind in TREE_KINDS:
      at = CLASSES[kind]._fields.index("frame")
      for made, values in zip(made_by_kind[kind], parts[PLURAL[kind]][known[kind]:]):
        made.__dict__["_frame"] = frames[values[at]] if values[at] >= 0 else None
    for x, values in zip(self._lists["key"][:known["key"]], parts["keys"]):   # they grow with the model
      x._take(values)

  @property
  def copy_during_attach(self):
    raise ValueError("copy_during_attach can only be set.")

  @copy_during_attach.setter
  def copy_during_attach(self, value):
    self._copy_during_attach = bool(value)

  # small things

  @staticmethod
  def resolve_orientation(degree, sequence=None, orientation=None):
    """The quaternion of an orientation."""
    spec = MjSpec()
    spec.compiler.degree = degree
    if sequence is not None:
      spec.compiler.eulerseq = list(sequence)
    body = spec.worldbody.add_body(mocap=True)
    body.__dict__["alt"] = orientation
    return spec.compile().body_quat[1].tolist()

  @property
  def authored(self):
    return MjsAuthored(self._authored)

  @property
  def meshdir(self):
    return self.compiler.meshdir

  @meshdir.setter
  def meshdir(self, value):
    self.compiler.meshdir = value

  @property
  def texturedir(self):
    return self.compiler.texturedir

  @texturedir.setter
  def texturedir(self, value):
    self.compiler.texturedir = value

  @property
  def strippath(self):
    return self.compiler.strippath

  @strippath.setter
  def strippath(self, value):
    self.compiler.strippath = value

  @property
  def _address(self):
    return id(self)

  @property
  def flexes(self):
    return []

  skins = plugins = flexes
  hasImplicitPluginElem = False

  def flex(self, name):
    return None

  skin = plugin = flex

  def _rigid_only(self, *args, **kwargs):
    raise NotImplementedError("flexes, skins and plugins are not supported: this engine simulates rigid bodies")

  add_flex = add_skin = add_plugin = activate_plugin = _rigid_only


def _carry(adr0, num0, adr1, num1, old, new, source, target):
  if num0[old] == num1[new] and num0[old] > 0:
    target[adr1[new]:adr1[new] + num1[new]] = source[adr0[old]:adr0[old] + num0[old]]


def _renamed(name, prefix, suffix):
  folder, base = os.path.split(name)
  stem, ext = os.path.splitext(base)
  return f"{folder}/{prefix}{stem}{suffix}{ext}" if folder else f"{prefix}{stem}{suffix}{ext}"


def _contents(element):
  """A body or frame with all that it holds."""
  if isinstance(element, MjsBody):
    return [element] + [x for b in element._walk() for k in TREE_KINDS if k != "body" for x in b._children[k]] + [
        b for b in element._walk() if b is not element]
  out, frames = [element], [element]
  for f in frames:
    for kind in TREE_KINDS:
      for x in f._body._children[kind]:
        if x._frame is f:
          if kind == "frame":
            frames.append(x)
            out.append(x)
          else:
            out += _contents(x) if kind == "body" else [x]
  return out


def _references(x):
  """(kind, name) of what a list element refers to."""
  v, kind = x._values, x._kind
  if kind == "pair":
    return [("geom", v["geomname1"]), ("geom", v["geomname2"])]
  if kind == "exclude":
    return [("body", v["bodyname1"]), ("body", v["bodyname2"])]
  if kind == "equality":
    what = {2: "joint", 3: "tendon"}.get(v["type"], KIND_OF.get(v["objtype"], "body"))
    return [(what, v["name1"]), (what, v["name2"])]
  if kind == "tendon":
    return [({1: "joint", 3: "site", 4: "geom"}.get(w._kind), w._target) for w in x._path] + [("site", w._side) for w in x._path]
  if kind == "actuator":
    what = {0: "joint", 1: "joint", 2: "site", 3: "tendon", 4: "site", 5: "body"}.get(v["trntype"], "joint")
    return [(what, v["target"]), ("site", v["refsite"]), ("site", v["slidersite"])]
  if kind == "sensor":
    return [(KIND_OF.get(v["objtype"]), v["objname"]), (KIND_OF.get(v["reftype"]), v["refname"])]
  return [(KIND_OF.get(t), n) for t, n in zip(v["objtype"], v["objname"])]


def _lookup(kind):
  def find(self, name):
    return self._find(kind, name)
  find.__doc__ = f"The {kind} of this name, or None."
  return find


def _size_property(i):
  return property(lambda self: self._size[i], lambda self, value: self._size.__setitem__(i, int(value)))


for _k, _plural in PLURAL.items():
  setattr(MjSpec, _k, _lookup(_k))
  setattr(MjSpec, _plural, property(lambda self, k=_k: list(self._all(k))))
  if _k not in TREE_KINDS:
    setattr(MjSpec, f"add_{_k}", _adder(_k))
for _i, _name in enumerate(FIELDS["size"]):
  setattr(MjSpec, _name, _size_property(_i))


class _Bound:
  """Views of several objects at once: reading joins, writing spreads."""

  def __init__(self, views):
    object.__setattr__(self, "_views", views)

  def __getattr__(self, name):
    out = []
    for view in self._views:
      value = getattr(view, name)
      if isinstance(value, (str, bytes)) or np.ndim(value) == 0:
        out.append(value)
      else:
        out.extend(value)
    return out

  def __setattr__(self, name, value):
    try:
      values = list(value)
    except TypeError:
      raise ValueError(f"Expected {len(self._views)} values, got non-iterable {type(value).__name__}") from None
    if len(values) != len(self._views):
      raise ValueError(f"Expected {len(self._views)} values, got {len(values)}")
    for view, one in zip(self._views, values):
      setattr(view, name, one)


def bind(owner, elements):
  """The part of a model or data that belongs to a spec's element, or to several."""
  if isinstance(elements, (list, tuple)):
    return _Bound([bind(owner, e) for e in elements])
  model = owner if isinstance(owner, _native.MjModel) else owner.model
  if not isinstance(elements, Element) or elements.signature != model.signature:
    raise ValueError("The mjSpec does not match mjModel. Please recompile the mjSpec.")
  return getattr(owner, MODEL_VIEW.get(elements._kind, elements._kind))(elements.id)


class MjsFlex(MjsElement):
  """Flexible bodies are not supported."""


class MjsSkin(MjsElement):
  """Skins are not supported."""


class MjsPlugin(MjsElement):
  """Plugins are not supported."""


__all__ = ["MjSpec", "MjLROpt", "MjByteVec", "MjCharVec", "MjDoubleVec", "MjFloatVec", "MjIntVec", "MjStringVec", "MjsElement",
           "MjsOrientation", "MjsDefault", "MjsCompiler", "MjsAuthored", "MjsWrap", "MjsTendonPath", "MjsFlex", "MjsSkin", "MjsPlugin",
           *(c.__name__ for c in CLASSES.values())]
