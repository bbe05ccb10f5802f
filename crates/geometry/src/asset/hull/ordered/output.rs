//! The finished hull: polygons cut into fans, vertices and facets in list order.

use super::data::{NONE, TAIL, set_delete};
use super::{Builder, GiveUp, Hull, Step};

impl Builder<'_> {
    /// Triangulates and lists the hull.
    pub(super) fn finish(mut self) -> Step<Hull> {
        self.triangulate()?;
        let mut hull = Hull::default();
        let mut local = vec![-1i32; self.mesh.verts.len()];
        let mut order = Vec::with_capacity(self.mesh.num_vertices);
        let mut v = self.mesh.vertex_list;
        while v != TAIL {
            local[v as usize] = order.len() as i32;
            order.push(v);
            hull.vert.push(self.mesh.v(v).point as i32);
            v = self.mesh.v(v).next;
        }
        if !self.track {
            self.track_vertices();
        }
        let facets: Vec<u32> = self.list(self.mesh.facet_list).collect();
        for &f in &facets {
            let facet = self.mesh.f(f);
            let &[a, b, c] = facet.vert.as_slice() else { return Err(GiveUp) };
            let [a, b, c] = [a, b, c].map(|v| self.mesh.v(v).point as i32);
            hull.face.push(if facet.top { [b, a, c] } else { [a, b, c] });
        }
        for &v in &order {
            let first = hull.edge_localid.len();
            hull.vert_edgeadr.push(first as i32);
            for &f in &self.mesh.v(v).neigh {
                for &w in &self.mesh.f(f).vert {
                    let id = local[w as usize];
                    if id < 0 {
                        return Err(GiveUp);
                    }
                    if w != v && !hull.edge_localid[first..].contains(&id) {
                        hull.edge_localid.push(id);
                    }
                }
            }
            hull.edge_localid.push(-1);
        }
        // a closed surface of triangles has as many neighbours as corners, and F = 2V − 4
        let (nv, nf) = (hull.vert.len(), hull.face.len());
        let closed = nf + 4 == 2 * nv && hull.edge_localid.len() == nv + 3 * nf;
        if closed { Ok(hull) } else { Err(GiveUp) }
    }

    /// Fills the facet lists of all vertices, in the order of the facets.
    pub(super) fn track_vertices(&mut self) {
        let mut f = self.mesh.facet_list;
        while f != TAIL {
            if !self.mesh.f(f).visible {
                for k in 0..self.mesh.f(f).vert.len() {
                    let v = self.mesh.f(f).vert[k];
                    self.mesh.vm(v).neigh.push(f);
                }
            }
            f = self.mesh.f(f).next;
        }
        self.track = true;
    }

    /// Replaces every facet that is not simplicial by a fan around its youngest vertex.
    fn triangulate(&mut self) -> Step {
        self.mesh.next_visit();
        self.mesh.new_vertex_list = TAIL;
        let mut first_vertex = NONE;
        let mut first_facet = NONE;
        let mut f = self.mesh.facet_list;
        while f != TAIL {
            let next = self.mesh.f(f).next;
            if !self.mesh.f(f).visible && !self.mesh.f(f).simplicial {
                if first_facet == NONE {
                    first_facet = f;
                }
                self.fan(f, &mut first_vertex)?;
            }
            f = next;
        }
        // degenerate triangles, where the apex itself lies on the ridge
        let mut f = first_facet;
        while f != TAIL && f != NONE {
            let facet = self.mesh.f(f);
            let next = facet.next;
            if !facet.visible && facet.vert[0] == facet.vert[1] {
                let (a, b) = (facet.neigh[0], facet.neigh[1]);
                if a == b || self.mesh.f(a).neigh.contains(&b) || self.mesh.f(b).neigh.contains(&a) {
                    return Err(GiveUp); // mirrored facets
                }
                super::data::set_replace(&mut self.mesh.fm(b).neigh, f, a);
                super::data::set_replace(&mut self.mesh.fm(a).neigh, f, b);
                self.bury(f, NONE);
            }
            f = next;
        }
        self.mesh.visible_list = NONE;
        self.mesh.new_vertex_list = first_vertex;
        self.mesh.new_list = NONE;
        self.forget_visible();
        self.mesh.reset_marks();
        let mut f = self.mesh.facet_list;
        while f != TAIL {
            let next = self.mesh.f(f).next;
            if self.mesh.f(f).visible {
                self.mesh.retire_facet(f);
            }
            f = next;
        }
        Ok(())
    }

    /// The fan that replaces one facet.
    fn fan(&mut self, f: u32, first_vertex: &mut u32) -> Step {
        for k in 0..self.mesh.f(f).neigh.len() {
            let g = self.mesh.f(f).neigh[k];
            (self.mesh.fm(g).seen, self.mesh.fm(g).coplanar) = (false, false);
        }
        self.mesh.new_list = TAIL;
        self.mesh.visible_list = TAIL;
        let apex = self.mesh.f(f).vert[0];
        self.cone_over_ridges(f, apex)?;
        self.bury(f, NONE);
        self.match_new()?;
        if *first_vertex == NONE {
            *first_vertex = self.mesh.new_vertex_list;
        }
        self.mesh.new_vertex_list = NONE;
        if self.track {
            let mut g = self.mesh.new_list;
            while g != TAIL {
                for k in 0..self.mesh.f(g).vert.len() {
                    let v = self.mesh.f(g).vert[k];
                    self.mesh.vm(v).neigh.push(g);
                }
                g = self.mesh.f(g).next;
            }
        }
        self.mesh.visible_list = NONE;
        let mut g = self.mesh.new_list;
        while g != TAIL {
            self.mesh.fm(g).fresh = false;
            g = self.mesh.f(g).next;
        }
        self.mesh.new_list = NONE;
        Ok(())
    }

    /// Takes visible facets out of the lists of the vertices that the triangulation touched.
    fn forget_visible(&mut self) {
        if !self.track {
            return;
        }
        let mut v = self.mesh.new_vertex_list;
        while v != TAIL && v != NONE {
            let mut list = std::mem::take(&mut self.mesh.vm(v).neigh);
            list.retain(|&f| !self.mesh.f(f).visible);
            self.mesh.vm(v).neigh = list;
            v = self.mesh.v(v).next;
        }
    }

    /// Marks a facet as replaced and moves it in front of the visible ones.
    pub(super) fn bury(&mut self, f: u32, by: u32) {
        self.mesh.remove_facet(f);
        self.mesh.prepend_to_visible(f);
        self.mesh.num_visible += 1;
        let facet = self.mesh.fm(f);
        (facet.visible, facet.replace) = (true, by);
        facet.ridge.clear();
        facet.neigh.clear();
    }

    /// Removes a facet from a vertex's list; true if one or none is left.
    pub(super) fn leave_vertex(&mut self, v: u32, f: u32) -> bool {
        set_delete(&mut self.mesh.vm(v).neigh, f);
        self.mesh.v(v).neigh.len() < 2
    }
}
