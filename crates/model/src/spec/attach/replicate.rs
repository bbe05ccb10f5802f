//! Replication: the elements made since a mark become a template that is copied `count` times, each copy moved on by an
//! offset and turned by Euler angles relative to the one before.

use super::names::Names;
use super::refs;
use super::{Maps, Space};
use crate::kinds::{EqKind, ObjKind, TrnKind};
use crate::spec::{Body, Camera, Compiler, Frame, Geom, Joint, Light, Orient, PathKind, Site, Spec};
use std::collections::HashSet;
use stiction_spatial::{Quat, Vec3};

/// How to repeat.
#[derive(Clone, Debug, Default)]
pub struct Replicate {
    /// Number of copies.
    pub count: usize,
    /// Translation from one copy to the next, in the frame of the former.
    pub offset: [f64; 3],
    /// Rotation from one copy to the next (Euler angles in the unit and sequence of the compiler settings).
    pub euler: [f64; 3],
    /// Text between a name and the number of the copy.
    pub sep: String,
}

/// Lengths of the tree's lists, to tell later what is new.
#[derive(Clone, Debug)]
pub struct Marks {
    bodies: usize,
    frames: usize,
    joints: usize,
    geoms: usize,
    sites: usize,
    cameras: usize,
    lights: usize,
}

/// Elements that were taken out of the tree.
struct Template {
    bodies: Vec<Body>,
    frames: Vec<Frame>,
    joints: Vec<Joint>,
    geoms: Vec<Geom>,
    sites: Vec<Site>,
    cameras: Vec<Camera>,
    lights: Vec<Light>,
}

impl Spec {
    /// Marks the present ends of the tree's lists.
    pub fn marks(&self) -> Marks {
        Marks {
            bodies: self.bodies.len(),
            frames: self.frames.len(),
            joints: self.joints.len(),
            geoms: self.geoms.len(),
            sites: self.sites.len(),
            cameras: self.cameras.len(),
            lights: self.lights.len(),
        }
    }

    /// Number of tree elements made since the mark.
    pub fn elements_since(&self, m: &Marks) -> u64 {
        let n = (self.bodies.len() - m.bodies)
            + (self.frames.len() - m.frames)
            + (self.joints.len() - m.joints)
            + (self.geoms.len() - m.geoms)
            + (self.sites.len() - m.sites)
            + (self.cameras.len() - m.cameras)
            + (self.lights.len() - m.lights);
        n as u64
    }

    /// Replaces the elements made since the mark by `count` copies. The first frame made since then is the template's
    /// own; it gets the pose of each copy.
    pub fn replicate(&mut self, rep: &Replicate, marks: &Marks) -> Result<(), String> {
        if self.frames.len() <= marks.frames {
            return Err("a template for replication needs a frame of its own".into());
        }
        let all = Names::of(self);
        let template = self.take(marks);
        let mut names = Names::of(self);
        let turn = resolve(self, rep.euler)?;
        let maps = Maps::identity(self);
        let digits = rep.count.to_string().len();
        let (mut pos, mut quat) = (Vec3([0.0; 3]), Quat::IDENTITY);
        // relations that exist now; those without references are copied again and again, as MuJoCo does
        let originals = self.relations();
        for i in 0..rep.count {
            // angles grow with i: more precise than composing rotations
            let angles = rep.euler.map(|e| i as f64 * e);
            quat = if i == 0 { quat } else { resolve(self, angles)? };
            let suffix = format!("{}{i:0digits$}", rep.sep);
            let space = Space { prefix: "", suffix: &suffix };
            self.put(&template, marks, space, &mut names, pos, quat);
            (pos, quat) = (pos + quat.rotate(Vec3(rep.offset)), quat.mul_quat(turn));
            self.copy_relations(&originals, space, &maps, &mut names);
            if self.element_count() > 2_000_000 {
                return Err("replication makes more than 2000000 elements".into());
            }
        }
        self.drop_lost(&originals, &names, &all);
        Ok(())
    }

    fn take(&mut self, m: &Marks) -> Template {
        Template {
            bodies: self.bodies.split_off(m.bodies),
            frames: self.frames.split_off(m.frames),
            joints: self.joints.split_off(m.joints),
            geoms: self.geoms.split_off(m.geoms),
            sites: self.sites.split_off(m.sites),
            cameras: self.cameras.split_off(m.cameras),
            lights: self.lights.split_off(m.lights),
        }
    }

