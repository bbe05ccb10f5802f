//! STL meshes, binary and ASCII.
//!
//! A binary file is 80 bytes of header, a face count n (u32) and n records of 50 bytes: normal, three vertices
//! (f32 each), two bytes of attributes; its length is 84 + 50 n. Anything else must be ASCII. The stored normals
//! are not used. Equal vertices (same bits) are joined, in order of first appearance.

use super::weld::Welder;
use super::{AssetError, Location, RawMesh};

/// Bytes before the first binary record.
const HEADER: usize = 84;
/// Bytes of a binary record.
const RECORD: usize = 50;
/// Largest coordinate that is taken as a length.
const MAX_COORD: f32 = (1u32 << 30) as f32;

/// Reads the bytes of an STL file.
pub fn load_stl(bytes: &[u8]) -> Result<RawMesh, AssetError> {
    if bytes.is_empty() {
        return Err(AssetError::new("STL file is empty"));
    }
    let count = bytes.get(80..HEADER).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    if let Some(n) = count {
        let expected = HEADER as u64 + RECORD as u64 * u64::from(n);
        if n > 0 && expected == bytes.len() as u64 {
            return load_binary(bytes);
        }
    }
    if bytes.trim_ascii_start().starts_with(b"solid") {
        return load_ascii(bytes);
    }
    match count {
        None => Err(AssetError::new("STL file is shorter than its header")
            .at(Location::Byte(bytes.len()))
            .hint("a binary STL has 84 bytes of header, an ASCII one starts with 'solid'")),
        Some(n) => Err(AssetError::new(format!(
            "STL header announces {n} faces ({} bytes), the file has {} bytes",
            HEADER as u64 + RECORD as u64 * u64::from(n),
            bytes.len()
        ))
        .at(Location::Byte(80))
        .hint("the file is truncated, or it is not an STL file")),
    }
}

/// True for a coordinate that is taken as a length; false for NaN.
fn in_range(v: [f32; 3]) -> bool {
    v.iter().all(|x| x.abs() <= MAX_COORD)
}

fn bad_vertex(face: usize) -> AssetError {
    AssetError::new("vertex coordinate is not finite or larger than 2^30").at(Location::Face(face))
}

fn load_binary(bytes: &[u8]) -> Result<RawMesh, AssetError> {
    let body = &bytes[HEADER..];
    let n = body.len() / RECORD;
    if n > i32::MAX as usize / 3 {
        return Err(AssetError::new(format!("STL file has {n} faces, the limit is {}", i32::MAX / 3)));
    }
    let mut welder = Welder::with_capacity(n / 2 + 2);
    let mut faces = Vec::with_capacity(n);
    for (i, record) in body.chunks_exact(RECORD).enumerate() {
        let number = |k: usize| {
            let at = 12 + 4 * k;
            f32::from_le_bytes([record[at], record[at + 1], record[at + 2], record[at + 3]])
        };
        let mut face = [0; 3];
        for j in 0..3 {
            let v = [number(3 * j), number(3 * j + 1), number(3 * j + 2)];
            if !in_range(v) {
                return Err(bad_vertex(i));
            }
            face[j] = welder.id(v);
        }
        faces.push(face);
    }
    Ok(RawMesh { vert: welder.vert, face: faces, ..RawMesh::default() })
}

fn load_ascii(bytes: &[u8]) -> Result<RawMesh, AssetError> {
    let mut welder = Welder::with_capacity(bytes.len() / 500);
    let mut faces = Vec::new();
    let mut corner = 0;
    let mut face = [0; 3];
    for (k, line) in bytes.split(|&b| b == b'\n').enumerate() {
        let at = |e: AssetError| e.at(Location::Line(k + 1));
        let mut words = line.split(|b| b.is_ascii_whitespace()).filter(|w| !w.is_empty());
        match words.next() {
            Some(b"vertex") => {
                let mut v = [0f32; 3];
                for x in &mut v {
                    *x = words
                        .next()
                        .and_then(parse_f32)
                        .ok_or_else(|| at(AssetError::new("expected three finite numbers after 'vertex'")))?;
                }
                if corner == 3 {
                    return Err(at(AssetError::new("more than three vertices in a facet")));
                }
                if !in_range(v) {
                    return Err(at(bad_vertex(faces.len())));
                }
                face[corner] = welder.id(v);
                corner += 1;
            }
            Some(b"endfacet") => {
                if corner != 3 {
                    return Err(at(AssetError::new(format!("facet has {corner} vertices, expected 3"))));
                }
                faces.push(face);
                corner = 0;
            }
            _ => {}
        }
    }
    if corner != 0 {
        return Err(AssetError::new("ASCII STL file ends inside a facet").at(Location::Byte(bytes.len())));
    }
    if faces.is_empty() {
        return Err(AssetError::new("ASCII STL file has no facets"));
    }
    Ok(RawMesh { vert: welder.vert, face: faces, ..RawMesh::default() })
}

fn parse_f32(word: &[u8]) -> Option<f32> {
    let x: f32 = std::str::from_utf8(word).ok()?.parse().ok()?;
    x.is_finite().then_some(x)
}
