//! The frictional contact problem by itself: a matrix, a vector, friction coefficients.
//!
//! ```text
//! u = A λ + g,   K_i ∋ λ_i ⊥ u_i + s_i(u_i) ∈ K_i*,   K_i = {‖λ_T‖ ≤ μ_i λ_N},   three rows per contact, normal first    (1)
//! ```
//!
//! A may be sparse, singular and unsymmetric (linearised gyroscopic terms). s = 0 is the convex model and needs a symmetric A.
//! The residual is [`crate::residual::check_contact`]; a status never claims more than it finds.
//!
//! Reads  A by compressed columns, g, μ     Writes λ, u, status, residuals

use crate::active_set::ActiveSetOptions;
use crate::exact::admm::Admm;
use crate::exact::ladder::Ladder;
use crate::exact::poly::{LIMIT, Poly, generators};
use crate::exact::psn::Goal;
use crate::exact::space::{PartKind, Space};
use crate::exact::sparse::Sparse;
use crate::exact::sweep::Sweep;
use crate::options::{Friction, Method, Undefined};
use crate::report::{End, Status};
use crate::residual::{Residuals, check_contact};
use crate::verdict::Rule;
use stiction_linalg::multifrontal::Entry;

/// A square sparse matrix by compressed columns, as scipy's `csc_matrix`.
#[derive(Clone, Copy, Debug)]
pub struct Csc<'a> {
    /// Start of each column (n + 1).
    pub indptr: &'a [usize],
    /// Row of each entry.
    pub indices: &'a [usize],
    /// Its value; entries at the same place are added.
    pub data: &'a [f64],
}

/// Why a problem is none.
#[derive(Clone, Debug, PartialEq)]
pub enum ContactError {
    /// Sizes do not fit together.
    PartKind(String),
    /// An entry is not finite.
    NotFinite(&'static str, usize),
    /// A friction coefficient is negative.
    NegativeFriction(usize, f64),
    /// Method and law do not go together.
    Undefined(Undefined),
}

impl core::fmt::Display for ContactError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            ContactError::PartKind(text) => f.write_str(text),
            ContactError::NotFinite(name, i) => write!(f, "{name}: entry {i} is not finite"),
            ContactError::NegativeFriction(i, mu) => write!(f, "mu[{i}] = {mu} is negative"),
            ContactError::Undefined(u) => u.fmt(f),
        }
    }
}

impl core::error::Error for ContactError {}

/// Problem (1).
#[derive(Clone, Debug)]
pub struct ContactProblem {
    /// A by rows: start of each row (n + 1), columns, values; no entry twice.
    pub(crate) ptr: Vec<usize>,
    pub(crate) col: Vec<usize>,
    pub(crate) val: Vec<f64>,
    pub(crate) g: Vec<f64>,
    pub(crate) mu: Vec<f64>,
}

impl ContactProblem {
    /// Checks and copies.
    pub fn new(a: Csc, g: &[f64], mu: &[f64]) -> Result<Self, ContactError> {
        let n = 3 * mu.len();
        let wrong = |text: String| Err(ContactError::PartKind(text));
        if g.len() != n {
            return wrong(format!(
                "g has {} entries, mu {}: expected three rows per contact",
                g.len(),
                mu.len()
            ));
        }
        if a.indptr.len() != n + 1 {
            return wrong(format!("A has {} columns, expected {n}", a.indptr.len().saturating_sub(1)));
        }
        let nnz = a.indptr[n];
        let ascending = a.indptr[0] == 0 && a.indptr.windows(2).all(|w| w[0] <= w[1]);
        if !ascending || a.indices.len() < nnz || a.data.len() < nnz {
            return wrong("A: column pointers do not fit the entries".into());
        }
        if let Some(i) = a.indices[..nnz].iter().position(|&r| r >= n) {
            return wrong(format!("A: entry {i} is in row {}, expected fewer than {n}", a.indices[i]));
        }
        for (name, v) in [("A", &a.data[..nnz]), ("g", g), ("mu", mu)] {
            if let Some(i) = v.iter().position(|x| !x.is_finite()) {
                return Err(ContactError::NotFinite(name, i));
            }
        }
        if let Some(i) = mu.iter().position(|&m| m < 0.0) {
            return Err(ContactError::NegativeFriction(i, mu[i]));
        }
        Ok(transpose(a, n, g, mu))
    }

