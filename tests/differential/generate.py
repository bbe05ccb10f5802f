"""Random models, typed: every attribute is drawn from values that make sense for it, every reference names something that exists.

`model(seed)` gives an element tree. A model has one `geometry`: `apart` (nothing collides), `closed` (contacts that both engines compute in
closed form: planes, spheres, capsules, boxes) or `convex` (cylinders, ellipsoids, meshes and height fields collide too), so that the tolerance of
a convex search cannot hide anything else.
"""

import random
import xml.etree.ElementTree as ET

CLOSED = ("sphere", "capsule", "box")
CONVEX = CLOSED + ("ellipsoid", "cylinder", "mesh")
GEOMETRY = (("apart", 0.45), ("closed", 0.47), ("convex", 0.08))


class Draw:
  """A stream of random values, written as MJCF writes them."""

  def __init__(self, seed):
    self.rng = random.Random(seed)

  def chance(self, p):
    return self.rng.random() < p

  def one(self, options):
    return self.rng.choice(list(options))

  def weighted(self, options):
    names, weights = zip(*options)
    return self.rng.choices(names, weights)[0]

  def some(self, options, least=1):
    options = list(options)
    return self.rng.sample(options, self.rng.randint(min(least, len(options)), len(options)))

  def num(self, lo, hi):
    return f"{self.rng.uniform(lo, hi):.4g}"

  def nums(self, n, lo, hi):
    return " ".join(self.num(lo, hi) for _ in range(n))

  def upto(self, n, lo, hi):
    """From one to n numbers."""
    return self.nums(self.rng.randint(1, n), lo, hi)

  def span(self, lo, hi):
    """Two ascending numbers."""
    a, b = sorted((self.rng.uniform(lo, hi), self.rng.uniform(lo, hi)))
    return f"{a:.4g} {b + 0.05:.4g}"

  def flag(self):
    return self.one(("true", "false"))


class Model:
  """The tree under construction, and the names that may be referred to."""

  def __init__(self, seed):
    self.d = Draw(seed)
    self.geometry = self.d.weighted(GEOMETRY)
    self.root = ET.Element("mujoco")
    self.bodies, self.joints, self.geoms, self.sites, self.cameras = [], [], [], [], []
    self.tendons, self.actuators, self.sensors, self.meshes, self.fields = [], [], [], [], []
    self.mocaps = []
    self.count = 0

  def name(self, prefix):
    self.count += 1
    # copies get digits as a suffix: names that end in one could collide with those of others
    return f"{prefix}{self.count}x"

  def sets(self, element, table):
    """Sets each attribute of `table` with its probability."""
    for attribute, p, value in table:
      if self.d.chance(p):
        element.set(attribute, value() if callable(value) else value)

  def joints_of(self, *kinds):
    return [n for n, k in self.joints if k in kinds]


def solref(d):
  return d.one((lambda: f"{d.num(0.004, 0.1)} {d.num(0.3, 1.6)}", lambda: f"-{d.num(50, 900)} -{d.num(1, 40)}", lambda: d.num(0.004, 0.1)))()


def solimp(d):
  full = f"{d.num(0.3, 0.95)} {d.num(0.9, 0.99)} {d.num(0.0005, 0.02)} {d.num(0.1, 0.9)} {d.one(('1', '2', '3', d.num(1, 4)))}"
  return " ".join(full.split()[:d.rng.randint(1, 5)])


def orientation(m, element, p=0.5):
  d = m.d
  if d.chance(p):
    kind = d.one(("quat", "axisangle", "xyaxes", "zaxis", "euler"))
    element.set(kind, {"quat": lambda: d.nums(4, -1, 1), "axisangle": lambda: d.nums(3, -1, 1) + " " + d.num(-90, 90),
                       "xyaxes": lambda: d.nums(6, -1, 1), "zaxis": lambda: d.nums(3, -1, 1), "euler": lambda: d.nums(3, -90, 90)}[kind]())


