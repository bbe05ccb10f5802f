//! Attributes of `MjData` that are built when they are read: counts, constraint rows in MuJoCo's layout, islands, solver
//! statistics. Each read gives a fresh array.
//!
//! Rows are stored in blocks that share one list of dofs (`Rows`); `efc_J*` are expanded here. Rows of the step's metric are no
//! constraints and are left out.

use crate::mju_misc::is_sparse;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use stiction_model::Model;
use stiction_sim::Data;
use stiction_solver::{Rows, Stat};

/// mjNISLAND and mjNSOLVER: shapes of the solver statistics.
const NISLAND: usize = 20;
const NSOLVER: usize = 200;

/// What a computed attribute is.
pub enum Value {
    /// A number.
    Int(i64),
    /// Real numbers and the columns of a matrix.
    F64(Vec<f64>, Option<usize>),
    /// Integers.
    I32(Vec<i32>),
    /// Flags.
    Bool(Vec<bool>),
}

impl Value {
    /// As a Python object.
    pub fn into_py(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(match self {
            Value::Int(i) => i.into_pyobject(py)?.into_any().unbind(),
            // numpy's own memory: cheaper for small arrays than an object that owns ours
            Value::F64(v, None) => PyArray1::from_slice(py, &v).into_any().unbind(),
            Value::F64(v, Some(cols)) => {
                let rows = v.len().checked_div(cols).unwrap_or(0);
                PyArray1::from_vec(py, v).reshape([rows, cols])?.into_any().unbind()
            }
            Value::I32(v) => PyArray1::from_slice(py, &v).into_any().unbind(),
            Value::Bool(v) => PyArray1::from_slice(py, &v).into_any().unbind(),
        })
    }
}

type Compute = fn(&Model, &Data) -> Value;

/// The first `nefc` entries of a list over rows.
fn per_row(d: &Data, v: &[f64]) -> Value {
    Value::F64(v[..d.rows.nefc().min(v.len())].to_vec(), None)
}

/// J v at the start of the last solve. Under the hard law the motion of surfaces and mocap bodies is not part of it, but of `efc_aref`: J v⁺ − (h a_ref + J v)
/// is then the velocity relative to them, beyond its target.
fn row_velocity(m: &Model, d: &Data) -> Vec<f64> {
    let mut out = d.rows.vel.clone();
    if m.stiction.is_hard() && out.len() == d.rows.jac.nrow() {
        d.rows.jac.mul(&mut out, &d.force.qvel, &mut Vec::new());
    }
    out
}

/// One integer per row, from its block.
fn by_block(d: &Data, f: impl Fn(usize) -> i32) -> Vec<i32> {
    let n = d.rows.nefc();
    let mut out = Vec::with_capacity(n);
    for b in 0..d.rows.nblock() {
        out.extend(d.rows.range(b).filter(|r| *r < n).map(|_| f(b)));
    }
    out
}

/// False where islands are switched off: the one problem that is solved then is no island to MuJoCo.
fn has_islands(m: &Model) -> bool {
    !m.disabled(stiction_model::kinds::disable::ISLAND)
}

/// Island of a dof or tree, −1: none.
fn island_of(m: &Model, of: &[i32], i: usize) -> i32 {
    if has_islands(m) { of.get(i).copied().unwrap_or(-1) } else { -1 }
}

/// Rows in the order of islands: entry k is the row that comes k-th.
fn rows_by_island(d: &Data) -> Vec<usize> {
    let n = d.rows.nefc();
    let mut order = Vec::with_capacity(n);
    for island in 0..d.islands.len() {
        for &b in d.islands.blocks_of(island) {
            order.extend(d.rows.range(b as usize).filter(|r| *r < n));
        }
    }
    order
}

/// Dofs in the order of islands; those of no island last.
fn dofs_by_island(d: &Data) -> Vec<usize> {
    let key =
        |j: &usize| d.islands.dof_island.get(*j).map_or(i32::MAX, |i| if *i < 0 { i32::MAX } else { *i });
    let mut order: Vec<usize> = (0..d.state.qvel.len()).collect();
    order.sort_by_key(key);
    order
}

fn trees_by_island(m: &Model, d: &Data) -> Vec<usize> {
    let key =
        |t: &usize| d.islands.tree_island.get(*t).map_or(i32::MAX, |i| if *i < 0 { i32::MAX } else { *i });
    let mut order: Vec<usize> = (0..m.size.ntree).collect();
    order.sort_by_key(key);
    order
}

fn inverse(order: &[usize]) -> Vec<i32> {
    let mut out = vec![0; order.len()];
    for (k, &i) in order.iter().enumerate() {
        if let Some(o) = out.get_mut(i) {
            *o = k as i32;
        }
    }
    out
}

