//! The hard law: rows without compliance, solved for the velocity at the end of the step.
//!
//! M̂ (v⁺ − v_f) = Jᵀλ,   v_f = v + h M̂⁻¹(τ − c(v, v_f))                       M̂ = M + hD + h²K                      (1)
//! u = J v⁺ − b,   K* ∋ u + Coulomb's term ⊥ λ ∈ K                             b: gap, rebound −e u⁻, mocap, −½hJ̇v   (2)
//! W = Σ ½ λ·(u⁺ + u°) ≤ 0 per island, else less restitution                                                        (3)
//! b_e ← J (v⁺ − s/h), solve again  or   v⁺ ← v⁺ + M̂⁻¹J_eᵀμ,   r(q ⊕ h v⁺) = 0  equalities are met where the step ends: beside other rows, alone (4)
//! q⁺ = q ⊕ h (v⁺ + w),   min ½ wᵀM̂w  with  J_n (v⁺ + w) ≥ (slop − φ)/h         penetration leaves                    (5)
//! v⁺ ← v⁺ + M⁻¹J_eᵀν,   J_e v⁺ = 0 at q⁺                                      where equalities alone act            (6)
//!
//! qacc = (v⁺ − v)/h and efc_force = λ/h. Detection looks as far as velocities reach within the step; what a force or an impact
//! drives further is detected and solved again. For e = 0 every impulse takes energy out.

use super::wake;
use crate::data::{Data, Stages};
use crate::hooks::{Hooks, Solved};
use crate::law::HardLaw;
use crate::stage::contact::{Reach, contacts};
use crate::stage::hard::{
    beside, coriolis, flight, guard, hold, impact, look, meet, mocap, pass, patch, sunk, told, toll, warm,
};
use crate::stage::integrate::{self, Path};
use crate::stage::metric::{self, Terms};
use crate::stage::solve::{self, Memory};
use crate::stage::{force, position, rows, smooth, velocity};
use stiction_constraint::rows::{Moment, Rigidity};
use stiction_model::Model;
use stiction_solver::Options;

impl HardLaw {
    /// q → poses, inertia; v of the bodies; contacts as far as they go; rows.
    pub(super) fn position(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
        mocap::observe(m, d);
        self.place(m, d, hooks);
    }

    /// The same within a step: mocap bodies move as they did at its start.
    pub(super) fn place(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
        wake::poses(m, d);
        position::inertia(m, d);
        velocity::ahead(m, d);
        wake::contacts(m, d, hooks, Reach::Ahead(self.pad));
        rows::make(m, d, Rigidity::Hard);
        position::transmissions(m, d);
    }

    /// v → velocities, passive and bias forces.
    pub(super) fn velocity(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
        velocity::velocities(m, d);
        force::passive(m, d, hooks);
        force::intervals(d);
        force::bias(m, d);
    }

    /// The metric M̂, the forces in it with products of velocities at both ends, v_f of (1).
    pub(super) fn smooth(&self, m: &Model, d: &mut Data) {
        smooth::forces(m, d);
        metric::build(m, d, Terms::All);
        smooth::step_force(&mut d.stages);
        coriolis::fly_alone(m, d);
        smooth::adhesion(m, &mut d.stages);
        coriolis::at_both_ends(m, d);
        smooth::step_acceleration(&mut d.stages);
        rows::couple(m, &mut d.stages);
    }

    /// Targets b and the solve of (1), (2), again while (3) asks for less restitution.
    pub(super) fn solve(&self, m: &Model, d: &mut Data) {
        warm::guess(&mut d.stages);
        self.solve_at(m, d, Moment::Span, Memory::Forces);
    }

    /// The same for a step or for an impact.
    pub(super) fn solve_at(&self, m: &Model, d: &mut Data, moment: Moment, memory: Memory) {
        beside::begin(&mut d.stages, moment);
        rows::diagonal(d);
        impact::start(&mut d.stages);
        meet::start(d);
        let options = self.options(m, d);
        loop {
            let rebounds = rows::targets(m, d, moment);
            self.solve_patches(m, d, &options, memory);
            if moment == Moment::Span {
                self.meet(m, d, &options);
            }
            if !rebounds || !impact::lower(m, d) {
                break;
            }
        }
        beside::tell(m, d, moment);
    }

