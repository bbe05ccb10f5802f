//! `stiction docs DIR`: pages that are generated from the engine's own tables.

use crate::args::{Common, Docs};
use crate::term::say;
use serde_json::json;
use std::path::Path;

/// Writes the pages.
pub fn run(args: &Docs, common: &Common) -> Result<bool, String> {
    let path = Path::new(&args.dir).join("mjcf.md");
    std::fs::write(&path, stiction::mjcf::schema::markdown())
        .map_err(|e| format!("{}: {e}", path.display()))?;
    if common.json {
        say!("{}", json!({ "wrote": [path.to_string_lossy()] }));
    } else {
        say!("wrote {}", path.display());
    }
    Ok(true)
}
