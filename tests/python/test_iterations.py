"""Newton's iterations on the speed set: not above MuJoCo's mean by more than 0.3."""
import importlib.util
import os

import mujoco
import numpy as np
import pytest
import stiction.mujoco as stiction

LIST = os.path.join(os.path.dirname(__file__), '..', '..', '..', 'shared', 'acceptance', 'models-speed.txt')


def names():
  if not os.path.exists(LIST):
    return []
  return [x.strip() for x in open(LIST) if x.strip() and not x.startswith('#')]


def resolve(name):
  package, path = name.split(':')
  return os.path.join(os.path.dirname(importlib.util.find_spec(package).origin), path)


@pytest.mark.parametrize('name', names())
def test_mean_iterations(name):
  path = resolve(name)
  means = []
  for mj in (mujoco, stiction):
    m = mj.MjModel.from_xml_path(path)
    m.opt.solver = 2
    d = mj.MjData(m)
    if m.nkey:
      mj.mj_resetDataKeyframe(m, d, 0)
    rng, total = np.random.default_rng(5), 0
    for k in range(300):
      if k % 10 == 0:
        d.ctrl[:] = rng.uniform(-.3, .3, m.nu)
      mj.mj_step(m, d)
      total += int(np.sum(d.solver_niter))
    means.append(total / 300)
  assert means[1] <= means[0] + 0.3, means


def test_the_speed_set_is_there():
  if not names():
    print('SKIPPED LOUDLY: no speed set beside the repository')
