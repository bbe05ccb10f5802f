"""Packages written for MuJoCo, loaded a second time on this engine while the first copy keeps the real one."""

import contextlib
import importlib
import sys
import threading

from . import mujoco

_lock = threading.RLock()


class Borrowed:
  """A second copy of the modules of `package`, for which `import mujoco` means this engine."""

  def __init__(self, package):
    self._package, self._modules = package, {}

  def module(self, name):
    """A module of the copy."""
    with self.here():
      return importlib.import_module(name)

  @contextlib.contextmanager
  def here(self):
    """While this lasts, imports see the copy; then `sys.modules` is as it was."""
    folder = self._package

    def mine(n):
      return n in ("mujoco", folder) or n.startswith(("mujoco.", folder + "."))
    with _lock:
      above, _, last = folder.rpartition(".")
      parent = importlib.import_module(above) if above else None
      original = getattr(parent, last, None)
      saved = {n: m for n, m in sys.modules.items() if mine(n)}
      for n in saved:
        del sys.modules[n]
      try:
        sys.modules.update(self._modules)
        sys.modules["mujoco"] = mujoco
        yield
      finally:
        self._modules.update({n: m for n, m in sys.modules.items() if n == folder or n.startswith(folder + ".")})
        for n in [n for n in sys.modules if mine(n)]:
          del sys.modules[n]
        sys.modules.update(saved)
        if original is not None:
          setattr(parent, last, original)
        elif parent is not None and hasattr(parent, last):
          delattr(parent, last)
