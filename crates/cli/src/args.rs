//! The command line: one command, files, options.

/// What the user asked for.
#[derive(Debug, Default, PartialEq)]
pub struct Args {
    /// The command.
    pub command: String,
    /// Files.
    pub files: Vec<String>,
    /// `--steps`.
    pub steps: Option<u64>,
    /// `--seconds`.
    pub seconds: Option<f64>,
    /// `--ctrl`.
    pub ctrl: Option<String>,
    /// `--out`.
    pub out: Option<String>,
    /// `--keyframe`.
    pub keyframe: Option<String>,
    /// `--package NAME=DIR`.
    pub packages: Vec<String>,
    /// `--json`.
    pub json: bool,
    /// `--permissive`.
    pub permissive: bool,
    /// `--untrusted`.
    pub untrusted: bool,
    /// `--port`.
    pub port: Option<u16>,
    /// `--bind`.
    pub bind: Option<std::net::IpAddr>,
    /// `--no-open`.
    pub no_open: bool,
    /// `--paused`.
    pub paused: bool,
    /// `--record`.
    pub record: Option<String>,
    /// `--report`.
    pub report: Option<String>,
    /// `--export`, may be repeated.
    pub exports: Vec<String>,
    /// `--verify`.
    pub verify: bool,
    /// `--set`: options of the (first) run.
    pub set: Option<String>,
    /// `--with`: options of the second run.
    pub with: Option<String>,
    /// `--against`.
    pub against: Option<String>,
    /// `--tolerance`.
    pub tolerance: Option<f64>,
}

const FLAGS: &[&str] = &["--json", "--permissive", "--untrusted", "--no-open", "--paused", "--verify"];
const VALUES: &[&str] = &[
    "--steps",
    "--seconds",
    "--ctrl",
    "--out",
    "--keyframe",
    "--package",
    "--port",
    "--bind",
    "--record",
    "--report",
    "--export",
    "--set",
    "--with",
    "--against",
    "--tolerance",
];

/// Reads the arguments after the program's name.
pub fn parse(raw: &[String]) -> Result<Args, String> {
    let mut args = Args::default();
    let mut rest = raw.iter();
    args.command = rest.next().cloned().ok_or("a command is missing")?;
    while let Some(a) = rest.next() {
        if !a.starts_with("--") {
            args.files.push(a.clone());
            continue;
        }
        let (name, inline) = match a.split_once('=') {
            Some((n, v)) if n != "--package" => (n, Some(v.to_owned())),
            _ => (a.as_str(), None),
        };
        match name {
            "--json" => args.json = true,
            "--permissive" => args.permissive = true,
            "--untrusted" => args.untrusted = true,
            "--no-open" => args.no_open = true,
            "--paused" => args.paused = true,
            "--verify" => args.verify = true,
            _ if VALUES.contains(&name) => {
                let value = match inline {
                    Some(v) => v,
                    None => rest.next().cloned().ok_or_else(|| format!("{name} needs a value"))?,
                };
                set_value(&mut args, name, value)?;
            }
            _ => {
                let known: Vec<&str> = FLAGS.iter().chain(VALUES).copied().collect();
                let hint = nearest(name, &known).map_or(String::new(), |n| format!(" (did you mean '{n}'?)"));
                return Err(format!("unknown option '{name}'{hint}"));
            }
        }
    }
    Ok(args)
}

fn set_value(args: &mut Args, name: &str, value: String) -> Result<(), String> {
    match name {
        "--steps" => {
            args.steps =
                Some(value.parse().map_err(|_| format!("--steps needs a whole number, not '{value}'"))?);
        }
        "--seconds" => match value.parse::<f64>() {
            Ok(s) if s.is_finite() && s >= 0.0 => args.seconds = Some(s),
            _ => return Err(format!("--seconds needs a number, not '{value}'")),
        },
        "--ctrl" => args.ctrl = Some(value),
        "--out" => args.out = Some(value),
        "--keyframe" => args.keyframe = Some(value),
        "--record" => args.record = Some(value),
        "--report" => args.report = Some(value),
        "--export" => args.exports.push(value),
        "--set" => args.set = Some(value),
        "--with" => args.with = Some(value),
        "--against" => args.against = Some(value),
        "--tolerance" => match value.parse::<f64>() {
            Ok(t) if t >= 0.0 => args.tolerance = Some(t),
            _ => return Err(format!("--tolerance needs a number, not '{value}'")),
        },
        "--port" => {
            args.port =
                Some(value.parse().map_err(|_| format!("--port needs a port number, not '{value}'"))?);
        }
        "--bind" => {
            args.bind =
                Some(value.parse().map_err(|_| format!("--bind needs an IP address, not '{value}'"))?);
        }
        _ => args.packages.push(value),
    }
    Ok(())
}

/// The known word closest to `word`, if it is close.
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    known.iter().map(|k| (distance(word, k), *k)).min().filter(|(d, k)| *d <= k.len() / 3 + 1).map(|(_, k)| k)
}

/// Edit distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let cost = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Result<Args, String> {
        parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn reads_files_and_options_in_any_order() {
        let a = args("check --json a.xml --steps 20 b.xml --package r=/x").expect("parses");
        assert_eq!(a.files, ["a.xml", "b.xml"]);
        assert_eq!((a.steps, a.json, a.packages.as_slice()), (Some(20), true, &["r=/x".to_owned()][..]));
        assert_eq!(args("run m.xml --steps=7").expect("parses").steps, Some(7));
    }

    #[test]
    fn wrong_options_are_named_with_a_hint() {
        assert!(args("check --step 3").expect_err("unknown").contains("--steps"));
        assert!(args("check --steps x").expect_err("number").contains("whole number"));
        assert!(args("run --seconds nan").expect_err("number").contains("--seconds"));
        assert!(args("").is_err());
    }
}
