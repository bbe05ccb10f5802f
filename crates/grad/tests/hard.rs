//! Derivatives under the hard law against differences of the step: feature by feature, through impacts, and where the answer is known.

mod common;

use common::{ARM, Tally, compare, scene};
use stiction_grad::{Differentiator, Label, Method};
use stiction_model::Model;
use stiction_sim::{Data, step};
use stiction_spatial::random::SplitMix64;

fn load(xml: &str) -> Model {
    let mut m = stiction::load_string(xml, &stiction::NoAssets).expect("the model loads").model;
    m.stiction.exact();
    m.stiction.tolerance = Some(1e-12);
    m
}

/// Derivatives along a run of the model from a random state.
fn check(xml: &str) -> Tally {
    let m = load(xml);
    let mut rng = SplitMix64(7);
    let mut work = Differentiator::new(&m);
    let mut tally = Tally::default();
    for round in 0..6 {
        let mut d = Data::new(&m);
        let dq: Vec<f64> = (0..m.size.nv).map(|_| 0.2 * rng.sym()).collect();
        stiction_dynamics::manifold::integrate_pos(&m, &mut d.state.qpos, &dq, 1.0);
        d.state.qvel.iter_mut().for_each(|v| *v = rng.sym());
        d.state.act.iter_mut().for_each(|w| *w = 0.3 + 0.2 * rng.sym());
        d.input.ctrl.iter_mut().for_each(|u| *u = 0.4 + 0.3 * rng.sym());
        d.input.qfrc_applied.iter_mut().for_each(|f| *f = 0.1 * rng.sym());
        for _ in 0..round * 23 {
            step(&m, &mut d).expect("a good step");
        }
        compare(&m, &d, &mut work, &mut tally);
    }
    tally
}

fn assert_exact(name: &str, xml: &str) {
    let t = check(xml);
    println!("{name}: {t:?}");
    assert!(t.smooth > 20, "{name}: {t:?}");
    assert!(t.exact * 20 >= t.smooth * 19, "{name}: {t:?}");
    assert!(t.worst < 1e-5, "{name}: {t:?}");
}

#[test]
fn trees_springs_servos_and_tendons() {
    assert_exact("arm", &scene("timestep='.004'", ARM, ""));
    let acts = "<actuator><motor joint='j0' gear='3'/><position joint='j1' kp='20' kv='1' timeconst='.05'/><position joint='j2' kp='4'/>
      <general joint='ball' gear='.2 .5 .1' gainprm='1' biastype='affine' biasprm='0 -1 -.1'/></actuator>";
    assert_exact("servos", &scene("", ARM, acts));
    let fixed = "<tendon><fixed name='t' stiffness='2' damping='.1' springlength='.1' limited='true' range='-.3 .1'><joint joint='j0' coef='1'/><joint joint='j2' coef='-.5'/></fixed></tendon>";
    assert_exact("fixed tendon", &scene("", ARM, fixed));
    let spatial = "<tendon><spatial name='t' stiffness='20' damping='1' springlength='.1' frictionloss='.02'><site site='s0'/><site site='s2'/><pulley divisor='2'/><site site='s2'/><site site='s3'/></spatial></tendon>
      <actuator><motor tendon='t' gear='2'/><position tendon='t' kp='5' kv='.3'/></actuator>";
    assert_exact("spatial tendon", &scene("", ARM, spatial));
}

#[test]
fn contacts_of_all_dimensions() {
    let pile = "<body pos='0 0 .095'><freejoint/><geom type='sphere' size='.1'/></body>
      <body pos='.02 .03 .285' euler='20 0 10'><freejoint/><geom type='capsule' size='.09 .2'/></body>
      <body pos='.9 0 .1' euler='90 0 20'><joint type='slide' axis='0 0 1'/><joint type='slide' axis='1 .1 0'/><joint type='hinge' axis='0 1 .2'/><geom type='capsule' size='.1 .3'/></body>
      <body pos='-.8 .1 .2' euler='31 22 0'><freejoint/><geom type='box' size='.12 .1 .14'/></body>";
    for condim in [1, 3, 4, 6] {
        let bodies = pile.replace("<geom ", &format!("<geom condim='{condim}' friction='.6 .05 .02' "));
        assert_exact(&format!("condim {condim}"), &scene("", &bodies, ""));
    }
}

#[test]
fn loops_and_limits() {
    for tie in [
        "<connect body1='c' body2='d' anchor='.1 0 0'/>",
        "<weld body1='b' body2='d' relpose='.1 .2 .05 .9 .1 .2 .1' torquescale='.8'/>",
        "<joint joint1='j0' joint2='j2' polycoef='.05 .7 .4 -.3 .2'/>",
    ] {
        assert_exact(tie, &scene("", ARM, &format!("<equality>{tie}</equality>")));
    }
}
