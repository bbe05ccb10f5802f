"""MuJoCo's `mujoco.viewer`: a page in the browser instead of a window."""

from ..viewer import Handle, launch, launch_from_path, launch_passive  # noqa: F401
