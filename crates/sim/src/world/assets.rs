//! Assets of a world's spec: points, triangles and heights of shapes, one for all bodies that share them.
//!
//! Reads  shapes     Writes meshes, height fields and the list of exact meshes of a spec

use stiction_model::kinds::{MeshInertia, ObjKind};
use stiction_model::spec::{HField, Mesh, Meta, Spec, Tuple};
use stiction_spatial::Vec3;

/// The tuple of meshes that collide by their triangles.
const EXACT: &str = "stiction:exact";

fn named(name: &str) -> Meta {
    Meta { name: name.to_string(), ..Meta::default() }
}

fn single(points: &[Vec3]) -> Vec<f32> {
    points.iter().flat_map(|p| p.0.map(|x| x as f32)).collect()
}

/// The mesh of these points alone, for the body of slot k.
pub(super) fn hull(spec: &mut Spec, points: &[Vec3], k: usize) -> String {
    let uservert = single(points);
    if let Some(m) = spec.meshes.iter().find(|m| m.uservert == uservert && m.userface.is_empty()) {
        return m.meta.name.clone();
    }
    let name = format!("hull{k}");
    spec.meshes.push(Mesh { meta: named(&name), uservert, ..Mesh::default() });
    name
}

/// The mesh of these triangles, which collide themselves. One that moves has mass in its inside, the others need not have one.
pub(super) fn surface(spec: &mut Spec, points: &[Vec3], triangles: &[[u32; 3]], moves: bool) -> String {
    let uservert = single(points);
    let userface: Vec<i32> = triangles.iter().flatten().map(|i| i.cast_signed()).collect();
    let inertia = if moves { MeshInertia::Exact } else { MeshInertia::Shell };
    let same = |m: &&Mesh| m.inertia == inertia && m.userface == userface && m.uservert == uservert;
    if let Some(m) = spec.meshes.iter().find(same) {
        return m.meta.name.clone();
    }
    let name = format!("surface{}", spec.meshes.len());
    spec.meshes.push(Mesh { meta: named(&name), uservert, userface, inertia, ..Mesh::default() });
    let exact = match spec.tuples.iter().position(|t| t.meta.name == EXACT) {
        Some(i) => i,
        None => {
            spec.tuples.push(Tuple { meta: named(EXACT), ..Tuple::default() });
            spec.tuples.len() - 1
        }
    };
    let t = &mut spec.tuples[exact];
    t.objtype.push(ObjKind::Mesh as i32);
    t.objname.push(name.clone());
    t.objprm.push(0.0);
    name
}

/// The height field of these heights, and the lowest of them, from which it counts.
pub(super) fn height_field(
    spec: &mut Spec,
    half: [f64; 2],
    columns: usize,
    heights: &[f64],
) -> (String, f64) {
    let lowest = heights.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let range = if highest > lowest { highest - lowest } else { 1.0 };
    let name = format!("field{}", spec.hfields.len());
    let rows = heights.len().checked_div(columns).unwrap_or(0);
    spec.hfields.push(HField {
        meta: named(&name),
        nrow: i32::try_from(rows).unwrap_or(i32::MAX),
        ncol: i32::try_from(columns).unwrap_or(i32::MAX),
        size: [half[0], half[1], range, 1.0],
        userdata: heights.iter().map(|h| ((h - lowest) / range) as f32).collect(),
        ..HField::default()
    });
    (name, if lowest.is_finite() { lowest } else { 0.0 })
}
