"""Small models, one per feature of tendons, transmissions, actuators, passive forces, fluids and integrators.

`MODELS` maps a name to an MJCF string. Every model is our own and stands alone: no assets, no includes. They are written to be
off-axis and to use numbers that are not round, so that a wrong sign, frame or factor shows.
"""

MODELS = {}

ARM = """
    <body name="upper" pos="0.1 -0.05 0.4" quat="0.9 0.1 -0.2 0.3">
      {root}
      <geom type="capsule" fromto="0 0 0 0.3 0.02 0.01" size="0.03" density="900"/>
      <site name="u0" pos="0.05 0.03 0.06"/> <site name="u1" pos="0.25 -0.02 0.05" euler="20 30 -10"/>
      <body name="lower" pos="0.3 0.02 0.01" euler="15 -20 30">
        {mid}
        <geom type="box" pos="0.1 0.01 -0.02" size="0.11 0.03 0.02" euler="5 10 15" density="1100"/>
        <site name="l0" pos="0.04 0.05 0.03"/> <site name="l1" pos="0.2 -0.01 0.02" euler="-35 15 40"/>
        <body name="hand" pos="0.22 0 0.01">
          {tip}
          <geom type="ellipsoid" size="0.05 0.03 0.02" pos="0.04 0 0"/>
          <site name="h0" pos="0.05 0.02 0.03" euler="10 -70 25"/>
        </body>
      </body>
    </body>"""

HINGES = dict(
  root='<joint name="j0" type="hinge" axis="0.2 1 0.3" damping="0.1"/><joint name="j1" type="hinge" axis="1 0 0.2" pos="0.01 0.02 0" damping="0.2"/>',
  mid='<joint name="j2" type="hinge" axis="0 1 -0.4" pos="-0.01 0 0.02" damping="0.05"/>',
  tip='<joint name="j3" type="slide" axis="1 0.2 0.1" damping="0.3"/>')

BALLS = dict(
  root='<joint name="j0" type="ball" pos="0.01 0 -0.02" damping="0.1"/>',
  mid='<joint name="j1" type="hinge" axis="0 1 0.3" damping="0.1"/><joint name="j2" type="slide" axis="0.3 0 1"/>',
  tip='<joint name="j3" type="ball" damping="0.02"/>')

FREE = dict(
  root='<freejoint name="j0"/>',
  mid='<joint name="j1" type="ball" pos="0.01 0 0"/>',
  tip='<joint name="j2" type="hinge" axis="0 0.4 1"/>')


def model(name, arm=HINGES, world="", body="", rest="", option="", compiler=""):
  """Registers a model: the arm, more bodies, and what follows the world."""
  MODELS[name] = f"""<mujoco model="{name}">
  <compiler angle="degree" autolimits="true" {compiler}/>
  <option timestep="0.002" {option}/>
  <worldbody>
    <geom name="floor" type="plane" size="3 3 0.1" pos="0 0 -2"/>
    <site name="w0" pos="0.3 0.2 0.5"/> <site name="w1" pos="-0.2 0.3 0.1" euler="30 40 50"/> <site name="w2" pos="0.35 -0.3 0.55"/>
    {world}
    {ARM.format(**arm) if arm else ""}
    {body}
  </worldbody>
  {rest}
</mujoco>"""


def actuators(*lines):
  return "<actuator>" + "\n".join(lines) + "</actuator>"


# ------------------------------------------------------------------ tendons
for kind, arm in (("hinges", HINGES), ("balls", BALLS), ("free", FREE)):
  model(f"tendon_sites_{kind}", arm, rest="""<tendon>
    <spatial name="a" stiffness="30" damping="1.5"><site site="w0"/><site site="u0"/><site site="l0"/><site site="h0"/></spatial>
    <spatial name="b" springlength="0.2 0.35" stiffness="20 5 -3" damping="0.5 0.2 0.1"><site site="u1"/><site site="h0"/></spatial>
    <spatial name="c"><site site="u0"/><site site="u1"/></spatial>
    <spatial name="d" springlength="0.3"><site site="l1"/><site site="w1"/><pulley divisor="2.5"/><site site="w2"/><site site="l0"/><site site="u0"/>
      <pulley divisor="-0"/></spatial></tendon>""".replace('<pulley divisor="-0"/>', ""))

