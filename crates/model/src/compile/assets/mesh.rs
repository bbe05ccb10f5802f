//! Meshes from files, inline numbers or procedural shapes.

use super::cache::{Recipe, get_or_make};
use super::{join, load, refuse};
use crate::assets::Assets;
use crate::compile::report::{Report, Short, Who};
use crate::kinds::{self, MeshBuiltin};
use crate::plugin::Plugin;
use crate::spec::{self, Spec};
use std::sync::Arc;
use stiction_geometry::asset as geo;
use stiction_geometry::sdf::{Solid, surface};
use stiction_spatial::{Mat3, Quat, Vec3};

/// What the model needs of a mesh.
#[derive(Clone, Copy)]
pub(super) struct Needs {
    pub hull: bool,
    pub octree: bool,
}

/// Compiles one mesh; reports what is wrong with it.
pub(super) fn compile_mesh(
    e: &spec::Mesh,
    needs: Needs,
    s: &Spec,
    assets: &dyn Assets,
    who: Who<'_>,
    report: &mut Report,
) -> Option<Arc<geo::Mesh>> {
    let params = geo::MeshParams {
        scale: Vec3(e.scale),
        refpos: e.refpos,
        refquat: e.refquat,
        stretch: Mat3(e.stretch),
        inertia: match e.inertia {
            kinds::MeshInertia::Convex => geo::MeshInertia::Convex,
            kinds::MeshInertia::Exact => geo::MeshInertia::Exact,
            kinds::MeshInertia::Legacy => geo::MeshInertia::Legacy,
            kinds::MeshInertia::Shell => geo::MeshInertia::Shell,
        },
        smoothnormal: e.smoothnormal,
        maxhullvert: usize::try_from(e.maxhullvert).ok(),
        needhull: needs.hull,
        needoctree: needs.octree && e.plugin_name.is_empty(),
        frame: geo::MeshFrame::Principal,
    };
    if params.refquat == Quat([0.0; 4]) {
        report.error(who, "refquat is zero");
        return None;
    }
    let file = match e.file.as_str() {
        "" => None,
        _ if !e.plugin_name.is_empty() || e.builtin != MeshBuiltin::None => None,
        name => {
            let path = join(&s.compiler_of(&e.meta).meshdir, name, s.compiler.strippath);
            Some((format_of(e, who, report)?, load(&path, assets, report, who)?))
        }
    };
    // a shape of the user's own has no description to find it by
    if s.shapes.iter().any(|(n, _)| *n == e.plugin_name) {
        return make(e, s, params, file, who, report).map(Arc::new);
    }
    let format = file.as_ref().map(|f| f.0);
    let plugin = (&e.plugin_name, &e.plugin_config);
    let recipe = Recipe {
        words: format!("mesh {params:?} {format:?} {:?} {:?} {plugin:?}", e.builtin, e.params),
        sources: file.iter().map(|f| f.1.clone()).chain([packed(e)]).collect(),
    };
    get_or_make(recipe, |_| make(e, s, params, file, who, report).ok_or(())).ok()
}

/// The arrays that are written in the model, one after the other with their lengths.
fn packed(e: &spec::Mesh) -> Arc<[u8]> {
    let floats = [&e.uservert, &e.usernormal, &e.usertexcoord];
    let indices = [&e.userface, &e.userfacenormal, &e.userfacetexcoord];
    if floats.iter().all(|x| x.is_empty()) && indices.iter().all(|x| x.is_empty()) {
        return Arc::new([]);
    }
    let mut out = Vec::new();
    for list in floats {
        out.extend_from_slice(&list.len().to_le_bytes());
        out.extend(list.iter().flat_map(|x| x.to_le_bytes()));
    }
    for list in indices {
        out.extend_from_slice(&list.len().to_le_bytes());
        out.extend(list.iter().flat_map(|x| x.to_le_bytes()));
    }
    out.into()
}

