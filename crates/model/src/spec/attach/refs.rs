//! Copies assets, and the elements that refer to copied parts of the tree.

use super::names::Names;
use super::tree::meta;
use super::{Maps, Space};
use crate::kinds::{EqKind, ObjKind, TrnKind};
use crate::spec::{Actuator, Equality, Exclude, Pair, PathKind, Sensor, Skin, Spec, Tendon, Tuple};

/// Copies all assets and custom data of another model.
pub(super) fn copy_assets(to: &mut Spec, src: &Spec, space: Space<'_>, maps: &Maps) {
    macro_rules! copy {
        ($list:ident, $x:ident $(, $rename:expr)?) => {
            for $x in &src.$list {
                let mut $x = $x.clone();
                $x.meta = meta(&$x.meta, space, maps);
                $($rename;)?
                to.$list.push($x);
            }
        };
    }
    for shape in &src.shapes {
        if !to.shapes.iter().any(|s| s.0 == shape.0) {
            to.shapes.push(shape.clone());
        }
    }
    copy!(meshes, x, space.rename(&mut x.material));
    copy!(hfields, x);
    copy!(textures, x);
    copy!(
        materials,
        x,
        for t in &mut x.textures {
            space.rename(t);
        }
    );
    copy!(numerics, x);
    copy!(texts, x);
}

/// Copies every element of `src` outside the tree whose references exist under their new names.
pub(super) fn copy_all(to: &mut Spec, src: &Spec, space: Space<'_>, maps: &Maps, names: &mut Names) {
    macro_rules! copy {
        ($list:ident, $kind:ident, $rename:ident) => {
            for x in &src.$list {
                if let Some(mut y) = $rename(x, space, maps, names) {
                    y.meta = meta(&x.meta, space, maps);
                    names.add(ObjKind::$kind, &y.meta.name);
                    to.$list.push(y);
                }
            }
        };
    }
    copy!(pairs, Pair, pair);
    copy!(excludes, Exclude, exclude);
    copy!(tendons, Tendon, tendon);
    copy!(equalities, Equality, equality);
    copy!(actuators, Actuator, actuator);
    copy!(sensors, Sensor, sensor);
    copy!(tuples, Tuple, tuple);
    copy!(skins, Skin, skin);
}

/// New names of two ends, of which one may stay outside under its old name.
fn two(
    names: &Names,
    space: Space<'_>,
    kind1: ObjKind,
    a: &str,
    kind2: ObjKind,
    b: &str,
) -> Option<(String, String)> {
    let (new_a, new_b) = (space.name(a), space.name(b));
    match (names.has(kind1, &new_a), names.has(kind2, &new_b)) {
        (true, true) => Some((new_a, new_b)),
        (true, false) if names.has(kind2, b) => Some((new_a, b.into())),
        (false, true) if names.has(kind1, a) => Some((a.into(), new_b)),
        _ => None,
    }
}

pub(super) fn pair(x: &Pair, space: Space<'_>, _: &Maps, names: &Names) -> Option<Pair> {
    let (a, b) = two(names, space, ObjKind::Geom, &x.geomname1, ObjKind::Geom, &x.geomname2)?;
    Some(Pair { geomname1: a, geomname2: b, ..x.clone() })
}

/// A skin whose bodies are all copied.
pub(super) fn skin(x: &Skin, space: Space<'_>, maps: &Maps, names: &Names) -> Option<Skin> {
    let mut y = x.clone();
    y.bodyname.iter_mut().for_each(|b| space.rename(b));
    if maps.foreign() {
        space.rename(&mut y.material);
    }
    y.bodyname.iter().all(|b| names.has(ObjKind::Body, b)).then_some(y)
}

pub(super) fn exclude(x: &Exclude, space: Space<'_>, _: &Maps, names: &Names) -> Option<Exclude> {
    let (a, b) = two(names, space, ObjKind::Body, &x.bodyname1, ObjKind::Body, &x.bodyname2)?;
    Some(Exclude { bodyname1: a, bodyname2: b, ..x.clone() })
}

