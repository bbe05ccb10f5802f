//! Adding points to a growing hull.

use super::Hull;
use super::poly_topology::{Broken, NONE, Topology};
use super::simplex::{Extent, first_simplex};
use std::collections::VecDeque;
use stiction_spatial::Vec3;

/// A hull under construction.
pub(super) struct Builder<'a> {
    points: &'a [[f64; 3]],
    topo: Topology,
    /// Links of the outside lists of the faces.
    next_outside: Vec<u32>,
    /// Faces that may have outside points, oldest first.
    queue: VecDeque<u32>,
    /// Vertices in the order of their addition.
    added: Vec<u32>,
    /// Faces seen through less than this distance are coplanar with the point; points higher than twice this are
    /// outside.
    coplanar: f64,
    /// Number of the current addition.
    visit: u32,
    /// Work space of one addition.
    seen: Vec<u32>,
    horizon: Vec<u32>,
    fresh: Vec<u32>,
    orphans: Vec<u32>,
    touched: Vec<u32>,
}

/// A stretch of the horizon that gets one face: from edge `first` to edge `last` of the faces that go.
struct Fan {
    /// Edge into the new point, and edge out of it.
    arrive: u32,
    leave: u32,
}

impl<'a> Builder<'a> {
    /// The first tetrahedron with all points assigned; the rounding tolerance is multiplied by `widen`.
    pub fn new(points: &'a [[f64; 3]], widen: f64) -> Option<Self> {
        let extent = Extent::new(points);
        let reach = f64::min(f64::sqrt(3.0) * extent.abs, extent.sum);
        let round = f64::EPSILON * (3.0 * reach * 1.01 + extent.abs); // (1)
        let corners = first_simplex(points, &extent)?.map(|i| i as u32);
        let mut b = Builder {
            points,
            topo: Topology::default(),
            next_outside: vec![NONE; points.len()],
            queue: VecDeque::new(),
            added: corners.to_vec(),
            coplanar: 2.0 * widen * round,
            visit: 0,
            seen: Vec::new(),
            horizon: Vec::new(),
            fresh: Vec::new(),
            orphans: Vec::new(),
            touched: Vec::new(),
        };
        b.tetrahedron(corners)?;
        b.orphans.extend((0..points.len() as u32).filter(|i| !corners.contains(i)));
        b.assign();
        Some(b)
    }

    fn point(&self, i: u32) -> Vec3 {
        Vec3(self.points[i as usize])
    }

    /// Four faces, each opposite to a corner; `None` if flat to the tolerance.
    fn tetrahedron(&mut self, mut c: [u32; 4]) -> Option<()> {
        let [p, q, r, s] = c.map(|i| self.point(i));
        if (q - p).cross(r - p).dot(s - p) > 0.0 {
            c.swap(0, 1);
        }
        // seen from outside, with d below the triangle (a, b, c)
        let [a, b, c, d] = c;
        let mut edges = [[0u32; 3]; 4];
        for (k, v) in [[a, b, c], [a, d, b], [b, d, c], [c, d, a]].into_iter().enumerate() {
            let (f, e) = self.topo.new_triangle(v);
            edges[k] = e;
            self.fresh.push(f);
        }
        for k in 0..3 {
            // base edge k of the triangle (a, b, c) against the closing edge of side k, and side against side
            self.topo.pair(edges[0][k], edges[k + 1][2]);
            self.topo.pair(edges[k + 1][1], edges[(k + 1) % 3 + 1][0]);
        }
        let center = (p + q + r + s) * 0.25;
        for k in 0..4 {
            let f = self.fresh[k];
            self.topo.fit_plane(f, self.points);
            if self.topo.face(f).above(center) > -self.coplanar {
                return None;
            }
        }
        Some(())
    }

    /// Adds outside points until none is left or the hull has `maxvert` vertices.
    pub fn run(mut self, maxvert: Option<usize>) -> Option<Hull> {
        loop {
            if maxvert.is_some_and(|n| self.vertex_count() >= n.max(4)) {
                break;
            }
            let f = if maxvert.is_some() { self.face_with_furthest() } else { self.next_face() };
            let Some(f) = f else { break };
            let eye = self.take_furthest(f);
            if self.add(eye, f).is_err() {
                return None;
            }
        }
        self.finish(maxvert.is_some())
    }

    fn next_face(&mut self) -> Option<u32> {
        while let Some(&f) = self.queue.front() {
            if self.topo.face(f).alive() && self.topo.face(f).outside != NONE {
                return Some(f);
            }
            self.queue.pop_front();
        }
        None
    }

