//! Building a model in Rust: a pendulum of n links, compiled, simulated, saved as MJCF (`examples/python/edit_model.py` in Rust).

use stiction::compile;
use stiction::kinds::{GeomKind, JointKind};
use stiction::prelude::*;

fn main() -> Result<(), Error> {
    let mut spec = Spec::new();
    let mut body = 0;
    for link in 0..5 {
        body = spec.add_body(body, &format!("link{link}"));
        spec.bodies[body].pos = Vec3([0.0, 0.0, if link == 0 { 2.0 } else { -0.3 }]);
        let joint = spec.add_joint(body);
        joint.meta.name = format!("hinge{link}");
        joint.kind = JointKind::Hinge;
        joint.axis = Vec3::Y;
        joint.damping[0] = 0.01;
        let geom = spec.add_geom(body);
        geom.kind = GeomKind::Capsule;
        (geom.size, geom.fromto) = ([0.03, 0.0, 0.0], Some([0.0, 0.0, 0.0, 0.0, 0.0, -0.3]));
    }
    let (model, warnings) = compile(&spec, &NoAssets)?;
    assert!(warnings.is_empty());
    let mut sim = Sim::new(model);
    sim.set_q("hinge0", &[1.0])?;
    sim.step_for(1.0)?;
    println!("after {:.1} s the first angle is {:.3} rad", sim.time(), sim.joint("hinge0")?.q()[0]);
    let xml = stiction::mjcf::writer::write(&spec);
    let again = Sim::parse(&xml)?;
    assert_eq!(again.model().size.nv, 5);
    println!("{xml}");
    Ok(())
}

#[test]
fn runs() -> Result<(), Error> {
    main()
}
