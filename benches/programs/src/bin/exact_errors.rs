//! Error against the exact answers, solver by solver: `cargo run --release -p stiction-benches --bin exact_errors`.
//!
//! Scenes whose answer is known in closed form, each under every solver that takes it; the picture `docs/images/exact-errors.svg` is made by
//! this program and committed.

use std::fmt::Write as _;
use stiction::prelude::*;

/// Options of a run and its name.
const SOLVERS: [(&str, &str); 7] = [
    ("soft, newton (MuJoCo's law)", ""),
    ("hard convex, ipm", "contact=hard friction=convex solver=ipm"),
    ("hard convex, poly", "contact=hard friction=convex solver=poly"),
    ("hard convex, admm", "contact=hard friction=convex solver=admm"),
    ("hard Coulomb, pgs", "contact=hard friction=coulomb solver=pgs"),
    ("hard Coulomb, admm", "contact=hard friction=coulomb solver=admm"),
    ("hard Coulomb, psn (preset exact)", "preset=exact"),
];

const COLORS: [&str; 7] = ["#57606a", "#bf8700", "#bc4c00", "#cf222e", "#1a7f37", "#8250df", "#1f6feb"];

/// A scene: its name, its model with the options left out, how it begins, and its error.
struct Scene {
    name: &'static str,
    body: String,
    gravity: [f64; 3],
    start: fn(&mut Data),
    steps: usize,
    error: fn(&Model, &Data) -> f64,
}

const H: f64 = 0.002;
const G: f64 = 9.81;

