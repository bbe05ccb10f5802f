//! Whether derivatives that are called exact are: random contact states of both laws against one-sided differences of the step.
//!
//! ```text
//! cargo run --release -p stiction-benches --bin gradient_labels -- STATES [SEED] [SCENE] [LAW:STATE]
//! ```
//!
//! A column that is called exact lies if the differences to its two sides, or their mean and its derivative, disagree by more than 1e-4 of the
//! column's size at every size of the differences: curvature sets them apart by the size, what a solver leaves by one over it, a
//! switch or a wrong derivative by the same at all of them. Exit status 1 if any column lies. With a law and the number of a state, as this program
//! prints them, that state alone is looked at, and told: its contacts, and what is off in every column.

use std::collections::BTreeMap;
use std::process::ExitCode;
use stiction::prelude::*;
use stiction_grad::{Differentiator, Gradient, Label, Method, Sides};
use stiction_sim::step;
use stiction_spatial::random::SplitMix64;

/// Sizes of the differences.
const SIZES: [f64; 5] = [6e-5, 8e-6, 8e-7, 1.3e-7, 2e-8];
/// Part of a column's size that is a lie.
const LIE: f64 = 1e-4;

const HEAP: &str = "<mujoco><option timestep='.004'/><worldbody><geom type='plane' size='5 5 .1'/>
  <body pos='0 0 .11'><freejoint/><geom type='sphere' size='.1'/></body>
  <body pos='.05 .03 .32' euler='80 0 10'><freejoint/><geom type='capsule' size='.09 .2'/></body>
  <body pos='-.5 .1 .2' euler='31 22 0'><freejoint/><geom type='box' size='.12 .1 .14'/></body></worldbody></mujoco>";

const LEG: &str = "<mujoco><option timestep='.004'/><worldbody><geom type='plane' size='5 5 .1'/>
  <body pos='0 0 .5'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/><joint type='hinge' axis='0 1 0'/><geom type='capsule' size='.05' fromto='0 0 0 0 0 .2'/>
  <body><joint name='a' type='hinge' axis='0 1 0' range='-60 60' damping='.1'/><geom type='capsule' size='.03' fromto='0 0 0 .05 0 -.25'/>
  <body pos='.05 0 -.25'><joint name='b' type='hinge' axis='0 1 0' range='-60 60' damping='.1'/><geom type='capsule' size='.03' fromto='0 0 0 -.05 0 -.2'/></body></body></body></worldbody>
  <actuator><motor joint='a' gear='5'/><motor joint='b' gear='5'/></actuator></mujoco>";

const SHAPES: &str = "<mujoco><option timestep='.004'/><worldbody><geom type='plane' size='5 5 .1'/>
  <body pos='0 0 .16' euler='4 3 0'><freejoint/><geom type='box' size='.2 .2 .15' condim='4' friction='.7 .01 .001'/></body>
  <body pos='.05 .03 .43' euler='10 5 0'><freejoint/><geom type='cylinder' size='.12 .1'/></body>
  <body pos='-.1 -.05 .42' euler='0 20 30'><freejoint/><geom type='box' size='.06 .08 .07' friction='.3 .005 .0001'/></body>
  <body pos='.6 .1 .2' euler='31 22 0'><freejoint/><geom type='ellipsoid' size='.12 .1 .14'/></body></worldbody></mujoco>";

const BOUNCE: &str = "<mujoco><option timestep='.005'/><worldbody><geom type='plane' size='5 5 .1'/><geom type='box' size='.1 1 1' pos='-.8 0 .5'/>
  <body pos='0 0 .25'><freejoint/><geom type='sphere' size='.1'/></body>
  <body pos='.3 .05 .3'><freejoint/><geom type='sphere' size='.12' pos='.02 0 .01'/></body>
  <body pos='-.35 0 .35' euler='60 0 40'><freejoint/><geom type='capsule' size='.05 .12'/></body></worldbody></mujoco>";

/// What columns are worth.
#[derive(Default, Debug)]
struct Tally {
    states: usize,
    columns: usize,
    exact: usize,
    one_sided: usize,
    set_valued: usize,
    lies: usize,
    worst: f64,
    reasons: BTreeMap<&'static str, usize>,
}

