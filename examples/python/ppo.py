"""Learns to hop, walk or balance with proximal policy optimisation, in numpy alone.

    python examples/python/ppo.py                                   # Hopper, a million actions, some minutes
    python examples/python/ppo.py gymnasium/InvertedPendulum --actions 100000
    python examples/python/ppo.py dm_control/walker/walk --curve walker.png

All worlds act at once (`stiction.rl`): one call of the batch per action, and a policy of two hidden layers whose gradients are written
out below. Prints the mean return of the episodes that ended since the last line; the same seed gives the same numbers.
"""

import argparse
import time

import numpy as np

from stiction import rl


class Network:
  """Two hidden layers of tanh, and Adam."""

  def __init__(self, sizes, rng, last):
    self.w = []
    for k, (a, b) in enumerate(zip(sizes, sizes[1:])):
      gain = last if k == len(sizes) - 2 else np.sqrt(2)
      q, _ = np.linalg.qr(rng.standard_normal((max(a, b), min(a, b))))
      self.w += [gain * (q if a >= b else q.T), np.zeros(b)]
    self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.w]
    self.time = 0

  def forward(self, x):
    """Outputs, and the layers that `gradient` needs."""
    layers = [x]
    for k in range(0, len(self.w), 2):
      x = x @ self.w[k] + self.w[k + 1]
      if k < len(self.w) - 2:
        x = np.tanh(x)
      layers.append(x)
    return x, layers

  def gradient(self, layers, out):
    """The derivative of a loss by the weights, given that by the outputs."""
    grads = []
    for k in range(len(self.w) - 2, -1, -2):
      below = layers[k // 2]
      grads = [below.T @ out, out.sum(axis=0)] + grads
      out = (out @ self.w[k].T) * (1 - below**2)
    return grads

  def descend(self, grads, rate, extra=()):
    """One step of Adam along `grads`, with their length clipped."""
    self.time += 1
    norm = np.sqrt(sum((g**2).sum() for g in (*grads, *extra)))
    clip = min(1.0, 0.5 / (norm + 1e-8))
    for w, g, (m, v) in zip(self.w, grads, self.moments):
      adam(w, g * clip, m, v, self.time, rate)
    return clip


def adam(w, g, m, v, t, rate):
  m += 0.1 * (g - m)
  v += 0.001 * (g * g - v)
  w -= rate * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.999**t)) + 1e-5)


class Scale:
  """Running mean and variance, so that networks see numbers of size one."""

  def __init__(self, size):
    self.mean, self.var, self.count = np.zeros(size), np.ones(size), 1e-4

  def __call__(self, x, learn=True):
    if learn:
      mean, var, n = x.mean(axis=0), x.var(axis=0), len(x)
      delta, total = mean - self.mean, self.count + n
      self.var = (self.var * self.count + var * n + delta**2 * self.count * n / total) / total
      self.mean, self.count = self.mean + delta * n / total, total
    return np.clip((x - self.mean) / np.sqrt(self.var + 1e-8), -10, 10)


class Agent:
  """A Gaussian policy and the value it expects."""

  def __init__(self, nobs, nact, rng):
    self.policy, self.value = Network((nobs, 64, 64, nact), rng, 0.01), Network((nobs, 64, 64, 1), rng, 1.0)
    self.spread = np.zeros(nact)   # logarithm of the standard deviation
    self.moments = np.zeros(nact), np.zeros(nact)

  def act(self, x, rng):
    mean, _ = self.policy.forward(x)
    action = mean + np.exp(self.spread) * rng.standard_normal(mean.shape)
    return action, self.likelihood(mean, action)

  def likelihood(self, mean, action):
    z = (action - mean) / np.exp(self.spread)
    return -0.5 * (z * z).sum(axis=1) - self.spread.sum() - 0.5 * mean.shape[1] * np.log(2 * np.pi)

  def learn(self, x, action, before, advantage, target, rate):
    """One step on a part of the data: clipped surrogate for the policy, squared error for the value."""
    n = len(x)
    mean, layers = self.policy.forward(x)
    ratio = np.exp(self.likelihood(mean, action) - before)
    free = np.where(advantage > 0, ratio < 1.2, ratio > 0.8)   # elsewhere the surrogate is flat
    weight = (-advantage * ratio * free / n)[:, None]
    variance = np.exp(2 * self.spread)
    z = action - mean
    grads = self.policy.gradient(layers, weight * z / variance)
    wider = (weight * (z * z / variance - 1)).sum(axis=0)
    clip = self.policy.descend(grads, rate, (wider,))
    adam(self.spread, wider * clip, *self.moments, self.policy.time, rate)
    guess, layers = self.value.forward(x)
    self.value.descend(self.value.gradient(layers, (guess[:, 0] - target)[:, None] / n), rate)


