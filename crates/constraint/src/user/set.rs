//! The user's constraints of one simulation: added, removed, asked, and what they answered last.
//!
//! Slots keep their place, so rows come in the order of addition (a removed slot is filled again first).

use super::at::{At, Place};
use super::spread::{View, gather};
use super::traits::{Bounds, Constraint, Fault, Law, Level, Touches};
use super::writer::{Numbers, RateWriter, RowWriter, Slip};
use std::fmt;
use std::sync::Arc;
use stiction_model::Model;
use stiction_solver::{RowKind, Rows};
use stiction_spatial::Motion;

/// Names a constraint of [`Constraints`]; stays valid until it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle {
    slot: u32,
    generation: u32,
}

/// A constraint that could not be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintError {
    /// Its name.
    pub name: String,
    /// Which one.
    pub handle: Handle,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for ConstraintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "constraint '{}': {}", self.name, self.what)
    }
}

impl std::error::Error for ConstraintError {}

/// One constraint with its memory.
#[derive(Clone)]
pub(crate) struct Entry {
    pub constraint: Arc<dyn Constraint>,
    pub enabled: bool,
    pub numbers: Numbers,
    /// Where it was evaluated last.
    pub place: Place,
    /// Row of `Rows` of every row, −1 if it is not there.
    pub address: Vec<i32>,
    /// Any of them is there.
    pub has_rows: bool,
    /// Constant part of the multiplier of an interval that is not symmetric.
    pub offset: f64,
    /// All its rows were zero at the last evaluation (an identity of the manifold): no force can come of them.
    pub void: bool,
    /// It sleeps, and would move what sleeps with it.
    pub driven: bool,
    /// It is only looked at.
    pub identity: bool,
}

#[derive(Clone, Default)]
struct Slot {
    generation: u32,
    entry: Option<Entry>,
}

/// What the constraints of the last rows need: nothing, mostly, where they are few and simple.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Todo {
    /// Some have rows.
    pub rows: bool,
    /// Some have an interval that is not symmetric.
    pub offsets: bool,
    /// Some may be hard equalities.
    pub hard: bool,
}

/// Work space of evaluation.
#[derive(Clone, Default)]
pub(crate) struct Work {
    pub moved: Place,
    pub numbers: [Numbers; 2],
    pub dofs: Vec<u32>,
    /// Accelerations of the bodies' frames.
    pub frames: Vec<Motion>,
    /// C before a sleeping constraint is looked at.
    pub rest: Vec<f64>,
    /// The rows are for conjugate gradients.
    pub gradients: bool,
}

/// The user's constraints of one simulation.
#[derive(Clone, Default)]
pub struct Constraints {
    slots: Vec<Slot>,
    count: usize,
    error: Option<ConstraintError>,
    /// What the last rows need done after them.
    pub(crate) todo: Todo,
    /// Behind a pointer: a set is moved in and out of `Data` every step.
    work: Option<Box<Work>>,
}

impl fmt::Debug for Constraints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|(_, c)| c.name())).finish()
    }
}

impl Constraints {
    /// Adds a constraint; it acts from the next `forward` or `step` on.
    pub fn add(&mut self, constraint: impl Constraint + 'static) -> Handle {
        self.add_shared(Arc::new(constraint))
    }

    /// The same for one that is shared between simulations.
    pub fn add_shared(&mut self, constraint: Arc<dyn Constraint>) -> Handle {
        let slot = match self.slots.iter().position(|s| s.entry.is_none()) {
            Some(k) => k,
            None => {
                self.slots.push(Slot::default());
                self.slots.len() - 1
            }
        };
        self.count += 1;
        self.slots[slot].entry = Some(Entry::new(constraint));
        self.handle(slot)
    }

    /// Replaces a constraint in its place (a new target, say). False if the handle is not valid.
    pub fn replace(&mut self, h: Handle, constraint: impl Constraint + 'static) -> bool {
        match self.entry_mut(h) {
            Some(e) => {
                *e = Entry::new(Arc::new(constraint));
                true
            }
            None => false,
        }
    }

