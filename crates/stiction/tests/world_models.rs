//! Whole models in a world: robots and compounds beside bodies that come and go; sensors, groups, bodies that are told, shape casts.

use std::sync::Arc;
use stiction::prelude::*;
use stiction::sim::world::{BodyDesc, ModelId, Shape, Touch, World, WorldError};
use stiction::spatial::{Pose, Quat, Vec3};
use stiction::{load_string, mjcf};

const ARM: &str = r#"<mujoco>
  <option timestep="0.01" gravity="0 0 -1"/>
  <worldbody>
    <geom name="table" type="box" size=".2 .2 .05" pos="0 0 -.05"/>
    <frame pos="0 0 .1"><geom type="sphere" size=".02" pos=".15 0 0"/></frame>
    <body name="upper" pos="0 0 .5">
      <joint name="shoulder" axis="0 1 0" damping=".5"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0" contype="0" conaffinity="0"/>
      <body name="fore" pos=".4 0 0">
        <joint name="elbow" axis="0 1 0" damping=".5"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0" contype="0" conaffinity="0"/>
        <site name="tip" pos=".3 0 0"/>
      </body>
    </body>
    <body name="ball" pos="0 0 .2"><freejoint/><geom type="sphere" size=".05"/></body>
  </worldbody>
  <actuator>
    <position name="s" joint="shoulder" kp="100" kv="10"/>
    <general name="lag" joint="elbow" dyntype="filter" dynprm=".1" gainprm="5"/>
  </actuator>
  <sensor><framepos name="where" objtype="site" objname="tip"/></sensor>
  <keyframe><key qpos="1 1 0 0 1 1 0 0 0"/></keyframe>
</mujoco>"#;

fn spec(xml: &str) -> Spec {
    load_string(xml, &NoAssets).expect("the model loads").spec
}

fn world() -> World {
    World::new(Vec3([0.0, 0.0, -9.81])).expect("an empty world")
}

fn put(w: &mut World, xml: &str, pose: Pose) -> ModelId {
    w.add_model(&spec(xml), Arc::new(NoAssets), pose).expect("the model is put into the world")
}

fn turned(x: f64, y: f64, angle: f64) -> Pose {
    Pose::new(Vec3([x, y, 0.0]), Quat([libm::cos(0.5 * angle), 0.0, 0.0, libm::sin(0.5 * angle)]))
}

#[test]
fn a_robot_moves_in_a_world_as_it_does_alone() {
    let mut alone = Sim::parse(ARM).expect("the model loads");
    alone.exact();
    alone.model_mut().opt.gravity = Vec3([0.0, 0.0, -9.81]);
    let mut w = world();
    let stray = w.spawn(BodyDesc::dynamic(Shape::Sphere(0.1)).at(Vec3([9.0, 9.0, 50.0])));
    let quarter = std::f64::consts::FRAC_PI_2;
    let robot = put(&mut w, ARM, turned(3.0, -1.0, quarter));
    for step in 0..200 {
        for (name, u) in [("s", -0.7), ("lag", 0.3)] {
            alone.set_control(name, u).expect("an actuator");
            w.set_control(robot, name, u).expect("an actuator");
        }
        alone.step().expect("a step");
        w.step(0.01).expect("a step");
        if step == 60 {
            // a recompile in the middle: state, controls and activations go through it
            w.spawn(BodyDesc::environment(Shape::Plane).at(Vec3([0.0, 0.0, -5.0])));
            w.remove(stray).expect("it is there");
        }
    }
    for joint in ["shoulder", "elbow"] {
        let q = alone.joint(joint).expect("a joint").q()[0];
        let [r] = w.q(robot, joint).expect("a joint") else { panic!("one coordinate") };
        assert!((q - r).abs() < 1e-9, "{joint}: {q} {r}");
    }
    let tip = alone.site("tip").expect("a site").position();
    let read = w.sensor(robot, "where").expect("a sensor").to_vec();
    let fore = w.body_of(robot, "fore").expect("a body");
    let seen = w.pose(fore).expect("a pose").point(Vec3([0.3, 0.0, 0.0]));
    let expected = Vec3([3.0 - tip[1], -1.0 + tip[0], tip[2]]);
    assert!((seen - expected).norm() < 1e-9, "{seen:?} {expected:?}");
    assert!((0..3).all(|k| (read[k] - expected[k]).abs() < 0.05), "one step before: {read:?}");
    // the ball lies on the table, which the model's world carried
    let ball = w.body_of(robot, "ball").expect("a body");
    let table = *w.bodies_of(robot).expect("bodies").last().expect("one more");
    let touch = w.contacts().into_iter().find(|c| c.bodies.contains(&ball)).expect("it touches");
    assert!(touch.bodies.contains(&table), "{touch:?}");
    assert!((w.pose(ball).expect("a pose").pos[2] - 0.05).abs() < 1e-4);
}

