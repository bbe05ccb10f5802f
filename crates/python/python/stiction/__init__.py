"""Stiction: rigid-body physics with exact contact.

    import stiction
    model = stiction.Model.from_xml_path("humanoid.xml")
    data = stiction.Data(model)
    stiction.step(model, data, 100)
    print(data.qpos, data.contact.dist)

Arrays are numpy views of the engine's memory under MuJoCo's names (`qpos`, `xpos`, `body_mass`, …). Errors are exceptions: a model
that does not load raises `ModelError` with all problems, their places and hints; a simulation that diverges raises `StepError` that
names the joint and the likely cause, and leaves the data at the last good step.

`stiction.mujoco` carries MuJoCo's own names over the same objects, so that a program written for MuJoCo's bindings runs after
changing one import: `import stiction.mujoco as mujoco`. `stiction.compat` runs programs without any change.
"""

from ._native import EDITION, Diagnostic, GeometryReport, Gradient, InputError, InternalError, ModelError, StepError, StepReport, StictionOptions
from ._native import ModelParameters, Sensitivities, forward, gradient, inverse, report, sensitivities, step, vjp
from ._native import MjData as Data
from ._native import MjModel as Model
from ._native import MjOption as Option
from ._native import World, WorldBody, WorldModel
from .batch import Batch, SimulationError
from .contact_problem import ContactResult, solve_contact
from .constraint import Constraint
from .hooks import Hooks

__version__ = "0.1.0"
__all__ = [
    "EDITION",
    "Batch",
    "Constraint",
    "ContactResult",
    "Data",
    "Diagnostic",
    "GeometryReport",
    "Gradient",
    "Hooks",
    "Model",
    "ModelError",
    "ModelParameters",
    "Option",
    "Sensitivities",
    "SimulationError",
    "InputError",
    "InternalError",
    "StepError",
    "StepReport",
    "StictionOptions",
    "World",
    "WorldBody",
    "WorldModel",
    "forward",
    "gradient",
    "inverse",
    "report",
    "sensitivities",
    "solve_contact",
    "step",
    "vjp",
]
