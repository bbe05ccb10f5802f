"""Balls of different restitution: each rebound keeps its share of the speed, and every ball comes to rest in the end."""
import stiction

BALLS = (0.9, 0.6, 0.3)


def model():
  bodies = "".join(f'<body pos="{i} 0 1.1"><freejoint/><geom name="b{i}" size="0.1" mass="1"/></body>' for i in range(len(BALLS)))
  values = "".join(f'<element objtype="geom" objname="b{i}" prm="{e}"/>' for i, e in enumerate(BALLS))
  return stiction.Model.from_xml_string(f"""<mujoco><option timestep="0.001"/>
    <custom><text name="stiction" data="preset=exact"/><tuple name="stiction:restitution">{values}</tuple></custom>
    <worldbody><geom type="plane" size="0 0 1"/>{bodies}</worldbody></mujoco>""")


def main():
  m = model()
  d = stiction.Data(m)
  rebound = {}
  for _ in range(600):
    before = d.qvel[2::6].copy()
    stiction.step(m, d)
    for i, (v, w) in enumerate(zip(before, d.qvel[2::6])):
      if v < -1 and w > 0:
        rebound.setdefault(i, w / -v)
  print({BALLS[i]: round(r, 9) for i, r in rebound.items()})
  assert len(rebound) == 3 and all(abs(rebound[i] - e) < 1e-6 for i, e in enumerate(BALLS))
  stiction.step(m, d, 12000)
  assert abs(d.qvel).max() < 1e-6 and abs(d.qpos[2::7] - 0.1).max() < 1e-4


if __name__ == "__main__":
  main()
