//! Drops what only drawing needs (`discardvisual`): geoms that cannot collide, meshes nobody else uses, materials,
//! textures.

use super::refs::{Refs, references};
use super::{MeshCache, adopt, inertials};
use crate::assets::Assets;
use crate::compile::report::{Report, Who};
use crate::kinds::Tri;
use crate::spec::{Meta, Spec};
use std::collections::BTreeSet;

/// The spec without visual elements; `None` if it has errors that compiling it will report.
pub(super) fn discard(
    spec: &Spec,
    assets: &dyn Assets,
    cache: &mut MeshCache,
    report: &mut Report,
) -> Option<Spec> {
    let refs = references(spec);
    let visual: Vec<bool> = spec
        .geoms
        .iter()
        .zip(&refs.geoms)
        .map(|(g, used)| g.contype == 0 && g.conaffinity == 0 && !used && g.fluid_ellipsoid <= 0.0)
        .collect();
    let mut out = spec.clone();
    keep_inertias(spec, &mut out, &visual, assets, cache, report)?;
    let mut keep = visual.iter().map(|v| !v);
    out.geoms.retain(|_| keep.next().unwrap_or(true));
    drop_meshes(&mut out, &refs);
    drop_looks(&mut out, &refs);
    Some(out)
}

/// Bodies that infer their inertia from a geom that goes get it explicitly.
fn keep_inertias(
    spec: &Spec,
    out: &mut Spec,
    visual: &[bool],
    assets: &dyn Assets,
    cache: &mut MeshCache,
    report: &mut Report,
) -> Option<()> {
    let mut affected = BTreeSet::new();
    for (g, _) in spec.geoms.iter().zip(visual).filter(|(_, v)| **v) {
        let body = spec.bodies.get(g.body)?;
        let c = spec.compiler_of(&body.meta);
        let range = c.inertiagrouprange;
        let infers = g.body > 0
            && (c.inertiafromgeom == Tri::True || (c.inertiafromgeom == Tri::Auto && body.ipos.is_none()))
            && (range[0]..=range[1]).contains(&g.group);
        let weightless = g.mass == Some(0.0) || (g.mass.is_none() && g.density == 0.0);
        if infers && !weightless {
            affected.insert(g.body);
        }
    }
    if affected.is_empty() {
        return Some(());
    }
    let inertials = inertials(spec, assets, cache, &|b| affected.contains(&b))?;
    for b in affected {
        let body = &mut out.bodies[b];
        if spec.compiler_of(&body.meta).inertiafromgeom == Tri::True {
            report.error_hint(
                Who::new("body", &body.meta, b),
                "discardvisual would drop geoms that its inertia comes from",
                "use inertiafromgeom=\"auto\", or give the visual geoms zero mass",
            );
        }
        adopt(body, &inertials[b]);
    }
    Some(())
}

fn drop_meshes(out: &mut Spec, refs: &Refs) {
    let used: BTreeSet<&str> = out
        .geoms
        .iter()
        .map(|g| g.meshname.as_str())
        .chain(out.sites.iter().map(|s| s.meshname.as_str()))
        .collect();
    let keep: Vec<bool> =
        out.meshes.iter().zip(&refs.meshes).map(|(m, r)| *r || used.contains(m.meta.name.as_str())).collect();
    let mut keep = keep.into_iter();
    out.meshes.retain(|_| keep.next().unwrap_or(true));
}

/// Materials and textures, and every mention of them.
fn drop_looks(out: &mut Spec, refs: &Refs) {
    let gone = |meta: &Meta, keep: &[bool], i: usize| {
        !keep.get(i).copied().unwrap_or(false) && !meta.name.is_empty()
    };
    let materials: BTreeSet<String> = (out.materials.iter().enumerate())
        .filter(|(i, m)| gone(&m.meta, &refs.materials, *i))
        .map(|(_, m)| m.meta.name.clone())
        .collect();
    let textures: BTreeSet<String> = (out.textures.iter().enumerate())
        .filter(|(i, m)| gone(&m.meta, &refs.textures, *i))
        .map(|(_, m)| m.meta.name.clone())
        .collect();
    out.materials.retain(|m| !materials.contains(&m.meta.name));
    let mut keep = refs.textures.iter();
    out.textures.retain(|_| keep.next().copied().unwrap_or(false));
    let names = (out.geoms.iter_mut().map(|g| &mut g.material))
        .chain(out.sites.iter_mut().map(|s| &mut s.material))
        .chain(out.tendons.iter_mut().map(|t| &mut t.material))
        .chain(out.meshes.iter_mut().map(|m| &mut m.material));
    names.filter(|n| materials.contains(n.as_str())).for_each(String::clear);
    let names = (out.lights.iter_mut().map(|l| &mut l.texture))
        .chain(out.materials.iter_mut().flat_map(|m| &mut m.textures));
    names.filter(|n| textures.contains(n.as_str())).for_each(String::clear);
}
