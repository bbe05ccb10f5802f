"""Mouse work on scenes: moving cameras and held bodies, picking, and the spring that pulls on a held body.

    force  = −k m (p − p_ref) − √k m ṗ      at the point that is held, m its mean inertia there
    torque = k_r I θ − √k_r I ω              towards the reference orientation, θ the rotation that is left
"""

import numpy as np

from .. import _native
from . import _enums as E
from . import _scene

_M = {n: int(E.mjtMouse[f"mjMOUSE_{n}"]) for n in ("ROTATE_V", "ROTATE_H", "MOVE_V", "MOVE_H", "ZOOM", "MOVE_V_REL", "MOVE_H_REL")}
_TURN = {n: int(getattr(E.mjtMouse, f"mjMOUSE_{n}", -1)) for n in ("TURN_V", "TURN_H")}
_TRANSLATE, _ROTATE = int(E.mjtPertBit.mjPERT_TRANSLATE), int(E.mjtPertBit.mjPERT_ROTATE)


def _unit(v):
  n = np.linalg.norm(v)
  return v / n if n > 1e-15 else np.zeros_like(v)


def _mul(a, b):
  out = np.zeros(4)
  _native.mju_mulQuat(out, a, b)
  return out


def _neg(q):
  return q * np.array([1.0, -1, -1, -1])


def _rotate(q, v):
  out = np.zeros(3)
  _native.mju_rotVecQuat(out, v, q)
  return out


def _give(target, value):
  if target is not None:
    target[...] = np.reshape(value, np.shape(target))


# cameras

def mjv_cameraFrame(headpos, forward, up, right, d, cam):
  """Position and axes of a camera in the world; each may be None."""
  for target, value in zip((headpos, forward, up, right), _scene.frame(d, cam)):
    _give(target, value)


def mjv_cameraFrustum(zver, zhor, zclip, m, cam):
  """Half heights, half widths and clipping distances of a camera at its near plane; each may be None."""
  for target, value in zip((zver, zhor, zclip), _scene.frustum(m, cam)):
    _give(target, value)


def mjv_camera2GLCamera(model, data, mjv_camera):
  """The eye of a camera."""
  from ._render import MjvGLCamera
  return _scene.eye(model, data, mjv_camera, MjvGLCamera())


def mjv_averageCamera(cam1, cam2):
  """The eye between two."""
  from ._render import MjvGLCamera
  if cam1.orthographic != cam2.orthographic:
    raise _native.FatalError("cannot average perspective and orthographic cameras")
  made = MjvGLCamera()
  made.pos[:] = (np.asarray(cam1.pos, float) + cam2.pos) / 2
  made.forward[:] = _unit(np.asarray(cam1.forward, float) + cam2.forward)
  up = np.asarray(cam1.up, float) + cam2.up
  made.up[:] = _unit(up - up.dot(made.forward) * made.forward)
  for name in ("bottom", "top", "center", "width", "near", "far"):
    setattr(made, f"frustum_{name}", (getattr(cam1, f"frustum_{name}") + getattr(cam2, f"frustum_{name}")) / 2)
  made.orthographic = cam1.orthographic
  return made


def mjv_cameraInRoom(headpos, forward, up, scn):
  """Mean position and axes of a scene's eyes in the room."""
  _near_planes(scn)
  a, b = scn.camera
  _give(headpos, (np.asarray(a.pos, float) + b.pos) / 2)
  _give(forward, _unit(np.asarray(a.forward, float) + b.forward))
  _give(up, _unit(np.asarray(a.up, float) + b.up))


def mjv_cameraInModel(headpos, forward, up, scn):
  """Mean position and axes of a scene's eyes, seen from the model."""
  pos, fwd, high = np.zeros(3), np.zeros(3), np.zeros(3)
  mjv_cameraInRoom(pos, fwd, high, scn)
  if scn.enabletransform:
    q = _neg(np.asarray(scn.rotate, float))
    pos = _rotate(q, pos - scn.translate) / scn.scale
    fwd, high = _rotate(q, fwd), _rotate(q, high)
  _give(headpos, pos)
  _give(forward, fwd)
  _give(up, high)


def _near_planes(scn):
  if min(c.frustum_near for c in scn.camera) < 1e-15:
    raise _native.FatalError("mjvScene frustum_near too small")


