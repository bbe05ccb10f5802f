//! One simulation of one model, addressed by names: what a web page needs, in plain Rust.
//!
//! Files that a model names (meshes, textures, other models) come from a folder in memory. Arrays have MuJoCo's names: those of the
//! data first (`qpos`, `xpos`, `sensordata`), then those of the model (`geom_size`, `body_mass`).

use std::collections::BTreeMap;
use std::sync::Arc;
use stiction::kinds::state::INTEGRATION;
use stiction::model::check::check;
use stiction::model::fields::NumbersMut;
use stiction::sim::state::{get_state, set_state, state_size};
use stiction::{Assets, Data, LoadOptions, Model, StepReport, forward, load_bytes, step};

/// Files by name.
#[derive(Clone, Default)]
pub struct Folder(BTreeMap<String, Arc<[u8]>>);

impl Folder {
    /// Adds a file or replaces it.
    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        self.0.insert(name.to_owned(), bytes.into());
    }
}

impl Assets for Folder {
    fn load(&self, path: &str) -> Result<Arc<[u8]>, String> {
        let found = self.0.get(path.trim_start_matches("./")).cloned();
        found.ok_or_else(|| format!("file '{path}' is not among the {} files given", self.0.len()))
    }
}

/// Where the numbers of an array stand, and of which kind they are.
#[derive(Clone, Copy)]
pub struct View {
    /// First byte.
    pub start: *const u8,
    /// How many numbers.
    pub len: usize,
    /// 0: f64, 1: f32, 2: i32, 3: i64, 4: bytes or flags.
    pub kind: u32,
    /// It belongs to the model.
    pub in_model: bool,
}

/// A model and its state.
pub struct Session {
    /// The compiled model.
    pub model: Model,
    /// Its state and everything computed from it.
    pub data: Data,
    /// Warnings of loading, one per line.
    pub warnings: String,
    report: Option<StepReport>,
    /// The state before the last call that computes: what a fresh instance goes on from if this one ends in it.
    saved: Vec<f64>,
    warm: Vec<f64>,
    /// The host has seen an array of the model and may have written what does not exist.
    lent: bool,
}

impl Session {
    /// Loads a model (MJCF, URDF or `.mjz`) and computes its reference configuration.
    ///
    /// # Errors
    /// Everything that is wrong with the file, one problem per line.
    pub fn new(name: &str, bytes: &[u8], files: &Folder) -> Result<Session, String> {
        let loaded = load_bytes(name, bytes, files, &LoadOptions::default()).map_err(|e| e.to_string())?;
        let mut data = Data::new(&loaded.model);
        forward(&loaded.model, &mut data).map_err(|e| e.to_string())?;
        let warnings = loaded.warnings.to_string();
        let (saved, warm) = (Vec::new(), Vec::new());
        let mut s = Session { model: loaded.model, data, warnings, report: None, saved, warm, lent: false };
        s.save();
        Ok(s)
    }

    /// Keeps the state, with what hard steps start from behind it.
    fn save(&mut self) {
        let d = &self.data;
        self.saved.resize(state_size(&self.model, INTEGRATION), 0.0);
        get_state(d.time, &d.state, &d.input, INTEGRATION, &mut self.saved);
        d.warm_start(&mut self.warm);
        self.saved.extend_from_slice(&self.warm);
    }

    /// The state as it was kept last.
    pub fn saved(&self) -> &[f64] {
        &self.saved
    }

    /// Returns to a state that was kept, of this model. False, and nothing changes, if it is none.
    pub fn restore(&mut self, saved: &[f64]) -> bool {
        let n = state_size(&self.model, INTEGRATION);
        if saved.len() < n || !self.data.set_warm_start(&saved[n..]) {
            return false;
        }
        let d = &mut self.data;
        set_state(&mut d.time, &mut d.state, &mut d.input, INTEGRATION, &saved[..n]);
        self.report = None;
        self.save();
        true
    }

    /// Before every call that computes: what the host wrote into the model must name things that exist.
    fn begin(&mut self) -> Result<(), String> {
        if self.lent {
            check(&self.model)?;
        }
        self.save();
        Ok(())
    }

    /// Advances by `n` steps.
    ///
    /// # Errors
    /// What diverged, where and why, or what the host wrote that does not exist; the state is the last good one.
    pub fn step(&mut self, n: u32) -> Result<(), String> {
        self.begin()?;
        for _ in 0..n {
            self.report = Some(step(&self.model, &mut self.data).map_err(|e| e.to_string())?);
        }
        Ok(())
    }

    /// Computes everything from the present state without advancing it.
    ///
    /// # Errors
    /// As [`Session::step`].
    pub fn forward(&mut self) -> Result<(), String> {
        self.begin()?;
        forward(&self.model, &mut self.data).map_err(|e| e.to_string())
    }

    /// Back to a keyframe, or with no such keyframe to the reference configuration.
    ///
    /// # Errors
    /// As [`Session::step`].
    pub fn reset(&mut self, key: usize) -> Result<(), String> {
        self.begin()?;
        self.data.reset_keyframe(&self.model, key);
        self.report = None;
        self.forward()
    }

