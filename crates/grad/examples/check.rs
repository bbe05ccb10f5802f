//! Compares analytic derivatives with differences at given states, and times both.
//!
//! `check FILE`: lines `model PATH`, then `state` lines of numbers: qpos qvel act ctrl xfrc qfrc. Prints one line per model.

use std::time::Instant;
use stiction_grad::{Differentiator, Label, Method};
use stiction_model::Model;
use stiction_model::kinds::Integrator;
use stiction_sim::Data;
use stiction_sim::difference::{Sides, Transition, transition};

fn differences(m: &Model, d: &Data, eps: f64, sides: Sides) -> Transition {
    let mut d = d.clone();
    transition(m, &mut d, &mut stiction_sim::NoHooks, eps, sides, stiction_sim::forward::Sensors::Skip)
}

struct Count {
    smooth: usize,
    exact: usize,
    wrong: usize,
    worst: f64,
}

fn compare(
    m: &Model,
    d: &Data,
    work: &mut Differentiator,
    verbose: bool,
    out: &mut Count,
) -> Option<&'static str> {
    let Ok(g) = work.at(m, d, Method::Auto) else { return Some("error") };
    if g.reason.is_some() {
        return g.reason;
    }
    let coarse = differences(m, d, 2e-5, Sides::Centred);
    let fine = differences(m, d, 1e-5, Sides::Centred);
    let forward = differences(m, d, 1e-7, Sides::Forward);
    let tiny = differences(m, d, 1e-7, Sides::Centred);
    let nx = 2 * m.size.nv + m.size.na;
    type Get = fn(&Transition) -> &Vec<f64>;
    let get: [Get; 2] = [|t| &t.a, |t| &t.b];
    for (which, (mine, labels)) in [(&g.a, &g.label_a), (&g.b, &g.label_b)].into_iter().enumerate() {
        let n = labels.len();
        let get = get[which];
        for j in 0..n {
            let col = |x: &Vec<f64>| (0..nx).map(|i| x[i * n + j]).collect::<Vec<f64>>();
            let (c, f, w, t, a) =
                (col(get(&coarse)), col(get(&fine)), col(get(&forward)), col(get(&tiny)), col(mine));
            let reference: Vec<f64> = f.iter().zip(&c).map(|(f, c)| (4.0 * f - c) / 3.0).collect();
            let most = |x: &[f64]| x.iter().fold(0.0f64, |m, v| m.max(v.abs()));
            let apart = |x: &[f64], y: &[f64]| x.iter().zip(y).fold(0.0f64, |m, (a, b)| m.max((a - b).abs()));
            let size = most(&reference).max(1e-3);
            let spread = apart(&f, &c) / size;
            let mut e = apart(&a, &reference) / size;
            if e > 1e-4 && apart(&a, &t) <= 1e-3 * most(&t).max(1e-3) {
                e = 0.0;
            }
            let exact = labels[j] == Label::Exact;
            if spread < 1e-5 {
                out.smooth += 1;
                if exact {
                    out.exact += 1;
                    out.worst = out.worst.max(e);
                    out.wrong += usize::from(e > 1e-4);
                }
                if verbose && (e > 1e-4 || !exact) {
                    let row = (0..nx)
                        .max_by(|&x, &y| (a[x] - reference[x]).abs().total_cmp(&(a[y] - reference[y]).abs()));
                    let row = row.unwrap_or(0);
                    println!(
                        "    {} col {j} row {row} label {:?} margin {:.1e} e {e:.1e} mine {:.6e} ref {:.6e}",
                        ["A", "B"][which],
                        labels[j],
                        [&g.margin_a, &g.margin_b][which][j],
                        a[row],
                        reference[row]
                    );
                }
            } else if spread > 1e-2 && exact {
                let backward: Vec<f64> = f.iter().zip(&w).map(|(f, w)| 2.0 * f - w).collect();
                let one = [&w, &backward, &reference]
                    .iter()
                    .map(|x| apart(&a, x) / most(x).max(1e-3))
                    .fold(f64::INFINITY, f64::min);
                out.wrong += usize::from(one > 1e-2);
                if verbose && one > 1e-2 {
                    println!(
                        "    {} col {j} kink spread {spread:.1e} one-sided {one:.1e}",
                        ["A", "B"][which]
                    );
                }
            }
        }
    }
    None
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap_or_default();
    let filter = args.get(2).cloned().unwrap_or_default();
    let verbose = args.get(3).is_some();
    let mut model: Option<(String, Model)> = None;
    let mut states: Vec<Vec<f64>> = Vec::new();
    let lines: Vec<&str> = text.lines().chain(["end"]).collect();
    for line in lines {
        if let Some(rest) = line.strip_prefix("state ") {
            states.push(rest.split_whitespace().filter_map(|x| x.parse().ok()).collect());
            continue;
        }
        if let Some((name, mut m)) = model.take() {
            report(&name, &mut m, &states, verbose);
        }
        states.clear();
        if let Some(path) = line.strip_prefix("model ")
            && path.contains(&filter)
        {
            match stiction::load_path(path).map(|l| l.model) {
                Ok(m) => model = Some((path.to_string(), m)),
                Err(e) => println!("{path}: {e:?}"),
            }
        }
    }
}

fn report(name: &str, m: &mut Model, states: &[Vec<f64>], verbose: bool) {
    if m.opt.integrator == Integrator::Rk4 as i32 {
        m.opt.integrator = 0;
    }
    m.opt.tolerance = 0.0;
    m.opt.iterations = m.opt.iterations.max(100);
    let mut work = Differentiator::new(m);
    let mut d = Data::new(m);
    let mut count = Count { smooth: 0, exact: 0, wrong: 0, worst: 0.0 };
    let mut reason = None;
    for (k, s) in states.iter().enumerate() {
        let z = &m.size;
        let mut at = 0;
        let mut take = |out: &mut [f64]| {
            out.copy_from_slice(&s[at..at + out.len()]);
            at += out.len();
        };
        let _ = z;
        take(&mut d.state.qpos);
        take(&mut d.state.qvel);
        take(&mut d.state.act);
        take(&mut d.input.ctrl);
        d.input.xfrc_applied.iter_mut().for_each(|x| take(x));
        take(&mut d.input.qfrc_applied);
        d.state.mocap_pos.iter_mut().for_each(|x| take(&mut x.0));
        d.state.mocap_quat.iter_mut().for_each(|x| take(&mut x.0));
        d.state.qacc_warmstart.fill(0.0);
        if verbose {
            println!("  state {k}");
        }
        reason = reason.or(compare(m, &d, &mut work, verbose, &mut count));
    }
    let time = |f: &mut dyn FnMut()| {
        f();
        let n = 20;
        let mut best = f64::INFINITY;
        for _ in 0..5 {
            let t = Instant::now();
            (0..n).for_each(|_| f());
            best = best.min(t.elapsed().as_secs_f64() / f64::from(n));
        }
        best * 1e6
    };
    let mut copy = d.clone();
    let forward = time(&mut || drop(stiction_sim::forward(m, &mut copy)));
    let own = if reason.is_none() { time(&mut || drop(work.at(m, &d, Method::Auto))) } else { 0.0 };
    let tail: String = name.chars().rev().take(44).collect::<Vec<_>>().into_iter().rev().collect();
    println!(
        "{tail:44} nv {:3} smooth {:4} exact {:4} wrong {:4} worst {:.0e} forward {forward:7.1} gradient {own:8.1} us {}",
        m.size.nv,
        count.smooth,
        count.exact,
        count.wrong,
        count.worst,
        reason.unwrap_or("")
    );
}
