"""Programs that use the package wrongly, each in a few lines, and what answers them.

Every function is one program: it runs in a process of its own (see test_misuse_programs.py), ends within its time, and either
raises exactly the documented exception where `raises` says so, or does without. Nothing may end the interpreter otherwise.
"""

import copy
import gc
import os
import pickle
import signal
import threading
import time

import numpy as np

import stiction
import stiction.mujoco as mj

XML = """<mujoco><option timestep="0.002"/><asset><mesh name="t" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/></asset>
<worldbody><geom name="floor" type="plane" size="1 1 .1"/><body name="b" pos="0 0 .09"><freejoint/><geom name="g" size=".1"/><site name="s"/></body>
<body pos="1 0 .3"><joint name="j" range="-1 1" limited="true"/><geom size=".1"/><site name="s2"/></body></worldbody>
<equality><connect body1="b" anchor="0 0 0" active="false"/></equality>
<actuator><motor joint="j"/><general joint="j" dyntype="user" gaintype="user" biastype="user" actdim="1"/></actuator>
<sensor><jointpos name="p" joint="j" cutoff="1"/><user dim="1"/></sensor><keyframe><key name="k"/></keyframe></mujoco>"""

PROGRAMS = []


def program(*errors):
  """Marks a program; `errors` are the exceptions that its last statement must raise (any of them), none if it must pass."""
  def mark(f):
    PROGRAMS.append((f.__name__, f, errors))
    return f
  return mark


def fresh(exact=False):
  m = mj.MjModel.from_xml_string(XML)
  if exact:
    m.stiction.exact()
  d = mj.MjData(m)
  mj.mj_forward(m, d)
  return m, d


def usable(m, d):
  """The simulation still works."""
  mj.mj_resetData(m, d)
  mj.mj_step(m, d, 5)
  assert np.isfinite(d.qpos).all() and d.time > 0


# -- threads ------------------------------------------------------------------------------------------------------------------


def hammer(n, work, seconds=1.0):
  """Runs work(k) in n threads again and again; returns the exceptions that were raised."""
  raised, stop = [], time.monotonic() + seconds

  def loop(k):
    while time.monotonic() < stop:
      try:
        work(k)
      except Exception as e:  # noqa: BLE001 - collected
        raised.append(e)
  threads = [threading.Thread(target=loop, args=(k,)) for k in range(n)]
  [t.start() for t in threads]
  [t.join() for t in threads]
  return raised


def only(raised, *kinds):
  bad = [e for e in raised if not isinstance(e, kinds)]
  assert not bad, bad[0]


@program()
def two_threads_step_one_data():
  m, d = fresh()
  only(hammer(2, lambda k: mj.mj_step(m, d, 50)), RuntimeError)
  usable(m, d)


@program()
def threads_step_reset_copy_one_data():
  m, d = fresh()
  work = [lambda: mj.mj_step(m, d, 20), lambda: mj.mj_resetData(m, d), lambda: copy.copy(d), lambda: pickle.dumps(d)]
  only(hammer(4, lambda k: work[k]()), RuntimeError)
  usable(m, d)


@program()
def threads_write_what_others_step():
  m, d = fresh()
  def write():
    d.qpos[:] = m.qpos0
    d.ctrl[:] = 1
  only(hammer(2, lambda k: write() if k else mj.mj_step(m, d, 20)), RuntimeError)
  usable(m, d)


@program()
def threads_write_model_numbers():
  m, d = fresh()
  other = mj.MjData(m)
  def work(k):
    if k == 0:
      m.body_mass[1] = 1 + np.random.rand()
      m.geom_friction[:] = .5
    mj.mj_step(m, (d, other)[k % 2], 5)
  only(hammer(3, work), RuntimeError)
  usable(m, d)


@program()
def threads_write_kinds_while_others_step():
  m, d = fresh()
  kinds = m.geom_type
  def work(k):
    if k:
      mj.mj_step(m, d, 5)
    else:
      kinds[1] = 2 + np.random.randint(5)
  only(hammer(2, work), RuntimeError, ValueError)
  kinds[1] = 2
  usable(m, d)


@program()
def threads_set_const_and_step():
  m, d = fresh()
  only(hammer(2, lambda k: mj.mj_setConst(m, d) if k else mj.mj_step(m, d, 5)), RuntimeError)
  usable(m, d)


