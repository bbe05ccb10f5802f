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
    if s.rows.vel[i] >= -STILL || s.rows.pos[i] - s.rows.margin[i] > TOUCH {
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
