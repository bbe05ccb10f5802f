//! Reads a model and writes it back as MJCF: `mjcf_write IN OUT`; checks that OUT reads back to the same spec.

use stiction_mjcf::{LoadOptions, load, load_path, writer};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let opts = LoadOptions { permissive: true, ..LoadOptions::default() };
    let first = match load_path(std::path::Path::new(&args[1]), &opts) {
        Ok(l) => l.spec,
        Err(d) => {
            println!("FAILED {}\n{d}", args[1]);
            std::process::exit(1);
        }
    };
    let text = writer::write(&first);
    if let Some(out) = args.get(2) {
        std::fs::write(out, &text).expect("output is writable");
    }
    let folder = std::path::Path::new(&args[1]).parent().unwrap_or(std::path::Path::new(""));
    match load("again.xml", &text, &stiction_mjcf::files::DiskAssets::new(folder), &opts) {
        Ok(second) => println!("{}", if writer::write(&second.spec) == text { "stable" } else { "UNSTABLE" }),
        Err(d) => println!("UNREADABLE\n{d}"),
    }
}
