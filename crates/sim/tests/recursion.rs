//! The soft solve without rows has the answer of the rows, and what a step leaves out between the steps of a call changes no bit.

use stiction::prelude::*;
use stiction::sim::{NoHooks, ON_DEMAND, complete, step_resetting, step_unseen};
use stiction_model::fields::NumbersMut;
use stiction_model::stiction::Solver;
use stiction_testkit::SplitMix64;

/// A walker with a floating base, limits, damping, friction loss and armature, a wall, and a second body that it can touch.
fn model(option: &str, contact: &str) -> Model {
    let xml = format!(
        r#"<mujoco><option timestep="0.004" tolerance="1e-14" {option}/>
        <default><geom friction=".7 .02 .003" {contact}/><joint damping=".3" armature=".01" limited="true"/></default>
        <worldbody><geom type="plane" size="5 5 .1" euler="2 1 0"/><geom type="box" size=".1 2 1" pos="1 0 .5"/>
        <body name="base" pos="0 0 .55" euler="5 10 15"><freejoint/><geom type="capsule" size=".08 .2" euler="0 90 0" mass="3"/>
          <body pos=".2 .1 0"><joint axis="0 1 .2" range="-50 50" frictionloss=".4"/><joint axis="1 0 .1" range="-30 40"/>
            <geom type="capsule" size=".05" fromto="0 0 0 .1 0 -.3" mass="1"/>
            <body pos=".1 0 -.3"><joint axis=".1 1 0" range="-70 5"/><geom size=".07" pos="0 0 -.1" mass=".5"/></body></body>
          <body pos="-.2 -.1 0"><joint type="ball" limited="false"/><geom type="box" size=".06 .05 .2" pos="0 0 -.2" mass="1"/></body>
        </body>
        <body pos=".4 .3 .3"><freejoint/><geom type="sphere" size=".12" mass="1"/><site name="s"/>
          <camera name="c" mode="targetbody" target="base"/><light/></body></worldbody>
        <sensor><accelerometer site="s"/><touch site="s"/><subtreelinvel body="base"/><velocimeter site="s"/></sensor></mujoco>"#
    );
    Model::from_xml_string(&xml).unwrap()
}

/// A mechanism of everything that joins: connects and welds with the world and between bodies, coupled joints, tendons that are
/// coupled, limited and rub, ball joints at their limit.
fn joined(option: &str, equality: &str) -> Model {
    let xml = format!(
        r#"<mujoco><option timestep="0.002" tolerance="1e-14" {option}/>
        <default><joint damping=".2" armature=".01"/><geom friction=".6" type="capsule" size=".04" mass="1"/></default>
        <worldbody><geom type="plane" size="5 5 .1"/><site name="w" pos="0 .4 .5"/>
        <body name="a" pos="0 0 .5"><joint name="a" axis="0 1 .1"/><geom fromto="0 0 0 .3 0 0"/>
          <body name="b" pos=".3 0 0"><joint name="b" axis=".2 1 0"/><geom fromto="0 0 0 .3 0 0"/>
            <body name="c" pos=".3 0 0"><joint name="c" type="ball" range="0 20" limited="true"/><geom fromto="0 0 0 .2 .1 0"/></body></body></body>
        <body name="d" pos="0 .5 .3"><freejoint/><geom fromto="0 0 0 .2 0 0"/><site name="d"/>
          <body name="e" pos=".2 0 0"><joint name="e" axis="0 1 0" frictionloss=".1"/><geom fromto="0 0 0 .2 0 0"/></body></body>
        <body name="f" pos=".6 .5 .3"><freejoint/><geom fromto="0 0 0 .2 0 0"/><site name="f"/></body></worldbody>
        <tendon><fixed name="s"><joint joint="a" coef=".7"/><joint joint="e" coef="-.4"/></fixed>
          <fixed name="t" limited="true" range="-.2 .3" frictionloss=".3"><joint joint="a" coef="1"/><joint joint="b" coef=".5"/></fixed>
          <spatial name="u" limited="true" range="0 .55"><site site="d"/><site site="f"/></spatial></tendon>
        <equality>{equality}</equality></mujoco>"#
    );
    Model::from_xml_string(&xml).unwrap()
}

