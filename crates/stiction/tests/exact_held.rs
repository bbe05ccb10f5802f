//! Loops that touch: equalities and contacts, limits, dry friction on one tree. The velocities that a step ends with are those of one solve of them all.
//!
//! Every step is judged by its own last velocity, as somebody would who knows only rows, forces and reference accelerations: u = J v⁺ − b.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::constraint::user::library::PointToPoint;
use stiction::prelude::*;
use stiction::solver::{Cone, RowKind};
use stiction::spatial::{Quat, Vec3};

const G: f64 = 9.81;

/// A scene: what is in it, how it starts, and what is known of it.
struct Scene {
    name: &'static str,
    world: String,
    rest: String,
    /// Velocities at the start; shorter: the others are zero.
    speed: Vec<f64>,
    gravity: f64,
    seconds: f64,
    /// Hard points of the user's between pairs of bodies.
    points: Vec<([usize; 2], [Vec3; 2])>,
    /// Trees of hinges carry the motion.
    hinges: bool,
}

impl Scene {
    fn new(name: &'static str, world: impl Into<String>, rest: impl Into<String>) -> Self {
        let (world, rest) = (world.into(), rest.into());
        Scene {
            name,
            world,
            rest,
            speed: Vec::new(),
            gravity: G,
            seconds: 1.0,
            points: Vec::new(),
            hinges: false,
        }
    }

    fn start(self, speed: &[f64]) -> Self {
        Scene { speed: speed.to_vec(), ..self }
    }

    fn model(&self, h: f64) -> (Model, Data) {
        let xml = format!(
            r#"<mujoco><option timestep="{h}" gravity="0 0 -{}" cone="elliptic"><flag energy="enable"/></option><compiler angle="radian"/>
            <custom><text name="stiction" data="preset=exact"/></custom><default><geom friction=".4 0 0" condim="3"/></default>
            <worldbody><geom name="floor" type="plane" size="0 0 1"/>{}</worldbody>{}</mujoco>"#,
            self.gravity, self.world, self.rest
        );
        let m = stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{}: {e}", self.name)).model;
        let mut d = Data::new(&m);
        d.state.qvel[..self.speed.len()].copy_from_slice(&self.speed);
        for (bodies, at) in &self.points {
            d.constraints.add(PointToPoint::new(*bodies, *at));
        }
        (m, d)
    }
}

/// By how much the worst row is off its law, with the velocities that the step has ended with (m/s, rad/s), where that is more than 1e-6 of its own speeds.
fn violation(d: &Data, h: f64) -> f64 {
    let rows = &d.rows;
    let mut worst = 0.0_f64;
    for b in 0..rows.nblock() {
        let range = rows.range(b);
        let n = range.len();
        let along = |k: usize, v: &[f64]| -> f64 {
            rows.jac.dofs(b).iter().zip(rows.jac.row(b, k)).map(|(&j, x)| x * v[j as usize]).sum()
        };
        let at = |k: usize| range.start + k;
        let base: Vec<f64> = (0..n).map(|k| h * rows.aref[at(k)] + rows.vel[at(k)]).collect();
        let u: Vec<f64> = (0..n).map(|k| along(k, &d.state.qvel) - base[k]).collect();
        let f: Vec<f64> = range.clone().map(|i| h * d.solution.efc_force[i]).collect();
        let a = range.clone().map(|i| rows.diag[i]).sum::<f64>() / n as f64;
        let off = match &rows.info[b].cone {
            Cone::Free => continue,
            Cone::Orthant => (0..n).map(|k| (f[k] - (f[k] - u[k] / a).max(0.0)).abs()).fold(0.0, f64::max),
            Cone::Interval => {
                let most = h * rows.frictionloss[at(0)];
                (f[0] - (f[0] - u[0] / a).clamp(-most, most)).abs()
            }
            Cone::Ellipse(e) => {
                let mu = &e.mu[..n - 1];
                let slide = (1..n).map(|k| (u[k] * mu[k - 1]).powi(2)).sum::<f64>().sqrt();
                let mut z = vec![f[0] - (u[0] + slide) / a];
                z.extend((1..n).map(|k| f[k] / mu[k - 1] - u[k] * mu[k - 1] / a));
                let t = z[1..].iter().map(|x| x * x).sum::<f64>().sqrt();
                let s = 0.5 * (z[0] + t);
                let p: Vec<f64> = if t <= z[0] {
                    z.clone()
                } else if t <= -z[0] {
                    vec![0.0; n]
                } else {
                    (0..n).map(|k| if k == 0 { s } else { z[k] * s / t }).collect()
                };
                let miss = |k: usize| if k == 0 { f[0] - p[0] } else { f[k] / mu[k - 1] - p[k] };
                (0..n).map(|k| miss(k).powi(2)).sum::<f64>().sqrt()
            }
        };
        let push = f.iter().fold(0.0_f64, |x, f| x.max(f.abs()));
        let scale = rows.vel[at(0)].abs() + u[0].abs() + a * push + base[0].abs();
        if a * off > 1e-6 * scale {
            worst = worst.max(a * off);
        }
    }
    worst
}

