"""Differences that are known and why, each a predicate on the model and on where it differs."""

import numpy as np


def welded(xml, m):
  """True if a connect or weld holds two bodies that move as one."""
  for e in range(m.neq):
    if m.eq_type[e] not in (0, 1):
      continue
    body = [m.site_bodyid[o] if m.eq_objtype[e] == 6 else o for o in (m.eq_obj1id[e], m.eq_obj2id[e])]
    if m.body_weldid[body[0]] == m.body_weldid[body[1]]:
      return True
  return False


def singular(m):
  """True if some motion of the joints at qpos0 moves next to no mass: pivots are rounding, in both engines."""
  import mujoco
  d = mujoco.MjData(m)
  mujoco.mj_forward(m, d)
  full = np.zeros((m.nv, m.nv))
  mujoco.mj_fullM(m, d, full)
  return m.nv > 0 and np.linalg.cond(full) > 1e12


def saturated_orientation(m):
  """True if an orientation servo has a bound on its torque and the integrator asks for its slope: the reference asks whether the norm of the
  torque that it has just scaled to the bound reaches the bound, and rounding answers."""
  so3 = 4
  return m.opt.integrator in (2, 3, 4) and any(m.actuator_gaintype[i] == so3 and m.actuator_forcelimited[i] for i in range(m.nactuator))


def crank_in_one_body(m):
  """True if a slider-crank lies within one body: it moves nothing but for rounding, and the discrete step treats a body that an actuator
  moves at all unlike one that floats alone."""
  slidercrank = 2
  weld = lambda site: m.body_weldid[m.site_bodyid[site]]
  return any(m.actuator_trntype[i] == slidercrank and weld(m.actuator_trnid[i, 0]) == weld(m.actuator_trnid[i, 1]) for i in range(m.nactuator))


def classify(difference, xml, model):
  """Name of the class that explains the difference, or None."""
  for name, test in CLASSES.items():
    if test(difference, xml, model):
      return name
  return None


SLEEP = 1 << 4
SOLVED = ("qfrc_constraint", "qacc", "sensordata", "qfrc_inverse")

CLASSES = {
    "singular inertia": lambda d, xml, m: m is not None and singular(m),
    "orientation servo at its bound": lambda d, xml, m: m is not None and d.stage != "compile" and saturated_orientation(m),
    # its sweeps end where no single row improves, short of the minimum that its Newton finds and ours reaches
    "PGS of the discrete step, elliptic": lambda d, xml, m: m is not None and m.opt.integrator == 4 and m.opt.solver == 0 and m.opt.cone == 1 and d.stage in ("forward", "inverse", "traj")
                                                            and (d.field in SOLVED or d.stage != "forward"),
    "crank within one body, discrete": lambda d, xml, m: m is not None and m.opt.integrator == 4 and d.stage in ("forward", "inverse", "traj") and crank_in_one_body(m),
    # where sleeping is on, an actuator between things that never move counts as asleep there and has no force; its moment is zero
    "actuator on nothing that moves, sleeping on": lambda d, xml, m: d.field == "actuator_force" and m.opt.enableflags & SLEEP,
    # samples that are due more often than there are steps: the buffer starts with several at one time, of which the oldest is read
    "samples closer than steps": lambda d, xml, m: d.field == "sensordata" and any(m.sensor_history[i, 0] > 0 and 0 < m.sensor_interval[i, 0] < m.opt.timestep
                                                                                   for i in range(m.nsensor)),
    # a capsule deep in a box touches it at one point, which rounding makes one contact or two, in either engine
    "the same contact twice": lambda d, xml, m: d.field == "contact.geom" and d.twice,
    # faces of two boxes are parallel: which corner is the first of four at one depth is rounding, in either engine
    "the same contacts, another first": lambda d, xml, m: d.field.startswith("contact.") and d.reordered,
    # their Jacobian is zero but for rounding, which both engines weigh, each its own
    "equality within one body": lambda d, xml, m: d.stage == "forward" and (d.field.startswith("efc_") or d.field == "nefc") and welded(xml, m),
    # a body that turns about its own centre has no translational inverse weight: R is at its floor, forces are 1e17 N, and what is left of
    # their sum is rounding in both engines
    "rows without weight": lambda d, xml, m: d.weightless and (d.field in SOLVED or d.stage == "traj"),
}
