//! What sank: pairs that a motion leaves deeper in each other than they were before it.
//!
//! d⁺ > max(d, slop) + tolerance                                     d, d⁺: depth of a pair before and after               (1)
//! φ + h n·(w₂ − w₁) − β − θ s ≥ −max(d, slop) − tolerance            where this holds, (1) does not                        (2)
//!
//! with w the velocity that moves positions, θ the turns of the motion, s the way that surfaces slide past each other, β the larger of ½ Σ θ² r, r from the
//! middle of a body to the contact, and of what the nearest point wanders over what is round ([`event::wander`]). Rows that a solve did without, paths that bend and the limits of the position pass can let a pair sink although every row is solved: the
//! certificate then says so, whatever the reason was. What (2) does not clear is measured by s(n) at the end pose, by a routine that makes no contacts
//! (`constraint::contact::pair_depth`); what has sunk goes through the position pass, and what that leaves is measured again.
//!
//! A pair without a contact was farther apart than detection looked, h L + pad ([`super::look`]); it has sunk if it is deeper than a share of the thinner one's half
//! thickness, and cannot be where
//!
//! h L⁺ + ℓ ≤ h L + pad + share     or the spheres around both are h L⁺ + ℓ apart      L ≥ |v₁ − v₂| + Σ r|ω|, ℓ: what the pass lifts     (3)
//!
//! Reads  contacts, kin, the velocity that moves positions, the end of the step     Writes the tally of the step
//! Cost   velocities of the bodies, (2) for each contact, (3) for each pair of bodies of which one went further than was looked; poses and a search for
//!        what these do not clear
//! Checked by: crates/stiction/tests/contact_check.rs.

use super::{end, event};
use crate::data::{Data, Stages};
use crate::hooks::Hooks;
use crate::stage::contact;
use crate::stage::integrate::Path;
use stiction_constraint::Contact;
use stiction_constraint::contact::{CheckInput, Filter, Travel, is_unlisted, pair_depth, pair_tolerance};
use stiction_dynamics::stages::{Kinematics, Velocities};
use stiction_dynamics::velocity;
use stiction_model::Model;
use stiction_model::kinds::disable;
use stiction_spatial::Vec3;

/// Depths count from this many times `slop` on, as in the geometric half of the certificate.
const TOLERANCE: f64 = 10.0;
/// Tolerance of (1) over the half thickness of the thinner one, and the largest one (m): what turns and slides in a heap loses as much.
const SMALL: (f64, f64) = (0.01, 1e-3);
/// What a pair may be deeper by rounding (m).
const ROUNDING: f64 = 1e-13;
/// Depth of a pair without a contact that counts, over the half thickness of the thinner one.
const UNSEEN: f64 = 0.1;

/// Work memory.
#[derive(Debug, Default)]
pub struct SunkScratch {
    /// Velocities of bodies that move positions.
    vel: Velocities,
    /// How bodies with geoms move.
    bodies: Vec<Beyond>,
    /// Pairs without a contact that may have sunk, and the depth that counts (m).
    pairs: Vec<([usize; 2], f64)>,
    /// The end of the step has the poses of the motion, without the position pass.
    posed: bool,
}

/// How much further than detection knew a body goes.
#[derive(Clone, Copy, Debug)]
struct Beyond {
    body: usize,
    known: Travel,
    moves: Travel,
    /// At most, the position pass included (m).
    more: f64,
    /// What the position pass adds at most (m).
    lifted: f64,
    /// How far its surface may be from where it was, the position pass included (m).
    far: f64,
}

