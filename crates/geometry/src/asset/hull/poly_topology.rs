//! Half-edges of a closed surface of polygons: merging faces and dropping vertices that only two faces share.

use stiction_spatial::Vec3;

/// No edge, face or point.
pub(super) const NONE: u32 = u32::MAX;

/// A half-edge: it starts at `tail` and has its face on the left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub tail: u32,
    pub next: u32,
    pub prev: u32,
    pub twin: u32,
    pub face: u32,
}

/// A planar face with its list of outside points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// One of its edges.
    pub edge: u32,
    /// Number of edges; 0 once the face is gone.
    pub count: u32,
    /// Unit outward normal n and offset c of the plane n·x = c.
    pub normal: Vec3,
    pub offset: f64,
    /// Mean of the vertices.
    pub center: Vec3,
    /// First outside point, of a linked list; the furthest one and its distance.
    pub outside: u32,
    pub furthest: u32,
    pub distance: f64,
    /// Number of the addition that last saw this face.
    pub visit: u32,
    /// True if that addition's point sees it.
    pub visible: bool,
}

impl Face {
    /// Signed distance of a point from the plane.
    #[inline]
    pub fn above(&self, p: Vec3) -> f64 {
        self.normal.dot(p) - self.offset
    }
    pub fn alive(&self) -> bool {
        self.count > 0
    }
}

/// A face was left without area or bounds itself: the tolerance is too small for these points.
#[derive(Debug)]
pub(super) struct Broken;

/// Edges and faces; edges are reused, faces are not, so that face numbers tell their age.
#[derive(Debug, Default)]
pub(super) struct Topology {
    pub edges: Vec<Edge>,
    pub faces: Vec<Face>,
    free: Vec<u32>,
}

impl Topology {
    pub fn edge(&self, e: u32) -> &Edge {
        &self.edges[e as usize]
    }
    pub fn face(&self, f: u32) -> &Face {
        &self.faces[f as usize]
    }
    /// The point where edge `e` ends.
    pub fn head(&self, e: u32) -> u32 {
        self.edge(self.edge(e).next).tail
    }
    /// The face across edge `e`.
    pub fn across(&self, e: u32) -> u32 {
        self.edge(self.edge(e).twin).face
    }

    pub fn new_edge(&mut self, tail: u32, face: u32) -> u32 {
        let edge = Edge { tail, next: NONE, prev: NONE, twin: NONE, face };
        match self.free.pop() {
            Some(e) => {
                self.edges[e as usize] = edge;
                e
            }
            None => {
                self.edges.push(edge);
                self.edges.len() as u32 - 1
            }
        }
    }
    pub fn free_edge(&mut self, e: u32) {
        self.free.push(e);
    }
    /// A face without plane and edges.
    pub fn new_face(&mut self) -> u32 {
        self.faces.push(Face {
            edge: NONE,
            count: 0,
            normal: Vec3::ZERO,
            offset: 0.0,
            center: Vec3::ZERO,
            outside: NONE,
            furthest: NONE,
            distance: 0.0,
            visit: 0,
            visible: false,
        });
        self.faces.len() as u32 - 1
    }
    /// A triangle (a, b, c); its edges start at a, b, c in that order.
    pub fn new_triangle(&mut self, v: [u32; 3]) -> (u32, [u32; 3]) {
        let f = self.new_face();
        let e = v.map(|tail| self.new_edge(tail, f));
        for k in 0..3 {
            self.join(e[k], e[(k + 1) % 3]);
        }
        self.faces[f as usize].edge = e[0];
        self.faces[f as usize].count = 3;
        (f, e)
    }
    /// Makes `b` follow `a` in their face.
    pub fn join(&mut self, a: u32, b: u32) {
        self.edges[a as usize].next = b;
        self.edges[b as usize].prev = a;
    }
    /// Makes `a` and `b` the two sides of one edge.
    pub fn pair(&mut self, a: u32, b: u32) {
        self.edges[a as usize].twin = b;
        self.edges[b as usize].twin = a;
    }
    /// Frees the edges of a face and marks it gone.
    pub fn kill_face(&mut self, f: u32) {
        let (start, n) = (self.face(f).edge, self.face(f).count);
        let mut e = start;
        for _ in 0..n {
            let next = self.edge(e).next;
            self.free.push(e);
            e = next;
        }
        self.faces[f as usize].count = 0;
    }

