//! Reference dumps: named arrays written by `crates/testkit/dump.py` from the oracle.
//!
//! A dump is a sequence of records: u16 name length, name, dtype byte (`d` f64, `f` f32, `i` i32, `l` i64, `B` u8, `?` bool),
//! u8 number of dimensions, u64 per dimension, the little-endian numbers. Names `m.x` are model fields, `d.x` data fields,
//! `opt.x` options, `size.x` sizes, `stat.x` statistics, and the rest is free.

use std::collections::BTreeMap;
use std::path::Path;
use stiction_model::Model;
use stiction_model::fields::NumbersMut;
use stiction_spatial::Vec3;

/// One array of a dump, converted to f64.
#[derive(Clone, Debug, Default)]
pub struct Array {
    /// Dimensions.
    pub shape: Vec<usize>,
    /// Numbers in row-major order.
    pub data: Vec<f64>,
}

/// All arrays of a dump, by name.
#[derive(Clone, Debug, Default)]
pub struct Dump(pub BTreeMap<String, Array>);

impl Dump {
    /// Reads a dump.
    ///
    /// # Panics
    /// If the file is missing or malformed: dumps are test fixtures.
    pub fn read(path: impl AsRef<Path>) -> Dump {
        let bytes =
            std::fs::read(path.as_ref()).unwrap_or_else(|e| panic!("{}: {e}", path.as_ref().display()));
        let mut out = BTreeMap::new();
        let mut at = 0;
        let mut take = |n: usize| {
            at += n;
            &bytes[at - n..at]
        };
        let total = bytes.len();
        let mut used = 0;
        while used < total {
            let n = u16::from_le_bytes(take(2).try_into().expect("2 bytes")) as usize;
            let name = String::from_utf8(take(n).to_vec()).expect("utf-8 name");
            let (kind, ndim) = (take(1)[0], take(1)[0] as usize);
            let shape: Vec<usize> = (0..ndim)
                .map(|_| u64::from_le_bytes(take(8).try_into().expect("8 bytes")) as usize)
                .collect();
            let count: usize = shape.iter().product();
            let width = match kind {
                b'd' | b'l' => 8,
                b'f' | b'i' => 4,
                _ => 1,
            };
            let raw = take(count * width);
            let data = raw
                .chunks_exact(width)
                .map(|c| match kind {
                    b'd' => f64::from_le_bytes(c.try_into().expect("8 bytes")),
                    b'l' => i64::from_le_bytes(c.try_into().expect("8 bytes")) as f64,
                    b'f' => f64::from(f32::from_le_bytes(c.try_into().expect("4 bytes"))),
                    b'i' => f64::from(i32::from_le_bytes(c.try_into().expect("4 bytes"))),
                    _ => f64::from(c[0]),
                })
                .collect();
            used += 4 + n + 8 * ndim + count * width;
            out.insert(name, Array { shape, data });
        }
        Dump(out)
    }

    /// The numbers of one array.
    ///
    /// # Panics
    /// If the dump has no such array.
    pub fn get(&self, name: &str) -> &[f64] {
        &self.0.get(name).unwrap_or_else(|| panic!("no array {name} in the dump")).data
    }

    /// One number.
    pub fn scalar(&self, name: &str) -> f64 {
        self.get(name)[0]
    }

    /// The model of the dump (names are not carried over).
    pub fn model(&self) -> Model {
        let mut m = Model::default();
        m.size.each_mut(&mut |name, value| {
            if let Some(a) = self.0.get(&format!("size.{name}")) {
                *value = a.data[0] as usize;
            }
        });
        self.read_widths(&mut m);
        m.each_field(&mut |name, field| {
            if let Some(a) = self.0.get(&format!("m.{name}")) {
                field.resize_rows(a.shape[0]);
                fill(field.numbers_mut(), &a.data);
            }
        });
        self.read_options(&mut m);
        m.flg_gravcomp = self.scalar("flg.gravcomp") != 0.0;
        m.flg_surfacevel = self.scalar("flg.surfacevel") != 0.0;
        m.flg_adhesion = self.scalar("flg.adhesion") != 0.0;
        m.seal();
        m
    }

