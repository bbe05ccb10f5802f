//! `skin`: triangles that follow several bodies, for drawing.

use super::*;
use crate::spec::Meta;

element! {
    /// A skin.
    struct Skin {
        meta: Meta = Meta::default(), ..NAME;
        file: String = String::new(), "file".ty(Ty::File).code();
        material: String = String::new(), "material".names("material");
        rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0], "rgba", => skin.rgba;
        /// how far vertices are moved along their normals [m]
        inflate: f32 = 0.0, "inflate", => skin.inflate;
        vert: Vec<f32> = Vec::new(), "vertex";
        /// one per vertex
        texcoord: Vec<f32> = Vec::new(), "texcoord";
        face: Vec<i32> = Vec::new(), "face";
        group: i32 = 0, "group", -> skin.group;
        /// bodies that it follows
        bodyname: Vec<String> = Vec::new();
        /// their positions when the skin was bound [m]
        bindpos: Vec<f32> = Vec::new();
        bindquat: Vec<f32> = Vec::new();
        /// how many vertices follow each of them
        vertnum: Vec<i32> = Vec::new();
        /// the vertices of all bodies, one body after the other
        vertid: Vec<i32> = Vec::new();
        vertweight: Vec<f32> = Vec::new();
    }
}

/// `asset/skin`, `deformable/skin`
pub static SKIN: Element = Element::new("skin", "deformable/skin", Skin::ATTRS).with(&[many(&BONE)]);

/// `skin/bone`
pub static BONE: Element = Element::new(
    "bone",
    "skin/bone",
    &[&[
        a("body", Ty::Ref("body")).req(),
        a("bindpos", real(3)).req(),
        a("bindquat", real(4)).req(),
        a("vertid", INTS).req(),
        a("vertweight", FLOATS).req(),
    ]],
);