    /// Adds one copy of the template.
    fn put(&mut self, t: &Template, m: &Marks, space: Space<'_>, names: &mut Names, pos: Vec3, quat: Quat) {
        let (body_shift, frame_shift) = (self.bodies.len() - m.bodies, self.frames.len() - m.frames);
        let body = |b: usize| if b >= m.bodies { b + body_shift } else { b };
        let frame = |f: Option<usize>| f.map(|f| if f >= m.frames { f + frame_shift } else { f });
        let target = |name: &mut String| {
            if t.bodies.iter().any(|b| b.meta.name == *name) {
                space.rename(name);
            }
        };
        for (k, f) in t.frames.iter().enumerate() {
            let mut f = f.clone();
            space.rename(&mut f.meta.name);
            (f.body, f.frame) = (body(f.body), frame(f.frame));
            if k == 0 {
                (f.pos, f.orient) = (pos, Orient::Quat(quat));
            }
            self.frames.push(f);
        }
        for b in &t.bodies {
            let mut b = b.clone();
            space.rename(&mut b.meta.name);
            names.add(ObjKind::Body, &b.meta.name);
            (b.parent, b.frame) = (body(b.parent), frame(b.frame));
            self.bodies.push(b);
        }
        macro_rules! put {
            ($list:ident, $kind:ident, $x:ident $(, $more:expr)?) => {
                for $x in &t.$list {
                    let mut $x = $x.clone();
                    space.rename(&mut $x.meta.name);
                    names.add(ObjKind::$kind, &$x.meta.name);
                    ($x.body, $x.frame) = (body($x.body), frame($x.frame));
                    $($more;)?
                    self.$list.push($x);
                }
            };
        }
        put!(joints, Joint, x);
        put!(geoms, Geom, x);
        put!(sites, Site, x);
        put!(cameras, Camera, x, target(&mut x.targetbody));
        put!(lights, Light, x, target(&mut x.targetbody));
    }

    /// Lengths of the lists outside the tree.
    fn relations(&self) -> [usize; 8] {
        [
            self.pairs.len(),
            self.excludes.len(),
            self.tendons.len(),
            self.equalities.len(),
            self.actuators.len(),
            self.sensors.len(),
            self.tuples.len(),
            self.skins.len(),
        ]
    }

    /// Copies the relations that refer to the newest copy.
    fn copy_relations(&mut self, originals: &[usize; 8], space: Space<'_>, maps: &Maps, names: &mut Names) {
        macro_rules! copy {
            ($k:literal, $list:ident, $kind:ident, $rename:ident) => {
                for i in 0..originals[$k].min(self.$list.len()) {
                    if let Some(mut y) = refs::$rename(&self.$list[i], space, maps, names) {
                        space.rename(&mut y.meta.name);
                        names.add(ObjKind::$kind, &y.meta.name);
                        self.$list.push(y);
                    }
                }
            };
        }
        copy!(0, pairs, Pair, pair);
        copy!(1, excludes, Exclude, exclude);
        copy!(2, tendons, Tendon, tendon);
        copy!(3, equalities, Equality, equality);
        copy!(4, actuators, Actuator, actuator);
        let free = |s: &crate::spec::Sensor| s.objtype == ObjKind::Unknown && s.reftype == ObjKind::Unknown;
        for i in 0..self.sensors.len() {
            if i >= originals[5] && !free(&self.sensors[i]) {
                continue;
            }
            if let Some(mut y) = refs::sensor(&self.sensors[i], space, maps, names) {
                space.rename(&mut y.meta.name);
                names.add(ObjKind::Sensor, &y.meta.name);
                self.sensors.push(y);
            }
        }
        copy!(6, tuples, Tuple, tuple);
        copy!(7, skins, Skin, skin);
    }

