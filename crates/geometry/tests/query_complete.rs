//! The policy `Complete`, against an oracle that knows only how far shapes reach and brute force over directions (`poses`).
//!
//! For every pair of kinds, random sizes and poses and poses made to touch along features (faces on faces, edges on faces, edges along
//! edges, corners on faces): the distance, the normal cones, and that no point is missing, by moving the shapes.

mod poses;

use poses::{Assets, CUBE, KINDS, NAMES, Oracle, Rng, descend, nearby, poses as count, push, reach, shape};
use stiction_geometry::query::{
    CcdOptions, ContactPoint, Manifold, Placement, Policy, Posed, Scratch, Shape, collide, distance,
};
use stiction_spatial::{Mat3, Quat, Vec3};

/// Index of the cylinder among the kinds.
const CYLINDER: usize = 3;
/// What corners may be off by and still touch \[m\].
const BLUNT: f64 = 2e-4;

struct Bench {
    scratch: Scratch,
    out: Manifold,
    opts: CcdOptions,
}

impl Bench {
    fn new() -> Self {
        let opts = CcdOptions { policy: Policy::Complete { blunt: BLUNT }, ..CcdOptions::default() };
        Bench { scratch: Scratch::new(), out: Manifold::new(), opts }
    }
    fn contacts(&mut self, a: &Posed<'_>, b: &Posed<'_>, margin: f64) -> Vec<ContactPoint> {
        collide(*a, *b, margin, &self.opts, &mut self.scratch, &mut self.out);
        assert_eq!(self.out.dropped, 0);
        self.out.points().to_vec()
    }
}

fn nearest(points: &[ContactPoint]) -> f64 {
    points.iter().map(|p| p.dist).fold(f64::INFINITY, f64::min)
}

/// Moves B along the first contact's normal so that the two are `gap` apart there.
fn at_gap(bench: &mut Bench, a: &Posed<'_>, b: &Posed<'_>, gap: f64) -> Option<Placement> {
    let points = bench.contacts(a, b, 10.0);
    let p = points.first()?;
    // no point is nearer than the shapes are
    assert!(nearest(&points) > -push(a, b, p.normal) - 1e-6, "{a:?} {b:?} {points:?}");
    Some(Placement::new(b.at.pos.add_scaled(p.normal, gap - nearest(&points)), b.at.mat))
}

/// Faces and edges of a kind to put together: unit directions in its frame.
fn special(r: &mut Rng, kind: usize) -> Vec3 {
    let axis = [Vec3::X, Vec3::Y, Vec3::Z][r.below(3)];
    let sign = if r.below(2) == 0 { 1.0 } else { -1.0 };
    match kind {
        1 | 3 if r.below(2) == 0 => {
            let (s, c) = libm::sincos(r.range(0.0, 6.3));
            Vec3::new(c, s, 0.0)
        }
        1 | 3 => Vec3::Z.scale(sign),
        _ => axis.scale(sign),
    }
}

/// A rotation that turns `from` into `to`, then by a random angle (or a multiple of 90°) about `to`.
fn facing(r: &mut Rng, from: Vec3, to: Vec3) -> Mat3 {
    let frame = |n: Vec3| stiction_geometry::query::make_frame(n, Vec3::ZERO).transpose();
    let angle =
        if r.below(2) == 0 { r.range(0.0, 6.3) } else { std::f64::consts::FRAC_PI_2 * r.below(4) as f64 };
    let spin = Quat::from_rotation_vector(to.scale(angle)).to_mat();
    spin.mul_mat(&frame(to).mul_mat(&frame(from).transpose()))
}

/// A second placement whose flat features meet those of the first, as far as it has any.
fn aligned(r: &mut Rng, a: &Shape<'_>, ka: usize, b: &Shape<'_>, kb: usize, xa: &Placement) -> Placement {
    let up = xa.mat.mul_vec(special(r, ka));
    let down = special(r, kb);
    let mut mat = facing(r, down, -up);
    if r.below(3) == 0 {
        // an edge or a corner of B on a face of A
        let tilt = mat.mul_vec(special(r, kb)).cross(up).normalized().0;
        mat = Quat::from_rotation_vector(tilt.scale(r.range(0.1, 1.4))).to_mat().mul_mat(&mat);
    }
    let side = up.cross(r.vec(1.0)).normalized().0;
    let shift = side.scale(r.range(0.0, 0.5) * (a.rbound() + b.rbound()));
    Placement::new(xa.pos.add_scaled(up, a.rbound() + b.rbound()) + shift, mat)
}

