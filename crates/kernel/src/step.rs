//! One step of one world.

use crate::advance::{Stage, activate, activations_are_finite, advance, drive, restore_activations};
use crate::collide::collide;
use crate::lanes::{Lane, Lanes};
use crate::lines::Lines;
use crate::math::{axpy, cross, dot, sel};
use crate::newton::Problem;
use crate::pose::{int, poses};
use crate::real::Real;
use crate::rows::{Blocks, DofRows};
use crate::tables::{Shape, flag, idof, switch, world};
use crate::tendon::Lengths;
use crate::velocity::{links, motions};

/// State of a world. Lane = dof; lanes without one hold zeros.
pub struct State<F: Real, G: Lanes<F>> {
    /// Coordinate; x, y, z of a quaternion in the lanes of its rotations.
    pub q: G::Reg<F>,
    /// w of the quaternion, in the same lanes.
    pub w: G::Reg<F>,
    /// Velocity.
    pub v: G::Reg<F>,
    /// Acceleration of the last step, where the next solve begins.
    pub a: G::Reg<F>,
    /// Which rows pushed at the end of the last step: where the next solve's guess comes from.
    pub memo: G::Reg<u32>,
}

/// Applied forces. Lane = dof.
pub struct Drive<F: Real, G: Lanes<F>> {
    /// Actuators, springs and dampers.
    pub force: G::Reg<F>,
    /// −∂force/∂v, as far as the integrator takes it implicitly.
    pub damping: G::Reg<F>,
    /// The same of tendons. Lane = length.
    pub slack: G::Reg<F>,
}

/// What happened, summed over steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Contacts.
    pub contacts: u32,
    /// Hessians built.
    pub builds: u32,
    /// Evaluations of line searches.
    pub searches: u32,
    /// 1 if contacts were left out, for want of lanes.
    pub over: u32,
    /// 1 if a solve ended at its most iterations.
    pub stopped: u32,
    /// 1 if a step led to numbers that are not finite; the state stayed what it was before.
    pub bad: u32,
}

/// Advances the state by one step. DIM is 6 if a contact resists spin or rolling, else 3; EQ if there are equalities of points; FULL if
/// there are lengths, elliptic cones, pairs of shapes that take much code, or quaternions between the stages of a step; WIDE, which is FULL too, if there are
/// activations, muscles, welds, height fields, or sites that actuators push; SWEEPS, which is FULL
/// too, if the solver is projected Gauss–Seidel.
///
/// Runge's and Kutta's method evaluates four times; the other integrators once. Where there are activations they stand in shared memory, from [`Shape::acts`] on, before and after.
#[inline(always)]
pub fn step<
    F: Real,
    G: Lanes<F>,
    const DIM: usize,
    const EQ: bool,
    const FULL: bool,
    const WIDE: bool,
    const SWEEPS: bool,
