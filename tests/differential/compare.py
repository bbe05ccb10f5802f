"""One model in both engines, stage by stage: what differs first.

Stages, in order: `load` (both accept or both refuse), `compile` (every numeric array of the model), `forward` (every array of the data
after `mj_forward`, contacts included), `inverse`, `traj` (the state after a few steps). A difference is real where it is larger than the
tolerance and than a hundred times what a nudge of the reference's own inputs does to the reference.
"""

import contextlib
import copy
import os
import warnings

import numpy as np

STEPS = 20
NO_CONTACT = 1 << 4
OVERLAP = (39, 40, 41)   # sensors of distance, normal and ends
GEOM = 5
NEWTON = 2
PGS = 0
DISCRETE = 4
NUDGE = 1e-10     # relative to each input, rad or m
AMPLIFIED = 100.0  # times the reference's own answer to the nudge
TOLERANCE = dict(compile=1e-9, forward=1e-7, inverse=1e-7, traj=1e-6)

# arrays without a unique value, of assets and drawing, or about memory
SKIP_MODEL = ("bvh_", "oct_", "tex_", "skin_", "flex", "efm", "name", "paths", "mat_", "mesh_", "plugin", "map", "B_", "D_", "M_", "ten_J_", "efm0_",
              "body_bvh", "geom_aabb", "geom_rbound", "body_sameframe", "geom_sameframe", "site_sameframe", "dof_simplenum", "body_simple",
              "light_", "geom_plugin", "text", "dof_length", "tendon_treeid", "cam_mat0", "mapM2M", "dof_Madr")
FORWARD = """xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat light_xpos light_xdir subtree_com cdof
    cinert ten_length ten_wrapadr ten_wrapnum actuator_length M qfrc_bias qfrc_passive qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid
    qfrc_adhesion cvel cdof_dot ten_velocity actuator_velocity actuator_force act_dot qfrc_actuator qfrc_smooth qacc_smooth contact rows qfrc_constraint
    qacc sensordata energy""".split()