    /// Plane and centre of a face from its vertices: the normal is the sum of the cross products around a vertex.
    pub fn fit_plane(&mut self, f: u32, points: &[[f64; 3]]) {
        let face = self.face(f);
        let (start, n) = (face.edge, face.count);
        let origin = Vec3(points[self.edge(start).tail as usize]);
        let mut e = self.edge(start).next;
        let mut before = Vec3(points[self.edge(e).tail as usize]) - origin;
        let (mut normal, mut sum) = (Vec3::ZERO, before);
        for _ in 2..n {
            e = self.edge(e).next;
            let now = Vec3(points[self.edge(e).tail as usize]) - origin;
            normal += before.cross(now);
            sum += now;
            before = now;
        }
        let size = normal.norm();
        let face = &mut self.faces[f as usize];
        face.center = origin + sum / f64::from(n);
        face.normal = if size > 0.0 { normal / size } else { Vec3::ZERO };
        face.offset = face.normal.dot(face.center);
    }

    /// Merges the face across `e` into the face of `e`, along all the edges they share around `e`.
    pub fn merge_across(&mut self, e: u32) -> Result<(), Broken> {
        let (f, t) = (self.edge(e).face, self.edge(e).twin);
        let g = self.edge(t).face;
        if f == g {
            return Err(Broken);
        }
        let (mut first, mut last, mut run) = (e, e, 1);
        loop {
            let p = self.edge(first).prev;
            if p == last || self.edge(p).twin != self.edge(self.edge(first).twin).next {
                break;
            }
            (first, run) = (p, run + 1);
        }
        loop {
            let n = self.edge(last).next;
            if n == first || self.edge(n).twin != self.edge(self.edge(last).twin).prev {
                break;
            }
            (last, run) = (n, run + 1);
        }
        let (nf, ng) = (self.face(f).count, self.face(g).count);
        if run >= nf || run >= ng {
            return Err(Broken);
        }
        let (before, after) = (self.edge(first).prev, self.edge(last).next);
        let enter = self.edge(self.edge(first).twin).next;
        let leave = self.edge(self.edge(last).twin).prev;
        let mut k = first;
        for _ in 0..run {
            let (next, twin) = (self.edge(k).next, self.edge(k).twin);
            self.free.push(k);
            self.free.push(twin);
            k = next;
        }
        let mut k = enter;
        loop {
            self.edges[k as usize].face = f;
            if k == leave {
                break;
            }
            k = self.edge(k).next;
        }
        self.join(before, enter);
        self.join(leave, after);
        self.faces[f as usize].edge = before;
        self.faces[f as usize].count = nf + ng - 2 * run;
        self.faces[g as usize].count = 0;
        Ok(())
    }

    /// Drops vertices of face `f` that only one other face shares. Faces that shrink to two edges vanish; those
    /// that lost a vertex are appended to `touched`.
    pub fn drop_redundant(&mut self, f: u32, touched: &mut Vec<u32>) -> Result<(), Broken> {
        let mut e = self.face(f).edge;
        let mut steps = 0;
        while self.face(f).alive() && steps <= self.face(f).count {
            let n = self.edge(e).next;
            let (t, tn) = (self.edge(e).twin, self.edge(n).twin);
            let g = self.edge(t).face;
            if g == f {
                return Err(Broken);
            }
            if g != self.edge(tn).face || self.edge(tn).next != t {
                e = n;
                steps += 1;
                continue;
            }
            // the vertex between e and n has degree two: e and tn take over
            let (after, after_t) = (self.edge(n).next, self.edge(t).next);
            self.join(e, after);
            self.join(tn, after_t);
            self.pair(e, tn);
            self.free.push(n);
            self.free.push(t);
            self.faces[f as usize].edge = e;
            self.faces[g as usize].edge = tn;
            self.faces[f as usize].count -= 1;
            self.faces[g as usize].count -= 1;
            touched.push(g);
            steps = 0;
            if self.face(g).count == 2 {
                self.collapse(g)?;
            }
            if self.face(f).alive() && self.face(f).count == 2 {
                self.collapse(f)?;
            }
            e = self.face(f).edge;
        }
        Ok(())
    }

    /// Removes a face of two edges by joining its neighbours.
    fn collapse(&mut self, f: u32) -> Result<(), Broken> {
        let a = self.face(f).edge;
        let b = self.edge(a).next;
        let (ta, tb) = (self.edge(a).twin, self.edge(b).twin);
        if self.edge(ta).face == f || self.edge(ta).face == self.edge(tb).face {
            return Err(Broken);
        }
        self.pair(ta, tb);
        self.kill_face(f);
        Ok(())
    }
}
