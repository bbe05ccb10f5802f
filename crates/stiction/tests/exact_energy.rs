//! Energy under the exact law on articulated models: contacts and friction never drive the motion.
//!
//! power    per step, h f·½(u⁺ + u_f) over all rows, which is the change of kinetic energy by them, and h f_T·u_T⁺ of friction
//!          alone are no more than 1e-9 of the energy (random control)                                                (1)
//! energy   runs without actuators gain no more than the same runs without contacts                     (2)
//!
//! Two simulated seconds per model by default; `STICTION_SOAK_SECONDS=10` for the run of a release.

use stiction::kinds::{disable, enable};
use stiction::prelude::*;
use stiction::sim::forward::problem;
use stiction::solver::residual::Checker;
use stiction_testkit::SplitMix64;

/// Part of the energy that a run may gain (measured 2e-12).
const RISE: f64 = 1e-11;

fn seconds() -> f64 {
    std::env::var("STICTION_SOAK_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(2.0)
}

/// Our models under the preset `exact`, with energies.
fn models() -> Vec<(String, Model)> {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    let mut list: Vec<_> =
        std::fs::read_dir(dir).expect("models").map(|e| e.expect("entry").path()).collect();
    list.sort();
    let load = |path: std::path::PathBuf| {
        let mut m = stiction::load_path(&path).unwrap_or_else(|e| panic!("{e}")).model;
        m.stiction.exact();
        m.opt.enableflags |= enable::ENERGY;
        (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), m)
    };
    list.into_iter().map(load).collect()
}

/// What counts as the energy of a state: its motion, and its weight over a metre.
fn size(m: &Model, d: &Data) -> f64 {
    d.energy[1] + m.body.subtreemass[0] * m.opt.gravity.norm()
}

#[test]
fn contacts_and_friction_never_drive() {
    for (name, m) in models() {
        let (mut d, mut rng) = (Data::new(&m), SplitMix64(5));
        let (mut worst, mut taken, mut poor, mut checker) = (0.0f64, 0.0, 0, Checker::default());
        let steps = (seconds() / m.opt.timestep).round() as usize;
        for k in 0..steps {
            if k % 10 == 0 {
                for (u, range) in d.input.ctrl.iter_mut().zip(&m.actuator.ctrlrange) {
                    let half = 0.5 * (range[1] - range[0]).max(1.0);
                    *u = (*u + 0.2 * half * rng.sym()).clamp(-half, half);
                }
            }
            let r = step(&m, &mut d).unwrap_or_else(|e| panic!("{name} step {k}: {e}")).certificate;
            let all = r.dissipated.friction + r.dissipated.impact;
            let rubbed = checker.check(&problem(&m, &d), &d.solution.qacc, &d.solution.efc_force).dissipation;
            let given = [all, m.opt.timestep * m.opt.timestep * rubbed].map(|x| -x / size(&m, &d));
            taken += all;
            poor += usize::from(r.coulomb > 1e-6);
            worst = worst.max(given[0]).max(given[1]);
        }
        println!(
            "{name}: contacts took {taken:.3e} J in {steps} steps, gave at most {worst:.1e} of the energy; {poor} residuals above 1e-6"
        );
        assert!(worst <= 1e-9, "{name}: {worst:e}");
    }
}

/// Largest rise of the total energy of a run above any state before; and the size of the energy.
fn gain(m: &Model, name: &str, seed: u64) -> (f64, f64) {
    let (mut d, mut rng) = (Data::new(m), SplitMix64(seed));
    for v in &mut d.state.qvel {
        *v = 0.5 * rng.sym();
    }
    // the quadruped begins in the floor; lifting it out would count as a gain
    forward(m, &mut d).unwrap();
    let depth = d.contacts.list.iter().fold(0.0f64, |w, c| w.max(-c.dist));
    if depth > 1e-3 {
        println!("{name} begins {depth:.3} m deep: lifted");
        d.state.qpos[2] += depth;
    }
    let (mut least, mut most, mut largest) = (f64::INFINITY, 0.0f64, 0.0f64);
    for k in 0..(seconds() / m.opt.timestep).round() as usize {
        step(m, &mut d).unwrap_or_else(|e| panic!("{name} step {k}: {e}"));
        // of the state before the step
        let e = d.energy[0] + d.energy[1];
        largest = largest.max(size(m, &d));
        least = least.min(e);
        most = most.max(e - least);
    }
    (most, largest)
}

#[test]
fn energy_rises_no_more_than_without_contacts() {
    for (name, mut m) in models() {
        m.opt.disableflags |= disable::ACTUATION;
        for seed in 9..13 {
            m.opt.disableflags &= !disable::CONTACT;
            let (with, scale) = gain(&m, &name, seed);
            // what is left at the joints are springs, dampers and limits
            m.opt.disableflags |= disable::CONTACT;
            let (without, _) = gain(&m, &name, seed);
            println!(
                "{name}: energy rises by {with:.3e} J with contacts, {without:.3e} J without, of {scale:.3e} J"
            );
            assert!(with <= without + RISE * scale, "{name}: {with:e} J for {without:e} J");
        }
    }
}
