"""What a scene holds: a table of the shapes of a model at a state, and where they are seen from. No drawing: `_render` does that.

A camera is turned into two eyes (`MjvGLCamera`), each with position, axes and the frustum at the near plane:

    half height at distance 1 = tan(fovy / 2),   near, far = znear, zfar of the model times its extent
"""

import numpy as np

from .. import _native
from . import _enums as E
from . import _labels

FREE, TRACKING, FIXED = (int(E.mjtCamera[f"mjCAMERA_{n}"]) for n in ("FREE", "TRACKING", "FIXED"))


# shapes

# columns of a scene's table, as the renderer reads them; the last ones are for programs
SHAPE = np.dtype([(n, "<i4") for n in ("type", "dataid", "objtype", "objid", "category", "matid", "texid", "texuniform", "texcoord",
                                       "segid", "castshadow")]
                 + [("size", "<f4", 3), ("pos", "<f4", 3), ("mat", "<f4", (3, 3)), ("rgba", "<f4", 4)]
                 + [(n, "<f4") for n in ("emission", "specular", "shininess", "reflectance")]
                 + [("texrepeat", "<f4", 2), ("modelrbound", "<f4"), ("camdist", "<f4"), ("transparent", "<i4"), ("label", "S100")])


def fill(m, d, opt, catmask, scn):
  """Lists what is visible of a model, with the decoration that `opt` asks for."""
  mask = int(catmask) if catmask is not None else int(E.mjtCatBit.mjCAT_ALL)
  groups = [[int(x) for x in getattr(opt, f"{n}group")] for n in ("geom", "site", "joint", "tendon", "actuator", "skin")]
  if opt.flags[E.mjtVisFlag.mjVIS_RANGEFINDER]:
    d.sensordata   # computed when it is read
  rows = np.frombuffer(_native.scene_shapes(d, groups, [int(x) for x in opt.flags], int(opt.frame), mask), SHAPE)
  if int(opt.label):
    rows = rows.copy()
    rows = np.concatenate([rows, _bare(_labels.write(m, d, opt.label, rows))])
  scn.ngeom, scn.status = min(len(rows), scn.maxgeom), int(len(rows) > scn.maxgeom)
  scn._table[: scn.ngeom] = rows[: scn.ngeom]
  scn._nmodel = scn.ngeom
  if m.nskin:
    scn.skinvert, scn.skinnormal = (np.frombuffer(x, np.float32).copy() for x in _native.scene_skins(d))


def _bare(labels):
  """Rows of labels that stand alone."""
  rows = np.zeros(len(labels), SHAPE)
  for name in ("dataid", "matid", "texid", "segid"):
    rows[name] = -1
  rows["type"], rows["category"] = int(E.mjtGeom.mjGEOM_LABEL), int(E.mjtCatBit.mjCAT_DECOR)
  rows["size"], rows["mat"], rows["rgba"] = 0.1, np.eye(3), (0.5, 0.5, 0.5, 1)
  for row, (text, pos, body) in zip(rows, labels):
    row["label"], row["pos"], row["objid"] = text.encode()[:99], pos, body
  return rows


def drawn_size(kind, size):
  """Sizes as factors along the axes of the unit shape."""
  if kind == int(E.mjtGeom.mjGEOM_SPHERE):
    return [size[0]] * 3
  if kind in (int(E.mjtGeom.mjGEOM_CAPSULE), int(E.mjtGeom.mjGEOM_CYLINDER)):
    return [size[0], size[0], size[1]]
  return size


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
