//! Values of the factor: assembly of H, factorization, solve, rank-1 update and downdate.
//!
//!   row_i ← row_i − L_ki row_k  (i < k),   L_kk = √H_kk,   row_k ← row_k / L_kk                                (3)
//!
//! Cost   factor Σ nnz(row)²/2, solve 2 nnz, update ≈ 2 nnz of the path to the root
//! Checked by: dense Cholesky; update ≡ refactor.

use super::{ColRun, Node, Seg, Symbolic};
use crate::lanes::{Strided, accumulate, dot, vectorised};
use crate::tree::TreePattern;

/// H or its factor, in the panels of a [`Symbolic`].
#[derive(Clone, Debug, Default)]
pub struct Factor {
    val: Vec<f64>,
    /// 1/L_kk by dof (nv).
    dinv: Vec<f64>,
    buf: Vec<f64>,
    buf2: Vec<f64>,
}

/// Pivots below this are raised to it, and their row is decoupled.
const MIN_PIVOT: f64 = 1e-15;

#[inline(always)]
fn round4(n: usize) -> usize {
    (n + 3) & !3
}

impl Factor {
    /// H = M on the island's dofs.
    pub fn set_inertia(&mut self, sym: &Symbolic, tree: &TreePattern, m: &[f64]) {
        vectorised(|| self.set_inertia_kernel(sym, tree, m))
    }

    #[inline(always)]
    fn set_inertia_kernel(&mut self, sym: &Symbolic, tree: &TreePattern, m: &[f64]) {
        self.val.clear();
        self.val.resize(sym.size, 0.0);
        self.dinv.resize(tree.nv(), 0.0);
        for node in &sym.nodes {
            for r in 0..node.width as usize {
                let i = node.first as usize + r;
                let src = tree.row(i);
                let row =
                    &mut self.val[node.adr as usize + r * node.stride as usize..][..node.stride as usize];
                if src.len() == node.off as usize + r + 1 {
                    row[..src.len()].copy_from_slice(&m[src]);
                } else {
                    for adr in src {
                        row[sym.m_pos(adr)] = m[adr];
                    }
                }
            }
        }
    }

    /// H += Σ_r a_rᵀ b_r, symmetric, lower part: `a` and `b` are row-major with the given stride over the dofs of list number `list`;
    /// b's rows are padded with zeros to whole lanes.
    pub fn add_outer(&mut self, sym: &Symbolic, list: usize, dofs: &[u32], a: &[f64], b: &[f64]) {
        vectorised(|| self.add_outer_kernel(sym, list, dofs, a, b))
    }

    #[inline(always)]
    fn add_outer_kernel(&mut self, sym: &Symbolic, list: usize, dofs: &[u32], a: &[f64], b: &[f64]) {
        let stride = round4(dofs.len());
        let dim = b.len() / stride.max(4);
        for part in sym.parts(list) {
            let node = &sym.nodes[part.node as usize];
            let segs = sym.part_segs(part);
            for t in part.t as usize..(part.t + part.count) as usize {
                let r = (dofs[t] - node.first) as usize;
                let row =
                    &mut self.val[node.adr as usize + r * node.stride as usize..][..node.stride as usize];
                add_row(row, segs, t, stride, (a, b, dim));
            }
        }
    }

    /// Factors H in place, eq. (3). Returns the number of pivots that had to be raised.
    pub fn factor(&mut self, sym: &Symbolic) -> usize {
        vectorised(|| self.factor_kernel(sym))
    }

    #[inline(always)]
    fn factor_kernel(&mut self, sym: &Symbolic) -> usize {
        let mut raised = 0;
        for node in sym.nodes.iter().rev() {
            let (above, here) = self.val.split_at_mut(node.adr as usize);
            let stride = node.stride as usize;
            let panel = &mut here[..node.width as usize * stride];
            let dinv = &mut self.dinv[node.first as usize..(node.first + node.width) as usize];
            raised += factor_panel(panel, dinv, node);
            for u in &sym.updates[node.upd_adr as usize..(node.upd_adr + node.upd_num) as usize] {
                let t = &sym.nodes[u.target as usize];
                let segs = &sym.segs[u.seg_adr as usize..(u.seg_adr + u.seg_num) as usize];
                for i in 0..u.count as usize {
                    let adr = t.adr as usize + (u.row as usize + i) * t.stride as usize;
                    let row = &mut above[adr..adr + t.stride as usize];
                    update_row(row, segs, u.src_pos as usize + i, panel, (stride, node.width as usize));
                }
            }
        }
        raised
    }

    /// x ← H⁻¹ x on the island's dofs, after [`Factor::factor`].
    pub fn solve(&mut self, sym: &Symbolic, x: &mut [f64]) {
        vectorised(|| self.solve_kernel(sym, x))
    }