    /// (4) in the solve itself, where something else acts on what equalities hold.
    fn meet(&self, m: &Model, d: &mut Data, options: &Options) {
        meet::begin(d);
        for _ in 0..meet::ROUNDS {
            if !meet::mark(m, d) || !meet::shift(m, d) {
                return;
            }
            if patch::any(m) {
                let Stages { hard, solution, .. } = &mut d.stages;
                hard.warm.force.clone_from(&solution.efc_force);
                self.solve_patches(m, d, options, Memory::Forces);
            } else {
                let again = std::mem::take(&mut d.stages.hard.meet.again);
                solve::again(options, d, &again);
                d.stages.hard.meet.again = again;
            }
            if meet::undo(m, d) {
                return;
            }
        }
        meet::mark(m, d);
    }

    /// The solve, again while contacts with a patch slide and spin in another ratio than they were solved for.
    fn solve_patches(&self, m: &Model, d: &mut Data, options: &Options, memory: Memory) {
        d.stages.hard.patch = 0.0;
        if !patch::any(m) {
            solve::step(options, d, memory);
            return;
        }
        patch::fit(m, d, patch::At::Start);
        for _ in 0..patch::ROUNDS {
            solve::step(options, d, memory);
            d.stages.hard.patch = patch::fit(m, d, patch::At::Answer);
            if d.hard.patch <= patch::FIT {
                break;
            }
        }
    }

    /// Options of the solve: speeds that count as none are those of the whole step.
    pub(super) fn options(&self, m: &Model, d: &Data) -> Options {
        let share = d.hard.span(m) / d.hard.step(m);
        Options { floor: self.solver.floor / share, ..self.solver }
    }

    /// Second looks: contacts, rows and solve again while something goes further than was looked. While bodies sleep there is
    /// one look: a second one could not wake what it finds.
    pub(super) fn look_again(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) {
        for _ in 0..if d.sleep.any() { 0 } else { look::ROUNDS } {
            let found = (d.contacts.list.len(), d.counts.nl);
            if !look::surprise(m, d, self.pad) {
                break;
            }
            contacts(m, d, hooks, Reach::Ahead(self.pad));
            rows::make(m, d, Rigidity::Hard);
            self.solve(m, d);
            if (d.contacts.list.len(), d.counts.nl) == found {
                break;
            }
        }
        d.stages.hard.look.reset();
    }

    /// Where the step leads: equalities are closed there (4), then penetration leaves (5); forces are kept for the next step.
    pub(super) fn rates(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks) -> Path {
        let h = d.hard.span(m);
        let Data { state, constraints, stages, scratch, .. } = d;
        flight::mark(m, stages, constraints, &mut scratch.flies);
        let flying = flight::Flying { s: stages, qvel: &state.qvel, flies: &scratch.flies, t: h, bent: &[] };
        flying.velocity(&mut scratch.moves, &mut scratch.after);
        integrate::solved(d);
        hold::close(m, d);
        guard::cut(m, d);
        let doubted = sunk::doubted(m, d);
        let lifted = pass::correct(m, d, hooks, self.pad, doubted);
        if lifted {
            beside::turn(m, d);
        }
        toll::pay(m, d);
        warm::remember(&mut d.stages);
        let path = if lifted { Path::Lifted } else { Path::Moved };
        sunk::judge(m, d, hooks, path, self.pad);
        path
    }

    /// Tells the hooks of a motion that is solved, with the solve as it was; `last`: up to the end of the step.
    pub(super) fn tell(&self, m: &Model, d: &mut Data, hooks: &mut dyn Hooks, path: Path, last: bool) {
        let differs = d.hard.told.differs();
        if differs {
            told::exchange(&mut d.stages);
        }
        let lifted = (path == Path::Lifted).then_some(&d.scratch.end.qpos[..]);
        hooks.solved(m, d, Solved::Motion { lifted, last, after: &d.scratch.after });
        if differs {
            told::exchange(&mut d.stages);
        }
    }

    /// Velocities at the new pose meet equalities.
    pub(super) fn settle(&self, m: &Model, d: &mut Data) {
        let floor = self.options(m, d).floor;
        hold::settle(m, d, floor);
    }
}