fn ints(v: impl IntoIterator<Item = usize>) -> Value {
    Value::I32(v.into_iter().map(|i| i as i32).collect())
}

fn gather(order: &[usize], v: &[f64]) -> Value {
    Value::F64(order.iter().map(|&i| v.get(i).copied().unwrap_or(0.0)).collect(), None)
}

fn gather_i(order: &[usize], v: &[i32]) -> Value {
    Value::I32(order.iter().map(|&i| v.get(i).copied().unwrap_or(0)).collect())
}

/// (values, non-zeros per row, columns) of the constraint Jacobian as the option stores it.
pub fn jacobian(m: &Model, d: &Data) -> (Vec<f64>, Vec<i32>, Vec<i32>) {
    let (n, nv) = (d.rows.nefc(), m.size.nv);
    let rows: &Rows = &d.rows;
    if !is_sparse(m) {
        let mut dense = vec![0.0; n * nv];
        for b in 0..rows.nblock() {
            for (i, r) in rows.range(b).enumerate().filter(|(_, r)| *r < n) {
                for (&c, &x) in rows.jac.dofs(b).iter().zip(rows.jac.row(b, i)) {
                    dense[r * nv + c as usize] = x;
                }
            }
        }
        return (dense, Vec::new(), Vec::new());
    }
    let (mut values, mut nnz, mut columns) = (Vec::new(), Vec::new(), Vec::new());
    for b in 0..rows.nblock() {
        let dofs = rows.jac.dofs(b);
        for (i, _) in rows.range(b).enumerate().filter(|(_, r)| *r < n) {
            nnz.push(dofs.len() as i32);
            columns.extend(dofs.iter().map(|&c| c as i32));
            values.extend_from_slice(&rows.jac.row(b, i)[..dofs.len()]);
        }
    }
    (values, nnz, columns)
}

fn addresses(nnz: &[i32]) -> Vec<i32> {
    nnz.iter()
        .scan(0, |at, n| {
            *at += n;
            Some(*at - n)
        })
        .collect()
}

/// Rows after this one that have the same columns.
fn supernodes(d: &Data) -> Vec<i32> {
    let n = d.rows.nefc();
    let mut out = vec![0; n];
    for b in 0..d.rows.nblock() {
        let range = d.rows.range(b);
        for r in range.clone().filter(|r| *r < n) {
            out[r] = (range.end - 1 - r) as i32;
        }
    }
    out
}

/// Counts per island of rows that pass a test.
fn island_rows(d: &Data, test: impl Fn(i32) -> bool) -> Value {
    let mut count = vec![0; d.islands.len()];
    for b in 0..d.rows.nblock() {
        if let Some(c) = d.islands.block_island.get(b).and_then(|i| count.get_mut(*i as usize))
            && test(d.rows.info[b].kind as i32)
        {
            *c += d.rows.range(b).len() as i32;
        }
    }
    Value::I32(count)
}

fn island_sums(sizes: Vec<i32>) -> Value {
    Value::I32(addresses(&sizes))
}

fn island_trees(m: &Model, d: &Data) -> Vec<i32> {
    let mut count = vec![0; d.islands.len()];
    for t in 0..m.size.ntree {
        if let Some(c) =
            d.islands.tree_island.get(t).and_then(|i| usize::try_from(*i).ok()).and_then(|i| count.get_mut(i))
        {
            *c += 1;
        }
    }
    count
}

fn island_first_dof(d: &Data) -> Value {
    let first = |i: usize| d.islands.dof_island.iter().position(|x| *x == i as i32).unwrap_or(0);
    ints((0..d.islands.len()).map(first))
}

/// One number per island, padded to MuJoCo's fixed length.
fn per_island(d: &Data, f: impl Fn(usize) -> u32) -> Value {
    let mut out = vec![0; NISLAND];
    for (i, o) in out.iter_mut().enumerate().take(d.solution.report.islands.len()) {
        *o = f(i) as i32;
    }
    Value::I32(out)
}

fn row_type(d: &Data) -> Vec<i32> {
    by_block(d, |b| d.rows.info[b].kind as i32)
}
fn row_id(d: &Data) -> Vec<i32> {
    by_block(d, |b| d.rows.info[b].id)
}
fn row_state(d: &Data) -> Vec<i32> {
    d.solution.efc_state.iter().take(d.rows.nefc()).map(|s| *s as i32).collect()
}

/// First row of each tendon's limit, −1 if it has none.
fn tendon_rows(m: &Model, d: &Data) -> Vec<i32> {
    let mut out = vec![-1; m.size.ntendon];
    for b in (0..d.rows.nblock()).rev() {
        if d.rows.info[b].kind == stiction_solver::RowKind::LimitTendon
            && let Some(o) = out.get_mut(d.rows.info[b].id as usize)
        {
            *o = d.rows.range(b).start as i32;
        }
    }
    out
}

