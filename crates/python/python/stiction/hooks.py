"""Code of yours inside a step: forces, controls, sensors, actuators and a filter of contacts, in one class.

    class Drag(stiction.Hooks):
      def passive(self, m, d):
        d.qfrc_passive[:] -= 0.1 * d.qvel

    with Drag():
      stiction.step(model, data, 1000)

It is the trait `Hooks` of the Rust crates with the same names. Shapes of your own are in `stiction.shapes`, constraints in
`stiction.Constraint`.
"""

from . import _native

# where MuJoCo's bindings keep the function of each method
_PLACES = {"control": "control", "passive": "passive", "sensor": "sensor", "reject_contact": "contactfilter",
           "act_dyn": "act_dyn", "act_gain": "act_gain", "act_bias": "act_bias"}


class Hooks:
  """Override what you need, and step inside `with`. Every simulation that is stepped there calls it, with its model and data; an
  exception ends the step and is raised from it."""

  def control(self, m, d):
    """Sets `d.ctrl` and applied forces; positions and velocities are known."""

  def passive(self, m, d):
    """Adds to `d.qfrc_passive`."""

  def sensor(self, m, d, stage):
    """Writes the numbers of user sensors of this stage (`mjtStage`) into `d.sensordata`."""

  def reject_contact(self, m, d, geom1, geom2):
    """True if these two geoms must not touch; then contype and conaffinity are not looked at."""

  def act_dyn(self, m, d, actuator):
    """Rate of the last activation of an actuator with `dyntype="user"`."""

  def act_gain(self, m, d, actuator):
    """Gain of an actuator with `gaintype="user"`."""

  def act_bias(self, m, d, actuator):
    """Bias of an actuator with `biastype="user"`."""

  def __enter__(self):
    before = []
    for method, place in _PLACES.items():
      if getattr(type(self), method) is not getattr(Hooks, method):
        before.append((place, getattr(_native, f"get_mjcb_{place}")()))
        getattr(_native, f"set_mjcb_{place}")(getattr(self, method))
    self.__dict__.setdefault("_before", []).append(before)
    return self

  def __exit__(self, *exc):
    for place, function in self._before.pop():
      getattr(_native, f"set_mjcb_{place}")(function)
