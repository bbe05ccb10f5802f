//! The kernels on emulated lanes against the CPU engine, step by step from the same states.

mod worlds;

use worlds::{Random, every_model, load};

/// Largest relative differences over a run: acceleration, velocity, position.
fn compare(name: &str, steps: usize, amp: f64) -> Option<[f64; 3]> {
    let m = load(name)?;
    let mut twin = stiction_gpu::Twin::<f64>::new(&m).map_err(|e| println!("{name}: {e}")).ok()?;
    let mut worst = [0.0f64; 3];
    let mut contacts = 0;
    for world in 0..3 {
        let mut random = Random::new(world);
        let mut d = stiction::Data::new(&m);
        random.start(&m, &mut d);
        for k in 0..steps {
            random.controls(&m, amp, &mut d.input.ctrl);
            twin.qpos.copy_from_slice(&d.state.qpos);
            twin.qvel.copy_from_slice(&d.state.qvel);
            twin.qacc.copy_from_slice(&d.state.qacc_warmstart);
            twin.ctrl.copy_from_slice(&d.input.ctrl);
            twin.tally = Default::default();
            let before = d.state.qpos.clone();
            stiction::step(&m, &mut d).expect("a step");
            twin.step();
            contacts += twin.tally.contacts;
            let pairs: [(&[f64], &[f64]); 3] =
                [(&twin.qacc, &d.solution.qacc), (&twin.qvel, &d.state.qvel), (&twin.qpos, &d.state.qpos)];
            for (w, (a, b)) in worst.iter_mut().zip(pairs) {
                let size = 1.0 + b.iter().fold(0.0f64, |s, x| s.max(x.abs()));
                let e = a.iter().zip(b).fold(0.0f64, |s, (x, y)| s.max((x - y).abs())) / size;
                if !(e < 1e-6) && *w < 1e-6 {
                    println!(
                        "{name} world {world} step {k}: {e:e} contacts {} cpu {} over {} z {}",
                        twin.tally.contacts,
                        d.contacts.list.len(),
                        twin.tally.over,
                        before[2]
                    );
                }
                *w = if e.is_nan() { f64::INFINITY } else { w.max(e) };
            }
        }
    }
    println!(
        "{name}: {contacts} contacts, qacc {:.1e} qvel {:.1e} qpos {:.1e}",
        worst[0], worst[1], worst[2]
    );
    Some(worst)
}

#[test]
fn steps_are_those_of_the_cpu_engine() {
    let (mut checked, mut bad) = (0, Vec::new());
    for name in every_model() {
        if let Some([acc, vel, pos]) = compare(&name, 150, 0.5) {
            if !(acc < 1e-9 && vel < 1e-10 && pos < 1e-11) {
                bad.push(format!("{name}: {acc:e} {vel:e} {pos:e}"));
            }
            checked += 1;
        }
    }
    assert!(bad.is_empty() && checked >= 1, "{bad:#?}");
}