@program()
def callback_of_one_thread_other_thread_steps():
  m, d = fresh()
  inside = []
  def control(mm, dd):
    mj.mj_forward(mm, dd)
    time.sleep(.002)
    inside.append(1)
  main = threading.get_ident()
  entered = []
  def other():
    for _ in range(200):
      try:
        mj.mj_resetData(m, d)
        entered.append(bool(inside) and threading.get_ident() != main)
      except RuntimeError:
        pass
  depth = [0]
  def guarded(mm, dd):
    if depth[0] or threading.get_ident() != main:
      return
    depth[0] = 1
    try:
      control(mm, dd)
    finally:
      depth[0] = 0
  mj.set_mjcb_control(guarded)
  t = threading.Thread(target=other)
  t.start()
  for _ in range(100):
    try:
      mj.mj_step(m, d)
    except RuntimeError:
      pass
  t.join()
  mj.set_mjcb_control(None)
  usable(m, d)


@program()
def callbacks_set_while_others_step():
  m, d = fresh()
  def work(k):
    if k:
      mj.set_mjcb_control(lambda mm, dd: None)
      mj.set_mjcb_control(None)
    else:
      mj.mj_step(m, d, 3)
  only(hammer(2, work), RuntimeError)
  mj.mj_resetCallbacks()
  usable(m, d)


@program()
def batch_used_from_two_threads():
  m, _ = fresh()
  batch = stiction.Batch(m, 4, 2)
  only(hammer(2, lambda k: batch.step(nstep=5)), RuntimeError)
  batch.step()


@program()
def batch_arrays_written_while_it_steps():
  m, _ = fresh()
  batch = stiction.Batch(m, 4, 2)
  def work(k):
    if k:
      batch.qpos[:] = m.qpos0
      batch.ctrl[:] = np.nan
    else:
      batch.step(nstep=10)
  only(hammer(2, work), RuntimeError, stiction.StepError)


@program()
def world_used_from_two_threads():
  w = stiction.World()
  only(hammer(2, lambda k: w.step(.01)), RuntimeError)


@program()
def renderer_used_from_two_threads():
  m, d = fresh()
  r = mj.Renderer(m, 16, 16)
  def work(k):
    r.update_scene(d)
    r.render()
  only(hammer(2, work), RuntimeError)


@program()
def models_loaded_in_many_threads():
  only(hammer(4, lambda k: mj.MjModel.from_xml_string(XML)))


@program()
def data_dies_while_another_thread_reads_it():
  m, _ = fresh()
  box = [mj.MjData(m)]
  def work(k):
    if k:
      box[0] = mj.MjData(m)
    else:
      box[0].qpos.sum()
  only(hammer(2, work))


# -- callbacks ----------------------------------------------------------------------------------------------------------------


def with_callback(name, f, run=None, exact=False):
  m, d = fresh(exact)
  getattr(mj, "set_mjcb_" + name)(f)
  try:
    for _ in range(5):
      (run or mj.mj_step)(m, d)
  finally:
    mj.mj_resetCallbacks()
  usable(m, d)
  return d


for _name in ("control", "passive", "sensor", "contactfilter", "act_dyn", "act_gain", "act_bias"):
  def _raises(name=_name):
    def f(*a):
      raise KeyError("mine")
    m, d = fresh()
    before = d.qpos.copy()
    getattr(mj, "set_mjcb_" + name)(f)
    try:
      mj.mj_step(m, d)
    finally:
      mj.mj_resetCallbacks()
  _raises.__name__ = f"callback_{_name}_raises"
  program(KeyError)(_raises)

  def _steps(name=_name):
    depth = [0]
    def f(mm, dd, *a):
      if not depth[0]:
        depth[0] = 1
        mj.mj_step(mm, dd, 2)
        mj.mj_resetData(mm, dd)
        mj.mj_forward(mm, dd)
        depth[0] = 0
      return 0
    with_callback(name, f)
  _steps.__name__ = f"callback_{_name}_steps_its_own_data"
  program()(_steps)

  def _recurses(name=_name):
    m, d = fresh()
    getattr(mj, "set_mjcb_" + name)(lambda mm, dd, *a: mj.mj_step(mm, dd))
    try:
      mj.mj_step(m, d)
    finally:
      mj.mj_resetCallbacks()
  _recurses.__name__ = f"callback_{_name}_recurses"
  program(RecursionError)(_recurses)


@program(TypeError)
def callback_gain_returns_text():
  with_callback("act_gain", lambda *a: "much")


@program()
def callback_gain_returns_nan():
  m, d = fresh()
  mj.set_mjcb_act_gain(lambda *a: float("nan"))
  mj.mj_step(m, d, 3)
  mj.mj_resetCallbacks()
  usable(m, d)


@program(TypeError)
def callback_with_wrong_signature():
  with_callback("control", lambda: None)


@program()
def callback_drops_the_model_and_data():
  m, d = fresh()
  box = [m, d]
  def f(mm, dd):
    box.clear()
    gc.collect()
  mj.set_mjcb_control(f)
  mj.mj_step(m, d)
  mj.mj_resetCallbacks()


