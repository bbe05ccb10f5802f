"""Offscreen rendering and scenes with MuJoCo's names, drawn in software: no GL, no window, the same picture everywhere.

`Renderer` gives colour, depth and segmentation images. The lower names (`MjvScene`, `MjvCamera`, `MjrContext`, `mjr_render`, …) exist as
far as programs that make pictures use them; what a scene holds is drawn from the model and the data it was updated with.
"""

import numpy as np

from .. import _native
from . import _enums as enums
from . import _perturb, _scene
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
  """A shape in a scene; `size` are factors along its axes (a capsule's third is half its length)."""

  def __init__(self):
    self.type, self.dataid, self.objtype, self.objid = int(enums.mjtGeom.mjGEOM_NONE), -1, 0, -1
    self.category = int(enums.mjtCatBit.mjCAT_DECOR)
    self.matid = self.texid = self.segid = -1
    self.size, self.pos, self.mat = np.full(3, 0.1, np.float32), np.zeros(3, np.float32), np.eye(3, dtype=np.float32)
    self.rgba = np.array([0.5, 0.5, 0.5, 1], np.float32)
    self.texrepeat = np.ones(2, np.float32)
    self.emission, self.specular, self.shininess, self.reflectance = 0.0, 0.5, 0.5, 0.0
    self.camdist = self.modelrbound = 0.0
    self.label = ""
    self.texcoord = self.texuniform = self.transparent = 0
    self.castshadow = 1

  def _numbers(self):
    """Kind, sizes and pose as the renderer takes them: what has no shape of its own there is a capsule."""
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
    self._geoms, self._nmodel = [], 0
    self.flags = np.array([1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 1][: int(enums.mjtRndFlag.mjNRNDFLAG)], np.uint8)
    self.camera = [MjvGLCamera(), MjvGLCamera()]
    self.stereo = self.enabletransform = self.status = self.nlight = self.framewidth = 0
    self.lights = []
    self.scale = 1.0
    self.translate, self.rotate = np.zeros(3, np.float32), np.array([1, 0, 0, 0], np.float32)
    self.framergb = np.zeros(3, np.float32)
    self._data, self._camera, self._option = None, MjvCamera(), MjvOption()

  @property
  def geoms(self):
    """All places for shapes; the first `ngeom` are in use."""
    return _Geoms(self)

  def _extras(self):
    first = self._nmodel if self.ngeom >= self._nmodel else 0
    return [x for g in self._geoms[first: self.ngeom] for x in g._numbers()]

  def _spec(self):
    o, f = self._option, self.flags
    return dict(self._camera._spec(), geomgroup=[int(x) for x in o.geomgroup], sitegroup=[int(x) for x in o.sitegroup],
                tendongroup=[int(x) for x in o.tendongroup], skybox=bool(f[int(enums.mjtRndFlag.mjRND_SKYBOX)]),
                shadow=bool(f[int(enums.mjtRndFlag.mjRND_SHADOW)]), extras=self._extras())


class _Geoms:
  """The geoms of a scene; those beyond `ngeom` are made when they are asked for."""

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
    while len(s._geoms) <= i:
      s._geoms.append(MjvGeom())
    return s._geoms[i]


class MjrRect(_Struct):
  """A part of a picture."""

  def __init__(self, left, bottom, width, height):
    self.left, self.bottom, self.width, self.height = left, bottom, width, height


class MjrContext:
  """A place to draw into. There is no GL behind it."""

  def __init__(self, model=None, fontscale=None):
    self.model = model
    self.offWidth = int(model.vis.global_.offwidth) if model is not None else 640
    self.offHeight = int(model.vis.global_.offheight) if model is not None else 480
    self.currentBuffer = int(enums.mjtFramebuffer.mjFB_OFFSCREEN)
    self.offFBO = self.windowAvailable = 1
    self.readDepthMap = 0
    self._picture = None

  def free(self):
    self._picture = None


class GLContext:
  """Nothing: pictures are drawn in software."""

  def __init__(self, max_width=0, max_height=0):
    del max_width, max_height

  def make_current(self):
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
    geom.size[:] = _scene._drawn_size(geom.type, np.ravel(size)[:3])
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
  scn.model, scn._data, scn._option = m, d, opt if opt is not None else MjvOption()
  _scene.fill(m, d, scn._option, catmask, scn)
  mjv_makeLights(m, d, scn)
  if cam is not None:
    mjv_updateCamera(m, d, cam, scn)


