//! `stiction compare`: the same model in two settings, or against MuJoCo: the first step and the first quantity that differ.

mod mujoco;

use crate::args::Args;
use crate::chart::{self, Chart, Line, POINTS};
use crate::run::{begin, load_model, print_json};
use stiction::kinds::ObjKind;
use stiction::{Data, Model, step};
use stiction_viewer::json::Json;
use stiction_viewer::live::set_options;

/// Relative difference from which two numbers differ, if the user names none.
const TOLERANCE: f64 = 1e-9;

/// What is compared after every step, in the order in which a step computes it.
pub struct Step {
    contacts: f64,
    rows: f64,
    qacc: Vec<f64>,
    qvel: Vec<f64>,
    qpos: Vec<f64>,
}

/// Something that takes steps.
trait Runner {
    fn next(&mut self) -> Result<Step, String>;
}

struct Ours<'a> {
    model: &'a Model,
    data: Data,
    control: crate::run::Control,
    k: u64,
}

impl Runner for Ours<'_> {
    fn next(&mut self) -> Result<Step, String> {
        let d = &mut self.data;
        self.control.set(self.k, d.time, &mut d.input.ctrl);
        self.k += 1;
        let r = step(self.model, d).map_err(|e| e.to_string())?;
        Ok(Step {
            contacts: r.ncon as f64,
            rows: r.nefc as f64,
            qacc: d.solution.qacc.clone(),
            qvel: d.state.qvel.clone(),
            qpos: d.state.qpos.clone(),
        })
    }
}

/// Where two runs part.
struct Difference {
    step: u64,
    quantity: &'static str,
    index: usize,
    values: [f64; 2],
}

/// Compares.
pub fn run(args: &Args) -> bool {
    match compare(args) {
        Ok(same) => same,
        Err(why) => {
            eprintln!("stiction compare: {why}");
            false
        }
    }
}

fn compare(args: &Args) -> Result<bool, String> {
    let file = args.files.first().ok_or("name a model")?;
    let Some(mut first) = load_model(file, args) else { return Ok(false) };
    let mut second = first.clone();
    set_options(&mut first, args.set.as_deref().unwrap_or(""))?;
    set_options(&mut second, args.with.as_deref().unwrap_or(args.set.as_deref().unwrap_or("")))?;
    let against = args.against.as_deref();
    if against.is_none() && args.with.is_none() {
        return Err("say what to compare with: --with solver=pgs, or --against mujoco".into());
    }
    let steps =
        args.steps.unwrap_or_else(|| args.seconds.map_or(1000, |s| (s / first.opt.timestep).round() as u64));
    let (data, control) = begin(&first, args)?;
    let mut a = Ours { model: &first, data, control, k: 0 };
    let outcome = match against {
        Some("mujoco") => {
            let mut b = mujoco::Reference::start(file, &first, steps, args)?;
            follow(&mut a, &mut b, steps, args)
        }
        Some(other) => return Err(format!("'{other}' is unknown: only mujoco can be compared with")),
        None => {
            let (data, control) = begin(&second, args)?;
            let mut b = Ours { model: &second, data, control, k: 0 };
            follow(&mut a, &mut b, steps, args)
        }
    }?;
    tell(file, &first, &outcome, steps, args)
}

/// Largest differences over time, and the first that counts.
struct Outcome {
    first: Option<Difference>,
    errors: Vec<[f64; 6]>,
    ended: Option<String>,
}

