//! MCAP (version 0), the log format of robotics tools: joint states and the poses of bodies as JSON messages.
//!
//! Records are u8 opcode, u64 length, content. Written: Header, two Schemas, two Channels, Messages, Data End, Footer; no chunks,
//! no summary, which the format allows. Poses use the schema name that viewers know, `foxglove.FrameTransforms`.

use serde_json::json;
use std::io::{self, Write};
use stiction::kinds::ObjKind;
use stiction::{Data, Model};

const MAGIC: &[u8] = b"\x89MCAP0\r\n";

/// A log on its way to a file.
pub struct Writer<W: Write> {
    out: W,
    sequence: u32,
}

fn text(out: &mut Vec<u8>, s: &str) {
    out.extend((s.len() as u32).to_le_bytes());
    out.extend(s.as_bytes());
}

impl<W: Write> Writer<W> {
    /// Begins a log.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(mut out: W) -> io::Result<Self> {
        out.write_all(MAGIC)?;
        let mut w = Writer { out, sequence: 0 };
        let mut header = Vec::new();
        text(&mut header, "");
        text(&mut header, "stiction");
        w.record(1, &header)?;
        w.schema(1, "foxglove.FrameTransforms", TRANSFORMS)?;
        w.schema(2, "stiction.State", STATE)?;
        w.channel(1, 1, "/tf")?;
        w.channel(2, 2, "/state")?;
        Ok(w)
    }

    fn record(&mut self, opcode: u8, content: &[u8]) -> io::Result<()> {
        self.out.write_all(&[opcode])?;
        self.out.write_all(&(content.len() as u64).to_le_bytes())?;
        self.out.write_all(content)
    }

    fn schema(&mut self, id: u16, name: &str, schema: &str) -> io::Result<()> {
        let mut c = id.to_le_bytes().to_vec();
        text(&mut c, name);
        text(&mut c, "jsonschema");
        text(&mut c, schema);
        self.record(3, &c)
    }

    fn channel(&mut self, id: u16, schema: u16, topic: &str) -> io::Result<()> {
        let mut c = id.to_le_bytes().to_vec();
        c.extend(schema.to_le_bytes());
        text(&mut c, topic);
        text(&mut c, "json");
        c.extend(0u32.to_le_bytes());
        self.record(4, &c)
    }

    fn message(&mut self, channel: u16, time: f64, data: &str) -> io::Result<()> {
        let nanoseconds = (time.max(0.0) * 1e9).round() as u64;
        let mut c = channel.to_le_bytes().to_vec();
        c.extend(self.sequence.to_le_bytes());
        c.extend(nanoseconds.to_le_bytes());
        c.extend(nanoseconds.to_le_bytes());
        c.extend(data.as_bytes());
        self.sequence = self.sequence.wrapping_add(1);
        self.record(5, &c)
    }

    /// Adds one moment; the poses of `d` must be up to date.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&mut self, m: &Model, d: &Data) -> io::Result<()> {
        let time = d.time.max(0.0);
        let stamp = json!({ "sec": time as u64, "nsec": (time.fract() * 1e9) as u64 });
        let transforms: Vec<_> = (1..m.size.nbody)
            .map(|b| {
                let (p, q) = (d.kin.xpos[b].0, d.kin.xquat[b].0);
                json!({
                    "timestamp": stamp,
                    "parent_frame_id": "world",
                    "child_frame_id": frame_name(m, b),
                    "translation": { "x": p[0], "y": p[1], "z": p[2] },
                    "rotation": { "x": q[1], "y": q[2], "z": q[3], "w": q[0] },
                })
            })
            .collect();
        let state =
            json!({ "time": d.time, "qpos": d.state.qpos, "qvel": d.state.qvel, "ctrl": d.input.ctrl });
        self.message(1, d.time, &json!({ "transforms": transforms }).to_string())?;
        self.message(2, d.time, &state.to_string())
    }

    /// Ends the log.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.record(15, &0u32.to_le_bytes())?;
        self.record(2, &[0; 20])?;
        self.out.write_all(MAGIC)?;
        self.out.flush()
    }
}

fn frame_name(m: &Model, b: usize) -> String {
    match m.names.get(ObjKind::Body, b) {
        "" => format!("body {b}"),
        n => n.to_owned(),
    }
}

const STATE: &str = r#"{"type":"object","properties":{"time":{"type":"number"},"qpos":{"type":"array","items":{"type":"number"}},"qvel":{"type":"array","items":{"type":"number"}},"ctrl":{"type":"array","items":{"type":"number"}}}}"#;

const TRANSFORMS: &str = r#"{"type":"object","properties":{"transforms":{"type":"array","items":{"type":"object","properties":{"timestamp":{"type":"object","properties":{"sec":{"type":"integer"},"nsec":{"type":"integer"}}},"parent_frame_id":{"type":"string"},"child_frame_id":{"type":"string"},"translation":{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"}}},"rotation":{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"},"w":{"type":"number"}}}}}}}}"#;
