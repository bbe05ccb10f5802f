"""Rays, distances and contact records against the reference."""

import mujoco
import numpy as np
import pytest

import stiction.mujoco as ours

XML = """
<mujoco>
  <asset>
    <mesh name="gem" vertex="0.3 0 0 -0.3 0 0 0 0.4 0 0 -0.4 0 0 0 0.3 0 0 -0.3 0.15 0.15 0.18"/>
    <mesh name="tub" vertex="-.3 -.3 -.2 .3 -.3 -.2 .3 .3 -.2 -.3 .3 -.2 -.3 -.3 .2 .3 -.3 .2 .3 .3 .2 -.3 .3 .2 0 0 -.1"
          face="0 2 1 0 3 2 0 1 5 0 5 4 1 2 6 1 6 5 2 3 7 2 7 6 3 0 4 3 4 7 4 5 8 5 6 8 6 7 8 7 4 8"/>
    <hfield name="hill" nrow="6" ncol="7" size="1 1 .4 .2" elevation="{}"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="4 4 .1" pos="0 0 -1"/>
    <geom name="hill" type="hfield" hfield="hill" pos="2.5 0 -.9"/>
    <body pos="-2 0 0"><freejoint/><geom name="ball" size=".3" group="1"/></body>
    <body pos="-1.2 .3 .1"><freejoint/><geom name="pill" type="capsule" size=".2 .3"/></body>
    <body pos="-.4 0 .2" euler="20 30 0"><freejoint/><geom name="egg" type="ellipsoid" size=".2 .3 .4"/></body>
    <body pos=".4 .2 0" euler="60 0 10"><freejoint/><geom name="can" type="cylinder" size=".25 .3"/></body>
    <body pos="1.1 0 0" euler="10 20 30"><freejoint/><geom name="brick" type="box" size=".2 .3 .25"/></body>
    <body pos="1.8 .1 .3" euler="5 15 40"><freejoint/><geom name="gem" type="mesh" mesh="gem" group="2"/></body>
    <body pos="0 1.2 .2" euler="40 5 15"><freejoint/><geom name="tub" type="mesh" mesh="tub"/></body>
  </worldbody>
</mujoco>""".format(" ".join(str(round(x, 3)) for x in np.random.default_rng(4).uniform(0, 1, 42)))


@pytest.fixture(scope="module")
def both():
  out = []
  for mj in (mujoco, ours):
    m = mj.MjModel.from_xml_string(XML)
    d = mj.MjData(m)
    mj.mj_forward(m, d)
    out.append((mj, m, d))
  return out


def rays(n, seed):
  rng = np.random.default_rng(seed)
  start = rng.uniform(-2.5, 2.5, (n, 3))
  aim = rng.uniform(-2, 2, (n, 3)) * [1, .5, .3] - start
  return start, aim


@pytest.mark.parametrize("group", [None, np.array([1, 0, 1, 1, 1, 1], np.uint8)])
@pytest.mark.parametrize("exclude", [-1, 3])
def test_ray(both, group, exclude):
  for p, v in zip(*rays(300, 1)):
    got = []
    for mj, m, d in both:
      geom, normal = np.array([-7], np.int32), np.full(3, 9.0)
      dist = mj.mj_ray(m, d, p, v, group, True, exclude, geom, normal)
      got.append(np.concatenate([[dist, geom[0]], normal]))
    np.testing.assert_allclose(got[1], got[0], atol=1e-8)


def test_ray_of_one_geom(both):
  for name, function in (("gem", "mj_rayMesh"), ("tub", "mj_rayMesh"), ("hill", "mj_rayHfield")):
    hits = 0
    for p, v in zip(*rays(400, 2)):
      got = []
      for mj, m, d in both:
        normal = np.full(3, 9.0)
        dist = getattr(mj, function)(m, d, m.geom(name).id, p, v, normal)
        got.append(np.concatenate([[dist], normal]))
      hits += got[0][0] >= 0
      np.testing.assert_allclose(got[1], got[0], atol=1e-8)
    assert hits > 3, name


