//! A model with every kind of row at a state off axis and with velocity, and its rows.
#![allow(dead_code)]

use stiction_constraint::contact::DetectInput;
use stiction_constraint::rows::{Rigidity, RowCounts, set_reference};
use stiction_constraint::{Contacts, RowInput, RowScratch, assemble, detect};
use stiction_dynamics::kinematics::{Mocap, kinematics};
use stiction_dynamics::manifold::integrate_pos;
use stiction_dynamics::stages::{Com, Kinematics, MassMatrix, Tendons, Velocities};
use stiction_dynamics::{com, crba, inputs::Positions, set_const, tendon, velocity};
use stiction_linalg::TreePattern;
use stiction_mjcf::{LoadOptions, load};
use stiction_model::Model;
use stiction_model::assets::NoAssets;
use stiction_model::compile::compile;
use stiction_solver::{RowKind, Rows};
use stiction_spatial::{Motion, Quat, Vec3};
use stiction_testkit::SplitMix64;

/// Bodies a (free) – b (hinge h, slide s) – c (ball k), a loose body e, a mocap body; every kind of equality, friction loss, limit, and
/// explicit pairs of spheres and a tilted plane with each dimension of contact.
pub const XML: &str = r#"<mujoco><option timestep="0.003" impratio="2.5" cone="elliptic"/>
  <default><geom contype="0" conaffinity="0"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="9 9 .1" pos="0 0 -.35" euler="5 -8 0"/>
    <site name="w0" pos=".3 -.4 .9"/>
    <body name="lead" mocap="true" pos="1.4 .3 .5" euler="10 20 30"><geom name="lead" size=".2"/><site name="led" pos=".1 .05 -.02" euler="40 10 -20"/></body>
    <body name="a" pos=".05 -.03 .02" euler="20 -30 10"><freejoint/>
      <geom name="a" size=".3" mass="2"/><geom type="box" size=".1 .2 .3" pos=".1 .05 0" mass="1.3"/>
      <site name="sa" pos=".2 .1 .05" euler="15 25 35"/>
      <body name="b" pos=".5 .1 .2" euler="-15 40 5">
        <joint name="h" axis=".2 1 .3" range="-20 35" limited="true" margin=".05" ref="10" frictionloss=".7"/>
        <joint name="s" type="slide" axis="1 .2 -.4" range="-.1 .3" limited="true" margin=".02" frictionloss="1.1"/>
        <geom type="capsule" size=".05" fromto="0 0 0 .4 .05 .1" mass=".8"/>
        <site name="sb" pos=".1 .2 -.1" euler="5 45 -35"/>
        <body name="c" pos=".45 .05 .1"><joint name="k" type="ball" range="0 40" limited="true" margin=".04" pos=".01 .02 -.03"/>
          <geom name="c" size=".15" mass=".5"/><geom type="box" size=".1 .05 .02" pos=".1 0 .05" mass=".3"/><site name="sc" pos=".1 -.05 .1"/>
        </body></body></body>
    <body name="e" pos="-.4 .3 .1"><freejoint/><geom name="e" size=".25" mass="1.5"/><geom type="box" size=".1 .3 .05" pos="0 .1 .1" mass=".4"/>
      <site name="se" pos="-.1 .05 .2" euler="-25 5 15"/></body>
    <body name="f" pos="-1 -1 .5"><joint name="f" axis="0 1 .5"/><geom size=".1" pos=".3 0 .1" mass=".6"/><site name="sf" pos=".2 .1 .1"/></body>
    <body name="g" pos="-1.5 -1 .5"><joint name="g" axis="1 0 .5"/><geom size=".1" pos=".2 .1 .1" mass=".9"/></body>
  </worldbody>
  <contact>
    <pair geom1="a" geom2="floor" condim="6" friction=".7 .9 .05 .02 .03" margin=".6" gap=".05" solref=".03 .8" solimp=".7 .95 .4 .3 3"/>
    <pair geom1="e" geom2="floor" condim="3" friction=".4 .6 .01 .01 .01" margin=".7" solref="-400 -30" solreffriction="-5 -17" solimp=".5 .9 .8 .6 2"/>
    <pair geom1="a" geom2="e" condim="4" friction=".3 .5 .07 .01 .01" margin=".5" solref=".001 1.2" solimp=".8 .93 .3 .5 1"/>
    <pair geom1="c" geom2="lead" condim="1" margin=".9" solimp=".6 .99 .2 .4 2.5"/>
    <pair geom1="c" geom2="e" condim="3" friction=".8 .2 .01 .01 .01" margin="2" solref=".05 1.1" solreffriction=".04 .9"/>
  </contact>
  <tendon>
    <fixed name="t0" range="-.2 .1" limited="true" margin=".03" frictionloss=".4"><joint joint="h" coef="1.3"/><joint joint="s" coef="-.7"/></fixed>
    <spatial name="t1" range="0 .5" limited="true" frictionloss=".2"><site site="w0"/><site site="sa"/><site site="se"/></spatial>
    <spatial name="t2" range="5 9" limited="true"><site site="sc"/><site site="se"/><site site="sf"/></spatial>
  </tendon>
  <equality>
    <connect name="connect" body1="c" body2="e" anchor=".1 .2 -.1" solref=".05 1.3" solimp=".6 .95 .9 .4 2"/>
    <weld name="weld" body1="b" body2="e" relpose=".1 .2 .3 .8 .2 -.4 .1" torquescale=".6" anchor=".05 .1 -.2" solref="-300 -25" solimp=".4 .9 2 .5 3"/>
    <weld name="sites" site1="sa" site2="sf" torquescale="1.4"/>
    <connect name="points" site1="sc" site2="led"/>
    <weld name="led" body1="e" body2="lead" relpose=".2 .1 0 .9 .1 .2 .3" torquescale=".7"/>
    <joint name="one" joint1="h" polycoef=".1 0 0 0 0"/>
    <joint name="two" joint1="s" joint2="h" polycoef=".05 .7 -.4 .9 -1.3"/>
    <joint name="owt" joint1="f" joint2="g" polycoef="-.05 .6 .5 -.8 1.1"/>
    <joint name="back" joint1="g" joint2="f" polycoef="-.02 -.6 .3 .2 .4"/>
    <tendon name="ten1" tendon1="t0" polycoef=".02 0 0 0 0"/>
    <tendon name="ten2" tendon1="t1" tendon2="t0" polycoef=".03 .8 .5 -.6 .7"/>
    <tendon name="ten3" tendon1="t2" tendon2="t1" polycoef="-.4 -.5 .3 .2 -.1"/>
  </equality></mujoco>"#;

