//! Meshes and height fields used at several scales: one instance per scale.

use super::shape::own_axes;
use super::{Scales, uniform};
use crate::compile::orient::resolve;
use crate::compile::report::{Report, Who};
use crate::kinds::{GeomKind, ObjKind};
use crate::spec::{Meta, Orient, Spec};
use std::collections::BTreeMap;

/// Instances of one asset: (factors, index).
type Instances = BTreeMap<usize, Vec<([f64; 3], usize)>>;

impl Scales<'_> {
    pub(super) fn instances(&self, out: &mut Spec, report: &mut Report) {
        let (mut meshes, mut fields) = (Instances::new(), Instances::new());
        for &i in &self.order.geoms.list {
            let g = &self.spec.geoms[i];
            let who = Who::new("geom", &g.meta, i);
            let place = self.place(g.body, g.frame);
            if !g.meshname.is_empty() {
                let f = self.asset_factors(&g.orient, &g.meta, &place.stretch, who, report);
                if let Some(name) = self.mesh_instance(out, &mut meshes, &g.meshname, f) {
                    out.geoms[i].meshname = name;
                }
            }
            if g.kind == GeomKind::Hfield {
                let f = self.asset_factors(&g.orient, &g.meta, &place.stretch, who, report);
                if let Some(name) = self.field_instance(out, &mut fields, &g.hfieldname, f) {
                    out.geoms[i].hfieldname = name;
                }
            }
        }
        for &i in &self.order.sites.list {
            let s = &self.spec.sites[i];
            if s.kind == GeomKind::Mesh && !s.meshname.is_empty() {
                let place = self.place(s.body, s.frame);
                let who = Who::new("site", &s.meta, i);
                let f = self.asset_factors(&s.orient, &s.meta, &place.stretch, who, report);
                if let Some(name) = self.mesh_instance(out, &mut meshes, &s.meshname, f) {
                    out.sites[i].meshname = name;
                }
            }
        }
    }

    /// Factors along the axes of the asset.
    fn asset_factors(
        &self,
        orient: &Orient,
        meta: &Meta,
        stretch: &stiction_spatial::Mat3,
        who: Who<'_>,
        report: &mut Report,
    ) -> [f64; 3] {
        if let Some(x) = uniform(stretch) {
            return [x; 3];
        }
        let own = resolve(orient, self.spec.compiler_of(meta)).ok().and_then(|q| {
            let r = q.to_mat();
            own_axes(&r.tr_mul_mat(&stretch.mul_mat(&r)))
        });
        own.unwrap_or_else(|| {
            report.error_hint(
                who,
                "a mesh or height field can only be stretched along its own axes",
                "turn it so that its axes agree with those of the scaled frame",
            );
            [1.0; 3]
        })
    }

    /// Name of the mesh at this scale; `None` if it keeps its own.
    fn mesh_instance(
        &self,
        out: &mut Spec,
        known: &mut Instances,
        name: &str,
        f: [f64; 3],
    ) -> Option<String> {
        let id = self.find(ObjKind::Mesh, name)?;
        let list = known.entry(id).or_default();
        if let Some((_, at)) = list.iter().find(|(g, _)| *g == f) {
            return Some(out.meshes[*at].meta.name.clone());
        }
        let mut mesh = self.spec.meshes[id].clone();
        mesh.scale = [0, 1, 2].map(|k| mesh.scale[k] * f[k]);
        let at = if list.is_empty() {
            out.meshes[id] = mesh;
            id
        } else {
            mesh.meta.name = format!("{name}@{}", list.len());
            out.meshes.push(mesh);
            out.meshes.len() - 1
        };
        list.push((f, at));
        Some(out.meshes[at].meta.name.clone())
    }

    fn field_instance(
        &self,
        out: &mut Spec,
        known: &mut Instances,
        name: &str,
        f: [f64; 3],
    ) -> Option<String> {
        let id = self.find(ObjKind::Hfield, name)?;
        let list = known.entry(id).or_default();
        if let Some((_, at)) = list.iter().find(|(g, _)| *g == f) {
            return Some(out.hfields[*at].meta.name.clone());
        }
        let mut field = self.spec.hfields[id].clone();
        for (x, k) in field.size.iter_mut().zip([0, 1, 2, 2]) {
            *x *= f[k];
        }
        let at = if list.is_empty() {
            out.hfields[id] = field;
            id
        } else {
            field.meta.name = format!("{name}@{}", list.len());
            out.hfields.push(field);
            out.hfields.len() - 1
        };
        list.push((f, at));
        Some(out.hfields[at].meta.name.clone())
    }
}
