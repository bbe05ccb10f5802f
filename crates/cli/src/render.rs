//! `stiction render`: pictures and films without a window.
//!
//! PNG and animated PNG are written here; other films are what ffmpeg makes of raw pictures on its input.

use crate::args::{Common, Render};
use crate::term::say;
use crate::{load, replay, run};
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use stiction::kinds::ObjKind;
use stiction::{Data, Model, step};
use stiction_render::{Camera, Effects, FreeCamera, Options, Renderer, Scene};
use stiction_viewer::live::set_options;

/// Draws; true if the run did not diverge.
pub fn run(args: &Render, common: &Common) -> Result<bool, String> {
    let film = Kind::of(&args.out)?;
    let (drawn, problem) =
        if args.file.ends_with(".stic") { recording(args, film)? } else { model(args, common, film)? };
    if common.json {
        say!("{}", json!({ "wrote": args.out, "pictures": drawn, "error": problem }));
    } else {
        say!("wrote {}: {drawn} picture{}", args.out, if drawn == 1 { "" } else { "s" });
    }
    problem.map_or(Ok(true), Err)
}

/// What the name of the target asks for.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Picture,
    Animated,
    Film,
}

impl Kind {
    fn of(path: &str) -> Result<Kind, String> {
        match path.rsplit('.').next() {
            Some("png") => Ok(Kind::Picture),
            Some("apng") => Ok(Kind::Animated),
            Some("mp4" | "webm" | "gif" | "mkv" | "mov") => Ok(Kind::Film),
            _ => Err(format!("'{path}': pictures end in .png, films in .apng, .mp4, .webm or .gif")),
        }
    }
}

/// A run of a model, drawn as it goes.
fn model(args: &Render, common: &Common, kind: Kind) -> Result<(usize, Option<String>), String> {
    let Some((loaded, _)) = load::told(load::bundle(&args.file, common)) else {
        return Err("the model was refused".into());
    };
    let mut m = loaded.model;
    set_options(&mut m, args.start.set.as_deref().unwrap_or(""))?;
    let (mut d, mut control) = run::begin(&m, &args.start, common)?;
    let total = run::steps(&m, &args.start, |m| (5.0 / m.opt.timestep).round() as u64);
    let mut out = Pictures::new(args, &m, kind, total as f64 * m.opt.timestep)?;
    stiction::forward(&m, &mut d).map_err(|e| e.to_string())?;
    for k in 0..total {
        out.look(&m, &mut d)?;
        control.set(k, &mut d.input.ctrl);
        if let Err(e) = step(&m, &mut d) {
            return Ok((out.finish(&m, &mut d)?, Some(e.to_string())));
        }
    }
    Ok((out.finish(&m, &mut d)?, None))
}

/// The states of a recording.
fn recording(args: &Render, kind: Kind) -> Result<(usize, Option<String>), String> {
    let (mut recording, m) = replay::open(&args.file)?;
    let times = recording.times(&m)?;
    let first = *times.first().ok_or("the recording has no state")?;
    let length = args.start.seconds.unwrap_or(f64::INFINITY).min(times.last().unwrap_or(&first) - first);
    let mut d = Data::new(&m);
    let mut out = Pictures::new(args, &m, kind, length)?;
    for (i, t) in times.iter().enumerate().filter(|(_, t)| **t - first <= length + 1e-9) {
        if out.wants(*t) || *t - first >= length - 1e-9 {
            recording.load(&m, &mut d, i)?;
            stiction::forward(&m, &mut d).map_err(|e| e.to_string())?;
            out.look(&m, &mut d)?;
        }
    }
    let problem = recording.problem.clone();
    Ok((out.finish(&m, &mut d)?, problem))
}

/// Pictures on their way into a file.
struct Pictures {
    renderer: Renderer,
    camera: Option<usize>,
    free: Option<FreeCamera>,
    size: [u32; 2],
    kind: Kind,
    to: Target,
    /// Time of the next picture, and between two [s].
    next: f64,
    period: f64,
    left: usize,
    drawn: usize,
}

enum Target {
    /// Nothing until the end.
    Path(String),
    Png(Box<png::Writer<BufWriter<File>>>),
    Ffmpeg(Child, ChildStdin),
}

impl Pictures {
    fn new(args: &Render, m: &Model, kind: Kind, seconds: f64) -> Result<Pictures, String> {
        let camera = args.camera.as_deref().map(|c| named_camera(m, c)).transpose()?;
        let [w, h] = args.size;
        let count = (seconds * f64::from(args.fps) + 1e-9) as usize + 1;
        let to = match kind {
            Kind::Picture => Target::Path(args.out.clone()),
            Kind::Animated => Target::Png(Box::new(animation(&args.out, args.size, count, args.fps)?)),
            Kind::Film => ffmpeg(&args.out, args.size, args.fps)?,
        };
        Ok(Pictures {
            renderer: Renderer::new(w as usize, h as usize),
            camera,
            free: None,
            size: args.size,
            kind,
            to,
            next: f64::NEG_INFINITY,
            period: 1.0 / f64::from(args.fps),
            left: count,
            drawn: 0,
        })
    }

