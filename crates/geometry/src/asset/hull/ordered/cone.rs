//! One addition: the facets a point sees, and the cone of new facets from their horizon to it.

use super::data::{NONE, Ridge, TAIL, set_delete, set_replace};
use super::{Builder, GiveUp, Step};

impl Builder<'_> {
    /// Marks the facets that the point sees, starting from one of them, and moves them to the end of the list.
    pub(super) fn see(&mut self, point: u32, start: u32) -> Step {
        let p = &self.points[point as usize];
        self.mesh.requeue_facet(start);
        self.mesh.visible_list = start;
        self.mesh.num_visible = 1;
        self.mesh.fm(start).visible = true;
        self.mesh.fm(start).replace = NONE;
        let visit = self.mesh.next_visit();
        let mut horizon = 0;
        let mut f = start;
        while f != TAIL {
            self.mesh.fm(f).visit = visit;
            for k in 0..self.mesh.f(f).neigh.len() {
                let g = self.mesh.f(f).neigh[k];
                if self.mesh.f(g).visit == visit {
                    continue;
                }
                self.mesh.fm(g).visit = visit;
                let d = self.mesh.f(g).above(p);
                if d > self.tol.visible {
                    self.mesh.requeue_facet(g);
                    let facet = self.mesh.fm(g);
                    (facet.visible, facet.replace) = (true, NONE);
                    self.mesh.num_visible += 1;
                    continue;
                }
                self.mesh.fm(g).coplanar = d >= -self.tol.visible;
                if self.mesh.f(g).coplanar {
                    self.max_outside = self.max_outside.max(d);
                }
                horizon += 1;
            }
            f = self.mesh.f(f).next;
        }
        if horizon == 0 { Err(GiveUp) } else { Ok(()) }
    }

    /// Joins the horizon to the point.
    pub(super) fn make_cone(&mut self, point: u32) -> Step {
        self.mesh.new_list = TAIL;
        self.mesh.new_vertex_list = TAIL;
        let apex = self.mesh.create_vertex(point);
        self.mesh.append_vertex(apex);
        let visit = self.mesh.next_visit();
        // the last facet made of each sort stays valid for visible facets that make none of that sort
        let (mut simple, mut ridged) = (NONE, NONE);
        let mut f = self.mesh.visible_list;
        while f != TAIL && self.mesh.f(f).visible {
            for k in 0..self.mesh.f(f).neigh.len() {
                let g = self.mesh.f(f).neigh[k];
                self.mesh.fm(g).seen = false;
            }
            if self.mesh.f(f).ridged {
                self.mesh.fm(f).visit = visit;
                ridged = self.cone_over_ridges(f, apex)?;
            }
            if self.mesh.f(f).simplicial {
                simple = self.cone_over_neighbours(f, apex)?;
            }
            if ridged != NONE {
                simple = ridged;
            }
            self.mesh.fm(f).replace = simple;
            self.mesh.fm(f).ridge.clear();
            self.mesh.fm(f).neigh.clear();
            f = self.mesh.f(f).next;
        }
        self.match_new()?;
        let mut f = self.mesh.new_list;
        while f != TAIL {
            if !self.mesh.f(f).melts {
                self.set_plane(f)?;
            }
            f = self.mesh.f(f).next;
        }
        self.drop_hidden_vertices();
        Ok(())
    }

    /// New facets over the horizon of a visible simplicial facet; the last one made, or NONE.
    fn cone_over_neighbours(&mut self, f: u32, apex: u32) -> Step<u32> {
        let mut made = NONE;
        for k in 0..self.mesh.f(f).neigh.len() {
            let g = self.mesh.f(f).neigh[k];
            if self.mesh.f(g).seen || self.mesh.f(g).visible {
                continue;
            }
            let skip = self.mesh.f(g).neigh.iter().position(|&x| x == f).ok_or(GiveUp)?;
            let mut base =
                self.mesh.f(g).vert.iter().enumerate().filter(|&(i, _)| i != skip).map(|(_, &v)| v);
            let (Some(a), Some(b), None) = (base.next(), base.next(), base.next()) else {
                return Err(GiveUp);
            };
            let top = (skip % 2 == 1) == self.mesh.f(g).top;
            made = self.new_facet([apex, a, b], top, g);
            if self.mesh.f(g).coplanar {
                let facet = self.mesh.fm(made);
                (facet.cycle, facet.melts) = (made, true);
            }
            self.mesh.fm(g).neigh[skip] = made;
        }
        Ok(made)
    }

    /// New facets over the ridges of a visible facet towards the horizon; the last one made, or NONE.
    pub(super) fn cone_over_ridges(&mut self, f: u32, apex: u32) -> Step<u32> {
        let mut made = NONE;
        for k in 0..self.mesh.f(f).ridge.len() {
            let id = self.mesh.f(f).ridge[k];
            let ridge: Ridge = self.mesh.ridges[id as usize];
            let g = ridge.other(f);
            if self.mesh.f(g).visible {
                self.mesh.fm(g).seen = true;
                continue;
            }
            let top = ridge.top == f;
            made = self.new_facet([apex, ridge.vert[0], ridge.vert[1]], top, g);
            if self.mesh.f(g).coplanar {
                self.join_cycle(made, g);
            }
            if self.mesh.f(g).seen {
                if self.mesh.f(g).simplicial {
                    return Err(GiveUp);
                }
                self.mesh.fm(g).neigh.push(made);
            } else {
                set_replace(&mut self.mesh.fm(g).neigh, f, made);
            }
            if self.mesh.f(g).simplicial {
                set_delete(&mut self.mesh.fm(g).ridge, id);
            } else {
                self.mesh.fm(made).push_ridge(id);
                let ridge = &mut self.mesh.ridges[id as usize];
                if top {
                    (ridge.top, ridge.simplicial_top) = (made, true);
                } else {
                    (ridge.bottom, ridge.simplicial_bottom) = (made, true);
                }
            }
            self.mesh.fm(g).seen = true;
        }
        Ok(made)
    }

    /// Adds a new facet to the ring of those that melt into `g`.
    fn join_cycle(&mut self, made: u32, g: u32) {
        self.mesh.fm(made).melts = true;
        if self.mesh.f(g).seen {
            let first = self.mesh.f(g).cycle;
            self.mesh.fm(made).cycle = self.mesh.f(first).cycle;
            self.mesh.fm(first).cycle = made;
        } else {
            self.mesh.fm(made).cycle = made;
            self.mesh.fm(g).cycle = made;
        }
    }

    fn new_facet(&mut self, vert: [u32; 3], top: bool, horizon: u32) -> u32 {
        for v in vert {
            self.mesh.refresh_vertex(v);
        }
        let f = self.mesh.create_facet();
        let facet = self.mesh.fm(f);
        facet.vert.extend(vert);
        facet.top = top;
        facet.neigh.push(horizon);
        self.mesh.append_facet(f);
        f
    }

    /// Finds the neighbours of the new facets among themselves: two share each edge at the apex.
    pub(super) fn match_new(&mut self) -> Step {
        self.link.resize(self.mesh.verts.len(), (NONE, 0));
        let mut open = 0;
        let mut f = self.mesh.new_list;
        while f != TAIL {
            self.mesh.fm(f).neigh.truncate(1);
            self.mesh.fm(f).neigh.extend([NONE, NONE]);
            for skip in 1..3u32 {
                // the edge from the apex to the vertex that is not skipped
                let v = self.mesh.f(f).vert[3 - skip as usize];
                let (g, other) = std::mem::replace(&mut self.link[v as usize], (NONE, 0));
                if g == NONE {
                    self.link[v as usize] = (f, skip);
                    open += 1;
                    continue;
                }
                let same = skip == other;
                if same != (self.mesh.f(f).top != self.mesh.f(g).top) {
                    return Err(GiveUp);
                }
                self.mesh.fm(f).neigh[skip as usize] = g;
                self.mesh.fm(g).neigh[other as usize] = f;
                open -= 1;
            }
            f = self.mesh.f(f).next;
        }
        if open == 0 { Ok(()) } else { Err(GiveUp) }
    }

    /// Collects the vertices that only visible facets had, and brings the facet lists of vertices up to date.
    fn drop_hidden_vertices(&mut self) {
        if self.track {
            let mut v = self.mesh.new_vertex_list;
            while v != TAIL {
                let mut list = std::mem::take(&mut self.mesh.vm(v).neigh);
                // deletion fills a gap with the last element, which is looked at again
                let mut k = 0;
                while k < list.len() {
                    if self.mesh.f(list[k]).visible {
                        list.swap_remove(k);
                    } else {
                        k += 1;
                    }
                }
                self.mesh.vm(v).neigh = list;
                v = self.mesh.v(v).next;
            }
            let mut f = self.mesh.new_list;
            while f != TAIL {
                for k in 0..self.mesh.f(f).vert.len() {
                    let v = self.mesh.f(f).vert[k];
                    self.mesh.vm(v).neigh.push(f);
                }
                f = self.mesh.f(f).next;
            }
        }
        let mut f = self.mesh.visible_list;
        while f != TAIL && self.mesh.f(f).visible {
            for k in 0..self.mesh.f(f).vert.len() {
                let v = self.mesh.f(f).vert[k];
                if self.mesh.v(v).fresh || self.mesh.v(v).deleted {
                    continue;
                }
                let kept = self.track && self.mesh.v(v).neigh.iter().any(|&g| !self.mesh.f(g).visible);
                if kept {
                    set_delete(&mut self.mesh.vm(v).neigh, f);
                } else {
                    self.mesh.vm(v).deleted = true;
                    self.dropped.push(v);
                }
            }
            f = self.mesh.f(f).next;
        }
    }
}
