//! Numbers that carry derivatives: exact Jacobians of functions written over [`Scalar`].
//!
//! ```text
//! Dual<N>   x + Σ ẋ_k ε_k,  ε_j ε_k = 0                        N first derivatives at once
//! Jet       x + x' s + ½ x'' s² and ∂x/∂t                      along one curve, second order, plus one partial
//! ```
//!
//! f(x + ẋ ε) = f(x) + f'(x) ẋ ε;   (f∘x)'' = f''(x) x'² + f'(x) x''. Comparison looks at the value only.

use crate::{Quat, Scalar, Vec3};
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

/// A value and N directional derivatives.
#[derive(Clone, Copy, Debug)]
pub struct Dual<const N: usize> {
    /// Value.
    pub re: f64,
    /// Derivatives.
    pub du: [f64; N],
}

/// A value along a curve: first and second derivative, and a partial derivative of its own.
#[derive(Clone, Copy, Debug)]
pub struct Jet {
    /// Value.
    pub re: f64,
    /// First derivative along the curve.
    pub d1: f64,
    /// Second derivative along the curve.
    pub d2: f64,
    /// Partial derivative (with respect to explicit time in constraints).
    pub dt: f64,
}

impl<const N: usize> Dual<N> {
    /// A number whose k-th derivative is one.
    pub fn variable(re: f64, k: usize) -> Self {
        let mut x = Self::from_f64(re);
        x.du[k] = 1.0;
        x
    }
    /// f(x) with f and f' at the value.
    #[inline]
    fn chain(self, f: f64, slope: f64) -> Self {
        Dual { re: f, du: self.du.map(|d| slope * d) }
    }
}

impl Jet {
    /// f(x) with f, f', f'' at the value.
    #[inline]
    fn chain(self, f: f64, slope: f64, curve: f64) -> Self {
        Jet {
            re: f,
            d1: slope * self.d1,
            d2: slope * self.d2 + curve * self.d1 * self.d1,
            dt: slope * self.dt,
        }
    }
}

/// R(q) v = v + 2 u × t, t = u × v + w v, and its derivative as a 3 × 4 matrix over (w, u):
/// ∂/∂w = 2 u × v,   ∂/∂u_i = 2 (e_i × t + e_i (u·v) − v u_i).
#[inline(always)]
fn rotation(w: f64, u: Vec3, v: Vec3) -> (Vec3, [[f64; 4]; 3]) {
    let (c, s) = (u.cross(v) * 2.0, u.dot(v));
    let t = u.cross(v) + v * w;
    let d = |r: usize, i: usize, x: f64| 2.0 * (x - v[r] * u[i]);
    let g = [
        [c[0], d(0, 0, s), d(0, 1, t[2]), d(0, 2, -t[1])],
        [c[1], d(1, 0, -t[2]), d(1, 1, s), d(1, 2, t[0])],
        [c[2], d(2, 0, t[1]), d(2, 1, -t[0]), d(2, 2, s)],
    ];
    (v + u.cross(t) * 2.0, g)
}

/// The operators that follow from add, mul, neg and a reciprocal.
macro_rules! operators {
    ([$($g:tt)*] $t:ty) => {
        impl<$($g)*> Default for $t {
            fn default() -> Self {
                Self::from_f64(0.0)
            }
        }
        impl<$($g)*> PartialEq for $t {
            fn eq(&self, b: &Self) -> bool {
                self.re == b.re
            }
        }
        impl<$($g)*> PartialOrd for $t {
            fn partial_cmp(&self, b: &Self) -> Option<Ordering> {
                self.re.partial_cmp(&b.re)
            }
        }
        impl<$($g)*> Sub for $t {
            type Output = Self;
            #[inline]
            fn sub(self, b: Self) -> Self {
                self + (-b)
            }
        }
        impl<$($g)*> Div for $t {
            type Output = Self;
            #[inline]
            #[allow(clippy::suspicious_arithmetic_impl)]
            fn div(self, b: Self) -> Self {
                self * b.reciprocal()
            }
        }
        impl<$($g)*> AddAssign for $t {
            #[inline]
            fn add_assign(&mut self, b: Self) {
                *self = *self + b;
            }
        }
        impl<$($g)*> SubAssign for $t {
            #[inline]
            fn sub_assign(&mut self, b: Self) {
                *self = *self - b;
            }
        }
        impl<$($g)*> MulAssign for $t {
            #[inline]
            fn mul_assign(&mut self, b: Self) {
                *self = *self * b;
            }
        }
    };
}
operators!([const N: usize] Dual<N>);
operators!([] Jet);

impl<const N: usize> Add for Dual<N> {
    type Output = Self;
    #[inline]
    fn add(mut self, b: Self) -> Self {
        self.re += b.re;
        for k in 0..N {
            self.du[k] += b.du[k];
        }
        self
    }
}
impl<const N: usize> Mul for Dual<N> {
    type Output = Self;
    #[inline]
    fn mul(mut self, b: Self) -> Self {
        for k in 0..N {
            self.du[k] = self.re * b.du[k] + self.du[k] * b.re;
        }
        self.re *= b.re;
        self
    }
}
impl<const N: usize> Neg for Dual<N> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Dual { re: -self.re, du: self.du.map(|d| -d) }
    }
}
impl<const N: usize> Dual<N> {
    #[inline]
    fn reciprocal(self) -> Self {
        let r = 1.0 / self.re;
        self.chain(r, -r * r)
    }
}