fn boxed(mass: &[f64]) -> String {
    let body = |(k, m): (usize, &f64)| {
        let z = 0.1 + 0.2 * k as f64;
        format!(r#"<body pos="0 0 {z}"><freejoint/><geom type="box" size=".1 .1 .1" mass="{m}"/></body>"#)
    };
    mass.iter().enumerate().map(body).collect()
}

/// Relative to what is wanted.
fn off(got: f64, want: f64) -> f64 {
    ((got - want) / want).abs()
}

/// Normal force between two geoms.
fn force(d: &Data, pair: [i32; 2]) -> f64 {
    let list = d.contacts.list.iter().filter(|c| c.geom == pair && c.efc_address >= 0);
    list.map(|c| d.solution.efc_force[c.efc_address as usize]).sum()
}

fn scenes() -> Vec<Scene> {
    let down = [0.0, 0.0, -G];
    let slope = |a: f64| [G * libm::sin(a), 0.0, -G * libm::cos(a)];
    vec![
        Scene {
            name: "sliding box: way in 0.4 s, μ = 0.5, 3 m/s across the axes",
            body: boxed(&[1.0]),
            gravity: down,
            start: |d| (d.state.qvel[0], d.state.qvel[1]) = (3.0 * libm::cos(0.4), 3.0 * libm::sin(0.4)),
            steps: 200,
            error: |_, d| off(d.state.qpos[0].hypot(d.state.qpos[1]), sliding_way(3.0, 0.5 * G, 200)),
        },
        Scene {
            name: "the same: side step",
            body: boxed(&[1.0]),
            gravity: down,
            start: |d| (d.state.qvel[0], d.state.qvel[1]) = (3.0 * libm::cos(0.4), 3.0 * libm::sin(0.4)),
            steps: 200,
            error: |_, d| {
                let q = &d.state.qpos;
                (q[1] * libm::cos(0.4) - q[0] * libm::sin(0.4)).abs() / q[0].hypot(q[1])
            },
        },
        Scene {
            name: "slope 10 % above the angle of friction: speed after 1 s",
            body: boxed(&[1.0]),
            gravity: slope(1.1 * libm::atan(0.5)),
            start: |_| {},
            steps: 500,
            error: |_, d| {
                let a = 1.1 * libm::atan(0.5);
                off(d.state.qvel[0], G * (libm::sin(a) - 0.5 * libm::cos(a)))
            },
        },
        Scene {
            name: "slope at 90 % of it: creep in 1 s [m]",
            body: boxed(&[1.0]),
            gravity: slope(0.9 * libm::atan(0.5)),
            start: |_| {},
            steps: 500,
            error: |_, d| d.state.qpos[0].abs(),
        },
        Scene {
            name: "1 kg under 1,000 kg: force of the floor",
            body: boxed(&[1.0, 1000.0]),
            gravity: down,
            start: |_| {},
            steps: 500,
            error: |_, d| off(force(d, [0, 1]), 1001.0 * G),
        },
        Scene {
            name: "the same: sinking [m]",
            body: boxed(&[1.0, 1000.0]),
            gravity: down,
            start: |_| {},
            steps: 500,
            error: |_, d| (d.state.qpos[2] - 0.1).abs(),
        },
        Scene {
            name: "ball set sliding at 3 m/s: rolls at 5/7 of it",
            body: r#"<body pos="0 0 .1"><freejoint/><geom size=".1" mass="1"/></body>"#.into(),
            gravity: down,
            start: |d| d.state.qvel[0] = 3.0,
            steps: 300,
            error: |_, d| off(d.state.qvel[0], 3.0 * 5.0 / 7.0),
        },
    ]
}

/// Way of a box that brakes at `a`, in steps: the velocity of a step is the one after it.
fn sliding_way(v: f64, a: f64, steps: usize) -> f64 {
    (1..=steps).map(|k| H * (v - a * H * k as f64).max(0.0)).sum()
}

/// Error of one scene under one solver, and the largest residual that a step reported under its own law; `None` if the solver does not
/// take it.
fn run(s: &Scene, options: &str) -> Option<(f64, f64)> {
    let [x, y, z] = s.gravity;
    let xml = format!(
        r#"<mujoco><option timestep="{H}" gravity="{x} {y} {z}" cone="elliptic"/>
        <custom><text name="stiction" data="{options}"/></custom><default><geom friction=".5 0 0" condim="3"/></default>
        <worldbody><geom type="plane" size="0 0 1"/>{}</worldbody></mujoco>"#,
        s.body
    );
    let xml = if options.is_empty() {
        xml.replace(r#"<custom><text name="stiction" data=""/></custom>"#, "")
    } else {
        xml
    };
    let m = Model::from_xml_string(&xml).ok()?;
    let mut d = Data::new(&m);
    (s.start)(&mut d);
    let mut residual = 0.0f64;
    for _ in 0..s.steps {
        let r = step(&m, &mut d).ok()?.certificate;
        let coulomb = m.stiction.friction == stiction::model::stiction::Friction::Coulomb;
        residual = residual.max(if coulomb { r.coulomb } else { r.convex });
    }
    Some(((s.error)(&m, &d).max(1e-16), residual))
}

const WIDE: f64 = 860.0;
const LEFT: f64 = 400.0;
const ROW: f64 = 26.0;

/// Dots on a logarithmic axis, one line per scene.
fn svg(names: &[&str], errors: &[Vec<Option<(f64, f64)>>]) -> String {
    let x = |e: f64| LEFT + (WIDE - LEFT - 20.0) * (libm::log10(e) + 16.0) / 16.0;
    let bottom = 20.0 + ROW * names.len() as f64;
    let high = bottom + 30.0 + 16.0 * SOLVERS.len().div_ceil(2) as f64;
    let mut s = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" font-family="sans-serif" font-size="12">
<rect width="{WIDE}" height="{high}" fill="#ffffff"/>
"##
    );
    for k in (-16..=0).step_by(2) {
        let at = x(libm::pow(10.0, f64::from(k)));
        let label = if k == 0 { "1".to_owned() } else { format!("1e{k}") };
        let _ = writeln!(
            s,
            r##"<path d="M{at:.1} 8V{bottom:.1}" stroke="#d0d7de"/><text x="{at:.1}" y="{:.1}" text-anchor="middle">{label}</text>"##,
            bottom + 14.0
        );
    }
    for (k, (name, row)) in names.iter().zip(errors).enumerate() {
        let y = 22.0 + ROW * k as f64;
        let _ = writeln!(
            s,
            r##"<text x="{:.1}" y="{:.1}" text-anchor="end">{name}</text>"##,
            LEFT - 10.0,
            y + 4.0
        );
        for (n, e) in row.iter().enumerate() {
            if let Some((e, _)) = e {
                // side by side where they are equal
                let up = 2.6 * (n as f64 - 3.0);
                let _ = write!(
                    s,
                    r##"<circle cx="{:.1}" cy="{:.1}" r="4" fill="{}"/>"##,
                    x(e.min(1.0)),
                    y + up,
                    COLORS[n]
                );
            }
        }
    }
    for (n, (name, _)) in SOLVERS.iter().enumerate() {
        let (at, y) = (LEFT * 0.25 + 340.0 * (n % 2) as f64, bottom + 34.0 + 16.0 * (n / 2) as f64);
        let _ = writeln!(
            s,
            r##"<circle cx="{at:.1}" cy="{:.1}" r="4" fill="{}"/><text x="{:.1}" y="{y:.1}">{name}</text>"##,
            y - 4.0,
            COLORS[n],
            at + 10.0
        );
    }
    s + "</svg>\n"
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scenes = scenes();
    let errors: Vec<Vec<_>> =
        scenes.iter().map(|s| SOLVERS.iter().map(|(_, options)| run(s, options)).collect()).collect();
    for (s, row) in scenes.iter().zip(&errors) {
        println!("{}", s.name);
        for ((name, _), e) in SOLVERS.iter().zip(row) {
            let told = |(e, r)| format!("{e:.1e}, largest residual {r:.1e}");
            println!("    {name:36} {}", e.map_or("not defined".into(), told));
        }
        let exact = row[SOLVERS.len() - 1].map_or(1.0, |e| e.0);
        assert!(exact < 1e-6, "{}: {exact:e}", s.name);
    }
    let names: Vec<&str> = scenes.iter().map(|s| s.name).collect();
    let out = std::env::args().nth(1).unwrap_or_else(|| "docs/images".into());
    std::fs::write(format!("{out}/exact-errors.svg"), svg(&names, &errors))?;
    Ok(())
}