fn follow(a: &mut dyn Runner, b: &mut dyn Runner, steps: u64, args: &Args) -> Result<Outcome, String> {
    let tolerance = args.tolerance.unwrap_or(TOLERANCE);
    let mut out = Outcome { first: None, errors: Vec::new(), ended: None };
    let every = (steps / POINTS as u64).max(1);
    for k in 0..steps {
        let (x, y) = match (a.next(), b.next()) {
            (Ok(x), Ok(y)) => (x, y),
            (Err(e), _) => {
                out.ended = Some(format!("the first run ended at step {k}: {e}"));
                break;
            }
            (_, Err(e)) => {
                out.ended = Some(format!("the second run ended at step {k}: {e}"));
                break;
            }
        };
        let vectors: [(&'static str, &[f64], &[f64]); 5] = [
            ("contacts", &[x.contacts], &[y.contacts]),
            ("rows", &[x.rows], &[y.rows]),
            ("qacc", &x.qacc, &y.qacc),
            ("qvel", &x.qvel, &y.qvel),
            ("qpos", &x.qpos, &y.qpos),
        ];
        let mut row = [k as f64, 0.0, 0.0, 0.0, 0.0, 0.0];
        for (j, (name, u, v)) in vectors.iter().enumerate() {
            let (error, index) = worst(u, v);
            row[j + 1] = error;
            if !(error <= tolerance) && out.first.is_none() {
                let at = |w: &[f64]| w.get(index).copied().unwrap_or(f64::NAN);
                out.first = Some(Difference { step: k, quantity: name, index, values: [at(u), at(v)] });
            }
        }
        if k.is_multiple_of(every) {
            out.errors.push(row);
        }
    }
    Ok(out)
}

/// Largest |u − v| / max(1, ‖u‖∞) and where it is.
fn worst(u: &[f64], v: &[f64]) -> (f64, usize) {
    if u.len() != v.len() {
        return (f64::INFINITY, 0);
    }
    let scale = u.iter().fold(1.0f64, |m, x| m.max(x.abs()));
    let mut out = (0.0, 0);
    for (i, (x, y)) in u.iter().zip(v).enumerate() {
        let e = (x - y).abs() / scale;
        if !(e <= out.0) {
            out = (e, i);
        }
    }
    out
}

/// What an element of a vector belongs to.
fn object(m: &Model, quantity: &str, index: usize) -> String {
    let joint = match quantity {
        "qpos" => m.jnt.qposadr.partition_point(|a| *a as usize <= index).checked_sub(1),
        "qvel" | "qacc" => m.dof.jntid.get(index).map(|j| *j as usize),
        _ => None,
    };
    joint.map_or(String::new(), |j| match m.names.get(ObjKind::Joint, j) {
        "" => format!(" (joint {j} of body '{}')", m.names.get(ObjKind::Body, m.jnt.bodyid[j] as usize)),
        n => format!(" (joint '{n}')"),
    })
}

fn tell(file: &str, m: &Model, o: &Outcome, steps: u64, args: &Args) -> Result<bool, String> {
    let tolerance = args.tolerance.unwrap_or(TOLERANCE);
    let text = match &o.first {
        None => format!("{file}: {steps} steps, no difference above {tolerance:e}"),
        Some(d) => format!(
            "{file}: first difference at step {} (t = {:.4} s): {}[{}]{} is {} and {}",
            d.step,
            d.step as f64 * m.opt.timestep,
            d.quantity,
            d.index,
            object(m, d.quantity, d.index),
            d.values[0],
            d.values[1]
        ),
    };
    if args.json {
        let first = o.first.as_ref().map_or(Json::Null, |d| {
            Json::object(vec![
                ("step", Json::Num(d.step as f64)),
                ("quantity", Json::str(d.quantity)),
                ("index", Json::count(d.index)),
                ("values", Json::List(d.values.iter().map(|x| Json::Num(*x)).collect())),
            ])
        });
        let ended = o.ended.as_ref().map_or(Json::Null, Json::str);
        print_json(&Json::object(vec![
            ("file", Json::str(file)),
            ("first_difference", first),
            ("ended", ended),
        ]));
    } else {
        println!("{text}");
        if let Some(e) = &o.ended {
            println!("{e}");
        }
        if let Some(r) = o.errors.last() {
            println!(
                "largest relative difference at the end: qacc {:.2e}, qvel {:.2e}, qpos {:.2e}",
                r[3], r[4], r[5]
            );
        }
    }
    if let Some(path) = &args.report {
        let line = |name: &str, k: usize| Line {
            name: name.into(),
            points: o.errors.iter().map(|r| (r[0] * m.opt.timestep, r[k])).collect(),
        };
        let chart = Chart {
            title: "largest relative difference over time [s] (logarithmic)".into(),
            log: true,
            lines: vec![line("qacc", 3), line("qvel", 4), line("qpos", 5)],
        };
        let counts = Chart {
            title: "difference of the number of contacts and rows".into(),
            log: false,
            lines: vec![line("contacts", 1), line("rows", 2)],
        };
        let page = chart::page(&format!("compare {file}"), &[("outcome".into(), text)], &[chart, counts]);
        std::fs::write(path, page).map_err(|e| format!("{path}: {e}"))?;
    }
    Ok(o.first.is_none() && o.ended.is_none())
}