    #[inline(always)]
    fn solve_kernel(&mut self, sym: &Symbolic, x: &mut [f64]) {
        for node in sym.nodes.iter().rev() {
            let own = node.first as usize..(node.first + node.width) as usize;
            let panel = &self.val[node.adr as usize..][..(node.width * node.stride) as usize];
            let (head, tail) = x.split_at_mut(own.start);
            solve_transposed(panel, node, &self.dinv[own.clone()], &mut tail[..own.len()]);
            for run in sym.runs(node) {
                let dst = &mut head[run.start as usize..(run.start + run.len) as usize];
                let rows = Strided::new(panel, run.pos as usize, node.stride as usize);
                accumulate::<true>(dst, Strided::new(tail, 0, 1), rows, own.len());
            }
        }
        for node in &sym.nodes {
            let own = node.first as usize..(node.first + node.width) as usize;
            let panel = &self.val[node.adr as usize..][..(node.width * node.stride) as usize];
            let (head, tail) = x.split_at_mut(own.start);
            solve_rows(panel, node, sym.runs(node), head, &self.dinv[own.clone()], &mut tail[..own.len()]);
        }
    }

    /// Factor of H + sign · vᵀv where v has the values `row · scale` on the dofs of list number `list`. False if a pivot was lost:
    /// then refactor.
    pub fn rank_one(
        &mut self,
        sym: &Symbolic,
        list: usize,
        dofs: &[u32],
        row: &[f64],
        weight: [f64; 2],
    ) -> bool {
        vectorised(|| self.rank_one_kernel(sym, list, dofs, row, weight))
    }

    #[inline(always)]
    fn rank_one_kernel(
        &mut self,
        sym: &Symbolic,
        list: usize,
        dofs: &[u32],
        row: &[f64],
        weight: [f64; 2],
    ) -> bool {
        let [scale, sign] = weight;
        let (Some(part), Some(&max)) = (sym.parts(list).last(), dofs.last()) else { return true };
        let size = sym.max_stride.max(self.buf.len());
        self.buf.resize(size, 0.0);
        self.buf2.resize(size, 0.0);
        let mut node = &sym.nodes[part.node as usize];
        let mut top = (max - node.first) as usize;
        let (mut x, mut spare) = (&mut self.buf, &mut self.buf2);
        x[..node.stride as usize].fill(0.0);
        for s in sym.part_segs(part) {
            for i in 0..s.len as usize {
                x[s.dst as usize + i] = row[s.src as usize + i] * scale;
            }
        }
        loop {
            let stride = node.stride as usize;
            for r in (0..=top).rev() {
                let panel_row = &mut self.val[node.adr as usize + r * stride..][..stride];
                let dinv = &mut self.dinv[node.first as usize + r];
                if !rotate(panel_row, &mut x[..stride], node.off as usize + r, dinv, sign) {
                    return false;
                }
            }
            if node.upd_num == 0 {
                return true;
            }
            let u = &sym.updates[(node.upd_adr + node.upd_num) as usize - 1];
            let t = &sym.nodes[u.target as usize];
            spare[..t.stride as usize].fill(0.0);
            for s in &sym.segs[u.seg_adr as usize..(u.seg_adr + u.seg_num) as usize] {
                let (src, dst, len) = (s.src as usize, s.dst as usize, s.len as usize);
                spare[dst..dst + len].copy_from_slice(&x[src..src + len]);
            }
            core::mem::swap(&mut x, &mut spare);
            top = (u.row + u.count) as usize - 1;
            node = t;
        }
    }

    /// Writes the lower triangle as a dense n × n array over `n` dofs; for tests.
    pub fn to_dense(&self, sym: &Symbolic, n: usize) -> Vec<f64> {
        let mut out = vec![0.0; n * n];
        for node in &sym.nodes {
            for r in 0..node.width as usize {
                let i = node.first as usize + r;
                let row = &self.val[node.adr as usize + r * node.stride as usize..];
                for run in &sym.runs[node.run_adr as usize..(node.run_adr + node.run_num) as usize] {
                    for c in 0..run.len as usize {
                        out[i * n + run.start as usize + c] = row[run.pos as usize + c];
                    }
                }
                for c in 0..=r {
                    out[i * n + node.first as usize + c] = row[node.off as usize + c];
                }
            }
        }
        out
    }
}

/// dst_row(t) += Σ_r a_r[t] · b_r[0 … t], one panel row.
#[inline(always)]
fn add_row(row: &mut [f64], segs: &[Seg], t: usize, stride: usize, (a, b, dim): (&[f64], &[f64], usize)) {
    for s in segs {
        let (src, dst) = (s.src as usize, s.dst as usize);
        if src > t {
            break;
        }
        let full = s.len as usize;
        let mut len = full;
        if src + full > t {
            // The last segment ends at the diagonal: whole lanes, as far as both sides have room.
            len = round4(t + 1 - src).min(row.len() - dst).min(stride - src);
        }
        let d = &mut row[dst..dst + len];
        accumulate::<false>(d, Strided::new(a, t, stride), Strided::new(b, src, stride), dim);
    }
}

