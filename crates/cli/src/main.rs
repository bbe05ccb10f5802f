//! The program `stiction`: check, describe and run models from the command line.
//!
//! Exit status: 0 all good; 1 a file was refused or a simulation diverged; 2 the command line is wrong.

mod args;
mod bench;
mod chart;
mod check;
mod compare;
mod convert;
mod docs;
mod excerpt;
mod info;
mod load;
mod replay;
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
      --set WORDS          options, e.g. \"solver=pgs timestep=0.001\"
      --record run.stic    record every state exactly, with the model
      --report out.html    energy, contacts, residuals and timings as plots
                           (a run that diverges leaves NAME-blackbox.stic)
  view FILE              show the simulation in the browser and act on it
      --port N             port of the page (default: 8610, or any free one)
      --bind ADDRESS       listen beyond this machine; the address then carries a secret
      --paused             begin paused
      --no-open            only print the address
  replay RUN.stic        show a recording in the browser
      --verify             simulate it again and compare every bit
      --export FILE        write .npz, .mcap or one self-contained .html (may be repeated)
  compare FILE           the first step and quantity in which two runs differ
      --with WORDS         options of the second run (--set: of the first)
      --against mujoco     compare with MuJoCo (Python of STICTION_PYTHON or python3)
      --tolerance X        relative difference that counts (default 1e-9)
      --report out.html    the differences as plots
  bench FILE...          steps per second and the time of each stage
  convert FROM TO        a model as MJCF, a recording as .npz, .mcap or .html
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
        "replay" => replay::run(&args),
        "compare" => compare::run(&args),
        "bench" => bench::run(&args),
        "convert" => convert::run(&args),
        "docs" => docs::run(&args),
        other => {
            let known = ["check", "info", "run", "view", "replay", "compare", "bench", "convert", "docs"];
            let hint =
                args::nearest(other, &known).map_or(String::new(), |n| format!(" (did you mean '{n}'?)"));
            eprintln!("stiction: unknown command '{other}'{hint}\n\nTry 'stiction --help'.");
            return ExitCode::from(2);
        }
    };
    if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
