//! Derivatives under the hard law against differences of the step: feature by feature, through impacts, and where the answer is known.

mod common;

use common::{ARM, Tally, compare, scene};
use stiction_grad::{Differentiator, Gradient, Label, Method, Sides};
use stiction_model::Model;
use stiction_sim::{Data, step};
use stiction_spatial::random::SplitMix64;

fn load(xml: &str) -> Model {
    let mut m = stiction::load_string(xml, &stiction::NoAssets).expect("the model loads").model;
    m.stiction.exact();
    m.stiction.tolerance = Some(1e-12);
    m
}

/// Derivatives along a run of the model from a random state.
fn check(xml: &str) -> Tally {
    let m = load(xml);
    let mut rng = SplitMix64(7);
    let mut work = Differentiator::new(&m);
    let mut tally = Tally::default();
    for round in 0..6 {
        let mut d = Data::new(&m);
        let dq: Vec<f64> = (0..m.size.nv).map(|_| 0.2 * rng.sym()).collect();
        stiction_dynamics::manifold::integrate_pos(&m, &mut d.state.qpos, &dq, 1.0);
        d.state.qvel.iter_mut().for_each(|v| *v = rng.sym());
        d.state.act.iter_mut().for_each(|w| *w = 0.3 + 0.2 * rng.sym());
        d.input.ctrl.iter_mut().for_each(|u| *u = 0.4 + 0.3 * rng.sym());
        d.input.qfrc_applied.iter_mut().for_each(|f| *f = 0.1 * rng.sym());
        for _ in 0..round * 23 {
            step(&m, &mut d).expect("a good step");
        }
        compare(&m, &d, &mut work, &mut tally);
    }
    tally
}

fn assert_exact(name: &str, xml: &str) {
    let t = check(xml);
    println!("{name}: {t:?}");
    assert!(t.smooth > 20, "{name}: {t:?}");
    assert!(t.exact * 20 >= t.smooth * 19, "{name}: {t:?}");
    // the time of an impact is found to a gap of 1e-8 m
    assert!(t.worst < 1e-4, "{name}: {t:?}");
}

#[test]
fn trees_springs_servos_and_tendons() {
    assert_exact("arm", &scene("timestep='.004'", ARM, ""));
    let acts = "<actuator><motor joint='j0' gear='3'/><position joint='j1' kp='20' kv='1' timeconst='.05'/><position joint='j2' kp='4'/>
      <general joint='ball' gear='.2 .5 .1' gainprm='1' biastype='affine' biasprm='0 -1 -.1'/></actuator>";
    assert_exact("servos", &scene("", ARM, acts));
    let fixed = "<tendon><fixed name='t' stiffness='2' damping='.1' springlength='.1' limited='true' range='-.3 .1'><joint joint='j0' coef='1'/><joint joint='j2' coef='-.5'/></fixed></tendon>";
    assert_exact("fixed tendon", &scene("", ARM, fixed));
    let spatial = "<tendon><spatial name='t' stiffness='20' damping='1' springlength='.1' frictionloss='.02'><site site='s0'/><site site='s2'/><pulley divisor='2'/><site site='s2'/><site site='s3'/></spatial></tendon>
      <actuator><motor tendon='t' gear='2'/><position tendon='t' kp='5' kv='.3'/></actuator>";
    assert_exact("spatial tendon", &scene("", ARM, spatial));
}

/// Drag is part of the metric, Coriolis forces are taken at both ends: with and without rows that hold.
#[test]
fn fluid() {
    let swimmer = ARM.replace("<geom type='ellipsoid'", "<geom fluidshape='ellipsoid' type='ellipsoid'");
    assert_exact("fluid", &scene("density='40' viscosity='.2' wind='0 .4 0' timestep='.004'", &swimmer, ""));
    let sunk = swimmer.replace("pos='.5 .8 .3'", "pos='.5 .8 .11'");
    assert_exact("on the floor", &scene("density='30' viscosity='.4' timestep='.004'", &sunk, ""));
}