def train(name, actions=1_000_000, worlds=32, horizon=256, seed=0, say=print):
  """The curve: pairs of actions so far and the mean return of the episodes that ended since the last pair."""
  rng = np.random.default_rng(seed)
  envs = rl.make(name, worlds, autoreset_mode="SameStep")
  nobs, nact = envs.single_observation_space.shape[0], envs.single_action_space.shape[0]
  low, high = envs.single_action_space.low, envs.single_action_space.high
  agent, scale, gain = Agent(nobs, nact, rng), Scale(nobs), Scale(1)
  gamma, decay = 0.99, 0.95
  x = scale(envs.reset(seed=seed)[0])
  running, total, curve, start = np.zeros(worlds), np.zeros(worlds), [], time.time()
  updates = actions // (worlds * horizon)
  for update in range(updates):
    rate = 3e-4 * (1 - update / updates)
    seen, did, logp, paid, alive, values, ended = [], [], [], [], [], [], []
    for _ in range(horizon):
      a, p = agent.act(x, rng)
      value = agent.value.forward(x)[0][:, 0]
      obs, reward, end, cut, infos = envs.step(np.clip(a, low, high))
      done = end | cut
      total += reward
      running = running * gamma + reward
      gain(running[:, None])
      scaled = np.clip(reward / np.sqrt(gain.var[0] + 1e-8), -10, 10)
      for i in np.flatnonzero(cut & ~end):   # cut short, not ended: the future still counts
        last = scale(infos["final_obs"][i][None], learn=False)
        scaled[i] += gamma * agent.value.forward(last)[0][0, 0]
      seen.append(x), did.append(a), logp.append(p), paid.append(scaled), alive.append(~done), values.append(value)
      ended += list(total[done])
      total[done] = running[done] = 0
      x = scale(obs)
    values.append(agent.value.forward(x)[0][:, 0])
    advantage, ahead = np.zeros((horizon, worlds)), np.zeros(worlds)
    for t in reversed(range(horizon)):
      error = paid[t] + gamma * values[t + 1] * alive[t] - values[t]
      ahead = error + gamma * decay * alive[t] * ahead
      advantage[t] = ahead
    target = (advantage + np.array(values[:-1])).ravel()
    data = [np.concatenate(b) for b in (seen, did, logp)]
    advantage = advantage.ravel()
    for _ in range(10):
      for part in np.array_split(rng.permutation(len(target)), max(1, len(target) // 256)):
        chosen = advantage[part]
        chosen = (chosen - chosen.mean()) / (chosen.std() + 1e-8)
        agent.learn(data[0][part], data[1][part], data[2][part], chosen, target[part], rate)
    if ended:
      curve.append(((update + 1) * worlds * horizon, float(np.mean(ended))))
      say(f"{curve[-1][0]:9,d} actions  return {curve[-1][1]:9.1f}  {len(ended):4d} episodes  {time.time() - start:6.1f} s")
  return curve


def draw(curve, name, path):
  """The curve as a picture."""
  import matplotlib
  matplotlib.use("Agg")
  from matplotlib import pyplot
  figure, axes = pyplot.subplots(figsize=(6, 3.2), layout="constrained")
  axes.plot(*zip(*curve), color="tab:blue")
  axes.set(xlabel="actions", ylabel="mean return of an episode", title=name)
  axes.grid(alpha=0.3)
  figure.savefig(path, dpi=110)


def main():
  parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
  parser.add_argument("task", nargs="?", default="gymnasium/Hopper")
  parser.add_argument("--actions", type=int, default=1_000_000)
  parser.add_argument("--worlds", type=int, default=32)
  parser.add_argument("--seed", type=int, default=0)
  parser.add_argument("--curve", help="file of a picture of the curve")
  args = parser.parse_args()
  curve = train(args.task, args.actions, args.worlds, seed=args.seed)
  if args.curve:
    draw(curve, args.task, args.curve)


if __name__ == "__main__":
  main()
