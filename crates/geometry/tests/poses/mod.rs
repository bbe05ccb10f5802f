//! Random pairs of shapes and an independent oracle for their signed distance.
//!
//! Only two facts about a shape are used, each from its definition: how far it reaches along a direction,
//!
//!     h(n) = max_{p ∈ shape} n·p,
//!
//! and whether a point belongs to it. For disjoint shapes a pair of points and a separating direction certify the distance from both
//! sides. For overlapping ones the depth is min_n h_A(n) + h_B(−n): every face normal, every cross product of edges, and local searches
//! started all over the sphere are tried.
#![allow(dead_code, reason = "shared by several test files")]

use stiction_geometry::query::{ConvexMesh, HeightField, Placement, Posed, Shape};
use stiction_spatial::{Mat3, Quat, Vec3};

/// SplitMix64.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    pub fn range(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * self.unit()
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    pub fn vec(&mut self, s: f64) -> Vec3 {
        Vec3::new(self.range(-s, s), self.range(-s, s), self.range(-s, s))
    }
    pub fn rotation(&mut self) -> Mat3 {
        let q = [0; 4].map(|_| self.range(-1.0, 1.0));
        let n = q.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-3);
        Quat::new(q[0] / n, q[1] / n, q[2] / n, q[3] / n).normalized().to_mat()
    }
    pub fn place(&mut self, s: f64) -> Placement {
        Placement::new(self.vec(s), self.rotation())
    }
}

/// Poses per pair of types: `STICTION_POSES`, or this many.
pub fn poses(default: usize) -> usize {
    std::env::var("STICTION_POSES").ok().and_then(|s| s.parse().ok()).unwrap_or(default)
}

/// A convex polyhedron with all that a mesh of the model carries.
#[derive(Default)]
pub struct Hull {
    vert: Vec<f32>,
    polynormal: Vec<f64>,
    polyvert: Vec<i32>,
    polyadr: Vec<i32>,
    polynum: Vec<i32>,
    mapadr: Vec<i32>,
    mapnum: Vec<i32>,
    map: Vec<i32>,
    /// Outward face planes (n, n·p), from all triples of vertices.
    pub planes: Vec<(Vec3, f64)>,
    /// Directions of the edges.
    pub edges: Vec<Vec3>,
}

impl Hull {
    /// Hull by brute force: every triple of points whose plane has all others on one side.
    pub fn new(vert: Vec<f32>) -> Self {
        let n = vert.len() / 3;
        let p = |i: usize| Vec3([0, 1, 2].map(|k| f64::from(vert[3 * i + k])));
        let mut faces: Vec<(Vec3, Vec<usize>)> = vec![];
        for i in 0..n {
            for j in 0..n {
                for k in j + 1..n {
                    if i == j || i == k || i > j {
                        continue;
                    }
                    for (b, c) in [(j, k), (k, j)] {
                        let (normal, len) = (p(b) - p(i)).cross(p(c) - p(i)).normalized();
                        let over = |q: usize| normal.dot(p(q) - p(i));
                        if len > 0.0 && (0..n).all(|q| over(q) < 1e-9) {
                            let on: Vec<usize> = (0..n).filter(|&q| over(q) > -1e-9).collect();
                            if faces.iter().all(|f| f.1 != on) {
                                faces.push((normal, on));
                            }
                        }
                    }
                }
            }
        }
        let mut hull = Hull { vert: vert.clone(), mapadr: vec![0; n], mapnum: vec![0; n], ..Hull::default() };
        for (normal, on) in &mut faces {
            // counterclockwise around the centre
            let c = on.iter().fold(Vec3::ZERO, |s, &i| s + p(i)).scale(1.0 / on.len() as f64);
            let x = (p(on[0]) - c).normalized().0;
            let y = normal.cross(x);
            let angle = |i: usize| libm::atan2((p(i) - c).dot(y), (p(i) - c).dot(x));
            on.sort_by(|&a, &b| angle(a).total_cmp(&angle(b)));
            hull.polyadr.push(hull.polyvert.len() as i32);
            hull.polynum.push(on.len() as i32);
            hull.polyvert.extend(on.iter().map(|&i| i as i32));
            hull.polynormal.extend(normal.0);
            hull.planes.push((*normal, normal.dot(p(on[0]))));
            for k in 0..on.len() {
                let (a, b) = (on[k], on[(k + 1) % on.len()]);
                if a < b {
                    hull.edges.push((p(b) - p(a)).normalized().0);
                }
            }
        }
        for v in 0..n {
            hull.mapadr[v] = hull.map.len() as i32;
            let around = faces.iter().enumerate().filter(|(_, f)| f.1.contains(&v)).map(|(i, _)| i as i32);
            hull.map.extend(around);
            hull.mapnum[v] = hull.map.len() as i32 - hull.mapadr[v];
        }
        hull
    }
    pub fn shape(&self) -> Shape<'_> {
        let far =
            self.vert.chunks_exact(3).map(|p| p.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt());
        Shape::Mesh(ConvexMesh {
            vert: &self.vert,
            polynormal: &self.polynormal,
            polyvert: &self.polyvert,
            polyvertadr: &self.polyadr,
            polyvertnum: &self.polynum,
            polymapadr: &self.mapadr,
            polymapnum: &self.mapnum,
            polymap: &self.map,
            rbound: far.fold(0.0, f64::max),
            ..ConvexMesh::default()
        })
    }
}

