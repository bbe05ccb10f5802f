//! Loads model files and prints what is wrong with them, or `ok`.

fn main() {
    let mut failed = 0;
    let mut opts = stiction_mjcf::LoadOptions::default();
    for arg in std::env::args().skip(1) {
        if arg == "--permissive" {
            opts.permissive = true;
            continue;
        }
        let t = std::time::Instant::now();
        match stiction_mjcf::load_path(std::path::Path::new(&arg), &opts) {
            Ok(l) => println!("ok {arg} {} elements, {} warnings, {:?}", l.spec.element_count(), l.warnings.list.len(), t.elapsed()),
            Err(d) => {
                failed += 1;
                println!("FAILED {arg}\n{d}");
            }
        }
    }
    std::process::exit(i32::from(failed > 0));
}
