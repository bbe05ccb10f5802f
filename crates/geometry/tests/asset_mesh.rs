//! Compiled meshes against closed forms, and the errors of meshes that cannot be used.

use stiction_geometry::asset::{
    BuiltinMesh, FitMode, InertiaType, Mesh, MeshBuiltin, MeshInertia, MeshParams, Primitive, RawMesh,
    builtin_mesh, fit_primitive, primitive_inertia, primitive_volume,
};
use stiction_spatial::{Mat3, Quat, Vec3};

/// A box [0, a] × [0, b] × [0, c] with outward faces.
fn cuboid(size: [f32; 3]) -> RawMesh {
    let vert = (0..8).map(|k| [0, 1, 2].map(|i| if k >> i & 1 == 1 { size[i] } else { 0.0 })).collect();
    let quad = |a: i32, b: i32, c: i32, d: i32| [[a, b, c], [a, c, d]];
    let sides = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)];
    RawMesh {
        vert,
        face: sides.into_iter().flat_map(|(a, b, c, d)| quad(a, b, c, d)).collect(),
        ..RawMesh::default()
    }
}

/// Two boxes side by side, not joined: x in [0,1] with height 1, x in [1,2] with height 3.
fn step_shape() -> RawMesh {
    let mut mesh = cuboid([1.0, 1.0, 1.0]);
    let tall = cuboid([1.0, 1.0, 3.0]);
    mesh.vert.extend(tall.vert.iter().map(|v| [v[0] + 1.0, v[1], v[2]]));
    mesh.face.extend(tall.face.iter().map(|f| f.map(|i| i + 8)));
    mesh
}

fn compile(raw: RawMesh, inertia: MeshInertia) -> Mesh {
    Mesh::compile(raw, &MeshParams { inertia, ..MeshParams::default() }).unwrap()
}

fn near(a: f64, b: f64, tol: f64) {
    assert!((a - b).abs() <= tol * b.abs().max(1.0), "{a} ≠ {b}");
}

/// Inertia about the origin of the author's frame for unit density.
fn inertia_at_origin(m: &Mesh) -> Mat3 {
    let r = m.quat.to_mat();
    let own = r.mul_mat(&Mat3::diag(m.inertia_diag(m.volume))).mul_mat_tr(&r);
    let c = m.pos;
    let mut out = own;
    for i in 0..3 {
        for j in 0..3 {
            let shift = if i == j { c.dot(c) } else { 0.0 } - c[i] * c[j];
            out[(i, j)] += m.volume * shift;
        }
    }
    out
}

#[test]
fn cuboid_has_the_inertia_of_a_box_in_every_mode() {
    let (a, b, c) = (1.0, 2.0, 0.5);
    for mode in [MeshInertia::Exact, MeshInertia::Convex, MeshInertia::Legacy] {
        let m = compile(cuboid([a as f32, b as f32, c as f32]), mode);
        near(m.volume, a * b * c, 1e-14);
        assert!((m.pos - Vec3::new(a / 2.0, b / 2.0, c / 2.0)).norm() < 1e-14);
        let i = inertia_at_origin(&m);
        near(i[(0, 0)], m.volume * (b * b + c * c) / 3.0, 1e-13);
        near(i[(1, 2)], -m.volume * b * c / 4.0, 1e-13);
        // principal moments come largest first, so the box's longest half-size is last
        assert!((m.boxsz - Vec3::new(c / 2.0, a / 2.0, b / 2.0)).norm() < 1e-13);
        assert!((m.geom_size() - m.boxsz).norm() < 1e-13);
        near(m.rbound(), 0.5 * f64::sqrt(a * a + b * b + c * c), 1e-13);
    }
    let m = compile(cuboid([1.0, 2.0, 0.5]), MeshInertia::Shell);
    near(m.volume, 2.0 * (2.0 + 1.0 + 0.5), 1e-14);
    let half = Vec3::new(0.25, 0.5, 1.0);
    let expected = primitive_inertia(Primitive::Box, half, m.volume, InertiaType::Shell);
    assert!((m.inertia_diag(m.volume) - expected).norm() < 1e-13 * expected.norm());
}

#[test]
fn tetrahedron_has_its_closed_form() {
    let vert = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let face = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let m = compile(RawMesh { vert, face, ..RawMesh::default() }, MeshInertia::Exact);
    near(m.volume, 1.0 / 6.0, 1e-14);
    assert!((m.pos - Vec3::new(0.25, 0.25, 0.25)).norm() < 1e-14);
    // ∫x² = 1/60, ∫xy = 1/120 over the unit simplex
    let i = inertia_at_origin(&m);
    near(i[(0, 0)], 2.0 / 60.0, 1e-13);
    near(i[(0, 1)], -1.0 / 120.0, 1e-13);
}

