//! A hard step that impacts divide.
//!
//! ```text
//! solve over what is left of the step                 as without impacts; nothing more where no gap closes
//! solve without the gaps that close, t* of the first  event
//! solve and move up to t*                             the part before the impact
//! impact: v⁻ → v′ at t*, no time for forces           M (v′ − v⁻) = JᵀΛ,  u′ = −e u⁻ where it rebounds
//! … again with what is left, up to IMPACTS times
//! ```
//!
//! What touches within [`event::TOUCH`] at t* is hit at once, by Newton's law, or pair after pair if the options say so: then the fastest pair
//! of bodies (all of the same speed) is hit alone, as if there were gaps to the others, again and again while a pair approaches. Later impacts follow one another. After the last one, and in crowds,
//! the rest of the step is a step as without impacts: gaps may close at its end, no more. Controls, activations and what the
//! user applies are those of the start of the step. A part that is not finite undoes all of them: the step is then made whole.

use crate::certificate::certificate_of_part;
use crate::check::first_bad;
use crate::data::Data;
use crate::hooks::{Hooks, Solved};
use crate::law::HardLaw;
use crate::stage::hard::Part;
use crate::stage::hard::event::{self, Gap, Next};
use crate::stage::hard::{guard, impact, mocap};
use crate::stage::solve::Memory;
use crate::stage::{force, integrate, metric, rows, smooth};
use stiction_constraint::rows::Moment;
use stiction_model::Model;
use stiction_model::stiction::Impact;

/// Most impacts in a step; a cradle of sixteen balls passes its swing on in one.
const IMPACTS: u32 = 16;
/// Most pairs one after the other in an impact; what approaches after them is hit at once.
const TURNS: usize = 1000;
/// Most parts of a step.
const PARTS: u32 = 64;
/// Solves without the gaps that close; each may find others.
const TRIALS: usize = 3;
/// Corrections of the time of an impact.
const CORRECTIONS: usize = 12;
/// A corrected time is at most this many times the first.
const SPREAD: f64 = 1.5;
/// Parts of the step shorter than this share of it are not made.
const SHORTEST: f64 = 1e-9;

impl HardLaw {
    /// Lets impacts act at their own time, up to the last part of the step, whose solve `d` then holds. Forward dynamics over the
    /// whole step has run.
    pub(super) fn impacts(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
        d.scratch.events.start(&d.stages.actuation.act_dot);
        d.scratch.guard.start();
        // constraints of the user's that give way, or have one side, know steps only
        if d.constraints.all_held() && (self.hits(m, d) || guard::deep(m, d, d.hard.span(m)).is_some()) {
            let (time, end, tally) = (d.time, d.hard.end(m, d.time), d.hard.tally);
            d.scratch.backup.clone_from(&d.state);
            if !self.divide(m, d, hooks, end) {
                d.state.clone_from(&d.scratch.backup);
                d.time = time;
                (d.stages.hard.part, d.stages.hard.tally) = (None, tally);
                d.scratch.events.crowded = true;
                d.scratch.guard.start();
                self.place(m, d, hooks);
                self.forces(m, d, hooks);
            }
        }
        d.stages.hard.tally.crowded |= d.scratch.events.crowded;
    }

    /// Activations advance by their rates at the start of the step.
    pub(super) fn resume_activations(&self, d: &mut Data) {
        let x = &mut d.scratch;
        x.act_dot.clone_from(&x.events.act_dot);
    }

    /// Part after part up to `end`; false if a number is not finite.
    fn divide(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks, end: f64) -> bool {
        let (mut parts, mut impacts) = (0, 0);
        loop {
            let left = d.hard.span(m);
            let Some((what, after)) = self.next(m, d, hooks, left) else { return true };
            let hit = if let What::Hit(gap) = what { gap } else { None };
            let moved = if after == 0.0 { Some(0.0) } else { self.move_to(m, d, hooks, hit, after) };
            let good = moved.is_some_and(|length| {
                (what == What::Pause || self.impact(m, d, hooks, hit))
                    && self.go_on(m, d, hooks, Part { length: left - length, end })
            });
            if !good {
                return false;
            }
            let struck = u32::from(what != What::Pause);
            (parts, impacts) = (parts + 1, impacts + struck);
            d.stages.hard.tally.impacts += struck;
            if !self.hits(m, d) && guard::deep(m, d, d.hard.span(m)).is_none() {
                return true;
            }
            if impacts == IMPACTS || parts == PARTS {
                self.stand(m, d);
                return first_bad(&d.solution.qacc).is_none();
            }
        }
    }

    /// What would be hit stands still for the rest of the step, with all that it is in contact with: forces act on it, and gaps do not matter.
    fn stand(&self, m: &Model, d: &mut Data) {
        d.scratch.events.crowded = true;
        guard::stand(m, d);
        let guard = std::mem::take(&mut d.scratch.guard);
        event::mark(d, |s, rows, _, b| !guard.apart(s, rows, b));
        d.scratch.guard = guard;
        event::keep_marked(m, d);
        self.solve(m, d);
    }

    /// True if something is hit within what is left of the step.
    fn hits(&self, m: &Model, d: &mut Data) -> bool {
        let h = d.hard.span(m);
        d.scratch.events.forget();
        event::struck(m, &d.stages) || event::closing(m, &d.stages, h, &mut d.scratch.events)
    }

