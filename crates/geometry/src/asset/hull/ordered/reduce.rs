//! Facets and vertices that merges leave superfluous.

use super::data::{TAIL, set_delete};
use super::{Builder, GiveUp, Step};

impl Builder<'_> {
    /// Queues neighbours of `f` that have no vertex of their own, or `f` itself if it has too few neighbours.
    pub(super) fn test_redundant_neighbours(&mut self, f: u32) -> Step {
        if self.mesh.f(f).neigh.len() < 3 {
            self.enqueue_degenerate(f);
            return Ok(());
        }
        self.mark_vertices(f);
        for k in 0..self.mesh.f(f).neigh.len() {
            let g = self.mesh.f(f).neigh[k];
            let facet = self.mesh.f(g);
            if facet.visible {
                return Err(GiveUp);
            }
            if self.mesh.f(f).flipped && !facet.flipped {
                continue;
            }
            if !facet.degenerate && !facet.redundant && self.all_marked(g) {
                self.enqueue_redundant(g, f);
            }
        }
        Ok(())
    }

    /// Queues neighbours of `f` that have too few neighbours.
    pub(super) fn test_degenerate_neighbours(&mut self, f: u32) -> Step {
        for k in 0..self.mesh.f(f).neigh.len() {
            let g = self.mesh.f(f).neigh[k];
            let facet = self.mesh.f(g);
            if facet.visible {
                return Err(GiveUp);
            }
            if !facet.degenerate && !facet.redundant && facet.neigh.len() < 3 {
                self.enqueue_degenerate(g);
            }
        }
        Ok(())
    }

    /// Queues `f` if a neighbour has all its vertices, or if it has too few neighbours.
    pub(super) fn test_redundant(&mut self, f: u32) -> Step {
        if self.mesh.f(f).flipped {
            return Ok(());
        }
        for k in 0..self.mesh.f(f).neigh.len() {
            let g = self.mesh.f(f).neigh[k];
            if self.mesh.f(g).flipped {
                continue;
            }
            if self.mesh.f(g).visible {
                return Err(GiveUp);
            }
            self.mark_vertices(g);
            if self.all_marked(f) {
                self.enqueue_redundant(f, g);
                return Ok(());
            }
        }
        if self.mesh.f(f).neigh.len() < 3 {
            self.enqueue_degenerate(f);
        }
        Ok(())
    }

    fn mark_vertices(&mut self, f: u32) {
        self.mesh.vertex_visit += 1;
        let mark = self.mesh.vertex_visit;
        for k in 0..self.mesh.f(f).vert.len() {
            let v = self.mesh.f(f).vert[k];
            self.mesh.vm(v).visit = mark;
        }
    }
    fn all_marked(&self, f: u32) -> bool {
        self.mesh.f(f).vert.iter().all(|&v| self.mesh.v(v).visit == self.mesh.vertex_visit)
    }

    /// Removes vertices that no ridge uses and renames those that only two facets share; true if facets merged on
    /// the way.
    pub(super) fn reduce_vertices(&mut self) -> Step<bool> {
        let mut merged = self.merge_degenerate()? > 0;
        'restart: loop {
            let mut f = self.mesh.new_list;
            while f != TAIL {
                if self.mesh.f(f).merged && self.remove_extra_vertices(f) {
                    self.test_redundant(f)?;
                    if self.merge_degenerate()? > 0 {
                        merged = true;
                        continue 'restart;
                    }
                }
                f = self.mesh.f(f).next;
            }
            let mut f = self.mesh.new_list;
            while f != TAIL {
                if self.mesh.f(f).merged {
                    self.mesh.fm(f).merged = false;
                    let mut k = 0;
                    while k < self.mesh.f(f).vert.len() {
                        let v = self.mesh.f(f).vert[k];
                        if !self.mesh.v(v).lost_ridge || !self.rename_shared(v, f)? {
                            k += 1;
                        } else if self.merge_degenerate()? > 0 {
                            merged = true;
                            continue 'restart;
                        }
                    }
                }
                f = self.mesh.f(f).next;
            }
            break;
        }
        let mut v = self.mesh.new_vertex_list;
        while v != TAIL {
            if !self.mesh.v(v).deleted {
                self.mesh.vm(v).lost_ridge = false;
            }
            v = self.mesh.v(v).next;
        }
        Ok(merged)
    }

    /// Drops the vertices of a facet that are on none of its ridges; true if there were any.
    fn remove_extra_vertices(&mut self, f: u32) -> bool {
        if self.mesh.f(f).simplicial {
            return false;
        }
        for k in 0..self.mesh.f(f).vert.len() {
            let v = self.mesh.f(f).vert[k];
            self.mesh.vm(v).seen = false;
        }
        for k in 0..self.mesh.f(f).ridge.len() {
            for v in self.mesh.ridges[self.mesh.f(f).ridge[k] as usize].vert {
                self.mesh.vm(v).seen = true;
            }
        }
        let mut vert = std::mem::take(&mut self.mesh.fm(f).vert);
        let before = vert.len();
        vert.retain(|&v| {
            if self.mesh.v(v).seen {
                return true;
            }
            set_delete(&mut self.mesh.vm(v).neigh, f);
            if self.mesh.v(v).neigh.is_empty() {
                self.mesh.vm(v).deleted = true;
                self.dropped.push(v);
            }
            false
        });
        let removed = vert.len() < before;
        self.mesh.fm(f).vert = vert;
        removed
    }

    /// A vertex of `f` that only one other facet shares lies between two ridges of the same pair of facets: one of
    /// the ridges goes, the other is stretched over the vertex. True if that was possible.
    fn rename_shared(&mut self, v: u32, f: u32) -> Step<bool> {
        let &[a, b] = self.mesh.v(v).neigh.as_slice() else { return Ok(false) };
        let other = if a == f { b } else { a };
        let ridges: Vec<u32> = self
            .mesh
            .f(f)
            .ridge
            .iter()
            .copied()
            .filter(|&id| {
                let ridge = &self.mesh.ridges[id as usize];
                ridge.other(f) == other && ridge.vert.contains(&v)
            })
            .collect();
        let mut shared: Vec<u32> =
            self.mesh.f(f).vert.iter().copied().filter(|w| self.mesh.f(other).vert.contains(w)).collect();
        set_delete(&mut shared, v);
        let Some(by) = self.find_replacement(v, shared, &ridges) else { return Ok(false) };
        for &id in &ridges {
            self.rename_on_ridge(id, v, by);
        }
        let around = self.mesh.v(v).neigh.clone();
        for g in around {
            self.mesh.fm(g).vert.retain(|&w| w != v);
            self.test_redundant(g)?;
        }
        self.mesh.vm(v).deleted = true;
        self.dropped.push(v);
        self.test_redundant(f)?;
        Ok(true)
    }

    /// The first vertex, fewest common ridges first, that can stand for `old` without doubling a ridge.
    fn find_replacement(&self, old: u32, mut vertices: Vec<u32>, ridges: &[u32]) -> Option<u32> {
        let count =
            |w: u32| ridges.iter().filter(|&&id| self.mesh.ridges[id as usize].vert.contains(&w)).count();
        let mut k = 0;
        while k < vertices.len() {
            if count(vertices[k]) == 0 {
                vertices.swap_remove(k);
            } else {
                k += 1;
            }
        }
        vertices.sort_by_key(|&w| count(w));
        // the far ends of the ridges at the old vertex
        let ends: Vec<u32> = ridges.iter().map(|&id| self.far_end(id, old)).collect();
        vertices.into_iter().find(|&w| {
            !self
                .ridges_of(w)
                .into_iter()
                .any(|id| !ridges.contains(&id) && ends.contains(&self.far_end(id, w)))
        })
    }

    fn far_end(&self, id: u32, v: u32) -> u32 {
        let [a, b] = self.mesh.ridges[id as usize].vert;
        if a == v { b } else { a }
    }

    /// All ridges at a vertex.
    fn ridges_of(&self, v: u32) -> Vec<u32> {
        let mut out = Vec::new();
        for &f in &self.mesh.v(v).neigh {
            for &id in &self.mesh.f(f).ridge {
                if self.mesh.ridges[id as usize].vert.contains(&v) && !out.contains(&id) {
                    out.push(id);
                }
            }
        }
        out
    }

    /// Puts vertex `by` in the place of `old` on a ridge; a ridge that would join `by` to itself goes.
    fn rename_on_ridge(&mut self, id: u32, old: u32, by: u32) {
        let ridge = self.mesh.ridges[id as usize];
        let was = usize::from(ridge.vert[0] != old);
        let rest = ridge.vert[1 - was];
        if rest == by {
            if ridge.nonconvex {
                self.pass_on_nonconvex(id);
            }
            // the deleted ridge has only its other end left
            self.mesh.ridges[id as usize].vert = [rest, rest];
            self.delete_ridge(id);
            return;
        }
        let now = usize::from(rest > by);
        let ridge = &mut self.mesh.ridges[id as usize];
        ridge.vert = if now == 0 { [by, rest] } else { [rest, by] };
        (ridge.simplicial_top, ridge.simplicial_bottom) = (false, false);
        if was != now {
            std::mem::swap(&mut ridge.top, &mut ridge.bottom);
        }
    }
}
