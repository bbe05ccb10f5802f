//! Speculative contacts of the soft law (`speculative` flag): a fast geom gets its contact one step before it would pass.
//!
//! Over the step a geom moves by Δx = h v and turns by Δω = h ω. If the pair does not touch now and one of the two moves farther than
//! its smallest half extent, the fraction t of the step at which they meet follows by conservative advancement. The contact is made
//! now, with the distance for which the reference acceleration −b v − k r takes (1 − t) of the normal speed, so that the geom
//! arrives at the surface at the end of the step:
//!
//! ```text
//! δ = (1 − t − b₀)/k₀ · h v_n,        b₀ = h b, k₀ = h² k,       dist = margin − δ              (1)
//! δ = (1 − t − t (b₀ + k₀))/k₀ · h v_n                  under the integrator `discrete`         (2)
//! ```
//!
//! v_n is the mean speed of approach until t, and t the first pose of the search within 3 % of the gap (both as MuJoCo's runs have
//! them). k and b are those of `solref` alone. A contact whose line of sight another geom crosses is left out.
//!
//! Reads  model, kin, velocities     Writes points of the manifold
//! Source MuJoCo 4.0's manual, computation/speculative; checked by: its contacts on random scenes.

use super::broad::Sweep;
use super::mix::ContactParams;
use stiction_geometry::query::{Placement, Posed, StepMotion, ray, swept_spheres_meet};
use stiction_model::Model;
use stiction_model::kinds::{GeomKind, Integrator, disable};
use stiction_spatial::{MIN_VAL, Vec3};

/// Displacement of a geom over the step.
pub(super) fn step_motion(m: &Model, s: &Sweep<'_>, g: usize, at: &Placement) -> StepMotion {
    let b = m.geom.bodyid[g];
    let v = s.vel.cvel[b];
    let arm = at.pos - s.com.subtree_com[m.body.rootid[b]];
    StepMotion { linear: (v.lin + v.ang.cross(arm)).scale(s.timestep), angular: v.ang.scale(s.timestep) }
}

/// Whether the bounding spheres, or a plane and a sphere, come within `reach` during the step.
pub(super) fn bounds_meet(
    m: &Model,
    g1: usize,
    a: &Placement,
    d1: &StepMotion,
    g2: usize,
    b: &Placement,
    d2: &StepMotion,
    reach: f64,
) -> bool {
    let (r1, r2) = (m.geom.rbound[g1], m.geom.rbound[g2]);
    if r1 > 0.0 && r2 > 0.0 {
        return swept_spheres_meet(a.pos, d1.linear, b.pos, d2.linear, r1 + r2 + reach);
    }
    // height of the sphere over the plane at both ends of the step
    let over = |plane: &Placement, p: Vec3, way: Vec3, r: f64| {
        let n = plane.mat.col(2);
        let h = n.dot(p - plane.pos);
        h.min(h + n.dot(way)) <= r + reach
    };
    if m.geom.kind[g1] == GeomKind::Plane {
        over(a, b.pos, d2.linear - d1.linear, r2)
    } else {
        m.geom.kind[g2] != GeomKind::Plane || over(b, a.pos, d1.linear - d2.linear, r1)
    }
}

/// Distance (1) or (2) of a contact that will be reached after the fraction `t` of the step at the normal speed `way`/h.
pub(super) fn effective_distance(m: &Model, p: &ContactParams, margin: f64, t: f64, way: f64) -> f64 {
    let h = m.opt.timestep;
    let (k, b) = if p.solref[0] > 0.0 {
        let time = if m.disabled(disable::REFSAFE) { p.solref[0] } else { p.solref[0].max(2.0 * h) };
        (1.0 / (time * p.solref[1]).powi(2).max(MIN_VAL), 2.0 / time.max(MIN_VAL))
    } else {
        (-p.solref[0], -p.solref[1])
    };
    let (k0, b0) = (h * h * k, h * b);
    if k0 < MIN_VAL {
        // no spring to invert: deep enough for the full impedance
        return margin - p.solimp[2];
    }
    let rest =
        if m.opt.integrator == Integrator::Discrete as i32 { 1.0 - t - t * (b0 + k0) } else { 1.0 - t - b0 };
    margin - rest / k0 * way
}

/// Whether the segment from `from` to `to` passes `target`.
pub(super) fn crosses(target: &Posed<'_>, from: Vec3, to: Vec3) -> bool {
    ray(target, from, to - from).is_some_and(|hit| hit.dist < 1.0)
}
