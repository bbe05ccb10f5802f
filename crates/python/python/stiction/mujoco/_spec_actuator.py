"""Actuators of an editable model, and the shortcuts that set their gain, bias and dynamics.

A shortcut is what the MJCF element of the same name means; the reader of MJCF is asked, so that there is one definition.
"""

from .. import _native
from ._spec_values import Element

_SET = ("type", "gaintype", "gainprm", "biastype", "biasprm", "dyntype", "dynprm", "actdim", "actearly", "ctrlspec", "inheritrange")


def _text(x):
  return " ".join(repr(float(v)) for v in x) if isinstance(x, (list, tuple)) or hasattr(x, "__len__") else repr(float(x))


class MjsActuator(Element):
  _kind = "actuator"

  def _shortcut(self, element, attributes, more=()):
    given = " ".join(f'{k}="{_text(v)}"' for k, v in attributes.items() if v is not None)
    target = "body" if element == "adhesion" else "joint"
    xml = f'<mujoco><actuator><{element} {given} {target}="x"/></actuator></mujoco>'
    parts, _, _ = _native.spec_read("shortcut.xml", xml.encode(), "")
    made = MjsActuator(self._spec, parts["actuators"][0])
    for name in (*_SET, *more):
      self._values[name] = made._values[name]

  def set_to_motor(self):
    self._shortcut("motor", {})

  def set_to_position(self, kp, kv=-1, dampratio=-1, timeconst=-1, inheritrange=False):
    self._shortcut("position", _given(kp=kp, kv=kv, dampratio=dampratio, timeconst=timeconst, inheritrange=float(inheritrange) or -1))

  def set_to_intvelocity(self, kp, kv=-1, dampratio=-1, timeconst=-1, inheritrange=False):
    self._shortcut("intvelocity", _given(kp=kp, kv=kv, dampratio=dampratio, inheritrange=float(inheritrange) or -1))
    if timeconst >= 0:
      self.dynprm[0] = timeconst

  def set_to_velocity(self, kv):
    self._shortcut("velocity", {"kv": kv})

  def set_to_damper(self, kv):
    self._shortcut("damper", {"kv": kv, "ctrlrange": [0, 1]}, ("ctrllimited",))

  def set_to_cylinder(self, timeconst, bias, area, diameter=-1):
    self._shortcut("cylinder", {"timeconst": timeconst, "bias": [bias, 0, 0], **_given(area=area, diameter=diameter)})

  def set_to_muscle(self, timeconst=(-1, -1), tausmooth=0.0, range=(-1, -1), force=-1, scale=-1, lmin=-1, lmax=-1, vmax=-1,  # noqa: A002
                    fpmax=-1, fvmax=-1):
    self._shortcut("muscle", {"timeconst": list(timeconst), "tausmooth": tausmooth, "range": list(range),
                              **_given(force=force, scale=scale, lmin=lmin, lmax=lmax, vmax=vmax, fpmax=fpmax, fvmax=fvmax)})

  def set_to_adhesion(self, gain):
    self._shortcut("adhesion", {"gain": gain, "ctrlrange": [0, 1]}, ("ctrllimited",))

  def set_to_orientation(self, kp, kv=-1, dampratio=-1, ctrlspec=0):
    self._shortcut("orientation", _given(kp=kp, kv=kv, dampratio=dampratio))
    self._values["ctrlspec"] = int(ctrlspec)

  def set_to_pid(self, kp, kv=-1, dampratio=-1, ki=-1, imax=-1, slewmax=-1, inheritrange=0, ctrlspec=0):
    self._shortcut("pid", _given(kp=kp, kv=kv, dampratio=dampratio, ki=ki, imax=imax, slewmax=slewmax,
                                 inheritrange=float(inheritrange) or -1))
    self._values["ctrlspec"] = int(ctrlspec)

  def set_to_dcmotor(self, motorconst, resistance, nominal=(0, 0, 0), saturation=(0, 0, 0), inductance=(0, 0), cogging=(0, 0, 0),
                     controller=(0,) * 6, thermal=(0,) * 6, lugre=(0,) * 5, ctrlspec=0):
    every = dict(motorconst=motorconst, nominal=nominal, saturation=saturation, inductance=inductance, cogging=cogging,
                 controller=controller, thermal=thermal, lugre=lugre)
    given = {k: list(v) for k, v in every.items() if any(v)}
    self._shortcut("dcmotor", {"resistance": resistance or None, **given}, ("forcerange", "forcelimited", "actlimited"))
    self._values["ctrlspec"] = int(ctrlspec)


def _given(**values):
  """Values that are not negative, which means "not given"."""
  return {k: v for k, v in values.items() if v >= 0}
