//! C and D against differences of the sensors, kind by kind, at states with velocity and contacts, several trees, offset sites.

mod common;

use common::{ARM, load, scene};
use stiction_dynamics::manifold::integrate_pos;
use stiction_grad::{Differentiator, Label, Method, SensorGradient};
use stiction_model::Model;
use stiction_sim::{Data, forward, step};
use stiction_spatial::random::SplitMix64;

/// What the entries of some states are worth.
#[derive(Default, Debug)]
struct Tally {
    smooth: usize,
    exact: usize,
    wrong: usize,
    differenced: usize,
    /// Sensors that some column moves in some state.
    moved: Vec<bool>,
}

/// Sensors of forward passes to both sides of every column, (column, number).
fn differences(m: &Model, d: &Data, eps: f64) -> Vec<Vec<f64>> {
    let (nv, na) = (m.size.nv, m.size.na);
    let at = |k: usize, e: f64| {
        let mut d = d.clone();
        let mut dq = vec![0.0; nv];
        match k {
            k if k < nv => {
                dq[k] = e;
                integrate_pos(m, &mut d.state.qpos, &dq, 1.0);
            }
            k if k < 2 * nv => d.state.qvel[k - nv] += e,
            k if k < 2 * nv + na => d.state.act[k - 2 * nv] += e,
            k => d.input.ctrl[k - 2 * nv - na] += e,
        }
        forward(m, &mut d).expect("same model");
        d.sensors.sensordata.clone()
    };
    let quotient = |k| at(k, eps).iter().zip(&at(k, -eps)).map(|(a, b)| (a - b) / (2.0 * eps)).collect();
    (0..2 * nv + na + m.size.nu).map(quotient).collect()
}

/// Entries of C and D against Richardson's value of two centred differences, where the two agree; each against the size of its row.
fn compare(m: &Model, d: &Data, g: &SensorGradient, tally: &mut Tally) {
    let (nx, nu) = (2 * m.size.nv + m.size.na, m.size.nu);
    let (fine, coarse) = (differences(m, d, 1e-5), differences(m, d, 2e-5));
    tally.moved.resize(m.size.nsensor, false);
    for row in 0..m.size.nsensordata {
        if g.reason[row].is_some() {
            tally.differenced += 1;
            assert!(g.label_c[row * nx..(row + 1) * nx].iter().all(|l| *l == Label::Differences));
            continue;
        }
        let entry = |j: usize| {
            let (f, c) = (fine[j][row], coarse[j][row]);
            let (mine, label) = if j < nx {
                (g.c[row * nx + j], g.label_c[row * nx + j])
            } else {
                (g.d[row * nu + j - nx], g.label_d[row * nu + j - nx])
            };
            ((4.0 * f - c) / 3.0, (f - c).abs(), mine, label)
        };
        let sensor =
            (0..m.size.nsensor).find(|&i| m.sensor.data(i).range().contains(&row)).expect("a sensor");
        tally.moved[sensor] |= (0..nx + nu).any(|j| entry(j).2 != 0.0);
        let size = (0..nx + nu).fold(1e-3_f64, |y, j| y.max(entry(j).0.abs()));
        for j in 0..nx + nu {
            let (told, spread, mine, label) = entry(j);
            if spread > 1e-5 * size {
                continue;
            }
            tally.smooth += 1;
            if label == Label::Exact {
                tally.exact += 1;
                let off = (mine - told).abs() / size;
                if !(off < 1e-5) {
                    tally.wrong += 1;
                    let kind = m.sensor.kind[sensor].get();
                    println!("row {row} ({kind:?}) column {j}: {mine:e} for {told:e}");
                }
            }
        }
    }
}

/// Some states along runs from random ones.
fn check(m: &Model) -> Tally {
    let mut rng = SplitMix64(5);
    let mut work = Differentiator::new(m);
    let mut tally = Tally::default();
    for round in 0..4 {
        let mut d = Data::new(m);
        let dq: Vec<f64> = (0..m.size.nv).map(|_| 0.2 * rng.sym()).collect();
        integrate_pos(m, &mut d.state.qpos, &dq, 1.0);
        d.state.qvel.iter_mut().for_each(|v| *v = rng.sym());
        d.state.act.iter_mut().for_each(|w| *w = 0.3 + 0.2 * rng.sym());
        d.input.ctrl.iter_mut().for_each(|u| *u = 0.4 + 0.3 * rng.sym());
        if m.size.nbody > 1 {
            d.input.xfrc_applied[1] = std::array::from_fn(|_| 0.3 * rng.sym());
        }
        for _ in 0..round * 40 {
            step(m, &mut d).expect("a good step");
        }
        let g = work.sensors(m, &d, Method::Auto).expect("same model");
        compare(m, &d, &g, &mut tally);
    }
    tally
}

