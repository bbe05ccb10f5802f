"""Plugins of a spec: instances with their configuration, and the elements that use them.

The engine knows name and configuration of an element's plugin (`plugin_name`, `plugin_config`); instances are resolved to these before
it gets the spec.
"""

from .. import _native
from ._spec_values import MjsElement

USERS = ("actuator", "sensor", "mesh", "geom")
"""Kinds of elements whose plugins there are."""

BUILT_IN = ("mujoco.pid", "mujoco.sensor.touch_grid", "mujoco.sdf.torus", "mujoco.sdf.bowl", "mujoco.sdf.bolt", "mujoco.sdf.nut",
            "mujoco.sdf.gear")


class MjsPlugin(MjsElement):
  """An instance of a plugin, or what an element says of the one that it uses."""

  def __init__(self, spec, name="", plugin_name="", active=False, info="", config=None):
    self._spec, self._source, self._config = spec, None, dict(config or {})
    self.name, self.plugin_name, self.active, self.info = name, plugin_name, bool(active), info

  def _instance(self):
    """The instance that is used: the one of the name, the one that was assigned, or this itself."""
    if any(p is self for p in self._spec.plugins):
      return self
    if self.name:
      found = self._spec.plugin(self.name)
      if found is None:
        raise ValueError(f"Error: unrecognized name '{self.name}' for plugin instance")
      return found
    return self if self._source is None else self._source

  @property
  def config(self):
    """Keys and values, as text."""
    return dict(self._instance()._config)

  @config.setter
  def config(self, value):
    self._instance()._config = {str(k): str(v) for k, v in value.items()}

  @property
  def id(self):
    """Place among the instances of the spec, −1 for an element's own."""
    return next((i for i, p in enumerate(self._spec.plugins) if p is self), -1)

  def _use(self, spec):
    """What an element keeps of it when it is assigned."""
    made = MjsPlugin(spec, self.name, self.plugin_name, self.active, self.info)
    made._source = self._instance()
    return made

  def __repr__(self):
    return f"<MjsPlugin {self.name!r} of {self.plugin_name!r}>"


def plugin_of(element):
  """The plugin of an element; not active where it has none."""
  if "_plugin" not in element.__dict__:
    name, pairs = element._values.get("plugin_name", ""), list(element._values.get("plugin_config", ()))
    config = dict(zip(pairs[::2], pairs[1::2]))
    element.__dict__["_plugin"] = MjsPlugin(element._spec, plugin_name=name, active=bool(name), config=config)
  return element.__dict__["_plugin"]


def set_plugin(element, plugin):
  """Makes an element use an instance."""
  if not isinstance(plugin, MjsPlugin):
    raise TypeError(f"a plugin is an MjsPlugin, not {type(plugin).__name__}")
  element.__dict__["_plugin"] = plugin._use(element._spec)


def resolve(element):
  """Writes what an element's plugin says into the values that the engine gets."""
  plugin = element.__dict__.get("_plugin")
  if plugin is None:
    return
  used = plugin._instance() if plugin.active else MjsPlugin(element._spec)
  if plugin.active and element._kind not in USERS:
    raise ValueError(f"Error: plugins of a {element._kind} are not built in: {used.plugin_name!r}")
  if element._kind in USERS:
    element._values["plugin_name"] = used.plugin_name
    element._values["plugin_config"] = type(element._values["plugin_config"])(x for pair in used._config.items() for x in pair)


class Plugins:
  """The plugins of a spec: what `MjSpec` has of them."""

  hasImplicitPluginElem = False

  @property
  def plugins(self):
    """Instances."""
    return self.__dict__.setdefault("_plugins", [])

  def plugin(self, name):
    """The instance of a name, or None."""
    return next((p for p in self.plugins if p.name == name), None)

  def add_plugin(self, name="", plugin_name="", active=False, info="", config=None):
    """Adds an instance of a plugin; elements use it when it is assigned to their `plugin` and that is active."""
    if name and self.plugin(name) is not None:
      raise ValueError(f"Error: repeated name '{name}' in plugin")
    self.plugins.append(MjsPlugin(self, name, plugin_name, active, info, config))
    return self.plugins[-1]

  def activate_plugin(self, name):
    """Says that a plugin is used; those that are built in need not be activated."""
    if name not in BUILT_IN:
      raise _native.FatalError(f"plugin '{name}' is not built in; known: {', '.join(BUILT_IN)}")

  def _take_plugins(self, instances):
    """Declared instances, and the elements of a file that use them."""
    for name, plugin, pairs in instances:
      self.add_plugin(name, plugin, True, config=dict(zip(pairs[::2], pairs[1::2])))
    for kind in USERS if self.plugins else ():
      for x in self._all(kind):
        if x._values["plugin_instance"]:
          set_plugin(x, self.plugin(x._values["plugin_instance"]))

  def _copy_plugins(self, source, kinds):
    """Instances of another spec, and what its elements say of them."""
    for p in source.plugins:
      self.add_plugin(p.name, p.plugin_name, p.active, p.info, p._config)
    for kind in kinds:
      for mine, theirs in zip(self._all(kind), source._all(kind)):
        use = theirs.__dict__.get("_plugin")
        if use is not None:
          made = MjsPlugin(self, use.name, use.plugin_name, use.active, use.info, use._config)
          at = -1 if use._source is None else use._source.id
          made._source = self.plugins[at] if at >= 0 else None
          mine.__dict__["_plugin"] = made