    fn read_widths(&self, m: &mut Model) {
        let s = m.size.clone();
        m.body.user.width = s.nuser_body;
        m.jnt.user.width = s.nuser_jnt;
        m.geom.user.width = s.nuser_geom;
        m.site.user.width = s.nuser_site;
        m.cam.user.width = s.nuser_cam;
        m.tendon.user.width = s.nuser_tendon;
        m.actuator.user.width = s.nuser_actuator;
        m.sensor.user.width = s.nuser_sensor;
        m.key.qpos.width = s.nq;
        m.key.qvel.width = s.nv;
        m.key.act.width = s.na;
        m.key.mpos.width = 3 * s.nmocap;
        m.key.mquat.width = 4 * s.nmocap;
        m.key.ctrl.width = s.nu;
        m.key.plastic.width = s.nplastic;
    }

    fn read_options(&self, m: &mut Model) {
        let f = |n: &str| self.scalar(&format!("opt.{n}"));
        let v = |n: &str| Vec3([0, 1, 2].map(|k| self.get(&format!("opt.{n}"))[k]));
        let o = &mut m.opt;
        (o.timestep, o.impratio, o.tolerance, o.ls_tolerance) =
            (f("timestep"), f("impratio"), f("tolerance"), f("ls_tolerance"));
        (o.noslip_tolerance, o.ccd_tolerance, o.sleep_tolerance) =
            (f("noslip_tolerance"), f("ccd_tolerance"), f("sleep_tolerance"));
        (o.gravity, o.wind, o.magnetic) = (v("gravity"), v("wind"), v("magnetic"));
        (o.density, o.viscosity, o.o_margin) = (f("density"), f("viscosity"), f("o_margin"));
        o.o_solref.copy_from_slice(self.get("opt.o_solref"));
        o.o_solimp.copy_from_slice(self.get("opt.o_solimp"));
        o.o_friction.copy_from_slice(self.get("opt.o_friction"));
        (o.integrator, o.cone, o.jacobian, o.solver) =
            (f("integrator") as i32, f("cone") as i32, f("jacobian") as i32, f("solver") as i32);
        (o.iterations, o.ls_iterations) = (f("iterations") as i32, f("ls_iterations") as i32);
        (o.noslip_iterations, o.ccd_iterations) = (f("noslip_iterations") as i32, f("ccd_iterations") as i32);
        (o.disableflags, o.enableflags, o.disableactuator) =
            (f("disableflags") as i32, f("enableflags") as i32, f("disableactuator") as i32);
        let s = &mut m.stat;
        let g = |n: &str| self.scalar(&format!("stat.{n}"));
        (s.meaninertia, s.meanmass, s.meansize, s.extent) =
            (g("meaninertia"), g("meanmass"), g("meansize"), g("extent"));
        s.center = Vec3([0, 1, 2].map(|k| self.get("stat.center")[k]));
    }
}

fn fill(dst: NumbersMut<'_>, src: &[f64]) {
    match dst {
        NumbersMut::F64(d) => d.copy_from_slice(src),
        NumbersMut::F32(d) => d.iter_mut().zip(src).for_each(|(d, s)| *d = *s as f32),
        NumbersMut::I32(d) => d.iter_mut().zip(src).for_each(|(d, s)| *d = *s as i32),
        NumbersMut::I64(d) => d.iter_mut().zip(src).for_each(|(d, s)| *d = *s as i64),
        NumbersMut::U8(d) => d.iter_mut().zip(src).for_each(|(d, s)| *d = *s as u8),
        NumbersMut::Bool(d) => d.iter_mut().zip(src).for_each(|(d, s)| *d = *s != 0.0),
    }
}

/// max|a − b| / max(floor, max|b|): the error that the conformance script uses.
pub fn relative_error(ours: &[f64], theirs: &[f64], floor: f64) -> f64 {
    if ours.len() != theirs.len() || ours.iter().any(|x| !x.is_finite()) {
        return f64::INFINITY;
    }
    let scale = theirs.iter().fold(floor, |m, x| m.max(x.abs()));
    ours.iter().zip(theirs).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs())) / scale
}
