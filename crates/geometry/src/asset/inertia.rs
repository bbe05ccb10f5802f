//! Mass properties of triangle meshes.
//!
//! With a = mean of the faces weighted by area, each triangle (D, E, F) with centre c, unit normal n and area A
//! spans a pyramid of volume V = n·(c − a) A/3 and centre of mass (3c + a)/4. About the centre of mass,
//!
//! ∫ x_i x_j = Σ V/20 (2 (D_iD_j + E_iE_j + F_iF_j) + D_iE_j + D_jE_i + D_iF_j + D_jF_i + E_iF_j + E_jF_i)      (1)
//!
//! and for a shell the same with A/12 for V/20. Legacy meshes take |V|. The order of sums is MuJoCo's, since the
//! principal axes of symmetric meshes depend on the last bits.

use super::{AssetError, MeshInertia};
use stiction_spatial::{MIN_VAL, Mat3, Vec3};

/// Volume (or area), centre of mass and inertia per unit density about it.
pub(crate) struct Moments {
    pub volume: f64,
    pub center: Vec3,
    pub inertia: Mat3,
}

/// Area, unit normal and centre of a triangle; triangles without area keep their tiny normal.
fn triangle(v: &[[f64; 3]], t: &[i32; 3]) -> (f64, Vec3, Vec3) {
    let [a, b, c] = t.map(|i| Vec3(v[i as usize]));
    let center =
        Vec3::new((a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0, (a[2] + b[2] + c[2]) / 3.0);
    let n = (b - a).cross(c - a);
    let size = n.norm();
    if size < MIN_VAL {
        return (0.0, n, center);
    }
    (0.5 * size, n / size, center)
}

/// True if the triangle has an area that counts for the orientation check.
pub(crate) fn has_area(v: &[[f64; 3]], t: &[i32; 3]) -> bool {
    triangle(v, t).0 > f64::sqrt(MIN_VAL)
}

/// Mass properties of the mesh `face`, or of its hull `hull_face` for convex inertia.
pub(crate) fn moments(
    vert: &[[f64; 3]],
    face: &[[i32; 3]],
    hull_face: &[[i32; 3]],
    mode: MeshInertia,
) -> Result<Moments, AssetError> {
    let body = if mode == MeshInertia::Convex { hull_face } else { face };
    let (area, anchor) = weighted_center(vert, face);
    if area < MIN_VAL {
        return Err(AssetError::new("mesh surface area is too small")
            .hint("the mesh has no faces with area; check its scale"));
    }
    let (size, center) =
        first_moment(vert, if mode == MeshInertia::Shell { face } else { body }, anchor, mode);
    check_size(size, mode)?;
    let (volume, inertia) = second_moment(vert, body, center, mode);
    Ok(Moments { volume, center, inertia })
}

fn check_size(size: f64, mode: MeshInertia) -> Result<(), AssetError> {
    if size >= MIN_VAL {
        return Ok(());
    }
    if mode == MeshInertia::Shell {
        return Err(AssetError::new("mesh surface area is too small"));
    }
    if size < 0.0 {
        return Err(AssetError::new("mesh volume is negative (misoriented triangles)")
            .hint("flip the faces, or set inertia to convex or shell"));
    }
    Err(AssetError::new("mesh volume is too small").hint("try setting inertia to shell"))
}

/// Total area and the mean of the face centres weighted by area.
fn weighted_center(vert: &[[f64; 3]], face: &[[i32; 3]]) -> (f64, Vec3) {
    let (mut total, mut sum) = (0.0, Vec3::ZERO);
    for t in face {
        let (area, _, center) = triangle(vert, t);
        sum += center * area;
        total += area;
    }
    (total, if total >= MIN_VAL { sum / total } else { sum })
}

/// Volume or area, and centre of mass, by pyramids over `anchor`.
fn first_moment(vert: &[[f64; 3]], face: &[[i32; 3]], anchor: Vec3, mode: MeshInertia) -> (f64, Vec3) {
    let (mut total, mut sum) = (0.0, Vec3::ZERO);
    for t in face {
        let (area, normal, center) = triangle(vert, t);
        let weight = match mode {
            MeshInertia::Shell => area,
            MeshInertia::Legacy => ((center - anchor).dot(normal) * area / 3.0).abs(),
            _ => (center - anchor).dot(normal) * area / 3.0,
        };
        total += weight;
        for k in 0..3 {
            sum[k] += weight * (center[k] * 3.0 / 4.0 + anchor[k] / 4.0);
        }
    }
    (total, if total >= MIN_VAL { sum / total } else { sum })
}

/// (1): volume or area, and inertia about `origin`.
fn second_moment(vert: &[[f64; 3]], face: &[[i32; 3]], origin: Vec3, mode: MeshInertia) -> (f64, Mat3) {
    const PAIR: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
    let shell = mode == MeshInertia::Shell;
    let centered: Vec<[f64; 3]> = vert.iter().map(|&v| (Vec3(v) - origin).0).collect();
    let (mut total, mut p) = (0.0, [0.0; 6]);
    for t in face {
        let (area, normal, center) = triangle(&centered, t);
        let mut volume = if shell { area } else { center.dot(normal) * area / 3.0 };
        if mode == MeshInertia::Legacy {
            volume = volume.abs();
        }
        total += volume;
        let [d, e, f] = t.map(|i| centered[i as usize]);
        let unit = volume / if shell { 12.0 } else { 20.0 };
        for (k, (i, j)) in PAIR.into_iter().enumerate() {
            p[k] += unit
                * (2.0 * (d[i] * d[j] + e[i] * e[j] + f[i] * f[j])
                    + d[i] * e[j]
                    + d[j] * e[i]
                    + d[i] * f[j]
                    + d[j] * f[i]
                    + e[i] * f[j]
                    + e[j] * f[i]);
        }
    }
    let (xy, xz, yz) = (-p[3], -p[4], -p[5]);
    (total, Mat3([p[1] + p[2], xy, xz, xy, p[0] + p[2], yz, xz, yz, p[0] + p[1]]))
}
