//! The body tree.
//!
//! Within a body the order of each kind of element is kept; elements are grouped by frame as far as that allows, and a
//! frame that is needed again is opened again without its name. The walk keeps its own stack.

use super::Writer;
use stiction_model::elements::{self as el, words as k};
use stiction_model::kinds::{JointKind, Tri};
use stiction_model::spec::{Body, Frame, Joint, Meta, Orient, Spec};

/// Kinds of elements in a body, in the order they are written.
const JOINTS: usize = 0;
const GEOMS: usize = 1;
const SITES: usize = 2;
const CAMERAS: usize = 3;
const LIGHTS: usize = 4;
const BODIES: usize = 5;
const KINDS: usize = 6;

/// Elements of each body, and frames used.
struct Index {
    lists: [Vec<Vec<usize>>; KINDS],
}

impl Index {
    fn new(s: &Spec) -> Self {
        let n = s.bodies.len();
        let mut lists: [Vec<Vec<usize>>; KINDS] = std::array::from_fn(|_| vec![Vec::new(); n]);
        let mut put = |kind: usize, body: usize, k: usize| {
            if let Some(list) = lists[kind].get_mut(body) {
                list.push(k);
            }
        };
        s.joints.iter().enumerate().for_each(|(k, x)| put(JOINTS, x.body, k));
        s.geoms.iter().enumerate().for_each(|(k, x)| put(GEOMS, x.body, k));
        s.sites.iter().enumerate().for_each(|(k, x)| put(SITES, x.body, k));
        s.cameras.iter().enumerate().for_each(|(k, x)| put(CAMERAS, x.body, k));
        s.lights.iter().enumerate().for_each(|(k, x)| put(LIGHTS, x.body, k));
        s.bodies.iter().enumerate().skip(1).for_each(|(k, x)| put(BODIES, x.parent, k));
        Index { lists }
    }
}

/// A body that is being written.
struct Open {
    body: usize,
    class: usize,
    /// Next element of each kind.
    next: [usize; KINDS],
    /// Frames open now, outermost first, with the class in force inside.
    frames: Vec<(usize, usize)>,
}

/// What to do next in a body.
enum Step {
    Element(usize, usize),
    EnterFrame(usize),
    LeaveFrame,
    Done,
}

impl Writer<'_> {
    pub(super) fn worldbody(&mut self) {
        let spec = self.spec;
        let index = Index::new(spec);
        let mut named = vec![false; spec.frames.len()];
        self.x.start("worldbody");
        let mut stack = vec![Open { body: 0, class: 0, next: [0; KINDS], frames: Vec::new() }];
        while let Some(top) = stack.last_mut() {
            match step(spec, &index, top) {
                Step::Element(BODIES, k) => {
                    top.next[BODIES] += 1;
                    let class = top.frames.last().map_or(top.class, |f| f.1);
                    let class = self.body(&spec.bodies[k], class);
                    stack.push(Open { body: k, class, next: [0; KINDS], frames: Vec::new() });
                }
                Step::Element(kind, k) => {
                    top.next[kind] += 1;
                    let class = top.frames.last().map_or(top.class, |f| f.1);
                    self.element(kind, k, class);
                }
                Step::EnterFrame(f) => {
                    let class = top.frames.last().map_or(top.class, |f| f.1);
                    let class = self.frame(&spec.frames[f], class, !std::mem::replace(&mut named[f], true));
                    top.frames.push((f, class));
                }
                Step::LeaveFrame => {
                    top.frames.pop();
                    self.x.end();
                }
                Step::Done => {
                    stack.pop();
                    self.x.end();
                }
            }
        }
    }

    /// Starts a body; returns the class in force inside.
    fn body(&mut self, b: &Body, class: usize) -> usize {
        let spec = self.spec;
        let d = Body::default();
        self.x.start("body");
        self.x.text_if("name", &b.meta.name, "");
        self.plain(&el::BODY, b, &d);
        let x = &mut self.x;
        if let Some(ipos) = b.ipos {
            x.start("inertial");
            x.reals("pos", &ipos.0);
            x.reals("mass", &[b.mass]);
            match b.fullinertia {
                Some(full) if b.iorient == Orient::default() => x.reals("fullinertia", &full),
                Some(full) => {
                    // MJCF takes a full inertia in the body's frame only
                    x.reals("fullinertia", &rotated(full, &b.iorient));
                }
                None => {
                    x.reals_if("diaginertia", &b.inertia, &[0.0; 3]);
                    self.orient_if(&b.meta, &b.iorient, &d.iorient);
                }
            }
            self.x.end();
        }
        spec.class(&b.childclass).filter(|_| !b.childclass.is_empty()).unwrap_or(class)
    }

    fn frame(&mut self, f: &Frame, class: usize, first: bool) -> usize {
        let d = Frame::default();
        self.x.start("frame");
        if first {
            self.x.text_if("name", &f.meta.name, "");
        }
        self.plain(&el::FRAME, f, &d);
        self.spec.class(&f.childclass).filter(|_| !f.childclass.is_empty()).unwrap_or(class)
    }

    fn element(&mut self, kind: usize, k: usize, class: usize) {
        let spec = self.spec;
        macro_rules! write {
            ($tag:literal, $list:ident, $field:ident, $write:ident $(, $el:expr)?) => {{
                let e = &spec.$list[k];
                self.x.start($tag);
                self.identity(&e.meta, class);
                self.$write($($el,)? e, &spec.classes[e.meta.class.min(spec.classes.len() - 1)].$field);
                self.x.end();
            }};
        }
        match kind {
            JOINTS if is_plain_free(&spec.joints[k]) => self.freejoint(&spec.joints[k]),
            JOINTS => write!("joint", joints, joint, joint),
            GEOMS => write!("geom", geoms, geom, geom),
            SITES => write!("site", sites, site, plain, &el::SITE),
            CAMERAS => write!("camera", cameras, camera, camera),
            _ => write!("light", lights, light, plain, &el::LIGHT),
        }
    }

    fn freejoint(&mut self, j: &Joint) {
        let Meta { name, .. } = &j.meta;
        self.x.start("freejoint");
        self.x.text_if("name", name, "");
        self.x.ints_if("group", &[j.group], &[0]);
        self.x.word_if("align", k::TRI, j.align as i32, Tri::Auto as i32);
        self.x.end();
    }
}

