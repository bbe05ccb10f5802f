//! Pairs, excludes, equalities, tendons and actuators. An actuator is always written as `general`: its class's template
//! is one too, so gains, biases and dynamics are inherited as they are.

use super::Writer;
use crate::schema::keywords as k;
use stiction_model::kinds::{EqKind, GainKind, ObjKind, TrnKind};
use stiction_model::spec::{Actuator, Defaults, Equality, Pair, PathKind, Tendon};

impl Writer<'_> {
    fn template_of(&self, class: usize) -> &Defaults {
        self.spec.classes.get(class).unwrap_or(&self.spec.classes[0])
    }

    pub(super) fn contact(&mut self) {
        let spec = self.spec;
        self.x.start("contact");
        for p in &spec.pairs {
            self.x.start("pair");
            self.identity(&p.meta, 0);
            self.x.text("geom1", &p.geomname1);
            self.x.text("geom2", &p.geomname2);
            let d = self.template_of(p.meta.class).pair.clone();
            self.pair(p, &d);
            self.x.end();
        }
        for e in &spec.excludes {
            self.x.start("exclude");
            self.x.text_if("name", &e.meta.name, "");
            self.x.text("body1", &e.bodyname1);
            self.x.text("body2", &e.bodyname2);
            self.x.end();
        }
        self.x.end_if_used();
    }

    pub(super) fn pair(&mut self, p: &Pair, d: &Pair) {
        let x = &mut self.x;
        if let Some(n) = p.condim.filter(|_| p.condim != d.condim) {
            x.ints("condim", &[n]);
        }
        fn some<const N: usize>(x: &mut super::Xml, name: &str, v: Option<[f64; N]>, d: Option<[f64; N]>) {
            if let Some(v) = v.filter(|v| Some(*v) != d) {
                x.reals(name, &v);
            }
        }
        some(x, "friction", p.friction, d.friction);
        some(x, "solref", p.solref, d.solref);
        some(x, "solreffriction", p.solreffriction, d.solreffriction);
        some(x, "solimp", p.solimp, d.solimp);
        some(x, "gap", p.gap.map(|v| [v]), d.gap.map(|v| [v]));
        some(x, "margin", p.margin.map(|v| [v]), d.margin.map(|v| [v]));
        some(x, "adhesion", p.adhesion.map(|v| [v]), d.adhesion.map(|v| [v]));
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
            let d = self.template_of(e.meta.class).equality.clone();
            self.equality_base(e, &d);
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

    pub(super) fn equality_base(&mut self, e: &Equality, d: &Equality) {
        self.x.flag_if("active", e.active, d.active);
        self.x.reals_if("solref", &e.solref, &d.solref);
        self.x.reals_if("solimp", &e.solimp, &d.solimp);
    }

    pub(super) fn tendon(&mut self) {
        let spec = self.spec;
        self.x.start("tendon");
        for t in &spec.tendons {
            let fixed = t.path.iter().any(|p| matches!(p.kind, PathKind::Joint { .. }));
            self.x.start(if fixed { "fixed" } else { "spatial" });
            self.identity(&t.meta, 0);
            let d = self.template_of(t.meta.class).tendon.clone();
            if fixed {
                // how a fixed tendon would look is not in the file format
                let look = Tendon { width: d.width, material: d.material.clone(), rgba: d.rgba, ..t.clone() };
                self.tendon_base(&look, &d);
            } else {
                self.tendon_base(t, &d);
            }
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

    pub(super) fn tendon_base(&mut self, t: &Tendon, d: &Tendon) {
        let x = &mut self.x;
        x.ints_if("group", &[t.group], &[d.group]);
        x.word_if("limited", k::TRI, t.limited as i32, d.limited as i32);
        x.word_if("actuatorfrclimited", k::TRI, t.actfrclimited as i32, d.actfrclimited as i32);
        x.reals_if("range", &t.range, &d.range);
        x.reals_if("actuatorfrcrange", &t.actfrcrange, &d.actfrcrange);
        x.reals_if("solreflimit", &t.solref_limit, &d.solref_limit);
        x.reals_if("solimplimit", &t.solimp_limit, &d.solimp_limit);
        x.reals_if("solreffriction", &t.solref_friction, &d.solref_friction);
        x.reals_if("solimpfriction", &t.solimp_friction, &d.solimp_friction);
        x.real_if("frictionloss", t.frictionloss, d.frictionloss);
        x.reals_if("springlength", &t.springlength, &d.springlength);
        x.real_if("springyield", t.springyield, d.springyield);
        x.real_if("width", t.width, d.width);
        x.text_if("material", &t.material, &d.material);
        x.real_if("margin", t.margin, d.margin);
        x.reals_if("stiffness", &t.stiffness, &d.stiffness);
        x.reals_if("damping", &t.damping, &d.damping);
        x.real_if("armature", t.armature, d.armature);
        x.floats_if("rgba", &t.rgba, &d.rgba);
        x.user_if(&t.userdata, &d.userdata);
    }

    pub(super) fn actuator(&mut self) {
        let spec = self.spec;
        self.x.start("actuator");
        for a in &spec.actuators {
            self.x.start("general");
            self.identity(&a.meta, 0);
            let target = match a.trntype {
                TrnKind::Joint => "joint",
                TrnKind::Jointinparent => "jointinparent",
                TrnKind::Tendon => "tendon",
                TrnKind::Slidercrank => "cranksite",
                TrnKind::Body => "body",
                TrnKind::Site | TrnKind::So3 => "site",
                TrnKind::Undefined => "",
            };
            if !target.is_empty() {
                self.x.text(target, &a.target);
            }
            self.x.text_if("slidersite", &a.slidersite, "");
            self.x.text_if("refsite", &a.refsite, "");
            let d = self.template_of(a.meta.class).actuator.clone();
            self.x.reals_if("lengthrange", &a.lengthrange, &d.lengthrange);
            self.general(a, &d);
            self.x.end();
        }
        self.x.end_if_used();
    }

    pub(super) fn general(&mut self, a: &Actuator, d: &Actuator) {
        let x = &mut self.x;
        x.ints_if("group", &[a.group], &[d.group]);
        x.ints_if("nsample", &[a.nsample], &[d.nsample]);
        x.word_if("interp", k::INTERP, a.interp, d.interp);
        x.real_if("delay", a.delay, d.delay);
        x.word_if("ctrllimited", k::TRI, a.ctrllimited as i32, d.ctrllimited as i32);
        x.word_if("forcelimited", k::TRI, a.forcelimited as i32, d.forcelimited as i32);
        x.word_if("actlimited", k::TRI, a.actlimited as i32, d.actlimited as i32);
        x.reals_if("ctrlrange", &a.ctrlrange, &d.ctrlrange);
        x.reals_if("forcerange", &a.forcerange, &d.forcerange);
        x.reals_if("actrange", &a.actrange, &d.actrange);
        x.reals_if("gear", &a.gear, &d.gear);
        x.reals_if("damping", &a.damping, &d.damping);
        x.real_if("armature", a.armature, d.armature);
        x.real_if("cranklength", a.cranklength, d.cranklength);
        x.user_if(&a.userdata, &d.userdata);
        x.ints_if("actdim", &[a.actdim], &[d.actdim]);
        x.word_if("dyntype", k::DYN, a.dyntype as i32, d.dyntype as i32);
        x.word_if("gaintype", k::GAIN, a.gaintype as i32, d.gaintype as i32);
        x.word_if("biastype", k::BIAS, a.biastype as i32, d.biastype as i32);
        x.reals_if("dynprm", &a.dynprm, &d.dynprm);
        x.reals_if("gainprm", &a.gainprm, &d.gainprm);
        x.reals_if("biasprm", &a.biasprm, &d.biasprm);
        x.flag_if("actearly", a.actearly, d.actearly);
        x.reals_if("velrange", &a.velrange, &d.velrange);
        x.reals_if("ffrange", &a.ffrange, &d.ffrange);
        if a.inheritrange != d.inheritrange || (a.ctrlrange != d.ctrlrange && a.inheritrange != 0.0) {
            x.reals("inheritrange", &[a.inheritrange]);
        }
        // another gain forgets the inherited signature
        let inherited = if a.gaintype == d.gaintype { d.ctrlspec } else { 0 };
        if a.ctrlspec != inherited {
            x.text("input", &input(a));
        }
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
