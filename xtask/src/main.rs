//! Project chores: `cargo xtask test` is the one test command; `tidy` checks the shape of the house; `docs` regenerates pages.

mod bits;
mod deny;
mod fuzz;
mod gallery;
mod gpu;
mod mutants;
mod package;
mod page;
mod python;
mod release;
mod site;
mod soak;
mod sound;
mod test;
mod tidy;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Root of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// Runs a command in the root and says whether it succeeded.
fn run(program: &str, args: &[&str]) -> bool {
    run_with(program, args, &[])
}

/// The same with environment variables.
fn run_with(program: &str, args: &[&str], env: &[(&str, &str)]) -> bool {
    println!("\n$ {program} {}", args.join(" "));
    let mut command = Command::new(program);
    command.args(args).current_dir(root()).envs(env.iter().copied());
    match command.status() {
        Ok(s) => s.success(),
        Err(e) => {
            println!("{program}: {e}");
            false
        }
    }
}

const HELP: &str = "usage: cargo xtask <command>

  test [--all] [STAGE...]   set up what is needed and run everything: format, lint, tidy, rust, sound, deny, doc, package, page, wasm, python, site, acceptance
  tidy              check crate dependencies, module headers, sizes, ARCHITECTURE.md
  docs              write the generated pages (docs/mjcf.md)
  mutants PATH [--with CRATE/TEST]... [--sample N] [--seed S] [--again] [--up-to S] [--jobs N]   change the code below PATH in small ways and list the changes that tests do not see
  bits [record] [--all]  compare the bits of debug and release (all: lto, portable, avx2, aarch64) with tests/bits.txt, or write it
  fuzz [--minutes N] [TARGET...]   fuzz every target for N minutes (nightly, cargo-fuzz)
  soak [--minutes N]     all models under both laws, in a batch, recorded and shown, with random control
  gpu [check | measured DATE]   build the GPU kernels into crates/gpu/ptx (nightly), compare with what is there, or note that these ran on a card
  gallery           build the static gallery into target/gallery: scenes that run in the page
  site              build the documentation site into target/site: course executed, links checked
  release --dry-run build and check all that a release contains
  python            make the virtual environment and install the extension into it
  differential      random models in both engines, 5,000 unless --count says otherwise (tests/differential/run.py --help)";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let ok = match args.first().map(String::as_str) {
        Some("test") => test::run(&args[1..]),
        Some("tidy") => tidy::run(),
        Some("docs") => {
            run("cargo", &["run", "--quiet", "--release", "-p", "stiction-cli", "--", "docs", "docs"])
        }
        Some("mutants") => mutants::run(&args[1..]),
        Some("bits") => bits::run(&args[1..]),
        Some("soak") => soak::run_command(&args[1..]),
        Some("fuzz") => fuzz::run(&args[1..]),
        Some("gpu") => gpu::run(&args[1..]),
        Some("gallery") => gallery::run_command(),
        Some("site") => site::run_command(),
        Some("release") => release::run_command(&args[1..]),
        Some("python") => python::set_up().is_some(),
        Some("differential") => python::differential(&args[1..]),
        _ => {
            println!("{HELP}");
            args.first().is_some_and(|a| a == "help" || a == "--help")
        }
    };
    if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