model("tendon_fixed", HINGES, rest="""<tendon>
    <fixed name="a" stiffness="3" damping="0.2" springlength="0.1 0.3"><joint joint="j0" coef="0.7"/><joint joint="j2" coef="-1.3"/></fixed>
    <fixed name="b" stiffness="2 1 4" damping="0.1 0.3 0.2" frictionloss="0.1"><joint joint="j3" coef="2"/><joint joint="j1" coef="0.4"/><joint joint="j0" coef="0.1"/></fixed>
    <fixed name="c" armature="0.03"><joint joint="j2" coef="1.5"/><joint joint="j3" coef="-0.6"/></fixed></tendon>""")

model("tendon_armature", BALLS, rest="""<tendon>
    <spatial name="a" armature="0.2"><site site="w0"/><site site="u0"/><site site="l0"/><site site="h0"/></spatial>
    <spatial name="b" armature="0.1"><site site="u1"/><site site="l1"/><pulley divisor="3"/><site site="w1"/><site site="h0"/></spatial>
    <spatial name="c"><site site="w2"/><site site="l1"/></spatial></tendon>""" +
      actuators('<motor tendon="c" gear="1.7" armature="0.05" damping="0.4 0.1 0.2"/>'))

model("tendon_armature_free", FREE, rest="""<tendon>
    <spatial name="a" armature="0.2"><site site="w0"/><site site="u0"/><site site="l0"/><site site="h0"/></spatial>
    <spatial name="b" armature="0.1"><site site="u1"/><site site="h0"/></spatial></tendon>""")

model("tendon_two_trees", HINGES, body="""
    <body pos="0.6 0.3 0.3"><joint name="k0" type="ball"/><geom type="box" size="0.05 0.06 0.07"/><site name="t0" pos="0.05 0.02 0.01"/>
      <body pos="0.1 0 0"><joint name="k1" axis="0 1 0.2"/><geom size="0.04" pos="0.05 0 0"/><site name="t1" pos="0.1 0 0.02"/></body></body>""",
      rest="""<tendon><spatial name="a" stiffness="12" damping="0.7"><site site="h0"/><site site="t0"/><site site="t1"/></spatial>
    <fixed name="b" damping="0.2" stiffness="1"><joint joint="j1" coef="1"/><joint joint="k1" coef="-2"/></fixed></tendon>""" +
      actuators('<position tendon="a" kp="5" kv="0.6"/>', '<motor tendon="b" gear="3"/>'))


def wraps(kind, side, name, geom_in="world"):
  """A site on each side of a geom; the second end swings on a ball joint so that every configuration is met."""
  size = "0.1" if kind == "sphere" else "0.08 0.2"
  sidesite = ' sidesite="side"' if side else ""
  side_def = f'<site name="side" pos="{side}"/>' if side else ""
  obstacle = f'<geom name="o" type="{kind}" size="{size}" pos="0.02 -0.01 0.03" euler="10 20 30" contype="0" conaffinity="0"/>{side_def}'
  if geom_in == "world":
    world, carrier = f'<site name="a" pos="-0.2 0.02 0.05"/>{obstacle}', ""
  else:
    world = '<site name="a" pos="-0.2 0.02 0.05"/>'
    carrier = f'<body name="carrier" pos="0.01 0 0"><joint type="hinge" axis="0.2 1 0.3"/><joint type="slide" axis="0 0 1"/><geom size="0.03" mass="0.4"/>{obstacle}</body>'
  model(name, None, world=world, body=f"""{carrier}
    <body name="swing" pos="0.03 0.02 0"><joint type="ball"/><joint type="slide" axis="1 0 0"/>
      <geom size="0.02" pos="0.2 0 0" mass="0.3"/><site name="b" pos="0.22 0.01 0.02"/></body>""",
        rest=f"""<tendon><spatial name="t" stiffness="50" damping="1"><site site="a"/><geom geom="o"{sidesite}/><site site="b"/></spatial></tendon>""")


for kind in ("sphere", "cylinder"):
  wraps(kind, None, f"wrap_{kind}")
  wraps(kind, "0.02 0.3 0.05", f"wrap_{kind}_side_far")
  wraps(kind, "0.02 -0.12 0.06", f"wrap_{kind}_side_near")
  wraps(kind, "0.16 0.05 0.2", f"wrap_{kind}_side_oblique")
  wraps(kind, "0.03 -0.02 0.04", f"wrap_{kind}_inside")
  wraps(kind, None, f"wrap_{kind}_moving", "body")
  wraps(kind, "0.02 0.3 0.05", f"wrap_{kind}_moving_side", "body")
  wraps(kind, "0.03 -0.02 0.04", f"wrap_{kind}_moving_inside", "body")

