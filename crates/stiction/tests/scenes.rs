//! Large scenes: a pile that must not gain energy, and many robots whose cost grows with their number only.
//!
//! `STICTION_PILE_SECONDS=60` runs the pile for the full minute of the acceptance criterion; 2 s otherwise.

use stiction::prelude::*;
use stiction_testkit::clock::cpu_seconds;

fn model(xml: &str) -> Model {
    stiction::load_string(xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

#[test]
fn a_pile_of_boxes_gains_no_energy() {
    let seconds: f64 =
        std::env::var("STICTION_PILE_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(2.0);
    let mut xml = String::from(
        r#"<mujoco><option><flag energy="enable"/></option><worldbody><geom type="plane" size="5 5 1"/>"#,
    );
    for i in 0..50 {
        let (layer, k) = (i / 10, i % 10);
        xml += &format!(
            r#"<body pos="{:.3} {:.3} {:.3}" euler="{} {} {}"><freejoint/><geom type="box" size=".08 .06 .05"/></body>"#,
            0.19 * (k % 4) as f64 + 0.03 * layer as f64,
            0.19 * (k / 4) as f64 + 0.02 * (layer % 2) as f64,
            0.15 + 0.2 * layer as f64,
            7 * i % 90,
            11 * i % 90,
            13 * i % 90
        );
    }
    let m = model(&(xml + "</worldbody></mujoco>"));
    let mut d = Data::new(&m);
    forward(&m, &mut d).unwrap();
    let start = d.energy[0] + d.energy[1];
    let (mut highest, mut unsolved) = (start, 0);
    for _ in 0..(seconds / m.opt.timestep).round() as usize {
        let r = step(&m, &mut d).expect("finite");
        highest = f64::max(highest, d.energy[0] + d.energy[1]);
        unsolved += usize::from(!r.status.is_solved());
    }
    let end = d.energy[0] + d.energy[1];
    println!(
        "energy {start:.3} J, at most {highest:.3} J, after {seconds} s {end:.3} J; {unsolved} solves not converged"
    );
    assert!(end <= start, "{end} after {start}");
    // semi-implicit Euler in free fall is off by m g h v / 2 at most
    assert!(highest <= start * (1.0 + 1e-3), "{highest}");
}

fn crowd(n: usize) -> Model {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/humanoid.xml");
    let text = std::fs::read_to_string(path).expect("model");
    let from = text.find(r#"<body name="pelvis""#).expect("body");
    let to = text.find("</worldbody>").expect("world");
    let end = text.find("<contact>").expect("contact");
    model(&format!(
        r#"{}<replicate count="{n}" offset="1.4 0 0">{}</replicate></worldbody>{}</mujoco>"#,
        &text[..from],
        &text[from..to],
        if n == 1 { &text[end..text.find("<keyframe>").expect("keyframe")] } else { "" }
    ))
}

#[test]
fn the_cost_of_a_crowd_grows_with_its_islands() {
    let mut scenes: Vec<(usize, Model, Data, f64)> = [10, 100]
        .into_iter()
        .map(|n| {
            let m = crowd(n);
            let mut d = Data::new(&m);
            // limp humanoids fall: contacts, limits, one island each
            for _ in 0..200 {
                step(&m, &mut d).expect("finite");
            }
            assert_eq!(m.size.ntree, n);
            assert!(d.islands.len() > n / 2, "{} islands of {n}", d.islands.len());
            (n, m, d, f64::INFINITY)
        })
        .collect();
    for _ in 0..6 {
        for (n, m, d, best) in &mut scenes {
            // equal work for both
            let steps = 500 / *n;
            let start = cpu_seconds();
            for _ in 0..steps {
                step(m, d).expect("finite");
            }
            *best = best.min((cpu_seconds() - start) / steps as f64);
        }
    }
    let each = scenes.iter().map(|(n, .., t)| 1e6 * t / *n as f64).collect::<Vec<_>>();
    println!("µs per humanoid and step: {:.1} of 10, {:.1} of 100", each[0], each[1]);
    // with its square it would be ten times as much
    assert!(each[1] < 2.0 * each[0], "{each:?}");
}
