//! How far a placed shape reaches along a direction: max_{x ∈ S} d·x.

use super::minkowski::Body;
use super::shape::{Posed, Shape};
use stiction_spatial::Vec3;

/// Sine of the angle within which a direction counts as a plane's normal.
const UPRIGHT: f64 = 1e-9;

/// max d·x over the shape, exact for convex solids, from above (by its box) for height fields and triangle surfaces.
///
/// Infinite for a plane unless `d` is its normal.
pub fn extent(p: &Posed<'_>, d: Vec3) -> f64 {
    let local = p.at.mat.tr_mul_vec(d);
    let own = match Body::of(p.shape) {
        Some(mut body) => local.dot(body.support(local).0) + body.radius * local.norm(),
        None if matches!(p.shape, Shape::Plane { .. }) => {
            let upright = local[2] > 0.0 && local[0].abs() + local[1].abs() <= UPRIGHT * local[2];
            if upright { 0.0 } else { f64::INFINITY }
        }
        None => {
            let b = p.shape.local_aabb();
            (0..3).map(|k| (local[k] * b.min[k]).max(local[k] * b.max[k])).sum()
        }
    };
    own + d.dot(p.at.pos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{HeightField, Placement};
    use stiction_spatial::{Mat3, Vec3};

    #[test]
    fn extents_of_simple_shapes() {
        let at = Placement::new(Vec3::new(1.0, 2.0, 3.0), Mat3::IDENTITY);
        let of = |s: Shape<'_>, d: Vec3| extent(&Posed::new(&s, at), d);
        assert_eq!(of(Shape::Sphere { radius: 0.5 }, Vec3::X), 1.5);
        assert_eq!(of(Shape::Box { half: Vec3::new(1.0, 2.0, 3.0) }, -Vec3::Y), 0.0);
        assert_eq!(of(Shape::Capsule { radius: 0.5, half_length: 1.0 }, Vec3::Z), 4.5);
        assert_eq!(of(Shape::Plane { half: [0.0; 2] }, Vec3::Z), 3.0);
        assert_eq!(of(Shape::Plane { half: [0.0; 2] }, -Vec3::Z), f64::INFINITY);
        assert_eq!(of(Shape::Plane { half: [0.0; 2] }, Vec3::X), f64::INFINITY);
    }

    /// The box of a placed primitive reaches as far as the shape does.
    #[test]
    fn boxes_in_the_world_touch_their_shapes() {
        let mut r = stiction_spatial::SplitMix64(4);
        let [radius, half_length] = [0.3, 0.5];
        for shape in [
            Shape::Sphere { radius },
            Shape::Capsule { radius, half_length },
            Shape::Cylinder { radius, half_length },
            Shape::Ellipsoid { radii: Vec3::new(0.3, 0.1, 0.7) },
            Shape::Box { half: Vec3::new(0.3, 0.1, 0.7) },
        ] {
            for _ in 0..20 {
                let mut random = |s: f64| Vec3([0, 1, 2].map(|_| s * r.sym()));
                let turn = stiction_spatial::Quat::from_rotation_vector(random(3.0));
                let at = Placement::new(random(5.0), turn.to_mat());
                let b = shape.world_aabb(&at);
                for (k, d) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
                    let p = Posed::new(&shape, at);
                    let (most, least) = (extent(&p, d), -extent(&p, -d));
                    assert!(
                        (b.max[k] - most).abs() < 1e-13 && (b.min[k] - least).abs() < 1e-13,
                        "{shape:?} {at:?}"
                    );
                }
            }
        }
    }

    /// A field has the box and the radius of its corners, from its base to its highest sample.
    #[test]
    fn fields_are_as_large_as_their_corners() {
        for [top, base] in [[0.5, 0.1], [0.1, 0.7]] {
            let data = [0.0, 0.5, 1.0, 0.2, 0.3, 0.4];
            let field = HeightField { size: [1.0, 2.0, top, base], nrow: 2, ncol: 3, data: &data };
            let b = Shape::HeightField(field).local_aabb();
            assert_eq!((b.min, b.max), (Vec3::new(-1.0, -2.0, -base), Vec3::new(1.0, 2.0, top)));
            let far = (1.0 + 4.0 + f64::max(top, base).powi(2)).sqrt();
            assert!((Shape::HeightField(field).rbound() - far).abs() < 1e-15);
            // how far a point is from it, on every side
            for k in 0..3 {
                let mut p = b.center();
                p[k] = b.max[k] + 0.25;
                assert!((b.distance_squared(p) - 0.0625).abs() < 1e-15);
                p[k] = b.min[k] - 0.5;
                assert!((b.distance_squared(p) - 0.25).abs() < 1e-15);
                p[k] = 0.5 * (b.max[k] + b.center()[k]);
                assert_eq!(b.distance_squared(p), 0.0);
            }
        }
    }
}
