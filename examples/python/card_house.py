"""Two cards lean on each other: edge on edge they push sideways, so they stand without creep if μ ≥ ½ tan α, and slide apart if not."""
import math

import stiction

LEAN, THICK, LENGTH = math.radians(20), 0.002, 0.1


def spread(mu):
  """How far the feet have slid after two seconds."""
  x = THICK * math.cos(LEAN) + LENGTH * math.sin(LEAN)
  z = THICK * math.sin(LEAN) + LENGTH * math.cos(LEAN)
  card = '<body pos="{} 0 {}" euler="0 {} 0"><freejoint/><geom type="box" size="{} 0.05 {}" mass="0.01"/></body>'
  cards = "".join(card.format(s * x, z, -s * math.degrees(LEAN), THICK, LENGTH) for s in (-1, 1))
  m = stiction.Model.from_xml_string(f"""<mujoco><custom><text name="stiction" data="preset=exact"/></custom>
    <default><geom friction="{mu} 0 0" condim="3"/></default>
    <worldbody><geom type="plane" size="0 0 1"/>{cards}</worldbody></mujoco>""")
  d = stiction.Data(m)
  stiction.step(m, d, 1000)
  return abs(d.qpos[7] - d.qpos[0] - 2 * x)


def main():
  limit = math.tan(LEAN) / 2
  stands, falls = spread(1.05 * limit), spread(0.9 * limit)
  print(f"limit μ = {limit:.4f}: feet move {stands:.1e} m above it, {falls:.1e} m below it")
  assert stands < 1e-9 and falls > 1e-2


if __name__ == "__main__":
  main()
