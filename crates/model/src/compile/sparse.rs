//! Sparsity patterns: inertia (M, D), bodies (B), tendons (ten_J), and the number of moment arms.
//!
//! M_ij ≠ 0 only if dof j moves the body of dof i or the reverse. M holds the lower triangle by rows, with the diagonal
//! last; rows of simple bodies hold the diagonal only. D holds both triangles. Row b of B: every dof that moves body b
//! or is moved by it.

use super::Build;
use super::report::Who;
use crate::ids::{BodyId, DofId, Object, ObjectId, WORLD};
use crate::kinds::{TrnKind, WrapKind};
use crate::model::Model;
use crate::tables::Sparsity;

impl Build<'_> {
    /// All patterns.
    pub(crate) fn sparsity(&mut self) {
        let m = &mut self.model;
        let mut s = Sparsity::default();
        if inertia(m, &mut s).and_then(|()| bodies(m, &mut s)).is_none() {
            self.report.error_hint(
                Who::section("model"),
                format!(
                    "the inertia matrix of {} degrees of freedom needs too much memory",
                    m.dof.bodyid.len()
                ),
                "long chains cost the square of their length: split the tree, or fuse bodies",
            );
            return;
        }
        tendons(m, &mut s);
        m.sparse = s;
        m.size.nJmom = moments(m);
    }
}

/// `n` copies of a number, unless they do not fit into memory or their addresses into an i32.
fn filled(n: usize, value: i32) -> Option<Vec<i32>> {
    let mut v = Vec::new();
    i32::try_from(n).ok()?;
    v.try_reserve_exact(n).ok()?;
    v.resize(n, value);
    Some(v)
}

/// Dofs above and including i: how long its row is.
fn depths(m: &Model) -> Vec<usize> {
    let mut depth = vec![0usize; m.dof.parentid.len()];
    for i in 0..depth.len() {
        depth[i] = 1 + m.dof.parentid[i].get().map_or(0, |p| depth[p]);
    }
    depth
}

/// Starts of rows of these lengths, and their total.
fn addresses(len: impl Iterator<Item = usize>) -> (Vec<i32>, Vec<i32>, usize) {
    let (mut nnz, mut adr, mut total) = (Vec::new(), Vec::new(), 0);
    for n in len {
        nnz.push(n as i32);
        adr.push(total as i32);
        total += n;
    }
    (nnz, adr, total)
}

/// M, D and the maps between them.
fn inertia(m: &mut Model, s: &mut Sparsity) -> Option<()> {
    let nv = m.dof.parentid.len();
    let depth = depths(m);
    let mut below = vec![0usize; nv]; // descendants
    for i in (0..nv).rev() {
        if let Some(p) = m.dof.parentid[i].get() {
            below[p] += below[i] + 1;
        }
    }
    let simple: Vec<bool> = m.dof.simplenum.iter().map(|&n| n > 0).collect();
    let (nnz, adr, n) = addresses((0..nv).map(|i| if simple[i] { 1 } else { depth[i] }));
    (s.M_rownnz, s.M_rowadr, m.size.nC) = (nnz, adr, n);
    let (nnz, adr, n) = addresses((0..nv).map(|i| depth[i] + below[i]));
    (s.D_rownnz, s.D_rowadr, m.size.nD) = (nnz, adr, n);
    s.M_colind = filled(m.size.nC, 0)?;
    s.mapM2M = filled(m.size.nC, 0)?;
    s.mapD2M = filled(m.size.nC, 0)?;
    s.D_colind = filled(m.size.nD, 0)?;
    s.mapM2D = filled(m.size.nD, -1)?;
    s.D_diag = depth.iter().map(|&d| d as i32 - 1).collect();
    // where the next descendant of each dof goes in its row of D
    let mut next: Vec<usize> = (0..nv).map(|i| s.D_rowadr[i] as usize + depth[i]).collect();
    for i in 0..nv {
        let (row, d) = (s.D_rowadr[i] as usize, depth[i]);
        let mrow = s.M_rowadr[i] as usize;
        let mut j = i;
        for k in (0..d).rev() {
            let diagonal = k + 1 == d;
            s.D_colind[row + k] = j as i32;
            if !diagonal {
                s.D_colind[next[j]] = i as i32;
            }
            if diagonal || !simple[i] {
                let at = if simple[i] { mrow } else { mrow + k };
                s.M_colind[at] = j as i32;
                s.mapM2M[at] = m.dof.Madr[i] + (d - 1 - k) as i32;
                s.mapD2M[at] = (row + k) as i32;
                s.mapM2D[row + k] = at as i32;
                if !diagonal {
                    s.mapM2D[next[j]] = at as i32;
                }
            }
            if !diagonal {
                next[j] += 1;
            }
            if k > 0 {
                j = m.dof.parentid[j].idx();
            }
        }
    }
    Some(())
}

