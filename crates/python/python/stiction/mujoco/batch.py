"""`mujoco.batch` over this engine: see `stiction.batch`. Bad numbers reset a simulation and count a warning, as in MuJoCo."""

from ..batch import DATA_FIELDS, MODEL_FIELDS, SimulationError
from ..batch import Batch as _Batch

__all__ = ["Batch", "DATA_FIELDS", "MODEL_FIELDS", "SimulationError"]


class Batch(_Batch):
  __doc__ = _Batch.__doc__

  def __init__(self, model, nsim, nthread=0, persistent=False):
    super().__init__(model, nsim, nthread, persistent, bad="reset")
