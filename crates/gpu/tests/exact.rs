//! The hard law on emulated lanes: its own verdict, and motions that are known.

mod worlds;

use stiction_gpu::{Tables, Twin, Who};
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
        let within = |part: usize| off[n * part / 1000];
        println!(
            "±{amp}: violation median {:.1e}, 95 % {:.1e}, 99.9 % {:.1e}, worst {:.1e} m/s; {flagged} of {n} flagged; depth {depth:.1e} m; {:.1} factors a step",
            within(500),
            within(950),
            within(999),
            off[n - 1],
            f64::from(builds) / n as f64
        );
        // one jam among the 600 steps of strong control does not end (docs/gaps.md)
        assert!(within(500) <= 1e-8 && within(990) <= 1e-7 && flagged * 500 < n as u32);
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
    let mut worst = 0.0f64;
    for k in 1..=100 {
        twin.step();
        let v = (0.5 - 0.5 * 10.0 * 0.002 * f64::from(k)).max(0.0);
        let off = (twin.qvel[0] - v).abs();
        worst = worst.max(off);
        // step 50 stops it with all the friction there is, to the last bit: which way the forces of corners that hardly slip point is then
        // weighed by that slip, and 2e-7 m/s are within 2e-9 of the law
        let most = if k < 50 { 2e-8 } else { 1e-6 };
        assert!(off < most, "{k}: {off:e}, {:?}", twin.verdict);
        assert!(twin.verdict.violation < 1e-7 && twin.tally.stopped == 0, "{k}: {:?}", twin.verdict);
    }
    assert!((twin.qpos[2] - 0.1).abs() < 1e-5);
    println!("a box that slides and stops: off by {worst:.1e} m/s at most");
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

/// From the same states, where no impact divides the step of the CPU's engine: both solve the same problem then, but for products of velocities in
/// the middle of the step, of order h v².
#[test]
fn steps_are_the_cpus_where_no_impact_divides_them() {
    let m = humanoid();
    let (mut apart, mut fast) = (Vec::new(), Vec::new());
    for world in 0..4 {
        let mut before = None::<Twin<f64>>;
        fall(&m, world, 0.02, 200, |k, t| {
            let old = before.replace(t.clone());
            let Some(old) = old.filter(|_| k > 100 && t.tally.stopped == 0) else { return };
            let mut d = stiction::Data::new(&m);
            (d.state.qpos, d.state.qvel) = (old.qpos.clone(), old.qvel.clone());
            d.input.ctrl.clone_from(&t.ctrl);
            stiction::step(&m, &mut d).expect("a step");
            let c = stiction::sim::certificate::certificate(&m, &mut d);
            if c.impacts > 0 || c.crowded || c.held > 0.0 {
                return;
            }
            let change =
                |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            apart.push(change(&t.qvel, &d.state.qvel));
            fast.push(change(&old.qvel, &t.qvel));
        });
    }
    apart.sort_by(f64::total_cmp);
    fast.sort_by(f64::total_cmp);
    let n = apart.len();
    println!(
        "{n} steps: velocities apart by {:.1e} (median), {:.1e} (90 %), {:.1e} (worst); they change by {:.1e} (median)",
        apart[n / 2],
        apart[n * 9 / 10],
        apart[n - 1],
        fast[n / 2]
    );
    assert!(n >= 20 && apart[n / 2] <= 0.02 * fast[n / 2], "{n}");
}

/// A verdict says who it is about.
#[test]
fn the_worst_has_a_name() {
    let m = model(&SLOPE.replace("GX", "6").replace("GZ", "-8"));
    let mut twin = Twin::<f64>::new(&m).expect("tables");
    assert_eq!(twin.tables().who(&m, 0), Who::Nobody);
    assert_eq!(twin.tables().who(&m, 1 << 31 | 3), Who::Dof(3));
    twin.step();
    assert!(twin.verdict.violation > 0.0, "{:?}", twin.verdict);
    assert_eq!(twin.tables().who(&m, twin.verdict.worst), Who::Geoms([0, 1]));
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
