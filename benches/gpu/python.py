"""What the Python batch says of itself on a machine with a GPU: `python benches/gpu/python.py MODEL.xml`. Ends with "all good" or an error."""

import sys

import numpy as np
import stiction


def close(a, b, most):
  worst = np.max(np.abs(np.asarray(a, np.float64) - b)) if np.size(b) else 0.0
  assert worst <= most, worst
  return worst


def against_cpu(path):
  """The same states and controls on both: positions after 20 steps."""
  m = stiction.Model.from_xml_path(path)
  rng = np.random.default_rng(0)
  n, steps = 64, 20
  qpos = np.tile(m.qpos0, (n, 1)) + 0.02 * rng.standard_normal((n, m.nq))
  qvel = 0.2 * rng.standard_normal((n, m.nv))
  ctrl = rng.uniform(-0.3, 0.3, (steps, n, m.nu))
  cpu = stiction.Batch(m, n)
  cpu.qpos, cpu.qvel = qpos, qvel
  for k in range(steps):
    cpu.ctrl = ctrl[k]
    cpu.step()
  out = {}
  for dtype, most in (("float64", 1e-9), ("float32", 2e-2)):
    b = stiction.Batch(m, n, device="cuda", dtype=dtype)
    b.qpos, b.qvel = qpos, qvel
    b.step(steps, ctrl)
    print(dtype, "against the CPU after", steps, "steps:", close(b.qpos, cpu.qpos, most))
    out[dtype] = b
  # held controls, one step at a time, give the bits of one launch with controls per step
  b = stiction.Batch(m, n, device="cuda")
  b.qpos, b.qvel = qpos, qvel
  for k in range(steps):
    b.ctrl = ctrl[k]
    b.step()
  assert np.array_equal(b.qpos.numpy(), out["float64"].qpos.numpy())
  assert np.allclose(b.time, steps * m.opt.timestep)
  return m, b, qpos


def outputs(m, b):
  """Poses and sensors of the present states, as forward computes them on the CPU."""
  all_data = []
  for i in range(b.nsim):
    d = stiction.Data(m)
    d.qpos, d.qvel = b.qpos[i], b.qvel[i]
    stiction.forward(m, d)
    all_data.append(d)
  b.qacc = [d.qacc for d in all_data]
  for name in ("xpos", "xquat", "xipos", "geom_xpos", "site_xpos", "subtree_com", "sensordata"):
    try:
      got = getattr(b, name).numpy()
    except ValueError as why:
      print(name, "is not there:", why)
      continue
    for i, d in enumerate(all_data):
      want = np.asarray(getattr(d, name), np.float64)
      close(got[i].reshape(want.shape), want, 1e-9 * (1 + np.max(np.abs(want), initial=0)))
  print("outputs good")


def resets(m, b, qpos):
  mask = np.arange(b.nsim) % 3 == 0
  before = b.qpos.numpy()
  b.reset(mask)
  after = b.qpos.numpy()
  assert np.array_equal(after[mask], np.tile(m.qpos0, (mask.sum(), 1))) and np.array_equal(after[~mask], before[~mask])
  assert not b.qvel.numpy()[mask].any() and (b.time[mask] == 0).all() and (b.time[~mask] > 0).all()
  b.reset()
  assert np.array_equal(b.qpos.numpy(), np.tile(m.qpos0, (b.nsim, 1)))
  d = b.get_data(3)
  assert np.array_equal(d.qpos, m.qpos0)


def bad_numbers(m):
  for bad in ("fail", "reset"):
    b = stiction.Batch(m, 4, device="cuda", bad=bad)
    v = np.zeros((4, m.nv))
    v[2] = 1e200
    b.qvel = v
    b.step(3)
    if bad == "fail":
      assert list(b.status) == [0, 0, 1, 0], b.status
      assert np.array_equal(b.qvel.numpy()[2], v[2])
      b.reset([2])
    assert not b.status.any() and np.array_equal(b.qpos.numpy()[2], m.qpos0)
  b = stiction.Batch(m, 4, device="cuda")
  assert not b.overflow.any()


def other_numbers(path):
  models = [stiction.Model.from_xml_path(path) for _ in range(3)]
  for k, m in enumerate(models):
    m.opt.gravity[2] = -9.81 * (k + 1)
  b = stiction.Batch(models[0], 3, device="cuda")
  b.set_models(models)
  b.step(2)
  v = b.qvel.numpy()[:, 2]
  for k in range(3):
    one = stiction.Batch(models[k], 1, device="cuda")
    one.step(2)
    assert one.qvel.numpy()[0, 2] == v[k]


def hard_law():
  """A box that slides by Coulomb's law, and its verdicts."""
  m = stiction.Model.from_xml_string("""<mujoco><option timestep="0.002" gravity="0 0 -10"/><worldbody><geom name="floor" type="plane" size="9 9 1" friction="0.5"/>
    <body pos="0 0 0.1"><freejoint/><geom name="box" type="box" size=".2 .15 .1" friction="0.5"/></body></worldbody></mujoco>""")
  m.stiction.exact()
  b = stiction.Batch(m, 3, device="cuda", dtype="float64")
  v = np.zeros((3, 6))
  v[:, 0] = 0.3, 0.5, 0.7
  b.qvel = v
  b.step(20)
  close(b.qvel.numpy()[:, 0], v[:, 0] - 0.5 * 10 * 0.002 * 20, 1e-6)
  verdict = b.verdict.numpy()
  assert verdict.shape == (3, 4) and (verdict[:, 0] < 1e-7).all() and not verdict[:, 3].any() and not b.flagged.any(), verdict
  assert b.who(0) in ("", "geom floor and geom box"), b.who(0)
  print("hard law: off by", verdict[:, 0].max(), "m/s at most")


def other_libraries(m):
  try:
    import torch
  except ImportError:
    print("no torch")
    return
  b = stiction.Batch(m, 128, device="cuda", dtype="float32")
  qpos, ctrl = torch.from_dlpack(b.qpos), torch.as_tensor(b.ctrl, device="cuda")
  assert qpos.data_ptr() == b.qpos.__cuda_array_interface__["data"][0] and qpos.shape == (128, m.nq)
  stream = torch.cuda.Stream()
  with torch.cuda.stream(stream):
    b.stream = stream.cuda_stream
    ctrl.uniform_(-0.1, 0.1)
    b.step(5)
    each = torch.zeros(4, 128, m.nu, device="cuda")
    b.step(4, each)
    fallen = qpos[:, 2] < qpos[:, 2].median()
    b.reset(fallen)
    assert torch.equal(qpos[fallen], torch.as_tensor(m.qpos0, dtype=torch.float32, device="cuda").expand_as(qpos[fallen]))
  stream.synchronize()
  b.stream = 0
  kept = torch.from_dlpack(b.qvel)
  del b
  assert torch.isfinite(kept).all()
  print("torch", torch.__version__, "on its own stream: good")
  try:
    import cupy
  except ImportError:
    return
  b = stiction.Batch(m, 8, device="cuda")
  cupy.asarray(b.qvel)[:] = 0.25
  assert (b.qvel.numpy() == 0.25).all()
  print("cupy", cupy.__version__, "good")


def main():
  path = sys.argv[1]
  m, b, qpos = against_cpu(path)
  outputs(m, b)
  resets(m, b, qpos)
  bad_numbers(m)
  other_numbers(path)
  hard_law()
  other_libraries(m)
  print("all good")


main()
