//! Sensors: what they read, how many numbers they give, and after which stage of a step.

use super::Build;
use super::options::within_budget;
use super::report::Who;
use crate::elements::Fields;
use crate::ids::{HistoryId, ObjectId};
use crate::kinds::{ContactField, DataKind, GeomKind, JointKind, ObjKind, RayField, SensorKind, Stage};
use crate::plugin::Plugin;
use crate::spec::Sensor;

use SensorKind as S;

/// Reductions of a contact sensor (`intprm[1]`).
const MAX_FORCE: i32 = 2;
const NET_FORCE: i32 = 3;

impl Build<'_> {
    /// `sensor_*`.
    pub(crate) fn sensors(&mut self) {
        for (i, e) in self.spec.sensors.iter().enumerate() {
            let who = Who::new("sensor", &e.meta, i);
            let obj = self.sensor_object(e.objtype, &e.objname, who);
            let reference = self.sensor_object(e.reftype, &e.refname, who);
            self.check_values(e, who);
            self.check_attachment(e, who);
            self.check_object(e, obj, reference, who);
            let plugin = self.plugin(&e.plugin_name, &e.plugin_config, who);
            let dim = self.sensor_dim(e, obj, who);
            self.push_sensor(e, [obj, reference], dim, who);
            self.model.sensor.plugin.push(plugin.into());
        }
    }

    fn sensor_object(&mut self, kind: ObjKind, name: &str, who: Who<'_>) -> Option<usize> {
        if kind == ObjKind::Unknown { None } else { self.find(kind, name, who) }
    }

    fn check_values(&mut self, e: &Sensor, who: Who<'_>) {
        let mut need = |ok: bool, why: &str| {
            if !ok {
                self.report.error(who, why);
            }
        };
        need(e.noise >= 0.0, "noise must not be negative");
        need(e.cutoff >= 0.0, "cutoff must not be negative");
        need(e.interval[0] >= 0.0, "the period of interval must not be negative");
        need(e.interval[1] <= 0.0, "the phase of interval must not be positive");
        need(
            e.interval[0] <= 0.0 || e.interval[1] > -e.interval[0],
            "the phase of interval must be greater than minus the period",
        );
        let data = datatype(e);
        let directed = data == DataKind::Quaternion || (data == DataKind::Axis && e.kind != S::Geomnormal);
        need(e.cutoff <= 0.0 || !directed, "cutoff cannot be used with axes and quaternions");
    }

    /// The sensor is attached to the right kind of object.
    fn check_attachment(&mut self, e: &Sensor, who: Who<'_>) {
        use ObjKind as O;
        let expected = wanted(e.kind, e.objtype, e.reftype);
        if !expected.is_empty() {
            self.report.error(who, format!("it must be attached to {expected}"));
        }
        if e.kind == S::Camprojection && e.reftype != O::Camera {
            self.report.error(who, "it needs a camera");
        }
        if e.kind == S::Insidesite && e.reftype != O::Site {
            self.report.error(who, "it needs a site");
        }
        let two = matches!(e.kind, S::Contact | S::Tactile);
        if e.reftype != O::Unknown && !two && !is_spatial(e.reftype) {
            self.report.error(who, "its reference must be a body, geom, site or camera");
        }
        if e.kind == S::Contact && !matches!(e.reftype, O::Body | O::Xbody | O::Geom | O::Unknown) {
            self.report.error(who, "its second object must be a body or a geom");
        }
        if e.kind == S::Plugin && e.objtype != O::Site {
            self.report.error(who, "its plugin must be attached to a site");
        }
    }

    /// The object has what the sensor reads.
    fn check_object(&mut self, e: &Sensor, obj: Option<usize>, reference: Option<usize>, who: Who<'_>) {
        let known = |&j: &usize| !self.doubts_joint(j, &["type", "range", "limited"]);
        let joint = obj.filter(|_| e.objtype == ObjKind::Joint).filter(known);
        let wrong = match e.kind {
            S::Jointpos | S::Jointvel | S::Jointactfrc => {
                joint.filter(|&j| self.is_not_scalar(j)).map(|_| "the joint must be a hinge or slide")
            }
            S::Ballquat | S::Ballangvel => {
                joint.filter(|&j| self.joint_kind(j) != JointKind::Ball).map(|_| "the joint must be a ball")
            }
            S::Jointlimitpos | S::Jointlimitvel | S::Jointlimitfrc => {
                joint.filter(|&j| !self.model.jnt.limited[j]).map(|_| "the joint has no limits")
            }
            S::Tendonlimitpos | S::Tendonlimitvel | S::Tendonlimitfrc => obj
                .filter(|&t| e.objtype == ObjKind::Tendon && !self.model.tendon.limited[t])
                .filter(|&t| {
                    let tendon = Who::new("tendon", &self.spec.tendons[t].meta, t);
                    !self.report.is_doubtful(tendon.about(&["range", "limited"]))
                })
                .map(|_| "the tendon has no limits"),
            S::Geomdist | S::Geomnormal | S::Geomfromto => {
                let hfield = |k: ObjKind, id: Option<usize>| {
                    k == ObjKind::Geom && id.is_some_and(|g| self.model.geom.kind[g] == GeomKind::Hfield)
                };
                if e.objtype == e.reftype && obj.is_some() && obj == reference {
                    Some("the two objects must be different")
                } else if hfield(e.objtype, obj) || hfield(e.reftype, reference) {
                    Some("height fields have no distance sensors")
                } else {
                    None
                }
            }
            S::Camprojection => self.flat_camera(e.reftype, reference),
            S::Rangefinder => self.flat_camera(e.objtype, obj),
            S::User => match (e.datatype, e.dim) {
                (_, d) if d < 0 => Some("dim must not be negative"),
                (DataKind::Axis, d) if d != 3 => Some("datatype axis requires dim 3"),
                (DataKind::Quaternion, d) if d != 4 => Some("datatype quaternion requires dim 4"),
                _ => None,
            },
            _ => None,
        };
        if let Some(why) = wrong {
            self.report.error(who, why);
        }
    }

    fn flat_camera(&self, kind: ObjKind, id: Option<usize>) -> Option<&'static str> {
        let flat = |c: usize| self.model.cam.resolution[c].iter().any(|&n| n <= 0);
        id.filter(|&c| kind == ObjKind::Camera && flat(c)).map(|_| "the camera needs a positive resolution")
    }

    /// Number of values; 0 and an error if it cannot be.
    fn sensor_dim(&mut self, e: &Sensor, obj: Option<usize>, who: Who<'_>) -> usize {
        let count = match e.kind {
            S::Actuatorpos | S::Actuatorvel | S::Actuatorfrc => {
                obj.and_then(|a| self.model.actuator.outnum.get(a)).map(|&n| n as u64)
            }
            S::Contact => self.contact_dim(e, who),
            S::Rangefinder => self.ray_dim(e, obj, who),
            S::Tactile => obj.and_then(|m| self.model.mesh.vertnum.get(m)).map(|&n| 3 * n as u64),
            S::User => u64::try_from(e.dim).ok(),
            S::Plugin => self.plugin_dim(e, who),
            kind => fixed_width(kind),
        };
        let Some(count) = count else { return 0 };
        let total = count.saturating_add(self.model.size.nsensordata as u64);
        if within_budget(Some(total), "its data", who, &mut self.report) { count as usize } else { 0 }
    }

    /// Of the plugin that was configured last.
    fn plugin_dim(&mut self, e: &Sensor, who: Who<'_>) -> Option<u64> {
        match self.model.plugins.last() {
            Some(Plugin::TouchGrid(g)) => Some((g.size[0] * g.size[1] * g.nchannel) as u64),
            _ if e.plugin_name.is_empty() => {
                self.report.error(who, "it names no plugin");
                None
            }
            _ => {
                self.report.error(who, "this plugin is no sensor");
                None
            }
        }
    }

    fn contact_dim(&mut self, e: &Sensor, who: Who<'_>) -> Option<u64> {
        let [fields, reduce, num] = e.intprm;
        if !self.known_fields(fields, ContactField::ALL.len(), who) {
            return None;
        }
        if !(0..=3).contains(&reduce) {
            self.report
                .error(who, format!("unknown reduction criterion (intprm[1]), got {reduce}: it is 0 to 3"));
        }
        let velocity = 1 << ContactField::Linvel as i32 | 1 << ContactField::Angvel as i32;
        if reduce == NET_FORCE && fields & velocity != 0 {
            self.report.error(who, "reduce netforce cannot be combined with linvel or angvel");
        }
        if num <= 0 {
            self.report.error(who, "num (intprm[2]) must be positive");
            return None;
        }
        contact_width(fields).checked_mul(num as u64)
    }

    fn ray_dim(&mut self, e: &Sensor, obj: Option<usize>, who: Who<'_>) -> Option<u64> {
        let fields = e.intprm[0];
        if !self.known_fields(fields, RayField::ALL.len(), who) {
            return None;
        }
        let rays = match (e.objtype, obj) {
            (ObjKind::Camera, Some(c)) => {
                let [w, h] = self.model.cam.resolution[c];
                u64::try_from(w).ok()?.checked_mul(u64::try_from(h).ok()?)?
            }
            _ => 1,
        };
        ray_width(fields).checked_mul(rays)
    }

    fn known_fields(&mut self, fields: i32, n: usize, who: Who<'_>) -> bool {
        if fields <= 0 {
            self.report.error(who, format!("data spec (intprm[0]) must be positive, got {fields}"));
        } else if fields >> n != 0 {
            let why =
                format!("data spec intprm[0]={fields} has bits set beyond the first {n}, one for each field");
            self.report.error(who, why);
        }
        fields > 0 && fields >> n == 0
    }

    fn push_sensor(&mut self, e: &Sensor, ids: [Option<usize>; 2], dim: usize, who: Who<'_>) {
        let nsample = self.history(e.nsample, e.delay, dim, who);
        let [obj, reference] = ids.map(|x| x.map_or(-1, |i| i as i32));
        e.fill(&mut self.model);
        let size = &mut self.model.size;
        let t = &mut self.model.sensor;
        t.datatype.push(datatype(e).into());
        t.needstage.push(needstage(e).into());
        t.objid.push(ObjectId::of(obj));
        t.refid.push(ObjectId::of(reference));
        t.dim.push(dim as i32);
        t.adr.push(size.nsensordata.into());
        size.nsensordata += dim;
        t.history.push([e.nsample, e.interp]);
        t.historyadr.push(if nsample > 0 { size.nhistory.into() } else { HistoryId::NONE });
        size.nhistory += if nsample > 0 { 2 + nsample + nsample * dim } else { 0 };
    }
}

