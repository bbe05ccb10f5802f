"""Faces of meshes on faces: corners of a polygon lie in a plane to single precision only, and MuJoCo measures each point by itself."""

import mujoco
import numpy as np
import pytest

import stiction.mujoco as ours


def boxes(seed):
  """Two boxes as meshes whose files are turned, so that no corner is a round number, face to face but for a small tilt."""
  rng = np.random.default_rng(seed)
  corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
  assets = bodies = ""
  for name, height, size in (("a", 0.0, [0.2, 0.17, 0.1]), ("b", 0.195, [0.13, 0.21, 0.1])):
    quat = rng.normal(size=4)
    quat /= np.linalg.norm(quat)
    rot = np.zeros(9)
    mujoco.mju_quat2Mat(rot, quat)
    vertex = " ".join(map(repr, ((corners * size) @ rot.reshape(3, 3).T).ravel().tolist()))
    assets += f'<mesh name="{name}" vertex="{vertex}" refquat="{" ".join(map(repr, quat.tolist()))}"/>'
    tilt = rng.uniform(-0.02, 0.02, 2)
    spin = rng.uniform(-0.4, 0.4)
    bodies += f'<body pos="0 0 {height}" euler="{tilt[0]} {tilt[1]} {spin}"><freejoint/><geom type="mesh" mesh="{name}"/></body>'
  return f'<mujoco><compiler angle="radian"/><asset>{assets}</asset><worldbody>{bodies}</worldbody></mujoco>'


@pytest.mark.parametrize("seed", range(8))
def test_points_of_faces(seed):
  found = []
  for engine in (mujoco, ours):
    m = engine.MjModel.from_xml_string(boxes(seed))
    d = engine.MjData(m)
    engine.mj_forward(m, d)
    found.append([(c.dist, np.array(c.pos), np.array(c.frame)) for c in d.contact])
  theirs, mine = found
  assert len(theirs) == len(mine) >= 3
  for (dist, pos, frame), (dist2, pos2, frame2) in zip(theirs, mine):
    assert abs(dist - dist2) < 1e-13
    assert np.abs(pos - pos2).max() < 1e-13
    assert np.abs(frame - frame2).max() < 1e-12
