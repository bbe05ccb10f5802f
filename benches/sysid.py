"""Parameters from motion: `stiction.sysid` against MuJoCo's toolbox `mujoco.sysid` and against plain `mujoco.minimize` over rollouts in C.

    python benches/sysid.py [--rounds 7]

One process, processor time. Problems of the kind of MuJoCo's tutorials: a spring with a damper, dry friction with damping and armature, an arm of three
links with six unknowns. The motion is made by MuJoCo, guesses are off by up to 60 %, all start from the same one and stop by their own defaults.
The toolbox fits the sensors of joints (positions and velocities); for masses it changes those of the geoms.
"""

import argparse
import contextlib
import copy
import io
import statistics
import time

import mujoco
import mujoco.minimize
import mujoco.rollout
import mujoco.sysid
import numpy as np
import stiction.mujoco as mj
from stiction import sysid

ARM = """<mujoco><option timestep='.004'/><worldbody>
<body pos='0 0 1'><joint name='a' axis='0 1 0' damping='.3'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.03' contype='0'/>
<body pos='.3 0 0'><joint name='b' axis='0 1 .2' damping='.2'/><geom type='capsule' fromto='0 0 0 .25 0 0' size='.03' contype='0'/>
<body pos='.25 0 0'><joint name='c' axis='0 1 -.1' damping='.1'/><geom type='capsule' fromto='0 0 0 .2 0 0' size='.03' contype='0'/>
</body></body></body></worldbody><actuator><motor joint='a' gear='2'/><motor joint='b'/><motor joint='c'/></actuator></mujoco>"""
SPRING = """<mujoco><option timestep='.004'/><worldbody><body><joint name='a' type='slide' axis='1 .2 0' stiffness='20' damping='.5'/>
<geom size='.1' mass='1.5'/></body></worldbody><actuator><motor joint='a' gear='5'/></actuator></mujoco>"""
FRICTION = """<mujoco><option timestep='.004'/><worldbody><body><joint name='a' axis='0 1 .1' frictionloss='.3' damping='.1' armature='.05'/>
<geom type='capsule' fromto='0 0 0 .3 0 0' size='.03' contype='0'/></body></worldbody><actuator><motor joint='a' gear='2'/></actuator></mujoco>"""
PROBLEMS = {
  "spring": (SPRING, [("jnt_stiffness", 0), ("dof_damping", 0)]),
  "friction": (FRICTION, [("dof_frictionloss", 0), ("dof_damping", 0), ("dof_armature", 0)]),
  "arm": (ARM, [("body_mass", 1), ("body_mass", 2), ("body_mass", 3), ("dof_damping", 0), ("dof_damping", 1), ("dof_damping", 2)]),
}
STEPS = 250


def sensors(xml):
  """With sensors of all joints."""
  names = [j.name for j in mujoco.MjSpec.from_string(xml).joints]
  lines = "".join(f"<{kind} joint='{n}'/>" for kind in ("jointpos", "jointvel") for n in names)
  return xml.replace("</mujoco>", f"<sensor>{lines}</sensor></mujoco>")


def change(spec, name, value):
  """A number of the model, in a specification of MuJoCo's."""
  field, index = name
  if field == "body_mass":
    spec.bodies[index].geoms[0].mass = value
  else:
    attribute = field.split("_")[1]
    old = getattr(spec.joints[index], attribute)
    if np.ndim(old):
      old[0] = value
    else:
      setattr(spec.joints[index], attribute, value)


