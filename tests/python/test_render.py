"""Offscreen pictures: geometry against rays, colours where they belong, Gymnasium's rgb_array."""

import subprocess
import sys

import numpy as np
import pytest

import stiction.mujoco as mujoco

XML = """<mujoco><statistic extent="1" center="0 0 .3"/><visual><global offwidth="400"/></visual>
<worldbody><light pos="0 0 3"/><camera name="top" pos=".1 -.2 2" euler="5 -8 20"/><geom type="plane" size="2 2 .1" rgba=".9 .9 .9 1"/>
<body pos="0 0 .4" euler="20 30 0"><freejoint/><geom name="box" type="box" size=".2 .15 .1" rgba="0 1 0 1"/></body>
<body pos=".4 .1 .3"><freejoint/><geom name="ball" size=".12" rgba="1 0 0 1"/></body>
<body pos="-.4 .1 .3" euler="70 0 0"><freejoint/><geom name="capsule" type="capsule" size=".05 .2" rgba="0 0 1 1"/></body>
</worldbody></mujoco>"""


@pytest.fixture
def scene():
  m = mujoco.MjModel.from_xml_string(XML)
  d = mujoco.MjData(m)
  mujoco.mj_forward(m, d)
  return m, d


def test_depth_and_segmentation_agree_with_rays(scene):
  m, d = scene
  h, w = 48, 64
  with mujoco.Renderer(m, h, w) as r:
    r.update_scene(d, "top")
    r.enable_depth_rendering()
    depth = r.render()
    r.enable_segmentation_rendering()
    seg = r.render()
  assert depth.shape == (h, w) and depth.dtype == np.float32 and seg.shape == (h, w, 2)
  f = 0.5 * h / np.tan(0.5 * np.deg2rad(m.cam_fovy[0]))
  axes, pos = d.cam_xmat[0].reshape(3, 3), d.cam_xpos[0]
  same, worst = 0, 0.0
  for y in range(h):
    for x in range(w):
      ray = axes @ np.array([(x + 0.5 - w / 2) / f, (h / 2 - y - 0.5) / f, -1.0])
      geom = np.zeros(1, np.int32)
      dist = mujoco.mj_ray(m, d, pos, ray, None, 1, -1, geom, None)
      if seg[y, x, 0] == geom[0]:
        same += 1
        worst = max(worst, abs(depth[y, x] - dist))
  assert same > 0.97 * h * w
  assert worst < 0.02
  assert set(np.unique(seg[..., 1])) == {int(mujoco.mjtObj.mjOBJ_GEOM)}


def test_colours(scene):
  m, d = scene
  r = mujoco.Renderer(m, 120, 160)
  r.update_scene(d)
  a = r.render()
  assert a.shape == (120, 160, 3) and a.dtype == np.uint8
  strong = a.astype(int)
  for k in range(3):
    others = [j for j in range(3) if j != k]
    found = (strong[..., k] > 100) & (strong[..., others].max(-1) < 80)
    assert found.sum() > 30, "one body of each colour is seen"
  assert np.array_equal(a, r.render()), "the same picture every time"
  out = np.zeros_like(a)
  assert r.render(out=out) is out
  option = mujoco.MjvOption()
  option.geomgroup[:] = 0
  r.update_scene(d, scene_option=option)
  assert r.render().max() == 0
  r.update_scene(d)
  r.scene.ngeom = 1
  mujoco.mjv_initGeom(r.scene.geoms[0], mujoco.mjtGeom.mjGEOM_SPHERE, [0.3, 0, 0], [0, 0, 1], np.eye(3), [1, 1, 0, 1])
  assert not np.array_equal(a, r.render())


def test_bad_requests_are_errors(scene):
  m, d = scene
  with pytest.raises(ValueError, match="framebuffer"):
    mujoco.Renderer(m, 10, 5000)
  r = mujoco.Renderer(m, 10, 10)
  assert not r.render().any()   # an empty scene is black, as in MuJoCo
  with pytest.raises(ValueError, match="does not exist"):
    r.update_scene(d, "nowhere")
  with pytest.raises(ValueError, match="out of range"):
    r.update_scene(d, 7)
  r.close()
  with pytest.raises(RuntimeError):
    r.render()


PROGRAM = """
import os; os.environ["MUJOCO_GL"] = "egl"
import stiction.compat; stiction.compat.install()
import gymnasium as gym, numpy as np
env = gym.make("Hopper-v5", render_mode="rgb_array", width=160, height=120)
env.reset(seed=0); env.step(env.action_space.sample())
a = env.render()
assert a.shape == (120, 160, 3) and a.dtype == np.uint8 and len(np.unique(a.reshape(-1, 3), axis=0)) > 20, a.shape
env.close(); print("drawn")
"""


def test_gymnasium_rgb_array():
  pytest.importorskip("gymnasium")
  done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=300)
  assert "drawn" in done.stdout, done.stderr


def test_a_scene_is_what_is_drawn(scene):
  m, d = scene
  r = mujoco.Renderer(m, 60, 80)
  r.update_scene(d)
  before = r.render()
  names = [mujoco.mj_id2name(m, mujoco.mjtObj.mjOBJ_GEOM, r.scene.geoms[i].objid) for i in range(r.scene.ngeom)]
  ball = r.scene.geoms[names.index("ball")]
  ball.rgba[:] = 0, 1, 1, 1
  after = r.render()
  changed = np.abs(before.astype(int) - after).max(-1) > 60
  assert 5 < changed.sum() < 300, "the repainted ball and nothing else"
  assert (after[changed][:, 2] > after[changed][:, 0]).all()
  option = mujoco.MjvOption()
  option.flags[int(mujoco.mjtVisFlag.mjVIS_COM)] = 1
  r.update_scene(d, scene_option=option)
  assert r.scene.ngeom == len(names) + 3, "a centre of mass for each of three bodies"


