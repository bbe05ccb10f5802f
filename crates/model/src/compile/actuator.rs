//! Actuators: what they act on, their inputs, outputs, states and ranges.
//!
//! Most actuators have one control and one force output. A pid or dcmotor has one control per declared input; an
//! orientation servo (so3) has three or four controls and three outputs.

use super::Build;
use super::joint::Limit;
use super::report::{Report, Who};
use crate::elements::Fields;
use crate::ids::{ActivationId, HistoryId, ObjectId};
use crate::kinds::{BiasKind, DynKind, GainKind, JointKind, ObjKind, TrnKind, WrapKind};
use crate::plugin::Plugin;
use crate::spec::Actuator;

/// Bits of `ctrlspec`: inputs that are present or declared.
pub(crate) mod input {
    pub const POS: i32 = 1;
    pub const VEL: i32 = 2;
    pub const FF: i32 = 4;
    pub const VOLTAGE: i32 = 8;
    pub const NONE: i32 = 16;
    pub const PRESSURE: i32 = 32;
    /// Charts of an orientation input.
    pub const EXPMAP: i32 = 1;
    pub const QUAT: i32 = 2;
}

/// Largest number of samples in a history buffer.
pub(crate) const MAX_SAMPLES: i32 = 1 << 24;

/// Controls, outputs and states of one actuator.
#[derive(Clone, Copy, Debug)]
struct Ports {
    ctrlnum: usize,
    ctrlspec: i32,
    outnum: usize,
    actdim: i32,
    so3: bool,
}

/// Sizes of an actuator's parts of the control and activation vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PortSize {
    pub ctrlnum: usize,
    pub ctrlspec: i32,
    pub actdim: usize,
}

/// Ranges after `inheritrange`.
struct Ranges {
    ctrl: [f64; 2],
    act: [f64; 2],
    ctrllimited: bool,
    forcelimited: bool,
    actlimited: bool,
}

