//! Reference acceleration of the user's rows: velocity stage.
//!
//! Ċ = J v + ∂C/∂t,   a_ref = −b Ċ − k d C − γ − Σ_k [n_k, w_k] · A_k − R c                                           (1)
//! hard equalities under the hard law: R, and a target in velocity, as built-in ones (`rows::hard`)
//!   a_ref = −Ċ/h − ½ (γ + Σ_k [n_k, w_k] · A_k),   in an impact −Ċ/h                                                (3)
//!
//! A_k is the acceleration of body k's frame at q̈ = 0, c the centre of an interval that is not symmetric, whose constant
//! force Jᵀc acts with the passive forces.                                                                          (2)
//!
//! Reads  rows.{pos, kbip, r}, vel, state     Writes rows.{vel, aref}, `Constraints`

use super::at::Place;
use super::set::{Constraints, Entry, Work, evaluate_at, rates_at};
use super::spread::{Speeds, View, gather_velocities};
use super::traits::{Constraint, Fault, Level, Touches};
use super::writer::Numbers;
use crate::rows::{Moment, RowInput, bias_acceleration, stiffen};
use stiction_model::Model;
use stiction_model::ids::WORLD;
use stiction_solver::Rows;
use stiction_spatial::{Motion, Vec3};

/// Sets vel and aref of the user's rows; `rows.vel` holds J v. `hard`: what the targets of the hard law are for.
pub fn set_reference(
    m: &Model,
    input: &RowInput<'_>,
    time: f64,
    hard: Option<Moment>,
    set: &mut Constraints,
    rows: &mut Rows,
) {
    if !set.todo.rows {
        return;
    }
    let view = View { time, qpos: input.qpos, kin: input.kin, com: input.com };
    for slot in 0..set.slot_count() {
        let Some((entry, work)) = set.parts(slot) else { continue };
        if !entry.has_rows {
            continue;
        }
        if let Err(fault) = entry.rates(m, &view, input.qvel, Speeds::Known(input.vel), work) {
            set.fail(slot, fault);
            continue;
        }
        frame_accelerations(m, input, entry.constraint.touches(), &mut work.frames);
        let held = hard.filter(|_| entry.is_held());
        if let (Some(_), Some(Ok(first))) = (held, entry.address.first().map(|&a| usize::try_from(a))) {
            stiffen(rows, first..first + entry.address.len());
        }
        for i in 0..entry.numbers.dim {
            let Ok(r) = usize::try_from(entry.address[i]) else { continue };
            let n = &entry.numbers;
            let rate = rows.vel[r] + n.rate[i];
            let carried = dot_frames(n.row(i), &work.frames);
            let [k, b, imp, _] = rows.kbip[r];
            rows.vel[r] = rate;
            if let Some(moment) = held {
                let share = if moment == Moment::Span { 0.5 } else { 0.0 };
                rows.aref[r] = -rate / input.timestep(m) - share * (n.bias[i] + carried);
                continue;
            }
            rows.aref[r] = -b * rate - k * imp * rows.pos[r] - n.bias[i] - carried - rows.r[r] * entry.offset;
        }
    }
}

/// A_k of (1).
fn frame_accelerations(m: &Model, input: &RowInput<'_>, t: Touches<'_>, out: &mut Vec<Motion>) {
    out.clear();
    if let Touches::Bodies(list) = t {
        out.extend(list.iter().map(|&b| {
            if m.body.weldid[b] == WORLD {
                Motion::zero()
            } else {
                bias_acceleration(m, input, b.into(), input.kin.xpos[b])
            }
        }));
    }
}

/// Σ_k [n_k, w_k] · A_k of (1).
fn dot_frames(row: &[f64], frames: &[Motion]) -> f64 {
    let columns = row.as_chunks::<6>().0;
    let dot = |(c, a): (&[f64; 6], &Motion)| {
        Vec3([c[0], c[1], c[2]]).dot(a.lin) + Vec3([c[3], c[4], c[5]]).dot(a.ang)
    };
    columns.iter().zip(frames).map(dot).sum()
}