INPUTS = "qpos qvel act ctrl mocap_pos mocap_quat xfrc_applied qfrc_applied".split()
CLOSED = {(0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (2, 2), (2, 3), (2, 5), (2, 6), (3, 3), (3, 6), (6, 6)}   # pairs of geom types in closed form
CONTACT = "geom dim dist pos frame friction solref solimp mu includemargin exclude".split()


class Difference:
  """What differs first: stage, field, size relative to the reference, and what the nudge did to it."""

  def __init__(self, stage, field, error, nudged=0.0, text=""):
    self.stage, self.field, self.error, self.nudged, self.text = stage, field, error, nudged, text
    self.weightless = False   # some row has no inverse weight
    self.twice = False        # contacts agree but for points that are given twice
    self.reordered = False    # contacts agree but for their order

  def __str__(self):
    return f"{self.stage} {self.field} {self.error:.1e} (nudge {self.nudged:.1e}) {self.text}"


@contextlib.contextmanager
def quiet():
  """The reference prints warnings to the terminal; nothing here reads them."""
  saved = [os.dup(k) for k in (1, 2)]
  sink = os.open(os.devnull, os.O_WRONLY)
  try:
    for k in (1, 2):
      os.dup2(sink, k)
    with warnings.catch_warnings():
      warnings.simplefilter("ignore")
      yield
  finally:
    for k, s in zip((1, 2), saved):
      os.dup2(s, k)
      os.close(s)
    os.close(sink)


def load(mj, xml):
  """The model, or the error's text."""
  try:
    return mj.MjModel.from_xml_string(xml)
  except Exception as e:  # each engine has errors of its own
    return str(e) or type(e).__name__


def error(ours, theirs, floor=1.0):
  """Largest difference relative to the reference; infinite where shapes or NaNs differ."""
  a, b = np.atleast_1d(np.asarray(ours, float)), np.atleast_1d(np.asarray(theirs, float))
  if a.shape != b.shape:
    return np.inf
  if not a.size:
    return 0.0
  nan = np.isnan(b)
  if (np.isnan(a) != nan).any():
    return np.inf
  with np.errstate(invalid="ignore"):
    gap = np.where((a == b) | nan, 0.0, np.abs(a - b))
  scale = np.abs(b[np.isfinite(b)])
  return float(gap.max() / max(floor, scale.max() if scale.size else 0.0))


def model_arrays(m):
  for f in dir(m):
    if f.startswith(("_",) + SKIP_MODEL):
      continue
    v = getattr(m, f)
    if isinstance(v, np.ndarray) and v.dtype.kind in "fiub":
      yield f


def tensor(m):
  """Inertia of every body in its own frame: principal axes have no unique order."""
  out = np.zeros((m.nbody, 3, 3))
  for b in range(m.nbody):
    w, x, y, z = m.body_iquat[b]
    r = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                  [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
    out[b] = r @ np.diag(m.body_inertia[b]) @ r.T
  return out


def compare_models(a, b):
  """First array of the model that differs; `a` ours, `b` the reference."""
  for n in "nq nv nu na nbody njnt ngeom nsite neq ntendon nsensor nsensordata nkey nmocap".split():
    if getattr(a, n) != getattr(b, n):
      return Difference("compile", n, abs(getattr(a, n) - getattr(b, n)))
  floor = 1e-4
  e = error(tensor(a), tensor(b), 1e-6)
  if e > 1e-8:
    return Difference("compile", "inertia", e)
  for f in model_arrays(b):
    if f in ("body_iquat", "body_inertia"):
      continue
    e = error(getattr(a, f), getattr(b, f), floor)
    if e > TOLERANCE["compile"]:
      return Difference("compile", f, e)
  for f in "timestep impratio gravity wind magnetic density viscosity integrator cone solver disableflags enableflags disableactuator".split():
    e = error(getattr(a.opt, f), getattr(b.opt, f), floor)
    if e > TOLERANCE["compile"]:
      return Difference("compile", "opt." + f, e)
  return None


def states(mj, m, seed):
  """Inputs: the reference configuration, then two random ones, then where the reference stands 30 steps after the second."""
  rng = np.random.default_rng(seed)
  d = mj.MjData(m)
  first = {f: np.array(getattr(d, f)) for f in INPUTS}
  out = [first]
  for size in (0.1, 0.6):
    qpos = np.array(d.qpos)
    mj.mj_integratePos(m, qpos, size * rng.uniform(-1, 1, m.nv), 1.0)
    out.append(dict(first, qpos=qpos, qvel=2 * size * rng.uniform(-1, 1, m.nv), act=rng.uniform(0, 1, m.na), ctrl=rng.uniform(-1, 1, m.nu),
                    xfrc_applied=size * rng.uniform(-1, 1, (m.nbody, 6)), qfrc_applied=size * rng.uniform(-1, 1, m.nv),
                    mocap_pos=first["mocap_pos"] + 0.1 * size * rng.uniform(-1, 1, first["mocap_pos"].shape)))
    out[-1]["xfrc_applied"][0] = 0
  put(d, out[1])
  for _ in range(30):
    mj.mj_step(m, d)
  late = {f: np.array(getattr(d, f)) for f in INPUTS}
  if all(np.isfinite(v).all() for v in late.values()) and max(np.abs(late[f]).max(initial=0) for f in ("qvel", "act")) < 1e3:
    out.append(late)
  return out


def put(d, state):
  for key, value in state.items():
    if value.size:
      getattr(d, key)[:] = value
  d.qacc_warmstart[:] = 0


def nudged(mj, m, state, rng, size=NUDGE):
  """The same inputs, moved by rounding-sized amounts."""
  qpos = np.array(state["qpos"])
  mj.mj_integratePos(m, qpos, size * rng.uniform(-1, 1, m.nv), 1.0)
  out = dict(state, qpos=qpos)
  for f in ("qvel", "act", "ctrl", "qfrc_applied"):
    out[f] = state[f] + size * rng.uniform(-1, 1, state[f].shape)
  return out


def rows(mj, m, d):
  """Type, position, margin, diagonal and J v of every constraint row, which say all but the order of columns."""
  v = np.sin(1.0 + np.arange(m.nv))
  jv = np.zeros(d.nefc)
  if d.nefc:
    mj.mj_mulJacVec(m, d, jv, v)
  names = "efc_type efc_pos efc_margin efc_frictionloss efc_D efc_aref efc_vel".split()
  return [np.array(getattr(d, f), float).reshape(-1) for f in names] + [jv]


def fields(mj, m, d):
  """Every compared field of the data, by name."""
  out = {}
  for f in FORWARD:
    if f == "contact":
      for g in CONTACT:
        out["contact." + g] = np.array(getattr(d.contact, g), float)
    elif f == "rows":
      out["nefc"] = np.array([d.ne, d.nf, d.nl, d.nefc], float)
      for name, v in zip("efc_type efc_pos efc_margin efc_frictionloss efc_D efc_aref efc_vel efc_J".split(), rows(mj, m, d)):
        out[name] = v
    elif f == "M":
      full = np.zeros((m.nv, m.nv))
      mj.mj_fullM(m, d, full)
      out["M"] = full
    elif f == "sensordata":
      out[f] = sensors(m, d)
    else:
      out[f] = np.array(getattr(d, f), float)
  return out


def sensors(m, d):
  """Readings, but for distances between geoms that overlap: there the reference's search stops short of the true depth."""
  out = np.array(d.sensordata, float)
  for i in range(m.nsensor):
    if m.sensor_type[i] in OVERLAP:
      at = slice(int(m.sensor_adr[i]), int(m.sensor_adr[i] + m.sensor_dim[i]))
      out[at] = 0 if deep(m, d, i) else out[at]
  return out


def deep(m, d, i):
  """True if the geoms of a distance sensor may overlap: their bounding spheres do."""
  a, b = (int(x) for x in (m.sensor_objid[i], m.sensor_refid[i]))
  if m.sensor_objtype[i] != GEOM or m.sensor_reftype[i] != GEOM:
    return True
  reach = float(m.geom_rbound[a] + m.geom_rbound[b])
  return bool(np.linalg.norm(np.array(d.geom_xpos[a]) - np.array(d.geom_xpos[b])) < reach)


def inverse_fields(d):
  """Inverse dynamics, with the size of the forces whose sum it is."""
  enters = max((np.abs(getattr(d, f)).max(initial=0) for f in ("qfrc_bias", "qfrc_passive", "qfrc_constraint", "qfrc_smooth")), default=0)
  return np.array(d.qfrc_inverse), max(1.0, enters)


def judge(stage, ours, theirs, moved, tolerance):
  """First field that differs by more than the tolerance and the twins in `moved` allow."""
  for f, b in theirs.items():
    e = error(ours[f], b)
    if e <= tolerance:
      continue
    n = max((error(z[f], y[f]) for z, y in moved), default=0.0)
    if e > AMPLIFIED * n:
      return Difference(stage, f, e, n)
    if not np.isfinite(n) or n > tolerance:
      return None   # the engines themselves cannot say from here on
  return None


def prepare(m, solver):
  """The constraint problem solved to the end, so that stopping rules are not compared."""
  m.opt.solver = solver
  m.opt.tolerance = 0
  m.opt.ls_tolerance = 1e-10
  m.opt.ls_iterations = 100
  m.opt.iterations = 100 if solver == NEWTON else 600
  m.opt.noslip_tolerance = 0


def unsettled(m):
  """The same model solved half as long, where the solver does not converge to the last digit."""
  out = copy.copy(m)
  out.opt.iterations = m.opt.iterations // 2
  return out


def run(ours, ref, xml, seed, steps=STEPS):
  """The first difference of a model, or None; and the reference's model, None where it refuses."""
  with quiet():
    a, b = load(ours, xml), load(ref, xml)
    if isinstance(b, str) or isinstance(a, str):
      same = isinstance(a, str) and isinstance(b, str)
      said = f"ours: {a if isinstance(a, str) else 'yes'} | theirs: {b if isinstance(b, str) else 'yes'}"
      return (None if same else Difference("load", "accepted", np.inf, text=said[:300])), None
    try:
      return compare_all(ours, ref, a, b, seed, steps), b
    except Exception as e:
      if type(e).__module__.startswith("mujoco"):
        return None, None   # the reference refuses to step it
      return Difference("raise", type(e).__name__, np.inf, text=str(e)[:200]), b


def compare_all(ours, ref, a, b, seed, steps):
  found = compare_models(a, b)
  if found:
    return found
  # the reference solves by Newton: its PGS may stop where its Newton goes on. The discrete step with PGS is another one, though
  prepare(a, a.opt.solver)
  prepare(b, b.opt.solver if b.opt.integrator == DISCRETE and b.opt.solver == PGS else NEWTON)
  rng = np.random.default_rng(seed + 1)
  inputs = states(ref, b, seed)
  for k, state in enumerate(inputs):
    found = compare_state(ours, ref, a, b, state, rng)
    if found:
      found.text = f"state {k} " + found.text
      return found
  return compare_runs(ours, ref, a, b, inputs[1], rng, steps)


def twins(ours, ref, a, b, state, rng):
  """What runs: both engines, the reference from nudged inputs, and ours solved half as long where it does not converge fully."""
  out = [(ours, a, state), (ref, b, state), (ref, b, nudged(ref, b, state, rng))]
  if a.opt.solver != NEWTON:
    out.append((ours, unsettled(a), state))
  if b.opt.solver != NEWTON:
    out[2] = (ref, unsettled(b), out[2][2])
  return out


def tolerance_of(stage, a):
  return TOLERANCE[stage] if a.opt.solver == NEWTON else max(TOLERANCE[stage], 1e-5)


def is_convex(m, d):
  """True if some contact comes from a search: it is only as good as the search's tolerance."""
  kinds = np.array(m.geom_type)
  return any(tuple(sorted(kinds[list(pair)])) not in CLOSED for pair in np.array(d.contact.geom).reshape(-1, 2))


def distinct(fields):
  """Contacts by geoms and distance, each once."""
  pairs, dist = fields["contact.geom"].reshape(-1, 2), fields["contact.dist"]
  return {(int(a), int(b), round(float(x), 8)) for (a, b), x in zip(pairs, dist)}


def is_reordered(x, y):
  """True if every pair has the same contacts, in another order."""
  table = lambda f: np.hstack([f["contact." + g].reshape(len(f["contact.dist"]), -1) for g in ("geom", "dist", "pos", "frame")])
  if x["contact.geom"].shape != y["contact.geom"].shape or not x["contact.geom"].size:
    return False
  p, q = table(x), table(y)
  apart = np.abs(p[:, None] - q[None]).max(axis=2) > 1e-6
  return not apart.all(axis=1).any() and not apart.all(axis=0).any()


def compare_state(ours, ref, a, b, state, rng):
  for mj, m in ((ours, a), (ref, b)):
    d = mj.MjData(m)
    put(d, state)
    mj.mj_forward(m, d)
    if is_convex(m, d):
      # contacts of searches are judged by tests of their own; all else is judged without them
      a, b = copy.copy(a), copy.copy(b)
      a.opt.disableflags |= NO_CONTACT
      b.opt.disableflags |= NO_CONTACT
      break
  data = []
  for mj, m, s in twins(ours, ref, a, b, state, rng):
    d = mj.MjData(m)
    put(d, s)
    mj.mj_forward(m, d)
    first = fields(mj, m, d)
    mj.mj_inverse(m, d)
    force, scale = inverse_fields(d)
    data.append((first, {"qfrc_inverse": force}, scale))
  x, y = data[:2]
  if not all(np.isfinite(v).all() for v in y[0].values()):
    return None
  pairs = lambda k: [(data[2][k], y[k])] + [(z[k], x[k]) for z in data[3:]]
  # rows that nothing weighs push with 1e17 N, and what is left of their sum is rounding
  weightless = y[0]["efc_D"].max(initial=0) > 1e12
  found = judge("forward", x[0], y[0], pairs(0), tolerance_of("forward", a))
  if found:
    found.weightless = weightless
    found.twice = distinct(x[0]) == distinct(y[0])
    found.reordered = is_reordered(x[0], y[0])
    return found
  if any(error(z[f], w[f]) > 1e-4 for z, w in pairs(0) for f in ("qacc", "qfrc_constraint")):
    return None
  for d in data:
    d[1]["qfrc_inverse"] = d[1]["qfrc_inverse"] / y[2]
  found = judge("inverse", x[1], y[1], pairs(1), tolerance_of("inverse", a))
  if found:
    found.weightless = weightless
  return found


def compare_runs(ours, ref, a, b, state, rng, steps):
  """States along a trajectory, against the reference and the twins."""
  run = []
  for mj, m, s in twins(ours, ref, a, b, state, rng):
    d = mj.MjData(m)
    put(d, s)
    run.append((mj, m, d))
  for k in range(steps):
    for mj, m, d in run:
      mj.mj_step(m, d)
    if any(is_convex(m, d) for _, m, d in run):
      return None
    got = [{f: np.array(getattr(d, f)) for f in ("qpos", "qvel", "act")} | {"sensordata": sensors(m, d)} for _, m, d in run]
    # more than a radian in a step: no integrator says anything
    if not all(np.isfinite(v).all() for v in got[1].values()) or np.abs(got[1]["qvel"]).max(initial=0) * b.opt.timestep > 1:
      return None
    moved = [(got[2], got[1])] + [(z, got[0]) for z in got[3:]]
    found = judge("traj", got[0], got[1], moved, tolerance_of("traj", a))
    if found:
      found.text = f"step {k + 1}"
      found.weightless = np.array(run[1][2].efc_D).max(initial=0) > 1e12
      return found
    if max(error(z[f], w[f]) for z, w in moved for f in w) > 1e-4:
      return None
  return None
