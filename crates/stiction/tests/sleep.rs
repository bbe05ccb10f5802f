//! Sleeping under every integrator, and through snapshots.

use stiction::prelude::*;

const SCENE: &str = r#"<worldbody><geom type="plane" size="9 9 1"/>
  <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="1 0 2.2"><freejoint/><geom size=".1"/></body>
  <body pos="3 0 1"><joint axis="0 1 0" damping=".4"/><geom type="capsule" size=".04" fromto="0 0 0 .1 0 -.4"/></body></worldbody>"#;

fn model(option: &str) -> Model {
    let xml = format!(r#"<mujoco><option {option}><flag sleep="enable"/></option>{SCENE}</mujoco>"#);
    stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

fn run(m: &Model, d: &mut Data, steps: usize) {
    for _ in 0..steps {
        step(m, d).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn every_integrator_lets_things_sleep_and_wakes_them() {
    for integrator in ["Euler", "RK4", "implicit", "implicitfast", "discrete"] {
        let m = model(&format!(r#"integrator="{integrator}""#));
        let mut d = Data::new(&m);
        run(&m, &mut d, 250);
        assert!(
            d.state.tree_asleep[0] >= 0 && d.state.tree_asleep[1] >= 0,
            "{integrator} {:?}",
            d.state.tree_asleep
        );
        // the two boxes are one island: 0 → 1 → 0
        assert_eq!(d.state.tree_asleep[..2], [1, 0], "{integrator}");
        let held = d.state.qpos[..14].to_vec();
        run(&m, &mut d, 50);
        assert_eq!(d.state.qpos[..14], held, "{integrator}: what sleeps does not move");
        d.input.xfrc_applied[2][0] = 1.0;
        run(&m, &mut d, 1);
        assert!(d.state.tree_asleep[..2].iter().all(|t| *t < 0), "{integrator}: a force wakes the island");
    }
}

#[test]
fn snapshots_keep_what_sleeps() {
    let m = model("");
    let mut d = Data::new(&m);
    run(&m, &mut d, 200);
    assert!(d.sleep.counts.ntree_awake < 4 && d.sleep.counts.ntree_awake > 0, "{:?}", d.state.tree_asleep);
    let saved = d.snapshot();
    let mut e = Data::new(&m);
    assert!(e.restore(&m, &saved));
    assert_eq!(e.state.tree_asleep, d.state.tree_asleep);
    for data in [&mut d, &mut e] {
        run(&m, data, 50);
        // the ball hits the stack
        data.state.qvel[12] = -4.0;
        run(&m, data, 300);
    }
    assert_eq!(d.state, e.state, "the same bits");
    let other = stiction::load_string("<mujoco/>", &NoAssets).unwrap_or_else(|e| panic!("{e}")).model;
    assert!(!Data::new(&other).restore(&other, &saved), "of another model: refused");
}
