//! Three-vectors, quaternions (scalar first) and six-vectors (angular, linear) over any [`Real`].

use crate::real::Real;

/// A vector.
pub type V3<F> = [F; 3];
/// A quaternion.
pub type Q4<F> = [F; 4];
/// A motion or a force.
pub type V6<F> = [F; 6];

/// a · b
#[inline(always)]
pub fn dot<F: Real>(a: V3<F>, b: V3<F>) -> F {
    a[2].fma(b[2], a[1].fma(b[1], a[0] * b[0]))
}
/// a × b
#[inline(always)]
pub fn cross<F: Real>(a: V3<F>, b: V3<F>) -> V3<F> {
    [a[1].fma(b[2], -(a[2] * b[1])), a[2].fma(b[0], -(a[0] * b[2])), a[0].fma(b[1], -(a[1] * b[0]))]
}
/// a × b + c
#[inline(always)]
pub fn cross_add<F: Real>(a: V3<F>, b: V3<F>, c: V3<F>) -> V3<F> {
    [
        a[1].fma(b[2], (-a[2]).fma(b[1], c[0])),
        a[2].fma(b[0], (-a[0]).fma(b[2], c[1])),
        a[0].fma(b[1], (-a[1]).fma(b[0], c[2])),
    ]
}
/// a + b
#[inline(always)]
pub fn add<F: Real>(a: V3<F>, b: V3<F>) -> V3<F> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}
/// a − b
#[inline(always)]
pub fn sub<F: Real>(a: V3<F>, b: V3<F>) -> V3<F> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
/// a k
#[inline(always)]
pub fn scale<F: Real>(a: V3<F>, k: F) -> V3<F> {
    [a[0] * k, a[1] * k, a[2] * k]
}
/// a k + c
#[inline(always)]
pub fn axpy<F: Real>(k: F, a: V3<F>, c: V3<F>) -> V3<F> {
    [a[0].fma(k, c[0]), a[1].fma(k, c[1]), a[2].fma(k, c[2])]
}
/// The rotation of v by q.
#[inline(always)]
pub fn rotate<F: Real>(q: Q4<F>, v: V3<F>) -> V3<F> {
    let u = [q[1], q[2], q[3]];
    let t = cross(u, v);
    let t = [t[0] + t[0], t[1] + t[1], t[2] + t[2]];
    cross_add(u, t, axpy(q[0], t, v))
}
/// a b
#[inline(always)]
pub fn qmul<F: Real>(a: Q4<F>, b: Q4<F>) -> Q4<F> {
    [
        (-a[3]).fma(b[3], (-a[2]).fma(b[2], (-a[1]).fma(b[1], a[0] * b[0]))),
        (-a[3]).fma(b[2], a[2].fma(b[3], a[1].fma(b[0], a[0] * b[1]))),
        a[3].fma(b[1], a[2].fma(b[0], (-a[1]).fma(b[3], a[0] * b[2]))),
        a[3].fma(b[0], (-a[2]).fma(b[1], a[1].fma(b[2], a[0] * b[3]))),
    ]
}
/// The rows of the rotation matrix.
#[inline(always)]
pub fn matrix<F: Real>(q: Q4<F>) -> [V3<F>; 3] {
    let one = F::of(1.0);
    let (x, y, z) = (q[1] + q[1], q[2] + q[2], q[3] + q[3]);
    let (xx, yy, zz) = (q[1] * x, q[2] * y, q[3] * z);
    let (xy, xz, yz) = (q[1] * y, q[1] * z, q[2] * z);
    let (wx, wy, wz) = (q[0] * x, q[0] * y, q[0] * z);
    [[one - yy - zz, xy - wz, xz + wy], [xy + wz, one - xx - zz, yz - wx], [xz - wy, yz + wx, one - xx - yy]]
}
/// The third axis of q: what a plane's normal and a capsule's axis are.
#[inline(always)]
pub fn axis_z<F: Real>(q: Q4<F>) -> V3<F> {
    let (x, y) = (q[1] + q[1], q[2] + q[2]);
    [q[3].fma(x, q[0] * y), q[3].fma(y, -(q[0] * x)), F::of(1.0) - q[1] * x - q[2] * y]
}
/// Angular part.
#[inline(always)]
pub fn ang<F: Real>(x: V6<F>) -> V3<F> {
    [x[0], x[1], x[2]]
}
/// Linear part.
#[inline(always)]
pub fn lin<F: Real>(x: V6<F>) -> V3<F> {
    [x[3], x[4], x[5]]
}
/// A six-vector of its parts.
#[inline(always)]
pub fn six<F: Real>(a: V3<F>, l: V3<F>) -> V6<F> {
    [a[0], a[1], a[2], l[0], l[1], l[2]]
}
/// a · b
#[inline(always)]
pub fn dot6<F: Real>(a: V6<F>, b: V6<F>) -> F {
    a[5].fma(b[5], a[4].fma(b[4], a[3].fma(b[3], dot(ang(a), ang(b)))))
}
/// Velocity of the point r of a body that moves with u.
#[inline(always)]
pub fn at<F: Real>(u: V6<F>, r: V3<F>) -> V3<F> {
    cross_add(ang(u), r, lin(u))
}
/// x within [lo, hi].
#[inline(always)]
pub fn clip<F: Real>(x: F, lo: F, hi: F) -> F {
    x.most(lo).least(hi)
}
/// `a` if `c`, else `b`.
#[inline(always)]
pub fn sel<T: Copy>(c: bool, a: T, b: T) -> T {
    if c { a } else { b }
}

