//! Assets.

use super::Writer;
use crate::files::join_path;
use crate::schema::keywords as k;
use stiction_model::kinds::MeshBuiltin;
use stiction_model::spec::{Material, Mesh, Meta, Texture};

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
        let file = self.file(&m.file, &m.meta, |c| &c.meshdir);
        let x = &mut self.x;
        x.text_if("content_type", &m.content_type, &d.content_type);
        if m.file != d.file {
            x.text("file", &file);
        }
        if m.builtin == MeshBuiltin::None {
            x.floats_if("vertex", &m.uservert, &d.uservert);
            x.floats_if("normal", &m.usernormal, &d.usernormal);
            x.floats_if("texcoord", &m.usertexcoord, &d.usertexcoord);
            x.ints_if("face", &m.userface, &d.userface);
        } else {
            x.word_if("builtin", k::MESHBUILTIN, m.builtin as i32, 0);
            x.reals("params", &m.params);
        }
        x.reals_if("refpos", &m.refpos.0, &d.refpos.0);
        x.reals_if("refquat", &m.refquat.0, &d.refquat.0);
        x.reals_if("scale", &m.scale, &d.scale);
        x.flag_if("smoothnormal", m.smoothnormal, d.smoothnormal);
        x.ints_if("maxhullvert", &[m.maxhullvert], &[d.maxhullvert]);
        x.word_if("inertia", k::MESHINERTIA, m.inertia as i32, d.inertia as i32);
        x.text_if("material", &m.material, &d.material);
    }

    pub(super) fn texture(&mut self, t: &Texture, d: &Texture) {
        let file = self.file(&t.file, &t.meta, |c| &c.texturedir);
        let cube: Vec<String> =
            t.cubefiles.iter().map(|f| self.file(f, &t.meta, |c| &c.texturedir)).collect();
        let x = &mut self.x;
        x.word_if("type", k::TEXTURE, t.kind as i32, d.kind as i32);
        x.word_if("colorspace", k::COLORSPACE, t.colorspace as i32, d.colorspace as i32);
        x.text_if("content_type", &t.content_type, &d.content_type);
        if t.file != d.file {
            x.text("file", &file);
        }
        x.ints_if("gridsize", &t.gridsize, &d.gridsize);
        if t.gridlayout != d.gridlayout {
            let n = (i64::from(t.gridsize[0]) * i64::from(t.gridsize[1])).clamp(0, 12) as usize;
            x.text("gridlayout", t.gridlayout.get(..n).unwrap_or(&t.gridlayout));
        }
        for (name, file) in
            ["fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"].iter().zip(&cube)
        {
            x.text_if(name, file, "");
        }
        x.word_if("builtin", k::BUILTIN, t.builtin as i32, d.builtin as i32);
        x.reals_if("rgb1", &t.rgb1, &d.rgb1);
        x.reals_if("rgb2", &t.rgb2, &d.rgb2);
        x.word_if("mark", k::MARK, t.mark as i32, d.mark as i32);
        x.reals_if("markrgb", &t.markrgb, &d.markrgb);
        x.real_if("random", t.random, d.random);
        x.ints_if("width", &[t.width], &[d.width]);
        x.ints_if("height", &[t.height], &[d.height]);
        x.flag_if("hflip", t.hflip, d.hflip);
        x.flag_if("vflip", t.vflip, d.vflip);
        x.ints_if("nchannel", &[t.nchannel], &[d.nchannel]);
        x.word_if("embed", k::TRI, t.embed as i32, d.embed as i32);
    }

    pub(super) fn material(&mut self, m: &Material, d: &Material) {
        let x = &mut self.x;
        let role = |t: &Material, r: usize| t.textures.get(r).cloned().unwrap_or_default();
        let layers: Vec<usize> = (0..10).filter(|r| *r != ROLE_RGB && !role(m, *r).is_empty()).collect();
        let changed = (0..10).any(|r| role(m, r) != role(d, r));
        if layers.is_empty() && changed {
            x.text("texture", &role(m, ROLE_RGB));
        }
        x.floats_if("texrepeat", &m.texrepeat, &d.texrepeat);
        x.flag_if("texuniform", m.texuniform, d.texuniform);
        x.floats_if("emission", &[m.emission], &[d.emission]);
        x.floats_if("specular", &[m.specular], &[d.specular]);
        x.floats_if("shininess", &[m.shininess], &[d.shininess]);
        x.floats_if("reflectance", &[m.reflectance], &[d.reflectance]);
        x.floats_if("metallic", &[m.metallic], &[d.metallic]);
        x.floats_if("roughness", &[m.roughness], &[d.roughness]);
        x.floats_if("rgba", &m.rgba, &d.rgba);
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
