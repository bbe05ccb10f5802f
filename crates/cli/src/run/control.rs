//! Controls for a headless run: zero (or the keyframe's), random walk, or a table from a file.

use stiction::Model;

/// Where controls come from.
pub enum Control {
    /// Stay as they are.
    Keep,
    /// A random walk within the control ranges, the same for the same seed.
    Random {
        /// Generator state.
        seed: u64,
        /// Centre and half range per control.
        range: Vec<(f64, f64)>,
        /// Walk per control.
        walk: Vec<f64>,
    },
    /// One row per step.
    Table(Vec<Vec<f64>>),
}

impl Control {
    /// Reads the option `--ctrl`.
    pub fn new(m: &Model, option: Option<&str>, start: &[f64]) -> Result<Control, String> {
        match option {
            None | Some("zero") => Ok(Control::Keep),
            Some(s) if s == "random" || s.starts_with("random:") => {
                let seed = s.strip_prefix("random:").map_or(Ok(1), str::parse);
                let seed: u64 = seed.map_err(|_| format!("'{s}' needs a whole number as its seed"))?;
                let range = (0..m.size.nu).map(|u| {
                    let [lo, hi] = m.actuator.ctrlrange[u];
                    if m.actuator.ctrllimited[u] {
                        (start[u].clamp(lo, hi), 0.5 * (hi - lo))
                    } else {
                        (start[u], 1.0)
                    }
                });
                Ok(Control::Random { seed, range: range.collect(), walk: vec![0.0; m.size.nu] })
            }
            Some(path) => read_table(path, m.size.nu).map(Control::Table),
        }
    }

    /// Sets the controls of step k.
    pub fn set(&mut self, k: u64, ctrl: &mut [f64]) {
        match self {
            Control::Keep => {}
            Control::Random { seed, range, walk } => {
                if !k.is_multiple_of(10) {
                    return;
                }
                for ((u, w), (centre, half)) in ctrl.iter_mut().zip(walk.iter_mut()).zip(range.iter()) {
                    *w = (*w + 0.3 * (uniform(seed) - 0.5)).clamp(-1.0, 1.0);
                    *u = centre + 0.3 * half * *w;
                }
            }
            Control::Table(rows) => {
                if let Some(row) = rows.get(k as usize).or(rows.last()) {
                    ctrl.copy_from_slice(row);
                }
            }
        }
    }
}

/// SplitMix64 in [0, 1).
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// Numbers separated by commas or blanks, one row per step.
fn read_table(path: &str, nu: usize) -> Result<Vec<Vec<f64>>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let mut rows = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#')) {
        let row: Result<Vec<f64>, _> =
            line.split([',', ' ', '\t', ';']).filter(|t| !t.is_empty()).map(str::parse::<f64>).collect();
        match row {
            Ok(r) if r.len() == nu && r.iter().all(|x| x.is_finite()) => rows.push(r),
            Ok(r) => {
                return Err(format!("{path}:{}: {} numbers, the model has {nu} controls", i + 1, r.len()));
            }
            Err(e) => return Err(format!("{path}:{}: {e}", i + 1)),
        }
    }
    if rows.is_empty() { Err(format!("{path}: no controls")) } else { Ok(rows) }
}
