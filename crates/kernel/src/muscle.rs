//! Activations, and the curves of muscles.
//!
//! integrator  ẇ = u        filter  ẇ = (u − w) / τ        muscle  ẇ = (u − w) / τ(u − w, w)                          (1)
//! w⁺ = clip(w + ẇ · span), span the timestep, or τ (1 − e^{−h/τ}) of an exact filter                                (2)
//! gain = −F FL(L) FV(V),  bias = −F FP(L),  L = r₀ + (l − l_min) / L₀,  V = l̇ / (L₀ v_max)                          (3)
//!
//! FL, FV and FP are the piecewise quadratics of the CPU's muscles.

use crate::math::{clip, sel};
use crate::real::Real;
use crate::tables::{act, muscle};

/// Equation (1): the rate of an activation `w` under the control `u`. `at` gives the numbers of its slot, `what` its bits.
#[inline(always)]
pub fn rate<F: Real>(at: impl Fn(u32) -> F, what: u32, u: F, w: F) -> F {
    let (zero, one) = (F::of(0.0), F::of(1.0));
    if what & act::INTEGRATOR != 0 {
        return u;
    }
    if what & act::FILTER != 0 {
        return (u - w) * at(act::RATE);
    }
    let excess = clip(u, zero, one) - w;
    let grown = F::of(1.5).fma(clip(w, zero, one), F::of(0.5));
    let (rise, fall) = (at(act::RATE) * grown, at(act::RATE + 1) * grown.inv());
    let width = at(act::RATE + 2);
    let mut tau = sel(excess > zero, rise, fall);
    if width > zero {
        let x = clip(excess.fma(width.inv(), F::of(0.5)), zero, one);
        let smooth = x * x * x * (F::of(3.0) * x).fma(F::of(2.0).fma(x, F::of(-5.0)), F::of(10.0));
        tau = (rise - fall).fma(smooth, fall);
    }
    excess * tau.most(F::TINY).inv()
}

/// Equation (2).
#[inline(always)]
pub fn next<F: Real>(at: impl Fn(u32) -> F, w: F, rate: F) -> F {
    clip(rate.fma(at(act::SPAN), w), at(act::ACT_LOWER), at(act::ACT_UPPER))
}

/// ½ (x / width)²
#[inline(always)]
fn part<F: Real>(x: F, width: F) -> F {
    let x = x * width.most(F::TINY).inv();
    F::of(0.5) * x * x
}

/// The gain of (3) at a length and a speed, and its slope over speed. `at` gives the numbers of the curve.
#[inline(always)]
pub fn gain<F: Real>(at: impl Fn(u32) -> F, length: F, speed: F) -> (F, F) {
    let (zero, one, half) = (F::of(0.0), F::of(1.0), F::of(0.5));
    let l = (length - at(muscle::FROM)).fma(at(muscle::INV_L0), at(muscle::REST));
    let (low, high) = (at(muscle::LOWER), at(muscle::UPPER));
    let (a, b) = (half * (low + one), half * (one + high));
    let mut fl = sel(l <= a, part(l - low, a - low), one - part(one - l, one - a));
    if l > one {
        fl = sel(l <= b, one - part(l - one, b - one), part(high - l, high - b));
    }
    fl = sel(low <= l && l <= high, fl, zero);
    let v = speed * at(muscle::INV_SPEED);
    let most = at(muscle::STRETCHED);
    let y = most - one;
    let inv = y.most(F::TINY).inv();
    let (rising, fading) = (v + one, y - v);
    let mut fv = (rising * rising, rising + rising);
    if v > zero {
        fv = ((-(fading * fading)).fma(inv, most), (fading + fading) * inv);
    }
    fv = sel(v <= -one, (zero, zero), sel(v > zero && v > y, (most, zero), fv));
    let f = -(at(muscle::FORCE) * fl);
    (f * fv.0, f * fv.1 * at(muscle::INV_SPEED))
}

/// The bias of (3) at a length.
#[inline(always)]
pub fn bias<F: Real>(at: impl Fn(u32) -> F, length: F) -> F {
    let (one, half) = (F::of(1.0), F::of(0.5));
    let l = (length - at(muscle::FROM)).fma(at(muscle::INV_L0), at(muscle::REST));
    let b = half * (one + at(muscle::UPPER));
    let inv = (b - one).most(F::TINY).inv();
    let x = (l - one) * inv;
    let fp = sel(l <= b, half * x * x, (l - b).fma(inv, half));
    -(at(muscle::FORCE) * at(muscle::PASSIVE) * sel(l <= one, F::of(0.0), fp))
}