@program()
def callback_removes_itself():
  with_callback("control", lambda mm, dd: mj.set_mjcb_control(None))


@program()
def callback_copies_pickles_and_reads():
  def f(mm, dd, *a):
    copy.deepcopy(dd), pickle.loads(pickle.dumps(dd)), dd.contact[:], dd.efc_force, dd.warning[0].number, str(dd.time), dd.snapshot()
    return 0
  for name in ("control", "contactfilter", "act_gain", "sensor"):
    with_callback(name, f)


@program(RuntimeError)
def callback_rewrites_the_model_that_is_stepped():
  with_callback("control", lambda mm, dd: mj.mj_setConst(mm, dd))


@program()
def callback_writes_every_array():
  def f(mm, dd, *a):
    for name in ("qpos", "qvel", "ctrl", "qfrc_applied", "xfrc_applied", "xpos", "qM", "qacc", "sensordata", "actuator_force"):
      getattr(dd, name)[:] = .01
    return 0
  for name in ("control", "passive", "contactfilter", "act_bias", "sensor"):
    with_callback(name, f)


@program(SystemExit)
def callback_exits():
  def f(mm, dd):
    raise SystemExit(3)
  with_callback("control", f)


@program()
def callback_under_the_exact_law_steps():
  depth = [0]
  def f(mm, dd, *a):
    if not depth[0]:
      depth[0] = 1
      mj.mj_step(mm, dd)
      depth[0] = 0
    return 0
  for name in ("control", "contactfilter"):
    with_callback(name, f, exact=True)


@program()
def clock_that_fails():
  m, d = fresh()
  mj.set_mjcb_time(lambda: "late")
  try:
    mj.mj_step(m, d)
    raise SystemExit("a clock that is no clock was accepted")
  except TypeError as e:
    assert "number" in str(e)
  finally:
    mj.mj_resetCallbacks()
  usable(m, d)


@program(ZeroDivisionError)
def warning_function_that_fails():
  m, d = fresh()
  mj.set_mju_user_warning(lambda text: 1 / 0)
  d.qpos[0] = np.nan
  try:
    mj.mj_step(m, d)
  finally:
    mj.set_mju_user_warning(None)


class Broken:
  """A constraint that fails in the way it is told."""
  dim = 1

  def __init__(self, how):
    self.bodies, self.how = ["b"], how

  def evaluate(self, x):
    return self.how(x)


def constrain(how):
  m, d = fresh()
  d.constraints.add(Broken(how))
  before = d.qpos.copy(), d.time
  try:
    stiction.step(m, d)
  except stiction.StepError:
    assert (d.qpos == before[0]).all() and d.time == before[1]
    d.constraints.clear()
    usable(m, d)
    raise


@program(stiction.StepError)
def constraint_that_raises():
  constrain(lambda x: 1 / 0)


@program(stiction.StepError)
def constraint_of_the_wrong_size():
  constrain(lambda x: np.zeros(7))


@program(stiction.StepError)
def constraint_that_returns_text():
  constrain(lambda x: "near")


@program(stiction.StepError)
def constraint_that_returns_nan():
  constrain(lambda x: np.array([np.nan]))


@program(stiction.StepError)
def constraint_that_raises_an_interrupt():
  def stop(x):
    raise KeyboardInterrupt
  constrain(stop)


@program()
def constraint_that_steps_its_data():
  m, d = fresh()
  seen = []
  def how(x):
    try:
      mj.mj_step(m, d)
    except RuntimeError as e:
      seen.append(e)
    return x.pos[0, :1] * 0
  d.constraints.add(Broken(how))
  stiction.step(m, d)
  assert seen


@program()
def constraint_that_keeps_its_arguments():
  m, d = fresh()
  kept = []
  d.constraints.add(Broken(lambda x: (kept.append(x), x.pos[0, :1] * 0)[1]))
  stiction.step(m, d)
  del d
  gc.collect()
  kept[0].pos[0, 0], kept[0].time, kept[0].mat


@program()
def constraint_that_removes_itself():
  m, d = fresh()
  refused = []
  def how(x):
    try:
      d.constraints.clear()
    except RuntimeError as e:
      refused.append(e)
    return x.pos[0, :1] * 0
  d.constraints.add(Broken(how))
  stiction.step(m, d)
  assert refused
  d.constraints.clear()


# -- what arrays hold -----------------------------------------------------------------------------------------------------------


@program(ValueError)
def parents_are_read_only():
  fresh()[0].body_parentid[1] = 5


@program(ValueError)
def parents_are_read_only_by_attribute():
  fresh()[0].dof_parentid = 3


@program(ValueError)
def counts_are_read_only():
  fresh()[0].body_geomnum[:] = -1


