"""The documentation site: `cargo xtask site` builds it into target/site; it needs no network to be read."""

import os

project = "Stiction"
author = "the authors of Stiction"
copyright = author
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.mathjax"]
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 4
# the course is executed when the site is built, so that every figure is today's
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
html_theme = "furo"
html_title = "Stiction"
html_show_sphinx = False
# the site is read without a network: mathematics is drawn by a copy of MathJax beside the pages
mathjax_path = "mathjax/tex-chtml.js"
html_static_path = [p for p in [os.environ.get("STICTION_SITE_EXTRA")] if p]
autodoc_typehints = "none"
autodoc_member_order = "bysource"
default_role = "code"
# programs that rustdoc is told not to run
suppress_warnings = ["misc.highlighting_failure"]
exclude_patterns = ["_build"]


def docstring(app, what, name, obj, options, lines):
  """Our docstrings are plain text with indented programs: says so in reStructuredText."""
  out = []
  for k, line in enumerate(lines):
    program = line.startswith((" ", "\t"))
    if program and (k == 0 or not lines[k - 1].startswith((" ", "\t"))) and not (out and out[-1] == "" and len(out) > 1 and
                                                                                 out[-2].startswith("  ")):
      out += ["", "::", ""] if out and out[-1] != "" else ["::", ""]
    if not program and out and out[-1].startswith("  ") and line:
      out.append("")
    out.append("  " + line if program else line.replace("|", "\\|").replace("*", "\\*"))
  lines[:] = out


def setup(app):
  app.connect("autodoc-process-docstring", docstring)
