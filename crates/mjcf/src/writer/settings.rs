//! Settings, custom data and keyframes.

use super::Writer;
use crate::reader::settings::{DISABLE, ENABLE, visual_map, visual_rgba, visual_scale};
use crate::schema::keywords as k;
use stiction_model::options::{Options, Visual};
use stiction_model::spec::{Compiler, LengthRange, SizeRequest};

impl Writer<'_> {
    pub(super) fn settings(&mut self) {
        self.compiler();
        self.option();
        self.size();
        self.visual();
        self.statistic();
    }

    fn compiler(&mut self) {
        let (c, d) = (&self.spec.compiler, Compiler::default());
        let (mixed, folders) = (self.mixed, self.folders);
        let x = &mut self.x;
        x.start("compiler");
        x.flag_if("autolimits", c.autolimits, d.autolimits);
        x.real_if("boundmass", c.boundmass, d.boundmass);
        x.real_if("boundinertia", c.boundinertia, d.boundinertia);
        x.real_if("settotalmass", c.settotalmass, d.settotalmass);
        x.flag_if("balanceinertia", c.balanceinertia, d.balanceinertia);
        x.flag_if("strippath", c.strippath, d.strippath);
        if mixed || !c.degree {
            x.text("angle", "radian");
        }
        x.flag_if("fitaabb", c.fitaabb, d.fitaabb);
        x.text_if("eulerseq", &String::from_utf8_lossy(&c.eulerseq), "xyz");
        if !folders {
            x.text_if("meshdir", &c.meshdir, "");
            x.text_if("texturedir", &c.texturedir, "");
        }
        x.flag_if("discardvisual", c.discardvisual, d.discardvisual);
        x.flag_if("usethread", c.usethread, d.usethread);
        x.flag_if("fusestatic", c.fusestatic, d.fusestatic);
        x.word_if("inertiafromgeom", k::TRI, c.inertiafromgeom as i32, d.inertiafromgeom as i32);
        x.ints_if("inertiagrouprange", &c.inertiagrouprange, &d.inertiagrouprange);
        x.flag_if("alignfree", c.alignfree, d.alignfree);
        x.word_if("conflict", k::CONFLICT, c.conflict as i32, d.conflict as i32);
        x.word_if("passthrough", k::PASSTHROUGH, i32::from(c.passthrough), 0);
        let (l, d) = (&c.lengthrange, LengthRange::default());
        x.start("lengthrange");
        x.word_if("mode", k::LENGTHRANGE, l.mode as i32, d.mode as i32);
        x.flag_if("useexisting", l.useexisting, d.useexisting);
        x.flag_if("uselimit", l.uselimit, d.uselimit);
        x.real_if("accel", l.accel, d.accel);
        x.real_if("maxforce", l.maxforce, d.maxforce);
        x.real_if("timeconst", l.timeconst, d.timeconst);
        x.real_if("timestep", l.timestep, d.timestep);
        x.real_if("inttotal", l.inttotal, d.inttotal);
        x.real_if("interval", l.interval, d.interval);
        x.real_if("tolrange", l.tolrange, d.tolrange);
        x.end_if_used();
        x.end_if_used();
    }

    fn option(&mut self) {
        let (o, d) = (&self.spec.option, Options::default());
        let x = &mut self.x;
        x.start("option");
        x.real_if("timestep", o.timestep, d.timestep);
        x.real_if("impratio", o.impratio, d.impratio);
        x.real_if("tolerance", o.tolerance, d.tolerance);
        x.real_if("ls_tolerance", o.ls_tolerance, d.ls_tolerance);
        x.real_if("noslip_tolerance", o.noslip_tolerance, d.noslip_tolerance);
        x.real_if("ccd_tolerance", o.ccd_tolerance, d.ccd_tolerance);
        x.real_if("sleep_tolerance", o.sleep_tolerance, d.sleep_tolerance);
        x.reals_if("gravity", &o.gravity.0, &d.gravity.0);
        x.reals_if("wind", &o.wind.0, &d.wind.0);
        x.reals_if("magnetic", &o.magnetic.0, &d.magnetic.0);
        x.real_if("density", o.density, d.density);
        x.real_if("viscosity", o.viscosity, d.viscosity);
        x.real_if("o_margin", o.o_margin, d.o_margin);
        x.reals_if("o_solref", &o.o_solref, &d.o_solref);
        x.reals_if("o_solimp", &o.o_solimp, &d.o_solimp);
        x.reals_if("o_friction", &o.o_friction, &d.o_friction);
        x.word_if("integrator", k::INTEGRATOR, o.integrator, d.integrator);
        x.word_if("cone", k::CONE, o.cone, d.cone);
        x.word_if("jacobian", k::JACOBIAN, o.jacobian, d.jacobian);
        x.word_if("solver", k::SOLVER, o.solver, d.solver);
        x.ints_if("iterations", &[o.iterations], &[d.iterations]);
        x.ints_if("ls_iterations", &[o.ls_iterations], &[d.ls_iterations]);
        x.ints_if("noslip_iterations", &[o.noslip_iterations], &[d.noslip_iterations]);
        x.ints_if("ccd_iterations", &[o.ccd_iterations], &[d.ccd_iterations]);
        x.ints_if("sdf_iterations", &[o.sdf_iterations], &[d.sdf_iterations]);
        x.ints_if("sdf_initpoints", &[o.sdf_initpoints], &[d.sdf_initpoints]);
        let groups: Vec<i32> = (0..31).filter(|g| o.disableactuator & (1 << g) != 0).collect();
        x.ints_if("actuatorgroupdisable", &groups, &[]);
        x.start("flag");
        for (name, bit) in DISABLE {
            if o.disableflags & bit != 0 {
                x.text(name, "disable");
            }
        }
        for (name, bit) in ENABLE {
            if o.enableflags & bit != 0 {
                x.text(name, "enable");
            }
        }
        x.end_if_used();
        x.end_if_used();
    }

    fn size(&mut self) {
        let (s, d) = (&self.spec.size, SizeRequest::default());
        let x = &mut self.x;
        x.start("size");
        if s.memory >= 0 {
            x.text("memory", &s.memory.to_string());
        }
        for (name, v, d) in [
            ("njmax", s.njmax, d.njmax),
            ("nconmax", s.nconmax, d.nconmax),
            ("nstack", s.nstack, d.nstack),
            ("nuserdata", s.nuserdata, d.nuserdata),
            ("nkey", s.nkey, d.nkey),
            ("nuser_body", s.nuser_body, d.nuser_body),
            ("nuser_jnt", s.nuser_jnt, d.nuser_jnt),
            ("nuser_geom", s.nuser_geom, d.nuser_geom),
            ("nuser_site", s.nuser_site, d.nuser_site),
            ("nuser_cam", s.nuser_cam, d.nuser_cam),
            ("nuser_tendon", s.nuser_tendon, d.nuser_tendon),
            ("nuser_actuator", s.nuser_actuator, d.nuser_actuator),
            ("nuser_sensor", s.nuser_sensor, d.nuser_sensor),
        ] {
            x.ints_if(name, &[v], &[d]);
        }
        x.end_if_used();
    }

    fn statistic(&mut self) {
        let s = self.spec.statistic.clone();
        let x = &mut self.x;
        x.start("statistic");
        for (name, v) in [
            ("meaninertia", s.meaninertia),
            ("meanmass", s.meanmass),
            ("meansize", s.meansize),
            ("extent", s.extent),
        ] {
            if let Some(v) = v {
                x.reals(name, &[v]);
            }
        }
        if let Some(c) = s.center {
            x.reals("center", &c.0);
        }
        x.end_if_used();
    }

    fn visual(&mut self) {
        let (mut v, mut d) = (self.spec.visual.clone(), Visual::default());
        let x = &mut self.x;
        x.start("visual");
        let (g, h) = (&v.global, &d.global);
        x.start("global");
        x.ints_if("cameraid", &[g.cameraid], &[h.cameraid]);
        x.word_if("orthographic", k::BOOL, g.orthographic, h.orthographic);
        x.floats_if("fovy", &[g.fovy], &[h.fovy]);
        x.floats_if("ipd", &[g.ipd], &[h.ipd]);
        x.floats_if("azimuth", &[g.azimuth], &[h.azimuth]);
        x.floats_if("elevation", &[g.elevation], &[h.elevation]);
        x.floats_if("linewidth", &[g.linewidth], &[h.linewidth]);
        x.floats_if("glow", &[g.glow], &[h.glow]);
        x.ints_if("offwidth", &[g.offwidth], &[h.offwidth]);
        x.ints_if("offheight", &[g.offheight], &[h.offheight]);
        x.floats_if("realtime", &[g.realtime], &[h.realtime]);
        x.word_if("ellipsoidinertia", k::BOOL, g.ellipsoidinertia, h.ellipsoidinertia);
        x.word_if("bvactive", k::BOOL, g.bvactive, h.bvactive);
        x.end_if_used();
        let (q, h) = (&v.quality, &d.quality);
        x.start("quality");
        x.ints_if("shadowsize", &[q.shadowsize], &[h.shadowsize]);
        x.ints_if("offsamples", &[q.offsamples], &[h.offsamples]);
        x.ints_if("numslices", &[q.numslices], &[h.numslices]);
        x.ints_if("numstacks", &[q.numstacks], &[h.numstacks]);
        x.ints_if("numquads", &[q.numquads], &[h.numquads]);
        x.end_if_used();
        let (l, h) = (&v.headlight, &d.headlight);
        x.start("headlight");
        x.floats_if("ambient", &l.ambient, &h.ambient);
        x.floats_if("diffuse", &l.diffuse, &h.diffuse);
        x.floats_if("specular", &l.specular, &h.specular);
        x.word_if("active", k::TRI, l.active, h.active);
        x.end_if_used();
        x.start("map");
        for ((name, a), (_, b)) in visual_map(&mut v.map).into_iter().zip(visual_map(&mut d.map)) {
            x.floats_if(name, &[*a], &[*b]);
        }
        x.end_if_used();
        x.start("scale");
        for ((name, a), (_, b)) in visual_scale(&mut v.scale).into_iter().zip(visual_scale(&mut d.scale)) {
            x.floats_if(name, &[*a], &[*b]);
        }
        x.end_if_used();
        x.start("rgba");
        for ((name, a), (_, b)) in visual_rgba(&mut v.rgba).into_iter().zip(visual_rgba(&mut d.rgba)) {
            x.floats_if(name, a, b);
        }
        x.end_if_used();
        x.end_if_used();
    }

    pub(super) fn custom(&mut self) {
        let spec = self.spec;
        let x = &mut self.x;
        x.start("custom");
        for n in &spec.numerics {
            x.start("numeric");
            x.text("name", &n.meta.name);
            x.ints("size", &[n.size.max(n.data.len() as i32)]);
            x.reals_if("data", &n.data, &[]);
            x.end();
        }
        for t in &spec.texts {
            x.start("text");
            x.text("name", &t.meta.name);
            x.text("data", &t.data);
            x.end();
        }
        for t in &spec.tuples {
            x.start("tuple");
            x.text("name", &t.meta.name);
            for ((kind, name), prm) in t.objtype.iter().zip(&t.objname).zip(&t.objprm) {
                x.start("element");
                x.word_if("objtype", k::OBJ, *kind, -1);
                x.text("objname", name);
                x.real_if("prm", *prm, 0.0);
                x.end();
            }
            x.end();
        }
        x.end_if_used();
    }

    pub(super) fn keyframe(&mut self) {
        let spec = self.spec;
        let x = &mut self.x;
        x.start("keyframe");
        for key in &spec.keys {
            x.start("key");
            x.text_if("name", &key.meta.name, "");
            x.real_if("time", key.time, 0.0);
            for (name, v) in [
                ("qpos", &key.qpos),
                ("qvel", &key.qvel),
                ("act", &key.act),
                ("mpos", &key.mpos),
                ("mquat", &key.mquat),
                ("ctrl", &key.ctrl),
                ("plastic", &key.plastic),
            ] {
                // what is missing at the end has its default anyway
                let n = v.iter().rposition(|e| !e.is_nan()).map_or(0, |i| i + 1);
                x.reals_if(name, &v[..n], &[]);
            }
            x.end();
        }
        x.end_if_used();
    }
}
