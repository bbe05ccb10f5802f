//! Solids by their distance beside the shapes that they are: rays, distances and contacts are those of the closed forms.

mod poses;

use poses::{Rng, poses as count};
use std::sync::LazyLock;
use stiction_geometry::query::{
    Aabb, Bvh, CcdOptions, ConvexMesh, Distances, Manifold, Placement, Policy, Posed, Scratch, SdfShape,
    Shape, TriMesh, collide, distance, ray,
};
use stiction_geometry::sdf::{Implicit, Own, Solid, surface};
use stiction_spatial::{Scalar, Vec3};

const RADIUS: f64 = 0.3;

struct Ball;

impl Implicit for Ball {
    fn bounds(&self) -> Aabb {
        Aabb { min: Vec3([-1.1 * RADIUS; 3]), max: Vec3([1.1 * RADIUS; 3]) }
    }
    fn distance<T: Scalar>(&self, p: Vec3<T>) -> T {
        (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt() - T::from_f64(RADIUS)
    }
}

struct Cut {
    solid: Solid,
    vert: Vec<f32>,
    face: Vec<i32>,
    tree: Bvh,
}

/// Cutting takes a second.
static BALL: LazyLock<Cut> = LazyLock::new(|| Cut::new(Solid::Own(Own::new(Ball))));

impl Cut {
    fn new(solid: Solid) -> Cut {
        let mesh = surface(&solid);
        let (vert, face) = (mesh.vert.into_flattened(), mesh.face.into_flattened());
        let tree = Bvh::of_triangles(&vert, &face);
        Cut { solid, vert, face, tree }
    }
    fn shape(&self) -> Shape<'_> {
        let mesh = ConvexMesh {
            vert: &self.vert,
            rbound: RADIUS,
            half: Vec3([RADIUS; 3]),
            surface: Some(TriMesh::new(&self.vert, &self.face, self.tree.view())),
            ..ConvexMesh::default()
        };
        Shape::Sdf(SdfShape { distances: Distances::Solid(&self.solid), mesh })
    }
}

#[test]
fn rays_meet_a_ball_by_its_distance_as_a_ball() {
    let (sdf, ball, mut r) = (BALL.shape(), Shape::Sphere { radius: RADIUS }, Rng(1));
    let mut hits = [0; 2];
    for _ in 0..count(600) {
        let at = r.place(1.0);
        let (from, to) = (at.pos + r.vec(2.0), at.pos + r.vec(0.35));
        // from outside, with a direction of any length
        if (from - at.pos).norm() < 0.4 {
            continue;
        }
        let way = (to - from).scale(r.range(0.3, 3.0));
        let (x, y) = (ray(&Posed::new(&sdf, at), from, way), ray(&Posed::new(&ball, at), from, way));
        hits[usize::from(y.is_some())] += 1;
        match (x, y) {
            (Some(x), Some(y)) => {
                assert!(((x.dist - y.dist) * way.norm()).abs() < 1e-5, "{x:?} {y:?}");
                assert!((x.normal - y.normal).norm() < 1e-2, "{x:?} {y:?}");
            }
            // lines that touch may do either
            (x, y) => {
                let (n, _) = way.normalized();
                let past = (at.pos - from).cross(n).norm();
                assert!(x.is_none() && y.is_none() || (past - RADIUS).abs() < 1e-4, "{past} {x:?} {y:?}");
            }
        }
    }
    assert!(hits[0] > 30 && hits[1] > 200, "{hits:?}");
}

#[test]
fn a_ball_by_its_distance_touches_as_a_ball() {
    let (sdf, ball, mut r) = (BALL.shape(), Shape::Sphere { radius: RADIUS }, Rng(2));
    let opts = CcdOptions { policy: Policy::Complete { blunt: 0.0 }, ..CcdOptions::default() };
    let (mut scratch, mut out) = (Scratch::new(), Manifold::new());
    for k in 0..count(90) {
        let mut s = || r.range(0.05, 0.3);
        let other = [
            Shape::Plane { half: [0.0; 2] },
            Shape::Sphere { radius: s() },
            Shape::Capsule { radius: s(), half_length: s() },
            Shape::Cylinder { radius: s(), half_length: s() },
            Shape::Box { half: Vec3::new(s(), s(), s()) },
        ][k % 5];
        let xa = r.place(1.0);
        let dir = if k % 5 == 0 { xa.mat.col(2) } else { r.vec(1.0).normalized().0 };
        let mut at = Placement::new(xa.pos.add_scaled(dir, 1.0), r.rotation());
        let a = Posed::new(&other, xa);
        let d = distance(&a, &Posed::new(&ball, at), 10.0, &opts, &mut scratch, &mut out);
        let n = (d.to - d.from).scale(1.0 / d.dist);
        // inside of an edge the way out of a shape with faces is another one
        let gap = [1e-3, 5e-3, if k % 5 > 2 { 1e-4 } else { -1e-3 }][k / 5 % 3];
        at.pos = at.pos.add_scaled(n, gap - d.dist);
        let (b, twin) = (Posed::new(&sdf, at), Posed::new(&ball, at));
        let want = distance(&a, &twin, 1.0, &opts, &mut scratch, &mut out);
        let found = distance(&a, &b, 1.0, &opts, &mut scratch, &mut out);
        let what = format!("{a:?} {at:?}: {found:?} for {want:?}");
        let off = 1e-6;
        assert!(found.found && (found.dist - want.dist).abs() < off, "{what}");
        assert!((found.from - want.from).norm() < 1e-3 && (found.to - want.to).norm() < 1e-3, "{what}");
        collide(a, b, 8e-3, &opts, &mut scratch, &mut out);
        let deepest = *out.deepest().expect("within the margin");
        assert!((deepest.dist - want.dist).abs() < off && (deepest.normal - n).norm() < 1e-2, "{what}");
        collide(a, b, gap - 1e-4, &opts, &mut scratch, &mut out);
        assert!(gap < 0.0 || out.is_empty(), "{what}");
        // exchanged
        let back = distance(&b, &a, 1.0, &opts, &mut scratch, &mut out);
        assert!((back.dist - found.dist).abs() < 1e-9 && (back.from - found.to).norm() < 1e-6, "{what}");
    }
}
