//! Rays, trees and the broad phase against direct search.

use stiction_geometry::query::{
    Aabb, BroadPhase, Bvh, ConvexMesh, FanHit, FanScratch, HeightField, Placement, Posed, Shape, TriMesh,
    boxes_overlap, multi_ray, overlap_trees, ray,
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
    fn vec(&mut self, s: f64) -> Vec3 {
        Vec3::new(self.range(-s, s), self.range(-s, s), self.range(-s, s))
    }
    fn place(&mut self, s: f64) -> Placement {
        let q = Quat::new(self.range(-1.0, 1.0), self.range(-1.0, 1.0), self.range(-1.0, 1.0), 0.3);
        Placement::new(self.vec(s), q.normalized().to_mat())
    }
}

fn brute_pairs(boxes: &[Aabb]) -> Vec<(u32, u32)> {
    let mut out = vec![];
    let holds = |b: &Aabb| (0..3).all(|k| b.min[k] <= b.max[k]);
    for i in 0..boxes.len() {
        for j in i + 1..boxes.len() {
            if holds(&boxes[i]) && holds(&boxes[j]) && boxes[i].overlaps(&boxes[j]) {
                out.push((i as u32, j as u32));
            }
        }
    }
    out
}

#[test]
fn the_broad_phase_finds_exactly_the_overlapping_boxes() {
    let mut r = Rng(1);
    let mut phase = BroadPhase::new();
    let mut out = vec![];
    for n in [0, 1, 2, 50, 96, 97, 400, 1500] {
        for spread in [0.3, 2.0, 10.0] {
            let mut boxes: Vec<Aabb> = (0..n)
                .map(|_| {
                    let (c, h) = (r.vec(spread), Vec3(r.vec(0.2).0.map(f64::abs)));
                    Aabb { min: c - h, max: c + h }
                })
                .collect();
            if n > 20 {
                boxes[3] = Aabb::EVERYTHING;
                boxes[9] = Aabb::EMPTY;
                boxes[11].min[1] = f64::NAN;
                boxes[12] = boxes[13];
                boxes[14].max[2] = f64::INFINITY;
                let h = boxes[16].max - boxes[16].min;
                boxes[15] = Aabb { min: boxes[16].max, max: boxes[16].max + h };
            }
            phase.pairs(&boxes, &mut out);
            assert_eq!(out, brute_pairs(&boxes), "n = {n}, spread = {spread}");
            phase.pairs_where(&boxes, |i, j| (i + j) % 3 == 0, &mut out);
            let kept: Vec<_> = brute_pairs(&boxes).into_iter().filter(|(i, j)| (i + j) % 3 == 0).collect();
            assert_eq!(out, kept);
        }
    }
}

#[test]
fn equal_input_gives_equal_pairs_whatever_came_before() {
    let mut r = Rng(2);
    let make = |r: &mut Rng, n: usize| -> Vec<Aabb> {
        (0..n)
            .map(|_| {
                let c = r.vec(2.0);
                Aabb { min: c - Vec3([0.1; 3]), max: c + Vec3([0.1; 3]) }
            })
            .collect()
    };
    let boxes = make(&mut r, 500);
    let (mut used, mut fresh) = (BroadPhase::new(), BroadPhase::new());
    let (mut a, mut b) = (vec![], vec![]);
    for n in [30, 800, 10] {
        used.pairs(&make(&mut r, n), &mut a);
    }
    used.pairs(&boxes, &mut a);
    fresh.pairs(&boxes, &mut b);
    assert_eq!(a, b);
}

