//! `include`: one tree out of several files.
//!
//! A name is tried relative to the main file's folder first, then relative to the including file's, as in MuJoCo. A file
//! may be included once in a whole model.

use super::{Reader, Usage};
use crate::dom::{NONE, NodeId, Tree, is_include};
use crate::files::{clean_path, dir_name, is_absolute, join_path, show};
use crate::xml::{self, Parsed, Place};
use stiction_model::assets::Assets;
use stiction_model::diag::{Diagnostic, Diagnostics, Loc, Severity};

/// Most files in one load.
const MAX_FILES: usize = 10_000;
/// Most text in one load (bytes).
const MAX_BYTES: usize = 256 << 20;

/// Asset folders, as the last `compiler` element of the file set says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dirs {
    pub asset: String,
    pub mesh: Option<String>,
    pub texture: Option<String>,
    /// A folder is written in a way that was not understood.
    pub doubtful: bool,
}

impl Dirs {
    /// Folder of meshes.
    pub fn mesh(&self) -> &str {
        self.mesh.as_deref().unwrap_or(&self.asset)
    }
    /// Folder of textures.
    pub fn texture(&self) -> &str {
        self.texture.as_deref().unwrap_or(&self.asset)
    }
}

struct File {
    name: String,
    parent: Option<usize>,
}

/// One tree out of all files.
pub(crate) struct Assembled {
    pub tree: Tree,
    pub root: NodeId,
    pub usage: Usage,
    /// Asset folders.
    pub dirs: Dirs,
    /// Include elements whose files could not be read.
    pub missing: Vec<NodeId>,
}

/// Parses the main file and everything it includes.
pub(crate) fn assemble(
    name: &str,
    text: &str,
    files: &dyn Assets,
    mut usage: Usage,
    diags: &mut Diagnostics,
) -> Result<Assembled, Usage> {
    let mut tree = Tree::default();
    tree.dirs.push(String::new());
    diags.sources.push(Reader::source(name, text));
    if let Err(d) = charge(&mut usage, text.len()) {
        diags.push(d);
        return Err(usage);
    }
    let nested = !usage.chain.is_empty();
    let root = match xml::parse(&mut tree, text, Place { file: 0, dir: 0, depth: 1 }) {
        Ok(Parsed { root, problems }) if !nested || is_model(&tree, root, &problems) => {
            diags.list.extend(problems);
            root
        }
        refused => {
            // a file named by another that is no XML keeps its contents to itself
            if nested {
                diags.sources[0].text = "".into();
            }
            diags.list.extend(first_error(refused));
            return Err(usage);
        }
    };
    let mut list = vec![File { name: clean_path(crate::files::base_name(name)), parent: None }];
    let mut includes = Vec::new();
    scan(&tree, root, 0, &mut includes, &mut Dirs::default());
    let mut missing = Vec::new();
    let mut k = 0;
    while k < includes.len() {
        let (node, from) = includes[k];
        k += 1;
        match one(&mut tree, node, from, files, &mut usage, &mut list, diags) {
            Ok(Some(sub)) => {
                let at = includes.len();
                scan(&tree, sub, list.len() - 1, &mut includes, &mut Dirs::default());
                // depth first: what this file includes comes before the siblings
                let mut fresh = includes.split_off(at);
                let rest = includes.split_off(k);
                includes.append(&mut fresh);
                includes.extend(rest);
                tree.graft(node, sub);
            }
            Ok(None) => {}
            Err(d) => {
                missing.push(node);
                diags.push(d.at(Some(tree.node(node).loc)).on("include"));
                if diags.list.len() > 100 {
                    return Err(usage);
                }
            }
        }
    }
    if !includes.is_empty() {
        tree.flatten(root);
    }
    let mut dirs = Dirs::default();
    scan(&tree, root, 0, &mut Vec::new(), &mut dirs);
    Ok(Assembled { tree, root, usage, dirs, missing })
}

/// A file that says what it is may show its mistakes; any other with mistakes may be something that nobody should see.
fn is_model(tree: &Tree, root: NodeId, problems: &[Diagnostic]) -> bool {
    let says = ["mujoco", "mujocoinclude", "robot"].iter().any(|t| tree.tag(root).eq_ignore_ascii_case(t));
    says || !problems.iter().any(|d| d.severity == Severity::Error)
}

fn first_error(parsed: Result<Parsed, Box<Diagnostic>>) -> Option<Diagnostic> {
    match parsed {
        Ok(p) => p.problems.into_iter().find(|d| d.severity == Severity::Error),
        Err(d) => Some(*d),
    }
}

fn charge(usage: &mut Usage, bytes: usize) -> Result<(), Diagnostic> {
    usage.files += 1;
    usage.bytes += bytes;
    if usage.files > MAX_FILES {
        return Err(Diagnostic::error(format!("more than {MAX_FILES} files are included")));
    }
    if usage.bytes > MAX_BYTES {
        return Err(Diagnostic::error(format!("the model files hold more than {} MiB", MAX_BYTES >> 20)));
    }
    Ok(())
}

