//! Bodies: the skeleton of the tree, frames, inertias, and alignment of free bodies.

use super::Build;
use super::geom::SHAPE;
use super::inertia::{Inertial, combine, principal};
use super::math::{EPS, compose, invert, rotate};
use super::orient::resolve;
use super::report::Who;
use crate::elements::Fields;
use crate::ids::PluginId;
use crate::kinds::{JointKind, Tri};
use crate::spec::{Body, Compiler, Meta, Orient};
use stiction_spatial::{Pose, Quat, Vec3};

/// Attributes that give a body its inertia, of the element `inertial` inside it.
const MASS: &[&str] = &["mass", "diaginertia", "fullinertia"];

impl Build<'_> {
    /// Ids, addresses and counts of bodies; rules on which joints a body may have.
    pub(crate) fn structure(&mut self) {
        let (mut dofs, mut mocaps) = (0usize, 0);
        for b in 0..self.order.bodies.len() {
            let e = &self.spec.bodies[self.order.bodies[b]];
            let parent = self.order.parent[b];
            let joints = self.order.joints.of(b);
            let geoms = self.order.geoms.of(b);
            let nv: usize = joints.clone().map(|j| self.joint_kind(j).size().1).sum();
            let moves = !joints.is_empty() || e.mocap;
            let t = &mut self.model.body;
            t.parentid.push(parent.into());
            let root = if parent == 0 { b.into() } else { t.rootid[parent] };
            let weld = if b == 0 || moves { b.into() } else { t.weldid[parent] };
            t.rootid.push(root);
            t.weldid.push(weld);
            t.mocapid.push(e.mocap.then_some(mocaps).into());
            mocaps += usize::from(e.mocap);
            t.jntnum.push(joints.len() as i32);
            t.jntadr.push((!joints.is_empty()).then_some(joints.start).into());
            t.dofnum.push(nv as i32);
            t.dofadr.push((nv > 0).then_some(dofs).into());
            dofs += nv;
            t.geomnum.push(geoms.len() as i32);
            t.geomadr.push((!geoms.is_empty()).then_some(geoms.start).into());
            self.check_joints(b, nv);
        }
        self.model.size.nmocap = mocaps;
    }

    pub(crate) fn joint_kind(&self, j: usize) -> JointKind {
        self.spec.joints[self.order.joints.list[j]].kind
    }

    /// Whether these attributes of a joint are not as its author means them.
    pub(crate) fn doubts_joint(&self, j: usize, about: &'static [&'static str]) -> bool {
        let index = self.order.joints.list[j];
        self.report.is_doubtful(Who::new("joint", &self.spec.joints[index].meta, index).about(about))
    }

    /// Whether a joint is certainly more than an angle or a length.
    pub(crate) fn is_not_scalar(&self, j: usize) -> bool {
        let scalar = matches!(self.joint_kind(j), JointKind::Hinge | JointKind::Slide);
        !scalar && !self.doubts_joint(j, &["type"])
    }

    fn check_joints(&mut self, b: usize, nv: usize) {
        let index = self.order.bodies[b];
        let e = &self.spec.bodies[index];
        let who = Who::new("body", &e.meta, index);
        let kinds: Vec<JointKind> = self.order.joints.of(b).map(|j| self.joint_kind(j)).collect();
        let parent = self.order.parent[b];
        if self.order.joints.of(b).any(|j| self.doubts_joint(j, &["type"])) {
            return;
        }
        let who = who.about(&["mocap"]);
        let r = &mut self.report;
        if b == 0 {
            if !kinds.is_empty() {
                r.error_hint(who, "the world cannot have joints", "put them in a body of their own");
            }
            if e.mocap {
                r.error(who, "the world cannot be a mocap body");
            }
            return;
        }
        if kinds.contains(&JointKind::Free) {
            if kinds.len() > 1 {
                r.error(who, "a free joint must be the only joint of its body");
            }
            if parent != 0 {
                r.error_hint(
                    who,
                    "a free joint can only be in a child of the world",
                    "use a ball joint and three slides, or move the body to the top level",
                );
            }
        } else if nv > 6 {
            r.error(who, format!("it has {nv} degrees of freedom, more than 6"));
        }
        let ball = kinds.iter().position(|&k| k == JointKind::Ball);
        let turn = |k: &JointKind| matches!(k, JointKind::Ball | JointKind::Hinge);
        if ball.is_some_and(|p| kinds[p + 1..].iter().any(turn)) {
            r.error(who, "a ball joint is followed by another rotation");
        }
        if e.mocap && (!kinds.is_empty() || parent != 0) {
            r.error(who, "a mocap body must be a child of the world without joints");
        }
    }

    /// Poses and inertias.
    pub(crate) fn bodies(&mut self) {
        for b in 0..self.order.bodies.len() {
            let index = self.order.bodies[b];
            let e = &self.spec.bodies[index];
            let who = Who::new("body", &e.meta, index);
            let mut pose = Pose::new(e.pos, self.orientation(&e.orient, &e.meta, who));
            let mut inertial = self.inertial(e, b, pose, who);
            if b > 0 {
                self.check_inertial(&mut inertial, self.spec.compiler_of(&e.meta), who);
            }
            if let Some(f) = e.frame.filter(|_| b > 0) {
                pose = compose(self.frames[f], pose);
            }
            e.fill(&mut self.model);
            let t = &mut self.model.body;
            t.pos.push(pose.pos);
            t.quat.push(pose.quat);
            t.ipos.push(inertial.frame.pos);
            t.iquat.push(inertial.frame.quat);
            t.mass.push(inertial.mass);
            t.inertia.push(inertial.moments);
            t.plugin.push(PluginId::NONE);
        }
    }

    /// A unit quaternion, or the identity and an error.
    pub(crate) fn orientation(&mut self, o: &Orient, meta: &Meta, who: Who<'_>) -> Quat {
        resolve(o, self.spec.compiler_of(meta)).unwrap_or_else(|why| {
            self.report.error(who.about(&["quat", "axisangle", "xyaxes", "zaxis", "euler"]), why);
            Quat::IDENTITY
        })
    }

    /// From `<inertial>`, from the geoms, or, without either, massless at the body's own frame as seen from the parent.
    fn inertial(&mut self, e: &Body, b: usize, pose: Pose, who: Who<'_>) -> Inertial {
        let c = self.spec.compiler_of(&e.meta);
        let mut out = Inertial { mass: e.mass, frame: pose, moments: Vec3(e.inertia) };
        if let Some(ipos) = e.ipos {
            out.frame = Pose::new(ipos, self.orientation(&e.iorient, &e.meta, who));
        }
        if let Some(full) = &e.fullinertia {
            self.full_inertia(e, full, &mut out, who);
        }
        if b > 0 && (c.inertiafromgeom == Tri::True || (e.ipos.is_none() && c.inertiafromgeom == Tri::Auto)) {
            self.inertia_from_geoms(b, c, &mut out, who);
        }
        out
    }

    fn full_inertia(&mut self, e: &Body, full: &[f64; 6], out: &mut Inertial, who: Who<'_>) {
        if !matches!(e.iorient, Orient::Quat(_)) {
            let message = "fullinertia and an orientation of the inertial frame cannot both be given";
            self.report.error(who.about(MASS), message);
        }
        if e.inertia != [0.0; 3] {
            self.report.error(who.about(MASS), "fullinertia and diaginertia cannot both be given");
        }
        match principal(full, self.spec.compiler_of(&e.meta).boundinertia) {
            Some((quat, moments)) => (out.frame.quat, out.moments) = (out.frame.quat.mul_quat(quat), moments),
            None => self.report.error_hint(
                who.about(MASS),
                "fullinertia must be positive definite",
                "the order is xx yy zz xy xz yz; compiler boundinertia raises small moments",
            ),
        }
    }

    fn inertia_from_geoms(&mut self, b: usize, c: &Compiler, out: &mut Inertial, who: Who<'_>) {
        let range = c.inertiagrouprange;
        let g = &self.model.geom;
        let parts: Vec<Inertial> = self
            .order
            .geoms
            .of(b)
            .filter(|&i| (range[0]..=range[1]).contains(&g.group[i]) && self.mass[i].mass > EPS)
            .map(|i| Inertial {
                mass: self.mass[i].mass,
                frame: {
                    let geom = Pose::new(g.pos[i], g.quat[i]);
                    self.mass[i].frame.map_or(geom, |own| compose(geom, own))
                },
                moments: self.mass[i].inertia,
            })
            .collect();
        match parts.as_slice() {
            [] => {}
            [one] => *out = *one,
            many => match combine(many, c.boundinertia) {
                Some(i) => *out = i,
                None => self.report.error(who, "the inertia of its geoms is not positive definite"),
            },
        }
    }

    /// Bounds, signs and the triangle inequality.
    fn check_inertial(&mut self, i: &mut Inertial, c: &Compiler, who: Who<'_>) {
        i.mass = i.mass.max(c.boundmass);
        i.moments = Vec3(i.moments.0.map(|x| x.max(c.boundinertia)));
        let [x, y, z] = i.moments.0;
        if i.mass < 0.0 || x < 0.0 || y < 0.0 || z < 0.0 {
            self.report.error(who.about(MASS), "mass and inertia must not be negative");
        } else if x + y < z || x + z < y || y + z < x {
            if c.balanceinertia {
                i.moments = Vec3([(x + y + z) / 3.0; 3]);
            } else {
                self.report.error_hint(
                    who.about(MASS),
                    format!("inertia ({x}, {y}, {z}) breaks A + B >= C"),
                    "correct the values, or use compiler balanceinertia=\"true\"",
                );
            }
        }
    }

    /// Free bodies without children may take their inertial frame as body frame.
    pub(crate) fn align_free(&mut self) {
        let mut has_child = vec![false; self.order.bodies.len()];
        self.order.parent.iter().skip(1).for_each(|&p| has_child[p] = true);
        for b in 1..self.order.bodies.len() {
            let joints = self.order.joints.of(b);
            if has_child[b] || joints.len() != 1 {
                continue;
            }
            let j = &self.spec.joints[self.order.joints.list[joints.start]];
            let asked =
                j.align == Tri::True || (j.align == Tri::Auto && self.spec.compiler_of(&j.meta).alignfree);
            if j.kind == JointKind::Free && asked {
                self.align(b, joints.start);
            }
        }
    }

    fn align(&mut self, b: usize, joint: usize) {
        let m = &mut self.model;
        let iframe = Pose::new(m.body.ipos[b], m.body.iquat[b]);
        let pose = compose(Pose::new(m.body.pos[b], m.body.quat[b]), iframe);
        (m.body.pos[b], m.body.quat[b]) = (pose.pos, pose.quat);
        (m.body.ipos[b], m.body.iquat[b]) = (Vec3::ZERO, Quat::IDENTITY);
        let q = m.jnt.qposadr[joint];
        for k in 0..3 {
            m.qpos0[q + k] = pose.pos[k];
        }
        for k in 0..4 {
            m.qpos0[q + 3 + k] = pose.quat[k];
        }
        m.qpos_spring[q.span(7)].copy_from_slice(&m.qpos0[q.span(7)]);
        let back = invert(iframe);
        let shift = |pos: &mut Vec3, quat: &mut Quat| {
            let p = compose(back, Pose::new(*pos, *quat));
            (*pos, *quat) = (p.pos, p.quat);
        };
        self.order.geoms.of(b).for_each(|i| shift(&mut m.geom.pos[i], &mut m.geom.quat[i]));
        self.order.sites.of(b).for_each(|i| shift(&mut m.site.pos[i], &mut m.site.quat[i]));
        self.order.cameras.of(b).for_each(|i| shift(&mut m.cam.pos[i], &mut m.cam.quat[i]));
        for i in self.order.lights.of(b) {
            shift(&mut m.light.pos[i], &mut Quat::IDENTITY.clone());
            m.light.dir[i] = rotate(back.quat, m.light.dir[i]);
        }
    }

    /// Whether problems that are told elsewhere leave open what mass a body has.
    fn has_doubtful_mass(&self, b: usize) -> bool {
        let index = self.order.bodies[b];
        let meta = &self.spec.bodies[index].meta;
        let who = Who::new("body", meta, index).about(MASS);
        let r = &self.report;
        r.damage().is_hollow(meta.loc)
            || r.is_doubtful(who)
            || self.order.geoms.of(b).any(|g| {
                let index = self.order.geoms.list[g];
                r.is_doubtful(Who::new("geom", &self.spec.geoms[index].meta, index).about(SHAPE))
            })
    }

    /// A moving body, together with what is welded below it, must have mass and inertia.
    pub(crate) fn moving_masses(&mut self) {
        let t = &self.model.body;
        let n = t.mass.len();
        let least = self.model.stiction.least_mass();
        let valid = |b: usize| t.mass[b] >= least && t.inertia[b].0.iter().all(|&x| x >= least);
        // a body without joints lends its validity to its parent
        let mut ok: Vec<bool> = (0..n).map(valid).collect();
        for b in (1..n).rev() {
            if ok[b] && t.jntnum[b] == 0 {
                ok[t.parentid[b]] = true;
            }
        }
        // nor is it known of a body whose parts are not
        let mut doubt: Vec<bool> = (0..n).map(|b| self.has_doubtful_mass(b)).collect();
        for b in (1..n).rev() {
            if doubt[b] && self.model.body.jntnum[b] == 0 {
                doubt[self.model.body.parentid[b]] = true;
            }
        }
        for b in 1..n {
            if self.model.body.jntnum[b] > 0 && !ok[b] && !doubt[b] {
                let index = self.order.bodies[b];
                self.report.error_hint(
                    Who::new("body", &self.spec.bodies[index].meta, index).about(MASS),
                    "a moving body must have positive mass and inertia",
                    "give it a geom with mass or an <inertial>; compiler boundmass and boundinertia set lower bounds",
                );
            }
        }
    }
}
