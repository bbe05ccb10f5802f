//! A model from MJCF with all smooth stages, for tests that differentiate forces.
#![allow(dead_code)]

use stiction_dynamics::actuation::{NoHooks, actuation};
use stiction_dynamics::crba;
use stiction_dynamics::inputs::{ActuationInput, DerivativeInput, ForceScratch, PassiveInput, Positions};
use stiction_dynamics::kinematics::{Mocap, kinematics};
use stiction_dynamics::manifold::integrate_pos;
use stiction_dynamics::passive::passive;
use stiction_dynamics::rnea::{Rates, RneScratch, rne};
use stiction_dynamics::stages::*;
use stiction_dynamics::transmission::{self, TransmissionInput};
use stiction_dynamics::{com, energy, set_const, tendon, velocity};
use stiction_mjcf::{LoadOptions, load};
use stiction_model::Model;
use stiction_model::assets::NoAssets;
use stiction_model::compile::compile;
use stiction_testkit::SplitMix64;

/// Compiles a model from text.
pub fn model(xml: &str) -> Model {
    let spec = load("test.xml", xml, &NoAssets, &LoadOptions::default()).expect("valid MJCF").spec;
    let mut c = compile(&spec, &NoAssets).expect("valid model");
    set_const::spring_lengths(&mut c.model, &c.pending.springlength);
    set_const::set_const(&mut c.model).expect("constants");
    c.model
}

/// State and stages.
#[derive(Clone)]
pub struct World {
    pub m: Model,
    pub time: f64,
    pub qpos: Vec<f64>,
    pub qvel: Vec<f64>,
    pub ctrl: Vec<f64>,
    pub act: Vec<f64>,
    pub plastic: Vec<f64>,
    pub history: Vec<f64>,
    pub kin: Kinematics,
    pub com: Com,
    pub ten: Tendons,
    pub trn: Transmissions,
    pub vel: Velocities,
    pub passive: Passive,
    pub actuation: Actuation,
    pub mass: MassMatrix,
    pub bias: Vec<f64>,
    pub work: ForceScratch,
}

