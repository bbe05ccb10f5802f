//! Geoms: shape, pose, mass and contact parameters.
//!
//! A mesh geom stands in its mesh's principal frame: X_BG = X_BF · X_FG · X_GM; a primitive fitted to a mesh likewise.

use super::Build;
use super::assets::solid_of;
use super::math::{EPS, compose, quat_z_to, rotate, unit};
use super::orient::resolve;
use super::report::Who;
use crate::elements::Fields;
use crate::ids::{MaterialId, PluginId, WORLD};
use crate::kinds::{GeomInertia, GeomKind, ObjKind, Tri};
use crate::plugin::Plugin;
use crate::spec::{Geom, Orient};
use stiction_geometry::asset as geo;
use stiction_spatial::{Pose, Quat, Vec3};

/// Mass of a geom and its principal moments in the geom's own axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct GeomMass {
    pub mass: f64,
    pub inertia: Vec3,
    /// Centre of mass and principal axes in the geom's frame, if they are not that frame.
    pub frame: Option<Pose>,
}

/// What a geom looks like after its mesh, height field and `fromto` are resolved.
#[derive(Clone, Copy, Debug)]
struct Resolved {
    size: [f64; 3],
    pose: Pose,
    surfacevel: [f64; 6],
    /// The mesh of a mesh geom (not of a fitted primitive).
    mesh: Option<usize>,
    hfield: Option<usize>,
}

/// Attributes that give a geom its place.
pub(crate) const PLACE: &[&str] = &["type", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "fromto"];

/// Attributes that give a geom its shape and with it its mass.
pub(crate) const SHAPE: &[&str] =
    &["type", "size", "fromto", "mesh", "hfield", "fitscale", "shellinertia", "mass", "density", "group"];

/// How many of the three sizes a shape uses.
pub(crate) fn size_count(kind: GeomKind) -> usize {
    match kind {
        GeomKind::Plane | GeomKind::Ellipsoid | GeomKind::Box => 3,
        GeomKind::Sphere => 1,
        GeomKind::Capsule | GeomKind::Cylinder => 2,
        _ => 0,
    }
}

fn primitive(kind: GeomKind) -> Option<geo::Primitive> {
    Some(match kind {
        GeomKind::Plane => geo::Primitive::Plane,
        GeomKind::Hfield => geo::Primitive::HField,
        GeomKind::Sphere => geo::Primitive::Sphere,
        GeomKind::Capsule => geo::Primitive::Capsule,
        GeomKind::Ellipsoid => geo::Primitive::Ellipsoid,
        GeomKind::Cylinder => geo::Primitive::Cylinder,
        GeomKind::Box => geo::Primitive::Box,
        _ => return None,
    })
}

