//! Analytic derivatives against differences of the step, feature by feature, at states with velocity, off-axis, off-centre.

mod common;

use common::{ARM, assert_exact, check, load, scene};
use stiction_grad::{Differentiator, Label, Method};
use stiction_sim::{Data, step};
use stiction_spatial::random::SplitMix64;

#[test]
fn trees_springs_dampers_and_integrators() {
    for integrator in ["Euler", "implicit", "implicitfast", "RK4"] {
        let option = format!("integrator='{integrator}' timestep='.004'");
        assert_exact(integrator, &scene(&option, ARM, ""));
    }
}

#[test]
fn gravity_compensation_and_fluid() {
    let arm = ARM.replace("<body name='b'", "<body name='b' gravcomp='.7'");
    assert_exact("gravcomp", &scene("", &arm, ""));
    assert_exact("box model", &scene("density='30' viscosity='.4' wind='.3 -.2 .1'", ARM, ""));
    let swimmer = ARM.replace("<geom type='ellipsoid'", "<geom fluidshape='ellipsoid' type='ellipsoid'");
    assert_exact("ellipsoid model", &scene("density='40' viscosity='.2' wind='0 .4 0'", &swimmer, ""));
}

#[test]
fn tendons() {
    let fixed = "<tendon><fixed name='t' stiffness='2' damping='.1' springlength='.1' limited='true' range='-.3 .1'><joint joint='j0' coef='1'/><joint joint='j2' coef='-.5'/></fixed></tendon>";
    assert_exact("fixed", &scene("", ARM, fixed));
    let spatial = "<tendon><spatial name='t' stiffness='20' damping='1' springlength='.1' frictionloss='.02'><site site='s0'/><site site='s2'/><pulley divisor='2'/><site site='s2'/><site site='s3'/></spatial></tendon>
      <actuator><motor tendon='t' gear='2'/><position tendon='t' kp='5' kv='.3'/></actuator>";
    assert_exact("spatial", &scene("", ARM, spatial));
}

#[test]
fn actuators() {
    let acts = "<actuator><motor joint='j0' gear='3'/><position joint='j1' kp='20' kv='1' timeconst='.05'/><intvelocity joint='j2' kp='4' actrange='-1 1'/>
      <general site='s1' gear='1 .2 0 0 .1 .3' gaintype='fixed' gainprm='2' biastype='affine' biasprm='0 0 -.4'/>
      <general joint='ball' gear='.2 .5 .1' gainprm='1' biastype='affine' biasprm='0 -1 -.1'/>
      <motor site='s2' refsite='s0' gear='.5 0 .2 .1 0 .2'/>
      <damper joint='j0' kv='.5' ctrlrange='0 1'/></actuator>";
    assert_exact("servos and thrusters", &scene("", ARM, acts));
    let muscles = "<tendon><spatial name='m' ><site site='s0'/><site site='s2'/></spatial></tendon><actuator><muscle tendon='m' lengthrange='.1 .8' force='20'/><muscle joint='j2' lengthrange='-1 1' force='3'/></actuator>";
    assert_exact("muscles", &scene("", ARM, muscles));
    assert_exact("muscles, RK4", &scene("integrator='RK4'", ARM, muscles));
    let slow = "<actuator><position joint='j1' kp='20' kv='1' timeconst='.05'/><intvelocity joint='j2' kp='4' actrange='-.02 .02'/>
      <general joint='j0' dyntype='filterexact' dynprm='.03' gainprm='2'/><general joint='j0' dyntype='filter' dynprm='.02' gainprm='2' actlimited='true' actrange='-1 1'/></actuator>";
    assert_exact("activations, RK4", &scene("integrator='RK4'", ARM, slow));
    // currents and bristles, a controller with its integral
    let motors = "<actuator><dcmotor joint='j0' resistance='2' motorconst='.05' inductance='.02 0' lugre='20 .3 .05 .08 .1'/>
      <dcmotor joint='j2' gear='2' resistance='2' motorconst='.3' input='pos vel' controller='1.5 .4 .1 0 0 90'/></actuator>";
    for integrator in ["Euler", "RK4"] {
        let option = format!("integrator='{integrator}' timestep='.002'");
        assert_exact(&format!("DC motors, {integrator}"), &scene(&option, ARM, motors));
    }
}

#[test]
fn contacts_of_all_dimensions_and_cones() {
    let pile = "<body pos='0 0 .095'><freejoint/><geom type='sphere' size='.1'/></body>
      <body pos='.02 .03 .285' euler='20 0 10'><freejoint/><geom type='capsule' size='.09 .2'/></body>
      <body pos='.9 0 .1' euler='90 0 20'><joint type='slide' axis='0 0 1'/><joint type='slide' axis='1 .1 0'/><joint type='hinge' axis='0 1 .2'/><geom type='capsule' size='.1 .3'/></body>
      <body pos='-.8 .1 .2' euler='31 22 0'><freejoint/><geom type='box' size='.12 .1 .14'/></body>";
    for cone in ["pyramidal", "elliptic"] {
        for condim in [1, 3, 4, 6] {
            let bodies = pile.replace("<geom ", &format!("<geom condim='{condim}' friction='.6 .05 .02' "));
            let option = format!("cone='{cone}' impratio='2'");
            assert_exact(&format!("{cone} {condim}"), &scene(&option, &bodies, ""));
        }
    }
}