    /// The array of this name, in the data or else in the model.
    pub fn array(&mut self, name: &str) -> Option<View> {
        let mut found = None;
        self.data.each_mut(&mut |n, _, numbers| {
            if n == name && found.is_none() {
                found = Some(view(numbers));
            }
        });
        if found.is_none() {
            self.model.each_mut(&mut |n, _, numbers| {
                if n == name && found.is_none() {
                    found = Some(View { in_model: true, ..view(numbers) });
                }
            });
            self.lent |= found.is_some();
        }
        found
    }

    /// One number about the model, the state or the last step; `None` if there is none of this name.
    pub fn number(&self, name: &str) -> Option<f64> {
        let report = self.report.as_ref();
        let certificate = report.map(|r| &r.certificate);
        match name {
            "time" => Some(self.data.time),
            "timestep" => Some(self.model.opt.timestep),
            "ncon" => report.map(|r| r.ncon as f64),
            "nefc" => report.map(|r| r.nefc as f64),
            "iterations" => report.map(|r| f64::from(r.iterations)),
            "convex" => certificate.map(|c| c.convex),
            "coulomb" => certificate.map(|c| c.coulomb),
            "penetration_speed" => certificate.map(|c| c.penetration_speed),
            "momentum_defect" => certificate.map(|c| c.momentum_defect),
            _ => {
                let mut size = None;
                self.model.size.each(&mut |n, value| {
                    if n == name {
                        size = Some(value as f64);
                    }
                });
                size
            }
        }
    }
}

fn view(numbers: NumbersMut<'_>) -> View {
    let (start, len, kind) = match numbers {
        NumbersMut::F64(x) => (x.as_ptr().cast(), x.len(), 0),
        NumbersMut::F32(x) => (x.as_ptr().cast(), x.len(), 1),
        NumbersMut::I32(x) => (x.as_ptr().cast(), x.len(), 2),
        NumbersMut::I64(x) => (x.as_ptr().cast(), x.len(), 3),
        NumbersMut::U8(x) => (x.as_ptr(), x.len(), 4),
        NumbersMut::Bool(x) => (x.as_ptr().cast(), x.len(), 4),
    };
    View { start, len, kind, in_model: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BALL: &str = "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body pos='0 0 1'><freejoint/>
        <geom size='0.1'/></body></worldbody></mujoco>";

    #[test]
    fn a_ball_falls_and_its_numbers_have_names() {
        let mut s = Session::new("ball.xml", BALL.as_bytes(), &Folder::default()).unwrap();
        s.step(100).unwrap();
        assert_eq!(s.number("time"), Some(s.data.time));
        assert_eq!(s.number("nq"), Some(7.0));
        assert_eq!(s.number("nothing"), None);
        let qpos = s.array("qpos").unwrap();
        assert_eq!((qpos.len, qpos.kind), (7, 0));
        assert_eq!(qpos.start, s.data.state.qpos.as_ptr().cast());
        assert_eq!(s.array("geom_type").unwrap().kind, 2);
        assert!(s.array("nothing").is_none());
        s.reset(usize::MAX).unwrap();
        assert_eq!(s.data.state.qpos[2], 1.0);
    }

    #[test]
    fn what_is_kept_goes_on_with_the_same_bits_elsewhere() {
        for law in ["", "<custom><text name='stiction' data='preset=exact'/></custom>"] {
            let text =
                BALL.replace("pos='0 0 1'", "pos='0 0 .12'").replace("</mujoco>", &format!("{law}</mujoco>"));
            let new = || Session::new("ball.xml", text.as_bytes(), &Folder::default()).unwrap();
            let (mut a, mut b) = (new(), new());
            a.step(100).unwrap();
            a.step(1).unwrap();
            assert!(b.restore(a.saved()));
            b.step(1).unwrap();
            assert_eq!(a.saved(), b.saved());
            assert_eq!((a.data.time, &a.data.state.qpos), (b.data.time, &b.data.state.qpos));
            assert!(!b.restore(&[1.0]));
        }
    }

    #[test]
    fn an_index_that_does_not_exist_is_refused() {
        let mut s = Session::new("ball.xml", BALL.as_bytes(), &Folder::default()).unwrap();
        assert!(s.array("geom_dataid").is_some());
        s.model.geom.kind[1] = stiction::kinds::GeomKind::Mesh.into();
        s.model.geom.dataid[1] = 7.into();
        assert!(s.step(1).unwrap_err().contains("geom_dataid"));
        assert!(s.forward().is_err() && s.reset(0).is_err());
        s.model.geom.kind[1] = stiction::kinds::GeomKind::Sphere.into();
        s.model.geom.dataid[1] = stiction::ids::ObjectId::NONE;
        s.step(1).unwrap();
    }

    #[test]
    fn problems_come_with_their_place() {
        let text = BALL.replace("size='0.1'", "size='-1'");
        let why = Session::new("ball.xml", text.as_bytes(), &Folder::default()).err().unwrap();
        assert!(why.starts_with("ball.xml:2:"), "{why}");
    }
}
