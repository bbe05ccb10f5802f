//! Default classes. A class starts as a copy of its parent, then takes what its own elements set; nested classes are
//! made after that, so they inherit all of it.

use super::Reader;
use super::values::short;
use crate::dom::NodeId;
use stiction_model::diag::Diagnostic;
use stiction_model::elements::{DEFAULT, Element};

impl Reader<'_> {
    pub(super) fn default(&mut self, node: NodeId) {
        self.in_default = true;
        let mut todo = vec![(node, None)];
        while let Some((node, parent)) = todo.pop() {
            let Some(class) = self.make_class(node, parent) else {
                self.lose(node);
                continue;
            };
            let children = self.children(node, &DEFAULT);
            for child in self.tree.children(node).filter(|c| !children.iter().any(|k| k.0 == *c)) {
                self.torn.tear(class, self.tree.tag(child));
            }
            for (child, schema) in children.iter().filter(|c| c.1.tag != "default") {
                self.template(*child, schema, class);
                if self.damage.touches(self.tree.node(*child).loc) {
                    self.torn.tear(class, schema.tag);
                }
            }
            for (child, _) in children.iter().rev().filter(|c| c.1.tag == "default") {
                todo.push((*child, Some(class)));
            }
        }
        self.in_default = false;
    }

    /// The class that a `default` element makes or, at the top, changes.
    fn make_class(&mut self, node: NodeId, parent: Option<usize>) -> Option<usize> {
        self.in_default = false;
        let e = self.open(node, &DEFAULT);
        self.in_default = true;
        let name = e.text("class").unwrap_or("");
        let Some(parent) = parent else {
            if !name.is_empty() && name != "main" {
                self.report(
                    Diagnostic::error(format!(
                        "the top default class is 'main', it cannot be called '{}'",
                        short(name)
                    ))
                    .on(e.title())
                    .at(e.loc("class"))
                    .hint("leave out the class attribute here, or nest this class in another <default>"),
                );
            }
            return Some(0);
        };
        if name.is_empty() {
            self.error(&e, "a nested default class needs a name: attribute 'class' is missing or empty");
            return None;
        }
        if self.classes.contains_key(name) {
            self.error_at(&e, "class", format!("default class '{}' is defined twice", short(name)));
            return None;
        }
        let mut class = self.spec.classes[parent].child(parent, name);
        class.loc = e.at();
        self.spec.classes.push(class);
        let k = self.spec.classes.len() - 1;
        self.classes.insert(name.into(), k);
        self.torn.inherit(k, parent);
        Some(k)
    }

    /// Applies one element of a class to its template.
    fn template(&mut self, node: NodeId, schema: &'static Element, class: usize) {
        let e = self.open(node, schema);
        macro_rules! apply {
            ($field:ident, $read:ident) => {{
                let mut x = std::mem::take(&mut self.spec.classes[class].$field);
                self.$read(&e, &mut x);
                self.spec.classes[class].$field = x;
            }};
        }
        match schema.tag {
            "mesh" => apply!(mesh, mesh),
            "texture" => apply!(texture, texture),
            "material" => apply!(material, material),
            "joint" => apply!(joint, joint),
            "geom" => apply!(geom, geom),
            "site" => apply!(site, site),
            "camera" => apply!(camera, camera),
            "light" => apply!(light, light),
            "pair" => apply!(pair, pair),
            "equality" => apply!(equality, equality_base),
            "tendon" => apply!(tendon, tendon_base),
            _ => {
                let mut x = std::mem::take(&mut self.spec.classes[class].actuator);
                let parent = self.spec.classes[class].parent;
                self.one_actuator(&e, &mut x, parent);
                self.spec.classes[class].actuator = x;
            }
        }
    }
}
