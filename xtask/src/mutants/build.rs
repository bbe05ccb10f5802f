//! The copy of the tree with all mutants behind switches, and the test programs built from it.

use super::find::Mutant;
use crate::root;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a build and a run of the tests need, from tracked files and new ones.
const NEEDED: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "crates",
    "xtask",
    "models",
    "benches/programs",
    "fuzz/seeds",
    "fuzz/corpus",
    "examples",
    "tests",
];

/// The paths of all that is needed.
pub fn sources() -> Result<Vec<String>, String> {
    let list = Command::new("git")
        .args(["ls-files", "-co", "--exclude-standard", "--"])
        .args(NEEDED)
        .current_dir(root())
        .output()
        .map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&list.stdout).lines().map(str::to_owned).collect())
}

/// The library of a crate.
fn library(name: &str) -> String {
    format!("crates/{name}/src/lib.rs")
}

/// Mirrors the tree without touching what is the same, or what gets switches.
pub fn copy(tree: &Path, sources: &[String], name: &str, mutants: &[Mutant]) -> Result<(), String> {
    let mut changed: BTreeSet<&String> = mutants.iter().map(|m| &m.file).collect();
    let lib = library(name);
    changed.insert(&lib);
    for f in sources.iter().filter(|f| !changed.contains(f)) {
        if let Ok(bytes) = std::fs::read(root().join(f)) {
            write(&tree.join(f), &bytes)?;
        }
    }
    Ok(())
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
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
    use std::sync::{LazyLock, Mutex};
    /// No mutant, and what is reached is written down.
    const NONE: usize = usize::MAX - 1;
    /// The environment has not been asked yet.
    const UNKNOWN: usize = usize::MAX;
    static ACTIVE: AtomicUsize = AtomicUsize::new(UNKNOWN);
    static SEEN: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];
    static FILE: LazyLock<Option<Mutex<std::fs::File>>> = LazyLock::new(|| {
        std::fs::File::create(std::env::var("STICTION_MUTANTS_SEEN").ok()?).ok().map(Mutex::new)
    });
    #[cold]
    #[inline(never)]
    fn see(id: usize) -> bool {
        if ACTIVE.load(Relaxed) == UNKNOWN {
            let asked = std::env::var("STICTION_MUTANT").ok().and_then(|s| s.parse().ok());
            ACTIVE.store(asked.unwrap_or(NONE), Relaxed);
        }
        if ACTIVE.load(Relaxed) == NONE && !SEEN[id].swap(true, Relaxed) {
            if let Some(Ok(mut file)) = FILE.as_ref().map(|f| f.lock()) {
                let _ = writeln!(file, "{id}");
            }
        }
        ACTIVE.load(Relaxed) == id
    }
    #[inline(always)]
    pub fn on(id: usize) -> bool {
        let active = ACTIVE.load(Relaxed);
        active == id || (active >= NONE && !SEEN[id].load(Relaxed) && see(id))
    }
    #[inline(always)]
    pub fn negated<T: std::ops::Neg<Output = T>>(id: usize, x: T) -> T {
        if on(id) { -x } else { x }
    }
    #[inline(always)]
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
pub struct Program {
    pub path: PathBuf,
    pub folder: PathBuf,
}

/// What to build: the tests of the crate, and the files of others' in `with`. One command for all, since other packages with it may mean
/// other features, and another build of everything.
fn targets(name: &str, with: &[String]) -> Result<Vec<String>, String> {
    let mut args = vec!["-p".to_owned(), package(name)];
    if with.is_empty() {
        return Ok(args);
    }
    let folder = std::fs::read_dir(root().join(format!("crates/{name}/tests")));
    let files = folder.into_iter().flatten().flatten();
    let own = files.filter_map(|f| f.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned));
    let mut tests: BTreeSet<String> = own.collect();
    for each in with {
        let (other, file) = each.split_once('/').ok_or("--with needs CRATE/TEST")?;
        args.extend(["-p".into(), package(other)]);
        if file != "lib" {
            tests.insert(file.to_owned());
        }
    }
    args.push("--lib".into());
    args.extend(tests.into_iter().flat_map(|t| ["--test".into(), t]));
    Ok(args)
}

fn messages(output: &[u8]) -> Vec<serde_json::Value> {
    String::from_utf8_lossy(output).lines().filter_map(|l| serde_json::from_str(l).ok()).collect()
}

fn executables(messages: &[serde_json::Value]) -> Vec<Program> {
    let program = |v: &serde_json::Value| {
        let folder = Path::new(v["manifest_path"].as_str()?).parent()?.to_path_buf();
        Some(Program { path: v["executable"].as_str()?.into(), folder })
    };
    messages.iter().filter_map(program).collect()
}

/// Builds the tests of the crate, and the files of others' in `with`, with all mutants that compile; the numbers of these. The others are
/// taken out, round after round, and remembered for the next run.
pub fn build(
    tree: &Path,
    name: &str,
    with: &[String],
    mutants: &[Mutant],
) -> Result<(Vec<Program>, BTreeSet<usize>), String> {
    let targets = targets(name, with)?;
    let lib = library(name);
    let memory = root().join(format!("target/mutants/{name}.refused"));
    let mut known = std::fs::read_to_string(&memory).unwrap_or_default();
    let before: BTreeSet<String> = known.lines().map(str::to_owned).collect();
    let place = |id: usize| format!("{} {}", mutants[id].start, mutants[id].name());
    let mut valid: BTreeSet<usize> = (0..mutants.len()).filter(|&id| !before.contains(&place(id))).collect();
    for _ in 0..12 {
        let mut files = rewritten(&valid.iter().map(|&id| (id, &mutants[id])).collect::<Vec<_>>())?;
        if !files.contains_key(&lib) {
            let text = std::fs::read_to_string(root().join(&lib)).map_err(|e| e.to_string())?;
            files.insert(lib.clone(), Rewritten { text, places: Vec::new() });
        }
        for (file, Rewritten { text, .. }) in &files {
            let switches = if *file == lib { SWITCHES } else { "" };
            write(&tree.join(file), format!("{text}{switches}").as_bytes())?;
        }
        let output = cargo(tree, &targets).output().map_err(|e| e.to_string())?;
        let messages = messages(&output.stdout);
        if output.status.success() {
            let _ = std::fs::write(&memory, known);
            return Ok((executables(&messages), valid));
        }
        let bad = refused(&messages, &files);
        if bad.is_empty() {
            for m in messages.iter().filter(|m| m["message"]["level"] == "error") {
                println!("{}", m["message"]["rendered"].as_str().unwrap_or(""));
            }
            return Err("the copy does not build".into());
        }
        known.extend(bad.iter().map(|&id| place(id) + "\n"));
        valid.retain(|id| !bad.contains(id));
    }
    Err("the copy does not build after twelve rounds".into())
}

/// The innermost mutants around what the compiler does not accept.
fn refused(messages: &[serde_json::Value], files: &BTreeMap<String, Rewritten>) -> BTreeSet<usize> {
    let mut bad = BTreeSet::new();
    for m in messages.iter().filter(|m| m["message"]["level"] == "error") {
        for span in m["message"]["spans"].as_array().into_iter().flatten() {
            let Some(source) = span["file_name"].as_str().and_then(|f| files.get(f)) else { continue };
            let at = span["byte_start"].as_u64().unwrap_or(0) as usize;
            let inner = source.places.iter().filter(|p| p[1] <= at && at < p[2]).min_by_key(|p| p[2] - p[1]);
            bad.extend(inner.map(|p| p[0]));
        }
    }
    bad
}
