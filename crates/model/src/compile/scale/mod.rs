//! Scaled frames (`frame/scale`, `scaling`, `massscale`): a copy of the spec in which every quantity that the scale of an
//! enclosing frame concerns is multiplied, and the frames themselves have scale one.
//!
//! A point x of a container becomes A x. With s = ∛det A the factor of lengths and m that of masses, a quantity of
//! dimension Lᵃ Mᵇ of the shape is multiplied by sᵃ mᵇ; forces, stiffnesses and gains only by the factors of frames whose
//! policy is `similar`. What joins objects of different scales takes the scale of their common frame (tendons) or the
//! geometric mean (pairs, welds, distances).

mod body;
mod key;
mod mesh;
mod relation;
mod shape;

use super::order::{Order, order};
use super::orient::resolve;
use super::report::{Report, Who};
use crate::kinds::{FrameScaling, ObjKind};
use crate::spec::{Meta, Orient, Spec};
use std::collections::BTreeMap;
use stiction_spatial::{Mat3, Vec3};

/// Cosine of the angle up to which axes count as aligned (about 2 degrees).
const ALIGNED: f64 = 0.9994;

/// Factors of one scaled frame together with the frames around it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scale {
    /// Lengths (geometric mean of the axes).
    len: f64,
    /// Masses.
    mass: f64,
    /// Unit of length that forces follow.
    ulen: f64,
    /// Unit of mass that forces follow.
    umass: f64,
}

impl Scale {
    const ONE: Scale = Scale { len: 1.0, mass: 1.0, ulen: 1.0, umass: 1.0 };

    /// Geometric mean of two scales.
    fn mean(self, b: Scale) -> Scale {
        let g = |a: f64, b: f64| if a == b { a } else { (a * b).sqrt() };
        Scale {
            len: g(self.len, b.len),
            mass: g(self.mass, b.mass),
            ulen: g(self.ulen, b.ulen),
            umass: g(self.umass, b.umass),
        }
    }
}

/// What a coordinate measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coord {
    Angle,
    Length,
}

/// Factors of a coordinate q and of what acts on it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Axis {
    /// q itself.
    q: f64,
    /// The generalised force.
    force: f64,
    /// Force per q: stiffness, damping, armature.
    gain: f64,
    /// 1/q in the unit that forces follow, for higher powers.
    per: f64,
    /// Force per area, M L⁻¹ T⁻², in the same unit.
    pressure: f64,
}

impl Axis {
    fn new(s: Scale, c: Coord) -> Axis {
        let pressure = s.umass / s.ulen;
        match c {
            Coord::Angle => {
                let torque = s.umass * s.ulen * s.ulen;
                Axis { q: 1.0, force: torque, gain: torque, per: 1.0, pressure }
            }
            Coord::Length => {
                Axis { q: s.len, force: s.umass * s.ulen, gain: s.umass, per: 1.0 / s.ulen, pressure }
            }
        }
    }
    /// Coefficients of a force polynomial: a q + b q|q| + c q³.
    fn poly(self, p: &mut [f64; 3]) {
        p[0] *= self.gain;
        p[1] *= self.gain * self.per;
        p[2] *= self.gain * self.per * self.per;
    }
}

/// A scaled frame in the tree of scaled frames.
struct Node {
    parent: usize,
    scale: Scale,
}

/// Where something stands: the scaled frame around it and the stretch in the axes of its container.
#[derive(Clone, Copy, Debug)]
struct Place {
    node: usize,
    stretch: Mat3,
}

/// The scales of a spec.
struct Scales<'a> {
    spec: &'a Spec,
    order: Order,
    nodes: Vec<Node>,
    /// Contents of each body.
    bodies: Vec<Place>,
    /// Contents of each frame.
    frames: Vec<Place>,
    names: BTreeMap<(i32, &'a str), usize>,
}

/// True if any frame scales its contents.
pub(crate) fn is_scaled(spec: &Spec) -> bool {
    spec.frames.iter().any(|f| f.scale != [1.0; 3] || (f.massscale != 0.0 && f.massscale != 1.0))
}

/// The spec with all scales applied; `None` if it is broken in ways that are reported, or that compiling it reports.
pub(crate) fn apply(spec: &Spec, report: &mut Report) -> Option<Spec> {
    let scales = Scales::new(spec, report)?;
    let mut out = spec.clone();
    scales.tree(&mut out, report);
    scales.shapes(&mut out, report);
    scales.instances(&mut out, report);
    scales.relations(&mut out, report);
    scales.keys(&mut out);
    for f in &mut out.frames {
        (f.scale, f.massscale) = ([1.0; 3], 0.0);
    }
    Some(out)
}

impl<'a> Scales<'a> {
    fn new(spec: &'a Spec, report: &mut Report) -> Option<Self> {
        let order = order(spec, &mut Report::default())?;
        let root = Node { parent: 0, scale: Scale::ONE };
        let here = Place { node: 0, stretch: Mat3::IDENTITY };
        let mut s = Scales {
            spec,
            order,
            nodes: vec![root],
            bodies: vec![here; spec.bodies.len()],
            frames: vec![here; spec.frames.len()],
            names: names(spec),
        };
        s.check(report)?;
        let frames_of = s.frames_by_body()?;
        for &b in &s.order.bodies.clone() {
            if b > 0 {
                let e = &spec.bodies[b];
                let outer = s.place(e.parent, e.frame);
                s.bodies[b] = Place { stretch: turned(&outer.stretch, &e.orient, &e.meta, spec)?, ..outer };
            }
            for &f in &frames_of[b] {
                s.enter(f)?;
            }
        }
        Some(s)
    }

