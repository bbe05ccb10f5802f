//! Sample buffers: the recent past of a control or a sensor, read with a delay.
//!
//! A buffer for n samples of width d is [user, cursor, t₀ … t_{n−1}, x₀ … x_{n−1}] with x_k ∈ ℝᵈ; the samples form a ring
//! whose newest element is at the cursor. Times increase from the oldest sample to the newest. Reading at time t holds the
//! last sample, or interpolates linearly or by a cubic with finite-difference slopes (zero slope at both ends of the past).
//!
//! Reads  a slice of `history`     Writes the same slice (insert)
//! Cost   O(log n + d) to read; O(d) to append, O(n d) to insert out of order

use stiction_spatial::MIN_VAL;

/// How to read between samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// The last sample before the time.
    Hold,
    /// Straight lines.
    Linear,
    /// Cubic Hermite curves.
    Cubic,
}

impl Interpolation {
    /// MuJoCo's number: 0 hold, 1 linear, anything else cubic.
    pub fn from_i32(i: i32) -> Self {
        match i {
            0 => Interpolation::Hold,
            1 => Interpolation::Linear,
            _ => Interpolation::Cubic,
        }
    }
}

/// Numbers in a buffer for `n` samples of width `dim`.
pub fn buffer_len(n: usize, dim: usize) -> usize {
    2 + n * (1 + dim)
}

/// A buffer, to be read.
#[derive(Clone, Copy, Debug)]
pub struct History<'a> {
    n: usize,
    dim: usize,
    cursor: usize,
    times: &'a [f64],
    values: &'a [f64],
}

fn cursor_of(buffer: &[f64], n: usize) -> usize {
    // the cursor is stored as a number that users may write
    (buffer[1].max(0.0) as usize).min(n.saturating_sub(1))
}

impl<'a> History<'a> {
    /// The buffer at the start of `buffer`; `None` if it is too short or has no samples.
    pub fn new(buffer: &'a [f64], n: usize, dim: usize) -> Option<Self> {
        if n == 0 || buffer.len() < buffer_len(n, dim) {
            return None;
        }
        let (times, values) = buffer[2..buffer_len(n, dim)].split_at(n);
        Some(History { n, dim, cursor: cursor_of(buffer, n), times, values })
    }
    /// Place of the k-th oldest sample.
    fn place(&self, k: usize) -> usize {
        (self.cursor + 1 + k) % self.n
    }
    fn time(&self, k: usize) -> f64 {
        self.times[self.place(k)]
    }
    fn value(&self, k: usize) -> &'a [f64] {
        let p = self.place(k);
        &self.values[p * self.dim..(p + 1) * self.dim]
    }
    /// The smallest k with t ≤ time(k); n if there is none.
    fn find(&self, t: f64) -> usize {
        if t <= self.time(0) {
            return 0;
        }
        if t > self.time(self.n - 1) {
            return self.n;
        }
        let (mut lo, mut hi) = (0, self.n - 1);
        while hi - lo > 1 {
            let mid = (lo + hi) / 2;
            if self.time(mid) < t { lo = mid } else { hi = mid }
        }
        hi
    }
    /// The value at time `t`, written to `out` (of width `dim`).
    pub fn read(&self, t: f64, how: Interpolation, out: &mut [f64]) {
        if t <= self.time(0) + MIN_VAL {
            return out.copy_from_slice(self.value(0));
        }
        if t >= self.time(self.n - 1) - MIN_VAL {
            return out.copy_from_slice(self.value(self.n - 1));
        }
        let k = self.find(t);
        if (t - self.time(k)).abs() < MIN_VAL {
            return out.copy_from_slice(self.value(k));
        }
        let (x0, x1) = (self.value(k - 1), self.value(k));
        let dt = self.time(k) - self.time(k - 1);
        let s = (t - self.time(k - 1)) / dt;
        match how {
            Interpolation::Hold => out.copy_from_slice(x0),
            Interpolation::Linear => (0..self.dim).for_each(|d| out[d] = x0[d] + s * (x1[d] - x0[d])),
            Interpolation::Cubic => self.read_cubic(k, s, out),
        }
    }
    /// Cubic Hermite between samples k−1 and k, at the fraction s.
    fn read_cubic(&self, k: usize, s: f64, out: &mut [f64]) {
        let (x0, x1) = (self.value(k - 1), self.value(k));
        let dt = self.time(k) - self.time(k - 1);
        let (s2, s3) = (s * s, s * s * s);
        let h = [2.0 * s3 - 3.0 * s2 + 1.0, s3 - 2.0 * s2 + s, -2.0 * s3 + 3.0 * s2, s3 - s2];
        for d in 0..self.dim {
            let m0 =
                if k > 1 { (x1[d] - self.value(k - 2)[d]) / (self.time(k) - self.time(k - 2)) } else { 0.0 };
            let m1 = if k + 1 < self.n {
                (self.value(k + 1)[d] - x0[d]) / (self.time(k + 1) - self.time(k - 1))
            } else {
                0.0
            };
            out[d] = h[0] * x0[d] + h[1] * dt * m0 + h[2] * x1[d] + h[3] * dt * m1;
        }
    }
}