impl Build<'_> {
    /// `geom_*`, and the mass of every geom.
    pub(crate) fn geoms(&mut self) {
        for id in 0..self.order.geoms.list.len() {
            let (index, body) = (self.order.geoms.list[id], self.order.geoms.body[id]);
            let e = &self.spec.geoms[index];
            let who = Who::new("geom", &e.meta, index);
            self.check_geom(e, body, who);
            let shape = self.shape(e, who);
            let matid = self.geom_material(e, who);
            let plugin = self.geom_solid(e, who);
            self.push_geom(e, body, &shape, matid);
            self.model.geom.plugin.push(PluginId::of(plugin));
            let mass = self.geom_mass(e, body, &shape, who);
            self.mass.push(mass);
        }
    }

    fn check_geom(&mut self, e: &Geom, body: usize, who: Who<'_>) {
        let r = &mut self.report;
        if !matches!(e.condim, 1 | 3 | 4 | 6) {
            r.error(who.about(&["condim"]), format!("condim must be 1, 3, 4 or 6, not {}", e.condim));
        }
        if e.friction.iter().any(|&f| f < 0.0) {
            r.error(who.about(&["friction"]), "friction must not be negative");
        }
        if e.kind > GeomKind::Sdf {
            r.error(who, "this type of geom is for drawing only");
        }
        if e.kind == GeomKind::Plane {
            let weld = self.model.body.weldid[body];
            let mocap = self.spec.bodies[self.order.bodies[weld]].mocap;
            if weld != WORLD && !mocap {
                r.error_hint(
                    who.about(&["type"]),
                    "a plane may only be in a body that cannot move",
                    "put it in the world, in a body without joints, or use a box",
                );
            }
        }
    }

    /// Pose in the body, size, and the asset.
    fn shape(&mut self, e: &Geom, who: Who<'_>) -> Resolved {
        let mut out = Resolved {
            size: e.size,
            pose: Pose::new(e.pos, Quat::IDENTITY),
            surfacevel: e.surfacevel,
            mesh: None,
            hfield: None,
        };
        match place(e.kind, e.pos, &e.orient, e.fromto, e.size, self.spec.compiler_of(&e.meta)) {
            Ok((pose, size)) => (out.pose, out.size) = (pose, size),
            Err(why) => self.report.error(who.about(PLACE), why),
        }
        self.resolve_hfield(e, &mut out, who);
        if self.resolve_mesh(e, &mut out, who) {
            self.check_size(e.kind, &out, who);
        }
        if let Some(f) = e.frame {
            out.pose = compose(self.frames[f], out.pose);
        }
        out
    }

    fn resolve_hfield(&mut self, e: &Geom, out: &mut Resolved, who: Who<'_>) {
        let is = e.kind == GeomKind::Hfield;
        if e.hfieldname.is_empty() {
            if is {
                self.report.error(
                    who.about(&["type", "hfield"]),
                    "a geom of type hfield needs the name of a height field",
                );
            }
            return;
        }
        if !is {
            self.report
                .error(who.about(&["type", "hfield"]), "it names a height field, but its type is not hfield");
            return;
        }
        let Some(h) = self.find(ObjKind::Hfield, &e.hfieldname, who) else { return };
        let s = self.spec.hfields[h].size;
        out.size = [s[0], s[1], 0.25 * s[2] + 0.5 * s[3]];
        out.hfield = Some(h);
    }

    /// Returns false if the size is not known because the mesh is not there.
    fn resolve_mesh(&mut self, e: &Geom, out: &mut Resolved, who: Who<'_>) -> bool {
        let is = matches!(e.kind, GeomKind::Mesh | GeomKind::Sdf);
        if e.meshname.is_empty() {
            if is {
                self.report.error(
                    who.about(&["type", "mesh"]),
                    "a geom of type mesh or sdf needs the name of a mesh",
                );
            }
            return true;
        }
        let Some(id) = self.find(ObjKind::Mesh, &e.meshname, who) else { return false };
        if e.fromto.is_some() {
            self.report.error(who.about(&["fromto", "mesh"]), "fromto cannot be used together with a mesh");
        }
        if is && e.typeinertia == GeomInertia::Shell {
            self.report.error_hint(
                who,
                "shellinertia does not apply to mesh geoms",
                "write inertia=\"shell\" in the mesh asset",
            );
        }
        let Some(mesh) = &self.asset.meshes[id] else {
            if self.report.is_doubtful(Who::new("mesh", &self.spec.meshes[id].meta, id)) {
                self.report.fail(who.about(SHAPE));
            }
            return false;
        };
        let mut center = Vec3::ZERO;
        if is {
            out.size = mesh.geom_size().0;
            out.mesh = Some(id);
        } else {
            let mode = if self.spec.compiler_of(&e.meta).fitaabb {
                geo::FitMode::Aabb
            } else {
                geo::FitMode::InertiaBox
            };
            let Some(shape) = primitive(e.kind) else { return true };
            match geo::fit_primitive(mesh, shape, mode, e.fitscale, Vec3(out.size)) {
                Ok(fit) => (out.size, center) = (fit.size.0, fit.center),
                Err(x) => self.report.error(who, x.to_string()),
            }
        }
        let frame = Pose::new(mesh.pos + rotate(mesh.quat, center), mesh.quat);
        out.pose = compose(out.pose, frame);
        out.surfacevel = carried_velocity(out.surfacevel, frame);
        true
    }

    fn check_size(&mut self, kind: GeomKind, out: &Resolved, who: Who<'_>) {
        // a size that is missing may be due to another shape, one that is negative is wrong for any
        let about = |x: f64| who.about(if x < 0.0 { &["size"] } else { &["size", "type", "fromto"] });
        if kind == GeomKind::Plane {
            if out.size[2].is_nan() || out.size[2] <= 0.0 {
                self.report
                    .error(about(out.size[2]), "the third size of a plane (grid spacing) must be positive");
            }
            return;
        }
        for (k, &x) in out.size.iter().enumerate().take(size_count(kind)) {
            if x.is_nan() || x <= 0.0 {
                self.report.error(about(x), format!("size {k} must be positive, not {x}"));
            }
        }
    }

    /// The solid of a geom of type sdf: its own, or its mesh's; −1 if it is the mesh itself.
    fn geom_solid(&mut self, e: &Geom, who: Who<'_>) -> i32 {
        let mesh = self.model.names.id(ObjKind::Mesh, &e.meshname).map(|i| &self.spec.meshes[i]);
        let made = mesh.filter(|m| !m.plugin_name.is_empty());
        let (name, config) = match made {
            _ if !e.plugin_name.is_empty() => (&e.plugin_name, &e.plugin_config),
            Some(m) if e.kind == GeomKind::Sdf => (&m.plugin_name, &m.plugin_config),
            _ => return -1,
        };
        let solid = match solid_of(self.spec, name, config) {
            Ok(s) => Plugin::Solid(s),
            Err(why) => {
                self.report.error(who, why);
                return -1;
            }
        };
        if e.kind != GeomKind::Sdf {
            self.report.error(who, "a plugin that gives a distance belongs to a geom of type sdf");
            return -1;
        }
        if made.is_none() {
            self.report.error_hint(
                who,
                "its mesh must be made by the same plugin",
                "write the plugin into the mesh, too: it gives mass, bounds and triangles",
            );
        }
        let list = &mut self.model.plugins;
        let known = list.iter().position(|p| *p == solid).unwrap_or_else(|| {
            list.push(solid);
            list.len() - 1
        });
        known as i32
    }

    /// The geom's own material, or its mesh's.
    fn geom_material(&mut self, e: &Geom, who: Who<'_>) -> i32 {
        let spec = self.spec;
        let mut name = e.material.as_str();
        if name.is_empty()
            && !e.meshname.is_empty()
            && let Some(id) = self.model.names.id(ObjKind::Mesh, &e.meshname)
        {
            name = &spec.meshes[id].material;
        }
        if name.is_empty() { -1 } else { self.find(ObjKind::Material, name, who).map_or(-1, |i| i as i32) }
    }

    fn push_geom(&mut self, e: &Geom, body: usize, s: &Resolved, matid: i32) {
        let aabb = s.mesh.and_then(|i| self.asset.meshes[i].as_deref()).map_or([0.0; 6], geo::Mesh::aabb);
        e.fill(&mut self.model);
        let g = &mut self.model.geom;
        g.bodyid.push(body.into());
        g.dataid.push(s.mesh.or(s.hfield).into());
        g.matid.push(MaterialId::of(matid));
        g.sameframe.push(0);
        g.size.push(s.size);
        g.aabb.push(aabb);
        g.rbound.push(0.0);
        g.pos.push(s.pose.pos);
        g.quat.push(s.pose.quat);
        g.surfacevel.push(s.surfacevel);
        let mut fluid = [0.0; 12];
        if e.fluid_ellipsoid > 0.0 {
            fluid[0] = e.fluid_ellipsoid;
            fluid[1..6].copy_from_slice(&e.fluid_coefs);
        }
        g.fluid.push(fluid);
    }

    /// Mass from `mass`, or from density and volume; zero if the body's inertia does not come from its geoms.
    fn geom_mass(&mut self, e: &Geom, body: usize, s: &Resolved, who: Who<'_>) -> GeomMass {
        let owner = &self.spec.bodies[self.order.bodies[body]];
        let c = self.spec.compiler_of(&owner.meta);
        let explicit = owner.ipos.is_some();
        let range = c.inertiagrouprange;
        let infer = body > 0
            && (!explicit || c.inertiafromgeom == Tri::True)
            && (range[0]..=range[1]).contains(&e.group);
        if !infer {
            return GeomMass::default();
        }
        let mesh = s.mesh.and_then(|i| self.asset.meshes[i].as_deref());
        let kind = match e.typeinertia {
            GeomInertia::Volume => geo::InertiaType::Volume,
            GeomInertia::Shell => geo::InertiaType::Shell,
        };
        let volume = match (mesh, primitive(e.kind)) {
            (Some(m), _) => m.volume,
            (None, Some(p)) => geo::primitive_volume(p, Vec3(s.size), kind),
            (None, None) => 0.0,
        };
        let mass = match e.mass {
            Some(m) if m == 0.0 || volume > EPS => m,
            Some(_) => 0.0,
            None => e.density * volume,
        };
        // the volume of a shape with an impossible size says nothing
        if self.report.is_doubtful(who.about(SHAPE)) {
            return GeomMass::default();
        }
        if mass.is_nan() || mass < 0.0 || e.density < 0.0 {
            self.report.error(who.about(&["mass", "density"]), "mass and density must not be negative");
            return GeomMass::default();
        }
        if mass == 0.0 {
            return GeomMass::default();
        }
        let inertia = match (mesh, primitive(e.kind)) {
            (Some(m), _) => m.inertia_diag(mass),
            (None, Some(p)) => geo::primitive_inertia(p, Vec3(s.size), mass, kind),
            (None, None) => Vec3::ZERO,
        };
        GeomMass { mass, inertia, frame: mesh.and_then(|m| m.inertial) }
    }
}

