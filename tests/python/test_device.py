"""Batches on a GPU: what can be said without one. With one, benches/gpu/python.py says the rest."""

import numpy as np
import pytest

import stiction
from stiction import device

BALL = "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>"


def gpu():
  """Whether there is one."""
  try:
    stiction.Batch(stiction.Model.from_xml_string(BALL), 1, device="cuda")
  except RuntimeError:
    return False
  return True


def test_no_driver_is_a_clear_error_and_the_cpu_still_works():
  m = stiction.Model.from_xml_string(BALL)
  if not gpu():
    with pytest.raises(RuntimeError, match="no GPU|the GPU's driver"):
      stiction.Batch(m, 2, device="cuda")
  batch = stiction.Batch(m, 2, device="cpu")
  batch.step()
  assert batch.qpos.shape == (2, 7)


def test_what_is_missing_is_named():
  # named whether or not there is a GPU
  xml = BALL.replace("<worldbody>", "<option cone='elliptic' solver='PGS'/><worldbody>", 1)
  with pytest.raises(ValueError, match="PGS with elliptic cones"):
    stiction.Batch(stiction.Model.from_xml_string(xml), 2, device="cuda")
  hard = stiction.Model.from_xml_string(BALL)
  hard.stiction.exact()
  with pytest.raises(ValueError, match="the hard law in single precision"):
    stiction.Batch(hard, 2, device="cuda", dtype="float32")


def test_the_hard_law_is_there_in_double_precision():
  hard = stiction.Model.from_xml_string(BALL)
  hard.stiction.exact()
  if gpu():
    assert stiction.Batch(hard, 2, device="cuda", dtype="float64").verdict.shape == (2, 4)
  else:
    # all that is missing is the GPU
    with pytest.raises(RuntimeError, match="no GPU|the GPU's driver"):
      stiction.Batch(hard, 2, device="cuda", dtype="float64")


def test_verdicts():
  b = on_nothing()
  with pytest.raises(AttributeError, match="only the hard law has verdicts"):
    b.verdict
  m = stiction.Model.from_xml_string(BALL.replace("<freejoint/>", "<joint name='lift' type='slide' axis='0 0 1'/>"))
  object.__setattr__(b, "model", m)
  b._arrays["verdict"] = device.DeviceArray(b, "verdict", 4096, 4, b.dtype)
  rows = np.array([[1e-9, 0.0, 9.0, 0.0], [0.25, 2e-5, 2.0**31, 1.0]])
  b._b.verdicts = lambda: rows.ravel()
  b._b.who = lambda code: {9: (0, 1), 2**31: (0, -1)}[code]
  assert np.array_equal(b.verdict.numpy(), rows) and b.verdict.__dlpack__(stream=1) == (4096, [2, 4], 2, 64)
  assert b.who(0) == "geom 0 and geom 1" and b.who(1) == "joint lift"
  with pytest.raises(IndexError):
    b.who(2)
  with pytest.raises(ValueError, match="cannot be written"):
    b.verdict[0] = 1
  b._arrays["tally"] = device.DeviceArray(b, "tally", 4096, 8, np.dtype(np.int32))
  b._b.tallies = lambda: np.array([[0] * 8, [0, 0, 0, 0, 1, 0, 0, 0]])
  assert list(b.flagged) == [False, True]


@pytest.mark.parametrize("wrong, message", [
    (dict(device="tpu"), "device"),
    (dict(device="cuda:x"), "device"),
    (dict(device="cuda", dtype="float16"), "dtype"),
    (dict(device="cuda", bad="explode"), "bad"),
    (dict(device="cuda", nthread=2), "nthread"),
    (dict(device="cuda", persistent=True), "persistent"),
    (dict(dtype="float32"), "float64"),
])
def test_wrong_arguments(wrong, message):
  with pytest.raises(ValueError, match=message):
    stiction.Batch(stiction.Model.from_xml_string(BALL), 2, **wrong)


def test_number_of_simulations():
  for n in (0, -1):
    with pytest.raises(ValueError, match="nsim"):
      stiction.Batch(stiction.Model.from_xml_string(BALL), n, device="cuda")


