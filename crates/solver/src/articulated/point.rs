//! Contacts and welds as the recursion sees them: k directions at a point of one link or between two.
//!
//! ```text
//! y = F (v + ω × r),  T ω    (second link minus first);   x = y − a_ref;   p = ∇s(x),   B = ∇²s(x)               (1)
//! ```
//!
//! A pyramid works in its frame with tangents scaled by μ, where its edges are x_0 ± x_j: one stiffness D for all of them.
//!
//! Checked by: forces of the same rows with their Jacobian formed (tests of this module).

use super::links::WORLD;
use super::six::{Six, Sym6};
use crate::cone::{ellipse_force, ellipse_hessian};
use crate::report::RowState;
use crate::rows::Ellipse;
use stiction_spatial::Vec3;

/// The law of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointLaw {
    /// p = D x: connect, weld.
    Free,
    /// One direction, p = D min(x, 0).
    Normal,
    /// Edges x_0 ± x_j, each like a normal with stiffness D_0.
    Pyramid,
    /// Elliptic cone.
    Ellipse(Ellipse),
}

/// One block at a point.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Links it acts on, − on the first, + on the second; [`WORLD`] for what does not move.
    pub links: [u32; 2],
    /// The point, seen from the reference points of the two links' trees.
    pub offset: [Vec3; 2],
    /// Directions of the translations, then of the rotations.
    pub axes: [Vec3; 6],
    /// Number of directions: 1, 3, 4 or 6.
    pub dim: usize,
    /// Law of the force.
    pub law: PointLaw,
    /// Stiffness D by direction; a pyramid reads the first.
    pub d: [f64; 6],
    /// Reference acceleration by direction.
    pub aref: [f64; 6],
    /// The caller's number, ascending in the order that blocks are summed in.
    pub id: u32,
    /// Where the block is expected on its cost; afterwards where it is.
    pub zone: Zone,
    /// x of (1), p after the solve: the force is −p.
    pub x: [f64; 6],
    /// ∇s at x.
    pub p: [f64; 6],
    pub(super) v: [f64; 6],
    pub(super) coef: [f64; 6],
    /// pᵀv and vᵀBv at the start of a search.
    pub(super) along: [f64; 2],
}

/// Piece of a block's cost: active edges of a pyramid as bits; one state otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// Bit 2j: edge x_0 + x_{j+1}, bit 2j + 1: x_0 − x_{j+1}. A normal has bit 0.
    Edges(u16),
    /// Of a free block or an ellipse.
    State(RowState),
}

impl Zone {
    /// No force.
    pub(super) fn is_idle(self) -> bool {
        matches!(self, Zone::Edges(0) | Zone::State(RowState::Satisfied))
    }
    /// Not quadratic: the Hessian changes from point to point.
    #[inline(always)]
    pub(super) fn is_curved(self) -> bool {
        self == Zone::State(RowState::Cone)
    }
}

/// Most edges of a pyramid.
const EDGES: usize = 10;

impl Point {
    /// A block with these stiffnesses, all of its rows expected to act; place, directions and references are to be set.
    pub fn new(links: [u32; 2], law: PointLaw, dim: usize, d: [f64; 6]) -> Self {
        Point {
            links,
            offset: [Vec3::ZERO; 2],
            axes: [Vec3::ZERO; 6],
            dim,
            law,
            d,
            aref: [0.0; 6],
            id: 0,
            zone: Point::all_active(law, dim),
            x: [0.0; 6],
            p: [0.0; 6],
            v: [0.0; 6],
            coef: [0.0; 6],
            along: [0.0; 2],
        }
    }

    /// The block with all of its rows active: the start when nothing is known.
    pub fn all_active(law: PointLaw, dim: usize) -> Zone {
        match law {
            PointLaw::Normal => Zone::Edges(1),
            PointLaw::Pyramid => Zone::Edges((1 << (2 * (dim - 1))) - 1),
            _ => Zone::State(RowState::Quadratic),
        }
    }

    /// True if it acts between two links that move.
    #[inline(always)]
    pub(super) fn is_pair(&self) -> bool {
        self.links[0] != WORLD && self.links[1] != WORLD
    }

    /// y of (1) by the accelerations of the links.
    #[inline(always)]
    pub(super) fn project(&self, acc: &[Six]) -> [f64; 6] {
        let (mut point, mut turn) = (Vec3::ZERO, Vec3::ZERO);
        for (side, sign) in [(1, 1.0), (0, -1.0)] {
            if self.links[side] != WORLD {
                let a = &acc[self.links[side] as usize];
                let (w, v) = (Vec3([a[0], a[1], a[2]]), Vec3([a[3], a[4], a[5]]));
                point = point.add_scaled(v + w.cross(self.offset[side]), sign);
                turn = turn.add_scaled(w, sign);
            }
        }
        let mut y = [0.0; 6];
        y[0] = self.axes[0].dot(point);
        if self.dim > 1 {
            y[1] = self.axes[1].dot(point);
            y[2] = self.axes[2].dot(point);
            for k in 3..self.dim {
                y[k] = self.axes[k].dot(turn);
            }
        }
        y
    }

