//! Geoms and sites in scaled frames.

use super::{ALIGNED, Place, Scales, uniform};
use crate::compile::orient::resolve;
use crate::compile::report::{Report, Who};
use crate::kinds::{GeomInertia, GeomKind, MeshInertia, ObjKind};
use crate::spec::{Geom, Meta, Orient, Site, Spec};
use stiction_spatial::{Mat3, Vec3};

impl Scales<'_> {
    pub(super) fn shapes(&self, out: &mut Spec, report: &mut Report) {
        for (i, g) in out.geoms.iter_mut().enumerate() {
            let place = self.place(g.body, g.frame);
            self.geom(g, place, Who::new("geom", &self.spec.geoms[i].meta, i), report);
        }
        for s in &mut out.sites {
            let place = self.place(s.body, s.frame);
            self.site(s, place);
        }
    }

    fn geom(&self, g: &mut Geom, place: Place, who: Who<'_>, report: &mut Report) {
        let s = self.nodes[place.node].scale;
        let volume = uniform(&place.stretch).map_or_else(|| place.stretch.det(), |x| x * x * x);
        match self.factors(&g.orient, &g.meta, g.fromto, place) {
            Ok(f) => {
                if !fits(g.kind, f) {
                    report.error(
                        who,
                        "its shape cannot be stretched this way; use a mesh, or an ellipsoid for a sphere",
                    );
                }
                g.size = sized(g.kind, g.size, f);
            }
            Err(why) if g.meshname.is_empty() => report.error(who, why),
            Err(_) => {}
        }
        g.pos = place.stretch.mul_vec(g.pos);
        g.fromto = g.fromto.map(|p| ends(&place.stretch, p));
        g.mass = g.mass.map(|m| m * s.mass);
        // a shell has its density per area
        g.density *= s.mass / if self.is_shell(g) { s.len * s.len } else { volume };
        g.friction[1] *= s.len;
        g.friction[2] *= s.len;
        g.solimp[2] *= s.len;
        g.margin *= s.len;
        g.gap *= s.len;
        g.adhesion *= s.umass * s.ulen;
        g.surfacevel[..3].iter_mut().for_each(|v| *v *= s.len);
    }

    fn is_shell(&self, g: &Geom) -> bool {
        let mesh = self.find(ObjKind::Mesh, &g.meshname).map(|m| self.spec.meshes[m].inertia);
        match g.kind {
            GeomKind::Mesh => mesh == Some(MeshInertia::Shell),
            _ => g.typeinertia == GeomInertia::Shell,
        }
    }

    /// A site is stretched by the factor along each of its own axes, whether or not these keep their directions.
    fn site(&self, e: &mut Site, place: Place) {
        let s = self.nodes[place.node].scale.len;
        let own = self.own_stretch(&e.orient, &e.meta, e.fromto, place);
        let f = uniform(&place.stretch).map_or_else(|| own.map_or([s; 3], |a| lengths(&a)), |x| [x; 3]);
        let across = if f[0] == f[1] { f[0] } else { (f[0] * f[1]).sqrt() };
        e.size = match e.kind {
            GeomKind::Sphere => [e.size[0] * s, e.size[1], e.size[2]],
            GeomKind::Capsule | GeomKind::Cylinder => [e.size[0] * across, e.size[1] * f[2], e.size[2]],
            _ if e.fromto.is_some() => [e.size[0] * across, e.size[1] * across, e.size[2] * f[2]],
            _ => [0, 1, 2].map(|k| e.size[k] * f[k]),
        };
        e.pos = place.stretch.mul_vec(e.pos);
        e.fromto = e.fromto.map(|p| ends(&place.stretch, p));
    }

    /// Factors along the element's own axes.
    fn factors(
        &self,
        orient: &Orient,
        meta: &Meta,
        fromto: Option<[f64; 6]>,
        place: Place,
    ) -> Result<[f64; 3], &'static str> {
        if let Some(x) = uniform(&place.stretch) {
            return Ok([x; 3]);
        }
        let own = self.own_stretch(orient, meta, fromto, place)?;
        own_axes(&own).ok_or("it must be aligned with the axes along which its frame is stretched")
    }

    /// What the frames do to an element, seen from its own axes.
    fn own_stretch(
        &self,
        orient: &Orient,
        meta: &Meta,
        fromto: Option<[f64; 6]>,
        place: Place,
    ) -> Result<Mat3, &'static str> {
        let orient = match fromto {
            Some(p) => Orient::ZAxis([p[0] - p[3], p[1] - p[4], p[2] - p[5]]),
            None => *orient,
        };
        let r = resolve(&orient, self.spec.compiler_of(meta))?.to_mat();
        Ok(r.tr_mul_mat(&place.stretch.mul_mat(&r)))
    }
}

/// The diagonal of a stretch, if its axes keep their directions.
pub(super) fn own_axes(a: &Mat3) -> Option<[f64; 3]> {
    let f = lengths(a);
    (0..3).all(|k| a[(k, k)] >= ALIGNED * f[k]).then_some(f)
}

/// By how much a stretch lengthens each axis.
fn lengths(a: &Mat3) -> [f64; 3] {
    [0, 1, 2].map(|k| a.col(k).norm())
}

fn ends(a: &Mat3, p: [f64; 6]) -> [f64; 6] {
    let (u, v) = (a.mul_vec(Vec3::new(p[0], p[1], p[2])), a.mul_vec(Vec3::new(p[3], p[4], p[5])));
    [u[0], u[1], u[2], v[0], v[1], v[2]]
}

/// Shapes of revolution must be stretched equally across their axis, spheres in all directions.
fn fits(kind: GeomKind, f: [f64; 3]) -> bool {
    let same = |a: f64, b: f64| (a - b).abs() <= 1e-3 * a.max(b);
    match kind {
        GeomKind::Sphere => same(f[0], f[1]) && same(f[1], f[2]),
        GeomKind::Capsule | GeomKind::Cylinder => same(f[0], f[1]),
        _ => true,
    }
}

fn sized(kind: GeomKind, size: [f64; 3], f: [f64; 3]) -> [f64; 3] {
    let mean = if f[0] == f[1] && f[1] == f[2] { f[0] } else { libm::cbrt(f[0] * f[1] * f[2]) };
    match kind {
        GeomKind::Capsule | GeomKind::Cylinder => [size[0] * f[0], size[1] * f[2], size[2]],
        GeomKind::Sphere => [size[0] * f[0], size[1], size[2]],
        // the third number is the spacing of the drawn grid
        GeomKind::Plane => [size[0] * f[0], size[1] * f[1], size[2] * mean],
        _ => [0, 1, 2].map(|k| size[k] * f[k]),
    }
}