pub(super) fn tendon(x: &Tendon, space: Space<'_>, maps: &Maps, names: &Names) -> Option<Tendon> {
    let mut y = x.clone();
    let mut inside = 0;
    let mut place = |kind: ObjKind, name: &mut String| {
        let new = space.name(name);
        if names.has(kind, &new) {
            inside += 1;
            *name = new;
            true
        } else {
            names.has(kind, name)
        }
    };
    for p in &mut y.path {
        let found = match &mut p.kind {
            PathKind::Joint { joint, .. } => place(ObjKind::Joint, joint),
            PathKind::Site(site) => place(ObjKind::Site, site),
            PathKind::Geom { geom, sidesite } => {
                // geom and side site move together
                let (g, s) = (space.name(geom), space.name(sidesite));
                let both = names.has(ObjKind::Geom, &g) && (s.is_empty() || names.has(ObjKind::Site, &s));
                if both {
                    *sidesite = s;
                    place(ObjKind::Geom, geom)
                } else {
                    names.has(ObjKind::Geom, geom)
                        && (sidesite.is_empty() || names.has(ObjKind::Site, sidesite))
                }
            }
            PathKind::Pulley(_) => true,
        };
        if !found {
            return None;
        }
    }
    if maps.foreign() {
        space.rename(&mut y.material);
    }
    (inside > 0).then_some(y)
}

pub(super) fn equality(x: &Equality, space: Space<'_>, _: &Maps, names: &Names) -> Option<Equality> {
    let kind = match x.kind {
        EqKind::Joint => ObjKind::Joint,
        EqKind::Tendon => ObjKind::Tendon,
        _ => x.objtype,
    };
    let (a, b) = (space.name(&x.name1), space.name(&x.name2));
    let found = names.has(kind, &a) && (b.is_empty() || names.has(kind, &b));
    found.then(|| Equality { name1: a, name2: b, ..x.clone() })
}

pub(super) fn actuator(x: &Actuator, space: Space<'_>, _: &Maps, names: &Names) -> Option<Actuator> {
    let kind = match x.trntype {
        TrnKind::Joint | TrnKind::Jointinparent => ObjKind::Joint,
        TrnKind::Tendon => ObjKind::Tendon,
        TrnKind::Body => ObjKind::Body,
        TrnKind::Slidercrank | TrnKind::Site | TrnKind::So3 => ObjKind::Site,
        TrnKind::Undefined => return None,
    };
    let mut y = x.clone();
    space.rename(&mut y.target);
    space.rename(&mut y.refsite);
    space.rename(&mut y.slidersite);
    let site = |s: &str| s.is_empty() || names.has(ObjKind::Site, s);
    (names.has(kind, &y.target) && site(&y.refsite) && site(&y.slidersite)).then_some(y)
}

pub(super) fn sensor(x: &Sensor, space: Space<'_>, _: &Maps, names: &Names) -> Option<Sensor> {
    let none = |k: ObjKind| k == ObjKind::Unknown;
    let (obj, re) = ((x.objtype, x.objname.as_str()), (x.reftype, x.refname.as_str()));
    let (objname, refname) = match (none(x.objtype), none(x.reftype)) {
        (true, true) => (String::new(), String::new()),
        (false, false) => two(names, space, obj.0, obj.1, re.0, re.1)?,
        (false, true) => {
            let a = space.name(obj.1);
            (names.has(obj.0, &a).then_some(a)?, String::new())
        }
        (true, false) => {
            let b = space.name(re.1);
            (String::new(), names.has(re.0, &b).then_some(b)?)
        }
    };
    Some(Sensor { objname, refname, ..x.clone() })
}

pub(super) fn tuple(x: &Tuple, space: Space<'_>, _: &Maps, names: &Names) -> Option<Tuple> {
    let mut y = x.clone();
    for (kind, name) in y.objtype.iter().zip(&mut y.objname) {
        space.rename(name);
        if !ObjKind::from_i32(*kind).is_some_and(|k| names.has(k, name)) {
            return None;
        }
    }
    (!y.objname.is_empty()).then_some(y)
}

/// True if something that this model's elements refer to exists in `all`, but not in `names`: it was taken out.
pub(super) fn lost(kind: ObjKind, name: &str, names: &Names, all: &Names) -> bool {
    !name.is_empty() && !names.has(kind, name) && all.has(kind, name)
}