#[test]
fn models_come_and_go_and_the_others_stay_as_they_are() {
    let mut w = world();
    let first = put(&mut w, ARM, turned(0.0, 0.0, 0.0));
    let second = put(&mut w, ARM, turned(2.0, 0.0, 0.0));
    w.set_control(second, "s", 0.4).expect("an actuator");
    for _ in 0..50 {
        w.step(0.01).expect("a step");
    }
    let before = w.q(second, "shoulder").expect("a joint").to_vec();
    let hand = w.body_of(second, "fore").expect("a body");
    let gone = w.body_of(first, "fore").expect("a body");
    let act = w.data().state.act[1];
    w.remove_model(first).expect("it is there");
    assert!(w.flush().expect("it compiles"));
    assert_eq!(before, w.q(second, "shoulder").expect("a joint"));
    assert_eq!(act.to_bits(), w.data().state.act[0].to_bits());
    assert!(w.pose(hand).is_ok());
    assert_eq!(w.pose(gone), Err(WorldError::NoBody(gone)));
    assert_eq!(w.remove_model(first), Err(WorldError::NoModel(first)));
    // its slots take bodies that come alone
    let index = w.index(w.body_of(second, "upper").expect("a body")).expect("an index");
    let b = w.spawn(BodyDesc::dynamic(Shape::Sphere(0.1)).at(Vec3([0.0, 0.0, 3.0])));
    w.step(0.01).expect("a step");
    assert!(w.index(b).expect("an index") < index);
    for _ in 0..50 {
        w.step(0.01).expect("a step");
    }
    assert!(w.pose(b).expect("a pose").pos[2] < 2.0);
}

#[test]
fn what_is_asked_wrongly_is_told() {
    let mut w = world();
    let robot = put(&mut w, ARM, Pose::default());
    let wrong = w.set_q(robot, "elbw", &[0.0]).expect_err("no such joint").to_string();
    assert_eq!(wrong, "no joint 'elbw' (did you mean 'elbow'?)");
    assert!(w.set_q(robot, "elbow", &[0.0, 1.0]).expect_err("two numbers").to_string().contains("takes 1"));
    let fore = w.body_of(robot, "fore").expect("a body");
    assert_eq!(w.remove(fore), Err(WorldError::Held(fore)));
    assert_eq!(w.set_motion(fore, Pose::default(), [Vec3::ZERO; 2]), Err(WorldError::Held(fore)));
    let bad = mjcf::read_bytes(
        "a.xml",
        b"<mujoco><worldbody><body><joint/></body></worldbody></mujoco>",
        &NoAssets,
        &mjcf::LoadOptions::default(),
    );
    let bad = bad.finish().expect("it can be read").spec;
    assert!(matches!(w.add_model(&bad, Arc::new(NoAssets), Pose::default()), Err(WorldError::Compile(_))));
    // and nothing of it is left
    w.step(0.01).expect("a step");
    assert_eq!(w.len(), 4);
}

#[test]
fn a_body_that_is_told_carries_another_with_it() {
    let mut w = world();
    let belt = w.spawn(BodyDesc::kinematic(Shape::Box(Vec3([1.0, 0.5, 0.05]))).at(Vec3([0.0, 0.0, -0.05])));
    let load = w.spawn(BodyDesc::dynamic(Shape::Box(Vec3([0.1, 0.1, 0.1]))).at(Vec3([0.0, 0.0, 0.1])));
    let (dt, speed) = (0.002, 0.5);
    for k in 0..1000 {
        let x = speed * dt * f64::from(k + 1);
        w.set_motion(belt, Pose::new(Vec3([x, 0.0, -0.05]), Quat::IDENTITY), [Vec3::ZERO; 2]).expect("told");
        w.step(dt).expect("a step");
    }
    let [v, _] = w.velocity(load).expect("a velocity");
    assert!((v[0] - speed).abs() < 1e-6, "{v:?}");
    assert!((w.pose(belt).expect("a pose").pos[0] - 1.0).abs() < 1e-12);
}

