//! A robot from MJCF among bodies that come and go: it sweeps crates off a table (`examples/python/robot_in_a_world.py` in Rust).

use stiction::prelude::*;

const ARM: &str = r#"<mujoco>
  <worldbody>
    <geom name="table" type="box" size=".6 .4 .02" pos="0 0 -.02" friction="0.3"/>
    <body name="column" pos="-.5 0 0">
      <joint name="swing" axis="0 0 1" damping="1"/>
      <geom type="cylinder" size=".03 .15" pos="0 0 .17"/>
      <body name="blade" pos="0 0 .06">
        <joint name="reach" type="slide" axis="1 0 0" range="0 .4" limited="true" damping="20"/>
        <geom type="box" size=".3 .01 .04" pos=".35 0 0"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <position name="swing" joint="swing" kp="60" kv="8"/>
    <position name="reach" joint="reach" kp="400" kv="40"/>
  </actuator>
  <sensor><jointpos name="angle" joint="swing"/></sensor>
</mujoco>"#;

fn main() -> Result<(), Error> {
    let mut world = World::new(Vec3([0.0, 0.0, -9.81]))?;
    let robot = world.parse(ARM, Pose::new(Vec3([0.0, 0.0, 1.0]), Quat::IDENTITY))?;
    let crates: Vec<BodyId> = (0..4)
        .map(|k| {
            let at = Vec3([-0.15 + 0.12 * f64::from(k), 0.25, 1.05]);
            world.spawn(
                BodyDesc::dynamic(Shape::Box(Vec3([0.04, 0.04, 0.05]))).at(at).density(300.0).friction(0.3),
            )
        })
        .collect();
    world.set_q(robot, "swing", &[-1.2])?;
    for step in 0..2000 {
        let angle = -1.2 + 3.0 * (f64::from(step) / 1500.0).min(1.0);
        world.set_control(robot, "swing", angle)?;
        world.set_control(robot, "reach", 0.1)?;
        world.step(0.002)?;
    }
    let blade = world.body_of(robot, "blade")?;
    println!(
        "the blade is at {:?}, the sensor reads {:?}",
        world.pose(blade)?.pos,
        world.sensor(robot, "angle")?
    );
    let mut swept = 0;
    for c in &crates {
        swept += usize::from(world.pose(*c)?.pos[2] < 0.9);
    }
    println!("{swept} of {} crates were swept off the table", crates.len());
    assert!(swept >= 2);
    Ok(())
}

#[test]
fn runs() -> Result<(), Error> {
    main()
}