@program(ValueError)
def read_only_stays_read_only():
  fresh()[0].body_parentid.flags.writeable = True


@program(ValueError)
def named_rows_of_structure_are_read_only():
  fresh()[0].body("b").parentid[0] = 99


@program(ValueError)
def computed_indices_are_read_only():
  m, d = fresh()
  d.moment_colind[:] = 2**31 - 1


@program(AttributeError)
def sizes_cannot_be_set():
  fresh()[0].nbody = 10**9


def spoiled(field, value, at=0):
  """Writes a value that names nothing: every call refuses by name until it is taken back."""
  m, d = fresh()
  array = getattr(m, field)
  old = array.flat[at]
  array.flat[at] = value
  for call in (lambda: mj.mj_step(m, d), lambda: mj.mj_forward(m, d), lambda: mj.MjData(m), lambda: copy.copy(m), lambda: pickle.dumps(m),
               lambda: mj.mj_setConst(m, d), lambda: stiction.Batch(m, 2, 1)):
    try:
      call()
      raise AssertionError("accepted")
    except ValueError as e:
      assert field in str(e), e
  array.flat[at] = old
  usable(m, d)
  array.flat[at] = value
  mj.mj_step(m, d)


for _field, _value in (("geom_condim", 2**31 - 1), ("geom_condim", 0), ("geom_type", 77), ("geom_dataid", 5), ("geom_matid", 3),
                       ("actuator_trnid", 1000), ("actuator_trntype", 99), ("sensor_objid", -7), ("sensor_type", 999), ("sensor_objtype", -1),
                       ("eq_obj1id", 1 << 20), ("eq_type", -1), ("cam_targetbodyid", 9), ("site_type", -5), ("sensor_needstage", 9)):
  if _field.startswith("cam"):
    continue
  def _spoil(field=_field, value=_value):
    spoiled(field, value)
  _spoil.__name__ = f"{_field}_becomes_{_value}".replace("-", "minus_")
  program(ValueError)(_spoil)


@program()
def flags_written_as_bytes():
  m, d = fresh()
  for array in (m.jnt_limited, m.eq_active0, d.eq_active, m.actuator_ctrllimited):
    array.view(np.uint8)[:] = 7
  mj.mj_step(m, d, 3)
  assert set(m.jnt_limited.view(np.uint8)) <= {0, 1} and set(d.eq_active.view(np.uint8)) <= {0, 1}


def anything(field, value, at=None):
  """Numbers that make no sense may make the answer senseless, never the program end."""
  for exact in (False, True):
    m, d = fresh(exact)
    array = getattr(m, field)
    array.flat[slice(None) if at is None else at] = value
    for _ in range(3):
      try:
        mj.mj_step(m, d)
        mj.mj_forward(m, d)
      except (ValueError, mj.FatalError, stiction.StepError):
        pass


for _field in ("sensor_cutoff", "geom_size", "geom_friction", "body_mass", "body_inertia", "dof_frictionloss", "jnt_range", "geom_margin",
               "geom_solimp", "geom_solref", "actuator_gainprm", "qpos0", "body_quat", "geom_rbound", "geom_aabb"):
  def _numbers(field=_field):
    for value in (np.nan, np.inf, -np.inf, -1.0, 0.0, 1e308, -1e308):
      anything(field, value)
  _numbers.__name__ = f"{_field}_holds_anything"
  program()(_numbers)


@program()
def options_hold_anything():
  for name in ("timestep", "impratio", "tolerance", "ls_tolerance", "ccd_tolerance", "density", "viscosity"):
    for value in (np.nan, np.inf, -1.0, 0.0, 1e308):
      m, d = fresh()
      setattr(m.opt, name, value)
      try:
        mj.mj_step(m, d, 2)
      except (ValueError, mj.FatalError):
        pass


@program()
def integer_options_hold_anything():
  for name in ("integrator", "cone", "solver", "jacobian", "ls_iterations", "noslip_iterations", "ccd_iterations", "disableflags", "enableflags"):
    for value in (-1, 99, -2**31):
      m, d = fresh()
      setattr(m.opt, name, value)
      try:
        mj.mj_step(m, d, 2)
      except (ValueError, mj.FatalError):
        pass


@program(OverflowError)
def options_that_do_not_fit():
  fresh()[0].opt.iterations = 2**40


@program()
def trees_asleep_that_do_not_exist():
  m, d = fresh()
  d.tree_asleep[:] = 10**6
  try:
    mj.mj_step(m, d)
    raise AssertionError("accepted")
  except ValueError as e:
    assert "tree_asleep" in str(e)
  d.tree_asleep[:] = -1
  usable(m, d)


