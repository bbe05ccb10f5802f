//! The smooth position stages at one configuration, for constants.

use crate::inputs::{ForceScratch, Positions};
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
        let bodies = || (0..m.size.nbody).filter(|&b| m.body.mocapid[b] >= 0);
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
        transmission::transmissions(m, &input, &mut ForceScratch::allocate(m), &mut self.trn);
    }
    /// M and its factor; `dof_M0` must be right.
    pub fn inertia(&mut self, m: &Model) {
        crba::make_m(m, &self.com, &self.ten, &mut self.mass);
        self.singular = crba::factor_m(&self.tree, &mut self.mass);
    }
    /// ‖x‖² in the metric M⁻¹ for the sparse row x; `work` has nv numbers.
    pub fn inverse_norm2(&self, row: impl Iterator<Item = (usize, f64)>, work: &mut [f64]) -> f64 {
        work.fill(0.0);
        row.for_each(|(k, v)| work[k] += v);
        crba::solve_m2(&self.tree, &self.mass, work);
        work.iter().map(|x| x * x).sum()
    }
}
