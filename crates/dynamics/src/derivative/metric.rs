//! The metric of the discrete step: M̂ = M + hD + h²K, as a diagonal and scales of tendon and actuator rows.
//!
//! Reads  model, qpos, qvel, tendons, transmissions     Writes Metric

use stiction_model::Model;
use stiction_model::fields;

fields! {
    /// What the discrete step adds to M, and its shift of the smooth force. Written by `derivative::metric`.
    pub struct Metric("") {
        /// h D + h² K on the diagonal (nv).
        efm_diag: Vec<f64>,
        /// h K on the diagonal (nv).
        efm_ck: Vec<f64>,
    }
}

impl Metric {
    /// Arrays of the sizes that `m` needs.
    pub fn allocate(m: &Model) -> Self {
        Metric { efm_diag: vec![0.0; m.size.nv], efm_ck: vec![0.0; m.size.nv] }
    }
}
