"""The `glfw` backend of MuJoCo: here pictures are drawn in software, so that its context is empty."""

from ._render import GLContext  # noqa: F401
