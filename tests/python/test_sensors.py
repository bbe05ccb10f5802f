"""Sensors whose answer is known in closed form."""
import numpy as np
import pytest

import stiction.mujoco as ours

BOX = np.array([0.3, 0.2, 0.25])


def box_distance(p):
  q = np.abs(p) - BOX
  return min(q.max(), 0.0) + np.linalg.norm(np.maximum(q, 0.0))


SHAPES = {
    "sphere": ('type="sphere" size=".1"', np.zeros((1, 3)), 0.1),
    "capsule": ('type="capsule" size=".05 .1"', np.array([[0, 0, -0.1], [0, 0, 0.1]]), 0.05),
    "box": ('type="box" size=".1 .07 .05"', np.array([[x, y, z] for x in (-0.1, 0.1) for y in (-0.07, 0.07) for z in (-0.05, 0.05)]), 0.0),
}


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_enclosed_is_the_largest_signed_distance(name):
  geom, points, radius = SHAPES[name]
  m = ours.MjModel.from_xml_string(f"""
    <mujoco><worldbody><site name="z" type="box" size=".3 .2 .25" pos=".1 0 .2" euler="20 30 40"/>
      <body name="o"><freejoint/><geom name="g" {geom}/></body></worldbody>
      <sensor><insidesite objtype="geom" objname="g" site="z" enclosed="true"/></sensor></mujoco>""")
  d = ours.MjData(m)
  rng = np.random.default_rng(0)
  signs = set()
  for _ in range(30):
    d.qpos[:] = np.concatenate([[0.1, 0, 0.2] + 0.15 * rng.standard_normal(3), rng.standard_normal(4)])
    ours.mj_forward(m, d)
    world = np.array(d.geom_xpos[0]) + points @ np.array(d.geom_xmat[0]).reshape(3, 3).T
    local = (world - d.site_xpos[0]) @ np.array(d.site_xmat[0]).reshape(3, 3)
    want = max(box_distance(p) for p in local) + radius
    assert abs(d.sensordata[0] - want) < 1e-7
    signs.add(want > 0)
  assert signs == {True, False}
