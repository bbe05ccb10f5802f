//! Masses and inertias that no body can have: URDF files are full of them. A link that moves and has too little mass, or
//! an inertia that is not positive or breaks the triangle inequality, gets the nearest usable one, with a warning.

use super::Robot;
use crate::reader::Reader;
use crate::reader::values::title;
use stiction_model::diag::Diagnostic;
use stiction_model::kinds::Tri;

/// Mass that a massless moving link gets (kg).
const MASS: f64 = 1e-3;
/// Moment of inertia that such a link gets (kg m²).
const MOMENT: f64 = 1e-6;
/// Below this, MuJoCo counts a mass or moment as zero.
const TINY: f64 = 1e-15;

impl Reader<'_> {
    pub(super) fn bound_inertias(&mut self, r: &Robot) {
        let c = &self.spec.compiler;
        let (bound, balance) = (c.boundmass > 0.0 || c.boundinertia > 0.0, c.balanceinertia);
        let from_geom = c.inertiafromgeom == Tri::True;
        let group = rigid_groups(self, r);
        for k in 0..r.links.len() {
            let body = r.bodies[k];
            if body == 0 || from_geom {
                continue;
            }
            self.shape_inertia(r, k, bound || balance);
        }
        if bound || from_geom {
            return;
        }
        // a group of fixed links that moves as one needs mass somewhere
        let mut mass = vec![0.0; r.links.len()];
        for k in 0..r.links.len() {
            let b = r.bodies[k];
            let geoms = b > 0
                && self.spec.bodies[b].ipos.is_none()
                && self.spec.geoms.iter().any(|g| g.body == b && g.density > 0.0);
            mass[group[k]] += if geoms { 1.0 } else { self.spec.bodies[b].mass };
        }
        for k in 0..r.links.len() {
            let moves = r.above[k].is_some_and(|e| is_moving(self, r, e));
            let b = r.bodies[k];
            if !moves || b == 0 || mass[group[k]] > TINY {
                continue;
            }
            let body = &mut self.spec.bodies[b];
            body.mass = MASS;
            body.fullinertia = Some([MOMENT, MOMENT, MOMENT, 0.0, 0.0, 0.0]);
            body.ipos = Some(body.ipos.unwrap_or_default());
            let node = r.links[k];
            if self.damage.touches(self.tree.node(node).loc) {
                continue;
            }
            let d = Diagnostic::warning(format!(
                "a moving link without mass; it gets {MASS} kg and {MOMENT} kg m² (compiler boundmass and \
                 boundinertia set other values)"
            ))
            .on(title(self.tree, node))
            .at(self.loc(node));
            self.report(d);
        }
    }

    /// Repairs an inertia tensor that is not positive definite or breaks A + B ≥ C.
    fn shape_inertia(&mut self, r: &Robot, k: usize, by_compiler: bool) {
        let b = r.bodies[k];
        let Some(full) = self.spec.bodies[b].fullinertia else { return };
        let e = principal(full);
        let (lo, mid, hi) = (e[0], e[1], e[2]);
        let scale = hi.abs().max(TINY);
        if by_compiler || (lo > TINY && lo + mid >= hi - 1e-9 * scale) {
            return;
        }
        let mean = ((lo.max(0.0) + mid.max(0.0) + hi.max(0.0)) / 3.0).max(MOMENT);
        self.spec.bodies[b].fullinertia = Some([mean, mean, mean, 0.0, 0.0, 0.0]);
        let node = r.links[k];
        let why = if lo > TINY { "breaks A + B ≥ C" } else { "is not positive definite" };
        let d = Diagnostic::warning(format!("its inertia {why}; replaced by its mean, {mean:.3e} kg m²"))
            .on(title(self.tree, node))
            .at(self.loc(node));
        self.report(d);
    }
}

/// True if the joint of this edge lets its child move.
fn is_moving(reader: &Reader<'_>, r: &Robot, edge: usize) -> bool {
    reader.tree.get(r.edges[edge].node, "type") != Some("fixed")
}

/// For each link, the topmost link it is rigidly fixed to.
fn rigid_groups(reader: &Reader<'_>, r: &Robot) -> Vec<usize> {
    let mut group: Vec<usize> = (0..r.links.len()).collect();
    let mut stack: Vec<usize> = (0..r.links.len()).filter(|k| r.above[*k].is_none()).collect();
    while let Some(k) = stack.pop() {
        for &e in &r.below[k] {
            let child = r.edges[e].child;
            if !is_moving(reader, r, e) {
                group[child] = group[k];
            }
            stack.push(child);
        }
    }
    group
}

/// Eigenvalues of a symmetric matrix (xx, yy, zz, xy, xz, yz), ascending, by Jacobi rotations.
fn principal(f: [f64; 6]) -> [f64; 3] {
    let mut m = [[f[0], f[3], f[4]], [f[3], f[1], f[5]], [f[4], f[5], f[2]]];
    for _ in 0..50 {
        let (mut p, mut q) = (0, 1);
        for (i, j) in [(0, 2), (1, 2)] {
            if m[i][j].abs() > m[p][q].abs() {
                (p, q) = (i, j);
            }
        }
        let scale = m[0][0].abs() + m[1][1].abs() + m[2][2].abs();
        if m[p][q].abs() <= 1e-15 * scale {
            break;
        }
        let t = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
        let t = t.signum() / (t.abs() + (t * t + 1.0).sqrt());
        let c = 1.0 / (t * t + 1.0).sqrt();
        let s = t * c;
        for k in 0..3 {
            (m[k][p], m[k][q]) = (c * m[k][p] - s * m[k][q], s * m[k][p] + c * m[k][q]);
        }
        for k in 0..3 {
            (m[p][k], m[q][k]) = (c * m[p][k] - s * m[q][k], s * m[p][k] + c * m[q][k]);
        }
    }
    let mut e = [m[0][0], m[1][1], m[2][2]];
    e.sort_by(f64::total_cmp);
    e
}

#[cfg(test)]
mod tests {
    use super::principal;

    #[test]
    fn eigenvalues_of_a_known_matrix() {
        // [[2,1,0],[1,2,0],[0,0,5]] has 1, 3, 5
        let e = principal([2.0, 2.0, 5.0, 1.0, 0.0, 0.0]);
        for (a, b) in e.iter().zip([1.0, 3.0, 5.0]) {
            assert!((a - b).abs() < 1e-12, "{e:?}");
        }
    }
}
