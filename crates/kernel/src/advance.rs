//! Forces of actuators and springs before the solve, and the next state after it. Lane = dof.
//!
//! τ = Σ gear · clip(gain(l, l̇) u + bias(l, l̇)) − k (q − q_ref) − d v,   l = gear q                                 (1)
//! where an activation, if there is one, takes the place of the control u: [`crate::muscle`].
//! v ← v + h a,   q ← q ⊕ h v                                                                                      (2)

use crate::lanes::{Lane, Lanes};
use crate::math::*;
use crate::muscle;
use crate::pose::{int, num};
use crate::real::Real;
use crate::step::{Drive, State};
use crate::tables::{Shape, act, dof, flag, idof, length, switch, world};
use crate::tendon::{self, Lengths};

/// No actuator in this slot.
pub const NONE: u32 = u32::MAX;

/// Bits of an actuator with activation.
const DYNAMIC: u32 = act::INTEGRATOR | act::FILTER | act::MUSCLE;

/// Actuators that pull one thing per lane: joints, or tendons.
struct Slots {
    /// Slots of the lane that has most.
    n: u32,
    /// Where their numbers begin.
    f: u32,
    /// Where their integers begin.
    u: u32,
}

/// Activations in shared memory, each touched by the lane of its actuator alone: what they are, their rates, what they were when the step began, sums
/// of rates.
#[derive(Clone, Copy)]
enum Word {
    Value,
    Rate,
    First,
    Sum,
}

#[inline(always)]
fn word(sh: &Shape, which: Word, activation: u32) -> u32 {
    sh.acts + which as u32 * sh.na + activation
}

impl Slots {
    fn of_joints(sh: &Shape) -> Self {
        Slots { n: sh.slots, f: sh.act_f, u: sh.act_u }
    }
    fn of_lengths(sh: &Shape) -> Self {
        let springs = sh.length_f + 32 * sh.nlength;
        Slots { n: sh.length_slots, f: springs + 32 * length::SIZE, u: sh.length_u }
    }
    /// Number `f` of a slot.
    #[inline(always)]
    fn number<F: Real, G: Lanes<F>>(&self, g: &G, l: Lane, slot: u32, f: u32) -> F {
        g.number(self.f + (slot * act::SIZE + f) * 32 + l.id())
    }
    /// What a slot is: bits of [`act`], and its activation from bit 8 on.
    #[inline(always)]
    fn kind<F: Real, G: Lanes<F>>(&self, g: &G, l: Lane, slot: u32) -> u32 {
        g.index(self.u + (self.n + slot) * 32 + l.id())
    }

    /// Activations after stage `k` of a step, of which the last one ends it.
    #[inline(always)]
    fn activate<F: Real, G: Lanes<F>>(&self, g: &G, sh: &Shape, stage: &Stage<F>) {
        let mut slot = 0;
        while slot < self.n {
            g.each(|l| {
                let what = if self.control(g, l, slot) != NONE { self.kind(g, l, slot) } else { 0 };
                if what & DYNAMIC != 0 {
                    let at = |which: Word| word(sh, which, what >> 8);
                    let rate = g.ld(l, at(Word::Rate));
                    let value = g.ld(l, at(Word::Value));
                    let first = if stage.begins { value } else { g.ld(l, at(Word::First)) };
                    let sum = if stage.begins { F::of(0.0) } else { g.ld(l, at(Word::Sum)) };
                    let sum = stage.weight.fma(rate, sum);
                    let after = muscle::next(|f| self.number(g, l, slot, f), first, sum);
                    let between = (g.number(world::TIMESTEP) * stage.part).fma(rate, first);
                    g.st(l, at(Word::First), first);
                    g.st(l, at(Word::Sum), sum);
                    g.st(l, at(Word::Value), sel(stage.ends, after, between));
                }
            });
            slot += 1;
        }
    }

    /// Puts activations back to what they were when the step began.
    #[inline(always)]
    fn restore<F: Real, G: Lanes<F>>(&self, g: &G, sh: &Shape) {
        let mut slot = 0;
        while slot < self.n {
            g.each(|l| {
                let what = if self.control(g, l, slot) != NONE { self.kind(g, l, slot) } else { 0 };
                if what & DYNAMIC != 0 {
                    g.st(l, word(sh, Word::Value, what >> 8), g.ld(l, word(sh, Word::First, what >> 8)));
                }
            });
            slot += 1;
        }
    }

    /// Whether some activation is no number.
    #[inline(always)]
    fn broken<F: Real, G: Lanes<F>>(&self, g: &G, sh: &Shape) -> bool {
        let (mut broken, mut slot) = (0, 0);
        while slot < self.n {
            broken |= g.ballot(|l| {
                let what = if self.control(g, l, slot) != NONE { self.kind(g, l, slot) } else { 0 };
                what & DYNAMIC != 0 && !g.ld(l, word(sh, Word::Value, what >> 8)).finite()
            });
            slot += 1;
        }
        broken != 0
    }

