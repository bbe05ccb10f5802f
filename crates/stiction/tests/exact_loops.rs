//! Hard loops: equalities hold at positions and velocities, and energy and momentum are those of the motion.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use std::f64::consts::PI;
use stiction::constraint::user::library::PointToPoint;
use stiction::prelude::*;
use stiction::spatial::{Quat, Vec3};

const G: f64 = 9.81;

fn scene(h: f64, gravity: f64, world: &str, equality: &str) -> Model {
    let xml = format!(
        r#"<mujoco><option timestep="{h}" gravity="0 0 -{gravity}" cone="elliptic"><flag energy="enable"/></option>
        <compiler angle="radian"/><custom><text name="stiction" data="preset=exact"/></custom>
        <worldbody>{world}</worldbody><equality>{equality}</equality></mujoco>"#
    );
    stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

/// Energy of motion, momentum and angular momentum about the origin of bodies that float.
struct Motion {
    energy: f64,
    p: Vec3,
    l: Vec3,
}

fn motion(m: &Model, d: &Data) -> Motion {
    let mut out = Motion { energy: 0.0, p: Vec3::ZERO, l: Vec3::ZERO };
    for b in 1..m.size.nbody {
        let (q, v) = (&d.state.qpos[7 * b - 7..7 * b], &d.state.qvel[6 * b - 6..6 * b]);
        let rot = Quat([q[3], q[4], q[5], q[6]]).to_mat();
        let arm = rot.mul_vec(m.body.ipos[b]);
        let w = rot.mul_vec(Vec3([v[3], v[4], v[5]]));
        let u = Vec3([v[0], v[1], v[2]]) + w.cross(arm);
        let axes = rot.mul_mat(&m.body.iquat[b].to_mat());
        let own = axes.tr_mul_vec(w);
        let i = m.body.inertia[b];
        let spin = axes.mul_vec(Vec3([i[0] * own[0], i[1] * own[1], i[2] * own[2]]));
        let p = u * m.body.mass[b];
        out.energy += 0.5 * p.dot(u) + 0.5 * w.dot(spin);
        out.p += p;
        out.l += (Vec3([q[0], q[1], q[2]]) + arm).cross(p) + spin;
    }
    out
}

/// Largest |r| of the rows, at the state.
fn drift(m: &Model, d: &mut Data) -> f64 {
    forward(m, d).unwrap();
    d.rows.pos[..d.counts.ne].iter().fold(0.0, |x, r| x.max(r.abs()))
}

/// Two unlike bodies, off their centres of mass.
const PAIR: &str = r#"
    <body name="a" pos="-.5 0 0"><freejoint/><inertial pos=".1 .05 0" mass="1" diaginertia=".01 .03 .02"/></body>
    <body name="b" pos=".5 0 0"><freejoint/><inertial pos="-.2 0 .1" mass="3" diaginertia=".04 .05 .09"/></body>"#;
const PIN: &str = r#"<connect body1="a" body2="b" anchor=".5 0 0"/>"#;

/// The pair at 5 rad/s, and one of them turning about the pin as well; `with` says how they are joined.
fn pair(h: f64, with: Joined) -> (Model, Data) {
    let m = scene(h, 0.0, PAIR, if with == Joined::Connect { PIN } else { "" });
    let mut d = Data::new(&m);
    if with == Joined::PointToPoint {
        d.constraints.add(PointToPoint::new([1, 2], [Vec3([0.5, 0.0, 0.0]), Vec3([-0.5, 0.0, 0.0])]));
    }
    let w = 5.0;
    d.state.qvel.copy_from_slice(&[0.0, -0.5 * w, 0.0, 0.0, 0.0, w, 0.0, 0.5 * w, 0.0, 1.0, 0.0, w]);
    (m, d)
}

#[derive(Clone, Copy, PartialEq)]
enum Joined {
    Connect,
    PointToPoint,
}

#[test]
fn a_spinning_pair_keeps_energy_and_momentum() {
    let mut errors = Vec::new();
    for h in [0.001, 0.002, 0.004] {
        let (m, mut d) = pair(h, Joined::Connect);
        let start = motion(&m, &d);
        let (mut energy, mut worst) = (0.0f64, 0.0f64);
        for _ in 0..(4.0 / h) as usize {
            step(&m, &mut d).unwrap();
            let now = motion(&m, &d);
            energy = energy.max((now.energy / start.energy - 1.0).abs());
            worst = worst.max((now.l - start.l).norm() / start.l.norm());
            worst = worst.max((now.p - start.p).norm() / start.p.norm());
        }
        assert!(worst < 1e-11, "h = {h}: momentum changes by {worst}");
        assert!(drift(&m, &mut d) < 1e-12);
        assert!(d.rows.vel.iter().all(|u| u.abs() < 1e-12), "{:?}", d.rows.vel);
        errors.push(energy);
    }
    assert!(errors[0] < 1e-6, "{errors:?}");
    for pair in errors.windows(2) {
        assert!((3.8..4.2).contains(&(pair[1] / pair[0])), "not of second order: {errors:?}");
    }
}

#[test]
fn what_turns_as_one_turns_at_its_rate() {
    // two equal bodies that turn about the pin between them: a rigid turn is a motion of theirs
    let world = r#"<body name="a" pos="-.5 0 0"><freejoint/><inertial pos="0 0 0" mass="2" diaginertia=".1 .2 .3"/></body>
        <body name="b" pos=".5 0 0"><freejoint/><inertial pos="0 0 0" mass="2" diaginertia=".1 .2 .3"/></body>"#;
    let w = 5.0;
    let mut errors = Vec::new();
    for h in [0.001, 0.002] {
        let m = scene(h, 0.0, world, PIN);
        let mut d = Data::new(&m);
        d.state.qvel.copy_from_slice(&[0.0, -0.5 * w, 0.0, 0.0, 0.0, w, 0.0, 0.5 * w, 0.0, 0.0, 0.0, w]);
        for _ in 0..(1.0 / h) as usize {
            step(&m, &mut d).unwrap();
        }
        let (q, turn) = (&d.state.qpos, 2.0 * f64::atan2(d.state.qpos[6], d.state.qpos[3]));
        let at = f64::atan2(-q[1], -q[0]);
        let miss = |x: f64| (x - w + PI).rem_euclid(2.0 * PI) - PI;
        errors.push(miss(turn).abs().max(miss(at).abs()));
        assert!((f64::hypot(q[0], q[1]) - 0.5).abs() < 1e-12);
    }
    assert!(errors[0] < 3e-5 && errors[1] < 4.3 * errors[0], "{errors:?}");
}

fn run(m: &Model, d: &mut Data, seconds: f64) {
    for _ in 0..(seconds / m.opt.timestep) as usize {
        step(m, d).unwrap();
    }
}

#[test]
fn a_connect_and_a_point_to_point_move_the_same() {
    for h in [0.001, 0.01] {
        let mut ends = Vec::new();
        for with in [Joined::Connect, Joined::PointToPoint] {
            let (m, mut d) = pair(h, with);
            run(&m, &mut d, 2.0);
            ends.push((d.state.qpos.clone(), d.state.qvel.clone()));
            let (m, mut d) = falling_ring(0.5 * h, with);
            // from the first touch on what differs is the solver's tolerance, which impacts magnify
            run(&m, &mut d, 0.33);
            assert!(!d.contacts.list.is_empty());
            ends.push((d.state.qpos.clone(), d.state.qvel.clone()));
        }
        for (a, b) in [(0, 2), (1, 3)] {
            let far = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0, |x: f64, (a, b)| x.max((a - b).abs()));
            let off = far(&ends[a].0, &ends[b].0).max(far(&ends[a].1, &ends[b].1));
            assert!(off < 1e-9, "h = {h}, scene {a}: {off}");
        }
    }
}

