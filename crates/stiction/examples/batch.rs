//! Many worlds at once: 64 humanoids with masses of their own, dropped and stepped on all processors (`examples/python/batch.py` in Rust).

use stiction::batch::{Batch, Field, Simulations};
use stiction::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::load(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/humanoid.xml"))?;
    let (nsim, nbody) = (64, model.size.nbody);
    let mut batch = Batch::new(&model, nsim, 0, false)?;
    let (masses, _) = batch.expand("body_mass")?.ok_or("a field")?;
    for sim in 0..nsim {
        let scale = 0.8 + 0.4 * sim as f64 / nsim as f64;
        let own: Vec<f64> = model.body.mass.iter().map(|m| m * scale).collect();
        masses.write_f64(sim * nbody, &own);
    }
    batch.set_const(None)?;
    batch.advance(250)?;
    let nq = batch.width(Field::Qpos);
    let heights: Vec<f64> = batch.values(Field::Qpos)?.chunks_exact(nq).map(|q| q[2]).collect();
    let mean = heights.iter().sum::<f64>() / nsim as f64;
    println!("{nsim} simulations on {} threads, mean height {mean:.3} m", batch.nthread());
    assert!(mean > 0.05 && mean < model.qpos0[2]);
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
