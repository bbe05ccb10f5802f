//! Solver options; defaults are MuJoCo's.

use crate::rows::{Cone, Rows};
use crate::verdict::Rule;

/// Which method solves the problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Method {
    /// Projected Gauss–Seidel on the dual.
    Pgs,
    /// Primal nonlinear conjugate gradient.
    Cg,
    /// Primal Newton.
    #[default]
    Newton,
    /// Active set on forces: free, one-sided and interval rows, any R ≥ 0.
    Asm,
    /// Active set with friction cones replaced by pyramids of `sides` edges (4, 8 or 16).
    Poly {
        /// Edges of the pyramid.
        sides: u32,
    },
    /// Proximal ADMM with Anderson acceleration; convex or Coulomb, any R ≥ 0.
    Admm,
    /// Primal–dual interior point; convex, any R ≥ 0.
    Ipm,
    /// Proximal semismooth Newton; convex or Coulomb, any R ≥ 0.
    Psn,
    /// Per island: the active set where there are no cones, else psn; psn takes over where the checker is not content.
    Auto,
}

impl Method {
    /// True for the methods that work on forces and accept R = 0.
    pub fn is_exact(self) -> bool {
        !matches!(self, Method::Pgs | Method::Cg | Method::Newton)
    }
}

/// The law of friction on elliptic cones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Friction {
    /// The convex (associated) model: a sliding contact also separates.
    #[default]
    Convex,
    /// Coulomb's law.
    Coulomb,
}

/// From where a solve starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// The cheaper of the given warm start and the smooth acceleration.
    #[default]
    Warm,
    /// The smooth acceleration, no forces.
    Cold,
}

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Method.
    pub method: Method,
    /// Law of friction.
    pub friction: Friction,
    /// Starting point.
    pub start: Start,
    /// Largest number of iterations per island.
    pub iterations: u32,
    /// Stop when improvement, gradient or predicted improvement, each divided by trace(M), falls below. 0: run to the limit of
    /// rounding. For the exact methods it is the residual of [`crate::verdict`] that is asked for.
    pub tolerance: f64,
    /// Exact methods: what counts as speed where there is none, v₀ of [`crate::verdict`] (m/s²).
    pub floor: f64,
    /// Exact methods: R only picks forces where they are not unique, see [`crate::Rule::rigid`].
    pub rigid: bool,
    /// Largest number of cost evaluations in one line search.
    pub ls_iterations: u32,
    /// Slope at which a line search stops, relative to `tolerance`.
    pub ls_tolerance: f64,
    /// Sweeps of the no-slip pass after the solve; 0: none.
    pub noslip_iterations: u32,
    /// Improvement at which it stops.
    pub noslip_tolerance: f64,
    /// Over-relaxation factor ω of PGS, in (0, 2). 1: none, and the iterates are MuJoCo's.
    pub omega: f64,
    /// Solve again with this method the islands on which `method` did not converge: pgs after newton or cg, any exact method after
    /// another exact one. The report says who solved an island.
    pub fallback: Option<Method>,
    /// The exact methods do all they can for `tolerance`. Otherwise they do not climb further from an answer that is accepted.
    pub strict: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            method: Method::Newton,
            friction: Friction::Convex,
            start: Start::Warm,
            iterations: 100,
            tolerance: 1e-8,
            floor: 0.0,
            rigid: false,
            ls_iterations: 50,
            ls_tolerance: 0.01,
            noslip_iterations: 0,
            noslip_tolerance: 1e-6,
            omega: 1.0,
            fallback: None,
            strict: false,
        }
    }
}

/// A combination of options and rows that has no meaning, or that a method cannot solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// Coulomb's law with a method that minimises a cost.
    CoulombHasNoCost(Method),
    /// Elliptic cones with a method for polyhedral sets.
    ConesNeedPyramids,
    /// Number of sides of the pyramid is not 4, 8 or 16.
    Sides(u32),
    /// R = 0 on a row (its index) with a method that divides by R.
    NeedsCompliance(Method, usize),
    /// The method is not available yet.
    Missing(Method),
}

impl core::fmt::Display for Undefined {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Undefined::CoulombHasNoCost(m) => write!(
                f,
                "{m:?} minimises a cost, and Coulomb friction has none; use psn, admm or pgs, or friction = convex"
            ),
            Undefined::ConesNeedPyramids => {
                write!(
                    f,
                    "asm solves free, one-sided and interval rows only; use poly or psn for friction cones"
                )
            }
            Undefined::Sides(n) => write!(f, "poly takes pyramids of 4, 8 or 16 sides, not {n}"),
            Undefined::NeedsCompliance(m, row) => {
                write!(f, "{m:?} divides by the compliance R, which is 0 on row {row}; use an exact solver")
            }
            Undefined::Missing(m) => write!(f, "{m:?} is not available for these rows"),
        }
    }
}

impl core::error::Error for Undefined {}

impl Options {
    /// What counts as solved.
    pub fn rule(&self) -> Rule {
        let Options { friction, tolerance, floor, rigid, .. } = *self;
        Rule { friction, tolerance, floor, rigid }
    }

    /// Whether these options define a solve of `rows`.
    pub fn check(&self, rows: &Rows) -> Result<(), Undefined> {
        let m = self.method;
        if !m.is_exact() {
            if m == Method::Pgs {
                return Ok(());
            }
            if self.friction == Friction::Coulomb {
                return Err(Undefined::CoulombHasNoCost(m));
            }
            return match rows.r.iter().position(|&r| r <= 0.0) {
                Some(row) => Err(Undefined::NeedsCompliance(m, row)),
                None => Ok(()),
            };
        }
        let cones = || rows.info.iter().any(|i| matches!(i.cone, Cone::Ellipse(_)));
        match m {
            Method::Asm if cones() => Err(Undefined::ConesNeedPyramids),
            Method::Poly { sides } if !matches!(sides, 4 | 8 | 16) => Err(Undefined::Sides(sides)),
            Method::Ipm | Method::Poly { .. } if self.friction == Friction::Coulomb => {
                Err(Undefined::CoulombHasNoCost(m))
            }
            _ => Ok(()),
        }
    }
}
