//! Labels over random contact states: no column that is called exact may have two derivatives.
//!
//! `labels N`: N states of falling and lying bodies of all shapes; prints how many columns there were, how many are exact, and those whose
//! one-sided differences disagree with the derivative.

use stiction_grad::{Differentiator, Label, Method};
use stiction_sim::difference::{Sides, transition};
use stiction_sim::forward::Sensors;
use stiction_sim::{Data, NoHooks, step};
use stiction_spatial::random::SplitMix64;

fn scene(rng: &mut SplitMix64) -> String {
    let shapes = [
        "type='sphere' size='.1'",
        "type='capsule' size='.06 .1'",
        "type='box' size='.08 .1 .07'",
        "type='cylinder' size='.08 .09'",
        "type='ellipsoid' size='.08 .1 .06'",
    ];
    let cone = ["pyramidal", "elliptic"][rng.below(2)];
    let condim = [1, 3, 4, 6][rng.below(4)];
    let mut bodies = String::new();
    for _ in 0..2 + rng.below(3) {
        let p: [f64; 6] = std::array::from_fn(|i| {
            if i < 2 {
                0.2 * rng.sym()
            } else if i == 2 {
                0.1 + 0.3 * rng.unit()
            } else {
                90.0 * rng.sym()
            }
        });
        bodies += &format!(
            "<body pos='{} {} {}' euler='{} {} {}'><freejoint/><geom condim='{condim}' friction='.6 .02 .01' {}/></body>",
            p[0],
            p[1],
            p[2],
            p[3],
            p[4],
            p[5],
            shapes[rng.below(5)]
        );
    }
    format!(
        "<mujoco><option cone='{cone}' tolerance='0' iterations='100'/><worldbody><geom type='plane' size='2 2 .1'/>{bodies}</worldbody></mujoco>"
    )
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|x| x.parse().ok()).unwrap_or(200);
    let mut rng = SplitMix64(std::env::args().nth(2).and_then(|x| x.parse().ok()).unwrap_or(1));
    let (mut columns, mut exact, mut wrong, mut states) = (0, 0, 0, 0);
    while states < n {
        let Ok(loaded) = stiction::load_string(&scene(&mut rng), &stiction::NoAssets) else { continue };
        let m = loaded.model;
        let mut d = Data::new(&m);
        d.state.qvel.iter_mut().for_each(|v| *v = rng.sym());
        let mut work = Differentiator::new(&m);
        for _ in 0..10 {
            for _ in 0..1 + rng.below(60) {
                if step(&m, &mut d).is_err() {
                    break;
                }
            }
            let Ok(g) = work.at(&m, &d, Method::Auto) else { break };
            let side =
                |eps: f64| transition(&m, &mut d.clone(), &mut NoHooks, eps, Sides::Forward, Sensors::Skip).a;
            let (above, below) = (side(5e-9), side(-5e-9));
            let nx = g.label_a.len();
            states += 1;
            for j in 0..nx {
                columns += 1;
                if g.label_a[j] != Label::Exact {
                    continue;
                }
                exact += 1;
                let col = |x: &[f64]| (0..nx).map(|i| x[i * nx + j]).collect::<Vec<_>>();
                let (a, u, l) = (col(&g.a), col(&above), col(&below));
                let size = a.iter().fold(1.0_f64, |y, x| y.max(x.abs()));
                let off = |x: &[f64]| a.iter().zip(x).fold(0.0_f64, |y, (a, b)| y.max((a - b).abs())) / size;
                if off(&u) > 1e-4 || off(&l) > 1e-4 {
                    wrong += 1;
                    if wrong <= 20 {
                        let kinds: Vec<_> =
                            d.contacts.list.iter().map(|c| c.geom.map(|g| m.geom.kind[g as usize])).collect();
                        println!(
                            "state {states} column {j} of {nx}: above {:.1e} below {:.1e} margin {:.1e} contacts {kinds:?}",
                            off(&u),
                            off(&l),
                            g.margin_a[j]
                        );
                    }
                }
            }
        }
    }
    println!("{states} states, {columns} columns, {exact} exact, {wrong} wrong");
}