    /// Number of contacts.
    pub fn len(&self) -> usize {
        self.mu.len()
    }
    /// True without contacts.
    pub fn is_empty(&self) -> bool {
        self.mu.is_empty()
    }
    /// A x + g.
    pub fn velocity(&self, x: &[f64]) -> Vec<f64> {
        (0..self.g.len()).map(|i| self.g[i] + self.row(i).map(|(j, v)| v * x[j]).sum::<f64>()).collect()
    }
    /// Entries of row i.
    pub(crate) fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> {
        let r = self.ptr[i]..self.ptr[i + 1];
        self.col[r.clone()].iter().copied().zip(self.val[r].iter().copied())
    }
    /// trace(A_ii)/3 of contact i.
    pub(crate) fn size(&self, i: usize) -> f64 {
        let sum: f64 = (3 * i..3 * i + 3).map(|r| self.row(r).find(|e| e.0 == r).map_or(0.0, |e| e.1)).sum();
        sum / 3.0
    }
}

/// Columns to rows, equal places added.
fn transpose(a: Csc, n: usize, g: &[f64], mu: &[f64]) -> ContactProblem {
    let nnz = a.indptr[n];
    let mut count = vec![0; n + 1];
    for &r in &a.indices[..nnz] {
        count[r + 1] += 1;
    }
    for i in 0..n {
        count[i + 1] += count[i];
    }
    let (mut at, mut entry) = (count.clone(), vec![(0, 0.0); nnz]);
    for c in 0..n {
        for k in a.indptr[c]..a.indptr[c + 1] {
            let r = a.indices[k];
            entry[at[r]] = (c, a.data[k]);
            at[r] += 1;
        }
    }
    let (mut ptr, mut col, mut val): (_, Vec<usize>, Vec<f64>) = (vec![0], vec![], vec![]);
    for r in 0..n {
        let first = col.len();
        for &(c, v) in &entry[count[r]..count[r + 1]] {
            if col.len() > first && col.last() == Some(&c) {
                let last = val.len() - 1;
                val[last] += v;
            } else {
                col.push(c);
                val.push(v);
            }
        }
        ptr.push(col.len());
    }
    ContactProblem { ptr, col, val, g: g.to_vec(), mu: mu.to_vec() }
}

/// How to solve it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactOptions {
    /// Method: psn, admm, pgs, ipm, poly or asm.
    pub method: Method,
    /// Law of friction.
    pub friction: Friction,
    /// Residual asked for.
    pub tolerance: f64,
    /// Largest number of iterations.
    pub iterations: u32,
}

impl Default for ContactOptions {
    fn default() -> Self {
        ContactOptions {
            method: Method::Psn,
            friction: Friction::Coulomb,
            tolerance: 1e-10,
            iterations: 1_000_000,
        }
    }
}

/// The answer.
#[derive(Clone, Debug, Default)]
pub struct ContactSolution {
    /// λ.
    pub impulse: Vec<f64>,
    /// u = A λ + g.
    pub velocity: Vec<f64>,
    /// By the checker.
    pub status: Status,
    /// How the method ended.
    pub end: End,
    /// Iterations of the method.
    pub iterations: u32,
    /// Which rung of psn's ladder found the answer, from 1; 0: another method.
    pub rung: u8,
    /// By the checker.
    pub residuals: Residuals,
}

/// Factorizations that a walk may spend without halving the residual: dense spheres in a box and kicked towers of planks drift for hundreds.
const PATIENCE: u32 = 1000;

