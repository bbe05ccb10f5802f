//! Triangles to pixels, without holes.
//!
//! Corners are projected, clipped at the near plane and far outside of the picture, and rounded to 1/256 of a pixel. In these whole
//! numbers the three edge functions E(x, y) = (bx − ax)(y − ay) − (by − ay)(x − ax) are exact; a pixel belongs to a triangle where
//! all are positive, and where one is zero only if that edge is a left or a top one. So a pixel on an edge that two triangles share
//! belongs to exactly one of them. What is interpolated uses the corners before rounding.
//!
//! Cost: per row of a triangle three divisions, per pixel two additions and one comparison.

use crate::camera::Camera;
use crate::shape::Mesh;
use stiction::spatial::{Mat3, Vec3};

/// Parts of a pixel that corners are rounded to.
const PARTS: f64 = 256.0;
/// Corners farther outside than this (pixels) are clipped: edge functions stay below 2⁶³.
const GUARD: f64 = 1e6;

/// Size of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// What is interpolated over a triangle, in the frame of its shape.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    /// Normal.
    pub normal: [f64; 3],
    /// Texture coordinate.
    pub uv: [f64; 2],
    /// Position.
    pub local: [f64; 3],
}

/// A triangle on the picture.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    /// Index of what it belongs to.
    pub item: u32,
    corners: [u32; 3],
    /// Pixels, from the upper left corner.
    at: [[f64; 2]; 3],
    /// Nearness: 1/distance, or −distance for parallel projection.
    near: [f64; 3],
    /// Its plane: nearness = offset + x·slope₀ + y·slope₁.
    offset: f64,
    slope: [f64; 2],
}

/// All triangles of a picture.
#[derive(Debug, Default)]
pub struct Triangles {
    corners: Vec<Corner>,
    /// The triangles.
    pub list: Vec<Triangle>,
    placed: Vec<[f64; 3]>,
}

/// Which sides of triangles are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Those whose corners run anticlockwise.
    Front,
    /// Those whose corners run clockwise, as fronts do in a mirror.
    Back,
    /// Both.
    Both,
}

/// One corner while it is clipped.
#[derive(Clone, Copy)]
struct Point {
    view: [f64; 3],
    index: u32,
}

