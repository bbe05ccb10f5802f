//! What a constraint costs in a step: `cargo run --release -p stiction --example constraint_cost`.

use std::time::Instant;
use stiction::constraint::user::library::{Distance, Hinge, JointFrame, UnitQuaternion};
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
    let soft = stiction::constraint::user::Law::SOFT;
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
    let hinge = || Hinge::new(JointFrame::at([0, 1], x, Vec3::ZERO, Vec3::Y));
    println!(
        "with a hard hinge from C alone   {:7.0} ns",
        time(&m, |d| {
            d.constraints.add(hinge());
        })?
    );
    Ok(())
}
