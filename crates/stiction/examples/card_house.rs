//! Two cards lean on each other: edge on edge they push sideways, so they stand without creep if μ ≥ ½ tan α, and slide apart if not.

use stiction::prelude::*;

const LEAN: f64 = 20.0;
const THICK: f64 = 0.002;
const LENGTH: f64 = 0.1;

/// How far the feet have slid after two seconds.
fn spread(mu: f64) -> f64 {
    let (c, s) = (libm::cos(LEAN.to_radians()), libm::sin(LEAN.to_radians()));
    let (x, z) = (THICK * c + LENGTH * s, THICK * s + LENGTH * c);
    let card = |side: f64| {
        let (at, turn) = (side * x, -side * LEAN);
        format!(
            r#"<body pos="{at} 0 {z}" euler="0 {turn} 0"><freejoint/>
            <geom type="box" size="{THICK} 0.05 {LENGTH}" mass="0.01"/></body>"#
        )
    };
    let m = Model::from_xml_string(&format!(
        r#"<mujoco><custom><text name="stiction" data="preset=exact"/></custom>
        <default><geom friction="{mu} 0 0" condim="3"/></default>
        <worldbody><geom type="plane" size="0 0 1"/>{}{}</worldbody></mujoco>"#,
        card(-1.0),
        card(1.0)
    ))
    .expect("a model");
    let mut d = Data::new(&m);
    for _ in 0..1000 {
        step(&m, &mut d).expect("a finite step");
    }
    (d.state.qpos[7] - d.state.qpos[0] - 2.0 * x).abs()
}

fn main() {
    let limit = 0.5 * libm::tan(LEAN.to_radians());
    let (stands, falls) = (spread(1.05 * limit), spread(0.9 * limit));
    println!("limit μ = {limit:.4}: feet move {stands:.1e} m above it, {falls:.1e} m below it");
    assert!(stands < 1e-9 && falls > 1e-2);
}

#[test]
fn runs() {
    main();
}
