//! Casts, sweeps and separations against what is known independently of them: distances along the way, pieces one by one, closed forms.

mod poses;

use poses::{Assets, KINDS, NAMES, Rng, nearby, outside, poses as count, prisms, push, reach, shape};
use stiction_geometry::query::{
    Bvh, Cast, CcdOptions, Manifold, Placement, Posed, Scratch, Shape, StepMotion, TriMesh, best_separation,
    cast, distance, is_fast, separation, time_of_impact,
};
use stiction_spatial::{Mat3, Quat, Vec3};

struct Bench {
    scratch: Scratch,
    out: Manifold,
    opts: CcdOptions,
}

impl Bench {
    fn new() -> Self {
        let opts = CcdOptions { iterations: 60, tolerance: 1e-11, ..CcdOptions::default() };
        Bench { scratch: Scratch::new(), out: Manifold::new(), opts }
    }
    fn distance(&mut self, a: &Posed<'_>, b: &Posed<'_>) -> f64 {
        distance(a, b, 50.0, &self.opts, &mut self.scratch, &mut self.out).dist
    }
    fn cast(&mut self, a: &Posed<'_>, motion: Vec3, b: &Posed<'_>, limit: f64) -> Option<Cast> {
        cast(a, motion, b, limit, &self.opts, &mut self.scratch, &mut self.out)
    }
}

fn moved<'a>(p: &Posed<'a>, by: Vec3) -> Posed<'a> {
    Posed { at: Placement::new(p.at.pos + by, p.at.mat), ..*p }
}

/// A pair that is apart, and a motion of the first that may meet the second.
fn on_course(r: &mut Rng, a: &Shape<'_>, b: &Shape<'_>) -> (Placement, Placement, Vec3) {
    let xa = r.place(0.5);
    let mut xb = nearby(r, a, b, &xa);
    let reach = a.rbound() + b.rbound();
    let dir = (xb.pos - xa.pos).normalized().0;
    xb.pos = xb.pos.add_scaled(dir, reach * r.range(0.0, 1.0));
    let aside = dir.cross(r.vec(1.0)).scale(reach * r.range(0.0, 1.2));
    (xa, xb, (xb.pos - xa.pos).scale(r.range(0.5, 2.0)) + aside)
}

/// A cast stops where the distance becomes zero and not before; without a touch the distance stays positive.
#[test]
fn a_cast_stops_where_the_distance_becomes_zero() {
    let (assets, mut bench) = (Assets::new(), Bench::new());
    let (mut hits, mut misses, mut inside) = (0, 0, 0);
    for i in 0..KINDS {
        for j in 0..KINDS {
            let mut r = Rng(300 + 100 * i as u64 + j as u64);
            for _ in 0..count(60) {
                let (sa, sb) = (shape(&mut r, i, &assets), shape(&mut r, j, &assets));
                let (xa, xb, motion) = on_course(&mut r, &sa, &sb);
                let (a, b) = (Posed::new(&sa, xa), Posed::new(&sb, xb));
                let limit = [1.0, 0.6, 2.0][r.below(3)];
                let (start, hit) = (bench.distance(&a, &b), bench.cast(&a, motion, &b, limit));
                let what = || format!("{} {} {a:?} {b:?} {motion:?} {limit}: {hit:?}", NAMES[i], NAMES[j]);
                if start <= 0.0 {
                    inside += 1;
                    assert!(hit.is_some_and(|h| h.fraction == 0.0 && h.normal == Vec3::ZERO), "{}", what());
                    continue;
                }
                let end = hit.map_or(limit, |h| h.fraction);
                for k in 0..12 {
                    let t = end * f64::from(k) / 12.0;
                    assert!(bench.distance(&moved(&a, motion.scale(t)), &b) > 0.0, "at {t}: {}", what());
                }
                let Some(h) = hit else {
                    misses += 1;
                    assert!(bench.distance(&moved(&a, motion.scale(limit)), &b) > 0.0, "{}", what());
                    continue;
                };
                hits += 1;
                assert!(h.fraction > 0.0 && h.fraction <= limit, "{}", what());
                let there = moved(&a, motion.scale(h.fraction));
                let gap = bench.distance(&there, &b);
                assert!(gap.abs() < 1e-8, "{gap}: {}", what());
                // the normal separates the two, looks along the motion, and the point is where the plane touches b
                assert!((h.normal.norm() - 1.0).abs() < 1e-9 && h.normal.dot(motion) > 0.0, "{}", what());
                let over = push(&there, &b, h.normal);
                assert!(over < if i == 3 || j == 3 { 1e-6 } else { 1e-8 }, "{over}: {}", what());
                let off = (reach(&b, -h.normal) + h.normal.dot(h.point)).abs();
                assert!(off < 1e-5 && outside(&b, j, h.point, &assets).abs() < 1e-6, "{off}: {}", what());
            }
        }
    }
    assert!(hits > 300 && misses > 100 && inside > 10, "{hits} {misses} {inside}");
}

