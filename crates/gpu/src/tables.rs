//! A model as flat tables, or every reason why it cannot be.
//!
//! Bodies without joints are merged into the link that carries them; everything that the kernels read is in the frame of a link, or of
//! the world. A feature that the kernels do not have is an error that names it, never a different simulation.

use crate::actuators;
use crate::geoms;
use crate::lengths;
use crate::look;
use crate::pose::{Pose, six_of};
use crate::unsupported;
use stiction_kernel::real::Real;
use stiction_kernel::rows::PROXIMAL;
use stiction_kernel::tables::{Shape, class, dof, equality, flag, geom, idof, switch, world};
use stiction_model::Model;
use stiction_model::kinds::{EqKind, Integrator, JointKind, SolverKind, disable};
use stiction_spatial::{MIN_VAL, Mat3, Quat, Vec3};

/// Why a model does not run on a GPU: every feature that the kernels do not have, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported(pub Vec<String>);

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the GPU kernels do not have: {}", self.0.join("; "))
    }
}
impl std::error::Error for Unsupported {}

/// Tables of one model, and which kernel runs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables<F> {
    /// Sizes.
    pub shape: Shape,
    /// Numbers.
    pub numbers: Vec<F>,
    /// Integers.
    pub indices: Vec<u32>,
    /// The kernel that has all it needs.
    pub kernel: Kernel,
}

/// Kernels, each with what the ones before it have but for the last: the smallest one that a model can do with is the fastest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kernel {
    /// Joints, actuators, contacts of three rows.
    #[default]
    Plain,
    /// Equalities of points: closed loops.
    Loops,
    /// Contacts that resist spin and rolling: six rows.
    Spins,
    /// Tendons, equalities of joints, elliptic cones, quaternions under RK4, boxes that meet capsules and boxes.
    Full,
    /// Activations, muscles, welds, height fields, sites that actuators push.
    Wide,
    /// Projected Gauss–Seidel, with what [`Kernel::Full`] has.
    Sweeps,
    /// The hard law, with what [`Kernel::Plain`] has and boxes that meet capsules and boxes; in double precision.
    Exact,
}

impl Kernel {
    /// All of them.
    pub const ALL: [Kernel; 7] = [
        Kernel::Plain,
        Kernel::Loops,
        Kernel::Spins,
        Kernel::Full,
        Kernel::Wide,
        Kernel::Sweeps,
        Kernel::Exact,
    ];
}

/// Whether the solver is projected Gauss–Seidel; the hard law has its own.
pub(crate) fn sweeps(m: &Model) -> bool {
    m.opt.solver == SolverKind::Pgs as i32 && !m.stiction.is_hard()
}

/// How far from its law a contact may stay under the hard law (m/s): what the CPU's engine accepts of a contact at rest, 100 times the tolerance of
/// ten times gravity in a step.
fn speed_tolerance(m: &Model) -> f64 {
    let gravity = m.opt.gravity.norm();
    let gravity = if gravity > 0.0 { gravity } else { 9.81 };
    100.0 * m.stiction.tolerance.unwrap_or(1e-9).max(1e-10) * 10.0 * gravity * m.opt.timestep
}

/// Rows that a solve by sweeps may have: what shared memory holds.
const ROWS: usize = 144;

/// Where everything of a model is, seen from links.
pub(crate) struct Links {
    /// Bodies that move, in order.
    pub bodies: Vec<usize>,
    /// Link of each body, if it moves.
    pub of: Vec<Option<usize>>,
    /// Pose of each body in its link's frame, or in the world's.
    pub at: Vec<Pose>,
}

impl Links {
    fn new(m: &Model) -> Self {
        let n = m.size.nbody;
        let mut l = Links { bodies: Vec::new(), of: vec![None; n], at: vec![Pose::IDENTITY; n] };
        for b in 1..n {
            let p = m.body.parentid[b];
            if m.body.dofnum[b] > 0 {
                l.of[b] = Some(l.bodies.len());
                l.bodies.push(b);
            } else {
                l.of[b] = l.of[p];
                l.at[b] = l.at[p].then(&Pose::new(m.body.pos[b], m.body.quat[b]));
            }
        }
        l
    }
}

