//! Numbers of the model that a viewer may change, and the file that results.
//!
//! An edit goes back into the spec ([`take_back`]) and the spec is compiled again, so that everything that follows from a number (mass
//! from sizes, bounds, reference lengths) follows here as it would from the file. The state stays; the history begins anew.

use crate::inspect::named;
use crate::{Json, json};
use std::collections::BTreeMap;
use stiction::kinds::ObjKind;
use stiction::mjcf::writer::{refused, snapshot, take_back, write};
use stiction::model::fields::NumbersMut;
use stiction::{Assets, Model, Spec};

/// What can be edited: kind, array, words for it.
const FIELDS: &[(ObjKind, &str, &str)] = &[
    (ObjKind::Body, "body_mass", "mass [kg]"),
    (ObjKind::Body, "body_pos", "position in the parent [m]"),
    (ObjKind::Body, "body_quat", "orientation in the parent [quaternion]"),
    (ObjKind::Geom, "geom_size", "size [m]"),
    (ObjKind::Geom, "geom_pos", "position [m]"),
    (ObjKind::Geom, "geom_quat", "orientation [quaternion]"),
    (ObjKind::Geom, "geom_friction", "friction: slide, spin, roll"),
    (ObjKind::Geom, "geom_solref", "solref"),
    (ObjKind::Geom, "geom_solimp", "solimp"),
    (ObjKind::Geom, "geom_rgba", "colour"),
    (ObjKind::Site, "site_pos", "position [m]"),
    (ObjKind::Site, "site_quat", "orientation [quaternion]"),
    (ObjKind::Joint, "jnt_range", "range"),
    (ObjKind::Joint, "jnt_stiffness", "stiffness"),
    (ObjKind::Dof, "dof_damping", "damping"),
    (ObjKind::Dof, "dof_armature", "armature"),
    (ObjKind::Dof, "dof_frictionloss", "dry friction"),
    (ObjKind::Actuator, "actuator_gainprm", "gain"),
    (ObjKind::Actuator, "actuator_biasprm", "bias"),
    (ObjKind::Actuator, "actuator_forcerange", "force range"),
];

/// Numbers of a row that are shown at most.
const SHOWN: usize = 5;

/// Every array that can be edited.
fn arrays(m: &mut Model) -> BTreeMap<&'static str, (usize, Vec<f64>)> {
    let mut out = BTreeMap::new();
    m.each_mut(&mut |name, shape, numbers| {
        if FIELDS.iter().any(|(_, f, _)| *f == name) {
            let values: Vec<f64> = match numbers {
                NumbersMut::F64(x) => x.to_vec(),
                NumbersMut::F32(x) => x.iter().map(|v| f64::from(*v)).collect(),
                _ => return,
            };
            out.insert(name, (values.len() / shape.rows.max(1), values));
        }
    });
    out
}

/// What can be edited of a body: its own numbers, those of its geoms, sites, joints and the actuators on them.
pub fn fields(m: &Model, b: usize) -> Json {
    if b >= m.size.nbody {
        return json!({ "event": "refused", "why": "no such body" });
    }
    let of = |kind: ObjKind| -> Vec<(usize, String)> {
        let joints = || m.body.joints(b).range();
        match kind {
            ObjKind::Body if b > 0 => vec![(b, String::new())],
            ObjKind::Geom => m.body.geoms(b).range().map(|i| (i, named(m, ObjKind::Geom, i))).collect(),
            ObjKind::Site => (0..m.size.nsite)
                .filter(|i| m.site.bodyid[*i].idx() == b)
                .map(|i| (i, named(m, ObjKind::Site, i)))
                .collect(),
            ObjKind::Joint => joints().map(|i| (i, named(m, ObjKind::Joint, i))).collect(),
            ObjKind::Dof => {
                m.body.dofs(b).range().map(|i| (i, named(m, ObjKind::Joint, m.dof.jntid[i].idx()))).collect()
            }
            ObjKind::Actuator => (0..m.size.nactuator)
                .filter(|a| joints().any(|j| m.actuator.trnid[*a][0] == j.into()))
                .map(|i| (i, named(m, ObjKind::Actuator, i)))
                .collect(),
            _ => Vec::new(),
        }
    };
    let all = arrays(&mut m.clone());
    let mut out = Vec::new();
    for (kind, field, label) in FIELDS {
        let Some((width, values)) = all.get(field) else { continue };
        for (row, name) in of(*kind) {
            let from = row * width;
            let Some(numbers) = values.get(from..from + (*width).min(SHOWN)) else { continue };
            out.push(json!({ "field": field, "index": from, "of": name, "label": label, "values": numbers }));
        }
    }
    json!({ "event": "fields", "body": b, "fields": out })
}

