//! The Hessian of the contact problem, without a contact Jacobian.
//!
//! A block with the world adds the stiffness Σ K_ij W_i W_jᵀ (6 × 6) and the wrench of its forces to its link; summed up the tree with the
//! inertias, the Hessian is the composite rigid body algorithm: H_ij = s_iᵀ (I + A)ᶜ s_j.                             (1)
//! Blocks of two moving links add their wrenches there and their stiffness as updates of low rank.                    (2)

use crate::factor::{self, Columns};
use crate::lanes::{LANES, Lane, Lanes};
use crate::math::*;
use crate::newton::{DOWN, LIMIT, Problem, UP};
use crate::pose::{int, num};
use crate::real::Real;
use crate::rows::{CONE, SURFACE, WITHIN};
use crate::step::State;
use crate::tables::{AXIS, COMPONENTS, STRIDE, dof, idof, world};
/// Stiffness of the rows of a block: along row 0, between row 0 and row c, along row c, and along a direction of the rows but the first.
pub(crate) struct Stiffness<F, const DIM: usize> {
    all: F,
    mixed: [F; DIM],
    own: [F; DIM],
    ridge: F,
    t: [F; DIM],
}

impl<F: Real, const DIM: usize> Stiffness<F, DIM> {
    /// K y
    #[inline(always)]
    pub(crate) fn mul(&self, y: [F; DIM], cones: bool) -> [F; DIM] {
        let mut f = [F::of(0.0); DIM];
        f[0] = self.all * y[0];
        for c in 1..DIM {
            f[0] = self.mixed[c].fma(y[c], f[0]);
            f[c] = self.own[c].fma(y[c], self.mixed[c] * y[0]);
        }
        if cones {
            let along = self.ridge * self.along(y);
            for c in 1..DIM {
                f[c] = along.fma(self.t[c], f[c]);
            }
        }
        f
    }
    /// t · y
    #[inline(always)]
    pub(crate) fn along(&self, y: [F; DIM]) -> F {
        let mut sum = F::of(0.0);
        for c in 1..DIM {
            sum = self.t[c].fma(y[c], sum);
        }
        sum
    }
}

/// x · y
#[inline(always)]
pub(crate) fn inner<F: Real, const DIM: usize>(x: [F; DIM], y: [F; DIM]) -> F {
    let mut sum = F::of(0.0);
    for c in 0..DIM {
        sum = x[c].fma(y[c], sum);
    }
    sum
}

