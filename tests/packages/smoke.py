"""Headless smoke tests of public packages on this engine.

    python tests/packages/smoke.py [name ...] [--write docs/packages.md]

Every package runs in a process of its own through `stiction.compat`; the interpreter must have the packages installed. A package that
is not installed is skipped, loudly.
"""

import argparse
import importlib.metadata
import os
import subprocess
import sys
import textwrap

# name: (distribution, what is run, program)
PACKAGES = {
    "gymnasium": ("gymnasium", "Ant-v5 and Humanoid-v5, 100 random steps", """
        import gymnasium
        for name in ("Ant-v5", "Humanoid-v5"):
          env = gymnasium.make(name); env.reset(seed=0)
          for _ in range(100):
            if any(env.step(env.action_space.sample())[2:4]): env.reset()
    """),
    "gymnasium-robotics": ("gymnasium-robotics", "45 environments (Fetch, hands, Adroit, mazes, kitchen; newest versions, without reward and touch variants): 10 steps each", """
        import gymnasium, gymnasium_robotics, re
        gymnasium.register_envs(gymnasium_robotics)
        newest = {}
        for name in gymnasium.registry:
          if re.match("(Fetch|HandReach|HandManip|Adroit|AntMaze|PointMaze|FrankaKitchen)", name) and not re.search("Dense|Touch", name):
            base, v = name.rsplit("-v", 1); newest[base] = max(newest.get(base, 0), int(v))
        for base, v in newest.items():
          name = f"{base}-v{v}"; env = gymnasium.make(name); env.reset(seed=0)
          for _ in range(10): env.step(env.action_space.sample())
          env.close()
          print(name, flush=True)
    """),
    "dm_control": ("dm_control", "suite: all 51 tasks, 100 steps each", """
        import os
        os.environ.pop("MUJOCO_GL")   # one task asks for a rendering context, which is ours
        from dm_control import suite
        import numpy as np
        rng = np.random.default_rng(0)
        for domain, task in suite.ALL_TASKS:
          env = suite.load(domain, task, task_kwargs={"random": 0}); env.reset()
          spec = env.action_spec()
          for _ in range(100): t = env.step(rng.uniform(np.maximum(spec.minimum, -1), np.minimum(spec.maximum, 1), spec.shape))
          assert all(np.isfinite(v).all() for v in t.observation.values())
          print(domain, task, flush=True)
    """),
    "dm_control mjcf": ("dm_control", "mjcf: build an arm, attach it, simulate", """
        from dm_control import mjcf
        arm = mjcf.RootElement(model="arm"); b = arm.worldbody.add("body", name="link"); b.add("joint", name="j", axis=[0, 1, 0])
        b.add("geom", size=[0.1]); world = mjcf.RootElement()
        world.worldbody.add("site", pos=[0, 0, 1]).attach(arm)
        physics = mjcf.Physics.from_mjcf_model(world); physics.step(); assert physics.data.time > 0
    """),
    "mink": ("mink", "differential inverse kinematics of an arm: 50 steps to a target", """
        import mujoco, mink, numpy as np
        xml = '''<mujoco><compiler angle="radian"/><worldbody><body><joint name="a" axis="0 1 0" range="-3 3"/><geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/>
        <body pos=".3 0 0"><joint name="b" axis="0 1 0" range="-3 3"/><geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/>
        <site name="tip" pos=".3 0 0"/></body></body></worldbody></mujoco>'''
        model = mujoco.MjModel.from_xml_string(xml)
        c = mink.Configuration(model); c.update(np.array([0.3, 0.4]))
        task = mink.FrameTask("tip", "site", position_cost=1.0, orientation_cost=0.0)
        task.set_target(mink.SE3.from_translation(np.array([0.4, 0, -0.2])))
        import qpsolvers
        for _ in range(50):
          v = mink.solve_ik(c, [task], 0.05, qpsolvers.available_solvers[0], damping=1e-3); c.integrate_inplace(v, 0.05)
        assert np.linalg.norm(task.compute_error(c)[:3]) < 0.05
    """),
    "metaworld": ("metaworld", "all 50 tasks, 20 random steps each", """
        import numpy as np
        from metaworld.env_dict import ALL_V3_ENVIRONMENTS
        for name, cls in ALL_V3_ENVIRONMENTS.items():
          env = cls(); env._freeze_rand_vec, env._set_task_called = False, True; env.reset(seed=0)
          for _ in range(20): assert np.isfinite(env.step(env.action_space.sample())[0]).all()
          print(name, flush=True)
    """),
    "robosuite": ("robosuite", "all 19 environments with Pandas, 20 steps each, no rendering", """
        import robosuite, numpy as np
        for name in sorted(robosuite.ALL_ENVIRONMENTS):
          robots = ["Panda", "Panda"] if name.startswith("TwoArm") else "Panda"
          env = robosuite.make(name, robots=robots, has_renderer=False, has_offscreen_renderer=False, use_camera_obs=False)
          env.reset(); low, high = env.action_spec
          for _ in range(20): env.step(np.random.uniform(low, high))
          print(name, flush=True)
    """),
    "robot_descriptions": ("robot_descriptions", "imported (its models come over the network)", """
        import robot_descriptions.loaders.mujoco
    """),
    "shimmy": ("shimmy", "dm_control through Gymnasium: cartpole balance, 50 steps", """
        import gymnasium, shimmy
        gymnasium.register_envs(shimmy)
        env = gymnasium.make("dm_control/cartpole-balance-v0"); env.reset(seed=0)
        for _ in range(50): env.step(env.action_space.sample())
    """),
    "obj2mjcf": ("obj2mjcf", "an OBJ file is converted, and the model compiled", """
        import pathlib, sys, tempfile
        from obj2mjcf import cli
        d = pathlib.Path(tempfile.mkdtemp())
        (d / "box.obj").write_text("v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nv 0 0 1\\nf 1 3 2\\nf 1 2 4\\nf 1 4 3\\nf 2 3 4\\n")
        sys.argv = ["obj2mjcf", "--obj-dir", str(d), "--save-mjcf", "--compile-model", "--overwrite"]
        cli.main()
        assert list(d.rglob("*.xml"))
    """),
    "gym-xarm": ("gym-xarm", "XarmLift-v0, state observations, 30 steps", """
        import gymnasium, gym_xarm
        env = gymnasium.make("gym_xarm/XarmLift-v0", obs_type="state"); env.reset(seed=0)
        for _ in range(30): env.step(env.action_space.sample())
    """),
    "gym-hil": ("gym-hil", "PandaPickCubeBase, state observations, 30 steps", """
        import gymnasium, gym_hil
        env = gymnasium.make("gym_hil/PandaPickCubeBase-v0", image_obs=False, render_mode=None); env.reset(seed=0)
        for _ in range(30): env.step(env.action_space.sample())
    """),
    "robopal": ("robopal", "imported (its wheel lacks the models of its environments)", """
        import robopal
    """),
    "fancy_gym": ("fancy-gym", "Reacher5d-v0, 30 steps", """
        import gymnasium, fancy_gym
        env = gymnasium.make("fancy/Reacher5d-v0"); env.reset(seed=0)
        for _ in range(30): env.step(env.action_space.sample())
    """),
    "mujoco-python-viewer": ("mujoco-python-viewer", "imported (it draws only with a display)", """
        import mujoco_viewer
    """),
    "dm_robotics": ("dm_robotics-geometry", "poses of a body and of a site in the world, from a simulation", """
        from dm_control import mjcf
        from dm_robotics.geometry import geometry, mujoco_physics
        w = mjcf.RootElement(); b = w.worldbody.add("body", pos=[1, 2, 3]); b.add("joint", axis=[0, 1, 0]); b.add("geom", size=[0.1])
        s = b.add("site", pos=[0, 0, 1]); p = mujoco_physics.wrap(mjcf.Physics.from_mjcf_model(w))
        assert list(geometry.PoseStamped(geometry.Pose([0, 0, 1]), s).to_world(p).pose.position) == [1, 2, 5]
    """),
    "myosuite": ("myosuite", "myoElbowPose1D6MRandom-v0, 30 steps", """
        import myosuite
        from myosuite.utils import gym
        env = gym.make("myoElbowPose1D6MRandom-v0"); env.reset()
        for _ in range(30): env.step(env.action_space.sample())
    """),
    "judo": ("judo-rai", "sampling control of a cart-pole and a pushed cylinder through its threaded rollouts, 20 steps each", """
        import mujoco, numpy as np, pathlib
        there = pathlib.Path.exists   # meshes that these tasks do not use would be downloaded
        pathlib.Path.exists = lambda p: p.name == "meshes" or there(p)
        from judo.tasks.cartpole import Cartpole
        from judo.tasks.cylinder_push import CylinderPush
        from judo.utils.mj_rollout_backend import MJRolloutBackend
        rng = np.random.default_rng(0)
        for Task in (Cartpole, CylinderPush):
          task = Task(); task.reset(); pool = MJRolloutBackend(task.model, 8)
          for _ in range(20):
            u = rng.normal(size=(8, 25, task.model.nu))
            states, sensors, _ = pool.rollout(np.concatenate([task.data.qpos, task.data.qvel]), u)
            best = int(np.argmax(task.reward(states, sensors, u)))
            task.data.ctrl[:] = u[best, 0]; mujoco.mj_step(task.model, task.data)
          assert np.isfinite(task.data.qpos).all()
    """),
    "safety-gymnasium": ("safety-gymnasium", "SafetyPointGoal1-v0, 30 steps", """
        import safety_gymnasium
        env = safety_gymnasium.make("SafetyPointGoal1-v0"); env.reset(seed=0)
        for _ in range(30): env.step(env.action_space.sample())
    """),
}


