//! `stiction replay`: verify a recording bit by bit, show it in the browser, or export it.

use crate::args::{Common, Replay};
use crate::term::{WARNING, complain, say};
use crate::{excerpt, load, view};
use serde_json::{Value, json};
use std::fs::File;
use std::io::BufWriter;
use stiction::{Data, EDITION, Model};
use stiction_record::npz::{self, Array};
use stiction_record::{Recording, Verdict, mcap};
use stiction_viewer::film::Film;
use stiction_viewer::{Player, play};

/// Frames per second of exports that are looked at.
const EXPORT_RATE: f64 = 60.0;

/// A recording of a model.
struct Tape {
    recording: Recording,
    model: Model,
}

/// A recording and the model that is in it.
pub fn open(file: &str) -> Result<(Recording, Model), String> {
    let recording = Recording::read(load::bytes(file)?).map_err(|e| format!("{file}: {e}"))?;
    let model = Player::model_of(&recording)
        .map_err(|d| d.list.iter().map(|x| excerpt::render(x, &d)).collect::<Vec<_>>().join("\n"))?;
    Ok((recording, model))
}

/// Verifies, exports, or else shows the recording until the program is ended.
pub fn run(args: &Replay, common: &Common) -> Result<bool, String> {
    let (recording, model) = open(&args.file)?;
    let mut tape = Tape { recording, model };
    let times = tape.recording.times(&tape.model)?;
    let mut good = tape.recording.problem.is_none();
    let verdict = if args.verify { Some(tape.recording.verify(&tape.model)?) } else { None };
    good &= verdict.as_ref().is_none_or(|v| v.first.is_none());
    for target in &args.exports {
        export(&mut tape, &times, target)?;
    }
    if common.json {
        say!("{}", report(args, &tape.recording, &times, verdict.as_ref()));
    } else {
        describe(&args.file, &tape.recording, &times);
        if let Some(v) = &verdict {
            say!("{}", words(v));
        }
        for target in &args.exports {
            say!("wrote {target}");
        }
    }
    if args.verify || !args.exports.is_empty() {
        return Ok(good);
    }
    let mut player = Player::new(tape.model, tape.recording)?;
    let server = view::serve(&args.serve, player.scene())?;
    view::announce(&server, &args.serve, common);
    play(&mut player, &server, || true)?;
    Ok(good)
}

/// Writes a recording in another format.
pub fn convert(file: &str, to: &str, common: &Common) -> Result<bool, String> {
    let exports = vec![to.to_owned()];
    run(&Replay { file: file.to_owned(), verify: false, exports, serve: Default::default() }, common)
}

fn span(times: &[f64]) -> f64 {
    times.last().unwrap_or(&0.0) - times.first().unwrap_or(&0.0)
}

fn describe(file: &str, r: &Recording, times: &[f64]) {
    let span = span(times);
    say!("{file}: model '{}', {} states, {span:.3} s, step {} s", r.name, r.len(), r.timestep);
    if let Some(made) = r.edition.filter(|e| *e != u32::from(EDITION)) {
        complain!(
            "{WARNING}warning{WARNING:#}: edition {made} of the physics made it, this program has {EDITION}"
        );
    }
    if let Some(c) = &r.cause {
        say!("the run ended early: {c}");
    }
    if let Some(p) = &r.problem {
        complain!("{WARNING}warning{WARNING:#}: {p}; what can be read is used");
    }
}

fn words(v: &Verdict) -> String {
    match v.first {
        None => format!("verified: {} steps simulated again, every bit equal", v.compared),
        Some((i, t)) => {
            format!("NOT equal: state {i} at t = {t} s differs (after {} equal ones)", v.compared - 1)
        }
    }
}

fn report(args: &Replay, r: &Recording, times: &[f64], verdict: Option<&Verdict>) -> Value {
    let verified = verdict.map(|v| {
        let first = v.first.map(|(i, t)| json!({ "state": i, "time": t }));
        json!({ "equal": v.first.is_none(), "compared": v.compared, "first_difference": first })
    });
    json!({
        "file": args.file,
        "model": r.name,
        "states": r.len(),
        "seconds": span(times),
        "timestep": r.timestep,
        "edition": r.edition,
        "ended_early": r.cause,
        "problem": r.problem,
        "verified": verified,
        "wrote": args.exports,
    })
}

fn export(tape: &mut Tape, times: &[f64], path: &str) -> Result<(), String> {
    let fail = |e: std::io::Error| format!("{path}: {e}");
    match path.rsplit('.').next() {
        Some("npz") => arrays(tape, times, path),
        Some("mcap") => {
            let file = BufWriter::new(File::create(path).map_err(fail)?);
            let mut out = mcap::Writer::new(file).map_err(fail)?;
            each_frame(tape, times, |m, d| out.push(m, d).map_err(fail))?;
            out.finish().map_err(fail)
        }
        Some("html") => {
            let mut film = Film::new(&tape.model, EXPORT_RATE, usize::MAX);
            each_frame(tape, times, |m, d| {
                film.push(m, d);
                Ok(())
            })?;
            std::fs::write(path, film.page()).map_err(fail)
        }
        _ => Err(format!("'{path}': exports end in .npz, .mcap or .html")),
    }
}

/// Visits states at the export's rate, with poses up to date.
fn each_frame(
    tape: &mut Tape,
    times: &[f64],
    mut visit: impl FnMut(&Model, &mut Data) -> Result<(), String>,
) -> Result<(), String> {
    let m = &tape.model;
    let mut d = Data::new(m);
    let mut next = f64::NEG_INFINITY;
    for (i, t) in times.iter().enumerate() {
        if *t + 1e-9 >= next || i + 1 == times.len() {
            next = t.max(next) + 1.0 / EXPORT_RATE;
            tape.recording.load(m, &mut d, i)?;
            stiction::forward(m, &mut d).map_err(|e| e.to_string())?;
            visit(m, &mut d)?;
        }
    }
    Ok(())
}

fn arrays(tape: &mut Tape, times: &[f64], path: &str) -> Result<(), String> {
    let m = &tape.model;
    let mut d = Data::new(m);
    let (mut qpos, mut qvel, mut act, mut ctrl) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for i in 0..times.len() {
        tape.recording.load(m, &mut d, i)?;
        qpos.extend_from_slice(&d.state.qpos);
        qvel.extend_from_slice(&d.state.qvel);
        act.extend_from_slice(&d.state.act);
        ctrl.extend_from_slice(&d.input.ctrl);
    }
    let wide = |name, data, n| Array { name, width: Some(n), data };
    let all = [
        Array { name: "time", width: None, data: times },
        wide("qpos", &qpos, m.size.nq),
        wide("qvel", &qvel, m.size.nv),
        wide("act", &act, m.size.na),
        wide("ctrl", &ctrl, m.size.nu),
    ];
    let file = File::create(path).map_err(|e| format!("{path}: {e}"))?;
    npz::write(BufWriter::new(file), times.len(), &all).map_err(|e| format!("{path}: {e}"))
}
