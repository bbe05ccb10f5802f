"""Offscreen rendering and scenes with MuJoCo's names, drawn in software: no GL, no window, the same picture everywhere.

`Renderer` gives colour, depth and segmentation images. The lower names (`MjvScene`, `MjvCamera`, `MjrContext`, `mjr_render`, …) exist as
far as programs that make pictures use them; what a scene holds is drawn from the model and the data it was updated with.
"""

import warnings
import weakref

import numpy as np

from .. import _native
from . import _enums as enums
from . import _font, _perturb, _scene
from ._perturb import *  # noqa: F401,F403


class _Struct:
  """A struct of MuJoCo's: compared and printed by its fields; whole numbers and arrays keep their kind."""

  def _names(self):
    return sorted(n for n in self.__dict__ if not n.startswith("_"))

  def __setattr__(self, name, value):
    old = self.__dict__.get(name)
    if isinstance(old, np.ndarray) and not isinstance(value, np.ndarray):
      old[...] = value
      return
    if type(old) is int and not isinstance(value, (int, np.integer, np.bool_)):
      raise TypeError(f"{name} is a whole number, got {value!r}")
    self.__dict__[name] = value

  def __eq__(self, other):
    return type(other) is type(self) and all(np.array_equal(getattr(self, n), getattr(other, n)) for n in self._names())

  __hash__ = None  # type: ignore[assignment]

  def __repr__(self):
    rows = (f"  {n}: {getattr(self, n)!r}".replace("\n", "\n  ") for n in self._names())
    return f"<{type(self).__name__}\n" + "\n".join(rows) + "\n>"

  def __copy__(self):
    made = type(self).__new__(type(self))
    made.__dict__.update({n: v.copy() if isinstance(v, np.ndarray) else v for n, v in self.__dict__.items()})
    return made

  def __deepcopy__(self, memo):
    return self.__copy__()


class MjvCamera(_Struct):
  """A view: free, tracking a body, or one of the model's cameras."""

  def __init__(self):
    self.type = int(enums.mjtCamera.mjCAMERA_FREE)
    self.fixedcamid = -1
    self.trackbodyid = -1
    self.lookat = np.zeros(3)
    self.distance = 2.0
    self.azimuth = 90.0
    self.elevation = -45.0
    self.orthographic = 0

  def _spec(self):
    fixed = int(self.fixedcamid) if int(self.type) == int(enums.mjtCamera.mjCAMERA_FIXED) else -1
    track = int(self.trackbodyid) if int(self.type) == int(enums.mjtCamera.mjCAMERA_TRACKING) else -1
    return dict(fixed=fixed, track=track, lookat=[float(x) for x in self.lookat], distance=float(self.distance),
                azimuth=float(self.azimuth), elevation=float(self.elevation))


class MjvOption(_Struct):
  """What is visible."""

  def __init__(self):
    usual = [1, 1, 1, 0, 0, 0]
    for name in ("geomgroup", "sitegroup", "jointgroup", "tendongroup", "actuatorgroup", "flexgroup", "skingroup"):
      setattr(self, name, np.array(usual, np.uint8))
    self.label = int(enums.mjtLabel.mjLABEL_NONE)
    self.frame = int(enums.mjtFrame.mjFRAME_NONE)
    self.flags = np.array(_FLAGS, np.uint8)
    self.bvh_depth, self.flex_layer = 1, 0


# which visual flags are on unless a program says otherwise
_FLAGS = [0] * int(enums.mjtVisFlag.mjNVISFLAG)
for _i in (1, 7, 8, 13, 22, 23, 25, 27):
  _FLAGS[_i] = 1


class MjvPerturb(_Struct):
  """A body held by the mouse."""

  def __init__(self):
    self.select = self.active = self.active2 = 0
    self.flexselect = self.skinselect = -1
    self.refpos, self.localpos, self.refselpos = np.zeros(3), np.zeros(3), np.zeros(3)
    self.refquat = np.array([1.0, 0, 0, 0])
    self.localmass = self.scale = 0.0