/// Links in a ring, pinned to each other; their pins as pairs of bodies with half the length of a link.
fn ring(n: usize, mass: impl Fn(usize) -> f64) -> (String, String, f64) {
    let half = (PI / n as f64).tan();
    let (mut world, mut pins) = (String::new(), String::new());
    for k in 0..n {
        let a = 2.0 * PI * k as f64 / n as f64;
        world += &format!(
            r#"<body name="l{k}" pos="{} {} .5" euler="0 0 {a}"><freejoint/>
            <geom type="capsule" fromto="0 -{f} 0 0 {f} 0" size=".03" mass="{}" contype="0"/></body>"#,
            a.cos(),
            a.sin(),
            mass(k),
            f = 0.8 * half
        );
        pins += &format!(r#"<connect body1="l{k}" body2="l{}" anchor="0 {half} 0"/>"#, (k + 1) % n);
    }
    (world, pins, half)
}

/// A ring of six that falls on a floor, unevenly.
fn falling_ring(h: f64, with: Joined) -> (Model, Data) {
    let n = 6;
    let (links, pins, half) = ring(n, |_| 1.0);
    let world = format!(r#"<geom type="plane" size="0 0 1"/>{links}"#);
    let m = scene(h, G, &world, if with == Joined::Connect { &pins } else { "" });
    let mut d = Data::new(&m);
    for k in 0..n {
        d.state.qvel[6 * k + 2] = 0.2 * k as f64;
        if with == Joined::PointToPoint {
            let ends = [Vec3([0.0, half, 0.0]), Vec3([0.0, -half, 0.0])];
            d.constraints.add(PointToPoint::new([k + 1, (k + 1) % n + 1], ends));
        }
    }
    (m, d)
}

#[test]
fn rings_of_links_gain_no_energy() {
    for ratio in [1.0, 1e6] {
        let n = 20;
        let (world, pins, _) = ring(n, |k| if k % 2 == 0 { 1.0 } else { ratio });
        let mut errors = Vec::new();
        for h in [0.005, 0.01] {
            let m = scene(h, 0.0, &world, &pins);
            let mut d = Data::new(&m);
            for k in 0..n {
                let a = 2.0 * PI * k as f64 / n as f64;
                let v = [-3.0 * a.sin(), 3.0 * a.cos(), 0.5 * (2.0 * a).sin(), 0.0, 0.3 * a.cos(), 3.0];
                d.state.qvel[6 * k..6 * k + 6].copy_from_slice(&v);
            }
            // the first step takes out what the pins do not allow
            step(&m, &mut d).unwrap();
            let start = motion(&m, &d);
            let (mut rise, mut momentum) = (0.0f64, 0.0f64);
            for _ in 0..(10.0 / h) as usize {
                let report = step(&m, &mut d).unwrap();
                assert!(report.status.is_solved(), "{report:?}");
                let now = motion(&m, &d);
                rise = rise.max(now.energy / start.energy - 1.0);
                momentum = momentum.max((now.l - start.l).norm() / start.l.norm());
            }
            assert!(drift(&m, &mut d) < 1e-12);
            assert!(momentum < 1e-11, "{momentum}");
            errors.push(rise);
        }
        assert!(errors[1] < 3e-5 && errors[0] < 0.3 * errors[1], "masses 1 and {ratio}: {errors:?}");
    }
}

#[test]
fn a_ring_falls_and_lies_on_the_floor() {
    for h in [0.001, 0.002] {
        let (m, mut d) = falling_ring(h, Joined::Connect);
        let mut last = f64::INFINITY;
        for k in 0..(3.0 / h) as usize {
            let report = step(&m, &mut d).unwrap();
            assert!(report.status.is_solved(), "step {k}: {report:?}");
            let lift: f64 = (1..m.size.nbody).map(|b| m.body.mass[b] * G * d.state.qpos[7 * b - 5]).sum();
            let energy = motion(&m, &d).energy + lift;
            // the position pass may lift links within the slop
            assert!(energy < last + 6.0 * G * m.stiction.slop, "step {k}: {energy} after {last}");
            last = last.min(energy);
        }
        assert!(drift(&m, &mut d) < 1e-12);
        for b in 1..m.size.nbody {
            assert!((d.state.qpos[7 * b - 5] - 0.03).abs() < 2e-5, "{:?}", d.state.qpos);
        }
        // a link that hangs on its pins without load goes on turning about its own axis: nothing brakes it
        let loaded = |link: usize| {
            let mine = |c: &&stiction::constraint::Contact| c.geom[1] == link as i32 + 1;
            let load = |c: &stiction::constraint::Contact| d.solution.efc_force[c.efc_address as usize];
            d.contacts.list.iter().filter(mine).any(|c| load(c) > 1e-3 * G)
        };
        assert!((0..6).filter(|&k| loaded(k)).count() >= 3);
        let rests = |i: usize, v: f64| v.abs() < 1e-6 || i % 6 == 4 && !loaded(i / 6) && v.abs() < 0.1;
        assert!(d.state.qvel.iter().enumerate().all(|(i, v)| rests(i, *v)), "{:?}", d.state.qvel);
    }
}

/// A four-bar in the plane y = 0: ground d along x, crank a, coupler b, rocker c.
struct FourBar {
    a: f64,
    b: f64,
    c: f64,
    d: f64,
}

const BARS: FourBar = FourBar { a: 0.2, b: 0.5, c: 0.4, d: 0.5 };
/// Mass of a bar per length [kg/m].
const DENSITY: f64 = 2.0;

impl FourBar {
    /// The ends of the coupler at crank angle `t`.
    fn pins(&self, t: f64) -> [[f64; 2]; 2] {
        let p = [self.a * t.cos(), self.a * t.sin()];
        let (x, z) = (self.d - p[0], -p[1]);
        let r = x.hypot(z);
        let along = (self.b * self.b - self.c * self.c + r * r) / (2.0 * r);
        let up = (self.b * self.b - along * along).sqrt();
        [p, [p[0] + (along * x - up * z) / r, p[1] + (along * z + up * x) / r]]
    }

    /// From, to of the three bars.
    fn bars(&self, t: f64) -> [[[f64; 2]; 2]; 3] {
        let [p, q] = self.pins(t);
        [[[0.0, 0.0], p], [p, q], [[self.d, 0.0], q]]
    }

    /// Twice the kinetic energy over θ̇², and the potential energy.
    fn energies(&self, t: f64) -> (f64, f64) {
        let e = 1e-5;
        let (before, now, after) = (self.bars(t - e), self.bars(t), self.bars(t + e));
        let (mut inertia, mut lift) = (0.0, 0.0);
        for k in 0..3 {
            let rate = |end: usize, x: usize| (after[k][end][x] - before[k][end][x]) / (2.0 * e);
            let length = (now[k][1][0] - now[k][0][0]).hypot(now[k][1][1] - now[k][0][1]);
            // a thin bar: m/3 (u² + u·w + w²) with the velocities of its ends
            let (u, w) = ([rate(0, 0), rate(0, 1)], [rate(1, 0), rate(1, 1)]);
            let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
            inertia += DENSITY * length / 3.0 * (dot(u, u) + dot(u, w) + dot(w, w));
            lift += DENSITY * length * G * 0.5 * (now[k][0][1] + now[k][1][1]);
        }
        (inertia, lift)
    }

    fn acceleration(&self, t: f64, w: f64) -> f64 {
        let e = 1e-4;
        let ((m0, v0), (m1, v1)) = (self.energies(t - e), self.energies(t + e));
        (-0.5 * w * w * (m1 - m0) - (v1 - v0)) / (2.0 * e) / self.energies(t).0
    }

    /// Crank angle after `seconds`, by Runge–Kutta in the one coordinate there is.
    fn angle(&self, mut t: f64, mut w: f64, seconds: f64) -> f64 {
        let n = 2000;
        let h = seconds / f64::from(n);
        for _ in 0..n {
            let k1 = (w, self.acceleration(t, w));
            let k2 = (w + 0.5 * h * k1.1, self.acceleration(t + 0.5 * h * k1.0, w + 0.5 * h * k1.1));
            let k3 = (w + 0.5 * h * k2.1, self.acceleration(t + 0.5 * h * k2.0, w + 0.5 * h * k2.1));
            let k4 = (w + h * k3.1, self.acceleration(t + h * k3.0, w + h * k3.1));
            t += h / 6.0 * (k1.0 + 2.0 * k2.0 + 2.0 * k3.0 + k4.0);
            w += h / 6.0 * (k1.1 + 2.0 * k2.1 + 2.0 * k3.1 + k4.1);
        }
        t
    }

    /// Bars that float, with `pins` points at each joint, across the plane.
    fn floating(&self, t: f64, w: f64, h: f64, pins: &[f64]) -> (Model, Data) {
        let (bars, e) = (self.bars(t), 1e-6);
        let (before, after) = (self.bars(t - e), self.bars(t + e));
        let (mut world, mut eq, mut speed) = (String::new(), String::new(), Vec::new());
        let tilt = |x: &[[f64; 2]; 2]| f64::atan2(x[1][1] - x[0][1], x[1][0] - x[0][0]);
        for (k, bar) in bars.iter().enumerate() {
            let mid = |x: &[[f64; 2]; 2], i: usize| 0.5 * (x[0][i] + x[1][i]);
            let length = (bar[1][0] - bar[0][0]).hypot(bar[1][1] - bar[0][1]);
            let (mass, i) = (DENSITY * length, DENSITY * length.powi(3) / 12.0);
            world += &format!(
                r#"<body name="b{k}" pos="{} 0 {}" euler="0 {} 0"><freejoint/><inertial pos="0 0 0" mass="{mass}" diaginertia="{} {i} {i}"/></body>"#,
                mid(bar, 0),
                mid(bar, 1),
                -tilt(bar),
                0.01 * i
            );
            let rate = |f: &dyn Fn(&[[f64; 2]; 2]) -> f64| w * (f(&after[k]) - f(&before[k])) / (2.0 * e);
            speed.extend([rate(&|x| mid(x, 0)), 0.0, rate(&|x| mid(x, 1)), 0.0, -rate(&tilt), 0.0]);
            for y in pins {
                let x = 0.5 * length;
                eq += &match k {
                    0 => format!(
                        r#"<connect body1="b0" anchor="-{x} {y} 0"/><connect body1="b0" body2="b1" anchor="{x} {y} 0"/>"#
                    ),
                    1 => format!(r#"<connect body1="b1" body2="b2" anchor="{x} {y} 0"/>"#),
                    _ => format!(r#"<connect body1="b2" anchor="-{x} {y} 0"/>"#),
                };
            }
        }
        let m = scene(h, G, &world, &eq);
        let mut d = Data::new(&m);
        d.state.qvel.copy_from_slice(&speed);
        (m, d)
    }
}

#[test]
fn a_four_bar_moves_as_its_one_coordinate_says() {
    let (t0, w0, seconds) = (0.9, 8.0, 1.0);
    let want = BARS.angle(t0, w0, seconds);
    // one point per pin, and two: then 24 rows hold 17 of 18 dofs
    for pins in [&[0.0][..], &[-0.1, 0.1]] {
        let mut errors = Vec::new();
        for h in [0.0005, 0.001, 0.002] {
            let (m, mut d) = BARS.floating(t0, w0, h, pins);
            for _ in 0..(seconds / h).round() as usize {
                let report = step(&m, &mut d).unwrap();
                assert!(report.status.is_solved(), "{report:?}");
            }
            assert!(drift(&m, &mut d) < 1e-12, "{}", drift(&m, &mut d));
            let angle = f64::atan2(d.state.qpos[2], d.state.qpos[0]);
            errors.push(((angle - want + PI).rem_euclid(2.0 * PI) - PI).abs());
        }
        assert!(errors[0] < 1e-4, "{errors:?}");
        for pair in errors.windows(2) {
            assert!((3.7..4.3).contains(&(pair[1] / pair[0])), "{} points: {errors:?}", pins.len());
        }
    }
}

#[test]
fn a_crank_stops_at_its_limit_with_the_loop_closed() {
    // a parallelogram of hinges, closed by a connect, falls until its first hinge stands at its limit
    let link = |name: &str, range: &str, pos: &str, to: &str, inner: &str| {
        format!(
            r#"<body name="{name}" pos="{pos}"><joint axis="0 1 0" {range}/>
            <geom type="capsule" fromto="0 0 0 {to}" size=".02" mass="1" contype="0" conaffinity="0"/>{inner}</body>"#
        )
    };
    let rocker = link("rocker", "", "1 0 0", "0 0 -.5", "");
    let coupler = link("coupler", "", "0 0 .5", "1 0 0", &rocker);
    let crank = link("crank", r#"range="-.2 .7""#, "0 0 1", "0 0 .5", &coupler);
    for h in [0.001, 0.01] {
        let m = scene(h, G, &crank, r#"<connect body1="rocker" anchor="0 0 -.5"/>"#);
        let mut d = Data::new(&m);
        d.state.qvel.copy_from_slice(&[0.5, -0.5, 0.5]);
        for _ in 0..(3.0 / h) as usize {
            let report = step(&m, &mut d).unwrap();
            assert!(report.status.is_solved(), "{report:?}");
        }
        assert!(drift(&m, &mut d) < 1e-12);
        for (q, want) in d.state.qpos.iter().zip([0.7, -0.7, 0.7]) {
            assert!((q - want).abs() < 1e-6, "h = {h}: {:?}", d.state.qpos);
        }
        assert!(d.state.qvel.iter().all(|v| v.abs() < 1e-6), "{:?}", d.state.qvel);
    }
}

#[test]
fn what_is_apart_comes_together_without_a_speed_of_its_own() {
    let (m, mut d) = pair(0.001, Joined::Connect);
    d.state.qvel.fill(0.0);
    d.state.qpos[0] -= 0.1;
    for _ in 0..100 {
        step(&m, &mut d).unwrap();
    }
    assert!(drift(&m, &mut d) < 1e-12, "{}", drift(&m, &mut d));
    assert!(motion(&m, &d).energy < 1e-9, "{}", motion(&m, &d).energy);
}

#[test]
fn loops_that_contradict_each_other_are_said_to() {
    let both = format!(r#"{PIN}<connect name="other" body1="a" body2="b" anchor=".5 .2 0"/>"#);
    let mut m = scene(0.002, G, PAIR, &both);
    // the second pin of b is elsewhere now: no pose closes both
    m.eq.data[1][4] += 0.3;
    let mut d = Data::new(&m);
    let mut wedged = false;
    for _ in 0..200 {
        let report = step(&m, &mut d).unwrap();
        wedged |= report.certificate.diagnosis().is_some();
    }
    assert!(wedged && d.state.qpos.iter().chain(&d.state.qvel).all(|x| x.abs() < 100.0), "{:?}", d.state);
}

/// Two hanging chains of three hinges, tied by rungs that float.
fn ladder(h: f64, gravity: f64) -> (Model, Data) {
    let bar =
        r#"<geom type="capsule" fromto="0 0 0 0 0 -.5" size=".02" mass="1" contype="0" conaffinity="0"/>"#;
    let (mut world, mut pins) = (String::new(), String::new());
    for (side, x) in [("a", 0.0), ("b", 0.5)] {
        let link = |k: usize, z: f64, inner: String| {
            format!(r#"<body name="{side}{k}" pos="0 0 {z}"><joint axis="0 1 0"/>{bar}{inner}</body>"#)
        };
        world += &format!(
            r#"<body pos="{x} 0 2">{}</body>"#,
            link(0, 0.0, link(1, -0.5, link(2, -0.5, String::new())))
        );
    }
    for k in 0..3 {
        world += &format!(
            r#"<body name="r{k}" pos="0 0 {}"><freejoint/>
            <geom type="capsule" fromto="0 0 0 .5 0 0" size=".02" mass=".5" contype="0" conaffinity="0"/></body>"#,
            1.5 - 0.5 * k as f64
        );
        for side in ["a", "b"] {
            pins += &format!(r#"<connect body1="{side}{k}" body2="r{k}" anchor="0 0 -.5"/>"#);
        }
    }
    let m = scene(h, gravity, &world, &pins);
    let mut d = Data::new(&m);
    for (i, v) in [3.0, -2.0, 4.0].into_iter().enumerate() {
        (d.state.qvel[i], d.state.qvel[3 + i]) = (v, v);
    }
    (m, d)
}

#[test]
fn a_ladder_of_hinges_gains_no_energy() {
    for gravity in [0.0, G] {
        let mut errors = Vec::new();
        for h in [0.002, 0.004, 0.01] {
            let (m, mut d) = ladder(h, gravity);
            let (mut start, mut rise) = (None, 0.0f64);
            for _ in 0..(10.0 / h) as usize {
                step(&m, &mut d).unwrap();
                forward(&m, &mut d).unwrap();
                let energy = d.energy[0] + d.energy[1];
                let (first, kinetic) = *start.get_or_insert((energy, d.energy[1]));
                rise = rise.max((energy - first) / kinetic);
            }
            errors.push(rise);
        }
        if gravity == 0.0 {
            assert!(errors.iter().all(|e| *e < 1e-9), "{errors:?}");
        } else {
            // symplectic Euler: energy swings with h and does not drift
            assert!(errors[2] < 0.02 && (1.8..2.2).contains(&(errors[1] / errors[0])), "{errors:?}");
        }
    }
}
