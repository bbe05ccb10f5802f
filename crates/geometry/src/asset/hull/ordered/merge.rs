//! Which facets merge, and when.
//!
//! After a cone is made, its facets are compared with all their neighbours: with c the centre of one facet and d the
//! height of c over the plane of the other, d > 2 round is concave, |d| ≤ 2 round coplanar. Such pairs wait in a
//! queue, coplanar and narrow ones first. A merge may leave a facet with fewer than three neighbours (degenerate) or
//! with all its vertices in a neighbour (redundant); these wait in a queue of their own that always goes first.

use super::data::{NONE, TAIL};
use super::{Builder, GiveUp, Step};
use stiction_spatial::Vec3;

/// Why two facets merge; the order decides who goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Coplanar,
    Concave,
    ConcaveCoplanar,
    Flipped,
    Degenerate,
    Redundant,
    Horizon,
}

/// A merge that waits.
#[derive(Clone, Copy, Debug)]
struct Merge {
    first: u32,
    second: u32,
    kind: Kind,
    distance: f64,
}

/// Merges that wait; the last one is next.
#[derive(Debug, Default)]
pub(super) struct Queue {
    convexity: Vec<Merge>,
    degenerate: Vec<Merge>,
}

/// How far a facet's vertices are from the plane of another: the larger of −low and high, low ≤ 0, high ≥ 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    pub distance: f64,
    pub low: f64,
    pub high: f64,
}

