//! What the targets have in common: seeds, and a short life of a model under both laws.

use stiction::{Budget, Data, Model, NoAssets, step};
use stiction_testkit::mutate::Pool;

/// The seeds of MJCF.
pub fn models() -> Pool {
    Pool::new([
        include_str!("../seeds/rich.xml"),
        include_str!("../../models/humanoid.xml"),
        include_str!("../../models/car.xml"),
        include_str!("../../models/gripper.xml"),
        include_str!("../../models/boxes.xml"),
    ])
}

/// The seeds of URDF.
pub fn robots() -> Pool {
    Pool::new([include_str!("../seeds/robot.urdf")])
}

/// Loads and lives: a model or an error, never a panic; every index of a compiled model exists.
pub fn load_and_live(text: &str) {
    let Ok(loaded) = stiction::load_string(text, &NoAssets) else { return };
    assert_eq!(stiction_model::check::check(&loaded.model), Ok(()));
    // large models are legal but slow
    if loaded.model.size.nv <= 200 {
        live(loaded.model);
    }
}

/// Some steps under both laws: an error or finite numbers.
pub fn live(mut m: Model) {
    for steps in [4, 2] {
        let mut d = Data::with_budget(&m, Budget::UNTRUSTED);
        for _ in 0..steps {
            d.input.ctrl.iter_mut().enumerate().for_each(|(i, c)| *c = 0.3 * (i as f64 - 1.0));
            if step(&m, &mut d).is_err() {
                break;
            }
            assert!(d.state.qpos.iter().chain(&d.state.qvel).all(|x| x.is_finite()));
        }
        m.stiction.exact();
    }
}