    fn wants(&self, time: f64) -> bool {
        self.kind != Kind::Picture && self.left > 0 && time + 1e-9 >= self.next
    }

    /// Draws the state if it is time for a picture.
    fn look(&mut self, m: &Model, d: &mut Data) -> Result<(), String> {
        if !self.wants(d.time) {
            return Ok(());
        }
        self.next = if self.drawn == 0 { d.time } else { self.next } + self.period;
        let rgb = self.draw(m, d);
        self.put(&rgb)
    }

    fn put(&mut self, rgb: &[u8]) -> Result<(), String> {
        self.drawn += 1;
        self.left = self.left.saturating_sub(1);
        match &mut self.to {
            Target::Path(path) => {
                let mut e = encoder(path, self.size)?;
                e.set_compression(png::Compression::Balanced);
                let mut w = e.write_header().map_err(|e| e.to_string())?;
                w.write_image_data(rgb).map_err(|e| e.to_string())
            }
            Target::Png(w) => w.write_image_data(rgb).map_err(|e| e.to_string()),
            Target::Ffmpeg(_, input) => input.write_all(rgb).map_err(|e| format!("ffmpeg: {e}")),
        }
    }

    fn draw(&mut self, m: &Model, d: &Data) -> Vec<u8> {
        let [w, h] = self.size.map(f64::from);
        // a film keeps the first view: a camera that follows every fall makes one dizzy
        let free = *self.free.get_or_insert_with(|| FreeCamera::framing(m, d, w / h));
        let camera =
            self.camera.and_then(|i| Camera::fixed(m, d, i)).unwrap_or_else(|| Camera::free(m, &free));
        self.renderer.rgb(m, &Scene::new(m, d, &Options::default(), camera), Effects::default())
    }

    /// Ends the file; the number of pictures in it.
    fn finish(mut self, m: &Model, d: &mut Data) -> Result<usize, String> {
        // a single picture is the last moment; a film that was promised more pictures than states gets that one again
        let rest = if self.kind == Kind::Picture {
            1
        } else if matches!(self.to, Target::Png(_)) {
            self.left
        } else {
            0
        };
        if rest > 0 {
            let _ = stiction::forward(m, d);
            let rgb = self.draw(m, d);
            for _ in 0..rest {
                self.put(&rgb)?;
            }
        }
        match self.to {
            Target::Path(_) => {}
            Target::Png(w) => w.finish().map_err(|e| e.to_string())?,
            Target::Ffmpeg(mut child, input) => {
                drop(input);
                let status = child.wait().map_err(|e| format!("ffmpeg: {e}"))?;
                if !status.success() {
                    return Err(format!("ffmpeg ended with {status}"));
                }
            }
        }
        Ok(self.drawn)
    }
}

fn named_camera(m: &Model, name: &str) -> Result<usize, String> {
    let id = m.id(ObjKind::Camera, name).or_else(|| name.parse().ok()).filter(|i| *i < m.size.ncam);
    id.ok_or_else(|| format!("the model has no camera '{name}'"))
}

fn encoder(path: &str, size: [u32; 2]) -> Result<png::Encoder<'static, BufWriter<File>>, String> {
    let file = File::create(path).map_err(|e| format!("{path}: {e}"))?;
    let mut e = png::Encoder::new(BufWriter::new(file), size[0], size[1]);
    e.set_color(png::ColorType::Rgb);
    e.set_depth(png::BitDepth::Eight);
    Ok(e)
}

fn animation(
    path: &str,
    size: [u32; 2],
    count: usize,
    fps: u32,
) -> Result<png::Writer<BufWriter<File>>, String> {
    let mut e = encoder(path, size)?;
    e.set_animated(count as u32, 0).map_err(|e| e.to_string())?;
    e.set_frame_delay(1, fps as u16).map_err(|e| e.to_string())?;
    e.write_header().map_err(|e| e.to_string())
}

fn ffmpeg(path: &str, size: [u32; 2], fps: u32) -> Result<Target, String> {
    let spawned = Command::new("ffmpeg")
        .args(["-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24"])
        .args(["-s", &format!("{}x{}", size[0], size[1]), "-r", &fps.to_string(), "-i", "-"])
        // players want an even number of columns and rows and this colour format
        .args([
            "-vf",
            "pad=ceil(iw/2)*2:ceil(ih/2)*2",
            "-pix_fmt",
            if path.ends_with(".gif") { "rgb8" } else { "yuv420p" },
        ])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn();
    let mut child = spawned.map_err(|e| {
        format!("ffmpeg, which makes this film, cannot be started ({e}): install it, or write an .apng")
    })?;
    let input = child.stdin.take().ok_or("ffmpeg has no input")?;
    Ok(Target::Ffmpeg(child, input))
}
