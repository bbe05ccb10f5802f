//! The shape of the house: which crate may know which, that every file says what it is, that what comments name exists, that parameters
//! have names, that rows of tables have types, and that nothing grows too large.

use crate::root;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::Visit;

/// Crates from the ground up: each may depend only on crates that stand before it.
const ORDER: &[&str] = &[
    "loan",
    "spatial",
    "linalg",
    "kernel",
    "geometry",
    "model",
    "mjcf",
    "dynamics",
    "solver",
    "constraint",
    "sim",
    "grad",
    "batch",
    "gpu",
    "stiction",
    "record",
    "render",
    "studio",
    "viewer",
    "cli",
    "python",
    "wasm",
];

/// Crates that must not see certain others although they stand later.
const MUST_NOT_KNOW: &[(&str, &[&str])] = &[
    ("solver", &["model", "geometry", "mjcf", "dynamics"]),
    ("dynamics", &["geometry", "mjcf"]),
    ("linalg", &["spatial"]),
];

/// What `sim` shows: entry points, readers and the world. Laws and stages are its own.
const SIM_INTERFACE: &[&str] = &[
    "certificate",
    "check",
    "data",
    "difference",
    "forward",
    "hooks",
    "inverse",
    "length_range",
    "now",
    "post",
    "query",
    "sensor",
    "sleep",
    "step",
    "timer",
    "world",
];

const MAX_FILE: usize = 1000;
const MAX_FUNCTION: usize = 150;

/// Files and functions that may be longer, each with its reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// Where files stand that comments name, and how they end.
const FOLDERS: &[&str] =
    &["docs", "crates", "models", "tests", "benches", "xtask", "fuzz", "examples", "src"];
const ENDINGS: &[&str] = &[".md", ".rs", ".py", ".xml", ".ts", ".txt", ".toml"];

/// Columns that stay integers: the linear algebra and the geometry below the model read the first two, the third is a mask.
const INTEGERS: &[&str] = &["Madr", "bvhadr", "contype"];

/// The crates in which an id is not turned back into a number to index with.
const CORE: &[&str] = &["model", "dynamics", "constraint", "sim"];

/// Files that may contain `unsafe`, each with a safety comment at every block.
const UNSAFE: &[&str] = &[
    "crates/spatial/src/flat.rs",
    "crates/linalg/src/lanes.rs",
    "crates/kernel/src/entries.rs",
    "crates/kernel/src/warp.rs",
    "crates/gpu/src/device.rs",
    "crates/python/src/gpu.rs",
    "crates/loan/src/shared.rs",
    "crates/loan/src/place.rs",
    "crates/loan/tests/loans.rs",
    "crates/python/src/views.rs",
    "crates/testkit/src/alloc.rs",
    "crates/wasm/src/lib.rs",
    "crates/wasm/src/studio.rs",
];

/// Runs every check, prints what is wrong and the percentiles.
pub fn run() -> bool {
    let mut problems = Vec::new();
    dependencies(&mut problems);
    architecture(&mut problems);
    boundary(&mut problems);
    columns(&mut problems);
    sources(&mut problems);
    for p in &problems {
        println!("tidy: {p}");
    }
    if problems.is_empty() {
        println!("tidy: all good");
    }
    problems.is_empty()
}

fn crates() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(root().join("crates"))
        .into_iter()
        .flatten()
        .flatten()
        .filter(|e| e.path().join("Cargo.toml").is_file())
        .filter_map(|e| e.file_name().into_string().ok())
        .collect();
    names.sort();
    names
}

/// A crate depends only on crates above it in the plan.
fn dependencies(problems: &mut Vec<String>) {
    let rank = |name: &str| ORDER.iter().position(|o| *o == name);
    for name in crates() {
        if name == "testkit" {
            continue;
        }
        let Some(own) = rank(&name) else {
            problems.push(format!("crate '{name}' has no place in the order of xtask/src/tidy.rs"));
            continue;
        };
        let text =
            std::fs::read_to_string(root().join("crates").join(&name).join("Cargo.toml")).unwrap_or_default();
        let normal = text.split("[dev-dependencies]").next().unwrap_or("");
        for line in normal.lines() {
            let Some(dep) = line.split(['.', ' ', '=']).next() else { continue };
            let dep = match dep.strip_prefix("stiction-") {
                Some(d) => d,
                None if dep == "stiction" => dep,
                None => continue,
            };
            if rank(dep).is_none_or(|r| r >= own) {
                problems.push(format!("crate '{name}' must not depend on '{dep}'"));
            }
            if MUST_NOT_KNOW.iter().any(|(c, deps)| *c == name && deps.contains(&dep)) {
                problems.push(format!("crate '{name}' must not know '{dep}'"));
            }
        }
    }
}

