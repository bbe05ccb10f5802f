//! Exact triangles against exact triangles.
//!
//! Two surfaces meet at a vertex of one on a face of the other, or where two convex edges cross. For each pair of nearby triangles
//! those features are tried; depths are measured along the face normal, or along the common normal of the edges:
//!
//! ```text
//! vertex p, face (o, n)      dist = n·(p − o),            p over the face
//! edges (p, d), (q, e)       n ∥ d × e, dist = n·(q − p)
//! ```
//!
//! A vertex counts only if it points into the face: grid points of a flat floor do not push the walls of a body that stands on it.
//! A vertex that lies under several faces belongs to the one it is least below. A height field is a surface too: the triangles of its
//! cells, with their neighbours; its sides and its bottom are not compared.

use super::collide::Scratch;
use super::contact::{ContactPoint, Manifold};
use super::field::window;
use super::field_cell::FieldCell;
use super::reduce::reduce;
use super::shape::{Aabb, HeightField, Placement, TriMesh};
use super::surface::{Facet, Part};
use stiction_spatial::Vec3;

/// Sine of the angle within which a vertex still points into a face (5.1°): a body at rest is never quite level.
const SLOPE: f64 = 0.0888;

/// Contacts of two surfaces.
pub(crate) fn surface_surface(
    a: &TriMesh<'_>,
    xa: &Placement,
    b: &TriMesh<'_>,
    xb: &Placement,
    margin: f64,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    let rel = xa.relative(xb);
    let mut stack = std::mem::take(&mut scratch.stack);
    let mut faces = std::mem::take(&mut scratch.faces);
    let mut points = std::mem::take(&mut scratch.points);
    let mut owners = std::mem::take(&mut scratch.owners);
    points.clear();
    owners.clear();
    for g in 0..b.nface() {
        let Some((other, query)) = placed(b, g, &rel) else { continue };
        faces.clear();
        a.near(&query.inflated(margin), &mut stack, |f| faces.push(f as u32));
        for &f in &faces {
            let Some(facet) = Facet::new(a, f as usize) else { continue };
            let mut found = Found { points: &mut points, owners: &mut owners, margin };
            let deep = size(&facet);
            found.meet(&facet, &other, deep, &rel);
        }
    }
    reduce(&mut points, xa, out);
    scratch.stack = stack;
    scratch.faces = faces;
    scratch.points = points;
    scratch.owners = owners;
}

/// Triangle `g` of a mesh in another frame, with its box there.
fn placed<'m, 'a>(mesh: &'m TriMesh<'a>, g: usize, rel: &Placement) -> Option<(Facet<'m, 'a>, Aabb)> {
    let local = Facet::new(mesh, g)?;
    let corner = local.corner.map(|p| rel.point(p));
    let mut query = Aabb::EMPTY;
    for p in corner {
        query.insert(p);
    }
    Some((Facet { corner, normal: rel.mat.mul_vec(local.normal), ..local }, query))
}

/// Contacts of a height field (first) and a surface.
pub(crate) fn field_surface(
    field: &HeightField<'_>,
    xa: &Placement,
    b: &TriMesh<'_>,
    xb: &Placement,
    margin: f64,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    let rel = xa.relative(xb);
    let mut points = std::mem::take(&mut scratch.points);
    let mut owners = std::mem::take(&mut scratch.owners);
    points.clear();
    owners.clear();
    // the field is solid down to its base
    let deep = field.size[2] + field.size[3];
    for g in 0..b.nface() {
        let Some((other, query)) = placed(b, g, &rel) else { continue };
        let Some(window) = window(field, &query, margin) else { continue };
        for cell in FieldCell::all(field, window.rows, window.cols) {
            let facet = cell.facet();
            let top = facet.corner.iter().fold(f64::NEG_INFINITY, |z: f64, p| z.max(p[2]));
            if query.min[2] - margin <= top {
                let mut found = Found { points: &mut points, owners: &mut owners, margin };
                found.meet(&facet, &other, deep, &rel);
            }
        }
    }
    reduce(&mut points, xa, out);
    scratch.points = points;
    scratch.owners = owners;
}

/// Longest of two edges.
fn size(f: &Facet<'_, '_>) -> f64 {
    (f.corner[1] - f.corner[0]).norm().max((f.corner[2] - f.corner[0]).norm())
}

