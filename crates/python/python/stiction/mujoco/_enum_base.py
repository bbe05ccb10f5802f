"""Base of the enumerations."""

import enum


class MjEnum(enum.IntEnum):
  """An integer with a name. Prints as `mjtObj.mjOBJ_BODY`, compares and computes as a number."""

  def __str__(self):
    return f"{type(self).__name__}.{self.name}"

  __format__ = enum.Enum.__format__

  @classmethod
  def _missing_(cls, value):
    raise ValueError(f"Invalid int value for {cls.__name__}: {value}")