/// Every sensor has a closed form, and it is the derivative; all but `still` of them move.
fn assert_closed(name: &str, m: &Model, still: usize) {
    let t = check(m);
    assert_eq!(t.moved.iter().filter(|x| !**x).count(), still, "{name}: {t:?}");
    assert!(t.smooth > 20, "{name}: {t:?}");
    assert_eq!((t.wrong, t.differenced), (0, 0), "{name}: {t:?}");
    assert!(t.exact * 20 >= t.smooth * 19, "{name}: {t:?}");
}

fn sensors(list: &str, rest: &str) -> String {
    let camera = "<body name='c'";
    let arm = ARM.replace(
        camera,
        "<camera name='eye' pos='.3 .2 1.5' euler='10 -15 5' resolution='640 480'/><body name='c'",
    );
    scene("magnetic='.2 -.1 .4'", &arm, &format!("{rest}<sensor>{list}</sensor>"))
}

#[test]
fn frames() {
    let object =
        ["objtype='site' objname='s2'", "objtype='xbody' objname='c'", "objtype='geom' objname='floor'"];
    let base = ["", "reftype='site' refname='s1'", "reftype='body' refname='d'"];
    let kinds =
        ["framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis", "framelinvel", "frameangvel"];
    let mut list = String::new();
    for kind in kinds {
        for of in object {
            base.iter().for_each(|from| list += &format!("<{kind} {of} {from}/>"));
        }
    }
    for of in object {
        list += &format!("<framelinacc {of}/><frameangacc {of}/>");
    }
    for site in ["s1", "s2", "s3"] {
        list += &format!(
            "<accelerometer site='{site}'/><gyro site='{site}'/><velocimeter site='{site}'/><magnetometer site='{site}'/>"
        );
    }
    list += "<camprojection site='s3' camera='eye'/><clock/>";
    // the floor does not move unless it is seen from a body, nor does the clock
    assert_closed("frames", &load(&sensors(&list, "")), 10);
}

const DRIVES: &str = "<tendon><fixed name='t' stiffness='2' damping='.1' springlength='.1' limited='true' range='-.3 .1'><joint joint='j0' coef='1'/><joint joint='j2' coef='-.5'/></fixed>
  <spatial name='u' stiffness='20' damping='1' springlength='.1'><site site='s0'/><site site='s2'/></spatial></tendon>
  <actuator><motor name='a' joint='j0' gear='3'/><position name='b' joint='j1' kp='20' kv='1' timeconst='.05'/><motor name='c' tendon='u' gear='2'/><position name='e' tendon='t' kp='5' kv='.3'/>
  <general name='f' site='s1' gear='1 .2 0 0 .1 .3' gainprm='2' biastype='affine' biasprm='0 0 -.4'/><general name='g' joint='ball' gear='.2 .5 .1' gainprm='1' biastype='affine' biasprm='0 -1 -.1'/>
  <general name='h' site='s2' refsite='s0' gear='.5 0 .2 .1 0 .2' gainprm='1' biastype='affine' biasprm='0 -2 -.3'/></actuator>";

#[test]
fn joints_tendons_and_actuators() {
    let mut list = String::from("<ballquat joint='ball'/><ballangvel joint='ball'/>");
    for j in ["j0", "j1", "j2"] {
        list += &format!("<jointpos joint='{j}'/><jointvel joint='{j}'/><jointactuatorfrc joint='{j}'/>");
    }
    for t in ["t", "u"] {
        list +=
            &format!("<tendonpos tendon='{t}'/><tendonvel tendon='{t}'/><tendonactuatorfrc tendon='{t}'/>");
    }
    for a in ["a", "b", "c", "e", "f", "g", "h"] {
        list += &format!(
            "<actuatorpos actuator='{a}'/><actuatorvel actuator='{a}'/><actuatorfrc actuator='{a}'/>"
        );
    }
    // a force at a site has no length
    assert_closed("drives", &load(&sensors(&list, DRIVES)), 1);
}

