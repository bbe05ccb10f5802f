//! Reading: the index of blocks first, states when they are asked for. A file that ends early or is damaged is read up to
//! there, and says so.

use crate::bundle::Bundle;
use crate::codec;
use crate::format::{Cursor, MAGIC, MAX_BLOCK, MAX_STATES, VERSION, full_width, restore, save, width};
use stiction::{Data, Model, step};

struct Block {
    first: usize,
    count: usize,
    from: usize,
    to: usize,
    /// What the step after its first state starts from.
    warm: Vec<f64>,
}

/// A recording in memory.
pub struct Recording {
    bytes: Vec<u8>,
    blocks: Vec<Block>,
    /// The model's files.
    pub bundle: Bundle,
    /// Words of options that were changed after loading.
    pub options: String,
    /// Name of the model.
    pub name: String,
    /// Time step (s).
    pub timestep: f64,
    /// The edition of the physics that made it, if it says so.
    pub edition: Option<u32>,
    /// Why the run ended early, if it did.
    pub cause: Option<String>,
    /// What is wrong with the file, if it is not whole.
    pub problem: Option<String>,
    width: usize,
    extra: usize,
    states: usize,
    cache: (usize, Vec<f64>),
    /// Of the next block.
    warm: Vec<f64>,
}

fn numbers(bytes: &[u8]) -> Vec<f64> {
    bytes.chunks_exact(8).filter_map(|x| x.try_into().ok()).map(f64::from_le_bytes).collect()
}

/// Outcome of replaying a recording by simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// States that were compared.
    pub compared: usize,
    /// First state that differs in any bit: its number and time.
    pub first: Option<(usize, f64)>,
}

impl Recording {
    /// Reads a recording.
    ///
    /// # Errors
    /// If it is none, or nothing of it can be used.
    pub fn read(bytes: Vec<u8>) -> Result<Recording, String> {
        let Some(rest) = bytes.strip_prefix(MAGIC.as_slice()) else {
            return Err("this is not a recording of Stiction (its first bytes are others)".into());
        };
        let mut r = Recording {
            blocks: Vec::new(),
            bundle: Bundle::default(),
            options: String::new(),
            name: String::new(),
            timestep: 0.0,
            edition: None,
            cause: None,
            problem: None,
            width: 0,
            extra: 0,
            states: 0,
            cache: (usize::MAX, Vec::new()),
            warm: Vec::new(),
            bytes: Vec::new(),
        };
        let mut c = Cursor(rest);
        let mut done = false;
        while !c.0.is_empty() {
            let at = bytes.len() - c.0.len();
            match r.block(&mut c, bytes.len()) {
                Ok(end) => done = end,
                Err(why) => {
                    r.problem = Some(format!("at byte {at} of {}: {why}", bytes.len()));
                    break;
                }
            }
        }
        if r.width == 0 {
            return Err(r.problem.unwrap_or_else(|| "the recording has no head".into()));
        }
        if r.bundle.main.0.is_empty() {
            return Err(r.problem.unwrap_or_else(|| "the recording has no model".into()));
        }
        if !done && r.problem.is_none() {
            r.problem = Some("the recording was not finished: the program was ended while it ran".into());
        }
        r.bytes = bytes;
        Ok(r)
    }

    /// One block; true if it was the last.
    fn block(&mut self, c: &mut Cursor<'_>, total: usize) -> Result<bool, String> {
        let cut = "the file ends in the middle of a block";
        let tag: [u8; 4] = c.take(4).ok_or(cut)?.try_into().map_err(|_| cut)?;
        let (length, sum) = (c.u32().ok_or(cut)?, c.u32().ok_or(cut)?);
        if length > MAX_BLOCK || !tag.iter().all(u8::is_ascii_uppercase) {
            return Err("no block begins here: the file is damaged".into());
        }
        let payload = c.take(length as usize).ok_or(cut)?;
        if crc32fast::hash(payload) != sum {
            return Err(format!(
                "the checksum of block {} is wrong: the file is damaged",
                String::from_utf8_lossy(&tag)
            ));
        }
        let from = total - c.0.len() - payload.len();
        let mut p = Cursor(payload);
        let bad = || format!("block {} makes no sense", String::from_utf8_lossy(&tag));
        match &tag {
            b"HEAD" => self.head(&mut p).ok_or_else(bad)?.map_or(Ok(()), Err)?,
            b"FILE" => {
                let name = p.text().ok_or_else(bad)?.to_owned();
                if self.bundle.main.0.is_empty() {
                    self.bundle.main = (name, p.0.to_vec());
                } else {
                    self.bundle.files.insert(name, p.0.into());
                }
            }
            b"STEP" => {
                let count = p.u32().filter(|n| (1..=MAX_STATES).contains(n)).ok_or_else(bad)? as usize;
                self.blocks.push(Block {
                    first: self.states,
                    count,
                    from: from + 4,
                    to: from + payload.len(),
                    warm: std::mem::take(&mut self.warm),
                });
                self.states += count;
            }
            b"WARM" => self.warm = numbers(payload),
            b"EDTN" => self.edition = Some(p.u32().ok_or_else(bad)?),
            b"CAUS" => self.cause = Some(String::from_utf8_lossy(payload).into_owned()),
            b"DONE" => return Ok(true),
            // a later version may say more
            _ => {}
        }
        Ok(false)
    }

