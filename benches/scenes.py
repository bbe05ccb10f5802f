#!/usr/bin/env python3
"""Scenes with exact answers in four engines: Stiction (exact law), MuJoCo, Drake, Bullet. Error of each, same step, same shapes.

  python benches/scenes.py run stiction mujoco     # each engine in an environment that has it; figures go to benches/scenes.json
  python benches/scenes.py run drake bullet        # pip install drake pybullet
  python benches/scenes.py table                   # writes the table into docs/exact-contact.md

A scene is a list of bodies, a time and a function of the motion; an engine is a class that builds and steps such a list. Settings are what an expert would choose for rigid
contact: MuJoCo with elliptic cones and impratio 10, Drake's discrete plant with lagged contact of Coulomb's law, pressure fields of 1e8 Pa (balls: points of 1e8 N/m) and no dissipation,
Bullet with 200 iterations and no sleeping. MuJoCo and Drake have no coefficient of restitution: those rows are empty there.
"""
import json
import math
import os
import sys
import time
from dataclasses import dataclass

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
FIGURES = os.path.join(HERE, "scenes.json")
PAGE = os.path.join(HERE, "..", "docs", "exact-contact.md")
BEGIN, END = "<!-- scenes.py: begin -->", "<!-- scenes.py: end -->"
G = 9.81


def turn(axis, angle):
  """Quaternion (w, x, y, z) of a turn."""
  a = np.asarray(axis, float)
  a = a / np.linalg.norm(a)
  return (math.cos(angle / 2), *(math.sin(angle / 2) * a))


@dataclass
class Body:
  """A box, sphere or cylinder; half sizes as in MJCF. Mass 0: fixed."""
  shape: str
  size: tuple
  mass: float = 0.0
  pos: tuple = (0.0, 0.0, 0.0)
  quat: tuple = (1.0, 0.0, 0.0, 0.0)
  vel: tuple = (0.0, 0.0, 0.0)
  spin: tuple = (0.0, 0.0, 0.0)
  mu: float = 0.5
  e: float = 0.0

  def inertia(self):
    s = self.size
    if self.shape == "sphere":
      k = [0.4 * s[0] ** 2] * 3
    elif self.shape == "box":
      k = [(s[1] ** 2 + s[2] ** 2) / 3, (s[0] ** 2 + s[2] ** 2) / 3, (s[0] ** 2 + s[1] ** 2) / 3]
    else:
      r, h = s
      k = [r * r / 4 + h * h / 3, r * r / 4 + h * h / 3, r * r / 2]
    return [self.mass * x for x in k]


@dataclass
class Scene:
  """What is asked (`unit` of the error) and how it is found from the states [(pos, quat, vel, spin) of every free body] over time."""
  name: str
  unit: str
  bodies: list
  seconds: float
  measure: object
  step: float = 0.002
  gravity: tuple = (0.0, 0.0, -G)
  bounces: bool = False


def floor(mu=0.5, e=0.0, quat=(1.0, 0.0, 0.0, 0.0)):
  """A slab whose upper side is z = 0 before it is turned about the origin."""
  w, x, y, z = quat
  up = np.array([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)])
  return Body("box", (20.0, 20.0, 1.0), pos=tuple(-up), quat=quat, mu=mu, e=e)


def sliding():
  v, mu, a = 2.0, 0.5, math.radians(30)
  stop = v * v / (2 * mu * G)
  body = Body("box", (0.1, 0.1, 0.1), 1.0, (0, 0, 0.1), vel=(v * math.cos(a), v * math.sin(a), 0))
  return Scene("block slides to rest at 30° to its sides: distance", "m", [floor(), body], 1.0,
               lambda s: abs(np.hypot(*s[-1][0][0][:2]) - stop))