/// Rows below row q are done; subtract them from row q, take the pivot, scale. From the last row to the first.
#[inline(always)]
fn factor_panel(panel: &mut [f64], dinv: &mut [f64], node: &Node) -> usize {
    let (off, stride) = (node.off as usize, node.stride as usize);
    let mut raised = 0;
    for q in (0..node.width as usize).rev() {
        let (head, done) = panel.split_at_mut((q + 1) * stride);
        let row = &mut head[q * stride..];
        let diag = off + q;
        subtract(&mut row[..round4(diag + 1)], 0, diag, done, (stride, node.width as usize - q - 1));
        let mut pivot = row[diag];
        // A NaN pivot is not raised: it must stay visible.
        if pivot < MIN_PIVOT {
            row[..diag].fill(0.0);
            pivot = MIN_PIVOT;
            raised += 1;
        }
        let l = pivot.sqrt();
        let inv = 1.0 / l;
        dinv[q] = inv;
        let (chunks, _) = row[..round4(diag + 1)].as_chunks_mut::<4>();
        for v in chunks {
            for l in 0..4 {
                v[l] *= inv;
            }
        }
        row[diag] = l;
    }
    raised
}

/// One row of another panel minus the products of this panel's rows.
#[inline(always)]
fn update_row(row: &mut [f64], segs: &[Seg], pos: usize, panel: &[f64], (stride, width): (usize, usize)) {
    for s in segs {
        let (src, dst, full) = (s.src as usize, s.dst as usize, s.len as usize);
        let mut len = full;
        if src + full > pos {
            len = round4(pos + 1 - src).min(row.len() - dst).min(stride - src);
        }
        subtract(&mut row[dst..dst + len], src, pos, panel, (stride, width));
    }
}

/// dst −= Σ_r rows_r[coef] · rows_r[src …], r from the last row to the first.
#[inline(always)]
fn subtract(dst: &mut [f64], src: usize, coef: usize, rows: &[f64], (stride, count): (usize, usize)) {
    if count > 0 {
        let last = (count - 1) * stride;
        let step = -(stride as isize);
        let coef = Strided { data: rows, start: last + coef, step };
        accumulate::<true>(dst, coef, Strided { data: rows, start: last + src, step }, count);
    }
}

/// One Givens-like rotation of a panel row against x; positions beyond the diagonal are scratch.
#[inline(always)]
fn rotate(row: &mut [f64], x: &mut [f64], diag: usize, dinv: &mut f64, sign: f64) -> bool {
    let xk = x[diag];
    if xk == 0.0 {
        return true;
    }
    let l = row[diag];
    let t = l * l + sign * (xk * xk);
    if t.is_nan() || t < MIN_PIVOT {
        return false;
    }
    let r = t.sqrt();
    let (c, s) = (r * *dinv, xk * *dinv);
    let cinv = 1.0 / c;
    let ss = sign * s;
    let n = round4(diag);
    let (rows, _) = row[..n].as_chunks_mut::<4>();
    let (xs, _) = x[..n].as_chunks_mut::<4>();
    for (rv, xv) in rows.iter_mut().zip(xs) {
        for l in 0..4 {
            rv[l] = (rv[l] + ss * xv[l]) * cinv;
            xv[l] = c * xv[l] - s * rv[l];
        }
    }
    row[diag] = r;
    *dinv = 1.0 / r;
    true
}

/// y ← L⁻ᵀ y within a panel's own columns.
#[inline(always)]
fn solve_transposed(panel: &[f64], node: &Node, dinv: &[f64], y: &mut [f64]) {
    let (off, stride) = (node.off as usize, node.stride as usize);
    for r in (0..y.len()).rev() {
        let v = y[r] * dinv[r];
        y[r] = v;
        let row = &panel[r * stride + off..][..r];
        for q in 0..r {
            y[q] -= v * row[q];
        }
    }
}

/// Rows of x ← L⁻¹ x: the products with earlier columns first, then the panel's own triangle.
#[inline(always)]
fn solve_rows(panel: &[f64], node: &Node, runs: &[ColRun], head: &[f64], dinv: &[f64], x: &mut [f64]) {
    let (off, stride) = (node.off as usize, node.stride as usize);
    for run in runs {
        let cols = &head[run.start as usize..(run.start + run.len) as usize];
        for r in 0..x.len() {
            x[r] -= dot(&panel[r * stride + run.pos as usize..][..cols.len()], cols);
        }
    }
    for r in 0..x.len() {
        let row = &panel[r * stride + off..][..r];
        let mut s = x[r];
        for q in 0..r {
            s -= row[q] * x[q];
        }
        x[r] = s * dinv[r];
    }
}
