//! Arrays as an uncompressed `.npz` archive that numpy reads: a zip archive with one stored `.npy` member per array.

use std::io::{self, Seek, Write};
use zip::write::{SimpleFileOptions, ZipWriter};

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
/// If it cannot be written.
pub fn write(out: impl Write + Seek, rows: usize, arrays: &[Array<'_>]) -> io::Result<()> {
    let mut zip = ZipWriter::new(out);
    for a in arrays {
        let member = npy(rows, a);
        let stored = SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Stored)
            .large_file(member.len() as u64 > u64::from(u32::MAX));
        zip.start_file(format!("{}.npy", a.name), stored)?;
        zip.write_all(&member)?;
    }
    zip.finish()?.flush()
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
