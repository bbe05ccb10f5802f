//! Kinematic trees: their bodies and dofs, the tendons that join them, and whether they may sleep.

use crate::ids::*;
use crate::kinds::{SleepPolicy, TrnKind, WrapKind};
use crate::model::Model;

/// `body_treeid`, `tree_bodyadr`, `tree_bodynum`, `tree_dofadr`, `tree_dofnum`.
pub(super) fn tree_tables(m: &mut Model) {
    let n = m.size.ntree;
    let t = &mut m.tree;
    (t.bodyadr, t.bodynum) = (vec![WORLD; n].into(), vec![0; n].into());
    (t.dofadr, t.dofnum) = (vec![DofId::FIRST; n].into(), vec![0; n].into());
    m.body.treeid.resize(m.body.pos.len(), TreeId::NONE);
    for b in (0..m.body.pos.len()).rev() {
        let dof = m.body.dofs(m.body.weldid[b]).next();
        m.body.treeid[b] = dof.map_or(TreeId::NONE, |i| m.dof.treeid[i]);
        if let Some(k) = m.body.treeid[b].get() {
            t.bodyadr[k] = b.into();
            t.bodynum[k] += 1;
        }
    }
    for (i, &id) in m.dof.treeid.iter().enumerate().rev() {
        t.dofadr[id] = i.into();
        t.dofnum[id] += 1;
    }
}

/// Tree of the body that a path element is on, or none.
fn wrap_tree(m: &Model, w: WrapId) -> TreeId {
    let id = m.wrap.objid[w];
    let body = match m.wrap.kind[w].get() {
        Some(WrapKind::Joint) => m.jnt.bodyid[id.joint()],
        Some(WrapKind::Site) => m.site.bodyid[id.site()],
        Some(WrapKind::Sphere | WrapKind::Cylinder) => m.geom.bodyid[id.geom()],
        _ => return TreeId::NONE,
    };
    m.body.treeid[body]
}

/// The distinct trees of a tendon, in path order.
fn trees_of(m: &Model, tendon: TendonId) -> Vec<TreeId> {
    let mut list = Vec::new();
    for w in m.tendon.wraps(tendon) {
        let id = wrap_tree(m, w);
        if id.is_some() && !list.contains(&id) {
            list.push(id);
        }
    }
    list
}

/// `tendon_treenum`, `tendon_treeid` (the first two).
pub(super) fn tendon_trees(m: &mut Model) {
    let n = m.tendon.adr.len();
    m.tendon.treenum.resize(n, 0);
    m.tendon.treeid.resize(n, [TreeId::NONE; 2]);
    for i in 0..n {
        let list = trees_of(m, i.into());
        m.tendon.treenum[i] = list.len() as i32;
        m.tendon.treeid[i] = [0, 1].map(|k| list.get(k).copied().unwrap_or(TreeId::NONE));
    }
}

/// Resolves `tree_sleep_policy` where the author left it to the compiler: trees that are actuated, or tied to others by
/// forces, never sleep; all others may.
pub(super) fn sleep_policies(m: &mut Model) -> Result<(), String> {
    use SleepPolicy::{Auto, AutoAllowed, AutoNever};
    m.tree.sleep_policy.resize(m.size.ntree, Auto.into());
    for p in m.tree.sleep_policy.iter_mut().filter(|p| **p == AutoNever || **p == AutoAllowed) {
        *p = Auto.into();
    }
    let mut awake = Vec::new();
    for i in 0..m.actuator.trntype.len() {
        let [id, second] = m.actuator.trnid[i];
        let Some(id) = id.get() else { continue };
        let body = match m.actuator.trntype[i].get() {
            Some(TrnKind::Joint | TrnKind::Jointinparent) => m.jnt.bodyid[id.joint()],
            Some(TrnKind::So3) if second.is_none() => m.jnt.bodyid[id.joint()],
            Some(TrnKind::Site | TrnKind::Slidercrank | TrnKind::So3) => {
                awake.extend(second.get().map(|s| m.body.treeid[m.site.bodyid[s.site()]]));
                m.site.bodyid[id.site()]
            }
            Some(TrnKind::Body) => id.body(),
            Some(TrnKind::Tendon) => {
                awake.extend(trees_of(m, id.tendon()));
                continue;
            }
            _ => continue,
        };
        awake.push(m.body.treeid[body]);
    }
    for tree in awake.into_iter().filter_map(TreeId::get) {
        let p = &mut m.tree.sleep_policy[tree];
        *p = if *p == Auto { AutoNever.into() } else { *p };
    }
    tied_trees(m)?;
    m.tree.sleep_policy.iter_mut().filter(|p| **p == Auto).for_each(|p| *p = AutoAllowed.into());
    Ok(())
}

/// Tendons with forces between trees keep them awake.
fn tied_trees(m: &mut Model) -> Result<(), String> {
    for i in 0..m.tendon.adr.len() {
        let t = &m.tendon;
        let num = t.treenum[i];
        let slack = t.stiffness[i] == 0.0
            && t.stiffnesspoly[i] == [0.0; 2]
            && t.damping[i] == 0.0
            && t.dampingpoly[i] == [0.0; 2]
            && t.actuatorid[i] == ActuatorId::NONE;
        if num < 2 || (num == 2 && slack) {
            continue;
        }
        for tree in trees_of(m, i.into()) {
            let p = &mut m.tree.sleep_policy[tree];
            match p.get() {
                Some(SleepPolicy::Auto) => *p = SleepPolicy::AutoNever.into(),
                Some(SleepPolicy::Allowed | SleepPolicy::Init) => {
                    let why = if num > 2 { "spans more than 2 trees" } else { "has stiffness or damping" };
                    return Err(format!(
                        "tree {tree} cannot be allowed to sleep: tendon {i}, which it is tied to, {why}"
                    ));
                }
                _ => {}
            }
        }
    }
    Ok(())
}
