"""Operations on whole specs: the same model as MuJoCo makes, and elements that keep their identity."""

import mujoco as reference
import numpy as np
import pytest

import stiction.mujoco as ours

XML = """<mujoco><asset>
  <texture name="t1" type="2d" builtin="checker" width="8" height="8"/><texture name="t2" type="2d" builtin="checker" width="8" height="8"/>
  <texture name="t3" type="2d" builtin="checker" width="8" height="16"/>
  <material name="m1" texture="t1"/><material name="m2" texture="t2"/><material name="m3" texture="t3"/>
  <mesh name="a" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/><mesh name="b" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/>
  <mesh name="c" vertex="0 0 0  1 0 0  0 1 0  0 0 1" scale="2 2 2"/></asset>
<default><default class="look"><geom contype="0" conaffinity="0" material="m2"/></default></default>
<worldbody><geom name="floor" type="plane" size="1 1 .1" material="m1"/>
  <body name="arm" pos="0 0 1" euler="10 0 0"><joint name="j"/><geom name="g" size=".1" material="m3"/>
    <geom name="looks" class="look" type="mesh" mesh="b" pos=".1 0 0"/>
    <frame pos="0 .1 0" euler="0 20 0">
      <body name="static" pos="1 0 0" quat="1 .2 0 0"><geom name="gs" type="box" size=".1 .2 .1"/><site name="s" pos="0 0 .1"/>
        <body name="deep" pos="0 .2 0"><geom name="gd" type="mesh" mesh="a" density="50"/>
          <body name="moving" pos="0 0 .3"><joint name="k" axis="0 1 0"/><geom name="gm" size=".05"/></body></body></body></frame>
    <body name="kept" fuse="false"><geom name="gk" size=".02"/></body></body>
  <body name="other"><freejoint/><geom name="go" type="mesh" mesh="c"/><geom name="gl" class="look" size=".3"/></body></worldbody>
<sensor><accelerometer site="s"/></sensor><actuator><motor joint="j"/></actuator></mujoco>"""


def alike(a, b):
  """Two compiled models: names, tree and numbers."""
  for size in ("nbody", "ngeom", "nmesh", "nmat", "ntex", "nv", "nsite"):
    assert getattr(a, size) == getattr(b, size), size
  for name in ("body_parentid", "body_pos", "body_quat", "body_mass", "body_inertia", "body_ipos", "geom_bodyid", "geom_pos", "geom_quat",
               "geom_size", "geom_dataid", "geom_matid", "site_pos", "jnt_bodyid"):
    np.testing.assert_allclose(getattr(b, name), getattr(a, name), atol=1e-9, err_msg=name)
  assert [a.body(i).name for i in range(a.nbody)] == [b.body(i).name for i in range(b.nbody)]
  assert [a.geom(i).name for i in range(a.ngeom)] == [b.geom(i).name for i in range(b.ngeom)]


@pytest.mark.parametrize("names", [["fuse_static"], ["discard_visual"], ["dedup_assets"], ["dedup_assets", "discard_visual", "fuse_static"]])
def test_as_mujoco(names):
  theirs, mine = reference.MjSpec.from_string(XML), ours.MjSpec.from_string(XML)
  for name in names:
    assert getattr(mine, name)() == getattr(theirs, name)(), name
  alike(theirs.compile(), mine.compile())
  alike(theirs.compile(), reference.MjModel.from_xml_string(mine.to_xml()))
  assert getattr(mine, names[-1])() == 0


def test_elements_keep_their_identity():
  s = ours.MjSpec.from_string(XML)
  geom, body, moving = s.geom("gs"), s.body("arm"), s.body("moving")
  pos = geom.pos
  assert s.fuse_static() == 2
  assert s.geom("gs") is geom and s.body("arm") is body and s.body("static") is None and geom.parent is body and geom.pos is pos
  assert moving.parent is body and geom.frame is not None and s.body("kept").parent is body
  geom.size[0] = 0.3
  assert s.compile().geom("gs").size[0] == 0.3
  parent, child = ours.MjSpec(), ours.MjSpec.from_string(XML)
  parent.attach(child, prefix="x", frame=parent.worldbody.add_frame())
  with pytest.raises(ValueError, match="attached"):
    child.fuse_static()


def test_adopt_inertial():
  for lib in (reference, ours):
    s = lib.MjSpec.from_string(XML)
    body = s.body("arm")
    before = s.compile().body("arm")
    mass, ipos, inertia = before.mass[0], before.ipos.copy(), before.inertia.copy()
    s.adopt_inertial(body)
    assert body.explicitinertial and body.mass == pytest.approx(mass)
    np.testing.assert_allclose(body.ipos, ipos, atol=1e-12)
    np.testing.assert_allclose(body.inertia, inertia, atol=1e-12)
    s.geom("g").size[0] = 0.4
    assert s.compile().body("arm").mass[0] == pytest.approx(mass)
    s.compiler.inertiafromgeom = 1
    with pytest.raises(ValueError, match="inertiafromgeom"):
      s.adopt_inertial(body)
    with pytest.raises(ValueError, match="inertiafromgeom"):
      s.discard_visual()
    assert s.geom("looks") is not None


REFUSED = {
    "world": (lambda m: m.body_pos.__setitem__((0, 0), 1), "world"),
    "world mass": (lambda m: m.body_mass.__setitem__(0, 1), "mass or inertia"),
    "free axis": (lambda m: m.jnt_pos.__setitem__((2, 0), 1), "free joint"),
    "one degree": (lambda m: m.dof_damping.__setitem__(4, 1), "damping"),
    "mesh size": (lambda m: m.geom_size.__setitem__((m.geom("go").id, 0), 1), "mesh geom"),
    "mesh frame": (lambda m: m.mesh_pos.__setitem__((0, 0), 1), "frame of a mesh"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_changes_that_cannot_be_saved_are_named(what, tmp_path):
  change, words = REFUSED[what]
  for lib in (reference, ours):
    m = lib.MjModel.from_xml_string(XML)
    lib.mj_saveLastXML(str(tmp_path / "good.xml"), m)
    change(m)
    with pytest.raises(lib.FatalError, match=f"{words}.*was changed in the model"):
      lib.mj_saveLastXML(str(tmp_path / "bad.xml"), m)


def test_copy_back_refuses_and_changes_nothing():
  s = ours.MjSpec.from_string(XML)
  m = s.compile()
  m.body_mass[0] = 3
  m.geom("g").size[0] = 0.7
  with pytest.raises(ValueError, match="was changed in the model"):
    s.copy_back(m)
  assert s.geom("g").size[0] == 0.1
