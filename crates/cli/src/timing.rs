//! Time as the processor counts it: what other programs do on the machine does not count.

use cpu_time::ProcessTime;
use std::sync::OnceLock;

/// Seconds of the processor since the first call, all threads together; the clock that simulations are lent.
pub fn clock() -> f64 {
    static START: OnceLock<Option<ProcessTime>> = OnceLock::new();
    let start = START.get_or_init(|| ProcessTime::try_now().ok());
    start.and_then(|s| s.try_elapsed().ok()).map_or(0.0, |t| t.as_secs_f64())
}

/// The middle of a sample, and what nine of ten values lie above and below.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// Median.
    pub median: f64,
    /// A tenth of the values is below.
    pub low: f64,
    /// A tenth of the values is above.
    pub high: f64,
}

impl Spread {
    /// Of some values; zeros if there are none.
    pub fn of(values: &[f64]) -> Spread {
        let mut v = values.to_vec();
        v.sort_by(f64::total_cmp);
        let at = |part: f64| {
            let x = part * v.len().saturating_sub(1) as f64;
            let (i, t) = (x as usize, x.fract());
            match (v.get(i), v.get(i + 1)) {
                (Some(a), Some(b)) => a + t * (b - a),
                (Some(a), None) => *a,
                _ => 0.0,
            }
        };
        Spread { median: at(0.5), low: at(0.1), high: at(0.9) }
    }

    /// The same in other units.
    pub fn scaled(self, by: f64) -> Spread {
        Spread { median: self.median * by, low: self.low * by, high: self.high * by }
    }
}

/// Every so many values of a long sequence: never more than [`Thinned::MOST`], evenly spread.
#[derive(Debug)]
pub struct Thinned {
    /// What is kept.
    pub kept: Vec<f64>,
    every: u64,
    seen: u64,
}

impl Default for Thinned {
    fn default() -> Self {
        Thinned { kept: Vec::new(), every: 1, seen: 0 }
    }
}

impl Thinned {
    /// Values that are kept at most.
    pub const MOST: usize = 1 << 16;

    /// Adds a value.
    pub fn push(&mut self, x: f64) {
        if self.seen.is_multiple_of(self.every) {
            if self.kept.len() == Self::MOST {
                let mut k = 0;
                self.kept.retain(|_| {
                    k += 1;
                    k % 2 == 1
                });
                self.every *= 2;
            }
            if self.seen.is_multiple_of(self.every) {
                self.kept.push(x);
            }
        }
        self.seen += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_of_known_values() {
        let v: Vec<f64> = (0..=10).rev().map(f64::from).collect();
        assert_eq!(Spread::of(&v), Spread { median: 5.0, low: 1.0, high: 9.0 });
        assert_eq!(Spread::of(&[2.0, 4.0]).median, 3.0);
        assert_eq!(Spread::of(&[7.0]), Spread { median: 7.0, low: 7.0, high: 7.0 });
        assert_eq!(Spread::of(&[]), Spread::default());
    }

    #[test]
    fn a_long_sequence_is_kept_evenly() {
        let mut t = Thinned::default();
        for i in 0..300_000 {
            t.push(f64::from(i));
        }
        assert!(t.kept.len() <= Thinned::MOST && t.kept.len() > Thinned::MOST / 2);
        assert!(t.kept.windows(2).all(|w| w[1] - w[0] == 8.0), "{:?}", &t.kept[..4]);
    }

    #[test]
    fn only_work_counts() {
        let begin = clock();
        std::thread::sleep(std::time::Duration::from_millis(50));
        let slept = clock() - begin;
        let mut x = 1u64;
        while clock() - begin < slept + 0.01 {
            x = std::hint::black_box(x.wrapping_mul(3));
        }
        assert!(slept < 0.04, "{slept}");
    }
}
