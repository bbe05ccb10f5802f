"""Building a model in Python: a pendulum of n links, compiled, simulated, saved as MJCF."""

import stiction
import stiction.mujoco as mujoco


def main(links=5):
  spec = mujoco.MjSpec()
  spec.modelname = "chain"
  body = spec.worldbody
  for i in range(links):
    body = body.add_body(name=f"link{i}", pos=[0, 0, 2 if i == 0 else -0.3])
    body.add_joint(name=f"hinge{i}", axis=[0, 1, 0], damping=[0.01, 0, 0])
    body.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, fromto=[0, 0, 0, 0, 0, -0.3], size=[0.03])
  model = spec.compile()
  data = stiction.Data(model)
  data.joint("hinge0").qpos = 1.0
  stiction.step(model, data, 500)
  print(f"after {data.time:.1f} s the first angle is {data.joint('hinge0').qpos[0]:.3f} rad")
  return spec.to_xml()


if __name__ == "__main__":
  print(main())