def creeping():
  q = turn((0, 1, 0), 0.9 * math.atan(0.5))
  up = np.array([math.sin(0.9 * math.atan(0.5)), 0, math.cos(0.9 * math.atan(0.5))])
  body = Body("box", (0.1, 0.1, 0.1), 1.0, tuple(0.1 * up), q)
  return Scene("block on a slope at 0.9 of the friction angle: creep in 5 s", "m", [floor(quat=q), body], 5.0,
               lambda s: float(np.linalg.norm(s[-1][0][0] - s[0][0][0])))


def rolling():
  a = math.radians(20)
  q, up, down = turn((0, 1, 0), a), np.array([math.sin(a), 0, math.cos(a)]), np.array([math.cos(a), 0, -math.sin(a)])
  body = Body("sphere", (0.1,), 1.0, tuple(0.1 * up))
  exact = 0.5 * 5 / 7 * G * math.sin(a) * 1.0
  return Scene("ball rolls down a slope for 1 s: distance", "m", [floor(quat=q), body], 1.0,
               lambda s: abs(float(down @ (s[-1][0][0] - s[0][0][0])) - exact))


def bowling():
  v, mu = 7.0, 0.2
  body = Body("sphere", (0.1,), 1.0, (0, 0, 0.1), vel=(v, 0, 0), mu=mu)
  return Scene("bowling ball slides, then rolls: speed for 5/7 of the start", "m/s", [floor(mu), body], 1.5,
               lambda s: abs(s[-1][0][2][0] - 5 * v / 7))


def heavy():
  bodies = [floor(), Body("box", (0.1, 0.1, 0.1), 1.0, (0, 0, 0.1)), Body("box", (0.1, 0.1, 0.1), 1000.0, (0, 0, 0.3))]
  return Scene("1 t on 1 kg: sinks in 2 s", "m", bodies, 2.0, lambda s: float(np.linalg.norm(s[-1][1][0] - s[0][1][0])))


def overhang():
  n, bodies = 4, [Body("box", (5.0, 5.0, 0.1), 0.0, (-5.0, 0, -0.1))]
  for i in range(n):
    # brick i from below ends this far beyond the table, which ends at x = 0
    end = sum(0.99 / (2 * k) for k in range(n - i, n + 1))
    bodies.append(Body("box", (0.5, 0.2, 0.1), 1.0, (end - 0.5, 0, 0.1 + 0.2 * i)))
  return Scene("four bricks over the edge at 0.99 of the harmonic limit: moved in 2 s", "m", bodies, 2.0,
               lambda s: max(float(np.linalg.norm(a[0] - b[0])) for a, b in zip(s[-1], s[0])))


def leaning():
  lean, thick, length = math.radians(20), 0.002, 0.1
  x, z = thick * math.cos(lean) + length * math.sin(lean), thick * math.sin(lean) + length * math.cos(lean)
  mu = 1.1 * math.tan(lean) / 2
  cards = [Body("box", (thick, 0.05, length), 0.01, (s * x, 0, z), turn((0, 1, 0), -s * lean), mu=mu) for s in (-1, 1)]
  return Scene("two cards lean at 1.1 of the least friction: slid in 2 s", "m", [floor(mu), *cards], 2.0,
               lambda s: float(np.linalg.norm(s[-1][0][0] - s[0][0][0])))


def bouncing():
  h, e = 1.0, 0.8
  body = Body("sphere", (0.1,), 1.0, (0, 0, h + 0.1), e=e)
  fall = math.sqrt(2 * h / G)
  first, last = fall, fall * (1 + 2 * e)

  def apex(s):
    n = len(s) - 1
    part = s[int(n * first / 1.2):int(n * last / 1.2)]
    return abs(max(x[0][0][2] for x in part) - 0.1 - e * e * h)
  return Scene("ball dropped from 1 m with e = 0.8: height of the bounce", "m", [floor(e=e), body], 1.2, apex, bounces=True)


