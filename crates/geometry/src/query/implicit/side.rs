//! Distances of the shapes that a solid by its distance may touch.

use super::super::shape::Shape;
use super::Distances;
use stiction_spatial::{MIN_VAL, Vec3, clip};

/// One shape of a pair, in its own frame.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side<'a> {
    Plane,
    Sphere { radius: f64 },
    Capsule { radius: f64, half: f64 },
    Ellipsoid { radii: Vec3 },
    Cylinder { radius: f64, half: f64 },
    Box { half: Vec3 },
    Sdf(Distances<'a>),
}

impl<'a> Side<'a> {
    /// None for meshes and height fields, which have no distance function.
    pub(super) fn of(shape: &Shape<'a>) -> Option<Self> {
        Some(match *shape {
            Shape::Plane { .. } => Side::Plane,
            Shape::Sphere { radius } => Side::Sphere { radius },
            Shape::Capsule { radius, half_length } => Side::Capsule { radius, half: half_length },
            Shape::Ellipsoid { radii } => Side::Ellipsoid { radii },
            Shape::Cylinder { radius, half_length } => Side::Cylinder { radius, half: half_length },
            Shape::Box { half } => Side::Box { half },
            Shape::Sdf(s) => Side::Sdf(s.distances),
            Shape::HeightField(_) | Shape::Mesh(_) | Shape::Surface(_) => return None,
        })
    }

    /// φ as MuJoCo has it.
    pub(super) fn value(&self, x: Vec3) -> f64 {
        match *self {
            Side::Plane => x[2],
            Side::Sphere { radius } => x.norm() - radius,
            Side::Capsule { radius, half } => from_axis(x, half).norm() - radius,
            Side::Ellipsoid { radii } => {
                let (a, b) = scaled(x, radii);
                a.norm() * (a.norm() - 1.0) / b.norm()
            }
            Side::Cylinder { radius, half } => {
                let a = [across(x) - radius, x[2].abs() - half];
                a[0].max(a[1]).min(0.0) + outside2(a)
            }
            Side::Box { half } => {
                let a = beyond(x, half);
                if a.0.iter().any(|&v| v >= 0.0) {
                    return outside(a).norm() + a[0].max(a[1]).max(a[2]).min(0.0);
                }
                let f = radial(a, half);
                let t = [0, 1, 2].map(|k| -a[k] / f[k]);
                -t[0].min(t[1]).min(t[2]) * f.norm()
            }
            Side::Sdf(d) => d.value(x),
        }
    }

    /// ∇φ as MuJoCo has it: inside a box the field that φ is measured along.
    pub(super) fn gradient(&self, x: Vec3) -> Vec3 {
        match *self {
            Side::Plane => Vec3::Z,
            Side::Sphere { .. } => x * (1.0 / x.norm()),
            Side::Capsule { half, .. } => {
                let a = from_axis(x, half);
                a * (1.0 / a.norm())
            }
            Side::Ellipsoid { radii } => ellipsoid_gradient(x, radii),
            Side::Cylinder { radius, half } => cylinder_gradient(x, radius, half),
            Side::Box { half } => {
                let a = beyond(x, half);
                let sign = |v: Vec3| Vec3([0, 1, 2].map(|k| if x[k] < 0.0 { -v[k] } else { v[k] }));
                if a.0.iter().all(|&v| v < 0.0) {
                    return sign(radial(a, half));
                }
                sign(outside(a) * (1.0 / outside(a).norm()))
            }
            Side::Sdf(d) => d.slope(x).1,
        }
    }

    /// Distance and outward normal near the surface: φ / |∇φ| and ∇φ / |∇φ|, inside a box to the nearest face.
    pub(super) fn near(&self, x: Vec3) -> (f64, Vec3) {
        let (value, g) = match *self {
            Side::Box { half } => {
                let a = beyond(x, half);
                if a.0.iter().all(|&v| v < 0.0) {
                    let k = (0..3).fold(0, |best, k| if a[k] > a[best] { k } else { best });
                    let mut n = Vec3::ZERO;
                    n[k] = 1.0_f64.copysign(x[k]);
                    return (a[k], n);
                }
                (self.value(x), self.gradient(x))
            }
            Side::Sdf(d) => d.slope(x),
            _ => (self.value(x), self.gradient(x)),
        };
        let (n, len) = g.normalized();
        if len > MIN_VAL && len.is_finite() { (value / len, n) } else { (value, Vec3::ZERO) }
    }

