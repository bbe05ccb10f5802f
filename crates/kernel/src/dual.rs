//! Projected Gauss–Seidel on the forces of rows, with momentum: MuJoCo's iterates.
//!
//! min ½ fᵀ (A + R) f + bᵀ f  over the intervals of the rows,  A = J M⁻¹ Jᵀ,  b = J a₀ − a_ref                        (1)
//! w = M⁻¹ Jᵀ f,  residual of a row = b + J w + R f,  a = a₀ + w,  a₀ the acceleration without constraints            (2)
//!
//! One sweep visits the rows in an order shuffled by a fixed generator; between sweeps f is extrapolated, with a restart when a sweep turns
//! back. Rows: dry friction, limits, edges of pyramids, in this order.
//!
//! Writes to shared memory, from [`Shape::dual`] on: J and M⁻¹ Jᵀ, 32 words a row each, then the fields of [`field`].

use crate::factor;
use crate::hessian::Pass;
use crate::lanes::{Lane, Lanes};
use crate::math::{clip, sel};
use crate::newton::Problem;
use crate::pose::num;
use crate::real::Real;
use crate::rows::FLIPPED;
use crate::step::{State, Tally};
use crate::tables::{Shape, dof, field, switch, world};

/// A step that raises the cost by more is taken back, as in MuJoCo.
const LARGEST_RISE: f64 = 1e-10;

/// The rows of a problem.
struct Rows<'a, F: Real, G: Lanes<F>> {
    g: &'a G,
    sh: &'a Shape,
    n: u32,
    /// M⁻¹ of the gradient at the guess: the guess minus a₀.
    x: G::Reg<F>,
    w: G::Reg<F>,
}