# -- owners and views -----------------------------------------------------------------------------------------------------------


@program()
def views_outlive_their_owners():
  m, d = fresh()
  views = [d.qpos, d.body("b").xpos, m.body_mass, m.opt.gravity, d.contact, d.warning, d.timer, d.solver, m.geom("g").size, m.vis.global_]
  del m, d
  gc.collect()
  [np.asarray(v).sum() if isinstance(v, np.ndarray) else str(v) for v in views]
  views[0][:] = 3


@program()
def data_outlives_its_model():
  m, d = fresh()
  model = d.model
  del m
  gc.collect()
  mj.mj_step(model, d)


@program()
def batch_views_outlive_the_batch():
  b = stiction.Batch(fresh()[0], 3, 1)
  q, x = b.qpos, b.expand("body_mass")
  del b
  gc.collect()
  q[:] = 1
  x[:] = 2


@program()
def contacts_outlive_the_step():
  m, d = fresh()
  c = d.contact
  kept = [c[i] for i in range(len(c))]
  mj.mj_resetData(m, d)
  [k.dist for k in kept]
  try:
    c[10**6]
  except IndexError:
    pass


@program()
def cycles_are_collected():
  import weakref
  m, d = fresh()
  class Box:
    pass
  box = Box()
  box.data, box.self = d, box
  gone = weakref.ref(box)
  del box, d
  gc.collect()
  assert gone() is None


# -- wrong shapes and types -----------------------------------------------------------------------------------------------------


@program((mj.FatalError, RuntimeError))
def data_of_another_model():
  m, _ = fresh()
  other = mj.MjModel.from_xml_string("<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>")
  mj.mj_step(m, mj.MjData(other))


@program(TypeError)
def no_model():
  mj.MjData(None)


@program(TypeError)
def jacobian_of_the_wrong_shape():
  m, d = fresh()
  mj.mj_jacBody(m, d, np.zeros((2, 2)), None, 1)


@program(TypeError)
def jacobian_of_single_precision():
  m, d = fresh()
  mj.mj_jacBody(m, d, np.zeros((3, m.nv), np.float32), None, 1)


@program(TypeError)
def output_that_cannot_be_written():
  m, d = fresh()
  out = np.zeros((3, m.nv))
  out.flags.writeable = False
  mj.mj_jacBody(m, d, out, None, 1)


@program()
def arrays_that_are_not_aligned():
  m, d = fresh()
  raw = np.zeros(8 * (m.nv * 3 + 8) + 1, np.uint8)[1:]
  out = raw[:8 * 3 * m.nv].view(np.float64).reshape(3, m.nv)
  assert not out.flags.aligned
  mj.mj_jacBody(m, d, out, None, 1)
  want = np.zeros((3, m.nv))
  mj.mj_jacBody(m, d, want, None, 1)
  assert (out == want).all() and want.any()
  quat = raw[:32].view(np.float64)
  quat[:] = [1, 0, 0, 0]
  mat = np.zeros(9)
  mj.mju_quat2Mat(mat, quat)
  assert (mat.reshape(3, 3) == np.eye(3)).all()


@program()
def outputs_that_are_the_data_itself():
  m, d = fresh()
  n = mj.mj_stateSize(m, mj.mjtState.mjSTATE_QPOS)
  mj.mj_getState(m, d, d.qpos[:n], mj.mjtState.mjSTATE_QPOS)
  mj.mj_mulM(m, d, d.qacc, d.qacc)
  usable(m, d)


@program(TypeError)
def state_of_the_wrong_length():
  m, d = fresh()
  mj.mj_setState(m, d, np.zeros(2), mj.mjtState.mjSTATE_INTEGRATION)


@program(mj.FatalError)
def state_signature_out_of_range():
  mj.mj_stateSize(fresh()[0], 2**30)


@program(KeyError)
def a_name_that_is_not_there():
  fresh()[0].body("nobody")


@program(IndexError)
def an_index_that_is_not_there():
  fresh()[0].body(10**9)


@program(ValueError)
def too_many_numbers():
  fresh()[1].qpos[:] = np.zeros(1000)


@program(stiction.ModelError)
def text_that_is_no_model():
  stiction.Model.from_xml_string("\0<mujoco")


@program()
def names_with_odd_characters():
  m = mj.MjModel.from_xml_string('<mujoco model="&#233;&#x1F600;"><worldbody><body name="&#x202E;x"><geom size=".1"/></body></worldbody></mujoco>')
  m.body("\u202ex").id, m.names


@program((ValueError, MemoryError))
def batch_too_large():
  stiction.Batch(fresh()[0], 10**15, 1)


@program((ValueError, OverflowError, TypeError))
def batch_of_minus_one():
  stiction.Batch(fresh()[0], -1, 1)


