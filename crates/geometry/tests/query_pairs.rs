//! Properties of the narrow phase over random pairs of every type: swapping, rigid motion, unit normals, separation, and agreement
//! of the distance with a direct search. `STICTION_POSES=100000` runs the long version.

use stiction_geometry::query::{
    CcdOptions, ConvexMesh, Distance, Manifold, Placement, Posed, Scratch, Shape, collide, distance,
};
use stiction_spatial::{Mat3, Quat, Vec3};

/// SplitMix64.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    /// Uniform in [0, 1).
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    fn range(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * self.unit()
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    fn vec(&mut self, s: f64) -> Vec3 {
        Vec3::new(self.range(-s, s), self.range(-s, s), self.range(-s, s))
    }
    fn rotation(&mut self) -> Mat3 {
        let q = [0; 4].map(|_| self.range(-1.0, 1.0));
        let n = q.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-3);
        Quat::new(q[0] / n, q[1] / n, q[2] / n, q[3] / n).to_mat()
    }
    fn place(&mut self, s: f64) -> Placement {
        Placement::new(self.vec(s), self.rotation())
    }
}

fn poses() -> usize {
    std::env::var("STICTION_POSES").ok().and_then(|s| s.parse().ok()).unwrap_or(150)
}

/// A cube with its polygons, and a blob without a graph.
struct Meshes {
    cube: Vec<f32>,
    polynormal: Vec<f64>,
    polyvert: Vec<i32>,
    polyadr: Vec<i32>,
    polynum: Vec<i32>,
    mapadr: Vec<i32>,
    mapnum: Vec<i32>,
    map: Vec<i32>,
    blob: Vec<f32>,
}

impl Meshes {
    fn new() -> Self {
        let mut cube = vec![];
        for i in 0..8 {
            for (k, h) in [0.1f32, 0.15, 0.07].iter().enumerate() {
                cube.push(if i & (1 << k) != 0 { *h } else { -h });
            }
        }
        let faces: [([f64; 3], [i32; 4]); 6] = [
            ([1., 0., 0.], [1, 3, 7, 5]),
            ([-1., 0., 0.], [0, 4, 6, 2]),
            ([0., 1., 0.], [2, 6, 7, 3]),
            ([0., -1., 0.], [0, 1, 5, 4]),
            ([0., 0., 1.], [4, 5, 7, 6]),
            ([0., 0., -1.], [0, 2, 3, 1]),
        ];
        let (mut polynormal, mut polyvert, mut polyadr) = (vec![], vec![], vec![]);
        for (n, v) in &faces {
            polyadr.push(polyvert.len() as i32);
            polynormal.extend(n);
            polyvert.extend(v);
        }
        let (mut map, mut mapadr) = (vec![], vec![]);
        for v in 0..8 {
            mapadr.push(map.len() as i32);
            map.extend(faces.iter().enumerate().filter(|(_, f)| f.1.contains(&v)).map(|(i, _)| i as i32));
        }
        let mut r = Rng(7);
        let blob = (0..60).map(|_| r.range(-0.12, 0.12) as f32).collect();
        Meshes {
            cube,
            polynormal,
            polyvert,
            polyadr,
            polynum: vec![4; 6],
            mapadr,
            mapnum: vec![3; 8],
            map,
            blob,
        }
    }
    fn cube(&self) -> Shape<'_> {
        Shape::Mesh(ConvexMesh {
            vert: &self.cube,
            polynormal: &self.polynormal,
            polyvert: &self.polyvert,
            polyvertadr: &self.polyadr,
            polyvertnum: &self.polynum,
            polymapadr: &self.mapadr,
            polymapnum: &self.mapnum,
            polymap: &self.map,
            rbound: 0.2,
            ..ConvexMesh::default()
        })
    }
    fn blob(&self) -> Shape<'_> {
        Shape::Mesh(ConvexMesh { vert: &self.blob, rbound: 0.21, ..ConvexMesh::default() })
    }
}

const KINDS: usize = 7;

fn shape<'a>(r: &mut Rng, kind: usize, meshes: &'a Meshes) -> Shape<'a> {
    let mut s = || r.range(0.02, 0.3);
    match kind {
        0 => Shape::Sphere { radius: s() },
        1 => Shape::Capsule { radius: s(), half_length: s() },
        2 => Shape::Ellipsoid { radii: Vec3::new(s(), s(), s()) },
        3 => Shape::Cylinder { radius: s(), half_length: s() },
        4 => Shape::Box { half: Vec3::new(s(), s(), s()) },
        5 => meshes.cube(),
        _ => meshes.blob(),
    }
}

