//! Pairs, excludes, equalities, tendons and actuators. An actuator is always written as `general`: its class's template
//! is one too, so gains, biases and dynamics are inherited as they are.

use super::Writer;
use stiction_model::elements::{self as el, words as k};
use stiction_model::kinds::{EqKind, GainKind, ObjKind, TrnKind};
use stiction_model::spec::{Actuator, Defaults, Exclude, PathKind};

impl<'a> Writer<'a> {
    fn template_of(&self, class: usize) -> &'a Defaults {
        self.spec.classes.get(class).unwrap_or(&self.spec.classes[0])
    }

    pub(super) fn contact(&mut self) {
        let spec = self.spec;
        self.x.start("contact");
        for p in &spec.pairs {
            self.x.start("pair");
            self.identity(&p.meta, 0);
            self.plain(&el::PAIR, p, &self.template_of(p.meta.class).pair);
            self.x.end();
        }
        for e in &spec.excludes {
            self.x.start("exclude");
            self.x.text_if("name", &e.meta.name, "");
            self.plain(&el::EXCLUDE, e, &Exclude::default());
            self.x.end();
        }
        self.x.end_if_used();
    }

    pub(super) fn equality(&mut self) {
        let spec = self.spec;
        self.x.start("equality");
        for e in &spec.equalities {
            let (tag, sides) = match (e.kind, e.objtype) {
                (EqKind::Connect, ObjKind::Site) => ("connect", ["site1", "site2"]),
                (EqKind::Connect, _) => ("connect", ["body1", "body2"]),
                (EqKind::Weld, ObjKind::Site) => ("weld", ["site1", "site2"]),
                (EqKind::Weld, _) => ("weld", ["body1", "body2"]),
                (EqKind::Joint, _) => ("joint", ["joint1", "joint2"]),
                (EqKind::Tendon, _) => ("tendon", ["tendon1", "tendon2"]),
                _ => continue,
            };
            self.x.start(tag);
            self.identity(&e.meta, 0);
            let d = &self.template_of(e.meta.class).equality;
            self.plain(&el::DEFAULT_EQUALITY, e, d);
            self.x.text(sides[0], &e.name1);
            self.x.text_if(sides[1], &e.name2, "");
            let sites = e.objtype == ObjKind::Site;
            match e.kind {
                EqKind::Connect if !sites => self.x.reals("anchor", &e.data[..3]),
                EqKind::Connect => {}
                EqKind::Weld => {
                    if !sites {
                        self.x.reals_if("anchor", &e.data[..3], &[0.0; 3]);
                        self.x.reals_if("relpose", &e.data[3..10], &d.data[3..10]);
                    }
                    self.x.real_if("torquescale", e.data[10], d.data[10]);
                }
                _ => self.x.reals_if("polycoef", &e.data[..5], &d.data[..5]),
            }
            self.x.end();
        }
        self.x.end_if_used();
    }

    pub(super) fn tendon(&mut self) {
        let spec = self.spec;
        self.x.start("tendon");
        for t in &spec.tendons {
            let fixed = t.path.iter().any(|p| matches!(p.kind, PathKind::Joint { .. }));
            let el = if fixed { &el::FIXED } else { &el::SPATIAL };
            self.x.start(el.tag);
            self.identity(&t.meta, 0);
            self.plain(el, t, &self.template_of(t.meta.class).tendon);
            for p in &t.path {
                match &p.kind {
                    PathKind::Joint { joint, coef } => {
                        self.x.start("joint");
                        self.x.text("joint", joint);
                        self.x.reals("coef", &[*coef]);
                    }
                    PathKind::Site(s) => {
                        self.x.start("site");
                        self.x.text("site", s);
                    }
                    PathKind::Geom { geom, sidesite } => {
                        self.x.start("geom");
                        self.x.text("geom", geom);
                        self.x.text_if("sidesite", sidesite, "");
                    }
                    PathKind::Pulley(d) => {
                        self.x.start("pulley");
                        self.x.reals("divisor", &[*d]);
                    }
                }
                self.x.end();
            }
            self.x.end();
        }
        self.x.end_if_used();
    }

    pub(super) fn actuator(&mut self) {
        let spec = self.spec;
        self.x.start("actuator");
        for a in &spec.actuators {
            let plugin = !a.plugin_name.is_empty();
            self.x.start(if plugin { "plugin" } else { "general" });
            self.identity(&a.meta, 0);
            if plugin {
                self.x.text("plugin", &a.plugin_name);
            }
            self.general(a, &self.template_of(a.meta.class).actuator);
            self.plugin_config(&a.plugin_config);
            self.x.end();
        }
        self.x.end_if_used();
    }

    /// `config` elements of a plugin, from keys and values one after the other.
    pub(super) fn plugin_config(&mut self, config: &[String]) {
        for pair in config.chunks_exact(2) {
            self.x.start("config");
            self.x.text("key", &pair[0]);
            self.x.text("value", &pair[1]);
            self.x.end();
        }
    }

    /// `plugin` below a mesh or geom.
    pub(super) fn plugin_of(&mut self, name: &str, config: &[String]) {
        if name.is_empty() {
            return;
        }
        self.x.start("plugin");
        self.x.text("plugin", name);
        self.plugin_config(config);
        self.x.end();
    }

    /// `extension`, naming every plugin that is used.
    pub(super) fn extension(&mut self) {
        let spec = self.spec;
        let actuators = spec.actuators.iter().map(|a| &a.plugin_name);
        let solids =
            spec.meshes.iter().map(|m| &m.plugin_name).chain(spec.geoms.iter().map(|g| &g.plugin_name));
        let used = actuators
            .chain(spec.sensors.iter().map(|s| &s.plugin_name))
            .chain(solids)
            .filter(|n| !n.is_empty());
        self.x.start("extension");
        for name in used.collect::<std::collections::BTreeSet<_>>() {
            self.x.start("plugin");
            self.x.text("plugin", name);
            self.x.end();
        }
        self.x.end_if_used();
    }

    pub(super) fn general(&mut self, a: &Actuator, d: &Actuator) {
        let target = match a.trntype {
            TrnKind::Joint => "joint",
            TrnKind::Jointinparent => "jointinparent",
            TrnKind::Tendon => "tendon",
            TrnKind::Slidercrank => "cranksite",
            TrnKind::Body => "body",
            TrnKind::Site | TrnKind::So3 => "site",
            TrnKind::Undefined => "",
        };
        let el = if a.plugin_name.is_empty() { &el::GENERAL } else { &el::ACT_PLUGIN };
        self.fields(el, a, d, &mut |w, field| match field {
            "target" if !w.in_default && !target.is_empty() => w.x.text(target, &a.target),
            "inheritrange"
                if a.inheritrange != d.inheritrange
                    || (a.ctrlrange != d.ctrlrange && a.inheritrange != 0.0) =>
            {
                w.x.reals("inheritrange", &[a.inheritrange]);
            }
            "ctrlspec" => {
                // another gain forgets the inherited signature
                let inherited = if a.gaintype == d.gaintype { d.ctrlspec } else { 0 };
                if a.ctrlspec != inherited {
                    w.x.text("input", &input(a));
                }
            }
            _ => {}
        });
    }
}

/// The words of an input signature.
fn input(a: &Actuator) -> String {
    if a.gaintype == GainKind::So3 {
        return k::word(k::CHART, a.ctrlspec).unwrap_or("").into();
    }
    let words: Vec<&str> = k::INPUT.iter().filter(|w| a.ctrlspec & w.1 != 0).map(|w| w.0).collect();
    words.join(" ")
}