    fn face_with_furthest(&self) -> Option<u32> {
        let mut best = None;
        let mut distance = 0.0;
        for (k, face) in self.topo.faces.iter().enumerate() {
            if face.alive() && face.outside != NONE && face.distance > distance {
                (best, distance) = (Some(k as u32), face.distance);
            }
        }
        best
    }

    fn vertex_count(&self) -> usize {
        // V = E − F + 2
        let (mut f, mut e) = (0, 0);
        for face in &self.topo.faces {
            f += usize::from(face.alive());
            e += face.count as usize;
        }
        (e / 2 + 2).saturating_sub(f)
    }

    /// Unlinks the furthest outside point of a face.
    fn take_furthest(&mut self, f: u32) -> u32 {
        let face = &mut self.topo.faces[f as usize];
        let eye = face.furthest;
        if face.outside == eye {
            face.outside = self.next_outside[eye as usize];
        } else {
            let mut k = face.outside;
            while self.next_outside[k as usize] != eye {
                k = self.next_outside[k as usize];
            }
            self.next_outside[k as usize] = self.next_outside[eye as usize];
        }
        eye
    }

    /// Joins `eye`, which is outside of face `start`, to the hull.
    fn add(&mut self, eye: u32, start: u32) -> Result<(), Broken> {
        self.see(eye, start)?;
        self.added.push(eye);
        self.fresh.clear();
        self.join_horizon(eye)?;
        for k in 0..self.seen.len() {
            let f = self.seen[k];
            self.release_points(f);
            self.topo.kill_face(f);
        }
        for k in 0..self.fresh.len() {
            self.topo.fit_plane(self.fresh[k], self.points);
        }
        self.merge_fresh()?;
        self.assign();
        Ok(())
    }

    /// Finds the faces that `eye` sees and the closed loop of their boundary.
    fn see(&mut self, eye: u32, start: u32) -> Result<(), Broken> {
        let p = self.point(eye);
        self.visit += 1;
        self.seen.clear();
        self.mark_visible(start);
        let mut done = 0;
        loop {
            let mut boundary = 0;
            let mut edge = NONE;
            while done < self.seen.len() {
                let f = self.seen[done];
                done += 1;
                let mut e = self.topo.face(f).edge;
                for _ in 0..self.topo.face(f).count {
                    let g = self.topo.across(e);
                    let face = &mut self.topo.faces[g as usize];
                    if face.visit != self.visit {
                        face.visit = self.visit;
                        face.visible = face.above(p) > self.coplanar;
                        if face.visible {
                            self.seen.push(g);
                        }
                    }
                    e = self.topo.edge(e).next;
                }
            }
            for &f in &self.seen {
                let mut e = self.topo.face(f).edge;
                for _ in 0..self.topo.face(f).count {
                    if !self.topo.face(self.topo.across(e)).visible {
                        boundary += 1;
                        edge = e;
                    }
                    e = self.topo.edge(e).next;
                }
            }
            if edge == NONE {
                return Err(Broken);
            }
            match self.walk_horizon(edge, boundary) {
                None => return Ok(()),
                Some(vertex_edge) => self.widen_at(vertex_edge),
            }
        }
    }

    fn mark_visible(&mut self, f: u32) {
        let face = &mut self.topo.faces[f as usize];
        face.visit = self.visit;
        face.visible = true;
        self.seen.push(f);
    }

    /// Collects the boundary of the seen faces as edges of these faces, in order. If it is not one simple loop of
    /// `count` edges, returns an edge of it that starts where it pinches or leaves the loop.
    fn walk_horizon(&mut self, start: u32, count: usize) -> Option<u32> {
        self.horizon.clear();
        let mut e = start;
        loop {
            self.horizon.push(e);
            if self.horizon.len() > count {
                return Some(start);
            }
            e = self.topo.edge(e).next;
            while self.topo.face(self.topo.across(e)).visible {
                e = self.topo.edge(self.topo.edge(e).twin).next;
            }
            if e == start {
                break;
            }
        }
        if self.horizon.len() < count {
            // another loop: an island of unseen faces; take one of its edges
            for &f in &self.seen {
                let mut e = self.topo.face(f).edge;
                for _ in 0..self.topo.face(f).count {
                    if !self.topo.face(self.topo.across(e)).visible && !self.horizon.contains(&e) {
                        return Some(e);
                    }
                    e = self.topo.edge(e).next;
                }
            }
        }
        // a vertex that comes twice
        let tails: Vec<u32> = self.horizon.iter().map(|&e| self.topo.edge(e).tail).collect();
        let mut sorted = tails.clone();
        sorted.sort_unstable();
        let twice = sorted.windows(2).find(|w| w[0] == w[1])?[0];
        tails.iter().position(|&t| t == twice).map(|k| self.horizon[k])
    }