#[test]
fn bodies_that_float_alone() {
    let body = "<body pos='.5 .8 9'><freejoint/><geom type='box' size='.12 .07 .2' pos='.05 .04 -.03' euler='20 30 0'/></body>";
    assert_exact("tumbling box", &scene("timestep='.01'", body, ""));
}

#[test]
fn contacts_of_all_dimensions() {
    let pile = "<body pos='0 0 .095'><freejoint/><geom type='sphere' size='.1'/></body>
      <body pos='.02 .03 .285' euler='20 0 10'><freejoint/><geom type='capsule' size='.09 .2'/></body>
      <body pos='.9 0 .1' euler='90 0 20'><joint type='slide' axis='0 0 1'/><joint type='slide' axis='1 .1 0'/><joint type='hinge' axis='0 1 .2'/><geom type='capsule' size='.1 .3'/></body>
      <body pos='-.8 .1 .2' euler='31 22 0'><freejoint/><geom type='box' size='.12 .1 .14'/></body>";
    for condim in [1, 3, 4, 6] {
        let bodies = pile.replace("<geom ", &format!("<geom condim='{condim}' friction='.6 .05 .02' "));
        assert_exact(&format!("condim {condim}"), &scene("", &bodies, ""));
    }
}

/// Loops, closed and on the way to it: every column that is called exact against differences, at a size that leaves loops closed and at one
/// that does not (loops farther open than 1e-6 m are assembled by the position pass).
#[test]
fn equalities() {
    let bar = "<body name='l' pos='0 0 .8'><joint axis='0 1 0'/><geom type='capsule' size='.02' fromto='0 0 0 .1 0 -.2'/><body name='m' pos='.1 0 -.27'><joint axis='0 1 0'/><geom type='capsule' size='.02' fromto='.05 0 0 .2 0 0'/></body></body>
      <body name='r' pos='.3 0 .8'><joint axis='0 1 0'/><geom type='capsule' size='.02' fromto='0 0 0 .1 0 -.2'/></body>";
    let ties = [
        (ARM, "<connect body1='c' body2='d' anchor='.1 0 0'/>"),
        (ARM, "<connect body1='c' anchor='.1 0 0'/>"),
        (ARM, "<weld body1='b' body2='d' relpose='.1 .2 .05 .9 .1 .2 .1' torquescale='.8'/>"),
        (ARM, "<joint joint1='j0' joint2='j2' polycoef='.05 .7 .4 -.3 .2'/>"),
        (bar, "<connect body1='m' body2='r' anchor='.3 0 0'/>"),
    ];
    for (bodies, tie) in ties {
        let m = load(&scene("", bodies, &format!("<equality>{tie}</equality>")));
        let (mut rng, mut work) = (SplitMix64(5), Differentiator::new(&m));
        let (mut columns, mut exact) = (0, 0);
        for steps in [0, 40, 80, 120] {
            let mut d = Data::new(&m);
            let dq: Vec<f64> = (0..m.size.nv).map(|_| 0.05 * rng.sym()).collect();
            stiction_dynamics::manifold::integrate_pos(&m, &mut d.state.qpos, &dq, 1.0);
            d.state.qvel.iter_mut().for_each(|v| *v = rng.sym());
            for _ in 0..steps {
                step(&m, &mut d).expect("a good step");
            }
            let (n, right) = columns_of_loops(tie, &m, &d, &mut work);
            (columns, exact) = (columns + n, exact + right);
        }
        // columns that open a closed loop at a rate of 1 meet the switch at 1e-6
        assert!(exact * 10 >= columns * 4, "{tie}: {exact} of {columns} are exact");
    }
}

/// Columns of A that move anything, and those that are called exact, which have to be right: by differences that leave loops closed, or that do not.
fn columns_of_loops(name: &str, m: &Model, d: &Data, work: &mut Differentiator) -> (usize, usize) {
    let g = work.at(m, d, Method::Auto).expect("same model");
    let [far, near] = [1e-5, 2e-7].map(|e| work.sides(m, d, e).expect("same model"));
    let nx = g.label_a.len();
    let (mut columns, mut exact) = (0, 0);
    for k in (0..nx).filter(|&k| far[k].above != near[k].above) {
        columns += 1;
        if g.label_a[k] != Label::Exact {
            continue;
        }
        exact += 1;
        let off = |s: &stiction_grad::Sides| {
            let mean = |i: usize| 0.5 * (s.above[i] + s.below[i]);
            let size = (0..nx).fold(1.0_f64, |y, i| y.max(mean(i).abs()));
            (0..nx).fold(0.0_f64, |y, i| y.max((g.a[i * nx + k] - mean(i)).abs())) / size
        };
        let off = off(&far[k]).min(off(&near[k]));
        assert!(off < 1e-4, "{name} at {}: column {k} is off by {off:e}", d.time);
    }
    (columns, exact)
}

