//! The iteration: model, recursion, search, per island.

use super::dof::{DofLaw, DofRow};
use super::drive::{Groups, Sorted};
use super::links::{Links, WORLD};
use super::point::Point;
use super::recursion::{Flow, Recursion};
use super::six::{add6, dot6};
use super::span::{Entry, Span};
use super::woodbury::{Rows, Woodbury};
use crate::newton::Outcome;
use crate::report::End;
use stiction_linalg::lanes::vectorised;
use stiction_spatial::{Inertia, Motion};

/// Models per island before the search gives up and rows are solved instead. Random trees with random blocks, started with every row
/// active, need 5 in the mean (tests of this module).
const MODELS: u32 = 100;

/// A search ends when its slope has fallen by this factor: the next model is better than a longer search.
const SEARCH: f64 = 1e-3;

/// Evaluations of one search.
const EVALUATIONS: u32 = 30;

/// What moves: the trees at one instant.
#[derive(Clone, Copy)]
pub struct Machine<'a> {
    /// Structure.
    pub links: &'a Links,
    /// Axes of the dofs (nv).
    pub axes: &'a [Motion],
    /// Inertia of the links (nlink).
    pub inertia: &'a [Inertia],
    /// Inertia on the diagonal (nv): armature.
    pub armature: &'a [f64],
    /// Smooth forces τ (nv).
    pub force: &'a [f64],
    /// 1/trace(M), or a number of that size: the unit of the tolerance.
    pub scale: f64,
    /// Decrease, times `scale`, below which cones count as solved. Other rows are solved to rounding.
    pub tolerance: f64,
}

/// Blocks, rows and memory of the method. The caller fills `points`, `rows`, `spans` and `entries`.
#[derive(Clone, Debug, Default)]
pub struct Articulated {
    /// Blocks at points.
    pub points: Vec<Point>,
    /// Rows on dofs.
    pub rows: Vec<DofRow>,
    /// Rows over several dofs.
    pub spans: Vec<Span>,
    /// Dofs and coefficients of those.
    pub entries: Vec<Entry>,
    /// The accelerations (nv).
    pub qacc: Vec<f64>,
    /// Jᵀ f (nv).
    pub qfrc: Vec<f64>,
    /// Models that were solved, over all islands.
    pub models: u32,
    pub(super) recursion: Recursion,
    pub(super) flow: Flow,
    pub(super) groups: Groups,
    pub(super) sorted: Sorted,
    woodbury: Woodbury,
    dirty: Vec<bool>,
}

/// One island: ranges of trees, blocks and rows.
#[derive(Clone, Debug, Default)]
pub struct Part<'a> {
    /// Trees.
    pub trees: &'a [u32],
    /// Blocks.
    pub points: core::ops::Range<usize>,
    /// Rows.
    pub rows: core::ops::Range<usize>,
    /// Rows over several dofs.
    pub spans: core::ops::Range<usize>,
}

impl Part<'_> {
    /// True if nothing acts on it.
    fn is_free(&self) -> bool {
        self.points.is_empty() && self.rows.is_empty() && self.spans.is_empty()
    }
}

/// State of one island's search.
struct Round {
    flipped: bool,
    curved: bool,
    finite: bool,
}

impl Articulated {
    /// Makes room for `links`.
    pub fn resize(&mut self, links: &Links) {
        if self.qacc.len() == links.nv() && self.dirty.len() == links.len() {
            return;
        }
        self.recursion.resize(links);
        self.flow.resize(links);
        self.woodbury.resize(links);
        self.dirty.resize(links.len(), false);
        self.qacc.resize(links.nv(), 0.0);
        self.qfrc.resize(links.nv(), 0.0);
    }

    /// All rows of an island that are no blocks at points.
    #[inline(always)]
    fn plain_rows(&self, part: &Part) -> impl Iterator<Item = &DofRow> {
        self.rows[part.rows.clone()].iter().chain(self.spans[part.spans.clone()].iter().map(|s| &s.row))
    }

    /// Solves one island.
    pub(crate) fn run(&mut self, m: &Machine, part: &Part) -> Outcome {
        // apart, so that forward dynamics saves no registers for a search
        if part.is_free() {
            return vectorised!(self.run_free(m, part));
        }
        vectorised!(self.run_kernel(m, part))
    }

