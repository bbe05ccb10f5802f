//! When the first gap closes.
//!
//! φ_c(t*) = 0,   t* the first of all c                                                                              (1)
//!
//! Where bodies hardly turn, (1) is bracketed by the ends of the step; elsewhere, and where a gap is open at the end though its row says that it closes,
//! it is approached from the open side by steps that no point can outrun:
//!
//! t ← t + (φ_c(t) + δ)/L,   δ a quarter of the thinner one's thickness                                               (2)
//!
//! so that nothing is skipped, however thin and fast. Regula falsi (Illinois) ends both. Where (2) takes too many steps, contacts are sought again
//! from the time that it has reached.
//!
//! Reads  the gaps that close     Writes nothing
//! Cost   measures of the path where something closes

use super::{Closing, Events, Gap, Next, TOUCH, TURN, find, path};
use crate::data::Data;
use stiction_model::Model;

/// (1) ends at a gap of this size [m, rad].
const CLOSED: f64 = 1e-13;
/// Gap that the corrected time of an impact may leave [m, rad]: what it leaves is closed by what is left of the step, however short that is.
const TIMED: f64 = 1e-14;
/// Part of a gap that a correction leaves at most, unless the gap is rounding.
const BETTER: f64 = 0.1;
/// Most measures of (2), and of a pair that is watched.
const SAMPLES: usize = 48;
/// Depth that (2) may reach between measures, over half the thickness of the thinner one: it is in, and seen to be.
const SURE: f64 = 0.5;
/// Depth that a turn of fast bodies in contact may reach before contacts are sought again, over the size of the smaller one.
const DEEP: f64 = 0.02;
/// Times, each a tenth of the last, at which a gap that parts is looked at for one at which it is open.
const PARTING: usize = 4;
/// Steps of regula falsi.
const SEARCH: usize = 60;

/// (1) for the solve that `d` holds, within `h` seconds.
pub fn first(m: &Model, d: &mut Data, h: f64) -> Next {
    let mut e = std::mem::take(&mut d.scratch.events);
    e.begin(m, d);
    e.end.clear();
    let mut next = Next::Nothing;
    for k in 0..e.closing.len() {
        let c = e.closing[k];
        let end = if let Next::Impact(_, t) | Next::Pause(t) = next { t } else { h };
        match if c.watched { e.follow(m, d, &c, h, end) } else { e.root(m, d, &c, h, end) } {
            Next::Nothing => {}
            Next::Unknown => {
                next = Next::Unknown;
                break;
            }
            sooner => next = sooner,
        }
    }
    d.scratch.events = e;
    next
}

/// A time that an impact was tried at, and the gap that the solve up to it leaves.
pub type Tried = [f64; 2];

/// Corrects the time of an impact after the solve up to it: by the gap that this and the `last` solve leave, each over its own time.
pub fn correct(m: &Model, d: &mut Data, gap: Gap, t: f64, last: &mut Option<Tried>) -> Option<f64> {
    let mut e = std::mem::take(&mut d.scratch.events);
    e.begin(m, d);
    let (f, near) = (e.measure(m, d, gap, t), e.measure(m, d, gap, t * (1.0 - 1e-5)));
    d.scratch.events = e;
    let (rate, gains) = match last.replace([t, f]) {
        Some([before, left]) => {
            ((f - left) / (t - before), f.abs() < BETTER * left.abs() || f.abs() > CLOSED)
        }
        None => ((f - near) / (1e-5 * t), true),
    };
    let better = t - f / rate;
    (f.abs() > TIMED && gains && rate < 0.0 && better > 0.5 * t && better < 1.5 * t).then_some(better)
}

impl Events {
    /// The last sample before a watched pair is deeper than rows can see.
    fn follow(&mut self, m: &Model, d: &mut Data, c: &Closing, h: f64, end: f64) -> Next {
        let (Gap::Pair(geoms, _) | Gap::Point(geoms, ..)) = c.gap else { return Next::Nothing };
        let size = geoms.iter().map(|&g| m.geom.rbound[g]).filter(|r| *r > 0.0).fold(f64::INFINITY, f64::min);
        // no point crosses the thinner one between samples
        let each = (h * TURN / c.turn).min(path::thinner(m, geoms) / self.haste(m, d, geoms, h));
        let mut t = each;
        for _ in 0..SAMPLES {
            if t >= end {
                return Next::Nothing;
            }
            if self.measure(m, d, c.gap, t) < -DEEP * size {
                return Next::Pause((t - each).max(each));
            }
            t += each;
        }
        Next::Pause(t)
    }