    /// Counts all faces around the start of edge `e` as seen.
    fn widen_at(&mut self, e: u32) {
        let mut k = e;
        loop {
            let f = self.topo.edge(k).face;
            if !(self.topo.face(f).visit == self.visit && self.topo.face(f).visible) {
                self.mark_visible(f);
            }
            k = self.topo.edge(self.topo.edge(k).twin).next;
            if k == e {
                break;
            }
        }
    }

    /// Builds the faces between the horizon and `eye`: a triangle per edge, except where the face behind the edge
    /// is coplanar with `eye` and simply grows.
    fn join_horizon(&mut self, eye: u32) -> Result<(), Broken> {
        let p = self.point(eye);
        let n = self.horizon.len();
        let behind = |b: &Self, k: usize| b.topo.across(b.horizon[k % n]);
        // start where the face behind changes, so that no stretch wraps around
        let turn = (0..n).find(|&k| behind(self, k) != behind(self, k + n - 1)).ok_or(Broken)?;
        self.horizon.rotate_left(turn);
        let mut fans: Vec<Fan> = Vec::with_capacity(n);
        let mut k = 0;
        while k < n {
            let g = behind(self, k);
            let grows = self.topo.face(g).above(p) >= -self.coplanar && !self.fresh.contains(&g);
            if grows {
                let from = k;
                while k + 1 < n && behind(self, k + 1) == g {
                    k += 1;
                }
                let fan = self.grow_face(g, from, k, eye)?;
                fans.push(fan);
                self.fresh.push(g);
            } else {
                let e = self.horizon[k];
                let (a, b) = (self.topo.edge(e).tail, self.topo.head(e));
                let outer = self.topo.edge(e).twin;
                let (f, edges) = self.topo.new_triangle([a, b, eye]);
                self.topo.pair(edges[0], outer);
                fans.push(Fan { arrive: edges[1], leave: edges[2] });
                self.fresh.push(f);
            }
            k += 1;
        }
        for k in 0..fans.len() {
            let next = &fans[(k + 1) % fans.len()];
            self.topo.pair(fans[k].arrive, next.leave);
        }
        Ok(())
    }

    /// Replaces the edges of face `g` behind horizon edges `from..=to` by two edges over `eye`.
    fn grow_face(&mut self, g: u32, from: usize, to: usize, eye: u32) -> Result<Fan, Broken> {
        let far = self.topo.edge(self.horizon[to]).twin;
        let near = self.topo.edge(self.horizon[from]).twin;
        for k in from..to {
            let (a, b) = (self.topo.edge(self.horizon[k + 1]).twin, self.topo.edge(self.horizon[k]).twin);
            if self.topo.edge(a).next != b {
                return Err(Broken);
            }
        }
        let (before, after) = (self.topo.edge(far).prev, self.topo.edge(near).next);
        let removed = (to - from + 1) as u32;
        if removed >= self.topo.face(g).count {
            return Err(Broken);
        }
        let arrive = self.topo.new_edge(self.topo.edge(far).tail, g);
        let leave = self.topo.new_edge(eye, g);
        self.topo.join(before, arrive);
        self.topo.join(arrive, leave);
        self.topo.join(leave, after);
        for k in from..=to {
            let e = self.topo.edge(self.horizon[k]).twin;
            self.topo.free_edge(e);
        }
        let face = &mut self.topo.faces[g as usize];
        face.edge = arrive;
        face.count = face.count + 2 - removed;
        Ok(Fan { arrive, leave })
    }

    /// Merges the new faces with neighbours until every edge around them is clearly convex.
    fn merge_fresh(&mut self) -> Result<(), Broken> {
        let mut k = 0;
        while k < self.fresh.len() {
            let f = self.fresh[k];
            k += 1;
            if !self.topo.face(f).alive() {
                continue;
            }
            self.tidy(f)?;
            while self.topo.face(f).alive() {
                let Some(e) = self.flat_edge(f) else { break };
                let g = self.topo.across(e);
                // the older face keeps its place in the queue
                let (keep, gone, e) = if g < f { (g, f, self.topo.edge(e).twin) } else { (f, g, e) };
                self.release_points(gone);
                self.topo.merge_across(e)?;
                self.topo.fit_plane(keep, self.points);
                self.tidy(keep)?;
                if keep != f && !self.fresh[k..].contains(&keep) {
                    self.fresh.push(keep);
                }
            }
        }
        Ok(())
    }

