//! Surfaces that turn: crates stand on them, balls roll over them, belts carry them along.

use stiction::prelude::*;
use stiction_spatial::Quat;

struct Scene {
    m: Model,
    d: Data,
    /// Turning of the mocap body (rad/s), if there is one.
    turn: f64,
}

impl Scene {
    fn new(world: &str, h: f64, turn: f64) -> Scene {
        let xml = format!(
            r#"<mujoco><option timestep="{h}"/><custom><text name="stiction" data="preset=exact"/></custom><worldbody>{world}</worldbody></mujoco>"#
        );
        let m = stiction::load_string(&xml, &NoAssets).expect("a model").model;
        let d = Data::new(&m);
        Scene { m, d, turn }
    }

    fn run(&mut self, seconds: f64) {
        let steps = (seconds / self.m.opt.timestep).round() as usize;
        for _ in 0..steps {
            if self.turn != 0.0 {
                let half = 0.5 * self.turn * self.d.time;
                self.d.state.mocap_quat[0] = Quat([libm::cos(half), 0.0, 0.0, libm::sin(half)]);
            }
            let r = stiction_sim::step(&self.m, &mut self.d).expect("finite");
            assert!(r.status.is_solved(), "{:?}", r.certificate);
        }
    }

    /// Distance of the body from the axis, and its direction there.
    fn polar(&self) -> (f64, f64) {
        let q = &self.d.state.qpos;
        (libm::hypot(q[0], q[1]), libm::atan2(q[1], q[0]))
    }
}

const TABLE: &str =
    r#"<body mocap="true" pos="0 0 -.1"><geom type="cylinder" size="2 .1" friction="2"/></body>"#;

fn crate_at(pos: &str, offset: &str) -> String {
    format!(
        r#"<body pos="{pos}"><freejoint/><geom type="box" size=".1 .08 .06" pos="{offset}" friction="2"/></body>"#
    )
}

/// A crate that has come to stand on a turntable stays where it is, whatever its frame.
#[test]
fn a_crate_on_a_turntable_keeps_its_place() {
    for (h, turn) in [(0.002, 3.0), (0.01, 3.0), (0.002, -4.0)] {
        for offset in ["0 0 0", ".05 -.03 0"] {
            let mut s = Scene::new(&(TABLE.to_owned() + &crate_at(".3 .4 .06", offset)), h, turn);
            s.run(1.0);
            let (r, angle) = s.polar();
            s.run(3.0);
            let (end, after) = s.polar();
            let turned = (after - angle - 3.0 * turn).rem_euclid(std::f64::consts::TAU);
            let off = turned.min(std::f64::consts::TAU - turned);
            assert!((end - r).abs() < 1e-8 && off < 1e-8, "{h} {turn} {offset}: {} and {off}", end - r);
        }
    }
}

/// The same where the table stands and its surface turns, and where both do.
#[test]
fn a_crate_on_a_belt_that_turns_keeps_its_radius() {
    for (surface, turn) in [(2.0, 0.0), (2.0, 1.0), (-1.0, 3.0)] {
        let table = format!(
            r#"<body mocap="true" pos="0 0 -.1"><geom type="cylinder" size="2 .1" friction="2" surfacevel="0 0 0 0 0 {surface}"/></body>"#
        );
        let mut s = Scene::new(&(table + &crate_at(".3 .4 .06", "0 0 0")), 0.002, turn);
        s.run(1.0);
        let r = s.polar().0;
        s.run(3.0);
        assert!((s.polar().0 - r).abs() < 1e-5, "{surface} {turn}: {}", s.polar().0 - r);
    }
}

/// A belt that runs straight carries a crate at its speed.
#[test]
fn a_crate_on_a_straight_belt_goes_with_it() {
    let belt = r#"<geom type="box" size="5 1 .1" pos="0 0 -.1" friction="2" surfacevel=".5 .2 0 0 0 0"/>"#;
    let mut s = Scene::new(&(belt.to_owned() + &crate_at("0 0 .06", "0 0 0")), 0.002, 0.0);
    s.run(1.0);
    let v = &s.d.state.qvel;
    assert!((v[0].abs() - 0.5).abs() < 1e-9 && (v[1].abs() - 0.2).abs() < 1e-9, "{v:?}");
}

/// A ball that rolls on a turntable circles with two sevenths of its speed: the place after a second, off by h².
fn ball(h: f64) -> f64 {
    let (w, v, r) = (3.0, 0.2, 0.05);
    let ball =
        format!(r#"<body pos=".5 0 {r}"><freejoint/><geom type="sphere" size="{r}" friction="2"/></body>"#);
    let mut s = Scene::new(&(TABLE.to_owned() + &ball), h, w);
    // two steps before the motion of the table is known
    s.run(2.0 * h);
    let z = s.d.state.qpos[2];
    s.d.state.qpos.copy_from_slice(&[0.5, 0.0, z, 1.0, 0.0, 0.0, 0.0]);
    s.d.state.qvel.copy_from_slice(&[0.0, v, 0.0, (w * 0.5 - v) / r, 0.0, 0.0]);
    s.run(1.0);
    let a = 2.0 / 7.0 * w;
    let want = [0.5 - v / a * (1.0 - libm::cos(a)), v / a * libm::sin(a)];
    libm::hypot(s.d.state.qpos[0] - want[0], s.d.state.qpos[1] - want[1])
}

#[test]
fn a_ball_on_a_turntable_rolls_as_it_should() {
    let errors = [0.004, 0.002, 0.001].map(ball);
    assert!(errors[2] < 3e-6, "{errors:?}");
    for pair in errors.windows(2) {
        assert!((pair[0] / pair[1] - 4.0).abs() < 0.2, "{errors:?}");
    }
}
