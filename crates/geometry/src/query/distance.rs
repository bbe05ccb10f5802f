//! Signed distance between two shapes with witness points (`mj_geomDistance`).
//!
//! Negative when the shapes overlap: then it is minus the depth, and the witness points are the ends of the shortest push that
//! separates them.

use super::collide::{CcdOptions, Scratch, collide};
use super::contact::Manifold;
use super::convex::nearest;
use super::minkowski::Minkowski;
use super::policy::Policy;
use super::shape::{Posed, ShapeType};
use stiction_spatial::Vec3;

/// Result of a distance query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Signed distance \[m\]; the limit of the query if nothing nearer was found.
    pub dist: f64,
    /// Point on the first shape, world frame; zero if nothing was found.
    pub from: Vec3,
    /// Point on the second shape, world frame; zero if nothing was found.
    pub to: Vec3,
    /// False if the shapes are farther apart than the limit (or never touch, as two planes).
    pub found: bool,
}

/// Signed distance of `a` and `b` if it is less than `distmax`.
pub fn distance(
    a: &Posed<'_>,
    b: &Posed<'_>,
    distmax: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    buffer: &mut Manifold,
) -> Distance {
    let none = Distance { dist: distmax, from: Vec3::ZERO, to: Vec3::ZERO, found: false };
    if !has_closed_form(a.shape.kind(), b.shape.kind())
        && let Some(mut m) = Minkowski::of(a, b)
    {
        return match nearest(&mut m, distmax, opts, scratch) {
            Some(n) if n.dist < distmax => {
                Distance { dist: n.dist, from: a.at.point(n.on_a), to: a.at.point(n.on_b), found: true }
            }
            _ => none,
        };
    }
    // MuJoCo's contacts of solids by their distance are overlaps only
    let opts = match [a, b].iter().any(|p| p.shape.kind() == ShapeType::Sdf) {
        true => &CcdOptions { policy: Policy::Complete { blunt: 0.0 }, ..*opts },
        false => opts,
    };
    collide(*a, *b, distmax, opts, scratch, buffer);
    match buffer.deepest() {
        Some(p) if p.dist < distmax => {
            Distance { dist: p.dist, from: p.on_first(), to: p.on_second(), found: true }
        }
        _ => none,
    }
}

/// Pairs whose contact routine gives the exact distance at any separation. (That of capsules and boxes does not when the
/// capsule's axis passes through the box.)
fn has_closed_form(a: ShapeType, b: ShapeType) -> bool {
    use ShapeType::{Box, Capsule, Cylinder, HeightField, Plane, Sdf, Sphere, Surface};
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    matches!(
        (a, b),
        (Plane | HeightField, _)
            | (_, Surface | Sdf)
            | (Sphere, Sphere | Capsule | Cylinder | Box)
            | (Capsule, Capsule)
    )
}