impl Beyond {
    /// Of a pair that comes nearer than was looked, one does.
    fn goes_beyond(&self, pad: f64) -> bool {
        2.0 * self.more > pad
    }
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

/// Whether the motion that `d` is about to make leaves a pair deeper, by (1) without a tolerance: what (2) does not clear is measured where it ends. Then the
/// position pass has a look.
pub fn doubted(m: &Model, d: &mut Data) -> bool {
    let (h, mut x) = (d.hard.span(m), std::mem::take(&mut d.scratch.sunk));
    let vel = &mut x.vel;
    vel.clone_from(&d.vel);
    velocity::com_vel_of(m, d.sleep.part(), &d.com, &d.scratch.moves, vel);
    let ways = Ways { m, s: &d.stages, vel, h, end: None, tolerant: false };
    let mut doubted = d.contacts.list.iter().any(|c| !ways.clears(c));
    x.posed = doubted;
    if doubted {
        end::start_posed(m, d);
        let end = Some(d.scratch.end.kin());
        doubted = Ways { m, s: &d.stages, vel, h, end, tolerant: false }.deepest().depth > 0.0;
    }
    d.scratch.sunk = x;
    doubted
}

/// Judges the motion after the position pass; detection has looked `pad` (m) farther than velocities reach.
pub fn judge(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, path: Path, pad: f64) {
    if m.disabled(disable::CONTACT) || m.disabled(disable::CONSTRAINT) {
        return;
    }
    let (h, lifted) = (d.hard.span(m), path == Path::Lifted);
    if SunkScratch::with(d, |x, d| x.follow(m, d, h, pad)) {
        contact::filtered(m, d, hooks, |d, filter| SunkScratch::with(d, |x, d| x.find(m, d, filter, pad)));
    }
    let x = std::mem::take(&mut d.scratch.sunk);
    if lifted || !x.pairs.is_empty() {
        // the position pass leaves them, and so does a doubt that was none
        if !lifted && !x.posed {
            end::start_posed(m, d);
        }
        let end = d.scratch.end.kin();
        let mut worst = Sunk::default();
        if lifted {
            worst = Ways { m, s: &d.stages, vel: &x.vel, h, end: Some(end), tolerant: true }.deepest();
        }
        for &(geoms, counts) in &x.pairs {
            let depth = pair_depth(m, &d.contacts, end, geoms, &[], counts);
            let depth = depth.filter(|depth| *depth > counts).unwrap_or(0.0);
            worst = worst.worst(Sunk { depth, geoms: Some(geoms) });
        }
        let tally = &mut d.stages.hard.tally;
        tally.sunk = tally.sunk.worst(worst);
    }
    d.scratch.sunk = x;
}

impl SunkScratch {
    /// Lends the memory of `d`.
    fn with<R>(d: &mut Data, work: impl FnOnce(&mut Self, &Data) -> R) -> R {
        let mut x = std::mem::take(&mut d.scratch.sunk);
        let done = work(&mut x, d);
        d.scratch.sunk = x;
        done
    }

    /// How bodies with geoms move, and how much further than was known; true if one goes further than was looked.
    fn follow(&mut self, m: &Model, d: &Data, h: f64, pad: f64) -> bool {
        let (lifted, pairs) = (d.hard.pass.lifted, &d.contacts.pairs);
        let beyond = |b: usize| {
            let [known, moves] = pairs.travels(m, &d.com, &self.vel, b);
            let more = h * ((moves.lin - known.lin).norm() + (moves.spin - known.spin).max(0.0));
            let lifted = if m.body.treeid[b].is_some() { lifted } else { 0.0 };
            let far = h * (moves.lin.norm() + moves.spin) + lifted;
            Beyond { body: b, known, moves, more: more + lifted, lifted, far }
        };
        self.bodies.clear();
        self.bodies.extend((0..m.size.nbody).filter(|&b| m.body.geomnum[b] > 0).map(beyond));
        self.pairs.clear();
        self.bodies.iter().any(|b| b.goes_beyond(pad))
    }