#[test]
fn exact_and_convex_differ_on_a_step() {
    let exact = compile(step_shape(), MeshInertia::Exact);
    near(exact.volume, 4.0, 1e-14);
    // centre of the two boxes: (1·0.5 + 3·1.5)/4, z = (1·0.5 + 3·1.5)/4
    near(exact.pos[0], 1.25, 1e-14);
    near(exact.pos[2], 1.25, 1e-14);
    // the hull fills the slope: a trapezoid of heights 1 and 3 over x in [0, 1] becomes 2
    let convex = compile(step_shape(), MeshInertia::Convex);
    near(convex.volume, 2.0 + 3.0, 1e-14);
}

#[test]
fn torus_approaches_its_closed_form() {
    let b = builtin_mesh(MeshBuiltin::Supertorus, &[120.0, 0.25, 1.0, 1.0]).unwrap();
    let m = compile(b.raw, MeshInertia::Exact);
    let (big, small) = (1.0, 0.25f64);
    let volume = 2.0 * std::f64::consts::PI.powi(2) * big * small * small;
    near(m.volume, volume, 2e-3);
    near(m.inertia_diag(m.volume)[0], m.volume * (big * big + 0.75 * small * small), 2e-3);
    assert!(m.polygons.vertnum.len() > 100 && m.hull.is_some());
}

#[test]
fn placement_commutes_with_geometry() {
    let mut params = MeshParams { inertia: MeshInertia::Exact, ..MeshParams::default() };
    params.refpos = Vec3::new(0.3, -0.2, 0.7);
    params.refquat = Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), 0.9);
    params.scale = Vec3::new(2.0, 3.0, 0.5);
    let m = Mesh::compile(step_shape(), &params).unwrap();
    near(m.volume, 4.0 * 3.0, 1e-13);
    let plain = compile(step_shape(), MeshInertia::Exact);
    let c = params.refquat.conj().rotate(plain.pos - params.refpos).hadamard(params.scale);
    assert!((m.pos - c).norm() < 1e-13);
}

#[test]
fn mirrored_meshes_stay_oriented() {
    for mode in [MeshInertia::Exact, MeshInertia::Convex] {
        let params = MeshParams { inertia: mode, scale: Vec3::new(-1.0, 1.0, 1.0), ..MeshParams::default() };
        let m = Mesh::compile(cuboid([1.0, 2.0, 3.0]), &params).unwrap();
        near(m.volume, 6.0, 1e-14);
        near(m.pos[0], -0.5, 1e-14);
        let point = |v: i32| Vec3(m.vert[v as usize].map(f64::from));
        for [a, b, c] in m.face.iter().chain(&m.hull.as_ref().unwrap().face).map(|f| f.map(point)) {
            assert!((b - a).cross(c - a).dot(a) > 0.0, "face points inward");
        }
        for (p, n) in m.polygons.normal.iter().enumerate() {
            let first = m.polygons.vert[m.polygons.vertadr[p] as usize];
            assert!(n.dot(point(first)) > 0.0 && m.polygons.vertnum[p] == 4);
        }
    }
}

#[test]
fn flat_meshes_are_errors_with_hints_and_load_as_shells() {
    let square = || RawMesh {
        vert: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
        face: vec![[0, 1, 2], [0, 2, 3]],
        ..RawMesh::default()
    };
    let go = |inertia, needhull| {
        Mesh::compile(square(), &MeshParams { inertia, needhull, ..MeshParams::default() })
    };
    let e = go(MeshInertia::Legacy, true).unwrap_err();
    assert!(e.message.contains("coplanar") && e.hint.unwrap().contains("primitive"));
    let e = go(MeshInertia::Exact, false).unwrap_err();
    assert!(e.message.contains("volume is too small") && e.hint.unwrap().contains("shell"));
    let m = go(MeshInertia::Shell, false).unwrap();
    near(m.volume, 1.0, 1e-14);
    assert!(m.hull.is_none() && m.polygons.vertnum.is_empty());
    assert!(m.boxsz.is_finite() && m.boxsz[0] < 1e-6);
}