impl<F: Real, G: Lanes<F>> Rows<'_, F, G> {
    #[inline(always)]
    fn j(&self, l: Lane, row: u32) -> F {
        self.g.ld(l, self.sh.dual + 32 * row + l.id())
    }
    #[inline(always)]
    fn y(&self, l: Lane, row: u32) -> F {
        self.g.ld(l, self.sh.dual + 32 * (self.sh.dual_n + row) + l.id())
    }
    #[inline(always)]
    fn at(&self, what: u32, row: u32) -> u32 {
        self.sh.dual + (64 + what) * self.sh.dual_n + row
    }
    #[inline(always)]
    fn get(&self, l: Lane, what: u32, row: u32) -> F {
        self.g.ld(l, self.at(what, row))
    }

    /// One more row: J, D, J a − a_ref at the guess, and the interval of its force.
    #[inline(always)]
    fn push(&mut self, j: &G::Reg<F>, d: F, z: F, range: [F; 2]) {
        let (g, sh, r) = (self.g, self.sh, self.n);
        if r >= sh.dual_n {
            return;
        }
        let y = factor::again(g, sh, j);
        g.each(|l| {
            g.st(l, sh.dual + 32 * r + l.id(), j[l]);
            g.st(l, sh.dual + 32 * (sh.dual_n + r) + l.id(), y[l]);
        });
        let (a, back) = (g.sum(|l| j[l] * y[l]), g.sum(|l| j[l] * self.x[l]));
        let soft = d.inv();
        let f = clip(-(d * z), range[0], range[1]);
        let stiff = a + soft;
        let all = [f, F::of(0.0), F::of(0.0), z - back, soft, stiff, stiff.inv(), range[0], range[1]];
        g.each(|l| {
            if l.id() == 0 {
                for k in 0..all.len() {
                    g.st(l, self.at(k as u32, r), all[k]);
                }
            }
        });
        self.n += 1;
    }

    /// w of the forces.
    #[inline(always)]
    fn weigh(&mut self) {
        let g = self.g;
        self.w = g.fill(F::of(0.0));
        let mut r = 0;
        while r < self.n {
            let w = self.w;
            g.each(|l| self.w[l] = self.get(l, field::FORCE, r).fma(self.y(l, r), w[l]));
            r += 1;
        }
    }

    /// Keeps the forces at the guess if their cost is below that of none.
    #[inline(always)]
    fn begin(&mut self) {
        let (g, zero, half) = (self.g, F::of(0.0), F::of(0.5));
        g.sync();
        self.weigh();
        let (mut cost, mut r) = (zero, 0);
        while r < self.n {
            let jw = g.sum(|l| self.j(l, r) * self.w[l]);
            // the same in all lanes
            let of = |what: u32| g.take(&g.map(|l| self.get(l, what, r)), 0);
            let f = of(field::FORCE);
            cost += f * half.fma(of(field::SOFT) * f + jw, of(field::BIAS));
            r += 1;
        }
        if g.agree(!(cost <= zero)) {
            g.sync();
            let mut first = 0;
            while first < self.n {
                g.each(|l| {
                    if first + l.id() < self.n {
                        g.st(l, self.at(field::FORCE, first + l.id()), zero);
                    }
                });
                first += 32;
            }
            self.w = g.fill(zero);
        }
        g.each(|l| {
            if l.id() == 0 {
                let mut k = 0;
                while k < self.n {
                    g.st_u(l, self.at(field::ORDER, k), k);
                    k += 1;
                }
            }
        });
        g.sync();
    }

    /// Shuffles the order of the last sweep.
    #[inline(always)]
    fn shuffle(&self, state: &mut u64) {
        let (g, n) = (self.g, self.n);
        let mut s = *state;
        g.each(|l| {
            let mut mine = *state;
            let mut i = n;
            while i > 1 {
                i -= 1;
                let j = draw(&mut mine) % (i + 1);
                if l.id() == 0 {
                    let (a, b) = (self.at(field::ORDER, i), self.at(field::ORDER, j));
                    let (x, y) = (g.ld_u(l, a), g.ld_u(l, b));
                    g.st_u(l, a, y);
                    g.st_u(l, b, x);
                }
            }
            s = mine;
        });
        *state = s;
        g.sync();
    }

    /// f ← f + β (f − f_previous), within the intervals.
    #[inline(always)]
    fn extrapolate(&mut self, age: u32) {
        let g = self.g;
        let ahead = age > 1;
        let beta =
            if ahead { F::of(f64::from(age) - 1.0) * F::of(f64::from(age) + 2.0).inv() } else { F::of(0.0) };
        let mut first = 0;
        while first < self.n {
            g.each(|l| {
                let r = first + l.id();
                if r < self.n {
                    let (f, old) = (self.get(l, field::FORCE, r), self.get(l, field::PREVIOUS, r));
                    let range = [self.get(l, field::LOWER, r), self.get(l, field::UPPER, r)];
                    let next = beta.fma(f - old, f);
                    let next = sel(ahead, clip(next, range[0], range[1]), next);
                    g.st(l, self.at(field::PREVIOUS, r), f);
                    g.st(l, self.at(field::AHEAD, r), next);
                    g.st(l, self.at(field::FORCE, r), next);
                }
            });
            first += 32;
        }
        g.sync();
        if ahead {
            self.weigh();
        }
    }

    /// Visits every row; returns by how much the cost fell.
    #[inline(always)]
    fn sweep(&mut self) -> F {
        let (g, zero) = (self.g, F::of(0.0));
        let mut fall = zero;
        let mut k = 0;
        while k < self.n {
            let r = g.take_u(&g.map(|l| g.ld_u(l, self.at(field::ORDER, k))), 0);
            let of = |what: u32| g.take(&g.map(|l| self.get(l, what, r)), 0);
            let f = of(field::FORCE);
            let res = g.sum(|l| self.j(l, r) * self.w[l]) + of(field::BIAS);
            let res = of(field::SOFT).fma(f, res);
            let new = clip((-res).fma(of(field::INVERSE), f), of(field::LOWER), of(field::UPPER));
            let d = new - f;
            let change = d * (F::of(0.5) * (of(field::STIFF) * d) + res);
            g.sync();
            if g.agree(change <= F::of(LARGEST_RISE)) {
                fall -= change;
                let w = self.w;
                g.each(|l| {
                    self.w[l] = d.fma(self.y(l, r), w[l]);
                    if l.id() == 0 {
                        g.st(l, self.at(field::FORCE, r), new);
                    }
                });
                g.sync();
            }
            k += 1;
        }
        fall
    }

    /// Whether the sweep moved against the extrapolation, and whether it moved at all.
    #[inline(always)]
    fn turned(&self) -> (bool, bool) {
        let (g, zero) = (self.g, F::of(0.0));
        let (mut back, mut moved) = (g.fill(zero), g.fill(false));
        let mut first = 0;
        while first < self.n {
            g.each(|l| {
                let r = first + l.id();
                if r < self.n {
                    let (f, ahead) = (self.get(l, field::FORCE, r), self.get(l, field::AHEAD, r));
                    let old = self.get(l, field::PREVIOUS, r);
                    back[l] = (f - ahead).fma(ahead - old, back[l]);
                    moved[l] |= f != ahead || f != old;
                }
            });
            first += 32;
        }
        (g.agree(g.sum(|l| back[l]) < zero), g.ballot(|l| moved[l]) != 0)
    }
}

