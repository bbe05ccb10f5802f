//! What the tests of derivatives share: models, states, and columns against differences.

#![allow(dead_code)]

use stiction_grad::{Differentiator, Label, Method};
use stiction_model::Model;
use stiction_sim::difference::{Sides, Transition, transition};
use stiction_sim::forward::Sensors;
use stiction_sim::{Data, NoHooks, step};
use stiction_spatial::random::SplitMix64;

/// What the columns of some states are worth.
#[derive(Default, Debug)]
pub struct Tally {
    pub smooth: usize,
    pub exact: usize,
    pub worst: f64,
}

pub fn load(xml: &str) -> Model {
    let mut m = stiction::load_string(xml, &stiction::NoAssets).expect("the model loads").model;
    (m.opt.tolerance, m.opt.iterations) = (0.0, 100);
    m
}

/// Columns of A and B against Richardson's value of two centred differences, where the two agree, and the difference to one side with them: on a switch
/// itself two centred ones agree on the mean of its sides.
pub fn compare(m: &Model, d: &Data, work: &mut Differentiator, tally: &mut Tally) {
    let g = work.at(m, d, Method::Auto).expect("same model");
    assert_eq!(g.reason, None);
    let nx = g.label_a.len();
    let differences = |eps, sides| transition(m, &mut d.clone(), &mut NoHooks, eps, sides, Sensors::Skip);
    let (fine, coarse) = (differences(1e-5, Sides::Centred), differences(2e-5, Sides::Centred));
    let ahead = differences(1e-5, Sides::Forward);
    let parts = |t: &Transition| [t.a.clone(), t.b.clone()];
    let (fine, coarse, ahead) = (parts(&fine), parts(&coarse), parts(&ahead));
    for (part, (mine, labels)) in [(&g.a, &g.label_a), (&g.b, &g.label_b)].into_iter().enumerate() {
        let n = labels.len();
        for j in 0..n {
            let (mut size, mut spread, mut bent, mut error) = (1e-3_f64, 0.0_f64, 0.0_f64, 0.0_f64);
            for i in 0..nx {
                let (f, c) = (fine[part][i * n + j], coarse[part][i * n + j]);
                let reference = (4.0 * f - c) / 3.0;
                size = size.max(reference.abs());
                spread = spread.max((f - c).abs());
                bent = bent.max((f - ahead[part][i * n + j]).abs());
                error = error.max((mine[i * n + j] - reference).abs());
            }
            if spread < 1e-5 * size && bent < 1e-4 * size {
                tally.smooth += 1;
                if labels[j] == Label::Exact {
                    tally.exact += 1;
                    tally.worst = tally.worst.max(error / size);
                    if error / size > 1e-5 {
                        println!(
                            "part {part} column {j}: off by {:e}, margin {:?}",
                            error / size,
                            [&g.margin_a, &g.margin_b][part][j]
                        );
                    }
                }
            }
        }
    }
}

/// Derivatives along a run of the model from a random state.
pub fn check(xml: &str) -> Tally {
    let m = load(xml);
    let mut rng = SplitMix64(7);
    let mut work = Differentiator::new(&m);
    let mut tally = Tally::default();
    for round in 0..4 {
        let mut d = Data::new(&m);
        let dq: Vec<f64> = (0..m.size.nv).map(|_| 0.2 * rng.sym()).collect();
        stiction_dynamics::manifold::integrate_pos(&m, &mut d.state.qpos, &dq, 1.0);
        d.state.qvel.iter_mut().for_each(|v| *v = rng.sym());
        d.state.act.iter_mut().for_each(|w| *w = 0.3 + 0.2 * rng.sym());
        d.input.ctrl.iter_mut().for_each(|u| *u = 0.4 + 0.3 * rng.sym());
        d.input.qfrc_applied.iter_mut().for_each(|f| *f = 0.1 * rng.sym());
        if m.size.nbody > 1 {
            d.input.xfrc_applied[1] = std::array::from_fn(|_| 0.3 * rng.sym());
        }
        for _ in 0..round * 40 {
            step(&m, &mut d).expect("a good step");
        }
        compare(&m, &d, &mut work, &mut tally);
    }
    tally
}

/// A model with this content: two free chains, one with a ball, over a floor.
pub fn scene(option: &str, bodies: &str, rest: &str) -> String {
    format!(
        "<mujoco><option {option}/><worldbody><geom name='floor' type='plane' size='5 5 .1' condim='3'/>{bodies}</worldbody>{rest}</mujoco>"
    )
}

pub const ARM: &str = "<body name='a' pos='0 0 1.2'><joint name='j0' type='hinge' axis='0 1 .3' damping='.1'/><geom size='.04' fromto='0 0 0 .3 .1 0' type='capsule'/><site name='s0' pos='.1 .02 .05'/>
  <body name='b' pos='.3 .1 0'><joint name='ball' type='ball' damping='.05' stiffness='.4'/><geom type='box' size='.1 .05 .03' pos='.1 0 0'/><site name='s1' pos='.1 .05 .02' euler='10 20 30'/>
  <body name='c' pos='.2 0 .05'><joint name='j1' type='slide' axis='1 .2 0' stiffness='3' springref='.02' frictionloss='.01'/><joint name='j2' type='hinge' axis='.1 1 0' range='-20 20' limited='true' pos='.02 0 0'/><geom type='ellipsoid' size='.05 .08 .03' pos='.05 0 .02'/><site name='s2' pos='.05 .02 0'/></body></body></body>
  <body name='d' pos='.5 .8 .3'><freejoint name='fr'/><geom type='sphere' size='.12' pos='.02 .01 0'/><site name='s3' pos='.1 0 .05'/></body>";