class MjvGeom(_Struct):
  """A shape in a scene: a row of its table. `size` are factors along its axes (a capsule's third is half its length)."""

  def __init__(self, row=None):
    if row is None:
      row = self.__dict__.get("_row")
      self.__dict__["_row"] = np.zeros(1, _scene.SHAPE)[0] if row is None else row
      self._reset()
    else:
      self.__dict__["_row"] = row

  def _reset(self):
    row = self._row
    for name in _scene.SHAPE.names:
      row[name] = 0
    for name in ("dataid", "objid", "matid", "texid", "segid"):
      row[name] = -1
    row["type"], row["category"] = int(enums.mjtGeom.mjGEOM_NONE), int(enums.mjtCatBit.mjCAT_DECOR)
    row["size"], row["mat"], row["rgba"], row["texrepeat"] = 0.1, np.eye(3), (0.5, 0.5, 0.5, 1), 1
    row["specular"] = row["shininess"] = 0.5
    row["castshadow"], row["label"] = 1, b""

  def _names(self):
    return sorted(_scene.SHAPE.names)

  def __getattr__(self, name):
    if name.startswith("_") or name not in _scene.SHAPE.names:
      raise AttributeError(name)
    value = self._row[name]
    if name == "label":
      return value.decode()
    return value if isinstance(value, np.ndarray) else value.item()

  def __setattr__(self, name, value):
    if name not in _scene.SHAPE.names:
      raise AttributeError(f"a geom of a scene has no '{name}'")
    if _scene.SHAPE[name].kind == "i" and not isinstance(value, (int, np.integer, np.bool_)):
      raise TypeError(f"{name} is a whole number, got {value!r}")
    self._row[name] = np.reshape(value, (3, 3)) if name == "mat" else value

  def __copy__(self):
    return MjvGeom(self._row.copy())

  def _numbers(self):
    """Kind, sizes as in models, pose and colour for the viewer's page; what has no shape of its own there is a capsule."""
    kind, size, pos = int(self.type), np.asarray(self.size, float), np.asarray(self.pos, float)
    if kind >= 100:
      half = 0.5 * size[2]
      kind, size, pos = int(enums.mjtGeom.mjGEOM_CAPSULE), np.array([size[0], size[0], half]), pos + half * self.mat[:, 2]
    if kind in (int(enums.mjtGeom.mjGEOM_CAPSULE), int(enums.mjtGeom.mjGEOM_CYLINDER)):
      size = np.array([size[0], size[2], 0])
    return [float(kind), *map(float, size), *map(float, pos), *map(float, np.ravel(self.mat)), *map(float, self.rgba)]


class MjvGLCamera(_Struct):
  """Where a scene is seen from: an eye, and its frustum at the near plane."""

  def __init__(self):
    self.pos, self.forward, self.up = np.zeros(3, np.float32), np.zeros(3, np.float32), np.zeros(3, np.float32)
    self.frustum_bottom = self.frustum_top = self.frustum_center = self.frustum_width = 0.0
    self.frustum_near = self.frustum_far = 0.0
    self.orthographic = 0


class MjvLight(_Struct):
  """A light of a scene."""

  def __init__(self):
    for name in ("ambient", "attenuation", "diffuse", "dir", "pos", "specular"):
      setattr(self, name, np.zeros(3, np.float32))
    self.bulbradius = self.cutoff = self.exponent = self.intensity = self.range = self.softness = 0.0
    self.castshadow = self.headlight = self.id = self.texid = self.type = 0