model("wrap_chain", HINGES, world='<geom name="s0" type="sphere" size="0.07" pos="0.25 0.08 0.45"/>', rest="""<tendon>
    <spatial name="a" stiffness="10"><site site="w0"/><geom geom="s0"/><site site="u0"/><geom geom="c0" sidesite="u1"/><site site="l0"/>
      <pulley divisor="2"/><site site="w1"/><geom geom="s0" sidesite="w0"/><site site="l1"/><site site="h0"/>
      <pulley divisor="1.5"/><site site="w2"/><site site="h0"/></spatial></tendon>""")
MODELS["wrap_chain"] = MODELS["wrap_chain"].replace('<site name="u0"', '<geom name="c0" type="cylinder" size="0.04 0.05" pos="0.28 0 0.02" euler="80 10 5" mass="0.1"/><site name="u0"')

# ------------------------------------------------------------ transmissions
model("trn_joint", HINGES, rest=actuators(
  '<motor joint="j0" gear="2.5"/>', '<motor joint="j1" gear="-1.5"/>', '<motor joint="j3" gear="3"/>',
  '<motor jointinparent="j2" gear="0.7"/>', '<position joint="j2" kp="20" kv="1"/>', '<velocity joint="j0" kv="2"/>'))
model("trn_ball", BALLS, rest=actuators(
  '<motor joint="j0" gear="1 0.5 -0.7"/>', '<motor jointinparent="j0" gear="0.3 1 0.2"/>',
  '<position joint="j3" gear="0 1 0.4" kp="3" kv="0.2"/>', '<position jointinparent="j3" gear="1 0 0" kp="2"/>',
  '<intvelocity joint="j0" gear="0 0 1" kp="2" actrange="-6 6"/>'))
model("trn_free", FREE, rest=actuators(
  '<motor joint="j0" gear="1 0.5 -0.7 0.1 0.2 0.3"/>', '<motor jointinparent="j0" gear="0.3 1 0.2 0.5 -0.4 0.6"/>',
  '<motor jointinparent="j1" gear="0.3 1 0.2"/>'))
model("trn_tendon", HINGES, rest="""<tendon>
    <spatial name="a" actuatorfrcrange="-2 1.5"><site site="w0"/><site site="u0"/><site site="h0"/></spatial>
    <fixed name="b"><joint joint="j0" coef="0.7"/><joint joint="j3" coef="-1.3"/></fixed></tendon>""" + actuators(
  '<motor tendon="a" gear="2"/>', '<position tendon="a" kp="4" kv="1.1"/>', '<motor tendon="b" gear="-3"/>', '<damper tendon="b" kv="0.8" ctrlrange="0 2"/>'))
for kind, arm in (("hinges", HINGES), ("balls", BALLS), ("free", FREE)):
  model(f"trn_site_{kind}", arm, rest=actuators(
    '<motor site="h0" gear="1 0.5 -0.7 0.1 0.2 0.3"/>', '<motor site="l1" gear="0 0 1 0 0 0"/>',
    '<position site="h0" refsite="u1" gear="1 0 0 0 0 0" kp="5" kv="0.3"/>', '<position site="h0" refsite="w1" gear="0 0 0 0.3 1 0.2" kp="2" kv="0.1"/>',
    '<motor site="l1" refsite="u1" gear="0.2 0.4 -0.1 0.3 -0.5 0.7"/>', '<motor site="w0" refsite="h0" gear="0 1 0 0 0 1"/>'))
model("trn_slidercrank", HINGES, rest=actuators(
  '<motor cranksite="h0" slidersite="w1" cranklength="0.6" gear="1.4"/>', '<motor cranksite="l1" slidersite="u1" cranklength="0.3"/>',
  '<position cranksite="u1" slidersite="w1" cranklength="0.05" gear="2" kp="3"/>'))
model("trn_body", None, world='<geom type="box" size="0.5 0.5 0.1" pos="0 0 -0.1" margin="0.02" gap="0.02"/>', body="""
    <body name="foot" pos="0 0 0.045"><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/><joint axis="1 0.2 0"/>
      <geom type="box" size="0.06 0.05 0.05" mass="1" margin="0.01" euler="2 1 0"/>
      <body pos="0.1 0 0"><joint type="hinge" axis="0 1 0"/><geom size="0.05" mass="0.2" condim="1"/></body></body>""",
      rest=actuators('<adhesion body="foot" ctrlrange="0 5" gain="2"/>', '<adhesion body="foot" ctrlrange="0 1"/>'))
