//! Newton's method by the articulated-body recursion: neither J, H, M nor a factor of them is formed.
//!
//! ```text
//! min ½ (a − a_s)ᵀ M (a − a_s) + s(J a − a_ref),     H = M + Jᵀ B J,   B = ∇²s                                  (1)
//! ```
//!
//! A block at a point of a link adds the stiffness Wᵀ B W to the link's inertia, a row on one dof adds to that dof's diagonal: then
//! H a* = τ + Jᵀ (B y − p) is the [`recursion`] of forward dynamics. Blocks between two links that both move are
//! eliminated with the tree ([`couplings`]), rows over several dofs are of low rank ([`woodbury`]). J a is a sum down the tree, Jᵀ f one up the tree.
//!
//! The gradient never needs M: since a* solves the model exactly, at a + α (a* − a) it is Jᵀ of the coefficients
//!
//! ```text
//! c⁺ = (1 − α) c + p⁺ − (1 − α) p − α p_model(x*)                                                             (2)
//! ```
//!
//! and along d = a* − a, with g = Σ c·v < 0 and v = x* − x,
//!
//! ```text
//! φ'(α) = (1 − α) g + Σ [p(x + α v) − p − α B v]·v                                                            (3)
//! ```
//!
//! where only rows that leave their zone, or lie on a cone's surface, have a term. If none does, a* is the answer to rounding.
//! The start is the minimum of the model at the expected zones (last step's), not a given acceleration.
//!
//! Reads  links, axes, inertias, blocks     Writes accelerations, forces, zones
//! Cost   a few recursions over an island's links; after the first only links under rows that changed are factored again
//!        in a plane ([`plane`]) a quarter of that
//! Source Featherstone 2008; Gauss' principle as in MuJoCo's manual. Checked by: `newton` on the same rows.

mod couplings;
mod dof;
mod drive;
mod links;
mod newton;
mod plane;
mod point;
mod recursion;
mod six;
mod span;
#[cfg(test)]
mod tests;
mod woodbury;

pub use dof::{DofLaw, DofRow};
pub use links::{Links, WORLD};
pub use newton::{Articulated, Machine, Part};
pub use point::{Point, PointLaw, Zone};
pub use span::{Entry, Span};
