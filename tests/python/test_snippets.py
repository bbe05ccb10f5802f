"""The Python programs of README, tutorial and guides run as they stand there."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import snippets  # noqa: E402

# a page that shows a window until the reader closes it
WINDOWS = {"viewer.md"}
PAGES = [p for p in [snippets.ROOT / "README.md", *sorted((snippets.ROOT / "docs").rglob("*.md"))]
         if p.name not in WINDOWS and snippets.blocks(p)]


def test_there_are_programs():
  assert {"README.md", "1-first-steps.md", "rl.md", "constraints.md"} <= {p.name for p in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_page(page, monkeypatch):
  monkeypatch.chdir(snippets.ROOT)
  assert snippets.run(page) > 0