/// Objects with a frame.
fn is_spatial(k: ObjKind) -> bool {
    use ObjKind as O;
    matches!(k, O::Body | O::Xbody | O::Geom | O::Site | O::Camera)
}

/// What a sensor must be attached to, if `on` and `to` are not it; empty: they are.
pub(crate) fn wanted(kind: SensorKind, on: ObjKind, to: ObjKind) -> &'static str {
    use ObjKind as O;
    match kind {
        S::Touch
        | S::Accelerometer
        | S::Velocimeter
        | S::Gyro
        | S::Force
        | S::Torque
        | S::Magnetometer
        | S::Camprojection
            if on != O::Site =>
        {
            "a site"
        }
        S::Rangefinder if !matches!(on, O::Site | O::Camera) => "a site or a camera",
        S::Jointpos
        | S::Jointvel
        | S::Jointactfrc
        | S::Ballquat
        | S::Ballangvel
        | S::Jointlimitpos
        | S::Jointlimitvel
        | S::Jointlimitfrc
            if on != O::Joint =>
        {
            "a joint"
        }
        S::Tendonpos
        | S::Tendonvel
        | S::Tendonactfrc
        | S::Tendonlimitpos
        | S::Tendonlimitvel
        | S::Tendonlimitfrc
            if on != O::Tendon =>
        {
            "a tendon"
        }
        S::Actuatorpos | S::Actuatorvel | S::Actuatorfrc if on != O::Actuator => "an actuator",
        S::Framepos
        | S::Framequat
        | S::Framexaxis
        | S::Frameyaxis
        | S::Framezaxis
        | S::Framelinvel
        | S::Frameangvel
        | S::Framelinacc
        | S::Frameangacc
        | S::Insidesite
            if !is_spatial(on) =>
        {
            "a body, geom, site or camera"
        }
        S::Subtreecom | S::Subtreelinvel | S::Subtreeangmom if on != O::Body => "a body",
        S::Geomdist | S::Geomnormal | S::Geomfromto
            if !matches!(on, O::Body | O::Geom) || !matches!(to, O::Body | O::Geom) =>
        {
            "two bodies or geoms"
        }
        S::Contact if !matches!(on, O::Site | O::Body | O::Xbody | O::Geom | O::Unknown) => {
            "a body, geom, site or nothing"
        }
        S::Tactile if on != O::Mesh || to != O::Geom => "a mesh and a geom",
        _ => "",
    }
}

