//! Models from files in worlds.

use crate::{Error, load_path, load_string};
use std::path::Path;
use std::sync::Arc;
use stiction_mjcf::files::DiskAssets;
use stiction_model::assets::NoAssets;
use stiction_sim::world::{Files, ModelId, World};
use stiction_spatial::Pose;

/// Loading of models into a [`World`].
pub trait WorldExt {
    /// Puts the model of a file (MJCF or URDF) into the world at a pose.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn load(&mut self, path: impl AsRef<Path>, pose: Pose) -> Result<ModelId, Error>;
    /// The same from text that names no other files.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn parse(&mut self, xml: &str, pose: Pose) -> Result<ModelId, Error>;
}

impl WorldExt for World {
    fn load(&mut self, path: impl AsRef<Path>, pose: Pose) -> Result<ModelId, Error> {
        let path = path.as_ref();
        let loaded = load_path(path)?;
        let files: Files = Arc::new(DiskAssets::new(path.parent().unwrap_or(Path::new(""))));
        Ok(self.add_model(&loaded.spec, files, pose)?)
    }
    fn parse(&mut self, xml: &str, pose: Pose) -> Result<ModelId, Error> {
        let loaded = load_string(xml, &NoAssets)?;
        Ok(self.add_model(&loaded.spec, Arc::new(NoAssets), pose)?)
    }
}
