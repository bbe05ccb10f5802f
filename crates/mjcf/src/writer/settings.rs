//! Settings, custom data and keyframes.

use super::Writer;
use stiction_model::elements::{self as el, DISABLE, ENABLE, words as k};
use stiction_model::options::{Options, Visual};
use stiction_model::spec::{Compiler, Key, LengthRange, SizeRequest, StatisticOverride};

impl Writer<'_> {
    pub(super) fn settings(&mut self) {
        self.compiler();
        self.option();
        self.size();
        self.visual();
        self.statistic();
    }

    fn compiler(&mut self) {
        let c = &self.spec.compiler;
        self.x.start("compiler");
        self.fields(&el::COMPILER, c, &Compiler::default(), &mut |w, field| match field {
            "degree" if w.mixed || !c.degree => w.x.text("angle", "radian"),
            "eulerseq" => w.x.text_if("eulerseq", &String::from_utf8_lossy(&c.eulerseq), "xyz"),
            "meshdir" if !w.folders => w.x.text_if("meshdir", &c.meshdir, ""),
            "texturedir" if !w.folders => w.x.text_if("texturedir", &c.texturedir, ""),
            _ => {}
        });
        self.x.start("lengthrange");
        self.plain(&el::LENGTHRANGE, &c.lengthrange, &LengthRange::default());
        self.x.end_if_used();
        self.x.end_if_used();
    }

    fn option(&mut self) {
        let o = &self.spec.option;
        self.x.start("option");
        self.fields(&el::OPTION, o, &Options::default(), &mut |w, field| {
            if field == "disableactuator" {
                let groups: Vec<i32> = (0..31).filter(|g| o.disableactuator & (1 << g) != 0).collect();
                w.x.ints_if("actuatorgroupdisable", &groups, &[]);
            }
        });
        let x = &mut self.x;
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
        let s = &self.spec.size;
        self.x.start("size");
        self.fields(&el::SIZE, s, &SizeRequest::default(), &mut |w, field| {
            if field == "memory" && s.memory >= 0 {
                w.x.text("memory", &s.memory.to_string());
            }
        });
        self.x.end_if_used();
    }

    fn statistic(&mut self) {
        self.x.start("statistic");
        self.plain(&el::STATISTIC, &self.spec.statistic, &StatisticOverride::default());
        self.x.end_if_used();
    }

    fn visual(&mut self) {
        let default = Visual::default();
        self.x.start("visual");
        for ((part, d), row) in
            self.spec.visual.parts().into_iter().zip(default.parts()).zip(el::VISUAL.children)
        {
            self.x.start(row.el.tag);
            self.plain(row.el, part, d);
            self.x.end_if_used();
        }
        self.x.end_if_used();
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
        self.x.start("keyframe");
        for key in &spec.keys {
            let mut key = key.clone();
            for v in key.vectors_mut() {
                // what is missing at the end has its default anyway
                v.truncate(v.iter().rposition(|e| !e.is_nan()).map_or(0, |i| i + 1));
            }
            self.x.start("key");
            self.x.text_if("name", &key.meta.name, "");
            self.plain(&el::KEY, &key, &Key::default());
            self.x.end();
        }
        self.x.end_if_used();
    }
}
