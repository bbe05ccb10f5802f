//! Random kinematic trees: models built table by table, without a compiler.
//!
//! Every joint kind, several joints per body, offset pivots, bodies without joints, several roots, chains deeper than three,
//! masses off axis. Only the tables that the rigid tree reads are filled; there are no geoms, tendons or actuators.

use crate::SplitMix64;
use stiction_model::ids::{DofId, JointId};
use stiction_model::kinds::JointKind;
use stiction_model::{Id, Model};
use stiction_spatial::{Quat, Vec3};

/// A random unit quaternion.
pub fn random_quat(rng: &mut SplitMix64) -> Quat {
    Quat([rng.sym(), rng.sym(), rng.sym(), rng.sym()]).normalized()
}

/// A random vector of numbers in (−1, 1).
pub fn random_vec3(rng: &mut SplitMix64) -> Vec3 {
    Vec3([rng.sym(), rng.sym(), rng.sym()])
}

/// A random model with `nbody` moving or welded bodies below the world.
pub fn random_tree(seed: u64, nbody: usize) -> Model {
    let mut b = Builder { rng: SplitMix64(seed), m: Model::default() };
    b.body(0, &[]);
    let mut path = vec![0_usize];
    for _ in 0..nbody {
        // depth first: go on from a body of the current path, mostly from its end
        if b.rng.unit() < 0.15 {
            path.truncate(1);
        }
        while path.len() > 1 && b.rng.unit() < 0.3 {
            path.pop();
        }
        let parent = path[path.len() - 1];
        let joints = b.choose(parent);
        path.push(b.body(parent, &joints));
    }
    b.finish()
}

/// A random configuration with unit quaternions.
pub fn random_qpos(m: &Model, rng: &mut SplitMix64) -> Vec<f64> {
    let mut q: Vec<f64> = m.qpos0.iter().map(|x| x + rng.sym()).collect();
    for j in 0..m.size.njnt {
        let at = m.jnt.qposadr[j];
        match m.jnt.kind[j].get() {
            Some(JointKind::Free) => q[(at + 3).span(4)].copy_from_slice(&random_quat(rng).0),
            Some(JointKind::Ball) => q[at.span(4)].copy_from_slice(&random_quat(rng).0),
            _ => {}
        }
    }
    q
}

/// Random velocities.
pub fn random_qvel(m: &Model, rng: &mut SplitMix64) -> Vec<f64> {
    (0..m.size.nv).map(|_| rng.sym()).collect()
}

struct Builder {
    rng: SplitMix64,
    m: Model,
}

impl Builder {
    /// Joints of the next body: a ball is the last rotation of its body, a free joint stands alone below the world.
    fn choose(&mut self, parent: usize) -> Vec<JointKind> {
        use JointKind::{Ball, Free, Hinge, Slide};
        let menu: &[&[JointKind]] = &[
            &[Hinge],
            &[Hinge, Hinge],
            &[Hinge, Hinge, Hinge],
            &[Slide],
            &[Slide, Hinge],
            &[Hinge, Slide],
            &[Ball],
            &[Slide, Ball],
            &[Hinge, Ball],
            &[Slide, Slide, Slide],
            &[],
        ];
        if parent == 0 && self.rng.unit() < 0.4 {
            return vec![Free];
        }
        menu[self.rng.below(menu.len())].to_vec()
    }

    /// Appends a body; returns its id.
    fn body(&mut self, parent: usize, joints: &[JointKind]) -> usize {
        let id = self.m.body.mass.len();
        let world = id == 0;
        let root = if world || parent == 0 { id.into() } else { self.m.body.rootid[parent] };
        let weld = if joints.is_empty() && !world { self.m.body.weldid[parent] } else { id.into() };
        let (rng, b) = (&mut self.rng, &mut self.m.body);
        b.parentid.push(parent.into());
        b.rootid.push(root);
        b.weldid.push(weld);
        b.mocapid.push(Id::NONE);
        b.jntnum.push(joints.len() as i32);
        b.jntadr.push((!joints.is_empty()).then_some(self.m.jnt.kind.len()).into());
        b.dofadr.push((!joints.is_empty()).then_some(self.m.dof.bodyid.len()).into());
        b.dofnum.push(0);
        b.simple.push(0);
        b.sameframe.push(0);
        b.pos.push(if world { Vec3::ZERO } else { random_vec3(rng) });
        b.quat.push(if world || rng.unit() < 0.3 { Quat::IDENTITY } else { random_quat(rng) });
        b.ipos.push(if world { Vec3::ZERO } else { random_vec3(rng) * 0.3 });
        b.iquat.push(if world { Quat::IDENTITY } else { random_quat(rng) });
        b.mass.push(if world { 0.0 } else { 0.2 + rng.unit() });
        b.inertia.push(if world { Vec3::ZERO } else { Vec3([0.05 + rng.unit() * 0.05, 0.06, 0.07]) });
        b.geomadr.push(Id::NONE);
        b.geomnum.push(0);
        joints.iter().for_each(|&kind| self.joint(id, kind));
        self.m.site.bodyid.push(id.into());
        self.m.site.sameframe.push(0);
        self.m.site.pos.push(random_vec3(&mut self.rng));
        self.m.site.quat.push(random_quat(&mut self.rng));
        id
    }

