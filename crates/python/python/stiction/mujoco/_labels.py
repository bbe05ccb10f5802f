"""Names and numbers at what a scene shows, as `mjvOption.label` asks for."""

import numpy as np

from .. import _native
from . import _enums as E

# labels that shapes of one kind of object carry
_KINDS = ("JOINT", "GEOM", "SITE", "CAMERA", "LIGHT", "TENDON", "ACTUATOR", "SKIN")


def _name(m, kind, i, short=None):
  return _native.mj_id2name(m, int(E.mjtObj[f"mjOBJ_{kind}"]), int(i)) or f"{short or kind.lower() + ' '}{int(i)}"


def _contact(m, d, i):
  return " | ".join(_name(m, "GEOM", g, "g") for g in d.contact[i].geom)


def _force(m, d, i):
  force = np.zeros(6)
  _native.mj_contactForce(m, d, i, force)
  return f"{np.linalg.norm(force[:3]):.3g}"


def write(m, d, label, table):
  """Gives shapes of a scene's table their labels; returns those that no shape carries, as (text, position, body)."""
  wanted = E.mjtLabel(int(label)).name.removeprefix("mjLABEL_")
  if wanted == "BODY":
    return [(_name(m, "BODY", b), d.xpos[b], b) for b in range(1, m.nbody)]
  if wanted == "ISLAND" and d.nisland:
    islands = [(b, d.tree_island[m.body_treeid[b]]) for b in range(1, m.nbody) if m.body_treeid[b] >= 0]
    return [(str(int(i)), d.xipos[b], b) for b, i in islands if i >= 0]
  if wanted in _KINDS:
    shown, text = table["objtype"] == int(E.mjtObj[f"mjOBJ_{wanted}"]), lambda i: _name(m, wanted, i)
  elif wanted in ("CONTACTPOINT", "CONTACTFORCE"):
    kind, text = ("CYLINDER", _contact) if wanted == "CONTACTPOINT" else ("ARROW", _force)
    shown = (table["objtype"] == 0) & (table["type"] == int(E.mjtGeom[f"mjGEOM_{kind}"])) & (table["objid"] < d.ncon)
    text = lambda i, of=text: of(m, d, i)
  else:
    return []
  # an object of many shapes has its label at the first
  objects, first = np.unique(np.where(shown, table["objid"], -1), return_index=True)
  for i, k in zip(objects, first):
    if i >= 0:
      table["label"][k] = text(int(i)).encode()[:99]
  return []