    /// Lists the pairs without a contact that (3) does not clear.
    fn find(&mut self, m: &Model, d: &Data, filter: Option<Filter<'_>>, pad: f64) {
        let (h, states) = (d.hard.span(m), &d.sleep.lists.body_awake);
        let least = TOLERANCE * m.stiction.slop;
        let input = CheckInput {
            contacts: &d.contacts,
            before: &d.kin,
            after: &d.kin,
            asleep: &|b| states[b] == 0,
            filter,
            tolerance: least,
        };
        self.pairs.clear();
        for (i, a) in self.bodies.iter().enumerate().filter(|(_, a)| a.goes_beyond(pad)) {
            for (j, b) in self.bodies.iter().enumerate() {
                // of two that go beyond, the first one looks at the other
                let again = j == i || j < i && b.goes_beyond(pad);
                if again || a.more + b.more <= pad + least {
                    continue;
                }
                // what is checked below, with less work: most pairs of bodies are far apart
                let reach = a.known.radius + a.far + b.known.radius + b.far;
                if (a.known.centre - b.known.centre).norm_squared() > reach * reach {
                    continue;
                }
                let nearer = h * a.moves.approach(&b.moves) + a.lifted + b.lifted;
                let unseen = nearer - h * a.known.approach(&b.known) - pad;
                if unseen <= least || a.known.apart(&b.known) > nearer {
                    continue;
                }
                for g1 in m.body.geoms(a.body).range() {
                    for g2 in m.body.geoms(b.body).range() {
                        let key = |g: usize| (m.geom.kind[g], g);
                        let pair = if key(g1) > key(g2) { [g2, g1] } else { [g1, g2] };
                        let counts = (UNSEEN * event::thinner(m, pair)).max(least);
                        if unseen > counts && near(m, &d.kin, pair, nearer) && is_unlisted(m, &input, pair) {
                            self.pairs.push((pair, counts));
                        }
                    }
                }
            }
        }
    }
}

/// Whether the spheres around two geoms meet where they come nearer by `nearer` (m).
fn near(m: &Model, kin: &Kinematics, [g1, g2]: [usize; 2], nearer: f64) -> bool {
    let [r1, r2] = [g1, g2].map(|g| if m.geom.rbound[g] > 0.0 { m.geom.rbound[g] } else { f64::INFINITY });
    let reach = r1 + r2 + nearer;
    (kin.geom_xpos[g1] - kin.geom_xpos[g2]).norm_squared() <= reach * reach
}

/// How bodies move: by their velocities, or where they are at the end.
struct Ways<'a> {
    m: &'a Model,
    s: &'a Stages,
    vel: &'a Velocities,
    h: f64,
    end: Option<&'a Kinematics>,
    /// Depths count from the tolerance on.
    tolerant: bool,
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
        if self.tolerant { self.told(pair) } else { 0.0 }
    }

    /// Depths that are told count from here on (m).
    fn told(&self, pair: [usize; 2]) -> f64 {
        let least = pair_tolerance(self.m, TOLERANCE * self.m.stiction.slop, pair);
        least.max((SMALL.0 * event::thinner(self.m, pair)).min(SMALL.1))
    }

    /// (2), first with what every pair may have, and what else of the pair may come down.
    fn clears(&self, c: &Contact) -> bool {
        let least = self.least(c);
        (least >= -self.m.stiction.slop || least >= -self.allowed(c)) && self.clears_rest(c)
    }

    /// Shapes that touch have all of their corners among the contacts; of a pair that is apart the nearest point may be the only one, and corners
    /// beside it are bounded by how far convex shapes reach along n.
    fn clears_rest(&self, c: &Contact) -> bool {
        let gap = c.dist - c.includemargin;
        if gap <= self.m.stiction.slop {
            return true;
        }
        let (along, bends) = event::falls(self.m, self.s, self.vel, geoms(c), c.frame.row(0));
        let enough = self.m.stiction.slop + self.told(geoms(c));
        bends == f64::INFINITY || gap - self.h * ((-along).max(0.0) + bends) >= -enough
    }

    /// The left side of (2).
    fn least(&self, c: &Contact) -> f64 {
        let [a, b] = c.geom.map(|g| self.way(g, c.pos));
        let apart = b.shift - a.shift;
        let along = c.frame.row(0).dot(apart);
        let slid = (apart - c.frame.row(0).scale(along)).norm();
        let bend = (a.bend + b.bend).max(0.5 * event::wander(self.m, geoms(c), a.turn + b.turn));
        c.dist - c.includemargin + along - bend - a.turn.max(b.turn) * slid
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
            if depth > ROUNDING {
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