/// Loops that touch are met by the solve of both: nearly all smooth columns are exact, and right.
#[test]
fn equalities_beside_contacts() {
    let arms = "<body pos='0 0 .049'><freejoint/><geom type='box' size='.3 .05 .05' mass='1' friction='.3 0 0'/>
      <body name='p' pos='-.2 0 .06'><joint name='p' axis='0 .1 1' damping='.02'/><geom type='capsule' size='.02' fromto='0 0 0 0 .3 .05' mass='.4' contype='0' conaffinity='0'/></body>
      <body name='q' pos='.2 0 .06'><joint name='q' axis='0 0 1'/><geom type='capsule' size='.02' fromto='0 0 0 0 .3 0' mass='.4' contype='0' conaffinity='0'/></body></body>";
    let leg = "<body pos='0 0 .43'><joint type='slide' axis='0 0 1'/><joint type='slide' axis='1 0 0'/><joint axis='0 1 0'/><geom type='box' size='.12 .1 .04' mass='2'/>
      <body pos='-.05 0 0'><joint axis='0 1 0' stiffness='8' damping='.1'/><geom type='capsule' size='.015' fromto='0 0 0 0 0 -.2' mass='.15' contype='0' conaffinity='0'/>
      <body name='u' pos='0 0 -.2'><joint axis='0 1 0'/><geom type='capsule' size='.015' fromto='0 0 0 .1 0 0' mass='.15' contype='0' conaffinity='0'/><geom type='sphere' size='.03' pos='.05 0 -.2' mass='.1'/></body></body>
      <body name='w' pos='.05 0 0'><joint axis='0 1 0'/><geom type='capsule' size='.015' fromto='0 0 0 0 0 -.2' mass='.15' contype='0' conaffinity='0'/></body></body>";
    let limits = "<body pos='0 0 2'><joint name='p' axis='.2 1 0' limited='true' range='-30 .4'/><geom type='capsule' size='.02' fromto='0 0 0 .3 0 0'/></body>
      <body pos='0 2 2'><joint name='q' axis='0 1 .3' frictionloss='.05'/><geom type='capsule' size='.02' fromto='0 0 0 .3 .1 0'/></body>";
    let balls = "<body name='x' pos='0 0 .099'><freejoint/><geom size='.1' mass='1'/></body><body name='y' pos='.5 0 .099'><freejoint/><geom size='.1' mass='2'/></body>";
    let scenes = [
        ("arms", arms, "<joint joint1='p' joint2='q' polycoef='0 -1 .5 0 0'/>"),
        ("leg", leg, "<connect body1='u' body2='w' anchor='.1 0 0'/>"),
        ("limits", limits, "<joint joint1='p' joint2='q' polycoef='0 -1 .5 0 0'/>"),
        ("weld", balls, "<weld body1='x' body2='y'/>"),
        ("pin", balls, "<connect body1='x' body2='y' anchor='.25 0 .05'/>"),
    ];
    for (name, bodies, tie) in scenes {
        let m = load(&scene("timestep='.004'", bodies, &format!("<equality>{tie}</equality>")));
        let (mut rng, mut work) = (SplitMix64(11), Differentiator::new(&m));
        let (mut columns, mut exact, mut bound) = (0, 0, 0);
        for steps in [3, 10, 20, 40, 60, 90, 120] {
            let mut d = Data::new(&m);
            d.state.qvel.iter_mut().for_each(|v| *v = 0.5 * rng.sym());
            for _ in 0..steps {
                step(&m, &mut d).expect("a good step");
            }
            let mut after = d.clone();
            step(&m, &mut after).expect("a good step");
            let touches = (0..m.size.ntree).any(|t| after.hard.meet.binds(t));
            let (n, right) = columns_of_loops(name, &m, &d, &mut work);
            println!("{name} after {steps}: {right} of {n}, touches {touches}");
            if touches {
                (columns, exact, bound) = (columns + n, exact + right, bound + 1);
            }
        }
        // columns that open a loop meet the switch at 1e-6, impacts have switches of their own
        assert!(bound >= 3 && exact * 2 >= columns, "{name}: {exact} of {columns} in {bound} states");
    }
}

