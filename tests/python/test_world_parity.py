"""`stiction.World` and Rust's `World` have the same methods; compounds, meshes, fields, forces and options from Python."""
import pathlib
import re

import numpy as np
import pytest

import stiction
import stiction.mujoco as mujoco

ROOT = pathlib.Path(__file__).resolve().parents[2]
# methods that the other language has under another name, or as a part of the language
RUST_ONLY = {
  "new": "World()", "is_empty": "len(world) == 0", "len": "len(world)", "add_model": "load, parse", "index": "bodies are taken as they are",
  "model_mut": "options, gravity", "refresh": "done by what asks", "set_controls": "set_control", "frame": "join", "constrain": "add_constraint",
}
PYTHON_ONLY = {"options": "model_mut", "gravity": "model_mut", "spring": "add_force(Spring)"}


def rust_methods():
  """Public methods of `World` and of its extension trait."""
  found = set()
  for file in (ROOT / "crates/sim/src/world").glob("*.rs"):
    for part in re.split(r"^impl World \{$", file.read_text(), flags=re.M)[1:]:
      found |= set(re.findall(r"^    pub fn (\w+)", part.split("\n}\n")[0], flags=re.M))
  front = (ROOT / "crates/stiction/src/worlds.rs").read_text()
  return found | set(re.findall(r"^    fn (\w+)", front.split("pub trait WorldExt")[1].split("\n}\n")[0], flags=re.M))


def test_both_languages_have_the_same_methods():
  rust, python = rust_methods(), {n for n in dir(stiction.World) if not n.startswith("_")}
  assert len(rust) > 40
  assert rust - python == set(RUST_ONLY)
  assert python - rust == set(PYTHON_ONLY)


def settle(world, seconds=1.0, dt=0.002):
  world.step(dt, round(seconds / dt))


def test_a_compound_rests_on_its_parts():
  world = stiction.World()
  world.spawn("plane", restitution=0)
  bell = world.spawn("compound", [("sphere", 0.1, (-0.5, 0, 0)), ("sphere", 0.1, (0.5, 0, 0)), ("box", (0.4, 0.02, 0.02))],
                     pos=(0, 0, 0.2), mass=3.0)
  settle(world)
  assert world.mass(bell) == pytest.approx(3.0, abs=1e-12)
  assert world.pose(bell)[0][2] == pytest.approx(0.1, abs=1e-4)
  carried = [c["force"][2] for c in world.contacts()]
  assert carried == pytest.approx([1.5 * 9.81] * 2, rel=1e-6)
  world.remove(bell)
  settle(world, 0.01)
  assert len(world) == 1


def test_a_mesh_collides_by_its_triangles_and_a_field_has_its_heights():
  world = stiction.World()
  valley = np.array([(x, y, abs(x) / 5) for x in (-5, 0, 5) for y in (-5, 5)])
  world.spawn("mesh", (valley, [(0, 2, 3), (0, 3, 1), (2, 4, 5), (2, 5, 3)]), environment=True, restitution=0)
  ball = world.spawn("sphere", 0.3, pos=(0, 1, 0.5))
  settle(world, 2)
  assert world.pose(ball)[0][2] == pytest.approx(0.3 * np.sqrt(1.04), abs=1e-4)
  field = stiction.World()
  heights = np.tile([1.0, 1.0, -2.0, 1.0, 1.0], (3, 1))
  field.spawn("field", ((4, 2), heights), environment=True)
  for x, z in [(-3, 1), (0, -2), (1, -0.5)]:
    assert 5 - field.ray((x, 0.1, 5), (0, 0, -1))[1] == pytest.approx(z, abs=1e-6)
  hit = field.cast("sphere", 0.2, (4, 0, 0), pos=(0, 0, 0))
  assert 0 < hit[1] < 1 and hit[3][0] > 0.5


def test_wrong_shapes_are_told():
  world = stiction.World()
  for shape, size in [("ball", 1), ("box", (1, 2)), ("hull", [(1, 2)]), ("mesh", [(0, 0, 0)]), ("field", ((1, 1), [[1, 2], [1]])),
                      ("compound", [("sphere",)]), ("compound", ["sphere"])]:
    with pytest.raises(TypeError):
      world.spawn(shape, size)
  with pytest.raises(ValueError, match="no inside"):
    world.cast("plane", None, (1, 0, 0))


