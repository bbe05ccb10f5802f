"""Scenes, cameras and held bodies without drawing, against MuJoCo's."""

import mujoco as reference
import numpy as np
import pytest

import stiction.mujoco as ours

XML = """<mujoco><visual><global fovy="50" azimuth="120" elevation="-20"/><map znear=".02"/></visual>
<asset><material name="mat" rgba=".2 .3 .4 .9" specular=".7" reflectance=".1"/><mesh name="tet" vertex="0 0 0 .3 0 0 0 .2 0 0 0 .4"/></asset>
<worldbody><light name="l" pos="0 0 3" diffuse=".5 .6 .7"/><light name="d" type="directional" dir="1 0 -1" castshadow="false"/>
  <camera name="c" pos="1 -2 1.5" xyaxes="1 .2 0 0 .3 1" fovy="40"/>
  <camera name="s" pos="0 -2 1" xyaxes="1 0 0 0 0 1" sensorsize=".01 .008" focal=".012 .011" principal=".001 -.0005" resolution="64 48"/>
  <geom name="floor" type="plane" size="3 3 .1" material="mat"/><geom name="hidden" size=".1" group="4"/><geom name="clear" size=".1" rgba="1 1 1 0"/>
  <body name="arm" pos="0 0 1"><freejoint/><geom name="g" type="capsule" size=".1 .3"/><site name="s1" pos="0 .2 0" size=".02"/>
    <body name="hand" pos=".3 0 0" euler="10 20 30"><joint axis="0 1 0"/><geom type="mesh" mesh="tet" material="mat"/><geom type="box" size=".1 .05 .2" pos=".2 0 0"/></body></body>
  <body name="ball" pos="1 0 .5" gravcomp="1"><joint type="slide"/><geom type="ellipsoid" size=".1 .2 .3" rgba="1 0 0 1"/><site name="s2" type="box" size=".1 .1 .1" group="1"/></body>
  <body name="target" mocap="true" pos="0 1 1"><geom type="cylinder" size=".1 .2" contype="0" conaffinity="0"/></body></worldbody>
<tendon><spatial name="t" width=".01" rgba="0 1 0 1"><site site="s1"/><site site="s2"/></spatial></tendon></mujoco>"""


def start(lib):
  m = lib.MjModel.from_xml_string(XML)
  d = lib.MjData(m)
  d.qvel[:] = np.linspace(-0.5, 0.5, m.nv)
  lib.mj_step(m, d, 20)
  lib.mj_forward(m, d)
  return m, d


def scene(lib, camera=None, flags=()):
  m, d = start(lib)
  scn, opt, cam = lib.MjvScene(m, 100), lib.MjvOption(), lib.MjvCamera()
  for f in flags:
    opt.flags[f] = 1
  if camera is None:
    lib.mjv_defaultFreeCamera(m, cam)
  else:
    cam.type, cam.fixedcamid = 2, camera
  lib.mjv_updateScene(m, d, opt, lib.MjvPerturb(), cam, lib.mjtCatBit.mjCAT_ALL, scn)
  return m, d, scn, cam, opt


def close(a, b, what=""):
  np.testing.assert_allclose(b, a, atol=2e-6, rtol=2e-6, err_msg=what)


@pytest.mark.parametrize("flags", [(), (ours.mjtVisFlag.mjVIS_TRANSPARENT,), (ours.mjtVisFlag.mjVIS_CONVEXHULL,)])
def test_shapes(flags):
  a, b = scene(reference, flags=flags)[2], scene(ours, flags=flags)[2]
  assert a.ngeom == b.ngeom > 8
  for i in range(a.ngeom):
    x, y = a.geoms[i], b.geoms[i]
    for name in ("type", "objtype", "objid", "category", "matid", "texcoord", "segid"):
      assert getattr(x, name) == getattr(y, name), (i, name)
    if x.type != 0:   # MuJoCo numbers planes here
      assert x.dataid == y.dataid
    for name in ("size", "pos", "mat", "rgba", "emission", "specular", "shininess", "reflectance", "modelrbound"):
      if (name, x.type) != ("modelrbound", 0):
        close(getattr(x, name), getattr(y, name), f"{i} {name}")
  assert a.nlight == b.nlight
  for x, y in zip(a.lights, b.lights):
    for name in ("id", "pos", "dir", "type", "headlight", "castshadow", "texid", "ambient", "diffuse", "specular", "attenuation", "cutoff", "exponent",
                 "intensity", "range", "bulbradius", "softness"):
      close(getattr(x, name), getattr(y, name), name)