/// Two balls of equal mass on one line, e = 1: they exchange their velocities.
#[test]
fn two_balls_exchange_their_derivatives() {
    let xml = "<mujoco><option timestep='.01' gravity='0 0 0'/><worldbody>
      <body><joint type='slide' axis='1 0 0'/><geom size='.1' mass='1' friction='0'/></body>
      <body pos='.303 0 0'><joint type='slide' axis='1 0 0'/><geom size='.1' mass='1' friction='0'/></body></worldbody></mujoco>";
    let mut m = load(xml);
    m.stiction.restitution.fill(1.0);
    let mut work = Differentiator::new(&m);
    // from rest and 2 m/s, over 20 steps with the impact in between: x₁, x₂ after the exchange
    let mut d = Data::new(&m);
    d.state.qvel.copy_from_slice(&[1.0, 0.0]);
    let mut chain = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
    for _ in 0..20 {
        let g = work.at(&m, &d, Method::Auto).expect("same model");
        assert_eq!(g.reason, None);
        assert!(g.label_a.iter().all(|l| *l == Label::Exact), "{:?} {:?}", g.label_a, g.margin_a);
        let mut next = [[0.0; 4]; 4];
        for (i, row) in next.iter_mut().enumerate() {
            for (j, x) in row.iter_mut().enumerate() {
                *x = (0..4).map(|k| g.a[4 * i + k] * chain[k][j]).sum();
            }
        }
        chain = next;
        step(&m, &mut d).expect("a good step");
    }
    assert!(d.state.qvel[0].abs() < 1e-9 && (d.state.qvel[1] - 1.0).abs() < 1e-9, "{:?}", d.state.qvel);
    // t* = (x₂ − x₁ − .2)/(v₁ − v₂): what the second ball does is what the first would have done, less the gap
    let want = [[0.0, 1.0, 0.0, 0.2], [1.0, 0.0, 0.2, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0]];
    for i in 0..4 {
        for j in 0..4 {
            assert!((chain[i][j] - want[i][j]).abs() < 1e-6, "{chain:?}");
        }
    }
}

