//! Which contacts a pair of shapes gets.
//!
//! | | `Mujoco` | `Complete` |
//! |---|---|---|
//! | meant for | the soft law, compared with MuJoCo contact by contact | the hard law |
//! | routines | `collide.rs` and what it calls | `complete/`; spheres and triangles as under `Mujoco`, `field_complete` |
//! | normal | MuJoCo's, which may be that of a face beside an edge that touches | in the normal cones of what touches, the middle where they share more than one direction |
//! | points | MuJoCo's number, order, ties and losses | every corner, edge crossing and rim crossing within the margin |
//! | `multiccd` | several points only with it | not read |
//! | height field | prisms, with walls inside the ground | one surface |
//!
//! The routines do not know the policy: each one is one of the two columns, and `collide` chooses between them once per pair.

/// See the table of this module.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Policy {
    /// MuJoCo's contacts.
    #[default]
    Mujoco,
    /// All points that touch or may touch within the margin.
    Complete {
        /// Gap or overlap up to which corners and edges touch \[m\]: what a resting contact may be off by.
        blunt: f64,
    },
}

impl Policy {
    /// See [`Policy::Complete`]; zero under `Mujoco`.
    pub(crate) fn blunt(self) -> f64 {
        match self {
            Policy::Mujoco => 0.0,
            Policy::Complete { blunt } => blunt,
        }
    }
}
