//! Dofs that move two bodies relative to each other, and the columns of their relative Jacobian.
//!
//! ∂(ṗ₂ − ṗ₁)/∂q̇_i = s₂ (v_i + ω_i × r₂) − s₁ (v_i + ω_i × r₁),   r = p − c,   (ω_i, v_i) = cdof_i               (1)
//!
//! Reads  model.dof, com     Writes nothing

use stiction_dynamics::chain::reference;
use stiction_dynamics::moment::last_dof;
use stiction_dynamics::stages::Com;
use stiction_model::Model;
use stiction_model::ids::BodyId;
use stiction_spatial::{Mat3, Vec3};

/// The ascending dofs of two bodies' chains, with the side each belongs to. Kept between calls, since contacts of one body
/// pair come one after the other.
#[derive(Clone, Debug, Default)]
pub struct PairDofs {
    key: Option<(BodyId, BodyId, bool)>,
    /// Ascending dofs.
    pub dofs: Vec<u32>,
    /// Per dof: moves the first body.
    pub first: Vec<bool>,
    /// Per dof: moves the second body.
    pub second: Vec<bool>,
}

impl PairDofs {
    /// Forgets the last pair (the model may have changed).
    pub fn reset(&mut self) {
        self.key = None;
    }

    /// Finds the dofs of a pair. With `skip_common`, dofs that move both bodies are left out: at a common point they cancel.
    pub fn set(&mut self, m: &Model, b1: BodyId, b2: BodyId, skip_common: bool) {
        if self.key == Some((b1, b2, skip_common)) {
            return;
        }
        // a pair is known when its dofs are: a model with broken indices may end this half-way
        self.key = None;
        self.dofs.clear();
        self.first.clear();
        self.second.clear();
        let (mut i, mut j) = (last_dof(m, b1), last_dof(m, b2));
        while i.is_some() || j.is_some() {
            let k = i.max(j);
            let (on1, on2) = (i == k, j == k);
            if on1 && on2 && skip_common {
                break; // from here on the chains are the same
            }
            self.dofs.push(k.number() as u32);
            self.first.push(on1);
            self.second.push(on2);
            let parent = m.dof.parentid[k];
            if on1 {
                i = parent;
            }
            if on2 {
                j = parent;
            }
        }
        self.dofs.reverse();
        self.first.reverse();
        self.second.reverse();
        self.key = Some((b1, b2, skip_common));
    }

    /// `dim` rows of (1) at one common point, along the rows of `frame`: first translations, then rotations. `out` holds
    /// them one after the other, each padded to the same length.
    pub fn contact_rows(&self, com: &Com, offsets: [Vec3; 2], frame: &Mat3, dim: usize, out: &mut [f64]) {
        let n = out.len() / dim;
        let axis = |k: usize| frame.row(k);
        // a · (v + ω × r) = a · v + (r × a) · ω
        let moment: [[Vec3; 3]; 2] = [0, 1].map(|s| [0, 1, 2].map(|k| offsets[s].cross(axis(k))));
        let translations = dim.min(3);
        for (c, &dof) in self.dofs.iter().enumerate() {
            let s = &com.cdof[dof as usize];
            let side = usize::from(self.second[c]);
            let sign = if self.second[c] { 1.0 } else { -1.0 };
            for k in 0..translations {
                out[k * n + c] = sign * (axis(k).dot(s.lin) + moment[side][k].dot(s.ang));
            }
            for k in 3..dim {
                out[k * n + c] = sign * axis(k - 3).dot(s.ang);
            }
        }
    }

    /// Column c of (first minus second): translation at the two points, and rotation.
    #[inline]
    pub fn difference(&self, com: &Com, offsets: [Vec3; 2], c: usize) -> (Vec3, Vec3) {
        let s = &com.cdof[self.dofs[c] as usize];
        let (mut lin, mut ang) = (Vec3::ZERO, Vec3::ZERO);
        if self.first[c] {
            lin += s.lin + s.ang.cross(offsets[0]);
            ang += s.ang;
        }
        if self.second[c] {
            lin -= s.lin + s.ang.cross(offsets[1]);
            ang -= s.ang;
        }
        (lin, ang)
    }
}

/// Offset of a world point from the reference point of its body's `cdof`.
#[inline]
pub(crate) fn offset(m: &Model, com: &Com, body: BodyId, p: Vec3) -> Vec3 {
    p - reference(m, com, body)
}
