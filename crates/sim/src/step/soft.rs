//! The soft law: forward dynamics gives an acceleration, an integrator advances it.
//!
//! M q̈ = τ − c + Jᵀf,   f = −∇s(J q̈ − a_ref)             s the convex cost of soft rows                           (1)
//! v⁺ = v + h q̈',  q⁺ = q ⊕ h v⁺                         q̈' of the integrator                                      (2)
//!
//! Euler: (M + hB) q̈' = τ − c + Jᵀf; implicit and implicitfast: M − h ∂τ/∂v instead; RK4: the mean of four q̈ (`rk4`).

use super::wake;
use crate::data::Data;
use crate::hooks::Hooks;
use crate::law::SoftLaw;
use crate::stage::contact::Reach;
use crate::stage::{force, integrate, position, rows, smooth, solve, velocity};
use stiction_constraint::rows::Rigidity;
use stiction_model::Model;
use stiction_model::kinds::Integrator;

impl SoftLaw {
    /// q → poses, inertia, contacts, rows.
    pub(super) fn position(&self, m: &Model, d: &mut Data, hooks: &dyn Hooks) {
        wake::poses(m, d);
        position::inertia(m, &mut d.stages);
        wake::contacts(m, d, hooks, Reach::Now);
        rows::make(m, d, Rigidity::Soft);
        position::transmissions(m, d);
    }

    /// v → velocities, passive and bias forces, reference accelerations.
    pub(super) fn velocity(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
        velocity::velocities(m, d);
        force::passive(m, d, hooks);
        rows::reference(m, d);
        force::intervals(d);
        force::bias(m, d);
    }

    /// τ − c and the acceleration it gives alone.
    pub(super) fn smooth(&self, m: &Model, d: &mut Data) {
        smooth::forces(m, d);
        smooth::acceleration(m, &mut d.stages);
    }

    /// (1).
    pub(super) fn solve(&self, d: &mut Data) {
        solve::accelerations(&self.solver, d);
    }

    /// q̈' of (2), of integrators with one stage; Runge–Kutta becomes Euler.
    pub(super) fn rates(&self, m: &Model, d: &mut Data) {
        match self.integrator {
            Integrator::Implicit => integrate::implicit(m, d),
            Integrator::Implicitfast => integrate::implicit_fast(m, d),
            Integrator::Euler | Integrator::Discrete | Integrator::Rk4 => integrate::euler(m, d),
        }
    }
}