    /// The first time up to `end` at which `c` closes.
    fn root(&mut self, m: &Model, d: &mut Data, c: &Closing, h: f64, end: f64) -> Next {
        // where the gap is open for sure: what touches and parts is so once it has parted
        let mut low = (0.0, c.open);
        if c.open <= TOUCH {
            let apex = if c.bend < 0.0 { (-c.rate / c.bend).min(end) } else { end };
            // what turns fast may have come back, or through, by then
            low.0 = match c.gap {
                Gap::Pair(geoms, _) | Gap::Point(geoms, ..) if c.turn > TURN => {
                    apex.min(SURE * path::thinner(m, geoms) / self.haste(m, d, geoms, h))
                }
                _ => 0.5 * apex,
            };
            for _ in 0..PARTING {
                low.1 = self.measure(m, d, c.gap, low.0);
                if low.1 > 0.0 {
                    break;
                }
                low.0 *= 0.1;
            }
        }
        if !(low.1 > 0.0) {
            return Next::Unknown;
        }
        let last = self.measure(m, d, c.gap, end);
        match c.gap {
            Gap::Pair(geoms, _) | Gap::Point(geoms, ..)
                if c.turn > TURN || last > 0.0 && find::dips(c.open, c.rate, c.bend, end) =>
            {
                self.approach(m, d, c, geoms, low.into(), h, end)
            }
            _ if last > 0.0 => Next::Nothing,
            _ => {
                let guess = crossing(c, end);
                Next::Impact(c.gap, self.regula_falsi(m, d, c.gap, low.into(), [end, last], guess))
            }
        }
    }

    /// (2), from a time at which the gap is open.
    fn approach(
        &mut self,
        m: &Model,
        d: &mut Data,
        c: &Closing,
        geoms: [usize; 2],
        low: [f64; 2],
        h: f64,
        end: f64,
    ) -> Next {
        let fastest = self.haste(m, d, geoms, h);
        if !(fastest > 0.0) {
            return Next::Nothing;
        }
        let sure = SURE * path::thinner(m, geoms);
        let [mut t, mut gap] = low;
        for _ in 0..SAMPLES {
            let way = (gap + sure) / fastest;
            let ahead = (t + way).min(end);
            let next = self.measure(m, d, c.gap, ahead);
            if next <= 0.0 {
                return Next::Impact(
                    c.gap,
                    self.regula_falsi(m, d, c.gap, [t, gap], [ahead, next], crossing(c, end)),
                );
            }
            if ahead >= end {
                return Next::Nothing;
            }
            (t, gap) = (ahead, next);
        }
        Next::Pause(t)
    }

    /// The Illinois variant: the end that stays twice counts half.
    fn regula_falsi(
        &mut self,
        m: &Model,
        d: &mut Data,
        gap: Gap,
        low: [f64; 2],
        high: [f64; 2],
        guess: f64,
    ) -> f64 {
        let ([mut a, mut fa], [mut b, mut fb]) = (low, high);
        let mut t = guess.clamp(a, b);
        // which end moved last: 1 the open one, −1 the closed one
        let mut side = 0;
        for _ in 0..SEARCH {
            let f = self.measure(m, d, gap, t);
            if f.abs() <= CLOSED {
                return t;
            }
            if f > 0.0 {
                fb *= if side == 1 { 0.5 } else { 1.0 };
                (a, fa, side) = (t, f, 1);
            } else {
                fa *= if side == -1 { 0.5 } else { 1.0 };
                (b, fb, side) = (t, f, -1);
            }
            if b - a <= f64::EPSILON * b {
                break;
            }
            t = (a * fb - b * fa) / (fb - fa);
            if !(t > a && t < b) {
                t = 0.5 * (a + b);
            }
        }
        b
    }
}

/// Where the parabola of `c` crosses zero, at most `end`.
fn crossing(c: &Closing, end: f64) -> f64 {
    let root = (c.rate * c.rate - 2.0 * c.bend * c.open.max(0.0)).max(0.0).sqrt();
    let t = if c.open <= TOUCH { -2.0 * c.rate / c.bend } else { 2.0 * c.open / (root - c.rate) };
    if t > 0.0 && t < end { t } else { end }
}
