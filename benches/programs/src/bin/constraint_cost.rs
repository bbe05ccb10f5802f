//! What a constraint costs in a step: `cargo run --release -p stiction-benches --bin constraint_cost`.
//!
//! The same 200 steps from the start, over and over, the variants in turn; the best of each counts, so that other programs on the
//! machine disturb little. With the number of a variant it runs only that one, 2,000 steps, for a profiler:
//! `valgrind --tool=callgrind --toggle-collect='*profiled*' target/release/constraint_cost 3`.

use std::time::Instant;
use stiction::constraint::user::library::{Distance, Hinge, JointFrame, UnitQuaternion};
use stiction::constraint::user::{Constraint, Law};
use stiction::kinds::ObjKind;
use stiction::prelude::*;
use stiction::spatial::{Pose, Vec3};

const STEPS: usize = 200;

/// The steps that a profiler looks at.
#[inline(never)]
fn profiled(m: &Model, d: &mut Data) -> Result<(), StepError> {
    for _ in 0..STEPS {
        step(m, d)?;
    }
    Ok(())
}

/// The variant of the command line alone. False if there is none.
fn only(m: &Model, first: usize, variants: &[(&str, Data)]) -> Result<bool, StepError> {
    let wanted = std::env::args().nth(1).and_then(|a| a.parse::<usize>().ok());
    let Some(wanted) = wanted else { return Ok(false) };
    if let Some((_, start)) = wanted.checked_sub(first).and_then(|k| variants.get(k)) {
        for _ in 0..10 {
            let mut d = start.clone();
            step(m, &mut d)?;
            profiled(m, &mut d)?;
        }
    }
    Ok(true)
}

/// Prints the best mean time of a step for each variant, and its excess over the first.
fn table(m: &Model, repeats: usize, variants: &[(&str, Data)]) -> Result<(), StepError> {
    let mut best = vec![f64::INFINITY; variants.len()];
    for _ in 0..repeats {
        for (best, (_, start)) in best.iter_mut().zip(variants) {
            let mut d = start.clone();
            // buffers grow
            step(m, &mut d)?;
            let clock = Instant::now();
            for _ in 0..STEPS {
                step(m, &mut d)?;
            }
            *best = best.min(clock.elapsed().as_secs_f64() / STEPS as f64 * 1e9);
        }
    }
    for ((name, _), t) in variants.iter().zip(&best) {
        println!("{name:34} {t:7.0} ns  {:+6.1} %", 100.0 * (t / best[0] - 1.0));
    }
    Ok(())
}

/// Data with a constraint.
fn with(m: &Model, c: impl Constraint + 'static) -> Data {
    let mut d = Data::new(m);
    d.constraints.add(c);
    d
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let m = Model::from_xml_string(
        r#"<mujoco><option timestep="0.001"/><worldbody><body pos="1 0 0"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"#,
    )?;
    let x = [Pose::default(), Pose::new(Vec3::X, Default::default())];
    let rod = |law| Distance::to_world(1, Vec3::ZERO, Vec3::ZERO, 1.0).with_law(law);
    let hinge = Hinge::new(JointFrame::at([0, 1], x, Vec3::ZERO, Vec3::Y));
    let variants = [
        ("one free body", Data::new(&m)),
        ("with unit quaternion", with(&m, UnitQuaternion::new(1))),
        ("with a soft rod", with(&m, rod(Law::SOFT))),
        ("with a hard rod", with(&m, rod(Law::Hard))),
        ("with a hard hinge from C alone", with(&m, hinge)),
    ];
    if !only(&m, 0, &variants)? {
        table(&m, 400, &variants)?;
    }
    let count = variants.len();
    let m = Model::from_xml_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/humanoid.xml"))?;
    let elbows = ["forearm_left", "forearm_right"].map(|n| m.names.id(ObjKind::Body, n).unwrap_or(0));
    let rod = |law| Distance::new(elbows, [Vec3::ZERO; 2], 0.46).with_law(law);
    let variants = [
        ("humanoid", Data::new(&m)),
        ("with a soft rod", with(&m, rod(Law::SOFT))),
        ("with a hard rod", with(&m, rod(Law::Hard))),
    ];
    if !only(&m, count, &variants)? {
        table(&m, 100, &variants)?;
    }
    Ok(())
}
