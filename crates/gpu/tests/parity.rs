//! The kernels on emulated lanes against the CPU engine, step by step from the same states.

mod worlds;

use worlds::{Random, every_model, load};

/// Largest relative differences over a run: acceleration, velocity, position, activation.
fn compare(name: &str, steps: usize, amp: f64) -> Option<[f64; 4]> {
    let m = load(name)?;
    let mut twin = stiction_gpu::Twin::<f64>::new(&m).map_err(|e| println!("{name}: {e}")).ok()?;
    let mut worst = [0.0f64; 4];
    let mut contacts = 0;
    for world in 0..3 {
        let mut random = Random::new(world);
        let mut d = stiction::Data::new(&m);
        random.start(&m, &mut d);
        for _ in 0..steps {
            random.controls(&m, amp, &mut d.input.ctrl);
            twin.qpos.copy_from_slice(&d.state.qpos);
            twin.qvel.copy_from_slice(&d.state.qvel);
            twin.qacc.copy_from_slice(&d.state.qacc_warmstart);
            twin.ctrl.copy_from_slice(&d.input.ctrl);
            twin.act.copy_from_slice(&d.state.act);
            twin.tally = Default::default();
            // a fluid that is too thick for the time step ends a run
            if stiction::step(&m, &mut d).is_err() {
                break;
            }
            twin.step();
            contacts += twin.tally.contacts;
            let pairs: [(&[f64], &[f64]); 4] = [
                (&twin.qacc, &d.solution.qacc),
                (&twin.qvel, &d.state.qvel),
                (&twin.qpos, &d.state.qpos),
                (&twin.act, &d.state.act),
            ];
            for (w, (a, b)) in worst.iter_mut().zip(pairs) {
                let size = 1.0 + b.iter().fold(0.0f64, |s, x| s.max(x.abs()));
                let e = a.iter().zip(b).fold(0.0f64, |s, (x, y)| s.max((x - y).abs())) / size;
                *w = if e.is_nan() { f64::INFINITY } else { w.max(e) };
            }
        }
    }
    println!(
        "{name}: {contacts} contacts, qacc {:.1e} qvel {:.1e} qpos {:.1e} act {:.1e}",
        worst[0], worst[1], worst[2], worst[3]
    );
    Some(worst)
}

#[test]
fn steps_are_those_of_the_cpu_engine() {
    let (mut checked, mut bad) = (0, Vec::new());
    for name in every_model() {
        let made_for_this = name.contains("gpu/tests/models");
        if let Some([acc, vel, pos, act]) = compare(&name, 150, 0.5) {
            if !(acc < 1e-9 && vel < 1e-10 && pos < 1e-11 && act < 1e-13) {
                bad.push(format!("{name}: {acc:e} {vel:e} {pos:e} {act:e}"));
            }
            checked += 1;
        } else if made_for_this {
            bad.push(format!("{name}: does not run"));
        }
    }
    assert!(bad.is_empty() && checked >= 2, "{checked} models, {bad:#?}");
}

/// Contacts beyond the lanes: the deepest stay, and the world says so.
#[test]
fn the_deepest_contacts_stay() {
    let balls: String = (0..40)
        .map(|i| format!("<geom size='.1' pos='{} {} {}'/>", i % 8, i / 8, -0.001 * f64::from(i)))
        .collect();
    let xml = format!(
        "<mujoco><worldbody><geom type='plane' size='9 9 1'/><body pos='0 0 .099'><freejoint/>{balls}</body></worldbody></mujoco>"
    );
    let m = stiction::load_string(&xml, &stiction::NoAssets).expect("a model").model;
    let mut twin = stiction_gpu::Twin::<f64>::new(&m).expect("tables");
    twin.step();
    assert_eq!((twin.tally.contacts, twin.tally.over), (32, 1));
    // the eight that are left out are the shallowest: those with the first numbers
    let few: String = (8..40)
        .map(|i| format!("<geom size='.1' pos='{} {} {}'/>", i % 8, i / 8, -0.001 * f64::from(i)))
        .collect();
    let rest: String = (0..8)
        .map(|i| {
            format!(
                "<geom size='.1' pos='{} {} {}' contype='0' conaffinity='0'/>",
                i % 8,
                i / 8,
                -0.001 * f64::from(i)
            )
        })
        .collect();
    let xml = format!(
        "<mujoco><worldbody><geom type='plane' size='9 9 1'/><body pos='0 0 .099'><freejoint/>{rest}{few}</body></worldbody></mujoco>"
    );
    let m = stiction::load_string(&xml, &stiction::NoAssets).expect("a model").model;
    let mut other = stiction_gpu::Twin::<f64>::new(&m).expect("tables");
    other.step();
    assert_eq!(other.tally.over, 0);
    for (a, b) in twin.qacc.iter().zip(&other.qacc) {
        assert!((a - b).abs() < 1e-9 * (1.0 + b.abs()), "{a} {b}");
    }
}

