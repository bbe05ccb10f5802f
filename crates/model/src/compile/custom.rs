//! Custom numbers, texts and tuples.

use super::Build;
use super::options::within_budget;
use super::report::{Report, Who};
use crate::kinds::{Integrator, ObjKind};
use crate::spec::Meta;
use crate::stiction::{self, Problem};

impl Build<'_> {
    /// `numeric_*`, `text_*`, `tuple_*`.
    pub(crate) fn custom(&mut self) {
        self.numerics();
        self.texts();
        self.tuples();
        self.stiction();
    }

    /// Our own options, from texts and tuples.
    fn stiction(&mut self) {
        let reading = stiction::read(&self.model);
        let problems = |out: &mut Report, who: Who<'_>, p: Problem| match p.hint.is_empty() {
            true => out.error(who, p.message),
            false => out.error_hint(who, p.message, p.hint),
        };
        let texts: Vec<(usize, &Meta)> = self.spec.texts.iter().map(|e| &e.meta).enumerate().collect();
        let last = texts.iter().rfind(|(_, m)| m.name == stiction::NAME);
        for (i, p) in reading.texts {
            problems(&mut self.report, Who::new("text", texts[i].1, i), p);
        }
        for (i, p) in reading.tuples {
            problems(&mut self.report, Who::new("tuple", &self.spec.tuples[i].meta, i), p);
        }
        let who = last.map_or(Who::section("custom"), |(i, m)| Who::new("text", m, *i));
        let (s, o) = (reading.options, &self.model.opt);
        if let Some((message, hint)) = s.undefined(o) {
            self.report.error_hint(who, message, hint);
        }
        if s.own_integrator && o.integrator != Integrator::Euler as i32 {
            self.report
                .warn(who, "preset=exact uses the integrator of the hard step, not the one in <option>");
        }
        self.model.stiction = s;
    }

    fn numerics(&mut self) {
        for (i, e) in self.spec.numerics.iter().enumerate() {
            let who = Who::new("numeric", &e.meta, i);
            let size = if e.size == 0 { e.data.len() } else { usize::try_from(e.size).unwrap_or(0) };
            if size == 0 {
                self.report.error(who.about(&["size"]), "its size must be positive");
            }
            if size < e.data.len() {
                self.report
                    .error(who, format!("size {size} is smaller than the {} values given", e.data.len()));
                continue;
            }
            let total = size as u64 + self.model.numeric.data.len() as u64;
            if !within_budget(Some(total), "size", who, &mut self.report) {
                continue;
            }
            let t = &mut self.model.numeric;
            t.adr.push(t.data.len() as i32);
            t.size.push(size as i32);
            t.data.extend_from_slice(&e.data);
            t.data.resize(t.data.len() + size - e.data.len(), 0.0);
        }
    }

    fn texts(&mut self) {
        for (i, e) in self.spec.texts.iter().enumerate() {
            if e.data.is_empty() {
                self.report.error(Who::new("text", &e.meta, i), "it is empty");
            }
            let t = &mut self.model.text;
            t.adr.push(t.data.len() as i32);
            t.size.push(e.data.len() as i32 + 1);
            t.data.extend_from_slice(e.data.as_bytes());
            t.data.push(0);
        }
    }

    fn tuples(&mut self) {
        for (i, e) in self.spec.tuples.iter().enumerate() {
            let who = Who::new("tuple", &e.meta, i);
            let n = e.objtype.len();
            if n == 0 {
                self.report.error(who, "it is empty");
            }
            if e.objname.len() != n || e.objprm.len() != n {
                self.report.error(who, "types, names and parameters differ in number");
                continue;
            }
            let adr = self.model.tuple.objid.len() as i32;
            self.model.tuple.adr.push(adr);
            self.model.tuple.size.push(n as i32);
            for k in 0..n {
                let kind = ObjKind::from_i32(e.objtype[k]).unwrap_or(ObjKind::Unknown);
                let id = self.find(kind, &e.objname[k], who);
                let t = &mut self.model.tuple;
                t.objtype.push(crate::Code::of(e.objtype[k]));
                t.objid.push(id.into());
                t.objprm.push(e.objprm[k]);
            }
        }
    }
}
