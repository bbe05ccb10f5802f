//! Contacts of a step: which geoms touch, where, and with which parameters.
//!
//! Order, as in MuJoCo: body pairs by (lower id, higher id); explicit pairs of a body pair before its automatic ones;
//! within a body pair by geom ids, within a geom pair as the narrow phase gives them.
//!
//! Reads  model.geom, model.pair, model.exclude, kin     Writes `Contacts`
//! Cost   O(candidate pairs); no allocation beyond growth of the contact list

mod axes;
mod broad;
mod check;
mod detect;
mod exact;
mod hull_loss;
mod mix;
mod planes;
mod seams;
mod shape;
mod speculative;

pub use broad::{BodyPairs, Look, Sweep, Travel};
pub use check::{
    Bent, CheckInput, GeometryCheck, Overlap, check_geometry, is_unlisted, pair_depth, pair_tolerance,
};
pub use detect::{DetectInput, Filter, PairPoint, ccd_options, detect, pair_distance};
pub use exact::{ByTriangles, is_exact};
pub use hull_loss::{HullLoss, hull_losses};
pub use mix::{ContactParams, pair_params};
pub use shape::{geom_placement, geom_shape, octree};

use crate::budget::{Budget, Spent};
use stiction_geometry::query::{Manifold, Scratch};
use stiction_spatial::{Mat3, Vec3};

/// One contact point (`mjContact`); all zeros by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact {
    /// Distance between the surfaces, negative if they overlap (m).
    pub dist: f64,
    /// Midpoint between the surfaces, world axes.
    pub pos: Vec3,
    /// Rows: normal (from the first geom to the second), two tangents.
    pub frame: Mat3,
    /// Forces act below this distance (m).
    pub includemargin: f64,
    /// Friction: sliding 1, 2, torsional, rolling 1, 2.
    pub friction: [f64; 5],
    /// `solref` of the normal direction.
    pub solref: [f64; 2],
    /// `solref` of the friction directions; zero: as the normal.
    pub solreffriction: [f64; 2],
    /// `solimp`.
    pub solimp: [f64; 5],
    /// Constant attraction along the normal (N).
    pub adhesion: f64,
    /// Relative surface velocity (second minus first): tangent 1, tangent 2, spin.
    pub surfacevel: [f64; 3],
    /// Friction of the regularised cone; written with the rows.
    pub mu: f64,
    /// 1, 3, 4 or 6.
    pub dim: i32,
    /// Ids of the geoms, the one with the lower type first.
    pub geom: [i32; 2],
    /// 0: acts; 1: in the gap; 3: no dof is affected.
    pub exclude: i32,
    /// First row; −1 if there is none.
    pub efc_address: i32,
}

/// The contacts of a step and the memory that finding them needs.
#[derive(Debug, Default)]
pub struct Contacts {
    /// The contacts, in MuJoCo's order.
    pub list: Vec<Contact>,
    /// How much farther than margins and gaps contacts are listed, as those in the gap (m).
    pub slack: f64,
    /// Contacts beyond this number are dropped, the shallowest first.
    pub limit: usize,
    /// How much a step may be.
    pub budget: Budget,
    /// What the last detection or assembly spent too much of; contacts and rows are then empty.
    pub spent: Option<Spent>,
    /// Contacts that were dropped, or that a full manifold buffer refused (counted, never silent).
    pub dropped: u32,
    /// Contacts with faces that other geoms of the same body cover, left out by the hard law (`seams`).
    pub hidden: u32,
    /// By how many contacts the memory of the list grew in this detection; zero after warm-up.
    pub grown: usize,
    /// Meshes that collide by their triangles.
    pub(crate) exact: ByTriangles,
    /// Body pairs that can ever touch, and the sweep for large scenes.
    pub pairs: BodyPairs,
    pub(crate) manifold: Manifold,
    /// Distance queries of the speculative search.
    pub(crate) scratch_manifold: Manifold,
    pub(crate) scratch: Scratch,
    pub(crate) candidates: Vec<(u32, u32)>,
    bounds: Vec<detect::Bounds>,
    seams: seams::Seams,
    /// Directions along which near pairs are apart.
    axes: axes::Axes,
}

impl Clone for Contacts {
    fn clone(&self) -> Self {
        Contacts {
            list: self.list.clone(),
            limit: self.limit,
            budget: self.budget,
            spent: self.spent,
            dropped: self.dropped,
            exact: self.exact.clone(),
            pairs: self.pairs.clone(),
            axes: self.axes.fresh(),
            ..Contacts::default()
        }
    }
}

impl Contacts {
    /// Work space for `m`.
    pub fn allocate(m: &stiction_model::Model) -> Self {
        Contacts {
            pairs: BodyPairs::new(m),
            limit: 10_000 + 16 * m.size.ngeom,
            exact: ByTriangles::new(m),
            axes: axes::Axes::new(m.size.ngeom),
            ..Contacts::default()
        }
    }

    /// No contacts; what was told of the last detection is taken back.
    pub fn forget(&mut self) {
        self.list.clear();
        (self.dropped, self.grown, self.spent) = (0, 0, None);
    }
}
