//! How much the tests see: `cargo xtask mutants PATH` changes the code below PATH in small ways and lists the changes that no test of
//! its crate notices. `--with stiction/exact_contact` lets the tests of a file of another crate look too, `--sample N` tries N mutants
//! that a fixed seed chooses.
//!
//! sign       a + b → a − b, a − b → a + b, −a → a, `+=` ⇄ `-=`
//! factor 2   a · b → 2 a b, a / b → 2 a/b, `*=` and `/=` by twice as much
//! condition  c → ¬c, for every comparison and every part of what `if`, `while` and guards ask
//!
//! All mutants are compiled into one copy of the tree (`target/mutants`), each behind a switch that an environment variable turns, so
//! that a mutant costs a run of the tests and no build. Changes that do not compile (the sign of an index) are no mutants. Each test runs
//! once with every switch off: it tells which mutants the test reaches and how long it takes. A mutant meets the tests that reach it, the
//! fastest first, until one fails; a mutant that none reaches survives without a run.
//!
//! `xtask/mutants.txt` names mutants that change nothing (or only what is no promise), each with its reason.

use crate::root;
use proc_macro2::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A change of one expression.
#[derive(Clone, Debug)]
struct Mutant {
    file: String,
    function: String,
    line: usize,
    operator: &'static str,
    /// The expression, in one line.
    text: String,
    start: usize,
    end: usize,
}

impl Mutant {
    /// What surrounds the expression when it has the number `id`.
    fn switch(&self, id: usize) -> (String, &'static str) {
        match self.operator {
            "sign" => (format!("crate::mutant::negated({id}, "), ")"),
            "factor" => (format!("crate::mutant::doubled({id}, "), ")"),
            _ => (format!("(crate::mutant::on({id}) ^ ("), "))"),
        }
    }
    /// How the list of equivalent mutants names it.
    fn name(&self) -> String {
        format!("{} | {} | {} | {}", self.file, self.function, self.operator, self.text)
    }
}

/// Runs every mutant below the path that `args` names; true if at least 80 % of them are killed.
pub fn run(args: &[String]) -> bool {
    let (mut path, mut with, mut sample) = (None, Vec::new(), usize::MAX);
    let mut rest = args.iter();
    while let Some(a) = rest.next() {
        match (a.as_str(), rest.as_slice().first()) {
            ("--with", Some(tests)) => with.push(tests.clone()),
            ("--sample", Some(n)) if n.parse::<usize>().is_ok_and(|n| n > 0) => {
                sample = n.parse().unwrap_or(usize::MAX);
            }
            (p, _) if !p.starts_with("--") && path.is_none() => {
                path = Some(p.trim_end_matches('/').to_owned());
                continue;
            }
            _ => {
                path = None;
                break;
            }
        }
        rest.next();
    }
    let Some(path) = path else {
        println!(
            "usage: cargo xtask mutants PATH [--with CRATE/TEST]... [--sample N]   (PATH is a file or folder of one crate)"
        );
        return false;
    };
    match examine(&path, &with, sample) {
        Ok(score) => score >= 0.8,
        Err(e) => {
            println!("mutants: {e}");
            false
        }
    }
}

fn examine(path: &str, with: &[String], sample: usize) -> Result<f64, String> {
    let name =
        path.strip_prefix("crates/").and_then(|p| p.split('/').next()).ok_or("PATH is not below crates/")?;
    let tree = root().join("target/mutants/tree");
    let sources = copy(&tree)?;
    let files: Vec<&String> = sources.iter().filter(|f| f.starts_with(path) && f.ends_with(".rs")).collect();
    let mut mutants = Vec::new();
    for file in files {
        mutants.extend(find(file)?);
    }
    let programs = build(&tree, name, with, &mut mutants)?;
    let tests = record(&programs, mutants.len())?;
    let equivalent = equivalents()?;
    let (mut killed, mut alive, mut named) = (0, Vec::new(), 0);
    for id in chosen(mutants.len(), sample) {
        let m = &mutants[id];
        let mut reaching = tests.iter().filter(|t| t.reached.contains(&id)).peekable();
        let seen = reaching.peek().is_some();
        if equivalent.contains_key(&m.name()) {
            named += 1;
        } else if reaching.any(|t| dies(t, id)) {
            killed += 1;
        } else {
            println!(
                "{}:{} {} {} `{}`",
                m.file,
                m.line,
                m.operator,
                if seen { "survives" } else { "not reached" },
                m.text
            );
            println!("    {}", m.name());
            alive.push(m);
        }
    }
    let real = killed + alive.len();
    let score = killed as f64 / real.max(1) as f64;
    let of = if sample < mutants.len() { format!(", a sample of {}", mutants.len()) } else { String::new() };
    println!(
        "{path}: {killed} of {real} mutants killed ({:.1} %), {named} named as equivalent{of}",
        100.0 * score
    );
    Ok(score)
}