def striking():
  bodies = [Body("sphere", (0.1,), 1.0, (x, 0, 0), vel=(v, 0, 0), mu=0.0, e=1.0) for x, v in ((-1, 1), (0, 0), (0.21, 0))]
  want = (0.0, 0.0, 1.0)
  return Scene("ball strikes two balls in a row, e = 1: speeds for (0, 0, 1)", "m/s", bodies, 1.5,
               lambda s: max(abs(b[2][0] - w) for b, w in zip(s[-1], want)), gravity=(0, 0, 0), bounces=True)


def tumbling():
  body = Body("box", (0.1, 0.2, 0.3), 1.0, spin=(0.01, 5.0, 0.01))
  k = np.array(body.inertia())

  def drift(s):
    def energy(x):
      w, u = x[0][1], np.array(x[0][3])
      p, v = w[0], np.array(w[1:])
      local = u - 2 * p * np.cross(v, u) + 2 * np.cross(v, np.cross(v, u))
      return float(local @ (k * local))
    return abs(energy(s[-1]) / energy(s[0]) - 1)
  return Scene("free box turns about its middle axis for 20 s: energy", "relative", [body], 20.0, drift, gravity=(0, 0, 0))


def through():
  wall = Body("box", (0.0005, 2.0, 2.0))
  rng = np.random.default_rng(5)
  bodies = [wall]
  for i in range(12):
    q = rng.normal(size=4)
    shape = (("box", (0.01, 0.01, 0.01)), ("sphere", (0.01,)), ("cylinder", (0.01, 0.01)))[i % 3]
    bodies.append(Body(*shape, 0.1, (-1 - 0.003 * i, 0.2 * (i - 6), 0), tuple(q / np.linalg.norm(q)), (100.0, 0, 0), tuple(rng.normal(size=3) * 300)))
  return Scene("12 bodies of 2 cm at 100 m/s against 1 mm: share that passes", "share", bodies, 0.05,
               lambda s: sum(not b[0][0] < 0 for b in s[-1]) / 12, gravity=(0, 0, 0))


def slipping():
  a, mu = 1.1 * math.atan(0.5), 0.5
  q, up, down = turn((0, 1, 0), a), np.array([math.sin(a), 0, math.cos(a)]), np.array([math.cos(a), 0, -math.sin(a)])
  body = Body("box", (0.1, 0.1, 0.1), 1.0, tuple(0.1 * up), q)
  exact = G * (math.sin(a) - mu * math.cos(a))
  return Scene("block on a slope at 1.1 of the friction angle: speed after 1 s", "m/s", [floor(quat=q), body], 1.0,
               lambda s: abs(float(down @ s[-1][0][2]) - exact))


def landing():
  # it sticks, since 2/7 r ω < μ √(2 g h), and rolls on
  h, spin, r = 0.5, 50.0, 0.1
  body = Body("sphere", (r,), 1.0, (0, 0, h + r), spin=(0, spin, 0), mu=1.0)
  return Scene("spinning ball lands without bouncing: speed for 2/7 of r ω", "m/s", [floor(1.0), body], 0.8,
               lambda s: abs(s[-1][0][2][0] - 2 / 7 * r * spin))


def towering():
  bodies = [floor()] + [Body("box", (0.1, 0.1, 0.1), 1.0, (0, 0, 0.1 + 0.2 * i)) for i in range(10)]
  return Scene("tower of ten cubes: the worst moves in 5 s", "m", bodies, 5.0,
               lambda s: max(float(np.linalg.norm(a[0] - b[0])) for a, b in zip(s[-1], s[0])))


