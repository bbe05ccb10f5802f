//! The discrete law: soft rows at the end of the step, solved in the metric of the step (MuJoCo's integrator `discrete`).
//!
//! M̂ = M + hD + h²K,   M̂ a_s = τ − c − hKv                                                                         (1)
//! M̂ a = M̂ a_s + Jᵀf,  f = −∇ŝ(J a − â_ref)             ŝ, â_ref: the spring and damper of each row, implicit        (2)
//! v⁺ = v + h a,  q⁺ = q ⊕ h v⁺                                                                                     (3)

use super::wake;
use crate::data::Data;
use crate::hooks::Hooks;
use crate::law::DiscreteLaw;
use crate::stage::contact::Reach;
use crate::stage::metric::{self, Terms};
use crate::stage::solve::{self, Memory};
use crate::stage::{force, integrate, position, rows, smooth, velocity};
use stiction_constraint::rows::Rigidity;
use stiction_model::Model;

impl DiscreteLaw {
    /// q → poses, inertia, contacts, rows.
    pub(super) fn position(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
        wake::poses(m, d);
        position::inertia(m, d);
        wake::contacts(m, d, hooks, Reach::Now);
        rows::make(m, d, Rigidity::Soft);
        position::transmissions(m, d);
    }

    /// v → velocities, passive and bias forces, velocities of the rows.
    pub(super) fn velocity(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
        velocity::velocities(m, d);
        force::passive(m, d, hooks);
        rows::reference(m, d);
        force::intervals(d);
        force::bias(m, d);
    }

    /// (1), and the rows in that metric.
    pub(super) fn smooth(&self, m: &Model, d: &mut Data) {
        smooth::forces(m, d);
        metric::build(m, d, if self.couplings { Terms::All } else { Terms::Joints });
        smooth::step_force(&mut d.stages);
        smooth::step_acceleration(&mut d.stages);
        rows::implicit(m, d);
        rows::couple(m, &mut d.stages);
    }

    /// (2); bodies that float alone get their gyroscopic derivative.
    pub(super) fn solve(&self, m: &Model, d: &mut Data) {
        solve::step(&self.solver, d, Memory::None);
        integrate::free_bodies(m, d);
    }

    /// (3): the solve has found a.
    pub(super) fn rates(&self, d: &mut Data) {
        integrate::solved(d);
    }
}
