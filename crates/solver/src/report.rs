//! What a solve tells about itself: the solution, per-iteration statistics, status per island.

use crate::options::Method;

/// Where a row is on its cost; the numbers are `mjtConstraintState`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum RowState {
    /// No force.
    #[default]
    Satisfied = 0,
    /// Quadratic zone.
    Quadratic = 1,
    /// Friction at its bound, force +loss.
    LinearNeg = 2,
    /// Friction at its bound, force −loss.
    LinearPos = 3,
    /// On the surface of an elliptic cone.
    Cone = 4,
}

/// The verdict on an answer, from the best to the worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Status {
    /// As good as asked for: by the rule of [`crate::verdict`] for the exact methods, by the method's own test for the soft ones.
    #[default]
    Solved,
    /// Not quite, but within [`crate::verdict::ACCEPT`] times the tolerance; [`IslandReport::residual`] says how much.
    Accepted,
    /// The method ended with an answer that is not good enough.
    Stuck,
    /// Right for contacts that are wrong: one is missing, or has a normal that what touches does not have. No solver says so, a check of
    /// the geometry does.
    Geometry,
    /// Free rows contradict each other: no motion satisfies them all. [`Report::inconsistent`] names them.
    Contradiction,
    /// A number is not finite.
    NotFinite,
}

impl Status {
    /// True if the answer may be used as the answer.
    pub fn is_solved(self) -> bool {
        self <= Status::Accepted
    }
}

/// How a method ended, whatever the answer is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum End {
    /// A termination test passed.
    #[default]
    Converged,
    /// The start was already good enough: no iteration.
    AtStart,
    /// Nothing better was found: the limit of rounding.
    Stalled,
    /// Out of iterations.
    MaxIterations,
    /// A pivot of the Hessian had to be raised: the inertia is not positive definite to working precision.
    FactorClamped,
    /// A number is not finite.
    NotFinite,
}

impl End {
    /// The verdict on a soft solve: methods that minimise a cost know when they have.
    pub fn status(self) -> Status {
        match self {
            End::Converged | End::AtStart | End::Stalled => Status::Solved,
            End::MaxIterations | End::FactorClamped => Status::Stuck,
            End::NotFinite => Status::NotFinite,
        }
    }
}

/// One iteration, as in `mjSolverStat`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stat {
    /// Cost reduction divided by trace(M).
    pub improvement: f64,
    /// Gradient norm divided by trace(M) (primal methods).
    pub gradient: f64,
    /// Slope left by the line search.
    pub lineslope: f64,
    /// Active rows.
    pub nactive: u32,
    /// Rows whose state changed.
    pub nchange: u32,
    /// Cost evaluations in the line search.
    pub neval: u32,
    /// Updates of the factor.
    pub nupdate: u32,
}

/// One island's solve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IslandReport {
    /// What the answer is worth.
    pub status: Status,
    /// How the method ended.
    pub end: End,
    /// Iterations, those of the no-slip pass included.
    pub niter: u32,
    /// Non-zeros of the matrix that the method works with.
    pub nnz: u32,
    /// Its first entry in [`Report::stats`].
    pub stat_adr: u32,
    /// Its number of entries there.
    pub stat_num: u32,
    /// Residual by the checker's rule under the law that was asked for (exact methods; 0 otherwise).
    pub residual: f64,
    /// Who solved it: the method asked for, or the one that took over.
    pub method: Method,
    /// Which rung of psn's ladder found the answer, from 1; 0: another method.
    pub rung: u8,
}

/// All islands' solves.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// One entry per island.
    pub islands: Vec<IslandReport>,
    /// Iterations of all islands, one after the other.
    pub stats: Vec<Stat>,
    /// Rows that depend on others and were given no force of their own (asm), in the problem's order.
    pub redundant: Vec<u32>,
    /// Free rows that contradict others.
    pub inconsistent: Vec<u32>,
}

impl Report {
    /// The statistics of island i.
    pub fn stats(&self, i: usize) -> &[Stat] {
        let r = &self.islands[i];
        &self.stats[r.stat_adr as usize..(r.stat_adr + r.stat_num) as usize]
    }
    /// The worst status of any island.
    pub fn status(&self) -> Status {
        self.islands.iter().map(|i| i.status).max().unwrap_or_default()
    }
    /// True if every island is solved.
    pub fn is_solved(&self) -> bool {
        self.status().is_solved()
    }
}

/// The result. All vectors keep their memory between solves.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    /// Acceleration (nv).
    pub qacc: Vec<f64>,
    /// Jᵀ f (nv).
    pub qfrc_constraint: Vec<f64>,
    /// Constraint force f (nrow).
    pub efc_force: Vec<f64>,
    /// Row states (nrow).
    pub efc_state: Vec<RowState>,
    /// J a_s − a_ref (nrow).
    pub efc_b: Vec<f64>,
    /// Statistics and status.
    pub report: Report,
}
