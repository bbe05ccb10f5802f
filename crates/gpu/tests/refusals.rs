//! What is not there is said, by name.

use stiction_gpu::{Error, Tables, Worlds};

fn model(xml: &str) -> stiction::Model {
    stiction::load_string(xml, &stiction::NoAssets).expect("a model").model
}

const BALL: &str =
    r#"<body><joint type="ball" stiffness="1"/><geom size=".1" contype="0" conaffinity="0"/></body>"#;

#[test]
fn every_missing_feature_is_named() {
    let m = model(&format!(
        r#"<mujoco><option integrator="implicitfast" density="1" solver="CG"/><worldbody>{BALL}
        <body pos="1 0 0"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
        <body pos="2 0 0"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"#
    ));
    let said = Tables::<f64>::new(&m).expect_err("features that are not there").to_string();
    for what in [
        "solvers other than Newton and PGS",
        "fluid forces under implicitfast",
        "springs of ball and free joints",
    ] {
        assert!(said.contains(what), "{said}");
    }
}

/// A fluid pushes a link as one box: welded bodies would be several.
#[test]
fn welded_bodies_in_a_fluid_are_refused() {
    let m = model(
        r#"<mujoco><option viscosity="1"/><worldbody><body><joint/><geom size=".1"/><body pos="1 0 0"><geom size=".1"/></body></body>
        </worldbody></mujoco>"#,
    );
    let said = Tables::<f64>::new(&m).expect_err("two boxes on one link").to_string();
    assert!(said.contains("fluid forces on bodies without joints"), "{said}");
}

#[test]
fn pairs_of_shapes_are_named() {
    let m = model(
        r#"<mujoco><worldbody><body><freejoint/><geom type="ellipsoid" size=".1 .2 .1"/></body>
        <body pos="2 0 0"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"#,
    );
    let said = Tables::<f64>::new(&m).expect_err("ellipsoids do not meet boxes").to_string();
    assert!(said.contains("contacts of ellipsoid with box"), "{said}");
}

#[test]
fn more_than_32_dofs_are_refused() {
    let chain = "<body pos='0 0 1'><joint axis='0 1 0'/><geom size='.1' contype='0' conaffinity='0'/>";
    let xml = format!("<mujoco><worldbody>{}{}</worldbody></mujoco>", chain.repeat(33), "</body>".repeat(33));
    let said = Tables::<f32>::new(&model(&xml)).expect_err("too many dofs").to_string();
    assert!(said.contains("more than 32 degrees of freedom (33)"), "{said}");
}

#[test]
fn no_driver_is_an_error_and_not_a_panic() {
    let m = model("<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>");
    match Worlds::<f32>::new(&m, 4, 0) {
        Err(e @ Error::NoDriver) => assert!(e.to_string().contains("driver"), "{e}"),
        Err(Error::Driver(_)) | Ok(_) => {}
        Err(e) => panic!("{e}"),
    }
}