@pytest.mark.parametrize("camera", [None, 0, 1])
def test_eyes(camera):
  (m, d, a, cam, _), (m2, d2, b, cam2, _) = scene(reference, camera), scene(ours, camera)
  for x, y in zip(a.camera, b.camera):
    for name in ("pos", "forward", "up", "frustum_top", "frustum_bottom", "frustum_near", "frustum_far", "frustum_center", "frustum_width", "orthographic"):
      close(getattr(x, name), getattr(y, name), name)
  assert reference.mjv_frustumHeight(a) == pytest.approx(ours.mjv_frustumHeight(b), rel=1e-6)
  got = []
  for lib, model, data, scn, c in ((reference, m, d, a, cam), (ours, m2, d2, b, cam2)):
    v, f, e = [np.zeros(3) for _ in range(7)], [np.zeros(2, np.float32) for _ in range(3)], lib.mjv_camera2GLCamera(model, data, c)
    lib.mjv_cameraFrame(*v[:4], data, c)
    lib.mjv_cameraFrustum(*f, model, c)
    lib.mjv_cameraInModel(*v[4:], scn)
    got.append([*v, *f, e.pos, e.frustum_top, lib.mjv_averageCamera(*scn.camera).pos])
  for x, y in zip(*got):
    close(x, y)


@pytest.mark.parametrize("action", range(1, 10))
def test_mouse(action):
  got = []
  for lib in (reference, ours):
    m, d, scn, cam, _ = scene(lib)
    lib.mjv_moveCamera(m, action, 0.1, -0.2, cam)
    pert = lib.MjvPerturb()
    pert.select, pert.localpos[:] = 2, [0.1, 0, 0.05]
    lib.mjv_initPerturb(m, d, scn, pert)
    if action < 8:   # turning is for cameras
      lib.mjv_movePerturb(m, d, action, 0.1, 0.3, scn, pert)
    scn.enabletransform = 1
    if action < 8:
      lib.mjv_moveModel(m, action, 0.1, 0.3, np.array([0, 0, 1.0]), scn)
    pos, quat = np.zeros(3), np.zeros(4)
    lib.mjv_room2model(pos, quat, [1, 2, 3], [0.5, 0.5, 0.5, 0.5], scn)
    back, turn = np.zeros(3), np.zeros(4)
    lib.mjv_model2room(back, turn, [1, 2, 3], [0.5, 0.5, 0.5, 0.5], scn)
    got.append([cam.azimuth, cam.elevation, cam.distance, cam.lookat, pert.localmass, pert.scale, pert.refpos, pert.refquat, pert.refselpos,
                scn.translate, scn.rotate, scn.scale, pos, quat, back, turn])
  for i, (x, y) in enumerate(zip(*got)):
    np.testing.assert_allclose(y, x, atol=1e-5, rtol=1e-5, err_msg=str(i))


