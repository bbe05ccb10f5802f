//! What a run leaves behind besides its summary: a recording, a black box if it diverges, a report with plots.

use crate::load::STDIN;
use std::fs::File;
use std::io::BufWriter;
use stiction::{Data, Model, StepReport};
use stiction_record::{BlackBox, Bundle, Recorder};
use stiction_viewer::chart::{self, Chart, Line, POINTS};
use stiction_viewer::film::Film;
use stiction_viewer::live::Live;

/// Samples of a run for its report.
struct Samples {
    every: u64,
    live: Live,
    rows: Vec<[f64; 12]>,
    film: Film,
}

/// Pictures per second in a report, and their largest number.
const FILM_RATE: f64 = 30.0;
const FILM_FRAMES: usize = 1800;

impl Samples {
    fn new(m: &Model, total: u64) -> Samples {
        let film = Film::new(m, FILM_RATE, FILM_FRAMES);
        Samples { every: (total / POINTS as u64).max(1), live: Live::default(), rows: Vec::new(), film }
    }
}

/// Everything that a run writes.
pub struct Tape {
    record: Option<Recorder<BufWriter<File>>>,
    black_box: BlackBox,
    samples: Option<Samples>,
    bundle: Bundle,
    options: String,
    black_box_path: String,
}

impl Tape {
    /// Opens what was asked for. `model` is the path of the model, which names the black box.
    pub fn new(
        m: &Model,
        model: &str,
        bundle: Bundle,
        options: &str,
        record: Option<&str>,
        report: Option<u64>,
    ) -> Result<Tape, String> {
        let record = match record {
            Some(path) => {
                let file = File::create(path).map_err(|e| format!("{path}: {e}"))?;
                Some(
                    Recorder::new(BufWriter::new(file), m, &bundle, options)
                        .map_err(|e| format!("{path}: {e}"))?,
                )
            }
            None => None,
        };
        let stem = std::path::Path::new(if model == STDIN { "stdin" } else { model })
            .file_stem()
            .map_or("run".into(), |s| s.to_string_lossy().into_owned());
        Ok(Tape {
            record,
            black_box: BlackBox::default(),
            samples: report.map(|total| Samples::new(m, total)),
            bundle,
            options: options.to_owned(),
            black_box_path: format!("{stem}-blackbox.stic"),
        })
    }

    /// After a step (or before the first: `report` is then none).
    pub fn push(
        &mut self,
        m: &Model,
        d: &mut Data,
        k: u64,
        report: Option<&StepReport>,
    ) -> Result<(), String> {
        if let Some(r) = &mut self.record {
            r.push(m, d).map_err(|e| format!("the recording cannot be written: {e}"))?;
        }
        self.black_box.push(m, d);
        if let Some(s) = &mut self.samples {
            s.film.push(m, d);
        }
        if let (Some(s), Some(r)) = (&mut self.samples, report) {
            s.live.after_step(m, d, r);
            if k.is_multiple_of(s.every) {
                let [kinetic, potential] = s.live.energy(m, d);
                let residuals = s.live.residuals(m, d);
                let w = s.live.work;
                s.rows.push([
                    d.time,
                    kinetic,
                    potential,
                    w.actuators,
                    w.damping,
                    w.constraints,
                    r.ncon as f64,
                    r.nefc as f64,
                    f64::from(r.iterations),
                    residuals.convex,
                    residuals.coulomb,
                    residuals.momentum_defect,
                ]);
            }
        }
        Ok(())
    }

    /// After the last step. Gives back the path of the black box if one was written.
    pub fn finish(&mut self, m: &Model, cause: Option<&str>) -> Result<Option<String>, String> {
        if let Some(r) = self.record.take() {
            r.finish(cause).map_err(|e| format!("the recording cannot be written: {e}"))?;
        }
        let Some(cause) = cause else { return Ok(None) };
        let path = self.black_box_path.clone();
        let file = File::create(&path).map_err(|e| format!("{path}: {e}"))?;
        self.black_box
            .write(BufWriter::new(file), m, &self.bundle, &self.options, cause)
            .map_err(|e| format!("{path}: {e}"))?;
        Ok(Some(path))
    }

    /// The report, if one was asked for.
    pub fn page(&self, title: &str, facts: &[(String, String)], stages: &[(&str, f64)]) -> Option<String> {
        let s = self.samples.as_ref()?;
        let line = |name: &str, k: usize| Line {
            name: name.into(),
            points: s.rows.iter().map(|r| (r[0], r[k])).collect(),
        };
        let total = Line {
            name: "kinetic + potential".into(),
            points: s.rows.iter().map(|r| (r[0], r[1] + r[2])).collect(),
        };
        let mut facts = facts.to_vec();
        facts.extend(stages.iter().map(|(n, t)| (format!("time of {n} [µs per step]"), format!("{t:.2}"))));
        let charts = [
            Chart {
                title: "energy, and work by source".into(),
                y: "energy, work [J]".into(),
                log: false,
                lines: vec![
                    total,
                    line("kinetic", 1),
                    line("potential", 2),
                    line("actuators", 3),
                    line("damping", 4),
                    line("constraints", 5),
                ],
            },
            Chart {
                title: "contacts and rows".into(),
                y: "count".into(),
                log: false,
                lines: vec![line("contacts", 6), line("rows", 7)],
            },
            Chart {
                title: "iterations of the solver".into(),
                y: "count".into(),
                log: false,
                lines: vec![line("iterations", 8)],
            },
            Chart {
                title: "residuals, measured by the checker".into(),
                y: "residual".into(),
                log: true,
                lines: vec![line("convex", 9), line("coulomb", 10), line("momentum defect [N]", 11)],
            },
        ];
        Some(chart::page(title, &facts, &charts, Some(&s.film.page())))
    }
}
