//! Many worlds at once: 64 humanoids with masses of their own, dropped and stepped on all processors (`examples/python/batch.py` in Rust).

use stiction::batch::{Batch, Policy, Task};
use stiction::kinds::{Stage, state};
use stiction::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::load(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/humanoid.xml"))?;
    let (nsim, nbody) = (64, model.size.nbody);
    let batch = Batch::new(&model, nsim, 0, false)?;
    let (masses, _) = batch.expand("body_mass")?.ok_or("a field")?;
    for sim in 0..nsim {
        let scale = 0.8 + 0.4 * sim as f64 / nsim as f64;
        let own: Vec<f64> = model.body.mass.iter().map(|m| m * scale).collect();
        masses.write_f64(sim * nbody, &own);
    }
    batch.set_const(None).map_err(|e| format!("{e:?}"))?;
    let task = Task::Step { nstep: 250, stage: Stage::None, policy: Policy::Reset, post: false };
    batch.run(None, task, None).map_err(|e| format!("{e:?}"))?;
    let (at, _) = batch.component(state::QPOS);
    let mut heights = vec![0.0; nsim];
    for (sim, z) in heights.iter_mut().enumerate() {
        let mut q = [0.0; 3];
        batch.state().read_f64(sim * batch.nstate() + at, &mut q);
        *z = q[2];
    }
    let mean = heights.iter().sum::<f64>() / nsim as f64;
    println!("{nsim} simulations on {} threads, mean height {mean:.3} m", batch.nthread());
    assert!(mean > 0.05 && mean < model.qpos0[2]);
    Ok(())
}