struct Found<'p> {
    points: &'p mut Vec<ContactPoint>,
    /// (which surface, vertex) of each vertex contact, and its place in `points`.
    owners: &'p mut Vec<(u8, u32, u32)>,
    margin: f64,
}

impl Found<'_> {
    /// All features of a triangle of A and one of B; `deep` is how far below a face of A a vertex may lie.
    fn meet(&mut self, a: &Facet<'_, '_>, b: &Facet<'_, '_>, deep: f64, rel: &Placement) {
        self.vertices(a, 0, b, rel.mat.tr_mul_vec(-a.normal), deep);
        self.vertices(b, 1, a, -b.normal, size(b));
        self.edges(a, b, rel);
    }

    /// Vertices of `other` over or under the face of `facet`; `side` is 0 if `facet` belongs to A, `out` the direction into the face in the
    /// frame of `other`.
    fn vertices(&mut self, facet: &Facet<'_, '_>, side: u8, other: &Facet<'_, '_>, out: Vec3, deep: f64) {
        // faces that look the same way cannot touch
        if facet.normal.dot(other.normal) > 0.5 {
            return;
        }
        for k in 0..3 {
            let p = other.corner[k];
            let h = facet.height(p);
            if h > self.margin || h < -deep || !facet.holds(p) || !other.around.points_out(k, out, SLOPE) {
                continue;
            }
            let n = if side == 0 { facet.normal } else { -facet.normal };
            let pos = p.add_scaled(facet.normal, -0.5 * h);
            let id = other.around.id(k);
            let point = ContactPoint::new(h, pos, n);
            match self.owners.iter().find(|o| o.0 == side && o.1 == id) {
                Some(o) => {
                    let old = &mut self.points[o.2 as usize];
                    if h > old.dist {
                        *old = point;
                    }
                }
                None => {
                    self.owners.push((side, id, self.points.len() as u32));
                    self.points.push(point);
                }
            }
        }
    }

    /// Crossing edges that are convex on both sides.
    fn edges(&mut self, a: &Facet<'_, '_>, b: &Facet<'_, '_>, rel: &Placement) {
        // deeper than half a triangle, the edges belong to opposite sides
        let limit = 0.5 * altitude(&a.corner).min(altitude(&b.corner));
        for i in 0..3 {
            let (p, d) = (a.corner[i], a.corner[(i + 1) % 3] - a.corner[i]);
            for j in 0..3 {
                let (q, e) = (b.corner[j], b.corner[(j + 1) % 3] - b.corner[j]);
                let Some((s, t)) = cross_parameters(p, d, q, e) else { continue };
                let (x, y) = (p.add_scaled(d, s), q.add_scaled(e, t));
                let n = d.cross(e).normalized().0;
                let n = if n.dot(a.normal - b.normal) < 0.0 { -n } else { n };
                let dist = n.dot(y - x);
                if dist > self.margin || dist < -limit {
                    continue;
                }
                // in B's own frame for its neighbours
                let back = Facet {
                    around: b.around,
                    corner: b.corner.map(|c| rel.local(c)),
                    normal: rel.mat.tr_mul_vec(b.normal),
                };
                if a.owns(Part::Edge(i), n) && back.owns(Part::Edge(j), rel.mat.tr_mul_vec(-n)) {
                    self.points.push(ContactPoint::new(dist, (x + y).scale(0.5), n));
                }
            }
        }
    }
}

/// Smallest height of a triangle.
fn altitude(t: &[Vec3; 3]) -> f64 {
    let longest = (0..3).map(|k| (t[(k + 1) % 3] - t[k]).norm()).fold(0.0, f64::max);
    (t[1] - t[0]).cross(t[2] - t[0]).norm() / longest.max(f64::MIN_POSITIVE)
}

/// Where two lines come nearest, if that is inside both segments.
fn cross_parameters(p: Vec3, d: Vec3, q: Vec3, e: Vec3) -> Option<(f64, f64)> {
    let n = d.cross(e);
    let n2 = n.norm_squared();
    if n2 <= 1e-12 * d.norm_squared() * e.norm_squared() {
        return None;
    }
    let r = q - p;
    let s = r.cross(e).dot(n) / n2;
    let t = r.cross(d).dot(n) / n2;
    ((0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t)).then_some((s, t))
}