/// So many of the numbers below `n`, always the same ones.
fn chosen(n: usize, sample: usize) -> Vec<usize> {
    // a fixed scrambling of the numbers; those that come first are taken
    let rank = |k: usize| {
        let x = (k as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x ^ (x >> 27)
    };
    let mut all: Vec<usize> = (0..n).collect();
    all.sort_by_key(|k| rank(*k));
    all.truncate(sample);
    all.sort_unstable();
    all
}

/// Mirrors the tree (tracked files and new ones) without touching what is the same; the paths of all sources.
fn copy(tree: &Path) -> Result<Vec<String>, String> {
    let list = Command::new("git")
        .args([
            "ls-files",
            "-co",
            "--exclude-standard",
            "--",
            "Cargo.toml",
            "Cargo.lock",
            "crates",
            "xtask",
            "models",
            "benches/programs",
        ])
        .current_dir(root())
        .output()
        .map_err(|e| e.to_string())?;
    let files: Vec<String> = String::from_utf8_lossy(&list.stdout).lines().map(str::to_owned).collect();
    for f in &files {
        if let Ok(bytes) = std::fs::read(root().join(f)) {
            write(&tree.join(f), &bytes)?;
        }
    }
    Ok(files)
}

/// Writes a file unless it is as it should be: a build looks at its date.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    }
    std::fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
}

/// Mutants that change nothing, with their reasons: name | reason.
fn equivalents() -> Result<BTreeMap<String, String>, String> {
    let text = std::fs::read_to_string(root().join("xtask/mutants.txt")).unwrap_or_default();
    text.lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
        .map(|l| match l.rsplit_once(" | ") {
            Some((name, reason)) => Ok((name.trim().to_owned(), reason.to_owned())),
            None => Err(format!("xtask/mutants.txt: no reason in '{l}'")),
        })
        .collect()
}

/// Every mutant of a file.
fn find(file: &str) -> Result<Vec<Mutant>, String> {
    let text = std::fs::read_to_string(root().join(file)).map_err(|e| format!("{file}: {e}"))?;
    let syntax = syn::parse_file(&text).map_err(|e| format!("{file}: {e}"))?;
    let mut finder =
        Finder { file, text: &text, function: String::new(), in_product: false, found: Vec::new() };
    finder.visit_file(&syntax);
    let mut seen = BTreeSet::new();
    finder.found.retain(|m| seen.insert((m.start, m.end)));
    Ok(finder.found)
}

struct Finder<'a> {
    file: &'a str,
    text: &'a str,
    function: String,
    /// The expression is a factor: doubling it is the same as doubling the product.
    in_product: bool,
    found: Vec<Mutant>,
}

impl Finder<'_> {
    fn add(&mut self, operator: &'static str, span: Span) {
        let range = span.byte_range();
        let text = self.text[range.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
        self.found.push(Mutant {
            file: self.file.to_owned(),
            function: self.function.clone(),
            line: span.start().line,
            operator,
            text,
            start: range.start,
            end: range.end,
        });
    }

    /// Negates the parts of what is asked.
    fn condition(&mut self, e: &syn::Expr) {
        match e {
            syn::Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
                self.condition(&b.left);
                self.condition(&b.right);
            }
            syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Not(_)) => self.condition(&u.expr),
            syn::Expr::Paren(p) => self.condition(&p.expr),
            syn::Expr::Let(_) => {}
            _ => self.add("condition", e.span()),
        }
    }

    fn within(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.function, name);
        visit(self);
        self.function = outer;
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|a| {
        a.path().is_ident("test")
            || (a.path().is_ident("cfg")
                && a.meta.require_list().is_ok_and(|l| l.tokens.to_string() == "test"))
    })
}

