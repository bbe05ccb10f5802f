//! Sensors.

use super::Reader;
use super::values::Elem;
use crate::dom::NodeId;
use stiction_model::elements::{self as el, words as k};
use stiction_model::kinds::{DataKind, ObjKind, SensorKind as K, Stage};
use stiction_model::spec::Sensor;

/// Tag, kind, and the object that one attribute names.
const SIMPLE: [(&str, K, ObjKind, &str); 29] = [
    ("touch", K::Touch, ObjKind::Site, "site"),
    ("accelerometer", K::Accelerometer, ObjKind::Site, "site"),
    ("velocimeter", K::Velocimeter, ObjKind::Site, "site"),
    ("gyro", K::Gyro, ObjKind::Site, "site"),
    ("force", K::Force, ObjKind::Site, "site"),
    ("torque", K::Torque, ObjKind::Site, "site"),
    ("magnetometer", K::Magnetometer, ObjKind::Site, "site"),
    ("camprojection", K::Camprojection, ObjKind::Site, "site"),
    ("jointpos", K::Jointpos, ObjKind::Joint, "joint"),
    ("jointvel", K::Jointvel, ObjKind::Joint, "joint"),
    ("tendonpos", K::Tendonpos, ObjKind::Tendon, "tendon"),
    ("tendonvel", K::Tendonvel, ObjKind::Tendon, "tendon"),
    ("actuatorpos", K::Actuatorpos, ObjKind::Actuator, "actuator"),
    ("actuatorvel", K::Actuatorvel, ObjKind::Actuator, "actuator"),
    ("actuatorfrc", K::Actuatorfrc, ObjKind::Actuator, "actuator"),
    ("jointactuatorfrc", K::Jointactfrc, ObjKind::Joint, "joint"),
    ("tendonactuatorfrc", K::Tendonactfrc, ObjKind::Tendon, "tendon"),
    ("ballquat", K::Ballquat, ObjKind::Joint, "joint"),
    ("ballangvel", K::Ballangvel, ObjKind::Joint, "joint"),
    ("jointlimitpos", K::Jointlimitpos, ObjKind::Joint, "joint"),
    ("jointlimitvel", K::Jointlimitvel, ObjKind::Joint, "joint"),
    ("jointlimitfrc", K::Jointlimitfrc, ObjKind::Joint, "joint"),
    ("tendonlimitpos", K::Tendonlimitpos, ObjKind::Tendon, "tendon"),
    ("tendonlimitvel", K::Tendonlimitvel, ObjKind::Tendon, "tendon"),
    ("tendonlimitfrc", K::Tendonlimitfrc, ObjKind::Tendon, "tendon"),
    ("subtreecom", K::Subtreecom, ObjKind::Body, "body"),
    ("subtreelinvel", K::Subtreelinvel, ObjKind::Body, "body"),
    ("subtreeangmom", K::Subtreeangmom, ObjKind::Body, "body"),
    ("e_potential", K::EPotential, ObjKind::Unknown, ""),
];

/// Sensors of a frame.
const FRAME: [(&str, K); 9] = [
    ("framepos", K::Framepos),
    ("framequat", K::Framequat),
    ("framexaxis", K::Framexaxis),
    ("frameyaxis", K::Frameyaxis),
    ("framezaxis", K::Framezaxis),
    ("framelinvel", K::Framelinvel),
    ("frameangvel", K::Frameangvel),
    ("framelinacc", K::Framelinacc),
    ("frameangacc", K::Frameangacc),
];

/// The tag of a sensor and, for simple ones, the attribute that names its object.
pub(crate) fn tag(kind: K) -> (&'static str, &'static str) {
    if let Some(s) = SIMPLE.iter().find(|s| s.1 == kind) {
        return (s.0, s.3);
    }
    if let Some(f) = FRAME.iter().find(|f| f.1 == kind) {
        return (f.0, "objname");
    }
    match kind {
        K::EKinetic => ("e_kinetic", ""),
        K::Clock => ("clock", ""),
        K::Rangefinder => ("rangefinder", ""),
        K::Insidesite => ("insidesite", ""),
        K::Geomdist => ("distance", ""),
        K::Geomnormal => ("normal", ""),
        K::Geomfromto => ("fromto", ""),
        K::Contact => ("contact", ""),
        K::Tactile => ("tactile", ""),
        K::Plugin => ("plugin", ""),
        _ => ("user", ""),
    }
}

