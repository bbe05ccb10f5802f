//! The pages of the step: order of convergence, bad numbers, what is shown and what is called, what wakes.

use stiction::kinds::Stage;
use stiction::prelude::*;
use stiction::sim::forward::{Sensors, forward_skip, forward_with};
use stiction::sim::step::{step_unseen, step_with, step1, step2, try_step_unseen};
use stiction::sim::{Hooks, NoHooks, Warning, step_resetting};
use stiction_model::kinds::{disable, enable};

fn model(option: &str, body: &str) -> Model {
    let xml = format!("<mujoco><option {option}/><worldbody>{body}</worldbody></mujoco>");
    Model::from_xml_string(&xml).unwrap()
}

/// A tumbling plate on a ball joint under gravity, with a wheel on it: rotations that do not commute.
const TOP: &str = r#"<body pos="0 0 1" euler="20 30 10"><joint type="ball"/><geom type="box" size=".3 .2 .02" pos=".2 .1 .3" mass="2"/>
    <body pos=".3 .1 .2"><joint axis="1 .3 .2"/><geom type="capsule" size=".03" fromto="0 0 0 .1 .4 .2" mass=".7"/></body></body>
    <body pos="3 0 2"><freejoint/><geom type="box" size=".3 .1 .05" mass="1"/></body>"#;

fn spun(m: &Model) -> Data {
    let mut d = Data::new(m);
    d.state.qvel.copy_from_slice(&[3.0, -4.0, 5.0, 6.0, 0.4, 0.3, 0.2, 7.0, -3.0, 2.0]);
    d
}

fn run(m: &Model, d: &mut Data, steps: usize) {
    for _ in 0..steps {
        step(m, d).unwrap();
    }
}