/// How a hopper on the hard floor answers to its start and controls over 32 steps, against differences of the run.
#[test]
fn a_rollout_of_32_steps_with_an_impact() {
    let xml = "<mujoco><option timestep='.004'/><worldbody><geom type='plane' size='5 5 .1'/>
      <body pos='0 0 .53'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/><joint type='hinge' axis='0 1 0'/><geom type='capsule' size='.05' fromto='0 0 0 0 0 .2' mass='3'/>
      <body><joint name='hip' type='hinge' axis='0 1 0' damping='.2'/><geom type='capsule' size='.03' fromto='0 0 0 .05 0 -.25' mass='1'/>
      <body pos='.05 0 -.25'><joint name='knee' type='hinge' axis='0 1 0' damping='.2'/><geom type='capsule' size='.03' fromto='0 0 0 -.05 0 -.2' mass='.5'/></body></body></body></worldbody>
      <actuator><motor joint='hip' gear='5'/><motor joint='knee' gear='5'/></actuator></mujoco>";
    let mut m = load(xml);
    m.stiction.tolerance = Some(1e-14);
    let (n, nx) = (32, 2 * m.size.nv);
    let controls: Vec<f64> = (0..n * 2).map(|k| 0.3 * libm::sin(0.4 * k as f64)).collect();
    let mut start = Data::new(&m);
    start.state.qvel.copy_from_slice(&[0.3, -0.8, 0.1, -0.2, 0.3]);
    let run = |d: &Data| {
        let (mut d, mut impacts) = (d.clone(), 0);
        for k in 0..n {
            d.input.ctrl.copy_from_slice(&controls[2 * k..2 * k + 2]);
            step(&m, &mut d).expect("a good step");
            impacts += d.hard.tally.impacts;
        }
        (d, impacts)
    };
    let (end, impacts) = run(&start);
    assert!(impacts > 0, "it lands");
    let mut seeds = vec![0.0; n * nx];
    seeds[(n - 1) * nx] = 1.0;
    seeds[(n - 1) * nx + nx - 1] = 0.3;
    let t = stiction_grad::Trajectory { controls: &controls, seeds: &seeds, every: 0, method: Method::Auto };
    let g = stiction_grad::vjp(&m, &start, &t, &mut Differentiator::new(&m)).expect("good steps");
    assert!(end.state.qpos.iter().all(|x| x.is_finite()));
    let loss = |d: &Data| d.state.qpos[0] + 0.3 * d.state.qvel[m.size.nv - 1];
    for k in 0..nx {
        let at = |e: f64| {
            let mut d = start.clone();
            if k < m.size.nv {
                d.state.qpos[k] += e
            } else {
                d.state.qvel[k - m.size.nv] += e
            }
            loss(&run(&d).0)
        };
        let centred = |e: f64| (at(e) - at(-e)) / (2.0 * e);
        // Romberg: what is left is of sixth order
        let [a, b, c] = [4e-4, 2e-4, 1e-4].map(centred);
        let [ab, bc] = [(4.0 * b - a) / 3.0, (4.0 * c - b) / 3.0];
        let want = (16.0 * bc - ab) / 15.0;
        assert!((g.start[k] - want).abs() < 1e-8 * want.abs().max(1.0), "{k}: {} {want}", g.start[k]);
    }
    let exact = g.labels.iter().filter(|l| **l == Label::Exact).count();
    assert!(exact >= 28, "{:?}", g.labels);
}

/// A box at rest on a floor: from above it falls onto the floor within the step, whatever the height; below, within the slop, it stays.
#[test]
fn a_box_at_rest_has_two_derivatives() {
    let xml = "<mujoco><option timestep='.002'/><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .1'><joint type='slide' axis='0 0 1'/><geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>";
    let m = load(xml);
    let (d, mut work) = (Data::new(&m), Differentiator::new(&m));
    let mut g = work.at(&m, &d, Method::Auto).expect("same model");
    assert_eq!((g.reason, g.label_a[0]), (None, Label::OneSided));
    work.add_sides(&m, &d, &mut g).expect("same model");
    let s = g.sides.iter().find(|s| s.column == 0).expect("both sides");
    assert!(s.above[0].abs() < 1e-6 && (s.below[0] - 1.0).abs() < 1e-6, "{s:?}");
    // plain time stepping: the speed that closes the gap is −φ/h
    assert!((s.above[1] + 500.0).abs() < 1e-3 && s.below[1].abs() < 1e-3 || s.above[1].abs() < 1e-5, "{s:?}");
}

/// No column that is called exact has one-sided differences that disagree: random states of a heap and of a walker, both laws.
#[test]
fn no_exact_label_lies() {
    let t = common::labels(400);
    println!("{t:?}");
    assert_eq!(t.lies, 0, "{t:?}");
    assert!(t.columns > 1000 && t.exact * 100 >= 95 * t.columns, "{t:?}");
}

/// Two links meet in one sphere that slides on the floor: how they share its weight is not told, each share turns the knee another way, and a solver may
/// leave one of them without force.
#[test]
fn two_contacts_in_one_point_are_a_set() {
    let mut m = load(&scene(
        "timestep='.004'",
        "<body pos='0 0 .28'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/><joint type='hinge' axis='0 1 0'/>
         <geom type='capsule' size='.03' fromto='0 0 0 .05 0 -.25'/>
         <body pos='.05 0 -.25' euler='0 150 0'><joint type='hinge' axis='0 1 0'/><geom type='capsule' size='.03' fromto='0 0 0 -.05 0 -.2'/></body></body>",
        "",
    ));
    m.stiction.exact();
    let mut d = Data::new(&m);
    d.state.qvel.copy_from_slice(&[0.8, 0.0, 0.0, 0.3]);
    let g = Differentiator::new(&m).at(&m, &d, Method::Auto).expect("same model");
    assert_eq!(g.reason, None);
    assert_eq!(g.label_a[4], Label::SetValued, "{:?}", g.label_a);
    assert!(g.generator.iter().any(|x| x.abs() > 0.1), "{:?}", g.generator);
}

