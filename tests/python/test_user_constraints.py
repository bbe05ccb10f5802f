"""Constraints written in Python, and the world."""

import math
import pathlib
import re
import time

import numpy as np
import pytest
import stiction
import stiction.mujoco

XML = """<mujoco><option timestep="0.002" {option}/><worldbody>
  <body name="a" pos="1 0 0"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia=".01 .02 .03"/></body>
  <body name="b" pos="2 0 0"><joint name="hinge" axis="0 1 0" pos="-2 0 0"/><inertial pos="0 0 0" mass="1" diaginertia=".01 .02 .03"/></body>
</worldbody></mujoco>"""


def load(option=""):
    model = stiction.Model.from_xml_string(XML.format(option=option))
    return model, stiction.Data(model)


class Rod(stiction.Constraint):
    bodies = ("world", "a")
    law = "hard"

    def evaluate(self, x):
        return np.linalg.norm(x.pos[1] - x.pos[0]) - 1.0


class FastRod(Rod):
    def jacobian(self, x):
        d = x.pos[1] - x.pos[0]
        n = d / np.linalg.norm(d)
        return np.concatenate([-n, np.zeros(3), n, np.zeros(3)])


class ExactRod(FastRod):
    def bias(self, x):
        d, v = x.pos[1] - x.pos[0], x.vel[1] - x.vel[0]
        length = np.linalg.norm(d)
        return (v @ v - (d @ v) ** 2 / length**2) / length


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicitfast"])
def test_rod_three_ways(integrator):
    """With C alone, with J, and with J̇v the same pendulum swings."""
    ends = []
    for cls in (Rod, FastRod, ExactRod):
        m, d = load(f'integrator="{integrator}"')
        handle = d.constraints.add(cls())
        stiction.step(m, d, 300)
        assert abs(np.linalg.norm(d.qpos[:3]) - 1) < 1e-8
        assert np.isfinite(d.constraints.force(handle)).all()
        ends.append(d.qpos.copy())
    assert np.abs(ends[0] - ends[2]).max() < 1e-6
    assert np.abs(ends[1] - ends[2]).max() < 1e-7


def test_joint_constraint_with_time():
    class Follow(stiction.Constraint):
        joints = ("hinge",)
        law = "hard"

        def evaluate(self, x):
            return x.q[0] - 0.3 * math.sin(2 * x.time)

        def jacobian(self, x):
            return np.ones((1, 1))

        def time_rate(self, x):
            return -0.6 * math.cos(2 * x.time)

    m, d = load()
    d.constraints.add(Follow())
    d.qvel[6] = 0.6
    stiction.step(m, d, 500)
    assert abs(d.qpos[7] - 0.3 * math.sin(2 * d.time)) < 1e-10


def test_one_sided_and_velocity_level():
    class Floor(stiction.Constraint):
        bodies = ("a",)
        bounds = "at_least_zero"
        law = "hard"

        def evaluate(self, x):
            return x.pos[0, 2] + 0.5

        def jacobian(self, x):
            return [0, 0, 1, 0, 0, 0]

    class Motor(stiction.Constraint):
        joints = ("hinge",)
        level = "velocity"
        bounds = (-1000.0, 1000.0)
        law = "hard"

        def evaluate(self, x):
            return 2.0

        def jacobian(self, x):
            return 1.0

    m, d = load()
    floor, motor = d.constraints.add(Floor()), d.constraints.add(Motor())
    stiction.step(m, d, 400)
    assert abs(d.qpos[2] + 0.5) < 1e-6
    assert abs(d.constraints.force(floor)[0] - 9.81) < 1e-4
    assert abs(d.qvel[6] - 2.0) < 1e-3
    assert len(d.constraints) == 2 and d.constraints.remove(motor) and len(d.constraints) == 1
    d.constraints.clear()
    stiction.step(m, d)
    assert d.nefc == 0


