//! Newton systems eliminated to the space of motions: for islands with more rows than dofs, and for large ones.
//!
//! With Ĵ = S⁻¹ J, R̂ = S⁻² R:   Â x = Ĵ M⁻¹ Ĵᵀ x + R̂ x, and N x = b, N = P + Q (Â + a I), is
//!
//! ```text
//! D = P + Q (R̂ + a),   E = D⁻¹ Q,   (M + Ĵᵀ E Ĵ) v = Ĵᵀ D⁻¹ b,   x = D⁻¹ (b − Q Ĵ v)                           (1)
//! ```
//!
//! D and E are block diagonal. The matrix of (1) has one dense block per tree and one per pair of trees that a constraint joins; it
//! is unsymmetric when contacts slip. Where P = 0 and R = 0, D needs a > 0: a is raised to [`FLOOR`]. Where E is stiff, one step of
//! iterative refinement follows.
//!
//! Reads  problem, space     Writes v, x     Cost   Σ d k² for E, multifrontal LU over trees; Â is never formed

mod layout;
mod operator;
mod rows;

pub(crate) use operator::MotionOperator;

use crate::exact::space::{Part, Space};
use crate::problem::Problem;
use rows::by_rows;
use stiction_linalg::Run;
use stiction_linalg::lanes::vectorised;
use stiction_linalg::multifrontal::{Entry, Multifrontal};

/// Smallest a.
pub(crate) const FLOOR: f64 = 1e-9;

/// Dofs of one part that belong to one tree.
#[derive(Clone, Copy, Debug, Default)]
struct Segment {
    node: u32,
    /// Range in the part's dof list.
    from: u32,
    to: u32,
    /// First dof, counted within the tree; all others follow it if the segment is `dense`.
    first: u32,
    dense: bool,
}

impl Segment {
    /// All dofs of a free body.
    #[inline(always)]
    fn is_free(&self) -> bool {
        self.dense && self.first == 0 && self.to - self.from == 6
    }
}

/// Rows of one part.
#[derive(Clone, Copy, Debug, Default)]
struct Rows {
    /// Address in `dofs`, and their number.
    dof: u32,
    num: u32,
    /// Address in `vals` (dim × num by rows).
    val: u32,
    seg: u32,
    seg_num: u32,
}

/// Ĵ by parts, the tree blocks and their factor.
#[derive(Clone, Debug, Default)]
pub(crate) struct MotionSystem {
    rows: Vec<Rows>,
    dofs: Vec<u32>,
    vals: Vec<f64>,
    r: Vec<f64>,
    segments: Vec<Segment>,
    /// Address in `h` of the block of each pair of segments of each part, by rows.
    places: Vec<u32>,
    /// First global dof of each tree, and its dofs.
    start: Vec<u32>,
    size: Vec<u32>,
    /// First row of each tree in v.
    local: Vec<u32>,
    /// Tree of a global dof.
    node: Vec<u32>,
    runs: Vec<Run>,
    keys: Vec<u64>,
    old_keys: Vec<u64>,
    old_size: Vec<u32>,
    entries: Vec<Entry>,
    h: Vec<f64>,
    lu: Multifrontal,
    d: Vec<f64>,
    q: Vec<f64>,
    p: Vec<f64>,
    a: f64,
    e: Vec<f64>,
    /// Largest entry of E.
    stiff: f64,
    t: Vec<f64>,
    v: Vec<f64>,
    /// E Ĵ of one part.
    ej: Vec<f64>,
    b: Vec<f64>,
    res: Vec<f64>,
    y: Vec<f64>,
    sweep: Vec<f64>,
}

