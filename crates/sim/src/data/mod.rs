//! The data of one simulation: state, inputs, and what the stages of a step compute from them.
//!
//! State, inputs and the user's constraints are the user's to write. The stages are written by the step and read by everybody:
//! `Data` lends them ([`Deref`]), so that `d.kin.xpos` or `d.solution.qacc` can be read and nothing there can be written, except
//! by the operations below that say what they do.

mod carried;
mod owned;
mod scratch;
mod snapshot;
mod stages;
mod start;
pub mod state;

pub use owned::Owned;
pub use snapshot::Snapshot;
pub use stages::{DofTree, Flags, Stages, Visit};
pub use state::{Input, State};

pub(crate) use owned::owner;
pub(crate) use scratch::Scratch;
pub(crate) use stages::Part;
pub(crate) use start::Start;

use crate::check::{StepError, Warning, WarningStat, other_model};
use crate::timer::Timers;
use std::ops::Deref;
use stiction_constraint::rows::RowCounts;
use stiction_constraint::user::{Constraints, Handle};
use stiction_constraint::{Budget, Contact, Contacts, Spent};
use stiction_model::fields::{Number, NumbersMut};
use stiction_model::{Identity, Model};

/// The data of one simulation.
#[derive(Debug)]
pub struct Data {
    /// Structure that the arrays were made for.
    model: Identity,
    /// Time (s).
    pub time: f64,
    /// What the simulation carries from step to step.
    pub state: State,
    /// What the user sets.
    pub input: Input,
    /// Constraints that the user wrote.
    pub constraints: Constraints,
    /// Time spent per stage, if a clock is lent.
    pub timers: Timers,
    pub(crate) start: Start,
    pub(crate) stages: Stages,
    pub(crate) scratch: Scratch,
}

impl Deref for Data {
    type Target = Stages;
    #[inline]
    fn deref(&self) -> &Stages {
        &self.stages
    }
}

impl Clone for Data {
    fn clone(&self) -> Self {
        Data {
            model: self.model,
            time: self.time,
            state: self.state.clone(),
            input: self.input.clone(),
            constraints: self.constraints.clone(),
            timers: self.timers.clone(),
            start: self.start.clone(),
            stages: self.stages.clone(),
            scratch: self.scratch.fresh(),
        }
    }
}

impl Data {
    /// Shows the last hard solve as it was where a step tells something else (bodies that float with their frame beside their centre of mass), and
    /// what is told again at the next call.
    pub fn exchange_solved(&mut self) {
        if self.stages.hard.told.differs() {
            crate::stage::hard::told::exchange(&mut self.stages);
        }
    }

    /// Axes, tendons, contacts and rows, with their true diagonal, where the position pass of the last hard motion of `from` has looked last: all that
    /// a look of its own would find but poses.
    pub fn take_end(&mut self, from: &Data) {
        let (e, s) = (&from.scratch.end, &mut self.stages);
        let (com, ten) = e.axes();
        s.com.open().clone_from(com);
        s.ten.open().clone_from(ten);
        let list = &mut s.contacts.open().list;
        list.clear();
        list.extend_from_slice(e.contacts());
        s.rows.open().clone_from(&e.rows);
    }

    /// Arrays for `m`, not yet at its reference configuration.
    pub(crate) fn allocate(m: &Model) -> Self {
        Data {
            model: m.identity,
            time: 0.0,
            state: State::allocate(m),
            input: Input::allocate(m),
            constraints: Constraints::default(),
            timers: Timers::default(),
            start: Start::allocate(m),
            stages: Stages::allocate(m),
            scratch: Scratch::allocate(m),
        }
    }

    /// The structure of the model that this data was made for.
    #[inline]
    pub fn identity(&self) -> Identity {
        self.model
    }

    /// False if the last step left something out ([`crate::step_unseen`]) that [`crate::complete`] can show.
    #[inline]
    pub fn is_complete(&self) -> bool {
        !self.start.unseen
    }

    /// An error unless this data was made for a model of the same structure as `m`.
    ///
    /// # Errors
    /// If it was made for another.
    #[inline]
    pub fn check_model(&self, m: &Model) -> Result<(), StepError> {
        if self.model == m.identity { Ok(()) } else { Err(other_model(self.time)) }
    }

    /// Becomes a copy of `from`, data of the same model, without moving arrays that views may point at.
    pub fn copy_from(&mut self, from: &Data) {
        self.model = from.model;
        self.time = from.time;
        self.state.clone_from(&from.state);
        self.input.clone_from(&from.input);
        self.constraints.clone_from(&from.constraints);
        self.timers.stats = from.timers.stats;
        self.start.copy_from(&from.start);
        self.stages.copy_from(&from.stages);
    }

    /// Visits every fixed-size array: (MuJoCo name, shape, numbers). Contact and row arrays are built when read.
    pub fn each_mut(&mut self, visit: Visit<'_>) {
        self.state.each_mut(visit);
        self.input.each_mut(visit);
        self.stages.each_mut(visit);
    }