fn models() -> Vec<(&'static str, Model)> {
    vec![
        (
            "connects",
            joined(
                "",
                r#"<connect body1="d" anchor="0 0 .1"/><connect body1="f" body2="e" anchor="0 0 0"/>"#,
            ),
        ),
        (
            "ellipses and welds",
            joined(
                r#"cone="elliptic""#,
                r#"<weld body1="f" body2="world" solref=".05 1" torquescale=".5"/>"#,
            ),
        ),
        ("welded pair", joined("", r#"<weld body1="f" body2="b" solref=".05 1"/>"#)),
        (
            "couplings",
            joined(
                "",
                r#"<joint joint1="a" joint2="b" polycoef="0 1 .3 0 0"/><joint joint1="e"/><tendon tendon1="s" tendon2="t" polycoef=".1 .5 0 0 0"/>"#,
            ),
        ),
        ("tendons", joined(r#"integrator="RK4""#, "")),
        ("pyramids", model("", "")),
        ("pyramids with spin", model(r#"impratio="3""#, r#"condim="4""#)),
        ("pyramids that roll", model("", r#"condim="6""#)),
        ("frictionless", model("", r#"condim="1""#)),
        ("ellipses", model(r#"cone="elliptic""#, "")),
        ("ellipses that roll", model(r#"cone="elliptic" impratio="2""#, r#"condim="6""#)),
        ("energies", model(r#"><flag energy="enable"/></option><option"#, "")),
        ("pgs", model(r#"solver="PGS""#, "")),
        ("implicit", model(r#"integrator="implicit""#, "")),
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
    for (name, m) in models().into_iter().filter(|m| m.0 != "pgs") {
        let mut by_rows = m.clone();
        by_rows.stiction.solver = Some(Solver::Newton);
        // where rows only change zones the answer is exact; cones end by the tolerance
        let bound = if name.starts_with("ellipses") { 1e-7 } else { 1e-11 };
        let mut rows = 0;
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
                rows += d.rows.nefc();
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
        assert!(rows > 300, "{name}: {rows} rows");
    }
}

/// Every array and number of `d` by name, as bits.
fn fields(d: &mut Data) -> Vec<(&'static str, Vec<u64>)> {
    let mut all = Vec::new();
    d.each_mut(&mut |name, _, numbers| all.push((name, bits(&numbers))));
    d.each_scalar_mut(&mut |name, numbers| all.push((name, bits(&numbers))));
    all
}

fn bits(numbers: &NumbersMut<'_>) -> Vec<u64> {
    match numbers {
        NumbersMut::F64(x) => x.iter().map(|x| x.to_bits()).collect(),
        NumbersMut::F32(x) => x.iter().map(|x| u64::from(x.to_bits())).collect(),
        NumbersMut::I32(x) => x.iter().map(|x| *x as u64).collect(),
        NumbersMut::I64(x) => x.iter().map(|x| *x as u64).collect(),
        NumbersMut::U8(x) => x.iter().map(|x| u64::from(*x)).collect(),
        NumbersMut::Bool(x) => x.iter().map(|x| u64::from(*x)).collect(),
    }
}

#[test]
fn steps_that_nobody_sees_change_no_bit() {
    for (name, m) in models() {
        for seed in 0..4 {
            let (mut seen, mut unseen) = (thrown(&m, seed), thrown(&m, seed));
            for k in 0..200 {
                step_resetting(&m, &mut seen, &mut NoHooks).unwrap();
                step_unseen(&m, &mut unseen, &mut NoHooks).unwrap();
                for ((field, a), (_, b)) in fields(&mut seen).into_iter().zip(fields(&mut unseen)) {
                    assert!(a == b || ON_DEMAND.contains(&field), "{name}, step {k}: {field} differs");
                }
            }
        }
    }
}

#[test]
fn what_a_step_left_out_can_be_had_afterwards() {
    for (name, m) in models() {
        let (mut seen, mut unseen) = (thrown(&m, 1), thrown(&m, 1));
        for k in 0..200 {
            step_resetting(&m, &mut seen, &mut NoHooks).unwrap();
            step_unseen(&m, &mut unseen, &mut NoHooks).unwrap();
            if k % 7 != 6 {
                continue;
            }
            // what the user writes in between neither changes what the step shows nor is lost
            let mut both = unseen.clone();
            both.state.qpos[0] += 1.0;
            both.state.qvel[1] -= 1.0;
            both.input.qfrc_applied[0] = 100.0;
            for d in [&mut unseen, &mut both] {
                complete(&m, d).unwrap();
                assert_eq!(seen.solution.efc_force, d.solution.efc_force, "{name}, step {k}");
                assert_eq!(seen.rows.aref, d.rows.aref, "{name}, step {k}");
            }
            assert_eq!(both.state.qpos[0], seen.state.qpos[0] + 1.0);
            assert_eq!(both.input.qfrc_applied[0], 100.0);
            (both.state.qpos[0], both.state.qvel[1]) = (seen.state.qpos[0], seen.state.qvel[1]);
            both.input.qfrc_applied[0] = 0.0;
            for d in [&mut unseen, &mut both] {
                for ((field, a), (_, b)) in fields(&mut seen).into_iter().zip(fields(d)) {
                    assert_eq!(a, b, "{name}, step {k}: {field}");
                }
            }
        }
    }
}
