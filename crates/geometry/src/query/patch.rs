//! Contact patches: one face or edge clipped to the outline of another face.
//!
//! The clipped feature's vertices v become contacts with the distance to the face plane,
//!
//! ```text
//! dist = n · (v − p),      p a point of the face, n its outward normal,
//! ```
//!
//! as far as they lie within the margin. Where a round side meets a face, both are first moved outward by half of the
//! margin: the face along its normal, the line along the contact normal. More than four points are reduced to a
//! quadrilateral of (nearly) largest area.
//!
//! MuJoCo lays the line of a cylinder's side through the point where its search stopped, which is off across the line by about √(r tol), r the radius and
//! tol `ccd_tolerance`. A line nearer than that to the outline of the face therefore misses it there (the kerb under a wheel: with tol = 1e-6, 1e-9, 1e-12
//! its deepest 0.5 mm, 0.02 mm, nothing), and the contact is the single one of the search. [`ASTRAY`] is where half of them do, by runs.

use super::features::{Corners, EdgeRef, FACE_COS, FaceRef, Solid};
use super::minkowski::Core;
use stiction_spatial::{MIN_VAL, Vec3};

/// Sine of the angle within which an edge counts as lying in a face (5.1°).
const EDGE_SIN: f64 = 0.0888;

/// Of √(r tol): how near to the outline of a face the line of a cylinder's side misses it.
const ASTRAY: f64 = 0.5;
/// Sine of the angle within which a border of a face counts as parallel to the line.
const BESIDE: f64 = 0.05;

/// Part of an area by which rounding may change it.
const TIE: f64 = 1e-10;

/// Work memory of the clipping.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatchScratch {
    faces: [Vec<FaceRef>; 2],
    edges: Vec<EdgeRef>,
    outline: [Vec<Vec3>; 2],
    planes: Vec<(Vec3, f64)>,
    clipped: Vec<Vec3>,
    /// Result: points on a (moved) feature and how far they lie above the (moved) face.
    pub points: Vec<(Vec3, f64)>,
    /// How much nearer the features were brought: add it to the heights for the distances.
    pub lifted: f64,
    /// Greatest height that still counts as contact.
    slack: f64,
    /// How near to the outline of a face, across itself, a line does not count as on it.
    astray: f64,
    /// Whether all corners of a clipped face are kept, not four.
    all: bool,
    /// Whether other four corners would have done as well: which are kept is rounding.
    pub tied: bool,
    /// Unit normal of the result, from A to B.
    pub normal: Vec3,
    /// True if `points` lie on B's surface (and A's is at −dist along the normal), false if on A's.
    pub on_b: bool,
}

/// Which features meet.
enum Meet {
    /// Face i of A and face j of B.
    Faces(usize, usize),
    /// Edge i of A on face j of B.
    EdgeA(usize, usize),
    /// Edge i of B on face j of A.
    EdgeB(usize, usize),
}

/// Corners that the buffers hold from the start: two clipped discs.
const ROOM: usize = 40;

impl PatchScratch {
    /// Takes the memory that all but large polygons need, once.
    fn warm(&mut self) {
        if self.clipped.capacity() < ROOM {
            self.clipped.reserve(ROOM);
            self.planes.reserve(ROOM);
            self.points.reserve(ROOM);
            self.edges.reserve(ROOM);
            self.outline.iter_mut().for_each(|v| v.reserve(ROOM));
            self.faces.iter_mut().for_each(|v| v.reserve(ROOM));
        }
    }