/// Solves `p`; `stop` is asked now and then and ends the solve when it says so (the core has no clock).
pub fn solve_contact(
    p: &ContactProblem,
    o: &ContactOptions,
    stop: &mut dyn FnMut() -> bool,
) -> Result<ContactSolution, ContactError> {
    if matches!(o.method, Method::Ipm | Method::Poly { .. }) && o.friction == Friction::Coulomb {
        return Err(ContactError::Undefined(Undefined::CoulombHasNoCost(o.method)));
    }
    let mut space = Space::default();
    let mut op = Sparse::default();
    load(p, o, &mut space, &mut op);
    let mut x = vec![0.0; space.n()];
    let mut goal = Goal {
        tolerance: o.tolerance,
        accept: o.tolerance,
        iterations: o.iterations,
        patience: PATIENCE,
        stop,
    };
    let mut ladder = Ladder::default();
    let mut rung = 0;
    let iterations = match o.method {
        Method::Psn => {
            let end = ladder.run(&space, &mut op, &mut x, &mut goal);
            rung = end.rung;
            end.iterations
        }
        Method::Ipm => ladder.interior(&space, &mut op, &mut x, &mut goal).iterations,
        Method::Admm => Admm::default().run(&space, &mut op, &mut x, &mut goal).iterations,
        Method::Pgs => Sweep::default().run(&space, &mut op, &mut x, 1.0, &mut goal).iterations,
        Method::Asm | Method::Poly { .. } => polyhedral(o, &space, &op, &mut x)?,
        other => return Err(ContactError::Undefined(Undefined::Missing(other))),
    };
    let impulse: Vec<f64> = x.iter().zip(&space.scale).map(|(x, s)| x / s).collect();
    Ok(ContactSolution { rung, ..judge(p, o, impulse, iterations) })
}

/// Active set on the rows or on pyramids.
fn polyhedral(o: &ContactOptions, space: &Space, op: &Sparse, x: &mut [f64]) -> Result<u32, ContactError> {
    let sides = match o.method {
        Method::Poly { sides } if !matches!(sides, 4 | 8 | 16) => {
            return Err(ContactError::Undefined(Undefined::Sides(sides)));
        }
        Method::Poly { sides } => sides,
        _ if space.parts.iter().any(|p| p.shape == PartKind::Cone) => {
            return Err(ContactError::Undefined(Undefined::ConesNeedPyramids));
        }
        _ => 1,
    };
    let rows = generators(space, sides);
    if rows > LIMIT {
        let text = format!("{rows} rows are more than the {LIMIT} that the active set takes; use psn");
        return Err(ContactError::PartKind(text));
    }
    let a = op.to_dense(space.n());
    let mut poly = Poly::default();
    let options =
        ActiveSetOptions { tolerance: 1e-12, iterations: o.iterations, ..ActiveSetOptions::default() };
    if sides == 1 {
        poly.scalar(space, &a, &[], &options);
        x.copy_from_slice(&poly.result.lambda);
    } else {
        poly.pyramid(space, &a, sides, x, &options);
    }
    Ok(poly.result.iterations)
}

/// The box friction of paper 003: tangential impulses bounded per axis by μ λ_N/√2 of the step before.
#[derive(Clone, Debug, Default)]
pub struct BoxSolution {
    /// Impulse, residuals and status as for any other solver.
    pub solution: ContactSolution,
    /// Outer steps.
    pub outer_steps: u32,
    /// Relative change of the bounds in the last of them: small if the loop converged.
    pub outer_residual: f64,
}

/// Solves `p` with lagged boxes, at most `cap` outer steps.
pub fn solve_boxes(p: &ContactProblem, cap: u32, tolerance: f64) -> Result<BoxSolution, ContactError> {
    let o = ContactOptions { friction: Friction::Coulomb, tolerance, ..ContactOptions::default() };
    let (mut space, mut op) = (Space::default(), Sparse::default());
    load(p, &o, &mut space, &mut op);
    if space.n() > LIMIT {
        return Err(ContactError::PartKind(format!("{} rows are more than {LIMIT}", space.n())));
    }
    let mut x = vec![0.0; space.n()];
    let a = op.to_dense(space.n());
    let (outer_steps, outer_residual) = Poly::default().boxes(&space, &a, &mut x, cap, tolerance);
    let impulse = x.iter().zip(&space.scale).map(|(x, s)| x / s).collect();
    Ok(BoxSolution { solution: judge(p, &o, impulse, outer_steps), outer_steps, outer_residual })
}