def kerb():
  # v' = v (1 − 2k/3r) about the edge, without bounce or slip; over it if ¾ v'² > g k
  r, k = 0.3, 0.06
  least = math.sqrt(4 / 3 * G * k) / (1 - 2 * k / (3 * r))
  step = Body("box", (2.0, 5.0, 0.5), pos=(2.0 + math.sqrt(r * r - (r - k) ** 2), 0, k - 0.5), mu=2.0)
  wheels = [Body("cylinder", (r, 0.05), 5.0, (-0.02, y, r), turn((1, 0, 0), math.pi / 2), (v, 0, 0), (0, v / r, 0), mu=2.0)
            for y, v in ((-1, 0.97 * least), (1, 1.03 * least))]
  return Scene("wheels meet a kerb at 0.97 and 1.03 of the speed that climbs it: share on the wrong side", "share", [floor(2.0), step, *wheels], 2.0,
               lambda s: ((s[-1][0][0][0] > 0.3) + (s[-1][1][0][0] < 0.3)) / 2)


SCENES = [sliding, creeping, slipping, rolling, bowling, landing, heavy, towering, overhang, leaning, kerb, bouncing, striking, tumbling, through]


def mjcf(scene, exact):
  """The scene as MJCF, for the two engines that read it."""
  def words(x):
    return " ".join(repr(float(v)) for v in x)

  def body(i, b):
    mass = f'mass="{b.mass}"' if b.mass else ""
    geom = f'<geom name="g{i}" type="{b.shape}" size="{words(b.size)}" friction="{b.mu} 0 0" condim="3" {mass}/>'
    return f'<body pos="{words(b.pos)}" quat="{words(b.quat)}">{"<freejoint/>" if b.mass else ""}{geom}</body>'

  world = "".join(body(i, b) for i, b in enumerate(scene.bodies))
  bounce = "".join(f'<element objtype="geom" objname="g{i}" prm="{b.e}"/>' for i, b in enumerate(scene.bodies) if b.e > 0)
  if bounce:
    bounce = f'<tuple name="stiction:restitution">{bounce}</tuple>'
  custom = f'<custom><text name="stiction" data="preset=exact"/>{bounce}</custom>' if exact else ""
  option = f'<option timestep="{scene.step}" gravity="{words(scene.gravity)}" cone="elliptic" impratio="10"/>'
  return f"<mujoco>{option}{custom}<worldbody>{world}</worldbody></mujoco>"


class ByMjcf:
  """MuJoCo and Stiction share names: one class for both."""
  restitution = False

  def __init__(self, scene, module, exact):
    self.mj = module
    self.m = module.MjModel.from_xml_string(mjcf(scene, exact))
    self.d = module.MjData(self.m)
    self.free = [b for b in scene.bodies if b.mass]
    for i, b in enumerate(self.free):
      q = np.array(self.d.qpos[7 * i + 3:7 * i + 7])
      local = self.rotate(q * [1, -1, -1, -1], b.spin)
      self.d.qvel[6 * i:6 * i + 6] = (*b.vel, *local)

  @staticmethod
  def rotate(q, v):
    w, u, v = q[0], np.array(q[1:]), np.array(v, float)
    return v + 2 * w * np.cross(u, v) + 2 * np.cross(u, np.cross(u, v))

  def step(self):
    self.mj.mj_step(self.m, self.d)

  def state(self):
    out = []
    for i in range(len(self.free)):
      q, v = np.array(self.d.qpos[7 * i:7 * i + 7]), np.array(self.d.qvel[6 * i:6 * i + 6])
      out.append((q[:3], q[3:], v[:3], self.rotate(q[3:], v[3:])))
    return out


class Stiction(ByMjcf):
  """preset=exact."""
  restitution = True

  def __init__(self, scene):
    import stiction.mujoco as module
    super().__init__(scene, module, True)

  @staticmethod
  def version():
    import stiction
    return stiction.__version__


class MuJoCo(ByMjcf):
  """Default contact parameters, elliptic cones."""

  def __init__(self, scene):
    import mujoco
    super().__init__(scene, mujoco, False)

  @staticmethod
  def version():
    import mujoco
    return mujoco.__version__


