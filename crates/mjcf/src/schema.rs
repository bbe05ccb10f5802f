//! The schema of MJCF 4.0, as the table of elements gives it, and its documentation page.

pub use crate::urdf::schema::ROBOT;
use std::fmt::Write;
use stiction_model::elements::{Attr, Card, Element, MANY, Support, Ty, Words, all};

/// The page `docs/mjcf.md`: what is supported and what is not, then every element with its attributes.
pub fn markdown() -> String {
    let mut out = String::from(
        "# MJCF elements\n\nGenerated from the table of elements in `crates/model/src/elements`; do not edit.\n\n\
         Stiction reads MJCF as MuJoCo 4.0 does. Values are reals unless said otherwise; `a..b` is the allowed number \
         of values.\n\n## Not supported\n\nLoading a file that uses one of these is an error that names the element \
         and its line; permissive loading turns it into a warning and leaves the element out.\n\n",
    );
    let list = all();
    for e in list.iter().filter(|e| e.support == Support::No) {
        let _ = writeln!(out, "- `{}`", e.path);
    }
    out.push_str("- `body/site` of type `sdf`\n\n## Removed from MJCF\n\n");
    for e in &list {
        if let Support::Removed(instead) = e.support {
            let _ = writeln!(out, "- `{}`: use {instead}", e.path);
        }
        for a in e.all_attrs() {
            if let Support::Removed(instead) = a.support {
                let _ = writeln!(out, "- `{}` attribute `{}`: use {instead}", e.path, a.name);
            }
        }
    }
    out.push_str("\n## Elements\n");
    for e in &list {
        element(&mut out, e);
    }
    out
}

fn element(out: &mut String, e: &Element) {
    let _ = write!(out, "\n### {}\n\n", e.path);
    if e.support == Support::No {
        out.push_str("Not supported.\n\n");
    }
    if !e.children.is_empty() {
        let names: Vec<String> = e
            .children
            .iter()
            .map(|c| format!("`{}`{}", c.el.tag, if c.card == Card::Once { "" } else { "\\*" }))
            .collect();
        let _ = writeln!(out, "Children (\\* any number): {}.\n", names.join(", "));
    }
    if e.all_attrs().next().is_some() {
        out.push_str("| attribute | type | meaning |\n|---|---|---|\n");
        for a in e.all_attrs() {
            let _ = writeln!(out, "| `{}` | {} | {} |", a.name, type_name(&a.ty), notes(a));
        }
    }
}

fn count(what: &str, lo: u16, hi: u16) -> String {
    match (lo, hi) {
        (1, 1) => what.into(),
        (_, MANY) => format!("{what}, any number"),
        (l, h) if l == h => format!("{what} ({l})"),
        (l, h) => format!("{what} ({l}..{h})"),
    }
}

fn type_name(ty: &Ty) -> String {
    let words = |w: Words| w.iter().map(|x| format!("`{}`", x.0)).collect::<Vec<_>>().join(", ");
    match *ty {
        Ty::Real(l, h) | Ty::Float(l, h) => count("real", l, h),
        Ty::Int(l, h) => count("int", l, h),
        Ty::Word(w) => words(w),
        Ty::WordList(w) => format!("several of {}", words(w)),
        Ty::WordOrInt(w) => format!("{} or int", words(w)),
        Ty::Text => "text".into(),
        Ty::File => "file".into(),
        Ty::Name => "name".into(),
        Ty::Ref(kind) => format!("name of a {kind}"),
        Ty::Class => "default class".into(),
    }
}

fn notes(a: &Attr) -> String {
    let mut n = Vec::new();
    if !a.doc.is_empty() {
        n.push(a.doc.trim());
    }
    if a.required {
        n.push("required");
    }
    match a.support {
        Support::Removed(_) => n.push("removed"),
        Support::No => n.push("not supported"),
        Support::Full => {}
    }
    n.join(", ")
}
