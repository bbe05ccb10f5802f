"""Editable models: the same edits in both engines give the same compiled models, array by array."""

import io
import warnings

import mujoco as reference
import numpy as np
import pytest

import feature_models
import models
import stiction.mujoco as ours

EXACT = 1e-9
# what the engines number differently on purpose, or what a rigid model does not have
SKIP = ("flex", "skin", "plugin", "efm", "bvh", "oct", "mesh_polymap", "names_map", "tex_data", "nbuffer", "narena", "nbvh")


def compare(a, b):
  """Every array and size of two compiled models."""
  for name in ("nq", "nv", "nu", "na", "nbody", "njnt", "ngeom", "nsite", "ncam", "nlight", "nmesh", "nmat", "ntex", "npair", "nexclude",
               "neq", "ntendon", "nsensor", "nnumeric", "ntext", "ntuple", "nkey", "nmocap"):
    assert getattr(a, name) == getattr(b, name), name
  seen = 0
  for name in ours.MjModel._all_fields:
    x, y = getattr(a, name, None), getattr(b, name, None)
    if not isinstance(x, np.ndarray) or any(s in name for s in SKIP):
      continue
    assert x.shape == y.shape, name
    if x.dtype.kind == "f":
      np.testing.assert_allclose(y, x, atol=EXACT, rtol=1e-7, err_msg=name)
    else:
      np.testing.assert_array_equal(y, x, err_msg=name)
    seen += 1
  assert seen > 250 and a.names == b.names
  for field in ("timestep", "gravity", "integrator", "solver", "disableflags"):
    np.testing.assert_array_equal(getattr(a.opt, field), getattr(b.opt, field))


def both(build):
  """Runs `build(module)` with both modules and compares what they return."""
  with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    compare(build(reference), build(ours))


