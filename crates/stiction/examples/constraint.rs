//! A constraint written as its equation: a bead on a helix of wire, without friction, reaches the speed that its height gives
//! (`examples/python/constraint.py` in Rust).

use stiction::prelude::*;

fn main() -> Result<(), Error> {
    let mut sim = Sim::parse(
        r#"<mujoco><option timestep="0.002"/>
          <worldbody><body name="bead" pos="1 0 0"><freejoint/><geom size=".05" mass="0.3"/></body></worldbody>
        </mujoco>"#,
    )?;
    let pitch = 0.5;
    let wire = sim.constrain(["bead"], 2, move |x, c| {
        let p = x.poses[0].pos;
        // radius 1, and height pitch · angle below the start
        c[0] = p[0] * p[0] + p[1] * p[1] - Jet::from_f64(1.0);
        let turn = p[2] * Jet::from_f64(-1.0 / pitch);
        c[1] = p[1] * turn.cos() - p[0] * turn.sin();
    })?;
    sim.step_for(2.0)?;
    let bead = sim.body("bead")?;
    let (fallen, speed) = (-bead.position()[2], bead.velocity()[0].norm());
    let force = sim.constraint_force(wire);
    println!("fallen {fallen:.4} m, speed {speed:.6} m/s, forces {force:.2?}");
    // ½ v² = g z, and v = √(1 + pitch²) times the rate of the angle
    assert!((speed * speed - 2.0 * 9.81 * fallen).abs() < 1e-2 * speed * speed);
    Ok(())
}

#[test]
fn runs() -> Result<(), Error> {
    main()
}