>(
    g: &G,
    sh: &Shape,
    st: &mut State<F, G>,
    ctrl: &impl Fn(u32) -> F,
    tally: &mut Tally,
) {
    let runge = sh.switches & switch::RUNGE != 0;
    if runge {
        g.each(|l| {
            let all = [st.q[l], st.w[l], st.v[l], F::of(0.0), F::of(0.0), F::of(0.0)];
            for k in 0..6 {
                put(g, sh, l, FIRST + k as u32, all[k]);
            }
        });
    }
    let mut stage = 0;
    loop {
        let a = evaluate::<F, G, DIM, EQ, FULL, WIDE, SWEEPS>(g, sh, st, ctrl, tally);
        g.refresh();
        let mut h = g.number(world::TIMESTEP);
        let mut speed = g.fill(F::of(0.0));
        g.each(|l| (st.q[l], st.w[l], st.v[l]) = (got(g, sh, l, 0), got(g, sh, l, 1), got(g, sh, l, 2)));
        if runge {
            h = h * stage_of::<F, G, FULL>(g, sh, st, stage, &a, &mut speed);
        } else {
            g.each(|l| {
                st.v[l] = h.fma(a[l], st.v[l]);
                speed[l] = st.v[l];
            });
        }
        advance(g, sh, st, &speed, h);
        if WIDE && sh.na != 0 {
            let one = F::of(1.0);
            let whole = Stage { weight: one, part: one, begins: true, ends: true };
            activate(g, sh, &if runge { of_stage(stage) } else { whole });
        }
        stage += 1;
        if !runge || stage == 4 {
            break;
        }
    }
    let mut good = g.ballot(|l| st.q[l].finite() && st.w[l].finite() && st.v[l].finite()) == !0;
    if WIDE && sh.na != 0 {
        good = good && activations_are_finite(g, sh);
    }
    if !good {
        tally.bad = 1;
        if WIDE && sh.na != 0 {
            restore_activations(g, sh);
        }
        let from = if runge { FIRST } else { 0 };
        g.each(|l| {
            let at = |k: u32| got(g, sh, l, from + k);
            (st.q[l], st.w[l], st.v[l]) = (at(0), at(1), at(2));
            (st.a[l], st.memo[l]) = (F::of(0.0), 0);
        });
    }
}

/// The acceleration that moves the velocity, at the state; coordinates, w and velocity are then only in shared memory.
#[inline(always)]
fn evaluate<
    F: Real,
    G: Lanes<F>,
    const DIM: usize,
    const EQ: bool,
    const FULL: bool,
    const WIDE: bool,
    const SWEEPS: bool,
>(
    g: &G,
    sh: &Shape,
    st: &mut State<F, G>,
    ctrl: &impl Fn(u32) -> F,
    tally: &mut Tally,
) -> G::Reg<F> {
    let ancestors = g.map(|l| int(g, l, idof::ANCESTORS));
    let mut len = Lengths::none(g);
    let mut force = None;
    if !FULL {
        force = Some(drive::<F, G, FULL, WIDE, false>(g, sh, st, &len, ctrl));
    }
    let x = poses(g, sh, st, &ancestors);
    if FULL {
        len = Lengths::new::<WIDE>(g, sh, st, &x);
    }
    // without lengths forces need no poses, and are computed where registers are free
    let drive = force.unwrap_or_else(|| drive::<F, G, FULL, WIDE, false>(g, sh, st, &len, ctrl));
    let mo = motions(g, sh, st, &ancestors, &x.s);
    links(g, sh, &x, &mo);
    let found = collide::<F, G, FULL, WIDE, false>(g, sh, &x, &mo);
    g.sync();
    tally.contacts += found.n;
    tally.over |= u32::from(found.over);
    let b = Blocks::<F, G, DIM>::new::<EQ, FULL, SWEEPS, false>(g, sh, &x, &mo, found);
    let dof = DofRows::new::<false>(g, sh, st);
    let lines = if FULL { Lines::new::<WIDE>(g, sh, st, &len, &x, &mo) } else { Lines::none(g) };
    // what the solve does not need goes to shared memory: it leaves registers to the factor
    g.each(|l| {
        let all = [st.q[l], st.w[l], st.v[l], drive.damping[l]];
        for k in 0..4 {
            put(g, sh, l, k as u32, all[k]);
        }
    });
    let mut problem = Problem::<F, G, DIM, EQ, FULL, false> {
        g,
        sh,
        s: &x.s,
        ancestors: &ancestors,
        drive: &drive,
        b,
        dof,
        lines,
        still: false,
    };
    problem.solve::<SWEEPS>(st, tally)
}

/// Stage `k` of Runge's and Kutta's method: what it weighs, and how far the next one is.
#[inline(always)]
fn of_stage<F: Real>(k: u32) -> Stage<F> {
    let (one, ends) = (F::of(1.0), k == 3);
    let weight = F::of(1.0 / 6.0) * if k == 0 || ends { one } else { F::of(2.0) };
    Stage { weight, part: if k < 2 { F::of(0.5) } else { one }, begins: k == 0, ends }
}

