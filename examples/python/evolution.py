"""An evolution strategy over many processes: an arm of two links learns to swing up and stay there, a worker is lost on the way, the bits stay.

    python examples/python/evolution.py                 # processes of this machine
    python examples/python/evolution.py --dask          # Dask: here a cluster of this machine; a real one takes its address
    python examples/python/evolution.py --ray           # Ray
"""

import argparse
import os
import signal
import sys

import numpy as np

import stiction
from stiction import distributed
import stiction.mujoco as mujoco

ARM = """<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body pos="0 0 2"><joint axis="0 1 0" damping=".05"/><geom type="capsule" size=".03" fromto="0 0 0 0 0 -.5" mass="1" contype="0"/>
      <body pos="0 0 -.5"><joint name="elbow" axis="0 1 0" damping=".05"/>
        <geom type="capsule" size=".03" fromto="0 0 0 0 0 -.5" mass="1" contype="0"/><site name="tip" pos="0 0 -.5"/></body>
    </body>
  </worldbody>
  <actuator><motor joint="elbow" gear="5"/></actuator>
  <sensor><framepos objtype="site" objname="tip"/></sensor>
</mujoco>"""
STEPS, KNOTS, POPULATION = 300, 12, 64


def bar(done, total):
  """A line that fills, where there is a terminal."""
  if sys.stderr.isatty():
    width = 30 * done // total
    print("\r[" + "#" * width + " " * (30 - width) + f"] {done} of {total}", end="\n" if done == total else "", file=sys.stderr)


def evolve(executor, generations, lose_a_worker=False):
  """Torques at a dozen times, by the mean and spread of the best eighth; returns them and the best height of each generation."""
  model = stiction.Model.from_xml_string(ARM)
  data = stiction.Data(model)
  start = np.zeros(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
  mujoco.mj_getState(model, data, start, mujoco.mjtState.mjSTATE_FULLPHYSICS)
  rng = np.random.default_rng(0)
  times, knots = np.linspace(0, 1, STEPS), np.linspace(0, 1, KNOTS)
  mean, spread, heights = np.zeros(KNOTS), np.full(KNOTS, 0.5), []
  for generation in range(generations):
    torques = np.clip(mean + spread * rng.standard_normal((POPULATION, KNOTS)), -1, 1)
    ctrl = np.stack([np.interp(times, knots, t) for t in torques])[:, :, None]
    if lose_a_worker and generation == 1:
      os.kill(executor.workers()[0], signal.SIGKILL)
    _, sensors = distributed.rollout(model, start, ctrl, executor=executor, shards=8, progress=bar)
    score = sensors[:, -50:, 2].mean(axis=1)   # high, and still so at the end
    best = torques[np.argsort(-score, kind="stable")[:POPULATION // 8]]
    mean, spread = best.mean(axis=0), best.std(axis=0) + 0.02
    heights.append(score.max())
  return mean, heights


def executor_of(args):
  """Where the shards are computed."""
  if args.ray:
    import ray
    ray.init(num_cpus=2)
    return distributed.RayExecutor()
  if args.dask:
    import distributed as dask
    return distributed.DaskExecutor(dask.Client(dask.LocalCluster(n_workers=2, threads_per_worker=1)))
  return distributed.ProcessExecutor(2)


def main():
  parser = argparse.ArgumentParser(description=__doc__)
  parser.add_argument("--generations", type=int, default=12)
  parser.add_argument("--ray", action="store_true")
  parser.add_argument("--dask", action="store_true")
  args = parser.parse_args()
  executor = executor_of(args)
  own = isinstance(executor, distributed.ProcessExecutor)
  found, heights = evolve(executor, args.generations, lose_a_worker=own)
  print("best height of each generation:", " ".join(f"{h:.2f}" for h in heights), "m")
  again, _ = evolve(distributed.SerialExecutor(), args.generations)
  print("the same bits as in one process" + (", though a worker was lost" if own else "") + ":", np.array_equal(found, again))
  assert np.array_equal(found, again) and heights[-1] > heights[0]


if __name__ == "__main__":
  main()
