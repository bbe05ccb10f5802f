"""Shards on executors: the bits of a local rollout, whatever fails on the way."""

from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
import multiprocessing
import os
import signal

import numpy as np
import pytest

import models
import stiction
from stiction import distributed
from stiction.mujoco import rollout

N = 9


@pytest.fixture(scope="module")
def case():
  m = stiction.Model.from_xml_string(models.RICH)
  d = stiction.Data(m)
  rng = np.random.default_rng(0)
  size = stiction.mujoco.mj_stateSize(m, 24607)
  s0 = np.zeros((N, size))
  stiction.mujoco.mj_getState(m, d, s0[0], 24607)
  s0[:] = s0[0]
  s0[:, 1 + m.nq:1 + m.nq + m.nv] = rng.uniform(-0.2, 0.2, (N, m.nv))
  u = rng.uniform(-1, 1, (N, 12, m.nu))
  return m, s0, u, rollout.rollout(m, d, s0, u)


def same(case, **kwargs):
  m, s0, u, local = case
  out = distributed.rollout(m, s0, u, **kwargs)
  np.testing.assert_array_equal(out[0], local[0])
  np.testing.assert_array_equal(out[1], local[1])


@pytest.mark.parametrize("shards, nthread", [(1, 1), (4, 1), (4, 2), (100, 1)])
def test_same_bits_as_local(case, shards, nthread):
  same(case, shards=shards, nthread=nthread)


def test_threads(case):
  with ThreadPoolExecutor(2) as pool:
    same(case, executor=pool)


def test_processes(case):
  with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
    same(case, executor=pool)


class Unreliable:
  """Loses every second shard."""

  def __init__(self):
    self.calls = 0

  def submit(self, function, *args):
    self.calls += 1
    future = Future()
    if self.calls % 2:
      future.set_exception(ConnectionError("the node is gone"))
    else:
      future.set_result(function(*args))
    return future


def test_lost_shards_are_computed_again(case):
  pool = Unreliable()
  same(case, executor=pool, shards=4)
  assert pool.calls > 4


class Dead:
  def submit(self, function, *args):
    future = Future()
    future.set_exception(ConnectionError("the node is gone"))
    return future


def test_what_never_works_raises(case):
  with pytest.raises(ConnectionError):
    same(case, executor=Dead())
  m, s0, u, _ = case
  with pytest.raises(ValueError, match="s0 must be"):
    distributed.rollout(m, s0[:, :-1], u)
  with pytest.raises(ValueError, match="ctrl must be"):
    distributed.rollout(m, s0, u[:, :, :-1])


def test_dask_with_a_worker_killed(case):
  """Two workers, one of which is killed while shards run; another is started in its place."""
  distributed_ = pytest.importorskip(
      "distributed", reason="SKIPPED LOUDLY: dask is not installed; `pip install distributed` to test distributed rollouts on it")
  import os
  import signal
  import threading
  m, s0, u, _ = case
  big = np.repeat(s0, 40, axis=0)
  controls = np.repeat(np.repeat(u, 40, axis=0), 80, axis=1)
  local = distributed.rollout(m, big, controls)
  with distributed_.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
    with distributed_.Client(cluster) as client:
      pids = client.run(os.getpid)
      victim = sorted(pids.values())[0]
      threading.Timer(0.2, lambda: os.kill(victim, signal.SIGKILL)).start()
      out = distributed.rollout(m, big, controls, executor=distributed.DaskExecutor(client), shards=40)
      np.testing.assert_array_equal(out[0], local[0])
      np.testing.assert_array_equal(out[1], local[1])
      assert sorted(client.run(os.getpid).values()) != sorted(pids.values()), "the worker was not killed in time"


def test_ray_with_a_node_removed(case):
  """Two nodes, one of which goes away while shards run."""
  ray = pytest.importorskip("ray", reason="SKIPPED LOUDLY: ray is not installed; `pip install ray` to test distributed rollouts on it")
  from ray.cluster_utils import Cluster
  m, s0, u, _ = case
  cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
  second = cluster.add_node(num_cpus=1)
  try:
    ray.init(address=cluster.address)
    pool = distributed.RayExecutor(max_retries=10)
    big = np.repeat(s0, 40, axis=0)
    controls = np.repeat(np.repeat(u, 40, axis=0), 20, axis=1)
    local = distributed.rollout(m, big, controls)
    seen = []

    def lose_a_node(done, n):
      if not seen:
        cluster.remove_node(second)
      seen.append((done, n))

    out = distributed.rollout(m, big, controls, executor=pool, shards=40, progress=lose_a_node)
    np.testing.assert_array_equal(out[0], local[0])
    np.testing.assert_array_equal(out[1], local[1])
    assert len(seen) == 40 and seen[0][0] < seen[-1][0] == len(big), "the node was not lost in the middle"
  finally:
    ray.shutdown()
    cluster.shutdown()


def test_a_worker_that_dies_costs_time_and_no_bits(case):
  seen = []
  with distributed.ProcessExecutor(2) as pool:
    same(case, executor=pool, shards=4)
    os.kill(pool.workers()[0], signal.SIGKILL)
    same(case, executor=pool, shards=4, progress=lambda done, n: seen.append((done, n)))
  assert seen[-1] == (N, N) and len(seen) == 4
