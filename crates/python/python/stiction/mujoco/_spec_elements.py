"""Elements of a spec: bodies, joints, geoms, assets, … with MuJoCo's names. `_specs` holds the model that they belong to."""

import numpy as np

from . import _enums as E
from ._spec_plugin import MjsPlugin, plugin_of, set_plugin  # noqa: F401
from ._spec_values import ENUMS, FIELDS, TREE_KINDS, Element, MjCharVec, MjDoubleVec, MjsElement, MjStringVec

PLURAL = {"body": "bodies", "frame": "frames", "joint": "joints", "geom": "geoms", "site": "sites", "camera": "cameras",
          "light": "lights", "mesh": "meshes", "hfield": "hfields", "texture": "textures", "material": "materials", "pair": "pairs",
          "exclude": "excludes", "equality": "equalities", "tendon": "tendons", "actuator": "actuators", "sensor": "sensors",
          "numeric": "numerics", "text": "texts", "tuple": "tuples", "key": "keys", "skin": "skins"}
OBJ = {"body": 1, "joint": 3, "geom": 5, "site": 6, "camera": 7, "light": 8, "mesh": 10, "skin": 11, "hfield": 12, "texture": 13, "material": 14,
       "pair": 15, "exclude": 16, "equality": 17, "tendon": 18, "actuator": 19, "sensor": 20, "numeric": 21, "text": 22, "tuple": 23,
       "key": 24, "frame": 100}
KIND_OF = {v: k for k, v in OBJ.items()} | {2: "body"}


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


def _children_of(kind):
  def children(self):
    return list(self._children[kind])
  return children


for _k in TREE_KINDS:
  setattr(MjsBody, f"first_{_k}", _first(_k))
  setattr(MjsBody, f"next_{_k}", _next(_k))
  setattr(MjsBody, f"add_{_k}", _adder(_k))
  setattr(MjsFrame, f"add_{_k}", _adder(_k))
  setattr(MjsBody, PLURAL[_k], property(_children_of(_k)))


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


class MjsSkin(_Listed):
  """A skin. `vertid` and `vertweight` are lists with one list for each bone."""
  _kind = "skin"

  def _by_bone(self, name):
    ends = np.cumsum([0, *self._values["vertnum"]])
    return [list(self._values[name][a:b]) for a, b in zip(ends, ends[1:])]

  def _set_by_bone(self, name, lists):
    lists = [np.ravel(x).tolist() for x in lists]
    self._values["vertnum"] = type(self._values["vertnum"])([len(x) for x in lists])
    self._values[name] = type(self._values[name])([x for part in lists for x in part])

  vertid = property(lambda self: self._by_bone("vertid"), lambda self, v: self._set_by_bone("vertid", v), doc="Vertices that each bone moves.")
  vertweight = property(lambda self: self._by_bone("vertweight"), lambda self, v: self._set_by_bone("vertweight", v),
                        doc="Weights of these vertices.")


from ._spec_actuator import MjsActuator  # noqa: E402  (needs the classes above)

CLASSES = {c._kind: c for c in (MjsBody, MjsFrame, MjsJoint, MjsGeom, MjsSite, MjsCamera, MjsLight, MjsMesh, MjsHField, MjsTexture,
                                MjsMaterial, MjsPair, MjsExclude, MjsEquality, MjsTendon, MjsActuator, MjsSensor, MjsNumeric, MjsText,
                                MjsTuple, MjsKey, MjsSkin)}


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

  __hash__ = None  # type: ignore[assignment]

  def __repr__(self):
    return "<MjLROpt\n" + "".join(f"  {n}: {getattr(self, n)!r}\n" for n in sorted(self._names)) + ">"

  def _give(self):
    return tuple(type(d)(getattr(self, n)) for n, d in zip(self._names, (1, True, False, *[0.0] * 7)))


class MjsCompiler:
  """Settings of the compiler."""

  _enums = ENUMS["compiler"]

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
        raise ValueError("eulerseq may have at most 3 characters" if len(value) > 3 else "eulerseq should be a list/array of size 3")
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

  __hash__ = None  # type: ignore[assignment]


# settings in the order of MuJoCo's structs: bit k of what is authored is the k-th
AUTHORED = {
    "option": "timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance gravity wind magnetic density "
              "viscosity o_margin o_solref o_solimp o_friction integrator cone jacobian solver iterations ls_iterations "
              "noslip_iterations ccd_iterations - - - sdf_initpoints sdf_iterations",
    "compiler": "autolimits boundmass boundinertia settotalmass balanceinertia fitaabb angle eulerseq discardvisual usethread fusestatic "
                "inertiafromgeom inertiagrouprange saveinertial - - alignfree conflict passthrough - meshdir texturedir",
    "visual_global": "cameraid orthographic fovy ipd azimuth elevation linewidth glow realtime offwidth offheight ellipsoidinertia bvactive",
    "visual_quality": "shadowsize offsamples numslices numstacks numquads",
    "visual_headlight": "ambient diffuse specular active",
    "visual_map": "stiffness stiffnessrot force torque alpha fogstart fogend znear zfar haze shadowclip shadowscale actuatortendon",
    "visual_scale": "forcewidth contactwidth contactheight connect com camera light selectpoint jointlength jointwidth actuatorlength "
                    "actuatorwidth framelength framewidth constraint slidercrank frustum",
    "visual_rgba": "fog haze force inertia joint actuator actuatornegative actuatorpositive com camera light selectpoint connect contactpoint "
                   "contactforce contactfriction contacttorque contactgap rangefinder constraint slidercrank crankbroken frustum bv bvactive",
}


def authored_bits(section, names):
  """Bits of the settings of a section that are among the names."""
  return sum(1 << k for k, field in enumerate(AUTHORED[section].split()) if f"{section}.{field}" in names)


class MjsAuthored:
  """Which global settings a file gives explicitly: `"option.timestep" in spec.authored`, or MuJoCo's masks of bits."""

  def __init__(self, names, disabled_groups=0):
    self._names = list(names)
    self._disabled_groups = disabled_groups if "option.actuatorgroupdisable" in names else 0

  def __contains__(self, name):
    return name in self._names

  def _flags(self, prefix, enum):
    return sum(int(bit) for name, bit in enum.__members__.items() if f"flag.{name.removeprefix(prefix).lower()}" in self._names)

  @property
  def disableflags(self):
    return self._flags("mjDSBL_", E.mjtDisableBit)

  @property
  def enableflags(self):
    return self._flags("mjENBL_", E.mjtEnableBit)

  @property
  def disableactuator(self):
    return self._disabled_groups


for _section in AUTHORED:
  if _section != "compiler":
    setattr(MjsAuthored, _section, property(lambda self, s=_section: authored_bits(s, self._names)))


class MjsFlex(MjsElement):
  """Flexible bodies are not supported."""


for _cls in (MjsActuator, MjsSensor, MjsMesh, MjsGeom, MjsBody):
  _cls.plugin = property(plugin_of, set_plugin, doc="The plugin that it uses, if that is active.")
