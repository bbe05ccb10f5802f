//! Height field against every convex solid: prism by prism, or as one surface.
//!
//! Each grid cell is two triangles; each triangle is the top of a prism that reaches down to the base. The prisms under the
//! solid's box are visited in MuJoCo's order (rows, then columns, then the two triangles of a cell) and each one within the
//! margin gives its deepest point, up to the capacity of the manifold. The sides of the prisms are walls inside the ground, though: a body
//! that slides over a flat field is kicked by them. As one surface the triangles know their neighbours and there are no
//! inner edges; a solid whose centre is beside or under the field still meets the prisms, since the surface has no sides.

use super::collide::{CcdOptions, Scratch};
use super::contact::{ContactPoint, Manifold};
use super::convex::nearest;
use super::field_cell::FieldCell;
use super::minkowski::{Body, Core, Minkowski};
use super::reduce::reduce;
use super::shape::{Aabb, HeightField, Placement, Posed};
use super::surface::{one_facet, tight_box};
use stiction_spatial::Vec3;

/// Part of the grid that a box may touch.
pub(crate) struct Window {
    pub rows: std::ops::Range<usize>,
    pub cols: std::ops::Range<usize>,
}

/// A solid over a field: where it stands, its box, and the cells under it.
struct Over<'a> {
    body: Body<'a>,
    rel: Placement,
    bounds: Aabb,
    window: Window,
}

impl<'a> Over<'a> {
    /// `None` if the two are farther apart than the margin, by their boxes.
    fn new(field: &HeightField<'_>, at: &Placement, solid: &Posed<'a>, margin: f64) -> Option<Self> {
        let rel = at.relative(&solid.at);
        let mut body = Body::of(solid.shape)?;
        let reach = solid.shape.rbound() + margin;
        let [sx, sy, top, base] = field.size;
        if rel.pos[0].abs() - reach > sx
            || rel.pos[1].abs() - reach > sy
            || rel.pos[2] - reach > top
            || rel.pos[2] + reach < -base
        {
            return None;
        }
        let bounds = tight_box(&mut body, &rel);
        let window = window(field, &bounds, margin)?;
        Some(Over { body, rel, bounds, window })
    }
}

/// MuJoCo's contacts: prism by prism.
pub(crate) fn field_prisms(
    field: &HeightField<'_>,
    at: &Placement,
    solid: &Posed<'_>,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    if let Some(over) = Over::new(field, at, solid, margin) {
        prisms(field, at, &over, margin, opts, scratch, out);
    }
}

/// Contacts with the field as one surface; beside or under it, with its prisms.
pub(crate) fn field_complete(
    field: &HeightField<'_>,
    at: &Placement,
    solid: &Posed<'_>,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    let Some(mut over) = Over::new(field, at, solid, margin) else { return };
    let [sx, sy, _, base] = field.size;
    let p = over.rel.pos;
    if p[0].abs() <= sx && p[1].abs() <= sy && p[2] >= -base {
        as_surface(field, at, &mut over, margin, opts, scratch, out);
    } else {
        prisms(field, at, &over, margin, opts, scratch, out);
    }
}

/// The deepest point of every prism of the window.
fn prisms(
    field: &HeightField<'_>,
    at: &Placement,
    over: &Over<'_>,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    let Over { body, rel, bounds, window } = over;
    let [sx, sy, _, base] = field.size;
    let (dx, dy) = (2.0 * sx / (field.ncol - 1) as f64, 2.0 * sy / (field.nrow - 1) as f64);
    let corner = |r: usize, c: usize| Vec3::new(dx * c as f64 - sx, dy * r as f64 - sy, field.height(r, c));
    for r in window.rows.clone() {
        let mut prism = [Vec3::ZERO; 6];
        let push = |p: Vec3, prism: &mut [Vec3; 6]| {
            for k in [0, 1, 3, 4] {
                prism[k] = prism[k + 1];
            }
            prism[2] = Vec3::new(p[0], p[1], -base);
            prism[5] = p;
        };
        push(corner(r + 1, window.cols.start), &mut prism);
        push(corner(r, window.cols.start), &mut prism);
        for c in window.cols.start + 1..=window.cols.end {
            for row in [r + 1, r] {
                push(corner(row, c), &mut prism);
                if prism[3..].iter().all(|p| p[2] + margin < bounds.min[2]) {
                    continue;
                }
                if out.is_full() {
                    // counted, not stored
                    out.dropped += 1;
                    return;
                }
                one_prism(&prism, body, rel, at, margin, opts, scratch, out);
            }
        }
    }
}

/// Contacts with the triangles of a window as one surface.
fn as_surface(
    field: &HeightField<'_>,
    at: &Placement,
    over: &mut Over<'_>,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    let Over { body, rel, bounds, window } = over;
    let mut points = std::mem::take(&mut scratch.points);
    points.clear();
    for cell in FieldCell::all(field, window.rows.clone(), window.cols.clone()) {
        let facet = cell.facet();
        if facet.corner.iter().any(|p| p[2] + margin >= bounds.min[2]) {
            one_facet(&facet, body, rel, margin, opts, scratch, &mut points);
        }
    }
    reduce(&mut points, at, out);
    scratch.points = points;
}

fn one_prism(
    prism: &[Vec3; 6],
    body: &Body<'_>,
    rel: &Placement,
    at: &Placement,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    let mut m = Minkowski { a: Body::of_core(Core::Prism(prism), 0.0), b: body.clone(), rel: *rel };
    if let Some(hit) = nearest(&mut m, margin, opts, scratch) {
        let pos = at.point((hit.on_a + hit.on_b).scale(0.5));
        out.push(ContactPoint::new(hit.dist, pos, at.mat.mul_vec(hit.normal)));
    }
}

/// Grid cells under a box; `None` if the box misses the field.
pub(crate) fn window(field: &HeightField<'_>, b: &Aabb, margin: f64) -> Option<Window> {
    let [sx, sy, top, base] = field.size;
    if field.nrow < 2 || field.ncol < 2 || field.data.len() < field.nrow * field.ncol {
        return None;
    }
    let apart = |k: usize, lo: f64, hi: f64| b.min[k] - margin > hi || b.max[k] + margin < lo;
    if apart(0, -sx, sx) || apart(1, -sy, sy) || apart(2, -base, top) {
        return None;
    }
    let span = |k: usize, s: f64, n: usize| {
        let cells = (n - 1) as f64;
        let lo = ((b.min[k] - margin + s) / (2.0 * s) * cells).floor().max(0.0);
        let hi = ((b.max[k] + margin + s) / (2.0 * s) * cells).ceil().min(cells);
        (lo as usize)..(hi.max(0.0) as usize)
    };
    let w = Window { rows: span(1, sy, field.nrow), cols: span(0, sx, field.ncol) };
    (!w.rows.is_empty() && !w.cols.is_empty()).then_some(w)
}
