"""Offscreen rendering and scenes with MuJoCo's names, drawn in software: no GL, no window, the same picture everywhere.

`Renderer` gives colour, depth and segmentation images. The lower names (`MjvScene`, `MjvCamera`, `MjrContext`, `mjr_render`, …) exist as
far as programs that make pictures use them; what a scene holds is drawn from the model and the data it was updated with.
"""

import numpy as np

from .. import _native
from . import _enums as enums


class MjvCamera:
  """A view: free, tracking a body, or one of the model's cameras."""

  def __init__(self):
    self.type = enums.mjtCamera.mjCAMERA_FREE
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


class MjvOption:
  """What is visible."""

  def __init__(self):
    usual = [1, 1, 1, 0, 0, 0]
    for name in ("geomgroup", "sitegroup", "jointgroup", "tendongroup", "actuatorgroup", "flexgroup", "skingroup"):
      setattr(self, name, np.array(usual, np.uint8))
    self.label = enums.mjtLabel.mjLABEL_NONE
    self.frame = enums.mjtFrame.mjFRAME_NONE
    self.flags = np.zeros(int(enums.mjtVisFlag.mjNVISFLAG), np.uint8)
    self.bvh_depth = self.flex_layer = 0


class MjvPerturb:
  """A body held by the mouse. Kept for programs that make one; the viewer has its own."""

  def __init__(self):
    self.select = self.active = self.active2 = 0
    self.flexselect = self.skinselect = -1
    self.refpos, self.localpos, self.refselpos = np.zeros(3), np.zeros(3), np.zeros(3)
    self.refquat = np.array([1.0, 0, 0, 0])
    self.localmass = self.scale = 0.0


class MjvGeom:
  """A shape in a scene."""

  def __init__(self):
    self.type, self.dataid, self.objtype, self.objid, self.category = 1001, -1, 0, -1, 0
    self.matid = self.segid = -1
    self.size, self.pos, self.mat = np.full(3, 0.1), np.zeros(3), np.eye(3)
    self.rgba = np.array([0.5, 0.5, 0.5, 1], np.float32)
    self.emission, self.specular, self.shininess, self.reflectance = 0.0, 0.5, 0.5, 0.0
    self.label = ""
    self.transparent = 0

  def _numbers(self):
    return [float(self.type), *map(float, self.size), *map(float, self.pos), *map(float, np.ravel(self.mat)), *map(float, self.rgba)]


class MjvGLCamera:
  """Where a scene is seen from."""

  def __init__(self):
    self.pos, self.forward, self.up = np.zeros(3), np.array([0.0, 1, 0]), np.array([0.0, 0, 1])


class MjvScene:
  """Shapes that a program adds, and the model, data, camera and options the scene was last updated with."""

  def __init__(self, model=None, maxgeom=0):
    self.model, self.maxgeom, self.ngeom = model, int(maxgeom), 0
    self._geoms = []
    self.flags = np.zeros(int(enums.mjtRndFlag.mjNRNDFLAG), np.uint8)
    self.flags[int(enums.mjtRndFlag.mjRND_SHADOW)] = 1
    self.flags[int(enums.mjtRndFlag.mjRND_SKYBOX)] = 1
    self.camera = [MjvGLCamera(), MjvGLCamera()]
    self.stereo, self.enabletransform, self.scale = 0, 0, 1.0
    self._data, self._camera, self._option = None, MjvCamera(), MjvOption()

  @property
  def geoms(self):
    while len(self._geoms) < self.maxgeom and len(self._geoms) <= self.ngeom:
      self._geoms.append(MjvGeom())
    return _Geoms(self)

  def _extras(self):
    return [x for g in self._geoms[: self.ngeom] for x in g._numbers()]

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


class MjrRect:
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
  geom.__init__()
  geom.type = int(type)
  if size is not None:
    geom.size[:] = np.ravel(size)[:3]
  if pos is not None:
    geom.pos[:] = np.ravel(pos)
  if mat is not None:
    geom.mat[:] = np.reshape(mat, (3, 3))
  if rgba is not None:
    geom.rgba[:] = np.ravel(rgba)


def mjv_connector(geom, type, width, from_, to):
  """Makes a capsule, cylinder, arrow or line lie between two points."""
  a, b = np.asarray(from_, float), np.asarray(to, float)
  d = b - a
  length = float(np.linalg.norm(d))
  quat = np.zeros(4)
  _native.mju_quatZ2Vec(quat, d / max(length, 1e-12))
  mat = np.zeros(9)
  _native.mju_quat2Mat(mat, quat)
  # what has no triangles of its own is drawn as a capsule
  geom.type = int(type) if int(type) < 100 else int(enums.mjtGeom.mjGEOM_CAPSULE)
  geom.size[:] = [float(width), 0.5 * length, 0.0]
  geom.pos[:] = 0.5 * (a + b)
  geom.mat[:] = mat.reshape(3, 3)


def mjv_updateScene(m, d, opt, pert, cam, catmask, scn):
  del pert, catmask
  scn.model, scn._data = m, d
  scn._camera, scn._option = cam, opt if opt is not None else MjvOption()


def mjv_updateCamera(m, d, cam, scn):
  scn.model, scn._data, scn._camera = m, d, cam


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
        cam.type, cam.fixedcamid = enums.mjtCamera.mjCAMERA_FIXED, camera
    self._scene.ngeom = 0
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


NAMES = ["GLContext", "MjrContext", "MjrRect", "MjvCamera", "MjvGLCamera", "MjvGeom", "MjvOption", "MjvPerturb", "MjvScene", "Renderer"]
NAMES += [n for n in dir() if n.startswith(("mjv_", "mjr_"))]
