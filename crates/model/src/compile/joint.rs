//! Joints and degrees of freedom.

use super::Build;
use super::math::{compose, rotate, unit3};
use super::pending::SpringDamper;
use super::report::{Report, Who};
use crate::elements::Fields;
use crate::ids::{ActuatorId, DofId};
use crate::kinds::{JointKind, Tri};
use crate::spec::Joint;
use stiction_spatial::{Pose, Quat, Vec3};

/// A flag that may be inferred from its range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit<'a> {
    pub flag: Tri,
    pub range: [f64; 2],
    /// Name of the range attribute, for messages.
    pub name: &'a str,
}

impl Limit<'_> {
    /// Whether the limit is active; checks `autolimits` and the order of the range.
    pub(crate) fn resolve(self, autolimits: bool, who: Who<'_>, report: &mut Report) -> bool {
        let who = who.about(match self.name {
            "range" => &["range", "limited"],
            "actuatorfrcrange" => &["actuatorfrcrange", "actuatorfrclimited"],
            "ctrlrange" => &["ctrlrange", "ctrllimited"],
            "forcerange" => &["forcerange", "forcelimited"],
            "actrange" => &["actrange", "actlimited"],
            _ => &[],
        });
        let given = self.range != [0.0, 0.0];
        if self.flag == Tri::Auto && !autolimits && given {
            report.error_hint(
                who,
                format!("it has {0}, but {0} is not switched on", self.name),
                "use compiler autolimits=\"true\", or write the matching \"limited\" attribute",
            );
        }
        let on = self.active();
        let reversed = self.range[0] > self.range[1];
        if on && self.range[0] >= self.range[1] || self.flag == Tri::Auto && reversed {
            report.error(who, format!("{} ({}, {}) must increase", self.name, self.range[0], self.range[1]));
        }
        on
    }
    /// Whether the limit is active.
    pub(crate) fn active(self) -> bool {
        match self.flag {
            Tri::True => true,
            Tri::False => false,
            Tri::Auto => self.range[0] < self.range[1],
        }
    }
}

/// Limits, in radians.
struct Limits {
    limited: bool,
    range: [f64; 2],
    actfrclimited: bool,
}

const DEGREE: f64 = std::f64::consts::PI / 180.0;