    /// `Some(Some(why))`: well formed, but not for us.
    fn head(&mut self, p: &mut Cursor<'_>) -> Option<Option<String>> {
        let version = p.u32()?;
        if version != VERSION {
            return Some(Some(format!(
                "version {version} of the format; this program reads version {VERSION}"
            )));
        }
        let [_nq, nv, _nu, w] = [p.u32()?, p.u32()?, p.u32()?, p.u32()?];
        self.width = w as usize;
        self.extra = nv as usize;
        self.timestep = p.f64()?;
        self.name = p.text()?.to_owned();
        self.options = p.text()?.to_owned();
        Some(None)
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.states
    }

    /// True if there is no state.
    pub fn is_empty(&self) -> bool {
        self.states == 0
    }

    /// Checks that the recording belongs to this model.
    ///
    /// # Errors
    /// If the sizes differ.
    pub fn fits(&self, m: &Model) -> Result<(), String> {
        if width(m) == self.width && m.size.nv == self.extra {
            Ok(())
        } else {
            Err("the states do not fit the model in the recording".into())
        }
    }

    /// Unpacks a block's states.
    fn unpack(&mut self, m: &Model, b: usize) -> Result<(), String> {
        if self.cache.0 == b {
            return Ok(());
        }
        self.fits(m)?;
        let bad = || format!("block {b} of the recording makes no sense");
        let block = &self.blocks[b];
        let mut c = Cursor(&self.bytes[block.from..block.to]);
        let full = full_width(m);
        let first = c.take(8 * full).ok_or_else(bad)?;
        let mut all = numbers(first);
        let mut now = all.get(..self.width).ok_or_else(bad)?.to_vec();
        for _ in 1..block.count {
            codec::decode(&mut c, &mut now).ok_or_else(bad)?;
            all.extend_from_slice(&now);
        }
        self.cache = (b, all);
        Ok(())
    }

    /// Times of all states (s).
    ///
    /// # Errors
    /// If a block cannot be unpacked.
    pub fn times(&mut self, m: &Model) -> Result<Vec<f64>, String> {
        (0..self.len()).map(|i| self.state(m, i).map(|s| s[0])).collect()
    }

    /// State i: with warm start and sleep if it begins a block.
    ///
    /// # Errors
    /// If the block cannot be unpacked.
    pub fn state(&mut self, m: &Model, i: usize) -> Result<&[f64], String> {
        let b = self.blocks.partition_point(|b| b.first + b.count <= i);
        if b >= self.blocks.len() {
            return Err(format!("the recording has {} states", self.states));
        }
        self.unpack(m, b)?;
        let (full, k) = (full_width(m), i - self.blocks[b].first);
        let range = if k == 0 { 0..full } else { full + (k - 1) * self.width..full + k * self.width };
        self.cache.1.get(range).ok_or_else(|| "the recording makes no sense".into())
    }

    /// Puts state i into `d`; what begins a block can be continued with the same bits.
    ///
    /// # Errors
    /// If the block cannot be unpacked.
    pub fn load(&mut self, m: &Model, d: &mut Data, i: usize) -> Result<(), String> {
        let s = self.state(m, i)?;
        let known = restore(m, d, s);
        let b = self.blocks.partition_point(|b| b.first + b.count <= i);
        let warm = self.blocks.get(b).filter(|b| b.first == i).map_or(&[][..], |b| &b.warm);
        if known && d.set_warm_start(warm) {
            Ok(())
        } else {
            Err(format!("state {i} of the recording makes no sense"))
        }
    }

