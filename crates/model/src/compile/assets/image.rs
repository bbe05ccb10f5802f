//! Height fields and textures.

use super::cache::{Recipe, get_or_make};
use super::{join, load, refuse};
use crate::assets::Assets;
use crate::compile::options::within_budget;
use crate::compile::report::{Report, Who};
use crate::kinds::{self, TextureKind};
use crate::spec::{self, Spec};
use std::sync::Arc;
use stiction_geometry::asset as geo;

/// Elevation of a height field.
pub(super) fn hfield(
    e: &spec::HField,
    s: &Spec,
    assets: &dyn Assets,
    report: &mut Report,
    who: Who<'_>,
) -> Option<Arc<geo::HField>> {
    let made = if e.file.is_empty() {
        let count =
            u64::try_from(e.nrow).ok().zip(u64::try_from(e.ncol).ok()).and_then(|(a, b)| a.checked_mul(b));
        if !within_budget(count, "nrow × ncol", who, report) {
            return None;
        }
        if e.userdata.is_empty() && count > Some(0) {
            let flat = vec![0.0; count.unwrap_or(0) as usize];
            geo::hfield_from_elevation(i64::from(e.nrow), i64::from(e.ncol), &flat).map(Arc::new)
        } else {
            geo::hfield_from_elevation(i64::from(e.nrow), i64::from(e.ncol), &e.userdata).map(Arc::new)
        }
    } else {
        if e.nrow != 0 || e.ncol != 0 || !e.userdata.is_empty() {
            report.error(who, "it is given both by a file and by nrow, ncol or elevation");
            return None;
        }
        let bytes =
            load(&join(&s.compiler_of(&e.meta).meshdir, &e.file, s.compiler.strippath), assets, report, who)?;
        let png = e.content_type == "image/png"
            || (e.content_type.is_empty() && e.file.to_ascii_lowercase().ends_with(".png"));
        let recipe = Recipe { words: format!("hfield {png}"), sources: vec![bytes.clone()] };
        get_or_make(recipe, |_| if png { geo::load_hfield_png(&bytes) } else { geo::load_hfield_bin(&bytes) })
    };
    made.map_err(|x| refuse(x, &e.file, report, who)).ok()
}

/// Pixels of a texture.
pub(super) fn texture(
    e: &spec::Texture,
    s: &Spec,
    assets: &dyn Assets,
    report: &mut Report,
    who: Who<'_>,
) -> Option<Arc<geo::Texture>> {
    let p = texture_params(e);
    let recipe = |kind: &str, sources| Recipe { words: format!("texture {kind} {p:?}"), sources };
    let dir = &s.compiler_of(&e.meta).texturedir;
    let made = if !e.data.is_empty() {
        geo::Texture::from_data(&p, e.data.clone()).map(Arc::new)
    } else if e.builtin != kinds::TextureBuiltin::None {
        get_or_make(recipe("builtin", Vec::new()), |_| geo::Texture::builtin(&p))
    } else if !e.file.is_empty() {
        let bytes = load(&join(dir, &e.file, s.compiler.strippath), assets, report, who)?;
        if is_ktx(e) {
            Ok(Arc::new(opaque(&p, &bytes)))
        } else {
            get_or_make(recipe("file", vec![bytes.clone()]), |_| geo::Texture::from_file(&p, &bytes))
        }
    } else if e.kind == TextureKind::TwoD {
        report.error(who, "it has neither a file, nor data, nor a builtin pattern");
        return None;
    } else {
        let mut files: [Option<Arc<[u8]>>; 6] = Default::default();
        for (slot, name) in files.iter_mut().zip(&e.cubefiles).filter(|(_, n)| !n.is_empty()) {
            *slot = Some(load(&join(dir, name, s.compiler.strippath), assets, report, who)?);
        }
        if files.iter().all(Option::is_none) {
            report.error(who, "it has neither files, nor data, nor a builtin pattern");
            return None;
        }
        let there: Vec<bool> = files.iter().map(Option::is_some).collect();
        let sources = files.iter().flatten().cloned().collect();
        get_or_make(recipe(&format!("cube {there:?}"), sources), |_| {
            geo::Texture::from_cube_files(&p, &std::array::from_fn(|k| files[k].as_deref()))
        })
    };
    made.map_err(|x| refuse(x, &e.file, report, who)).ok()
}

/// Containers that only a renderer decodes are kept as they are.
pub(super) fn is_ktx(e: &spec::Texture) -> bool {
    e.content_type == "image/ktx"
        || (e.content_type.is_empty() && e.file.to_ascii_lowercase().ends_with(".ktx"))
}

fn opaque(p: &geo::TextureParams, bytes: &[u8]) -> geo::Texture {
    let colorspace =
        if p.colorspace == geo::ColorSpace::Auto { geo::ColorSpace::Linear } else { p.colorspace };
    geo::Texture {
        kind: p.kind,
        colorspace,
        height: 1,
        width: bytes.len(),
        nchannel: 1,
        data: bytes.to_vec(),
    }
}

fn texture_params(e: &spec::Texture) -> geo::TextureParams {
    geo::TextureParams {
        kind: match e.kind {
            TextureKind::TwoD => geo::TextureType::TwoD,
            TextureKind::Cube => geo::TextureType::Cube,
            TextureKind::Skybox => geo::TextureType::Skybox,
        },
        colorspace: match e.colorspace {
            kinds::ColorSpace::Auto => geo::ColorSpace::Auto,
            kinds::ColorSpace::Linear => geo::ColorSpace::Linear,
            kinds::ColorSpace::Srgb => geo::ColorSpace::Srgb,
        },
        builtin: match e.builtin {
            kinds::TextureBuiltin::None => geo::TextureBuiltin::None,
            kinds::TextureBuiltin::Gradient => geo::TextureBuiltin::Gradient,
            kinds::TextureBuiltin::Checker => geo::TextureBuiltin::Checker,
            kinds::TextureBuiltin::Flat => geo::TextureBuiltin::Flat,
        },
        mark: match e.mark {
            kinds::TextureMark::None => geo::TextureMark::None,
            kinds::TextureMark::Edge => geo::TextureMark::Edge,
            kinds::TextureMark::Cross => geo::TextureMark::Cross,
            kinds::TextureMark::Random => geo::TextureMark::Random,
        },
        rgb1: e.rgb1,
        rgb2: e.rgb2,
        markrgb: e.markrgb,
        random: e.random,
        width: i64::from(e.width),
        height: i64::from(e.height),
        nchannel: i64::from(e.nchannel),
        gridsize: e.gridsize.map(i64::from),
        gridlayout: e.gridlayout.clone(),
        hflip: e.hflip,
        vflip: e.vflip,
    }
}