/// How much the plane of a contact cuts off a shape beyond the point where it touches: zero if the normal is in the cone.
fn cone_defect(s: &Posed<'_>, n: Vec3, on: Vec3) -> f64 {
    reach(s, n) - n.dot(on)
}

fn each_pair(mut test: impl FnMut(&mut Rng, [usize; 2], &Assets)) {
    let assets = Assets::new();
    for ka in 0..KINDS {
        for kb in ka..KINDS {
            let mut r = Rng(1 + 1000 * ka as u64 + kb as u64);
            for _ in 0..count(60) {
                test(&mut r, [ka, kb], &assets);
            }
        }
    }
}

#[test]
fn distances_are_those_of_the_best_direction() {
    let (mut bench, oracle) = (Bench::new(), Oracle::new());
    each_pair(|r, [ka, kb], assets| {
        let (sa, sb) = (shape(r, ka, assets), shape(r, kb, assets));
        let a = Posed::new(&sa, r.place(1.0));
        let b = Posed::new(&sb, nearby(r, &sa, &sb, &a.at));
        let gap = [-1e-3, -1e-2][r.below(2)];
        let Some(at) = at_gap(&mut bench, &a, &b, gap) else { return };
        let b = Posed::new(&sb, at);
        let points = bench.contacts(&a, &b, 1e-3);
        let (depth, _) = oracle.depth(&a, ka, &b, kb, assets);
        let found = points.iter().min_by(|p, q| p.dist.total_cmp(&q.dist)).expect("they overlap");
        // along its normal the two are as deep as it says, and no direction is better
        let own = push(&a, &b, found.normal) + found.dist;
        assert!(own.abs() < 1e-9, "{} {}: {own}", NAMES[ka], NAMES[kb]);
        let better = -found.dist - depth;
        // corners that overlap by less than what is blunt take a middle direction
        let bound = if ka >= CYLINDER && kb >= CYLINDER && depth < BLUNT { BLUNT } else { 2e-6 };
        assert!(better < bound, "{} {}: {} against {}", NAMES[ka], NAMES[kb], found.dist, -depth);
    });
}

#[test]
fn normals_are_in_the_cones_of_what_touches() {
    let mut bench = Bench::new();
    each_pair(|r, [ka, kb], assets| {
        let (sa, sb) = (shape(r, ka, assets), shape(r, kb, assets));
        let a = Posed::new(&sa, r.place(1.0));
        let at =
            if r.below(2) == 0 { nearby(r, &sa, &sb, &a.at) } else { aligned(r, &sa, ka, &sb, kb, &a.at) };
        let b = Posed::new(&sb, at);
        let gap = [0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6, -1e-4, 1e-3][r.below(11)];
        let Some(at) = at_gap(&mut bench, &a, &b, gap) else { return };
        let b = Posed::new(&sb, at);
        let points = bench.contacts(&a, &b, 2e-3);
        assert!(!points.is_empty(), "{} {} {gap} {a:?} {b:?}", NAMES[ka], NAMES[kb]);
        for p in points.iter().filter(|p| p.dist < nearest(&points) + 1e-9) {
            assert!((p.normal.norm() - 1.0).abs() < 1e-12);
            let worst =
                cone_defect(&a, p.normal, p.on_first()).max(cone_defect(&b, -p.normal, p.on_second()));
            // corners and edges are blunt, round sides are not
            let bound = if ka >= CYLINDER && kb >= CYLINDER { BLUNT } else { 2e-6 };
            assert!(worst < bound, "{} {} {gap}: {worst}", NAMES[ka], NAMES[kb]);
        }
    });
}