def test_a_force_of_ones_own():
  world = stiction.World(gravity=(0, 0, 0))
  ball = world.spawn("sphere", 0.1, pos=(1, 0, 0), mass=2.0)
  pull = world.add_force([ball], lambda x: np.r_[-8 * x.pos[0], 0, 0, 0], energy=lambda x: 4 * float(x.pos[0] @ x.pos[0]))
  start = sum(world.energy())
  assert start == pytest.approx(4.0)
  settle(world, np.pi / 2, dt=np.pi / 4000)  # half a period of √(8/2) = 2 rad/s
  assert world.pose(ball)[0][0] == pytest.approx(-1, abs=1e-3)
  assert sum(world.energy()) == pytest.approx(start, rel=1e-2)
  assert world.remove_force(pull) and not world.remove_force(pull)
  before = world.pose(ball)
  bad = world.add_force([ball], lambda x: 1 / 0)
  with pytest.raises(stiction.StepError, match="force law.*ZeroDivisionError.*not taken") as e:
    world.step(0.01)
  assert isinstance(e.value.__cause__, ZeroDivisionError) and e.value.kind == "Force"
  assert world.pose(ball) == before
  world.remove_force(bad)
  short = world.add_force([ball], lambda x: [1, 2, 3])
  with pytest.raises(stiction.StepError, match="6 finite numbers"):
    world.step(0.01)
  assert world.remove_force(short)
  world.step(0.01)


def test_options_gravity_report_model_and_data():
  world = stiction.World()
  world.spawn("plane")
  ball = world.spawn("sphere", 0.1, pos=(0, 0, 0.5))
  assert world.flush() and not world.flush()
  world.options = "accuracy=1e-4 impact=sequential"
  assert "accuracy=0.0001" in world.options and "contact=hard" in world.options
  with pytest.raises(ValueError, match="no option 'colour'.*impact has no value"):
    world.options = "colour=red impact=none strict=on"
  assert "strict" not in world.options
  with pytest.raises(ValueError, match="newton"):
    world.options = "solver=newton"
  world.gravity = (0, 0, -1)
  assert world.gravity == (0, 0, -1)
  world.step(0.01, 10)
  assert world.velocity(ball)[0][2] == pytest.approx(-0.1)
  assert world.report.solved and world.report.parts is not None
  data, model = world.data(), world.model()
  assert isinstance(model, stiction.Model) and isinstance(data, stiction.Data)
  assert data.time == world.time and data.model.nbody == model.nbody
  assert np.isclose(data.xpos[:, 2], world.pose(ball)[0][2]).any()
  assert mujoco.Renderer(data.model, 24, 32).render().shape == (24, 32, 3)


def test_constraints_of_a_body():
  world = stiction.World()
  a, b = (world.spawn("sphere", 0.1, pos=(x, 0, 0)) for x in (1, 2))
  rod, hinge = world.rod(None, a, 1.0), world.join("hinge", None, b, (1.5, 0, 0), (0, 1, 0))
  assert world.constraints_of(a) == [rod] and world.constraints_of(b) == [hinge]
  world.clear_constraints(b)
  assert world.constraints_of(b) == [] and world.constraint_force(rod) is not None


def test_errors_are_those_of_models():
  world = stiction.World()
  with pytest.raises(stiction.ModelError) as e:
    world.parse("<mujoco><worldbody><body><joint rnage='1'/><geom size='-1'/></body></worldbody></mujoco>")
  assert len(e.value.diagnostics) >= 2
  ball = world.spawn("sphere", 0.1)
  world.set_force(ball, (1e300, 0, 0))
  with pytest.raises(stiction.StepError) as e:
    world.step(1e10, 10)
  assert e.value.time is not None and e.value.cause


def test_editions():
  xml = "<mujoco><custom><text name='stiction' data='edition={}'/></custom></mujoco>"
  assert stiction.Model.from_xml_string(xml.format(stiction.EDITION)).stiction.edition == stiction.EDITION
  with pytest.raises(stiction.ModelError, match=f"has edition {stiction.EDITION}"):
    stiction.Model.from_xml_string(xml.format(1999))