class Drake:
  """Discrete plant, lagged contact (Coulomb's law, no lift while sliding), pressure fields (hydroelastic contact) as stiff as rigid."""
  restitution = False

  def __init__(self, scene):
    from pydrake.all import (AddCompliantHydroelasticProperties, AddContactMaterial, AddMultibodyPlant, Box, CoulombFriction, Cylinder,
                             DiagramBuilder, MultibodyPlantConfig, ProximityProperties, Quaternion, RigidTransform, Simulator, Sphere, SpatialInertia, SpatialVelocity, UnitInertia)
    builder = DiagramBuilder()
    plant, graph = AddMultibodyPlant(MultibodyPlantConfig(time_step=scene.step, discrete_contact_approximation="lagged",
                                                         contact_model="hydroelastic_with_fallback"), builder)
    plant.mutable_gravity_field().set_gravity_vector(np.array(scene.gravity, float))
    shapes = {"box": lambda s: Box(*(2 * x for x in s)), "sphere": lambda s: Sphere(*s), "cylinder": lambda s: Cylinder(s[0], 2 * s[1])}
    self.free = []
    for i, b in enumerate(scene.bodies):
      pose = RigidTransform(Quaternion(np.array(b.quat, float)), np.array(b.pos, float))
      props = ProximityProperties()
      AddContactMaterial(0.0, 1e8, CoulombFriction(b.mu, b.mu), props)
      if b.shape != "sphere":
        AddCompliantHydroelasticProperties(0.2 * min(b.size), 1e8, props)
      if b.mass:
        unit = UnitInertia(*(x / b.mass for x in b.inertia()))
        body = plant.AddRigidBody(f"b{i}", SpatialInertia(b.mass, np.zeros(3), unit))
        plant.RegisterCollisionGeometry(body, RigidTransform(), shapes[b.shape](b.size), f"g{i}", props)
        self.free.append((body, pose, b))
      else:
        plant.RegisterCollisionGeometry(plant.world_body(), pose, shapes[b.shape](b.size), f"g{i}", props)
    plant.Finalize()
    diagram = builder.Build()
    self.simulator, self.plant = Simulator(diagram), plant
    self.context = plant.GetMyMutableContextFromRoot(self.simulator.get_mutable_context())
    for body, pose, b in self.free:
      plant.SetFreeBodyPose(self.context, body, pose)
      plant.SetFreeBodySpatialVelocity(self.context, body, SpatialVelocity(np.array(b.spin, float), np.array(b.vel, float)))
    self.simulator.Initialize()
    self.h, self.n = scene.step, 0

  def step(self):
    self.n += 1
    self.simulator.AdvanceTo(self.n * self.h)

  def state(self):
    out = []
    for body, _, _ in self.free:
      x = self.plant.EvalBodyPoseInWorld(self.context, body)
      v = self.plant.EvalBodySpatialVelocityInWorld(self.context, body)
      q = x.rotation().ToQuaternion()
      out.append((x.translation().copy(), np.array([q.w(), q.x(), q.y(), q.z()]), v.translational().copy(), v.rotational().copy()))
    return out

  @staticmethod
  def version():
    from importlib.metadata import version
    return version("drake")