#[test]
fn limits() {
    let list = "<jointlimitpos joint='j2'/><jointlimitvel joint='j2'/><jointlimitfrc joint='j2'/><tendonlimitpos tendon='t'/><tendonlimitvel tendon='t'/><tendonlimitfrc tendon='t'/>";
    // joints that are pushed into their limits
    let xml = sensors(list, DRIVES).replace("range='-20 20'", "range='-20 20' springref='40' stiffness='30'");
    assert_closed("limits", &load(&xml), 0);
}

#[test]
fn subtrees_and_energies() {
    let mut list = String::from("<e_potential/><e_kinetic/>");
    for b in ["a", "b", "c", "d", "world"] {
        list += &format!("<subtreecom body='{b}'/><subtreelinvel body='{b}'/><subtreeangmom body='{b}'/>");
    }
    assert_closed("subtrees", &load(&sensors(&list, DRIVES)), 0);
}

#[test]
fn cutoffs_hold_their_value() {
    let m = load(&sensors(
        "<framelinvel objtype='site' objname='s2' cutoff='.05'/><jointpos joint='j0' cutoff='.1'/><e_kinetic cutoff='3'/>",
        "",
    ));
    let t = check(&m);
    assert_eq!((t.wrong, t.differenced), (0, 0), "{t:?}");
    assert!(t.exact * 20 >= t.smooth * 19, "{t:?}");
}

/// Trees on a floor and on each other, feet with force sensors and pads.
const FEET: &str = "<body name='trunk' pos='0 0 .42'><freejoint/><geom type='box' size='.2 .1 .05'/>
    <body name='l' pos='.1 .05 -.05'><joint name='hl' axis='.1 1 0' damping='.2'/><geom type='capsule' size='.03' fromto='0 0 0 .02 .01 -.2'/>
      <body name='lf' pos='.02 .01 -.2'><joint name='kl' axis='0 1 .1' damping='.2' range='-40 2' limited='true' stiffness='20' springref='30'/><geom type='capsule' size='.03' fromto='0 0 0 -.03 0 -.14'/><site name='left' pos='.01 .02 -.05' euler='20 10 5'/><site name='pad' type='sphere' size='.06' pos='-.03 0 -.14'/></body></body>
    <body name='r' pos='-.1 -.05 -.05'><joint name='hr' axis='0 1 0' damping='.2'/><geom type='capsule' size='.03' fromto='0 0 0 0 0 -.35'/><site name='right' pos='0 .01 -.1' euler='0 40 15'/><site name='tip' type='box' size='.05 .05 .05' pos='0 0 -.35'/></body></body>
  <body name='ball' pos='.15 .02 .62'><freejoint/><geom size='.1' condim='4'/><site name='in' type='sphere' size='.12'/></body>";

const FELT: &str = "<sensor><force site='left'/><torque site='left'/><force site='right'/><torque site='right'/><touch site='pad'/><touch site='tip'/><touch site='in'/>
  <accelerometer site='left'/><framelinacc objtype='body' objname='ball'/><frameangacc objtype='geom' objname='floor'/><jointlimitfrc joint='kl'/><jointlimitpos joint='kl'/></sensor>";

#[test]
fn forces_under_the_soft_law() {
    for cone in ["pyramidal", "elliptic"] {
        for condim in [1, 3, 4, 6] {
            let option = format!("cone='{cone}' timestep='.002'");
            let bodies =
                FEET.replace("<geom ", &format!("<geom condim='{condim}' friction='.7 .05 .02' ")).replace(
                    &format!("condim='{condim}' friction='.7 .05 .02' size='.1' condim='4'"),
                    "condim='4' size='.1'",
                );
            assert_closed(&format!("{cone} {condim}"), &load(&scene(&option, &bodies, FELT)), 1);
        }
    }
    let tied = format!("<equality><connect body1='lf' body2='ball' anchor='.1 0 0'/></equality>{FELT}");
    assert_closed("connect", &load(&scene("", FEET, &tied)), 1);
    for integrator in ["implicit", "RK4"] {
        assert_closed(integrator, &load(&scene(&format!("integrator='{integrator}'"), FEET, FELT)), 1);
    }
}

#[test]
fn forces_under_the_hard_law() {
    let list = FELT.replace("<jointlimitpos joint='kl'/>", "");
    let mut m = load(&scene("timestep='.002'", FEET, &list));
    m.stiction.exact();
    m.stiction.tolerance = Some(1e-14);
    assert_closed("hard", &m, 1);
}