    fn joint(&mut self, body: usize, kind: JointKind) {
        let jnt = self.m.jnt.kind.len().into();
        let free = kind == JointKind::Free;
        let (pos, quat) = (self.m.body.pos[body], self.m.body.quat[body]);
        let (rng, j) = (&mut self.rng, &mut self.m.jnt);
        j.kind.push(kind.into());
        j.bodyid.push(body.into());
        j.actuatorid.push(Id::NONE);
        j.plasticadr.push(Id::NONE);
        j.qposadr.push(self.m.qpos0.len().into());
        j.dofadr.push(self.m.dof.bodyid.len().into());
        j.pos.push(if free || rng.unit() < 0.3 { Vec3::ZERO } else { random_vec3(rng) * 0.4 });
        let turns = matches!(kind, JointKind::Free | JointKind::Ball);
        j.axis.push(if turns { Vec3::Z } else { random_vec3(rng).normalized().0 });
        j.stiffness.push(0.0);
        j.stiffnesspoly.push([0.0; 2]);
        let dofs = match kind {
            JointKind::Free => {
                self.m.qpos0.extend(pos.0);
                self.m.qpos0.extend(quat.0);
                6
            }
            JointKind::Ball => {
                self.m.qpos0.extend(Quat::IDENTITY.0);
                3
            }
            _ => {
                self.m.qpos0.push(self.rng.sym() * 0.3);
                1
            }
        };
        (0..dofs).for_each(|_| self.dof(body, jnt));
    }

    fn dof(&mut self, body: usize, jnt: JointId) {
        let id = self.m.dof.bodyid.len();
        let parent =
            if self.m.body.dofnum[body] > 0 { DofId::new(id - 1) } else { self.last_dof_above(body) };
        let tree = parent.get().map_or(self.m.size.ntree.into(), |p| self.m.dof.treeid[p]);
        if parent.is_none() {
            self.m.size.ntree += 1;
            self.m.tree.dofadr.push(id.into());
            self.m.tree.dofnum.push(0);
        }
        self.m.tree.dofnum[tree] += 1;
        self.m.body.dofnum[body] += 1;
        let d = &mut self.m.dof;
        d.bodyid.push(body.into());
        d.jntid.push(jnt);
        d.parentid.push(parent);
        d.treeid.push(tree);
        d.simplenum.push(0);
        d.armature.push(if self.rng.unit() < 0.5 { 0.0 } else { 0.1 * self.rng.unit() });
        d.damping.push(0.0);
        d.dampingpoly.push([0.0; 2]);
        d.M0.push(0.0);
        d.invweight0.push(0.0);
        d.length.push(0.0);
    }

    /// Last dof of the nearest ancestor that has any, or −1.
    fn last_dof_above(&self, body: usize) -> DofId {
        let mut b = self.m.body.parentid[body].idx();
        while b > 0 && self.m.body.dofnum[b] == 0 {
            b = self.m.body.parentid[b].idx();
        }
        self.m.body.dofs(b).next_back().unwrap_or(DofId::NONE)
    }

    /// Sizes, sums over subtrees, and the pattern of M.
    fn finish(mut self) -> Model {
        let m = &mut self.m;
        m.body.invweight0 = vec![[0.0; 2]; m.body.mass.len()].into();
        m.body.subtreemass = m.body.mass.clone();
        for b in (1..m.body.mass.len()).rev() {
            let mass = m.body.subtreemass[b];
            m.body.subtreemass[m.body.parentid[b]] += mass;
        }
        m.body.gravcomp = vec![0.0; m.body.mass.len()].into();
        m.qpos_spring.clone_from(&m.qpos0);
        let s = &mut m.size;
        (s.nbody, s.njnt, s.nq) = (m.body.mass.len(), m.jnt.kind.len(), m.qpos0.len());
        (s.nv, s.nsite) = (m.dof.bodyid.len(), m.site.bodyid.len());
        for i in 0..s.nv {
            let start = m.sparse.M_colind.len();
            m.sparse.M_rowadr.push(start as i32);
            if m.dof.parentid[i].is_some() {
                let p = m.dof.parentid[i];
                let (a, n) = (m.sparse.M_rowadr[p] as usize, m.sparse.M_rownnz[p] as usize);
                m.sparse.M_colind.extend_from_within(a..a + n);
            }
            m.sparse.M_colind.push(i as i32);
            m.sparse.M_rownnz.push((m.sparse.M_colind.len() - start) as i32);
        }
        s.nC = m.sparse.M_colind.len();
        self.m
    }
}