/// What a Hessian is built for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// A step of Newton's method.
    Step,
    /// The implicit part of an integrator.
    Last,
    /// No constraints.
    Free,
}
impl<F: Real, G: Lanes<F>, const DIM: usize, const EQ: bool, const FULL: bool, const EXACT: bool>
    Problem<'_, F, G, DIM, EQ, FULL, EXACT>
{
    /// Stiffness of the rows of a block at y: its states, edges, D, and the friction of its elliptic cone.
    #[inline(always)]
    pub(crate) fn stiffness(&self, act: u32, edges: u32, d: F, cone: F, y: [F; DIM]) -> Stiffness<F, DIM> {
        let zero = F::of(0.0);
        let (mut all, mut mixed, mut own) = (zero, [zero; DIM], [zero; DIM]);
        let (mut ridge, mut t) = (zero, [zero; DIM]);
        for c in 1..DIM {
            let plus = sel(act >> (2 * c - 2) & 1 != 0, d, zero);
            let minus = sel(act >> (2 * c - 1) & 1 != 0, d, zero);
            all += plus + minus;
            mixed[c] = plus - minus;
            own[c] = plus + minus;
        }
        if edges == 0 {
            all = d;
            for c in 1..3 {
                (mixed[c], own[c]) = (zero, d);
            }
        }
        if Self::CONES && edges & CONE != 0 {
            // with the friction of the class in the rows: s = ½ D Σ (y_c / μ)² within, ½ D_m (N − μ T)² on the surface, N = μ y₀, T = |y_1…|
            let (one, mu2) = (F::of(1.0), cone * cone);
            (all, mixed, own) = (zero, [zero; DIM], [zero; DIM]);
            if act & WITHIN != 0 {
                all = d;
                own = [d * mu2.inv(); DIM];
            } else if act & SURFACE != 0 {
                let dm = d * (mu2 * (one + mu2)).inv();
                let mut tangent = y;
                tangent[0] = zero;
                let inv = inner(tangent, tangent).root().inv();
                let n = mu2 * y[0] * inv;
                all = dm * mu2;
                ridge = dm * n;
                own = [dm * (mu2 - n); DIM];
                for c in 1..DIM {
                    t[c] = y[c] * inv;
                    mixed[c] = -(all * t[c]);
                }
            }
        }
        Stiffness { all, mixed, own, ridge, t }
    }

    /// Stiffness and wrench of every block, in its own column of the work memory.
    ///
    /// With B = Σ K_ij d_i d_jᵀ of the directions, g = Σ K_0c d_c of the spins and p = r × n, the stiffness about the origin has the blocks
    /// B (linear), \[r\]B + g nᵀ (angular by linear), \[r\]B\[r\]ᵀ + g pᵀ + p gᵀ + Σ K_cc d_c d_cᵀ (angular).
    #[inline(always)]
    pub(crate) fn spread(&self, act: &G::Reg<u32>) {
        let (g, sh, b) = (self.g, self.sh, &self.b);
        let zero = F::of(0.0);
        g.each(|l| {
            let (j, r) = (b.j[l], b.r[l]);
            let k = self.stiffness(act[l], b.edges[l], b.d[l], b.cone[l], j);
            let force = k.mul(j, Self::CONES).map(|x| -x);
            let Stiffness { mut all, mut mixed, mut own, ridge, t: slip } = k;
            let d = b.directions(l);
            let to = g.at(sh.work + l.id());
            let put = |k: u32, x: F| g.st_at(l, to, k * STRIDE, x);
            let (mut f, mut m) = ([zero; 3], [zero; 3]);
            for c in 0..DIM {
                let sum = if c < 3 { &mut f } else { &mut m };
                *sum = axpy(force[c], d[c], *sum);
            }
            m = cross_add(r, f, m);
            for k in 0..3 {
                put(21 + k as u32, -m[k]);
                put(24 + k as u32, -f[k]);
            }
            if EQ {
                let m = cross(b.lever[l], f);
                for k in 0..3 {
                    put(27 + k as u32, -m[k]);
                }
            }
            let links = b.links[l];
            g.st_u(l, sh.work + 30 * STRIDE + l.id(), (COMPONENTS * (links & 255)) | ((links & 0xff00) << 8));
            // blocks of two moving links enter by (2)
            let one = sel(b.pairs >> l.id() & 1 != 0, zero, F::of(1.0));
            all = one * all;
            for c in 1..DIM {
                (mixed[c], own[c]) = (one * mixed[c], one * own[c]);
            }
            let e0 = axpy(mixed[2], d[2], axpy(mixed[1], d[1], scale(d[0], all)));
            let [e1, e2] = [1, 2].map(|c| axpy(own[c], d[c], scale(d[0], mixed[c])));
            // the wrench of the slip, and its part that turns
            let (mut slide, mut twist) = ([zero; 3], [zero; 3]);
            if Self::CONES {
                for c in 1..DIM {
                    let sum = if c < 3 { &mut slide } else { &mut twist };
                    *sum = axpy(slip[c], d[c], *sum);
                }
            }
            let ridge = one * ridge;
            let s = |i: usize, j: usize| {
                let s = d[2][i].fma(e2[j], d[1][i].fma(e1[j], d[0][i] * e0[j]));
                if Self::CONES { (ridge * slide[i]).fma(slide[j], s) } else { s }
            };
            let ll = [[s(0, 0), s(0, 1), s(0, 2)], [s(0, 1), s(1, 1), s(1, 2)], [s(0, 2), s(1, 2), s(2, 2)]];
            // rows of the angular by linear block
            let t = ll.map(|x| cross(r, x));
            let mut al = [0, 1, 2].map(|i| [t[0][i], t[1][i], t[2][i]]);
            let mut aa = al.map(|x| cross(r, x));
            if DIM == 6 {
                let mut spin = [zero; 3];
                for c in 3..DIM {
                    spin = axpy(mixed[c], d[c], spin);
                }
                let p = cross(r, d[0]);
                for i in 0..3 {
                    al[i] = axpy(spin[i], d[0], al[i]);
                    aa[i] = axpy(spin[i], p, axpy(p[i], spin, aa[i]));
                    for c in 3..DIM {
                        aa[i] = axpy(own[c] * d[c][i], d[c], aa[i]);
                    }
                }
            }
            if Self::CONES {
                // r × slide is in already; the twist and its products with it are not
                let p = cross(r, slide);
                for i in 0..3 {
                    al[i] = axpy(ridge * twist[i], slide, al[i]);
                    aa[i] = axpy(ridge * twist[i], add(p, twist), axpy(ridge * p[i], twist, aa[i]));
                }
            }
            for k in 0..3 {
                put(k as u32, aa[k][k]);
                put(15 + k as u32, ll[k][k]);
                for c in 0..3 {
                    put((6 + 3 * k + c) as u32, al[k][c]);
                }
            }
            for (k, (i, j)) in [(0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
                put(3 + k as u32, aa[i][j]);
                put(18 + k as u32, ll[i][j]);
            }
        });
        g.sync();
    }

    /// Links with their blocks, then summed up the tree. Lane = component.
    #[inline(always)]
    pub(crate) fn compose(&self, n: u32) {
        let (g, sh) = (self.g, self.sh);
        let nlink = g.opaque(sh.nlink);
        g.each(|l| {
            let mut k = 4 * l.id();
            while k < COMPONENTS * nlink {
                g.st4_at(l, g.at(sh.comp() + k), 0, g.ld4(l, sh.base + k));
                k += 4 * LANES;
            }
        });
        g.sync();
        g.each(|l| {
            if l.id() < COMPONENTS {
                if n != 0 {
                    self.add_blocks(l, n);
                }
                let mut k = nlink - 1;
                let mut to = g.at(sh.comp() + l.id() + COMPONENTS * k);
                // a link whose parent is the link before hands its sum over in a register; the next one is read ahead
                let (mut carry, mut x) = (F::of(0.0), g.ld_at(l, to, 0));
                while k > 0 {
                    let before = g.back(to, COMPONENTS);
                    let next = g.ld_at(l, before, 0);
                    x += carry;
                    g.st_at(l, to, 0, x);
                    carry = x;
                    if sh.chain >> k & 1 == 0 {
                        let up = g.index(idof::LINK_PARENT * 32 + k);
                        if up < 32 {
                            let at = g.at(sh.comp() + l.id() + COMPONENTS * up);
                            g.st_at(l, at, 0, g.ld_at(l, at, 0) + x);
                        }
                        carry = F::of(0.0);
                    }
                    (x, to) = (next, before);
                    k -= 1;
                }
                g.st_at(l, to, 0, x + carry);
            }
        });
        g.sync();
    }

    /// What blocks add to component l of their links; the next block is read ahead.
    #[inline(always)]
    fn add_blocks(&self, l: Lane, n: u32) {
        let (g, sh) = (self.g, self.sh);
        let (mut from, comp) = (g.at(sh.work + l.id() * STRIDE), g.at(sh.comp() + l.id()));
        let mut links = g.at(sh.work + 30 * STRIDE);
        let (mut x, mut to) = (g.ld_at(l, from, 0), g.ld_u_at(l, links));
        let mut pairs = self.b.pairs;
        let mut c = 1;
        loop {
            let at = g.ahead(comp, to & 0xffff);
            g.st_at(l, at, 0, g.ld_at(l, at, 0) + x);
            if pairs & 1 != 0 && l.id() >= 21 {
                if EQ && l.id() < 24 {
                    x += g.ld_at(l, from, 6 * STRIDE);
                }
                let at = g.ahead(comp, COMPONENTS * (to >> 16));
                g.st_at(l, at, 0, g.ld_at(l, at, 0) - x);
            }
            if c == n {
                break;
            }
            (from, links) = (g.ahead(from, 1), g.ahead(links, 1));
            (x, to) = (g.ld_at(l, from, 0), g.ld_u_at(l, links));
            pairs >>= 1;
            c += 1;
        }
    }

    /// Equations (1) and (2), and the gradient or the right-hand side of the last pass. Lane = dof, which is a column.
    #[inline(always)]
    pub(crate) fn hessian(
        &self,
        st: &State<F, G>,
        act: &G::Reg<u32>,
        pass: Pass,
    ) -> (Columns<F, G>, G::Reg<F>) {
        let (g, sh) = (self.g, self.sh);
        let zero = F::of(0.0);
        let last = pass == Pass::Last;
        let free = (FULL || EXACT) && pass == Pass::Free;
        let mut f = g.fill([zero; 6]);
        let mut diag = g.fill(zero);
        let mut grad = g.fill(zero);
        // what lengths add to the gradient and to the Hessian
        let (mut pull, mut stiff) = (g.fill(zero), g.fill(zero));
        let (mut rows, mut from) = (0, sh.lines);
        if FULL && !free {
            (pull, rows, from) = self.lengths(st, act, last, &mut stiff);
        }
        g.each(|l| {
            let link = g.at(sh.comp() + COMPONENTS * int(g, l, idof::LINK));
            let at = |c: u32| g.ld_at(l, link, c);
            let s = self.s[l];
            let row = |k: [u32; 6]| dot6([at(k[0]), at(k[1]), at(k[2]), at(k[3]), at(k[4]), at(k[5])], s);
            f[l] = [
                row([0, 3, 4, 6, 7, 8]),
                row([3, 1, 5, 9, 10, 11]),
                row([4, 5, 2, 12, 13, 14]),
                row([6, 9, 12, 15, 18, 19]),
                row([7, 10, 13, 18, 16, 20]),
                row([8, 11, 14, 19, 20, 17]),
            ];
            // the lane after the last dof takes the right-hand side as its column
            f[l][4] = sel(l.id() == sh.nv, F::of(1.0), f[l][4]);
            let mut armature = num(g, l, dof::ARMATURE);
            if EXACT {
                // the metric of the step: M + h D + h² K
                armature = g.number(world::TIMESTEP).fma(g.ld_c(l, sh.park + l.id(), 96), armature);
            }
            diag[l] = armature;
            if last {
                let b = g.number(world::TIMESTEP) * g.ld_c(l, sh.park + l.id(), 96);
                diag[l] += b;
                grad[l] = b * st.a[l];
            } else {
                let d = &self.dof;
                let force = if EXACT && self.still { zero } else { self.drive.force[l] };
                grad[l] = armature.fma(st.a[l], row([21, 22, 23, 24, 25, 26])) - force;
                if act[l] & LIMIT != 0 {
                    diag[l] += d.d[l];
                    grad[l] = (d.sign[l] * d.d[l]).fma(d.j[l], grad[l]);
                }
                if self.rubs() && !free {
                    let (k, loss) = (num(g, l, dof::LOSS_D), num(g, l, dof::LOSS));
                    let slides = act[l] & (UP | DOWN) != 0;
                    diag[l] += sel(slides, zero, k);
                    grad[l] += sel(slides, sel(act[l] & UP != 0, loss, -loss), k * d.jf[l]);
                }
            }
            if FULL {
                grad[l] += pull[l];
            }
            if l.id() < sh.nv {
                g.st_c(l, AXIS * l.id(), 6, grad[l]);
            }
        });
        g.sync();
        let mut h = factor::diagonal(g, &diag);
        let mut mask = g.map(|l| int(g, l, idof::MASK));
        let (mut table, mut rhs) = (0, sh.nv);
        let mut left = if last || free { 0 } else { self.b.pairs };
        loop {
            factor::add_products(g, sh, &mut h, &f, &mask, |l| [table, table + sel(l.id() == rhs, 6, 4)]);
            (table, rhs) = (sh.comp(), LANES);
            if left != 0 {
                mask = g.map(|l| sel(l.id() < sh.nv, !0, 0));
                f = self.couple(act, &mut left);
            } else if FULL && rows != 0 {
                mask = g.map(|l| sel(l.id() < sh.nv, !0, 0));
                f = self.add_rows(&stiff, from, &mut rows);
            } else {
                return (h, grad);
            }
        }
    }

    /// What rows along lengths, or in the last pass the dampers of lengths, add to the gradient; their stiffness, which of them have some, and
    /// where their J stands.
    #[inline(always)]
    fn lengths(
        &self,
        st: &State<F, G>,
        act: &G::Reg<u32>,
        last: bool,
        stiff: &mut G::Reg<F>,
    ) -> (G::Reg<F>, u32, u32) {
        let (g, sh, b) = (self.g, self.sh, &self.lines);
        let zero = F::of(0.0);
        let h = g.number(world::TIMESTEP);
        let (from, mut left) =
            if last { (sh.arms, g.ballot(|l| self.drive.slack[l] != zero)) } else { (sh.lines, b.on) };
        let mut slope = g.fill(zero);
        g.each(|l| {
            let s = if last { (zero, h * self.drive.slack[l]) } else { b.slope(l, act[l], b.j[l]) };
            (slope[l], stiff[l]) = s;
        });
        let mut pull = g.fill(zero);
        while left != 0 {
            let r = left.trailing_zeros();
            left &= left - 1;
            let j = g.map(|l| g.ld(l, from + 32 * r + l.id()));
            let force = if last { g.take(stiff, r) * g.sum(|l| j[l] * st.a[l]) } else { g.take(&slope, r) };
            g.each(|l| pull[l] = force.fma(j[l], pull[l]));
        }
        (pull, g.ballot(|l| stiff[l] != zero), from)
    }

    /// Six of the `left` rows with their stiffness, as [`Self::couple`] does.
    #[inline(always)]
    fn add_rows(&self, stiff: &G::Reg<F>, from: u32, left: &mut u32) -> G::Reg<V6<F>> {
        let (g, sh, zero) = (self.g, self.sh, F::of(0.0));
        let mut e = g.fill([zero; 6]);
        g.sync();
        for slot in 0..6u32 {
            let there = *left != 0;
            let r = sel(there, left.trailing_zeros(), 0);
            *left &= left.wrapping_sub(1);
            let k = sel(there, g.take(stiff, r), zero);
            g.each(|l| {
                let j = if there { g.ld(l, from + 32 * r + l.id()) } else { zero };
                e[l][slot as usize] = k * j;
                if l.id() < sh.nv {
                    g.st(l, sh.comp() + AXIS * l.id() + slot, j);
                }
            });
        }
        g.sync();
        e
    }

    /// Equation (2) for six rows of the blocks `left`: writes J where the composites were and returns K J. Lane = dof.
    #[inline(always)]
    fn couple(&self, act: &G::Reg<u32>, left: &mut u32) -> G::Reg<V6<F>> {
        let (g, sh, b) = (self.g, self.sh, &self.b);
        let zero = F::of(0.0);
        let n = g.opaque(sh.nv);
        let mut e = g.fill([zero; 6]);
        g.sync();
        // the rows of the first block stand behind those of the second
        let mut slot = g.opaque(6 / DIM as u32);
        while slot > 0 {
            slot -= 1;
            let there = *left != 0;
            let c = left.trailing_zeros();
            *left &= left.wrapping_sub(1);
            let (state, edges) = (g.take_u(act, c), g.take_u(&b.edges, c));
            let links = g.take_u(&b.links, c);
            let d = sel(there, g.take(&b.d, c), zero);
            let (r, axes, mu) = self.block(c);
            let r1 = if EQ { add(r, take3(g, &b.lever, c)) } else { r };
            let of = |k: u32| if there { g.index(idof::LINK_MASK * 32 + k) } else { 0 };
            let (two, one) = (of(links & 255), of((links >> 8) & 255));
            let (mut y, mut cone) = ([zero; DIM], zero);
            if Self::CONES {
                y = core::array::from_fn(|i| g.take(&g.map(|l| b.j[l][i]), c));
                cone = g.take(&b.cone, c);
            }
            let stiffness = self.stiffness(state, edges, d, cone, y);
            g.each(|l| {
                let s = self.s[l];
                let on = |m: u32| sel(m >> l.id() & 1 != 0, F::of(1.0), zero);
                let (a, b) = (on(two), on(one));
                let v = sub(scale(at(s, r), a), scale(at(s, r1), b));
                let w = scale(ang(s), a - b);
                let mut j = [zero; DIM];
                let to = g.at(sh.comp() + AXIS * l.id() + DIM as u32 * slot);
                for k in 0..DIM {
                    let y = dot(axes[k % 3], if k < 3 { v } else { w });
                    j[k] = if k == 0 { y } else { mu[k] * y };
                    if l.id() < n {
                        g.st_at(l, to, k as u32, j[k]);
                    }
                }
                let (old, f) = (e[l], stiffness.mul(j, Self::CONES));
                e[l] = core::array::from_fn(|k| if k < DIM { f[k] } else { old[k - DIM] });
            });
        }
        g.sync();
        e
    }

    /// Rows of one block, scaled. Lane = dof.
    #[inline(always)]
    pub(crate) fn jacobian(&self, c: u32) -> G::Reg<[F; DIM]> {
        let (g, b, zero) = (self.g, &self.b, F::of(0.0));
        let links = g.take_u(&b.links, c);
        let (r, axes, mu) = self.block(c);
        let of = |k: u32| if k < 32 { g.index(idof::LINK_MASK * 32 + k) } else { 0 };
        let (two, one) = (of(links & 255), of((links >> 8) & 255));
        let mut j = g.fill([zero; DIM]);
        g.each(|l| {
            let s = self.s[l];
            let on = |m: u32| sel(m >> l.id() & 1 != 0, F::of(1.0), zero);
            let part = on(two) - on(one);
            let (v, w) = (scale(at(s, r), part), scale(ang(s), part));
            for k in 0..DIM {
                let y = dot(axes[k % 3], if k < 3 { v } else { w });
                j[l][k] = if k == 0 { y } else { mu[k] * y };
            }
        });
        j
    }

    /// Point, axes and scales of one block, for all lanes.
    #[inline(always)]
    fn block(&self, c: u32) -> (V3<F>, [V3<F>; 3], [F; DIM]) {
        let (g, b) = (self.g, &self.b);
        let r = take3(g, &b.r, c);
        let [n, t] = [0, 1].map(|i| take3(g, &g.map(|l| b.frame[l][i]), c));
        let axes = [n, t, cross(n, t)];
        let mu =
            core::array::from_fn(|i| if i == 0 { F::of(1.0) } else { g.take(&g.map(|l| b.mu[l][i]), c) });
        (r, axes, mu)
    }
}

/// Three numbers of one lane.
#[inline(always)]
fn take3<F: Real, G: Lanes<F>>(g: &G, x: &G::Reg<V3<F>>, lane: u32) -> V3<F> {
    core::array::from_fn(|i| g.take(&g.map(|l| x[l][i]), lane))
}
