//! Triangle meshes that collide exactly: floors without seams, bowls that hold, concave parts in concave parts.

use stiction::{Data, Model, ModelExt, step};

/// A closed slab over [−s, s]² whose top is a grid of n × n cells with the given heights; its bottom is at −0.5.
fn slab(s: f64, n: usize, height: impl Fn(f64, f64) -> f64) -> String {
    let (mut v, mut f) = (String::new(), String::new());
    let at = |i: usize| -s + 2.0 * s * i as f64 / n as f64;
    for layer in 0..2 {
        for i in 0..=n {
            for j in 0..=n {
                let z = if layer == 0 { height(at(i), at(j)) } else { -0.5 };
                v += &format!("{} {} {z} ", at(i), at(j));
            }
        }
    }
    let id = |l: usize, i: usize, j: usize| l * (n + 1) * (n + 1) + i * (n + 1) + j;
    let mut quad = |a: usize, b: usize, c: usize, d: usize, flip: bool| {
        f += &if flip { format!("{a} {b} {d} {b} {c} {d} ") } else { format!("{a} {b} {c} {a} {c} {d} ") };
    };
    for i in 0..n {
        for j in 0..n {
            let flip = (i + j) % 2 == 0;
            quad(id(0, i, j), id(0, i + 1, j), id(0, i + 1, j + 1), id(0, i, j + 1), flip);
            quad(id(1, i, j), id(1, i, j + 1), id(1, i + 1, j + 1), id(1, i + 1, j), flip);
        }
        quad(id(0, i, 0), id(1, i, 0), id(1, i + 1, 0), id(0, i + 1, 0), false);
        quad(id(0, i + 1, n), id(1, i + 1, n), id(1, i, n), id(0, i, n), false);
        quad(id(0, 0, i + 1), id(1, 0, i + 1), id(1, 0, i), id(0, 0, i), false);
        quad(id(0, n, i), id(1, n, i), id(1, n, i + 1), id(0, n, i + 1), false);
    }
    format!("<mesh name=\"floor\" vertex=\"{v}\" face=\"{f}\"/>")
}

fn world(asset: &str, floor: &str, body: &str, option: &str) -> Model {
    let xml = format!(
        "<mujoco><option timestep=\"0.002\" {option}/><asset>{asset}</asset>
         <worldbody>{floor}{body}</worldbody>
         <custom><tuple name=\"stiction:exact\"><element objtype=\"mesh\" objname=\"floor\"/></tuple></custom></mujoco>"
    );
    Model::from_xml_string(&xml).unwrap_or_else(|e| panic!("{e}"))
}

