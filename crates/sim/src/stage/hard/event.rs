//! Impacts at their own time: which gaps close within the step, and when.
//!
//! φ_c(t) = φ(q ⊕ t w(t)),   w(t) = v + ½ t a in free flight, v + t a elsewhere,   a of a solve without the gaps that close  (1)
//! φ_c(t*) = 0,   t* the first of all c                                                                              (2)
//!
//! φ is measured by detection at each pose, normals and all. Where bodies hardly turn, (2) is bracketed by the ends of the step; elsewhere, and where a gap is
//! open at the end though its row says that it closes, it is approached from the open side by steps that no point can outrun:
//!
//! t ← t + (φ_c(t) + δ)/L,   L ≥ |v₁ − v₂| + Σ r|ω|,   δ a quarter of the thinner one's thickness                      (3)
//!
//! so that nothing is skipped, however thin and fast. Regula falsi (Illinois) ends both. Where (3) takes too many steps, contacts are sought again
//! from the time that it has reached.
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
use stiction_dynamics::stages::{Kinematics, Velocities};
use stiction_dynamics::velocity;
use stiction_model::Model;
use stiction_solver::{RowKind, Rows};
use stiction_spatial::Vec3;

/// Gaps up to this touch [m, rad].
pub const TOUCH: f64 = 1e-8;
/// (2) ends at a gap of this size [m, rad].
const CLOSED: f64 = 1e-13;
/// Gap that the corrected time of an impact may leave [m, rad]: what it leaves is the error of derivatives through the impact.
const TIMED: f64 = 1e-12;
/// Approach that counts as none, whatever the gravity [m/s, rad/s].
const STILL: f64 = 1e-9;
/// Largest island, in dofs, whose impacts act at their own time: with restitution, and without.
const CROWD: [u32; 2] = [128, 12];
/// Most rows of a step: each impact solves them anew.
const ROWS: usize = 400;
/// Most islands with impacts in one step.
const ISLANDS: usize = 8;
/// Turn within a step that (3) is for (rad).
const TURN: f64 = 0.3;
/// Most measures of (3), and of a pair that is watched.
const SAMPLES: usize = 48;
/// How much faster than at the ends of the step a body may move and turn within it.
const HASTE: [f64; 2] = [1.1, 1.5];
/// Depth that (3) may reach between measures, over half the thickness of the thinner one: it is in, and seen to be.
const SURE: f64 = 0.5;
/// Depth that a turn of fast bodies in contact may reach before contacts are sought again, over the size of the smaller one.
const DEEP: f64 = 0.02;
/// Speeds that differ by less than this share of the fastest are the same: symmetric scenes stay symmetric.
const TOGETHER: f64 = 1e-6;
/// Times, each a tenth of the last, at which a gap that parts is looked at for one at which it is open.
const PARTING: usize = 4;
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
    /// How far its bodies turn within the step (rad).
    turn: f64,
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
    after: Vec<f64>,
    moves: Vec<f64>,
    qpos: Vec<f64>,
    kin: Kinematics,
    /// Velocities at the end of the step, of dofs and of bodies.
    end: Vec<f64>,
    vel: Velocities,
    spare: Rows,
    all: Rows,
    /// Approach of each pair of bodies, and of joints to their limits.
    speeds: Vec<([i32; 2], f64)>,
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

/// Normal velocity of a block.
fn rate(rows: &Rows, b: usize) -> f64 {
    let i = rows.range(b).start;
    if rows.info[b].kind == RowKind::ContactPyramidal {
        0.5 * (rows.vel[i] + rows.vel[i + 1])
    } else {
        rows.vel[i]
    }
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
        carries: range.into_iter().any(|i| s.solution.efc_force[i] != 0.0),
    }
}

/// The speed below which an approach is none.
fn still(m: &Model, s: &Stages) -> f64 {
    m.stiction.impact_rest_speed(s.hard.step(m), m.opt.gravity.norm()).max(STILL)
}

fn in_crowd(m: &Model, s: &Stages, b: usize, gap: Gap) -> bool {
    let most = CROWD[usize::from(gap.restitution(m) <= 0.0)];
    s.rows.jac.nrow() > ROWS
        || s.islands.list.get(s.islands.block_island[b] as usize).is_none_or(|i| i.nv > most)
}

