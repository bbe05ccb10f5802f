//! The data of one simulation: state, inputs, and one struct per stage, each written by one stage only.

use crate::check::WarningStat;
use crate::hard::Hard;
use crate::inverse::Inverse;
use crate::metric::StepMetric;
use crate::sensor::SensorData;
use crate::sleep::{self, Sleeping};
use crate::state::{Input, State};
use crate::timer::Timers;
use stiction_constraint::rows::RowCounts;
use stiction_constraint::user::{Constraints, Handle, ProjectScratch};
use stiction_constraint::{Contacts, RowScratch};
use stiction_dynamics::derivative::Derivative;
use stiction_dynamics::inputs::{ContactPoint, ForceScratch};
use stiction_dynamics::rnea::RneScratch;
use stiction_dynamics::stages::{
    Actuation, Bias, Com, Kinematics, MassMatrix, Passive, Post, Smooth, Tendons, Transmissions, Velocities,
};
use stiction_dynamics::{crba, plastic};
use stiction_linalg::TreePattern;
use stiction_model::fields::{NumbersMut, Shape};
use stiction_model::{Model, fields};
use stiction_solver::{Islands, Rows, Solution, Undefined, Workspace};
use stiction_spatial::Quat;

fields! {
    /// Matrices of the implicit integrators. Written by `integrate`.
    #[allow(non_snake_case)]
    pub struct Implicit("") {
        qH: Vec<f64>,
        qHDiagInv: Vec<f64>,
        qDeriv: Vec<f64>,
        qLU: Vec<f64>,
    }
}

/// Which lazily computed quantities are up to date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Potential energy.
    pub energypos: bool,
    /// Kinetic energy.
    pub energyvel: bool,
    /// Subtree velocities.
    pub subtreevel: bool,
    /// Accelerations and forces of bodies.
    pub rnepost: bool,
}

/// Memory that stages share.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Row assembly.
    pub rows: RowScratch,
    /// Force stages.
    pub force: ForceScratch,
    /// Newton–Euler.
    pub rne: RneScratch,
    /// Contacts as forces see them.
    pub contact_points: Vec<ContactPoint>,
    /// Constraint solver.
    pub solver: Workspace,
    /// Three vectors over dofs.
    pub nv: [Vec<f64>; 3],
    /// Checker of solutions.
    pub checker: stiction_solver::residual::Checker,
    /// One row's dofs, gathered.
    pub gather: Vec<f64>,
    /// Output of one sensor.
    pub sensor: Vec<f64>,
    /// Outputs of all sensors while they are computed.
    pub sensor_out: Vec<f64>,
    /// Contacts that match a sensor.
    pub(crate) matches: Vec<crate::sensor::Match>,
    /// Distance queries.
    pub ccd: stiction_geometry::query::Scratch,
    /// Contact points of a distance query.
    pub manifold: stiction_geometry::query::Manifold,
    /// Rate of the activations while they advance.
    pub act_dot: Vec<f64>,
    /// Velocity derivatives.
    pub derivative: Derivative,
    /// Runge–Kutta stages.
    pub rk: crate::integrate::RkScratch,
    /// State before the step, to return to when it fails.
    pub backup: State,
    /// Projection on the user's hard equalities.
    pub project: ProjectScratch,
}

impl Clone for Scratch {
    /// A copy starts with the buffers that have a fixed size; the others grow again when needed.
    fn clone(&self) -> Self {
        Scratch {
            force: self.force.clone(),
            rne: self.rne.clone(),
            nv: self.nv.clone(),
            backup: self.backup.clone(),
            derivative: self.derivative.clone(),
            contact_points: self.contact_points.clone(),
            ..Scratch::default()
        }
    }
}

/// The data of one simulation.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Data {
    /// Time [s].
    pub time: f64,
    pub state: State,
    pub input: Input,
    /// Sparsity of the inertia.
    pub tree: TreePattern,
    /// Kinematic tree of every dof.
    pub dof_tree: Vec<u32>,
    pub kin: Kinematics,
    pub com: Com,
    pub ten: Tendons,
    pub mass: MassMatrix,
    pub contacts: Contacts,
    /// Constraints that the user wrote.
    pub constraints: Constraints,
    pub rows: Rows,
    pub counts: RowCounts,
    pub islands: Islands,
    /// Metric of a velocity-level step.
    pub metric: StepMetric,
    /// What hard contact keeps.
    pub hard: Hard,
    /// Why the last solve was not defined, if it was not.
    pub undefined: Option<Undefined>,
    pub trn: Transmissions,
    pub vel: Velocities,
    pub passive: Passive,
    pub bias: Bias,
    pub actuation: Actuation,
    pub smooth: Smooth,
    pub solution: Solution,
    pub implicit: Implicit,
    pub post: Post,
    pub inverse: Inverse,
    pub sensors: SensorData,
    /// What sleeps.
    pub sleep: Sleeping,
    /// Potential and kinetic energy [J].
    pub energy: [f64; 2],
    pub flags: Flags,
    pub warnings: [WarningStat; 7],
    /// Differences between forward and inverse dynamics, if the option `fwdinv` asks for them.
    pub fwdinv: [f64; 2],
    /// Trees with `sleep="init"` that could not be put to sleep at the last reset.
    pub failed_to_sleep: usize,
    pub timers: Timers,
    pub scratch: Scratch,
}

