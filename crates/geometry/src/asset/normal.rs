//! Vertex normals from faces.
//!
//! n_v = Σ over faces at v of (area-weighted unit normal), normalised. Unless smoothing is asked for, faces at more
//! than acos 0.8 from that sum are taken out again, so that creases of flat-sided meshes stay sharp. Sums are kept
//! in f32, as the stored normals are.

use stiction_spatial::{MIN_VAL, Vec3};

/// Cosine below which a face does not count for its vertex.
const CREASE: f64 = 0.8;
/// Squared lengths below this are not normalised.
const EPS: f64 = 1e-14;

/// One normal per vertex.
pub(crate) fn vertex_normals(vert: &[[f64; 3]], face: &[[i32; 3]], smooth: bool) -> Vec<[f32; 3]> {
    let mut normal = vec![[0f32; 3]; vert.len()];
    let face_normal: Vec<(Vec3, f64)> = face.iter().map(|t| unit_normal(vert, t)).collect();
    for (t, &(n, weight)) in face.iter().zip(&face_normal) {
        for &v in t {
            add(&mut normal[v as usize], n, weight);
        }
    }
    if !smooth {
        let mut remove = vec![[0f32; 3]; vert.len()];
        for (t, &(n, weight)) in face.iter().zip(&face_normal) {
            for &v in t {
                let sum = normal[v as usize].map(f64::from);
                if n.dot(normalize(Vec3(sum)).0) < CREASE {
                    add(&mut remove[v as usize], n, weight);
                }
            }
        }
        for (n, r) in normal.iter_mut().zip(&remove) {
            for k in 0..3 {
                n[k] -= r[k];
            }
        }
    }
    for n in &mut normal {
        let length = f32::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        *n = if f64::from(length) > MIN_VAL { n.map(|x| x / length) } else { [0.0, 0.0, 1.0] };
    }
    normal
}

fn add(sum: &mut [f32; 3], n: Vec3, weight: f64) {
    for k in 0..3 {
        sum[k] = (f64::from(sum[k]) + n[k] * weight) as f32;
    }
}

/// Unit normal and twice the area of a triangle.
fn unit_normal(vert: &[[f64; 3]], t: &[i32; 3]) -> (Vec3, f64) {
    let [a, b, c] = t.map(|v| Vec3(vert[v as usize]));
    normalize((b - a).cross(c - a))
}

/// Unit vector and length; tiny vectors are left as they are with length 0.
fn normalize(v: Vec3) -> (Vec3, f64) {
    let square = v.dot(v);
    if square < EPS {
        return (v, 0.0);
    }
    let n = f64::sqrt(square);
    ((if (n - 1.0).abs() > EPS { v / n } else { v }), n)
}

/// Unit normals of what the file gave; zero ones become the z axis.
pub(crate) fn normalize_given(normal: &mut [[f32; 3]]) {
    for n in normal {
        let square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
        *n = if f64::from(square) > MIN_VAL {
            let s = 1.0 / f32::sqrt(square);
            n.map(|x| x * s)
        } else {
            [0.0, 0.0, 1.0]
        };
    }
}