def option(m):
  d = m.d
  o = ET.SubElement(m.root, "option")
  m.sets(o, (("timestep", 0.5, lambda: d.one(("0.001", "0.002", "0.005", "0.01"))), ("integrator", 0.8, lambda: d.one(("Euler", "RK4", "implicit", "implicitfast", "discrete"))),
             ("solver", 0.5, lambda: d.weighted((("Newton", 4), ("CG", 1), ("PGS", 1)))), ("cone", 0.5, lambda: d.one(("pyramidal", "elliptic"))), ("jacobian", 0.2, "dense"),
             ("impratio", 0.2, lambda: d.num(0.5, 10)), ("gravity", 0.2, lambda: d.nums(3, -10, 10)), ("wind", 0.15, lambda: d.nums(3, -3, 3)),
             ("magnetic", 0.1, lambda: d.nums(3, -1, 1)), ("density", 0.2, lambda: d.num(0, 1000)), ("viscosity", 0.2, lambda: d.num(0, 0.5)),
             ("o_margin", 0.05, lambda: d.num(0, 0.05)), ("o_solref", 0.05, lambda: solref(d)), ("o_solimp", 0.05, lambda: solimp(d)),
             ("o_friction", 0.05, lambda: d.nums(5, 0.01, 1)), ("actuatorgroupdisable", 0.05, lambda: d.one(("0", "1", "2")))))
  if m.geometry == "convex":
    o.set("ccd_tolerance", "1e-10")
    o.set("ccd_iterations", "200")
  f = ET.SubElement(o, "flag")
  for flag in "constraint equality frictionloss limit contact spring damper gravity clampctrl filterparent actuation refsafe sensor eulerdamp island multiccd".split():
    if d.chance(0.04):
      f.set(flag, "disable")
  for flag, p in (("override", 0.05), ("energy", 0.4), ("invdiscrete", 0.1), ("diagexact", 0.12), ("sleep", 0.08)):
    if d.chance(p) and not (flag == "invdiscrete" and o.get("integrator") == "RK4") and not (flag == "sleep" and o.get("integrator") == "RK4"):
      f.set(flag, "enable")
  if m.geometry == "apart":
    f.set("contact", "disable")


def compiler(m):
  d = m.d
  c = ET.SubElement(m.root, "compiler")
  m.sets(c, (("angle", 0.3, lambda: d.one(("radian", "degree"))), ("eulerseq", 0.1, lambda: d.one(("xyz", "zyx", "XYZ", "zXz", "yXz"))),
             ("boundmass", 0.1, "0.01"), ("boundinertia", 0.1, "0.0005"), ("balanceinertia", 0.1, "true"), ("settotalmass", 0.05, "7"),
             ("inertiafromgeom", 0.15, lambda: d.one(("true", "auto"))), ("inertiagrouprange", 0.03, "0 3"), ("alignfree", 0.1, "true"),
             ("autolimits", 0.03, "true"), ("fusestatic", 0.05, "true")))
  m.scale = 0.0174533 if c.get("angle") == "radian" else 1.0


def assets(m):
  d = m.d
  a = ET.SubElement(m.root, "asset")
  for _ in range(d.rng.randint(0, 2)):
    n = m.name("mesh")
    pts = [[d.rng.uniform(-0.12, 0.12) for _ in range(3)] for _ in range(d.rng.randint(5, 12))]
    e = ET.SubElement(a, "mesh", name=n, vertex=" ".join(f"{x:.4g}" for p in pts for x in p))
    m.sets(e, (("scale", 0.3, lambda: d.nums(3, 0.5, 1.5)), ("refpos", 0.2, lambda: d.nums(3, -0.05, 0.05)), ("refquat", 0.2, lambda: d.nums(4, -1, 1)),
               ("inertia", 0.3, lambda: d.one(("convex", "exact", "legacy", "shell"))), ("maxhullvert", 0.1, "8")))
    m.meshes.append(n)
  if m.geometry == "convex" and d.chance(0.4):
    n = m.name("hf")
    rows, cols = d.rng.randint(2, 6), d.rng.randint(2, 6)
    ET.SubElement(a, "hfield", name=n, nrow=str(rows), ncol=str(cols), size=f"1 1 {d.num(0.05, 0.3)} 0.1", elevation=d.nums(rows * cols, 0, 1))
    m.fields.append(n)


def defaults(m):
  d = m.d
  top = ET.SubElement(m.root, "default")
  m.sets(ET.SubElement(top, "geom"), (("density", 0.3, lambda: d.num(200, 3000)), ("condim", 0.3, lambda: d.one("1346")), ("friction", 0.4, lambda: d.upto(3, 0.02, 1.2)),
                                      ("solref", 0.2, lambda: solref(d)), ("solimp", 0.2, lambda: solimp(d)), ("margin", 0.2, lambda: d.num(0, 0.03))))
  m.sets(ET.SubElement(top, "joint"), (("damping", 0.4, lambda: d.num(0, 0.5)), ("armature", 0.4, lambda: d.num(0, 0.05)), ("stiffness", 0.1, lambda: d.num(0, 5))))
  if d.chance(0.3):
    sub = ET.SubElement(top, "default", {"class": "other"})
    m.sets(ET.SubElement(sub, "joint"), (("damping", 0.6, lambda: d.num(0, 1)), ("frictionloss", 0.5, lambda: d.num(0, 0.3))))
    m.sets(ET.SubElement(sub, "geom"), (("rgba", 0.2, "1 0 0 1"), ("density", 0.6, lambda: d.num(200, 2000))))
    m.classes = ("other",)
  else:
    m.classes = ()


