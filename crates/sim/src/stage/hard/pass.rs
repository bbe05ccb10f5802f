//! The position pass: penetration and drift are removed by a displacement of their own, not by forces.
//!
//! minimise ½ wᵀ M̂ w   subject to   J_n (v⁺ + w) ≥ (target − φ)/h,   J_e w = −r/h                                   (1)
//!
//! over all normal, limit and equality rows; q⁺ = q ⊕ h (v⁺ + w), and w is forgotten. A row that is deeper than the slop is
//! raised by a share of its excess; every other row may not get deeper than the slop. Where nothing is wrong there is no pass.
//! Equalities with a mocap body keep the velocity that the step gave them: their r is a command, not drift.
//!
//! Reads  rows, metric, v⁺     Writes w, and v⁺ + w
//! Cost   one solve over normals where something penetrates; no allocation after growth

use crate::data::{Data, Stages};
use stiction_constraint::rows::{led_by_mocap, target as row_target};
use stiction_model::Model;
use stiction_solver::{
    BlockInfo, Cone, Guess, Islands, Method, Options, Problem, RowKind, Rows, Solution, Workspace, solve,
};

/// Share of an excess that one step removes.
const SHARE: f64 = 0.5;
/// Fastest removal [m/s, rad/s].
const MAX_SPEED: f64 = 2.0;
/// Compliance of the pass over that of the step, 1e-5 of the row's own diagonal: rows that contradict each other then share the miss, with
/// bounded forces.
const SOFTEN: f64 = 1e-5 / stiction_constraint::rows::EPSILON;
/// Newton ends when its cost, ½ w² averaged over the dofs, improves by less [m²/s², rad²/s²].
const TOLERANCE: f64 = 1e-17;
/// Drift of an equality below this is left alone.
const DRIFT: f64 = 1e-10;

/// Memory of the pass.
#[derive(Clone, Debug, Default)]
pub struct PositionPass {
    rows: Rows,
    islands: Islands,
    solution: Solution,
    workspace: Workspace,
    zero: Vec<f64>,
    dofs: Vec<u32>,
    /// Worst rate by which a row that carries force misses its target [m/s, rad/s]: rows that contradict each other.
    pub miss: f64,
}

impl PositionPass {
    /// Rows of the last pass that ran, and of its largest island.
    pub fn size(&self) -> [usize; 2] {
        let largest = self.islands.list.iter().map(|i| i.nrow as usize).max();
        [self.rows.jac.nrow(), largest.unwrap_or(0)]
    }
}

/// True if a row is worse than what may stay.
fn needed(m: &Model, rows: &Rows) -> bool {
    (0..rows.nblock()).any(|b| {
        let range = rows.range(b);
        let first = range.start;
        match rows.info[b].kind {
            RowKind::Equality if led_by_mocap(m, rows.info[b].id as usize) => false,
            RowKind::Equality => range.into_iter().any(|i| rows.pos[i].abs() > DRIFT),
            RowKind::FrictionDof | RowKind::FrictionTendon | RowKind::Metric | RowKind::User => false,
            _ => rows.pos[first] - rows.margin[first] < -m.stiction.slop * 1.0001,
        }
    })
}

/// Finds w for the velocity that moves positions (`scratch.moves`) and adds it; false if there is nothing to correct.
pub fn correct(m: &Model, d: &mut Data) -> bool {
    let h = d.hard.span(m);
    let Data { stages: Stages { hard, rows, metric, tree, dof_tree, .. }, scratch, .. } = d;
    let (pass, v) = (&mut hard.pass, &mut scratch.moves);
    pass.miss = 0.0;
    if !needed(m, rows) {
        return false;
    }
    assemble(m, rows, (v, h), pass);
    if m.disabled(stiction_model::kinds::disable::ISLAND) {
        pass.islands.whole(dof_tree, m.size.ntree, &pass.rows);
    } else {
        pass.islands.find(dof_tree, m.size.ntree, &pass.rows);
    }
    pass.zero.clear();
    pass.zero.resize(m.size.nv, 0.0);
    let problem = Problem {
        tree,
        m: &metric.m,
        ld: &metric.ld,
        dinv: &metric.dinv,
        qacc_smooth: &pass.zero,
        qfrc_smooth: &pass.zero,
        rows: &pass.rows,
    };
    // convex with compliance everywhere: the soft solver's own problem, and its sparse factor is the cheapest
    let soft = pass.rows.r.iter().all(|&r| r > 0.0);
    let (method, tolerance) = if soft { (Method::Newton, TOLERANCE) } else { (Method::Auto, 1e-8) };
    let options = Options { method, tolerance, ..Options::default() };
    let guess = Guess { qacc: &pass.zero, force: &[] };
    let done = solve(&problem, &pass.islands, &options, guess, &mut pass.solution, &mut pass.workspace);
    let good = done.is_ok() && pass.solution.qacc.iter().all(|x| x.is_finite());
    pass.miss = if good { miss(pass) } else { f64::INFINITY };
    if good {
        v.iter_mut().zip(&pass.solution.qacc).for_each(|(v, w)| *v += w);
    }
    good
}

