"""Stiction: rigid-body physics with exact contact.

`stiction.mujoco` carries MuJoCo's own names over the same objects.
"""

from ._native import MjModel as Model

__all__ = ["Model"]