impl MotionSystem {
    /// Diagonal blocks of Â, from Ĵ and the factor of M.
    pub fn diagonal(&mut self, p: &Problem, space: &mut Space) {
        for (i, part) in space.parts.iter().enumerate() {
            let d = part.dim as usize;
            let info = self.rows[i];
            let (dofs, n) = (info.dof as usize..(info.dof + info.num) as usize, info.num as usize);
            for c in 0..d {
                self.touched(i, |m, k| m.t[k] = 0.0);
                for (k, &j) in self.dofs[dofs.clone()].iter().enumerate() {
                    self.t[j as usize] = self.vals[info.val as usize + c * n + k];
                }
                self.solve_touched(p, i);
                for r in 0..d {
                    let row = &self.vals[info.val as usize + r * n..][..n];
                    let mut sum = 0.0;
                    for (&j, v) in self.dofs[dofs.clone()].iter().zip(row) {
                        sum += v * self.t[j as usize];
                    }
                    if r == c {
                        sum += self.r[part.row as usize + r];
                    }
                    space.diag[part.block as usize + r * d + c] = sum;
                }
            }
        }
    }

    /// Calls `f` with every dof of the trees that part i touches.
    fn touched(&mut self, i: usize, f: impl Fn(&mut Self, usize)) {
        let info = self.rows[i];
        for s in info.seg..info.seg + info.seg_num {
            let t = self.segments[s as usize].node as usize;
            for j in self.start[t]..self.start[t] + self.size[t] {
                f(self, j as usize);
            }
        }
    }

    /// t ← M⁻¹ t on the trees of part i.
    fn solve_touched(&mut self, p: &Problem, i: usize) {
        let info = self.rows[i];
        for s in info.seg..info.seg + info.seg_num {
            let t = self.segments[s as usize].node as usize;
            let range = self.start[t] as usize..(self.start[t] + self.size[t]) as usize;
            solve_range(p, range, &mut self.t);
        }
    }

    /// D⁻¹ and E of every part; false if a D is singular.
    fn blocks(&mut self, parts: &[Part]) -> bool {
        self.d.resize(self.p.len(), 0.0);
        self.e.resize(self.p.len(), 0.0);
        self.stiff = 0.0;
        vectorised!(parts.iter().all(|part| by_rows!(part.dim, self.block(part))))
    }

    /// D⁻¹ by Gauss–Jordan with row exchange, E = D⁻¹ Q.
    #[inline(always)]
    fn block<const D: usize>(&mut self, part: &Part) -> bool {
        let (p, q, r) = (&self.p[part.blocks()], &self.q[part.blocks()], &self.r[part.rows()]);
        let (out, e) = (&mut self.d[part.blocks()], &mut self.e[part.blocks()]);
        let mut d = [[0.0; D]; D];
        let mut inverse = [[0.0; D]; D];
        for i in 0..D {
            inverse[i][i] = 1.0;
            for j in 0..D {
                d[i][j] = p[i * D + j] + q[i * D + j] * (r[j] + self.a);
            }
        }
        for k in 0..D {
            // the largest one comes up, by exchanges between places that are known when this is compiled
            for i in k + 1..D {
                if d[i][k].abs() > d[k][k].abs() {
                    d.swap(k, i);
                    inverse.swap(k, i);
                }
            }
            let scale = 1.0 / d[k][k];
            if !scale.is_finite() {
                return false;
            }
            let (dk, ik) = (d[k].map(|v| v * scale), inverse[k].map(|v| v * scale));
            (d[k], inverse[k]) = (dk, ik);
            for i in 0..D {
                let f = d[i][k];
                if i != k && f != 0.0 {
                    for j in 0..D {
                        d[i][j] -= f * dk[j];
                        inverse[i][j] -= f * ik[j];
                    }
                }
            }
        }
        for i in 0..D {
            out[i * D..(i + 1) * D].copy_from_slice(&inverse[i]);
            for j in 0..D {
                e[i * D + j] = (0..D).fold(0.0, |sum, k| sum + inverse[i][k] * q[k * D + j]);
                self.stiff = self.stiff.max(e[i * D + j].abs());
            }
        }
        true
    }

