//! Manifolds, point by point, against brute force: corners over planes, faces clipped to faces, surfaces of triangles against the solid
//! that they bound, solids by their distance.

mod poses;

use poses::{Assets, CUBE, KINDS, NAMES, Rng, nearby, outside, poses as count, push, reach, shape};
use stiction_geometry::query::{
    Bvh, CcdOptions, ContactPoint, HeightField, Manifold, Placement, Policy, Posed, Scratch, Shape, TriMesh,
    TriTopology, collide, distance,
};
use stiction_spatial::{Mat3, Quat, Vec3};

struct Bench {
    scratch: Scratch,
    out: Manifold,
    opts: CcdOptions,
}

impl Bench {
    fn new(policy: Policy) -> Self {
        let opts = CcdOptions { policy, ..CcdOptions::default() };
        Bench { scratch: Scratch::new(), out: Manifold::new(), opts }
    }
    fn complete() -> Self {
        Bench::new(Policy::Complete { blunt: 0.0 })
    }
    fn contacts(&mut self, a: &Posed<'_>, b: &Posed<'_>, margin: f64) -> Vec<ContactPoint> {
        collide(*a, *b, margin, &self.opts, &mut self.scratch, &mut self.out);
        self.out.points().to_vec()
    }
    fn distance(&mut self, a: &Posed<'_>, b: &Posed<'_>) -> f64 {
        distance(a, b, 10.0, &self.opts, &mut self.scratch, &mut self.out).dist
    }
}

fn nearest(points: &[ContactPoint]) -> f64 {
    points.iter().map(|p| p.dist).fold(f64::INFINITY, f64::min)
}

/// Corners of a polyhedron, in the world.
fn corners(p: &Posed<'_>) -> Vec<Vec3> {
    let sign = |i: usize, k: usize| if i >> k & 1 == 1 { 1.0 } else { -1.0 };
    match p.shape {
        Shape::Box { half } => {
            (0..8).map(|i| p.at.point(Vec3([0, 1, 2].map(|k| sign(i, k) * half[k])))).collect()
        }
        Shape::Mesh(m) => (0..m.nvert()).map(|i| p.at.point(m.vertex(i))).collect(),
        _ => vec![],
    }
}

/// A polyhedron over a plane touches with each corner within the margin, and with nothing else.
#[test]
fn polyhedra_over_a_plane_touch_with_their_corners() {
    let (assets, mut bench, mut r) = (Assets::new(), Bench::complete(), Rng(11));
    let plane = Shape::Plane { half: [0.0; 2] };
    for kind in [4, CUBE] {
        for k in 0..count(300) {
            let (solid, at) = (shape(&mut r, kind, &assets), r.place(1.0));
            let n = at.mat.col(2);
            let mut x = Placement::new(at.pos, if k % 4 == 0 { at.mat } else { r.rotation() });
            let low = -reach(&Posed::new(&solid, x), -n) - n.dot(at.pos);
            x.pos = x.pos.add_scaled(n, [1e-3, -1e-3, 0.0][k % 3] - low) + n.cross(r.vec(1.0));
            let (a, b) = (Posed::new(&plane, at), Posed::new(&solid, x));
            let margin = [2e-3, 0.05, 1.0][r.below(3)];
            let height = |p: Vec3| n.dot(p - at.pos);
            let want: Vec<Vec3> = corners(&b).into_iter().filter(|p| height(*p) <= margin).collect();
            let found = bench.contacts(&a, &b, margin);
            assert_eq!(found.len(), want.len(), "{a:?} {b:?}");
            for p in &want {
                let h = height(*p);
                let hit = |c: &&ContactPoint| (c.on_second() - *p).norm() < 1e-9;
                let c = found.iter().find(hit).unwrap_or_else(|| panic!("no contact at {p:?}: {found:?}"));
                assert!((c.dist - h).abs() < 1e-9 && (c.normal - n).norm() < 1e-12);
                assert!((c.on_first() - p.add_scaled(n, -h)).norm() < 1e-9);
            }
            // as far up as the margin: what was over the plane is beyond it
            x.pos = x.pos.add_scaled(n, margin);
            let left = bench.contacts(&a, &Posed::new(&solid, x), margin).is_empty();
            assert!(k % 3 == 2 || left == (k % 3 == 0), "{a:?} {b:?}");
        }
    }
}