MODELS["trn_body"] = MODELS["trn_body"].replace('name="floor"', 'name="floor" contype="0" conaffinity="0"')
MODELS["trn_body_elliptic"] = MODELS["trn_body"].replace("<option", '<option cone="elliptic"').replace('"trn_body"', '"trn_body_elliptic"')
model("adhesion_passive", None, world='<geom name="a" type="box" size="0.5 0.5 0.1" pos="0 0 -0.1" adhesion="3"/>', body="""
    <body name="foot" pos="0 0 0.045"><freejoint/><geom type="box" size="0.06 0.05 0.05" mass="1" adhesion="2" euler="2 1 0"/></body>
    <body pos="0.3 0 0.04"><joint type="slide" axis="0 0 1"/><joint axis="0 1 0.1" pos="0 0 0.1"/><geom size="0.05" mass="0.2" adhesion="1.5"/></body>""")
MODELS["adhesion_passive"] = MODELS["adhesion_passive"].replace('name="floor"', 'name="floor" contype="0" conaffinity="0"')

# ------------------------------------------------------------ actuator kinds
model("act_dynamics", HINGES, rest=actuators(
  '<general joint="j0" dyntype="integrator" gainprm="3" actrange="-0.5 0.4"/>',
  '<general joint="j1" dyntype="filter" dynprm="0.05" gainprm="2"/>',
  '<general joint="j1" dyntype="filterexact" dynprm="0.01" gainprm="2.5" actearly="true"/>',
  '<general joint="j2" dyntype="filterexact" dynprm="0.2" gainprm="2.5" actlimited="true" actrange="-0.1 0.1" actearly="true"/>',
  '<general joint="j2" dyntype="integrator" gaintype="affine" gainprm="3 0.5 0.2" biastype="affine" biasprm="0.1 -2 -0.3" actearly="true"/>',
  '<general joint="j3" gaintype="affine" gainprm="1 2 3" biastype="affine" biasprm="0.3 0.2 -0.1"/>',
  '<intvelocity joint="j0" kp="4" actrange="-2 2"/>', '<intvelocity joint="j3" kp="4" kv="0.4" actrange="-2 2"/>',
  '<position joint="j0" kp="7" kv="0.5" timeconst="0.03"/>', '<velocity joint="j1" kv="1.5"/>',
  '<cylinder joint="j3" timeconst="0.4" area="0.01" bias="1 2 3"/>', '<damper joint="j2" kv="2" ctrlrange="0 1.5"/>'))
model("act_limits", HINGES, rest=actuators(
  '<motor joint="j0" ctrlrange="-0.3 0.2" gear="2"/>', '<motor joint="j1" forcerange="-0.4 0.3" gear="2"/>',
  '<position joint="j2" kp="50" kv="2" forcerange="-1 2"/>', '<motor joint="j3" gear="5" group="3"/>',
  '<position joint="j2" kp="20" kv="1.3" group="2"/>', '<general joint="j3" dyntype="integrator" gainprm="2" group="2"/>'), option='actuatorgroupdisable="2"')
model("act_joint_limits", dict(HINGES,
  root='<joint name="j0" type="hinge" axis="0.2 1 0.3" actuatorfrcrange="-0.7 0.5"/><joint name="j1" type="hinge" axis="1 0 0.2" actuatorfrcrange="-3 3"/>'),
      rest="""<tendon><fixed name="t" actuatorfrcrange="-0.5 0.4"><joint joint="j2" coef="1"/><joint joint="j3" coef="0.5"/></fixed>
      <fixed name="u"><joint joint="j0" coef="1"/><joint joint="j3" coef="0.5"/></fixed></tendon>""" + actuators(
  '<position joint="j0" kp="3" kv="0.4"/>', '<velocity joint="j0" kv="0.8"/>', '<position joint="j1" kp="2" kv="0.3"/>',
  '<position tendon="t" kp="2" kv="0.7"/>', '<velocity tendon="t" kv="0.5"/>', '<velocity tendon="u" kv="0.6"/>',
  '<motor site="h0" gear="1 0 0 0 0 0.4"/>', '<velocity site="l1" gear="0 1 0 0 0 0" kv="0.5"/>'))
model("act_gravcomp", dict(HINGES,
  root='<joint name="j0" type="hinge" axis="0.2 1 0.3" actuatorgravcomp="true" actuatorfrcrange="-2 2"/><joint name="j1" type="hinge" axis="1 0 0.2"/>',
  tip='<joint name="j3" type="ball" actuatorgravcomp="true"/>'),
      rest=actuators('<motor joint="j0" gear="2"/>', '<motor joint="j1"/>'))