/// Largest |r| of equalities at the state.
fn drift(m: &Model, d: &Data) -> f64 {
    let mut at = d.clone();
    forward(m, &mut at).unwrap();
    let held = |b: &usize| matches!(at.rows.info[*b].kind, RowKind::Equality | RowKind::User);
    let rows = (0..at.rows.nblock()).filter(held).flat_map(|b| at.rows.range(b));
    rows.fold(0.0, |x, i| x.max(at.rows.pos[i].abs()))
}

fn energy(m: &Model, d: &Data) -> f64 {
    let mut at = d.clone();
    forward(m, &mut at).unwrap();
    at.energy[0] + at.energy[1]
}

fn capsule(half: f64, size: f64, mass: f64) -> String {
    format!(r#"<geom type="capsule" fromto="-{half} 0 0 {half} 0 0" size="{size}" mass="{mass}"/>"#)
}

/// A bar that slides on the floor with two arms that turn in opposite ways.
fn coupled_arms() -> Scene {
    let arm = |name: &str, x: f64| {
        format!(
            r#"<body name="{name}" pos="{x} 0 .06"><joint name="{name}" axis="0 0 1"/>
            <geom type="capsule" fromto="0 0 0 0 .3 0" size=".02" mass=".4" contype="0" conaffinity="0"/></body>"#
        )
    };
    let world = format!(
        r#"<body pos="0 0 .05"><freejoint/><geom type="box" size=".3 .05 .05" mass="1"/>{}{}</body>"#,
        arm("l", -0.2),
        arm("r", 0.2)
    );
    let rest = r#"<equality><joint joint1="l" joint2="r" polycoef="0 -1 .5 0 0"/></equality>"#;
    Scene::new("arms", world, rest).start(&[0.3, 0.1, 0.0, 0.0, 0.0, 0.5, -2.0, 2.0])
}

/// Four links, pinned to each other, that fall on the floor and tumble.
fn walker(pins: &[f64], floating: f64) -> Scene {
    let (mut world, mut eq) = (String::new(), String::new());
    for (k, (x, z, turn)) in
        [(0.0, 0.2, 0.0), (0.2, 0.0, 1.0), (0.0, -0.2, 2.0), (-0.2, 0.0, 3.0)].into_iter().enumerate()
    {
        world += &format!(
            r#"<body name="l{k}" pos="{x} 0 {}" euler="0 {} 0"><freejoint/>{}</body>"#,
            floating + z,
            turn * std::f64::consts::FRAC_PI_2,
            capsule(0.17, 0.02, 0.5)
        );
        for y in pins {
            eq += &format!(r#"<connect body1="l{k}" body2="l{}" anchor=".2 {y} 0"/>"#, (k + 1) % 4);
        }
    }
    let mut speed = vec![0.0; 24];
    for k in 0..4 {
        speed[6 * k] = 0.8;
        speed[6 * k + 4] = [2.0, -2.0, 2.0, -2.0][k];
    }
    Scene::new("walker", world, format!("<equality>{eq}</equality>")).start(&speed)
}

/// Two fingers that close together on a box.
fn gripper() -> Scene {
    let finger = |name: &str, x: f64, axis: f64| {
        format!(
            r#"<body name="{name}" pos="{x} 0 .1"><joint name="{name}" type="slide" axis="{axis} 0 0"/>
            <geom type="box" size=".02 .05 .08" mass=".3"/></body>"#
        )
    };
    let world = format!(
        r#"{}{}<body pos=".03 0 .05" euler="0 0 .2"><freejoint/><geom type="box" size=".05 .05 .05" mass=".5"/></body>"#,
        finger("a", -0.15, 1.0),
        finger("b", 0.15, -1.0)
    );
    let rest = r#"<equality><joint joint1="a" joint2="b" polycoef="0 1 .8 0 0"/></equality>"#;
    Scene::new("gripper", world, rest).start(&[0.4, 0.4, 0.0, 0.1])
}

/// A crank that drives a slider against its stop.
fn slider_crank() -> Scene {
    let link = |name: &str, pos: &str, to: f64, inner: &str| {
        format!(
            r#"<body name="{name}" pos="{pos}"><joint axis="0 1 0"/>
            <geom type="capsule" fromto="0 0 0 {to} 0 0" size=".02" mass=".6" contype="0" conaffinity="0"/>{inner}</body>"#
        )
    };
    let world = format!(
        r#"{}<body name="slider" pos=".7 0 1"><joint type="slide" axis="1 0 0" range="-.2 .01"/>
        <geom type="box" size=".05 .05 .05" mass="1"/></body>"#,
        link("crank", "0 0 1", 0.2, &link("rod", ".2 0 0", 0.5, ""))
    );
    let rest = r#"<equality><connect body1="rod" body2="slider" anchor=".5 0 0"/></equality>"#;
    Scene { seconds: 3.0, ..Scene::new("slider crank", world, rest).start(&[4.0, -4.0, 0.0]) }
}

/// Joints with limits whose tendons are tied.
fn tied_tendons() -> Scene {
    let arm = |name: &str, x: f64| {
        format!(
            r#"<body name="{name}" pos="{x} 0 1"><joint name="{name}" axis="0 1 0" range="-1 .6"/>
            <geom type="capsule" fromto="0 0 0 .3 0 0" size=".02" mass=".5"/>
            <body pos=".3 0 0"><joint name="{name}2" axis="0 1 0" range="-.5 .8"/><geom type="capsule" fromto="0 0 0 .2 0 0" size=".02" mass=".3"/></body></body>"#
        )
    };
    let rest = r#"<tendon><fixed name="s"><joint joint="a" coef="1"/><joint joint="a2" coef=".5"/></fixed>
        <fixed name="t"><joint joint="b" coef="1"/><joint joint="b2" coef="-.7"/></fixed></tendon>
        <equality><tendon tendon1="s" tendon2="t" polycoef="0 1 .3 0 0"/></equality>"#;
    Scene::new("tendons", arm("a", 0.0) + &arm("b", 2.0), rest).start(&[1.0, -2.0, 0.5, 0.0])
}

/// Boxes in welded pairs that fall on each other.
fn welded_stack() -> Scene {
    let (mut world, mut eq) = (String::new(), String::new());
    for k in 0..4 {
        for (side, x) in [("a", -0.1), ("b", 0.1)] {
            world += &format!(
                r#"<body name="{side}{k}" pos="{} {} {}"><freejoint/><geom type="box" size=".1 .1 .05" mass=".7"/></body>"#,
                x + 0.02 * f64::from(k),
                0.01 * f64::from(k),
                0.06 + 0.12 * f64::from(k)
            );
        }
        eq += &format!(r#"<weld body1="a{k}" body2="b{k}"/>"#);
    }
    let eq = format!(
        "<contact>{}</contact><equality>{eq}</equality>",
        (0..4).map(|k| format!(r#"<exclude body1="a{k}" body2="b{k}"/>"#)).collect::<String>()
    );
    Scene::new("welds", world, eq).start(&[0.2, 0.1, 0.0, 0.0, 1.0, 0.5])
}

/// Hinges that are coupled and rub.
fn dry() -> Scene {
    let arm = |name: &str, x: f64, loss: f64| {
        format!(
            r#"<body name="{name}" pos="{x} 0 1"><joint name="{name}" axis=".3 1 0" frictionloss="{loss}"/>
            <geom type="capsule" fromto="0 0 0 .3 .1 0" size=".02" mass=".5"/></body>"#
        )
    };
    let rest = r#"<equality><joint joint1="a" joint2="b" polycoef="0 -1.5 .4 .2 0"/></equality>"#;
    Scene::new("dry", arm("a", 0.0, 0.05) + &arm("b", 1.0, 0.1), rest).start(&[-3.0, 2.0])
}

/// Points that hold a chain together, over boxes; `user`: the user's own.
fn chain(user: bool) -> Scene {
    let mut world = String::from(
        r#"<geom type="box" size=".15 .2 .1" pos="-.3 0 .1"/><geom type="box" size=".1 .2 .15" pos=".35 0 .15" euler="0 .2 0"/>"#,
    );
    let (mut eq, mut points) = (String::new(), Vec::new());
    for k in 0..6 {
        world += &format!(
            r#"<body name="c{k}" pos="{} 0 .5"><freejoint/>{}</body>"#,
            0.2 * f64::from(k) - 0.5,
            capsule(0.075, 0.02, 0.2)
        );
        if k > 0 {
            eq += &format!(r#"<connect body1="c{}" body2="c{k}" anchor=".1 0 0"/>"#, k - 1);
            points.push(([k as usize, k as usize + 1], [Vec3([0.1, 0.0, 0.0]), Vec3([-0.1, 0.0, 0.0])]));
        }
    }
    let eq = if user { String::new() } else { format!("<equality>{eq}</equality>") };
    let mut speed = vec![0.0; 36];
    (0..6).for_each(|k| speed[6 * k + 1] = 0.3 * k as f64);
    let scene = Scene::new(if user { "points" } else { "chain" }, world, eq).start(&speed);
    if user { Scene { points, ..scene } } else { scene }
}

/// A trunk on two legs of which each is a loop of four hinges.
fn legs() -> Scene {
    let leg = |name: &str, y: f64| {
        let geom = |to: &str| {
            format!(
                r#"<geom type="capsule" fromto="0 0 0 {to}" size=".015" mass=".15" contype="0" conaffinity="0"/>"#
            )
        };
        format!(
            r#"<body name="{name}1" pos="-.05 {y} 0"><joint axis="0 1 0"/>{}
              <body name="{name}2" pos="0 0 -.2"><joint axis="0 1 0"/>{}
                <geom type="sphere" size=".03" pos=".05 0 -.2" mass=".1"/></body></body>
            <body name="{name}3" pos=".05 {y} 0"><joint axis="0 1 0"/>{}</body>"#,
            geom("0 0 -.2"),
            geom(".1 0 0"),
            geom("0 0 -.2")
        )
    };
    let world = format!(
        r#"<body pos="0 0 .45" euler=".05 .1 0"><freejoint/><geom type="box" size=".12 .1 .04" mass="2"/>{}{}</body>"#,
        leg("l", 0.1),
        leg("r", -0.1)
    );
    let rest = r#"<equality><connect body1="l2" body2="l3" anchor=".1 0 0"/><connect body1="r2" body2="r3" anchor=".1 0 0"/></equality>"#;
    Scene::new("legs", world, rest).start(&[0.3, 0.0, -0.5, 0.0, 0.0, 0.2, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0])
}

/// Two hinged chains tied by a rung, whose ends swing against a wall.
fn swing() -> Scene {
    let side = |name: &str, x: f64| {
        format!(
            r#"<body pos="{x} 0 1.2"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -.4" size=".02" mass="1" contype="0" conaffinity="0"/>
            <body name="{name}" pos="0 0 -.4"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -.4" size=".02" mass="1"/></body></body>"#
        )
    };
    let world = format!(
        r#"<geom type="box" size=".05 1 1" pos=".75 0 .8" friction="0 0 0" priority="1"/>{}{}
        <body name="rung" pos="0 0 .4"><freejoint/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".02" mass=".5" contype="0" conaffinity="0"/></body>"#,
        side("a", 0.0),
        side("b", 0.5)
    );
    let rest = r#"<equality><connect body1="a" body2="rung" anchor="0 0 -.4"/><connect body1="b" body2="rung" anchor="0 0 -.4"/></equality>"#;
    Scene { seconds: 3.0, ..Scene::new("swing", world, rest).start(&[-3.0, -1.0, -3.0, -1.0]) }
}

/// A planar four-bar that floats, lands and slides: rows of its pin across the plane are rounding, and an impact divides a step.
fn table() -> Scene {
    let leg = r#"<geom type="capsule" fromto="0 0 0 0 0 -.27" size=".02" mass=".4"/>"#;
    let world = format!(
        r#"<body pos="0 0 .35"><freejoint/><geom type="box" size=".2 .05 .05" mass="2"/>
        <body pos="-.15 0 0"><joint axis="0 1 0"/>{leg}<body name="foot" pos="0 0 -.27"><joint axis="0 1 0"/>
          <geom type="box" size=".2 .05 .02" pos=".15 0 0" mass=".5"/></body></body>
        <body name="link" pos=".15 0 0"><joint axis="0 1 0"/>{leg}</body></body>"#
    );
    let rest = r#"<contact><exclude body1="link" body2="foot"/></contact>
        <equality><connect body1="link" body2="foot" anchor="0 0 -.27"/></equality>"#;
    Scene { hinges: true, ..Scene::new("table", world, rest).start(&[0.7, 0.1]) }
}

fn scenes() -> Vec<Scene> {
    vec![
        table(),
        Scene { hinges: true, ..coupled_arms() },
        walker(&[0.0], 0.26),
        Scene { name: "walker with two points per pin", ..walker(&[-0.05, 0.05], 0.26) },
        gripper(),
        Scene { hinges: true, ..slider_crank() },
        Scene { hinges: true, ..tied_tendons() },
        welded_stack(),
        dry(),
        chain(false),
        chain(true),
        Scene { hinges: true, ..legs() },
        Scene { hinges: true, ..swing() },
    ]
}

/// What a run has shown.
#[derive(Debug, Default)]
struct Run {
    steps: usize,
    /// Steps in which loops were solved together with what touches them.
    bound: usize,
    /// The worst row, drift, and |v⁺ − v − h a| of such a step that is whole.
    off: f64,
    drift: f64,
    apart: f64,
    /// The largest rise of energy over the least before.
    rise: f64,
}

fn run(s: &Scene, h: f64) -> Run {
    let (m, mut d) = s.model(h);
    let (mut out, mut least) = (Run::default(), energy(&m, &d));
    for k in 0..(s.seconds / h).round() as usize {
        let before = d.state.qvel.clone();
        let report = step(&m, &mut d).unwrap_or_else(|e| panic!("{}: {e}", s.name));
        assert!(report.status.is_solved(), "{} step {k}: {report:?}", s.name);
        let bound = |i: usize| d.hard.meet.binds(m.dof.treeid[i].number() as usize);
        out.steps += 1;
        out.bound += usize::from((0..m.size.nv).any(bound));
        out.off = out.off.max(violation(&d, report.certificate.substep));
        if report.certificate.substep == h && report.certificate.impacts == 0 {
            for i in (0..m.size.nv).filter(|&i| bound(i)) {
                out.apart = out.apart.max((d.state.qvel[i] - before[i] - h * d.solution.qacc[i]).abs());
            }
        }
        out.drift = out.drift.max(drift(&m, &d));
        let now = energy(&m, &d);
        (out.rise, least) = (out.rise.max(now - least), least.min(now));
    }
    out
}

/// By whom steps are judged: velocities at their end, with the rows and forces of their last solve.
#[test]
fn contacts_hold_with_the_velocities_that_the_step_ends_with() {
    for s in scenes() {
        for h in [0.004, 0.001] {
            let r = run(&s, h);
            println!("{} {h}: {r:?}", s.name);
            assert!(r.off < 1e-9, "{} at {h}: off by {}", s.name, r.off);
            assert!(r.drift < 1e-12, "{} at {h}: loops open by {}", s.name, r.drift);
            assert!(r.apart < 1e-12, "{} at {h}: velocities change by {} after the solve", s.name, r.apart);
            assert!(r.bound > 2, "{} at {h}: {} of {} steps have loops that touch", s.name, r.bound, r.steps);
        }
    }
}

/// e = 0, no motors. Bodies that float: none but what the position pass lifts. Trees of hinges move by semi-implicit Euler: energy swings with h.
#[test]
fn energy_does_not_rise() {
    for s in scenes() {
        let (coarse, fine) = (run(&s, 0.002).rise, run(&s, 0.001).rise);
        println!("{}: {coarse:e} {fine:e}", s.name);
        if s.hinges {
            assert!(fine < f64::max(0.6 * coarse, 1e-4) && fine < 0.02, "{}: {coarse:e} {fine:e}", s.name);
        } else {
            assert!(fine < 1e-7 && coarse < 1e-7, "{}: {coarse:e} {fine:e}", s.name);
        }
    }
}

/// Two pinned pairs that meet in a plane: what they do to each other changes neither momentum nor angular momentum.
#[test]
fn momentum_is_kept_where_loops_collide() {
    let (mut world, mut eq) = (String::new(), String::new());
    for (k, (x, y, turn)) in
        [(0.0, 0.0, 0.0), (0.4, 0.0, 0.0), (0.2, 0.4, 1.2), (0.345, 0.773, 1.2)].into_iter().enumerate()
    {
        world += &format!(
            r#"<body name="p{k}" pos="{x} {y} 5" euler="0 0 {turn}"><freejoint/>{}</body>"#,
            capsule(0.15, 0.03, 0.5 + 0.2 * k as f64)
        );
    }
    for k in [0, 2] {
        eq += &format!(r#"<connect body1="p{k}" body2="p{}" anchor=".2 0 0"/>"#, k + 1);
    }
    let mut speed = vec![0.0; 24];
    for k in 0..4 {
        speed[6 * k + 1] = if k < 2 { 0.5 } else { -0.7 };
        speed[6 * k + 5] = [1.0, -1.0, 1.5, 0.5][k];
    }
    let s = Scene {
        gravity: 0.0,
        ..Scene::new("pairs", world, format!("<equality>{eq}</equality>")).start(&speed)
    };
    for h in [0.001, 0.004] {
        let (m, mut d) = s.model(h);
        let (start, mut touched, mut off) = (momenta(&m, &d), 0, 0.0_f64);
        for _ in 0..(1.0 / h) as usize {
            step(&m, &mut d).unwrap();
            touched += usize::from(d.hard.meet.binds(0));
            let now = momenta(&m, &d);
            assert!((now[0] - start[0]).norm() < 1e-11, "h = {h}: {:e}", (now[0] - start[0]).norm());
            off = off.max((now[1] - start[1]).norm());
        }
        println!("{h}: {off:e} in {touched} steps");
        // the position pass moves bodies without their velocities: of the order of h
        assert!(off < 1e-2 * h && touched > 5, "h = {h}: {off:e} in {touched} steps");
    }
}

/// Momentum, and angular momentum about the origin, of bodies that float, with their frames at their centres of mass.
fn momenta(m: &Model, d: &Data) -> [Vec3; 2] {
    let mut sum = [Vec3::ZERO; 2];
    for b in 1..m.size.nbody {
        let (q, v) = (&d.state.qpos[7 * b - 7..7 * b], &d.state.qvel[6 * b - 6..6 * b]);
        let axes = Quat([q[3], q[4], q[5], q[6]]).to_mat().mul_mat(&m.body.iquat[b].to_mat());
        let own = m.body.iquat[b].to_mat().tr_mul_vec(Vec3([v[3], v[4], v[5]]));
        let i = m.body.inertia[b];
        let p = Vec3([v[0], v[1], v[2]]) * m.body.mass[b];
        let spin = axes.mul_vec(Vec3([i[0] * own[0], i[1] * own[1], i[2] * own[2]]));
        sum = [sum[0] + p, sum[1] + Vec3([q[0], q[1], q[2]]).cross(p) + spin];
    }
    sum
}

/// A loop that is solved again changes no bit of what it does not touch.
#[test]
fn other_islands_keep_their_answer() {
    let Scene { world, rest, speed, .. } = coupled_arms();
    let pile: String = (0..3)
        .map(|k| {
            format!(
                r#"<body pos="{} 3 {}" euler="0 0 .{k}"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body>"#,
                0.03 * f64::from(k),
                0.1 + 0.21 * f64::from(k)
            )
        })
        .collect();
    let s = Scene::new("arms and pile", world + &pile, rest).start(&speed);
    let (m, mut d) = s.model(0.002);
    d.state.qvel[14] = 0.4;
    for _ in 0..60 {
        step(&m, &mut d).unwrap();
        let answers = [true, false].map(|tied| {
            let mut one = d.clone();
            one.state.eq_active[0] = tied;
            forward(&m, &mut one).unwrap();
            assert_eq!(one.hard.meet.rounds > 0, tied);
            one.solution.qacc[8..].to_vec()
        });
        assert_eq!(answers[0], answers[1]);
    }
}

#[test]
fn points_of_the_users_touch_as_connects_do() {
    let [a, b] = [chain(false), chain(true)].map(|s| {
        let (m, mut d) = s.model(0.002);
        for _ in 0..200 {
            step(&m, &mut d).unwrap();
        }
        assert!(d.hard.meet.binds(0) && d.hard.meet.rounds > 0);
        d.state.qpos
    });
    let off = a.iter().zip(&b).fold(0.0, |x: f64, (a, b)| x.max((a - b).abs()));
    assert!(off < 1e-8, "{off:e}");
}

/// Loops that bounce, with impacts at their own time: parts of steps have their own lengths.
#[test]
fn loops_that_bounce_lose_energy_and_stay_closed() {
    for e in [0.3, 0.9] {
        let world = format!(
            r#"<body name="a" pos="0 0 .6" euler="0 .4 0"><freejoint/>{0}</body><body name="b" pos=".34 0 .45" euler="0 .4 0"><freejoint/>{0}</body>"#,
            capsule(0.15, 0.03, 0.5)
        );
        let s = Scene::new(
            "bounce",
            world,
            r#"<equality><connect body1="a" body2="b" anchor=".185 0 0"/></equality>"#,
        );
        for h in [0.001, 0.005] {
            let (mut m, mut d) = s.model(h);
            m.stiction.restitution.fill(e);
            d.state.qvel[10] = 3.0;
            step(&m, &mut d).unwrap();
            let (first, mut least, mut impacts) = (energy(&m, &d), energy(&m, &d), 0);
            for k in 0..(1.5 / h) as usize {
                let report = step(&m, &mut d).unwrap();
                assert!(report.status.is_solved(), "{report:?}");
                let off = violation(&d, report.certificate.substep);
                assert!(off < 1e-9, "e = {e}, h = {h}, step {k}: off by {off:e}");
                impacts += report.certificate.impacts;
                assert!(drift(&m, &d) < 1e-12, "{}", drift(&m, &d));
                let now = energy(&m, &d);
                assert!(
                    now < least + 2e-3 * h / 0.001 * first,
                    "e = {e}, h = {h}, step {k}: {now} after {least}"
                );
                least = least.min(now);
            }
            assert!(impacts > 3, "{impacts} impacts");
        }
    }
}

/// What does not act in the solve must not be made to by what closes loops after it: a pair that turns beside a wall, at gaps just wide enough.
#[test]
fn a_row_that_is_nearly_reached_is_not_passed() {
    let world = format!(
        r#"<body name="a" pos="0 0 1"><freejoint/>{0}</body><body name="b" pos=".4 0 1"><freejoint/>{0}</body>
        <geom name="wall" type="plane" size="0 0 1" pos=".6 0 1" euler="0 -1.5707963267948966 0"/>"#,
        capsule(0.17, 0.02, 0.5)
    );
    let s = Scene {
        gravity: 0.0,
        ..Scene::new(
            "beside",
            world,
            r#"<equality><connect body1="a" body2="b" anchor=".2 0 0"/></equality>"#,
        )
    };
    let h = 0.004;
    let (mut idle, mut kept) = (0, 0);
    for k in 0..400 {
        let (m, mut d) = s.model(h);
        // the wall: from where it is hit to where it is not
        let gap = 3.3e-3 + 2e-6 * f64::from(k);
        (d.state.qpos[0], d.state.qpos[7]) = (0.01 - gap, 0.41 - gap);
        d.state.qvel.copy_from_slice(&[0.9, 0.0, 0.0, 0.0, 0.0, 6.0, 0.9, 0.0, 0.0, 0.0, 0.0, -6.0]);
        let report = step(&m, &mut d).unwrap();
        idle += usize::from(!d.hard.meet.binds(0));
        kept += usize::from(!d.hard.meet.binds(0) && report.certificate.impacts == 0);
        let off = violation(&d, report.certificate.substep);
        assert!(off < 1e-9, "gap {k}: off by {off:e}, {report:?}");
    }
    assert!(idle > 20 && kept > 20 && kept < 400, "{idle} {kept}");
}
