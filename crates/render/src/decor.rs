//! Decoration that options ask for: inertias, joints, actuators at joints, centres of mass, cameras, lights, range finders, contacts, frames.
//!
//! Sizes are MuJoCo's: a factor of `visual/scale` times the mean size of bodies; forces are drawn `visual/map/force` metres long per newton
//! and kilogram of mean mass.

use crate::scene::{Options, Shape, Vis, shown};
use stiction::kinds::{GeomKind, JointKind, ObjKind, RayField, SensorKind, TrnKind};
use stiction::sim::sensor::{RangeRays, contact_force};
use stiction::spatial::{Mat3, Vec3};
use stiction::{Data, Model};

/// Width of the ray of a range finder (pixels).
const RAY: f64 = 3.0;

/// Adds what is asked for.
pub fn add(m: &Model, d: &Data, o: &Options, out: &mut Vec<Shape>) {
    let decor = Decor { m, d, o, mean: m.stat.meansize };
    decor.inertias(out);
    decor.joints(out);
    decor.actuators(out);
    decor.connections(out);
    decor.centres(out);
    decor.cameras(out);
    decor.lights(out);
    decor.ranges(out);
    decor.contacts(out);
    decor.frames(out);
}

struct Decor<'a> {
    m: &'a Model,
    d: &'a Data,
    o: &'a Options,
    /// Mean size of bodies (m).
    mean: f64,
}

