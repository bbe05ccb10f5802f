//! Arrays as an uncompressed `.npz` archive that numpy reads: a zip archive with one stored `.npy` member per array.

use crate::format::crc32;
use std::io::{self, Write};

/// An array of rows.
pub struct Array<'a> {
    /// Its name.
    pub name: &'a str,
    /// Numbers per row; `None`: one-dimensional.
    pub width: Option<usize>,
    /// The numbers.
    pub data: &'a [f64],
}

/// Writes an archive.
///
/// # Errors
/// If it cannot be written or is larger than 4 GiB.
pub fn write(mut out: impl Write, rows: usize, arrays: &[Array<'_>]) -> io::Result<()> {
    let too_big = || io::Error::other("the archive is larger than 4 GiB");
    let mut directory = Vec::new();
    let mut offset = 0u32;
    for a in arrays {
        let member = npy(rows, a);
        let size = u32::try_from(member.len()).map_err(|_| too_big())?;
        let name = format!("{}.npy", a.name);
        let header = entry(&name, &member, size);
        out.write_all(b"PK\x03\x04")?;
        out.write_all(&header)?;
        out.write_all(name.as_bytes())?;
        out.write_all(&member)?;
        directory.extend_from_slice(b"PK\x01\x02\x14\x00");
        directory.extend_from_slice(&header);
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&offset.to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
        let next = offset.checked_add(30 + name.len() as u32).and_then(|o| o.checked_add(size));
        offset = next.ok_or_else(too_big)?;
    }
    out.write_all(&directory)?;
    out.write_all(b"PK\x05\x06\0\0\0\0")?;
    let n = arrays.len() as u16;
    out.write_all(&n.to_le_bytes())?;
    out.write_all(&n.to_le_bytes())?;
    out.write_all(&(directory.len() as u32).to_le_bytes())?;
    out.write_all(&offset.to_le_bytes())?;
    out.write_all(&[0, 0])?;
    out.flush()
}

/// The part of a member's header that the local entry and the directory share.
fn entry(name: &str, member: &[u8], size: u32) -> Vec<u8> {
    let mut h = vec![0x14, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
    h.extend_from_slice(&crc32(member).to_le_bytes());
    h.extend_from_slice(&size.to_le_bytes());
    h.extend_from_slice(&size.to_le_bytes());
    h.extend_from_slice(&(name.len() as u16).to_le_bytes());
    h.extend_from_slice(&[0, 0]);
    h
}

fn npy(rows: usize, a: &Array<'_>) -> Vec<u8> {
    let shape = a.width.map_or(format!("({rows},)"), |w| format!("({rows}, {w})"));
    let mut header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}");
    let pad = 64 - (10 + header.len() + 1) % 64;
    header.push_str(&" ".repeat(pad % 64));
    header.push('\n');
    let mut out = b"\x93NUMPY\x01\x00".to_vec();
    out.extend_from_slice(&(header.len() as u16).to_le_bytes());
    out.extend_from_slice(header.as_bytes());
    out.extend(a.data.iter().flat_map(|x| x.to_le_bytes()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_start_at_a_multiple_of_64() {
        let a = npy(3, &Array { name: "x", width: Some(2), data: &[0.0; 6] });
        assert_eq!((a.len() - 48) % 64, 0);
        assert!(String::from_utf8_lossy(&a[..100]).contains("'shape': (3, 2)"));
    }
}
