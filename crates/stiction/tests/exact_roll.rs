//! Energy and momentum of bodies that roll, tumble and meet, under the preset `exact` without restitution.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::kinds::enable;
use stiction::prelude::*;
use stiction::sim::forward::problem;
use stiction::solver::residual::Checker;
use stiction_testkit::SplitMix64;

const G: f64 = 9.81;

fn scene(h: f64, gravity: f64, world: &str) -> (Model, Data) {
    let xml = format!(
        r#"<mujoco><option timestep="{h}" gravity="0 0 {}"/><compiler angle="radian"/>
        <custom><text name="stiction" data="preset=exact"/></custom>
        <asset><mesh name="m" vertex=".1 0 -.05 -.08 .07 -.06 -.06 -.1 -.04 .02 .03 .12 .09 .08 .05"/></asset>
        <default><geom friction="1"/></default><worldbody>{world}</worldbody></mujoco>"#,
        -gravity
    );
    let mut m = Model::from_xml_string(&xml).unwrap_or_else(|e| panic!("{e}"));
    m.opt.enableflags |= enable::ENERGY;
    let d = Data::new(&m);
    (m, d)
}

/// Energy of the state that `d` is in, and momentum over its mass.
fn told(m: &Model, d: &Data) -> (f64, Vec3) {
    let mut d = d.clone();
    forward(m, &mut d).unwrap_or_else(|e| panic!("{e}"));
    stiction::sim::post::subtree_velocities(m, &mut d);
    (d.energy[0] + d.energy[1], d.post.subtree_linvel[0])
}

/// A step that is solved, whose velocity is the one that its rows tell (m/s), and whose forces explain it.
fn checked(m: &Model, d: &mut Data) {
    let before = d.state.qvel.clone();
    let r = step(m, d).unwrap_or_else(|e| panic!("{e}"));
    assert!(r.status.is_solved(), "{r:?}");
    let h = m.opt.timestep;
    if r.certificate.impacts == 0 && r.certificate.substep == h {
        for (i, v) in d.state.qvel.iter().enumerate() {
            assert!((before[i] + h * d.solution.qacc[i] - v).abs() < 1e-12);
        }
        let found = Checker::default().check(&problem(m, d), &d.solution.qacc, &d.solution.efc_force);
        let off = [found.coulomb, h * found.approach, h * found.cone_excess, h * found.momentum_defect];
        assert!(off.iter().all(|x| *x < 1e-8), "{off:?}");
    }
}