@program()
def steps_below_zero():
  m, d = fresh()
  mj.mj_step(m, d, -5)
  mj.mj_resetDataKeyframe(m, d, -1)
  mj.mj_resetDataKeyframe(m, d, 10**9)


# -- pickles --------------------------------------------------------------------------------------------------------------------


def corrupted(obj, tries=400):
  """Flips bytes of a pickle: it loads or raises an exception, and what loads can be used."""
  rng = np.random.default_rng(1)
  raw = bytearray(pickle.dumps(obj))
  for _ in range(tries):
    spoiled_bytes = bytearray(raw)
    for _ in range(rng.integers(1, 4)):
      spoiled_bytes[rng.integers(200, len(raw))] = rng.integers(256)
    try:
      again = pickle.loads(bytes(spoiled_bytes))
      if isinstance(again, mj.MjModel):
        d = mj.MjData(again)
        mj.mj_step(again, d)
      elif isinstance(again, mj.MjData):
        mj.mj_step(again.model, again)
    except Exception as e:  # noqa: BLE001 - whatever pickle says
      assert not isinstance(e, stiction.InternalError), e


@program()
def pickles_of_models_corrupted():
  corrupted(fresh()[0])


@program()
def pickles_of_data_corrupted():
  corrupted(fresh()[1])


@program(ValueError)
def bytes_that_are_no_model():
  mj.MjModel._from_bytes(b"nonsense")


@program(ValueError)
def bytes_that_are_no_data():
  m, _ = fresh()
  mj.MjData._from_bytes(m, b"x" * 10)


@program()
def models_pickled_and_copied_step_alike():
  m, d = fresh()
  for again in (pickle.loads(pickle.dumps(m)), copy.copy(m), copy.deepcopy(m)):
    e = mj.MjData(again)
    mj.mj_step(again, e, 10)
    f = mj.MjData(m)
    mj.mj_step(m, f, 10)
    assert (e.qpos == f.qpos).all()


# -- signals and processes ------------------------------------------------------------------------------------------------------


