//! Numbers of a compiled model that its owner changed, taken back into the spec it came from.
//!
//! A number counts as changed if it differs from the snapshot made at compilation; all others stay as they were written.
//! Poses lie in the body's frame in the model and in the innermost `frame` in the spec:
//!
//! ```text
//! X_spec = X_frame⁻¹ X_model X_mesh⁻¹                                              (1)
//! ```
//!
//! with X_mesh the centring of a mesh geom. Angles return to the unit of their file.

use super::keys::{order, rotation};
use stiction_model::Model;
use stiction_model::elements::Fields;
use stiction_model::ids::GeomId;
use stiction_model::kinds::{EqKind, GeomKind, JointKind, ObjKind, Tri};
use stiction_model::spec::{Body, Geom, Joint, Meta, Orient, Spec};
use stiction_spatial::{Pose, Quat, Vec3};

/// The tables of a model that [`take_back`] looks at, as they are now.
pub fn snapshot(m: &Model) -> Model {
    Model {
        size: m.size.clone(),
        stat: m.stat.clone(),
        qpos0: m.qpos0.clone(),
        qpos_spring: m.qpos_spring.clone(),
        body: m.body.clone(),
        jnt: m.jnt.clone(),
        dof: m.dof.clone(),
        geom: m.geom.clone(),
        site: m.site.clone(),
        cam: m.cam.clone(),
        light: m.light.clone(),
        mat: m.mat.clone(),
        pair: m.pair.clone(),
        eq: m.eq.clone(),
        tendon: m.tendon.clone(),
        actuator: m.actuator.clone(),
        sensor: m.sensor.clone(),
        numeric: m.numeric.clone(),
        key: m.key.clone(),
        mesh: mesh_frames(m),
        ..Model::default()
    }
}

/// Where meshes were centred, without their vertices.
fn mesh_frames(m: &Model) -> stiction_model::tables::Meshes {
    stiction_model::tables::Meshes {
        pos: m.mesh.pos.clone(),
        quat: m.mesh.quat.clone(),
        ..Default::default()
    }
}

/// Takes what differs between `old` (the [`snapshot`] at compilation) and `new` into the spec. Kinds whose elements were
/// fused or discarded at compilation stay as they are.
pub fn take_back(spec: &mut Spec, old: &Model, new: &Model) {
    if old.size != new.size {
        return;
    }
    let bodies = order(spec);
    let edit = Edit { old, new };
    if bodies.len() == new.size.nbody {
        edit.bodies(spec, &bodies);
        edit.joints(spec, &bodies);
        edit.geoms(spec, &bodies);
        edit.sites(spec, &bodies);
        edit.cameras(spec, &bodies);
        edit.lights(spec, &bodies);
    }
    edit.materials(spec);
    edit.pairs(spec);
    edit.equalities(spec);
    edit.tendons(spec);
    edit.actuators(spec);
    edit.rest(spec);
    edit.keys(spec);
}

/// Rest lengths that were computed from the geometry at compilation stay those, if the geometry changed since.
pub(super) fn keep_rest_lengths(spec: &mut Spec, old: &Model, new: &Model) {
    if spec.tendons.len() == new.size.ntendon && (Edit { old, new }).moved() {
        for (x, length) in spec.tendons.iter_mut().zip(&new.tendon.lengthspring) {
            x.springlength = *length;
        }
    }
}

struct Edit<'a> {
    old: &'a Model,
    new: &'a Model,
}

/// Elements in the order of the compiled model: by body, then as written.
fn by_body(bodies: &[usize], of: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut rank = vec![0; bodies.len()];
    for (id, &b) in bodies.iter().enumerate() {
        rank[b] = id;
    }
    let mut list: Vec<(usize, usize)> =
        of.enumerate().map(|(k, b)| (rank.get(b).copied().unwrap_or(0), k)).collect();
    list.sort();
    list.into_iter().map(|(_, k)| k).collect()
}

/// Pose of a frame in its body.
fn frame_pose(spec: &Spec, mut frame: Option<usize>) -> Pose {
    let (mut p, mut q) = (Vec3::default(), Quat::IDENTITY);
    let mut steps = 0;
    while let Some(f) = frame.and_then(|k| spec.frames.get(k)).filter(|_| steps <= spec.frames.len()) {
        let r = rotation(&f.orient, &f.meta, spec);
        (p, q) = (f.pos + r.rotate(p), r.mul_quat(q));
        (frame, steps) = (f.frame, steps + 1);
    }
    Pose::new(p, q.normalized())
}

