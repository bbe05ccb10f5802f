"""The web viewer from Python: a page in the browser that shows a simulation and acts on it.

    import stiction.viewer
    stiction.viewer.launch(model, data)                      # runs the simulation; returns when the page is closed

    with stiction.viewer.launch_passive(model, data) as viewer:
      while viewer.is_running():
        stiction.step(model, data)
        viewer.sync()

    recording = stiction.viewer.record(model, data, seconds=5)   # runs it; in a notebook it shows itself, also after export
    stiction.viewer.record(model, data, seconds=5, path="run.stic")   # exact states as well, for `stiction replay`
    stiction.viewer.report(recording, "run.html")            # facts, plots and the replay in one file
    stiction.viewer.replay("run.stic")                       # a recording of the program, as such a page

The address is printed, and opened where there is a desktop. In a notebook, the last expression of a cell shows the page in a frame. No
special interpreter, window or GL set-up is needed, on no system.
"""

import contextlib
import html
import os
import sys
import threading
import time
import webbrowser
from collections import deque

from . import _native
from .mujoco import _render

GRACE = 10.0
"""Seconds without any page after which `is_running` becomes false, once a page was there."""
FRAME = 1 / 60
HISTORY = 2000


def _open(url):
  if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
    with contextlib.suppress(Exception):
      webbrowser.open(url)


def _frame(page):
  """A page inside a page: nothing is fetched, so that exported notebooks show it too."""
  return f'<iframe srcdoc="{html.escape(page, quote=True)}" width="100%" height="560" style="border:0"></iframe>'


class Recording:
  """Frames of a run. In a notebook it shows itself as a page that replays them: without a port, also in exported notebooks."""

  def __init__(self, page, tape=None, name="", states=None):
    self._page, self._tape, self.name, self._states = page, tape, name, states

  def push(self, data):
    """Takes a frame of the data if it is time for one, and the exact state if there is a file for it; call it after each step. The data
    are not touched."""
    if self._tape is None:
      raise ValueError("this recording was read from a file: nothing can be added")
    if self._states is not None:
      self._states.push(data)
    self._tape.push(data)

  def close(self):
    """Ends the file of exact states, if there is one. What was pushed is in it even without, up to the last half second."""
    if self._states is not None:
      self._states.close()

  def __enter__(self):
    return self

  def __exit__(self, *error):
    self.close()

  @property
  def times(self):
    """Times of the frames [s]; empty for a recording that was read from a file."""
    return self._tape.times if self._tape is not None else []

  def page(self):
    """One file of HTML that replays it anywhere, offline."""
    return self._tape.page() if self._tape is not None else self._page

  def save(self, path):
    """Writes `page` to a file."""
    with open(path, "w", encoding="utf-8") as f:
      f.write(self.page())

  def _repr_html_(self):
    return _frame(self.page())

  def __len__(self):
    return len(self._tape) if self._tape is not None else 0

  def __repr__(self):
    return f"<recording of {self.name or 'a model'}, {len(self)} frames>"


def record(model, data=None, *, seconds=None, steps=None, control=None, rate=60.0, path=None, assets=None, folder=""):
  """A recording of a run. With `seconds` or `steps` the simulation is run here, with `control(model, data)` before each step; without,
  call `push(data)` after each step of your own, and `close` at the end (or use it as a context manager).

  With `path`, every state goes into that file exactly, behind the model: `stiction replay` shows it, `--verify` simulates it again bit by
  bit. The model is written as its MJCF with every number that was changed since; meshes and other files that it names come from `assets`
  (names to bytes) or are looked up from `folder`. A model that a file cannot give to the bit is refused, and named."""
  data = _native.MjData(model) if data is None else data
  states = None if path is None else _native.StateTape(model, os.fspath(path), model.to_xml_string(), assets, os.fspath(folder))
  out = Recording(None, _native.Tape(model, rate), bytes(model.names).split(b"\0")[0].decode(), states)
  ended = seconds is not None or steps is not None
  if steps is None:
    steps = 0 if seconds is None else round(seconds / model.opt.timestep)
  out.push(data)
  for _ in range(steps):
    if control is not None:
      control(model, data)
    _native.mj_step(model, data)
    out.push(data)
  if ended:
    out.close()
  return out