/// Include elements and compiler folders of a file, in order.
fn scan(tree: &Tree, root: NodeId, file: usize, includes: &mut Vec<(NodeId, usize)>, dirs: &mut Dirs) {
    let mut stack = vec![root];
    while let Some(n) = stack.pop() {
        if tree.node(n).next != NONE && n != root {
            stack.push(tree.node(n).next);
        }
        if is_include(tree.tag(n)) {
            includes.push((n, file));
            continue;
        }
        if tree.tag(n).eq_ignore_ascii_case("compiler") {
            if let Some(d) = tree.get(n, "assetdir") {
                dirs.asset = d.into();
            }
            if let Some(d) = tree.get(n, "meshdir") {
                dirs.mesh = Some(d.into());
            }
            if let Some(d) = tree.get(n, "texturedir") {
                dirs.texture = Some(d.into());
            }
        }
        if tree.node(n).first != NONE {
            stack.push(tree.node(n).first);
        }
    }
}

fn one(
    tree: &mut Tree,
    node: NodeId,
    from: usize,
    files: &dyn Assets,
    usage: &mut Usage,
    list: &mut Vec<File>,
    diags: &mut Diagnostics,
) -> Result<Option<NodeId>, Diagnostic> {
    if tree.node(node).first != NONE {
        return Err(Diagnostic::error("an include element cannot have elements inside"));
    }
    for a in tree.attrs(node) {
        if tree.name(a) != "file" {
            let loc = a.loc;
            diags.push(
                Diagnostic::error(format!("unknown attribute '{}' of <include>", show(tree.name(a))))
                    .on("include")
                    .at(Some(loc))
                    .hint("its only attribute is 'file'"),
            );
        }
    }
    let Some(file) = tree.get(node, "file") else {
        return Err(Diagnostic::error("required attribute 'file' is missing"));
    };
    let dir = tree.dirs[tree.node(node).dir as usize].clone();
    let path = resolve(files, "", &dir, file);
    let key = clean_path(&path);
    if let Some(k) = list.iter().position(|f| f.name == key) {
        return Err(repeated(list, from, k));
    }
    let bytes = files.load(&path).map_err(Diagnostic::error)?;
    charge(usage, bytes.len())?;
    let index = diags.sources.len() as u32;
    let (text, lossy) = crate::decode(&bytes);
    let sub_dir = dir_name(&key).to_string();
    tree.dirs.push(sub_dir);
    let depth = tree.node(node).depth.saturating_sub(1).max(1);
    let place = Place { file: index, dir: tree.dirs.len() as u32 - 1, depth };
    let parsed = xml::parse(tree, &text, place);
    let readable = parsed.as_ref().is_ok_and(|p| is_model(tree, p.root, &p.problems));
    // a file that is no XML keeps its contents to itself
    diags.sources.push(Reader::source(&path, if readable { &text } else { "" }));
    list.push(File { name: key, parent: Some(from) });
    let root = match parsed {
        Ok(Parsed { root, problems }) if readable => {
            diags.list.extend(problems);
            root
        }
        refused => {
            let d = first_error(refused).unwrap_or_else(|| Diagnostic::error("it cannot be read"));
            let at = d.loc.map_or(String::new(), |l: Loc| format!(" (line {}, column {})", l.line, l.col));
            let message = format!("in the included file '{}'{at}: {}", show(&path), d.message);
            return Err(Diagnostic::error(message));
        }
    };
    if lossy {
        diags.push(Diagnostic::warning(format!("file '{}' is not valid UTF-8", show(&path))));
    }
    if tree.node(root).first == NONE {
        return Err(Diagnostic::error(format!("the included file '{}' has no elements", show(&path))));
    }
    Ok(Some(root))
}

fn repeated(list: &[File], from: usize, k: usize) -> Diagnostic {
    let mut chain = vec![from];
    while let Some(p) = list[chain[chain.len() - 1]].parent {
        chain.push(p);
    }
    let name = show(&list[k].name);
    if let Some(at) = chain.iter().position(|c| *c == k) {
        let mut names: Vec<String> = chain[..=at].iter().rev().map(|c| show(&list[*c].name)).collect();
        names.push(name);
        if names.len() > 8 {
            let cut = names.len() - 4;
            names.drain(4..cut);
            names.insert(4, "…".into());
        }
        return Diagnostic::error(format!("include cycle: {}", names.join(" → ")));
    }
    Diagnostic::error(format!("file '{name}' is already included"))
        .hint("a file may be included once in a model; use <attach> or <replicate> to repeat parts")
}

/// The path of a file named in a file in `dir`: below the main folder (and `sub`) if it exists there, else beside.
pub(crate) fn resolve(files: &dyn Assets, sub: &str, dir: &str, file: &str) -> String {
    let plain = join_path(sub, file);
    if dir.is_empty() || is_absolute(file) || files.exists(&plain) {
        return plain;
    }
    join_path(dir, file)
}