    /// x of (1) by the accelerations of the links.
    #[inline(always)]
    pub(super) fn residual(&self, acc: &[Six]) -> [f64; 6] {
        let mut x = self.project(acc);
        for j in 0..self.dim {
            x[j] -= self.aref[j];
        }
        x
    }

    /// Force on the links of a side by coefficients of the directions.
    #[inline(always)]
    pub(super) fn wrench(&self, side: usize, c: &[f64; 6]) -> Six {
        let mut f = self.axes[0].scale(c[0]);
        let mut t = Vec3::ZERO;
        if self.dim > 1 {
            f = f.add_scaled(self.axes[1], c[1]).add_scaled(self.axes[2], c[2]);
            for k in 3..self.dim {
                t = t.add_scaled(self.axes[k], c[k]);
            }
        }
        let t = t + self.offset[side].cross(f);
        [t[0], t[1], t[2], f[0], f[1], f[2]]
    }

    /// Where x is on the cost.
    #[inline(always)]
    pub(super) fn zone_at(&self, x: &[f64; 6]) -> Zone {
        match &self.law {
            PointLaw::Free => Zone::State(RowState::Quadratic),
            PointLaw::Normal => Zone::Edges((x[0] < 0.0) as u16),
            PointLaw::Pyramid => {
                let mut bits = 0;
                for j in 0..self.dim - 1 {
                    bits |= ((x[0] + x[j + 1] < 0.0) as u16) << (2 * j);
                    bits |= ((x[0] - x[j + 1] < 0.0) as u16) << (2 * j + 1);
                }
                Zone::Edges(bits)
            }
            PointLaw::Ellipse(e) => {
                let s = crate::cone::scaled(e, &x[..self.dim]);
                Zone::State(crate::cone::zone(e.mu_reg, s.n, s.t))
            }
        }
    }

    /// p = ∇s at x, which lies in `zone`, or the gradient of that zone's piece continued.
    #[inline(always)]
    pub(super) fn gradient(&self, zone: Zone, x: &[f64; 6]) -> [f64; 6] {
        let mut p = [0.0; 6];
        match (&self.law, zone) {
            (_, Zone::Edges(0) | Zone::State(RowState::Satisfied)) => {}
            (PointLaw::Normal, _) => p[0] = self.d[0] * x[0],
            (PointLaw::Pyramid, Zone::Edges(bits)) => {
                let d = self.d[0];
                for j in 0..self.dim - 1 {
                    let plus = if bits >> (2 * j) & 1 != 0 { d * (x[0] + x[j + 1]) } else { 0.0 };
                    let minus = if bits >> (2 * j + 1) & 1 != 0 { d * (x[0] - x[j + 1]) } else { 0.0 };
                    p[0] += plus + minus;
                    p[j + 1] = plus - minus;
                }
            }
            (PointLaw::Ellipse(e), Zone::State(RowState::Cone)) => {
                ellipse_force(e, &self.d[..self.dim], &x[..self.dim], &mut p[..self.dim]);
                p = p.map(|f| -f);
            }
            _ => {
                for j in 0..self.dim {
                    p[j] = self.d[j] * x[j];
                }
            }
        }
        p
    }

    /// B = ∇²s on the piece of its zone; on a cone's surface at x.
    #[inline(always)]
    pub(super) fn hessian(&self) -> [[f64; 6]; 6] {
        let mut b = [[0.0; 6]; 6];
        match (&self.law, self.zone) {
            (_, Zone::Edges(0) | Zone::State(RowState::Satisfied)) => {}
            (PointLaw::Normal, _) => b[0][0] = self.d[0],
            (PointLaw::Pyramid, Zone::Edges(bits)) => {
                let d = self.d[0];
                for j in 0..self.dim - 1 {
                    let plus = if bits >> (2 * j) & 1 != 0 { d } else { 0.0 };
                    let minus = if bits >> (2 * j + 1) & 1 != 0 { d } else { 0.0 };
                    b[0][0] += plus + minus;
                    b[j + 1][j + 1] = plus + minus;
                    (b[0][j + 1], b[j + 1][0]) = (plus - minus, plus - minus);
                }
            }
            (PointLaw::Ellipse(e), Zone::State(RowState::Cone)) => {
                ellipse_hessian(e, self.d[0], &self.x[..self.dim], &mut b);
            }
            _ => {
                for j in 0..self.dim {
                    b[j][j] = self.d[j];
                }
            }
        }
        b
    }

    /// c = B y − p at the point of the model, y = x + a_ref: what the model's force leaves on the right side.
    #[inline(always)]
    pub(super) fn right_side(&self, b: &[[f64; 6]; 6]) -> [f64; 6] {
        // most contacts have three directions: loops of a known length
        if self.dim == 3 { self.right_side_of(b, 3) } else { self.right_side_of(b, self.dim) }
    }

