//! Impacts at their own time: which gaps close within the step, and when.
//!
//! φ_c(t) = φ(q ⊕ t w(t)),   w(t) = v + ½ t a in free flight, v + t a elsewhere,   a of a solve without the gaps that close  (1)
//! φ_c(t*) = 0,   t* the first of all c                                                                              (2)
//!
//! φ is measured by detection at each pose, normals and all. (2) is bracketed from the parabola of each row and found by regula falsi
//! (Illinois). A gap of which neither the parabola nor its own measure tells whether it closes is left to time stepping, which lets nothing through.
//!
//! What counts as an impact: a gap that is open and closes faster than the rest speed. What counts as a crowd, and is left to time
//! stepping: steps with many rows, islands of many dofs, many islands with impacts in one step.
//!
//! Reads  rows, islands, solution, state, kin     Writes the gaps that close, and when
//! Cost   one pass over rows that carry force; poses and one narrow phase per evaluation of (1) where something closes
//! Checked by: crates/stiction/tests/exact_flight.rs.

use super::flight;
use crate::data::{Data, Stages};
use crate::stage::rows;
use stiction_constraint::contact::{PairPoint, pair_distance};
use stiction_constraint::rows::{Side, joint_gap};
use stiction_dynamics::kinematics::{Mocap, kinematics_of};
use stiction_dynamics::manifold;
use stiction_dynamics::stages::Kinematics;
use stiction_model::Model;
use stiction_solver::{RowKind, Rows};
use stiction_spatial::Vec3;

/// Gaps up to this touch [m, rad].
pub const TOUCH: f64 = 1e-8;
/// (2) ends at a gap of this size [m, rad].
const CLOSED: f64 = 1e-13;
/// Approach that counts as none, whatever the gravity [m/s, rad/s].
const STILL: f64 = 1e-9;
/// Largest island, in dofs, whose impacts act at their own time: with restitution, and without.
const CROWD: [u32; 2] = [128, 12];
/// Most rows of a step: each impact solves them anew.
const ROWS: usize = 400;
/// Most islands with impacts in one step.
const ISLANDS: usize = 8;
/// Turn after which a gap is measured again [rad], and most measures.
const TURN: f64 = 0.3;
/// See [`TURN`].
const SAMPLES: f64 = 32.0;
/// Depth that a turn of fast bodies in contact may reach before contacts are sought again, over the size of the smaller one.
const DEEP: f64 = 0.02;
/// Steps of regula falsi.
const SEARCH: usize = 60;

/// Something that may close.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gap {
    /// Two geoms, and the margin between them.
    Pair([usize; 2], f64),
    /// The same at one point of a pair that touches at another.
    Point([usize; 2], f64, [Vec3; 2]),
    /// A joint and its limit.
    Joint(usize, Side),
}

impl Gap {
    /// That of a block.
    fn of(s: &Stages, rows: &Rows, b: usize) -> Option<Gap> {
        let id = rows.info[b].id as usize;
        match rows.info[b].kind {
            RowKind::LimitJoint => {
                let lower = rows.jac.vals(b).first().is_some_and(|x| *x > 0.0);
                Some(Gap::Joint(id, if lower { Side::Lower } else { Side::Upper }))
            }
            kind if kind.is_contact() => {
                let c = &s.contacts.list[id];
                Some(Gap::Pair(c.geom.map(|g| g.max(0) as usize), c.includemargin))
            }
            _ => None,
        }
    }

    /// Whether it is of the same pair or the same limit.
    fn same(self, other: Gap) -> bool {
        match (self, other) {
            (Gap::Pair(a, _) | Gap::Point(a, ..), Gap::Pair(b, _) | Gap::Point(b, ..)) => a == b,
            _ => self == other,
        }
    }

    fn restitution(self, m: &Model) -> f64 {
        match self {
            Gap::Pair(g, _) | Gap::Point(g, ..) => m.stiction.pair_restitution(g.map(|g| g as i32)),
            Gap::Joint(j, _) => m.stiction.joint_restitution(j),
        }
    }
}

