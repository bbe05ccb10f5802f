//! What is drawn: geoms, sites, tendons and whatever the caller adds, with their materials.

use crate::shape::Mesh;
use std::collections::BTreeMap;
use std::rc::Rc;
use stiction::kinds::{GeomKind, ObjKind};
use stiction::spatial::{Mat3, Quat, Vec3};
use stiction::{Data, Model};

/// What can be switched.
#[derive(Clone, Debug, PartialEq)]
pub struct Visible {
    /// Groups of geoms.
    pub geomgroup: [bool; 6],
    /// Groups of sites.
    pub sitegroup: [bool; 6],
    /// Groups of tendons.
    pub tendongroup: [bool; 6],
    /// The sky.
    pub skybox: bool,
    /// Shadows.
    pub shadow: bool,
}

impl Default for Visible {
    fn default() -> Self {
        let usual = [true, true, true, false, false, false];
        Visible { geomgroup: usual, sitegroup: usual, tendongroup: usual, skybox: true, shadow: true }
    }
}

/// Something that is not in the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extra {
    /// Kind: a primitive.
    pub kind: i32,
    /// Size.
    pub size: [f64; 3],
    /// Position [m].
    pub pos: Vec3,
    /// Orientation.
    pub mat: Mat3,
    /// Colour.
    pub rgba: [f32; 4],
}

/// One thing to draw.
#[derive(Clone, Debug)]
pub struct Item {
    /// Triangles.
    pub mesh: Rc<Mesh>,
    /// Orientation and position.
    pub mat: Mat3,
    /// Position [m].
    pub pos: Vec3,
    /// Colour.
    pub rgba: [f32; 4],
    /// Material; −1: none.
    pub material: i32,
    /// Half sizes, by which cube textures are scaled.
    pub size: [f64; 3],
    /// Kind of geom.
    pub kind: i32,
    /// Id and kind of object, for segmentation.
    pub object: [i32; 2],
    /// Casts a shadow.
    pub shadow: bool,
}

/// Meshes that were made already.
#[derive(Debug, Default)]
pub struct Meshes {
    assets: BTreeMap<(i32, i32), Rc<Mesh>>,
    primitives: BTreeMap<(i32, [u64; 3]), Rc<Mesh>>,
}

impl Meshes {
    fn get(&mut self, m: &Model, kind: i32, size: [f64; 3], data: i32) -> Option<Rc<Mesh>> {
        let known = GeomKind::from_i32(kind)?;
        match known {
            GeomKind::Mesh | GeomKind::Sdf | GeomKind::Hfield => {
                let i = usize::try_from(data).ok()?;
                let make = || if known == GeomKind::Hfield { Mesh::heights(m, i) } else { Mesh::asset(m, i) };
                Some(
                    self.assets
                        .entry((i32::from(known == GeomKind::Hfield), data))
                        .or_insert_with(|| Rc::new(make()))
                        .clone(),
                )
            }
            _ => {
                let key = (kind, size.map(f64::to_bits));
                if !self.primitives.contains_key(&key) {
                    // tendons change their length every step: what was made long ago is forgotten
                    if self.primitives.len() > 4096 {
                        self.primitives.clear();
                    }
                    let far = f64::from(m.vis.map.zfar) * m.stat.extent;
                    self.primitives.insert(key, Rc::new(Mesh::primitive(known, size, far)?));
                }
                self.primitives.get(&key).cloned()
            }
        }
    }
}

/// Everything that is visible.
pub fn list(m: &Model, d: &Data, visible: &Visible, extras: &[Extra], meshes: &mut Meshes) -> Vec<Item> {
    let mut out = Vec::new();
    let shown = |groups: &[bool; 6], g: i32| groups[g.clamp(0, 5) as usize];
    for i in 0..m.size.ngeom {
        let g = &m.geom;
        if !shown(&visible.geomgroup, g.group[i]) {
            continue;
        }
        let Some(mesh) = meshes.get(m, g.kind[i], g.size[i], g.dataid[i]) else { continue };
        out.push(Item {
            mesh,
            mat: d.kin.geom_xmat[i],
            pos: d.kin.geom_xpos[i],
            rgba: colour(m, g.rgba[i], g.matid[i]),
            material: g.matid[i],
            size: g.size[i],
            kind: g.kind[i],
            object: [i as i32, ObjKind::Geom as i32],
            shadow: g.castshadow[i] && g.kind[i] != GeomKind::Plane as i32,
        });
    }
    for i in 0..m.size.nsite {
        let s = &m.site;
        if !shown(&visible.sitegroup, s.group[i]) {
            continue;
        }
        let Some(mesh) = meshes.get(m, s.kind[i], s.size[i], s.dataid[i]) else { continue };
        out.push(Item {
            mesh,
            mat: d.kin.site_xmat[i],
            pos: d.kin.site_xpos[i],
            rgba: colour(m, s.rgba[i], s.matid[i]),
            material: s.matid[i],
            size: s.size[i],
            kind: s.kind[i],
            object: [i as i32, ObjKind::Site as i32],
            shadow: false,
        });
    }
    tendons(m, d, visible, meshes, &mut out);
    for e in extras {
        let Some(mesh) = meshes.get(m, e.kind, e.size, -1) else { continue };
        out.push(Item {
            mesh,
            mat: e.mat,
            pos: e.pos,
            rgba: e.rgba,
            material: -1,
            size: e.size,
            kind: e.kind,
            object: [-1, 0],
            shadow: true,
        });
    }
    out.retain(|i| i.rgba[3] > 0.0);
    out
}

/// A material's colour counts unless the object was given its own.
fn colour(m: &Model, own: [f32; 4], material: i32) -> [f32; 4] {
    match usize::try_from(material) {
        Ok(k) if own == [0.5, 0.5, 0.5, 1.0] => m.mat.rgba[k],
        _ => own,
    }
}

fn tendons(m: &Model, d: &Data, visible: &Visible, meshes: &mut Meshes, out: &mut Vec<Item>) {
    for t in 0..m.size.ntendon {
        if !visible.tendongroup[m.tendon.group[t].clamp(0, 5) as usize] {
            continue;
        }
        let (adr, n) = (d.ten.ten_wrapadr[t] as usize, d.ten.ten_wrapnum[t] as usize);
        let at = |k: usize| {
            let (p, o) = (&d.ten.wrap_xpos[(adr + k) / 2], 3 * ((adr + k) % 2));
            (d.ten.wrap_obj[(adr + k) / 2][(adr + k) % 2], Vec3([p[o], p[o + 1], p[o + 2]]))
        };
        for k in 1..n {
            let ((a, p), (b, q)) = (at(k - 1), at(k));
            let (along, length) = (q - p).normalized();
            // −2: a pulley, behind which the path begins anew
            if a == -2 || b == -2 || length < 1e-9 {
                continue;
            }
            let size = [m.tendon.width[t], 0.5 * length, 0.0];
            let Some(mesh) = meshes.get(m, GeomKind::Capsule as i32, size, -1) else { continue };
            let mat = Quat::from_z_to(along).to_mat();
            let rgba = colour(m, m.tendon.rgba[t], m.tendon.matid[t]);
            out.push(Item {
                mesh,
                mat,
                pos: (p + q).scale(0.5),
                rgba,
                material: m.tendon.matid[t],
                size,
                kind: GeomKind::Capsule as i32,
                object: [t as i32, ObjKind::Tendon as i32],
                shadow: true,
            });
        }
    }
}