def robot(mj):
  """A model built from nothing: every kind of element that a rigid model has."""
  spec = mj.MjSpec()
  spec.modelname = "robot"
  spec.option.timestep = 0.003
  spec.option.gravity = [0, 0, -5]
  spec.compiler.degree = False
  main = spec.default
  main.geom.friction = [0.7, 0.01, 0.001]
  soft = spec.add_default("soft", main)
  soft.geom.solref[0] = 0.05
  soft.joint.damping[0] = 0.3
  spec.add_texture(name="tex", type=mj.mjtTexture.mjTEXTURE_2D, builtin=mj.mjtBuiltin.mjBUILTIN_CHECKER, width=8, height=8,
                   rgb1=[0.1, 0.2, 0.3], rgb2=[0.4, 0.5, 0.6])
  material = spec.add_material(name="mat", rgba=[0.1, 0.2, 0.3, 1])
  material.textures[mj.mjtTextureRole.mjTEXROLE_RGB] = "tex"
  spec.add_mesh(name="tetra", uservert=[0, 0, 0, 0.3, 0, 0, 0, 0.3, 0, 0, 0, 0.3])
  spec.add_hfield(name="hills", size=[1, 1, 0.2, 0.1], nrow=2, ncol=3, userdata=[0, 0.1, 0.2, 0.3, 0.4, 0.5])
  world = spec.worldbody
  world.add_geom(name="floor", type=mj.mjtGeom.mjGEOM_PLANE, size=[5, 5, 0.1], material="mat")
  world.add_geom(type=mj.mjtGeom.mjGEOM_HFIELD, hfieldname="hills", pos=[3, 0, 0])
  world.add_light(pos=[0, 0, 3], type=mj.mjtLightType.mjLIGHT_DIRECTIONAL)
  world.add_camera(name="cam", pos=[1, 1, 1], fovy=60, mode=mj.mjtCamLight.mjCAMLIGHT_TARGETBODY, targetbody="arm")
  base = world.add_body(name="base", pos=[0, 0, 1], euler=[0, 0, 0.3])
  base.add_freejoint(name="free")
  base.add_geom(soft, name="hull", type=mj.mjtGeom.mjGEOM_BOX, size=[0.2, 0.1, 0.05])
  base.add_site(name="eye", pos=[0.2, 0, 0], zaxis=[1, 0, 0], size=[0.02])
  arm = base.add_body(name="arm", pos=[0.2, 0, 0])
  arm.add_joint(soft, name="elbow", axis=[0, 1, 0], range=[-1, 1], armature=0.01)
  arm.add_geom(name="rod", type=mj.mjtGeom.mjGEOM_CAPSULE, fromto=[0, 0, 0, 0.3, 0, 0], size=[0.03], density=500)
  frame = arm.add_frame(name="mount", pos=[0.3, 0, 0], axisangle=[0, 0, 1, 0.5])
  frame.add_site(name="tip")
  hand = frame.add_body(name="hand")
  hand.add_joint(name="wrist", type=mj.mjtJoint.mjJNT_BALL)
  hand.add_geom(type=mj.mjtGeom.mjGEOM_MESH, meshname="tetra", name="claw")
  heavy = world.add_body(name="heavy", pos=[1, 0, 2], mass=2, inertia=[0.1, 0.2, 0.25], ipos=[0, 0.1, 0], explicitinertial=True)
  heavy.add_joint(name="slide", type=mj.mjtJoint.mjJNT_SLIDE, axis=[0, 0, 1], stiffness=[5, 1, 0])
  target = world.add_body(name="target", mocap=True, pos=[0, 1, 1])
  target.add_geom(size=[0.05], contype=0, conaffinity=0, rgba=[1, 0, 0, 1])
  tendon = spec.add_tendon(name="rope", stiffness=3, range=[0, 2], limited=1)
  tendon.wrap_site("eye")
  tendon.wrap_site("tip")
  fixed = spec.add_tendon(name="gear")
  fixed.wrap_joint("elbow", 2)
  fixed.wrap_joint("slide", -1)
  servo = spec.add_actuator(name="servo", target="elbow", trntype=mj.mjtTrn.mjTRN_JOINT, ctrlrange=[-1, 1])
  servo.set_to_position(kp=20, kv=2)
  muscle = spec.add_actuator(name="pull", target="rope", trntype=mj.mjtTrn.mjTRN_TENDON)
  muscle.set_to_velocity(kv=3)
  spec.add_actuator(name="raw", target="slide", trntype=mj.mjtTrn.mjTRN_JOINT, gear=[3, 0, 0, 0, 0, 0]).set_to_motor()
  spec.add_sensor(name="tip", type=mj.mjtSensor.mjSENS_FRAMEPOS, objtype=mj.mjtObj.mjOBJ_SITE, objname="tip")
  spec.add_sensor(type=mj.mjtSensor.mjSENS_JOINTPOS, objtype=mj.mjtObj.mjOBJ_JOINT, objname="elbow", noise=0.1)
  spec.add_pair(geomname1="claw", geomname2="floor", condim=4)
  spec.add_exclude(bodyname1="base", bodyname2="heavy")
  spec.add_equality(name="hold", type=mj.mjtEq.mjEQ_WELD, objtype=mj.mjtObj.mjOBJ_BODY, name1="hand", name2="target", active=False)
  spec.add_equality(type=mj.mjtEq.mjEQ_JOINT, name1="elbow", name2="slide")
  spec.add_numeric(name="number", data=[1, 2, 3])
  spec.add_text(name="note", data="hello")
  spec.add_tuple(name="pair", objtype=[mj.mjtObj.mjOBJ_BODY], objname=["arm"], objprm=[0.5])
  spec.add_key(name="home", qpos=[0, 0, 1, 1, 0, 0, 0, 0.2, 1, 0, 0, 0, 0.1], ctrl=[0.1, 0.2, 0.3])
  return spec


def test_built_from_nothing():
  both(lambda mj: robot(mj).compile())


@pytest.mark.parametrize("name", sorted(models.ALL) + sorted(getattr(feature_models, "ALL", {})))
def test_loaded_and_compiled(name):
  xml = models.ALL.get(name) or feature_models.ALL[name]
  both(lambda mj: mj.MjSpec.from_string(xml).compile())