    #[inline(always)]
    fn right_side_of(&self, b: &[[f64; 6]; 6], dim: usize) -> [f64; 6] {
        let mut c = [0.0; 6];
        let curved = self.zone.is_curved();
        for i in 0..dim {
            for j in 0..dim {
                let y = if curved { self.x[j] + self.aref[j] } else { self.aref[j] };
                c[i] += b[i][j] * y;
            }
            if curved {
                c[i] -= self.p[i];
            }
        }
        c
    }

    /// The model's gradient at x: p + B (x − x₀) on a cone's surface, the piece itself elsewhere.
    #[inline(always)]
    pub(super) fn model_gradient(&self, x: &[f64; 6]) -> [f64; 6] {
        if !self.zone.is_curved() {
            return self.gradient(self.zone, x);
        }
        let (b, mut p) = (self.hessian(), self.p);
        for i in 0..self.dim {
            for j in 0..self.dim {
                p[i] += b[i][j] * (x[j] - self.x[j]);
            }
        }
        p
    }

    /// Stiffness against translations, (xx, yy, zz, xy, xz, yz) in world axes, of blocks that have no rotations.
    #[inline(always)]
    pub(super) fn translation(&self, b: &[[f64; 6]; 6]) -> Option<[f64; 6]> {
        let f = &self.axes;
        if self.dim == 1 {
            let n = f[0];
            let s = n.scale(b[0][0]);
            return Some([s[0] * n[0], s[1] * n[1], s[2] * n[2], s[0] * n[1], s[0] * n[2], s[1] * n[2]]);
        }
        if self.dim != 3 {
            return None;
        }
        let mut s = [0.0; 6];
        for i in 0..3 {
            let e = f[0].scale(b[i][0]).add_scaled(f[1], b[i][1]).add_scaled(f[2], b[i][2]);
            let a = f[i];
            for (s, (p, q)) in s.iter_mut().zip([(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]) {
                *s += a[p] * e[q];
            }
        }
        Some(s)
    }

    /// Adds the stiffness of the block to the link of a side; `translation` is its own.
    #[inline(always)]
    pub(super) fn add_stiffness(
        &self,
        side: usize,
        b: &[[f64; 6]; 6],
        translation: Option<[f64; 6]>,
        k: &mut Sym6,
    ) {
        if let Some(s) = translation {
            return k.add_point(self.offset[side], s);
        }
        // torsion and rolling: one direction after the other
        for i in 0..self.dim {
            let mut unit = [0.0; 6];
            unit[i] = 1.0;
            let (w, e) = (self.wrench(side, &unit), self.wrench(side, &b[i]));
            k.add_outer(&w, &e);
        }
    }

    /// Slope and curvature, along v, of what s has beyond the quadratic of its zone at x: zero while the zone stays.
    #[inline(always)]
    pub(super) fn beyond(&self, alpha: f64) -> [f64; 2] {
        let mut y = self.x;
        for j in 0..self.dim {
            y[j] += alpha * self.v[j];
        }
        let zone = self.zone_at(&y);
        if zone == self.zone && !zone.is_curved() {
            return [0.0; 2];
        }
        if let (Zone::Edges(old), Zone::Edges(new)) = (self.zone, zone) {
            return self.flipped(old ^ new, new, &y);
        }
        let here = Point { x: y, zone, ..*self };
        let p = here.gradient(zone, &y);
        let b = here.hessian();
        let [pv, vbv] = self.along;
        let (mut slope, mut curvature) = (-pv - alpha * vbv, -vbv);
        for i in 0..self.dim {
            slope += p[i] * self.v[i];
            for j in 0..self.dim {
                curvature += self.v[i] * b[i][j] * self.v[j];
            }
        }
        [slope, curvature]
    }

    /// The same over the edges that changed.
    #[inline(always)]
    fn flipped(&self, changed: u16, new: u16, y: &[f64; 6]) -> [f64; 2] {
        let mut out = [0.0; 2];
        for e in 0..EDGES {
            if changed >> e & 1 == 0 {
                continue;
            }
            let j = e / 2 + 1;
            let (z, v) = match (self.law, e & 1) {
                (PointLaw::Normal, _) => (y[0], self.v[0]),
                (_, 0) => (y[0] + y[j], self.v[0] + self.v[j]),
                _ => (y[0] - y[j], self.v[0] - self.v[j]),
            };
            let d = if new >> e & 1 != 0 { self.d[0] } else { -self.d[0] };
            out[0] += d * z * v;
            out[1] += d * v * v;
        }
        out
    }

    /// Prepares a search along v.
    #[inline(always)]
    pub(super) fn prepare_search(&mut self) {
        if matches!(self.zone, Zone::Edges(_)) {
            return;
        }
        let b = self.hessian();
        let mut along = [0.0; 2];
        for i in 0..self.dim {
            along[0] += self.p[i] * self.v[i];
            for j in 0..self.dim {
                along[1] += self.v[i] * b[i][j] * self.v[j];
            }
        }
        self.along = along;
    }
}
