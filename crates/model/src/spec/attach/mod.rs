//! Attaching: a copy of a body, a frame or a whole model becomes part of another (or the same) model.
//!
//! Names get a prefix and a suffix. Elements outside the tree (pairs, tendons, actuators, sensors, …) come along if what
//! they refer to exists under its new name; one end of a pair, exclude or sensor, and some of a tendon's path, may stay
//! outside under the old name. Assets and default classes come along when the models differ. An attached element keeps
//! the compiler settings it was written with ([`Meta::origin`](super::Meta)).

mod conflict;
mod keys;
mod names;
mod refs;
mod replicate;
mod tree;

pub use replicate::{Marks, Replicate, resolve_euler};

use super::{Compiler, Spec};
use crate::diag::Loc;
use names::Names;

/// Where to attach.
#[derive(Clone, Copy, Debug)]
pub struct AttachPoint {
    /// The body that gets the new elements.
    pub body: usize,
    /// The frame they stand in.
    pub frame: Option<usize>,
    /// The default class in force there.
    pub class: usize,
}

/// What to attach.
#[derive(Clone, Copy, Debug)]
pub enum Subtree {
    /// Everything in the world body.
    World,
    /// A body with all below it.
    Body(usize),
    /// A frame with all inside it.
    Frame(usize),
}

/// A namespace.
#[derive(Clone, Copy)]
struct Space<'a> {
    prefix: &'a str,
    suffix: &'a str,
}

impl Space<'_> {
    fn name(&self, s: &str) -> String {
        if s.is_empty() { String::new() } else { format!("{}{s}{}", self.prefix, self.suffix) }
    }
    fn rename(&self, s: &mut String) {
        if !s.is_empty() {
            *s = self.name(s);
        }
    }
}

/// How class and origin indices of the source become indices here.
struct Maps {
    classes: Option<Vec<usize>>,
    origins: Vec<usize>,
}

impl Maps {
    fn identity(spec: &Spec) -> Self {
        Maps { classes: None, origins: (0..=spec.origins.len()).collect() }
    }
    fn class(&self, k: usize) -> usize {
        self.classes.as_ref().map_or(k, |c| c.get(k).copied().unwrap_or(0))
    }
    fn origin(&self, k: usize) -> usize {
        self.origins.get(k).copied().unwrap_or(0)
    }
    /// True if the source is another model.
    fn foreign(&self) -> bool {
        self.classes.is_some()
    }
}

impl Spec {
    /// Attaches a copy of a part of `child`. Returns warnings, or why it cannot be done.
    pub fn attach(
        &mut self,
        at: AttachPoint,
        child: &Spec,
        what: Subtree,
        prefix: &str,
        suffix: &str,
    ) -> Result<Vec<String>, String> {
        self.check_point(at)?;
        let space = Space { prefix, suffix };
        self.check_root(child, what, space)?;
        let warnings = conflict::resolve(self, child)?;
        let maps =
            Maps { origins: self.adopt_origins(child), classes: Some(self.adopt_classes(child, space)) };
        let keys = keys::gather(self, child, what);
        let next = [self.bodies.len(), self.frames.len()];
        tree::copy_into(self, child, what, at, space, &maps, next)?;
        refs::copy_assets(self, child, space, &maps);
        let mut names = Names::of(self);
        refs::copy_all(self, child, space, &maps, &mut names);
        keys::adopt(self, keys, space);
        Ok(warnings)
    }

    /// Attaches a copy of a part of this model to itself.
    pub fn attach_self(
        &mut self,
        at: AttachPoint,
        what: Subtree,
        prefix: &str,
        suffix: &str,
    ) -> Result<Vec<String>, String> {
        self.check_point(at)?;
        let space = Space { prefix, suffix };
        self.check_root(self, what, space)?;
        let maps = Maps::identity(self);
        // the copies grow in an empty model, so that nothing else has to be copied
        let mut fresh = Spec::new();
        fresh.bodies.clear();
        let next = [self.bodies.len(), self.frames.len()];
        tree::copy_into(&mut fresh, self, what, at, space, &maps, next)?;
        let mut names = Names::of(self);
        names.extend(&fresh);
        refs::copy_all(&mut fresh, self, space, &maps, &mut names);
        self.append(fresh);
        Ok(Vec::new())
    }

    /// Moves the elements of another model, whose indices fit already, to the ends of the lists.
    fn append(&mut self, mut other: Spec) {
        macro_rules! all {
            ($($list:ident),*) => {$( self.$list.append(&mut other.$list); )*};
        }
        all!(bodies, frames, joints, geoms, sites, cameras, lights, pairs, excludes, tendons, equalities);
        all!(actuators, sensors, tuples, skins);
    }

