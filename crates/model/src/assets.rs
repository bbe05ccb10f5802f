//! Where assets come from: the model crate never opens a file itself.

use std::sync::Arc;

/// Hands out the bytes of files that a model names. Paths are as written in the file, after `meshdir`/`texturedir` and
/// relative to the main file's folder.
pub trait Assets {
    /// The bytes of an asset, or why there are none (one sentence, without file contents).
    fn load(&self, path: &str) -> Result<Arc<[u8]>, String>;

    /// True if `load` would find the asset.
    fn exists(&self, path: &str) -> bool {
        self.load(path).is_ok()
    }

    /// The path that the model remembers for an asset (`paths`): where it was really found, if that is known.
    fn resolved(&self, path: &str) -> String {
        path.to_string()
    }
}

/// No assets at all.
pub struct NoAssets;

impl Assets for NoAssets {
    fn load(&self, path: &str) -> Result<Arc<[u8]>, String> {
        Err(format!("file '{path}' not found: this model was loaded without assets"))
    }
}