    /// M + Ĵᵀ E Ĵ by blocks.
    #[inline(always)]
    fn matrix(&mut self, p: &Problem, parts: &[Part]) {
        self.h.fill(0.0);
        for t in 0..self.size.len() {
            let n = self.size[t] as usize;
            let Ok(at) = self.keys.binary_search(&((t as u64) << 32 | t as u64)) else { continue };
            let base = self.entries[at].at as usize;
            let first = self.start[t] as usize;
            for i in 0..n {
                for adr in p.tree.row(first + i) {
                    let j = p.tree.colind[adr] as usize - first;
                    self.h[base + i * n + j] = p.m[adr];
                    self.h[base + j * n + i] = p.m[adr];
                }
            }
        }
        let mut place = 0;
        for i in 0..parts.len() {
            let pairs = self.rows[i].seg_num * self.rows[i].seg_num;
            by_rows!(parts[i].dim, self.add(i, &parts[i], place));
            place += pairs as usize;
        }
    }

    /// H += Ĵᵀ E Ĵ of part i, whose blocks are named from `place` on.
    #[inline(always)]
    fn add<const D: usize>(&mut self, i: usize, part: &Part, mut place: usize) {
        let e = &self.e[part.blocks()];
        if e.iter().all(|&v| v == 0.0) {
            return;
        }
        let info = self.rows[i];
        let n = info.num as usize;
        let vals = &self.vals[info.val as usize..][..D * n];
        let dofs = &self.dofs[info.dof as usize..][..n];
        let row: [&[f64]; D] = core::array::from_fn(|m| &vals[m * n..(m + 1) * n]);
        for r in 0..D {
            let out = &mut self.ej[r * n..(r + 1) * n];
            for (c, o) in out.iter_mut().enumerate() {
                *o = (0..D).fold(0.0, |sum, m| sum + e[r * D + m] * row[m][c]);
            }
        }
        let list = &self.segments[info.seg as usize..(info.seg + info.seg_num) as usize];
        for sa in list {
            for sb in list {
                let base = self.places[place] as usize;
                place += 1;
                let (width, from, len) =
                    (self.size[sb.node as usize] as usize, sb.from as usize, (sb.to - sb.from) as usize);
                let ej: [&[f64]; D] = core::array::from_fn(|m| &self.ej[m * n + from..][..len]);
                if sa.is_free() && sb.is_free() && width == 6 {
                    let left: [&[f64]; D] = core::array::from_fn(|m| &row[m][sa.from as usize..][..6]);
                    add_free(&mut self.h[base..], left, ej);
                    continue;
                }
                for r in sa.from as usize..sa.to as usize {
                    let left: [f64; D] = core::array::from_fn(|m| row[m][r]);
                    let at = base + (dofs[r] - self.start[sa.node as usize]) as usize * width;
                    let entry = |c: usize| (0..D).fold(0.0, |sum, m| sum + left[m] * ej[m][c]);
                    if sb.dense {
                        let out = &mut self.h[at + sb.first as usize..][..len];
                        for (c, o) in out.iter_mut().enumerate() {
                            *o += entry(c);
                        }
                    } else {
                        for c in 0..len {
                            self.h[at + (dofs[from + c] - self.start[sb.node as usize]) as usize] += entry(c);
                        }
                    }
                }
            }
        }
    }
}

/// H += Lᵀ R for the six dofs of two free bodies: most blocks of a pile, in straight vector code.
#[inline(always)]
fn add_free<const D: usize>(h: &mut [f64], left: [&[f64]; D], right: [&[f64]; D]) {
    let left: [[f64; 6]; D] = core::array::from_fn(|m| core::array::from_fn(|k| left[m][k]));
    let right: [[f64; 6]; D] = core::array::from_fn(|m| core::array::from_fn(|k| right[m][k]));
    for (r, out) in h.as_chunks_mut::<6>().0.iter_mut().take(6).enumerate() {
        let mut sum = *out;
        for m in 0..D {
            for c in 0..6 {
                sum[c] += left[m][r] * right[m][c];
            }
        }
        *out = sum;
    }
}

/// x ← M⁻¹ x on a range of dofs that is closed under parents.
#[inline(always)]
fn solve_range(p: &Problem, range: core::ops::Range<usize>, x: &mut [f64]) {
    for j in range.clone().rev() {
        p.tree.solve_up(j, p.ld, x);
    }
    for j in range.clone() {
        x[j] *= p.dinv[j];
    }
    for j in range {
        p.tree.solve_down(j, p.ld, x);
    }
}
