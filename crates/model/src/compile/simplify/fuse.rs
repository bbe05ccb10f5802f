//! Turns bodies that cannot move relative to their parents into frames (`fusestatic`).

use super::refs::references;
use super::{MeshCache, adopt, inertials};
use crate::assets::Assets;
use crate::compile::inertia::{Inertial, combine};
use crate::compile::math::{MIN_VAL, compose};
use crate::compile::order::{Grouped, Order, order};
use crate::compile::orient::resolve;
use crate::compile::report::Report;
use crate::kinds::{SleepPolicy, Tri};
use crate::spec::{Frame, Meta, Spec};
use stiction_spatial::Pose;

/// The fused spec; `None` if nothing can be fused or the spec has errors that compiling it will report.
pub(super) fn fuse(spec: &Spec, assets: &dyn Assets, cache: &mut MeshCache) -> Option<Spec> {
    let order = order(spec, &mut Report::default())?;
    let frames = crate::compile::frames::poses(spec, &mut Report::default());
    let mut inertia = inertials(spec, assets, cache, &|_| true)?;
    let candidates = candidates(spec, &order, &inertia);
    let mut out = spec.clone();
    let mut into: Vec<usize> = (0..spec.bodies.len()).collect();
    let mut changed = vec![false; spec.bodies.len()];
    for &b in &order.bodies {
        if !candidates[b] {
            continue;
        }
        let parent = into[spec.bodies[b].parent];
        if !fusible(spec, b, parent, &inertia) {
            continue;
        }
        into[b] = parent;
        // compiling reports an orientation that is none
        resolve(&spec.bodies[b].orient, spec.compiler_of(&spec.bodies[b].meta)).ok()?;
        let kept_by_geoms = spec.compiler_of(&spec.bodies[b].meta).inertiafromgeom == Tri::True;
        if parent != 0 && inertia[b].mass >= MIN_VAL && !kept_by_geoms {
            let pose = pose_within(spec, &frames, &into, b)?;
            let child = Inertial { frame: compose(pose, inertia[b].frame), ..inertia[b] };
            let bound = spec.compiler_of(&spec.bodies[parent].meta).boundinertia;
            let massless = inertia[parent].mass < MIN_VAL;
            inertia[parent] = if massless { child } else { combine(&[inertia[parent], child], bound)? };
            changed[parent] = true;
        }
    }
    if into.iter().enumerate().all(|(b, &i)| b == i) {
        return None;
    }
    for b in (0..spec.bodies.len()).filter(|&b| changed[b] && into[b] == b) {
        adopt(&mut out.bodies[b], &inertia[b]);
    }
    to_frames(&mut out, &into);
    Some(reassign(out, &order, &into))
}

/// Pose of a fused body in the one it is fused into, through parents that were fused before.
fn pose_within(spec: &Spec, frames: &[Pose], into: &[usize], b: usize) -> Option<Pose> {
    let own = |b: usize| {
        let e = &spec.bodies[b];
        let pose = Pose::new(e.pos, resolve(&e.orient, spec.compiler_of(&e.meta)).ok()?);
        Some(e.frame.map_or(pose, |f| compose(frames[f], pose)))
    };
    let (mut pose, mut up) = (own(b)?, spec.bodies[b].parent);
    while into[up] != up {
        pose = compose(own(up)?, pose);
        up = spec.bodies[up].parent;
    }
    Some(pose)
}

