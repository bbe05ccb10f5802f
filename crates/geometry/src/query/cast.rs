//! Where a convex shape that is moved without turning first touches another shape.
//!
//! Conservative advancement. The shape translates along v; its distance to a convex shape is s(t) with the normal n(t) towards it:
//!
//! ```text
//! t ← t + s / (v·n)      while v·n > 0; never beyond the first touch, since s(t') ≥ s(t) − (t' − t) v·n               (1)
//! ```
//!
//! Surfaces of triangles and height fields are not convex: (1) is taken for each triangle, or prism, that the motion comes near. They are met
//! from both sides; a shape that is wholly inside a closed surface does not touch it.

use super::collide::{CcdOptions, Scratch};
use super::contact::Manifold;
use super::convex::nearest;
use super::distance::distance;
use super::field::window;
use super::field_cell::FieldCell;
use super::minkowski::{Body, Core, Minkowski};
use super::shape::{Aabb, HeightField, Placement, Posed, Shape, TriMesh};
use super::surface::tight_box;
use stiction_spatial::Vec3;

/// Distance at which shapes touch \[m\]: what distances are known to for bodies of a metre.
const TOUCH: f64 = 1e-9;

/// Advances of one cast against one convex shape: each at least halves what is left where shapes are smooth.
const ADVANCES: usize = 100;

/// The first touch of a shape that is moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast {
    /// How far, in units of the motion; 0 if they overlap at the start.
    pub fraction: f64,
    /// Point of the other shape \[m\].
    pub point: Vec3,
    /// Normal there, towards the other shape; zero if they overlap at the start.
    pub normal: Vec3,
}

/// The nearest point of a shape, and the direction towards it.
struct Gap {
    dist: f64,
    point: Vec3,
    normal: Vec3,
}

/// The first touch of `a` with `b`, if `a` meets it before `limit` times the motion; `None` if `a` is not convex.
pub fn cast(
    a: &Posed<'_>,
    motion: Vec3,
    b: &Posed<'_>,
    limit: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    buffer: &mut Manifold,
) -> Option<Cast> {
    let body = Body::of(a.shape)?;
    if !matches!(b.shape, Shape::Surface(_) | Shape::HeightField(_)) {
        return advance(motion, limit, |t, far| {
            let mut a = *a;
            a.at.pos = a.at.pos.add_scaled(motion, t);
            let d = distance(&a, b, far, opts, scratch, buffer);
            let normal = (d.to - d.from).normalized().0;
            d.found.then_some(Gap { dist: d.dist, point: d.to, normal })
        });
    }
    let rel = b.at.relative(&a.at);
    let (reach, motion) = (a.shape.rbound() + TOUCH, b.at.mat.tr_mul_vec(motion));
    let mut moving = Moving { body, rel, motion, reach, limit, first: None };
    match b.shape {
        Shape::Surface(mesh) => moving.over_mesh(mesh, opts, scratch),
        Shape::HeightField(field) => moving.over_field(field, opts, scratch),
        _ => {}
    }
    let Cast { fraction, point, normal } = moving.first?;
    Some(Cast { fraction, point: b.at.point(point), normal: b.at.mat.mul_vec(normal) })
}

/// (1).
fn advance(motion: Vec3, limit: f64, mut gap: impl FnMut(f64, f64) -> Option<Gap>) -> Option<Cast> {
    let mut at = Cast { fraction: 0.0, point: Vec3::ZERO, normal: Vec3::ZERO };
    for _ in 0..ADVANCES {
        let Gap { dist, point, normal } = gap(at.fraction, motion.norm() * (limit - at.fraction) + TOUCH)?;
        at.point = point;
        // nearer than that rounding tells the direction; that of the last advance is tight in (1), so it separates at the touch
        if dist > TOUCH || dist > 0.0 && at.fraction == 0.0 {
            at.normal = normal;
        }
        if dist <= TOUCH {
            return Some(at);
        }
        let closing = motion.dot(normal);
        if closing <= 0.0 {
            return None;
        }
        at.fraction += dist / closing;
        if at.fraction > limit {
            return None;
        }
    }
    // so near that it could not be told apart from a touch
    Some(at)
}

/// A shape that is moved, in the frame of what it may meet.
struct Moving<'a> {
    body: Body<'a>,
    rel: Placement,
    motion: Vec3,
    /// Greatest distance of its surface from its centre.
    reach: f64,
    limit: f64,
    first: Option<Cast>,
}

