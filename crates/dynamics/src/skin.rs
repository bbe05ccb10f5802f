//! Skins: where their vertices are.
//!
//! v = Σ_b w_b (x_b + R_b R_b0ᵀ (v_0 − x_b0))        over the bones b of a vertex, bound at x_b0, R_b0                  (1)
//! n = Σ (v_1 − v_0) × (v_2 − v_0) / |…|             over its faces; inflated skins are moved along n
//!
//! Reads  model.skin, kin     Writes the arrays it is given
//! Cost   one rotation per bone and vertex, no allocation after growth     Checked by: crates/stiction/tests/skin.rs.

use crate::stages::Kinematics;
use stiction_model::Model;
use stiction_spatial::{Quat, Vec3};

/// A skin as it is now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinShape {
    /// Vertices in the world (m).
    pub vert: Vec<[f32; 3]>,
    /// Unit normals of the vertices.
    pub normal: Vec<[f32; 3]>,
}

/// Skin `i` at these poses; `out` keeps its memory.
pub fn skin_shape(m: &Model, kin: &Kinematics, i: usize, out: &mut SkinShape) {
    let t = &m.skin;
    let range = |adr: i32, num: i32| adr.max(0) as usize..(adr.max(0) + num.max(0)) as usize;
    let (verts, faces) = (range(t.vertadr[i], t.vertnum[i]), range(t.faceadr[i], t.facenum[i]));
    let rest = &t.vert[verts];
    out.vert.clear();
    out.vert.resize(rest.len(), [0.0; 3]);
    out.normal.clear();
    out.normal.resize(rest.len(), [0.0; 3]);
    for b in range(t.boneadr[i], t.bonenum[i]) {
        // a number that no body has is refused by the next step; until then its bone holds nothing
        let body = t.bonebodyid[b].idx();
        let (Some(pos), Some(quat)) = (kin.xpos.get(body), kin.xquat.get(body)) else { continue };
        let bound = Quat(t.bonebindquat[b].map(f64::from));
        let turn = quat.mul_quat(bound.conj()).to_mat();
        let shift = *pos - turn.mul_vec(Vec3(t.bonebindpos[b].map(f64::from)));
        for k in range(t.bonevertadr[b], t.bonevertnum[b]) {
            let v = t.bonevertid[k] as usize;
            let p = turn.mul_vec(Vec3(rest[v].map(f64::from))) + shift;
            for a in 0..3 {
                out.vert[v][a] += t.bonevertweight[k] * p[a] as f32;
            }
        }
    }
    for f in &t.face[faces] {
        let [p, q, r] = f.map(|v| Vec3(out.vert[v as usize].map(f64::from)));
        let n = (q - p).cross(r - p);
        for v in f {
            for a in 0..3 {
                out.normal[*v as usize][a] += n[a] as f32;
            }
        }
    }
    for (n, v) in out.normal.iter_mut().zip(&mut out.vert) {
        let len = n.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-15);
        for a in 0..3 {
            n[a] /= len;
            v[a] += t.inflate[i] * n[a];
        }
    }
}
