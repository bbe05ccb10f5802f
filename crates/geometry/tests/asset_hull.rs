//! Convex hulls: convexity, containment, agreement with the reference order, degenerate input.

use stiction_geometry::asset::{Hull, HullError, Mesh, MeshInertia, MeshParams, RawMesh, convex_hull};
use stiction_spatial::Vec3;

/// Deterministic numbers.
struct XorShift(u64);

impl XorShift {
    fn new(seed: u64) -> Self {
        XorShift(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    /// [0, 1) with 24 bits, exact in f32.
    fn unit(&mut self) -> f64 {
        (self.next() >> 40) as f64 / 16777216.0
    }
}

/// Point clouds with many coplanar points, and without.
fn cloud(kind: &str, n: usize, seed: u64) -> Vec<[f32; 3]> {
    let mut r = XorShift::new(seed);
    (0..n)
        .map(|_| {
            let mut p = [0.0f64; 3].map(|_| r.unit() * 2.0 - 1.0);
            match kind {
                "box" => p[(r.next() % 3) as usize] = if r.next() % 2 == 1 { 1.0 } else { -1.0 },
                "lattice" => p = p.map(|x| ((x + 1.0) * 4.0).trunc()),
                "slab" => p[2] /= 65536.0,
                "disks" => p[2] = (r.next() % 2) as f64,
                _ => {}
            }
            p.map(|x| x as f32)
        })
        .collect()
}

fn widen(points: &[[f32; 3]]) -> Vec<[f64; 3]> {
    points.iter().map(|p| p.map(f64::from)).collect()
}

/// Every point is below every face, to a tolerance relative to the size; the surface is closed.
fn check(points: &[[f64; 3]], hull: &Hull) {
    assert_eq!(hull.face.len() + 4, 2 * hull.vert.len());
    let mut edges = std::collections::BTreeSet::new();
    for &[a, b, c] in &hull.face {
        for e in [(a, b), (b, c), (c, a)] {
            assert!(edges.insert(e), "edge {e:?} twice in one direction");
        }
        let [p, q, r] = [a, b, c].map(|i| Vec3(points[i as usize]));
        let n = (q - p).cross(r - p);
        let size = n.norm();
        let span = (q - p).norm() * (r - p).norm();
        for &x in points {
            let height = n.dot(Vec3(x) - p);
            assert!(
                height <= 1e-12 * size.max(span * 1e-3),
                "point {height:e} above a face of area {size:e}"
            );
        }
    }
    assert!(edges.iter().all(|&(a, b)| edges.contains(&(b, a))), "open surface");
    // neighbour lists: symmetric, closed by -1
    let lists: Vec<&[i32]> = hull.vert_edgeadr.iter().map(|&a| &hull.edge_localid[a as usize..]).collect();
    let list = |k: usize| lists[k].iter().take_while(|&&j| j >= 0);
    for k in 0..hull.vert.len() {
        assert!(list(k).count() >= 3);
        assert!(list(k).all(|&j| list(j as usize).any(|&i| i == k as i32)));
    }
}

const KINDS: [&str; 5] = ["cube", "box", "lattice", "slab", "disks"];

#[test]
fn hulls_are_convex_closed_and_contain_the_points() {
    for kind in KINDS {
        for seed in 1..20 {
            let points = widen(&cloud(kind, 5 + 23 * seed as usize, seed));
            check(&points, &convex_hull(&points, None).unwrap());
        }
    }
}

#[test]
fn limited_hulls_have_the_asked_size_and_are_convex() {
    let points = widen(&cloud("cube", 400, 7));
    for n in [4, 9, 20, 33] {
        let small = convex_hull(&points, Some(n)).unwrap();
        assert_eq!(small.vert.len(), n);
        // convex by itself: every other point moves to the centre
        let mut corners = vec![[0.0; 3]; points.len()];
        for &v in &small.vert {
            corners[v as usize] = points[v as usize];
        }
        check(&corners, &small);
    }
}

fn fnv(numbers: impl Iterator<Item = i32>) -> u64 {
    numbers
        .flat_map(i32::to_le_bytes)
        .fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}

/// (kind, points, seed, hash of mesh_graph, hash of polygon sizes and vertices), recorded from MuJoCo 4.0.0.
#[rustfmt::skip]
const REFERENCE: [(&str, usize, u64, u64, u64); 15] = [
    ("cube", 12, 1, 0x56d999ba9841dc2d, 0x42d31158f49d83e7),
    ("cube", 60, 2, 0x317ed1f4757ecee8, 0xa0218e2b274344d1),
    ("cube", 300, 3, 0x8857eba31db7416b, 0xeec1b93fefe56d31),
    ("box", 12, 1, 0x0958a34b99969d87, 0x0c915e21d202d36b),
    ("box", 60, 2, 0x61fbaa3cbcffe63f, 0xf9287ac07688912d),
    ("box", 300, 3, 0x2ce2a14186414216, 0x8bf31296f30061d0),
    ("lattice", 12, 1, 0xfc060318f9043bc6, 0x7a4a7cf44043642c),
    ("lattice", 60, 2, 0x8fe1cef8fcdef4c9, 0xc73e12344339df44),
    ("lattice", 300, 3, 0x8bb1712d7abcdc4d, 0x22e6a2b325815d41),
    ("slab", 12, 1, 0xf566ddef63bc92cf, 0x791421c8dd489fc3),
    ("slab", 60, 2, 0xc7fa0f67fd8a7c5c, 0x537f6a2dbb855419),
    ("slab", 300, 3, 0x8857eba31db7416b, 0x5e524412609a9420),
    ("disks", 12, 1, 0xfa237331f46372dc, 0x9ad8331d8acd6d9f),
    ("disks", 60, 2, 0x0502bc7d8bdc499d, 0x86cfdb6bbd1a77a0),
    ("disks", 300, 3, 0x859973ee4f886602, 0x1c553caa3e6c8c79),
];

#[test]
fn graph_and_polygons_have_the_order_of_mujoco() {
    for (kind, n, seed, graph, polygons) in REFERENCE {
        let raw = RawMesh { vert: cloud(kind, n, seed), ..RawMesh::default() };
        let mesh = Mesh::compile(raw, &MeshParams { inertia: MeshInertia::Convex, ..MeshParams::default() })
            .unwrap();
        assert_eq!(fnv(mesh.graph().into_iter()), graph, "graph of {kind} {n}");
        let p = &mesh.polygons;
        assert_eq!(fnv(p.vertnum.iter().chain(&p.vert).copied()), polygons, "polygons of {kind} {n}");
    }
}

#[test]
fn points_without_volume_are_typed_errors() {
    let hull = |p: &[[f64; 3]]| convex_hull(p, None).unwrap_err();
    assert_eq!(hull(&[[0.0; 3]; 3]), HullError::TooFew);
    assert_eq!(hull(&[[1.0, 2.0, 3.0]; 9]), HullError::Colocated);
    let line: Vec<[f64; 3]> = (0..9).map(|k| [k as f64, 2.0 * k as f64, -0.5 * k as f64]).collect();
    assert_eq!(hull(&line), HullError::Collinear);
    let plane: Vec<[f64; 3]> = (0..9).map(|k| [(k % 3) as f64, (k / 3) as f64, 2.0]).collect();
    assert_eq!(hull(&plane), HullError::Coplanar);
    let mut nan = widen(&cloud("cube", 10, 1));
    nan[4][1] = f64::NAN;
    assert_eq!(hull(&nan), HullError::NotFinite);
}

#[test]
fn duplicates_and_extreme_scales_do_not_break_the_hull() {
    let base = widen(&cloud("box", 80, 5));
    let doubled: Vec<[f64; 3]> = base.iter().chain(&base).copied().collect();
    let n = convex_hull(&base, None).unwrap().vert.len();
    assert_eq!(convex_hull(&doubled, None).unwrap().vert.len(), n);
    for scale in [1e-30, 1e-9, 1e9, 1e30] {
        let scaled: Vec<[f64; 3]> = base.iter().map(|p| p.map(|x| x * scale)).collect();
        match convex_hull(&scaled, None) {
            Ok(h) => assert_eq!(h.vert.len(), n, "scale {scale:e}"),
            Err(e) => assert!(scale < 1e-12, "scale {scale:e}: {e}"),
        }
    }
}
