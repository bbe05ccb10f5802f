"""A hundred programs that use the package wrongly: none crashes, none hangs, each is answered as documented."""

import os
import subprocess
import sys

import pytest

import misuse_programs

NAMES = [name for name, _, _ in misuse_programs.PROGRAMS]
SECONDS = 120


def test_there_are_a_hundred_of_them():
  assert len(NAMES) >= 100 and len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_program(name):
  env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONFAULTHANDLER": "1"}
  done = subprocess.run([sys.executable, misuse_programs.__file__, name], capture_output=True, text=True, timeout=SECONDS, env=env)
  assert done.returncode == 0 and "as wanted" in done.stdout, f"{done.returncode}\n{done.stdout[-500:]}\n{done.stderr[-3000:]}"
  assert "panicked" not in done.stderr, done.stderr[-3000:]