/// Static bodies that nothing refers to and no setting keeps.
fn candidates(spec: &Spec, order: &Order, inertia: &[Inertial]) -> Vec<bool> {
    let refs = references(spec);
    let fluid = spec.option.density != 0.0 || spec.option.viscosity != 0.0;
    let mut out: Vec<bool> = (spec.bodies.iter().enumerate())
        .map(|(b, e)| {
            let id = order.body_id[b];
            b > 0
                && e.fuse
                && !e.mocap
                && e.sleep == SleepPolicy::Auto
                && order.joints.of(id).is_empty()
                && !refs.bodies[b]
        })
        .collect();
    if fluid {
        // drag acts on each body's own inertia box; what hangs on the world does not move
        let moving = |b: usize| {
            let mut at = b;
            while at != 0 {
                if !order.joints.of(order.body_id[at]).is_empty() || spec.bodies[at].mocap {
                    return true;
                }
                at = spec.bodies[at].parent;
            }
            false
        };
        for b in 1..out.len() {
            let shaped = order
                .geoms
                .of(order.body_id[b])
                .any(|g| spec.geoms[order.geoms.list[g]].fluid_ellipsoid > 0.0);
            if out[b] && (inertia[b].mass >= MIN_VAL || shaped) && moving(b) {
                out[b] = false;
            }
        }
    }
    out
}

/// Fusing keeps the forces on the model.
fn fusible(spec: &Spec, b: usize, parent: usize, inertia: &[Inertial]) -> bool {
    if parent == 0 || inertia[b].mass < MIN_VAL {
        return true;
    }
    let c = spec.compiler_of(&spec.bodies[b].meta);
    let adjusted = |i: &Inertial| {
        (c.boundmass > 0.0 && i.mass <= c.boundmass)
            || (c.boundinertia > 0.0 && i.moments.0.iter().any(|&x| x <= c.boundinertia))
    };
    let bounded = c.inertiafromgeom == Tri::True && (adjusted(&inertia[b]) || adjusted(&inertia[parent]));
    spec.bodies[b].gravcomp == spec.bodies[parent].gravcomp && !bounded
}

/// Adds the frames that fused bodies become; their elements, frames and children move into them.
fn to_frames(out: &mut Spec, into: &[usize]) {
    let mut frame_of = vec![None; into.len()];
    for b in (0..into.len()).filter(|&b| into[b] != b) {
        let e = &out.bodies[b];
        let meta = Meta { name: String::new(), ..e.meta.clone() };
        frame_of[b] = Some(out.frames.len());
        let (pos, orient) = (e.pos, e.orient);
        let frame = Frame { meta, body: e.parent, frame: e.frame, pos, orient, ..Frame::default() };
        out.frames.push(frame);
    }
    let enter = |body: usize, frame: &mut Option<usize>| *frame = frame.or(frame_of[body]);
    out.frames.iter_mut().for_each(|f| enter(f.body, &mut f.frame));
    out.geoms.iter_mut().for_each(|g| enter(g.body, &mut g.frame));
    out.sites.iter_mut().for_each(|g| enter(g.body, &mut g.frame));
    out.cameras.iter_mut().for_each(|g| enter(g.body, &mut g.frame));
    out.lights.iter_mut().for_each(|g| enter(g.body, &mut g.frame));
    out.bodies.iter_mut().skip(1).for_each(|g| enter(g.parent, &mut g.frame));
}

/// Removes fused bodies; elements keep the depth-first order they had.
fn reassign(mut out: Spec, order: &Order, into: &[usize]) -> Spec {
    let mut new_index = vec![0; into.len()];
    let mut bodies = Vec::new();
    for &b in order.bodies.iter().filter(|&&b| into[b] == b) {
        new_index[b] = bodies.len();
        bodies.push(out.bodies[b].clone());
    }
    let target = |b: usize| new_index[into[b]];
    bodies.iter_mut().skip(1).for_each(|e| e.parent = target(e.parent));
    out.bodies = bodies;
    out.frames.iter_mut().for_each(|f| f.body = target(f.body));
    macro_rules! moved {
        ($list:ident, $group:expr) => {
            out.$list = permuted(&out.$list, $group);
            out.$list.iter_mut().for_each(|e| e.body = target(e.body));
        };
    }
    moved!(joints, &order.joints);
    moved!(geoms, &order.geoms);
    moved!(sites, &order.sites);
    moved!(cameras, &order.cameras);
    moved!(lights, &order.lights);
    out
}

fn permuted<T: Clone>(list: &[T], group: &Grouped) -> Vec<T> {
    group.list.iter().map(|&i| list[i].clone()).collect()
}
