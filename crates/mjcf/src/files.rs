//! Where the bytes of files come from: the disk (guarded) or memory.
//!
//! Only regular files are opened, never more than 1 GiB, never a URL. Untrusted loading follows links first and then
//! allows only what lies below the main file's folder or an explicit root.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use stiction_model::assets::Assets;

/// Largest file that is read (bytes).
pub const MAX_FILE: u64 = 1 << 30;

/// Files below (or named from) a folder.
#[derive(Clone, Debug, Default)]
pub struct DiskAssets {
    /// The main file's folder.
    pub root: PathBuf,
    /// Allow only files below `root` or `roots`, after resolving links.
    pub untrusted: bool,
    /// Further folders that untrusted loading may read from.
    pub roots: Vec<PathBuf>,
}

impl DiskAssets {
    /// Files of a trusted model in this folder.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        DiskAssets { root: root.into(), untrusted: false, roots: Vec::new() }
    }

    /// The same, restricted to the folder and `roots`.
    pub fn untrusted(root: impl Into<PathBuf>, roots: Vec<PathBuf>) -> Self {
        DiskAssets { root: root.into(), untrusted: true, roots }
    }

    fn locate(&self, path: &str) -> Result<PathBuf, String> {
        let shown = show(path);
        if is_url(path) {
            return Err(format!("'{shown}' is a URL: only files are read"));
        }
        if path.contains('\0') {
            return Err("a file name contains a zero byte".into());
        }
        let full = normalize(&self.root.join(path.replace('\\', "/")));
        let meta = fs::metadata(&full).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => format!("file '{shown}' not found"),
            _ => format!("file '{shown}' cannot be opened"),
        })?;
        if !meta.is_file() {
            return Err(format!("'{shown}' is not a regular file"));
        }
        if meta.len() > MAX_FILE {
            return Err(format!("file '{shown}' is larger than 1 GiB"));
        }
        if self.untrusted {
            let real = fs::canonicalize(&full).map_err(|_| format!("file '{shown}' cannot be opened"))?;
            let inside = std::iter::once(&self.root)
                .chain(&self.roots)
                .filter_map(|r| {
                    fs::canonicalize(if r.as_os_str().is_empty() { Path::new(".") } else { r }).ok()
                })
                .any(|r| real.starts_with(r));
            if !inside {
                return Err(format!(
                    "file '{shown}' lies outside the model's folder; untrusted loading allows it only below an \
                     explicit root"
                ));
            }
            return Ok(real);
        }
        Ok(full)
    }
}

impl Assets for DiskAssets {
    fn load(&self, path: &str) -> Result<Arc<[u8]>, String> {
        let full = self.locate(path)?;
        let fail = |_| format!("file '{}' cannot be read", show(path));
        let mut bytes = Vec::new();
        let file = fs::File::open(full).map_err(fail)?;
        file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(fail)?;
        if bytes.len() as u64 > MAX_FILE {
            return Err(format!("file '{}' is larger than 1 GiB", show(path)));
        }
        Ok(bytes.into())
    }

    fn exists(&self, path: &str) -> bool {
        self.locate(path).is_ok()
    }

    fn resolved(&self, path: &str) -> String {
        normalize(&self.root.join(path.replace('\\', "/"))).to_string_lossy().into_owned()
    }
}

/// Files in memory, as MuJoCo's `assets` dictionary. A name matches in full, or else by its base name in any case.
#[derive(Clone, Debug, Default)]
pub struct MemoryAssets {
    files: BTreeMap<String, Arc<[u8]>>,
    base: BTreeMap<String, String>,
}

impl MemoryAssets {
    /// No files yet.
    pub fn new() -> Self {
        MemoryAssets::default()
    }

    /// Adds a file; the last one with a name wins.
    pub fn insert(&mut self, name: &str, bytes: impl Into<Arc<[u8]>>) {
        let key = clean_path(name);
        self.base.insert(base_name(&key).to_lowercase(), key.clone());
        self.files.insert(key, bytes.into());
    }

