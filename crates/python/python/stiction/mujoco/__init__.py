"""MuJoCo's Python interface over the Stiction engine."""

from .._native import *  # noqa: F401,F403
from ._constants import *  # noqa: F401,F403
from ._enums import *  # noqa: F401,F403

__version__ = "4.0.0"
