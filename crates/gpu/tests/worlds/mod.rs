//! Models and random states that tests share.

use std::path::{Path, PathBuf};
use stiction::{Data, Model};
use stiction_model::kinds::{ConeKind, JointKind};

// not every test needs all of this
#[allow(dead_code)]
/// Our own models, and those beside the project where they are there.
pub fn every_model() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut out: Vec<PathBuf> = ["models", "crates/gpu/tests/models"]
        .iter()
        .flat_map(|d| std::fs::read_dir(root.join(d)).into_iter().flatten())
        .filter_map(|e| e.ok().map(|e| e.path()))
        .filter(|p| p.extension().is_some_and(|x| x == "xml"))
        .collect();
    out.sort();
    if let Ok(more) = std::env::var("STICTION_MODELS") {
        out.extend(more.split(':').map(PathBuf::from));
    }
    out.iter().map(|p| p.display().to_string()).collect()
}

/// Loads a model and asks its solves for the exact answer.
pub fn load(path: &str) -> Option<Model> {
    let mut m = stiction::load_path(path).map_err(|e| println!("{path}: {e:?}")).ok()?.model;
    m.opt.tolerance = 0.0;
    // on the surface of an elliptic cone nothing says that a solve is exact: it makes all its iterations
    m.opt.iterations = if m.opt.cone == ConeKind::Elliptic as i32 { 20 } else { 100 };
    Some(m)
}

/// Numbers that are the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678)
    }
    /// Uniform in (−1, 1).
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    /// A state near the reference, in motion.
    pub fn start(&mut self, m: &Model, d: &mut Data) {
        for j in 0..m.size.njnt {
            let q = m.jnt.qposadr[j];
            let rest = &mut d.state.qpos;
            match m.jnt.kind[j].get() {
                Some(JointKind::Free) => {
                    rest[q + 2] -= 0.15 * (1.0 + self.next());
                    (0..7).for_each(|k| rest[q + k] += 0.1 * self.next());
                }
                Some(JointKind::Ball) => (0..4).for_each(|k| rest[q + k] += 0.1 * self.next()),
                _ => rest[q] += 0.1 * self.next(),
            }
        }
        d.state.qvel.iter_mut().for_each(|v| *v = 0.5 * self.next());
    }
    pub fn controls(&mut self, m: &Model, amp: f64, ctrl: &mut [f64]) {
        for (i, c) in ctrl.iter_mut().enumerate() {
            let [lo, hi] = if m.actuator.ctrllimited[i] { m.actuator.ctrlrange[i] } else { [-1.0, 1.0] };
            *c = 0.5 * (lo + hi) + 0.5 * amp * (hi - lo) * self.next();
        }
    }
}
