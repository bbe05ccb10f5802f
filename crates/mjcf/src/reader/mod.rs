//! MJCF text → [`Spec`]: every element checked against the schema, all problems collected in one pass.
//!
//! Sections are read in MuJoCo's order (settings, defaults, custom, assets, relations, bodies last), whatever their
//! order in the file, so that defaults are known when elements are made and elements that refer to the body tree exist
//! when `replicate` and `attach` copy them.

mod actuators;
mod assets;
mod bodies;
mod custom;
mod defaults;
mod include;
mod plugins;
mod relations;
pub(crate) mod sensors;
mod settings;
mod shortcuts;
mod torn;
pub(crate) mod values;

use crate::dom::{NodeId, Tree};
use crate::{LoadOptions, Reading};
use include::Assembled;
use std::collections::HashMap;
use stiction_model::assets::Assets;
use stiction_model::compile::Damage;
use stiction_model::diag::{Diagnostic, Diagnostics, Loc, Severity, Source};
use stiction_model::elements::{self as el, Card, Element, Support};
use stiction_model::spec::{Meta, Pair, Spec};
use stiction_model::suggest::nearest;
use torn::Torn;
use values::{Elem, short, title};

/// Most problems that are reported one by one.
const MAX_REPORTS: usize = 500;

/// Sub-models that `asset/model` has loaded.
struct SubModel {
    name: String,
    spec: Spec,
}

/// What one load has used of the limits, over all files and sub-models.
#[derive(Clone, Debug, Default)]
pub(crate) struct Usage {
    /// Files read.
    pub files: usize,
    /// Bytes read.
    pub bytes: usize,
    /// Elements made by `replicate` and `attach`.
    pub elements: u64,
    /// Elements that attachments have looked at.
    pub work: u64,
    /// Names of the model files being loaded, outermost first.
    pub chain: Vec<String>,
}

/// Reads the elements of one section.
type Section<'a> = fn(&mut Reader<'a>, NodeId);

/// Reads one model.
pub(crate) struct Reader<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) files: &'a dyn Assets,
    pub(crate) opts: &'a LoadOptions,
    diags: Diagnostics,
    pub(crate) spec: Spec,
    models: Vec<SubModel>,
    classes: HashMap<String, usize>,
    in_default: bool,
    /// Unknown names are warnings unless they look like a slip (URDF has many dialects).
    pub(crate) lenient: bool,
    usage: Usage,
    /// Asset folders of the whole file set, found before anything is read.
    pub(crate) dirs: include::Dirs,
    /// What could not be read.
    pub(crate) damage: Damage,
    torn: Torn,
}

/// Reads a model whose root element is `<mujoco>`.
pub(crate) fn read(
    name: &str,
    text: &str,
    files: &dyn Assets,
    opts: &LoadOptions,
    usage: Usage,
) -> (Reading, Usage) {
    let mut diags = Diagnostics::default();
    let made = include::assemble(name, text, files, usage, &mut diags);
    let Assembled { tree, root, usage, dirs, missing } = match made {
        Ok(x) => x,
        Err(usage) => return (Reading { spec: None, problems: diags, damage: Damage::default() }, usage),
    };
    let mut r = Reader {
        tree: &tree,
        files,
        opts,
        diags,
        spec: Spec::new(),
        models: Vec::new(),
        classes: HashMap::new(),
        in_default: false,
        lenient: false,
        usage,
        dirs,
        damage: Damage::default(),
        torn: Torn::default(),
    };
    for node in missing {
        r.include_is_missing(node);
    }
    r.classes.insert("main".into(), 0);
    r.spec.classes[0].pair = Pair::full();
    let tag = tree.tag(root);
    let mut is_model = true;
    if tag.eq_ignore_ascii_case("mujoco") {
        r.model(root);
    } else if tag.eq_ignore_ascii_case("robot") {
        r.robot(root);
    } else {
        is_model = false;
        let d = Diagnostic::error(format!("the root element is <{}>, not <mujoco> or <robot>", short(tag)))
            .at(r.loc(root))
            .hint("an MJCF file starts with <mujoco>, a URDF file with <robot>");
        r.report(d);
        if !r.usage.chain.is_empty() {
            r.diags.sources[0].text = "".into();
        }
    }
    r.spec.sources.clone_from(&r.diags.sources);
    (Reading { spec: is_model.then_some(r.spec), problems: r.diags, damage: r.damage }, r.usage)
}

