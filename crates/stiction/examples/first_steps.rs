//! Load, step, look (`examples/python/first_steps.py` in Rust).

use stiction::prelude::*;

fn main() -> Result<(), Error> {
    let mut sim = Sim::parse(
        r#"<mujoco>
          <worldbody>
            <geom type="plane" size="1 1 .1"/>
            <body name="ball" pos="0 0 1"><freejoint/><geom size=".1" mass="0.5"/></body>
          </worldbody>
        </mujoco>"#,
    )?;
    sim.step_for(2.0)?;
    let place = sim.body("ball")?.position();
    let weight: f64 = sim.contacts().map(|c| c.force[2]).sum();
    println!("the ball rests at {place:?}; the floor carries {weight:.6} N");
    assert!((place[2] - 0.1).abs() < 1e-3 && (weight - 0.5 * 9.81).abs() < 1e-6);

    match sim.body("bal") {
        Err(problem) => println!("refused: {problem}"),
        Ok(_) => unreachable!("there is no body of that name"),
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), Error> {
    main()
}
