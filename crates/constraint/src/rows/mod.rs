//! All constraint rows of a step, in MuJoCo's order: equality, friction loss, limits, contacts.
//!
//! For each row:  R = (1 − d)/d · Â,   a_ref = −b (J v) − k d (r − margin) − J̇v                                   (1)
//!
//! with impedance d(r) from `solimp`, stiffness k and damping b from `solref`, Â the diagonal of J M⁻¹ Jᵀ from the inverse
//! weights at qpos0 (or exact, if `diagexact` is on).
//!
//! Reads  model, state, kin, com, vel, tendons, contacts     Writes `Rows`, contact.{mu, efc_address, exclude}
//! Cost   O(total support of J), no allocation after growth

mod carried;
mod contact;
mod equality;
mod exact;
mod friction;
mod hard;
mod impedance;
mod implicit;
mod limit;
mod pair;
mod reference;

pub(crate) use equality::{
    equality_sleeps, joint_equality, push_equality, spatial_equality, tendon_equality,
};
pub use equality::{equality_wrench, leading_mocap, led_by_mocap, tendon_equality_weight};
pub use exact::{set_exact_diagonal, set_hard_diagonal};
pub(crate) use impedance::{contact_numbers, row_numbers, soft};
pub(crate) use limit::ball_limit_distance;
pub use limit::{Side, joint_gap, limit_missed, tendon_limit_active};
pub use pair::PairDofs;
pub(crate) use pair::offset;
pub(crate) use reference::bias_acceleration;

use crate::contact::Contact;
use stiction_dynamics::stages::{Com, Kinematics, Tendons, Velocities};
use stiction_model::Model;
use stiction_model::ids::TreeId;
use stiction_model::kinds::{Integrator, disable};
use stiction_solver::Rows;
use stiction_spatial::Motion;

/// What rows are made from.
#[derive(Clone, Copy)]
pub struct RowInput<'a> {
    /// Configuration (nq).
    pub qpos: &'a [f64],
    /// Velocity (nv).
    pub qvel: &'a [f64],
    /// Which equalities are on (neq).
    pub eq_active: &'a [bool],
    /// Poses.
    pub kin: &'a Kinematics,
    /// Dof axes.
    pub com: &'a Com,
    /// Tendon lengths and Jacobian.
    pub ten: &'a Tendons,
    /// Velocities.
    pub vel: &'a Velocities,
    /// Velocities of mocap bodies, each at its origin, under the hard law (nmocap); empty: they rest.
    pub mocap: &'a [Motion],
    /// True for trees that sleep; `None` if sleeping is off.
    pub tree_asleep: Option<&'a dyn Fn(usize) -> bool>,
    /// Velocity at the end of the step, where a first solve has told it (nv): hard limits look as far as it goes.
    pub after: Option<&'a [f64]>,
    /// Whether rows give way.
    pub rigidity: Rigidity,
    /// Length of the part of the step that is being made (s); `None`: the whole step.
    pub span: Option<f64>,
    /// Time until mocap bodies are where what they lead shall be (s); none: the step.
    pub arrival: Option<f64>,
}

impl RowInput<'_> {
    /// Length of the step, or of the part of it that is being made (s).
    #[inline]
    pub(crate) fn timestep(&self, m: &Model) -> f64 {
        self.span.unwrap_or(m.opt.timestep)
    }

    /// True if this tree sleeps (none is the static world, which never counts as awake or asleep).
    #[inline]
    pub(crate) fn asleep(&self, tree: TreeId) -> bool {
        match self.tree_asleep {
            Some(f) if tree.is_some() => f(tree.idx()),
            _ => false,
        }
    }
}

/// Whether rows give way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rigidity {
    /// They have impedance.
    Soft,
    /// They have none and aim at velocities, set when the step is solved; limits look ahead.
    Hard,
}

/// Work space of row assembly.
#[derive(Clone, Debug, Default)]
pub struct RowScratch {
    pub(crate) pair: PairDofs,
    pub(crate) dofs: Vec<u32>,
    pub(crate) vals: Vec<f64>,
    pub(crate) entries: Vec<(u32, f64)>,
}

/// What assembly tells beside the rows: their numbers by source, for `d.ne`, `d.nf`, `d.nl`, and their diagonal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowCounts {
    /// Rows of equalities.
    pub ne: usize,
    /// Rows of friction loss.
    pub nf: usize,
    /// Rows of limits.
    pub nl: usize,
    /// Diagonal of every row before compliance, for steps that solve in a metric of their own (nrow).
    pub weight: Vec<f64>,
}

/// Makes all rows: Jacobian, position, approximate diagonal, impedance. The reference follows when velocities are known
/// ([`set_reference`]).
pub fn assemble(
    m: &Model,
    input: &RowInput<'_>,
    contacts: &mut [Contact],
    scratch: &mut RowScratch,
    rows: &mut Rows,
    counts: &mut RowCounts,
) {
    rows.clear();
    scratch.pair.reset();
    (counts.ne, counts.nf, counts.nl) = (0, 0, 0);
    counts.weight.clear();
    if m.disabled(disable::CONSTRAINT) || m.size.nv == 0 {
        return;
    }
    equality::push(m, input, scratch, rows);
    counts.ne = rows.jac.nrow();
    friction::push(m, input, scratch, rows);
    counts.nf = rows.jac.nrow() - counts.ne;
    limit::push(m, input, scratch, rows);
    counts.nl = rows.jac.nrow() - counts.ne - counts.nf;
    contact::push(m, input, contacts, scratch, rows);
    if m.opt.integrator == Integrator::Discrete as i32 {
        counts.weight.extend_from_slice(&rows.diag);
    }
    if input.rigidity == Rigidity::Soft {
        impedance::set(m, contacts, rows);
    }
}

pub(crate) use hard::stiffen;
pub use hard::{Bounce, EPSILON, FOLLOW, Moment, set_hard, target};
pub use impedance::set as set_impedance;
pub use implicit::{ImplicitInput, set_implicit};
pub use reference::{set as set_reference, subtract_jdot_v};