/// Sets a number of the model alone.
fn set(m: &mut Model, field: &str, index: usize, value: f64) -> Result<(), String> {
    if !FIELDS.iter().any(|(_, f, _)| *f == field) {
        return Err(format!("'{}' cannot be edited", field.chars().take(40).collect::<String>()));
    }
    let mut done = false;
    m.each_mut(&mut |name, _, numbers| {
        if name == field {
            match numbers {
                NumbersMut::F64(x) => done = x.get_mut(index).map(|v| *v = value).is_some(),
                NumbersMut::F32(x) => done = x.get_mut(index).map(|v| *v = value as f32).is_some(),
                _ => {}
            }
        }
    });
    if done { Ok(()) } else { Err(format!("{field} has no number {index}")) }
}

/// A number of the model and its new value.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// MuJoCo's name of the array.
    pub field: String,
    /// Which number of it, row by row.
    pub index: usize,
    /// The new value.
    pub value: f64,
}

/// Whether two models have the same elements, so that a state of one fits the other. How many numbers their inertias and bounds take may
/// differ: that follows from poses.
pub fn same_elements(a: &Model, b: &Model) -> bool {
    let mut size = a.size.clone();
    let s = &b.size;
    (size.nM, size.nB, size.nC, size.nD, size.nJten) = (s.nM, s.nB, s.nC, s.nD, s.nJten);
    (size.nbvh, size.nbvhstatic, size.nbvhdynamic) = (s.nbvh, s.nbvhstatic, s.nbvhdynamic);
    size == *s
}

/// The spec with numbers changed, and the model that it gives.
///
/// # Errors
/// If there is no such number, MJCF has no words for the change, or the result is no model.
pub fn edited(
    spec: &Spec,
    model: &Model,
    files: &dyn Assets,
    edits: &[Edit],
) -> Result<(Spec, Model), String> {
    let before = snapshot(model);
    let mut changed = model.clone();
    for Edit { field, index, value } in edits {
        set(&mut changed, field, *index, *value)?;
    }
    for q in changed.body.quat.iter_mut().chain(&mut changed.geom.quat).chain(&mut changed.site.quat) {
        // compiling makes them unit quaternions; those that are keep their bits
        let n = q.0.iter().map(|x| x * x).sum::<f64>();
        if n < 1e-12 {
            return Err("a quaternion of zeros is no rotation: change another of its numbers first".into());
        }
        if (n - 1.0).abs() > 1e-12 {
            *q = q.normalized();
        }
    }
    if let Some(why) = refused(spec, &before, &changed) {
        return Err(why);
    }
    let mut spec = spec.clone();
    take_back(&mut spec, &before, &changed);
    let (mut new, _) = stiction::compile(&spec, files).map_err(|e| e.to_string())?;
    // textures by reference were read when the model was loaded
    (new.tex, new.size.ntexdata) = (model.tex.clone(), model.size.ntexdata);
    if !same_elements(&new, model) {
        return Err("that would change the model's structure".into());
    }
    // options that were switched while it ran stay switched
    new.opt = model.opt.clone();
    new.stiction = model.stiction.clone();
    let (wanted, got) = (arrays(&mut changed), arrays(&mut new));
    let number = |of: &BTreeMap<_, (usize, Vec<f64>)>, e: &Edit| {
        of.get(e.field.as_str()).and_then(|(_, x)| x.get(e.index).copied()).unwrap_or(f64::NAN)
    };
    for e in edits {
        let (x, y) = (number(&wanted, e), number(&got, e));
        // not `>`: a number that is not there is wrong too
        if !((x - y).abs() <= 1e-6 * x.abs().max(1.0)) {
            return Err(format!(
                "{} of this element follows from other values of the file: edit those",
                e.field
            ));
        }
    }
    Ok((spec, new))
}

/// The file before all edits and now.
pub fn files(first: &Spec, now: &Spec) -> Json {
    json!({ "event": "xml", "before": write(first), "after": write(now) })
}