def geom(m, parent, static=False):
  d = m.d
  g = ET.SubElement(parent, "geom", name=m.name("g"))
  kinds = CONVEX if m.geometry != "closed" or d.chance(0.1) else CLOSED
  kinds = [k for k in kinds if k != "mesh" or m.meshes]
  kind = d.one(kinds)
  g.set("type", kind)
  size = lambda: d.num(0.03, 0.12)
  if kind == "mesh":
    g.set("mesh", d.one(m.meshes))
  elif kind in ("capsule", "cylinder") and d.chance(0.3):
    g.set("fromto", d.nums(6, -0.15, 0.15))
    g.set("size", size())
  else:
    g.set("size", {"sphere": size(), "capsule": f"{size()} {size()}", "cylinder": f"{size()} {size()}"}.get(kind, f"{size()} {size()} {size()}"))
  if not g.get("fromto"):
    m.sets(g, (("pos", 0.6, lambda: d.nums(3, -0.12, 0.12)),))
    orientation(m, g)
  if m.geometry == "closed" and kind not in CLOSED:
    g.set("contype", "0")
    g.set("conaffinity", "0")
  m.sets(g, (("condim", 0.3, lambda: d.one("1346")), ("friction", 0.3, lambda: d.upto(3, 0.02, 1.2)), ("solref", 0.15, lambda: solref(d)), ("solimp", 0.15, lambda: solimp(d)),
             ("solmix", 0.15, lambda: d.num(0.1, 3)), ("priority", 0.1, lambda: d.one(("0", "1"))), ("margin", 0.15, lambda: d.num(0, 0.05)), ("gap", 0.08, lambda: d.num(0, 0.03)),
             ("surfacevel", 0.06, lambda: d.upto(6, -1, 1)), ("adhesion", 0.06, lambda: d.num(0, 4)), ("group", 0.1, lambda: d.one("012345")),
             ("contype", 0.06, lambda: d.one("0123")) if not g.get("contype") else ("user", 0, ""), ("fluidshape", 0.1, lambda: d.one(("none", "ellipsoid"))),
             ("fluidcoef", 0.05, lambda: d.nums(5, 0.1, 1.5)), ("shellinertia", 0.06, "true") if kind != "mesh" else ("user", 0, "")))
  if not static:
    m.sets(g, (d.one((("mass", 0.3, lambda: d.num(0.05, 3)), ("density", 0.3, lambda: d.num(100, 4000)))),))
  if m.classes and d.chance(0.15):
    g.set("class", "other")
  m.geoms.append((g.get("name"), kind))


def joint(m, parent, kind, alone):
  d = m.d
  n = m.name("j")
  if kind == "free" and d.chance(0.6):
    e = ET.SubElement(parent, "freejoint", name=n)
    m.sets(e, (("align", 0.3, lambda: d.one(("true", "false", "auto"))),))
    m.joints.append((n, kind))
    return
  j = ET.SubElement(parent, "joint", name=n, type=kind)
  deg = lambda lo, hi: d.num(lo * m.scale if kind in ("hinge", "ball") else lo / 90, hi * m.scale if kind in ("hinge", "ball") else hi / 90)
  table = [("damping", 0.4, lambda: d.upto(3, 0, 0.4)), ("armature", 0.3, lambda: d.num(0, 0.1)), ("frictionloss", 0.2, lambda: d.num(0, 0.4)),
           ("stiffness", 0.25, lambda: d.upto(3, 0, 8)), ("solreffriction", 0.1, lambda: solref(d)), ("solimpfriction", 0.1, lambda: solimp(d))]
  if kind in ("hinge", "slide"):
    # two joints on the default axis would be one
    table += [("axis", 0.8 if alone else 1.0, lambda: d.nums(3, -1, 1)), ("ref", 0.15, lambda: deg(-20, 20)), ("springref", 0.2, lambda: deg(-20, 20)),
              ("actuatorgravcomp", 0.08, "true"), ("springyield", 0.06, lambda: d.num(0.05, 1)), ("springdamper", 0.06, lambda: f"{d.num(0.05, 0.5)} {d.num(0.2, 1.5)}")]
  if kind != "free":
    table += [("pos", 0.4, lambda: d.nums(3, -0.1, 0.1)), ("solreflimit", 0.1, lambda: solref(d)), ("solimplimit", 0.1, lambda: solimp(d)),
              ("margin", 0.1, lambda: d.num(0, 0.1)), ("actuatorfrcrange", 0.1, lambda: f"-{d.num(0.1, 2)} {d.num(0.1, 2)}") if kind != "ball" else ("user", 0, "")]
    if d.chance(0.35):
      hi = float(deg(10, 60))
      j.set("range", f"0 {hi:.4g}" if kind == "ball" else f"{-float(deg(5, 50)):.4g} {hi:.4g}")
  m.sets(j, table)
  if m.classes and d.chance(0.15):
    j.set("class", "other")
  m.joints.append((n, kind))


