//! Exact contact in mechanisms: answers of elementary statics and dynamics, under the preset `exact`.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::prelude::*;

const G: f64 = 9.81;
const STEPS: [f64; 2] = [0.001, 0.01];

fn scene(h: f64, mu: f64, world: &str, rest: &str) -> Model {
    let xml = format!(
        r#"<mujoco><option timestep="{h}" gravity="0 0 -{G}" cone="elliptic"/><compiler angle="radian"/>
        <custom><text name="stiction" data="preset=exact"/></custom>
        <default><geom friction="{mu} 0 0" condim="3"/></default><worldbody>{world}</worldbody>{rest}</mujoco>"#
    );
    stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

fn run(m: &Model, d: &mut Data, seconds: f64) {
    for _ in 0..(seconds / m.opt.timestep).round() as usize {
        let report = step(m, d).expect("finite");
        assert!(report.certificate.coulomb < 1e-8, "{report:?}");
    }
}

#[test]
fn block_and_wedge_without_friction_part_as_the_textbook_says() {
    // A = −m g sin θ cos θ / (M + m sin² θ)
    let (th, wedge, block) = (0.5f64, 3.0, 1.0);
    let (s, c) = (th.sin(), th.cos());
    let world = format!(
        r#"<body><joint type="slide" axis="1 0 0"/>
          <geom type="box" size="5 1 .5" euler="0 {th} 0" pos="{} 0 {}" mass="{wedge}"/></body>
        <body pos="{} 0 {}" euler="0 {th} 0"><freejoint/><geom type="box" size=".1 .1 .1" mass="{block}"/></body>"#,
        -0.5 * s,
        -0.5 * c,
        0.1 * s,
        0.1 * c
    );
    for h in STEPS {
        let m = scene(h, 0.0, &world, "");
        let mut d = Data::new(&m);
        run(&m, &mut d, 0.3);
        let want = -block * G * s * c / (wedge + block * s * s) * 0.3;
        assert!((d.state.qvel[0] / want - 1.0).abs() < 1e-8, "{} for {want}", d.state.qvel[0]);
    }
}

#[test]
fn ladder_slips_below_its_angle_and_stands_above() {
    // smooth wall, rough floor, rounded ends of radius r: stands iff tan φ ≥ 1/(2μ) − r/L
    let (mu, r, l) = (0.5f64, 0.02, 2.0);
    for (k, stands) in [(0.97, false), (1.03, true)] {
        for h in STEPS {
            let phi = (k * (1.0 / (2.0 * mu) - r / l)).atan();
            let world = format!(
                r#"<geom type="plane" size="0 0 1" priority="1" friction="{mu} 0 0"/>
                <geom type="plane" size="0 0 1" pos="{r} 0 0" euler="0 {} 0" priority="1" condim="1"/>
                <body pos="{} 0 {}" euler="0 {} 0"><freejoint/><geom type="capsule" size="{r} {}" mass="3"/></body>"#,
                -std::f64::consts::FRAC_PI_2,
                -0.5 * l * phi.cos(),
                0.5 * l * phi.sin() + r,
                std::f64::consts::FRAC_PI_2 - phi,
                0.5 * l
            );
            let m = scene(h, 0.0, &world, "");
            let mut d = Data::new(&m);
            let z = d.state.qpos[2];
            run(&m, &mut d, 0.5);
            let moved = (d.state.qpos[2] - z).abs();
            assert!(if stands { moved < 1e-9 } else { moved > 0.01 }, "{k}, {h}: moved {moved}");
        }
    }
}

#[test]
fn block_on_a_cart_rides_along_or_slides_at_the_limit_of_friction() {
    let (cart, block, mu) = (10.0, 1.0, 0.5);
    for k in [0.9, 1.1] {
        let a = k * mu * G;
        let force = cart * a + block * a.min(mu * G);
        let world = format!(
            r#"<body pos="0 0 1"><joint name="j" type="slide" axis="1 0 0"/><geom type="box" size="2 1 .1" mass="{cart}"/></body>
            <body pos="0 0 1.2"><freejoint/><geom type="box" size=".1 .1 .1" mass="{block}"/></body>"#
        );
        for h in STEPS {
            let m = scene(h, mu, &world, r#"<actuator><motor joint="j"/></actuator>"#);
            let mut d = Data::new(&m);
            d.input.ctrl[0] = force;
            run(&m, &mut d, 0.5);
            for (v, want) in [(d.state.qvel[0], a), (d.state.qvel[1], a.min(mu * G))] {
                assert!((v / (0.5 * want) - 1.0).abs() < 1e-8, "{k}, {h}: {v}");
            }
        }
    }
}

#[test]
fn hard_limits_carry_the_weight_where_they_stand() {
    let world = r#"<body pos="0 0 2"><joint type="slide" axis="0 0 1" range="-.5 1"/><geom size=".1" mass="2"/></body>
        <body pos="3 0 2"><joint type="hinge" axis="0 1 0" range="-.5 .5"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".02" mass="1"/></body>"#;
    for h in STEPS {
        let m = scene(h, 0.5, world, "");
        let mut d = Data::new(&m);
        run(&m, &mut d, 2.0);
        assert!(
            (d.state.qpos[0] + 0.5).abs() < 1e-9 && (d.state.qpos[1] - 0.5).abs() < 1e-9,
            "{:?}",
            d.state.qpos
        );
        assert!(d.state.qvel.iter().all(|v| v.abs() < 1e-9), "{:?}", d.state.qvel);
        assert!((d.solution.qfrc_constraint[0] - 2.0 * G).abs() < 1e-6);
    }
}

#[test]
fn dry_friction_of_a_joint_holds_up_to_its_limit() {
    for (force, want) in [(2.9, 0.0), (5.0, 2.0)] {
        let world =
            r#"<body><joint type="slide" axis="1 0 0" frictionloss="3"/><geom size=".1" mass="1"/></body>"#;
        for h in STEPS {
            let m = scene(h, 0.5, world, "");
            let mut d = Data::new(&m);
            d.input.qfrc_applied[0] = force;
            run(&m, &mut d, 1.0);
            assert!((d.state.qvel[0] - want).abs() < 1e-9, "{force}: {}", d.state.qvel[0]);
        }
    }
}

#[test]
fn a_bullet_stops_at_a_thin_wall() {
    // 0.2 m per step against a wall of 1 cm
    for (shape, reach) in [
        (r#"type="sphere" size=".02""#, 0.02),
        (r#"type="box" size=".02 .02 .02""#, 0.02),
        (r#"type="capsule" size=".01 .03""#, 0.01),
        (r#"type="cylinder" size=".02 .03""#, 0.02),
    ] {
        let world = format!(
            r#"<geom type="box" size=".005 1 1"/><body pos="-2.03 0 0"><freejoint/><geom {shape} mass=".1"/></body>"#
        );
        let m = scene(0.002, 0.5, &world, "");
        let mut d = Data::new(&m);
        d.state.qvel[0] = 100.0;
        run(&m, &mut d, 0.1);
        assert!((d.state.qpos[0] + 0.005 + reach).abs() < 1e-7, "{shape}: {}", d.state.qpos[0]);
        assert!(d.state.qvel[0].abs() < 1e-8, "{shape}: {}", d.state.qvel[0]);
    }
}

#[test]
fn upright_cylinders_stand_still_however_they_are_turned() {
    // tilts of 1e-15 … 1e-9 rad and any turn about the axis: the rim has no rounding noise
    for k in 0..40 {
        let (tilt, turn, way) =
            (libm::pow(10.0, -15.0 + 0.15 * f64::from(k)), 0.37 * f64::from(k), 1.1 * f64::from(k));
        let world = r#"<geom type="plane" size="0 0 1"/>
            <body pos="0 0 .1"><freejoint/><geom type="cylinder" size=".1 .1" mass="1"/></body>"#;
        let m = scene(0.002, 0.5, world, "");
        let mut d = Data::new(&m);
        let (s, c) = ((0.5 * turn).sin(), (0.5 * turn).cos());
        let (a, b) = (0.5 * tilt * way.cos(), 0.5 * tilt * way.sin());
        // (1, a, b, 0) ⊗ (c, 0, 0, s)
        d.state.qpos[3..7].copy_from_slice(&[c, a * c + b * s, b * c - a * s, s]);
        let mut speed = 0.0f64;
        for _ in 0..100 {
            step(&m, &mut d).expect("finite");
            speed = d.state.qvel.iter().fold(speed, |x, v| x.max(v.abs()));
        }
        assert!(
            speed < 1e-6 && (d.state.qpos[2] - 0.1).abs() < 1e-9,
            "tilt {tilt:e}: {speed} m/s, {:?}",
            d.state.qpos
        );
    }
}

#[test]
fn a_capsule_across_a_small_box_rests_on_both_edges() {
    for k in 0..12 {
        let turn = 0.5 * f64::from(k) + 0.07;
        let world = format!(
            r#"<geom type="box" size=".07 .07 .1" pos="0 0 -.1"/><body pos=".003 .002 .1" euler="0 0 {turn}"><freejoint/>
            <geom type="capsule" size=".1 .2" euler="1.5707963267948966 0 0" mass="1"/></body>"#
        );
        let m = scene(0.002, 0.5, &world, "");
        let mut d = Data::new(&m);
        run(&m, &mut d, 0.3);
        assert_eq!(d.contacts.list.len(), 2);
        assert!(d.state.qvel.iter().all(|v| v.abs() < 1e-6), "turned by {turn}: {:?}", d.state.qvel);
    }
}

#[test]
fn what_a_mocap_body_leads_moves_at_its_speed_and_carries_a_load() {
    let world = r#"<body name="hand" mocap="true" pos="0 0 1"/>
        <body name="tray" pos="0 0 1"><freejoint/><geom type="box" size=".3 .3 .02" mass="1"/></body>
        <body pos="0 0 1.12"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body>"#;
    for h in [0.001, 0.002, 0.005, 0.01] {
        let m = scene(h, 0.5, world, r#"<equality><weld body1="hand" body2="tray"/></equality>"#);
        let mut d = Data::new(&m);
        let mut at = [0.0, 0.0, 1.0];
        for k in 0..(1.0 / h) as usize {
            // up to speed at 1 m/s², below μ g
            let v = [0.3, 0.4, 0.1].map(|v: f64| v * (2.0 * k as f64 * h).min(1.0));
            at.iter_mut().zip(v).for_each(|(x, v)| *x += h * v);
            d.state.mocap_pos[0] = at.into();
            run(&m, &mut d, h);
            for body in [0, 1] {
                let error: f64 = (0..3).map(|i| (d.state.qvel[6 * body + i] - v[i]).abs()).sum();
                assert!(error < 1e-8, "h = {h}, step {k}, body {body}: {error} m/s");
            }
        }
        let error: f64 = (0..3).map(|i| (d.state.qpos[i] - at[i]).abs()).sum();
        let load: f64 = (0..3).map(|i| (d.state.qpos[7 + i] - at[i] - [0.0, 0.0, 0.12][i]).abs()).sum();
        assert!(error < 1e-9 && load < 1e-7, "h = {h}: {error}, {load}");
    }
}

#[test]
fn small_boxes_turned_on_each_other_stand_at_large_steps() {
    // gaps of rounding size: the edges' crossing must not take the place of the patch
    for (size, h) in [(0.01, 0.01), (0.001, 0.01), (0.1, 0.01), (0.01, 0.005)] {
        let mut world = r#"<geom type="plane" size="0 0 1"/>"#.to_owned();
        for i in 0..5 {
            let (z, turn, half) = (size * (f64::from(i) + 0.5), 0.3 * f64::from(i), 0.5 * size);
            world += &format!(
                r#"<body pos="0 0 {z}" euler="0 0 {turn}"><freejoint/>
                <geom type="box" size="{half} {half} {half}" mass="{}"/></body>"#,
                1 + i
            );
        }
        let m = scene(h, 0.5, &world, "");
        let mut d = Data::new(&m);
        run(&m, &mut d, 1.0);
        for (i, q) in d.state.qpos.chunks(7).enumerate() {
            let off = q[0].abs().max(q[1].abs()).max((q[2] - size * (i as f64 + 0.5)).abs());
            assert!(off < 1e-6 * size, "boxes of {size} m, h = {h}: box {i} is off by {off} m");
        }
    }
}

#[test]
fn rods_stacked_on_their_sides_press_on_the_walls_as_statics_says() {
    // two rods between smooth walls, one on top: ½ m g tan 30° on each wall, 1.5 m g on the floor
    let r = 0.1;
    for kind in ["cylinder", "capsule"] {
        for h in STEPS {
            let mut world = format!(
                r#"<geom name="floor" type="plane" size="0 0 1"/>
                <geom name="left" type="box" size=".1 2 2" pos="{} 0 0"/>
                <geom name="right" type="box" size=".1 2 2" pos="{} 0 0"/>"#,
                -2.0 * r - 0.1,
                2.0 * r + 0.1
            );
            for (name, x, z) in [("a", -r, r), ("b", r, r), ("c", 0.0, r + 3f64.sqrt() * r)] {
                world += &format!(
                    r#"<body pos="{x} 0 {z}" euler="{} 0 0"><freejoint/>
                    <geom name="{name}" type="{kind}" size="{r} .3" mass="1"/></body>"#,
                    std::f64::consts::FRAC_PI_2
                );
            }
            let m = scene(h, 0.0, &world, "");
            let mut d = Data::new(&m);
            run(&m, &mut d, 1.0);
            forward(&m, &mut d).unwrap();
            assert!(d.state.qvel.iter().all(|v| v.abs() < 1e-8), "{kind}, h = {h}: {:?}", d.state.qvel);
            let mut press = [0.0; 3];
            for c in d.contacts.list.iter().filter(|c| c.efc_address >= 0) {
                if let Some(sum) = press.get_mut(c.geom[0].min(c.geom[1]) as usize) {
                    *sum += d.solution.efc_force[c.efc_address as usize];
                }
            }
            let wall = 0.5 * G * (std::f64::consts::PI / 6.0).tan();
            for (got, want) in press.into_iter().zip([3.0 * G, wall, wall]) {
                assert!((got / want - 1.0).abs() < 1e-7, "{kind}, h = {h}: {press:?} for {want}");
            }
        }
    }
}

#[test]
fn a_top_on_a_ball_joint_precesses_steadily() {
    // axis level: W = m g l / (I₃ ω₃), nutation of 72 rad/s; the explicit term has it fly apart within a second
    let (mass, l, i3, spin) = (1.0, 0.2, 0.018, 200.0);
    let world = format!(
        r#"<body pos="0 0 1" euler="0 {} 0"><joint type="ball"/><inertial pos="0 0 {l}" mass="{mass}" diaginertia=".01 .01 {i3}"/>
        </body>"#,
        std::f64::consts::FRAC_PI_2
    );
    let rate = mass * G * l / (i3 * spin);
    for h in [0.001, 0.002, 0.005, 0.01] {
        let m = scene(h, 0.0, &world, "");
        let mut d = Data::new(&m);
        // the body's x axis points down
        d.state.qvel.copy_from_slice(&[-rate, 0.0, spin]);
        run(&m, &mut d, 1.0);
        forward(&m, &mut d).unwrap();
        let axis = d.kin.xmat[1].col(2);
        let angle = axis[1].atan2(axis[0]);
        // gravity acts in the axes of the start of the step, in which the body turns by hω₃
        let blur = 0.15 * (h * spin) * (h * spin);
        assert!((angle / rate - 1.0).abs() < blur && axis[2].abs() < 0.01, "h = {h}: {angle}, {axis:?}");
        assert!((d.state.qvel[2] / spin - 1.0).abs() < 1e-9);
    }
}

#[test]
fn a_strong_motor_stops_at_a_thin_wall_and_at_a_limit() {
    // from rest, the first step alone would carry the block as far as F h²/m, 10 m at most
    let block = |limit: &str| {
        format!(
            r#"<body pos="0 0 1"><joint name="x" type="slide" axis="1 0 0" {limit}/>
            <geom type="box" size=".1 .1 .1" mass="1"/></body>"#
        )
    };
    let wall = block("") + r#"<geom type="box" size=".02 1 1" pos=".17 0 1"/>"#;
    for world in [wall, block(r#"limited="true" range="-1 .05""#)] {
        for h in [0.001, 0.002, 0.005, 0.01] {
            for force in [1e2, 1e3, 1e4, 1e5] {
                let m = scene(h, 0.5, &world, r#"<actuator><motor joint="x"/></actuator>"#);
                let mut d = Data::new(&m);
                d.input.ctrl[0] = force;
                for _ in 0..(0.3 / h) as usize {
                    run(&m, &mut d, h);
                    assert!(d.state.qpos[0] < 0.05 + 1e-8, "h = {h}, {force} N: at {}", d.state.qpos[0]);
                }
                assert!((d.state.qpos[0] - 0.05).abs() < 1e-8, "h = {h}, {force} N: {}", d.state.qpos[0]);
                let push = d.solution.qfrc_constraint[0] / force + 1.0;
                assert!(push.abs() < 1e-6, "h = {h}, {force} N: {push}");
            }
        }
    }
}

#[test]
fn a_train_of_blocks_does_not_telescope() {
    // the first block is stopped by a wall; what follows was at rest relative to it
    for h in [0.001, 0.005, 0.01] {
        let mut world = r#"<geom type="box" size=".05 1 1" pos="1.05 0 0"/>"#.to_owned();
        for i in 0..4 {
            world += &format!(
                r#"<body pos="{} 0 0"><joint type="slide" axis="1 0 0"/>
                <geom type="box" size=".1 .1 .1" mass="1"/></body>"#,
                0.5 - 0.3 * f64::from(i)
            );
        }
        let m = scene(h, 0.0, &world, "");
        let mut d = Data::new(&m);
        d.state.qvel.fill(80.0);
        for _ in 0..50 {
            run(&m, &mut d, h);
            let at: Vec<f64> = (0..4).map(|i| 0.5 - 0.3 * i as f64 + d.state.qpos[i]).collect();
            assert!(at[0] < 0.9 + 1e-3 && at.windows(2).all(|w| w[0] - w[1] > 0.1), "h = {h}: {at:?}");
        }
        let at: Vec<f64> =
            (0..4).map(|i| 0.9 - 0.2 * i as f64 - (0.5 - 0.3 * i as f64 + d.state.qpos[i])).collect();
        assert!(at.iter().all(|x| x.abs() < 1e-4), "h = {h}: {at:?}");
    }
}
