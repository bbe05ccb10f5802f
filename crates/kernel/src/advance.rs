//! Forces of actuators and springs before the solve, and the next state after it. Lane = dof.
//!
//! τ = Σ gear · clip(gain(l, l̇) u + bias(l, l̇)) − k (q − q_ref) − d v,   l = gear q                                 (1)
//! v ← v + h a,   q ← q ⊕ h v                                                                                      (2)

use crate::lanes::{Lane, Lanes};
use crate::math::*;
use crate::pose::{int, num};
use crate::real::Real;
use crate::step::{Drive, State};
use crate::tables::{Shape, act, dof, flag, idof, switch};

/// No actuator in this slot.
pub const NONE: u32 = u32::MAX;

/// Equation (1), and what the integrator takes implicitly.
#[inline(always)]
pub fn drive<F: Real, G: Lanes<F>>(
    g: &G,
    sh: &Shape,
    st: &State<F, G>,
    ctrl: &impl Fn(u32) -> F,
) -> Drive<F, G> {
    let zero = F::of(0.0);
    let (mut force, mut damping) = (g.fill(zero), g.fill(zero));
    let mut bad = 0;
    let mut slot = 0;
    while slot < sh.slots {
        bad |= g.ballot(|l| {
            let u = g.index(sh.act_u + slot * 32 + l.id());
            u != NONE && !(ctrl(u).mag() <= F::of(1e10))
        });
        slot += 1;
    }
    let mut slot = 0;
    while slot < sh.slots {
        g.each(|l| {
            let u = g.index(sh.act_u + slot * 32 + l.id());
            if u != NONE {
                let p = |f: u32| g.number(sh.act_f + (slot * act::SIZE + f) * 32 + l.id());
                // one bad control and all are zero, as in MuJoCo
                let u = if bad != 0 { zero } else { clip(ctrl(u), p(act::LOWER), p(act::UPPER)) };
                let gear = p(act::GEAR);
                let (length, speed) = (gear * st.q[l], gear * st.v[l]);
                let line = |f: u32| p(f + 2).fma(speed, p(f + 1).fma(length, p(f)));
                let out = line(act::GAIN).fma(u, line(act::BIAS));
                let (lower, upper) = (p(act::FORCE_LOWER), p(act::FORCE_UPPER));
                let held = out <= lower || out >= upper;
                force[l] = gear.fma(clip(out, lower, upper), force[l]);
                let slope = p(act::GAIN + 2).fma(u, p(act::BIAS + 2));
                damping[l] += sel(held, zero, -(slope * gear * gear));
            }
        });
        slot += 1;
    }
    g.each(|l| {
        let (lower, upper) = (num(g, l, dof::FORCE_LOWER), num(g, l, dof::FORCE_UPPER));
        let held = force[l] <= lower || force[l] >= upper || sh.switches & switch::IMPLICIT_ACT == 0;
        damping[l] = sel(held, zero, damping[l]) + num(g, l, dof::DAMPING);
        let spring = num(g, l, dof::STIFFNESS) * (st.q[l] - num(g, l, dof::SPRING));
        force[l] = (-num(g, l, dof::DAMPING)).fma(st.v[l], clip(force[l], lower, upper) - spring);
    });
    Drive { force, damping }
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