def site(m, parent, p=1.0):
  d = m.d
  s = ET.SubElement(parent, "site", name=m.name("s"))
  m.sets(s, (("pos", 0.9, lambda: d.nums(3, -0.15, 0.15)), ("size", 0.5, lambda: d.nums(3, 0.02, 0.2)), ("type", 0.4, lambda: d.one(("sphere", "capsule", "ellipsoid", "cylinder", "box"))),
             ("group", 0.1, lambda: d.one("012345"))))
  orientation(m, s)
  m.sites.append(s.get("name"))


def body(m, parent, depth, moving=True):
  d = m.d
  holder = parent
  if d.chance(0.06):
    holder = ET.SubElement(parent, "frame")
    m.sets(holder, (("pos", 0.7, lambda: d.nums(3, -0.1, 0.1)),))
    orientation(m, holder)
  b = ET.SubElement(holder, "body", name=m.name("b"))
  spread = 0.45 if depth == 0 else 0.25
  b.set("pos", d.nums(3, -spread, spread) if depth else f"{d.nums(2, -0.8, 0.8)} {d.num(0.0, 0.7)}")
  orientation(m, b)
  m.sets(b, (("gravcomp", 0.12, lambda: d.num(0, 1.2)), ("simple", 0.05, "false"), ("sleep", 0.03, lambda: d.one(("never", "allowed"))) if depth == 0 else ("user", 0, "")))
  kinds = joint_kinds(d, depth)
  for k in kinds:
    joint(m, b, k, alone=len(kinds) == 1)
  if d.chance(0.15) or (kinds and d.chance(0.15)):
    e = ET.SubElement(b, "inertial", pos=d.nums(3, -0.08, 0.08), mass=d.num(0.1, 3))
    x, y = d.rng.uniform(0.003, 0.02), d.rng.uniform(0.003, 0.02)
    z = d.rng.uniform(abs(x - y) + 0.002, 0.98 * (x + y))
    if d.chance(0.6):
      e.set("diaginertia", f"{x:.4g} {y:.4g} {z:.4g}")
      orientation(m, e)
    else:
      e.set("fullinertia", f"{x:.4g} {y:.4g} {z:.4g} {d.nums(3, -0.0004, 0.0004)}")
  for _ in range(d.rng.randint(1 if kinds else 0, 2)):
    geom(m, b)
  for _ in range(d.rng.randint(0, 2)):
    site(m, b)
  if d.chance(0.12):
    camera(m, b)
  m.bodies.append(b.get("name"))
  for _ in range(d.rng.choices((0, 1, 2), (0.4, 0.45, 0.15))[0] if depth < 4 else 0):
    body(m, b, depth + 1)
  return b


def joint_kinds(d, depth):
  if depth == 0:
    return d.weighted(((("free",), 3), (("hinge",), 2), (("ball",), 1), (("slide",), 1), (("slide", "slide", "hinge"), 1), (("hinge", "hinge"), 1), ((), 1), (("slide", "ball"), 1)))
  return d.weighted(((("hinge",), 5), (("slide",), 2), (("ball",), 2), ((), 2), (("hinge", "slide"), 1), (("hinge", "hinge", "hinge"), 1)))


def camera(m, parent):
  d = m.d
  c = ET.SubElement(parent, "camera", name=m.name("c"))
  m.sets(c, (("pos", 0.8, lambda: d.nums(3, -0.3, 0.3)), ("mode", 0.3, lambda: d.one(("fixed", "track", "trackcom"))), ("fovy", 0.3, lambda: d.num(20, 90))))
  c.set("resolution", "20 10")
  orientation(m, c)
  m.cameras.append(c.get("name"))


def world(m):
  d = m.d
  w = ET.SubElement(m.root, "worldbody")
  if d.chance(0.6):
    ET.SubElement(w, "geom", name="floor", type="plane", size="3 3 .1", pos=f"0 0 {d.num(-0.4, 0.0)}")
    m.geoms.append(("floor", "plane"))
  for n in m.fields:
    ET.SubElement(w, "geom", name="field", type="hfield", hfield=n, pos=f"0 0 {d.num(-0.4, -0.1)}")
    m.geoms.append(("field", "hfield"))
  for _ in range(d.rng.randint(0, 2)):
    geom(m, w, static=True)
  for _ in range(d.rng.randint(0, 2)):
    site(m, w)
  if d.chance(0.12):
    b = ET.SubElement(w, "body", name=m.name("mo"), mocap="true", pos=d.nums(3, -0.5, 0.5))
    orientation(m, b)
    geom(m, b)
    site(m, b)
    m.mocaps.append(b.get("name"))
    m.bodies.append(b.get("name"))
  trees = d.rng.randint(1, 3)
  for _ in range(trees):
    if d.chance(0.05):
      r = ET.SubElement(w, "replicate", count=d.one("23"), offset=d.nums(3, -0.3, 0.3))
      saved = [list(x) for x in (m.bodies, m.joints, m.geoms, m.sites, m.cameras)]
      body(m, r, 1)
      # copies have names of their own: what is inside is not referred to
      for x, s in zip((m.bodies, m.joints, m.geoms, m.sites, m.cameras), saved):
        x[:] = s
    else:
      body(m, w, 0)


