"""`MjSpec`: models that can be edited before they are compiled, with MuJoCo's classes and calls.

Python owns the elements (`_spec_values`); Rust reads files, compiles, writes XML and attaches. The tree is kept as lists of children
per body, frames included; lists over the whole model are made by walking it depth first, which is the order of compiled models.
"""

import os
import warnings
import zipfile

import numpy as np

from .. import _native
from . import _spec_simplify
from ._spec_elements import (CLASSES, KIND_OF, OBJ, PLURAL, MjLROpt, MjsAuthored, MjsBody, MjsCompiler, MjsDefault, MjsElement,
                             MjsFlex, MjsSkin, MjsTendonPath, MjsWrap, _adder, authored_bits)
from ._spec_elements import *  # noqa: F401,F403
from ._spec_plugin import USERS, MjsPlugin, Plugins, resolve
from ._spec_values import (FIELDS, TREE_KINDS, Element, MjByteVec, MjCharVec, MjDoubleVec, MjFloatVec, MjIntVec, MjsOrientation,
                           MjStringVec)

WITH_DEFAULT = {"joint", "geom", "site", "camera", "light", "mesh", "texture", "material", "pair", "equality", "tendon", "actuator"}
MODEL_VIEW = {"key": "keyframe"}


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


class MjSpec(Plugins):
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
    self._unprefixed = False   # something was attached under its own names
    self._signature, self._model = 0, None
    self.timer = np.zeros(16)
    self._shapes = {}
    self._fill(parts)
    self._take_plugins(parts.get("plugins", ()))

  def _fill(self, parts):
    """Makes everything anew from what the engine gives."""
    self.option, self.visual, self.stat = parts["option"], parts["visual"], parts["stat"]
    self.modelname, self.comment = parts["name"], parts["comment"]
    self.compiler = MjsCompiler(parts["compiler"])
    self._origins = [MjsCompiler(c) for c in parts["origins"]]
    self._size = list(parts["size"])
    self._authored, self._sources = parts["authored"], parts["sources"]
    self.compiler.__dict__["authored"] = authored_bits("compiler", self._authored)
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
    if isinstance(element, MjsPlugin):
      if element.id < 0:
        raise ValueError("plugin is not in this model")
      del self.plugins[element.id]
      return
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
      element.__dict__.update(_signature=0, _id=-1, _gone=True)
      return
    if element is self.worldbody:
      raise ValueError("Cannot delete the world body.")
    gone = _contents(element)
    marked = {id(x) for x in gone}
    for x in gone:
      home = x._body._children[x._kind]
      home[:] = [y for y in home if id(y) not in marked]
    for x in gone:
      x.__dict__.update(_body=None, _signature=0, _id=-1, _gone=True)
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
            x.__dict__.update(_signature=0, _id=-1, _gone=True)
          else:
            keep.append(x)
        self._lists[kind] = keep
      gone = {d for d in dropped if d[1]}

  def add_shape(self, name, distance, bounds=None):
    """A solid of your own by its signed distance, as a mesh of this name for geoms of type sdf (`stiction.shapes`).

    `distance` is a function of the point, negative inside, with `bounds` (half sizes, or two corners) of a box that holds the solid,
    or what `stiction.shapes.shape` made of them.
    """
    from ..shapes import shape
    self._shapes[name] = shape(distance, bounds) if callable(distance) else distance
    known = self._find("mesh", name)
    return known if known is not None else self.add_mesh(name=name, plugin_name=name)

  # compiling and writing

  def _give(self):
    """Everything as the engine takes it."""
    places = _Places(self)
    out = {"option": self.option, "visual": self.visual, "stat": self.stat, "name": self.modelname, "comment": self.comment,
           "compiler": self.compiler._give(), "size": tuple(int(s) for s in self._size), "authored": self._authored,
           "sources": self._sources, "shapes": list(self._shapes.items())}
    out["classes"] = [(c.name, -1 if c._parent is None else places.classes[id(c._parent)],
                       {k: t._give(places) for k, t in c._templates.items()}) for c in self._classes]
    for kind in (*USERS, "body"):
      for x in self._all(kind):
        resolve(x)
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
    if vfs is not None and self.assets:
      raise ValueError("this spec has assets of its own: give files as assets or as vfs, not both")
    try:
      model, told = _native.spec_compile(self._give(), self.modelfiledir, self._files(vfs))
    except _native.ModelError as error:
      raise self._informed(error) from None
    for line in told:
      warnings.warn(line, UserWarning, stacklevel=2)
    self._signature, self._model = model.signature, model
    if self._unprefixed:
      warnings.warn("a model was attached without prefix or suffix, which may prevent the model from being saved correctly", UserWarning, stacklevel=2)
    self.timer[:] = 1e-6
    self._number(model)
    return model

  def _informed(self, error):
    """The error with what elements that were added by a program say of themselves (`info`)."""
    lines = str(error).split("\n")
    for d in error.diagnostics:
      kind, _, name = d.element.partition(" ")
      if d.line is not None or kind not in PLURAL or not name:
        continue
      elements = self._all(kind)
      if name.isdigit():
        element = elements[int(name)] if int(name) < len(elements) else None
      else:
        element = self._find(kind, name.strip("'"))
      if element is not None and element._info:
        lines = [f"{line} [{element._info}]" if line == str(d) else line for line in lines]
    error.args = ("\n".join(lines),)
    return error

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
    """Writes the spec to a file and returns the number of bytes; only XML is known."""
    del model
    if content_type not in (None, "text/xml") or not str(filename).endswith(".xml"):
      raise _native.FatalError(f"no encoder for '{filename}'")
    self.to_file(filename)
    return os.path.getsize(filename)

  def copy(self):
    """An independent copy."""
    made = MjSpec.__new__(MjSpec)
    parts = self._give()
    import copy as _copy
    made._start(parts, dict(self.assets), self.modelfiledir)
    made.option, made.visual, made.stat = map(_copy.copy, (self.option, self.visual, self.stat))
    made._extra_files = dict(self._extra_files)
    made._shapes = dict(self._shapes)
    made._copy_plugins(self, (*USERS, "body"))
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
    self._unprefixed |= isinstance(what, MjSpec) and not prefix and not suffix
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
    if child is not None:
      self._shapes = {**child._shapes, **self._shapes}
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
    return MjsAuthored(self._authored, int(self.option.disableactuator))

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

  def flex(self, name):
    return None

  def add_flex(self, *args, **kwargs):
    raise NotImplementedError("flexes are not supported: this engine simulates rigid bodies")


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


MjSpec.fuse_static, MjSpec.discard_visual = _spec_simplify.fuse_static, _spec_simplify.discard_visual
MjSpec.dedup_assets, MjSpec.adopt_inertial = _spec_simplify.dedup_assets, _spec_simplify.adopt_inertial
MjSpec._replace = _spec_simplify.replace
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
  if isinstance(elements, Element) and elements._id == -1 and elements._signature == 0 and elements._gone:
    raise IndexError("Invalid index -1: the element was deleted from its spec")
  if not isinstance(elements, Element) or elements.signature != model.signature:
    raise ValueError("The mjSpec does not match mjModel. Please recompile the mjSpec.")
  return getattr(owner, MODEL_VIEW.get(elements._kind, elements._kind))(elements.id)


__all__ = ["MjSpec", "MjLROpt", "MjByteVec", "MjCharVec", "MjDoubleVec", "MjFloatVec", "MjIntVec", "MjStringVec", "MjsElement",
           "MjsOrientation", "MjsDefault", "MjsCompiler", "MjsAuthored", "MjsWrap", "MjsTendonPath", "MjsFlex", "MjsSkin", "MjsPlugin",
           *(c.__name__ for c in CLASSES.values())]
