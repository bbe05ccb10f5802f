//! Operations that the compiler applies to a copy of the spec before compiling it.
//!
//! Scaled frames are applied to their contents. `discardvisual` drops what only drawing needs; `fusestatic` turns bodies that cannot move into frames of their parents.
//! Both keep the physics, so a body that loses geoms keeps the inertia they gave it.

mod discard;
mod fuse;
mod refs;

use super::inertia::Inertial;
use super::report::{Report, Who};
use super::scale::{self, is_scaled};
use super::{Build, MeshCache};
use crate::assets::Assets;
use crate::diag::Diagnostics;
use crate::kinds::Tri;
use crate::spec::{Body, Orient, Spec};
use std::borrow::Cow;
use stiction_spatial::Pose;

/// The spec that is compiled: the author's, or a simplified copy.
pub(crate) fn simplify<'a>(
    spec: &'a Spec,
    assets: &dyn Assets,
    cache: &mut MeshCache,
    report: &mut Report,
) -> Cow<'a, Spec> {
    let mut spec = Cow::Borrowed(spec);
    if is_scaled(&spec)
        && let Some(scaled) = scale::apply(&spec, report)
    {
        spec = Cow::Owned(scaled);
    }
    if spec.compiler.discardvisual
        && let Some(simpler) = discard::discard(&spec, assets, cache, report)
    {
        spec = Cow::Owned(simpler);
    }
    if spec.compiler.fusestatic
        && let Some(simpler) = fuse::fuse(&spec, assets, cache)
    {
        spec = Cow::Owned(simpler);
    }
    spec
}

/// The spec that was compiled, if the compiler discarded or fused elements of the author's; models are saved as this one.
pub fn simplified(spec: &Spec, assets: &dyn Assets) -> Option<Spec> {
    if !spec.compiler.discardvisual && !spec.compiler.fusestatic {
        return None;
    }
    match simplify(spec, assets, &mut MeshCache::new(), &mut Report::default()) {
        Cow::Owned(made) => Some(made),
        Cow::Borrowed(_) => None,
    }
}

/// An operation on a spec itself that keeps the dynamics of the model it compiles to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simplify {
    /// Bodies that cannot move relative to their parents become frames.
    FuseStatic,
    /// Geoms that cannot collide, and the meshes, materials and textures of drawing, are dropped.
    DiscardVisual,
    /// The inertia that a body infers from its geoms becomes explicit.
    AdoptInertial(usize),
}

/// Applies an operation to a spec and returns how many elements it took away; the spec is unchanged if that is zero.
///
/// # Errors
/// What is wrong with the spec; it is then unchanged.
pub fn apply(spec: &mut Spec, what: Simplify, assets: &dyn Assets) -> Result<usize, Diagnostics> {
    let mut report = Report::default();
    let mut cache = MeshCache::new();
    let made = match what {
        Simplify::FuseStatic => fuse::fuse(spec, assets, &mut cache),
        Simplify::DiscardVisual => discard::discard(spec, assets, &mut cache, &mut report),
        Simplify::AdoptInertial(body) => adopted(spec, body, assets, &mut cache, &mut report),
    };
    if report.errors() > 0 {
        return Err(super::failed(spec, report));
    }
    let Some(made) = made else {
        // nothing to do, or errors that compiling reports
        super::compile(spec, assets)?;
        return Ok(0);
    };
    let count =
        |s: &Spec| s.bodies.len() + s.geoms.len() + s.meshes.len() + s.materials.len() + s.textures.len();
    let fewer = count(spec).saturating_sub(count(&made));
    *spec = made;
    Ok(fewer)
}

/// The spec with an explicit inertia of one body.
fn adopted(
    spec: &Spec,
    body: usize,
    assets: &dyn Assets,
    cache: &mut MeshCache,
    report: &mut Report,
) -> Option<Spec> {
    let e = spec.bodies.get(body)?;
    match spec.compiler_of(&e.meta).inertiafromgeom {
        Tri::True => {
            report.error_hint(
                Who::new("body", &e.meta, body),
                "its inertia cannot be made explicit under inertiafromgeom=\"true\"",
                "use inertiafromgeom=\"auto\"",
            );
            None
        }
        Tri::Auto if body > 0 && e.ipos.is_none() => {
            let found = inertials(spec, assets, cache, &|b| b == body)?;
            let mut out = spec.clone();
            adopt(&mut out.bodies[body], found.get(body)?);
            Some(out)
        }
        _ => None,
    }
}

/// Compiled inertials by index in the spec. `wanted` tells whose geoms matter, so that other meshes need not be loaded.
/// `None` if the spec has errors, which compiling it will report.
fn inertials(
    spec: &Spec,
    assets: &dyn Assets,
    cache: &mut MeshCache,
    wanted: &dyn Fn(usize) -> bool,
) -> Option<Vec<Inertial>> {
    let mut b = Build::new(spec, assets, Report::default()).ok()?;
    b.cache = std::mem::take(cache);
    b.set_names();
    b.meshes_of(wanted);
    b.structure();
    b.geoms();
    b.bodies();
    *cache = std::mem::take(&mut b.cache);
    if b.report.errors() > 0 {
        return None;
    }
    for (e, mesh) in spec.meshes.iter().zip(b.asset.meshes) {
        if let Some(mesh) = mesh {
            cache.insert(e.meta.name.clone(), mesh);
        }
    }
    let t = &b.model.body;
    let of = |id: usize| Inertial {
        mass: t.mass[id],
        frame: Pose::new(t.ipos[id], t.iquat[id]),
        moments: t.inertia[id],
    };
    Some(b.order.body_id.iter().map(|&id| of(id)).collect())
}

/// Makes the inertia of a body explicit.
fn adopt(body: &mut Body, i: &Inertial) {
    body.ipos = Some(i.frame.pos);
    body.iorient = Orient::Quat(i.frame.quat);
    body.mass = i.mass;
    body.inertia = i.moments.0;
    body.fullinertia = None;
}
