//! `.mjz` archives: a zip file with a model and the files it names.
//!
//! The central directory lists the members; each is decompressed when it is asked for. Sizes are checked before memory is
//! taken: at most 1 GiB per member, and no member larger than 100 MB that grows more than 64-fold.

use crate::files::{base_name, clean_path, show};
use std::collections::BTreeMap;
use std::sync::Arc;
use stiction_model::assets::Assets;

const MAX_MEMBER: u64 = 1 << 30;
const MAX_TOTAL: u64 = 4 << 30;
const SUSPECT: u64 = 100_000_000;
const MAX_RATIO: u64 = 64;
const MAX_MEMBERS: usize = 100_000;

const END: &[u8] = b"PK\x05\x06";
const ENTRY: &[u8] = b"PK\x01\x02";
const LOCAL: &[u8] = b"PK\x03\x04";

/// A member of the archive.
#[derive(Clone, Copy, Debug)]
struct Member {
    offset: usize,
    packed: usize,
    size: usize,
    method: u16,
    crc: u32,
}

/// An open archive; hands out its members as assets, named relative to the model's folder in it.
#[derive(Clone, Debug)]
pub struct Archive {
    bytes: Arc<[u8]>,
    members: BTreeMap<String, Member>,
    /// Path of the model in the archive.
    pub main: String,
}

/// True if these bytes are a zip archive.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(LOCAL) || bytes.starts_with(END)
}

fn u16_at(b: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(b.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(b: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(b.get(at..at + 4)?.try_into().ok()?))
}

/// Opens an archive. `name` is the archive's own file name: an old archive names its model after it.
///
/// # Errors
/// If the archive is broken, too large, or holds no model.
pub fn open(name: &str, bytes: &[u8]) -> Result<Archive, String> {
    let members = directory(bytes)?;
    let base = base_name(&name.replace('\\', "/")).to_string();
    let stem = base.rfind('.').map_or(base.as_str(), |d| &base[..d]);
    let tries = [
        "model.xml".to_string(),
        format!("{stem}.xml"),
        format!("{stem}/{stem}.xml"),
        format!("{stem}/model.xml"),
    ];
    let main = tries.into_iter().find(|t| members.contains_key(t)).ok_or_else(|| {
        format!("the archive '{}' holds no model: expected model.xml or {}.xml", show(&base), show(stem))
    })?;
    Ok(Archive { bytes: bytes.into(), members, main })
}

fn directory(b: &[u8]) -> Result<BTreeMap<String, Member>, String> {
    const BROKEN: &str = "the archive's directory is broken";
    // the end record stands last, before a comment of at most 64 KiB
    let from = b.len().saturating_sub(22 + 65_536);
    let end = (from..b.len().saturating_sub(21))
        .rev()
        .find(|i| b[*i..].starts_with(END))
        .ok_or("not a zip archive: no end record")?;
    let count = usize::from(u16_at(b, end + 10).ok_or(BROKEN)?);
    let mut at = u32_at(b, end + 16).ok_or(BROKEN)? as usize;
    if count == 0xffff || at == 0xffff_ffff {
        return Err("64-bit zip archives are not supported".into());
    }
    let (mut members, mut total) = (BTreeMap::new(), 0u64);
    for _ in 0..count.min(MAX_MEMBERS) {
        if !b.get(at..).is_some_and(|r| r.starts_with(ENTRY)) {
            return Err(BROKEN.into());
        }
        let field16 = |k| u16_at(b, at + k).map(usize::from).ok_or(BROKEN);
        let field32 = |k| u32_at(b, at + k).ok_or(BROKEN);
        let (name_len, extra, comment) = (field16(28)?, field16(30)?, field16(32)?);
        let name = b.get(at + 46..at + 46 + name_len).ok_or(BROKEN)?;
        let name = String::from_utf8_lossy(name).replace('\\', "/");
        if field16(8)? & 1 != 0 {
            return Err(format!("member '{}' of the archive is encrypted", show(&name)));
        }
        let m = Member {
            offset: field32(42)? as usize,
            packed: field32(20)? as usize,
            size: field32(24)? as usize,
            method: field16(10)? as u16,
            crc: field32(16)?,
        };
        check_size(&name, m)?;
        total += m.size as u64;
        if total > MAX_TOTAL {
            return Err("the archive holds more than 4 GiB".into());
        }
        if !name.ends_with('/') {
            members.insert(clean_path(&name), m);
        }
        at += 46 + name_len + extra + comment;
    }
    Ok(members)
}

fn check_size(name: &str, m: Member) -> Result<(), String> {
    let (size, packed) = (m.size as u64, (m.packed as u64).max(1));
    if size > MAX_MEMBER {
        return Err(format!("member '{}' of the archive is larger than 1 GiB", show(name)));
    }
    if size > SUSPECT && size / packed > MAX_RATIO {
        return Err(format!("member '{}' of the archive grows more than {MAX_RATIO}-fold", show(name)));
    }
    Ok(())
}

impl Archive {
    /// The text of the model.
    ///
    /// # Errors
    /// If the member is broken.
    pub fn model(&self) -> Result<Arc<[u8]>, String> {
        self.member(&self.main)
    }

    /// Names of all members.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.keys().map(String::as_str)
    }

    /// The path of a file named from the model's folder.
    fn path(&self, name: &str) -> String {
        let dir = crate::files::dir_name(&self.main);
        clean_path(&crate::files::join_path(dir, name))
    }

    fn member(&self, path: &str) -> Result<Arc<[u8]>, String> {
        let shown = show(path);
        let m = self.members.get(path).ok_or_else(|| format!("file '{shown}' is not in the archive"))?;
        let broken = || format!("member '{shown}' of the archive is broken");
        let b = &self.bytes;
        if !b.get(m.offset..).is_some_and(|r| r.starts_with(LOCAL)) {
            return Err(broken());
        }
        let name = usize::from(u16_at(b, m.offset + 26).ok_or_else(broken)?);
        let extra = usize::from(u16_at(b, m.offset + 28).ok_or_else(broken)?);
        let start = m.offset + 30 + name + extra;
        let packed = b.get(start..start.saturating_add(m.packed)).ok_or_else(broken)?;
        let data: Arc<[u8]> = match m.method {
            0 => packed.into(),
            8 => miniz_oxide::inflate::decompress_to_vec_with_limit(packed, m.size)
                .map_err(|_| broken())?
                .into(),
            _ => return Err(format!("member '{shown}' uses a compression that is not supported")),
        };
        if data.len() != m.size || crc32fast::hash(&data) != m.crc {
            return Err(broken());
        }
        Ok(data)
    }
}

