//! Assets as a user writes them.

use super::Meta;
use crate::kinds::{ColorSpace, MeshBuiltin, MeshInertia, TextureBuiltin, TextureKind, TextureMark, Tri};
use stiction_spatial::{Quat, Vec3};

/// A mesh asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Mesh {
    pub meta: Meta,
    pub content_type: String,
    pub file: String,
    pub refpos: Vec3,
    pub refquat: Quat,
    pub scale: [f64; 3],
    pub inertia: MeshInertia,
    pub smoothnormal: bool,
    pub maxhullvert: i32,
    pub uservert: Vec<f32>,
    pub usernormal: Vec<f32>,
    pub usertexcoord: Vec<f32>,
    pub userface: Vec<i32>,
    pub userfacenormal: Vec<i32>,
    pub userfacetexcoord: Vec<i32>,
    pub material: String,
    pub builtin: MeshBuiltin,
    pub params: Vec<f64>,
}

impl Default for Mesh {
    fn default() -> Self {
        Mesh {
            meta: Meta::default(),
            content_type: String::new(),
            file: String::new(),
            refpos: Vec3([0.0, 0.0, 0.0]),
            refquat: Quat::IDENTITY,
            scale: [1.0, 1.0, 1.0],
            inertia: MeshInertia::Legacy,
            smoothnormal: false,
            maxhullvert: -1,
            uservert: Vec::new(),
            usernormal: Vec::new(),
            usertexcoord: Vec::new(),
            userface: Vec::new(),
            userfacenormal: Vec::new(),
            userfacetexcoord: Vec::new(),
            material: String::new(),
            builtin: MeshBuiltin::None,
            params: Vec::new(),
        }
    }
}

/// A height field asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct HField {
    pub meta: Meta,
    pub content_type: String,
    pub file: String,
    pub size: [f64; 4],
    pub nrow: i32,
    pub ncol: i32,
    pub userdata: Vec<f32>,
}

impl Default for HField {
    fn default() -> Self {
        HField {
            meta: Meta::default(),
            content_type: String::new(),
            file: String::new(),
            size: [0.0, 0.0, 0.0, 0.0],
            nrow: 0,
            ncol: 0,
            userdata: Vec::new(),
        }
    }
}

/// A texture asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Texture {
    pub meta: Meta,
    pub kind: TextureKind,
    pub colorspace: ColorSpace,
    pub builtin: TextureBuiltin,
    pub mark: TextureMark,
    pub rgb1: [f64; 3],
    pub rgb2: [f64; 3],
    pub markrgb: [f64; 3],
    pub random: f64,
    pub height: i32,
    pub width: i32,
    pub nchannel: i32,
    pub content_type: String,
    pub file: String,
    pub gridsize: [i32; 2],
    pub gridlayout: String,
    pub cubefiles: Vec<String>,
    pub data: Vec<u8>,
    pub hflip: bool,
    pub vflip: bool,
    pub embed: Tri,
}

impl Default for Texture {
    fn default() -> Self {
        Texture {
            meta: Meta::default(),
            kind: TextureKind::Cube,
            colorspace: ColorSpace::Auto,
            builtin: TextureBuiltin::None,
            mark: TextureMark::None,
            rgb1: [0.8, 0.8, 0.8],
            rgb2: [0.5, 0.5, 0.5],
            markrgb: [0.0, 0.0, 0.0],
            random: 0.01,
            height: 0,
            width: 0,
            nchannel: 3,
            content_type: String::new(),
            file: String::new(),
            gridsize: [1, 1],
            gridlayout: "............".into(),
            cubefiles: Vec::new(),
            data: Vec::new(),
            hflip: false,
            vflip: false,
            embed: Tri::Auto,
        }
    }
}

/// A material asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Material {
    pub meta: Meta,
    pub textures: Vec<String>,
    pub texuniform: bool,
    pub texrepeat: [f32; 2],
    pub emission: f32,
    pub specular: f32,
    pub shininess: f32,
    pub reflectance: f32,
    pub metallic: f32,
    pub roughness: f32,
    pub rgba: [f32; 4],
}

impl Default for Material {
    fn default() -> Self {
        Material {
            meta: Meta::default(),
            textures: Vec::new(),
            texuniform: false,
            texrepeat: [1.0, 1.0],
            emission: 0.0,
            specular: 0.5,
            shininess: 0.5,
            reflectance: 0.0,
            metallic: -1.0,
            roughness: -1.0,
            rgba: [1.0, 1.0, 1.0, 1.0],
        }
    }
}