/// Single precision answers as double does, to its own accuracy.
#[test]
fn single_precision_follows_double() {
    let m = load(&format!("{}/../../models/humanoid.xml", env!("CARGO_MANIFEST_DIR"))).expect("a model");
    let mut double = stiction_gpu::Twin::<f64>::new(&m).expect("tables");
    let mut single = stiction_gpu::Twin::<f32>::new(&m).expect("tables");
    let mut random = Random::new(5);
    let mut d = stiction::Data::new(&m);
    random.start(&m, &mut d);
    (double.qpos, double.qvel) = (d.state.qpos.clone(), d.state.qvel.clone());
    let mut errors = Vec::new();
    for _ in 0..200 {
        random.controls(&m, 0.5, &mut double.ctrl);
        let to = |x: &[f64]| x.iter().map(|&x| x as f32).collect::<Vec<f32>>();
        (single.qpos, single.qvel, single.qacc) = (to(&double.qpos), to(&double.qvel), to(&double.qacc));
        (single.ctrl, single.memo) = (to(&double.ctrl), double.memo);
        double.step();
        single.step();
        let size = double.qacc.iter().fold(1.0f64, |s, x| s.max(x.abs()));
        let worst = double.qacc.iter().zip(&single.qacc).map(|(a, b)| (a - f64::from(*b)).abs());
        errors.push(worst.fold(0.0, f64::max) / size);
    }
    errors.sort_by(f64::total_cmp);
    println!("f32: median {:.1e}, 99 % {:.1e}", errors[100], errors[197]);
    assert!(errors[100] < 2e-5 && errors[197] < 2e-3, "{:e} {:e}", errors[100], errors[197]);
}

/// Worlds that run on their own for 100 steps end where the CPU's do.
#[test]
fn a_hundred_steps_stay_together() {
    let models: Vec<String> = every_model();
    for name in models.iter().filter(|n| !n.contains("parts")) {
        let Some(m) = load(name) else { continue };
        let Ok(fresh) = stiction_gpu::Twin::<f64>::new(&m) else { continue };
        let mut apart = Vec::new();
        for world in 0..8 {
            let (mut random, mut d, mut twin) =
                (Random::new(100 + world), stiction::Data::new(&m), fresh.clone());
            random.start(&m, &mut d);
            (twin.qpos, twin.qvel) = (d.state.qpos.clone(), d.state.qvel.clone());
            for _ in 0..100 {
                random.controls(&m, 0.5, &mut d.input.ctrl);
                twin.ctrl.clone_from(&d.input.ctrl);
                stiction::step(&m, &mut d).expect("a step");
                twin.step();
            }
            let worst = twin.qpos.iter().zip(&d.state.qpos).map(|(a, b)| (a - b).abs());
            apart.push(worst.fold(0.0, f64::max));
        }
        apart.sort_by(f64::total_cmp);
        println!("{name}: after 100 steps median {:.1e}, worst {:.1e}", apart[4], apart[7]);
        assert!(apart[4] < 1e-11, "{name}: {:e}", apart[4]);
    }
}
