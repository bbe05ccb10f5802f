//! Identities of the algebra, at many pseudo-random points.

use stiction_spatial::{Force, Inertia, Mat3, Motion, Pose, Quat, Vec3};

struct Rng(u64);

impl Rng {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    fn vec(&mut self) -> Vec3 {
        Vec3([self.next(), self.next(), self.next()])
    }
    fn quat(&mut self) -> Quat {
        Quat([self.next(), self.next(), self.next(), self.next()]).normalized()
    }
    fn motion(&mut self) -> Motion {
        Motion::new(self.vec(), self.vec())
    }
}

fn close(a: Vec3, b: Vec3, tol: f64) {
    assert!((a - b).max_abs() < tol, "{a:?} for {b:?}");
}

#[test]
fn rotation_by_quaternion_matrix_and_inverse_agree() {
    let mut r = Rng(7);
    for _ in 0..200 {
        let (q, p, v) = (r.quat(), r.quat(), r.vec());
        let m = q.to_mat();
        close(q.rotate(v), m * v, 1e-14);
        close(q.conj().rotate(v), m.tr_mul_vec(v), 1e-14);
        close((q * p).rotate(v), q.rotate(p.rotate(v)), 1e-14);
        assert!((m.det() - 1.0).abs() < 1e-14);
        let back = Quat::from_mat(&m);
        let sign =
            if back[0] * q[0] + back[1] * q[1] + back[2] * q[2] + back[3] * q[3] < 0.0 { -1.0 } else { 1.0 };
        for k in 0..4 {
            assert!((back[k] * sign - q[k]).abs() < 1e-14);
        }
    }
}

#[test]
fn integrate_and_difference_are_inverse() {
    let mut r = Rng(11);
    for _ in 0..200 {
        let (q, w) = (r.quat(), r.vec() * 1.5);
        let moved = q.integrate(w, 0.9);
        close(moved.difference(q), w * 0.9, 1e-13);
    }
    let q = r.quat();
    assert_eq!(q.integrate(Vec3::ZERO, 1.0).normalized(), q.normalized());
}

#[test]
fn shortest_rotation_takes_z_where_it_should() {
    let mut r = Rng(3);
    for _ in 0..100 {
        let v = r.vec().normalized().0;
        close(Quat::from_z_to(v).rotate(Vec3::Z), v, 1e-14);
    }
    close(Quat::from_z_to(-Vec3::Z).rotate(Vec3::Z), -Vec3::Z, 1e-14);
    assert_eq!(Quat::from_z_to(Vec3::ZERO), Quat::IDENTITY);
}

#[test]
fn poses_compose_and_invert() {
    let mut r = Rng(5);
    for _ in 0..100 {
        let (a, b) = (Pose::new(r.vec(), r.quat()), Pose::new(r.vec(), r.quat()));
        let p = r.vec();
        close((a * b).point(p), a.point(b.point(p)), 1e-14);
        close(a.inverse().point(a.point(p)), p, 1e-14);
    }
}

#[test]
fn cross_products_of_motion_and_force_are_dual() {
    let mut r = Rng(9);
    for _ in 0..100 {
        let (v, m) = (r.motion(), r.motion());
        let f = Force::new(r.vec(), r.vec());
        // (v × m) · f = −m · (v ×* f)
        let (a, b) = (v.cross_motion(m).dot(f), -m.dot(v.cross_force(f)));
        assert!((a - b).abs() < 1e-13);
        let zero = v.cross_motion(v).to_array();
        assert!(zero.iter().all(|x| x.abs() < 1e-14));
    }
}

#[test]
fn inertia_gives_the_kinetic_energy_of_its_parts() {
    let mut r = Rng(13);
    for _ in 0..100 {
        let (q, c, v) = (r.quat(), r.vec(), r.motion());
        let diag = Vec3([1.0, 2.0, 2.5]);
        let mass = 1.7;
        let i = Inertia::new(diag, &q.to_mat(), c, mass);
        let energy = 0.5 * v.dot(i.mul(v));
        let at_com = v.lin + v.ang.cross(c);
        let w = q.conj().rotate(v.ang);
        let direct = 0.5 * mass * at_com.norm_squared() + 0.5 * w.hadamard(diag).dot(w);
        assert!((energy - direct).abs() < 1e-13);
        assert!((i.mass() - mass).abs() < 1e-15);
    }
}

#[test]
fn skew_matrix_is_the_cross_product() {
    let mut r = Rng(17);
    let (a, b) = (r.vec(), r.vec());
    close(Mat3::skew(a) * b, a.cross(b), 1e-15);
}

