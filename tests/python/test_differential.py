"""A short run of the differential fuzzer, and small models that once differed from the reference, each for its own reason."""

import pathlib
import sys

import mujoco as ref
import numpy as np
import pytest

import stiction.mujoco as ours

FOLDER = pathlib.Path(__file__).parents[1] / "differential"
sys.path.insert(0, str(FOLDER))

import compare  # noqa: E402
import run  # noqa: E402

BOX = '<geom type="box" size=".035 .1 .2"/>'
WELDED = f'<body><freejoint/>{BOX}<body pos=".1 .02 0">{BOX}</body></body>'

ONCE = {
    # implicitfast and discrete give a free body the derivative of its gyroscopic force, with all that is welded to it
    "welded child": f'<mujoco><option gravity="0 0 0" integrator="implicitfast"/><worldbody>{WELDED}</worldbody></mujoco>',
    "welded child, fluid": f'<mujoco><option integrator="implicitfast" density="900" viscosity=".1"/><worldbody>{WELDED}</worldbody></mujoco>',
    "free body with spring, discrete": f'<mujoco><option integrator="discrete"/><worldbody><body><joint type="free" stiffness="2" damping=".1"/>{BOX}</body></worldbody></mujoco>',
    "free body in a fluid, discrete": '<mujoco><option integrator="discrete" density="1000"/><worldbody><body><freejoint/><geom type="ellipsoid" size=".1 .2 .05" fluidshape="ellipsoid"/></body></worldbody></mujoco>',
    "free body with a servo, discrete": f'<mujoco><option integrator="discrete"/><worldbody><body><freejoint name="j"/>{BOX}</body></worldbody><actuator><position joint="j" gear="1 1 1 1 1 1"/></actuator></mujoco>',
    "free body with a servo without gear, discrete": f'<mujoco><option integrator="discrete" solver="CG"/><worldbody><body><freejoint name="j"/>{BOX}</body></worldbody><actuator><position joint="j" gear="0 0 0 0 0 0"/></actuator></mujoco>',
    # inertia of a tendon between trees is not in M, so inverse dynamics must not see it either
    "tendon armature": '<mujoco><worldbody><body><joint/><geom size=".05"/><site name="a" pos=".05 -.1 -.07"/></body><body pos=".3 0 0"><joint/><geom size=".08" pos="-.02 .1 .05"/><site name="b" pos=".04 .14 -.04"/></body></worldbody>'
                       '<tendon><spatial armature=".19"><site site="a"/><site site="b"/></spatial></tendon></mujoco>',
    "empty netforce sensor": '<mujoco><sensor><contact reduce="netforce" data="found torque normal tangent"/></sensor></mujoco>',
    # a row that no dof moves cannot do anything
    "constant tendon": '<mujoco><worldbody><site name="a"/><body><joint/><geom size=".1"/><site name="b" pos="0 0 .3"/></body></worldbody><tendon><spatial range="0.1 0.2" name="t"><site site="a"/><site site="b"/></spatial></tendon>'
                       '<sensor><tendonlimitfrc tendon="t"/></sensor></mujoco>',
    # what a contact presses with is what its rows push with, less the adhesion
    "adhesion": '<mujoco><worldbody><geom name="g" size=".1"/><body pos="0 0 .19"><joint type="slide" axis="0 0 1"/><geom size=".1" adhesion="3"/><site name="s" size=".3"/></body></worldbody>'
                '<sensor><force site="s"/><touch site="s"/><contact data="found force" geom1="g"/></sensor></mujoco>',
    # with diagexact the discrete step weighs rows in M with the diagonal of its metric
    "exact diagonal, discrete": '<mujoco><option integrator="discrete"><flag diagexact="enable"/></option><worldbody><body><joint type="ball" frictionloss=".2" stiffness=".3 .5" damping=".1"/><geom size=".09" pos=".05 .03 .09"/></body></worldbody></mujoco>',
    "exact diagonal with a motor, discrete": '<mujoco><option integrator="discrete"><flag diagexact="enable"/></option><worldbody><body><joint type="ball" frictionloss=".1"/><geom size=".11" pos=".01 .02 .03"/><site name="s" pos=".1 .05 0"/></body></worldbody>'
                                             '<actuator><dcmotor site="s" motorconst=".2 .2" resistance="3"/></actuator></mujoco>',
    "exact diagonal in a fluid, discrete": '<mujoco><option integrator="discrete" density="900" viscosity=".4"><flag diagexact="enable"/></option><worldbody><body><joint type="ball" frictionloss=".2"/><geom type="box" size=".09 .05 .1" pos=".05 .03 .09"/></body></worldbody></mujoco>',
    # rows of the metric are inertia, not constraints: inverse dynamics must not count them twice
    "coupled metric, inverse": '<mujoco><option integrator="discrete"/><worldbody><body><joint/><geom size=".1"/><site name="a" pos=".02 .03 -.01"/></body><body pos=".37 -.25 .3"><joint frictionloss=".3"/><geom size=".07" pos=".05 0 0"/><site name="b" pos="-.1 .06 -.04"/></body></worldbody>'
                               '<actuator><position cranksite="b" slidersite="a" cranklength=".36" kp="18"/></actuator></mujoco>',
    # samples of sensors are taken at the start of a step, also with Runge-Kutta
    "delayed sensor, RK4": '<mujoco><option integrator="RK4"/><worldbody><body><joint name="j"/><geom size=".1" pos=".1 0 0"/></body></worldbody><actuator><position name="a" joint="j" kp="3" kv=".4"/></actuator>'
                           '<sensor><actuatorfrc actuator="a" nsample="5" delay="0.004"/><jointvel joint="j" nsample="5" delay=".004"/></sensor></mujoco>',
    # pairs of geoms that cannot move are left out where sleeping is on
    "pair of static geoms": '<mujoco><option><flag sleep="enable"/></option><worldbody><geom name="f" size="1"/><body><geom name="g" size=".1"/></body><body pos="3 0 0"><joint/><geom size=".1"/></body></worldbody><contact><pair geom1="g" geom2="f"/></contact></mujoco>',
    "no dofs": '<mujoco><worldbody><geom name="f" size="1"/><body><geom name="g" size=".1"/></body></worldbody><contact><pair geom1="g" geom2="f"/></contact></mujoco>',
    # two axes that are one: the pivot is raised, as there
    "singular inertia": '<mujoco><worldbody><body><joint/><joint/><geom size=".05"/></body></worldbody></mujoco>',
    "armature over a geom": '<mujoco><worldbody><site name="a"/><body><geom name="g" size=".05"/><body pos=".2 0 0"><joint/><geom size=".05"/><site name="b" pos=".1 0 0"/></body></body></worldbody><tendon><spatial name="t"><site site="a"/><geom geom="g"/><site site="b"/></spatial></tendon>'
                            '<actuator><motor tendon="t" armature=".1"/></actuator></mujoco>',
    # a motor's inertia on a tendon couples the dofs of a body that is simple without it
    "armature on a simple body": '<mujoco><worldbody><site name="a"/><body><freejoint/><geom size=".08"/><site name="b" pos="-.08 -.07 .1"/></body></worldbody><tendon><spatial name="t"><site site="a"/><site site="b"/></spatial></tendon>'
                                 '<actuator><motor tendon="t" armature=".1"/></actuator></mujoco>',
}