/// Round solids over a plane: the lowest point is among the contacts, all of them are points of the solid at their height.
#[test]
fn round_solids_over_a_plane_touch_with_their_lowest_points() {
    let (assets, mut r) = (Assets::new(), Rng(12));
    let plane = Shape::Plane { half: [0.0; 2] };
    for policy in [Policy::Mujoco, Policy::Complete { blunt: 0.0 }] {
        let mut bench = Bench::new(policy);
        for kind in 0..4 {
            for k in 0..count(100) {
                let (solid, at) = (shape(&mut r, kind, &assets), r.place(1.0));
                let n = at.mat.col(2);
                // upright, lying and tilted
                let lying = Quat::from_rotation_vector(at.mat.col(0).scale(std::f64::consts::FRAC_PI_2));
                let turn = [at.mat, lying.to_mat().mul_mat(&at.mat), r.rotation(), r.rotation()][k % 4];
                let mut x = Placement::new(at.pos, turn);
                let low = -reach(&Posed::new(&solid, x), -n) - n.dot(at.pos);
                let gap = [1e-3, -1e-3, 0.0][k % 3];
                x.pos = x.pos.add_scaled(n, gap - low) + n.cross(r.vec(1.0));
                let (a, b) = (Posed::new(&plane, at), Posed::new(&solid, x));
                let found = bench.contacts(&a, &b, 2e-3);
                let what = || format!("{} {policy:?} {a:?} {b:?}: {found:?}", NAMES[kind]);
                assert!((nearest(&found) - gap).abs() < 1e-9, "{}", what());
                for c in &found {
                    assert!((c.normal - n).norm() < 1e-9, "{}", what());
                    assert!(n.dot(c.on_first() - at.pos).abs() < 1e-9, "{}", what());
                    assert!(outside(&b, kind, c.on_second(), &assets).abs() < 1e-8, "{}", what());
                }
                // upright discs rest on points around their middle, lying sides on both ends of their line
                let foot = |p: Vec3| p.add_scaled(n, -n.dot(p - at.pos));
                let mean = found.iter().fold(Vec3::ZERO, |s, c| s + c.pos).scale(1.0 / found.len() as f64);
                if kind != 2 && k % 4 < 2 && !(kind == 1 && k % 4 == 0 && found.len() == 1) {
                    assert!((foot(mean) - foot(x.pos)).norm() < 1e-9, "{}", what());
                }
            }
        }
    }
}

