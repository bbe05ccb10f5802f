"""Stiction: rigid-body physics with exact contact.

    import stiction
    model = stiction.Model.from_xml_path("humanoid.xml")

`stiction.mujoco` carries MuJoCo's own names over the same objects, so that a program written for MuJoCo's bindings runs after
changing one import: `import stiction.mujoco as mujoco`.
"""

from ._native import Diagnostic, ModelError
from ._native import MjModel as Model

__version__ = "0.1.0"
__all__ = ["Diagnostic", "Model", "ModelError"]
