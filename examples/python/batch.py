"""Domain randomization on all processors: 256 humanoids with different masses, dropped and stepped in one call."""

import os

import numpy as np

import stiction

MODEL = os.path.join(os.path.dirname(__file__), "..", "..", "models", "humanoid.xml")


def main(nsim=256, steps=20):
  model = stiction.Model.from_xml_path(MODEL)
  batch = stiction.Batch(model, nsim)
  scale = np.random.default_rng(0).uniform(0.8, 1.2, (nsim, 1))
  batch.expand("body_mass")[:] *= scale
  batch.expand("body_inertia")[:] *= scale[:, :, None]
  batch.set_const()
  qpos, ctrl = batch.qpos, batch.ctrl
  for _ in range(steps):
    ctrl[:] = np.random.default_rng(1).uniform(-1, 1, ctrl.shape)
    batch.step(nstep=5)
    batch.reset(qpos[:, 2] < 0.5)   # those that fell, by a mask
  print(f"{nsim} simulations on {batch.nthread} threads, mean height {qpos[:, 2].mean():.3f} m")


if __name__ == "__main__":
  main()
