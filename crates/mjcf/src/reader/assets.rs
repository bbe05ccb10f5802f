//! Meshes, height fields, textures, materials and sub-models.

use super::include::resolve;
use super::values::{Elem, short};
use super::{Reader, SubModel};
use crate::Reading;
use crate::dom::NodeId;
use crate::files::{base_name, clean_path, dir_name, is_absolute, join_path};
use stiction_model::elements as el;
use stiction_model::kinds::MeshBuiltin;
use stiction_model::spec::{HField, Material, Mesh, Meta, Skin, Texture};
use stiction_spatial::Quat;

/// Roles that a material's textures can have, and the number of the plain colour role.
const ROLES: usize = 10;
const RGB: usize = 1;

impl Reader<'_> {
    pub(super) fn asset(&mut self, node: NodeId) {
        self.open(node, &el::ASSET);
        for (child, schema) in self.children(node, &el::ASSET) {
            let class = self.class_of(child, 0);
            let e = self.open(child, schema);
            match schema.tag {
                "mesh" => {
                    let mut m = self.spec.classes[class].mesh.clone();
                    m.meta = self.asset_meta(&e, class);
                    self.mesh(&e, &mut m);
                    self.spec.meshes.push(m);
                }
                "hfield" => self.hfield(&e),
                "skin" => self.skin(&e),
                "texture" => {
                    let mut x = self.spec.classes[class].texture.clone();
                    x.meta = self.asset_meta(&e, class);
                    self.texture(&e, &mut x);
                    self.spec.textures.push(x);
                }
                "material" => {
                    let mut m = self.spec.classes[class].material.clone();
                    m.meta = self.meta(&e, class);
                    self.material(&e, &mut m);
                    self.spec.materials.push(m);
                }
                _ => self.sub_model(&e),
            }
        }
    }

    /// Name (taken from the file if there is none), class, place.
    fn asset_meta(&mut self, e: &Elem<'_>, class: usize) -> Meta {
        let mut meta = self.meta(e, class);
        if meta.name.is_empty() {
            let file = e.text("file").unwrap_or("").replace('\\', "/");
            let base = base_name(&file);
            meta.name = base.rfind('.').map_or(base, |dot| &base[..dot]).into();
        }
        meta
    }

    /// The file of an asset: as written if it is in the asset folder (or cannot be elsewhere), else beside the file that
    /// names it. The latter does not stand in the asset folder, so it gets compiler settings without one.
    fn asset_file(&mut self, e: &Elem<'_>, attr: &str, folder: &str, meta: &mut Meta) -> Option<String> {
        let file = e.text(attr)?.replace('\\', "/");
        if self.dirs.doubtful {
            self.doubt_attribute(e.node, "file");
        }
        let dir = &self.tree.dirs[self.tree.node(e.node).dir as usize];
        if dir.is_empty() || is_absolute(&file) || self.files.exists(&join_path(folder, &file)) {
            return Some(file);
        }
        let beside = join_path(dir, &file);
        if folder.is_empty() {
            return Some(beside);
        }
        meta.origin = self.bare_origin();
        Some(beside)
    }

    /// Compiler settings that are the model's own without asset folders.
    pub(crate) fn bare_origin(&mut self) -> usize {
        let mut c = self.spec.compiler.clone();
        c.meshdir.clear();
        c.texturedir.clear();
        if let Some(k) = self.spec.origins.iter().position(|o| *o == c) {
            return k + 1;
        }
        self.spec.origins.push(c);
        self.spec.origins.len()
    }

    pub(super) fn mesh(&mut self, e: &Elem<'_>, m: &mut Mesh) {
        let (refquat, maxhullvert) = (m.refquat, m.maxhullvert);
        self.fields(e, m);
        let folder = self.dirs.mesh().to_string();
        if let Some(file) = self.asset_file(e, "file", &folder, &mut m.meta) {
            m.file = file;
        }
        if e.has("refquat") {
            m.refquat = self.quat(e, "refquat").unwrap_or(refquat);
        }
        if e.int("maxhullvert").is_some_and(|n| n != -1 && n < 4) {
            self.error_at(e, "maxhullvert", "maxhullvert must be -1 or larger than 3");
            m.maxhullvert = maxhullvert;
        }
        if m.builtin != MeshBuiltin::None && e.has("builtin") && !e.has("params") {
            self.error(e, "a built-in mesh needs the attribute 'params'");
        }
        if let Some(used) = self.plugin_below(e) {
            (m.plugin_name, m.plugin_config, m.plugin_instance) = (used.plugin, used.config, used.name);
        }
    }

    /// A quaternion that is not zero.
    pub(super) fn quat(&mut self, e: &Elem<'_>, name: &str) -> Option<Quat> {
        let v = e.vec::<4>(name)?;
        if v == [0.0; 4] {
            self.error_at(e, name, "a zero quaternion is no orientation");
            return None;
        }
        Some(Quat(v))
    }

    pub(super) fn skin(&mut self, e: &Elem<'_>) {
        let mut s = Skin { meta: self.asset_meta(e, 0), ..Skin::default() };
        self.fields(e, &mut s);
        let folder = self.dirs.mesh().to_string();
        if let Some(file) = self.asset_file(e, "file", &folder, &mut s.meta) {
            s.file = file;
        }
        for (child, schema) in self.children(e.node, e.schema) {
            let b = self.open(child, schema);
            let ids = b.nums("vertid").unwrap_or(&[]);
            s.bodyname.push(b.text("body").unwrap_or("").into());
            s.bindpos.extend(b.vec::<3>("bindpos").unwrap_or_default().map(|x| x as f32));
            s.bindquat.extend(b.vec::<4>("bindquat").unwrap_or_default().map(|x| x as f32));
            s.vertnum.push(ids.len() as i32);
            s.vertid.extend(ids.iter().map(|x| *x as i32));
            s.vertweight.extend(b.nums("vertweight").unwrap_or(&[]).iter().map(|x| *x as f32));
        }
        self.spec.skins.push(s);
    }

    fn hfield(&mut self, e: &Elem<'_>) {
        let mut h = HField { meta: self.asset_meta(e, 0), ..HField::default() };
        self.fields(e, &mut h);
        let folder = self.dirs.asset.clone();
        let file = self.asset_file(e, "file", &folder, &mut h.meta);
        if let Some(file) = file {
            h.file = file;
        } else if h.nrow > 0 && h.ncol > 0 {
            let n = i64::from(h.nrow) * i64::from(h.ncol);
            if n > crate::MAX_ELEMENTS {
                self.error(
                    e,
                    format!(
                        "nrow × ncol = {n} elevations are more than the limit of {}",
                        crate::MAX_ELEMENTS
                    ),
                );
                return;
            }
            let cols = h.ncol as usize;
            match e.nums("elevation") {
                Some(v) if v.len() as i64 == n => {
                    // the file lists rows from the top, the field stores them from the bottom
                    h.userdata = v.chunks(cols).rev().flatten().map(|x| *x as f32).collect();
                }
                Some(v) => {
                    let m = v.len();
                    self.error_at(e, "elevation", format!("has {m} values, nrow × ncol is {n}"));
                    return;
                }
                None => h.userdata = vec![0.0; n as usize],
            }
        }
        self.spec.hfields.push(h);
    }

    pub(super) fn texture(&mut self, e: &Elem<'_>, x: &mut Texture) {
        let old = x.gridsize;
        self.fields(e, x);
        let folder = self.dirs.texture().to_string();
        if let Some(file) = self.asset_file(e, "file", &folder, &mut x.meta) {
            x.file = file;
        }
        if e.has("gridsize") && old != x.gridsize && !e.has("gridlayout") {
            x.gridlayout = Texture::default().gridlayout;
        }
        self.gridlayout(e, x);
        for (k, side) in el::CUBE_FILES.iter().enumerate() {
            if let Some(file) = self.asset_file(e, side.name, &folder, &mut x.meta) {
                x.cubefiles.resize(6, String::new());
                x.cubefiles[k] = file;
            }
        }
        let pixels = i64::from(x.width.max(0)) * i64::from(x.height.max(0)) * i64::from(x.nchannel.max(1));
        if pixels > 1 << 30 {
            let (w, h) = (x.width, x.height);
            self.error(e, format!("a texture of {w} × {h} is larger than 1 GiB"));
            (x.width, x.height) = (0, 0);
        }
    }

    fn gridlayout(&mut self, e: &Elem<'_>, x: &mut Texture) {
        let Some(text) = e.text("gridlayout") else { return };
        let cells = i64::from(x.gridsize[0]) * i64::from(x.gridsize[1]);
        if text.len() > 12 || text.len() as i64 != cells {
            self.error_at(
                e,
                "gridlayout",
                format!("the length of gridlayout must be that of gridsize, {cells}"),
            );
        } else {
            x.gridlayout = text.into();
        }
    }

    pub(super) fn material(&mut self, e: &Elem<'_>, m: &mut Material) {
        self.fields(e, m);
        if let Some(name) = e.text("texture") {
            m.textures.resize(ROLES, String::new());
            m.textures[RGB] = name.into();
        }
        for (child, schema) in self.children(e.node, e.schema) {
            let was = std::mem::replace(&mut self.in_default, false);
            let layer = self.open(child, schema);
            self.in_default = was;
            if e.has("texture") {
                self.error(&layer, "a material with a texture attribute cannot have layers");
                continue;
            }
            let (Some(role), Some(name)) = (layer.word("role"), layer.text("texture")) else { continue };
            m.textures.resize(ROLES, String::new());
            m.textures[role as usize] = name.into();
        }
    }

    /// Loads a model that `attach` can use.
    fn sub_model(&mut self, e: &Elem<'_>) {
        let Some(file) = e.text("file") else { return };
        let dir = self.tree.dirs[self.tree.node(e.node).dir as usize].clone();
        let path = resolve(self.files, "", &dir, file);
        let key = clean_path(&path);
        if self.usage.chain.contains(&key) {
            let mut names = self.usage.chain.clone();
            names.push(key);
            let text = names.iter().map(|n| short(n)).collect::<Vec<_>>().join(" → ");
            self.error(e, format!("model cycle: {text}"));
            return;
        }
        if self.usage.chain.len() > 64 {
            self.error(e, "models are nested deeper than 64 files");
            return;
        }
        let bytes = match self.files.load(&path) {
            Ok(b) => b,
            Err(message) => return self.error_at(e, "file", message),
        };
        let folder = dir_name(&key).to_string();
        let sub = crate::files::SubFolder { files: self.files, folder: &folder };
        let mut usage = std::mem::take(&mut self.usage);
        usage.chain.push(key.clone());
        let (result, mut usage) = crate::load_nested(base_name(&key), &bytes, &sub, self.opts, usage);
        usage.chain.pop();
        self.usage = usage;
        let Reading { spec, problems, damage } = result;
        let base = self.diags.sources.len() as u32;
        if problems.has_errors() {
            let n = problems.errors();
            self.error_at(e, "file", format!("the model file '{}' has {n} error(s)", short(&path)));
        }
        self.diags.sources.extend(problems.sources);
        for mut x in problems.list {
            x.loc = x.loc.map(|l| stiction_model::diag::Loc { file: l.file + base, ..l });
            self.report(x);
        }
        self.damage.merge(damage, base);
        let Some(mut spec) = spec else {
            return self.damage.name(e.text("name").unwrap_or(""));
        };
        spec.sources.clear();
        spec.shift_sources(base);
        for c in std::iter::once(&mut spec.compiler).chain(&mut spec.origins) {
            c.meshdir = join_path(&folder, &c.meshdir);
            c.texturedir = join_path(&folder, &c.texturedir);
        }
        if let Some(name) = e.text("name") {
            spec.name = name.into();
        }
        self.models.push(SubModel { name: spec.name.clone(), spec });
    }
}