/// Number of values of sensors that always have the same.
pub(crate) fn fixed_width(kind: SensorKind) -> Option<u64> {
    match kind {
        S::Camprojection => Some(2),
        S::Ballquat | S::Framequat => Some(4),
        S::Geomfromto => Some(6),
        S::Accelerometer
        | S::Velocimeter
        | S::Gyro
        | S::Force
        | S::Torque
        | S::Magnetometer
        | S::Ballangvel
        | S::Framepos
        | S::Framexaxis
        | S::Frameyaxis
        | S::Framezaxis
        | S::Framelinvel
        | S::Frameangvel
        | S::Framelinacc
        | S::Frameangacc
        | S::Subtreecom
        | S::Subtreelinvel
        | S::Subtreeangmom
        | S::Geomnormal => Some(3),
        S::Actuatorpos
        | S::Actuatorvel
        | S::Actuatorfrc
        | S::Contact
        | S::Rangefinder
        | S::Tactile
        | S::User
        | S::Plugin => None,
        _ => Some(1),
    }
}

/// Numbers of one contact with these fields.
pub(crate) fn contact_width(fields: i32) -> u64 {
    let width = |f: ContactField| if matches!(f, ContactField::Found | ContactField::Dist) { 1 } else { 3 };
    ContactField::ALL.iter().filter(|f| fields >> **f as i32 & 1 == 1).map(|f| width(*f)).sum()
}