/// A second placement so that the bounding spheres overlap more or less.
fn nearby(r: &mut Rng, a: &Shape<'_>, b: &Shape<'_>, xa: &Placement) -> Placement {
    let reach = a.rbound() + b.rbound();
    let dir = r.vec(1.0).normalized().0;
    Placement::new(xa.pos.add_scaled(dir, reach * r.range(0.2, 1.05)), r.rotation())
}

struct Bench {
    scratch: Scratch,
    out: Manifold,
    opts: CcdOptions,
}

impl Bench {
    fn new() -> Self {
        Bench { scratch: Scratch::new(), out: Manifold::new(), opts: CcdOptions::default() }
    }
    fn distance(&mut self, a: &Posed<'_>, b: &Posed<'_>) -> Distance {
        distance(a, b, 10.0, &self.opts, &mut self.scratch, &mut self.out)
    }
    fn contacts(
        &mut self,
        a: Posed<'_>,
        b: Posed<'_>,
        margin: f64,
    ) -> Vec<stiction_geometry::query::ContactPoint> {
        collide(a, b, margin, &self.opts, &mut self.scratch, &mut self.out);
        self.out.points().to_vec()
    }
}

fn for_pairs(mut f: impl FnMut(&mut Rng, Posed<'_>, Posed<'_>, (usize, usize))) {
    let meshes = Meshes::new();
    for i in 0..KINDS {
        for j in i..KINDS {
            let mut r = Rng(1 + 100 * i as u64 + j as u64);
            for _ in 0..poses() {
                let (a, b) = (shape(&mut r, i, &meshes), shape(&mut r, j, &meshes));
                let xa = r.place(0.5);
                let xb = nearby(&mut r, &a, &b, &xa);
                f(&mut r, Posed::new(&a, xa), Posed::new(&b, xb), (i, j));
            }
        }
    }
}

/// How far a signed distance may be off: polyhedral depths and all gaps are exact, the depth of a smooth shape may belong to a
/// second minimum that is nearly as good.
fn tolerance(a: &Posed<'_>, b: &Posed<'_>, dist: f64) -> f64 {
    let smooth = |p: &Posed<'_>| matches!(p.shape, Shape::Ellipsoid { .. } | Shape::Cylinder { .. });
    if dist < 0.0 && (smooth(a) || smooth(b)) { 5e-5f64.max(3e-2 * -dist) } else { 1e-8 }
}

/// max over a grid of directions, then refined by coordinate search, of the separation min_b n·b − max_a n·a.
fn separation_by_search(a: &Posed<'_>, b: &Posed<'_>, start: Vec3) -> f64 {
    let gap = |n: Vec3| -(reach(a, n) + reach(b, -n));
    let mut best = (gap(start), start);
    let mut step = 0.02;
    while step > 1e-9 {
        let axis = if best.1[0].abs() < 0.6 { Vec3::X } else { Vec3::Y };
        let t1 = best.1.cross(axis).normalized().0;
        let t2 = best.1.cross(t1);
        let mut improved = false;
        for k in 0..8 {
            let (c, s) = [
                (1., 0.),
                (0.7, 0.7),
                (0., 1.),
                (-0.7, 0.7),
                (-1., 0.),
                (-0.7, -0.7),
                (0., -1.),
                (0.7, -0.7),
            ][k];
            let n = (best.1 + t1.scale(step * c) + t2.scale(step * s)).normalized().0;
            let g = gap(n);
            if g > best.0 {
                best = (g, n);
                improved = true;
            }
        }
        if !improved {
            step *= 0.5;
        }
    }
    best.0
}

/// max over the shape of n · p, from the definition of each shape.
fn reach(p: &Posed<'_>, n: Vec3) -> f64 {
    let d = p.at.mat.tr_mul_vec(n);
    let local = match p.shape {
        Shape::Sphere { radius } => *radius,
        Shape::Capsule { radius, half_length } => radius + half_length * d[2].abs(),
        Shape::Ellipsoid { radii } => d.hadamard(*radii).norm(),
        Shape::Cylinder { radius, half_length } => {
            radius * (d[0] * d[0] + d[1] * d[1]).sqrt() + half_length * d[2].abs()
        }
        Shape::Box { half } => (0..3).map(|k| half[k] * d[k].abs()).sum(),
        Shape::Mesh(m) => (0..m.nvert()).map(|i| d.dot(m.vertex(i))).fold(f64::NEG_INFINITY, f64::max),
        _ => unreachable!(),
    };
    local + n.dot(p.at.pos)
}

