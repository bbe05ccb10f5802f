//! Sections of settings: compiler, option, size, visual, statistic.

use super::Reader;
use super::values::{Elem, short};
use crate::dom::NodeId;
use crate::schema::settings as s;
use stiction_model::diag::Diagnostic;
use stiction_model::kinds::{AttachConflict, LengthRangeMode, Tri, disable, enable};
use stiction_model::spec::SizeRequest;
use stiction_spatial::Vec3;

/// Largest iteration count; more is capped with a warning.
const MAX_ITERATIONS: i32 = 100_000;

/// Most memory that a file may ask for [bytes].
const MAX_MEMORY: i64 = 8 << 30;

/// Flags that are bits of `disableflags`.
pub(crate) const DISABLE: [(&str, i32); 20] = [
    ("constraint", disable::CONSTRAINT),
    ("equality", disable::EQUALITY),
    ("frictionloss", disable::FRICTIONLOSS),
    ("limit", disable::LIMIT),
    ("contact", disable::CONTACT),
    ("spring", disable::SPRING),
    ("damper", disable::DAMPER),
    ("gravity", disable::GRAVITY),
    ("clampctrl", disable::CLAMPCTRL),
    ("warmstart", disable::WARMSTART),
    ("filterparent", disable::FILTERPARENT),
    ("actuation", disable::ACTUATION),
    ("refsafe", disable::REFSAFE),
    ("sensor", disable::SENSOR),
    ("midphase", disable::MIDPHASE),
    ("eulerdamp", disable::EULERDAMP),
    ("autoreset", disable::AUTORESET),
    ("nativeccd", disable::NATIVECCD),
    ("island", disable::ISLAND),
    ("multiccd", disable::MULTICCD),
];

/// Flags that are bits of `enableflags`.
pub(crate) const ENABLE: [(&str, i32); 8] = [
    ("override", enable::OVERRIDE),
    ("energy", enable::ENERGY),
    ("fwdinv", enable::FWDINV),
    ("invdiscrete", enable::INVDISCRETE),
    ("sleep", enable::SLEEP),
    ("diagexact", enable::DIAGEXACT),
    ("ipc", enable::IPC),
    ("speculative", enable::SPECULATIVE),
];

/// Selects a size.
type Field = fn(&mut SizeRequest) -> &mut i32;

fn set3(e: &Elem<'_>, name: &str, to: &mut Vec3) {
    if let Some(v) = e.vec::<3>(name) {
        *to = Vec3(v);
    }
}