/// Every contact of two solids lies between a point of one surface and a point of the other, along its normal.
#[test]
fn contacts_lie_between_the_two_surfaces() {
    let (assets, mut bench) = (Assets::new(), Bench::complete());
    for i in 0..KINDS {
        for j in i..KINDS {
            let mut r = Rng(20 + 100 * i as u64 + j as u64);
            for k in 0..count(160) {
                let (sa, sb) = (shape(&mut r, i, &assets), shape(&mut r, j, &assets));
                let a = Posed::new(&sa, r.place(1.0));
                let mut at = nearby(&mut r, &sa, &sb, &a.at);
                if k % 2 == 0 {
                    // faces and axes along each other
                    at.mat = a.at.mat;
                }
                let d =
                    distance(&a, &Posed::new(&sb, at), 10.0, &bench.opts, &mut bench.scratch, &mut bench.out);
                if d.dist.abs() < 1e-6 {
                    continue;
                }
                let n = (d.to - d.from).scale(1.0 / d.dist);
                let gap = [1e-3, -1e-3, 2e-2][k % 3];
                at.pos = at.pos.add_scaled(n, gap - d.dist);
                let b = Posed::new(&sb, at);
                let margin = f64::max([5e-3, 0.3, 0.05][r.below(3)], gap + 1e-3);
                let found = bench.contacts(&a, &b, margin);
                let what = || format!("{} {} {a:?} {b:?} {margin}: {found:?}", NAMES[i], NAMES[j]);
                assert!(!found.is_empty(), "{}", what());
                for c in &found {
                    assert!((c.normal.norm() - 1.0).abs() < 1e-9 && c.dist <= margin + 1e-9, "{}", what());
                    let off = [outside(&a, i, c.on_first(), &assets), outside(&b, j, c.on_second(), &assets)];
                    // beside the nearest point the line of a tilted round side is inside of it
                    let line = [i, j].iter().any(|k| *k == 1 || *k == 3) && c.dist > nearest(&found) + 1e-9;
                    assert!(
                        off.iter().all(|x| *x < 2e-6 && (line || *x > -2e-6)),
                        "{off:?} of {c:?}: {}",
                        what()
                    );
                    // what is told along one normal is nowhere less than the separation along it
                    assert!(c.dist > -push(&a, &b, c.normal) - 1e-6, "{}", what());
                }
                let best = -found.iter().map(|c| push(&a, &b, c.normal)).fold(f64::INFINITY, f64::min);
                assert!((nearest(&found) - best).abs() < 2e-6, "{best}: {}", what());
            }
        }
    }
}

/// The part that two convex polygons of the plane share: corners of each inside the other, and crossings of edges.
fn shared(p: &[[f64; 2]], q: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let side =
        |a: [f64; 2], b: [f64; 2], x: [f64; 2]| (b[0] - a[0]) * (x[1] - a[1]) - (b[1] - a[1]) * (x[0] - a[0]);
    let edges = |p: &[[f64; 2]]| (0..p.len()).map(|k| (p[k], p[(k + 1) % p.len()])).collect::<Vec<_>>();
    let inside = |p: &[[f64; 2]], x: [f64; 2]| edges(p).iter().all(|(a, b)| side(*a, *b, x) >= 0.0);
    let mut out: Vec<[f64; 2]> = p.iter().copied().filter(|x| inside(q, *x)).collect();
    out.extend(q.iter().copied().filter(|x| inside(p, *x)));
    for (a, b) in edges(p) {
        for (c, d) in edges(q) {
            let (s, t) = (side(a, b, c), side(a, b, d));
            let (u, v) = (side(c, d, a), side(c, d, b));
            if s * t < 0.0 && u * v < 0.0 {
                let x = u / (u - v);
                out.push([a[0] + x * (b[0] - a[0]), a[1] + x * (b[1] - a[1])]);
            }
        }
    }
    out
}

