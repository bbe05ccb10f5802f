//! Capsule against box: the nearest point of the axis, and a second one where the capsule lies along the box.
//!
//! In the box frame the axis is p + x h, |x| ≤ 1. Its nearest point to the box is an end above a face, or lies where
//! the axis passes an edge (the interior of the edge or a corner). From there the axis is followed in the direction
//! that stays above the box until it leaves the box's outline; that is the second point. Both become spheres:
//!
//! ```text
//! contacts = sphere–box at p + x₁ h and at p + (x₁ + Δ) h
//! ```
//!
//! Which direction, and when there is no second point, is decided by the signs of h relative to the corner, as MuJoCo
//! decides it.

use super::contact::{Clip, Manifold};
use super::round::{Ball, ball_box};
use super::shape::Placement;
use stiction_spatial::{MIN_VAL, Vec3};

/// Where on the box the axis is nearest.
#[derive(Clone, Copy)]
enum Feature {
    /// An end of the axis (−1 or +1) above a face, or inside the box.
    End { end: f64, face: Option<usize> },
    /// Corner with the bits of `corner`.
    Corner { corner: usize },
    /// Interior of the edge along `axis` that starts at `corner`, at `at` ∈ (−1, 1).
    Edge { corner: usize, axis: usize, at: f64 },
}

/// Part of an edge.
#[derive(Clone, Copy)]
enum Side {
    Lower,
    Inner,
    Upper,
}

/// The axis of the capsule in the box frame.
struct Segment {
    pos: Vec3,
    /// Half of the axis.
    half: Vec3,
    /// Unit direction.
    dir: Vec3,
    half_length: f64,
    /// Bit k is set if half\[k\] > 0.
    signs: usize,
}

pub(crate) fn capsule_box(
    a: &Placement,
    radius: f64,
    half_length: f64,
    b: &Placement,
    size: Vec3,
    margin: f64,
    out: &mut Manifold,
) {
    let dir = b.mat.tr_mul_vec(a.mat.col(2));
    let half = dir.scale(half_length);
    let signs =
        usize::from(half[0] > 0.0) | usize::from(half[1] > 0.0) << 1 | usize::from(half[2] > 0.0) << 2;
    let seg = Segment { pos: b.mat.tr_mul_vec(a.pos - b.pos), half, dir, half_length, signs };

    let bound = margin + 2.0 * (radius + half_length + size[0] + size[1] + size[2]);
    let Some((x, feature)) = seg.nearest(size, bound) else { return };
    let mut touch = |x: f64| {
        let center = b.point(seg.pos.add_scaled(seg.half, x));
        ball_box(Ball { center, radius, mat: &a.mat }, b, size, margin, out);
    };
    touch(x);
    if let Some(step) = seg.second(size, x, feature) {
        touch(step + x);
    }
}

/// Whether the axis of the capsule passes through the box. Where it does, and both ends are outside, the nearest feature may be
/// an edge whose sphere does not touch: such a pair overlaps without a contact above.
pub(crate) fn axis_pierces(a: &Placement, half_length: f64, b: &Placement, size: Vec3) -> bool {
    let p = b.mat.tr_mul_vec(a.pos - b.pos);
    let h = b.mat.tr_mul_vec(a.mat.col(2)).scale(half_length);
    let (mut from, mut to) = (-1.0, 1.0);
    for k in 0..3 {
        if h[k] == 0.0 {
            if p[k].abs() > size[k] {
                return false;
            }
            continue;
        }
        let (x, y) = ((-size[k] - p[k]) / h[k], (size[k] - p[k]) / h[k]);
        from = f64::max(from, x.min(y));
        to = f64::min(to, x.max(y));
    }
    from <= to
}

/// Nearest points of the axis and a box edge along j: the part that the four parallel edges share.
///
/// |c + x₁ s e_j − p − x₂ h|² is minimal where [ma mb; mb mc] (x₁, x₂) = (u, v).
struct EdgeSolve {
    j: usize,
    ma: f64,
    mb: f64,
    mc: f64,
    inv_a: f64,
    inv_c: f64,
    inv_det: f64,
}

impl EdgeSolve {
    /// `None` if the axis is parallel to the edges.
    fn new(seg: &Segment, size: Vec3, j: usize) -> Option<Self> {
        let ma = size[j] * size[j];
        let mb = -size[j] * seg.half[j];
        let mc = seg.half_length * seg.half_length;
        let det = ma * mc - mb * mb;
        (det.abs() >= MIN_VAL).then(|| EdgeSolve {
            j,
            ma,
            mb,
            mc,
            inv_a: 1.0 / ma,
            inv_c: 1.0 / mc,
            inv_det: 1.0 / det,
        })
    }

