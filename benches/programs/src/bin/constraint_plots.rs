//! Plots of the motion under each constraint of the library, as SVG files: `cargo run -p stiction-benches --bin constraint_plots`.
//!
//! The files in `docs/constraints/` are made by this program and committed.

use std::fmt::Write as _;
use stiction::constraint::user::Constraint;
use stiction::constraint::user::library::*;
use stiction::prelude::*;
use stiction::spatial::{Pose, Vec3};

const ROUND: &str = r#"<inertial pos="0 0 0" mass="1" diaginertia=".02 .02 .02"/>"#;

/// Free bodies at these places.
fn free(places: &[[f64; 3]]) -> String {
    let body = |p: &[f64; 3]| format!(r#"<body pos="{} {} {}"><freejoint/>{ROUND}</body>"#, p[0], p[1], p[2]);
    places.iter().map(body).collect()
}

/// Two joints.
fn joints(first: &str, second: &str) -> String {
    format!("<body><joint {first}/>{ROUND}</body><body><joint {second}/>{ROUND}</body>")
}

/// One picture: a model, its constraints, what is pushed, and what is drawn.
struct Scene {
    name: &'static str,
    title: &'static str,
    bodies: String,
    constraints: Vec<Box<dyn Constraint>>,
    qvel: Vec<(usize, f64)>,
    push: Vec<(usize, f64)>,
    series: Vec<(&'static str, usize)>,
    unit: &'static str,
    /// The plane that free bodies are seen in: two of x, y, z, and its name.
    seen: Option<([usize; 2], &'static str)>,
}

fn scene(name: &'static str, title: &'static str, bodies: String) -> Scene {
    let seen = bodies.contains("freejoint").then_some(([0, 2], "path, x–z [m]"));
    let (constraints, qvel, push, series) = (vec![], vec![], vec![], vec![]);
    Scene { name, title, bodies, constraints, qvel, push, series, unit: "m", seen }
}

impl Scene {
    fn with(mut self, c: impl Constraint + 'static) -> Self {
        self.constraints.push(Box::new(c));
        self
    }
    fn moving(mut self, dof: usize, v: f64) -> Self {
        self.qvel.push((dof, v));
        self
    }
    fn pushed(mut self, dof: usize, f: f64) -> Self {
        self.push.push((dof, f));
        self
    }
    fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }
    fn seen(mut self, seen: Option<([usize; 2], &'static str)>) -> Self {
        self.seen = seen;
        self
    }
    fn draw(mut self, series: &[(&'static str, usize)]) -> Self {
        self.series.extend_from_slice(series);
        self
    }
}

/// Series from here on are velocities.
const SPEED: usize = 1000;

const XYZ: [(&str, usize); 3] = [("x", 0), ("y", 1), ("z", 2)];

fn scenes() -> Vec<Scene> {
    let o = Vec3::ZERO;
    let at = |p: [f64; 3]| Pose::new(Vec3(p), Default::default());
    let frame =
        |p: [f64; 3], point: Vec3, axis: Vec3| JointFrame::at([0, 1], [Pose::default(), at(p)], point, axis);
    let tilted = Vec3([0.8, 0.0, -0.6]);
    let up = Vec3([0.6, 0.0, 0.8]);
    vec![
        scene("distance", "distance: a rod to the origin, length 1", free(&[[1.0, 0.0, 0.0]]))
            .with(Distance::to_world(1, o, o, 1.0))
            .moving(1, 1.0)
            .seen(Some(([0, 1], "path from above, x–y [m]")))
            .draw(&XYZ),
        scene("point_to_point", "point to point: a corner is pinned", free(&[[0.5, 0.0, 0.0]]))
            .with(PointToPoint::new([0, 1], [o, Vec3([-0.5, 0.0, 0.0])]))
            .moving(1, 1.0)
            .seen(Some(([0, 1], "path from above, x–y [m]")))
            .draw(&XYZ),
        scene("hinge", "hinge about y", free(&[[1.0, 0.0, 0.0]]))
            .with(Hinge::new(frame([1.0, 0.0, 0.0], o, Vec3::Y)))
            .draw(&XYZ),
        scene("prismatic", "prismatic: down a slope, one axis free", free(&[[0.0, 0.0, 0.0]]))
            .with(Prismatic::new(frame([0.0; 3], o, tilted)))
            .draw(&XYZ),
        scene(
            "weld",
            "weld: a second body is carried by the first",
            free(&[[1.0, 0.0, 0.0], [1.5, 0.0, 0.0]]),
        )
        .with(Hinge::new(frame([1.0, 0.0, 0.0], o, Vec3::Y)))
        .with(Weld::new(JointFrame::at(
            [1, 2],
            [at([1.0, 0.0, 0.0]), at([1.5, 0.0, 0.0])],
            Vec3([1.25, 0.0, 0.0]),
            Vec3::Z,
        )))
        .draw(&[("x₁", 0), ("z₁", 2), ("x₂", 7), ("z₂", 9)]),
        scene(
            "universal",
            "universal: shafts bent by 30°",
            format!(
                r#"<body><joint axis="1 0 0"/>{ROUND}</body><body><joint axis="0.8660254037844386 0.5 0"/>
                <inertial pos="0 0 0" mass="1" diaginertia="1e-4 1e-4 1e-4"/></body>"#
            ),
        )
        .with(Universal::new(JointFrame::along(
            [1, 2],
            [o; 2],
            [Vec3::Z, Vec3([-0.5, 0.866_025_403_784_438_6, 0.0])],
        )))
        .with(JointMotor::new(0, Signal::Constant(4.0), 10.0))
        .moving(0, 4.0)
        .moving(1, 3.464)
        .unit("rad/s")
        .draw(&[("θ̇₁", SPEED), ("θ̇₂", SPEED + 1)]),
        scene("gear", "gear: q₁ = −2 q₂, torque on the first", joints(r#"axis="0 1 0""#, r#"axis="0 1 0""#))
            .with(Gear::new([0, 1], -2.0))
            .pushed(0, 0.1)
            .unit("rad")
            .draw(&[("q₁", 0), ("q₂", 1)]),
        scene("screw", "screw: pitch 2 m, falling under gravity", free(&[[0.0; 3]]))
            .with(Screw::new(frame([0.0; 3], o, Vec3::Z), 2.0))
            .unit("m, rad/s")
            .seen(None)
            .draw(&[("height", 2), ("spin", SPEED + 5)]),
        scene(
            "rack",
            "rack: a pinion of radius 0.2 m drives a slide",
            joints(r#"axis="0 1 0""#, r#"type="slide" axis="1 0 0""#),
        )
        .with(Gear::rack(1, 0, 0.2))
        .pushed(0, 0.2)
        .unit("rad, m")
        .draw(&[("angle", 0), ("slide", 1)]),
        scene(
            "pulley",
            "pulley: masses 1 and 1, one pushed down by 2 N",
            free(&[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]),
        )
        .with(Pulley::new([1, 2], [o; 2], [Vec3([-1.0, 0.0, 3.0]), Vec3([1.0, 0.0, 3.0])], 1.0, 6.0))
        .pushed(2, -2.0)
        .draw(&[("z₁", 2), ("z₂", 9)]),
        scene("rolling", "rolling: a ball on a slope, pushed sideways", free(&[[0.18, 0.0, 0.24]]))
            .with(Rolling::new(1, Roller::Ball, 0.3, up))
            .with(OnPlane::new(1, Roller::Ball, 0.3, up))
            .moving(1, 1.0)
            .moving(3, -1.0 / 0.3 * 0.8)
            .moving(5, 1.0 / 0.3 * 0.6)
            .seen(Some(([0, 1], "path, x–y [m]")))
            .draw(&XYZ),
        scene("point_on_plane", "point on plane: sliding on a tilted plane", free(&[[0.0; 3]]))
            .with(PointOnPlane::new([0, 1], o, o, up))
            .moving(1, 1.0)
            .draw(&XYZ),
        scene("point_on_curve", "point on curve: a bead on the parabola z = x²/2", free(&[[1.0, 0.0, 0.5]]))
            .with(PointOnCurve::new([0, 1], o, Parabola(0.5)))
            .draw(&XYZ),
        scene("angle_limit", "angle limit: a hinge that stops at 0.7 rad", free(&[[1.0, 0.0, 0.0]]))
            .with(Hinge::new(frame([1.0, 0.0, 0.0], o, Vec3::Y)))
            .with(AngleLimit::new(frame([1.0, 0.0, 0.0], o, Vec3::Y), [-0.5, 0.7]))
            .draw(&XYZ),
        scene(
            "motor",
            "motor: 3 rad/s with a torque of 0.05 N·m",
            joints(r#"axis="0 0 1""#, r#"axis="0 0 1""#),
        )
        .with(JointMotor::new(0, Signal::Constant(3.0), 0.05))
        .unit("rad/s")
        .draw(&[("speed of the driven joint", SPEED)]),
        scene("servo", "servo: a joint follows a sine", joints(r#"axis="0 1 0""#, r#"axis="0 1 0""#))
            .with(Servo::new(0, Signal::Sine { mean: 0.0, amplitude: 0.5, omega: 6.0, phase: 0.0 }))
            .moving(0, 3.0)
            .unit("rad")
            .draw(&[("driven joint", 0)]),
        scene("unit_quaternion", "unit quaternion: a tumbling body; the row never acts", free(&[[0.0; 3]]))
            .with(UnitQuaternion::new(1))
            .moving(3, 3.0)
            .moving(4, 1.0)
            .unit("1")
            .seen(None)
            .draw(&[("w", 3), ("x", 4), ("y", 5), ("z", 6)]),
        scene("contact", "contact: a point lands on the plane z = 0", free(&[[0.0, 0.0, 1.0]]))
            .with(ContactPoint::new([0, 1], [o; 2], Vec3::Z))
            .moving(0, 0.3)
            .draw(&[("x", 0), ("z", 2)]),
    ]
}

const COLORS: [&str; 4] = ["#1f6feb", "#d1242f", "#1a7f37", "#8250df"];
const STEPS: usize = 1000;

/// Least and largest.
fn range<'a>(x: impl Iterator<Item = &'a f64>) -> (f64, f64) {
    x.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(*x), b.max(*x)))
}

/// The paths of the bodies, with a dot every fifth of a second and the origin as a cross.
fn paths(title: &str, all: &[Vec<[f64; 2]>]) -> String {
    let (left, top, size) = (590.0, 34.0, 170.0);
    let points = || all.iter().flatten().chain(std::iter::once(&[0.0; 2]));
    let (x, y) = (range(points().map(|p| &p[0])), range(points().map(|p| &p[1])));
    let scale = size / (x.1 - x.0).max(y.1 - y.0).max(1e-6);
    let at = |p: &[f64; 2]| {
        let [cx, cy] = [0.5 * (x.0 + x.1), 0.5 * (y.0 + y.1)];
        (left + 0.5 * size + scale * (p[0] - cx), top + 0.5 * size - scale * (p[1] - cy))
    };
    let (ox, oy) = at(&[0.0; 2]);
    let mut s = format!(
        r##"<text x="{left}" y="16">{title}</text><path d="M{:.1} {oy:.1}h10m-5 -5v10" stroke="#57606a"/>
"##,
        ox - 5.0
    );
    for (n, path) in all.iter().enumerate() {
        let color = COLORS[n % COLORS.len()];
        let line: Vec<String> =
            path.iter().step_by(8).map(|p| format!("{:.1},{:.1}", at(p).0, at(p).1)).collect();
        let _ = writeln!(
            s,
            r##"<polyline fill="none" stroke="{color}" stroke-width="1.6" points="{}"/>"##,
            line.join(" ")
        );
        for p in path.iter().step_by(100) {
            let _ =
                write!(s, r##"<circle cx="{:.1}" cy="{:.1}" r="2.5" fill="{color}"/>"##, at(p).0, at(p).1);
        }
    }
    s
}

/// One curve per series over two seconds, and the paths.
fn svg(scene: &Scene, data: &[Vec<f64>], seen: &[Vec<[f64; 2]>]) -> String {
    let (title, unit) = (scene.title, scene.unit);
    let names: Vec<&str> = scene.series.iter().map(|s| s.0).collect();
    let (w, h, left, top) = (560.0, 240.0, 48.0, 28.0);
    let full = if seen.is_empty() { w } else { 780.0 };
    let (mut lo, mut hi) = range(data.iter().flatten());
    if hi - lo < 1e-6 {
        (lo, hi) = (lo - 1.0, hi + 1.0);
    }
    let x = |k: usize| left + (w - left - 12.0) * k as f64 / STEPS as f64;
    let y = |v: f64| top + (h - top - 28.0) * (hi - v) / (hi - lo);
    let mut s = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full} {h}" font-family="sans-serif" font-size="11">
<rect width="{full}" height="{h}" fill="#ffffff"/>
<text x="{left}" y="16" font-size="13">{title} [{unit}]</text>
"##
    );
    for v in [lo, 0.5 * (lo + hi), hi] {
        let (at, v) = (y(v), if v.abs() < 0.005 { 0.0 } else { v });
        let _ = writeln!(
            s,
            r##"<path d="M{left} {at:.1}H{:.1}" stroke="#d0d7de"/><text x="{:.1}" y="{:.1}" text-anchor="end">{v:.2}</text>"##,
            w - 12.0,
            left - 4.0,
            at + 4.0
        );
    }
    for k in [0, STEPS / 2, STEPS] {
        let t = k as f64 * 2.0 / STEPS as f64;
        let _ = writeln!(
            s,
            r##"<text x="{:.1}" y="{:.1}" text-anchor="middle">{t:.0} s</text>"##,
            x(k),
            h - 10.0
        );
    }
    // names from the right, as wide as they are
    let mut place = vec![w - 14.0; names.len()];
    for n in (1..names.len()).rev() {
        place[n - 1] = place[n] - 14.0 - 6.5 * names[n].chars().count() as f64;
    }
    for (n, (name, values)) in names.iter().zip(data).enumerate() {
        let color = COLORS[n % COLORS.len()];
        let points: Vec<String> =
            values.iter().enumerate().step_by(8).map(|(k, v)| format!("{:.1},{:.1}", x(k), y(*v))).collect();
        let _ = writeln!(
            s,
            r##"<polyline fill="none" stroke="{color}" stroke-width="1.6" points="{}"/><text x="{:.1}" y="16" fill="{color}" text-anchor="end">{name}</text>"##,
            points.join(" "),
            place[n]
        );
    }
    if let Some((_, title)) = scene.seen.filter(|_| !seen.is_empty()) {
        s += &paths(title, seen);
    }
    s + "</svg>\n"
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out = std::env::args().nth(1).unwrap_or_else(|| "docs/constraints".into());
    std::fs::create_dir_all(&out)?;
    for mut scene in scenes() {
        let xml =
            format!(r#"<mujoco><option timestep="0.002"/><worldbody>{}</worldbody></mujoco>"#, scene.bodies);
        let m = Model::from_xml_string(&xml)?;
        let mut d = Data::new(&m);
        for c in std::mem::take(&mut scene.constraints) {
            d.constraints.add_shared(c.into());
        }
        scene.qvel.iter().for_each(|&(k, v)| d.state.qvel[k] = v);
        scene.push.iter().for_each(|&(k, f)| d.input.qfrc_applied[k] = f);
        let mut data = vec![Vec::new(); scene.series.len()];
        let mut seen = vec![Vec::new(); if scene.seen.is_some() { m.size.nbody - 1 } else { 0 }];
        for k in 0..=STEPS {
            for (series, (_, q)) in data.iter_mut().zip(&scene.series) {
                series.push(if *q < SPEED { d.state.qpos[*q] } else { d.state.qvel[*q - SPEED] });
            }
            for (b, path) in seen.iter_mut().enumerate() {
                let [i, j] = scene.seen.map_or([0, 2], |s| s.0);
                path.push([d.state.qpos[7 * b + i], d.state.qpos[7 * b + j]]);
            }
            if k < STEPS {
                step(&m, &mut d)?;
            }
        }
        std::fs::write(format!("{out}/{}.svg", scene.name), svg(&scene, &data, &seen))?;
        let worst = d.constraints.iter().filter_map(|(h, _)| d.constraints.values(h)).flatten();
        let worst = worst.fold(0.0f64, |w, c| if *c < 0.0 || c.abs() < 0.1 { w.max(-c) } else { w });
        assert!(worst < 0.05, "{}: a constraint is violated by {worst}", scene.name);
    }
    Ok(())
}