const SHAPES: &str = "<mujoco><option timestep='.004'/><worldbody><geom type='plane' size='5 5 .1'/>
  <body pos='0 0 .16' euler='4 3 0'><freejoint/><geom type='box' size='.2 .2 .15' condim='4' friction='.7 .01 .001'/></body>
  <body pos='.05 .03 .43' euler='10 5 0'><freejoint/><geom type='cylinder' size='.12 .1'/></body>
  <body pos='-.1 -.05 .42' euler='0 20 30'><freejoint/><geom type='box' size='.06 .08 .07' friction='.3 .005 .0001'/></body>
  <body pos='.6 .1 .2' euler='31 22 0'><freejoint/><geom type='ellipsoid' size='.12 .1 .14'/></body></worldbody></mujoco>";

/// A state of `xml` under the exact law, with its derivatives and sides.
fn at_state(xml: &str, qpos: &[f64], qvel: &[f64]) -> (Gradient, Vec<Sides>) {
    let mut m = load(xml);
    m.stiction.exact();
    m.stiction.tolerance = Some(1e-14);
    let (mut d, mut work) = (Data::new(&m), Differentiator::new(&m));
    d.state.qpos.copy_from_slice(qpos);
    d.state.qvel.copy_from_slice(qvel);
    let g = work.at(&m, &d, Method::Auto).expect("same model");
    assert_eq!(g.reason, None);
    let sides = work.sides(&m, &d, 1e-7).expect("same model");
    (g, sides)
}

/// How far the mean of both sides, in which curvature cancels, is from a column, over its size.
fn off(g: &Gradient, s: &Sides) -> f64 {
    let nx = g.label_a.len();
    let size = s.above.iter().fold(1.0_f64, |y, x| y.max(x.abs()));
    let miss = |i: usize| (g.a[i * nx + s.column] - 0.5 * (s.above[i] + s.below[i])).abs();
    (0..nx).map(miss).fold(0.0, f64::max) / size
}

/// A cylinder falls back onto a box with a corner of its rim beside the lowest one: its gap changes as the rim's corners move, not by its row.
#[test]
fn a_rim_closes_a_gap_beside_its_lowest_point() {
    let qpos = [
        0.019157146594709396,
        0.10827987236566598,
        0.18993543646020328,
        0.9976356751166797,
        0.02108492083291008,
        0.01468429765302569,
        0.06374054636096017,
        0.0006984810392147163,
        -0.03129853165511532,
        0.4363781880991427,
        0.9994231500142648,
        0.027230342963153336,
        0.017388120998461067,
        -0.010465604894961247,
        -0.2370933979912339,
        -0.20638982750671694,
        0.47647752329400406,
        0.9625035562632089,
        0.052301940950009125,
        0.06963566344310083,
        0.25690909974225723,
        0.48284809919677096,
        0.13468104537672249,
        0.19508692897460417,
        0.9445615446280343,
        0.27439564027420793,
        0.13967671684514094,
        0.11402164610183282,
    ];
    let qvel = [
        0.4764350982506187,
        0.9560162056994883,
        -1.0999963317357149,
        -0.5108747320441526,
        -0.2293467906815201,
        0.6077504780648628,
        0.6688126799104228,
        -0.1898542772528665,
        -1.1204088094457525,
        -0.04734772718387876,
        -0.189845225272135,
        0.4796701117352542,
        -0.7657056447787155,
        -0.6388654968457125,
        0.03371943911474806,
        0.7124643102407824,
        0.0873108896551625,
        -0.878962399680657,
        -0.5709193605145253,
        -0.6945417890832992,
        0.26835447986895944,
        0.9775789638438941,
        0.3768590332239548,
        0.5254808559256428,
    ];
    let (g, sides) = at_state(SHAPES, &qpos, &qvel);
    assert_eq!(g.label_a[0], Label::Exact);
    assert!(off(&g, &sides[0]) < 1e-4, "{}", off(&g, &sides[0]));
}