/// A whole number: part of an index or a count.
fn is_whole(e: &syn::Expr) -> bool {
    matches!(e, syn::Expr::Lit(l) if matches!(l.lit, syn::Lit::Int(_)))
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_item_mod(&mut self, x: &'a syn::ItemMod) {
        if !is_test(&x.attrs) {
            visit::visit_item_mod(self, x);
        }
    }
    fn visit_item_const(&mut self, _: &'a syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'a syn::ItemStatic) {}
    fn visit_type(&mut self, _: &'a syn::Type) {}
    fn visit_item_fn(&mut self, x: &'a syn::ItemFn) {
        if x.sig.constness.is_none() && !is_test(&x.attrs) {
            self.within(x.sig.ident.to_string(), |f| visit::visit_item_fn(f, x));
        }
    }
    fn visit_impl_item_fn(&mut self, x: &'a syn::ImplItemFn) {
        if x.sig.constness.is_none() {
            self.within(x.sig.ident.to_string(), |f| visit::visit_impl_item_fn(f, x));
        }
    }
    fn visit_expr_index(&mut self, x: &'a syn::ExprIndex) {
        self.visit_expr(&x.expr);
    }
    fn visit_expr_range(&mut self, _: &'a syn::ExprRange) {}
    fn visit_expr_repeat(&mut self, x: &'a syn::ExprRepeat) {
        self.visit_expr(&x.expr);
    }
    fn visit_expr_if(&mut self, x: &'a syn::ExprIf) {
        self.condition(&x.cond);
        visit::visit_expr_if(self, x);
    }
    fn visit_expr_while(&mut self, x: &'a syn::ExprWhile) {
        self.condition(&x.cond);
        visit::visit_expr_while(self, x);
    }
    fn visit_arm(&mut self, x: &'a syn::Arm) {
        if let Some((_, guard)) = &x.guard {
            self.condition(guard);
        }
        visit::visit_arm(self, x);
    }
    fn visit_expr_unary(&mut self, x: &'a syn::ExprUnary) {
        if matches!(x.op, syn::UnOp::Neg(_)) && !is_whole(&x.expr) {
            self.add("sign", x.span());
        }
        visit::visit_expr_unary(self, x);
    }
    fn visit_expr_binary(&mut self, x: &'a syn::ExprBinary) {
        use syn::BinOp::*;
        let factors = matches!(x.op, Mul(_) | Div(_) | MulAssign(_) | DivAssign(_));
        if !is_whole(&x.right) && !is_whole(&x.left) {
            match x.op {
                Add(_) | Sub(_) | AddAssign(_) | SubAssign(_) => self.add("sign", x.right.span()),
                Mul(_) | Div(_) if !self.in_product => self.add("factor", x.span()),
                MulAssign(_) | DivAssign(_) => self.add("factor", x.right.span()),
                _ => {}
            }
        }
        match x.op {
            Lt(_) | Le(_) | Gt(_) | Ge(_) | Eq(_) | Ne(_) => self.add("condition", x.span()),
            And(_) | Or(_) => {
                self.condition(&x.left);
                self.condition(&x.right);
            }
            _ => {}
        }
        for side in [&x.left, &x.right] {
            // a sum in parentheses, a call or an index begins anew
            self.in_product = factors && matches!(**side, syn::Expr::Binary(_));
            self.visit_expr(side);
        }
        self.in_product = false;
    }
}

/// A source with switches.
struct Rewritten {
    text: String,
    /// Number, begin and end of each mutant in the text.
    places: Vec<[usize; 3]>,
}

/// The sources of `mutants` with their switches, per file.
fn rewritten(mutants: &[(usize, &Mutant)]) -> Result<BTreeMap<String, Rewritten>, String> {
    let mut by_file: BTreeMap<String, Vec<(usize, &Mutant)>> = BTreeMap::new();
    for &(id, m) in mutants {
        by_file.entry(m.file.clone()).or_default().push((id, m));
    }
    let mut out = BTreeMap::new();
    for (file, list) in by_file {
        let text = std::fs::read_to_string(root().join(&file)).map_err(|e| e.to_string())?;
        // outer switches open first and close last
        let mut events: Vec<(usize, bool, usize, usize, String)> = Vec::new();
        for (id, m) in list {
            let (open, close) = m.switch(id);
            events.push((m.start, true, usize::MAX - m.end, id, open));
            events.push((m.end, false, usize::MAX - m.start, id, close.to_owned()));
        }
        events.sort();
        let (mut s, mut at) = (String::new(), 0);
        let mut places: BTreeMap<usize, [usize; 3]> = BTreeMap::new();
        for (place, opens, _, id, insert) in events {
            s.push_str(&text[at..place]);
            at = place;
            if opens {
                places.insert(id, [id, s.len(), 0]);
            }
            s.push_str(&insert);
            if let (false, Some(p)) = (opens, places.get_mut(&id)) {
                p[2] = s.len();
            }
        }
        s.push_str(&text[at..]);
        out.insert(file, Rewritten { text: s, places: places.into_values().collect() });
    }
    Ok(out)
}

/// What the switches call, at the end of the crate.
const SWITCHES: &str = r#"
#[doc(hidden)]
#[allow(missing_docs, clippy::all)]
pub mod mutant {
    use std::io::Write;
    use std::sync::{LazyLock, Mutex};
    static ACTIVE: LazyLock<usize> =
        LazyLock::new(|| std::env::var("STICTION_MUTANT").ok().and_then(|s| s.parse().ok()).unwrap_or(usize::MAX));
    static SEEN: LazyLock<Option<Mutex<(Vec<bool>, std::fs::File)>>> = LazyLock::new(|| {
        let file = std::fs::File::create(std::env::var("STICTION_MUTANTS_SEEN").ok()?).ok()?;
        Some(Mutex::new((Vec::new(), file)))
    });
    #[inline(never)]
    fn see(id: usize) {
        let Some(Ok(mut seen)) = SEEN.as_ref().map(|s| s.lock()) else { return };
        if seen.0.len() <= id {
            seen.0.resize(id + 1, false);
        }
        if !std::mem::replace(&mut seen.0[id], true) {
            let _ = writeln!(seen.1, "{id}");
        }
    }
    pub fn on(id: usize) -> bool {
        if *ACTIVE == usize::MAX {
            see(id);
        }
        *ACTIVE == id
    }
    pub fn negated<T: std::ops::Neg<Output = T>>(id: usize, x: T) -> T {
        if on(id) { -x } else { x }
    }
    pub fn doubled<T: std::ops::Mul<f64, Output = T>>(id: usize, x: T) -> T {
        if on(id) { x * 2.0 } else { x }
    }
}
"#;

/// The package of a crate.
fn package(name: &str) -> String {
    if name == "stiction" { name.to_owned() } else { format!("stiction-{name}") }
}

fn cargo(tree: &Path, args: &[String]) -> Command {
    let mut c = Command::new("cargo");
    c.args(["test", "--no-run", "--message-format=json"])
        .args(args)
        .current_dir(tree)
        .env("CARGO_TARGET_DIR", root().join("target/mutants/build"))
        .env("RUSTFLAGS", "--cap-lints=allow")
        .stderr(Stdio::inherit());
    c
}

/// A test program and the folder it runs in.
struct Program {
    path: PathBuf,
    folder: PathBuf,
}

/// Builds the tests with all mutants that compile (the others leave `mutants`): those of the crate, and the files of others' in `with`.
fn build(
    tree: &Path,
    name: &str,
    with: &[String],
    mutants: &mut Vec<Mutant>,
) -> Result<Vec<Program>, String> {
    let mut programs = build_own(tree, name, mutants)?;
    for tests in with {
        let (other, file) = tests.split_once('/').ok_or("--with needs CRATE/TEST")?;
        let target =
            if file == "lib" { vec!["--lib".to_owned()] } else { vec!["--test".into(), file.into()] };
        let output = cargo(tree, &[vec!["-p".into(), package(other)], target].concat())
            .output()
            .map_err(|e| e.to_string())?;
        if !output.status.success() {
            return Err(format!("{tests} does not build"));
        }
        programs.extend(executables(&messages(&output.stdout), tree, other));
    }
    Ok(programs)
}

fn messages(output: &[u8]) -> Vec<serde_json::Value> {
    String::from_utf8_lossy(output).lines().filter_map(|l| serde_json::from_str(l).ok()).collect()
}

fn executables(messages: &[serde_json::Value], tree: &Path, name: &str) -> Vec<Program> {
    let folder = tree.join("crates").join(name);
    let paths = messages.iter().filter_map(|v| Some(v["executable"].as_str()?.into()));
    paths.map(|path| Program { path, folder: folder.clone() }).collect()
}

fn build_own(tree: &Path, name: &str, mutants: &mut Vec<Mutant>) -> Result<Vec<Program>, String> {
    let lib = format!("crates/{name}/src/lib.rs");
    let body = std::fs::read_to_string(root().join(&lib)).map_err(|e| e.to_string())?;
    write(&tree.join(&lib), (body + SWITCHES).as_bytes())?;
    let mut dead = BTreeSet::new();
    for _ in 0..12 {
        let alive: Vec<(usize, &Mutant)> =
            mutants.iter().enumerate().filter(|(id, _)| !dead.contains(id)).collect();
        let files = rewritten(&alive)?;
        for (file, Rewritten { text, .. }) in &files {
            write(&tree.join(file), text.as_bytes())?;
        }
        let output = cargo(tree, &["-p".into(), package(name)]).output().map_err(|e| e.to_string())?;
        let messages = messages(&output.stdout);
        if output.status.success() {
            // numbers are places in the list: with holes filled the switches are written once more
            if dead.is_empty() {
                return Ok(executables(&messages, tree, name));
            }
            let mut id = 0;
            mutants.retain(|_| {
                id += 1;
                !dead.contains(&(id - 1))
            });
            dead.clear();
            continue;
        }
        let before = dead.len();
        for m in messages.iter().filter(|m| m["message"]["level"] == "error") {
            for span in m["message"]["spans"].as_array().into_iter().flatten() {
                let Some(source) = span["file_name"].as_str().and_then(|f| files.get(f)) else {
                    continue;
                };
                let at = span["byte_start"].as_u64().unwrap_or(0) as usize;
                let inner =
                    source.places.iter().filter(|p| p[1] <= at && at < p[2]).min_by_key(|p| p[2] - p[1]);
                dead.extend(inner.map(|p| p[0]));
            }
        }
        if dead.len() == before {
            for m in messages.iter().filter(|m| m["message"]["level"] == "error") {
                println!("{}", m["message"]["rendered"].as_str().unwrap_or(""));
            }
            return Err("the copy does not build".into());
        }
    }
    Err("the copy does not build after twelve rounds".into())
}

/// One test: how it is run, which mutants it reaches, and the time after which it hangs.
struct Test<'a> {
    program: &'a Program,
    name: String,
    reached: BTreeSet<usize>,
    time: Duration,
}

impl Test<'_> {
    fn command(&self) -> Command {
        let mut c = Command::new(&self.program.path);
        c.args(["--exact", &self.name]).current_dir(&self.program.folder);
        c.stdout(Stdio::null()).stderr(Stdio::null());
        c
    }
}

