//! Solids by their distance under the hard law: screws, gears, and shapes of the user's own, against what geometry and statics say.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use std::f64::consts::{PI, TAU};
use stiction::geometry::query::Aabb;
use stiction::geometry::sdf::{Implicit, abs, hypot, intersection};
use stiction::prelude::*;
use stiction::spatial::{Scalar, Vec3};

const PITCH: f64 = 1.0 / 12.0;

fn compile(xml: &str, shapes: impl FnOnce(&mut Spec)) -> Model {
    let read = stiction::mjcf::load_bytes("model.xml", xml.as_bytes(), &NoAssets, &Default::default());
    let mut spec = read.unwrap_or_else(|e| panic!("{e}")).spec;
    shapes(&mut spec);
    stiction::compile(&spec, &NoAssets).unwrap_or_else(|e| panic!("{e}")).0
}

/// A nut on the axis of a bolt, free to turn and to slide, pulled along the axis.
fn screw(assets: &str, from: f64, mu: f64, h: f64) -> String {
    format!(
        r#"<mujoco><option timestep="{h}" gravity="0 0 9.81" cone="elliptic"/>
        <custom><text name="stiction" data="preset=exact"/></custom>
        <default><geom friction="{mu} 0 0"/></default>
        {assets}
        <worldbody><geom type="sdf" mesh="bolt"/>
          <body pos="0 0 {from}"><joint type="slide" axis="0 0 1"/><joint axis="0 0 1"/>
            <inertial pos="0 0 0" mass="1" diaginertia="1e-3 1e-3 1e-3"/>
            <geom type="sdf" mesh="nut"/></body></worldbody></mujoco>"#
    )
}

fn mujocos(mu: f64, h: f64) -> Model {
    let assets = r#"<extension><plugin plugin="mujoco.sdf.nut"/><plugin plugin="mujoco.sdf.bolt"/></extension><asset>
        <mesh name="bolt"><plugin plugin="mujoco.sdf.bolt"><config key="radius" value="0.255"/></plugin></mesh>
        <mesh name="nut"><plugin plugin="mujoco.sdf.nut"><config key="radius" value="0.26"/></plugin></mesh></asset>"#;
    compile(&screw(assets, -0.75, mu, h), |_| {})
}

fn run(m: &Model, d: &mut Data, seconds: f64) {
    for _ in 0..(seconds / m.opt.timestep).round() as usize {
        let report = step(m, d).unwrap_or_else(|e| panic!("{e}"));
        assert!(report.certificate.coulomb < 1e-7, "{report:?}");
    }
}

#[test]
fn a_nut_advances_by_its_pitch_per_turn() {
    let m = mujocos(0.0, 1e-3);
    let mut d = Data::new(&m);
    run(&m, &mut d, 0.1);
    let (before, speed) = ([d.state.qpos[0], d.state.qpos[1]], d.state.qvel[1]);
    run(&m, &mut d, 0.4);
    let (way, turns) = (d.state.qpos[0] - before[0], (d.state.qpos[1] - before[1]) / TAU);
    assert!((way / (PITCH * turns.abs()) - 1.0).abs() < 1e-4, "{way} in {turns} turns");
    // what falls along the thread also turns: m g = (m + I (2π/p)²) a
    let lead = TAU / PITCH;
    let (gained, expected) =
        ((d.state.qvel[1] - speed).abs(), 0.4 * lead * 9.81 / (1.0 + 1e-3 * lead * lead));
    assert!((gained / expected - 1.0).abs() < 1e-3, "it gained {gained} for {expected}");
}

/// A square thread: a band that winds about z between two radii, 0.4 of the pitch thick.
struct Thread {
    inner: f64,
    outer: f64,
    half_height: f64,
}

/// Radius at which the bands of screw and nut overlap, by 0.2 % on either side.
const MEAN: f64 = 0.25;

impl Implicit for Thread {
    fn bounds(&self) -> Aabb {
        let half = Vec3::new(self.outer + 0.01, self.outer + 0.01, self.half_height + 0.01);
        Aabb { min: -half, max: half }
    }
    fn distance<T: Scalar>(&self, p: Vec3<T>) -> T {
        let f = T::from_f64;
        let cos = (PITCH / (TAU * MEAN)).atan().cos();
        let turn = p[2] * f(1.0 / PITCH) - p[1].atan2(p[0]) * f(1.0 / TAU);
        let from_middle = abs(turn - f(turn.value().floor()) - f(0.5));
        let flank = (from_middle - f(0.2)) * f(PITCH * cos);
        let r = hypot(p[0], p[1]);
        let ring = abs(r - f(0.5 * (self.inner + self.outer))) - f(0.5 * (self.outer - self.inner));
        intersection(intersection(flank, ring), abs(p[2]) - f(self.half_height))
    }
}

#[test]
fn a_screw_locks_where_friction_exceeds_its_angle() {
    // tan α = pitch / 2πr; the load turns the nut if μ < tan α and cannot if μ > tan α
    let slope = PITCH / (TAU * MEAN);
    let (mass, inertia, g) = (1.0, 1e-3, 9.81);
    let speed = |share: f64| {
        // the bands lie 0.1 of the pitch apart when the nut's stand in the middle between the screw's
        let xml = screw("", 0.5 * PITCH + 0.1 * PITCH - 1e-4, share * slope, 1e-3);
        let m = compile(&xml, |s| {
            s.add_shape("bolt", Thread { inner: 0.2, outer: 1.002 * MEAN, half_height: 0.15 });
            s.add_shape("nut", Thread { inner: 0.998 * MEAN, outer: 0.3, half_height: 0.08 });
        });
        let mut d = Data::new(&m);
        run(&m, &mut d, 0.1);
        assert!(d.contacts.list.len() > 2, "they do not touch");
        d.state.qvel[1]
    };
    let locked = speed(1.01);
    assert!(locked.abs() < 1e-9, "at 1.01 it turns with {locked}");
    // axial and turning balance of what slides down a slope with angle α
    let (mu, alpha) = (0.99 * slope, slope.atan());
    let ratio = inertia / (mass * MEAN * MEAN * slope) * (alpha.cos() + mu * alpha.sin())
        / (alpha.sin() - mu * alpha.cos());
    let expected = g / (1.0 + ratio) * TAU / PITCH * 0.1;
    let turning = speed(0.99).abs();
    assert!((turning / expected - 1.0).abs() < 0.3, "at 0.99 it turns with {turning} for {expected}");
}