@pytest.mark.parametrize("shape, strides, dense", [
    ((2, 3), None, True), ((2, 3), (24, 8), True), ((2, 3), (8, 16), False), ((2, 3), (32, 8), False), ((1, 3), (999, 8), True),
])
def test_arrays_of_other_libraries_must_be_dense(shape, strides, dense):
  assert device._dense({"shape": shape, "strides": strides}, 8) is dense


class Recorder:
  """Stands in for the core: keeps what it was told."""

  def __init__(self):
    self.calls = []
    self.rows = np.arange(6.0)

  def __getattr__(self, name):
    return lambda *args: self.calls.append((name, *args))

  def read(self, name):
    return self.rows.copy()

  def dlpack(self, *args):
    return args


def on_nothing(stream=0):
  """A batch of two simulations of three numbers each, without a GPU behind it."""
  b = object.__new__(device.DeviceBatch)
  for name, value in dict(_b=Recorder(), nsim=2, device_id=1, dtype=np.dtype(np.float64), _stream=stream, _bad="fail").items():
    object.__setattr__(b, name, value)
  object.__setattr__(b, "_arrays", {n: device.DeviceArray(b, n, 4096, 3, b.dtype) for n in device.FIELDS})
  return b


def test_array_interfaces():
  b = on_nothing()
  about = b.qpos.__cuda_array_interface__
  assert about["shape"] == (2, 3) and about["typestr"] == "<f8" and about["data"] == (4096, False) and about["stream"] == 1
  assert b.qpos.__dlpack_device__() == (2, 1)
  assert b.qpos.__dlpack__(stream=1) == (4096, [2, 3], 2, 64)
  assert b._b.calls == []
  b.qpos.__dlpack__(stream=77)
  assert b._b.calls == [("wait",)]
  with pytest.raises(BufferError):
    b.qpos.__dlpack__(copy=True)
  assert on_nothing(stream=5).qvel.__cuda_array_interface__["stream"] == 5


def test_reading_and_writing_parts():
  b = on_nothing()
  assert np.array_equal(b.qpos[1], [3, 4, 5]) and np.array_equal(np.asarray(b.qpos), [[0, 1, 2], [3, 4, 5]])
  b.qpos[0, 2] = 9
  name, field, written = b._b.calls[-1]
  assert (name, field) == ("write", "qpos") and np.array_equal(written, [[0, 1, 9], [3, 4, 5]])
  b.qvel = 7
  assert np.array_equal(b._b.calls[-1][2], np.full((2, 3), 7.0))
  with pytest.raises(AttributeError, match="not computed on a GPU.*sensordata"):
    b.qfrc_bias
  with pytest.raises(AttributeError, match="cannot be set"):
    b.xpos = 1


def test_outputs_are_computed_when_they_are_read():
  b = on_nothing()
  object.__setattr__(b, "model", stiction.Model.from_xml_string(BALL))
  b._b.look = lambda name: b._b.calls.append(("look", name)) or 8192
  first = b.xpos
  assert first.shape == (2, 2, 3) and first.ndim == 3 and first.size == 12
  assert first.__dlpack__(stream=1) == (8192, [2, 2, 3], 2, 64)
  assert b.xpos is first and b._b.calls == [("look", "xpos")] * 2
  assert b.sensordata.shape == (2, 0)
  with pytest.raises(ValueError, match="cannot be written"):
    first[0] = 1


def test_resets():
  b = on_nothing()
  b.reset([1])
  assert b._b.calls[-1] == ("reset", [False, True], 0, 1, -1)
  b.reset(keyframe=2)
  assert b._b.calls[-1] == ("reset", [True, True], 0, 1, 2)

  class Mask:
    __cuda_array_interface__ = {"shape": (2,), "typestr": "|b1", "data": (512, False), "strides": None}

  b.reset(Mask())
  assert b._b.calls[-1] == ("reset", None, 512, 1, -1)
  Mask.__cuda_array_interface__ = {"shape": (3,), "typestr": "|b1", "data": (512, False), "strides": None}
  with pytest.raises(ValueError, match="mask"):
    b.reset(Mask())
