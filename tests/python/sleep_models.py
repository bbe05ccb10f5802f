"""Models that fall asleep, wake and stay asleep."""
FLOOR = '<geom name="floor" type="plane" size="5 5 .1"/>'
def wrap(body, extra='', opt=''):
  return f'<mujoco><option {opt}><flag sleep="enable"/></option><worldbody>{FLOOR}{body}</worldbody>{extra}</mujoco>'
def box(x, z=0.1, y=0, name='', attr='', size='.1 .1 .1', joint='<freejoint/>', extra=''):
  n = f'name="{name}"' if name else ''
  return f'<body {n} pos="{x} {y} {z}" {attr}>{joint}<geom type="box" size="{size}" {"name=%r"%("g"+name) if name else ""}/>{extra}</body>'.replace("'", '"')
STACK = ''.join(box(0, 0.1 + 0.2001*i, name=f's{i}') for i in range(3))
MODELS = {
  'boxes': wrap(''.join(box(0.5*i, 0.102) for i in range(5))),
  'stack': wrap(STACK + box(1, .3)),
  'thrown': wrap(STACK + box(-1.5, .25, name='ball', joint='<freejoint/>') ),
  'hinge': wrap('<body pos="0 0 1"><joint type="hinge" axis="0 1 0" damping=".5"/><geom type="capsule" size=".05" fromto="0 0 0 0 0 -.5"/></body>' + box(1)),
  'init': wrap(box(0, 1, name='a', attr='sleep="init"') + box(0, 2, name='b')),
  'never': wrap(box(0, name='a', attr='sleep="never"') + box(1, name='b', attr='sleep="allowed"')),
  'actuated': wrap(box(0, name='a') + '<body pos="2 0 .5"><joint name="j" axis="0 1 0" damping="1"/><geom size=".1"/></body>', '<actuator><motor joint="j"/></actuator>'),
  'weld': wrap(box(0, name='a') + box(1, name='b') + box(2, name='c'), '<equality><weld name="e" body1="a" body2="b" active="false"/><connect name="f" body1="b" body2="c" anchor="0 0 0"/></equality>'),
  'mocap': wrap('<body name="m" mocap="true" pos="3 0 .1"><geom size=".1" type="sphere"/></body>' + box(0, name='a')),
  'tendon': wrap(box(0, name='a', extra='<site name="sa"/>') + box(1, name='b', extra='<site name="sb"/>'), '<tendon><spatial limited="true" range="0 1.2"><site site="sa"/><site site="sb"/></spatial></tendon>'),
  'pair': wrap(box(0, name='a') + box(0.6, .5, name='b'), '<contact><pair geom1="ga" geom2="gb"/></contact>'),
  'nested': wrap('<body pos="1 0 0"><geom size=".05" pos="0 0 .05"/>' + box(0, .1, joint='<joint type="slide" axis="0 0 1"/><joint type="slide" axis="0 1 0"/>') + box(.5, .1, joint='<joint type="slide" axis="0 0 1"/>') + '</body>' + box(-1)),
  'frictionloss': wrap('<body pos="0 0 1"><joint axis="0 1 0" frictionloss="5"/><geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/></body>' + box(1)),
  'sensors': wrap(box(0, name='a', extra='<site name="sa"/>') + box(1, .5, name='b', extra='<site name="sb"/>'), '<sensor><accelerometer site="sa"/><framepos objtype="body" objname="a"/><framelinvel objtype="body" objname="b" reftype="body" refname="a"/><touch site="sa"/><clock/><subtreecom body="a"/><force site="sb"/><rangefinder site="sb"/></sensor>'),
}