def contacts(m):
  d = m.d
  c = ET.SubElement(m.root, "contact")
  closed = [n for n, k in m.geoms if m.geometry == "convex" or k in CLOSED + ("plane",)]
  if len(closed) >= 2:
    for _ in range(d.rng.choices((0, 1, 2), (0.7, 0.2, 0.1))[0]):
      a, b = d.rng.sample(closed, 2)
      e = ET.SubElement(c, "pair", geom1=a, geom2=b)
      m.sets(e, (("condim", 0.4, lambda: d.one("1346")), ("friction", 0.4, lambda: d.nums(5, 0.01, 1)), ("solref", 0.3, lambda: solref(d)), ("solreffriction", 0.3, lambda: solref(d)),
                 ("solimp", 0.3, lambda: solimp(d)), ("margin", 0.3, lambda: d.num(0, 0.1)), ("gap", 0.2, lambda: d.num(0, 0.05)), ("adhesion", 0.1, lambda: d.num(0, 3))))
  if len(m.bodies) >= 2 and d.chance(0.15):
    a, b = d.rng.sample(m.bodies, 2)
    ET.SubElement(c, "exclude", body1=a, body2=b)


def tendons(m):
  d = m.d
  t = ET.SubElement(m.root, "tendon")
  common = lambda: (("stiffness", 0.4, lambda: d.upto(3, 0, 20)), ("damping", 0.4, lambda: d.upto(3, 0, 1)), ("frictionloss", 0.2, lambda: d.num(0, 0.5)), ("range", 0.3, lambda: d.span(0.05, 0.8)),
                    ("springlength", 0.3, lambda: d.one((d.num(0.05, 0.6), d.span(0.05, 0.6)))), ("armature", 0.15, lambda: d.num(0, 0.2)), ("margin", 0.1, lambda: d.num(0, 0.1)),
                    ("actuatorfrcrange", 0.15, lambda: f"-{d.num(0.1, 2)} {d.num(0.1, 2)}"), ("solreflimit", 0.1, lambda: solref(d)), ("solimplimit", 0.1, lambda: solimp(d)),
                    ("solreffriction", 0.1, lambda: solref(d)), ("solimpfriction", 0.1, lambda: solimp(d)), ("springyield", 0.05, lambda: d.num(0.05, 1)))
  scalar = m.joints_of("hinge", "slide")
  for _ in range(d.rng.choices((0, 1, 2), (0.6, 0.3, 0.1))[0]):
    if scalar and d.chance(0.5):
      e = ET.SubElement(t, "fixed", name=m.name("t"))
      for j in d.some(scalar)[:4]:
        ET.SubElement(e, "joint", joint=j, coef=d.num(-2, 2))
    elif len(m.sites) >= 3:
      e = ET.SubElement(t, "spatial", name=m.name("t"))
      path = d.some(m.sites, 2)[:5]
      wrap = [n for n, k in m.geoms if k in ("sphere", "cylinder")]
      for i, s in enumerate(path):
        if i >= 2 and i + 1 < len(path) and [x.tag for x in e[-2:]] == ["site", "site"] and d.chance(0.2):
          ET.SubElement(e, "pulley", divisor=d.num(0.5, 3))
        if i and e[-1].tag == "site" and wrap and d.chance(0.25):
          w = ET.SubElement(e, "geom", geom=d.one(wrap))
          m.sets(w, (("sidesite", 0.4, lambda: d.one(m.sites)),))
        ET.SubElement(e, "site", site=s)
    else:
      continue
    m.sets(e, common())
    m.tendons.append(e.get("name"))


