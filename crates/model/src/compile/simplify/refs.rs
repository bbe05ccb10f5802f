//! Which objects are referred to by name from elsewhere in the spec.

use crate::kinds::{EqKind, ObjKind, SensorKind, TrnKind};
use crate::spec::{Meta, PathKind, Spec};
use std::collections::BTreeMap;

/// Marks per kind, by index in the spec.
pub(super) struct Refs {
    pub bodies: Vec<bool>,
    pub geoms: Vec<bool>,
    pub meshes: Vec<bool>,
    pub materials: Vec<bool>,
    pub textures: Vec<bool>,
}

/// Names of one kind.
struct Index<'a>(BTreeMap<&'a str, usize>);

impl<'a> Index<'a> {
    fn new(metas: impl Iterator<Item = &'a Meta>) -> Self {
        Index(metas.enumerate().map(|(i, m)| (m.name.as_str(), i)).filter(|(n, _)| !n.is_empty()).collect())
    }
    fn mark(&self, name: &str, marks: &mut [bool]) {
        if let Some(&i) = self.0.get(name) {
            marks[i] = true;
        }
    }
}

/// Finds all references.
pub(super) fn references(s: &Spec) -> Refs {
    let mut r = Refs {
        bodies: vec![false; s.bodies.len()],
        geoms: vec![false; s.geoms.len()],
        meshes: vec![false; s.meshes.len()],
        materials: vec![false; s.materials.len()],
        textures: vec![false; s.textures.len()],
    };
    let bodies = Index::new(s.bodies.iter().map(|e| &e.meta));
    let geoms = Index::new(s.geoms.iter().map(|e| &e.meta));
    let sites = Index::new(s.sites.iter().map(|e| &e.meta));
    let meshes = Index::new(s.meshes.iter().map(|e| &e.meta));
    let materials = Index::new(s.materials.iter().map(|e| &e.meta));
    let textures = Index::new(s.textures.iter().map(|e| &e.meta));
    let mut mark = |kind: ObjKind, name: &str| match kind {
        ObjKind::Body | ObjKind::Xbody => bodies.mark(name, &mut r.bodies),
        ObjKind::Geom => geoms.mark(name, &mut r.geoms),
        ObjKind::Mesh => meshes.mark(name, &mut r.meshes),
        ObjKind::Material => materials.mark(name, &mut r.materials),
        ObjKind::Texture => textures.mark(name, &mut r.textures),
        _ => {}
    };
    s.cameras.iter().for_each(|c| mark(ObjKind::Body, &c.targetbody));
    s.lights.iter().for_each(|c| mark(ObjKind::Body, &c.targetbody));
    for x in &s.skins {
        mark(ObjKind::Material, &x.material);
        x.bodyname.iter().for_each(|b| mark(ObjKind::Body, b));
    }
    for e in &s.excludes {
        mark(ObjKind::Body, &e.bodyname1);
        mark(ObjKind::Body, &e.bodyname2);
    }
    for p in &s.pairs {
        mark(ObjKind::Geom, &p.geomname1);
        mark(ObjKind::Geom, &p.geomname2);
    }
    for e in s.equalities.iter().filter(|e| matches!(e.kind, EqKind::Connect | EqKind::Weld)) {
        mark(e.objtype, &e.name1);
        mark(e.objtype, &e.name2);
    }
    for item in s.tendons.iter().flat_map(|t| &t.path) {
        if let PathKind::Geom { geom, .. } = &item.kind {
            mark(ObjKind::Geom, geom);
        }
    }
    s.actuators.iter().filter(|a| a.trntype == TrnKind::Body).for_each(|a| mark(ObjKind::Body, &a.target));
    for e in &s.sensors {
        mark(e.objtype, &e.objname);
        mark(e.reftype, &e.refname);
    }
    for t in &s.tuples {
        for (kind, name) in t.objtype.iter().zip(&t.objname) {
            mark(ObjKind::from_i32(*kind).unwrap_or(ObjKind::Unknown), name);
        }
    }
    // a body whose interaction force with its parent is measured is no part of the parent
    for e in s.sensors.iter().filter(|e| matches!(e.kind, SensorKind::Force | SensorKind::Torque)) {
        if let Some(site) = sites.0.get(e.objname.as_str()).map(|&i| &s.sites[i]) {
            r.bodies[site.body] = true;
        }
    }
    r
}
