//! Constraint rows: the one row type that every solver reads.
//!
//! A block is one constraint (or one contact): `dim` rows over one ascending dof list, and one cone. For each row
//!
//! ```text
//! D = 1/R,   a_ref,   and the cone K of its force                                              (acceleration form)
//! ```
//!
//! Writer: the constraint stage. Readers: solvers, the residual checker, sensors.
//! Order of blocks, as in MuJoCo: equality, friction loss (dof, tendon), limits (joint, tendon), contacts; then those of the
//! user's constraints ([`RowKind::User`]).

use stiction_linalg::BlockCsr;

/// What a block comes from; the numbers are `mjtConstraint`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RowKind {
    /// Equality constraint.
    Equality = 0,
    /// Dry friction of a dof.
    FrictionDof = 1,
    /// Dry friction of a tendon.
    FrictionTendon = 2,
    /// Joint limit.
    LimitJoint = 3,
    /// Tendon limit.
    LimitTendon = 4,
    /// Contact without friction.
    ContactFrictionless = 5,
    /// Contact, pyramidal cone: 2(condim − 1) non-negative edges.
    ContactPyramidal = 6,
    /// Contact, elliptic cone: condim rows.
    ContactElliptic = 7,
    /// A constraint that the user wrote.
    User = 8,
}

impl RowKind {
    /// True for the rows of contacts.
    #[inline(always)]
    pub fn is_contact(self) -> bool {
        matches!(self, RowKind::ContactFrictionless | RowKind::ContactPyramidal | RowKind::ContactElliptic)
    }
}

/// Friction ellipse of one contact.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Ellipse {
    /// μ_j of the tangential rows: sliding 1, 2, torsional, rolling 1, 2. The first dim − 1 are used; each > 0.
    pub mu: [f64; 5],
    /// μ of the regularised cone, μ_1 √(R_1/R_0).
    pub mu_reg: f64,
}

/// The set K to which a block's force belongs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cone {
    /// ℝᵈ: equality.
    Free,
    /// f ≥ 0, each row by itself.
    Orthant,
    /// |f| ≤ `frictionloss`, each row by itself.
    Interval,
    /// f_0 ≥ 0 and Σ (f_j/μ_j)² ≤ f_0², dim 3, 4 or 6.
    Ellipse(Ellipse),
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockInfo {
    /// Source of the block.
    pub kind: RowKind,
    /// Id of the equality, dof, tendon, joint or contact.
    pub id: i32,
    /// Cone of the force.
    pub cone: Cone,
}

/// All rows of one step. Per-row vectors have length `jac.nrow()`.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Jacobian; block i belongs to `info[i]`.
    pub jac: BlockCsr,
    /// One entry per block.
    pub info: Vec<BlockInfo>,
    /// Reference acceleration (nrow).
    pub aref: Vec<f64>,
    /// Compliance R > 0 (nrow).
    pub r: Vec<f64>,
    /// Its inverse D (nrow).
    pub d: Vec<f64>,
    /// Half-width of an interval, 0 for other cones (nrow).
    pub frictionloss: Vec<f64>,
    /// Constraint position (nrow). Not read by solvers, like all that follow, except `diag` by the checker.
    pub pos: Vec<f64>,
    /// Inclusion margin (nrow).
    pub margin: Vec<f64>,
    /// J v (nrow).
    pub vel: Vec<f64>,
    /// Stiffness, damping, impedance and its derivative (nrow).
    pub kbip: Vec<[f64; 4]>,
    /// Diagonal of A = J M⁻¹ Jᵀ, approximate or exact (nrow).
    pub diag: Vec<f64>,
}

impl Rows {
    /// Forgets all rows, keeps the memory.
    pub fn clear(&mut self) {
        self.jac.clear();
        self.info.clear();
        for v in [
            &mut self.aref,
            &mut self.r,
            &mut self.d,
            &mut self.frictionloss,
            &mut self.pos,
            &mut self.margin,
            &mut self.vel,
            &mut self.diag,
        ] {
            v.clear();
        }
        self.kbip.clear();
    }

    /// Appends a block over `dofs` (strictly ascending). Values and per-row numbers start at zero (R = D = 1) and are written
    /// through `jac.row_mut(b, i)` and the per-row vectors at `range(b)`. Returns the block's index b.
    pub fn push(&mut self, info: BlockInfo, dofs: &[u32], dim: usize) -> usize {
        let b = self.jac.push(dofs, dim);
        self.info.push(info);
        let n = self.jac.nrow();
        for v in [
            &mut self.aref,
            &mut self.frictionloss,
            &mut self.pos,
            &mut self.margin,
            &mut self.vel,
            &mut self.diag,
        ] {
            if dim == 1 { v.push(0.0) } else { v.resize(n, 0.0) }
        }
        if dim == 1 {
            self.r.push(1.0);
            self.d.push(1.0);
            self.kbip.push([0.0; 4]);
            return b;
        }
        self.r.resize(n, 1.0);
        self.d.resize(n, 1.0);
        self.kbip.resize(n, [0.0; 4]);
        b
    }

    /// Keeps the blocks for which `keep` is true, in their order; `spare` lends memory.
    pub fn retain(&mut self, spare: &mut Rows, mut keep: impl FnMut(usize) -> bool) {
        spare.clear();
        for b in 0..self.nblock() {
            if !keep(b) {
                continue;
            }
            let from = self.range(b);
            let n = spare.push(self.info[b], self.jac.dofs(b), from.len());
            spare.jac.vals_mut(n).copy_from_slice(self.jac.vals(b));
            let to = spare.range(n);
            for (y, x) in [
                (&mut spare.aref, &self.aref),
                (&mut spare.r, &self.r),
                (&mut spare.d, &self.d),
                (&mut spare.frictionloss, &self.frictionloss),
                (&mut spare.pos, &self.pos),
                (&mut spare.margin, &self.margin),
                (&mut spare.vel, &self.vel),
                (&mut spare.diag, &self.diag),
            ] {
                y[to.clone()].copy_from_slice(&x[from.clone()]);
            }
            spare.kbip[to].copy_from_slice(&self.kbip[from]);
        }
        std::mem::swap(self, spare);
    }

    /// Takes the last block back if no dof moves any of its rows: it could only push where nothing gives. True if it stays.
    pub fn keep_if_moved(&mut self, last: usize) -> bool {
        let moved = self.jac.vals(last).iter().any(|&v| v != 0.0);
        if !moved {
            self.truncate(last);
        }
        moved
    }

    /// Forgets block `b` and all that follow.
    fn truncate(&mut self, b: usize) {
        self.jac.truncate(b);
        self.info.truncate(b);
        let n = self.jac.nrow();
        for v in [
            &mut self.aref,
            &mut self.r,
            &mut self.d,
            &mut self.frictionloss,
            &mut self.pos,
            &mut self.margin,
            &mut self.vel,
            &mut self.diag,
        ] {
            v.truncate(n);
        }
        self.kbip.truncate(n);
    }

    /// Number of blocks.
    #[inline(always)]
    pub fn nblock(&self) -> usize {
        self.info.len()
    }

    /// Rows of block b.
    #[inline(always)]
    pub fn range(&self, b: usize) -> core::ops::Range<usize> {
        self.jac.blocks[b].rows()
    }

    /// Number of rows.
    pub fn nefc(&self) -> usize {
        self.jac.nrow()
    }
}