def equalities(m):
  d = m.d
  q = ET.SubElement(m.root, "equality")
  scalar = m.joints_of("hinge", "slide")
  for _ in range(d.rng.choices((0, 1, 2), (0.65, 0.25, 0.1))[0]):
    kind = d.one(("connect", "weld", "joint", "tendon"))
    if kind in ("connect", "weld"):
      if len(m.sites) >= 2 and d.chance(0.4):
        a, b = d.rng.sample(m.sites, 2)
        e = ET.SubElement(q, kind, site1=a, site2=b)
      elif m.bodies:
        two = d.rng.sample(m.bodies, min(2, len(m.bodies)))
        e = ET.SubElement(q, kind, body1=two[0])
        if len(two) == 2 and d.chance(0.8):
          e.set("body2", two[1])
        if kind == "connect":
          e.set("anchor", d.nums(3, -0.2, 0.2))
        else:
          m.sets(e, (("anchor", 0.4, lambda: d.nums(3, -0.2, 0.2)), ("relpose", 0.3, lambda: d.nums(7, -0.3, 0.3))))
      else:
        continue
      if kind == "weld":
        m.sets(e, (("torquescale", 0.4, lambda: d.num(0.1, 3)),))
    elif kind == "joint" and scalar:
      two = d.rng.sample(scalar, min(2, len(scalar)))
      e = ET.SubElement(q, "joint", joint1=two[0])
      if len(two) == 2 and d.chance(0.7):
        e.set("joint2", two[1])
      m.sets(e, (("polycoef", 0.6, lambda: d.upto(5, -1, 1)),))
    elif kind == "tendon" and m.tendons:
      two = d.rng.sample(m.tendons, min(2, len(m.tendons)))
      e = ET.SubElement(q, "tendon", tendon1=two[0])
      if len(two) == 2 and d.chance(0.7):
        e.set("tendon2", two[1])
      m.sets(e, (("polycoef", 0.6, lambda: d.upto(5, -1, 1)),))
    else:
      continue
    m.sets(e, (("solref", 0.3, lambda: solref(d)), ("solimp", 0.3, lambda: solimp(d)), ("active", 0.1, "false")))


def transmission(m, e, kind):
  """What the actuator pulls; False if there is nothing."""
  d = m.d
  options = []
  if m.joints:
    options += ["joint"] * 4 + ["jointinparent"]
  if m.tendons:
    options.append("tendon")
  if len(m.sites) >= 2 and kind != "muscle":
    options += ["site", "refsite"]
  if len(m.sites) >= 2:
    options.append("slidercrank")
  if not options:
    return False
  t = d.one(options)
  if kind == "muscle":
    t = "tendon" if m.tendons else "joint"
    names = m.tendons or m.joints_of("hinge", "slide")
    if not names:
      return False
    e.set(t, d.one(names))
    e.set("lengthrange", "0.1 0.9")
    return True
  width = 1
  if t in ("joint", "jointinparent"):
    n, k = d.one(m.joints)
    e.set(t, n)
    width = {"free": 6, "ball": 3}.get(k, 1)
  elif t == "tendon":
    e.set(t, d.one(m.tendons))
  elif t in ("site", "refsite"):
    a, b = d.rng.sample(m.sites, 2)
    e.set("site", a)
    width = 6
    if t == "refsite":
      e.set("refsite", b)
  else:
    a, b = d.rng.sample(m.sites, 2)
    e.set("cranksite", a)
    e.set("slidersite", b)
    e.set("cranklength", d.num(0.1, 0.8))
  if width > 1 or d.chance(0.5):
    e.set("gear", d.nums(width, -2, 2))
  return True


def actuators(m):
  d = m.d
  a = ET.SubElement(m.root, "actuator")
  for _ in range(d.rng.choices((0, 1, 2, 3, 4), (0.3, 0.3, 0.2, 0.1, 0.1))[0]):
    kind = d.one(("motor", "position", "velocity", "intvelocity", "damper", "cylinder", "muscle", "adhesion", "general", "pid", "dcmotor", "orientation"))
    e = ET.Element(kind, name=m.name("a"))
    if kind == "adhesion":
      if not m.bodies:
        continue
      e.set("body", d.one(m.bodies))
      e.set("ctrlrange", "0 1")
      e.set("gain", d.num(0.5, 5))
    elif kind == "orientation":
      balls = m.joints_of("ball")
      if not balls:
        continue
      e.set("joint", d.one(balls))
      m.sets(e, (("kp", 0.7, lambda: d.num(0.5, 10)), ("kv", 0.4, lambda: d.num(0, 1)), ("input", 0.5, lambda: d.one(("expmap", "quat")))))
    elif not transmission(m, e, kind):
      continue
    specific(m, e, kind)
    if kind not in ("adhesion", "orientation"):
      m.sets(e, (("group", 0.1, lambda: d.one("012")),))
      if e.get("joint") or e.get("jointinparent") or e.get("tendon"):
        m.sets(e, (("damping", 0.1, lambda: d.upto(3, 0, 0.5)), ("armature", 0.1, lambda: d.num(0, 0.05))))
      if kind not in ("damper", "intvelocity"):
        m.sets(e, (("ctrlrange", 0.4, lambda: d.span(-1, 1)),))
    if kind != "dcmotor":
      m.sets(e, (("forcerange", 0.2, lambda: f"0 {d.num(0.5, 3)}" if kind == "orientation" else d.span(-3, 3)),))
    if d.chance(0.06):
      e.set("nsample", str(d.rng.randint(2, 6)))
      e.set("delay", d.num(0.001, 0.02))
      m.sets(e, (("interp", 0.7, lambda: d.one(("zoh", "linear", "cubic"))),))
    a.append(e)
    m.actuators.append(e.get("name"))