    /// Control of a slot, or [`NONE`].
    #[inline(always)]
    fn control<F: Real, G: Lanes<F>>(&self, g: &G, l: Lane, slot: u32) -> u32 {
        g.index(self.u + slot * 32 + l.id())
    }

    /// Whether some control is no number that a model could mean.
    #[inline(always)]
    fn bad<F: Real, G: Lanes<F>>(&self, g: &G, ctrl: &impl Fn(u32) -> F) -> u32 {
        let (mut bad, mut slot) = (0, 0);
        while slot < self.n {
            bad |= g.ballot(|l| {
                let u = self.control(g, l, slot);
                u != NONE && !(ctrl(u).mag() <= F::of(1e10))
            });
            slot += 1;
        }
        bad
    }

    /// The forces on what is at `x` and moves with `v`, −∂force/∂v and −∂force/∂x.
    #[inline(always)]
    fn pull<F: Real, G: Lanes<F>>(
        &self,
        g: &G,
        x: &G::Reg<F>,
        v: &G::Reg<F>,
        bad: u32,
        ctrl: &impl Fn(u32) -> F,
        acts: Option<&Shape>,
    ) -> (G::Reg<F>, G::Reg<F>, G::Reg<F>) {
        let zero = F::of(0.0);
        let (mut force, mut damping, mut stiff) = (g.fill(zero), g.fill(zero), g.fill(zero));
        let mut slot = 0;
        while slot < self.n {
            g.each(|l| {
                let u = self.control(g, l, slot);
                if u != NONE {
                    let p = |f: u32| self.number(g, l, slot, f);
                    // one bad control and all are zero, as in MuJoCo
                    let u = if bad != 0 { zero } else { clip(ctrl(u), p(act::LOWER), p(act::UPPER)) };
                    let gear = p(act::GEAR);
                    let (length, speed) = (gear * x[l], gear * v[l]);
                    let line = |f: u32| p(f + 2).fma(speed, p(f + 1).fma(length, p(f)));
                    let (mut input, mut gain) = (u, (line(act::GAIN), p(act::GAIN + 2)));
                    let mut bias = line(act::BIAS);
                    if let Some(sh) = acts {
                        let what = self.kind(g, l, slot);
                        if what & DYNAMIC != 0 {
                            let w = g.ld(l, word(sh, Word::Value, what >> 8));
                            let rate = muscle::rate(p, what, u, w);
                            g.st(l, word(sh, Word::Rate, what >> 8), rate);
                            input = if what & act::EARLY != 0 { muscle::next(p, w, rate) } else { w };
                        }
                        if what & act::GAIN_MUSCLE != 0 {
                            gain = muscle::gain(|f| p(act::GAIN_CURVE + f), length, speed);
                        }
                        if what & act::BIAS_MUSCLE != 0 {
                            bias = muscle::bias(|f| p(act::BIAS_CURVE + f), length);
                        }
                    }
                    let out = gain.0.fma(input, bias);
                    let (lower, upper) = (p(act::FORCE_LOWER), p(act::FORCE_UPPER));
                    let held = out <= lower || out >= upper;
                    force[l] = gear.fma(clip(out, lower, upper), force[l]);
                    let slope = gain.1.fma(input, p(act::BIAS + 2));
                    damping[l] += sel(held, zero, -(slope * gear * gear));
                    let slope = p(act::GAIN + 1).fma(input, p(act::BIAS + 1));
                    stiff[l] += sel(held, zero, -(slope * gear * gear));
                }
            });
            slot += 1;
        }
        (force, damping, stiff)
    }
}

/// Equation (1), and what the integrator takes implicitly: under the hard law h D + h² K over h, not negative. FULL if there may be tendons, with lengths `len`; WIDE if activations or muscles.
#[inline(always)]
pub fn drive<F: Real, G: Lanes<F>, const FULL: bool, const WIDE: bool, const EXACT: bool>(
    g: &G,
    sh: &Shape,
    st: &State<F, G>,
    len: &Lengths<F, G>,
    ctrl: &impl Fn(u32) -> F,
) -> Drive<F, G> {
    let zero = F::of(0.0);
    let (joints, tendons) = (Slots::of_joints(sh), Slots::of_lengths(sh));
    let springs = sh.length_f + 32 * sh.nlength;
    let acts = if WIDE { Some(sh) } else { None };
    let bad = joints.bad(g, ctrl) | if FULL { tendons.bad(g, ctrl) } else { 0 };
    let (mut force, mut damping, stiff) = joints.pull(g, &st.q, &st.v, bad, ctrl, acts);
    let (mut passive, mut slack) = (g.fill(zero), g.fill(zero));
    if FULL && sh.nlength > 0 {
        let (pull, slope, _) = tendons.pull(g, &len.x, &len.v, bad, ctrl, acts);
        let along = tendon::along(g, sh, &pull);
        let mut own = g.fill(zero);
        g.each(|l| {
            if l.id() < sh.nlength {
                let num = |f: u32| g.number(springs + f * 32 + l.id());
                let over = (len.x[l] - num(length::UPPER)).most(zero);
                let excess = over + (len.x[l] - num(length::LOWER)).least(zero);
                let damper = num(length::DAMPING);
                own[l] = -(damper.fma(len.v[l], num(length::STIFFNESS) * excess));
                slack[l] = sel(sh.switches & switch::IMPLICIT_ACT != 0, slope[l] + damper, zero);
            }
            force[l] += along[l];
        });
        passive = tendon::along(g, sh, &own);
    }
    g.each(|l| {
        let (lower, upper) = (num(g, l, dof::FORCE_LOWER), num(g, l, dof::FORCE_UPPER));
        let held = force[l] <= lower || force[l] >= upper || sh.switches & switch::IMPLICIT_ACT == 0;
        damping[l] = sel(held, zero, damping[l]) + num(g, l, dof::DAMPING);
        let spring = num(g, l, dof::STIFFNESS) * (st.q[l] - num(g, l, dof::SPRING));
        force[l] = (-num(g, l, dof::DAMPING)).fma(st.v[l], clip(force[l], lower, upper) - spring);
        if FULL {
            force[l] += passive[l];
        }
        if EXACT {
            // what the step takes at its end, −(h D + h² K) a − h K v
            let h = g.number(world::TIMESTEP);
            let k = sel(held, zero, stiff[l]).most(zero) + num(g, l, dof::STIFFNESS).most(zero);
            damping[l] = h.fma(k, damping[l].most(zero));
            force[l] = (-(h * k)).fma(st.v[l], force[l]);
        }
    });
    Drive { force, damping, slack }
}