/// PCG32: the order of visits is part of the method, not chance.
#[inline(always)]
fn draw(state: &mut u64) -> u32 {
    let old = *state;
    *state = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    let x = (((old >> 18) ^ old) >> 27) as u32;
    x.rotate_right((old >> 59) as u32)
}

impl<F: Real, G: Lanes<F>, const DIM: usize, const EQ: bool, const FULL: bool, const EXACT: bool>
    Problem<'_, F, G, DIM, EQ, FULL, EXACT>
{
    /// Solves (1) with the forces at `st.a` as a guess; `st.a` is then (2).
    #[inline(always)]
    pub fn sweeps(&mut self, st: &mut State<F, G>, tally: &mut Tally) {
        let (g, sh, zero) = (self.g, self.sh, F::of(0.0));
        let far = F::of(1e30);
        self.compose(0);
        let none = g.fill(0u32);
        let (h, grad) = self.hessian(st, &none, Pass::Free);
        let x = factor::solve(g, sh, h, &grad);
        let mut rows = Rows { g, sh, n: 0, x, w: g.fill(zero) };
        // dry friction of dofs, then limits
        let rubs = sh.switches & switch::FRICTION != 0;
        let mut left = [
            if rubs { g.ballot(|l| num(g, l, dof::LOSS) > zero) } else { 0 },
            g.ballot(|l| self.dof.sign[l] != zero),
        ];
        while left[0] | left[1] != 0 {
            let rub = left[0] != 0;
            let i = sel(rub, left[0], left[1]).trailing_zeros();
            left = if rub { [left[0] & (left[0] - 1), left[1]] } else { [0, left[1] & (left[1] - 1)] };
            let row = g.map(|l| {
                let (k, loss) = (num(g, l, dof::LOSS_D), num(g, l, dof::LOSS));
                let limit = [self.dof.sign[l], self.dof.d[l], self.dof.j[l], zero, far];
                sel(rub, [F::of(1.0), k, self.dof.jf[l], -loss, loss], limit)
            });
            let [size, d, z, lower, upper] = core::array::from_fn(|k| g.take(&g.map(|l| row[l][k]), i));
            rows.push(&g.map(|l| sel(l.id() == i, size, zero)), d, z, [lower, upper]);
        }
        let mut c = 0;
        while c < self.b.n {
            let j = self.jacobian(c);
            let (edges, d) = (g.take_u(&self.b.edges, c), g.take(&self.b.d, c));
            let mut bit = 0;
            while bit < g.opaque(2 * DIM as u32 - 2) {
                // exchanged sides turn the first tangent around
                let edge = sel(bit < 2 && edges & FLIPPED != 0, bit ^ 1, bit);
                if g.agree(edges >> edge & 1 != 0) {
                    let sign = sel(edge & 1 == 0, F::of(1.0), F::of(-1.0));
                    let of = |y: &[F; DIM]| {
                        let mut along = y[1];
                        for k in 2..DIM {
                            along = sel(edge >> 1 == k as u32 - 1, y[k], along);
                        }
                        sign.fma(along, y[0])
                    };
                    let z = g.take(&g.map(|l| of(&self.b.j[l])), c);
                    rows.push(&g.map(|l| of(&j[l])), d, z, [zero, far]);
                }
                bit += 1;
            }
            c += 1;
        }
        rows.begin();
        let tolerance = g.number(world::TOLERANCE);
        let floor = sel(F::FLOOR > zero, tolerance.most(F::FLOOR), tolerance);
        let scale = g.number(world::SCALE);
        let mut state = 0;
        draw(&mut state);
        let (mut age, mut it) = (0, 0);
        let mut done = rows.n == 0;
        while !done && it < sh.iterations {
            rows.extrapolate(if it > 0 { age } else { 0 });
            rows.shuffle(&mut state);
            let fall = scale * rows.sweep();
            let (back, moved) = rows.turned();
            age = if it > 0 && back { 0 } else { age + 1 };
            it += 1;
            g.sync();
            let small = g.agree(if floor > zero { fall < floor } else { !moved });
            done = small || g.agree(!fall.finite());
        }
        tally.builds += it;
        tally.stopped |= u32::from(!done);
        g.each(|l| {
            st.a[l] += rows.w[l] - x[l];
            st.memo[l] = 0;
        });
    }
}
