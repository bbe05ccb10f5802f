//! The body tree: bodies, frames, joints, geoms, sites, cameras, lights; `replicate` and `attach`.
//!
//! The walk keeps its own stack, so depth costs no machine stack.

use super::Reader;
use super::values::{Elem, short};
use crate::dom::NodeId;
use stiction_model::diag::Diagnostic;
use stiction_model::elements::{self as el, Element};
use stiction_model::kinds::{JointKind, LightKind, Tri};
use stiction_model::spec::{
    AttachPoint, Body, Camera, Frame, Geom, Joint, Light, Marks, Replicate, Site, Subtree,
};
use stiction_model::suggest::nearest;
use stiction_spatial::Vec3;

/// Most elements that all attachments of a load may look at.
const MAX_WORK: u64 = 10_000_000;

/// Elements that are still to be read at one level.
struct Level {
    list: std::vec::IntoIter<(NodeId, &'static Element)>,
    body: usize,
    frame: Option<usize>,
    class: usize,
    /// What to do when the level is done.
    end: Option<(Replicate, Marks, NodeId)>,
    /// A joint may stand here.
    joints: bool,
}

impl Reader<'_> {
    pub(super) fn worldbody(&mut self, node: NodeId) {
        self.open(node, &el::WORLDBODY);
        let list = self.children(node, &el::WORLDBODY).into_iter();
        let mut stack = vec![Level { list, body: 0, frame: None, class: 0, end: None, joints: true }];
        while let Some(top) = stack.last_mut() {
            let Some((child, schema)) = top.list.next() else {
                if let Some(Level { end: Some((rep, marks, at)), .. }) = stack.pop() {
                    self.replicate_end(&rep, &marks, at);
                }
                continue;
            };
            let (body, frame, class, joints) = (top.body, top.frame, top.class, top.joints);
            let class = self.class_of(child, class);
            if let Some(level) = self.element(child, schema, AttachPoint { body, frame, class }, joints) {
                stack.push(level);
            }
        }
    }

    /// Reads one element of a body; returns the level below it, if there is one.
    fn element(
        &mut self,
        node: NodeId,
        schema: &'static Element,
        at: AttachPoint,
        joints: bool,
    ) -> Option<Level> {
        let AttachPoint { body, frame, class } = at;
        let e = self.open(node, schema);
        let meta = self.meta(&e, class);
        macro_rules! add {
            ($field:ident, $list:ident) => {{
                let mut x = self.spec.classes[class].$field.clone();
                (x.meta, x.body, x.frame) = (meta, body, frame);
                self.$field(&e, &mut x);
                self.spec.$list.push(x);
            }};
        }
        match schema.tag {
            "body" => return Some(self.one_body(&e, at)),
            "frame" => return Some(self.one_frame(&e, at, joints)),
            "replicate" => return self.one_replicate(&e, at),
            "attach" => self.one_attach(&e, at),
            "inertial" => self.inertial(&e, body, frame),
            "geom" => add!(geom, geoms),
            "site" => add!(site, sites),
            "camera" => add!(camera, cameras),
            "light" => add!(light, lights),
            "joint" | "freejoint" if body == 0 => self.error(&e, "the world body cannot have joints"),
            "joint" | "freejoint" if !joints => {
                self.lose(node);
                self.report(
                    Diagnostic::error("a joint cannot be a direct child of <replicate>")
                        .on(e.title())
                        .at(e.at())
                        .hint("wrap it in a <body>"),
                );
            }
            "joint" => add!(joint, joints),
            _ => {
                let mut j = Joint { meta, body, frame, kind: JointKind::Free, ..Joint::default() };
                j.group = e.int("group").unwrap_or(j.group);
                e.setk("align", &mut j.align, Tri::from_i32);
                self.spec.joints.push(j);
            }
        }
        None
    }

    fn one_body(&mut self, e: &Elem<'_>, at: AttachPoint) -> Level {
        let AttachPoint { body: parent, frame, class } = at;
        let class = self.class_named(e.node, "childclass", class);
        let mut b = Body { meta: self.meta(e, class), parent, frame, ..Body::default() };
        self.fields(e, &mut b);
        self.spec.bodies.push(b);
        self.weigh(e.node);
        let body = self.spec.bodies.len() - 1;
        let list = self.children(e.node, &el::BODY).into_iter();
        Level { list, body, frame: None, class, end: None, joints: true }
    }

