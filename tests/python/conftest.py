import os
import signal
import sys

import pytest

# programs started in the background of a shell ignore Ctrl-C, and the tests of it would wait for ever
if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
  signal.signal(signal.SIGINT, signal.default_int_handler)

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
