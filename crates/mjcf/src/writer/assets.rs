//! Assets.

use super::Writer;
use crate::files::join_path;
use stiction_model::elements::{self as el, words as k};
use stiction_model::kinds::MeshBuiltin;
use stiction_model::spec::{Material, Mesh, Meta, Skin, Texture};

const ROLE_RGB: usize = 1;

impl Writer<'_> {
    pub(super) fn assets(&mut self) {
        let spec = self.spec;
        self.x.start("asset");
        for t in &spec.textures {
            self.x.start("texture");
            self.identity(&t.meta, 0);
            self.texture(t, &spec.classes[t.meta.class.min(spec.classes.len() - 1)].texture);
            self.x.end();
        }
        for m in &spec.materials {
            self.x.start("material");
            self.identity(&m.meta, 0);
            self.material(m, &spec.classes[m.meta.class.min(spec.classes.len() - 1)].material);
            self.x.end();
        }
        for m in &spec.meshes {
            self.x.start("mesh");
            self.identity(&m.meta, 0);
            self.mesh(m, &spec.classes[m.meta.class.min(spec.classes.len() - 1)].mesh);
            self.x.end();
        }
        for h in &spec.hfields {
            self.x.start("hfield");
            self.x.text_if("name", &h.meta.name, "");
            self.x.text_if("content_type", &h.content_type, "");
            if h.file.is_empty() {
                self.x.ints("nrow", &[h.nrow]);
                self.x.ints("ncol", &[h.ncol]);
                let cols = (h.ncol.max(1)) as usize;
                if h.userdata.iter().any(|v| *v != 0.0) {
                    let flipped: Vec<f32> = h.userdata.chunks(cols).rev().flatten().copied().collect();
                    self.x.floats("elevation", &flipped);
                }
            } else {
                let file = self.file(&h.file, &h.meta, |c| &c.meshdir);
                self.x.text("file", &file);
                self.x.ints_if("nrow", &[h.nrow], &[0]);
                self.x.ints_if("ncol", &[h.ncol], &[0]);
            }
            self.x.reals("size", &h.size);
            self.x.end();
        }
        self.x.end_if_used();
    }

    /// Skins.
    pub(super) fn deformable(&mut self) {
        let spec = self.spec;
        self.x.start("deformable");
        for s in &spec.skins {
            self.x.start("skin");
            self.x.text_if("name", &s.meta.name, "");
            self.fields(&el::SKIN, s, &Skin::default(), &mut |w, field| {
                if field == "file" && !s.file.is_empty() {
                    let file = w.file(&s.file, &s.meta, |c| &c.meshdir);
                    w.x.text("file", &file);
                }
            });
            let mut first = 0;
            for (k, body) in s.bodyname.iter().enumerate() {
                let part = first..first + s.vertnum.get(k).map_or(0, |&n| n.max(0) as usize);
                first = part.end;
                self.x.start("bone");
                self.x.text("body", body);
                self.x.floats("bindpos", s.bindpos.get(3 * k..3 * k + 3).unwrap_or(&[]));
                self.x.floats("bindquat", s.bindquat.get(4 * k..4 * k + 4).unwrap_or(&[]));
                self.x.ints("vertid", s.vertid.get(part.clone()).unwrap_or(&[]));
                self.x.floats("vertweight", s.vertweight.get(part).unwrap_or(&[]));
                self.x.end();
            }
            self.x.end();
        }
        self.x.end_if_used();
    }

    /// The name of a file, with its folder if the file set does not share one.
    fn file(
        &self,
        file: &str,
        meta: &Meta,
        dir: impl Fn(&stiction_model::spec::Compiler) -> &String,
    ) -> String {
        if self.folders { join_path(dir(self.settings_of(meta)), file) } else { file.into() }
    }

    pub(super) fn mesh(&mut self, m: &Mesh, d: &Mesh) {
        if m.builtin != MeshBuiltin::None && !m.uservert.is_empty() {
            // a file has a shape of one kind only
            let plain = Mesh { uservert: Vec::new(), usernormal: Vec::new(), ..m.clone() };
            return self.mesh(&Mesh { usertexcoord: Vec::new(), userface: Vec::new(), ..plain }, d);
        }
        self.fields(&el::MESH, m, d, &mut |w, field| {
            if field == "file" && m.file != d.file {
                let file = w.file(&m.file, &m.meta, |c| &c.meshdir);
                w.x.text("file", &file);
            }
        });
        if (&m.plugin_name, &m.plugin_config) != (&d.plugin_name, &d.plugin_config) {
            self.plugin_of(&m.plugin_name, &m.plugin_config);
        }
    }

    pub(super) fn texture(&mut self, t: &Texture, d: &Texture) {
        self.fields(&el::TEXTURE, t, d, &mut |w, field| match field {
            "file" if t.file != d.file => {
                let file = w.file(&t.file, &t.meta, |c| &c.texturedir);
                w.x.text("file", &file);
            }
            "gridlayout" if t.gridlayout != d.gridlayout => {
                let n = (i64::from(t.gridsize[0]) * i64::from(t.gridsize[1])).clamp(0, 12) as usize;
                w.x.text("gridlayout", t.gridlayout.get(..n).unwrap_or(&t.gridlayout));
            }
            "cubefiles" => {
                for (side, file) in el::CUBE_FILES.iter().zip(&t.cubefiles) {
                    let file = w.file(file, &t.meta, |c| &c.texturedir);
                    w.x.text_if(side.name, &file, "");
                }
            }
            _ => {}
        });
    }

    pub(super) fn material(&mut self, m: &Material, d: &Material) {
        let role = |t: &Material, r: usize| t.textures.get(r).cloned().unwrap_or_default();
        let layers: Vec<usize> = (0..10).filter(|r| *r != ROLE_RGB && !role(m, *r).is_empty()).collect();
        let changed = (0..10).any(|r| role(m, r) != role(d, r));
        self.fields(&el::MATERIAL, m, d, &mut |w, field| {
            if field == "textures" && layers.is_empty() && changed {
                w.x.text("texture", &role(m, ROLE_RGB));
            }
        });
        let x = &mut self.x;
        if !layers.is_empty() && changed {
            for r in 0..10 {
                let name = role(m, r);
                if name.is_empty() {
                    continue;
                }
                x.start("layer");
                x.text("texture", &name);
                x.word_if("role", k::TEXROLE, r as i32, -1);
                x.end();
            }
        }
    }
}
