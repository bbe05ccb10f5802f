//! `Spec` → MJCF text that reads back to the same spec.
//!
//! Default classes stay; an element is written as its difference to its class. Angles keep the model's unit, unless parts
//! of the model were written in another: then everything is written in radians, converted as the compiler does.

mod assets;
mod edited;
mod elements;
mod keys;
mod refused;
mod relations;
mod sensors;
mod settings;
mod tree;
mod xml;

pub use edited::{snapshot, take_back};
pub use refused::refused;
use stiction_model::Model;
use stiction_model::elements::{Element, Fields, Value};
use stiction_model::spec::{Compiler, Meta, Orient, Spec};
use xml::Xml;

/// Writes a model as it is specified.
pub fn write(spec: &Spec) -> String {
    let completed = keys::complete(spec);
    let mut w = Writer::new(completed.as_ref().unwrap_or(spec));
    w.model();
    w.x.finish()
}

/// Writes a model with the values of its compiled form: options, visual settings and keyframes are the model's.
pub fn write_compiled(spec: &Spec, model: &Model) -> String {
    let mut s = spec.clone();
    s.option = model.opt.clone();
    s.visual = model.vis.clone();
    keys::from_model(&mut s, model);
    write(&s)
}

/// Writes a model as it is specified, with the keyframes of its compiled form.
pub fn write_with_keys(spec: &Spec, model: &Model) -> String {
    let mut s = spec.clone();
    keys::from_model(&mut s, model);
    write(&s)
}

/// Writes a model with every number that its owner changed since it was compiled; `compiled` is its [`snapshot`] then.
pub fn write_edited(spec: &Spec, compiled: &Model, model: &Model) -> String {
    let mut s = spec.clone();
    take_back(&mut s, compiled, model);
    edited::keep_rest_lengths(&mut s, compiled, model);
    write_compiled(&s, model)
}

/// What is written, and in which notation.
pub(super) struct Writer<'a> {
    spec: &'a Spec,
    x: Xml,
    /// Parts of the model use other angle units or sequences: all angles are written in radians.
    mixed: bool,
    /// Parts of the model have other asset folders: file names hold theirs.
    folders: bool,
    /// A template of a default class is written.
    in_default: bool,
}

/// Writes the attributes of a field that needs code of its own.
type Special<'s, 'a> = &'s mut dyn FnMut(&mut Writer<'a>, &str);

/// π/180 as the compiler applies it.
fn radians(x: f64) -> f64 {
    x / 180.0 * std::f64::consts::PI
}

impl<'a> Writer<'a> {
    fn new(spec: &'a Spec) -> Self {
        let c = &spec.compiler;
        let mixed = spec.origins.iter().any(|o| o.degree != c.degree || o.eulerseq != c.eulerseq);
        let folders = spec.origins.iter().any(|o| o.meshdir != c.meshdir || o.texturedir != c.texturedir);
        Writer { spec, x: Xml::default(), mixed, folders, in_default: false }
    }

