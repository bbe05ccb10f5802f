//! Hard steps that impacts divide: where bodies are, when, and what the report counts.

use stiction::constraint::user::Law;
use stiction::constraint::user::library::Distance;
use stiction::prelude::*;
use stiction::spatial::Vec3;

/// Balls whose geoms are named g0, g1, …, with restitution `e`.
fn bouncing(h: f64, gravity: f64, e: f64, balls: usize, world: &str, rest: &str) -> Model {
    let list: String =
        (0..balls).map(|k| format!(r#"<element objtype="geom" objname="g{k}" prm="{e}"/>"#)).collect();
    let xml = format!(
        r#"<mujoco><option timestep="{h}" gravity="0 0 -{gravity}" cone="elliptic"/>
        <custom><text name="stiction" data="preset=exact"/><tuple name="stiction:restitution">{list}</tuple></custom>
        <worldbody>{world}</worldbody>{rest}</mujoco>"#
    );
    Model::from_xml_string(&xml).unwrap()
}

const BALL: &str = r#"<geom type="plane" size="0 0 1"/>
    <body pos="0 0 1.1"><freejoint/><geom name="g0" size=".1" friction="0 0 0"/></body>"#;

/// Height and speed of a ball that falls 1 m and keeps `e` of its speed, after `t` seconds, and how often it has bounced.
fn bounced(t: f64, e: f64) -> (f64, f64, u32) {
    let g = 9.81_f64;
    let (mut at, mut up, mut count) = ((2.0 / g).sqrt(), (2.0 * g).sqrt() * e, 0);
    if t < at {
        return (1.0 - 0.5 * g * t * t, -g * t, 0);
    }
    loop {
        count += 1;
        let flight = 2.0 * up / g;
        if t < at + flight {
            let s = t - at;
            return (up * s - 0.5 * g * s * s, up - g * s, count);
        }
        (at, up) = (at + flight, e * up);
    }
}

#[test]
fn a_ball_bounces_at_its_own_time_whatever_the_step() {
    for h in [0.001, 0.004, 0.01] {
        let m = bouncing(h, 9.81, 0.8, 1, BALL, "");
        let mut d = Data::new(&m);
        let mut count = 0;
        for k in 1..=(1.5 / h) as usize {
            let report = step(&m, &mut d).unwrap().certificate;
            count += report.impacts;
            assert!((d.time - k as f64 * h).abs() < 1e-12 && !report.crowded);
            let (z, v, n) = bounced(d.time, 0.8);
            assert!((d.state.qpos[2] - 0.1 - z).abs() < 1e-9, "h = {h}, t = {}: {}", d.time, d.state.qpos[2]);
            assert!((d.state.qvel[2] - v).abs() < 1e-8, "h = {h}, t = {}: {}", d.time, d.state.qvel[2]);
            assert_eq!(count, n, "h = {h}, t = {}", d.time);
            if report.impacts == 0 {
                assert_eq!(report.substep, h);
            } else {
                assert!(report.substep > 0.0 && report.substep < h);
            }
        }
    }
}

/// Two walls 1 m apart, a ball of 0.1 m between them that loses nothing.
fn court(h: f64) -> Model {
    let world = r#"<geom type="box" size=".5 1 1" pos="-1 0 0"/><geom type="box" size=".5 1 1" pos="1 0 0"/>
        <body><joint type="slide" axis="1 0 0"/><geom name="g0" size=".1" friction="0 0 0"/></body>"#;
    bouncing(h, 0.0, 1.0, 1, world, "")
}

#[test]
fn several_impacts_in_a_step_follow_one_another() {
    // 0.8 m from side to side: 3.01 m in a step of 10 ms
    let m = court(0.01);
    let mut d = Data::new(&m);
    d.state.qvel[0] = 301.0;
    let mut count = 0;
    for k in 1..=20 {
        let report = step(&m, &mut d).unwrap().certificate;
        assert!(!report.crowded);
        count += report.impacts;
        let way = 301.0 * 0.01 * f64::from(k) + 0.4;
        let (lap, left) = ((way / 0.8).floor(), way.rem_euclid(0.8));
        let (x, v) = if lap % 2.0 == 0.0 { (left - 0.4, 301.0) } else { (0.4 - left, -301.0) };
        assert!((d.state.qpos[0] - x).abs() < 1e-8, "step {k}: {} for {x}", d.state.qpos[0]);
        assert!((d.state.qvel[0] - v).abs() < 1e-6, "step {k}: {} for {v}", d.state.qvel[0]);
        assert_eq!(count, lap as u32);
    }
}

#[test]
fn more_impacts_than_a_step_can_have_are_reported_as_a_crowd() {
    let m = court(0.01);
    let mut d = Data::new(&m);
    // 20 m in a step
    d.state.qvel[0] = 2000.0;
    let report = step(&m, &mut d).unwrap().certificate;
    assert!(report.crowded && report.impacts == 16, "{report:?}");
    assert_eq!(d.time, 0.01);
}

#[test]
fn a_cradle_passes_its_swing_on_within_a_step() {
    let balls: String = (0..4)
        .map(|k| {
            format!(
                r#"<body pos="{} 0 0"><joint type="slide" axis="1 0 0"/><geom name="g{k}" size=".1" mass="1" friction="0 0 0"/></body>"#,
                0.201 * f64::from(k)
            )
        })
        .collect();
    let m = bouncing(0.01, 0.0, 1.0, 4, &balls, "");
    let mut d = Data::new(&m);
    d.state.qvel[0] = 2.0;
    let report = step(&m, &mut d).unwrap().certificate;
    assert_eq!((report.impacts, report.crowded), (3, false));
    for (v, want) in d.state.qvel.iter().zip([0.0, 0.0, 0.0, 2.0]) {
        assert!((v - want).abs() < 1e-9, "{:?}", d.state.qvel);
    }
    // three gaps of 1 mm at 2 m/s, then the last one flies on
    for (q, want) in d.state.qpos.iter().zip([0.001, 0.001, 0.001, 2.0 * (0.01 - 0.0015)]) {
        assert!((q - want).abs() < 1e-9, "{:?}", d.state.qpos);
    }
}

#[test]
fn activations_go_on_through_impacts() {
    let world = r#"<geom type="plane" size="0 0 1"/><body pos="0 0 .3"><joint name="j" type="slide" axis="0 0 1"/>
        <geom name="g0" size=".1" friction="0 0 0"/></body>"#;
    let act = r#"<actuator><general joint="j" dyntype="integrator" gainprm="0"/></actuator>"#;
    let m = bouncing(0.01, 9.81, 1.0, 1, world, act);
    let mut d = Data::new(&m);
    d.input.ctrl[0] = 3.0;
    let mut impacts = 0;
    for k in 1..=60 {
        impacts += step(&m, &mut d).unwrap().certificate.impacts;
        assert!((d.state.act[0] - 0.03 * f64::from(k)).abs() < 1e-12, "{} in step {k}", d.state.act[0]);
    }
    assert!(impacts >= 1);
}

#[test]
fn an_impact_takes_what_restitution_leaves_and_dampers_nothing() {
    // one step in which a ball at 2 m/s is sent back with e = 0.5: ½ m (v² − e² v²)
    let world = r#"<geom type="plane" size="0 0 1"/><body pos="0 0 .11"><joint type="slide" axis="0 0 1" damping="1e-3"/>
        <geom name="g0" size=".1" mass="2" friction="0 0 0"/></body>"#;
    let m = bouncing(0.01, 0.0, 0.5, 1, world, "");
    let mut d = Data::new(&m);
    d.state.qvel[0] = -2.0;
    let report = step(&m, &mut d).unwrap().certificate;
    assert_eq!(report.impacts, 1);
    assert!((d.state.qvel[0] - 1.0).abs() < 1e-4, "{}", d.state.qvel[0]);
    assert!((report.dissipated.impact - 3.0).abs() < 1e-3, "{:?}", report.dissipated);
    // 5 ms at 2 m/s and 5 ms at 1 m/s
    let damped = 1e-3 * (0.005 * 4.0 + 0.005 * 1.0);
    assert!((report.dissipated.damping / damped - 1.0).abs() < 1e-3, "{:?} for {damped}", report.dissipated);
}

#[test]
fn impacts_have_their_time_beside_hard_equalities_of_the_users_and_not_beside_soft_rows() {
    let far = r#"<body pos="5 0 5"><freejoint/><geom size=".1" contype="0" conaffinity="0"/></body>"#;
    let m = bouncing(0.01, 9.81, 0.8, 1, &format!("{BALL}{far}"), "");
    for (law, impacts) in [(Law::Hard, 1), (Law::SOFT, 0)] {
        let mut d = Data::new(&m);
        let rod = Distance::new([0, 2], [Vec3([5.0, 0.0, 6.0]), Vec3::ZERO], 1.0).with_law(law);
        d.constraints.add(rod);
        let counted: u32 = (0..60).map(|_| step(&m, &mut d).unwrap().certificate.impacts).sum();
        assert_eq!(counted.min(1), impacts, "{law:?}");
        if law == Law::Hard {
            let (z, ..) = bounced(d.time, 0.8);
            assert!((d.state.qpos[2] - 0.1 - z).abs() < 1e-9, "{}", d.state.qpos[2]);
            assert!((d.state.qpos[9] - 5.0).abs() < 1e-9, "the rod holds: {:?}", d.state.qpos);
        }
    }
}
