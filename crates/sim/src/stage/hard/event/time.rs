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

/// Where the parabola of `c` crosses zero, `end` if it does not.
fn crossing(c: &Closing, end: f64) -> f64 {
    let root = (c.rate * c.rate - 2.0 * c.bend * c.open.max(0.0)).max(0.0).sqrt();
    let t = if c.open <= TOUCH { -2.0 * c.rate / c.bend } else { 2.0 * c.open / (root - c.rate) };
    if t > 0.0 { t } else { end }
}

#[cfg(test)]
mod tests {
    use super::super::path::tests::{load, moving, near};
    use super::*;
    use stiction_constraint::rows::Side;

    /// A plane and a body over it that collides with nothing.
    fn over(option: &str, z: f64, geom: &str, qvel: &[f64]) -> (Model, Data) {
        let m = load(
            option,
            &format!(
                r#"<default><geom contype="0" conaffinity="0"/></default><worldbody><geom type="plane" size="0 0 1"/>
                <body pos="0 0 {z}"><freejoint/><geom {geom} mass="1"/></body></worldbody>"#
            ),
        );
        let d = moving(&m, qvel);
        (m, d)
    }

    fn closing(open: f64, rate: f64, bend: f64) -> Closing {
        let gap = Gap::Pair([0, 1], 0.0);
        Closing { gap, open, rate, bend, turn: 0.0, block: 0, id: 0, watched: false }
    }

    fn next(m: &Model, d: &mut Data, closing: &[Closing], h: f64) -> Next {
        d.scratch.events.closing = closing.to_vec();
        first(m, d, h)
    }

    /// To what a gap of [`CLOSED`] means at this speed.
    #[track_caller]
    fn hits_at(got: Next, want: f64, speed: f64) {
        let Next::Impact(gap, t) = got else { panic!("{got:?} where {want} is right") };
        assert_eq!(gap, Gap::Pair([0, 1], 0.0));
        assert!((t - want).abs() < 2.0 * CLOSED / speed + 1e-15, "{t:e} where {want:e} is right");
    }

    const BALL: &str = r#"size=".1""#;

    /// The root of z + v t − ½ g t², whatever the row thought of it.
    #[test]
    fn a_ball_that_falls_hits_at_the_root_of_its_parabola() {
        for (gap, v, g) in [(0.05, -2.0, 9.81), (0.01, 0.5, 9.81), (1e-6, 0.0, 9.81), (0.15, -3.0, 0.0)] {
            let fall = format!("gravity=\"0 0 -{g}\"");
            let (m, mut d) = over(&fall, 0.1 + gap, BALL, &[0.3, 0.0, v, 0.0, 0.0, 0.0]);
            let root = if g > 0.0 { (v + f64::sqrt(v * v + 2.0 * g * gap)) / g } else { gap / -v };
            // with the parabola, without it, and with a wrong one
            for (rate, bend) in [(v, -g), (-1.0, 0.0), (-100.0, 3.0), (-1e-3, -1e-3)] {
                for h in [1.01 * root, 3.0 * root, 0.25] {
                    hits_at(next(&m, &mut d, &[closing(gap, rate, bend)], h), root, g * root - v);
                }
            }
            let never = next(&m, &mut d, &[closing(gap, v, -g)], 0.99 * root);
            assert_eq!(never, Next::Nothing);
        }
    }

    /// The gap is open at both ends of the step, and closed between.
    #[test]
    fn a_ball_that_comes_back_hits_on_its_way_in() {
        let up = r#"gravity="0 0 30""#;
        for (gap, hits) in [(0.01, true), (0.02, false)] {
            let (m, mut d) = over(up, 0.1 + gap, BALL, &[0.0, 0.0, -1.0, 0.0, 0.0, 0.0]);
            // what the row says makes it look; what is measured counts
            let got = next(&m, &mut d, &[closing(gap, -1.3, 30.0)], 0.08);
            if hits {
                let root = (1.0 - f64::sqrt(1.0 - 60.0 * gap)) / 30.0;
                hits_at(got, root, 1.0 - 30.0 * root);
            } else {
                assert_eq!(got, Next::Nothing);
            }
            // nobody looks between the ends if the row rules it out
            assert_eq!(next(&m, &mut d, &[closing(1.0, -1.0, 30.0)], 0.08), Next::Nothing);
        }
    }

