//! Contact points and the fixed buffer that carries them out of the narrow phase.
//!
//! A contact point lies midway between the two surfaces along its normal:
//!
//! ```text
//! x_a = pos − ½ dist · normal        x_b = pos + ½ dist · normal
//! ```
//!
//! The normal is unit and points from the first shape into the second; `dist` is negative when the shapes
//! overlap. The tangent is a hint for the first friction axis and is zero when any axis will do.

use stiction_spatial::{MIN_VAL, Mat3, Vec3};

/// Most contact points that one pair of shapes may report (MuJoCo's `mjMAXCONPAIR`).
pub const MAX_CONTACTS: usize = 50;

/// One point where two shapes touch, or nearly do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// Signed gap along the normal \[m\].
    pub dist: f64,
    /// Point midway between the surfaces, world frame \[m\].
    pub pos: Vec3,
    /// Unit normal from the first shape to the second, world frame.
    pub normal: Vec3,
    /// Preferred first tangent, or zero.
    pub tangent: Vec3,
}

impl ContactPoint {
    /// A point without a preferred tangent.
    #[inline]
    pub fn new(dist: f64, pos: Vec3, normal: Vec3) -> Self {
        ContactPoint { dist, pos, normal, tangent: Vec3::ZERO }
    }
    /// Witness point on the first shape.
    #[inline]
    pub fn on_first(&self) -> Vec3 {
        self.pos.add_scaled(self.normal, -0.5 * self.dist)
    }
    /// Witness point on the second shape.
    #[inline]
    pub fn on_second(&self) -> Vec3 {
        self.pos.add_scaled(self.normal, 0.5 * self.dist)
    }
    /// The same contact seen with the two shapes exchanged.
    #[inline]
    pub fn flipped(&self) -> Self {
        ContactPoint { normal: -self.normal, ..*self }
    }
    /// Contact frame: row 0 the normal, rows 1 and 2 the tangents.
    #[inline]
    pub fn frame(&self) -> Mat3 {
        make_frame(self.normal, self.tangent)
    }
}

/// Completes a right-handed frame from its first axis and a hint for the second (MuJoCo's `mju_makeFrame`).
///
/// A hint shorter than one half is replaced by the y axis, or by z when the normal is within 60° of y.
pub fn make_frame(normal: Vec3, hint: Vec3) -> Mat3 {
    let (x, _) = normal.normalized();
    let y = if hint.norm_squared() >= 0.25 {
        hint
    } else if x[1] < 0.5 && x[1] > -0.5 {
        Vec3::Y
    } else {
        Vec3::Z
    };
    let (y, _) = (y - x.scale(x.dot(y))).normalized();
    Mat3::from_rows(x, y, x.cross(y))
}

/// The contact points of one pair; a plain buffer that is reused from pair to pair.
#[derive(Clone, Debug)]
pub struct Manifold {
    points: [ContactPoint; MAX_CONTACTS],
    len: usize,
    /// Points that were found but did not fit; zero except on height fields and triangle meshes.
    pub dropped: u32,
}

impl Default for Manifold {
    fn default() -> Self {
        Manifold { points: [ContactPoint::default(); MAX_CONTACTS], len: 0, dropped: 0 }
    }
}

impl Manifold {
    /// An empty buffer.
    pub fn new() -> Self {
        Self::default()
    }
    /// Forgets all points.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
        self.dropped = 0;
    }
    /// The points found.
    #[inline]
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.len]
    }
    /// The points found, writable.
    #[inline]
    pub fn points_mut(&mut self) -> &mut [ContactPoint] {
        &mut self.points[..self.len]
    }
    /// Number of points.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }
    /// True if there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// True if no further point fits.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len == MAX_CONTACTS
    }
    /// Appends a point; a point that does not fit is counted in `dropped`.
    #[inline]
    pub fn push(&mut self, p: ContactPoint) {
        if self.len < MAX_CONTACTS {
            self.points[self.len] = p;
            self.len += 1;
        } else {
            self.dropped += 1;
        }
    }
    /// Keeps the first `n` points.
    #[inline]
    pub fn truncate(&mut self, n: usize) {
        self.len = self.len.min(n);
    }
    /// The point with the smallest `dist`.
    pub fn deepest(&self) -> Option<&ContactPoint> {
        let mut best: Option<&ContactPoint> = None;
        for p in self.points() {
            if best.is_none_or(|b| p.dist < b.dist) {
                best = Some(p);
            }
        }
        best
    }
    /// Exchanges the roles of the two shapes.
    pub fn flip(&mut self) {
        for p in self.points_mut() {
            *p = p.flipped();
        }
    }
}

/// Clamping that neither panics on reversed bounds nor hides NaN.
pub(crate) trait Clip {
    /// `lo` if below it, `hi` if above it, else unchanged.
    fn clip(self, lo: Self, hi: Self) -> Self;
}

impl Clip for f64 {
    #[inline]
    fn clip(self, lo: f64, hi: f64) -> f64 {
        if self < lo {
            lo
        } else if self > hi {
            hi
        } else {
            self
        }
    }
}

/// Unit vector along `v`; `fallback` if `v` is too short to have a direction.
#[inline]
pub(crate) fn unit_or(v: Vec3, fallback: Vec3) -> Vec3 {
    let n = v.norm();
    if n < MIN_VAL { fallback } else { v.scale(1.0 / n) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_right_handed_and_keep_the_normal() {
        for (n, hint) in [
            (Vec3::new(0.0, 0.0, 1.0), Vec3::ZERO),
            (Vec3::new(0.1, 0.9, -0.3), Vec3::ZERO),
            (Vec3::new(0.3, -0.2, 0.5), Vec3::new(0.0, 1.0, 1.0)),
        ] {
            let f = make_frame(n, hint);
            assert!((f.det() - 1.0).abs() < 1e-14);
            assert!((f.row(0) - n.normalized().0).norm() < 1e-15);
            let i = f.mul_mat_tr(&f);
            for k in 0..9 {
                assert!((i.0[k] - if k % 4 == 0 { 1.0 } else { 0.0 }).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn overflow_is_counted() {
        let mut m = Manifold::new();
        for i in 0..60 {
            m.push(ContactPoint::new(f64::from(i), Vec3::ZERO, Vec3::X));
        }
        assert_eq!((m.len(), m.dropped), (MAX_CONTACTS, 10));
        assert_eq!(m.deepest().map(|p| p.dist), Some(0.0));
    }
}
