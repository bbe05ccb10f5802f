//! What users save comes back to the bit (feature `serde`). A model itself is saved as XML.

use serde::Serialize;
use serde::de::DeserializeOwned;
use stiction::prelude::*;
use stiction::sim::data::Snapshot;

const SCENE: &str = r#"<mujoco>
  <option timestep="0.003"/>
  <worldbody>
    <geom type="plane" size="9 9 .1" friction="0.7"/>
    <body pos="0 0 .3" euler="10 20 30"><freejoint/><geom type="box" size=".1 .05 .2" friction="0.7"/></body>
    <body name="arm" pos="0 1 1"><joint name="hinge" damping=".1"/><geom type="capsule" size=".03 .2"/></body>
    <body name="hand" mocap="true"><geom size=".05" contype="0" conaffinity="0"/></body>
  </worldbody>
  <actuator><position joint="hinge" kp="20" timeconst=".1"/></actuator>
</mujoco>"#;

fn through_text<T: Serialize + DeserializeOwned>(x: &T) -> T {
    let text = serde_json::to_string(x).expect("can be written");
    serde_json::from_str(&text).expect("can be read")
}

fn bits(d: &Data) -> Vec<u64> {
    d.state.qpos.iter().chain(&d.state.qvel).chain(&d.state.act).map(|x| x.to_bits()).collect()
}

fn goes_on(exact: bool) {
    let mut sim = Sim::parse(SCENE).expect("a model");
    if exact {
        sim.exact();
    }
    for k in 0..150 {
        sim.data_mut().input.ctrl[0] = 0.01 * f64::from(k);
        sim.step().expect("a step");
    }
    let saved: Snapshot = through_text(&sim.data().snapshot());
    let state: stiction::sim::data::State = through_text(&sim.data().state);
    assert_eq!(state, sim.data().state);
    // another process: the model is compiled anew
    let mut other = Sim::parse(SCENE).expect("a model");
    if exact {
        other.exact();
    }
    let (model, data) = other.split();
    assert!(data.restore(model, &saved));
    for _ in 0..100 {
        let report = sim.step().expect("a step");
        other.step().expect("a step");
        assert_eq!(bits(sim.data()), bits(other.data()));
        assert_eq!(through_text(&report), report);
    }
}

#[test]
fn a_snapshot_goes_on_with_the_same_bits() {
    goes_on(false);
}

#[test]
fn so_it_does_under_the_hard_law() {
    goes_on(true);
}

#[test]
fn a_snapshot_of_another_model_or_of_other_lengths_is_refused() {
    let mut sim = Sim::parse(SCENE).expect("a model");
    let mut text = serde_json::to_value(sim.data().snapshot()).expect("can be written");
    text["state"]["qpos"] = serde_json::json!([1.0, 2.0]);
    let damaged: Snapshot = serde_json::from_value(text).expect("can be read");
    let (model, data) = sim.split();
    assert!(!data.restore(model, &damaged));
    let other = Sim::parse("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>")
        .expect("a model");
    assert!(!data.restore(model, &other.data().snapshot()));
    let mut text = serde_json::to_value(sim.data().snapshot()).expect("can be written");
    text["forces"] = serde_json::json!([3.0, 1.0]);
    assert!(serde_json::from_value::<Snapshot>(text).is_err());
}

#[test]
fn bodies_poses_and_options_come_back() {
    let desc =
        BodyDesc::dynamic(Shape::Hull(vec![Vec3([0.1, -0.0, 1.0 / 3.0]); 4])).at(Vec3([0.1, 0.2, 0.3]));
    assert_eq!(through_text(&desc), desc);
    let mut world = World::new(Vec3([0.0, 0.0, -9.81])).expect("a world");
    world.spawn(BodyDesc::environment(Shape::Plane));
    let ball = world.spawn(BodyDesc::dynamic(Shape::Sphere(0.1)).at(Vec3([0.0, 0.0, 1.0 / 3.0])));
    for _ in 0..400 {
        world.step(0.003).expect("a step");
    }
    let pose = world.pose(ball).expect("a ball");
    assert_eq!(through_text(&pose), pose);
    assert_eq!(through_text(&ball), ball);
    let contacts = world.contacts();
    assert!(!contacts.is_empty());
    assert_eq!(through_text(&contacts), contacts);
    let mut sim = Sim::parse(SCENE).expect("a model");
    sim.exact();
    assert_eq!(through_text(&sim.model().opt), sim.model().opt);
    assert_eq!(through_text(&sim.model().stiction), sim.model().stiction);
    assert_eq!(through_text(&sim.model().stat), sim.model().stat);
}

#[test]
fn a_spec_is_saved_as_xml() {
    let loaded = stiction::load_string(SCENE, &NoAssets).expect("a model");
    let xml = stiction::mjcf::writer::write(&loaded.spec);
    let again = stiction::load_string(&xml, &NoAssets).expect("the same model");
    assert_eq!(again.model.body.pos, loaded.model.body.pos);
    assert_eq!(again.model.opt, loaded.model.opt);
}