#[test]
fn equal_gears_turn_alike() {
    // the same involutes on both: the ratio is exact in every step, at any distance of the axes at which they mesh
    let xml = r#"<mujoco><option timestep="1e-3" gravity="0 0 0" cone="elliptic"/>
      <custom><text name="stiction" data="preset=exact"/></custom>
      <extension><plugin plugin="mujoco.sdf.gear"/></extension><default><geom friction="0 0 0"/></default>
      <asset><mesh name="gear"><plugin plugin="mujoco.sdf.gear"/></mesh></asset>
      <worldbody>
        <body><joint axis="0 0 1"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom type="sdf" mesh="gear"/></body>
        <body pos="2.83 0 0"><joint axis="0 0 1" damping="5"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
          <geom type="sdf" mesh="gear"/></body>
      </worldbody></mujoco>"#;
    let m = compile(xml, |_| {});
    let mut d = Data::new(&m);
    // teeth stand in gaps, 9 mm from each other
    d.state.qpos[1] = 0.08;
    let mut worst: f64 = 0.0;
    for k in 0..90 {
        d.input.qfrc_applied[0] = 10.0;
        step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        if k >= 70 {
            worst = worst.max((d.state.qvel[1] / d.state.qvel[0] + 1.0).abs());
        }
    }
    assert!(d.state.qvel[1] < -0.1, "it is driven at {}", d.state.qvel[1]);
    assert!(worst < 1e-6, "the ratio is off by {worst}");
}

/// A ball with a flat.
struct Cut;

impl Implicit for Cut {
    fn bounds(&self) -> Aabb {
        Aabb { min: Vec3([-0.11; 3]), max: Vec3([0.11; 3]) }
    }
    fn distance<T: Scalar>(&self, p: Vec3<T>) -> T {
        let ball = hypot(hypot(p[0], p[1]), p[2]) - T::from_f64(0.1);
        intersection(ball, -p[2] - T::from_f64(0.05))
    }
}

#[test]
fn a_shape_of_ones_own_has_its_mass_and_stands_on_its_flat() {
    for law in ["preset=exact", "contact=soft"] {
        let xml = format!(
            r#"<mujoco><option timestep="2e-3" cone="elliptic"/><custom><text name="stiction" data="{law}"/></custom>
            <worldbody><geom type="plane" size="0 0 1"/>
              <body pos="0 0 .05"><freejoint/><geom type="sdf" mesh="cut"/></body></worldbody></mujoco>"#
        );
        let m = compile(&xml, |s| s.add_shape("cut", Cut));
        // the ball without a cap of height r/2: 27/32 of it, its centre of mass r/8 above the middle
        let volume = 27.0 / 32.0 * 4.0 / 3.0 * PI * 1e-3;
        assert!((m.body.mass[1] / (1000.0 * volume) - 1.0).abs() < 2e-3, "{}", m.body.mass[1]);
        assert!((m.body.ipos[1][2] - 0.0125).abs() < 2e-5, "{}", m.body.ipos[1][2]);
        let mut d = Data::new(&m);
        run_any(&m, &mut d, 0.5);
        let tilt = 2.0 * (d.state.qpos[4].powi(2) + d.state.qpos[5].powi(2)).sqrt();
        assert!(tilt < 2e-3, "{law}: it leans by {tilt}");
        if law == "preset=exact" {
            assert!((d.state.qpos[2] - 0.05).abs() < 1e-5, "at {}", d.state.qpos[2]);
        }
    }
}

fn run_any(m: &Model, d: &mut Data, seconds: f64) {
    for _ in 0..(seconds / m.opt.timestep).round() as usize {
        step(m, d).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn a_ball_rolls_to_the_bottom_of_a_bowl() {
    let xml = r#"<mujoco><option timestep="2e-3" cone="elliptic"/><custom><text name="stiction" data="preset=exact"/></custom>
      <extension><plugin plugin="mujoco.sdf.bowl"/></extension>
      <asset><mesh name="bowl"><plugin plugin="mujoco.sdf.bowl"/></mesh></asset>
      <worldbody><geom type="sdf" mesh="bowl" friction="0 0 0"/>
        <body pos=".2 0 -.7"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>
          <geom size=".1" mass="1" friction="0 0 0"/></body></worldbody></mujoco>"#;
    let m = compile(xml, |_| {});
    let mut d = Data::new(&m);
    run_any(&m, &mut d, 1.0);
    // without friction its centre stays on a sphere of radius 1 − 0.02 − 0.1 and its energy does not rise
    let (x, z) = (0.2 + d.state.qpos[0], -0.7 + d.state.qpos[1]);
    assert!((x.hypot(z) - 0.88).abs() < 2.0 * m.stiction.slop, "{}", x.hypot(z));
    let v2 = d.state.qvel[0].powi(2) + d.state.qvel[1].powi(2);
    assert!(0.5 * v2 + 9.81 * z <= 9.81 * -0.7 + 1e-6, "{v2} {z}");
}
