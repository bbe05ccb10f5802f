"""Where things are that other things carry, and what scaled frames do to them: inertias inside frames, sites of meshes, stretched meshes and sites, pressures; all against the reference."""

import mujoco as reference
import numpy as np
import pytest

import stiction.mujoco as ours

VERTICES = 'vertex="0 0 0 .2 0 0 0 .3 0 0 0 .25 .1 .1 .2"'
INERTIAS = ['diaginertia=".01 .02 .025"', 'diaginertia=".01 .02 .025" euler="10 20 30"', 'fullinertia=".01 .02 .025 .001 .002 .003"']
FRAMES = ['<frame pos=".3 .1 0" euler="0 0 45">{}</frame>', '<frame pos="1 0 0" zaxis="1 2 3"><frame pos="0 1 0" axisangle="1 0 0 70">{}</frame></frame>',
          '<frame massscale="1">{}</frame>']
MESH_SITE = f"""<mujoco><asset><mesh name="m" {VERTICES}/></asset><worldbody><body><joint axis="1 2 3"/><geom size=".1"/>
  <site name="s" type="mesh" mesh="m" pos=".1 0 0" euler="20 0 0"/><site name="t" pos="0 .2 0"/></body></worldbody>
  <tendon><spatial name="t"><site site="s"/><site site="t"/></spatial></tendon>
  <sensor><framepos objtype="site" objname="s"/><framequat objtype="site" objname="s"/><gyro site="s"/><accelerometer site="s"/></sensor></mujoco>"""


def both(xml):
  return [(lib, lib.MjModel.from_xml_string(xml)) for lib in (reference, ours)]


def inertia(m, body):
  """The inertia of a body about its centre of mass, in its own axes."""
  r = np.zeros(9)
  reference.mju_quat2Mat(r, m.body_iquat[body])
  r = r.reshape(3, 3)
  return r @ np.diag(m.body_inertia[body]) @ r.T


@pytest.mark.parametrize("moments", INERTIAS)
@pytest.mark.parametrize("frame", FRAMES)
def test_inertia_inside_a_frame(frame, moments):
  given = frame.format(f'<inertial pos=".1 0 .2" mass="1" {moments}/>')
  xml = f'<mujoco><worldbody><frame pos="5 5 5"><body><joint/>{given}</body></frame></worldbody></mujoco>'
  (_, a), (_, b) = both(xml)
  np.testing.assert_allclose(b.body_ipos, a.body_ipos, atol=1e-12)
  np.testing.assert_allclose(inertia(b, 1), inertia(a, 1), atol=1e-12)
  again = ours.MjModel.from_xml_string(b.to_xml_string())
  np.testing.assert_allclose(again.body_ipos, a.body_ipos, atol=1e-9)


def test_inertia_inside_a_frame_that_scales_is_told():
  with pytest.raises(ValueError, match="frame that scales"):
    ours.MjModel.from_xml_string('<mujoco><worldbody><body><joint/><frame scale="2"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></frame></body></worldbody></mujoco>')


def test_a_mesh_site_keeps_its_own_frame():
  seen = []
  points = np.random.default_rng(0).uniform(-.3, .5, (2000, 3))
  for lib, m in both(MESH_SITE):
    d = lib.MjData(m)
    d.qpos[0], d.qvel[0] = .4, 1.3
    lib.mj_forward(m, d)
    scene = lib.MjvScene(m, 20)
    lib.mjv_updateScene(m, d, lib.MjvOption(), None, lib.MjvCamera(), lib.mjtCatBit.mjCAT_ALL, scene)
    shape = next(g for g in scene.geoms[:scene.ngeom] if g.type == lib.mjtGeom.mjGEOM_MESH)
    inside = [lib.mj_insideSite(m, d, 0, p) for p in points]
    seen.append((m.site_pos.copy(), m.site_quat.copy(), m.site_size.copy(), d.sensordata.copy(), d.ten_length.copy(), inside, np.array(shape.pos)))
  assert sum(seen[0][5]) > 5
  for a, b in zip(*seen):
    np.testing.assert_allclose(b, a, rtol=1e-6, atol=1e-7)


