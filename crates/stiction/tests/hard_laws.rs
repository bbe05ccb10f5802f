//! Laws of the preset `exact` beside contact proper: joint stops that rebound, small bounces, mocap bodies that carry.

use stiction::prelude::*;

const EXACT: &str = r#"<text name="stiction" data="preset=exact"/>"#;

fn scene(h: f64, custom: &str, world: &str) -> Model {
    let xml = format!(
        r#"<mujoco><option timestep="{h}" cone="elliptic"/><custom>{EXACT}{custom}</custom><worldbody>{world}</worldbody></mujoco>"#
    );
    stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

#[test]
fn a_stop_sends_back_what_its_joint_says() {
    for e in [0.0, 0.3, 0.8] {
        let custom = format!(
            r#"<tuple name="stiction:restitution"><element objtype="joint" objname="slide" prm="{e}"/></tuple>"#
        );
        let world = r#"<body><joint name="slide" type="slide" axis="1 0 0" range="-1 .1" limited="true"/>
            <geom size=".1" mass="2" contype="0" conaffinity="0"/></body>"#;
        let m = scene(0.002, &custom, world);
        let mut d = Data::new(&m);
        d.state.qvel[0] = 1.5;
        for _ in 0..100 {
            step(&m, &mut d).unwrap();
        }
        assert!((d.state.qvel[0] + 1.5 * e).abs() < 1e-9, "e = {e}: {}", d.state.qvel[0]);
        assert!(d.state.qpos[0] < 0.1 + 1e-5);
    }
}

#[test]
fn a_small_ball_bounces_and_comes_to_rest() {
    let custom =
        r#"<tuple name="stiction:restitution"><element objtype="geom" objname="ball" prm=".8"/></tuple>"#;
    let world = r#"<geom type="plane" size="1 1 1"/>
        <body pos="0 0 .0105"><freejoint/><geom name="ball" size=".0005" density="7800"/></body>"#;
    let m = scene(0.0005, custom, world);
    let mut d = Data::new(&m);
    let mut ratio = 0.0;
    for _ in 0..4000 {
        let before = d.state.qvel[2];
        step(&m, &mut d).unwrap();
        if ratio == 0.0 && before < -0.1 && d.state.qvel[2] > 0.0 {
            ratio = -d.state.qvel[2] / before;
        }
    }
    assert!((ratio - 0.8).abs() < 1e-2, "{ratio}");
    assert!(d.state.qvel[2].abs() < 1e-9, "at rest after 2 s: {}", d.state.qvel[2]);
}

#[test]
fn a_mocap_plate_carries_and_turns_what_lies_on_it() {
    let world = r#"<body name="plate" mocap="true" pos="0 0 0"><geom type="box" size="1 1 .05"/></body>
        <body pos=".3 0 .15"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body>"#;
    let h = 0.002;
    let m = scene(h, "", world);
    let mut d = Data::new(&m);
    for k in 0..500 {
        d.state.mocap_pos[0][0] = 0.5 * h * f64::from(k);
        step(&m, &mut d).unwrap();
    }
    assert!((d.state.qvel[0] - 0.5).abs() < 1e-6, "{:?}", &d.state.qvel[..3]);
    // it stops with the plate, and a jump of the plate is no motion
    for _ in 0..500 {
        step(&m, &mut d).unwrap();
    }
    assert!(d.state.qvel[0].abs() < 1e-9);
    d.state.mocap_pos[0][1] += 0.2;
    step(&m, &mut d).unwrap();
    assert!(d.state.qvel[1].abs() < 1e-9);
}