/// A sphere between floor and capsule bounces off the floor for a moment, deeper than the slop: its old depth counts although no row of that motion is its own.
#[test]
fn what_a_motion_does_without_was_deep_before() {
    let xml = scene(
        "timestep='.004'",
        "<body pos='0 0 .11'><freejoint/><geom type='sphere' size='.1'/></body>
         <body pos='.05 .03 .32' euler='80 0 10'><freejoint/><geom type='capsule' size='.09 .2'/></body>
         <body pos='-.5 .1 .2' euler='31 22 0'><freejoint/><geom type='box' size='.12 .1 .14'/></body>",
        "",
    );
    let qpos = [
        0.01976598898927017,
        -0.006841811843631697,
        0.0999899495309956,
        0.9965551802204745,
        0.00956961973724698,
        -0.08233927368683028,
        -0.002537550501399731,
        -0.030929472619240103,
        -0.00810782517631925,
        0.2853776957782442,
        0.7534399674317113,
        0.6518864099735232,
        -0.06814215657209954,
        0.05223954886898465,
        -0.4879081818090561,
        0.09112676083528756,
        0.184776846686374,
        0.9487634540931549,
        0.28432464171377825,
        0.0919360420591453,
        0.10273835925328564,
    ];
    let qvel = [
        -0.3541986385087579,
        -0.2386547714584384,
        0.0743237117286374,
        3.3922952978600884,
        -4.199302255093163,
        0.2862254498157092,
        -0.877597038120614,
        -0.6954247690114387,
        -0.1264530925717561,
        0.5836398243850434,
        0.5144293212573656,
        0.7653675340620146,
        -0.8190430995900968,
        -0.5978374786483777,
        -0.46653841087820663,
        1.017321702036637,
        -2.8618763491197883,
        4.082599800999974,
    ];
    let (g, sides) = at_state(&xml, &qpos, &qvel);
    assert_eq!(g.label_a[2], Label::OneSided, "{:?}", g.margin_a);
    let below = &sides[2].below;
    let miss = (0..g.label_a.len()).map(|i| (g.a[i * g.label_a.len() + 2] - below[i]).abs());
    assert!(miss.fold(0.0, f64::max) < 1e-3, "{below:?}");
}

/// An ellipsoid that closes its gap at the very speed that makes it an impact: a hair faster, and the step of everything is divided.
#[test]
fn the_speed_that_divides_a_step_is_a_switch() {
    let qpos = [
        -0.10130861758930909,
        0.03395972956751269,
        0.14999999999999816,
        0.9963836329703573,
        4.6244615066126075e-15,
        4.0341553016409453e-16,
        0.08496855858958975,
        0.15572546150151043,
        0.04870239576683488,
        0.38498577170414106,
        0.9269533430194671,
        -0.08257954382512771,
        0.3625541049425283,
        -0.04992634370742032,
        0.0716424239636672,
        -0.161940146057886,
        0.3960905786530078,
        0.9144535878052878,
        0.03657601360653324,
        0.1529811546384574,
        0.3728720924179985,
        0.3420704574071803,
        0.26509340533081655,
        0.13630793007987102,
        0.9822167244834297,
        0.1516469903952136,
        0.08210187175082162,
        0.07424809158575886,
    ];
    let mut qvel = [
        0.03181341646748376,
        0.09195970553725079,
        -0.03952453428920386,
        0.0051324271929619365,
        0.0047510881211934,
        -0.05300212683342246,
        0.3776336172073417,
        0.12736762334304047,
        -0.22755469367140868,
        -1.330749791303635,
        4.796187627544514,
        -0.020511707121352633,
        0.774168878399303,
        -0.3210457254948737,
        -1.0736588645440697,
        3.6796856256208375,
        0.28812554248722405,
        5.510676213733203,
        -0.48575782698183395,
        0.5895926761424806,
        0.09800592777459055,
        -4.463189993133245,
        -2.9754687434882237,
        0.05247518765912142,
    ];
    let (mut m, at) = (load(SHAPES), 20);
    m.stiction.exact();
    m.stiction.tolerance = Some(1e-14);
    let mut d = Data::new(&m);
    d.state.qpos.copy_from_slice(&qpos);
    let mut impacts = |speed: f64| {
        qvel[at] = speed;
        let mut d = d.clone();
        d.state.qvel.copy_from_slice(&qvel);
        step(&m, &mut d).expect("a good step");
        d.hard.tally.impacts
    };
    let [mut slow, mut fast] = [0.2, -0.4];
    let few = impacts(slow);
    assert!(impacts(fast) > few, "no speed divides it");
    for _ in 0..60 {
        let middle = 0.5 * (slow + fast);
        *(if impacts(middle) > few { &mut fast } else { &mut slow }) = middle;
    }
    qvel[at] = slow;
    d.state.qvel.copy_from_slice(&qvel);
    let mut work = Differentiator::new(&m);
    let g = work.at(&m, &d, Method::Auto).expect("same model");
    let sides = work.sides(&m, &d, 1e-7).expect("same model");
    let column = qvel.len() + at;
    let [above, below] = [&sides[column].above, &sides[column].below];
    let apart = above.iter().zip(below).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(apart > 0.1, "the step jumps: {apart}");
    assert_ne!(g.label_a[column], Label::Exact, "{:?}", g.margin_a);
}

