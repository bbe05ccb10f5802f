//! Any bytes as a mesh: loading and compiling must end in an asset or an error, never in a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stiction_geometry::asset::{Mesh, MeshInertia, MeshParams, load_msh, load_obj, load_stl};

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    let raw = match kind % 3 {
        0 => load_obj(rest),
        1 => load_stl(rest),
        _ => load_msh(rest),
    };
    let Ok(raw) = raw else { return };
    // large meshes are legal but slow
    if raw.vert.len() > 2000 {
        return;
    }
    let inertia = match kind / 3 % 4 {
        0 => MeshInertia::Convex,
        1 => MeshInertia::Exact,
        2 => MeshInertia::Legacy,
        _ => MeshInertia::Shell,
    };
    let _ = Mesh::compile(raw, &MeshParams { inertia, needhull: kind & 64 != 0, ..MeshParams::default() });
});
