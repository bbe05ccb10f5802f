"""`mj_saveLastXML` and `MjSpec.copy_back` after numbers of the compiled model were changed, against MuJoCo's."""

import mujoco as reference
import numpy as np
import pytest
import stiction.mujoco as ours

XML = """<mujoco><option timestep="0.003"/>
<asset><material name="mt" rgba=".1 .2 .3 1"/><mesh name="tet" vertex="0 0 0 .3 0 0 0 .2 0 0 0 .4"/></asset>
<default><default class="c"><geom friction=".7 .01 .001"/></default></default>
<worldbody><light name="l" pos="0 0 3"/><site name="sw" pos=".3 .2 .1"/>
<frame pos="1 0 0" euler="0 0 90">
  <body name="a" pos="0 1 0" euler="10 20 30">
    <joint name="j" range="-10 20" axis="0 1 0" damping="1" ref="5" springref="3" stiffness="2"/>
    <frame pos=".1 0 0" euler="0 0 90">
      <geom name="g" class="c" pos=".1 0 0" euler="5 0 0" size=".1 .2 .3" type="box"/><site name="s" pos=".1 0 .2" euler="0 30 0"/>
      <geom name="m" type="mesh" mesh="tet" pos="0 .3 0"/>
      <camera name="c" pos="0 .1 .2" xyaxes="1 0 0 0 0 1"/><joint name="j2" pos="0 .1 0" axis="0 0.2 1"/></frame>
    <body name="b" pos="0 0 .5"><inertial pos=".01 0 0" mass="2" diaginertia=".1 .1 .1"/>
      <joint name="k" type="slide" limited="true" range="-1 1"/><geom name="cap" type="capsule" fromto="0 0 0 0 .1 .3" size=".04"/></body>
  </body>
</frame>
<body name="f" pos="0 0 4"><freejoint/><geom name="ball" size=".1" mass=".4"/></body>
<body name="w" pos="2 0 4"><joint name="bj" type="ball" range="0 40" damping=".1"/><geom name="e" type="ellipsoid" size=".1 .2 .15"/></body>
</worldbody>
<contact><pair name="p" geom1="g" geom2="ball" margin=".01"/></contact>
<equality><connect name="q" body1="b" body2="w" anchor=".1 .2 .3"/><joint joint1="j" joint2="k" polycoef="0 1 .1 0 0"/></equality>
<tendon><spatial name="t" range="0 3" stiffness="3"><site site="sw"/><site site="s"/></spatial>
  <fixed name="t2" damping=".2"><joint joint="j" coef="2"/><joint joint="k" coef="1"/></fixed></tendon>
<actuator><position name="p" joint="j" kp="3" ctrlrange="-1 1"/><motor name="mo" joint="k" gear="4"/>
  <general name="ge" tendon="t" dyntype="filter" dynprm=".3" gainprm="2" actrange="-1 2" actlimited="true"/></actuator>
<sensor><jointpos joint="j" cutoff="3"/><touch site="s" noise=".1"/></sensor>
<custom><numeric name="n" data="1 2 3"/></custom>
<keyframe><key name="k0" time="1"/></keyframe></mujoco>"""

# field → rows that are changed; what MuJoCo refuses (the world, single degrees of a ball) is left out
ALL = slice(None)
EDITS = {
    "body_pos": slice(1, None), "body_quat": slice(1, None), "body_mass": slice(1, None), "body_inertia": slice(1, 4), "body_ipos": slice(1, 3),
    "jnt_pos": slice(0, 3), "jnt_axis": slice(0, 3), "jnt_range": slice(0, 3), "jnt_margin": ALL, "jnt_stiffness": ALL, "jnt_stiffnesspoly": ALL,
    "jnt_solref": ALL, "jnt_solimp": ALL, "dof_damping": slice(0, 3), "dof_armature": slice(0, 3), "dof_frictionloss": slice(0, 3),
    "dof_solref": slice(0, 3), "qpos0": slice(0, 6), "qpos_spring": slice(0, 3), "geom_pos": ALL, "geom_quat": ALL, "geom_size": slice(0, 1),
    "geom_friction": ALL, "geom_solref": ALL, "geom_solimp": ALL, "geom_solmix": ALL, "geom_margin": ALL, "geom_gap": ALL, "geom_rgba": ALL,
    "geom_surfacevel": ALL, "geom_adhesion": ALL, "site_pos": ALL, "site_quat": ALL, "site_size": ALL, "site_rgba": ALL, "cam_pos": ALL,
    "cam_quat": ALL, "cam_fovy": ALL, "cam_ipd": ALL, "light_pos": ALL, "light_dir": ALL, "light_diffuse": ALL, "light_cutoff": ALL,
    "mat_rgba": ALL, "mat_specular": ALL, "pair_margin": ALL, "pair_friction": ALL, "pair_solref": ALL, "eq_solref": ALL, "eq_solimp": ALL,
    "tendon_range": ALL, "tendon_stiffness": ALL, "tendon_damping": ALL, "tendon_width": ALL, "tendon_rgba": ALL, "tendon_margin": ALL,
    "tendon_lengthspring": ALL, "tendon_frictionloss": ALL, "tendon_armature": ALL, "actuator_gear": ALL, "actuator_gainprm": ALL,
    "actuator_biasprm": ALL, "actuator_dynprm": slice(2, 3), "actuator_ctrlrange": ALL, "actuator_forcerange": ALL, "actuator_actrange": ALL,
    "actuator_damping": ALL, "actuator_armature": ALL, "sensor_cutoff": ALL, "sensor_noise": ALL, "numeric_data": ALL, "key_qpos": ALL,
    "key_time": ALL, "jnt_limited": slice(0, 1),
}
COMPARED = [n for n in EDITS] + ["geom_size", "jnt_limited", "tendon_limited", "actuator_ctrllimited", "body_gravcomp", "geom_contype", "eq_data"]