    /// What touches and parts is open once it has parted; what is in already cannot be told.
    #[test]
    fn a_ball_that_leaves_comes_back_when_it_has_fallen() {
        for v in [0.5, 0.05, 2e-3] {
            let (m, mut d) = over("", 0.1, BALL, &[0.0, 0.0, v, 0.0, 0.0, 0.0]);
            let root = 2.0 * v / 9.81;
            for (end, bend) in
                [(1.2 * root, -9.81), (3.0 * root, -9.81), (3.0 * root, -2.0), (1.5 * root, 1.0)]
            {
                hits_at(next(&m, &mut d, &[closing(0.0, v, bend)], end), root, v);
            }
            assert_eq!(next(&m, &mut d, &[closing(0.0, v, -9.81)], 0.9 * root), Next::Nothing);
        }
        let (m, mut d) = over("", 0.1 - 1e-3, BALL, &[0.0, 0.0, 0.01, 0.0, 0.0, 0.0]);
        assert_eq!(next(&m, &mut d, &[closing(0.0, 0.01, -9.81)], 0.01), Next::Unknown);
    }

    /// The first of several counts, in whatever order they are; a limit of a joint too.
    #[test]
    fn the_first_of_several_gaps_counts() {
        let m = load(
            r#"gravity="0 0 0""#,
            r#"<default><geom contype="0" conaffinity="0"/></default><worldbody><geom type="plane" size="0 0 1"/>
            <body pos="0 0 .13"><freejoint/><geom size=".1" mass="1"/></body>
            <body pos="5 0 1"><joint axis="0 1 0" limited="true" range="-.02 .05"/><geom size=".1" pos="0 0 .5" mass="1"/></body>
            </worldbody>"#,
        );
        for (spin, v, want) in [(1.0, -1.0, 0.03), (2.0, -1.0, 0.025), (-1.0, -1.0, 0.02), (-0.2, -0.5, 0.06)]
        {
            let mut d = moving(&m, &[0.0, 0.0, v, 0.0, 0.0, 0.0, spin]);
            let ball = closing(0.03, v, 0.0);
            let (side, open) = if spin > 0.0 { (Side::Upper, 0.05) } else { (Side::Lower, 0.02) };
            let limit = Closing { gap: Gap::Joint(1, side), ..closing(open, -f64::abs(spin), 0.0) };
            for list in [[ball, limit], [limit, ball]] {
                let got = next(&m, &mut d, &list, 0.08);
                let Next::Impact(gap, t) = got else { panic!("{got:?}") };
                near(t, want);
                assert_eq!(gap, if want == 0.03 || want == 0.06 { ball.gap } else { limit.gap });
            }
        }
    }