class MjvScene:
  """The shapes of a model that are visible, those that a program adds, and where they are seen from."""

  def __init__(self, model=None, maxgeom=0):
    self.model, self.maxgeom, self.ngeom = model, int(maxgeom), 0
    self._table, self._nmodel = np.zeros(self.maxgeom, _scene.SHAPE), 0
    self.flags = np.array([1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 1][: int(enums.mjtRndFlag.mjNRNDFLAG)], np.uint8)
    self.camera = [MjvGLCamera(), MjvGLCamera()]
    self.stereo = self.enabletransform = self.status = self.nlight = self.framewidth = 0
    self.lights = []
    self.scale = 1.0
    self.translate, self.rotate = np.zeros(3, np.float32), np.array([1, 0, 0, 0], np.float32)
    self.framergb = np.zeros(3, np.float32)
    self.nskin = 0 if model is None else model.nskin
    n = 0 if model is None else 3 * model.nskinvert
    self.skinvert, self.skinnormal = np.zeros(n, np.float32), np.zeros(n, np.float32)

  @property
  def skinvertadr(self):
    """The first vertex of each skin."""
    return np.zeros(0, np.int32) if self.model is None else self.model.skin_vertadr

  @property
  def skinvertnum(self):
    """How many vertices each skin has."""
    return np.zeros(0, np.int32) if self.model is None else self.model.skin_vertnum

  @property
  def skinfacenum(self):
    """How many triangles each skin has."""
    return np.zeros(0, np.int32) if self.model is None else self.model.skin_facenum

  @property
  def geoms(self):
    """All places for shapes; the first `ngeom` are in use."""
    return _Geoms(self)

  def _extras(self):
    """What a program added, in numbers for the viewer's page, which draws the model itself."""
    first = self._nmodel if self.ngeom >= self._nmodel else 0
    return [x for g in self.geoms[first: self.ngeom] for x in g._numbers()]

  def _shapes(self):
    """The table of shapes, and where the corners of skins are."""
    return self._table[: self.ngeom].tobytes(), np.asarray(self.skinvert, np.float32).tobytes(), np.asarray(self.skinnormal, np.float32).tobytes()

  def _eye(self):
    """The view between both eyes, in numbers."""
    c = _perturb.mjv_averageCamera(*self.camera)
    frustum = (c.frustum_bottom, c.frustum_top, c.frustum_center, c.frustum_near, c.frustum_far, c.orthographic)
    return [float(x) for x in (*c.pos, *c.forward, *c.up, *frustum)]

  def _lamps(self):
    """The lights, in numbers."""
    return [float(x) for l in self.lights[: self.nlight]
            for x in (l.type, *l.pos, *l.dir, l.cutoff, l.exponent, *l.attenuation, *l.ambient, *l.diffuse, *l.specular, l.castshadow)]

  def _effects(self):
    return [int(x) for x in self.flags]


class _Geoms:
  """The geoms of a scene."""

  def __init__(self, scene):
    self._scene = scene

  def __len__(self):
    return self._scene.maxgeom

  def __getitem__(self, i):
    s = self._scene
    if isinstance(i, slice):
      return [self[k] for k in range(*i.indices(s.maxgeom))]
    if not 0 <= i < s.maxgeom:
      raise IndexError(f"the scene has room for {s.maxgeom} geoms")
    return MjvGeom(s._table[i])


class MjrRect(_Struct):
  """A part of a picture."""

  def __init__(self, left, bottom, width, height):
    self.left, self.bottom, self.width, self.height = left, bottom, width, height


class MjrRendererInfo(_Struct):
  """Which renderer draws."""

  def __init__(self):
    self.renderer, self.backend = "", ""


def mjr_getRendererInfo(info):
  """`classic`: scenes are drawn as MuJoCo's classic renderer does; nothing stands behind it."""
  info.renderer, info.backend = "classic", ""


def _drawer(model, height, width):
  """A renderer with the textures that the model has by reference; a file that cannot be read is warned of, and drawn without."""
  out = _native.SoftRenderer(height, width)
  if model.ntex and (model.tex_adr < 0).any():
    for t, why in out.read_textures(model):
      (_native.get_mju_user_warning() or warnings.warn)(f"texture {t}: not uploaded ({why})")
  return out