/// The smallest radius of a shape's round parts, or its size: what a point slides over a round side by tells how much the side falls away.
fn curvature(s: &Shape<'_>) -> f64 {
    match s {
        Shape::Capsule { radius, .. } | Shape::Cylinder { radius, .. } => *radius,
        Shape::Ellipsoid { radii } => {
            let (lo, hi) = radii.0.iter().fold((f64::INFINITY, 0.0f64), |(l, h), r| (l.min(*r), h.max(*r)));
            lo * lo / hi
        }
        _ => s.rbound(),
    }
}

/// After a motion of first order that keeps all contacts apart the shapes overlap by second order only.
#[test]
fn no_point_is_missing() {
    let (mut bench, oracle) = (Bench::new(), Oracle::new());
    let mut worst = 0.0f64;
    each_pair(|r, [ka, kb], assets| {
        let (sa, sb) = (shape(r, ka, assets), shape(r, kb, assets));
        let a = Posed::new(&sa, r.place(1.0));
        let at =
            if r.below(4) == 0 { nearby(r, &sa, &sb, &a.at) } else { aligned(r, &sa, ka, &sb, kb, &a.at) };
        let b = Posed::new(&sb, at);
        let Some(at) = at_gap(&mut bench, &a, &b, [0.0, 1e-7, 1e-5][r.below(3)]) else { return };
        let b = Posed::new(&sb, at);
        let margin = 1e-3;
        let points = bench.contacts(&a, &b, margin);
        assert!(!points.is_empty(), "{} {} {a:?} {b:?}", NAMES[ka], NAMES[kb]);
        let n = points[0].normal;
        let angle = 1e-4 * r.range(0.1, 1.0);
        let size = sa.rbound().max(sb.rbound());
        let small = curvature(&sa).min(curvature(&sb));
        for _ in 0..8 {
            let turn = r.vec(1.0).normalized().0.scale(angle);
            // B turns about its centre and moves along n until the first of the points touches
            let after = |p: &ContactPoint| p.dist + n.dot(turn.cross(p.on_second() - b.at.pos));
            let lift = -points.iter().map(after).fold(f64::INFINITY, f64::min);
            if lift.abs() + angle * size > 0.5 * margin {
                continue;
            }
            let mat = Quat::from_rotation_vector(turn).to_mat().mul_mat(&b.at.mat);
            let moved = Posed::new(&sb, Placement::new(b.at.pos.add_scaled(n, lift), mat));
            // between two of its eight corners a rim is lower by 1 − cos 22.5°
            let rim = if [ka, kb].contains(&CYLINDER) { 0.08 * size } else { 0.0 };
            let bound = 4.0 * angle * angle * size * size / small + rim * angle + 2e-7;
            let mut depth = descend(&|n| push(&a, &moved, n), n).0;
            if depth > bound {
                // the local search may hang on an edge of the function; distances are certified in query_poses.rs
                depth = depth.min(oracle.depth(&a, ka, &moved, kb, assets).0);
                let d = distance(&a, &moved, 1.0, &bench.opts, &mut bench.scratch, &mut bench.out);
                depth = depth.min(-d.dist);
            }
            worst = worst.max(depth / bound);
            assert!(
                depth < bound,
                "{} {}: {depth} after a turn by {angle}, {points:#?}",
                NAMES[ka],
                NAMES[kb]
            );
        }
    });
    assert!(worst > 1e-3, "the motions were too small to show anything");
}

/// What is found does not depend on which shape comes first.
#[test]
fn swapped_shapes_have_the_same_contacts() {
    let mut bench = Bench::new();
    each_pair(|r, [ka, kb], assets| {
        if ka == kb || (ka, kb) == (CUBE, KINDS - 1) {
            return;
        }
        let (sa, sb) = (shape(r, ka, assets), shape(r, kb, assets));
        let a = Posed::new(&sa, r.place(1.0));
        let b = Posed::new(&sb, aligned(r, &sa, ka, &sb, kb, &a.at));
        let Some(at) = at_gap(&mut bench, &a, &b, 0.0) else { return };
        let b = Posed::new(&sb, at);
        let one = bench.contacts(&a, &b, 1e-3);
        let two = bench.contacts(&b, &a, 1e-3);
        assert_eq!(one.len(), two.len());
        for (p, q) in one.iter().zip(&two) {
            assert_eq!(*p, q.flipped());
        }
    });
}

