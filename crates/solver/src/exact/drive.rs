//! Islands one by one: build the space, solve, scatter, let the checker judge.
//!
//! ```text
//! f = S⁻¹ x,   a = a_s + M⁻¹ Jᵀ f                                                                         (1)
//! ```
//!
//! The status is the verdict on the checker's residual, never the solver's own account; the solver stops by the same rule.
//!
//! Reads  problem, islands, options, guess     Writes solution

use crate::active_set::{ActiveSetOptions, Bounded};
use crate::exact::admm::Admm;
use crate::exact::build::Build;
use crate::exact::dense::Dense;
use crate::exact::ladder::Ladder;
use crate::exact::motion::{MotionOperator, MotionSystem};
use crate::exact::poly::{LIMIT, Poly, generators};
use crate::exact::psn::{Goal, Reached};
use crate::exact::space::{Operator, Part, PartKind, Space, norm};
use crate::exact::sweep::Sweep;
use crate::options::{Friction, Method, Options, Start};
use crate::problem::Problem;
use crate::report::{End, IslandReport, RowState, Status};
use crate::residual::check_blocks;
use crate::rows::Cone;
use crate::solve::Solve;
use crate::verdict::ACCEPT;

/// Memory of the exact solvers.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExactWork {
    space: Space,
    dense: Dense,
    build: Build,
    methods: Methods,
    poly: Poly,
    /// By island, so that elimination orders last while contacts do.
    motion_of: Vec<MotionSystem>,
    x: Vec<f64>,
    motion: Vec<f64>,
    forces: Vec<f64>,
}

/// Islands with so many rows are solved with a dense Â; up to so many if there are no more rows than dofs, or where masses differ by
/// [`RATIO`]: elimination to motions adds what they do to each other and loses the digits of the light ones.
const SMALL: usize = 48;
const MEDIUM: usize = 150;
const RATIO: f64 = 1e7;

/// What a solver aims at, over the tolerance: its arithmetic and the checker's differ by rounding.
const AIM: f64 = 0.3;

/// Factorizations that a walk may spend without halving what is left, and under `strict`.
const PATIENCE: [u32; 2] = [100, 1000];

