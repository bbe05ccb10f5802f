//! Exact triangles against convex solids, without ghost contacts at inner edges.
//!
//! Each triangle near the solid is asked for its nearest point. That point lies in the face, on an edge or at a vertex, and counts
//! only if the direction n to the solid belongs to that feature,
//!
//! ```text
//! face     n = n_f
//! edge     n·t ≤ 0 for the inward directions t of both triangles at the edge
//! vertex   n·e ≤ 0 for all edges e that leave the vertex
//! ```
//!
//! otherwise a neighbour is nearer and reports the contact itself. A solid that has crossed the face is pushed out along n_f by the
//! triangle that holds its lowest point. Flat faces and lines of the solid that lie on a triangle are clipped to it, so that a body
//! resting on many triangles is supported where it is. Under the policy `Complete` every corner of the solid over a triangle within the margin
//! counts too: at speed these are all of them, and then no turn within a step brings the middle of the solid through. The points of all
//! triangles are then merged and thinned.

use super::collide::{CcdOptions, Scratch};
use super::contact::{ContactPoint, Manifold};
use super::convex::{Nearest, nearest};
use super::features::{Corners, Solid};
use super::field_cell::FieldCell;
use super::minkowski::{Body, Core, Minkowski};
use super::patch::lay_on_face;
use super::policy::Policy;
use super::reduce::reduce;
use super::shape::{Aabb, Placement, Posed, TriMesh};
use super::topology::unit_normal;
use stiction_spatial::Vec3;

/// Sine of the angle by which a direction may leave its feature's region, and below which a crease counts as flat.
const SLOPE: f64 = 1e-6;
/// Fraction of the triangle's size within which a point counts as on an edge or vertex.
const ON_EDGE: f64 = 1e-7;

/// The part of a triangle that a point lies on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Part {
    Face,
    /// Edge from corner k to k + 1.
    Edge(usize),
    Vertex(usize),
}

/// Who a triangle's neighbours are.
#[derive(Clone, Copy)]
pub(crate) enum Around<'m, 'a> {
    /// Triangle of a mesh.
    Mesh(&'m TriMesh<'a>, usize),
    /// Triangle of a height field.
    Field(FieldCell<'m, 'a>),
}

impl Around<'_, '_> {
    /// Number of corner `k`, the same for all triangles that share it.
    pub(crate) fn id(&self, k: usize) -> u32 {
        match self {
            Around::Mesh(mesh, face) => mesh.face.get(3 * face + k).copied().unwrap_or(0) as u32,
            Around::Field(cell) => cell.id(k),
        }
    }

    /// Whether direction `n` (in the frame of the mesh or field) points out of corner `k`, to within `slope`: no edge leaves the corner that
    /// way.
    pub(crate) fn points_out(&self, k: usize, n: Vec3, slope: f64) -> bool {
        let v = match self {
            Around::Mesh(mesh, _) => mesh.vertex(self.id(k) as usize),
            Around::Field(cell) => cell.corner(k),
        };
        self.ring(k, |p| n.dot(p - v) <= slope * (p - v).norm())
    }

    /// The corner beyond edge `k` of the triangle across it; `None` at a border or if neighbours are not known.
    fn beyond(&self, k: usize) -> Option<Vec3> {
        match self {
            Around::Mesh(mesh, face) => {
                let o = mesh.topology?.opposite.get(3 * face + k).copied().unwrap_or(-1);
                usize::try_from(o).ok().map(|o| mesh.vertex(o))
            }
            Around::Field(cell) => cell.beyond(k),
        }
    }

    /// Whether all corners that share an edge with corner `k` pass a test.
    fn ring(&self, k: usize, test: impl Fn(Vec3) -> bool) -> bool {
        match self {
            Around::Mesh(mesh, _) => mesh.topology.is_none_or(|t| {
                t.ring_of(self.id(k) as usize).iter().all(|&j| test(mesh.vertex(j as usize)))
            }),
            Around::Field(cell) => cell.ring(k).all(test),
        }
    }
}

/// A triangle with its neighbours.
pub(crate) struct Facet<'m, 'a> {
    pub around: Around<'m, 'a>,
    pub corner: [Vec3; 3],
    pub normal: Vec3,
}

