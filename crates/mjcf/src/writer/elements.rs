//! Elements of the body tree and templates of default classes, as differences to a template.

use super::Writer;
use stiction_model::elements as el;
use stiction_model::kinds::JointKind;
use stiction_model::spec::{Camera, Defaults, Geom, Joint, Pair};

impl Writer<'_> {
    /// The templates of a class, as differences to its parent's.
    pub(super) fn templates(&mut self, class: usize) {
        let spec = self.spec;
        let c = &spec.classes[class];
        let mut root = Defaults::root();
        root.pair = Pair::full();
        let d = c.parent.and_then(|p| spec.classes.get(p)).unwrap_or(&root);
        self.in_default = true;
        macro_rules! template {
            ($el:ident, $field:ident, $write:ident $(, $arg:expr)?) => {
                self.x.start(el::$el.tag);
                self.$write($($arg,)? &c.$field, &d.$field);
                self.x.end_if_used();
            };
        }
        template!(MESH, mesh, mesh);
        template!(TEXTURE, texture, texture);
        template!(MATERIAL, material, material);
        template!(JOINT, joint, joint);
        template!(GEOM, geom, geom);
        template!(SITE, site, plain, &el::SITE);
        template!(CAMERA, camera, camera);
        template!(LIGHT, light, plain, &el::LIGHT);
        template!(PAIR, pair, plain, &el::PAIR);
        template!(DEFAULT_EQUALITY, equality, plain, &el::DEFAULT_EQUALITY);
        template!(DEFAULT_TENDON, tendon, plain, &el::DEFAULT_TENDON);
        template!(GENERAL, actuator, general);
        self.in_default = false;
    }

    pub(super) fn geom(&mut self, g: &Geom, d: &Geom) {
        self.plain(&el::GEOM, g, d);
        if (&g.plugin_name, &g.plugin_config) != (&d.plugin_name, &d.plugin_config) {
            self.plugin_of(&g.plugin_name, &g.plugin_config);
        }
    }

    pub(super) fn joint(&mut self, j: &Joint, d: &Joint) {
        // where units are mixed, angles are written in radians
        let rotary = matches!(j.kind, JointKind::Hinge | JointKind::Ball);
        let hinge = j.kind == JointKind::Hinge;
        self.fields(&el::JOINT, j, d, &mut |w, field| {
            let (name, angular, v, default): (&str, bool, &[f64], &[f64]) = match field {
                "range" => ("range", rotary, &j.range, &d.range),
                "ref_" => ("ref", hinge, &[j.ref_], &[d.ref_]),
                "springref" => ("springref", hinge, &[j.springref], &[d.springref]),
                "springyield" => ("springyield", hinge, &[j.springyield], &[d.springyield]),
                _ => return,
            };
            let written: Vec<f64> =
                v.iter().map(|x| if angular { w.angle(&j.meta, *x) } else { *x }).collect();
            if v != default || written != v {
                w.x.reals(name, &written);
            }
        });
    }

    pub(super) fn camera(&mut self, c: &Camera, d: &Camera) {
        self.fields(&el::CAMERA, c, d, &mut |w, field| {
            if field == "fovy" && c.sensor_size == d.sensor_size {
                w.x.real_if("fovy", c.fovy, d.fovy);
            }
        });
    }
}
