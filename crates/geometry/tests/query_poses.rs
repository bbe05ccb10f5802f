//! Random pairs of every type against an independent oracle: distance, symmetry, rigid motion, normals.
//!
//! `STICTION_POSES=100000 cargo test --release -p stiction-geometry --test query_poses -- --nocapture` is the long run, whose figures
//! are in docs/collision.md.

mod poses;

use poses::{Assets, KINDS, NAMES, Oracle, Rng, nearby, outside, poses, reach, shape};
use stiction_geometry::query::{
    CcdOptions, ContactPoint, Distance, Manifold, Placement, Posed, Scratch, Shape, collide, distance,
};
use stiction_spatial::Vec3;

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

/// Worst figures of one pair of types.
#[derive(Default, Debug)]
struct Worst {
    poses: usize,
    overlapping: usize,
    /// |distance − oracle|, disjoint and overlapping \[m\].
    apart: f64,
    depth: f64,
    swap: f64,
    motion: f64,
    /// The same where a cylinder just touches.
    touch: f64,
    /// Poses in which a manifold changed its points under a rigid motion.
    patches: usize,
    /// Poses without a contact although the shapes are within the margin.
    misses: usize,
    /// Poses with a contact although the shapes are farther apart than the margin (boxes only).
    far: usize,
    /// How much deeper a contact claims to be than the push along its normal \[m\].
    normal: f64,
    fails: usize,
    /// The first few failures.
    first: Vec<String>,
}

impl std::fmt::Display for Worst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} poses, {} overlap: apart {:.0e} depth {:.0e} swap {:.0e} motion {:.0e} touch {:.0e} normal {:.0e} patch {} missed {} beyond {} fails {}",
            self.poses,
            self.overlapping,
            self.apart,
            self.depth,
            self.swap,
            self.motion,
            self.touch,
            self.normal,
            self.patches,
            self.misses,
            self.far,
            self.fails
        )
    }
}

impl Worst {
    fn raise(&mut self, bad: bool, what: impl Fn() -> String) {
        if bad {
            self.fails += 1;
            if self.first.len() < 12 {
                self.first.push(what());
            }
        }
    }
}

/// A scene as text, without the vertices of meshes.
fn show(a: &Posed<'_>, b: &Posed<'_>, d: &Distance) -> String {
    let one = |p: &Posed<'_>| match p.shape {
        Shape::Mesh(_) => format!("mesh at {:?}", p.at),
        s => format!("{s:?} at {:?}", p.at),
    };
    format!("{d:?} | {} | {}", one(a), one(b))
}

const MARGIN: f64 = 0.02;

fn check(
    w: &mut Worst,
    bench: &mut Bench,
    oracle: &Oracle,
    assets: &Assets,
    a: Posed<'_>,
    ka: usize,
    b: Posed<'_>,
    kb: usize,
    r: &mut Rng,
) -> Distance {
    w.poses += 1;
    let d = bench.distance(&a, &b);
    let scene = || show(&a, &b, &d);
    if !(d.found && d.dist.is_finite() && d.from.is_finite() && d.to.is_finite()) {
        w.raise(true, || format!("not found: {}", scene()));
        return d;
    }
    let v = d.to - d.from;
    w.raise((v.norm() - d.dist.abs()).abs() > 1e-9, || format!("witness: {}", scene()));
    if d.dist > 1e-9 {
        // certificate: the points bound the distance from above, the direction from below
        let n = v.scale(1.0 / d.dist);
        let out = outside(&a, ka, d.from, assets).max(outside(&b, kb, d.to, assets)).max(0.0);
        // points closer than this do not tell a direction
        let below = if d.dist > 1e-7 { d.dist + reach(&a, n) + reach(&b, -n) } else { 0.0 };
        let error = out.max(below);
        w.apart = w.apart.max(error);
        w.raise(error > 1e-6, || format!("apart by {error}: {}", scene()));
    } else {
        w.overlapping += 1;
        let (push, n) = oracle.depth(&a, ka, &b, kb, assets);
        // the reported depth may not exceed the best push, nor claim less than any direction could do
        let own = if d.dist < -1e-7 { poses::push(&a, &b, v.scale(1.0 / d.dist)) + d.dist } else { 0.0 };
        let error = (-d.dist - push).max(own.abs());
        w.depth = w.depth.max(error);
        w.raise(error > 1e-6, || format!("depth {} own {own} but {push} along {n:?}: {}", -d.dist, scene()));
    }
    let swapped = bench.distance(&b, &a);
    w.swap = w.swap.max((swapped.dist - d.dist).abs());
    w.raise((swapped.dist - d.dist).abs() > 1e-6, || format!("swap {}: {}", swapped.dist, scene()));
    let x = r.place(2.0);
    let (a2, b2) = (Posed { at: x.compose(&a.at), ..a }, Posed { at: x.compose(&b.at), ..b });
    let moved = bench.distance(&a2, &b2);
    let change = (moved.dist - d.dist).abs();
    // where a cylinder touches to within 1e-7 m, one pose in twenty thousand falls back on the tolerance of the search
    let touch = d.dist.abs() < 1e-7 && (ka == 3 || kb == 3);
    let worst = if touch { &mut w.touch } else { &mut w.motion };
    *worst = worst.max(change);
    w.raise(change > if touch { 1e-7 } else { 1e-9 }, || format!("motion {}: {}", moved.dist, scene()));
    check_contacts(w, bench, a, a2, b, b2, &x, &d);
    d
}