@pytest.mark.parametrize("step", [stiction.step, None])
def test_errors_name_the_constraint(step):
    import stiction.mujoco as mujoco

    step = step or mujoco.mj_step

    class Raises(Rod):
        name = "my grip"

        def evaluate(self, x):
            if x.time > 0.003:
                raise ZeroDivisionError("boom")
            return 0.0

    class Nan(Rod):
        def evaluate(self, x):
            return float("nan")

    class Wrong(Rod):
        dim = 2

        def evaluate(self, x):
            return np.zeros(3)

    class Words(Rod):
        def evaluate(self, x):
            return "zero"

    for cls, name, what in ((Raises, "my grip", "boom"), (Nan, "Nan", "nan"), (Wrong, "Wrong", "3 numbers"), (Words, "Words", "")):
        m, d = load()
        d.constraints.add(cls())
        with pytest.raises(stiction.StepError) as info:
            for _ in range(5):
                before = d.qpos.copy(), d.qvel.copy(), d.time
                step(m, d)
        assert f"'{name}'" in str(info.value) and what.lower() in str(info.value).lower()
        assert (d.qpos == before[0]).all() and (d.qvel == before[1]).all() and d.time == before[2]
        if cls is Raises:
            assert isinstance(info.value.__cause__, ZeroDivisionError)
        with pytest.raises(stiction.StepError, match=name):
            if cls is not Raises:
                stiction.forward(m, d)
            else:
                raise stiction.StepError(name)


def test_bad_declarations():
    m, d = load()
    for attributes in ({"bodies": None}, {"bodies": ("nobody",)}, {"law": "firm"}, {"bounds": "some"}, {"level": "jerk"}):
        with pytest.raises((TypeError, KeyError, ValueError)):
            d.constraints.add(type("Bad", (Rod,), attributes)())


def test_humanoid_holds_a_bar():
    """A bar of fixed length between the hands of dm_control's humanoid, written in Python with a Jacobian, runs at no less than a
    fifth of the speed without it."""
    suite = pytest.importorskip("dm_control.suite.common")
    from dm_control.suite import humanoid

    xml, assets = humanoid.get_model_and_assets()
    m = stiction.Model.from_xml_string(xml.decode() if isinstance(xml, bytes) else xml, assets)
    del suite

    class Bar(stiction.Constraint):
        bodies = ("left_hand", "right_hand")
        law = "soft"

        def evaluate(self, x):
            d = x.pos[1] - x.pos[0]
            return math.sqrt(d @ d) - 0.5

        def jacobian(self, x):
            p = x.pos
            d = p[1] - p[0]
            n = d / math.sqrt(d @ d)
            j = np.zeros(12)
            j[0:3] = -n
            j[6:9] = n
            return j

    def run(constrained, n=600):
        d = stiction.Data(m)
        if constrained:
            d.constraints.add(Bar())
        stiction.step(m, d, 20)
        start = time.perf_counter()
        stiction.step(m, d, n)
        return (time.perf_counter() - start) / n * 1e6, d

    best = [min(run(c)[0] for _ in range(3)) for c in (False, True)]
    _, d = run(True)
    gap = np.linalg.norm(d.body("left_hand").xpos - d.body("right_hand").xpos)
    print(f"native {best[0]:.1f} us per step, with a Python bar {best[1]:.1f} us; length {gap:.4f} m")
    assert abs(gap - 0.5) < 0.02
    assert best[1] < 5 * best[0]


def test_world():
    w = stiction.World()
    ground = w.spawn("plane", restitution=0.0)
    ball = w.spawn("sphere", 0.1, pos=(0, 0, 0.5), restitution=0.0)
    box = w.spawn("box", (0.1, 0.1, 0.1), pos=(2, 0, 0.1), density=500)
    cube = [(x, y, z) for x in (-0.1, 0.1) for y in (-0.1, 0.1) for z in (-0.1, 0.1)]
    hull = w.spawn("hull", cube, pos=(4, 0, 0.1), mass=2.0)
    assert len(w) == 4 and abs(w.mass(box) - 4) < 1e-9 and abs(w.mass(hull) - 2) < 1e-9
    seen = []
    for _ in range(300):
        w.step(0.002)
        seen += [e for e in w.events() if ball in e[1:]]
    assert seen == [("begin", ground, ball)]
    assert abs(w.pose(ball)[0][2] - 0.1) < 1e-3
    weight = w.mass(ball) * 9.81
    force = sum(c["force"][2] for c in w.contacts() if ball in c["bodies"])
    assert abs(abs(force) - weight) < 1e-5 * weight
    assert w.ray((0, 0, 5), (0, 0, -1))[0] == ball
    snapshot = w.snapshot()
    w.push(ball, (0, 0, weight / 9.81 / 0.002), (0, 0, 0.1))
    w.step(0.002, 50)
    high = w.pose(ball)
    assert high[0][2] > 0.12
    w.restore(snapshot)
    w.push(ball, (0, 0, weight / 9.81 / 0.002), (0, 0, 0.1))
    w.step(0.002, 50)
    assert w.pose(ball) == high
    w.remove(ball)
    with pytest.raises(ValueError):
        w.pose(ball)