MODELS["act_gravcomp"] = MODELS["act_gravcomp"].replace('<body name="lower"', '<body name="lower" gravcomp="0.8"').replace('<body name="hand"', '<body name="hand" gravcomp="1.2"').replace('<body name="upper"', '<body name="upper" gravcomp="1"')
model("act_delay", HINGES, rest=actuators(
  '<motor joint="j0" nsample="5" delay="0.008"/>', '<motor joint="j1" nsample="6" delay="0.0071" interp="linear" ctrlrange="-0.5 0.5"/>',
  '<motor joint="j2" nsample="8" delay="0.0093" interp="cubic"/>', '<position joint="j3" kp="3" nsample="4" delay="0.003" interp="linear"/>',
  '<pid joint="j2" kp="4" kv="0.2" ki="0.5" input="pos vel ff" nsample="5" delay="0.0055" interp="cubic"/>',
  '<general joint="j1" dyntype="filter" dynprm="0.02" gainprm="2" nsample="3" delay="0.006"/>', '<motor joint="j3" nsample="4"/>'))
model("act_delay_ball", BALLS, rest=actuators(
  '<orientation joint="j0" kp="4" kv="0.3" nsample="5" delay="0.007" interp="linear"/>', '<orientation joint="j3" kp="2" input="quat" nsample="4" delay="0.005"/>'))

MUSCLE_TENDON = """<tendon><spatial name="m0"><site site="w0"/><site site="u1"/><site site="l0"/></spatial>
    <spatial name="m1"><site site="w1"/><site site="l1"/></spatial></tendon>"""
model("act_muscle", HINGES, rest=MUSCLE_TENDON + actuators(
  '<muscle tendon="m0" lengthrange="0.2 0.9" timeconst="0.01 0.04" range="0.75 1.05" force="-1" scale="200" lmin="0.5" lmax="1.6" vmax="1.5" fpmax="1.3" fvmax="1.2"/>',
  '<muscle tendon="m1" lengthrange="0.3 1.2" tausmooth="0.3" force="80" vmax="0.6" fvmax="1.5"/>',
  '<muscle joint="j2" lengthrange="-1 1.5" force="12" gear="0.7"/>',
  '<general joint="j0" lengthrange="-1 1" dyntype="none" gaintype="muscle" gainprm="0.8 1.1 20 200 0.5 1.6 1.5 1.3 1.2" biastype="muscle" biasprm="0.8 1.1 20 200 0.5 1.6 1.5 1.3 1.2"/>',
  '<muscle tendon="m0" lengthrange="0.2 0.9" force="50" actearly="true"/>'.replace(' actearly="true"', "")))
model("act_muscle_early", HINGES, rest=MUSCLE_TENDON + actuators(
  '<general tendon="m0" lengthrange="0.2 0.9" dyntype="muscle" dynprm="0.02 0.05 0.1" gaintype="muscle" gainprm="0.75 1.05 60 200 0.5 1.6 1.5 1.3 1.2" biastype="muscle" biasprm="0.75 1.05 60 200 0.5 1.6 1.5 1.3 1.2" actearly="true" ctrlrange="0 1"/>'))

PID = [
  '<pid joint="j0" kp="6" kv="0.4"/>', '<pid joint="j1" kp="5" ki="0.8" imax="0.02" input="pos"/>',
  '<pid joint="j2" kp="4" kv="0.3" ki="0.5" slewmax="0.7" input="pos vel ff"/>', '<pid joint="j3" kp="4" kv="0.3" input="vel ff"/>',
  '<pid joint="j0" kp="3" slewmax="2" input="pos ff" gear="1.6"/>', '<pid joint="j1" kv="3" input="vel" forcerange="-1 1"/>',
  '<pid site="h0" refsite="w1" gear="0 0 0 0 1 0" kp="2" kv="0.1" ki="0.3" slewmax="1.5"/>']
model("act_pid", HINGES, rest=actuators(*PID))
model("act_pid_ball", BALLS, rest=actuators(
  '<pid joint="j0" gear="0 1 0.5" kp="3" kv="0.2" ki="0.4" imax="0.3"/>', '<pid jointinparent="j3" gear="1 0 0" kp="2" slewmax="3"/>',
  '<pid joint="j2" kp="5" dampratio="0.7"/>', '<position joint="j1" kp="5" dampratio="1"/>'))

