//! `stiction convert`: a model as MJCF, or a recording in another format.

use crate::args::Args;
use crate::excerpt;
use std::path::Path;
use stiction::LoadOptions;

/// Converts the first file into the second.
pub fn run(args: &Args) -> bool {
    let [from, to] = args.files.as_slice() else {
        eprintln!("stiction convert: name a file and its target, e.g. robot.urdf robot.xml");
        return false;
    };
    if from.ends_with(".stic") {
        let replay = Args { files: vec![from.clone()], exports: vec![to.clone()], ..Args::default() };
        return crate::replay::run(&replay);
    }
    if !to.ends_with(".xml") {
        eprintln!("stiction convert: models are written as MJCF, so the target ends in .xml");
        return false;
    }
    let options = LoadOptions {
        permissive: args.permissive,
        untrusted: args.untrusted,
        package_roots: args.packages.clone(),
    };
    let loaded = match stiction::load_with(Path::new(from), &options) {
        Ok(l) => l,
        Err(d) => {
            for x in &d.list {
                eprintln!("{}", excerpt::render(x, &d));
            }
            return false;
        }
    };
    let text = stiction::mjcf::writer::write_compiled(&loaded.spec, &loaded.model);
    match std::fs::write(to, text) {
        Ok(()) => {
            println!("wrote {to}");
            true
        }
        Err(e) => {
            eprintln!("stiction convert: {to}: {e}");
            false
        }
    }
}
