//! The geometric check of contacts: each kind of violation, made by hand, and none where the contacts are right.

use stiction::constraint::contact::{CheckInput, Contact, GeometryCheck, check_geometry};
use stiction::sim::certificate::geometry;
use stiction::sim::{NoHooks, step::step_report};
use stiction::solver::Status;
use stiction::spatial::{Quat, Vec3};
use stiction::{Data, Model, ModelExt, forward, step};

const HARD: &str =
    r#"<custom><text name="stiction" data="contact=hard friction=coulomb solver=psn"/></custom>"#;

fn load(world: &str) -> (Model, Data) {
    let xml = format!(r#"<mujoco><option timestep="0.002"/>{HARD}<worldbody>{world}</worldbody></mujoco>"#);
    let m = Model::from_xml_string(&xml).unwrap_or_else(|e| panic!("{e}"));
    let mut d = Data::new(&m);
    forward(&m, &mut d).unwrap();
    (m, d)
}

/// The check of a list at the present poses.
fn checked(m: &Model, d: &Data, list: &[Contact], tolerance: f64) -> GeometryCheck {
    let mut contacts = d.contacts.clone();
    contacts.list = list.to_vec();
    let mut out = GeometryCheck::default();
    let (before, asleep) = (&d.kin, &|_: usize| false);
    let input = CheckInput { contacts: &contacts, before, after: before, asleep, filter: None, tolerance };
    check_geometry(m, &input, &mut out);
    out
}

/// A box turned with the wall that it is 0.3 mm in, and a ball far away.
fn scene() -> (Model, Data) {
    let (m, mut d) = load(
        r#"<geom type="box" size=".5 .5 .1" euler="10 20 30"/>
        <body><freejoint/><geom type="box" size=".2 .1 .1"/></body>
        <body pos="3 0 0"><freejoint/><geom type="sphere" size=".1"/></body>"#,
    );
    let mat = d.kin.geom_xmat[0];
    let q = Quat::from_mat(&mat);
    let p = mat.mul_vec(Vec3::new(0.05, 0.1, 0.1997));
    d.state.qpos[..3].copy_from_slice(&p.0);
    d.state.qpos[3..7].copy_from_slice(&q.0);
    forward(&m, &mut d).unwrap();
    (m, d)
}

#[test]
fn right_contacts_are_good_and_the_depth_is_told() {
    let (m, d) = scene();
    let check = checked(&m, &d, &d.contacts.list, 1e-6);
    assert!(check.is_good(), "{check:?}");
    let deepest = check.deepest.unwrap_or_else(|| panic!("{check:?}"));
    assert_eq!(deepest.geoms, [0, 1]);
    assert!((deepest.depth - 3e-4).abs() < 1e-9, "{deepest:?}");
    assert_eq!((check.checked, check.unchecked), (1, 0));
}

#[test]
fn a_pair_without_its_contact_is_missing() {
    let (m, d) = scene();
    let check = checked(&m, &d, &[], 1e-4);
    assert_eq!(check.missing.len(), 1);
    assert!((check.missing[0].depth - 3e-4).abs() < 1e-9);
    // what is within the tolerance is not complained of
    assert!(checked(&m, &d, &[], 4e-4).is_good());
}

#[test]
fn a_turned_normal_is_bent() {
    let (m, d) = scene();
    for degrees in [1.0f64, 45.0] {
        let mut list = d.contacts.list.clone();
        let turn = Quat::from_rotation_vector(Vec3::new(0.6, -0.8, 0.0).scale(degrees.to_radians())).to_mat();
        for c in &mut list {
            c.frame = c.frame.mul_mat_tr(&turn);
        }
        let check = checked(&m, &d, &list, 1e-6);
        assert_eq!(check.bent.len(), 1, "{degrees} {check:?}");
        assert!(check.bent[0].defect > 1e-3, "{check:?}");
    }
}

#[test]
fn a_wrong_distance_is_bent() {
    let (m, d) = scene();
    let mut list = d.contacts.list.clone();
    list.iter_mut().for_each(|c| c.dist += 1e-3);
    let check = checked(&m, &d, &list, 1e-6);
    assert!((check.bent[0].defect - 1e-3).abs() < 1e-9, "{check:?}");
}

#[test]
fn what_may_not_collide_is_not_missing() {
    let (m, d) = load(
        r#"<body pos="0 0 .3"><freejoint/><geom type="sphere" size=".1"/><geom type="sphere" size=".1" pos=".05 0 0"/>
        <body><joint axis="0 1 0"/><geom type="sphere" size=".1" pos=".1 0 0"/></body></body>
        <body pos="0 0 .35"><freejoint/><geom type="sphere" size=".1" contype="2" conaffinity="2"/></body>"#,
    );
    let check = checked(&m, &d, &[], 1e-6);
    assert!(check.is_good() && check.checked == 0, "{check:?}");
}

/// Every shape on every other, as they fall: the contacts that detection makes pass the check in every step.
#[test]
fn a_falling_heap_has_true_contacts() {
    let shapes = [
        r#"type="box" size=".1 .08 .06""#,
        r#"type="cylinder" size=".08 .05""#,
        r#"type="capsule" size=".05 .08""#,
        r#"type="ellipsoid" size=".06 .1 .08""#,
        r#"type="sphere" size=".07""#,
    ];
    let mut world =
        String::from(r#"<geom type="plane" size="0 0 1"/><geom type="box" size=".3 .3 .05" euler="5 5 0"/>"#);
    for k in 0..15u32 {
        let (x, y) = (0.05 * f64::from(k % 3) - 0.05, 0.04 * f64::from(k % 4) - 0.06);
        world += &format!(
            r#"<body pos="{x} {y} {}" euler="{} {} 10"><freejoint/><geom {}/></body>"#,
            0.25 + 0.17 * f64::from(k),
            17 * k,
            31 * k,
            shapes[k as usize % shapes.len()]
        );
    }
    let (m, mut d) = load(&world);
    let mut compared = 0;
    for k in 0..250 {
        step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        forward(&m, &mut d).unwrap();
        // corners are blunt by twice the slop
        let check = checked(&m, &d, &d.contacts.list, 4e-4);
        assert!(check.is_good(), "step {k}: {check:?}");
        compared += check.checked;
    }
    assert!(compared > 1000, "{compared}");
}

/// What the certificate says of contacts that were changed behind the solver's back: never solved.
#[test]
fn a_certificate_is_not_solved_beside_wrong_geometry() {
    let (m, d) = scene();
    let verdict = |d: &mut Data| {
        let mut report = step_report(&m, d);
        assert_eq!(report.status, Status::Solved);
        report.check_geometry(&m, d, &mut NoHooks);
        (report.status, report.certificate.geometry.unwrap_or_default())
    };
    let (status, g) = verdict(&mut d.clone());
    assert_eq!((status, g.missing, g.bent, g.unchecked), (Status::Solved, 0, 0, 0));
    assert!((g.depth - 3e-4).abs() < 1e-9 && g.deepest == Some([0, 1]), "{g:?}");
    // the state moves on into the wall, and another body into it where nothing was in reach
    let mut moved = d.clone();
    moved.state.qpos[7..10].copy_from_slice(&d.kin.geom_xmat[0].mul_vec(Vec3::new(0.3, -0.3, 0.19)).0);
    let (status, g) = verdict(&mut moved);
    assert_eq!((status, g.missing, g.missing_geoms), (Status::Geometry, 1, Some([2, 0])));
    assert!((g.depth - 0.01).abs() < 1e-6, "{g:?}");
    // contacts of other poses than the ones the list was made for
    let mut turned = d.clone();
    let tilt = Quat::from_rotation_vector(Vec3::new(0.02, 0.0, 0.0)).to_mat();
    let kin = turned.kin.clone();
    let mut list = turned.contacts.list.clone();
    list.iter_mut().for_each(|c| c.frame = c.frame.mul_mat_tr(&tilt));
    assert_eq!(checked(&m, &turned, &list, 1e-4).bent.len(), 1);
    assert_eq!(kin.geom_xpos, turned.kin.geom_xpos);
    assert!(geometry(&m, &mut turned, &mut NoHooks).is_true());
}

/// With `strict` every step checks its contacts; without it none does.
#[test]
fn strict_steps_check_their_contacts() {
    for (word, asked) in [("strict=on", true), ("strict=off", false)] {
        let xml = format!(
            r#"<mujoco><custom><text name="stiction" data="preset=exact {word}"/></custom><worldbody><geom type="plane" size="0 0 1"/>
            <body pos="0 0 .2"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"#
        );
        let m = Model::from_xml_string(&xml).unwrap_or_else(|e| panic!("{e}"));
        let mut d = Data::new(&m);
        for _ in 0..150 {
            let r = step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(r.certificate.geometry.is_some(), asked);
            assert!(r.status.is_solved(), "{r:?}");
        }
    }
}

/// A ball in a height field and in the triangles of an exact mesh, without a contact: missing, and as deep as it is.
#[test]
fn fields_and_triangles_are_checked() {
    let heights = "0 ".repeat(9 * 9);
    let xml = format!(
        r#"<mujoco><custom><text name="stiction" data="preset=exact"/><tuple name="stiction:exact"><element objtype="mesh" objname="slab"/></tuple></custom>
        <asset><hfield name="flat" nrow="9" ncol="9" size="1 1 1 .1" elevation="{heights}"/>
        <mesh name="slab" vertex="-1 -1 0 1 -1 0 1 1 0 -1 1 0 -1 -1 -.2 1 -1 -.2 1 1 -.2 -1 1 -.2"/></asset><worldbody>
        <geom type="hfield" hfield="flat"/><geom type="mesh" mesh="slab" pos="5 0 0"/>
        <body pos=".03 .04 .098"><freejoint/><geom type="sphere" size=".1"/></body>
        <body pos="5.03 .04 .097"><freejoint/><geom type="sphere" size=".1"/></body></worldbody></mujoco>"#
    );
    let m = Model::from_xml_string(&xml).unwrap_or_else(|e| panic!("{e}"));
    let mut d = Data::new(&m);
    forward(&m, &mut d).unwrap();
    let found = checked(&m, &d, &[], 1e-4);
    let mut pairs: Vec<_> = found.missing.iter().map(|o| (o.geoms, o.depth)).collect();
    pairs.sort_by_key(|p| p.0);
    assert_eq!(pairs.iter().map(|p| p.0).collect::<Vec<_>>(), [[0, 2], [3, 1]], "{found:?}");
    assert!((pairs[0].1 - 0.002).abs() < 1e-6 && (pairs[1].1 - 0.003).abs() < 1e-6, "{pairs:?}");
    assert!(checked(&m, &d, &d.contacts.list, 1e-4).is_good());
}

/// A step that ends with two geoms deeper in each other than they began, beyond the slop, is not solved, whatever its rows say: where a force drives a
/// body further than contacts were looked for, and where what touches is squeezed.
#[test]
fn a_step_that_sinks_is_not_solved() {
    let (m, mut d) = load(
        r#"<geom type="plane" size="0 0 1"/><body pos="0 0 .101"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body>"#,
    );
    d.input.xfrc_applied[1][2] = -9000.0;
    let r = step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
    let depth = 0.1 - d.state.qpos[2];
    println!("driven: {depth} m deep, {:?}", r.certificate);
    assert!(depth > 0.03, "nothing sinks any more: {depth}");
    assert_eq!((r.status, r.certificate.sunk_geoms), (Status::Geometry, Some([0, 1])));
    assert!((r.certificate.sunk - depth).abs() < 1e-6, "{:?}", r.certificate);
    // the next one has its contact, and does not sink further
    d.input.xfrc_applied[1][2] = 0.0;
    let r = step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
    assert!(r.status.is_solved() && r.certificate.sunk == 0.0 && r.certificate.sunk_geoms.is_none(), "{r:?}");

    let (m, mut d) = load(
        r#"<geom type="box" size=".1 1 1" pos="-.2 0 0"/><body mocap="true" pos=".2 0 0"><geom type="box" size=".1 1 1"/></body>
        <body><freejoint/><geom type="sphere" size=".1"/></body>"#,
    );
    let (mut sank, mut last) = (0, 0.2);
    for _ in 0..10 {
        last -= 0.002;
        d.state.mocap_pos[0][0] = last;
        let r = step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        sank += usize::from(r.certificate.sunk > 0.0);
        assert!(r.certificate.sunk == 0.0 || !r.status.is_solved(), "{r:?}");
    }
    assert!(sank >= 5, "{sank}");
}
