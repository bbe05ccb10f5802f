"""MjData: attributes, views, contacts, stages and queries against the reference; misuse."""

import copy
import gc
import pickle
import signal
import threading
import time

import mujoco as reference
import numpy as np
import pytest

import bridge
import models
import stiction.mujoco as ours

# memory of the reference's arena, and quantities of its solver that this engine does not keep
SKIP = """narena nbuffer nplugin parena pbase pstack threadpool signature maxuse_stack maxuse_arena maxuse_con maxuse_efc bind bind_scalar model contact
    solver timer warning solver_niter efc_AR_rowadr efc_AR_rownnz efc_Y_rowadr efc_Y_rownnz solver_nnz tree_asleep nJ qH qHDiagInv qDeriv qLU body_awake_ind
    parent_awake_ind dof_awake_ind""".split()


def engines(xml):
  theirs = reference.MjModel.from_xml_string(xml)
  mine = bridge.convert(theirs)
  return (theirs, reference.MjData(theirs)), (mine, ours.MjData(mine))


@pytest.fixture
def both():
  return engines(models.CONTACTS)


def converge(m):
  m.opt.tolerance, m.opt.iterations, m.opt.ls_tolerance = 0, 200, 1e-10


def compare(td, od, rtol=1e-9):
  sparse = reference.mj_isSparse(td.model)
  for n in dir(td):
    if n.startswith(("_", "flex", "efm")) or n in SKIP:
      continue
    a, b = getattr(td, n), getattr(od, n)
    if isinstance(a, np.ndarray):
      if n.startswith("efc_J_") and not sparse:
        continue   # left as they are by the reference when the Jacobian is dense
      if n.startswith("i") and td.nisland <= 1:
        continue
      assert (a.dtype, a.shape) == (b.dtype, b.shape), n
      np.testing.assert_allclose(np.array(b, float), np.array(a, float), rtol=rtol, atol=1e-8, err_msg=n)
    elif not callable(a):
      assert type(a) is type(b) and b == pytest.approx(a), n


@pytest.mark.parametrize("name", sorted(models.ALL))
def test_every_attribute_after_forward(name):
  (tm, td), (om, od) = engines(models.ALL[name])
  for m in (tm, om):
    converge(m)
  for d in (td, od):
    d.qvel[:] = 0.1 * np.sin(np.arange(tm.nv))
    d.ctrl[:] = 0.3
  reference.mj_forward(tm, td)
  ours.mj_forward(om, od)
  assert od._views_ok()
  compare(td, od, 1e-6)
  for _ in range(5):
    reference.mj_step(tm, td)
    ours.mj_step(om, od)
  assert od._views_ok()
  np.testing.assert_allclose(od.qpos, td.qpos, atol=1e-9)


