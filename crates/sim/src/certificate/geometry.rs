//! The geometric half of a certificate: what the contacts of a step are worth, whoever solved them.
//!
//! Normals are judged at the poses that the contacts were made for; depths, and pairs in each other without a contact, at those of the
//! present state: after a step, where the step led. The rules are those of `constraint::contact::check_geometry`, which uses no contact routine.
//!
//! Reads  contacts, kin, state     Writes nothing but scratch
//! Cost   poses of the present state, a support query per contact and near pair, a search per deep pair

use crate::data::{Data, Stages};
use crate::hooks::Hooks;
use crate::stage::contact;
use stiction_constraint::contact::{CheckInput, Filter, GeometryCheck, check_geometry};
use stiction_dynamics::kinematics::{self, Mocap};
use stiction_dynamics::stages::Kinematics;
use stiction_model::Model;

/// Depths, defects of normals and overlaps without a contact count from this many times `slop` on.
const TOLERANCE: f64 = 10.0;

/// What a check of the geometry found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Geometry {
    /// How deep the deepest pair of geoms is, at most; zero if nothing overlaps (m).
    pub depth: f64,
    /// Its geoms.
    pub deepest: Option<[usize; 2]>,
    /// Pairs in each other that have no contact.
    pub missing: u32,
    /// The deepest of them.
    pub missing_geoms: Option<[usize; 2]>,
    /// Contacts whose normal is outside the normal cones of what touches.
    pub bent: u32,
    /// The worst of them, in the list of contacts.
    pub bent_contact: Option<usize>,
    /// Pairs that were compared.
    pub checked: u32,
    /// Near pairs of which nothing is known: both are height fields or exact triangles.
    pub unchecked: u32,
}

impl Geometry {
    /// True if no contact is missing and no normal is wrong.
    pub fn is_true(&self) -> bool {
        self.missing == 0 && self.bent == 0
    }
}

/// Memory of the check.
#[derive(Debug, Default)]
pub(crate) struct GeometryScratch {
    after: Option<Box<Kinematics>>,
    check: GeometryCheck,
}

/// Checks the contacts of the last step or forward pass, and the present state.
pub fn geometry(m: &Model, d: &mut Data, hooks: &mut dyn Hooks) -> Geometry {
    contact::filtered(m, d, hooks, |d, filter| checked(m, d, filter))
}

fn checked(m: &Model, d: &mut Data, filter: Option<Filter<'_>>) -> Geometry {
    let Data { state, stages: Stages { kin, contacts, sleep, .. }, scratch, .. } = d;
    let GeometryScratch { after, check } = &mut scratch.geometry;
    let after = after.get_or_insert_with(|| Box::new(kin.clone()));
    let mocap = Mocap { pos: &state.mocap_pos, quat: &state.mocap_quat };
    kinematics::kinematics(m, &state.qpos, mocap, after);
    let states = &sleep.lists.body_awake;
    let input = CheckInput {
        contacts,
        before: kin,
        after,
        asleep: &|b| states[b] == 0,
        filter,
        tolerance: TOLERANCE * m.stiction.slop,
    };
    check_geometry(m, &input, check);
    let worst = check.missing.iter().max_by(|p, q| p.depth.total_cmp(&q.depth));
    let bent = check.bent.iter().max_by(|p, q| p.defect.total_cmp(&q.defect));
    Geometry {
        depth: check.deepest.map_or(0.0, |o| o.depth),
        deepest: check.deepest.map(|o| o.geoms),
        missing: check.missing.len() as u32,
        missing_geoms: worst.map(|o| o.geoms),
        bent: check.bent.len() as u32,
        bent_contact: bent.map(|b| b.contact),
        checked: check.checked as u32,
        unchecked: check.unchecked as u32,
    }
}
