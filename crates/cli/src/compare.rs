//! `stiction compare`: the same model in two settings, or against MuJoCo: the first step and the first quantity that differ.

mod mujoco;

use crate::args::{Common, Compare};
use crate::load::{self, STDIN};
use crate::run::{begin, steps};
use crate::term::say;
use serde_json::json;
use stiction::kinds::ObjKind;
use stiction::{Data, Model, step};
use stiction_viewer::chart::{self, Chart, Line, POINTS};
use stiction_viewer::live::set_options;

/// Steps if the user names none.
const STEPS: u64 = 1000;

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
        self.control.set(self.k, &mut d.input.ctrl);
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

/// Compares; true if nothing differs.
pub fn run(args: &Compare, common: &Common) -> Result<bool, String> {
    let Some(mut first) = load::model(&args.file, common) else { return Ok(false) };
    let mut second = first.clone();
    let set = args.start.set.as_deref().unwrap_or("");
    set_options(&mut first, set)?;
    set_options(&mut second, args.with.as_deref().unwrap_or(set))?;
    let steps = steps(&first, &args.start, |_| STEPS);
    let (data, control) = begin(&first, &args.start, common)?;
    let mut a = Ours { model: &first, data, control, k: 0 };
    let outcome = if args.against.is_some() {
        if args.file == STDIN {
            return Err("against MuJoCo, the model is a file that both can read".into());
        }
        let mut b = mujoco::Reference::start(&args.file, &first, steps, &args.start)?;
        follow(&mut a, &mut b, steps, args.tolerance)
    } else {
        let (data, control) = begin(&second, &args.start, common)?;
        let mut b = Ours { model: &second, data, control, k: 0 };
        follow(&mut a, &mut b, steps, args.tolerance)
    };
    tell(&first, &outcome, steps, args, common)
}

/// Largest differences over time, and the first that counts.
struct Outcome {
    first: Option<Difference>,
    errors: Vec<[f64; 6]>,
    ended: Option<String>,
}

fn follow(a: &mut dyn Runner, b: &mut dyn Runner, steps: u64, tolerance: f64) -> Outcome {
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
    out
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
        "qpos" => m.jnt.qposadr.partition_point(|a| a.idx() <= index).checked_sub(1),
        "qvel" | "qacc" => m.dof.jntid.get(index).map(|j| j.idx()),
        _ => None,
    };
    joint.map_or(String::new(), |j| match m.names.get(ObjKind::Joint, j) {
        "" => format!(" (joint {j} of body '{}')", m.names.get(ObjKind::Body, m.jnt.bodyid[j].idx())),
        n => format!(" (joint '{n}')"),
    })
}

fn tell(m: &Model, o: &Outcome, steps: u64, args: &Compare, common: &Common) -> Result<bool, String> {
    let (file, tolerance) = (&args.file, args.tolerance);
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
    let last = o.errors.last().map(|r| json!({ "qacc": r[3], "qvel": r[4], "qpos": r[5] }));
    if common.json {
        let first = o
            .first
            .as_ref()
            .map(|d| json!({ "step": d.step, "quantity": d.quantity, "index": d.index, "values": d.values }));
        let ended = &o.ended;
        say!(
            "{}",
            json!({ "file": file, "steps": steps, "tolerance": tolerance, "first_difference": first, "ended": ended, "at_end": last })
        );
    } else {
        say!("{text}");
        if let Some(e) = &o.ended {
            say!("{e}");
        }
        if let Some(r) = o.errors.last() {
            say!(
                "largest relative difference at the end: qacc {:.2e}, qvel {:.2e}, qpos {:.2e}",
                r[3],
                r[4],
                r[5]
            );
        }
    }
    if let Some(path) = &args.report {
        let page = chart::page(&format!("compare {file}"), &[("outcome".into(), text)], &charts(m, o), None);
        std::fs::write(path, page).map_err(|e| format!("{path}: {e}"))?;
    }
    Ok(o.first.is_none() && o.ended.is_none())
}

fn charts(m: &Model, o: &Outcome) -> [Chart; 2] {
    let line = |name: &str, k: usize| Line {
        name: name.into(),
        points: o.errors.iter().map(|r| (r[0] * m.opt.timestep, r[k])).collect(),
    };
    [
        Chart {
            title: "largest relative difference".into(),
            y: "difference, relative".into(),
            log: true,
            lines: vec![line("qacc", 3), line("qvel", 4), line("qpos", 5)],
        },
        Chart {
            title: "difference of the number of contacts and rows".into(),
            y: "difference, relative".into(),
            log: false,
            lines: vec![line("contacts", 1), line("rows", 2)],
        },
    ]
}