/// Velocity, residuals and status of an impulse.
fn judge(p: &ContactProblem, o: &ContactOptions, impulse: Vec<f64>, iterations: u32) -> ContactSolution {
    let velocity = p.velocity(&impulse);
    let residuals = check_contact(p, &impulse, &velocity);
    let rule = Rule { friction: o.friction, tolerance: o.tolerance, ..Rule::default() };
    let status = rule.verdict(residuals.of(o.friction));
    let end = match status {
        Status::NotFinite => End::NotFinite,
        Status::Solved => End::Converged,
        _ if iterations >= o.iterations => End::MaxIterations,
        _ => End::Stalled,
    };
    ContactSolution { impulse, velocity, status, end, iterations, rung: 0, residuals }
}

/// The scaled space and the blocks of Â.
fn load(p: &ContactProblem, o: &ContactOptions, space: &mut Space, op: &mut Sparse) {
    space.clear();
    space.coulomb = o.friction == Friction::Coulomb;
    space.by_g = true;
    for (i, &mu) in p.mu.iter().enumerate() {
        let size = p.size(i);
        let root = if size > 0.0 { size.sqrt() } else { 1.0 };
        let shapes: &[(PartKind, usize)] = if mu > 0.0 {
            &[(PartKind::Cone, 3)]
        } else {
            &[(PartKind::Orthant, 1), (PartKind::Interval, 1), (PartKind::Interval, 1)]
        };
        for &(shape, dim) in shapes {
            let part = space.push(shape, dim);
            space.measure[part.row as usize] = if dim == 3 { mu } else { 1.0 };
            for k in part.rows() {
                let s = if k % 3 > 0 && mu > 0.0 { root / mu } else { root };
                space.scale[k] = s;
                space.g[k] = p.g[k] / s;
            }
        }
    }
    blocks(p, space, op);
    op.analyse(&space.parts);
}

/// Blocks of Â with a symmetric pattern and a full diagonal.
fn blocks(p: &ContactProblem, space: &mut Space, op: &mut Sparse) {
    let mut owner = vec![0u32; space.n()];
    for (i, part) in space.parts.iter().enumerate() {
        owner[part.rows()].fill(i as u32);
    }
    let count = space.parts.len();
    let mut columns: Vec<Vec<u32>> = (0..count as u32).map(|i| vec![i]).collect();
    for r in 0..space.n() {
        for (c, _) in p.row(r) {
            columns[owner[r] as usize].push(owner[c]);
            columns[owner[c] as usize].push(owner[r]);
        }
    }
    op.ptr.clear();
    op.entries.clear();
    op.ptr.push(0);
    let mut at = 0;
    for (i, list) in columns.iter_mut().enumerate() {
        list.sort_unstable();
        list.dedup();
        for &c in list.iter() {
            op.entries.push(Entry { row: i as u32, col: c, at });
            at += space.parts[i].dim * space.parts[c as usize].dim;
        }
        op.ptr.push(op.entries.len() as u32);
    }
    op.vals.clear();
    op.vals.resize(at as usize, 0.0);
    for r in 0..space.n() {
        let i = owner[r] as usize;
        let row = &op.entries[op.ptr[i] as usize..op.ptr[i + 1] as usize];
        for (c, v) in p.row(r) {
            let (part, other) = (space.parts[i], space.parts[owner[c] as usize]);
            let Ok(k) = row.binary_search_by_key(&owner[c], |e| e.col) else { continue };
            let (dr, dc) = (r - part.row as usize, c - other.row as usize);
            let value = v / (space.scale[r] * space.scale[c]);
            op.vals[row[k].at as usize + dr * other.dim as usize + dc] += value;
            if row[k].col == i as u32 {
                space.diag[part.block as usize + dr * part.dim as usize + dc] += value;
            }
        }
    }
}
