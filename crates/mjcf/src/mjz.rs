//! `.mjz` archives: a zip file with a model and the files it names.
//!
//! The directory is read once; each member is decompressed when it is asked for. Sizes are checked before memory is
//! taken: at most 1 GiB per member, and no member larger than 100 MB that grows more than 64-fold.

use crate::files::{base_name, clean_path, show};
use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::sync::Arc;
use stiction_model::assets::Assets;
use zip::ZipArchive;
use zip::result::ZipError;

const MAX_MEMBER: u64 = 1 << 30;
const MAX_TOTAL: u64 = 4 << 30;
const SUSPECT: u64 = 100_000_000;
const MAX_RATIO: u64 = 64;
const MAX_MEMBERS: usize = 100_000;

/// An open archive; hands out its members as assets, named relative to the model's folder in it.
#[derive(Clone, Debug)]
pub struct Archive {
    zip: ZipArchive<Cursor<Arc<[u8]>>>,
    /// Numbers of the members by their paths.
    members: BTreeMap<String, usize>,
    /// Path of the model in the archive.
    pub main: String,
}

/// True if these bytes are a zip archive.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Opens an archive. `name` is the archive's own file name: an old archive names its model after it.
///
/// # Errors
/// If the archive is broken, too large, or holds no model.
pub fn open(name: &str, bytes: &[u8]) -> Result<Archive, String> {
    let zip =
        ZipArchive::new(Cursor::new(Arc::from(bytes))).map_err(|e| format!("the archive is broken: {e}"))?;
    let members = directory(&zip)?;
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
    Ok(Archive { zip, members, main })
}

/// The members, with what they claim checked.
fn directory(zip: &ZipArchive<Cursor<Arc<[u8]>>>) -> Result<BTreeMap<String, usize>, String> {
    let entries = zip.metadata();
    if entries.len() > MAX_MEMBERS {
        return Err(format!("the archive holds more than {MAX_MEMBERS} files"));
    }
    let (mut members, mut total) = (BTreeMap::new(), 0u64);
    for i in 0..entries.len() {
        let entry = entries.entry(i).map_err(|e| format!("the archive is broken: {e}"))?;
        let name = String::from_utf8_lossy(entry.name_raw()).replace('\\', "/");
        if entry.encrypted() {
            return Err(format!("member '{}' of the archive is encrypted", show(&name)));
        }
        check_size(&name, entry.size(), entry.compressed_size())?;
        total += entry.size();
        if total > MAX_TOTAL {
            return Err("the archive holds more than 4 GiB".into());
        }
        if !name.ends_with('/') {
            members.insert(clean_path(&name), i);
        }
    }
    Ok(members)
}

fn check_size(name: &str, size: u64, packed: u64) -> Result<(), String> {
    if size > MAX_MEMBER {
        return Err(format!("member '{}' of the archive is larger than 1 GiB", show(name)));
    }
    if size > SUSPECT && size / packed.max(1) > MAX_RATIO {
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
        let broken = || format!("member '{shown}' of the archive is broken");
        let &i = self.members.get(path).ok_or_else(|| format!("file '{shown}' is not in the archive"))?;
        // the bytes and the directory are shared: only the reader's place is new
        let mut zip = self.zip.clone();
        let file = zip.by_index(i).map_err(|e| match e {
            ZipError::UnsupportedArchive(_) => {
                format!("member '{shown}' uses a compression that is not supported")
            }
            _ => broken(),
        })?;
        let size = file.size();
        let mut data = Vec::new();
        // one byte more than it claims: a longer member is a lie, and only the end compares the checksum
        file.take(size + 1).read_to_end(&mut data).map_err(|_| broken())?;
        if data.len() as u64 == size { Ok(data.into()) } else { Err(broken()) }
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
    use std::io::Write;
    use zip::CompressionMethod::{Deflated, Stored};
    use zip::write::{SimpleFileOptions, ZipWriter};

    /// A zip archive with stored and deflated members.
    fn zip(files: &[(&str, &[u8], bool)]) -> Vec<u8> {
        let mut out = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, data, deflate) in files {
            let method = if *deflate { Deflated } else { Stored };
            out.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
            out.write_all(data).unwrap();
        }
        out.finish().unwrap().into_inner()
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
        let dir = u32::from_le_bytes(lie[end + 16..end + 20].try_into().unwrap()) as usize;
        lie[dir + 24..dir + 28].copy_from_slice(&0x3fff_ffffu32.to_le_bytes());
        assert!(open("m.mjz", &lie).unwrap_err().contains("64-fold"));
        // a wrong checksum is found when the member is read
        let mut wrong = good.clone();
        wrong[dir + 16] ^= 1;
        assert!(open("m.mjz", &wrong).unwrap().model().unwrap_err().contains("broken"));
        // one byte more than the directory says
        let mut short = good;
        short[dir + 24] -= 1;
        assert!(open("m.mjz", &short).unwrap().model().unwrap_err().contains("broken"));
    }
}