/// A gap that closes, with its parabola φ + u t + ½ α t².
#[derive(Clone, Copy, Debug)]
struct Closing {
    gap: Gap,
    open: f64,
    rate: f64,
    bend: f64,
    /// How far its bodies turn within the step [rad], and how much closer that may bring them [m/s²].
    turn: f64,
    swing: f64,
    block: usize,
    /// It touches already, and its bodies turn fast: it is watched, not awaited.
    watched: bool,
}

/// Memory of the search.
#[derive(Debug, Default)]
pub struct Events {
    closing: Vec<Closing>,
    islands: Vec<u32>,
    flies: Vec<bool>,
    moves: Vec<f64>,
    qpos: Vec<f64>,
    kin: Kinematics,
    spare: Rows,
    keep: Vec<bool>,
    /// Rates of activations at the start of the step.
    pub act_dot: Vec<f64>,
    /// Some impact is left to time stepping.
    pub crowded: bool,
}

/// What comes next within the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    /// No gap closes.
    Nothing,
    /// This gap closes first, after so many seconds.
    Impact(Gap, f64),
    /// Bodies that touch have turned so far after so many seconds that contacts have to be sought again.
    Pause(f64),
    /// It cannot be told: time stepping.
    Unknown,
}

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
    let rate = if rows.info[b].kind == RowKind::ContactPyramidal {
        0.5 * (rows.vel[i] + rows.vel[i + 1])
    } else {
        rows.vel[i]
    };
    Normal {
        gap: rows.pos[i] - rows.margin[i],
        rate,
        bend: [along(&s.solution.qacc), along(&s.smooth.qacc_smooth)],
        carries: range.into_iter().any(|i| s.solution.efc_force[i] != 0.0),
    }
}

/// The speed below which an approach is none.
fn still(m: &Model) -> f64 {
    m.stiction.impact_rest_speed(m.opt.timestep, m.opt.gravity.norm()).max(STILL)
}

fn in_crowd(m: &Model, s: &Stages, b: usize, gap: Gap) -> bool {
    let most = CROWD[usize::from(gap.restitution(m) <= 0.0)];
    s.rows.jac.nrow() > ROWS
        || s.islands.list.get(s.islands.block_island[b] as usize).is_none_or(|i| i.nv > most)
}

/// True if something that touches is hit now. Without restitution a slow approach is as well met by the step.
pub fn struck(m: &Model, s: &Stages) -> bool {
    let rest = still(m);
    let firm = m.stiction.rest_speed(m.opt.timestep, m.opt.gravity.norm()).max(STILL);
    (0..s.rows.nblock()).any(|b| {
        let i = s.rows.range(b).start;
        // a pyramid's edges share the sign of what approaches fast enough to matter
        s.rows.vel[i] < -rest
            && s.rows.pos[i] - s.rows.margin[i] <= TOUCH
            && Gap::of(s, &s.rows, b).is_some_and(|g| {
                let least = if g.restitution(m) > 0.0 { rest } else { firm };
                !in_crowd(m, s, b, g) && normal(s, b).rate < -least
            })
    })
}

