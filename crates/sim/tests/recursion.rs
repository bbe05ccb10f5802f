//! The soft solve without rows has the answer of the rows, and what a step leaves out between the steps of a call changes no bit.

use stiction::prelude::*;
use stiction::sim::{NoHooks, step_resetting, step_unseen};
use stiction_model::stiction::Solver;
use stiction_testkit::SplitMix64;

/// A walker with a floating base, limits, damping, friction loss and armature, a wall, and a second body that it can touch.
fn model(option: &str, contact: &str) -> Model {
    let xml = format!(
        r#"<mujoco><option timestep="0.004" tolerance="1e-14" {option}/>
        <default><geom friction=".7 .02 .003" {contact}/><joint damping=".3" armature=".01" limited="true"/></default>
        <worldbody><geom type="plane" size="5 5 .1" euler="2 1 0"/><geom type="box" size=".1 2 1" pos="1 0 .5"/>
        <body pos="0 0 .55" euler="5 10 15"><freejoint/><geom type="capsule" size=".08 .2" euler="0 90 0" mass="3"/>
          <body pos=".2 .1 0"><joint axis="0 1 .2" range="-50 50" frictionloss=".4"/><joint axis="1 0 .1" range="-30 40"/>
            <geom type="capsule" size=".05" fromto="0 0 0 .1 0 -.3" mass="1"/>
            <body pos=".1 0 -.3"><joint axis=".1 1 0" range="-70 5"/><geom size=".07" pos="0 0 -.1" mass=".5"/></body></body>
          <body pos="-.2 -.1 0"><joint type="ball" limited="false"/><geom type="box" size=".06 .05 .2" pos="0 0 -.2" mass="1"/></body>
        </body>
        <body pos=".4 .3 .3"><freejoint/><geom type="sphere" size=".12" mass="1"/></body></worldbody></mujoco>"#
    );
    Model::from_xml_string(&xml).unwrap()
}

fn models() -> Vec<(&'static str, Model)> {
    vec![
        ("pyramids", model("", "")),
        ("pyramids with spin", model(r#"impratio="3""#, r#"condim="4""#)),
        ("pyramids that roll", model("", r#"condim="6""#)),
        ("frictionless", model("", r#"condim="1""#)),
        ("ellipses", model(r#"cone="elliptic""#, "")),
        ("ellipses that roll", model(r#"cone="elliptic" impratio="2""#, r#"condim="6""#)),
        ("runge–kutta", model(r#"integrator="RK4""#, "")),
        ("implicitfast", model(r#"integrator="implicitfast""#, "")),
    ]
}

fn thrown(m: &Model, seed: u64) -> Data {
    let (mut d, mut rng) = (Data::new(m), SplitMix64(seed));
    d.state.qvel.iter_mut().for_each(|v| *v = 2.0 * rng.sym());
    d
}

#[test]
fn rows_and_recursion_agree() {
    for (name, m) in models() {
        let mut by_rows = m.clone();
        by_rows.stiction.solver = Some(Solver::Newton);
        // where rows only change zones the answer is exact; cones end by the tolerance
        let bound = if name.starts_with("ellipses") { 1e-7 } else { 1e-11 };
        let mut touched = 0;
        for seed in 0..12 {
            let mut d = thrown(&m, seed);
            for k in 0..150 {
                step(&m, &mut d).unwrap();
                if k % 10 != 0 {
                    continue;
                }
                let mut e = d.clone();
                forward(&m, &mut d).unwrap();
                forward(&by_rows, &mut e).unwrap();
                touched += d.contacts.list.len();
                for (what, ours, theirs) in [
                    ("qacc", &d.solution.qacc, &e.solution.qacc),
                    ("qfrc_constraint", &d.solution.qfrc_constraint, &e.solution.qfrc_constraint),
                    ("efc_force", &d.solution.efc_force, &e.solution.efc_force),
                    ("efc_b", &d.solution.efc_b, &e.solution.efc_b),
                ] {
                    let size = theirs.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
                    let off = ours.iter().zip(theirs).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
                    assert_eq!(ours.len(), theirs.len(), "{name}: {what}");
                    assert!(
                        off <= bound * size,
                        "{name}, seed {seed}, step {k}: {what} off by {off:e} of {size:e}"
                    );
                }
            }
        }
        assert!(touched > 100, "{name}: {touched} contacts");
    }
}

#[test]
fn steps_that_nobody_sees_change_no_bit() {
    for (name, m) in models() {
        for seed in 0..4 {
            let (mut seen, mut unseen) = (thrown(&m, seed), thrown(&m, seed));
            for k in 0..200 {
                step_resetting(&m, &mut seen, &mut NoHooks).unwrap();
                if k % 7 == 6 {
                    step_resetting(&m, &mut unseen, &mut NoHooks).unwrap();
                    assert_eq!(seen.solution.efc_force, unseen.solution.efc_force, "{name}, step {k}");
                } else {
                    step_unseen(&m, &mut unseen, &mut NoHooks).unwrap();
                }
                assert_eq!(seen.state.qpos, unseen.state.qpos, "{name}, step {k}");
                assert_eq!(seen.state.qvel, unseen.state.qvel, "{name}, step {k}");
            }
        }
    }
}