impl<'a> Reader<'a> {
    /// Adds a problem, up to a limit.
    pub(crate) fn report(&mut self, mut d: Diagnostic) {
        if self.diags.list.len() == MAX_REPORTS {
            self.diags.push(Diagnostic::error("too many problems; the rest is not shown"));
        }
        if self.diags.list.len() > MAX_REPORTS {
            return;
        }
        trim(&mut d.message, 700);
        trim(&mut d.element, 100);
        if let Some(h) = &mut d.hint {
            trim(h, 300);
        }
        self.diags.push(d);
    }

    /// An error, or a warning when loading permissively.
    fn unsupported(&mut self, mut d: Diagnostic) {
        if self.opts.permissive {
            d.severity = Severity::Warning;
            d.message.push_str("; left out");
        }
        self.report(d);
    }

    pub(crate) fn error(&mut self, e: &Elem<'_>, message: impl Into<String>) {
        self.doubt(e.node);
        self.damage.name(e.text("name").unwrap_or(""));
        self.report(Diagnostic::error(message).on(e.title()).at(e.at()));
    }

    pub(crate) fn error_at(&mut self, e: &Elem<'_>, attr: &str, message: impl Into<String>) {
        self.doubt_attribute(e.node, attr);
        self.damage.name(e.text("name").unwrap_or(""));
        self.report(Diagnostic::error(message).on(e.title()).at(e.loc(attr)));
    }

    fn warn(&mut self, e: &Elem<'_>, attr: &str, message: impl Into<String>) {
        self.report(Diagnostic::warning(message).on(e.title()).at(e.loc(attr)));
    }

    pub(crate) fn loc(&self, node: NodeId) -> Option<Loc> {
        Some(self.tree.node(node).loc)
    }

