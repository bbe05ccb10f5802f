//! The files that a model was loaded from, kept so that a recording can load it again anywhere.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use stiction::mjcf::files::DiskAssets;
use stiction::{Assets, Diagnostic, Diagnostics, LoadOptions, Loaded};

/// The main file and every file it names, under the names that were asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bundle {
    /// Name and bytes of the main file.
    pub main: (String, Vec<u8>),
    /// What it names.
    pub files: BTreeMap<String, Arc<[u8]>>,
}

/// Hands out files and remembers them.
struct Remember<'a> {
    files: &'a dyn Assets,
    seen: RefCell<BTreeMap<String, Arc<[u8]>>>,
}

impl Assets for Remember<'_> {
    fn load(&self, path: &str) -> Result<Arc<[u8]>, String> {
        let bytes = self.files.load(path)?;
        self.seen.borrow_mut().insert(path.to_owned(), bytes.clone());
        Ok(bytes)
    }
    fn resolved(&self, path: &str) -> String {
        self.files.resolved(path)
    }
}

impl Assets for Bundle {
    fn load(&self, path: &str) -> Result<Arc<[u8]>, String> {
        self.files.get(path).cloned().ok_or_else(|| format!("file '{path}' is not in the recording"))
    }
}

impl Bundle {
    /// Loads a model from the disk and keeps its files.
    ///
    /// # Errors
    /// Everything that is wrong with the model.
    pub fn load(path: &Path, options: &LoadOptions) -> Result<(Loaded, Bundle), Diagnostics> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
        let bytes = disk(folder, options)
            .load(&name)
            .map_err(|why| Diagnostics { list: vec![Diagnostic::error(why)], sources: Vec::new() })?;
        let (loaded, mut bundle) =
            Bundle::from_bytes(&path.to_string_lossy(), bytes.to_vec(), folder, options)?;
        bundle.main.0 = name;
        Ok((loaded, bundle))
    }

    /// Loads a model from its bytes; the files that it names are looked up from a folder.
    ///
    /// # Errors
    /// Everything that is wrong with the model.
    pub fn from_bytes(
        name: &str,
        bytes: Vec<u8>,
        folder: &Path,
        options: &LoadOptions,
    ) -> Result<(Loaded, Bundle), Diagnostics> {
        Bundle::keeping(name, bytes, &disk(folder, options), options)
    }

    /// Loads a model from its bytes and keeps what it takes from `files`.
    ///
    /// # Errors
    /// Everything that is wrong with the model.
    pub fn keeping(
        name: &str,
        bytes: Vec<u8>,
        files: &dyn Assets,
        options: &LoadOptions,
    ) -> Result<(Loaded, Bundle), Diagnostics> {
        let files = Remember { files, seen: RefCell::default() };
        let loaded = stiction::load_bytes(name, &bytes, &files, options)?;
        Ok((loaded, Bundle { main: (name.to_owned(), bytes), files: files.seen.into_inner() }))
    }

    /// Compiles the model again.
    ///
    /// # Errors
    /// Everything that is wrong with the model.
    pub fn compile(&self) -> Result<Loaded, Diagnostics> {
        // what was loaded permissively once must load again
        let options = LoadOptions { permissive: true, textures: true, ..LoadOptions::default() };
        stiction::load_bytes(&self.main.0, &self.main.1, self, &options)
    }
}

fn disk(folder: &Path, options: &LoadOptions) -> DiskAssets {
    if options.untrusted { DiskAssets::untrusted(folder, Vec::new()) } else { DiskAssets::new(folder) }
}
