//! Contact and friction against exact answers: the table of analytic tests, under the preset `exact`.
//!
//! Steps of 1 and 10 ms, directions off the axes. Where time discretisation has a say, the semi-implicit value is the exact one.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::prelude::*;
use stiction::sim::certificate::certificate;
use stiction::spatial::{Quat, Vec3};

const G: f64 = 9.81;
const STEPS: [f64; 2] = [0.001, 0.01];
const ANGLES: [f64; 3] = [0.0, 0.7, 2.4];

fn load(xml: &str) -> Model {
    stiction::load_string(xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

/// A floor, bodies, a friction coefficient for everything, gravity as given.
fn scene(h: f64, gravity: Vec3, mu: f64, bodies: &str, extra: &str) -> Model {
    let [x, y, z] = gravity.0;
    load(&format!(
        r#"<mujoco><option timestep="{h}" gravity="{x} {y} {z}" cone="elliptic"/>
        <custom><text name="stiction" data="preset=exact"/>{extra}</custom>
        <default><geom friction="{mu} 0 0" condim="3"/></default>
        <worldbody><geom name="floor" type="plane" size="0 0 1"/>{bodies}</worldbody></mujoco>"#
    ))
}

fn block(name: &str, pos: [f64; 3], half: [f64; 3], mass: f64) -> String {
    let ([x, y, z], [a, b, c]) = (pos, half);
    format!(
        r#"<body name="{name}" pos="{x} {y} {z}"><freejoint/><geom name="{name}" type="box" size="{a} {b} {c}" mass="{mass}"/></body>"#
    )
}

/// A ball; `inertia` over m r² is 2/5 for a sphere, 1/2 for a cylinder, 1 for a hoop.
fn ball(name: &str, pos: [f64; 3], r: f64, mass: f64, inertia: f64) -> String {
    let ([x, y, z], i) = (pos, inertia * mass * r * r);
    format!(
        r#"<body name="{name}" pos="{x} {y} {z}"><freejoint/><inertial pos="0 0 0" mass="{mass}" diaginertia="{i} {i} {i}"/>
        <geom name="{name}" size="{r}"/></body>"#
    )
}

const DOWN: Vec3 = Vec3([0.0, 0.0, -G]);

/// Gravity of a slope of angle θ that falls along the direction `a` of the floor.
fn slope(theta: f64, a: f64) -> Vec3 {
    Vec3([G * theta.sin() * a.cos(), G * theta.sin() * a.sin(), -G * theta.cos()])
}

fn run(m: &Model, d: &mut Data, seconds: f64) {
    for _ in 0..(seconds / m.opt.timestep).round() as usize {
        step(m, d).expect("finite");
    }
}

fn along(v: &[f64], a: f64) -> (f64, f64) {
    (v[0] * a.cos() + v[1] * a.sin(), v[1] * a.cos() - v[0] * a.sin())
}

fn close(got: f64, want: f64, tol: f64, what: &str) {
    assert!((got - want).abs() <= tol * want.abs().max(1.0), "{what}: {got} instead of {want}");
}

#[test]
fn f1_sliding_block_decelerates_alike_in_every_direction() {
    for h in STEPS {
        for a in ANGLES {
            let m = scene(h, DOWN, 0.5, &block("b", [0.0, 0.0, 0.1], [0.1; 3], 1.0), "");
            let mut d = Data::new(&m);
            (d.state.qvel[0], d.state.qvel[1]) = (5.0 * a.cos(), 5.0 * a.sin());
            let (mut v, mut x) = (5.0_f64, 0.0);
            for _ in 0..(1.2 / h) as usize {
                step(&m, &mut d).expect("finite");
                v = (v - 0.5 * G * h).max(0.0);
                x += h * v;
                let (got, side) = along(&d.state.qvel, a);
                close(got, v, 1e-8, "speed");
                close(side, 0.0, 1e-9, "sideways");
                close(d.state.qpos[2], 0.1, 1e-9, "height");
            }
            close(along(&d.state.qpos, a).0, x, 1e-7, "distance");
            close(x, 25.0 / (2.0 * 0.5 * G), 0.6 * h * 5.0, "distance of the continuous motion");
        }
    }
}

#[test]
fn f2_incline_sticks_below_and_slips_above_the_angle_of_friction() {
    for h in STEPS {
        for (a, mu) in [(0.4, 0.3), (2.0, 0.5_f64)] {
            for k in [0.999, 1.001] {
                let theta = k * mu.atan();
                let m = scene(h, slope(theta, a), mu, &block("b", [0.0, 0.0, 0.1], [0.1; 3], 1.0), "");
                let mut d = Data::new(&m);
                run(&m, &mut d, 1.0);
                let want = (G * (theta.sin() - mu * theta.cos())).max(0.0);
                let (got, side) = along(&d.state.qvel, a);
                assert!((got - want).abs() < 1e-6 * G, "{got} instead of {want} m/s² at {k}");
                close(side, 0.0, 1e-9, "sideways");
            }
        }
    }
}

#[test]
fn f3_diagonal_push_moves_above_the_threshold_only() {
    for h in STEPS {
        for a in ANGLES {
            for k in [0.99, 1.2] {
                let m = scene(h, DOWN, 0.5, &block("b", [0.0, 0.0, 0.1], [0.1; 3], 1.0), "");
                let mut d = Data::new(&m);
                let f = k * 0.5 * G;
                d.input.xfrc_applied[1] = [f * a.cos(), f * a.sin(), 0.0, 0.0, 0.0, 0.0];
                run(&m, &mut d, 1.0);
                let want: f64 = (k - 1.0_f64).max(0.0) * 0.5 * G;
                assert!((along(&d.state.qvel, a).0 - want).abs() < 1e-6 * G);
            }
        }
    }
}

#[test]
fn f4_round_bodies_roll_or_slide_down_an_incline() {
    let (r, theta) = (0.1, 0.5_f64);
    for h in STEPS {
        for (inertia, share) in [(0.4, 5.0 / 7.0), (0.5, 2.0 / 3.0), (1.0, 0.5)] {
            let least = theta.tan() * inertia / (1.0 + inertia);
            for mu in [1.05 * least, 0.8 * least] {
                let a = 0.9;
                let m = scene(h, slope(theta, a), mu, &ball("s", [0.0, 0.0, r], r, 2.0, inertia), "");
                let mut d = Data::new(&m);
                run(&m, &mut d, 0.5);
                let acc = along(&d.state.qvel, a).0 / 0.5;
                let want =
                    if mu > least { share * G * theta.sin() } else { G * (theta.sin() - mu * theta.cos()) };
                close(acc, want, 1e-6, "acceleration");
                if mu < least {
                    let spin = d.state.qvel[3..6].iter().map(|x| x * x).sum::<f64>().sqrt() / 0.5;
                    close(spin, mu * G * theta.cos() / (inertia * r), 1e-6, "spin-up");
                }
            }
        }
    }
}

#[test]
fn f5_bowling_ball_ends_rolling_at_five_sevenths() {
    for h in STEPS {
        let (a, r, v0) = (1.3_f64, 0.1, 7.0);
        let m = scene(h, DOWN, 0.2, &ball("s", [0.0, 0.0, r], r, 5.0, 0.4), "");
        let mut d = Data::new(&m);
        (d.state.qvel[0], d.state.qvel[1]) = (v0 * a.cos(), v0 * a.sin());
        let mut rolls = f64::NAN;
        for _ in 0..(1.5 / h) as usize {
            step(&m, &mut d).expect("finite");
            let v = along(&d.state.qvel, a).0;
            let w = d.state.qvel[3..6].iter().map(|x| x * x).sum::<f64>().sqrt();
            if rolls.is_nan() && (v - w * r).abs() < 1e-7 {
                rolls = d.time;
            }
        }
        close(along(&d.state.qvel, a).0, 5.0, 1e-6, "rolling speed");
        assert!((rolls - 2.0 * v0 / (7.0 * 0.2 * G)).abs() <= 1.01 * h, "rolls at {rolls}");
    }
}

/// Largest tilt of a free body's z axis.
fn tilt(d: &Data, adr: usize) -> f64 {
    let q = Quat([0, 1, 2, 3].map(|k| d.state.qpos[adr + 3 + k])).normalized();
    let z = q.rotate(Vec3::Z);
    (z[0] * z[0] + z[1] * z[1]).sqrt()
}

#[test]
fn f7_block_tips_or_stands() {
    for h in STEPS {
        // on an incline: base 0.1, height 0.4, so tan θ = 1/4 is the limit
        for (k, tips) in [(0.99, false), (1.02, true)] {
            let theta = (0.25_f64 * k).atan();
            let m =
                scene(h, slope(theta, 0.0), 0.8, &block("b", [0.0, 0.0, 0.2], [0.05, 0.05, 0.2], 1.0), "");
            let mut d = Data::new(&m);
            run(&m, &mut d, 1.0);
            assert_eq!(tilt(&d, 0) > 0.02, tips, "incline, {k}: tilt {}", tilt(&d, 0));
            assert!(tips || tilt(&d, 0) < 1e-9);
        }
        // pushed just above the sliding force at height y: tips iff y > b/(2 μ)
        for (k, tips) in [(0.97, false), (1.03, true)] {
            let mu = 0.4;
            let m = scene(h, DOWN, mu, &block("b", [0.0, 0.0, 0.2], [0.05, 0.05, 0.2], 1.0), "");
            let mut d = Data::new(&m);
            let (f, y) = (1.0001 * mu * G, k * 0.1 / (2.0 * mu));
            // a force at height y is one at the centre and a torque
            d.input.xfrc_applied[1] = [f, 0.0, 0.0, 0.0, f * (y - 0.2), 0.0];
            run(&m, &mut d, 0.3);
            assert_eq!(tilt(&d, 0) > 1e-3, tips, "push at {k}: tilt {}", tilt(&d, 0));
        }
    }
}

#[test]
fn f10_two_fingers_hold_a_load() {
    for h in STEPS {
        for (k, holds) in [(1.001, true), (0.99, false)] {
            let body = r#"<body name="cube" pos="0 0 1"><freejoint/><geom type="box" size="0.03 0.03 0.03" mass="0.2"/></body>
            <body pos="-0.05 0 1"><joint name="l" type="slide" axis="1 0 0"/><geom type="box" size="0.02 0.04 0.2" mass="0.5"/></body>
            <body pos="0.05 0 1"><joint name="r" type="slide" axis="-1 0 0"/><geom type="box" size="0.02 0.04 0.2" mass="0.5"/></body>"#;
            let m = scene(h, DOWN, 0.5, body, "");
            let mut d = Data::new(&m);
            let f = k * 0.2 * G / (2.0 * 0.5);
            let n = m.size.nv;
            (d.input.qfrc_applied[n - 2], d.input.qfrc_applied[n - 1]) = (f, f);
            run(&m, &mut d, 0.1);
            let v0 = d.state.qvel[2];
            run(&m, &mut d, 0.4);
            let fall = (v0 - d.state.qvel[2]) / 0.4;
            let want = if holds { 0.0 } else { G * (1.0 - k) };
            assert!((fall - want).abs() < 1e-6 * G, "{fall} instead of {want}");
        }
    }
}

fn bouncy(names: &[&str], e: f64) -> String {
    let items: String =
        names.iter().map(|n| format!(r#"<element objtype="geom" objname="{n}" prm="{e}"/>"#)).collect();
    format!(r#"<tuple name="stiction:restitution">{items}</tuple>"#)
}

#[test]
fn i1_bouncing_ball_keeps_its_ratio() {
    for h in STEPS {
        let (e, h0) = (0.8, 1.0);
        let m = scene(h, DOWN, 0.5, &ball("s", [0.0, 0.0, 0.1 + h0], 0.1, 1.0, 0.4), &bouncy(&["s"], e));
        let mut d = Data::new(&m);
        let (mut bounces, mut top, mut peak) = (0, 0.0_f64, Vec::new());
        for _ in 0..(2.5 / h) as usize {
            // speed at the floor, from the energy in free flight
            let speed = |d: &Data| (d.state.qvel[2].powi(2) + 2.0 * 9.81 * (d.state.qpos[2] - 0.1)).sqrt();
            let (before, fast) = (d.state.qvel[2], speed(&d));
            step(&m, &mut d).expect("finite");
            let after = d.state.qvel[2];
            if before < -0.5 && after > 0.0 {
                close(speed(&d) / fast, e, 1e-9, "rebound");
                bounces += 1;
                top = 0.0;
            } else if before > 0.0 && after <= 0.0 {
                peak.push(top);
            }
            top = top.max(d.state.qpos[2] - 0.1);
        }
        assert!(bounces >= 4);
        for (n, p) in peak.iter().enumerate().take(3) {
            // the last step before the apex is at most one step away
            let want = e.powi(2 * (n as i32 + 1)) * h0;
            assert!((want - p).abs() < 9.81 * h * h / 2.0 + 1e-9, "peak {n}: {p} instead of {want}");
        }
    }
}

/// Three equal balls in a row along the direction `a`, the first one moving; velocities along the row afterwards.
fn cradle(h: f64, a: f64, gap: f64) -> Vec<f64> {
    let at = |s: f64| [s * a.cos(), s * a.sin(), 1.0];
    let balls: String = (0..3)
        .map(|i| {
            ball(
                &format!("b{i}"),
                at(f64::from(i) * (0.2 + gap) - if i == 0 { 0.003 } else { 0.0 }),
                0.1,
                1.0,
                0.4,
            )
        })
        .collect();
    let m = scene(h, Vec3::ZERO, 0.5, &balls, &bouncy(&["b0", "b1", "b2"], 1.0));
    let mut d = Data::new(&m);
    (d.state.qvel[0], d.state.qvel[1]) = (a.cos(), a.sin());
    run(&m, &mut d, 0.4);
    (0..3).map(|i| along(&d.state.qvel[6 * i..], a).0).collect()
}

#[test]
fn i2_cradle_with_gaps_passes_on_the_velocity_and_touching_shares_it() {
    for h in STEPS {
        for a in ANGLES {
            let v = cradle(h, a, 0.03);
            for (got, want) in v.iter().zip([0.0, 0.0, 1.0]) {
                close(*got, want, 1e-6, "with gaps");
            }
            let v = cradle(h, a, 0.0);
            for (got, want) in v.iter().zip([-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]) {
                close(*got, want, 1e-6, "touching");
            }
        }
    }
}

#[test]
fn s3_harmonic_overhang_stands_and_falls() {
    for h in STEPS {
        for (k, stands) in [(0.99, true), (1.02, false)] {
            // table top at z = 0.2, its edge at x = 0; bricks of length 1, from the bottom up
            let mut bodies = r#"<geom type="box" pos="-2 0 0.1" size="2 1 0.1"/>"#.to_owned();
            let mut x = -0.5;
            for (i, n) in (1..=4).rev().enumerate() {
                x += k / (2.0 * f64::from(n));
                bodies += &block(&format!("b{i}"), [x, 0.0, 0.25 + 0.1 * i as f64], [0.5, 0.2, 0.05], 1.0);
            }
            let m = scene(h, DOWN, 0.6, &bodies, "");
            let mut d = Data::new(&m);
            let start = d.state.qpos.clone();
            run(&m, &mut d, 1.0);
            let moved = d.state.qpos.iter().zip(&start).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            if stands {
                assert!(moved < 1e-6, "moved {moved} at {h}");
            } else {
                assert!(moved > 1e-3, "moved {moved} at {h}");
            }
        }
    }
}

/// Normal force between two named geoms.
fn force_between(m: &Model, d: &Data, a: &str, b: &str) -> f64 {
    use stiction::kinds::ObjKind;
    let id = |n: &str| m.id(ObjKind::Geom, n).expect("named") as i32;
    let pair = [id(a), id(b)];
    let list = d.contacts.list.iter().filter(|c| c.geom == pair || c.geom == [pair[1], pair[0]]);
    list.filter(|c| c.efc_address >= 0).map(|c| d.solution.efc_force[c.efc_address as usize]).sum()
}

#[test]
fn s4_stacks_carry_the_weight_above_exactly() {
    for h in STEPS {
        for (below, above) in [(1.0, 1e3), (1e3, 1.0), (1.0, 1e6), (1e6, 1.0)] {
            let bodies =
                block("a", [0.0, 0.0, 0.1], [0.1; 3], below) + &block("b", [0.0, 0.0, 0.3], [0.1; 3], above);
            let m = scene(h, DOWN, 0.5, &bodies, "");
            let mut d = Data::new(&m);
            run(&m, &mut d, 0.5);
            let total = (below + above) * G;
            close(force_between(&m, &d, "floor", "a") / total, 1.0, 1e-6, "floor");
            close(force_between(&m, &d, "a", "b") / (above * G), 1.0, 1e-6 * total / (above * G), "between");
            close(d.state.qpos[2], 0.1, 1e-6, "lower");
            close(d.state.qpos[9], 0.3, 1e-6, "upper");
        }
    }
}

#[test]
fn s5_four_legged_table_is_redundant_and_balanced() {
    for h in STEPS {
        let legs: String = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
            .iter()
            .map(|(x, y)| {
                format!(
                    r#"<geom name="l{x}{y}" size="0.05" pos="{} {} -0.45" mass="0"/>"#,
                    0.4 * f64::from(*x),
                    0.4 * f64::from(*y)
                )
            })
            .collect();
        let body = format!(
            r#"<body pos="0.3 0.2 0.5" euler="0 0 25"><freejoint/><inertial pos="0 0 0" mass="8" diaginertia="1 1 1"/>{legs}</body>"#
        );
        let m = scene(h, DOWN, 0.5, &body, "");
        let mut d = Data::new(&m);
        run(&m, &mut d, 0.3);
        let f: Vec<f64> =
            d.contacts.list.iter().map(|c| d.solution.efc_force[c.efc_address as usize]).collect();
        assert_eq!(f.len(), 4);
        close(f.iter().sum(), 8.0 * G, 1e-9, "weight");
        let (mut tx, mut ty) = (0.0, 0.0);
        for (c, f) in d.contacts.list.iter().zip(&f) {
            tx += f * (c.pos[0] - 0.3);
            ty += f * (c.pos[1] - 0.2);
        }
        assert!(tx.abs() < 1e-7 && ty.abs() < 1e-7, "torque {tx} {ty}");
        f.iter().for_each(|f| close(*f, 2.0 * G, 1e-5, "a quarter each"));
        assert!(certificate(&m, &mut d).redundant > 0, "twelve rows on six dofs");
    }
}

#[test]
fn s6_domino_topples_above_its_energy() {
    for h in [0.0005, 0.001] {
        let (width, height) = (0.05_f64, 0.3_f64);
        let half = 0.5 * (width * width + height * height).sqrt();
        let limit = (3.0 * G / (2.0 * half) * (1.0 - (width / height).atan().cos())).sqrt();
        for (k, topples) in [(0.98, false), (1.02, true)] {
            let m = scene(h, DOWN, 2.0, &block("b", [0.0, 0.0, 0.15], [0.025, 0.1, 0.15], 1.0), "");
            let mut d = Data::new(&m);
            // rotation about the lower edge at x = +width/2
            let w = k * limit;
            d.state.qvel[4] = w;
            (d.state.qvel[0], d.state.qvel[2]) = (w * 0.5 * height, w * 0.5 * width);
            run(&m, &mut d, 1.5);
            assert_eq!(tilt(&d, 0) > 0.5, topples, "{k} at {h}: tilt {}", tilt(&d, 0));
        }
    }
}

#[test]
fn d8_contact_impulses_keep_momentum() {
    let bodies = block("a", [0.0, 0.0, 5.0], [0.1, 0.2, 0.15], 1.0)
        + &block("b", [0.5, 0.11, 5.05], [0.12, 0.1, 0.2], 7.0)
        + &block("c", [1.0, -0.05, 4.95], [0.1; 3], 0.01);
    for h in STEPS {
        let m = scene(h, Vec3::ZERO, 0.4, &bodies, &bouncy(&["a", "b", "c"], 0.5));
        let mut d = Data::new(&m);
        d.state.qvel[..6].copy_from_slice(&[3.0, 0.2, 0.1, 1.0, 2.0, -3.0]);
        d.state.qvel[12..18].copy_from_slice(&[-4.0, 0.1, 0.3, 1.0, -2.0, 5.0]);
        let mut hit = false;
        for _ in 0..(0.6 / h) as usize {
            let momentum = |d: &Data| {
                let of = |b: usize| Vec3([0, 1, 2].map(|k| [1.0, 7.0, 0.01][b] * d.state.qvel[6 * b + k]));
                of(0) + of(1) + of(2)
            };
            let before = momentum(&d);
            let r = step(&m, &mut d).expect("finite");
            hit |= r.certificate.impacts > 0;
            assert!((momentum(&d) - before).norm() < 1e-12, "impacts keep momentum");
            let (mut force, mut torque, mut size) = (Vec3::ZERO, Vec3::ZERO, 0.0);
            for b in 0..3 {
                let f = &d.solution.qfrc_constraint[6 * b..6 * b + 6];
                let (lin, ang) = (Vec3([f[0], f[1], f[2]]), Vec3([f[3], f[4], f[5]]));
                size += lin.norm();
                force += lin;
                // positions of the rows: those before the step, still in kin
                torque += d.kin.xpos[b + 1].cross(lin) + d.kin.xmat[b + 1].mul_vec(ang);
            }
            hit |= size > 0.0;
            assert!(force.norm() <= 1e-12 * size, "force {} of {size}", force.norm());
            assert!(torque.norm() <= 1e-11 * size, "torque {} of {size}", torque.norm());
        }
        assert!(hit, "they meet");
    }
}
