//! A step takes no memory once its buffers have grown, on every model of ours.

use stiction::prelude::*;
use stiction_testkit::SplitMix64;
use stiction_testkit::alloc::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn models() -> Vec<std::path::PathBuf> {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    let mut list: Vec<_> =
        std::fs::read_dir(dir).expect("models").map(|e| e.expect("entry").path()).collect();
    list.sort();
    list
}

#[test]
fn no_allocation_in_step_after_warm_up() {
    for path in models() {
        let m = stiction::load_path(&path).unwrap_or_else(|e| panic!("{e}")).model;
        let mut d = Data::new(&m);
        let mut rng = SplitMix64(1);
        let (mut most_contacts, mut most_rows, mut most_values) = (0, 0, 0);
        for k in 0..1500 {
            for u in d.input.ctrl.iter_mut() {
                *u = (*u + 0.05 * rng.sym()).clamp(-1.0, 1.0);
            }
            let before = allocations();
            let r = step(&m, &mut d).expect("finite");
            let taken = allocations() - before;
            let values = d.rows.jac.vals.len();
            let grew = r.ncon > most_contacts || r.nefc > most_rows || values > most_values;
            (most_contacts, most_rows, most_values) =
                (most_contacts.max(r.ncon), most_rows.max(r.nefc), most_values.max(values));
            assert!(grew || k < 500 || taken == 0, "{}: step {k} took memory {taken} times", path.display());
        }
    }
}
