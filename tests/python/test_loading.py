"""Models from files and text: the same arrays as the reference, errors with places, round trip."""

import copy
import os
import pickle

import mujoco as reference
import numpy as np
import pytest

import models
import stiction
import stiction.mujoco as ours
from test_model_views import compare

BAD = """<mujoco>
  <worldbody>
    <body nam="x"><geom size="a"/></body>
    <geom type="spere" size=".1"/>
  </worldbody>
</mujoco>"""


@pytest.mark.parametrize("name", sorted(models.ALL))
def test_same_model(name):
  theirs, mine = reference.MjModel.from_xml_string(models.ALL[name]), ours.MjModel.from_xml_string(models.ALL[name])
  for n in dir(theirs):
    a = getattr(theirs, n)
    if n.startswith(("_", "mesh_", "bvh", "nbvh", "skin", "flex", "efm", "oct")) or n in ("narena", "nbuffer", "signature"):
      continue
    if isinstance(a, np.ndarray):
      b = getattr(mine, n)
      assert (a.dtype, a.shape) == (b.dtype, b.shape), n
      np.testing.assert_allclose(np.array(b, float), np.array(a, float), rtol=1e-9, atol=1e-12, err_msg=n)
    elif isinstance(a, (int, float, bytes)):
      assert getattr(mine, n) == a, n


def test_errors_have_places_and_hints():
  with pytest.raises(ValueError) as e:
    ours.MjModel.from_xml_string(BAD)
  assert isinstance(e.value, stiction.ModelError)
  found = e.value.diagnostics
  assert len(found) >= 3 and {d.line for d in found} >= {3, 4} and all(d.severity == "error" and d.message for d in found)
  assert any(d.hint and "name" in d.hint for d in found) and "model.xml:3" in str(e.value) and "error" in repr(found[0])


@pytest.mark.parametrize("xml", ["", "<muj", "<mujoco><bad/></mujoco>", "<mujoco/><mujoco/>", "<a/>", "\0", "<mujoco>" * 1000])
def test_broken_text_raises(xml):
  with pytest.raises(ValueError):
    ours.MjModel.from_xml_string(xml)


def test_files_and_assets(tmp_path):
  with pytest.raises(ValueError, match="nope.xml"):
    ours.MjModel.from_xml_path(str(tmp_path / "nope.xml"))
  with pytest.raises(TypeError):
    ours.MjModel.from_xml_path(3)
  with pytest.raises(TypeError):
    ours.MjModel.from_xml_string(None)
  part = "<mujoco><worldbody><body name='b'><joint/><geom size='.1'/></body></worldbody></mujoco>"
  main = "<mujoco><include file='part.xml'/></mujoco>"
  for m in (ours.MjModel.from_xml_string(main, {"part.xml": part.encode()}), ours.MjModel.from_xml_string(xml=main, assets={"part.xml": part.encode()})):
    assert m.nbody == 2 and m.body("b").id == 1
  (tmp_path / "main.xml").write_text(main)
  with pytest.raises(ValueError, match="part.xml"):
    ours.MjModel.from_xml_path(str(tmp_path / "main.xml"))
  assert ours.MjModel.from_xml_path(str(tmp_path / "main.xml"), {"part.xml": part.encode()}).nbody == 2
  (tmp_path / "part.xml").write_text(part)
  assert ours.MjModel.from_xml_path(tmp_path / "main.xml").nbody == 2
  here = os.getcwd()
  os.chdir(tmp_path)
  try:
    assert ours.MjModel.from_xml_string(main).nbody == 2
  finally:
    os.chdir(here)
  with pytest.raises(TypeError):
    ours.MjModel.from_xml_string(main, assets=3)


@pytest.mark.parametrize("name", sorted(models.ALL))
def test_round_trip(name, tmp_path):
  m = ours.MjModel.from_xml_string(models.ALL[name])
  text = m.to_xml_string()
  again = ours.MjModel.from_xml_string(text)
  for n in dir(m):
    a = getattr(m, n)
    if isinstance(a, np.ndarray):
      np.testing.assert_allclose(np.array(getattr(again, n), float), np.array(a, float), rtol=1e-9, atol=1e-12, err_msg=n)
  path = tmp_path / "saved.xml"
  ours.mj_saveLastXML(str(path), m)
  assert path.read_text() == text
  assert copy.copy(m).to_xml_string() == text
  with pytest.raises(ValueError):
    pickle.loads(pickle.dumps(m)).to_xml_string()


def test_pickle_of_a_loaded_model():
  m = ours.MjModel.from_xml_string(models.RICH)
  compare(m, pickle.loads(pickle.dumps(m)))
