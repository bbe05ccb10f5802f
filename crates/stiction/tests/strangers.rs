//! Models that nobody wrote, drawn from the table of elements: none panics, hangs, takes too much memory or gives numbers that are not
//! finite, under every law, method and integrator.
//!
//! A sample runs here; `STICTION_STRANGERS=20000` makes it longer, `STICTION_FIRST=<seed>` begins elsewhere, `STICTION_STRANGER=<seed>`
//! prints and runs one.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use stiction::kinds::{ConeKind, Integrator, JacobianKind, SolverKind};
use stiction::mjcf::{schema::ROBOT, writer};
use stiction::model::check::check;
use stiction::model::elements::{Element, MUJOCO};
use stiction::model::stiction::{Contact, Friction, Impact, Solver};
use stiction::sim::{NoHooks, step_resetting};
use stiction::{Assets, Budget, Data, Loaded, Model, inverse, load_string, step};
use stiction_testkit::SplitMix64;
use stiction_testkit::clock::cpu_seconds as cpu;
use stiction_testkit::grammar::Document;

/// Processor time that one model may take, to be loaded, and in all its rounds and steps [s].
const SECONDS: f64 = 5.0;
/// Memory that the whole process may have taken [KiB].
const MEMORY: u64 = 1 << 20;
/// Files that documents name: those of the fuzzers' corpora, some of them damaged.
struct Files(BTreeMap<String, Arc<[u8]>>);

impl Files {
    fn read() -> Files {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");
        let mut files = BTreeMap::new();
        for (name, ending) in [
            ("mesh/msh", "msh"),
            ("mesh/obj", "obj"),
            ("mesh/obj_corners", "obj"),
            ("mesh/stl", "stl"),
            ("image/grey", "png"),
            ("image/palette", "png"),
            ("image/rgb16", "png"),
            ("image/field", "bin"),
        ] {
            // the first byte chooses what a fuzzer does with the rest
            let bytes = std::fs::read(format!("{root}/{name}")).unwrap().split_off(1);
            let stem = name.rsplit('/').next().unwrap();
            files.insert(format!("{stem}.{ending}"), bytes.into());
        }
        Files(files)
    }
    fn damaged(&self, r: &mut SplitMix64) -> Files {
        let damage = |bytes: &Arc<[u8]>, r: &mut SplitMix64| -> Arc<[u8]> {
            let mut bytes = bytes.to_vec();
            for _ in 0..if r.below(3) == 0 { 1 + r.below(4) } else { 0 } {
                let at = r.below(bytes.len());
                match r.below(3) {
                    0 => bytes[at] = r.next_u64() as u8,
                    1 => bytes.truncate(at + 1),
                    _ => bytes.insert(at, b"\xff\x00 9-e/"[r.below(7)]),
                }
            }
            bytes.into()
        };
        Files(self.0.iter().map(|(name, bytes)| (name.clone(), damage(bytes, r))).collect())
    }
}

impl Assets for Files {
    fn load(&self, path: &str) -> Result<Arc<[u8]>, String> {
        self.0.get(path).cloned().ok_or_else(|| format!("no file '{path}'"))
    }
}

/// Largest memory of the process so far [KiB].
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// What everything grows from: names that references find.
const SEED: &str = r#"<mujoco><compiler/><option/><size/><visual/><default><default class="a"/><default class="b"/></default>
  <asset><mesh name="mesh0" vertex="0 0 0 .2 0 0 0 .2 0 0 0 .2"/><hfield name="hfield0" nrow="3" ncol="3" size="1 1 .2 .1" elevation="0 1 0 1 2 1 0 1 0"/>
    <texture name="texture0" builtin="checker" width="4" height="4" type="2d"/><material name="material0"/></asset>
  <worldbody><geom name="geom0" type="plane" size="1 1 .1"/><camera name="camera0"/>
    <body name="body0" pos="0 0 .1"><freejoint name="joint0"/><geom name="geom1" size=".1"/><site name="site0"/>
      <body name="body1" pos=".2 0 .1"><joint name="joint1"/><joint name="joint2" type="slide" axis="1 0 0"/>
        <geom name="geom2" type="capsule" size=".05 .1"/><site name="site1"/><site name="site2" pos=".1 0 0"/></body></body>
    <body name="body2" pos="0 0 .4"><joint type="ball"/><geom name="geom3" type="box" size=".1 .1 .1"/></body>
    <body name="body3" mocap="true"/></worldbody>
  <tendon><fixed name="tendon0"><joint joint="joint1" coef="1"/></fixed><spatial name="tendon1"><site site="site0"/><site site="site1"/></spatial></tendon>
  <actuator><motor name="actuator0" joint="joint1"/></actuator><equality/><sensor/><contact/><custom/><keyframe/><deformable/></mujoco>"#;
const ROBOT_SEED: &str = r#"<robot name="r"><link name="link0"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="link1"><collision><geometry><box size=".1 .1 .1"/></geometry></collision></link><link name="link2"/>
  <joint name="joint0" type="revolute"><parent link="link0"/><child link="link1"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="joint1" type="fixed"><parent link="link1"/><child link="link2"/></joint></robot>"#;

