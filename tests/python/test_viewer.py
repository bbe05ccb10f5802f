"""The viewer from Python: a page is served, frames arrive, what the page does reaches the simulation."""

import json
import os
import socket
import struct
import threading
import time
import urllib.request
from urllib.parse import urlparse

import numpy as np
import pytest

import stiction
import stiction.mujoco as mujoco
import stiction.viewer

XML = """<mujoco><worldbody><body pos="0 0 1"><joint name="h" type="hinge" axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/></body>
</worldbody><actuator><motor name="m" joint="h" ctrlrange="-1 1"/></actuator></mujoco>"""


class Page:
  """Just enough of a browser: a WebSocket."""

  def __init__(self, url):
    u = urlparse(url)
    self.s = socket.create_connection((u.hostname, u.port), timeout=10)
    self.s.sendall(f"GET /state HTTP/1.1\r\nHost: {u.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAA\r\n\r\n".encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
      head += self.s.recv(1)
    assert b"101" in head

  def send(self, **command):
    data, mask = json.dumps(command).encode(), os.urandom(4)
    self.s.sendall(bytes([0x81, 0x80 | len(data)]) + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

  def exact(self, n):
    out = b""
    while len(out) < n:
      got = self.s.recv(n - len(out))
      assert got, "the server ended"
      out += got
    return out

  def read(self):
    kind, n = self.exact(2)
    if n == 126:
      n = struct.unpack(">H", self.exact(2))[0]
    elif n == 127:
      n = struct.unpack(">Q", self.exact(8))[0]
    return kind & 15, self.exact(n)

  def frame(self):
    while True:
      kind, data = self.read()
      if kind == 2:
        assert data[:4] == b"STF1"
        return struct.unpack_from("<d", data, 8)[0]


@pytest.fixture
def pair():
  m = stiction.Model.from_xml_string(XML)
  d = stiction.Data(m)
  stiction.forward(m, d)
  return m, d


def test_passive(pair):
  m, d = pair
  with mujoco.viewer.launch_passive(m, d, open_browser=False) as v:
    assert v.is_running() and v.url.startswith("http://127.0.0.1:")
    scene = json.load(urllib.request.urlopen(v.url + "scene.json"))
    assert len(scene["geoms"]) == 1 and scene["actuators"][0]["name"] == "m"
    assert "iframe" in v._repr_html_()
    page = Page(v.url)
    page.send(cmd="ctrl", id=0, value=0.5)
    v.user_scn.ngeom = 1
    mujoco.mjv_initGeom(v.user_scn.geoms[0], mujoco.mjtGeom.mjGEOM_SPHERE, [0.1, 0, 0], [0, 0, 1], [1, 0, 0, 0, 1, 0, 0, 0, 1], [1, 0, 0, 1])
    end = time.monotonic() + 10
    while d.ctrl[0] != 0.5 and time.monotonic() < end:
      with v.lock():
        stiction.step(m, d)
      v.sync()
      time.sleep(0.002)
    assert d.ctrl[0] == 0.5
    assert page.frame() > 0
    page.send(cmd="pull", body=1, point=[0.5, 0, 0], target=[0.5, 0, 2.0])
    while not d.xfrc_applied[1].any() and time.monotonic() < end:
      v.sync()
      time.sleep(0.002)
    assert d.xfrc_applied[1][2] > 0
  assert not v.is_running()
  assert not d.xfrc_applied.any(), "the mouse lets go when the viewer closes"
  v.sync()


def test_launch_runs_in_real_time_and_obeys(pair):
  m, d = pair
  urls = []
  start = stiction.viewer.Handle.__init__

  def spy(self, *args, **options):
    start(self, *args, **options)
    urls.append(self.url)

  stiction.viewer.Handle.__init__ = spy
  try:
    t = threading.Thread(target=stiction.viewer.launch, args=(m, d), kwargs=dict(open_browser=False, seconds=4))
    t.start()
    while not urls:
      time.sleep(0.01)
    page = Page(urls[0])
    page.send(cmd="pause", on=True)
    time.sleep(0.5)
    stopped = d.time
    time.sleep(0.3)
    assert d.time == stopped
    page.send(cmd="step", n=5)
    time.sleep(0.5)
    assert abs(d.time - stopped - 5 * m.opt.timestep) < 1e-9
    t.join()
  finally:
    stiction.viewer.Handle.__init__ = start


def test_a_recording_shows_itself_without_a_server(tmp_path):
  model = stiction.Model.from_xml_string(XML)
  plain, data = stiction.Data(model), stiction.Data(model)
  data.ctrl[0] = plain.ctrl[0] = 0.3
  recording = stiction.viewer.record(model, data, seconds=1.0)
  for _ in range(500):
    stiction.step(model, plain)
  assert (data.qpos == plain.qpos).all() and (data.qvel == plain.qvel).all(), "recording does not touch the run"
  assert 59 <= len(recording) <= 62 and recording.times[0] == 0
  page = recording.page()
  assert "window.stictionRecording" in page and "http://127.0.0.1" not in page
  shown = recording._repr_html_()
  assert shown.startswith("<iframe srcdoc=") and "<script" not in shown, "the page is inside, as text"
  recording.save(tmp_path / "run.html")
  assert (tmp_path / "run.html").read_text() == page
  stiction.viewer.report(recording, tmp_path / "report.html", title="hinge <1>", seed=3)
  text = (tmp_path / "report.html").read_text()
  assert "hinge &lt;1&gt;" in text and "<td>seed</td><td>3</td>" in text and "srcdoc=" in text and "<svg" in text


def test_own_steps_are_pushed_and_a_reset_begins_anew():
  model = stiction.Model.from_xml_string(XML)
  data = stiction.Data(model)
  recording = stiction.viewer.record(model, data, rate=100)
  for _ in range(50):
    stiction.step(model, data)
    recording.push(data)
  assert len(recording) == 11
  mujoco.mj_resetData(model, data)
  recording.push(data)
  assert recording.times == [0.0]
  with pytest.raises(ValueError, match="rate"):
    stiction.viewer.record(model, rate=0)


def test_a_damaged_recording_is_refused(tmp_path):
  (tmp_path / "x.stic").write_bytes(b"nothing")
  with pytest.raises(ValueError, match="not a recording"):
    stiction.viewer.replay(tmp_path / "x.stic")


def test_a_closed_handle_shows_its_last_minute():
  model = stiction.Model.from_xml_string(XML)
  data = stiction.Data(model)
  with stiction.viewer.launch_passive(model, data, open_browser=False) as viewer:
    stiction.step(model, data)
    viewer.sync()
    assert "src=\"http" in viewer._repr_html_()
  assert "srcdoc=" in viewer._repr_html_()


def test_exact_states_are_recorded_with_the_model(tmp_path):
  corners = np.array([[0, 0, 0], [0.3, 0, 0], [0, 0.2, 0], [0, 0, 0.4]])
  obj = "".join(f"v {x} {y} {z}\n" for x, y, z in corners) + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
  xml = """<mujoco model="thrown"><compiler meshdir="meshes"/><asset><mesh name="t" file="t.obj"/></asset>
  <worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .6"><freejoint/><geom type="mesh" mesh="t" density="300"/></body>
  <body pos=".5 0 .5"><joint name="j" axis="0 1 0"/><geom size=".1"/></body></worldbody><actuator><motor joint="j"/></actuator></mujoco>"""
  model = mujoco.MjModel.from_xml_string(xml, {"t.obj": obj.encode()})
  model.geom_friction[:, 0] = 0.7
  model.opt.gravity[2] = -5
  data = mujoco.MjData(model)
  data.qvel[:] = np.linspace(-1, 1, model.nv)

  def push(m, d):
    d.ctrl[0] = np.sin(9 * d.time)

  path = tmp_path / "run.stic"
  recording = stiction.viewer.record(model, data, seconds=0.5, control=push, path=path, assets={"t.obj": obj.encode()})
  assert len(recording) > 10
  assert stiction.viewer.verify(path) == 250
  with open(path, "ab") as f:
    f.write(b"cut")
  assert stiction.viewer.verify(path) == 250, "what was written before is read"
  assert "thrown" in stiction.viewer.replay(path).page()
  with pytest.raises(ValueError, match="closed"):
    recording.push(data)
  with pytest.raises(ValueError, match="t.obj"):
    stiction.viewer.record(model, data, path=tmp_path / "x.stic")
  model.geom_rbound[1] = 7
  with pytest.raises(ValueError, match="geom_rbound"):
    stiction.viewer.record(model, data, path=tmp_path / "x.stic", assets={"t.obj": obj.encode()})


GREEN = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c6360f8cf0000020201007b0981780000000049454e44ae426082")
"""A picture of one green pixel."""


def test_a_texture_by_reference_is_in_the_page_and_in_recordings(tmp_path, monkeypatch):
  monkeypatch.chdir(tmp_path)
  (tmp_path / "green.png").write_bytes(GREEN)
  (tmp_path / "m.xml").write_text("""<mujoco><compiler passthrough="textures"/><asset><texture name="t" type="2d" file="green.png"/></asset>
    <worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>""")
  model = stiction.Model.from_xml_path("m.xml")
  told = '"textures":[{"type":0,"width":1,"height":1,"channels":3'
  recording = stiction.viewer.record(model, stiction.Data(model), seconds=0.1, path="run.stic", folder=".")
  recording.save("run.html")
  assert told in (tmp_path / "run.html").read_text()
  with stiction.viewer.launch_passive(model, stiction.Data(model)) as viewer:
    assert told in urllib.request.urlopen(viewer.url + "scene.json").read().decode()
  (tmp_path / "green.png").unlink()
  assert stiction.viewer.verify("run.stic") == 50
  assert told in stiction.viewer.replay("run.stic")._repr_html_().replace("&quot;", '"')
  assert list(model.tex_adr) == [-1], "the model itself is as it was"
