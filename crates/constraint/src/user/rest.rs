//! Whether a constraint whose bodies all sleep would move them.
//!
//! The bodies rest, so C changes only with time or because the constraint was replaced. It drives them if ∂C/∂t ≠ 0, or if C is
//! another than at its last evaluation: an equality by more than 1e-9, a one-sided row from C ≥ 0 to C < 0.                    (1)
//!
//! Reads  model, kin, com     Writes `Constraints`
//! Cost   one evaluation per sleeping constraint; no allocation after growth

use super::set::{Constraints, Entry, Work};
use super::spread::{Speeds, View, asleep};
use super::traits::{Bounds, Fault};
use crate::rows::RowInput;
use stiction_model::Model;

/// Change of C below which what sleeps is left alone [m or rad].
const STILL: f64 = 1e-9;

/// Evaluates the constraints that sleep, (1). One that cannot be evaluated counts as driving: awake, it says why.
pub fn look_at_sleeping(m: &Model, input: &RowInput<'_>, time: f64, set: &mut Constraints) {
    let view = View { time, qpos: input.qpos, kin: input.kin, com: input.com };
    for slot in 0..set.slot_count() {
        let Some((entry, work)) = set.parts(slot) else { continue };
        entry.driven = entry.enabled
            && asleep(m, entry.constraint.touches(), input.tree_asleep)
            && drives(m, &view, input.qvel, entry, work).unwrap_or(true);
    }
}

fn drives(
    m: &Model,
    view: &View<'_>,
    qvel: &[f64],
    entry: &mut Entry,
    work: &mut Work,
) -> Result<bool, Fault> {
    // in the first step of its sleep the last evaluation was before the last motion
    let acted = entry.address.iter().any(|&a| a >= 0);
    work.rest.clear();
    work.rest.extend_from_slice(&entry.numbers.value);
    if !entry.evaluate(m, view)? {
        return Ok(false);
    }
    entry.rates(m, view, qvel, Speeds::Summed, work)?;
    let one_sided = entry.constraint.bounds() == Bounds::AtLeastZero;
    let n = &entry.numbers;
    let changed = |(now, then): (&f64, &f64)| {
        if one_sided { *now < 0.0 && *then >= 0.0 } else { !acted && (now - then).abs() > STILL }
    };
    Ok(n.rate.iter().any(|r| *r != 0.0) || n.value.iter().zip(&work.rest).any(changed))
}
