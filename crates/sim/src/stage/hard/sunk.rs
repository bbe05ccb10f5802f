//! What sank: pairs that a motion leaves deeper in each other than they were before it.
//!
//! d⁺ > max(d, slop) + tolerance                                     d, d⁺: depth of a pair before and after               (1)
//! φ + h n·(w₂ − w₁) − ½ Σ θ² r − θ s ≥ −max(d, slop) − tolerance     where this holds, (1) does not                        (2)
//!
//! with w the velocity that moves positions, θ the turns of the motion, s the way that surfaces slide past each other, r from the middle of a body to the
//! contact. Rows that a solve did without, paths that bend and the limits of the position pass can let a pair sink although every row is solved: the
//! certificate then says so, whatever the reason was. What (2) does not clear is measured by s(n) at the end pose, by a routine that makes no contacts
//! (`constraint::contact::pair_depth`); what has sunk goes through the position pass, and what that leaves is measured again. Bodies whose velocity
//! changed by more than detection had looked ahead for ([`super::look`]) are compared with others as well: without a contact a pair has sunk if it is deeper than
//! a share of the thinner one's half thickness. Pairs that no velocity brings so deep are left out, whatever the position pass lifts.
//!
//! Reads  contacts, kin, the velocity that moves positions, the end of the step     Writes the tally of the step
//! Cost   velocities of the bodies, (2) for each contact; poses and a search for each pair that (2) does not clear; a pass over the geoms for each
//!        body that went further than was looked
//! Checked by: crates/stiction/tests/contact_check.rs.

use super::{end, event, look};
use crate::data::{Data, Stages};
use crate::hooks::Hooks;
use crate::stage::contact;
use crate::stage::integrate::Path;
use stiction_constraint::Contact;
use stiction_constraint::contact::{CheckInput, Filter, pair_depth, pair_tolerance, unlisted};
use stiction_dynamics::stages::{Kinematics, Velocities};
use stiction_dynamics::velocity;
use stiction_model::Model;
use stiction_model::kinds::disable;
use stiction_spatial::Vec3;

/// Depths count from this many times `slop` on, as in the geometric half of the certificate.
const TOLERANCE: f64 = 10.0;
/// Tolerance of (1) over the half thickness of the thinner one, and the largest one (m): what turns and slides in a heap loses as much.
const SMALL: (f64, f64) = (0.01, 1e-3);
/// Depth of a pair without a contact that counts, over the half thickness of the thinner one.
const UNSEEN: f64 = 0.1;

/// Work memory.
#[derive(Debug, Default)]
pub struct SunkScratch {
    /// Velocities of bodies that move positions.
    vel: Velocities,
    /// How much further than its velocity before the step said a body goes (m).
    beyond: Vec<f64>,
}

/// The pair that sank deepest.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sunk {
    /// How much deeper than before, and than the slop (m); zero: nothing did.
    pub depth: f64,
    /// Its geoms.
    pub geoms: Option<[usize; 2]>,
}

impl Sunk {
    /// The deeper one of two.
    #[must_use]
    pub fn worst(self, other: Sunk) -> Sunk {
        if other.depth > self.depth { other } else { self }
    }
}

/// Whether the motion that `d` is about to make leaves a pair deeper: what (2) does not clear is measured where it ends. Then the position pass has a look.
pub fn doubted(m: &Model, d: &mut Data) -> bool {
    let (h, mut x) = (d.hard.span(m), std::mem::take(&mut d.scratch.sunk));
    let vel = &mut x.vel;
    vel.clone_from(&d.vel);
    velocity::com_vel_of(m, d.sleep.part(), &d.com, &d.scratch.moves, vel);
    let ways = Ways { m, s: &d.stages, vel, h, end: None };
    let mut doubted = d.contacts.list.iter().any(|c| !ways.clears(c));
    if doubted {
        end::start(m, d);
        end::poses(m, d);
        doubted = Ways { m, s: &d.stages, vel, h, end: Some(d.scratch.end.kin()) }.deepest().depth > 0.0;
    }
    d.scratch.sunk = x;
    doubted
}

/// Judges the motion after the position pass; detection has looked `pad` (m) farther than velocities reach.
pub fn judge(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, path: Path, pad: f64) {
    if m.disabled(disable::CONTACT) || m.disabled(disable::CONSTRAINT) {
        return;
    }
    let (h, mut x) = (d.hard.span(m), std::mem::take(&mut d.scratch.sunk));
    let SunkScratch { vel, beyond } = &mut x;
    let change = |b| h * look::change(m, &d.kin, &d.com, [&d.vel, vel], b);
    beyond.clear();
    beyond.extend((0..m.size.nbody).map(change));
    let least = pad + TOLERANCE * m.stiction.slop;
    let (lifted, far) = (path == Path::Lifted, beyond.iter().any(|x| *x > least));
    if lifted || far {
        if !lifted {
            end::start(m, d);
        }
        end::poses(m, d);
        let mut worst = Ways { m, s: &d.stages, vel, h, end: Some(d.scratch.end.kin()) }.deepest();
        if far {
            let unseen = contact::filtered(m, d, hooks, |d, filter| unseen(m, d, beyond, pad, filter));
            worst = worst.worst(unseen);
        }
        let tally = &mut d.stages.hard.tally;
        tally.sunk = tally.sunk.worst(worst);
    }
    d.scratch.sunk = x;
}