    /// Removes a constraint and gives it back.
    pub fn remove(&mut self, h: Handle) -> Option<Arc<dyn Constraint>> {
        self.entry_mut(h)?;
        // what it did wrong goes with it
        self.error.take_if(|e| e.handle == h);
        let slot = &mut self.slots[h.slot as usize];
        slot.generation = slot.generation.wrapping_add(1);
        self.count -= 1;
        slot.entry.take().map(|e| e.constraint)
    }

    /// Removes all.
    pub fn clear(&mut self) {
        for s in &mut self.slots {
            if s.entry.take().is_some() {
                s.generation = s.generation.wrapping_add(1);
            }
        }
        self.count = 0;
        self.error = None;
    }

    /// Switches a constraint off or on without forgetting it. False if the handle is not valid.
    pub fn set_enabled(&mut self, h: Handle, state: Enabled) -> bool {
        match self.entry_mut(h) {
            Some(e) => {
                e.enabled = state == Enabled::On;
                true
            }
            None => false,
        }
    }

    /// The constraint.
    pub fn get(&self, h: Handle) -> Option<&Arc<dyn Constraint>> {
        self.entry(h).map(|e| &e.constraint)
    }

    /// All of them, in the order of their rows.
    pub fn iter(&self) -> impl Iterator<Item = (Handle, &Arc<dyn Constraint>)> {
        let live = |(k, s): (usize, &'_ Slot)| s.entry.is_some().then_some(k);
        self.slots.iter().enumerate().filter_map(live).filter_map(|k| {
            let h = self.handle(k);
            self.get(h).map(|c| (h, c))
        })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// C of every row at the last evaluation.
    pub fn values(&self, h: Handle) -> Option<&[f64]> {
        self.entry(h).map(|e| &e.numbers.value[..])
    }

    /// Row of `Rows` of every row of this constraint at the last evaluation, −1 if it was not active.
    pub fn addresses(&self, h: Handle) -> Option<&[i32]> {
        self.entry(h).map(|e| &e.address[..])
    }

    /// Multipliers [N or N·m] from the solver's row forces, written to `out` (one per row; zero if not active).
    pub fn forces(&self, h: Handle, efc_force: &[f64], out: &mut Vec<f64>) -> bool {
        out.clear();
        let Some(e) = self.entry(h) else { return false };
        out.extend(
            e.address.iter().map(|&a| {
                usize::try_from(a).ok().and_then(|a| efc_force.get(a)).map_or(0.0, |f| f + e.offset)
            }),
        );
        true
    }

    /// Force and torque on the k-th body of this constraint at its frame's origin: Jᵀλ. Needs the multipliers.
    pub fn body_force(&self, h: Handle, k: usize, multipliers: &[f64]) -> Option<[f64; 6]> {
        let n = &self.entry(h)?.numbers;
        if 6 * k + 6 > n.width {
            return None;
        }
        let mut out = [0.0; 6];
        for (i, f) in multipliers.iter().take(n.dim).enumerate() {
            for (o, c) in out.iter_mut().zip(&n.row(i)[6 * k..6 * k + 6]) {
                *o += f * c;
            }
        }
        Some(out)
    }

    /// Visits what every enabled constraint touches, and whether it would move it though it sleeps (`look_at_sleeping`).
    pub fn each_touched(&self, mut visit: impl FnMut(Touches<'_>, bool)) {
        for e in self.slots.iter().filter_map(|s| s.entry.as_ref()).filter(|e| e.enabled) {
            visit(e.constraint.touches(), e.driven);
        }
    }

    /// True if the rows with this id are a hard equality, held at positions and velocities alike.
    pub fn holds(&self, id: i32) -> bool {
        let slot = usize::try_from(id).ok().and_then(|id| self.slots.get(id));
        slot.and_then(|s| s.entry.as_ref()).is_some_and(Entry::is_held)
    }

    /// True if all that are enabled are hard equalities.
    pub fn all_held(&self) -> bool {
        self.slots.iter().filter_map(|s| s.entry.as_ref()).all(|e| !e.enabled || e.is_held())
    }

    /// Looks up where in `rows` the constraints are, after rows were left out.
    pub fn find_rows(&mut self, rows: &Rows) {
        for e in self.slots.iter_mut().filter_map(|s| s.entry.as_mut()) {
            e.address.fill(-1);
            e.has_rows = false;
        }
        for (b, info) in rows.info.iter().enumerate().filter(|(_, i)| i.kind == RowKind::User) {
            let slot = usize::try_from(info.id).ok().and_then(|id| self.slots.get_mut(id));
            if let Some(e) = slot.and_then(|s| s.entry.as_mut()) {
                e.has_rows = true;
                e.address.iter_mut().zip(rows.range(b)).for_each(|(a, r)| *a = r as i32);
            }
        }
    }

    /// What went wrong in the last evaluation.
    pub fn error(&self) -> Option<&ConstraintError> {
        self.error.as_ref()
    }

    /// Takes the error out.
    pub fn take_error(&mut self) -> Option<ConstraintError> {
        self.error.take()
    }

    pub(crate) fn fail(&mut self, slot: usize, fault: Fault) {
        if self.error.is_some() {
            return;
        }
        if let Some(e) = &self.slots[slot].entry {
            let name = e.constraint.name().to_owned();
            self.error = Some(ConstraintError { name, handle: self.handle(slot), what: fault.0 });
        }
    }

    pub(crate) fn begin(&mut self) {
        self.error = None;
        self.todo = Todo::default();
    }

    pub(crate) fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// The entry of a slot and the work space, borrowed apart.
    pub(crate) fn parts(&mut self, slot: usize) -> Option<(&mut Entry, &mut Work)> {
        let e = self.slots[slot].entry.as_mut()?;
        Some((e, self.work.get_or_insert_with(Box::default)))
    }

    fn handle(&self, slot: usize) -> Handle {
        Handle { slot: slot as u32, generation: self.slots[slot].generation }
    }

    fn entry(&self, h: Handle) -> Option<&Entry> {
        let s = self.slots.get(h.slot as usize)?;
        if s.generation == h.generation { s.entry.as_ref() } else { None }
    }

    fn entry_mut(&mut self, h: Handle) -> Option<&mut Entry> {
        let s = self.slots.get_mut(h.slot as usize)?;
        if s.generation == h.generation { s.entry.as_mut() } else { None }
    }
}

/// Whether a constraint acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enabled {
    /// It acts.
    On,
    /// It does not.
    Off,
}

/// Columns that a constraint with these objects has.
pub(crate) fn width(t: Touches<'_>) -> usize {
    match t {
        Touches::Bodies(b) => 6 * b.len(),
        Touches::Joints(j) => j.len(),
    }
}

impl Entry {
    fn new(constraint: Arc<dyn Constraint>) -> Self {
        let (dim, width) = (constraint.dim(), width(constraint.touches()));
        Entry {
            identity: constraint.is_identity(),
            numbers: Numbers::new(dim, width),
            place: Place::default(),
            address: vec![-1; dim],
            has_rows: false,
            constraint,
            enabled: true,
            offset: 0.0,
            void: false,
            driven: false,
        }
    }

    /// True for a hard equality, which [`crate::hold`] holds.
    pub fn is_held(&self) -> bool {
        self.constraint.law() == Law::Hard && self.constraint.bounds() == Bounds::Equality
    }

    /// C of an identity.
    pub fn look(&mut self, m: &Model, view: &View<'_>) -> Result<(), Fault> {
        let c = &*self.constraint;
        gather(m, view, c.touches(), &mut self.place)?;
        self.values_here().map(|_| ())
    }

    /// C alone where `view` is, into `numbers`. False if it is not active there.
    pub fn values(&mut self, m: &Model, view: &View<'_>) -> Result<bool, Fault> {
        let c = &*self.constraint;
        if c.level() != Level::Position {
            return self.evaluate(m, view);
        }
        gather(m, view, c.touches(), &mut self.place)?;
        if !c.is_active(&self.place.at()) {
            return Ok(false);
        }
        self.values_here()
    }

    /// The same where it was gathered.
    #[inline]
    fn values_here(&mut self) -> Result<bool, Fault> {
        let n = &mut self.numbers;
        n.value.fill(f64::NAN);
        let mut out = RowWriter { n, slip: None };
        self.constraint.values(&self.place.at(), &mut out)?;
        slipped(out.slip, n)?;
        if n.value.iter().fold(0.0, |s, x| s + 0.0 * x) == 0.0 {
            return Ok(true);
        }
        match n.value.iter().position(|x| !x.is_finite()) {
            Some(i) => Err(Fault(format!("C of row {i} is {} or was not written", n.value[i]))),
            None => Ok(true),
        }
    }

    /// C and J where `view` is, into `numbers`. False if it is not active there.
    pub fn evaluate(&mut self, m: &Model, view: &View<'_>) -> Result<bool, Fault> {
        let c = &*self.constraint;
        let (dim, wide) = (c.dim(), width(c.touches()));
        if (dim, wide) != (self.numbers.dim, self.numbers.width) {
            let was = (self.numbers.dim, self.numbers.width);
            return Err(Fault(format!(
                "has {dim} rows over {wide} columns now, but {} over {} when it was added",
                was.0, was.1
            )));
        }
        gather(m, view, c.touches(), &mut self.place)?;
        let at = self.place.at();
        if !c.is_active(&at) {
            return Ok(false);
        }
        evaluate_at(c, &at, &mut self.numbers)?;
        Ok(true)
    }
}

/// Calls `evaluate` and checks what it wrote.
pub(crate) fn evaluate_at(c: &dyn Constraint, at: &At<'_>, n: &mut Numbers) -> Result<(), Fault> {
    let level = c.level();
    n.begin(level);
    let mut out = RowWriter { n, slip: None };
    c.evaluate(at, &mut out)?;
    slipped(out.slip, n)?;
    let written = if level == Level::Position { &n.value } else { &n.rate };
    // zero times a number is zero, times anything else it is not: one test for all
    let zero = |x: &[f64]| x.iter().fold(0.0, |s, x| s + 0.0 * x);
    if zero(written) + zero(&n.coeff) == 0.0 {
        return Ok(());
    }
    for i in 0..n.dim {
        let written = if level == Level::Position { n.value[i] } else { n.rate[i] };
        if !written.is_finite() {
            let what = if level == Level::Position { "C" } else { "the target velocity" };
            return Err(Fault(format!("{what} of row {i} is {written} or was not written")));
        }
        if let Some(k) = n.row(i).iter().position(|x| !x.is_finite()) {
            return Err(Fault(format!("column {k} of row {i} of the Jacobian is {}", n.row(i)[k])));
        }
    }
    Ok(())
}

/// Calls `rates` and checks what it wrote. False if the constraint does not give them.
pub(crate) fn rates_at(c: &dyn Constraint, at: &At<'_>, n: &mut Numbers) -> Result<bool, Fault> {
    let mut out = RateWriter { rate: &mut n.rate, bias: &mut n.bias, slip: None };
    let given = c.rates(at, &mut out)?;
    slipped(out.slip, n)?;
    if given == super::traits::Rates::ByDifferences {
        return Ok(false);
    }
    if n.rate.iter().chain(&n.bias).fold(0.0, |s, x| s + 0.0 * x) == 0.0 {
        return Ok(true);
    }
    for i in 0..n.dim {
        if !n.rate[i].is_finite() || !n.bias[i].is_finite() {
            return Err(Fault(format!("rates of row {i} are {} and {}", n.rate[i], n.bias[i])));
        }
    }
    Ok(true)
}

#[inline]
fn slipped(slip: Option<Slip>, n: &Numbers) -> Result<(), Fault> {
    match slip {
        None => Ok(()),
        Some(Slip::Row(i)) => Err(Fault(format!("wrote row {i}, but has {} rows", n.dim))),
        Some(Slip::Column(k)) => {
            Err(Fault(format!("wrote columns of object {k}, but has {} columns", n.width)))
        }
    }
}