class _Frame:
  """A frame buffer, rows from the bottom as GL has them. A scene is drawn when its colours or its depths are asked for."""

  def __init__(self, width, height):
    self.rgb, self.depth = np.zeros((height, width, 3), np.uint8), np.ones((height, width), np.float32)
    self._renderer, self._colour, self._distance = None, None, None

  def draw(self, rect, scn, fontscale):
    self.flush()
    self._colour = self._distance = (rect, scn.model, scn._shapes(), scn._eye(), scn._lamps(), scn._effects(), fontscale)

  def forget(self):
    self._renderer = None

  def _native(self, model, rect):
    if self._renderer is None or self._renderer.size != (rect.height, rect.width):
      self._renderer = _drawer(model, rect.height, rect.width)
    return self._renderer

  def _place(self, buffer, rect, image):
    part = buffer[rect.bottom: rect.bottom + rect.height, rect.left: rect.left + rect.width]
    part[...] = image[::-1][: part.shape[0], : part.shape[1]]

  def colours(self):
    if self._colour is not None:
      rect, model, *rest = self._colour
      self._colour = None
      self._place(self.rgb, rect, _colours(self._native(model, rect), model, *rest))
    return self.rgb

  def depths(self):
    """GL's depths, 0 near to 1 far."""
    if self._distance is not None:
      rect, model, shapes, eye = self._distance[:4]
      self._distance = None
      z = np.frombuffer(self._native(model, rect).geometry(model, shapes, eye)[0], np.float32).astype(float).reshape(rect.height, rect.width)
      near, far, orthographic = eye[12:15]
      self._place(self.depth, rect, (z - near) / (far - near) if orthographic else (1 - near / z) / (1 - near / far))
    return self.depth

  def flush(self):
    self.colours()
    self.depths()


def _colours(renderer, model, shapes, eye, lamps, effects, fontscale):
  """A picture with its labels, rows from the top; with `mjRND_SEGMENT` one of the shapes' numbers."""
  h, w = renderer.size
  if not effects[int(enums.mjtRndFlag.mjRND_SEGMENT)]:
    image = np.frombuffer(renderer.rgb(model, shapes, eye, lamps, effects), np.uint8).reshape(h, w, 3)
    return _font.labelled(image, np.frombuffer(shapes[0], _scene.SHAPE), eye, fontscale)
  shape = np.frombuffer(renderer.geometry(model, shapes, eye)[1], np.int32).reshape(h, w)
  ids = np.append(np.frombuffer(shapes[0], _scene.SHAPE)["segid"] + 1, 0)[shape]
  if not effects[int(enums.mjtRndFlag.mjRND_IDCOLOR)]:
    ids = ids * 0x9E3779 % 0x1000000   # neighbours get colours far apart
  return np.stack([ids & 255, ids >> 8 & 255, ids >> 16 & 255], -1).astype(np.uint8)


def _font_scale(wanted):
  return int(enums.mjtFontScale.mjFONTSCALE_150 if wanted is None else wanted)


class MjrContext:
  """A place to draw into. There is no GL behind it."""

  def __init__(self, model=None, fontscale=None):
    self.model, self.fontScale = model, _font_scale(fontscale)
    self.offWidth = int(model.vis.global_.offwidth) if model is not None else 640
    self.offHeight = int(model.vis.global_.offheight) if model is not None else 480
    self.currentBuffer = int(enums.mjtFramebuffer.mjFB_OFFSCREEN)
    self.offFBO = self.windowAvailable = 1
    self.readDepthMap = int(enums.mjtDepthMap.mjDEPTH_ZERONEAR)
    self._frame = _Frame(self.offWidth, self.offHeight)
    _current.append(weakref.ref(self))
    del _current[:-1]

  def free(self):
    self._frame = None

  def _open(self, who):
    if self._frame is None:
      raise _native.FatalError(f"{who}: the context was freed")
    return self._frame


# the context that was made last: where functions that name none draw
_current = []