impl Assets for Archive {
    fn load(&self, path: &str) -> Result<Arc<[u8]>, String> {
        self.member(&self.path(path))
    }
    fn exists(&self, path: &str) -> bool {
        self.members.contains_key(&self.path(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A zip archive with stored and deflated members.
    fn zip(files: &[(&str, &[u8], bool)]) -> Vec<u8> {
        let (mut out, mut dir) = (Vec::new(), Vec::new());
        for (name, data, deflate) in files {
            let packed =
                if *deflate { miniz_oxide::deflate::compress_to_vec(data, 6) } else { data.to_vec() };
            let offset = out.len() as u32;
            let method = if *deflate { 8u16 } else { 0 };
            let mut common = Vec::new();
            common.extend([20, 0, 0, 0]);
            common.extend(method.to_le_bytes());
            common.extend([0; 4]);
            common.extend(crc32fast::hash(data).to_le_bytes());
            common.extend((packed.len() as u32).to_le_bytes());
            common.extend((data.len() as u32).to_le_bytes());
            common.extend((name.len() as u16).to_le_bytes());
            common.extend([0, 0]);
            out.extend(LOCAL);
            out.extend(&common);
            out.extend(name.as_bytes());
            out.extend(&packed);
            dir.extend(ENTRY);
            dir.extend([20, 0]);
            dir.extend(&common);
            dir.extend([0; 10]);
            dir.extend(offset.to_le_bytes());
            dir.extend(name.as_bytes());
        }
        let at = out.len() as u32;
        out.extend(&dir);
        out.extend(END);
        out.extend([0; 4]);
        let n = (files.len() as u16).to_le_bytes();
        out.extend(n);
        out.extend(n);
        out.extend((dir.len() as u32).to_le_bytes());
        out.extend(at.to_le_bytes());
        out.extend([0, 0]);
        out
    }

    #[test]
    fn members_are_found_from_the_models_folder() {
        let long = vec![b'x'; 10_000];
        let bytes = zip(&[("r/model.xml", b"<mujoco/>", false), ("r/assets/a.bin", &long, true)]);
        assert!(is_archive(&bytes));
        let a = open("some/where/r.mjz", &bytes).unwrap();
        assert_eq!(a.main, "r/model.xml");
        assert_eq!(&*a.model().unwrap(), b"<mujoco/>");
        assert_eq!(&*a.load("assets/a.bin").unwrap(), long.as_slice());
        assert!(a.load("assets/b.bin").is_err() && a.exists("./assets/a.bin"));
        assert!(open("other.mjz", &bytes).unwrap_err().contains("no model"));
    }

    #[test]
    fn broken_archives_are_refused() {
        let good = zip(&[("model.xml", b"<mujoco></mujoco>", true)]);
        for cut in 0..good.len() {
            let _ = open("m.mjz", &good[..cut]);
        }
        for i in 0..good.len() {
            let mut bad = good.clone();
            bad[i] ^= 0x55;
            if let Ok(a) = open("m.mjz", &bad) {
                let _ = a.model();
            }
        }
        let mut lie = good.clone();
        let end = lie.len() - 22;
        let dir = u32_at(&lie, end + 16).unwrap() as usize;
        lie[dir + 24..dir + 28].copy_from_slice(&0x3fff_ffffu32.to_le_bytes());
        assert!(open("m.mjz", &lie).unwrap_err().contains("64-fold"));
        // a wrong checksum is found when the member is read, and a member that is longer than it claims
        let mut wrong = good.clone();
        wrong[dir + 16] ^= 1;
        assert!(open("m.mjz", &wrong).unwrap().model().unwrap_err().contains("broken"));
        let mut short = good;
        short[dir + 24] -= 1;
        assert!(open("m.mjz", &short).unwrap().model().unwrap_err().contains("broken"));
    }
}