    /// Finds the patch of a contact with this normal (from A to B); false if the contact is a single point.
    pub(crate) fn build(
        &mut self,
        a: &Solid<'_>,
        b: &Solid<'_>,
        ca: &Corners,
        cb: &Corners,
        normal: Vec3,
        margin: f64,
        tolerance: f64,
    ) -> bool {
        self.warm();
        self.points.clear();
        // polyhedra are compared as they are; a round side meets a face with the margin shared between the two
        let thick = a.radius > 0.0 || b.radius > 0.0;
        let half = if thick { 0.5 * margin } else { 0.0 };
        self.lifted = 2.0 * half;
        self.slack = margin - self.lifted;
        self.all = false;
        let astray = |s: &Solid<'_>| match s.core {
            Core::Cylinder { radius, .. } => ASTRAY * (radius * tolerance.max(0.0)).sqrt(),
            _ => 0.0,
        };
        self.astray = 0.0;
        let Some(meet) = self.meet(a, b, ca, cb, normal) else { return false };
        match meet {
            Meet::Faces(i, j) => {
                let (fa, fb) = (self.faces[0][i], self.faces[1][j]);
                a.outline(fa.id, fa.normal.scale(half), &mut self.outline[0]);
                b.outline(fb.id, fb.normal.scale(half), &mut self.outline[1]);
                self.normal = -fb.normal;
                self.on_b = false;
                self.clip(0, fa.normal, Target::Opposed(fb.normal));
            }
            Meet::EdgeA(i, j) => {
                let face = self.faces[1][j];
                b.outline(face.id, face.normal.scale(half), &mut self.outline[1]);
                let lift = a.edge_lift(normal).scale(half);
                let edge = self.edges[i];
                self.outline[0].clear();
                self.outline[0].extend([edge.start + lift, edge.end + lift]);
                self.on_b = false;
                self.normal = -face.normal;
                self.astray = astray(a);
                self.clip(1, face.normal, Target::Face);
            }
            Meet::EdgeB(i, j) => {
                let face = self.faces[0][j];
                a.outline(face.id, face.normal.scale(half), &mut self.outline[0]);
                let lift = b.edge_lift(-normal).scale(half);
                let edge = self.edges[i];
                self.outline[1].clear();
                self.outline[1].extend([edge.start + lift, edge.end + lift]);
                self.on_b = true;
                self.normal = face.normal;
                self.astray = astray(b);
                self.clip(0, face.normal, Target::Face);
            }
        }
        !self.points.is_empty()
    }

    /// At most four corners of the face around the given ones that looks most along `outward`; none without faces.
    pub(crate) fn face_toward(&mut self, solid: &Solid<'_>, corners: &Corners, outward: Vec3) {
        self.points.clear();
        solid.faces(corners, outward, &mut self.faces[0]);
        let along = |f: &FaceRef| f.normal.dot(outward);
        let Some(face) = self.faces[0].iter().copied().max_by(|f, g| along(f).total_cmp(&along(g))) else {
            return;
        };
        solid.outline(face.id, Vec3::ZERO, &mut self.outline[0]);
        self.points.extend(self.outline[0].iter().map(|&p| (p, 0.0)));
        if self.points.len() > 4 {
            let quad = largest_quad(&self.points, self.points.len()).0.map(|i| self.points[i]);
            self.points.clear();
            self.points.extend(quad);
        }
    }

    /// First pair of opposed faces; failing that, the first edge that lies in a face.
    fn meet(
        &mut self,
        a: &Solid<'_>,
        b: &Solid<'_>,
        ca: &Corners,
        cb: &Corners,
        normal: Vec3,
    ) -> Option<Meet> {
        a.faces(ca, normal, &mut self.faces[0]);
        b.faces(cb, -normal, &mut self.faces[1]);
        let mut best: Option<(f64, Meet)> = None;
        for (i, f) in self.faces[0].iter().enumerate() {
            for (j, g) in self.faces[1].iter().enumerate() {
                if f.normal.dot(g.normal) < -FACE_COS {
                    let along = (f.normal - g.normal).dot(normal);
                    if best.as_ref().is_none_or(|b| along > b.0) {
                        best = Some((along, Meet::Faces(i, j)));
                    }
                }
            }
        }
        if let Some((_, meet)) = best {
            return Some(meet);
        }
        let edge_in_face = |edges: &[EdgeRef], faces: &[FaceRef]| {
            for (j, f) in faces.iter().enumerate() {
                if let Some(i) = edges.iter().position(|e| e.dir.dot(f.normal).abs() < EDGE_SIN) {
                    return Some((i, j));
                }
            }
            None
        };
        if a.has_round_side() || (ca.n < 3 && ca.n <= cb.n) {
            a.edges(ca, normal, &mut self.edges);
            if let Some((i, j)) = edge_in_face(&self.edges, &self.faces[1]) {
                return Some(Meet::EdgeA(i, j));
            }
        }
        if b.has_round_side() || cb.n < 3 {
            b.edges(cb, -normal, &mut self.edges);
            return edge_in_face(&self.edges, &self.faces[0]).map(|(i, j)| Meet::EdgeB(i, j));
        }
        None
    }

    /// Whether the line beside the face of this outline is nearer to a border that runs along it than it may be off.
    fn is_astray(&self, face: usize) -> bool {
        let [p, q] = [self.outline[1 - face][0], self.outline[1 - face][1]];
        let (d, len) = (q - p).normalized();
        len > MIN_VAL
            && self.planes.iter().any(|&(inward, offset)| {
                inward.dot(d).abs() < BESIDE && inward.dot((p + q).scale(0.5)) - offset < self.astray
            })
    }

    /// Clips the other outline to the prism over outline `face`, whose normal is `n`.
    fn clip(&mut self, face_index: usize, n: Vec3, target: Target) {
        let [o0, o1] = &mut self.outline;
        let (face, poly) = if face_index == 0 { (o0, o1) } else { (o1, o0) };
        if face.len() < 3 {
            return;
        }
        let is_edge = poly.len() == 2;
        self.planes.clear();
        for (k, &v) in face.iter().enumerate() {
            let next = face[if k + 1 == face.len() { 0 } else { k + 1 }];
            let inward = (next - v).cross(n).normalized().0;
            self.planes.push((inward, inward.dot(v)));
        }
        if is_edge && self.astray > 0.0 && self.is_astray(face_index) {
            return;
        }
        let [o0, o1] = &mut self.outline;
        let (face, poly) = if face_index == 0 { (o0, o1) } else { (o1, o0) };
        for &(inward, offset) in &self.planes {
            cut(poly, &mut self.clipped, inward, offset);
            std::mem::swap(poly, &mut self.clipped);
        }
        // heights over the face; between two faces, from the point's shadow on the first, along the normal of its own face: corners of a polygon
        // of a mesh lie in a plane to single precision only, so each point carries its own
        let origin = face[0];
        let height = |p: &mut Vec3| {
            let h = n.dot(*p - origin);
            match target {
                Target::Face => h,
                Target::Opposed(normal) => {
                    let (corner, shadow) = (*p, p.add_scaled(n, -h));
                    *p = shadow;
                    normal.dot(shadow - corner)
                }
            }
        };
        let pairs = &mut self.points;
        pairs.extend(poly.iter().map(|&p| {
            let mut p = p;
            let h = height(&mut p);
            (p, h)
        }));
        pairs.retain(|x| x.1 <= self.slack);
        if self.all && !is_edge {
            return;
        }
        if pairs.len() > 4 {
            let (quad, tied) = largest_quad(pairs, pairs.len());
            self.tied |= tied;
            let quad = quad.map(|i| pairs[i]);
            pairs.clear();
            pairs.extend(quad);
        } else if is_edge && pairs.len() > 2 {
            let ends = farthest_pair(pairs).map(|i| pairs[i]);
            pairs.clear();
            pairs.extend(ends);
        }
    }
}