def test_frame_buffers_hold_pictures_rectangles_and_plots(scene):
  m, d = scene
  scn, con = mujoco.MjvScene(m, 100), mujoco.MjrContext(m, mujoco.mjtFontScale.mjFONTSCALE_150)
  cam = mujoco.MjvCamera()
  mujoco.mjv_defaultFreeCamera(m, cam)
  mujoco.mjv_updateScene(m, d, mujoco.MjvOption(), None, cam, mujoco.mjtCatBit.mjCAT_ALL, scn)
  left, right = mujoco.MjrRect(0, 0, 80, 60), mujoco.MjrRect(80, 0, 80, 60)
  mujoco.mjr_render(left, scn, con)
  mujoco.mjr_rectangle(mujoco.MjrRect(80, 0, 10, 60), 0, 1, 0, 1)
  both = np.empty((60, 160, 3), np.uint8)
  mujoco.mjr_readPixels(both, None, mujoco.MjrRect(0, 0, 160, 60), con)
  r = mujoco.Renderer(m, 60, 80)
  r.update_scene(d)
  assert np.array_equal(both[::-1, :80], r.render())
  assert (both[:, 80:90] == (0, 255, 0)).all() and not both[:, 90:].any()
  figure = mujoco.MjvFigure()
  mujoco.mjv_defaultFigure(figure)
  figure.linergb[0], figure.linepnt[0], figure.linedata[0][:4] = (1, 0, 1), 2, (0, 0, 1, 1)
  mujoco.mjr_figure(right, figure, con)
  plot = np.empty((60, 80, 3), np.uint8)
  mujoco.mjr_readPixels(plot, None, right, con)
  rows, columns = np.nonzero((plot == (255, 0, 255)).all(-1))
  assert len(rows) > 60 and np.corrcoef(rows, columns)[0, 1] > 0.99, "a line that rises"
  depth = np.empty((60, 80), np.float32)
  mujoco.mjr_readPixels(None, depth, left, con)
  con.readDepthMap = int(mujoco.mjtDepthMap.mjDEPTH_ZEROFAR)
  turned = np.empty((60, 80), np.float32)
  mujoco.mjr_readPixels(None, turned, left, con)
  assert 0 < depth.min() < 1 and np.allclose(depth + turned, 1)


def test_text_is_written_where_it_is_asked_for(scene):
  m, d = scene
  con = mujoco.MjrContext(m, mujoco.mjtFontScale.mjFONTSCALE_100)
  whole = mujoco.mjr_maxViewport(con)

  def pixels(draw):
    mujoco.mjr_rectangle(whole, 0, 0, 0, 1)
    draw()
    out = np.empty((whole.height, whole.width, 3), np.uint8)
    mujoco.mjr_readPixels(out, None, whole, con)
    return out[::-1]

  text = lambda font, words, x, y: pixels(lambda: mujoco.mjr_text(font, words, con, x, y, 1, 1, 0))
  normal, big = int(mujoco.mjtFont.mjFONT_NORMAL), int(mujoco.mjtFont.mjFONT_BIG)
  small = text(normal, "T", 0.5, 0.25)
  rows, columns = np.nonzero(small.any(-1))
  # a bar of five dots, and a stem of six below it, from the place that was named
  assert len(rows) == 11 and columns.min() == whole.width // 2 and rows.max() == round(0.75 * whole.height) - 1
  assert (small[rows, columns] == (255, 255, 0)).all() and np.ptp(rows) == 6 and np.ptp(columns) == 4
  assert text(big, "T", 0.5, 0.25).any(-1).sum() == 44
  assert np.array_equal(text(normal, "ü", 0.2, 0.2), text(normal, "?", 0.2, 0.2)) and text(normal, "x" * 500, 0.9, 0.9).any()
  letters = [text(normal, chr(k), 0.5, 0.5).tobytes() for k in range(33, 127)]
  assert len(set(letters)) == 94, "every letter has its own shape"
  button = pixels(lambda: mujoco.mjr_label(mujoco.MjrRect(40, 60, 100, 30), normal, "oo", 0, 0, 1, 1, 1, 1, 1, con))
  rows, columns = np.nonzero((button == 255).all(-1))
  assert abs(columns.mean() - 89.5) < 2 and abs(whole.height - rows.mean() - 75) < 3 and (button == (0, 0, 255)).all(-1).sum() > 2900
  corner = pixels(lambda: mujoco.mjr_overlay(normal, mujoco.mjtGridPos.mjGRID_BOTTOMRIGHT, whole, "a\nb", "c", con))
  rows, columns = np.nonzero(corner.any(-1))
  assert rows.min() > whole.height - 40 and columns.min() > whole.width - 40
  # labels are in pictures, and in nothing else
  option, r = mujoco.MjvOption(), mujoco.Renderer(m, 60, 80)
  pictures = []
  for label in ("NONE", "GEOM"):
    option.label = int(mujoco.mjtLabel[f"mjLABEL_{label}"])
    r.update_scene(d, scene_option=option)
    pictures.append((r.render(), r.enable_depth_rendering() or r.render()))
    r.disable_depth_rendering()
  assert (pictures[0][0] != pictures[1][0]).any(-1).sum() > 20 and np.array_equal(pictures[0][1], pictures[1][1])