#[test]
fn distance_is_the_best_separation_and_its_witness_points_realise_it() {
    let mut bench = Bench::new();
    let mut worst = [[0.0f64; KINDS]; KINDS];
    let mut second = 0;
    for_pairs(|_, a, b, (i, j)| {
        let d = bench.distance(&a, &b);
        assert!(d.found && d.dist.is_finite(), "{i} {j} {d:?}");
        let v = d.to - d.from;
        assert!(
            (v.norm() - d.dist.abs()).abs() < 1e-9,
            "{i} {j}: |to − from| = {} but dist = {}",
            v.norm(),
            d.dist
        );
        if d.dist.abs() < 1e-7 {
            return;
        }
        // no direction near the reported one separates better, and the reported one is as good as claimed
        let n = v.scale(1.0 / d.dist);
        let best = separation_by_search(&a, &b, n);
        let claimed = -(reach(&a, n) + reach(&b, -n));
        let tol = tolerance(&a, &b, d.dist);
        if best > d.dist + 1e-6 {
            second += 1;
        }
        assert!(claimed > d.dist - tol, "{i} {j}: normal separates by {claimed}, not {}", d.dist);
        assert!(best < d.dist + tol, "{i} {j}: a better direction exists: {best} > {}", d.dist);
        worst[i][j] = worst[i][j].max((best - d.dist).abs());
    });
    println!("worst |distance − search| by pair: {worst:?}");
    let all = KINDS * (KINDS + 1) / 2 * poses();
    assert!(second * 1000 < all, "{second} of {all} pairs found a second-best minimum");
}

#[test]
fn penetration_is_the_smallest_over_the_sphere() {
    // a coarse global search: no sampled direction may need a clearly smaller push than the reported depth
    let mut bench = Bench::new();
    let mut dirs = vec![];
    let mut r = Rng(99);
    for _ in 0..400 {
        dirs.push(r.vec(1.0).normalized().0);
    }
    let mut deep = 0;
    for_pairs(|_, a, b, (i, j)| {
        let d = bench.distance(&a, &b);
        if d.dist >= 0.0 {
            return;
        }
        deep += 1;
        for n in &dirs {
            let push = reach(&a, *n) + reach(&b, -*n);
            assert!(
                push > -d.dist - tolerance(&a, &b, d.dist),
                "{i} {j}: {push} separates, reported {}",
                -d.dist
            );
        }
    });
    assert!(deep > 100);
}

#[test]
fn contacts_are_unit_finite_and_within_the_margin() {
    let mut bench = Bench::new();
    for_pairs(|r, a, b, (i, j)| {
        let margin = if r.below(2) == 0 { 0.0 } else { 0.02 };
        for c in bench.contacts(a, b, margin) {
            assert!((c.normal.norm() - 1.0).abs() < 1e-9, "{i} {j} {c:?}");
            assert!(c.pos.is_finite() && c.dist.is_finite());
            assert!(c.dist <= margin + 1e-9, "{i} {j} {c:?}");
            let f = c.frame();
            assert!((f.det() - 1.0).abs() < 1e-9);
        }
    });
}

#[test]
fn swapping_the_shapes_flips_the_contacts() {
    let mut bench = Bench::new();
    for_pairs(|_, a, b, (i, j)| {
        let one = bench.distance(&a, &b);
        let two = bench.distance(&b, &a);
        let tol = tolerance(&a, &b, one.dist);
        assert!((one.dist - two.dist).abs() < tol, "{i} {j}: {} {}", one.dist, two.dist);
        let x = bench.contacts(a, b, 0.01);
        let y = bench.contacts(b, a, 0.01);
        if a.shape.kind() != b.shape.kind() {
            // the routine orders the pair itself: exactly the same points
            assert_eq!(x.len(), y.len());
            for (p, q) in x.iter().zip(&y) {
                assert_eq!(*p, q.flipped());
            }
        }
    });
}

#[test]
fn a_common_rigid_motion_changes_nothing() {
    let mut bench = Bench::new();
    for_pairs(|r, a, b, (i, j)| {
        let x = r.place(2.0);
        let (a2, b2) = (Posed { at: x.compose(&a.at), ..a }, Posed { at: x.compose(&b.at), ..b });
        let (one, two) = (bench.distance(&a, &b), bench.distance(&a2, &b2));
        // contacts move with the pair: 1e-9 wherever the answer is unique
        let tol = tolerance(&a, &b, one.dist).max(1e-9);
        let tol = if tol < 1e-7 { 1e-9 } else { tol };
        assert!((one.dist - two.dist).abs() < tol, "{i} {j}: {} {}", one.dist, two.dist);
    });
}

