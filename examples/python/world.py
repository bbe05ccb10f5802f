"""Bodies that come and go: a ball is dropped into a world every tenth of a second, leaves through a gate, and is taken out there."""

import math

import stiction


def main():
  world = stiction.World()
  tilt = (math.cos(0.15), 0, math.sin(0.15), 0)
  world.spawn("box", (2.0, 0.5, 0.05), quat=tilt, environment=True, friction=0.4)
  gate = world.spawn("box", (0.2, 1.0, 6.0), pos=(3, 0, -5), sensor=True)
  out = 0
  for step in range(3500):
    if step % 50 == 0 and step < 1000:
      world.spawn("sphere", 0.08, pos=(-1, 0, 0.8), restitution=0.3)
    world.step(0.002)
    for what, *bodies in world.events():
      if what == "begin" and gate in bodies:
        world.remove(bodies[1] if bodies[0] == gate else bodies[0])
        out += 1
  print(f"20 balls came, {out} left through the gate, {len(world)} bodies are there")
  assert out == 20 and len(world) == 2


if __name__ == "__main__":
  main()
