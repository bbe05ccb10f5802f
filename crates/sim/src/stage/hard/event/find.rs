//! The gaps that close within a step, by what its solve knows of them.
//!
//! φ + u t + ½ α t² < 0 for some t ≤ h                                                                                (1)
//!
//! with u and α of the gap's row; what turns fast may close whatever its row says. What touches and turns so far that its row no longer knows
//! how deep it is, is watched.
//!
//! Reads  rows, islands, solution, kin     Writes the gaps that close
//! Cost   one pass over rows

use super::{Closing, Events, Gap, STILL, TOUCH, TURN, path, rate, still};
use crate::data::Stages;
use crate::stage::hard::acts;
use stiction_model::Model;
use stiction_solver::RowKind;

/// Largest island, in dofs, whose impacts act at their own time: with restitution, and without.
const CROWD: [u32; 2] = [128, 12];
/// Most rows of a step: each impact solves them anew.
pub const ROWS: usize = 400;
/// Most islands with impacts in one step.
const ISLANDS: usize = 8;

/// Normal velocity and both accelerations, of the solve and of smooth forces alone, of a block.
struct Normal {
    gap: f64,
    rate: f64,
    bend: [f64; 2],
    carries: bool,
}

fn normal(s: &Stages, b: usize) -> Normal {
    let (rows, range) = (&s.rows, s.rows.range(b));
    let i = range.start;
    let along = |x: &[f64]| {
        let row = |k: usize| -> f64 {
            rows.jac.dofs(b).iter().zip(rows.jac.row(b, k)).map(|(&j, v)| v * x[j as usize]).sum()
        };
        if rows.info[b].kind == RowKind::ContactPyramidal { 0.5 * (row(0) + row(1)) } else { row(0) }
    };
    Normal {
        gap: rows.pos[i] - rows.margin[i],
        rate: rate(rows, b),
        bend: [along(&s.solution.qacc), along(&s.smooth.qacc_smooth)],
        carries: acts(s, b),
    }
}

/// What a solve knows of a gap: φ, u, and α without the rows and with what the bodies' own turns may add.
#[derive(Clone, Copy, Debug)]
pub struct Approach {
    /// φ [m, rad].
    pub gap: f64,
    /// u.
    pub rate: f64,
    /// α.
    pub bend: f64,
    /// u² − 2αφ: the square of the speed at which it closes, and that from which on this is an impact.
    pub speed2: [f64; 2],
}

impl Approach {
    fn of(m: &Model, s: &Stages, n: &Normal, swing: f64) -> Self {
        let (bend, rest) = (n.bend[1] - swing, still(m, s));
        let speed2 = [n.rate * n.rate - 2.0 * bend * n.gap.max(0.0), rest * rest];
        Approach { gap: n.gap, rate: n.rate, bend, speed2 }
    }

    fn is_impact(&self) -> bool {
        self.speed2[0] >= self.speed2[1] && !(self.rate > 0.0 && self.bend >= 0.0)
    }
}

/// The approach of the gap of block `b`, which would end the motion of `h` seconds in parts if it were fast enough; `None` where it
/// touches, stays open, or is left to the step.
pub fn approach(m: &Model, s: &Stages, b: usize, h: f64) -> Option<Approach> {
    let kind = s.rows.info[b].kind;
    let gap = (kind == RowKind::LimitJoint || kind.is_contact()).then(|| Gap::of(s, &s.rows, b))??;
    let (n, (_, swing)) = (normal(s, b), swing(m, s, b, h));
    let closes = n.gap > TOUCH && (n.carries || dips(n.gap, n.rate, n.bend[0] - swing, h));
    (closes && !in_crowd(m, s, b, gap)).then(|| Approach::of(m, s, &n, swing))
}

fn in_crowd(m: &Model, s: &Stages, b: usize, gap: Gap) -> bool {
    let most = CROWD[usize::from(gap.restitution(m) <= 0.0)];
    s.rows.jac.nrow() > ROWS
        || s.islands.list.get(s.islands.block_island[b] as usize).is_none_or(|i| i.nv > most)
}

