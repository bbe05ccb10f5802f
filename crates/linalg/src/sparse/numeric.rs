//! Values of the factor: assembly of H, factorization, solve, rank-1 update and downdate.
//!
//! ```text
//! row_i ← row_i − L_ki row_k  (i < k),   L_kk = √H_kk,   row_k ← row_k / L_kk                                (3)
//! ```
//!
//! Cost   factor Σ nnz(row)²/2, solve 2 nnz, update ≈ 2 nnz of the path to the root
//! Checked by: dense Cholesky; update ≡ refactor.

use super::{ColRun, Node, Seg, Symbolic};
use crate::lanes::{Lanes, Strided, Tile, accumulate, copy_short, dot, outer, scale4, vectorised};
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
        vectorised!(self.set_inertia_kernel(sym, tree, m))
    }

    #[inline(always)]
    fn set_inertia_kernel(&mut self, sym: &Symbolic, tree: &TreePattern, m: &[f64]) {
        self.val.resize(sym.size.max(self.val.len()), 0.0);
        self.dinv.resize(tree.nv(), 0.0);
        self.grow_spare(sym);
        for node in &sym.nodes {
            for r in 0..node.width as usize {
                let src = tree.row(node.first as usize + r);
                let row =
                    &mut self.val[node.adr as usize + r * node.stride as usize..][..node.stride as usize];
                if src.len() == node.off as usize + r + 1 {
                    copy_row(row, &m[src.start..], src.len());
                } else {
                    row.fill(0.0);
                    for adr in src {
                        row[sym.m_pos(adr)] = m[adr];
                    }
                }
            }
        }
    }

    /// H += Σ_r w_r rows_rᵀ rows_r, lower part: `rows` is row-major over the dofs of list number `list`, padded with zeros to whole
    /// lanes.
    pub fn add_rows(&mut self, sym: &Symbolic, list: usize, dofs: &[u32], rows: &[f64], weights: &[f64]) {
        vectorised!(self.add_rows_kernel(sym, list, dofs, rows, weights))
    }

    #[inline(always)]
    fn add_rows_kernel(&mut self, sym: &Symbolic, list: usize, dofs: &[u32], rows: &[f64], weights: &[f64]) {
        let stride = round4(dofs.len());
        let size = weights.len() * stride;
        let rows = &rows[..size];
        self.buf.resize(size.max(self.buf.len()), 0.0);
        let weighted = &mut self.buf[..size];
        for (r, w) in weights.iter().enumerate() {
            let (dst, src) =
                (&mut weighted[r * stride..(r + 1) * stride], &rows[r * stride..(r + 1) * stride]);
            scale4(dst, *w, src);
        }
        add_product(&mut self.val, sym, list, dofs, weighted, rows, weights.len());
    }

    /// H += Σ_r a_rᵀ b_r, symmetric, lower part: `a` and `b` are laid out as in [`Factor::add_rows`].
    pub fn add_outer(&mut self, sym: &Symbolic, list: usize, dofs: &[u32], a: &[f64], b: &[f64]) {
        vectorised!(self.add_outer_kernel(sym, list, dofs, a, b))
    }

    #[inline(always)]
    fn add_outer_kernel(&mut self, sym: &Symbolic, list: usize, dofs: &[u32], a: &[f64], b: &[f64]) {
        let dim = b.len() / round4(dofs.len()).max(4);
        add_product(&mut self.val, sym, list, dofs, a, b, dim);
    }

    /// H_jj += v.
    #[inline]
    pub fn add_diagonal(&mut self, sym: &Symbolic, dof: u32, v: f64) {
        let node = &sym.nodes[sym.node_of(dof)];
        let r = dof - node.first;
        self.val[(node.adr + r * node.stride + node.off + r) as usize] += v;
    }

    /// Factors H in place, eq. (3). Returns the number of pivots that had to be raised.
    pub fn factor(&mut self, sym: &Symbolic) -> usize {
        vectorised!(self.factor_kernel(sym))
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
            let (last, step) = ((node.width as usize - 1) * stride, -(stride as isize));
            for u in &sym.updates[node.upd_adr as usize..(node.upd_adr + node.upd_num) as usize] {
                let t = &sym.nodes[u.target as usize];
                let target = &mut above[t.adr as usize..][..(t.width * t.stride) as usize];
                let segs = &sym.segs[u.seg_adr as usize..(u.seg_adr + u.seg_num) as usize];
                let mut i = 0;
                while i < u.count as usize {
                    let rows = (u.count as usize - i).min(4);
                    let pos = u.src_pos as usize + i;
                    let coef = Strided { data: panel, start: last + pos, step };
                    let by = Strided { start: last, ..coef };
                    let product = Product { coef, by, count: node.width as usize, room: stride };
                    let lines = Lines { row: u.row as usize + i, rows, pos };
                    tiles::<true>(target, t.stride as usize, lines, segs, product);
                    i += rows;
                }
            }
        }
        raised
    }

    /// x ← H⁻¹ x on the island's dofs, after [`Factor::factor`].
    pub fn solve(&mut self, sym: &Symbolic, x: &mut [f64]) {
        vectorised!(self.solve_kernel(sym, x))
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

    /// Factor of H + sign · vᵀv where v has the values `row · scale` on the dofs of list number `list`; `weight` = [scale, sign]. False
    /// if a pivot was lost: then refactor.
    pub fn rank_one(
        &mut self,
        sym: &Symbolic,
        list: usize,
        dofs: &[u32],
        row: &[f64],
        weight: [f64; 2],
    ) -> bool {
        let (Some(part), Some(&max)) = (sym.parts(list).last(), dofs.last()) else { return true };
        self.clear_spare(sym);
        for s in sym.part_segs(part) {
            for i in 0..s.len as usize {
                self.buf[s.dst as usize + i] = row[s.src as usize + i] * weight[0];
            }
        }
        vectorised!(self.rotate_path(sym, max, weight[1]))
    }

    /// [`Factor::rank_one`] for a row with one dof.
    pub fn rank_one_dof(&mut self, sym: &Symbolic, dof: u32, value: f64, sign: f64) -> bool {
        let node = &sym.nodes[sym.node_of(dof)];
        self.clear_spare(sym);
        self.buf[(node.off + dof - node.first) as usize] = value;
        vectorised!(self.rotate_path(sym, dof, sign))
    }

    /// Room for updates, taken with the factor's own: the first update of a long run must not ask for memory.
    fn grow_spare(&mut self, sym: &Symbolic) {
        let size = sym.max_stride.max(self.buf.len());
        self.buf.resize(size, 0.0);
        self.buf2.resize(size, 0.0);
    }

    fn clear_spare(&mut self, sym: &Symbolic) {
        self.grow_spare(sym);
        self.buf[..sym.max_stride].fill(0.0);
    }

    /// Rotates v (in `buf`, laid out as the panel of dof `max`) into the rows on the path from `max` to the root.
    #[inline(always)]
    fn rotate_path(&mut self, sym: &Symbolic, max: u32, sign: f64) -> bool {
        let mut node = &sym.nodes[sym.node_of(max)];
        let mut top = (max - node.first) as usize;
        let (mut x, mut spare) = (&mut self.buf, &mut self.buf2);
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

/// Copies n numbers in whole lanes where both sides have room; what it carries beyond n is scratch.
#[inline(always)]
fn copy_row(dst: &mut [f64], src: &[f64], n: usize) {
    let chunks = n.div_ceil(4);
    let (d, s) = (dst.as_chunks_mut::<4>().0, src.as_chunks::<4>().0);
    if chunks <= d.len() && chunks <= s.len() {
        copy_short(d[..chunks].as_flattened_mut(), s[..chunks].as_flattened());
    } else {
        dst[..n].copy_from_slice(&src[..n]);
    }
}

/// Panel rows `t += Σ_r a_r[t] · b_r[0 … t]` for the list's entries t, up to four at a time where they are consecutive dofs.
#[inline(always)]
fn add_product(val: &mut [f64], sym: &Symbolic, list: usize, dofs: &[u32], a: &[f64], b: &[f64], dim: usize) {
    let stride = round4(dofs.len());
    for part in sym.parts(list) {
        let node = &sym.nodes[part.node as usize];
        let panel = &mut val[node.adr as usize..][..(node.width * node.stride) as usize];
        let segs = sym.part_segs(part);
        let (mut t, end) = (part.t as usize, (part.t + part.count) as usize);
        while t < end {
            let mut rows = 1;
            while rows < 4 && t + rows < end && dofs[t + rows] == dofs[t] + rows as u32 {
                rows += 1;
            }
            let row = (dofs[t] - node.first) as usize;
            let (coef, src) = (Strided::new(a, t, stride), Strided::new(b, 0, stride));
            let product = Product { coef, by: src, count: dim, room: stride };
            tiles::<false>(panel, node.stride as usize, Lines { row, rows, pos: t }, segs, product);
            t += rows;
        }
    }
}

/// Panel rows: `rows` of them from `row`; the first ends at source position `pos`, the next at pos + 1, and so on.
#[derive(Clone, Copy)]
struct Lines {
    row: usize,
    rows: usize,
    pos: usize,
}

/// What is added to them: `count` terms coef · by, with source rows of length `room`.
#[derive(Clone, Copy)]
struct Product<'a> {
    coef: Strided<'a>,
    by: Strided<'a>,
    count: usize,
    room: usize,
}

/// Applies [`outer`] to panel rows, segment by segment.
#[inline(always)]
fn tiles<const SUB: bool>(panel: &mut [f64], stride: usize, at: Lines, segs: &[Seg], product: Product<'_>) {
    let Product { coef, by, count, room } = product;
    let last = at.pos + at.rows - 1;
    for s in segs {
        let (from, to, full) = (s.src as usize, s.dst as usize, s.len as usize);
        if from > last {
            break;
        }
        let mut len = full;
        if from + full > last {
            // The last segment ends at the diagonal: whole lanes, as far as both sides have room.
            len = round4(last + 1 - from).min(stride - to).min(room - from);
        }
        let b = Strided { start: by.start + from, ..by };
        let mut tile = Tile { data: panel, start: at.row * stride + to, stride, len };
        match at.rows {
            4 => outer::<SUB, 4>(&mut tile, coef, b, count),
            3 => outer::<SUB, 3>(&mut tile, coef, b, count),
            2 => outer::<SUB, 2>(&mut tile, coef, b, count),
            _ => outer::<SUB, 1>(&mut tile, coef, b, count),
        }
    }
}

/// Four rows at a time, from the last to the first: subtract the finished rows from all four, then finish the four.
#[inline(always)]
fn factor_panel(panel: &mut [f64], dinv: &mut [f64], node: &Node) -> usize {
    let (off, stride, width) = (node.off as usize, node.stride as usize, node.width as usize);
    let mut raised = 0;
    let mut end = width;
    while end > 0 {
        let start = end.saturating_sub(4);
        let (head, done) = panel.split_at_mut(end * stride);
        subtract_rows(head, start, end - start, done, off, stride, width - end);
        for q in (start..end).rev() {
            let (above, below) = head.split_at_mut(q * stride);
            let row = &mut below[..stride];
            raised += finish_row(row, off + q, &mut dinv[q]);
            let chunks = row.as_chunks::<4>().0;
            for p in start..q {
                let c = row[off + p];
                let m = (off + p) / 4 + 1;
                let dst = &mut above[p * stride..(p + 1) * stride].as_chunks_mut::<4>().0[..m];
                let src = &chunks[..m];
                for j in 0..m {
                    dst[j] = (Lanes(dst[j]) - Lanes::splat(c) * Lanes(src[j])).0;
                }
            }
        }
        end = start;
    }
    raised
}

/// Rows row … row + rows of `head` −= Σ_r L_r[own column] L_r over the `count` rows of `done`, last first.
#[inline(always)]
fn subtract_rows(
    head: &mut [f64],
    row: usize,
    rows: usize,
    done: &[f64],
    off: usize,
    stride: usize,
    count: usize,
) {
    if count > 0 {
        let (last, step) = ((count - 1) * stride, -(stride as isize));
        let coef = Strided { data: done, start: last + off + row, step };
        let src = Strided { data: done, start: last, step };
        let all = [Seg { src: 0, dst: 0, len: stride as u32 }];
        let product = Product { coef, by: src, count, room: stride };
        tiles::<true>(head, stride, Lines { row, rows, pos: off + row }, &all, product);
    }
}

/// Pivot and scaling of one row; 1 if the pivot had to be raised.
#[inline(always)]
fn finish_row(row: &mut [f64], diag: usize, dinv: &mut f64) -> usize {
    let mut pivot = row[diag];
    // A NaN pivot is not raised: it must stay visible.
    let raise = pivot < MIN_PIVOT;
    if raise {
        row[..diag].fill(0.0);
        pivot = MIN_PIVOT;
    }
    let l = pivot.sqrt();
    let inv = 1.0 / l;
    *dinv = inv;
    for v in row[..round4(diag + 1)].as_chunks_mut::<4>().0 {
        *v = (Lanes(*v) * Lanes::splat(inv)).0;
    }
    row[diag] = l;
    raise as usize
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
    let (rows, xs) = (row[..n].as_chunks_mut::<4>().0, x[..n].as_chunks_mut::<4>().0);
    let xs = &mut xs[..rows.len()];
    for j in 0..rows.len() {
        let v = Lanes(xs[j]);
        let new = (Lanes(rows[j]) + Lanes::splat(ss) * v) * Lanes::splat(cinv);
        rows[j] = new.0;
        xs[j] = (Lanes::splat(c) * v - Lanes::splat(s) * new).0;
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