/// ARCHITECTURE.md names exactly the crates there are.
fn architecture(problems: &mut Vec<String>) {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap_or_default();
    if text.lines().count() > 500 {
        problems.push("ARCHITECTURE.md is longer than 500 lines".into());
    }
    let named: BTreeSet<String> = text
        .lines()
        .filter_map(|l| l.strip_prefix("| `crates/"))
        .filter_map(|l| l.split('`').next())
        .map(str::to_owned)
        .collect();
    let have: BTreeSet<String> = crates().into_iter().collect();
    for missing in have.difference(&named) {
        problems.push(format!("ARCHITECTURE.md does not name crate '{missing}'"));
    }
    for extra in named.difference(&have) {
        problems.push(format!("ARCHITECTURE.md names '{extra}', which does not exist"));
    }
}

/// The interface of `sim` is the one above, and nobody outside can write what a step computes.
fn boundary(problems: &mut Vec<String>) {
    let read =
        |path: &str| std::fs::read_to_string(root().join("crates/sim/src").join(path)).unwrap_or_default();
    let lib = read("lib.rs");
    let shown: BTreeSet<&str> =
        lib.lines().filter_map(|l| l.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    for name in shown.symmetric_difference(&SIM_INTERFACE.iter().copied().collect()) {
        problems
            .push(format!("crates/sim/src/lib.rs: '{name}' is either no part of the interface or missing"));
    }
    let data = read("data/mod.rs");
    for field in ["stages: Stages", "scratch: Scratch"] {
        if !data.contains(&format!("    pub(crate) {field},")) || data.contains("DerefMut for Data") {
            problems.push(format!("crates/sim/src/data/mod.rs: '{field}' must stay out of reach"));
        }
    }
}

/// Columns of a table with rows of its own (`Column`) that name rows, or places rows begin at, hold ids; columns of kinds hold codes.
fn columns(problems: &mut Vec<String>) {
    let name = "crates/model/src/tables.rs";
    let text = std::fs::read_to_string(root().join(name)).unwrap_or_default();
    for (i, line) in text.lines().enumerate() {
        let Some((column, rest)) = line.trim().split_once(": Column<") else { continue };
        let integer = rest.ends_with(", i32>,") || rest.contains("[i32;");
        let column = column.split(' ').next().unwrap_or("");
        let names_rows = column.ends_with("id") || column.ends_with("adr") || column == "plugin";
        let names_kinds = column == "kind" || column.ends_with("type");
        if integer && (names_rows || names_kinds) && !INTEGERS.contains(&column) {
            problems.push(format!("{name}:{} '{column}' names rows or kinds: give it its type", i + 1));
        }
    }
    if !text.contains(": Column<") {
        problems.push(format!("{name} has no columns that know whose rows they have"));
    }
}

fn rust_files(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if entry.file_name() != "target" {
                rust_files(&path, out);
            }
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
    out.sort();
}

fn sources(problems: &mut Vec<String>) {
    let mut files = Vec::new();
    for dir in ["crates", "xtask", "examples", "benches", "tests"] {
        rust_files(&root().join(dir), &mut files);
    }
    let (mut file_sizes, mut function_sizes) = (Vec::new(), Vec::new());
    let mut by_crate: BTreeMap<String, usize> = BTreeMap::new();
    for path in &files {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let name = path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let excepted = |what: &str| EXCEPTIONS.iter().any(|(e, _)| *e == what);
        let lines = text.lines().count();
        file_sizes.push(lines);
        if lines > MAX_FILE && !excepted(&name) {
            problems.push(format!("{name} has {lines} lines (limit {MAX_FILE})"));
        }
        if !text.starts_with("//!") {
            problems.push(format!("{name} has no header that says what it is"));
        }
        let has_unsafe = text.lines().any(|l| {
            let code = l.split("//").next().unwrap_or("");
            code.contains("unsafe {") || code.contains("unsafe fn") || code.contains("unsafe impl")
        });
        // this file only names the word
        if has_unsafe && name != "xtask/src/tidy.rs" && !UNSAFE.contains(&name.as_str()) {
            problems.push(format!("{name} uses `unsafe` and is not in the list of xtask/src/tidy.rs"));
        }
        references(&name, &text, problems);
        let core = CORE.iter().any(|c| name.starts_with(&format!("crates/{c}/src/")));
        for (i, line) in text.lines().enumerate().filter(|_| core) {
            if line.contains(".number() as usize") || line.contains(".idx() as i32") {
                problems.push(format!("{name}:{} undoes the type of an id", i + 1));
            }
        }
        match syn::parse_file(&text) {
            Ok(file) => Tuples { file: &name, problems }.visit_file(&file),
            Err(e) => problems.push(format!("{name}: {e}")),
        }
        let home = name.split('/').nth(1).unwrap_or("").to_owned();
        *by_crate.entry(home).or_default() += lines_without_tests(&name, &text);
        for (function, length) in functions(&text) {
            function_sizes.push(length);
            if length > MAX_FUNCTION && !excepted(&format!("{name}::{function}")) {
                problems.push(format!("{name}: fn {function} has {length} lines (limit {MAX_FUNCTION})"));
            }
        }
    }
    let new = ["kernel", "gpu", "grad"].iter().filter_map(|c| by_crate.get(*c)).sum::<usize>();
    let all = by_crate.values().sum::<usize>();
    println!("lines of Rust without tests: {all}, {new} of them in kernel, gpu and grad");
    println!("files: {} | lines {}", files.len(), percentiles(&mut file_sizes));
    println!("functions: {} | lines {}", function_sizes.len(), percentiles(&mut function_sizes));
}

/// Comments that name a file of the project name one that exists: from the root, or from the crate of the comment.
fn references(name: &str, text: &str, problems: &mut Vec<String>) {
    let home = name.split('/').take(2).collect::<Vec<_>>().join("/");
    for (i, line) in text.lines().enumerate() {
        let Some((_, comment)) = line.split_once("//") else { continue };
        let word = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '/' | '-'));
        for path in comment.split(word).map(|w| w.trim_end_matches('.')) {
            let folder = path.split('/').next().unwrap_or("");
            let known = FOLDERS.contains(&folder) && path.contains('/');
            let file = ENDINGS.iter().any(|e| path.ends_with(e));
            let there = |base: &str| root().join(base).join(path).exists();
            if known && file && !there("") && !there(&home) {
                problems.push(format!("{name}:{} names '{path}', which does not exist", i + 1));
            }
        }
        if comment.contains("DESIGN section") || comment.contains("STYLE.md") || comment.contains("GPU.md") {
            problems.push(format!("{name}:{} names a document that is not part of the project", i + 1));
        }
    }
}

