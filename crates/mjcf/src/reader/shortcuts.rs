//! Actuator shortcuts, expanded to gain, bias and dynamics parameters as MuJoCo 4.0 does.
//!
//! A shortcut takes its parameters from the nearest class (its own, then the parents) whose default is written with the
//! same shortcut, or with `general` and the shortcut's gain type; else from its documented defaults. Then it resets all
//! gain, bias and dynamics parameters and sets its own.

use super::Reader;
use super::actuators::add_input;
use super::values::Elem;
use stiction_model::kinds::{ActuatorShortcut as S, BiasKind, DynKind, GainKind, Tri};
use stiction_model::spec::Actuator;

type Done = Result<(), (&'static str, String)>;

const POS: i32 = 1;
const VEL: i32 = 2;
const NO_INPUT: i32 = 16;
const PRESSURE: i32 = 32;

fn bad<T>(attr: &'static str, message: &str) -> Result<T, (&'static str, String)> {
    Err((attr, message.into()))
}

fn gain_of(kind: S) -> GainKind {
    match kind {
        S::Damper => GainKind::Affine,
        S::Muscle => GainKind::Muscle,
        S::Pid => GainKind::Pid,
        S::Orientation => GainKind::So3,
        S::Dcmotor => GainKind::Dcmotor,
        _ => GainKind::Fixed,
    }
}

/// `name` if given, else `or`.
fn num(e: &Elem<'_>, name: &str, or: f64) -> f64 {
    e.num(name).unwrap_or(or)
}

impl Reader<'_> {
    /// The actuator default that a shortcut takes its parameters from.
    pub(super) fn base(&self, kind: S, own: &Actuator, parent: Option<usize>) -> Option<Actuator> {
        let fits = |a: &Actuator| a.kind == kind || (a.kind == S::General && a.gaintype == gain_of(kind));
        if fits(own) {
            return Some(own.clone());
        }
        let mut next = parent;
        while let Some(k) = next {
            let class = &self.spec.classes[k];
            if fits(&class.actuator) {
                return Some(class.actuator.clone());
            }
            next = class.parent;
        }
        None
    }

    /// Sets the parameters of a shortcut.
    pub(super) fn shortcut(
        &mut self,
        e: &Elem<'_>,
        x: &mut Actuator,
        kind: S,
        base: Option<Actuator>,
    ) -> Done {
        let from_default = base.is_some();
        let b = base.unwrap_or_default();
        let fresh = Actuator::default();
        (x.gainprm, x.biasprm, x.dynprm) = (fresh.gainprm, fresh.biasprm, fresh.dynprm);
        (x.dyntype, x.biastype, x.gaintype) = (DynKind::None, BiasKind::None, gain_of(kind));
        (x.actdim, x.actearly, x.ctrlspec, x.actlimited) = (-1, false, 0, Tri::Auto);
        e.setk("actlimited", &mut x.actlimited, Tri::from_i32);
        match kind {
            S::Position | S::Intvelocity => servo(e, x, kind, &b),
            S::Velocity => {
                let kv = num(e, "kv", b.gainprm[0]);
                x.gainprm[0] = kv;
                x.biasprm[2] = -kv;
                (x.biastype, x.ctrlspec) = (BiasKind::Affine, VEL);
                Ok(())
            }
            S::Damper => damper(e, x, if from_default { -b.gainprm[2] } else { 0.0 }),
            S::Cylinder => cylinder(e, x, &b),
            S::Muscle => muscle(e, x, if from_default { Some(&b) } else { None }),
            S::Adhesion => adhesion(e, x, b.gainprm[0]),
            S::Pid => pid(e, x, if from_default { Some(&b) } else { None }),
            S::Orientation => {
                let kp = num(e, "kp", b.gainprm[0]);
                x.gainprm[0] = kp;
                x.biasprm[1] = -kp;
                x.biasprm[2] = damping(e, if from_default { b.biasprm[2] } else { 0.0 })?;
                x.biastype = BiasKind::So3;
                x.ctrlspec = e.word("input").unwrap_or(if from_default { b.ctrlspec } else { 0 });
                Ok(())
            }
            S::Dcmotor => dcmotor(e, x, if from_default { Some(&b) } else { None }),
            S::Motor | S::General => Ok(()),
        }
    }
}