impl Build<'_> {
    /// `actuator_*`.
    pub(crate) fn actuators(&mut self) {
        for (i, e) in self.spec.actuators.iter().enumerate() {
            let who = Who::new("actuator", &e.meta, i);
            let trnid = self.transmission(e, who);
            let ports = self.ports(e, trnid, who);
            let ranges = self.actuator_ranges(e, trnid[0], &ports, who);
            check_transmission_extras(e, who, &mut self.report);
            self.check_wrapping(e, trnid[0], who);
            let plugin = self.plugin(&e.plugin_name, &e.plugin_config, who);
            match plugin {
                Some(p) => self.check_controller(e, p, &ports, who),
                None => check_states(e, &ports, ranges.actlimited, who, &mut self.report),
            }
            check_muscle(e, who, &mut self.report);
            self.push_actuator(e, trnid, &ports, &ranges, who);
            self.model.actuator.plugin.push(plugin.into());
            self.push_ports(e, &ports, &ranges);
            let servo = e.gaintype == GainKind::Pid || e.gainprm[0] == -e.biasprm[1];
            if servo && e.biasprm[2] > 0.0 {
                self.pending.dampratio.push(i);
            }
        }
    }

    /// The inertia of an actuator needs the rate of its moment arm, which a path around geoms does not have.
    fn check_wrapping(&mut self, e: &Actuator, tendon: i32, who: Who<'_>) {
        let Ok(t) = usize::try_from(tendon) else { return };
        if e.trntype != TrnKind::Tendon || e.armature == 0.0 {
            return;
        }
        let path = &self.model.wrap.kind[self.model.tendon.wraps(t)];
        if path.iter().any(|&k| k == WrapKind::Sphere || k == WrapKind::Cylinder) {
            self.report.error(who, "an actuator with armature cannot pull a tendon that wraps around geoms");
        }
    }

    /// A plugin as one element configures it; `None` if it has none, or if that is wrong, which is told.
    pub(crate) fn plugin(&mut self, name: &str, config: &[String], who: Who<'_>) -> Option<usize> {
        if name.is_empty() {
            return None;
        }
        match Plugin::configure(name, config) {
            Ok(p) => {
                self.model.plugins.push(p);
                Some(self.model.plugins.len() - 1)
            }
            Err(why) => {
                self.report.error(who, why);
                None
            }
        }
    }

    /// The plugin is a controller, and the actuator has the states that it needs.
    fn check_controller(&mut self, e: &Actuator, plugin: usize, p: &Ports, who: Who<'_>) {
        let Plugin::Pid(pid) = &self.model.plugins[plugin] else {
            return self.report.error(who, "this plugin is no actuator");
        };
        let own = matches!(e.dyntype, DynKind::Integrator | DynKind::Filter | DynKind::Filterexact);
        let need = pid.states() as i32 + i32::from(own);
        if p.actdim != need {
            self.report.error(who, format!("its plugin needs actdim=\"{need}\", but it is {}", p.actdim));
        }
    }

    /// Sizes of all actuators, without compiling them.
    pub(crate) fn port_sizes(&mut self) -> Vec<PortSize> {
        let mut out = Vec::new();
        for (i, e) in self.spec.actuators.iter().enumerate() {
            let who = Who::new("actuator", &e.meta, i);
            let trnid = self.transmission(e, who);
            let p = self.ports(e, trnid, who);
            let actdim = usize::try_from(p.actdim).unwrap_or(0);
            out.push(PortSize { ctrlnum: p.ctrlnum, ctrlspec: p.ctrlspec, actdim });
        }
        out
    }

    /// Ids of what the actuator acts on, −1 where there is none.
    fn transmission(&mut self, e: &Actuator, who: Who<'_>) -> [i32; 2] {
        let id = |x: Option<usize>| x.map_or(-1, |i| i as i32);
        if e.trntype == TrnKind::Undefined || e.target.is_empty() {
            self.report.error_hint(
                who.about(&["joint", "jointinparent", "tendon", "site", "cranksite", "body"]),
                "it acts on nothing",
                "name a joint, jointinparent, tendon, site, body or cranksite",
            );
            return [-1, -1];
        }
        match e.trntype {
            TrnKind::Joint | TrnKind::Jointinparent => [id(self.find(ObjKind::Joint, &e.target, who)), -1],
            TrnKind::Tendon => [id(self.find(ObjKind::Tendon, &e.target, who)), -1],
            TrnKind::Body => [id(self.find(ObjKind::Body, &e.target, who)), -1],
            TrnKind::Slidercrank => {
                if e.cranklength.is_nan() || e.cranklength <= 0.0 {
                    self.report.error(who.about(&["cranklength"]), "cranklength must be positive");
                }
                let slider = if e.slidersite.is_empty() {
                    self.report.error(who.about(&["slidersite"]), "a slider-crank needs a slidersite");
                    None
                } else {
                    self.find(ObjKind::Site, &e.slidersite, who)
                };
                [id(self.find(ObjKind::Site, &e.target, who)), id(slider)]
            }
            TrnKind::Site | TrnKind::So3 | TrnKind::Undefined => {
                let reference =
                    if e.refsite.is_empty() { None } else { self.find(ObjKind::Site, &e.refsite, who) };
                [id(self.find(ObjKind::Site, &e.target, who)), id(reference)]
            }
        }
    }

    fn ports(&mut self, e: &Actuator, trnid: [i32; 2], who: Who<'_>) -> Ports {
        let mut p = Ports { ctrlnum: 1, ctrlspec: e.ctrlspec, outnum: 1, actdim: e.actdim, so3: false };
        if e.gaintype == GainKind::So3 || e.biastype == BiasKind::So3 {
            self.so3_ports(e, trnid, &mut p, who);
            return p;
        }
        let r = &mut self.report;
        match e.gaintype {
            GainKind::Pid => pid_ports(e, &mut p, who, r),
            GainKind::Dcmotor => dcmotor_ports(e, &mut p, who, r),
            _ => {
                let declared = matches!(e.ctrlspec, 0 | input::POS | input::VEL | input::PRESSURE);
                let may = e.ctrlspec == 0 || matches!(e.gaintype, GainKind::Fixed | GainKind::Affine);
                if !declared || !may {
                    r.error(who, "this input cannot be declared for this kind of actuator");
                }
            }
        }
        if e.dyntype == DynKind::Pid && e.gaintype != GainKind::Pid {
            r.error(who, "dyntype pid requires gaintype pid");
        }
        if p.actdim < 0 {
            p.actdim = i32::from(!matches!(e.dyntype, DynKind::None | DynKind::Dcmotor));
        }
        p
    }

    fn so3_ports(&mut self, e: &Actuator, trnid: [i32; 2], p: &mut Ports, who: Who<'_>) {
        let kind = usize::try_from(trnid[0])
            .ok()
            .filter(|_| e.trntype == TrnKind::Joint)
            .map(|j| self.joint_kind(j));
        let r = &mut self.report;
        let mut need = |ok: bool, why: &str| {
            if !ok {
                r.error(who, why);
            }
        };
        need(
            e.gaintype == GainKind::So3 && e.biastype == BiasKind::So3,
            "gaintype and biastype must both be so3",
        );
        need(
            matches!(e.dyntype, DynKind::None | DynKind::Integrator),
            "so3 requires dyntype none or integrator",
        );
        need(e.gainprm[0] == -e.biasprm[1], "so3 requires gainprm[0] = -biasprm[1]");
        match e.trntype {
            TrnKind::Site => need(!e.refsite.is_empty(), "so3 on a site requires a refsite"),
            TrnKind::Joint => need(kind.is_none_or(|k| k == JointKind::Ball), "so3 requires a ball joint"),
            _ => need(false, "so3 requires a site or a ball joint"),
        }
        p.so3 = true;
        p.outnum = 3;
        if e.dyntype == DynKind::Integrator {
            need(e.actdim <= 0 || e.actdim == 3, "an so3 integrator has actdim 3");
            p.actdim = 3;
        } else {
            p.actdim = p.actdim.max(0);
        }
        p.ctrlspec = if e.ctrlspec == 0 { input::EXPMAP } else { e.ctrlspec };
        need(matches!(p.ctrlspec, input::EXPMAP | input::QUAT), "the input of so3 must be expmap or quat");
        need(
            p.ctrlspec != input::QUAT || e.dyntype == DynKind::None,
            "so3 with a quaternion input requires dyntype none",
        );
        p.ctrlnum = if p.ctrlspec == input::QUAT { 4 } else { 3 };
        let force = Limit { flag: e.forcelimited, range: e.forcerange, name: "forcerange" };
        need(
            !force.active() || e.forcerange[0] == 0.0,
            "forcerange of so3 bounds the norm of the force: it must begin with 0",
        );
    }

    fn actuator_ranges(&mut self, e: &Actuator, target: i32, p: &Ports, who: Who<'_>) -> Ranges {
        let mut out = Ranges {
            ctrl: e.ctrlrange,
            act: e.actrange,
            ctrllimited: false,
            forcelimited: false,
            actlimited: false,
        };
        let servo =
            (e.gaintype == GainKind::Fixed && e.gainprm[0] == -e.biasprm[1]) || e.gaintype == GainKind::Pid;
        if servo
            && e.biastype == BiasKind::Affine
            && e.inheritrange > 0.0
            && let Some(range) = self.inherited(e, target, who)
        {
            match e.dyntype {
                DynKind::None | DynKind::Filterexact | DynKind::Pid => out.ctrl = range,
                DynKind::Integrator => out.act = range,
                _ => self.report.error(who, "inheritrange is only for position and intvelocity actuators"),
            }
        }
        let auto = self.spec.compiler_of(&e.meta).autolimits;
        let r = &mut self.report;
        out.forcelimited =
            Limit { flag: e.forcelimited, range: e.forcerange, name: "forcerange" }.resolve(auto, who, r);
        out.ctrllimited =
            Limit { flag: e.ctrllimited, range: out.ctrl, name: "ctrlrange" }.resolve(auto, who, r);
        // the setpoint of an so3 integrator is kept bounded without a range
        let bounded = p.so3 && e.dyntype == DynKind::Integrator && out.act == [0.0, 0.0];
        if !bounded {
            out.actlimited =
                Limit { flag: e.actlimited, range: out.act, name: "actrange" }.resolve(auto, who, r);
        }
        out
    }

    /// The target's range, scaled about its middle.
    fn inherited(&mut self, e: &Actuator, target: i32, who: Who<'_>) -> Option<[f64; 2]> {
        let id = usize::try_from(target).ok()?;
        let range = match e.trntype {
            TrnKind::Joint if matches!(self.joint_kind(id), JointKind::Hinge | JointKind::Slide) => {
                self.model.jnt.range[id]
            }
            TrnKind::Tendon => self.model.tendon.range[id],
            TrnKind::Joint if self.doubts_joint(id, &["type"]) => return None,
            _ => {
                self.report
                    .error(who.about(&["inheritrange"]), "inheritrange needs a hinge, a slide or a tendon");
                return None;
            }
        };
        if range[0] == range[1] {
            let told = match e.trntype {
                TrnKind::Joint => self.doubts_joint(id, &["range", "type"]),
                _ => {
                    let tendon = Who::new("tendon", &self.spec.tendons[id].meta, id);
                    self.report.is_doubtful(tendon.about(&["range"]))
                }
            };
            if !told {
                let message = "inheritrange is used, but what it acts on has no range";
                self.report.error(who.about(&["inheritrange"]), message);
            }
            return None;
        }
        let (mean, radius) = (0.5 * (range[1] + range[0]), 0.5 * (range[1] - range[0]) * e.inheritrange);
        Some([mean - radius, mean + radius])
    }

    fn push_actuator(&mut self, e: &Actuator, trnid: [i32; 2], p: &Ports, ranges: &Ranges, who: Who<'_>) {
        let nsample = self.history(e.nsample, e.delay, p.ctrlnum, who);
        e.fill(&mut self.model);
        let size = &mut self.model.size;
        let t = &mut self.model.actuator;
        t.trntype.push(if p.so3 { TrnKind::So3 } else { e.trntype }.into());
        t.ctrladr.push(size.nu.into());
        t.ctrlnum.push(p.ctrlnum as i32);
        t.ctrlspec.push(p.ctrlspec);
        t.outadr.push(size.nout.into());
        t.outnum.push(p.outnum as i32);
        t.actadr.push(if p.actdim > 0 { size.na.into() } else { ActivationId::NONE });
        t.actnum.push(p.actdim);
        size.nu += p.ctrlnum;
        size.nout += p.outnum;
        size.na += usize::try_from(p.actdim).unwrap_or(0);
        t.trnid.push(trnid.map(ObjectId::of));
        t.actlimited.push(ranges.actlimited);
        t.actrange.push(ranges.act);
        t.history.push([e.nsample, e.interp]);
        t.historyadr.push(if nsample > 0 { size.nhistory.into() } else { HistoryId::NONE });
        size.nhistory += if nsample > 0 { 2 + nsample + nsample * p.ctrlnum } else { 0 };
        t.forcelimited.push(ranges.forcelimited);
    }

    /// Rows per control and per force output.
    fn push_ports(&mut self, e: &Actuator, p: &Ports, ranges: &Ranges) {
        let t = &mut self.model.actuator;
        let first = t.ctrlrange.len();
        t.ctrllimited.resize(first + p.ctrlnum, ranges.ctrllimited);
        t.ctrlrange.resize(first + p.ctrlnum, ranges.ctrl);
        if e.gaintype == GainKind::Pid {
            let mut at = first + usize::from(p.ctrlspec & input::POS != 0);
            for (bit, range) in [(input::VEL, e.velrange), (input::FF, e.ffrange)] {
                if p.ctrlspec & bit != 0 && at < first + p.ctrlnum {
                    t.ctrllimited[at] = range[0] < range[1];
                    t.ctrlrange[at] = range;
                    at += 1;
                }
            }
        }
        for _ in 0..p.outnum {
            t.gear.push(e.gear);
            t.acc0.push(0.0);
            t.length0.push(0.0);
            t.lengthrange.push(e.lengthrange);
        }
    }

    /// Samples of a history buffer of `dim` numbers each, checked.
    pub(crate) fn history(&mut self, nsample: i32, delay: f64, dim: usize, who: Who<'_>) -> usize {
        let r = &mut self.report;
        if delay < 0.0 {
            r.error(who.about(&["delay"]), "delay must not be negative");
        }
        if delay > 0.0 && nsample <= 0 {
            r.error(who.about(&["delay", "nsample"]), "a delay needs a history buffer (nsample)");
        }
        if nsample > 0 && dim == 0 {
            r.error(who, "a history buffer needs an input");
        }
        if nsample > MAX_SAMPLES {
            r.error(who, format!("nsample must be at most {MAX_SAMPLES}"));
            return 0;
        }
        let n = usize::try_from(nsample).unwrap_or(0);
        let total =
            (self.model.size.nhistory as u64).saturating_add((n as u64).saturating_mul(dim as u64 + 1));
        if n > 0 && !super::options::within_budget(Some(total), "nsample", who, r) {
            return 0;
        }
        n
    }
}