    /// An ellipsoid that spins over a plane is lowest where its long axis is upright: r(θ)² = a² cos² θ + b² sin² θ.
    #[test]
    fn what_turns_is_followed_between_the_ends_of_the_step() {
        let (a, b) = (0.1, 0.2);
        for (z, w) in [(0.19, 40.0), (0.199, 90.0), (0.15, -60.0), (0.21, 40.0)] {
            let size = format!("type=\"ellipsoid\" size=\"{b} {a} {a}\"");
            let (m, mut d) = over(r#"gravity="0 0 0""#, z, &size, &[0.0, 0.0, 0.0, 0.0, w, 0.0]);
            let h = std::f64::consts::PI / f64::abs(w);
            let spins = Closing { turn: std::f64::consts::PI, ..closing(z - a, 0.0, 0.0) };
            let got = next(&m, &mut d, &[spins], h);
            if z > b {
                assert_eq!(got, Next::Nothing);
                continue;
            }
            let sine = f64::sqrt((z * z - a * a) / (b * b - a * a));
            let Next::Impact(_, t) = got else { panic!("{got:?}") };
            assert!((t - libm::asin(sine) / f64::abs(w)).abs() < 1e-11, "{t}");
        }
    }

    /// A disc that spins about its axis stays as far away as it is: after 48 steps that no point outruns, contacts are sought again.
    #[test]
    fn what_is_too_fast_to_be_followed_ends_a_part() {
        let (r, half, z, w) = (0.2, 0.01, 0.25, 5000.0);
        let size = format!("type=\"cylinder\" size=\"{r} {half}\" euler=\"1.5707963267948966 0 0\"");
        let (m, mut d) = over(r#"gravity="0 0 0""#, z, &size, &[0.0, 0.0, 0.0, 0.0, w, 0.0]);
        let disc = Closing { turn: 50.0, ..closing(z - r, 0.0, 0.0) };
        let each = (z - r + 0.5 * half) / (1.5 * w * f64::sqrt(r * r + half * half));
        let got = next(&m, &mut d, &[disc], 0.01);
        let Next::Pause(t) = got else { panic!("{got:?}") };
        assert!((t - 48.0 * each).abs() < 1e-9 * t, "{t} {}", 48.0 * each);
        assert_eq!(next(&m, &mut d, &[disc], 40.0 * each), Next::Nothing);
    }

    /// What touches and turns is watched in turns of 0.3 rad until it is deeper than a fiftieth of its size.
    #[test]
    fn what_touches_and_turns_is_watched() {
        let (a, b, w) = (0.1, 0.106, 60.0);
        let size = format!("type=\"ellipsoid\" size=\"{b} {a} {a}\"");
        let (m, mut d) = over(r#"gravity="0 0 0""#, a, &size, &[0.0, 0.0, 0.0, 0.0, w, 0.0]);
        let watch = |turn: f64| Closing { turn, watched: true, ..closing(0.0, 0.0, 0.0) };
        // deep at 0.63 rad: seen at 0.9, so that 0.6 is the last good one
        let end = 3.0;
        let got = next(&m, &mut d, &[watch(end)], end / w);
        let Next::Pause(t) = got else { panic!("{got:?}") };
        near(t, 0.6 / w);
        assert_eq!(next(&m, &mut d, &[watch(0.85)], 0.85 / w), Next::Nothing);
        // deep at the first look: it goes on by one
        let size = format!("type=\"ellipsoid\" size=\".11 {a} {a}\"");
        let (m, mut d) = over(r#"gravity="0 0 0""#, a, &size, &[0.0, 0.0, 0.0, 0.0, w, 0.0]);
        let got = next(&m, &mut d, &[watch(0.5)], 1.0 / w);
        let Next::Pause(t) = got else { panic!("{got:?}") };
        near(t, 0.6 / w);
        // a ball is never deep: forty-eight looks
        let (m, mut d) = over(r#"gravity="0 0 0""#, 0.1, BALL, &[0.0, 0.0, 0.0, 0.0, w, 0.0]);
        let got = next(&m, &mut d, &[watch(30.0)], 30.0 / w);
        let Next::Pause(t) = got else { panic!("{got:?}") };
        assert!((t - 49.0 * 0.3 / w).abs() < 1e-12, "{t}");
        // no point crosses half the thickness between looks, however little it turns
        let (m, mut d) = over(r#"gravity="0 0 0""#, 0.1, BALL, &[30.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let got = next(&m, &mut d, &[watch(0.1)], 1.0);
        let Next::Pause(t) = got else { panic!("{got:?}") };
        near(t, 49.0 * 0.1 / (1.1 * 30.0));
    }

    /// Newton's method on what a path leaves, then the secant; nothing where it is good, or far away.
    #[test]
    fn times_of_impacts_are_corrected() {
        let (gap, v, g) = (0.02, -1.5, 9.81);
        let (m, mut d) = over("", 0.1 + gap, BALL, &[0.0, 0.0, v, 0.0, 0.0, 0.0]);
        let root = (v + f64::sqrt(v * v + 2.0 * g * gap)) / g;
        let pair = Gap::Pair([0, 1], 0.0);
        let left = |t: f64| gap + t * (v - 0.5 * g * t);
        for off in [1e-5, -1e-5, 1e-3, -1e-3] {
            let (t, mut last) = (root + off, None);
            let better = correct(&m, &mut d, pair, t, &mut last).unwrap_or(f64::NAN);
            // the slope is that of a step of 1e-5 back
            let slope = v - g * t * (1.0 - 0.5e-5);
            assert!((better - (t - left(t) / slope)).abs() < 1e-9 * off.abs() + 1e-13, "{off} {better}");
            assert_eq!(last.map(|x| x[0]), Some(t));
            near(last.map_or(f64::NAN, |x| x[1]), left(t));
            let (t, before) = (root - 0.4 * off, t);
            let better = correct(&m, &mut d, pair, t, &mut last).unwrap_or(f64::NAN);
            let slope = (left(t) - left(before)) / (t - before);
            assert!((better - (t - left(t) / slope)).abs() < 1e-9 * off.abs() + 1e-13, "{off} {better}");
        }
        assert_eq!(correct(&m, &mut d, pair, root, &mut None), None);
        assert_eq!(correct(&m, &mut d, pair, 0.4 * root, &mut None), None);
        // what leaves is no better
        let (m, mut d) = over("", 0.1 + gap, BALL, &[0.0, 0.0, 5.0, 0.0, 0.0, 0.0]);
        assert_eq!(correct(&m, &mut d, pair, 1e-3, &mut None), None);
    }
}
