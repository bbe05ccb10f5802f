//! Tendons: fixed (a linear combination of joints) and spatial (a path over sites, geoms and pulleys).

use super::Build;
use super::joint::Limit;
use super::report::Who;
use crate::Code;
use crate::elements::Fields;
use crate::ids::{ActuatorId, ObjectId};
use crate::kinds::{GeomKind, ObjKind, TendonKind, WrapKind};
use crate::spec::{PathItem, PathKind, Tendon};

/// A path element after its references are resolved.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Wrap {
    kind: WrapKind,
    id: i32,
    prm: f64,
}

impl Build<'_> {
    /// `tendon_*`, `wrap_*`.
    pub(crate) fn tendons(&mut self) {
        for (i, e) in self.spec.tendons.iter().enumerate() {
            let who = Who::new("tendon", &e.meta, i);
            let spatial = !matches!(e.path.first().map(|p| &p.kind), Some(PathKind::Joint { .. }));
            let path: Vec<Wrap> = e.path.iter().map(|p| self.wrap(p, who)).collect();
            self.check_tendon(e, spatial, who);
            if spatial {
                self.check_spatial(e, &path, who);
            } else {
                self.check_fixed(&path, who);
            }
            let limits = self.tendon_limits(e, who);
            let material = match e.material.as_str() {
                "" => None,
                name => self.find(ObjKind::Material, name, who),
            };
            self.push_tendon(e, spatial, path.len(), material, limits);
            if e.springlength == [-1.0, -1.0] {
                self.pending.springlength.push(i);
            }
            let w = &mut self.model.wrap;
            w.kind.extend(path.iter().map(|p| Code::from(p.kind)));
            w.objid.extend(path.iter().map(|p| ObjectId::of(p.id)));
            w.prm.extend(path.iter().map(|p| p.prm));
        }
    }

    fn wrap(&mut self, item: &PathItem, tendon: Who<'_>) -> Wrap {
        let who = Who { loc: item.loc.or(tendon.loc), ..tendon };
        let (kind, id, prm) = match &item.kind {
            PathKind::Joint { joint, coef } => {
                (WrapKind::Joint, self.find(ObjKind::Joint, joint, who), *coef)
            }
            PathKind::Site(name) => (WrapKind::Site, self.find(ObjKind::Site, name, who), 0.0),
            PathKind::Pulley(divisor) => {
                if divisor.is_nan() || *divisor <= 0.0 {
                    self.report.error(who, "the divisor of a pulley must be positive");
                }
                (WrapKind::Pulley, None, *divisor)
            }
            PathKind::Geom { geom, sidesite } => {
                let side = match sidesite.as_str() {
                    "" => -1.0,
                    name => self.find(ObjKind::Site, name, who).map_or(-1.0, |s| s as f64),
                };
                let id = self.find(ObjKind::Geom, geom, who);
                let shape = id.and_then(|g| self.model.geom.kind[g].get());
                let kind = match shape {
                    Some(GeomKind::Cylinder) => WrapKind::Cylinder,
                    Some(GeomKind::Sphere) | None => WrapKind::Sphere,
                    Some(_) => {
                        self.report.error(who, "a tendon can wrap only around spheres and cylinders");
                        WrapKind::Sphere
                    }
                };
                (kind, id, side)
            }
        };
        Wrap { kind, id: id.map_or(-1, |i| i as i32), prm }
    }

    fn check_tendon(&mut self, e: &Tendon, spatial: bool, who: Who<'_>) {
        let r = &mut self.report;
        if e.path.is_empty() {
            r.error(who, "its path is empty");
        } else if spatial && e.path.len() < 2 {
            r.error(who, "the path of a spatial tendon needs at least two elements");
        }
        if spatial && (e.width.is_nan() || e.width <= 0.0) {
            r.error(who.about(&["width"]), "width must be positive");
        }
        if e.armature < 0.0 {
            r.error(who.about(&["armature"]), "armature must not be negative");
        }
        if e.frictionloss < 0.0 {
            r.error(who.about(&["frictionloss"]), "frictionloss must not be negative");
        }
        if e.damping[0] < 0.0 {
            r.warn(who.about(&["damping"]), "damping is negative: the tendon gains energy");
        }
        if e.springyield < 0.0 {
            r.error(who.about(&["springyield"]), "springyield must not be negative");
        }
        if e.springlength[0] > e.springlength[1] {
            r.error(who.about(&["springlength"]), "springlength must not decrease");
        }
    }

    fn check_fixed(&mut self, path: &[Wrap], who: Who<'_>) {
        let mut seen = Vec::new();
        for p in path {
            if p.kind != WrapKind::Joint {
                self.report.error(who, "a fixed tendon may contain only joints");
                return;
            }
            let Ok(j) = usize::try_from(p.id) else { continue };
            if self.is_not_scalar(j) {
                self.report.error(who, "a fixed tendon may contain only hinge and slide joints");
            }
            seen.push(j);
        }
        seen.sort_unstable();
        if seen.windows(2).any(|w| w[0] == w[1]) {
            self.report.error(who, "a joint appears twice in a fixed tendon");
        }
    }

    fn check_spatial(&mut self, e: &Tendon, path: &[Wrap], who: Who<'_>) {
        let is =
            |i: Option<usize>, kind: WrapKind| i.and_then(|i| path.get(i)).is_some_and(|p| p.kind == kind);
        let pulley_or_end = |i: Option<usize>| i.is_none_or(|i| i >= path.len()) || is(i, WrapKind::Pulley);
        for (i, p) in path.iter().enumerate() {
            let (before, after) = (i.checked_sub(1), Some(i + 1));
            let wrong = match p.kind {
                WrapKind::Pulley if is(before, WrapKind::Pulley) => Some("two pulleys follow each other"),
                WrapKind::Pulley if i + 1 == path.len() => Some("the path ends with a pulley"),
                WrapKind::Site if pulley_or_end(before) && pulley_or_end(after) => {
                    Some("a site needs a neighbour that is not a pulley")
                }
                WrapKind::Site if is(after, WrapKind::Site) && p.id >= 0 && path[i + 1].id == p.id => {
                    Some("a site is repeated")
                }
                WrapKind::Sphere | WrapKind::Cylinder
                    if !is(before, WrapKind::Site) || !is(after, WrapKind::Site) =>
                {
                    Some("a geom must stand between two sites")
                }
                WrapKind::Sphere | WrapKind::Cylinder if e.armature > 0.0 => {
                    Some("a tendon with armature cannot wrap around geoms")
                }
                WrapKind::Joint => Some("a spatial tendon cannot contain joints"),
                _ => None,
            };
            if let Some(why) = wrong {
                let loc = e.path[i].loc.or(who.loc);
                self.report.error(Who { loc, ..who }, format!("path element {i}: {why}"));
            }
        }
    }

    fn tendon_limits(&mut self, e: &Tendon, who: Who<'_>) -> [bool; 2] {
        let auto = self.spec.compiler_of(&e.meta).autolimits;
        let r = &mut self.report;
        let limited = Limit { flag: e.limited, range: e.range, name: "range" }.resolve(auto, who, r);
        let force = Limit { flag: e.actfrclimited, range: e.actfrcrange, name: "actuatorfrcrange" };
        let actfrclimited = force.resolve(auto, who, r);
        if actfrclimited && (e.actfrcrange[0] > 0.0 || e.actfrcrange[1] < 0.0) {
            r.error(who.about(&["actuatorfrcrange"]), "actuatorfrcrange must contain 0");
        }
        [limited, actfrclimited]
    }

    fn push_tendon(
        &mut self,
        e: &Tendon,
        spatial: bool,
        len: usize,
        material: Option<usize>,
        limits: [bool; 2],
    ) {
        let adr = self.model.wrap.kind.len();
        e.fill(&mut self.model);
        let t = &mut self.model.tendon;
        t.kind.push(if spatial { TendonKind::Spatial } else { TendonKind::Fixed }.into());
        t.adr.push(adr.into());
        t.num.push(len as i32);
        t.matid.push(material.into());
        t.actuatorid.push(ActuatorId::NONE);
        t.plasticadr.push((e.springyield > 0.0).then_some(self.model.size.nplastic).into());
        self.model.size.nplastic += if e.springyield > 0.0 { 2 } else { 0 };
        t.limited.push(limits[0]);
        t.actfrclimited.push(limits[1]);
        t.length0.push(0.0);
        t.invweight0.push(0.0);
    }
}