    fn check(&self, report: &mut Report) -> Option<()> {
        let before = report.errors();
        for (i, f) in self.spec.frames.iter().enumerate() {
            let who = Who::new("frame", &f.meta, i);
            if f.scale.iter().any(|x| !x.is_finite() || *x <= 0.0) {
                report.error(who, "scale must be positive");
            }
            if !f.massscale.is_finite() || f.massscale < 0.0 {
                report.error(who, "massscale must not be negative");
            }
            let uniform = f.scale[0] == f.scale[1] && f.scale[1] == f.scale[2];
            if !uniform && f.scaling == FrameScaling::Similar {
                report.error_hint(
                    who,
                    "three different scales need another policy",
                    "write scaling=\"geometry\"",
                );
            }
        }
        (report.errors() == before).then_some(())
    }

    /// Frames of each body, outer ones first; `None` if a chain of frames is a loop.
    fn frames_by_body(&self) -> Option<Vec<Vec<usize>>> {
        let frames = &self.spec.frames;
        let mut out = vec![Vec::new(); self.spec.bodies.len()];
        let mut done = vec![false; frames.len()];
        for first in 0..frames.len() {
            let (mut chain, mut at) = (Vec::new(), Some(first));
            while let Some(f) = at.filter(|&f| !done[f]) {
                chain.push(f);
                at = frames[f].frame;
                if chain.len() > frames.len() {
                    return None;
                }
            }
            for f in chain.into_iter().rev() {
                done[f] = true;
                out[frames[f].body].push(f);
            }
        }
        Some(out)
    }

    /// Finds the place of a frame's contents, with its own scale.
    fn enter(&mut self, f: usize) -> Option<()> {
        let e = &self.spec.frames[f];
        let outer = self.place(e.body, e.frame);
        let mut inner = Place { stretch: turned(&outer.stretch, &e.orient, &e.meta, self.spec)?, ..outer };
        let volume = e.scale[0] * e.scale[1] * e.scale[2];
        let mass = if e.massscale > 0.0 { e.massscale } else { volume };
        if e.scale != [1.0; 3] || mass != 1.0 {
            let up = self.nodes[outer.node].scale;
            let len = if e.scale[0] == e.scale[1] && e.scale[1] == e.scale[2] {
                e.scale[0]
            } else {
                libm::cbrt(volume)
            };
            let mut scale = Scale { len: up.len * len, mass: up.mass * mass, ..up };
            if e.scaling == FrameScaling::Similar {
                scale.ulen *= len;
                scale.umass *= mass;
            }
            inner.stretch = inner.stretch.mul_mat(&Mat3::diag(Vec3(e.scale)));
            inner.node = self.nodes.len();
            self.nodes.push(Node { parent: outer.node, scale });
        }
        self.frames[f] = inner;
        Some(())
    }

    /// Where an element of this body and frame stands.
    fn place(&self, body: usize, frame: Option<usize>) -> Place {
        frame.map_or(self.bodies[body], |f| self.frames[f])
    }

    fn scale(&self, body: usize, frame: Option<usize>) -> Scale {
        self.nodes[self.place(body, frame).node].scale
    }

    /// The innermost scaled frame around two nodes. Nodes are made outside in, so ancestors have smaller numbers.
    fn common(&self, mut a: usize, mut b: usize) -> usize {
        while a != b {
            if a > b {
                a = self.nodes[a].parent;
            } else {
                b = self.nodes[b].parent;
            }
        }
        a
    }

    fn find(&self, kind: ObjKind, name: &str) -> Option<usize> {
        let kind = if kind == ObjKind::Xbody { ObjKind::Body } else { kind };
        self.names.get(&(kind as i32, name)).copied()
    }
}

/// The stretch in the axes of something turned by `orient` in its container.
fn turned(outer: &Mat3, orient: &Orient, meta: &Meta, spec: &Spec) -> Option<Mat3> {
    if uniform(outer).is_some() {
        return Some(*outer);
    }
    let r = resolve(orient, spec.compiler_of(meta)).ok()?.to_mat();
    Some(r.tr_mul_mat(&outer.mul_mat(&r)))
}

/// The factor of a stretch that is the same in all directions.
fn uniform(a: &Mat3) -> Option<f64> {
    let x = a.0[0];
    (*a == Mat3::diag(Vec3::new(x, x, x))).then_some(x)
}

fn names(s: &Spec) -> BTreeMap<(i32, &str), usize> {
    let mut out = BTreeMap::new();
    macro_rules! add {
        ($($kind:ident = $list:ident),*) => {
            $( for (i, e) in s.$list.iter().enumerate() {
                out.entry((ObjKind::$kind as i32, e.meta.name.as_str())).or_insert(i);
            } )*
        };
    }
    add!(Body = bodies, Joint = joints, Geom = geoms, Site = sites, Camera = cameras, Mesh = meshes);
    add!(Hfield = hfields, Tendon = tendons, Actuator = actuators);
    out
}
