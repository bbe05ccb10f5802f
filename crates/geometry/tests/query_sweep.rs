//! Conservative advancement: first contacts with known times.

use stiction_geometry::query::{
    CcdOptions, Manifold, Placement, Posed, Scratch, Shape, StepMotion, distance, is_fast,
    swept_spheres_meet, time_of_impact,
};
use stiction_spatial::{Mat3, Vec3};

fn motion(v: [f64; 3], w: [f64; 3]) -> StepMotion {
    StepMotion { linear: Vec3(v), angular: Vec3(w) }
}

fn at(x: f64, y: f64, z: f64) -> Placement {
    Placement::new(Vec3::new(x, y, z), Mat3::IDENTITY)
}

const REST: StepMotion = StepMotion { linear: Vec3::ZERO, angular: Vec3::ZERO };

#[test]
fn a_ball_meets_a_plane_when_it_has_covered_98_percent_of_the_gap() {
    let (plane, ball) = (Shape::Plane { half: [0.0; 2] }, Shape::Sphere { radius: 0.1 });
    let (a, b) = (Posed::new(&plane, Placement::IDENTITY), Posed::new(&ball, at(0.3, 0.0, 0.6)));
    let fall = motion([0.0, 0.0, -1.0], [0.0; 3]);
    assert!(is_fast(&plane, &REST, &ball, &fall));
    let (mut s, mut m) = (Scratch::new(), Manifold::new());
    let hit = time_of_impact(&a, &REST, &b, &fall, 0.0, &CcdOptions::default(), &mut s, &mut m).unwrap();
    assert!((hit.time - 0.98 * 0.5).abs() < 2e-3 && (hit.dist - 0.5).abs() < 1e-12);
    let p = hit.points()[0];
    assert!((p.normal - Vec3::Z).norm() < 1e-12);
    assert!((p.from - Vec3::new(0.3, 0.0, 0.0)).norm() < 1e-2);
    assert!((p.to - Vec3::new(0.3, 0.0, 0.5)).norm() < 1e-9);
    // only the ball moves, so the contact is on it
    assert!((p.pos - p.to).norm() < 1e-12);
    // moving away, or too slowly, it never arrives
    let up = motion([0.0, 0.0, 1.0], [0.0; 3]);
    let slow = motion([0.3, 0.0, -0.4], [0.0; 3]);
    for w in [up, slow] {
        assert!(time_of_impact(&a, &REST, &b, &w, 0.0, &CcdOptions::default(), &mut s, &mut m).is_none());
    }
}

#[test]
fn a_thin_plate_is_not_passed() {
    let (plate, bullet) =
        (Shape::Box { half: Vec3::new(0.5, 0.5, 0.001) }, Shape::Box { half: Vec3([0.02; 3]) });
    let (a, b) = (Posed::new(&plate, Placement::IDENTITY), Posed::new(&bullet, at(0.05, 0.1, 0.5)));
    let shot = motion([0.0, 0.0, -2.0], [0.3, 0.2, 0.0]);
    let (mut s, mut m) = (Scratch::new(), Manifold::new());
    let hit = time_of_impact(&a, &REST, &b, &shot, 0.0, &CcdOptions::default(), &mut s, &mut m).unwrap();
    assert!(hit.time > 0.2 && hit.time < 0.25, "{}", hit.time);
    // at that time the shapes are apart, and just
    let then = Posed { at: shot.advance(&b.at, hit.time), ..b };
    let d = distance(&a, &then, 1.0, &CcdOptions::default(), &mut s, &mut m).dist;
    assert!(d > 0.0 && d < 0.03 * hit.dist, "{d}");
}

#[test]
fn the_predicted_time_is_never_late() {
    // sampled trajectories: no overlap before the predicted time
    let shapes = [
        Shape::Capsule { radius: 0.05, half_length: 0.2 },
        Shape::Box { half: Vec3::new(0.05, 0.2, 0.1) },
        Shape::Ellipsoid { radii: Vec3::new(0.1, 0.05, 0.2) },
        Shape::Cylinder { radius: 0.1, half_length: 0.05 },
    ];
    let (mut s, mut m) = (Scratch::new(), Manifold::new());
    let opts = CcdOptions::default();
    let (mut hits, mut seed) = (0, 1u64);
    let mut next = move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as f64 / (1u64 << 31) as f64 * 2.0 - 1.0
    };
    for k in 0..200 {
        let (p, q) = (&shapes[k % 4], &shapes[k / 4 % 4]);
        let (a, b) = (Posed::new(p, at(0.0, 0.0, 0.0)), Posed::new(q, at(0.8, 0.2 * next(), 0.2 * next())));
        let da = motion([0.7 * next().abs(), 0.1 * next(), 0.0], [next(), next(), next()]);
        let db = motion([-0.7 * next().abs(), 0.1 * next(), 0.1 * next()], [next(), next(), next()]);
        let hit = time_of_impact(&a, &da, &b, &db, 0.0, &opts, &mut s, &mut m);
        let end = hit.as_ref().map_or(1.0, |h| h.time);
        hits += usize::from(hit.is_some());
        for i in 0..=20 {
            let t = end * f64::from(i) / 20.0;
            let (x, y) = (Posed { at: da.advance(&a.at, t), ..a }, Posed { at: db.advance(&b.at, t), ..b });
            let d = distance(&x, &y, 5.0, &opts, &mut s, &mut m).dist;
            assert!(d > 0.0, "pair {k}: overlap {d} at {t} before {end}");
        }
    }
    assert!(hits > 30);
}

#[test]
fn swept_spheres() {
    let x = Vec3::X;
    assert!(swept_spheres_meet(Vec3::ZERO, x.scale(2.0), x.scale(3.0), Vec3::ZERO, 1.1));
    assert!(!swept_spheres_meet(Vec3::ZERO, x.scale(1.0), x.scale(3.0), Vec3::ZERO, 1.1));
    assert!(!swept_spheres_meet(Vec3::ZERO, x.scale(-2.0), x.scale(3.0), Vec3::ZERO, 1.1));
    assert!(swept_spheres_meet(Vec3::ZERO, Vec3::ZERO, x, Vec3::ZERO, 1.1));
}

/// The gap that counts is what is beyond the margin: 98 percent of it are covered when they meet.
#[test]
fn balls_meet_a_margin_apart() {
    let ball = Shape::Sphere { radius: 0.1 };
    let (a, b) = (Posed::new(&ball, Placement::IDENTITY), Posed::new(&ball, at(0.7, 0.0, 0.0)));
    let (mut s, mut m) = (Scratch::new(), Manifold::new());
    for (margin, v) in [(0.1, -0.6), (0.3, -0.4), (0.3, -0.25), (0.49, -0.1)] {
        let w = motion([v, 0.0, 0.0], [0.0; 3]);
        let hit = time_of_impact(&a, &REST, &b, &w, margin, &CcdOptions::default(), &mut s, &mut m).unwrap();
        let rest = (0.5 - margin + hit.time * v) / (0.5 - margin);
        assert!(rest > 0.0 && rest <= 0.03 + 1e-9, "{margin}: {rest} is left");
        assert!((hit.closing + v).abs() < 1e-9 && (hit.dist - 0.5).abs() < 1e-12);
    }
    let short = motion([-0.19, 0.0, 0.0], [0.0; 3]);
    assert!(time_of_impact(&a, &REST, &b, &short, 0.3, &CcdOptions::default(), &mut s, &mut m).is_none());
}
