//! Trajectories as a `.npz` archive that numpy reads: time (n), qpos (n, nq), qvel (n, nv), ctrl (n, nu).

use std::io;
use stiction_record::npz::{self, Array};

/// Everything recorded so far.
#[derive(Default)]
pub struct Log {
    rows: usize,
    columns: [(Vec<f64>, usize); 4],
}

const NAMES: [&str; 4] = ["time", "qpos", "qvel", "ctrl"];

impl Log {
    /// Appends one step.
    pub fn push(&mut self, time: f64, qpos: &[f64], qvel: &[f64], ctrl: &[f64]) {
        self.rows += 1;
        for (column, x) in self.columns.iter_mut().zip([&[time][..], qpos, qvel, ctrl]) {
            column.0.extend_from_slice(x);
            column.1 = x.len();
        }
    }

    /// Writes the archive.
    pub fn write(&self, path: &str) -> io::Result<()> {
        let out = io::BufWriter::new(std::fs::File::create(path)?);
        let arrays: [Array<'_>; 4] = std::array::from_fn(|i| {
            let (data, width) = &self.columns[i];
            Array { name: NAMES[i], width: (i > 0).then_some(*width), data }
        });
        npz::write(out, self.rows, &arrays)
    }
}
