//! Which contacts a pair of shapes gets.
//!
//! | | `Mujoco` | `Complete` |
//! |---|---|---|
//! | meant for | the soft law, compared with MuJoCo contact by contact | the hard law |
//! | routines | `collide.rs` | `complete.rs`, and those of `collide.rs` where they lose nothing |
//! | straight sides along each other | one point, or two for parallel capsules | both ends of the line they share (`lying.rs`) |
//! | upright cylinder on a plane | rim as MuJoCo rounds it | rim from the disc's own axes (`plane.rs`) |
//! | capsule across a box | the second point of MuJoCo's case table | both ends of the line they share (`capsule_box.rs`) |
//! | boxes that meet at edges | the crossing alone | the crossing and the corners beside it; a patch where rounding makes it a crossing (`box_box.rs`) |
//! | height field | prisms, with walls inside the ground | one surface (`field.rs`) |
//!
//! The routines do not know the policy: each one is one of the two columns, and `collide` chooses between them once per pair.

/// See the table of this module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// MuJoCo's contacts: its number of points, order, ties and losses.
    #[default]
    Mujoco,
    /// All points that touch or may touch within the margin.
    Complete,
}
