//! Contacts compared with MuJoCo's, from a file of cases.

use stiction_geometry::query::{CcdOptions, Manifold, Placement, Posed, Scratch, Shape, collide};
use stiction_spatial::{Quat, Vec3};

const CASES: &str = include_str!("data/mujoco_pairs.txt");

fn posed(x: &[f64]) -> (Shape<'static>, Placement) {
    let shape = Shape::primitive(x[0] as i32, [x[1], x[2], x[3]]).expect("a primitive");
    let q = Quat::new(x[7], x[8], x[9], x[10]).normalized();
    (shape, Placement::new(Vec3::new(x[4], x[5], x[6]), q.to_mat()))
}

#[test]
fn closed_forms_give_the_same_points_in_the_same_order_and_general_pairs_the_same_depth() {
    let (mut scratch, mut out) = (Scratch::new(), Manifold::new());
    let (mut exact, mut general) = (0, 0);
    for line in CASES.lines().filter(|l| !l.starts_with('#')) {
        let x: Vec<f64> = line.split_whitespace().map(|s| s.parse().expect("a number")).collect();
        let ((a, xa), (b, xb)) = (posed(&x[..11]), posed(&x[11..22]));
        let (margin, n) = (x[22], x[23] as usize);
        collide(
            Posed::new(&a, xa),
            Posed::new(&b, xb),
            margin,
            &CcdOptions::default(),
            &mut scratch,
            &mut out,
        );
        let theirs: Vec<&[f64]> = x[24..].chunks_exact(7).collect();
        assert_eq!(theirs.len(), n);
        let vec = |q: &[f64]| Vec3::new(q[0], q[1], q[2]);
        let smooth = |s: &Shape<'_>| matches!(s, Shape::Ellipsoid { .. } | Shape::Cylinder { .. });
        let plane = matches!(a, Shape::Plane { .. });
        let ball_on_cylinder = matches!((&a, &b), (Shape::Sphere { .. }, Shape::Cylinder { .. }));
        if plane || ball_on_cylinder || !(smooth(&a) || smooth(&b)) {
            exact += 1;
            assert_eq!(out.len(), n, "{line}");
            for (p, q) in out.points().iter().zip(&theirs) {
                assert!((p.dist - q[0]).abs() < 1e-9, "{line}");
                assert!((p.pos - vec(&q[1..])).norm() < 1e-9, "{line}");
                assert!((p.normal - vec(&q[4..])).norm() < 1e-9, "{line}");
            }
        } else {
            // the bounds of a general pair: 1e-4 m or 1 %, and one degree
            general += 1;
            let p = out.deepest().unwrap_or_else(|| panic!("missed: {line}"));
            let q = theirs[0];
            assert!((p.dist - q[0]).abs() < 1e-4f64.max(0.01 * q[0].abs()), "{} {line}", p.dist);
            assert!(p.normal.dot(vec(&q[4..])) > 0.99985, "{:?} {line}", p.normal);
        }
    }
    assert!(exact > 150 && general > 20, "{exact} {general}");
}
