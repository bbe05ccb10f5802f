//! Impacts at their own time and free flight, against closed forms, at steps that are coarse and do not divide the times of impact.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::prelude::*;

const G: f64 = 9.81;
const STEPS: [f64; 4] = [0.02, 0.01, 0.007, 0.002];

fn model(h: f64, gravity: [f64; 3], mu: f64, e: &[(&str, &str, f64)], world: &str) -> Model {
    let bouncy: String = e
        .iter()
        .map(|(kind, name, e)| format!(r#"<element objtype="{kind}" objname="{name}" prm="{e}"/>"#))
        .collect();
    let bouncy = if e.is_empty() {
        String::new()
    } else {
        format!(r#"<tuple name="stiction:restitution">{bouncy}</tuple>"#)
    };
    let [x, y, z] = gravity;
    let xml = format!(
        r#"<mujoco><option timestep="{h}" gravity="{x} {y} {z}" cone="elliptic"><flag energy="enable"/></option><compiler angle="radian"/>
        <custom><text name="stiction" data="preset=exact"/>{bouncy}</custom>
        <default><geom friction="{mu} 0 0" condim="3"/></default><worldbody>{world}</worldbody></mujoco>"#
    );
    stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

/// Runs for as many whole steps as fit into `seconds`; the time that has passed, the impacts, and every step solved.
fn run(m: &Model, d: &mut Data, seconds: f64) -> (f64, u32) {
    let n = (seconds / m.opt.timestep).floor() as usize;
    let (mut impacts, start) = (0, d.time);
    for k in 0..n {
        let r = step(m, d).expect("finite");
        assert!(r.status.is_solved(), "step {k}: {r:?}");
        impacts += r.certificate.impacts;
    }
    assert!((d.time - start - n as f64 * m.opt.timestep).abs() < 1e-12);
    (d.time, impacts)
}

/// Height and speed of a ball that falls from `z` and bounces, after `t` seconds.
fn bouncing(z: f64, e: f64, g: f64, t: f64) -> (f64, f64) {
    let (mut hit, mut v) = ((2.0 * z / g).sqrt(), e * (2.0 * g * z).sqrt());
    if t < hit {
        return (z - 0.5 * g * t * t, -g * t);
    }
    while hit + 2.0 * v / g < t {
        hit += 2.0 * v / g;
        v *= e;
    }
    let s = t - hit;
    (v * s - 0.5 * g * s * s, v - g * s)
}

const FLOOR: &str = r#"<geom name="floor" type="plane" size="0 0 1"/>"#;

#[test]
fn shapes_bounce_at_their_time() {
    // flat and symmetric: no spin arises, whatever the shape
    for (geom, half) in [
        (r#"<geom name="b" type="sphere" size=".1" mass="1"/>"#, 0.1),
        (r#"<geom name="b" type="box" size=".1 .2 .05" mass="1"/>"#, 0.05),
        (r#"<geom name="b" type="capsule" size=".05 .1" mass="2"/>"#, 0.15),
        (r#"<geom name="b" type="cylinder" size=".1 .05" mass="1"/>"#, 0.05),
        (r#"<geom name="b" type="ellipsoid" size=".1 .1 .07" mass="1"/>"#, 0.07),
    ] {
        for h in STEPS {
            for e in [1.0, 0.7, 0.4] {
                let world = format!(r#"{FLOOR}<body pos="0 0 {}"><freejoint/>{geom}</body>"#, 0.6 + half);
                let m = model(h, [0.0, 0.0, -G], 0.0, &[("geom", "b", e)], &world);
                let mut d = Data::new(&m);
                let (t, impacts) = run(&m, &mut d, 0.75);
                let (z, v) = bouncing(0.6, e, G, t);
                assert!(impacts >= 1, "{geom}: no impact");
                assert!(
                    (d.state.qpos[2] - half - z).abs() < 1e-8,
                    "{geom} {h} {e}: {}",
                    d.state.qpos[2] - half - z
                );
                assert!((d.state.qvel[2] - v).abs() < 1e-7, "{geom} {h} {e}");
            }
        }
    }
}

#[test]
fn many_bounces_stay_in_phase_until_they_are_as_short_as_a_step() {
    for (h, e) in [(0.01, 0.5), (0.01, 0.8), (0.004, 0.3)] {
        let world =
            format!(r#"{FLOOR}<body pos="0 0 .6"><freejoint/><geom name="b" size=".1" mass="1"/></body>"#);
        let m = model(h, [0.0, 0.0, -G], 0.3, &[("geom", "b", e)], &world);
        let mut d = Data::new(&m);
        // all bounces that last longer than two steps
        let (fall, mut t, mut v) = ((1.0 / G).sqrt(), 0.0, (2.0 * G * 0.5_f64).sqrt());
        while 2.0 * e * v / G > 2.0 * h {
            v *= e;
            t += 2.0 * v / G;
        }
        let (t, _) = run(&m, &mut d, fall + t);
        assert!((d.state.qpos[2] - 0.1 - bouncing(0.5, e, G, t).0).abs() < 1e-7, "h = {h}, e = {e}");
        // and in the end it lies still
        run(&m, &mut d, 4.0);
        assert!(d.state.qvel[2].abs() < 1e-9 && (d.state.qpos[2] - 0.1).abs() < 1.1e-5);
    }
}

#[test]
fn a_ball_bounces_down_a_slope_without_friction() {
    // in axes of the slope: gravity has a constant part along it, and bounces are those of g cos α
    let a: f64 = 0.4;
    for h in STEPS {
        let e = 0.8;
        let world = r#"<geom name="floor" type="plane" size="0 0 1" euler="0 0.4 0"/>
            <body pos="0 0 0"><freejoint/><geom name="b" size=".1" mass="1"/></body>"#;
        let m = model(h, [0.0, 0.0, -G], 0.0, &[("geom", "b", e)], world);
        let mut d = Data::new(&m);
        let (n, along) = ([a.sin(), 0.0, a.cos()], [a.cos(), 0.0, -a.sin()]);
        for k in 0..3 {
            d.state.qpos[k] = n[k] * 0.6;
        }
        let (t, impacts) = run(&m, &mut d, 1.1);
        let dot = |x: [f64; 3]| (0..3).map(|k| x[k] * d.state.qpos[k]).sum::<f64>();
        assert!(impacts >= 1);
        assert!((dot(n) - 0.1 - bouncing(0.5, e, G * a.cos(), t).0).abs() < 1e-8, "h = {h}");
        assert!((dot(along) - 0.5 * G * a.sin() * t * t).abs() < 1e-8, "h = {h}: {}", dot(along));
    }
}

#[test]
fn a_rod_struck_at_its_end_moves_off_turning() {
    // a point mass m hits the end of a free rod (M, length 2l) at right angles, e: impulse (1 + e) v / (1/m + 1/M + l²/I)
    for h in STEPS {
        for e in [1.0, 0.5, 0.2] {
            let (mass, l, r) = (2.0, 0.5, 0.02);
            let world = r#"<body name="rod" pos="0 0 0"><freejoint/><inertial pos="0 0 0" mass="2" diaginertia=".2 .2 .01"/>
                <geom name="rod" type="box" size=".02 .02 .5"/></body>
                <body pos="-.3 0 .5"><freejoint/><geom name="ball" size=".02" mass=".5"/></body>"#;
            let m = model(h, [0.0; 3], 0.0, &[("geom", "rod", e), ("geom", "ball", e)], world);
            let mut d = Data::new(&m);
            d.state.qvel[6] = 3.0;
            let hit = (0.3 - 0.02 - r) / 3.0;
            let (t, impacts) = run(&m, &mut d, 0.25);
            let p = (1.0 + e) * 3.0 / (1.0 / 0.5 + 1.0 / mass + l * l / 0.2);
            assert!(impacts == 1, "h = {h}, e = {e}: {impacts}");
            let s = t - hit;
            assert!((d.state.qpos[0] - p / mass * s).abs() < 1e-7, "h = {h}, e = {e}");
            assert!((d.state.qvel[4] - p * l / 0.2).abs() < 1e-6, "h = {h}, e = {e}: {}", d.state.qvel[4]);
            assert!(
                (d.state.qpos[7] - (-0.3 + 3.0 * hit + (3.0 - p / 0.5) * s)).abs() < 1e-7,
                "h = {h}, e = {e}"
            );
        }
    }
}

#[test]
fn a_pendulum_without_gravity_bounces_between_its_stops() {
    for h in STEPS {
        for e in [1.0, 0.6] {
            let world = r#"<body pos="0 0 2"><joint name="j" type="hinge" axis="0 1 0" limited="true" range="-.5 .4"/>
                <geom size=".05" pos="0 0 -1" mass="1"/></body>"#;
            let m = model(h, [0.0; 3], 0.0, &[("joint", "j", e)], world);
            let mut d = Data::new(&m);
            d.state.qvel[0] = 3.0;
            let (t, impacts) = run(&m, &mut d, 1.0);
            let (mut q, mut w, mut left, mut hits) = (0.0, 3.0, t, 0);
            loop {
                let to: f64 = if w > 0.0 { 0.4 - q } else { -0.5 - q };
                if left < to / w {
                    break;
                }
                (q, left, w, hits) = (q + to, left - to / w, -e * w, hits + 1);
            }
            assert!(impacts == hits, "h = {h}: {impacts} for {hits}");
            assert!((d.state.qpos[0] - q - w * left).abs() < 1e-9, "h = {h}, e = {e}");
            assert!((d.state.qvel[0] - w).abs() < 1e-9);
        }
    }
}

#[test]
fn a_slide_bounces_on_its_stop_under_gravity() {
    for h in STEPS {
        let world = r#"<body pos="0 0 1"><joint name="j" type="slide" axis="0 0 1" limited="true" range="-.5 3"/>
            <geom size=".05" mass="1"/></body>"#;
        let m = model(h, [0.0, 0.0, -G], 0.0, &[("joint", "j", 0.7)], world);
        let mut d = Data::new(&m);
        let (t, impacts) = run(&m, &mut d, 0.9);
        assert!(impacts >= 1);
        assert!((d.state.qpos[0] + 0.5 - bouncing(0.5, 0.7, G, t).0).abs() < 1e-9, "h = {h}");
    }
}

#[test]
fn a_cradle_passes_its_swing_on_whatever_the_step() {
    for h in STEPS {
        for n in [3, 6, 10] {
            let mut world = String::new();
            let mut e = Vec::new();
            let names: Vec<String> = (0..n).map(|i| format!("b{i}")).collect();
            for (i, name) in names.iter().enumerate() {
                let x = i as f64 * 0.1002 - if i == 0 { 0.05 } else { 0.0 };
                world += &format!(
                    r#"<body pos="{x} 0 0"><freejoint/><geom name="{name}" size=".05" mass="1"/></body>"#
                );
                e.push(("geom", name.as_str(), 1.0));
            }
            let m = model(h, [0.0; 3], 0.0, &e, &world);
            let mut d = Data::new(&m);
            d.state.qvel[0] = 4.0;
            let (_, impacts) = run(&m, &mut d, 0.1);
            assert_eq!(impacts, n as u32 - 1, "h = {h}, {n} balls");
            for i in 0..n {
                let v = if i == n - 1 { 4.0 } else { 0.0 };
                assert!((d.state.qvel[6 * i] - v).abs() < 1e-9, "h = {h}, ball {i} of {n}");
            }
        }
    }
}

#[test]
fn balls_of_unequal_mass_meet_in_flight() {
    // both fall: their relative motion is uniform, and so is that of their common centre
    for h in STEPS {
        for e in [1.0, 0.4, 0.0] {
            let world = r#"<body pos="0 0 5"><freejoint/><geom name="a" size=".1" mass="1"/></body>
                <body pos="1 0 5"><freejoint/><geom name="b" size=".2" mass="3"/></body>"#;
            let m = model(h, [0.0, 0.0, -G], 0.0, &[("geom", "a", e), ("geom", "b", e)], world);
            let mut d = Data::new(&m);
            (d.state.qvel[0], d.state.qvel[6]) = (3.0, -1.0);
            let (t, impacts) = run(&m, &mut d, 0.4);
            assert_eq!(impacts, 1, "h = {h}, e = {e}");
            let hit = 0.7 / 4.0;
            let p = (1.0 + e) * 4.0 * 0.75;
            let s = t - hit;
            assert!((d.state.qpos[0] - (3.0 * hit + (3.0 - p) * s)).abs() < 1e-8, "h = {h}, e = {e}");
            assert!((d.state.qpos[7] - (1.0 - hit + (p / 3.0 - 1.0) * s)).abs() < 1e-8, "h = {h}, e = {e}");
            assert!((d.state.qpos[2] - (5.0 - 0.5 * G * t * t)).abs() < 1e-8, "h = {h}, e = {e}");
        }
    }
}

#[test]
fn a_spinning_ball_grips_the_floor_at_the_impact() {
    // sticking impact: 2/7 of the slip is lost to the spin, sliding: μ times the normal impulse
    for h in STEPS {
        for mu in [2.0, 0.05] {
            let e = 0.6;
            let world = format!(
                r#"{FLOOR}<body pos="0 0 .6"><freejoint/><geom name="b" size=".1" mass="1"/></body>"#
            );
            let m = model(h, [0.0, 0.0, -G], mu, &[("geom", "b", e)], &world);
            let mut d = Data::new(&m);
            (d.state.qvel[0], d.state.qvel[4]) = (1.0, -20.0);
            let fall = (2.0 * 0.5 / G).sqrt();
            let (t, _) = run(&m, &mut d, 0.6);
            let slip = 1.0 + 0.1 * 20.0;
            let p = (mu * (1.0 + e) * G * fall).min(2.0 / 7.0 * slip);
            assert!((d.state.qvel[0] - (1.0 - p)).abs() < 1e-8, "h = {h}, mu = {mu}");
            assert!((d.state.qpos[0] - (fall + (1.0 - p) * (t - fall))).abs() < 1e-8, "h = {h}, mu = {mu}");
            assert!((d.state.qvel[4] - (-20.0 + 0.1 * p / 0.004)).abs() < 1e-6, "h = {h}, mu = {mu}");
        }
    }
}

#[test]
fn landing_without_restitution_slides_from_its_own_time() {
    // the impact takes μ times the fall's momentum, then μ g decelerates
    for h in STEPS {
        let (mu, v0) = (0.2, 4.0);
        let world = format!(
            r#"{FLOOR}<body pos="0 0 .55"><freejoint/><geom name="b" type="box" size=".3 .3 .05" mass="1"/></body>"#
        );
        let m = model(h, [0.0, 0.0, -G], mu, &[], &world);
        let mut d = Data::new(&m);
        d.state.qvel[0] = v0;
        let fall = (2.0 * 0.5 / G).sqrt();
        let (t, impacts) = run(&m, &mut d, 0.6);
        assert_eq!(impacts, 1, "h = {h}");
        let v = v0 - mu * G * fall - mu * G * (t - fall);
        assert!((d.state.qvel[0] - v).abs() < 1e-7, "h = {h}: {} for {v}", d.state.qvel[0]);
    }
}

#[test]
fn a_box_thrown_flies_along_its_parabola_and_keeps_angular_momentum_and_energy() {
    for h in STEPS {
        let world = r#"<body pos="0 0 5" euler=".3 .2 .1"><freejoint/><geom type="box" size=".1 .07 .05" mass="2" pos=".05 .02 -.03"/>
            <geom type="sphere" size=".05" mass=".5" pos="-.1 .1 .1"/></body>"#;
        let m = model(h, [0.0, 0.0, -G], 0.5, &[], world);
        let mut d = Data::new(&m);
        d.state.qvel.copy_from_slice(&[1.0, -0.5, 2.0, 5.0, -8.0, 11.0]);
        // total energy, angular momentum about the centre of mass, its place and velocity
        let told = |d: &mut Data| {
            forward(&m, d).expect("defined");
            stiction::sim::post::subtree_velocities(&m, d);
            (
                d.energy[0] + d.energy[1],
                d.post.subtree_angmom[1],
                d.com.subtree_com[1],
                d.post.subtree_linvel[1],
            )
        };
        let (e0, l0, c0, v0) = told(&mut d);
        let (t, _) = run(&m, &mut d, 0.5);
        let (e1, l1, c1, _) = told(&mut d);
        let fall = [0.0, 0.0, -G];
        for k in 0..3 {
            let x = c0[k] + v0[k] * t + 0.5 * fall[k] * t * t;
            assert!((c1[k] - x).abs() < 1e-10, "h = {h}, axis {k}: {}", c1[k] - x);
            assert!((l1[k] - l0[k]).abs() < 1e-11, "h = {h}, axis {k}: {} {}", l0[k], l1[k]);
        }
        assert!((e1 / e0 - 1.0).abs() < 1e-11, "h = {h}: {e0} {e1}");
    }
}

#[test]
fn a_cradle_of_pendulums_passes_its_swing_on() {
    for gap in [1e-3, 1e-4, 1e-5] {
        for h in [0.01, 0.005, 0.002, 0.001] {
            let (mut world, mut e, names) = (String::new(), Vec::new(), ["a", "b", "c", "d", "e"]);
            for (i, name) in names.iter().enumerate() {
                let x = i as f64 * (0.1 + gap);
                world += &format!(
                    r#"<body pos="{x} 0 0"><joint type="hinge" axis="0 1 0"/><geom name="{name}" pos="0 0 -1" size=".05" mass="1"/></body>"#
                );
                e.push(("geom", *name, 1.0));
            }
            let m = model(h, [0.0, 0.0, -G], 0.0, &e, &world);
            let mut d = Data::new(&m);
            d.state.qpos[0] = 0.5;
            // the energy of the first one's swing
            let swing = (2.0 * G * (1.0 - 0.5f64.cos())).sqrt();
            let mut fastest = 0.0f64;
            while d.time < 0.8 {
                let r = step(&m, &mut d).expect("finite");
                assert!(r.status.is_solved() && !r.certificate.crowded, "gap {gap}, h = {h}: {r:?}");
                fastest = fastest.max(-d.state.qvel[4]);
            }
            assert!(
                (fastest / swing - 1.0).abs() < 2e-3 + 2.0 * h,
                "gap {gap}, h = {h}: {fastest} for {swing}"
            );
            let others = d.state.qvel[..4].iter().fold(0.0, |a: f64, v| a.max(v.abs()));
            assert!(others < 5.0 * gap, "gap {gap}, h = {h}: {:?}", d.state.qvel);
        }
    }
}