fn are_boxes(a: &Posed<'_>, b: &Posed<'_>) -> bool {
    matches!((a.shape, b.shape), (Shape::Box { .. }, Shape::Box { .. }))
}

/// Two boxes whose corners are near each other but apart, or touch to rounding, have no contact in MuJoCo either; overlapping
/// ones always do.
fn may_miss(a: &Posed<'_>, b: &Posed<'_>, dist: f64) -> bool {
    dist > -1e-15 && are_boxes(a, b)
}

fn check_contacts(
    w: &mut Worst,
    bench: &mut Bench,
    a: Posed<'_>,
    a2: Posed<'_>,
    b: Posed<'_>,
    b2: Posed<'_>,
    x: &Placement,
    d: &Distance,
) {
    let scene = || show(&a, &b, d);
    let points = bench.contacts(a, b, MARGIN);
    let missed = points.is_empty() && d.dist < MARGIN - 1e-6;
    w.misses += usize::from(missed);
    w.raise(missed && !may_miss(&a, &b, d.dist), || format!("missed: {}", scene()));
    // the distance of two boxes in contact is the gap along an axis, in MuJoCo too: it may be less than that of their corners
    let far = !points.is_empty() && d.dist > MARGIN + 1e-6;
    w.far += usize::from(far);
    w.raise(far && !are_boxes(&a, &b), || format!("beyond: {}", scene()));
    for p in &points {
        let sound = p.pos.is_finite() && (p.normal.norm() - 1.0).abs() < 1e-9 && p.dist <= MARGIN + 1e-9;
        w.raise(!sound, || format!("unsound {p:?}: {}", scene()));
    }
    if let Some(deepest) = points.iter().min_by(|p, q| p.dist.total_cmp(&q.dist)) {
        let separates = -(reach(&a, deepest.normal) + reach(&b, -deepest.normal));
        w.normal = w.normal.max(separates - deepest.dist);
    }
    if a.shape.kind() != b.shape.kind() {
        let other = bench.contacts(b, a, MARGIN);
        let same = points.len() == other.len() && points.iter().zip(&other).all(|(p, q)| *p == q.flipped());
        w.raise(!same, || format!("swapped contacts differ: {}", scene()));
    }
    let moved = bench.contacts(a2, b2, MARGIN);
    let near = |p: &ContactPoint, q: &ContactPoint| {
        (x.point(p.pos) - q.pos).norm() < 1e-6 && (p.dist - q.dist).abs() < 1e-6
    };
    let same = points.len() == moved.len() && points.iter().all(|p| moved.iter().any(|q| near(p, q)));
    w.patches += usize::from(!same);
}

#[test]
fn solids_agree_with_the_oracle() {
    let assets = Assets::new();
    let oracle = Oracle::new();
    let mut fails = vec![];
    for i in 0..KINDS {
        for j in i..KINDS {
            if std::env::var("STICTION_PAIR").is_ok_and(|p| p != format!("{i}{j}")) {
                continue;
            }
            let (mut bench, mut w) = (Bench::new(), Worst::default());
            let mut r = Rng(1 + 100 * i as u64 + j as u64);
            // boxes are cheap, and rare failures of the search show in them first
            let few = if [4, 5].contains(&i) && [4, 5].contains(&j) { 20_000 } else { 60 };
            while w.poses < poses(few) {
                let (a, b) = (shape(&mut r, i, &assets), shape(&mut r, j, &assets));
                let xa = r.place(0.5);
                let xb = nearby(&mut r, &a, &b, &xa);
                let (pa, pb) = (Posed::new(&a, xa), Posed::new(&b, xb));
                let d = check(&mut w, &mut bench, &oracle, &assets, pa, i, pb, j, &mut r);
                if d.dist.abs() > 1e-6 {
                    let n = (d.to - d.from).scale(1.0 / d.dist);
                    let gap =
                        [0.0, 1e-9, -1e-9, 1e-6, -1e-6, -1e-4, 0.25 * MARGIN, 0.99 * MARGIN][r.below(8)];
                    let at = Placement::new(xb.pos.add_scaled(n, gap - d.dist), xb.mat);
                    check(&mut w, &mut bench, &oracle, &assets, pa, i, Posed::new(&b, at), j, &mut r);
                }
            }
            println!("{:9} {:9} {w}", NAMES[i], NAMES[j]);
            for f in &w.first {
                println!("   {f}");
            }
            if w.fails > 0 {
                fails.push((NAMES[i], NAMES[j], w.fails));
            }
        }
    }
    assert!(fails.is_empty(), "{fails:?}");
}