/// A position of the body's frame, seen from a frame in it.
fn point_in(frame: Pose, p: Vec3) -> Vec3 {
    frame.quat.conj().rotate(p - frame.pos)
}

/// Radians in the unit of the element's file.
fn angle(spec: &Spec, meta: &Meta, x: f64) -> f64 {
    if spec.compiler_of(meta).degree { x * 180.0 / std::f64::consts::PI } else { x }
}

/// How many sizes a shape has.
fn sizes(kind: GeomKind) -> usize {
    match kind {
        GeomKind::Sphere => 1,
        GeomKind::Capsule | GeomKind::Cylinder => 2,
        _ => 3,
    }
}

/// Beside a changed range: whether it limits is what the model says, not what the new numbers would suggest.
fn decided(written: Tri, on: bool) -> Tri {
    match written {
        Tri::Auto if on => Tri::True,
        Tri::Auto => Tri::False,
        other => other,
    }
}

impl Edit<'_> {
    fn bodies(&self, spec: &mut Spec, bodies: &[usize]) {
        for (i, &k) in bodies.iter().enumerate().skip(1) {
            let frame = frame_pose(spec, spec.bodies[k].frame);
            let (mut pos, mut quat) = (self.new.body.pos[i], self.new.body.quat[i]);
            let mut moved = (pos != self.old.body.pos[i], quat != self.old.body.quat[i]);
            if let Some(at) = self.free_place(i) {
                // what a free body starts from is qpos0
                let q = &self.new.qpos0[at..at + 7];
                if q != &self.old.qpos0[at..at + 7] {
                    (pos, quat) = (Vec3([q[0], q[1], q[2]]), Quat([q[3], q[4], q[5], q[6]]));
                    moved = (true, quat != self.old.body.quat[i]);
                }
            }
            let b = &mut spec.bodies[k];
            if moved.0 {
                b.pos = point_in(frame, pos);
            }
            if moved.1 {
                b.orient = Orient::Quat(frame.quat.conj().mul_quat(quat));
            }
            self.inertia(i, b);
        }
    }

    /// Start of the free joint of a body in qpos.
    fn free_place(&self, body: usize) -> Option<usize> {
        let j = self.new.body.jntadr[body].get()?;
        let free = self.new.jnt.kind[j] == JointKind::Free;
        free.then_some(self.new.jnt.qposadr[j].idx())
    }

    /// A changed mass or inertia is written in full, in its principal axes.
    fn inertia(&self, i: usize, b: &mut Body) {
        let (old, new) = (&self.old.body, &self.new.body);
        let same = old.mass[i] == new.mass[i]
            && old.inertia[i] == new.inertia[i]
            && old.ipos[i] == new.ipos[i]
            && old.iquat[i] == new.iquat[i];
        if !same {
            b.mass = new.mass[i];
            b.inertia = new.inertia[i].0;
            b.ipos = Some(new.ipos[i]);
            b.iorient = Orient::Quat(new.iquat[i]);
            b.fullinertia = None;
        }
    }

    fn joints(&self, spec: &mut Spec, bodies: &[usize]) {
        let list = by_body(bodies, spec.joints.iter().map(|e| e.body));
        if list.len() != self.new.size.njnt {
            return;
        }
        for (i, k) in list.into_iter().enumerate() {
            let mut j = spec.joints[k].clone();
            self.joint_place(spec, i, &mut j);
            j.take_back(i, self.old, self.new);
            spec.joints[k] = j;
        }
    }

    /// Anchor, axis, range and references.
    fn joint_place(&self, spec: &Spec, i: usize, j: &mut Joint) {
        let (old, new) = (&self.old.jnt, &self.new.jnt);
        let frame = frame_pose(spec, j.frame);
        let rotary = matches!(j.kind, JointKind::Hinge | JointKind::Ball);
        let unit = |x: f64| if rotary { angle(spec, &j.meta, x) } else { x };
        let (range, q) = (new.range[i].map(unit), new.qposadr[i].idx());
        let (home, spring) = (unit(self.new.qpos0[q]), unit(self.new.qpos_spring[q]));
        // the compiler leaves the unit of a range that does not limit alone
        let range = if new.limited[i] { range } else { new.range[i] };
        if old.range[i] != new.range[i] {
            (j.range, j.limited) = (range, decided(j.limited, new.limited[i]));
        }
        if matches!(j.kind, JointKind::Hinge | JointKind::Slide) {
            if self.old.qpos0[q] != self.new.qpos0[q] {
                j.ref_ = home;
            }
            if self.old.qpos_spring[q] != self.new.qpos_spring[q] {
                j.springref = spring;
            }
        }
        if j.kind != JointKind::Free {
            if old.pos[i] != new.pos[i] {
                j.pos = point_in(frame, new.pos[i]);
            }
            if old.axis[i] != new.axis[i] {
                j.axis = frame.quat.conj().rotate(new.axis[i]);
            }
        }
    }

    /// Keyframes, whole rows of what changed in them.
    fn keys(&self, spec: &mut Spec) {
        let (old, new) = (&self.old.key, &self.new.key);
        for (i, k) in spec.keys.iter_mut().enumerate().take(new.time.len().min(old.time.len())) {
            if new.time[i] != old.time[i] {
                k.time = new.time[i];
            }
            let rows = [
                (&mut k.qpos, &old.qpos, &new.qpos),
                (&mut k.qvel, &old.qvel, &new.qvel),
                (&mut k.act, &old.act, &new.act),
                (&mut k.mpos, &old.mpos, &new.mpos),
                (&mut k.mquat, &old.mquat, &new.mquat),
                (&mut k.ctrl, &old.ctrl, &new.ctrl),
                (&mut k.plastic, &old.plastic, &new.plastic),
            ];
            for (to, was, is) in rows {
                if was.row(i) != is.row(i) {
                    *to = is.row(i).to_vec();
                }
            }
        }
    }

    fn geoms(&self, spec: &mut Spec, bodies: &[usize]) {
        let list = by_body(bodies, spec.geoms.iter().map(|e| e.body));
        if list.len() != self.new.size.ngeom {
            return;
        }
        for (i, k) in list.into_iter().enumerate() {
            let frame = frame_pose(spec, spec.geoms[k].frame);
            let g = &mut spec.geoms[k];
            self.geom_shape(i, frame, g);
            self.surface(i, g);
            g.take_back(i, self.old, self.new);
        }
    }

    /// Pose and size of a geom (1).
    fn geom_shape(&self, i: usize, frame: Pose, g: &mut Geom) {
        let (old, new) = (&self.old.geom, &self.new.geom);
        let mesh = g.kind == GeomKind::Mesh;
        let moved = (old.pos[i] != new.pos[i], old.quat[i] != new.quat[i], old.size[i] != new.size[i]);
        if moved == (false, false, false) {
            return;
        }
        // fitted to a mesh: pose and size followed from it, from now on they are its own
        let fitted = !mesh && !std::mem::take(&mut g.meshname).is_empty();
        let (mut p, mut q) = (new.pos[i], new.quat[i].normalized());
        if let Some(d) = new.dataid[i].get().filter(|d| mesh && d.idx() < self.new.mesh.pos.len()) {
            q = q.mul_quat(self.new.mesh.quat[d].conj());
            p -= q.rotate(self.new.mesh.pos[d]);
        }
        let through = g.fromto.take().is_some() || fitted;
        if moved.0 || through || mesh {
            g.pos = point_in(frame, p);
        }
        if moved.1 || through || mesh {
            g.orient = Orient::Quat(frame.quat.conj().mul_quat(q));
        }
        if (moved.2 || through) && !mesh && g.kind != GeomKind::Hfield {
            g.size = new.size[i];
        }
    }

    /// The velocity of a surface, in the geom's frame as written: a mesh's is seen from its centred frame.
    fn surface(&self, i: usize, g: &mut Geom) {
        let v = self.new.geom.surfacevel[i];
        if v == self.old.geom.surfacevel[i] {
            return;
        }
        let mesh = self.new.geom.dataid[i].get().filter(|_| g.kind == GeomKind::Mesh);
        let Some(d) = mesh.filter(|d| d.idx() < self.new.mesh.pos.len()) else {
            g.surfacevel = v;
            return;
        };
        let (p, q) = (self.new.mesh.pos[d], self.new.mesh.quat[d]);
        let ang = q.rotate(Vec3([v[3], v[4], v[5]]));
        let lin = q.rotate(Vec3([v[0], v[1], v[2]])) - ang.cross(p);
        g.surfacevel = [lin[0], lin[1], lin[2], ang[0], ang[1], ang[2]];
    }

    fn sites(&self, spec: &mut Spec, bodies: &[usize]) {
        let list = by_body(bodies, spec.sites.iter().map(|e| e.body));
        if list.len() != self.new.size.nsite {
            return;
        }
        let (old, new) = (&self.old.site, &self.new.site);
        for (i, k) in list.into_iter().enumerate() {
            let frame = frame_pose(spec, spec.sites[k].frame);
            let s = &mut spec.sites[k];
            s.take_back(i, self.old, self.new);
            let moved = (old.pos[i] != new.pos[i], old.quat[i] != new.quat[i], old.size[i] != new.size[i]);
            if moved == (false, false, false) {
                continue;
            }
            let through = s.fromto.take().is_some();
            if moved.0 || through {
                s.pos = point_in(frame, new.pos[i]);
            }
            if moved.1 || through {
                s.orient = Orient::Quat(frame.quat.conj().mul_quat(new.quat[i]));
            }
            // the size of a mesh is its vertices'
            if (moved.2 || through) && s.kind != GeomKind::Mesh {
                let n = sizes(s.kind);
                s.size[..n].copy_from_slice(&new.size[i][..n]);
            }
        }
    }

    fn cameras(&self, spec: &mut Spec, bodies: &[usize]) {
        let list = by_body(bodies, spec.cameras.iter().map(|e| e.body));
        if list.len() != self.new.size.ncam {
            return;
        }
        let (old, new) = (&self.old.cam, &self.new.cam);
        for (i, k) in list.into_iter().enumerate() {
            let frame = frame_pose(spec, spec.cameras[k].frame);
            let c = &mut spec.cameras[k];
            if old.pos[i] != new.pos[i] {
                c.pos = point_in(frame, new.pos[i]);
            }
            if old.quat[i] != new.quat[i] {
                c.orient = Orient::Quat(frame.quat.conj().mul_quat(new.quat[i]));
            }
            c.take_back(i, self.old, self.new);
        }
    }

    fn lights(&self, spec: &mut Spec, bodies: &[usize]) {
        let list = by_body(bodies, spec.lights.iter().map(|e| e.body));
        if list.len() != self.new.size.nlight {
            return;
        }
        let (old, new) = (&self.old.light, &self.new.light);
        for (i, k) in list.into_iter().enumerate() {
            let frame = frame_pose(spec, spec.lights[k].frame);
            let l = &mut spec.lights[k];
            if old.pos[i] != new.pos[i] {
                l.pos = point_in(frame, new.pos[i]);
            }
            if old.dir[i] != new.dir[i] {
                l.dir = frame.quat.conj().rotate(new.dir[i]);
            }
            l.take_back(i, self.old, self.new);
        }
    }

    fn materials(&self, spec: &mut Spec) {
        if spec.materials.len() != self.new.size.nmat {
            return;
        }
        for (i, x) in spec.materials.iter_mut().enumerate() {
            x.take_back(i, self.old, self.new);
        }
    }

    /// Pairs are sorted at compilation: found by name, or by place if there is one only.
    fn pairs(&self, spec: &mut Spec) {
        let p = &self.new.pair;
        for x in &mut spec.pairs {
            // compilation sorts them: they are found by name, or by their geoms
            let named = self.new.id(ObjKind::Pair, &x.meta.name).filter(|_| !x.meta.name.is_empty());
            let geoms = [&x.geomname1, &x.geomname2].map(|n| self.new.id(ObjKind::Geom, n).map(GeomId::new));
            let ends = |i: &usize| [Some(p.geom1[*i]), Some(p.geom2[*i])];
            let mut between = (0..self.new.size.npair)
                .filter(|i| ends(i) == geoms || ends(i) == [geoms[1], geoms[0]])
                .filter(|i| self.new.names.get(ObjKind::Pair, *i).is_empty());
            let Some(i) = named.or_else(|| between.next()) else { continue };
            x.take_back(i, self.old, self.new);
        }
    }

    fn equalities(&self, spec: &mut Spec) {
        if spec.equalities.len() != self.new.size.neq {
            return;
        }
        for (i, x) in spec.equalities.iter_mut().enumerate() {
            x.take_back(i, self.old, self.new);
            let (old, new) = (&self.old.eq.data[i], &self.new.eq.data[i]);
            if old == new {
                continue;
            }
            match x.kind {
                // the anchor in the second body follows from the first
                EqKind::Connect => x.data[..3].copy_from_slice(&new[..3]),
                _ => x.data = *new,
            }
        }
    }

    fn tendons(&self, spec: &mut Spec) {
        if spec.tendons.len() != self.new.size.ntendon {
            return;
        }
        for (i, x) in spec.tendons.iter_mut().enumerate() {
            x.take_back(i, self.old, self.new);
            if self.old.tendon.range[i] != self.new.tendon.range[i] {
                x.limited = decided(x.limited, self.new.tendon.limited[i]);
            }
        }
    }

    /// True if tendon lengths may have changed.
    fn moved(&self) -> bool {
        let (old, new) = (self.old, self.new);
        old.body.pos != new.body.pos
            || old.body.quat != new.body.quat
            || (&old.jnt.pos, &old.jnt.axis) != (&new.jnt.pos, &new.jnt.axis)
            || (&old.site.pos, &old.site.quat) != (&new.site.pos, &new.site.quat)
            || (&old.geom.pos, &old.geom.quat, &old.geom.size)
                != (&new.geom.pos, &new.geom.quat, &new.geom.size)
            || (&old.qpos0, &old.qpos_spring) != (&new.qpos0, &new.qpos_spring)
    }

    fn actuators(&self, spec: &mut Spec) {
        if spec.actuators.len() != self.new.size.nactuator {
            return;
        }
        let (old, new) = (&self.old.actuator, &self.new.actuator);
        for (i, x) in spec.actuators.iter_mut().enumerate() {
            x.take_back(i, self.old, self.new);
            if old.actrange[i] != new.actrange[i] {
                x.actlimited = decided(x.actlimited, new.actlimited[i]);
            }
            if old.forcerange[i] != new.forcerange[i] {
                (x.forcerange, x.forcelimited) =
                    (new.forcerange[i], decided(x.forcelimited, new.forcelimited[i]));
            }
            let control = new.ctrladr[i].get().filter(|c| c.idx() < new.ctrlrange.len());
            if let Some(c) = control.filter(|c| old.ctrlrange[*c] != new.ctrlrange[*c]) {
                // the model's numbers, no longer a share of the joint's range
                (x.ctrlrange, x.inheritrange) = (new.ctrlrange[c], 0.0);
                x.ctrllimited = decided(x.ctrllimited, new.ctrllimited[c]);
            }
        }
    }

    /// Sensors, numbers of the user and statistics.
    fn rest(&self, spec: &mut Spec) {
        if spec.sensors.len() == self.new.size.nsensor {
            for (i, x) in spec.sensors.iter_mut().enumerate() {
                x.take_back(i, self.old, self.new);
            }
        }
        if spec.numerics.len() == self.new.size.nnumeric {
            for (i, x) in spec.numerics.iter_mut().enumerate() {
                let at = self.new.numeric.adr[i] as usize;
                let range = at..at + self.new.numeric.size[i] as usize;
                if self.old.numeric.data[range.clone()] != self.new.numeric.data[range.clone()] {
                    x.data = self.new.numeric.data[range].to_vec();
                }
            }
        }
        let (old, new, to) = (&self.old.stat, &self.new.stat, &mut spec.statistic);
        for (old, new, to) in [
            (old.meaninertia, new.meaninertia, &mut to.meaninertia),
            (old.meanmass, new.meanmass, &mut to.meanmass),
            (old.meansize, new.meansize, &mut to.meansize),
            (old.extent, new.extent, &mut to.extent),
        ] {
            if old != new {
                *to = Some(new);
            }
        }
        if old.center != new.center {
            to.center = Some(new.center);
        }
    }
}
