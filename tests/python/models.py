"""Models for the tests: one with an object of every kind, and small ones."""

RICH = """
<mujoco model="rich">
  <size nuser_body="2" nuser_geom="1" nuser_actuator="3"/>
  <custom>
    <numeric name="num" data="1 2 3"/>
    <text name="txt" data="hello"/>
    <tuple name="tup"><element objtype="body" objname="b1" prm="2"/><element objtype="geom" objname="g1"/></tuple>
  </custom>
  <asset>
    <texture name="tx" type="2d" builtin="checker" width="8" height="8"/>
    <texture name="ty" type="2d" builtin="flat" width="4" height="4"/>
    <material name="mt" texture="tx"/>
    <hfield name="hf" nrow="4" ncol="5" size="1 1 1 1"/>
    <hfield name="hf2" nrow="3" ncol="3" size="1 1 1 1"/>
    <mesh name="me" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
  </asset>
  <worldbody>
    <light name="l"/>
    <camera name="c"/>
    <geom name="h" type="hfield" hfield="hf"/>
    <body name="b1" pos="0 0 3">
      <freejoint name="f"/>
      <geom name="g1" size=".1"/>
      <site name="s"/>
      <body name="b2" pos="1 0 0">
        <joint name="slide" type="slide"/>
        <joint name="hinge" axis="0 1 0" pos=".1 0 0"/>
        <geom name="g2" size=".1"/>
        <site name="s2"/>
      </body>
    </body>
    <body name="b3" pos="0 3 3"><joint name="sl" type="slide" range="-1 1"/><geom name="g3" size=".1"/><geom size=".1"/></body>
    <body name="b4" pos="5 0 0"><joint name="ball" type="ball"/><geom size=".1"/></body>
    <body name="mo" mocap="true"/>
  </worldbody>
  <contact><pair name="p" geom1="g1" geom2="g3"/><exclude name="ex" body1="b1" body2="b3"/></contact>
  <equality><joint name="e" joint1="hinge" joint2="sl"/></equality>
  <tendon>
    <fixed name="t"><joint joint="hinge" coef="1"/></fixed>
    <spatial name="t2"><site site="s"/><site site="s2"/></spatial>
  </tendon>
  <actuator>
    <motor name="a" joint="hinge"/>
    <general name="a2" joint="sl" dyntype="integrator"/>
    <pid name="a3" joint="hinge" kp="1" ki="1"/>
  </actuator>
  <sensor><framepos name="se" objtype="body" objname="b1"/><clock name="se2"/></sensor>
  <keyframe><key name="k" time="1"/></keyframe>
</mujoco>
"""

PENDULUM = """
<mujoco model="pendulum">
  <option timestep="0.001" integrator="RK4"/>
  <worldbody>
    <body name="arm"><joint name="pivot" axis="0 1 0"/><geom name="rod" type="capsule" fromto="0 0 0 0 0 -1" size=".02"/></body>
  </worldbody>
</mujoco>
"""

CONTACTS = """
<mujoco model="contacts">
  <option cone="elliptic" timestep="0.002"/>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="ball" pos="0 0 .09"><freejoint name="bf"/><geom name="bg" size=".1"/><site name="bs"/></body>
    <body name="arm" pos="1 0 .09">
      <freejoint name="af"/>
      <geom name="ag" size=".1"/>
      <body name="hand"><joint name="j" axis="0 1 0" range="-1 1" frictionloss=".1"/><geom name="hg" size=".05" pos=".3 0 0"/></body>
    </body>
  </worldbody>
  <tendon><fixed name="t" limited="true" range="-.1 .1" margin="1"><joint joint="j" coef="1"/></fixed></tendon>
  <actuator><motor name="motor" joint="j" ctrlrange="-1 1"/></actuator>
  <sensor><touch name="touch" site="bs"/><jointpos name="jp" joint="j"/></sensor>
  <keyframe><key name="up" qpos="0 0 1 1 0 0 0  1 0 1 1 0 0 0  .3"/></keyframe>
</mujoco>
"""

EMPTY = "<mujoco/>"

ALL = {"rich": RICH, "pendulum": PENDULUM, "empty": EMPTY, "contacts": CONTACTS}
