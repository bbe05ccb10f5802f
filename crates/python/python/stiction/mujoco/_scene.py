"""What a scene holds: the shapes of a model at a state, and where they are seen from. No drawing: `_render` does that.

A camera is turned into two eyes (`MjvGLCamera`), each with position, axes and the frustum at the near plane:

    half height at distance 1 = tan(fovy / 2),   near, far = znear, zfar of the model times its extent
"""

import numpy as np

from .. import _native
from . import _enums as E

FREE, TRACKING, FIXED = (int(E.mjtCamera[f"mjCAMERA_{n}"]) for n in ("FREE", "TRACKING", "FIXED"))
STATIC, DYNAMIC = int(E.mjtCatBit.mjCAT_STATIC), int(E.mjtCatBit.mjCAT_DYNAMIC)
TEXTURE, TRANSPARENT, HULL = (int(E.mjtVisFlag[f"mjVIS_{n}"]) for n in ("TEXTURE", "TRANSPARENT", "CONVEXHULL"))
MESH = int(E.mjtGeom.mjGEOM_MESH)
GREY = np.array([0.5, 0.5, 0.5, 1], np.float32)


# shapes

def fill(m, d, opt, catmask, scn):
  """Lists geoms, sites and spatial tendons of the visible groups, in the model's order."""
  mask = int(catmask) if catmask is not None else int(E.mjtCatBit.mjCAT_ALL)
  category = np.where(m.body_weldid == 0, STATIC, DYNAMIC)
  scn.ngeom = scn.status = 0
  _objects(m, scn, opt, E.mjtObj.mjOBJ_GEOM, category[m.geom_bodyid] & mask, opt.geomgroup,
           (m.geom_type, m.geom_size, d.geom_xpos, d.geom_xmat, m.geom_rgba, m.geom_matid, m.geom_group))
  _objects(m, scn, opt, E.mjtObj.mjOBJ_SITE, category[m.site_bodyid] & mask, opt.sitegroup,
           (m.site_type, m.site_size, d.site_xpos, d.site_xmat, m.site_rgba, m.site_matid, m.site_group))
  if mask & DYNAMIC:
    _tendons(m, d, opt, scn)
  scn._nmodel = scn.ngeom


def _visible(groups, of):
  return np.asarray(groups, bool)[np.clip(of, 0, len(groups) - 1)]


def _objects(m, scn, opt, kind, category, groups, arrays):
  types, sizes, pos, mat, rgba, matid, group = arrays
  for i in np.flatnonzero((category != 0) & _visible(groups, group)):
    g = _next(scn, kind, i, category[i])
    if g is None:
      return
    g.type = int(types[i])
    g.pos[:], g.mat[:] = pos[i], mat[i].reshape(3, 3)
    g.size[:] = _drawn_size(g.type, sizes[i])
    _material(m, g, int(matid[i]), rgba[i], opt)
    if kind == E.mjtObj.mjOBJ_GEOM:
      g.dataid, g.modelrbound = int(m.geom_dataid[i]), float(m.geom_rbound[i])
      if g.type == MESH and g.dataid >= 0:
        hull = m.mesh_graphadr[g.dataid] >= 0 and opt.flags[HULL] and (m.geom_contype[i] or m.geom_conaffinity[i])
        g.texcoord = int(m.mesh_texcoordadr[g.dataid] >= 0)
        g.dataid = 2 * g.dataid + int(bool(hull))
    if g.rgba[3] != 0:
      scn.ngeom += 1


def _next(scn, kind, ident, category):
  """The next free shape of a scene with usual values, or None if it is full."""
  if scn.ngeom >= scn.maxgeom:
    scn.status = 1
    return None
  g = scn.geoms[scn.ngeom]
  g.objtype, g.objid, g.category, g.segid = int(kind), int(ident), int(category), scn.ngeom
  g.dataid = g.matid = g.texid = -1
  g.emission, g.specular, g.shininess, g.reflectance, g.label, g.texcoord = 0.0, 0.5, 0.5, 0.0, "", 0
  return g


def _drawn_size(kind, size):
  """Sizes as factors along the axes of the unit shape."""
  if kind == int(E.mjtGeom.mjGEOM_SPHERE):
    return [size[0]] * 3
  if kind in (int(E.mjtGeom.mjGEOM_CAPSULE), int(E.mjtGeom.mjGEOM_CYLINDER)):
    return [size[0], size[0], size[1]]
  return size


def _material(m, g, matid, rgba, opt):
  g.rgba[:] = rgba
  if matid >= 0:
    if (rgba == GREY).all():
      g.rgba[:] = m.mat_rgba[matid]
    g.emission, g.specular = float(m.mat_emission[matid]), float(m.mat_specular[matid])
    g.shininess, g.reflectance = float(m.mat_shininess[matid]), float(m.mat_reflectance[matid])
    if opt.flags[TEXTURE]:
      g.matid, g.texid = matid, int(m.mat_texid[matid, int(E.mjtTextureRole.mjTEXROLE_RGB)])
      g.texuniform, g.texrepeat[:] = int(m.mat_texuniform[matid]), m.mat_texrepeat[matid]
  if opt.flags[TRANSPARENT] and g.category == DYNAMIC:
    g.rgba[3] *= m.vis.map.alpha


