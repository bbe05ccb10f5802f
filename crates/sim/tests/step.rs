//! A step is the sum of its parts, a copy is as good as the original, and data belongs to one model.

use stiction::prelude::*;
use stiction::sim::forward::{Sensors, forward_skip};
use stiction::sim::step::{step_report, step1, step2};
use stiction::sim::{NoHooks, Warning, step_resetting};
use stiction_model::kinds::Stage;

/// A box that slides on a plane and turns, a hinge with a limit, a motor and a tendon that couples two trees.
fn model(option: &str, law: &str) -> Model {
    let xml = format!(
        r#"<mujoco><option timestep="0.004" {option}/><custom>{law}</custom><worldbody>
        <geom type="plane" size="5 5 .1"/>
        <body pos="0 0 .12"><freejoint/><geom type="box" size=".1 .2 .1" mass="2" friction=".6 .01 .001"/></body>
        <body pos="0 1 1"><joint name="a" axis="0 1 0" damping=".2" range="-40 50" limited="true"/>
          <geom type="capsule" size=".04" fromto="0 0 0 .4 .1 0" mass="1"/></body>
        <body pos="0 2 1"><joint name="b" axis="0 1 .2"/><geom type="capsule" size=".04" fromto="0 0 0 .3 0 .1" mass="1"/>
        </body></worldbody>
        <tendon><fixed name="t" stiffness="3" damping=".1"><joint joint="a" coef="1"/><joint joint="b" coef="-1"/></fixed>
        </tendon>
        <actuator><motor joint="a" gear="3"/><position joint="b" kp="5"/></actuator>
        <sensor><jointvel joint="a"/><subtreecom body="world"/></sensor></mujoco>"#
    );
    Model::from_xml_string(&xml).unwrap()
}

fn laws() -> Vec<(&'static str, Model)> {
    let hard = r#"<text name="stiction" data="contact=hard friction=coulomb"/>"#;
    vec![
        ("euler", model("", "")),
        ("implicit", model(r#"integrator="implicit""#, "")),
        ("implicitfast", model(r#"integrator="implicitfast""#, "")),
        ("discrete", model(r#"integrator="discrete""#, "")),
        ("hard", model("", hard)),
    ]
}

fn start(m: &Model) -> Data {
    let mut d = Data::new(m);
    d.state.qvel.copy_from_slice(&[0.7, -0.3, -0.5, 0.4, 1.1, -2.0, 3.0, -1.0]);
    d.input.ctrl.copy_from_slice(&[0.8, -0.4]);
    d
}

fn bits(x: &[f64]) -> Vec<u64> {
    x.iter().map(|v| v.to_bits()).collect()
}

fn same(name: &str, a: &Data, b: &Data) {
    assert_eq!(bits(&a.state.qpos), bits(&b.state.qpos), "{name}: qpos at {}", a.time);
    assert_eq!(bits(&a.state.qvel), bits(&b.state.qvel), "{name}: qvel at {}", a.time);
    assert_eq!(bits(&a.solution.qacc), bits(&b.solution.qacc), "{name}: qacc at {}", a.time);
    assert_eq!(bits(&a.sensors.sensordata), bits(&b.sensors.sensordata), "{name}: sensors at {}", a.time);
    assert_eq!(a.time.to_bits(), b.time.to_bits());
}

#[test]
fn two_halves_are_a_step() {
    for (name, m) in laws() {
        let (mut whole, mut halves) = (start(&m), start(&m));
        for _ in 0..60 {
            step(&m, &mut whole).unwrap();
            step1(&m, &mut halves, &mut NoHooks).unwrap();
            step2(&m, &mut halves, &mut NoHooks).unwrap();
            same(name, &whole, &halves);
        }
        assert!(whole.contacts.list.len() >= 3, "{name}: the box must lie on the plane");
    }
}

#[test]
fn both_steps_are_the_same_where_numbers_are_good() {
    for (name, m) in laws() {
        let (mut a, mut b) = (start(&m), start(&m));
        for _ in 0..20 {
            let told = step(&m, &mut a).unwrap();
            let other = step_resetting(&m, &mut b, &mut NoHooks).unwrap();
            same(name, &a, &b);
            assert_eq!((told.ncon, told.nefc, told.status), (other.ncon, other.nefc, other.status), "{name}");
        }
    }
}

#[test]
fn forward_from_a_later_stage_is_forward() {
    for (name, m) in laws() {
        let mut a = start(&m);
        for _ in 0..30 {
            step(&m, &mut a).unwrap();
        }
        let mut b = a.clone();
        forward(&m, &mut a).unwrap();
        forward(&m, &mut b).unwrap();
        for skip in [Stage::Pos, Stage::Vel] {
            forward_skip(&m, &mut b, &mut NoHooks, skip, Sensors::Compute).unwrap();
            same(name, &a, &b);
        }
    }
}

#[test]
fn a_copy_tells_and_moves_the_same() {
    for (name, m) in laws() {
        let mut a = start(&m);
        for _ in 0..40 {
            step(&m, &mut a).unwrap();
        }
        let mut into = Data::new(&m);
        into.copy_from(&a);
        let mut copy = a.clone();
        let told = step_report(&m, &mut a);
        assert!(told.nefc > 0 && told.certificate.dissipated.impact != 0.0, "{name}: {told:?}");
        assert_eq!(told, step_report(&m, &mut into), "{name}");
        assert_eq!(told, step_report(&m, &mut copy), "{name}");
        // what stages remember is copied too: the second half of a step can follow
        step2(&m, &mut a, &mut NoHooks).unwrap();
        step2(&m, &mut into, &mut NoHooks).unwrap();
        same(name, &a, &into);
        for _ in 0..20 {
            let reports = (step(&m, &mut a).unwrap(), step(&m, &mut into).unwrap());
            assert_eq!(reports.0.certificate, reports.1.certificate, "{name}");
            same(name, &a, &into);
        }
    }
}

#[test]
fn data_of_another_model_is_an_error_that_says_so() {
    let m = model("", "");
    let other = "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>";
    let other = Model::from_xml_string(other).unwrap();
    let mut d = start(&m);
    let before = d.state.clone();
    let mut hooks = NoHooks;
    let errors = [
        step(&other, &mut d).unwrap_err(),
        step_resetting(&other, &mut d, &mut hooks).unwrap_err(),
        forward(&other, &mut d).unwrap_err(),
        inverse(&other, &mut d).unwrap_err(),
        step1(&other, &mut d, &mut hooks).unwrap_err(),
        step2(&other, &mut d, &mut hooks).unwrap_err(),
    ];
    for e in errors {
        assert_eq!(e.kind, Warning::OtherModel);
        assert!(e.to_string().contains("made for another model"), "{e}");
    }
    assert_eq!(d.state, before);
    // a model of the same structure fits, whatever its numbers
    let mut heavier = m.clone();
    heavier.body.mass[1] *= 2.0;
    step(&heavier, &mut d).unwrap();
    assert!(!Data::new(&other).restore(&other, &d.snapshot()));
    d.reset(&other);
    step(&other, &mut d).unwrap();
}

#[test]
fn bodies_whose_geoms_cannot_collide_step() {
    let xml = r#"<mujoco><default><geom contype="0" conaffinity="0"/></default><worldbody><geom size=".3"/><geom size=".2"/>
        <body><freejoint/><geom size=".1"/><geom size=".1" pos=".1 0 0"/></body></worldbody></mujoco>"#;
    let m = Model::from_xml_string(xml).unwrap();
    let mut d = Data::new(&m);
    for _ in 0..10 {
        assert_eq!(step(&m, &mut d).unwrap().ncon, 0);
    }
}
