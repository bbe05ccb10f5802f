//! Sections of settings: compiler, option, size, visual, statistic.

use super::Reader;
use super::values::{Elem, short};
use crate::dom::NodeId;
use stiction_model::diag::Diagnostic;
use stiction_model::elements::{self as el, DISABLE, ENABLE, Fields, Given};

/// Largest iteration count; more is capped with a warning.
const MAX_ITERATIONS: i32 = 100_000;

/// Most memory that a file may ask for (bytes).
const MAX_MEMORY: i64 = 8 << 30;

impl Reader<'_> {
    pub(crate) fn compiler(&mut self, node: NodeId) {
        let e = self.open(node, &el::COMPILER);
        if e.word("coordinate") == Some(1) {
            self.report(
                Diagnostic::error("global coordinates are no longer supported")
                    .on("compiler")
                    .at(e.loc("coordinate"))
                    .hint("use local coordinates: global ones were removed in MuJoCo 2.3.4"),
            );
        }
        self.doubt_compiler(&e);
        let mut c = std::mem::take(&mut self.spec.compiler);
        self.fields(&e, &mut c);
        e.setk("angle", &mut c.degree, |n| Some(n == 1));
        e.setk("saveinertial", &mut c.saveinertial, |n| Some(n == 1));
        e.setk("savecompiled", &mut c.savecompiled, |n| Some(n == 1));
        e.setk("savecanonical", &mut c.savecanonical, |n| Some(n == 1));
        for dir in [&mut c.meshdir, &mut c.texturedir] {
            e.sett("assetdir", dir);
        }
        e.sett("meshdir", &mut c.meshdir);
        e.sett("texturedir", &mut c.texturedir);
        self.spec.compiler = c;
        self.note(&e, "compiler", &el::COMPILER);
        self.eulerseq(&e);
        if e.has("settotalmass") {
            self.warn(
                &e,
                "settotalmass",
                "'settotalmass' is deprecated; scale masses and densities in the model",
            );
        }
        for (child, schema) in self.children(node, &el::COMPILER) {
            let e = self.open(child, schema);
            let mut l = std::mem::take(&mut self.spec.compiler.lengthrange);
            self.fields(&e, &mut l);
            self.spec.compiler.lengthrange = l;
        }
    }

    fn eulerseq(&mut self, e: &Elem<'_>) {
        let Some(text) = e.text("eulerseq") else { return };
        let seq: Result<[u8; 3], _> = text.as_bytes().try_into();
        match seq {
            Ok(seq) if seq.iter().all(|c| b"xyzXYZ".contains(c)) => self.spec.compiler.eulerseq = seq,
            _ => self.error_at(
                e,
                "eulerseq",
                format!("eulerseq must be three of the letters x, y, z, X, Y, Z, not '{}'", short(text)),
            ),
        }
    }

    pub(crate) fn option(&mut self, node: NodeId) {
        let e = self.open(node, &el::OPTION);
        let mut o = std::mem::take(&mut self.spec.option);
        self.fields(&e, &mut o);
        self.spec.option = o;
        self.note(&e, "option", &el::OPTION);
        self.check_option(&e);
        for (child, schema) in self.children(node, &el::OPTION) {
            let e = self.open(child, schema);
            self.note(&e, "flag", schema);
            for (name, bit) in DISABLE {
                if let Some(on) = e.flag(name) {
                    let f = &mut self.spec.option.disableflags;
                    *f = if on { *f & !bit } else { *f | bit };
                }
            }
            for (name, bit) in ENABLE {
                if let Some(on) = e.flag(name) {
                    let f = &mut self.spec.option.enableflags;
                    *f = if on { *f | bit } else { *f & !bit };
                }
            }
        }
    }

    /// Notes which global settings the file says.
    fn note(&mut self, e: &Elem<'_>, section: &str, schema: &el::Element) {
        for a in schema.all_attrs().filter(|a| e.has(a.name)) {
            self.spec.authored.push(format!("{section}.{}", a.name));
        }
    }

    fn check_option(&mut self, e: &Elem<'_>) {
        if e.num("timestep").is_some_and(|t| t <= 0.0) {
            self.error_at(e, "timestep", "timestep must be positive");
        }
        for name in ["iterations", "ls_iterations", "noslip_iterations", "ccd_iterations", "sdf_iterations"] {
            let Some(n) = e.int(name) else { continue };
            if n < 0 {
                self.error_at(e, name, format!("'{name}' cannot be negative"));
            } else if n > MAX_ITERATIONS {
                self.warn(e, name, format!("'{name}' is {n}; capped at {MAX_ITERATIONS}"));
                let o = &mut self.spec.option;
                match name {
                    "iterations" => o.iterations = MAX_ITERATIONS,
                    "ls_iterations" => o.ls_iterations = MAX_ITERATIONS,
                    "noslip_iterations" => o.noslip_iterations = MAX_ITERATIONS,
                    "ccd_iterations" => o.ccd_iterations = MAX_ITERATIONS,
                    _ => o.sdf_iterations = MAX_ITERATIONS,
                }
            }
        }
        for &g in e.nums("actuatorgroupdisable").unwrap_or(&[]) {
            if (0.0..=30.0).contains(&g) {
                self.spec.option.disableactuator |= 1 << g as i32;
            } else {
                self.error_at(
                    e,
                    "actuatorgroupdisable",
                    format!("actuator group {g} is not between 0 and 30"),
                );
            }
        }
    }

    pub(crate) fn size(&mut self, node: NodeId) {
        let e = self.open(node, &el::SIZE);
        if let Some(text) = e.text("memory") {
            match memory(text) {
                Some(n) if n > MAX_MEMORY => {
                    self.error_at(
                        &e,
                        "memory",
                        format!("memory is {n} bytes, more than the limit of {MAX_MEMORY}"),
                    );
                }
                Some(n) => self.spec.size.memory = n,
                None => self.error_at(
                    &e,
                    "memory",
                    "memory must be an unsigned integer with an optional suffix K, M, G, T, P or E",
                ),
            }
        }
        let mut bad = Vec::new();
        let z = &mut self.spec.size;
        for (row, field) in z.rows().iter().zip(z.fields_mut()) {
            let Some((name, n)) = row.attr.and_then(|a| Some((a.name, e.int(a.name)?))) else { continue };
            let least = if matches!(name, "nuserdata" | "nkey") { 0 } else { -1 };
            if n < least {
                bad.push((name, format!("'{name}' must be at least {least}")));
            } else if i64::from(n) > crate::MAX_ELEMENTS && !matches!(name, "njmax" | "nconmax" | "nstack") {
                bad.push((name, format!("'{name}' is {n}, more than the limit of {}", crate::MAX_ELEMENTS)));
            } else {
                field.read(Given::Word(n));
            }
        }
        for (name, message) in bad {
            self.error_at(&e, name, message);
        }
    }

    pub(super) fn statistic(&mut self, node: NodeId) {
        let e = self.open(node, &el::STATISTIC);
        let mut statistic = std::mem::take(&mut self.spec.statistic);
        self.fields(&e, &mut statistic);
        self.spec.statistic = statistic;
        if e.num("extent").is_some_and(|x| x <= 0.0) {
            self.error_at(&e, "extent", "extent must be positive");
        }
        if e.has("meaninertia") {
            self.warn(&e, "meaninertia", "'meaninertia' is deprecated and has no effect on the solver");
        }
    }

    pub(super) fn visual(&mut self, node: NodeId) {
        self.open(node, &el::VISUAL);
        for (child, schema) in self.children(node, &el::VISUAL) {
            let e = self.open(child, schema);
            self.note(&e, &format!("visual_{}", schema.tag), schema);
            let mut visual = std::mem::take(&mut self.spec.visual);
            for (part, row) in visual.parts_mut().into_iter().zip(el::VISUAL.children) {
                if std::ptr::eq(row.el, schema) {
                    self.fields(&e, part);
                }
            }
            self.spec.visual = visual;
            for (tag, name) in [("global", "realtime"), ("map", "znear")] {
                if schema.tag == tag && e.num(name).is_some_and(|x| x <= 0.0) {
                    self.error_at(&e, name, format!("{name} must be positive"));
                }
            }
        }
    }
}

/// Bytes from `"20M"`; −1 stays "not given".
fn memory(text: &str) -> Option<i64> {
    let t = text.trim();
    if t == "-1" {
        return Some(-1);
    }
    let digits = t.bytes().take_while(u8::is_ascii_digit).count();
    let n: u64 = t[..digits].parse().ok()?;
    let shift = match &t[digits..] {
        "" => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        "T" | "t" => 40,
        "P" | "p" => 50,
        "E" | "e" => 60,
        _ => return None,
    };
    let total = n.checked_mul(1u64 << shift)?;
    i64::try_from(total).ok()
}

#[cfg(test)]
mod tests {
    use super::memory;

    #[test]
    fn memory_sizes() {
        assert_eq!(memory("20M"), Some(20 << 20));
        assert_eq!(memory(" 7 "), Some(7));
        assert_eq!(memory("-1"), Some(-1));
        assert_eq!(memory("-2"), None);
        assert_eq!(memory("1KB"), None);
        assert_eq!(memory("99999999999E"), None);
    }
}