pub fn assert_exact(name: &str, xml: &str) {
    let t = check(xml);
    assert!(t.smooth > 20, "{name}: {t:?}");
    assert!(t.exact * 20 >= t.smooth * 19, "{name}: {t:?}");
    assert!(t.worst < 1e-5, "{name}: {t:?}");
}

/// What random contact states say about labels.
#[derive(Default, Debug)]
pub struct Labels {
    pub states: usize,
    pub columns: usize,
    pub exact: usize,
    pub lies: usize,
}

/// `states` random states of a heap of shapes and of a leg on a floor, half of them under each law.
pub fn labels(states: usize) -> Labels {
    let heap = scene(
        "timestep='.004'",
        "<body pos='0 0 .11'><freejoint/><geom type='sphere' size='.1'/></body>
         <body pos='.05 .03 .32' euler='80 0 10'><freejoint/><geom type='capsule' size='.09 .2'/></body>
         <body pos='-.5 .1 .2' euler='31 22 0'><freejoint/><geom type='box' size='.12 .1 .14'/></body>",
        "",
    );
    let leg = scene(
        "timestep='.004'",
        "<body pos='0 0 .5'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/><joint type='hinge' axis='0 1 0'/><geom type='capsule' size='.05' fromto='0 0 0 0 0 .2'/>
         <body><joint name='a' type='hinge' axis='0 1 0' range='-60 60' damping='.1'/><geom type='capsule' size='.03' fromto='0 0 0 .05 0 -.25'/>
         <body pos='.05 0 -.25'><joint name='b' type='hinge' axis='0 1 0' range='-60 60' damping='.1'/><geom type='capsule' size='.03' fromto='0 0 0 -.05 0 -.2'/></body></body></body>",
        "<actuator><motor joint='a' gear='5'/><motor joint='b' gear='5'/></actuator>",
    );
    let mut out = Labels::default();
    let mut rng = SplitMix64(11);
    for (k, hard) in [(0, false), (0, true), (1, false), (1, true)] {
        let mut m = load([&heap, &leg][k]);
        if hard {
            m.stiction.exact();
            m.stiction.tolerance = Some(1e-14);
        }
        let mut work = Differentiator::new(&m);
        for _ in 0..states / 4 {
            random_state(&m, &mut rng, &mut work, &mut out);
        }
    }
    out
}

/// A state some steps after a random one, with random speeds, and its columns.
fn random_state(m: &Model, rng: &mut SplitMix64, work: &mut Differentiator, out: &mut Labels) {
    let mut d = Data::new(m);
    let dq: Vec<f64> = (0..m.size.nv).map(|_| 0.1 * rng.sym()).collect();
    stiction_dynamics::manifold::integrate_pos(m, &mut d.state.qpos, &dq, 1.0);
    d.state.qvel.iter_mut().for_each(|v| *v = rng.sym());
    for _ in 0..(40.0 * rng.sym().abs()) as usize {
        d.input.ctrl.iter_mut().for_each(|u| *u = rng.sym());
        step(m, &mut d).expect("a good step");
    }
    d.state.qvel.iter_mut().for_each(|v| *v += 0.1 * rng.sym());
    let g = work.at(m, &d, Method::Auto).expect("same model");
    out.states += 1;
    let nx = g.label_a.len();
    let exact = |k: usize| if k < nx { g.label_a[k] } else { g.label_b[k - nx] } == Label::Exact;
    // curvature sets the sides apart by the size of the step, what the solver leaves by one over it, a switch by the same at every size
    let apart = |x: &stiction_grad::Sides| {
        let size = x.above.iter().chain(&x.below).fold(1.0_f64, |y, x| y.max(x.abs()));
        x.above.iter().zip(&x.below).fold(0.0_f64, |y, (a, b)| y.max((a - b).abs())) / size
    };
    let [far, mid, near] = [8e-7, 1.3e-7, 2e-8].map(|e| work.sides(m, &d, e).expect("same model"));
    for ((a, b), c) in far.iter().zip(&mid).zip(&near) {
        out.columns += 1;
        out.exact += usize::from(exact(a.column));
        let same = |x: f64| x > 0.7 * apart(a) && x < 1.4 * apart(a);
        let two = apart(a) > 1e-4 && same(apart(b)) && same(apart(c));
        if two && exact(a.column) {
            out.lies += 1;
            println!(
                "column {} of nv {}: {:e}, {:e}, hard {}",
                a.column,
                m.size.nv,
                apart(a),
                apart(b),
                m.stiction.is_hard()
            );
        }
    }
}
