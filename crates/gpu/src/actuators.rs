//! Actuators of joints, tendons and sites, by the slot they take there: gains, biases, activations, the curves of muscles.

use crate::lengths::{Length, works};
use crate::tables::Builder;
use stiction_kernel::advance::NONE;
use stiction_kernel::tables::{act, muscle};
use stiction_model::Model;
use stiction_model::kinds::{BiasKind, DynKind, GainKind, TrnKind, disable};
use stiction_spatial::MIN_VAL;

/// No bound.
const FAR: [f64; 2] = [-1e30, 1e30];

/// Actuators of joints, by the slot they take on their dof.
pub(crate) fn of_joints(b: &mut Builder<'_>) {
    let m = b.m;
    let mut all = vec![Vec::new(); 32];
    for j in 0..m.size.njnt {
        all[m.jnt.dofadr[j]] = on(m, Length::Joint(j));
    }
    (b.shape.slots, b.shape.act_f, b.shape.act_u) = slots(b, &all);
}

/// The actuators that pull a joint or a tendon, or push a site.
pub(crate) fn on(m: &Model, x: Length) -> Vec<usize> {
    let a = &m.actuator;
    let (kind, id) = match x {
        Length::Joint(j) => (TrnKind::Joint, j),
        Length::Tendon(t) => (TrnKind::Tendon, t),
        Length::Site(i) => return vec![i],
    };
    let pulls = |&i: &usize| a.trntype[i] == kind && a.trnid[i][0] == id.into();
    (0..m.size.nactuator).filter(pulls).filter(|&i| works(m, i)).collect()
}

/// Writes lists of actuators, one per lane, slot by slot; returns how many slots there are, and where numbers and integers begin.
pub(crate) fn slots(b: &mut Builder<'_>, on: &[Vec<usize>]) -> (u32, u32, u32) {
    let m = b.m;
    let slots = on.iter().map(Vec::len).max().unwrap_or(0);
    let (f0, u0) = (b.numbers.len(), b.indices.len());
    b.numbers.resize(f0 + slots * 32 * act::SIZE as usize, 0.0);
    b.indices.resize(u0 + slots * 32, NONE);
    b.indices.resize(u0 + slots * 64, 0);
    for (lane, list) in on.iter().enumerate() {
        for (slot, &i) in list.iter().enumerate() {
            let kind = kind(m, i);
            b.wide |= kind != 0;
            b.indices[u0 + slot * 32 + lane] = m.actuator.ctrladr[i].number() as u32;
            b.indices[u0 + (slots + slot) * 32 + lane] = kind;
            for (f, x) in numbers(m, i).iter().enumerate() {
                b.numbers[f0 + (slot * act::SIZE as usize + f) * 32 + lane] = *x;
            }
        }
    }
    (slots as u32, f0 as u32, u0 as u32)
}

/// What an actuator is beside a control with affine gain and bias; its activation from bit 8 on.
fn kind(m: &Model, i: usize) -> u32 {
    let a = &m.actuator;
    let mut bits = match a.dyntype[i].get() {
        Some(DynKind::Integrator) => act::INTEGRATOR,
        Some(DynKind::Filter | DynKind::Filterexact) => act::FILTER,
        Some(DynKind::Muscle) => act::MUSCLE,
        _ => 0,
    };
    if bits != 0 {
        bits |= (a.actadr[i].number().max(0) as u32) << 8 | if a.actearly[i] { act::EARLY } else { 0 };
    }
    if a.gaintype[i] == GainKind::Muscle {
        bits |= act::GAIN_MUSCLE;
    }
    if a.biastype[i] == BiasKind::Muscle {
        bits |= act::BIAS_MUSCLE;
    }
    bits
}

/// The numbers of a slot, in the order of [`act`].
fn numbers(m: &Model, i: usize) -> [f64; act::SIZE as usize] {
    let (a, h) = (&m.actuator, m.opt.timestep);
    let (c, o) = (a.ctrladr[i].idx(), a.outadr[i].idx());
    let clamp = a.ctrllimited[c] && !m.disabled(disable::CLAMPCTRL);
    let control = if clamp { a.ctrlrange[c] } else { FAR };
    let force = if a.forcelimited[i] { a.forcerange[i] } else { FAR };
    let held = if a.actlimited[i] { a.actrange[i] } else { FAR };
    // fixed gains and no bias are affine ones with zeros
    let (mut g, mut b) = (a.gainprm[i], a.biasprm[i]);
    if a.gaintype[i] == GainKind::Fixed {
        (g[1], g[2]) = (0.0, 0.0);
    }
    if a.biastype[i] != BiasKind::Affine {
        b = [0.0; 10];
    }
    let p = a.dynprm[i];
    let tau = p[0].max(MIN_VAL);
    let (span, rate) = match a.dyntype[i].get() {
        Some(DynKind::Filterexact) => (tau * (1.0 - libm::exp(-h / tau)), [1.0 / tau, 0.0, 0.0]),
        Some(DynKind::Filter) => (h, [1.0 / tau, 0.0, 0.0]),
        Some(DynKind::Muscle) => (h, [p[0], p[1], if p[2] < MIN_VAL { 0.0 } else { p[2] }]),
        _ => (h, [0.0; 3]),
    };
    let mut all = [0.0; act::SIZE as usize];
    let mut put = |f: u32, x: &[f64]| all[f as usize..f as usize + x.len()].copy_from_slice(x);
    // the gear of a site is a direction
    let gear = if a.trntype[i] == TrnKind::Site { 1.0 } else { a.gear[o][0] };
    put(act::GEAR, &[gear]);
    put(act::LOWER, &control);
    put(act::GAIN, &g[..3]);
    put(act::BIAS, &b[..3]);
    put(act::FORCE_LOWER, &force);
    put(act::SPAN, &[span]);
    put(act::ACT_LOWER, &held);
    put(act::RATE, &rate);
    if a.gaintype[i] == GainKind::Muscle {
        put(act::GAIN_CURVE, &curve(&a.gainprm[i], a.lengthrange[o], a.acc0[o]));
    }
    if a.biastype[i] == BiasKind::Muscle {
        put(act::BIAS_CURVE, &curve(&a.biasprm[i], a.lengthrange[o], a.acc0[o]));
    }
    all
}

/// The numbers of a muscle's curves, in the order of [`muscle`].
fn curve(prm: &[f64; 10], range: [f64; 2], acc0: f64) -> [f64; muscle::SIZE as usize] {
    let force = if prm[2] < 0.0 { prm[3] / acc0.max(MIN_VAL) } else { prm[2] };
    let l0 = (range[1] - range[0]) / (prm[1] - prm[0]).max(MIN_VAL);
    let speed = (l0 * prm[6]).max(MIN_VAL);
    [prm[0], range[0], 1.0 / l0.max(MIN_VAL), force, prm[4], prm[5], 1.0 / speed, prm[7], prm[8]]
}