def report(recording, path=None, *, title="run", **facts):
  """Facts, plots of energy, contacts and residuals, and the replay in one file; the text if no path is given."""
  if recording._tape is None:
    raise ValueError("a recording that was read from a file has no numbers for plots: use 'stiction run --report'")
  text = recording._tape.report(title, [(str(k), str(v)) for k, v in facts.items()])
  if path is None:
    return text
  with open(path, "w", encoding="utf-8") as f:
    f.write(text)
  return None


def replay(path):
  """A recording of the program (`stiction run --record run.stic`) as a page that a notebook shows."""
  with open(path, "rb") as f:
    return Recording(_native.replay_page(f.read()), name=os.path.basename(path))


def verify(path):
  """Simulates a recording (`.stic`) again: the number of states that were compared, every bit of them equal. ValueError names the first
  that is not; a run with Python callbacks cannot be repeated so."""
  with open(path, "rb") as f:
    compared, first = _native.verify_recording(f.read())
  if first is not None:
    raise ValueError(f"state {first[0]} (t = {first[1]:g} s) of {os.path.basename(path)} differs when it is simulated again")
  return compared


class Handle:
  """A running viewer. `sync` shows the data and takes over what the page did; usable as a context manager."""

  def __init__(self, model, data, *, key_callback=None, port=0, bind="127.0.0.1", open_browser=True):
    self.m, self.d = model, data
    self._server = _native.ViewServer(model, bind, port)
    self.url = self._server.url
    self._lock = threading.RLock()
    self._key_callback = key_callback
    self.cam, self.opt, self.perturb = _render.MjvCamera(), _render.MjvOption(), _render.MjvPerturb()
    _render.mjv_defaultFreeCamera(model, self.cam)
    self.user_scn = _render.MjvScene(model, 10000)
    self._camera = self.cam._spec()
    self._seen, self._alone = False, None
    self.paused, self.speed = False, 1.0
    self._pending = []
    self._drawn = -1.0
    self._closed = False
    self._tape = _native.Tape(model, 30.0, 1800)
    print(f"The page is at {self.url}", file=sys.stderr)
    if open_browser:
      _open(self.url)

  # MuJoCo's names
  pert = property(lambda self: self.perturb)
  viewport = property(lambda self: _render.MjrRect(0, 0, 1280, 720))

  def lock(self):
    """A lock that holds `sync` back."""
    return self._lock

  def is_running(self):
    """False after `close`, or when every page was closed for some seconds."""
    if self._closed:
      return False
    if self._server.viewers:
      self._seen, self._alone = True, None
    elif self._seen:
      self._alone = self._alone or time.monotonic()
      if time.monotonic() - self._alone > GRACE:
        self.close()
        return False
    return True

  def sync(self, state_only=False):
    """Takes over what pages did (controls, joints, options, pulls) and shows the data, at most 60 times a second."""
    del state_only
    if self._closed:
      return
    with self._lock:
      self._pending += self._server.commands(self.d)
      for name, value in self._pending:
        if name == "hello":
          self._drawn = -1.0
        elif name == "pause":
          self.paused = value != 0
        elif name == "speed":
          self.speed = value
      self._server.pull(self.d)
      now = time.monotonic()
      if now - self._drawn >= FRAME:
        self._drawn = now
        if (camera := self.cam._spec()) != self._camera:
          self._camera = camera
          self._server.camera(camera["lookat"], camera["distance"], camera["azimuth"], camera["elevation"], camera["fixed"])
        self._tape.push(self.d)
        self._server.publish(self.d, [float(self.paused), self.speed, self.speed, 0.0], self.user_scn._extras())

  def commands(self):
    """What pages asked for that is not done by `sync` itself: a list of (name, number)."""
    out, self._pending = self._pending, []
    return out

  def update_hfield(self, hfieldid):
    del hfieldid

  update_mesh = update_texture = update_hfield

  def set_texts(self, texts):
    del texts

  def clear_texts(self):
    pass

  def set_figures(self, viewports_figures):
    del viewports_figures

  def clear_figures(self):
    pass

  def set_images(self, viewports_images):
    del viewports_images

  def clear_images(self):
    pass

  def close(self):
    """Ends the server; the mouse lets go."""
    if not self._closed:
      self._closed = True
      with contextlib.suppress(ValueError):
        self._server.release(self.d)
      self._server.close()

  def __enter__(self):
    return self

  def __exit__(self, *exc):
    self.close()

  def _repr_html_(self):
    # the live page while it runs; afterwards its last minute, which needs no server
    if self._closed and len(self._tape):
      return _frame(self._tape.page())
    return f'<iframe src="{self.url}" width="100%" height="560" style="border:0"></iframe>'

  def __repr__(self):
    return f"<viewer at {self.url}{' (closed)' if self._closed else ''}>"


