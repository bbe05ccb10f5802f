//! A box slides to rest: the same deceleration in every direction, no lift, no curve.

use stiction::prelude::*;

const XML: &str = r#"<mujoco><custom><text name="stiction" data="preset=exact"/></custom>
  <default><geom friction="0.5 0 0" condim="3"/></default>
  <worldbody><geom type="plane" size="0 0 1"/>
    <body pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="1"/></body></worldbody></mujoco>"#;

fn main() {
    let model = Model::from_xml_string(XML).expect("a model");
    for angle in [0.0, 0.5, 1.0] {
        let mut data = Data::new(&model);
        data.state.qvel[..2].copy_from_slice(&[5.0 * libm::cos(angle), 5.0 * libm::sin(angle)]);
        let mut residual = 0.0_f64;
        for _ in 0..250 {
            residual = residual.max(step(&model, &mut data).expect("a finite step").certificate.coulomb);
        }
        let (speed, left) = (libm::hypot(data.state.qvel[0], data.state.qvel[1]), 5.0 - 0.5 * 9.81 * 0.5);
        println!("{angle} rad: {speed:.9} m/s after 0.5 s, {left:.9} by Coulomb; residual {residual:.0e}");
        assert!((speed - left).abs() < 1e-8 && (data.state.qpos[2] - 0.1).abs() < 1e-9);
    }
}

#[test]
fn runs() {
    main();
}
