//! Cost of the exact law beside the soft one, in one run: `cargo run --release -p stiction-benches --bin exact_cost [--steps N] [--exact] [pile|humanoid|boxes|car|quadruped|MODEL.xml]…`.
//!
//! `--exact` leaves the soft law out, for profilers.
//! Medians are wall time, means are processor time of the thread (the machine may be busy).
//! The pile: 200 boxes in a bin, dropped under the soft law; then both laws go on from the same moving state.

use std::time::Instant;
use stiction::prelude::*;
use stiction_spatial::SplitMix64;

fn pile() -> String {
    let mut rng = SplitMix64(3);
    let mut xml = String::from(
        "<mujoco><option timestep='0.005'/><worldbody><geom type='plane' size='5 5 1'/>\
         <geom type='box' size='.1 .6 1' pos='.6 0 1'/><geom type='box' size='.1 .6 1' pos='-.6 0 1'/>\
         <geom type='box' size='.6 .1 1' pos='0 .6 1'/><geom type='box' size='.6 .1 1' pos='0 -.6 1'/>",
    );
    for i in 0..200 {
        let (x, y, z) = (i % 5, i / 5 % 5, i / 25);
        let at = |k: i32| f64::from(k) * 0.19 - 0.38;
        let (dx, dy) = (0.01 * rng.sym(), 0.01 * rng.sym());
        xml += &format!(
            "<body pos='{} {} {}' euler='{} {} {}'><freejoint/><geom type='box' size='.07 .06 .05' density='500'/></body>",
            at(x) + dx,
            at(y) + dy,
            0.1 + 0.16 * f64::from(z),
            20.0 * rng.sym(),
            20.0 * rng.sym(),
            20.0 * rng.sym()
        );
    }
    xml + "</worldbody></mujoco>"
}

struct Run {
    times: Vec<f64>,
    /// Processor time of the whole run.
    cpu: f64,
    iterations: Vec<u32>,
    residual: Vec<f64>,
    rungs: [u32; 3],
}

fn run(m: &Model, d: &mut Data, steps: usize) -> Run {
    let mut rng = SplitMix64(1);
    let clock = cpu_time::ThreadTime::now();
    let mut out = Run { times: vec![], cpu: 0.0, iterations: vec![], residual: vec![], rungs: [0; 3] };
    for _ in 0..steps {
        for u in d.input.ctrl.iter_mut() {
            *u = (*u + 0.05 * rng.sym()).clamp(-1.0, 1.0);
        }
        let start = Instant::now();
        let report = step(m, d).expect("finite");
        out.times.push(start.elapsed().as_secs_f64());
        out.iterations.push(report.certificate.iterations);
        (0..3).for_each(|k| out.rungs[k] += report.certificate.rungs[k]);
        out.residual.push(d.solution.report.islands.iter().map(|i| i.residual).fold(0.0, f64::max));
    }
    out.cpu = clock.elapsed().as_secs_f64();
    out
}

fn quantile<T: Copy + PartialOrd>(list: &[T], q: f64) -> T {
    let mut s = list.to_vec();
    s.sort_by(|a, b| a.partial_cmp(b).expect("number"));
    s[((s.len() - 1) as f64 * q) as usize]
}

fn main() {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    let exact = names.iter().position(|n| n == "--exact").map(|k| names.remove(k)).is_some();
    let asked = names.iter().position(|n| n == "--steps").map(|k| names.drain(k..k + 2).nth(1));
    let asked = asked.flatten().and_then(|n| n.parse().ok());
    if names.is_empty() {
        names = ["humanoid", "boxes", "car", "quadruped", "pile"].map(String::from).to_vec();
    }
    for name in names {
        let (xml, before, steps) = if name == "pile" {
            (pile(), 120, 25)
        } else if name.ends_with(".xml") {
            (std::fs::read_to_string(&name).expect("model"), 0, 900)
        } else {
            let path = format!("{}/../../models/{name}.xml", env!("CARGO_MANIFEST_DIR"));
            (std::fs::read_to_string(path).expect("model"), 0, 2000)
        };
        let steps = asked.unwrap_or(steps);
        let m = stiction::load_string(&xml, &stiction::NoAssets).unwrap_or_else(|e| panic!("{e}")).model;
        let mut soft = Data::new(&m);
        run(&m, &mut soft, before);
        let mut hard = m.clone();
        hard.stiction.exact();
        let mut d = Data::new(&hard);
        d.state.qpos.copy_from_slice(&soft.state.qpos);
        d.state.qvel.copy_from_slice(&soft.state.qvel);
        let a = run(&m, &mut soft, if exact { 1 } else { steps });
        let b = run(&hard, &mut d, steps);
        let mean = |r: &Run| r.cpu / steps as f64;
        let bad = b.residual.iter().filter(|r| **r > 1e-6).count();
        println!(
            "{name}: soft median {:.3} mean {:.3} ms; exact median {:.3} mean {:.3} ms; ratio {:.2} {:.2}; factorizations median {} mean {:.1} max {}; over 1e-6 {:.2} %, worst {:.1e}; rungs {:?}; ncon {}",
            1e3 * quantile(&a.times, 0.5),
            1e3 * mean(&a),
            1e3 * quantile(&b.times, 0.5),
            1e3 * mean(&b),
            quantile(&b.times, 0.5) / quantile(&a.times, 0.5),
            mean(&b) / mean(&a),
            quantile(&b.iterations, 0.5),
            b.iterations.iter().map(|&i| f64::from(i)).sum::<f64>() / steps as f64,
            quantile(&b.iterations, 1.0),
            100.0 * bad as f64 / steps as f64,
            quantile(&b.residual, 1.0),
            b.rungs,
            d.contacts.list.len(),
        );
    }
}
