//! Loading for all commands, with the options that they share.

use crate::args::Common;
use crate::excerpt;
use crate::term::complain;
use std::io::Read;
use std::path::Path;
use stiction::diag::{Diagnostic, Diagnostics};
use stiction::kinds::ObjKind;
use stiction::mjcf::files::MAX_FILE;
use stiction::{Budget, LoadOptions, Loaded, Model};
use stiction_record::Bundle;

/// The name of standard input.
pub const STDIN: &str = "-";

/// A model with the files it came from, or everything that is wrong with it. `-` is standard input; files that it names are
/// looked up from the current folder.
pub fn bundle(file: &str, common: &Common) -> Result<(Loaded, Bundle), Diagnostics> {
    let options = LoadOptions {
        permissive: common.permissive,
        untrusted: common.untrusted,
        package_roots: common.packages.clone(),
        textures: true,
    };
    if file != STDIN {
        return Bundle::load(Path::new(file), &options);
    }
    let bytes =
        stdin().map_err(|why| Diagnostics { list: vec![Diagnostic::error(why)], sources: Vec::new() })?;
    Bundle::from_bytes("standard input", bytes, Path::new(""), &options)
}

/// How much a step may be: files that are not trusted get a budget.
pub fn budget(common: &Common) -> Budget {
    if common.untrusted { Budget::UNTRUSTED } else { Budget::UNLIMITED }
}

/// The bytes of a file or of standard input.
pub fn bytes(file: &str) -> Result<Vec<u8>, String> {
    if file == STDIN { stdin() } else { std::fs::read(file).map_err(|e| format!("{file}: {e}")) }
}

fn stdin() -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(MAX_FILE + 1).read_to_end(&mut bytes);
    match read {
        Ok(n) if n as u64 > MAX_FILE => Err("standard input is larger than 1 GiB".into()),
        Ok(_) => Ok(bytes),
        Err(e) => Err(format!("standard input cannot be read: {e}")),
    }
}

/// A model, or nothing after its problems were printed.
pub fn model(file: &str, common: &Common) -> Option<Model> {
    told(bundle(file, common)).map(|(l, _)| l.model)
}

/// What was loaded, or nothing after its problems were printed.
pub fn told<T>(loaded: Result<T, Diagnostics>) -> Option<T> {
    loaded
        .map_err(|d| {
            for x in &d.list {
                complain!("{}", excerpt::render(x, &d));
            }
        })
        .ok()
}

/// The keyframe to start from: the one that is asked for by name or number, or the first.
pub fn keyframe(m: &Model, asked: Option<&str>) -> Result<Option<usize>, String> {
    let Some(k) = asked else { return Ok((m.size.nkey > 0).then_some(0)) };
    let id = m.id(ObjKind::Key, k).or_else(|| k.parse().ok()).filter(|i| *i < m.size.nkey);
    id.map(Some).ok_or_else(|| format!("the model has no keyframe '{k}'"))
}
