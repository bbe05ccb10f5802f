#!/usr/bin/env python3
"""MuJoCo's own Python tests on this engine, as a table that may only improve.

  run.py [--update] [FILE ...]

Each test file of the installed `mujoco` package runs in a process of its own with `stiction.compat`. `passing.txt` lists the tests that pass;
one of them that does not is an error, one that passes and is not listed is told (and added by `--update`).
"""

import argparse
import collections
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
TABLE = HERE / "passing.txt"
PACKAGE = pathlib.Path(importlib.util.find_spec("mujoco").submodule_search_locations[0])
FILES = """bindings_test.py specs_test.py batch_test.py rollout_test.py vfs_test.py renderer_test.py render_test.py minimize_test.py msh2obj_test.py
    memory_leak_test.py gil_test.py thread_safety_test.py viewer_test.py usd/exporter_test.py introspect/ast_nodes_test.py introspect/enums_test.py
    introspect/functions_test.py introspect/structs_test.py introspect/type_parsing_test.py sysid/tests""".split()
# packages that a file needs besides those of our own tests; without them it is left out
NEEDS = {"sysid/tests": ("colorama", "matplotlib", "scipy", "tabulate", "yaml"), "usd/exporter_test.py": ("pxr", "etils"), "msh2obj_test.py": ("etils",)}
# a subtest's own description, which may have spaces, stands before the name of its test
RESULT = re.compile(r"^(PASSED|FAILED|ERROR|SUBFAILED)\b.*?\s(\S+\.py::\S+)|^(SKIPPED) \[\d+\] (\S+)")

CONFTEST = '''
"""Resources of the tests lie in the installed package."""
import pathlib
PACKAGE = pathlib.Path({package!r})
try:
  from etils import epath
  original = epath.resource_path
  epath.resource_path = lambda name: epath.Path(PACKAGE) if name == "mujoco" else original(name)
except ImportError:
  pass
'''


def run(file, timeout):
  """Outcome of each test of one file, by name."""
  with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    source = PACKAGE / file
    if not source.exists():
      return {}
    if source.is_dir():
      shutil.copytree(source, folder / "tests", ignore=shutil.ignore_patterns("__init__.py", "__pycache__"))
    else:
      text = source.read_text()
      parent = ".".join(("mujoco", *pathlib.Path(file).parts[:-1]))
      text = re.sub(r"^from \. import", f"from {parent} import", text, flags=re.M)
      text = re.sub(r"^from \.(\w+) import", rf"from {parent}.\1 import", text, flags=re.M)
      (folder / "tests").mkdir()
      (folder / "tests" / source.name).write_text(text)
      (folder / "tests" / "conftest.py").write_text(CONFTEST.format(package=str(PACKAGE)))
    command = [sys.executable, "-m", "stiction.compat", "-m", "pytest", "-q", "-rA", "--tb=no", "-p", "no:cacheprovider", "--rootdir", str(folder), "tests"]
    try:
      said = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=timeout, env=dict(os.environ, MUJOCO_GL="osmesa")).stdout
    except subprocess.TimeoutExpired as e:
      said = (e.stdout or b"").decode()
  out = {}
  for line in said.splitlines():
    found = RESULT.match(line)
    if found:
      said_of, name = (found[1], found[2].split("::", 1)[-1]) if found[1] else (found[3], found[4])
      out[name] = "FAILED" if "FAILED" in (out.get(name), said_of.removeprefix("SUB")) else said_of
  return out


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("files", nargs="*", default=FILES)
  parser.add_argument("--update", action="store_true")
  parser.add_argument("--timeout", type=float, default=600)
  args = parser.parse_args()
  listed = collections.defaultdict(set)
  if TABLE.exists():
    for line in TABLE.read_text().splitlines():
      file, name = line.split(" ", 1)
      listed[file].add(name)
  worse = 0
  for file in args.files:
    missing = [n for n in NEEDS.get(file, ()) if importlib.util.find_spec(n) is None]
    if missing:
      print(f"{file}: left out, {', '.join(missing)} not installed")
      continue
    results = run(file, args.timeout)
    passed = {n for n, r in results.items() if r == "PASSED"}
    lost, won = sorted(listed[file] - passed), sorted(passed - listed[file])
    skipped = sum(r == "SKIPPED" for r in results.values())
    print(f"{file}: {len(passed)} of {len(results) - skipped} pass" + (f", {len(won)} of them new" if won else ""))
    for name in lost:
      print(f"  no longer passes: {name}")
    worse += len(lost)
    if args.update:
      listed[file] |= passed
  if args.update:
    TABLE.write_text("".join(f"{f} {n}\n" for f in sorted(listed) for n in sorted(listed[f])))
  return 1 if worse else 0


if __name__ == "__main__":
  sys.exit(main())
