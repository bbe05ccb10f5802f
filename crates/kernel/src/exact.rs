//! The hard law: no compliance, Coulomb's friction, and a verdict on every step that does not come from its solver.
//!
//! M̂ (v⁺ − v_f) = Jᵀλ,   K ∋ λ ⊥ u + s(u) ∈ K*,   u = J v⁺ + max(φ, 0)/h,   s(u) = (μ|u_T|, 0)                        (1)
//! M̂ = M + hD + h²K,     M̂ (v_f − v) = h (τ − c − hKv)                                                              (2)
//!
//! (1) is solved by multipliers: a convex problem with compliance R and the term s of the last turn,
//! λ ← P_K(λ − (u + s)/R),  s ← s(u),                                                                              (3)
//! by Newton's method of [`crate::newton`], whose rows differ from u/h by what (3) adds: [`crate::turns`]. R is small against the weights of
//! rows, so that few turns are needed. Turns end when (4) is within the tolerance.
//!
//! The verdict takes the forces alone: v⁺ = v_f + M̂⁻¹Jᵀλ by a factor of M̂, and per contact, limit and dry friction
//! e = α |λ̂ − P_K(λ̂ − (û + s(û))/α)|,  α the mean of its own diagonal of J M̂⁻¹ Jᵀ,                                   (4)
//! which is how far it is from its law, in m/s. The step moves with this v⁺.
//!
//! Depth beyond the slop is removed by w, which moves positions and is forgotten, with the rows of the step's begin:
//! min ½ wᵀM̂w,   J_n w ≥ −(φ + h u_n + slop)/h                                                                     (5)
//!
//! Rows are in m/s² (u/h), as everywhere in these kernels; a lane has one contact and one dof.

use crate::advance::{advance, drive};
use crate::collide::collide;
use crate::factor;
use crate::hessian::Pass;
use crate::lanes::{Lane, Lanes};
use crate::lines::Lines;
use crate::math::{clip, sel};
use crate::newton::Problem;
use crate::pose::{int, num, poses};
use crate::real::Real;
use crate::rows::{Blocks, CONE, DofRows, SURFACE, WITHIN};
use crate::step::{State, Tally, got, put};
use crate::tables::{COMPONENTS, Shape, dof, flag, idof, world};
use crate::tendon::Lengths;
use crate::turns::{Forces, LIMITS, Pace, Past, RUBS};
use crate::velocity::{links, motions};

/// Most turns of (3), and most Newton steps of a solve.
const TURNS: u32 = 100;
const STEPS: u32 = 250;
/// How well a turn is solved, of the change by the turn before.
const FORCING: f64 = 0.01;
/// What is asked of rows becomes so much more if forces that are as good as the tolerance by their rows are not by (4).
const TIGHTER: f64 = 0.03;
/// Energy of the last Newton step, over that of the tolerance, after which forces are as good as motions: it converges quadratically.
const SETTLED: f64 = 100.0;
/// Accuracy of the first turn, and of (5) (m/s).
const COARSE: f64 = 1e-2;
const DEPTHS: f64 = 1e-6;
/// Share of a depth that a step removes, and the fastest removal (m/s): those of the CPU's engine.
const SHARE: f64 = 0.5;
const FASTEST: f64 = 2.0;
/// A limit that is passed by more is moved back (m, rad).
const PASSED: f64 = 1e-9;

/// In [`Verdict::worst`]: a dof, in the bits below.
pub const OF_DOF: u32 = 1 << 31;

/// What a step is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Verdict<F> {
    /// Largest (4) (m/s).
    pub violation: F,
    /// Depth of the deepest contact when the step began (m).
    pub depth: F,
    /// Who it is: pair << 3 and point of a contact, plus one; a dof with [`OF_DOF`]; 0 if none is off.
    pub worst: u32,
}

impl<F: Real> Verdict<F> {
    /// The worse of two steps.
    #[inline(always)]
    pub fn or(self, o: Self) -> Self {
        let (a, b) = if o.violation > self.violation { (o, self) } else { (self, o) };
        Verdict { depth: a.depth.most(b.depth), ..a }
    }
}

/// What a turn of the loop is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// (3)
    Solve,
    /// (4)
    Judge,
    /// (5)
    Depth,
}

