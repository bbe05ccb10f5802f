//! Trees of the model: sleep policies, addresses in M, and bodies that are simple enough for a diagonal inertia.
//!
//! A body is simple if its inertial frame is its own, it hangs on the world (or on a fixed child of it), it carries no
//! body, and its joints pass through its origin along its axes, at most one of them a rotation.

use super::Build;
use super::math::{EPS, same_quat, same_vec};
use super::report::Who;
use crate::ids::{BodyId, Object};
use crate::kinds::{JointKind, SleepPolicy, TrnKind, WrapKind};
use stiction_spatial::{Quat, Vec3};

impl Build<'_> {
    /// Sleep policies that authors give to the root bodies of trees.
    pub(crate) fn trees(&mut self) {
        let m = &mut self.model;
        m.tree.sleep_policy = vec![SleepPolicy::Auto.into(); m.size.ntree].into();
        let treeid = |weld: BodyId| m.body.dofs(weld).next().map(|i| m.dof.treeid[i]);
        for b in 1..self.order.bodies.len() {
            let index = self.order.bodies[b];
            let e = &self.spec.bodies[index];
            if e.sleep == SleepPolicy::Auto {
                continue;
            }
            let tree = treeid(m.body.weldid[b]);
            let Some(first) = tree.filter(|_| tree != treeid(m.body.weldid[b - 1])) else {
                self.report.error(
                    Who::new("body", &e.meta, index),
                    "sleep can only be given to the first moving body of a kinematic tree",
                );
                continue;
            };
            m.tree.sleep_policy[first] = e.sleep.into();
        }
    }

    /// `body_simple`, `dof_simplenum`, `dof_Madr`.
    pub(crate) fn simple_bodies(&mut self) {
        let n = self.order.bodies.len();
        let mut simple: Vec<u8> = (0..n).map(|b| self.simplicity(b)).collect();
        for b in 1..n {
            if self.order.parent[b] > 0 {
                simple[self.order.parent[b]] = 0;
            }
        }
        self.tendon_inertia(&mut simple);
        let m = &mut self.model;
        let mut count = 0;
        m.dof.simplenum = vec![0; m.dof.bodyid.len()].into();
        for i in (0..m.dof.bodyid.len()).rev() {
            count = if simple[m.dof.bodyid[i]] > 0 { count + 1 } else { 0 };
            m.dof.simplenum[i] = count;
        }
        m.body.simple = simple.into();
        let mut adr = 0i64;
        let mut depth = vec![0i64; m.dof.parentid.len()];
        for i in 0..m.dof.parentid.len() {
            depth[i] = 1 + m.dof.parentid[i].get().map_or(0, |p| depth[p]);
            m.dof.Madr.push(adr as i32);
            adr += depth[i];
        }
        m.size.nM = adr as usize;
    }

    /// 0 not simple, 1 simple, 2 simple and only sliding.
    fn simplicity(&self, b: usize) -> u8 {
        let m = &self.model;
        let e = &self.spec.bodies[self.order.bodies[b]];
        let parent = self.order.parent[b];
        let top = parent == 0 || (self.order.parent[parent] == 0 && m.body.dofnum[parent] == 0);
        let own = same_vec(m.body.ipos[b], Vec3::ZERO) && same_quat(m.body.iquat[b], Quat::IDENTITY);
        if !(e.simple && top && own) {
            return 0;
        }
        let (mut rotation, mut only_slides) = (false, true);
        for j in self.order.joints.of(b) {
            let kind = self.joint_kind(j);
            let aligned = m.jnt.axis[j].0.iter().filter(|x| x.abs() > EPS).count() == 1;
            let scalar = matches!(kind, JointKind::Hinge | JointKind::Slide);
            if rotation || !same_vec(m.jnt.pos[j], Vec3::ZERO) || (scalar && !aligned) {
                return 0;
            }
            rotation |= matches!(kind, JointKind::Ball | JointKind::Hinge);
            only_slides &= kind == JointKind::Slide;
        }
        if only_slides && m.body.dofnum[b] > 0 { 2 } else { 1 }
    }

    /// Bodies on a tendon with inertia, its own or of what pulls it, are coupled.
    fn tendon_inertia(&self, simple: &mut [u8]) {
        let (m, a) = (&self.model, &self.model.actuator);
        let pulled = |t: usize| {
            (0..a.armature.len())
                .any(|i| a.trntype[i] == TrnKind::Tendon && a.trnid[i][0] == t.into() && a.armature[i] != 0.0)
        };
        for t in (0..m.tendon.adr.len()).filter(|&t| m.tendon.armature[t] != 0.0 || pulled(t)) {
            for w in m.tendon.wraps(t) {
                let id = m.wrap.objid[w];
                match m.wrap.kind[w].get() {
                    Some(WrapKind::Site) => simple[m.site.bodyid[id.site()]] = 0,
                    Some(WrapKind::Sphere | WrapKind::Cylinder) => simple[m.geom.bodyid[id.geom()]] = 0,
                    _ => {}
                }
            }
        }
    }
}
