//! Merging one facet, or a ring of new facets, into a neighbour.

use super::data::{Ridge, set_delete, set_replace};
use super::merge::{Kind, Spread};
use super::{Builder, GiveUp, Step};

/// Facets with more extra vertices than this keep their centre when they grow.
const NEW_CENTER: usize = 3 + 5;

impl Builder<'_> {
    /// Merges facet `f` into its neighbour `g`.
    pub(super) fn merge_facets(&mut self, f: u32, g: u32, kind: Kind, spread: Option<Spread>) -> Step {
        self.merges += 1;
        if spread.is_some_and(|s| s.high > self.tol.wide || -s.low > self.tol.wide) {
            return Err(GiveUp);
        }
        if f == g || self.mesh.f(f).visible || self.mesh.f(g).visible {
            return Err(GiveUp);
        }
        if self.mesh.num_facets - self.mesh.num_visible <= 4 {
            return Err(GiveUp);
        }
        if !self.track {
            self.track_vertices();
        }
        self.make_ridges(f);
        self.make_ridges(g);
        if let Some(s) = spread {
            self.max_outside = self.max_outside.max(s.high);
            let wide = 6.0 * self.tol.visible;
            if s.high > wide || s.low < -wide {
                self.mesh.fm(g).keep_center = true;
            }
        }
        self.mesh.fm(g).merged = true;
        self.forget_tests(f, g);
        if self.mesh.f(f).vert.len() == 3 {
            self.merge_triangle(f, g, kind)?;
        } else {
            self.merge_polygon(f, g);
        }
        self.mesh.requeue_facet(g);
        (self.mesh.fm(g).fresh, self.mesh.fm(g).tested) = (true, false);
        if kind != Kind::Horizon {
            self.test_redundant_neighbours(g)?;
            self.test_degenerate_neighbours(f)?;
            self.test_redundant(g)?;
        }
        self.bury(f, g);
        Ok(())
    }

    /// Gives a simplicial facet ridges to all its neighbours.
    pub(super) fn make_ridges(&mut self, f: u32) {
        if !self.mesh.f(f).simplicial {
            return;
        }
        self.mesh.fm(f).simplicial = false;
        for k in 0..self.mesh.f(f).neigh.len() {
            let g = self.mesh.f(f).neigh[k];
            self.mesh.fm(g).seen = false;
        }
        for k in 0..self.mesh.f(f).ridge.len() {
            let g = self.mesh.ridges[self.mesh.f(f).ridge[k] as usize].other(f);
            self.mesh.fm(g).seen = true;
        }
        for k in 0..self.mesh.f(f).neigh.len() {
            let g = self.mesh.f(f).neigh[k];
            if self.mesh.f(g).seen {
                continue;
            }
            let simple = self.mesh.f(g).simplicial;
            let tested = self.mesh.f(f).tested;
            let mut ridge = self.ridge_opposite(f, k, f, g);
            let on_top = ridge.top == f;
            ridge.simplicial_top = on_top || simple;
            ridge.simplicial_bottom = !on_top || simple;
            ridge.tested = tested;
            self.push_ridge(ridge, f, g);
        }
    }

    /// The edge of simplicial facet `f` across from its vertex `k`, between `owner` (on the side of `f`) and `g`.
    fn ridge_opposite(&self, f: u32, k: usize, owner: u32, g: u32) -> Ridge {
        let facet = self.mesh.f(f);
        let (i, j) = [(1, 2), (0, 2), (0, 1)][k];
        let on_top = facet.top ^ (k % 2 == 1);
        let (top, bottom) = if on_top { (owner, g) } else { (g, owner) };
        Ridge { vert: [facet.vert[i], facet.vert[j]], top, bottom, ..Ridge::default() }
    }

    fn push_ridge(&mut self, ridge: Ridge, f: u32, g: u32) {
        let id = self.mesh.ridges.len() as u32;
        self.mesh.ridges.push(ridge);
        self.mesh.fm(f).push_ridge(id);
        self.mesh.fm(g).push_ridge(id);
    }

    /// The ridges of `f`, and of `g` if it gets a new centre, must be compared again.
    fn forget_tests(&mut self, f: u32, g: u32) {
        self.mesh.fm(g).tested = false;
        self.untest_ridges(f);
        if self.mesh.f(g).center.is_none() {
            return;
        }
        let size = self.mesh.f(g).vert.len();
        if size > NEW_CENTER {
            self.mesh.fm(g).keep_center = true;
        } else if size == 3 {
            self.mesh.fm(g).keep_center = false;
        }
        if !self.mesh.f(g).keep_center {
            self.mesh.fm(g).center = None;
            self.untest_ridges(g);
        }
    }
    fn untest_ridges(&mut self, f: u32) {
        for k in 0..self.mesh.f(f).ridge.len() {
            let id = self.mesh.f(f).ridge[k];
            self.mesh.ridges[id as usize].tested = false;
        }
    }

    /// Merges a triangle: `g` gains the vertex that is not on the common edge.
    fn merge_triangle(&mut self, f: u32, g: u32, kind: Kind) -> Step {
        let (opposite, is_new) =
            if kind == Kind::Horizon { self.gain_apex(f, g) } else { self.gain_opposite(f, g)? };
        for k in 0..3 {
            let v = self.mesh.f(f).vert[k];
            if v == opposite && is_new {
                set_replace(&mut self.mesh.vm(v).neigh, f, g);
            } else if self.leave_vertex(v, f) {
                self.drop_vertex(v, g);
            }
        }
        let visit = self.mesh.next_visit();
        for k in 0..self.mesh.f(g).neigh.len() {
            let h = self.mesh.f(g).neigh[k];
            self.mesh.fm(h).visit = visit;
        }
        let mut k = 0;
        while k < self.mesh.f(f).ridge.len() {
            let id = self.mesh.f(f).ridge[k];
            let other = self.mesh.ridges[id as usize].other(f);
            if other == g {
                self.delete_ridge(id);
                set_delete(&mut self.mesh.fm(g).neigh, f);
                continue;
            }
            self.mesh.fm(g).push_ridge(id);
            if self.mesh.f(other).visit != visit {
                self.mesh.fm(g).neigh.push(other);
                set_replace(&mut self.mesh.fm(other).neigh, f, g);
                self.mesh.fm(other).visit = visit;
            } else {
                self.forget_neighbour(other, f, g);
            }
            self.hand_over(id, f, g);
            k += 1;
        }
        Ok(())
    }

    /// A new facet gives its apex to the coplanar facet behind it.
    fn gain_apex(&mut self, f: u32, g: u32) -> (u32, bool) {
        let apex = self.mesh.f(f).vert[0];
        if !self.mesh.f(g).fresh {
            self.mesh.refresh_vertices_of(g);
        }
        let is_new = self.mesh.f(g).vert[0] != apex;
        if is_new {
            self.mesh.fm(g).vert.insert(0, apex);
        }
        (apex, is_new)
    }

    fn gain_opposite(&mut self, f: u32, g: u32) -> Step<(u32, bool)> {
        let mut on_edge = [NONE_PAIR; 2];
        for &id in &self.mesh.f(f).ridge {
            let ridge = self.mesh.ridges[id as usize];
            if ridge.other(f) == g {
                on_edge = ridge.vert;
                break;
            }
        }
        for v in on_edge {
            if v != NONE_PAIR {
                self.mesh.vm(v).lost_ridge = true;
            }
        }
        let opposite = self.mesh.f(f).vert.iter().copied().find(|v| !on_edge.contains(v)).ok_or(GiveUp)?;
        let is_new = self.insert_sorted(g, opposite);
        if !self.mesh.f(g).fresh {
            self.mesh.refresh_vertices_of(g);
        } else {
            self.mesh.refresh_vertex(opposite);
        }
        Ok((opposite, is_new))
    }

    /// Adds a vertex to a facet by age; false if it was there.
    fn insert_sorted(&mut self, f: u32, v: u32) -> bool {
        let vert = &mut self.mesh.fm(f).vert;
        let at = vert.iter().position(|&w| w <= v).unwrap_or(vert.len());
        if vert.get(at) == Some(&v) {
            return false;
        }
        vert.insert(at, v);
        true
    }

    /// `other` had both `f` and `g` as neighbours; now only `g`.
    fn forget_neighbour(&mut self, other: u32, f: u32, g: u32) {
        self.make_ridges(other);
        let neigh = &mut self.mesh.fm(other).neigh;
        if neigh[0] == f {
            set_delete(neigh, g);
            set_replace(neigh, f, g);
        } else {
            set_delete(neigh, f);
        }
    }

    /// Ridge `id` now bounds `g` instead of `f`.
    fn hand_over(&mut self, id: u32, f: u32, g: u32) {
        let ridge = &mut self.mesh.ridges[id as usize];
        if ridge.top == f {
            (ridge.top, ridge.simplicial_top) = (g, false);
        } else {
            (ridge.bottom, ridge.simplicial_bottom) = (g, false);
        }
    }

    fn merge_polygon(&mut self, f: u32, g: u32) {
        self.mesh.vertex_visit += 1;
        let mark = self.mesh.vertex_visit;
        for k in 0..self.mesh.f(g).vert.len() {
            let v = self.mesh.f(g).vert[k];
            self.mesh.vm(v).visit = mark;
        }
        self.merge_neighbours(f, g);
        self.merge_vertices(f, g);
        let mut k = 0;
        while k < self.mesh.f(g).ridge.len() {
            let id = self.mesh.f(g).ridge[k];
            if self.mesh.ridges[id as usize].other(g) == f {
                self.delete_ridge(id);
            } else {
                k += 1;
            }
        }
        for k in 0..self.mesh.f(f).ridge.len() {
            let id = self.mesh.f(f).ridge[k];
            self.hand_over(id, f, g);
            self.mesh.fm(g).push_ridge(id);
        }
        for k in 0..self.mesh.f(f).vert.len() {
            let v = self.mesh.f(f).vert[k];
            if self.mesh.v(v).visit != mark {
                set_replace(&mut self.mesh.vm(v).neigh, f, g);
            } else if self.leave_vertex(v, f) {
                self.drop_vertex(v, g);
            }
        }
        if !self.mesh.f(g).fresh {
            self.mesh.refresh_vertices_of(g);
        }
    }

    fn merge_neighbours(&mut self, f: u32, g: u32) {
        let visit = self.mesh.next_visit();
        for k in 0..self.mesh.f(g).neigh.len() {
            let h = self.mesh.f(g).neigh[k];
            self.mesh.fm(h).visit = visit;
        }
        for k in 0..self.mesh.f(f).neigh.len() {
            let h = self.mesh.f(f).neigh[k];
            if self.mesh.f(h).visit == visit {
                self.forget_neighbour(h, f, g);
            } else if h != g {
                self.mesh.fm(g).neigh.push(h);
                set_replace(&mut self.mesh.fm(h).neigh, f, g);
            }
        }
        set_delete(&mut self.mesh.fm(f).neigh, g);
        set_delete(&mut self.mesh.fm(g).neigh, f);
    }

    /// Union of the vertices, young to old.
    fn merge_vertices(&mut self, f: u32, g: u32) {
        let mut all = std::mem::take(&mut self.mesh.fm(g).vert);
        all.extend_from_slice(&self.mesh.f(f).vert);
        all.sort_unstable_by(|a, b| b.cmp(a));
        all.dedup();
        self.mesh.fm(g).vert = all;
    }

    /// Removes a ridge from both its facets; its ends may have become superfluous.
    pub(super) fn delete_ridge(&mut self, id: u32) {
        let ridge = self.mesh.ridges[id as usize];
        if ridge.nonconvex {
            self.pass_on_nonconvex(id);
        }
        for v in ridge.vert {
            self.mesh.vm(v).lost_ridge = true;
        }
        set_delete(&mut self.mesh.fm(ridge.top).ridge, id);
        set_delete(&mut self.mesh.fm(ridge.bottom).ridge, id);
    }

    /// Another ridge between the same facets takes over the mark of a concave pair.
    pub(super) fn pass_on_nonconvex(&mut self, id: u32) {
        let ridge = self.mesh.ridges[id as usize];
        self.mesh.ridges[id as usize].nonconvex = false;
        let same = |r: &&u32| {
            let other = self.mesh.ridges[**r as usize];
            **r != id && (other.top == ridge.bottom || other.bottom == ridge.bottom)
        };
        if let Some(&r) = self.mesh.f(ridge.top).ridge.iter().find(same) {
            self.mesh.ridges[r as usize].nonconvex = true;
        }
    }

    /// A vertex that only `g` has left: it is not a vertex of the hull.
    fn drop_vertex(&mut self, v: u32, g: u32) {
        self.mesh.fm(g).vert.retain(|&w| w != v);
        self.mesh.vm(v).deleted = true;
        self.dropped.push(v);
    }

    /// Merges a ring of new facets with one apex into the facet `g` behind them.
    pub(super) fn merge_ring(&mut self, ring: &[u32], g: u32) -> Step {
        self.merges += 1;
        if !self.track {
            self.track_vertices();
        }
        self.make_ridges(g);
        let same = self.ring_neighbours(ring, g);
        self.ring_ridges(ring, g, same)?;
        let apex = self.ring_vertices(ring, g, same);
        if self.mesh.f(g).vert[0] != apex {
            self.mesh.fm(g).vert.insert(0, apex);
        }
        if !self.mesh.f(g).fresh {
            self.mesh.refresh_vertices_of(g);
        }
        self.mesh.requeue_facet(g);
        let facet = self.mesh.fm(g);
        (facet.fresh, facet.simplicial, facet.merged) = (true, false, true);
        for &f in ring {
            self.bury(f, g);
        }
        if self.mesh.f(g).vert.len() <= NEW_CENTER {
            self.mesh.fm(g).center = None;
        }
        Ok(())
    }

    /// Joins the neighbours of the ring to `g`; returns the visit number that marks the ring.
    fn ring_neighbours(&mut self, ring: &[u32], g: u32) -> u32 {
        let same = self.mesh.next_visit();
        for &f in ring {
            self.mesh.fm(f).visit = same;
        }
        let visit = self.mesh.next_visit();
        self.mesh.fm(g).visit = visit;
        let mut neigh = std::mem::take(&mut self.mesh.fm(g).neigh);
        neigh.retain(|&h| self.mesh.f(h).visit != same);
        for &h in &neigh {
            self.mesh.fm(h).visit = visit;
        }
        self.mesh.fm(g).neigh = neigh;
        for &f in ring {
            for k in 0..self.mesh.f(f).neigh.len() {
                let h = self.mesh.f(f).neigh[k];
                if self.mesh.f(h).visit == same {
                    continue;
                }
                let known = self.mesh.f(h).visit == visit;
                if self.mesh.f(h).simplicial {
                    self.join_simplicial(f, g, h, known);
                } else {
                    set_delete(&mut self.mesh.fm(h).neigh, f);
                    if !known {
                        self.mesh.fm(h).neigh.push(g);
                        self.mesh.fm(g).neigh.push(h);
                    }
                }
                self.mesh.fm(h).visit = visit;
            }
        }
        same
    }

    /// Simplicial neighbour `h` of ring facet `f` becomes one of `g`.
    fn join_simplicial(&mut self, f: u32, g: u32, h: u32, known: bool) {
        if known {
            self.make_ridges(h);
            set_delete(&mut self.mesh.fm(h).neigh, f);
            return;
        }
        self.mesh.fm(g).neigh.push(h);
        set_replace(&mut self.mesh.fm(h).neigh, f, g);
        for k in 0..self.mesh.f(h).ridge.len() {
            let id = self.mesh.f(h).ridge[k] as usize;
            if self.mesh.ridges[id].top == f {
                self.mesh.ridges[id].top = g;
                break;
            } else if self.mesh.ridges[id].bottom == f {
                self.mesh.ridges[id].bottom = g;
                break;
            }
        }
    }

    /// Joins the ridges of the ring to `g`.
    fn ring_ridges(&mut self, ring: &[u32], g: u32, same: u32) -> Step {
        let mut keep = std::mem::take(&mut self.mesh.fm(g).ridge);
        keep.retain(|&id| {
            let other = self.mesh.ridges[id as usize].other(g);
            self.mesh.f(other).visit != same
        });
        self.mesh.fm(g).ridge = keep;
        for &f in ring {
            for k in 0..self.mesh.f(f).ridge.len() {
                let id = self.mesh.f(f).ridge[k];
                let ridge = &mut self.mesh.ridges[id as usize];
                let other = if ridge.top == f {
                    ridge.top = g;
                    ridge.bottom
                } else if ridge.bottom == f {
                    ridge.bottom = g;
                    ridge.top
                } else if ridge.top == g || ridge.bottom == g {
                    self.mesh.fm(g).push_ridge(id);
                    continue;
                } else {
                    return Err(GiveUp);
                };
                if other == g {
                    continue; // gone: it lay between the ring and `g`
                }
                if self.mesh.f(other).visit == same {
                    set_delete(&mut self.mesh.fm(other).ridge, id);
                } else {
                    self.mesh.fm(g).push_ridge(id);
                }
            }
            self.mesh.fm(f).ridge.clear();
            if !self.mesh.f(f).simplicial {
                continue;
            }
            for k in 0..self.mesh.f(f).neigh.len() {
                let h = self.mesh.f(f).neigh[k];
                if self.mesh.f(h).visit == same || !self.mesh.f(h).simplicial {
                    continue;
                }
                let mut ridge = self.ridge_opposite(f, k, g, h);
                if ridge.top == g {
                    ridge.simplicial_bottom = true;
                } else {
                    ridge.simplicial_top = true;
                }
                self.push_ridge(ridge, g, h);
            }
        }
        Ok(())
    }

    /// Brings the facet lists of the ring's vertices up to date; returns the apex.
    fn ring_vertices(&mut self, ring: &[u32], g: u32, same: u32) -> u32 {
        self.mesh.fm(g).visit = same;
        let apex = self.mesh.f(ring[0]).vert[0];
        self.mesh.vertex_visit += 1;
        let mark = self.mesh.vertex_visit;
        self.mesh.vm(apex).visit = mark;
        let mut base = Vec::new();
        for &f in ring {
            for k in 0..self.mesh.f(f).vert.len() {
                let v = self.mesh.f(f).vert[k];
                if self.mesh.v(v).visit != mark {
                    self.mesh.vm(v).visit = mark;
                    base.push(v);
                }
            }
        }
        base.push(apex);
        for v in base {
            self.mesh.vm(v).lost_ridge = true;
            let mut list = std::mem::take(&mut self.mesh.vm(v).neigh);
            list.retain(|&f| self.mesh.f(f).visit != same);
            list.push(g);
            let alone = list.len() < 2;
            self.mesh.vm(v).neigh = list;
            if alone {
                self.drop_vertex(v, g);
            }
        }
        apex
    }
}

/// Stands for no vertex while an edge is looked for.
const NONE_PAIR: u32 = super::data::NONE;