/// Numbers of one ray with these fields.
pub(crate) fn ray_width(fields: i32) -> u64 {
    let width = |f: RayField| if matches!(f, RayField::Dist | RayField::Depth) { 1 } else { 3 };
    RayField::ALL.iter().filter(|f| fields >> **f as i32 & 1 == 1).map(|f| width(*f)).sum()
}

fn datatype(e: &Sensor) -> DataKind {
    match e.kind {
        S::Touch => DataKind::Positive,
        // an enclosure is measured by a signed distance
        S::Insidesite => {
            if e.intprm[0] == 0 {
                DataKind::Positive
            } else {
                DataKind::Real
            }
        }
        S::Framexaxis | S::Frameyaxis | S::Framezaxis | S::Geomnormal => DataKind::Axis,
        S::Ballquat | S::Framequat => DataKind::Quaternion,
        S::User => e.datatype,
        _ => DataKind::Real,
    }
}

fn needstage(e: &Sensor) -> Stage {
    match e.kind {
        S::User => e.needstage,
        S::Touch
        | S::Accelerometer
        | S::Force
        | S::Torque
        | S::Actuatorfrc
        | S::Jointactfrc
        | S::Tendonactfrc
        | S::Jointlimitfrc
        | S::Tendonlimitfrc
        | S::Framelinacc
        | S::Frameangacc
        | S::Plugin => Stage::Acc,
        S::Velocimeter
        | S::Gyro
        | S::Jointvel
        | S::Tendonvel
        | S::Actuatorvel
        | S::Ballangvel
        | S::Jointlimitvel
        | S::Tendonlimitvel
        | S::Framelinvel
        | S::Frameangvel
        | S::Subtreelinvel
        | S::Subtreeangmom
        | S::Tactile => Stage::Vel,
        S::Contact => contact_stage(e.intprm[0], e.intprm[1]),
        _ => Stage::Pos,
    }
}

/// Forces need the solution, velocities the velocities; the rest is known once contacts are found.
fn contact_stage(fields: i32, reduce: i32) -> Stage {
    let has = |f: ContactField| fields >> f as i32 & 1 == 1;
    if has(ContactField::Force) || has(ContactField::Torque) || matches!(reduce, MAX_FORCE | NET_FORCE) {
        Stage::Acc
    } else if has(ContactField::Linvel) || has(ContactField::Angvel) {
        Stage::Vel
    } else {
        Stage::Pos
    }
}