/// True if something that touches is hit now.
pub fn struck(m: &Model, s: &Stages) -> bool {
    (0..s.rows.nblock()).any(|b| is_struck(m, s, b))
}

/// The same for block `b`. Without restitution a slow approach is as well met by the step.
pub fn is_struck(m: &Model, s: &Stages, b: usize) -> bool {
    let i = s.rows.range(b).start;
    if s.rows.pos[i] - s.rows.margin[i] > TOUCH {
        return false;
    }
    let (h, gravity) = (s.hard.step(m), m.opt.gravity.norm());
    // a pyramid's edges share the sign of what approaches fast enough to matter
    s.rows.vel[i] < -still(m, s)
        && Gap::of(s, &s.rows, b).is_some_and(|g| {
            let least = if g.restitution(m) > 0.0 { still(m, s) } else { m.stiction.rest_speed(h, gravity) };
            !in_crowd(m, s, b, g) && normal(s, b).rate < -least.max(STILL)
        })
}

/// True if what block `b` keeps apart rebounds.
pub fn rebounds(m: &Model, s: &Stages, b: usize) -> bool {
    Gap::of(s, &s.rows, b).is_some_and(|g| g.restitution(m) > 0.0)
}

/// Finds gaps that the solve of `s`, over `h` seconds, closes or overlooks; true if there are new ones. A crowd has none.
pub fn closing(m: &Model, s: &Stages, h: f64, e: &mut Events) -> bool {
    let before = e.closing.len();
    let rest = still(m, s);
    for b in 0..s.rows.nblock() {
        let (i, kind) = (s.rows.range(b).start, s.rows.info[b].kind);
        if kind != RowKind::LimitJoint && !kind.is_contact() {
            continue;
        }
        let (gap, u) = (s.rows.pos[i] - s.rows.margin[i], s.rows.vel[i]);
        let (turn, swing) = swing(m, s, b, h);
        if gap <= TOUCH && u < rest {
            if turn > TURN {
                e.watch(m, s, b, turn);
            }
            continue;
        }
        let n = normal(s, b);
        // what turns fast may close whatever its row says
        let whirls = turn > TURN && gap < h * (swing * h + n.rate.abs());
        if gap <= TOUCH && (n.rate < rest || !whirls && !opens(&n, swing, h))
            || !(n.carries || whirls || dips(n.gap, n.rate, n.bend[0] - swing, h))
        {
            continue;
        }
        if !whirls && !Approach::of(m, s, &n, swing).is_impact() {
            continue;
        }
        let Some(g) = Gap::of(s, &s.rows, b) else { continue };
        if in_crowd(m, s, b, g) {
            e.crowded = true;
            continue;
        }
        let g = if touches(m, s, b, g) { at_point(s, b, g) } else { g };
        let (open, rate, bend) = (n.gap, n.rate, n.bend[1]);
        let id = s.rows.info[b].id;
        let new = Closing { gap: g, open, rate, bend, turn, block: b, id, watched: false };
        // of a pair that is apart the nearest point stands for all; of one that touches, each has its own time
        let stands = |c: &&mut Closing| !c.watched && c.gap.same(g) && !matches!(c.gap, Gap::Point(..));
        match e.closing.iter_mut().find(stands) {
            Some(old) if new.open < old.open => *old = new,
            Some(_) => {}
            None => e.closing.push(new),
        }
    }
    e.islands.clear();
    e.islands.extend(e.closing[before..].iter().map(|c| s.islands.block_island[c.block]));
    e.islands.sort_unstable();
    e.islands.dedup();
    if e.islands.len() > ISLANDS {
        e.closing.truncate(before);
        e.crowded = true;
    }
    e.closing.len() > before
}