/// A model that grew from a seed, none if nothing ever loaded. Every draft is a model of its own, with its own time.
fn draw(seed: u64, all: &Files) -> (String, Option<Loaded>, Files) {
    let mut r = SplitMix64(seed);
    let files = all.damaged(&mut r);
    let names: Vec<String> = files.0.keys().cloned().collect();
    let (text, schema): (&str, &'static Element) =
        if seed.is_multiple_of(8) { (ROBOT_SEED, &ROBOT) } else { (SEED, &MUJOCO) };
    let mut document = Document::new(text, schema, &names, seed).expect("the seed is plain");
    let mut good = None;
    for _ in 0..[4, 10, 25][r.below(3)] {
        let before = document.clone();
        for _ in 0..[1, 1, 3][r.below(3)] {
            document.edit();
        }
        let (text, start) = (document.text(), cpu());
        let loaded = load_string(&text, &files);
        assert!(cpu() - start < SECONDS, "loading takes {} s", cpu() - start);
        match loaded {
            Ok(loaded) if loaded.model.size.nv <= 150 && loaded.model.size.ngeom <= 400 => {
                good = Some(loaded)
            }
            _ => document = before,
        }
    }
    (document.text(), good, files)
}

/// Other laws, methods and integrators.
fn set(m: &mut Model, r: &mut SplitMix64) {
    fn any<T: Copy>(all: &[T], r: &mut SplitMix64) -> T {
        all[r.below(all.len())]
    }
    m.opt.integrator = r.below(Integrator::Discrete as usize + 1) as i32;
    m.opt.solver = r.below(SolverKind::Newton as usize + 1) as i32;
    m.opt.cone = r.below(ConeKind::Elliptic as usize + 1) as i32;
    m.opt.jacobian = r.below(JacobianKind::Auto as usize + 1) as i32;
    let s = &mut m.stiction;
    s.contact = any(Contact::ALL, r);
    s.friction = any(Friction::ALL, r);
    s.solver = [None, Some(any(Solver::ALL, r))][r.below(2)];
    s.impact = any(Impact::ALL, r);
    s.own_integrator = r.below(2) == 0;
    s.strict = r.below(4) == 0;
    s.accuracy = [None, None, None, Some(1e-4)][r.below(4)];
}

fn simulate(m: &Model, r: &mut SplitMix64, until: f64) -> bool {
    let mut d = Data::with_budget(m, Budget::UNTRUSTED);
    let scale = [0.0, 1.0, 1e3][r.below(3)];
    for k in 0..8 {
        d.input.ctrl.iter_mut().for_each(|c| *c = scale * r.sym());
        let done = if k == 6 { step_resetting(m, &mut d, &mut NoHooks) } else { step(m, &mut d) };
        let finite = d.state.qpos.iter().chain(&d.state.qvel).chain(&d.state.act).all(|x| x.is_finite());
        assert!(finite, "not finite");
        if done.is_err() {
            return false;
        }
        assert!(d.sensors.sensordata.iter().all(|x| x.is_finite()), "a sensor is not finite");
        if cpu() > until {
            break;
        }
    }
    let _ = inverse(m, &mut d);
    true
}

/// What became of a document (refused to the end, stopped by an error in a step, or ran) and the time of its last draft [s].
fn live(seed: u64, files: &Files) -> (usize, f64) {
    let (_, Some(loaded), files) = draw(seed, files) else { return (0, 0.0) };
    let start = cpu();
    assert_eq!(check(&loaded.model), Ok(()), "a compiled model has only indices that exist");
    let again = writer::write(&loaded.spec);
    let _ = load_string(&again, &files);
    let _ = writer::write_edited(&loaded.spec, &loaded.model, &loaded.model);
    let mut m = loaded.model;
    let mut r = SplitMix64(seed);
    let ran = simulate(&m, &mut r, start + 0.25 * SECONDS);
    for k in [0.5, 0.75] {
        set(&mut m, &mut r);
        simulate(&m, &mut r, start + k * SECONDS);
    }
    m.stiction.exact();
    simulate(&m, &mut r, start + 0.9 * SECONDS);
    (1 + usize::from(ran), cpu() - start)
}

/// A watch that names a document which never ends.
fn watch(now: &'static AtomicU64) {
    std::thread::spawn(move || {
        let (mut last, mut same) = (0, 0);
        loop {
            std::thread::sleep(Duration::from_secs(5));
            let seed = now.load(Ordering::Relaxed);
            same = if seed == last { same + 1 } else { 0 };
            last = seed;
            if same > 24 {
                eprintln!("stranger {seed} hangs");
                std::process::exit(101);
            }
        }
    });
}

#[test]
fn strangers_neither_panic_nor_hang() {
    let files = Files::read();
    let number = |name: &str| std::env::var(name).ok().and_then(|s| s.parse::<u64>().ok());
    if let Some(seed) = number("STICTION_STRANGER") {
        let (text, loaded, _) = draw(seed, &files);
        println!("{text}\n{}", loaded.map_or("refused".into(), |l| format!("{:?}", l.model.size)));
        println!("{:?}", live(seed, &files));
        return;
    }
    let (count, first) = (number("STICTION_STRANGERS").unwrap_or(150), number("STICTION_FIRST").unwrap_or(0));
    static NOW: AtomicU64 = AtomicU64::new(u64::MAX);
    watch(&NOW);
    let (mut ends, mut bad, mut worst) = ([0; 3], Vec::new(), (0.0, 0));
    for seed in first..first + count {
        NOW.store(seed, Ordering::Relaxed);
        let mut time = 0.0;
        match catch_unwind(AssertUnwindSafe(|| live(seed, &files))) {
            Ok((end, taken)) => (ends[end], time) = (ends[end] + 1, taken),
            Err(_) => bad.push((seed, "panicked")),
        }
        if time > worst.0 {
            worst = (time, seed);
        }
        if time > SECONDS {
            bad.push((seed, "slow"));
        }
        if memory() > MEMORY {
            bad.push((seed, "memory"));
            break;
        }
    }
    println!(
        "{count} strangers: refused {}, stopped {}, ran {}; slowest {worst:?}, {} MiB",
        ends[0],
        ends[1],
        ends[2],
        memory() / 1024
    );
    assert_eq!(bad, [], "seeds of strangers that failed");
    assert!(ends[2] > count / 8, "some must run: {ends:?}");
}