    /// Removes the relations that refer to the template.
    fn drop_lost(&mut self, originals: &[usize; 8], names: &Names, all: &Names) {
        let lost = |kind, name: &str| refs::lost(kind, name, names, all);
        macro_rules! sweep {
            ($k:literal, $list:ident, $x:ident, $gone:expr) => {{
                let mut i = 0;
                let n = originals[$k];
                self.$list.retain(|$x| {
                    i += 1;
                    i > n || !$gone
                });
            }};
        }
        sweep!(0, pairs, x, lost(ObjKind::Geom, &x.geomname1) || lost(ObjKind::Geom, &x.geomname2));
        sweep!(1, excludes, x, lost(ObjKind::Body, &x.bodyname1) || lost(ObjKind::Body, &x.bodyname2));
        let before: Vec<String> =
            self.tendons.iter().take(originals[2]).map(|t| t.meta.name.clone()).collect();
        sweep!(
            2,
            tendons,
            x,
            x.path.iter().any(|p| match &p.kind {
                PathKind::Joint { joint, .. } => lost(ObjKind::Joint, joint),
                PathKind::Site(s) => lost(ObjKind::Site, s),
                PathKind::Geom { geom, sidesite } =>
                    lost(ObjKind::Geom, geom) || lost(ObjKind::Site, sidesite),
                PathKind::Pulley(_) => false,
            })
        );
        // what refers to a relation that goes, goes too
        let mut gone = Names::of(&Spec::new());
        let kept: HashSet<&str> = self.tendons.iter().map(|t| t.meta.name.as_str()).collect();
        for name in before.iter().filter(|n| !kept.contains(n.as_str())) {
            gone.add(ObjKind::Tendon, name);
        }
        sweep!(3, equalities, x, {
            let kind = match x.kind {
                EqKind::Joint => ObjKind::Joint,
                EqKind::Tendon => ObjKind::Tendon,
                _ => x.objtype,
            };
            [&x.name1, &x.name2].iter().any(|n| lost(kind, n) || gone.has(kind, n))
        });
        let before: Vec<String> =
            self.actuators.iter().take(originals[4]).map(|t| t.meta.name.clone()).collect();
        sweep!(4, actuators, x, {
            let kind = match x.trntype {
                TrnKind::Joint | TrnKind::Jointinparent => ObjKind::Joint,
                TrnKind::Tendon => ObjKind::Tendon,
                TrnKind::Body => ObjKind::Body,
                _ => ObjKind::Site,
            };
            lost(kind, &x.target)
                || gone.has(kind, &x.target)
                || lost(ObjKind::Site, &x.refsite)
                || lost(ObjKind::Site, &x.slidersite)
        });
        let kept: HashSet<&str> = self.actuators.iter().map(|t| t.meta.name.as_str()).collect();
        for name in before.iter().filter(|n| !kept.contains(n.as_str())) {
            gone.add(ObjKind::Actuator, name);
        }
        sweep!(5, sensors, x, {
            lost(x.objtype, &x.objname)
                || lost(x.reftype, &x.refname)
                || gone.has(x.objtype, &x.objname)
                || gone.has(x.reftype, &x.refname)
        });
        sweep!(
            6,
            tuples,
            x,
            x.objtype
                .iter()
                .zip(&x.objname)
                .any(|(k, n)| { ObjKind::from_i32(*k).is_some_and(|k| lost(k, n) || gone.has(k, n)) })
        );
        sweep!(7, skins, x, x.bodyname.iter().any(|b| lost(ObjKind::Body, b)));
    }
}

fn resolve(spec: &Spec, euler: [f64; 3]) -> Result<Quat, String> {
    resolve_euler(euler, &spec.compiler)
        .ok_or_else(|| "eulerseq must be three of the letters x, y, z, X, Y, Z".into())
}

/// The rotation of Euler angles in the unit and sequence of compiler settings, if the sequence is valid.
pub fn resolve_euler(euler: [f64; 3], c: &Compiler) -> Option<Quat> {
    let mut q = Quat::IDENTITY;
    for (k, axis) in c.eulerseq.iter().enumerate() {
        let angle = if c.degree { euler[k] / 180.0 * std::f64::consts::PI } else { euler[k] };
        let (s, co) = (libm::sin(angle / 2.0), libm::cos(angle / 2.0));
        let mut r = [co, 0.0, 0.0, 0.0];
        match axis.to_ascii_lowercase() {
            b'x' => r[1] = s,
            b'y' => r[2] = s,
            b'z' => r[3] = s,
            _ => return None,
        }
        // small letters turn about the moving axes, capitals about the fixed ones
        q = if axis.is_ascii_lowercase() { q.mul_quat(Quat(r)) } else { Quat(r).mul_quat(q) };
    }
    Some(q)
}
