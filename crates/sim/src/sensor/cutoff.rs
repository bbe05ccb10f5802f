//! Cutoff: real data are clamped on both sides, positive data on one.

use stiction_model::Model;
use stiction_model::kinds::{DataKind, SensorKind};

/// Clamps the output of sensor i; contact and from–to sensors use their cutoff in another way or not at all.
pub(super) fn apply(m: &Model, i: usize, data: &mut [f64]) {
    let c = m.sensor.cutoff[i];
    let kind = m.sensor.kind[i].get();
    if c <= 0.0 || matches!(kind, Some(SensorKind::Contact | SensorKind::Geomfromto)) {
        return;
    }
    match m.sensor.datatype[i].get() {
        Some(DataKind::Real) => data.iter_mut().for_each(|x| *x = stiction_spatial::clip(*x, -c, c)),
        Some(DataKind::Positive) => data.iter_mut().for_each(|x| *x = x.min(c)),
        _ => {}
    }
}
