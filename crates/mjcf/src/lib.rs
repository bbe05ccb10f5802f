//! MJCF and URDF files: XML ⇄ [`Spec`], from one schema table.
//!
//! [`load`] reads a model from text, [`load_bytes`] from a file's bytes (MJCF, URDF or `.mjz`), [`load_path`] from disk.
//! Everything that is wrong with a file is reported at once, each problem with its place and a hint.
//!
//! Architecture invariant: this crate knows nothing about stepping. Files are opened in `files` alone.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod dom;
pub mod files;
pub mod mjz;
mod reader;
pub mod schema;
mod urdf;
pub mod writer;
mod xml;

use std::borrow::Cow;
use std::path::Path;
use stiction_model::assets::Assets;
use stiction_model::compile::Damage;
use stiction_model::diag::{Diagnostic, Diagnostics};
use stiction_model::spec::Spec;

/// Most elements or values that one number in a file may ask for.
pub(crate) const MAX_ELEMENTS: i64 = 10_000_000;

/// Most elements that `replicate` and `attach` may make; each takes about a kilobyte.
pub(crate) const MAX_COPIES: i64 = 300_000;

/// How to load.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// Leave out what is not supported, with a warning, instead of refusing the file.
    pub permissive: bool,
    /// Folders that `package://` names of URDF files are looked up in.
    pub package_roots: Vec<String>,
}

/// A model as its files say, and what to warn about.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The model.
    pub spec: Spec,
    /// Warnings, with the sources they point into.
    pub warnings: Diagnostics,
}

/// What was read, also of files that have problems.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What could be read; absent if the file is not a model at all.
    pub spec: Option<Spec>,
    /// All problems of the files themselves.
    pub problems: Diagnostics,
    /// What those problems leave open, for a compiler that looks for more of them.
    pub damage: Damage,
}

impl Reading {
    fn failed(problem: Diagnostic) -> Self {
        let mut problems = Diagnostics::default();
        problems.push(problem);
        Reading { spec: None, problems, damage: Damage::default() }
    }
    /// The model, or every problem.
    ///
    /// # Errors
    /// The problems, if one of them is an error.
    pub fn finish(self) -> Result<Loaded, Diagnostics> {
        match self.spec {
            Some(spec) if !self.problems.has_errors() => Ok(Loaded { spec, warnings: self.problems }),
            _ => Err(self.problems),
        }
    }
}

/// Reads a model from text. `main_name` is the file's name for messages; other files come from `files`.
pub fn load(
    main_name: &str,
    xml: &str,
    files: &dyn Assets,
    opts: &LoadOptions,
) -> Result<Loaded, Diagnostics> {
    load_nested(main_name, xml.as_bytes(), files, opts, reader::Usage::default()).0.finish()
}

/// Reads a model from the bytes of a file: MJCF, URDF or an archive. The assets of an archive are in it; compile with
/// [`mjz::open`] then.
pub fn load_bytes(
    main_name: &str,
    bytes: &[u8],
    files: &dyn Assets,
    opts: &LoadOptions,
) -> Result<Loaded, Diagnostics> {
    read_bytes(main_name, bytes, files, opts).finish()
}

/// The same, and what could be read of a file with errors, so that a compiler can look for more of them.
pub fn read_bytes(main_name: &str, bytes: &[u8], files: &dyn Assets, opts: &LoadOptions) -> Reading {
    load_nested(main_name, bytes, files, opts, reader::Usage::default()).0
}

/// Reads a model from disk; its other files are named relative to its folder.
pub fn load_path(path: &Path, opts: &LoadOptions) -> Result<Loaded, Diagnostics> {
    load_disk(path, opts, &files::DiskAssets::new(folder(path)))
}

/// Reads a model from disk that may only name files below its own folder or below `roots`.
pub fn load_untrusted(
    path: &Path,
    roots: &[std::path::PathBuf],
    opts: &LoadOptions,
) -> Result<Loaded, Diagnostics> {
    load_disk(path, opts, &files::DiskAssets::untrusted(folder(path), roots.to_vec()))
}

fn folder(path: &Path) -> std::path::PathBuf {
    path.parent().map(Path::to_path_buf).unwrap_or_default()
}

fn load_disk(path: &Path, opts: &LoadOptions, files: &files::DiskAssets) -> Result<Loaded, Diagnostics> {
    let base = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let bytes = files.load(&base).map_err(|message| {
        let mut d = Diagnostics::default();
        d.push(Diagnostic::error(message));
        d
    })?;
    load_bytes(&path.to_string_lossy(), &bytes, files, opts)
}

pub(crate) fn load_nested(
    name: &str,
    bytes: &[u8],
    files: &dyn Assets,
    opts: &LoadOptions,
    usage: reader::Usage,
) -> (Reading, reader::Usage) {
    if mjz::is_archive(bytes) {
        let opened = mjz::open(name, bytes).and_then(|a| a.model().map(|m| (a, m)));
        return match opened {
            Ok((archive, model)) => load_nested(&archive.main.clone(), &model, &archive, opts, usage),
            Err(message) => (Reading::failed(Diagnostic::error(message)), usage),
        };
    }
    let (text, lossy) = decode(bytes);
    let (mut result, usage) = reader::read(name, &text, files, opts, usage);
    if result.spec.is_some() && lossy {
        result
            .problems
            .push(Diagnostic::warning("the file is not valid UTF-8; unreadable characters were replaced"));
    }
    (result, usage)
}

/// Text of a file, without a byte order mark; `true` if it had to be repaired.
pub(crate) fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(s) => (Cow::Borrowed(s), false),
        Err(_) => (String::from_utf8_lossy(bytes), true),
    }
}