fn model(name: &str) -> Result<Model, Box<dyn std::error::Error>> {
    let text = match name {
        "heap" => HEAP,
        "leg" => LEG,
        "shapes" => SHAPES,
        "bounce" => BOUNCE,
        name => {
            let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
            return Ok(Model::from_xml_path(format!("{dir}/{name}.xml"))?);
        }
    };
    Ok(Model::from_xml_string(text)?)
}

/// A state some steps after a random one, with random speeds.
fn random_state(m: &Model, rng: &mut SplitMix64) -> Option<Data> {
    let mut d = Data::new(m);
    let dq: Vec<f64> = (0..m.size.nv).map(|_| 0.1 * rng.sym()).collect();
    stiction::dynamics::manifold::integrate_pos(m, &mut d.state.qpos, &dq, 1.0);
    d.state.qvel.iter_mut().for_each(|v| *v = rng.sym());
    for _ in 0..(60.0 * rng.sym().abs()) as usize {
        d.input.ctrl.iter_mut().for_each(|u| *u = rng.sym());
        step(m, &mut d).ok()?;
    }
    d.state.qvel.iter_mut().for_each(|v| *v += 0.1 * rng.sym());
    Some(d)
}

/// How far the mean of two sides is from a column, and half of what they are apart, over the column's size.
fn off(g: &Gradient, s: &Sides) -> [f64; 2] {
    let (nx, nu) = (g.label_a.len(), g.label_b.len());
    let at = |i: usize| if s.column < nx { g.a[i * nx + s.column] } else { g.b[i * nu + s.column - nx] };
    let (mut size, mut error) = (1.0_f64, [0.0_f64; 2]);
    for (i, (a, b)) in s.above.iter().zip(&s.below).enumerate() {
        size = size.max(a.abs()).max(b.abs());
        error = [error[0].max((0.5 * (a + b) - at(i)).abs()), error[1].max(0.5 * (a - b).abs())];
    }
    error.map(|e| e / size)
}

fn look(m: &Model, d: &Data, work: &mut Differentiator, t: &mut Tally) -> Option<()> {
    let g = work.at(m, d, Method::Auto).ok()?;
    let nx = g.label_a.len();
    t.states += 1;
    t.columns += nx + g.label_b.len();
    if let Some(reason) = g.reason {
        *t.reasons.entry(reason).or_default() += 1;
    }
    let label = |k: usize| if k < nx { g.label_a[k] } else { g.label_b[k - nx] };
    let all: Vec<Vec<Sides>> = SIZES.iter().map(|e| work.sides(m, d, *e)).collect::<Result<_, _>>().ok()?;
    let mut told = false;
    for k in 0..nx + g.label_b.len() {
        t.one_sided += usize::from(label(k) == Label::OneSided);
        t.set_valued += usize::from(label(k) == Label::SetValued);
        if label(k) != Label::Exact {
            continue;
        }
        t.exact += 1;
        let errors: Vec<[f64; 2]> = all.iter().map(|s| off(&g, &s[k])).collect();
        // what the solver leaves is the same whatever the size: it hides errors of its own size
        let noise = 2.0 * SIZES[4] * errors[4][1];
        let wrong =
            errors.iter().zip(SIZES).map(|(e, size)| e[0] - noise / size).fold(f64::INFINITY, f64::min);
        // two derivatives are apart by the same at every size
        let apart: Vec<f64> = errors[2..].iter().map(|e| e[1]).collect();
        let same = apart.windows(2).all(|x| x[1] > 0.5 * x[0] && x[1] < 2.0 * x[0]);
        let kink = if same { apart[0].min(apart[2]) } else { 0.0 };
        let least = wrong.max(kink);
        t.worst = t.worst.max(least);
        if least > LIE {
            t.lies += 1;
            let margin = if k < nx { g.margin_a[k] } else { g.margin_b[k - nx] };
            if !told {
                let errors: Vec<String> =
                    errors.iter().map(|e| format!("{:.0e}/{:.0e}", e[0], e[1])).collect();
                let mut after = d.clone();
                step(m, &mut after).ok()?;
                println!(
                    "    state {}: column {k} is off by {}, margin {margin:.1e}, {} contacts, {} impacts",
                    t.states,
                    errors.join(" "),
                    d.contacts.list.len(),
                    after.hard.tally.impacts
                );
            }
            told = true;
        }
    }
    Some(())
}