@program(KeyboardInterrupt)
def interrupt_during_a_step():
  m, d = fresh()
  threading.Timer(.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
  mj.mj_step(m, d, 10**12)


@program(KeyboardInterrupt)
def interrupt_during_a_callback():
  m, d = fresh()
  mj.set_mjcb_control(lambda mm, dd: time.sleep(.01))
  threading.Timer(.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
  try:
    mj.mj_step(m, d, 10**12)
  finally:
    mj.mj_resetCallbacks()
    usable(m, d)


@program(KeyboardInterrupt)
def interrupt_during_a_batch():
  b = stiction.Batch(fresh()[0], 4, 2)
  threading.Timer(.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
  b.step(nstep=10**9)


@program(TimeoutError)
def a_signal_handler_that_raises():
  def late(*a):
    raise TimeoutError
  signal.signal(signal.SIGALRM, late)
  signal.setitimer(signal.ITIMER_REAL, .3)
  m, d = fresh()
  mj.mj_step(m, d, 10**12)


@program()
def a_signal_handler_that_steps():
  m, d = fresh()
  calls = []
  def work(*a):
    try:
      mj.mj_step(m, d)
      calls.append(1)
    except RuntimeError:
      calls.append(0)
  signal.signal(signal.SIGALRM, work)
  signal.setitimer(signal.ITIMER_REAL, .05, .05)
  for _ in range(40):
    try:
      mj.mj_step(m, d, 200)
    except RuntimeError:
      pass
  signal.setitimer(signal.ITIMER_REAL, 0)
  usable(m, d)


@program()
def forked_children_go_on():
  m, d = fresh()
  mj.mj_step(m, d, 10)
  children = []
  for _ in range(4):
    pid = os.fork()
    if pid == 0:
      try:
        mj.mj_step(m, d, 50)
        e = mj.MjData(m)
        mj.mj_step(m, e)
        os._exit(0 if np.isfinite(d.qpos).all() else 1)
      except BaseException:  # noqa: BLE001
        os._exit(2)
    children.append(pid)
  assert [os.waitpid(p, 0)[1] for p in children] == [0] * 4


@program()
def forked_child_uses_a_batch_of_its_parent():
  b = stiction.Batch(fresh()[0], 4, 2)
  b.step()
  pid = os.fork()
  if pid == 0:
    signal.alarm(5)
    try:
      b.step()
      os._exit(0)
    except RuntimeError:
      os._exit(0)
  assert os.waitpid(pid, 0)[1] == 0
  b.step()


@program()
def the_interpreter_ends_in_the_middle():
  m, d = fresh()
  t = threading.Thread(target=lambda: mj.mj_step(m, d, 10**9), daemon=True)
  t.start()
  time.sleep(.1)
  # ends here, while the thread steps


@program()
def callback_set_at_exit():
  mj.set_mjcb_control(lambda mm, dd: None)
  m, d = fresh()
  mj.mj_step(m, d)
  # the function is still set when the interpreter ends


@program()
def many_models_at_once():
  all_of_them = [mj.MjModel.from_xml_string(XML) for _ in range(300)]
  datas = [mj.MjData(m) for m in all_of_them]
  for m, d in zip(all_of_them, datas):
    mj.mj_step(m, d)


@program()
def subclasses_and_attributes():
  class Mine(stiction.Data):
    pass
  m, _ = fresh()
  d = Mine(m)
  d.extra = d
  mj.mj_step(m, d)
  del d
  gc.collect()


@program((AttributeError, TypeError))
def deleting_a_field():
  del fresh()[1].qpos


@program(TypeError)
def constructing_what_cannot_be_constructed():
  stiction._native.Record()


# -- every array, every number ------------------------------------------------------------------------------------------------


def arrays(obj):
  """Names of the arrays that an object lends."""
  out = []
  for name in dir(obj):
    value = None if name.startswith("_") else getattr(obj, name, None)
    if isinstance(value, np.ndarray) and value.size:
      out.append(name)
  return out


def everything(m, d):
  """Whatever a program may call; exceptions are answers."""
  nx = 2 * m.nv + m.na
  calls = [
    lambda: mj.mj_forward(m, d), lambda: mj.mj_step(m, d), lambda: mj.mj_inverse(m, d), lambda: mj.mj_step1(m, d), lambda: mj.mj_step2(m, d),
    lambda: copy.copy(d), lambda: copy.deepcopy(m), lambda: pickle.loads(pickle.dumps(d)), lambda: pickle.loads(pickle.dumps(m)),
    lambda: mj.MjData(m), lambda: stiction.Batch(m, 2, 1).step(), lambda: mj.mj_setConst(m, d),
    lambda: mj.mjd_transitionFD(m, d, 1e-6, True, np.zeros((nx, nx)), None, None, None),
    lambda: mj.mj_ray(m, d, np.array([0, 0, 2.0]), np.array([0, 0, -1.0]), None, 1, -1, np.zeros(1, np.int32)),
    lambda: mj.mj_geomDistance(m, d, 0, 1, 1.0, np.zeros(6)), lambda: mj.mj_resetData(m, d), lambda: mj.mj_resetDataKeyframe(m, d, 0),
  ]
  for call in calls:
    try:
      call()
    except stiction.InternalError:
      raise
    except Exception:  # noqa: BLE001 - an answer
      pass


def poison(which, value, exact):
  for name in arrays(fresh()[which]):
    m, d = fresh(exact)
    a = getattr((m, d)[which], name)
    try:
      a[...] = value
    except (ValueError, OverflowError, TypeError):
      continue  # read-only, or of another kind
    try:
      everything(m, d)
    except stiction.InternalError as e:
      raise AssertionError(f"{name} = {value}: {e}") from e


for _value in (np.nan, np.inf, -1e308, 1e-320, -1, 2**31 - 1):
  for _which in (0, 1):
    for _exact in (False, True):
      def _program(which=_which, value=_value, exact=_exact):
        poison(which, value, exact)
      _program.__name__ = f"{('model', 'data')[_which]}_full_of_{_value}_{('soft', 'exact')[_exact]}"
      program()(_program)


# -- stages -------------------------------------------------------------------------------------------------------------------


STAGES = ("mj_fwdPosition mj_fwdVelocity mj_fwdActuation mj_fwdAcceleration mj_fwdConstraint mj_invPosition mj_invVelocity mj_invConstraint "
          "mj_compareFwdInv mj_sensorPos mj_sensorVel mj_sensorAcc mj_rnePostConstraint mj_makeConstraint mj_projectConstraint "
          "mj_referenceConstraint mj_collision mj_kinematics mj_comPos mj_comVel mj_crb mj_factorM mj_transmission mj_tendon mj_passive "
          "mj_subtreeVel mj_energyPos mj_energyVel mj_step1 mj_step2 mj_Euler mj_implicit mj_RungeKutta mj_forward mj_inverse mj_step "
          "mj_resetData").split()
RICH = XML.replace('active="false"', "").replace("</worldbody>", """<body pos=".1 .1 .12"><freejoint/><geom type="box" size=".1 .1 .1"/>
  <site name="imu"/></body></worldbody><tendon><spatial limited="true" range="0 .1" frictionloss=".1"><site site="s"/><site site="imu"/></spatial></tendon>""")
RICH = RICH.replace("</sensor>", '<accelerometer site="imu"/><force site="imu"/><touch site="s"/><jointlimitfrc joint="j"/></sensor>')


def stages_in_any_order(exact):
  m = mj.MjModel.from_xml_string(RICH)
  if exact:
    m.stiction.exact()
  rng = np.random.default_rng(int(exact))
  for _ in range(400):
    d = mj.MjData(m)
    for name in rng.choice(STAGES, 6):
      if rng.random() < 0.3:
        d.qpos[2] = d.qpos[9] = rng.random()
      try:
        getattr(mj, name)(m, d)
      except stiction.InternalError:
        raise
      except Exception:  # noqa: BLE001 - an answer
        pass
    usable(m, d)


@program()
def soft_stages_in_any_order():
  stages_in_any_order(False)


@program()
def exact_stages_in_any_order():
  stages_in_any_order(True)


# -- budgets ------------------------------------------------------------------------------------------------------------------


def spend(**budget):
  m, d = fresh()
  d.set_budget(**budget)
  before = d.qpos.copy()
  try:
    stiction.step(m, d)
  except stiction.StepError as e:
    assert next(iter(budget)) in str(e), e
    assert (d.qpos == before).all() and d.time == 0
    d.set_budget()
    usable(m, d)
    raise


@program(stiction.StepError)
def no_contacts_in_the_budget():
  spend(contacts=0)


@program(stiction.StepError)
def no_rows_in_the_budget():
  spend(rows=0)


@program(stiction.StepError)
def no_iterations_in_the_budget():
  spend(iterations=0)


@program(OverflowError)
def a_budget_below_nothing():
  spend(pairs=-1)


@program(TypeError)
def a_budget_of_text():
  spend(rows="many")


@program()
def a_budget_that_holds():
  m, d = fresh()
  d.set_budget(pairs=1000, contacts=100, rows=1000, iterations=1000)
  mj.mj_step(m, d, 10)
  assert d.time > 0


# -- files --------------------------------------------------------------------------------------------------------------------


def refused(xml, **files):
  mj.MjModel.from_xml_string(xml, {k.replace("_", "."): v for k, v in files.items()})


@program(stiction.ModelError)
def an_element_with_a_hundred_thousand_attributes():
  refused("<mujoco><option " + " ".join(f'a{k}="1"' for k in range(100_000)) + "/></mujoco>")


@program(stiction.ModelError)
def a_chain_of_twenty_thousand_links():
  links = "".join(f'<link name="l{k}"/>' for k in range(20_001))
  joints = "".join(f'<joint name="j{k}" type="fixed"><parent link="l{k}"/><child link="l{k + 1}"/></joint>' for k in range(20_000))
  refused(f'<robot name="r">{links}{joints}</robot>')


@program(stiction.ModelError)
def entities_that_multiply():
  refused('<!DOCTYPE m [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><mujoco model="&b;"/>')


@program(stiction.ModelError)
def models_that_include_each_other():
  refused('<mujoco><include file="n.xml"/></mujoco>', n_xml=b'<mujoco><include file="n.xml"/></mujoco>')


@program()
def a_height_field_without_a_size_under_the_exact_law():
  m = mj.MjModel.from_xml_string("""<mujoco><asset><hfield name="h" nrow="3" ncol="3" size="1e-300 1e-300 1e-300 1e-300"/></asset>
    <worldbody><geom type="hfield" hfield="h"/><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>""")
  m.stiction.exact()
  mj.mj_step(m, mj.MjData(m), 3)


@program()
def a_model_without_a_finite_motion_stays_where_it_is():
  m = mj.MjModel.from_xml_string("""<mujoco><worldbody><site name="w" pos="0 0 2"/><body><freejoint/><geom size=".1"/><site name="s"/></body></worldbody>
    <tendon><spatial stiffness="5" springlength="1"><pulley divisor="1e-308"/><site site="w"/><site site="s"/></spatial></tendon></mujoco>""")
  d = mj.MjData(m)
  mj.mj_step(m, d, 5)
  assert np.isfinite(d.qpos).all() and np.isfinite(d.qvel).all() and d.warning[0].number + sum(w.number for w in d.warning) > 0


def main(name):
  import sys
  for n, f, errors in PROGRAMS:
    if n == name:
      kinds = tuple(k for e in errors for k in (e if isinstance(e, tuple) else (e,)))
      if not kinds:
        f()
        print("as wanted")
        return
      try:
        f()
      except kinds as e:
        print("as wanted:", type(e).__name__, str(e)[:100])
        return
      sys.exit(f"{name}: nothing was raised; {kinds} expected")
  sys.exit(f"there is no program {name}")


if __name__ == "__main__":
  import sys
  main(sys.argv[1])