impl Decor<'_> {
    fn scale(&self, factor: f32) -> f64 {
        f64::from(factor) * self.mean
    }

    /// Boxes of the same mass and inertia; with `mjVIS_SCLINERTIA` as large as they would be with the density of water.
    fn inertias(&self, out: &mut Vec<Shape>) {
        if !self.o.has(Vis::Inertia) {
            return;
        }
        let (m, kin) = (self.m, &self.d.kin);
        for b in (1..m.size.nbody).filter(|b| m.body.mass[*b] > 0.0) {
            let (mass, i) = (m.body.mass[b], m.body.inertia[b].0);
            // I_x = m/3 (b² + c²) and so on
            let half = |k: usize| (1.5 / mass * (i[0] + i[1] + i[2] - 2.0 * i[k]).max(0.0)).sqrt();
            let mut size = [half(0), half(1), half(2)];
            let volume = 8.0 * size[0] * size[1] * size[2];
            if self.o.has(Vis::ScaleInertia) && volume > 0.0 {
                size = size.map(|x| x * libm::cbrt(mass / (1000.0 * volume)));
            }
            let shape = Shape::new(GeomKind::Box, size, kin.xipos[b], kin.ximat[b], m.vis.rgba.inertia);
            out.push(shape.of(ObjKind::Body, b));
        }
    }

    /// Arrows along axes, a box for a free joint and a ball for a ball joint.
    fn joints(&self, out: &mut Vec<Shape>) {
        if !self.o.has(Vis::Joint) {
            return;
        }
        let (m, kin, rgba) = (self.m, &self.d.kin, self.m.vis.rgba.joint);
        let (width, length) = (self.scale(m.vis.scale.jointwidth), self.scale(m.vis.scale.jointlength));
        for j in (0..m.size.njnt).filter(|j| shown(&self.o.jointgroup, m.jnt.group[*j])) {
            let body = m.jnt.bodyid[j];
            let at = kin.xanchor[j];
            let knot = [0.3 * length; 3];
            let shape = match m.jnt.kind[j].get() {
                Some(JointKind::Free) => {
                    Shape::new(GeomKind::Box, knot, kin.xpos[body], kin.xmat[body], rgba)
                }
                Some(JointKind::Ball) => Shape::new(GeomKind::Sphere, knot, at, kin.xmat[body], rgba),
                Some(JointKind::Slide) => along(GeomKind::Arrow, width, at, kin.xaxis[j], length, rgba),
                _ => along(GeomKind::Arrow1, width, at, kin.xaxis[j], length, rgba),
            };
            out.push(shape.of(ObjKind::Joint, j));
        }
    }

    /// Wider arrows along the axes of hinges and slides that are driven, coloured by their controls.
    fn actuators(&self, out: &mut Vec<Shape>) {
        if !self.o.has(Vis::Actuator) {
            return;
        }
        let (m, d, colours) = (self.m, self.d, &self.m.vis.rgba);
        let (width, length) = (self.scale(m.vis.scale.actuatorwidth), self.scale(m.vis.scale.actuatorlength));
        for a in (0..m.size.nu).filter(|a| shown(&self.o.actuatorgroup, m.actuator.group[*a])) {
            let at_joint =
                matches!(m.actuator.trntype[a].get(), Some(TrnKind::Joint | TrnKind::Jointinparent));
            let Some(j) = m.actuator.trnid[a][0].get() else { continue };
            let kind = match m.jnt.kind.get(j.idx()).and_then(|k| k.get()) {
                Some(JointKind::Hinge) if at_joint => GeomKind::Arrow1,
                Some(JointKind::Slide) if at_joint => GeomKind::Arrow,
                _ => continue,
            };
            let [low, high] = m.actuator.ctrlrange[a];
            let full = if m.actuator.ctrllimited[a] { low.abs().max(high.abs()).max(1e-9) } else { 1.0 };
            let drive = (d.input.ctrl.get(a).copied().unwrap_or(0.0) / full).clamp(-1.0, 1.0) as f32;
            let towards = if drive > 0.0 { colours.actuatorpositive } else { colours.actuatornegative };
            let rgba = std::array::from_fn(|k| {
                colours.actuator[k] + drive.abs() * (towards[k] - colours.actuator[k])
            });
            let shape = along(kind, width, d.kin.xanchor[j], d.kin.xaxis[j], length, rgba);
            out.push(shape.of(ObjKind::Actuator, a));
        }
    }

    /// Capsules from centres of mass over joints to the parent's centre of mass.
    fn connections(&self, out: &mut Vec<Shape>) {
        if !self.o.has(Vis::AutoConnect) {
            return;
        }
        let (m, kin) = (self.m, &self.d.kin);
        let width = self.scale(m.vis.scale.connect);
        for b in (1..m.size.nbody).filter(|b| m.body.parentid[*b].idx() > 0) {
            let mut from = kin.xipos[b];
            let joints = m.body.joints(b).rev().map(|j| kin.xanchor[j]);
            for to in joints.chain([kin.xipos[m.body.parentid[b]]]) {
                let shape = Shape::between(GeomKind::Capsule, width, from, to, m.vis.rgba.connect);
                out.push(shape.of(ObjKind::Unknown, b));
                from = to;
            }
        }
    }

    /// A ball at the centre of mass of each tree.
    fn centres(&self, out: &mut Vec<Shape>) {
        if !self.o.has(Vis::Com) {
            return;
        }
        let m = self.m;
        let size = [self.scale(m.vis.scale.com); 3];
        for b in (1..m.size.nbody).filter(|b| m.body.rootid[*b].idx() == *b) {
            let at = self.d.com.subtree_com[b];
            let shape = Shape::new(GeomKind::Sphere, size, at, Mat3::IDENTITY, m.vis.rgba.com);
            out.push(shape.of(ObjKind::Unknown, b));
        }
    }

    /// A box with a lens.
    fn cameras(&self, out: &mut Vec<Shape>) {
        if !self.o.has(Vis::Camera) {
            return;
        }
        let (kin, rgba, s) = (&self.d.kin, self.m.vis.rgba.camera, self.scale(self.m.vis.scale.camera));
        for c in 0..self.m.size.ncam {
            let (at, mat) = (kin.cam_xpos[c], kin.cam_xmat[c]);
            let body = Shape::new(GeomKind::Box, [s, 0.8 * s, 0.4 * s], at, mat, rgba);
            let dark = [0.5 * rgba[0], 0.5 * rgba[1], 0.5 * rgba[2], rgba[3]];
            let ahead = at.add_scaled(mat.col(2), -0.6 * s);
            let lens = Shape::new(GeomKind::Cylinder, [0.4 * s, 0.4 * s, 0.3 * s], ahead, mat, dark);
            out.extend([body.of(ObjKind::Camera, c), lens.of(ObjKind::Camera, c)]);
        }
    }

    /// A drum that ends where the light is.
    fn lights(&self, out: &mut Vec<Shape>) {
        if !self.o.has(Vis::Light) {
            return;
        }
        let (kin, s) = (&self.d.kin, self.scale(self.m.vis.scale.light));
        for l in 0..self.m.size.nlight {
            let (at, dir) = (kin.light_xpos[l], kin.light_xdir[l]);
            let (from, to) = (at.add_scaled(dir, -2.0 * s), at);
            let shape = Shape::between(GeomKind::Cylinder, 0.8 * s, from, to, self.m.vis.rgba.light);
            out.push(shape.of(ObjKind::Light, l));
        }
    }

    /// Flat cylinders at contacts, and arrows for their forces on the second geom.
    fn contacts(&self, out: &mut Vec<Shape>) {
        let (m, o) = (self.m, self.o);
        let (scale, rgba) = (&m.vis.scale, &m.vis.rgba);
        let length = f64::from(m.vis.map.force) / m.stat.meanmass.max(1e-15);
        for (i, c) in self.d.contacts.list.iter().enumerate() {
            let normal = c.frame.row(0);
            if o.has(Vis::ContactPoint) {
                let thick = normal.scale(self.scale(scale.contactheight));
                let colour = if c.efc_address < 0 { rgba.contactgap } else { rgba.contactpoint };
                let width = self.scale(scale.contactwidth);
                let shape = Shape::between(GeomKind::Cylinder, width, c.pos - thick, c.pos + thick, colour);
                out.push(shape.of(ObjKind::Unknown, i));
            }
            if !o.has(Vis::ContactForce) || c.efc_address < 0 {
                continue;
            }
            let f = contact_force(self.d, i);
            let world = |f: [f64; 3]| c.frame.tr_mul_vec(Vec3(f)).scale(length);
            let mut arrow = |f: Vec3, colour: [f32; 4]| {
                if f.norm() > 0.0 {
                    let width = self.scale(scale.forcewidth);
                    let shape = Shape::between(GeomKind::Arrow, width, c.pos, c.pos + f, colour);
                    out.push(shape.of(ObjKind::Unknown, i));
                }
            };
            if o.has(Vis::ContactSplit) {
                arrow(world([f[0], 0.0, 0.0]), rgba.contactforce);
                arrow(world([0.0, f[1], f[2]]), rgba.contactfriction);
            } else {
                arrow(world([f[0], f[1], f[2]]), rgba.contactforce);
            }
        }
    }

    /// Range finders at sites and cameras.
    fn ranges(&self, out: &mut Vec<Shape>) {
        if self.o.has(Vis::Rangefinder) {
            let finders = |i: &usize| self.m.sensor.kind[*i] == SensorKind::Rangefinder;
            (0..self.m.size.nsensor).filter(finders).for_each(|i| self.range(i, out));
        }
    }

    /// Rays of one range finder up to what they hit, and the points and normals that it reports.
    fn range(&self, i: usize, out: &mut Vec<Shape>) {
        let (m, rgba) = (self.m, self.m.vis.rgba.rangefinder);
        let asked = |f: RayField| m.sensor.intprm[i][0] >> f as i32 & 1 == 1;
        let width = |f: RayField| match f {
            _ if !asked(f) => 0,
            RayField::Dist | RayField::Depth => 1,
            _ => 3,
        };
        let all = RayField::ALL.iter().map(|f| width(*f)).sum::<usize>();
        let rays = RangeRays::new(m, &self.d.kin, i);
        let radius = self.mean * if m.sensor.objtype[i] == ObjKind::Site { 0.15 } else { 0.13 };
        for k in 0..rays.count() {
            let value = |f: RayField| {
                let before: usize = RayField::ALL.iter().take(f as usize).map(|f| width(*f)).sum();
                let at = m.sensor.data(i).range().start + k * all + before;
                self.d.sensors.sensordata.get(at..at + width(f)).filter(|x| !x.is_empty())
            };
            // what missed reports a distance of −1 and zeros
            let vector =
                |f: RayField| value(f).map(|x| Vec3([x[0], x[1], x[2]])).filter(|x| *x != Vec3::ZERO);
            let far = value(RayField::Dist).map(|x| x[0]);
            if far.is_some_and(|x| x < 0.0) {
                continue;
            }
            let [from, along_ray] = rays.ray(k);
            let end = far.map(|x| from.add_scaled(along_ray, x));
            if let Some(end) = end {
                out.push(Shape::between(GeomKind::Line, RAY, from, end, rgba).of(ObjKind::Sensor, i));
            }
            let point = vector(RayField::Point);
            if let Some(at) = point {
                let ball = Shape::new(GeomKind::Sphere, [radius; 3], at, Mat3::IDENTITY, rgba);
                out.push(ball.of(ObjKind::Sensor, i));
            }
            if let (Some(at), Some(normal)) = (point.or(end), vector(RayField::Normal)) {
                let arrow = along(GeomKind::Arrow1, 0.1 * self.mean, at, normal, 2.0 * self.mean, rgba);
                out.push(arrow.of(ObjKind::Sensor, i));
            }
        }
    }

    /// Three rods per frame: red, green and blue for x, y and z.
    fn frames(&self, out: &mut Vec<Shape>) {
        let (m, kin, o) = (self.m, &self.d.kin, self.o);
        match o.frame {
            1 => (1..m.size.nbody).for_each(|b| self.frame(out, kin.xpos[b], &kin.xmat[b], 1.0, b)),
            2 => (0..m.size.ngeom)
                .filter(|g| shown(&o.geomgroup, m.geom.group[*g]))
                .for_each(|g| self.frame(out, kin.geom_xpos[g], &kin.geom_xmat[g], 1.0, g)),
            3 => (0..m.size.nsite)
                .filter(|s| shown(&o.sitegroup, m.site.group[*s]))
                .for_each(|s| self.frame(out, kin.site_xpos[s], &kin.site_xmat[s], 1.0, s)),
            4 if o.has(Vis::Camera) => {
                (0..m.size.ncam).for_each(|c| self.frame(out, kin.cam_xpos[c], &kin.cam_xmat[c], 1.0, c));
            }
            6 => self.d.contacts.list.iter().enumerate().for_each(|(i, c)| {
                self.frame(out, c.pos, &c.frame.transpose(), 0.5, i);
            }),
            7 => self.frame(out, Vec3::ZERO, &Mat3::IDENTITY, 2.0, 0),
            _ => {}
        }
    }

    fn frame(&self, out: &mut Vec<Shape>, at: Vec3, mat: &Mat3, factor: f64, id: usize) {
        let scale = &self.m.vis.scale;
        let (width, length) = (factor * self.scale(scale.framewidth), factor * self.scale(scale.framelength));
        for k in 0..3 {
            let mut rgba = [0.0, 0.0, 0.0, 1.0];
            rgba[k] = 0.9;
            let to = at.add_scaled(mat.col(k), length);
            out.push(Shape::between(GeomKind::Cylinder, width, at, to, rgba).of(ObjKind::Unknown, id));
        }
    }
}

/// Something that begins at a point and has this length along an axis.
fn along(kind: GeomKind, width: f64, at: Vec3, axis: Vec3, length: f64, rgba: [f32; 4]) -> Shape {
    Shape::between(kind, width, at, at.add_scaled(axis, length), rgba)
}