    /// The children of an element that the schema knows and we support; the others are reported.
    pub(crate) fn children(
        &mut self,
        node: NodeId,
        schema: &'static Element,
    ) -> Vec<(NodeId, &'static Element)> {
        let tree = self.tree;
        let mut list: Vec<(NodeId, &'static Element)> = Vec::new();
        for c in tree.children(node) {
            let tag = tree.tag(c);
            let Some(child) = schema.child(tag) else {
                if self.unknown_element(node, c, schema) {
                    self.lose(c);
                }
                continue;
            };
            match child.el.support {
                Support::Full => {}
                Support::No => {
                    let what = child.el.tag;
                    let d = Diagnostic::error(format!("<{}> is not supported yet", child.el.tag))
                        .on(title(tree, c))
                        .at(Some(tree.node(c).loc))
                        .hint(format!("remove it, or load permissively to leave out {what}"));
                    self.unsupported(d);
                    self.lose(c);
                    continue;
                }
                Support::Removed(instead) => {
                    let d = Diagnostic::error(format!("<{}> was removed from MJCF", child.el.tag))
                        .on(title(tree, c))
                        .at(Some(tree.node(c).loc))
                        .hint(format!("use {instead}"));
                    self.unsupported(d);
                    self.lose(c);
                    continue;
                }
            }
            if child.card == Card::Once && list.iter().any(|l| std::ptr::eq(l.1, child.el)) {
                let d = Diagnostic::error(format!("<{tag}> may stand only once in <{}>", schema.tag))
                    .on(title(tree, c))
                    .at(Some(tree.node(c).loc));
                self.report(d);
                self.lose(c);
                continue;
            }
            list.push((c, child.el));
        }
        list
    }

    /// Reports an element that the schema does not know; whether it is missed.
    fn unknown_element(&mut self, parent: NodeId, c: NodeId, schema: &'static Element) -> bool {
        if self.diags.list.len() > MAX_REPORTS {
            return true;
        }
        let tag = self.tree.tag(c);
        let near = nearest(tag, schema.children.iter().map(|x| x.el.tag));
        if self.lenient && crate::urdf::schema::FOREIGN.contains(&tag) {
            return false;
        }
        if self.lenient && near.is_none() {
            let d = Diagnostic::warning(format!(
                "unknown element <{}> in <{}> is ignored",
                short(tag),
                schema.tag
            ))
            .on(title(self.tree, parent))
            .at(self.loc(c));
            self.report(d);
            return false;
        }
        let mut d = Diagnostic::error(format!("unknown element <{}> in <{}>", short(tag), schema.tag))
            .on(title(self.tree, parent))
            .at(self.loc(c));
        if let Some(g) = near {
            d = d.hint(format!("did you mean <{g}>?"));
        } else if let Some(home) = el::all().iter().find(|e| e.child(tag).is_some()) {
            d = d.hint(format!("<{tag}> belongs in <{}>", home.tag));
        } else if schema.children.is_empty() {
            d = d.hint(format!("<{}> has no elements inside", schema.tag));
        }
        self.report(d);
        true
    }

    /// The class that an element's `class` attribute names, or `other`.
    fn class_of(&mut self, node: NodeId, other: usize) -> usize {
        self.class_named(node, "class", other)
    }

    fn class_named(&mut self, node: NodeId, attr: &str, other: usize) -> usize {
        let tree = self.tree;
        let Some(x) = tree.attrs(node).iter().find(|x| tree.name(x) == attr) else { return other };
        let name = tree.value(x);
        if let Some(&k) = self.classes.get(name) {
            return k;
        }
        self.doubt_below(node, attr == "childclass");
        if self.torn.may_have_class(name) {
            return other;
        }
        let mut d = Diagnostic::error(format!("unknown default class '{}'", short(name)))
            .on(title(tree, node))
            .at(Some(x.loc));
        if let Some(g) = nearest(name, self.spec.classes.iter().map(|c| c.name.as_str())) {
            d = d.hint(format!("did you mean '{}'?", short(g)));
        }
        self.report(d);
        other
    }

    fn meta(&mut self, e: &Elem<'_>, class: usize) -> Meta {
        if self.torn.doubts(class, e.schema.tag) {
            self.doubt(e.node);
        }
        Meta { name: e.text("name").unwrap_or("").into(), class, loc: e.at(), ..Meta::default() }
    }

    fn model(&mut self, root: NodeId) {
        let e = self.open(root, &el::MUJOCO);
        if let Some(name) = e.text("model") {
            self.spec.name = name.into();
        }
        let sections = self.children(root, &el::MUJOCO);
        let order: [(&str, Section<'a>); 17] = [
            ("extension", Self::extensions),
            ("compiler", Self::compiler),
            ("option", Self::option),
            ("size", Self::size),
            ("visual", Self::visual),
            ("statistic", Self::statistic),
            ("default", Self::default),
            ("custom", Self::custom),
            ("asset", Self::asset),
            ("contact", Self::contact),
            ("deformable", Self::deformable),
            ("equality", Self::equality),
            ("tendon", Self::tendon),
            ("actuator", Self::actuator),
            ("sensor", Self::sensor),
            ("keyframe", Self::keyframe),
            ("worldbody", Self::worldbody),
        ];
        for (tag, read) in order {
            for (node, _) in sections.iter().filter(|s| s.1.tag == tag) {
                self.spec.places.extend(self.loc(*node).map(|at| (tag.to_string(), at)));
                read(self, *node);
            }
        }
        self.spec.place_keys();
    }

    /// A source of text for messages.
    fn source(name: &str, text: &str) -> Source {
        Source { name: name.into(), text: text.into() }
    }
}

fn trim(s: &mut String, max: usize) {
    if s.len() > max {
        let mut at = max;
        while !s.is_char_boundary(at) {
            at -= 1;
        }
        s.truncate(at);
        s.push('…');
    }
}
