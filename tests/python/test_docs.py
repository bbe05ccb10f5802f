"""Python programs in the pages run as they stand there, a little shorter."""

import os
import pathlib
import re

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# what a page leaves to its reader
GIVEN = {"README.md": {"scale": 1.1, "policy": lambda qpos: np.zeros((len(qpos), 1))}}
# long loops and windows
SHORTER = {"README.md": [("nsim=1024", "nsim=4"), ("range(1000)", "range(3)")],
           "viewer.md": [("launch_passive(model, data)", "launch_passive(model, data, open_browser=False)"),
                         ("while viewer.is_running():", "for _ in range(3):")]}


def blocks(page):
  return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S)


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p)], ids=lambda p: p.name)
def test_page(page, monkeypatch):
  monkeypatch.chdir(ROOT)
  names = dict(GIVEN.get(page.name, {}))
  for number, text in enumerate(blocks(page)):
    for old, new in SHORTER.get(page.name, []):
      text = text.replace(old, new)
    exec(compile(text, f"{page.name}, Python block {number}", "exec"), names)  # noqa: S102


def test_there_are_pages_to_run():
  assert sum(len(blocks(p)) for p in PAGES) >= 6


def test_links_lead_somewhere():
  """Files that the pages link to exist."""
  for page in PAGES:
    for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
      assert os.path.exists(page.parent / target), f"{page.name} links to {target}"