/// The meshes and the height field of the tests.
pub struct Assets {
    pub cube: Hull,
    pub blob: Hull,
    pub heights: Vec<f32>,
}

impl Assets {
    pub fn new() -> Self {
        let mut cube = vec![];
        for i in 0..8 {
            cube.extend(
                [0.1f32, 0.15, 0.07].iter().enumerate().map(|(k, h)| if i & (1 << k) != 0 { *h } else { -h }),
            );
        }
        let mut r = Rng(7);
        let blob = (0..60).map(|_| r.range(-0.12, 0.12) as f32).collect();
        let heights = (0..8 * 9).map(|_| r.unit() as f32).collect();
        Assets { cube: Hull::new(cube), blob: Hull::new(blob), heights }
    }
    pub fn field(&self) -> Shape<'_> {
        Shape::HeightField(HeightField { size: [0.6, 0.5, 0.12, 0.1], nrow: 8, ncol: 9, data: &self.heights })
    }
    pub fn hull(&self, kind: usize) -> Option<&Hull> {
        match kind {
            CUBE => Some(&self.cube),
            BLOB => Some(&self.blob),
            _ => None,
        }
    }
}

/// Kinds of convex solids.
pub const NAMES: [&str; 7] = ["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh cube", "mesh blob"];
pub const KINDS: usize = NAMES.len();
pub const CUBE: usize = 5;
pub const BLOB: usize = 6;

pub fn shape<'a>(r: &mut Rng, kind: usize, assets: &'a Assets) -> Shape<'a> {
    let mut s = || r.range(0.02, 0.3);
    match kind {
        0 => Shape::Sphere { radius: s() },
        1 => Shape::Capsule { radius: s(), half_length: s() },
        2 => Shape::Ellipsoid { radii: Vec3::new(s(), s(), s()) },
        3 => Shape::Cylinder { radius: s(), half_length: s() },
        4 => Shape::Box { half: Vec3::new(s(), s(), s()) },
        CUBE => assets.cube.shape(),
        _ => assets.blob.shape(),
    }
}

/// A second placement: deep, overlapping more or less, or apart.
pub fn nearby(r: &mut Rng, a: &Shape<'_>, b: &Shape<'_>, xa: &Placement) -> Placement {
    let reach = a.rbound() + b.rbound();
    let dir = r.vec(1.0).normalized().0;
    let way = if r.below(4) == 0 { r.range(0.0, 0.2) } else { r.range(0.2, 1.05) };
    Placement::new(xa.pos.add_scaled(dir, reach * way), r.rotation())
}

/// max over the shape of n · p.
pub fn reach(p: &Posed<'_>, n: Vec3) -> f64 {
    let d = p.at.mat.tr_mul_vec(n);
    let local = match p.shape {
        Shape::Sphere { radius } => radius * d.norm(),
        Shape::Capsule { radius, half_length } => radius * d.norm() + half_length * d[2].abs(),
        Shape::Ellipsoid { radii } => d.hadamard(*radii).norm(),
        Shape::Cylinder { radius, half_length } => {
            radius * (d[0] * d[0] + d[1] * d[1]).sqrt() + half_length * d[2].abs()
        }
        Shape::Box { half } => (0..3).map(|k| half[k] * d[k].abs()).sum(),
        Shape::Mesh(m) => (0..m.nvert()).map(|i| d.dot(m.vertex(i))).fold(f64::NEG_INFINITY, f64::max),
        _ => unreachable!("not a convex solid"),
    };
    local + n.dot(p.at.pos)
}

