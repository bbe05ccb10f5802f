//! Meshes and height fields used at several scales: one instance per scale.

use super::shape::own_axes;
use super::{Scales, uniform};
use crate::compile::orient::resolve;
use crate::compile::report::{Report, Who};
use crate::kinds::{GeomKind, ObjKind};
use crate::spec::{Meta, Orient, Spec};
use std::collections::BTreeMap;
use stiction_spatial::{Mat3, Quat};

/// Instances of one asset: (what is done to it, index).
type Instances<T> = BTreeMap<usize, Vec<(T, usize)>>;

/// The factors of a stretch along the axes themselves, but for rounding.
fn along_axes(a: &Mat3) -> Option<[f64; 3]> {
    let f = [a[(0, 0)], a[(1, 1)], a[(2, 2)]];
    let beside = |i: usize, j: usize| a[(i, j)].abs() <= 1e-12 * f[i].max(f[j]);
    [(0, 1), (0, 2), (1, 2)].into_iter().all(|(i, j)| beside(i, j) && beside(j, i)).then_some(f)
}

impl Scales<'_> {
    pub(super) fn instances(&self, out: &mut Spec, report: &mut Report) {
        let (mut meshes, mut fields) = (Instances::<Mat3>::new(), Instances::<[f64; 3]>::new());
        for &i in &self.order.geoms.list {
            let g = &self.spec.geoms[i];
            let who = Who::new("geom", &g.meta, i);
            let place = self.place(g.body, g.frame);
            if !g.meshname.is_empty() {
                let a = self.in_own_axes(&g.orient, &g.meta, &place.stretch);
                if let Some(name) = self.mesh_instance(out, &mut meshes, &g.meshname, a) {
                    out.geoms[i].meshname = name;
                }
            }
            if g.kind == GeomKind::Hfield {
                let f = self.field_factors(&g.orient, &g.meta, &place.stretch).unwrap_or_else(|| {
                    report.error_hint(
                        who,
                        "a height field can only be stretched along its own axes",
                        "turn it so that its axes agree with those of the scaled frame",
                    );
                    [1.0; 3]
                });
                if let Some(name) = self.field_instance(out, &mut fields, &g.hfieldname, f) {
                    out.geoms[i].hfieldname = name;
                }
            }
        }
        for &i in &self.order.sites.list {
            let s = &self.spec.sites[i];
            if s.kind == GeomKind::Mesh && !s.meshname.is_empty() {
                let a = self.in_own_axes(&s.orient, &s.meta, &self.place(s.body, s.frame).stretch);
                if let Some(name) = self.mesh_instance(out, &mut meshes, &s.meshname, a) {
                    out.sites[i].meshname = name;
                }
            }
        }
    }

    /// What the frames do to an asset, seen from its own axes; an orientation that is wrong is told when it is compiled.
    fn in_own_axes(&self, orient: &Orient, meta: &Meta, stretch: &Mat3) -> Mat3 {
        if uniform(stretch).is_some() {
            return *stretch;
        }
        let r = resolve(orient, self.spec.compiler_of(meta)).unwrap_or(Quat::IDENTITY).to_mat();
        r.tr_mul_mat(&stretch.mul_mat(&r))
    }

    /// Factors along the axes of a height field.
    fn field_factors(&self, orient: &Orient, meta: &Meta, stretch: &Mat3) -> Option<[f64; 3]> {
        uniform(stretch).map(|x| [x; 3]).or_else(|| own_axes(&self.in_own_axes(orient, meta, stretch)))
    }

    /// Name of the mesh at this scale; `None` if it keeps its own.
    fn mesh_instance(
        &self,
        out: &mut Spec,
        known: &mut Instances<Mat3>,
        name: &str,
        a: Mat3,
    ) -> Option<String> {
        let id = self.find(ObjKind::Mesh, name)?;
        let list = known.entry(id).or_default();
        if let Some((_, at)) = list.iter().find(|(b, _)| *b == a) {
            return Some(out.meshes[*at].meta.name.clone());
        }
        let mut mesh = self.spec.meshes[id].clone();
        match along_axes(&a) {
            Some(f) => mesh.scale = [0, 1, 2].map(|k| mesh.scale[k] * f[k]),
            None => mesh.stretch = a.0,
        }
        let at = if list.is_empty() {
            out.meshes[id] = mesh;
            id
        } else {
            mesh.meta.name = format!("{name}@{}", list.len());
            out.meshes.push(mesh);
            out.meshes.len() - 1
        };
        list.push((a, at));
        Some(out.meshes[at].meta.name.clone())
    }

    fn field_instance(
        &self,
        out: &mut Spec,
        known: &mut Instances<[f64; 3]>,
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