impl Triangles {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.corners.clear();
        self.list.clear();
    }

    /// Adds a placed mesh as it is seen by a camera.
    pub fn add(
        &mut self,
        camera: &Camera,
        size: Size,
        item: u32,
        sides: Sides,
        mesh: &Mesh,
        mat: &Mat3,
        pos: Vec3,
    ) {
        let first = self.corners.len() as u32;
        self.placed.clear();
        for v in &mesh.vertices {
            self.placed.push(camera.view(mat.mul_vec(Vec3(v.pos)) + pos).0);
            self.corners.push(Corner { normal: v.normal, uv: v.uv, local: v.pos });
        }
        let view = View::new(camera, size);
        // whether a corner needs no clipping, all of them at once
        let easy = self.placed.iter().all(|p| view.inside(*p));
        for t in &mesh.triangles {
            let tri = t.map(|i| Point { view: self.placed[i as usize], index: first + i });
            if easy || tri.iter().all(|p| view.inside(p.view)) {
                self.push(&view, item, sides, tri);
            } else {
                self.clip(&view, item, sides, tri);
            }
        }
    }

    /// Sutherland and Hodgman, against the near plane and the guard band.
    fn clip(&mut self, view: &View, item: u32, sides: Sides, tri: [Point; 3]) {
        let mut poly = [tri[0]; 12];
        poly[..3].copy_from_slice(&tri);
        let mut n = 3;
        for plane in view.planes {
            let mut out = poly;
            let mut count = 0;
            for k in 0..n {
                let (a, b) = (poly[k], poly[(k + 1) % n]);
                let (da, db) = (plane.distance(a.view), plane.distance(b.view));
                if da >= 0.0 {
                    out[count] = a;
                    count += 1;
                }
                if (da >= 0.0) != (db >= 0.0) {
                    // always from the inner to the outer corner, so that both owners of an edge cut it at the same point
                    out[count] = if da >= 0.0 { self.cut(a, b, da, db) } else { self.cut(b, a, db, da) };
                    count += 1;
                }
            }
            (poly, n) = (out, count);
            if n < 3 {
                return;
            }
        }
        for k in 2..n {
            self.push(view, item, sides, [poly[0], poly[k - 1], poly[k]]);
        }
    }

    fn cut(&mut self, a: Point, b: Point, da: f64, db: f64) -> Point {
        let t = da / (da - db);
        let (p, q) = (self.corners[a.index as usize], self.corners[b.index as usize]);
        self.corners.push(Corner {
            normal: mix(p.normal, q.normal, t),
            uv: mix(p.uv, q.uv, t),
            local: mix(p.local, q.local, t),
        });
        Point { view: mix(a.view, b.view, t), index: self.corners.len() as u32 - 1 }
    }

    fn push(&mut self, view: &View, item: u32, sides: Sides, tri: [Point; 3]) {
        let at = tri.map(|p| view.project(p.view));
        let near = tri.map(|p| if view.orthographic { p.view[2] } else { -1.0 / p.view[2] });
        let area =
            (at[1][0] - at[0][0]) * (at[2][1] - at[0][1]) - (at[2][0] - at[0][0]) * (at[1][1] - at[0][1]);
        // rows run downwards: anticlockwise is negative here
        if area == 0.0
            || !area.is_finite()
            || area > 0.0 && sides == Sides::Front
            || area < 0.0 && sides == Sides::Back
        {
            return;
        }
        let [u, v] = [[at[1][0] - at[0][0], at[1][1] - at[0][1]], [at[2][0] - at[0][0], at[2][1] - at[0][1]]];
        let (du, dv) = (near[1] - near[0], near[2] - near[0]);
        let slope = [(du * v[1] - dv * u[1]) / area, (dv * u[0] - du * v[0]) / area];
        let offset = near[0] - slope[0] * at[0][0] - slope[1] * at[0][1];
        self.list.push(Triangle { item, corners: tri.map(|p| p.index), at, near, offset, slope });
    }

    /// Position, normal and texture coordinate of a triangle at a point of the picture (pixels).
    pub fn at(&self, t: &Triangle, x: f64, y: f64) -> Corner {
        let w = t.weights(x, y);
        let [a, b, c] = t.corners.map(|i| &self.corners[i as usize]);
        let sum3 = |f: fn(&Corner) -> [f64; 3]| -> [f64; 3] {
            let (p, q, r) = (f(a), f(b), f(c));
            std::array::from_fn(|k| w[0] * p[k] + w[1] * q[k] + w[2] * r[k])
        };
        Corner {
            normal: sum3(|c| c.normal),
            uv: std::array::from_fn(|k| w[0] * a.uv[k] + w[1] * b.uv[k] + w[2] * c.uv[k]),
            local: sum3(|c| c.local),
        }
    }

    /// Texture coordinate alone; beyond the triangle's border it is continued.
    pub fn uv(&self, t: &Triangle, x: f64, y: f64) -> [f64; 2] {
        let w = t.perspective(t.shares(x, y));
        let [a, b, c] = t.corners.map(|i| &self.corners[i as usize]);
        std::array::from_fn(|k| w[0] * a.uv[k] + w[1] * b.uv[k] + w[2] * c.uv[k])
    }
}

