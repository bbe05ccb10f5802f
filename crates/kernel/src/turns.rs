//! Turns of the hard law's multipliers.
//!
//! With compliance R a turn takes what is added to the rows, σ, to
//! σ′ = −R λ + s(u),   λ the forces of the convex problem that σ makes, u its motion,                               (1)
//! of which the law is the fixed point. Anderson's method goes on from the combination of the last turns with the least residual r = σ′ − σ:
//! min |r − Σ γᵢ (r − rᵢ)|,   σ ← σ′ − Σ γᵢ (σ′ − σ′ᵢ)                                                              (2)
//!
//! Residuals that stay what they are belong to rows that nearly contradict each other (points of a foot that stick at different heights): forces
//! then grow by |r| / R a turn until they reach their cones, and less compliance gets them there. More of it makes (1) smoother, and finds
//! what turns about a jam do not.

use crate::exact::slip;
use crate::lanes::{Lane, Lanes};
use crate::math::{clip, sel};
use crate::newton::{LIMIT, Problem};
use crate::pose::num;
use crate::real::Real;
use crate::rows::{CONE, WITHIN};
use crate::tables::dof;

/// Turns that (2) remembers; indices are taken modulo it, so that nothing has to be checked.
const MEMORY: usize = 8;
/// Most that (2) goes beyond the turns it knows; where it would, the secant of the last two goes as far.
const STRETCH: f64 = 30.0;
/// A residual that is so many times the last one forgets the turns before.
const WORSE: f64 = 2.0;
/// Ridge of (2) over the largest square.
const RIDGE: f64 = 1e-10;
/// Ratio of two residuals that count as even, by which compliance is divided then, and how often.
const EVEN: f64 = 0.995;
const STIFFER: f64 = 10.0;
const OFTEN: u32 = 6;
/// Turn at which compliance becomes this many times that of the first one.
const LATE: u32 = 30;
const SOFTER: f64 = 100.0;

/// Numbers that a lane adds to its rows: those of its contact, its limit and its dry friction.
pub(crate) const ADDED: usize = 5;
pub(crate) const LIMITS: usize = 3;
pub(crate) const RUBS: usize = 4;
type Added<F, G> = <G as Lanes<F>>::Reg<[F; ADDED]>;

/// Forces of rows, in units of mass times row, and σ. Lane = contact, and dof.
pub(crate) struct Forces<F: Real, G: Lanes<F>, const DIM: usize> {
    pub f: G::Reg<[F; DIM]>,
    pub limit: G::Reg<F>,
    pub rub: G::Reg<F>,
    pub shift: Added<F, G>,
}

/// The turns before: r and σ′ of the last ones, how many there were, and |r|. Apart from forces, which are in registers: what is indexed is not.
pub(crate) struct Past<F: Real, G: Lanes<F>> {
    before: G::Reg<[[[F; ADDED]; 2]; MEMORY]>,
    known: u32,
    size: F,
}

/// How turns go: their residuals, and what follows for compliance.
pub(crate) struct Pace<F> {
    pub turns: u32,
    last: [F; 2],
    stiffened: u32,
}

impl<F: Real> Pace<F> {
    /// Before the first turn.
    pub fn new() -> Self {
        Pace { turns: 0, last: [F::of(0.0); 2], stiffened: 0 }
    }
    /// What stiffness is multiplied by in this turn; `same` if no row changed its state.
    #[inline(always)]
    pub fn stiffer(&mut self, same: bool) -> F {
        let [old, new] = self.last;
        let even = new > F::of(EVEN) * old && old > F::of(EVEN) * new;
        let mut by = F::of(1.0);
        if self.turns == LATE {
            by = F::of(1.0 / SOFTER);
            while self.stiffened > 0 {
                by = by * F::of(1.0 / STIFFER);
                self.stiffened -= 1;
            }
        } else if self.turns > 2 && same && even && self.stiffened < OFTEN {
            by = F::of(STIFFER);
            self.stiffened += 1;
        }
        by
    }
    /// A turn ended with this residual.
    #[inline(always)]
    pub fn note(&mut self, residual: F) {
        self.last = [self.last[1], residual];
        self.turns += 1;
    }
}

