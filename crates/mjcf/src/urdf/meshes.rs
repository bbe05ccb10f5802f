//! Mesh files of URDF: `package://` and `file://` names, one mesh asset per file and scale.

use super::Robot;
use crate::dom::NodeId;
use crate::files::{base_name, clean_path, is_absolute, join_path};
use crate::reader::Reader;
use crate::reader::values::short;
use stiction_model::diag::Diagnostic;
use stiction_model::spec::{Mesh, Meta};

/// A mesh that was made.
pub(super) struct Known {
    file: String,
    scale: [f64; 3],
    name: String,
}

impl Reader<'_> {
    /// The name of the mesh asset for a file and scale.
    pub(super) fn urdf_mesh(
        &mut self,
        at: NodeId,
        file: &str,
        scale: [f64; 3],
        r: &mut Robot,
    ) -> Option<String> {
        let file = file.replace('\\', "/");
        let strip = self.spec.compiler.strippath;
        let base = base_name(&file).to_string();
        let stem = base.rfind('.').map_or(base.as_str(), |dot| &base[..dot]).to_string();
        let (path, whole) = if strip {
            (base, false)
        } else if let Some(rest) = file.strip_prefix("package://").or_else(|| file.strip_prefix("model://")) {
            match self.package(rest) {
                Some(p) => (p, true),
                None => {
                    let shown = short(&file);
                    let d = Diagnostic::error(format!("'{shown}' was not found in any package folder"))
                        .on("mesh")
                        .at(self.loc(at))
                        .hint("give the folders that hold the packages as package roots");
                    self.report(d);
                    return None;
                }
            }
        } else if let Some(rest) = file.strip_prefix("file://") {
            (rest.to_string(), true)
        } else {
            (file, false)
        };
        let known = r.mesh_names.entry(stem.clone()).or_default();
        if let Some(k) = known.iter().find(|k| k.file == path && k.scale == scale) {
            return Some(k.name.clone());
        }
        let name = if known.is_empty() { stem } else { format!("{stem}{}", known.len()) };
        known.push(Known { file: path.clone(), scale, name: name.clone() });
        let mut meta = Meta { name: name.clone(), loc: self.loc(at), ..Meta::default() };
        if whole && !is_absolute(&path) && !self.spec.compiler.meshdir.is_empty() {
            meta.origin = self.bare_origin();
        }
        if self.dirs.doubtful {
            self.doubt_attribute(at, "file");
        }
        self.spec.meshes.push(Mesh { meta, file: path, scale, ..Mesh::default() });
        Some(name)
    }

    /// Finds `package/path` in the given roots, then beside and above the file itself.
    fn package(&self, rest: &str) -> Option<String> {
        let (package, path) = rest.split_once('/')?;
        if package == ".." || clean_path(rest).starts_with("..") {
            return None;
        }
        let mut tries = Vec::new();
        for root in &self.opts.package_roots {
            // NAME=DIR gives one package, DIR a folder of packages
            if let Some((name, dir)) = root.split_once('=') {
                if name == package {
                    tries.push(join_path(dir, path));
                }
                continue;
            }
            tries.push(join_path(root, rest));
            if base_name(root.trim_end_matches('/')) == package {
                tries.push(join_path(root, path));
            }
        }
        for up in ["", "..", "../..", "../../.."] {
            tries.push(join_path(up, rest));
        }
        for up in ["", "..", "../.."] {
            tries.push(join_path(up, path));
        }
        tries.into_iter().find(|t| self.files.exists(t))
    }
}
