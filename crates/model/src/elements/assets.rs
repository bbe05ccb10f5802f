//! `asset`: meshes, height fields, textures, materials, and models to attach.

use super::*;
use crate::kinds::{ColorSpace, MeshBuiltin, MeshInertia, TextureBuiltin, TextureKind, TextureMark, Tri};
use crate::spec::Meta;
use stiction_spatial::{Quat, Vec3};

element! {
    /// A mesh asset.
    struct Mesh {
        meta: Meta = Meta::default(), ..NAMED;
        content_type: String = String::new(), "content_type".nodef();
        file: String = String::new(), "file".ty(Ty::File).nodef().code();
        uservert: Vec<f32> = Vec::new(), "vertex".nodef();
        usernormal: Vec<f32> = Vec::new(), "normal".nodef();
        usertexcoord: Vec<f32> = Vec::new(), "texcoord".nodef();
        userface: Vec<i32> = Vec::new(), "face".nodef();
        builtin: MeshBuiltin = MeshBuiltin::None, "builtin".nodef();
        params: Vec<f64> = Vec::new(), "params".nodef();
        /// origin of the vertices (m)
        refpos: Vec3 = Vec3([0.0, 0.0, 0.0]), "refpos".nodef();
        refquat: Quat = Quat::IDENTITY, "refquat".nodef();
        scale: [f64; 3] = [1.0, 1.0, 1.0], "scale";
        smoothnormal: bool = false, "smoothnormal".nodef();
        /// most vertices of the convex hull; −1: no limit
        maxhullvert: i32 = -1, "maxhullvert";
        /// how mass and inertia are computed
        inertia: MeshInertia = MeshInertia::Legacy, "inertia";
        material: String = String::new(), "material".names("material").nodef();
        userfacenormal: Vec<i32> = Vec::new();
        userfacetexcoord: Vec<i32> = Vec::new();
        /// sample the distance of the mesh, also if no geom of type sdf names it
        needsdf: bool = false;
        /// what scaled frames do to its vertices after `scale`, by rows
        stretch: [f64; 9] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        /// the plugin, or shape of the user's, that gives its surface, if any
        plugin_name: String = String::new();
        /// keys and values of the plugin, one after the other
        plugin_config: Vec<String> = Vec::new();
        /// the declared instance that name and configuration were taken from, if any
        plugin_instance: String = String::new();
    }
}

element! {
    /// A height field asset.
    struct HField {
        meta: Meta = Meta::default(), ..NAME;
        content_type: String = String::new(), "content_type";
        file: String = String::new(), "file".ty(Ty::File).code();
        nrow: i32 = 0, "nrow";
        ncol: i32 = 0, "ncol";
        /// half lengths in x and y, elevation, depth of the base (m)
        size: [f64; 4] = [0.0, 0.0, 0.0, 0.0], "size".req();
        /// row by row from the top
        userdata: Vec<f32> = Vec::new(), "elevation".code();
    }
}

element! {
    /// A texture asset.
    struct Texture {
        meta: Meta = Meta::default(), ..NAMED;
        kind: TextureKind = TextureKind::Cube, "type";
        colorspace: ColorSpace = ColorSpace::Auto, "colorspace";
        content_type: String = String::new(), "content_type".nodef();
        file: String = String::new(), "file".ty(Ty::File).nodef().code();
        gridsize: [i32; 2] = [1, 1], "gridsize";
        gridlayout: String = "............".into(), "gridlayout".code();
        cubefiles: Vec<String> = Vec::new(), ..CUBE_FILES;
        builtin: TextureBuiltin = TextureBuiltin::None, "builtin";
        rgb1: [f64; 3] = [0.8, 0.8, 0.8], "rgb1";
        rgb2: [f64; 3] = [0.5, 0.5, 0.5], "rgb2";
        mark: TextureMark = TextureMark::None, "mark";
        markrgb: [f64; 3] = [0.0, 0.0, 0.0], "markrgb";
        random: f64 = 0.01, "random";
        width: i32 = 0, "width";
        height: i32 = 0, "height";
        hflip: bool = false, "hflip";
        vflip: bool = false, "vflip";
        nchannel: i32 = 3, "nchannel";
        embed: Tri as "mjtEmbed" = Tri::Auto, "embed";
        data: Vec<u8> = Vec::new();
    }
}

/// The files of the sides of a cube, in the order of `Texture::cubefiles`.
pub const CUBE_FILES: &[Attr] = &[
    a("fileright", Ty::File).nodef(),
    a("fileleft", Ty::File).nodef(),
    a("fileup", Ty::File).nodef(),
    a("filedown", Ty::File).nodef(),
    a("filefront", Ty::File).nodef(),
    a("fileback", Ty::File).nodef(),
];

element! {
    /// A material asset.
    struct Material {
        meta: Meta = Meta::default(), ..NAMED;
        textures: Vec<String> = Vec::new(), "texture".names("texture").code();
        texrepeat: [f32; 2] = [1.0, 1.0], "texrepeat", => mat.texrepeat;
        texuniform: bool = false, "texuniform", -> mat.texuniform;
        emission: f32 = 0.0, "emission", => mat.emission;
        specular: f32 = 0.5, "specular", => mat.specular;
        shininess: f32 = 0.5, "shininess", => mat.shininess;
        reflectance: f32 = 0.0, "reflectance", => mat.reflectance;
        metallic: f32 = -1.0, "metallic", => mat.metallic;
        roughness: f32 = -1.0, "roughness", => mat.roughness;
        rgba: [f32; 4] = [1.0, 1.0, 1.0, 1.0], "rgba", => mat.rgba;
    }
}

/// `asset/mesh`
pub static MESH: Element = Element::new("mesh", "asset/mesh", Mesh::ATTRS)
    .with(&[many(&SOLID_PLUGIN)])
    .rules(&[Rule::Exclusive(&[&["builtin"], &["file"]]), Rule::Exclusive(&[&["builtin"], &["vertex"]])]);
/// `asset/hfield`
pub static HFIELD: Element = Element::new("hfield", "asset/hfield", HField::ATTRS);
/// `asset/texture`
pub static TEXTURE: Element = Element::new("texture", "asset/texture", Texture::ATTRS);
/// `asset/material`
pub static MATERIAL: Element =
    Element::new("material", "asset/material", Material::ATTRS).with(&[many(&LAYER)]);

/// `asset/material/layer`
pub static LAYER: Element = Element::new(
    "layer",
    "asset/material/layer",
    &[&[a("texture", Ty::Ref("texture")).req(), a("role", Ty::Word(words::TEXROLE)).req()]],
);

/// `asset/model`
pub static MODEL: Element = Element::new(
    "model",
    "asset/model",
    &[&[a("name", Ty::Name), a("file", Ty::File).req(), a("content_type", Ty::Text)]],
);

/// `asset`
pub static ASSET: Element = Element::new("asset", "asset", &[]).with(&[
    many(&MESH),
    many(&HFIELD),
    many(&SKIN),
    many(&TEXTURE),
    many(&MATERIAL),
    many(&MODEL),
]);
