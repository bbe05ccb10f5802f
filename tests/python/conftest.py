import os
import sys

import pytest

sys.path.insert(0, os.path.dirname(__file__))

import models  # noqa: E402

reference = pytest.importorskip("mujoco", reason="the reference engine is not installed: nothing to compare with")


@pytest.fixture(params=sorted(models.ALL))
def pair(request):
  """The same model in the reference engine and in ours."""
  import bridge
  theirs = reference.MjModel.from_xml_string(models.ALL[request.param])
  return theirs, bridge.convert(theirs)


@pytest.fixture
def rich():
  import bridge
  theirs = reference.MjModel.from_xml_string(models.RICH)
  return theirs, bridge.convert(theirs)
