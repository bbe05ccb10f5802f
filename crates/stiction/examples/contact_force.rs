//! What each contact of a tower carries, soft and exact: the weight above it.

use stiction::prelude::*;

fn main() -> Result<(), Error> {
    let masses = [1.0, 2.0, 4.0];
    let mut bodies = String::new();
    for (k, mass) in masses.iter().enumerate() {
        let z = 0.1 + 0.2 * k as f64;
        bodies += &format!(
            r#"<body name="{k}" pos="0 0 {z}"><freejoint/><geom type="box" size=".1 .1 .1" mass="{mass}"/></body>"#
        );
    }
    let model =
        format!(r#"<mujoco><worldbody><geom type="plane" size="1 1 .1"/>{bodies}</worldbody></mujoco>"#);
    for exact in [false, true] {
        let mut sim = Sim::parse(&model)?;
        if exact {
            sim.exact();
        }
        sim.step_for(2.0)?;
        for k in 0..masses.len() {
            let upper = sim.body(k.to_string().as_str())?.id();
            let carried: f64 = sim.contacts().filter(|c| c.bodies[1] == upper).map(|c| c.force[2]).sum();
            let weight = 9.81 * masses[k..].iter().sum::<f64>();
            println!("exact {exact}: body {k} is carried with {carried:.6} N, weight {weight:.6} N");
            let tolerance = if exact { 1e-8 } else { 1e-3 };
            assert!((carried - weight).abs() < tolerance * weight);
        }
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), Error> {
    main()
}