def mjv_frustumHeight(scn):
  """Height of what is seen at distance 1 (or everywhere, if the view is orthographic), mean of both eyes."""
  a, b = scn.camera
  if a.orthographic != b.orthographic:
    raise _native.FatalError("cannot average frustums of perspective and orthographic cameras")
  if not a.orthographic:
    _near_planes(scn)
  return sum((c.frustum_top - c.frustum_bottom) / (1 if c.orthographic else c.frustum_near) for c in scn.camera) / 2


def _check_scale(scn):
  if scn.scale < 1e-15:
    raise _native.FatalError("mjvScene scale too small")


def mjv_room2model(modelpos, modelquat, roompos, roomquat, scn):
  """A pose in the room, seen from the model."""
  _check_scale(scn)
  if not scn.enabletransform:
    _give(modelpos, roompos)
    _give(modelquat, roomquat)
    return
  q = _neg(np.asarray(scn.rotate, float))
  _give(modelpos, _rotate(q, np.asarray(roompos, float) - scn.translate) / scn.scale)
  _give(modelquat, _mul(q, roomquat))


def mjv_model2room(roompos, roomquat, modelpos, modelquat, scn):
  """A pose in the model, seen from the room."""
  _check_scale(scn)
  if not scn.enabletransform:
    _give(roompos, modelpos)
    _give(roomquat, modelquat)
    return
  q = np.asarray(scn.rotate, float)
  _give(roompos, scn.scale * (_rotate(q, np.asarray(modelpos, float)) + scn.translate))
  _give(roomquat, _mul(q, modelquat))


def mjv_alignToCamera(res, vec, forward):
  """Turns a vector in the horizontal plane by the angle from the y axis to the view."""
  y = _unit(np.asarray(forward, float)[:2])
  x = np.array([y[1], -y[0]])
  _give(res, [*(vec[0] * x + vec[1] * y), vec[2]])


def _mouse(action, dx, dy, forward):
  """A motion of the mouse as a vector of the world."""
  if action == _M["ROTATE_V"]:
    vec = [dy, 0, dx]
  elif action == _M["ROTATE_H"]:
    vec = [dy, dx, 0]
  elif action in (_M["MOVE_V"], _M["MOVE_V_REL"]):
    vec = [dx, 0, -dy]
  elif action in (_M["MOVE_H"], _M["MOVE_H_REL"]):
    vec = [dx, -dy, 0]
  elif action == _M["ZOOM"]:
    vec = [0, 0, 0]
  else:
    raise _native.FatalError(f"unexpected mouse action {action}")
  out = np.zeros(3)
  mjv_alignToCamera(out, vec, forward)
  return out


def mjv_moveCamera(m, action, reldx, reldy, cam):
  """Moves a camera with the mouse; motions are parts of the window's height."""
  action, kind = int(action), int(cam.type)
  if kind == _scene.FIXED:
    return
  extent = float(m.stat.extent)
  held = kind == _scene.TRACKING and action not in (_M["ROTATE_V"], _M["ROTATE_H"], _M["ZOOM"])
  if held:
    return
  if action in (_M["ROTATE_V"], _M["ROTATE_H"]):
    cam.azimuth -= reldx * 180
    cam.elevation -= reldy * 180
  elif action == _M["ZOOM"]:
    cam.distance -= np.log(1 + cam.distance / extent / 3) * reldy * 9 * extent
  else:
    head, forward, up, _ = _scene.frame(None, cam)
    if action in (_M["MOVE_V"], _M["MOVE_H"]):
      (top, bottom), _, (near, _) = _scene.frustum(m, cam)
      height = (top + bottom) / (1 if cam.orthographic else near)
      scale = height * (cam.lookat - head).dot(forward) * (0.15 if cam.orthographic else 1)
      cam.lookat[:] -= scale * _mouse(action, reldx, reldy, forward)
    elif action in _TURN.values():
      if action == _TURN["TURN_H"]:
        cam.azimuth -= reldx * 180
      else:
        cam.elevation -= reldy * 180
      cam.lookat[:] = head + cam.distance * _scene.frame(None, cam)[1]
    elif action in (_M["MOVE_V_REL"], _M["MOVE_H_REL"]):
      cam.lookat[:] += reldy * (up if action == _M["MOVE_V_REL"] else forward) + reldx * np.cross(forward, up)
    else:
      raise _native.FatalError(f"unexpected action {action}")
  if cam.azimuth > 180:
    cam.azimuth -= 360
  if cam.azimuth < -180:
    cam.azimuth += 360
  cam.elevation = min(89.0, max(-89.0, cam.elevation))
  cam.distance = float(min(100 * extent, max(0.01 * extent, cam.distance)))