#[test]
fn pairs_are_right_while_boxes_drift_jump_and_vanish() {
    let mut r = Rng(5);
    let mut phase = BroadPhase::new();
    let mut out = vec![];
    let mut boxes: Vec<Aabb> = (0..300)
        .map(|_| {
            let (c, h) = (r.vec(1.5), Vec3(r.vec(0.15).0.map(f64::abs)));
            Aabb { min: c - h, max: c + h }
        })
        .collect();
    boxes[0] = Aabb::EVERYTHING;
    boxes[77].max[0] = f64::INFINITY;
    for step in 0..400 {
        // calm and wild times: few leave their wide boxes, or most do
        let speed = if step % 100 < 70 { 1e-3 } else { 0.05 };
        for b in &mut boxes {
            let d = r.vec(speed);
            *b = Aabb { min: b.min + d, max: b.max + d };
        }
        let k = 1 + step % 299;
        match step % 7 {
            0 => boxes[k] = Aabb { min: Vec3([0.0; 3]), max: Vec3([0.2; 3]) },
            3 => boxes[k].min[1] = f64::NAN,
            5 => boxes[k] = boxes[(k + 5) % 300],
            _ => {}
        }
        phase.pairs(&boxes, &mut out);
        assert_eq!(out, brute_pairs(&boxes), "step {step}");
    }
}

