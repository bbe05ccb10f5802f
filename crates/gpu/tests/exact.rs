//! The hard law on emulated lanes: its own verdict, and motions that are known.

mod worlds;

use stiction_gpu::{Tables, Twin};
use worlds::{Random, load};

fn humanoid() -> stiction::Model {
    let path = format!("{}/../../models/humanoid.xml", env!("CARGO_MANIFEST_DIR"));
    let mut m = load(&path).expect("a model");
    // its feet resist spin, which this kernel has not
    m.geom.condim.iter_mut().for_each(|c| *c = (*c).min(3));
    m.stiction.exact();
    m
}

fn model(xml: &str) -> stiction::Model {
    let mut m = stiction::load_string(xml, &stiction::NoAssets).expect("a model").model;
    m.stiction.exact();
    m
}

/// Humanoids that fall from 0.4 m: steps in order.
fn fall(m: &stiction::Model, world: u64, amp: f64, steps: usize, mut each: impl FnMut(usize, &Twin<f64>)) {
    let (mut random, mut d) = (Random::new(world), stiction::Data::new(m));
    random.start(m, &mut d);
    d.state.qpos[2] += 0.4;
    let mut twin = Twin::<f64>::new(m).expect("tables");
    (twin.qpos, twin.qvel) = (d.state.qpos.clone(), d.state.qvel.clone());
    for k in 0..steps {
        random.controls(m, amp, &mut twin.ctrl);
        twin.tally = Default::default();
        twin.step();
        each(k, &twin);
    }
}

#[test]
fn worlds_that_fall_keep_to_the_law() {
    let m = humanoid();
    for amp in [0.02, 1.0] {
        let (mut off, mut builds, mut flagged, mut depth) = (Vec::new(), 0, 0, 0.0f64);
        for world in 0..4 {
            fall(&m, world, amp, 150, |_, t| {
                off.push(t.verdict.violation);
                assert_eq!(t.tally.bad, 0);
                builds += t.tally.builds;
                flagged += t.tally.stopped;
                // a step that is off by more than 1 µm/s says so
                assert!(t.verdict.violation <= 1e-6 || t.tally.stopped == 1);
                if t.tally.stopped == 0 {
                    depth = depth.max(t.verdict.depth);
                }
            });
        }
        off.sort_by(f64::total_cmp);
        let n = off.len();
        println!(
            "±{amp}: violation median {:.1e}, 95 % {:.1e}, 99 % {:.1e}, worst {:.1e} m/s; {flagged} of {n} flagged; depth {depth:.1e} m; {:.1} factors a step",
            off[n / 2],
            off[n * 95 / 100],
            off[n * 99 / 100],
            off[n - 1],
            f64::from(builds) / n as f64
        );
        assert!(off[n / 2] <= 1e-8 && off[n * 95 / 100] <= 1e-6 && flagged * 20 <= n as u32);
    }
}

const SLOPE: &str = r#"<mujoco><option timestep="0.002" gravity="GX 0 GZ"/><worldbody>
    <geom type="plane" size="9 9 1" friction="0.5"/>
    <body pos="0 0 0.1"><freejoint/><geom type="box" size=".2 .15 .1" friction="0.5" density="700"/></body>
    </worldbody></mujoco>"#;

/// A box on a plane: slides at μ g less or more, stops, and stays to the last digit.
#[test]
fn a_box_slides_and_sticks_by_coulombs_law() {
    let on = |angle: f64| {
        let (s, c) = libm::sincos(angle);
        model(&SLOPE.replace("GX", &format!("{}", 10.0 * s)).replace("GZ", &format!("{}", -10.0 * c)))
    };
    let mut twin = Twin::<f64>::new(&on(0.0)).expect("tables");
    twin.qvel[0] = 0.5;
    for k in 1..=100 {
        twin.step();
        let v = (0.5 - 0.5 * 10.0 * 0.002 * f64::from(k)).max(0.0);
        assert!((twin.qvel[0] - v).abs() < 2e-8, "{k}: {} for {v}", twin.qvel[0]);
        assert!(twin.verdict.violation < 1e-7 && twin.tally.stopped == 0, "{k}: {:?}", twin.verdict);
    }
    assert!((twin.qpos[2] - 0.1).abs() < 1e-5);
    // tan 0.4 = 0.42 holds, tan 0.6 = 0.68 does not
    for (angle, slides) in [(0.4, false), (0.6, true)] {
        let mut twin = Twin::<f64>::new(&on(angle)).expect("tables");
        for _ in 0..50 {
            twin.step();
        }
        let (s, c) = libm::sincos(angle);
        let v = if slides { 10.0 * (s - 0.5 * c) * 0.1 } else { 0.0 };
        assert!((twin.qvel[0] - v).abs() < 1e-7, "{angle}: {} for {v}", twin.qvel[0]);
    }
}

#[test]
fn what_is_left_out_is_named() {
    let ball = r#"<body pos="0 0 1"><freejoint/><geom name="b" size=".1"/></body>"#;
    let world = |inner: &str| format!("<mujoco><worldbody>{ball}</worldbody>{inner}</mujoco>");
    let bounce = r#"<custom><tuple name="stiction:restitution"><element objtype="geom" objname="b" prm="0.5"/></tuple></custom>"#;
    let said = |m: &stiction::Model| Tables::<f64>::new(m).expect_err("a refusal").to_string();
    assert!(said(&model(&world(bounce))).contains("restitution under the hard law"));
    let plain = model(&world(""));
    assert!(Tables::<f64>::new(&plain).is_ok());
    let single = Tables::<f32>::new(&plain).expect_err("a refusal").to_string();
    assert!(single.contains("the hard law in single precision"), "{single}");
    let spin = model(
        &world("")
            .replace("size=\".1\"", "size=\".1\" condim=\"4\"")
            .replace("<worldbody>", "<worldbody><geom type='plane' size='1 1 1'/>"),
    );
    assert!(said(&spin).contains("contacts that resist spin under the hard law"));
}
