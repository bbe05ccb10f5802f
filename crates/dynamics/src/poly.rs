//! Polynomial springs and dampers: f(x) = −x p(x), p(x) = a + b x + c x².
//!
//! Dampers use p(|v|), so that f is odd in v: their callers pass |v|.

/// The coefficients (a, b, c) of p.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Poly {
    /// Linear spring or damper.
    pub a: f64,
    /// Coefficient of x.
    pub b: f64,
    /// Coefficient of x².
    pub c: f64,
}

impl Poly {
    /// From MuJoCo's two fields: the linear one and the higher orders.
    #[inline(always)]
    pub fn new(a: f64, poly: &[f64; 2]) -> Self {
        Poly { a, b: poly[0], c: poly[1] }
    }
    /// p(x).
    #[inline(always)]
    pub fn coefficient(self, x: f64) -> f64 {
        self.a + self.b * x + self.c * (x * x)
    }
    /// d(x p(x))/dx.
    #[inline(always)]
    pub fn slope(self, x: f64) -> f64 {
        self.a + 2.0 * self.b * x + 3.0 * self.c * (x * x)
    }
    /// ∫₀ˣ t p(t) dt: the energy of a spring.
    #[inline(always)]
    pub fn potential(self, x: f64) -> f64 {
        0.5 * self.a * (x * x) + self.b / 3.0 * (x * x * x) + self.c / 4.0 * (x * x * x * x)
    }
    /// True if the whole polynomial vanishes.
    #[inline(always)]
    pub fn is_zero(self) -> bool {
        // all bits but the signs
        (self.a.to_bits() | self.b.to_bits() | self.c.to_bits()) << 1 == 0
    }
    /// p + s q.
    #[inline(always)]
    pub fn add_scaled(self, q: Poly, s: f64) -> Self {
        Poly { a: self.a + q.a * s, b: self.b + q.b * s, c: self.c + q.c * s }
    }
}