impl World {
    pub fn new(xml: &str) -> Self {
        Self::with(model(xml))
    }
    pub fn with(m: Model) -> Self {
        let mut plastic = vec![0.0; m.size.nplastic];
        stiction_dynamics::plastic::reset(&m, &mut plastic);
        let mut w = World {
            time: 0.0,
            qpos: m.qpos0.clone(),
            qvel: vec![0.0; m.size.nv],
            ctrl: vec![0.0; m.size.nu],
            act: vec![0.0; m.size.na],
            history: vec![0.0; m.size.nhistory],
            plastic,
            kin: Kinematics::allocate(&m),
            com: Com::allocate(&m),
            ten: Tendons::allocate(&m),
            trn: Transmissions::allocate(&m),
            vel: Velocities::allocate(&m),
            passive: Passive::allocate(&m),
            actuation: Actuation::allocate(&m),
            mass: MassMatrix::allocate(&m),
            bias: vec![0.0; m.size.nv],
            work: ForceScratch::allocate(&m),
            m,
        };
        w.forward();
        w
    }
    /// A random state: configuration within `angle` of the reference, velocities and controls of order `speed`.
    pub fn shuffle(&mut self, seed: u64, angle: f64, speed: f64) {
        let mut g = SplitMix64(seed);
        let dq: Vec<f64> = self.qvel.iter().map(|_| g.sym() * angle).collect();
        self.qpos.copy_from_slice(&self.m.qpos0);
        integrate_pos(&self.m, &mut self.qpos, &dq, 1.0);
        self.qvel.iter_mut().for_each(|v| *v = g.sym() * speed);
        self.ctrl.iter_mut().for_each(|u| *u = g.sym() * speed);
        self.act.iter_mut().for_each(|w| *w = g.unit());
        self.forward();
    }
    /// Moves along one dof by `step`.
    pub fn moved(&self, dof: usize, step: f64) -> World {
        let mut w = self.clone();
        let mut dq = vec![0.0; w.m.size.nv];
        dq[dof] = step;
        integrate_pos(&w.m, &mut w.qpos, &dq, 1.0);
        w.forward();
        w
    }
    /// Changes one velocity by `step`.
    pub fn sped(&self, dof: usize, step: f64) -> World {
        let mut w = self.clone();
        w.qvel[dof] += step;
        w.forward();
        w
    }
    pub fn forward(&mut self) {
        let m = &self.m;
        kinematics(m, &self.qpos, Mocap::default(), &mut self.kin);
        com::com_pos(m, &self.kin, &mut self.com);
        let pos = Positions { kin: &self.kin, com: &self.com };
        tendon::tendons(m, &self.qpos, &pos, &mut self.ten);
        crba::make_m(m, &self.com, &self.ten, &mut self.mass);
        let x = TransmissionInput { qpos: &self.qpos, pos, ten: &self.ten, contacts: &[] };
        transmission::transmissions(m, &x, &mut vec![0.0; m.size.nv], &mut self.trn);
        velocity::com_vel(m, &self.com, &self.qvel, &mut self.vel);
        tendon::velocities(m, &self.ten, &self.qvel, &mut self.vel.ten_velocity);
        transmission::velocities(m, &self.trn, &self.qvel, &mut self.vel.actuator_velocity);
        let x = PassiveInput {
            qpos: &self.qpos,
            qvel: &self.qvel,
            plastic: &self.plastic,
            pos,
            ten: &self.ten,
            vel: &self.vel,
            contacts: &[],
        };
        passive(m, &x, &mut self.passive);
        let rates = Rates { qvel: &self.qvel, qacc: None };
        rne(m, &self.com, &self.vel, rates, &mut RneScratch::allocate(m), &mut self.bias);
        let x = ActuationInput {
            time: self.time,
            act: &self.act,
            ctrl: &self.ctrl,
            history: &self.history,
            trn: &self.trn,
            vel: &self.vel,
            qfrc_gravcomp: &self.passive.qfrc_gravcomp,
        };
        actuation(m, &x, &NoHooks, &mut self.work, &mut self.actuation);
    }
    pub fn positions(&self) -> Positions<'_> {
        Positions { kin: &self.kin, com: &self.com }
    }
    pub fn derivative_input(&self) -> DerivativeInput<'_> {
        DerivativeInput {
            qpos: &self.qpos,
            qvel: &self.qvel,
            act: &self.act,
            drives: &self.work.drives,
            plastic: &self.plastic,
            pos: self.positions(),
            ten: &self.ten,
            trn: &self.trn,
            vel: &self.vel,
            actuation: &self.actuation,
        }
    }
    /// τ_passive + τ_actuator − c.
    pub fn smooth_force(&self) -> Vec<f64> {
        (0..self.m.size.nv)
            .map(|i| self.passive.qfrc_passive[i] + self.actuation.qfrc_actuator[i] - self.bias[i])
            .collect()
    }
    pub fn potential(&self) -> f64 {
        energy::energy_pos(&self.m, &self.kin, &self.ten.ten_length, &self.qpos, &self.plastic)
    }
}

/// Dense row-major matrix of sparse rows.
pub fn dense(nv: usize, rows: impl Iterator<Item = (Vec<i32>, Vec<f64>)>) -> Vec<Vec<f64>> {
    rows.map(|(cols, vals)| {
        let mut row = vec![0.0; nv];
        cols.iter().zip(&vals).for_each(|(c, v)| row[*c as usize] = *v);
        row
    })
    .collect()
}

/// An arm with every kind of joint, sites, and two wrapping geoms.
pub const ARM: &str = r#"
  <geom name="ball" type="sphere" size="0.07" pos="0.25 0.08 0.45" contype="0" conaffinity="0"/>
  <site name="w0" pos="0.3 0.2 0.5"/> <site name="w1" pos="-0.2 0.3 0.1" euler="30 40 50"/> <site name="side" pos="0.3 0.2 0.6"/>
  <body name="upper" pos="0.1 -0.05 0.4" quat="0.9 0.1 -0.2 0.3">
    <joint name="j0" type="ball" pos="0.01 0 -0.02"/>
    <geom type="capsule" fromto="0 0 0 0.3 0.02 0.01" size="0.03"/>
    <geom name="drum" type="cylinder" size="0.04 0.05" pos="0.28 0 0.02" euler="80 10 5"/>
    <site name="u0" pos="0.05 0.03 0.06"/> <site name="u1" pos="0.25 -0.02 0.05" euler="20 30 -10"/>
    <body name="lower" pos="0.3 0.02 0.01" euler="15 -20 30">
      <joint name="j1" type="hinge" axis="0 1 0.3" pos="0 0.01 0"/> <joint name="j2" type="slide" axis="0.3 0 1"/>
      <geom type="box" pos="0.1 0.01 -0.02" size="0.11 0.03 0.02" euler="5 10 15"/>
      <site name="l0" pos="0.04 0.05 0.03"/> <site name="l1" pos="0.2 -0.01 0.02" euler="-35 15 40"/>
    </body>
  </body>"#;