#[test]
fn forces_that_nothing_tells_are_sets() {
    // four legs of a table: each carries what a solver takes, all together carry its weight
    let legs = (0..4).map(|k| {
        let (x, y) = (if k % 2 == 0 { 0.3 } else { -0.3 }, if k < 2 { 0.2 } else { -0.2 });
        format!("<geom type='sphere' size='.02' pos='{x} {y} -.08'/><site name='p{k}' size='.05' pos='{x} {y} -.08'/>")
    });
    let body = format!(
        "<body pos='0 0 .1'><freejoint/><geom type='box' size='.3 .2 .02' contype='0' conaffinity='0'/>{}<site name='all' type='box' size='.5 .5 .2'/></body>",
        legs.collect::<String>()
    );
    let mut m = load(&scene("", &body, "<sensor><touch site='p0'/><touch site='all'/></sensor>"));
    m.stiction.exact();
    let mut d = Data::new(&m);
    for _ in 0..20 {
        step(&m, &mut d).expect("a good step");
    }
    let g = Differentiator::new(&m).sensors(&m, &d, Method::Auto).expect("same model");
    let nx = 2 * m.size.nv;
    assert!(g.label_c[..nx].iter().all(|l| *l == Label::SetValued), "{:?}", &g.label_c[..nx]);
    assert!(g.label_c[nx..].iter().all(|l| *l != Label::SetValued), "{:?}", &g.label_c[nx..]);
}

#[test]
fn range_finders() {
    let wall = "<geom type='box' size='.1 1 1' pos='1.2 0 1' euler='0 5 10'/><geom type='sphere' size='.3' pos='.5 .8 1.4'/><geom type='plane' size='5 5 .1' pos='0 0 3' zaxis='.1 0 -1'/>";
    let list =
        "<rangefinder site='s0'/><rangefinder site='s1'/><rangefinder site='s2'/><rangefinder site='s3'/>";
    assert_closed(
        "rays",
        &load(&sensors(list, "").replace("</worldbody>", &format!("{wall}</worldbody>"))),
        0,
    );
}

#[test]
fn what_has_no_closed_form_says_so() {
    let m = load(
        &sensors("<geom_dist/>", "")
            .replace("<geom_dist/>", "<distance body1='c' body2='d' cutoff='3'/><jointpos joint='j0'/>"),
    );
    let g = Differentiator::new(&m).sensors(&m, &Data::new(&m), Method::Auto).expect("same model");
    let nx = 2 * m.size.nv;
    assert_eq!(g.reason, [Some("distances between shapes"), None]);
    assert!(g.label_c[..nx].iter().all(|l| *l == Label::Differences));
    assert!(g.label_c[nx..].iter().all(|l| *l == Label::Exact));
    let g = Differentiator::new(&m).sensors(&m, &Data::new(&m), Method::Differences).expect("same model");
    assert_eq!(g.reason, [Some("asked for"); 2]);
}

/// Differences of the step see that velocities change the kinetic energy: ∂(½ vᵀMv)/∂v = M v.
#[test]
fn differences_of_the_kinetic_energy() {
    use stiction_sim::difference::{Sides, transition};
    use stiction_sim::{NoHooks, forward::Sensors};
    let m = load(&scene("gravity='0 0 -9'", ARM, "<sensor><clock/><e_kinetic/></sensor>"));
    let (nv, nx) = (m.size.nv, 2 * m.size.nv + m.size.na);
    let mut d = Data::new(&m);
    let mut rng = SplitMix64(4);
    d.state.qvel.iter_mut().for_each(|v| *v = rng.sym());
    let out = transition(&m, &mut d, &mut NoHooks, 1e-6, Sides::Centred, Sensors::Compute);
    forward(&m, &mut d).expect("same model");
    let mut momentum = vec![0.0; nv];
    d.tree.mul(&mut momentum, &d.mass.M, &d.state.qvel);
    assert!(momentum.iter().all(|p| p.abs() > 1e-6), "{momentum:?}");
    for (i, p) in momentum.iter().enumerate() {
        let seen = out.c[nx + nv + i];
        assert!((seen - p).abs() < 1e-7 * (1.0 + p.abs()), "{i}: {seen} for {p}");
    }
}
