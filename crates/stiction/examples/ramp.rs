//! A block on a ramp: it sticks up to the angle of friction, atan μ, and slips above it. No creep, no threshold to tune.

use stiction::prelude::*;

const MU: f64 = 0.5;

fn final_speed(angle: f64) -> f64 {
    let (x, z) = (9.81 * libm::sin(angle), -9.81 * libm::cos(angle));
    let model = Model::from_xml_string(&format!(
        r#"<mujoco><option gravity="{x} 0 {z}"/><custom><text name="stiction" data="preset=exact"/></custom>
        <default><geom friction="{MU} 0 0" condim="3"/></default>
        <worldbody><geom type="plane" size="0 0 1"/>
          <body pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="1"/></body></worldbody></mujoco>"#
    ))
    .expect("a model");
    let mut data = Data::new(&model);
    for _ in 0..500 {
        step(&model, &mut data).expect("a finite step");
    }
    data.state.qvel[0]
}

fn main() {
    for share in [0.5, 0.9, 0.999, 1.001, 1.1] {
        let angle = share * libm::atan(MU);
        let want = (9.81 * (libm::sin(angle) - MU * libm::cos(angle))).max(0.0);
        let got = final_speed(angle);
        println!("{share:5.3} atan μ: {got:.9} m/s after 1 s, {want:.9} by Coulomb");
        assert!((got - want).abs() < 1e-6);
    }
}

#[test]
fn runs() {
    main();
}