/// Boxes and meshes face on face: the corners of what the two faces share, four of them that span it if there are more.
#[test]
fn faces_on_faces_share_their_polygon() {
    let (assets, mut r) = (Assets::new(), Rng(30));
    let brick = Shape::Box { half: Vec3::new(0.1, 0.15, 0.07) };
    let cube = assets.cube.shape();
    let mut seen = [0; 9];
    for (lower, upper) in [(&cube, &cube), (&brick, &cube), (&brick, &brick)] {
        for policy in [Policy::Mujoco, Policy::Complete { blunt: 0.0 }] {
            let mut bench = Bench::new(policy);
            for _ in 0..count(240) {
                let world = r.place(1.0);
                // edges that are nearly along each other share more points than the corners of what they bound
                let quarter = std::f64::consts::FRAC_PI_2 * r.below(4) as f64;
                let yaw = Quat::from_rotation_vector(Vec3::Z.scale(quarter + r.range(0.03, 1.54))).to_mat();
                let over = Vec3::new(r.range(-0.15, 0.15), r.range(-0.2, 0.2), 0.14 - 1e-3);
                let a = Posed::new(lower, world);
                let b = Posed::new(upper, world.compose(&Placement::new(over, yaw)));
                let face = |x: &Placement| {
                    let turn = |s: [f64; 2]| {
                        let p = x.point(Vec3::new(0.1 * s[0], 0.15 * s[1], 0.0));
                        [p[0], p[1]]
                    };
                    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(turn)
                };
                let want = shared(&face(&Placement::IDENTITY), &face(&Placement::new(over, yaw)));
                let found = bench.contacts(&a, &b, 0.0);
                let what = || format!("{policy:?} {over:?} {yaw:?}: {want:?} {found:?}");
                if want.len() < 3 {
                    continue;
                }
                // a part that is a sliver is deeper along its side than along its height
                let (lo, hi) = want.iter().fold(([9.0f64; 2], [-9.0f64; 2]), |(l, h), p| {
                    ([l[0].min(p[0]), l[1].min(p[1])], [h[0].max(p[0]), h[1].max(p[1])])
                });
                if hi[0] - lo[0] < 0.02 || hi[1] - lo[1] < 0.02 {
                    continue;
                }
                seen[want.len()] += 1;
                let flat: Vec<[f64; 2]> = found
                    .iter()
                    .map(|c| {
                        let p = world.local(c.pos);
                        assert!((c.dist + 1e-3).abs() < 1e-8, "{}", what());
                        assert!((c.normal - world.mat.col(2)).norm() < 1e-9, "{}", what());
                        assert!((p[2] - (0.07 - 5e-4)).abs() < 1e-8, "{}", what());
                        [p[0], p[1]]
                    })
                    .collect();
                let near = |p: &[f64; 2], q: &[f64; 2]| (p[0] - q[0]).hypot(p[1] - q[1]) < 1e-7;
                assert!(flat.iter().all(|p| want.iter().any(|q| near(p, q))), "{}", what());
                let boxes = matches!((lower, upper), (Shape::Box { .. }, Shape::Box { .. }));
                if want.len() <= 4 || policy != Policy::Mujoco || boxes {
                    assert!(want.iter().all(|q| flat.iter().any(|p| near(p, q))), "{}", what());
                } else {
                    // four that span more than half of what four can
                    assert_eq!(flat.len(), 4, "{}", what());
                    let most = largest(&want);
                    assert!(largest(&flat) > 0.5 * most, "{} of {most}: {}", largest(&flat), what());
                }
            }
        }
    }
    assert!(seen[3] > 0 && seen[4] > 10 && seen[5] > 10 && seen[6] > 10, "{seen:?}");
}

/// Area of the largest quadrilateral with corners among these points.
fn largest(p: &[[f64; 2]]) -> f64 {
    let mut best = 0.0f64;
    for a in p {
        for b in p {
            for c in p {
                for d in p {
                    best = best.max(0.5 * ((c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0])));
                }
            }
        }
    }
    best
}

/// A mesh with its tree and neighbours.
struct Skin {
    vert: Vec<f32>,
    face: Vec<i32>,
    tree: Bvh,
    topology: TriTopology,
}

impl Skin {
    fn new(vert: Vec<f32>, face: Vec<i32>) -> Self {
        let (tree, topology) = (Bvh::of_triangles(&vert, &face), TriTopology::build(&vert, &face));
        Skin { vert, face, tree, topology }
    }
    fn cuboid(half: Vec3) -> Self {
        let side = |i: usize, k: usize| if i >> k & 1 == 1 { half[k] as f32 } else { -half[k] as f32 };
        let vert = (0..8).flat_map(|i| [0, 1, 2].map(|k| side(i, k))).collect();
        let quads = [[1, 3, 7, 5], [0, 4, 6, 2], [2, 6, 7, 3], [0, 1, 5, 4], [4, 5, 7, 6], [0, 2, 3, 1]];
        Skin::new(vert, quads.iter().flat_map(|q| [q[0], q[1], q[2], q[0], q[2], q[3]]).collect())
    }
    fn shape(&self) -> Shape<'_> {
        Shape::Surface(TriMesh::new(&self.vert, &self.face, self.tree.view()).with_topology(&self.topology))
    }
}

