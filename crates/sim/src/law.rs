//! The law of a step, resolved once from the options of the model; below it nobody asks which one it is.

use stiction_model::Model;
use stiction_model::kinds::{Integrator, SolverKind, disable};
use stiction_model::stiction;
use stiction_solver::{Friction, Method, Options, Start, verdict};

/// How a step is made, with what it needs to know.
#[derive(Clone, Debug, PartialEq)]
pub enum Law {
    /// Forward dynamics gives an acceleration, the integrator acts afterwards.
    Soft(SoftLaw),
    /// Soft rows at the end of the step, in the metric of the step.
    Discrete(DiscreteLaw),
    /// Hard rows, in the metric of the step.
    Hard(HardLaw),
}

/// Parameters of [`Law::Soft`].
#[derive(Clone, Debug, PartialEq)]
pub struct SoftLaw {
    /// Options of the solve.
    pub solver: Options,
    /// What follows the solve.
    pub integrator: Integrator,
    /// Newton's method may go without rows: it was not asked for by name.
    pub recursion: bool,
}

/// Parameters of [`Law::Discrete`].
#[derive(Clone, Debug, PartialEq)]
pub struct DiscreteLaw {
    /// Options of the solve.
    pub solver: Options,
    /// Whether slopes of tendons and actuators are part of the metric: not under PGS, as in MuJoCo.
    pub couplings: bool,
}

/// Parameters of [`Law::Hard`].
#[derive(Clone, Debug, PartialEq)]
pub struct HardLaw {
    /// Options of the solve.
    pub solver: Options,
    /// What gravity, and forces of its size, add to the travel of a step [m].
    pub pad: f64,
}

impl HardLaw {
    /// The same for steps of `h` seconds.
    #[must_use]
    pub(crate) fn over(self, m: &Model, h: f64) -> HardLaw {
        HardLaw { pad: 4.0 * h * h * m.opt.gravity.norm() + 1e-5, ..self }
    }
}

impl Law {
    /// The law that the options of `m` ask for.
    pub fn of(m: &Model) -> Law {
        let solver = solver_options(m);
        let h = m.opt.timestep;
        if m.stiction.is_hard() {
            return Law::Hard(HardLaw { solver, pad: 0.0 }.over(m, h));
        }
        match Integrator::from_i32(m.opt.integrator) {
            Some(Integrator::Discrete) => {
                Law::Discrete(DiscreteLaw { solver, couplings: m.opt.solver != SolverKind::Pgs as i32 })
            }
            integrator => {
                let recursion = m.stiction.solver.is_none() && solver.method == Method::Newton;
                let integrator = integrator.unwrap_or(Integrator::Euler);
                Law::Soft(SoftLaw { solver, integrator, recursion })
            }
        }
    }

    /// Options of the solve.
    pub fn solver(&self) -> &Options {
        match self {
            Law::Soft(x) => &x.solver,
            Law::Discrete(x) => &x.solver,
            Law::Hard(x) => &x.solver,
        }
    }
}

/// Residual that hard steps ask for when the options do not say.
const HARD_TOLERANCE: f64 = 1e-9;

/// Factorizations that a hard step may spend per island.
const HARD_ITERATIONS: i32 = 400;

/// The solver's name of a method.
fn method(s: stiction::Solver) -> Method {
    use stiction::Solver as S;
    match s {
        S::Newton => Method::Newton,
        S::Cg => Method::Cg,
        S::Pgs => Method::Pgs,
        S::Asm => Method::Asm,
        S::Poly => Method::Poly { sides: 8 },
        S::Admm => Method::Admm,
        S::Ipm => Method::Ipm,
        S::Psn => Method::Psn,
    }
}

/// Options of the solve, from the model's.
fn solver_options(m: &Model) -> Options {
    let (o, own) = (&m.opt, &m.stiction);
    let coulomb = own.friction == stiction::Friction::Coulomb;
    Options {
        method: match own.solver {
            Some(s) => method(s),
            None if own.is_hard() || coulomb => Method::Psn,
            None => match SolverKind::from_i32(o.solver) {
                Some(SolverKind::Pgs) => Method::Pgs,
                Some(SolverKind::Cg) => Method::Cg,
                _ => Method::Newton,
            },
        },
        friction: if coulomb { Friction::Coulomb } else { Friction::Convex },
        omega: own.omega,
        // strict: psn takes over an island on which another exact solver failed
        fallback: if own.strict { Some(Method::Psn) } else { own.fallback.map(method) },
        strict: own.strict,
        start: if m.disabled(disable::WARMSTART) { Start::Cold } else { Start::Warm },
        // a limit that is meant for Newton on soft rows says nothing about the exact methods, which climb a ladder
        iterations: if own.is_hard() { o.iterations.max(HARD_ITERATIONS) } else { o.iterations.max(0) }
            as u32,
        tolerance: own.tolerance.unwrap_or(if own.is_hard() { HARD_TOLERANCE } else { o.tolerance }),
        floor: verdict::floor(o.gravity.norm()),
        rigid: own.is_hard(),
        ls_iterations: o.ls_iterations.max(0) as u32,
        ls_tolerance: o.ls_tolerance,
        noslip_iterations: o.noslip_iterations.max(0) as u32,
        noslip_tolerance: o.noslip_tolerance,
    }
}