/// Stage `k` of Runge's and Kutta's method with the velocity in `st` and the acceleration `a`: puts `st` where the next state is counted from,
/// but for its velocity, which is new; `speed` is how coordinates move. Returns how much of the timestep that takes.
#[inline(always)]
fn stage_of<F: Real, G: Lanes<F>, const FULL: bool>(
    g: &G,
    sh: &Shape,
    st: &mut State<F, G>,
    k: u32,
    a: &G::Reg<F>,
    speed: &mut G::Reg<F>,
) -> F {
    let Stage { weight, part, ends: last, .. } = of_stage(k);
    let h = g.number(world::TIMESTEP) * part;
    let mut rate = st.v;
    if FULL && sh.switches & switch::TURNS != 0 && k > 0 {
        let turned = g.map(|l| got(g, sh, l, FIRST + 5));
        correct(g, &turned, &mut rate);
    }
    g.each(|l| {
        let sums =
            [weight.fma(rate[l], got(g, sh, l, FIRST + 3)), weight.fma(a[l], got(g, sh, l, FIRST + 4))];
        put(g, sh, l, FIRST + 3, sums[0]);
        put(g, sh, l, FIRST + 4, sums[1]);
        speed[l] = if last { sums[0] } else { rate[l] };
        if FULL {
            put(g, sh, l, FIRST + 5, h * speed[l]);
        }
        let acceleration = if last { sums[1] } else { a[l] };
        (st.q[l], st.w[l]) = (got(g, sh, l, FIRST), got(g, sh, l, FIRST + 1));
        st.v[l] = h.fma(acceleration, got(g, sh, l, FIRST + 2));
    });
    part
}

/// What an angular velocity ω is, as the rate of the rotation θ since the first stage: ω + ½ θ × ω + c θ × (θ × ω) with
/// c = (1 − (|θ|/2) cot(|θ|/2)) / |θ|², without which orientations would converge at second order only.
#[inline(always)]
fn correct<F: Real, G: Lanes<F>>(g: &G, turned: &G::Reg<F>, rate: &mut G::Reg<F>) {
    let three = |x: &G::Reg<F>| {
        let of = |back: u32| g.shuffle(x, |l| int(g, l, idof::FRAME).wrapping_sub(back));
        let (x, y, z) = (of(2), of(1), of(0));
        g.map(|l| [x[l], y[l], z[l]])
    };
    let (theta, omega) = (three(turned), three(rate));
    g.each(|l| {
        if int(g, l, idof::FLAGS) & flag::TURN != 0 {
            let (t, w) = (theta[l], omega[l]);
            let t2 = dot(t, t);
            let mut c = (t2 * F::of(1.0 / 30240.0) + F::of(1.0 / 720.0)).fma(t2, F::of(1.0 / 12.0));
            if t2 >= F::of(1e-4) {
                let half = F::of(0.5) * t2.root();
                let (sin, cos) = half.sin_cos();
                c = (F::of(1.0) - half * cos * sin.inv()) * t2.inv();
            }
            let once = cross(t, w);
            let w = axpy(c, cross(t, once), axpy(F::of(0.5), once, w));
            let k = int(g, l, idof::FRAME) - l.id();
            rate[l] = sel(k == 2, w[0], sel(k == 1, w[1], w[2]));
        }
    });
}

/// Where Runge's and Kutta's method keeps the first state, its sums, and the rotation since then.
const FIRST: u32 = 4;

/// Number `k` of what a lane keeps in shared memory.
#[inline(always)]
pub(crate) fn got<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, l: Lane, k: u32) -> F {
    g.ld(l, sh.park + l.id() + 32 * k)
}
/// Keeps it.
#[inline(always)]
pub(crate) fn put<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, l: Lane, k: u32, x: F) {
    g.st(l, sh.park + l.id() + 32 * k, x);
}
