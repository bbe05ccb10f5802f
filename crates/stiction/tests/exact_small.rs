//! Small things under the hard law: what f64 carries is simulated, down to grains whose inertia MuJoCo refuses.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::prelude::*;

const G: f64 = 9.81;

fn scene(law: &str, size: f64, n: usize, extra: &str) -> Result<Model, String> {
    let floor = r#"<geom type="plane" size="0 0 1" friction="0.5 0 0"/>"#;
    let boxes: String = (0..n)
        .map(|i| {
            let z = size * (2 * i + 1) as f64;
            format!(r#"<body pos="0 0 {z}"><freejoint/><geom type="box" size="{size} {size} {size}" friction="0.5 0 0"/></body>"#)
        })
        .collect();
    let xml = format!(
        r#"<mujoco><option timestep="0.0005" cone="elliptic"/>{law}<worldbody>{floor}{boxes}{extra}</worldbody></mujoco>"#
    );
    stiction::load_string(&xml, &NoAssets).map(|l| l.model).map_err(|e| e.to_string())
}

const EXACT: &str = r#"<custom><text name="stiction" data="preset=exact"/></custom>"#;

fn run(m: &Model, d: &mut Data, seconds: f64) {
    while d.time < seconds {
        let r = step(m, d).expect("finite");
        assert!(r.status.is_solved(), "t = {}: {r:?}", d.time);
    }
}

#[test]
fn cubes_of_a_fifth_of_a_millimetre_rest_and_slide() {
    for size in [1e-4, 1e-5] {
        let m = scene(EXACT, size, 1, "").expect("loads");
        assert!(m.body.inertia[1].0[0] < 1e-15);
        let mut d = Data::new(&m);
        d.state.qvel[0] = 0.1;
        run(&m, &mut d, 0.1);
        // semi-implicit: v h/2 short of v²/2μg
        let way = 0.1 * 0.1 / (2.0 * 0.5 * G);
        assert!((d.state.qpos[0] - way).abs() < 0.1 * 0.0005, "{size}: {} for {way}", d.state.qpos[0]);
        let still = |(i, v): (usize, &f64)| v.abs() * if i < 3 { 1.0 } else { size } < 1e-8;
        assert!(d.state.qvel.iter().enumerate().all(still), "{size}: {:?}", d.state.qvel);
        assert!((d.state.qpos[2] - size).abs() < 2e-5, "{size}: {}", d.state.qpos[2]);
    }
}

#[test]
fn a_tower_of_grains_stands() {
    let m = scene(EXACT, 1e-4, 10, "").expect("loads");
    let mut d = Data::new(&m);
    run(&m, &mut d, 0.2);
    for i in 0..10 {
        let z = 1e-4 * (2 * i + 1) as f64;
        assert!(
            (d.state.qpos[7 * i + 2] - z).abs() < 2e-5 * (i + 1) as f64,
            "{i}: {}",
            d.state.qpos[7 * i + 2]
        );
        assert!(d.state.qpos[7 * i].abs() < 1e-6, "{i} shifts");
    }
}

#[test]
fn a_heap_of_grains_falls_and_lies() {
    let grain = |i: usize| {
        let (x, y, z) = (i % 4, i / 4 % 4, i / 16);
        let shift = 1e-5 * ((7 * i) % 5) as f64;
        let (x, y, z) = (2.3e-4 * x as f64 + shift, 2.3e-4 * y as f64 - shift, 1.5e-4 + 2.5e-4 * z as f64);
        format!(
            r#"<body pos="{x} {y} {z}"><freejoint/><geom type="box" size="1e-4 1e-4 1e-4" friction="0.5 0 0"/></body>"#
        )
    };
    let m = scene(EXACT, 1e-4, 0, &(0..64).map(grain).collect::<String>()).expect("loads");
    let mut d = Data::new(&m);
    run(&m, &mut d, 0.1);
    assert!((0..64).all(|i| d.state.qpos[7 * i + 2] > 5e-5 && d.state.qpos[7 * i + 2] < 1.3e-3));
}

#[test]
fn a_grain_under_a_ton_and_a_grain_that_tumbles() {
    let heavy = r#"<body pos="5 0 1"><freejoint/><geom type="box" size="1 1 1" mass="1e4"/></body>
        <body pos="0 0 2"><freejoint/><geom type="box" size="1e-4 5e-5 2e-5"/></body>"#;
    let m = scene(EXACT, 1e-4, 1, heavy).expect("loads");
    let mut d = Data::new(&m);
    d.state.qvel[12 + 3..12 + 6].copy_from_slice(&[30.0, 50.0, 10.0]);
    let i = m.body.inertia[3];
    let energy = |d: &Data| (0..3).map(|k| i[k] * d.state.qvel[15 + k].powi(2)).sum::<f64>();
    let before = energy(&d);
    run(&m, &mut d, 0.3);
    assert!((energy(&d) / before - 1.0).abs() < 1e-9, "{}", energy(&d) / before);
    assert!((d.state.qpos[16] - (2.0 - 0.5 * G * d.time * d.time)).abs() < 1e-9);
}

#[test]
fn a_hinged_grain_swings() {
    // a rod of 0.2 mm on a hinge: ω² = 3g/2l
    let rod = r#"<body pos="1 0 1"><joint type="hinge" axis="0 1 0"/><geom type="box" size="1e-5 1e-5 1e-4" pos="0 0 -1e-4"/></body>"#;
    let m = scene(EXACT, 1e-4, 0, rod).expect("loads");
    let mut d = Data::new(&m);
    d.state.qpos[0] = 0.01;
    let l = 2e-4;
    let i = m.body.inertia[1].0.iter().fold(0.0, |a: f64, &b| a.max(b)) / m.body.mass[1];
    let omega = (G * 0.5 * l / (i + 0.25 * l * l)).sqrt();
    let mut m = m;
    m.opt.timestep = 1e-5;
    let n = 2000;
    for _ in 0..n {
        step(&m, &mut d).expect("finite");
    }
    let expected = 0.01 * (omega * 1e-5 * f64::from(n)).cos();
    assert!((d.state.qpos[0] - expected).abs() < 2e-4, "{} for {expected}", d.state.qpos[0]);
}

#[test]
fn the_soft_law_keeps_mujocos_bound() {
    assert!(scene("", 1e-4, 1, "").is_err_and(|e| e.contains("mass and inertia")));
    assert!(scene("", 1e-3, 1, "").is_ok());
}
