//! `stiction convert`: a model as MJCF, or a recording in another format.

use crate::args::{Common, Convert};
use crate::load::{self, STDIN};
use crate::replay;
use crate::term::{self, say};
use serde_json::json;

/// Converts one file into another.
pub fn run(args: &Convert, common: &Common) -> Result<bool, String> {
    let (from, to) = (&args.from, &args.to);
    if from.ends_with(".stic") {
        return replay::convert(from, to, common);
    }
    if to != STDIN && !to.ends_with(".xml") {
        return Err("models are written as MJCF, so the target ends in .xml (or is '-')".into());
    }
    let Some((loaded, _)) = load::told(load::bundle(from, common)) else { return Ok(false) };
    let text = stiction::mjcf::writer::write_compiled(&loaded.spec, &loaded.model);
    if to == STDIN {
        term::bytes(text.as_bytes()).map_err(|e| format!("standard output: {e}"))?;
        return Ok(true);
    }
    std::fs::write(to, text).map_err(|e| format!("{to}: {e}"))?;
    if common.json {
        say!("{}", json!({ "file": from, "wrote": [to] }));
    } else {
        say!("wrote {to}");
    }
    Ok(true)
}
