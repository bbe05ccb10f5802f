//! Degenerate input of the narrow phase: flat and pointlike shapes, coincident centres, parallel edges, needles, far from the origin,
//! not a number. And the separating axis that is kept between steps.

mod poses;

use poses::{Assets, CUBE, KINDS, Rng, nearby, outside, poses, reach, shape};
use stiction_geometry::query::{
    CcdOptions, ContactPoint, ConvexMesh, Distance, Manifold, Placement, Posed, Scratch, Shape, collide,
    distance, still_separated,
};
use stiction_spatial::{Mat3, Vec3};

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
    fn contacts(&mut self, a: Posed<'_>, b: Posed<'_>, margin: f64) -> Vec<ContactPoint> {
        collide(a, b, margin, &self.opts, &mut self.scratch, &mut self.out);
        self.out.points().to_vec()
    }
}

fn for_pairs(mut f: impl FnMut(&mut Rng, Posed<'_>, Posed<'_>, (usize, usize))) {
    let meshes = Assets::new();
    for i in 0..KINDS {
        for j in i..KINDS {
            let mut r = Rng(1 + 100 * i as u64 + j as u64);
            for _ in 0..poses(100) {
                let (a, b) = (shape(&mut r, i, &meshes), shape(&mut r, j, &meshes));
                let xa = r.place(0.5);
                let xb = nearby(&mut r, &a, &b, &xa);
                f(&mut r, Posed::new(&a, xa), Posed::new(&b, xb), (i, j));
            }
        }
    }
}

#[test]
fn degenerate_input_gives_numbers_not_panics() {
    let meshes = Assets::new();
    let mut bench = Bench::new();
    let mut r = Rng(5);
    let tiny = |r: &mut Rng| [0.0, 1e-12, 1e-5, 0.1][r.below(4)];
    for round in 0..4 * poses(150) {
        let make = |r: &mut Rng| {
            let (p, q, s) = (tiny(r), tiny(r), tiny(r));
            match r.below(8) {
                0 => Shape::Sphere { radius: p },
                1 => Shape::Capsule { radius: p, half_length: q },
                2 => Shape::Ellipsoid { radii: Vec3::new(p, q, s) },
                3 => Shape::Cylinder { radius: p, half_length: q },
                4 => Shape::Box { half: Vec3::new(p, q, s) },
                5 => meshes.cube.shape(),
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
        assert!(still_separated(&p, &q, 0.0, axis), "{i} {j}");
        let moved = Posed { at: Placement::new(q.at.pos + r.vec(0.02), q.at.mat), ..q };
        if still_separated(&p, &moved, 0.0, axis) {
            kept += 1;
            assert!(bench.contacts(p, moved, 0.0).is_empty(), "{i} {j}");
        } else {
            lost += 1;
        }
    });
    assert!(kept > 10 * lost, "{kept} {lost}");
}

/// Rods, wires, plates and beams of 1 : 10,000.
fn needle(r: &mut Rng, kind: usize) -> Shape<'static> {
    let (long, thin) = (r.range(0.5, 1.0), r.range(0.5e-4, 1e-4));
    match kind {
        0 => Shape::Capsule { radius: thin, half_length: long },
        1 => Shape::Ellipsoid { radii: Vec3::new(thin, thin, long) },
        2 => Shape::Cylinder { radius: thin, half_length: long },
        3 => Shape::Cylinder { radius: long, half_length: thin },
        4 => Shape::Box { half: Vec3::new(thin, thin, long) },
        _ => Shape::Box { half: Vec3::new(long, long, thin) },
    }
}

