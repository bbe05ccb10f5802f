//! The soft law: forward dynamics gives an acceleration, an integrator advances it.
//!
//! M q̈ = τ − c + Jᵀf,   f = −∇s(J q̈ − a_ref)             s the convex cost of soft rows                           (1)
//! v⁺ = v + h q̈',  q⁺ = q ⊕ h v⁺                         q̈' of the integrator                                      (2)
//!
//! Euler: (M + hB) q̈' = τ − c + Jᵀf; implicit and implicitfast: M − h ∂τ/∂v instead; RK4: the mean of four q̈ (`rk4`).

use super::wake;
use crate::data::{Data, Flags};
use crate::hooks::Hooks;
use crate::law::SoftLaw;
use crate::stage::contact::Reach;
use crate::stage::position::Poses;
use crate::stage::solve::articulated;
use crate::stage::{force, integrate, position, rows, smooth, solve, velocity};
use stiction_constraint::rows::Rigidity;
use stiction_model::Model;
use stiction_model::kinds::{Integrator, Stage, enable};

impl SoftLaw {
    /// q → poses, inertia, contacts, rows.
    pub(super) fn position(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
        wake::poses(m, d);
        position::inertia(m, d);
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

    /// (1), by the recursion where everything at work fits it; rows then get the forces of its answer.
    pub(super) fn solve(&self, m: &Model, d: &mut Data) {
        if self.fits(m, d) && articulated::solve(m, &self.solver, d) {
            articulated::show(&mut d.stages, &mut d.scratch.gather);
        } else {
            solve::accelerations(&self.solver, d);
        }
    }

    /// True if (1) can be solved without rows.
    fn fits(&self, m: &Model, d: &Data) -> bool {
        self.recursion && articulated::fits(m, &self.solver, d)
    }

    /// True if the next state can be had without what a step shows: no buffers of sensors, no sleep, no comparison with inverse dynamics.
    pub(crate) fn may_hide(&self, m: &Model) -> bool {
        let shown = enable::FWDINV | enable::SLEEP;
        m.size.nhistory == 0 && m.opt.enableflags & shown == 0
    }

    /// The step up to (1) where nobody reads what is between, from the given stage on: the same acceleration, inertia and rows only
    /// if they are needed.
    pub(crate) fn unseen(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks, skip: Stage, poses: Poses) {
        d.stages.flags = Flags::default();
        if skip < Stage::Pos {
            wake::frames(m, d, poses);
            wake::contacts(m, d, hooks, Reach::Now);
            position::transmissions(m, d);
        }
        if skip < Stage::Vel {
            velocity::velocities(m, d);
            force::passive(m, d, hooks);
            force::bias(m, d);
        }
        force::actuate(m, d, hooks);
        smooth::forces(m, d);
        let solved = self.fits(m, d) && articulated::solve(m, &self.solver, d);
        if !solved || matches!(self.integrator, Integrator::Implicit | Integrator::Implicitfast) {
            position::inertia(m, d);
        }
        if !solved {
            rows::make(m, d, Rigidity::Soft);
            rows::reference(m, d);
            smooth::acceleration(m, &mut d.stages);
            solve::accelerations(&self.solver, d);
        }
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