/// Bias on velocity: −kv, or +dampratio (resolved at compilation).
fn damping(e: &Elem<'_>, or: f64) -> Result<f64, (&'static str, String)> {
    match (e.num("kv"), e.num("dampratio")) {
        (Some(_), Some(_)) => bad("dampratio", "kv and dampratio cannot both be given"),
        (Some(kv), None) if kv < 0.0 => bad("kv", "kv cannot be negative"),
        (Some(kv), None) => Ok(-kv),
        (None, Some(d)) if d < 0.0 => bad("dampratio", "dampratio cannot be negative"),
        (None, Some(d)) => Ok(d),
        (None, None) => Ok(or),
    }
}

/// A range given here wins over an inherited `inheritrange` and vice versa; both here exclude each other.
fn inherit_range(e: &Elem<'_>, x: &mut Actuator, b: &Actuator, range: &'static str) -> Done {
    let given = e.has(range) || (range == "ctrlrange" && e.has("posrange"));
    x.inheritrange =
        if given && !e.has("inheritrange") { 0.0 } else { num(e, "inheritrange", b.inheritrange) };
    if x.inheritrange > 0.0 && e.has("inheritrange") {
        let to = if range == "actrange" { &mut x.actrange } else { &mut x.ctrlrange };
        if given && *to != [0.0; 2] {
            return Err((range, format!("{range} and inheritrange cannot both be given")));
        }
        *to = [0.0; 2];
    }
    Ok(())
}

fn servo(e: &Elem<'_>, x: &mut Actuator, kind: S, b: &Actuator) -> Done {
    let kp = num(e, "kp", b.gainprm[0]);
    x.gainprm[0] = kp;
    x.biasprm[1] = -kp;
    x.biasprm[2] = damping(e, b.biasprm[2])?;
    x.biastype = BiasKind::Affine;
    let filter = b.dyntype == DynKind::Filterexact;
    if filter {
        x.dynprm[0] = b.dynprm[0];
    }
    if kind == S::Intvelocity {
        (x.dyntype, x.ctrlspec) = (DynKind::Integrator, VEL);
        return inherit_range(e, x, b, "actrange");
    }
    x.ctrlspec = POS;
    if filter {
        x.dyntype = DynKind::Filterexact;
    }
    if let Some(t) = e.num("timeconst") {
        if t < 0.0 {
            return bad("timeconst", "timeconst cannot be negative");
        }
        x.dynprm[0] = t;
        x.dyntype = if t == 0.0 { DynKind::None } else { DynKind::Filterexact };
    }
    inherit_range(e, x, b, "ctrlrange")
}

fn damper(e: &Elem<'_>, x: &mut Actuator, kv: f64) -> Done {
    let kv = num(e, "kv", kv);
    x.gainprm[0] = 0.0;
    x.gainprm[2] = -kv;
    x.ctrllimited = Tri::True;
    if kv < 0.0 {
        return bad("kv", "the damping coefficient cannot be negative");
    }
    if x.ctrlrange.iter().any(|c| *c < 0.0) {
        return bad("ctrlrange", "the control range of a damper cannot be negative");
    }
    Ok(())
}

fn cylinder(e: &Elem<'_>, x: &mut Actuator, b: &Actuator) -> Done {
    x.dynprm[0] = num(e, "timeconst", b.dynprm[0]);
    x.gainprm[0] = num(e, "area", b.gainprm[0]);
    if let Some(d) = e.num("diameter").filter(|d| *d >= 0.0) {
        x.gainprm[0] = std::f64::consts::PI / 4.0 * d * d;
    }
    x.biasprm[..3].copy_from_slice(&b.biasprm[..3]);
    e.set("bias", &mut x.biasprm[..3]);
    (x.dyntype, x.biastype, x.ctrlspec) = (DynKind::Filter, BiasKind::Affine, PRESSURE);
    Ok(())
}

fn muscle(e: &Elem<'_>, x: &mut Actuator, b: Option<&Actuator>) -> Done {
    match b {
        Some(b) => (x.gainprm, x.dynprm) = (b.gainprm, b.dynprm),
        None => {
            x.gainprm = [0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2, 0.0];
            x.dynprm[..2].copy_from_slice(&[0.01, 0.04]);
        }
    }
    // negative values mean "not given"
    fn keep(v: Option<f64>, to: &mut f64) {
        if let Some(v) = v.filter(|v| *v >= 0.0) {
            *to = v;
        }
    }
    for k in 0..2 {
        keep(e.nums("timeconst").map(|v| v[k]), &mut x.dynprm[k]);
        keep(e.nums("range").map(|v| v[k]), &mut x.gainprm[k]);
    }
    for (k, name) in ["force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax"].into_iter().enumerate() {
        keep(e.num(name), &mut x.gainprm[2 + k]);
    }
    e.set1("tausmooth", &mut x.dynprm[2]);
    x.biasprm[..9].copy_from_slice(&x.gainprm[..9]);
    (x.dyntype, x.biastype) = (DynKind::Muscle, BiasKind::Muscle);
    if x.dynprm[2] < 0.0 {
        return bad("tausmooth", "tausmooth cannot be negative");
    }
    Ok(())
}