@pytest.mark.parametrize("body", [1, 2, 3, 4])
@pytest.mark.parametrize("active", [1, 2, 3])
def test_held_bodies(body, active):
  got = []
  for lib in (reference, ours):
    m, d, scn, _, _ = scene(lib)
    pert = lib.MjvPerturb()
    pert.select, pert.active, pert.localpos[:] = body, active, [0.1, 0.02, 0.05]
    lib.mjv_initPerturb(m, d, scn, pert)
    pert.refselpos[:] += [0.1, 0.2, -0.1]
    pert.refpos[:] += 0.3
    pert.refquat[:] = np.array([0.8, 0.2, 0.4, 0.1]) / np.linalg.norm([0.8, 0.2, 0.4, 0.1])
    lib.mjv_applyPerturbForce(m, d, pert)
    lib.mjv_applyPerturbPose(m, d, pert, 1)
    got.append([d.xfrc_applied.copy(), d.qpos.copy(), d.mocap_pos.copy(), d.mocap_quat.copy()])
  for x, y in zip(*got):
    np.testing.assert_allclose(y, x, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("camera", [None, 0, 1])
def test_picking(camera):
  hits = 0
  (m, d, a, _, o), (m2, d2, b, _, o2) = scene(reference, camera), scene(ours, camera)
  for x, y in np.random.default_rng(1).random((60, 2)):
    got = []
    for lib, model, data, scn, opt in ((reference, m, d, a, o), (ours, m2, d2, b, o2)):
      point, geom, flex, skin = np.zeros(3), np.zeros(1, np.int32), np.zeros(1, np.int32), np.zeros(1, np.int32)
      got.append((lib.mjv_select(model, data, opt, 1.3, x, y, scn, point, geom, flex, skin), geom[0] if point.any() else -1, point))
    assert got[0][0] == got[1][0]
    if got[0][0] >= 0:
      hits += 1
      assert got[0][1] == got[1][1]
      np.testing.assert_allclose(got[1][2], got[0][2], atol=1e-5)
  assert hits > 10


def test_shapes_of_a_program_are_drawn_beside_those_of_the_model():
  m, d, scn, cam, opt = scene(ours)
  n = scn.ngeom
  ours.mjv_initGeom(scn.geoms[n], ours.mjtGeom.mjGEOM_SPHERE, [0.1, 0, 0], [0, 0, 1], np.eye(3).ravel(), [1, 0, 0, 1])
  scn.ngeom += 1
  assert len(scn._extras()) == len(scn.geoms[n]._numbers())
  small = ours.MjvScene(m, 3)
  ours.mjv_updateScene(m, d, opt, None, cam, ours.mjtCatBit.mjCAT_ALL, small)
  assert small.ngeom == 3 and small.status == 1
  with pytest.raises(TypeError):
    cam.fixedcamid = 0.5
  assert ours.MjvCamera() == ours.MjvCamera() != cam and repr(cam).startswith("<MjvCamera\n")


RANGE = """<mujoco><worldbody><geom type="plane" size="3 3 .1"/><body pos="0 0 1"><geom size=".1"/><site name="down" zaxis="0 .2 -1" group="4"/>
  <site name="up" zaxis="0 0 1"/><camera name="eye" resolution="2 2" fovy="40" zaxis="0 .2 1"/><camera name="flat" resolution="2 3" projection="orthographic" fovy=".5" zaxis=".1 .2 1"/>
  <camera name="back" resolution="1 2" zaxis="0 0 -1"/><camera name="sensor" resolution="3 2" sensorsize=".02 .01" focal=".03 .04" principal=".001 .002" zaxis="0 .2 1"/></body></worldbody>
  <sensor><rangefinder site="up"/><rangefinder site="down"/>
  <rangefinder site="down" data="dist dir point normal"/><rangefinder site="down" data="normal depth"/>
  <rangefinder site="up" data="dist point normal"/><rangefinder site="up" data="point"/><rangefinder site="down" data="dist normal"/>
  <rangefinder camera="eye"/><rangefinder camera="flat" data="dist point normal"/><rangefinder camera="back" data="dist point"/>
  <rangefinder camera="eye" data="origin normal"/><rangefinder camera="flat" data="dist normal"/><rangefinder camera="sensor" data="dist depth"/>
  <rangefinder camera="eye" data="point depth"/></sensor></mujoco>"""


def test_range_finders():
  seen = []
  for lib in (reference, ours):
    m = lib.MjModel.from_xml_string(RANGE)
    d = lib.MjData(m)
    lib.mj_step(m, d)
    scn, cam, opt = lib.MjvScene(m, 100), lib.MjvCamera(), lib.MjvOption()
    lib.mjv_updateScene(m, d, opt, None, cam, lib.mjtCatBit.mjCAT_ALL, scn)
    seen.append([g for g in scn.geoms[:scn.ngeom] if g.objtype == lib.mjtObj.mjOBJ_SENSOR])
    opt.flags[lib.mjtVisFlag.mjVIS_RANGEFINDER] = 0
    lib.mjv_updateScene(m, d, opt, None, cam, lib.mjtCatBit.mjCAT_ALL, scn)
    assert all(g.objtype != lib.mjtObj.mjOBJ_SENSOR for g in scn.geoms[:scn.ngeom])
  assert [(x.type, x.objid, x.category) for x in seen[0]] == [(x.type, x.objid, x.category) for x in seen[1]] and len(seen[0]) == 50
  for x, y in zip(*seen):
    for name in ("size", "pos", "rgba"):
      close(getattr(x, name), getattr(y, name), name)
    close(np.ravel(x.mat)[2::3], np.ravel(y.mat)[2::3], "axis")


LABELLED = """<mujoco><worldbody><light pos="0 0 3"/><geom name="floor" type="plane" size="3 3 .1"/><camera name="c" pos="0 -2 1"/>
  <body name="a" pos="0 0 .09"><freejoint name="f"/><geom name="ga" size=".1"/><geom type="box" size=".1 .1 .05" pos="0 0 .1"/><site name="s" pos="0 0 .2"/>
  <body name="b" pos=".3 0 .3"><joint name="j"/><geom size=".05"/><site name="s2"/><site name="s3" pos=".1 0 .1"/></body></body>
  <body pos="1 0 1"><joint/><geom size=".1"/></body></worldbody><tendon><spatial name="t"><site site="s"/><site site="s2"/></spatial></tendon>
  <actuator><motor name="m" joint="j"/></actuator></mujoco>"""
DECORATION = ("JOINT", "CAMERA", "ACTUATOR", "LIGHT", "CONTACTPOINT", "CONTACTFORCE")


@pytest.mark.parametrize("label", list(reference.mjtLabel.__members__)[:-1])
def test_labels(label):
  seen = []
  for lib in (reference, ours):
    m = lib.MjModel.from_xml_string(LABELLED)
    d = lib.MjData(m)
    d.qvel[0] = 0.3
    lib.mj_step(m, d)
    opt, scn = lib.MjvOption(), lib.MjvScene(m, 100)
    opt.label = int(getattr(lib.mjtLabel, label))
    for flag in DECORATION:
      opt.flags[int(getattr(lib.mjtVisFlag, f"mjVIS_{flag}"))] = 1
    lib.mjv_updateScene(m, d, opt, None, lib.MjvCamera(), lib.mjtCatBit.mjCAT_ALL, scn)
    seen.append((scn.ngeom, sorted((g.label, int(g.type), int(g.objtype), int(g.objid), int(g.category), *np.round(g.pos, 3).tolist())
                                   for g in scn.geoms[:scn.ngeom] if g.label)))
  assert seen[0] == seen[1]
