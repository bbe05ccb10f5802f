//! The first tetrahedron of a hull, and the test that one exists.

use super::HullError;
use stiction_spatial::{MIN_VAL, Vec3};

/// Determinants below this fraction of the best possible one make the search look at every point.
const NARROW: f64 = 1e-3;

/// Extent of the points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Largest absolute coordinate.
    pub abs: f64,
    /// Σ over axes of the largest absolute coordinate.
    pub sum: f64,
    /// The same over the first one, two and three axes.
    pub partial: [f64; 3],
    /// Largest width along an axis.
    pub width: f64,
    /// Points of smallest and largest x, y, z.
    pub extreme: [usize; 6],
}

impl Extent {
    pub fn new(points: &[[f64; 3]]) -> Self {
        let mut e = Extent { abs: 0.0, sum: 0.0, partial: [0.0; 3], width: 0.0, extreme: [0; 6] };
        for k in 0..3 {
            let (mut lo, mut hi) = (0, 0);
            for (i, p) in points.iter().enumerate() {
                if points[hi][k] < p[k] {
                    hi = i;
                } else if points[lo][k] > p[k] {
                    lo = i;
                }
            }
            let abs = points[hi][k].max(-points[lo][k]);
            e.abs = e.abs.max(abs);
            e.sum += abs;
            e.partial[k] = e.sum;
            e.width = e.width.max(points[hi][k] - points[lo][k]);
            e.extreme[2 * k] = lo;
            e.extreme[2 * k + 1] = hi;
        }
        e
    }

    /// Below this a pivot or determinant that involves axes 0 to `k` is rounding error.
    pub fn near_zero(&self, k: usize) -> f64 {
        80.0 * self.partial[k] * f64::EPSILON
    }
}

/// Refuses points without a three-dimensional hull: the first point, the first one away from it, the first one off
/// that line and the first one off that plane must exist.
pub(super) fn check_spread(points: &[[f64; 3]]) -> Result<(), HullError> {
    if points.len() < 4 {
        return Err(HullError::TooFew);
    }
    if !points.iter().flatten().all(|x| x.is_finite()) {
        return Err(HullError::NotFinite);
    }
    let origin = Vec3(points[0]);
    let edge = points.iter().map(|&p| Vec3(p) - origin);
    let first = edge.clone().find(|e| e.norm() > MIN_VAL).ok_or(HullError::Colocated)?;
    let length = first.norm();
    let normal = edge
        .clone()
        .find_map(|e| {
            let n = first.cross(e);
            let (len, size) = (e.norm(), n.norm());
            (len >= MIN_VAL && size > MIN_VAL * length * len).then(|| n / size)
        })
        .ok_or(HullError::Collinear)?;
    let offset = normal.dot(origin);
    let off_plane = |p: &[f64; 3]| (normal.dot(Vec3(*p)) - offset).abs() > MIN_VAL * length;
    if points.iter().any(off_plane) { Ok(()) } else { Err(HullError::Coplanar) }
}

/// Four points that span a large tetrahedron: the ends along x, then twice the point of largest determinant among
/// the axis extremes, or among all points where those are too narrow. `None` if the points are flat to rounding.
pub(super) fn first_simplex(points: &[[f64; 3]], extent: &Extent) -> Option<[usize; 4]> {
    let mut simplex = vec![extent.extreme[0]];
    let x = |i: usize| points[i][0];
    // the extremes of y and z may tie with those of x: the first of the list wins
    let lo = first_best(&extent.extreme, |i| -x(i));
    let hi = first_best(&extent.extreme, x);
    simplex[0] = lo;
    if hi != lo {
        simplex.push(hi);
    }
    if simplex.len() < 2 {
        return None;
    }
    let mut previous = x(hi) - x(lo);
    for _ in 0..2 {
        let near_zero = 10.0 * extent.near_zero(simplex.len() - 1);
        let (mut best, mut size) = (None, -1.0);
        for &i in &extent.extreme {
            let d = spread(points, &simplex, i);
            if !simplex.contains(&i) && d > size {
                (best, size) = (Some(i), d);
            }
        }
        let target = previous * extent.width;
        if best.is_none() || size < near_zero || (size > 0.0 && size < NARROW * target) {
            for i in 0..points.len() {
                if simplex.contains(&i) || extent.extreme.contains(&i) {
                    continue;
                }
                let d = spread(points, &simplex, i);
                if d > size {
                    (best, size) = (Some(i), d);
                    if size >= near_zero && size > 10.0 * NARROW * target {
                        break;
                    }
                }
            }
        }
        simplex.push(best?);
        previous = size;
    }
    simplex.try_into().ok()
}

/// The first index with the largest key.
fn first_best(of: &[usize], key: impl Fn(usize) -> f64) -> usize {
    of.iter().copied().fold(of[0], |b, i| if key(i) > key(b) { i } else { b })
}

/// |determinant| of the simplex with apex `i`: in the xy plane for two points, in space for three.
fn spread(points: &[[f64; 3]], simplex: &[usize], i: usize) -> f64 {
    let from = |k: usize| Vec3(points[simplex[k]]) - Vec3(points[i]);
    let (a, b) = (from(0), from(1));
    if simplex.len() == 2 {
        return (a[0] * b[1] - a[1] * b[0]).abs();
    }
    let c = from(2);
    (a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1])
        + c[0] * (a[1] * b[2] - a[2] * b[1]))
        .abs()
}
