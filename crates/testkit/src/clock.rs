//! Time that this thread has spent computing: what a busy machine does meanwhile does not count.

use std::sync::OnceLock;
use std::time::Instant;

/// Seconds of processor time of this thread (Linux), else seconds since the first call.
pub fn cpu_seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = START.get_or_init(Instant::now);
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|t| t.split_whitespace().next()?.parse::<f64>().ok())
        .map_or_else(|| start.elapsed().as_secs_f64(), |ns| 1e-9 * ns)
}