fn boxed(x: f64, y: f64, z: f64) -> Shape<'static> {
    Shape::Box { half: Vec3::new(x, y, z) }
}

/// A turn about a direction that is no axis, so that nothing below lies along the axes by chance.
fn tilted() -> Mat3 {
    Quat::from_rotation_vector(Vec3::new(0.3, -0.5, 0.8)).to_mat()
}

/// Shapes given in a frame of their own, put into the world by one turn.
fn placed(pos: Vec3, mat: Mat3) -> Placement {
    let world = tilted();
    Placement::new(world.mul_vec(pos) + Vec3::new(1.0, -2.0, 0.7), world.mul_mat(&mat))
}

fn turned(axis: Vec3, angle: f64) -> Mat3 {
    Quat::from_rotation_vector(axis.scale(angle)).to_mat()
}

#[test]
fn a_box_on_its_edge_has_both_ends_of_the_line_at_every_angle() {
    let mut bench = Bench::new();
    let (floor, body) = (boxed(1.0, 1.0, 0.1), boxed(0.1, 0.2, 0.1));
    for k in 1..90 {
        let angle = f64::from(k).to_radians();
        let mat = turned(Vec3::Y, angle);
        let height = 0.1 + 0.1 * (libm::sin(angle) + libm::cos(angle));
        for yaw in [0.0, 0.4, 1.0] {
            let mat = turned(Vec3::Z, yaw).mul_mat(&mat);
            let a = Posed::new(&floor, placed(Vec3::ZERO, Mat3::IDENTITY));
            let b = Posed::new(&body, placed(Vec3::new(0.1, 0.05, height - 1e-5), mat));
            let points = bench.contacts(&a, &b, 1e-4);
            let n = tilted().mul_vec(Vec3::Z);
            assert!(points.iter().all(|p| (p.normal - n).norm() < 1e-12 && (p.dist + 1e-5).abs() < 1e-12));
            let edge = turned(Vec3::Z, yaw).mul_vec(Vec3::Y);
            let along = |p: &ContactPoint| tilted().mul_vec(edge).dot(p.pos - b.at.pos);
            let (lo, hi) = points.iter().map(along).fold((0.0f64, 0.0f64), |(l, h), x| (l.min(x), h.max(x)));
            assert!((lo + 0.2).abs() < 1e-9 && (hi - 0.2).abs() < 1e-9, "{k}: {lo} {hi}");
        }
    }
}

#[test]
fn a_round_side_on_an_edge_has_the_radius_as_its_normal() {
    let mut bench = Bench::new();
    let assets = Assets::new();
    let cube = assets.cube.shape();
    let bodies = [
        Shape::Cylinder { radius: 0.3, half_length: 0.05 },
        Shape::Capsule { radius: 0.3, half_length: 0.05 },
    ];
    for (kerb, half) in
        [(boxed(0.1, 0.15, 0.07), Vec3::new(0.1, 0.15, 0.07)), (cube, Vec3::new(0.1, 0.15, 0.07))]
    {
        for body in &bodies {
            for k in 1..90 {
                let (s, c) = libm::sincos(f64::from(k).to_radians());
                // the edge along y at (−x, z) of the kerb; the axis of the body along y
                let toward = Vec3::new(-s, 0.0, c);
                let pos = Vec3::new(-half[0], 0.0, half[2]).add_scaled(toward, 0.3 - 1e-4);
                let a = Posed::new(&kerb, placed(Vec3::ZERO, Mat3::IDENTITY));
                let b = Posed::new(body, placed(pos, turned(Vec3::X, std::f64::consts::FRAC_PI_2)));
                let n = tilted().mul_vec(toward);
                let points = bench.contacts(&a, &b, 1e-3);
                let touching = points.iter().filter(|p| (p.dist + 1e-4).abs() < 1e-7).count();
                assert!(touching >= 2, "{k} {body:?} {points:?}");
                for p in &points {
                    assert!((p.normal - n).norm() < 1e-7, "{k} {body:?} {p:?} {n:?}");
                    assert!(p.dist > -1e-4 - 1e-7);
                }
                let along = |p: &ContactPoint| tilted().mul_vec(Vec3::Y).dot(p.pos - b.at.pos);
                let (lo, hi) =
                    points.iter().map(along).fold((0.0f64, 0.0f64), |(l, h), x| (l.min(x), h.max(x)));
                assert!((lo + 0.05).abs() < 1e-6 && (hi - 0.05).abs() < 1e-6, "{k}: {lo} {hi}");
            }
        }
    }
}