model("act_orientation", BALLS, rest=actuators(
  '<orientation joint="j0" kp="4" kv="0.3"/>', '<orientation joint="j3" kp="2" kv="0.1" input="quat" forcerange="0 1.2"/>',
  '<orientation site="h0" refsite="w1" kp="1.5" kv="0.2"/>', '<orientation site="l1" refsite="u1" kp="2.5" input="quat" ctrlrange="-0.8 0.8"/>',
  '<general joint="j0" gaintype="so3" biastype="so3" gainprm="3" biasprm="0.1 -3 -0.2" dyntype="integrator" actlimited="false"/>',
  '<general joint="j3" gaintype="so3" biastype="so3" gainprm="3" biasprm="0 -3 -0.2" dyntype="integrator" actearly="true" actrange="-3 3"/>',
  '<orientation joint="j3" kp="2" dampratio="0.8"/>'))
model("act_orientation_free", FREE, rest=actuators(
  '<orientation site="u1" refsite="w0" kp="4" kv="0.3"/>', '<orientation site="h0" refsite="u0" kp="4" kv="0.3"/>', '<orientation joint="j1" kp="2" kv="0.1"/>'))

DC = dict(
  voltage='resistance="2" motorconst="0.05"', pair='resistance="1.5" motorconst="0.04 0.06"', nominal='nominal="12 0.8 300"',
  inductance='resistance="2" motorconst="0.05" inductance="0.01 0"', timeconst='resistance="2" motorconst="0.05" inductance="0 0.004" saturation="0 0 30"',
  thermal='resistance="2" motorconst="0.05" thermal="3 20 0 0.004 25 30"', hot_inductive='resistance="2" motorconst="0.05" inductance="0.004 0" thermal="3 0 50 0.004 25 30"',
  saturated='resistance="0.5" motorconst="0.1" saturation="0.08 0 0"', current='resistance="0.5" motorconst="0.1" saturation="0 0.5 0"',
  cogging='resistance="2" motorconst="0.05" cogging="0.03 7 0.3"', lugre='resistance="2" motorconst="0.05" lugre="20 0.3 0.05 0.08 0.1" damping="0.02"',
  controlled='resistance="2" motorconst="0.05" input="pos" controller="1.5 0 0.1 0 0 0"',
  full_pid='resistance="2" motorconst="0.05" input="pos vel ff" controller="1.5 0.4 0.1 2 0.05 9"',
  velocity='resistance="2" motorconst="0.05" input="vel" controller="0 0 0.2 1.5 0 5"', torque='resistance="2" motorconst="0.05" input="ff" controller="0 0 0 0 0 6"',
  everything='resistance="2" motorconst="0.05" input="pos vel ff voltage" controller="1.5 0.4 0.1 2 0.05 9" inductance="0.005 0" thermal="3 20 0 0.004 25 30" lugre="20 0.3 0.05 0.08 0.1" cogging="0.03 7 0.3" saturation="0.2 0 50"',
  passive='resistance="2" motorconst="0.05" input="none" lugre="20 0.3 0.05 0.08 0.1"', dead='resistance="2" motorconst="0" input="none" cogging="0.02 5 0.1"')
for i, (kind, attributes) in enumerate(DC.items()):
  model(f"act_dcmotor_{kind}", HINGES, rest=actuators(
    f'<dcmotor joint="j{i % 4}" gear="{2 + i % 3}" {attributes}/>', f'<dcmotor joint="j{(i + 1) % 4}" armature="0.01" {attributes}/>'))

model("act_damping_armature", dict(HINGES, root='<joint name="j0" type="hinge" axis="0.2 1 0.3" damping="0.1 0.2 0.05" armature="0.02"/><joint name="j1" type="hinge" axis="1 0 0.2"/>'),
      rest="""<tendon><fixed name="t" damping="0.1" armature="0.01"><joint joint="j2" coef="1"/><joint joint="j3" coef="0.5"/></fixed></tendon>""" + actuators(
  '<motor joint="j0" gear="2" damping="0.3 0.1 0.2" armature="0.03"/>', '<motor joint="j0" gear="3" damping="0.1" armature="0.01"/>',
  '<motor jointinparent="j1" gear="-2" damping="0.2 0.05 0.01" armature="0.02"/>', '<motor tendon="t" gear="1.5" damping="0.4 0.2 0.1" armature="0.05"/>',
  '<position tendon="t" gear="0.5" kp="2" damping="0.1"/>', '<motor joint="j3" armature="0.1"/>'))
