//! A step with user constraints takes no memory once its buffers have grown: soft, hard, from C alone, by differences, in every
//! solver and integrator.

use stiction::constraint::user::library::{Distance, Hinge, JointFrame, PointToPoint};
use stiction::constraint::user::{At, Bounds, Constraint, Fault, Law, RowWriter, Touches};
use stiction::prelude::*;
use stiction::spatial::{Pose, Vec3};
use stiction_testkit::alloc::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const BODIES: &str = r#"<worldbody>
    <body pos="1 0 0"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia=".01 .02 .03"/></body>
    <body pos="2 0 0"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia=".01 .02 .03"/></body>
    </worldbody>"#;

/// A rod without `rates`: J̇v comes from differences.
struct Plain(Distance);

impl Constraint for Plain {
    fn name(&self) -> &str {
        "plain rod"
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(&self.0.bodies)
    }
    fn dim(&self) -> usize {
        1
    }
    fn bounds(&self) -> Bounds {
        self.0.bounds
    }
    fn law(&self) -> Law {
        self.0.law
    }
    fn evaluate(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        self.0.evaluate(at, out)
    }
}

/// Adds one kind of constraint on both bodies.
fn add(d: &mut Data, kind: &str, law: Law) {
    let x = [Pose::default(), Pose::new(Vec3::X, Default::default())];
    let rod = Distance::new([1, 2], [Vec3::ZERO; 2], 1.0).with_law(law);
    match kind {
        "given" => {
            d.constraints.add(PointToPoint::new([0, 1], [Vec3::ZERO, -Vec3::X]).with_law(law));
            d.constraints.add(rod);
        }
        "only C" => {
            let mut hinge = Hinge::new(JointFrame::at([0, 1], x, Vec3::ZERO, Vec3::Y));
            hinge.law = law;
            d.constraints.add(hinge);
            d.constraints.add(rod);
        }
        _ => {
            d.constraints.add(Plain(rod));
        }
    }
}

/// Allocations of steps 100 … 400.
fn late(option: &str, contact: &str, kind: &str, law: Law) -> usize {
    let xml = format!("<mujoco><option {option}/>{contact}{BODIES}</mujoco>");
    let m = stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model;
    let mut d = Data::new(&m);
    add(&mut d, kind, law);
    let mut taken = 0;
    for k in 0..400 {
        let before = allocations();
        step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        if k >= 100 {
            taken += allocations() - before;
        }
    }
    assert!(d.rows.pos.len() >= if kind == "differences" { 1 } else { 4 }, "the constraints act");
    taken as usize
}

#[test]
fn no_allocation_in_step_with_user_constraints() {
    // the allocator counts for the whole process: one test at a time
    for law in [Law::Hard, Law::SOFT, Law::critical(0.05)] {
        for kind in ["given", "only C", "differences"] {
            for solver in ["Newton", "CG", "PGS"] {
                let taken = late(&format!(r#"solver="{solver}""#), "", kind, law);
                assert_eq!(taken, 0, "{solver}, {kind}, {law:?}");
            }
            for integrator in ["RK4", "implicit", "implicitfast", "discrete"] {
                let taken = late(&format!(r#"integrator="{integrator}""#), "", kind, law);
                assert_eq!(taken, 0, "{integrator}, {kind}, {law:?}");
            }
            let hard = r#"<custom><text name="stiction" data="contact=hard friction=coulomb"/></custom>"#;
            assert_eq!(late("", hard, kind, law), 0, "hard contact law, {kind}, {law:?}");
        }
    }
}