/// See [`PositionPass::miss`].
fn miss(pass: &PositionPass) -> f64 {
    let (rows, f) = (&pass.rows, &pass.solution.efc_force);
    let mut worst = 0.0_f64;
    for b in 0..rows.nblock() {
        for (k, i) in rows.range(b).enumerate() {
            if f[i] != 0.0 && rows.info[b].kind != RowKind::Metric {
                let dofs = rows.jac.dofs(b).iter();
                let rate: f64 =
                    dofs.zip(rows.jac.row(b, k)).map(|(&j, x)| x * pass.solution.qacc[j as usize]).sum();
                worst = worst.max((rate - rows.aref[i]).abs());
            }
        }
    }
    worst
}

/// The rows of (1).
fn assemble(m: &Model, rows: &Rows, (v, h): (&[f64], f64), pass: &mut PositionPass) {
    let PositionPass { rows: out, dofs, .. } = pass;
    out.clear();
    for b in 0..rows.nblock() {
        let info = rows.info[b];
        let range = rows.range(b);
        let (cone, dim) = match info.kind {
            RowKind::Equality | RowKind::Metric => (Cone::Free, range.len()),
            RowKind::FrictionDof | RowKind::FrictionTendon => continue,
            // rigid equalities of the user's hold in the pass too; they keep themselves free of drift
            RowKind::User if info.cone == Cone::Free && rows.kbip[range.start][2] == 1.0 => {
                (Cone::Free, range.len())
            }
            RowKind::User => continue,
            _ => (Cone::Orthant, 1),
        };
        dofs.clear();
        dofs.extend_from_slice(rows.jac.dofs(b));
        let n = out.push(BlockInfo { kind: info.kind, id: info.id, cone }, dofs, dim);
        for k in 0..dim {
            copy_row(rows, b, k, out, n);
            let (from, to) = (range.start + k, out.range(n).start + k);
            let soften = if matches!(info.kind, RowKind::Metric | RowKind::User) { 1.0 } else { SOFTEN };
            out.r[to] = rows.r[from] * soften;
            out.d[to] = rows.d[from] / soften;
            out.diag[to] = rows.diag[from];
            if !matches!(info.kind, RowKind::Metric | RowKind::User) {
                let speed: f64 = dofs.iter().zip(out.jac.row(n, k)).map(|(&j, x)| x * v[j as usize]).sum();
                out.aref[to] = target(m, rows, (b, from), h) - speed;
            }
        }
    }
}

/// Row k of block b; the normal of a pyramid is the mean of an edge pair.
fn copy_row(from: &Rows, b: usize, k: usize, out: &mut Rows, n: usize) {
    let row = out.jac.row_mut(n, k);
    row.copy_from_slice(from.jac.row(b, k));
    if from.info[b].kind == RowKind::ContactPyramidal {
        row.iter_mut().zip(from.jac.row(b, 1)).for_each(|(x, y)| *x = 0.5 * (*x + y));
    }
}

/// Velocity that brings row i, of block b, where it should be at the end of the step.
fn target(m: &Model, rows: &Rows, (b, i): (usize, usize), h: f64) -> f64 {
    if rows.info[b].kind == RowKind::Equality {
        if led_by_mocap(m, rows.info[b].id as usize) {
            return row_target(rows, i, h);
        }
        return (-rows.pos[i] / h).clamp(-MAX_SPEED, MAX_SPEED);
    }
    let gap = rows.pos[i] - rows.margin[i] + m.stiction.slop;
    if gap >= 0.0 { -gap / h } else { (-SHARE * gap / h).min(MAX_SPEED) }
}
