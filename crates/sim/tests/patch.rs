//! Friction over a patch (`stiction:patch`): sliding and spinning stop together, as a disc on a table does.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::prelude::*;

const G: f64 = 9.81;
const MU: f64 = 0.3;
const R: f64 = 0.1;

/// A puck that stands on a small ball, free to slide and to spin, with the inertia ½ m R² of a disc.
fn puck(h: f64, patch: Option<f64>, condim: usize) -> Model {
    let tuple = patch.map_or(String::new(), |r| {
        format!(r#"<tuple name="stiction:patch"><element objtype="geom" objname="foot" prm="{r}"/></tuple>"#)
    });
    let inertia = 0.5 * R * R;
    let xml = format!(
        r#"<mujoco><option timestep="{h}" gravity="0 0 -{G}" cone="elliptic"/><custom><text name="stiction" data="preset=exact"/>{tuple}</custom>
        <worldbody><geom type="plane" size="0 0 1" friction="{MU} 0 0"/><body pos="0 0 0.01">
        <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/><joint type="hinge" axis="0 0 1"/>
        <inertial pos="0 0 0" mass="1" diaginertia="{inertia} {inertia} {inertia}"/>
        <geom name="foot" type="sphere" size="0.01" friction="{MU} 0 0" condim="{condim}"/></body></worldbody></mujoco>"#
    );
    stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

/// Friction of a disc that slides at `v` and spins at `w`, over μ N, by summing over it.
fn disc(v: f64, w: f64) -> (f64, f64) {
    let (n, mut f, mut t) = (120, 0.0, 0.0);
    for i in 0..n {
        let rho = R * (f64::from(i) + 0.5) / f64::from(n);
        for j in 0..n {
            let phi = (f64::from(j) + 0.5) / f64::from(n) * std::f64::consts::TAU;
            let (x, y) = (rho * phi.cos(), rho * phi.sin());
            let (vx, vy) = (v - w * y, w * x);
            let (speed, area) = (vx.hypot(vy).max(1e-300), 2.0 * rho / R / f64::from(n * n));
            f += area * vx / speed;
            t += area * (x * vy - y * vx) / speed;
        }
    }
    (f, t)
}

#[test]
fn sliding_and_spinning_stop_together() {
    // wherever they start, the ratio of sliding to spinning ends at 0.653 (Farkas et al. 2003)
    for (v, w) in [(0.5, 20.0), (1.0, 5.0), (0.3, 3.0)] {
        let m = puck(1e-4, Some(R), 3);
        let mut d = Data::new(&m);
        d.state.qvel[0] = v;
        d.state.qvel[3] = w;
        let (mut ratio, mut stopped) = (0.0, [0.0; 2]);
        for _ in 0..8000 {
            let r = step(&m, &mut d).expect("finite");
            assert!(r.status.is_solved(), "{r:?}");
            let (slide, spin) = (d.state.qvel[0].hypot(d.state.qvel[1]), R * d.state.qvel[3].abs());
            if slide > 1e-8 {
                stopped[0] = d.time;
            }
            if spin > 1e-8 {
                stopped[1] = d.time;
            }
            if slide + spin > 0.004 {
                ratio = slide / spin;
            }
        }
        println!("{v} {w}: ratio {ratio}, stopped {stopped:?}");
        assert!((stopped[0] - stopped[1]).abs() < 0.003 && stopped[0] < 1.9, "{v} {w}: {stopped:?}");
        assert!((ratio - 0.653).abs() < 0.05, "{v} {w}: {ratio}");
        assert!(d.state.qvel.iter().all(|v| v.abs() < 1e-9), "it stands still: {:?}", d.state.qvel);
    }
}

#[test]
fn the_way_is_that_of_a_disc() {
    let m = puck(0.0005, Some(R), 4);
    let mut d = Data::new(&m);
    d.state.qvel[0] = 0.6;
    d.state.qvel[3] = 8.0;
    let (mut v, mut w, mut x, mut phi, h) = (0.6, 8.0, 0.0, 0.0, 0.0005);
    for _ in 0..300 {
        step(&m, &mut d).expect("finite");
        let (f, t) = disc(v, w);
        let (f, t) = disc(v - 0.5 * h * MU * G * f, w - 0.5 * h * MU * G * t / (0.5 * R * R));
        (v, w) = (v - h * MU * G * f, w - h * MU * G * t / (0.5 * R * R));
        (x, phi) = (x + h * v, phi + h * w);
    }
    assert!(
        (d.state.qvel[0] - v).abs() < 2e-3 && (d.state.qvel[3] - w).abs() < 2e-2,
        "{:?} for {v} {w}",
        d.state.qvel
    );
    assert!(
        (d.state.qpos[0] - x).abs() < 1e-3 && (d.state.qpos[3] - phi).abs() < 1e-2,
        "{:?} for {x} {phi}",
        d.state.qpos
    );
}

#[test]
fn a_spinning_disc_is_pushed_by_less() {
    // while it spins fast a small side force moves it, though it is below μ N; at rest it is not moved
    let run = |spin: f64| {
        let m = puck(0.001, Some(R), 3);
        let mut d = Data::new(&m);
        d.state.qvel[3] = spin;
        d.input.qfrc_applied[0] = 0.3 * MU * G;
        for _ in 0..50 {
            step(&m, &mut d).expect("finite");
        }
        d.state.qpos[0]
    };
    assert!(run(0.0).abs() < 1e-9 && run(200.0) > 1e-4, "{} {}", run(0.0), run(200.0));
}

#[test]
fn a_point_does_not_couple() {
    let m = puck(0.0005, None, 3);
    let mut d = Data::new(&m);
    d.state.qvel[0] = 0.5;
    d.state.qvel[3] = 20.0;
    for _ in 0..1000 {
        step(&m, &mut d).expect("finite");
    }
    assert!(d.state.qvel[0].abs() < 1e-9 && (d.state.qvel[3] - 20.0).abs() < 1e-9);
    assert!((d.state.qpos[0] - 0.25 / (2.0 * MU * G)).abs() < 5e-4);
}

#[test]
fn torque_alone_holds_up_to_two_thirds() {
    for (share, turns) in [(0.99, false), (1.01, true)] {
        let m = puck(0.001, Some(R), 3);
        let mut d = Data::new(&m);
        d.input.qfrc_applied[3] = share * 2.0 / 3.0 * MU * G * R;
        for _ in 0..100 {
            let r = step(&m, &mut d).expect("finite");
            assert!(r.status.is_solved(), "{r:?}");
        }
        assert_eq!(d.state.qvel[3].abs() > 1e-3, turns, "{share}: {:?}", d.state.qvel);
    }
}