    /// Visits every number and flag that stands alone, and the energies: (MuJoCo name, numbers).
    pub fn each_scalar_mut(&mut self, visit: &mut dyn FnMut(&'static str, NumbersMut<'_>)) {
        visit("energy", f64::wrap_mut(self.stages.energy.open()));
        visit("time", f64::wrap_mut(std::slice::from_mut(&mut self.time)));
        let f = &mut self.stages.flags;
        visit("flg_energypos", bool::wrap_mut(std::slice::from_mut(&mut f.energypos)));
        visit("flg_energyvel", bool::wrap_mut(std::slice::from_mut(&mut f.energyvel)));
        visit("flg_subtreevel", bool::wrap_mut(std::slice::from_mut(&mut f.subtreevel)));
        visit("flg_rnepost", bool::wrap_mut(std::slice::from_mut(&mut f.rnepost)));
    }

    /// Sets every number of the stages to zero and forgets contacts, rows and what solvers remember.
    pub(crate) fn clear(&mut self) {
        self.each_mut(&mut |_, _, numbers| match numbers {
            NumbersMut::F64(x) => x.fill(0.0),
            NumbersMut::I32(x) => x.fill(0),
            NumbersMut::Bool(x) => x.fill(false),
            NumbersMut::U8(x) => x.fill(0),
            NumbersMut::F32(x) => x.fill(0.0),
            NumbersMut::I64(x) => x.fill(0),
        });
        self.time = 0.0;
        self.start.unseen = false;
        self.timers.clear();
        *self.stages.energy.open() = [0.0; 2];
        self.stages.flags = Flags::default();
        self.stages.warnings = Default::default();
        *self.stages.undefined.open() = None;
        self.clear_constraints();
    }

    /// No contacts, no rows.
    pub(crate) fn clear_constraints(&mut self) {
        let s = &mut self.stages;
        s.contacts.open().list.clear();
        s.rows.open().clear();
        let ntree = s.dof_tree.iter().max().map_or(0, |t| *t as usize + 1);
        s.islands.open().find(&s.dof_tree, ntree, &[], &s.rows);
        *s.counts.open() = RowCounts::default();
        let solution = s.solution.open();
        solution.efc_force.clear();
        solution.efc_state.clear();
        solution.efc_b.clear();
        solution.report.islands.clear();
        solution.report.stats.clear();
        s.hard.warm.clear();
    }

    /// Contacts are found anew, within the same bounds.
    pub(crate) fn forget_contacts(&mut self, m: &Model) {
        let contacts = self.stages.contacts.open();
        let Contacts { limit, budget, .. } = *contacts;
        *contacts = Contacts::allocate(m);
        (contacts.limit, contacts.budget) = (limit, budget);
    }

    /// Looks for contacts as `from` does: how they are sought is not copied with what was found.
    pub(crate) fn seek_as(&mut self, from: &Data) {
        let (to, from) = (self.stages.contacts.open(), &from.contacts);
        (to.limit, to.budget, to.slack) = (from.limit, from.budget, from.slack);
    }

    /// The step took more than the budget allows of this.
    pub(crate) fn spend(&mut self, what: Spent) {
        self.stages.contacts.open().spent = Some(what);
    }

    /// Begins a step: what the last one spent too much of does not count.
    pub(crate) fn forget_spent(&mut self) {
        self.stages.contacts.open().spent = None;
    }

    /// Multipliers of a user's constraint after `forward` or `step` [N or N·m]; `None` if it was removed.
    pub fn constraint_force(&self, h: Handle) -> Option<Vec<f64>> {
        let mut out = Vec::new();
        self.constraints.forces(h, &self.solution.efc_force, &mut out).then_some(out)
    }

    /// Acceleration (nv), for inverse dynamics of a motion that the user gives.
    pub fn qacc_mut(&mut self) -> &mut [f64] {
        &mut self.stages.solution.open().qacc
    }

    /// Passive forces (nv), for [`crate::Hooks::passive`].
    pub fn qfrc_passive_mut(&mut self) -> &mut [f64] {
        &mut self.stages.passive.open().qfrc_passive
    }

    /// Outputs of sensors, for [`crate::Hooks::sensor`].
    pub fn sensordata_mut(&mut self) -> &mut [f64] {
        &mut self.stages.sensors.open().sensordata
    }

    /// Adds a contact of the user's, between detection and rows. False if the list is full.
    pub fn add_contact(&mut self, c: Contact) -> bool {
        let contacts = self.stages.contacts.open();
        let fits = contacts.list.len() < contacts.limit;
        if fits {
            contacts.list.push(c);
        }
        fits
    }

    /// Replaces contact `i` by one of the user's, between detection and rows. False if there is no such contact.
    pub fn set_contact(&mut self, i: usize, c: Contact) -> bool {
        let place = self.stages.contacts.open().list.get_mut(i);
        let found = place.is_some();
        if let Some(place) = place {
            *place = c;
        }
        found
    }

    /// How much one step may be; unlimited unless set.
    pub fn set_budget(&mut self, budget: Budget) {
        self.stages.contacts.open().budget = budget;
    }

    /// Counts of warnings, for views of them.
    pub fn warnings_mut(&mut self) -> &mut [WarningStat; 7] {
        &mut self.stages.warnings
    }

    /// Counts a warning.
    pub fn warn(&mut self, kind: Warning, index: usize) {
        self.stages.warn(kind, index);
    }
}

impl Stages {
    /// Counts a warning.
    pub(crate) fn warn(&mut self, kind: Warning, index: usize) {
        if let Some(w) = self.warnings.get_mut(kind as usize) {
            (w.lastinfo, w.number) = (index as i32, w.number + 1);
        }
    }
}