def test_world_joints_and_python_constraints():
    w = stiction.World()
    bob = w.spawn("sphere", 0.05, pos=(1, 0, 0))
    other = w.spawn("sphere", 0.05, pos=(1, 3, 0))
    handle = w.join("hinge", None, bob, (0, 0, 0), (0, 1, 0))

    class Rod(stiction.Constraint):
        bodies = (None, other)
        law = "hard"

        def evaluate(self, x):
            return np.linalg.norm(x.pos[1] - (0, 3, 0)) - 1.0

    w.add_constraint(Rod())
    w.step(0.002, 300)
    a, b = np.array(w.pose(bob)[0]), np.array(w.pose(other)[0])
    assert abs(np.linalg.norm(a) - 1) < 1e-9 and np.abs(a - b + (0, 3, 0)).max() < 0.01
    assert len(w.constraint_force(handle)) == 5
    with pytest.raises(ValueError):
        w.join("glue", None, bob, (0, 0, 0))


@pytest.mark.parametrize("methods", ["evaluate", "jacobian", "jacobian bias", "jacobian time_rate", "jacobian bias time_rate"])
def test_time_without_time_rate_is_not_missed(methods):
    """dC/dt comes from differences in time where the author left it out: all ways follow the same target."""

    class Follow(stiction.Constraint):
        joints = ("hinge",)
        law = "hard"

        def evaluate(self, x):
            return x.q[0] - 0.3 * math.sin(2 * x.time)

    given = {
        "jacobian": lambda self, x: np.ones((1, 1)),
        "bias": lambda self, x: 1.2 * math.sin(2 * x.time),
        "time_rate": lambda self, x: -0.6 * math.cos(2 * x.time),
    }
    for name in methods.split():
        if name in given:
            setattr(Follow, name, given[name])
    m, d = load('gravity="0 0 0"')
    handle = d.constraints.add(Follow())
    d.qvel[6] = 0.6
    stiction.step(m, d, 250)
    assert abs(d.qpos[7] - 0.3 * math.sin(2 * d.time)) < 1e-10
    assert abs(d.qvel[6] - 0.6 * math.cos(2 * d.time)) < 1e-7
    stiction.forward(m, d)
    # about the hinge: m 2^2 + I_y
    want = -(4 + 0.02) * 1.2 * math.sin(2 * d.time)
    assert abs(d.constraints.force(handle)[0] - want) < 1e-5, (d.constraints.force(handle), want)


def test_derivatives_with_a_constraint():
    """mjd_transitionFD sees Python constraints: the next state is on the constraint whatever is nudged."""
    m, d = load()
    d.constraints.add(ExactRod())
    stiction.step(m, d, 20)
    a = np.zeros((2 * m.nv, 2 * m.nv))
    before = d.qpos.copy()
    stiction.mujoco.mjd_transitionFD(m, d, 1e-6, True, a, None, None, None)
    assert (d.qpos == before).all()
    e = stiction.Data(m)
    e.qpos[:], e.qvel[:] = d.qpos, d.qvel
    e.constraints.add(ExactRod())
    stiction.step(m, e)
    n = e.qpos[:3] / np.linalg.norm(e.qpos[:3])
    assert np.abs(n @ a[:3]).max() < 1e-6
    assert np.abs(a[:3, :3]).max() > 0.5


def test_guide_runs(monkeypatch):
    """The Python programs of docs/constraints.md run as they stand there, each by itself."""
    root = pathlib.Path(__file__).parents[2]
    monkeypatch.chdir(root)
    blocks = re.findall(r"```python\n(.*?)```", (root / "docs/constraints.md").read_text(encoding="utf-8"), re.S)
    assert len(blocks) == 2
    for block in blocks:
        names = {}
        exec(compile(block, "docs/constraints.md", "exec"), names)  # noqa: S102
        if "Bar" in names:
            pos = [names["data"].body(b).xpos for b in ("forearm_left", "forearm_right")]
            stiction.forward(names["model"], names["data"])
            assert abs(np.linalg.norm(pos[1] - pos[0]) - 0.5) < 1e-10
