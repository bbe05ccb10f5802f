//! Reader of MSH meshes.

use super::{AssetError, RawMesh};

/// Reads the bytes of a MSH file.
pub fn load_msh(_bytes: &[u8]) -> Result<RawMesh, AssetError> {
    Err(AssetError::new("not implemented"))
}