    /// Drops redundant vertices of a face and fits the planes of all faces this changes.
    fn tidy(&mut self, f: u32) -> Result<(), Broken> {
        self.touched.clear();
        self.topo.drop_redundant(f, &mut self.touched)?;
        if self.touched.is_empty() {
            return Ok(());
        }
        self.touched.push(f);
        for k in 0..self.touched.len() {
            let g = self.touched[k];
            if self.topo.face(g).alive() {
                self.topo.fit_plane(g, self.points);
                if !self.fresh.contains(&g) {
                    self.fresh.push(g);
                }
            } else {
                self.release_points(g);
            }
        }
        Ok(())
    }

    /// An edge of `f` across which the surface is not convex by more than the tolerance.
    fn flat_edge(&self, f: u32) -> Option<u32> {
        let face = self.topo.face(f);
        let mut e = face.edge;
        for _ in 0..face.count {
            let other = self.topo.face(self.topo.across(e));
            if face.above(other.center) >= -self.coplanar || other.above(face.center) >= -self.coplanar {
                return Some(e);
            }
            e = self.topo.edge(e).next;
        }
        None
    }

    /// Moves the outside points of a face to the orphans.
    fn release_points(&mut self, f: u32) {
        let mut p = self.topo.face(f).outside;
        while p != NONE {
            self.orphans.push(p);
            p = self.next_outside[p as usize];
        }
        self.topo.faces[f as usize].outside = NONE;
    }

    /// Gives every orphan to the new face it is furthest outside of; the others are inside.
    fn assign(&mut self) {
        self.fresh.retain({
            let faces = &self.topo.faces;
            move |&f| faces[f as usize].alive()
        });
        for k in 0..self.fresh.len() {
            self.release_points(self.fresh[k]); // measured from an older plane
        }
        let outside = 2.0 * self.coplanar;
        for k in 0..self.orphans.len() {
            let i = self.orphans[k];
            let p = self.point(i);
            let (mut best, mut distance) = (NONE, outside);
            for &f in &self.fresh {
                let d = self.topo.face(f).above(p);
                if d > distance {
                    (best, distance) = (f, d);
                }
            }
            if best == NONE {
                continue;
            }
            let face = &mut self.topo.faces[best as usize];
            if face.outside == NONE {
                self.queue.push_back(best);
                face.distance = 0.0;
            }
            if distance > face.distance {
                (face.furthest, face.distance) = (i, distance);
            }
            self.next_outside[i as usize] = face.outside;
            face.outside = i;
        }
        self.orphans.clear();
    }

    /// True if every face has its neighbours below it, and no point clearly above it (where that is cheap to say).
    fn is_convex(&self, limited: bool) -> bool {
        let limit = 64.0 * self.coplanar;
        let alive = || self.topo.faces.iter().filter(|f| f.alive());
        let bends = alive().all(|face| {
            let mut e = face.edge;
            (0..face.count).all(|_| {
                let other = self.topo.face(self.topo.across(e));
                e = self.topo.edge(e).next;
                face.above(other.center) <= limit
            })
        });
        let cheap = !limited && alive().count().saturating_mul(self.points.len()) < 20_000_000;
        bends && (!cheap || alive().all(|f| self.points.iter().all(|&p| f.above(Vec3(p)) <= limit)))
    }

    /// Triangles of the faces; `None` if the surface is not a convex sphere.
    fn finish(self, limited: bool) -> Option<Hull> {
        if !self.is_convex(limited) {
            return None;
        }
        let mut rank = vec![NONE; self.points.len()];
        for (k, &v) in self.added.iter().enumerate() {
            rank[v as usize] = k as u32;
        }
        let mut used = vec![false; self.points.len()];
        let mut tri = Vec::new();
        let mut ring = Vec::new();
        let (mut nface, mut nedge) = (0, 0);
        for face in self.topo.faces.iter().filter(|f| f.alive()) {
            ring.clear();
            let mut e = face.edge;
            for _ in 0..face.count {
                ring.push(self.topo.edge(e).tail);
                used[self.topo.edge(e).tail as usize] = true;
                e = self.topo.edge(e).next;
            }
            nface += 1;
            nedge += ring.len();
            // fan from the youngest vertex
            let apex = (0..ring.len()).max_by_key(|&k| rank[ring[k] as usize])?;
            ring.rotate_left(apex);
            tri.extend(ring[1..].windows(2).map(|w| [ring[0] as i32, w[0] as i32, w[1] as i32]));
        }
        let vert: Vec<i32> = self.added.iter().filter(|&&v| used[v as usize]).map(|&v| v as i32).collect();
        if vert.len() + nface != nedge / 2 + 2 {
            return None;
        }
        Some(Hull::from_triangles(vert, tri, self.points.len()))
    }
}
