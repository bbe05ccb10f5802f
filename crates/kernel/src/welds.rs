//! Welds: six rows each along the motions of two bodies. Lane = weld.
//!
//! r = (p₁ − p₂,  s vec(q₂⁻¹ q₁)),   J = (J₁ − J₂,  ½ s vec(q₂⁻¹ (ω₁ − ω₂) q₁))                                     (1)
//! J̇v of the second half: ½ s vec(q₂⁻¹ x q₁),  x = (−½ |ω₁ − ω₂|², α₁ − α₂ + ω₁ × ω₂) as a quaternion              (2)

use crate::lanes::{Lane, Lanes};
use crate::math::*;
use crate::pose::Poses;
use crate::real::Real;
use crate::tables::{Shape, geom, idof, weld};
use crate::velocity::{Motions, velocity};

/// Where the sides of welds are, and how far they are from each other.
pub struct Welds<F: Real, G: Lanes<F>> {
    points: [G::Reg<V3<F>>; 2],
    /// q₁ and q₂⁻¹.
    turns: [G::Reg<Q4<F>>; 2],
    /// Dofs that move the sides.
    masks: [G::Reg<u32>; 2],
    /// r of (1), then J̇v.
    rows: G::Reg<[F; 12]>,
}

impl<F: Real, G: Lanes<F>> Welds<F, G> {
    /// Equations (1) and (2).
    #[inline(always)]
    pub fn new(g: &G, sh: &Shape, x: &Poses<F, G>, mo: &Motions<F, G>) -> Self {
        let zero = F::of(0.0);
        let mut y: Self = Welds {
            points: [g.fill([zero; 3]); 2],
            turns: [g.fill([zero; 4]); 2],
            masks: [g.fill(0); 2],
            rows: g.fill([zero; 12]),
        };
        // angular velocity, then bias acceleration of the point and of the body
        let mut moves = [g.fill([zero; 9]); 2];
        for side in 0..2usize {
            let code = g.map(|l| g.index(sh.weld_u + 32 * side as u32 + l.id()));
            let (p, q) = (g.shuffle_n(&x.p, |l| code[l]), g.shuffle_n(&x.q, |l| code[l]));
            let (va, bias) = (g.shuffle_n(&mo.va, |l| code[l]), g.shuffle_n(&mo.bias, |l| code[l]));
            g.each(|l| {
                let num = |f: u32| g.number(sh.weld_f + (weld::SIDE * side as u32 + f) * 32 + l.id());
                let fixed = code[l] >= geom::STATIC;
                let (a, t) = ([num(0), num(1), num(2)], [num(3), num(4), num(5), num(6)]);
                let r = sel(fixed, sub(a, x.origin), add(rotate(q[l], a), p[l]));
                let turn = sel(fixed, t, qmul(q[l], t));
                y.points[side][l] = r;
                y.turns[side][l] = sel(side == 0, turn, [turn[0], -turn[1], -turn[2], -turn[3]]);
                y.masks[side][l] = if fixed { 0 } else { g.index(idof::LINK_MASK * 32 + (code[l] >> 8)) };
                let u = velocity(&va[l]);
                let b = add(at(bias[l], r), cross(ang(u), at(u, r)));
                let (w, c) = (ang(u), ang(bias[l]));
                let all = [w[0], w[1], w[2], b[0], b[1], b[2], c[0], c[1], c[2]];
                moves[side][l] = sel(fixed, [zero; 9], all);
            });
        }
        g.each(|l| {
            let [q1, q2] = [y.turns[0][l], y.turns[1][l]];
            let (m1, m2) = (moves[0][l], moves[1][l]);
            let scale = g.number(sh.weld_f + weld::SCALE * 32 + l.id());
            let part = |m: &[F; 9], k: usize| [m[k], m[k + 1], m[k + 2]];
            let w = sub(part(&m1, 0), part(&m2, 0));
            let lin = sub(part(&m1, 3), part(&m2, 3));
            let ang = cross_add(part(&m1, 0), part(&m2, 0), sub(part(&m1, 6), part(&m2, 6)));
            let spin = qmul(qmul(q2, [F::of(-0.5) * dot(w, w), ang[0], ang[1], ang[2]]), q1);
            let (apart, turned) = (sub(y.points[0][l], y.points[1][l]), qmul(q2, q1));
            for k in 0..3 {
                y.rows[l][k] = apart[k];
                y.rows[l][3 + k] = scale * turned[1 + k];
                y.rows[l][6 + k] = lin[k];
                y.rows[l][9 + k] = F::of(0.5) * scale * spin[1 + k];
            }
        });
        y
    }

    /// Residual and J̇v of row `k(l)` of weld `w(l)`, and the norm of all six residuals, for every lane.
    #[inline(always)]
    pub fn row(&self, g: &G, w: impl Fn(Lane) -> u32, k: impl Fn(Lane) -> u32) -> G::Reg<[F; 3]> {
        let all = g.shuffle_n(&self.rows, w);
        let mut y = g.fill([F::of(0.0); 3]);
        g.each(|l| {
            let mut sum = F::of(0.0);
            for c in 0..6 {
                sum = all[l][c].fma(all[l][c], sum);
                let mine = k(l) == c as u32;
                (y[l][0], y[l][1]) = sel(mine, (all[l][c], all[l][6 + c]), (y[l][0], y[l][1]));
            }
            y[l][2] = sum.root();
        });
        y
    }

    /// J of row `k` of weld `w`. Lane = dof.
    #[inline(always)]
    pub fn jacobian(&self, g: &G, sh: &Shape, s: &G::Reg<V6<F>>, w: u32, k: u32) -> G::Reg<F> {
        let zero = F::of(0.0);
        let [p1, p2] = [0, 1].map(|i| take(g, &self.points[i], w));
        let [q1, q2] = [0, 1].map(|i| take(g, &self.turns[i], w));
        let [m1, m2] = [0, 1].map(|i| g.take_u(&self.masks[i], w));
        let half = F::of(0.5) * g.number(sh.weld_f + weld::SCALE * 32 + w);
        g.map(|l| {
            let on = |m: u32| sel(m >> l.id() & 1 != 0, F::of(1.0), zero);
            let (a, b) = (on(m1), on(m2));
            let lin = sub(scale(at(s[l], p1), a), scale(at(s[l], p2), b));
            let w = scale(ang(s[l]), a - b);
            let turn = qmul(qmul(q2, [zero, w[0], w[1], w[2]]), q1);
            let rot = scale([turn[1], turn[2], turn[3]], half);
            let of = |x: V3<F>, k: u32| sel(k == 0, x[0], sel(k == 1, x[1], x[2]));
            if k < 3 { of(lin, k) } else { of(rot, k - 3) }
        })
    }
}

/// Numbers of one lane, for all.
#[inline(always)]
fn take<F: Real, G: Lanes<F>, const N: usize>(g: &G, x: &G::Reg<[F; N]>, lane: u32) -> [F; N] {
    core::array::from_fn(|i| g.take(&g.map(|l| x[l][i]), lane))
}