class Bullet:
  """pybullet, 200 iterations, no sleeping."""
  restitution = True

  def __init__(self, scene):
    import pybullet as p
    self.p, self.c = p, p.connect(p.DIRECT)
    p.setPhysicsEngineParameter(numSolverIterations=200, numSubSteps=0, restitutionVelocityThreshold=0.0, physicsClientId=self.c)
    p.setTimeStep(scene.step, physicsClientId=self.c)
    p.setGravity(*scene.gravity, physicsClientId=self.c)
    self.free = []
    for b in scene.bodies:
      args = {"box": dict(shapeType=p.GEOM_BOX, halfExtents=b.size), "sphere": dict(shapeType=p.GEOM_SPHERE, radius=b.size[0]),
              "cylinder": dict(shapeType=p.GEOM_CYLINDER, radius=b.size[0], height=2 * b.size[-1])}[b.shape]
      shape = p.createCollisionShape(physicsClientId=self.c, **args)
      w, x, y, z = b.quat
      i = p.createMultiBody(b.mass, shape, basePosition=b.pos, baseOrientation=(x, y, z, w), physicsClientId=self.c)
      # friction multiplies over the pair, restitution too
      p.changeDynamics(i, -1, lateralFriction=math.sqrt(b.mu), restitution=math.sqrt(b.e), rollingFriction=0, spinningFriction=0, linearDamping=0, angularDamping=0,
                       activationState=p.ACTIVATION_STATE_DISABLE_SLEEPING, maxJointVelocity=1e4, physicsClientId=self.c)
      if b.mass:
        p.resetBaseVelocity(i, b.vel, b.spin, physicsClientId=self.c)
        self.free.append(i)

  def step(self):
    self.p.stepSimulation(physicsClientId=self.c)

  def state(self):
    out = []
    for i in self.free:
      x, (a, b, c, w) = self.p.getBasePositionAndOrientation(i, physicsClientId=self.c)
      v, s = self.p.getBaseVelocity(i, physicsClientId=self.c)
      out.append((np.array(x), np.array([w, a, b, c]), np.array(v), np.array(s)))
    return out

  @staticmethod
  def version():
    from importlib.metadata import version
    return version("pybullet")


ENGINES = {"stiction": Stiction, "mujoco": MuJoCo, "drake": Drake, "bullet": Bullet}
TITLES = {"stiction": "Stiction, exact", "mujoco": "MuJoCo", "drake": "Drake", "bullet": "Bullet"}


def error(engine, make):
  """Error of one scene; None where the engine has no such law."""
  scene = make()
  if scene.bounces and not ENGINES[engine].restitution:
    return None
  sim = ENGINES[engine](scene)
  states = [sim.state()]
  for _ in range(round(scene.seconds / scene.step)):
    sim.step()
    states.append(sim.state())
  return float(scene.measure(states))


def run(engines):
  figures = {}
  if os.path.exists(FIGURES):
    with open(FIGURES) as f:
      figures = json.load(f)
  for engine in engines:
    figures[engine] = {"version": ENGINES[engine].version(), "date": time.strftime("%Y-%m-%d")}
    for make in SCENES:
      figures[engine][make.__name__] = error(engine, make)
      print(f"{engine:10s} {make.__name__:10s} {figures[engine][make.__name__]}", flush=True)
  with open(FIGURES, "w") as f:
    json.dump(figures, f, indent=1)
    f.write("\n")


def show(x):
  return "–" if x is None else "0" if x == 0 else "lost" if not math.isfinite(x) or x > 10 else f"{x:.1e}" if x < 0.01 else f"{x:.2f}"


def table():
  with open(FIGURES) as f:
    figures = json.load(f)
  engines = [e for e in ENGINES if e in figures]
  lines = ["| scene: error | " + " | ".join(f"{TITLES[e]} {figures[e]['version']}" for e in engines) + " |", "|---|" + "---|" * len(engines)]
  for make in SCENES:
    s = make()
    unit = "" if s.unit in ("share", "relative") else f" [{s.unit}]"
    lines.append(f"| {s.name}{unit} | " + " | ".join(show(figures[e].get(make.__name__)) for e in engines) + " |")
  text = "\n".join(lines)
  with open(PAGE) as f:
    page = f.read()
  head, rest = page.split(BEGIN)
  tail = rest.split(END)[1]
  with open(PAGE, "w") as f:
    f.write(f"{head}{BEGIN}\n{text}\n{END}{tail}")
  print(text)


if __name__ == "__main__":
  if sys.argv[1:2] == ["run"] and all(e in ENGINES for e in sys.argv[2:]):
    run(sys.argv[2:] or list(ENGINES))
  elif sys.argv[1:] == ["table"]:
    table()
  else:
    sys.exit(__doc__)
