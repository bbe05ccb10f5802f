//! The muscle model: activation dynamics, active and passive force.
//!
//! L = r₀ + (l − l_min)/L₀,   V = l̇/(L₀ v_max),   L₀ = (l_max − l_min)/(r₁ − r₀)                              (1)
//! gain = −F FL(L) FV(V),     bias = −F FP(L)                                                                  (2)
//! ẇ = (u − w)/τ(u − w, w)                                                                                     (3)
//!
//! FL, FV and FP are piecewise quadratics; parameters are (r₀, r₁, force, scale, lmin, lmax, vmax, fpmax, fvmax). A negative
//! force means scale / acc0. Time constants grow with activation when it rises and shrink when it falls (Millard 2013).

use super::clip;
use stiction_spatial::MIN_VAL;

/// A muscle at one length: its parameters and normalised coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Muscle<'a> {
    prm: &'a [f64; 10],
    /// Peak force (N).
    force: f64,
    /// Optimal length (m).
    l0: f64,
    /// Normalised length.
    l: f64,
}

impl<'a> Muscle<'a> {
    /// Equation (1). `acc0` scales the force if it is not given.
    pub fn new(prm: &'a [f64; 10], length: f64, lengthrange: [f64; 2], acc0: f64) -> Self {
        let force = if prm[2] < 0.0 { prm[3] / acc0.max(MIN_VAL) } else { prm[2] };
        let l0 = (lengthrange[1] - lengthrange[0]) / (prm[1] - prm[0]).max(MIN_VAL);
        Muscle { prm, force, l0, l: prm[0] + (length - lengthrange[0]) / l0.max(MIN_VAL) }
    }
    /// Active force per unit activation at this lengthening velocity.
    pub fn gain(&self, velocity: f64) -> f64 {
        -self.force * self.active_length() * self.speed_factor(velocity)
    }
    /// FV.
    fn speed_factor(&self, velocity: f64) -> f64 {
        let (fvmax, v) = (self.prm[8], velocity / self.full_speed());
        let y = fvmax - 1.0;
        if v <= -1.0 {
            0.0
        } else if v <= 0.0 {
            (v + 1.0) * (v + 1.0)
        } else if v <= y {
            fvmax - (y - v) * (y - v) / y.max(MIN_VAL)
        } else {
            fvmax
        }
    }
    /// ∂gain/∂velocity.
    pub fn gain_slope(&self, velocity: f64) -> f64 {
        let (y, v) = (self.prm[8] - 1.0, velocity / self.full_speed());
        let slope = if v <= -1.0 {
            0.0
        } else if v <= 0.0 {
            2.0 * v + 2.0
        } else if v <= y {
            2.0 * (y - v) / y.max(MIN_VAL)
        } else {
            0.0
        };
        -self.force * self.active_length() * slope / self.full_speed()
    }
    /// ∂gain/∂length at this velocity.
    pub fn gain_stiffness(&self, velocity: f64) -> f64 {
        -self.force * gain_length_slope(self.l, self.prm[4], self.prm[5]) * self.speed_factor(velocity)
            / self.l0.max(MIN_VAL)
    }
    /// ∂bias/∂length.
    pub fn bias_stiffness(&self) -> f64 {
        let b = 0.5 * (1.0 + self.prm[5]);
        let width = (b - 1.0).max(MIN_VAL);
        let x = ((self.l - 1.0) / width).clamp(0.0, 1.0);
        -self.force * self.prm[7] * x / width / self.l0.max(MIN_VAL)
    }
    /// Passive force.
    pub fn bias(&self) -> f64 {
        let (lmax, fpmax) = (self.prm[5], self.prm[7]);
        let b = 0.5 * (1.0 + lmax);
        let width = (b - 1.0).max(MIN_VAL);
        if self.l <= 1.0 {
            0.0
        } else if self.l <= b {
            let x = (self.l - 1.0) / width;
            -self.force * fpmax * 0.5 * x * x
        } else {
            -self.force * fpmax * (0.5 + (self.l - b) / width)
        }
    }
    fn active_length(&self) -> f64 {
        gain_length(self.l, self.prm[4], self.prm[5])
    }
    fn full_speed(&self) -> f64 {
        (self.l0 * self.prm[6]).max(MIN_VAL)
    }
}

/// FL: 1 at the optimal length, 0 at `lmin` and `lmax`, smooth between.
pub fn gain_length(l: f64, lmin: f64, lmax: f64) -> f64 {
    if !(lmin <= l && l <= lmax) {
        return 0.0;
    }
    let (a, b) = (0.5 * (lmin + 1.0), 0.5 * (1.0 + lmax));
    let part = |x: f64, width: f64| {
        let x = x / width.max(MIN_VAL);
        0.5 * x * x
    };
    if l <= a {
        part(l - lmin, a - lmin)
    } else if l <= 1.0 {
        1.0 - part(1.0 - l, 1.0 - a)
    } else if l <= b {
        1.0 - part(l - 1.0, b - 1.0)
    } else {
        part(lmax - l, lmax - b)
    }
}

/// dFL/dL.
pub fn gain_length_slope(l: f64, lmin: f64, lmax: f64) -> f64 {
    if !(lmin <= l && l <= lmax) {
        return 0.0;
    }
    let (a, b) = (0.5 * (lmin + 1.0), 0.5 * (1.0 + lmax));
    let part = |x: f64, width: f64| x / (width.max(MIN_VAL) * width.max(MIN_VAL));
    if l <= a {
        part(l - lmin, a - lmin)
    } else if l <= 1.0 {
        part(1.0 - l, 1.0 - a)
    } else if l <= b {
        -part(l - 1.0, b - 1.0)
    } else {
        -part(lmax - l, lmax - b)
    }
}

/// Equation (3); `prm` = (τ_act, τ_deact, width of the smooth switch between them, …).
pub fn activation_rate(u: f64, w: f64, prm: &[f64; 10]) -> f64 {
    let excess = clip(u, [0.0, 1.0]) - w;
    let scale = 0.5 + 1.5 * clip(w, [0.0, 1.0]);
    let tau = timescale(excess, prm[0] * scale, prm[1] / scale, prm[2]);
    excess / tau.max(MIN_VAL)
}

/// The time constant: switched at zero excess, or blended over `width`.
pub fn timescale(excess: f64, tau_act: f64, tau_deact: f64, width: f64) -> f64 {
    if width < MIN_VAL {
        return if excess > 0.0 { tau_act } else { tau_deact };
    }
    tau_deact + (tau_act - tau_deact) * sigmoid(excess / width + 0.5)
}

/// The quintic from (0, 0) to (1, 1) with two vanishing derivatives at both ends.
pub fn sigmoid(x: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else {
        x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)
    }
}
