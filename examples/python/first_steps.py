"""Load, step, look: the native interface."""

import stiction


def main():
  model = stiction.Model.from_xml_string("""
    <mujoco>
      <worldbody>
        <geom type="plane" size="1 1 .1"/>
        <body name="ball" pos="0 0 1"><freejoint/><geom size=".1"/></body>
      </worldbody>
    </mujoco>""")
  data = stiction.Data(model)
  report = stiction.step(model, data, 1000)
  print(report)
  print("the ball rests at", data.body("ball").xpos, "with", data.ncon, "contact")
  try:
    data.qvel[0] = float("nan")
    stiction.step(model, data)
  except ValueError as e:
    print("refused:", e)


if __name__ == "__main__":
  main()