impl Reader<'_> {
    pub(crate) fn compiler(&mut self, node: NodeId) {
        let e = self.open(node, &s::COMPILER);
        if e.word("coordinate") == Some(1) {
            self.report(
                Diagnostic::error("global coordinates are no longer supported")
                    .on("compiler")
                    .at(e.loc("coordinate"))
                    .hint(format!("use {}", s::COORDINATE_HINT)),
            );
        }
        let c = &mut self.spec.compiler;
        e.setb("autolimits", &mut c.autolimits);
        e.set1("boundmass", &mut c.boundmass);
        e.set1("boundinertia", &mut c.boundinertia);
        e.set1("settotalmass", &mut c.settotalmass);
        e.setb("balanceinertia", &mut c.balanceinertia);
        e.setb("strippath", &mut c.strippath);
        e.setb("angle", &mut c.degree);
        e.setb("fitaabb", &mut c.fitaabb);
        e.setb("discardvisual", &mut c.discardvisual);
        e.setb("usethread", &mut c.usethread);
        e.setb("fusestatic", &mut c.fusestatic);
        e.setk("inertiafromgeom", &mut c.inertiafromgeom, Tri::from_i32);
        e.seti("inertiagrouprange", &mut c.inertiagrouprange);
        e.setb("saveinertial", &mut c.saveinertial);
        e.setb("savecompiled", &mut c.savecompiled);
        e.setb("savecanonical", &mut c.savecanonical);
        e.setb("alignfree", &mut c.alignfree);
        e.setb("passthrough", &mut c.passthrough);
        e.setk("conflict", &mut c.conflict, AttachConflict::from_i32);
        if let Some(dir) = e.text("assetdir") {
            c.meshdir = dir.into();
            c.texturedir = dir.into();
        }
        e.sett("meshdir", &mut c.meshdir);
        e.sett("texturedir", &mut c.texturedir);
        self.eulerseq(&e);
        if e.has("settotalmass") {
            self.warn(
                &e,
                "settotalmass",
                "'settotalmass' is deprecated; scale masses and densities in the model",
            );
        }
        for (child, schema) in self.children(node, &s::COMPILER) {
            let e = self.open(child, schema);
            let l = &mut self.spec.compiler.lengthrange;
            e.setk("mode", &mut l.mode, LengthRangeMode::from_i32);
            e.setb("useexisting", &mut l.useexisting);
            e.setb("uselimit", &mut l.uselimit);
            e.set1("accel", &mut l.accel);
            e.set1("maxforce", &mut l.maxforce);
            e.set1("timeconst", &mut l.timeconst);
            e.set1("timestep", &mut l.timestep);
            e.set1("inttotal", &mut l.inttotal);
            e.set1("interval", &mut l.interval);
            e.set1("tolrange", &mut l.tolrange);
        }
    }

    fn eulerseq(&mut self, e: &Elem<'_>) {
        let Some(text) = e.text("eulerseq") else { return };
        let seq: Result<[u8; 3], _> = text.as_bytes().try_into();
        match seq {
            Ok(seq) if seq.iter().all(|c| b"xyzXYZ".contains(c)) => self.spec.compiler.eulerseq = seq,
            _ => self.error_at(
                e,
                "eulerseq",
                format!("eulerseq must be three of the letters x, y, z, X, Y, Z, not '{}'", short(text)),
            ),
        }
    }

    pub(crate) fn option(&mut self, node: NodeId) {
        let e = self.open(node, &s::OPTION);
        let o = &mut self.spec.option;
        e.set1("timestep", &mut o.timestep);
        e.set1("impratio", &mut o.impratio);
        e.set1("tolerance", &mut o.tolerance);
        e.set1("ls_tolerance", &mut o.ls_tolerance);
        e.set1("noslip_tolerance", &mut o.noslip_tolerance);
        e.set1("ccd_tolerance", &mut o.ccd_tolerance);
        e.set1("sleep_tolerance", &mut o.sleep_tolerance);
        set3(&e, "gravity", &mut o.gravity);
        set3(&e, "wind", &mut o.wind);
        set3(&e, "magnetic", &mut o.magnetic);
        e.set1("density", &mut o.density);
        e.set1("viscosity", &mut o.viscosity);
        e.set1("o_margin", &mut o.o_margin);
        e.set("o_solref", &mut o.o_solref);
        e.set("o_solimp", &mut o.o_solimp);
        e.set("o_friction", &mut o.o_friction);
        e.setk("integrator", &mut o.integrator, Some);
        e.setk("cone", &mut o.cone, Some);
        e.setk("jacobian", &mut o.jacobian, Some);
        e.setk("solver", &mut o.solver, Some);
        e.seti1("iterations", &mut o.iterations);
        e.seti1("ls_iterations", &mut o.ls_iterations);
        e.seti1("noslip_iterations", &mut o.noslip_iterations);
        e.seti1("ccd_iterations", &mut o.ccd_iterations);
        e.seti1("sdf_iterations", &mut o.sdf_iterations);
        e.seti1("sdf_initpoints", &mut o.sdf_initpoints);
        for a in s::OPTION.all_attrs().filter(|a| e.has(a.name)) {
            self.spec.authored.push(format!("option.{}", a.name));
        }
        self.check_option(&e);
        for (child, schema) in self.children(node, &s::OPTION) {
            let e = self.open(child, schema);
            for (name, bit) in DISABLE {
                if let Some(on) = e.flag(name) {
                    let f = &mut self.spec.option.disableflags;
                    *f = if on { *f & !bit } else { *f | bit };
                }
            }
            for (name, bit) in ENABLE {
                if let Some(on) = e.flag(name) {
                    let f = &mut self.spec.option.enableflags;
                    *f = if on { *f | bit } else { *f & !bit };
                }
            }
        }
    }

    fn check_option(&mut self, e: &Elem<'_>) {
        if e.num("timestep").is_some_and(|t| t <= 0.0) {
            self.error_at(e, "timestep", "timestep must be positive");
        }
        for name in ["iterations", "ls_iterations", "noslip_iterations", "ccd_iterations", "sdf_iterations"] {
            let Some(n) = e.int(name) else { continue };
            if n < 0 {
                self.error_at(e, name, format!("'{name}' cannot be negative"));
            } else if n > MAX_ITERATIONS {
                self.warn(e, name, format!("'{name}' is {n}; capped at {MAX_ITERATIONS}"));
                let o = &mut self.spec.option;
                match name {
                    "iterations" => o.iterations = MAX_ITERATIONS,
                    "ls_iterations" => o.ls_iterations = MAX_ITERATIONS,
                    "noslip_iterations" => o.noslip_iterations = MAX_ITERATIONS,
                    "ccd_iterations" => o.ccd_iterations = MAX_ITERATIONS,
                    _ => o.sdf_iterations = MAX_ITERATIONS,
                }
            }
        }
        for &g in e.nums("actuatorgroupdisable").unwrap_or(&[]) {
            if (0.0..=30.0).contains(&g) {
                self.spec.option.disableactuator |= 1 << g as i32;
            } else {
                self.error_at(
                    e,
                    "actuatorgroupdisable",
                    format!("actuator group {g} is not between 0 and 30"),
                );
            }
        }
    }

    pub(crate) fn size(&mut self, node: NodeId) {
        let e = self.open(node, &s::SIZE);
        if let Some(text) = e.text("memory") {
            match memory(text) {
                Some(n) if n > MAX_MEMORY => {
                    self.error_at(
                        &e,
                        "memory",
                        format!("memory is {n} bytes, more than the limit of {MAX_MEMORY}"),
                    );
                }
                Some(n) => self.spec.size.memory = n,
                None => self.error_at(
                    &e,
                    "memory",
                    "memory must be an unsigned integer with an optional suffix K, M, G, T, P or E",
                ),
            }
        }
        let z = &mut self.spec.size;
        let fields: [(&str, Field); 13] = [
            ("njmax", |z| &mut z.njmax),
            ("nconmax", |z| &mut z.nconmax),
            ("nstack", |z| &mut z.nstack),
            ("nuserdata", |z| &mut z.nuserdata),
            ("nkey", |z| &mut z.nkey),
            ("nuser_body", |z| &mut z.nuser_body),
            ("nuser_jnt", |z| &mut z.nuser_jnt),
            ("nuser_geom", |z| &mut z.nuser_geom),
            ("nuser_site", |z| &mut z.nuser_site),
            ("nuser_cam", |z| &mut z.nuser_cam),
            ("nuser_tendon", |z| &mut z.nuser_tendon),
            ("nuser_actuator", |z| &mut z.nuser_actuator),
            ("nuser_sensor", |z| &mut z.nuser_sensor),
        ];
        let mut bad = Vec::new();
        for (name, field) in fields {
            let Some(n) = e.int(name) else { continue };
            let least = if matches!(name, "nuserdata" | "nkey") { 0 } else { -1 };
            if n < least {
                bad.push((name, format!("'{name}' must be at least {least}")));
            } else if i64::from(n) > crate::MAX_ELEMENTS && !matches!(name, "njmax" | "nconmax" | "nstack") {
                bad.push((name, format!("'{name}' is {n}, more than the limit of {}", crate::MAX_ELEMENTS)));
            } else {
                *field(z) = n;
            }
        }
        for (name, message) in bad {
            self.error_at(&e, name, message);
        }
    }

    pub(super) fn statistic(&mut self, node: NodeId) {
        let e = self.open(node, &s::STATISTIC);
        let st = &mut self.spec.statistic;
        for (name, to) in [
            ("meaninertia", &mut st.meaninertia),
            ("meanmass", &mut st.meanmass),
            ("meansize", &mut st.meansize),
            ("extent", &mut st.extent),
        ] {
            if let Some(x) = e.num(name) {
                *to = Some(x);
            }
        }
        if let Some(v) = e.vec::<3>("center") {
            st.center = Some(Vec3(v));
        }
        if e.num("extent").is_some_and(|x| x <= 0.0) {
            self.error_at(&e, "extent", "extent must be positive");
        }
        if e.has("meaninertia") {
            self.warn(&e, "meaninertia", "'meaninertia' is deprecated and has no effect on the solver");
        }
    }

    pub(super) fn visual(&mut self, node: NodeId) {
        self.open(node, &s::VISUAL);
        for (child, schema) in self.children(node, &s::VISUAL) {
            let e = self.open(child, schema);
            match schema.tag {
                "global" => self.visual_global(&e),
                "quality" => {
                    let q = &mut self.spec.visual.quality;
                    e.seti1("shadowsize", &mut q.shadowsize);
                    e.seti1("offsamples", &mut q.offsamples);
                    e.seti1("numslices", &mut q.numslices);
                    e.seti1("numstacks", &mut q.numstacks);
                    e.seti1("numquads", &mut q.numquads);
                }
                "headlight" => {
                    let h = &mut self.spec.visual.headlight;
                    e.setf("ambient", &mut h.ambient);
                    e.setf("diffuse", &mut h.diffuse);
                    e.setf("specular", &mut h.specular);
                    e.setk("active", &mut h.active, Some);
                }
                "map" => {
                    for (name, to) in visual_map(&mut self.spec.visual.map) {
                        e.setf1(name, to);
                    }
                    if e.num("znear").is_some_and(|z| z <= 0.0) {
                        self.error_at(&e, "znear", "znear must be positive");
                    }
                }
                "scale" => {
                    for (name, to) in visual_scale(&mut self.spec.visual.scale) {
                        e.setf1(name, to);
                    }
                }
                _ => {
                    for (name, to) in visual_rgba(&mut self.spec.visual.rgba) {
                        e.setf(name, to);
                    }
                }
            }
        }
    }

    fn visual_global(&mut self, e: &Elem<'_>) {
        let g = &mut self.spec.visual.global;
        e.seti1("cameraid", &mut g.cameraid);
        e.setk("orthographic", &mut g.orthographic, Some);
        e.setf1("fovy", &mut g.fovy);
        e.setf1("ipd", &mut g.ipd);
        e.setf1("azimuth", &mut g.azimuth);
        e.setf1("elevation", &mut g.elevation);
        e.setf1("linewidth", &mut g.linewidth);
        e.setf1("glow", &mut g.glow);
        e.setf1("realtime", &mut g.realtime);
        e.seti1("offwidth", &mut g.offwidth);
        e.seti1("offheight", &mut g.offheight);
        e.setk("ellipsoidinertia", &mut g.ellipsoidinertia, Some);
        e.setk("bvactive", &mut g.bvactive, Some);
        if e.num("realtime").is_some_and(|x| x <= 0.0) {
            self.error_at(e, "realtime", "realtime must be positive");
        }
    }
}