/// Beside the surface of a box a solid has the contacts that it has beside the box.
#[test]
fn the_surface_of_a_box_touches_as_the_box() {
    let assets = Assets::new();
    let half = Vec3::new(0.25, 0.125, 0.375);
    let (skin, brick) = (Skin::cuboid(half), Shape::Box { half });
    let surface = skin.shape();
    for policy in [Policy::Mujoco, Policy::Complete { blunt: 0.0 }] {
        let mut bench = Bench::new(policy);
        for j in 0..KINDS {
            let mut r = Rng(40 + j as u64);
            for k in 0..count(240) {
                let (solid, xa) = (shape(&mut r, j, &assets), r.place(1.0));
                let mut at = nearby(&mut r, &brick, &solid, &xa);
                if k % 3 == 0 {
                    at.mat = xa.mat;
                }
                let (whole, b) = (Posed::new(&brick, xa), Posed::new(&solid, at));
                let d = distance(&whole, &b, 10.0, &bench.opts, &mut bench.scratch, &mut bench.out);
                if d.dist.abs() < 1e-6 {
                    continue;
                }
                let n = (d.to - d.from).scale(1.0 / d.dist);
                let gap = [1e-3, 8e-3, 1e-5][k % 3];
                at.pos = at.pos.add_scaled(n, gap - d.dist);
                let b = Posed::new(&solid, at);
                let a = Posed::new(&surface, xa);
                let found = bench.contacts(&a, &b, 1e-2);
                let there = bench.distance(&whole, &b);
                let what = || format!("{} {policy:?} {xa:?} {b:?}: {found:?}", NAMES[j]);
                // a round side within 5° of a face is laid on it by a line, which is above its ends by r (1 − cos 5°)
                let above =
                    if (j == 1 || j == 3) && policy == Policy::Mujoco { 4e-3 * solid.rbound() } else { 0.0 };
                let off = nearest(&found) - there;
                assert!(off > -2e-6 && off < above + 2e-6, "{off}: {}", what());
                for c in &found {
                    // a round side within 5° of a face is laid on it: its line is off by the square of the angle
                    let most = if j == 1 || j == 3 { 2e-3 } else { 2e-6 };
                    assert!(outside(&whole, 4, c.on_first(), &assets).abs() < most, "{c:?}: {}", what());
                    assert!(outside(&b, j, c.on_second(), &assets).abs() < most, "{c:?}: {}", what());
                    assert!((c.normal.norm() - 1.0).abs() < 1e-9 && c.dist <= 1e-2 + 1e-9, "{}", what());
                }
                // exchanged, and with a margin that is too small
                let swapped = bench.contacts(&b, &a, 1e-2);
                assert!(found.iter().zip(&swapped).all(|(p, q)| *p == q.flipped()), "{}", what());
                assert!(bench.contacts(&a, &b, there - 1e-5).is_empty(), "{}", what());
            }
        }
    }
}