def specific(m, e, kind):
  """Attributes of one kind of actuator."""
  d = m.d
  kp, kv = (lambda: d.num(0.5, 30)), (lambda: d.num(0, 2))
  if kind == "position":
    m.sets(e, (("kp", 0.8, kp), d.one((("kv", 0.6, kv), ("dampratio", 0.6, lambda: d.num(0.2, 2)))), ("timeconst", 0.2, lambda: d.num(0.01, 0.3))))
  elif kind == "velocity":
    m.sets(e, (("kv", 0.8, kv),))
  elif kind == "intvelocity":
    m.sets(e, (("kp", 0.8, kp), ("kv", 0.4, kv)))
    e.set("actrange", "-2 2")
  elif kind == "damper":
    m.sets(e, (("kv", 0.8, kv),))
    e.set("ctrlrange", "0 1")
  elif kind == "cylinder":
    m.sets(e, (("timeconst", 0.6, lambda: d.num(0.02, 0.5)), ("area", 0.6, lambda: d.num(0.1, 2)), ("bias", 0.5, lambda: d.nums(3, -1, 1))))
  elif kind == "muscle":
    m.sets(e, (("timeconst", 0.5, lambda: f"{d.num(0.005, 0.05)} {d.num(0.02, 0.1)}"), ("tausmooth", 0.3, lambda: d.num(0.01, 0.2)), ("force", 0.5, lambda: d.num(5, 50)),
               ("scale", 0.3, lambda: d.num(50, 300)), ("range", 0.4, "0.7 1.1"), ("lmin", 0.3, "0.4"), ("lmax", 0.3, "1.7"), ("vmax", 0.3, "1.7"), ("fpmax", 0.3, "1.4"), ("fvmax", 0.3, "1.3")))
  elif kind == "general":
    m.sets(e, (("dyntype", 0.7, lambda: d.one(("none", "integrator", "filter", "filterexact", "muscle"))), ("gaintype", 0.6, lambda: d.one(("fixed", "affine"))),
               ("biastype", 0.6, lambda: d.one(("none", "affine"))), ("dynprm", 0.6, lambda: d.nums(3, 0.02, 0.5)), ("gainprm", 0.8, lambda: d.nums(3, -2, 2)), ("biasprm", 0.8, lambda: d.nums(3, -2, 0)),
               ("actearly", 0.3, lambda: d.flag())))
    if e.get("dyntype", "none") != "none":
      m.sets(e, (("actrange", 0.3, lambda: d.span(-1, 1)),))
  elif kind == "pid":
    m.sets(e, (("kp", 0.9, kp), ("kv", 0.5, kv), ("ki", 0.5, lambda: d.num(0.1, 10)), ("slewmax", 0.3, lambda: d.num(0.5, 5))))
    if e.get("ki"):
      m.sets(e, (("imax", 0.5, lambda: d.num(0.1, 2)),))
    m.sets(e, (("input", 0.5, lambda: d.one(("pos", "pos vel", "pos ff", "pos vel ff"))),))
  elif kind == "dcmotor":
    m.sets(e, (("motorconst", 1.0, lambda: d.upto(2, 0.02, 0.5)), ("resistance", 1.0, lambda: d.num(0.5, 5)), ("inductance", 0.3, lambda: d.num(0.001, 0.05)),
               ("cogging", 0.2, lambda: f"{d.num(0, 0.1)} 4 {d.num(0, 1)}"), ("saturation", 0.2, lambda: d.num(0.5, 3))))