def edit(mj):
  spec = robot(mj)
  spec.body("arm").pos[2] += 0.1
  spec.geom("hull").size = [0.3, 0.2, 0.1]
  spec.joint("elbow").range[1] = 2
  spec.joint("elbow").name = "knee"
  spec.actuator("servo").target = "knee"
  for x in spec.tendons[1].path:
    assert x.coef in (2, -1)
  spec.delete(spec.tendon("gear"))
  spec.delete(spec.sensors[1])
  spec.delete(spec.equalities[1])
  spec.worldbody.first_body().add_geom(size=[0.01], name="late")
  for g in spec.geoms:
    if not g.name:
      g.group = 3
  for s in spec.worldbody.find_all("site"):
    s.rgba = [0, 1, 0, 1]
  spec.option.integrator = mj.mjtIntegrator.mjINT_IMPLICITFAST
  spec.copy()
  return spec


def test_edited():
  both(lambda mj: edit(mj).compile())


def test_copy_is_independent():
  def build(mj):
    spec = robot(mj)
    other = spec.copy()
    spec.body("arm").pos[0] = 9
    spec.option.timestep = 1
    return other.compile()
  both(build)


@pytest.mark.parametrize("who", ["hand", "arm", "heavy"])
def test_delete_body_with_what_refers_to_it(who):
  def build(mj):
    spec = robot(mj)
    for camera in spec.cameras:
      spec.delete(camera)
    spec.delete(spec.keys[0])
    spec.delete(spec.body(who))
    counts = [len(getattr(spec, n)) for n in ("bodies", "geoms", "sites", "joints", "tendons", "actuators", "sensors", "pairs", "excludes",
                                              "equalities", "tuples", "frames")]
    return counts, spec.compile()
  (n1, m1), (n2, m2) = build(reference), build(ours)
  assert n1 == n2
  compare(m1, m2)


CHILD = """<mujoco model="child"><compiler angle="radian"/><default><geom rgba="1 0 0 1"/><default class="leg"><joint damping="2"/></default></default>
<asset><material name="skin" rgba=".5 .6 .7 1"/></asset>
<worldbody><body name="torso"><freejoint/><geom name="t" size=".1" material="skin"/><site name="s"/>
<body name="leg" childclass="leg" pos="0 0 -.2"><joint name="hip" axis="0 1 0"/><geom name="l" type="capsule" size=".02 .1"/></body></body></worldbody>
<actuator><motor name="m" joint="hip"/></actuator><sensor><framepos name="f" objtype="site" objname="s"/></sensor></mujoco>"""


@pytest.mark.parametrize("how", ["frame", "site", "body", "frame_of_body", "twice"])
def test_attach(how):
  def build(mj):
    parent = mj.MjSpec()
    parent.worldbody.add_geom(type=mj.mjtGeom.mjGEOM_PLANE, size=[1, 1, 0.1])
    frame = parent.worldbody.add_frame(pos=[1, 2, 3], euler=[0, 0, 90])
    child = mj.MjSpec.from_string(CHILD)
    torso = child.body("torso")
    if how == "frame":
      parent.attach(child, frame=frame, prefix="a_")
    elif how == "site":
      parent.attach(child, site=parent.worldbody.add_site(pos=[0, 0, 1]), suffix="_b")
    elif how == "body":
      assert frame.attach_body(torso, "a_", "") is torso and torso.name == "a_torso"
      torso.pos = [5, 0, 0]   # still the same element
    elif how == "frame_of_body":
      inner = child.worldbody.add_frame(pos=[0, 1, 0])
      torso.set_frame(inner)
      parent.worldbody.attach_frame(inner, "x-", "-y")
    else:
      frame.attach_body(torso, "a_", "")
      parent.worldbody.add_frame(pos=[0, 0, 5]).attach_body(mj.MjSpec.from_string(CHILD).body("torso"), "b_", "")
    return parent.compile()
  both(build)


def test_recompile_keeps_the_state():
  def build(mj):
    spec = robot(mj)
    spec.delete(spec.keys[0])
    m = spec.compile()
    d = mj.MjData(m)
    d.qpos[-1], d.qvel[6], d.ctrl[0], d.time = 0.3, 0.7, 0.2, 4
    late = spec.worldbody.add_body(name="late", pos=[4, 4, 4])
    late.add_joint()
    late.add_geom(size=[0.1])
    m, d = spec.recompile(m, d)
    return d.qpos.copy(), d.qvel.copy(), d.ctrl.copy(), d.time
  for a, b in zip(build(reference), build(ours)):
    np.testing.assert_allclose(a, b)