/// A stage of a step, as activations see it.
pub struct Stage<F> {
    /// How much of the mean rate it gives.
    pub weight: F,
    /// How much of the timestep lies between the step's begin and the next stage.
    pub part: F,
    /// Whether it is the first.
    pub begins: bool,
    /// Whether it is the last.
    pub ends: bool,
}

/// Activations after a stage.
#[inline(always)]
pub fn activate<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, stage: &Stage<F>) {
    Slots::of_joints(sh).activate(g, sh, stage);
    Slots::of_lengths(sh).activate(g, sh, stage);
}

/// Whether all activations are numbers.
#[inline(always)]
pub fn activations_are_finite<F: Real, G: Lanes<F>>(g: &G, sh: &Shape) -> bool {
    !Slots::of_joints(sh).broken(g, sh) && !Slots::of_lengths(sh).broken(g, sh)
}

/// Activations as they were when the step began.
#[inline(always)]
pub fn restore_activations<F: Real, G: Lanes<F>>(g: &G, sh: &Shape) {
    Slots::of_joints(sh).restore(g, sh);
    Slots::of_lengths(sh).restore(g, sh);
}

/// Moves coordinates with the velocity `v` for the time `h`: the second half of (2).
#[inline(always)]
pub fn advance<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, st: &mut State<F, G>, v: &G::Reg<F>, h: F) {
    let mut next = st.q;
    g.each(|l| {
        let flat = int(g, l, idof::FLAGS) & (flag::HINGE | flag::SLIDE | flag::SHIFT) != 0;
        next[l] = sel(flat, h.fma(v[l], st.q[l]), st.q[l]);
    });
    if sh.switches & switch::TURNS != 0 {
        turn(g, st, v, h, &mut next);
    }
    st.q = next;
}

/// Quaternions: q ← normalised q exp(h ω).
#[inline(always)]
fn turn<F: Real, G: Lanes<F>>(g: &G, st: &mut State<F, G>, v: &G::Reg<F>, h: F, next: &mut G::Reg<F>) {
    let last = |l: Lane, back: u32| int(g, l, idof::FRAME).wrapping_sub(back);
    let (wx, wy, wz) =
        (g.shuffle(v, |l| last(l, 2)), g.shuffle(v, |l| last(l, 1)), g.shuffle(v, |l| last(l, 0)));
    let (qx, qy, qz) = (
        g.shuffle(&st.q, |l| last(l, 2)),
        g.shuffle(&st.q, |l| last(l, 1)),
        g.shuffle(&st.q, |l| last(l, 0)),
    );
    g.each(|l| {
        if int(g, l, idof::FLAGS) & flag::TURN != 0 {
            let w = [h * wx[l], h * wy[l], h * wz[l]];
            let angle = dot(w, w).root();
            let (s, c) = (F::of(0.5) * angle).sin_cos();
            let f = if angle > F::TINY { s * angle.inv() } else { F::of(0.5) };
            let q = unit([st.w[l], qx[l], qy[l], qz[l]]);
            let n = unit(qmul(q, [c, w[0] * f, w[1] * f, w[2] * f]));
            let k = int(g, l, idof::FRAME) - l.id();
            next[l] = sel(k == 2, n[1], sel(k == 1, n[2], n[3]));
            st.w[l] = n[0];
        }
    });
}

/// q / |q|
#[inline(always)]
fn unit<F: Real>(q: Q4<F>) -> Q4<F> {
    let n = q[3].fma(q[3], q[2].fma(q[2], q[1].fma(q[1], q[0] * q[0]))).root().inv();
    [q[0] * n, q[1] * n, q[2] * n, q[3] * n]
}
