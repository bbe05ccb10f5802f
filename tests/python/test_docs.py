"""Python programs in README, tutorial and guides run as they stand there."""

import os
import pathlib
import re
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from snippets import ROOT, blocks  # noqa: E402

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# a window that the reader would close
SHORTER = {"viewer.md": [("launch_passive(model, data)", "launch_passive(model, data, open_browser=False)"),
                         ("while viewer.is_running():", "for _ in range(3):")]}


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p)], ids=lambda p: p.name)
def test_page(page, monkeypatch, tmp_path):
  # a folder of its own, since programs write files, with what they read
  for name in ("models", "examples", "docs"):
    (tmp_path / name).symlink_to(ROOT / name)
  monkeypatch.chdir(tmp_path)
  names = {"__name__": "__main__"}
  for line, text in blocks(page):
    for old, new in SHORTER.get(page.name, []):
      text = text.replace(old, new)
    exec(compile("\n" * line + text, page.name, "exec"), names)  # noqa: S102


def test_there_are_pages_to_run():
  assert sum(len(blocks(p)) for p in PAGES) >= 6


def test_links_lead_somewhere():
  """Files that the pages link to exist."""
  for page in PAGES:
    for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
      assert os.path.exists(page.parent / target), f"{page.name} links to {target}"