/// A few sweeps over contacts of both cones and dry friction, which end far from their fixed point.
#[test]
fn the_no_slip_pass() {
    let pile = "<body pos='0 0 .095'><freejoint/><geom type='sphere' size='.1'/></body>
      <body pos='.02 .03 .285' euler='20 0 10'><freejoint/><geom type='capsule' size='.09 .2'/></body>
      <body pos='.9 0 .1' euler='90 0 20'><joint type='slide' axis='0 0 1'/><joint type='slide' axis='1 .1 0' frictionloss='.3'/><joint type='hinge' axis='0 1 .2' frictionloss='.02'/><geom type='capsule' size='.1 .3'/></body>";
    for cone in ["pyramidal", "elliptic"] {
        for (condim, sweeps) in [(3, 1), (3, 4), (4, 3), (6, 2)] {
            let bodies = pile.replace("<geom ", &format!("<geom condim='{condim}' friction='.6 .05 .02' "));
            let option = format!("cone='{cone}' noslip_iterations='{sweeps}'");
            let t = check(&scene(&option, &bodies, ""));
            assert!(t.smooth > 20 && t.exact * 20 >= t.smooth * 19, "{option}: {t:?}");
            // the step stops its search for the friction of an ellipse at 1e-10 of its square: its slope is known to the root of that
            let worst = if cone == "elliptic" { 5e-4 } else { 1e-5 };
            assert!(t.worst < worst, "{option}, {condim}: {t:?}");
        }
    }
}

#[test]
fn equalities_and_limits() {
    let ties = [
        "<connect body1='c' body2='d' anchor='.1 0 0'/>",
        "<weld body1='b' body2='d' relpose='.1 .2 .05 .9 .1 .2 .1' torquescale='.8'/>",
        "<joint joint1='j0' joint2='j2' polycoef='.05 .7 .4 -.3 .2'/>",
    ];
    for tie in ties {
        assert_exact(tie, &scene("", ARM, &format!("<equality>{tie}</equality>")));
    }
    let ball = ARM.replace("name='ball' type='ball'", "name='ball' type='ball' limited='true' range='0 5'");
    assert_exact("limited ball", &scene("", &ball, ""));
}

#[test]
fn a_switch_within_reach_is_no_exact_column() {
    // at rest just above its limit, pulled into it: one side of the joint's column has a force, the other has none
    let xml = "<mujoco><worldbody><body><joint name='j' type='slide' axis='0 0 1' limited='true' range='0 1'/><geom size='.1'/></body></worldbody></mujoco>";
    let m = load(xml);
    let d = Data::new(&m);
    let g = Differentiator::new(&m).at(&m, &d, Method::Auto).expect("same model");
    assert_eq!(g.label_a, [Label::OneSided, Label::Exact]);
    assert_eq!(g.margin_a[0], 0.0);
}

#[test]
fn differences_are_labelled_so() {
    let m = load(&scene("", ARM, ""));
    let g = Differentiator::new(&m).at(&m, &Data::new(&m), Method::Differences).expect("same model");
    assert!(g.label_a.iter().chain(&g.label_b).all(|l| *l == Label::Differences));
    assert_eq!(g.reason, Some("asked for"));
}

#[test]
fn reverse_mode_is_the_product_of_the_steps() {
    let m = load(&scene(
        "",
        ARM,
        "<actuator><motor joint='j0'/><position joint='j1' kp='5' timeconst='.1'/></actuator>",
    ));
    let (nx, nu, n) = (2 * m.size.nv + m.size.na, m.size.nu, 12);
    let mut rng = SplitMix64(3);
    let mut d = Data::new(&m);
    d.state.qvel.iter_mut().for_each(|v| *v = rng.sym());
    let controls: Vec<f64> = (0..n * nu).map(|_| rng.sym()).collect();
    let seeds: Vec<f64> = (0..n * nx).map(|_| rng.sym()).collect();
    let mut work = Differentiator::new(&m);
    let run =
        |every| stiction_grad::Trajectory { controls: &controls, seeds: &seeds, every, method: Method::Auto };
    let some = stiction_grad::vjp(&m, &d, &run(0), &mut work).expect("good steps");
    // memory is a choice, bits are not
    assert_eq!(some, stiction_grad::vjp(&m, &d, &run(1), &mut work).expect("good steps"));
    assert_eq!(some, stiction_grad::vjp(&m, &d, &run(n), &mut work).expect("good steps"));
    // forward mode along one direction of the start and of all controls
    let (dx, du): (Vec<f64>, Vec<f64>) =
        ((0..nx).map(|_| rng.sym()).collect(), (0..n * nu).map(|_| rng.sym()).collect());
    let (mut x, mut sum) = (dx.clone(), 0.0);
    for k in 0..n {
        d.input.ctrl.copy_from_slice(&controls[k * nu..(k + 1) * nu]);
        let g = work.at(&m, &d, Method::Auto).expect("same model");
        let row = |a: &[f64], y: &[f64]| a.iter().zip(y).map(|(a, b)| a * b).sum::<f64>();
        x = (0..nx)
            .map(|i| {
                row(&g.a[i * nx..(i + 1) * nx], &x)
                    + row(&g.b[i * nu..(i + 1) * nu], &du[k * nu..(k + 1) * nu])
            })
            .collect();
        sum += row(&x, &seeds[k * nx..(k + 1) * nx]);
        step(&m, &mut d).expect("a good step");
    }
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let other = dot(&some.start, &dx) + dot(&some.controls, &du);
    assert!((sum - other).abs() < 1e-10 * sum.abs().max(1.0), "{sum} {other}");
}