/// Leaning cards: two edges along each other. Their cones share the directions within the lean, and the middle is level.
#[test]
fn two_edges_along_each_other_take_the_middle_of_what_their_cones_share() {
    let mut bench = Bench::new();
    let (card, lean) = (boxed(0.001, 0.05, 0.1), 15f64.to_radians());
    let (s, c) = libm::sincos(lean);
    for gap in [0.0, 1e-12, -1e-12, 1e-7, -1e-7, -5e-5, 5e-5] {
        for slide in [0.0, 1e-9, 3e-5] {
            let x = 0.1 * s + 0.001 * c + 0.5 * gap;
            let a = Posed::new(&card, placed(Vec3::new(-x, 0.01, 0.0), turned(Vec3::Y, lean)));
            let b = Posed::new(&card, placed(Vec3::new(x, -0.01, slide), turned(Vec3::Y, -lean)));
            let points = bench.contacts(&a, &b, 1e-3);
            let n = tilted().mul_vec(Vec3::X);
            assert!(points.len() >= 2, "{gap} {slide}");
            for p in &points {
                assert!((p.normal - n).norm() < 1e-7, "{gap} {slide} {:?}", p.normal);
            }
            let along = |p: &ContactPoint| tilted().mul_vec(Vec3::Y).dot(p.pos - a.at.pos);
            let (lo, hi) = points
                .iter()
                .map(along)
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
            // the part that both edges have: −0.04 … 0.04 in the world, 0.05 … 0.03 from the first
            assert!((lo + 0.05).abs() < 1e-9 && (hi - 0.03).abs() < 1e-9, "{lo} {hi}");
        }
    }
}

/// The same under noise of every size from rounding to what is blunt, in all six directions: the direction does not jump.
#[test]
fn leaning_cards_keep_their_direction_under_noise_of_rounding_size() {
    let mut bench = Bench::new();
    let mut r = Rng(7);
    for k in 0..count(4000) {
        let (lean, thick) = (r.range(0.1, 0.7), [0.001, 0.002, 0.02][r.below(3)]);
        let card = boxed(thick, 0.05, 0.1);
        let (s, c) = libm::sincos(lean);
        let x = 0.1 * s + thick * c;
        let size = libm::pow(10.0, r.range(-17.0, -5.5));
        let a = Posed::new(&card, placed(Vec3::new(-x, 0.0, 0.0), turned(Vec3::Y, lean)));
        let noise = r.vec(size);
        let spin = Quat::from_rotation_vector(r.vec(size)).to_mat();
        let at = placed(Vec3::new(x, 0.0, 0.0) + noise, turned(Vec3::Y, -lean));
        let b = Posed::new(&card, Placement::new(at.pos, spin.mul_mat(&at.mat)));
        let points = bench.contacts(&a, &b, 1e-4);
        let n = tilted().mul_vec(Vec3::X);
        assert!(points.len() >= 2, "{k}: noise {size:e}, lean {lean} {points:?}");
        for p in &points {
            assert!(
                (p.normal - n).norm() < 2.0 * size + 1e-12,
                "{k}: noise {size:e}, lean {lean} {p:?} {n:?}"
            );
        }
    }
}

#[test]
fn crossed_edges_have_one_point_and_the_cross_product() {
    let mut bench = Bench::new();
    let (one, two) = (boxed(0.1, 0.3, 0.1), boxed(0.3, 0.1, 0.1));
    let diagonal = 0.1 * 2f64.sqrt();
    let quarter = std::f64::consts::FRAC_PI_4;
    for yaw in [0.0, 0.3, -0.6] {
        let a = Posed::new(&one, placed(Vec3::ZERO, turned(Vec3::Y, quarter)));
        let mat = turned(Vec3::Z, yaw).mul_mat(&turned(Vec3::X, quarter));
        let b = Posed::new(&two, placed(Vec3::new(0.02, 0.03, 2.0 * diagonal - 1e-5), mat));
        let points = bench.contacts(&a, &b, 1e-4);
        assert_eq!(points.len(), 1);
        assert!((points[0].dist + 1e-5).abs() < 1e-12);
        assert!((points[0].normal - tilted().mul_vec(Vec3::Z)).norm() < 1e-12);
    }
}

