//! The whole front in one short program: load, step, ask by name, command, contact forces, the hard law, a constraint, a robot in a world.

use stiction::prelude::*;

const PENDULUM: &str = r#"<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="arm" pos="0 0 1">
      <joint name="shoulder" axis="0 1 0" damping=".1"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
    </body>
    <body name="block" pos="1 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" mass="2"/></body>
    <body name="bob" pos="2 0 1"><freejoint/><geom size=".05" mass="1"/></body>
  </worldbody>
  <actuator><position name="servo" joint="shoulder" kp="200" kv="10"/></actuator>
</mujoco>"#;

fn main() -> Result<(), Error> {
    let mut sim = Sim::parse(PENDULUM)?;
    sim.exact();
    // a rod of one metre from a point two metres up
    let rod = sim.constrain(["bob"], 1, |x, c| {
        let p = x.poses[0].pos;
        let (dx, dz) = (p[0] - Jet::from_f64(2.0), p[2] - Jet::from_f64(2.0));
        c[0] = dx * dx + p[1] * p[1] + dz * dz - Jet::from_f64(1.0);
    })?;
    sim.actuator("servo")?.set(-0.5)?;
    let report = sim.step_for(1.0)?;
    println!("residual {:?}", report.map(|r| r.certificate.coulomb));
    println!("arm at {:?}, angle {:?}", sim.body("arm")?.pose(), sim.joint("shoulder")?.q());
    let carried: f64 = sim.contacts().map(|c| c.force[2]).sum();
    println!("the floor carries {carried:.3} N, the rod {:?}", sim.constraint_force(rod));
    assert!((carried - 2.0 * 9.81).abs() < 1e-6);

    let mut world = World::new(Vec3([0.0, 0.0, -9.81]))?;
    let robot = world.parse(PENDULUM, Pose::default())?;
    let ball = world.spawn(BodyDesc::dynamic(Shape::Sphere(0.1)).at(Vec3([0.3, 0.0, 2.0])));
    world.set_control(robot, "servo", -0.5)?;
    for _ in 0..1000 {
        world.step(0.002)?;
    }
    let arm = world.body_of(robot, "arm")?;
    println!("ball at {:?}, arm at {:?}", world.pose(ball)?.pos, world.pose(arm)?.pos);
    assert!(world.pose(ball)?.pos[2] < 1.5, "it fell");
    Ok(())
}

#[test]
fn runs() -> Result<(), Error> {
    main()
}
