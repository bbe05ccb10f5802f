//! Bodies that come and go: a ball is dropped into a world every tenth of a second, leaves through a gate, and is taken out there
//! (`examples/python/world.py` in Rust).

use stiction::prelude::*;
use stiction::sim::world::Touch;

fn main() -> Result<(), Error> {
    let mut world = World::new(Vec3([0.0, 0.0, -9.81]))?;
    let tilt = Quat([libm::cos(0.15), 0.0, libm::sin(0.15), 0.0]);
    let ramp = BodyDesc::environment(Shape::Box(Vec3([2.0, 0.5, 0.05]))).pose(Pose::new(Vec3::ZERO, tilt));
    world.spawn(ramp.friction(0.4));
    let gate = world.spawn(BodyDesc::sensor(Shape::Box(Vec3([0.2, 1.0, 6.0]))).at(Vec3([3.0, 0.0, -5.0])));
    let mut out = 0;
    for step in 0..3500 {
        if step % 50 == 0 && step < 1000 {
            world.spawn(BodyDesc::dynamic(Shape::Sphere(0.08)).at(Vec3([-1.0, 0.0, 0.8])).restitution(0.3));
        }
        world.step(0.002)?;
        for event in world.events().to_vec() {
            if event.touch == Touch::Begin && event.bodies.contains(&gate) {
                let ball = if event.bodies[0] == gate { event.bodies[1] } else { event.bodies[0] };
                world.remove(ball)?;
                out += 1;
            }
        }
    }
    println!("20 balls came, {out} left through the gate, {} bodies are there", world.len());
    assert!(out == 20 && world.len() == 2);
    Ok(())
}

#[test]
fn runs() -> Result<(), Error> {
    main()
}