    /// Corners that a shape with flat faces has.
    pub(super) fn corners(&self) -> Option<[Vec3; 8]> {
        let Side::Box { half } = *self else { return None };
        let side = |i: usize, k: usize| if i >> k & 1 == 1 { half[k] } else { -half[k] };
        Some(std::array::from_fn(|i| Vec3([0, 1, 2].map(|k| side(i, k)))))
    }
}

fn across(x: Vec3) -> f64 {
    (x[0] * x[0] + x[1] * x[1]).sqrt()
}

fn from_axis(x: Vec3, half: f64) -> Vec3 {
    Vec3::new(x[0], x[1], x[2] - clip(x[2], -half, half))
}

fn scaled(x: Vec3, radii: Vec3) -> (Vec3, Vec3) {
    let a = Vec3([0, 1, 2].map(|k| x[k] / radii[k]));
    (a, Vec3([0, 1, 2].map(|k| a[k] / radii[k])))
}

/// How far beyond each pair of faces of a box.
fn beyond(x: Vec3, half: Vec3) -> Vec3 {
    Vec3([0, 1, 2].map(|k| x[k].abs() - half[k]))
}

fn outside(a: Vec3) -> Vec3 {
    Vec3(a.0.map(|v| v.max(0.0)))
}

fn outside2(a: [f64; 2]) -> f64 {
    let b = a.map(|v| v.max(0.0));
    (b[0] * b[0] + b[1] * b[1]).sqrt()
}

/// Inside a box: a unit field that turns from radial to the normals of the faces, in the first octant.
fn radial(a: Vec3, half: Vec3) -> Vec3 {
    Vec3([0, 1, 2].map(|k| -half[k] / a[k])).normalized().0
}

fn ellipsoid_gradient(x: Vec3, radii: Vec3) -> Vec3 {
    let (a, b) = scaled(x, radii);
    let (k0, k1) = (a.norm(), b.norm());
    let d0 = b * (1.0 / k0);
    let d1 = Vec3([0, 1, 2].map(|k| b[k] / (k1 * radii[k] * radii[k])));
    let g = d0 * ((2.0 * k0 - 1.0) / k1) - d1 * (k0 * (k0 - 1.0) / (k1 * k1));
    g.normalized().0
}

