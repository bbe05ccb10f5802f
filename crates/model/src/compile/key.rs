//! Keyframes: completed with the reference configuration, quaternions normalised.

use super::Build;
use super::math::unit;
use super::options::MAX_ELEMENTS;
use super::report::{Report, Who};
use crate::fields::Wide;
use crate::kinds::JointKind;
use crate::spec::Key;

impl Build<'_> {
    /// Whether the sizes of the state are those that the author means, though the model has errors.
    pub(crate) fn knows_state(&self) -> bool {
        let r = &self.report;
        let sure = |kind, meta, i, about| !r.is_doubtful(Who::new(kind, meta, i).about(about));
        let s = self.spec;
        self.dangling == 0
            && !r.damage().lost()
            && s.joints.iter().enumerate().all(|(i, e)| sure("joint", &e.meta, i, &["type", "springyield"]))
            && s.bodies.iter().enumerate().all(|(i, e)| sure("body", &e.meta, i, &["mocap"]))
            && s.tendons.iter().enumerate().all(|(i, e)| sure("tendon", &e.meta, i, &[]))
            && s.actuators.iter().enumerate().all(|(i, e)| sure("actuator", &e.meta, i, &[]))
    }

    /// `key_*`.
    pub(crate) fn keys(&mut self) {
        let s = &self.model.size;
        let wanted = usize::try_from(self.spec.size.nkey).unwrap_or(0);
        let n = self.spec.keys.len().max(wanted);
        let (nq, nv) = (self.model.qpos0.len(), self.model.dof.bodyid.len());
        let widths = [nq, nv, s.na, 3 * s.nmocap, 4 * s.nmocap, s.nu, s.nplastic];
        if n as u64 * (widths.iter().sum::<usize>() as u64 + 1) > MAX_ELEMENTS {
            self.report.error(Who::section("keyframe"), format!("{n} keyframes need too much memory"));
            return;
        }
        let blank = self.blank_key();
        let k = &mut self.model.key;
        k.time = vec![0.0; n];
        let tables =
            [&mut k.qpos, &mut k.qvel, &mut k.act, &mut k.mpos, &mut k.mquat, &mut k.ctrl, &mut k.plastic];
        for (table, width) in tables.into_iter().zip(widths) {
            *table = Wide::zeros(n, width);
        }
        let none = Key::default();
        for i in 0..n {
            let e = self.spec.keys.get(i).unwrap_or(&none);
            self.fill_key(i, e, &blank);
        }
    }

    /// What a keyframe holds where it says nothing.
    fn blank_key(&self) -> Key {
        let m = &self.model;
        let (mut mpos, mut mquat) = (Vec::new(), Vec::new());
        for b in (0..m.body.pos.len()).filter(|&b| m.body.mocapid[b].is_some()) {
            mpos.extend_from_slice(&m.body.pos[b].0);
            mquat.extend_from_slice(&m.body.quat[b].0);
        }
        let mut plastic = Vec::new();
        for j in (0..m.jnt.kind.len()).filter(|&j| m.jnt.plasticadr[j].is_some()) {
            let q = m.jnt.qposadr[j];
            let n = if m.jnt.kind[j] == JointKind::Ball { 4 } else { 1 };
            plastic.extend_from_slice(&m.qpos_spring[q.span(n)]);
        }
        for t in (0..m.tendon.adr.len()).filter(|&t| m.tendon.plasticadr[t].is_some()) {
            plastic.extend_from_slice(&m.tendon.lengthspring[t]);
        }
        Key {
            qpos: m.qpos0.clone(),
            qvel: vec![0.0; m.dof.bodyid.len()],
            act: vec![0.0; m.size.na],
            ctrl: vec![0.0; m.size.nu],
            mpos,
            mquat,
            plastic,
            ..Key::default()
        }
    }

    fn fill_key(&mut self, i: usize, e: &Key, blank: &Key) {
        let who = Who::new("key", &e.meta, i);
        let r = &mut self.report;
        let k = &mut self.model.key;
        k.time[i] = e.time;
        Vector("qpos", 1).fill(k.qpos.row_mut(i), &e.qpos, &blank.qpos, who, r);
        Vector("qvel", 1).fill(k.qvel.row_mut(i), &e.qvel, &blank.qvel, who, r);
        Vector("act", 1).fill(k.act.row_mut(i), &e.act, &blank.act, who, r);
        Vector("mpos", 3).fill(k.mpos.row_mut(i), &e.mpos, &blank.mpos, who, r);
        Vector("mquat", 4).fill(k.mquat.row_mut(i), &e.mquat, &blank.mquat, who, r);
        Vector("ctrl", 1).fill(k.ctrl.row_mut(i), &e.ctrl, &blank.ctrl, who, r);
        Vector("plastic", 1).fill(k.plastic.row_mut(i), &e.plastic, &blank.plastic, who, r);
        for t in &self.pending.springlength {
            let Some(adr) = self.model.tendon.plasticadr[*t].get() else { continue };
            if e.plastic.get(adr.idx()).is_none_or(|x| x.is_nan()) {
                self.pending.plastic.push((i, *t));
            }
        }
        for j in 0..self.model.jnt.kind.len() {
            let at = self.model.jnt.qposadr[j];
            match self.model.jnt.kind[j].get() {
                Some(JointKind::Free) => normalise(&mut k.qpos.row_mut(i)[(at + 3).span(4)]),
                Some(JointKind::Ball) => normalise(&mut k.qpos.row_mut(i)[at.span(4)]),
                _ => {}
            }
        }
        k.mquat.row_mut(i).chunks_exact_mut(4).for_each(normalise);
    }
}

/// One vector of a keyframe: its name, and numbers that only come together.
#[derive(Clone, Copy)]
struct Vector(&'static str, usize);

impl Vector {
    /// Copies what is given, in whole groups, and completes it with the reference; so does a number that is not one.
    fn fill(self, row: &mut [f64], given: &[f64], blank: &[f64], who: Who<'_>, r: &mut Report) {
        let Vector(name, group) = self;
        row.copy_from_slice(blank);
        if given.len() > row.len() {
            let who = who.about(&["qpos", "qvel", "act", "mpos", "mquat", "ctrl", "plastic"]);
            r.error(who, format!("{name} has {} numbers, but the model needs {}", given.len(), row.len()));
            return;
        }
        if !given.is_empty() && given.len() < row.len() {
            r.warn(
                who,
                format!("{name} has {} of {} numbers; the rest is the reference", given.len(), row.len()),
            );
        }
        let n = given.len() / group * group;
        row.iter_mut().zip(&given[..n]).filter(|(_, g)| !g.is_nan()).for_each(|(x, g)| *x = *g);
    }
}

fn normalise(q: &mut [f64]) {
    let u = unit([q[0], q[1], q[2], q[3]]).map_or([1.0, 0.0, 0.0, 0.0], |(u, _)| u);
    q.copy_from_slice(&u);
}
