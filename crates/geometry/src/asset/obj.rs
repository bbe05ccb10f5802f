//! Reader of OBJ meshes.

use super::{AssetError, RawMesh};

/// Reads the bytes of a OBJ file.
pub fn load_obj(_bytes: &[u8]) -> Result<RawMesh, AssetError> {
    Err(AssetError::new("not implemented"))
}