#[test]
fn a_cylinder_over_an_edge_is_held_where_its_disc_ends() {
    let mut bench = Bench::new();
    let (table, can) = (boxed(0.5, 0.5, 0.1), Shape::Cylinder { radius: 0.1, half_length: 0.2 });
    for over in [-0.06, 0.0, 0.04, 0.09] {
        let a = Posed::new(&table, placed(Vec3::ZERO, Mat3::IDENTITY));
        // the axis is `over` beyond the edge at x = 0.5
        let b = Posed::new(&can, placed(Vec3::new(0.5 + over, 0.0, 0.3), turned(Vec3::Z, 0.7)));
        let points = bench.contacts(&a, &b, 1e-4);
        let local = |p: &ContactPoint| a.at.local(p.pos);
        let far = points.iter().map(|p| local(p)[0]).fold(f64::NEG_INFINITY, f64::max);
        assert!((far - 0.5).abs() < 1e-9, "{over}: {far}");
        // the rim crosses the edge at ±√(r² − over²)
        let half = (0.01 - over * over).sqrt();
        for side in [half, -half] {
            let hit = |p: &ContactPoint| (local(p) - Vec3::new(0.5, side, 0.1)).norm() < 1e-9;
            assert!(points.iter().any(hit), "{over} {side} {points:?}");
        }
    }
}

#[test]
fn two_cans_on_each_other_meet_where_their_rims_cross() {
    let mut bench = Bench::new();
    let can = Shape::Cylinder { radius: 0.1, half_length: 0.2 };
    let a = Posed::new(&can, placed(Vec3::ZERO, Mat3::IDENTITY));
    let b = Posed::new(&can, placed(Vec3::new(0.12, 0.0, 0.4), turned(Vec3::Z, 1.0)));
    let points = bench.contacts(&a, &b, 1e-4);
    for side in [0.08, -0.08] {
        let at = Vec3::new(0.06, side, 0.2);
        assert!(points.iter().any(|p| (a.at.local(p.pos) - at).norm() < 1e-9), "{points:?}");
    }
    assert!(points.iter().all(|p| p.dist.abs() < 1e-12));
}

/// At speed the margin is long: then all corners of a body before a wall count, and their mean is its middle.
#[test]
fn a_long_margin_lists_the_whole_body() {
    let mut bench = Bench::new();
    let assets = Assets::new();
    let wall = boxed(2.0, 2.0, 0.0005);
    for (body, n) in [
        (assets.cube.shape(), 8),
        (boxed(0.01, 0.01, 0.01), 8),
        (Shape::Cylinder { radius: 0.01, half_length: 0.005 }, 16),
        (Shape::Capsule { radius: 0.005, half_length: 0.01 }, 2),
        (Shape::Ellipsoid { radii: Vec3::new(0.005, 0.01, 0.008) }, 6),
    ] {
        let a = Posed::new(&wall, placed(Vec3::ZERO, Mat3::IDENTITY));
        let b = Posed::new(&body, placed(Vec3::new(0.1, 0.2, 0.25), turned(Vec3::new(0.6, 0.8, 0.0), 0.4)));
        let points = bench.contacts(&a, &b, 1.0);
        assert_eq!(points.len(), n, "{body:?}");
        let mean = points.iter().fold(Vec3::ZERO, |s, p| s + p.on_second()).scale(1.0 / n as f64);
        // a capsule is its two ends, a radius nearer
        let radius = if let Shape::Capsule { radius, .. } = body { radius } else { 0.0 };
        assert!((mean.add_scaled(points[0].normal, radius) - b.at.pos).norm() < 1e-12, "{body:?}");
    }
    assert_eq!(NAMES[CUBE], "mesh cube");
}
