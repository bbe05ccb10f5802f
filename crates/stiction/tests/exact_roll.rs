//! Energy and momentum of bodies that roll, tumble and meet, under the preset `exact` without restitution.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::kinds::enable;
use stiction::prelude::*;
use stiction::spatial::Vec3;
use stiction_testkit::SplitMix64;

fn scene(h: f64, gravity: f64, world: &str) -> (Model, Data) {
    let xml = format!(
        r#"<mujoco><option timestep="{h}" gravity="0 0 {}"/><compiler angle="radian"/>
        <custom><text name="stiction" data="preset=exact"/></custom>
        <asset><mesh name="m" vertex=".1 0 -.05 -.08 .07 -.06 -.06 -.1 -.04 .02 .03 .12 .09 .08 .05"/></asset><worldbody>{world}</worldbody></mujoco>"#,
        -gravity
    );
    let mut m = Model::from_xml_string(&xml).unwrap_or_else(|e| panic!("{e}"));
    m.opt.enableflags |= enable::ENERGY;
    let d = Data::new(&m);
    (m, d)
}

/// Energy of the state that `d` is in.
fn energy(m: &Model, d: &Data) -> f64 {
    let mut e = d.clone();
    forward(m, &mut e).unwrap_or_else(|e| panic!("{e}"));
    e.energy[0] + e.energy[1]
}

/// An ellipsoid that rolls for a second: how far its energy rises above any state before, and what is left of it, over what it begins with.
fn roll(h: f64, speed: f64) -> (f64, f64) {
    let world = r#"<geom type="plane" size="0 0 1" friction="2"/><body pos="0 0 .07"><freejoint/><geom type="ellipsoid" size=".1 .08 .07" mass="1" friction="2"/></body>"#;
    let (m, mut d) = scene(h, 9.81, world);
    d.state.qvel.copy_from_slice(&[speed * 0.07, 0.05, 0.0, 0.3, speed, 0.2]);
    let start = energy(&m, &d);
    let (mut least, mut rise) = (start, 0.0_f64);
    for _ in 0..(1.0 / h).round() as usize {
        let r = step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        assert!(r.status.is_solved(), "{r:?}");
        let e = energy(&m, &d);
        (least, rise) = (least.min(e), rise.max(e - least));
    }
    (rise / start, least / start)
}

#[test]
fn what_rolls_gains_nothing() {
    for h in [0.001, 0.002, 0.005, 0.01] {
        for speed in [3.0, 8.0, 15.0] {
            let (rise, left) = roll(h, speed);
            println!("{h} s, {speed} rad/s: rises by {rise:.1e}, {left:.4} left");
        }
    }
}