/// True if a free joint has nothing that `freejoint` cannot say.
fn is_plain_free(j: &Joint) -> bool {
    let plain = Joint {
        meta: j.meta.clone(),
        body: j.body,
        frame: j.frame,
        kind: JointKind::Free,
        group: j.group,
        align: j.align,
        ..Joint::default()
    };
    *j == plain
}

fn frame_of(s: &Spec, kind: usize, k: usize) -> Option<usize> {
    match kind {
        JOINTS => s.joints[k].frame,
        GEOMS => s.geoms[k].frame,
        SITES => s.sites[k].frame,
        CAMERAS => s.cameras[k].frame,
        LIGHTS => s.lights[k].frame,
        _ => s.bodies[k].frame,
    }
}

/// Frames around an element, outermost first.
fn path(s: &Spec, mut f: Option<usize>) -> Vec<usize> {
    let mut p = Vec::new();
    while let Some(k) = f {
        if p.len() > s.frames.len() {
            break;
        }
        p.push(k);
        f = s.frames[k].frame;
    }
    p.reverse();
    p
}

/// The next thing to write in a body: an element of the open frame, else a frame further in, else out.
fn step(s: &Spec, index: &Index, o: &Open) -> Step {
    let here = o.frames.last().map(|f| f.0);
    let mut inner = None;
    let mut left = false;
    for kind in 0..KINDS {
        let Some(&k) = index.lists[kind][o.body].get(o.next[kind]) else { continue };
        left = true;
        let frame = frame_of(s, kind, k);
        // bodies come last: frames with other elements stand before them
        if frame == here && (kind != BODIES || inner.is_none()) {
            return Step::Element(kind, k);
        }
        if inner.is_none() {
            let p = path(s, frame);
            let inside = p.len() > o.frames.len() && o.frames.iter().zip(&p).all(|(a, b)| a.0 == *b);
            if inside {
                inner = Some(p[o.frames.len()]);
            }
        }
    }
    match (inner, here.is_some()) {
        (Some(f), _) => Step::EnterFrame(f),
        (None, true) => Step::LeaveFrame,
        (None, false) if left => Step::LeaveFrame,
        (None, false) => Step::Done,
    }
}

/// A full inertia given in a turned frame, in the body's frame: R I Rᵀ.
fn rotated(f: [f64; 6], o: &Orient) -> [f64; 6] {
    let Orient::Quat(q) = o else { return f };
    let r = q.normalized().to_mat();
    let m = [[f[0], f[3], f[4]], [f[3], f[1], f[5]], [f[4], f[5], f[2]]];
    let mut out = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            for k in 0..3 {
                for l in 0..3 {
                    out[i][j] += r[(i, k)] * m[k][l] * r[(j, l)];
                }
            }
        }
    }
    [out[0][0], out[1][1], out[2][2], out[0][1], out[0][2], out[1][2]]
}
