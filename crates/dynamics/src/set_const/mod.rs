//! Constants of the model that need dynamics (`mj_setConst`), and what compilation resolves with them.
//!
//! set_const  = fixed constants, then everything derived at qpos0: inertias, inverse weights, lengths, reference poses
//! resolve    = once, after compilation: spring lengths, damping ratios, spring–dampers, statistics
//!
//! | module | what |
//! |---|---|
//! | [`mod@reference`] | positions and inertia at a configuration |
//! | `poses` | cameras, lights, equality constraints |
//! | `weights` | `dof_M0`, `*_invweight0`, `actuator_acc0` |
//! | `scale` | body sizes, `dof_length`, statistics |
//! | `resolve` | conventions that only the compiler knows |
//!
//! A user who changes numbers of a compiled model calls [`set_const`]; the values of `resolve` are then kept as they are.
//! Allocates: this is not part of a step. Checked by: MuJoCo 4.0 on every model of the conformance set.

mod poses;
pub mod reference;
mod resolve;
mod scale;
mod weights;

use core::fmt;
use reference::Reference;
use stiction_model::Model;
use stiction_model::compile::Pending;
use stiction_model::fixed::set_fixed;

pub use resolve::{damp_ratios, spring_damper, spring_lengths, statistics};

/// Why constants could not be derived.
#[derive(Clone, Debug, PartialEq)]
pub enum SetConstError {
    /// A constant that needs no dynamics is inconsistent.
    Fixed(String),
    /// This body can move but has no mass.
    Massless {
        /// The body.
        body: usize,
    },
}

impl fmt::Display for SetConstError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetConstError::Fixed(what) => f.write_str(what),
            SetConstError::Massless { body } => write!(f, "body {body} moves but has no mass"),
        }
    }
}
impl std::error::Error for SetConstError {}

/// Derives every constant that follows from other fields (`mj_setConst`). Mocap bodies stand at their model pose.
pub fn set_const(m: &mut Model) -> Result<(), SetConstError> {
    set_fixed(m).map_err(SetConstError::Fixed)?;
    at_reference(m).map(|_| ())
}

/// What follows once after compilation: [`set_const`], then the conventions that the compiler left pending (all but length
/// ranges, which need simulation).
pub fn resolve(m: &mut Model, pending: &Pending) -> Result<(), SetConstError> {
    set_fixed(m).map_err(SetConstError::Fixed)?;
    spring_lengths(m, &pending.springlength);
    let reference = at_reference(m)?;
    damp_ratios(m, &pending.dampratio, &reference);
    for s in &pending.springdamper {
        spring_damper(m, s.joint, s.timeconst, s.dampratio);
    }
    statistics(m, &reference, &pending.statistic);
    Ok(())
}

/// The part of [`set_const`] that needs qpos0; returns the reference for those who need more of it.
pub fn at_reference(m: &mut Model) -> Result<Reference, SetConstError> {
    let mut r = Reference::allocate(m);
    let qpos0 = m.qpos0.clone();
    r.positions(m, &qpos0);
    weights::dof_m0(m, &r.com);
    r.lengths(m, &qpos0);
    r.inertia(m);
    poses::cameras_and_lights(m, &r.com, &r.kin);
    poses::equalities(m, &r.kin);
    scale::dof_length(m, &r.kin);
    m.tendon.length0.copy_from_slice(&r.ten.ten_length);
    m.actuator.length0.copy_from_slice(&r.trn.actuator_length);
    weights::inverse_weights(m, &r)?;
    Ok(r)
}
