//! Skins: triangles that follow several bodies.

use super::{join, load, refuse};
use crate::compile::Build;
use crate::compile::report::{Report, Who};
use crate::elements::Fields;
use crate::ids::BodyId;
use crate::kinds::ObjKind;
use crate::spec;
use stiction_geometry::asset as geo;

impl Build<'_> {
    /// `skin_*`.
    pub(super) fn skins(&mut self) {
        let spec = self.spec;
        for (i, e) in spec.skins.iter().enumerate() {
            let who = Who::new("skin", &e.meta, i);
            let made = self.skin_data(e, who);
            let matid =
                if e.material.is_empty() { None } else { self.find(ObjKind::Material, &e.material, who) };
            let skin = made.unwrap_or_default();
            let bodies: Vec<BodyId> = skin
                .bones
                .iter()
                .map(|b| self.find(ObjKind::Body, &b.body, who).unwrap_or(0).into())
                .collect();
            let path = self.path(&e.file, &spec.compiler_of(&e.meta).meshdir);
            e.fill(&mut self.model);
            let t = &mut self.model.skin;
            t.matid.push(matid.into());
            t.pathadr.push(path);
            t.vertadr.push(t.vert.len() as i32);
            t.vertnum.push(skin.vert.len() as i32);
            t.texcoordadr.push(if skin.texcoord.is_empty() { -1 } else { t.texcoord.len() as i32 });
            t.faceadr.push(t.face.len() as i32);
            t.facenum.push(skin.face.len() as i32);
            t.boneadr.push(t.bonebodyid.len() as i32);
            t.bonenum.push(skin.bones.len() as i32);
            t.vert.extend_from_slice(&skin.vert);
            t.texcoord.extend_from_slice(&skin.texcoord);
            t.face.extend_from_slice(&skin.face);
            t.bonebodyid.extend(bodies);
            for b in &skin.bones {
                t.bonevertadr.push(t.bonevertid.len() as i32);
                t.bonevertnum.push(b.vertid.len() as i32);
                t.bonebindpos.push(b.bindpos);
                t.bonebindquat.push(b.bindquat);
                t.bonevertid.extend_from_slice(&b.vertid);
                t.bonevertweight.extend_from_slice(&b.weight);
            }
        }
    }

    fn skin_data(&mut self, e: &spec::Skin, who: Who<'_>) -> Option<geo::Skin> {
        let raw = if e.file.is_empty() {
            inline(e, who, &mut self.report)?
        } else {
            let inside = [e.vert.len(), e.texcoord.len(), e.face.len(), e.bodyname.len()];
            if inside.iter().any(|&n| n > 0) {
                self.report.error(who, "a skin with a file cannot have data of its own");
                return None;
            }
            let c = self.spec.compiler_of(&e.meta);
            let file = join(&c.meshdir, &e.file, self.spec.compiler.strippath);
            let bytes = load(&file, self.assets, &mut self.report, who)?;
            geo::load_skn(&bytes).map_err(|x| refuse(x, &e.file, &mut self.report, who)).ok()?
        };
        raw.finished().map_err(|x| refuse(x, &e.file, &mut self.report, who)).ok()
    }
}

/// A skin that is written in the model.
fn inline(e: &spec::Skin, who: Who<'_>, report: &mut Report) -> Option<geo::Skin> {
    let n = e.bodyname.len();
    let vertices: i64 = e.vertnum.iter().map(|&k| i64::from(k)).sum();
    let fits = [e.bindpos.len() == 3 * n, e.bindquat.len() == 4 * n, e.vertnum.len() == n];
    if !fits.iter().all(|&x| x)
        || e.vertnum.iter().any(|&k| k < 0)
        || [e.vertid.len(), e.vertweight.len()].iter().any(|&k| k as i64 != vertices)
    {
        report.error(who, "its bones need a position, a quaternion, and a weight for every vertex each");
        return None;
    }
    if !e.vert.len().is_multiple_of(3)
        || !e.texcoord.len().is_multiple_of(2)
        || !e.face.len().is_multiple_of(3)
    {
        report.error(who, "vertices and faces have three numbers each, texture coordinates two");
        return None;
    }
    let mut first = 0;
    let bones = (0..n).map(|k| {
        let part = first..first + e.vertnum[k] as usize;
        first = part.end;
        geo::Bone {
            body: e.bodyname[k].clone(),
            bindpos: std::array::from_fn(|i| e.bindpos[3 * k + i]),
            bindquat: std::array::from_fn(|i| e.bindquat[4 * k + i]),
            vertid: e.vertid[part.clone()].to_vec(),
            weight: e.vertweight[part].to_vec(),
        }
    });
    Some(geo::Skin {
        bones: bones.collect(),
        vert: e.vert.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect(),
        texcoord: e.texcoord.chunks_exact(2).map(|c| [c[0], c[1]]).collect(),
        face: e.face.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect(),
    })
}
