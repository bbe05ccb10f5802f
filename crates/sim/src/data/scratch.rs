//! Memory that stages work in. Nothing in it outlives the call that filled it, so it is neither read from outside nor copied.

use crate::data::{Data, State};
use crate::sensor::SensorScratch;
use crate::stage::solve::articulated::Recursion;
use stiction_constraint::RowScratch;
use stiction_constraint::hold::HoldScratch;
use stiction_dynamics::derivative::Derivative;
use stiction_dynamics::rnea::RneScratch;
use stiction_model::Model;
use stiction_solver::residual::Checker;
use stiction_solver::{Islands, Solution, Workspace};

/// Named buffers.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Row assembly.
    pub rows: RowScratch,
    /// Newton–Euler.
    pub rne: RneScratch,
    /// Constraint solver.
    pub solver: Workspace,
    /// Islands that are solved once more, and their answer.
    pub again: (Islands, Solution),
    /// Solves without rows.
    pub recursion: Recursion,
    /// Checker of solutions.
    pub checker: Checker,
    /// Checker of contacts.
    pub geometry: crate::certificate::GeometryScratch,
    /// One row's dofs, gathered.
    pub gather: Vec<f64>,
    /// Sensors and distance queries.
    pub sensor: SensorScratch,
    /// Velocity derivatives of the smooth forces.
    pub derivative: Derivative,
    /// Runge–Kutta stages.
    pub rk: crate::step::rk4::RkScratch,
    /// The end of the step before it is there.
    pub end: crate::stage::hard::end::End,
    /// Trees in free flight.
    pub flies: Vec<bool>,
    /// Impacts within a step.
    pub events: crate::stage::hard::event::Events,
    /// What may pass through what.
    pub guard: crate::stage::hard::guard::Guard,
    /// What may sink.
    pub sunk: crate::stage::hard::sunk::SunkScratch,
    /// Energy of bodies that the position pass lifts.
    pub toll: crate::stage::hard::toll::Toll,
    /// State before a part of a step.
    pub backup: State,
    /// Everything before differences are taken.
    pub before: Option<Box<Data>>,
    /// Equalities that are held.
    pub hold: HoldScratch,
    /// Steps of a given accuracy.
    pub accurate: crate::step::Doubling,
    /// Acceleration and activation rates that advance the state, and the velocity that moves positions.
    pub qacc: Vec<f64>,
    /// See `qacc`.
    pub act_dot: Vec<f64>,
    /// See `qacc`.
    pub moves: Vec<f64>,
    /// Velocity at the end of a hard step.
    pub after: Vec<f64>,
    /// What Coriolis forces of loops change of it.
    pub bent: Vec<f64>,
    /// What acts on a tree.
    pub acts: Vec<u8>,
    /// Forces over dofs: right-hand sides, products with inertias.
    pub load: Vec<f64>,
    /// A second one.
    pub product: Vec<f64>,
}

impl Scratch {
    /// Buffers for `m`.
    pub fn allocate(m: &Model) -> Self {
        let zero = vec![0.0; m.size.nv];
        Scratch {
            rne: RneScratch::allocate(m),
            derivative: Derivative::allocate(m),
            backup: State::allocate(m),
            recursion: Recursion::allocate(m),
            qacc: zero.clone(),
            moves: zero.clone(),
            after: zero.clone(),
            bent: zero.clone(),
            load: zero.clone(),
            product: zero,
            ..Scratch::default()
        }
    }

    /// Buffers of the same fixed sizes; the others grow again when needed.
    pub fn fresh(&self) -> Self {
        Scratch {
            rne: self.rne.clone(),
            derivative: self.derivative.clone(),
            backup: self.backup.clone(),
            recursion: self.recursion.fresh(),
            qacc: self.qacc.clone(),
            moves: self.moves.clone(),
            after: self.after.clone(),
            bent: self.bent.clone(),
            load: self.load.clone(),
            product: self.product.clone(),
            ..Scratch::default()
        }
    }
}