def change(m, field):
  v = getattr(m, field)[EDITS[field]]
  if v.dtype == bool:
    v[...] = ~v
  else:
    v[...] = v + (0.05 * np.random.default_rng(3).random(v.shape) + 0.01).round(3)
  if field == "tendon_lengthspring":
    v.sort(axis=1)
  if field == "jnt_range":
    m.jnt_limited[0] = False


def saved(lib, m, path):
  """What MuJoCo reads from the file that `lib` saves."""
  lib.mj_saveLastXML(str(path), m)
  return reference.MjModel.from_xml_path(str(path))


def same(a, b, atol=2e-5):
  for name in COMPARED:   # MuJoCo prints six digits
    np.testing.assert_allclose(getattr(b, name), getattr(a, name), rtol=2e-5, atol=atol, err_msg=name)


@pytest.mark.parametrize("field", EDITS)
def test_saves_what_was_changed(field, tmp_path):
  theirs, mine = reference.MjModel.from_xml_string(XML), ours.MjModel.from_xml_string(XML)
  change(theirs, field)
  change(mine, field)
  a, b = saved(reference, theirs, tmp_path / "a.xml"), saved(ours, mine, tmp_path / "b.xml")
  same(a, b)


def test_settings_and_statistics(tmp_path):
  got = []
  for lib in (reference, ours):
    m = lib.MjModel.from_xml_string(XML)
    m.opt.timestep, m.opt.gravity[:] = 0.01, [1, 2, 3]
    m.stat.extent, m.stat.meanmass = 9, 3
    got.append(saved(lib, m, tmp_path / f"{lib.__name__}.xml"))
  for m in got:
    assert (m.opt.timestep, m.stat.extent, m.stat.meanmass, m.opt.gravity.tolist()) == (0.01, 9, 3, [1, 2, 3])


def test_nothing_changed_is_the_same_text():
  m = ours.MjModel.from_xml_string(XML)
  before = ours.mj_saveLastXML("", m)
  m.geom_pos[0] += 1
  assert ours.mj_saveLastXML("", m) != before
  m.geom_pos[0] -= 1
  m.geom_pos[0] = ours.MjModel.from_xml_string(XML).geom_pos[0]
  assert ours.mj_saveLastXML("", m) == before


def test_a_spec_does_not_see_its_model(tmp_path):
  for lib in (reference, ours):
    s = lib.MjSpec.from_string(XML)
    m = s.compile()
    m.opt.timestep = 0.5
    m.geom("g").friction = [3, 3, 3]
    again = reference.MjModel.from_xml_string(s.to_xml())
    assert again.opt.timestep == 0.003 and again.geom("g").friction[0] == 0.7, lib.__name__


@pytest.mark.parametrize("field", ["geom_pos", "jnt_range", "body_quat", "body_mass", "jnt_axis", "qpos0", "actuator_gainprm", "tendon_range"])
def test_copy_back(field):
  got = []
  for lib in (reference, ours):
    s = lib.MjSpec.from_string(XML)
    m = s.compile()
    change(m, field)
    s.copy_back(m)
    got.append((reference.MjModel.from_xml_string(s.to_xml()), s.compile()))
  same(got[0][0], got[1][0])
  same(got[0][1], got[1][1])


FUSED = '<mujoco><compiler {}="true"/><worldbody><body name="a"><joint/><geom name="v" size=".1" contype="0" conaffinity="0"/><geom name="x" size=".1"/><body pos="1 0 0"><geom name="y" size=".2"/></body></body></worldbody></mujoco>'
PAIRS = '<mujoco><worldbody><geom name="p" size="1"/><body pos="0 0 3"><joint/><geom name="q" size=".1"/><geom name="r" size=".1"/></body></worldbody><contact><pair geom1="p" geom2="r"/><pair geom1="p" geom2="q"/></contact></mujoco>'
FITTED = '<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset><worldbody><body><joint/><geom name="y" type="box" mesh="m" pos=".1 .2 .3"/></body></worldbody></mujoco>'


@pytest.mark.parametrize("xml,field,row", [(FUSED.format("fusestatic"), "geom_size", -1), (FUSED.format("discardvisual"), "geom_friction", -1), (PAIRS, "pair_friction", 0),
                                           (PAIRS, "pair_friction", 1), (FITTED, "geom_size", 0), (FITTED, "geom_pos", 0)])
def test_elements_that_compilation_moved(xml, field, row, tmp_path):
  """Edits of models whose elements were fused, discarded, sorted or fitted are saved, as by the reference."""
  for mj in (reference, ours):
    m = mj.MjModel.from_xml_string(xml)
    getattr(m, field)[row, 0] = 0.37
    mj.mj_saveLastXML(str(tmp_path / "saved.xml"), m)
    again = mj.MjModel.from_xml_path(str(tmp_path / "saved.xml"))
    np.testing.assert_allclose(getattr(again, field), getattr(m, field), atol=1e-6, err_msg=mj.__name__)
    assert (again.nbody, again.ngeom) == (m.nbody, m.ngeom)
