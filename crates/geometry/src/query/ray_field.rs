//! Rays against height fields.
//!
//! The solid is the base box below z = 0, the two triangles of every grid cell, and the four side walls under the outermost
//! samples. Only cells under the ray's shadow are visited, row by row.

use super::ray::{Ray, RayHit, box_faces, face_normal, nearest_face};
use super::ray_mesh::{ray_triangle, triangle_normal};
use super::shape::HeightField;
use stiction_spatial::Vec3;

/// Nearest hit in the field's frame.
pub(crate) fn ray_height_field(field: &HeightField<'_>, ray: &Ray) -> Option<RayHit> {
    let [sx, sy, top, base] = field.size;
    let lifted = |z: f64| Ray { pnt: Vec3::new(ray.pnt[0], ray.pnt[1], ray.pnt[2] - z), vec: ray.vec };
    let below = box_faces(&lifted(-0.5 * base), Vec3::new(sx, sy, 0.5 * base));
    let mut best = nearest_face(&below).map(|(dist, f)| RayHit { dist, normal: face_normal(f) });

    let above = box_faces(&lifted(0.5 * top), Vec3::new(sx, sy, 0.5 * top));
    let Some((enter, _)) = nearest_face(&above) else { return best };
    if field.nrow < 2 || field.ncol < 2 {
        return best;
    }
    // part of the ray inside the top box: from its start if that is inside, else from the first face
    let leave = above.iter().fold(enter, |m, x| m.max(*x));
    let span = if leave > enter { [enter, leave] } else { [0.0, enter] };
    cells(field, ray, span, &mut best);
    walls(field, ray, &above, &mut best);
    best
}

/// Triangles of the cells that the segment passes over.
fn cells(field: &HeightField<'_>, ray: &Ray, span: [f64; 2], best: &mut Option<RayHit>) {
    let (dx, dy) = spacing(field);
    let grid = |x: f64| {
        let p = ray.at(x);
        ((p[0] + field.size[0]) / dx, (p[1] + field.size[1]) / dy)
    };
    let ((x0, y0), (x1, y1)) = (grid(span[0]), grid(span[1]));
    let height = |t: f64| ray.at(span[0] + t * (span[1] - span[0]))[2];
    for r in range(y0, y1, field.nrow) {
        // shadow of the segment within this row, one row of slack on either side
        let (mut a, mut b) = (0.0f64, 1.0f64);
        let rise = y1 - y0;
        if rise.abs() > 1e-12 {
            let t0 = (r as f64 - 1.0 - y0) / rise;
            let t1 = (r as f64 + 2.0 - y0) / rise;
            a = t0.min(t1).max(0.0);
            b = t0.max(t1).min(1.0);
        }
        if a > b {
            continue;
        }
        let run = x1 - x0;
        for c in range(x0 + a * run, x0 + b * run, field.ncol) {
            let z = [0, 1].map(|j| [0, 1].map(|i| field.height(r + j, c + i)));
            // the ray passes above the whole cell
            if z[0][0].max(z[0][1]).max(z[1][0].max(z[1][1])) < lowest(c, x0, run, [a, b], &height) {
                continue;
            }
            let v = |i: usize, j: usize| {
                Vec3::new(dx * (c + i) as f64 - field.size[0], dy * (r + j) as f64 - field.size[1], z[j][i])
            };
            for t in [[v(0, 0), v(1, 0), v(1, 1)], [v(0, 0), v(1, 1), v(0, 1)]] {
                if let Some(x) = ray_triangle(&t, ray.pnt, ray.vec)
                    && best.is_none_or(|b| x < b.dist)
                {
                    *best = Some(RayHit { dist: x, normal: triangle_normal(&t) });
                }
            }
        }
    }
}

/// Lower bound of the ray's height over column c, one column of slack on either side.
#[inline]
fn lowest(c: usize, x0: f64, run: f64, [a, b]: [f64; 2], height: &impl Fn(f64) -> f64) -> f64 {
    let (mut from, mut to) = (a, b);
    if run.abs() > 1e-12 {
        let (t0, t1) = ((c as f64 - 1.0 - x0) / run, (c as f64 + 2.0 - x0) / run);
        from = stiction_spatial::clip(t0.min(t1), a, b);
        to = stiction_spatial::clip(t0.max(t1), a, b);
    }
    let (z0, z1) = (height(from), height(to));
    z0.min(z1) - 1e-9 * (1.0 + z0.abs() + z1.abs())
}

/// Cells between two grid coordinates, padded by one.
fn range(a: f64, b: f64, n: usize) -> std::ops::Range<usize> {
    let lo = (a.min(b).floor() - 1.0).max(0.0);
    let hi = (a.max(b).ceil() + 1.0).min((n - 1) as f64).max(0.0);
    // NaN becomes an empty range
    (lo as usize)..(hi as usize)
}

fn spacing(field: &HeightField<'_>) -> (f64, f64) {
    (2.0 * field.size[0] / (field.ncol - 1) as f64, 2.0 * field.size[1] / (field.nrow - 1) as f64)
}

/// Side walls: below the line between the two nearest samples of the border.
fn walls(field: &HeightField<'_>, ray: &Ray, above: &[f64; 6], best: &mut Option<RayHit>) {
    let (dx, dy) = spacing(field);
    for (i, &x) in above[..4].iter().enumerate() {
        if x < 0.0 || best.is_some_and(|b| x >= b.dist) {
            continue;
        }
        let p = ray.at(x);
        let far = i % 2 == 1;
        let (at, n) = if i < 2 {
            ((p[1] + field.size[1]) / dy, field.nrow)
        } else {
            ((p[0] + field.size[0]) / dx, field.ncol)
        };
        let k = stiction_spatial::clip(at.floor(), 0.0, (n - 2) as f64);
        let sample = |k: usize| {
            if i < 2 {
                field.height(k, if far { field.ncol - 1 } else { 0 })
            } else {
                field.height(if far { field.nrow - 1 } else { 0 }, k)
            }
        };
        let (z0, z1) = (sample(k as usize), sample(k as usize + 1));
        if p[2] < z0 * (k + 1.0 - at) + z1 * (at - k) {
            *best = Some(RayHit { dist: x, normal: face_normal(i) });
        }
    }
}
