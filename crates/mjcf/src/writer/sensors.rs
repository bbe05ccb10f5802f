//! Sensors.

use super::Writer;
use crate::reader::sensors::tag;
use stiction_model::elements::{self as el, Words, words as k};
use stiction_model::kinds::{ObjKind, SensorKind as K};
use stiction_model::spec::Sensor;

impl Writer<'_> {
    pub(super) fn sensor(&mut self) {
        let spec = self.spec;
        self.x.start("sensor");
        for s in &spec.sensors {
            let (name, attr) = tag(s.kind);
            self.x.start(name);
            self.x.text_if("name", &s.meta.name, "");
            self.target(s, attr);
            if let Some(row) = el::SENSOR.child(name) {
                self.plain(row.el, s, &Sensor::default());
            }
            self.plugin_config(&s.plugin_config);
            self.x.end();
        }
        self.x.end_if_used();
    }

    /// What the sensor measures.
    fn target(&mut self, s: &Sensor, attr: &str) {
        let x = &mut self.x;
        match s.kind {
            K::Camprojection => {
                x.text("site", &s.objname);
                x.text("camera", &s.refname);
            }
            K::Rangefinder => {
                x.text(if s.objtype == ObjKind::Camera { "camera" } else { "site" }, &s.objname);
                if s.intprm[0] != 1 {
                    x.text("data", &fields(k::RAYDATA, s.intprm[0]));
                }
            }
            K::Insidesite => {
                x.text("site", &s.refname);
                x.word_if("objtype", k::FRAMEOBJ, s.objtype as i32, -1);
                x.text("objname", &s.objname);
                x.flag_if("enclosed", s.intprm[0] != 0, false);
            }
            K::Geomdist | K::Geomnormal | K::Geomfromto => {
                x.text(if s.objtype == ObjKind::Body { "body1" } else { "geom1" }, &s.objname);
                x.text(if s.reftype == ObjKind::Body { "body2" } else { "geom2" }, &s.refname);
            }
            K::Contact => {
                let first = match s.objtype {
                    ObjKind::Site => "site",
                    ObjKind::Body => "body1",
                    ObjKind::Xbody => "subtree1",
                    ObjKind::Geom => "geom1",
                    _ => "",
                };
                let second = match s.reftype {
                    ObjKind::Body => "body2",
                    ObjKind::Xbody => "subtree2",
                    ObjKind::Geom => "geom2",
                    _ => "",
                };
                for (attr, name) in [(first, &s.objname), (second, &s.refname)] {
                    if !attr.is_empty() {
                        x.text(attr, name);
                    }
                }
                x.ints_if("num", &[s.intprm[2]], &[1]);
                if s.intprm[0] != 1 {
                    x.text("data", &fields(k::CONTACTDATA, s.intprm[0]));
                }
                x.word_if("reduce", k::REDUCE, s.intprm[1], 0);
            }
            K::Plugin => {
                x.text("plugin", &s.plugin_name);
                x.word_if("objtype", k::OBJ, s.objtype as i32, 0);
                x.text_if("objname", &s.objname, "");
                x.word_if("reftype", k::OBJ, s.reftype as i32, 0);
                x.text_if("refname", &s.refname, "");
            }
            K::Tactile => {
                x.text("geom", &s.refname);
                x.text("mesh", &s.objname);
            }
            K::User => {
                if s.objtype != ObjKind::Unknown {
                    x.word_if("objtype", k::OBJ, s.objtype as i32, -1);
                    x.text("objname", &s.objname);
                }
                x.word_if("datatype", k::DATATYPE, s.datatype as i32, 0);
                x.word_if("needstage", k::STAGE, s.needstage as i32, 3);
                x.ints("dim", &[s.dim]);
            }
            _ if attr == "objname" => {
                x.word_if("objtype", k::FRAMEOBJ, s.objtype as i32, -1);
                x.text("objname", &s.objname);
                if s.reftype != ObjKind::Unknown {
                    x.word_if("reftype", k::FRAMEOBJ, s.reftype as i32, -1);
                    x.text("refname", &s.refname);
                }
            }
            _ if !attr.is_empty() => x.text(attr, &s.objname),
            _ => {}
        }
    }
}

/// The words of a bit set.
fn fields(set: Words, bits: i32) -> String {
    set.iter().filter(|w| bits & (1 << w.1) != 0).map(|w| w.0).collect::<Vec<_>>().join(" ")
}