model("act_damping_ball", BALLS, rest=actuators('<motor joint="j0" gear="2 1 0" damping="0.3 0.1 0.2" armature="0.03"/>', '<motor joint="j2" damping="0.2"/>'))

# ------------------------------------------------------------------ passive
model("spring_hinges", dict(
  root='<joint name="j0" type="hinge" axis="0.2 1 0.3" stiffness="5" springref="20" damping="0.1"/><joint name="j1" type="hinge" axis="1 0 0.2" stiffness="4 1.5 2" damping="0.2 0.1 0.3"/>',
  mid='<joint name="j2" type="hinge" axis="0 1 -0.4" stiffness="0 0 3" springref="-10" damping="0 0.2 0"/>',
  tip='<joint name="j3" type="slide" axis="1 0.2 0.1" stiffness="10 -2 4" springref="0.05" damping="0.3 0 0.1"/>'))
model("spring_balls", dict(
  root='<joint name="j0" type="ball" stiffness="3 1 2" damping="0.1 0.2 0.1"/>',
  mid='<joint name="j1" type="hinge" axis="0 1 0.3" stiffness="1"/><joint name="j2" type="slide" axis="0.3 0 1" stiffness="2"/>',
  tip='<joint name="j3" type="ball" stiffness="0.5"/>'))
model("spring_free", dict(FREE, root='<joint name="j0" type="free" stiffness="3 1 2" damping="0.2 0.1 0.05"/>'))
for flag in ("spring", "damper", "gravity", "actuation", "clampctrl", "contact"):
  model(f"disable_{flag}", dict(HINGES, root=HINGES["root"].replace("/>", ' stiffness="2"/>', 1)), rest=f"""<tendon>
    <fixed name="t" stiffness="3" damping="0.2"><joint joint="j0" coef="0.7"/><joint joint="j2" coef="-1.3"/></fixed></tendon>""" +
        actuators('<position joint="j0" kp="4" kv="0.3" ctrlrange="-0.2 0.2"/>', '<general joint="j1" dyntype="filter" dynprm="0.1"/>'),
        option=f'density="1.2" viscosity="0.01"')
  MODELS[f"disable_{flag}"] = MODELS[f"disable_{flag}"].replace('viscosity="0.01"/>', f'viscosity="0.01"><flag {flag}="disable"/></option>').replace('<body name="lower"', '<body name="lower" gravcomp="0.7"')
MODELS["disable_passive"] = MODELS["disable_spring"].replace('<flag spring="disable"/>', '<flag spring="disable" damper="disable"/>')
model("gravcomp", FREE)
MODELS["gravcomp"] = MODELS["gravcomp"].replace('<body name="lower"', '<body name="lower" gravcomp="0.7"').replace('<body name="upper"', '<body name="upper" gravcomp="1.1"')
model("plastic", dict(
  root='<joint name="j0" type="ball" stiffness="3 1 0" springyield="12" damping="0.1"/>',
  mid='<joint name="j1" type="hinge" axis="0 1 0.3" stiffness="2 0.5 0.3" springyield="5" springref="7"/><joint name="j2" type="slide" axis="0.3 0 1" stiffness="20" springyield="0.02"/>',
  tip='<joint name="j3" type="ball" stiffness="0.5"/>'), rest="""<tendon>
    <spatial name="a" stiffness="10" springyield="0.03"><site site="w0"/><site site="h0"/></spatial>
    <spatial name="b" stiffness="10 2 3" springlength="0.2 0.3" springyield="0.02" damping="0.2"><site site="w1"/><site site="l0"/></spatial>
    <spatial name="c" stiffness="15" springlength="0 0.25" springyield="0.01"><site site="w2"/><site site="l1"/></spatial>
    <fixed name="d" stiffness="2" springlength="-0.1 0.1" springyield="0.1"><joint joint="j1" coef="1"/><joint joint="j2" coef="3"/></fixed>
    <spatial name="e" stiffness="5" springlength="0.9 1.0" springyield="0.05"><site site="u1"/><site site="h0"/></spatial></tendon>""")

