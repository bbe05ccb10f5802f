//! MuJoCo's binary mesh.
//!
//! Four i32 counts nvert, nnormal, ntexcoord, nface, then positions (3 f32), normals (3 f32), texture coordinates
//! (2 f32) and faces (3 i32), all little-endian. Normals and texture coordinates are per vertex or absent.

use super::{AssetError, Location, RawMesh};

/// Reads the bytes of an MSH file.
pub fn load_msh(bytes: &[u8]) -> Result<RawMesh, AssetError> {
    let Some(header) = bytes.get(..16) else {
        return Err(AssetError::new("MSH file is shorter than its 16-byte header")
            .at(Location::Byte(bytes.len()))
            .hint("the text format of Gmsh is not this format"));
    };
    let word = |k: usize| i32::from_le_bytes([header[k], header[k + 1], header[k + 2], header[k + 3]]);
    let names = ["nvert", "nnormal", "ntexcoord", "nface"];
    let n = [word(0), word(4), word(8), word(12)];
    for k in 0..4 {
        if n[k] < 0 {
            return Err(
                AssetError::new(format!("negative {} in MSH header", names[k])).at(Location::Byte(4 * k))
            );
        }
    }
    let [nv, nn, nt, nf] = n.map(|x| x as u64);
    if nv < 4 {
        return Err(AssetError::new("MSH file has fewer than 4 vertices").at(Location::Byte(0)));
    }
    for (k, m) in [(1, nn), (2, nt)] {
        if m > 0 && m != nv {
            return Err(AssetError::new(format!("{} in MSH header must be 0 or nvert", names[k]))
                .at(Location::Byte(4 * k)));
        }
    }
    let expected = 16 + 12 * nv + 12 * nn + 8 * nt + 12 * nf;
    if expected != bytes.len() as u64 {
        return Err(AssetError::new(format!(
            "MSH header announces {expected} bytes, the file has {} bytes",
            bytes.len()
        ))
        .at(Location::Byte(bytes.len())));
    }
    let (vert, rest) = bytes[16..].split_at(12 * nv as usize);
    let (normal, rest) = rest.split_at(12 * nn as usize);
    let (texcoord, face) = rest.split_at(8 * nt as usize);
    let mut mesh = RawMesh {
        vert: rows(vert, f32::from_le_bytes),
        normal: rows(normal, f32::from_le_bytes),
        texcoord: rows(texcoord, f32::from_le_bytes),
        face: rows(face, i32::from_le_bytes),
        ..RawMesh::default()
    };
    if nn > 0 {
        mesh.facenormal = mesh.face.clone();
    }
    if nt > 0 {
        mesh.facetexcoord = mesh.face.clone();
    }
    Ok(mesh)
}

/// Rows of `N` four-byte numbers.
fn rows<T: Copy, const N: usize>(bytes: &[u8], number: fn([u8; 4]) -> T) -> Vec<[T; N]> {
    bytes
        .chunks_exact(4 * N)
        .map(|c| std::array::from_fn(|k| number([c[4 * k], c[4 * k + 1], c[4 * k + 2], c[4 * k + 3]])))
        .collect()
}