    /// Names of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    fn find(&self, path: &str) -> Option<&Arc<[u8]>> {
        let key = clean_path(path);
        self.files.get(&key).or_else(|| self.files.get(self.base.get(&base_name(&key).to_lowercase())?))
    }
}

impl Assets for MemoryAssets {
    fn load(&self, path: &str) -> Result<Arc<[u8]>, String> {
        self.find(path).cloned().ok_or_else(|| format!("file '{}' is not among the assets", show(path)))
    }

    fn exists(&self, path: &str) -> bool {
        self.find(path).is_some()
    }
}

/// One source of files, and another for what it does not have.
pub struct Fallback<'a>(pub &'a dyn Assets, pub &'a dyn Assets);

impl Assets for Fallback<'_> {
    fn load(&self, path: &str) -> Result<Arc<[u8]>, String> {
        if self.0.exists(path) { self.0.load(path) } else { self.1.load(path) }
    }
    fn exists(&self, path: &str) -> bool {
        self.0.exists(path) || self.1.exists(path)
    }
}

fn is_url(path: &str) -> bool {
    match path.find("://") {
        Some(at) => at > 0 && path[..at].chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c)),
        None => false,
    }
}

/// A file name as messages show it: short and printable.
pub fn show(name: &str) -> String {
    let mut s: String = name.chars().take(120).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if name.chars().count() > 120 {
        s.push('…');
    }
    s
}

fn normalize(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for c in path.components() {
        match c {
            Component::CurDir => {}
            Component::ParentDir => {
                let named = matches!(out.components().next_back(), Some(Component::Normal(_)));
                // "link/.." is not the parent of the link's name; only fold names that are plain folders
                let plain = named && !fs::symlink_metadata(&out).is_ok_and(|m| m.is_symlink());
                if plain {
                    out.pop();
                } else {
                    out.push("..");
                }
            }
            other => out.push(other.as_os_str()),
        }
    }
    out
}

/// Joins and cleans slash-separated names: `a/./b/../c` → `a/c`.
pub fn clean_path(path: &str) -> String {
    let path = path.replace('\\', "/");
    let absolute = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for p in path.split('/') {
        match p {
            "" | "." => {}
            ".." if parts.last().is_some_and(|l| *l != "..") => {
                parts.pop();
            }
            ".." if absolute => {}
            p => parts.push(p),
        }
    }
    let joined = parts.join("/");
    if absolute { format!("/{joined}") } else { joined }
}

/// True if a file name does not depend on a folder.
pub fn is_absolute(path: &str) -> bool {
    let b = path.as_bytes();
    path.starts_with('/')
        || path.starts_with('\\')
        || (b.len() > 2 && b[0].is_ascii_alphabetic() && b[1] == b':' && (b[2] == b'/' || b[2] == b'\\'))
}

/// `dir/file`, or `file` if it is absolute.
pub fn join_path(dir: &str, file: &str) -> String {
    if dir.is_empty() || is_absolute(file) {
        return file.replace('\\', "/");
    }
    let dir = dir.replace('\\', "/");
    format!("{}/{}", dir.trim_end_matches('/'), file.replace('\\', "/"))
}

/// The folder part of a path, without the slash.
pub fn dir_name(path: &str) -> &str {
    path.rfind('/').map_or("", |i| if i == 0 { "/" } else { &path[..i] })
}

/// The last part of a path.
pub fn base_name(path: &str) -> &str {
    path.rfind('/').map_or(path, |i| &path[i + 1..])
}

/// Files below a folder of another source.
pub(crate) struct SubFolder<'a> {
    pub files: &'a dyn Assets,
    pub folder: &'a str,
}

impl Assets for SubFolder<'_> {
    fn load(&self, path: &str) -> Result<Arc<[u8]>, String> {
        self.files.load(&join_path(self.folder, path))
    }
    fn exists(&self, path: &str) -> bool {
        self.files.exists(&join_path(self.folder, path))
    }
}