/// True if something that touches is hit now. Without restitution a slow approach is as well met by the step.
pub fn struck(m: &Model, s: &Stages) -> bool {
    let rest = still(m, s);
    let firm = m.stiction.rest_speed(s.hard.step(m), m.opt.gravity.norm()).max(STILL);
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
        let bend = n.bend[1] - swing;
        // what turns fast may close whatever its row says
        let whirls = turn > TURN && gap < h * (swing * h + n.rate.abs());
        if gap <= TOUCH && n.rate < rest
            || !(n.carries || whirls || dips(n.gap, n.rate, n.bend[0] - swing, h))
        {
            continue;
        }
        let speed2 = n.rate * n.rate - 2.0 * bend * n.gap.max(0.0);
        if !whirls && (speed2 < rest * rest || n.rate > 0.0 && bend >= 0.0) {
            continue;
        }
        let Some(g) = Gap::of(s, &s.rows, b) else { continue };
        if in_crowd(m, s, b, g) {
            e.crowded = true;
            continue;
        }
        let g = if touches(m, s, b, g) { at_point(s, b, g) } else { g };
        let (open, rate, bend) = (n.gap, n.rate, n.bend[1]);
        let new = Closing { gap: g, open, rate, bend, turn, block: b, watched: false };
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
        (turn.max(h * w), swing + w * w * reach(m, &s.kin, g.max(0) as usize))
    })
}