impl Data {
    /// Data of `m` at its reference configuration.
    pub fn new(m: &Model) -> Self {
        let s = &m.size;
        let mut implicit = Implicit::default();
        implicit.each_field(&mut |name, field| {
            field.resize_rows(match name {
                "qH" => s.nC,
                "qHDiagInv" => s.nv,
                _ => s.nD,
            });
        });
        let mut d = Data {
            time: 0.0,
            state: State::allocate(m),
            input: Input::allocate(m),
            tree: crba::pattern(m),
            dof_tree: m.dof.treeid.iter().map(|t| *t as u32).collect(),
            kin: Kinematics::allocate(m),
            com: Com::allocate(m),
            ten: Tendons::allocate(m),
            mass: MassMatrix::allocate(m),
            contacts: Contacts::allocate(m),
            constraints: Constraints::default(),
            rows: Rows::default(),
            counts: RowCounts::default(),
            islands: Islands::default(),
            metric: StepMetric::allocate(m),
            hard: Hard::default(),
            undefined: None,
            trn: Transmissions::allocate(m),
            vel: Velocities::allocate(m),
            passive: Passive::allocate(m),
            bias: Bias::allocate(m),
            actuation: Actuation::allocate(m),
            smooth: Smooth::allocate(m),
            solution: Solution {
                qacc: vec![0.0; s.nv],
                qfrc_constraint: vec![0.0; s.nv],
                ..Solution::default()
            },
            implicit,
            post: Post::allocate(m),
            inverse: Inverse::allocate(m),
            sensors: SensorData::allocate(m),
            sleep: Sleeping::allocate(m),
            energy: [0.0; 2],
            flags: Flags::default(),
            warnings: Default::default(),
            fwdinv: [0.0; 2],
            failed_to_sleep: 0,
            timers: Timers::default(),
            scratch: Scratch {
                force: ForceScratch::allocate(m),
                rne: RneScratch::allocate(m),
                derivative: Derivative::allocate(m),
                nv: std::array::from_fn(|_| vec![0.0; s.nv]),
                backup: State::allocate(m),
                ..Scratch::default()
            },
        };
        d.reset(m);
        d
    }

    /// Back to the reference configuration: state, inputs and outputs cleared (`mj_resetData`). Buffers keep their memory.
    pub fn reset(&mut self, m: &Model) {
        self.each_mut(&mut |_, _, numbers| match numbers {
            NumbersMut::F64(x) => x.fill(0.0),
            NumbersMut::I32(x) => x.fill(0),
            NumbersMut::Bool(x) => x.fill(false),
            NumbersMut::U8(x) => x.fill(0),
            NumbersMut::F32(x) => x.fill(0.0),
            NumbersMut::I64(x) => x.fill(0),
        });
        self.time = 0.0;
        self.energy = [0.0; 2];
        self.flags = Flags::default();
        self.warnings = Default::default();
        self.timers.clear();
        self.clear_constraints();
        self.undefined = None;
        self.state.qpos.copy_from_slice(&m.qpos0);
        self.state.eq_active.copy_from_slice(&m.eq.active0);
        self.reset_mocap(m);
        plastic::reset(m, &mut self.state.plastic);
        crate::sensor::reset_history(m, &mut self.state.history);
        self.failed_to_sleep = sleep::reset(m, self);
    }

    /// No contacts, no rows.
    pub(crate) fn clear_constraints(&mut self) {
        self.contacts.list.clear();
        self.rows.clear();
        self.counts = RowCounts::default();
        self.solution.efc_force.clear();
        self.solution.efc_state.clear();
        self.solution.efc_b.clear();
        self.solution.report.islands.clear();
        self.solution.report.stats.clear();
        self.hard.warm.clear();
    }

    /// Mocap bodies where the model puts them.
    fn reset_mocap(&mut self, m: &Model) {
        for b in 0..m.size.nbody {
            if let Ok(k) = usize::try_from(m.body.mocapid[b]) {
                self.state.mocap_pos[k] = m.body.pos[b];
                self.state.mocap_quat[k] = m.body.quat[b].normalized();
            }
        }
    }

