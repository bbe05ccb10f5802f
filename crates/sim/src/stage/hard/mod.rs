//! What only the hard law does: look further, take products of velocities at both ends of the step, lower restitution, close loops, remove penetration, remember forces.

pub mod beside;
pub mod coriolis;
pub mod end;
pub mod event;
pub mod flight;
pub mod guard;
pub mod hold;
pub mod impact;
pub mod look;
pub mod meet;
pub mod mocap;
pub mod pass;
pub mod patch;
pub mod sunk;
pub mod told;
pub mod toll;
pub mod warm;

use crate::certificate::{Certificate, Work};
use crate::data::{Stages, owner};
use stiction_model::Model;
use stiction_solver::RowKind;

owner!();

/// True if block `b` acts. The force of a contact or limit that parts is what its solve leaves of zero: rounding is not to say whether a body flies.
pub fn acts(s: &Stages, b: usize) -> bool {
    let (rows, range, f) = (&s.rows, s.rows.range(b), &s.solution.efc_force);
    if f.get(range.clone()).is_none_or(|f| f.iter().all(|f| *f == 0.0)) {
        return false;
    }
    let kind = rows.info[b].kind;
    let parts = matches!(kind, RowKind::ContactFrictionless | RowKind::ContactElliptic);
    if !parts && !matches!(kind, RowKind::LimitJoint | RowKind::LimitTendon) {
        return true;
    }
    let mean = rows.diag[range.clone()].iter().sum::<f64>() / range.len() as f64;
    let row = rows.jac.dofs(b).iter().zip(rows.jac.row(b, 0));
    let rate = row.map(|(&j, x)| x * s.solution.qacc[j as usize]).sum::<f64>() - rows.aref[range.start];
    !(mean * f[range.start] < rate)
}

/// A part of a step that impacts or the accuracy divide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// Its length (s).
    pub length: f64,
    /// Time at its end (s).
    pub end: f64,
}

/// What the parts of a step before the last one leave for its report.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// The worst of them, impacts included.
    pub parts: Option<Certificate>,
    /// Impacts that acted at their own time.
    pub impacts: u32,
    /// Some impact acted at the end of the step it fell in: too many bodies, or too many impacts.
    pub crowded: bool,
    /// How long something stood still, because it would have passed through something (s).
    pub held: f64,
    /// What a part left deeper than it was.
    pub sunk: sunk::Sunk,
    /// How fast a row that carries no force approaches for the sake of loops, over its own speeds.
    pub grazed: f64,
    /// What it took to reach the accuracy, where one was asked for.
    pub work: Option<Work>,
}

impl Tally {
    /// Adds one more.
    pub fn note(&mut self, now: Certificate) {
        self.parts = Some(self.parts.map_or(now, |before| before.worst(now)));
    }
}

/// What the hard step keeps.
#[derive(Clone, Debug, Default)]
pub struct Hard {
    /// The step that is being made, or was the last one, where the accuracy chose it; none: that of the model.
    pub step: Option<Part>,
    /// The part of it between impacts; none: all of it.
    pub part: Option<Part>,
    /// What came before that part.
    pub tally: Tally,
    /// How bodies that float alone would go on.
    pub flights: Vec<flight::Flight>,
    /// Those of them whose frame is beside their centre of mass.
    pub beside: beside::Beside,
    /// What was solved, where a step tells something else.
    pub told: told::Told,
    /// Bodies that have paid for what the position pass lifted in the last motion.
    pub paid: Vec<toll::Paid>,
    /// Coriolis forces of trees.
    pub coriolis: coriolis::Coriolis,
    /// Their factor, for equalities that are held.
    pub coriolis_factor: coriolis::Factor,
    /// Forces of the last step.
    pub warm: warm::Warm,
    /// How far detection looks beyond what velocities before the step say.
    pub look: look::Look,
    /// Memory of the position pass.
    pub pass: pass::PositionPass,
    /// How mocap bodies move.
    pub mocap: mocap::MocapMotion,
    /// Which loops are solved together with their contacts.
    pub meet: meet::Meet,
    /// By how much the ellipses of patches still changed in the last round, relative to them.
    pub patch: f64,
    /// Restitution that this step used.
    pub impact: impact::Impact,
}

impl Hard {
    /// The next solve is for a whole step.
    pub fn whole(&mut self) {
        (self.step, self.part, self.tally) = (None, None, Tally::default());
    }

    /// Length of the step that is being made (s).
    pub fn step(&self, m: &Model) -> f64 {
        self.step.map_or(m.opt.timestep, |p| p.length)
    }

    /// The time at the end of the part that is being made (s), which begins at `time`.
    pub fn end(&self, m: &Model, time: f64) -> f64 {
        self.part.or(self.step).map_or(time + m.opt.timestep, |p| p.end)
    }

    /// Length of the part of the step that is being made (s); none: the whole step.
    pub fn length(&self) -> Option<f64> {
        self.part.or(self.step).map(|p| p.length)
    }

    /// Length of the step, or of the part of it that is being made (s).
    pub fn span(&self, m: &Model) -> f64 {
        self.length().unwrap_or(m.opt.timestep)
    }
}