/// Pose and size from position and orientation, or from the two ends of `fromto`.
pub(crate) fn place(
    kind: GeomKind,
    pos: Vec3,
    orient: &Orient,
    fromto: Option<[f64; 6]>,
    mut size: [f64; 3],
    compiler: &crate::spec::Compiler,
) -> Result<(Pose, [f64; 3]), String> {
    let Some([a, b, c, d, e, f]) = fromto else {
        return Ok((Pose::new(pos, resolve(orient, compiler)?), size));
    };
    let long = matches!(kind, GeomKind::Ellipsoid | GeomKind::Box);
    if !long && !matches!(kind, GeomKind::Capsule | GeomKind::Cylinder) {
        return Err("fromto requires a capsule, cylinder, box or ellipsoid".into());
    }
    if pos != Vec3::ZERO {
        return Err("pos and fromto cannot both be given".into());
    }
    let Some((axis, length)) = unit([a - d, b - e, c - f]) else {
        return Err("the two points of fromto are too close".into());
    };
    size[1] = length / 2.0;
    if size[1] < EPS {
        return Err("the two points of fromto are too close".into());
    }
    if long {
        size[2] = size[1];
        size[1] = size[0];
    }
    let middle = Vec3::new((a + d) / 2.0, (b + e) / 2.0, (c + f) / 2.0);
    Ok((Pose::new(middle, quat_z_to(Vec3(axis))), size))
}

/// A surface velocity (linear, angular) re-expressed in a frame at `x` of the geom's authored frame.
fn carried_velocity(v: [f64; 6], x: Pose) -> [f64; 6] {
    if v == [0.0; 6] {
        return v;
    }
    let (lin, ang) = (Vec3::new(v[0], v[1], v[2]), Vec3::new(v[3], v[4], v[5]));
    let back = x.quat.conj();
    let (lin, ang) = (rotate(back, lin + ang.cross(x.pos)), rotate(back, ang));
    [lin[0], lin[1], lin[2], ang[0], ang[1], ang[2]]
}
