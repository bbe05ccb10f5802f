//! A pendulum is swung up by its energy and held upright by two gains (chapter 2 of the tutorial in Rust).

use std::f64::consts::PI;
use stiction::prelude::*;

const MODEL: &str = r#"<mujoco>
  <option timestep="0.005" integrator="RK4"/>
  <worldbody>
    <body name="pole" pos="0 0 1">
      <joint name="hinge" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 0 0 -.6" mass="1"/>
    </body>
  </worldbody>
  <actuator><motor name="motor" joint="hinge" ctrlrange="-2 2" ctrllimited="true"/></actuator>
</mujoco>"#;

/// Distance from upright, −π to π.
fn away(angle: f64) -> f64 {
    angle.rem_euclid(2.0 * PI) - PI
}

fn torque(angle: f64, rate: f64) -> f64 {
    let (weight, arm, inertia) = (9.81, 0.3, 0.12);
    let energy = 0.5 * inertia * rate * rate - weight * arm * libm::cos(angle);
    if away(angle).abs() < 0.35 {
        return -20.0 * away(angle) - 3.0 * rate;
    }
    1.5 * rate.signum() * if energy < weight * arm { 1.0 } else { -1.0 }
}

fn main() -> Result<(), Error> {
    let mut sim = Sim::parse(MODEL)?;
    sim.set_q("hinge", &[0.1])?;
    while sim.time() < 10.0 {
        let joint = sim.joint("hinge")?;
        let (angle, rate) = (joint.q()[0], joint.v()[0]);
        sim.set_control("motor", torque(angle, rate))?;
        sim.step()?;
    }
    let off = away(sim.joint("hinge")?.q()[0]);
    println!("off upright by {off:.1e} rad");
    assert!(off.abs() < 1e-3);
    Ok(())
}

#[test]
fn runs() -> Result<(), Error> {
    main()
}
