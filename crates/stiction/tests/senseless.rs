//! Numbers that make no sense in a compiled model, and stages in an order that makes none, end in an error or in a step: never in a loop
//! without end, never in a panic.

use stiction::kinds::Stage;
use stiction::sim::step::{step1, step2};
use stiction::sim::{NoHooks, forward, inverse, post, sensor, step_resetting};
use stiction::{Data, Model, ModelExt, step};
use stiction_testkit::SplitMix64;

const XML: &str = r#"<mujoco><worldbody><geom type="plane" size="1 1 .1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
  <body pos="1 0 .3"><joint range="-1 1" limited="true" frictionloss=".1"/><geom size=".1"/></body></worldbody></mujoco>"#;

#[test]
fn senseless_numbers_end() {
    let good = Model::from_xml_string(XML).unwrap();
    type Edit = fn(&mut Model, f64);
    let edits: &[(&str, Edit)] = &[
        ("mass", |m, x| m.body.mass.fill(x)),
        ("inertia", |m, x| m.body.inertia.iter_mut().for_each(|v| v.0 = [x; 3])),
        ("friction", |m, x| m.geom.friction.fill([x; 3])),
        ("size", |m, x| m.geom.size.fill([x; 3])),
        ("frictionloss", |m, x| m.dof.frictionloss.fill(x)),
    ];
    for (name, edit) in edits {
        for x in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e308, -1e308] {
            for exact in [false, true] {
                let mut m = good.clone();
                edit(&mut m, x);
                if exact {
                    m.stiction.exact();
                }
                println!("{name} {x} exact={exact}");
                let mut d = Data::new(&m);
                for _ in 0..2 {
                    let _ = step(&m, &mut d);
                    let _ = step_resetting(&m, &mut d, &mut NoHooks);
                    let state = d.state.qpos.iter().chain(&d.state.qvel);
                    assert!(state.clone().all(|x| x.is_finite()), "{name} {x} exact={exact}");
                }
            }
        }
    }
}

/// What a program may call one by one.
const STAGES: [fn(&Model, &mut Data); 17] = [
    |m, d| forward::kinematics(m, d),
    |m, d| forward::poses(m, d),
    |m, d| forward::position(m, d, &mut NoHooks),
    |m, d| forward::velocities(m, d, &mut NoHooks),
    |m, d| forward::actuate(m, d, &mut NoHooks),
    |m, d| forward::smooth_acceleration(m, d),
    |m, d| forward::constraint_solve(m, d),
    |m, d| forward::contacts(m, d, &mut NoHooks),
    |m, d| forward::constraint_rows(m, d),
    |m, d| post::rne_post_constraint(m, d),
    |m, d| sensor::compute(m, d, &mut NoHooks, Stage::Pos),
    |m, d| sensor::compute(m, d, &mut NoHooks, Stage::Acc),
    |m, d| forward::integrate_once(m, d, &mut NoHooks),
    |m, d| drop(inverse::inverse(m, d)),
    |m, d| drop(step1(m, d, &mut NoHooks)),
    |m, d| drop(step2(m, d, &mut NoHooks)),
    |m, d| d.reset(m),
];

#[test]
fn stages_in_any_order() {
    let mut m = Model::from_xml_string(include_str!("../../../fuzz/seeds/rich.xml")).unwrap();
    for exact in [false, true] {
        if exact {
            m.stiction.exact();
        }
        let mut r = SplitMix64(3);
        for _ in 0..300 {
            let mut d = Data::new(&m);
            for _ in 0..6 {
                if r.below(3) == 0 {
                    // in and out of contact, so that the number of rows changes
                    (d.state.qpos[2], d.state.qpos[15]) = (r.sym(), r.sym());
                }
                STAGES[r.below(STAGES.len())](&m, &mut d);
            }
            d.reset(&m);
            step(&m, &mut d).unwrap();
        }
    }
}

/// A sensor that is asked in another stage than its own.
#[test]
fn sensors_in_any_stage() {
    let mut m = Model::from_xml_string(include_str!("../../../fuzz/seeds/rich.xml")).unwrap();
    for stage in [Stage::Pos, Stage::Vel, Stage::Acc] {
        m.sensor.needstage.fill(stage.into());
        let mut d = Data::new(&m);
        for _ in 0..3 {
            step(&m, &mut d).unwrap();
        }
    }
}
