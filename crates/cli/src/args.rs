//! The command line: one structure per command; help, completions and messages follow from it.

use clap::{Args, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use std::net::IpAddr;
use std::sync::LazyLock;

const EXIT: &str = "\
Exit status: 0 all good; 1 a file was refused, a simulation diverged, or a comparison found a difference; 2 the command line is wrong.
A model is MJCF, URDF or .mjz; '-' reads it from standard input. Colours follow the terminal, NO_COLOR and CLICOLOR_FORCE.";

/// Version of the program and edition of the physics.
static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} (physics edition {})", env!("CARGO_PKG_VERSION"), stiction::EDITION));

/// A rigid-body physics engine.
#[derive(Debug, Parser)]
#[command(name = "stiction", version = VERSION.as_str(), after_help = EXIT, max_term_width = 110)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Options of all commands.
    #[command(flatten)]
    pub common: Common,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Tell everything that is wrong with the files, with source excerpts
    Check(Check),
    /// Describe models: sizes, tree, total mass, what a file uses
    Info(Info),
    /// Simulate without a window and report
    Run(Run),
    /// Show the simulation in the browser and act on it
    View(View),
    /// Show a recording in the browser, verify it bit by bit, or export it
    Replay(Replay),
    /// Draw a picture or a film of a model or a recording, without a window or a GPU
    Render(Render),
    /// Find the first step and quantity in which two runs differ
    Compare(Compare),
    /// Measure steps per second and the time of each stage
    Bench(Bench),
    /// Write a model as MJCF, or a recording as .npz, .mcap or .html
    Convert(Convert),
    /// Write the generated pages of the manual
    Docs(Docs),
    /// Print a completion script for a shell, e.g. `stiction completions bash`
    Completions(Completions),
}

/// Options of all commands.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Options of all commands")]
pub struct Common {
    /// Answer with one JSON document
    #[arg(long, global = true)]
    pub json: bool,
    /// Skip what is not supported, with a warning
    #[arg(long, global = true)]
    pub permissive: bool,
    /// Open only files below the model's folder, and refuse steps that are too much work
    #[arg(long, global = true)]
    pub untrusted: bool,
    /// Where `package://NAME/` of URDF files is (may be repeated)
    #[arg(long = "package", global = true, value_name = "NAME=DIR")]
    pub packages: Vec<String>,
}

/// `stiction check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Models
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,
    /// Also simulate N steps and check that the state stays finite
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
}

/// `stiction info`.
#[derive(Debug, Args)]
pub struct Info {
    /// Models
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,
}

/// How a run begins and how long it is.
#[derive(Clone, Debug, Default, Args)]
pub struct Start {
    /// Number of steps
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Simulated time (s)
    #[arg(long, value_name = "S", value_parser = not_negative)]
    pub seconds: Option<f64>,
    /// Controls: zero, random:SEED, or a table with one row per step
    #[arg(long, value_name = "zero|random:SEED|FILE.csv")]
    pub ctrl: Option<String>,
    /// Start from a keyframe, by name or number [default: the first, if there is one]
    #[arg(long, value_name = "K")]
    pub keyframe: Option<String>,
    /// Options, e.g. "solver=pgs timestep=0.001"
    #[arg(long, value_name = "WORDS")]
    pub set: Option<String>,
}

/// `stiction run`.
#[derive(Debug, Args)]
pub struct Run {
    /// Model
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: String,
    /// Start and length; without either, 5 seconds.
    #[command(flatten)]
    pub start: Start,
    /// Write time, qpos, qvel, ctrl of every step
    #[arg(long, value_name = "RUN.npz", value_hint = ValueHint::FilePath)]
    pub out: Option<String>,
    /// Record every state exactly, with the model; a run that diverges leaves NAME-blackbox.stic in any case
    #[arg(long, value_name = "RUN.stic", value_hint = ValueHint::FilePath)]
    pub record: Option<String>,
    /// Check after every step that no contact is missing and no normal is wrong, by a routine that makes no contacts
    #[arg(long)]
    pub geometry: bool,
    /// Energy, contacts, residuals and timings as plots
    #[arg(long, value_name = "OUT.html", value_hint = ValueHint::FilePath)]
    pub report: Option<String>,
}

/// Where the page is.
#[derive(Debug, Default, Args)]
pub struct Serve {
    /// Port of the page [default: 8610, or any free one]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Listen beyond this machine; the address then carries a secret
    #[arg(long, value_name = "ADDRESS")]
    pub bind: Option<IpAddr>,
    /// Only print the address
    #[arg(long)]
    pub no_open: bool,
}

/// `stiction view`.
#[derive(Debug, Args)]
pub struct View {
    /// Model
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: String,
    /// Start from a keyframe, by name or number [default: the first, if there is one]
    #[arg(long, value_name = "K")]
    pub keyframe: Option<String>,
    /// Begin paused
    #[arg(long)]
    pub paused: bool,
    /// Where the page is.
    #[command(flatten)]
    pub serve: Serve,
}

