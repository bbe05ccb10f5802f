//! User constraints beside the rest of the engine: derivatives by differences, sleeping, snapshots, and every exact solver by name.

use stiction::constraint::user::library::*;
use stiction::constraint::user::{Bounds, Config, Holonomic, Law, Nonholonomic, Touches, Velocity};
use stiction::prelude::*;
use stiction::sim::difference::{Sides, transition};
use stiction::sim::forward::Sensors;
use stiction::sim::hooks::NoHooks;
use stiction::spatial::{Motion, Scalar, Vec3};

fn model(xml: &str) -> Model {
    stiction::load_string(xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

fn run(m: &Model, d: &mut Data, steps: usize) {
    for _ in 0..steps {
        step(m, d).unwrap_or_else(|e| panic!("{e}"));
    }
}

/// Two hinges of one axis; the gear makes them one: q₁ = 2 q₀.
const GEARED: &str = r#"<mujoco><option timestep="0.002" integrator="Euler" gravity="0 0 0"><flag contact="disable" eulerdamp="disable"/></option><worldbody>
  <body><joint name="a" axis="0 0 1" stiffness="3" damping=".4"/><inertial pos="0 0 0" mass="1" diaginertia=".3 .3 .5"/></body>
  <body pos="1 0 0"><joint name="b" axis="0 0 1" damping=".1"/><inertial pos="0 0 0" mass="1" diaginertia=".15 .15 .2"/></body>
  </worldbody><actuator><motor joint="a"/></actuator></mujoco>"#;

/// With q₁ = 2 q₀ the step is linear: I = I₀ + 4 I₁, c = c₀ + 4 c₁,  v' = v + h (u − k q − c v)/I,  q' = q + h v'.
#[test]
fn derivatives_by_differences_see_a_hard_gear() {
    let m = model(GEARED);
    let mut d = Data::new(&m);
    d.constraints.add(Gear::new([1, 0], 2.0).with_law(Law::Hard));
    (d.state.qpos[0], d.state.qpos[1]) = (0.3, 0.6);
    (d.state.qvel[0], d.state.qvel[1]) = (-0.5, -1.0);
    forward(&m, &mut d).unwrap();
    let before = (d.state.clone(), d.time, d.solution.qacc.clone());
    let t = transition(&m, &mut d, &mut NoHooks, 1e-6, Sides::Centred, Sensors::Compute);
    assert!(before == (d.state.clone(), d.time, d.solution.qacc.clone()), "the data is left as it was");
    assert_eq!(d.constraints.len(), 1);
    let (h, inertia, damping) = (0.002, 0.5 + 4.0 * 0.2, 0.4 + 4.0 * 0.1);
    let vq = -h * 3.0 / inertia;
    let vv = 1.0 - h * damping / inertia;
    let want_q = [1.0 + h * vq, h * vv];
    let want_v = [vq, vv];
    // along the constraint: both joints nudged together, δ = (1, 2)
    for (row, want) in [(0, want_q), (2, want_v)] {
        for (part, want) in [(0, want[0]), (2, want[1])] {
            let a = |r: usize| t.a[r * 4 + part] + 2.0 * t.a[r * 4 + part + 1];
            assert!((a(row) - want).abs() < 1e-6, "row {row}, columns {part}: {} for {want}", a(row));
            assert!((a(row + 1) - 2.0 * want).abs() < 2e-6, "row {}: {}", row + 1, a(row + 1));
        }
        // whatever is nudged, the next state is on the constraint
        for col in 0..4 {
            let (x, y) = (t.a[row * 4 + col], t.a[(row + 1) * 4 + col]);
            assert!((y - 2.0 * x).abs() < 1e-6, "column {col}: {x} {y}");
        }
    }
    for (r, want) in
        [h * h / inertia, 2.0 * h * h / inertia, h / inertia, 2.0 * h / inertia].iter().enumerate()
    {
        assert!((t.b[r] - want).abs() < 1e-8, "control, row {r}: {} for {want}", t.b[r]);
    }
}

/// A soft rod's derivative is that of the step itself, taken by hand from copies of the data.
#[test]
fn derivatives_by_differences_see_a_soft_rod() {
    let m = model(
        r#"<mujoco><option timestep="0.002"/><worldbody><body pos="1 0 0">
        <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><inertial pos="0 0 0" mass="1" diaginertia=".01 .02 .03"/>
        </body></worldbody></mujoco>"#,
    );
    let mut d = Data::new(&m);
    d.constraints.add(Distance::to_world(1, Vec3::ZERO, Vec3::ZERO, 0.9).with_law(Law::SOFT));
    d.state.qvel[1] = 0.5;
    let eps = 1e-6;
    let t = transition(&m, &mut d, &mut NoHooks, eps, Sides::Centred, Sensors::Compute);
    let next = |col: usize, e: f64| {
        let mut c = d.clone();
        if col < 2 {
            c.state.qpos[col] += e
        } else {
            c.state.qvel[col - 2] += e
        }
        run(&m, &mut c, 1);
        [c.state.qpos[0], c.state.qpos[1], c.state.qvel[0], c.state.qvel[1]]
    };
    for col in 0..4 {
        let (p, n) = (next(col, eps), next(col, -eps));
        for row in 0..4 {
            let want = (p[row] - n[row]) / (2.0 * eps);
            assert!((t.a[row * 4 + col] - want).abs() < 1e-7, "{row} {col}: {} {want}", t.a[row * 4 + col]);
        }
    }
    // the rod acts: pulled along x it resists, pushed across it hardly does
    assert!(t.a[2 * 4] < -0.5, "{}", t.a[2 * 4]);
}

/// Two boxes on a plane a metre apart, and a third one far away.
const BOXES: &str = r#"<mujoco><option timestep="0.002"><flag sleep="enable"/></option><worldbody><geom type="plane" size="9 9 1"/>
  <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="1 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="4 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"#;

fn asleep(d: &Data) -> Vec<bool> {
    d.state.tree_asleep.iter().map(|t| *t >= 0).collect()
}

/// Tied and at rest, both sleep as one cycle, do not move, and wake as one.
#[test]
fn what_a_satisfied_constraint_ties_sleeps_and_wakes_together() {
    for law in [Law::SOFT, Law::Hard] {
        let m = model(BOXES);
        let mut d = Data::new(&m);
        let rod = d.constraints.add(Distance::new([1, 2], [Vec3::ZERO; 2], 1.0).with_law(law));
        run(&m, &mut d, 500);
        assert_eq!(asleep(&d), [true; 3], "{law:?}");
        assert_eq!(d.state.tree_asleep[..2], [1, 0], "{law:?}: one cycle");
        let held = d.state.qpos.clone();
        run(&m, &mut d, 200);
        assert_eq!((asleep(&d), &d.state.qpos), (vec![true; 3], &held), "{law:?}: it stays asleep");
        assert!(d.constraints.addresses(rod).unwrap().iter().all(|a| *a < 0), "{law:?}: no row while asleep");
        d.input.xfrc_applied[1][0] = 5.0;
        run(&m, &mut d, 1);
        assert_eq!(asleep(&d), [false, false, true], "{law:?}: a push on one wakes the other, not the third");
        assert!(d.constraints.addresses(rod).unwrap().iter().all(|a| *a >= 0), "{law:?}");
    }
}

/// A constraint added between a sleeping and an awake tree, or between two cycles, wakes; on one sleeping tree it does not.
#[test]
fn a_new_constraint_wakes_what_it_ties() {
    let m = model(BOXES);
    let mut d = Data::new(&m);
    run(&m, &mut d, 500);
    assert_eq!(asleep(&d), [true; 3]);
    let (mut awake, mut cycles) = (d.clone(), d.clone());
    awake.state.qvel[2] = 1.0;
    run(&m, &mut awake, 1);
    assert_eq!(asleep(&awake), [false, true, true]);
    awake.constraints.add(Distance::new([1, 3], [Vec3::ZERO; 2], 4.0));
    run(&m, &mut awake, 1);
    assert_eq!(asleep(&awake), [false, true, false], "a sleeper tied to something awake");
    cycles.constraints.add(Distance::new([1, 2], [Vec3::ZERO; 2], 1.0));
    run(&m, &mut cycles, 1);
    assert_eq!(asleep(&cycles), [false, false, true], "two that slept by themselves");
}

/// x = (t − 1.5 s)² from t = 1.5 s on, before that at rest.
struct Later {
    body: [usize; 1],
}

impl Holonomic for Later {
    fn name(&self) -> &str {
        "later"
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(&self.body)
    }
    fn dim(&self) -> usize {
        1
    }
    fn law(&self) -> Law {
        Law::Hard
    }
    fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        let t = x.time - T::from_f64(1.5);
        let target = if t.value() > 0.0 { t * t } else { T::from_f64(0.0) };
        c[0] = x.poses[0].pos[0] - target;
    }
}

/// A target that starts to move while its body sleeps wakes it.
#[test]
fn a_moving_target_wakes_its_body() {
    let m = model(BOXES);
    let mut d = Data::new(&m);
    d.constraints.add(Later { body: [1] });
    run(&m, &mut d, 700);
    assert!(asleep(&d)[0], "at rest until 1.5 s");
    run(&m, &mut d, 150);
    let want = (d.time - 1.5) * (d.time - 1.5);
    assert!((d.state.qpos[0] - want).abs() < 1e-9, "{} for {want}", d.state.qpos[0]);
}

/// A snapshot taken while tied trees sleep goes on with the same bits.
#[test]
fn snapshots_with_user_constraints_repeat() {
    let m = model(BOXES);
    let mut d = Data::new(&m);
    d.constraints.add(Distance::new([1, 2], [Vec3::ZERO; 2], 1.0));
    run(&m, &mut d, 400);
    let mut e = d.clone();
    for d in [&mut d, &mut e] {
        d.input.xfrc_applied[1][2] = 12.0;
        run(&m, d, 100);
    }
    assert_eq!(d.state.qpos, e.state.qpos);
}

/// A few equality rows are solved directly: Newton's answer, which a far constraint that does not pull brings back.
#[test]
fn few_rows_give_newtons_answer() {
    let xml = r#"<mujoco><option tolerance="0" iterations="50"/><worldbody>
        <body pos="1 0 0"><freejoint/><inertial pos=".1 0 0" mass="1" diaginertia=".01 .02 .03"/></body>
        <body pos="2 0 0"><freejoint/><inertial pos="0 0 .1" mass="3" diaginertia=".02 .02 .03"/></body>
        <body pos="9 0 0"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia=".02 .02 .03"/></body></worldbody></mujoco>"#;
    let m = model(xml);
    for law in [Law::SOFT, Law::critical(0.05), Law::Hard] {
        let mut d = Data::new(&m);
        for (i, v) in d.state.qvel.iter_mut().enumerate() {
            *v = libm::sin(1.0 + i as f64);
        }
        d.constraints.add(PointToPoint::new([0, 1], [Vec3::ZERO, -Vec3::X]).with_law(law));
        let rod = d.constraints.add(Distance::new([1, 2], [Vec3::Y; 2], 1.0).with_law(law));
        let mut newton = d.clone();
        // C ≥ 0 is no equality: the whole problem goes to Newton, but its row is never active
        let mut far = Distance::to_world(3, Vec3::ZERO, Vec3::ZERO, 1.0).with_law(Law::Hard);
        far.bounds = Bounds::AtLeastZero;
        newton.constraints.add(far);
        forward(&m, &mut d).unwrap();
        forward(&m, &mut newton).unwrap();
        assert_eq!(d.rows.pos.len() + 1, newton.rows.pos.len(), "{law:?}");
        let scale = newton.solution.qacc.iter().fold(1.0f64, |a, x| a.max(x.abs()));
        for (x, y) in d.solution.qacc.iter().zip(&newton.solution.qacc) {
            assert!((x - y).abs() < 1e-7 * scale, "{law:?}: {x} {y}");
        }
        let (f, g) = (d.constraint_force(rod).unwrap()[0], newton.constraint_force(rod).unwrap()[0]);
        assert!((f - g).abs() < 1e-6 * (1.0 + g.abs()) && g != 0.0, "{law:?}: {f} {g}");
        // only Newton has a Hessian: the two went different ways
        let nonzeros = |d: &Data| d.solution.report.islands.iter().map(|i| i.nnz).sum::<u32>();
        assert!(nonzeros(&d) == 0 && nonzeros(&newton) > 0, "{} {}", nonzeros(&d), nonzeros(&newton));
    }
}

/// Every exact method under the hard law: two balls on a rod, one of which falls to the floor and pushes the other along.
#[test]
fn every_exact_solver_by_name_holds_user_rows() {
    let mut ends = Vec::new();
    for solver in ["psn", "asm", "poly", "admm", "ipm", "pgs", "newton", "cg"] {
        for friction in ["coulomb", "convex"] {
            let xml = format!(
                r#"<mujoco><option timestep="0.002"/><custom><text name="stiction" data="contact=hard friction={friction} solver={solver}"/></custom>
                <worldbody><geom type="plane" size="5 5 1" friction=".3"/>
                <body pos="0 0 .1"><freejoint/><geom size=".1" mass="1" friction=".3"/></body>
                <body pos="0.5 0 .4"><freejoint/><geom size=".1" mass="1" friction=".3"/></body></worldbody></mujoco>"#
            );
            let Ok(loaded) = stiction::load_string(&xml, &NoAssets) else {
                println!("{solver} {friction}: not offered");
                continue;
            };
            let m = loaded.model;
            let mut d = Data::new(&m);
            let length = (0.25f64 + 0.09).sqrt();
            d.constraints.add(Distance::new([1, 2], [Vec3::ZERO; 2], length));
            let at = |d: &Data, b: usize| Vec3([0, 1, 2].map(|k| d.state.qpos[7 * b + k]));
            let (mut drift, mut lowest) = (0.0f64, f64::INFINITY);
            for _ in 0..400 {
                step(&m, &mut d).unwrap_or_else(|e| panic!("{solver} {friction}: {e}"));
                drift = drift.max(((at(&d, 0) - at(&d, 1)).norm() - length).abs());
                lowest = lowest.min(at(&d, 0)[2].min(at(&d, 1)[2]));
            }
            println!("{solver:7} {friction:8} drift {drift:.1e} lowest {lowest:.6} end {:?}", at(&d, 1));
            assert!(drift < 1e-10, "{solver} {friction}: rod {drift:e}");
            assert!(lowest > 0.0995, "{solver} {friction}: {lowest}");
            ends.push((solver, friction, at(&d, 1)));
        }
    }
    assert!(ends.len() >= 8, "{ends:?}");
    for friction in ["coulomb", "convex"] {
        let of: Vec<_> = ends.iter().filter(|e| e.1 == friction).collect();
        for e in &of {
            assert!((e.2 - of[0].2).max_abs() < 5e-3, "{e:?} and {:?} agree", of[0]);
        }
    }
}

/// A box that rests on the ground, hung on two hard rods and tied to a second box by a hard hinge: contacts, and more rows than the
/// direct way takes.
const LOADED: &str = r#"<mujoco><option timestep="0.002" iterations="200" tolerance="1e-12" ls_tolerance="1e-6"/><worldbody>
  <geom type="plane" size="5 5 1"/>
  <body pos="0 0 .2"><freejoint/><geom type="box" size=".2 .2 .2"/></body>
  <body pos=".5 0 .2"><freejoint/><geom type="box" size=".2 .2 .2"/></body></worldbody></mujoco>"#;

/// Forces of hard rows under conjugate gradients are Newton's, beside contacts too.
#[test]
fn hard_rows_under_cg_have_newtons_forces() {
    use stiction::kinds::SolverKind;
    let mut m = model(LOADED);
    let mut forces = Vec::new();
    for solver in [SolverKind::Newton, SolverKind::Cg] {
        m.opt.solver = solver as i32;
        let mut d = Data::new(&m);
        let rod =
            d.constraints.add(Distance::to_world(1, Vec3([-0.2, 0.1, 0.2]), Vec3([-0.2, 0.1, 1.4]), 1.0));
        let poses = [1, 2].map(|b| stiction::spatial::Pose::new(m.body.pos[b], m.body.quat[b]));
        let frame = JointFrame::at([1, 2], poses, Vec3([0.25, 0.0, 0.3]), Vec3::Y);
        let hinge = d.constraints.add(Hinge::new(frame));
        d.input.xfrc_applied[2] = [30.0, 10.0, 40.0, 0.0, 5.0, 0.0];
        run(&m, &mut d, 50);
        let all = [rod, hinge].map(|h| d.constraint_force(h).unwrap_or_default());
        forces.push((all.concat(), d.state.qpos.clone()));
    }
    let [(f, q), (g, p)] = &forces[..] else { panic!() };
    let size = f.iter().fold(0.0f64, |w, x| w.max(x.abs()));
    let off = f.iter().zip(g).fold(0.0f64, |w, (a, b)| w.max((a - b).abs()));
    println!("forces up to {size:.1} N, CG off by {off:.2e} N");
    assert!(size > 10.0 && off < 1e-3 * size, "{f:?} {g:?}");
    assert!(q.iter().zip(p).all(|(a, b)| (a - b).abs() < 1e-6), "{q:?} {p:?}");
}

/// No speed sideways.
struct Skate([usize; 1]);

impl Nonholonomic for Skate {
    fn name(&self) -> &str {
        "skate"
    }
    fn bodies(&self) -> &[usize] {
        &self.0
    }
    fn dim(&self) -> usize {
        1
    }
    fn law(&self) -> Law {
        Law::Hard
    }
    fn residual<T: Scalar>(&self, x: &Config<'_, T>, v: &[Motion<T>], r: &mut [T]) {
        r[0] = x.direction(0, Vec3::Y).dot(v[0].lin);
    }
}

/// A skate that turns runs on a circle, and its ice takes no energy and gives none: the impulse at velocity level is symmetric in
/// time. On an inclined plane it moves back and forth without drifting down (the classical answer), with energy to O(h²).
#[test]
fn a_hard_skate_keeps_its_energy() {
    let skate = |h: f64, g: f64| {
        model(&format!(
            r#"<mujoco><option timestep="{h}" gravity="{g} 0 0"/><worldbody><body><freejoint/>
            <inertial pos="0 0 0" mass="2" diaginertia=".3 .3 .3"/></body></worldbody></mujoco>"#
        ))
    };
    for integrator in ["Euler", "implicitfast"] {
        let mut m = skate(0.01, 0.0);
        m.opt.integrator = if integrator == "Euler" { 0 } else { 3 };
        let mut d = Data::new(&m);
        d.state.qvel.copy_from_slice(&[1.0, 0.0, 0.0, 0.0, 0.0, 2.0]);
        d.constraints.add(Velocity(Skate([1])));
        run(&m, &mut d, 1000);
        let (x, y) = (d.state.qpos[0], d.state.qpos[1]);
        let speed = d.state.qvel[0].hypot(d.state.qvel[1]);
        assert!((speed - 1.0).abs() < 1e-10, "{integrator}: {speed}");
        assert!((x.hypot(y - 0.5) - 0.5).abs() < 1e-4, "{integrator}: {x} {y}");
    }
    // down the slope x̂ with heading ω t: v = (g/ω) sin ωt along the heading, x = (g/2ω²) sin² ωt
    let worst: Vec<f64> = [0.01, 0.005]
        .into_iter()
        .map(|h| {
            let m = skate(h, 3.0);
            let mut d = Data::new(&m);
            d.state.qvel[5] = 2.0;
            d.constraints.add(Velocity(Skate([1])));
            let mut worst = 0.0f64;
            for k in 1..=(10.0 / h) as usize {
                run(&m, &mut d, 1);
                let s = libm::sin(2.0 * k as f64 * h);
                worst = worst.max((d.state.qpos[0] - 3.0 / 8.0 * s * s).abs());
            }
            worst
        })
        .collect();
    println!("skate on a slope: {worst:.2?} m from the analytic path with h = 10, 5 ms");
    assert!(worst[0] < 0.02 && worst[1] < 0.6 * worst[0], "{worst:?}");
}
