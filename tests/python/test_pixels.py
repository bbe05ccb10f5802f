"""Pictures against MuJoCo's classic renderer, pixel by pixel. Needs OSMesa (Debian: libosmesa6); says so where it is missing.

A pixel is off if a colour differs by more than 20 of 255. MuJoCo lights corners and blends between them, this package lights every
pixel, and both smooth edges with four samples in places of their own: that is the 5 % that may be off.
"""

import os
import struct
import subprocess
import sys
import warnings
import zlib

import numpy as np
import pytest

SIZE = (240, 320)


def _png(a):
  chunk = lambda tag, data: struct.pack(">I", len(data)) + tag + data + struct.pack(">I", zlib.crc32(tag + data))
  raw = b"".join(b"\0" + row.tobytes() for row in a)
  return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", a.shape[1], a.shape[0], 8, 2, 0, 0, 0))
          + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))


def assets():
  """A cube of six colours and a square, each with a white row at its top and a dark column at its left."""
  def square(rgb, n=16):
    s = np.zeros((n, n, 3), np.uint8) + np.array(rgb, np.uint8)
    s[: n // 4] = 255
    s[:, : n // 4] //= 2
    return s
  colours = dict(U=(255, 0, 0), L=(0, 255, 0), F=(0, 0, 255), R=(255, 255, 0), B=(255, 0, 255), D=(0, 255, 255))
  six = np.zeros((48, 64, 3), np.uint8)
  for i, row in enumerate((".U..", "LFRB", ".D..")):
    for j, face in enumerate(row):
      if face != ".":
        six[16 * i: 16 * i + 16, 16 * j: 16 * j + 16] = square(colours[face])
  return {"six.png": _png(six), "two.png": _png(square((200, 60, 60)))}


Y, X = np.mgrid[0:20, 0:30]
HEIGHTS = " ".join(f"{v:.3f}" for v in ((np.sin(X / 4) * np.cos(Y / 3) + 1) / 2).ravel())
LIGHT = '<light pos="0 -1 3" dir="0 .3 -1"/>'
FLOOR = '<geom type="plane" size="3 3 .1" {}/>'
SKY = '<texture type="skybox" builtin="gradient" rgb1=".3 .5 .7" rgb2=".9 .9 1" width="256" height="256"/>'
CUBE = '<texture name="six" type="cube" gridsize="3 4" gridlayout=".U..LFRB.D.." file="six.png"/><material name="six" texture="six"/>'
CHECKER = ('<texture name="g" type="2d" builtin="checker" rgb1=".1 .2 .3" rgb2=".2 .3 .4" width="300" height="300"/>'
           '<material name="g" texture="g" texrepeat="5 5" texuniform="true" reflectance="{}"/>')
ALL_ROUND = ('<geom type="box" size=".3 .4 .5" pos="0 0 .7" {0} euler="10 0 20"/><geom size=".4" pos="1 0 .7" {0}/>'
             '<geom type="capsule" size=".2 .3" pos="-1 0 .7" {0}/><geom type="cylinder" size=".3 .3" pos="-1 1 .7" {0}/>'
             '<geom type="ellipsoid" size=".3 .5 .2" pos="1 1 .7" {0}/>')
BOX_AND_MESH = ('<geom type="box" size=".5 .4 .3" material="t"/><geom type="box" size=".3 .3 .3" pos="1.2 0 0" material="r"/>'
                '<geom type="mesh" mesh="m" pos="-1.2 0 0" material="t"/><geom type="hfield" hfield="h" pos="0 0 -1.2" material="r"/>')
MOVING = """<body pos="0 0 .19"><freejoint/><geom size=".2" mass="2" rgba=".8 .3 .3 1"/>
  <body pos="0 0 .5"><joint type="hinge" axis="0 1 0" pos="0 0 -.1"/><geom type="box" size=".1 .15 .2" mass="1"/>
  <body pos=".4 0 .3"><joint type="slide" axis="1 0 0"/><geom type="capsule" size=".05 .2" mass="1"/></body></body></body>"""


def skin(n=8):
  """A cloth between two bars that are turned against each other, and a tube about one of them, without a texture."""
  text = lambda x: " ".join(f"{v:.6g}" for v in np.ravel(x))
  grid = lambda f: np.array([f(i / n, j / n) for j in range(n + 1) for i in range(n + 1)])
  faces = np.array([(a, *t) for j in range(n) for i in range(n) for a in [j * (n + 1) + i] for t in ((a + 1, a + n + 2), (a + n + 2, a + n + 1))])
  bone = lambda body, pos, w: (f'<bone body="{body}" bindpos="{pos}" bindquat="1 0 0 0" vertid="{text(np.flatnonzero(w > 0))}" '
                               f'vertweight="{text(w[w > 0])}"/>')
  cloth, uv = grid(lambda u, v: (u - 0.5, v - 0.5, 1)), grid(lambda u, v: (u, v))
  tube = grid(lambda u, v: (-0.9 + 0.1 * np.cos(2 * np.pi * u), 1.2 * v - 0.5, 0.6 - 0.1 * np.sin(2 * np.pi * u)))
  left, right = 0.5 - cloth[:, 0], 0.5 + cloth[:, 0]
  return (f'<skin name="cloth" material="c" inflate=".02" vertex="{text(cloth)}" texcoord="{text(uv)}" face="{text(faces)}">'
          + bone("a", "-.5 0 1", left) + bone("b", ".5 0 1", right) + "</skin>"
          + f'<skin name="tube" rgba=".2 .7 .4 1" vertex="{text(tube)}" face="{text(faces)}">' + bone("c", "-.9 0 .6", np.ones(len(tube))) + "</skin>")


def model(world, asset="", visual="", rest=""):
  return (f'<mujoco><statistic extent="2" center="0 0 .5" meansize=".3"/><visual>{visual}</visual><asset>{asset}</asset>'
          f"<worldbody>{world}</worldbody>{rest}</mujoco>")


# name: model, camera, visual flags, render flags
SCENES = {
    "cube": (model(LIGHT + FLOOR.format("") + ALL_ROUND.format('material="six"'), CUBE), {}, {}, {}),
    "cube_uniform": (model(LIGHT + FLOOR.format("") + ALL_ROUND.format('material="six"'),
                           CUBE.replace('texture="six"/>', 'texture="six" texuniform="true"/>')), {"azimuth": 200}, {}, {}),
    "cube_below": (model(LIGHT + '<geom type="plane" size="1.2 .7 .1" material="six"/><geom type="hfield" hfield="h" material="six" pos="0 1.6 .2"/>'
                         '<geom type="plane" size="1.2 .7 .1" pos="0 -1.6 0" material="u"/><geom type="hfield" hfield="h" material="u" pos="2.2 1.6 .2"/>',
                         CUBE + '<material name="u" texture="six" texuniform="true"/>'
                         f'<hfield name="h" nrow="20" ncol="30" size="1 .7 .4 .1" elevation="{HEIGHTS}"/>'), {"distance": 5.0}, {}, {}),
    "hfield": (model(LIGHT + '<geom type="hfield" hfield="h" material="g" pos="0 0 .2"/>'
                     '<geom type="hfield" hfield="h" material="n" pos="0 1.6 .2"/>',
                     '<texture name="c" type="2d" builtin="checker" rgb1=".2 .7 .3" rgb2=".9 .9 .8" width="64" height="64"/>'
                     '<material name="g" texture="c" texrepeat="3 3" texuniform="true"/><material name="n" texture="c" texrepeat="3 3"/>'
                     f'<hfield name="h" nrow="20" ncol="30" size="1 .7 .4 .1" elevation="{HEIGHTS}"/>'), {}, {}, {}),
    "reflection": (model(LIGHT + FLOOR.format('material="g"') + '<geom type="box" size=".3 .4 .3" pos="0 0 .5" rgba="1 .2 .1 1" '
                         'euler="0 0 20"/><geom size=".3" pos=".9 0 .6" rgba=".1 .9 .2 1"/>', CHECKER.format(0.4)), {}, {}, {}),
    "reflection_box": (model(LIGHT + '<geom type="box" size="1 1 .1" material="m"/><geom size=".3" pos="0 0 .6" rgba=".1 .9 .2 1"/>',
                             '<material name="m" rgba=".2 .2 .5 1" reflectance=".6"/>'), {}, {}, {}),
    "haze": (model('<light pos="0 0 3" directional="true"/><geom type="plane" size="0 0 .05" material="g"/><geom type="box" '
                   'size=".3 .4 .3" pos="0 0 .5" rgba="1 .2 .1 1" euler="0 0 20"/>', SKY + CHECKER.format(0),
                   '<rgba haze=".15 .25 .35 1"/>'), {"elevation": -15}, {}, {}),
    "fog": (model('<light pos="0 0 3"/>' + FLOOR.format('rgba=".3 .3 .3 1"') + '<geom type="box" size=".3 .3 .3" pos="0 0 .3"/>'
                  '<geom type="box" size=".3 .3 .3" pos="0 2 .3"/>', "", '<map fogstart="1" fogend="3"/><rgba fog=".5 .6 .7 1"/>'),
            {}, {}, {"FOG": 1}),
    "sky": (model('<geom size=".3" pos="0 0 .5"/>', SKY), {"elevation": 10}, {}, {}),
    "shadow": (model(LIGHT + FLOOR.format('rgba=".9 .9 .9 1"') + '<geom size=".02" pos="0 0 .1" rgba="1 0 0 1"/>'
                     '<geom size=".05" pos=".5 0 .05" rgba="1 0 0 1"/><geom type="box" size=".1 .1 .3" pos="-.5 0 .3"/>'),
               {"distance": 2.0}, {}, {}),
    "two_shadows": (model('<light pos="0 -1 3" dir=".5 .3 -1" directional="true" diffuse=".3 .3 .3"/><light pos="1 1 3" '
                          'dir="-.3 -.3 -1" diffuse=".3 .3 .3"/>' + FLOOR.format('rgba=".7 .7 .7 1"')
                          + '<geom size=".3" pos="0 0 .4" rgba="1 0 0 1"/><geom type="capsule" size=".05 .3" pos=".5 0 .35"/>'),
                    {}, {}, {}),
    "material": (model(LIGHT + FLOOR.format("") + '<geom size=".3" pos="-.7 0 .4" material="a"/><geom size=".3" pos="0 0 .4" '
                       'material="b"/><geom size=".3" pos=".7 0 .4" material="c"/><geom type="box" size=".25 .25 .25" pos="0 .8 .4" '
                       'material="d"/>', '<material name="a" emission=".5" rgba=".8 .2 .2 1"/><material name="b" specular="1" '
                       'shininess=".9" rgba=".2 .8 .2 1"/><material name="c" specular="0" rgba=".2 .2 .8 1"/><material name="d" '
                       'specular=".8" shininess=".1" rgba=".8 .8 .2 .5"/>'), {}, {}, {}),
    "flat_textures": (model('<light pos="0 0 3" castshadow="false"/><geom type="plane" size="1 .7 .1" material="t"/><geom type="plane" '
                            'size="1 .7 .1" pos="0 1.6 0" material="u"/>' + ALL_ROUND.format('material="t"'),
                            '<texture name="t" type="2d" file="two.png"/><material name="t" texture="t"/><material name="u" '
                            'texture="t" texuniform="true" texrepeat="2 1"/>'), {}, {}, {}),
    **{f"flat_from_{way}": (model('<light pos="0 0 3" castshadow="false"/>' + BOX_AND_MESH,
                                  '<texture name="t" type="2d" file="two.png"/><material name="t" texture="t"/><material name="r" texture="t" '
                                  'texrepeat="2 1"/><mesh name="m" vertex="-.4 -.2 -.2 .4 -.2 -.2 .4 .2 -.2 -.4 .2 -.2 -.4 -.2 .2 .4 -.2 .2 .4 .2 .2 -.4 .2 .2"/>'
                                  f'<hfield name="h" nrow="20" ncol="30" size="1 .7 .4 .1" elevation="{HEIGHTS}"/>'),
                            {"azimuth": azimuth, "elevation": elevation, "distance": 3.5}, {}, {})
       for way, azimuth, elevation in (("left", 30, -20), ("behind", 210, -20), ("below", 300, 40))},
    "mesh_uniform": (model('<geom type="mesh" mesh="m" material="t" euler="20 30 0"/>',
                           '<texture name="t" type="2d" file="two.png"/><material name="t" texture="t" texuniform="true" texrepeat="3 2"/><mesh name="m" '
                           'vertex="-.8 -.5 -.3 .8 -.5 -.3 .8 .5 -.3 -.8 .5 -.3 -.8 -.5 .3 .8 -.5 .3 .8 .5 .3 -.8 .5 .3"/>',
                           '<headlight ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/>'), {}, {}, {}),
    "range": (model(LIGHT + FLOOR.format("") + '<body pos="0 0 1"><geom size=".1"/><site name="a" zaxis="0 .5 -1"/><site name="b" zaxis="1 -.4 -.6"/></body>', "", "",
                    '<sensor><rangefinder site="a"/><rangefinder site="b" data="dist point normal"/></sensor>'), {}, {}, {}),
    "decoration": (model(LIGHT + FLOOR.format("") + MOVING), {},
                   {"JOINT": 1, "CONTACTPOINT": 1, "CONTACTFORCE": 1, "COM": 1, "TRANSPARENT": 1, "LIGHT": 1}, {}),
    "inertia": (model(LIGHT + FLOOR.format("") + MOVING), {}, {"INERTIA": 1, "AUTOCONNECT": 1}, {}),
    "skin": (model(LIGHT + FLOOR.format("") + '<body name="a" pos="-.5 0 1" euler="0 30 0"><geom size=".05"/></body><body name="b" '
                   'pos=".5 0 1.1" euler="40 -20 0"><geom size=".05"/></body><body name="c" pos="-.9 0 .4" euler="0 0 30"><geom size=".02"/></body>',
                   '<texture name="c" type="2d" builtin="checker" rgb1=".8 .2 .1" rgb2=".2 .2 .7" width="64" height="64"/>'
                   '<material name="c" texture="c" texrepeat="2 3"/>', "", f"<deformable>{skin()}</deformable>"), {}, {}, {}),
    "orthographic": (model(LIGHT + FLOOR.format('material="g"') + ALL_ROUND.format('rgba=".8 .4 .2 1"'), CHECKER.format(0),
                           '<global orthographic="true" fovy="3"/>'), {}, {}, {}),
}


def draw(mujoco, name):
  """The picture of a scene, and its number of shapes."""
  xml, camera, visual, effects = SCENES[name]
  m = mujoco.MjModel.from_xml_string(xml, assets())
  d = mujoco.MjData(m)
  mujoco.mj_forward(m, d)
  with mujoco.Renderer(m, *SIZE) as renderer:
    eye, option = mujoco.MjvCamera(), mujoco.MjvOption()
    mujoco.mjv_defaultFreeCamera(m, eye)
    for key, value in camera.items():
      setattr(eye, key, value)
    for key, value in visual.items():
      option.flags[int(getattr(mujoco.mjtVisFlag, f"mjVIS_{key}"))] = value
    for key, value in effects.items():
      renderer.scene.flags[int(getattr(mujoco.mjtRndFlag, f"mjRND_{key}"))] = value
    renderer.update_scene(d, eye, option)
    return renderer.render().copy(), renderer.scene.ngeom


@pytest.fixture(scope="module")
def theirs(tmp_path_factory):
  """MuJoCo's pictures, from a process of its own that draws with OSMesa."""
  out = str(tmp_path_factory.mktemp("pixels") / "theirs.npz")
  done = subprocess.run([sys.executable, __file__, out], env=dict(os.environ, MUJOCO_GL="osmesa", PYOPENGL_PLATFORM="osmesa"),
                        capture_output=True, text=True, timeout=600)
  if done.returncode:
    why = (done.stderr.strip().splitlines() or ["no message"])[-1]
    warnings.warn(f"PIXELS WERE NOT COMPARED: MuJoCo cannot draw here ({why}); install libosmesa6")
    pytest.skip("MuJoCo cannot draw here: install libosmesa6")
  return np.load(out)


@pytest.mark.parametrize("name", SCENES)
def test_within_five_percent_of_mujoco(theirs, name):
  import stiction.mujoco as mujoco
  ours, count = draw(mujoco, name)
  off = (np.abs(ours.astype(int) - theirs[name]).max(-1) > 20).mean()
  assert count == theirs[f"{name}.ngeom"]
  assert off < 0.05, f"{100 * off:.2f} % of pixels are off"


if __name__ == "__main__":
  import mujoco as oracle
  found = {}
  for scene in SCENES:
    found[scene], found[f"{scene}.ngeom"] = draw(oracle, scene)
  np.savez(sys.argv[1], **found)
