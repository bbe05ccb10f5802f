//! Two fingers hold a cube: it stays for ever if 2 μ F ≥ m g, and falls at the exact rate if not.

use stiction::prelude::*;

const XML: &str = r#"<mujoco><custom><text name="stiction" data="preset=exact"/></custom>
  <default><geom friction="0.5 0 0" condim="3"/></default>
  <worldbody>
    <body pos="0 0 1"><freejoint/><geom type="box" size="0.03 0.03 0.03" mass="0.2"/></body>
    <body pos="-0.05 0 1"><joint name="l" type="slide" axis="1 0 0"/><geom type="box" size="0.02 0.04 0.3" mass="0.5"/></body>
    <body pos="0.05 0 1"><joint name="r" type="slide" axis="-1 0 0"/><geom type="box" size="0.02 0.04 0.3" mass="0.5"/></body>
  </worldbody><actuator><motor joint="l"/><motor joint="r"/></actuator></mujoco>"#;

/// Speed gained in 0.4 s under a grip of `share` times the weight over 2 μ.
fn fall(share: f64) -> f64 {
    let m = Model::from_xml_string(XML).expect("a model");
    let mut d = Data::new(&m);
    d.input.ctrl.fill(share * 0.2 * 9.81 / (2.0 * 0.5));
    let mut before = 0.0;
    for k in 0..250 {
        if k == 50 {
            before = d.state.qvel[2];
        }
        step(&m, &mut d).expect("a finite step");
    }
    before - d.state.qvel[2]
}

fn main() {
    for share in [2.0, 1.01, 0.99, 0.9] {
        let want = (1.0_f64 - share).max(0.0) * 9.81 * 0.4;
        let got = fall(share);
        println!("grip {share:4.2}: {got:.9} m/s, {want:.9} by Coulomb");
        assert!((got - want).abs() < 1e-6);
    }
}

#[test]
fn runs() {
    main();
}