impl<'m, 'a> Facet<'m, 'a> {
    /// Triangle `face`, unless it has no area.
    pub(crate) fn new(mesh: &'m TriMesh<'a>, face: usize) -> Option<Self> {
        let corner = mesh.triangle(face);
        let normal = unit_normal(&corner);
        (normal != Vec3::ZERO).then_some(Facet { around: Around::Mesh(mesh, face), corner, normal })
    }

    /// Height over the plane.
    pub(crate) fn height(&self, p: Vec3) -> f64 {
        self.normal.dot(p - self.corner[0])
    }

    /// Which part of the triangle is nearest to `p`, for points of its plane.
    pub(crate) fn part(&self, p: Vec3) -> Part {
        let size2 = (self.corner[1] - self.corner[0])
            .norm_squared()
            .max((self.corner[2] - self.corner[0]).norm_squared());
        let tol2 = ON_EDGE * ON_EDGE * size2;
        for k in 0..3 {
            if (p - self.corner[k]).norm_squared() <= tol2 {
                return Part::Vertex(k);
            }
        }
        for k in 0..3 {
            let (a, b) = (self.corner[k], self.corner[(k + 1) % 3]);
            let e = b - a;
            let off = (p - a).cross(e);
            if off.norm_squared() <= tol2 * e.norm_squared() {
                return Part::Edge(k);
            }
        }
        Part::Face
    }

    /// Whether the projection of `p` lies in the triangle, its border included.
    pub(crate) fn holds(&self, p: Vec3) -> bool {
        (0..3).all(|k| {
            let (a, b) = (self.corner[k], self.corner[(k + 1) % 3]);
            let inward = self.normal.cross(b - a);
            inward.dot(p - a) >= -ON_EDGE * inward.norm_squared()
        })
    }

    /// Whether direction `n` belongs to this part: no neighbour is nearer to a point that way.
    pub(crate) fn owns(&self, part: Part, n: Vec3) -> bool {
        let within = |t: Vec3| n.dot(t) <= SLOPE * t.norm();
        match part {
            Part::Face => n.dot(self.normal) > 0.0,
            Part::Edge(k) => {
                let (a, b) = (self.corner[k], self.corner[(k + 1) % 3]);
                let Some(o) = self.around.beyond(k) else { return within(self.normal.cross(b - a)) };
                // direction into the neighbour, across the edge
                let e = (b - a).normalized().0;
                let q = o - a;
                let into = q - e.scale(q.dot(e));
                // across a flat or concave edge the faces own everything
                self.normal.dot(into) < -SLOPE * into.norm()
                    && within(self.normal.cross(b - a))
                    && within(into)
            }
            Part::Vertex(k) => {
                let v = self.corner[k];
                let own = [(k + 1) % 3, (k + 2) % 3].into_iter().all(|j| within(self.corner[j] - v));
                own && self.around.ring(k, |p| within(p - v))
            }
        }
    }
}

/// Contacts of a surface (first) and a solid (second).
pub(crate) fn surface_convex(
    mesh: &TriMesh<'_>,
    at: &Placement,
    solid: &Posed<'_>,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    let rel = at.relative(&solid.at);
    let Some(mut body) = Body::of(solid.shape) else { return };
    let query = tight_box(&mut body, &rel).inflated(margin);
    let mut stack = std::mem::take(&mut scratch.stack);
    let mut faces = std::mem::take(&mut scratch.faces);
    let mut points = std::mem::take(&mut scratch.points);
    faces.clear();
    points.clear();
    mesh.near(&query, &mut stack, |f| faces.push(f as u32));
    for &f in &faces {
        let Some(facet) = Facet::new(mesh, f as usize) else { continue };
        one_facet(&facet, &mut body, &rel, margin, opts, scratch, &mut points);
    }
    reduce(&mut points, at, out);
    scratch.stack = stack;
    scratch.faces = faces;
    scratch.points = points;
}