def launch_passive(model, data, *, key_callback=None, show_left_ui=True, show_right_ui=True, port=0, bind="127.0.0.1", open_browser=True):
  """Shows a simulation that the caller steps; call `sync` after each step."""
  del show_left_ui, show_right_ui
  return Handle(model, data, key_callback=key_callback, port=port, bind=bind, open_browser=open_browser)


def launch(model=None, data=None, *, loader=None, show_left_ui=True, show_right_ui=True, port=0, bind="127.0.0.1", open_browser=True,
           seconds=None):
  """Runs a simulation in real time behind a page, until the page is closed (or `seconds` of wall time are over)."""
  del show_left_ui, show_right_ui
  if loader is not None:
    loaded = loader()
    model, data = loaded[0], loaded[1]
  if model is None:
    raise ValueError("launch needs a model")
  data = _native.MjData(model) if data is None else data
  with Handle(model, data, port=port, bind=bind, open_browser=open_browser) as viewer:
    _Loop(viewer).run(seconds)


def launch_from_path(path, **options):
  """Loads a model and runs it."""
  launch(_native.MjModel.from_xml_path(str(path)), **options)


class _Loop:
  """Real time, pause, steps, history."""

  def __init__(self, viewer):
    self.viewer, self.m, self.d = viewer, viewer.m, viewer.d
    self.size = _native.mj_stateSize(self.m, _STATE)
    self.history = deque(maxlen=HISTORY)
    self.rebase()

  def rebase(self):
    self.base = (self.d.time, time.monotonic())

  def state(self):
    import numpy as np
    out = np.zeros(self.size)
    _native.mj_getState(self.m, self.d, out, _STATE)
    return out

  def step(self):
    self.history.append(self.state())
    _native.mj_step(self.m, self.d)

  def obey(self, name, value):
    v = self.viewer
    if name == "step":
      v.paused = True
      for _ in range(int(value)):
        self.step()
    elif name == "back":
      v.paused = True
      for _ in range(int(value)):
        if self.history:
          state = self.history.pop()
      if "state" in locals():
        _native.mj_setState(self.m, self.d, state, _STATE)
        _native.mj_forward(self.m, self.d)
    elif name == "reset":
      _native.mj_resetData(self.m, self.d)
      _native.mj_forward(self.m, self.d)
    elif name == "key" and value < self.m.nkey:
      _native.mj_resetDataKeyframe(self.m, self.d, int(value))
      _native.mj_forward(self.m, self.d)
    self.rebase()

  def run(self, seconds):
    end = None if seconds is None else time.monotonic() + seconds
    v = self.viewer
    _native.mj_forward(self.m, self.d)
    while v.is_running() and (end is None or time.monotonic() < end):
      v.sync()
      for name, value in v.commands():
        self.obey(name, value)
      begin = time.monotonic()
      if v.paused:
        self.rebase()
      else:
        target = self.base[0] + (begin - self.base[1]) * v.speed
        if target - self.d.time > 0.1 * v.speed:
          self.rebase()
          target = self.d.time + 0.01 * v.speed
        while self.d.time < target and time.monotonic() - begin < 0.012:
          self.step()
      time.sleep(max(0.0, 0.004 - (time.monotonic() - begin)))


_STATE = 0x7FFF & ~0x2000
