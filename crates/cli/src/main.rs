//! The program `stiction`: check, describe and run models from the command line.
//!
//! Exit status: 0 all good; 1 a file was refused or a simulation diverged; 2 the command line is wrong.

mod args;
mod check;
mod docs;
mod excerpt;
mod info;
mod json;
mod load;
mod run;
mod view;

use std::process::ExitCode;

const HELP: &str = "stiction: a rigid-body physics engine

usage: stiction <command> [options] FILE...

commands
  check FILE...          everything that is wrong with the files, with source excerpts
      --steps N            also simulate N steps and check that the state stays finite
  info FILE...           sizes, tree, total mass, what a file uses
  run FILE               simulate without a window and report
      --steps N            number of steps (default: 5 seconds of simulated time)
      --seconds S          simulated time
      --ctrl zero|random:SEED|file.csv
      --out run.npz        write time, qpos, qvel, ctrl of every step
      --keyframe K         start from a keyframe
  view FILE              show the simulation in the browser and act on it
      --port N             port of the page (default: 8610, or any free one)
      --bind ADDRESS       listen beyond this machine; the address then carries a secret
      --paused             begin paused
      --no-open            only print the address
  docs DIR               write the generated pages of the manual

options of all commands
  --json                 machine-readable output
  --permissive           skip what is not supported, with a warning
  --untrusted            open only files below the model's folder
  --package NAME=DIR     where `package://NAME/` of URDF files is (may be repeated)
  --help, --version";

fn main() -> ExitCode {
    let raw: Vec<String> = std::env::args().skip(1).collect();
    if raw.iter().any(|a| a == "--help" || a == "-h") || raw.first().is_some_and(|a| a == "help") {
        println!("{HELP}");
        return ExitCode::SUCCESS;
    }
    if raw.iter().any(|a| a == "--version") {
        println!("stiction {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    let args = match args::parse(&raw) {
        Ok(a) => a,
        Err(message) => {
            eprintln!("stiction: {message}\n\nTry 'stiction --help'.");
            return ExitCode::from(2);
        }
    };
    let ok = match args.command.as_str() {
        "check" => check::run(&args),
        "info" => info::run(&args),
        "run" => run::run(&args),
        "view" => view::run(&args),
        "docs" => docs::run(&args),
        other => {
            let known = ["check", "info", "run", "view", "docs"];
            let hint =
                args::nearest(other, &known).map_or(String::new(), |n| format!(" (did you mean '{n}'?)"));
            eprintln!("stiction: unknown command '{other}'{hint}\n\nTry 'stiction --help'.");
            return ExitCode::from(2);
        }
    };
    if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