/// Advances the state by one step under the hard law. FULL: with the shapes that take much code.
#[inline(always)]
pub fn exact_step<F: Real, G: Lanes<F>, const FULL: bool>(
    g: &G,
    sh: &Shape,
    st: &mut State<F, G>,
    ctrl: &impl Fn(u32) -> F,
    tally: &mut Tally,
) -> Verdict<F> {
    let ancestors = g.map(|l| int(g, l, idof::ANCESTORS));
    let drive = drive::<F, G, false, false, true>(g, sh, st, &Lengths::none(g), ctrl);
    let x = poses(g, sh, st, &ancestors);
    let mo = motions(g, sh, st, &ancestors, &x.s);
    links(g, sh, &x, &mo);
    let found = collide::<F, G, FULL, false, true>(g, sh, &x, &mo);
    g.sync();
    tally.contacts += found.n;
    tally.over |= u32::from(found.over);
    let b = Blocks::<F, G, 3>::new::<false, false, false, true>(g, sh, &x, &mo, found);
    let dof = DofRows::new::<true>(g, sh, st);
    let before = (st.q, st.w, st.v, st.a);
    g.each(|l| {
        for (k, x) in [st.q[l], st.w[l], st.v[l], drive.damping[l]].into_iter().enumerate() {
            put(g, sh, l, k as u32, x);
        }
    });
    let (s, lines) = (&x.s, Lines::none(g));
    let mut problem = Problem::<F, G, 3, false, false, true> {
        g,
        sh,
        s,
        ancestors: &ancestors,
        drive: &drive,
        b,
        dof,
        lines,
        still: false,
    };
    let (w, verdict) = problem.law(st, tally);
    g.refresh();
    let h = g.number(world::TIMESTEP);
    let mut speed = g.fill(F::of(0.0));
    g.each(|l| {
        (st.q[l], st.w[l]) = (got(g, sh, l, 0), got(g, sh, l, 1));
        st.v[l] = h.fma(st.a[l], got(g, sh, l, 2));
        speed[l] = h.fma(w[l], st.v[l]);
    });
    advance(g, sh, st, &speed, h);
    if g.ballot(|l| st.q[l].finite() && st.w[l].finite() && st.v[l].finite()) != !0 {
        tally.bad = 1;
        (st.q, st.w, st.v, st.a) = before;
    }
    verdict
}

/// The largest of all lanes.
#[inline(always)]
pub(crate) fn largest<F: Real, G: Lanes<F>>(g: &G, x: &G::Reg<F>) -> F {
    let mut y = *x;
    let mut m = g.opaque(16);
    while m > 0 {
        let t = g.shuffle(&y, |l| l.id() ^ m);
        g.each(|l| y[l] = y[l].most(t[l]));
        m >>= 1;
    }
    g.take(&y, 0)
}

/// Length of the rows but the first.
#[inline(always)]
pub(crate) fn slip<F: Real, const DIM: usize>(y: &[F; DIM]) -> F {
    let mut sum = F::of(0.0);
    for c in 1..DIM {
        sum = y[c].fma(y[c], sum);
    }
    sel(sum > F::of(0.0), sum.root(), F::of(0.0))
}

/// (4) of a contact with rows y, forces f in the same units, its own diagonal α, and whether it has friction.
#[inline(always)]
fn off<F: Real, const DIM: usize>(y: &[F; DIM], f: &[F; DIM], alpha: F, rubs: bool) -> F {
    let (zero, half) = (F::of(0.0), F::of(0.5));
    let back = alpha.inv();
    let s = if rubs { slip(y) } else { zero };
    let mut z = *f;
    z[0] -= (y[0] + s) * back;
    for c in 1..DIM {
        z[c] = if rubs { z[c] - y[c] * back } else { zero };
    }
    let t = slip(&z);
    // the nearest point of the cone |z_T| ≤ z_0
    let (within, none) = (t <= z[0], t <= -z[0]);
    let top = sel(within, z[0], sel(none, zero, half * (z[0] + t)));
    let part = sel(within, F::of(1.0), sel(none, zero, top * sel(t > zero, t, F::of(1.0)).inv()));
    let mut e = (f[0] - top) * (f[0] - top);
    for c in 1..DIM {
        let d = if rubs { f[c] - part * z[c] } else { zero };
        e = d.fma(d, e);
    }
    alpha * sel(e > zero, e.root(), zero)
}