/// Parameters have names: no function takes a tuple. What Python calls may (a tuple is Python's own there), and the kernels, whose sources
/// stay as they were measured until they are measured again.
struct Tuples<'a> {
    file: &'a str,
    problems: &'a mut Vec<String>,
}

impl Tuples<'_> {
    fn check(&mut self, attributes: &[syn::Attribute], sig: &syn::Signature) {
        let python = attributes.iter().any(|a| a.path().is_ident("pyfunction") || a.path().is_ident("pyo3"));
        let measured = self.file.contains("crates/kernel/");
        for input in sig.inputs.iter().filter(|_| !python && !measured) {
            let syn::FnArg::Typed(p) = input else { continue };
            let mut ty = &*p.ty;
            while let syn::Type::Reference(r) = ty {
                ty = &r.elem;
            }
            if matches!(ty, syn::Type::Tuple(t) if !t.elems.is_empty()) {
                self.problems
                    .push(format!("{}: fn {} takes a tuple: give its parts names", self.file, sig.ident));
            }
        }
    }
}

impl<'a> Visit<'a> for Tuples<'_> {
    fn visit_item_fn(&mut self, x: &'a syn::ItemFn) {
        self.check(&x.attrs, &x.sig);
        syn::visit::visit_item_fn(self, x);
    }
    fn visit_item_impl(&mut self, x: &'a syn::ItemImpl) {
        // traits of others (`Index<(usize, usize)>`) have the parameters they have
        if x.trait_.is_none() {
            syn::visit::visit_item_impl(self, x);
        }
    }
    fn visit_impl_item_fn(&mut self, x: &'a syn::ImplItemFn) {
        self.check(&x.attrs, &x.sig);
        syn::visit::visit_impl_item_fn(self, x);
    }
    fn visit_trait_item_fn(&mut self, x: &'a syn::TraitItemFn) {
        self.check(&x.attrs, &x.sig);
        syn::visit::visit_trait_item_fn(self, x);
    }
}

/// Lines of Rust that are not tests: every line of `crates/*/src` and `xtask/src` up to a file's `#[cfg(test)]`, blank lines and
/// comments included; without `tests`, `benches`, `examples` and `crates/testkit`.
fn lines_without_tests(name: &str, text: &str) -> usize {
    if !name.contains("/src/") || name.starts_with("crates/testkit") || name.ends_with("/tests.rs") {
        return 0;
    }
    text.lines().take_while(|l| l.trim() != "#[cfg(test)]").count()
}

/// Name and length of every function, by its indentation (rustfmt's layout makes this reliable).
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        let Some(rest) = trimmed
            .trim_start_matches("pub(crate) ")
            .trim_start_matches("pub(super) ")
            .trim_start_matches("pub ")
            .trim_start_matches("const ")
            .strip_prefix("fn ")
        else {
            continue;
        };
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if line.ends_with('}') || line.ends_with(';') {
            out.push((name, 1));
            continue;
        }
        let close = format!("{}}}", " ".repeat(indent));
        if let Some(n) = lines[i + 1..].iter().position(|l| **l == close || **l == format!("{close},")) {
            out.push((name, n + 2));
        }
    }
    out
}

fn percentiles(v: &mut [usize]) -> String {
    v.sort_unstable();
    let at = |p: f64| v.get(((v.len().max(1) - 1) as f64 * p) as usize).copied().unwrap_or(0);
    format!("median {}, p90 {}, p99 {}, max {}", at(0.5), at(0.9), at(0.99), at(1.0))
}