class GLContext:
  """Nothing: pictures are drawn in software."""

  def __init__(self, max_width=0, max_height=0):
    del max_width, max_height

  def make_current(self):
    pass

  def __del__(self):
    pass

  def free(self):
    pass


def mjv_defaultCamera(cam):
  cam.__init__()


def mjv_defaultFreeCamera(m, cam):
  cam.__init__()
  cam.lookat[:] = m.stat.center
  cam.distance = 1.5 * float(m.stat.extent)
  cam.azimuth, cam.elevation = float(m.vis.global_.azimuth), float(m.vis.global_.elevation)


def mjv_defaultOption(opt):
  opt.__init__()


def mjv_defaultPerturb(pert):
  pert.__init__()


def mjv_initGeom(geom, type, size=None, pos=None, mat=None, rgba=None):
  """Gives a shape its kind, size (as in models), pose and colour, and usual values for the rest."""
  geom.__init__()
  geom.type = int(type)
  if size is not None:
    geom.size[:] = _scene.drawn_size(geom.type, np.ravel(size)[:3])
  if pos is not None:
    geom.pos[:] = np.ravel(pos)
  if mat is not None:
    geom.mat[:] = np.reshape(mat, (3, 3))
  if rgba is not None:
    geom.rgba[:] = np.ravel(rgba)


_CENTRED = (int(enums.mjtGeom.mjGEOM_CAPSULE), int(enums.mjtGeom.mjGEOM_CYLINDER))


def mjv_connector(geom, type, width, from_, to):
  """Makes a capsule, cylinder, arrow or line lie between two points."""
  a, b = np.asarray(from_, float), np.asarray(to, float)
  kind = int(type)
  if kind not in _CENTRED and kind not in [int(enums.mjtGeom[f"mjGEOM_{n}"]) for n in ("ARROW", "ARROW1", "ARROW2", "LINE")]:
    raise _native.FatalError(f"mjv_connector: invalid geom type {kind} for connector")
  d = b - a
  length = float(np.linalg.norm(d))
  quat, mat = np.zeros(4), np.zeros(9)
  _native.mju_quatZ2Vec(quat, d)
  _native.mju_quat2Mat(mat, quat)
  geom.type = kind
  centred = kind in _CENTRED
  geom.size[:] = [float(width), float(width), 0.5 * length if centred else length]
  geom.pos[:] = 0.5 * (a + b) if centred else a
  geom.mat[:] = mat.reshape(3, 3)


def mjv_updateScene(m, d, opt, pert, cam, catmask, scn):
  """Lists what is visible of a model in a scene, and takes the view of `cam`. Shapes that a program added are forgotten."""
  del pert
  scn.model = m
  _scene.fill(m, d, opt if opt is not None else MjvOption(), catmask, scn)
  mjv_makeLights(m, d, scn)
  if cam is not None:
    mjv_updateCamera(m, d, cam, scn)


def mjv_addGeoms(m, d, opt, pert, catmask, scn):
  """Lists what is visible of a model in a scene that holds nothing else."""
  del pert
  if scn.ngeom > scn._nmodel:
    raise _native.FatalError("mjv_addGeoms: the scene already holds other geoms; call mjv_updateScene first")
  scn.model = m
  _scene.fill(m, d, opt, catmask, scn)


def mjv_updateCamera(m, d, cam, scn):
  """Takes the view of a camera; a tracking camera looks at its body."""
  scn.model = m
  if int(cam.type) == int(enums.mjtCamera.mjCAMERA_TRACKING) and 0 <= int(cam.trackbodyid) < m.nbody:
    cam.lookat[:] = d.subtree_com[int(cam.trackbodyid)]
  _scene.eyes(m, d, cam, scn)
  if scn.lights and scn.lights[0].headlight:
    centre = _perturb.mjv_averageCamera(*scn.camera)
    scn.lights[0].pos[:], scn.lights[0].dir[:] = centre.pos, centre.forward


