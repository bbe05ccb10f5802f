//! What the reader leaves behind where it could not read on: see [`stiction_model::compile::Damage`].

use super::Reader;
use super::values::Elem;
use crate::dom::{NONE, NodeId};
use std::collections::HashSet;

/// What is lost of default classes.
#[derive(Default)]
pub(super) struct Torn {
    /// Classes whose templates are not as the author means them, with the tag of the template.
    templates: HashSet<(usize, &'static str)>,
    /// Names of classes that were not made.
    classes: HashSet<String>,
    /// A file is missing that may define any class, and any default.
    any: bool,
    /// Settings that give bodies their masses were not understood.
    pub(super) masses: bool,
}

/// The template that gives elements of this tag their defaults.
fn template(tag: &str) -> &'static str {
    ["mesh", "texture", "material", "joint", "geom", "site", "camera", "light", "pair", "tendon", "equality"]
        .into_iter()
        .find(|t| *t == tag)
        .unwrap_or("")
}

impl Torn {
    /// The template of a class could not be read in full.
    pub(super) fn tear(&mut self, class: usize, tag: &str) {
        self.templates.insert((class, template(tag)));
    }

    /// A class begins as a copy of its parent.
    pub(super) fn inherit(&mut self, class: usize, parent: usize) {
        let of_parent: Vec<&str> = self.templates.iter().filter(|t| t.0 == parent).map(|t| t.1).collect();
        self.templates.extend(of_parent.into_iter().map(|tag| (class, tag)));
    }

    /// Whether an element of this tag may have got other defaults than its author means.
    pub(super) fn doubts(&self, class: usize, tag: &str) -> bool {
        self.any || self.templates.contains(&(class, template(tag)))
    }

    /// Whether a class of this name may have been lost.
    pub(super) fn may_have_class(&self, name: &str) -> bool {
        self.any || self.classes.contains(name)
    }
}

impl Reader<'_> {
    /// What a body weighs is not known, if settings leave that open.
    pub(crate) fn weigh(&mut self, node: NodeId) {
        if self.torn.masses {
            self.damage.attribute(self.tree.node(node).loc, "mass");
        }
    }

    /// Of this element only what is written and understood is known.
    pub(super) fn doubt(&mut self, node: NodeId) {
        let tree = self.tree;
        let given = tree.attrs(node).iter().map(|a| tree.name(a));
        // what a body weighs stands in elements of its own
        let beside: &[&str] = match tree.tag(node) {
            "body" | "link" => &["mass", "diaginertia", "fullinertia"],
            _ => &[],
        };
        self.damage.only(tree.node(node).loc, given.chain(beside.iter().copied()).map(str::to_string));
        self.damage.section(tree.tag(node));
    }

    /// The value of an attribute is not known.
    pub(crate) fn doubt_attribute(&mut self, node: NodeId, name: &str) {
        self.damage.attribute(self.tree.node(node).loc, name);
        self.damage.section(self.tree.tag(node));
    }

    /// The defaults of an element are not known, nor, if asked, of those inside it.
    pub(super) fn doubt_below(&mut self, node: NodeId, inside: bool) {
        let mut todo = vec![node];
        while let Some(n) = todo.pop() {
            self.doubt(n);
            if inside {
                todo.extend(self.tree.children(n));
            }
        }
    }

    /// Settings that were not understood leave open where assets are, and what bodies weigh.
    pub(super) fn doubt_compiler(&mut self, e: &Elem<'_>) {
        let misses = |name: &&str| self.damage.misses(e.at(), name);
        self.dirs.doubtful |= ["assetdir", "meshdir", "texturedir", "strippath"].iter().any(misses);
        self.torn.masses |= [
            "inertiafromgeom",
            "inertiagrouprange",
            "boundmass",
            "boundinertia",
            "settotalmass",
            "balanceinertia",
        ]
        .iter()
        .any(misses);
    }

    /// An element is left out with all inside it.
    pub(crate) fn lose(&mut self, node: NodeId) {
        self.hollow(self.tree.node(node).parent);
        let tree = self.tree;
        let mut todo = vec![node];
        while let Some(n) = todo.pop() {
            self.damage.name(tree.get(n, "name").unwrap_or(""));
            self.torn.classes.extend(tree.get(n, "class").map(str::to_string));
            todo.extend(tree.children(n));
        }
    }

    /// Something is missing in an element, and so in the body around it.
    pub(crate) fn hollow(&mut self, mut node: NodeId) {
        while node != NONE {
            self.damage.inside(self.tree.node(node).loc);
            if !matches!(
                self.tree.tag(node),
                "frame" | "replicate" | "inertial" | "visual" | "collision" | "geometry"
            ) {
                break;
            }
            node = self.tree.node(node).parent;
        }
    }

    /// Copies that were not made would have had names that begin with those of the template.
    pub(super) fn lose_copies(&mut self, node: NodeId) {
        self.lose(node);
        let tree = self.tree;
        let mut todo = vec![node];
        while let Some(n) = todo.pop() {
            if let Some(name) = tree.get(n, "name").filter(|n| !n.is_empty()) {
                self.damage.prefix(name);
            }
            todo.extend(tree.children(n));
        }
    }

    /// A file that is not there could have held anything.
    pub(super) fn include_is_missing(&mut self, node: NodeId) {
        self.damage.prefix("");
        let parent = self.tree.node(node).parent;
        self.hollow(parent);
        self.torn.any |= parent == NONE || !matches!(self.tree.tag(parent), "worldbody" | "body" | "frame");
    }
}