impl Triangle {
    /// Shares of the corners on the picture.
    fn shares(&self, x: f64, y: f64) -> [f64; 3] {
        let p = &self.at;
        let cross = |a: [f64; 2], b: [f64; 2]| (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
        [cross(p[1], p[2]), cross(p[2], p[0]), cross(p[0], p[1])]
    }

    fn perspective(&self, mut b: [f64; 3]) -> [f64; 3] {
        if self.near[0] > 0.0 {
            b = [b[0] * self.near[0], b[1] * self.near[1], b[2] * self.near[2]];
        }
        let s = b[0] + b[1] + b[2];
        if s == 0.0 { [1.0 / 3.0; 3] } else { b.map(|x| x / s) }
    }

    /// Weights of the corners, none negative: a pixel on the rounded border may lie a little outside.
    fn weights(&self, x: f64, y: f64) -> [f64; 3] {
        let b = self.shares(x, y);
        let sign = if b[0] + b[1] + b[2] < 0.0 { -1.0 } else { 1.0 };
        self.perspective(b.map(|v| (sign * v).max(0.0)))
    }

    /// Calls `visit(pixel, nearness)` for every pixel of the triangle.
    #[inline]
    pub fn cover(&self, size: Size, mut visit: impl FnMut(usize, f32)) {
        let snap = |v: f64| (v * PARTS).round() as i64;
        let mut p = self.at.map(|[x, y]| [snap(x), snap(y)]);
        let area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]);
        if area == 0 {
            return;
        }
        if area < 0 {
            p.swap(1, 2);
        }
        let half = PARTS as i64 / 2;
        let range = |k: usize, n: usize| {
            let (low, high) = (p[0][k].min(p[1][k]).min(p[2][k]), p[0][k].max(p[1][k]).max(p[2][k]));
            let first = -(half - low).div_euclid(PARTS as i64);
            (first.max(0), (high - half).div_euclid(PARTS as i64).min(n as i64 - 1))
        };
        let ((x0, x1), (y0, y1)) = (range(0, size.width), range(1, size.height));
        if x0 > x1 || y0 > y1 {
            return;
        }
        let edges = [edge(p[0], p[1]), edge(p[1], p[2]), edge(p[2], p[0])];
        let low = self.near[0].min(self.near[1]).min(self.near[2]);
        let high = self.near[0].max(self.near[1]).max(self.near[2]);
        for y in y0..=y1 {
            let cy = y * PARTS as i64 + half;
            // E = c − d·x ≥ 0 along this row, x in pixels
            let (mut from, mut to) = (x0, x1);
            for e in &edges {
                let c = e.offset + e.dy * cy - e.dx * half;
                let d = e.dx * PARTS as i64;
                match d.signum() {
                    1 => to = to.min(c.div_euclid(d)),
                    -1 => from = from.max(-(c.div_euclid(-d))),
                    _ if c < 0 => to = -1,
                    _ => {}
                }
            }
            if from > to {
                continue;
            }
            let start = self.offset + self.slope[1] * (y as f64 + 0.5) + self.slope[0] * (from as f64 + 0.5);
            let row = y as usize * size.width;
            for (k, x) in (from..=to).enumerate() {
                let near = start + self.slope[0] * k as f64;
                visit(row + x as usize, near.clamp(low, high) as f32);
            }
        }
    }
}

/// E(x, y) = offset + dy·y − dx·x in parts of a pixel, less one where the edge does not own its pixels.
struct Edge {
    offset: i64,
    dx: i64,
    dy: i64,
}

fn edge(a: [i64; 2], b: [i64; 2]) -> Edge {
    let (dy, dx) = (b[0] - a[0], b[1] - a[1]);
    // the triangle lies to the right (towards +x where dx < 0): left edges go up, top edges go right
    let owns = dx < 0 || (dx == 0 && dy > 0);
    Edge { offset: dx * a[0] - dy * a[1] - i64::from(!owns), dx, dy }
}

/// What is needed to project and clip.
struct View {
    focal: f64,
    centre: [f64; 2],
    near: f64,
    /// Slopes (or metres) of the guard band: left, right, bottom, top.
    band: [f64; 4],
    planes: [Plane; 5],
    orthographic: bool,
}

/// Inside where n·v + c ≥ 0.
#[derive(Clone, Copy)]
struct Plane {
    n: [f64; 3],
    c: f64,
}

impl Plane {
    fn distance(&self, v: [f64; 3]) -> f64 {
        self.n[0] * v[0] + self.n[1] * v[1] + self.n[2] * v[2] + self.c
    }
}