const SHAPES: [(&str, &str); 5] = [
    ("capsule", r#"type="capsule" size=".04 .1""#),
    ("cylinder", r#"type="cylinder" size=".08 .05""#),
    ("box", r#"type="box" size=".1 .07 .05""#),
    ("mesh", r#"type="mesh" mesh="m""#),
    ("ellipsoid", r#"type="ellipsoid" size=".1 .08 .06""#),
];

#[test]
fn what_tumbles_gains_nothing_in_a_step() {
    let mut rng = SplitMix64(7);
    for (floor, place) in
        [(r#"type="plane" size="0 0 1""#, 0.0), (r#"type="sphere" size="2" pos="0 0 -2""#, 0.0)]
    {
        for (name, shape) in SHAPES {
            for turn in [0.02, 0.1, 0.3] {
                let (mut worst, mut unsolved) = (0.0_f64, 0);
                for _ in 0..100 {
                    let h = [0.001, 0.002, 0.005, 0.01][(rng.next_u64() % 4) as usize];
                    let world = format!(
                        r#"<geom {floor} friction="1"/><body pos="0 0 {place}"><freejoint/><geom {shape} mass="1" friction="1"/></body>"#
                    );
                    let (m, mut d) = scene(h, 9.81, &world);
                    let q: [f64; 4] = std::array::from_fn(|_| rng.sym());
                    d.state.qpos[3..7].copy_from_slice(&q);
                    d.state.qpos[2] = 0.5;
                    // down to the floor
                    for _ in 0..3 {
                        forward(&m, &mut d).unwrap();
                        let gap =
                            stiction::sim::certificate::geometry(&m, &mut d, &mut stiction::sim::NoHooks)
                                .depth;
                        let _ = gap;
                        let low = lowest(&m, &mut d);
                        d.state.qpos[2] -= low;
                    }
                    let w = Vec3::new(rng.sym(), rng.sym(), rng.sym());
                    let w = w.scale(turn / h / w.norm());
                    forward(&m, &mut d).unwrap();
                    let Some(c) = d.contacts.list.first() else { continue };
                    let (at, rot, x) = (c.pos, d.kin.xmat[1], d.kin.xpos[1]);
                    let v = (at - x).cross(rot.mul_vec(w));
                    d.state.qvel.copy_from_slice(&[v[0], v[1], v[2], w[0], w[1], w[2]]);
                    for k in 0..3 {
                        let before = energy(&m, &d);
                        let deep = |d: &Data| {
                            stiction::sim::certificate::geometry(
                                &m,
                                &mut d.clone(),
                                &mut stiction::sim::NoHooks,
                            )
                            .depth
                        };
                        let d0 = deep(&d);
                        let r = step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
                        unsolved += usize::from(!r.status.is_solved());
                        let size = before - d.energy[0] + 9.81 * 0.1;
                        worst = worst.max((energy(&m, &d) - before) / size);
                        if (energy(&m, &d) - before) / size > 1e-4 {
                            println!(
                                "{k} h {h}: depth {d0:.1e} to {:.1e}, {:.1e}, impacts {}, {:?} {} {}",
                                deep(&d),
                                (energy(&m, &d) - before) / size,
                                r.certificate.impacts,
                                d.hard.pass.rounds,
                                d.hard.pass.lifted,
                                r.certificate.substep
                            );
                        }
                    }
                }
                println!("{name} on {floor}, {turn} rad a step: {worst:.1e}, {unsolved} unsolved");
            }
        }
    }
}

/// How far the body is above what it stands on, by a ray of distances: the depth of its one contact when it is let down.
fn lowest(m: &Model, d: &mut Data) -> f64 {
    let (mut low, mut high) = (0.0, d.state.qpos[2]);
    let z = d.state.qpos[2];
    for _ in 0..50 {
        let mid = 0.5 * (low + high);
        d.state.qpos[2] = z - mid;
        forward(m, d).unwrap();
        if d.contacts.list.iter().any(|c| c.dist <= 0.0) { high = mid } else { low = mid }
    }
    d.state.qpos[2] = z;
    low
}

/// Two bodies that meet in space without restitution, with their frame `off` beside their centres of mass: what their momentum, over m|v|, and their energy change by.
fn meet(h: f64, off: f64) -> (f64, f64, f64) {
    let world = format!(
        r#"<body euler=".3 .2 .1"><freejoint/><geom type="box" size=".1 .07 .05" mass="1" pos="{off} 0 0"/></body>
        <body pos=".3 .02 .01" euler="-.2 .4 .3"><freejoint/><geom type="box" size=".08 .09 .06" mass="2"/></body>"#
    );
    let (m, mut d) = scene(h, 0.0, &world);
    d.state.qvel.copy_from_slice(&[1.0, 0.0, 0.0, 8.0, 10.0, 8.0, -0.5, 0.0, 0.0, -3.0, 2.0, 1.0]);
    forward(&m, &mut d).unwrap();
    let (arm, spin) = (Vec3::new(off, 0.0, 0.0), Vec3::new(8.0, 10.0, 8.0));
    let (place, swing) = (d.kin.xmat[1].mul_vec(arm), d.kin.xmat[1].mul_vec(spin.cross(arm)));
    for k in 0..3 {
        d.state.qpos[k] -= place[k];
        d.state.qvel[k] -= swing[k];
    }
    let told = |d: &Data| {
        let mut d = d.clone();
        forward(&m, &mut d).unwrap();
        stiction::sim::post::subtree_velocities(&m, &mut d);
        (d.energy[1], d.post.subtree_linvel[0] * 3.0)
    };
    let mut before = told(&d);
    let (mut p, mut e, mut worst) = (0.0_f64, 0.0_f64, 0.0_f64);
    let first = before.1;
    for _ in 0..(0.3 / h).round() as usize {
        let r = step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        assert!(r.status.is_solved(), "{r:?}");
        worst = worst.max(r.certificate.violation);
        let now = told(&d);
        (p, e) = (p.max((now.1 - first).norm()), e.max((now.0 - before.0) / before.0));
        before = now;
    }
    (p, e, worst)
}

#[test]
fn bodies_that_meet_keep_their_momentum_wherever_their_frame_is() {
    for h in [0.01, 0.002, 0.001] {
        for off in [0.0, 0.1, 0.3] {
            let (p, e, worst) = meet(h, off);
            println!("{h} s, {off} m: momentum {p:.1e}, energy {e:.1e}; {worst:.1e}");
        }
    }
}