#[test]
fn degenerate_input_gives_numbers_not_panics() {
    let meshes = Meshes::new();
    let mut bench = Bench::new();
    let mut r = Rng(5);
    let tiny = |r: &mut Rng| [0.0, 1e-12, 1e-5, 0.1][r.below(4)];
    for round in 0..4 * poses() {
        let make = |r: &mut Rng| {
            let (p, q, s) = (tiny(r), tiny(r), tiny(r));
            match r.below(8) {
                0 => Shape::Sphere { radius: p },
                1 => Shape::Capsule { radius: p, half_length: q },
                2 => Shape::Ellipsoid { radii: Vec3::new(p, q, s) },
                3 => Shape::Cylinder { radius: p, half_length: q },
                4 => Shape::Box { half: Vec3::new(p, q, s) },
                5 => meshes.cube(),
                6 => Shape::Mesh(ConvexMesh::default()),
                _ => Shape::Box { half: Vec3::new(1e-4, 1.0, 1e-4) },
            }
        };
        let (a, b) = (make(&mut r), make(&mut r));
        let far = if round % 3 == 0 { 1e4 } else { 1.0 };
        let rot = if round % 2 == 0 { Mat3::IDENTITY } else { r.rotation() };
        let xa = Placement::new(r.vec(far), rot);
        let offset = [Vec3::ZERO, Vec3::new(0.1, 0.0, 0.0), Vec3::new(0.0, 0.2, 0.0), r.vec(0.2)][r.below(4)];
        let turn = if r.below(2) == 0 { rot } else { r.rotation() };
        let xb = Placement::new(xa.pos + offset, turn);
        let d = bench.distance(&Posed::new(&a, xa), &Posed::new(&b, xb));
        assert!(d.dist.is_finite() && d.from.is_finite() && d.to.is_finite(), "{a:?} {b:?} {d:?}");
        for c in bench.contacts(Posed::new(&a, xa), Posed::new(&b, xb), 0.01) {
            assert!(c.dist.is_finite() && c.pos.is_finite(), "{a:?} {b:?} {c:?}");
            assert!((c.normal.norm() - 1.0).abs() < 1e-6, "{a:?} {b:?} {c:?}");
        }
    }
}

#[test]
fn not_a_number_does_not_panic() {
    let mut bench = Bench::new();
    let bad = Placement::new(Vec3::new(f64::NAN, 0.0, 0.0), Mat3::IDENTITY);
    let shapes = [
        Shape::Sphere { radius: 0.1 },
        Shape::Capsule { radius: 0.1, half_length: 0.1 },
        Shape::Ellipsoid { radii: Vec3::new(0.1, 0.2, 0.3) },
        Shape::Cylinder { radius: 0.1, half_length: 0.1 },
        Shape::Box { half: Vec3::new(0.1, 0.2, 0.3) },
        Shape::Capsule { radius: -0.1, half_length: -0.1 },
        Shape::Box { half: Vec3::new(-0.1, 0.2, f64::NAN) },
    ];
    for a in &shapes {
        for b in &shapes {
            bench.contacts(Posed::new(a, bad), Posed::new(b, Placement::IDENTITY), 0.01);
            bench.contacts(Posed::new(a, Placement::IDENTITY), Posed::new(b, Placement::IDENTITY), 0.01);
        }
    }
}

#[test]
fn a_separating_axis_is_remembered_and_right() {
    let mut bench = Bench::new();
    let (mut kept, mut lost) = (0, 0);
    for_pairs(|r, a, b, (i, j)| {
        let b = Posed { at: Placement::new(b.at.pos + (b.at.pos - a.at.pos).scale(0.3), b.at.mat), ..b };
        if !bench.contacts(a, b, 0.0).is_empty() {
            return;
        }
        let Some(axis) = bench.scratch.separating_axis() else { return };
        // contacts are ordered by type; so is the axis
        let (p, q) = if a.shape.kind() <= b.shape.kind() { (a, b) } else { (b, a) };
        assert!(stiction_geometry::query::still_separated(&p, &q, 0.0, axis), "{i} {j}");
        let moved = Posed { at: Placement::new(q.at.pos + r.vec(0.02), q.at.mat), ..q };
        if stiction_geometry::query::still_separated(&p, &moved, 0.0, axis) {
            kept += 1;
            assert!(bench.contacts(p, moved, 0.0).is_empty(), "{i} {j}");
        } else {
            lost += 1;
        }
    });
    assert!(kept > 10 * lost, "{kept} {lost}");
}