fn adhesion(e: &Elem<'_>, x: &mut Actuator, gain: f64) -> Done {
    x.gainprm[0] = num(e, "gain", gain);
    x.ctrllimited = Tri::True;
    if x.gainprm[0] < 0.0 {
        return bad("gain", "the gain of an adhesion actuator cannot be negative");
    }
    if x.ctrlrange.iter().any(|c| *c < 0.0) {
        return bad("ctrlrange", "the control range of an adhesion actuator cannot be negative");
    }
    Ok(())
}

/// The input signature given here, or `or`.
fn inputs(e: &Elem<'_>, or: i32) -> Result<i32, (&'static str, String)> {
    match e.words("input") {
        Some(list) => list.iter().try_fold(0, |bits, b| add_input(bits, *b)),
        None => Ok(or),
    }
}

fn pid(e: &Elem<'_>, x: &mut Actuator, b: Option<&Actuator>) -> Done {
    let (kp, kd, spec) = b.map_or((1.0, 0.0, 0), |b| (-b.biasprm[1], b.biasprm[2], b.ctrlspec));
    let ki = num(e, "ki", b.map_or(0.0, |b| b.gainprm[0]));
    let imax = num(e, "imax", b.map_or(0.0, |b| b.dynprm[0]));
    let slew = num(e, "slewmax", b.map_or(0.0, |b| b.dynprm[1]));
    x.biasprm[1] = -num(e, "kp", kp);
    x.biasprm[2] = damping(e, kd)?;
    if slew < 0.0 {
        return bad("slewmax", "slewmax cannot be negative");
    }
    x.gainprm[0] = ki;
    x.dynprm[..2].copy_from_slice(&[if ki == 0.0 { 0.0 } else { imax }, slew]);
    x.dyntype = if ki != 0.0 || slew != 0.0 { DynKind::Pid } else { DynKind::None };
    x.biastype = BiasKind::Affine;
    x.ctrlspec = inputs(e, spec)?;
    e.set("posrange", &mut x.ctrlrange);
    let none = Actuator::default();
    inherit_range(e, x, b.unwrap_or(&none), "ctrlrange")
}

/// K and R from motor constants, resistance and the nominal operating point.
fn motor_constants(
    e: &Elem<'_>,
    x: &Actuator,
    b: Option<&Actuator>,
) -> Result<(f64, f64), (&'static str, String)> {
    let mut constants = [b.map_or(0.0, |b| b.gainprm[1]), 0.0];
    e.set("motorconst", &mut constants);
    if constants.iter().any(|c| *c < 0.0) {
        return bad("motorconst", "motor constants cannot be negative");
    }
    let [kt, mut ke] = constants;
    let mut r = num(e, "resistance", b.map_or(0.0, |b| b.gainprm[0]));
    let mut nominal = [0.0; 3];
    e.set("nominal", &mut nominal);
    let [vn, stall, speed] = nominal;
    // no-load speed: ω₀ = vₙ Ke / (Ke² + R B), stall torque: τ₀ = K vₙ / R
    if vn > 0.0 && ke <= 0.0 && speed > 0.0 {
        let drag = x.damping[0];
        ke = vn / speed;
        if drag > 0.0 && r > 0.0 {
            let disc = vn * vn - 4.0 * r * drag * speed * speed;
            if disc > 0.0 {
                ke = (vn + disc.sqrt()) / (2.0 * speed);
            }
        } else if drag > 0.0 && stall > 0.0 {
            let exact = vn / speed - vn * drag / stall;
            if exact > 0.0 {
                ke = exact;
            }
        }
    }
    let k = if kt > 0.0 && ke > 0.0 { (kt * ke).sqrt() } else { kt.max(ke) };
    if r == 0.0 && vn > 0.0 && stall > 0.0 && k > 0.0 {
        r = k * vn / stall;
    }
    Ok((k, r))
}