/// Finds gaps that the solve of `s`, over `h` seconds, closes or overlooks; true if there are new ones. A crowd has none.
pub fn closing(m: &Model, s: &Stages, h: f64, e: &mut Events) -> bool {
    let before = e.closing.len();
    let rest = still(m);
    for b in 0..s.rows.nblock() {
        let (i, kind) = (s.rows.range(b).start, s.rows.info[b].kind);
        if kind != RowKind::LimitJoint && !kind.is_contact() {
            continue;
        }
        let (gap, u) = (s.rows.pos[i] - s.rows.margin[i], s.rows.vel[i]);
        let (turn, swing) = swing(m, s, b, h);
        if gap <= TOUCH && u < rest {
            if turn > TURN {
                e.watch(m, s, b, turn, swing);
            }
            continue;
        }
        let n = normal(s, b);
        let bend = n.bend[1] - swing;
        if gap <= TOUCH && n.rate < rest || !(n.carries || dips(n.gap, n.rate, n.bend[0] - swing, h)) {
            continue;
        }
        let speed2 = n.rate * n.rate - 2.0 * bend * n.gap.max(0.0);
        if speed2 < rest * rest || n.rate > 0.0 && bend >= 0.0 {
            continue;
        }
        let Some(g) = Gap::of(s, &s.rows, b) else { continue };
        if in_crowd(m, s, b, g) {
            e.crowded = true;
            continue;
        }
        let g = if touches(m, s, b, g) { at_point(s, b, g) } else { g };
        let (open, rate, bend) = (n.gap, n.rate, n.bend[1]);
        let new = Closing { gap: g, open, rate, bend, turn, swing, block: b, watched: false };
        match e.closing.iter_mut().find(|c| !c.watched && c.gap.same(g)) {
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

/// How far the bodies of a contact turn within `h` seconds, at most, and the sum of their ω² r.
fn swing(m: &Model, s: &Stages, b: usize, h: f64) -> (f64, f64) {
    if !s.rows.info[b].kind.is_contact() {
        return (0.0, 0.0);
    }
    let c = &s.contacts.list[s.rows.info[b].id as usize];
    c.geom.iter().fold((0.0, 0.0), |(turn, swing): (f64, f64), &g| {
        let body = m.geom.bodyid[g.max(0) as usize] as usize;
        let w = s.vel.cvel[body].ang.norm();
        (turn.max(h * w), swing + w * w * (c.pos - s.kin.xipos[body]).norm())
    })
}

/// Whether φ + u t + ½ α t² is below zero anywhere after the start.
fn dips(gap: f64, u: f64, bend: f64, h: f64) -> bool {
    let at = |t: f64| gap + t * (u + 0.5 * t * bend);
    at(h) < 0.0 || gap > TOUCH && u < 0.0 && bend > 0.0 && -u < bend * h && at(-u / bend) < 0.0
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
    let rest = still(m);
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
    /// A new step.
    pub fn start(&mut self, act_dot: &[f64]) {
        self.act_dot.clear();
        self.act_dot.extend_from_slice(act_dot);
        self.crowded = false;
    }

    /// Forgets the gaps.
    pub fn forget(&mut self) {
        self.closing.clear();
    }

    /// True for rows that the solve up to the impact does without.
    pub fn waits(&self, s: &Stages, rows: &Rows, b: usize) -> bool {
        let i = rows.range(b).start;
        let open = rows.pos[i] - rows.margin[i] > TOUCH;
        let awaited =
            |c: &Closing, g: Gap| !c.watched && c.gap.same(g) && (open || !matches!(c.gap, Gap::Point(..)));
        Gap::of(s, rows, b).is_some_and(|g| self.closing.iter().any(|c| awaited(c, g)))
    }

    /// True if a gap closes.
    pub fn awaits(&self) -> bool {
        self.closing.iter().any(|c| !c.watched)
    }

    fn watch(&mut self, m: &Model, s: &Stages, b: usize, turn: f64, swing: f64) {
        let Some(gap) = Gap::of(s, &s.rows, b) else { return };
        if in_crowd(m, s, b, gap) || self.closing.iter().any(|c| c.watched && c.gap.same(gap)) {
            return;
        }
        let (open, rate, bend) = (0.0, 0.0, 0.0);
        self.closing.push(Closing { gap, open, rate, bend, turn, swing, block: b, watched: true });
    }
}

/// Marks the rows that a solve keeps.
pub fn mark(d: &mut Data, keep: impl Fn(&Stages, &Rows, &Events, usize) -> bool) {
    let Data { stages: s, scratch, .. } = d;
    let mut marks = std::mem::take(&mut scratch.events.keep);
    marks.clear();
    marks.extend((0..s.rows.nblock()).map(|b| keep(s, &s.rows, &scratch.events, b)));
    scratch.events.keep = marks;
}

/// Forgets the rows that are not marked.
pub fn keep_marked(m: &Model, d: &mut Data) {
    let Data { stages: s, scratch, .. } = d;
    let Events { keep, spare, .. } = &mut scratch.events;
    rows::retain(m, s, spare, |b| keep[b]);
}

/// True for rows that an impact of `hit` is solved with: equalities, and what touches.
pub fn takes_part(s: &Stages, rows: &Rows, b: usize, hit: Option<Gap>) -> bool {
    let i = rows.range(b).start;
    let gap = |k: usize| rows.pos[k] - rows.margin[k];
    match rows.info[b].kind {
        RowKind::Equality => true,
        RowKind::LimitTendon => gap(i) <= TOUCH,
        RowKind::FrictionDof | RowKind::FrictionTendon | RowKind::Metric | RowKind::User => false,
        _ if gap(i) <= TOUCH => true,
        _ => {
            // the pair that hits: its nearest points, should rounding have left them apart
            let hits = |k: usize| {
                hit.is_some_and(|hit| Gap::of(s, rows, k).is_some_and(|g| g.same(hit)))
                    && gap(rows.range(k).start) > TOUCH
            };
            hits(b)
                && (0..rows.nblock()).filter(|&k| hits(k)).all(|k| gap(i) <= gap(rows.range(k).start) + TOUCH)
        }
    }
}

/// The block that is `gap`, the nearest one of a pair.
pub fn block_of(s: &Stages, gap: Gap) -> Option<usize> {
    let open = |b: usize| {
        let i = s.rows.range(b).start;
        (s.rows.pos[i] - s.rows.margin[i]).abs()
    };
    let same = |b: &usize| Gap::of(s, &s.rows, *b).is_some_and(|g| g.same(gap));
    (0..s.rows.nblock()).filter(same).min_by(|&a, &b| open(a).total_cmp(&open(b)))
}

/// Marks the rows of islands in which something is struck; velocities of rows are known.
pub fn mark_struck(m: &Model, d: &mut Data) {
    let rest = still(m);
    let Data { stages: s, scratch, .. } = d;
    let Events { keep, islands, .. } = &mut scratch.events;
    islands.clear();
    islands.resize(s.islands.list.len(), 0);
    for b in 0..s.rows.nblock() {
        if s.rows.info[b].kind != RowKind::Equality && s.rows.vel[s.rows.range(b).start] < -0.5 * rest {
            islands[s.islands.block_island[b] as usize] = 1;
        }
    }
    keep.clear();
    keep.extend((0..s.rows.nblock()).map(|b| islands[s.islands.block_island[b] as usize] == 1));
}

/// (2) for the solve that `d` holds, within `h` seconds.
pub fn first(m: &Model, d: &mut Data, h: f64) -> Next {
    let mut e = std::mem::take(&mut d.scratch.events);
    e.begin(m, d);
    let mut next = Next::Nothing;
    for k in 0..e.closing.len() {
        let c = e.closing[k];
        let end = if let Next::Impact(_, t) | Next::Pause(t) = next { t } else { h };
        match if c.watched { e.follow(m, d, &c, h, end) } else { e.root(m, d, &c, end) } {
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

/// Corrects the time of an impact after the solve up to it.
pub fn correct(m: &Model, d: &mut Data, gap: Gap, t: f64) -> Option<f64> {
    let mut e = std::mem::take(&mut d.scratch.events);
    e.begin(m, d);
    let (f, near) = (e.measure(m, d, gap, t), e.measure(m, d, gap, t * (1.0 - 1e-5)));
    d.scratch.events = e;
    let rate = (f - near) / (1e-5 * t);
    let better = t - f / rate;
    (f.abs() > TOUCH && rate < 0.0 && better > 0.5 * t && better < 1.5 * t).then_some(better)
}

impl Events {
    fn begin(&mut self, m: &Model, d: &Data) {
        self.kin.clone_from(&d.kin);
        self.moves.resize(m.size.nv, 0.0);
        flight::mark(m, &d.stages, &mut self.flies);
    }

    /// φ of (1) at `t`.
    fn measure(&mut self, m: &Model, d: &mut Data, gap: Gap, t: f64) -> f64 {
        let Data { state, stages: s, .. } = d;
        flight::velocity(s, &state.qvel, &self.flies, t, &mut self.moves);
        self.qpos.clone_from(&state.qpos);
        for run in s.sleep.part().joints {
            run.range().for_each(|j| manifold::integrate_joint(m, j, &mut self.qpos, &self.moves, t));
        }
        match gap {
            Gap::Joint(j, side) => joint_gap(m, &self.qpos, j, side),
            Gap::Pair(geoms, margin) | Gap::Point(geoms, margin, _) => {
                let point = if let Gap::Point(.., at) = gap { PairPoint::At(at) } else { PairPoint::Nearest };
                let mocap = Mocap { pos: &state.mocap_pos, quat: &state.mocap_quat };
                kinematics_of(m, s.sleep.part(), &self.qpos, mocap, &mut self.kin);
                let reach = margin + m.geom.rbound[geoms[0]].max(m.geom.rbound[geoms[1]]).max(1e-3);
                pair_distance(m, &self.kin, geoms, point, reach, &mut s.contacts) - margin
            }
        }
    }

    /// The last sample before a watched pair is deeper than rows can see.
    fn follow(&mut self, m: &Model, d: &mut Data, c: &Closing, h: f64, end: f64) -> Next {
        let (Gap::Pair(geoms, _) | Gap::Point(geoms, ..)) = c.gap else { return Next::Nothing };
        let size = geoms.iter().map(|&g| m.geom.rbound[g]).filter(|r| *r > 0.0).fold(f64::INFINITY, f64::min);
        let each = h * TURN / c.turn;
        let mut t = each;
        for _ in 0..SAMPLES as usize {
            if t >= end {
                break;
            }
            if self.measure(m, d, c.gap, t) < -DEEP * size {
                return Next::Pause((t - each).max(each));
            }
            t += each;
        }
        Next::Nothing
    }

    /// The first time up to `end` at which `c` closes.
    fn root(&mut self, m: &Model, d: &mut Data, c: &Closing, end: f64) -> Next {
        let parabola = |t: f64| c.open + t * (c.rate + 0.5 * t * c.bend);
        // where the gap is open for sure, and where the parabola has it closed
        let apex = if c.open <= TOUCH { 0.5 * (-c.rate / c.bend).min(end) } else { 0.0 };
        let first = (apex, if apex > 0.0 { self.measure(m, d, c.gap, apex) } else { c.open });
        let mut low = first;
        if !(low.1 > 0.0) {
            return Next::Unknown;
        }
        let guess = crossing(c, end);
        // bodies that turn fast are followed on their way
        let samples = (c.turn / TURN).ceil().clamp(1.0, SAMPLES);
        let mut high = None;
        for k in 1..=samples as usize {
            let t = end * (k as f64 / samples);
            let f = self.measure(m, d, c.gap, t);
            if f <= 0.0 && t > low.0 {
                high = Some((t, f));
                break;
            }
            low = if t > low.0 { (t, f) } else { low };
        }
        if high.is_none() {
            let dip = if c.bend > 0.0 { (-c.rate / c.bend).clamp(0.0, end) } else { end };
            let turned = 0.5 * c.swing * end * end;
            if parabola(dip).min(parabola(end)) > -turned.min(c.open.max(TOUCH)) {
                return Next::Nothing;
            }
            low = first;
            // gone through, or not there: look behind the place where it should have closed
            for more in [1e-6, 1e-4, 1e-2, 0.1] {
                let t = guess + more * (end - guess);
                let f = self.measure(m, d, c.gap, t);
                if f <= 0.0 && t > low.0 {
                    high = Some((t, f));
                    break;
                }
            }
        }
        let Some(high) = high else { return Next::Unknown };
        Next::Impact(c.gap, self.regula_falsi(m, d, c.gap, low.into(), high.into(), guess))
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