/// Compiles a model from text.
pub fn model(xml: &str) -> Model {
    let spec = load("test.xml", xml, &NoAssets, &LoadOptions::default()).expect("valid MJCF").spec;
    let mut c = compile(&spec, &NoAssets).expect("valid model");
    set_const::spring_lengths(&mut c.model, &c.pending.springlength);
    set_const::set_const(&mut c.model).expect("constants");
    c.model
}

/// A state, its stages and rows.
#[derive(Clone)]
pub struct Scene {
    pub m: Model,
    pub q: Vec<f64>,
    pub v: Vec<f64>,
    pub active: Vec<bool>,
    pub mocap_velocity: Vec<Motion>,
    pub after: Option<Vec<f64>>,
    pub rigidity: Rigidity,
    pub kin: Kinematics,
    pub com: Com,
    pub ten: Tendons,
    pub vel: Velocities,
    pub mass: MassMatrix,
    pub tree: TreePattern,
    pub contacts: Contacts,
    pub rows: Rows,
    pub counts: RowCounts,
}

impl Scene {
    pub fn new(m: Model) -> Scene {
        let mut s = Scene {
            q: m.qpos0.clone(),
            v: vec![0.0; m.size.nv],
            active: m.eq.active0.to_vec(),
            mocap_velocity: Vec::new(),
            after: None,
            rigidity: Rigidity::Soft,
            kin: Kinematics::allocate(&m),
            com: Com::allocate(&m),
            ten: Tendons::allocate(&m),
            vel: Velocities::allocate(&m),
            mass: MassMatrix::allocate(&m),
            tree: crba::pattern(&m),
            contacts: Contacts::allocate(&m),
            rows: Rows::default(),
            counts: RowCounts::default(),
            m,
        };
        s.make();
        s
    }
    /// The model above at a random state, with margins so wide that all limits act.
    pub fn random(seed: u64) -> Scene {
        let mut m = model(XML);
        m.jnt.margin.fill(0.9);
        m.tendon.margin.fill(0.8);
        Scene::shuffled(m, seed)
    }
    pub fn shuffled(m: Model, seed: u64) -> Scene {
        let mut s = Scene::new(m);
        let mut g = SplitMix64(seed);
        let dq: Vec<f64> = s.v.iter().map(|_| 0.25 * g.sym()).collect();
        integrate_pos(&s.m, &mut s.q, &dq, 1.0);
        s.v.iter_mut().for_each(|v| *v = 1.5 * g.sym());
        s.make();
        s
    }
    /// Poses to rows at the state as it is.
    pub fn make(&mut self) {
        self.stages();
        let kin = &self.kin;
        let input = DetectInput { kin, asleep: &|_| false, filter: None, sweep: None };
        detect(&self.m, &input, &mut self.contacts);
        self.assemble(None);
    }
    pub fn stages(&mut self) {
        let m = &self.m;
        let mocap = mocap_poses(m);
        let mocap = Mocap { pos: &mocap.0, quat: &mocap.1 };
        kinematics(m, &self.q, mocap, &mut self.kin);
        com::com_pos(m, &self.kin, &mut self.com);
        tendon::tendons(m, &self.q, &Positions { kin: &self.kin, com: &self.com }, &mut self.ten);
        crba::make_m(m, &self.com, &self.ten, &mut self.mass);
        crba::factor_m(&self.tree, 1e-15, &mut self.mass);
        velocity::com_vel(m, &self.com, &self.v, &mut self.vel);
        tendon::velocities(m, &self.ten, &self.v, &mut self.vel.ten_velocity);
    }
    pub fn assemble(&mut self, asleep: Option<&dyn Fn(usize) -> bool>) {
        let (mut rows, mut list) = (std::mem::take(&mut self.rows), std::mem::take(&mut self.contacts.list));
        let mut counts = std::mem::take(&mut self.counts);
        let mut input = self.input();
        input.tree_asleep = asleep;
        assemble(&self.m, &input, &mut list, &mut RowScratch::default(), &mut rows, &mut counts);
        (self.rows, self.contacts.list, self.counts) = (rows, list, counts);
    }
    pub fn reference(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        set_reference(&self.m, &self.input(), &self.contacts.list, &mut Vec::new(), &mut rows);
        self.rows = rows;
    }
    pub fn input(&self) -> RowInput<'_> {
        RowInput {
            qpos: &self.q,
            qvel: &self.v,
            eq_active: &self.active,
            kin: &self.kin,
            com: &self.com,
            ten: &self.ten,
            vel: &self.vel,
            mocap: &self.mocap_velocity,
            tree_asleep: None,
            after: self.after.as_deref(),
            span: None,
            arrival: None,
            rigidity: self.rigidity,
        }
    }
    /// The scene at q ⊕ h dq, with the same contacts as long as these are spheres.
    pub fn moved(&self, dq: &[f64], h: f64) -> Scene {
        let mut s = self.clone();
        integrate_pos(&s.m, &mut s.q, dq, h);
        s.make();
        assert_eq!(s.rows.nblock(), self.rows.nblock(), "the step changed what is active");
        s
    }
    pub fn unit(&self, k: usize) -> Vec<f64> {
        let mut e = vec![0.0; self.m.size.nv];
        e[k] = 1.0;
        e
    }
    /// Dense Jacobian row of block b.
    pub fn row(&self, b: usize, k: usize) -> Vec<f64> {
        let mut out = vec![0.0; self.m.size.nv];
        for (&j, &x) in self.rows.jac.dofs(b).iter().zip(self.rows.jac.row(b, k)) {
            out[j as usize] += x;
        }
        out
    }
    pub fn kinds(&self) -> Vec<RowKind> {
        self.rows.info.iter().map(|i| i.kind).collect()
    }
    /// The block of an equality.
    pub fn equality(&self, e: usize) -> usize {
        let found = self.rows.info.iter().position(|i| i.kind == RowKind::Equality && i.id as usize == e);
        found.expect("active equality")
    }
    /// Bodies of the geoms of a contact.
    pub fn bodies(&self, contact: usize) -> [usize; 2] {
        self.contacts.list[contact].geom.map(|g| self.m.geom.bodyid[g as usize].idx())
    }
    /// Where the point `p` of a body is in `other`, a moved scene.
    pub fn carried(&self, body: usize, p: Vec3, other: &Scene) -> Vec3 {
        let local = self.kin.xmat[body].tr_mul_vec(p - self.kin.xpos[body]);
        other.kin.xpos[body] + other.kin.xmat[body].mul_vec(local)
    }
}

/// Poses of mocap bodies as the model has them.
pub fn mocap_poses(m: &Model) -> (Vec<Vec3>, Vec<Quat>) {
    let of = |k: usize| (0..m.size.nbody).find(|&b| m.body.mocapid[b] == k.into()).expect("mocap body");
    (0..m.size.nmocap).map(|k| (m.body.pos[of(k)], m.body.quat[of(k)])).unzip()
}

pub fn close(what: &str, a: f64, b: f64, tol: f64) {
    assert!((a - b).abs() <= tol * (1.0 + a.abs().max(b.abs())), "{what}: {a} and {b}");
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