@pytest.mark.parametrize("name", ONCE)
def test_once_different(name):
  found, _ = compare.run(ours, ref, ONCE[name], seed=7)
  assert found is None, str(found)


def test_islands_switched_off_are_none():
  m = ours.MjModel.from_xml_string('<mujoco><option><flag island="disable"/></option><worldbody><body><joint frictionloss="1"/><geom size=".1"/></body></worldbody></mujoco>')
  d = ours.MjData(m)
  ours.mj_forward(m, d)
  assert d.nefc == 1 and d.nisland == 0 and list(d.dof_island) == [-1] and list(d.efc_island) == [-1]


def test_random_models():
  results = [run.look(seed) for seed in range(60)]
  unexplained = [r for r in results if r[1] is None]
  assert not unexplained, unexplained
  assert sum(r[1] == "same" for r in results) > 50   # refusing everything would be no test


def test_the_comparison_sees_a_difference():
  """A model that is another one in the two engines."""
  xml = '<mujoco><worldbody><body><joint damping="{}"/><geom size=".1" pos=".1 0 0"/></body></worldbody></mujoco>'

  class Other:
    """The reference with one number changed."""
    def __getattr__(self, name):
      return getattr(ref, name)

    class MjModel:
      @staticmethod
      def from_xml_string(text):
        return ref.MjModel.from_xml_string(text.replace('damping="0.1"', 'damping="0.1000001"'))

  found, _ = compare.run(ours, Other(), xml.format("0.1"), seed=1)
  assert found is not None and found.field == "dof_damping"
  assert np.isclose(found.error, 1e-6, rtol=1e-3)