/// Contacts of a state and every entry that is off.
fn tell(m: &Model, d: &Data, work: &mut Differentiator) -> Option<()> {
    let g = work.at(m, d, Method::Auto).ok()?;
    let (nx, nu) = (g.label_a.len(), g.label_b.len());
    let mut after = d.clone();
    step(m, &mut after).ok()?;
    println!(
        "qpos {:?}\nqvel {:?}\nact {:?} ctrl {:?}",
        d.state.qpos, d.state.qvel, d.state.act, d.input.ctrl
    );
    println!("{:?}, next state {:?} {:?}", after.hard.tally, after.state.qpos, after.state.qvel);
    let mut at = d.clone();
    stiction_sim::forward(m, &mut at).ok()?;
    for c in &at.contacts.list {
        println!(
            "  contact of {:?} at {:?}, normal {:?}, dist {:.9e}",
            c.geom,
            c.pos.0,
            c.frame.row(0).0,
            c.dist
        );
    }
    println!("{:?}", g.reason);
    let all: Vec<Vec<Sides>> = SIZES.iter().map(|e| work.sides(m, d, *e)).collect::<Result<_, _>>().ok()?;
    for k in 0..nx + nu {
        let label =
            if k < nx { (g.label_a[k], g.margin_a[k]) } else { (g.label_b[k - nx], g.margin_b[k - nx]) };
        let errors: Vec<String> = all.iter().map(|s| format!("{:.0e}", off(&g, &s[k])[0])).collect();
        println!("column {k}: {label:?}, off {}", errors.join(" "));
        for i in 0..nx {
            let x = if k < nx { g.a[i * nx + k] } else { g.b[i * nu + k - nx] };
            let seen: Vec<[f64; 2]> = all.iter().map(|s| [s[k].below[i], s[k].above[i]]).collect();
            if seen[1].iter().any(|y| (y - x).abs() > 0.3 * LIE * (1.0 + x.abs())) {
                println!(
                    "    row {i}: {x:.7}, differences {:.7?} {:.7?} {:.7?} {:.7?}",
                    seen[0], seen[1], seen[2], seen[3]
                );
            }
        }
    }
    Some(())
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let states: usize = args.first().map_or(Ok(1000), |x| x.parse())?;
    let seed: u64 = args.get(1).map_or(Ok(11), |x| x.parse())?;
    let scenes = ["heap", "leg", "shapes", "bounce", "gripper", "car", "quadruped", "linkage", "humanoid"];
    let scenes: Vec<&str> = scenes.into_iter().filter(|s| args.get(2).is_none_or(|only| only == s)).collect();
    let one = args.get(3).and_then(|x| x.split_once(':'));
    let one = one.map(|(law, state)| state.parse().map(|state: usize| (law, state))).transpose()?;
    let mut all = Tally::default();
    for name in &scenes {
        for law in ["soft", "exact"].into_iter().filter(|law| one.is_none_or(|x| x.0 == *law)) {
            let mut m = model(name)?;
            (m.opt.tolerance, m.opt.iterations) = (0.0, 100);
            if law == "exact" {
                m.stiction.exact();
                m.stiction.tolerance = Some(1e-14);
                if *name == "bounce" {
                    m.stiction.restitution.fill(0.6);
                }
            }
            let (mut t, mut work) = (Tally::default(), Differentiator::new(&m));
            let mut rng = SplitMix64(seed);
            for _ in 0..states.div_ceil(2 * scenes.len()) {
                let Some(d) = random_state(&m, &mut rng) else { continue };
                match one {
                    Some((_, state)) if t.states + 1 == state => tell(&m, &d, &mut work),
                    Some(_) => None,
                    None => look(&m, &d, &mut work, &mut t),
                };
                t.states += usize::from(one.is_some());
            }
            println!(
                "{name:10} {law:6} {:6} states, {:7} columns, {:5.1} % exact, {:4.1} % one-sided, {:4.1} % set-valued, {} lies, worst {:.0e} {:?}",
                t.states,
                t.columns,
                100.0 * t.exact as f64 / t.columns as f64,
                100.0 * t.one_sided as f64 / t.columns as f64,
                100.0 * t.set_valued as f64 / t.columns as f64,
                t.lies,
                t.worst,
                t.reasons
            );
            all.states += t.states;
            all.columns += t.columns;
            all.exact += t.exact;
            all.lies += t.lies;
        }
    }
    let share = 100.0 * all.exact as f64 / all.columns.max(1) as f64;
    println!("{} states, {} columns, {share:.1} % exact, {} lies", all.states, all.columns, all.lies);
    Ok(if all.lies == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
