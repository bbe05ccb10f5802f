//! Exact triangle contact: seams of a flat floor are invisible, ridges and valleys are not.

use stiction_geometry::query::{
    Bvh, CcdOptions, ContactPoint, HeightField, Manifold, Placement, Posed, Scratch, Shape, TriMesh,
    TriTopology, collide,
};
use stiction_spatial::{Mat3, Quat, Vec3};

struct Rng(u64);

impl Rng {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
    fn range(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * self.unit()
    }
}

/// A mesh with its tree and neighbours.
struct Owned {
    vert: Vec<f32>,
    face: Vec<i32>,
    tree: Bvh,
    topology: TriTopology,
}

impl Owned {
    fn new(vert: Vec<f32>, face: Vec<i32>) -> Self {
        let (tree, topology) = (Bvh::of_triangles(&vert, &face), TriTopology::build(&vert, &face));
        Owned { vert, face, tree, topology }
    }
    fn shape(&self) -> Shape<'_> {
        Shape::Surface(TriMesh::new(&self.vert, &self.face, self.tree.view()).with_topology(&self.topology))
    }
    /// A grid of n × n cells over [−1, 1]² with the given heights, split along alternating diagonals.
    fn grid(n: usize, height: impl Fn(f64, f64) -> f64) -> Self {
        let (mut vert, mut face) = (vec![], vec![]);
        for i in 0..=n {
            for j in 0..=n {
                let (x, y) = (2.0 * i as f64 / n as f64 - 1.0, 2.0 * j as f64 / n as f64 - 1.0);
                vert.extend([x as f32, y as f32, height(x, y) as f32]);
            }
        }
        let id = |i: usize, j: usize| (i * (n + 1) + j) as i32;
        for i in 0..n {
            for j in 0..n {
                let (a, b, c, d) = (id(i, j), id(i + 1, j), id(i + 1, j + 1), id(i, j + 1));
                if (i + j) % 2 == 0 {
                    face.extend([a, b, c, a, c, d]);
                } else {
                    face.extend([a, b, d, b, c, d]);
                }
            }
        }
        Owned::new(vert, face)
    }
    /// The twelve triangles of a box.
    fn cuboid(h: [f32; 3]) -> Self {
        let mut vert = vec![];
        for i in 0..8 {
            vert.extend((0..3).map(|k| if i & (1 << k) != 0 { h[k] } else { -h[k] }));
        }
        let quads = [[1, 3, 7, 5], [0, 4, 6, 2], [2, 6, 7, 3], [0, 1, 5, 4], [4, 5, 7, 6], [0, 2, 3, 1]];
        let face = quads.iter().flat_map(|q| [q[0], q[1], q[2], q[0], q[2], q[3]]).collect();
        Owned::new(vert, face)
    }
}

fn contacts(a: &Shape<'_>, xa: Placement, b: &Shape<'_>, xb: Placement, margin: f64) -> Vec<ContactPoint> {
    let mut out = Manifold::new();
    collide(
        Posed::new(a, xa),
        Posed::new(b, xb),
        margin,
        &CcdOptions::default(),
        &mut Scratch::new(),
        &mut out,
    );
    assert_eq!(out.dropped, 0);
    out.points().to_vec()
}

fn spin(angle: f64) -> Mat3 {
    Quat::from_axis_angle(Vec3::Z, angle).to_mat()
}