# ------------------------------------------------------------------- fluids
for kind, arm in (("hinges", HINGES), ("balls", BALLS), ("free", FREE)):
  model(f"fluid_box_{kind}", arm, option='density="1.2" viscosity="0.05" wind="1 -0.5 0.3"')
  model(f"fluid_ellipsoid_{kind}", arm, option='density="100" viscosity="0.3" wind="0.4 0.5 -0.3"')
  MODELS[f"fluid_ellipsoid_{kind}"] = MODELS[f"fluid_ellipsoid_{kind}"].replace('<geom type="capsule"', '<geom type="capsule" fluidshape="ellipsoid"').replace(
    '<geom type="box"', '<geom type="box" fluidshape="ellipsoid" fluidcoef="0.3 0.2 1.2 0.8 0.9"')
model("fluid_viscous_only", BALLS, option='viscosity="0.2"')
model("fluid_dense_only", BALLS, option='density="50"')
model("fluid_shapes", None, body="".join(f"""
    <body pos="{0.5 * i} 0.1 0.2" euler="{10 * i} 20 30"><freejoint/><geom type="{t}" size="{s}" fluidshape="ellipsoid" fluidcoef="0.4 0.3 1.4 1.1 0.7" density="800"/>{extra}</body>"""
    for i, (t, s, extra) in enumerate((("sphere", "0.1", ""), ("capsule", "0.05 0.1", ""), ("cylinder", "0.06 0.09", ""), ("ellipsoid", "0.1 0.05 0.03", ""),
      ("box", "0.05 0.08 0.02", '<geom type="sphere" size="0.03" pos="0.1 0 0"/>'), ("ellipsoid", "0.2 0.002 0.05", "")))),
      option='density="1000" viscosity="0.001" wind="0.2 0 -0.1"')

model("fluid_tiny", None, body="".join(f"""
    <body pos="{0.5 * i} 0.1 0.2" euler="{10 * i} 20 30"><freejoint/><geom type="{t}" size="{s}" fluidshape="ellipsoid" density="800"/></body>"""
    for i, (t, s) in enumerate((("sphere", "0.001"), ("ellipsoid", "0.01 0.005 0.003"), ("box", "0.02 0.0001 0.005")))), option='density="1.2" viscosity="1e-5"')

# -------------------------------------------------------------- integrators
for integrator in ("Euler", "RK4", "implicit", "implicitfast", "discrete"):
  model(f"integrator_{integrator}", dict(BALLS, root='<joint name="j0" type="ball" stiffness="3 1 2" damping="0.1 0.2 0.1"/>'),
        body='<body pos="1 0 1"><freejoint/><geom type="box" size="0.1 0.2 0.03" pos="0.05 0.02 0.01"/><site name="f0" pos="0.1 0 0"/></body>',
        rest="""<tendon><spatial name="a" stiffness="10 1 2" damping="1"><site site="w0"/><site site="u0"/><site site="h0"/></spatial>
    <spatial name="b" stiffness="3" damping="0.2" springlength="0.1 0.2"><site site="f0"/><site site="h0"/></spatial></tendon>""" + actuators(
          '<position joint="j1" kp="20" kv="1"/>', '<position tendon="a" kp="5" kv="0.6"/>', '<orientation joint="j3" kp="2" kv="0.1"/>',
          '<velocity site="h0" refsite="w1" gear="0 1 0 0 0 0" kv="2"/>', '<dcmotor joint="j2" resistance="2" motorconst="0.05" input="pos vel" controller="1.5 0.4 0.1 0 0 9"/>',
          '<pid joint="j1" kp="4" kv="0.3" ki="0.5" input="pos vel ff"/>', '<general joint="j2" dyntype="integrator" gaintype="affine" gainprm="3 0.5 -0.2" biastype="affine" biasprm="0.1 -2 -0.3" actearly="true"/>',
          '<general joint="j1" gainprm="-3" biastype="affine" biasprm="0 2 0.7"/>', '<intvelocity joint="j2" kp="4" kv="0.4" actrange="-2 2"/>'),
        option=f'integrator="{integrator}" density="1.2" viscosity="0.1"')
model("gyroscopic", None, body="""<body pos="0 0 1" euler="10 20 30"><freejoint/><geom type="box" size="0.1 0.2 0.03" pos="0.05 0.02 0.01"/></body>
    <body pos="1 0 1"><freejoint/><geom type="ellipsoid" size="0.1 0.2 0.05" fluidshape="ellipsoid"/><body pos="0.1 0 0"><geom size="0.02" mass="0"/></body></body>
    <body pos="2 0 1"><freejoint/><geom size="0.1"/><body pos="0.3 0 0"><joint type="ball"/><geom type="box" size="0.1 0.02 0.03"/></body></body>""",
      option='integrator="implicitfast" density="2" viscosity="0.1"')