    fn one_frame(&mut self, e: &Elem<'_>, at: AttachPoint, joints: bool) -> Level {
        let AttachPoint { body, frame, class } = at;
        let class = self.class_named(e.node, "childclass", class);
        let mut f = Frame { meta: self.meta(e, class), body, frame, ..Frame::default() };
        self.fields(e, &mut f);
        match e.nums("scale") {
            Some(&[s]) => f.scale = [s; 3],
            Some(&[_, _]) => {
                self.error_at(e, "scale", "has 2 values, expected 1 or 3");
                f.scale = [1.0; 3];
            }
            _ => {}
        }
        if f.scale.iter().any(|s| *s <= 0.0) {
            self.error_at(e, "scale", "the scale of a frame must be positive");
            f.scale = [1.0; 3];
        }
        if e.num("massscale").is_some_and(|m| m < 0.0) {
            self.error_at(e, "massscale", "massscale cannot be negative");
        }
        self.spec.frames.push(f);
        let frame = Some(self.spec.frames.len() - 1);
        let list = self.children(e.node, &el::FRAME).into_iter();
        Level { list, body, frame, class, end: None, joints }
    }

    fn one_replicate(&mut self, e: &Elem<'_>, at: AttachPoint) -> Option<Level> {
        let AttachPoint { body, frame, class } = at;
        let class = self.class_named(e.node, "childclass", class);
        let Some(count) = e.int("count") else {
            self.lose_copies(e.node);
            return None;
        };
        if count <= 0 {
            self.error_at(e, "count", format!("count must be positive, not {count}"));
            self.lose_copies(e.node);
            return None;
        }
        let mut rep = Replicate { count: count as usize, ..Replicate::default() };
        e.set("offset", &mut rep.offset);
        e.set("euler", &mut rep.euler);
        e.sett("sep", &mut rep.sep);
        // elements that the loop below makes are the template, taken out again at the end
        let marks = self.spec.marks();
        let meta = self.meta(e, class);
        self.spec.frames.push(Frame { meta, body, frame, ..Frame::default() });
        let frame = Some(self.spec.frames.len() - 1);
        let list = self.children(e.node, &el::REPLICATE).into_iter();
        Some(Level { list, body, frame, class, end: Some((rep, marks, e.node)), joints: false })
    }

    fn replicate_end(&mut self, rep: &Replicate, marks: &Marks, at: NodeId) {
        let made = self.spec.elements_since(marks).saturating_mul(rep.count as u64);
        self.usage.elements = self.usage.elements.saturating_add(made);
        let n = self.usage.elements;
        let result = if n as i64 > crate::MAX_COPIES || n > i64::MAX as u64 {
            Err(format!(
                "count {} makes {n} elements, more than the limit of {}",
                rep.count,
                crate::MAX_COPIES
            ))
        } else {
            self.spec.replicate(rep, marks)
        };
        if let Err(message) = result {
            let d = Diagnostic::error(message).on("replicate").at(self.loc(at));
            self.report(d);
            self.lose_copies(at);
        }
    }

    fn one_attach(&mut self, e: &Elem<'_>, at: AttachPoint) {
        // every attachment looks through the whole model once
        self.usage.work = self.usage.work.saturating_add(self.spec.element_count());
        if self.usage.work > MAX_WORK || self.usage.elements as i64 > crate::MAX_COPIES {
            self.damage.prefix("");
            return self.error(e, "too many elements are attached");
        }
        let prefix = e.text("prefix").unwrap_or("");
        let (name, is_body) = match (e.text("body"), e.text("frame")) {
            (Some(b), _) => (Some(b), true),
            (None, Some(f)) => (Some(f), false),
            _ => (None, false),
        };
        let Some(model) = e.text("model") else {
            let Some(name) = name else {
                return self.error(e, "attaching from this model needs the attribute 'body' or 'frame'");
            };
            match self.subtree(&self.spec, name, is_body) {
                Some(what) => self.attach_result(e, |s| s.attach_self(at, what, prefix, "")),
                None => self.missing_part(e, name, is_body, None),
            }
            return;
        };
        let Some(k) = self.models.iter().position(|m| m.name == model) else {
            self.damage.prefix(prefix);
            self.hollow(self.tree.node(e.node).parent);
            if self.damage.may_have(model) {
                return;
            }
            let guess = nearest(model, self.models.iter().map(|m| m.name.as_str())).map(str::to_string);
            let mut d = Diagnostic::error(format!("unknown model '{}'", short(model)))
                .on(e.title())
                .at(e.loc("model"));
            d.hint = guess.map(|g| format!("did you mean '{}'?", short(&g)));
            return self.report(d);
        };
        let sub = std::mem::take(&mut self.models[k].spec);
        let what = match name {
            None => Some(Subtree::World),
            Some(name) => self.subtree(&sub, name, is_body),
        };
        match what {
            Some(what) => self.attach_result(e, |s| s.attach(at, &sub, what, prefix, "")),
            None => self.missing_part(e, name.unwrap_or(""), is_body, Some(&sub)),
        }
        self.models[k].spec = sub;
    }