def mjv_addGeoms(m, d, opt, pert, catmask, scn):
  """Lists what is visible of a model in a scene that holds nothing else."""
  del pert
  if scn.ngeom > scn._nmodel:
    raise _native.FatalError("mjv_addGeoms: the scene already holds other geoms; call mjv_updateScene first")
  scn.model, scn._data = m, d
  _scene.fill(m, d, opt, catmask, scn)


def mjv_updateCamera(m, d, cam, scn):
  """Takes the view of a camera; a tracking camera looks at its body."""
  scn.model, scn._data, scn._camera = m, d, cam
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


def mjr_maxViewport(con):
  return MjrRect(0, 0, con.offWidth, con.offHeight)


def mjr_render(viewport, scn, con):
  if scn._data is None:
    raise _native.FatalError("mjr_render: the scene was not updated")
  renderer = _native.SoftRenderer(int(viewport.height), int(viewport.width))
  con._picture = (renderer, scn._data, scn._spec())


def mjr_readPixels(rgb, depth, viewport, con):
  """Copies the last picture, rows from the bottom as GL has them; depth is GL's, 0 near to 1 far."""
  if con._picture is None:
    raise _native.FatalError("mjr_readPixels: nothing was rendered")
  renderer, data, spec = con._picture
  h, w = int(viewport.height), int(viewport.width)
  if rgb is not None:
    image = np.frombuffer(renderer.rgb(data, spec), np.uint8).reshape(h, w, 3)
    np.copyto(rgb.reshape(h, w, 3), image[::-1])
  if depth is not None:
    z = np.frombuffer(renderer.geometry(data, spec)[0], np.float32).reshape(h, w)
    m = data.model
    near, far = m.vis.map.znear * m.stat.extent, m.vis.map.zfar * m.stat.extent
    np.copyto(depth.reshape(h, w), ((1 - near / z) / (1 - near / far))[::-1])


def mjr_overlay(font, gridpos, viewport, overlay, overlay2, con):
  """Text is not drawn into pictures."""
  del font, gridpos, viewport, overlay, overlay2, con


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
  """Nothing to do: pictures are drawn from the model as it is."""
  del m, con, hfieldid


def mjr_uploadMesh(m, con, meshid):
  """Nothing to do: pictures are drawn from the model as it is."""
  del m, con, meshid


def mjr_uploadTexture(m, con, texid):
  """Nothing to do: pictures are drawn from the model as it is."""
  del m, con, texid


def mjr_changeFont(fontscale, con):
  """Text is not drawn into pictures."""
  del fontscale, con


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
    del font_scale
    limit_w, limit_h = int(model.vis.global_.offwidth), int(model.vis.global_.offheight)
    if width > limit_w or height > limit_h:
      raise ValueError(
          f"Image size {width} x {height} > framebuffer {limit_w} x {limit_h}. Either reduce the image size or specify a larger "
          f'offscreen framebuffer in the model XML: <visual><global offwidth="{width}" offheight="{height}"/></visual>')
    self._model, self._height, self._width = model, int(height), int(width)
    self._native = _native.SoftRenderer(self._height, self._width)
    self._scene = MjvScene(model, max_geom)
    self._depth = self._segmentation = False

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
    shape = (self._height, self._width)
    data, spec = self._scene._data, None if self._scene._data is None else self._scene._spec()
    if data is None:   # an empty scene, as in MuJoCo
      image = (np.zeros(shape, np.float32) if self._depth else np.full((*shape, 2), -1, np.int32) if self._segmentation
               else np.zeros((*shape, 3), np.uint8))
    elif self._depth:
      image = np.frombuffer(self._native.geometry(data, spec)[0], np.float32).reshape(shape)
    elif self._segmentation:
      image = np.frombuffer(self._native.geometry(data, spec)[1], np.int32).reshape(*shape, 2)
    else:
      image = np.frombuffer(self._native.rgb(data, spec), np.uint8).reshape(*shape, 3)
    if out is None:
      return image.copy()
    if out.shape != image.shape:
      raise ValueError(f"Expected `out.shape == {image.shape}`. Got `out.shape={out.shape}` instead.")
    np.copyto(out, image)
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

  def __enter__(self):
    return self

  def __exit__(self, *exc):
    self.close()


NAMES = ["GLContext", "MjrContext", "MjrRect", "MjvCamera", "MjvGLCamera", "MjvGeom", "MjvLight", "MjvOption", "MjvPerturb", "MjvScene", "Renderer"]
NAMES += [n for n in dir() if n.startswith(("mjv_", "mjr_", "mj_print"))]
