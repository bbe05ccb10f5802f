//! `stiction replay`: verify a recording bit by bit, show it in the browser, or export it.

use crate::args::Args;
use crate::excerpt;
use crate::view;
use std::fs::File;
use std::io::BufWriter;
use stiction::{Data, Model};
use stiction_record::npz::{self, Array};
use stiction_record::{Recording, mcap};
use stiction_viewer::frame::Writer;
use stiction_viewer::live::{Live, set_options};
use stiction_viewer::player::{Track, frame_of, play};
use stiction_viewer::scene::Scene;
use stiction_viewer::{Json, html};

/// Frames per second of exports that are looked at.
const EXPORT_RATE: f64 = 60.0;

/// A recording of a model.
struct Tape<'a> {
    recording: Recording,
    model: &'a Model,
}

impl Track for Tape<'_> {
    fn times(&mut self) -> Result<Vec<f64>, String> {
        (0..self.recording.len()).map(|i| self.recording.state(self.model, i).map(|s| s[0])).collect()
    }
    fn load(&mut self, m: &Model, d: &mut Data, i: usize) -> Result<(), String> {
        self.recording.load(m, d, i)
    }
}

/// Replays the first file.
pub fn run(args: &Args) -> bool {
    match replay(args) {
        Ok(good) => good,
        Err(why) => {
            eprintln!("stiction replay: {why}");
            false
        }
    }
}

fn replay(args: &Args) -> Result<bool, String> {
    let file = args.files.first().ok_or("name a recording")?;
    let bytes = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
    let recording = Recording::read(bytes).map_err(|e| format!("{file}: {e}"))?;
    let loaded = recording
        .bundle
        .compile()
        .map_err(|d| d.list.iter().map(|x| excerpt::render(x, &d)).collect::<Vec<_>>().join("\n"))?;
    let mut model = loaded.model;
    set_options(&mut model, &recording.options)?;
    recording.fits(&model)?;
    let mut tape = Tape { recording, model: &model };
    let times = tape.times()?;
    describe(file, &tape.recording, &times);
    let mut good = tape.recording.problem.is_none();
    if args.verify || (args.exports.is_empty() && args.no_open) {
        good &= verify(&mut tape)?;
    }
    for target in &args.exports {
        export(&mut tape, &times, target)?;
        println!("wrote {target}");
    }
    if args.verify || args.no_open || !args.exports.is_empty() {
        return Ok(good);
    }
    let replaying = vec![("recording".to_owned(), Json::Num(times.last().copied().unwrap_or(0.0)))];
    let server = view::serve(args, Scene::with(&model, replaying))?;
    view::announce(&server, args);
    play(&server, &model, &mut tape, || true)?;
    Ok(good)
}

fn describe(file: &str, r: &Recording, times: &[f64]) {
    let span = times.last().unwrap_or(&0.0) - times.first().unwrap_or(&0.0);
    println!("{file}: model '{}', {} states, {span:.3} s, step {} s", r.name, r.len(), r.timestep);
    if let Some(c) = &r.cause {
        println!("the run ended early: {c}");
    }
    if let Some(p) = &r.problem {
        eprintln!("warning: {p}; what can be read is used");
    }
}

fn verify(tape: &mut Tape<'_>) -> Result<bool, String> {
    let v = tape.recording.verify(tape.model)?;
    match v.first {
        None => println!("verified: {} steps simulated again, every bit equal", v.compared),
        Some((i, t)) => {
            println!("NOT equal: state {i} at t = {t} s differs (after {} equal ones)", v.compared - 1)
        }
    }
    Ok(v.first.is_none())
}

fn export(tape: &mut Tape<'_>, times: &[f64], path: &str) -> Result<(), String> {
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
            let (mut frames, mut shown) = (Vec::new(), Vec::new());
            let (mut live, mut writer) = (Live::default(), Writer::default());
            each_frame(tape, times, |m, d| {
                frame_of(m, d, &mut live, &mut writer);
                frames.push(writer.bytes().to_vec());
                shown.push(d.time);
                Ok(())
            })?;
            std::fs::write(path, html::export(&Scene::new(tape.model), &frames, &shown)).map_err(fail)
        }
        _ => Err(format!("'{path}': exports end in .npz, .mcap or .html")),
    }
}

/// Visits states at the export's rate, with poses up to date.
fn each_frame(
    tape: &mut Tape<'_>,
    times: &[f64],
    mut visit: impl FnMut(&Model, &mut Data) -> Result<(), String>,
) -> Result<(), String> {
    let m = tape.model;
    let mut d = Data::new(m);
    let mut next = f64::NEG_INFINITY;
    for (i, t) in times.iter().enumerate() {
        if *t + 1e-9 >= next || i + 1 == times.len() {
            next = t.max(next) + 1.0 / EXPORT_RATE;
            tape.load(m, &mut d, i)?;
            stiction::forward(m, &mut d).map_err(|e| e.to_string())?;
            visit(m, &mut d)?;
        }
    }
    Ok(())
}

fn arrays(tape: &mut Tape<'_>, times: &[f64], path: &str) -> Result<(), String> {
    let m = tape.model;
    let mut d = Data::new(m);
    let (mut qpos, mut qvel, mut act, mut ctrl) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for i in 0..times.len() {
        tape.load(m, &mut d, i)?;
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