/// x · y
#[inline(always)]
fn inner<F: Real, const N: usize>(x: [F; N], y: [F; N]) -> F {
    let mut sum = F::of(0.0);
    for c in 0..N {
        sum = x[c].fma(y[c], sum);
    }
    sum
}

/// x − y
#[inline(always)]
fn less<F: Real>(x: [F; ADDED], y: [F; ADDED]) -> [F; ADDED] {
    core::array::from_fn(|c| x[c] - y[c])
}

/// A x = b of the first n rows by elimination, A symmetric and not negative; x is in b.
#[inline(always)]
fn eliminate<F: Real>(a: &mut [[F; MEMORY]; MEMORY], b: &mut [F; MEMORY], n: usize) {
    let (zero, one) = (F::of(0.0), F::of(1.0));
    for k in 0..n {
        let k = k % MEMORY;
        let inv = sel(a[k][k] > zero, a[k][k], one).inv();
        for i in k + 1..n {
            let i = i % MEMORY;
            let m = -(a[i][k] * inv);
            for j in k..n {
                let j = j % MEMORY;
                a[i][j] = m.fma(a[k][j], a[i][j]);
            }
            b[i] = m.fma(b[k], b[i]);
        }
    }
    for k in (0..n).rev() {
        let k = k % MEMORY;
        for j in k + 1..n {
            let j = j % MEMORY;
            b[k] = (-a[k][j]).fma(b[j], b[k]);
        }
        let there = a[k][k] > zero;
        b[k] = sel(there, b[k] * sel(there, a[k][k], one).inv(), zero);
    }
}

impl<F: Real, G: Lanes<F>, const DIM: usize> Forces<F, G, DIM> {
    /// None yet.
    #[inline(always)]
    pub fn new(g: &G) -> Self {
        let zero = F::of(0.0);
        Forces {
            f: g.fill([zero; DIM]),
            limit: g.fill(zero),
            rub: g.fill(zero),
            shift: g.fill([zero; ADDED]),
        }
    }
}

impl<F: Real, G: Lanes<F>> Past<F, G> {
    /// None yet.
    #[inline(always)]
    pub fn new(g: &G) -> Self {
        let zero = F::of(0.0);
        Past { before: g.fill([[[zero; ADDED]; 2]; MEMORY]), known: 0, size: zero }
    }

    /// γ of (2).
    #[inline(always)]
    fn weights(&self, g: &G, r: &Added<F, G>, have: usize) -> [F; MEMORY] {
        let zero = F::of(0.0);
        let (mut a, mut b, mut top) = ([[zero; MEMORY]; MEMORY], [zero; MEMORY], zero);
        let d = |l: Lane, i: usize| less(r[l], self.before[l][i][0]);
        for i in 0..have {
            let i = i % MEMORY;
            b[i] = g.sum(|l| inner(d(l, i), r[l]));
            for j in 0..=i {
                let j = j % MEMORY;
                a[i][j] = g.sum(|l| inner(d(l, i), d(l, j)));
                a[j][i] = a[i][j];
            }
            top = top.most(a[i][i]);
        }
        let newest = self.known.wrapping_sub(1) as usize % MEMORY;
        let (bend, along) = (a[newest][newest], b[newest]);
        for i in 0..have {
            let i = i % MEMORY;
            a[i][i] += top * F::of(RIDGE);
        }
        eliminate(&mut a, &mut b, have);
        let mut stretch = zero;
        for x in b {
            stretch += x.mag();
        }
        if !(stretch <= F::of(STRETCH)) {
            b = [zero; MEMORY];
            let secant = along * sel(bend > zero, bend, F::of(1.0)).inv();
            b[newest] = sel(bend > zero, clip(secant, F::of(-STRETCH), F::of(STRETCH)), zero);
        }
        b
    }