/// Inertia of a rigid body about the origin.
#[derive(Clone, Copy)]
pub struct Inertia<F> {
    /// Mass.
    pub m: F,
    /// Mass times centre.
    pub h: V3<F>,
    /// Second moments: xx, yy, zz, xy, xz, yz.
    pub i: V6<F>,
}

impl<F: Real> Inertia<F> {
    /// Momentum of the motion x.
    #[inline(always)]
    pub fn mul(&self, x: V6<F>) -> V6<F> {
        let (w, v, i) = (ang(x), lin(x), self.i);
        let turn = [dot([i[0], i[3], i[4]], w), dot([i[3], i[1], i[5]], w), dot([i[4], i[5], i[2]], w)];
        six(cross_add(self.h, v, turn), cross_add(w, self.h, scale(v, self.m)))
    }
}

/// Angle of the point (x, y), in (−π, π].
#[inline(always)]
pub fn atan2<F: Real>(y: F, x: F) -> F {
    let (zero, one, tiny) = (F::of(0.0), F::of(1.0), F::TINY * F::TINY);
    let (ay, ax) = (y.mag(), x.mag());
    let (low, high) = (ay.least(ax), ay.most(ax));
    if high < tiny {
        return sel(x < zero, F::of(core::f64::consts::PI), zero);
    }
    // tan of the angle to the nearer axis, then of half of what is left beyond 45° or not
    let t = low * high.inv();
    let far = t > F::of(0.414_213_562_373_095_03);
    let t = sel(far, (t - one) * (t + one).inv(), t);
    let h = t * (one + t.fma(t, one).root()).inv();
    let z = h * h;
    let mut s = F::of(1.0 / 25.0);
    for k in (0..12).rev() {
        s = s.fma(-z, F::of(1.0 / (2 * k + 1) as f64));
    }
    let angle = F::of(2.0).fma(h * s, sel(far, F::of(core::f64::consts::FRAC_PI_4), zero));
    let angle = sel(ay > ax, F::of(core::f64::consts::FRAC_PI_2) - angle, angle);
    let angle = sel(x < zero, F::of(core::f64::consts::PI) - angle, angle);
    sel(y < zero, -angle, angle)
}
/// Angle in [−π/2, π/2] of this sine; those beyond ±1 count as ±1.
#[inline(always)]
pub fn asin<F: Real>(s: F) -> F {
    let one = F::of(1.0);
    atan2(s, ((one - s) * (one + s)).most(F::of(0.0)).root())
}