/// Needles against everything: disjoint ones carry a certificate of their distance, overlapping ones a push that separates.
#[test]
fn needles_are_as_exact_as_other_shapes() {
    let assets = Assets::new();
    let mut bench = Bench::new();
    let (mut apart, mut deep) = (0.0f64, 0.0f64);
    for i in 0..6 {
        for j in 0..6 + KINDS {
            let mut r = Rng(7000 + 100 * i as u64 + j as u64);
            for k in 0..poses(60) {
                let a = needle(&mut r, i);
                let b = if j < 6 { needle(&mut r, j) } else { shape(&mut r, j - 6, &assets) };
                let xa = r.place(0.5);
                let turn = if k % 3 == 0 { xa.mat } else { r.rotation() };
                let xb = Placement::new(xa.pos + r.vec(0.4), turn);
                let (pa, pb) = (Posed::new(&a, xa), Posed::new(&b, xb));
                let d = bench.distance(&pa, &pb);
                let kind = j.saturating_sub(6);
                let scene = || format!("{a:?} {xa:?} {b:?} {xb:?} {d:?}");
                assert!(d.found && d.dist.is_finite(), "{}", scene());
                if d.dist.abs() < 1e-9 {
                    continue;
                }
                let n = (d.to - d.from).scale(1.0 / d.dist);
                let gap = -(reach(&pa, n) + reach(&pb, -n));
                if d.dist > 0.0 {
                    let off = outside(&pa, 0, d.from, &assets).max(outside(&pb, kind, d.to, &assets));
                    apart = apart.max(off).max(d.dist - gap);
                } else {
                    deep = deep.max((d.dist - gap).abs());
                }
                assert!(apart < 1e-6 && deep < 1e-6, "{apart} {deep} {}", scene());
                for c in bench.contacts(pa, pb, 0.01) {
                    assert!(c.pos.is_finite() && (c.normal.norm() - 1.0).abs() < 1e-9, "{c:?} {}", scene());
                }
            }
        }
    }
    println!("needles: apart {apart:.0e} deep {deep:.0e}");
}

/// Ten kilometres from the origin a pair is the pair at the origin, up to the rounding of its places.
#[test]
fn far_from_the_origin() {
    let mut bench = Bench::new();
    let mut worst = 0.0f64;
    for_pairs(|r, a, b, (i, j)| {
        let near = bench.distance(&a, &b).dist;
        let shift = r.vec(1.0).normalized().0.scale(1e4);
        let far = |p: &Posed<'_>| Placement::new(p.at.pos + shift, p.at.mat);
        let (a2, b2) = (Posed { at: far(&a), ..a }, Posed { at: far(&b), ..b });
        let change = (bench.distance(&a2, &b2).dist - near).abs();
        worst = worst.max(change);
        assert!(change < 1e-8, "{i} {j}: {near} changes by {change}");
    });
    println!("1e4 m away: {worst:.0e}");
}

/// Equal orientation and coincident centres: all edges parallel, all faces coplanar, every axis a tie.
#[test]
fn aligned_and_coincident_shapes() {
    let assets = Assets::new();
    let mut bench = Bench::new();
    for i in 0..KINDS {
        for j in 0..KINDS {
            let mut r = Rng(8000 + 100 * i as u64 + j as u64);
            for k in 0..poses(40) {
                let (a, b) = (shape(&mut r, i, &assets), shape(&mut r, j, &assets));
                let xa = if k % 2 == 0 { Placement::IDENTITY } else { r.place(1.0) };
                // concentric, or moved along one axis until the faces touch
                let slide = [0.0, 1e-12, 1e-6, 0.1, 0.3][r.below(5)];
                let xb = Placement::new(xa.pos.add_scaled(xa.mat.col(r.below(3)), slide), xa.mat);
                let (pa, pb) = (Posed::new(&a, xa), Posed::new(&b, xb));
                let d = bench.distance(&pa, &pb);
                assert!(d.found && d.dist.is_finite(), "{a:?} {b:?} {slide}");
                // where two axes meet, MuJoCo takes any normal for these, and so do we
                let any = matches!((i.min(j), i.max(j)), (0, 0 | 1 | 3) | (1, 1));
                if d.dist < -1e-9 && !any {
                    let n = (d.to - d.from).scale(1.0 / d.dist);
                    let push = reach(&pa, n) + reach(&pb, -n);
                    assert!((push + d.dist).abs() < 1e-6, "{a:?} {b:?} {slide}: {push} {d:?}");
                }
                let c = bench.contacts(pa, pb, 0.001);
                let touching = d.dist < 0.0;
                assert!(!c.is_empty() || !touching, "{a:?} {b:?} {slide} {d:?}");
                assert!(c.iter().all(|c| (c.normal.norm() - 1.0).abs() < 1e-9 && c.pos.is_finite()));
            }
        }
    }
    assert!(assets.hull(CUBE).is_some());
}