def _tendons(m, d, opt, scn):
  """A capsule per straight piece of a spatial tendon; none within a wrapped geom or across a pulley."""
  if not opt.flags[int(E.mjtVisFlag.mjVIS_TENDON)]:
    return
  from ._render import mjv_connector
  points, objects = d.wrap_xpos.reshape(-1, 3), d.wrap_obj.reshape(-1)
  for i in np.flatnonzero(_visible(opt.tendongroup, m.tendon_group) & (m.tendon_num > 0)):
    first = int(d.ten_wrapadr[i])
    for j in range(first, first + int(d.ten_wrapnum[i]) - 1):
      if objects[j] == -2 or objects[j + 1] == -2:
        continue
      g = _next(scn, E.mjtObj.mjOBJ_TENDON, i, DYNAMIC)
      if g is None:
        return
      width = float(m.tendon_width[i])
      inside = objects[j] >= 0 and objects[j + 1] >= 0
      mjv_connector(g, E.mjtGeom.mjGEOM_CAPSULE, 0.5 * width if inside else width, points[j], points[j + 1])
      _material(m, g, int(m.tendon_matid[i]), m.tendon_rgba[i], opt)
      scn.ngeom += 1


# cameras

def frame(d, cam):
  """(position, forward, up, right) of a camera in the world."""
  kind = int(cam.type)
  if kind == FIXED:
    if d is None:
      raise _native.FatalError("a camera of the model needs the data")
    mat = d.cam_xmat[int(cam.fixedcamid)].reshape(3, 3)
    return d.cam_xpos[int(cam.fixedcamid)].copy(), -mat[:, 2], mat[:, 1].copy(), mat[:, 0].copy()
  if kind not in (FREE, TRACKING):
    raise _native.FatalError(f"unknown camera type {kind}")
  a, e = np.radians(cam.azimuth), np.radians(cam.elevation)
  forward = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
  up = np.array([-np.sin(e) * np.cos(a), -np.sin(e) * np.sin(a), np.cos(e)])
  centre = np.asarray(cam.lookat, float)
  if kind == TRACKING and int(cam.trackbodyid) >= 0:
    if d is None:
      raise _native.FatalError("a tracking camera needs the data")
    centre = d.subtree_com[int(cam.trackbodyid)]
  return centre - cam.distance * forward, forward, up, np.array([np.sin(a), -np.cos(a), 0.0])


def frustum(m, cam):
  """((top, bottom), (left, right), (near, far)) at the near plane; left and right are 0 where the window decides."""
  near, far = m.vis.map.znear * m.stat.extent, m.vis.map.zfar * m.stat.extent
  orthographic, fovy, cid = bool(m.vis.global_.orthographic), float(m.vis.global_.fovy), -1
  if int(cam.type) == FIXED:
    cid = int(cam.fixedcamid)
    if not 0 <= cid < m.ncam:
      raise _native.FatalError(f"fixed camera id {cid} is outside valid range")
    orthographic, fovy = m.cam_projection[cid] == int(E.mjtProjection.mjPROJ_ORTHOGRAPHIC), float(m.cam_fovy[cid])
  if orthographic:
    return (fovy / 2, fovy / 2), (0.0, 0.0), (near, far)
  if cid >= 0 and m.cam_sensorsize[cid, 1]:
    fx, fy, cx, cy = map(float, m.cam_intrinsic[cid])
    w, h = map(float, m.cam_sensorsize[cid])
    return ((near / fy * (h / 2 - cy), near / fy * (h / 2 + cy)), (near / fx * (w / 2 - cx), near / fx * (w / 2 + cx)), (near, far))
  half = near * np.tan(np.radians(fovy) / 2)
  return (half, half), (0.0, 0.0), (near, far)


def eye(m, d, cam, made):
  """Fills an `MjvGLCamera`."""
  (top, bottom), (left, right), (near, far) = frustum(m, cam)
  made.pos[:], made.forward[:], made.up[:] = frame(d, cam)[:3]
  made.frustum_top, made.frustum_bottom = float(np.float32(top)), float(np.float32(-bottom))
  made.frustum_center, made.frustum_width = (right - left) / 2, (right + left) / 2
  made.frustum_near, made.frustum_far = float(np.float32(near)), float(np.float32(far))
  made.orthographic = int(m.vis.global_.orthographic)
  if int(cam.type) == FIXED:
    made.orthographic = int(m.cam_projection[int(cam.fixedcamid)] == int(E.mjtProjection.mjPROJ_ORTHOGRAPHIC))
  return made


def eyes(m, d, cam, scn):
  """Both eyes of a scene, apart by the distance between pupils."""
  right = frame(d, cam)[3]
  ipd = float(m.cam_ipd[int(cam.fixedcamid)]) if int(cam.type) == FIXED else float(m.vis.global_.ipd)
  for side, made in zip((-0.5, 0.5), scn.camera):
    eye(m, d, cam, made)
    made.pos[:] = made.pos + side * ipd * right
