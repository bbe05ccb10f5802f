//! Assets: meshes, height fields, textures, materials, from bytes to the arrays of the model.

pub mod cache;
mod image;
mod mesh;
mod skin;

pub(crate) use mesh::solid_of;

use super::Build;
use super::report::{Report, Short, Who};
use crate::assets::Assets;
use crate::diag::{Diagnostic, Severity};
use crate::elements::Fields;
use crate::ids::TextureId;
use crate::kinds::{self, GeomKind, ObjKind, Tri};
use crate::model::Model;
use crate::spec::Spec;
use crate::tables::Textures;
use std::sync::Arc;
use stiction_geometry::asset as geo;

/// Attributes that say where an asset comes from.
const FILE: &[&str] = &["file", "content_type"];

/// Compiled assets that later steps need in full; `None` where compilation failed.
#[derive(Default)]
pub(crate) struct AssetBuild {
    pub meshes: Vec<Option<Arc<geo::Mesh>>>,
}

impl Build<'_> {
    /// `mesh_*`, `hfield_*`, `tex_*`, `mat_*`, `skin_*`, `paths`.
    pub(crate) fn assets(&mut self) {
        self.hfields();
        self.meshes();
        self.textures();
        self.materials();
        self.skins();
        if self.model.paths.is_empty() {
            self.model.paths.push(0);
        }
    }

    fn meshes(&mut self) {
        let (needhull, needsdf) = (self.hull_needs(), self.octree_needs());
        for (i, e) in self.spec.meshes.iter().enumerate() {
            let who = Who::new("mesh", &e.meta, i);
            let mesh = match self.cache.remove(&e.meta.name) {
                Some(done) => Some(done),
                None => {
                    let needs = mesh::Needs { hull: needhull[i], octree: needsdf[i] };
                    mesh::compile_mesh(e, needs, self.spec, self.assets, who, &mut self.report)
                }
            };
            let path = self.path(&e.file, &self.spec.compiler_of(&e.meta).meshdir);
            self.push_mesh(mesh.as_deref(), path);
            self.asset.meshes.push(mesh);
        }
    }

    /// Compiles only the meshes that geoms of these bodies (by index in the spec) use.
    pub(crate) fn meshes_of(&mut self, wanted: &dyn Fn(usize) -> bool) {
        let s = self.spec;
        let (needhull, needsdf) = (self.hull_needs(), self.octree_needs());
        self.asset.meshes = vec![None; s.meshes.len()];
        for g in s.geoms.iter().filter(|g| !g.meshname.is_empty() && wanted(g.body)) {
            let Some(id) = self.model.names.id(ObjKind::Mesh, &g.meshname) else { continue };
            if self.asset.meshes[id].is_none() {
                let e = &s.meshes[id];
                let who = Who::new("mesh", &e.meta, id);
                let done = self.cache.remove(&e.meta.name);
                let needs = mesh::Needs { hull: needhull[id], octree: needsdf[id] };
                self.asset.meshes[id] =
                    done.or_else(|| mesh::compile_mesh(e, needs, s, self.assets, who, &mut self.report));
            }
        }
    }

    /// Meshes whose hull takes part in collisions: those of colliding or paired mesh geoms.
    fn hull_needs(&mut self) -> Vec<bool> {
        let s = self.spec;
        let mut paired = vec![false; s.geoms.len()];
        for p in &s.pairs {
            for name in [&p.geomname1, &p.geomname2] {
                if let Some(id) = self.model.names.id(ObjKind::Geom, name) {
                    paired[self.order.geoms.list[id]] = true;
                }
            }
        }
        let mut needs = vec![false; s.meshes.len()];
        for (g, in_pair) in s.geoms.iter().zip(paired) {
            let solid = matches!(g.kind, GeomKind::Mesh | GeomKind::Sdf);
            if solid
                && (in_pair || g.contype != 0 || g.conaffinity != 0)
                && !g.meshname.is_empty()
                && let Some(id) = self.model.names.id(ObjKind::Mesh, &g.meshname)
            {
                needs[id] = true;
            }
        }
        needs
    }

    /// Meshes whose distance is sampled: those that say so, and those of geoms of type sdf.
    fn octree_needs(&self) -> Vec<bool> {
        let s = self.spec;
        let mut needs: Vec<bool> = s.meshes.iter().map(|m| m.needsdf).collect();
        for g in s.geoms.iter().filter(|g| g.kind == GeomKind::Sdf && !g.meshname.is_empty()) {
            if let Some(id) = self.model.names.id(ObjKind::Mesh, &g.meshname) {
                needs[id] = true;
            }
        }
        needs
    }

    /// Address of an asset's path in `paths`, or −1.
    fn path(&mut self, file: &str, dir: &str) -> i32 {
        if file.is_empty() {
            return -1;
        }
        let full = self.assets.resolved(&join(dir, file, self.spec.compiler.strippath));
        self.push_path(&full)
    }

    fn push_path(&mut self, path: &str) -> i32 {
        let adr = self.model.paths.len() as i32;
        self.model.paths.extend(path.bytes().filter(|&c| c != 0));
        self.model.paths.push(0);
        adr
    }

    fn push_mesh(&mut self, mesh: Option<&geo::Mesh>, path: i32) {
        let empty = geo::Mesh::default();
        let a = mesh.unwrap_or(&empty);
        let m = &mut self.model.mesh;
        let adr = |n: usize, len: usize| if len == 0 { -1 } else { n as i32 };
        let graph = a.graph();
        m.vertadr.push(m.vert.len() as i32);
        m.vertnum.push(a.vert.len() as i32);
        m.faceadr.push(m.face.len() as i32);
        m.facenum.push(a.face.len() as i32);
        let oct = &mut self.model.oct;
        let cells = a.octree.as_ref().map_or(0, |o| o.depth.len());
        m.octadr.push(adr(oct.depth.len(), cells));
        m.octnum.push(cells as i32);
        if let Some(o) = &a.octree {
            oct.depth.extend_from_slice(&o.depth);
            oct.child.extend_from_slice(&o.child);
            oct.aabb.extend_from_slice(&o.aabb);
            oct.coeff.extend_from_slice(&o.coeff);
        }
        m.normaladr.push(m.normal.len() as i32);
        m.normalnum.push(a.normal.len() as i32);
        m.texcoordadr.push(adr(m.texcoord.len(), a.texcoord.len()));
        m.texcoordnum.push(a.texcoord.len() as i32);
        m.graphadr.push(adr(m.graph.len(), graph.len()));
        m.extrema.push(a.extrema);
        m.scale.push(a.scale.0);
        m.pos.push(a.pos);
        m.quat.push(a.quat);
        m.pathadr.push(path);
        m.bvhnum.push(a.bvh.depth.len() as i32);
        m.bvhadr.push(-1); // set when the trees of bodies are in place
        push_polygons(m, a);
        m.vert.extend_from_slice(&a.vert);
        m.normal.extend_from_slice(&a.normal);
        m.texcoord.extend_from_slice(&a.texcoord);
        m.face.extend_from_slice(&a.face);
        m.facenormal.extend_from_slice(&a.facenormal);
        if a.facetexcoord.is_empty() {
            m.facetexcoord.resize(m.face.len(), [0; 3]);
        } else {
            m.facetexcoord.extend_from_slice(&a.facetexcoord);
        }
        m.graph.extend_from_slice(&graph);
    }

    fn hfields(&mut self) {
        for (i, e) in self.spec.hfields.iter().enumerate() {
            let who = Who::new("hfield", &e.meta, i);
            if e.size.iter().any(|&x| x.is_nan() || x <= 0.0) {
                self.report.error(who.about(&["size"]), "all four numbers of size must be positive");
            }
            let made = image::hfield(e, self.spec, self.assets, &mut self.report, who);
            if made.as_ref().is_some_and(|f| f.nrow < 2 || f.ncol < 2) {
                self.report.error(who.about(&["nrow", "ncol", "file"]), "nrow and ncol must be at least 2");
            }
            let none = geo::HField::default();
            let field = made.as_deref().unwrap_or(&none);
            let path = self.path(&e.file, &self.spec.compiler_of(&e.meta).meshdir);
            let h = &mut self.model.hfield;
            h.size.push(e.size);
            h.nrow.push(field.nrow as i32);
            h.ncol.push(field.ncol as i32);
            h.adr.push(h.data.len() as i32);
            h.data.extend_from_slice(&field.data);
            h.pathadr.push(path);
        }
    }

    fn textures(&mut self) {
        for (i, e) in self.spec.textures.iter().enumerate() {
            let who = Who::new("texture", &e.meta, i);
            let outside =
                e.embed == Tri::False || (e.embed == Tri::Auto && self.spec.compiler_of(&e.meta).passthrough);
            let by_reference = outside
                && !e.file.is_empty()
                && e.builtin == kinds::TextureBuiltin::None
                && e.data.is_empty()
                && !(e.hflip || e.vflip || e.gridsize != [1, 1]);
            let made = if by_reference {
                None
            } else {
                image::texture(e, self.spec, self.assets, &mut self.report, who)
            };
            let path = self.path(&e.file, &self.spec.compiler_of(&e.meta).texturedir);
            let content =
                if by_reference && !e.content_type.is_empty() { self.push_path(&e.content_type) } else { -1 };
            let t = &mut self.model.tex;
            t.kind.push(e.kind.into());
            t.pathadr.push(path);
            t.contenttypeadr.push(content);
            t.colorspace.push(e.colorspace.into());
            t.height.push(0);
            t.width.push(0);
            t.nchannel.push(e.nchannel);
            t.adr.push(-1);
            if let Some(texels) = made {
                t.take(i, &texels);
            }
        }
    }

    fn materials(&mut self) {
        for (i, e) in self.spec.materials.iter().enumerate() {
            let who = Who::new("material", &e.meta, i);
            let mut texid = [TextureId::NONE; 10];
            for (slot, name) in texid.iter_mut().zip(&e.textures).filter(|(_, n)| !n.is_empty()) {
                *slot = self.find(ObjKind::Texture, name, who).into();
            }
            self.model.mat.texid.push(texid);
            e.fill(&mut self.model);
        }
    }
}