/// A bumpy closed surface: a deformed octahedron sphere.
fn surface(level: usize) -> (Vec<f32>, Vec<i32>) {
    let mut vert: Vec<Vec3> = vec![Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z];
    let mut face: Vec<[usize; 3]> =
        vec![[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
    for _ in 0..level {
        let mut next = vec![];
        for [a, b, c] in face {
            let mut mid = |p: usize, q: usize| {
                let m = (vert[p] + vert[q]).normalized().0;
                match vert.iter().position(|v| (*v - m).norm() < 1e-9) {
                    Some(i) => i,
                    None => {
                        vert.push(m);
                        vert.len() - 1
                    }
                }
            };
            let (ab, bc, ca) = (mid(a, b), mid(b, c), mid(c, a));
            next.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        face = next;
    }
    let vert = vert.iter().flat_map(|v| v.scale(0.3 + 0.05 * v[0] * v[1]).0.map(|x| x as f32)).collect();
    (vert, face.into_iter().flatten().map(|i| i as i32).collect())
}

#[test]
fn a_ray_finds_the_same_triangle_with_and_without_the_tree() {
    let (vert, face) = surface(3);
    let tree = Bvh::of_triangles(&vert, &face);
    let with = Shape::Surface(TriMesh::new(&vert, &face, tree.view()));
    let without = Shape::Surface(TriMesh::new(&vert, &face, stiction_geometry::query::BvhView::default()));
    let mut r = Rng(3);
    let mut hits = 0;
    for k in 0..2000 {
        let x = r.place(0.2);
        let from = x.pos + r.vec(1.0);
        let mut to = x.pos + r.vec(0.3) - from;
        if k % 5 == 0 {
            to = Vec3::new(0.0, 0.0, if k % 2 == 0 { 1.0 } else { -1.0 });
        }
        let (a, b) = (ray(&Posed::new(&with, x), from, to), ray(&Posed::new(&without, x), from, to));
        assert_eq!(a.map(|h| h.dist), b.map(|h| h.dist));
        hits += usize::from(a.is_some());
    }
    assert!(hits > 800);
    assert!(tree.depth.iter().max().is_some_and(|d| *d <= 10), "balanced: 512 triangles");
}

#[test]
fn rays_meet_the_surface_they_report() {
    let mut r = Rng(4);
    let heights: Vec<f32> = (0..12 * 9).map(|_| r.unit() as f32).collect();
    let shapes = [
        Shape::Plane { half: [0.0, 0.0] },
        Shape::Sphere { radius: 0.3 },
        Shape::Capsule { radius: 0.2, half_length: 0.3 },
        Shape::Ellipsoid { radii: Vec3::new(0.2, 0.3, 0.4) },
        Shape::Cylinder { radius: 0.2, half_length: 0.3 },
        Shape::Box { half: Vec3::new(0.2, 0.3, 0.1) },
        Shape::HeightField(HeightField { size: [0.6, 0.5, 0.2, 0.1], nrow: 9, ncol: 12, data: &heights }),
    ];
    // signed distance to the surface, where it is simple
    let value = |s: &Shape<'_>, p: Vec3| match s {
        Shape::Plane { .. } => p[2],
        Shape::Sphere { radius } => p.norm() - radius,
        Shape::Capsule { radius, half_length } => {
            (p - Vec3::new(0.0, 0.0, p[2].clamp(-half_length, *half_length))).norm() - radius
        }
        Shape::Ellipsoid { radii } => Vec3([0, 1, 2].map(|k| p[k] / radii[k])).norm() - 1.0,
        Shape::Cylinder { radius, half_length } => (p[0].hypot(p[1]) - radius).max(p[2].abs() - half_length),
        Shape::Box { half } => (0..3).map(|k| p[k].abs() - half[k]).fold(f64::NEG_INFINITY, f64::max),
        _ => 0.0,
    };
    for s in &shapes {
        let mut hits = 0;
        for _ in 0..1000 {
            let x = r.place(0.5);
            let from = x.pos + r.vec(1.5);
            let to = x.pos + r.vec(0.4) - from;
            let Some(h) = ray(&Posed::new(s, x), from, to) else { continue };
            hits += 1;
            assert!(h.dist >= 0.0 && (h.normal.norm() - 1.0).abs() < 1e-9);
            let p = x.local(from.add_scaled(to, h.dist));
            assert!(value(s, p).abs() < 1e-9, "{s:?} {p:?}");
            // scaling the direction scales the distance
            let twice = ray(&Posed::new(s, x), from, to.scale(2.0)).map(|h| 2.0 * h.dist);
            assert!((twice.unwrap_or(-1.0) - h.dist).abs() < 1e-9);
        }
        assert!(hits > 100, "{s:?}: {hits}");
    }
}

#[test]
fn a_fan_of_rays_equals_single_rays() {
    let mut r = Rng(5);
    let shapes = [
        Shape::Sphere { radius: 0.2 },
        Shape::Box { half: Vec3::new(0.1, 0.3, 0.2) },
        Shape::Plane { half: [0.0, 0.0] },
        Shape::Capsule { radius: 0.1, half_length: 0.4 },
    ];
    let targets: Vec<Option<Posed<'_>>> =
        (0..40).map(|k| (k % 7 != 0).then(|| Posed::new(&shapes[k % 4], r.place(2.0)))).collect();
    let pnt = Vec3::new(0.1, 0.2, 0.3);
    let mut vecs: Vec<Vec3> = (0..300).map(|_| r.vec(1.0)).collect();
    vecs[7] = Vec3::ZERO;
    let mut out = vec![FanHit::NONE; vecs.len()];
    multi_ray(pnt, &vecs, &targets, 100.0, &mut FanScratch::default(), &mut out);
    for (v, h) in vecs.iter().zip(&out) {
        let mut best = FanHit::NONE;
        for (i, t) in targets.iter().enumerate() {
            if let Some(x) = t.as_ref().and_then(|t| ray(t, pnt, *v))
                && v.norm() > 0.0
                && (best.dist < 0.0 || x.dist < best.dist)
            {
                best = FanHit { dist: x.dist, target: i as i32, normal: x.normal };
            }
        }
        assert_eq!(*h, best);
    }
    // a short cutoff removes distant targets
    multi_ray(pnt, &vecs, &targets, 0.0, &mut FanScratch::default(), &mut out);
    for h in out.iter().filter(|h| h.target >= 0) {
        let t = targets[h.target as usize].as_ref().unwrap();
        assert!((t.at.pos - pnt).norm() <= t.shape.rbound());
    }
}

#[test]
fn two_trees_report_every_pair_of_boxes_that_is_near() {
    let mut r = Rng(6);
    let boxes = |r: &mut Rng| -> Vec<[f64; 6]> {
        (0..60)
            .map(|_| {
                let (c, h) = (r.vec(1.0), r.vec(0.3));
                [c[0], c[1], c[2], h[0].abs(), h[1].abs(), h[2].abs()]
            })
            .collect()
    };
    let (a, b) = (boxes(&mut r), boxes(&mut r));
    let (ta, tb) = (Bvh::build(&a), Bvh::build(&b));
    let (xa, xb) = (r.place(0.3), r.place(0.3));
    let mut found = vec![];
    overlap_trees(ta.view(), &xa, tb.view(), &xb, 0.02, &mut vec![], |i, j| found.push((i, j)));
    found.sort_unstable();
    let mut all = vec![];
    for i in 0..a.len() {
        for j in 0..b.len() {
            if boxes_overlap(&a[i], &xa, &b[j], &xb, 0.02) {
                all.push((i, j));
            }
        }
    }
    assert_eq!(found, all);
    assert!(all.len() > 10);
}

#[test]
fn bounds_hold_their_shapes() {
    let mut r = Rng(7);
    let (vert, _) = surface(1);
    let mesh = Shape::Mesh(ConvexMesh { vert: &vert, rbound: 0.4, ..ConvexMesh::default() });
    let shapes = [
        Shape::Sphere { radius: 0.2 },
        Shape::Capsule { radius: 0.1, half_length: 0.2 },
        Shape::Ellipsoid { radii: Vec3::new(0.1, 0.2, 0.3) },
        Shape::Cylinder { radius: 0.1, half_length: 0.2 },
        Shape::Box { half: Vec3::new(0.1, 0.2, 0.3) },
        mesh,
    ];
    for s in &shapes {
        for _ in 0..50 {
            let x = r.place(0.5);
            let b = s.world_aabb(&x);
            // rays from outside along each axis graze the box: nothing sticks out
            for k in 0..3 {
                let mut lo = b.center();
                lo[k] = b.min[k] - 1.0;
                let mut axis = Vec3::ZERO;
                axis[k] = 1.0;
                if let Some(h) = ray(&Posed::new(s, x), lo, axis) {
                    assert!(h.dist >= 1.0 - 1e-9);
                }
            }
            let inner = Placement::new(Vec3::ZERO, Mat3::IDENTITY);
            assert!(s.world_aabb(&inner).max.norm() <= 3f64.sqrt() * s.rbound() + 1e-9);
        }
    }
}

/// Height of a field over (x, y): the two triangles of each cell share the diagonal from its first corner.
fn height_at(f: &HeightField<'_>, x: f64, y: f64) -> f64 {
    let grid = |x: f64, s: f64, n: usize| {
        let at = ((x + s) / (2.0 * s)).clamp(0.0, 1.0) * (n - 1) as f64;
        let cell = (at.floor() as usize).min(n - 2);
        (cell, at - cell as f64)
    };
    let ((c, u), (r, v)) = (grid(x, f.size[0], f.ncol), grid(y, f.size[1], f.nrow));
    let z = |j: usize, i: usize| f.height(r + j, c + i);
    if u >= v {
        z(0, 0) + u * (z(0, 1) - z(0, 0)) + v * (z(1, 1) - z(0, 1))
    } else {
        z(0, 0) + v * (z(1, 0) - z(0, 0)) + u * (z(1, 1) - z(1, 0))
    }
}

/// How far outside of a shape a point is, negative inside; its sign is exact.
fn outside(s: &Shape<'_>, p: Vec3) -> f64 {
    match s {
        Shape::Sphere { radius } => p.norm() - radius,
        Shape::Capsule { radius, half_length } => {
            (p - Vec3::new(0.0, 0.0, p[2].clamp(-half_length, *half_length))).norm() - radius
        }
        Shape::Ellipsoid { radii } => (Vec3([0, 1, 2].map(|k| p[k] / radii[k])).norm() - 1.0) * 0.2,
        Shape::Cylinder { radius, half_length } => (p[0].hypot(p[1]) - radius).max(p[2].abs() - half_length),
        Shape::Box { half } => (0..3).map(|k| p[k].abs() - half[k]).fold(f64::NEG_INFINITY, f64::max),
        Shape::HeightField(f) => {
            let [sx, sy, _, base] = f.size;
            let sides = (p[0].abs() - sx).max(p[1].abs() - sy).max(-base - p[2]);
            sides.max(p[2] - height_at(f, p[0], p[1]))
        }
        _ => panic!("no such shape here"),
    }
}

/// The hit is the first place at which a ray crosses the surface, from outside and from inside, and the normal looks out of it there.
#[test]
fn a_ray_stops_where_it_first_crosses_the_surface() {
    let mut r = Rng(14);
    let heights: Vec<f32> = (0..7 * 5).map(|_| 0.1 + 0.9 * r.unit() as f32).collect();
    let field = HeightField { size: [0.6, 0.4, 0.3, 0.15], nrow: 5, ncol: 7, data: &heights };
    let shapes = [
        Shape::Sphere { radius: 0.3 },
        Shape::Capsule { radius: 0.2, half_length: 0.3 },
        Shape::Ellipsoid { radii: Vec3::new(0.2, 0.3, 0.4) },
        Shape::Cylinder { radius: 0.2, half_length: 0.3 },
        Shape::Box { half: Vec3::new(0.2, 0.3, 0.1) },
        Shape::HeightField(field),
    ];
    for s in &shapes {
        let solid = matches!(s, Shape::HeightField(_));
        let (mut hits, mut inner) = (0, 0);
        for k in 0..1500 {
            let from = if k % 3 == 0 && !solid { r.vec(0.2) } else { r.vec(1.2) };
            let mut way = r.vec(0.35) - from;
            if k % 7 == 0 {
                way = [Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z][k % 6];
            }
            let start = outside(s, from);
            if start.abs() < 1e-3 || (solid && start < 0.0) {
                continue;
            }
            let at = |x: f64| from.add_scaled(way, x);
            let hit = ray(&Posed::new(s, Placement::IDENTITY), from, way);
            let end = hit.map_or(3.0, |h| h.dist);
            // no crossing before it that is deeper than a millimetre
            for i in 0..400 {
                let v = outside(s, at(end * f64::from(i) / 400.0));
                assert!(v * start.signum() > -1e-3, "{s:?}: passes the surface from {from:?} along {way:?}");
            }
            let Some(h) = hit else { continue };
            assert!(outside(s, at(h.dist)).abs() < 1e-9, "{s:?}: {}", outside(s, at(h.dist)));
            assert!((h.normal.norm() - 1.0).abs() < 1e-12);
            // out along the normal, in against it; edges have many
            let e = 1e-6;
            let p = at(h.dist);
            assert!(outside(s, p.add_scaled(h.normal, e)) > 0.0, "{s:?}: {:?} at {p:?}", h.normal);
            assert!(h.normal.dot(way) * start <= 1e-9, "{s:?}: {:?} along {way:?}", h.normal);
            (hits, inner) = (hits + 1, inner + usize::from(start < 0.0));
        }
        assert!(hits > 400 && (solid || inner > 50), "{s:?}: {hits} {inner}");
    }
}

/// A box that grows without bound, or is none any more, is told from one that moves, and one that stays is not made anew.
#[test]
fn boxes_may_become_endless_and_vanish() {
    let cube = |x: f64| Aabb { min: Vec3([x, 0.0, 0.0]), max: Vec3([x + 1.0, 1.0, 1.0]) };
    let mut boxes: Vec<Aabb> = (0..20).map(|k| cube(3.0 * f64::from(k))).collect();
    let (mut broad, mut out) = (BroadPhase::new(), Vec::new());
    broad.pairs(&boxes, &mut out);
    assert_eq!(out, []);
    for (k, b) in
        [(7, Aabb::EVERYTHING), (7, Aabb::EMPTY), (7, cube(9.5)), (3, Aabb::EMPTY), (7, Aabb::EVERYTHING)]
    {
        boxes[k] = b;
        broad.pairs(&boxes, &mut out);
        assert_eq!(out, brute_pairs(&boxes), "box {k}: {b:?}");
    }
}
