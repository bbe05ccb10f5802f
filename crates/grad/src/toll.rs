//! Bodies that pay for what the position pass lifts.
//!
//! v⁺ = s v,   s² = 1 − X/T,   X = E(q⁺, v) − E(q, v₀)          E, T as in the hard step's `toll`                              (1)
//!
//! Reads  what bodies paid, where the motion leads     Writes the rows v⁺ of its derivative, the switch at X = 0

use crate::dense::Matrix;
use crate::partition::note;
use crate::soft::Soft;
use stiction_model::Model;
use stiction_model::kinds::disable;
use stiction_sim::Data;
use stiction_spatial::{Quat, Vec3};

/// The velocity after a motion before anything is paid.
pub(crate) fn unpaid(d: &Data, after: &[f64]) -> Vec<f64> {
    let mut out = after.to_vec();
    for p in &d.hard.paid {
        out[p.first..p.first + 6].iter_mut().for_each(|v| *v /= p.scale);
    }
    out
}

/// (1) for the rows v⁺ of `local`, which are those of the velocity `v` at the place `end`.
pub(crate) fn pay(
    soft: &mut Soft,
    m: &Model,
    d: &Data,
    end: &[f64],
    v: &[f64],
    local: &mut Matrix,
) -> Result<(), &'static str> {
    let nv = m.size.nv;
    let paid = &d.hard.paid;
    for (n, head) in paid.iter().enumerate() {
        if paid[..n].iter().any(|p| p.group == head.group) {
            continue;
        }
        if !head.by_rise {
            return Err("a lift that bodies pay with half of their motion");
        }
        let group = || (0..paid.len()).filter(|&k| paid[k].group == head.group);
        let mut changes = [vec![0.0; local.cols], vec![0.0; local.cols]];
        group().for_each(|k| energies(m, d, k, [end, v], local, &mut changes));
        let ([due, motion], [rise, faster]) = (head.due, &changes);
        note(soft, due, rise);
        for k in group() {
            for r in 0..6 {
                let i = paid[k].first + r;
                for (col, x) in local.row_mut(nv + i).iter_mut().enumerate() {
                    let bend = (due * faster[col] / motion - rise[col]) / (2.0 * head.scale * motion);
                    *x = head.scale * *x + bend * v[i];
                }
            }
        }
    }
    Ok(())
}

/// Adds the changes of X and T of a body.
fn energies(m: &Model, d: &Data, k: usize, [end, v]: [&[f64]; 2], local: &Matrix, out: &mut [Vec<f64>; 2]) {
    let (p, nv) = (&d.hard.paid[k], m.size.nv);
    let weight = if m.disabled(disable::GRAVITY) { Vec3::ZERO } else { m.opt.gravity * p.mass };
    let (i, c) = (p.first, p.arm);
    let vec = |x: &[f64], k: usize| Vec3([x[k], x[k + 1], x[k + 2]]);
    let [w, x, y, z] = std::array::from_fn(|k| end[p.place + 3 + k]);
    let there = Quat::new(w, x, y, z).normalized().to_mat();
    let (spin0, spin) = (vec(&d.state.qvel, i + 3), vec(v, i + 3));
    let push0 = (vec(&d.state.qvel, i) + p.rot.mul_vec(spin0.cross(c))) * p.mass;
    let push = (vec(v, i) + there.mul_vec(spin.cross(c))) * p.mass;
    let (turn0, turn) = (p.inertia.mul_vec(spin0), p.inertia.mul_vec(spin));
    for col in 0..local.cols {
        let row = |k: usize| Vec3(std::array::from_fn(|r| local.row(k + r)[col]));
        let one = |k: usize| Vec3(std::array::from_fn(|r| f64::from(u8::from(col == k + r))));
        let (dx, psi, dv, dspin) = (row(i), row(i + 3), row(nv + i), row(nv + i + 3));
        let speed = dv + there.mul_vec(psi.cross(spin.cross(c)) + dspin.cross(c));
        let motion = push.dot(speed) + turn.dot(dspin);
        let place = dx + there.mul_vec(psi.cross(c));
        let (dx, psi, dv, dspin) = (one(i), one(i + 3), one(nv + i), one(nv + i + 3));
        let speed = dv + p.rot.mul_vec(psi.cross(spin0.cross(c)) + dspin.cross(c));
        let motion0 = push0.dot(speed) + turn0.dot(dspin);
        let place0 = dx + p.rot.mul_vec(psi.cross(c));
        out[0][col] += motion - motion0 - weight.dot(place - place0);
        out[1][col] += motion;
    }
}
