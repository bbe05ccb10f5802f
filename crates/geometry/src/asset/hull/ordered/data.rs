//! Facets, ridges and vertices of the ordered hull, in doubly linked lists with a sentinel at the end.
//!
//! A facet's vertices are sorted from young to old. A simplicial facet has three of them, and `neigh[k]` lies across
//! from `vert[k]`; other facets list their neighbours once, in order of appearance, and their edges as ridges. A
//! simplicial facet has ridges only towards facets that are not.

use stiction_spatial::Vec3;

/// No element.
pub(super) const NONE: u32 = u32::MAX;
/// The sentinel of both lists.
pub(super) const TAIL: u32 = 0;

/// A convex polygon of the hull.
#[derive(Clone, Debug, Default)]
pub(super) struct Facet {
    pub vert: Vec<u32>,
    pub neigh: Vec<u32>,
    pub ridge: Vec<u32>,
    /// Outside points, the furthest one last, and its distance.
    pub outside: Vec<u32>,
    pub furthest: f64,
    /// Plane n·x + c = 0 with n pointing out; without one until `planar`.
    pub normal: Vec3,
    pub offset: f64,
    pub planar: bool,
    /// Mean of the vertices projected to the plane.
    pub center: Option<Vec3>,
    /// The facet that took this one's place, once it is visible.
    pub replace: u32,
    /// Ring of new facets that merge into the same neighbour.
    pub cycle: u32,
    pub prev: u32,
    pub next: u32,
    pub visit: u32,
    /// The vertices, in their order, are seen clockwise from outside.
    pub top: bool,
    pub simplicial: bool,
    /// Made or changed by the current addition.
    pub fresh: bool,
    /// Seen by the current point, or merged away.
    pub visible: bool,
    /// On the horizon and coplanar with the current point.
    pub coplanar: bool,
    /// To be merged into its neighbour on the horizon.
    pub melts: bool,
    pub seen: bool,
    pub tested: bool,
    pub merged: bool,
    pub degenerate: bool,
    pub redundant: bool,
    pub keep_center: bool,
    pub cycle_done: bool,
    /// It has had a ridge at some time.
    pub ridged: bool,
    /// The inner point is not clearly below it.
    pub flipped: bool,
}

impl Facet {
    pub fn push_ridge(&mut self, id: u32) {
        self.ridge.push(id);
        self.ridged = true;
    }

    /// Signed distance of a point; the order of the sum is part of the definition.
    #[inline]
    pub fn above(&self, p: &[f64; 3]) -> f64 {
        self.offset + p[0] * self.normal[0] + p[1] * self.normal[1] + p[2] * self.normal[2]
    }
}

/// An edge between two facets of which at least one is not simplicial.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ridge {
    /// Ends, the younger first.
    pub vert: [u32; 2],
    /// The facet on whose boundary the edge runs from old to young, seen from outside, and the other one.
    pub top: u32,
    pub bottom: u32,
    pub tested: bool,
    pub nonconvex: bool,
    pub simplicial_top: bool,
    pub simplicial_bottom: bool,
}

impl Ridge {
    /// The facet across from `f`.
    pub fn other(&self, f: u32) -> u32 {
        if self.top == f { self.bottom } else { self.top }
    }
}

/// A vertex; its index tells its age.
#[derive(Clone, Debug, Default)]
pub(super) struct Vertex {
    pub point: u32,
    /// Facets around it, kept up to date from the first merge on.
    pub neigh: Vec<u32>,
    pub prev: u32,
    pub next: u32,
    pub visit: u32,
    pub fresh: bool,
    pub deleted: bool,
    pub seen: bool,
    /// One of its ridges was deleted: it may have become redundant.
    pub lost_ridge: bool,
}

/// The lists, with the marks that move over them.
#[derive(Debug, Default)]
pub(super) struct Mesh {
    pub facets: Vec<Facet>,
    pub ridges: Vec<Ridge>,
    pub verts: Vec<Vertex>,
    /// Retired facets, whose memory is used again.
    retired: Vec<u32>,
    pub facet_list: u32,
    /// Next facet to take a point from.
    pub facet_next: u32,
    /// First new facet, NONE outside of an addition; new facets run to the end of the list.
    pub new_list: u32,
    /// First visible facet, NONE outside of an addition; the visible run ends at the new facets.
    pub visible_list: u32,
    pub num_facets: usize,
    pub num_visible: usize,
    pub vertex_list: u32,
    pub new_vertex_list: u32,
    pub num_vertices: usize,
    pub visit: u32,
    pub vertex_visit: u32,
}

impl Mesh {
    pub fn new() -> Self {
        let mut m = Mesh::default();
        m.facets.push(Facet { next: NONE, prev: NONE, ..Facet::default() });
        m.verts.push(Vertex { next: NONE, prev: NONE, ..Vertex::default() });
        m.new_list = TAIL;
        m.new_vertex_list = TAIL;
        m.visible_list = NONE;
        m
    }

    #[inline]
    pub fn f(&self, f: u32) -> &Facet {
        &self.facets[f as usize]
    }
    #[inline]
    pub fn fm(&mut self, f: u32) -> &mut Facet {
        &mut self.facets[f as usize]
    }
    #[inline]
    pub fn v(&self, v: u32) -> &Vertex {
        &self.verts[v as usize]
    }
    #[inline]
    pub fn vm(&mut self, v: u32) -> &mut Vertex {
        &mut self.verts[v as usize]
    }

