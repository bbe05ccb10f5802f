//! Reader of STL meshes.

use super::{AssetError, RawMesh};

/// Reads the bytes of a STL file.
pub fn load_stl(_bytes: &[u8]) -> Result<RawMesh, AssetError> {
    Err(AssetError::new("not implemented"))
}