/// A ball that is struck where it touches: from a gap it is struck later.
#[test]
fn what_is_struck_where_it_touches_is_one_sided() {
    let xml = "<mujoco><option timestep='.004'/><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .1'><joint type='slide' axis='0 0 1'/><geom size='.1'/></body></worldbody></mujoco>";
    let (g, sides) = at_state(xml, &[0.0], &[-1.0]);
    let apart = (sides[0].above[0] - sides[0].below[0]).abs();
    assert!(apart > 0.5, "{:?}", sides[0]);
    assert_eq!(g.label_a[0], Label::OneSided, "{:?}", g.margin_a);
}

/// Balls and rods on faces, edges and corners of boxes: closed forms of how their contacts move.
#[test]
fn balls_and_rods_on_boxes() {
    let block = "<geom type='box' size='.3 .2 .1' pos='0 0 .1' euler='20 10 5'/>";
    for (name, body) in [
        ("a ball on a face", "<body pos='0 0 .31'><freejoint/><geom size='.1' pos='.01 0 0'/></body>"),
        ("a ball on an edge", "<body pos='.0 .24 .25'><freejoint/><geom size='.1' pos='.01 0 0'/></body>"),
        (
            "a rod on an edge",
            "<body pos='.1 .24 .25' euler='20 70 0'><freejoint/><geom type='capsule' size='.05 .2'/></body>",
        ),
        (
            "a rod on a face",
            "<body pos='.1 0 .4' euler='20 20 0'><freejoint/><geom type='capsule' size='.05 .1'/></body>",
        ),
    ] {
        let mut m = load(&scene("timestep='.004'", &format!("{block}{body}"), ""));
        m.stiction.exact();
        m.stiction.tolerance = Some(1e-14);
        let (mut d, mut work, mut touched) = (Data::new(&m), Differentiator::new(&m), 0);
        for _ in 0..60 {
            step(&m, &mut d).expect("a good step");
            if d.contacts.list.is_empty() {
                continue;
            }
            let g = work.at(&m, &d, Method::Auto).expect("same model");
            let sides = work.sides(&m, &d, 1e-7).expect("same model");
            let mut next = d.clone();
            step(&m, &mut next).expect("a good step");
            if g.reason.is_some() || next.hard.tally.impacts > 0 {
                continue;
            }
            for s in sides.iter().filter(|s| g.label_a[s.column] == Label::Exact) {
                assert!(off(&g, s) < 1e-4, "{name}, column {}: {}", s.column, off(&g, s));
                touched += 1;
            }
        }
        assert!(touched > 20, "{name}: {touched}");
    }
}
