//! One kilogram carries a ton: the forces are the weights, and nothing sinks.

use stiction::prelude::*;

const XML: &str = r#"<mujoco><custom><text name="stiction" data="preset=exact"/></custom>
  <worldbody><geom type="plane" size="0 0 1"/>
    <body pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="1"/></body>
    <body pos="0 0 0.3"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="1000"/></body></worldbody></mujoco>"#;

fn main() {
    let model = Model::from_xml_string(XML).expect("a model");
    let mut data = Data::new(&model);
    for _ in 0..1000 {
        step(&model, &mut data).expect("a finite step");
    }
    // normal forces by pair of geoms: (0, 1) floor and light box, (1, 2) light and heavy box
    let force = |pair: [i32; 2]| -> f64 {
        let list = data.contacts.list.iter().filter(|c| c.geom == pair && c.efc_address >= 0);
        list.map(|c| data.solution.efc_force[c.efc_address as usize]).sum()
    };
    println!("floor {:.6} N, between {:.6} N", force([0, 1]), force([1, 2]));
    assert!((force([0, 1]) / (1001.0 * 9.81) - 1.0).abs() < 1e-9);
    assert!((force([1, 2]) / (1000.0 * 9.81) - 1.0).abs() < 1e-9);
    assert!((data.state.qpos[2] - 0.1).abs() < 1e-9 && (data.state.qpos[9] - 0.3).abs() < 1e-9);
}

#[test]
fn runs() {
    main();
}