/// B: the chain above each body, then the dofs of its subtree, which are consecutive.
fn bodies(m: &mut Model, s: &mut Sparsity) -> Option<()> {
    let n = m.body.parentid.len();
    let mut subtree: Vec<usize> = m.body.dofnum.iter().map(|&d| d as usize).collect();
    for b in (1..n).rev() {
        subtree[m.body.parentid[b]] += subtree[b];
    }
    let (mut above, mut first, mut last) = (vec![0usize; n], vec![0usize; n], vec![DofId::NONE; n]);
    let mut dofs = 0;
    for b in 0..n {
        let own = m.body.dofnum[b] as usize;
        first[b] = dofs;
        dofs += own;
        if b > 0 {
            let p = m.body.parentid[b];
            above[b] = above[p] + m.body.dofnum[p] as usize;
            last[b] = m.body.dofs(p).next_back().unwrap_or(last[p]);
        }
    }
    let (nnz, adr, total) = addresses((0..n).map(|b| above[b] + subtree[b]));
    (s.B_rownnz, s.B_rowadr, m.size.nB) = (nnz, adr, total);
    if m.dof.parentid.is_empty() {
        (s.B_rownnz, s.B_rowadr) = (vec![0; n], vec![0; n]);
    }
    s.B_colind = filled(total, 0)?;
    for b in 0..n {
        let row = s.B_rowadr[b] as usize;
        let mut j = last[b];
        for k in (0..above[b]).rev() {
            s.B_colind[row + k] = j.number();
            j = m.dof.parentid[j];
        }
        for k in 0..subtree[b] {
            s.B_colind[row + above[b] + k] = (first[b] + k) as i32;
        }
    }
    Some(())
}

/// Visits the dofs that move `body`, from its end to the root.
fn chain(m: &Model, body: BodyId, mut visit: impl FnMut(DofId)) {
    let mut i = m.body.dofs(m.body.weldid[body]).next_back();
    while let Some(k) = i {
        visit(k);
        i = m.dof.parentid[k].get();
    }
}

/// ten_J: dofs of a fixed tendon's joints; dofs that move any body on a spatial tendon's path.
fn tendons(m: &mut Model, s: &mut Sparsity) {
    let mut seen = vec![usize::MAX; m.dof.parentid.len()];
    for t in 0..m.tendon.adr.len() {
        let start = s.ten_J_colind.len();
        for w in m.tendon.wraps(t) {
            let id = m.wrap.objid[w];
            let body = match m.wrap.kind[w].get() {
                Some(WrapKind::Joint) => {
                    s.ten_J_colind.push(m.jnt.dofadr[id.joint()].number());
                    continue;
                }
                Some(WrapKind::Site) => m.site.bodyid[id.site()],
                Some(WrapKind::Sphere | WrapKind::Cylinder) => m.geom.bodyid[id.geom()],
                _ => continue,
            };
            chain(m, body, |i| {
                if seen[i] != t {
                    seen[i] = t;
                    s.ten_J_colind.push(i.number());
                }
            });
        }
        s.ten_J_colind[start..].sort_unstable();
        s.ten_J_rowadr.push(start as i32);
        s.ten_J_rownnz.push((s.ten_J_colind.len() - start) as i32);
    }
    m.size.nJten = s.ten_J_colind.len();
}

/// Upper bound of the number of non-zero moment arms of all actuators.
fn moments(m: &Model) -> usize {
    let nv = m.dof.parentid.len();
    let mut mark = vec![0u8; nv];
    let mut total = 0;
    for i in 0..m.actuator.trntype.len() {
        let [id, second] = m.actuator.trnid[i].map(ObjectId::get);
        let Some(id) = id else { continue };
        total += match m.actuator.trntype[i].get() {
            Some(TrnKind::So3) => second.map_or(3, |_| 3 * nv),
            Some(TrnKind::Joint | TrnKind::Jointinparent) => m.jnt.dofs(id.joint()).len(),
            Some(TrnKind::Tendon) => m.sparse.ten_J_rownnz[id] as usize,
            Some(TrnKind::Body) => nv,
            Some(k @ (TrnKind::Site | TrnKind::Slidercrank)) => {
                let bodies = [m.site.bodyid[id.site()], second.map_or(WORLD, |s| m.site.bodyid[s.site()])];
                two_chains(m, bodies, k == TrnKind::Slidercrank, &mut mark)
            }
            _ => 0,
        };
    }
    total
}

/// Dofs that move either of two bodies; those that move both count only if `common` is set.
fn two_chains(m: &Model, bodies: [BodyId; 2], common: bool, mark: &mut [u8]) -> usize {
    let mut count = 0usize;
    chain(m, bodies[0], |i| {
        mark[i] = 1;
        count += 1;
    });
    chain(m, bodies[1], |i| {
        if mark[i] == 0 {
            count += 1;
        } else if !common {
            count -= 1;
        }
    });
    chain(m, bodies[0], |i| mark[i] = 0);
    count
}

#[cfg(test)]
mod tests {
    use crate::assets::NoAssets;
    use crate::compile::compile;
    use crate::kinds::JointKind;
    use crate::spec::Spec;

    #[test]
    fn patterns_of_a_fork() {
        // a body with two children, one joint each: dof 0 above 1 and 2
        let mut s = Spec::new();
        let a = s.add_body(0, "a");
        let bodies = [a, s.add_body(a, "b"), s.add_body(a, "c")];
        for b in bodies {
            s.add_geom(b).size = [0.1, 0.0, 0.0];
            let j = s.add_joint(b);
            j.kind = JointKind::Hinge;
            j.pos[0] = 0.5;
        }
        let m = compile(&s, &NoAssets).unwrap().model;
        assert_eq!(m.sparse.M_colind, [0, 0, 1, 0, 2]);
        assert_eq!(m.sparse.D_colind, [0, 1, 2, 0, 1, 0, 2]);
        assert_eq!(m.sparse.mapM2D, [0, 1, 3, 1, 2, 3, 4]);
        assert_eq!(m.sparse.mapD2M, [0, 3, 4, 5, 6]);
        assert_eq!(m.sparse.B_colind, [0, 1, 2, 0, 1, 2, 0, 1, 0, 2]);
        assert_eq!((m.size.nM, m.size.nC, m.size.nD, m.size.nB), (5, 5, 7, 10));
        assert_eq!(m.dof.Madr[..], [0, 1, 3]);
    }
}