/// The deepest pair without a contact, of bodies that went `beyond` what was looked for them.
fn unseen(m: &Model, d: &Data, beyond: &[f64], pad: f64, filter: Option<Filter<'_>>) -> Sunk {
    let states = &d.sleep.lists.body_awake;
    let least = TOLERANCE * m.stiction.slop;
    let input = CheckInput {
        contacts: &d.contacts,
        before: &d.kin,
        after: d.scratch.end.kin(),
        asleep: &|b| states[b] == 0,
        filter,
        tolerance: least,
    };
    // a pair was farther apart than was looked: but for the position pass it is no deeper than its bodies went beyond that
    let tolerance = |p: [usize; 2]| {
        let [a, b] = p.map(|g| beyond[m.geom.bodyid[g]]);
        let counts =
            if a + b > pad + least { (UNSEEN * event::thinner(m, p)).max(least) } else { f64::INFINITY };
        if a + b > pad + counts { counts } else { f64::INFINITY }
    };
    (1..m.size.nbody)
        .filter(|&b| beyond[b] > pad + least)
        .flat_map(|b| m.body.geoms(b).range())
        .filter_map(|g| unlisted(m, &input, g, &tolerance))
        .fold(Sunk::default(), |w, o| w.worst(Sunk { depth: o.depth, geoms: Some(o.geoms) }))
}

/// How bodies move: by their velocities, or where they are at the end.
struct Ways<'a> {
    m: &'a Model,
    s: &'a Stages,
    vel: &'a Velocities,
    h: f64,
    end: Option<&'a Kinematics>,
}

impl Ways<'_> {
    /// How deep the pair of `c` may be without having sunk (m).
    fn allowed(&self, c: &Contact) -> f64 {
        let pair = self.s.contacts.list.iter().filter(|x| x.geom == c.geom);
        let before = pair.fold(0.0, |d: f64, x| d.max(x.includemargin - x.dist));
        let slop = self.m.stiction.slop;
        before.max(slop) + self.tolerance(geoms(c))
    }

    /// The tolerance of (1).
    fn tolerance(&self, pair: [usize; 2]) -> f64 {
        let least = pair_tolerance(self.m, TOLERANCE * self.m.stiction.slop, pair);
        least.max((SMALL.0 * event::thinner(self.m, pair)).min(SMALL.1))
    }

    /// (2), first with what every pair may have.
    fn clears(&self, c: &Contact) -> bool {
        let least = self.least(c);
        least >= -self.m.stiction.slop || least >= -self.allowed(c)
    }

    /// The left side of (2).
    fn least(&self, c: &Contact) -> f64 {
        let [a, b] = c.geom.map(|g| self.way(g, c.pos));
        let apart = b.shift - a.shift;
        let along = c.frame.row(0).dot(apart);
        let slid = (apart - c.frame.row(0).scale(along)).norm();
        c.dist - c.includemargin + along - a.bend - b.bend - a.turn.max(b.turn) * slid
    }

    /// What the body of a geom does to its point `at`.
    fn way(&self, geom: i32, at: Vec3) -> Way {
        let body = self.m.geom.bodyid[geom.max(0) as usize].idx();
        let arm = at - self.s.kin.xipos[body];
        let (v, w) = event::motion(self.m, self.s, self.vel, body);
        let turn = self.h * w.norm();
        let shift = match self.end {
            None => (v + w.cross(arm)).scale(self.h),
            Some(kin) => {
                let place = self.s.kin.xmat[body].tr_mul_vec(at - self.s.kin.xpos[body]);
                kin.xpos[body] + kin.xmat[body].mul_vec(place) - at
            }
        };
        Way { shift, turn, bend: 0.5 * turn * turn * arm.norm() }
    }

    /// (1) for all pairs that (2) does not clear.
    fn deepest(&self) -> Sunk {
        let (mut worst, mut last) = (Sunk::default(), None);
        let Some(kin) = self.end else { return worst };
        for c in self.s.contacts.list.iter().filter(|c| !self.clears(c)) {
            if last.replace(c.geom) == Some(c.geom) {
                continue;
            }
            let (pair, allowed) = (geoms(c), self.allowed(c));
            let enough = allowed - c.includemargin;
            let depth = pair_depth(self.m, &self.s.contacts, kin, pair, &[c.frame.row(0)], enough);
            let depth = depth.map_or(0.0, |d| d - enough);
            if depth > 0.0 {
                worst = worst.worst(Sunk { depth: depth + self.tolerance(pair), geoms: Some(pair) });
            }
        }
        worst
    }
}

/// How a point moves with a body.
struct Way {
    /// Where to (m).
    shift: Vec3,
    /// How far the body turns (rad).
    turn: f64,
    /// ½ θ² r (m).
    bend: f64,
}

fn geoms(c: &Contact) -> [usize; 2] {
    c.geom.map(|g| g.max(0) as usize)
}