/// Fields of `visual/map` by name.
pub(crate) fn visual_map(m: &mut stiction_model::options::VisualMap) -> [(&'static str, &mut f32); 13] {
    [
        ("stiffness", &mut m.stiffness),
        ("stiffnessrot", &mut m.stiffnessrot),
        ("force", &mut m.force),
        ("torque", &mut m.torque),
        ("alpha", &mut m.alpha),
        ("fogstart", &mut m.fogstart),
        ("fogend", &mut m.fogend),
        ("znear", &mut m.znear),
        ("zfar", &mut m.zfar),
        ("haze", &mut m.haze),
        ("shadowclip", &mut m.shadowclip),
        ("shadowscale", &mut m.shadowscale),
        ("actuatortendon", &mut m.actuatortendon),
    ]
}

/// Fields of `visual/scale` by name.
pub(crate) fn visual_scale(s: &mut stiction_model::options::VisualScale) -> [(&'static str, &mut f32); 17] {
    [
        ("forcewidth", &mut s.forcewidth),
        ("contactwidth", &mut s.contactwidth),
        ("contactheight", &mut s.contactheight),
        ("connect", &mut s.connect),
        ("com", &mut s.com),
        ("camera", &mut s.camera),
        ("light", &mut s.light),
        ("selectpoint", &mut s.selectpoint),
        ("jointlength", &mut s.jointlength),
        ("jointwidth", &mut s.jointwidth),
        ("actuatorlength", &mut s.actuatorlength),
        ("actuatorwidth", &mut s.actuatorwidth),
        ("framelength", &mut s.framelength),
        ("framewidth", &mut s.framewidth),
        ("constraint", &mut s.constraint),
        ("slidercrank", &mut s.slidercrank),
        ("frustum", &mut s.frustum),
    ]
}

/// Fields of `visual/rgba` by name.
pub(crate) fn visual_rgba(
    c: &mut stiction_model::options::VisualRgba,
) -> [(&'static str, &mut [f32; 4]); 25] {
    [
        ("fog", &mut c.fog),
        ("haze", &mut c.haze),
        ("force", &mut c.force),
        ("inertia", &mut c.inertia),
        ("joint", &mut c.joint),
        ("actuator", &mut c.actuator),
        ("actuatornegative", &mut c.actuatornegative),
        ("actuatorpositive", &mut c.actuatorpositive),
        ("com", &mut c.com),
        ("camera", &mut c.camera),
        ("light", &mut c.light),
        ("selectpoint", &mut c.selectpoint),
        ("connect", &mut c.connect),
        ("contactpoint", &mut c.contactpoint),
        ("contactforce", &mut c.contactforce),
        ("contactfriction", &mut c.contactfriction),
        ("contacttorque", &mut c.contacttorque),
        ("contactgap", &mut c.contactgap),
        ("rangefinder", &mut c.rangefinder),
        ("constraint", &mut c.constraint),
        ("slidercrank", &mut c.slidercrank),
        ("crankbroken", &mut c.crankbroken),
        ("frustum", &mut c.frustum),
        ("bv", &mut c.bv),
        ("bvactive", &mut c.bvactive),
    ]
}

/// Bytes from `"20M"`; −1 stays "not given".
fn memory(text: &str) -> Option<i64> {
    let t = text.trim();
    if t == "-1" {
        return Some(-1);
    }
    let digits = t.bytes().take_while(u8::is_ascii_digit).count();
    let n: u64 = t[..digits].parse().ok()?;
    let shift = match &t[digits..] {
        "" => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        "T" | "t" => 40,
        "P" | "p" => 50,
        "E" | "e" => 60,
        _ => return None,
    };
    let total = n.checked_mul(1u64 << shift)?;
    i64::try_from(total).ok()
}

#[cfg(test)]
mod tests {
    use super::memory;

    #[test]
    fn memory_sizes() {
        assert_eq!(memory("20M"), Some(20 << 20));
        assert_eq!(memory(" 7 "), Some(7));
        assert_eq!(memory("-1"), Some(-1));
        assert_eq!(memory("-2"), None);
        assert_eq!(memory("1KB"), None);
        assert_eq!(memory("99999999999E"), None);
    }
}