    /// What ends the next part, and after how many seconds; `None` if the solve that `d` then holds is the rest of the step.
    fn next(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks, left: f64) -> Option<(What, f64)> {
        if event::struck(m, &d.stages) {
            return Some((What::Hit(None), 0.0));
        }
        for _ in 0..if d.scratch.events.awaits() { TRIALS } else { 0 } {
            event::mark(d, |s, rows, e, b| !e.waits(s, rows, b));
            event::keep_marked(m, d);
            self.solve(m, d);
            if !event::closing(m, &d.stages, left, &mut d.scratch.events) {
                break;
            }
        }
        let (what, after) = match event::first(m, d, left) {
            Next::Impact(gap, t) => (What::Hit(Some(gap)), t.max(left * SHORTEST)),
            Next::Pause(t) => (What::Pause, t),
            Next::Nothing => (What::Pause, left),
            Next::Unknown => {
                d.scratch.events.crowded = true;
                self.place(m, d, hooks);
                self.forces(m, d, hooks);
                (What::Pause, left)
            }
        };
        let most = left * (1.0 - SHORTEST);
        match guard::deep(m, d, after) {
            Some(t) if t < most => Some((What::Pause, t.max(left * SHORTEST))),
            _ => (after < most).then_some((what, after)),
        }
    }

    /// The part before the impact, about `after` seconds long: its length, or `None` if a number is not finite.
    fn move_to(
        &self,
        m: &Model,
        d: &mut Data,
        hooks: &mut dyn Hooks,
        hit: Option<Gap>,
        after: f64,
    ) -> Option<f64> {
        let (start, left) = (d.time, d.hard.span(m));
        let (mut length, mut tried) = (after, None);
        for round in 0..CORRECTIONS {
            d.stages.hard.part = Some(Part { length, end: start + length });
            self.smooth(m, d);
            self.solve(m, d);
            match hit.and_then(|gap| event::correct(m, d, gap, length, &mut tried)) {
                Some(better) if round + 1 < CORRECTIONS && better < (SPREAD * after).min(left) => {
                    length = better
                }
                _ => break,
            }
        }
        note(m, d, Forces::Act);
        let path = self.rates(m, d, hooks);
        self.tell(m, d, hooks, path, false);
        integrate::motion(m, d, path);
        mocap::carry(d, length);
        self.settle(m, d);
        first_bad(&d.solution.qacc).is_none().then_some(length)
    }

    /// v⁻ → v′.
    fn impact(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks, hit: Option<Gap>) -> bool {
        // impulses are reported as the force that gives them within a whole step
        d.stages.hard.part = None;
        self.place(m, d, hooks);
        self.velocity(m, d, hooks);
        let left = hit.map_or(0.0, |gap| event::left_open(&d.stages, gap));
        event::mark(d, |s, rows, _, b| event::takes_part(s, rows, b, hit, left));
        event::keep_marked(m, d);
        if let Some(block) = hit.and_then(|gap| event::block_of(&d.stages, gap)) {
            hooks.solved(m, d, Solved::Closed(block));
        }
        impact::start(&mut d.stages);
        rows::targets(m, d, Moment::Instant);
        event::mark_struck(m, d);
        event::keep_marked(m, d);
        metric::inertia(&mut d.stages);
        smooth::none(d);
        (m.stiction.impact == Impact::Newton || self.in_turn(m, d, hooks)) && self.strike(m, d, hooks)
    }

    /// Pair after pair, the fastest first, while any approaches faster than rest; pairs of the same speed together.
    fn in_turn(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) -> bool {
        event::remember_rows(d);
        for _ in 0..TURNS {
            if !event::mark_fastest(m, d) {
                break;
            }
            event::keep_marked(m, d);
            let good = self.strike(m, d, hooks);
            event::recall_rows(m, d);
            rows::targets(m, d, Moment::Instant);
            if !good {
                return false;
            }
        }
        true
    }

    /// Newton's law for the rows that `d` holds: v⁻ → v′.
    fn strike(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) -> bool {
        self.solve_at(m, d, Moment::Instant, Memory::None);
        note(m, d, Forces::None);
        hooks.solved(m, d, Solved::Impact);
        let h = d.hard.step(m);
        let Data { state, stages, .. } = d;
        state.qvel.iter_mut().zip(&stages.solution.qacc).for_each(|(v, a)| *v += h * a);
        first_bad(&d.solution.qacc).is_none()
    }

    /// The solve over the rest of the step.
    fn go_on(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks, part: Part) -> bool {
        d.stages.hard.part = Some(part);
        self.place(m, d, hooks);
        self.forces(m, d, hooks);
        first_bad(&d.solution.qacc).is_none()
    }

    /// From velocities to the solve.
    pub(super) fn forces(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
        self.velocity(m, d, hooks);
        force::actuate(m, d, hooks);
        self.smooth(m, d);
        self.solve(m, d);
        self.look_again(m, d, hooks);
    }
}

/// What ends a part.
#[derive(Clone, Copy, PartialEq)]
enum What {
    /// An impact: of this gap, or of what touches already.
    Hit(Option<Gap>),
    /// Contacts have to be sought again.
    Pause,
}

/// Whether smooth forces act in what is noted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Forces {
    Act,
    None,
}

/// Adds the solve that `d` holds to the certificate of the step.
pub(super) fn note(m: &Model, d: &mut Data, forces: Forces) {
    let mut now = certificate_of_part(m, d);
    if forces == Forces::None {
        now.dissipated.damping = 0.0;
    }
    d.stages.hard.tally.note(now);
}