    /// Simulates every block from its start with the recorded inputs and compares all bits.
    ///
    /// A state holds the inputs of the step that led to it.
    ///
    /// # Errors
    /// If a block cannot be unpacked.
    pub fn verify(&mut self, m: &Model) -> Result<Verdict, String> {
        self.fits(m)?;
        let mut out = Verdict { compared: 0, first: None };
        let mut d = Data::new(m);
        let mut now = vec![0.0; self.width];
        // what a step computes: time, qpos, qvel, act, history in front, plastic at the end
        let front = 1 + m.size.nq + m.size.nv + m.size.na + m.size.nhistory;
        let back = self.width - m.size.nplastic;
        for b in 0..self.blocks.len() {
            let (first, count) = (self.blocks[b].first, self.blocks[b].count);
            self.load(m, &mut d, first)?;
            // the last state of a block is also continued to the first of the next
            for i in first + 1..(first + count + 1).min(self.states) {
                let want = self.state(m, i)?[..back.max(front) + m.size.nplastic].to_vec();
                save(m, &d, &mut now);
                now[front..back].copy_from_slice(&want[front..back]);
                restore(m, &mut d, &now);
                let taken = step(m, &mut d).is_ok();
                save(m, &d, &mut now);
                out.compared += 1;
                if !taken || now.iter().zip(&want).any(|(x, y)| x.to_bits() != y.to_bits()) {
                    out.first = Some((i, want[0]));
                    return Ok(out);
                }
            }
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BlackBox, Recorder};
    use stiction::{Assets, NoAssets, load_string};

    const XML: &str = r#"<mujoco model="two"><option timestep="0.004"/><worldbody><geom type="plane" size="2 2 1"/>
        <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
        <body pos=".05 0 .7" euler="10 20 0"><joint type="ball"/><geom type="capsule" size=".05 .2"/></body>
        </worldbody></mujoco>"#;

    fn recorded(steps: usize) -> (Model, Bundle, Vec<u8>) {
        let m = load_string(XML, &NoAssets).expect("loads").model;
        assert!(NoAssets.load("x").is_err());
        let bundle = Bundle { main: ("two.xml".into(), XML.as_bytes().to_vec()), ..Bundle::default() };
        let mut d = Data::new(&m);
        let mut out = Vec::new();
        let mut r = Recorder::new(&mut out, &m, &bundle, "").expect("writes");
        r.push(&m, &d).expect("writes");
        for k in 0..steps {
            d.input.xfrc_applied[1][0] = if k % 100 == 50 { 3.0 } else { 0.0 };
            step(&m, &mut d).expect("steps");
            r.push(&m, &d).expect("writes");
        }
        r.finish(None).expect("writes");
        (m, bundle, out)
    }

    #[test]
    fn replays_bit_by_bit() {
        let (_, _, bytes) = recorded(2500);
        let mut r = Recording::read(bytes).expect("reads");
        assert_eq!((r.len(), r.problem.clone(), r.name.as_str()), (2501, None, "two"));
        assert_eq!(r.edition, Some(u32::from(stiction::EDITION)));
        let m = r.bundle.compile().expect("compiles").model;
        r.fits(&m).expect("fits");
        let v = r.verify(&m).expect("verifies");
        assert_eq!(v, Verdict { compared: 2500, first: None });
    }

    #[test]
    fn cut_and_damaged_files_say_so_and_keep_the_rest() {
        let (m, _, bytes) = recorded(2500);
        let whole = Recording::read(bytes.clone()).expect("reads").len();
        for cut in [bytes.len() - 1, bytes.len() - 30, bytes.len() / 2] {
            let mut r = Recording::read(bytes[..cut].to_vec()).expect("reads");
            assert!(r.problem.is_some() && r.len() <= whole, "{cut}");
            for i in 0..r.len() {
                r.state(&m, i).expect("is there");
            }
        }
        let mut damaged = bytes.clone();
        let at = bytes.len() * 3 / 4;
        damaged[at] ^= 0x40;
        let r = Recording::read(damaged).expect("reads");
        assert!(r.problem.as_ref().is_some_and(|p| p.contains("damaged")), "{:?}", r.problem);
        assert!(Recording::read(b"hello".to_vec()).is_err());
        assert!(Recording::read(bytes[..20].to_vec()).is_err());
        let mut newer = bytes;
        newer[20] = 9;
        assert!(Recording::read(newer).is_err());
    }

    #[test]
    fn the_black_box_keeps_the_last_seconds() {
        let (m, bundle, _) = recorded(0);
        let mut d = Data::new(&m);
        let mut b = BlackBox::default();
        for _ in 0..3000 {
            b.push(&m, &d);
            step(&m, &mut d).expect("steps");
        }
        let mut out = Vec::new();
        b.write(&mut out, &m, &bundle, "", "it broke").expect("writes");
        let mut r = Recording::read(out).expect("reads");
        assert_eq!(r.cause.as_deref(), Some("it broke"));
        let (first, n) = (r.state(&m, 0).expect("is there")[0], r.len());
        let last = r.state(&m, n - 1).expect("is there")[0];
        assert!(last - first >= 3.0 && last - first < 4.5, "{first} {last}");
        assert_eq!(r.verify(&m).expect("verifies").first, None);
    }
}
