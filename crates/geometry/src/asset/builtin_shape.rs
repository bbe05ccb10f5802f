//! Spheres, tori, cones and tactile surfaces: vertices and faces in the order of MuJoCo's generators.

use super::RawMesh;
use std::collections::BTreeMap;
use std::f64::consts::PI;

/// Icosahedron: each corner lies on one of three golden rectangles, (±1, ±φ, 0) cyclically.
const ICOSAHEDRON: [[i32; 3]; 20] = [
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
];

/// Icosahedron with every triangle cut into four, `subdivisions` times, all vertices on the unit sphere (in f32).
pub(super) fn sphere(subdivisions: usize) -> RawMesh {
    let phi = ((1.0 + f64::sqrt(5.0)) / 2.0) as f32;
    let norm = f64::sqrt(1.0 + f64::from(phi * phi));
    let (one, phi) = ((1.0 / norm) as f32, (f64::from(phi) / norm) as f32);
    let signs = [(-1.0, 1.0), (1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let mut vert: Vec<[f32; 3]> = Vec::new();
    vert.extend(signs.map(|(a, b)| [a * one, b * phi, 0.0]));
    vert.extend(signs.map(|(a, b)| [0.0, a * one, b * phi]));
    vert.extend(signs.map(|(a, b)| [b * phi, 0.0, a * one]));
    let mut face = ICOSAHEDRON.to_vec();
    for _ in 0..subdivisions {
        let mut middle = BTreeMap::new();
        let mut cut = Vec::with_capacity(4 * face.len());
        for &[a, b, c] in &face {
            let mut between = |i: i32, j: i32| {
                *middle.entry((i.min(j), i.max(j))).or_insert_with(|| {
                    let m: [f32; 3] =
                        std::array::from_fn(|k| (vert[i as usize][k] + vert[j as usize][k]) / 2.0);
                    let n = f32::sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
                    vert.push(m.map(|x| x / n));
                    vert.len() as i32 - 1
                })
            };
            let (ab, bc, ca) = (between(a, b), between(b, c), between(c, a));
            cut.extend([[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]);
        }
        face = cut;
    }
    RawMesh { vert, face, ..RawMesh::default() }
}

/// Half an octahedron with `res` subdivisions per edge, pushed out to the unit sphere, closed by a fan at z = 0.
pub(super) fn hemisphere(res: usize) -> RawMesh {
    const EQUATOR: [[f64; 2]; 4] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
    let mut vert = vec![[0.0, 0.0, 1.0]];
    for row in 1..=res + 1 {
        let f = row as f64 / (res + 1) as f64;
        for side in 0..4 {
            let at = |k: usize| [f * EQUATOR[k][0], f * EQUATOR[k][1], 1.0 + f * (0.0 - 1.0)];
            let (a, b) = (at(side), at((side + 1) % 4));
            for i in 0..row {
                let p: [f64; 3] = std::array::from_fn(|k| a[k] + i as f64 * ((b[k] - a[k]) / row as f64));
                let norm = f64::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
                vert.push(p.map(|x| (x / norm) as f32));
            }
        }
    }
    vert.push([0.0; 3]);
    let mut face = vec![[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1]];
    for row in 0..res {
        let (near, far) = (2 * row * (row + 1) + 1, 2 * (row + 1) * (row + 2) + 1);
        let (nnear, nfar) = (4 * (row + 1), 4 * (row + 2));
        for side in 0..4 {
            for i in 0..row + 2 {
                let (p, q) = (i + (row + 1) * side, i + (row + 2) * side);
                let inner = (near + p % nnear) as i32;
                let outer = (far + (q + 1) % nfar) as i32;
                face.push([inner, (far + q % nfar) as i32, outer]);
                if i < row + 1 {
                    face.push([inner, outer, (near + (p + 1) % nnear) as i32]);
                }
            }
        }
    }
    let (rim, count) = (2 * res * (res + 1) + 1, 4 * (res + 1));
    let center = vert.len() as i32 - 1;
    face.extend((0..count).map(|i| [(rim + i) as i32, center, (rim + (i + 1) % count) as i32]));
    RawMesh { vert, face, ..RawMesh::default() }
}

/// Unit polygon at z = -1 and a smaller one, or a point, at z = 1; the hull makes the faces.
pub(super) fn cone(n: usize, radius: f64) -> RawMesh {
    let angle = |i: usize| 2.0 * i as f64 * PI / n as f64;
    let mut vert: Vec<[f32; 3]> =
        (0..n).map(|i| [libm::cos(angle(i)) as f32, libm::sin(angle(i)) as f32, -1.0]).collect();
    if radius > 0.0 {
        vert.extend(
            (n..2 * n)
                .map(|i| [(radius * libm::cos(angle(i))) as f32, (radius * libm::sin(angle(i))) as f32, 1.0]),
        );
    } else {
        vert.push([0.0, 0.0, 1.0]);
    }
    RawMesh { vert, ..RawMesh::default() }
}

/// sign(c) |c|ᵐ.
fn power(c: f64, m: f64) -> f64 {
    libm::copysign(libm::pow(c.abs(), m), c)
}

/// Superellipsoid of unit half-axes.
pub(super) fn supersphere(res: usize, e: f64, n: f64) -> RawMesh {
    let mut vert = vec![[0.0, 0.0, -1.0]];
    for i in 1..res {
        let v = -PI / 2.0 + i as f64 * PI / res as f64;
        let (cv, sv) = (power(libm::cos(v), n), power(libm::sin(v), n));
        for j in 0..res {
            let u = -PI + j as f64 * 2.0 * PI / res as f64;
            vert.push([
                (cv * power(libm::cos(u), e)) as f32,
                (cv * power(libm::sin(u), e)) as f32,
                sv as f32,
            ]);
        }
    }
    vert.push([0.0, 0.0, 1.0]);
    let at = |ring: usize, j: usize| (1 + ring * res + j % res) as i32;
    let mut face: Vec<[i32; 3]> = (0..res).map(|j| [0, at(0, j + 1), at(0, j)]).collect();
    for i in 0..res - 2 {
        for j in 0..res {
            face.push([at(i, j), at(i, j + 1), at(i + 1, j)]);
            face.push([at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)]);
        }
    }
    let north = vert.len() as i32 - 1;
    face.extend((0..res).map(|j| [at(res - 2, j), at(res - 2, j + 1), north]));
    RawMesh { vert, face, ..RawMesh::default() }
}

/// Supertoroid of major radius 1.
pub(super) fn supertorus(res: usize, radius: f64, [s, t]: [f64; 2]) -> RawMesh {
    let mut vert = Vec::with_capacity(res * res);
    let mut face = Vec::with_capacity(2 * res * res);
    let angle = |i: usize| 2.0 * PI * i as f64 / res as f64;
    for i in 0..res {
        for j in 0..res {
            let (u, v) = (angle(i), angle(j));
            let ring = 1.0 + radius * power(libm::cos(v), s);
            vert.push([
                (ring * power(libm::cos(u), t)) as f32,
                (ring * power(libm::sin(u), t)) as f32,
                (radius * power(libm::sin(v), s)) as f32,
            ]);
            let at = |i: usize, j: usize| (i % res * res + j % res) as i32;
            face.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
            face.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
    RawMesh { vert, face, ..RawMesh::default() }
}

/// n numbers from -1 to 1, accumulated.
fn spaced(n: usize) -> Vec<f64> {
    let step = if n > 1 { 2.0 / (n - 1) as f64 } else { 0.0 };
    let mut x = -1.0;
    (0..n).map(|_| (x, x += step).0).collect()
}

/// Points on a unit sphere in a field of view, denser in the middle for larger `gamma`; the three normals of a point
/// are its outward direction and two tangents.
pub(super) fn wedge(res: [usize; 2], fov: [f64; 2], gamma: f64) -> RawMesh {
    let edges = |n: usize, fov: f64| -> Vec<f64> {
        let bend = |x: f64| if gamma == 0.0 { x } else { gamma * libm::pow(x, 5.0) + (1.0 - gamma) * x };
        spaced(n + 1).into_iter().map(|x| fov * PI / 180.0 * bend(x)).collect()
    };
    let (azimuth, elevation) = (edges(res[0], fov[0]), edges(res[1], fov[1]));
    let mut mesh = RawMesh::default();
    for i in 0..res[0] {
        for j in 0..res[1] {
            let a = 0.5 * (azimuth[i + 1] + azimuth[i]);
            let e = 0.5 * (elevation[j + 1] + elevation[j]);
            let (ca, sa, ce, se) = (libm::cos(a), libm::sin(a), libm::cos(e), libm::sin(e));
            mesh.vert.push([(ce * sa) as f32, se as f32, (-ce * ca) as f32]);
            let ta = unit([ce * ca, 0.0, ce * sa]);
            let te = unit([-se * sa, ce, se * ca]);
            let n =
                [te[1] * ta[2] - te[2] * ta[1], te[2] * ta[0] - te[0] * ta[2], te[0] * ta[1] - te[1] * ta[0]];
            mesh.normal.extend([n, ta, te].map(|v| v.map(|x| x as f32)));
        }
    }
    mesh
}

fn unit(v: [f64; 3]) -> [f64; 3] {
    let square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if square < 1e-14 {
        return v;
    }
    let n = f64::sqrt(square);
    if (n - 1.0).abs() > 1e-14 { v.map(|x| x / n) } else { v }
}

/// Points at the cell centres of the square [-1, 1]² at z = -1, joined by triangles; every point has the axes as
/// its three normals.
pub(super) fn plate(res: [usize; 2]) -> RawMesh {
    let mut mesh = RawMesh::default();
    let (dx, dy) = (2.0 / res[0] as f64, 2.0 / res[1] as f64);
    let at = |i: usize, j: usize| (i * res[1] + j) as i32;
    for i in 0..res[0] {
        for j in 0..res[1] {
            mesh.vert.push([
                (-1.0 + (i as f64 + 0.5) * dx) as f32,
                (-1.0 + (j as f64 + 0.5) * dy) as f32,
                -1.0,
            ]);
            mesh.normal.extend([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
            if i > 0 && j > 0 {
                mesh.face.push([at(i - 1, j - 1), at(i, j - 1), at(i - 1, j)]);
                mesh.face.push([at(i, j), at(i - 1, j), at(i, j - 1)]);
            }
        }
    }
    mesh
}