def sensors(m):
  d = m.d
  s = ET.SubElement(m.root, "sensor")
  on_site = "touch accelerometer velocimeter gyro force torque magnetometer".split()
  frames = "framepos framequat framexaxis frameyaxis framezaxis framelinvel frameangvel framelinacc frameangacc".split()
  objects = [("body", n) for n in m.bodies] + [("xbody", n) for n in m.bodies] + [("geom", n) for n, _ in m.geoms] + [("site", n) for n in m.sites] + [("camera", n) for n in m.cameras]
  makers = {
      "site": lambda: ET.Element(d.one(on_site), site=d.one(m.sites)) if m.sites else None,
      "frame": lambda: frame_sensor(m, d.one(frames), objects),
      "subtree": lambda: ET.Element(d.one(("subtreecom", "subtreelinvel", "subtreeangmom")), body=d.one(m.bodies)) if m.bodies else None,
      "joint": lambda: named(d, ("jointpos", "jointvel", "jointactuatorfrc"), "joint", m.joints_of("hinge", "slide")),
      "ball": lambda: named(d, ("ballquat", "ballangvel"), "joint", m.joints_of("ball")),
      "limit": lambda: named(d, ("jointlimitpos", "jointlimitvel", "jointlimitfrc"), "joint", limited(m)),
      "tendon": lambda: named(d, ("tendonpos", "tendonvel", "tendonactuatorfrc"), "tendon", m.tendons),
      "tendonlimit": lambda: named(d, ("tendonlimitpos", "tendonlimitvel", "tendonlimitfrc"), "tendon", limited_tendons(m)),
      "actuator": lambda: named(d, ("actuatorpos", "actuatorvel", "actuatorfrc"), "actuator", m.actuators),
      "energy": lambda: ET.Element(d.one(("e_potential", "e_kinetic", "clock"))),
      "range": lambda: ET.Element("rangefinder", site=d.one(m.sites)) if m.sites else None,
      "contact": lambda: contact_sensor(m),
      "distance": lambda: distance_sensor(m),
      "inside": lambda: inside_sensor(m, objects),
      "camera": lambda: ET.Element("camprojection", site=d.one(m.sites), camera=d.one(m.cameras)) if m.sites and m.cameras else None,
  }
  for _ in range(d.rng.randint(0, 6)):
    e = makers[d.one(makers)]()
    if e is None:
      continue
    e.set("name", m.name("sn"))
    m.sets(e, (("cutoff", 0.15, lambda: d.num(0.1, 3)),))
    if e.tag in ("distance", "normal", "fromto"):
      e.set("cutoff", d.num(0.2, 1))
    if d.chance(0.06):
      e.set("nsample", str(d.rng.randint(2, 6)))
      m.sets(e, (("delay", 0.7, lambda: d.num(0.001, 0.02)), ("interp", 0.6, lambda: d.one(("zoh", "linear", "cubic"))), ("interval", 0.4, lambda: d.num(0.002, 0.02))))
    s.append(e)
    m.sensors.append(e.get("name"))


def named(d, kinds, attribute, names):
  return ET.Element(d.one(kinds), {attribute: d.one(names)}) if names else None


def limited(m):
  return [e.get("name") for e in m.root.iter("joint") if e.get("range") and e.get("name") in dict(m.joints)]


def limited_tendons(m):
  return [e.get("name") for e in m.root.iter() if e.tag in ("fixed", "spatial") and e.get("range")]


def frame_sensor(m, kind, objects):
  d = m.d
  if not objects:
    return None
  t, n = d.one(objects)
  e = ET.Element(kind, objtype=t, objname=n)
  if d.chance(0.4) and kind not in ("framelinacc", "frameangacc"):
    t, n = d.one(objects)
    e.set("reftype", t)
    e.set("refname", n)
  return e


def contact_sensor(m):
  d = m.d
  e = ET.Element("contact", data=" ".join(x for x in "found force torque dist pos normal tangent linvel angvel".split() if d.chance(0.5)) or "found")
  m.sets(e, (("num", 0.5, lambda: d.one("123")), ("reduce", 0.6, lambda: d.one(("none", "mindist", "maxforce", "netforce")))))
  if e.get("reduce") == "netforce":
    e.set("data", " ".join(x for x in e.get("data").split() if x not in ("linvel", "angvel")) or "found")
  for side in "12":
    what = d.one(("none", "geom", "body", "subtree"))
    if what == "geom" and m.geoms:
      e.set("geom" + side, d.one(m.geoms)[0])
    elif what in ("body", "subtree") and m.bodies:
      e.set(what + side, d.one(m.bodies))
  if m.sites and not any(e.get(k + "1") for k in ("geom", "body", "subtree")) and d.chance(0.2):
    e.set("site", d.one(m.sites))
  return e


def distance_sensor(m):
  d = m.d
  near = [n for n, k in m.geoms if k in CLOSED]
  if len(near) < 2:
    return None
  a, b = d.rng.sample(near, 2)
  return ET.Element(d.one(("distance", "normal", "fromto")), geom1=a, geom2=b)


def inside_sensor(m, objects):
  d = m.d
  if not m.sites or not objects:
    return None
  t, n = d.one(objects)
  return ET.Element("insidesite", site=d.one(m.sites), objtype=t, objname=n)


def model(seed):
  """The element tree of one random model, and its geometry."""
  m = Model(seed)
  compiler(m)
  option(m)
  defaults(m)
  assets(m)
  world(m)
  contacts(m)
  tendons(m)
  equalities(m)
  actuators(m)
  sensors(m)
  for e in list(m.root):
    if len(e) == 0 and not e.attrib:
      m.root.remove(e)
  return m.root, m.geometry


def text(root):
  return ET.tostring(root, encoding="unicode")