def test_contacts_are_a_list_and_arrays(both):
  for (m, d), mod in zip(both, (reference, ours)):
    mod.mj_forward(m, d)
  (_, td), (_, od) = both
  assert len(od.contact) == od.ncon == td.ncon == 2
  for n in dir(td.contact):
    if not n.startswith("_"):
      a, b = getattr(td.contact, n), getattr(od.contact, n)
      assert (a.dtype, a.shape) == (b.dtype, b.shape), n
      if n != "H":
        np.testing.assert_allclose(b, a, atol=1e-12, err_msg=n)
  for a, b in zip(td.contact, od.contact):
    assert type(a).__name__ == type(b).__name__
    for n in dir(a):
      if not n.startswith("_") and n != "H":
        x, y = getattr(a, n), getattr(b, n)
        assert type(x) is type(y), n
        np.testing.assert_allclose(y, x, atol=1e-12, err_msg=n)
  assert [c.geom1 for c in od.contact] == [0, 0] and od.contact[1].dist == od.contact.dist[1]
  assert len(od.contact[0:1]) == 1
  with pytest.raises(IndexError):
    od.contact[2]
  f, g = np.zeros(6), np.zeros(6)
  reference.mj_contactForce(both[0][0], td, 1, f), ours.mj_contactForce(both[1][0], od, 1, g)
  np.testing.assert_allclose(g, f, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("kind", "actuator body cam camera geom jnt joint light sensor site ten tendon".split())
def test_named_access(kind):
  (tm, td), (om, od) = engines(models.RICH)
  reference.mj_forward(tm, td), ours.mj_forward(om, od)
  for i in range(10):
    try:
      a = getattr(td, kind)(i)
    except IndexError:
      with pytest.raises(IndexError):
        getattr(od, kind)(i)
      break
    b = getattr(od, kind)(i)
    assert type(a).__name__ == type(b).__name__ and (a.id, a.name) == (b.id, b.name)
    for n in dir(a):
      x = getattr(a, n)
      if isinstance(x, np.ndarray):
        y = getattr(b, n)
        assert (x.dtype, x.shape) == (y.dtype, y.shape), n
        np.testing.assert_allclose(y, x, atol=1e-8, err_msg=n)
  if kind == "joint":
    od.joint("f").qpos = [1, 2, 3, 1, 0, 0, 0]
    assert od.qpos[:3].tolist() == [1, 2, 3]
    with pytest.raises(KeyError, match="Valid names"):
      od.joint("nope")


def test_setting(both):
  for m, d in both:
    held = d.qpos
    d.qpos = np.arange(m.nq)
    assert held[3] == 3
    d.qvel = 1
    assert (d.qvel == 1).all()
    with pytest.raises(ValueError, match="broadcast"):
      d.qpos = np.zeros(3)
    d.time = 3
    assert d.time == 3.0
    for statement in ("d.foo = 1", "d.model = 1", "d.contact = 1"):
      with pytest.raises(AttributeError):
        exec(statement, {"d": d})
    with pytest.raises(TypeError):
      d.time = "a"


def test_copies_and_pickles(both):
  m, d = both[1]
  ours.mj_step(m, d, 10)
  for other in (copy.copy(d), copy.deepcopy(d), pickle.loads(pickle.dumps(d))):
    assert other.time == d.time and np.array_equal(other.qpos, d.qpos) and np.array_equal(other.xpos, d.xpos)
    ours.mj_step(other.model, other, 5)
    assert other.time > d.time
    e = copy.copy(d)
    ours.mj_step(m, e, 5)
    assert np.array_equal(e.qpos, other.qpos)   # the same bits
  e = ours.MjData(m)
  views = e.qpos
  ours.mj_copyData(e, m, d)
  assert np.array_equal(views, d.qpos) and e.ncon == d.ncon and e._views_ok()
  assert copy.copy(d).model is m and copy.deepcopy(d).model is not m


def test_contacts_are_written(both):
  """What is written to a contact enters the rows that are made of it, as in the reference."""
  forces = []
  for mj, (m, d) in zip((reference, ours), both):
    mj.mj_forward(m, d)
    assert d.ncon == 2
    kept = d.contact[0]
    d.contact[0].friction[:] = 0.05
    kept.dist = -0.003
    d.contact[1].solref = [0.05, 0.7]
    assert d.contact.dist[0] == -0.003 and list(d.contact[0].friction) == [0.05] * 5
    mj.mj_makeConstraint(m, d)
    mj.mj_fwdVelocity(m, d)
    mj.mj_referenceConstraint(m, d)
    mj.mj_fwdConstraint(m, d)
    forces.append((np.array(d.efc_pos), np.array(d.efc_aref), np.array(d.qacc)))
    assert kept.efc_address == d.contact[0].efc_address >= 0
  for a, b in zip(*forces):
    np.testing.assert_allclose(b, a, atol=1e-9 * max(1, np.abs(a).max()))
  m, d = both[1]
  d.contact[0].geom = [0, 99]
  with pytest.raises(IndexError, match="99"):
    ours.mj_forward(m, d)
  ours.mj_forward(m, d)
  with pytest.raises(ValueError, match="read-only"):
    d.contact.dist[0] = 1


def test_pickles_have_contacts_and_rows(both):
  m, d = both[1]
  ours.mj_step(m, d, 3)
  e = pickle.loads(pickle.dumps(d))
  assert e.contact == d.contact and e.ncon > 0 and e.nefc == d.nefc > 0 and e.nisland == d.nisland
  for f in "efc_J efc_pos efc_aref efc_D efc_force efc_state efc_id efc_type qacc".split():
    np.testing.assert_array_equal(getattr(e, f), getattr(d, f), err_msg=f)
  ours.mj_step(m, d, 5), ours.mj_step(m, e, 5)
  np.testing.assert_array_equal(e.qpos, d.qpos)


def test_an_object_has_one_view(both):
  m, d = both[1]
  assert m.geom(1) is m.geom(m.geom(1).name) and m.geom(1).size is m.geom(1).size
  assert d.joint(0) is d.joint(0) and d.joint(0).qpos is d.joint(0).qpos and d.joint(0) is not ours.MjData(m).joint(0)


def test_views_outlive_the_data(both):
  m, d = both[1]
  q = d.qpos
  ours.mj_step(m, d)
  assert d.qpos is q
  contact = d.contact
  row = d.body("ball")
  del d, m, both
  gc.collect()
  q[0] = 3
  assert row.xpos.shape == (3,) and len(contact) == 2


def test_matrices(both):
  (tm, td), (om, od) = both
  reference.mj_forward(tm, td), ours.mj_forward(om, od)
  nv = tm.nv
  full, mine, old = np.zeros((nv, nv)), np.zeros((nv, nv)), np.zeros((nv, nv))
  reference.mj_fullM(tm, td, full), ours.mj_fullM(om, od, mine), ours.mj_fullM(om, old, od.qM)
  np.testing.assert_allclose(mine, full, atol=1e-13)
  assert np.array_equal(mine, old)
  v = np.linspace(1, 2, nv)
  for f in ("mj_mulM", "mj_mulM2"):
    a, b = np.zeros(nv), np.zeros(nv)
    getattr(reference, f)(tm, td, a, v), getattr(ours, f)(om, od, b, v)
    np.testing.assert_allclose(b, a, atol=1e-12)
  x, y = np.zeros((2, nv)), np.zeros((2, nv))
  rhs = np.stack([v, -v])
  reference.mj_solveM(tm, td, x, rhs), ours.mj_solveM(om, od, y, rhs)
  np.testing.assert_allclose(y, x, rtol=1e-11)
  a, b = np.zeros(nv), np.zeros(nv)
  reference.mj_rne(tm, td, 1, a), ours.mj_rne(om, od, 1, b)
  np.testing.assert_allclose(b, a, rtol=1e-7, atol=1e-7)
  w = np.linspace(0, 1, td.nefc)
  reference.mj_mulJacTVec(tm, td, a, w), ours.mj_mulJacTVec(om, od, b, w)
  np.testing.assert_allclose(b, a, atol=1e-12)
  s, t = np.zeros(td.nefc), np.zeros(td.nefc)
  reference.mj_mulJacVec(tm, td, s, v), ours.mj_mulJacVec(om, od, t, v)
  np.testing.assert_allclose(t, s, atol=1e-12)


def test_jacobians_and_velocities(both):
  (tm, td), (om, od) = both
  for d in (td, od):
    d.qvel[:] = np.linspace(-1, 1, tm.nv)
    d.qpos[14] = 0.4
  reference.mj_forward(tm, td), ours.mj_forward(om, od)
  point, axis = np.array([1.0, 0.2, 0.3]), np.array([0.0, 1.0, 0.0])
  for f, args in [("mj_jac", (point, 3)), ("mj_jacBody", (3,)), ("mj_jacBodyCom", (3,)), ("mj_jacGeom", (3,)), ("mj_jacSite", (0,)),
                  ("mj_jacDot", (point, 3)), ("mj_jacPointAxis", (point, axis, 3))]:
    a, b = [np.ones((3, tm.nv)) for _ in range(2)], [np.ones((3, tm.nv)) for _ in range(2)]
    getattr(reference, f)(tm, td, *a, *args), getattr(ours, f)(om, od, *b, *args)
    np.testing.assert_allclose(b, a, atol=1e-13, err_msg=f)
    b[1][:] = 5
    getattr(ours, f)(om, od, None, b[1], *args)
    np.testing.assert_allclose(b[1], a[1], atol=1e-13, err_msg=f)
  a, b = np.zeros((3, tm.nv)), np.zeros((3, tm.nv))
  for f in ("mj_jacSubtreeCom", "mj_angmomMat"):
    getattr(reference, f)(tm, td, a, 2), getattr(ours, f)(om, od, b, 2)
    np.testing.assert_allclose(b, a, atol=1e-13, err_msg=f)
  reference.mj_rnePostConstraint(tm, td), ours.mj_rnePostConstraint(om, od)
  for f in ("mj_objectVelocity", "mj_objectAcceleration"):
    for kind, i in ((1, 3), (2, 3), (5, 2), (6, 0)):
      for local in (0, 1):
        u, v = np.zeros(6), np.zeros(6)
        getattr(reference, f)(tm, td, kind, i, u, local), getattr(ours, f)(om, od, kind, i, v, local)
        np.testing.assert_allclose(v, u, atol=1e-6, err_msg=f)
  u, v = np.zeros(tm.nv), np.zeros(tm.nv)
  reference.mj_applyFT(tm, td, point, axis, point, 3, u), ours.mj_applyFT(om, od, point, axis, point, 3, v)
  np.testing.assert_allclose(v, u, atol=1e-13)
  for bad in (np.zeros((3, 2)), np.zeros((2, tm.nv)), np.zeros((3, tm.nv), order="F"), [1]):
    with pytest.raises(TypeError):
      ours.mj_jacBody(om, od, bad, None, 1)
  with pytest.raises(ours.FatalError):
    ours.mj_jacBody(om, od, np.zeros((3, tm.nv)), None, 99)


def test_state_vectors(both):
  (tm, td), (om, od) = both
  rng = np.random.default_rng(3)
  for n in "qpos qvel ctrl qfrc_applied xfrc_applied qacc_warmstart".split():
    value = rng.normal(size=getattr(td, n).shape)
    for d in (td, od):
      setattr(d, n, value)
  for d in (td, od):
    d.time = 0.7
  for sig in [1 << k for k in range(15)] + [int(ours.mjtState.mjSTATE_FULLPHYSICS), int(ours.mjtState.mjSTATE_INTEGRATION)]:
    n = reference.mj_stateSize(tm, sig)
    assert ours.mj_stateSize(om, sig) == n
    a, b = np.zeros(n), np.zeros(n)
    reference.mj_getState(tm, td, a, sig), ours.mj_getState(om, od, b, sig)
    assert np.array_equal(a, b), sig
    ours.mj_setState(om, od, a + 0, sig)
    ours.mj_getState(om, od, b, sig)
    assert np.array_equal(a, b), sig
  assert od._views_ok()
  full = int(ours.mjtState.mjSTATE_INTEGRATION)
  src = np.zeros(ours.mj_stateSize(om, full))
  ours.mj_getState(om, od, src, full)
  out = np.zeros(ours.mj_stateSize(om, 5))
  ours.mj_extractState(om, src, full, out, 5)
  assert out[0] == 0.7 and np.array_equal(out[1:], od.qvel)
  with pytest.raises(TypeError):
    ours.mj_getState(om, od, np.zeros(3), full)
  with pytest.raises(ours.FatalError):
    ours.mj_stateSize(om, 1 << 20)


def test_positions(both):
  (tm, _), (om, _) = both
  rng = np.random.default_rng(4)
  q = tm.qpos0 + 0.1 * rng.normal(size=tm.nq)
  a, b = q.copy(), q.copy()
  reference.mj_normalizeQuat(tm, a), ours.mj_normalizeQuat(om, b)
  np.testing.assert_allclose(a, b, atol=1e-15)
  v = rng.normal(size=tm.nv)
  p1 = a.copy()
  reference.mj_integratePos(tm, a, v, 0.3), ours.mj_integratePos(om, b, v, 0.3)
  np.testing.assert_allclose(a, b, atol=1e-14)
  u, w = np.zeros(tm.nv), np.zeros(tm.nv)
  reference.mj_differentiatePos(tm, u, 0.3, p1, a), ours.mj_differentiatePos(om, w, 0.3, p1, a)
  np.testing.assert_allclose(u, w, atol=1e-13)


def test_resets(both):
  (tm, td), (om, od) = both
  ours.mj_step(om, od, 3)
  q = od.qpos
  ours.mj_resetDataKeyframe(om, od, 0), reference.mj_resetDataKeyframe(tm, td, 0)
  assert np.array_equal(od.qpos, td.qpos) and od.time == 0 and od.ncon == 0 and od.qpos is q and od._views_ok()
  ours.mj_resetData(om, od)
  assert np.array_equal(od.qpos, om.qpos0)
  ours.mj_resetDataKeyframe(om, od, 5)
  od.qpos[0] = 0.25
  ours.mj_setKeyframe(om, od, 0)
  assert om.key_qpos[0, 0] == 0.25
  with pytest.raises(ours.FatalError):
    ours.mj_setKeyframe(om, od, 7)


def test_bad_numbers_reset_and_count(both, capfd):
  for (m, d), mod in zip(both, (reference, ours)):
    number = d.warning.number
    d.qpos[0] = np.nan
    mod.mj_step(m, d)
    assert np.isfinite(d.qpos).all() and d.warning[3].number == 1 and number[3] == 1 and d.time == m.opt.timestep
    d.ctrl[0] = np.nan
    mod.mj_step(m, d)
    assert d.warning[6].number == 1 and np.isfinite(d.qacc).all()
  texts = []
  ours.set_mju_user_warning(texts.append)
  try:
    both[1][1].qvel[0] = 1e20
    ours.mj_step(*both[1])
  finally:
    ours.set_mju_user_warning(None)
  assert len(texts) == 1 and "QVEL at DOF 0" in texts[0]


def test_masses_take_effect(both):
  (tm, td), (om, od) = both
  for m in (tm, om):
    m.body_mass[3] = 5
    m.body_inertia[3] *= 4
  reference.mj_setConst(tm, td), ours.mj_setConst(om, od)
  for n in ("body_subtreemass", "body_invweight0", "dof_M0", "dof_invweight0", "actuator_acc0"):
    np.testing.assert_allclose(getattr(om, n), getattr(tm, n), rtol=1e-10, err_msg=n)


def test_rays_and_distances(both):
  (tm, td), (om, od) = both
  reference.mj_forward(tm, td), ours.mj_forward(om, od)
  for start, aim in (((0, 0, 3), (0, 0, -1)), ((0.5, 0.5, 1), (0.1, 0, -2)), ((0, 0, 1), (0, 0, 1)), ((3, 0, 0.09), (-1, 0, 0))):
    for static in (0, 1):
      a, b, n, k = np.zeros(1, np.int32), np.zeros(1, np.int32), np.zeros(3), np.zeros(3)
      start, aim = np.array(start, float), np.array(aim, float)
      x = reference.mj_ray(tm, td, start, aim, None, static, -1, a, n)
      y = ours.mj_ray(om, od, start, aim, None, static, -1, b, k)
      assert y == pytest.approx(x) and a == b
      np.testing.assert_allclose(k, n, atol=1e-9)
  s, t = np.zeros(6), np.zeros(6)
  x, y = reference.mj_geomDistance(tm, td, 1, 2, 5, s), ours.mj_geomDistance(om, od, 1, 2, 5, t)
  assert y == pytest.approx(x, abs=1e-6)
  np.testing.assert_allclose(t, s, atol=1e-5)


def test_callbacks(both):
  m, d = both[1]
  seen = []

  def control(mm, dd):
    assert mm is m and dd is d
    jac = np.zeros((3, mm.nv))
    ours.mj_jacBody(mm, dd, jac, None, 3)   # queries are allowed inside
    dd.ctrl[0] = 0.5
    seen.append(dd.time)

  ours.set_mjcb_control(control)
  try:
    assert ours.get_mjcb_control() is control
    ours.mj_step(m, d, 3)
    assert len(seen) == 3 and d.ctrl[0] == 0.5 and d.actuator_force[0] == 0.5

    def fails(mm, dd):
      raise KeyError("mine")

    ours.set_mjcb_control(fails)
    with pytest.raises(KeyError, match="mine"):
      ours.mj_step(m, d)

    ours.set_mjcb_control(lambda mm, dd: ours.mj_step(mm, dd))   # steps inside steps are possible, but not without end
    with pytest.raises(RecursionError):
      ours.mj_forward(m, d)
  finally:
    ours.set_mjcb_control(None)
  ours.set_mjcb_passive(lambda mm, dd: dd.qfrc_passive.__iadd__(2.0))
  try:
    ours.mj_forward(m, d)
    assert (d.qfrc_passive >= 1.0).all()
  finally:
    ours.set_mjcb_passive(None)
  ours.set_mjcb_contactfilter(lambda mm, dd, a, b: 1)
  try:
    ours.mj_forward(m, d)
    assert d.ncon == 0
  finally:
    ours.set_mjcb_contactfilter(None)
  with pytest.raises(TypeError):
    ours.set_mjcb_control(3)


def test_two_threads(both):
  """One data from two threads raises; two datas run together."""
  m, d = both[1]
  errors = []
  stop = time.time() + 1.0

  def work(data):
    try:
      while time.time() < stop:
        ours.mj_step(m, data, 500)
    except RuntimeError as e:
      errors.append(str(e))

  threads = [threading.Thread(target=work, args=(d,)) for _ in range(2)]
  [t.start() for t in threads], [t.join() for t in threads]
  assert errors and "Already borrowed" in errors[0]
  errors.clear()
  stop = time.time() + 0.2
  threads = [threading.Thread(target=work, args=(ours.MjData(m),)) for _ in range(2)]
  [t.start() for t in threads], [t.join() for t in threads]
  assert not errors and np.isfinite(d.qpos).all()


def test_keyboard_interrupt(both):
  m, d = both[1]
  threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
  begin = time.time()
  with pytest.raises(KeyboardInterrupt):
    ours.mj_step(m, d, 2**40)
  assert time.time() - begin < 20 and d.time > 0
  ours.mj_step(m, d)


def test_misuse():
  (_, _), (m, d) = engines(models.CONTACTS)
  (_, _), (m2, d2) = engines(models.PENDULUM)
  for call in ("mj_step(m, None)", "mj_step(None, d)", "mj_step(m, d, 'x')", "mj_step(d, m)", "mj_forward(m)", "MjData(None)", "MjData()",
               "MjData(3)", "mj_step(m, d, nstep=1.5)"):
    with pytest.raises(TypeError):
      eval("o." + call, {"o": ours, "m": m, "d": d})
  with pytest.raises(ours.FatalError, match="another model"):
    ours.mj_step(m2, d)
  ours.mj_step(m, d, 0), ours.mj_step(m, d, -5)
  assert d.time == 0


def test_broken_indices_do_not_kill_the_interpreter(capfd):
  (_, _), (m, d) = engines(models.CONTACTS)
  views = {n: getattr(d, n) for n in dir(d) if isinstance(getattr(d, n), np.ndarray)}
  for field in ("body_parentid", "geom_bodyid", "jnt_dofadr", "jnt_qposadr", "dof_bodyid", "dof_parentid", "geom_type", "jnt_type",
                "actuator_trnid", "sensor_objid", "tendon_adr", "wrap_objid", "M_rowadr", "body_rootid", "body_weldid"):
    for value in (10_000, -7):
      broken = copy.copy(m)
      try:
        getattr(broken, field)[...] = value   # structure is read-only, the rest is checked by the next call
        ours.mj_step(broken, d)
      except (ours.UnexpectedError, ours.FatalError, ValueError):
        pass
      assert d._views_ok(), field
  for v in views.values():
    v.sum()
  ours.mj_resetData(m, d)
  ours.mj_step(m, d)
  assert np.isfinite(d.qpos).all()


def test_timers_and_solver_statistics(both):
  m, d = both[1]
  ours.mj_step(m, d, 5)
  assert len(d.timer) == 15 and len(d.warning) == 7 and len(d.solver) == 4000
  # without a clock calls are timed as a whole, with one every stage is
  assert d.timer[0].number == 5 and d.timer.duration.shape == (15,)
  assert d.timer.duration[0] > 0 and not d.timer.number[1:].any()
  ours.set_mjcb_time(time.perf_counter)
  try:
    ours.mj_step(m, d, 5)
    assert d.timer[0].number == 10 and d.timer[3].number == 5
  finally:
    ours.set_mjcb_time(None)
  assert d.solver_niter[0] >= 1 and d.solver.improvement.shape == (4000,) and d.solver[0].neval >= 0


def test_no_leak(both):
  m = both[1][0]

  def rss():
    with open("/proc/self/statm") as f:
      return int(f.read().split()[1]) * 4096

  def churn(n):
    for _ in range(n):
      d = ours.MjData(m)
      ours.mj_step(m, d)
      d.qpos, d.contact, d.body("ball").xpos
      del d

  churn(300)
  before = rss()
  churn(2000)
  assert rss() - before < 4_000_000


def test_getter_overhead(both):
  """No getter costs more than the reference's; the two take turns, so that other programs slow both."""
  import timeit
  (_, td), (_, od) = both
  for s in ("d.qpos", "d.xpos", "d.time", "d.ncon", "d.body('ball')", "d.body('ball').xpos", "d.contact", "d.contact.dist", "d.efc_force"):
    best = [float("inf")] * 2
    for _ in range(15):
      for k, d in enumerate((td, od)):
        best[k] = min(best[k], timeit.timeit(s, globals={"d": d}, number=1000))
    assert best[1] < best[0], (s, best)


def test_subtree_without_mass_has_a_jacobian_of_zeros():
  """A mocap body has no mass: MuJoCo divides by it and answers NaN, we answer zero."""
  m = ours.MjModel.from_xml_string("""<mujoco><worldbody><body mocap="true"/>
    <body><joint/><geom size=".1"/></body></worldbody></mujoco>""")
  d = ours.MjData(m)
  ours.mj_forward(m, d)
  jac = np.ones((3, m.nv))
  ours.mj_jacSubtreeCom(m, d, jac, 1)
  assert np.array_equal(jac, np.zeros((3, m.nv)))
