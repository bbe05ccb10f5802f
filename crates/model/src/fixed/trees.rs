//! Kinematic trees: their bodies and dofs, the tendons that join them, and whether they may sleep.

use crate::kinds::{SleepPolicy, TrnKind, WrapKind};
use crate::model::Model;

/// `body_treeid`, `tree_bodyadr`, `tree_bodynum`, `tree_dofadr`, `tree_dofnum`.
pub(super) fn tree_tables(m: &mut Model) {
    let n = m.size.ntree;
    let t = &mut m.tree;
    for list in [&mut t.bodyadr, &mut t.bodynum, &mut t.dofadr, &mut t.dofnum] {
        list.clear();
        list.resize(n, 0);
    }
    m.body.treeid.resize(m.body.pos.len(), -1);
    for b in (0..m.body.pos.len()).rev() {
        let weld = m.body.weldid[b] as usize;
        let id = if m.body.dofnum[weld] > 0 { m.dof.treeid[m.body.dofadr[weld] as usize] } else { -1 };
        m.body.treeid[b] = id;
        if let Ok(k) = usize::try_from(id) {
            t.bodyadr[k] = b as i32;
            t.bodynum[k] += 1;
        }
    }
    for (i, &id) in m.dof.treeid.iter().enumerate().rev() {
        t.dofadr[id as usize] = i as i32;
        t.dofnum[id as usize] += 1;
    }
}

/// Tree of the body that a path element is on, or −1.
fn wrap_tree(m: &Model, w: usize) -> i32 {
    let id = m.wrap.objid[w] as usize;
    let body = match WrapKind::from_i32(m.wrap.kind[w]) {
        Some(WrapKind::Joint) => m.jnt.bodyid[id],
        Some(WrapKind::Site) => m.site.bodyid[id],
        Some(WrapKind::Sphere | WrapKind::Cylinder) => m.geom.bodyid[id],
        _ => return -1,
    };
    m.body.treeid[body as usize]
}

/// The distinct trees of a tendon, in path order.
fn trees_of(m: &Model, tendon: usize) -> Vec<i32> {
    let adr = m.tendon.adr[tendon] as usize;
    let mut list = Vec::new();
    for w in adr..adr + m.tendon.num[tendon] as usize {
        let id = wrap_tree(m, w);
        if id >= 0 && !list.contains(&id) {
            list.push(id);
        }
    }
    list
}

/// `tendon_treenum`, `tendon_treeid` (the first two).
pub(super) fn tendon_trees(m: &mut Model) {
    let n = m.tendon.adr.len();
    m.tendon.treenum.resize(n, 0);
    m.tendon.treeid.resize(n, [-1; 2]);
    for i in 0..n {
        let list = trees_of(m, i);
        m.tendon.treenum[i] = list.len() as i32;
        m.tendon.treeid[i] = [0, 1].map(|k| list.get(k).copied().unwrap_or(-1));
    }
}

/// Resolves `tree_sleep_policy` where the author left it to the compiler: trees that are actuated, or tied to others by
/// forces, never sleep; all others may.
pub(super) fn sleep_policies(m: &mut Model) -> Result<(), String> {
    const AUTO: i32 = SleepPolicy::Auto as i32;
    const NEVER: i32 = SleepPolicy::AutoNever as i32;
    const ALLOWED: i32 = SleepPolicy::AutoAllowed as i32;
    m.tree.sleep_policy.resize(m.size.ntree, AUTO);
    for p in m.tree.sleep_policy.iter_mut().filter(|p| **p == NEVER || **p == ALLOWED) {
        *p = AUTO;
    }
    let mut awake = Vec::new();
    for i in 0..m.actuator.trntype.len() {
        let [id, second] = m.actuator.trnid[i];
        let Ok(id) = usize::try_from(id) else { continue };
        let body = match TrnKind::from_i32(m.actuator.trntype[i]) {
            Some(TrnKind::Joint | TrnKind::Jointinparent) => m.jnt.bodyid[id],
            Some(TrnKind::So3) if second < 0 => m.jnt.bodyid[id],
            Some(TrnKind::Site | TrnKind::Slidercrank | TrnKind::So3) => {
                let reference = usize::try_from(second).ok().map(|s| m.site.bodyid[s] as usize);
                awake.extend(reference.map(|b| m.body.treeid[b]));
                m.site.bodyid[id]
            }
            Some(TrnKind::Body) => id as i32,
            Some(TrnKind::Tendon) => {
                awake.extend(trees_of(m, id));
                continue;
            }
            _ => continue,
        };
        awake.push(m.body.treeid[body as usize]);
    }
    for &tree in awake.iter().filter(|&&t| t >= 0) {
        let p = &mut m.tree.sleep_policy[tree as usize];
        *p = if *p == AUTO { NEVER } else { *p };
    }
    tied_trees(m)?;
    m.tree.sleep_policy.iter_mut().filter(|p| **p == AUTO).for_each(|p| *p = ALLOWED);
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
            && t.actuatorid[i] == -1;
        if num < 2 || (num == 2 && slack) {
            continue;
        }
        for tree in trees_of(m, i) {
            let p = &mut m.tree.sleep_policy[tree as usize];
            match SleepPolicy::from_i32(*p) {
                Some(SleepPolicy::Auto) => *p = SleepPolicy::AutoNever as i32,
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
