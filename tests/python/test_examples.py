"""Every example runs to its assertion."""
import os
import runpy
import sys

import pytest

HERE = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "python")
# packages that the test environment may not have
NEEDS = {"train_sb3.py": "stable_baselines3"}
# what would take minutes is run on something smaller
ARGUMENTS = {"ppo.py": ["gymnasium/InvertedPendulum", "--actions", "16384"], "evolution.py": ["--generations", "4"]}


@pytest.mark.parametrize("name", sorted(f for f in os.listdir(HERE) if f.endswith(".py")))
def test_example(name, monkeypatch):
  if name in NEEDS:
    pytest.importorskip(NEEDS[name])
  monkeypatch.setattr(sys, "argv", [name, *ARGUMENTS.get(name, [])])
  runpy.run_path(os.path.join(HERE, name), run_name="__main__")


def test_ppo_learns():
  """A pendulum that falls after seven actions is balanced for a hundred and more, with the same numbers every time."""
  pytest.importorskip("gymnasium")
  train = runpy.run_path(os.path.join(HERE, "ppo.py"))["train"]
  curve = train("gymnasium/InvertedPendulum", 65_536, say=lambda line: None)
  assert curve[0][1] < 15 and curve[-1][1] > 100
  again = train("gymnasium/InvertedPendulum", 8_192 * 2, say=lambda line: None)
  assert again[0] == curve[0]
