//! Time from a file to a compiled model: the least of several loads, per file.
//!
//! ```text
//! cargo run --release -p stiction-benches --bin compile_time -- 10 MODEL.xml …
//! ```

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((Ok(repeats), files)) = args.split_first().map(|(n, f)| (n.parse::<usize>(), f)) else {
        eprintln!("usage: compile_time REPEATS MODEL.xml ...");
        return ExitCode::from(2);
    };
    let options = stiction::LoadOptions { permissive: true, ..Default::default() };
    for file in files {
        let mut best = f64::INFINITY;
        for _ in 0..repeats.max(1) {
            let start = Instant::now();
            match stiction::load_with(file.as_ref(), &options) {
                Ok(loaded) => assert!(loaded.model.size.nbody > 0),
                Err(e) => {
                    eprintln!("{e}");
                    return ExitCode::FAILURE;
                }
            }
            best = best.min(start.elapsed().as_secs_f64() * 1e3);
        }
        println!("{best:.3} ms  {file}");
    }
    ExitCode::SUCCESS
}