/// The twelve triangles of a box, outward.
fn cuboid(half: Vec3) -> (Vec<f32>, Vec<i32>) {
    let corner = |i: i32, k: usize| if i & (1 << k) != 0 { half[k] as f32 } else { -half[k] as f32 };
    let vert = (0..8).flat_map(|i| [0, 1, 2].map(|k| corner(i, k))).collect();
    let quads = [[1, 3, 7, 5], [0, 4, 6, 2], [2, 6, 7, 3], [0, 1, 5, 4], [4, 5, 7, 6], [0, 2, 3, 1]];
    (vert, quads.iter().flat_map(|q| [q[0], q[1], q[2], q[0], q[2], q[3]]).collect())
}

/// The surface of a box is met where the box is, with and without a tree, and a field where the first of its prisms is.
#[test]
fn surfaces_and_fields_are_met_where_their_pieces_are() {
    let (assets, mut bench) = (Assets::new(), Bench::new());
    let half = Vec3::new(0.25, 0.125, 0.375);
    let (vert, face) = cuboid(half);
    let tree = Bvh::of_triangles(&vert, &face);
    let surfaces = [tree.view(), Default::default()].map(|t| Shape::Surface(TriMesh::new(&vert, &face, t)));
    let (solid, field, pieces) = (Shape::Box { half }, assets.field(), prisms(&assets));
    let (mut hits, mut on_field) = (0, 0);
    let same = |x: Option<Cast>, y: Option<Cast>| match (x, y) {
        (Some(x), Some(y)) => {
            (x.fraction - y.fraction).abs() < 1e-7
                && (x.normal - y.normal).norm() < 1e-3
                && (x.point - y.point).dot(x.normal).abs() < 1e-6
        }
        (x, y) => x.is_none() && y.is_none(),
    };
    for j in 0..KINDS {
        let mut r = Rng(6000 + j as u64);
        for _ in 0..count(60) {
            let body = shape(&mut r, j, &assets);
            let (xa, xb, motion) = on_course(&mut r, &body, &solid);
            let a = Posed::new(&body, xa);
            if bench.distance(&a, &Posed::new(&solid, xb)) > 1e-6 {
                let whole = bench.cast(&a, motion, &Posed::new(&solid, xb), 1.0);
                hits += usize::from(whole.is_some());
                for s in &surfaces {
                    let found = bench.cast(&a, motion, &Posed::new(s, xb), 1.0);
                    assert!(same(found, whole), "{} {a:?} {xb:?} {motion:?}: {found:?} {whole:?}", NAMES[j]);
                }
            }
        }
        for _ in 0..count(12) {
            let (body, at) = (shape(&mut r, j, &assets), r.place(1.0));
            let over = |r: &mut Rng, z: f64| Vec3::new(r.range(-0.8, 0.8), r.range(-0.7, 0.7), z);
            let (from, to) = (over(&mut r, 0.5), over(&mut r, -0.1));
            let a = Posed::new(&body, at.compose(&Placement::new(from, r.rotation())));
            let motion = at.mat.mul_vec(to - from);
            let found = bench.cast(&a, motion, &Posed::new(&field, at), 1.0);
            let each = pieces.iter().map(|p| bench.cast(&a, motion, &Posed::new(&p.shape(), at), 1.0));
            let first = each.flatten().min_by(|x, y| x.fraction.total_cmp(&y.fraction));
            on_field += usize::from(found.is_some_and(|f| f.fraction > 0.0));
            let alike = match (found, first) {
                (Some(x), Some(y)) => (x.fraction - y.fraction).abs() < 1e-6,
                (x, y) => x.is_none() && y.is_none(),
            };
            assert!(alike, "{} {a:?} {at:?} {motion:?}: {found:?} {first:?}", NAMES[j]);
        }
    }
    assert!(hits > 40 && on_field > 12, "{hits} {on_field}");
}

