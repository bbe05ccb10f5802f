"""One file under both laws: a box on a slope just below the angle of friction creeps under the soft one and stands under the exact one."""

import stiction

SLOPE = """<mujoco>
  <option gravity="4.8 0 -9.81"/>
  <default><geom friction="0.5"/></default>
  <worldbody>
    <geom type="plane" size="9 9 .1"/>
    <body name="box" pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  </worldbody>
</mujoco>"""


def main():
  moved = []
  for exact in (False, True):
    model = stiction.Model.from_xml_string(SLOPE)
    if exact:
      model.stiction.exact()
    data = stiction.Data(model)
    report = stiction.step(model, data, 1000)
    moved.append(data.body("box").xpos[0])
    print(f"exact {exact}: moved {moved[-1]:.2e} m, the last step {'is' if report.solved else 'is not'} solved")
  assert moved[0] > 1e-3 and abs(moved[1]) < 1e-9


if __name__ == "__main__":
  main()
