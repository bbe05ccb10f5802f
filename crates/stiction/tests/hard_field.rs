//! Height fields under the hard law are one surface: no kicks at the edges of their cells.

use stiction::prelude::*;

const G: f64 = 9.81;
const BODIES: [(&str, &str); 6] = [
    ("sphere", r#"type="sphere" size=".1""#),
    ("capsule", r#"type="capsule" size=".1 .2" euler="90 0 0""#),
    ("cylinder", r#"type="cylinder" size=".1 .15" euler="90 0 0""#),
    ("disc", r#"type="cylinder" size=".15 .1""#),
    ("box", r#"type="box" size=".15 .1 .1""#),
    ("ellipsoid", r#"type="ellipsoid" size=".15 .1 .1""#),
];

/// A field of 4 m × 4 m whose height is h(x, y) in [0, 1], and a body on it.
fn world(height: impl Fn(f64, f64) -> f64, gravity: [f64; 3], friction: f64, body: &str) -> Model {
    let n = 21;
    let at = |k: usize| 4.0 * k as f64 / (n - 1) as f64 - 2.0;
    // a list of elevations begins with the row of largest y; a corner of height 0 and one of height 1 keep them as they are
    let mut rows: Vec<String> = Vec::new();
    for r in (0..n).rev() {
        for c in 0..n {
            rows.push(height(at(c), at(r)).to_string());
        }
    }
    let [gx, gy, gz] = gravity;
    let xml = format!(
        r#"<mujoco><option timestep="0.002" gravity="{gx} {gy} {gz}" cone="elliptic"/>
        <custom><text name="stiction" data="preset=exact"/></custom>
        <default><geom friction="{friction} 0 0"/></default>
        <asset><hfield name="f" nrow="{n}" ncol="{n}" size="2 2 1 .1" elevation="{}"/></asset>
        <worldbody><geom type="hfield" hfield="f"/>{body}</worldbody></mujoco>"#,
        rows.join(" ")
    );
    Model::from_xml_string(&xml).unwrap_or_else(|e| panic!("{e}"))
}

/// Flat but for two far corners, which fix the scale.
fn flat(x: f64, y: f64) -> f64 {
    if x > 1.9 && y > 1.9 {
        1.0
    } else if x < -1.9 && y < -1.9 {
        0.0
    } else {
        0.5
    }
}

fn body(geom: &str, pos: [f64; 3], tilt: f64) -> String {
    let [x, y, z] = pos;
    format!(r#"<body pos="{x} {y} {z}" euler="0 {tilt} 0"><freejoint/><geom {geom} mass="1"/></body>"#)
}

#[test]
fn sliding_over_a_flat_field_is_sliding_over_a_plane() {
    for (name, geom) in BODIES {
        for friction in [0.0, 0.3] {
            if friction > 0.0 && !matches!(name, "box" | "disc") {
                continue; // the others begin to roll
            }
            let m = world(flat, [0.0, 0.0, -G], friction, &body(geom, [-0.7, -0.21, 0.6], 0.0));
            let mut d = Data::new(&m);
            d.state.qvel[..2].copy_from_slice(&[2.0, 0.6]);
            let mut kick = 0.0f64;
            for _ in 0..250 {
                step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
                kick = kick.max(d.state.qvel[2].abs());
            }
            let speed = d.state.qvel[0].hypot(d.state.qvel[1]);
            let want = 2.0f64.hypot(0.6) - friction * G * 0.5;
            println!("{name}: vertical speed {kick:.1e}, speed off by {:.1e} m/s", speed - want);
            assert!(kick < 1e-8, "{name}: kicked to {kick} m/s");
            assert!((speed - want).abs() < 1e-9, "{name}: {speed} m/s for {want}");
        }
    }
}

#[test]
fn sliding_down_a_slope_of_cells_has_the_acceleration_of_the_slope() {
    // the field rises by 1 m over 4 m
    let tan = 0.25f64;
    let (s, c) = (tan / 1.0f64.hypot(tan), 1.0 / 1.0f64.hypot(tan));
    for (name, geom) in BODIES {
        let place = [1.2 - s * 0.1, 0.13, 0.5 + tan * 1.2 + c * 0.1];
        let m = world(
            |x, _| 0.5 + tan * x,
            [0.0, 0.0, -G],
            0.0,
            &body(geom, place, -libm::atan(tan).to_degrees()),
        );
        let mut d = Data::new(&m);
        for _ in 0..200 {
            step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        }
        let (along, off) =
            (-c * d.state.qvel[0] - s * d.state.qvel[2], c * d.state.qvel[2] - s * d.state.qvel[0]);
        println!("{name}: off the slope {off:.1e} m/s, along {along}");
        assert!(off.abs() < 1e-6, "{name}: {off}");
        // positions of the grid are single precision
        assert!((along / (G * s * 0.4) - 1.0).abs() < 1e-6, "{name}: {along}");
    }
}

#[test]
fn the_side_of_a_field_is_a_wall() {
    for (name, geom) in BODIES {
        let m = world(flat, [0.0; 3], 0.0, &body(geom, [-2.5, 0.03, 0.2], 0.0));
        let mut d = Data::new(&m);
        d.state.qvel[0] = 3.0;
        for _ in 0..300 {
            step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        }
        assert!(d.state.qpos[0] < -2.05, "{name} went into the ground: {:?}", &d.state.qpos[..3]);
    }
}