/// An ellipsoid that rolls for a second: how far its energy rises above any state before, and what is left of it, over what it begins with.
fn roll(h: f64, speed: f64) -> (f64, f64) {
    let world = r#"<geom type="plane" size="0 0 1"/><body pos="0 0 .07"><freejoint/><geom type="ellipsoid" size=".1 .08 .07" mass="1"/></body>"#;
    let (m, mut d) = scene(h, G, world);
    d.state.qvel.copy_from_slice(&[speed * 0.07, 0.05, 0.0, 0.3, speed, 0.2]);
    let (start, _) = told(&m, &d);
    let (mut least, mut rise) = (start, 0.0_f64);
    for _ in 0..(1.0 / h).round() as usize {
        checked(&m, &mut d);
        let (e, _) = told(&m, &d);
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
            assert!(rise < 1e-12, "{h} s, {speed} rad/s: {rise}");
            assert!(left > 1.0 - 8.0 * h, "{h} s, {speed} rad/s: {left}");
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

/// Lets the body down on what it stands on.
fn let_down(m: &Model, d: &mut Data) {
    let (mut low, mut high) = (0.0, 0.5);
    for _ in 0..50 {
        let mid = 0.5 * (low + high);
        d.state.qpos[2] = mid;
        forward(m, d).expect("finite");
        if d.contacts.list.iter().any(|c| c.dist <= 0.0) { low = mid } else { high = mid }
    }
    d.state.qpos[2] = high;
    forward(m, d).expect("finite");
}

/// What stands on a point and turns about it, by so much a step: the largest rise of its energy in a step, over its motion and its weight over 0.1 m.
fn tumble(floor: &str, shape: &str, turn: f64, rng: &mut SplitMix64) -> f64 {
    let h = [0.001, 0.002, 0.005, 0.01][(rng.next_u64() % 4) as usize];
    let world = format!(r#"<geom {floor}/><body><freejoint/><geom {shape} mass="1"/></body>"#);
    let (m, mut d) = scene(h, G, &world);
    let q: [f64; 4] = std::array::from_fn(|_| rng.sym());
    d.state.qpos[3..7].copy_from_slice(&q);
    let_down(&m, &mut d);
    let w = Vec3::new(rng.sym(), rng.sym(), rng.sym());
    let w = w.scale(turn / h / w.norm());
    let Some(c) = d.contacts.list.first() else { return 0.0 };
    let v = (c.pos - d.kin.xpos[1]).cross(d.kin.xmat[1].mul_vec(w));
    d.state.qvel.copy_from_slice(&[v[0], v[1], v[2], w[0], w[1], w[2]]);
    let (mut before, mut worst) = (told(&m, &d).0, 0.0_f64);
    for _ in 0..3 {
        step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        let (after, _) = told(&m, &d);
        worst = worst.max((after - before) / (before - d.energy[0] + 0.1 * G));
        before = after;
    }
    worst
}

#[test]
fn what_tumbles_gains_nothing_in_a_step() {
    let mut rng = SplitMix64(7);
    for floor in [r#"type="plane" size="0 0 1""#, r#"type="sphere" size="2" pos="0 0 -2""#] {
        for (name, shape) in SHAPES {
            for turn in [0.02, 0.1, 0.3] {
                let worst = (0..100).map(|_| tumble(floor, shape, turn, &mut rng)).fold(0.0, f64::max);
                println!("{name} on {floor}, {turn} rad a step: {worst:.1e}");
                assert!(worst < 1e-11, "{name} on {floor}, {turn} rad a step: {worst}");
            }
        }
    }
}

/// Puts the centre of mass of the first body, `arm` from its origin, where its origin is, with the same velocity.
fn centre(m: &Model, d: &mut Data, arm: Vec3) {
    forward(m, d).expect("finite");
    let (rot, v) = (d.kin.xmat[1], d.state.qvel.clone());
    let (place, swing) = (rot.mul_vec(arm), rot.mul_vec(Vec3::new(v[3], v[4], v[5]).cross(arm)));
    for k in 0..3 {
        d.state.qpos[k] -= place[k];
        d.state.qvel[k] -= swing[k];
    }
}

/// Two bodies that meet in space at up to 15 rad/s, one with its frame `off` beside its centre of mass: by how much momentum, over their mass, changes,
/// and what energy gains in a step.
fn meet(h: f64, off: f64) -> (f64, f64) {
    let world = format!(
        r#"<body euler=".3 .2 .1"><freejoint/><geom type="box" size=".1 .07 .05" mass="1" pos="{off} 0 0"/></body>
        <body pos=".3 .02 .01" euler="-.2 .4 .3"><freejoint/><geom type="box" size=".08 .09 .06" mass="2"/></body>"#
    );
    let (m, mut d) = scene(h, 0.0, &world);
    d.state.qvel.copy_from_slice(&[1.0, 0.0, 0.0, 8.0, 10.0, 8.0, -0.5, 0.0, 0.0, -3.0, 2.0, 1.0]);
    centre(&m, &mut d, Vec3::new(off, 0.0, 0.0));
    let start = told(&m, &d);
    let (mut energy, mut momentum, mut gain) = (start.0, 0.0_f64, 0.0_f64);
    for _ in 0..(0.3 / h).round() as usize {
        checked(&m, &mut d);
        let now = told(&m, &d);
        momentum = momentum.max((now.1 - start.1).norm());
        gain = gain.max((now.0 - energy) / start.0);
        energy = now.0;
    }
    assert!(energy < 0.99 * start.0, "they met: {energy} of {}", start.0);
    (momentum, gain)
}

#[test]
fn bodies_that_meet_keep_their_momentum_wherever_their_frame_is() {
    for h in [0.01, 0.002, 0.001] {
        for off in [0.0, 0.1, 0.3] {
            let (momentum, gain) = meet(h, off);
            println!("{h} s, {off} m: momentum {momentum:.1e}, energy {gain:.1e}");
            assert!(momentum < 1e-11 && gain < 1e-12, "{h} s, {off} m: {momentum} {gain}");
        }
    }
}

/// A ball that lands spinning, slides and rolls, with its frame `arm` beside it: where its centre is, and its velocity.
fn land(h: f64, arm: Vec3) -> [Vec3; 3] {
    let world = format!(
        r#"<geom type="plane" size="0 0 1"/><body pos="0 0 .15" euler=".5 .3 .2"><freejoint/>
        <geom size=".1" mass="1" pos="{} {} {}" friction=".4"/></body>"#,
        arm[0], arm[1], arm[2]
    );
    let (m, mut d) = scene(h, G, &world);
    d.state.qvel.copy_from_slice(&[1.0, 0.4, 0.0, 3.0, 20.0, -4.0]);
    centre(&m, &mut d, arm);
    for _ in 0..(0.5 / h).round() as usize {
        checked(&m, &mut d);
    }
    let (_, v) = told(&m, &d);
    forward(&m, &mut d).expect("finite");
    let w = &d.state.qvel[3..];
    [d.com.subtree_com[1], v, d.kin.xmat[1].mul_vec(Vec3::new(w[0], w[1], w[2]))]
}

#[test]
fn a_ball_rolls_the_same_wherever_its_frame_is() {
    for h in [0.01, 0.002] {
        let want = land(h, Vec3::ZERO);
        for arm in [Vec3::new(0.3, 0.0, 0.0), Vec3::new(-0.1, 0.2, 0.4)] {
            let off = land(h, arm).iter().zip(want).map(|(x, y)| (*x - y).norm()).fold(0.0, f64::max);
            println!("{h} s, {arm:?}: {off:.1e}");
            assert!(off < 1e-7, "{h} s, {arm:?}: {off}");
        }
    }
}