    /// For the edge through corner i: (side, on the edge, on the axis, distance²).
    ///
    /// The side is that of the last clamping on the edge, even if a later clamping of the axis moved the point inside.
    fn nearest(&self, seg: &Segment, size: Vec3, i: usize) -> (Side, f64, f64, f64) {
        let mut c = Vec3::new(
            if i & 1 != 0 { size[0] } else { -size[0] },
            if i & 2 != 0 { size[1] } else { -size[1] },
            if i & 4 != 0 { size[2] } else { -size[2] },
        );
        c[self.j] = 0.0;
        let d = c - seg.pos;
        let u = -size[self.j] * d[self.j];
        let v = seg.half.dot(d);
        let mut x1 = (self.mc * u - self.mb * v) * self.inv_det;
        let mut x2 = (self.ma * v - self.mb * u) * self.inv_det;
        let mut side = Side::Inner;
        let mut clamp = |x: f64| {
            if x.abs() > 1.0 {
                side = if x > 0.0 { Side::Upper } else { Side::Lower };
            }
            x.clip(-1.0, 1.0)
        };
        if x1.abs() > 1.0 {
            x1 = clamp(x1);
            x2 = (v - self.mb * x1) * self.inv_c;
        }
        if x2.abs() > 1.0 {
            x2 = x2.clip(-1.0, 1.0);
            x1 = clamp((u - self.mb * x2) * self.inv_a);
        }
        let mut gap = d.add_scaled(seg.half, -x2);
        gap[self.j] += size[self.j] * x1;
        (side, x1, x2, gap.norm_squared())
    }
}

impl Segment {
    /// Parameter of the nearest point of the axis and the feature of the box it is nearest to.
    fn nearest(&self, size: Vec3, bound: f64) -> Option<(f64, Feature)> {
        let mut best = bound;
        let mut found = None;
        for end in [-1.0, 1.0] {
            let q = self.pos.add_scaled(self.half, end);
            let mut c = q;
            let mut outside = 0;
            let mut face = None;
            for j in 0..3 {
                if c[j] < -size[j] || c[j] > size[j] {
                    outside += 1;
                    face = Some(j);
                    c[j] = if c[j] < 0.0 { -size[j] } else { size[j] };
                }
            }
            if outside > 1 {
                continue;
            }
            let d2 = (c - q).norm_squared();
            if d2 < best {
                best = d2;
                found = Some((end, Feature::End { end, face }));
            }
        }
        for j in 0..3 {
            let Some(line) = EdgeSolve::new(self, size, j) else { continue };
            for i in (0..8).filter(|i| i & (1 << j) == 0) {
                let (side, x_box, x_seg, d2) = line.nearest(self, size, i);
                // an edge must win clearly, or an axis parallel to a face would flicker
                if d2 < best - MIN_VAL {
                    best = d2;
                    let feature = match side {
                        Side::Inner => Feature::Edge { corner: i, axis: j, at: x_box },
                        Side::Lower => Feature::Corner { corner: i },
                        Side::Upper => Feature::Corner { corner: i + (1 << j) },
                    };
                    found = Some((x_seg, feature));
                }
            }
        }
        found
    }

    /// Step along the axis from the nearest point `x` to the second contact.
    fn second(&self, size: Vec3, x: f64, feature: Feature) -> Option<f64> {
        match feature {
            Feature::End { end, face } => Some(self.beyond_face(size, end, face?)),
            Feature::Corner { corner } => self.beyond_corner(size, x, corner),
            Feature::Edge { corner, axis, at } => self.beyond_edge(size, x, corner, axis, at),
        }
    }

    /// From an end above a face to the other end, or to where the axis crosses the face's outline.
    fn beyond_face(&self, size: Vec3, end: f64, face: usize) -> f64 {
        let mul = -end;
        let q = self.pos.add_scaled(self.half, -mul);
        let mut step = 2.0;
        for i in (0..3).filter(|&i| i != face) {
            for s in [size[i], -size[i]] {
                let e = (s - q[i]) / self.half[i] * mul;
                if e > 0.0 && e < step {
                    step = e;
                }
            }
        }
        step * mul
    }

    /// From a corner along one of its edges or faces; none if the axis points at the corner.
    fn beyond_corner(&self, size: Vec3, x: f64, corner: usize) -> Option<f64> {
        let (mul, ax) = match self.signs ^ corner {
            c @ (1 | 2 | 4) => (1.0, c.trailing_zeros() as usize),
            c @ (3 | 5 | 6) => (-1.0, (7 - c).trailing_zeros() as usize),
            _ => return None,
        };
        let (ahead, behind) = (1.0 - mul * x, 1.0 + mul * x);
        let room = |k: usize| 2.0 * size[k] / self.half[k].abs();
        let shorter = |s: f64, e: f64| if e < s { e } else { s };
        if self.dir[ax] * self.dir[ax] > 0.5 {
            Some(shorter(ahead, room(ax)) * mul)
        } else {
            let step = shorter(behind, room((ax + 1) % 3));
            Some(shorter(step, room((ax + 2) % 3)) * -mul)
        }
    }

    /// From the interior of an edge over the flatter of its two faces; none in a T configuration.
    fn beyond_edge(&self, size: Vec3, x: f64, corner: usize, ax: usize, at: f64) -> Option<f64> {
        let c = (self.signs ^ corner) & (7 - (1 << ax));
        if !matches!(c, 1 | 2 | 4) {
            return None;
        }
        let (k1, k2) = ((ax + 1) % 3, (ax + 2) % 3);
        let flat = if self.dir[k1].abs() > self.dir[k2].abs() { k2 } else { k1 };
        let across = 3 - ax - flat;
        let forward = c & (1 << across) != 0;
        let mul = if forward { 1.0 } else { -1.0 };
        let mut step = 1.0 - mul * x;
        let e = 2.0 * size[across] / self.half[across].abs();
        if e < step {
            step = e;
        }
        let rest = if (self.signs & (1 << ax) != 0) == forward { 1.0 - at } else { 1.0 + at };
        let e = size[ax] * rest / self.half[ax].abs();
        if e < step {
            step = e;
        }
        Some(step * mul)
    }
}