/// `stiction replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// Recording; '-' reads it from standard input
    #[arg(value_name = "RUN.stic", value_hint = ValueHint::FilePath)]
    pub file: String,
    /// Simulate it again and compare every bit, then end
    #[arg(long)]
    pub verify: bool,
    /// Write .npz, .mcap or one self-contained .html, then end (may be repeated)
    #[arg(long = "export", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub exports: Vec<String>,
    /// Where the page is.
    #[command(flatten)]
    pub serve: Serve,
}

/// `stiction render`.
#[derive(Debug, Args)]
pub struct Render {
    /// Model or recording
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: String,
    /// .png: the last moment; .apng: a film without loss that browsers play; .mp4, .webm, .gif: a film by ffmpeg, if it is installed
    #[arg(value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub out: String,
    /// Start and length of a model's run, or length of a recording; without either, 5 seconds or the whole recording.
    #[command(flatten)]
    pub start: Start,
    /// Columns and rows
    #[arg(long, value_name = "WxH", default_value = "640x480", value_parser = size)]
    pub size: [u32; 2],
    /// Pictures per second of a film
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=240))]
    pub fps: u32,
    /// One of the model's cameras, by name or number [default: a free one that looks at what moves]
    #[arg(long, value_name = "CAMERA")]
    pub camera: Option<String>,
}

/// `stiction compare`.
#[derive(Debug, Args)]
pub struct Compare {
    /// Model
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: String,
    /// Start and length; without either, 1000 steps.
    #[command(flatten)]
    pub start: Start,
    /// Options of the second run (--set: of the first)
    #[arg(long, value_name = "WORDS", required_unless_present = "against")]
    pub with: Option<String>,
    /// Compare with MuJoCo (Python of STICTION_PYTHON, or python3)
    #[arg(long, value_name = "ENGINE", value_parser = ["mujoco"])]
    pub against: Option<String>,
    /// Relative difference that counts
    #[arg(long, value_name = "X", default_value_t = 1e-9, value_parser = not_negative)]
    pub tolerance: f64,
    /// The differences as plots
    #[arg(long, value_name = "OUT.html", value_hint = ValueHint::FilePath)]
    pub report: Option<String>,
}

/// `stiction bench`.
#[derive(Debug, Args)]
pub struct Bench {
    /// Models
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,
    /// Start and length; without either, 2000 steps.
    #[command(flatten)]
    pub start: Start,
    /// How often the same run is timed
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
}

/// `stiction convert`.
#[derive(Debug, Args)]
pub struct Convert {
    /// Model or recording
    #[arg(value_hint = ValueHint::FilePath)]
    pub from: String,
    /// Target; a model may go to '-', standard output
    #[arg(value_hint = ValueHint::FilePath)]
    pub to: String,
}

/// `stiction docs`.
#[derive(Debug, Args)]
pub struct Docs {
    /// Folder to write to
    #[arg(value_hint = ValueHint::DirPath)]
    pub dir: String,
}

/// `stiction completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// Shell
    pub shell: Shell,
}

/// Columns and rows of a picture.
fn size(text: &str) -> Result<[u32; 2], String> {
    let side = |t: &str| t.parse().ok().filter(|n| (1..=8192).contains(n));
    let both = text.split_once('x').and_then(|(w, h)| Some([side(w)?, side(h)?]));
    both.ok_or_else(|| "a size such as 640x480 is expected, up to 8192".into())
}

fn not_negative(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x.is_finite() && x >= 0.0 => Ok(x),
        _ => Err("a number that is not negative is expected".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(std::iter::once("stiction").chain(line.split_whitespace()))
    }

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn reads_files_and_options_in_any_order() {
        let a = parse("check --json a.xml --steps 20 - --package r=/x").expect("parses");
        assert!(a.common.json);
        assert_eq!(a.common.packages, ["r=/x"]);
        let Command::Check(c) = a.command else { panic!("check") };
        assert_eq!((c.files, c.steps), (vec!["a.xml".into(), "-".into()], Some(20)));
        let Command::Run(r) = parse("run m.xml --steps=7").expect("parses").command else { panic!("run") };
        assert_eq!(r.start.steps, Some(7));
    }

    #[test]
    fn wrong_options_are_named_with_a_hint_and_status_2() {
        for (line, word) in [
            ("check m.xml --step 3", "'--steps'"),
            ("chek m.xml", "'check'"),
            ("check m.xml --steps x", "invalid value 'x' for '--steps <N>'"),
            ("run m.xml --seconds nan", "not negative"),
            ("run m.xml --seconds -1", "-1"),
            ("bench m.xml --repeat 0", "--repeat"),
            ("compare m.xml", "--with"),
            ("compare m.xml --against bullet", "mujoco"),
            ("check", "<FILE>"),
            ("render m.xml a.png --size 0x5", "640x480"),
            ("render m.xml", "<OUT>"),
        ] {
            let e = parse(line).expect_err("is wrong");
            assert!(e.to_string().contains(word), "{line}: {e}");
            assert_eq!(e.exit_code(), 2, "{line}");
        }
    }
}