/// Under the policy of the hard law a field is the surface of its triangles.
#[test]
fn a_field_touches_as_the_mesh_of_its_triangles() {
    let assets = Assets::new();
    let (nrow, ncol) = (11, 9);
    let mut r = Rng(50);
    let data: Vec<f32> = (0..nrow * ncol).map(|_| r.unit() as f32).collect();
    let grid = HeightField { size: [1.0, 1.25, 0.25, 0.5], nrow, ncol, data: &data };
    let (mut vert, mut face) = (vec![], vec![]);
    for row in 0..nrow {
        for col in 0..ncol {
            let at = |i: usize, n: usize, s: f64| (2.0 * s * i as f64 / (n - 1) as f64 - s) as f32;
            vert.extend([at(col, ncol, 1.0), at(row, nrow, 1.25), grid.height(row, col) as f32]);
        }
    }
    let id = |row: usize, col: usize| (row * ncol + col) as i32;
    for row in 0..nrow - 1 {
        for col in 0..ncol - 1 {
            let (a, b, c, d) = (id(row, col), id(row, col + 1), id(row + 1, col + 1), id(row + 1, col));
            face.extend([a, c, d, a, b, c]);
        }
    }
    let (field, skin) = (Shape::HeightField(grid), Skin::new(vert, face));
    let (mesh, mut bench, mut touching) = (skin.shape(), Bench::complete(), 0);
    for j in 0..KINDS {
        for _ in 0..count(200) {
            let (solid, at) = (shape(&mut r, j, &assets), r.place(1.0));
            let turn = r.rotation();
            let over = Vec3::new(r.range(-0.25, 0.25), r.range(-0.5, 0.5), 2.0);
            let above = Posed::new(&solid, at.compose(&Placement::new(over, turn)));
            // let down until it is a little over the ground
            let ground = Posed::new(&mesh, at);
            let down = stiction_geometry::query::cast(
                &above,
                at.mat.col(2).scale(-2.5),
                &ground,
                1.0,
                &bench.opts,
                &mut bench.scratch,
                &mut bench.out,
            );
            let Some(hit) = down else { continue };
            let gap = [1e-3, 5e-3, -1e-4][r.below(3)];
            let pos = above.at.pos.add_scaled(at.mat.col(2), gap - 2.5 * hit.fraction);
            let b = Posed::new(&solid, Placement::new(pos, above.at.mat));
            let (x, y) =
                (bench.contacts(&Posed::new(&field, at), &b, 6e-3), bench.contacts(&ground, &b, 6e-3));
            let what = || format!("{} {at:?} {b:?}: {x:?} {y:?}", NAMES[j]);
            touching += usize::from(!y.is_empty());
            let found = |p: &ContactPoint, list: &[ContactPoint]| {
                list.iter().any(|q| {
                    (p.pos - q.pos).norm() < 1e-5
                        && (p.normal - q.normal).norm() < 1e-4
                        && (p.dist - q.dist).abs() < 1e-5
                })
            };
            assert!(y.iter().all(|p| found(p, &x)), "{}", what());
            // a mesh may be thin: what is behind one of its triangles is left to the others, a field is solid
            let behind = |p: &ContactPoint| p.normal.dot(b.at.pos - p.on_first()) < 0.0;
            assert!(x.iter().all(|p| found(p, &y) || behind(p)), "{}", what());
            if gap > 0.0 {
                assert!(nearest(&x) > 0.0 && nearest(&x) < gap + 1e-6, "{}", what());
            }
        }
    }
    assert!(touching > 200, "{touching}");
}

/// What stays apart along a direction is told by how far both reach.
#[test]
fn directions_that_separate_are_told_by_extents() {
    let (assets, mut r) = (Assets::new(), Rng(60));
    let mut both = [0; 2];
    for i in 0..KINDS {
        for j in 0..KINDS {
            for _ in 0..count(20) {
                let (sa, sb) = (shape(&mut r, i, &assets), shape(&mut r, j, &assets));
                let a = Posed::new(&sa, r.place(0.5));
                let b = Posed::new(&sb, nearby(&mut r, &sa, &sb, &a.at));
                let axis = (b.at.pos - a.at.pos) + r.vec(0.1);
                let (n, margin) = (axis.normalized().0, r.range(-0.2, 0.2));
                let apart = -push(&a, &b, n);
                if (apart - margin).abs() > 1e-9 {
                    let told = stiction_geometry::query::still_separated(&a, &b, margin, axis);
                    assert_eq!(told, apart > margin, "{} {} {apart} {margin}", NAMES[i], NAMES[j]);
                    both[usize::from(told)] += 1;
                }
            }
        }
    }
    assert!(both[0] > 100 && both[1] > 100, "{both:?}");
    let identity = Placement::new(Vec3::ZERO, Mat3::IDENTITY);
    let plane = Shape::Plane { half: [0.0; 2] };
    let ball = Shape::Sphere { radius: 0.1 };
    let far = Posed::new(&ball, Placement::new(Vec3::Z, Mat3::IDENTITY));
    assert!(!stiction_geometry::query::still_separated(&Posed::new(&plane, identity), &far, 0.0, Vec3::Z));
}
