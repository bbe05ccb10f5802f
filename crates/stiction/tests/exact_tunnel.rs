//! Nothing passes a wall: small bodies of every shape thrown at thin walls of every kind, fast and turning by several radians in a step.
//!
//! 2 cm bodies, 1 mm walls, steps of 2 ms, up to 100 m/s and 4 rad per step, from random poses. `STICTION_THROWS` sets how many of each.

use stiction::{Data, Model, ModelExt, step};

const STEP: f64 = 0.002;
/// Half of the wall.
const HALF: f64 = 0.0005;

const BODIES: [(&str, &str); 8] = [
    ("sphere", r#"type="sphere" size=".01""#),
    ("capsule", r#"type="capsule" size=".005 .005""#),
    ("ellipsoid", r#"type="ellipsoid" size=".01 .007 .005""#),
    ("cylinder", r#"type="cylinder" size=".01 .01""#),
    ("disc", r#"type="cylinder" size=".01 .001""#),
    ("box", r#"type="box" size=".01 .01 .01""#),
    ("plate", r#"type="box" size=".01 .01 .0005""#),
    ("mesh", r#"type="mesh" mesh="cube""#),
];

const WALLS: [(&str, &str); 5] = [
    ("box", r#"<geom type="box" size=".5 .5 .0005"/>"#),
    ("plane", r#"<geom type="plane" size=".5 .5 .1"/>"#),
    ("mesh", r#"<geom type="mesh" mesh="wall"/>"#),
    ("triangles", r#"<geom type="mesh" mesh="triangles"/>"#),
    ("field", r#"<geom type="hfield" hfield="flat"/>"#),
];

fn corners(x: f64, z: f64) -> String {
    let mut out = String::new();
    for i in 0..8 {
        let sign = |k: u32| if i & (1 << k) == 0 { -1.0 } else { 1.0 };
        out += &format!("{} {} {} ", x * sign(0), x * sign(1), z * sign(2));
    }
    out
}

fn model(body: &str, wall: &str) -> Model {
    let heights = "0 ".repeat(21 * 21);
    let xml = format!(
        r#"<mujoco><option timestep="{STEP}" gravity="0 0 0"/><custom><text name="stiction" data="preset=exact"/>
        <tuple name="stiction:exact"><element objtype="mesh" objname="triangles"/></tuple></custom><asset>
        <mesh name="cube" vertex="{}"/><mesh name="wall" vertex="{}"/><mesh name="triangles" vertex="{}"/>
        <hfield name="flat" nrow="21" ncol="21" size=".5 .5 .01 .001" elevation="{heights}"/></asset>
        <worldbody>{wall}<body><freejoint/><geom {body} mass=".1"/></body></worldbody></mujoco>"#,
        corners(0.01, 0.01),
        corners(0.5, HALF),
        corners(0.5, HALF)
    );
    Model::from_xml_string(&xml).unwrap_or_else(|e| panic!("{e}"))
}

/// Deterministic numbers in (−1, 1).
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    /// A point in the ball of radius one.
    fn ball<const N: usize>(&mut self) -> [f64; N] {
        loop {
            let p = [(); N].map(|()| self.next());
            let r2: f64 = p.iter().map(|x| x * x).sum();
            if r2 <= 1.0 && r2 > 1e-3 {
                return p;
            }
        }
    }
}

/// Throws that end behind the wall.
fn passed(body: &str, wall: &str, speed: f64, throws: usize) -> usize {
    let m = model(body, wall);
    let mut r = Rng(speed as u64);
    let mut bad = 0;
    for k in 0..throws {
        let mut d = Data::new(&m);
        let way = speed * STEP;
        let height = 0.03 + way * (0.5 + 0.5 * r.next());
        let quat: [f64; 4] = r.ball();
        let len = quat.iter().map(|x| x * x).sum::<f64>().sqrt();
        d.state.qpos[..3].copy_from_slice(&[0.05 * r.next(), 0.05 * r.next(), height]);
        d.state.qpos[3..7].copy_from_slice(&quat.map(|x| x / len));
        let aside: [f64; 2] = r.ball();
        let slope = (1.0 + 0.25 * (aside[0] * aside[0] + aside[1] * aside[1])).sqrt();
        let spin: [f64; 3] = r.ball();
        let velocity = [0.5 * aside[0], 0.5 * aside[1], -1.0].map(|x| speed * x / slope);
        d.state.qvel[..3].copy_from_slice(&velocity);
        d.state.qvel[3..].copy_from_slice(&spin.map(|x| 4.0 / STEP * x));
        let steps = (2.0 * height / way).ceil() as usize + 4;
        for i in 0..steps {
            step(&m, &mut d).unwrap_or_else(|e| panic!("throw {k}, step {i}: {e}"));
            if !(d.state.qpos[2] > -HALF) {
                bad += 1;
                break;
            }
        }
    }
    bad
}

/// A model without gravity and what its steps tell.
struct Scene {
    m: Model,
    d: Data,
    held: f64,
}

impl Scene {
    fn new(custom: &str, bodies: &str) -> Scene {
        let xml = format!(
            r#"<mujoco><compiler angle="radian"/><option timestep="{STEP}" gravity="0 0 0"/><custom><text name="stiction" data="preset=exact"/>{custom}</custom>
            <asset><mesh name="cube" vertex="{}"/></asset><worldbody>{bodies}</worldbody></mujoco>"#,
            corners(0.01, 0.01)
        );
        let m = Model::from_xml_string(&xml).unwrap_or_else(|e| panic!("{e}"));
        let d = Data::new(&m);
        Scene { m, d, held: 0.0 }
    }

    fn step(&mut self) {
        let report = step(&self.m, &mut self.d).unwrap_or_else(|e| panic!("{e}"));
        assert!(report.status.is_solved(), "{report:?}");
        self.held = self.held.max(report.certificate.held);
    }
}

/// A ball that hits the walls beside it 11, 22 and 225 times within a step, and has time for 16 impacts: it keeps its speed, and stands where it was
/// hit last.
#[test]
fn more_impacts_than_a_step_has_room_for() {
    for speed in [1e3, 2e3, 2e4] {
        let mut s = Scene::new(
            r#"<tuple name="stiction:restitution"><element objtype="geom" objname="ball" prm="1"/></tuple>"#,
            r#"<geom type="box" size=".001 1 1" pos="-.1 0 0"/><geom type="box" size=".001 1 1" pos=".1 0 0"/>
            <body><freejoint/><geom name="ball" type="sphere" size=".01" mass="1"/></body>"#,
        );
        s.d.state.qvel[..2].copy_from_slice(&[speed, 0.01 * speed]);
        for _ in 0..20 {
            s.step();
            assert!(s.d.state.qpos[0].abs() < 0.09, "{speed}: {:?}", s.d.state.qpos);
            assert!((s.d.state.qvel[0].abs() / speed - 1.0).abs() < 1e-7, "{speed}: {:?}", s.d.state.qvel);
        }
        assert_eq!(s.held > 0.0, speed > 1e3);
    }
}

/// Walls that move faster than bodies fall push what is in their way, however it turns.
#[test]
fn moving_walls_push_everything() {
    for (name, body) in BODIES {
        for speed in [1.0, 10.0, 100.0] {
            let mut r = Rng(speed as u64);
            let mut s = Scene::new(
                "",
                &format!(
                    r#"<body mocap="true"><geom type="box" size=".5 .5 .0005"/></body><body><freejoint/><geom {body} mass=".1"/></body>"#
                ),
            );
            let quat: [f64; 4] = r.ball();
            let len = quat.iter().map(|x| x * x).sum::<f64>().sqrt();
            s.d.state.qpos[3..7].copy_from_slice(&quat.map(|x| x / len));
            let spin: [f64; 3] = r.ball();
            s.d.state.qvel[3..].copy_from_slice(&spin.map(|x| 1.0 / STEP * x));
            let start = -0.02 - speed * STEP * (4.5 + 0.5 * r.next());
            for k in 0..30 {
                s.d.state.mocap_pos[0][2] = start + speed * STEP * f64::from(k);
                s.step();
                let (body, wall) = (s.d.state.qpos[2], s.d.state.mocap_pos[0][2]);
                assert!(body > wall, "{name}, wall at {speed} m/s, step {k}: {body} for {wall}");
            }
            assert!(s.d.state.qvel[2] > 0.5 * speed, "{name}: {:?} after a wall of {speed}", s.d.state.qvel);
        }
    }
}

/// Doors of 1 mm swung at plates, posts and each other.
#[test]
fn doors_do_not_pass() {
    let walls = [
        r#"<geom type="box" size=".1 .0005 .3" pos=".7 0 0"/>"#,
        r#"<geom type="cylinder" size=".001 .3" pos=".7 0 0"/>"#,
        r#"<geom type="mesh" mesh="cube" pos=".7 -.01 0"/>"#,
    ];
    for (k, wall) in walls.iter().enumerate() {
        for speed in [30.0, 100.0, 300.0] {
            for start in [0.1, 0.35, 0.9, 1.4] {
                let door = r#"<body><joint axis="0 0 1"/><geom type="box" size=".5 .0005 .2" pos=".5 0 0" mass="1"/></body>"#;
                let mut s = Scene::new("", &format!("{wall}{door}"));
                (s.d.state.qpos[0], s.d.state.qvel[0]) = (-start, speed);
                for i in 0..20 {
                    s.step();
                    assert!(
                        s.d.state.qpos[0] < 0.0,
                        "wall {k}, {speed} rad/s from {start}, step {i}: passed"
                    );
                }
            }
        }
    }
}

#[test]
fn nothing_passes_a_wall() {
    throw_at(&WALLS[..4]);
}

#[test]
fn nothing_passes_a_height_field() {
    throw_at(&WALLS[4..]);
}

fn throw_at(walls: &[(&str, &str)]) {
    let throws = std::env::var("STICTION_THROWS").ok().and_then(|s| s.parse().ok()).unwrap_or(2);
    let mut through = Vec::new();
    for (wall, w) in walls {
        for (body, b) in BODIES {
            for speed in [1.0, 10.0, 30.0, 100.0] {
                let bad = passed(b, w, speed, throws);
                if bad > 0 {
                    through.push(format!("{body} through {wall} at {speed} m/s: {bad} of {throws}"));
                }
            }
        }
    }
    assert!(through.is_empty(), "{through:#?}");
}