    fn settings_of(&self, meta: &Meta) -> &'a Compiler {
        self.spec.compiler_of(meta)
    }

    /// True if the angles of this element must be converted from degrees.
    fn convert(&self, meta: &Meta) -> bool {
        self.mixed && self.settings_of(meta).degree
    }

    /// The angle in the unit of the file.
    fn angle(&self, meta: &Meta, x: f64) -> f64 {
        if self.convert(meta) { radians(x) } else { x }
    }

    /// An orientation in the unit of the file.
    fn orient(&self, meta: &Meta, o: &Orient) -> Orient {
        if !self.mixed {
            return *o;
        }
        let c = self.settings_of(meta);
        match *o {
            Orient::AxisAngle([x, y, z, a]) => Orient::AxisAngle([x, y, z, self.angle(meta, a)]),
            Orient::Euler(e) if c.eulerseq == self.spec.compiler.eulerseq => {
                Orient::Euler(e.map(|a| self.angle(meta, a)))
            }
            Orient::Euler(e) => {
                let plain = Compiler { degree: c.degree, eulerseq: c.eulerseq, ..Compiler::default() };
                stiction_model::spec::resolve_euler(e, &plain).map_or(*o, Orient::Quat)
            }
            other => other,
        }
    }

    /// Writes an orientation attribute, if it differs.
    fn orient_if(&mut self, meta: &Meta, o: &Orient, default: &Orient) {
        // a template's angles may be in another unit
        let angular = matches!(o, Orient::AxisAngle(_) | Orient::Euler(_));
        if o == default && !(self.mixed && angular) {
            return;
        }
        match self.orient(meta, o) {
            Orient::Quat(q) => self.x.reals("quat", &q.0),
            Orient::AxisAngle(v) => self.x.reals("axisangle", &v),
            Orient::XyAxes(v) => self.x.reals("xyaxes", &v),
            Orient::ZAxis(v) => self.x.reals("zaxis", &v),
            Orient::Euler(v) => self.x.reals("euler", &v),
        }
    }

    /// Writes the fields of `x` that differ from `d`, as far as `el` has attributes for them; `special` is called with the
    /// names of fields that need code of their own.
    fn fields(&mut self, el: &Element, x: &dyn Fields, d: &dyn Fields, special: Special<'_, 'a>) {
        let fields = x.fields();
        let meta = fields.iter().find_map(|f| if let Value::Meta(m) = f.value() { Some(m) } else { None });
        for ((row, v), d) in x.rows().iter().zip(&fields).zip(d.fields()) {
            match (row.attr, v.value(), d.value()) {
                (Some(a), ..) if el.attr(a.name).is_none() || (self.in_default && !a.in_default) => {}
                (Some(a), v, d) if !a.code => self.x.value_if(&a, v, d),
                (None, Value::Orient(v), Value::Orient(d)) if !row.group.is_empty() => {
                    if let Some(meta) = meta {
                        self.orient_if(meta, v, d);
                    }
                }
                _ => special(self, row.field),
            }
        }
    }

    /// The same for elements without irregular fields.
    fn plain(&mut self, el: &Element, x: &dyn Fields, d: &dyn Fields) {
        self.fields(el, x, d, &mut |_, _| {});
    }

    /// Name and, where it is not the class in force, class.
    fn identity(&mut self, meta: &Meta, context: usize) {
        self.x.text_if("name", &meta.name, "");
        if meta.class != context {
            let name = self.spec.classes.get(meta.class).map_or("main", |c| c.name.as_str());
            self.x.text("class", name);
        }
    }

    fn model(&mut self) {
        self.x.start("mujoco");
        self.x.text("model", &self.spec.name);
        self.settings();
        self.extension();
        self.defaults();
        self.assets();
        self.worldbody();
        self.deformable();
        self.contact();
        self.tendon();
        self.equality();
        self.actuator();
        self.sensor();
        self.custom();
        self.keyframe();
        self.x.end();
    }

    /// Default classes as a tree.
    fn defaults(&mut self) {
        let spec = self.spec;
        let mut children = vec![Vec::new(); spec.classes.len()];
        for (k, c) in spec.classes.iter().enumerate().skip(1) {
            children[c.parent.filter(|p| *p < k).unwrap_or(0)].push(k);
        }
        self.x.start("default");
        self.templates(0);
        // None closes a class
        let mut stack: Vec<Option<usize>> = children[0].iter().rev().map(|k| Some(*k)).collect();
        while let Some(next) = stack.pop() {
            let Some(k) = next else {
                self.x.end();
                continue;
            };
            self.x.start("default");
            self.x.text("class", &spec.classes[k].name);
            self.templates(k);
            stack.push(None);
            stack.extend(children[k].iter().rev().map(|c| Some(*c)));
        }
        self.x.end_if_used();
    }
}