def mjv_makeLights(m, d, scn):
  """Lists the lights that shine: the one at the camera, then the model's."""
  scn.lights = []
  head = m.vis.headlight
  if head.active:
    light = MjvLight()
    light.headlight, light.id, light.texid, light.type = 1, -1, -1, int(enums.mjtLightType.mjLIGHT_DIRECTIONAL)
    light.range, light.bulbradius = 10.0, 0.02
    light.ambient[:], light.diffuse[:], light.specular[:] = head.ambient, head.diffuse, head.specular
    scn.lights.append(light)
  for i in np.flatnonzero(m.light_active):
    light = MjvLight()
    light.id, light.type, light.castshadow, light.texid = int(i), int(m.light_type[i]), int(m.light_castshadow[i]), int(m.light_texid[i])
    light.pos[:], light.dir[:] = d.light_xpos[i], d.light_xdir[i]
    # what fades with distance or angle is left out of parallel light
    far = light.type == int(enums.mjtLightType.mjLIGHT_DIRECTIONAL)
    for name in ("ambient", "diffuse", "specular") + (() if far else ("attenuation",)):
      getattr(light, name)[:] = getattr(m, f"light_{name}")[i]
    for name in ("intensity", "range", "bulbradius") + (() if far else ("cutoff", "exponent", "softness")):
      setattr(light, name, float(getattr(m, f"light_{name}")[i]))
    scn.lights.append(light)
  scn.nlight = len(scn.lights)


def mjr_setBuffer(framebuffer, con):
  con.currentBuffer = int(framebuffer)


def mjr_resizeOffscreen(width, height, con):
  con.offWidth, con.offHeight = int(width), int(height)
  con._frame = _Frame(con.offWidth, con.offHeight)


def mjr_maxViewport(con):
  return MjrRect(0, 0, con.offWidth, con.offHeight)


def _rect(viewport):
  rect = MjrRect(int(viewport.left), int(viewport.bottom), int(viewport.width), int(viewport.height))
  if rect.width < 0 or rect.height < 0:
    raise ValueError("viewport width and height must be non-negative")
  return rect


def mjr_render(viewport, scn, con):
  """Draws a scene into a rectangle of the context."""
  rect = _rect(viewport)
  if scn.model is None or not scn.camera[0].frustum_far:
    raise _native.FatalError("mjr_render: the scene was not updated")
  if rect.width and rect.height:
    con._open("mjr_render").draw(rect, scn, con.fontScale)


def mjr_rectangle(viewport, r, g, b, a):
  """Fills a rectangle with a colour, in the context that was made last."""
  con = _current[-1]() if _current else None
  if con is None or con._frame is None:
    raise _native.FatalError("mjr_rectangle: there is no context")
  rect = _rect(viewport)
  part = con._frame.colours()[rect.bottom: rect.bottom + rect.height, rect.left: rect.left + rect.width]
  part[...] = np.rint((1 - a) * part + a * 255 * np.clip([r, g, b], 0, 1)).astype(np.uint8)


def _pixels(name, array, count, kind):
  """A flat view of a buffer of pixels, whose size and layout are right."""
  if array.dtype != kind:
    raise TypeError(f"{name} buffer must be of {np.dtype(kind).name}")
  if not array.flags.c_contiguous:
    raise ValueError(f"{name} buffer must be C-contiguous")
  if array.size < count:
    raise ValueError(f"{name} buffer is too small: {array.size} elements, {count} are needed")
  return array.reshape(-1)[:count]