fn cylinder_gradient(x: Vec3, radius: f64, half: f64) -> Vec3 {
    /// The least divisor: below it a direction is zero.
    const LEAST: f64 = 1e-10;
    let (c, e) = (across(x), x[2].abs());
    let a = [c - radius, e - half];
    let unit = Vec3::new(x[0] / c.max(LEAST), x[1] / c.max(LEAST), x[2] / e.max(LEAST));
    let side = a[0] > a[1];
    if a[0].max(a[1]) < 0.0 {
        return if side { Vec3::new(unit[0], unit[1], 0.0) } else { Vec3::new(0.0, 0.0, unit[2]) };
    }
    let b = a.map(|v| v.max(0.0));
    let len = outside2(a).max(LEAST);
    Vec3::new(unit[0] * b[0] / len, unit[1] * b[0] / len, unit[2] * b[1] / len)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_spatial::SplitMix64;

    const SIDES: [Side<'static>; 6] = [
        Side::Plane,
        Side::Sphere { radius: 0.4 },
        Side::Capsule { radius: 0.2, half: 0.3 },
        Side::Ellipsoid { radii: Vec3([0.3, 0.5, 0.2]) },
        Side::Cylinder { radius: 0.3, half: 0.2 },
        Side::Box { half: Vec3([0.2, 0.3, 0.4]) },
    ];

    fn points() -> impl Iterator<Item = Vec3> {
        let mut g = SplitMix64(7);
        std::iter::repeat_with(move || Vec3([0, 1, 2].map(|_| 0.8 * g.sym()))).take(400)
    }

    fn is_inside_box(side: &Side<'_>, x: Vec3) -> bool {
        matches!(side, Side::Box { half } if (0..3).all(|k| x[k].abs() < half[k]))
    }

    #[test]
    fn gradients_are_slopes_of_values() {
        let h = 1e-6;
        for side in SIDES {
            for x in points().filter(|x| !is_inside_box(&side, *x)) {
                let slope = [Vec3::X, Vec3::Y, Vec3::Z].map(|e| {
                    let [up, down] = [h, -h].map(|h| side.gradient(x.add_scaled(e, h)));
                    // beside an edge of the function differences say nothing
                    let smooth = (up - down).norm() < 1e-3;
                    smooth.then(|| {
                        (side.value(x.add_scaled(e, h)) - side.value(x.add_scaled(e, -h))) / (2.0 * h)
                    })
                });
                let [Some(a), Some(b), Some(c)] = slope else { continue };
                let (slope, g) = (Vec3::new(a, b, c), side.gradient(x));
                // that of an ellipsoid is a direction
                let slope = if matches!(side, Side::Ellipsoid { .. }) { slope.normalized().0 } else { slope };
                assert!((slope - g).norm() < 1e-4, "{side:?} at {x:?}: {g:?} for {slope:?}");
            }
        }
    }

    /// Inside of a box the field leads to its surface, and no farther than what it is measured by.
    #[test]
    fn the_field_inside_a_box_leads_to_its_surface() {
        let side = SIDES[5];
        let mut seen = 0;
        for x in points().filter(|x| is_inside_box(&side, *x)) {
            let (v, g) = (side.value(x), side.gradient(x));
            assert!(v < 0.0 && (g.norm() - 1.0).abs() < 1e-12);
            let on = x.add_scaled(g, -v);
            let most = beyond(on, Vec3([0.2, 0.3, 0.4])).0.into_iter().fold(f64::NEG_INFINITY, f64::max);
            assert!(most.abs() < 1e-12, "{x:?} leads to {on:?}");
            seen += 1;
        }
        assert!(seen > 10, "{seen}");
    }

    /// From a point of the surface along its normal: the way is the distance, the normal the same.
    #[test]
    fn points_beside_a_surface_know_how_far_it_is() {
        let mut seen = [0; 6];
        for (k, side) in SIDES.into_iter().enumerate() {
            for x in points() {
                // outside, where all of these but the ellipsoid are distances, a step of it leads to the surface
                let (d, n) = side.near(x);
                if d < 0.0 && !matches!(side, Side::Box { .. } | Side::Sphere { .. }) {
                    continue;
                }
                if matches!(side, Side::Ellipsoid { .. }) {
                    assert!((n.norm() - 1.0).abs() < 1e-12 && (side.value(x) > 0.0) == (d > 0.0));
                    continue;
                }
                let on = x.add_scaled(n, -d);
                assert!(side.value(on).abs() < 1e-9, "{side:?} at {x:?}: {}", side.value(on));
                // and nothing of the shape is nearer
                for y in points().filter(|y| side.value(*y) <= 0.0) {
                    assert!(d <= 0.0 || (x - y).norm() >= d - 1e-12, "{side:?}: {y:?} is nearer to {x:?}");
                }
                seen[k] += 1;
            }
        }
        assert!(seen.iter().enumerate().all(|(k, n)| k == 3 || *n > 50), "{seen:?}");
    }

    #[test]
    fn an_ellipsoid_is_zero_on_its_surface_and_grows_outward() {
        let (side, radii) = (SIDES[3], Vec3([0.3, 0.5, 0.2]));
        for x in points() {
            let on = x.normalized().0.hadamard(radii);
            assert!(side.value(on).abs() < 1e-12);
            assert!(side.value(on * 1.1) > 0.0 && side.value(on * 0.9) < 0.0);
            let n = Vec3([0, 1, 2].map(|k| on[k] / (radii[k] * radii[k]))).normalized().0;
            let (d, found) = side.near(on.add_scaled(n, 1e-4));
            assert!((d - 1e-4).abs() < 1e-6 && found.dot(n) > 1.0 - 1e-5, "{d}");
        }
    }

    #[test]
    fn a_box_has_eight_corners() {
        let corners = SIDES[5].corners().expect("a box");
        for (i, c) in corners.iter().enumerate() {
            assert_eq!(c.0.map(f64::abs), [0.2, 0.3, 0.4]);
            assert!(corners[..i].iter().all(|d| d != c));
        }
        assert!(SIDES[1].corners().is_none());
        // the nearest face inside
        let (d, n) = SIDES[5].near(Vec3::new(0.05, -0.28, 0.1));
        assert!((d + 0.02).abs() < 1e-12 && n == -Vec3::Y, "{d} {n:?}");
    }
}