/// Reads the textures that a compiled model has by reference, for those who draw it; what cannot be read stays as it is, and is told.
pub fn read_textures(m: &mut Model, spec: &Spec, assets: &dyn Assets) -> Vec<Diagnostic> {
    let mut report = Report::default();
    for (t, e) in spec.textures.iter().enumerate() {
        if m.tex.adr.get(t) != Some(&-1) {
            continue;
        }
        let who = Who::new("texture", &e.meta, t);
        if let Some(texels) = image::texture(e, spec, assets, &mut report, who).filter(|_| !image::is_ktx(e))
        {
            m.tex.take(t, &texels);
        }
    }
    m.size.ntexdata = m.tex.data.len();
    report.finish().into_iter().map(|d| Diagnostic { severity: Severity::Warning, ..d }).collect()
}

impl Textures {
    /// Texels of a texture that had none.
    pub fn take(&mut self, t: usize, texels: &geo::Texture) {
        self.colorspace[t] = crate::Code::of(texels.colorspace as i32);
        self.height[t] = texels.height as i32;
        self.width[t] = texels.width as i32;
        self.nchannel[t] = texels.nchannel as i32;
        self.adr[t] = self.data.len() as i64;
        self.data.extend_from_slice(&texels.data);
    }
}

/// Hull polygons, with addresses made global.
fn push_polygons(m: &mut crate::tables::Meshes, a: &geo::Mesh) {
    let p = &a.polygons;
    m.polynum.push(p.normal.len() as i32);
    m.polyadr.push(m.polynormal.len() as i32);
    let (vert, map) = (m.polyvert.len() as i32, m.polymap.len() as i32);
    m.polynormal.extend_from_slice(&p.normal);
    m.polyvertadr.extend(p.vertadr.iter().map(|x| x + vert));
    m.polyvertnum.extend_from_slice(&p.vertnum);
    m.polyvert.extend_from_slice(&p.vert);
    if p.mapadr.is_empty() {
        m.polymapadr.resize(m.polymapadr.len() + a.vert.len(), map);
        m.polymapnum.resize(m.polymapnum.len() + a.vert.len(), 0);
    } else {
        m.polymapadr.extend(p.mapadr.iter().map(|x| x + map));
        m.polymapnum.extend_from_slice(&p.mapnum);
    }
    m.polymap.extend_from_slice(&p.map);
}

