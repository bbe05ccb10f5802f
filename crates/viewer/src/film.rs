//! A run as one page: frames that are collected while it goes on, and plots of them.

use crate::chart::{self, Chart, Line};
use crate::frame::{STATS, Writer};
use crate::html;
use crate::live::Live;
use crate::player::frame_of;
use crate::scene::Scene;
use stiction::{Data, Model};

/// Frames of a run.
pub struct Film {
    scene: Scene,
    frames: Vec<Vec<u8>>,
    times: Vec<f64>,
    rows: Vec<[f64; STATS.len()]>,
    live: Live,
    writer: Writer,
    /// Where poses are computed, so that the run itself is not touched.
    data: Data,
    period: f64,
    next: f64,
    most: usize,
}

impl Film {
    /// A film of at most so many frames, taken at a rate per simulated second; when it is full, the oldest frames go.
    pub fn new(m: &Model, rate: f64, most: usize) -> Film {
        Film {
            scene: Scene::new(m),
            frames: Vec::new(),
            times: Vec::new(),
            rows: Vec::new(),
            live: Live::default(),
            writer: Writer::default(),
            data: Data::new(m),
            period: 1.0 / rate,
            next: f64::NEG_INFINITY,
            most: most.max(1),
        }
    }

    /// Number of frames.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// True without frames.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Times of the frames (s).
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// Takes a frame of the state if it is time for one; the state itself is not touched.
    pub fn push(&mut self, m: &Model, d: &Data) {
        // a reset begins anew
        if self.times.last().is_some_and(|t| d.time < *t) {
            self.frames.clear();
            self.times.clear();
            self.rows.clear();
            self.next = f64::NEG_INFINITY;
        }
        if d.time + 1e-9 < self.next {
            return;
        }
        // frames keep to the rate though steps do not end when they are due
        let due = if self.next.is_finite() { self.next } else { d.time };
        self.next = (due + self.period).max(d.time + 0.5 * self.period);
        self.data.copy_from(d);
        self.data.timers = Default::default();
        let stats = frame_of(m, &mut self.data, &mut self.live, &mut self.writer);
        if self.frames.len() >= self.most {
            self.frames.remove(0);
            self.times.remove(0);
            self.rows.remove(0);
        }
        self.frames.push(self.writer.bytes().to_vec());
        self.times.push(d.time);
        self.rows.push(stats);
    }

    /// A page that replays the film anywhere, offline.
    pub fn page(&self) -> String {
        html::export(&self.scene, &self.frames, &self.times)
    }

    /// A page with facts, plots and the film.
    pub fn report(&self, title: &str, facts: &[(String, String)]) -> String {
        let line = |name: &str| {
            let k = STATS.iter().position(|s| *s == name).unwrap_or(0);
            Line {
                name: name.into(),
                points: self.times.iter().zip(&self.rows).map(|(t, r)| (*t, r[k])).collect(),
            }
        };
        let chart = |title: &str, y: &str, log: bool, names: &[&str]| Chart {
            title: title.into(),
            y: y.into(),
            log,
            lines: names.iter().map(|n| line(n)).collect(),
        };
        let charts = [
            chart("energy", "energy [J]", false, &["kinetic", "potential"]),
            chart("contacts and rows", "count", false, &["contacts", "rows"]),
            chart(
                "residuals, measured by the checker",
                "residual",
                true,
                &["convex", "coulomb", "momentum defect"],
            ),
            chart("deepest contact", "depth [m]", false, &["depth"]),
        ];
        chart::page(title, facts, &charts, Some(&self.page()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction::{ModelExt, step};

    #[test]
    fn a_film_leaves_the_run_alone_and_keeps_its_rate() {
        let xml = r#"<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .2"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"#;
        let m = Model::from_xml_string(xml).unwrap();
        let (mut a, mut b) = (Data::new(&m), Data::new(&m));
        let mut film = Film::new(&m, 50.0, 20);
        for _ in 0..200 {
            film.push(&m, &a);
            step(&m, &mut a).unwrap();
            step(&m, &mut b).unwrap();
        }
        assert_eq!(crate::state_hash(&a), crate::state_hash(&b));
        assert_eq!((film.len(), film.is_empty()), (20, false));
        assert!(film.page().contains("stictionRecording"));
        let report = film.report("a <ball>", &[("mass".into(), "1".into())]);
        assert!(
            report.contains("srcdoc=")
                && report.contains("a &lt;ball&gt;")
                && !report.contains("<script>window")
        );
        film.push(&m, &b);
        b.reset(&m);
        film.push(&m, &b);
        assert_eq!(film.times(), [0.0]);
    }
}
