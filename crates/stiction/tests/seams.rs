//! Floors, walls and bodies made of many geoms under the hard law: seams are not felt, steps and walls are.

use stiction::{Data, Model, ModelExt, step};

const HARD: &str =
    r#"<custom><text name="stiction" data="contact=hard friction=coulomb solver=psn"/></custom>"#;

fn load(world: &str, asset: &str) -> Model {
    let xml = format!(
        r#"<mujoco><option timestep="0.002"/>{HARD}<asset>{asset}</asset><worldbody>{world}</worldbody></mujoco>"#
    );
    Model::from_xml_string(&xml).unwrap_or_else(|e| panic!("{e}"))
}

/// A floor over |x|, |y| ≤ 1.5 of separate tiles of 0.3 m whose tops are at z = 0; boxes or hulls of meshes.
fn tiles(geom: &str) -> String {
    let mut out = String::new();
    for i in -5..5 {
        for j in -5..5 {
            let (x, y) = (0.3 * (f64::from(i) + 0.5), 0.3 * (f64::from(j) + 0.5));
            out += &format!("<geom {geom} pos=\"{x} {y} -.15\"/>");
        }
    }
    out
}

const BOX_TILE: &str = r#"type="box" size=".15 .15 .15""#;
const MESH_TILE: &str = r#"type="mesh" mesh="tile""#;

/// A cube of half size 0.15 and a ten-sided prism that lies on one of its sides, as meshes.
fn meshes() -> String {
    let mut cube = String::new();
    for k in 0..8 {
        let s = |b: i32| if k & b != 0 { 0.15 } else { -0.15 };
        cube += &format!("{} {} {} ", s(1), s(2), s(4));
    }
    let mut prism = String::new();
    for y in [-0.12, 0.12] {
        for k in 0..10 {
            let a = std::f64::consts::PI * (f64::from(k) + 0.5) / 5.0;
            let r = 0.1 / libm::cos(std::f64::consts::PI / 10.0);
            prism += &format!("{} {y} {} ", r * libm::sin(a), r * libm::cos(a));
        }
    }
    format!("<mesh name=\"tile\" vertex=\"{cube}\"/><mesh name=\"prism\" vertex=\"{prism}\"/>")
}

