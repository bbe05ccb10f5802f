"""Operations on a whole `MjSpec` that keep the dynamics of its model: fuse, discard, merge, adopt.

Rust does what depends on inertias; elements that stay keep their identity through tags that survive the way there and back.
"""

from .. import _native
from ._spec_elements import PLURAL, MjsBody
from ._spec_values import TREE_KINDS

FUSE, DISCARD, ADOPT = range(3)


def _apply(spec, what, body=0, vfs=None):
  from ._specs import _Places
  places = _Places(spec)
  tags = spec._tags(places)
  parts, gone = _native.spec_simplify(spec._give_tagged(places, tags), (what, body), spec.modelfiledir, spec._files(vfs))
  spec._replace(parts, tags)
  return gone


def fuse_static(self, vfs=None):
  """Turns bodies that cannot move relative to their parents into frames; returns how many. The dynamics stay the same."""
  _check(self, "fuse")
  return _apply(self, FUSE, vfs=vfs)


def discard_visual(self, vfs=None):
  """Drops geoms that cannot collide, and materials, textures and meshes that nothing needs; returns how many elements.

  Inertias that came from a dropped geom become explicit. Raises ValueError if they cannot (`inertiafromgeom="true"`).
  """
  _check(self, "discard elements of")
  return _apply(self, DISCARD, vfs=vfs)


def adopt_inertial(self, body, vfs=None):
  """Makes the inertia that `body` infers from its geoms explicit, so that changes of geoms no longer move it."""
  from ._specs import _Places
  if not isinstance(body, MjsBody) or body._spec is not self:
    raise ValueError("the body is not in this model")
  _apply(self, ADOPT, _Places(self).body[id(body)], vfs)


def _check(spec, what):
  if spec.parent is not None:
    raise ValueError(f"Cannot {what} an attached mjSpec.")


def dedup_assets(self):
  """Merges named textures and meshes that would compile to the same asset; returns how many are gone. Reads no files."""
  from ._specs import _Places
  if self.parent is not None:
    raise ValueError("Cannot merge the assets of an attached mjSpec.")
  places = _Places(self)
  renamed = {"texture": {}, "mesh": {}}
  for kind, folder in (("texture", "texturedir"), ("mesh", "meshdir")):
    first = {}
    for x in list(self._lists[kind]):
      name = x._values["name"]
      if not name:
        continue
      values = x._give(places)[1:]
      where = getattr(x.compiler, folder) or x.compiler.meshdir if _has_file(x) else ""
      key = repr([v.tolist() if hasattr(v, "tolist") else v for v in values]) + "\0" + where
      if key in first:
        renamed[kind][name] = first[key]
        self._lists[kind].remove(x)
        x.__dict__.update(_signature=0, _id=-1)
      else:
        first[key] = name
  _rename(self, renamed)
  return sum(map(len, renamed.values()))


def _has_file(x):
  return bool(x._values.get("file")) or any(x._values.get("cubefiles") or ())


def _rename(spec, renamed):
  """Rewrites references to assets that are gone."""
  templates = [t for c in spec._classes for t in c._templates.values()]
  mesh, texture = renamed["mesh"], renamed["texture"]
  for x in [e for k in PLURAL for e in spec._all(k)] + templates:
    v = x._values
    if "meshname" in v:
      v["meshname"] = mesh.get(v["meshname"], v["meshname"])
    if x._kind == "light" and "texture" in v:
      v["texture"] = texture.get(v["texture"], v["texture"])
    if x._kind == "material":
      v["textures"] = type(v["textures"])(texture.get(t, t) for t in v["textures"])
    if x._kind in ("sensor", "tuple"):
      _rename_objects(v, {10: mesh, 13: texture})


def _rename_objects(v, maps):
  """Names beside mjtObj numbers, one or a list."""
  for kind, name in (("objtype", "objname"), ("reftype", "refname")):
    if kind not in v or name not in v:
      continue
    if isinstance(v[name], str):
      v[name] = maps.get(v[kind], {}).get(v[name], v[name])
    else:
      v[name] = type(v[name])(maps.get(int(t), {}).get(n, n) for t, n in zip(v[kind], v[name]))


def replace(self, parts, tags):
  """Makes the spec anew from what the engine gives; tagged elements stay the same objects, those that are gone leave the tree."""
  kept = set()

  def reuse(kind, values):
    loc = values[0][3]
    made = tags.get(loc[1]) if loc and loc[0] == 4294967295 else None
    # a fused body comes back as a frame under its own tag
    if made is None or made._kind != kind:
      return None
    place, info, class_, origin = made._loc, made._info, made._class, made._origin
    made._take(values)
    made.__dict__.update(_loc=place, _info=info, _class=class_, _origin=origin)
    if kind == "body":
      made.__dict__["_children"] = {k: [] for k in TREE_KINDS}
    kept.add(id(made))
    return made

  self._lists = {k: [] for k in self._lists}
  bodies, frames = [], []
  self._latest_first = {}
  self._grow(parts, {k: 0 for k in PLURAL}, bodies, frames, reuse)
  self.worldbody = bodies[0]
  self._model = None
  for c, (_, _, templates) in zip(self._classes, parts["classes"]):
    for kind, values in templates.items():
      c._templates[kind]._take(values)
  for x in tags.values():
    if id(x) not in kept:
      x.__dict__.update(_signature=0, _id=-1)