@pytest.mark.parametrize("kind", [0, 2, 3, 4, 5, 6])
def test_ray_of_a_pure_geom(kind):
  pos, mat, size = np.array([.2, -.1, .3]), np.zeros(9), np.array([.5, .7, .4])
  mujoco.mju_quat2Mat(mat, np.array([.5, .5, -.5, .5]))
  for p, v in zip(*rays(200, 3)):
    got = []
    for mj in (mujoco, ours):
      normal = np.full(3, 9.0)
      got.append(np.concatenate([[mj.mju_rayGeom(pos, mat, size, p, v, kind, normal)], normal]))
    np.testing.assert_allclose(got[1], got[0], atol=1e-8)


def test_many_rays(both):
  n = 64
  _, aim = rays(n, 5)
  for start in ([0, 0, 2.0], [-1, 1, .5]):
    for cutoff in (1e10, 1.0):
      got = []
      for mj, m, d in both:
        geom, dist, normal = np.full(n, -7, np.int32), np.zeros(n), np.zeros(3 * n)
        mj.mj_multiRay(m, d, np.array(start), aim.ravel(), None, True, -1, geom, dist, normal, n, cutoff)
        got.append(np.concatenate([dist, geom, normal]))
      np.testing.assert_allclose(got[1], got[0], atol=1e-8)


def test_distance(both):
  """Every pair; the depth of smooth shapes is as good as MuJoCo's tolerance."""
  names = ["floor", "ball", "pill", "egg", "can", "brick", "gem", "tub"]
  for i, a in enumerate(names):
    for b in names[i + 1:]:
      for limit in (10.0, 0.2):
        got = []
        for mj, m, d in both:
          fromto = np.zeros(6)
          got.append((mj.mj_geomDistance(m, d, m.geom(a).id, m.geom(b).id, limit, fromto), fromto))
        assert abs(got[0][0] - got[1][0]) < 2e-6, (a, b)
        if abs(got[0][0]) > 1e-3 and got[0][0] < limit:
          np.testing.assert_allclose(got[1][1], got[0][1], atol=2e-3, err_msg=f"{a} {b}")


def test_contact_records():
  """All fields, one by one and as arrays, after mj_collision alone and after the rows are made."""
  xml = """<mujoco><option cone="elliptic"/><worldbody><geom type="plane" size="1 1 .1" surfacevel=".1 0 0 0 0 .2"/>
    <body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1" condim="6" margin=".01" gap=".005" priority="1"/></body>
    <body pos=".5 0 .109"><freejoint/><geom size=".1" margin=".002" gap=".02" friction=".3 .01 .001" solref="-100 -5"/></body>
    </worldbody></mujoco>"""
  both = [(mj, (m := mj.MjModel.from_xml_string(xml)), mj.MjData(m)) for mj in (mujoco, ours)]
  for stage in ("collision", "forward"):
    for mj, m, d in both:
      if stage == "collision":
        mj.mj_kinematics(m, d)
        mj.mj_comPos(m, d)
        mj.mj_collision(m, d)
      else:
        mj.mj_forward(m, d)
    (_, _, td), (_, _, od) = both
    assert td.ncon == od.ncon == len(od.contact) > 4
    fields = [f for f in dir(td.contact) if not f.startswith("_")]
    for f in fields:
      if stage == "collision" and f in ("H", "mu", "efc_address"):
        continue
      a, b = getattr(td.contact, f), getattr(od.contact, f)
      assert a.shape == b.shape and a.dtype == b.dtype, f
      np.testing.assert_allclose(b, a, atol=1e-9, rtol=1e-9, err_msg=f)
      for i in range(td.ncon):
        np.testing.assert_allclose(getattr(od.contact[i], f), getattr(td.contact[i], f), atol=1e-9, rtol=1e-9, err_msg=f)
