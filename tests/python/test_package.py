"""What people install: the wheel's contents, and a source archive that holds all it needs."""

import importlib.metadata
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile

import pytest

import stiction

ROOT = pathlib.Path(__file__).resolve().parents[2]


def installed():
  """The installed wheel, if the tests run on one."""
  try:
    found = importlib.metadata.distribution("stiction")
  except importlib.metadata.PackageNotFoundError:
    found = None
  if found is None or not str(stiction.__file__).startswith(str(found.locate_file(""))):
    pytest.skip("SKIPPED LOUDLY: stiction runs from a folder, not from an installed wheel; its contents were NOT checked")
  return found


def test_wheel():
  dist = installed()
  files = {str(f) for f in dist.files}
  source = ROOT / "crates" / "python" / "python"
  # every file of the source tree, and nothing that belongs to tests
  wanted = {str(p.relative_to(source)) for p in source.rglob("*") if p.suffix in (".py", ".pyi") or p.name == "py.typed"}
  assert wanted - files == set()
  assert "stiction/py.typed" in files and "stiction/_native.pyi" in files and "stiction/_native.abi3.so" in files
  assert any(f.endswith("licenses/LICENSE-MIT") for f in files) and any(f.endswith("licenses/LICENSE-APACHE") for f in files)
  assert not [f for f in files if f.split("/")[0] not in ("stiction", f"stiction-{dist.version}.dist-info")]
  assert "cp311-abi3" in dist.read_text("WHEEL")
  meta = dist.metadata
  assert meta["License-Expression"] == "MIT OR Apache-2.0" and meta["Requires-Python"] == ">=3.11" and meta["Version"] == stiction.__version__
  assert set(meta.get_all("Provides-Extra")) >= {"gym", "ray", "dask"} and "# Stiction" in (meta.get_payload() or meta["Description"])
  plain = [r for r in dist.requires if "extra" not in r]
  assert len(plain) == 1 and plain[0].startswith("numpy")


def test_source_archive(tmp_path):
  """The archive unpacks into a workspace that cargo accepts, with every file that sources include."""
  pytest.importorskip("maturin", reason="SKIPPED LOUDLY: maturin is not installed; the source archive was NOT checked")
  if not (ROOT / "Cargo.toml").exists() or shutil.which("cargo") is None:
    pytest.skip("SKIPPED LOUDLY: there is no cargo or no source tree; the source archive was NOT checked")
  subprocess.run([sys.executable, "-m", "maturin", "sdist", "-o", str(tmp_path)], cwd=ROOT, check=True, capture_output=True)
  with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
    archive.extractall(tmp_path, filter="data")
  top = tmp_path / f"stiction-{stiction.__version__}"
  for name in ("Cargo.lock", "LICENSE-MIT", "LICENSE-APACHE", "README.md", "pyproject.toml", "crates/python/python/stiction/py.typed",
               "crates/viewer/web/dist/main.js"):
    assert (top / name).exists(), name
  assert not list(top.rglob("*.so")) and not (top / "target").exists()
  done = subprocess.run(["cargo", "metadata", "--offline", "--locked", "--format-version=1", "--no-deps"], cwd=top, capture_output=True,
                        text=True, env={**os.environ, "CARGO_TARGET_DIR": str(tmp_path / "target")})
  assert done.returncode == 0, done.stderr
  for source in (top / "crates").rglob("*.rs"):
    text = source.read_text()
    if "cfg(doctest)" in text:
      continue
    for part in text.split('include_str!("')[1:] + text.split('include_bytes!("')[1:]:
      assert (source.parent / part.split('"')[0]).exists(), (source, part[:60])