#[test]
fn a_flat_floor_of_triangles_has_no_seams() {
    let floor = Owned::grid(13, |_, _| 0.0);
    let floor = floor.shape();
    let mut r = Rng(1);
    let lying = Quat::from_axis_angle(Vec3::Y, std::f64::consts::FRAC_PI_2).to_mat();
    // (shape, rotation, height of the centre when it just touches)
    let bodies = [
        (Shape::Sphere { radius: 0.1 }, Mat3::IDENTITY, 0.1),
        (Shape::Capsule { radius: 0.1, half_length: 0.3 }, lying, 0.1),
        (Shape::Capsule { radius: 0.1, half_length: 0.3 }, Mat3::IDENTITY, 0.4),
        (Shape::Cylinder { radius: 0.1, half_length: 0.25 }, lying, 0.1),
        (Shape::Cylinder { radius: 0.2, half_length: 0.1 }, Mat3::IDENTITY, 0.1),
        (Shape::Ellipsoid { radii: Vec3::new(0.3, 0.2, 0.1) }, Mat3::IDENTITY, 0.1),
        (Shape::Box { half: Vec3::new(0.2, 0.3, 0.1) }, Mat3::IDENTITY, 0.1),
    ];
    for (body, turn, rest) in &bodies {
        for k in 0..300 {
            let depth = [1e-3, 1e-5, -5e-4][k % 3];
            // half of the positions are exactly on vertices and edges
            let (mut x, mut y) = (r.range(-0.5, 0.5), r.range(-0.5, 0.5));
            if k % 2 == 0 {
                x = (x * 6.5).round() / 6.5;
            }
            if k % 4 == 0 {
                y = (y * 6.5).round() / 6.5;
            }
            let at = Placement::new(Vec3::new(x, y, rest - depth), spin(r.range(0.0, 6.0)).mul_mat(turn));
            let c = contacts(&floor, Placement::IDENTITY, body, at, 0.001);
            assert!(!c.is_empty(), "{body:?} at {x} {y} depth {depth}");
            let mut mean = Vec3::ZERO;
            for p in &c {
                assert!((p.normal - Vec3::Z).norm() < 1e-9, "{body:?} at {x} {y}: a kick {:?}", p.normal);
                assert!((p.dist + depth).abs() < 1e-6, "{body:?}: {} for {depth}", p.dist);
                mean += p.pos.scale(1.0 / c.len() as f64);
            }
            // something supports the body near its middle
            if !matches!(body, Shape::Ellipsoid { .. }) {
                assert!(
                    (mean - Vec3::new(x, y, mean[2])).norm() < 0.15,
                    "{body:?} leans: {mean:?} under {x} {y}"
                );
            }
        }
    }
}

#[test]
fn a_box_on_many_triangles_is_held_at_its_corners() {
    let floor = Owned::grid(13, |_, _| 0.0);
    let half = Vec3::new(0.21, 0.33, 0.1);
    let c = contacts(
        &floor.shape(),
        Placement::IDENTITY,
        &Shape::Box { half },
        Placement::new(Vec3::new(0.03, 0.01, 0.0995), Mat3::IDENTITY),
        0.0,
    );
    for s in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
        let corner = Vec3::new(0.03 + s[0] * half[0], 0.01 + s[1] * half[1], 0.0);
        assert!(c.iter().any(|p| (p.pos - corner).norm() < 1e-3), "no support at {corner:?}: {c:?}");
    }
    assert!(c.len() <= 8);
}

#[test]
fn a_valley_holds_a_ball_on_both_sides_and_a_ridge_at_its_edge() {
    let valley = Owned::grid(8, |x, _| x.abs());
    let (radius, s) = (0.2, std::f64::consts::FRAC_1_SQRT_2);
    let ball = Shape::Sphere { radius };
    // the centre is radius·√2 above the bottom when it touches both slopes
    let at = Placement::new(Vec3::new(0.0, 0.05, radius / s - 1e-3), Mat3::IDENTITY);
    let c = contacts(&valley.shape(), Placement::IDENTITY, &ball, at, 0.0);
    assert_eq!(c.len(), 2, "{c:?}");
    for n in [Vec3::new(s, 0.0, s), Vec3::new(-s, 0.0, s)] {
        assert!(c.iter().any(|p| (p.normal - n).norm() < 1e-6), "{c:?}");
    }
    let ridge = Owned::grid(8, |x, _| -x.abs());
    for x in [0.0, 0.03, -0.05] {
        let at = Placement::new(Vec3::new(x, 0.05, (radius * radius - x * x).sqrt() - 1e-4), Mat3::IDENTITY);
        let c = contacts(&ridge.shape(), Placement::IDENTITY, &ball, at, 0.0);
        assert_eq!(c.len(), 1, "{c:?}");
        // from the edge to the centre
        let n = at.pos - Vec3::new(0.0, 0.05, 0.0);
        assert!((c[0].normal - n.normalized().0).norm() < 1e-6);
    }
}

/// Waves of height one.
fn wave(x: f64, y: f64) -> f64 {
    libm::sin(3.0 * x) * libm::cos(2.0 * y)
}