impl Reader<'_> {
    pub(super) fn sensor(&mut self, node: NodeId) {
        self.open(node, &el::SENSOR);
        for (child, schema) in self.children(node, &el::SENSOR) {
            let e = self.open(child, schema);
            let mut x = Sensor { meta: self.meta(&e, 0), ..Sensor::default() };
            self.fields(&e, &mut x);
            self.sensor_kind(&e, &mut x);
            if i64::from(x.nsample) * i64::from(x.dim.max(1)) > crate::MAX_ELEMENTS {
                let n = x.nsample;
                self.error_at(
                    &e,
                    "nsample",
                    format!("nsample is {n}, more than the limit of {}", crate::MAX_ELEMENTS),
                );
                x.nsample = 0;
            }
            self.spec.sensors.push(x);
        }
    }

    fn sensor_kind(&mut self, e: &Elem<'_>, x: &mut Sensor) {
        let tag = e.schema.tag;
        if let Some((_, kind, obj, attr)) = SIMPLE.iter().find(|s| s.0 == tag) {
            (x.kind, x.objtype) = (*kind, *obj);
            e.sett(attr, &mut x.objname);
            if *kind == K::Camprojection {
                x.reftype = ObjKind::Camera;
                e.sett("camera", &mut x.refname);
            }
            return;
        }
        if let Some((_, kind)) = FRAME.iter().find(|f| f.0 == tag) {
            x.kind = *kind;
            e.setk("objtype", &mut x.objtype, ObjKind::from_i32);
            e.sett("objname", &mut x.objname);
            e.setk("reftype", &mut x.reftype, ObjKind::from_i32);
            e.sett("refname", &mut x.refname);
            return;
        }
        match tag {
            "e_kinetic" => x.kind = K::EKinetic,
            "clock" => x.kind = K::Clock,
            "rangefinder" => self.rangefinder(e, x),
            "insidesite" => {
                (x.kind, x.reftype) = (K::Insidesite, ObjKind::Site);
                e.sett("site", &mut x.refname);
                e.setk("objtype", &mut x.objtype, ObjKind::from_i32);
                e.sett("objname", &mut x.objname);
                e.setk("enclosed", &mut x.intprm[0], Some);
            }
            "distance" | "normal" | "fromto" => {
                x.kind = match tag {
                    "distance" => K::Geomdist,
                    "normal" => K::Geomnormal,
                    _ => K::Geomfromto,
                };
                pick(
                    e,
                    &[("body1", ObjKind::Body), ("geom1", ObjKind::Geom)],
                    &mut x.objtype,
                    &mut x.objname,
                );
                pick(
                    e,
                    &[("body2", ObjKind::Body), ("geom2", ObjKind::Geom)],
                    &mut x.reftype,
                    &mut x.refname,
                );
            }
            "contact" => self.contact_sensor(e, x),
            "tactile" => {
                (x.kind, x.objtype, x.reftype) = (K::Tactile, ObjKind::Mesh, ObjKind::Geom);
                e.sett("mesh", &mut x.objname);
                e.sett("geom", &mut x.refname);
            }
            "plugin" => {
                x.kind = K::Plugin;
                e.setk("objtype", &mut x.objtype, ObjKind::from_i32);
                e.sett("objname", &mut x.objname);
                e.setk("reftype", &mut x.reftype, ObjKind::from_i32);
                e.sett("refname", &mut x.refname);
                let used = self.plugin(e);
                (x.plugin_name, x.plugin_config, x.plugin_instance) = (used.plugin, used.config, used.name);
            }
            _ => self.user_sensor(e, x),
        }
    }

    fn user_sensor(&mut self, e: &Elem<'_>, x: &mut Sensor) {
        x.kind = K::User;
        e.setk("objtype", &mut x.objtype, ObjKind::from_i32);
        e.sett("objname", &mut x.objname);
        x.dim = e.int("dim").unwrap_or(x.dim);
        e.setk("needstage", &mut x.needstage, Stage::from_i32);
        e.setk("datatype", &mut x.datatype, DataKind::from_i32);
        if i64::from(x.dim) > crate::MAX_ELEMENTS {
            self.error_at(
                e,
                "dim",
                format!("dim is {}, more than the limit of {}", x.dim, crate::MAX_ELEMENTS),
            );
            x.dim = 0;
        }
    }

    fn rangefinder(&mut self, e: &Elem<'_>, x: &mut Sensor) {
        x.kind = K::Rangefinder;
        pick(e, &[("site", ObjKind::Site), ("camera", ObjKind::Camera)], &mut x.objtype, &mut x.objname);
        x.intprm[0] = self.data_bits(e, k::RAYDATA);
    }

    fn contact_sensor(&mut self, e: &Elem<'_>, x: &mut Sensor) {
        x.kind = K::Contact;
        let first = [
            ("site", ObjKind::Site),
            ("body1", ObjKind::Body),
            ("subtree1", ObjKind::Xbody),
            ("geom1", ObjKind::Geom),
        ];
        let second = [("body2", ObjKind::Body), ("subtree2", ObjKind::Xbody), ("geom2", ObjKind::Geom)];
        pick(e, &first, &mut x.objtype, &mut x.objname);
        pick(e, &second, &mut x.reftype, &mut x.refname);
        x.intprm[0] = self.data_bits(e, k::CONTACTDATA);
        e.setk("reduce", &mut x.intprm[1], Some);
        x.intprm[2] = e.int("num").unwrap_or(1);
        if x.intprm[2] <= 0 {
            self.error_at(e, "num", "'num' must be positive");
            x.intprm[2] = 1;
        } else if i64::from(x.intprm[2]) > crate::MAX_ELEMENTS {
            self.error_at(e, "num", format!("'num' is more than the limit of {}", crate::MAX_ELEMENTS));
            x.intprm[2] = 1;
        }
    }

    /// The bits of the fields that `data` lists; they must be in order.
    fn data_bits(&mut self, e: &Elem<'_>, set: el::Words) -> i32 {
        let Some(list) = e.words("data").filter(|l| !l.is_empty()) else { return 1 };
        if list.windows(2).any(|w| w[1] <= w[0]) {
            let order = set.iter().map(|w| w.0).collect::<Vec<_>>().join(", ");
            self.error_at(e, "data", format!("data fields must be in this order: {order}"));
        }
        list.iter().fold(0, |bits, w| bits | 1 << w)
    }
}

/// The first of these attributes that is there, as kind and name of an object.
fn pick(e: &Elem<'_>, among: &[(&str, ObjKind)], kind: &mut ObjKind, name: &mut String) {
    for (attr, k) in among {
        if let Some(text) = e.text(attr) {
            *kind = *k;
            *name = text.into();
            return;
        }
    }
}
