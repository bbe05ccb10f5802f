//! Polynomial springs and dampers: f(x) = −x p(x), p(x) = a + b x + c x².
//!
//! Dampers use p(|v|), so that f is odd in v: their callers pass |v|.

/// p(x).
#[inline]
pub fn coefficient(a: f64, poly: &[f64; 2], x: f64) -> f64 {
    a + poly[0] * x + poly[1] * (x * x)
}

/// d(x p(x))/dx.
#[inline]
pub fn slope(a: f64, poly: &[f64; 2], x: f64) -> f64 {
    a + 2.0 * poly[0] * x + 3.0 * poly[1] * (x * x)
}

/// ∫₀ˣ t p(t) dt: the energy of a spring.
#[inline]
pub fn potential(a: f64, poly: &[f64; 2], x: f64) -> f64 {
    0.5 * a * (x * x) + poly[0] / 3.0 * (x * x * x) + poly[1] / 4.0 * (x * x * x * x)
}

/// True if the whole polynomial vanishes.
#[inline]
pub fn is_zero(a: f64, poly: &[f64; 2]) -> bool {
    a == 0.0 && *poly == [0.0; 2]
}
