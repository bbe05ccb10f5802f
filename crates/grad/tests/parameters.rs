//! Parameters of the model: closed forms and models that are moved against differences of the step, and forward through many steps.

mod common;

use common::{ARM, load, scene};
use stiction_dynamics::manifold::differentiate_pos;
use stiction_grad::{Differentiator, Driven, Label, Method, Parameter};
use stiction_model::Model;
use stiction_sim::{Data, State, step};
use stiction_spatial::random::SplitMix64;

/// Where a number is, how a model is given another one, and the size of differences in units of it.
type Number = (&'static str, &'static [usize], fn(&mut Model, f64), f64);

const NUMBERS: [Number; 18] = [
    ("body_mass", &[2], |m, e| m.body.mass[2] += e, 1e-5),
    ("body_mass", &[4], |m, e| m.body.mass[4] += e, 1e-5),
    ("body_inertia", &[3, 1], |m, e| m.body.inertia[3][1] += e, 1e-7),
    ("body_ipos", &[2, 0], |m, e| m.body.ipos[2][0] += e, 1e-5),
    ("geom_friction", &[4, 0], |m, e| m.geom.friction[4][0] += e, 1e-5),
    ("dof_damping", &[0], |m, e| m.dof.damping[0] += e, 1e-5),
    ("dof_frictionloss", &[4], |m, e| m.dof.frictionloss[4] += e, 1e-5),
    ("jnt_stiffness", &[2], |m, e| m.jnt.stiffness[2] += e, 1e-5),
    ("dof_armature", &[4], |m, e| m.dof.armature[4] += e, 1e-5),
    ("actuator_gear", &[0, 0], |m, e| m.actuator.gear[0][0] += e, 1e-5),
    ("actuator_gainprm", &[0, 0], |m, e| m.actuator.gainprm[0][0] += e, 1e-5),
    ("actuator_gainprm", &[1, 0], |m, e| m.actuator.gainprm[1][0] += e, 1e-5),
    ("actuator_biasprm", &[1, 1], |m, e| m.actuator.biasprm[1][1] += e, 1e-5),
    ("actuator_biasprm", &[1, 2], |m, e| m.actuator.biasprm[1][2] += e, 1e-5),
    ("geom_solref", &[4, 0], |m, e| m.geom.solref[4][0] += e, 1e-5),
    ("geom_size", &[4, 0], |m, e| m.geom.size[4][0] += e, 1e-7),
    ("opt.gravity", &[2], |m, e| m.opt.gravity.0[2] += e, 1e-5),
    ("opt.timestep", &[], |m, e| m.opt.timestep += e, 1e-7),
];

fn model(integrator: &str) -> (Model, Data) {
    let option = format!("timestep='.004' cone='elliptic' integrator='{integrator}'");
    let xml = scene(
        &option,
        ARM,
        "<actuator><motor joint='j0' gear='3'/><position joint='j2' kp='4' kv='.01'/></actuator>",
    );
    let m = load(&xml);
    let mut d = Data::new(&m);
    let mut rng = SplitMix64(5);
    d.state.qvel.iter_mut().for_each(|v| *v = rng.sym());
    d.input.ctrl.fill(0.4);
    for _ in 0..100 {
        step(&m, &mut d).expect("a good step");
    }
    assert!(!d.contacts.list.is_empty(), "the ball lies on the floor");
    (m, d)
}

fn moved(m: &Model, by: fn(&mut Model, f64), e: f64) -> Model {
    let mut n = m.clone();
    by(&mut n, e);
    n
}

fn quotient(m: &Model, a: &State, b: &State, h: f64) -> Vec<f64> {
    let mut out = vec![0.0; m.size.nv];
    differentiate_pos(m, &mut out, h, &a.qpos, &b.qpos);
    out.extend(a.qvel.iter().zip(&b.qvel).map(|(a, b)| (b - a) / h));
    out
}

fn assert_near(mine: &[f64], want: &[f64], what: &str) {
    let size = want.iter().fold(1e-4_f64, |y, x| y.max(x.abs()));
    let worst = want.iter().zip(mine).fold(0.0_f64, |y, (a, b)| y.max((a - b).abs()));
    assert!(worst < 1e-4 * size, "{what}: {worst:e} of {size:e}");
}

#[test]
fn one_step() {
    for integrator in ["Euler", "implicit", "implicitfast", "RK4"] {
        let (m, d) = model(integrator);
        let of: Vec<_> =
            NUMBERS.iter().map(|n| Parameter::new(&m, n.0, n.1).expect("a number of the model")).collect();
        let mine = Differentiator::new(&m).parameters(&m, &d, &of, Method::Auto).expect("same model");
        for (k, ((name, at, by, e), mine)) in NUMBERS.iter().zip(&mine).enumerate() {
            let next = |e: f64| {
                let mut d = d.clone();
                step(&moved(&m, *by, e), &mut d).expect("a good step");
                d.state
            };
            let want = quotient(&m, &next(-e), &next(*e), 2.0 * e);
            assert_near(mine, &want, &format!("{integrator}, parameter {k}: {name} {at:?}"));
        }
    }
}

#[test]
fn many_steps() {
    for (integrator, numbers) in [("Euler", 0..4), ("implicitfast", 5..9), ("Euler", 0..18), ("RK4", 5..7)] {
        let (m, start) = model(integrator);
        let numbers = &NUMBERS[numbers];
        let of: Vec<_> = numbers.iter().map(|n| Parameter::new(&m, n.0, n.1).expect("a number")).collect();
        let (steps, nu) = (25, m.size.nu);
        let mut rng = SplitMix64(6);
        let controls: Vec<f64> = (0..steps * nu).map(|_| 0.4 + 0.2 * rng.sym()).collect();
        let run = |m: &Model| {
            let mut d = start.clone();
            for u in controls.chunks(nu) {
                d.input.ctrl.copy_from_slice(u);
                step(m, &mut d).expect("a good step");
            }
            d.state
        };
        let end = run(&m);
        let motion = Driven { steps, controls: &controls, method: Method::Auto };
        let s = Differentiator::new(&m).sensitivities(&m, &start, &motion, &of).expect("a good motion");
        let nx = 2 * m.size.nv;
        assert_eq!(s.qpos[(steps - 1) * m.size.nq..], end.qpos, "the bits of plain steps");
        assert_eq!(s.qvel[(steps - 1) * m.size.nv..], end.qvel, "the bits of plain steps");
        assert!(integrator == "RK4" || !s.labels.contains(&Label::Differences));
        let last = &s.slopes[(steps - 1) * nx * of.len()..];
        for (k, (name, at, by, e)) in numbers.iter().enumerate() {
            let mine: Vec<f64> = (0..nx).map(|i| last[i * of.len() + k]).collect();
            let [a, b] = [-e, *e].map(|e| run(&moved(&m, *by, e)));
            assert_near(&mine, &quotient(&m, &a, &b, 2.0 * e), &format!("{integrator}, {name} {at:?}"));
        }
    }
}

#[test]
fn what_is_no_number_of_the_model() {
    let (m, _) = model("Euler");
    for (field, index) in
        [("body_mass", &[99][..]), ("body_mass", &[0, 0]), ("geom_type", &[0]), ("mass", &[0])]
    {
        assert!(Parameter::new(&m, field, index).is_none(), "{field}");
    }
}