impl View {
    fn new(camera: &Camera, size: Size) -> View {
        let focal = camera.focal(size.height);
        let (w, h) = (size.width as f64, size.height as f64);
        let centre = [0.5 * w - focal * camera.shift[0], 0.5 * h + focal * camera.shift[1]];
        let band = [
            (-GUARD - centre[0]) / focal,
            (GUARD - centre[0]) / focal,
            (centre[1] - GUARD) / focal,
            (centre[1] + GUARD) / focal,
        ];
        // x ≥ band₀·(−z) for a perspective camera, x ≥ band₀ for a parallel one, and so on
        let side = |axis: usize, sign: f64, b: f64| {
            let mut n = [0.0; 3];
            n[axis] = sign;
            if camera.orthographic {
                return Plane { n, c: -sign * b };
            }
            n[2] = sign * b;
            Plane { n, c: 0.0 }
        };
        let planes = [
            Plane { n: [0.0, 0.0, -1.0], c: -camera.near },
            side(0, 1.0, band[0]),
            side(0, -1.0, band[1]),
            side(1, 1.0, band[2]),
            side(1, -1.0, band[3]),
        ];
        View { focal, centre, near: camera.near, band, planes, orthographic: camera.orthographic }
    }

    #[inline]
    fn inside(&self, v: [f64; 3]) -> bool {
        let s = if self.orthographic { 1.0 } else { -v[2] };
        let [l, r, b, t] = self.band;
        v[2] <= -self.near && v[0] >= l * s && v[0] <= r * s && v[1] >= b * s && v[1] <= t * s
    }

    #[inline]
    fn project(&self, v: [f64; 3]) -> [f64; 2] {
        let f = if self.orthographic { self.focal } else { -self.focal / v[2] };
        [self.centre[0] + f * v[0], self.centre[1] - f * v[1]]
    }
}