#[test]
fn a_hilly_ground_pushes_a_ball_along_its_true_normal() {
    // gentle waves: the nearest point of the surface decides, whichever triangle it is on
    let ground = Owned::grid(24, |x, y| 0.05 * wave(x, y));
    let shape = ground.shape();
    let ball = Shape::Sphere { radius: 0.08 };
    let mut r = Rng(3);
    for _ in 0..300 {
        let (x, y) = (r.range(-0.8, 0.8), r.range(-0.8, 0.8));
        let z = 0.05 * wave(x, y) + 0.08;
        let at = Placement::new(Vec3::new(x, y, z), Mat3::IDENTITY);
        let c = contacts(&shape, Placement::IDENTITY, &ball, at, 0.01);
        // distance of the centre to all triangles
        let mut best = (f64::INFINITY, Vec3::ZERO);
        for f in 0..ground.face.len() / 3 {
            let p = nearest_on_triangle(&ground, f, at.pos);
            let d = (p - at.pos).norm();
            if d < best.0 {
                best = (d, p);
            }
        }
        let deepest = c.iter().min_by(|p, q| p.dist.total_cmp(&q.dist));
        let Some(p) = deepest else { panic!("missed at {x} {y}") };
        assert!((p.dist - (best.0 - 0.08)).abs() < 2e-4, "{} {}", p.dist, best.0 - 0.08);
        assert!(p.normal.dot((at.pos - best.1).normalized().0) > 0.999);
    }
}

fn nearest_on_triangle(m: &Owned, f: usize, p: Vec3) -> Vec3 {
    let v = |k: usize| {
        let i = 3 * m.face[3 * f + k] as usize;
        Vec3::new(f64::from(m.vert[i]), f64::from(m.vert[i + 1]), f64::from(m.vert[i + 2]))
    };
    // dense search over barycentric coordinates, refined: slow and simple
    let (a, b, c) = (v(0), v(1), v(2));
    let at = |s: f64, t: f64| a + (b - a).scale(s) + (c - a).scale(t);
    let (mut s, mut t, mut step) = (1.0 / 3.0, 1.0 / 3.0, 0.3);
    while step > 1e-5 {
        let mut best = ((at(s, t) - p).norm_squared(), s, t);
        for (ds, dt) in [(1., 0.), (-1., 0.), (0., 1.), (0., -1.), (1., -1.), (-1., 1.)] {
            let (u, w) = ((s + step * ds).clamp(0.0, 1.0), (t + step * dt).clamp(0.0, 1.0));
            let (u, w) = if u + w > 1.0 { (u / (u + w), w / (u + w)) } else { (u, w) };
            let d = (at(u, w) - p).norm_squared();
            if d < best.0 {
                best = (d, u, w);
            }
        }
        if (best.1, best.2) == (s, t) {
            step *= 0.5;
        }
        (s, t) = (best.1, best.2);
    }
    at(s, t)
}

#[test]
fn two_boxes_of_triangles_touch_like_boxes() {
    let (lower, upper) = (Owned::cuboid([0.3, 0.3, 0.1]), Owned::cuboid([0.1, 0.15, 0.05]));
    let mut r = Rng(4);
    for _ in 0..50 {
        let at = Placement::new(
            Vec3::new(r.range(-0.1, 0.1), r.range(-0.1, 0.1), 0.15 - 1e-3),
            spin(r.range(0.0, 6.0)),
        );
        let c = contacts(&lower.shape(), Placement::IDENTITY, &upper.shape(), at, 0.0);
        assert!(c.len() >= 4, "{c:?}");
        for p in &c {
            assert!((p.normal - Vec3::Z).norm() < 1e-6 && (p.dist + 1e-3).abs() < 1e-6, "{p:?}");
        }
        // and exchanged
        let d = contacts(&upper.shape(), at, &lower.shape(), Placement::IDENTITY, 0.0);
        assert!(d.iter().all(|p| (p.normal + Vec3::Z).norm() < 1e-6));
    }
    // two edges that cross
    let rot = Quat::from_axis_angle(Vec3::X, std::f64::consts::FRAC_PI_4).to_mat();
    let bar = Owned::cuboid([0.5, 0.05, 0.05]);
    let top = 0.05 * std::f64::consts::SQRT_2;
    let (xa, xb) = (
        Placement::new(Vec3::ZERO, rot),
        Placement::new(Vec3::new(0.02, 0.01, 2.0 * top - 1e-3), spin(1.3).mul_mat(&rot)),
    );
    let c = contacts(&bar.shape(), xa, &bar.shape(), xb, 0.0);
    let deepest = c.iter().min_by(|p, q| p.dist.total_cmp(&q.dist)).unwrap();
    assert!((deepest.normal - Vec3::Z).norm() < 1e-6 && (deepest.dist + 1e-3).abs() < 1e-6, "{c:?}");
}