/// The tables under construction, in double precision.
pub(crate) struct Builder<'a> {
    pub m: &'a Model,
    pub links: Links,
    pub shape: Shape,
    pub numbers: Vec<f64>,
    pub indices: Vec<u32>,
    pub spins: bool,
    pub full: bool,
    pub wide: bool,
    pub missing: Vec<String>,
}

impl<F: Real> Tables<F> {
    /// The tables of a model.
    pub fn new(m: &Model) -> Result<Self, Unsupported> {
        let mut missing = unsupported::check(m);
        if m.stiction.is_hard() && F::FLOOR > F::of(0.0) {
            missing.push("the hard law in single precision".into());
        }
        let links = Links::new(m);
        if m.size.nv > 32 {
            missing.push(format!("more than 32 degrees of freedom ({})", m.size.nv));
        }
        if !missing.is_empty() {
            return Err(Unsupported(missing));
        }
        let mut b = Builder {
            m,
            links,
            shape: Shape::default(),
            numbers: vec![0.0; ((world::SIZE + 32 * dof::SIZE) as usize).next_multiple_of(32)],
            indices: vec![0; (32 * idof::SIZE) as usize],
            spins: false,
            full: false,
            wide: false,
            missing,
        };
        b.fill();
        if !b.missing.is_empty() {
            return Err(Unsupported(b.missing));
        }
        let numbers = b.numbers.iter().map(|&x| F::of(x)).collect();
        let kernel = match (b.full, b.spins, b.shape.neq > 0) {
            _ if m.stiction.is_hard() => Kernel::Exact,
            _ if sweeps(m) => Kernel::Sweeps,
            _ if b.wide => Kernel::Wide,
            (true, _, _) => Kernel::Full,
            (_, true, _) => Kernel::Spins,
            (_, _, true) => Kernel::Loops,
            _ => Kernel::Plain,
        };
        Ok(Tables { shape: b.shape, numbers, indices: b.indices, kernel })
    }
}

