//! Contacts of the current poses, or of what bodies reach within the step.
//!
//! Reads  kin, com, vel, sleep     Writes contacts, touching

use super::{rows, velocity};
use crate::check::Warning;
use crate::data::{Data, Owned, Stages, owner};
use crate::hooks::Hooks;
use std::cell::RefCell;
use stiction_constraint::contact::{self as constraint, DetectInput, Filter, Look, PairPoint, Sweep};
use stiction_constraint::{Contacts, detect};
use stiction_dynamics::inputs::ContactPoint;
use stiction_dynamics::stages::Kinematics;
use stiction_model::Model;
use stiction_model::kinds::{TrnKind, disable, enable};

owner!();

/// How far contacts are sought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reach {
    /// What touches, or speculatively if the option asks for it.
    Now,
    /// As far as bodies move within the step, and this much further (m).
    Ahead(f64),
}

/// Finds contacts (`mj_collision`). Looking ahead needs velocities.
pub fn contacts(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, reach: Reach) {
    filtered(m, d, hooks, |d, filter| find(m, d, filter, reach));
}

/// Runs `find` with the user's filter, if there is one. The user's code gets the data for itself, so it is asked before anything is
/// looked at: `find` runs once to learn which pairs there are, and again with the answers.
pub fn filtered<R>(
    m: &Model,
    d: &mut Data,
    hooks: &mut dyn Hooks,
    find: impl Fn(&mut Data, Option<Filter<'_>>) -> R,
) -> R {
    if !hooks.filters_contacts() {
        return find(d, None);
    }
    let asked = RefCell::new(Vec::new());
    let ask = |g1: usize, g2: usize| {
        asked.borrow_mut().push((g1, g2));
        true
    };
    find(d, Some(&ask));
    let mut kept: Vec<(usize, usize)> =
        asked.into_inner().into_iter().filter(|p| !hooks.reject_contact(m, d, p.0, p.1)).collect();
    kept.sort_unstable();
    find(d, Some(&|g1, g2| kept.binary_search(&(g1, g2)).is_err()))
}

fn find(m: &Model, d: &mut Data, filter: Option<Filter<'_>>, reach: Reach) {
    if m.disabled(disable::CONTACT) || m.disabled(disable::CONSTRAINT) {
        d.stages.contacts.write(OWNER).forget();
        d.stages.touching.write(OWNER).clear();
        return;
    }
    let look = match reach {
        Reach::Ahead(pad) => Some((Look::Ahead, pad)),
        Reach::Now if m.enabled(enable::SPECULATIVE) => {
            velocity::bodies(m, d);
            Some((Look::Speculate, 0.0))
        }
        Reach::Now => None,
    };
    let Stages { kin, com, vel, hard, sleep, contacts, .. } = &mut d.stages;
    let timestep = hard.span(m);
    if look.is_some_and(|(look, _)| look == Look::Ahead) {
        hard.look.lead(m, kin, &hard.mocap, timestep);
    }
    let extra = hard.look.extra.as_slice();
    let sweep = look.map(|(look, pad)| Sweep { look, com, vel, timestep, pad, extra });
    let states = &sleep.lists.body_awake;
    detect(m, &DetectInput { kin, asleep: &|b| states[b] == 0, filter, sweep }, contacts.write(OWNER));
    touch(m, &mut d.stages);
    if d.contacts.dropped > 0 {
        let found = d.contacts.list.len();
        d.warn(Warning::ContactFull, found);
    }
}

/// Contacts for the rows that are made from them, which note where they stand (`mu`, `efc_address`, `exclude`): the one place where a stage
/// writes into what another found.
pub fn for_rows(contacts: &mut Owned<Owner, Contacts>, _: rows::Owner) -> &mut Contacts {
    contacts.write(OWNER)
}

/// The distance of two geoms at poses of another moment ([`constraint::pair_distance`]); what was found stays.
pub fn pair_distance(
    m: &Model,
    kin: &Kinematics,
    geoms: [usize; 2],
    point: PairPoint,
    reach: f64,
    contacts: &mut Owned<Owner, Contacts>,
) -> f64 {
    constraint::pair_distance(m, kin, geoms, point, reach, contacts.write(OWNER))
}

/// Contacts as adhesion and actuators that act on bodies see them; none where there is neither.
pub fn touch(m: &Model, s: &mut Stages) {
    let Stages { contacts, touching, .. } = s;
    let touching = touching.write(OWNER);
    touching.clear();
    if !m.flg_adhesion && m.actuator.trntype.iter().all(|&kind| kind != TrnKind::Body) {
        return;
    }
    touching.extend(contacts.list.iter().filter(|c| c.exclude <= 1).map(|c| ContactPoint {
        body: c.geom.map(|g| m.geom.bodyid[g as usize]),
        pos: c.pos,
        normal: c.frame.row(0),
        adhesion: c.adhesion,
    }));
}
