//! Hull whose vertex, face and neighbour order is that of the reference implementation.
//!
//! Contacts between meshes depend, where several vertices are equally far out, on the order in which a hull lists
//! them. This builder takes every decision that shows in the result in the same order as the program that MuJoCo
//! calls: which facet is worked on next, which facet an outside point is given to, in which order facets see each
//! other, and when facets are merged. What it does not handle (facets that turn over, edges shared by more than two
//! facets) makes it give up; the caller then builds the hull another way, with the same vertices in other order.

mod cone;
mod data;
mod merge;
mod merge_facet;
mod output;
mod partition;
mod reduce;

use super::Hull;
use super::simplex::{Extent, first_simplex};
use data::{Mesh, NONE, TAIL};
use stiction_spatial::Vec3;

/// The points need something that this builder does not do.
#[derive(Debug)]
pub(super) struct GiveUp;

type Step<T = ()> = Result<T, GiveUp>;

/// Cosines of facets of the first simplex below this make the hull narrow.
const NARROW: f64 = -0.99999999;

/// Distances that decide, all multiples of the rounding error.
#[derive(Clone, Copy, Debug)]
struct Tolerance {
    /// Rounding error of a distance.
    round: f64,
    /// Points higher above a facet see it; lower than minus this, its plane is clearly below.
    visible: f64,
    /// Points higher above a facet are outside of the hull.
    outside: f64,
    /// Normals shorter than this are degenerate.
    denominator: f64,
    /// Pivots on x and y below this are rounding error.
    pivot: [f64; 2],
    /// Depth at which points of a narrow hull are still kept.
    near_inside: f64,
    /// Width above which the best distance of a merge is suspicious.
    wide: f64,
}

/// A hull under construction.
pub(super) struct Builder<'a> {
    points: &'a [[f64; 3]],
    mesh: Mesh,
    tol: Tolerance,
    /// Mean of the first vertices, inside of every later hull.
    inner: [f64; 3],
    /// Largest distance of any point that was counted as coplanar.
    max_outside: f64,
    /// The first simplex is nearly flat: points slightly inside are kept as if they were outside.
    narrow: bool,
    /// Vertices keep lists of their facets (from the first merge on).
    track: bool,
    /// Merges so far.
    merges: usize,
    /// Vertices that left the hull in this addition.
    dropped: Vec<u32>,
    /// Points are given to the best of all new facets instead of climbing from the replaced one.
    search_all: bool,
    /// New facets were found not to bend around a corner of space.
    not_sharp: bool,
    queue: merge::Queue,
    /// Work space.
    stack: Vec<u32>,
    link: Vec<(u32, u32)>,
}

/// The hull of the points, or `GiveUp`. With `maxvert`, the furthest of all outside points is added each time.
pub(super) fn build(points: &[[f64; 3]], maxvert: Option<usize>) -> Step<Hull> {
    let mut b = Builder::new(points)?;
    b.first_facets()?;
    b.partition_all();
    b.mesh.reset_marks();
    b.mesh.facet_next = b.mesh.facet_list;
    b.furthest_first();
    while let Some((point, facet)) = b.next_point(maxvert.is_some()) {
        if maxvert.is_some_and(|n| b.mesh.num_vertices >= n.max(4)) {
            break;
        }
        b.add(point, facet)?;
    }
    b.finish()
}