/// How far a geom reaches from the centre of mass of its body.
fn reach(m: &Model, kin: &Kinematics, geom: usize) -> f64 {
    m.geom.rbound[geom] + (kin.geom_xpos[geom] - kin.xipos[m.geom.bodyid[geom] as usize]).norm()
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

    fn watch(&mut self, m: &Model, s: &Stages, b: usize, turn: f64) {
        let Some(gap) = Gap::of(s, &s.rows, b) else { return };
        if in_crowd(m, s, b, gap) || self.closing.iter().any(|c| c.watched && c.gap.same(gap)) {
            return;
        }
        let (open, rate, bend) = (0.0, 0.0, 0.0);
        self.closing.push(Closing { gap, open, rate, bend, turn, block: b, watched: true });
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
    let Data { constraints, stages: s, scratch, .. } = d;
    let Events { keep, spare, .. } = &mut scratch.events;
    rows::retain(m, s, spare, |b| keep[b]);
    constraints.find_rows(&s.rows);
}

/// True for rows that an impact of `hit` is solved with: equalities, and what touches.
pub fn takes_part(s: &Stages, rows: &Rows, b: usize, hit: Option<Gap>) -> bool {
    let i = rows.range(b).start;
    let gap = |k: usize| rows.pos[k] - rows.margin[k];
    match rows.info[b].kind {
        RowKind::Equality | RowKind::User => true,
        RowKind::LimitTendon => gap(i) <= TOUCH,
        RowKind::FrictionDof | RowKind::FrictionTendon | RowKind::Metric => false,
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
    let rest = still(m, &d.stages);
    let Data { stages: s, scratch, .. } = d;
    let Events { keep, islands, .. } = &mut scratch.events;
    islands.clear();
    islands.resize(s.islands.list.len(), 0);
    for b in 0..s.rows.nblock() {
        let free = matches!(s.rows.info[b].kind, RowKind::Equality | RowKind::User);
        if !free && s.rows.vel[s.rows.range(b).start] < -0.5 * rest {
            islands[s.islands.block_island[b] as usize] = 1;
        }
    }
    keep.clear();
    keep.extend((0..s.rows.nblock()).map(|b| islands[s.islands.block_island[b] as usize] == 1));
}

/// Keeps the rows, for [`recall_rows`].
pub fn remember_rows(d: &mut Data) {
    let Data { stages: s, scratch, .. } = d;
    scratch.events.all.clone_from(&s.rows);
}

/// The rows as they were.
pub fn recall_rows(m: &Model, d: &mut Data) {
    let Data { stages: s, scratch, .. } = d;
    s.rows.clone_from(&scratch.events.all);
    rows::retain(m, s, &mut scratch.events.spare, |_| true);
}

/// Marks equalities, and the rows of the two bodies or the joint that approach fastest: of all of that speed. False if nothing approaches
/// faster than rest. Velocities of rows are known.
pub fn mark_fastest(m: &Model, d: &mut Data) -> bool {
    let rest = still(m, &d.stages);
    let Data { stages: s, scratch, .. } = d;
    let Events { keep, speeds, .. } = &mut scratch.events;
    let what = |b: usize| {
        let id = s.rows.info[b].id;
        match s.rows.info[b].kind {
            RowKind::Equality => None,
            kind if kind.is_contact() => Some(
                s.contacts.list[id as usize]
                    .geom
                    .map(|g| m.body.weldid[m.geom.bodyid[g.max(0) as usize] as usize]),
            ),
            _ => Some([-1, id]),
        }
    };
    speeds.clear();
    for b in 0..s.rows.nblock() {
        if let Some([x, y]) = what(b) {
            let (pair, u) = ([x.min(y), x.max(y)], rate(&s.rows, b));
            match speeds.iter_mut().find(|(p, _)| *p == pair) {
                Some((_, v)) => *v = v.min(u),
                None => speeds.push((pair, u)),
            }
        }
    }
    let fastest = speeds.iter().fold(0.0, |v: f64, (_, u)| v.min(*u));
    keep.clear();
    keep.extend((0..s.rows.nblock()).map(|b| {
        what(b).is_none_or(|[x, y]| {
            speeds.iter().any(|(p, u)| *p == [x.min(y), x.max(y)] && *u <= fastest * (1.0 - TOGETHER))
        })
    }));
    fastest < -rest
}

/// (2) for the solve that `d` holds, within `h` seconds.
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
    let rate = match last.replace([t, f]) {
        Some([before, left]) => (f - left) / (t - before),
        None => (f - near) / (1e-5 * t),
    };
    let better = t - f / rate;
    (f.abs() > TIMED && rate < 0.0 && better > 0.5 * t && better < 1.5 * t).then_some(better)
}

impl Events {
    fn begin(&mut self, m: &Model, d: &Data) {
        self.kin.clone_from(&d.kin);
        self.moves.resize(m.size.nv, 0.0);
        self.after.resize(m.size.nv, 0.0);
        flight::mark(m, &d.stages, &d.constraints, &mut self.flies);
    }

    /// L of (3) within `h` seconds.
    fn haste(&mut self, m: &Model, d: &Data, geoms: [usize; 2], h: f64) -> f64 {
        let s = &d.stages;
        if self.end.is_empty() {
            self.end.extend(d.state.qvel.iter().zip(&s.solution.qacc).map(|(v, a)| v + h * a));
            self.vel.clone_from(&s.vel);
            velocity::com_vel_of(m, s.sleep.part(), &s.com, &self.end, &mut self.vel);
        }
        let of = |g: usize| {
            let body = m.geom.bodyid[g] as usize;
            let arm = s.kin.xipos[body] - s.com.subtree_com[m.body.rootid[body] as usize];
            let ends = [s.vel.cvel[body], self.vel.cvel[body]];
            let speed = ends.map(|v| (v.lin + v.ang.cross(arm)).norm());
            let spin = ends.map(|v| v.ang.norm());
            HASTE[0] * speed[0].max(speed[1]) + HASTE[1] * spin[0].max(spin[1]) * reach(m, &s.kin, g)
        };
        of(geoms[0]) + of(geoms[1])
    }

    /// φ of (1) at `t`.
    fn measure(&mut self, m: &Model, d: &mut Data, gap: Gap, t: f64) -> f64 {
        let Data { state, stages: s, .. } = d;
        let flying = flight::Flying { s, qvel: &state.qvel, flies: &self.flies, t, bent: &[] };
        flying.velocity(&mut self.moves, &mut self.after);
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
                // farther away than the size of the smaller one it is enough to know that
                let sizes = geoms.map(|g| m.geom.rbound[g]).into_iter().filter(|r| *r > 0.0);
                let reach = margin + 2.0 * sizes.fold(f64::INFINITY, f64::min).clamp(1e-3, 1e3);
                pair_distance(m, &self.kin, geoms, point, reach, &mut s.contacts) - margin
            }
        }
    }

    /// The last sample before a watched pair is deeper than rows can see.
    fn follow(&mut self, m: &Model, d: &mut Data, c: &Closing, h: f64, end: f64) -> Next {
        let (Gap::Pair(geoms, _) | Gap::Point(geoms, ..)) = c.gap else { return Next::Nothing };
        let size = geoms.iter().map(|&g| m.geom.rbound[g]).filter(|r| *r > 0.0).fold(f64::INFINITY, f64::min);
        // no point crosses the thinner one between samples
        let each = (h * TURN / c.turn).min(thinner(m, geoms) / self.haste(m, d, geoms, h));
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
                    apex.min(SURE * thinner(m, geoms) / self.haste(m, d, geoms, h))
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
                if c.turn > TURN || last > 0.0 && dips(c.open, c.rate, c.bend, end) =>
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

    /// (3), from a time at which the gap is open.
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
        let sure = SURE * thinner(m, geoms);
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

/// Half of the smallest extent of the thinner of two geoms; planes have none.
fn thinner(m: &Model, geoms: [usize; 2]) -> f64 {
    let extents = |g: usize| m.geom.aabb[g][3..].iter().copied().filter(|x| *x > 0.0);
    geoms.into_iter().flat_map(extents).fold(f64::INFINITY, f64::min)
}

/// Where the parabola of `c` crosses zero, at most `end`.
fn crossing(c: &Closing, end: f64) -> f64 {
    let root = (c.rate * c.rate - 2.0 * c.bend * c.open.max(0.0)).max(0.0).sqrt();
    let t = if c.open <= TOUCH { -2.0 * c.rate / c.bend } else { 2.0 * c.open / (root - c.rate) };
    if t > 0.0 && t < end { t } else { end }
}
