"""The geometric half of the certificate from Python: on request, by default with `strict`."""
import numpy as np
import pytest

import stiction
import stiction.mujoco as mj

XML = """<mujoco><custom><text name="stiction" data="preset=exact"/></custom><worldbody><geom type="plane" size="0 0 1"/>
  <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="3 0 .1"><freejoint/><geom type="sphere" size=".1"/></body></worldbody></mujoco>"""


def scene():
  m = stiction.Model.from_xml_string(XML)
  return m, stiction.Data(m)


def test_report_checks_contacts_on_request():
  m, d = scene()
  r = stiction.step(m, d)
  assert r.geometry is None and stiction.report(d).geometry is None
  r = stiction.report(d, geometry=True)
  g = r.geometry
  assert r.status == "Solved" and (g.missing, g.bent, g.unchecked) == (0, 0, 0) and g.checked == 2 and g.depth < 1e-9
  # the ball is put into the box: nobody looked for that contact
  d.qpos[7:10] = 0.15, 0, 0.1
  r = stiction.report(d, geometry=True)
  assert r.status == "Geometry" and not r.solved
  assert r.geometry.missing == 1 and r.geometry.missing_geoms == (2, 1)
  assert r.geometry.depth == pytest.approx(0.05, abs=1e-6) and r.geometry.deepest == (2, 1)


def test_strict_checks_by_default():
  m, d = scene()
  m.stiction.strict = True
  d.qvel[0] = 1.0
  for _ in range(50):
    r = stiction.step(m, d)
    assert r.solved and r.geometry.missing == 0 and r.geometry.bent == 0
  mj.mj_step(m, d)
  assert stiction.report(d).geometry is not None
  assert stiction.report(d, geometry=False).geometry is None
  assert np.isfinite(d.qpos).all()