impl<'a> Builder<'a> {
    fn new(points: &'a [[f64; 3]]) -> Step<Self> {
        let extent = Extent::new(points);
        let reach = f64::min(f64::sqrt(3.0) * extent.abs, extent.sum);
        let round = f64::EPSILON * (3.0 * reach * 1.01 + extent.abs);
        let visible = 2.0 * round;
        let tol = Tolerance {
            round,
            visible,
            outside: 2.0 * visible,
            denominator: f64::max(f64::MIN_POSITIVE, 1.0 / f64::MAX) * extent.abs,
            pivot: [extent.near_zero(0), extent.near_zero(1)],
            near_inside: 5.0 * (3.0 * visible + round),
            wide: 100.0 * (3.0 * visible + round),
        };
        Ok(Builder {
            points,
            mesh: Mesh::new(),
            tol,
            inner: [0.0; 3],
            max_outside: 0.0,
            narrow: false,
            track: false,
            merges: 0,
            dropped: Vec::new(),
            search_all: false,
            not_sharp: false,
            queue: merge::Queue::default(),
            stack: Vec::new(),
            link: Vec::new(),
        })
        .and_then(|mut b: Builder<'a>| {
            let corners = first_simplex(points, &extent).ok_or(GiveUp)?;
            for p in corners {
                b.mesh.create_vertex(p as u32);
            }
            Ok(b)
        })
    }

    fn xyz(&self, v: u32) -> &'a [f64; 3] {
        &self.points[self.mesh.v(v).point as usize]
    }

    /// The four facets of the first simplex.
    fn first_facets(&mut self) -> Step {
        let young_first = [4u32, 3, 2, 1];
        for k in 0..4 {
            let f = self.mesh.create_facet();
            let facet = self.mesh.fm(f);
            facet.vert.extend(young_first.iter().filter(|&&v| v != young_first[k]));
            facet.top = k % 2 == 0;
            self.mesh.append_facet(f);
            self.mesh.append_vertex(young_first[k]);
        }
        let all: Vec<u32> = self.list(self.mesh.facet_list).collect();
        for &f in &all {
            self.mesh.fm(f).neigh.extend(all.iter().filter(|&&g| g != f));
        }
        self.mesh.reset_marks();
        self.mesh.facet_next = self.mesh.facet_list;
        for k in 0..3 {
            let sum = young_first.iter().fold(0.0, |s, &v| s + self.xyz(v)[k]);
            self.inner[k] = sum / 4.0;
        }
        self.set_plane(all[0])?;
        if self.mesh.f(all[0]).above(&self.inner) > self.tol.round {
            for &f in &all {
                self.mesh.fm(f).top ^= true;
            }
        }
        for &f in &all {
            self.set_plane(f)?;
            if self.mesh.f(f).flipped {
                return Err(GiveUp);
            }
        }
        for &f in &all {
            for k in 0..3 {
                let g = self.mesh.f(f).neigh[k];
                let (a, b) = (self.mesh.f(f).normal, self.mesh.f(g).normal);
                self.narrow |= a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < NARROW;
            }
        }
        Ok(())
    }

    /// The facets from `f` to the end of the list.
    fn list(&self, f: u32) -> impl Iterator<Item = u32> + '_ {
        let mut f = f;
        std::iter::from_fn(move || {
            if f == TAIL || f == NONE {
                return None;
            }
            let at = f;
            f = self.mesh.f(f).next;
            Some(at)
        })
    }

    /// Plane through the three vertices of a simplicial facet.
    fn set_plane(&mut self, f: u32) -> Step {
        let facet = self.mesh.f(f);
        let [p, q, r] = [0, 1, 2].map(|k| self.xyz(facet.vert[k]));
        let (a, b) = (Vec3(*q) - Vec3(*p), Vec3(*r) - Vec3(*p));
        let n = Vec3::new(b[1] * a[2] - b[2] * a[1], a[0] * b[2] - a[2] * b[0], b[0] * a[1] - b[1] * a[0]);
        let size = f64::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        if size <= self.tol.denominator {
            return Err(GiveUp);
        }
        let normal = n / if facet.top { size } else { -size };
        let offset = -(p[0] * normal[0] + p[1] * normal[1] + p[2] * normal[2]);
        let off = |x: &[f64; 3]| (offset + (x[0] * normal[0] + x[1] * normal[1] + x[2] * normal[2])).abs();
        let (normal, offset) = if off(q) > self.tol.round || off(r) > self.tol.round {
            self.sliver_plane([p, q, r], facet.top)?
        } else {
            (normal, offset)
        };
        let facet = self.mesh.fm(f);
        (facet.normal, facet.offset, facet.planar) = (normal, offset, true);
        facet.flipped = facet.above(&self.inner) >= -self.tol.round;
        Ok(())
    }

    /// Plane of a thin triangle, for which the cross product loses too many digits: elimination with pivots.
    fn sliver_plane(&self, [p, q, r]: [&[f64; 3]; 3], top: bool) -> Step<(Vec3, f64)> {
        let (mut a, mut b) = (Vec3(*q) - Vec3(*p), Vec3(*r) - Vec3(*p));
        let mut negative = top;
        if b[0].abs() > a[0].abs() {
            std::mem::swap(&mut a, &mut b);
            negative = !negative;
        }
        if a[0] == 0.0 {
            return Err(GiveUp);
        }
        let factor = b[0] / a[0];
        b[1] -= factor * a[1];
        b[2] -= factor * a[2];
        if a[0].abs() < 1e-150 || b[1].abs() < 1e-150 {
            return Err(GiveUp);
        }
        let unsure = a[0].abs() <= self.tol.pivot[0] || b[1].abs() <= self.tol.pivot[1];
        negative ^= (a[0] < 0.0) != (b[1] < 0.0);
        let z = if negative { -1.0 } else { 1.0 };
        let y = (0.0 - b[2] * z) / b[1];
        let x = (0.0 - a[1] * y - a[2] * z) / a[0];
        let mut n = Vec3::new(x, y, z);
        n = n / f64::sqrt(x * x + y * y + z * z);
        let mut offset = -(p[0] * n[0]);
        offset -= p[1] * n[1];
        offset -= p[2] * n[2];
        let c = &self.inner;
        if unsure && offset + c[0] * n[0] + c[1] * n[1] + c[2] * n[2] > 0.0 {
            return Ok((-n, -offset));
        }
        Ok((n, offset))
    }

    /// The next outside point to add and the facet it is furthest above.
    fn next_point(&mut self, furthest: bool) -> Option<(u32, u32)> {
        while self.mesh.facet_next != TAIL {
            let f = self.mesh.facet_next;
            let facet = self.mesh.f(f);
            if facet.outside.is_empty() || (self.narrow && facet.furthest < self.tol.outside) {
                self.mesh.facet_next = self.mesh.f(f).next;
                continue;
            }
            if furthest {
                self.furthest_first();
            }
            let f = self.mesh.facet_next;
            return self.mesh.fm(f).outside.pop().map(|p| (p, f));
        }
        None
    }

    /// Moves the facet with the furthest outside point to the front of those still to work on.
    fn furthest_first(&mut self) {
        let (mut best, mut distance) = (NONE, -f64::MAX);
        for f in self.list(self.mesh.facet_list) {
            if !self.mesh.f(f).outside.is_empty() && self.mesh.f(f).furthest > distance {
                (best, distance) = (f, self.mesh.f(f).furthest);
            }
        }
        if best != NONE {
            self.mesh.remove_facet(best);
            self.mesh.prepend_to_next(best);
        }
    }

    /// Adds a point above a facet.
    fn add(&mut self, point: u32, facet: u32) -> Step {
        self.see(point, facet)?;
        self.make_cone(point)?;
        self.search_all = false;
        self.merge_new()?;
        self.search_all =
            self.merges > 50 || self.list(self.mesh.new_list).any(|f| !self.mesh.f(f).simplicial);
        self.partition_visible()?;
        self.search_all = false;
        self.not_sharp = false;
        self.delete_visible();
        self.mesh.reset_marks();
        Ok(())
    }

    /// Retires what the addition replaced.
    fn delete_visible(&mut self) {
        let mut f = self.mesh.visible_list;
        while f != TAIL && f != NONE && self.mesh.f(f).visible {
            let next = self.mesh.f(f).next;
            self.mesh.retire_facet(f);
            f = next;
        }
        for k in 0..self.dropped.len() {
            self.mesh.remove_vertex(self.dropped[k]);
        }
        self.dropped.clear();
    }
}