def test_an_edited_mesh_site_is_saved():
  m = ours.MjModel.from_xml_string(MESH_SITE)
  m.site("s").pos[:] = .3, .2, .1
  m.site("s").quat[:] = .6, .8, 0, 0
  again = reference.MjModel.from_xml_string(m.to_xml_string())
  np.testing.assert_allclose(again.site("s").pos, [.3, .2, .1], atol=1e-9)
  np.testing.assert_allclose(again.site("s").quat, [.6, .8, 0, 0], atol=1e-9)


@pytest.mark.parametrize("turn", ["", 'euler="10 20 30"', 'zaxis="1 1 1"'])
@pytest.mark.parametrize("mesh", ['', 'scale="1 -1 2" refpos=".1 0 0" refquat=".9 .1 .2 0"', 'inertia="shell"'])
def test_a_mesh_is_stretched_in_any_direction(mesh, turn):
  xml = f"""<mujoco><asset><mesh name="m" {VERTICES} {mesh}/></asset><worldbody>
    <frame scale="1 2 .5" scaling="geometry" euler="0 0 30"><body name="a" pos=".3 .2 .1"><joint type="ball"/><geom name="a" type="mesh" mesh="m" {turn}/></body>
      <body name="b" pos="1 0 0" quat=".8 .2 .1 .3"><joint type="ball"/><geom name="b" type="mesh" mesh="m"/><site name="s" type="mesh" mesh="m" {turn}/></body></frame></worldbody></mujoco>"""
  seen = []
  for lib, m in both(xml):
    d = lib.MjData(m)
    lib.mj_forward(m, d)
    corners = []
    for g in range(m.ngeom):
      k = m.geom_dataid[g]
      v = m.mesh_vert[m.mesh_vertadr[k]:m.mesh_vertadr[k] + m.mesh_vertnum[k]]
      corners.append(v @ d.geom_xmat[g].reshape(3, 3).T + d.geom_xpos[g])
    normals = [np.sort(np.linalg.norm(m.mesh_normal, axis=1)), m.mesh_vertnum.copy()]
    seen.append((corners, m.body_mass.copy(), m.body_ipos.copy(), [inertia(m, b) for b in (1, 2)], m.site_pos.copy(), m.site_size.copy(), *normals))
  for a, b in zip(*seen):
    np.testing.assert_allclose(b, a, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("site", ['type="capsule" size=".02 .05" euler="30 0 0"', 'type="box" size=".02 .05 .03" euler="30 0 0"', 'type="ellipsoid" size=".02 .05 .03" euler="10 20 40"',
                                  'type="cylinder" size=".02 .05" euler="0 45 0"', 'size=".02"', 'type="capsule" size=".02" fromto="0 0 0 .1 .1 .1"',
                                  'type="box" size=".02" fromto="0 0 0 .1 .2 .1"', 'type="box" size=".02 .03 .04" euler="0 0 90"'])
def test_sites_are_stretched_along_their_own_axes(site):
  (_, a), (_, b) = both(f'<mujoco><worldbody><frame scale="1 2 .5" scaling="geometry" euler="10 0 0"><site {site}/></frame></worldbody></mujoco>')
  for name in ("site_size", "site_pos", "site_quat"):
    np.testing.assert_allclose(getattr(b, name), getattr(a, name), atol=1e-12, err_msg=name)


@pytest.mark.parametrize("kind", ["hinge", "slide"])
@pytest.mark.parametrize("frame", ['scale="2"', 'scale="2" massscale="3"', 'scale=".5" scaling="geometry"'])
def test_a_cylinder_in_a_scaled_frame_keeps_its_pressure_apart_from_its_torque(frame, kind):
  (_, a), (_, b) = both(f'''<mujoco><worldbody><frame {frame}><body><joint name="j" type="{kind}"/><geom size=".1"/></body></frame></worldbody>
    <actuator><cylinder joint="j" timeconst=".2" diameter=".1" bias=".1 .2 .3" ctrlrange="-1 1" gear="2"/></actuator><keyframe><key ctrl=".4" act=".5"/></keyframe></mujoco>''')
  for name in ("actuator_gainprm", "actuator_biasprm", "actuator_gear", "actuator_ctrlrange", "key_ctrl", "key_act"):
    np.testing.assert_allclose(getattr(b, name), getattr(a, name), rtol=1e-12, err_msg=name)
