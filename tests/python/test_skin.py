"""Skins: compiled fields against the reference, files, saving, attaching."""

import struct

import mujoco as ref
import numpy as np
import pytest

import stiction.mujoco as ours

BODIES = """<worldbody><body name="a" pos="0 0 1"><joint axis="0 1 0"/><geom size=".1"/>
  <body name="b" pos="0 0 .5" euler="0 30 0"><joint axis="1 0 0"/><geom size=".1"/></body></body></worldbody>"""
VERT = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]
FACE = [[0, 1, 2], [1, 2, 3], [2, 3, 4]]
BONES = [("a", [0, 0, 1], [1, 0, 0, 0], [0, 1, 2, 3], [1, 0.5, 2, 3]), ("b", [0.1, 0, 1.5], [0.5, 0.5, 0, 0], [1, 3, 4], [1, 1, 1])]


def text(x):
  return " ".join(str(v) for v in np.ravel(x))


def inline(section="deformable", texcoord=True):
  bones = "".join(f'<bone body="{n}" bindpos="{text(p)}" bindquat="{text(q)}" vertid="{text(i)}" vertweight="{text(w)}"/>' for n, p, q, i, w in BONES)
  coords = f'texcoord="{text(np.arange(10) / 10)}"' if texcoord else ""
  return (f'<mujoco><asset><material name="m"/></asset>{BODIES}<{section}><skin name="s" material="m" rgba="1 .5 .2 1" inflate=".02" group="2" '
          f'vertex="{text(VERT)}" face="{text(FACE)}" {coords}>{bones}</skin></{section}></mujoco>')


def skn():
  out = struct.pack("<4i", len(VERT), 0, len(FACE), len(BONES)) + np.array(VERT, "<f4").tobytes() + np.array(FACE, "<i4").tobytes()
  for name, pos, quat, ids, weights in BONES:
    out += name.encode().ljust(40, b"\0") + np.array(pos + quat, "<f4").tobytes() + struct.pack("<i", len(ids))
    out += np.array(ids, "<i4").tobytes() + np.array(weights, "<f4").tobytes()
  return out


FIELDS = [f for f in dir(ref.MjModel.from_xml_string("<mujoco/>")) if f.startswith("skin_") or f.startswith("nskin")]


def same(a, b):
  assert len(FIELDS) > 25
  for f in FIELDS:
    np.testing.assert_allclose(getattr(b, f), getattr(a, f), atol=1e-7, err_msg=f)


@pytest.mark.parametrize("section", ["deformable", "asset"])
@pytest.mark.parametrize("texcoord", [True, False])
def test_inline(section, texcoord):
  xml = inline(section, texcoord)
  a, b = ref.MjModel.from_xml_string(xml), ours.MjModel.from_xml_string(xml)
  same(a, b)
  assert ours.mj_name2id(b, ours.mjtObj.mjOBJ_SKIN, "s") == 0


def test_file_and_saving(tmp_path):
  xml = f'<mujoco>{BODIES}<deformable><skin name="s" file="x.skn"/></deformable></mujoco>'
  a, b = (m.MjModel.from_xml_string(xml, {"x.skn": skn()}) for m in (ref, ours))
  same(a, b)
  spec = ours.MjSpec.from_string(inline())
  m = spec.compile()
  same(ours.MjModel.from_xml_string(spec.to_xml()), m)
  same(ref.MjModel.from_xml_string(spec.to_xml()), m)


def test_attached_skins_follow_the_copied_bodies():
  parent = ours.MjSpec()
  frame = parent.worldbody.add_frame(pos=[1, 0, 0])
  parent.attach(ours.MjSpec.from_string(inline()), prefix="left_", frame=frame)
  m = parent.compile()
  assert m.nskin == 1
  assert [m.body(i).name for i in m.skin_bonebodyid] == ["left_a", "left_b"]


@pytest.mark.parametrize("change,what", [
    ((' vertid="0 1 2 3"', ' vertid="0 1 2 9"'), "vertex"),
    ((' vertweight="1 1 1"', ' vertweight="1 1"'), "weight"),
    (('body="b"', 'body="c"'), "'c'"),
    (('vertweight="1.0 0.5 2.0 3.0"', 'vertweight="1.0 0.5 0 3.0"'), "weight"),
])
def test_broken_skins_are_refused(change, what):
  xml = inline()
  assert change[0] in xml
  with pytest.raises(ValueError, match=what):
    ours.MjModel.from_xml_string(xml.replace(*change))
  with pytest.raises(ValueError):
    ref.MjModel.from_xml_string(xml.replace(*change))


def test_replicated_bodies_have_skins_of_their_own():
  world = BODIES.replace("<worldbody>", '<worldbody><replicate count="3" offset="0 1 0">').replace("</worldbody>", "</replicate></worldbody>")
  xml = inline().replace(BODIES, world)
  a, b = ref.MjModel.from_xml_string(xml), ours.MjModel.from_xml_string(xml)
  same(a, b)
  names = lambda lib, m: [lib.mj_id2name(m, lib.mjtObj.mjOBJ_SKIN, i) for i in range(m.nskin)]
  assert names(ours, b) == names(ref, a) == ["s0", "s1", "s2"]


def test_made_by_a_program():
  """Vertices and weights of bones are lists of lists, as the reference has them."""
  made = []
  for lib in (ref, ours):
    spec = lib.MjSpec.from_string(f"<mujoco>{BODIES}</mujoco>")
    skin = spec.add_skin(name="s", vert=np.ravel(VERT).tolist(), face=np.ravel(FACE).tolist(), bodyname=[b[0] for b in BONES], inflate=0.02,
                         bindpos=[x for b in BONES for x in b[1]], bindquat=[x for b in BONES for x in b[2]],
                         vertid=[b[3] for b in BONES], vertweight=[b[4] for b in BONES])
    assert [list(x) for x in skin.vertid] == [b[3] for b in BONES]
    assert [list(x) for x in skin.vertweight] == [b[4] for b in BONES]
    made.append(spec.compile())
  same(*made)