/// Makes a mesh from what the spec says and, if it names one, the file.
fn make(
    e: &spec::Mesh,
    s: &Spec,
    mut params: geo::MeshParams,
    file: Option<(geo::MeshFormat, Arc<[u8]>)>,
    who: Who<'_>,
    report: &mut Report,
) -> Option<geo::Mesh> {
    let raw = if !e.plugin_name.is_empty() {
        from_solid(e, s, &mut params, who, report)?
    } else if e.builtin != MeshBuiltin::None {
        let made = geo::builtin_mesh(builtin_kind(e.builtin)?, &e.params);
        let b = made.map_err(|x| refuse(x, "", report, who)).ok()?;
        params.inertia = b.inertia(params.inertia);
        b.raw
    } else if let Some((format, bytes)) = file {
        from_file(e, format, &bytes, who, report)?
    } else {
        from_user(e, who, report)?
    };
    geo::Mesh::compile(raw, &params).map_err(|x| refuse(x, &e.file, report, who)).ok()
}

/// The surface of a solid by its distance; it keeps its frame.
fn from_solid(
    e: &spec::Mesh,
    s: &Spec,
    params: &mut geo::MeshParams,
    who: Who<'_>,
    report: &mut Report,
) -> Option<geo::RawMesh> {
    if e.scale != [1.0; 3] {
        report.error(who, "scale does not apply to a solid by its distance");
    }
    if e.refpos != Vec3::ZERO || e.refquat != Quat::IDENTITY {
        report.error(who, "refpos and refquat do not apply to a solid by its distance");
    }
    let solid = solid_of(s, &e.plugin_name, &e.plugin_config).map_err(|why| report.error(who, why)).ok()?;
    params.frame = match solid {
        // as MuJoCo has it: no centre of mass but the origin, moments in the order of their size
        Solid::Torus(_) | Solid::Bowl(_) | Solid::Bolt(_) | Solid::Nut(_) | Solid::Gear(_) => {
            geo::MeshFrame::Author
        }
        Solid::Own(_) => {
            if params.inertia == geo::MeshInertia::Legacy {
                params.inertia = geo::MeshInertia::Exact;
            }
            geo::MeshFrame::Kept
        }
    };
    let raw = surface(&solid);
    if raw.face.is_empty() {
        report.error_hint(
            who,
            "the solid has no surface within its bounds",
            "the distance is negative inside",
        );
        return None;
    }
    Some(raw)
}

/// The solid of this name: a shape of the user's, or a plugin.
pub(crate) fn solid_of(s: &Spec, name: &str, config: &[String]) -> Result<Solid, String> {
    if let Some((_, own)) = s.shapes.iter().find(|(n, _)| n == name) {
        return Ok(Solid::Own(own.clone()));
    }
    match Plugin::configure(name, config)? {
        Plugin::Solid(solid) => Ok(solid),
        _ => Err(format!("plugin '{name}' does not give a signed distance")),
    }
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

fn format_of(e: &spec::Mesh, who: Who<'_>, report: &mut Report) -> Option<geo::MeshFormat> {
    let format = match e.content_type.as_str() {
        "model/obj" => Some(geo::MeshFormat::Obj),
        "model/stl" => Some(geo::MeshFormat::Stl),
        "model/vnd.mujoco.msh" => Some(geo::MeshFormat::Msh),
        _ => geo::MeshFormat::from_file_name(&e.file),
    };
    if format.is_none() {
        report.error_hint(
            who.about(super::FILE),
            format!("file '{}' is not a known kind of mesh", Short(&e.file)),
            "OBJ, STL and MSH files can be read",
        );
    }
    format
}

fn from_file(
    e: &spec::Mesh,
    format: geo::MeshFormat,
    bytes: &[u8],
    who: Who<'_>,
    report: &mut Report,
) -> Option<geo::RawMesh> {
    let mut raw = geo::load_mesh(bytes, format).map_err(|x| refuse(x, &e.file, report, who)).ok()?;
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
        report.error(
            who.about(&["file", "vertex", "builtin"]),
            "it has neither a file, nor vertices, nor a builtin shape",
        );
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
            let who = who.about(&["vertex", "normal", "texcoord", "face", "facenormal", "facetexcoord"]);
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