/// A solid by how far it reaches: the best direction is as good as the distance, and never better.
#[test]
fn the_best_separation_is_the_distance() {
    let (assets, mut bench) = (Assets::new(), Bench::new());
    let (mut deep, mut beside) = (0, 0);
    for i in 0..KINDS {
        for j in i..KINDS {
            let mut r = Rng(8000 + 100 * i as u64 + j as u64);
            for _ in 0..count(40) {
                let (sa, sb) = (shape(&mut r, i, &assets), shape(&mut r, j, &assets));
                let xa = r.place(0.5);
                let (a, b) = (Posed::new(&sa, xa), Posed::new(&sb, nearby(&mut r, &sa, &sb, &xa)));
                let d = bench.distance(&a, &b);
                let (s, n) = best_separation(&a, &b, &[], f64::INFINITY).expect("two solids");
                let what = || format!("{} {} {a:?} {b:?}: {s} for {d}", NAMES[i], NAMES[j]);
                assert!((n.norm() - 1.0).abs() < 1e-12 && (separation(&a, &b, n) - s).abs() < 1e-12);
                assert!((s + push(&a, &b, n)).abs() < 1e-12, "{}", what());
                if d > 1e-6 {
                    assert!(s <= d + 1e-9 && s > d - 1e-6 - 1e-3 * d, "{}", what());
                } else {
                    // a search from some directions: deep inside it may end beside the best one
                    assert!(s <= d + 1e-6 && s > 1.5 * d - 1e-6, "{}", what());
                    deep += 1;
                    beside += usize::from(s < 1.001 * d - 1e-6);
                }
                // exchanged, and with the best direction as a seed that is good enough
                let (t, m) = best_separation(&b, &a, &[-n], s - 1e-9).expect("two solids");
                assert!((t - s).abs() < 1e-12 && (m + n).norm() < 1e-12, "{}", what());
            }
        }
    }
    assert!(deep > 200 && beside < deep / 20, "{beside} of {deep}");
}

/// Of fields and surfaces the piece that is deepest counts.
#[test]
fn the_separation_of_a_surface_is_that_of_its_deepest_piece() {
    let assets = Assets::new();
    let (field, pieces) = (assets.field(), prisms(&assets));
    let half = Vec3::new(0.25, 0.125, 0.375);
    let (vert, face) = cuboid(half);
    let tree = Bvh::of_triangles(&vert, &face);
    let skin = Shape::Surface(TriMesh::new(&vert, &face, tree.view()));
    let (mut touching, mut beside) = ([0; 2], 0);
    for j in 0..KINDS {
        let mut r = Rng(9000 + j as u64);
        for _ in 0..count(40) {
            let (body, at) = (shape(&mut r, j, &assets), r.place(1.0));
            let over = Vec3::new(r.range(-0.5, 0.5), r.range(-0.4, 0.4), r.range(-0.05, 0.3));
            let b = Posed::new(&body, at.compose(&Placement::new(over, r.rotation())));
            let a = Posed::new(&field, at);
            let (s, n) = best_separation(&a, &b, &[], 0.0).expect("a field and a solid");
            let up = [at.mat.col(2)];
            let each = pieces
                .iter()
                .map(|p| best_separation(&Posed::new(&p.shape(), at), &b, &up, 0.0).expect("two solids").0);
            let least = each.fold(f64::INFINITY, f64::min);
            let (t, m) = best_separation(&b, &a, &[], 0.0).expect("a solid and a field");
            assert!(t == s && m == -n);
            if least < 0.0 {
                touching[0] += 1;
                // both are searched, and deep inside may end beside the best direction
                let off = (s - least).abs();
                beside += usize::from(off > 0.01 * least.abs() + 1e-6);
            } else {
                assert!(s > 0.0, "{} {at:?} {b:?}: {s} {least}", NAMES[j]);
            }
            // a solid that cuts a face of the box is in one of its triangles, and no deeper than it is thick
            let on = Vec3::new(r.range(-0.3, 0.3), r.range(-0.2, 0.2), r.range(-0.4, 0.4));
            let b = Posed::new(&body, at.compose(&Placement::new(on, r.rotation())));
            let (s, n) = best_separation(&Posed::new(&skin, at), &b, &[], 0.0).expect("a surface");
            let cuts = face.chunks_exact(3).map(|f| {
                let v = |k: usize| Vec3([0, 1, 2].map(|x| f64::from(vert[3 * f[k] as usize + x])));
                let corner = [0, 1, 2].map(|k| at.point(v(k)));
                let away = |n: Vec3| {
                    let far = corner.iter().map(|c| n.dot(*c)).fold(f64::NEG_INFINITY, f64::max);
                    -far - reach(&b, -n)
                };
                away(n)
            });
            if s < 0.0 {
                touching[1] += 1;
                assert!(cuts.clone().any(|c| (c - s).abs() < 1e-9), "{} {at:?} {b:?}: {s}", NAMES[j]);
            }
            assert!(cuts.fold(f64::INFINITY, f64::min) <= s + 1e-9, "{} {s}", NAMES[j]);
        }
    }
    assert!(touching[0] > 20 && touching[1] > 20 && beside < touching[0] / 10, "{touching:?} {beside}");
}