impl Builder<'_> {
    /// Merges the new facets where the surface is not clearly convex.
    pub(super) fn merge_new(&mut self) -> Step {
        if self.clearly_convex() {
            return Ok(());
        }
        let melted = self.melt_into_horizon()?;
        let turned = self.merge_flipped()?;
        self.collect_first();
        self.merge_all(melted || turned)
    }

    /// Merges new facets that turned over; true if there were any.
    fn merge_flipped(&mut self) -> Step<bool> {
        let flipped: Vec<u32> = self.list(self.mesh.new_list).filter(|&f| self.mesh.f(f).flipped).collect();
        for &f in &flipped {
            if !self.mesh.f(f).visible {
                let (g, spread) = self.best_neighbour(f)?;
                self.merge_facets(f, g, Kind::Flipped, Some(spread))?;
            }
        }
        self.merge_degenerate()?;
        if self.list(self.mesh.new_list).any(|f| self.mesh.f(f).flipped) {
            return Err(GiveUp);
        }
        Ok(!flipped.is_empty())
    }

    /// True if all new facets are simplicial, have simplicial neighbours and clearly bend at every edge.
    fn clearly_convex(&self) -> bool {
        let limit = -2.0 * self.tol.round;
        let mut f = self.mesh.new_list;
        while f != TAIL {
            let facet = self.mesh.f(f);
            if !self.mesh.f(facet.neigh[0]).simplicial || !facet.planar || facet.flipped {
                return false;
            }
            f = facet.next;
        }
        let mut f = self.mesh.new_list;
        while f != TAIL {
            let facet = self.mesh.f(f);
            for k in 1..3 {
                if self.mesh.f(facet.neigh[k]).above(self.xyz(facet.vert[k])) >= limit {
                    return false;
                }
            }
            // the vertex of the horizon facet that is not on the common edge
            let opposite = self.mesh.f(facet.neigh[0]).vert.iter().find(|v| !facet.vert[1..].contains(v));
            if opposite.is_some_and(|&v| facet.above(self.xyz(v)) >= limit) {
                return false;
            }
            f = facet.next;
        }
        true
    }

    /// Merges new facets into the coplanar facets behind them; true if there were any.
    fn melt_into_horizon(&mut self) -> Step<bool> {
        let mut any = false;
        let mut f = self.mesh.new_list;
        while f != TAIL {
            let mut next = self.mesh.f(f).next;
            if self.mesh.f(f).planar {
                f = next;
                continue;
            }
            let horizon = self.mesh.f(f).neigh[0];
            if self.mesh.f(f).cycle == f {
                for k in 1..3 {
                    let v = self.mesh.f(f).vert[k];
                    self.mesh.vm(v).lost_ridge = true;
                }
                self.mesh.fm(horizon).cycle = NONE;
                self.merge_facets(f, horizon, Kind::Horizon, None)?;
            } else {
                let ring = self.ring(f);
                for &g in &ring {
                    self.mesh.fm(g).cycle_done = true;
                    if self.mesh.f(g).planar {
                        return Err(GiveUp);
                    }
                }
                while next != TAIL && self.mesh.f(next).cycle_done {
                    next = self.mesh.f(next).next;
                }
                self.mesh.fm(horizon).cycle = NONE;
                self.merge_ring(&ring, horizon)?;
            }
            any = true;
            f = next;
        }
        if any {
            let mut f = self.mesh.new_list;
            while f != TAIL {
                if self.mesh.f(f).coplanar {
                    self.test_redundant_neighbours(f)?;
                    self.mesh.fm(f).coplanar = false;
                }
                f = self.mesh.f(f).next;
            }
            self.merge_degenerate()?;
        }
        Ok(any)
    }

    /// The facets of a cycle, in its order, `f` last.
    fn ring(&self, f: u32) -> Vec<u32> {
        let mut ring = Vec::new();
        let mut g = f;
        loop {
            g = self.mesh.f(g).cycle;
            ring.push(g);
            if g == f {
                return ring;
            }
        }
    }

    /// Compares every new facet with all its neighbours.
    fn collect_first(&mut self) {
        let visit = self.mesh.next_visit();
        let mut f = self.mesh.new_list;
        while f != TAIL {
            self.mesh.fm(f).visit = visit;
            for k in 0..self.mesh.f(f).neigh.len() {
                let g = self.mesh.f(f).neigh[k];
                if self.mesh.f(g).visit == visit || !self.test_convex(f, g) {
                    continue;
                }
                let id = self.mesh.f(g).ridge.iter().find(|&&r| self.mesh.ridges[r as usize].other(g) == f);
                if let Some(&id) = id {
                    self.mesh.ridges[id as usize].nonconvex = true;
                }
            }
            self.mesh.fm(f).tested = true;
            for k in 0..self.mesh.f(f).ridge.len() {
                let id = self.mesh.f(f).ridge[k];
                self.mesh.ridges[id as usize].tested = true;
            }
            f = self.mesh.f(f).next;
        }
        self.sort_queue();
    }

    /// Compares again what has changed.
    fn collect_again(&mut self) {
        let visit = self.mesh.next_visit();
        let mut f = self.mesh.new_list;
        while f != TAIL {
            if !self.mesh.f(f).tested {
                self.compare_over_ridges(f, visit);
            }
            f = self.mesh.f(f).next;
        }
        self.sort_queue();
    }

    fn compare_over_ridges(&mut self, f: u32, visit: u32) {
        self.mesh.fm(f).visit = visit;
        for k in 0..self.mesh.f(f).neigh.len() {
            let g = self.mesh.f(f).neigh[k];
            self.mesh.fm(g).seen = false;
        }
        for k in 0..self.mesh.f(f).ridge.len() {
            let id = self.mesh.f(f).ridge[k] as usize;
            let ridge = self.mesh.ridges[id];
            if ridge.tested && !ridge.nonconvex {
                continue;
            }
            let g = ridge.other(f);
            if self.mesh.f(g).seen {
                (self.mesh.ridges[id].tested, self.mesh.ridges[id].nonconvex) = (true, false);
            } else if self.mesh.f(g).visit != visit {
                self.mesh.fm(g).seen = true;
                self.mesh.ridges[id].nonconvex = self.test_convex(f, g);
                self.mesh.ridges[id].tested = true;
            }
        }
        self.mesh.fm(f).tested = true;
    }

    /// Last in the queue: coplanar before concave, near before far; equals stay in order.
    fn sort_queue(&mut self) {
        self.queue.convexity.sort_by(|a, b| b.kind.cmp(&a.kind).then(b.distance.total_cmp(&a.distance)));
    }

    /// Queues a merge if two facets are concave or coplanar; true if so.
    fn test_convex(&mut self, f: u32, g: u32) -> bool {
        let radius = self.tol.visible;
        let c = self.center(f);
        let d1 = self.mesh.f(g).above(&c.0);
        let c = self.center(g);
        let d2 = self.mesh.f(f).above(&c.0);
        let concave = d1 > radius || d2 > radius;
        let flat = |d: f64| (-radius..=radius).contains(&d);
        let coplanar = flat(d1) || flat(d2);
        if !concave && !coplanar {
            return false;
        }
        let (first, second, kind, distance) = if concave && coplanar {
            let (a, b, d) = if d1 > d2 { (f, g, d1) } else { (g, f, d2) };
            (a, b, Kind::ConcaveCoplanar, d)
        } else if concave {
            (f, g, Kind::Concave, f64::max(d1, d2))
        } else {
            (f, g, Kind::Coplanar, f64::min(d1.abs(), d2.abs()))
        };
        self.enqueue(Merge { first, second, kind, distance });
        true
    }

    /// Mean of the vertices, projected to the plane; kept until the facet changes.
    fn center(&mut self, f: u32) -> Vec3 {
        if let Some(c) = self.mesh.f(f).center {
            return c;
        }
        let facet = self.mesh.f(f);
        let n = facet.vert.len() as f64;
        let mean: [f64; 3] =
            std::array::from_fn(|k| facet.vert.iter().fold(0.0, |s, &v| s + self.xyz(v)[k]) / n);
        let d = facet.above(&mean);
        let c = Vec3(std::array::from_fn(|k| mean[k] - d * facet.normal[k]));
        self.mesh.fm(f).center = Some(c);
        c
    }

    fn enqueue(&mut self, m: Merge) {
        let (redundant, gone) = (self.mesh.f(m.first).redundant, self.mesh.f(m.second).redundant);
        if redundant || gone || (m.kind == Kind::Degenerate && self.mesh.f(m.first).degenerate) {
            return;
        }
        match m.kind {
            Kind::Degenerate => {
                self.mesh.fm(m.first).degenerate = true;
                let queue = &mut self.queue.degenerate;
                if queue.last().is_none_or(|last| last.kind == Kind::Degenerate) {
                    queue.push(m);
                } else {
                    queue.insert(0, m);
                }
            }
            Kind::Redundant => {
                self.mesh.fm(m.first).redundant = true;
                self.queue.degenerate.push(m);
            }
            _ => self.queue.convexity.push(m),
        }
    }

    pub(super) fn enqueue_degenerate(&mut self, f: u32) {
        self.enqueue(Merge { first: f, second: f, kind: Kind::Degenerate, distance: 0.0 });
    }
    pub(super) fn enqueue_redundant(&mut self, f: u32, into: u32) {
        self.enqueue(Merge { first: f, second: into, kind: Kind::Redundant, distance: 0.0 });
    }

    /// Works both queues off, then removes vertices that merges made superfluous, until nothing changes.
    fn merge_all(&mut self, melted: bool) -> Step {
        let mut changed = melted;
        loop {
            while !self.queue.convexity.is_empty() || !self.queue.degenerate.is_empty() {
                changed |= !self.queue.degenerate.is_empty();
                self.merge_degenerate()?;
                while let Some(m) = self.queue.convexity.pop() {
                    if self.skip(&m) {
                        continue;
                    }
                    self.merge_pair(&m)?;
                    self.merge_degenerate()?;
                    changed = true;
                }
                self.collect_again();
            }
            if !self.track || !changed {
                break;
            }
            changed = false;
            if !self.reduce_vertices()? {
                break;
            }
            self.collect_again();
        }
        Ok(())
    }

    /// A pair that is gone, or coplanar and changed since it was measured (it will be measured again).
    fn skip(&self, m: &Merge) -> bool {
        let (a, b) = (self.mesh.f(m.first), self.mesh.f(m.second));
        let stale = (!a.tested && a.fresh) || (!b.tested && b.fresh);
        a.visible || b.visible || (m.kind == Kind::Coplanar && stale)
    }

    /// Merges one of two facets into the neighbour it fits best.
    fn merge_pair(&mut self, m: &Merge) -> Step {
        let (best, other) =
            if self.mesh.f(m.first).fresh { (m.first, m.second) } else { (m.second, m.first) };
        let (into_best, spread_best) = self.best_neighbour(best)?;
        let (into_other, spread_other) = self.best_neighbour(other)?;
        if spread_best.distance < spread_other.distance {
            self.merge_facets(best, into_best, m.kind, Some(spread_best))
        } else {
            self.merge_facets(other, into_other, m.kind, Some(spread_other))
        }
    }

    /// The neighbour from whose plane a facet's vertices are least far.
    fn best_neighbour(&mut self, f: u32) -> Step<(u32, Spread)> {
        let size = self.mesh.f(f).vert.len();
        let by_center = size > 26;
        let center = if by_center { Some(self.center(f)) } else { None };
        let mut best: Option<(u32, Spread)> = None;
        if size > 18 {
            for k in 0..self.mesh.f(f).ridge.len() {
                let ridge = self.mesh.ridges[self.mesh.f(f).ridge[k] as usize];
                if ridge.nonconvex {
                    self.consider(f, ridge.other(f), center, &mut best);
                }
            }
        }
        if best.is_none() {
            for k in 0..self.mesh.f(f).neigh.len() {
                self.consider(f, self.mesh.f(f).neigh[k], center, &mut best);
            }
        }
        let (g, s) = best.ok_or(GiveUp)?;
        if by_center {
            let exact = self.spread(f, g);
            return Ok((g, Spread { distance: s.distance, low: exact.low, high: exact.high }));
        }
        Ok((g, s))
    }

    /// Keeps the better of `best` and neighbour `g`, judged by the centre of a large facet, else by its vertices.
    fn consider(&mut self, f: u32, g: u32, center: Option<Vec3>, best: &mut Option<(u32, Spread)>) {
        let both = self.mesh.f(f).flipped && self.mesh.f(g).flipped;
        if both && best.is_some_and(|(b, _)| !self.mesh.f(b).flipped) {
            return;
        }
        let s = match center {
            None => self.spread(f, g),
            Some(c) => {
                let d = 3.0 * self.mesh.f(g).above(&c.0);
                Spread { distance: d.abs(), low: d.min(0.0), high: d.max(0.0) }
            }
        };
        if best.is_none_or(|(_, t)| s.distance < t.distance) {
            *best = Some((g, s));
        }
    }

    /// Heights of the vertices of `f` that are not in `g` over the plane of `g`.
    fn spread(&mut self, f: u32, g: u32) -> Spread {
        for k in 0..self.mesh.f(f).vert.len() {
            let v = self.mesh.f(f).vert[k];
            self.mesh.vm(v).seen = false;
        }
        for k in 0..self.mesh.f(g).vert.len() {
            let v = self.mesh.f(g).vert[k];
            self.mesh.vm(v).seen = true;
        }
        let (mut low, mut high) = (0.0, 0.0);
        for &v in &self.mesh.f(f).vert {
            if !self.mesh.v(v).seen {
                let d = self.mesh.f(g).above(self.xyz(v));
                if d < low {
                    low = d;
                } else if d > high {
                    high = d;
                }
            }
        }
        Spread { distance: f64::max(high, -low), low, high }
    }

    /// Works off degenerate and redundant facets; returns how many merged.
    pub(super) fn merge_degenerate(&mut self) -> Step<usize> {
        let mut count = 0;
        while let Some(m) = self.queue.degenerate.pop() {
            let f = m.first;
            if self.mesh.f(f).visible {
                continue;
            }
            (self.mesh.fm(f).degenerate, self.mesh.fm(f).redundant) = (false, false);
            if m.kind == Kind::Redundant {
                let g = self.mesh.replacement(m.second);
                if g == NONE {
                    return Err(GiveUp);
                }
                if f != g {
                    self.merge_facets(f, g, m.kind, None)?;
                    count += 1;
                }
                continue;
            }
            match self.mesh.f(f).neigh.len() {
                0 => return Err(GiveUp),
                1 | 2 => {
                    let (g, spread) = self.best_neighbour(f)?;
                    self.merge_facets(f, g, m.kind, Some(spread))?;
                    count += 1;
                }
                _ => {}
            }
        }
        Ok(count)
    }
}
