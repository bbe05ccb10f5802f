//! The integration tests that the design papers name, and inputs that hurt, under the preset `exact`.

use stiction::prelude::*;
use stiction::sim::StepReport;

const G: f64 = 9.81;

fn load(option: &str, custom: &str, world: &str, extra: &str) -> Model {
    let xml = format!(
        r#"<mujoco><option timestep="0.002" {option}/><custom><text name="stiction" data="preset=exact tolerance=1e-13"/>{custom}</custom>
        <default><geom friction="0.5 0 0" condim="3"/></default><worldbody>{world}</worldbody>{extra}</mujoco>"#
    );
    stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

const SPACE: &str = r#"gravity="0 0 0""#;
const FLOOR: &str = r#"<geom name="floor" type="plane" size="0 0 1"/>"#;

fn ball(name: &str, pos: [f64; 3], r: f64, mass: f64) -> String {
    let [x, y, z] = pos;
    format!(r#"<body pos="{x} {y} {z}"><freejoint/><geom name="{name}" size="{r}" mass="{mass}"/></body>"#)
}

fn block(pos: [f64; 3], half: f64, mass: f64) -> String {
    let [x, y, z] = pos;
    format!(
        r#"<body pos="{x} {y} {z}"><freejoint/><geom type="box" size="{half} {half} {half}" mass="{mass}"/></body>"#
    )
}

fn bouncy(e: f64) -> String {
    format!(
        r#"<tuple name="stiction:restitution"><element objtype="geom" objname="a" prm="{e}"/>
        <element objtype="geom" objname="b" prm="{e}"/></tuple>"#
    )
}

fn run(m: &Model, d: &mut Data, n: usize) -> StepReport {
    let mut last = StepReport::default();
    for _ in 0..n {
        last = step(m, d).expect("finite");
    }
    last
}

#[test]
fn head_on_impact_has_the_textbook_velocities() {
    // paper 000: to 1e-10; e from plastic to elastic, equal and unequal masses
    for e in [0.0, 0.5, 1.0] {
        for (ma, mb) in [(1.0, 1.0), (1.0, 3.0), (5.0, 0.1)] {
            let world = ball("a", [0.0, 0.0, 0.0], 0.1, ma) + &ball("b", [0.25, 0.0, 0.0], 0.1, mb);
            let m = load(SPACE, &bouncy(e), &world, "");
            let mut d = Data::new(&m);
            (d.state.qvel[0], d.state.qvel[6]) = (2.0, -1.0);
            run(&m, &mut d, 100);
            let mean = (2.0 * ma - mb) / (ma + mb);
            let (va, vb) = (mean - e * 3.0 * mb / (ma + mb), mean + e * 3.0 * ma / (ma + mb));
            assert!((d.state.qvel[0] - va).abs() < 1e-10, "{} instead of {va}", d.state.qvel[0]);
            assert!((d.state.qvel[6] - vb).abs() < 1e-10, "{} instead of {vb}", d.state.qvel[6]);
            // linear momentum
            let p = ma * d.state.qvel[0] + mb * d.state.qvel[6];
            assert!((p - (2.0 * ma - mb)).abs() < 1e-12 * (2.0 * ma + mb));
        }
    }
}

#[test]
fn five_collisions_fit_into_a_frame() {
    let world: String = (0..5)
        .map(|i| {
            let y = f64::from(i);
            ball(&format!("l{i}"), [0.0, y, 0.0], 0.1, 1.0)
                + &ball(&format!("r{i}"), [0.21, y, 0.0], 0.1, 1.0)
        })
        .collect();
    let m = load(SPACE, "", &world, "");
    let mut d = Data::new(&m);
    for i in 0..5 {
        d.state.qvel[12 * i] = 10.0;
    }
    let start = std::time::Instant::now();
    let report = run(&m, &mut d, 1);
    let report = if report.ncon == 5 { report } else { run(&m, &mut d, 1) };
    assert_eq!((report.ncon, report.nisland), (5, 5));
    run(&m, &mut d, 2);
    assert!(start.elapsed().as_secs_f64() < 0.016, "a frame of 60 Hz");
    assert!((0..5).all(|i| d.state.qvel[12 * i] <= d.state.qvel[12 * i + 6] + 1e-9));
}

#[test]
fn stack_is_stable_for_ten_thousand_steps() {
    let world: String = (0..5).map(|i| block([0.0, 0.0, 0.1 + 0.2 * f64::from(i)], 0.1, 1.0)).collect();
    let m = load("", "", &(FLOOR.to_owned() + &world), "");
    let mut d = Data::new(&m);
    let start = d.state.qpos.clone();
    run(&m, &mut d, 10_000);
    let moved = d.state.qpos.iter().zip(&start).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(moved < 1e-7, "moved {moved}");
}

#[test]
fn glancing_impact_spins_and_static_bodies_stay() {
    let m = load("", "", &(FLOOR.to_owned() + &ball("a", [0.0, 0.0, 0.3], 0.1, 1.0)), "");
    let mut d = Data::new(&m);
    (d.state.qvel[0], d.state.qvel[2]) = (3.0, -2.0);
    run(&m, &mut d, 200);
    assert!(d.state.qvel[4] > 1.0, "friction turns the ball: {}", d.state.qvel[4]);
    assert!(d.state.qvel[0] < 3.0);
    assert_eq!(d.kin.xpos[0].0, [0.0; 3], "the world does not move");
    // rolling without slipping in the end
    assert!((d.state.qvel[0] - 0.1 * d.state.qvel[4]).abs() < 1e-8);
}

#[test]
fn two_surfaces_at_once_without_penetration() {
    let wall = r#"<geom name="wall" type="box" pos="1 0 0.5" size="0.1 2 0.5"/>"#;
    let m = load("", "", &format!("{FLOOR}{wall}{}", block([0.6, 0.0, 0.25], 0.1, 1.0)), "");
    let mut d = Data::new(&m);
    (d.state.qvel[0], d.state.qvel[2]) = (4.0, -3.0);
    let mut worst = 0.0_f64;
    for _ in 0..1000 {
        step(&m, &mut d).expect("finite");
        worst = d.contacts.list.iter().map(|c| -c.dist).fold(worst, f64::max);
    }
    assert!(worst < 1e-4, "penetration {worst}");
    assert!(d.state.qvel.iter().all(|v| v.abs() < 1e-6), "at rest: {:?}", d.state.qvel);
    assert!((d.state.qpos[2] - 0.1).abs() < 1e-4);
}

fn finite(d: &Data) -> bool {
    d.state.qpos.iter().chain(&d.state.qvel).chain(&d.solution.efc_force).all(|x| x.is_finite())
}

#[test]
fn identical_contacts_share_the_load() {
    let twice =
        r#"<body pos="0 0 0.1"><freejoint/><geom size="0.1" mass="1"/><geom size="0.1" mass="1"/></body>"#;
    let m = load("", "", &format!("{FLOOR}{twice}"), "");
    let mut d = Data::new(&m);
    let report = run(&m, &mut d, 200);
    let total: f64 = d.contacts.list.iter().map(|c| d.solution.efc_force[c.efc_address as usize]).sum();
    assert!((total - 2.0 * G).abs() < 1e-8, "total {total}");
    assert!(finite(&d) && report.certificate.coulomb < 1e-6, "{report:?}");
}

#[test]
fn extreme_mass_ratios_stay_finite() {
    for (below, above) in [(1e-9, 1e6), (1e9, 1e-9)] {
        let m = load(
            "",
            "",
            &format!("{FLOOR}{}{}", block([0.0, 0.0, 0.1], 0.1, below), block([0.0, 0.0, 0.3], 0.1, above)),
            "",
        );
        let mut d = Data::new(&m);
        let report = run(&m, &mut d, 200);
        assert!(finite(&d), "{report:?}");
        assert!(d.state.qpos[2] > 0.05 && d.state.qpos[2] < 0.15, "{}", d.state.qpos[2]);
    }
}

#[test]
fn wedged_body_is_finite_and_named() {
    // a box between walls that overlap it by 5 mm on both sides
    let walls = r#"<geom type="box" pos="-0.195 0 0.5" size="0.1 1 1"/><geom type="box" pos="0.195 0 0.5" size="0.1 1 1"/>"#;
    let m = load("", "", &format!("{FLOOR}{walls}{}", block([0.0, 0.0, 0.3], 0.1, 1.0)), "");
    let mut d = Data::new(&m);
    let named = (0..20).filter(|_| step(&m, &mut d).expect("finite").certificate.wedged > 1e-3).count();
    assert!(named > 0, "the walls contradict each other");
    run(&m, &mut d, 480);
    assert!(
        finite(&d) && d.state.qvel.iter().all(|v| v.abs() < 50.0),
        "{:?} {:?}",
        d.state.qpos,
        d.state.qvel
    );
    assert!(d.state.qpos[..3].iter().all(|x| x.abs() < 5.0), "stays near: {:?}", &d.state.qpos[..3]);
}

#[test]
fn contradictory_loops_are_named() {
    let world = format!(
        r#"{}<body name="p" pos="0.05 0 1"/><body name="q" pos="-0.05 0 1"/>"#,
        r#"<body name="x" pos="0 0 1"><freejoint/><geom size="0.05" mass="1"/></body>"#
    );
    let loops = r#"<equality><connect body1="x" body2="p" anchor="0 0 0"/><connect body1="x" body2="q" anchor="0 0 0"/></equality>"#;
    let m = load("", "", &world, loops);
    let mut m = m;
    // two anchors 10 cm apart for the same point
    m.eq.data[0][3..6].copy_from_slice(&[0.0; 3]);
    m.eq.data[1][3..6].copy_from_slice(&[0.0; 3]);
    let mut d = Data::new(&m);
    let report = run(&m, &mut d, 300);
    assert!(finite(&d));
    assert!(report.certificate.wedged > 1e-3, "{report:?}");
    assert!(
        d.state.qpos[..3].iter().zip([0.0, 0.0, 1.0]).all(|(a, b)| (a - b).abs() < 0.06),
        "{:?}",
        d.state.qpos
    );
}

#[test]
fn energy_never_rises_by_contact() {
    // restitution, friction and many contacts: impulses do no positive work
    let world: String = (0..6)
        .map(|i| {
            let f = f64::from(i);
            let (x, y, z) = (0.05 * f - 0.1, 0.03 * f, 0.3 + 0.25 * f);
            let (a, b) = (31.0 * f, 17.0 * f);
            format!(
                r#"<body pos="{x} {y} {z}" euler="{a} {b} 10"><freejoint/><geom name="g{i}" type="box" size="0.1 0.08 0.06" mass="{}"/></body>"#,
                1.0 + f
            )
        })
        .collect();
    let items: String =
        (0..6).map(|i| format!(r#"<element objtype="geom" objname="g{i}" prm="0.7"/>"#)).collect();
    let m = load(
        "",
        &format!(r#"<tuple name="stiction:restitution">{items}</tuple>"#),
        &(FLOOR.to_owned() + &world),
        "",
    );
    let mut d = Data::new(&m);
    for _ in 0..1500 {
        let r = step(&m, &mut d).expect("finite");
        let e = r.certificate.dissipated;
        assert!(e.friction + e.impact > -1e-7, "impulses add energy: {e:?}");
        assert!(r.certificate.coulomb < 1e-6, "{r:?}");
    }
}