fn sweep(
    bench: &mut Bench,
    a: &Posed<'_>,
    da: &StepMotion,
    b: &Posed<'_>,
    db: &StepMotion,
    margin: f64,
) -> Option<stiction_geometry::query::Impact> {
    let Bench { scratch, out, opts } = bench;
    time_of_impact(a, da, b, db, margin, opts, scratch, out)
}

/// The search is early by the clearance that it aims at, never late, and its points are those that will touch.
#[test]
fn sweeps_end_just_before_the_touch() {
    let (assets, mut bench) = (Assets::new(), Bench::new());
    let mut hits = 0;
    for i in 0..KINDS {
        for j in 0..KINDS {
            let mut r = Rng(12_000 + 100 * i as u64 + j as u64);
            for k in 0..count(40) {
                let (sa, sb) = (shape(&mut r, i, &assets), shape(&mut r, j, &assets));
                let (xa, xb, motion) = on_course(&mut r, &sa, &sb);
                let (a, b) = (Posed::new(&sa, xa), Posed::new(&sb, xb));
                let (margin, share) = ([0.0, 0.01][k % 2], r.range(0.0, 1.0));
                let spin = if k % 3 == 0 { Vec3::ZERO } else { r.vec(1.0) };
                let da = StepMotion { linear: motion.scale(share), angular: spin };
                let db = StepMotion { linear: motion.scale(share - 1.0), angular: spin.scale(-0.5) };
                let start = bench.distance(&a, &b);
                let found = sweep(&mut bench, &a, &da, &b, &db, margin);
                let at = |t: f64| {
                    let x = Posed { at: da.advance(&a.at, t), ..a };
                    (x, Posed { at: db.advance(&b.at, t), ..b })
                };
                let what = || format!("{} {} {a:?} {da:?} {b:?} {db:?}: {found:?}", NAMES[i], NAMES[j]);
                let Some(hit) = &found else { continue };
                hits += 1;
                assert!(start > margin && (hit.dist - start).abs() < 1e-9, "{}", what());
                assert!(hit.time > 0.0 && hit.time < 1.0, "{}", what());
                for k in 0..10 {
                    let (x, y) = at(hit.time * f64::from(k) / 10.0);
                    assert!(bench.distance(&x, &y) > margin, "{}", what());
                }
                let (x, y) = at(hit.time);
                let left = (bench.distance(&x, &y) - margin) / (start - margin);
                assert!(left > 0.02 - 1e-6 && left < 0.03 + 1e-6, "{left}: {}", what());
                let closing = (start - bench.distance(&x, &y)) / hit.time;
                assert!((hit.closing - closing).abs() < 1e-6 * closing, "{}", what());
                assert!(!hit.points().is_empty() && hit.points().len() <= 4, "{}", what());
                let (s1, s2) = (da.reach(&sa), db.reach(&sb));
                let line = [i, j].iter().any(|k| *k == 1 || *k == 3);
                for p in hit.points() {
                    // a point alone is one of both solids now, between them by the way that each may go; of a patch the corners of one face are
                    // over the plane of the other
                    let off = outside(&a, i, p.from, &assets).max(outside(&b, j, p.to, &assets));
                    assert!(line || hit.points().len() > 1 || off < 1e-6, "{off}: {}", what());
                    let mid = (p.from.scale(s1) + p.to.scale(s2)).scale(1.0 / (s1 + s2));
                    assert!((mid - p.pos).norm() < 1e-9 && (p.normal.norm() - 1.0).abs() < 1e-9);
                }
                // one of them is where the two are nearest then
                let nearest = hit.points().iter().map(|p| {
                    let (f, t) = (x.at.point(a.at.local(p.from)), y.at.point(b.at.local(p.to)));
                    p.normal.dot(t - f)
                });
                let nearest = nearest.fold(f64::INFINITY, f64::min);
                let there = bench.distance(&x, &y);
                // of faces that are not quite opposed heights are told along the normal of one
                let off = (nearest - there).abs() / there;
                assert!(line || off < if i >= 4 && j >= 4 { 0.1 } else { 1e-6 }, "{off}: {}", what());
            }
        }
    }
    assert!(hits > 150, "{hits}");
}

