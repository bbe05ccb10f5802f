//! All islands of a step: trees joined by blocks between them, each solved by itself.

use super::links::{Links, WORLD};
use super::newton::{Articulated, Machine, Part};
use super::point::{Point, PointLaw};
use super::six::{Six, axpy6};
use super::span::{Entry, Span};
use crate::report::{End, IslandReport};
use stiction_linalg::lanes::vectorised;

/// Which trees move together.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    /// The first tree of the island of every tree.
    root: Vec<u32>,
    /// Trees, sorted by island.
    trees: Vec<u32>,
}

impl Groups {
    fn find(&mut self, links: &Links, points: &[Point], spans: &[Span], entries: &[Entry]) {
        if links.ntree() == 1 && self.trees.len() == 1 {
            return;
        }
        self.root.clear();
        self.root.extend(0..links.ntree() as u32);
        for p in points.iter().filter(|p| p.is_pair()) {
            self.join(links, p.links);
        }
        for s in spans {
            for &(dof, _) in s.of(entries) {
                self.join(links, [s.row.dof, dof].map(|i| links.of_dof[i as usize]));
            }
        }
        for t in 0..self.root.len() as u32 {
            self.root[t as usize] = self.first(t);
        }
        self.trees.clear();
        self.trees.extend(0..links.ntree() as u32);
        let root = &self.root;
        self.trees.sort_unstable_by_key(|&t| (root[t as usize], t));
    }

    fn join(&mut self, links: &Links, pair: [u32; 2]) {
        let [a, b] = pair.map(|l| self.first(links.tree_of[l as usize]));
        self.root[a.max(b) as usize] = a.min(b);
    }

    fn first(&self, mut t: u32) -> u32 {
        while self.root[t as usize] != t {
            t = self.root[t as usize];
        }
        t
    }

    fn of_link(&self, links: &Links, l: u32) -> u32 {
        self.root[links.tree_of[l as usize] as usize]
    }

    fn of_point(&self, links: &Links, p: &Point) -> u32 {
        self.of_link(links, if p.links[0] == WORLD { p.links[1] } else { p.links[0] })
    }
}

/// Memory to sort blocks in: they are large, so their keys are sorted and each block moves once.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorted {
    keys: Vec<((u32, u32), u32)>,
    points: Vec<Point>,
}

impl Sorted {
    fn arrange(&mut self, points: &mut Vec<Point>, key: impl Fn(&Point) -> (u32, u32)) {
        if points.is_sorted_by_key(&key) {
            return;
        }
        self.keys.clear();
        self.keys.extend(points.iter().enumerate().map(|(i, p)| (key(p), i as u32)));
        self.keys.sort_unstable();
        self.points.clear();
        self.points.extend(self.keys.iter().map(|&(_, i)| points[i as usize]));
        std::mem::swap(points, &mut self.points);
    }
}

impl Articulated {
    /// Solves every island. `warm` is an acceleration near the answer: it tells where blocks are on their cones. `reports` gets
    /// one entry per island that has blocks or rows. Without blocks and rows this is forward dynamics.
    pub fn solve(&mut self, m: &Machine, warm: &[f64], reports: &mut Vec<IslandReport>) {
        reports.clear();
        self.resize(m.links);
        self.predict(m, warm);
        let mut groups = std::mem::take(&mut self.groups);
        groups.find(m.links, &self.points, &self.spans, &self.entries);
        let of_row = |dof: u32| groups.of_link(m.links, m.links.of_dof[dof as usize]);
        if m.links.ntree() > 1 {
            self.sorted.arrange(&mut self.points, |p| (groups.of_point(m.links, p), p.id));
            self.rows.sort_unstable_by_key(|r| (of_row(r.dof), r.id));
            self.spans.sort_unstable_by_key(|s| (of_row(s.row.dof), s.row.id));
        }
        let (mut t, mut p, mut r, mut s) = (0, 0, 0, 0);
        while t < groups.trees.len() {
            let island = groups.root[groups.trees[t] as usize];
            let [trees, points, rows, spans] = if groups.trees.len() == 1 {
                // nothing to divide
                [1, self.points.len(), self.rows.len(), self.spans.len()]
            } else {
                [
                    groups.trees[t..].iter().take_while(|&&x| groups.root[x as usize] == island).count(),
                    self.points[p..].iter().take_while(|x| groups.of_point(m.links, x) == island).count(),
                    self.rows[r..].iter().take_while(|x| of_row(x.dof) == island).count(),
                    self.spans[s..].iter().take_while(|x| of_row(x.row.dof) == island).count(),
                ]
            };
            let part = Part {
                trees: &groups.trees[t..t + trees],
                points: p..p + points,
                rows: r..r + rows,
                spans: s..s + spans,
            };
            let out = self.run(m, &part);
            if points + rows + spans > 0 || out.end != End::Converged {
                reports.push(IslandReport {
                    status: out.end.status(),
                    end: out.end,
                    niter: out.niter,
                    ..IslandReport::default()
                });
            }
            (t, p, r, s) = (t + trees, p + points, r + rows, s + spans);
        }
        self.groups = groups;
    }

    /// Where ellipses are at the acceleration `warm`. Other blocks keep the zone they are given: their answer does not depend on it.
    fn predict(&mut self, m: &Machine, warm: &[f64]) {
        if !self.points.iter().any(|p| matches!(p.law, PointLaw::Ellipse(_))) {
            return;
        }
        vectorised!(link_accelerations(m, warm, &mut self.flow.acc));
        for p in &mut self.points {
            if let PointLaw::Ellipse(_) = p.law {
                let x = p.residual(&self.flow.acc);
                p.x = x;
                p.zone = if x.iter().all(|x| x.is_finite()) {
                    p.zone_at(&x)
                } else {
                    Point::all_active(p.law, p.dim)
                };
            }
        }
    }

    /// Motion without blocks and rows: x with M x = force, M with the armature of `m`.
    pub fn free_motion(&mut self, m: &Machine, x: &mut [f64]) {
        self.resize(m.links);
        self.recursion.couplings.forget();
        vectorised!(self.free_motion_kernel(m));
        x.copy_from_slice(&self.flow.x);
    }

    #[inline(always)]
    fn free_motion_kernel(&mut self, m: &Machine) {
        for t in 0..m.links.ntree() as u32 {
            self.recursion.free_tree(m, t, &mut self.flow);
        }
    }
}

/// Accelerations of the links by those of the dofs: J a as a sum down the trees.
#[inline(always)]
fn link_accelerations(m: &Machine, qacc: &[f64], acc: &mut [Six]) {
    for l in 0..m.links.len() {
        let p = m.links.list[l].parent;
        let mut a = if p == WORLD { [0.0; 6] } else { acc[p as usize] };
        for i in m.links.range(l) {
            axpy6(&mut a, qacc[i], &m.axes[i].to_array());
        }
        acc[l] = a;
    }
}