def version(distribution):
  try:
    return importlib.metadata.version(distribution)
  except importlib.metadata.PackageNotFoundError:
    return None


def run(name):
  """(version, what, result, log)."""
  distribution, what, program = PACKAGES[name]
  found = version(distribution)
  if found is None:
    return None, what, "not installed", ""
  code = "import stiction.compat; stiction.compat.install()\n" + textwrap.dedent(program)
  env = {**os.environ, "MUJOCO_GL": "disable", "PYTHONWARNINGS": "ignore"}
  try:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, timeout=600)
  except subprocess.TimeoutExpired:
    return found, what, "timeout", ""
  if done.returncode == 0:
    return found, what, "runs", ""
  lines = [line for line in done.stderr.strip().split("\n") if line.strip()]
  return found, what, "fails", done.stdout[-300:] + "\n".join(lines[-12:])


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("names", nargs="*")
  parser.add_argument("--write")
  args = parser.parse_args()
  rows = []
  for name in args.names or PACKAGES:
    found, what, result, log = run(name)
    print(f"{name:24} {found or '-':12} {result}", flush=True)
    if log:
      print(textwrap.indent(log, "    "), flush=True)
    rows.append((name, found or "-", what, result if result != "fails" else "fails: " + log.strip().split("\n")[-1][:160]))
  good = sum(r[3] == "runs" for r in rows)
  print(f"{good} of {len(rows)} run")
  if args.write:
    with open(args.write, "w", encoding="utf-8") as f:
      f.write("# Public packages on this engine\n\n`python tests/packages/smoke.py --write docs/packages.md`: each runs unchanged, headless, "
              f"through `stiction.compat`.\n{good} of {len(rows)} run.\n\n| package | version | what is run | result |\n|---|---|---|---|\n")
      f.writelines(f"| {n} | {v} | {w} | {r.replace('|', '/')} |\n" for n, v, w, r in rows)
  return 0


if __name__ == "__main__":
  sys.exit(main())