/// A box that comes down flat on a plane lands on four corners, tilted on those that arrive within the step.
#[test]
fn what_falls_on_a_plane_lands_on_its_corners() {
    let mut bench = Bench::new();
    let (plane, half) = (Shape::Plane { half: [0.0; 2] }, Vec3::new(0.1, 0.2, 0.05));
    let solid = Shape::Box { half };
    let (ground, still) = (Posed::new(&plane, Placement::IDENTITY), StepMotion::default());
    for tilt in [0.0, 0.1, 0.6] {
        let mat = Quat::from_rotation_vector(Vec3::X.scale(tilt)).to_mat();
        let (s, c) = libm::sincos(tilt);
        let low = half[1] * s + half[2] * c;
        let b = Posed::new(&solid, Placement::new(Vec3::new(0.3, -0.1, low + 0.5), mat));
        for way in [0.4, 0.6, 2.0] {
            let fall = StepMotion { linear: Vec3::new(0.2, 0.0, -way), angular: Vec3::ZERO };
            let found = [
                sweep(&mut bench, &ground, &still, &b, &fall, 0.0),
                sweep(&mut bench, &b, &fall, &ground, &still, 0.0),
            ];
            if way < 0.49 {
                assert!(found.iter().all(Option::is_none), "{tilt} {way}");
                continue;
            }
            for (k, hit) in found.into_iter().enumerate() {
                let hit = hit.expect("it arrives");
                // the clearance of 2 %
                assert!((hit.time * way - 0.49).abs() < 1e-9 && (hit.dist - 0.5).abs() < 1e-12);
                assert!((hit.closing - way).abs() < 1e-9, "{tilt} {way}: {}", hit.closing);
                let n = if k == 0 { Vec3::Z } else { -Vec3::Z };
                let below = |p: Vec3| p[2] - b.at.pos[2];
                for p in hit.points() {
                    let (on_plane, on_box) = if k == 0 { (p.from, p.to) } else { (p.to, p.from) };
                    assert!(p.normal == n && on_plane[2].abs() < 1e-12);
                    assert!((p.pos - on_box).norm() < 1e-12);
                    let local = b.at.local(on_box);
                    assert!((0..3).all(|k| (local[k].abs() - half[k]).abs() < 1e-9), "a corner: {local:?}");
                    // those that land before the step ends, at twice the gap that is left
                    let top = 2.0 * 0.01 + (1.0 - hit.time) * way - 0.01;
                    assert!(below(on_box) + low <= top + 1e-9);
                }
                // the lower edge of the lower face, and the upper one 2 half sin(tilt) above it
                let up = 2.0 * half[1] * s;
                let wanted = if up <= 2.0 * 0.01 + (1.0 - hit.time) * way - 0.01 { 4 } else { 2 };
                assert_eq!(hit.points().len(), wanted, "{tilt} {way} {up}");
            }
        }
    }
}

/// Fast is what moves farther than half the thickness of the thinner one, by its own motion or its turn.
#[test]
fn fast_is_told_by_the_thinner_shape() {
    let (wall, ball) = (Shape::Box { half: Vec3::new(1.0, 0.01, 1.0) }, Shape::Sphere { radius: 0.1 });
    let plane = Shape::Plane { half: [0.0; 2] };
    let by = |x: f64| StepMotion { linear: Vec3::X.scale(x), angular: Vec3::ZERO };
    let turn = |w: f64| StepMotion { linear: Vec3::ZERO, angular: Vec3::Y.scale(w) };
    for (a, da, b, db, fast) in [
        (&wall, by(0.0), &ball, by(0.011), true),
        (&wall, by(0.0), &ball, by(0.009), false),
        (&wall, by(0.011), &ball, by(0.0), true),
        (&ball, by(0.0), &ball, by(0.099), false),
        (&ball, by(0.0), &ball, by(0.101), true),
        // a turn moves the farthest point by its angle times the radius of the ball about the shape
        (&wall, turn(0.006), &ball, by(0.0), false),
        (&wall, turn(0.0075), &ball, by(0.0), true),
        (&plane, by(0.0), &ball, by(0.099), false),
        (&plane, by(0.0), &ball, by(0.101), true),
    ] {
        assert_eq!(is_fast(a, &da, b, &db), fast, "{a:?} {da:?} {b:?} {db:?}");
    }
    let m = StepMotion { linear: Vec3::new(3.0, 4.0, 0.0), angular: Vec3::Z.scale(0.5) };
    assert!((m.reach(&ball) - 5.05).abs() < 1e-12);
    let half_way = m.advance(&Placement::new(Vec3::X, Mat3::IDENTITY), 0.5);
    assert!((half_way.pos - Vec3::new(2.5, 2.0, 0.0)).norm() < 1e-12);
    let (s, c) = libm::sincos(0.25);
    assert!((half_way.mat.mul_vec(Vec3::X) - Vec3::new(c, s, 0.0)).norm() < 1e-12);
}