    /// (2): where to go on from a turn to `to` with the residual `r`, |r| = `size`.
    #[inline(always)]
    fn mix(&mut self, g: &G, r: &Added<F, G>, to: &Added<F, G>, size: F) -> Added<F, G> {
        if g.agree(size > F::of(WORSE) * self.size) {
            self.known = 0;
        }
        self.size = size;
        let have = (self.known as usize).min(MEMORY);
        let weights = self.weights(g, r, have);
        let (mut next, slot) = (*to, self.known as usize % MEMORY);
        g.each(|l| {
            for i in 0..have {
                let i = i % MEMORY;
                let d = less(to[l], self.before[l][i][1]);
                next[l] = core::array::from_fn(|c| (-weights[i]).fma(d[c], next[l][c]));
            }
            self.before[l][slot] = [r[l], to[l]];
        });
        self.known += 1;
        next
    }
}

impl<F: Real, G: Lanes<F>, const DIM: usize, const EQ: bool, const FULL: bool, const EXACT: bool>
    Problem<'_, F, G, DIM, EQ, FULL, EXACT>
{
    /// (1) and (2) with the states `act` of the rows; returns |r|. Stiffness becomes `stiffer` times what it was.
    #[inline(always)]
    pub(crate) fn turn(
        &mut self,
        act: &G::Reg<u32>,
        stiffer: F,
        m: &mut Forces<F, G, DIM>,
        past: &mut Past<F, G>,
    ) -> F {
        let (g, zero, one) = (self.g, F::of(0.0), F::of(1.0));
        let (to, soft) = self.answer(act, m);
        let r = g.map_from([zero; ADDED], |l| less(to[l], m.shift[l]));
        let size = g.sum(|l| inner(r[l], r[l]));
        let size = sel(size > zero, size.root(), zero);
        let next = if g.agree(stiffer != one) {
            past.known = 0;
            let rest = one - stiffer.inv();
            g.each(|l| {
                self.b.d[l] = self.b.d[l] * stiffer;
                self.dof.d[l] = self.dof.d[l] * stiffer;
            });
            // −R λ follows R
            g.map_from([zero; ADDED], |l| core::array::from_fn(|c| rest.fma(soft[l][c], to[l][c])))
        } else {
            past.mix(g, &r, &to, size)
        };
        g.each(|l| {
            let d = less(next[l], m.shift[l]);
            for c in 0..DIM {
                self.b.j[l][c] += d[c];
            }
            self.dof.j[l] += d[LIMITS];
            self.dof.jf[l] += d[RUBS];
            m.shift[l] = next[l];
        });
        size
    }

    /// σ′ of (1), and the part R λ of it whose compliance may change; puts the forces into `m`.
    #[inline(always)]
    fn answer(&self, act: &G::Reg<u32>, m: &mut Forces<F, G, DIM>) -> (Added<F, G>, Added<F, G>) {
        let (g, zero) = (self.g, F::of(0.0));
        let (mut to, mut soft) = (g.fill([zero; ADDED]), g.fill([zero; ADDED]));
        g.each(|l| {
            if l.id() < self.b.n {
                let (edges, d, cone, j) = (self.b.edges[l], self.b.d[l], self.b.cone[l], self.b.j[l]);
                let f = self.stiffness(act[l], edges, d, cone, j).mul(j, true).map(|x| -x);
                let (rubs, back) = (edges & CONE != 0, d.inv());
                let mut y = j;
                for c in 0..DIM {
                    let r = if c == 0 { back } else { sel(rubs, cone * cone * back, zero) };
                    soft[l][c] = r * f[c];
                    to[l][c] = -soft[l][c];
                    y[c] -= m.shift[l][c];
                }
                m.f[l] = f;
                // what sticks has no slip but what the turn leaves
                if rubs && act[l] & WITHIN == 0 {
                    to[l][0] += slip(&y);
                }
            }
            if self.dof.sign[l] != zero {
                let f = sel(act[l] & LIMIT != 0, -(self.dof.d[l] * self.dof.j[l]), zero);
                m.limit[l] = f;
                soft[l][LIMITS] = self.dof.d[l].inv() * f;
                to[l][LIMITS] = -soft[l][LIMITS];
            }
            if self.rubs() && num(g, l, dof::LOSS) > zero {
                let (k, loss) = (num(g, l, dof::LOSS_D), num(g, l, dof::LOSS));
                m.rub[l] = -clip(k * self.dof.jf[l], -loss, loss);
                to[l][RUBS] = -(k.inv() * m.rub[l]);
            }
        });
        (to, soft)
    }
}
