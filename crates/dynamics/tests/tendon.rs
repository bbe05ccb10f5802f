//! Tendons and transmissions: moment arms are gradients of lengths; wrapping has the lengths of geometry.

mod common;

use common::{ARM, World, dense};
use std::f64::consts::PI;
use stiction_dynamics::stages::SparseRow;
use stiction_dynamics::tendon::{self, jacobian_row};
use stiction_dynamics::transmission::moment_row;
use stiction_dynamics::wrap::{Obstacle, wrap};
use stiction_spatial::{Mat3, Vec3};
use stiction_testkit::SplitMix64;

fn tendon_model() -> String {
    format!(
        r#"<mujoco><worldbody>{ARM}
        <body pos="0.6 0.1 0.5"><freejoint/><geom size="0.05" pos="0.02 0 0.01"/><site name="f0" pos="0.04 0.02 0.01"/></body>
        </worldbody><tendon>
        <spatial name="straight"><site site="w0"/><site site="u0"/><site site="l0"/><site site="f0"/></spatial>
        <spatial name="sphere"><site site="w0"/><geom geom="ball"/><site site="l1"/></spatial>
        <spatial name="side"><site site="w1"/><geom geom="ball" sidesite="side"/><site site="l1"/></spatial>
        <spatial name="drum"><site site="u0"/><geom geom="drum" sidesite="u1"/><site site="l0"/><pulley divisor="2.5"/>
          <site site="w1"/><geom geom="drum"/><site site="l1"/></spatial>
        <fixed name="fixed"><joint joint="j1" coef="0.7"/><joint joint="j2" coef="-1.3"/></fixed></tendon>
        <actuator><motor cranksite="l1" slidersite="w1" cranklength="0.9" gear="1.4"/><motor cranksite="l0" slidersite="u1" cranklength="0.6"/>
        <motor tendon="drum" gear="2"/><motor joint="j1" gear="-3"/><motor site="l1" refsite="w1" gear="0.3 1 -0.5 0 0 0"/></actuator></mujoco>"#
    )
}

#[test]
fn moment_arms_are_gradients_of_lengths() {
    let mut w = World::new(&tendon_model());
    let nv = w.m.size.nv;
    for seed in 0..6 {
        w.shuffle(seed, 0.6, 0.0);
        let rows = |n: usize, f: &dyn Fn(usize) -> (Vec<i32>, Vec<f64>)| dense(nv, (0..n).map(f));
        let own = |r: SparseRow<'_>| (r.cols.to_vec(), r.vals.to_vec());
        let j = rows(w.m.size.ntendon, &|i| own(jacobian_row(&w.m, &w.ten, i)));
        let a = rows(w.m.size.nout, &|o| own(moment_row(&w.trn, o.into())));
        let h = 1e-6;
        for k in 0..nv {
            let (p, q) = (w.moved(k, h), w.moved(k, -h));
            for (i, row) in j.iter().enumerate() {
                let fd = (p.ten.ten_length[i] - q.ten.ten_length[i]) / (2.0 * h);
                assert!((fd - row[k]).abs() < 2e-8, "seed {seed} tendon {i} dof {k}: {fd} {}", row[k]);
            }
            for (o, row) in a.iter().enumerate() {
                let fd = (p.trn.actuator_length[o] - q.trn.actuator_length[o]) / (2.0 * h);
                assert!((fd - row[k]).abs() < 2e-8, "seed {seed} output {o} dof {k}: {fd} {}", row[k]);
            }
        }
    }
}

