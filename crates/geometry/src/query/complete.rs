//! Contacts of the policy `Complete`, where MuJoCo's routines lose points or invent walls; for the other pairs those of `collide.rs`.

use super::box_box::box_box_complete;
use super::capsule_box::{axis_pierces, capsule_box, lie_across};
use super::collide::{CcdOptions, Scratch, mujoco};
use super::contact::Manifold;
use super::convex::convex_convex;
use super::field::field_complete;
use super::lying::lie_along;
use super::plane::Ground;
use super::shape::{Posed, Shape};

/// Contacts of two shapes in the order of their types.
pub(crate) fn complete(
    a: &Posed<'_>,
    b: &Posed<'_>,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    let (pa, pb) = (&a.at, &b.at);
    if lie_along(a, b, margin, out) {
        return;
    }
    match (a.shape, b.shape) {
        (Shape::Plane { .. }, Shape::Cylinder { radius, half_length }) => {
            Ground::new(pa, margin).cylinder_by_axes(pb, *radius, *half_length, out);
        }
        (Shape::HeightField(field), other) if other.is_convex_solid() => {
            field_complete(field, pa, b, (margin, opts), scratch, out);
        }
        (Shape::Capsule { radius, half_length }, Shape::Box { half }) => {
            capsule_box((pa, *radius, *half_length), (pb, *half), margin, out);
            if out.is_empty() && axis_pierces((pa, *half_length), (pb, *half)) {
                convex_convex(a, b, margin, opts, scratch, out);
            } else {
                lie_across((pa, *radius, *half_length), (pb, *half), margin, out);
            }
        }
        (Shape::Box { half: ha }, Shape::Box { half: hb }) => {
            box_box_complete((pa, *ha), (pb, *hb), margin, out);
        }
        _ => mujoco(a, b, margin, opts, scratch, out),
    }
}