/// A function that uses every operation of `Scalar`, with value near 1.
fn composed<T: stiction_spatial::Scalar>(x: T, y: T) -> T {
    let a = (x * y + T::from_f64(1.3)).sqrt() / (y - x);
    a.sin() * x.cos() + (a * x).atan2(y + T::from_f64(0.4)) - a / x
}

#[test]
fn dual_numbers_agree_with_differences() {
    use stiction_spatial::{Dual, Jet};
    let (x, y, h) = (0.7, 1.9, 1e-4);
    let d = composed(Dual::<2>::variable(x, 0), Dual::<2>::variable(y, 1));
    let dx = (composed(x + h, y) - composed(x - h, y)) / (2.0 * h);
    let dy = (composed(x, y + h) - composed(x, y - h)) / (2.0 * h);
    assert!((d.du[0] - dx).abs() < 1e-6 && (d.du[1] - dy).abs() < 1e-6, "{d:?} {dx} {dy}");
    // along x + 0.3 s + 0.2 s², y − 0.6 s
    let curve = |s: f64| composed(x + 0.3 * s + 0.2 * s * s, y - 0.6 * s);
    let j = composed(Jet { re: x, d1: 0.3, d2: 0.4, dt: 1.0 }, Jet { re: y, d1: -0.6, d2: 0.0, dt: 0.0 });
    let second = (curve(h) - 2.0 * curve(0.0) + curve(-h)) / (h * h);
    assert!((j.d1 - (curve(h) - curve(-h)) / (2.0 * h)).abs() < 1e-6, "{j:?}");
    assert!((j.d2 - second).abs() < 1e-5, "{j:?} {second}");
    assert!((j.dt - dx).abs() < 1e-6 && j.re == composed(x, y));
}

#[test]
fn rotations_keep_derivatives_at_the_identity() {
    use stiction_spatial::{Dual, Quat, Vec3};
    for size in [0.0, 1e-4, 0.3] {
        let w = Vec3([0.6 * size, -0.8 * size, 0.1 * size]);
        let v: Vec3<Dual<3>> = Vec3([0, 1, 2].map(|k| Dual::variable(w[k], k)));
        // log(exp(v)) = v, and the rotation of a vector through matrix and quaternion agree with their derivatives
        let back = Quat::from_rotation_vector(v).to_rotation_vector();
        let p = Vec3([0.3, 0.5, -0.7].map(|x| Dual::variable(x, 0) - Dual::variable(0.0, 0)));
        let q = Quat::from_rotation_vector(v).normalized();
        let (a, b) = (q.rotate(p), q.to_mat().mul_vec(p));
        for i in 0..3 {
            assert!((back[i].re - w[i]).abs() < 1e-14);
            for k in 0..3 {
                assert!((back[i].du[k] - f64::from(u8::from(i == k))).abs() < 1e-12, "{size} {back:?}");
                assert!((a[i].du[k] - b[i].du[k]).abs() < 1e-13, "{size} {a:?} {b:?}");
            }
        }
        assert!(a[0].du[1].abs() > 0.1, "the rotation depends on its vector: {a:?}");
    }
}

/// Rotating a constant vector by a quaternion that carries derivatives: the short way and the general one.
#[test]
fn constant_vectors_rotate_as_all_others() {
    use stiction_spatial::{Dual, Jet, Scalar};
    let mut r = Rng(23);
    for _ in 0..100 {
        let v = r.vec();
        let q = Quat([0; 4].map(|_| Dual::<3> { re: r.next(), du: [r.next(), r.next(), r.next()] }));
        let (a, b) = (Dual::rotate(&q, v), q.rotate(Vec3(v.0.map(Dual::from_f64))));
        for k in 0..3 {
            assert!((a[k].re - b[k].re).abs() < 1e-14);
            assert!((0..3).all(|i| (a[k].du[i] - b[k].du[i]).abs() < 1e-13));
        }
        let q = Quat([0; 4].map(|_| Jet { re: r.next(), d1: r.next(), d2: r.next(), dt: r.next() }));
        let (a, b) = (Jet::rotate(&q, v), q.rotate(Vec3(v.0.map(Jet::from_f64))));
        for k in 0..3 {
            let (a, b) = (a[k], b[k]);
            assert!(
                (a.re - b.re).abs() + (a.d1 - b.d1).abs() + (a.d2 - b.d2).abs() + (a.dt - b.dt).abs() < 1e-12
            );
        }
    }
}
