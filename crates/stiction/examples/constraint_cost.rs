//! What a constraint costs in a step: `cargo run --release -p stiction --example constraint_cost`.

use std::time::Instant;
use stiction::constraint::user::Law;
use stiction::constraint::user::library::{Distance, Hinge, JointFrame, UnitQuaternion};
use stiction::kinds::ObjKind;
use stiction::prelude::*;
use stiction::spatial::{Pose, Vec3};

/// Best mean time of a step [ns].
fn time(m: &Model, set: impl Fn(&mut Data)) -> Result<f64, StepError> {
    let mut d = Data::new(m);
    set(&mut d);
    let mut best = f64::INFINITY;
    for _ in 0..300 {
        let start = Instant::now();
        for _ in 0..200 {
            step(m, &mut d)?;
        }
        best = best.min(start.elapsed().as_secs_f64() / 200.0 * 1e9);
    }
    Ok(best)
}

/// The share of one rod between the elbows of a humanoid that lies on the floor.
fn humanoid(rod: impl Fn(Law) -> Distance) -> Result<(), Box<dyn std::error::Error>> {
    let m = Model::from_xml_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/humanoid.xml"))?;
    let elbows = ["forearm_left", "forearm_right"].map(|n| m.names.id(ObjKind::Body, n).unwrap_or(0));
    let with = |law| Distance { bodies: elbows, ..rod(law) };
    let plain = time(&m, |_| {})?;
    println!("humanoid                         {plain:7.0} ns");
    for (name, law) in [("soft", Law::SOFT), ("hard", Law::Hard)] {
        let t = time(&m, |d| {
            d.constraints.add(with(law));
        })?;
        println!("humanoid with a {name} rod         {t:7.0} ns, {:+.1} %", 100.0 * (t / plain - 1.0));
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let m = Model::from_xml_string(
        r#"<mujoco><option timestep="0.001"/><worldbody><body pos="1 0 0"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"#,
    )?;
    let x = [Pose::default(), Pose::new(Vec3::X, Default::default())];
    println!("one free body                    {:7.0} ns", time(&m, |_| {})?);
    println!(
        "with unit quaternion             {:7.0} ns",
        time(&m, |d| {
            d.constraints.add(UnitQuaternion::new(1));
        })?
    );
    let soft = Law::SOFT;
    let rod = Distance::to_world(1, Vec3::ZERO, Vec3::ZERO, 1.0);
    println!(
        "with a soft rod                  {:7.0} ns",
        time(&m, |d| {
            d.constraints.add(rod.clone().with_law(soft));
        })?
    );
    println!(
        "with a hard rod                  {:7.0} ns",
        time(&m, |d| {
            d.constraints.add(rod.clone());
        })?
    );
    let both = |law| Distance::new([4, 6], [Vec3::ZERO; 2], 0.46).with_law(law);
    let hinge = || Hinge::new(JointFrame::at([0, 1], x, Vec3::ZERO, Vec3::Y));
    println!(
        "with a hard hinge from C alone   {:7.0} ns",
        time(&m, |d| {
            d.constraints.add(hinge());
        })?
    );
    humanoid(both)?;
    Ok(())
}