fn count(bits: i32) -> usize {
    bits.count_ones() as usize
}

fn pid_ports(e: &Actuator, p: &mut Ports, who: Who<'_>, r: &mut Report) {
    let mut need = |ok: bool, why: &str| {
        if !ok {
            r.error(who, why);
        }
    };
    need(e.biastype == BiasKind::Affine, "pid requires biastype affine");
    need(matches!(e.dyntype, DynKind::None | DynKind::Pid), "pid requires dyntype none or pid");
    need(e.dyntype != DynKind::None || e.gainprm[0] == 0.0, "ki requires dyntype pid");
    need(e.trntype != TrnKind::Body, "pid cannot act on a body");
    p.ctrlspec = if e.ctrlspec == 0 { input::POS | input::VEL } else { e.ctrlspec };
    need(p.ctrlspec & !(input::POS | input::VEL | input::FF) == 0, "inputs of pid are pos, vel and ff");
    if e.dyntype == DynKind::Pid {
        need(e.dynprm[0] >= 0.0, "imax must not be negative");
        need(e.dynprm[1] >= 0.0, "slewmax must not be negative");
        need(p.ctrlspec & input::POS != 0, "a pid with states requires the input pos");
        let states = i32::from(e.dynprm[1] > 0.0) + i32::from(e.gainprm[0] > 0.0);
        need(e.actdim <= 0 || e.actdim == states, "actdim does not match the states of the pid");
        p.actdim = states;
    }
    p.ctrlnum = count(p.ctrlspec & (input::POS | input::VEL | input::FF));
}

