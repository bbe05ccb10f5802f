//! Elements of the body tree and templates of default classes, as differences to a template.

use super::Writer;
use crate::schema::keywords as k;
use stiction_model::kinds::JointKind;
use stiction_model::spec::{Camera, Defaults, Geom, Joint, Light, Site};

impl Writer<'_> {
    /// The templates of a class, as differences to its parent's.
    pub(super) fn templates(&mut self, class: usize) {
        let spec = self.spec;
        let c = &spec.classes[class];
        let mut root = Defaults::root();
        root.pair = crate::reader::full_pair();
        let d = c.parent.and_then(|p| spec.classes.get(p)).unwrap_or(&root);
        macro_rules! template {
            ($tag:literal, $field:ident, $write:ident) => {
                self.x.start($tag);
                self.$write(&c.$field, &d.$field);
                self.x.end_if_used();
            };
        }
        template!("mesh", mesh, mesh);
        template!("texture", texture, texture);
        template!("material", material, material);
        template!("joint", joint, joint);
        template!("geom", geom, geom);
        template!("site", site, site);
        template!("camera", camera, camera);
        template!("light", light, light);
        template!("pair", pair, pair);
        template!("equality", equality, equality_base);
        template!("tendon", tendon, tendon_base);
        template!("general", actuator, general);
    }

    pub(super) fn joint(&mut self, j: &Joint, d: &Joint) {
        let hinge_like = matches!(j.kind, JointKind::Hinge | JointKind::Ball);
        let angle = |w: &Self, v: f64| if hinge_like { w.angle(&j.meta, v) } else { v };
        let range = j.range.map(|v| angle(self, v));
        let hinge = |w: &Self, v: f64| if j.kind == JointKind::Hinge { w.angle(&j.meta, v) } else { v };
        let (r, s, y) = (hinge(self, j.ref_), hinge(self, j.springref), hinge(self, j.springyield));
        let x = &mut self.x;
        x.word_if("type", k::JOINT, j.kind as i32, d.kind as i32);
        x.ints_if("group", &[j.group], &[d.group]);
        x.reals_if("pos", &j.pos.0, &d.pos.0);
        x.reals_if("axis", &j.axis.0, &d.axis.0);
        x.reals_if("springdamper", &j.springdamper, &d.springdamper);
        x.word_if("limited", k::TRI, j.limited as i32, d.limited as i32);
        x.word_if("actuatorfrclimited", k::TRI, j.actfrclimited as i32, d.actfrclimited as i32);
        x.reals_if("solreflimit", &j.solref_limit, &d.solref_limit);
        x.reals_if("solimplimit", &j.solimp_limit, &d.solimp_limit);
        x.reals_if("solreffriction", &j.solref_friction, &d.solref_friction);
        x.reals_if("solimpfriction", &j.solimp_friction, &d.solimp_friction);
        x.reals_if("stiffness", &j.stiffness, &d.stiffness);
        if j.range != d.range || range != j.range {
            x.reals("range", &range);
        }
        x.reals_if("actuatorfrcrange", &j.actfrcrange, &d.actfrcrange);
        x.flag_if("actuatorgravcomp", j.actgravcomp, d.actgravcomp);
        x.real_if("margin", j.margin, d.margin);
        for (name, authored, value, default) in [
            ("ref", j.ref_, r, d.ref_),
            ("springref", j.springref, s, d.springref),
            ("springyield", j.springyield, y, d.springyield),
        ] {
            if authored != default || value != authored {
                x.reals(name, &[value]);
            }
        }
        x.real_if("armature", j.armature, d.armature);
        x.reals_if("damping", &j.damping, &d.damping);
        x.real_if("frictionloss", j.frictionloss, d.frictionloss);
        x.user_if(&j.userdata, &d.userdata);
    }

    pub(super) fn geom(&mut self, g: &Geom, d: &Geom) {
        let x = &mut self.x;
        x.word_if("type", k::GEOM, g.kind as i32, d.kind as i32);
        x.ints_if("contype", &[g.contype], &[d.contype]);
        x.ints_if("conaffinity", &[g.conaffinity], &[d.conaffinity]);
        x.ints_if("condim", &[g.condim], &[d.condim]);
        x.ints_if("group", &[g.group], &[d.group]);
        x.ints_if("priority", &[g.priority], &[d.priority]);
        x.reals_if("size", &g.size, &d.size);
        x.text_if("material", &g.material, &d.material);
        x.reals_if("friction", &g.friction, &d.friction);
        if let Some(m) = g.mass.filter(|_| g.mass != d.mass) {
            x.reals("mass", &[m]);
        }
        x.real_if("density", g.density, d.density);
        x.word_if("shellinertia", k::BOOL, g.typeinertia as i32, d.typeinertia as i32);
        x.real_if("solmix", g.solmix, d.solmix);
        x.reals_if("solref", &g.solref, &d.solref);
        x.reals_if("solimp", &g.solimp, &d.solimp);
        x.real_if("margin", g.margin, d.margin);
        x.real_if("gap", g.gap, d.gap);
        x.reals_if("surfacevel", &g.surfacevel, &d.surfacevel);
        x.real_if("adhesion", g.adhesion, d.adhesion);
        if let Some(v) = g.fromto.filter(|_| g.fromto != d.fromto) {
            x.reals("fromto", &v);
        }
        x.reals_if("pos", &g.pos.0, &d.pos.0);
        self.orient_if(&g.meta, &g.orient, &d.orient);
        let x = &mut self.x;
        x.text_if("hfield", &g.hfieldname, &d.hfieldname);
        x.text_if("mesh", &g.meshname, &d.meshname);
        x.real_if("fitscale", g.fitscale, d.fitscale);
        x.floats_if("rgba", &g.rgba, &d.rgba);
        x.flag_if("castshadow", g.castshadow, d.castshadow);
        x.word_if("fluidshape", k::FLUID, g.fluid_ellipsoid as i32, d.fluid_ellipsoid as i32);
        x.reals_if("fluidcoef", &g.fluid_coefs, &d.fluid_coefs);
        x.user_if(&g.userdata, &d.userdata);
    }

    pub(super) fn site(&mut self, s: &Site, d: &Site) {
        let x = &mut self.x;
        x.word_if("type", k::GEOM, s.kind as i32, d.kind as i32);
        x.ints_if("group", &[s.group], &[d.group]);
        x.reals_if("pos", &s.pos.0, &d.pos.0);
        self.orient_if(&s.meta, &s.orient, &d.orient);
        let x = &mut self.x;
        x.text_if("material", &s.material, &d.material);
        x.text_if("mesh", &s.meshname, &d.meshname);
        x.reals_if("size", &s.size, &d.size);
        if let Some(v) = s.fromto.filter(|_| s.fromto != d.fromto) {
            x.reals("fromto", &v);
        }
        x.floats_if("rgba", &s.rgba, &d.rgba);
        x.user_if(&s.userdata, &d.userdata);
    }

    pub(super) fn camera(&mut self, c: &Camera, d: &Camera) {
        let x = &mut self.x;
        x.word_if("projection", k::PROJECTION, c.proj as i32, d.proj as i32);
        if c.sensor_size == d.sensor_size {
            x.real_if("fovy", c.fovy, d.fovy);
        }
        x.real_if("ipd", c.ipd, d.ipd);
        x.ints_if("resolution", &c.resolution, &d.resolution);
        if c.output != d.output {
            let words: Vec<&str> = k::CAMOUT.iter().filter(|w| c.output & w.1 != 0).map(|w| w.0).collect();
            x.text("output", &words.join(" "));
        }
        x.reals_if("pos", &c.pos.0, &d.pos.0);
        self.orient_if(&c.meta, &c.orient, &d.orient);
        let x = &mut self.x;
        x.word_if("mode", k::CAMLIGHT, c.mode as i32, d.mode as i32);
        x.text_if("target", &c.targetbody, &d.targetbody);
        x.floats_if("focal", &c.focal_length, &d.focal_length);
        x.floats_if("focalpixel", &c.focal_pixel, &d.focal_pixel);
        x.floats_if("principal", &c.principal_length, &d.principal_length);
        x.floats_if("principalpixel", &c.principal_pixel, &d.principal_pixel);
        x.floats_if("sensorsize", &c.sensor_size, &d.sensor_size);
        x.user_if(&c.userdata, &d.userdata);
    }

    pub(super) fn light(&mut self, l: &Light, d: &Light) {
        let x = &mut self.x;
        x.word_if("type", k::LIGHT, l.kind as i32, d.kind as i32);
        x.flag_if("castshadow", l.castshadow, d.castshadow);
        x.flag_if("active", l.active, d.active);
        x.reals_if("pos", &l.pos.0, &d.pos.0);
        x.reals_if("dir", &l.dir.0, &d.dir.0);
        x.floats_if("bulbradius", &[l.bulbradius], &[d.bulbradius]);
        x.floats_if("intensity", &[l.intensity], &[d.intensity]);
        x.floats_if("range", &[l.range], &[d.range]);
        x.floats_if("attenuation", &l.attenuation, &d.attenuation);
        x.floats_if("cutoff", &[l.cutoff], &[d.cutoff]);
        x.floats_if("softness", &[l.softness], &[d.softness]);
        x.floats_if("exponent", &[l.exponent], &[d.exponent]);
        x.floats_if("ambient", &l.ambient, &d.ambient);
        x.floats_if("diffuse", &l.diffuse, &d.diffuse);
        x.floats_if("specular", &l.specular, &d.specular);
        x.word_if("mode", k::CAMLIGHT, l.mode as i32, d.mode as i32);
        x.text_if("target", &l.targetbody, &d.targetbody);
        x.text_if("texture", &l.texture, &d.texture);
    }
}