class Problem:
  """A motion, the numbers that made it, and a guess."""

  def __init__(self, xml, names):
    self.names, self.model, self.ref = names, mj.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    rng = np.random.default_rng(0)
    self.controls = np.cumsum(rng.normal(size=(STEPS, self.ref.nu)), axis=0) * 0.1
    d = mujoco.MjData(self.ref)
    self.start = np.zeros(mujoco.mj_stateSize(self.ref, mujoco.mjtState.mjSTATE_FULLPHYSICS))
    mujoco.mj_getState(self.ref, d, self.start, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    self.data = d
    self.parameters = sysid.Parameters(self.model, names)
    self.want = self.parameters.get()
    self.guess = self.want * rng.uniform(0.6, 1.6, size=len(names))
    self.copies = [copy.copy(self.ref) for _ in range(len(names) + 1)]
    self.rollout = mujoco.rollout.Rollout(nthread=0)
    self.motion = np.zeros((STEPS, self.ref.nq + self.ref.nv))
    self.motion = self.residual(self.want[:, None]).reshape(STEPS, -1)
    self.sequences = self.recorded(sensors(xml))

  def recorded(self, xml):
    """The motion as the toolbox wants it."""
    spec = mujoco.MjSpec.from_string(xml)
    model = spec.compile()
    data = mujoco.MjData(model)
    start = mujoco.sysid.create_initial_state(model, data.qpos, data.qvel, data.act)
    times = np.arange(STEPS) * model.opt.timestep
    states, seen = mujoco.rollout.rollout(model, data, start, self.controls[:-1])
    return mujoco.sysid.ModelSequences(
      "model", spec, "motion", start, mujoco.sysid.TimeSeries(times, self.controls),
      mujoco.sysid.TimeSeries.from_names(states[0, :, 0], seen[0], model),
    )

  def toolbox(self):
    of = mujoco.sysid.ParameterDict()
    for k, name in enumerate(self.names):
      p = mujoco.sysid.Parameter(
        f"p{k}", nominal=self.want[k], min_value=0.0, max_value=100.0, modifier=lambda spec, p, name=name: change(spec, name, p.value[0])
      )
      of.add(p)
      of[f"p{k}"].value[:] = self.guess[k]
    residual = mujoco.sysid.build_residual_fn(models_sequences=[self.sequences])
    with contextlib.redirect_stdout(io.StringIO()):
      found, _ = mujoco.sysid.optimize(initial_params=of, residual_fn=residual, optimizer="mujoco", verbose=False)
    return np.array([found[f"p{k}"].value[0] for k in range(len(self.names))]), 0

  def residual(self, x):
    """MuJoCo's: one rollout per column."""
    x = x.reshape(len(self.names), -1)
    models = self.copies[: x.shape[1]]
    for m, column in zip(models, x.T, strict=True):
      for (field, index), value in zip(self.names, column, strict=True):
        getattr(m, field)[index] = value
    n = len(models)
    states, _ = self.rollout.rollout(models, [self.data], np.tile(self.start, (n, 1)), np.tile(self.controls, (n, 1, 1)))
    return (states[:, :, 1 : 1 + self.motion.shape[1]] - self.motion).reshape(n, -1).T

  def theirs(self):
    bounds = [np.zeros(len(self.guess)), np.full(len(self.guess), 100.0)]
    x, log = mujoco.minimize.least_squares(self.guess, self.residual, bounds=bounds, verbose=0)
    return x, len(log)

  def ours(self):
    self.parameters.set(self.guess)
    nq = self.ref.nq
    recording = sysid.Recording(self.start[1 : 1 + nq], self.start[1 + nq :], self.controls, self.motion[:, :nq], self.motion[:, nq:])
    report = sysid.fit(self.parameters, [recording], lower=0.0)
    return report.values, report.iterations


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("--rounds", type=int, default=7)
  rounds = parser.parse_args().rounds
  print(f"{'problem':10s} {'who':>9s} {'ms':>8s} {'error':>8s} {'ratio':>6s}")
  for name, problem in PROBLEMS.items():
    p = Problem(*problem)
    found, times = {}, {"ours": [], "theirs": [], "toolbox": []}
    for _ in range(rounds):
      for who in times:
        began = time.process_time()
        found[who] = getattr(p, who)()[0]
        times[who].append(time.process_time() - began)
    ours = statistics.median(times["ours"])
    for who, spent in times.items():
      took = statistics.median(spent)
      print(f"{name:10s} {who:>9s} {1e3 * took:8.2f} {np.abs(found[who] / p.want - 1).max():8.0e} {took / ours:6.1f}")


if __name__ == "__main__":
  main()