    /// Resets to a keyframe (`mj_resetDataKeyframe`); out of range: to the reference configuration.
    pub fn reset_keyframe(&mut self, m: &Model, key: usize) {
        self.reset(m);
        if key >= m.size.nkey {
            return;
        }
        self.time = m.key.time[key];
        let s = &mut self.state;
        s.qpos.copy_from_slice(m.key.qpos.row(key));
        s.qvel.copy_from_slice(m.key.qvel.row(key));
        s.act.copy_from_slice(m.key.act.row(key));
        s.plastic.copy_from_slice(m.key.plastic.row(key));
        stiction_spatial::flat::flat_mut(&mut s.mocap_pos).copy_from_slice(m.key.mpos.row(key));
        stiction_spatial::flat::flat_mut(&mut s.mocap_quat).copy_from_slice(m.key.mquat.row(key));
        for q in &mut s.mocap_quat {
            *q = Quat::normalized(*q);
        }
        self.input.ctrl.copy_from_slice(m.key.ctrl.row(key));
    }

    /// Becomes a copy of `from`, data of the same model, without moving arrays that views may point at.
    pub fn copy_from(&mut self, from: &Data) {
        self.time = from.time;
        self.state.clone_from(&from.state);
        self.input.clone_from(&from.input);
        self.kin.clone_from(&from.kin);
        self.com.clone_from(&from.com);
        self.ten.clone_from(&from.ten);
        self.mass.clone_from(&from.mass);
        self.contacts.list.clone_from(&from.contacts.list);
        self.contacts.dropped = from.contacts.dropped;
        self.constraints.clone_from(&from.constraints);
        self.rows.clone_from(&from.rows);
        self.counts = from.counts;
        self.islands.clone_from(&from.islands);
        self.metric.clone_from(&from.metric);
        self.hard.warm.copy_from(&from.hard.warm);
        self.hard.pass.miss = from.hard.pass.miss;
        self.trn.clone_from(&from.trn);
        self.vel.clone_from(&from.vel);
        self.passive.clone_from(&from.passive);
        self.bias.clone_from(&from.bias);
        self.actuation.clone_from(&from.actuation);
        self.smooth.clone_from(&from.smooth);
        self.solution.qacc.clone_from(&from.solution.qacc);
        self.solution.qfrc_constraint.clone_from(&from.solution.qfrc_constraint);
        self.solution.efc_force.clone_from(&from.solution.efc_force);
        self.solution.efc_state.clone_from(&from.solution.efc_state);
        self.solution.efc_b.clone_from(&from.solution.efc_b);
        self.solution.report.clone_from(&from.solution.report);
        self.implicit.clone_from(&from.implicit);
        self.post.clone_from(&from.post);
        self.inverse.clone_from(&from.inverse);
        self.sensors.clone_from(&from.sensors);
        self.sleep.copy_from(&from.sleep);
        self.energy = from.energy;
        self.flags = from.flags;
        self.warnings = from.warnings;
        self.scratch.contact_points.clone_from(&from.scratch.contact_points);
    }

    /// Multipliers of a user's constraint after `forward` or `step` [N or N·m]; `None` if it was removed.
    pub fn constraint_force(&self, h: Handle) -> Option<Vec<f64>> {
        let mut out = Vec::new();
        self.constraints.forces(h, &self.solution.efc_force, &mut out).then_some(out)
    }

    /// Visits every fixed-size array: (MuJoCo name, shape, numbers). Contact and row arrays are built when read.
    pub fn each_mut(&mut self, visit: &mut dyn FnMut(&'static str, Shape, NumbersMut<'_>)) {
        self.state.each_mut(visit);
        self.input.each_mut(visit);
        self.kin.each_mut(visit);
        self.com.each_mut(visit);
        self.ten.each_mut(visit);
        self.mass.each_mut(visit);
        self.trn.each_mut(visit);
        self.vel.each_mut(visit);
        self.passive.each_mut(visit);
        self.bias.each_mut(visit);
        self.actuation.each_mut(visit);
        self.smooth.each_mut(visit);
        self.implicit.each_mut(visit);
        self.post.each_mut(visit);
        self.inverse.each_mut(visit);
        self.sensors.each_mut(visit);
        self.sleep.lists.each_mut(visit);
        let nv = Shape { rows: self.solution.qacc.len(), cols: None };
        visit("qacc", nv, NumbersMut::F64(&mut self.solution.qacc));
        visit("qfrc_constraint", nv, NumbersMut::F64(&mut self.solution.qfrc_constraint));
    }
}
