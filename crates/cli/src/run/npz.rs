//! Trajectories as an uncompressed `.npz` archive that numpy reads.
//!
//! A zip archive with one stored `.npy` member per array: time (n), qpos (n, nq), qvel (n, nv), ctrl (n, nu).

use std::io::{self, Write};

/// Everything recorded so far.
#[derive(Default)]
pub struct Log {
    rows: usize,
    columns: [(Vec<f64>, usize); 4],
}

const NAMES: [&str; 4] = ["time", "qpos", "qvel", "ctrl"];

impl Log {
    /// Appends one step.
    pub fn push(&mut self, time: f64, qpos: &[f64], qvel: &[f64], ctrl: &[f64]) {
        self.rows += 1;
        for (column, x) in self.columns.iter_mut().zip([&[time][..], qpos, qvel, ctrl]) {
            column.0.extend_from_slice(x);
            column.1 = x.len();
        }
    }

    /// Writes the archive.
    pub fn write(&self, path: &str) -> io::Result<()> {
        let mut out = io::BufWriter::new(std::fs::File::create(path)?);
        let mut directory = Vec::new();
        let mut offset = 0u32;
        for (name, (data, width)) in NAMES.iter().zip(&self.columns) {
            let member = npy(self.rows, if *name == "time" { None } else { Some(*width) }, data);
            let too_big = || io::Error::other("the recording is larger than 4 GiB: record fewer steps");
            let size = u32::try_from(member.len()).map_err(|_| too_big())?;
            let name = format!("{name}.npy");
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
            offset = offset
                .checked_add(30 + name.len() as u32)
                .and_then(|o| o.checked_add(size))
                .ok_or_else(too_big)?;
        }
        out.write_all(&directory)?;
        let n = NAMES.len() as u16;
        out.write_all(b"PK\x05\x06\0\0\0\0")?;
        out.write_all(&n.to_le_bytes())?;
        out.write_all(&n.to_le_bytes())?;
        out.write_all(&(directory.len() as u32).to_le_bytes())?;
        out.write_all(&offset.to_le_bytes())?;
        out.write_all(&[0, 0])?;
        out.flush()
    }
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

/// One array in numpy's format.
fn npy(rows: usize, width: Option<usize>, data: &[f64]) -> Vec<u8> {
    let shape = width.map_or(format!("({rows},)"), |w| format!("({rows}, {w})"));
    let mut header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}");
    let pad = 64 - (10 + header.len() + 1) % 64;
    header.push_str(&" ".repeat(pad % 64));
    header.push('\n');
    let mut out = b"\x93NUMPY\x01\x00".to_vec();
    out.extend_from_slice(&(header.len() as u16).to_le_bytes());
    out.extend_from_slice(header.as_bytes());
    for x in data {
        out.extend_from_slice(&x.to_le_bytes());
    }
    out
}

/// CRC-32 of zip archives.
fn crc32(bytes: &[u8]) -> u32 {
    let mut table = [0u32; 256];
    for (i, t) in table.iter_mut().enumerate() {
        *t = (0..8).fold(i as u32, |c, _| if c & 1 != 0 { 0xEDB8_8320 ^ (c >> 1) } else { c >> 1 });
    }
    !bytes.iter().fold(!0u32, |c, b| table[((c ^ u32::from(*b)) & 0xFF) as usize] ^ (c >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_of_the_standard_text() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn arrays_start_at_a_multiple_of_64() {
        let a = npy(3, Some(2), &[0.0; 6]);
        assert_eq!((a.len() - 48) % 64, 0);
        assert!(String::from_utf8_lossy(&a[..100]).contains("'shape': (3, 2)"));
    }
}
