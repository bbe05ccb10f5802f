//! The smooth position stages at one configuration, for constants.

use crate::inputs::Positions;
use crate::kinematics::Mocap;
use crate::stages::{Com, Kinematics, MassMatrix, Tendons, Transmissions};
use crate::transmission::TransmissionInput;
use crate::{com, crba, kinematics, tendon, transmission};
use stiction_linalg::TreePattern;
use stiction_model::Model;

/// Positions, lengths and inertia at one configuration.
#[derive(Clone, Debug, Default)]
pub struct Reference {
    /// Poses.
    pub kin: Kinematics,
    /// Centres of mass.
    pub com: Com,
    /// Tendons.
    pub ten: Tendons,
    /// Actuators.
    pub trn: Transmissions,
    /// Inertia and its factor.
    pub mass: MassMatrix,
    /// Pattern of the inertia.
    pub tree: TreePattern,
    /// First dof whose pivot was not positive.
    pub singular: Option<usize>,
}

impl Reference {
    /// Memory for `m`.
    pub fn allocate(m: &Model) -> Self {
        Reference {
            kin: Kinematics::allocate(m),
            com: Com::allocate(m),
            ten: Tendons::allocate(m),
            trn: Transmissions::allocate(m),
            mass: MassMatrix::allocate(m),
            tree: crba::pattern(m),
            singular: None,
        }
    }
    /// Poses and centres of mass; mocap bodies at their model pose.
    pub fn positions(&mut self, m: &Model, qpos: &[f64]) {
        let bodies = || (0..m.size.nbody).filter(|&b| m.body.mocapid[b].is_some());
        // mocap ids ascend with bodies
        let pos: Vec<_> = bodies().map(|b| m.body.pos[b]).collect();
        let quat: Vec<_> = bodies().map(|b| m.body.quat[b]).collect();
        kinematics::kinematics(m, qpos, Mocap { pos: &pos, quat: &quat }, &mut self.kin);
        com::com_pos(m, &self.kin, &mut self.com);
    }
    /// Lengths and moment arms of tendons and actuators, without contacts.
    pub fn lengths(&mut self, m: &Model, qpos: &[f64]) {
        let pos = Positions { kin: &self.kin, com: &self.com };
        tendon::tendons(m, qpos, &pos, &mut self.ten);
        let input = TransmissionInput { qpos, pos, ten: &self.ten, contacts: &[] };
        transmission::transmissions(m, &input, &mut vec![0.0; m.size.nv], &mut self.trn);
    }
    /// M and its factor; `dof_M0` must be right.
    pub fn inertia(&mut self, m: &Model) {
        crba::make_m(m, &self.com, &self.ten, &mut self.mass);
        self.singular = crba::factor_m(&self.tree, m.stiction.least_mass(), &mut self.mass);
    }
    /// ‖x‖² in the metric M⁻¹ for the sparse row x; `work` has nv numbers, of which only those between the row's last dof and
    /// the first root above it are touched: the rest of L⁻ᵀx is zero, and a model of many trees would cost nv² otherwise.
    pub fn inverse_norm2(&self, row: impl Iterator<Item = (usize, f64)> + Clone, work: &mut [f64]) -> f64 {
        let (mut lo, mut hi) = (work.len(), 0);
        for (k, _) in row.clone() {
            lo = lo.min(self.tree.chain(k)[0] as usize);
            hi = hi.max(k + 1);
        }
        if lo >= hi {
            return 0.0;
        }
        work[lo..hi].fill(0.0);
        row.for_each(|(k, v)| work[k] += v);
        for i in (lo..hi).rev() {
            self.tree.solve_up(i, &self.mass.qLD, work);
        }
        (lo..hi)
            .map(|i| {
                let x = work[i] * self.mass.qLDiagInv[i].sqrt();
                x * x
            })
            .sum()
    }
    /// ‖M⁻¹x‖ for the sparse row x, from the trees between its first and its last dof only.
    pub fn response(
        &self,
        m: &Model,
        row: impl Iterator<Item = (usize, f64)> + Clone,
        work: &mut [f64],
    ) -> f64 {
        let (mut lo, mut hi) = (work.len(), 0);
        for (k, _) in row.clone() {
            let t = m.dof.treeid[k];
            let dofs = m.tree.dofs(t).range();
            (lo, hi) = (lo.min(dofs.start), hi.max(dofs.end));
        }
        if lo >= hi {
            return 0.0;
        }
        work[lo..hi].fill(0.0);
        row.for_each(|(k, v)| work[k] += v);
        for i in (lo..hi).rev() {
            self.tree.solve_up(i, &self.mass.qLD, work);
        }
        (lo..hi).for_each(|i| work[i] *= self.mass.qLDiagInv[i]);
        for i in lo..hi {
            self.tree.solve_down(i, &self.mass.qLD, work);
        }
        work[lo..hi].iter().map(|x| x * x).sum::<f64>().sqrt()
    }
}
