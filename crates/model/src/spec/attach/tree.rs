//! Copies a subtree of bodies, frames and what they carry.

use super::{AttachPoint, Maps, Space, Subtree};
use crate::spec::{Meta, Spec};

/// Where each body and frame of the source goes.
pub(super) struct Placement {
    what: Subtree,
    at: AttachPoint,
    /// The body whose own elements may come along: the world, or the frame's body.
    host: Option<usize>,
    bodies: Vec<Option<usize>>,
    frames: Vec<Option<usize>>,
}

/// True if frame `f` is `root` or inside it.
fn inside(spec: &Spec, mut f: Option<usize>, root: usize) -> bool {
    while let Some(k) = f {
        if k == root {
            return true;
        }
        f = spec.frames.get(k).and_then(|x| x.frame);
    }
    false
}

impl Placement {
    /// `next_body` and `next_frame` are the first free indices of the target.
    pub fn new(src: &Spec, what: Subtree, at: AttachPoint, next_body: usize, next_frame: usize) -> Self {
        let host = match what {
            Subtree::World => Some(0),
            Subtree::Body(_) => None,
            Subtree::Frame(k) => Some(src.frames[k].body),
        };
        let mut p = Placement {
            what,
            at,
            host,
            bodies: vec![None; src.bodies.len()],
            frames: vec![None; src.frames.len()],
        };
        let mut n = next_body;
        for (k, b) in src.bodies.iter().enumerate().skip(1) {
            let root = matches!(what, Subtree::Body(r) if r == k);
            let below = p.bodies.get(b.parent).is_some_and(|x| x.is_some());
            let hosted = host == Some(b.parent) && p.takes(src, b.frame);
            if root || below || hosted {
                p.bodies[k] = Some(n);
                n += 1;
            }
        }
        let mut n = next_frame;
        for (k, f) in src.frames.iter().enumerate() {
            if p.bodies[f.body].is_some() || (host == Some(f.body) && p.takes(src, Some(k))) {
                p.frames[k] = Some(n);
                n += 1;
            }
        }
        p
    }

    /// True if an element of the host in this frame comes along.
    fn takes(&self, src: &Spec, frame: Option<usize>) -> bool {
        match self.what {
            Subtree::World => true,
            Subtree::Body(_) => false,
            Subtree::Frame(root) => inside(src, frame, root),
        }
    }

    /// New body and frame of an element, if it comes along.
    pub fn of(&self, src: &Spec, body: usize, frame: Option<usize>) -> Option<(usize, Option<usize>)> {
        let f = frame.and_then(|f| self.frames.get(f).copied().flatten());
        if let Some(b) = self.bodies.get(body).copied().flatten() {
            return Some((b, f));
        }
        (self.host == Some(body) && self.takes(src, frame)).then_some((self.at.body, f.or(self.at.frame)))
    }

    /// New index of a body.
    pub fn body(&self, k: usize) -> Option<usize> {
        self.bodies.get(k).copied().flatten()
    }
}

/// The name, class and origin of a copy.
pub(super) fn meta(m: &Meta, space: Space<'_>, maps: &Maps) -> Meta {
    Meta { name: space.name(&m.name), class: maps.class(m.class), loc: m.loc, origin: maps.origin(m.origin) }
}

/// Copies the subtree to the ends of the target's lists; `next` are the indices that the first body and frame get.
pub(super) fn copy_into(
    to: &mut Spec,
    src: &Spec,
    what: Subtree,
    at: AttachPoint,
    space: Space<'_>,
    maps: &Maps,
    next: [usize; 2],
) -> Result<(), String> {
    let p = Placement::new(src, what, at, next[0], next[1]);
    let own_class = |s: &mut String| {
        if maps.foreign() {
            space.rename(s);
        }
    };
    for (k, b) in src.bodies.iter().enumerate() {
        if p.body(k).is_none() {
            continue;
        }
        let mut b = b.clone();
        let root = matches!(what, Subtree::Body(r) if r == k);
        let place = if root { Some((at.body, at.frame)) } else { p.of(src, b.parent, b.frame) };
        let Some((parent, frame)) = place else {
            return Err("the body tree to attach is not consistent".into());
        };
        (b.meta, b.parent, b.frame) = (meta(&b.meta, space, maps), parent, frame);
        own_class(&mut b.childclass);
        to.bodies.push(b);
    }
    for (k, f) in src.frames.iter().enumerate() {
        if p.frames[k].is_none() {
            continue;
        }
        let mut f = f.clone();
        let root = matches!(what, Subtree::Frame(r) if r == k);
        let Some((body, inner)) = p.of(src, f.body, if root { Some(k) } else { f.frame.or(Some(k)) }) else {
            return Err("the frames to attach are not consistent".into());
        };
        let outer = f.frame.and_then(|o| p.frames.get(o).copied().flatten());
        let hosted = p.host == Some(f.body);
        f.meta = meta(&f.meta, space, maps);
        f.body = body;
        f.frame = if root || (hosted && outer.is_none()) { at.frame } else { outer };
        let _ = inner;
        own_class(&mut f.childclass);
        to.frames.push(f);
    }
    copy_elements(to, src, &p, space, maps);
    Ok(())
}

fn copy_elements(to: &mut Spec, src: &Spec, p: &Placement, space: Space<'_>, maps: &Maps) {
    let foreign = maps.foreign();
    macro_rules! copy {
        ($list:ident, $x:ident $(, $rename:expr)?) => {
            for $x in &src.$list {
                if let Some((body, frame)) = p.of(src, $x.body, $x.frame) {
                    let mut $x = $x.clone();
                    ($x.meta, $x.body, $x.frame) = (meta(&$x.meta, space, maps), body, frame);
                    $($rename;)?
                    to.$list.push($x);
                }
            }
        };
    }
    copy!(joints, x);
    copy!(
        geoms,
        x,
        if foreign {
            space.rename(&mut x.material);
            space.rename(&mut x.meshname);
            space.rename(&mut x.hfieldname);
        }
    );
    copy!(
        sites,
        x,
        if foreign {
            space.rename(&mut x.material);
            space.rename(&mut x.meshname);
        }
    );
    let target = |name: &mut String| {
        let comes = src.bodies.iter().enumerate().any(|(k, b)| p.body(k).is_some() && b.meta.name == *name);
        if foreign || comes {
            space.rename(name);
        }
    };
    copy!(cameras, x, target(&mut x.targetbody));
    copy!(lights, x, {
        target(&mut x.targetbody);
        if foreign {
            space.rename(&mut x.texture);
        }
    });
}