fn dcmotor(e: &Elem<'_>, x: &mut Actuator, b: Option<&Actuator>) -> Done {
    let (k, r) = motor_constants(e, x, b)?;
    x.ctrlspec = inputs(e, b.map_or(0, |b| b.ctrlspec))?;
    if k <= 0.0 && x.ctrlspec != NO_INPUT {
        return bad("motorconst", "the motor constant must be positive; give 'motorconst' or 'nominal'");
    }
    if r <= 0.0 {
        return bad("resistance", "the resistance must be positive; give 'resistance' or 'nominal'");
    }
    let zero = Actuator { gainprm: [0.0; 10], dynprm: [0.0; 10], ..Actuator::default() };
    let b = b.unwrap_or(&zero);
    x.dynprm = [0.0; 10];
    x.gainprm = [r, k, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    (x.dyntype, x.biastype) = (DynKind::Dcmotor, BiasKind::Dcmotor);
    let mut states = 0;

    let mut c = [b.gainprm[4], b.gainprm[5], b.gainprm[6], b.dynprm[7], b.dynprm[8], b.gainprm[7]];
    e.set("controller", &mut c);
    x.gainprm[4..7].copy_from_slice(&c[..3]);
    x.dynprm[7..9].copy_from_slice(&c[3..5]);
    x.gainprm[7] = c[5].max(0.0);
    states += i32::from(c[3] > 0.0) + i32::from(c[1] > 0.0);

    let mut cog = [b.biasprm[0], b.biasprm[1], b.biasprm[2]];
    e.set("cogging", &mut cog);
    x.biasprm[..3].copy_from_slice(&cog);

    saturation(e, x, b, k);
    states += inductance(e, x, b, r)?;
    states += thermal(e, x, b)?;

    let mut lugre = [b.dynprm[5], b.dynprm[6], b.biasprm[3], b.biasprm[4], b.biasprm[5]];
    e.set("lugre", &mut lugre);
    if lugre[0] > 0.0 {
        x.dynprm[5..7].copy_from_slice(&lugre[..2]);
        x.biasprm[3..6].copy_from_slice(&lugre[2..]);
        states += 1;
    }
    (x.actdim, x.actlimited, x.actearly) = (states, Tri::False, true);
    Ok(())
}

fn saturation(e: &Elem<'_>, x: &mut Actuator, b: &Actuator, k: f64) {
    let mut s = [0.0, 0.0, b.dynprm[1]];
    e.set("saturation", &mut s);
    if e.has("saturation") {
        (x.forcerange, x.forcelimited) = ([0.0; 2], Tri::Auto);
    }
    let torque = if s[0] == 0.0 && s[1] > 0.0 { k * s[1] } else { s[0] };
    if s[0] > 0.0 || s[1] > 0.0 {
        (x.forcerange, x.forcelimited) = ([-torque, torque], Tri::True);
    }
    x.dynprm[1] = s[2].max(0.0);
}

fn inductance(e: &Elem<'_>, x: &mut Actuator, b: &Actuator, r: f64) -> Result<i32, (&'static str, String)> {
    let mut v = if e.has("inductance") { [0.0; 2] } else { [0.0, b.dynprm[0]] };
    e.set("inductance", &mut v);
    if v.iter().any(|v| *v < 0.0) {
        return bad("inductance", "inductance and its time constant cannot be negative");
    }
    let te = if v[0] > 0.0 { v[0] / r } else { v[1] };
    x.dynprm[0] = te;
    Ok(i32::from(te > 0.0))
}

fn thermal(e: &Elem<'_>, x: &mut Actuator, b: &Actuator) -> Result<i32, (&'static str, String)> {
    let mut t = [b.dynprm[2], b.dynprm[3], 0.0, b.gainprm[2], b.gainprm[3], b.dynprm[4]];
    e.set("thermal", &mut t);
    let [mut rt, mut c, tau, alpha, t0, ambient] = t;
    if rt <= 0.0 && c <= 0.0 && tau <= 0.0 {
        return Ok(0);
    }
    if tau > 0.0 && rt > 0.0 {
        c = tau / rt;
    } else if tau > 0.0 && c > 0.0 {
        rt = tau / c;
    }
    if rt <= 0.0 {
        return bad("thermal", "the thermal resistance must be positive");
    }
    if c <= 0.0 {
        return bad("thermal", "the thermal capacitance must be positive");
    }
    (x.dynprm[2], x.dynprm[3], x.dynprm[4]) = (rt, c, ambient);
    (x.gainprm[2], x.gainprm[3]) = (alpha, t0);
    Ok(1)
}