/// Clips the face or line of `solid` that lies on a triangle to it; the result is in `work.points` (points on the solid with their
/// heights over the triangle).
pub(crate) fn lay_on_face(
    work: &mut PatchScratch,
    solid: &Solid<'_>,
    corners: &Corners,
    triangle: &[Vec3; 3],
    n: Vec3,
    margin: f64,
) {
    work.warm();
    work.points.clear();
    work.slack = margin;
    work.lifted = 0.0;
    work.astray = 0.0;
    // one triangle is a part of the patch: thinned is the whole
    work.all = true;
    solid.faces(corners, -n, &mut work.faces[1]);
    let facing = work.faces[1].iter().find(|f| f.normal.dot(n) < -FACE_COS).copied();
    // the triangle as an outline that runs clockwise seen from outside
    work.outline[0].clear();
    work.outline[0].extend([triangle[0], triangle[2], triangle[1]]);
    if let Some(f) = facing {
        solid.outline(f.id, Vec3::ZERO, &mut work.outline[1]);
        work.clip(0, n, Target::Face);
        return;
    }
    solid.edges(corners, -n, &mut work.edges);
    if let Some(e) = work.edges.iter().find(|e| e.dir.dot(n).abs() < EDGE_SIN).copied() {
        work.outline[1].clear();
        work.outline[1].extend([e.start, e.end]);
        work.clip(0, n, Target::Face);
    }
}

