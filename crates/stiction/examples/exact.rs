//! One file under both laws: a box on a slope just below the angle of friction creeps under the soft one and stands under the exact one,
//! whose every step says what it is worth (`examples/python/exact.py` in Rust).

use stiction::prelude::*;

const SLOPE: &str = r#"<mujoco>
  <option gravity="4.8 0 -9.81"/>
  <default><geom friction="0.5"/></default>
  <worldbody>
    <geom type="plane" size="9 9 .1"/>
    <body name="box" pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  </worldbody>
</mujoco>"#;

fn main() -> Result<(), Error> {
    let mut moved = [0.0; 2];
    for (way, exact) in moved.iter_mut().zip([false, true]) {
        let mut sim = Sim::parse(SLOPE)?;
        if exact {
            sim.exact();
        }
        let (mut deepest, mut worst, mut solved) = (0.0_f64, 0.0_f64, true);
        while sim.time() < 2.0 {
            let report = sim.step()?;
            worst = worst.max(report.certificate.violation);
            solved &= report.status.is_solved();
            deepest = sim.contacts().fold(deepest, |d, c| d.max(-c.gap));
        }
        *way = sim.body("box")?.position()[0];
        println!(
            "exact {exact}: moved {way:.2e} m, depth {deepest:.1e} m, off by {worst:.1e} m/s, solved {solved}"
        );
    }
    assert!(moved[0] > 1e-3 && moved[1].abs() < 1e-9);
    Ok(())
}

#[test]
fn runs() -> Result<(), Error> {
    main()
}
