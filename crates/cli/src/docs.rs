//! `stiction docs DIR`: pages that are generated from the engine's own tables.

use crate::args::Args;
use std::path::Path;

/// Writes the pages; true if all could be written.
pub fn run(args: &Args) -> bool {
    let Some(dir) = args.files.first() else {
        eprintln!("stiction docs: name the folder to write to");
        return false;
    };
    let path = Path::new(dir).join("mjcf.md");
    match std::fs::write(&path, stiction::mjcf::schema::markdown()) {
        Ok(()) => {
            println!("wrote {}", path.display());
            true
        }
        Err(e) => {
            eprintln!("stiction docs: {}: {e}", path.display());
            false
        }
    }
}