fn mix<const N: usize>(a: [f64; N], b: [f64; N], t: f64) -> [f64; N] {
    std::array::from_fn(|k| a[k] + t * (b[k] - a[k]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Detail, Vertex};
    use stiction::kinds::GeomKind;
    use stiction::spatial::Quat;

    /// Numbers in [0, 1) that look random.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 11) as f64 / (1u64 << 53) as f64
        }
        fn between(&mut self, a: f64, b: f64) -> f64 {
            a + (b - a) * self.roll()
        }
        fn turn(&mut self) -> Mat3 {
            Quat([0; 4].map(|_| self.between(-1.0, 1.0))).normalized().to_mat()
        }
    }

    const SIZE: Size = Size { width: 64, height: 48 };

    fn covered(camera: &Camera, mesh: &Mesh, sides: Sides, mat: &Mat3, pos: Vec3) -> (Vec<u32>, Vec<f32>) {
        let mut t = Triangles::default();
        t.add(camera, SIZE, 0, sides, mesh, mat, pos);
        let mut count = vec![0; SIZE.width * SIZE.height];
        let mut near = vec![0f32; SIZE.width * SIZE.height];
        for tri in &t.list {
            tri.cover(SIZE, |p, n| {
                count[p] += 1;
                near[p] = near[p].max(n);
            });
        }
        (count, near)
    }

    fn ray(camera: &Camera, pixel: usize) -> Vec3 {
        let f = camera.focal(SIZE.height);
        let (x, y) = (pixel % SIZE.width, pixel / SIZE.width);
        let (w, h) = (SIZE.width as f64, SIZE.height as f64);
        Vec3([(x as f64 + 0.5 - 0.5 * w) / f, (0.5 * h - y as f64 - 0.5) / f, -1.0])
    }

    /// Every pixel whose ray meets the inside of a rectangle (cut into many triangles) is covered exactly once, at the right distance.
    #[test]
    fn ten_thousand_planes_have_no_hole() {
        let camera = Camera::along(Vec3::ZERO, Vec3([0.0, 0.0, -1.0]), 0.8, false, [0.01, 50.0]);
        let mut dice = Dice(7);
        for case in 0..10_000 {
            let (n, hx, hy) = (1 + case % 4, dice.between(0.3, 30.0), dice.between(0.3, 30.0));
            let mut mesh = Mesh::default();
            for j in 0..=n {
                for i in 0..=n {
                    let at = |k: usize, h: f64| h * (2.0 * k as f64 / n as f64 - 1.0);
                    mesh.vertices.push(Vertex {
                        pos: [at(i, hx), at(j, hy), 0.0],
                        normal: [0.0, 0.0, 1.0],
                        uv: [0.0; 2],
                    });
                }
            }
            for j in 0..n as u32 {
                for i in 0..n as u32 {
                    let (a, w) = (j * (n as u32 + 1) + i, n as u32 + 1);
                    mesh.triangles.extend([[a, a + 1, a + w + 1], [a, a + w + 1, a + w]]);
                }
            }
            let (mat, at) = (dice.turn(), camera.axes.mul_vec(Vec3([0.0, 0.0, -3.0])));
            let (count, near) = covered(&camera, &mesh, Sides::Both, &mat, at);
            for pixel in 0..count.len() {
                let v = ray(&camera, pixel);
                let d = camera.axes.mul_vec(v);
                let along = d.dot(mat.col(2));
                let depth = at.dot(mat.col(2)) / along;
                let local = mat.tr_mul_vec(d.scale(depth) - at).0;
                // a pixel's width away from the border, seen from here
                let margin = 0.02 * depth.abs() / along.abs();
                let inside = depth > 0.0102 && local[0].abs() < hx - margin && local[1].abs() < hy - margin;
                if inside {
                    assert_eq!(count[pixel], 1, "case {case}, pixel {pixel}, {depth} m");
                    let got = 1.0 / f64::from(near[pixel]);
                    assert!((got / depth - 1.0).abs() < 1e-4, "case {case}: {got} m for {depth} m");
                }
            }
        }
    }

    /// The front of a box covers what its rays meet, once.
    #[test]
    fn ten_thousand_boxes_have_no_hole() {
        let camera = Camera::along(Vec3::ZERO, Vec3([0.0, 0.0, -1.0]), 0.8, false, [0.01, 50.0]);
        let detail = Detail { slices: 8, stacks: 4 };
        let mut dice = Dice(11);
        let mut seen = 0;
        for case in 0..10_000 {
            let half = [0; 3].map(|_| dice.between(0.1, 1.0));
            let mesh = Mesh::primitive(detail, GeomKind::Box, half, 1.0).expect("is one");
            let at = camera.axes.mul_vec(Vec3([dice.between(-0.5, 0.5), dice.between(-0.5, 0.5), -3.0]));
            let mat = dice.turn();
            let (count, near) = covered(&camera, &mesh, Sides::Front, &mat, at);
            for pixel in 0..count.len() {
                let d = mat.tr_mul_vec(camera.axes.mul_vec(ray(&camera, pixel))).0;
                let o = mat.tr_mul_vec(-at).0;
                // slabs, shrunk and grown by about a pixel
                let hit = |grow: f64| {
                    let (mut t0, mut t1) = (f64::NEG_INFINITY, f64::INFINITY);
                    for k in 0..3 {
                        let (a, b) = ((-half[k] - grow - o[k]) / d[k], (half[k] + grow - o[k]) / d[k]);
                        (t0, t1) = (t0.max(a.min(b)), t1.min(a.max(b)));
                    }
                    (t0 <= t1).then_some(t0)
                };
                assert!(count[pixel] <= 1, "case {case}, pixel {pixel} is covered {} times", count[pixel]);
                if let (Some(depth), true) = (hit(0.0), hit(-0.02).is_some()) {
                    seen += 1;
                    assert_eq!(count[pixel], 1, "case {case}, pixel {pixel}");
                    let got = 1.0 / f64::from(near[pixel]);
                    assert!((got - depth).abs() < 5e-3, "case {case}: {got} m for {depth} m");
                }
            }
        }
        assert!(seen > 1_000_000, "{seen}");
    }
}