def mjv_moveModel(m, action, reldx, reldy, roomup, scn):
  """Moves the model in the room with the mouse, if the scene's transform is enabled."""
  if not scn.enabletransform:
    return
  action, up, view = int(action), np.asarray(roomup, float), np.zeros(3)
  mjv_cameraInRoom(None, view, None, scn)
  forward = _unit(view - view.dot(up) * up)
  right = _unit(np.cross(forward, up))
  extent = float(m.stat.extent)
  if action in (_M["ROTATE_V"], _M["ROTATE_H"]):
    turn = (up if action == _M["ROTATE_V"] else forward) * reldx + right * reldy
    q = np.zeros(4)
    _native.mju_axisAngle2Quat(q, _unit(turn), np.linalg.norm(turn) * np.pi)
    scn.rotate[:] = _unit(_mul(q, np.asarray(scn.rotate, float)))
  elif action in (_M["MOVE_V"], _M["MOVE_V_REL"]):
    scn.translate[:] += (right * reldx - up * reldy) * extent
  elif action in (_M["MOVE_H"], _M["MOVE_H_REL"]):
    scn.translate[:] += (right * reldx - forward * reldy) * extent
  elif action == _M["ZOOM"]:
    scn.scale = float(min(100.0, max(0.01, scn.scale + np.log(1 + scn.scale / 3) * reldy * 3)))
  else:
    raise _native.FatalError(f"unexpected action {action}")


# held bodies

def _inertial_quat(m, d, b):
  return _mul(d.xquat[b], m.body_iquat[b])


def _held_point(d, pert):
  b = int(pert.select)
  return d.xpos[b] + d.xmat[b].reshape(3, 3) @ np.asarray(pert.localpos, float)


def mjv_initPerturb(m, d, scn, pert):
  """Puts the reference of a perturbation at the selected body, and scales the mouse to the view."""
  b = int(pert.select)
  if not 0 < b < m.nbody:
    return
  point = _held_point(d, pert)
  jac, solved = np.zeros((3, m.nv)), np.zeros((3, m.nv))
  _native.mj_jac(m, d, jac, None, point, b)
  _native.mj_solveM(m, d, solved, jac)
  inverse = float((jac * solved).sum())
  pert.localmass = 3 / max(inverse, 1e-15) if inverse else 1.0
  pert.refpos[:], pert.refquat[:], pert.refselpos[:] = d.xipos[b], _inertial_quat(m, d, b), point
  head, forward = np.zeros(3), np.zeros(3)
  mjv_cameraInModel(head, forward, None, scn)
  pert.scale = mjv_frustumHeight(scn) * float((point - head).dot(forward)) * (0.15 if scn.camera[0].orthographic else 1)


def mjv_movePerturb(m, d, action, reldx, reldy, scn, pert):
  """Moves the reference of a perturbation with the mouse."""
  action, b, forward = int(action), int(pert.select), np.zeros(3)
  mjv_cameraInModel(None, forward, None, scn)
  vec = _mouse(action, reldx, reldy, forward)
  if action in (_M["MOVE_V"], _M["MOVE_H"]):
    shift = vec * pert.scale
  elif action in (_M["MOVE_V_REL"], _M["MOVE_H_REL"]):
    axes = d.xmat[b].reshape(3, 3).T
    shift = pert.scale * (axes[0 if action == _M["MOVE_H_REL"] else 2] * reldy + axes[1] * reldx)
  elif action in (_M["ROTATE_V"], _M["ROTATE_H"]):
    return _turn(m, d, b, vec, pert)
  else:
    return None
  pert.refpos[:] += shift
  pert.refselpos[:] += shift
  return None


def _turn(m, d, b, vec, pert):
  """Turns the reference, a right angle from the body at most."""
  q = np.zeros(4)
  _native.mju_axisAngle2Quat(q, _unit(vec), np.linalg.norm(vec) * 2 * np.pi)
  pert.refquat[:] = _unit(_mul(q, pert.refquat))
  if 0 < b < m.nbody:
    mine, away = _inertial_quat(m, d, b), np.zeros(3)
    _native.mju_quat2Vel(away, _mul(_neg(mine), pert.refquat), 1)
    angle = np.linalg.norm(away)
    if angle > np.pi / 2:
      _native.mju_axisAngle2Quat(q, away / angle, np.pi / 2)
      pert.refquat[:] = _mul(mine, q)