impl<F: Real, G: Lanes<F>, const DIM: usize, const EQ: bool, const FULL: bool, const EXACT: bool>
    Problem<'_, F, G, DIM, EQ, FULL, EXACT>
{
    /// Solves (1) from `st.a` on, which is then (v⁺ − v)/h; returns w/h of (5) and the verdict.
    #[inline(always)]
    pub fn law(&mut self, st: &mut State<F, G>, tally: &mut Tally) -> (G::Reg<F>, Verdict<F>) {
        let (g, sh, zero) = (self.g, self.sh, F::of(0.0));
        let (h, tolerance) = (g.number(world::TIMESTEP), g.number(world::TOLERANCE));
        let scale = g.number(world::SCALE) * h * h;
        let (mut m, mut past) = (Forces::new(g), Past::new(g));
        let mut act = self.guess(st, &mut m);
        let (mut phase, mut goal) = (Phase::Solve, F::of(COARSE));
        // what is asked of rows; they are as good as forces where nothing nearly contradicts
        let (mut it, mut pace, mut aim) = (0, Pace::new(), tolerance);
        let (mut kept, mut verdict) = (st.a, Verdict::default());
        loop {
            g.refresh();
            g.sync();
            let judges = phase == Phase::Judge;
            let n = if judges { 0 } else { self.b.n };
            if n != 0 {
                self.spread(&act);
            }
            self.compose(n);
            let states = g.map(|l| if judges { 0 } else { act[l] });
            let (mat, grad) = self.hessian(st, &states, if judges { Pass::Free } else { Pass::Step });
            let x = factor::solve(g, sh, mat, &grad);
            tally.builds += 1;
            if judges {
                let rows = (self.b.j, self.dof.j, self.dof.jf);
                verdict = self.judge(st, &x, &m);
                let failed = g.agree(!(verdict.violation <= tolerance));
                if failed && pace.turns < TURNS && it < STEPS {
                    (self.b.j, self.dof.j, self.dof.jf) = rows;
                    act = self.state_at(None, zero);
                    aim = F::of(TIGHTER) * aim;
                    (phase, goal) = (Phase::Solve, F::of(FORCING) * aim);
                    continue;
                }
                tally.stopped |= u32::from(failed);
                kept = st.a;
                if !self.sinks() {
                    return (g.fill(zero), verdict);
                }
                self.lift(st);
                (phase, goal, it) = (Phase::Depth, F::of(DEPTHS), 0);
                act = self.state_at(None, zero);
                continue;
            }
            let gx = g.sum(|l| grad[l] * x[l]);
            it += 1;
            let small = g.agree(!(scale * gx > goal * goal) || it >= STEPS);
            let (along, v) = self.direction(&x);
            // the first step follows a guess: it is taken whole
            let whole = small || (it == 1 && phase == Phase::Solve);
            let (alpha, new, exact) = self.search(&along, &act, gx, whole, tally);
            self.follow(&along, &v, alpha);
            g.each(|l| st.a[l] = (-alpha).fma(x[l], st.a[l]));
            let same = g.agree(alpha == F::of(1.0)) && it > 1 && g.ballot(|l| act[l] != new[l]) == 0;
            act = new;
            if small || exact || same {
                if phase == Phase::Depth {
                    let w = st.a;
                    st.a = kept;
                    return (w, verdict);
                }
                let stiffer = pace.stiffer(same);
                let change = h * self.turn(&act, stiffer, &mut m, &mut past);
                pace.note(change);
                goal = (F::of(FORCING) * change).most(F::of(FORCING) * aim).least(goal);
                act = self.state_at(None, zero);
                if g.agree(
                    !(change > aim || scale * gx > F::of(SETTLED) * aim * aim)
                        || pace.turns >= TURNS
                        || it >= STEPS,
                ) {
                    phase = Phase::Judge;
                    self.remember(&act, &mut st.memo);
                }
            }
        }
    }

    /// The states of rows at the guess, by those of the last step; what slid then slides on.
    #[inline(always)]
    fn guess(&mut self, st: &State<F, G>, m: &mut Forces<F, G, DIM>) -> G::Reg<u32> {
        let (g, zero) = (self.g, F::of(0.0));
        let mut act = self.state_at(None, zero);
        self.recall(&st.memo, &mut act);
        let slides = g.map(|l| self.b.edges[l] & CONE != 0 && act[l] & (WITHIN | SURFACE) == SURFACE);
        g.each(|l| {
            if slides[l] {
                m.shift[l][0] = slip(&self.b.j[l]);
                self.b.j[l][0] += m.shift[l][0];
            }
        });
        // stiffness on the surface of a cone is that of a point there
        let now = self.state_at(None, zero);
        g.map(|l| sel(slides[l], now[l], act[l]))
    }

    /// (4). `x` is what `st.a` lies beside the acceleration without constraints; the factor of M̂ is in shared memory. Puts `st.a` and rows where
    /// the forces lead to.
    #[inline(always)]
    fn judge(&mut self, st: &mut State<F, G>, x: &G::Reg<F>, m: &Forces<F, G, DIM>) -> Verdict<F> {
        let (g, sh, zero) = (self.g, self.sh, F::of(0.0));
        let (own, mut pull) = self.contacts(m);
        let held = g.ballot(|l| m.limit[l] != zero || m.rub[l] != zero);
        let (mut weight, mut left) = (g.fill(F::of(1.0)), held);
        while left != 0 {
            let i = left.trailing_zeros();
            left &= left - 1;
            let w = factor::weigh(g, sh, &g.map(|l| sel(l.id() == i, F::of(1.0), zero)));
            g.each(|l| weight[l] = sel(l.id() == i, w, weight[l]));
        }
        g.each(|l| pull[l] += self.dof.sign[l].fma(m.limit[l], m.rub[l]));
        let lift = factor::again(g, sh, &pull);
        let x = g.map(|l| x[l] - lift[l]);
        let (along, _) = self.direction(&x);
        let h = g.number(world::TIMESTEP);
        let (mut far, mut depth, mut contact) = (g.fill(zero), g.fill(zero), g.fill(false));
        g.each(|l| {
            if l.id() < self.b.n {
                let rubs = self.b.edges[l] & CONE != 0;
                for c in 0..DIM {
                    // without what (3) added
                    self.b.j[l][c] += along.j[l][c] - m.shift[l][c];
                }
                far[l] = off(&self.b.j[l], &m.f[l], own[l], rubs);
                depth[l] = (-self.b.gap[l]).most(zero);
                contact[l] = true;
            }
            let mut mine = zero;
            if self.dof.sign[l] != zero {
                let d = (-x[l]).fma(self.dof.sign[l], self.dof.j[l]);
                self.dof.j[l] = d - m.shift[l][LIMITS];
                let (y, a) = ([self.dof.j[l], zero, zero], weight[l]);
                mine = off(&y, &[m.limit[l], zero, zero], a, false);
            }
            if self.rubs() && num(g, l, dof::LOSS) > zero {
                let loss = num(g, l, dof::LOSS);
                let y = self.dof.jf[l] - x[l] - m.shift[l][RUBS];
                let next = clip(m.rub[l] - y * weight[l].inv(), -loss, loss);
                mine = mine.most(weight[l] * (m.rub[l] - next).mag());
            }
            contact[l] &= far[l] >= mine;
            far[l] = h * far[l].most(mine);
        });
        let violation = largest(g, &far);
        // forces that are off are off by more than their motion
        let good = g.agree(violation <= g.number(world::TOLERANCE));
        g.each(|l| st.a[l] -= sel(good, x[l], zero));
        let who = g.ballot(|l| far[l] == violation);
        let name = g.map(|l| if contact[l] { self.b.name[l] } else { OF_DOF | l.id() });
        let worst = g.take_u(&name, who.trailing_zeros() & 31);
        Verdict { violation, depth: largest(g, &depth), worst: sel(violation > zero, worst, 0) }
    }

    /// Of every contact that pushes α of (4), and Jᵀ f of all of them. Lane = contact, and dof.
    #[inline(always)]
    fn contacts(&self, m: &Forces<F, G, DIM>) -> (G::Reg<F>, G::Reg<F>) {
        let (g, sh, zero, one) = (self.g, self.sh, F::of(0.0), F::of(1.0));
        let (mut own, mut pull) = (g.fill(one), g.fill(zero));
        let mut left = g.ballot(|l| l.id() < self.b.n && m.f[l][0] > zero);
        while left != 0 {
            let c = left.trailing_zeros();
            left &= left - 1;
            let j = self.jacobian(c);
            let rubs = g.agree(g.take_u(&self.b.edges, c) & CONE != 0);
            let (mut sum, mut count, mut k) = (zero, zero, 0);
            while k < g.opaque(DIM as u32) {
                let f = g.take(&g.map(|l| pick(&m.f[l], k)), c);
                let mu = if k == 0 { one } else { g.take(&g.map(|l| pick(&self.b.mu[l], k)), c) };
                if k == 0 || rubs {
                    let row = g.map(|l| pick(&j[l], k));
                    g.each(|l| pull[l] = f.fma(row[l], pull[l]));
                    let back = mu.inv();
                    sum += factor::weigh(g, sh, &row) * back * back;
                    count += one;
                }
                k += 1;
            }
            let mean = sum * count.inv();
            g.each(|l| own[l] = sel(l.id() == c, mean, own[l]));
        }
        (own, pull)
    }

    /// Depth or passed limit after the step, by the rows of its begin: min(φ, 0) + h² y.
    #[inline(always)]
    fn ends(&self, l: Lane) -> (F, F) {
        let (zero, h) = (F::of(0.0), self.g.number(world::TIMESTEP));
        let at = |gap: F, y: F| (h * h).fma(y, gap.least(zero));
        let contact = if l.id() < self.b.n { at(self.b.gap[l], self.b.j[l][0]) } else { zero };
        if self.dof.sign[l] == zero {
            return (contact, zero);
        }
        let q = got(self.g, self.sh, l, 0);
        let bound = |f: u32| num(self.g, l, f);
        let room = (q - bound(dof::LOWER)).least(bound(dof::UPPER) - q) - bound(dof::MARGIN);
        (contact, at(room, self.dof.j[l]))
    }

    /// Whether something ends deeper than twice the slop, or beyond its limit.
    #[inline(always)]
    fn sinks(&self) -> bool {
        let deep = F::of(-2.0) * self.g.number(world::SLOP);
        self.g.ballot(|l| {
            let (contact, limit) = self.ends(l);
            contact < deep || limit < F::of(-PASSED)
        }) != 0
    }

    /// Makes this the problem (5): links at rest, rows of depths, no friction.
    #[inline(always)]
    fn lift(&mut self, st: &mut State<F, G>) {
        let (g, sh, zero) = (self.g, self.sh, F::of(0.0));
        let (slop, rate) = (g.number(world::SLOP), g.number(world::TIMESTEP).inv());
        let row = |t: F| {
            let out = (F::of(SHARE) * t * rate * rate).most(F::of(-FASTEST) * rate);
            sel(t < zero, out, t * rate * rate)
        };
        self.still = true;
        g.sync();
        g.each(|l| {
            let (contact, limit) = self.ends(l);
            self.b.j[l] = [zero; DIM];
            self.b.mu[l] = [zero; DIM];
            self.b.j[l][0] = row(contact + slop);
            self.b.edges[l] = sel(l.id() < self.b.n, 1, self.b.edges[l]);
            self.dof.j[l] = sel(self.dof.sign[l] != zero, row(limit), F::of(1.0));
            st.a[l] = zero;
            if int(g, l, idof::FLAGS) & flag::LINK_LAST != 0 {
                let link = sh.base + COMPONENTS * int(g, l, idof::LINK);
                for c in 21..COMPONENTS {
                    g.st_c(l, link, c, zero);
                }
            }
        });
    }
}

/// Entry `k`, which is no constant.
#[inline(always)]
pub(crate) fn pick<F: Real, const DIM: usize>(x: &[F; DIM], k: u32) -> F {
    let mut y = x[0];
    for c in 1..DIM {
        y = sel(k == c as u32, x[c], y);
    }
    y
}
