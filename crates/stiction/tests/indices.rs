//! Every model that compiles passes the check of its indices; each kind of bad index is refused and named.

use stiction::{Model, ModelExt};
use stiction_model::check::{check, is_structure};
use stiction_model::{Code, Id};

fn all() -> Vec<(std::path::PathBuf, Model)> {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    let mut list: Vec<_> = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
    if let Ok(more) = std::env::var("STICTION_MODELS") {
        list.extend(std::fs::read_to_string(more).unwrap().lines().map(Into::into));
    }
    list.into_iter().filter_map(|p| Some((p.clone(), Model::from_xml_path(&p).ok()?))).collect()
}

#[test]
fn compiled_models_pass() {
    let models = all();
    assert!(models.len() >= 7);
    for (path, m) in models {
        assert_eq!(check(&m), Ok(()), "{}", path.display());
    }
}

/// Each row: the field, and a value that names nothing.
#[test]
fn bad_indices_are_refused_by_name() {
    let rich = r#"<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/></asset>
      <worldbody><geom type="plane" size="1 1 1"/><geom type="hfield" hfield="h"/><body name="a"><freejoint/><geom size=".1"/><site name="s"/></body>
      <body name="b"><joint name="j"/><geom size=".1" pos="1 0 0"/><body><joint name="k"/><geom size=".1"/></body></body></worldbody>
      <contact><pair geom1="g" geom2="g2"/></contact>
      <tendon><spatial name="t"><site site="s"/><site site="s2"/></spatial></tendon>
      <equality><connect body1="a" body2="b" anchor="0 0 0"/><joint joint1="j" joint2="k"/></equality>
      <actuator><motor joint="j"/></actuator><sensor><jointpos joint="j"/><touch site="s"/><rangefinder site="s"/></sensor></mujoco>"#
        .replace("<geom size=\".1\"/><site", "<geom name=\"g\" size=\".1\"/><site")
        .replace("pos=\"1 0 0\"/>", "name=\"g2\" pos=\"1 0 0\"/><site name=\"s2\"/>");
    let good = Model::from_xml_string(&rich).unwrap();
    assert_eq!(check(&good), Ok(()));
    type Edit = fn(&mut Model);
    let edits: &[(&str, Edit)] = &[
        ("body_parentid", |m| m.body.parentid[2] = Id::of(2)),
        ("body_parentid", |m| m.body.parentid[1] = Id::of(-1)),
        ("body_geomadr", |m| m.body.geomnum[1] = -1),
        ("body_geomadr", |m| m.body.geomnum[1] = i32::MAX),
        ("body_dofadr", |m| m.body.dofadr[1] = Id::of(i32::MAX)),
        ("dof_parentid", |m| m.dof.parentid[3] = Id::of(5)),
        ("dof_parentid", |m| m.dof.parentid[0] = Id::of(-2)),
        ("geom_condim", |m| m.geom.condim[0] = i32::MAX),
        ("geom_condim", |m| m.geom.condim[0] = 2),
        ("geom_type", |m| m.geom.kind[0] = Code::of(9)),
        ("geom_dataid", |m| m.geom.dataid[1] = Id::of(1)),
        ("geom_dataid", |m| m.geom.kind[2] = Code::of(7)),
        ("geom_bodyid", |m| m.geom.bodyid[0] = Id::of(99)),
        ("jnt_type", |m| m.jnt.kind[0] = Code::of(4)),
        ("jnt_qposadr", |m| m.jnt.qposadr[0] = Id::of(6)),
        ("pair_geom1", |m| m.pair.geom1[0] = Id::of(-1)),
        ("pair_dim", |m| m.pair.dim[0] = 0),
        ("eq_type", |m| m.eq.kind[0] = Code::of(99)),
        ("eq_obj1id", |m| m.eq.obj1id[0] = Id::of(4)),
        ("eq_obj2id", |m| m.eq.obj2id[1] = Id::of(-2)),
        ("wrap_objid", |m| m.wrap.objid[0] = Id::of(7)),
        ("tendon_adr", |m| m.tendon.num[0] = 9),
        ("actuator_trnid", |m| m.actuator.trnid[0][0] = Id::of(3)),
        ("actuator_ctrladr", |m| m.actuator.ctrladr[0] = Id::of(1)),
        ("sensor_objid", |m| m.sensor.objid[0] = Id::of(-1)),
        ("sensor_adr", |m| m.sensor.adr[2] = Id::of(3)),
        ("sensor_type[0] is Jointpos with 1", |m| m.sensor.dim[0] = 2),
        // a force of a joint, the rotation of a hinge, a force where there is room for one number, two numbers a ray
        ("sensor_type[0]", |m| m.sensor.kind[0] = Code::of(4)),
        ("sensor_type[0]", |m| m.sensor.kind[0] = Code::of(18)),
        ("sensor_type[1] is Force with 3", |m| m.sensor.kind[1] = Code::of(4)),
        ("sensor_type[2] is Rangefinder with 4", |m| m.sensor.intprm[2][0] = 3),
        ("M_colind", |m| m.sparse.M_colind[0] = -1),
        ("hfield_adr", |m| m.hfield.nrow[0] = i32::MAX),
        ("body_mass has", |m| m.body.mass.truncate(1)),
    ];
    for (i, (name, edit)) in edits.iter().enumerate() {
        let mut m = good.clone();
        edit(&mut m);
        let why = check(&m).expect_err(name);
        assert!(why.starts_with(name), "{i}: {why}");
    }
}

#[test]
fn structure_is_known_by_name() {
    for name in [
        "body_parentid",
        "body_geomnum",
        "dof_parentid",
        "jnt_type",
        "M_colind",
        "mesh_face",
        "wrap_objid",
        "sensor_dim",
    ] {
        assert!(is_structure(name), "{name}");
    }
    for name in [
        "geom_condim",
        "geom_dataid",
        "eq_obj1id",
        "actuator_trnid",
        "body_mass",
        "key_qpos",
        "mesh_vert",
        "tree_sleep_policy",
    ] {
        assert!(!is_structure(name), "{name}");
    }
}
