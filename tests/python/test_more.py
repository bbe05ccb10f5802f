"""What few programs use: band matrices, small QPs, muscles, delayed reads, saved models, virtual files; leaks and misuse."""

import gc
import os
import resource
import subprocess
import sys
import threading
import time

import mujoco as reference
import numpy as np
import pytest

import models
import stiction
import stiction.mujoco as ours

NT, NB, ND = 7, 3, 2


def band():
  rng = np.random.default_rng(0)
  dense = rng.normal(size=(NT, NT))
  dense = dense @ dense.T + NT * np.eye(NT)
  for i in range(NT - ND):
    for j in range(NT - ND):
      if abs(i - j) >= NB:
        dense[i, j] = 0
  return dense


def test_band_matrices():
  dense, size = band(), NB * (NT - ND) + ND * NT
  out = []
  for mj in (reference, ours):
    mat, back = np.zeros(size), np.zeros((NT, NT))
    mj.mju_dense2Band(mat, dense, NT, NB, ND)
    mj.mju_band2Dense(back, mat, NT, NB, ND, True)
    product = np.zeros(NT)
    # (MuJoCo's binding cannot be called with the shapes that its documentation gives)
    ours.mju_bandMulMatVec(product, mat, np.arange(NT, dtype=float), NT, NB, ND, 1, True)
    diag = [mj.mju_bandDiag(i, NT, NB, ND) for i in range(NT)]
    smallest = mj.mju_cholFactorBand(mat, NT, NB, ND, 0.1, 0.2)
    x = np.zeros(NT)
    mj.mju_cholSolveBand(x, mat, np.ones(NT), NT, NB, ND)
    out.append((back, product, diag, smallest, x))
  for a, b in zip(*out):
    np.testing.assert_allclose(a, b, atol=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_box_qp(seed):
  rng = np.random.default_rng(seed)
  n = 6
  H = rng.normal(size=(n, n))
  H = H @ H.T + np.eye(n)
  g, low, high = rng.normal(size=n) * 5, -np.ones(n), np.ones(n) * 0.5
  answers = []
  for mj in (reference, ours):
    res, index = np.zeros(n), np.zeros(n, np.int32)
    rank = mj.mju_boxQP(res, np.zeros((n, n + 7)), index, H, g, low, high)
    answers.append((rank, res, index[:rank]))
  assert answers[0][0] == answers[1][0]
  np.testing.assert_allclose(answers[0][1], answers[1][1], atol=1e-8)
  np.testing.assert_array_equal(answers[0][2], answers[1][2])


def test_saved_models(tmp_path):
  m = ours.MjModel.from_xml_string(models.RICH)
  ours.mj_saveModel(m, str(tmp_path / "m.mjb"))
  again = ours.MjModel.from_binary_path(str(tmp_path / "m.mjb"))
  assert again.signature == m.signature and (again.body_mass == m.body_mass).all()
  buffer = np.zeros(ours.mj_sizeModel(m), np.uint8)
  ours.mj_saveModel(m, None, buffer)
  assert ours.MjModel.from_binary_path("x", {"x": buffer.tobytes()}).nq == m.nq
  (tmp_path / "bad.mjb").write_bytes(b"\x00" * 100)
  with pytest.raises(ValueError, match="MJB"):
    ours.MjModel.from_binary_path(str(tmp_path / "bad.mjb"))
  ours.mj_printModel(m, str(tmp_path / "m.txt"))
  assert "body_mass" in (tmp_path / "m.txt").read_text()


def test_virtual_files():
  with ours.MjVfs() as vfs:
    vfs["a.xml"] = "<mujoco><worldbody><body><geom size='1'/></body></worldbody></mujoco>"
    vfs["main.xml"] = b"<mujoco><include file='a.xml'/></mujoco>"
    assert ours.MjModel.from_xml_path("main.xml", vfs=vfs).ngeom == 1
    assert len(ours.MjSpec.from_file("main.xml", vfs=vfs).geoms) == 1
    with pytest.raises(ValueError, match="already"):
      vfs["a.xml"] = b""
  with pytest.raises(RuntimeError, match="closed"):
    vfs["b"] = b""


def test_drawing_names_exist_and_say_why():
  with pytest.raises(NotImplementedError, match="drawing is not part"):
    ours.mjr_setAux()
  assert issubclass(ours.MjrContext, object)


# the package as a citizen

def memory():
  return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def test_ten_thousand_models_and_datas_leave_no_memory():
  xml = "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>"

  def use():
    m = stiction.Model.from_xml_string(xml)
    d = stiction.Data(m)
    stiction.step(m, d)
    return m.body_mass, d.qpos, d.contact.pos, m.opt.timestep, d.body(1).xpos

  for _ in range(500):
    use()
  gc.collect()
  before = memory()
  for _ in range(10_000):
    use()
  gc.collect()
  assert memory() - before < 10   # MB, of the largest size ever


def test_batches_and_specs_leave_no_memory():
  m = stiction.Model.from_xml_string(models.CONTACTS)

  def use():
    b = stiction.Batch(m, 4, 2)
    b.step()
    spec = ours.MjSpec()
    spec.worldbody.add_body().add_geom(size=[1, 1, 1])
    spec.compile()
    return b.qpos, b.xpos

  for _ in range(50):
    use()
  gc.collect()
  before = memory()
  for _ in range(500):
    use()
  gc.collect()
  assert memory() - before < 10


def test_two_threads_on_one_data_raise():
  m = stiction.Model.from_xml_string(models.CONTACTS)
  d = stiction.Data(m)
  started = threading.Event()
  thread = threading.Thread(target=lambda: (started.set(), stiction.step(m, d, 20_000)))
  thread.start()
  started.wait()
  errors = 0
  while thread.is_alive():
    try:
      stiction.step(m, d)
    except RuntimeError as e:
      assert "two threads" in str(e)
      errors += 1
    time.sleep(0.001)
  assert errors > 0
  stiction.step(m, d)


def test_two_datas_run_at_the_same_time():
  """The interpreter is released: another thread runs while this one steps."""
  m = stiction.Model.from_xml_string(models.CONTACTS)
  d = stiction.Data(m)
  ticks, stop = [], threading.Event()

  def tick():
    while not stop.is_set():
      ticks.append(time.monotonic())
      time.sleep(0.001)

  thread = threading.Thread(target=tick)
  thread.start()
  before = len(ticks)
  start = time.monotonic()
  stiction.step(m, d, 20_000)
  spent = time.monotonic() - start
  during = len(ticks) - before
  stop.set()
  thread.join()
  assert during > min(10, spent / 0.1)


MISUSE = """
import gc, sys, threading, _thread
import numpy as np
import stiction, stiction.mujoco as mj
XML = '''<mujoco><worldbody><geom type="plane" size="1 1 1"/><body name="b" pos="0 0 .2"><freejoint/><geom size=".1"/></body></worldbody></mujoco>'''

def refuse(f):
  try:
    f()
  except BaseException as e:
    assert not isinstance(e, SystemExit), e
    return
m = stiction.Model.from_xml_string(XML); d = stiction.Data(m)
qpos = d.qpos; body = d.body("b"); contact = d.contact; opt = m.opt
del d; gc.collect()
qpos[:] = 1; print(body.xpos.sum(), len(contact), opt.timestep)      # owners are gone, views live
d = stiction.Data(m)
for bad in (None, 1, "x", [], object(), np.zeros(3), m):
  refuse(lambda: stiction.step(m, bad)); refuse(lambda: stiction.step(bad, d)); refuse(lambda: mj.mj_step(m, bad))
  refuse(lambda: stiction.Data(bad)); refuse(lambda: stiction.Batch(bad, 3)); refuse(lambda: stiction.Model.from_xml_string(bad))
  refuse(lambda: setattr(d, "qpos", bad)); refuse(lambda: mj.mj_jacBody(m, d, bad, bad, 1)); refuse(lambda: m.body(bad))
  refuse(lambda: mj.mju_mulQuat(bad, bad, bad)); refuse(lambda: mj.mj_setState(m, d, bad, 1)); refuse(lambda: mj.MjSpec.from_string(bad))
for n in (-1, 2**31, 2**63, -2**63):
  refuse(lambda: mj.mj_jacBody(m, d, np.zeros((3, m.nv)), None, n)); refuse(lambda: m.body(n)); refuse(lambda: d.contact[n])
  refuse(lambda: stiction.Batch(m, n)); refuse(lambda: mj.mj_stateSize(m, n)); refuse(lambda: mj.mj_name2id(m, n, "x"))
refuse(lambda: stiction.Batch(m, 10**12))
refuse(lambda: mj.mj_jacBody(m, d, np.zeros((3, m.nv), np.float32), None, 1))
refuse(lambda: mj.mj_jacBody(m, d, np.zeros((3, 2 * m.nv))[:, ::2], None, 1))
# indices of a model that do not exist: an error, or nothing, but no crash
for field in ("geom_bodyid", "body_parentid", "jnt_qposadr", "dof_bodyid", "geom_dataid", "body_jntadr"):
  c = stiction.Model.from_xml_string(XML); e = stiction.Data(c)
  refuse(lambda: getattr(c, field).__setitem__(slice(None), 10**6))
  refuse(lambda: mj.mj_step(c, e)); refuse(lambda: mj.mj_setConst(c, e)); refuse(lambda: stiction.Batch(c, 2).step())
threading.Timer(0.3, _thread.interrupt_main).start()
try:
  mj.mj_step(m, d, 2**40)
except KeyboardInterrupt:
  pass
else:
  sys.exit("not interrupted")
mj.mj_resetData(m, d); stiction.step(m, d)
print("alive")
"""


def test_misuse_never_kills_the_interpreter():
  done = subprocess.run([sys.executable, "-c", MISUSE], capture_output=True, text=True, env=dict(os.environ), timeout=300)
  assert done.returncode == 0 and done.stdout.endswith("alive\n"), done.stdout + done.stderr[-2000:]


def test_stubs_are_valid_and_complete():
  import ast
  import pathlib
  folder = pathlib.Path(stiction.__file__).parent
  native = ast.parse((folder / "_native.pyi").read_text())
  names = {n.name for n in native.body if isinstance(n, (ast.ClassDef, ast.FunctionDef))}
  names |= {n.target.id for n in native.body if isinstance(n, ast.AnnAssign)}
  from stiction import _native
  public = {n for n in dir(_native) if not n.startswith("_")}
  assert public - names <= {"StepError", "ModelError", "FatalError", "UnexpectedError"}, sorted(public - names)
  ast.parse((folder / "mujoco" / "__init__.pyi").read_text())
  assert (folder / "py.typed").exists()


def test_minimize_agrees_with_mujocos():
  from mujoco import minimize as theirs
  from stiction.mujoco import minimize as mine
  rosenbrock = lambda x: np.stack([1 - x[0, :], 10 * (x[1, :] - x[0, :] ** 2)])  # noqa: E731
  for bounds in (None, [np.array([-2.0, -2.0]), np.array([0.5, 2.0])]):
    a, _ = theirs.least_squares(np.array([-1.0, 1.5]), rosenbrock, bounds, verbose=0)
    b, log = mine.least_squares(np.array([-1.0, 1.5]), rosenbrock, bounds, verbose=0)
    np.testing.assert_allclose(b, a, atol=1e-5)
    assert log[0].objective > log[-1].objective


@pytest.mark.parametrize("element", ['motor joint="j"', 'position joint="j" kp="1"', 'velocity joint="j"', 'pid joint="j" kp="1" kv="1" ki="1"',
                                     'orientation joint="bj" kp="1"', 'cylinder joint="j"', 'damper joint="j" ctrlrange="0 1"'])
def test_names_of_inputs(element):
  xml = f"""<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body><body pos="1 0 0"><joint name="bj" type="ball"/><geom size=".1"/>
    </body></worldbody><actuator><{element}/></actuator></mujoco>"""
  a, b = reference.MjModel.from_xml_string(xml), ours.MjModel.from_xml_string(xml)
  for i in range(-1, 6):
    assert reference.mj_actuatorInputName(a, 0, i) == ours.mj_actuatorInputName(b, 0, i)
  assert ours.mj_actuatorInputName(b, 7, 0) is None


def test_print_scene(tmp_path):
  m = ours.MjModel.from_xml_string("<mujoco><worldbody><light/><geom size='.1' pos='0 0 .25'/></worldbody></mujoco>")
  d, scn = ours.MjData(m), ours.MjvScene(m, 10)
  ours.mj_forward(m, d)
  ours.mjv_updateScene(m, d, ours.MjvOption(), None, ours.MjvCamera(), ours.mjtCatBit.mjCAT_ALL, scn)
  ours.mj_printScene(scn, str(tmp_path / "scene.txt"))
  text = (tmp_path / "scene.txt").read_text()
  assert "GEOMS 1" in text and "LIGHTS 2" in text and "CAMERAS 2" in text and "0.25" in text
