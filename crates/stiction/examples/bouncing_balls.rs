//! Balls of different restitution: each rebound keeps its share of the speed, and every ball comes to rest in the end.

use stiction::prelude::*;

const BALLS: [f64; 3] = [0.9, 0.6, 0.3];

fn model() -> Model {
    let body =
        |i| format!(r#"<body pos="{i} 0 1.1"><freejoint/><geom name="b{i}" size="0.1" mass="1"/></body>"#);
    let value = |(i, e)| format!(r#"<element objtype="geom" objname="b{i}" prm="{e}"/>"#);
    let bodies: String = (0..BALLS.len()).map(body).collect();
    let values: String = BALLS.iter().enumerate().map(value).collect();
    Model::from_xml_string(&format!(
        r#"<mujoco><option timestep="0.001"/><custom><text name="stiction" data="preset=exact"/>
        <tuple name="stiction:restitution">{values}</tuple></custom>
        <worldbody><geom type="plane" size="0 0 1"/>{bodies}</worldbody></mujoco>"#
    ))
    .expect("a model")
}

/// Speed that a ball has, or would have, where it touches the floor: an impact falls within a step.
fn at_the_floor(d: &Data, i: usize) -> f64 {
    let (v, z) = (d.state.qvel[6 * i + 2], d.state.qpos[7 * i + 2]);
    (v * v + 2.0 * 9.81 * (z - 0.1)).sqrt()
}

fn main() {
    let m = model();
    let mut d = Data::new(&m);
    let mut rebound = [f64::NAN; 3];
    for k in 0..12_000 {
        let before = [0, 1, 2].map(|i| (d.state.qvel[6 * i + 2], at_the_floor(&d, i)));
        step(&m, &mut d).expect("a finite step");
        for i in 0..3 {
            let (v, speed) = before[i];
            if k < 600 && v < -1.0 && d.state.qvel[6 * i + 2] > 0.0 {
                rebound[i] = at_the_floor(&d, i) / speed;
            }
        }
    }
    println!("{rebound:?}");
    assert!(rebound.iter().zip(BALLS).all(|(r, e)| (r - e).abs() < 1e-9));
    assert!(d.state.qvel.iter().all(|v| v.abs() < 1e-6));
    assert!((0..3).all(|i| (d.state.qpos[7 * i + 2] - 0.1).abs() < 1e-4));
}

#[test]
fn runs() {
    main();
}