    fn check_point(&self, at: AttachPoint) -> Result<(), String> {
        if at.body >= self.bodies.len() || at.frame.is_some_and(|f| f >= self.frames.len()) {
            return Err("the place to attach to does not exist".into());
        }
        Ok(())
    }

    fn check_root(&self, child: &Spec, what: Subtree, space: Space<'_>) -> Result<(), String> {
        let (kind, name, taken) = match what {
            Subtree::World => return Ok(()),
            Subtree::Body(k) => {
                let Some(b) = child.bodies.get(k) else {
                    return Err("the body to attach does not exist".into());
                };
                let name = space.name(&b.meta.name);
                let taken = self.bodies.iter().any(|b| b.meta.name == name);
                ("body", name, taken)
            }
            Subtree::Frame(k) => {
                let Some(f) = child.frames.get(k) else {
                    return Err("the frame to attach does not exist".into());
                };
                let name = space.name(&f.meta.name);
                let taken = self.frames.iter().any(|f| f.meta.name == name);
                ("frame", name, taken)
            }
        };
        if taken && !name.is_empty() {
            let mut shown: String = name.chars().take(80).collect();
            shown.retain(|c| !c.is_control());
            return Err(format!("{kind} '{shown}' already exists; use another prefix"));
        }
        Ok(())
    }

    /// Indices of the child's compiler settings here.
    fn adopt_origins(&mut self, child: &Spec) -> Vec<usize> {
        std::iter::once(&child.compiler).chain(&child.origins).map(|c| self.origin_for(c)).collect()
    }

    /// The origin index for these settings, made if need be.
    pub fn origin_for(&mut self, settings: &Compiler) -> usize {
        if *settings == self.compiler {
            return 0;
        }
        if let Some(k) = self.origins.iter().position(|o| o == settings) {
            return k + 1;
        }
        self.origins.push(settings.clone());
        self.origins.len()
    }

    /// Copies the child's default classes below ours and returns their indices.
    fn adopt_classes(&mut self, child: &Spec, space: Space<'_>) -> Vec<usize> {
        let mut map = Vec::with_capacity(child.classes.len());
        for c in &child.classes {
            let name = space.name(&c.name);
            if let Some(k) = self.class(&name) {
                map.push(k);
                continue;
            }
            let parent = c.parent.and_then(|p| map.get(p).copied()).unwrap_or(0);
            let mut class = c.clone();
            class.name = name;
            class.parent = Some(parent);
            for name in [&mut class.geom.material, &mut class.geom.meshname, &mut class.geom.hfieldname]
                .into_iter()
                .chain([&mut class.site.material, &mut class.site.meshname, &mut class.tendon.material])
                .chain(class.material.textures.iter_mut())
            {
                space.rename(name);
            }
            self.classes.push(class);
            map.push(self.classes.len() - 1);
        }
        map
    }

    /// Number of elements in the tree and outside it.
    pub fn element_count(&self) -> u64 {
        let n = self.bodies.len()
            + self.frames.len()
            + self.joints.len()
            + self.geoms.len()
            + self.sites.len()
            + self.cameras.len()
            + self.lights.len()
            + self.meshes.len()
            + self.hfields.len()
            + self.textures.len()
            + self.materials.len()
            + self.pairs.len()
            + self.excludes.len()
            + self.equalities.len()
            + self.tendons.len()
            + self.actuators.len()
            + self.sensors.len()
            + self.tuples.len()
            + self.skins.len();
        n as u64
    }

    /// Adds `base` to the file number of every place.
    pub fn shift_sources(&mut self, base: u32) {
        fn shift(loc: &mut Option<Loc>, base: u32) {
            if let Some(l) = loc {
                l.file += base;
            }
        }
        macro_rules! all {
            ($($list:ident),*) => {$(for x in &mut self.$list { shift(&mut x.meta.loc, base); })*};
        }
        all!(
            bodies, frames, joints, geoms, sites, cameras, lights, meshes, hfields, textures, materials,
            pairs
        );
        all!(excludes, equalities, tendons, actuators, sensors, numerics, texts, tuples, keys, skins);
        for c in &mut self.classes {
            shift(&mut c.loc, base);
        }
        for p in self.tendons.iter_mut().flat_map(|t| &mut t.path) {
            shift(&mut p.loc, base);
        }
    }
}