/// Shapes that rest with their centre 0.1 m above the floor.
const BODIES: [(&str, &str); 8] = [
    ("sphere", r#"type="sphere" size=".1""#),
    ("capsule", r#"type="capsule" size=".1 .1" euler="90 0 0""#),
    ("capsule along", r#"type="capsule" size=".1 .1" euler="0 90 0""#),
    ("cylinder", r#"type="cylinder" size=".1 .1" euler="90 0 0""#),
    ("disc", r#"type="cylinder" size=".13 .1""#),
    ("box", r#"type="box" size=".13 .1 .1""#),
    ("ellipsoid", r#"type="ellipsoid" size=".13 .1 .1""#),
    ("mesh", r#"type="mesh" mesh="prism""#),
];

/// What a run felt: largest vertical speed and spin change, and the velocity at its end.
struct Ride {
    kick: f64,
    velocity: [f64; 6],
    hidden: u32,
    at: [f64; 3],
}

fn ride(m: &Model, velocity: [f64; 6], steps: usize) -> Ride {
    let mut d = Data::new(m);
    for _ in 0..20 {
        step(m, &mut d).unwrap_or_else(|e| panic!("{e}"));
    }
    d.state.qvel[..6].copy_from_slice(&velocity);
    let (mut kick, mut hidden) = (0.0f64, 0);
    for _ in 0..steps {
        step(m, &mut d).unwrap_or_else(|e| panic!("{e}"));
        kick = kick.max(d.state.qvel[2].abs());
        hidden += d.contacts.hidden;
    }
    let velocity = [0, 1, 2, 3, 4, 5].map(|k| d.state.qvel[k]);
    Ride { kick, velocity, hidden, at: [0, 1, 2].map(|k| d.state.qpos[k]) }
}

fn body(geom: &str, from: [f64; 2], more: &str) -> String {
    format!("<body pos=\"{} {} .1\"><freejoint/><geom {geom} {more}/></body>", from[0], from[1])
}

#[test]
fn sliding_over_tiles_is_not_felt() {
    for (tile, floor) in [("boxes", BOX_TILE), ("meshes", MESH_TILE)] {
        for (name, geom) in BODIES {
            for (from, v) in
                [([-0.61, 0.04], [2.0, 0.0]), ([0.61, -0.3], [-2.0, 0.0]), ([-0.6, -0.52], [1.5, 1.3])]
            {
                let world = tiles(&format!("{floor} condim=\"1\"")) + &body(geom, from, "condim=\"1\"");
                let m = load(&world, &meshes());
                let r = ride(&m, [v[0], v[1], 0.0, 0.0, 0.0, 0.0], 300);
                let lost = (r.velocity[0] - v[0]).abs().max((r.velocity[1] - v[1]).abs());
                println!(
                    "{name} on {tile} {v:?}: kick {:.1e}, lost {lost:.1e} m/s, {} hidden",
                    r.kick, r.hidden
                );
                assert!(r.kick < 2e-6 && lost < 2e-6, "{name} on {tile} {v:?}: {} {lost}", r.kick);
                assert!(r.hidden > 0, "{name} on {tile} met no seam");
            }
        }
    }
}

#[test]
fn rolling_over_tiles_is_not_felt() {
    for (name, geom) in [BODIES[0], BODIES[1], BODIES[3]] {
        for (from, v) in [([-0.61, 0.04], 2.0), ([0.61, -0.3], -2.0)] {
            let m = load(&(tiles(BOX_TILE) + &body(geom, from, "")), &meshes());
            let r = ride(&m, [v, 0.0, 0.0, 0.0, v / 0.1, 0.0], 300);
            let lost = (r.velocity[0] - v).abs();
            println!("{name} {v}: kick {:.1e}, lost {lost:.1e} m/s, {} hidden", r.kick, r.hidden);
            assert!(r.kick < 1e-3 && lost < 1e-2, "{name} {v}: {} {lost}", r.kick);
        }
    }
}

#[test]
fn friction_on_tiles_is_that_of_one_plane() {
    for (name, geom) in [BODIES[5], BODIES[4], BODIES[7]] {
        let go = |floor: &str| {
            let m = load(&(floor.to_owned() + &body(geom, [-0.61, 0.04], "friction=\".3\"")), &meshes());
            ride(&m, [2.0, 0.0, 0.0, 0.0, 0.0, 0.0], 200)
        };
        let (one, many) = (
            go(r#"<geom type="plane" size="5 5 1" friction=".3"/>"#),
            go(&tiles(&format!("{BOX_TILE} friction=\".3\""))),
        );
        let off = (one.velocity[0] - many.velocity[0]).abs().max((one.at[0] - many.at[0]).abs());
        println!("{name}: {} and {} m/s, {off:.1e}", one.velocity[0], many.velocity[0]);
        assert!(off < 1e-3, "{name}: {off}");
    }
}

#[test]
fn a_raft_of_boxes_slides_over_an_edge() {
    // the body is the one with seams: its tiles meet the end of the floor
    let mut raft = String::new();
    for i in -2..=2 {
        raft +=
            &format!(r#"<geom type="box" size=".1 .1 .05" pos="{} 0 0" condim="1"/>"#, 0.2 * f64::from(i));
    }
    let floor = r#"<geom type="box" size=".3 .5 .1" pos="0 0 -.1" condim="1"/>"#;
    let m = load(&format!("{floor}<body pos=\"-.1 0 .05\"><freejoint/>{raft}</body>"), "");
    let r = ride(&m, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0], 100);
    println!("raft: kick {:.1e}, speed {}, {} hidden", r.kick, r.velocity[0], r.hidden);
    assert!((r.velocity[0] - 1.0).abs() < 1e-4 && r.kick < 1e-4 && r.hidden > 0);
}

#[test]
fn steps_and_walls_still_stop() {
    for (what, wall) in [
        ("step", r#"<geom type="box" size=".15 1.5 .15" pos=".46 0 -.14" condim="1"/>"#),
        ("wall", r#"<geom type="box" size=".1 1.5 .3" pos=".4 0 .1" condim="1"/>"#),
        ("wall on the floor", r#"<geom type="box" size=".1 1.5 .2" pos=".4 0 .2" condim="1"/>"#),
        ("corner", r#"<geom type="box" size=".1 .1 .3" pos=".4 .1 .1" condim="1"/>"#),
    ] {
        for (name, geom) in [BODIES[5], BODIES[4], BODIES[7]] {
            let floor = tiles(&format!("{BOX_TILE} condim=\"1\""));
            let m = load(&(floor + wall + &body(geom, [-0.3, 0.0], "condim=\"1\"")), &meshes());
            let r = ride(&m, [2.0, 0.0, 0.0, 0.0, 0.0, 0.0], 250);
            println!("{name} at {what}: x {:.3}, speed {:?}", r.at[0], r.velocity);
            if (name, what) == ("mesh", "step") {
                // its sides rise at 36° from the floor: it climbs, and that costs speed
                assert!(r.velocity[0] < 1.7 && r.kick > 0.1, "{:?}", r.velocity);
                continue;
            }
            assert!(r.at[0] < 0.31, "{name} passed the {what}: {}", r.at[0]);
        }
    }
}

#[test]
fn a_wall_of_boxes_guides_and_its_corner_stops() {
    // along a wall of boxes, pressed against it by a component of the speed
    let mut wall = String::new();
    for i in -5..5 {
        wall += &format!(
            r#"<geom type="box" size=".15 .1 .3" pos="{} .3 0" condim="1"/>"#,
            0.3 * (f64::from(i) + 0.5)
        );
    }
    let floor = tiles(&format!("{BOX_TILE} condim=\"1\""));
    let m = load(&(floor.clone() + &wall + &body(BODIES[5].1, [-0.6, 0.1], "condim=\"1\"")), "");
    let r = ride(&m, [2.0, 0.2, 0.0, 0.0, 0.0, 0.0], 250);
    println!("along the wall: {:?}", r.velocity);
    assert!((r.velocity[0] - 2.0).abs() < 1e-3 && r.velocity[1].abs() < 1e-3 && r.kick < 1e-3);
    // one box of the wall stands out by 1 cm
    let proud = r#"<geom type="box" size=".15 .1 .3" pos=".15 .29 0" condim="1"/>"#;
    let m = load(&(floor + &wall + proud + &body(BODIES[5].1, [-0.6, 0.1], "condim=\"1\"")), "");
    let r = ride(&m, [2.0, 0.0, 0.0, 0.0, 0.0, 0.0], 250);
    assert!(r.velocity[0] < 1.0, "passed a box that stands out: {:?}", r.velocity);
}
