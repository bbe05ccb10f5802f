//! Any bytes as a mesh, image or height field: loading and compiling must end in an asset or an error, never in a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stiction_geometry::asset::{Mesh, MeshInertia, MeshParams, load_hfield_bin, load_msh, load_obj, load_png, load_stl};

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    let raw = match kind % 5 {
        0 => load_obj(rest),
        1 => load_stl(rest),
        2 => load_msh(rest),
        3 => {
            let _ = load_png(rest, 3);
            return;
        }
        _ => {
            let _ = load_hfield_bin(rest);
            return;
        }
    };
    let Ok(raw) = raw else { return };
    // large meshes are legal but slow
    if raw.vert.len() > 2000 {
        return;
    }
    let inertia = match kind / 5 % 4 {
        0 => MeshInertia::Convex,
        1 => MeshInertia::Exact,
        2 => MeshInertia::Legacy,
        _ => MeshInertia::Shell,
    };
    let _ = Mesh::compile(raw, &MeshParams { inertia, needhull: kind & 64 != 0, ..MeshParams::default() });
});
