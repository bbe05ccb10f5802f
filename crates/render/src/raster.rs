//! Triangles to pixels: clipped at the near plane, walked over their bounding box, kept where they are nearest.

use crate::camera::Camera;
use crate::shape::{Mesh, Vertex};
use stiction::spatial::{Mat3, Vec3};

/// One pixel of one triangle.
#[derive(Clone, Copy, Debug)]
pub struct Fragment {
    /// Index of the pixel, row by row from the top.
    pub pixel: usize,
    /// Distance along the camera's axis [m].
    pub depth: f64,
    /// Weights of the three corners.
    pub weights: [f64; 3],
    /// The triangle's corners after clipping.
    pub corners: [Corner; 3],
}

/// A corner in the camera's axes, with what is interpolated.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    view: Vec3,
    /// Normal in the geom's frame.
    pub normal: [f64; 3],
    /// Texture coordinate.
    pub uv: [f64; 2],
    /// Position in the geom's frame.
    pub local: [f64; 3],
}

impl Fragment {
    /// An interpolated vector.
    pub fn mix<const N: usize>(&self, of: impl Fn(&Corner) -> [f64; N]) -> [f64; N] {
        let mut out = [0.0; N];
        for (c, w) in self.corners.iter().zip(self.weights) {
            for (o, x) in out.iter_mut().zip(of(c)) {
                *o += w * x;
            }
        }
        out
    }
}

/// Size of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// Visits every pixel that a placed mesh covers; `two_sided`: also from behind.
pub fn raster(
    camera: &Camera,
    size: Size,
    mesh: &Mesh,
    pose: (&Mat3, Vec3),
    two_sided: bool,
    visit: &mut impl FnMut(&Fragment),
) {
    let corner = |v: &Vertex| Corner {
        view: camera.view(pose.0.mul_vec(Vec3(v.pos)) + pose.1),
        normal: v.normal,
        uv: v.uv,
        local: v.pos,
    };
    let corners: Vec<Corner> = mesh.vertices.iter().map(corner).collect();
    let focal = camera.focal(size.height);
    for t in &mesh.triangles {
        let tri = t.map(|i| corners[i as usize]);
        let inside = tri.map(|c| c.view.0[2] < -camera.near);
        match inside.iter().filter(|i| **i).count() {
            0 => {}
            3 => triangle(camera, size, focal, tri, two_sided, visit),
            _ => {
                let (poly, n) = clip(&tri, camera.near);
                for k in 2..n {
                    triangle(camera, size, focal, [poly[0], poly[k - 1], poly[k]], two_sided, visit);
                }
            }
        }
    }
}

/// The part of a triangle beyond the near plane.
fn clip(tri: &[Corner; 3], near: f64) -> ([Corner; 4], usize) {
    let mut out = [tri[0]; 4];
    let mut n = 0;
    for k in 0..3 {
        let (a, b) = (&tri[k], &tri[(k + 1) % 3]);
        let (da, db) = (-near - a.view.0[2], -near - b.view.0[2]);
        if da > 0.0 {
            out[n] = *a;
            n += 1;
        }
        if (da > 0.0) != (db > 0.0) && n < 4 {
            let t = da / (da - db);
            let mix = |x: f64, y: f64| x + t * (y - x);
            let three = |x: [f64; 3], y: [f64; 3]| [mix(x[0], y[0]), mix(x[1], y[1]), mix(x[2], y[2])];
            out[n] = Corner {
                view: Vec3(three(a.view.0, b.view.0)),
                normal: three(a.normal, b.normal),
                uv: [mix(a.uv[0], b.uv[0]), mix(a.uv[1], b.uv[1])],
                local: three(a.local, b.local),
            };
            n += 1;
        }
    }
    (out, n)
}

fn triangle(
    camera: &Camera,
    size: Size,
    focal: f64,
    tri: [Corner; 3],
    two_sided: bool,
    visit: &mut impl FnMut(&Fragment),
) {
    let (w, h) = (size.width as f64, size.height as f64);
    // inverse distance: 1 for parallel projection
    let inv = tri.map(|c| if camera.orthographic { 1.0 } else { -1.0 / c.view.0[2] });
    let mut p = [[0.0; 2]; 3];
    for k in 0..3 {
        p[k] = [0.5 * w + focal * tri[k].view.0[0] * inv[k], 0.5 * h - focal * tri[k].view.0[1] * inv[k]];
    }
    let area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]);
    // y points down: anticlockwise outside is negative here
    if area == 0.0 || !area.is_finite() || (area > 0.0 && !two_sided) {
        return;
    }
    let low = |k: usize| p.iter().fold(f64::INFINITY, |m, q| m.min(q[k]));
    let high = |k: usize| p.iter().fold(f64::NEG_INFINITY, |m, q| m.max(q[k]));
    let (x0, x1) = ((low(0) - 0.5).ceil().max(0.0), (high(0) - 0.5).floor().min(w - 1.0));
    let (y0, y1) = ((low(1) - 0.5).ceil().max(0.0), (high(1) - 0.5).floor().min(h - 1.0));
    if x0 > x1 || y0 > y1 {
        return;
    }
    let z = tri.map(|c| -c.view.0[2]);
    for y in y0 as usize..=y1 as usize {
        let cy = y as f64 + 0.5;
        let edge = |a: [f64; 2], b: [f64; 2]| {
            ((b[1] - a[1]) / area, ((b[0] - a[0]) * (cy - a[1]) + (b[1] - a[1]) * a[0]) / area)
        };
        // weight of corner k along this row: offset − slope·x
        let rows = [edge(p[1], p[2]), edge(p[2], p[0]), edge(p[0], p[1])];
        for x in x0 as usize..=x1 as usize {
            let cx = x as f64 + 0.5;
            let b = rows.map(|(slope, offset)| offset - slope * cx);
            if b[0] < 0.0 || b[1] < 0.0 || b[2] < 0.0 {
                continue;
            }
            let s = b[0] * inv[0] + b[1] * inv[1] + b[2] * inv[2];
            let weights = [b[0] * inv[0] / s, b[1] * inv[1] / s, b[2] * inv[2] / s];
            let depth = weights[0] * z[0] + weights[1] * z[1] + weights[2] * z[2];
            if depth < camera.near || depth > camera.far {
                continue;
            }
            visit(&Fragment { pixel: y * size.width + x, depth, weights, corners: tri });
        }
    }
}