impl Solve<'_> {
    /// Every island by an exact method, from the row forces `force` if there are any.
    pub(crate) fn exact(mut self, force: &[f64]) {
        self.reset();
        self.offsets();
        let warm = self.opt.start == Start::Warm && force.len() == self.p.rows.jac.nrow();
        for i in 0..self.islands.len() {
            self.exact_island(i, if warm { force } else { &[] });
        }
    }

    /// efc_b = J a_s − a_ref.
    fn offsets(&mut self) {
        let rows = &self.p.rows;
        for b in 0..rows.nblock() {
            for (k, r) in rows.range(b).enumerate() {
                let mut sum = 0.0;
                for (&j, v) in rows.jac.dofs(b).iter().zip(rows.jac.row(b, k)) {
                    sum += v * self.p.qacc_smooth[j as usize];
                }
                self.out.efc_b[r] = sum - rows.aref[r];
            }
        }
    }

    /// One island by the method that was asked for, then by the one that takes over if the checker is not content.
    fn exact_island(&mut self, i: usize, force: &[f64]) {
        let mut ex = core::mem::take(&mut self.ws.exact);
        let auto = self.opt.method == Method::Auto;
        let method = if auto { self.method_for(i) } else { self.opt.method };
        let mut report = self.attempt(i, method, force, &mut ex);
        let next = if auto { Some(Method::Psn) } else { self.opt.fallback };
        let next = next.filter(|&m| m.is_exact() && m != method && m != Method::Auto);
        if let (false, Some(m)) = (report.status.is_solved(), next) {
            ex.forces.clear();
            ex.forces.extend_from_slice(&self.out.efc_force);
            let start = core::mem::take(&mut ex.forces);
            let spent = report.niter;
            report = self.attempt(i, m, &start, &mut ex);
            report.niter += spent;
            ex.forces = start;
        }
        let named = !self.out.report.inconsistent.is_empty() && method == Method::Asm;
        if report.status == Status::Stuck && (named || self.contradictions(i, &mut ex)) {
            report.status = Status::Contradiction;
        }
        self.out.report.islands.push(report);
        self.ws.exact = ex;
    }

    /// Automatic choice: the active set for small islands without cones, psn for all others.
    fn method_for(&self, i: usize) -> Method {
        let cone = |b: &u32| matches!(self.p.rows.info[*b as usize].cone, Cone::Ellipse(_));
        if self.islands.list[i].nrow as usize <= SMALL && !self.islands.blocks_of(i).iter().any(cone) {
            Method::Asm
        } else {
            Method::Psn
        }
    }

    /// Largest over smallest diagonal entry of M in an island.
    fn spread(&self, i: usize) -> f64 {
        let dofs = self.islands.runs_of(i).iter().flat_map(|r| r.range());
        let (low, high) = dofs
            .map(|k| self.p.m[self.p.tree.diag(k)])
            .fold((f64::INFINITY, 0.0_f64), |(l, h), m| (l.min(m), h.max(m)));
        high / low
    }

    /// Builds, solves, scatters, asks the checker.
    fn attempt(&mut self, i: usize, method: Method, force: &[f64], ex: &mut ExactWork) -> IslandReport {
        let (nv, n) = (self.islands.list[i].nv as usize, self.islands.list[i].nrow as usize);
        let polyhedral = matches!(method, Method::Asm | Method::Poly { .. });
        let small = polyhedral || n <= SMALL || (n <= MEDIUM && (n <= nv || self.spread(i) > RATIO));
        if ex.motion_of.len() <= i {
            ex.motion_of.resize(self.islands.len(), MotionSystem::default());
        }
        if small {
            ex.build.dense(self.p, self.islands, i, &mut ex.space, &mut ex.dense);
        } else {
            ex.build.motion(self.p, self.islands, i, &mut ex.space, &mut ex.motion_of[i]);
        }
        ex.methods.reserve(&ex.space);
        ex.space.floor = self.opt.floor;
        ex.space.coulomb = self.opt.friction == Friction::Coulomb;
        for (k, &r) in ex.build.rows.iter().enumerate() {
            ex.space.g[k] = self.out.efc_b[r as usize] / ex.space.scale[k];
        }
        ex.start(force);
        let (iterations, rung) = if polyhedral && ex.polyhedral(method) {
            self.name_rows(method, ex);
            (ex.poly.result.iterations, 0)
        } else {
            let end = ex.solve(self.p, self.opt, method, if small { None } else { Some(i) });
            (end.iterations, end.rung)
        };
        self.exact_scatter(ex);
        self.exact_motion(i, &mut ex.motion);
        IslandReport { rung, ..self.judge(i, method, ex, iterations) }
    }

    /// Forces and states in the problem's order.
    fn exact_scatter(&mut self, ex: &ExactWork) {
        for part in &ex.space.parts {
            let x = &ex.x[part.rows()];
            let state = state(&ex.space, part, x);
            for k in part.rows() {
                let r = ex.build.rows[k] as usize;
                self.out.efc_force[r] = ex.x[k] / ex.space.scale[k];
                self.out.efc_state[r] = state;
            }
        }
    }

    /// Equation (1) on the island's dofs.
    fn exact_motion(&mut self, i: usize, motion: &mut Vec<f64>) {
        let (p, runs) = (self.p, self.islands.runs_of(i));
        motion.resize(p.nv(), 0.0);
        for run in runs {
            self.out.qfrc_constraint[run.range()].fill(0.0);
        }
        for &b in self.islands.blocks_of(i) {
            let b = b as usize;
            for (k, r) in p.rows.range(b).enumerate() {
                let f = self.out.efc_force[r];
                for (&j, v) in p.rows.jac.dofs(b).iter().zip(p.rows.jac.row(b, k)) {
                    self.out.qfrc_constraint[j as usize] += v * f;
                }
            }
        }
        for run in runs {
            motion[run.range()].copy_from_slice(&self.out.qfrc_constraint[run.range()]);
        }
        for run in runs.iter().rev() {
            for j in run.range().rev() {
                p.tree.solve_up(j, p.ld, motion);
            }
        }
        for run in runs {
            for j in run.range() {
                motion[j] *= p.dinv[j];
            }
        }
        for run in runs {
            for j in run.range() {
                p.tree.solve_down(j, p.ld, motion);
                self.out.qacc[j] = p.qacc_smooth[j] + motion[j];
            }
        }
    }

    /// Redundant and contradicting rows of the active set, in the problem's order.
    fn name_rows(&mut self, method: Method, ex: &ExactWork) {
        if method == Method::Asm {
            let report = &mut self.out.report;
            report.redundant.extend(ex.poly.result.redundant.iter().map(|&k| ex.build.rows[k]));
            report.inconsistent.extend(ex.poly.result.inconsistent.iter().map(|&k| ex.build.rows[k]));
        }
    }

    /// Free rows that no motion satisfies together; only asked when a solve has failed.
    fn contradictions(&mut self, i: usize, ex: &mut ExactWork) -> bool {
        let free = ex.space.parts.iter().filter(|p| p.shape == PartKind::Free).count();
        if !(2..=MEDIUM).contains(&free) {
            return false;
        }
        ex.build.dense(self.p, self.islands, i, &mut ex.space, &mut ex.dense);
        let n = ex.space.n();
        let rows: Vec<usize> =
            ex.space.parts.iter().filter(|p| p.shape == PartKind::Free).map(|p| p.row as usize).collect();
        let a: Vec<f64> = (0..free * free).map(|k| ex.dense.a[rows[k / free] * n + rows[k % free]]).collect();
        let b: Vec<f64> =
            rows.iter().map(|&r| -self.out.efc_b[ex.build.rows[r] as usize] / ex.space.scale[r]).collect();
        let (lo, hi) = (vec![f64::NEG_INFINITY; free], vec![f64::INFINITY; free]);
        let p = Bounded { a: &a, b: &b, lo: &lo, hi: &hi };
        let o = ActiveSetOptions { tolerance: 1e-9, ..ActiveSetOptions::default() };
        let found = ex.poly.set.solve(p, &[], &o).inconsistent;
        self.out.report.inconsistent.extend(found.iter().map(|&k| ex.build.rows[rows[k]]));
        !found.is_empty()
    }

    /// The checker's verdict on the island.
    fn judge(&self, i: usize, method: Method, ex: &ExactWork, niter: u32) -> IslandReport {
        let blocks = self.islands.blocks_of(i).iter().map(|&b| b as usize);
        let rule = self.opt.rule();
        let found = check_blocks(self.p, blocks, &self.out.qacc, &self.out.efc_force, rule);
        let residual = found.of(rule.friction);
        let status = rule.verdict(residual);
        let end = match status {
            Status::NotFinite => End::NotFinite,
            Status::Solved if niter == 0 => End::AtStart,
            Status::Solved => End::Converged,
            _ if niter >= self.opt.iterations => End::MaxIterations,
            _ => End::Stalled,
        };
        let stat_adr = self.out.report.stats.len() as u32;
        let nnz = (ex.space.n() * ex.space.n()) as u32;
        IslandReport { status, end, niter, nnz, stat_adr, stat_num: 0, residual, method, rung: 0 }
    }
}

