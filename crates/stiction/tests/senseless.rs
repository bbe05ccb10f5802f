//! Numbers that make no sense in a compiled model end in an error or in a step, never in a loop without end.

use stiction::sim::{NoHooks, step_resetting};
use stiction::{Data, Model, ModelExt, step};

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