fn dcmotor_ports(e: &Actuator, p: &mut Ports, who: Who<'_>, r: &mut Report) {
    const CONTROLLER: i32 = input::POS | input::VEL | input::FF;
    let mut need = |ok: bool, why: &str| {
        if !ok {
            r.error(who, why);
        }
    };
    p.ctrlspec = if e.ctrlspec == 0 { input::VOLTAGE } else { e.ctrlspec };
    let none = p.ctrlspec == input::NONE;
    need(
        none || p.ctrlspec & !(CONTROLLER | input::VOLTAGE) == 0,
        "inputs of a dcmotor are none, or pos, vel, ff and voltage",
    );
    let controller = !none && p.ctrlspec & CONTROLLER != 0;
    need(
        !controller || e.gainprm[1] > 0.0,
        "controller inputs of a dcmotor require a positive motor constant",
    );
    need(
        controller || e.gainprm[4..7] == [0.0; 3],
        "controller gains of a dcmotor require an input pos, vel or ff",
    );
    need(
        e.gainprm[5] <= 0.0 || p.ctrlspec & input::POS != 0,
        "the integral gain of a dcmotor requires the input pos",
    );
    need(controller || e.dynprm[7] <= 0.0, "the slew rate of a dcmotor requires an input pos, vel or ff");
    need(e.dyntype != DynKind::Dcmotor || e.actearly, "actearly cannot be false for a dcmotor");
    p.ctrlnum = if none { 0 } else { count(p.ctrlspec & (CONTROLLER | input::VOLTAGE)) };
}