    #[inline(always)]
    fn run_kernel(&mut self, m: &Machine, part: &Part) -> Outcome {
        let mut out = Outcome::default();
        if !self.start(m, part) {
            out.end = End::MaxIterations;
            return out;
        }
        for round in 0..MODELS {
            self.model(m, part);
            self.models += 1;
            out.niter = round + 1;
            let seen = self.compare(m, part, round == 0);
            if !seen.finite {
                out.end = End::NotFinite;
                return out;
            }
            if !seen.flipped {
                self.take_all(m, part, round == 0);
                out.end = End::Converged;
                break;
            }
            let mut alpha = 1.0;
            let mut decrease = f64::INFINITY;
            if round > 0 {
                let g = self.slope_at_start(part);
                decrease = 0.5 * g * m.scale;
                alpha = self.search(part, g);
            }
            self.step(m, part, alpha, round == 0);
            // what flips is never left to a tolerance
            if seen.curved && decrease < m.tolerance {
                out.end = End::Converged;
                break;
            }
            out.end = End::MaxIterations;
        }
        self.forces(m, part);
        out
    }

    /// An island on which nothing acts: forward dynamics.
    #[inline(always)]
    fn run_free(&mut self, m: &Machine, part: &Part) -> Outcome {
        self.recursion.bad = None;
        self.recursion.couplings.forget();
        let mut sum = 0.0;
        for &t in part.trees {
            self.recursion.free_tree(m, t, &mut self.flow);
            sum += self.flow.acc[m.links.trees[t as usize].start as usize].iter().sum::<f64>();
            let dofs = m.links.tree_dofs(t);
            self.qacc[dofs.clone()].copy_from_slice(&self.flow.x[dofs.clone()]);
            self.qfrc[dofs].fill(0.0);
        }
        self.models += 1;
        let finite = sum.is_finite() && self.recursion.bad.is_none();
        let end = if finite { End::Converged } else { End::NotFinite };
        Outcome { niter: 1, end, ..Outcome::default() }
    }

    /// Everything is new: every link is to be factored. False if rows are cheaper.
    #[inline(always)]
    fn start(&mut self, m: &Machine, part: &Part) -> bool {
        for &t in part.trees {
            let r = m.links.trees[t as usize].clone();
            self.dirty[r.start as usize..r.end as usize].fill(true);
        }
        self.recursion.bad = None;
        for p in &mut self.points[part.points.clone()] {
            if p.zone.is_curved() {
                p.p = p.gradient(p.zone, &p.x);
            }
        }
        let fits = self.recursion.couplings.prepare(m.links, &self.points[part.points.clone()], part.trees);
        part.trees.iter().for_each(|&t| self.recursion.place(m, t));
        fits
    }

    /// Solves the model of the current zones: a* in `flow.x`, accelerations of links beside it.
    #[inline(always)]
    fn model(&mut self, m: &Machine, part: &Part) {
        let coupled = self.recursion.couplings.order().len();
        for k in 0..coupled {
            self.dirty[self.recursion.couplings.order()[k] as usize] = true;
        }
        self.assemble(m, part);
        let r = &mut self.recursion;
        for k in 0..coupled {
            let l = r.couplings.order()[k];
            r.eliminate(m, l as usize, &mut self.flow);
        }
        for &l in r.couplings.order().iter().rev() {
            r.accelerate(m.links, m.axes, l as usize, &mut self.flow);
        }
        let trees = if coupled > 0 { &[] } else { part.trees };
        for &t in trees {
            r.pass(m, t, |l| self.dirty[l], &mut self.flow);
            let links = &m.links.trees[t as usize];
            self.dirty[links.start as usize..links.end as usize].fill(false);
        }
        let rows = Rows { spans: &self.spans[part.spans.clone()], entries: &self.entries };
        if !self.woodbury.correct(m, r, &rows, part.trees, &mut self.flow) {
            r.bad = Some(0);
        }
    }

    /// Own inertia, stiffness and force of the links that changed; diagonals.
    #[inline(always)]
    fn assemble(&mut self, m: &Machine, part: &Part) {
        let r = &mut self.recursion;
        for &t in part.trees {
            let tree = &m.links.trees[t as usize];
            let all = tree.start as usize..tree.end as usize;
            if self.dirty[all.clone()].iter().all(|&d| d) {
                r.set(m, all, m.links.tree_dofs(t));
                continue;
            }
            for l in all {
                if self.dirty[l] {
                    r.set(m, l..l + 1, m.links.range(l));
                }
            }
        }
        for row in &self.rows[part.rows.clone()] {
            let i = row.dof as usize;
            if self.dirty[m.links.of_dof[i] as usize] {
                // −p of the piece at x = σ a − a_ref is σ (k a_ref − p(0)) on the right side, k σ² on the left
                let k = row.stiffness();
                let rest = if k != 0.0 { k * row.aref } else { -row.piece(0.0) };
                r.dofs[i].diag += k * row.sign * row.sign;
                r.dofs[i].tau += row.sign * rest;
            }
        }
        for s in &self.spans[part.spans.clone()] {
            if s.row.stiffness() == 0.0 {
                let rest = -s.row.piece(0.0);
                for &(dof, c) in s.of(&self.entries) {
                    if self.dirty[m.links.of_dof[dof as usize] as usize] {
                        r.dofs[dof as usize].tau += c * rest;
                    }
                }
            }
        }
        r.couplings.clear();
        for p in self.points[part.points.clone()].iter().filter(|p| !p.zone.is_idle()) {
            let changed = |l: u32| l != WORLD && self.dirty[l as usize];
            if !p.links.iter().any(|&l| changed(l)) {
                continue;
            }
            let b = p.hessian();
            let c = p.right_side(&b);
            let translation = p.translation(&b);
            for (side, sign) in [(0, -1.0), (1, 1.0)] {
                if p.links[side] != WORLD {
                    let l = p.links[side] as usize;
                    let node = &mut r.nodes[l];
                    p.add_stiffness(side, &b, translation, node.stiffness(&m.inertia[l]));
                    add6(&mut node.force, &p.wrench(side, &c.map(|x| sign * x)));
                }
            }
            if p.is_pair() {
                r.couplings.add(p, &b, translation);
            }
        }
    }