/// Every test, the fastest first, with the mutants that it reaches. A test that fails without a mutant says nothing and is left out.
fn record(programs: &[Program], count: usize) -> Result<Vec<Test<'_>>, String> {
    let seen = root().join("target/mutants/seen");
    let mut tests = Vec::new();
    for program in programs {
        let list = Command::new(&program.path)
            .args(["--list", "--format", "terse"])
            .current_dir(&program.folder)
            .output()
            .map_err(|e| e.to_string())?;
        for name in String::from_utf8_lossy(&list.stdout).lines().filter_map(|l| l.strip_suffix(": test")) {
            let mut test =
                Test { program, name: name.to_owned(), reached: BTreeSet::new(), time: Duration::ZERO };
            let status =
                test.command().env("STICTION_MUTANTS_SEEN", &seen).status().map_err(|e| e.to_string())?;
            let text = std::fs::read_to_string(&seen).unwrap_or_default();
            let _ = std::fs::remove_file(&seen);
            test.reached = text.lines().filter_map(|l| l.parse().ok()).filter(|id| *id < count).collect();
            if test.reached.is_empty() {
                continue;
            }
            // the time without taking down what is reached
            let start = Instant::now();
            let again = status.success() && test.command().status().is_ok_and(|s| s.success());
            test.time = start.elapsed();
            if again {
                tests.push(test);
            } else {
                println!("left out: {name} fails without a mutant");
            }
        }
    }
    tests.sort_by_key(|t| t.time);
    Ok(tests)
}

/// True if the test fails, or does not end, with this mutant.
fn dies(test: &Test<'_>, id: usize) -> bool {
    let limit = test.time * 8 + Duration::from_secs(10);
    let Ok(mut child) = test.command().env("STICTION_MUTANT", id.to_string()).spawn() else { return false };
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return !status.success(),
            Ok(None) if start.elapsed() < limit => std::thread::sleep(Duration::from_millis(2)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return true;
            }
        }
    }
}