/// Damping and armature act on joints and tendons only.
fn check_transmission_extras(e: &Actuator, who: Who<'_>, r: &mut Report) {
    let can = matches!(e.trntype, TrnKind::Joint | TrnKind::Jointinparent | TrnKind::Tendon);
    if !can && e.damping != [0.0; 3] {
        r.error(who, "damping requires a joint or tendon");
    }
    if !can && e.armature != 0.0 {
        r.error(who, "armature requires a joint or tendon");
    }
    if e.armature < 0.0 {
        r.error(who.about(&["armature"]), "armature must not be negative");
    }
}

fn check_states(e: &Actuator, p: &Ports, actlimited: bool, who: Who<'_>, r: &mut Report) {
    if actlimited && e.dyntype == DynKind::None {
        r.error(who, "actrange is given, but dyntype is none");
    }
    let many = matches!(e.dyntype, DynKind::User | DynKind::Dcmotor | DynKind::Pid) || p.so3;
    if p.actdim > 1 && !many {
        r.error(who, "actdim above 1 is only for dyntype user, pid and dcmotor");
    }
    if p.actdim == 1 && e.dyntype == DynKind::None {
        r.error(who, "actdim 1 needs a dyntype");
    }
    if p.actdim == 0 && !matches!(e.dyntype, DynKind::None | DynKind::Dcmotor | DynKind::Pid) {
        r.error(who, "actdim 0 is not possible with this dyntype");
    }
    if p.actdim > 1_000_000 {
        r.error(who, "actdim is too large");
    }
}

fn check_muscle(e: &Actuator, who: Who<'_>, r: &mut Report) {
    let gain = (e.gaintype == GainKind::Muscle).then_some(&e.gainprm);
    let bias = (e.biastype == BiasKind::Muscle).then_some(&e.biasprm);
    for prm in gain.into_iter().chain(bias) {
        if prm[0] >= prm[1] {
            r.error(who, "the range of a muscle must increase");
        }
        if prm[4] >= 1.0 || prm[5] <= 1.0 {
            r.error(who, "a muscle needs lmin < 1 < lmax");
        }
        if prm[3] <= 0.0 || prm[6] <= 0.0 || prm[7] <= 0.0 || prm[8] <= 0.0 {
            r.error(who, "scale, vmax, fpmax and fvmax of a muscle must be positive");
        }
    }
}
