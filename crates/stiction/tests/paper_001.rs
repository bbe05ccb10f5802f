//! The acceptance criteria of design paper 001 (Newton, sleeping, SOR), with its own numbers; see docs/design-papers.md for the
//! corrections. Criterion 10 is void: there is no second path to regress.

use stiction::prelude::*;
use stiction::sim::forward::{problem, solver_options};
use stiction::solver::residual::Checker;
use stiction::solver::{Method, Options, RowKind, RowState, Solution, Start, Workspace, solve};
use stiction_testkit::SplitMix64;
use stiction_testkit::clock::cpu_seconds;

fn model(xml: &str) -> Model {
    stiction::load_string(xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

fn run(m: &Model, d: &mut Data, steps: usize) {
    for _ in 0..steps {
        step(m, d).expect("finite");
    }
}

/// Solves the last problem again, from the smooth acceleration.
fn again(m: &Model, d: &Data, options: Options) -> Solution {
    let mut s = Solution::default();
    let cold = Options { start: Start::Cold, ..options };
    solve(&problem(m, d), &d.islands, &cold, &d.smooth.qacc_smooth, &mut s, &mut Workspace::default())
        .expect("defined");
    s
}

fn exact(method: Method) -> Options {
    let iterations = match method {
        Method::Newton => 100,
        Method::Cg => 5_000,
        _ => 50_000,
    };
    Options { method, iterations, tolerance: 0.0, ..Options::default() }
}

fn iterations(s: &Solution) -> u32 {
    s.report.islands.iter().map(|i| i.niter).max().unwrap_or(0)
}

/// Largest difference relative to the largest entry.
fn gap(a: &[f64], b: &[f64]) -> f64 {
    let size = a.iter().fold(1e-12, |s: f64, x| s.max(x.abs()));
    a.iter().zip(b).fold(0.0, |s: f64, (a, b)| s.max((a - b).abs())) / size
}

/// Boxes on top of each other, with stiff contacts.
fn stack(n: usize, mass: impl Fn(usize) -> f64) -> String {
    let mut s = String::from(
        r#"<mujoco><default><geom solref="0.005 1" friction=".6"/></default><worldbody><geom type="plane" size="5 5 1"/>"#,
    );
    for i in 0..n {
        s += &format!(
            r#"<body pos="{} 0 {}" euler="0 0 {}"><freejoint/><geom type="box" size=".1 .12 .1" mass="{}"/></body>"#,
            0.01 * i as f64,
            0.0999 + 0.1998 * i as f64,
            7 * i,
            mass(i)
        );
    }
    s + "</worldbody></mujoco>"
}

#[test]
fn criterion_1_all_solvers_find_the_same_acceleration() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    let mut list: Vec<_> =
        std::fs::read_dir(dir).expect("models").map(|e| e.expect("entry").path()).collect();
    list.sort();
    let mut solved = 0;
    for path in list {
        let m = stiction::load_path(&path).unwrap_or_else(|e| panic!("{e}")).model;
        let (mut d, mut rng) = (Data::new(&m), SplitMix64(3));
        for k in 0..300 {
            d.input.ctrl.iter_mut().for_each(|u| *u = (*u + 0.1 * rng.sym()).clamp(-1.0, 1.0));
            step(&m, &mut d).expect("finite");
            if k % 60 != 59 || d.rows.nefc() == 0 {
                continue;
            }
            forward(&m, &mut d).unwrap();
            let want = again(&m, &d, exact(Method::Newton));
            for method in [Method::Cg, Method::Pgs] {
                let got = again(&m, &d, exact(method));
                let e = gap(&want.qacc, &got.qacc);
                assert!(
                    e < 1e-6,
                    "{} step {k}, {method:?}: {e:.1e} {:?}",
                    path.display(),
                    got.report.islands
                );
            }
            solved += 1;
        }
    }
    assert!(solved >= 20, "{solved}");
}

#[test]
fn criterion_2_newton_needs_at_most_5_iterations_where_pgs_needs_20() {
    let m = model(&stack(6, |_| 1.0));
    let mut d = Data::new(&m);
    run(&m, &mut d, 50);
    forward(&m, &mut d).unwrap();
    assert!(d.rows.nefc() >= 96, "{}", d.rows.nefc());
    let newton = again(&m, &d, Options::default());
    let pgs = again(&m, &d, Options { method: Method::Pgs, ..Options::default() });
    assert!(iterations(&newton) <= 5, "Newton {}", iterations(&newton));
    assert!(iterations(&pgs) >= 20, "PGS {}", iterations(&pgs));
}

#[test]
fn criterion_3_stiff_contacts_do_not_diverge() {
    let m = model(
        r#"<mujoco><option timestep=".001"/><worldbody><geom type="plane" size="5 5 1" solref=".002 1"/>
        <body pos="0 0 .6"><freejoint/><geom size=".1" solref=".002 1"/></body></worldbody></mujoco>"#,
    );
    let mut d = Data::new(&m);
    for _ in 0..5000 {
        let r = step(&m, &mut d).expect("finite");
        assert!(r.status.is_solved(), "{r:?}");
        assert!(d.state.qpos[2] < 0.61 && d.state.qpos[2] > 0.095, "{}", d.state.qpos[2]);
    }
    assert!((d.state.qpos[2] - 0.1).abs() < 1e-4 && d.state.qvel[2].abs() < 1e-9, "{:?}", d.state.qpos);
}

#[test]
fn criterion_4_elliptic_cones_of_every_dimension() {
    for (condim, impratio) in [(3, 1.0), (4, 5.0), (6, 1.0)] {
        let m = model(&format!(
            r#"<mujoco><option cone="elliptic" impratio="{impratio}"/><worldbody><geom type="plane" size="5 5 1"/>
            <body pos="0 0 .0995"><freejoint/><geom size=".1" condim="{condim}" friction=".7 .01 .002"/></body></worldbody></mujoco>"#
        ));
        // rolling, sliding and spinning, and at rest: every zone of the cone
        for v in [[0.0; 6], [2.0, 1.0, -0.1, 3.0, -2.0, 9.0], [0.01, 0.0, 0.0, 0.0, 0.1, 0.1]] {
            let mut d = Data::new(&m);
            d.state.qvel.copy_from_slice(&v);
            forward(&m, &mut d).unwrap();
            assert_eq!(d.rows.nefc(), condim);
            let (a, b) = (again(&m, &d, exact(Method::Newton)), again(&m, &d, exact(Method::Pgs)));
            assert!(gap(&a.efc_force, &b.efc_force) < 1e-6, "{condim}: {:?} {:?}", a.efc_force, b.efc_force);
            assert!(a.efc_force[0] > 0.0);
        }
    }
}

#[test]
fn criterion_5_limits_equalities_and_contacts_together() {
    let m = model(
        r#"<mujoco><worldbody><geom type="plane" size="5 5 1"/>
        <body name="a" pos="0 0 .5"><joint name="s" axis="0 1 0" range="-10 40" damping=".2"/><geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
          <body name="b" pos=".4 0 0"><joint axis="0 1 0" range="-60 60" damping=".2"/><geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/></body></body>
        <body name="c" pos=".6 .2 .3"><freejoint/><geom type="box" size=".05 .05 .05"/></body></worldbody>
        <equality><weld body1="b" body2="c" relpose=".2 .2 0 1 0 0 0"/></equality></mujoco>"#,
    );
    let mut d = Data::new(&m);
    let mut together = 0;
    for _ in 0..1000 {
        step(&m, &mut d).expect("finite");
        let force = |kind: &[RowKind]| {
            (0..d.rows.nblock())
                .filter(|b| kind.contains(&d.rows.info[*b].kind))
                .flat_map(|b| d.rows.range(b))
                .fold(0.0f64, |s, i| s.max(d.solution.efc_force[i].abs()))
        };
        let contact = [RowKind::ContactPyramidal, RowKind::ContactElliptic, RowKind::ContactFrictionless];
        if force(&[RowKind::LimitJoint]) > 0.1 && force(&[RowKind::Equality]) > 0.1 && force(&contact) > 0.1 {
            forward(&m, &mut d).unwrap();
            let s = again(&m, &d, exact(Method::Newton));
            let r = Checker::default().check(&problem(&m, &d), &s.qacc, &s.efc_force);
            assert!(r.convex < 1e-10, "{r:?}");
            together += 1;
        }
    }
    assert!(together > 100, "{together}");
}

#[test]
fn criterion_6_the_fall_back_is_there_when_asked_for() {
    let m = model(&stack(6, |_| 1.0));
    let mut d = Data::new(&m);
    run(&m, &mut d, 20);
    forward(&m, &mut d).unwrap();
    let short = Options { iterations: 1, tolerance: 0.0, ..Options::default() };
    let alone = again(&m, &d, short);
    assert!(alone.report.islands.iter().all(|i| !i.status.is_solved()), "a status, not another method");
    assert_eq!(iterations(&alone), 1);
    let both = again(&m, &d, Options { fallback: Some(Method::Pgs), ..short });
    assert_eq!(iterations(&both), 2, "one Newton iteration, one sweep");
}

#[test]
fn criterion_7_newton_is_the_default() {
    for solver in ["", r#"<option solver="Newton"/>"#] {
        let m = model(&format!("<mujoco>{solver}<worldbody/></mujoco>"));
        assert_eq!(solver_options(&m).method, Method::Newton);
    }
    let m = model(r#"<mujoco><option solver="PGS"/><worldbody/></mujoco>"#);
    assert_eq!(solver_options(&m).method, Method::Pgs);
}

#[test]
fn criterion_8_energy_at_apexes_never_rises() {
    let m = model(
        r#"<mujoco><option timestep=".001"><flag energy="enable"/></option><worldbody>
        <geom type="plane" size="5 5 1" solref="-3000 -6"/>
        <body pos="0 0 1.1"><freejoint/><geom size=".1" solref="-3000 -6"/></body></worldbody></mujoco>"#,
    );
    let mut d = Data::new(&m);
    forward(&m, &mut d).unwrap();
    let (mut last, mut apexes) = (d.energy[0] + d.energy[1], 0);
    let mut rising = false;
    for _ in 0..10_000 {
        step(&m, &mut d).expect("finite");
        let v = d.state.qvel[2];
        if rising && v <= 0.0 && d.rows.nefc() == 0 {
            forward(&m, &mut d).unwrap();
            // semi-implicit Euler keeps E − ½ m g h v exactly in flight: the energy of the apex between two samples
            let mass = m.body.subtreemass[0];
            let e = d.energy[0] + d.energy[1] - 0.5 * mass * 9.81 * m.opt.timestep * v;
            assert!(e <= last + 1e-9, "apex {apexes}: {e} after {last}");
            (last, apexes) = (e, apexes + 1);
        }
        rising = v > 0.0;
    }
    assert!(apexes >= 5, "{apexes} bounces");
}

#[test]
fn criterion_9_warm_start_saves_20_percent() {
    let mut mean = [0.0; 2];
    for (k, flag) in ["enable", "disable"].into_iter().enumerate() {
        let mut m = model(
            &stack(4, |_| 1.0)
                .replace("<default>", &format!(r#"<option><flag warmstart="{flag}"/></option><default>"#)),
        );
        // the way of rows, by name: the recursion ends after one iteration from either start
        m.stiction.solver = Some(stiction::model::stiction::Solver::Newton);
        let mut d = Data::new(&m);
        for _ in 0..500 {
            mean[k] += f64::from(step(&m, &mut d).expect("finite").iterations) / 500.0;
        }
    }
    assert!(mean[0] < 0.8 * mean[1], "warm {} cold {}", mean[0], mean[1]);
}

#[test]
fn criterion_11_without_constraints_the_smooth_motion() {
    let m = model(
        r#"<mujoco><worldbody><body pos="0 0 1"><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody></mujoco>"#,
    );
    let mut d = Data::new(&m);
    d.state.qvel[0] = 2.0;
    forward(&m, &mut d).unwrap();
    assert_eq!(d.solution.qacc, d.smooth.qacc_smooth);
    assert!(d.solution.report.islands.iter().all(|i| i.niter == 0));
}

#[test]
fn criterion_12_direct_and_standard_solref_agree() {
    // k = 500/d², b = 10/d in both: time constant 2/10, damping ratio 1/(0.2 √500)
    let scene = |solref: &str| {
        format!(
            r#"<mujoco><worldbody><geom type="plane" size="5 5 1" solref="{solref}"/>
            <body pos="0 0 .09" euler="3 5 7"><freejoint/><geom type="box" size=".1 .1 .1" solref="{solref}"/></body></worldbody></mujoco>"#
        )
    };
    let standard = format!("0.2 {}", 1.0 / (0.2 * 500f64.sqrt()));
    let forces = [scene("-500 -10"), scene(&standard)].map(|xml| {
        let m = model(&xml);
        let mut d = Data::new(&m);
        d.state.qvel[2] = -0.3;
        forward(&m, &mut d).unwrap();
        d.solution.efc_force.clone()
    });
    assert!(forces[0].iter().any(|f| *f > 1.0), "{forces:?}");
    assert!(gap(&forces[0], &forces[1]) < 1e-6, "{forces:?}");
}

#[test]
fn criterion_13_friction_loss_saturates() {
    let m = model(
        r#"<mujoco><option gravity="0 0 0"/><worldbody><body><joint axis="0 1 0" frictionloss="2"/><geom size=".1" pos=".3 0 0"/></body></worldbody></mujoco>"#,
    );
    let mut d = Data::new(&m);
    for torque in [-9.0, -2.5, -1.0, 0.0, 0.5, 1.9, 2.1, 30.0] {
        d.input.qfrc_applied[0] = torque;
        forward(&m, &mut d).unwrap();
        let s = again(&m, &d, exact(Method::Newton));
        let (r, f, state) = (d.rows.r[0], s.efc_force[0], s.efc_state[0]);
        let jar = s.qacc[0] - d.rows.aref[0];
        let (want, zone) = if jar >= 2.0 * r {
            (-2.0, RowState::LinearPos)
        } else if jar <= -2.0 * r {
            (2.0, RowState::LinearNeg)
        } else {
            (-jar / r, RowState::Quadratic)
        };
        assert!((f - want).abs() < 1e-9 && state == zone, "torque {torque}: {f} for {want}, {state:?}");
        assert_eq!(torque.abs() > 2.2, state != RowState::Quadratic, "torque {torque}");
    }
}

#[test]
fn criterion_14_condim_1_has_no_friction() {
    let angle = 20f64.to_radians();
    let m = model(
        r#"<mujoco><worldbody><geom type="plane" size="5 5 1" euler="0 20 0" condim="1"/>
        <body pos="0 0 .106"><freejoint/><geom size=".1" condim="1" friction="1"/></body></worldbody></mujoco>"#,
    );
    let mut d = Data::new(&m);
    run(&m, &mut d, 1000);
    assert_eq!(d.rows.nefc(), 1);
    // downhill with g sin α, without rolling
    let speed = (d.state.qvel[0] * libm::cos(angle) - d.state.qvel[2] * libm::sin(angle)).abs();
    assert!((speed / (9.81 * libm::sin(angle) * d.time) - 1.0).abs() < 1e-2, "{speed}");
    assert!(d.state.qvel[3..].iter().all(|w| w.abs() < 1e-12), "{:?}", d.state.qvel);
}

#[test]
fn criterion_15_a_weld_carries_force_and_torque() {
    let m = model(
        r#"<mujoco><worldbody><body name="a" pos="0 0 1" euler="10 20 30"><freejoint/>
        <geom type="box" size=".2 .05 .05" pos=".3 .1 0" mass="2"/></body></worldbody>
        <equality><weld body1="a" solref=".01 1"/></equality></mujoco>"#,
    );
    let mut d = Data::new(&m);
    run(&m, &mut d, 5000);
    assert_eq!(d.rows.nefc(), 6);
    forward(&m, &mut d).unwrap();
    assert!((d.solution.qfrc_constraint[2] - 2.0 * 9.81).abs() < 1e-6, "{:?}", d.solution.qfrc_constraint);
    // at rest the weld carries all of gravity, its torque about the body's origin included
    assert!(gap(&d.bias.qfrc_bias, &d.solution.qfrc_constraint) < 1e-6);
    let torque = d.bias.qfrc_bias[3..].iter().map(|t| t * t).sum::<f64>().sqrt();
    assert!(torque > 3.0, "{torque}");
}

/// n boxes at rest, far apart, and one that swings on a hinge for ever.
fn resting(n: usize, flag: &str) -> String {
    let mut s = format!(
        r#"<mujoco><option><flag sleep="{flag}"/></option><worldbody><geom type="plane" size="50 50 1"/>
        <body pos="-3 0 2"><joint axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/></body>"#
    );
    for i in 0..n {
        s += &format!(
            r#"<body pos="{} {} .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>"#,
            0.5 * (i % 10) as f64,
            0.5 * (i / 10) as f64
        );
    }
    s + "</worldbody></mujoco>"
}

#[test]
fn sleeping_1_resting_bodies_fall_asleep() {
    let m = model(&resting(4, "enable"));
    let mut d = Data::new(&m);
    run(&m, &mut d, 200);
    assert_eq!(d.sleep.counts.ntree_awake, 1, "{:?}", d.state.tree_asleep);
    assert!(d.state.qvel[1..].iter().all(|v| *v == 0.0));
    // the tolerance is an option: with a tighter one nothing sleeps yet
    let mut strict = m.clone();
    strict.opt.sleep_tolerance = 1e-30;
    let mut d = Data::new(&strict);
    run(&strict, &mut d, 200);
    assert_eq!(d.sleep.counts.ntree_awake, 5);
}

/// Steps until a body that rests from the start is asleep, and the same after a push woke it.
fn steps_until_asleep(text: &str) -> [usize; 2] {
    let m = model(&format!(
        r#"<mujoco><option gravity="0 0 0"><flag sleep="enable"/></option><custom><text name="stiction" data="{text}"/></custom>
        <worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>"#
    ));
    let mut d = Data::new(&m);
    let count = |d: &mut Data| {
        (1..2000).find(|_| {
            step(&m, d).expect("finite");
            d.state.tree_asleep[0] >= 0
        })
    };
    let first = count(&mut d).expect("asleep");
    d.state.qvel[0] = 1.0;
    step(&m, &mut d).expect("finite");
    assert!(d.state.tree_asleep[0] < 0, "awake");
    d.state.qvel[0] = 0.0;
    [first, count(&mut d).expect("asleep")]
}

#[test]
fn sleeping_1_the_duration_is_an_option() {
    for law in ["contact=soft ", "preset=exact "] {
        assert_eq!(steps_until_asleep(law), [10; 2], "{law}MuJoCo's ten steps");
        for (time, steps) in
            [("0", 1), ("0.002", 1), ("0.01", 5), ("0.02", 10), ("0.5", 250), ("0.5005", 251)]
        {
            assert_eq!(steps_until_asleep(&format!("{law}sleep_time={time}")), [steps; 2], "{law}{time} s");
        }
    }
}

#[test]
fn sleeping_2_a_contact_wakes() {
    let m = model(
        r#"<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="50 50 1"/>
        <body name="low" pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
        <body name="next" pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
        <body name="ball" pos="0 0 3"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"#,
    );
    let mut d = Data::new(&m);
    let (mut slept, mut woke) = (false, false);
    for _ in 0..600 {
        step(&m, &mut d).expect("finite");
        let asleep = |t: usize| d.state.tree_asleep[t] >= 0;
        slept |= asleep(0) && asleep(1);
        if slept && !asleep(1) {
            // the ball touches the upper box; the island wakes as one
            assert!(!asleep(0));
            woke = true;
            break;
        }
    }
    assert!(slept && woke, "slept {slept}, woke {woke}");
}

#[test]
fn sleeping_3_many_resting_bodies_cost_little() {
    let runs = [("enable", 2000), ("disable", 200)].map(|(flag, steps)| {
        let m = model(&resting(100, flag));
        let mut d = Data::new(&m);
        run(&m, &mut d, 100);
        let start = cpu_seconds();
        run(&m, &mut d, steps);
        (cpu_seconds() - start) / steps as f64
    });
    let ratio = runs[1] / runs[0];
    println!(
        "100 resting bodies and one active: {ratio:.0} times faster with sleeping, {:.1} µs a step",
        1e6 * runs[0]
    );
    assert!(ratio >= 10.0, "{ratio}");
    // and the active body moves as it does without
    let [awake, asleep] = ["disable", "enable"].map(|flag| {
        let m = model(&resting(3, flag));
        let mut d = Data::new(&m);
        run(&m, &mut d, 300);
        d.state.qpos[0].to_bits()
    });
    assert_eq!(awake, asleep);
}

#[test]
fn sor_1_omega_1_is_plain_gauss_seidel() {
    let m = model(&stack(4, |_| 1.0));
    let mut d = Data::new(&m);
    run(&m, &mut d, 50);
    forward(&m, &mut d).unwrap();
    let pgs = Options { method: Method::Pgs, ..Options::default() };
    let (a, b) = (again(&m, &d, pgs), again(&m, &d, Options { omega: 1.0, ..pgs }));
    assert_eq!(a.qacc, b.qacc);
}

/// Spheres on top of each other in a tube, stiff and without friction: the weight has to travel through all of them.
fn column(n: usize) -> String {
    let mut s = String::from(
        r#"<mujoco><default><geom solref="0.005 1" condim="1"/></default><worldbody><geom type="plane" size="5 5 1"/>"#,
    );
    for i in 0..n {
        s += &format!(
            r#"<body pos="0 0 {}"><joint type="slide" axis="0 0 1"/><geom size=".1" mass="1"/></body>"#,
            0.0999 + 0.1998 * i as f64
        );
    }
    s + "</worldbody></mujoco>"
}

#[test]
fn sor_2_over_relaxation_saves_iterations() {
    let m = model(&column(8));
    let mut d = Data::new(&m);
    run(&m, &mut d, 5);
    forward(&m, &mut d).unwrap();
    assert_eq!(d.rows.nefc(), 8);
    let count =
        |omega: f64| iterations(&again(&m, &d, Options { method: Method::Pgs, omega, ..Options::default() }));
    println!("sweeps: ω = 1: {}, ω = 1.3: {}", count(1.0), count(1.3));
    assert!(count(1.3) < count(1.0), "{} {}", count(1.3), count(1.0));
}

#[test]
fn sor_3_under_relaxation_is_stable_where_it_is_hard() {
    // a heavy box on light ones, mass ratio 1e4, contacts that are redundant; more rows than the matrix form takes
    let m = model(&stack(5, |i| if i == 4 { 1e3 } else { 0.1 }));
    let mut d = Data::new(&m);
    run(&m, &mut d, 20);
    forward(&m, &mut d).unwrap();
    assert!(d.rows.nefc() > 128);
    let want = again(&m, &d, exact(Method::Newton));
    let gaps = [10, 1000, 100_000].map(|iterations| {
        let o = Options { method: Method::Pgs, omega: 0.5, iterations, tolerance: 0.0, ..Options::default() };
        let s = again(&m, &d, o);
        assert!(s.report.stats.iter().all(|x| x.improvement >= 0.0), "a sweep never raises the cost");
        gap(&want.qacc, &s.qacc)
    });
    println!("distance to Newton's motion after 10, 1000, 100000 sweeps: {gaps:?}");
    // the last two are rounding
    assert!(gaps[0] > gaps[1] && gaps[1] < 1e-9 && gaps[2] < 1e-9, "{gaps:?}");
}
