//! Names: uniqueness, references, and the nearest name when a reference dangles.

use super::Build;
use super::report::{Report, Short, Who};
use crate::kinds::ObjKind;
use crate::names::Names;
use crate::spec::{Meta, Spec};
use crate::words::edit_distance;

/// Hints are looked for in at most this many names, and for this many dangling references.
const MAX_SEARCH: usize = 20_000;
const MAX_HINTS: usize = 50;

/// What users call objects of this kind.
pub(crate) fn word(kind: ObjKind) -> &'static str {
    match kind {
        ObjKind::Body | ObjKind::Xbody => "body",
        ObjKind::Joint => "joint",
        ObjKind::Geom => "geom",
        ObjKind::Site => "site",
        ObjKind::Camera => "camera",
        ObjKind::Light => "light",
        ObjKind::Mesh => "mesh",
        ObjKind::Hfield => "hfield",
        ObjKind::Texture => "texture",
        ObjKind::Material => "material",
        ObjKind::Pair => "pair",
        ObjKind::Exclude => "exclude",
        ObjKind::Equality => "equality",
        ObjKind::Tendon => "tendon",
        ObjKind::Actuator => "actuator",
        ObjKind::Sensor => "sensor",
        ObjKind::Numeric => "numeric",
        ObjKind::Text => "text",
        ObjKind::Tuple => "tuple",
        ObjKind::Key => "key",
        ObjKind::Frame => "frame",
        _ => "object",
    }
}

impl Build<'_> {
    /// Fills the names of everything except pairs and excludes (their order is found later), and checks them.
    pub(crate) fn set_names(&mut self) {
        let s = self.spec;
        let o = &self.order;
        let names = &mut self.model.names;
        let pick = |list: &[usize], meta: &dyn Fn(usize) -> String| list.iter().map(|&i| meta(i)).collect();
        names.set(ObjKind::Body, pick(&o.bodies, &|i| s.bodies[i].meta.name.clone()));
        names.set(ObjKind::Joint, pick(&o.joints.list, &|i| s.joints[i].meta.name.clone()));
        names.set(ObjKind::Geom, pick(&o.geoms.list, &|i| s.geoms[i].meta.name.clone()));
        names.set(ObjKind::Site, pick(&o.sites.list, &|i| s.sites[i].meta.name.clone()));
        names.set(ObjKind::Camera, pick(&o.cameras.list, &|i| s.cameras[i].meta.name.clone()));
        names.set(ObjKind::Light, pick(&o.lights.list, &|i| s.lights[i].meta.name.clone()));
        macro_rules! plain {
            ($($kind:ident = $list:ident),*) => {
                $( names.set(ObjKind::$kind, s.$list.iter().map(|e| e.meta.name.clone()).collect()); )*
            };
        }
        plain!(
            Mesh = meshes,
            Hfield = hfields,
            Texture = textures,
            Material = materials,
            Equality = equalities
        );
        plain!(Tendon = tendons, Actuator = actuators, Sensor = sensors, Numeric = numerics, Text = texts);
        plain!(Tuple = tuples, Skin = skins);
        self.set_key_names();
        check_unique(s, &mut self.report);
        check_nonempty(s, &mut self.report);
    }

    /// Keyframes that the size request asks for beyond those written have no name.
    fn set_key_names(&mut self) {
        let mut keys: Vec<String> = self.spec.keys.iter().map(|k| k.meta.name.clone()).collect();
        let want = usize::try_from(self.spec.size.nkey).unwrap_or(0);
        keys.resize(keys.len().max(want), String::new());
        self.model.names.set(ObjKind::Key, keys);
    }

    /// Id of the object that `who` refers to as `name`; reports a dangling reference.
    pub(crate) fn find(&mut self, kind: ObjKind, name: &str, who: Who<'_>) -> Option<usize> {
        let id = self.model.names.id(kind, name);
        if id.is_none() {
            let message = format!("there is no {} named '{}'", word(kind), Short(name));
            self.dangling += 1;
            let near = if self.dangling > MAX_HINTS { None } else { nearest(&self.model.names, kind, name) };
            if self.report.damage().may_have(name) {
                self.report.fail(who);
            } else {
                let hint = near.map(|n| format!("did you mean '{}'?", Short(n)));
                self.report.name_error(who, message, hint);
            }
        }
        id
    }
}

/// The name of this kind that is closest to `name`, if one is close.
fn nearest<'a>(names: &'a Names, kind: ObjKind, name: &str) -> Option<&'a str> {
    if name.len() > 64 {
        return None;
    }
    let limit = (name.chars().count() / 3).max(1);
    names
        .list(kind)
        .iter()
        .take(MAX_SEARCH)
        .filter(|n| !n.is_empty() && n.len() <= 64)
        .map(|n| (edit_distance(n, name), n))
        .filter(|(d, _)| *d <= limit)
        .min_by_key(|(d, _)| *d)
        .map(|(_, n)| n.as_str())
}

/// No two elements of a kind share a name.
fn check_unique(s: &Spec, report: &mut Report) {
    macro_rules! each {
        ($($kind:literal = $list:ident),*) => {
            $( unique($kind, s.$list.iter().map(|e| &e.meta), report); )*
        };
    }
    each!("body" = bodies, "frame" = frames, "joint" = joints, "geom" = geoms, "site" = sites);
    each!("camera" = cameras, "light" = lights, "mesh" = meshes, "hfield" = hfields, "texture" = textures);
    each!("material" = materials, "pair" = pairs, "exclude" = excludes, "equality" = equalities);
    each!("tendon" = tendons, "actuator" = actuators, "sensor" = sensors, "numeric" = numerics);
    each!("text" = texts, "tuple" = tuples, "key" = keys, "skin" = skins);
}

fn unique<'a>(kind: &'static str, metas: impl Iterator<Item = &'a Meta>, report: &mut Report) {
    let mut named: Vec<(&str, usize, &Meta)> =
        metas.enumerate().filter(|(_, m)| !m.name.is_empty()).map(|(i, m)| (m.name.as_str(), i, m)).collect();
    named.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)));
    for pair in named.windows(2).filter(|p| p[0].0 == p[1].0) {
        let first = pair[0].2.loc.map_or(String::new(), |l| format!(" (first on line {})", l.line));
        report.name_error(
            Who::new(kind, pair[1].2, pair[1].1),
            format!("repeated name{first}"),
            Some(format!("every {kind} needs a name of its own, or none")),
        );
    }
}

/// Assets are found by name only, so they need one.
fn check_nonempty(s: &Spec, report: &mut Report) {
    let mut check = |kind: &'static str, i: usize, meta: &Meta| {
        if meta.name.is_empty() {
            report.error(Who::new(kind, meta, i).about(&["name", "file"]), "it needs a name");
        }
    };
    s.meshes.iter().enumerate().for_each(|(i, e)| check("mesh", i, &e.meta));
    s.hfields.iter().enumerate().for_each(|(i, e)| check("hfield", i, &e.meta));
    s.materials.iter().enumerate().for_each(|(i, e)| check("material", i, &e.meta));
    for (i, e) in s.textures.iter().enumerate().filter(|(_, e)| e.kind != crate::kinds::TextureKind::Skybox) {
        check("texture", i, &e.meta);
    }
}