def mjr_readPixels(rgb, depth, viewport, con):
  """Copies a rectangle of the context, rows from the bottom as GL has them; depth is GL's, 0 near to 1 far or as `readDepthMap` says."""
  rect = _rect(viewport)
  flat_rgb = None if rgb is None else _pixels("rgb", rgb, 3 * rect.width * rect.height, np.uint8)
  flat_depth = None if depth is None else _pixels("depth", depth, rect.width * rect.height, np.float32)
  frame = con._open("mjr_readPixels")
  inside = (slice(rect.bottom, rect.bottom + rect.height), slice(rect.left, rect.left + rect.width))
  if flat_rgb is not None:
    part = frame.colours()[inside]
    flat_rgb.reshape(rect.height, rect.width, 3)[: part.shape[0], : part.shape[1]] = part
  if flat_depth is not None:
    part = frame.depths()[inside]
    far_is_zero = int(con.readDepthMap) == int(enums.mjtDepthMap.mjDEPTH_ZEROFAR)
    flat_depth.reshape(rect.height, rect.width)[: part.shape[0], : part.shape[1]] = 1 - part if far_is_zero else part


def mjr_drawPixels(rgb, depth, viewport, con):
  """Copies pixels into a rectangle of the context."""
  rect = _rect(viewport)
  flat_rgb = None if rgb is None else _pixels("rgb", rgb, 3 * rect.width * rect.height, np.uint8)
  flat_depth = None if depth is None else _pixels("depth", depth, rect.width * rect.height, np.float32)
  frame = con._open("mjr_drawPixels")
  inside = (slice(rect.bottom, rect.bottom + rect.height), slice(rect.left, rect.left + rect.width))
  for flat, buffer, shape in ((flat_rgb, frame.colours, (rect.height, rect.width, 3)), (flat_depth, frame.depths, (rect.height, rect.width))):
    if flat is not None:
      part = buffer()[inside]
      part[...] = flat.reshape(shape)[: part.shape[0], : part.shape[1]]


def mj_printFormattedScene(s, filename, float_format):
  """Writes the shapes, lights and eyes of a scene to a text file."""
  def line(name, value):
    if isinstance(value, (float, np.ndarray)):
      return f"    {name:16} " + " ".join(float_format % x for x in np.ravel(value))
    return f"    {name:16} {value}"
  with open(filename, "w", encoding="utf-8") as f:
    for title, things in (("GEOM", s.geoms[: s.ngeom]), ("LIGHT", s.lights), ("CAMERA", s.camera)):
      f.write(f"{title}S {len(things)}\n")
      for i, thing in enumerate(things):
        f.write(f"  {title} {i}\n" + "\n".join(line(n, getattr(thing, n)) for n in thing._names()) + "\n\n")


def mj_printScene(s, filename):
  """Writes the shapes, lights and eyes of a scene to a text file."""
  mj_printFormattedScene(s, filename, "%-9.2g")


def mjr_restoreBuffer(con):
  """Draws offscreen again, where this package always draws."""
  con.currentBuffer = int(enums.mjtFramebuffer.mjFB_OFFSCREEN)


def mjr_uploadHField(m, con, hfieldid):
  """Lets the next picture be drawn from the model as it is now."""
  del m, hfieldid
  con._open("mjr_uploadHField").forget()


def mjr_uploadMesh(m, con, meshid):
  """Lets the next picture be drawn from the model as it is now."""
  del m, meshid
  con._open("mjr_uploadMesh").forget()


def mjr_uploadTexture(m, con, texid):
  """Lets the next picture be drawn from the model as it is now."""
  del m, texid
  con._open("mjr_uploadTexture").forget()


def mjr_finish():
  """Nothing to wait for."""


def mjr_getError():
  """0: there is no GL that could fail."""
  return 0


def mjr_findRect(x, y, nrect, rect):
  """The first rectangle that holds a point, −1 if none does."""
  for i, r in enumerate(list(rect)[:nrect]):
    if r.left <= x < r.left + r.width and r.bottom <= y < r.bottom + r.height:
      return i
  return -1


