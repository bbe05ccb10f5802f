"""Type stubs say what the package has: every public name and member is in them, nothing else is, and programs check against them."""

import ast
import pathlib
import re
import runpy
import subprocess
import sys

import pytest

import stiction
import stiction._native as native
import stiction.mujoco as mujoco
from stiction.mujoco import _spec_elements, _specs

PACKAGE = pathlib.Path(stiction.__file__).parent
HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]


def names_of(tree):
  """Names that a body defines or imports under a name of its own."""
  out = set()
  for node in tree.body:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
      out.add(node.name)
    elif isinstance(node, ast.AnnAssign):
      out.add(node.target.id)
    elif isinstance(node, ast.Assign):
      out |= {t.id for t in node.targets if isinstance(t, ast.Name)}
    elif isinstance(node, ast.ImportFrom):
      out |= {a.asname for a in node.names if a.asname}
  return out


def stub(name):
  return ast.parse((PACKAGE / name).read_text())


def classes(tree):
  return {n.name: names_of(n) for n in tree.body if isinstance(n, ast.ClassDef)}


def public(obj):
  return {n for n in vars(obj) if not n.startswith("_")}


def test_native_module():
  tree = stub("_native.pyi")
  mine = {n for n in dir(native) if not n.startswith("__")}
  written = {n.name for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
  written |= {n.target.id for n in tree.body if isinstance(n, ast.AnnAssign) and n.annotation.id == "int"}
  assert mine == written
  for name, members in classes(tree).items():
    cls = getattr(native, name)
    if "Views" not in name and name not in ("ModelError", "StepError", "_MjStatList"):
      there = {n for n in public(cls) if n not in ("tuple", "global")} - {"tuple"}
      assert there == {n for n in members if not n.startswith("_")} - {"tuple"}, name


def test_mujoco_module():
  written = names_of(stub("mujoco/__init__.pyi")) | names_of(stub("mujoco/_specs.pyi"))
  from stiction.mujoco import _constants, _enums
  for star in (_constants, _enums):
    written |= set(star.__all__)
  assert set(mujoco.__all__) - written == set()
  for name in written - {"Array", "Parts", "bind", "__all__"}:
    assert hasattr(mujoco, name), name


def test_elements_of_specs():
  found = classes(stub("mujoco/_specs.pyi"))
  for kind, cls in _spec_elements.CLASSES.items():
    made = cls(_specs.MjSpec())
    fields = {n for n in made._options() if n not in ("axisangle", "xyaxes", "zaxis", "euler")}
    assert fields - found[cls.__name__] == set(), cls.__name__
    for name in found[cls.__name__]:
      assert hasattr(cls, name) or name in made._options() | {"alt", "ialt"}, f"{cls.__name__}.{name}"
  spec = _specs.MjSpec()
  assert public(_specs.MjSpec) - found["MjSpec"] == set()
  for name in found["MjSpec"] - {"__init__", "copy_during_attach"}:
    assert hasattr(spec, name), name


@pytest.mark.parametrize("name, most", [("_native.pyi", 50), ("mujoco/_specs.pyi", 35), ("mujoco/__init__.pyi", 40)])
def test_few_types_are_unknown(name, most):
  text = (PACKAGE / name).read_text()
  assert len(re.findall(r"\bAny\b", text)) <= most
  assert (PACKAGE / "py.typed").exists()


def test_every_public_thing_is_documented():
  missing = []
  for name in stiction.__all__:
    thing = getattr(stiction, name)
    if not thing.__doc__:
      missing.append(name)
    if isinstance(thing, type) and name not in ("Model", "Data", "Option"):
      for member, value in vars(thing).items():
        kinds = (property, type(stiction.World.step), type(stiction.StepReport.ncon), type(test_native_module))
        if not member.startswith("_") and isinstance(value, kinds) and not value.__doc__:
          missing.append(f"{name}.{member}")
  assert not missing


def test_typed_program_runs():
  runpy.run_path(str(HERE / "typed_program.py"), run_name="__main__")


def test_type_checker():
  """A checker accepts the examples and the typed program, and finds in it what is wrong on purpose."""
  pytest.importorskip("mypy", reason="SKIPPED LOUDLY: mypy is not installed; stubs were NOT checked")
  examples = sorted(str(p) for p in (ROOT / "examples" / "python").glob("*.py"))
  command = [sys.executable, "-m", "mypy", "--scripts-are-modules", "--ignore-missing-imports", "--warn-unused-ignores",
             str(HERE / "typed_program.py"), *examples]
  done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
  assert done.returncode == 0, done.stdout


def test_help_says_sizes_and_units():
  assert stiction.Data.qpos.__doc__ == "qpos (nq,) [m or rad]" and stiction.Model.body_pos.__doc__ == "body_pos (nbody, 3) [m]"
  assert "(3,)" in stiction.Option.gravity.__doc__ and stiction.Data.qpos.__name__ == "qpos"
  fields = [n for n in stiction.Data._all_fields if not n.startswith("n")]
  said = [n for n in fields if "(" in (getattr(stiction.Data, n).__doc__ or "")]
  assert len(said) > 0.6 * len(fields)
