//! What the certificate of a step costs: `cargo run --release -p stiction-benches --bin certificate_cost`.
//!
//! Our models under soft and hard contact, 300 steps over and over, the best of each counts: whole steps, and certificates alone (ten after
//! every step).

use std::time::Instant;
use stiction::prelude::*;
use stiction::sim::step::step_report;

const STEPS: usize = 300;
const AGAIN: usize = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    for law in ["soft", "exact"] {
        for name in ["boxes", "car", "gripper", "humanoid", "quadruped"] {
            let mut m = Model::from_xml_path(format!("{dir}/{name}.xml"))?;
            if law == "exact" {
                m.stiction.exact();
            }
            let (mut whole, mut alone, mut rows) = (f64::INFINITY, f64::INFINITY, 0);
            for _ in 0..20 {
                let mut d = Data::new(&m);
                let (mut a, mut b) = (0.0, 0.0);
                for _ in 0..STEPS {
                    let clock = Instant::now();
                    step(&m, &mut d)?;
                    a += clock.elapsed().as_secs_f64();
                    let clock = Instant::now();
                    for _ in 0..AGAIN {
                        rows = std::hint::black_box(step_report(&m, &mut d)).nefc;
                    }
                    b += clock.elapsed().as_secs_f64() / AGAIN as f64;
                }
                (whole, alone) = (whole.min(a), alone.min(b));
            }
            let per = 1e6 / STEPS as f64;
            println!(
                "{law:6} {name:10} {rows:4} rows at the end: step {:8.2} µs, certificate {:6.3} µs, {:4.1} %",
                whole * per,
                alone * per,
                100.0 * alone / whole
            );
        }
    }
    Ok(())
}