/// (2): qfrc += Jᵀc.
pub fn add_interval_forces(set: &mut Constraints, rows: &Rows, qfrc: &mut [f64]) {
    if !set.todo.offsets {
        return;
    }
    for slot in 0..set.slot_count() {
        let Some((entry, _)) = set.parts(slot) else { continue };
        if entry.offset == 0.0 {
            continue;
        }
        let Some(Ok(first)) = entry.address.first().map(|&a| usize::try_from(a)) else { continue };
        let b = rows.jac.blocks.partition_point(|b| (b.row as usize) < first);
        for i in 0..entry.numbers.dim {
            for (dof, x) in rows.jac.dofs(b).iter().zip(rows.jac.row(b, i)) {
                qfrc[*dof as usize] += entry.offset * x;
            }
        }
    }
}

impl Entry {
    /// ∂C/∂t and γ at the given velocity, where it was evaluated.
    pub(crate) fn rates(
        &mut self,
        m: &Model,
        view: &View<'_>,
        qvel: &[f64],
        speeds: Speeds<'_>,
        work: &mut Work,
    ) -> Result<(), Fault> {
        let c = &*self.constraint;
        gather_velocities(m, view.com, qvel, speeds, c.touches(), &mut self.place);
        let target = c.level() == Level::Velocity;
        if !target {
            self.numbers.rate.fill(0.0);
        }
        self.numbers.bias.fill(0.0);
        if !rates_at(c, &self.place.at(), &mut self.numbers)? {
            differences(c, &mut self.numbers, &self.place, work)?;
        }
        Ok(())
    }
}

/// Displacement of the differences (s), scaled down for fast motion: error δ² C⁗ against rounding ε/δ.
const DELTA: f64 = 1e-5;

/// ∂C/∂t and γ by central differences of `evaluate` along the motion.
pub(crate) fn differences(
    c: &dyn Constraint,
    n: &mut Numbers,
    place: &Place,
    work: &mut Work,
) -> Result<(), Fault> {
    let Work { moved, numbers: [plus, minus], .. } = work;
    plus.resize(n.dim, n.width);
    minus.resize(n.dim, n.width);
    let speed = place.twists.iter().map(|v| v.ang.norm() + v.lin.norm()).fold(1.0, f64::max);
    let delta = DELTA / speed;
    let mut timed = false;
    if c.level() == Level::Position {
        for (numbers, sign) in [(&mut *plus, 1.0), (&mut *minus, -1.0)] {
            place.moved(0.0, sign * delta, moved);
            evaluate_at(c, &moved.at(), numbers)?;
        }
        for i in 0..n.dim {
            n.rate[i] = (plus.value[i] - minus.value[i]) / (2.0 * delta);
            timed |= n.rate[i] != 0.0;
        }
    }
    let long = if timed { 1e-4 / speed } else { delta };
    for (numbers, sign) in [(&mut *plus, 1.0), (&mut *minus, -1.0)] {
        place.moved(sign * long, sign * long, moved);
        evaluate_at(c, &moved.at(), numbers)?;
    }
    for i in 0..n.dim {
        n.bias[i] = if timed {
            (plus.value[i] - 2.0 * n.value[i] + minus.value[i]) / (long * long)
        } else {
            let along = |x: &Numbers| dot_velocity(x.row(i), place) + x.rate[i];
            (along(plus) - along(minus)) / (2.0 * long)
        };
    }
    Ok(())
}

/// A row times the velocities of its objects.
pub(crate) fn dot_velocity(row: &[f64], place: &Place) -> f64 {
    let bodies = place.twists.iter().zip(row.chunks(6)).map(|(v, c)| match c {
        [a, b, c, d, e, f] => Vec3([*a, *b, *c]).dot(v.lin) + Vec3([*d, *e, *f]).dot(v.ang),
        _ => 0.0,
    });
    let joints = place.velocities.iter().zip(row).map(|(v, c)| v * c);
    bodies.sum::<f64>() + joints.sum::<f64>()
}