/// Folder and file name, as the asset resolver wants them.
pub(crate) fn join(dir: &str, file: &str, strippath: bool) -> String {
    let file = if strippath { file.rsplit(['/', '\\']).next().unwrap_or(file) } else { file };
    let absolute = file.starts_with(['/', '\\']) || file.as_bytes().get(1) == Some(&b':');
    if dir.is_empty() || absolute {
        file.to_string()
    } else if dir.ends_with(['/', '\\']) {
        format!("{dir}{file}")
    } else {
        format!("{dir}/{file}")
    }
}

fn load(path: &str, assets: &dyn Assets, report: &mut Report, who: Who<'_>) -> Option<Arc<[u8]>> {
    match assets.load(path) {
        Ok(bytes) => Some(bytes),
        Err(why) => {
            report.error(who.about(FILE), why);
            None
        }
    }
}

/// Reports an asset's error with its file.
fn refuse(e: geo::AssetError, file: &str, report: &mut Report, who: Who<'_>) {
    let hint = e.hint.clone();
    let mut text = geo::AssetError { hint: None, ..e }.to_string();
    let about = if file.is_empty() { &[][..] } else { FILE };
    if !file.is_empty() {
        text = format!("file '{}': {text}", Short(file));
    }
    match hint {
        Some(h) => report.error_hint(who.about(about), text, h),
        None => report.error(who.about(about), text),
    }
}