    /// x* of every row, v = x* − x, and whether a zone changes on the way to it. In the first round there is no x to come from.
    #[inline(always)]
    fn compare(&mut self, m: &Machine, part: &Part, first: bool) -> Round {
        let mut seen = Round { flipped: false, curved: false, finite: true };
        let flow = &self.flow;
        let mut sum = 0.0;
        for p in &mut self.points[part.points.clone()] {
            let x = p.residual(&flow.acc);
            sum += x[0];
            let curved = p.zone.is_curved();
            seen.curved |= curved;
            seen.flipped |= curved || p.zone_at(&x) != p.zone;
            p.v = x;
            if !first {
                for j in 0..p.dim {
                    p.v[j] -= p.x[j];
                }
            }
        }
        for row in &mut self.rows[part.rows.clone()] {
            let x = row.sign * flow.x[row.dof as usize] - row.aref;
            sum += x;
            seen.flipped |= row.aim(x, first);
        }
        for s in &mut self.spans[part.spans.clone()] {
            let x = s.value(&self.entries, &flow.x) - s.row.aref;
            sum += x;
            seen.flipped |= s.row.aim(x, first);
        }
        for &t in part.trees {
            let range = m.links.trees[t as usize].clone();
            sum += flow.acc[range.start as usize].iter().sum::<f64>();
        }
        seen.finite = sum.is_finite() && self.recursion.bad.is_none();
        seen
    }

    /// −g of (3).
    #[inline(always)]
    fn slope_at_start(&mut self, part: &Part) -> f64 {
        let mut g = 0.0;
        for p in &mut self.points[part.points.clone()] {
            p.prepare_search();
            for j in 0..p.dim {
                g -= p.coef[j] * p.v[j];
            }
        }
        for row in self.plain_rows(part) {
            g -= row.coef * row.v;
        }
        g
    }

    /// φ' and φ'' of (3).
    #[inline(always)]
    fn slope(&self, part: &Part, g: f64, alpha: f64) -> [f64; 2] {
        let mut out = [(alpha - 1.0) * g, g];
        for p in &self.points[part.points.clone()] {
            let [slope, curvature] = p.beyond(alpha);
            (out[0], out[1]) = (out[0] + slope, out[1] + curvature);
        }
        for row in self.plain_rows(part) {
            let [slope, curvature] = row.beyond(alpha);
            (out[0], out[1]) = (out[0] + slope, out[1] + curvature);
        }
        out
    }

    /// The length that minimises φ: Newton's steps within a bracket.
    #[inline(always)]
    fn search(&self, part: &Part, g: f64) -> f64 {
        let (mut alpha, mut low, mut high) = (1.0, 0.0, f64::INFINITY);
        if !(g > 0.0) {
            // the limit of rounding
            return alpha;
        }
        for _ in 0..EVALUATIONS {
            let [slope, curvature] = self.slope(part, g, alpha);
            if slope.abs() <= SEARCH * g {
                break;
            }
            if slope < 0.0 {
                low = alpha;
            } else {
                high = alpha;
            }
            let mut next = alpha - slope / curvature;
            if !(next > low && next < high) {
                next = if high.is_finite() { 0.5 * (low + high) } else { 2.0 * alpha };
            }
            if next == alpha {
                break;
            }
            alpha = next;
        }
        alpha
    }

    /// The full step, which ends the search: nothing changes its zone. In the first round v is x* itself.
    #[inline(always)]
    fn take_all(&mut self, m: &Machine, part: &Part, first: bool) {
        self.move_dofs(m, part, 1.0);
        let acc = &self.flow.acc;
        for p in &mut self.points[part.points.clone()] {
            p.x = if first { p.v } else { p.residual(acc) };
            p.p = p.gradient(p.zone, &p.x);
        }
        for row in &mut self.rows[part.rows.clone()] {
            row.take(row.sign * self.flow.x[row.dof as usize] - row.aref);
        }
        for s in &mut self.spans[part.spans.clone()] {
            s.row.take(s.value(&self.entries, &self.flow.x) - s.row.aref);
        }
    }