/// Distance of the states after 0.16 s with steps of h from those with the finest steps.
fn errors(integrator: &str, steps: &[usize]) -> Vec<f64> {
    let end = |n: usize| {
        let h = 0.16 / n as f64;
        let m = model(&format!(r#"integrator="{integrator}" timestep="{h}""#), TOP);
        let mut d = spun(&m);
        run(&m, &mut d, n);
        assert!((d.time - 0.16).abs() < 1e-12);
        d.state
    };
    let exact = end(4096);
    steps
        .iter()
        .map(|&n| {
            let s = end(n);
            let e = s.qpos.iter().zip(&exact.qpos).chain(s.qvel.iter().zip(&exact.qvel));
            e.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
        })
        .collect()
}

#[test]
fn runge_kutta_is_of_fourth_order_in_rotations_too() {
    let e = errors("RK4", &[8, 16, 32]);
    for pair in e.windows(2) {
        let ratio = pair[0] / pair[1];
        assert!((13.0..20.0).contains(&ratio), "errors {e:?}");
    }
    assert!(e[2] < 2e-4, "{e:?}");
}

#[test]
fn the_other_integrators_are_of_first_order() {
    for integrator in ["Euler", "implicit", "implicitfast", "discrete"] {
        let e = errors(integrator, &[256, 512]);
        assert!((1.7..2.4).contains(&(e[0] / e[1])), "{integrator}: {e:?}");
    }
}

/// Runge–Kutta weighs rates of activations and the time of its stages as it does accelerations.
#[test]
fn runge_kutta_integrates_activations_and_time() {
    let xml = r#"<mujoco><option integrator="RK4" timestep="0.1" gravity="0 0 0"/><worldbody><body><joint name="a" axis="0 1 0"/>
        <geom size=".1" pos=".3 0 0"/></body></worldbody><actuator><general joint="a" dyntype="filter" dynprm=".5" gainprm="0"/></actuator></mujoco>"#;
    let m = Model::from_xml_string(xml).unwrap();
    struct Ramp(Vec<f64>);
    impl Hooks for Ramp {
        fn control(&mut self, _: &Model, d: &mut Data) {
            self.0.push(d.time);
            d.input.ctrl[0] = d.time;
        }
    }
    let (mut d, mut hooks) = (Data::new(&m), Ramp(Vec::new()));
    d.state.act[0] = 1.0;
    step_with(&m, &mut d, &mut hooks).unwrap();
    assert_eq!(hooks.0, [0.0, 0.05, 0.05, 0.1], "the stages of one step");
    // ẇ = (t − w)/τ: w = t − τ + (1 + τ) e^(−t/τ)
    let want = 0.1 - 0.5 + 1.5 * libm::exp(-0.1 / 0.5);
    assert!((d.state.act[0] - want).abs() < 1e-5, "{} for {want}", d.state.act[0]);
    assert_eq!(d.time, 0.1);
}

const LAWS: [(&str, &str); 4] = [
    ("", ""),
    (r#"integrator="discrete""#, ""),
    (r#"integrator="RK4""#, ""),
    ("", r#"<custom><text name="stiction" data="contact=hard friction=coulomb"/></custom>"#),
];

fn pendulum(option: &str, custom: &str) -> Model {
    let xml = format!(
        r#"<mujoco><option {option}/>{custom}<worldbody><body><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0" contype="0" conaffinity="0"/></body>
        <body pos="1 0 0"><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0" contype="0" conaffinity="0"/></body></worldbody><actuator><motor/></actuator></mujoco>"#
    );
    Model::from_xml_string(&xml.replace("<motor/>", r#"<motor joint="a"/>"#).replacen(
        "<joint axis",
        r#"<joint name="a" axis"#,
        1,
    ))
    .unwrap()
}

#[test]
fn bad_numbers_are_errors_that_leave_the_state() {
    for (option, custom) in LAWS {
        let m = pendulum(option, custom);
        for (kind, spoil) in [
            (Warning::BadQpos, (|d: &mut Data| d.state.qpos[1] = f64::NAN) as fn(&mut Data)),
            (Warning::BadQvel, |d| d.state.qvel[1] = 1e11),
            (Warning::BadQacc, |d| d.input.qfrc_applied[1] = 1e13),
        ] {
            let mut d = Data::new(&m);
            run(&m, &mut d, 3);
            spoil(&mut d);
            let before = (d.state.clone(), d.time);
            let e = step(&m, &mut d).unwrap_err();
            // a hard solve that is not finite has a name of its own
            assert!(e.kind == kind && e.index == 1, "{option} {custom}: {e:?}");
            let same = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(x, y)| x.to_bits() == y.to_bits());
            assert!(same(&d.state.qpos, &before.0.qpos) && same(&d.state.qvel, &before.0.qvel));
            assert_eq!(d.time, before.1);
        }
    }
}

#[test]
fn bad_numbers_reset_unless_told_not_to() {
    for autoreset in [true, false] {
        let mut m = pendulum("", "");
        if !autoreset {
            m.opt.disableflags |= disable::AUTORESET;
        }
        for (kind, spoil) in [
            (Warning::BadQpos, (|d: &mut Data| d.state.qpos[1] = f64::NAN) as fn(&mut Data)),
            (Warning::BadQvel, |d| d.state.qvel[1] = 1e11),
            (Warning::BadQacc, |d| d.input.qfrc_applied[1] = 1e13),
        ] {
            let mut d = Data::new(&m);
            run(&m, &mut d, 3);
            d.state.qpos[0] = 0.4;
            spoil(&mut d);
            step_resetting(&m, &mut d, &mut NoHooks).unwrap();
            let w = d.warnings_mut()[kind as usize];
            assert!(w.number >= 1 && w.lastinfo == 1, "{kind:?}: {w:?}");
            let reset = (d.time - m.opt.timestep).abs() < 1e-15;
            assert_eq!(reset, autoreset, "{kind:?} at {}", d.time);
            // a step from the reference follows the reset
            let mut fresh = Data::new(&m);
            run(&m, &mut fresh, 1);
            assert_eq!(d.state.qpos == fresh.state.qpos, autoreset, "{kind:?}");
            // by halves
            let mut d = Data::new(&m);
            run(&m, &mut d, 3);
            spoil(&mut d);
            step1(&m, &mut d, &mut NoHooks).unwrap();
            step2(&m, &mut d, &mut NoHooks).unwrap();
            assert_eq!(d.state.qpos == fresh.state.qpos, autoreset, "{kind:?} by halves");
        }
    }
}

#[test]
fn a_hard_step_that_is_not_finite_is_counted_and_not_taken() {
    let m = pendulum(LAWS[3].0, LAWS[3].1);
    let mut d = Data::new(&m);
    run(&m, &mut d, 3);
    d.input.qfrc_applied[1] = 1e13;
    let (before, time) = (d.state.clone(), d.time);
    step_resetting(&m, &mut d, &mut NoHooks).unwrap();
    assert_eq!((&d.state.qpos, &d.state.qvel, d.time), (&before.qpos, &before.qvel, time));
    assert_eq!(d.warnings_mut()[Warning::BadQacc as usize].number, 1);
}

/// Counts what it is called for.
#[derive(Default)]
struct Counter {
    control: usize,
    passive: usize,
    sensors: Vec<Stage>,
}

impl Hooks for Counter {
    fn control(&mut self, _: &Model, _: &mut Data) {
        self.control += 1;
    }
    fn passive(&mut self, _: &Model, _: &mut Data) {
        self.passive += 1;
    }
    fn sensor(&mut self, _: &Model, _: &mut Data, stage: Stage) {
        self.sensors.push(stage);
    }
}

const SENSED: &str = r#"<mujoco><worldbody><body><joint name="a" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
    <actuator><motor joint="a"/></actuator><sensor><jointpos joint="a"/><jointvel joint="a"/><user dim="1" needstage="pos"/>
    <user dim="1" needstage="vel"/><user dim="1" needstage="acc"/></sensor></mujoco>"#;

#[test]
fn hooks_are_called_once_in_each_step() {
    let mut m = Model::from_xml_string(SENSED).unwrap();
    let mut c = Counter::default();
    let mut d = Data::new(&m);
    step_with(&m, &mut d, &mut c).unwrap();
    assert_eq!(
        (c.control, c.passive, c.sensors.as_slice()),
        (1, 1, [Stage::Pos, Stage::Vel, Stage::Acc].as_slice())
    );
    let mut c = Counter::default();
    step1(&m, &mut d, &mut c).unwrap();
    assert_eq!((c.control, c.passive, c.sensors.as_slice()), (1, 1, [Stage::Pos, Stage::Vel].as_slice()));
    step2(&m, &mut d, &mut c).unwrap();
    assert_eq!((c.control, c.sensors.len()), (1, 3));
    // from a later stage on, without sensors
    let mut c = Counter::default();
    forward_skip(&m, &mut d, &mut c, Stage::Pos, Sensors::Skip).unwrap();
    assert_eq!((c.control, c.passive, c.sensors.len()), (1, 1, 0));
    let mut c = Counter::default();
    forward_skip(&m, &mut d, &mut c, Stage::Vel, Sensors::Compute).unwrap();
    assert_eq!((c.control, c.passive, c.sensors.as_slice()), (1, 0, [Stage::Acc].as_slice()));
    m.opt.disableflags |= disable::ACTUATION;
    let mut c = Counter::default();
    forward_with(&m, &mut d, &mut c).unwrap();
    assert_eq!(c.control, 0, "no controls where nothing acts");
}

#[test]
fn sensors_and_energies_are_of_the_state_that_was_given() {
    let mut m = Model::from_xml_string(SENSED).unwrap();
    m.opt.enableflags |= enable::ENERGY;
    let mut d = Data::new(&m);
    (d.state.qpos[0], d.state.qvel[0]) = (0.3, -0.7);
    step(&m, &mut d).unwrap();
    assert_eq!(d.sensors.sensordata[..2], [0.3, -0.7]);
    let mass = m.body.mass[1];
    let height = -0.3 * libm::sin(0.3);
    assert!((d.energy[0] - mass * 9.81 * height).abs() < 1e-12 * mass, "{:?}", d.energy);
    let inertia = m.body.inertia[1][1] + mass * 0.09;
    assert!((d.energy[1] - 0.5 * inertia * 0.49).abs() < 1e-12 * mass, "{:?}", d.energy);
    forward_skip(&m, &mut d, &mut NoHooks, Stage::None, Sensors::Skip).unwrap();
    assert_eq!(d.sensors.sensordata[..2], [0.3, -0.7], "skipped: as they were");
}

#[test]
fn forward_and_inverse_are_compared_if_asked() {
    let scene =
        r#"<geom type="plane" size="5 5 .1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/></body>"#;
    for (flags, asked) in [(enable::FWDINV, true), (0, false)] {
        for resetting in [false, true] {
            let mut m = model("", scene);
            m.opt.enableflags |= flags;
            let mut d = Data::new(&m);
            for _ in 0..3 {
                if resetting {
                    step_resetting(&m, &mut d, &mut NoHooks).unwrap();
                } else {
                    step(&m, &mut d).unwrap();
                }
            }
            assert_eq!(d.fwdinv != [0.0; 2], asked, "{:?}", d.fwdinv);
            assert!(d.fwdinv[0] < 1e-6 && d.fwdinv[1] < 1e-6, "{:?}", d.fwdinv);
        }
    }
}

/// Steps that nobody sees end in the same bits, whatever stands between: rows, limits, sensors' buffers, sleep, other integrators.
#[test]
fn unseen_steps_move_the_state_alike() {
    let scene = r#"<geom type="plane" size="5 5 .1"/><body pos="0 0 .12"><freejoint/><geom type="box" size=".1 .2 .1"/></body>
        <body pos="0 1 1"><joint axis="0 1 0" range="-40 50" limited="true" damping=".2"/><geom type="capsule" size=".04" fromto="0 0 0 .4 .1 0"/></body>"#;
    for (option, flags) in [
        ("", 0),
        (r#"integrator="RK4""#, 0),
        (r#"integrator="discrete""#, 0),
        ("", enable::SLEEP),
        ("", enable::FWDINV),
    ] {
        let mut m = model(option, scene);
        m.opt.enableflags |= flags;
        let (mut a, mut b, mut c) = (Data::new(&m), Data::new(&m), Data::new(&m));
        for d in [&mut a, &mut b, &mut c] {
            d.state.qvel.copy_from_slice(&[0.7, -0.3, -0.5, 0.4, 1.1, -2.0, 3.0]);
        }
        let mut watching = Counter::default();
        for _ in 0..60 {
            step_resetting(&m, &mut a, &mut NoHooks).unwrap();
            step_unseen(&m, &mut b, &mut NoHooks).unwrap();
            step_unseen(&m, &mut c, &mut watching).unwrap();
            assert_eq!(a.state, b.state, "{option}");
            assert_eq!(a.state, c.state, "{option}");
        }
        assert_eq!(watching.control, if option.contains("RK4") { 240 } else { 60 });
        // who watches sees everything
        assert_eq!(a.rows.pos, c.rows.pos);
        if option.is_empty() && flags == 0 {
            assert!(a.rows.aref != b.rows.aref || a.mass.M != b.mass.M, "nothing was left out");
        }
    }
}

#[test]
fn a_constraint_that_cannot_be_evaluated_leaves_the_state() {
    use stiction_constraint::user::library::Distance;
    use stiction_spatial::Vec3;
    let m = pendulum("", "");
    let mut d = Data::new(&m);
    // there is no such body
    d.constraints.add(Distance::new([1, 99], [Vec3([1.0, 0.0, 0.0]), Vec3::ZERO], 0.5));
    let before = (d.state.clone(), d.time);
    assert_eq!(step(&m, &mut d).unwrap_err().kind, Warning::Constraint);
    assert_eq!((&d.state.qpos, d.time), (&before.0.qpos, before.1));
    step_resetting(&m, &mut d, &mut NoHooks).unwrap();
    assert_eq!((&d.state.qpos, d.time), (&before.0.qpos, before.1));
    assert!(d.constraints.error().is_some());
}

const SLEEPERS: &str = r#"<mujoco><option timestep="0.005" OPTION><flag sleep="enable"/></option>CUSTOM<worldbody><geom type="plane" size="9 9 .1"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="1 0 3"><freejoint/><geom size=".1"/></body>
    <body pos="-2 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody>
    <equality><weld body1="EQ1" body2="EQ2" active="false"/></equality></mujoco>"#;

fn sleepers(option: &str, custom: &str) -> Model {
    let xml = SLEEPERS.replace("OPTION", option).replace("CUSTOM", custom);
    let xml = xml.replacen(r#"<body pos="0 0 .1">"#, r#"<body name="one" pos="0 0 .1">"#, 1);
    let xml = xml.replacen(r#"<body pos="-2 0 .1">"#, r#"<body name="two" pos="-2 0 .1">"#, 1);
    Model::from_xml_string(&xml.replace("EQ1", "one").replace("EQ2", "two")).unwrap()
}

/// What sleeps stays, falls asleep without velocity, and wakes by touch and by tie.
#[test]
fn sleepers_stay_until_they_are_touched_or_tied() {
    for (option, custom) in LAWS {
        let m = sleepers(option, custom);
        let mut d = Data::new(&m);
        run(&m, &mut d, 120);
        let asleep = |d: &Data, t: usize| d.state.tree_asleep[t] >= 0;
        assert!(asleep(&d, 0) && asleep(&d, 2) && !asleep(&d, 1), "{option}: {:?}", d.state.tree_asleep);
        assert!(d.state.qvel[..6].iter().all(|v| *v == 0.0), "{option}");
        let here = d.state.qpos[..7].to_vec();
        run(&m, &mut d, 5);
        assert_eq!(d.state.qpos[..7], here, "{option}");
        // the ball comes down on the first box
        let mut touched = d.clone();
        touched.state.qpos[7..10].copy_from_slice(&[0.02, 0.0, 0.31]);
        touched.state.qvel[6..9].copy_from_slice(&[0.0, 0.0, -2.0]);
        run(&m, &mut touched, 3);
        assert!(!asleep(&touched, 0) && asleep(&touched, 2), "{option}: {:?}", touched.state.tree_asleep);
        // the weld is switched on: both boxes wake, and no number is bad
        let mut tied = d.clone();
        tied.state.eq_active[0] = true;
        tied.state.qpos[7] = 5.0;
        tied.state.qvel[..].fill(0.0);
        tied.input.xfrc_applied[1][0] = 2.0;
        run(&m, &mut tied, 1);
        assert!(!asleep(&tied, 0) && !asleep(&tied, 2), "{option}: {:?}", tied.state.tree_asleep);
        assert!(tied.solution.qacc.iter().all(|a| a.is_finite()), "{option}");
    }
}

/// A thing thrown by a motor faster than it was looked for does not pass through what is in its way.
#[test]
fn hard_steps_look_again() {
    let xml = r#"<mujoco><option timestep="0.01" gravity="0 0 0"/><custom><text name="stiction" data="contact=hard friction=coulomb"/></custom><worldbody>
        <geom type="box" size=".01 1 1" pos="1 0 0"/><body><joint name="x" type="slide" axis="1 0 0"/><geom size=".1" mass="1"/></body></worldbody>
        <actuator><motor joint="x"/></actuator></mujoco>"#;
    let m = Model::from_xml_string(xml).unwrap();
    let mut d = Data::new(&m);
    d.input.ctrl[0] = 2e4;
    for _ in 0..3 {
        step(&m, &mut d).unwrap();
        assert!(d.state.qpos[0] < 0.9, "{}", d.state.qpos[0]);
    }
    assert!(d.state.qpos[0] > 0.88, "it gets there: {}", d.state.qpos[0]);
    // a hinge stop alike
    let xml = r#"<mujoco><option timestep="0.01" gravity="0 0 0"/><custom><text name="stiction" data="contact=hard friction=coulomb"/></custom><worldbody>
        <body><joint name="x" type="slide" axis="1 0 0" range="-1 1" limited="true"/><geom size=".1" mass="1"/></body></worldbody>
        <actuator><motor joint="x"/></actuator></mujoco>"#;
    let m = Model::from_xml_string(xml).unwrap();
    let mut d = Data::new(&m);
    d.input.ctrl[0] = 3e4;
    for _ in 0..3 {
        step(&m, &mut d).unwrap();
        assert!(d.state.qpos[0] <= 1.0 + 1e-9, "{}", d.state.qpos[0]);
    }
}

/// Two sliders of separate trees, tied by a damper and a spring so stiff that only the whole metric is stable: the step by hand.
#[test]
fn the_discrete_metric_couples_trees() {
    let h = 0.01;
    let (c, k) = (300.0, 2000.0);
    let xml = format!(
        r#"<mujoco><option timestep="{h}" gravity="0 0 0" integrator="discrete"/><worldbody>
        <body><joint name="a" type="slide" axis="1 0 0"/><geom size=".1" mass="1" contype="0" conaffinity="0"/></body>
        <body pos="0 1 0"><joint name="b" type="slide" axis="1 0 0"/><geom size=".1" mass="2" contype="0" conaffinity="0"/></body></worldbody>
        <tendon><fixed stiffness="{k}" damping="{c}" springlength="0"><joint joint="a" coef="1"/><joint joint="b" coef="-1"/></fixed></tendon></mujoco>"#
    );
    let m = Model::from_xml_string(&xml).unwrap();
    let mut d = Data::new(&m);
    d.state.qpos.copy_from_slice(&[0.1, -0.05]);
    d.state.qvel.copy_from_slice(&[0.7, -0.4]);
    step(&m, &mut d).unwrap();
    // along x = a − b with the reduced mass: (μ + h c + h² k) ẍ = −c v − k (x + h v)
    let (x, v, reduced) = (0.15, 1.1, 2.0 / 3.0);
    let rate = (-c * v - k * (x + h * v)) / (reduced + h * c + h * h * k);
    let relative = d.state.qvel[0] - d.state.qvel[1];
    assert!((relative - (v + h * rate)).abs() < 1e-12, "{relative} for {}", v + h * rate);
    let momentum = d.state.qvel[0] + 2.0 * d.state.qvel[1];
    assert!((momentum - (0.7 - 0.8)).abs() < 1e-12, "{momentum}");
}

/// Of two sliders tied by spring and damper one stands at its stop: what it carries is found with the other's inertia, and a body that
/// stands between them in the model goes its way.
#[test]
fn a_stop_feels_what_the_metric_couples() {
    let (h, c, k) = (0.01, 300.0, 2000.0);
    let xml = format!(
        r#"<mujoco><compiler angle="radian"/><option timestep="{h}" gravity="0 0 0"/>
        <custom><text name="stiction" data="contact=hard friction=coulomb"/></custom><worldbody>
        <body><joint name="a" type="slide" axis="1 0 0" range="-1 0.1"/><geom size=".1" mass="1" contype="0" conaffinity="0"/></body>
        <body pos="0 3 0"><freejoint/><geom size=".1" mass="5" contype="0" conaffinity="0"/></body>
        <body pos="0 1 0"><joint name="b" type="slide" axis="1 0 0"/><geom size=".1" mass="2" contype="0" conaffinity="0"/></body></worldbody>
        <tendon><fixed stiffness="{k}" damping="{c}" springlength="0"><joint joint="a" coef="1"/><joint joint="b" coef="-1"/></fixed></tendon></mujoco>"#
    );
    let m = Model::from_xml_string(&xml).unwrap();
    let mut d = Data::new(&m);
    (d.state.qpos[0], d.state.qpos[8]) = (0.1, -0.05);
    d.state.qvel.copy_from_slice(&[0.0, 1.0, -2.0, 3.0, 0.1, 0.2, 0.3, 4.0]);
    let report = step(&m, &mut d).unwrap();
    assert!(report.status.is_solved(), "{report:?}");
    // a is pulled by b, which runs away, and stands: (m/h + c + hk) v_b⁺ = m v_b/h + k x
    let x = 0.15;
    let want = (2.0 * 4.0 / h + k * x) / (2.0 / h + c + h * k);
    assert!(d.state.qvel[0].abs() < 1e-10, "{}", d.state.qvel[0]);
    assert!((d.state.qvel[7] - want).abs() < 1e-9, "{} for {want}", d.state.qvel[7]);
    let pull = c * (0.0 - want) + k * (x - h * want);
    assert!(
        (d.solution.qfrc_constraint[0] - pull).abs() < 1e-7 * pull.abs(),
        "{:?}",
        d.solution.qfrc_constraint
    );
    for (got, want) in d.state.qvel[1..4].iter().zip([1.0, -2.0, 3.0]) {
        assert!((got - want).abs() < 1e-12, "{:?}", d.state.qvel);
    }
}

/// A step that nobody looks at gives the same state and forms no inertia; bad numbers are an error and stay where they were.
#[test]
fn what_nobody_sees_is_not_computed() {
    let links = r#"<body><joint axis="0 1 0"/><geom size=".1" pos="0 0 -1" mass="1"/>
        <body pos="0 0 -1"><joint axis="1 0 0"/><geom size=".1" pos="0 .3 -1" mass="2"/></body></body>"#;
    let m = model("", links);
    let (mut seen, mut hidden) = (Data::new(&m), Data::new(&m));
    for d in [&mut seen, &mut hidden] {
        d.state.qvel.copy_from_slice(&[1.0, -2.0]);
    }
    step(&m, &mut seen).unwrap();
    try_step_unseen(&m, &mut hidden).unwrap();
    assert_eq!((&seen.state.qpos, &seen.state.qvel), (&hidden.state.qpos, &hidden.state.qvel));
    assert!(seen.mass.M.iter().any(|x| *x != 0.0) && hidden.mass.M.iter().all(|x| *x == 0.0));
    hidden.state.qvel[1] = f64::NAN;
    let before = hidden.state.qpos.clone();
    assert!(try_step_unseen(&m, &mut hidden).is_err());
    assert_eq!(hidden.state.qpos, before);
}

/// What forces do to bodies is computed again when they change and nothing else does.
#[test]
fn accelerometers_follow_the_forces() {
    let xml = r#"<mujoco><worldbody><body><freejoint/><geom size=".1" mass="2"/><site name="s"/></body></worldbody>
        <sensor><accelerometer site="s"/></sensor></mujoco>"#;
    let m = Model::from_xml_string(xml).unwrap();
    let mut d = Data::new(&m);
    forward(&m, &mut d).unwrap();
    assert!(d.sensors.sensordata.iter().all(|a| a.abs() < 1e-12), "free fall");
    d.input.qfrc_applied[0] = 3.0;
    forward_skip(&m, &mut d, &mut NoHooks, Stage::Vel, Sensors::Compute).unwrap();
    assert!((d.sensors.sensordata[0] - 1.5).abs() < 1e-12, "{:?}", d.sensors.sensordata);
}

/// Springs of tendons yield by their lengths at the start of a step, under Runge–Kutta too.
#[test]
fn tendons_yield_alike_under_all_integrators() {
    let plastic = |integrator: &str| {
        let xml = format!(
            r#"<mujoco><compiler angle="radian"/><option timestep="0.001" gravity="0 0 0" integrator="{integrator}"/><worldbody>
            <body><joint name="a" type="slide" axis="1 0 0"/><geom size=".1"/></body></worldbody>
            <tendon><fixed stiffness="3" springlength="0" springyield="0.05"><joint joint="a" coef="1"/></fixed></tendon></mujoco>"#
        );
        let m = Model::from_xml_string(&xml).unwrap();
        let mut d = Data::new(&m);
        (d.state.qpos[0], d.state.qvel[0]) = (0.2, 1.0);
        run(&m, &mut d, 20);
        d.state.plastic.clone()
    };
    let (euler, runge) = (plastic("Euler"), plastic("RK4"));
    assert!(euler[0] > 0.16, "{euler:?}");
    assert!(euler.iter().zip(&runge).all(|(a, b)| (a - b).abs() < 1e-4), "{euler:?} {runge:?}");
}

fn hard(scene: &str) -> Model {
    let xml = format!(
        r#"<mujoco><option timestep="0.002"/><custom><text name="stiction" data="contact=hard friction=coulomb"/>
        <tuple name="stiction:restitution"><element objtype="geom" objname="g" prm="1"/></tuple></custom>
        <worldbody><geom name="f" type="plane" size="9 9 .1"/>{scene}</worldbody></mujoco>"#
    );
    Model::from_xml_string(&xml).unwrap()
}

/// Penetration leaves by positions: nothing is thrown.
#[test]
fn penetration_leaves_without_speed() {
    let m = hard(r#"<body pos="0 0 .05"><freejoint/><geom name="g" size=".1"/></body>"#);
    let mut d = Data::new(&m);
    run(&m, &mut d, 400);
    assert!(d.state.qpos[2] > 0.099 && d.state.qpos[2] < 0.1001, "{}", d.state.qpos[2]);
    assert!(d.state.qvel[2].abs() < 1e-9, "{}", d.state.qvel[2]);
}

/// A ball with e = 1 comes back as fast as it came; a rod that strikes with its end and friction gains no energy.
#[test]
fn rebounds_give_back_no_more_than_came() {
    let m = hard(r#"<body pos="0 0 .3"><freejoint/><geom name="g" size=".1"/></body>"#);
    let mut d = Data::new(&m);
    let mut fastest: f64 = 0.0;
    for _ in 0..150 {
        step(&m, &mut d).unwrap();
        fastest = fastest.max(d.state.qvel[2]);
    }
    let came = (2.0 * 9.81 * 0.2_f64).sqrt();
    assert!((fastest - came).abs() < 0.03, "{fastest} for {came}");
    let mut m = hard(
        r#"<body pos="0 0 .35" euler="0 35 0"><freejoint/><geom name="g" type="capsule" size=".05 .3" mass="1" friction="1 0 0"/></body>"#,
    );
    m.opt.enableflags |= enable::ENERGY;
    let mut d = Data::new(&m);
    d.state.qvel.copy_from_slice(&[-3.0, 0.0, -2.0, 0.0, -4.0, 0.0]);
    forward(&m, &mut d).unwrap();
    let start = d.energy[0] + d.energy[1];
    for _ in 0..120 {
        step(&m, &mut d).unwrap();
        let now = d.energy[0] + d.energy[1];
        assert!(now < start * (1.0 + 1e-3), "{now} of {start} at {}", d.time);
    }
}