const BODIES: [(&str, &str, f64); 7] = [
    ("sphere", r#"type="sphere" size=".1""#, 0.1),
    ("capsule", r#"type="capsule" size=".1 .2" euler="90 0 0""#, 0.1),
    ("capsule along", r#"type="capsule" size=".1 .2" euler="0 90 0""#, 0.1),
    ("cylinder", r#"type="cylinder" size=".1 .15" euler="90 0 0""#, 0.1),
    ("disc", r#"type="cylinder" size=".15 .1""#, 0.1),
    ("box", r#"type="box" size=".15 .1 .1""#, 0.1),
    ("ellipsoid", r#"type="ellipsoid" size=".15 .1 .1""#, 0.1),
];

/// Sets a settled body in motion along x and a little y for 0.6 s: the largest vertical speed, and the way it made.
fn slide(m: &Model, velocity: [f64; 6]) -> (f64, f64) {
    let mut d = Data::new(m);
    for _ in 0..300 {
        step(m, &mut d).unwrap_or_else(|e| panic!("{e}"));
    }
    d.state.qvel[..6].copy_from_slice(&velocity);
    let (mut kick, from) = (0.0f64, d.state.qpos[0]);
    for _ in 0..300 {
        let report = step(m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(report.dropped_contacts, 0);
        kick = kick.max(d.state.qvel[2].abs());
    }
    (kick, d.state.qpos[0] - from)
}

#[test]
fn sliding_over_a_floor_of_triangles_gives_no_kick() {
    let asset = slab(2.0, 31, |_, _| 0.0);
    for (name, geom, rest) in BODIES {
        let body = format!("<body pos=\"-.7 -.21 {rest}\"><freejoint/><geom {geom} condim=\"1\"/></body>");
        let m = world(&asset, "<geom type=\"mesh\" mesh=\"floor\" condim=\"1\"/>", &body, "");
        let (kick, way) = slide(&m, [2.0, 0.6, 0.0, 0.0, 0.0, 0.0]);
        println!("{name}: vertical speed {kick:.1e} m/s over {way:.3} m");
        assert!(kick < 1e-4, "{name}: kicked to {kick} m/s");
        assert!((way - 1.2).abs() < 1e-3, "{name}: braked to {way}");
    }
}

#[test]
fn rolling_over_a_floor_of_triangles_gives_no_kick() {
    let asset = slab(2.0, 31, |_, _| 0.0);
    for (name, geom, rest) in [BODIES[0], BODIES[1], BODIES[3]] {
        let body = format!("<body pos=\"-.7 -.21 {rest}\"><freejoint/><geom {geom}/></body>");
        let exact = world(&asset, "<geom type=\"mesh\" mesh=\"floor\"/>", &body, "");
        let (kick, way) = slide(&exact, [2.0, 0.0, 0.0, 0.0, 20.0, 0.0]);
        println!("{name}: vertical speed {kick:.1e} m/s over {way:.3} m");
        assert!(kick < 2e-3, "{name}: kicked to {kick} m/s");
        assert!((way - 1.2).abs() < 1e-2, "{name}: braked to {way}");
    }
}

#[test]
fn sliding_down_a_slope_of_triangles_follows_the_slope() {
    let tan = 0.3;
    let asset = slab(2.0, 29, |x, _| -tan * x);
    for (name, geom, rest) in BODIES {
        // the body sits on the slope with its axis aligned to it, sliding without friction
        let angle = libm::atan(tan);
        let (s, c) = (libm::sin(angle), libm::cos(angle));
        let body = format!(
            "<body pos=\"{} 0 {}\" axisangle=\"0 1 0 {}\"><freejoint/><geom {geom} friction=\"0 0 0\" condim=\"1\"/></body>",
            -1.0 + s * rest,
            tan + c * rest,
            angle.to_degrees()
        );
        let m = world(&asset, "<geom type=\"mesh\" mesh=\"floor\" condim=\"1\" pos=\"0 0 0\"/>", &body, "");
        let mut d = Data::new(&m);
        let (mut worst, mut settle) = (0.0f64, 0);
        while d.state.qpos[0] < 1.0 && settle < 800 {
            step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
            settle += 1;
            if settle > 100 {
                // speed along the normal of the slope
                worst = worst.max((s * d.state.qvel[0] + c * d.state.qvel[2]).abs());
            }
        }
        println!("{name}: normal speed {worst:.1e} after {settle} steps");
        assert!(worst < 2e-3, "{name}: {worst}");
        assert!(d.state.qpos[0] >= 1.0, "{name} stopped at {}", d.state.qpos[0]);
    }
}

#[test]
fn a_bowl_holds_what_its_hull_would_not() {
    let asset = slab(1.0, 24, |x, y| 0.5 * (x * x + y * y));
    let mut body = String::new();
    for (k, (_, geom, _)) in BODIES.iter().enumerate() {
        body += &format!(
            "<body pos=\"{} {} {}\"><freejoint/><geom {geom}/></body>",
            0.3 * (k as f64 - 3.0) / 3.0,
            0.1 * (k % 2) as f64,
            0.5 + 0.4 * k as f64
        );
    }
    let m = world(&asset, "<geom type=\"mesh\" mesh=\"floor\"/>", &body, "");
    let mut d = Data::new(&m);
    for _ in 0..3000 {
        let r = step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(r.dropped_contacts, 0);
    }
    for b in 0..7 {
        let [x, y, z] = [0, 1, 2].map(|k| d.state.qpos[7 * b + k]);
        assert!(x * x + y * y < 0.8 && z > -0.01 && z < 1.0, "{} left the bowl: {x} {y} {z}", BODIES[b].0);
        let v: f64 = (0..6).map(|k| d.state.qvel[6 * b + k].abs()).fold(0.0, f64::max);
        assert!(v < 1.0, "{} does not rest: {v}", BODIES[b].0);
    }
}

/// A box without lid: outer half sizes a × a × h, walls of thickness t. Open to the top.
fn tub(name: &str, a: f64, h: f64, t: f64) -> String {
    let i = a - t;
    let mut v = String::new();
    for (r, z) in [(a, -h), (a, h), (i, h), (i, -h + t)] {
        for (sx, sy) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            v += &format!("{} {} {z} ", sx * r, sy * r);
        }
    }
    let mut f = String::from("0 2 1 0 3 2 12 13 14 12 14 15 ");
    for ring in 0..3 {
        for k in 0..4 {
            let (p, q) = (4 * ring + k, 4 * ring + (k + 1) % 4);
            f += &format!("{p} {q} {} {p} {} {} ", q + 4, q + 4, p + 4);
        }
    }
    format!("<mesh name=\"{name}\" vertex=\"{v}\" face=\"{f}\"/>")
}

#[test]
fn a_concave_part_rests_inside_a_concave_part() {
    let asset = format!("{}{}", tub("outer", 0.3, 0.15, 0.03), tub("inner", 0.2, 0.1, 0.02));
    let xml = format!(
        r#"<mujoco><option timestep="0.002"/><asset>{asset}</asset><worldbody>
           <geom type="mesh" mesh="outer"/>
           <body name="inner" pos="0.02 0.01 0.02" euler="0 0 20"><freejoint/><geom type="mesh" mesh="inner" mass="1"/></body>
           <body name="ball" pos="0.02 0 0.2"><freejoint/><geom size=".05" mass=".2"/></body>
           </worldbody>
           <custom><tuple name="stiction:exact">
             <element objtype="mesh" objname="inner"/><element objtype="mesh" objname="outer"/></tuple></custom></mujoco>"#
    );
    let m = Model::from_xml_string(&xml).unwrap_or_else(|e| panic!("{e}"));
    let mut d = Data::new(&m);
    for _ in 0..1500 {
        let r = step(&m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(r.dropped_contacts, 0);
    }
    // the inner tub stands on the floor of the outer one, the ball on the floor of the inner one
    let (tub, ball) = (d.state.qpos[2], d.state.qpos[9]);
    println!("tub {tub} ball {ball} contacts {}", d.contacts.list.len());
    assert!((tub - (-0.15 + 0.03 + 0.1)).abs() < 2e-3, "inner tub at {tub}");
    assert!((ball - (tub - 0.1 + 0.02 + 0.05)).abs() < 2e-3, "ball at {ball}, tub at {tub}");
}

#[test]
fn a_concave_part_stands_and_slides_on_a_height_field() {
    // a flat part of the field at height 0.2, seams every 0.125 m
    let asset = format!(
        "{}<hfield name=\"ground\" nrow=\"33\" ncol=\"33\" size=\"2 2 .4 .1\" elevation=\"{}\"/>",
        tub("part", 0.2, 0.1, 0.02),
        "0 ".to_owned() + &"1 ".repeat(33 * 33 - 1)
    );
    let xml = format!(
        r#"<mujoco><option timestep="0.002"/><asset>{asset}</asset><worldbody>
           <geom type="hfield" hfield="ground" pos="0 0 -.4" condim="1"/>
           <body pos="-.5 -.1 .1"><freejoint/><geom type="mesh" mesh="part" mass="1" condim="1"/></body>
           </worldbody>
           <custom><tuple name="stiction:exact"><element objtype="mesh" objname="part"/></tuple></custom></mujoco>"#
    );
    let m = Model::from_xml_string(&xml).unwrap_or_else(|e| panic!("{e}"));
    let (kick, way) = slide(&m, [1.0, 0.3, 0.0, 0.0, 0.0, 0.0]);
    println!("tub on a height field: vertical speed {kick:.1e} m/s over {way:.3} m");
    assert!(kick < 1e-4 && (way - 0.6).abs() < 1e-3, "{kick} {way}");
}
