"""Every example runs to its assertion."""
import os
import runpy

import pytest

HERE = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "python")


@pytest.mark.parametrize("name", sorted(f for f in os.listdir(HERE) if f.endswith(".py")))
def test_example(name):
  runpy.run_path(os.path.join(HERE, name), run_name="__main__")
