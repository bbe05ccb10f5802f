//! The program `stiction`: check, describe and run models from the command line.
//!
//! Exit status: 0 all good; 1 a file was refused, a simulation diverged, a difference was found or output was lost; 2 the
//! command line is wrong.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod args;
mod bench;
mod check;
mod compare;
mod convert;
mod docs;
mod excerpt;
mod info;
mod load;
mod render;
mod replay;
mod run;
mod term;
mod timing;
mod view;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use std::process::ExitCode;

fn main() -> ExitCode {
    let Cli { command, common } = Cli::parse();
    let (name, done) = match &command {
        Command::Check(a) => ("check", Ok(check::run(a, &common))),
        Command::Info(a) => ("info", Ok(info::run(a, &common))),
        Command::Run(a) => ("run", run::run(a, &common)),
        Command::View(a) => ("view", view::run(a, &common)),
        Command::Replay(a) => ("replay", replay::run(a, &common)),
        Command::Render(a) => ("render", render::run(a, &common)),
        Command::Compare(a) => ("compare", compare::run(a, &common)),
        Command::Bench(a) => ("bench", bench::run(a, &common)),
        Command::Convert(a) => ("convert", convert::run(a, &common)),
        Command::Docs(a) => ("docs", docs::run(a, &common)),
        Command::Completions(a) => ("completions", completions(a.shell)),
    };
    let good = done.unwrap_or_else(|why| {
        term::complain!("stiction {name}: {why}");
        false
    });
    if good && !term::lost() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn completions(shell: clap_complete::Shell) -> Result<bool, String> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "stiction", &mut script);
    term::bytes(&script).map_err(|e| e.to_string())?;
    Ok(true)
}
