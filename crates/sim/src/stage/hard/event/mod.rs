//! Impacts at their own time: which gaps close within the step, and when.
//!
//! φ_c(t) = φ(q ⊕ t w(t)),   w(t) = v + ½ t a in free flight, v + t a elsewhere,   a of a solve without the gaps that close  (1)
//! φ_c(t*) = 0,   t* the first of all c                                                                              (2)
//!
//! [`find`] names the gaps that close, [`path`] measures (1), [`time`] solves (2), [`keep`] chooses the rows of each solve.
//!
//! What counts as an impact: a gap that is open and closes faster than the rest speed. What counts as a crowd, and is left to time
//! stepping: steps with many rows, islands of many dofs, many islands with impacts in one step.
//!
//! Checked by: crates/stiction/tests/exact_flight.rs.

mod find;
mod keep;
mod path;
mod time;

pub use find::{Approach, ROWS, approach, closing, is_struck, rebounds, struck};
pub use keep::{
    block_of, keep_marked, left_open, mark, mark_fastest, mark_struck, recall_rows, remember_rows, takes_part,
};
pub use path::{falls, motion, sides, thinner, wander};
pub use time::{correct, first};

use crate::data::Stages;
use stiction_constraint::rows::Side;
use stiction_dynamics::stages::{Kinematics, Velocities};
use stiction_model::Model;
use stiction_solver::{RowKind, Rows};
use stiction_spatial::Vec3;

/// Gaps up to this touch [m, rad].
pub const TOUCH: f64 = 1e-8;
/// Approach that counts as none, whatever the gravity [m/s, rad/s].
const STILL: f64 = 1e-9;
/// Turn within a step that (3) is for (rad).
const TURN: f64 = 0.3;

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
    /// Its contact or joint.
    id: i32,
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
    /// The time that `qpos` and `kin` belong to (s), on the path that is followed.
    placed: Option<f64>,
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

/// Normal velocity of a block.
fn rate(rows: &Rows, b: usize) -> f64 {
    let i = rows.range(b).start;
    if rows.info[b].kind == RowKind::ContactPyramidal {
        0.5 * (rows.vel[i] + rows.vel[i + 1])
    } else {
        rows.vel[i]
    }
}

/// The speed below which an approach is none.
fn still(m: &Model, s: &Stages) -> f64 {
    m.stiction.impact_rest_speed(s.hard.step(m), m.opt.gravity.norm()).max(STILL)
}

impl Events {
    /// A new step.
    pub fn start(&mut self, act_dot: &[f64]) {
        self.act_dot.clear();
        self.act_dot.extend_from_slice(act_dot);
        self.crowded = false;
        self.placed = None;
    }

    /// Gives away the state and the poses `t` seconds along `moves`, if those are the last that were measured.
    pub fn lend(&mut self, t: f64, moves: &[f64], qpos: &mut Vec<f64>, kin: &mut Kinematics) -> bool {
        let there = self.placed.take() == Some(t) && self.moves == moves;
        if there {
            std::mem::swap(&mut self.qpos, qpos);
            std::mem::swap(&mut self.kin, kin);
        }
        there
    }

    /// What was measured may be of another state.
    pub fn leave(&mut self) {
        self.placed = None;
    }

    /// Forgets the gaps, and what was measured.
    pub fn forget(&mut self) {
        self.closing.clear();
        self.placed = None;
    }

    /// True for rows that the solve up to the impact does without.
    pub fn waits(&self, s: &Stages, rows: &Rows, b: usize) -> bool {
        // of a pair that touches, what is not awaited itself stays a row
        let one = |c: &Closing| !matches!(c.gap, Gap::Point(..)) || c.id == rows.info[b].id;
        let awaited = |c: &Closing, g: Gap| !c.watched && c.gap.same(g) && one(c);
        Gap::of(s, rows, b).is_some_and(|g| self.closing.iter().any(|c| awaited(c, g)))
    }

    /// True for the block of a gap that closes, or is watched.
    pub fn closes(&self, b: usize) -> bool {
        self.closing.iter().any(|c| c.block == b)
    }

    /// True if a gap closes.
    pub fn awaits(&self) -> bool {
        self.closing.iter().any(|c| !c.watched)
    }
}