/// Height of the lowest point over a plane, from the definition; contacts of a plane are exact.
#[test]
fn planes_agree_with_the_oracle() {
    let assets = Assets::new();
    for j in 0..KINDS {
        let (mut bench, mut worst, mut motion) = (Bench::new(), 0.0f64, 0.0f64);
        let mut r = Rng(900 + j as u64);
        for k in 0..poses(200) {
            let plane = Shape::Plane { half: [0.0, 0.0] };
            let solid = shape(&mut r, j, &assets);
            let at = r.place(1.0);
            let n = at.mat.col(2);
            let mut x = Placement::new(at.pos + r.vec(0.5), r.rotation());
            if k % 2 == 0 {
                // put it at a known height
                let low = -reach(&Posed::new(&solid, x), -n) - n.dot(at.pos);
                let gap = [0.0, 1e-9, -1e-9, 1e-6, -1e-6, -0.01, 0.5 * MARGIN][r.below(7)];
                x = Placement::new(x.pos.add_scaled(n, gap - low), x.mat);
            }
            let (a, b) = (Posed::new(&plane, at), Posed::new(&solid, x));
            let height = -reach(&b, -n) - n.dot(at.pos);
            let d = bench.distance(&a, &b);
            worst = worst.max((d.dist - height).abs());
            assert_eq!(bench.distance(&b, &a).dist, d.dist);
            let turn = r.place(2.0);
            let (a2, b2) = (Posed { at: turn.compose(&at), ..a }, Posed { at: turn.compose(&x), ..b });
            motion = motion.max((bench.distance(&a2, &b2).dist - d.dist).abs());
            let points = bench.contacts(a, b, MARGIN);
            assert_eq!(points.is_empty(), height > MARGIN, "{height} {points:?}");
            for p in &points {
                assert!((p.normal - n).norm() < 1e-9 && p.pos.is_finite() && p.dist <= MARGIN);
                // the witness point lies on the plane
                assert!((n.dot(p.on_first() - at.pos)).abs() < 1e-9);
            }
        }
        println!("plane {:9} {} poses: distance {worst:.0e} motion {motion:.0e}", NAMES[j], poses(200));
        assert!(worst < 1e-9 && motion < 1e-9, "{} {worst} {motion}", NAMES[j]);
    }
}

/// A height field is the union of its prisms: the deepest contact is the nearest prism, each of them a convex pair.
#[test]
fn height_fields_agree_with_their_prisms() {
    let assets = Assets::new();
    let field = assets.field();
    let prisms = poses::prisms(&assets);
    for j in 0..KINDS {
        let (mut bench, mut worst, mut motion, mut touching) = (Bench::new(), 0.0f64, 0.0f64, 0);
        let mut r = Rng(950 + j as u64);
        for _ in 0..poses(60) / 4 {
            let solid = shape(&mut r, j, &assets);
            let at = r.place(1.0);
            let over = Vec3::new(r.range(-0.7, 0.7), r.range(-0.6, 0.6), r.range(-0.1, 0.5));
            let x = at.compose(&Placement::new(over, r.rotation()));
            let (a, b) = (Posed::new(&field, at), Posed::new(&solid, x));
            let near = prisms.iter().map(|p| bench.distance(&Posed::new(&p.shape(), at), &b).dist);
            let near = near.fold(f64::INFINITY, f64::min);
            let points = bench.contacts(a, b, MARGIN);
            for p in &points {
                assert!(p.pos.is_finite() && (p.normal.norm() - 1.0).abs() < 1e-9 && p.dist <= MARGIN);
            }
            if bench.out.dropped > 0 {
                continue;
            }
            let deepest = points.iter().map(|p| p.dist).fold(f64::INFINITY, f64::min);
            assert_eq!(points.is_empty(), near > MARGIN, "{near} {deepest}");
            if points.is_empty() {
                continue;
            }
            touching += 1;
            worst = worst.max((deepest - near).abs());
            let flipped = bench.contacts(b, a, MARGIN);
            assert!(
                points.iter().zip(&flipped).all(|(p, q)| *p == q.flipped()) && points.len() == flipped.len()
            );
            let turn = r.place(2.0);
            let (a2, b2) = (Posed { at: turn.compose(&at), ..a }, Posed { at: turn.compose(&x), ..b });
            let moved = bench.contacts(a2, b2, MARGIN);
            let again = moved.iter().map(|p| p.dist).fold(f64::INFINITY, f64::min);
            motion = motion.max((again - deepest).abs());
        }
        println!("hfield {:9} {touching} touching: prisms {worst:.0e} motion {motion:.0e}", NAMES[j]);
        assert!(worst < 1e-6 && motion < 1e-9, "{} {worst} {motion}", NAMES[j]);
    }
}
