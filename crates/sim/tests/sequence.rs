//! Impacts of bodies that touch, one after the other (`impact=sequential`), beside Newton's law, which shares them at once.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::model::stiction::Impact;
use stiction::prelude::*;

fn load(xml: &str) -> Model {
    stiction::load_string(xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

fn bouncy(names: &[String], e: f64) -> String {
    let each: String =
        names.iter().map(|n| format!(r#"<element objtype="geom" objname="{n}" prm="{e}"/>"#)).collect();
    format!(r#"<tuple name="stiction:restitution">{each}</tuple>"#)
}

/// Balls of 10 cm on slides, `gap` apart, the first of which comes from 5 cm away.
fn cradle(h: f64, n: usize, gap: f64, e: f64, law: &str, masses: &[f64]) -> Model {
    let names: Vec<String> = (0..n).map(|i| format!("b{i}")).collect();
    let mut world = String::new();
    for (i, name) in names.iter().enumerate() {
        let x = i as f64 * (0.2 + gap) - if i == 0 { 0.05 } else { 0.0 };
        let mass = masses.get(i).copied().unwrap_or(1.0);
        world += &format!(
            r#"<body pos="{x} 0 0"><joint type="slide" axis="1 0 0"/><geom name="{name}" size="0.1" mass="{mass}" friction="0 0 0"/></body>"#
        );
    }
    load(&format!(
        r#"<mujoco><option timestep="{h}" gravity="0 0 0"/><custom><text name="stiction" data="preset=exact impact={law}"/>{}</custom><worldbody>{world}</worldbody></mujoco>"#,
        bouncy(&names, e)
    ))
}

fn hit(m: &Model, v: f64) -> Vec<f64> {
    let mut d = Data::new(m);
    d.state.qvel[0] = v;
    let energy =
        |d: &Data| d.state.qvel.iter().zip(&m.body.mass[1..]).map(|(v, m)| 0.5 * m * v * v).sum::<f64>();
    let mut before = energy(&d);
    while d.time < 0.2 {
        let r = step(m, &mut d).expect("finite");
        assert!(r.status.is_solved(), "{r:?}");
        assert_eq!(r.certificate.impact_law, m.stiction.impact);
        let now = energy(&d);
        assert!(now <= before * (1.0 + 1e-12), "energy rises from {before} to {now}");
        before = now;
    }
    d.state.qvel.to_vec()
}

#[test]
fn a_touching_cradle_passes_its_swing_on() {
    for n in [3, 5, 16] {
        for h in [0.01, 0.002] {
            let v = hit(&cradle(h, n, 0.0, 1.0, "sequential", &[]), 1.0);
            let expected: Vec<f64> = (0..n).map(|i| f64::from(i + 1 == n)).collect();
            let off = v.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 1e-9, "{n} balls at {h}: {v:?}");
        }
    }
    let shared = hit(&cradle(0.002, 3, 0.0, 1.0, "newton", &[]), 1.0);
    for (v, expected) in shared.iter().zip([-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]) {
        assert!((v - expected).abs() < 1e-9, "{shared:?}");
    }
}

#[test]
fn touching_is_the_limit_of_small_gaps() {
    // unequal masses, where Newton's law and sequences differ
    let masses = [1.0, 0.3, 2.0, 0.7];
    for e in [1.0, 0.8] {
        let touching = hit(&cradle(0.002, 4, 0.0, e, "sequential", &masses), 1.0);
        let apart = hit(&cradle(0.002, 4, 1e-6, e, "newton", &masses), 1.0);
        let off = touching.iter().zip(&apart).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-6, "e = {e}: {touching:?} for {apart:?}");
        let momentum: f64 = touching.iter().zip(masses).map(|(v, m)| v * m).sum();
        assert!((momentum - 1.0).abs() < 1e-9);
    }
}

#[test]
fn a_billiard_break_is_symmetric_and_keeps_energy() {
    let mut names = vec!["cue".to_owned()];
    let mut places = vec![(-0.3, 0.0)];
    let r = 0.03;
    for row in 0..5 {
        for k in 0..=row {
            names.push(format!("b{row}{k}"));
            places.push((f64::from(row) * r * 3f64.sqrt(), r * f64::from(2 * k - row)));
        }
    }
    let body = |(n, (x, y)): (&String, &(f64, f64))| {
        format!(
            r#"<body pos="{x} {y} 0"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><geom name="{n}" size="{r}" mass="0.17" friction="0 0 0"/></body>"#
        )
    };
    let world: String = names.iter().zip(&places).map(body).collect();
    let m = load(&format!(
        r#"<mujoco><option timestep="0.002" gravity="0 0 0"/><custom><text name="stiction" data="preset=exact impact=sequential"/>{}</custom><worldbody>{world}</worldbody></mujoco>"#,
        bouncy(&names, 1.0)
    ));
    assert_eq!(m.stiction.impact, Impact::Sequential);
    let mut d = Data::new(&m);
    d.state.qvel[0] = 5.0;
    let (mut impacts, energy) = (0, |d: &Data| d.state.qvel.iter().map(|v| v * v).sum::<f64>());
    while d.time < 0.1 {
        let r = step(&m, &mut d).expect("finite");
        assert!(r.status.is_solved() && !r.certificate.crowded, "{r:?}");
        impacts += r.certificate.impacts;
        assert!(energy(&d) <= 25.0 * (1.0 + 1e-9), "{}", energy(&d));
    }
    assert!(impacts >= 1);
    assert!(energy(&d) > 25.0 * (1.0 - 1e-6), "an elastic break keeps its energy, {}", energy(&d));
    let px: f64 = d.state.qvel.iter().step_by(2).sum();
    let py: f64 = d.state.qvel.iter().skip(1).step_by(2).sum();
    assert!((px - 5.0).abs() < 1e-9 && py.abs() < 1e-9);
    // row by row, ball k mirrors ball row − k
    let mut at = 1;
    for row in 0..5 {
        for k in 0..=row {
            let (a, b) = (2 * (at + k), 2 * (at + row - k));
            assert!((d.state.qvel[a] - d.state.qvel[b]).abs() < 1e-6, "row {row}: {:?}", d.state.qvel);
            assert!(
                (d.state.qvel[a + 1] + d.state.qvel[b + 1]).abs() < 1e-6,
                "row {row}: {:?}",
                d.state.qvel
            );
        }
        at += row + 1;
    }
}

#[test]
fn a_box_lands_flat_either_way() {
    for law in ["newton", "sequential"] {
        let m = load(&format!(
            r#"<mujoco><option timestep="0.005"/><custom><text name="stiction" data="preset=exact impact={law}"/>{}</custom>
            <worldbody><geom name="floor" type="plane" size="0 0 1"/><body pos="0 0 0.6"><freejoint/><geom name="box" type="box" size="0.1 0.1 0.1"/></body></worldbody></mujoco>"#,
            bouncy(&["box".to_owned()], 0.5)
        ));
        let mut d = Data::new(&m);
        while d.time < 2.0 {
            let r = step(&m, &mut d).expect("finite");
            assert!(r.status.is_solved(), "{r:?}");
        }
        assert!(
            (d.state.qpos[2] - 0.1).abs() < 2e-5 && d.state.qvel.iter().all(|v| v.abs() < 1e-6),
            "{law}: {:?}",
            d.state.qpos
        );
        assert!(
            d.state.qpos[0].abs() < 1e-9 && d.state.qpos[4..].iter().all(|q| q.abs() < 1e-9),
            "{law}: it tilts"
        );
    }
}