/// How far the bodies of a contact turn within `h` seconds, at most, and how fast that may bend its gap ([`path`]).
fn swing(m: &Model, s: &Stages, b: usize, h: f64) -> (f64, f64) {
    if !s.rows.info[b].kind.is_contact() {
        return (0.0, 0.0);
    }
    let c = &s.contacts.list[s.rows.info[b].id as usize];
    let geoms = c.geom.map(|g| g.max(0) as usize);
    let spin = geoms.map(|g| path::motion(m, s, &s.vel, m.geom.bodyid[g].idx()).1.norm());
    let (turn, swing) = geoms.iter().zip(spin).fold((0.0, 0.0), |(turn, swing): (f64, f64), (&g, w)| {
        (turn.max(h * w), swing + w * w * path::reach(m, &s.kin, g))
    });
    (turn, swing.max(path::wander(m, geoms, h * (spin[0] + spin[1])) / (h * h)))
}

/// Whether φ + u t + ½ α t² is below zero anywhere after the start.
pub(super) fn dips(gap: f64, u: f64, bend: f64, h: f64) -> bool {
    let at = |t: f64| gap + t * (u + 0.5 * t * bend);
    at(h) < 0.0 || gap > TOUCH && u < 0.0 && bend > 0.0 && -u < bend * h && at(-u / bend) < 0.0
}

/// Whether what is closed can open within `h` seconds: only then may it close again.
fn opens(n: &Normal, swing: f64, h: f64) -> bool {
    let bend = n.bend[1] + swing;
    let t = if bend < 0.0 { (-n.rate / bend).min(h) } else { h };
    n.gap + t * (n.rate + 0.5 * t * bend) > TOUCH
}

/// The gap of block `b` at its own point.
fn at_point(s: &Stages, b: usize, g: Gap) -> Gap {
    let Gap::Pair(geoms, margin) = g else { return g };
    let at = s.contacts.list[s.rows.info[b].id as usize].pos;
    let place = |k: usize| s.kin.geom_xmat[k].tr_mul_vec(at - s.kin.geom_xpos[k]);
    Gap::Point(geoms, margin, geoms.map(place))
}

/// Whether the pair of block `b` touches at another point, and stays there.
fn touches(m: &Model, s: &Stages, b: usize, g: Gap) -> bool {
    let rest = still(m, s);
    matches!(g, Gap::Pair(..))
        && (0..s.rows.nblock()).any(|k| {
            let i = s.rows.range(k).start;
            k != b
                && s.rows.pos[i] - s.rows.margin[i] <= TOUCH
                && s.rows.vel[i] < rest
                && Gap::of(s, &s.rows, k) == Some(g)
        })
}

impl Events {
    fn watch(&mut self, m: &Model, s: &Stages, b: usize, turn: f64) {
        let Some(gap) = Gap::of(s, &s.rows, b) else { return };
        if in_crowd(m, s, b, gap) || self.closing.iter().any(|c| c.watched && c.gap.same(gap)) {
            return;
        }
        let ((open, rate, bend), id) = ((0.0, 0.0, 0.0), s.rows.info[b].id);
        self.closing.push(Closing { gap, open, rate, bend, turn, block: b, id, watched: true });
    }
}

#[cfg(test)]
mod tests {
    use super::super::path::tests::{load, moving, near};
    use super::*;
    use crate::data::Data;

    const G: f64 = 9.81;

