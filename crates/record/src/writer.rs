//! Writing: a recorder that flushes a block at least every half second, and a black box that keeps only the last seconds.

use crate::bundle::Bundle;
use crate::codec;
use crate::format::{MAGIC, MAX_STATES, VERSION, block, full_width, put_text, save, width};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use stiction::{Data, EDITION, Model};

/// Time after which a block is written (wall).
const FLUSH: Duration = Duration::from_millis(500);

/// The head of a file: what is written before the first state.
fn head(m: &Model, bundle: &Bundle, options: &str) -> Vec<u8> {
    let mut h = Vec::new();
    for x in [VERSION, m.size.nq as u32, m.size.nv as u32, m.size.nu as u32, width(m) as u32] {
        h.extend(x.to_le_bytes());
    }
    h.extend(m.opt.timestep.to_le_bytes());
    put_text(&mut h, &m.name);
    put_text(&mut h, options);
    let mut out = MAGIC.to_vec();
    out.extend(block(b"HEAD", &h));
    out.extend(block(b"EDTN", &u32::from(EDITION).to_le_bytes()));
    let main = std::iter::once((&bundle.main.0, bundle.main.1.as_slice()));
    for (name, bytes) in main.chain(bundle.files.iter().map(|(n, b)| (n, &b[..]))) {
        let mut f = Vec::with_capacity(bytes.len() + name.len() + 4);
        put_text(&mut f, name);
        f.extend(bytes);
        out.extend(block(b"FILE", &f));
    }
    out
}

/// States on their way into a block.
#[derive(Default)]
struct Pending {
    payload: Vec<u8>,
    last: Vec<f64>,
    now: Vec<f64>,
    /// What the step after the first state starts from.
    warm: Vec<f64>,
    count: u32,
}

impl Pending {
    fn push(&mut self, m: &Model, d: &Data) {
        let w = width(m);
        if self.count == 0 {
            self.now.resize(full_width(m), 0.0);
            save(m, d, &mut self.now);
            d.warm_start(&mut self.warm);
            self.payload.clear();
            self.payload.extend(0u32.to_le_bytes());
            self.payload.extend(self.now.iter().flat_map(|x| x.to_le_bytes()));
            self.last.clear();
            self.last.extend_from_slice(&self.now[..w]);
            self.now.truncate(w);
        } else {
            save(m, d, &mut self.now);
            codec::encode(&self.last, &self.now, &mut self.payload);
            std::mem::swap(&mut self.last, &mut self.now);
        }
        self.count += 1;
    }

    fn full(&self) -> bool {
        self.count >= MAX_STATES
    }

    /// The block, if there is anything to write.
    fn take(&mut self) -> Option<Vec<u8>> {
        if self.count == 0 {
            return None;
        }
        self.payload[..4].copy_from_slice(&self.count.to_le_bytes());
        self.count = 0;
        let mut out = Vec::new();
        // a count of no contacts, and no other row: nothing is remembered
        if self.warm.len() > 1 {
            let warm: Vec<u8> = self.warm.iter().flat_map(|x| x.to_le_bytes()).collect();
            out = block(b"WARM", &warm);
        }
        out.extend(block(b"STEP", &self.payload));
        Some(out)
    }
}

/// Writes a recording.
pub struct Recorder<W: Write> {
    out: W,
    pending: Pending,
    last: Instant,
    states: u64,
}

impl<W: Write> Recorder<W> {
    /// Begins a recording: the model's files, and the words of options that were changed after loading.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(mut out: W, m: &Model, bundle: &Bundle, options: &str) -> io::Result<Self> {
        out.write_all(&head(m, bundle, options))?;
        out.flush()?;
        Ok(Recorder { out, pending: Pending::default(), last: Instant::now(), states: 0 })
    }

    /// Adds the state.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&mut self, m: &Model, d: &Data) -> io::Result<()> {
        self.pending.push(m, d);
        self.states += 1;
        // the clock is asked only now and then
        if self.pending.full() || (self.states.is_multiple_of(16) && self.last.elapsed() >= FLUSH) {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.last = Instant::now();
        if let Some(b) = self.pending.take() {
            self.out.write_all(&b)?;
        }
        self.out.flush()
    }

    /// Ends the recording, with the reason if it ends early.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self, cause: Option<&str>) -> io::Result<()> {
        self.flush()?;
        if let Some(c) = cause {
            self.out.write_all(&block(b"CAUS", c.as_bytes()))?;
        }
        self.out.write_all(&block(b"DONE", &self.states.to_le_bytes()))?;
        self.out.flush()
    }
}

/// Keeps the last seconds of a run, to be written if it diverges.
#[derive(Default)]
pub struct BlackBox {
    pending: Pending,
    blocks: VecDeque<(f64, u64, Vec<u8>)>,
    from: f64,
}

impl BlackBox {
    /// Time that is kept at least (s).
    pub const SECONDS: f64 = 3.0;

    /// Adds the state.
    pub fn push(&mut self, m: &Model, d: &Data) {
        if self.pending.count == 0 {
            self.from = d.time;
        }
        self.pending.push(m, d);
        if self.pending.full() || d.time - self.from >= 0.5 {
            let n = u64::from(self.pending.count);
            if let Some(b) = self.pending.take() {
                self.blocks.push_back((d.time, n, b));
            }
            while self.blocks.front().is_some_and(|(end, ..)| *end < d.time - Self::SECONDS) {
                self.blocks.pop_front();
            }
        }
    }

    /// Writes what is kept as a recording.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(
        &mut self,
        mut out: impl Write,
        m: &Model,
        bundle: &Bundle,
        options: &str,
        cause: &str,
    ) -> io::Result<()> {
        out.write_all(&head(m, bundle, options))?;
        let mut states = u64::from(self.pending.count);
        for (_, n, b) in &self.blocks {
            states += n;
            out.write_all(b)?;
        }
        if let Some(b) = self.pending.take() {
            out.write_all(&b)?;
        }
        out.write_all(&block(b"CAUS", cause.as_bytes()))?;
        out.write_all(&block(b"DONE", &states.to_le_bytes()))?;
        out.flush()
    }
}