    /// A new facet, not yet in the list.
    pub fn create_facet(&mut self) -> u32 {
        let id = self.retired.pop().unwrap_or_else(|| {
            self.facets.push(Facet::default());
            self.facets.len() as u32 - 1
        });
        let old = std::mem::take(self.fm(id));
        let cleared = |mut v: Vec<u32>| {
            v.clear();
            v
        };
        *self.fm(id) = Facet {
            vert: cleared(old.vert),
            neigh: cleared(old.neigh),
            ridge: cleared(old.ridge),
            outside: cleared(old.outside),
            replace: NONE,
            cycle: NONE,
            simplicial: true,
            fresh: true,
            // visits of the former owner must not count
            visit: 0,
            ..Facet::default()
        };
        id
    }
    /// Takes a facet out of the list for good.
    pub fn retire_facet(&mut self, f: u32) {
        self.remove_facet(f);
        self.retired.push(f);
    }
    pub fn create_vertex(&mut self, point: u32) -> u32 {
        self.verts.push(Vertex { point, ..Vertex::default() });
        self.verts.len() as u32 - 1
    }

    pub fn append_facet(&mut self, f: u32) {
        if self.new_list == TAIL {
            self.new_list = f;
            if self.visible_list == TAIL {
                self.visible_list = f;
            }
        }
        if self.facet_next == TAIL {
            self.facet_next = f;
        }
        self.insert_facet(f, TAIL);
    }
    pub fn remove_facet(&mut self, f: u32) {
        let (prev, next) = (self.f(f).prev, self.f(f).next);
        for mark in [&mut self.new_list, &mut self.facet_next, &mut self.visible_list] {
            if *mark == f {
                *mark = next;
            }
        }
        if prev == NONE {
            self.facet_list = next;
        } else {
            self.fm(prev).next = next;
        }
        self.fm(next).prev = prev;
        self.num_facets -= 1;
    }
    /// Links `f` before `at`, without touching the marks except the head.
    fn insert_facet(&mut self, f: u32, at: u32) {
        let prev = self.f(at).prev;
        self.fm(f).prev = prev;
        self.fm(f).next = at;
        if prev == NONE {
            self.facet_list = f;
        } else {
            self.fm(prev).next = f;
        }
        self.fm(at).prev = f;
        self.num_facets += 1;
    }
    /// Puts a facet, removed before, in front of the next one to work on.
    pub fn prepend_to_next(&mut self, f: u32) {
        let at = self.facet_next;
        self.insert_facet(f, at);
        self.facet_next = f;
    }
    /// Puts a facet, removed before, in front of the visible ones.
    pub fn prepend_to_visible(&mut self, f: u32) {
        let at = if self.visible_list == NONE { TAIL } else { self.visible_list };
        self.insert_facet(f, at);
        if self.facet_next == at {
            self.facet_next = f;
        }
        self.visible_list = f;
    }
    /// Moves a facet to the end of the list.
    pub fn requeue_facet(&mut self, f: u32) {
        self.remove_facet(f);
        self.append_facet(f);
    }

    pub fn append_vertex(&mut self, v: u32) {
        if self.new_vertex_list == TAIL {
            self.new_vertex_list = v;
        }
        let prev = self.v(TAIL).prev;
        self.vm(v).fresh = true;
        self.vm(v).prev = prev;
        self.vm(v).next = TAIL;
        if prev == NONE {
            self.vertex_list = v;
        } else {
            self.vm(prev).next = v;
        }
        self.vm(TAIL).prev = v;
        self.num_vertices += 1;
    }
    pub fn remove_vertex(&mut self, v: u32) {
        let (prev, next) = (self.v(v).prev, self.v(v).next);
        if self.new_vertex_list == v {
            self.new_vertex_list = next;
        }
        if prev == NONE {
            self.vertex_list = next;
        } else {
            self.vm(prev).next = next;
        }
        self.vm(next).prev = prev;
        self.num_vertices -= 1;
    }
    /// Moves a vertex that is not among the new ones to the end of the list.
    pub fn refresh_vertex(&mut self, v: u32) {
        if !self.v(v).fresh {
            self.remove_vertex(v);
            self.append_vertex(v);
        }
    }
    pub fn refresh_vertices_of(&mut self, f: u32) {
        for k in 0..self.f(f).vert.len() {
            self.refresh_vertex(self.f(f).vert[k]);
        }
    }

    /// Forgets what is new and what is visible.
    pub fn reset_marks(&mut self) {
        let mut v = self.new_vertex_list;
        while v != TAIL && v != NONE {
            self.vm(v).fresh = false;
            v = self.v(v).next;
        }
        self.new_vertex_list = NONE;
        let mut f = self.new_list;
        while f != TAIL && f != NONE {
            self.fm(f).fresh = false;
            f = self.f(f).next;
        }
        self.new_list = NONE;
        self.visible_list = NONE;
        self.num_visible = 0;
    }
    /// The facet that stands for a visible one.
    pub fn replacement(&self, f: u32) -> u32 {
        let mut f = f;
        while f != NONE && self.f(f).visible {
            f = self.f(f).replace;
        }
        f
    }
    /// A number that no facet carries as its visit.
    pub fn next_visit(&mut self) -> u32 {
        self.visit += 1;
        self.visit
    }
}

/// Removes the first occurrence by moving the last element into its place; true if found.
pub(super) fn set_delete(set: &mut Vec<u32>, x: u32) -> bool {
    match set.iter().position(|&y| y == x) {
        Some(k) => {
            set.swap_remove(k);
            true
        }
        None => false,
    }
}

/// Replaces the first occurrence.
pub(super) fn set_replace(set: &mut [u32], old: u32, new: u32) {
    if let Some(x) = set.iter_mut().find(|x| **x == old) {
        *x = new;
    }
}