    fn subtree(&self, spec: &stiction_model::spec::Spec, name: &str, is_body: bool) -> Option<Subtree> {
        if is_body {
            spec.bodies.iter().position(|b| b.meta.name == name).map(Subtree::Body)
        } else {
            spec.frames.iter().position(|f| f.meta.name == name).map(Subtree::Frame)
        }
    }

    fn missing_part(
        &mut self,
        e: &Elem<'_>,
        name: &str,
        is_body: bool,
        sub: Option<&stiction_model::spec::Spec>,
    ) {
        self.damage.prefix(e.text("prefix").unwrap_or(""));
        self.hollow(self.tree.node(e.node).parent);
        let kind = if is_body { "body" } else { "frame" };
        let spec = sub.unwrap_or(&self.spec);
        let names: Vec<&str> = if is_body {
            spec.bodies.iter().map(|b| b.meta.name.as_str()).collect()
        } else {
            spec.frames.iter().map(|f| f.meta.name.as_str()).collect()
        };
        let hint = nearest(name, names.into_iter()).map(|g| format!("did you mean '{}'?", short(g)));
        let mut d = Diagnostic::error(format!("{kind} '{}' not found in the model to attach", short(name)))
            .on(e.title())
            .at(e.loc(kind));
        d.hint = hint;
        self.report(d);
    }

    fn attach_result(
        &mut self,
        e: &Elem<'_>,
        attach: impl FnOnce(&mut stiction_model::spec::Spec) -> Result<Vec<String>, String>,
    ) {
        let before = self.spec.element_count();
        match attach(&mut self.spec) {
            Ok(warnings) => {
                for w in warnings {
                    self.report(Diagnostic::warning(w).on(e.title()).at(e.at()));
                }
            }
            Err(message) => {
                self.damage.prefix(e.text("prefix").unwrap_or(""));
                self.error(e, message);
            }
        }
        self.usage.elements += self.spec.element_count() - before;
        if self.usage.elements as i64 > crate::MAX_COPIES {
            self.error(e, format!("the model has more than {} attached elements", crate::MAX_COPIES));
        }
        let classes = &self.spec.classes;
        for (k, c) in classes.iter().enumerate().skip(self.classes.len()) {
            self.classes.insert(c.name.clone(), k);
        }
    }

    fn inertial(&mut self, e: &Elem<'_>, body: usize, frame: Option<usize>) {
        if body == 0 {
            return self.error(e, "the world body cannot have an inertia");
        }
        let orient = self.orient(e);
        let b = &mut self.spec.bodies[body];
        if let Some(v) = e.vec::<3>("pos") {
            b.ipos = Some(Vec3(v));
        }
        e.set1("mass", &mut b.mass);
        e.set("diaginertia", &mut b.inertia);
        if let Some(o) = orient {
            b.iorient = o;
        }
        if let Some(v) = e.vec::<6>("fullinertia") {
            b.fullinertia = Some(v);
        }
        let loc = b.meta.loc;
        if let (Some(from), Some(to)) = (e.at(), loc) {
            self.damage.carry(from, to);
        }
        if let Some(f) = frame {
            self.inertial_in_frame(e, body, f);
        }
    }

    /// An inertia inside a frame is the body's, seen from there.
    fn inertial_in_frame(&mut self, e: &Elem<'_>, body: usize, frame: usize) {
        let mut at = Some(frame);
        while let Some(f) = at.and_then(|f| self.spec.frames.get(f)) {
            if f.scale != [1.0; 3] || (f.massscale != 0.0 && f.massscale != 1.0) {
                return self.error(e, "an inertia cannot stand in a frame that scales: put its body there");
            }
            at = f.frame;
        }
        self.spec.place_inertial(body, frame);
    }

    pub(super) fn joint(&mut self, e: &Elem<'_>, j: &mut Joint) {
        self.fields(e, j);
        e.set("range", &mut j.range);
        e.set1("ref", &mut j.ref_);
        e.set1("springref", &mut j.springref);
        e.set1("springyield", &mut j.springyield);
    }

    pub(super) fn geom(&mut self, e: &Elem<'_>, g: &mut Geom) {
        self.fields(e, g);
        if let Some(used) = self.plugin_below(e) {
            (g.plugin_name, g.plugin_config, g.plugin_instance) = (used.plugin, used.config, used.name);
        }
    }

    pub(super) fn site(&mut self, e: &Elem<'_>, s: &mut Site) {
        self.fields(e, s);
    }

    pub(super) fn camera(&mut self, e: &Elem<'_>, c: &mut Camera) {
        self.fields(e, c);
        e.set1("fovy", &mut c.fovy);
    }

    pub(super) fn light(&mut self, e: &Elem<'_>, l: &mut Light) {
        if let Some(on) = e.flag("directional") {
            l.kind = if on { LightKind::Directional } else { LightKind::Spot };
        }
        self.fields(e, l);
    }
}
