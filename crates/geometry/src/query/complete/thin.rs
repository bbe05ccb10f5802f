//! Too many points of one contact: those that bound the motion.
//!
//! To first order a motion moves the gap over the plane across n by an affine function, so only the corners of the lower convex hull
//! of the points (p, g) matter. Of more than [`ENOUGH`] the extreme ones in a fan of directions are kept.

use super::super::contact::make_frame;
use super::Point;
use stiction_spatial::Vec3;

/// Points that are never thinned.
const ENOUGH: usize = 16;
/// Slopes of the fan, each in eight directions.
const SLOPES: [f64; 3] = [1e-6, 0.1, 1.0];

/// Keeps the points that bound the motion, in their order.
pub(super) fn thin(points: &mut Vec<Point>, n: Vec3) {
    if points.len() <= ENOUGH {
        return;
    }
    let frame = make_frame(n, Vec3::ZERO);
    let mut chosen = [usize::MAX; 8 * SLOPES.len()];
    const H: f64 = std::f64::consts::FRAC_1_SQRT_2;
    let eight = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (H, H), (-H, -H), (H, -H), (-H, H)];
    let fan = SLOPES.iter().flat_map(|s| eight.map(|(x, y)| (s * x, s * y)));
    for (slot, (x, y)) in chosen.iter_mut().zip(fan) {
        let d = frame.row(1).scale(x).add_scaled(frame.row(2), y);
        let mut best = f64::NEG_INFINITY;
        for (i, p) in points.iter().enumerate() {
            let far = d.dot(p.0) - p.1;
            if far > best {
                (best, *slot) = (far, i);
            }
        }
    }
    let mut i = 0;
    points.retain(|_| {
        i += 1;
        chosen.contains(&(i - 1))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flat_ring_keeps_its_extent_and_a_bowl_its_bottom() {
        let ring = |k: usize, r: f64| {
            let (s, c) = libm::sincos(k as f64 * 0.1);
            Vec3::new(r * c, r * s, 0.0)
        };
        let mut flat: Vec<Point> = (0..62).map(|k| (ring(k, 0.1), 0.0)).collect();
        thin(&mut flat, Vec3::Z);
        assert!(flat.len() >= 8 && flat.len() <= 24);
        for k in 0..62 {
            let d = ring(k, 1.0);
            assert!(flat.iter().any(|p| p.0.dot(d) > 0.09), "direction {k}");
        }
        let mut bowl: Vec<Point> = (0..60).map(|k| (ring(k, 0.1), 0.01)).collect();
        bowl.push((Vec3::ZERO, 0.0));
        thin(&mut bowl, Vec3::Z);
        assert!(bowl.iter().any(|p| p.1 == 0.0));
    }
}
