"""MuJoCo's `mujoco.renderer`."""

from ._render import Renderer  # noqa: F401