/// M in the layout of MuJoCo before 4.0 (`qM`): per dof, itself and then its ancestors upwards.
pub fn legacy_m(m: &Model, d: &Data) -> Vec<f64> {
    let mut out = vec![0.0; m.size.nM];
    for (k, &to) in m.sparse.mapM2M.iter().enumerate() {
        if let (Some(o), Some(x)) = (out.get_mut(to as usize), d.mass.M.get(k)) {
            *o = *x;
        }
    }
    out
}

const ZERO: Compute = |_, _| Value::Int(0);
const NONE_F: Compute = |_, _| Value::F64(Vec::new(), None);
const NONE_I: Compute = |_, _| Value::I32(Vec::new());

/// All computed attributes.
pub const TABLE: &[(&str, Compute)] = &[
    ("ncon", |_, d| Value::Int(d.contacts.list.len() as i64)),
    ("nefc", |_, d| Value::Int(d.rows.nefc() as i64)),
    ("ne", |_, d| Value::Int(row_type(d).iter().filter(|t| **t == 0).count() as i64)),
    ("nf", |_, d| Value::Int(row_type(d).iter().filter(|t| matches!(**t, 1 | 2)).count() as i64)),
    ("nl", |_, d| Value::Int(row_type(d).iter().filter(|t| matches!(**t, 3 | 4)).count() as i64)),
    ("nJ", |m, d| Value::Int(jacobian(m, d).0.len() as i64)),
    ("nA", ZERO),
    ("nY", ZERO),
    ("nefmK", ZERO),
    ("nefmcon", ZERO),
    ("nefmT", ZERO),
    ("nefmA", ZERO),
    ("nefmdof", ZERO),
    ("nefmL", ZERO),
    ("efm_active", ZERO),
    ("narena", ZERO),
    ("nplugin", ZERO),
    ("pstack", ZERO),
    ("pbase", ZERO),
    ("parena", ZERO),
    ("threadpool", ZERO),
    ("maxuse_stack", ZERO),
    ("maxuse_arena", ZERO),
    ("maxuse_con", |_, d| Value::Int(d.contacts.list.len() as i64)),
    ("maxuse_efc", |_, d| Value::Int(d.rows.nefc() as i64)),
    ("nisland", |m, d| Value::Int(if has_islands(m) { d.islands.len() as i64 } else { 0 })),
    ("nidof", |m, d| {
        Value::Int((0..m.size.nv).filter(|&j| island_of(m, &d.islands.dof_island, j) >= 0).count() as i64)
    }),
    ("ntree_awake", |_, d| Value::Int(d.sleep.counts.ntree_awake as i64)),
    ("nbody_awake", |_, d| Value::Int(d.sleep.counts.nbody_awake as i64)),
    ("nparent_awake", |_, d| Value::Int(d.sleep.counts.nparent_awake as i64)),
    ("nv_awake", |_, d| Value::Int(d.sleep.counts.nv_awake as i64)),
    ("efc_type", |_, d| Value::I32(row_type(d))),
    ("efc_id", |_, d| Value::I32(row_id(d))),
    ("efc_J", |m, d| Value::F64(jacobian(m, d).0, None)),
    ("efc_J_rownnz", |m, d| Value::I32(jacobian(m, d).1)),
    ("efc_J_rowadr", |m, d| Value::I32(addresses(&jacobian(m, d).1))),
    ("efc_J_rowsuper", |_, d| Value::I32(supernodes(d))),
    ("efc_J_colind", |m, d| Value::I32(jacobian(m, d).2)),
    ("efc_pos", |_, d| per_row(d, &d.rows.pos)),
    ("efc_margin", |_, d| per_row(d, &d.rows.margin)),
    ("efc_frictionloss", |_, d| per_row(d, &d.rows.frictionloss)),
    ("efc_diagA", |_, d| per_row(d, &d.rows.diag)),
    ("efc_KBIP", |_, d| {
        Value::F64(d.rows.kbip.iter().take(d.rows.nefc()).flatten().copied().collect(), Some(4))
    }),
    ("efc_D", |_, d| per_row(d, &d.rows.d)),
    ("efc_R", |_, d| per_row(d, &d.rows.r)),
    ("efc_vel", |m, d| per_row(d, &row_velocity(m, d))),
    ("efc_aref", |_, d| per_row(d, &d.rows.aref)),
    ("efc_b", |_, d| per_row(d, &d.solution.efc_b)),
    ("efc_force", |_, d| per_row(d, &d.solution.efc_force)),
    ("efc_state", |_, d| Value::I32(row_state(d))),
    ("efc_island", |m, d| {
        let island = |b: usize| d.islands.block_island.get(b).map_or(-1, |i| *i as i32);
        Value::I32(by_block(d, |b| if has_islands(m) { island(b) } else { -1 }))
    }),
    ("efc_AR", NONE_F),
    ("efc_AR_colind", NONE_I),
    ("efc_AR_rowadr", NONE_I),
    ("efc_AR_rownnz", NONE_I),
    ("efc_Y", NONE_F),
    ("efc_Y_colind", NONE_I),
    ("efc_Y_rowadr", NONE_I),
    ("efc_Y_rownnz", NONE_I),
    ("tendon_efcadr", |m, d| Value::I32(tendon_rows(m, d))),
    ("tree_island", |m, d| {
        Value::I32((0..m.size.ntree).map(|t| island_of(m, &d.islands.tree_island, t)).collect())
    }),
    ("dof_island", |m, d| {
        Value::I32((0..m.size.nv).map(|j| island_of(m, &d.islands.dof_island, j)).collect())
    }),
    ("island_nv", |_, d| ints(d.islands.list.iter().map(|i| i.nv as usize))),
    ("island_ntree", |m, d| Value::I32(island_trees(m, d))),
    ("island_nefc", |_, d| island_rows(d, |k| k < 8)),
    ("island_ne", |_, d| island_rows(d, |k| k == 0)),
    ("island_nf", |_, d| island_rows(d, |k| matches!(k, 1 | 2))),
    ("island_dofadr", |_, d| island_first_dof(d)),
    ("island_idofadr", |_, d| island_sums(d.islands.list.iter().map(|i| i.nv as i32).collect())),
    ("island_iefcadr", |_, d| island_sums(d.islands.list.iter().map(|i| i.nrow as i32).collect())),
    ("island_itreeadr", |m, d| island_sums(island_trees(m, d))),
    ("map_dof2idof", |_, d| Value::I32(inverse(&dofs_by_island(d)))),
    ("map_idof2dof", |_, d| ints(dofs_by_island(d))),
    ("map_efc2iefc", |_, d| Value::I32(inverse(&rows_by_island(d)))),
    ("map_iefc2efc", |_, d| ints(rows_by_island(d))),
    ("map_itree2tree", |m, d| ints(trees_by_island(m, d))),
    ("iacc", |_, d| gather(&dofs_by_island(d), &d.solution.qacc)),
    ("iacc_smooth", |_, d| gather(&dofs_by_island(d), &d.smooth.qacc_smooth)),
    ("ifrc_smooth", |_, d| gather(&dofs_by_island(d), &d.smooth.qfrc_smooth)),
    ("ifrc_constraint", |_, d| gather(&dofs_by_island(d), &d.solution.qfrc_constraint)),
    ("iefc_type", |_, d| gather_i(&rows_by_island(d), &row_type(d))),
    ("iefc_id", |_, d| gather_i(&rows_by_island(d), &row_id(d))),
    ("iefc_state", |_, d| gather_i(&rows_by_island(d), &row_state(d))),
    ("iefc_D", |_, d| gather(&rows_by_island(d), &d.rows.d)),
    ("iefc_R", |_, d| gather(&rows_by_island(d), &d.rows.r)),
    ("iefc_aref", |_, d| gather(&rows_by_island(d), &d.rows.aref)),
    ("iefc_force", |_, d| gather(&rows_by_island(d), &d.solution.efc_force)),
    ("iefc_frictionloss", |_, d| gather(&rows_by_island(d), &d.rows.frictionloss)),
    ("solver_niter", |_, d| per_island(d, |i| d.solution.report.islands[i].niter)),
    ("solver_nnz", |_, d| per_island(d, |i| d.solution.report.islands[i].nnz)),
    ("solver_fwdinv", |_, d| Value::F64(d.fwdinv.to_vec(), None)),
    ("bvh_active", |m, _| Value::Bool(vec![false; m.size.nbvh])),
    ("bvh_aabb_dyn", |_, _| Value::F64(Vec::new(), Some(6))),
    ("qM", |m, d| Value::F64(legacy_m(m, d), None)),
];

/// Statistics of iteration k of MuJoCo's list, zero where there is none.
pub fn solver_stat(d: &Data, k: usize) -> Stat {
    let (island, iteration) = (k / NSOLVER, k % NSOLVER);
    let report = &d.solution.report;
    if island >= report.islands.len() {
        return Stat::default();
    }
    report.stats(island).get(iteration).copied().unwrap_or_default()
}

/// Length of MuJoCo's list of solver statistics.
pub const SOLVER_STATS: usize = NISLAND * NSOLVER;