#[test]
fn open_meshes_load_and_inside_out_ones_are_refused() {
    let mut open = cuboid([1.0, 1.0, 1.0]);
    open.face.truncate(10);
    assert!(Mesh::compile(open, &MeshParams::default()).is_ok());
    let mut inverted = cuboid([1.0, 1.0, 1.0]);
    for f in &mut inverted.face {
        f.swap(1, 2);
    }
    let go = |raw: RawMesh, inertia| Mesh::compile(raw, &MeshParams { inertia, ..MeshParams::default() });
    assert!(go(inverted.clone(), MeshInertia::Exact).unwrap_err().message.contains("negative"));
    assert!(go(inverted, MeshInertia::Legacy).is_ok());
    let mut mixed = cuboid([1.0, 1.0, 1.0]);
    mixed.face[3].swap(1, 2);
    assert!(go(mixed.clone(), MeshInertia::Exact).unwrap_err().message.contains("orientation"));
    assert!(go(mixed, MeshInertia::Convex).is_ok());
}

#[test]
fn bad_indices_name_the_face() {
    let mut raw = cuboid([1.0, 1.0, 1.0]);
    raw.face[7][1] = 8;
    let e = Mesh::compile(raw.clone(), &MeshParams::default()).unwrap_err();
    assert_eq!(e.location, Some(stiction_geometry::asset::Location::Face(7)));
    raw.face[7][1] = -1;
    assert!(Mesh::compile(raw.clone(), &MeshParams::default()).is_err());
    raw.face[7][1] = i32::MIN;
    assert!(Mesh::compile(raw, &MeshParams::default()).is_err());
    let mut raw = cuboid([1.0, 1.0, 1.0]);
    raw.vert[3][0] = f32::NAN;
    assert!(Mesh::compile(raw, &MeshParams::default()).is_err());
}

#[test]
fn vertex_normals_keep_creases_unless_smoothed() {
    // on a cube each vertex has three faces; without smoothing only the majority direction survives
    let m = compile(cuboid([1.0, 1.0, 1.0]), MeshInertia::Exact);
    for n in &m.normal {
        near(f64::from(n.iter().map(|x| x * x).sum::<f32>()), 1.0, 1e-6);
    }
    let params = MeshParams { smoothnormal: true, ..MeshParams::default() };
    let smooth = Mesh::compile(cuboid([1.0, 1.0, 1.0]), &params).unwrap();
    for (n, v) in smooth.normal.iter().zip(&smooth.vert) {
        let out: f32 = n.iter().zip(v).map(|(a, b)| a * b).sum();
        assert!(out > 0.5, "normal does not point out of the corner");
    }
}

#[test]
fn bvh_covers_every_face_once() {
    let b = builtin_mesh(MeshBuiltin::Sphere, &[3.0]).unwrap();
    let m = compile(b.raw, MeshInertia::Legacy);
    let bvh = &m.bvh;
    assert_eq!(bvh.depth.len(), 2 * m.face.len() - 1);
    let mut leaves: Vec<i32> = bvh.nodeid.iter().copied().filter(|&f| f >= 0).collect();
    leaves.sort_unstable();
    assert!(leaves.iter().copied().eq(0..m.face.len() as i32));
    for (k, child) in bvh.child.iter().enumerate() {
        for &c in child.iter().filter(|&&c| c >= 0) {
            assert_eq!(bvh.depth[c as usize], bvh.depth[k] + 1);
            for i in 0..3 {
                let (outer, inner) = (&bvh.aabb[k], &bvh.aabb[c as usize]);
                assert!(inner[i] + inner[i + 3] <= outer[i] + outer[i + 3] + 1e-12);
                assert!(inner[i] - inner[i + 3] >= outer[i] - outer[i + 3] - 1e-12);
            }
        }
    }
}

#[test]
fn fits_recover_the_shape_they_came_from() {
    let m = compile(cuboid([1.0, 2.0, 3.0]), MeshInertia::Exact);
    for mode in [FitMode::InertiaBox, FitMode::Aabb] {
        let fit = fit_primitive(&m, Primitive::Box, mode, 2.0, Vec3::ZERO).unwrap();
        assert!((fit.size - Vec3::new(1.0, 2.0, 3.0)).norm() < 1e-12 && fit.center.norm() < 1e-12);
    }
    let fit = fit_primitive(&m, Primitive::Capsule, FitMode::Aabb, 1.0, Vec3::ZERO).unwrap();
    assert!((fit.size - Vec3::new(1.0, 0.5, 0.0)).norm() < 1e-12);
    assert!(fit_primitive(&m, Primitive::Plane, FitMode::Aabb, 1.0, Vec3::ZERO).is_err());
}

