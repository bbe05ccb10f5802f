//! Sites.

use super::Build;
use super::geom::{PLACE, place, size_count};
use super::math::{compose, unit_quat};
use super::report::Who;
use crate::elements::Fields;
use crate::ids::{MaterialId, ObjectId};
use crate::kinds::{GeomKind, ObjKind};
use stiction_spatial::Pose;

impl Build<'_> {
    /// `site_*`.
    pub(crate) fn sites(&mut self) {
        for id in 0..self.order.sites.list.len() {
            let (index, body) = (self.order.sites.list[id], self.order.sites.body[id]);
            let e = &self.spec.sites[index];
            let who = Who::new("site", &e.meta, index);
            let supported = matches!(
                e.kind,
                GeomKind::Sphere
                    | GeomKind::Capsule
                    | GeomKind::Ellipsoid
                    | GeomKind::Cylinder
                    | GeomKind::Box
                    | GeomKind::Mesh
            );
            if !supported {
                self.report.error(
                    who.about(&["type"]),
                    "a site must be a sphere, capsule, ellipsoid, cylinder, box or mesh",
                );
            }
            let placed = place(e.kind, e.pos, &e.orient, e.fromto, e.size, self.spec.compiler_of(&e.meta));
            let (mut pose, mut size) = placed.unwrap_or_else(|why| {
                self.report.error(who.about(PLACE), why);
                (Pose::default(), e.size)
            });
            let dataid = self.site_mesh(e.kind, &e.meshname, &mut size, who);
            if let Some(f) = e.frame {
                pose = compose(self.frames[f], pose);
            }
            for (k, x) in size.iter().enumerate().take(size_count(e.kind)) {
                if x.is_nan() || *x <= 0.0 {
                    let who = who.about(&["size", "type", "fromto"]);
                    self.report.error(who, format!("size {k} must be positive, not {x}"));
                }
            }
            let matid = match e.material.as_str() {
                "" => -1,
                name => self.find(ObjKind::Material, name, who).map_or(-1, |i| i as i32),
            };
            e.fill(&mut self.model);
            let t = &mut self.model.site;
            t.bodyid.push(body.into());
            t.dataid.push(ObjectId::of(dataid));
            t.matid.push(MaterialId::of(matid));
            t.sameframe.push(0);
            t.size.push(size);
            t.pos.push(pose.pos);
            t.quat.push(unit_quat(pose.quat));
        }
    }

    /// Gives a mesh site the size of its mesh, whose own frame it leaves alone; returns the mesh.
    fn site_mesh(&mut self, kind: GeomKind, name: &str, size: &mut [f64; 3], who: Who<'_>) -> i32 {
        if name.is_empty() {
            if kind == GeomKind::Mesh {
                self.report
                    .error(who.about(&["type", "mesh"]), "a site of type mesh needs the name of a mesh");
            }
            return -1;
        }
        if kind != GeomKind::Mesh {
            self.report.error(who.about(&["type", "mesh"]), "it names a mesh, but its type is not mesh");
            return -1;
        }
        let Some(id) = self.find(ObjKind::Mesh, name, who) else { return -1 };
        if let Some(mesh) = &self.asset.meshes[id] {
            *size = mesh.geom_size().0;
        }
        id as i32
    }
}