def test_xml_round_trip():
  spec = robot(ours)
  m = spec.compile()
  compare(m, ours.MjSpec.from_string(spec.to_xml()).compile())
  # the reference reads it too
  again = reference.MjModel.from_xml_string(spec.to_xml())
  compare(again, m)
  buffer = io.BytesIO()
  spec.to_zip(buffer)
  compare(m, ours.MjSpec.from_zip(buffer).compile())


def test_bind():
  spec = robot(ours)
  m = spec.compile()
  d = ours.MjData(m)
  ours.mj_forward(m, d)
  elbow, slide = spec.joint("elbow"), spec.joint("slide")
  assert m.bind(elbow).id == elbow.id and d.bind(spec.body("arm")).xpos.shape == (3,)
  d.bind([elbow, slide]).qpos = [0.1, 0.2]
  assert d.bind([elbow, slide]).qpos == [0.1, 0.2] and d.joint("slide").qpos[0] == 0.2
  with pytest.raises(ValueError, match="does not match"):
    m.bind(spec.worldbody.add_body())


@pytest.mark.parametrize("call, error, match", [
    (lambda s: s.worldbody.add_geom(pos=[0, 1]), ValueError, "pos should be a list/array of size 3"),
    (lambda s: s.worldbody.add_geom(pos="pos"), TypeError, "pos"),
    (lambda s: s.worldbody.add_geom(vel=1), TypeError, "Invalid vel keyword"),
    (lambda s: s.worldbody.add_geom(euler=[1, 2, 3], zaxis=[0, 0, 1]), ValueError, "Only one of"),
    (lambda s: s.worldbody.add_body(name="arm"), ValueError, "repeated name 'arm'"),
    (lambda s: s.delete(ours.MjSpec().worldbody), ValueError, "not in this model"),
    (lambda s: s.delete(s.worldbody), ValueError, "world"),
    (lambda s: setattr(s.body("arm"), "foo", 1), AttributeError, "foo"),
    (lambda s: s.attach(ours.MjSpec(), frame="nope"), ValueError, "Frame not found"),
    (lambda s: s.add_flex(), NotImplementedError, "rigid"),
    (lambda s: s.worldbody.find_all("actuator"), ValueError, "find_all supports"),
])
def test_misuse(call, error, match):
  spec = robot(ours)
  with pytest.raises(error, match=match):
    call(spec)
  spec.compile()


def test_errors_name_the_element_and_the_line():
  spec = ours.MjSpec.from_string("<mujoco>\n<worldbody>\n<geom name='g' size='1'/>\n</worldbody></mujoco>")
  spec.geom("g").size = [0, 0, 0]
  with pytest.raises(ValueError, match=r":3:.*geom 'g'.*size 0 must be positive") as e:
    spec.compile()
  assert e.value.diagnostics[0].line == 3


def test_errors_say_what_elements_say_of_themselves():
  spec = ours.MjSpec()
  spec.worldbody.add_geom(name="named", info="made in loop 3")
  spec.worldbody.add_geom(info="the second")
  with pytest.raises(ValueError) as e:
    spec.compile()
  first, second = str(e.value).split("\n")
  assert "geom 'named'" in first and first.endswith("[made in loop 3]")
  assert "geom 1" in second and second.endswith("[the second]")


def test_copy_back_takes_keyframes():
  xml = """<mujoco><worldbody><body mocap="true"/><body><joint/><geom size=".1"/></body></worldbody>
    <actuator><motor joint="" name="m"/></actuator><keyframe><key name="k" qpos="1" ctrl="2"/><key name="l" time="3"/></keyframe></mujoco>"""
  spec = ours.MjSpec.from_string(xml.replace('joint=""', 'jointinparent="j"').replace("<joint/>", '<joint name="j"/>'))
  m = spec.compile()
  m.key_qpos[0], m.key_mpos[1], m.key_time[0] = 5, [1, 2, 3], 7
  spec.copy_back(m)
  again = spec.compile()
  np.testing.assert_array_equal(again.key_qpos, m.key_qpos)
  np.testing.assert_array_equal(again.key_mpos, m.key_mpos)
  np.testing.assert_array_equal(again.key_ctrl, [[2], [0]])
  np.testing.assert_array_equal(again.key_time, [7, 3])