/// Why a buffer cannot be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryError {
    /// The buffer, the times or the values have the wrong length.
    Size,
    /// Times must increase strictly; this one does not exceed the one before.
    Order(usize),
}

/// Sets a buffer to the given times (or keeps its own) and values (or keeps its own); `user` is kept.
pub fn init(
    buffer: &mut [f64],
    n: usize,
    dim: usize,
    times: Option<&[f64]>,
    values: Option<&[f64]>,
) -> Result<(), HistoryError> {
    if n == 0
        || buffer.len() < buffer_len(n, dim)
        || times.is_some_and(|t| t.len() != n)
        || values.is_some_and(|v| v.len() != n * dim)
    {
        return Err(HistoryError::Size);
    }
    let ordered = times.unwrap_or(&buffer[2..2 + n]);
    if let Some(k) = (1..n).find(|&k| ordered[k].is_nan() || ordered[k] - ordered[k - 1] < MIN_VAL) {
        return Err(HistoryError::Order(k));
    }
    buffer[1] = (n - 1) as f64;
    if let Some(t) = times {
        buffer[2..2 + n].copy_from_slice(t);
    }
    if let Some(v) = values {
        buffer[2 + n..2 + n + n * dim].copy_from_slice(v);
    }
    Ok(())
}

/// The place for a sample at time `t`, `dim` numbers to be written by the caller. A sample of the same time is replaced,
/// otherwise the oldest one is dropped. `None` if the buffer is too short.
pub fn insert(buffer: &mut [f64], n: usize, dim: usize, t: f64) -> Option<&mut [f64]> {
    let h = History::new(buffer, n, dim)?;
    let k = h.find(t);
    let same = k < n && (t - h.time(k)).abs() < MIN_VAL;
    let cursor = h.cursor;
    let place = |k: usize| (cursor + 1 + k) % n;
    let (first_time, first_value) = (2, 2 + n);
    let p = if same {
        place(k)
    } else if k == 0 {
        place(0) // older than everything: it replaces the oldest
    } else if k == n {
        let p = (cursor + 1) % n;
        buffer[1] = p as f64;
        p
    } else {
        for j in 0..k - 1 {
            let (src, dst) = (place(j + 1), place(j));
            buffer[first_time + dst] = buffer[first_time + src];
            let from = first_value + src * dim;
            buffer.copy_within(from..from + dim, first_value + dst * dim);
        }
        place(k - 1)
    };
    if !same {
        buffer[first_time + p] = t;
    }
    Some(&mut buffer[first_value + p * dim..first_value + (p + 1) * dim])
}