    /// Balls of radius 0.1 over a plane at these heights of their lowest points, all with restitution `e`; their weld groups are islands.
    fn balls(e: f64, open: &[f64]) -> Model {
        let (mut list, mut bodies) = (String::new(), String::new());
        for (k, gap) in open.iter().enumerate() {
            list += &format!(r#"<element objtype="geom" objname="g{k}" prm="{e}"/>"#);
            bodies += &format!(
                r#"<body pos="{k} 0 {}"><freejoint/><geom name="g{k}" size=".1" mass="1"/></body>"#,
                0.1 + gap
            );
        }
        let bouncy = if open.is_empty() {
            String::new()
        } else {
            format!(r#"<custom><tuple name="stiction:restitution">{list}</tuple></custom>"#)
        };
        load("", &format!(r#"{bouncy}<worldbody><geom type="plane" size="0 0 1"/>{bodies}</worldbody>"#))
    }

    fn falling(m: &Model, speeds: &[f64]) -> Data {
        let qvel: Vec<f64> = speeds.iter().flat_map(|v| [0.0, 0.0, *v, 0.0, 0.0, 0.0]).collect();
        moving(m, &qvel)
    }

    fn closes(m: &Model, d: &mut Data, h: f64) -> bool {
        d.scratch.events.forget();
        let mut e = std::mem::take(&mut d.scratch.events);
        let found = closing(m, &d.stages, h, &mut e);
        d.scratch.events = e;
        found
    }

    /// Of the parabola, by looking everywhere.
    #[test]
    fn parabolas_dip_and_open_where_they_do() {
        let mut r = stiction_spatial::SplitMix64(3);
        let mut seen = [[0; 2]; 2];
        for _ in 0..3000 {
            let (gap, u, bend, h) = (r.unit(), 3.0 * r.sym(), 8.0 * r.sym(), 0.1 + r.unit());
            let at = |u: f64, k: u32, h: f64| {
                let t = h * f64::from(k) / 2000.0;
                t * (u + 0.5 * t * bend)
            };
            let least = gap + (0..=2000).map(|k| at(u, k, h)).fold(f64::INFINITY, f64::min);
            if least.abs() > 1e-5 {
                assert_eq!(dips(gap, u, bend, h), least < 0.0, "{gap} {u} {bend} {h}");
                seen[0][usize::from(least < 0.0)] += 1;
            }
            // where it touches and parts: whether it gets anywhere before it comes back
            let (u, h) = (2e-4 * u.abs(), if r.unit() < 0.3 { 1e-4 * h } else { h });
            let n = Normal { gap: 0.0, rate: u, bend: [f64::NAN, bend - 0.25], carries: false };
            let back = if bend < 0.0 { h.min(-2.0 * u / bend) } else { h };
            let most = (0..=2000).map(|k| at(u, k, back)).fold(f64::NEG_INFINITY, f64::max);
            if (most - TOUCH).abs() > 1e-11 {
                assert_eq!(opens(&n, 0.25, h), most > TOUCH, "{u} {bend} {h}");
                seen[1][usize::from(most > TOUCH)] += 1;
            }
        }
        assert!(seen.iter().flatten().all(|n| *n > 200), "{seen:?}");
        // what touches has no way down
        assert!(!dips(0.5 * TOUCH, -1.0, 1000.0, 0.01) && dips(2.0 * TOUCH, -1.0, 1000.0, 0.01));
    }

    /// What a ball does in a step of 0.01 s.
    #[test]
    fn an_approach_is_that_of_a_fall() {
        let h = 0.01;
        for (gap, v, closes) in [
            (0.01, -2.0, true),
            (0.01, -0.96, true),
            // the solve takes the speed at the end of the step, the path would stop short
            (0.01, -0.91, true),
            (0.01, -0.89, false),
            (0.01, 2.0, false),
            (0.5 * TOUCH, -2.0, false),
        ] {
            let m = balls(0.5, &[gap]);
            let d = falling(&m, &[v]);
            let found = (0..d.rows.nblock()).find_map(|b| approach(&m, &d, b, h));
            assert_eq!(found.is_some(), closes, "{gap} {v}: {found:?}");
            if let Some(a) = found {
                near(a.gap, gap);
                near(a.rate, v);
                near(a.bend, -G);
                near(a.speed2[0], v * v + 2.0 * G * gap);
                near(a.speed2[1], (0.5 * G * h).powi(2));
            }
        }
    }

    #[test]
    fn an_impact_is_faster_than_rest_and_does_not_leave() {
        let is = |rate: f64, bend: f64, speed2: f64| {
            Approach { gap: 0.1, rate, bend, speed2: [speed2, 1.0] }.is_impact()
        };
        assert!(is(-1.0, -1.0, 1.0) && is(-1.0, 1.0, 2.0) && is(1.0, -1.0, 2.0) && is(0.0, 1.0, 2.0));
        assert!(!is(-1.0, -1.0, 0.99) && !is(1.0, 0.0, 2.0) && !is(1.0, 1.0, 2.0));
    }

    /// What touches is hit if it approaches faster than what counts as rest, which is more where nothing rebounds.
    #[test]
    fn what_touches_is_struck_above_the_speed_of_rest() {
        for (e, least) in [(0.5, 0.5 * G * 0.01), (0.0, 4.0 * G * 0.01)] {
            for (open, v, hit) in [
                (0.0, -1.02 * least, true),
                (0.0, -0.98 * least, false),
                (0.0, 1.02 * least, false),
                (0.5 * TOUCH, -1.02 * least, true),
                (3.0 * TOUCH, -1.02 * least, false),
                (-1e-4, -1.02 * least, true),
            ] {
                let m = balls(e, &[open]);
                let d = falling(&m, &[v]);
                assert_eq!(struck(&m, &d), hit, "{e} {open} {v}");
                assert_eq!((0..d.rows.nblock()).any(|b| rebounds(&m, &d, b)), e > 0.0);
            }
        }
    }

    /// Eight impacts at once are followed, nine are a crowd; so are islands of more than 12 dofs where nothing rebounds, and 128 where it does.
    #[test]
    fn crowds_are_left_to_the_step() {
        for n in [1, 7, 8, 9] {
            let m = balls(0.5, &vec![0.01; n]);
            let mut d = falling(&m, &vec![-2.0; n]);
            d.scratch.events.crowded = false;
            assert_eq!(closes(&m, &mut d, 0.01), n <= 8, "{n} balls");
            assert_eq!(
                (d.scratch.events.closing.len(), d.scratch.events.crowded),
                (if n <= 8 { n } else { 0 }, n > 8)
            );
        }
        for (e, links, follows) in
            [(0.0, 12, true), (0.0, 13, false), (0.9, 13, true), (0.9, 128, true), (0.9, 129, false)]
        {
            let chain: String = (0..links)
                .map(|k| {
                    let geom = if k + 1 == links {
                        r#"<geom name="g" size=".1" mass="1"/>"#
                    } else {
                        r#"<geom size=".01" mass="1" contype="0" conaffinity="0"/>"#
                    };
                    format!(r#"<body><joint type="slide" axis="0 0 1" armature="1"/>{geom}"#)
                })
                .collect();
            let m = load(
                "",
                &format!(
                    r#"<custom><tuple name="stiction:restitution"><element objtype="geom" objname="g" prm="{e}"/></tuple></custom>
                <worldbody><geom type="plane" size="0 0 1" pos="0 0 -.11"/>{chain}{}</worldbody>"#,
                    "</body>".repeat(links)
                ),
            );
            let mut d = moving(&m, &vec![-2.0 / links as f64; links]);
            d.scratch.events.crowded = false;
            assert_eq!(closes(&m, &mut d, 0.01), follows, "{links} dofs, restitution {e}");
            assert_eq!(d.scratch.events.crowded, !follows);
            assert_eq!((0..d.rows.nblock()).any(|b| approach(&m, &d, b, 0.01).is_some()), follows);
        }
    }

    /// Of one pair, one gap; and what is slow, far or leaves is none.
    #[test]
    fn gaps_that_close_are_listed_once() {
        let (slow, h) = (0.4 * G * 0.01, 0.01);
        let m = balls(0.5, &[0.01, 0.02, 0.01, 1e-7, 0.0]);
        let mut d = falling(&m, &[-2.0, -3.0, 2.0, -slow, 0.0]);
        assert!(closes(&m, &mut d, h));
        let found: Vec<_> = d.scratch.events.closing.iter().map(|c| (c.gap, c.turn, c.watched)).collect();
        assert_eq!(found, [1, 2].map(|g| (Gap::Pair([0, g], 0.0), 0.0, false)));
        let c = d.scratch.events.closing[1];
        [(c.open, 0.02), (c.rate, -3.0), (c.bend, -G)].iter().for_each(|(x, y)| near(*x, *y));
        // once found, it is not found again
        let mut e = std::mem::take(&mut d.scratch.events);
        assert!(!closing(&m, &d.stages, h, &mut e) && e.closing.len() == 2 && e.awaits());
        // a flat box meets the floor with four corners: one gap
        let m = load(
            "",
            r#"<worldbody><geom type="plane" size="0 0 1"/>
            <body pos="0 0 .11"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body></worldbody>"#,
        );
        let mut d = falling(&m, &[-2.0]);
        assert!(d.rows.nblock() >= 4 && closes(&m, &mut d, h));
        assert_eq!(d.scratch.events.closing.len(), 1);
    }

    /// What touches by its margin is no gap, however fast; what turns fast may close though its row says that it opens.
    #[test]
    fn what_whirls_near_by_may_close() {
        let (w, h) = (40.0, 0.01);
        // R = 0.4 m: the nearest point may come nearer by ω² R h², and by what the middle moves
        for (gap, v, closing) in
            [(0.05, 0.0, true), (0.066, 0.5, true), (0.072, 0.5, false), (0.066, 0.1, false)]
        {
            let m = load(
                "",
                &format!(
                    r#"<worldbody><geom type="plane" size="0 0 1" condim="1"/>
                <body pos="0 0 {}"><freejoint/><geom type="ellipsoid" size=".2 .1 .1" mass="1" condim="1"/></body></worldbody>"#,
                    0.1 + gap
                ),
            );
            let mut d = moving(&m, &[0.0, 0.0, v, 0.0, w, 0.0]);
            assert!(d.rows.nblock() > 0, "seen at {gap}");
            assert_eq!(closes(&m, &mut d, h), closing, "{gap} {v}");
        }
        let m = load(
            "",
            r#"<worldbody><geom type="plane" size="0 0 1"/>
            <body pos="0 0 .12"><freejoint/><geom size=".1" mass="1" margin=".02"/></body></worldbody>"#,
        );
        let mut d = falling(&m, &[-2.0]);
        assert!(d.rows.nblock() > 0 && !closes(&m, &mut d, h));
        // a box that turns on its face: one pair, one watch
        let m = load(
            "",
            r#"<worldbody><geom type="plane" size="0 0 1"/>
            <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body></worldbody>"#,
        );
        let mut d = moving(&m, &[0.0, 0.0, 0.0, 0.0, 0.0, w]);
        assert!(d.rows.nblock() >= 4 && closes(&m, &mut d, h));
        assert_eq!(d.scratch.events.closing.len(), 1);
    }

    /// How far bodies turn in a step, and how that bends a gap: ω² times how far they reach, or the radius that they roll on.
    #[test]
    fn a_spin_bends_gaps() {
        let (w, h) = (60.0, 0.01);
        let m = load(
            "",
            r#"<worldbody><geom type="plane" size="0 0 1"/>
            <body pos="0 0 .102"><freejoint/><geom type="ellipsoid" size=".2 .1 .1" mass="1"/></body></worldbody>"#,
        );
        let d = moving(&m, &[0.0, 0.0, -1.0, 0.0, w, 0.0]);
        let b = (0..d.rows.nblock()).find(|&b| d.rows.info[b].kind.is_contact()).unwrap();
        let (turn, bend) = swing(&m, &d, b, h);
        near(turn, w * h);
        // R = 0.2²/0.1; a turn of 0.6 makes less of it than four times the size
        near(bend, w * w * 0.4);
        let (_, short) = swing(&m, &d, b, 10.0 * h);
        near(short, f64::max(w * w * 0.2, 6.0 * 0.8 / (10.0 * h * 10.0 * h)));
        // what touches and turns fast is watched, what turns slowly is not
        for (w, watched) in [(35.0, true), (25.0, false)] {
            let m = balls(0.5, &[0.0]);
            let mut d = moving(&m, &[0.0, 0.0, 0.0, 0.0, w, 0.0]);
            assert_eq!(closes(&m, &mut d, h), watched);
            let list: Vec<_> = d.scratch.events.closing.iter().map(|c| (c.watched, c.turn, c.open)).collect();
            assert_eq!(list, if watched { vec![(true, h * w, 0.0)] } else { vec![] });
            assert!(!d.scratch.events.awaits());
        }
    }
}