    #[inline(always)]
    fn move_dofs(&mut self, m: &Machine, part: &Part, alpha: f64) {
        for &t in part.trees {
            let dofs = m.links.tree_dofs(t);
            let (a, x) = (&mut self.qacc[dofs.clone()], &self.flow.x[dofs]);
            if alpha == 1.0 {
                a.copy_from_slice(x);
            } else {
                a.iter_mut().zip(x).for_each(|(a, x)| *a += alpha * (x - *a));
            }
        }
    }

    /// Moves by α; new zones, gradients and coefficients (2); marks the links that have to be factored again.
    #[inline(always)]
    fn step(&mut self, m: &Machine, part: &Part, alpha: f64, first: bool) {
        self.move_dofs(m, part, alpha);
        for p in &mut self.points[part.points.clone()] {
            let mut full = p.v;
            if !first {
                for j in 0..p.dim {
                    full[j] += p.x[j];
                }
            }
            let model = p.model_gradient(&full);
            let old = p.p;
            for j in 0..p.dim {
                p.x[j] = if first { full[j] } else { p.x[j] + alpha * p.v[j] };
            }
            let zone = p.zone_at(&p.x);
            p.p = p.gradient(zone, &p.x);
            for j in 0..p.dim {
                p.coef[j] = if first {
                    p.p[j] - model[j]
                } else {
                    (1.0 - alpha) * p.coef[j] + p.p[j] - (1.0 - alpha) * old[j] - alpha * model[j]
                };
            }
            if (zone != p.zone || zone.is_curved()) && !p.is_pair() {
                let link = p.links[(p.links[1] != WORLD) as usize];
                mark(m.links, &mut self.dirty, link);
            }
            p.zone = zone;
        }
        for row in &mut self.rows[part.rows.clone()] {
            if row.advance(alpha, first) {
                mark(m.links, &mut self.dirty, m.links.of_dof[row.dof as usize]);
            }
        }
        for s in &mut self.spans[part.spans.clone()] {
            // a force that saturates stands on the right side
            if s.row.advance(alpha, first) && matches!(s.row.law, DofLaw::Interval { .. }) {
                for &(dof, _) in s.of(&self.entries) {
                    mark(m.links, &mut self.dirty, m.links.of_dof[dof as usize]);
                }
            }
        }
    }

    /// Jᵀ f: a sum up the trees.
    #[inline(always)]
    fn forces(&mut self, m: &Machine, part: &Part) {
        if part.points.is_empty() {
            for &t in part.trees {
                self.qfrc[m.links.tree_dofs(t)].fill(0.0);
            }
        } else {
            self.point_forces(m, part);
        }
        for row in &self.rows[part.rows.clone()] {
            self.qfrc[row.dof as usize] -= row.sign * row.p;
        }
        for s in &self.spans[part.spans.clone()] {
            for &(dof, c) in s.of(&self.entries) {
                self.qfrc[dof as usize] -= c * s.row.p;
            }
        }
    }

    /// The same of the blocks at points.
    #[inline(always)]
    fn point_forces(&mut self, m: &Machine, part: &Part) {
        let nodes = &mut self.recursion.nodes;
        for &t in part.trees {
            for l in m.links.trees[t as usize].clone() {
                nodes[l as usize].force = [0.0; 6];
            }
        }
        for p in &self.points[part.points.clone()] {
            if p.zone.is_idle() {
                continue;
            }
            for (side, sign) in [(0, 1.0), (1, -1.0)] {
                if p.links[side] != WORLD {
                    let force = &mut nodes[p.links[side] as usize].force;
                    add6(force, &p.wrench(side, &p.p.map(|x| sign * x)));
                }
            }
        }
        for &t in part.trees {
            for l in m.links.trees[t as usize].clone().rev() {
                let (f, link) = (nodes[l as usize].force, &m.links.list[l as usize]);
                let qfrc = &mut self.qfrc[link.dofs()];
                let axes = &m.axes[link.dofs()][..qfrc.len()];
                for i in 0..axes.len() {
                    qfrc[i] = dot6(&axes[i].to_array(), &f);
                }
                if link.parent != WORLD {
                    add6(&mut nodes[link.parent as usize].force, &f);
                }
            }
        }
    }
}

/// Marks a link and its ancestors.
#[inline(always)]
fn mark(links: &Links, dirty: &mut [bool], mut link: u32) {
    while link != WORLD && !dirty[link as usize] {
        dirty[link as usize] = true;
        link = links.list[link as usize].parent;
    }
}