def mjv_applyPerturbForce(m, d, pert):
  """Writes the spring's force and torque on the held body to `xfrc_applied`."""
  b, active = int(pert.select), int(pert.active) | int(pert.active2)
  if not 0 <= b < m.nbody or not active:
    return
  velocity = np.zeros(6)
  _native.mj_objectVelocity(m, d, E.mjtObj.mjOBJ_BODY, b, velocity, 0)
  omega, linear = velocity[:3], velocity[3:]
  weight = float(m.body_invweight0[b, 1])
  inertia = 1 / max(1e-15, weight) if weight else 1.0
  out, spin, torque = d.xfrc_applied[b], float(m.vis.map.stiffnessrot), np.zeros(3)
  if active & _TRANSLATE:
    point, k = _held_point(d, pert), float(m.vis.map.stiffness)
    away, arm = point - pert.refselpos, point - d.xipos[b]
    force = -pert.localmass * (k * away + np.sqrt(k) * (linear + np.cross(omega, arm)))
    axis = _unit(away)
    out[:3] = force
    torque += np.cross(arm, force) - np.sqrt(spin) * inertia * axis.dot(omega) * axis
  if active & _ROTATE:
    left = np.zeros(3)
    _native.mju_quat2Vel(left, _mul(pert.refquat, _neg(_inertial_quat(m, d, b))), 1 / (spin * inertia))
    torque += left - np.sqrt(spin) * inertia * omega
  out[3:] = torque


def mjv_applyPerturbPose(m, d, pert, flg_paused):
  """Moves a held mocap body to the reference; while paused, also a free body, or the free body that carries the held one."""
  b = int(pert.select)
  if not 0 < b < m.nbody or not int(pert.active) | int(pert.active2):
    return
  quat = _mul(pert.refquat, _neg(m.body_iquat[b]))
  pos = pert.refpos - _rotate(quat, m.body_ipos[b])
  root, mocap = int(m.body_rootid[b]), int(m.body_mocapid[b])

  def free(body):
    return flg_paused and m.body_jntnum[body] == 1 and m.jnt_type[m.body_jntadr[body]] == 0

  if mocap >= 0:
    d.mocap_pos[mocap], d.mocap_quat[mocap] = pos, quat
  elif free(b):
    q = int(m.jnt_qposadr[m.body_jntadr[b]])
    d.qpos[q:q + 3], d.qpos[q + 3:q + 7] = pos, quat
  elif free(root):
    q = int(m.jnt_qposadr[m.body_jntadr[root]])
    turn = _mul(quat, _neg(d.xquat[b]))
    d.qpos[q:q + 3] = pos + _rotate(turn, d.qpos[q:q + 3] - d.xpos[b])
    d.qpos[q + 3:q + 7] = _mul(turn, d.qpos[q + 3:q + 7])


def mjv_select(m, d, vopt, aspectratio, relx, rely, scn, selpnt, geomid, flexid=None, skinid=None):
  """The body under a point of the window (parts of its width and height, from the lower left corner), −1 if there is none."""
  head, forward, up = np.zeros(3), np.zeros(3), np.zeros(3)
  mjv_cameraInModel(head, forward, up, scn)
  eye = mjv_averageCamera(*scn.camera)
  left = _unit(np.cross(up, forward))
  high = np.cross(forward, left)
  wide = eye.frustum_width or aspectratio * 0.5 * (eye.frustum_top - eye.frustum_bottom)
  x = eye.frustum_center + (2 * relx - 1) * wide
  y = eye.frustum_bottom + rely * (eye.frustum_top - eye.frustum_bottom)
  if eye.orthographic:
    start, ray = head - x * left + y * high, forward
  else:
    start, ray = head, _unit(eye.frustum_near * forward + y * high - x * left)
  found = np.full(1, -1, np.int32)
  static = 1 if vopt.flags[int(E.mjtVisFlag.mjVIS_STATIC)] else 0
  distance = _native.mj_ray(m, d, start, ray, np.asarray(vopt.geomgroup, np.uint8), static, -1, found, None)
  for target in (flexid, skinid):
    _give(target, -1)
  _give(geomid, found[0])
  if distance < 0:
    return -1
  _give(selpnt, start + distance * ray)
  return int(m.geom_bodyid[found[0]])


__all__ = [n for n in dir() if n.startswith("mjv_")]