#[test]
fn groups_decide_what_collides() {
    let mut w = world();
    w.spawn(BodyDesc::environment(Shape::Plane).groups(1, 1));
    let lands = w.spawn(BodyDesc::dynamic(Shape::Sphere(0.1)).at(Vec3([0.0, 0.0, 0.2])).groups(2, 1));
    let falls = w.spawn(BodyDesc::dynamic(Shape::Sphere(0.1)).at(Vec3([1.0, 0.0, 0.2])).groups(2, 2));
    for _ in 0..500 {
        w.step(0.002).expect("a step");
    }
    assert!((w.pose(lands).expect("a pose").pos[2] - 0.1).abs() < 0.05);
    assert!(w.pose(falls).expect("a pose").pos[2] < -1.0);
}

#[test]
fn a_sensor_tells_who_enters_and_who_leaves() {
    let mut w = world();
    let gate = w.spawn(BodyDesc::sensor(Shape::Box(Vec3([0.5, 0.5, 0.1]))).at(Vec3([0.0, 0.0, 1.0])));
    let ball = w.spawn(BodyDesc::dynamic(Shape::Sphere(0.1)).at(Vec3([0.0, 0.0, 2.0])));
    let mut seen = Vec::new();
    for _ in 0..400 {
        w.step(0.002).expect("a step");
        seen.extend(w.events().iter().map(|e| (e.touch, e.bodies, w.time())));
    }
    let [(Touch::Begin, who, t0), (Touch::End, _, t1)] = seen[..] else { panic!("{seen:?}") };
    assert_eq!(who, [gate, ball]);
    // free fall of 0.8 m and of 1.2 m
    assert!((t0 - (2.0 * 0.8_f64 / 9.81).sqrt()).abs() < 0.004, "{t0}");
    assert!((t1 - (2.0 * 1.2_f64 / 9.81).sqrt()).abs() < 0.004, "{t1}");
    let v = w.velocity(ball).expect("a velocity")[0][2];
    assert!((v + 9.81 * w.time()).abs() < 1e-9, "it was not touched: {v}");
}

#[test]
fn a_shape_that_is_cast_stops_where_it_touches() {
    let mut w = world();
    let wall = w.spawn(BodyDesc::environment(Shape::Box(Vec3([0.1, 1.0, 1.0]))).at(Vec3([2.0, 0.0, 0.0])));
    let ball = w.spawn(BodyDesc::environment(Shape::Sphere(0.2)).at(Vec3([1.0, 0.1, 0.0])));
    let sphere = || Shape::Sphere(0.1);
    let along = Vec3([4.0, 0.0, 0.0]);
    let hit = w.cast(sphere(), Pose::default(), along).expect("a cast").expect("a hit");
    assert_eq!(hit.body, ball);
    let exact = (1.0 - (0.3_f64 * 0.3 - 0.1 * 0.1).sqrt()) / 4.0;
    assert!((hit.fraction - exact).abs() < 1e-8, "{hit:?} {exact}");
    let above = Pose::new(Vec3([0.0, 0.0, 0.5]), Quat::IDENTITY);
    let hit = w.cast(Shape::Box(Vec3([0.3, 0.1, 0.1])), above, along).expect("a cast").expect("a hit");
    assert_eq!(hit.body, wall);
    assert!((hit.fraction - 1.6 / 4.0).abs() < 1e-8 && (hit.normal[0] - 1.0).abs() < 1e-6, "{hit:?}");
    assert_eq!(w.cast(sphere(), above, Vec3([0.0, 0.0, 5.0])).expect("a cast"), None);
    let inside = Pose::new(Vec3([2.0, 0.0, 0.0]), Quat::IDENTITY);
    assert_eq!(w.cast(sphere(), inside, along).expect("a cast").expect("a hit").fraction, 0.0);
}