impl Build<'_> {
    /// `jnt_*`, `dof_*`, `qpos0`, `qpos_spring`.
    pub(crate) fn joints(&mut self) {
        let (mut qposadr, mut dofadr) = (0, 0);
        // last dof of the chain down to each body
        let mut last = vec![DofId::NONE; self.order.bodies.len()];
        let mut plastic = 0;
        for b in 0..self.order.bodies.len() {
            last[b] = if b == 0 { DofId::NONE } else { last[self.order.parent[b]] };
            for id in self.order.joints.of(b) {
                let index = self.order.joints.list[id];
                let e = &self.spec.joints[index];
                let who = Who::new("joint", &e.meta, index);
                let limits = self.joint_limits(e, who);
                let (nq, nv) = e.kind.size();
                self.push_joint(e, who, &limits);
                let t = &mut self.model.jnt;
                t.qposadr.push(qposadr.into());
                t.dofadr.push(dofadr.into());
                t.bodyid.push(b.into());
                let yields = e.springyield > 0.0 && e.kind != JointKind::Free;
                t.plasticadr.push(yields.then_some(plastic).into());
                plastic += if yields { nq } else { 0 };
                self.push_reference(e, b);
                for _ in 0..nv {
                    self.push_dof(e, b, id, last[b]);
                    last[b] = dofadr.into();
                    dofadr += 1;
                }
                qposadr += nq;
                self.check_joint(e, id, who);
            }
        }
        self.model.size.nplastic = plastic;
    }

    fn joint_limits(&mut self, e: &Joint, who: Who<'_>) -> Limits {
        let auto = self.spec.compiler_of(&e.meta).autolimits;
        let r = &mut self.report;
        let mut range = e.range;
        let limit = Limit { flag: e.limited, range, name: "range" };
        let limited = match e.kind {
            JointKind::Free => false,
            // the range of a ball joint is (0, largest angle)
            JointKind::Ball => {
                if limit.active() && range[0] != 0.0 {
                    r.error(who.about(&["range", "type"]), "the range of a ball joint must begin with 0");
                }
                limit.active()
            }
            _ => limit.resolve(auto, who, r),
        };
        if limited
            && self.spec.compiler_of(&e.meta).degree
            && matches!(e.kind, JointKind::Hinge | JointKind::Ball)
        {
            range = range.map(|x| x * DEGREE);
        }
        let force = Limit { flag: e.actfrclimited, range: e.actfrcrange, name: "actuatorfrcrange" };
        let actfrclimited =
            matches!(e.kind, JointKind::Slide | JointKind::Hinge) && force.resolve(auto, who, r);
        Limits { limited, range, actfrclimited }
    }

    fn push_joint(&mut self, e: &Joint, who: Who<'_>, limits: &Limits) {
        let frame = e.frame.map(|f| self.frames[f]);
        let axis = match e.kind {
            JointKind::Free | JointKind::Ball => Vec3::Z,
            _ => unit3(frame.map_or(e.axis, |f| rotate(f.quat, e.axis))).unwrap_or_else(|| {
                self.report.error(who.about(&["axis"]), "the axis is zero");
                Vec3::Z
            }),
        };
        let pos = match (e.kind, frame) {
            (JointKind::Free, _) => Vec3::ZERO,
            (_, Some(f)) => compose(f, Pose::new(e.pos, Quat::IDENTITY)).pos,
            (_, None) => e.pos,
        };
        let turns =
            matches!(e.kind, JointKind::Hinge | JointKind::Ball) && self.spec.compiler_of(&e.meta).degree;
        e.fill(&mut self.model);
        let t = &mut self.model.jnt;
        t.actuatorid.push(ActuatorId::NONE);
        t.limited.push(limits.limited);
        t.actfrclimited.push(limits.actfrclimited);
        t.pos.push(pos);
        t.axis.push(axis);
        t.springyield.push(if turns { e.springyield * DEGREE } else { e.springyield });
        t.range.push(limits.range);
    }

    /// Reference positions of the joint and of its spring.
    fn push_reference(&mut self, e: &Joint, b: usize) {
        let m = &mut self.model;
        match e.kind {
            JointKind::Free => {
                m.qpos0.extend_from_slice(&m.body.pos[b].0);
                m.qpos0.extend_from_slice(&m.body.quat[b].0);
                m.qpos_spring.extend_from_slice(&m.body.pos[b].0);
                m.qpos_spring.extend_from_slice(&m.body.quat[b].0);
            }
            JointKind::Ball => {
                m.qpos0.extend_from_slice(&Quat::IDENTITY.0);
                m.qpos_spring.extend_from_slice(&Quat::IDENTITY.0);
            }
            JointKind::Slide | JointKind::Hinge => {
                let unit = if e.kind == JointKind::Hinge && self.spec.compiler_of(&e.meta).degree {
                    DEGREE
                } else {
                    1.0
                };
                m.qpos0.push(e.ref_ * unit);
                m.qpos_spring.push(e.springref * unit);
            }
        }
    }

    fn push_dof(&mut self, e: &Joint, b: usize, joint: usize, parent: DofId) {
        let t = &mut self.model.dof;
        t.bodyid.push(b.into());
        t.jntid.push(joint.into());
        let tree = parent.get().map_or(self.model.size.ntree.into(), |p| t.treeid[p]);
        t.treeid.push(tree);
        self.model.size.ntree += usize::from(parent.is_none());
        t.parentid.push(parent);
        t.solref.push(e.solref_friction);
        t.solimp.push(e.solimp_friction);
        t.frictionloss.push(e.frictionloss);
        t.armature.push(e.armature);
        t.damping.push(e.damping[0]);
        t.dampingpoly.push([e.damping[1], e.damping[2]]);
    }

    fn check_joint(&mut self, e: &Joint, id: usize, who: Who<'_>) {
        let r = &mut self.report;
        if e.armature < 0.0 {
            r.error(who.about(&["armature"]), "armature must not be negative");
        }
        if e.frictionloss < 0.0 {
            r.error(who.about(&["frictionloss"]), "frictionloss must not be negative");
        }
        if e.damping[0] < 0.0 {
            r.warn(who.about(&["damping"]), "damping is negative: the joint gains energy");
        }
        if e.springyield < 0.0 || (e.springyield != 0.0 && e.kind == JointKind::Free) {
            r.error(
                who.about(&["springyield", "type"]),
                "springyield must not be negative, nor be given for a free joint",
            );
        }
        let [timeconst, dampratio] = e.springdamper;
        if e.springdamper != [0.0, 0.0] {
            if timeconst <= 0.0 || dampratio <= 0.0 {
                r.error(who.about(&["springdamper"]), "both numbers of springdamper must be positive");
            } else {
                self.pending.springdamper.push(SpringDamper { joint: id, timeconst, dampratio });
            }
        }
    }
}
