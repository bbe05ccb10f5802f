//! Integrators: from q̈ to the next state.
//!
//! Euler          v⁺ = v + h (M + h B)⁻¹ (τ + Jᵀf),  B joint damping;  q⁺ = q ⊕ h v⁺                              (1)
//! implicit       the same with M − h ∂τ/∂v, all velocity derivatives;  implicitfast: symmetric, without Coriolis   (2)
//! discrete, hard v⁺ is the answer of the solve;  q⁺ = q ⊕ h v⁺, hard: q ⊕ h (v⁺ + w) with w of the position pass
//!
//! The rate functions write the acceleration that advances the state, [`motion`] advances it.
//!
//! Reads  solution, smooth, mass, state     Writes implicit, state

mod euler;
mod free;
mod implicit;
mod invert;
mod motion;

pub use euler::euler;
pub use free::{free_bodies, free_body_forces};
pub use implicit::{implicit, implicit_fast};
pub use invert::invert;
pub use motion::{Path, Since, activations, hold_users, motion, solved};

use crate::data::owner;
use stiction_model::{Model, fields};

owner!();

fields! {
    /// Matrices of the implicit integrators.
    #[allow(non_snake_case)]
    pub struct Implicit("") {
        qH: Vec<f64>,
        qHDiagInv: Vec<f64>,
        qDeriv: Vec<f64>,
        qLU: Vec<f64>,
    }
}

impl Implicit {
    /// Arrays for `m`, zeroed.
    pub fn allocate(m: &Model) -> Self {
        let mut out = Self::default();
        out.each_field(&mut |name, field| {
            field.resize_rows(match name {
                "qH" => m.size.nC,
                "qHDiagInv" => m.size.nv,
                _ => m.size.nD,
            });
        });
        out
    }
}
