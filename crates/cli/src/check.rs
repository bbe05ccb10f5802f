//! `stiction check`: everything that is wrong with the files.

use crate::args::{Check, Common};
use crate::excerpt;
use crate::load;
use crate::term::{ERROR, GOOD, complain, say};
use serde_json::{Value, json};
use std::time::Instant;
use stiction::constraint::contact::hull_losses;
use stiction::diag::{Diagnostic, Diagnostics, Severity};
use stiction::kinds::ObjKind;
use stiction::{Budget, Data, Model, step};

/// Checks every file; true if none has an error.
pub fn run(args: &Check, common: &Common) -> bool {
    let mut ok = true;
    let mut reports = Vec::new();
    for file in &args.files {
        let (mut list, model) = match load::bundle(file, common) {
            Ok((l, _)) => (l.warnings, Some(l.model)),
            Err(d) => (d, None),
        };
        if let Some(model) = &model {
            hull_warnings(model, &mut list);
        }
        if let (Some(model), Some(steps)) = (&model, args.steps)
            && let Err(d) = simulate(model, steps)
        {
            list.push(d);
        }
        ok &= !list.has_errors();
        if common.json {
            reports.push(report_json(file, &list));
        } else {
            print(file, &list, model.as_ref());
        }
    }
    if common.json {
        say!("{}", Value::Array(reports));
    }
    ok
}

/// Part of a hull that may be invented before a check says so.
const HULL_LOSS: f64 = 0.05;

/// Meshes that collide as a hull which is clearly larger than they are.
fn hull_warnings(model: &Model, list: &mut Diagnostics) {
    for loss in hull_losses(model).into_iter().filter(|l| l.fraction() > HULL_LOSS) {
        let name = model.names.get(ObjKind::Mesh, loss.mesh);
        let text = format!(
            "mesh '{name}' collides as its convex hull, of which {:.0} % is not mesh ({:.3e} of {:.3e} m³)",
            100.0 * loss.fraction(),
            loss.volume,
            loss.hull
        );
        let hint = format!(
            "split it into convex parts, or <custom><tuple name=\"stiction:exact\"><element objtype=\"mesh\" objname=\"{name}\"/>"
        );
        list.push(Diagnostic::warning(text).on("mesh").hint(hint));
    }
}

/// A check stops simulating after this time (s) and says so: it is a doctor, not a marathon.
const BUDGET: f64 = 2.5;

/// Steps the model; a divergence is an error like any other.
fn simulate(model: &Model, steps: u64) -> Result<(), Diagnostic> {
    let mut data = Data::with_budget(model, Budget::UNTRUSTED);
    let start = Instant::now();
    for k in 0..steps {
        step(model, &mut data).map_err(|e| Diagnostic::error(e.to_string()).on("simulation"))?;
        if start.elapsed().as_secs_f64() > BUDGET && k + 1 < steps {
            let text =
                format!("slow: {} of {steps} steps took {BUDGET} s; the rest was not simulated", k + 1);
            return Err(Diagnostic::warning(text).on("simulation"));
        }
    }
    match data.contacts.dropped {
        0 => Ok(()),
        n => Err(Diagnostic::warning(format!("too many contacts: {n} of the shallowest were dropped"))
            .on("simulation")),
    }
}

fn print(file: &str, list: &Diagnostics, model: Option<&Model>) {
    for d in &list.list {
        let text = excerpt::render(d, list);
        if d.severity == Severity::Error { complain!("{text}") } else { say!("{text}") }
    }
    let (errors, warnings) = (list.errors(), list.list.len() - list.errors());
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    match (errors, model) {
        (0, Some(m)) => {
            let s = &m.size;
            say!(
                "{file}: {GOOD}ok{GOOD:#} ({} bodies, {} dofs, {} geoms; {})",
                s.nbody,
                s.nv,
                s.ngeom,
                count(warnings, "warning")
            );
        }
        _ => complain!("{file}: {ERROR}{}{ERROR:#}, {}", count(errors, "error"), count(warnings, "warning")),
    }
}

fn report_json(file: &str, list: &Diagnostics) -> Value {
    let all: Vec<Value> = list.list.iter().map(|d| excerpt::json(d, list)).collect();
    json!({ "file": file, "ok": !list.has_errors(), "diagnostics": all })
}
