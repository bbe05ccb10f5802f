//! MuJoCo as the second run: a Python program steps it and sends the numbers of every step.

use super::{Runner, Step};
use crate::args::Start;
use std::io::{BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};
use stiction::Model;

/// Writes, per step, ncon, nefc, qacc, qvel, qpos as little-endian doubles.
const PROGRAM: &str = r"
import sys, struct
try:
    import mujoco, numpy as np
except ImportError as e:
    sys.exit('MuJoCo is not installed in this Python: ' + str(e))
path, steps, key = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
m = mujoco.MjModel.from_xml_path(path); d = mujoco.MjData(m)
if key >= 0: mujoco.mj_resetDataKeyframe(m, d, key)
out = sys.stdout.buffer
out.write(struct.pack('<3d', m.nq, m.nv, m.opt.timestep)); out.flush()
for _ in range(steps):
    mujoco.mj_step(m, d)
    out.write(struct.pack('<2d', d.ncon, d.nefc) + d.qacc.tobytes() + d.qvel.tobytes() + d.qpos.tobytes())
";

/// A running MuJoCo.
pub struct Reference {
    child: Child,
    out: BufReader<ChildStdout>,
    sizes: [usize; 2],
}

impl Reference {
    /// Starts MuJoCo on the same file.
    pub fn start(file: &str, m: &Model, steps: u64, start: &Start) -> Result<Reference, String> {
        if start.ctrl.as_deref().is_some_and(|c| c != "zero") || start.set.is_some() {
            return Err("against MuJoCo, the model is run as its file says: without --ctrl and --set".into());
        }
        let python = std::env::var("STICTION_PYTHON").unwrap_or_else(|_| "python3".into());
        let key = if m.size.nkey > 0 { 0 } else { -1 };
        let mut child = Command::new(&python)
            .args(["-c", PROGRAM, file, &steps.to_string(), &key.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| {
                format!("{python} cannot be started ({e}); set STICTION_PYTHON to a Python with MuJoCo")
            })?;
        let out = child.stdout.take().ok_or("MuJoCo has no output")?;
        let mut r = Reference { child, out: BufReader::new(out), sizes: [m.size.nq, m.size.nv] };
        let head =
            r.numbers(3).map_err(|_| "MuJoCo did not start; set STICTION_PYTHON to a Python that has it")?;
        if head != [m.size.nq as f64, m.size.nv as f64, m.opt.timestep] {
            return Err("MuJoCo compiles this file to a model of another size".into());
        }
        Ok(r)
    }

    fn numbers(&mut self, n: usize) -> Result<Vec<f64>, String> {
        let mut bytes = vec![0; 8 * n];
        self.out.read_exact(&mut bytes).map_err(|_| "MuJoCo ended".to_owned())?;
        let number = |b: &[u8]| f64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]);
        Ok(bytes.chunks_exact(8).map(number).collect())
    }
}

impl Runner for Reference {
    fn next(&mut self) -> Result<Step, String> {
        let [nq, nv] = self.sizes;
        let counts = self.numbers(2)?;
        Ok(Step {
            contacts: counts[0],
            rows: counts[1],
            qacc: self.numbers(nv)?,
            qvel: self.numbers(nv)?,
            qpos: self.numbers(nq)?,
        })
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