impl Builder<'_> {
    fn fill(&mut self) {
        let m = self.m;
        self.shape.nv = m.size.nv as u32;
        self.shape.nq = m.size.nq as u32;
        self.shape.nu = m.size.nu as u32;
        self.shape.na = m.size.na as u32;
        self.shape.nlink = self.links.bodies.len() as u32;
        self.shape.iterations = m.opt.iterations.max(1) as u32;
        self.world();
        self.chains();
        for j in 0..m.size.njnt {
            self.joint(j);
        }
        for l in 0..self.links.bodies.len() {
            self.inertia(l);
        }
        actuators::of_joints(self);
        geoms::geoms(self);
        geoms::pairs(self);
        geoms::fields(self);
        self.equalities();
        lengths::lengths(self);
        self.sweeps();
        if self.wide && sweeps(m) {
            self.missing.push("PGS with activations, muscles or sites that actuators push".into());
        }
        if self.spins && m.stiction.is_hard() {
            self.missing.push("contacts that resist spin under the hard law".into());
        }
        look::frames(self);
        self.shape.lay_out();
    }

    /// Room for contacts: as many as lanes, or as a solve by sweeps has rows for.
    fn sweeps(&mut self) {
        let m = self.m;
        self.shape.most = 32 - self.shape.neq;
        if !sweeps(m) {
            return;
        }
        let held = m.jnt.limited.iter().filter(|&&l| l).count()
            + m.dof.frictionloss.iter().filter(|&&f| f > 0.0).count();
        let edges = if self.spins { 10 } else { 4 };
        self.shape.most = ((ROWS - held) / edges).min(32) as u32;
        self.shape.dual_n = (held + edges * self.shape.most as usize) as u32;
    }

    /// Sets number `field` of a dof.
    fn num(&mut self, field: u32, lane: usize, x: f64) {
        self.numbers[(world::SIZE + field * 32) as usize + lane] = x;
    }
    fn num_n(&mut self, field: u32, lane: usize, x: &[f64]) {
        for (k, &x) in x.iter().enumerate() {
            self.num(field + k as u32, lane, x);
        }
    }
    fn int(&mut self, field: u32, lane: usize, x: u32) {
        self.indices[(field * 32) as usize + lane] = x;
    }
    fn add_flag(&mut self, lane: usize, bits: u32) {
        self.indices[(idof::FLAGS * 32) as usize + lane] |= bits;
    }

    fn world(&mut self) {
        let m = self.m;
        let g = if m.disabled(disable::GRAVITY) { Vec3::ZERO } else { m.opt.gravity };
        let n = &mut self.numbers;
        n[world::TIMESTEP as usize] = m.opt.timestep;
        for k in 0..3 {
            n[world::GRAVITY as usize + k] = g[k];
        }
        n[world::TOLERANCE as usize] =
            if m.stiction.is_hard() { speed_tolerance(m) } else { m.opt.tolerance };
        n[world::SLOP as usize] = m.stiction.slop;
        n[world::REACH as usize] = 4.0 * m.opt.timestep * m.opt.timestep * g.norm() + 1e-5;
        n[world::SCALE as usize] = 1.0 / (m.stat.meaninertia * m.size.nv as f64).max(1e-15);
        n[world::DENSITY as usize] = m.opt.density.max(0.0);
        n[world::VISCOSITY as usize] = m.opt.viscosity.max(0.0);
        for k in 0..3 {
            n[world::WIND as usize + k] = m.opt.wind[k];
            n[world::MAGNETIC as usize + k] = m.opt.magnetic[k];
        }
        let damps = !m.disabled(disable::DAMPER) && m.dof.damping.iter().any(|&d| d > 0.0);
        if m.stiction.is_hard() {
            self.shape.switches |= switch::EXACT | switch::IMPLICIT_ACT;
        } else if m.opt.integrator == Integrator::Implicitfast as i32 {
            self.shape.switches |= switch::IMPLICIT | switch::IMPLICIT_ACT;
        } else if m.opt.integrator == Integrator::Rk4 as i32 {
            self.shape.switches |= switch::RUNGE;
            // the small kernels do not carry rotations from stage to stage
            self.full |= m.size.nq > m.size.nv;
        } else if damps && !m.disabled(disable::EULERDAMP) {
            self.shape.switches |= switch::IMPLICIT;
        }
    }

    /// Ancestors, masks, links of dofs.
    fn chains(&mut self) {
        let m = self.m;
        let mut longest = 1;
        for i in 0..m.size.nv {
            let mut chain = vec![i];
            while let Some(p) = m.dof.parentid[chain[chain.len() - 1]].get() {
                chain.push(p.idx());
            }
            longest = longest.max(chain.len());
            let up = (0..5).filter_map(|k| chain.get(1 << k).map(|&a| ((a as u32) | 32) << (6 * k)));
            self.int(idof::ANCESTORS, i, up.fold(0, |a, b| a | b));
            self.int(idof::MASK, i, chain.iter().fold(0, |a, &b| a | 1 << b));
            let link = self.links.of[m.dof.bodyid[i]].unwrap_or(0);
            self.int(idof::LINK, i, link as u32);
        }
        if m.size.nv < 32 {
            self.int(idof::MASK, m.size.nv, (1 << m.size.nv) - 1);
        }
        self.shape.levels = longest.next_power_of_two().trailing_zeros();
        self.shape.origin = 32;
        for l in 0..self.links.bodies.len() {
            let b = self.links.bodies[l];
            let last = m.body.dofs(b).range().end - 1;
            let parent = self.links.of[m.body.parentid[b]];
            self.int(idof::LINK_PARENT, l, parent.map_or(255, |p| p as u32));
            if parent.is_some_and(|p| p + 1 == l) {
                self.shape.chain |= 1 << l;
            }
            self.int(idof::LINK_LANE, l, last as u32);
            let mask = self.indices[(idof::MASK * 32) as usize + last];
            self.int(idof::LINK_MASK, l, mask);
            self.add_flag(last, flag::LINK_LAST);
        }
    }

    fn joint(&mut self, j: usize) {
        let m = self.m;
        let (b, first) = (m.jnt.bodyid[j].idx(), m.jnt.dofadr[j].idx());
        let kind = m.jnt.kind[j].get();
        let count = m.jnt.dofs(j).len();
        for i in first..first + count {
            self.int(idof::FRAME, i, i as u32);
            self.num(dof::QUAT, i, 1.0);
            self.num(dof::ARMATURE, i, m.dof.armature[i]);
            let d = if m.disabled(disable::DAMPER) { 0.0 } else { m.dof.damping[i] };
            self.num(dof::DAMPING, i, d);
            self.num(dof::FORCE_LOWER, i, -1e30);
            self.num(dof::FORCE_UPPER, i, 1e30);
            self.loss(i);
        }
        let last = first + count - 1;
        // the frame before this joint: of the body, or of the joint before
        let before = if m.body.jntadr[b].idx() == j {
            let p = m.body.parentid[b];
            self.links.at[p].then(&Pose::new(m.body.pos[b], m.body.quat[b]))
        } else {
            Pose::IDENTITY
        };
        let mut anchor = m.jnt.pos[j];
        let q = m.jnt.qposadr[j].idx();
        match kind {
            Some(JointKind::Free) => {
                for k in 0..3 {
                    self.int(idof::QADR, first + k, (q + k) as u32);
                    self.num(dof::AXIS + k as u32, first + k, 1.0);
                    self.add_flag(first + k, flag::SHIFT);
                }
                self.turn(first + 3, q + 3);
                self.add_flag(last, flag::FREE);
                if self.shape.origin == 32 && first == 0 {
                    self.shape.origin = 0;
                }
                return;
            }
            Some(JointKind::Ball) => self.turn(first, q),
            _ => {
                self.int(idof::QADR, first, q as u32);
                self.num(dof::Q0, first, m.qpos0[q]);
                self.num_n(dof::AXIS, first, &m.jnt.axis[j].0);
                if kind == Some(JointKind::Slide) {
                    anchor = Vec3::ZERO;
                    self.add_flag(first, flag::SLIDE);
                    self.num_n(dof::SLIDE, first, &before.rotate(m.jnt.axis[j]).0);
                } else {
                    self.add_flag(first, flag::HINGE);
                }
                self.spring_and_limit(j, first, q);
            }
        }
        self.num_n(dof::QUAT, last, &before.q.0);
        self.num_n(dof::ANCHOR, last, &anchor.0);
        self.num_n(dof::OFFSET, last, &before.point(anchor).0);
    }

    /// Three dofs of a quaternion at coordinate `q`.
    fn turn(&mut self, first: usize, q: usize) {
        self.shape.switches |= switch::TURNS;
        for k in 0..3 {
            self.int(idof::QADR, first + k, (q + 1 + k) as u32);
            self.int(idof::WADR, first + k, q as u32);
            self.int(idof::FRAME, first + k, (first + 2) as u32);
            self.num(dof::AXIS + k as u32, first + k, 1.0);
            self.add_flag(first + k, flag::TURN);
        }
        self.add_flag(first + 2, flag::TURN_LAST);
    }

    fn spring_and_limit(&mut self, j: usize, i: usize, q: usize) {
        let m = self.m;
        if !m.disabled(disable::SPRING) {
            self.num(dof::STIFFNESS, i, m.jnt.stiffness[j]);
            self.num(dof::SPRING, i, m.qpos_spring[q]);
        }
        if m.jnt.actfrclimited[j] {
            self.num(dof::FORCE_LOWER, i, m.jnt.actfrcrange[j][0]);
            self.num(dof::FORCE_UPPER, i, m.jnt.actfrcrange[j][1]);
        }
        if m.jnt.limited[j] && !m.disabled(disable::LIMIT) && !m.disabled(disable::CONSTRAINT) {
            let [lo, hi] = m.jnt.range[j];
            if hi - lo <= 2.0 * m.jnt.margin[j] {
                self.missing.push(format!("joint {j}: a range within twice its margin"));
            }
            self.shape.switches |= switch::LIMITS;
            self.add_flag(i, flag::LIMITED);
            self.num_n(dof::LOWER, i, &[lo, hi, m.jnt.margin[j]]);
            let c = self.class(m.jnt.solref[j], m.jnt.solimp[j], &format!("joint {j}"));
            self.num_n(dof::LIMIT, i, &c);
            self.num(dof::LIMIT_WEIGHT, i, m.dof.invweight0[i].max(1e-15));
        }
    }

    fn loss(&mut self, i: usize) {
        let m = self.m;
        let loss = m.dof.frictionloss[i];
        if loss == 0.0 || m.disabled(disable::FRICTIONLOSS) || m.disabled(disable::CONSTRAINT) {
            return;
        }
        self.shape.switches |= switch::FRICTION;
        let c = self.class(m.dof.solref[i], m.dof.solimp[i], &format!("dof {i}"));
        let imp = c[class::D0 as usize];
        self.num(dof::LOSS, i, loss);
        let soft = if m.stiction.is_hard() { PROXIMAL } else { (1.0 - imp) / imp };
        self.num(dof::LOSS_D, i, 1.0 / (soft * m.dof.invweight0[i]).max(1e-15));
        self.num(dof::LOSS_B, i, c[class::DAMP as usize]);
    }

    /// The nine numbers of a constraint: stiffness, damping and impedance.
    pub fn class(&mut self, solref: [f64; 2], s: [f64; 5], who: &str) -> [f64; 9] {
        let m = self.m;
        if m.stiction.is_hard() {
            return [0.0, 0.0, 0.5, 0.0, 0.0, 0.5, 2.0, 2.0, 0.0];
        }
        let imp = |x: f64| x.clamp(1e-4, 0.9999);
        let (d0, dw, width, mid, power) = (imp(s[0]), imp(s[1]), s[2].max(0.0), imp(s[3]), s[4].max(1.0));
        let mut r = if (solref[0] > 0.0) != (solref[1] > 0.0) { [0.02, 1.0] } else { solref };
        if !m.disabled(disable::REFSAFE) && r[0] > 0.0 {
            r[0] = r[0].max(2.0 * m.opt.timestep);
        }
        let stiff = if r[0] > 0.0 {
            1.0 / (dw * dw * r[0] * r[0] * r[1] * r[1]).max(1e-15)
        } else {
            -r[0] / (dw * dw).max(1e-15)
        };
        let damp = if r[1] > 0.0 { 2.0 / (dw * r[0]).max(1e-15) } else { -r[1] / dw.max(1e-15) };
        if d0 == dw || width <= 1e-15 {
            return [stiff, damp, 0.5 * (d0 + dw), 0.0, 0.0, 0.5, 2.0, 2.0, 0.0];
        }
        if power != 1.0 && power != 2.0 {
            self.missing.push(format!("{who}: power {power} of solimp (1 and 2 are there)"));
        }
        let linear = f64::from(power == 1.0);
        [stiff, damp, d0, dw - d0, 1.0 / width, mid, 1.0 / mid, 1.0 / (1.0 - mid), linear]
    }

    /// Mass, centre and inertia of a link with everything that is merged into it.
    fn inertia(&mut self, l: usize) {
        let m = self.m;
        let (mut mass, mut first, mut second) = (0.0, Vec3::ZERO, Mat3([0.0; 9]));
        let (mut lifted, mut lift) = (0.0, Vec3::ZERO);
        let mut boxes = Vec::new();
        for b in (1..m.size.nbody).filter(|&b| self.links.of[b] == Some(l)) {
            let at = self.links.at[b].then(&Pose::new(m.body.ipos[b], m.body.iquat[b]));
            let (w, c) = (m.body.mass[b], at.p);
            let r = at.q.to_mat();
            let own = r * Mat3::diag(m.body.inertia[b]) * r.transpose();
            mass += w;
            first += c * w;
            second = add(second, add(own, shifted(w, c)));
            lifted += w * m.body.gravcomp[b];
            lift += c * (w * m.body.gravcomp[b]);
            if w >= MIN_VAL {
                boxes.push((b, at.q));
            }
        }
        let b = self.links.bodies[l];
        let lane = m.body.dofs(b).range().end - 1;
        let c = first * (1.0 / mass.max(1e-300));
        let own = add(second, shifted(-mass, c));
        self.num(dof::MASS, lane, mass);
        self.num_n(dof::CENTRE, lane, &c.0);
        self.num_n(dof::INERTIA, lane, &six_of(&own));
        self.fluid(lane, &boxes);
        if lifted != 0.0 && !m.disabled(disable::GRAVITY) {
            self.shape.switches |= switch::GRAVCOMP;
            self.num(dof::WEIGHTLESS, lane, lifted);
            self.num_n(dof::WEIGHTLESS_AT, lane, &(lift * (1.0 / lifted)).0);
        }
    }

    /// The box that a fluid sees of the one body that a link is.
    fn fluid(&mut self, lane: usize, boxes: &[(usize, Quat)]) {
        let m = self.m;
        if m.opt.density == 0.0 && m.opt.viscosity == 0.0 {
            return;
        }
        let &[(b, turn)] = boxes else {
            self.missing.push("fluid forces on bodies without joints".into());
            return;
        };
        self.shape.switches |= switch::FLUID;
        let i = m.body.inertia[b];
        let side = |k: usize| ((i[0] + i[1] + i[2] - 2.0 * i[k]).max(MIN_VAL) / m.body.mass[b] * 6.0).sqrt();
        self.num_n(dof::BOX, lane, &[side(0), side(1), side(2)]);
        self.num_n(dof::BOX_QUAT, lane, &turn.0);
    }

    /// The lane of the frame that carries a body, and its link, as geoms name them.
    pub fn code(&self, body: usize) -> u32 {
        self.links.of[body].map_or(geom::STATIC, |l| {
            let owner = self.links.bodies[l];
            let lane = (self.m.body.dofs(owner).range().end - 1) as u32;
            lane | (l as u32) << 8
        })
    }

    /// Connect constraints: a block of three rows each.
    fn equalities(&mut self) {
        let m = self.m;
        (self.shape.eq_f, self.shape.eq_u) = (self.numbers.len() as u32, self.indices.len() as u32);
        let points = |&e: &usize| m.eq.kind[e] == EqKind::Connect;
        let active: Vec<usize> = lengths::active(m).filter(points).collect();
        if active.len() > 16 {
            self.missing.push(format!("more than 16 equalities ({})", active.len()));
            return;
        }
        self.shape.neq = active.len() as u32;
        self.numbers.resize(self.numbers.len() + 32 * equality::SIZE as usize, 0.0);
        self.indices.resize(self.indices.len() + 32, 0xffff);
        for (k, &e) in active.iter().enumerate() {
            let held = lengths::sides(m, e);
            let bodies = held.map(|(b, _)| b);
            let mut sides: Vec<(u32, Vec3)> = held
                .iter()
                .map(|(b, at)| (self.links.of[*b].map_or(255, |l| l as u32), self.links.at[*b].point(at.p)))
                .collect();
            // J = J₁ − J₂: the first body is the kernels' second side, unless it is the world
            if sides[0].0 == 255 {
                sides.swap(0, 1);
            }
            if sides[0].0 == 255 {
                self.missing.push(format!("equality {e}: two bodies that do not move"));
            }
            self.indices[self.shape.eq_u as usize + k] = sides[0].0 | sides[1].0 << 8;
            let weight = (m.body.invweight0[bodies[0]][0] + m.body.invweight0[bodies[1]][0]).max(1e-15);
            let c = self.class(m.eq.solref[e], m.eq.solimp[e], &format!("equality {e}"));
            let mut all = vec![];
            all.extend(sides[0].1.0);
            all.extend(sides[1].1.0);
            all.push(weight);
            all.extend(c);
            for (f, x) in all.iter().enumerate() {
                self.numbers[self.shape.eq_f as usize + f * 32 + k] = *x;
            }
        }
    }
}

/// Inertia about the origin of a mass at c.
fn shifted(w: f64, c: Vec3) -> Mat3 {
    let d = c.norm_squared();
    Mat3(std::array::from_fn(|k| w * (if k % 4 == 0 { d } else { 0.0 } - c[k / 3] * c[k % 3])))
}

fn add(a: Mat3, b: Mat3) -> Mat3 {
    Mat3(std::array::from_fn(|k| a.0[k] + b.0[k]))
}
