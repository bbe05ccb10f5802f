//! Meshes from files, inline numbers or procedural shapes.

use super::{join, load, refuse};
use crate::assets::Assets;
use crate::compile::report::{Report, Short, Who};
use crate::kinds::{self, MeshBuiltin};
use crate::spec::{self, Spec};
use stiction_geometry::asset as geo;
use stiction_spatial::{Quat, Vec3};

/// Compiles one mesh; reports what is wrong with it.
pub(super) fn compile_mesh(
    e: &spec::Mesh,
    needhull: bool,
    s: &Spec,
    assets: &dyn Assets,
    who: Who<'_>,
    report: &mut Report,
) -> Option<geo::Mesh> {
    let mut params = geo::MeshParams {
        scale: Vec3(e.scale),
        refpos: e.refpos,
        refquat: e.refquat,
        inertia: match e.inertia {
            kinds::MeshInertia::Convex => geo::MeshInertia::Convex,
            kinds::MeshInertia::Exact => geo::MeshInertia::Exact,
            kinds::MeshInertia::Legacy => geo::MeshInertia::Legacy,
            kinds::MeshInertia::Shell => geo::MeshInertia::Shell,
        },
        smoothnormal: e.smoothnormal,
        maxhullvert: usize::try_from(e.maxhullvert).ok(),
        needhull,
        reorient: true,
    };
    if params.refquat == Quat([0.0; 4]) {
        report.error(who, "refquat is zero");
        return None;
    }
    let raw = if e.builtin != MeshBuiltin::None {
        let made = geo::builtin_mesh(builtin_kind(e.builtin)?, &e.params);
        let b = made.map_err(|x| refuse(x, "", report, who)).ok()?;
        params.inertia = b.inertia(params.inertia);
        b.raw
    } else if !e.file.is_empty() {
        from_file(e, s, assets, who, report)?
    } else {
        from_user(e, who, report)?
    };
    geo::Mesh::compile(raw, &params).map_err(|x| refuse(x, &e.file, report, who)).ok()
}

fn builtin_kind(k: MeshBuiltin) -> Option<geo::MeshBuiltin> {
    Some(match k {
        MeshBuiltin::None => return None,
        MeshBuiltin::Sphere => geo::MeshBuiltin::Sphere,
        MeshBuiltin::Hemisphere => geo::MeshBuiltin::Hemisphere,
        MeshBuiltin::Cone => geo::MeshBuiltin::Cone,
        MeshBuiltin::Supersphere => geo::MeshBuiltin::Supersphere,
        MeshBuiltin::Supertorus => geo::MeshBuiltin::Supertorus,
        MeshBuiltin::Wedge => geo::MeshBuiltin::Wedge,
        MeshBuiltin::Plate => geo::MeshBuiltin::Plate,
        MeshBuiltin::Grid => geo::MeshBuiltin::Grid,
        MeshBuiltin::Box => geo::MeshBuiltin::Box,
        MeshBuiltin::Cylinder => geo::MeshBuiltin::Cylinder,
        MeshBuiltin::Ellipsoid => geo::MeshBuiltin::Ellipsoid,
        MeshBuiltin::Square => geo::MeshBuiltin::Square,
        MeshBuiltin::Disc => geo::MeshBuiltin::Disc,
    })
}

fn from_file(
    e: &spec::Mesh,
    s: &Spec,
    assets: &dyn Assets,
    who: Who<'_>,
    report: &mut Report,
) -> Option<geo::RawMesh> {
    let format = match e.content_type.as_str() {
        "model/obj" => Some(geo::MeshFormat::Obj),
        "model/stl" => Some(geo::MeshFormat::Stl),
        "model/vnd.mujoco.msh" => Some(geo::MeshFormat::Msh),
        _ => geo::MeshFormat::from_file_name(&e.file),
    };
    let Some(format) = format else {
        report.error_hint(
            who,
            format!("file '{}' is not a known kind of mesh", Short(&e.file)),
            "OBJ, STL and MSH files can be read",
        );
        return None;
    };
    let bytes =
        load(&join(&s.compiler_of(&e.meta).meshdir, &e.file, s.compiler.strippath), assets, report, who)?;
    let mut raw = geo::load_mesh(&bytes, format).map_err(|x| refuse(x, &e.file, report, who)).ok()?;
    // data given beside the file completes what the file does not have
    let user = user_arrays(e, who, report)?;
    if !user.vert.is_empty() {
        report.error(who, "vertices are given both in the file and in the model");
        return None;
    }
    if raw.normal.is_empty() {
        raw.normal = user.normal;
    }
    if raw.texcoord.is_empty() {
        raw.texcoord = user.texcoord;
    }
    Some(raw)
}

fn from_user(e: &spec::Mesh, who: Who<'_>, report: &mut Report) -> Option<geo::RawMesh> {
    let raw = user_arrays(e, who, report)?;
    if raw.vert.is_empty() {
        report.error(who, "it has neither a file, nor vertices, nor a builtin shape");
        return None;
    }
    Some(raw)
}

/// The arrays of the spec as rows.
fn user_arrays(e: &spec::Mesh, who: Who<'_>, report: &mut Report) -> Option<geo::RawMesh> {
    for (name, len, width) in [
        ("vertex", e.uservert.len(), 3),
        ("normal", e.usernormal.len(), 3),
        ("texcoord", e.usertexcoord.len(), 2),
        ("face", e.userface.len(), 3),
        ("facenormal", e.userfacenormal.len(), 3),
        ("facetexcoord", e.userfacetexcoord.len(), 3),
    ] {
        if len % width != 0 {
            report.error(who, format!("{name} has {len} numbers, which is not a multiple of {width}"));
            return None;
        }
    }
    Some(geo::RawMesh {
        vert: rows(&e.uservert),
        normal: rows(&e.usernormal),
        texcoord: rows(&e.usertexcoord),
        face: rows(&e.userface),
        facenormal: rows(&e.userfacenormal),
        facetexcoord: rows(&e.userfacetexcoord),
    })
}

fn rows<T: Copy + Default, const N: usize>(flat: &[T]) -> Vec<[T; N]> {
    flat.chunks_exact(N).map(|c| std::array::from_fn(|k| c[k])).collect()
}