#[test]
fn a_surface_on_a_plane_rests_on_its_lowest_points() {
    let b = Owned::cuboid([0.2, 0.1, 0.05]);
    let at = Placement::new(Vec3::new(0.0, 0.0, 0.049), Mat3::IDENTITY);
    let c = contacts(&Shape::Plane { half: [0.0; 2] }, Placement::IDENTITY, &b.shape(), at, 0.0);
    assert_eq!(c.len(), 4);
    assert!(c.iter().all(|p| (p.dist + 1e-3).abs() < 1e-7 && (p.normal - Vec3::Z).norm() < 1e-12));
}

/// A field and the same triangles as a mesh.
fn field_and_mesh(n: usize, data: &[f32]) -> (Shape<'_>, Owned) {
    let field = HeightField { size: [1.0, 1.0, 0.3, 0.2], nrow: n, ncol: n, data };
    let (mut vert, mut face) = (vec![], vec![]);
    for r in 0..n {
        for c in 0..n {
            let at = |i: usize| (2.0 * i as f64 / (n - 1) as f64 - 1.0) as f32;
            vert.extend([at(c), at(r), field.height(r, c) as f32]);
        }
    }
    let id = |r: usize, c: usize| (r * n + c) as i32;
    for r in 0..n - 1 {
        for c in 0..n - 1 {
            face.extend([id(r, c), id(r + 1, c + 1), id(r + 1, c), id(r, c), id(r, c + 1), id(r + 1, c + 1)]);
        }
    }
    (Shape::HeightField(field), Owned::new(vert, face))
}

#[test]
fn a_surface_on_a_height_field_touches_as_on_the_same_triangles() {
    let mut r = Rng(11);
    let data: Vec<f32> = (0..81).map(|_| r.unit() as f32).collect();
    let (field, mesh) = field_and_mesh(9, &data);
    let body = Owned::cuboid([0.3, 0.2, 0.1]);
    let (mut touching, mut poses) = (0, 0);
    while touching < 60 {
        poses += 1;
        let q = Quat([r.range(-1.0, 1.0), r.range(-1.0, 1.0), r.range(-1.0, 1.0), r.range(-1.0, 1.0)]);
        let over = Vec3::new(r.range(-0.6, 0.6), r.range(-0.6, 0.6), r.range(0.25, 0.5));
        let place = Placement::new(over, q.normalized().to_mat());
        let base = Placement::new(Vec3::new(0.3, -0.2, 0.7), spin(0.4));
        let at = base.compose(&place);
        let a = contacts(&field, base, &body.shape(), at, 1e-3);
        let b = contacts(&mesh.shape(), base, &body.shape(), at, 1e-3);
        if b.iter().any(|p| p.dist < -0.02) {
            // vertices deeper than a triangle count only under a field, which is solid
            continue;
        }
        let found = |p: &ContactPoint, list: &[ContactPoint]| {
            list.iter().any(|q| {
                (p.pos - q.pos).norm() < 1e-5
                    && (p.normal - q.normal).norm() < 1e-5
                    && (p.dist - q.dist).abs() < 1e-5
            })
        };
        // the same points, but for those that lie deep under the field
        assert!(b.iter().all(|p| found(p, &a)) || a.iter().any(|p| p.dist < -0.02), "{a:?}\n{b:?}");
        assert!(a.iter().all(|p| found(p, &b) || p.dist < -0.02), "{a:?}\n{b:?}");
        // exchanged
        let c = contacts(&body.shape(), at, &field, base, 1e-3);
        assert!(a.len() == c.len() && a.iter().zip(&c).all(|(p, q)| *p == q.flipped()));
        touching += usize::from(!a.is_empty());
        assert!(poses < 20_000);
    }
}