#[test]
fn primitives_obey_identities() {
    use InertiaType::{Shell, Volume};
    let r = 0.7;
    // a capsule without length is a sphere; an ellipsoid with equal axes too
    let ball = Vec3::new(r, r, r);
    for kind in [Volume, Shell] {
        let sphere = primitive_inertia(Primitive::Sphere, ball, 2.0, kind);
        let capsule = primitive_inertia(Primitive::Capsule, Vec3::new(r, 0.0, 0.0), 2.0, kind);
        let ellipsoid = primitive_inertia(Primitive::Ellipsoid, ball, 2.0, kind);
        assert!((sphere - capsule).norm() < 1e-14);
        assert!((sphere - ellipsoid).norm() < 1e-5);
        near(
            primitive_volume(Primitive::Capsule, Vec3::new(r, 0.0, 0.0), kind),
            primitive_volume(Primitive::Sphere, ball, kind),
            1e-14,
        );
        assert_eq!(primitive_volume(Primitive::Plane, ball, kind), 0.0);
    }
    // the shell is the derivative of the solid with respect to thickness
    let (s, e) = (Vec3::new(0.3, 0.4, 0.5), 1e-6);
    for shape in [Primitive::Sphere, Primitive::Capsule, Primitive::Cylinder, Primitive::Box] {
        let grown =
            if shape == Primitive::Capsule { Vec3::new(s[0] + e, s[1], 0.0) } else { s + Vec3::new(e, e, e) };
        let thick = primitive_volume(shape, grown, Volume) - primitive_volume(shape, s, Volume);
        near(thick / e, primitive_volume(shape, s, Shell), 1e-4);
        let solid =
            |size: Vec3| primitive_inertia(shape, size, primitive_volume(shape, size, Volume), Volume);
        let shell = primitive_inertia(shape, s, primitive_volume(shape, s, Shell), Shell);
        assert!(((solid(grown) - solid(s)) / e - shell).norm() < 1e-4 * shell.norm(), "{shape:?}");
    }
}

#[test]
fn builtin_counts_follow_their_formulas() {
    let count = |k, p: &[f64]| -> (usize, usize, BuiltinMesh) {
        let b = builtin_mesh(k, p).unwrap();
        (b.raw.vert.len(), b.raw.face.len(), b)
    };
    for s in 0..4u32 {
        let (v, f, _) = count(MeshBuiltin::Sphere, &[f64::from(s)]);
        assert_eq!((v, f), (2 + 10 * 4usize.pow(s), 20 * 4usize.pow(s)));
    }
    for r in 0..5usize {
        let (v, f, _) = count(MeshBuiltin::Hemisphere, &[r as f64]);
        assert_eq!((v, f), (2 + 2 * (r + 1) * (r + 2), 4 * (r + 1) * (r + 2)));
    }
    let (_, _, b) = count(MeshBuiltin::Box, &[3.0, 4.0, 5.0, 0.1, 0.1, 0.1]);
    assert_eq!(b.tet.len(), 2 * 2 * (2 * 3 + 2 * 4 + 3 * 4));
    assert_eq!(b.inertia(MeshInertia::Legacy), MeshInertia::Legacy);
    let (_, f, b) = count(MeshBuiltin::Disc, &[5.0, 4.0, 1.0, 0.1, 0.1, 0.1]);
    assert_eq!(f, 2 * 4 * 3);
    assert_eq!(b.inertia(MeshInertia::Legacy), MeshInertia::Shell);
    assert_eq!(b.inertia(MeshInertia::Exact), MeshInertia::Exact);
    for (k, p) in [
        (MeshBuiltin::Sphere, &[5.0][..]),
        (MeshBuiltin::Cone, &[2.0, 0.5]),
        (MeshBuiltin::Cone, &[5.0, 1.5]),
        (MeshBuiltin::Grid, &[3.0, 2.0, 2.0, 0.1, 0.1, 0.1, 2.0]),
        (MeshBuiltin::Grid, &[1e9, 1e9, 1e9, 0.1, 0.1, 0.1]),
        (MeshBuiltin::Supersphere, &[1e8, 1.0, 1.0]),
        (MeshBuiltin::Wedge, &[3.0, 3.0, f64::NAN, 45.0, 0.0]),
        (MeshBuiltin::Plate, &[]),
    ] {
        assert!(builtin_mesh(k, p).is_err(), "{k:?} {p:?}");
    }
}
