//! The viewer as a Python object: a thin handle that `stiction/viewer.py` dresses up.

use crate::data::MjData;
use crate::drawing::with_textures;
use crate::model::MjModel;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::net::IpAddr;
use std::sync::Mutex;
use stiction_spatial::{Mat3, Quat, Vec3};
use stiction_viewer::frame::{Tag, Writer};
use stiction_viewer::live::Live;
use stiction_viewer::scene::Scene;
use stiction_viewer::{Bind, Command, Server, json};

/// Shapes that are not in the model: type, size (3), position (3), rotation matrix (9), colour (4).
const EXTRA: usize = 20;

/// A primitive that is not in the model.
struct Extra {
    kind: i32,
    size: [f64; 3],
    pos: Vec3,
    mat: Mat3,
    rgba: [f32; 4],
}

fn extras(data: &[f64]) -> Vec<Extra> {
    let one = |x: &[f64]| Extra {
        kind: x[0] as i32,
        size: [x[1], x[2], x[3]],
        pos: Vec3([x[4], x[5], x[6]]),
        mat: Mat3(std::array::from_fn(|k| x[7 + k])),
        rgba: std::array::from_fn(|k| x[16 + k] as f32),
    };
    data.chunks_exact(EXTRA).map(one).collect()
}

/// A server with a page for a simulation that Python steps.
#[pyclass(frozen, module = "stiction._native")]
pub struct ViewServer {
    inner: Mutex<Option<Inner>>,
}

struct Inner {
    server: Server,
    live: Live,
    writer: Writer,
}

fn closed() -> PyErr {
    PyValueError::new_err("the viewer is closed")
}

impl ViewServer {
    fn with<R>(&self, f: impl FnOnce(&mut Inner) -> PyResult<R>) -> PyResult<R> {
        let mut lock = self.inner.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        f(lock.as_mut().ok_or_else(closed)?)
    }
}

#[pymethods]
impl ViewServer {
    #[new]
    #[pyo3(signature = (model, bind = "127.0.0.1", port = 0))]
    fn new(model: &Bound<'_, MjModel>, bind: &str, port: u16) -> PyResult<Self> {
        let address: IpAddr =
            bind.parse().map_err(|_| PyValueError::new_err(format!("'{bind}' is no IP address")))?;
        let scene = Scene::new(&with_textures(&*model.get().inner.model.read()?));
        let server =
            Server::start(Bind { address, port }, scene).map_err(|e| PyOSError::new_err(e.to_string()))?;
        let inner = Inner { server, live: Live::default(), writer: Writer::default() };
        Ok(ViewServer { inner: Mutex::new(Some(inner)) })
    }
    /// Address of the page.
    #[getter]
    fn url(&self) -> PyResult<String> {
        self.with(|i| Ok(i.server.url()))
    }
    /// Number of pages that watch.
    #[getter]
    fn viewers(&self) -> PyResult<usize> {
        self.with(|i| Ok(i.server.viewers()))
    }
    /// Ends the server.
    fn close(&self) {
        *self.inner.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = None;
    }
    /// Carries out what viewers did to controls, joints, options and bodies; gives back the rest as (name, number).
    fn commands(&self, data: &Bound<'_, MjData>) -> PyResult<Vec<(&'static str, f64)>> {
        let model = data.get().model.bind(data.py()).get();
        let mut rest = Vec::new();
        self.with(|i| {
            while let Some((viewer, c)) = i.server.command() {
                let item = match c {
                    Command::Hello => ("hello", viewer as f64),
                    Command::Goodbye => ("goodbye", viewer as f64),
                    Command::Pause(on) => ("pause", f64::from(u8::from(on))),
                    Command::Step(n) => ("step", f64::from(n)),
                    Command::Back(n) => ("back", f64::from(n)),
                    Command::Speed(x) => ("speed", x),
                    Command::Reset => ("reset", 0.0),
                    Command::Key(k) => ("key", k as f64),
                    other => {
                        data.get().complete(data.py())?;
                        let (mut m, mut d) = (model.inner.model.write()?, data.get().inner.write()?);
                        answer(i, viewer, &mut m, &mut d, &other);
                        continue;
                    }
                };
                rest.push(item);
            }
            Ok(())
        })?;
        Ok(rest)
    }
    /// Puts the pull of the mouse into `xfrc_applied` (and takes the last one out).
    fn pull(&self, data: &Bound<'_, MjData>) -> PyResult<()> {
        let model = data.get().model.bind(data.py()).get();
        self.with(|i| {
            let (m, mut d) = (model.inner.model.read()?, data.get().inner.write()?);
            i.live.before_step(&m, &mut d);
            Ok(())
        })
    }
    /// Takes the pull out of `xfrc_applied`.
    fn release(&self, data: &Bound<'_, MjData>) -> PyResult<()> {
        self.with(|i| {
            i.live.take_out(&mut *data.get().inner.write()?);
            Ok(())
        })
    }
    /// Sends the state; status: paused, speed, achieved speed, states in history.
    fn publish(&self, data: &Bound<'_, MjData>, status: [f64; 4], extra: Vec<f64>) -> PyResult<()> {
        let model = data.get().model.bind(data.py()).get();
        self.with(|i| {
            data.get().complete(data.py())?;
            let (m, mut d) = (model.inner.model.read()?, data.get().inner.write()?);
            i.live.report.iterations = d.solution.report.islands.iter().map(|r| r.niter).sum();
            let stats = i.live.stats(&m, &mut d);
            let w = &mut i.writer;
            w.begin(d.time);
            w.motion(&m, &d);
            w.values(&d);
            w.section(Tag::Stats, stats.into_iter());
            w.section(Tag::Status, status.into_iter().chain([i.server.viewers() as f64]));
            w.section(Tag::Extras, extras(&extra).iter().flat_map(extra_numbers));
            i.live.write_pull(w, &d);
            i.server.frame(w.bytes());
            Ok(())
        })
    }
    /// Tells all pages where to look from.
    fn camera(
        &self,
        lookat: [f64; 3],
        distance: f64,
        azimuth: f64,
        elevation: f64,
        fixed: i64,
    ) -> PyResult<()> {
        self.with(|i| {
            i.server.event(&json!({
                "event": "camera",
                "lookat": lookat,
                "distance": distance,
                "azimuth": azimuth,
                "elevation": elevation,
                "fixed": fixed as f64,
            }));
            Ok(())
        })
    }
}

fn answer(
    i: &mut Inner,
    viewer: u64,
    m: &mut stiction_model::Model,
    d: &mut stiction_sim::Data,
    c: &Command,
) {
    let refused = |why: String| json!({ "event": "refused", "why": why });
    if let Command::Get(what, id) = c {
        let told = stiction_viewer::answer(m, d, what, *id);
        i.server.reply(viewer, &told.unwrap_or_else(|| refused(format!("nothing is called '{what}'"))));
        return;
    }
    match i.live.apply(m, d, c) {
        Ok(true) => {}
        Ok(false) => i.server.reply(viewer, &refused("that is not to be had here".into())),
        Err(why) => i.server.reply(viewer, &refused(why)),
    }
}

fn extra_numbers(e: &Extra) -> [f64; 15] {
    let q = Quat::from_mat(&e.mat).0;
    let (s, p, c) = (e.size, e.pos.0, e.rgba.map(f64::from));
    [f64::from(e.kind), s[0], s[1], s[2], p[0], p[1], p[2], q[0], q[1], q[2], q[3], c[0], c[1], c[2], c[3]]
}

/// Adds the class to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<ViewServer>()
}
