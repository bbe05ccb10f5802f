"""MuJoCo's own Python tests on this engine: none that passed may fail again; and its packages that run here unchanged."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]


def test_table_of_mujocos_own_tests():
  said = subprocess.run([sys.executable, ROOT / "tests/own/run.py"], capture_output=True, text=True, timeout=3000)
  assert said.returncode == 0, said.stdout + said.stderr
  assert "bindings_test.py: " in said.stdout


def program(text):
  return subprocess.run([sys.executable, "-c", "import stiction.compat; stiction.compat.install()\n" + text], capture_output=True, text=True)


def test_packages_of_mujoco_run_unchanged():
  said = program("""
from mujoco import introspect
from mujoco.introspect import functions
import mujoco, sys
assert 'mj_step' in functions.FUNCTIONS
assert 'stiction' in mujoco.MjData.__module__
assert not any(n.startswith('mujoco._functions') and 'site-packages/mujoco' in str(getattr(m, '__file__', '')) for n, m in sys.modules.items())
""")
  assert said.returncode == 0, said.stderr


def test_mjx_points_to_batch():
  said = program("import mujoco.mjx")
  assert said.returncode != 0 and "stiction.Batch" in said.stderr


def test_uninstall_takes_the_finder_away():
  said = program("""
import sys
stiction.compat.uninstall()
assert not any(getattr(f, '__module__', '') == 'stiction.compat' for f in sys.meta_path)
import mujoco
assert 'stiction' not in mujoco.__file__
""")
  assert said.returncode == 0, said.stderr