/// How the distance of a clipped point is measured.
#[derive(Clone, Copy)]
enum Target {
    /// To the plane of the clipping face.
    Face,
    /// From its shadow on the clipping face along the normal of the clipped face.
    Opposed(Vec3),
}

/// Part of the closed polygon (or the edge there and back) with inward · p ≥ offset.
fn cut(poly: &[Vec3], out: &mut Vec<Vec3>, inward: Vec3, offset: f64) {
    out.clear();
    for (k, &p) in poly.iter().enumerate() {
        let q = poly[if k + 1 == poly.len() { 0 } else { k + 1 }];
        let (hp, hq) = (inward.dot(p) - offset, inward.dot(q) - offset);
        let (in_p, in_q) = (hp > -MIN_VAL, hq > -MIN_VAL);
        if in_p != in_q {
            let run = inward.dot(q - p);
            if run != 0.0 {
                let t = -hp / run;
                if (0.0..=1.0).contains(&t) {
                    out.push(p.add_scaled(q - p, t));
                }
            }
        }
        if in_q {
            out.push(q);
        }
    }
}

/// Indices of at most four points of a convex polygon that span it well, the first one among them.
pub(crate) fn spread(p: &[(Vec3, f64)]) -> impl Iterator<Item = usize> + use<> {
    let n = p.len();
    let quad = if n > 4 { largest_quad(p, 1).0 } else { [0, 1, 2, 3] };
    quad.into_iter().take(n)
}

/// The two points that are farthest apart.
fn farthest_pair(p: &[(Vec3, f64)]) -> [usize; 2] {
    let mut best = [0, 1];
    let mut d = 0.0;
    for i in 0..p.len() {
        for j in i + 1..p.len() {
            let d2 = (p[j].0 - p[i].0).norm_squared();
            if d2 > d {
                d = d2;
                best = [i, j];
            }
        }
    }
    best
}

/// Area of the quadrilateral a b c d.
fn area(p: &[(Vec3, f64)], q: [usize; 4]) -> f64 {
    let [a, b, c, d] = q.map(|i| p[i].0);
    0.5 * (c - a).cross(d - b).norm()
}

/// Four vertices of a convex polygon that span a large area: from each of the first `starts` vertices, the other three corners
/// advance while the area grows. And whether four others span as much.
fn largest_quad(p: &[(Vec3, f64)], starts: usize) -> ([usize; 4], bool) {
    let n = p.len();
    let next = |i: usize| if i + 1 == n { 0 } else { i + 1 };
    let mut q = [0, 1, 2, 3];
    let mut best = q;
    let mut m = area(p, q);
    // the area that other four were as large as, last
    let mut as_large = 0.0;
    for a in 0..starts {
        q[0] = a;
        let mut advance = |q: &mut [usize; 4], k: usize| {
            let mut trial = *q;
            trial[k] = next(q[k]);
            let s = area(p, trial);
            if (s - m).abs() <= TIE * m && !trial.iter().all(|i| best.contains(i)) {
                as_large = m;
            }
            if s <= m {
                return false;
            }
            m = s;
            *q = trial;
            best = trial;
            true
        };
        while advance(&mut q, 3) {
            while advance(&mut q, 2) {}
            while advance(&mut q, 1) {}
        }
        for k in 1..4 {
            if q[k] == q[k - 1] {
                q[k] = next(q[k]);
            } else {
                break;
            }
        }
    }
    (best, as_large >= (1.0 - TIE) * m)
}
