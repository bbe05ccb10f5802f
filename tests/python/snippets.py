"""Runs the Python programs of documents as they stand there: `snippets.py FILE_OR_FOLDER ...`.

The blocks of one page run one after the other in one namespace, from the root of the project, as a reader would paste them.
"""

import pathlib
import re
import sys
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def pages(arguments):
  """All documents that are named, or lie in folders that are named."""
  for argument in arguments:
    path = ROOT / argument
    yield from sorted(path.rglob("*.md")) if path.is_dir() else [path]


def blocks(page):
  """Python programs of a page with their line numbers."""
  text = page.read_text()
  return [(text[: m.start(1)].count("\n"), m.group(1)) for m in _BLOCK.finditer(text)]


def run(page):
  """Runs a page's programs; returns how many there were."""
  space = {"__name__": "__main__"}
  found = blocks(page)
  for line, code in found:
    # line numbers of errors are those of the page
    exec(compile("\n" * line + code, str(page), "exec"), space)
  return len(found)


def main(arguments):
  failed = 0
  for page in pages(arguments):
    try:
      print(f"{page.relative_to(ROOT)}: {run(page)} programs ran")
    except Exception:
      traceback.print_exc()
      failed += 1
  return 1 if failed else 0


if __name__ == "__main__":
  sys.exit(main(sys.argv[1:]))