class Renderer:
  """Pictures of a simulation: colour, depth [m] or segmentation (object id and type)."""

  def __init__(self, model, height=240, width=320, max_geom=10000, font_scale=None):
    self._font_scale = _font_scale(font_scale)
    limit_w, limit_h = int(model.vis.global_.offwidth), int(model.vis.global_.offheight)
    if width > limit_w or height > limit_h:
      raise ValueError(
          f"Image size {width} x {height} > framebuffer {limit_w} x {limit_h}. Either reduce the image size or specify a larger "
          f'offscreen framebuffer in the model XML: <visual><global offwidth="{width}" offheight="{height}"/></visual>')
    self._model, self._height, self._width = model, int(height), int(width)
    self._native = _drawer(model, self._height, self._width)
    self._scene = MjvScene(model, max_geom)
    self._depth = self._segmentation = False
    self._gl_context = None   # there is none, which programs may ask

  model = property(lambda self: self._model)
  scene = property(lambda self: self._scene)
  height = property(lambda self: self._height)
  width = property(lambda self: self._width)

  def update_scene(self, data, camera=-1, scene_option=None):
    """Takes what is seen from `data`. `camera`: an `MjvCamera`, a name, an id, or -1 for the free camera."""
    if isinstance(camera, MjvCamera):
      cam = camera
    else:
      cam = MjvCamera()
      if isinstance(camera, str):
        ident = _native.mj_name2id(self._model, enums.mjtObj.mjOBJ_CAMERA, camera)
        if ident < 0:
          raise ValueError(f'The camera "{camera}" does not exist.')
        camera = ident
      if camera < -1 or camera >= self._model.ncam:
        raise ValueError(f"The camera id {camera} is out of range [-1, {self._model.ncam}).")
      if camera == -1:
        mjv_defaultFreeCamera(self._model, cam)
      else:
        cam.type, cam.fixedcamid = int(enums.mjtCamera.mjCAMERA_FIXED), int(camera)
    mjv_updateScene(self._model, data, scene_option, None, cam, None, self._scene)

  def render(self, *, out=None):
    """The picture, rows from the top: (h, w, 3) bytes, (h, w) float32 metres, or (h, w, 2) int32."""
    if self._native is None:
      raise RuntimeError("render cannot be called after close.")
    shape, scn = (self._height, self._width), self._scene
    kind = (*shape, 2) if self._segmentation else shape if self._depth else (*shape, 3)
    if out is not None and out.shape != kind:
      raise ValueError(f"Expected `out.shape == {kind}`. Got `out.shape={out.shape}` instead.")
    if not scn.camera[0].frustum_far:   # an empty scene, as in MuJoCo
      image = (np.zeros(shape, np.float32) if self._depth else np.full((*shape, 2), -1, np.int32) if self._segmentation
               else np.zeros((*shape, 3), np.uint8))
    elif self._depth or self._segmentation:
      depth, index = self._native.geometry(self._model, scn._shapes(), scn._eye())
      if self._depth:
        image = np.frombuffer(depth, np.float32).reshape(shape)
      else:
        known = scn._table[: scn.ngeom]
        objects = np.append(np.stack([known["objid"], known["objtype"]], -1), [[-1, -1]], 0).astype(np.int32)
        image = objects[np.frombuffer(index, np.int32).reshape(shape)]
    else:
      image = _colours(self._native, self._model, scn._shapes(), scn._eye(), scn._lamps(), scn._effects(), self._font_scale)
    if out is None:
      return image.copy()
    np.copyto(out, image, casting="unsafe")
    return out

  def enable_depth_rendering(self):
    self._depth, self._segmentation = True, False

  def disable_depth_rendering(self):
    self._depth = False

  def enable_segmentation_rendering(self):
    self._segmentation, self._depth = True, False

  def disable_segmentation_rendering(self):
    self._segmentation = False

  def close(self):
    self._native = None

  def __del__(self):
    self.close()

  def __enter__(self):
    return self

  def __exit__(self, *exc):
    self.close()


NAMES = ["GLContext", "MjrContext", "MjrRect", "MjrRendererInfo", "MjvCamera", "MjvGLCamera", "MjvGeom", "MjvLight", "MjvOption", "MjvPerturb", "MjvScene", "Renderer"]
NAMES += [n for n in dir() if n.startswith(("mjv_", "mjr_", "mj_print"))]
