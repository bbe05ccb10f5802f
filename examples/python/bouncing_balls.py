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

  def at_the_floor():
    """Speeds that the balls have, or would have, where they touch the floor: an impact falls within a step."""
    return (d.qvel[2::6] ** 2 + 2 * 9.81 * (d.qpos[2::7] - 0.1)) ** 0.5

  for _ in range(600):
    before, falling = at_the_floor(), d.qvel[2::6] < -1
    stiction.step(m, d)
    for i, (v, w) in enumerate(zip(before, at_the_floor())):
      if falling[i] and d.qvel[2 + 6 * i] > 0:
        rebound.setdefault(i, w / v)
  print({BALLS[i]: round(r, 9) for i, r in rebound.items()})
  assert len(rebound) == 3 and all(abs(rebound[i] - e) < 1e-6 for i, e in enumerate(BALLS))
  stiction.step(m, d, 12000)
  assert abs(d.qvel).max() < 1e-6 and abs(d.qpos[2::7] - 0.1).max() < 1e-4


if __name__ == "__main__":
  main()
