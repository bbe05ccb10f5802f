//! Impacts of pairs that touch already, under the preset `exact`: each corner is hit at its own time, and no other with it.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::kinds::enable;
use stiction::prelude::*;
use stiction::sim::NoHooks;
use stiction::sim::certificate::geometry;

const G: f64 = 9.81;

fn scene(h: f64, gravity: [f64; 3], asset: &str, world: &str) -> (Model, Data) {
    let [x, y, z] = gravity;
    let xml = format!(
        r#"<mujoco><option timestep="{h}" gravity="{x} {y} {z}"/><compiler angle="radian"/>
        <custom><text name="stiction" data="preset=exact"/></custom><asset>{asset}</asset><worldbody>{world}</worldbody></mujoco>"#
    );
    let mut m = Model::from_xml_string(&xml).unwrap_or_else(|e| panic!("{e}"));
    m.opt.enableflags |= enable::ENERGY;
    let d = Data::new(&m);
    (m, d)
}

/// Steps, all of them solved; the largest depth at their ends, the largest rise of the energy above any state before, and the impacts.
fn run(m: &Model, d: &mut Data, steps: usize) -> (f64, f64, u32) {
    let (mut deepest, mut least, mut rise, mut impacts) = (0.0_f64, f64::INFINITY, 0.0_f64, 0);
    for k in 0..steps {
        let r = step(m, d).unwrap_or_else(|e| panic!("{e}"));
        assert!(r.status.is_solved() && r.certificate.held == 0.0, "step {k}: {r:?}");
        // of the state before the step
        let energy = d.energy[0] + d.energy[1];
        (least, rise) = (least.min(energy), rise.max(energy - least));
        deepest = deepest.max(geometry(m, d, &mut NoHooks).depth);
        impacts += r.certificate.impacts;
    }
    (deepest, rise, impacts)
}

/// 160 m, 54 m/s, steps of 20 ms: after the first corner the nearest one is not the next.
#[test]
fn a_large_box_lands_corner_after_corner() {
    let (m, mut d) = scene(
        0.02,
        [0.0, 0.0, -G],
        "",
        r#"<geom type="plane" size="0 0 1" friction=".5"/><body pos="0 0 200" euler="-.0188 -.015 -.007"><freejoint/>
        <geom type="box" size="80 60 50" mass="1e9" friction=".15"/></body>"#,
    );
    let (deepest, rise, impacts) = run(&m, &mut d, 700);
    assert!(impacts >= 3, "{impacts}");
    assert!(deepest < 1e-4, "{deepest}");
    assert!(rise < 1e-6 * 1e9, "{rise}");
    assert!(d.state.qvel.iter().all(|v| v.abs() < 1e-6), "{:?}", d.state.qvel);
}

/// A prism of six sides rolls down a slope from edge to edge: about the edge that it turns on its energy is kept, and the next one keeps the angular
/// momentum about itself, ω⁺/ω⁻ = (I + ½ m R²)/(I + m R²).
#[test]
fn a_hexagon_rolls_from_edge_to_edge() {
    let (radius, slope, start, seconds) = (0.1_f64, 0.25_f64, 6.0, 1.0);
    let corner = |k: u32, y: f64| {
        let (s, c) = (f64::from(k) * std::f64::consts::FRAC_PI_3).sin_cos();
        format!("{} {y} {} ", radius * c, radius * s)
    };
    let mesh: String = (0..6).map(|k| corner(k, -0.05) + &corner(k, 0.05)).collect();
    let height = radius * 0.75_f64.sqrt();
    // over m R²: about the middle, and about an edge
    let (middle, edge) = (5.0 / 12.0, 17.0 / 12.0);
    let (mut angle, mut exact, n) = (-std::f64::consts::FRAC_PI_6, start, 1_000_000);
    for _ in 0..n {
        let dt = seconds / f64::from(n);
        exact += dt * G / radius * (angle + slope).sin() / edge;
        angle += dt * exact;
        if angle >= std::f64::consts::FRAC_PI_6 {
            (angle, exact) = (angle - std::f64::consts::FRAC_PI_3, exact * (middle + 0.5) / edge);
        }
    }
    for (h, bound) in [(0.01, 0.03), (0.002, 0.015), (0.001, 0.01)] {
        let (m, mut d) = scene(
            h,
            [G * slope.sin(), 0.0, -G * slope.cos()],
            &format!(r#"<mesh name="prism" vertex="{mesh}"/>"#),
            &format!(
                r#"<geom type="plane" size="0 0 1" friction="2"/><body pos="0 0 {height}"><freejoint/>
                <geom type="mesh" mesh="prism" friction="2"/></body>"#
            ),
        );
        (d.state.qvel[0], d.state.qvel[2], d.state.qvel[4]) = (start * height, start * radius * 0.5, start);
        let (deepest, ..) = run(&m, &mut d, (seconds / h).round() as usize);
        let off = d.state.qvel[4] / exact - 1.0;
        assert!(off.abs() < bound, "h = {h}: {} for {exact}", d.state.qvel[4]);
        assert!(deepest < 1e-4, "h = {h}: {deepest}");
    }
}

/// Discs as thin as the slop fall on their faces, slide and come to rest; energy only falls.
#[test]
fn thin_discs_fall_and_slide() {
    let (mu, speed) = (0.3, 0.5);
    let way = speed * speed / (2.0 * mu * G);
    for floor in [r#"type="plane" size="0 0 1""#, r#"type="box" size="1 1 .1" pos="0 0 -.1""#] {
        for (radius, half) in [(0.01, 1e-5), (0.001, 2e-6), (0.02, 5e-6), (0.02, 5e-5)] {
            let (m, mut d) = scene(
                0.002,
                [0.0, 0.0, -G],
                "",
                &format!(
                    r#"<geom {floor} friction="{mu}"/><body pos="0 0 {}" euler=".1 0 0"><freejoint/>
                    <geom type="cylinder" size="{radius} {half}" mass="1e-3" friction="{mu}"/></body>"#,
                    half + 0.1 * radius
                ),
            );
            (d.state.qvel[0], d.state.qvel[5]) = (speed, 10.0);
            let (_, rise, _) = run(&m, &mut d, 250);
            assert!(rise < 1e-9 * 1e-3, "{floor}, {half}: {rise}");
            assert!(
                (d.state.qpos[0] - way).abs() < 0.06 * way,
                "{floor}, {half}: {} for {way}",
                d.state.qpos[0]
            );
        }
    }
}

/// What is round rolls on, however far it turns within a step: nothing of its rim is a corner.
#[test]
fn cylinders_roll_on_at_large_steps() {
    for h in [0.002, 0.02, 0.04] {
        let (m, mut d) = scene(
            h,
            [0.0, 0.0, -G],
            "",
            r#"<geom type="plane" size="0 0 1" friction=".8"/><body pos="0 0 .1"><freejoint/>
            <geom type="cylinder" size=".1 .05" euler="1.5707963267948966 0 0" friction=".8"/></body>"#,
        );
        (d.state.qvel[0], d.state.qvel[4]) = (3.0, 30.0);
        run(&m, &mut d, (1.0 / h).round() as usize);
        assert!(
            (d.state.qvel[0] - 3.0).abs() < 1e-9 && (d.state.qvel[4] - 30.0).abs() < 1e-8,
            "h = {h}: {:?}",
            d.state.qvel
        );
    }
}