impl Moving<'_> {
    fn over_mesh(&mut self, mesh: &TriMesh<'_>, opts: &CcdOptions, scratch: &mut Scratch) {
        let swept = self.swept();
        let (mut stack, mut faces) = (std::mem::take(&mut scratch.stack), std::mem::take(&mut scratch.faces));
        faces.clear();
        mesh.near(&swept, &mut stack, |f| faces.push(f as u32));
        for &f in &faces {
            let corners = mesh.triangle(f as usize);
            self.meet(&corners, Core::Triangle(&corners), opts, scratch);
        }
        (scratch.stack, scratch.faces) = (stack, faces);
    }

    fn over_field(&mut self, field: &HeightField<'_>, opts: &CcdOptions, scratch: &mut Scratch) {
        let Some(w) = window(field, &self.swept(), 0.0) else { return };
        for cell in FieldCell::all(field, w.rows, w.cols) {
            let [a, b, c] = cell.facet().corner;
            let below = |p: Vec3| Vec3::new(p[0], p[1], -field.size[3]);
            let prism = [below(a), below(b), below(c), a, b, c];
            self.meet(&prism, Core::Prism(&prism), opts, scratch);
        }
    }

    /// Keeps the touch with a convex piece if it is the first so far.
    fn meet(&mut self, corners: &[Vec3], core: Core<'_>, opts: &CcdOptions, scratch: &mut Scratch) {
        if !self.comes_near(corners) {
            return;
        }
        let hit = advance(self.motion, self.limit, |t, far| {
            let rel = Placement { pos: self.rel.pos.add_scaled(self.motion, t), ..self.rel };
            let mut pair = Minkowski { a: Body::of_core(core, 0.0), b: self.body.clone(), rel };
            let n = nearest(&mut pair, far, opts, scratch)?;
            Some(Gap { dist: n.dist, point: n.on_a, normal: -n.normal })
        });
        if let Some(hit) = hit
            && self.first.is_none_or(|f| hit.fraction < f.fraction)
        {
            (self.limit, self.first) = (hit.fraction, Some(hit));
        }
    }

    /// False if the ball about the shape stays out of the ball about these points.
    fn comes_near(&self, corners: &[Vec3]) -> bool {
        let centre = corners.iter().fold(Vec3::ZERO, |s, p| s + *p).scale(1.0 / corners.len() as f64);
        let radius = corners.iter().map(|p| (*p - centre).norm()).fold(0.0, f64::max);
        let to = centre - self.rel.pos;
        let length = self.motion.norm_squared();
        let t = if length > 0.0 { (to.dot(self.motion) / length).clamp(0.0, self.limit) } else { 0.0 };
        to.add_scaled(self.motion, -t).norm() <= radius + self.reach
    }

    /// Box of the whole way.
    fn swept(&mut self) -> Aabb {
        let mut all = tight_box(&mut self.body, &self.rel).inflated(TOUCH);
        let end = self.motion.scale(self.limit);
        for p in [all.min, all.max] {
            all.insert(p + end);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::bvh::BvhView;
    use super::*;
    use stiction_spatial::Mat3;

    fn first(a: Shape<'_>, from: Vec3, motion: Vec3, b: Shape<'_>) -> Option<Cast> {
        let at = |pos| Placement::new(pos, Mat3::IDENTITY);
        let (mut scratch, mut buffer) = (Scratch::new(), Manifold::default());
        let opts = CcdOptions { iterations: 50, tolerance: 1e-10, ..CcdOptions::default() };
        let (a, b) = (Posed::new(&a, at(from)), Posed::new(&b, at(Vec3::ZERO)));
        cast(&a, motion, &b, 1.0, &opts, &mut scratch, &mut buffer)
    }

    fn ball() -> Shape<'static> {
        Shape::Sphere { radius: 0.1 }
    }

    /// Two triangles in the plane x = 1, a wall of two metres, with a floor at z = −1 before it.
    const VERTICES: [f32; 18] =
        [1., -1., -1., 1., 1., -1., 1., -1., 1., 1., 1., 1., -9., -1., -1., -9., 1., -1.];
    const FACES: [i32; 12] = [0, 1, 2, 1, 3, 2, 0, 4, 1, 4, 5, 1];

    fn corner() -> Shape<'static> {
        Shape::Surface(TriMesh::new(&VERTICES, &FACES, BvhView::default()))
    }

    #[test]
    fn a_ball_over_a_floor_meets_the_wall_behind_it() {
        // the nearest triangle, the floor, is never met: it lies along the motion
        let hit = first(ball(), Vec3::new(-3.0, 0.2, -0.85), Vec3::new(8.0, 0.0, 0.0), corner()).unwrap();
        assert!((hit.fraction - 3.9 / 8.0).abs() < 1e-9, "{hit:?}");
        assert!((hit.normal - Vec3::X).norm() < 1e-6 && (hit.point[0] - 1.0).abs() < 1e-9, "{hit:?}");
        let back = first(ball(), Vec3::new(3.0, 0.0, 0.0), Vec3::new(-8.0, 0.0, 0.0), corner()).unwrap();
        assert!((back.fraction - 1.9 / 8.0).abs() < 1e-9, "from behind: {back:?}");
        assert_eq!(first(ball(), Vec3::new(-3.0, 2.0, 0.0), Vec3::new(8.0, 0.0, 0.0), corner()), None);
        assert_eq!(first(ball(), Vec3::new(0.95, 0.0, 0.0), Vec3::ZERO, corner()).unwrap().fraction, 0.0);
    }

    #[test]
    fn a_ball_over_flat_ground_meets_the_hill() {
        // a step of one metre between the columns x = 0 and x = 1
        let data = [0.0, 0.0, 0.0, 1.0, 1.0_f32].repeat(3);
        let field =
            Shape::HeightField(HeightField { size: [2.0, 1.0, 1.0, 0.5], nrow: 3, ncol: 5, data: &data });
        let hit = first(ball(), Vec3::new(-1.5, 0.3, 0.2), Vec3::new(4.0, 0.0, 0.0), field).unwrap();
        // the centre is 0.1 from the slope z = x: x = 0.2 − 0.1 √2
        let exact = (1.5 + 0.2 - 0.1 * 2.0_f64.sqrt()) / 4.0;
        assert!((hit.fraction - exact).abs() < 1e-8, "{hit:?} {exact}");
        assert_eq!(first(ball(), Vec3::new(-1.5, 0.3, 1.2), Vec3::new(3.0, 0.0, 0.0), field), None);
    }
}