/// How far `p` lies outside the shape, at least (0 or less inside); exact enough to bound a distance by it.
pub fn outside(s: &Posed<'_>, kind: usize, p: Vec3, assets: &Assets) -> f64 {
    let q = s.at.local(p);
    match s.shape {
        Shape::Sphere { radius } => q.norm() - radius,
        Shape::Capsule { radius, half_length } => {
            let z = q[2].clamp(-half_length, *half_length);
            (q - Vec3::new(0.0, 0.0, z)).norm() - radius
        }
        Shape::Ellipsoid { radii } => {
            let u = Vec3([0, 1, 2].map(|k| q[k] / radii[k]));
            // first-order distance to the level set |u| = 1
            let gradient = Vec3([0, 1, 2].map(|k| u[k] / radii[k])).norm().max(1e-300);
            (u.norm() - 1.0) * u.norm() / gradient
        }
        Shape::Cylinder { radius, half_length } => {
            ((q[0] * q[0] + q[1] * q[1]).sqrt() - radius).max(q[2].abs() - half_length)
        }
        Shape::Box { half } => (0..3).map(|k| q[k].abs() - half[k]).fold(f64::NEG_INFINITY, f64::max),
        _ => {
            let planes = &assets.hull(kind).expect("a hull").planes;
            planes.iter().map(|(n, d)| n.dot(q) - d).fold(f64::NEG_INFINITY, f64::max)
        }
    }
}

/// Face normals and edge directions of a shape in the world.
fn features(s: &Posed<'_>, kind: usize, assets: &Assets) -> (Vec<Vec3>, Vec<Vec3>) {
    let axes = [0, 1, 2].map(|k| s.at.mat.col(k));
    match s.shape {
        Shape::Capsule { .. } => (vec![], vec![axes[2]]),
        Shape::Cylinder { .. } => (vec![axes[2]], vec![axes[2]]),
        Shape::Box { .. } => (axes.to_vec(), axes.to_vec()),
        Shape::Mesh(_) => {
            let hull = assets.hull(kind).expect("a hull");
            let turn = |v: &Vec3| s.at.mat.mul_vec(*v);
            (hull.planes.iter().map(|p| turn(&p.0)).collect(), hull.edges.iter().map(turn).collect())
        }
        _ => (vec![], vec![]),
    }
}

/// The smallest push found by brute force, over all directions.
pub struct Oracle {
    starts: Vec<Vec3>,
}

impl Oracle {
    pub fn new() -> Self {
        // a spiral over the sphere
        let n = 300;
        let golden = 2.399_963_229_728_653;
        let starts = (0..n).map(|i| {
            let z = 1.0 - (2 * i + 1) as f64 / n as f64;
            let r = (1.0 - z * z).sqrt();
            let a = golden * i as f64;
            Vec3::new(r * libm::cos(a), r * libm::sin(a), z)
        });
        Oracle { starts: starts.collect() }
    }

    /// (push, direction from A to B) of the best way to separate, looked for everywhere.
    pub fn depth(&self, a: &Posed<'_>, ka: usize, b: &Posed<'_>, kb: usize, assets: &Assets) -> (f64, Vec3) {
        let push = |n: Vec3| push(a, b, n);
        let mut best = (f64::INFINITY, Vec3::X);
        let mut consider = |n: Vec3| {
            for n in [n, -n] {
                let h = push(n);
                if h < best.0 {
                    best = (h, n);
                }
            }
        };
        let ((fa, ea), (fb, eb)) = (features(a, ka, assets), features(b, kb, assets));
        fa.iter().chain(&fb).for_each(|n| consider(*n));
        for e in &ea {
            for f in &eb {
                let (n, len) = e.cross(*f).normalized();
                if len > 1e-9 {
                    consider(n);
                }
            }
        }
        let round = |s: &Shape<'_>| matches!(s, Shape::Ellipsoid { .. } | Shape::Cylinder { .. });
        let polyhedral = |s: &Shape<'_>| matches!(s, Shape::Box { .. } | Shape::Mesh(_));
        if polyhedral(a.shape) && polyhedral(b.shape) {
            return best;
        }
        let mut tried: Vec<(f64, Vec3)> = self.starts.iter().map(|n| (push(*n), *n)).collect();
        tried.sort_unstable_by(|x, y| x.0.total_cmp(&y.0));
        // the best starts that are not neighbours of each other, and the best feature
        let mut seeds: Vec<Vec3> = vec![best.1];
        let wanted = if round(a.shape) || round(b.shape) { 6 } else { 4 };
        for t in &tried {
            if seeds.len() <= wanted && seeds.iter().all(|s| s.dot(t.1) < 0.9) {
                seeds.push(t.1);
            }
        }
        for s in seeds {
            let found = descend(&push, s);
            if found.0 < best.0 {
                best = found;
            }
        }
        // straight edges are kinks of the push: there the minimum is looked for on the circle across the edge
        let few = |e: &[Vec3]| if e.len() > 12 { vec![] } else { e.to_vec() };
        for e in few(&ea).iter().chain(&few(&eb)) {
            let found = around(&push, *e);
            if found.0 < best.0 {
                best = found;
            }
        }
        best
    }
}

