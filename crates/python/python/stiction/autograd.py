"""Rollouts as functions that torch and JAX can differentiate. Both are optional: they are imported when asked for.

  states = autograd.torch_rollout(model, data, controls)      # (N, nq + nv + na), with a backward pass
  rollout = autograd.jax_rollout(model, data)                 # controls -> states, with a custom_vjp

The start is the state of `data`, which stays as it is. The backward pass is `stiction.vjp`: analytic derivatives of every step; the labels of the
last one are kept in `autograd.last_labels`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _native

#: Worst label of each step of the last backward pass.
last_labels: np.ndarray = np.zeros(0, int)


def rollout(model: _native.MjModel, data: _native.MjData, controls: np.ndarray) -> np.ndarray:
  """States (qpos, qvel, act) after each step under `controls` (N, nu)."""
  d = _copy(model, data)
  out = np.zeros((len(controls), model.nq + model.nv + model.na))
  for k, u in enumerate(np.asarray(controls, float)):
    d.ctrl[:] = u
    _native.step(model, d)
    out[k] = np.concatenate([d.qpos, d.qvel, d.act])
  return out


def _copy(model: _native.MjModel, data: _native.MjData) -> _native.MjData:
  import copy

  return copy.copy(data)


def tangent(model: _native.MjModel, qpos: np.ndarray, slope: np.ndarray) -> np.ndarray:
  """∂L/∂(tangent of q) from ∂L/∂qpos: quaternions lose the direction that only changes their length."""
  out = np.zeros(model.nv)
  for j in range(model.njnt):
    q, v, kind = int(model.jnt_qposadr[j]), int(model.jnt_dofadr[j]), int(model.jnt_type[j])
    if kind == 0:
      out[v : v + 3] = slope[q : q + 3]
      q, v = q + 3, v + 3
    if kind <= 1:
      w, x = qpos[q], qpos[q + 1 : q + 4]
      s, g = slope[q], slope[q + 1 : q + 4]
      out[v : v + 3] = 0.5 * (w * g - s * x - np.cross(x, g))
    else:
      out[v] = slope[q]
  return out


def pull_back(model: _native.MjModel, data: _native.MjData, controls: np.ndarray, states: np.ndarray, slopes: np.ndarray) -> np.ndarray:
  """∂L/∂controls (N, nu) from ∂L/∂states (N, nq + nv + na)."""
  global last_labels
  seeds = np.zeros((len(states), 2 * model.nv + model.na))
  for k, (x, s) in enumerate(zip(states, slopes, strict=True)):
    seeds[k, : model.nv] = tangent(model, x[: model.nq], s[: model.nq])
    seeds[k, model.nv :] = s[model.nq :]
  _, out, last_labels = _native.vjp(model, data, np.ascontiguousarray(controls, float), seeds)
  return out


def torch_rollout(model: _native.MjModel, data: _native.MjData, controls: Any) -> Any:
  """`rollout` for a torch tensor of controls."""
  import torch

  class Rollout(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, u: Any) -> Any:
      ctx.controls = u.detach().cpu().double().numpy()
      ctx.states = rollout(model, data, ctx.controls)
      return torch.as_tensor(ctx.states, dtype=u.dtype, device=u.device)

    @staticmethod
    def backward(ctx: Any, slope: Any) -> Any:
      g = pull_back(model, data, ctx.controls, ctx.states, slope.detach().cpu().double().numpy())
      return torch.as_tensor(g, dtype=slope.dtype, device=slope.device)

  return Rollout.apply(controls)


def jax_rollout(model: _native.MjModel, data: _native.MjData) -> Any:
  """A function controls (N, nu) -> states for JAX, by callbacks to the host."""
  import jax

  width = model.nq + model.nv + model.na

  def shape(u: Any) -> Any:
    return jax.ShapeDtypeStruct((u.shape[0], width), u.dtype)

  def run(u: Any) -> np.ndarray:
    return rollout(model, data, np.asarray(u)).astype(np.asarray(u).dtype)

  def back(u: Any, states: Any, slopes: Any) -> np.ndarray:
    u = np.asarray(u)
    return pull_back(model, data, u, np.asarray(states), np.asarray(slopes)).astype(u.dtype)

  @jax.custom_vjp
  def states(u: Any) -> Any:
    return jax.pure_callback(run, shape(u), u)

  def forward(u: Any) -> Any:
    x = states(u)
    return x, (u, x)

  def backward(kept: Any, slopes: Any) -> Any:
    u, x = kept
    return (jax.pure_callback(back, jax.ShapeDtypeStruct(u.shape, u.dtype), u, x, slopes),)

  states.defvjp(forward, backward)
  return states