/// Contacts of one triangle, in the frame of its mesh or field.
pub(crate) fn one_facet(
    facet: &Facet<'_, '_>,
    body: &mut Body<'_>,
    rel: &Placement,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    points: &mut Vec<ContactPoint>,
) {
    let n = facet.normal;
    // lowest and highest point over the plane, and the centre
    let lowest = |body: &mut Body<'_>, d: Vec3| {
        rel.mat.mul_vec(body.support(rel.mat.tr_mul_vec(d)).0) + rel.pos + d.scale(body.radius)
    };
    let low = lowest(body, -n);
    let depth = facet.height(low);
    if depth > margin {
        return;
    }
    // wholly behind the face, or more behind than before it: another face of the mesh is nearer. A field is solid far below
    let mesh = matches!(facet.around, Around::Mesh(..));
    if mesh && (facet.height(lowest(body, n)) < 0.0 || facet.height(rel.pos) < 0.0) {
        return;
    }
    if opts.policy != Policy::Mujoco {
        scratch.corners_over(facet, body, rel, margin, points);
    }
    let flat = scratch.patch_on(facet, body, rel, margin, points);
    if facet.holds(low) {
        if !flat {
            points.push(ContactPoint::new(depth, low.add_scaled(n, -0.5 * depth), n));
        }
        return;
    }
    let core = Core::Triangle(&facet.corner);
    let mut m = Minkowski { a: Body::of_core(core, 0.0), b: body.clone(), rel: *rel };
    let Some(hit) = nearest(&mut m, margin, opts, scratch) else { return };
    if let Some(p) = at_edge(facet, &hit) {
        points.push(p);
    }
}

/// A contact at an edge or vertex, if it is that part's own.
fn at_edge(facet: &Facet<'_, '_>, hit: &Nearest) -> Option<ContactPoint> {
    let part = facet.part(hit.on_a);
    if part == Part::Face || hit.normal.dot(facet.normal) < -SLOPE || !facet.owns(part, hit.normal) {
        return None;
    }
    Some(ContactPoint::new(hit.dist, (hit.on_a + hit.on_b).scale(0.5), hit.normal))
}

impl Scratch {
    /// The corners of the solid over the triangle.
    fn corners_over(
        &mut self,
        facet: &Facet<'_, '_>,
        body: &mut Body<'_>,
        rel: &Placement,
        margin: f64,
        points: &mut Vec<ContactPoint>,
    ) {
        let n = facet.normal;
        let outline = &mut self.outlines[1];
        let nearest = -outline.trace(body, rel, -n, 0.0) - n.dot(facet.corner[0]);
        outline.trace(body, rel, -n, margin - nearest);
        for &p in &outline.corners {
            let h = facet.height(p);
            if h <= margin && facet.holds(p) {
                points.push(ContactPoint::new(h, p.add_scaled(n, -0.5 * h), n));
            }
        }
    }

    /// Clips the flat features of the solid that face the triangle; true if there were any points.
    fn patch_on(
        &mut self,
        facet: &Facet<'_, '_>,
        body: &mut Body<'_>,
        rel: &Placement,
        margin: f64,
        points: &mut Vec<ContactPoint>,
    ) -> bool {
        let n = facet.normal;
        let (p, id) = body.support(rel.mat.tr_mul_vec(-n));
        let corner = rel.mat.mul_vec(p) + rel.pos;
        let solid = Solid { core: body.core, radius: body.radius, at: *rel };
        let corners = Corners::new(&[(id, corner)]);
        lay_on_face(&mut self.patch, &solid, &corners, &facet.corner, n, margin);
        for &(p, h) in &self.patch.points {
            points.push(ContactPoint::new(h, p.add_scaled(n, -0.5 * h), n));
        }
        !self.patch.points.is_empty()
    }
}

/// Box of a placed core with its radius.
pub(crate) fn tight_box(body: &mut Body<'_>, rel: &Placement) -> Aabb {
    let mut b = Aabb { min: Vec3::ZERO, max: Vec3::ZERO };
    for k in 0..3 {
        let row = rel.mat.row(k);
        b.max[k] = row.dot(body.support(row).0) + rel.pos[k] + body.radius;
        b.min[k] = row.dot(body.support(-row).0) + rel.pos[k] - body.radius;
    }
    b
}

#[cfg(test)]
mod tests {
    use super::super::bvh::Bvh;
    use super::super::shape::Shape;
    use super::super::topology::TriTopology;
    use super::*;
    use stiction_spatial::Quat;