impl ExactWork {
    /// x from the guess, projected on the cones; zero without one.
    fn start(&mut self, force: &[f64]) {
        self.x.clear();
        self.x.resize(self.space.n(), 0.0);
        if force.is_empty() {
            return;
        }
        for (k, &r) in self.build.rows.iter().enumerate() {
            let v = force[r as usize] * self.space.scale[k];
            self.x[k] = if v.is_finite() { v } else { 0.0 };
        }
        for part in &self.space.parts {
            self.space.project(part, &mut self.x[part.rows()]);
        }
    }

    /// Active set, with pyramids for cones; false if there are too many rows for it.
    fn polyhedral(&mut self, method: Method) -> bool {
        let o = ActiveSetOptions { tolerance: 1e-12, ..ActiveSetOptions::default() };
        let ExactWork { space, dense, poly, x, .. } = self;
        match method {
            Method::Poly { sides } if generators(space, sides) <= LIMIT => {
                poly.pyramid(space, &dense.a, sides, x, &o);
            }
            Method::Asm if space.n() <= LIMIT => {
                let warm = x.iter().any(|&v| v != 0.0);
                poly.scalar(space, &dense.a, if warm { x.as_slice() } else { &[] }, &o);
                x.copy_from_slice(&poly.result.lambda);
            }
            _ => return false,
        }
        true
    }

    fn solve(&mut self, p: &Problem, opt: &Options, method: Method, island: Option<usize>) -> Reached {
        let tolerance = opt.tolerance.max(1e-13);
        let mut goal = Goal {
            tolerance: AIM * tolerance,
            accept: AIM * tolerance * if opt.strict { 1.0 } else { ACCEPT },
            iterations: opt.iterations,
            patience: PATIENCE[usize::from(opt.strict)],
            stop: &mut || false,
        };
        let ExactWork { space, dense, motion_of, methods, x, .. } = self;
        match island {
            None => methods.run(method, opt.omega, space, dense, x, &mut goal),
            Some(i) => {
                let mut op = MotionOperator { p, m: &mut motion_of[i], parts: &space.parts };
                methods.run(method, opt.omega, space, &mut op, x, &mut goal)
            }
        }
    }
}

/// The solvers that work on a space and an operator.
#[derive(Clone, Debug, Default)]
struct Methods {
    ladder: Ladder,
    admm: Admm,
    sweep: Sweep,
}

impl Methods {
    /// Room for every rung, so that the first hard island of a size seen before takes no memory.
    fn reserve(&mut self, s: &Space) {
        self.ladder.reserve(s);
    }

    fn run(
        &mut self,
        method: Method,
        omega: f64,
        s: &Space,
        op: &mut impl Operator,
        x: &mut [f64],
        goal: &mut Goal,
    ) -> Reached {
        match method {
            Method::Ipm => self.ladder.interior(s, op, x, goal),
            Method::Admm => self.admm.run(s, op, x, goal),
            Method::Pgs => self.sweep.run(s, op, x, omega, goal),
            _ => self.ladder.run(s, op, x, goal),
        }
    }
}

/// No force, on the surface of the cone, or inside.
fn state(s: &Space, part: &Part, x: &[f64]) -> RowState {
    match part.shape {
        PartKind::Free => RowState::Quadratic,
        PartKind::Orthant if x[0] <= 0.0 => RowState::Satisfied,
        PartKind::Orthant => RowState::Quadratic,
        PartKind::Interval => {
            let b = s.bound[part.row as usize];
            if x[0] >= b {
                RowState::LinearNeg
            } else if x[0] <= -b {
                RowState::LinearPos
            } else {
                RowState::Quadratic
            }
        }
        PartKind::Cone if x[0] <= 0.0 => RowState::Satisfied,
        PartKind::Cone if norm(&x[1..]) >= x[0] * (1.0 - 1e-9) => RowState::Cone,
        PartKind::Cone => RowState::Quadratic,
    }
}
