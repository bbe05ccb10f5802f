"""Nothing that a program passes may end the interpreter, and nothing that it drops may stay in memory."""

import gc
import os
import signal
import subprocess
import sys
import textwrap

import pytest

import stiction
import stiction.mujoco as mj

HERE = os.path.dirname(__file__)
XML = """<mujoco><asset><mesh name="t" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/></asset><worldbody><geom type="plane" size="1 1 .1"/>
<body name="b" pos="0 0 .09"><freejoint/><geom size=".1"/><geom type="mesh" mesh="t"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize("seed", [1, 2])
def test_senseless_arguments(seed):
  done = subprocess.run([sys.executable, os.path.join(HERE, "misuse.py"), "2", str(seed)], capture_output=True, text=True, timeout=300,
                        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
  assert done.returncode == 0, done.stderr[-2000:]
  assert "PANIC" not in done.stdout, done.stdout
  assert int(done.stdout.split()[0]) > 2000


def test_interrupt_in_a_process_of_its_own():
  """A real SIGINT during calls that would take years."""
  program = textwrap.dedent("""
      import signal, sys, stiction, stiction.mujoco as mj
      signal.signal(signal.SIGINT, signal.default_int_handler)
      m = stiction.Model.from_xml_string(sys.argv[1])
      calls = [lambda: stiction.step(m, stiction.Data(m), 10**12), lambda: mj.mj_step(m, mj.MjData(m), 10**12),
               lambda: stiction.Batch(m, 4, 2).step(nstep=10**9)]
      for call in calls:
        print("ready", flush=True)
        try:
          call()
        except KeyboardInterrupt:
          print("heard", flush=True)
      """)
  run = subprocess.Popen([sys.executable, "-c", program, XML], stdout=subprocess.PIPE, text=True,
                         env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
  try:
    for _ in range(3):
      assert run.stdout.readline() == "ready\n"
      import time
      time.sleep(0.3)
      run.send_signal(signal.SIGINT)
      assert run.stdout.readline() == "heard\n"
    assert run.wait(30) == 0
  finally:
    run.kill()


def rss():
  gc.collect()
  with open("/proc/self/statm") as f:
    return int(f.read().split()[1]) * 4096


def test_models_and_datas_are_given_back():
  """10,000 models and datas come and go, with views, copies, contacts and batches: memory stays flat."""
  first = mj.MjModel.from_xml_string(XML)

  def churn(n):
    for k in range(n):
      m = mj.MjModel.from_xml_string(XML) if k % 2 else first.__copy__()
      d = stiction.Data(m)
      stiction.step(m, d)
      d.qpos, d.contact[0].dist, d.body("b").xpos, m.body(1).mass, m.opt.gravity, d.warning[0].number, d.efc_force, m.names
      if k % 50 == 0:
        batch = stiction.Batch(m, 2, 2)
        batch.step()
        batch.xpos, batch.qvel, batch.body("b").xpos
        spec = mj.MjSpec.from_string(XML)
        spec.recompile(spec.compile(), d)
        d.__copy__(), d.snapshot()

  churn(1000)
  marks = [rss()]
  for _ in range(2):
    churn(5000)
    marks.append(rss())
  # the allocator's own pages settle in the first half
  assert marks[1] - marks[0] < 6_000_000 and marks[2] - marks[1] < 1_000_000, [f"{x / 1e6:.1f} MB" for x in marks]