/// How far B has to move along n to leave A.
pub fn push(a: &Posed<'_>, b: &Posed<'_>, n: Vec3) -> f64 {
    reach(a, n) + reach(b, -n)
}

/// Best direction perpendicular to `e`.
fn around(f: &impl Fn(Vec3) -> f64, e: Vec3) -> (f64, Vec3) {
    let axis = if e[0].abs() < 0.6 { Vec3::X } else { Vec3::Y };
    let t1 = e.cross(axis).normalized().0;
    let t2 = e.cross(t1);
    let at = |x: f64| t1.scale(libm::cos(x)) + t2.scale(libm::sin(x));
    let step = std::f64::consts::PI / 16.0;
    let first =
        (0..32).map(|k| k as f64 * step).min_by(|x, y| f(at(*x)).total_cmp(&f(at(*y)))).unwrap_or(0.0);
    let (mut lo, mut hi) = (first - step, first + step);
    while hi - lo > 1e-9 {
        let (x, y) = (lo + 0.382 * (hi - lo), lo + 0.618 * (hi - lo));
        if f(at(x)) < f(at(y)) {
            hi = y;
        } else {
            lo = x;
        }
    }
    let n = at(0.5 * (lo + hi));
    (f(n), n)
}

/// Local search by a turning star of directions.
pub fn descend(f: &impl Fn(Vec3) -> f64, start: Vec3) -> (f64, Vec3) {
    let mut best = (f(start), start);
    let (mut step, mut turn) = (0.1, 0.0f64);
    while step > 1e-8 {
        let axis = if best.1[0].abs() < 0.6 { Vec3::X } else { Vec3::Y };
        let t1 = best.1.cross(axis).normalized().0;
        let t2 = best.1.cross(t1);
        let mut improved = false;
        turn += 0.7;
        for k in 0..6 {
            let (s, c) = libm::sincos(turn + k as f64 * std::f64::consts::FRAC_PI_3);
            let n = (best.1 + t1.scale(step * c) + t2.scale(step * s)).normalized().0;
            let g = f(n);
            if g < best.0 {
                best = (g, n);
                improved = true;
            }
        }
        if !improved {
            step *= 0.6;
        }
    }
    best
}

/// The prisms of the height field, as polyhedra in its frame.
pub fn prisms(assets: &Assets) -> Vec<Hull> {
    let Shape::HeightField(f) = assets.field() else { unreachable!() };
    let [sx, sy, _, base] = f.size;
    let corner = |r: usize, c: usize| {
        let x = 2.0 * sx * c as f64 / (f.ncol - 1) as f64 - sx;
        let y = 2.0 * sy * r as f64 / (f.nrow - 1) as f64 - sy;
        Vec3::new(x, y, f.height(r, c))
    };
    let mut out = vec![];
    for r in 0..f.nrow - 1 {
        for c in 0..f.ncol - 1 {
            let (p, q, s, t) = (corner(r + 1, c), corner(r, c), corner(r + 1, c + 1), corner(r, c + 1));
            for tri in [[p, q, s], [q, s, t]] {
                let below = tri.map(|v| Vec3::new(v[0], v[1], -base));
                out.push(Hull::new(tri.iter().chain(&below).flat_map(|v| v.0.map(|x| x as f32)).collect()));
            }
        }
    }
    out
}