impl<const N: usize> Scalar for Dual<N> {
    #[inline]
    fn from_f64(re: f64) -> Self {
        Dual { re, du: [0.0; N] }
    }
    #[inline]
    fn value(self) -> f64 {
        self.re
    }
    #[inline]
    fn rotate(q: &Quat<Self>, v: Vec3) -> Vec3<Self> {
        let [w, x, y, z] = &q.0;
        let (re, g) = rotation(w.re, Vec3([x.re, y.re, z.re]), v);
        let mut out = Vec3(re.0.map(Self::from_f64));
        for (out, g) in out.0.iter_mut().zip(&g) {
            for k in 0..N {
                out.du[k] = (g[0] * w.du[k] + g[1] * x.du[k]) + (g[2] * y.du[k] + g[3] * z.du[k]);
            }
        }
        out
    }
    #[inline]
    fn sqrt(self) -> Self {
        let s = self.re.sqrt();
        self.chain(s, 0.5 / s)
    }
    #[inline]
    fn sin(self) -> Self {
        self.chain(libm::sin(self.re), libm::cos(self.re))
    }
    #[inline]
    fn cos(self) -> Self {
        self.chain(libm::cos(self.re), -libm::sin(self.re))
    }
    #[inline]
    fn atan2(self, x: Self) -> Self {
        let n = self.re * self.re + x.re * x.re;
        let mut out = Self::from_f64(libm::atan2(self.re, x.re));
        for k in 0..N {
            out.du[k] = (x.re * self.du[k] - self.re * x.du[k]) / n;
        }
        out
    }
}

impl Add for Jet {
    type Output = Self;
    #[inline]
    fn add(self, b: Self) -> Self {
        Jet { re: self.re + b.re, d1: self.d1 + b.d1, d2: self.d2 + b.d2, dt: self.dt + b.dt }
    }
}
impl Mul for Jet {
    type Output = Self;
    #[inline]
    fn mul(self, b: Self) -> Self {
        Jet {
            re: self.re * b.re,
            d1: self.re * b.d1 + self.d1 * b.re,
            d2: self.re * b.d2 + 2.0 * self.d1 * b.d1 + self.d2 * b.re,
            dt: self.re * b.dt + self.dt * b.re,
        }
    }
}
impl Neg for Jet {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Jet { re: -self.re, d1: -self.d1, d2: -self.d2, dt: -self.dt }
    }
}
impl Jet {
    #[inline]
    fn reciprocal(self) -> Self {
        let r = 1.0 / self.re;
        self.chain(r, -r * r, 2.0 * r * r * r)
    }
}

impl Scalar for Jet {
    #[inline]
    fn from_f64(re: f64) -> Self {
        Jet { re, d1: 0.0, d2: 0.0, dt: 0.0 }
    }
    #[inline]
    fn value(self) -> f64 {
        self.re
    }
    #[inline]
    fn rotate(q: &Quat<Self>, v: Vec3) -> Vec3<Self> {
        let [w, x, y, z] = &q.0;
        let (re, g) = rotation(w.re, Vec3([x.re, y.re, z.re]), v);
        // R(q) v is quadratic in q: the second derivative along q' is twice its form at q'
        let u = Vec3([x.d1, y.d1, z.d1]);
        let curve = u.cross(u.cross(v) + v * w.d1) * 4.0;
        let mul =
            |g: &[f64; 4], f: fn(&Jet) -> f64| (g[0] * f(w) + g[1] * f(x)) + (g[2] * f(y) + g[3] * f(z));
        Vec3(std::array::from_fn(|r| Jet {
            re: re[r],
            d1: mul(&g[r], |j| j.d1),
            d2: mul(&g[r], |j| j.d2) + curve[r],
            dt: mul(&g[r], |j| j.dt),
        }))
    }
    #[inline]
    fn sqrt(self) -> Self {
        let s = self.re.sqrt();
        self.chain(s, 0.5 / s, -0.25 / (s * self.re))
    }
    #[inline]
    fn sin(self) -> Self {
        let (s, c) = (libm::sin(self.re), libm::cos(self.re));
        self.chain(s, c, -s)
    }
    #[inline]
    fn cos(self) -> Self {
        let (s, c) = (libm::sin(self.re), libm::cos(self.re));
        self.chain(c, -s, -c)
    }
    #[inline]
    fn atan2(self, x: Self) -> Self {
        let y = self;
        let n = y.re * y.re + x.re * x.re;
        // (x y' − y x')/n and its derivative
        let w = x.re * y.d1 - y.re * x.d1;
        let dn = 2.0 * (y.re * y.d1 + x.re * x.d1);
        Jet {
            re: libm::atan2(y.re, x.re),
            d1: w / n,
            d2: (x.re * y.d2 - y.re * x.d2) / n - w * dn / (n * n),
            dt: (x.re * y.dt - y.re * x.dt) / n,
        }
    }
}
