//! Binary assets: meshes as indexed triangles, height fields, textures.
//!
//! A mesh is u32 nvert, nindex, flags (1: texture coordinates), 0; then f32 positions, normals, coordinates; u32 indices. All
//! little-endian.
//!
//! A skin is u32 nvert, nindex, flags (1: texture coordinates), nbone; then f32 positions, coordinates; u32 indices; then of each bone
//! u32 body, n; f32 position and quaternion when it was bound; u32 vertices, f32 weights, n each.

use crate::{Json, json};
use sha1::{Digest, Sha1};
use std::collections::BTreeMap;
use stiction::Model;
use stiction::kinds::ObjKind;

type Assets = BTreeMap<String, Vec<u8>>;

/// The name of an asset: the SHA-1 of its content.
pub fn name(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(&Sha1::digest(bytes))
}

fn keep(assets: &mut Assets, bytes: Vec<u8>) -> Json {
    let hash = name(&bytes);
    assets.entry(hash.clone()).or_insert(bytes);
    Json::from(hash)
}

pub fn meshes(m: &Model, assets: &mut Assets) -> Json {
    let list = (0..m.size.nmesh).map(|i| {
        let bytes = mesh(m, i);
        keep(assets, bytes)
    });
    Json::Array(list.collect())
}

/// One mesh; corners that share position, normal and coordinate share a vertex.
fn mesh(m: &Model, i: usize) -> Vec<u8> {
    let t = &m.mesh;
    let (face, nface) = (t.faceadr[i] as usize, t.facenum[i] as usize);
    let (v0, n0) = (t.vertadr[i] as usize, t.normaladr[i] as usize);
    let uv0 = usize::try_from(t.texcoordadr[i]).ok();
    let mut seen = BTreeMap::new();
    let (mut pos, mut normal, mut uv, mut index) = (Vec::new(), Vec::new(), Vec::new(), Vec::<u32>::new());
    for f in face..face + nface {
        for k in 0..3 {
            let c = (t.face[f][k], t.facenormal[f][k], t.facetexcoord[f][k]);
            let next = seen.len() as u32;
            index.push(*seen.entry(c).or_insert(next));
            if seen.len() as u32 > next {
                pos.extend(t.vert[v0 + c.0 as usize]);
                normal.extend(t.normal[n0 + c.1 as usize]);
                if let Some(u) = uv0 {
                    uv.extend(t.texcoord[u + c.2 as usize]);
                }
            }
        }
    }
    let head = [seen.len() as u32, index.len() as u32, u32::from(uv0.is_some()), 0];
    let mut out: Vec<u8> = head.iter().flat_map(|x| x.to_le_bytes()).collect();
    out.extend(pos.iter().chain(&normal).chain(&uv).flat_map(|x: &f32| x.to_le_bytes()));
    out.extend(index.iter().flat_map(|x| x.to_le_bytes()));
    out
}

pub fn heights(m: &Model, assets: &mut Assets) -> Json {
    let list = (0..m.size.nhfield).map(|i| {
        let (rows, cols) = (m.hfield.nrow[i] as usize, m.hfield.ncol[i] as usize);
        let adr = m.hfield.adr[i] as usize;
        let bytes = m.hfield.data[adr..adr + rows * cols].iter().flat_map(|x| x.to_le_bytes()).collect();
        json!({ "rows": rows, "cols": cols, "size": m.hfield.size[i], "data": keep(assets, bytes) })
    });
    Json::Array(list.collect())
}

pub fn skins(m: &Model, assets: &mut Assets) -> Json {
    let list = (0..m.size.nskin).map(|i| {
        json!({
            "name": m.names.get(ObjKind::Skin, i),
            "mat": m.skin.matid[i].number(),
            "rgba": m.skin.rgba[i],
            "group": m.skin.group[i],
            "inflate": m.skin.inflate[i],
            "data": keep(assets, skin(m, i)),
        })
    });
    Json::Array(list.collect())
}

fn skin(m: &Model, i: usize) -> Vec<u8> {
    let t = &m.skin;
    let span = |adr: i32, num: i32| adr as usize..(adr + num) as usize;
    let faces = &t.face[span(t.faceadr[i], t.facenum[i])];
    let uv = usize::try_from(t.texcoordadr[i]).map(|u| &t.texcoord[u..u + t.vertnum[i] as usize]).ok();
    let mut out = Vec::new();
    let whole = |out: &mut Vec<u8>, x: i32| out.extend(x.to_le_bytes());
    let real = |out: &mut Vec<u8>, x: &f32| out.extend(x.to_le_bytes());
    for x in [t.vertnum[i], 3 * t.facenum[i], i32::from(uv.is_some()), t.bonenum[i]] {
        whole(&mut out, x);
    }
    t.vert[span(t.vertadr[i], t.vertnum[i])].iter().flatten().for_each(|x| real(&mut out, x));
    uv.into_iter().flatten().flatten().for_each(|x| real(&mut out, x));
    faces.iter().flatten().for_each(|x| whole(&mut out, *x));
    for b in span(t.boneadr[i], t.bonenum[i]) {
        let of = span(t.bonevertadr[b], t.bonevertnum[b]);
        whole(&mut out, t.bonebodyid[b].number());
        whole(&mut out, t.bonevertnum[b]);
        t.bonebindpos[b].iter().chain(&t.bonebindquat[b]).for_each(|x| real(&mut out, x));
        t.bonevertid[of.clone()].iter().for_each(|x| whole(&mut out, *x));
        t.bonevertweight[of].iter().for_each(|x| real(&mut out, x));
    }
    out
}

pub fn textures(m: &Model, assets: &mut Assets) -> Json {
    let list = (0..m.size.ntex).map(|i| {
        let (w, h, c) = (m.tex.width[i] as usize, m.tex.height[i] as usize, m.tex.nchannel[i] as usize);
        // one that is by reference has no texels here
        let texels = usize::try_from(m.tex.adr[i]).ok().and_then(|a| m.tex.data.get(a..a + w * h * c));
        json!({
            "type": m.tex.kind[i].number(),
            "width": w,
            "height": h,
            "channels": c,
            "data": keep(assets, texels.unwrap_or_default().to_vec()),
        })
    });
    Json::Array(list.collect())
}