    /// A cube from `at` to `at` + 2, two triangles a side, the first one's corners given by bits.
    fn cube(at: f32) -> (Vec<f32>, Vec<i32>) {
        let vert =
            (0..8).flat_map(|i| [0, 1, 2].map(|k| at + if i >> k & 1 == 1 { 2.0 } else { 0.0 })).collect();
        let face = vec![
            0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3,
            7, 1, 7, 5,
        ];
        (vert, face)
    }

    /// A direction belongs to an edge or a corner of a cube where it points out of the sides that meet there.
    #[test]
    fn directions_belong_to_the_part_they_point_out_of() {
        let (vert, face) = cube(3.0);
        let (bvh, topology) = (Bvh::of_triangles(&vert, &face), TriTopology::build(&vert, &face));
        let mesh = TriMesh::new(&vert, &face, bvh.view()).with_topology(&topology);
        let mut r = stiction_spatial::SplitMix64(2);
        let mut owned = [0; 3];
        for f in 0..12 {
            let Some(facet) = Facet::new(&mesh, f) else { panic!("no area") };
            // the sides of the cube that a corner is on, as signs
            let side = |p: Vec3| Vec3([0, 1, 2].map(|k| p[k] - 4.0));
            for _ in 0..60 {
                let n = Vec3::new(r.sym(), r.sym(), r.sym()).normalized().0;
                assert_eq!(facet.owns(Part::Face, n), n.dot(facet.normal) > 0.0);
                owned[0] += usize::from(facet.owns(Part::Face, n));
                for k in 0..3 {
                    let (a, b) = (side(facet.corner[k]), side(facet.corner[(k + 1) % 3]));
                    let common: Vec<usize> = (0..3).filter(|&k| a[k] == b[k]).collect();
                    let want = common.len() == 2 && common.iter().all(|&k| n[k] * a[k] > 0.0);
                    assert_eq!(facet.owns(Part::Edge(k), n), want, "face {f}, edge {k}: {n:?}");
                    owned[1] += usize::from(want);
                    let want = (0..3).all(|k| n[k] * a[k] > 0.0);
                    assert_eq!(facet.owns(Part::Vertex(k), n), want, "face {f}, corner {k}: {n:?}");
                    owned[2] += usize::from(want);
                }
            }
        }
        assert!(owned.iter().all(|n| *n > 50), "{owned:?}");
    }

    /// Every corner of a tilted box that is within the margin of a floor of triangles is a contact of its own at speed.
    #[test]
    fn all_corners_within_the_margin_count_at_speed() {
        let (vert, face) = (vec![-9.0, -9.0, 0.0, 9.0, -9.0, 0.0, 0.0, 9.0, 0.0], vec![0, 1, 2]);
        let (bvh, topology) = (Bvh::of_triangles(&vert, &face), TriTopology::build(&vert, &face));
        let mesh = TriMesh::new(&vert, &face, bvh.view()).with_topology(&topology);
        let half = Vec3::new(0.1, 0.2, 0.3);
        let solid = Shape::Box { half };
        let place = Placement::new(
            Vec3::new(0.2, -0.1, 0.5),
            Quat::from_rotation_vector(Vec3::new(0.5, 0.3, 0.0)).to_mat(),
        );
        let mut heights: Vec<f64> = (0..8)
            .map(|i| {
                place.point(Vec3([0, 1, 2].map(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] })))[2]
            })
            .collect();
        heights.sort_by(f64::total_cmp);
        let opts = CcdOptions { policy: Policy::Complete { blunt: 1e-9 }, ..CcdOptions::default() };
        for n in 1..=4 {
            let margin = 0.5 * (heights[n - 1] + heights[n]);
            let mut out = Manifold::new();
            let floor = Placement::new(Vec3::ZERO, stiction_spatial::Mat3::IDENTITY);
            surface_convex(
                &mesh,
                &floor,
                &Posed::new(&solid, place),
                margin,
                &opts,
                &mut Scratch::new(),
                &mut out,
            );
            let mut found: Vec<f64> = out.points().iter().map(|p| p.dist).collect();
            found.sort_by(f64::total_cmp);
            assert_eq!(found.len(), n, "{found:?} of {heights:?}");
            assert!(found.iter().zip(&heights).all(|(x, y)| (x - y).abs() < 1e-12), "{found:?} {heights:?}");
        }
    }
}