#[test]
fn jacobian_dot_is_the_rate_of_the_jacobian() {
    let xml = tendon_model().replace(r#"<geom geom="ball"/>"#, "").replace(r#"<geom geom="drum"/>"#, "");
    let xml = xml
        .replace(r#"<geom geom="ball" sidesite="side"/>"#, "")
        .replace(r#"<geom geom="drum" sidesite="u1"/>"#, "");
    let mut w = World::new(&xml);
    w.shuffle(3, 0.5, 2.0);
    let step = |h: f64| {
        let mut x = w.clone();
        stiction_dynamics::manifold::integrate_pos(&x.m, &mut x.qpos, &w.qvel, h);
        x.forward();
        x.vel.ten_velocity
    };
    let h = 1e-6;
    let (p, q) = (step(h), step(-h));
    for t in 0..w.m.size.ntendon {
        let dot = tendon::jacobian_dot(&w.m, &w.positions(), &w.vel, t, &w.qvel).expect("no wrapping");
        assert!((dot - (p[t] - q[t]) / (2.0 * h)).abs() < 1e-7, "tendon {t}");
    }
}

#[test]
fn wrapping_tendons_have_no_jacobian_dot() {
    let w = World::new(&tendon_model());
    assert!(tendon::jacobian_dot(&w.m, &w.positions(), &w.vel, 1, &w.qvel).is_err());
    assert_eq!(tendon::jacobian_dot(&w.m, &w.positions(), &w.vel, 4, &w.qvel), Ok(0.0));
}

const UPRIGHT: Mat3 = Mat3::IDENTITY;

fn cylinder(radius: f64) -> Obstacle<'static> {
    Obstacle { pos: Vec3::ZERO, mat: &UPRIGHT, radius, sphere: false }
}

/// Length of the path, straight if it does not wrap.
fn path(a: Vec3, b: Vec3, o: &Obstacle<'_>, side: Option<Vec3>) -> f64 {
    match wrap([a, b], o, side) {
        Some(w) => (w.points[0] - a).norm() + w.length + (b - w.points[1]).norm(),
        None => (b - a).norm(),
    }
}

#[test]
fn half_turn_around_a_cylinder() {
    // two parallel strings joined by half a circle
    let w =
        wrap([Vec3([-2.0, 1.0, 0.0]), Vec3([-2.0, -1.0, 0.0])], &cylinder(1.0), Some(Vec3([1.5, 0.0, 0.0])));
    let w = w.expect("wraps");
    assert!((w.length - PI).abs() < 1e-14);
    assert!((w.points[0] - Vec3([0.0, 1.0, 0.0])).norm() < 1e-14);
    assert!((w.points[1] - Vec3([0.0, -1.0, 0.0])).norm() < 1e-14);
    // a climb of 3 turns the path into the hypotenuse of the unrolled surface
    let l =
        path(Vec3([-2.0, 1.0, 0.0]), Vec3([-2.0, -1.0, 3.0]), &cylinder(1.0), Some(Vec3([1.5, 0.0, 0.0])));
    assert!((l - (4.0 + PI).hypot(3.0)).abs() < 1e-13);
}

#[test]
fn great_circle_on_a_sphere() {
    let (a, b) = (Vec3([-2.0, 0.3, 0.4]), Vec3([2.0, 0.1, -0.2]));
    let o = Obstacle { pos: Vec3::ZERO, mat: &UPRIGHT, radius: 1.0, sphere: true };
    let tangents = (a.norm_squared() - 1.0).sqrt() + (b.norm_squared() - 1.0).sqrt();
    let angle = libm::acos(a.dot(b) / (a.norm() * b.norm()));
    let arc = angle - libm::acos(1.0 / a.norm()) - libm::acos(1.0 / b.norm());
    assert!((path(a, b, &o, None) - tangents - arc).abs() < 1e-14);
}

#[test]
fn side_site_chooses_the_way_by_homotopy() {
    let o = cylinder(1.0);
    let (a, b) = (Vec3([-3.0, 0.2, 0.0]), Vec3([3.0, 0.2, 0.0]));
    let above = path(a, b, &o, Some(Vec3([0.0, 2.0, 0.0])));
    let below = path(a, b, &o, Some(Vec3([0.0, -2.0, 0.0])));
    assert!((above - path(a, b, &o, None)).abs() < 1e-14 && below > above);
    // clear of the geom on the side of the site: straight; on the other side the path goes round
    let (a, b) = (Vec3([-3.0, 1.5, 0.0]), Vec3([3.0, 1.5, 0.0]));
    assert_eq!(path(a, b, &o, Some(Vec3([0.0, 2.0, 0.0]))), 6.0);
    assert!(path(a, b, &o, Some(Vec3([0.0, -2.0, 0.0]))) > 6.5);
    // the length is continuous while the segment leaves the geom
    let at = |y: f64| path(Vec3([-3.0, y, 0.0]), Vec3([3.0, y, 0.0]), &o, Some(Vec3([0.0, 2.0, 0.0])));
    assert!((at(1.0 - 1e-9) - at(1.0 + 1e-9)).abs() < 1e-12);
}

#[test]
fn inside_wrap_reflects_at_equal_angles() {
    let o = cylinder(0.5);
    let (a, b) = (Vec3([-1.0, 2.0, 0.0]), Vec3([1.5, 1.0, 0.0]));
    let w = wrap([a, b], &o, Some(Vec3([0.1, 0.0, 0.0]))).expect("wraps");
    let p = w.points[0];
    assert!((p.norm() - 0.5).abs() < 1e-14 && w.length == 0.0);
    let n = p.normalized().0;
    let angle = |x: Vec3| libm::acos((x - p).normalized().0.dot(n));
    assert!((angle(a) - angle(b)).abs() < 2e-6);
    // no other point of the circle gives a shorter path
    let best = (a - p).norm() + (b - p).norm();
    for k in 0..100 {
        let t = 2.0 * PI * f64::from(k) / 100.0;
        let q = Vec3([0.5 * libm::cos(t), 0.5 * libm::sin(t), 0.0]);
        assert!((a - q).norm() + (b - q).norm() > best - 1e-11);
    }
    // a segment that already passes through the circle stays straight
    assert!(wrap([Vec3([-1.0, 0.1, 0.0]), Vec3([1.0, 0.2, 0.0])], &o, Some(Vec3::ZERO)).is_none());
}

#[test]
fn degenerate_wraps_are_straight_or_finite() {
    let o = cylinder(1.0);
    let x = Vec3([2.0, 0.0, 0.0]);
    assert!(wrap([x, x], &o, None).is_none());
    assert!(wrap([Vec3::ZERO, x], &o, None).is_none(), "an end at the centre");
    assert!(wrap([Vec3([0.5, 0.0, 0.0]), x], &o, None).is_none(), "an end inside");
    assert!(wrap([x, -x], &cylinder(0.0), None).is_none(), "no radius");
    for sphere in [false, true] {
        let o = Obstacle { sphere, ..o };
        let w = wrap([x, -x], &o, None).expect("an end on each side of the centre");
        assert!(w.length.is_finite() && w.points.iter().all(|p| p.is_finite()));
    }
    let mut g = SplitMix64(7);
    for _ in 0..1000 {
        let v = |g: &mut SplitMix64| Vec3([g.sym() * 2.0, g.sym() * 2.0, g.sym()]);
        let (a, b, s) = (v(&mut g), v(&mut g), v(&mut g));
        let straight = (b - a).norm();
        assert!(path(a, b, &o, Some(s)) >= straight - 1e-12);
        assert!(path(a, b, &o, None) <= path(a, b, &o, Some(s)) + 1e-12 || s.norm() < 1.0);
    }
}
