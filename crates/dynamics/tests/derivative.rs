//! Velocity derivatives against differences of the forces; springs against their energy; what yields stays yielded.

mod common;

use common::{ARM, World};
use stiction_dynamics::derivative::metric::{Metric, actuator_metric, metric};
use stiction_dynamics::derivative::{Derivative, Terms, free_bias_velocity, is_free_body, smooth_velocity};
use stiction_dynamics::plastic::{self, PlasticInput};

fn loaded_model(fluid: &str) -> String {
    format!(
        r#"<mujoco><option density="50" viscosity="0.2" wind="0.4 0.5 -0.3"/>
        <default><geom {fluid}/></default>
        <worldbody>{ARM}
        <body pos="1 0 1"><freejoint/><geom type="box" size="0.1 0.2 0.03" pos="0.05 0.02 0.01" euler="10 20 30"/></body>
        <body pos="2 0 1"><freejoint/><geom size="0.1"/><body pos="0.3 0 0"><joint type="ball" damping="0.1 0.2 0.3"/><geom type="box" size="0.1 0.02 0.03"/></body></body>
        </worldbody>
        <tendon><spatial name="a" damping="1 0.5 0.2" stiffness="10 2 3"><site site="w0"/><site site="u0"/><site site="l0"/></spatial>
        <fixed name="b" damping="0.3 0.2 0.1"><joint joint="j1" coef="0.7"/><joint joint="j2" coef="-1.3"/></fixed></tendon>
        <actuator><position joint="j1" kp="20" kv="1"/><velocity tendon="a" kv="2"/><general joint="j2" gaintype="affine" gainprm="3 0.5 -0.2" biastype="affine" biasprm="0.1 -2 -0.3"/>
        <motor joint="j1" gear="2" damping="0.3 0.1 0.2"/><orientation joint="j0" kp="2" kv="0.3"/>
        <muscle tendon="a" lengthrange="0.1 0.9" force="20" vmax="4"/><damper joint="j2" kv="2" ctrlrange="0 1"/>
        <dcmotor joint="j1" resistance="2" motorconst="0.3" input="pos vel" controller="1.5 0 0.1 0 0 90"/></actuator></mujoco>"#
    )
}

/// The derivative of MuJoCo restricted to the pattern, and the difference quotient there.
fn check(w: &World, d: &Derivative, tolerance: f64) {
    let h = 1e-6;
    let m = &w.m;
    let scale = d.qDeriv.iter().fold(1.0, |s: f64, x| s.max(x.abs()));
    for k in 0..m.size.nv {
        let (p, q) = (w.sped(k, h).smooth_force(), w.sped(k, -h).smooth_force());
        for i in 0..m.size.nv {
            let a = m.sparse.D_rowadr[i] as usize;
            let row = &m.sparse.D_colind[a..a + m.sparse.D_rownnz[i] as usize];
            if let Ok(at) = row.binary_search(&(k as i32)) {
                let fd = (p[i] - q[i]) / (2.0 * h);
                let e = (fd - d.qDeriv[a + at]).abs() / scale;
                assert!(e < tolerance, "({i}, {k}): {fd} {}", d.qDeriv[a + at]);
            }
        }
    }
}

#[test]
fn derivative_is_the_slope_of_smooth_forces() {
    for fluid in ["", r#"fluidshape="ellipsoid" fluidcoef="0.3 0.2 1.2 0.8 0.9""#] {
        let mut w = World::new(&loaded_model(fluid));
        for seed in 0..3 {
            w.shuffle(seed, 0.4, 1.0);
            let mut d = Derivative::allocate(&w.m);
            smooth_velocity(&w.m, &w.derivative_input(), Terms::WithBias(&w.mass.crb), &mut d);
            check(&w, &d, 1e-7);
        }
    }
}

#[test]
fn fast_derivative_is_symmetric_but_for_free_bodies() {
    let mut w = World::new(&loaded_model(r#"fluidshape="ellipsoid""#));
    w.shuffle(1, 0.4, 1.0);
    let mut d = Derivative::allocate(&w.m);
    smooth_velocity(&w.m, &w.derivative_input(), Terms::Fast, &mut d);
    let at = |i: usize, j: usize| {
        let a = w.m.sparse.D_rowadr[i] as usize;
        let row = &w.m.sparse.D_colind[a..a + w.m.sparse.D_rownnz[i] as usize];
        row.binary_search(&(j as i32)).ok().map(|k| d.qDeriv[a + k])
    };
    for i in 0..w.m.size.nv {
        for j in 0..i {
            let free = is_free_body(&w.m, w.m.dof.bodyid[i]);
            if let (false, Some(a), Some(b)) = (free, at(i, j), at(j, i)) {
                assert!((a - b).abs() < 1e-13 * a.abs().max(1.0), "({i}, {j}) {a} {b}");
            }
        }
    }
}

#[test]
fn gyroscopic_block_of_a_free_body() {
    let mut w = World::new(
        r#"<mujoco><worldbody><body pos="1 0 1" euler="10 20 30"><freejoint/><geom type="box" size="0.1 0.2 0.03" pos="0.05 0.02 0.01" euler="40 5 6"/></body></worldbody></mujoco>"#,
    );
    w.shuffle(5, 1.0, 6.0);
    assert!(is_free_body(&w.m, 1.into()) && !is_free_body(&w.m, 0.into()));
    let b = free_bias_velocity(&w.m, &w.kin, &w.qvel, 0.into());
    let h = 1e-5;
    for k in 0..6 {
        let (p, q) = (w.sped(k, h).bias, w.sped(k, -h).bias);
        for i in 0..6 {
            assert!(((p[i] - q[i]) / (2.0 * h) - b[i][k]).abs() < 1e-8, "({i}, {k})");
        }
    }
}

#[test]
fn slopes_of_coriolis_forces_tree_by_tree() {
    let mut w = World::new(SPRINGS);
    for seed in 0..4 {
        w.shuffle(seed, 0.6, 4.0);
        let mut d = Derivative::allocate(&w.m);
        for t in 0..w.m.size.ntree {
            stiction_dynamics::derivative::bias::tree(&w.m, &w.derivative_input(), &w.mass.crb, t, &mut d);
        }
        // quadratic in velocities
        for k in 0..w.m.size.nv {
            let (p, q) = (w.sped(k, 1.0).bias, w.sped(k, -1.0).bias);
            for i in 0..w.m.size.nv {
                let a = w.m.sparse.D_rowadr[i] as usize;
                let row = &w.m.sparse.D_colind[a..a + w.m.sparse.D_rownnz[i] as usize];
                let found = row.binary_search(&(k as i32)).map_or(0.0, |at| -d.qDeriv[a + at]);
                assert!((0.5 * (p[i] - q[i]) - found).abs() < 1e-11, "seed {seed} ({i}, {k})");
            }
        }
    }
}

const SPRINGS: &str = r#"<mujoco><compiler angle="radian"/><worldbody>
  <site name="w0" pos="0.3 0.2 0.5"/>
  <body pos="0.1 0 0.2"><joint type="ball" stiffness="3 1 2" name="b"/><geom size="0.1" pos="0.1 0.05 0"/><site name="s0" pos="0.2 0.1 0"/>
    <body pos="0.3 0 0"><joint type="hinge" axis="0 1 0.3" stiffness="2 0.5 0.7" springref="0.3"/><joint type="slide" axis="1 0 0.2" stiffness="20 -3 5" springref="0.02"/>
      <geom size="0.08" pos="0.1 0 0"/><site name="s1" pos="0.1 0.05 0"/></body></body>
  <body pos="1 0 1"><joint type="free" stiffness="3 1 2"/><geom size="0.1" pos="0.03 0 0"/></body></worldbody>
  <tendon><spatial stiffness="10 2 3" springlength="0.1 0.2"><site site="w0"/><site site="s0"/><site site="s1"/></spatial></tendon></mujoco>"#;

#[test]
fn springs_are_the_gradient_of_their_energy() {
    let mut w = World::new(SPRINGS);
    for seed in 0..4 {
        w.shuffle(seed, 0.5, 0.0);
        let h = 1e-6;
        for k in 0..w.m.size.nv {
            let fd = (w.moved(k, h).potential() - w.moved(k, -h).potential()) / (2.0 * h);
            let force = w.bias[k] - w.passive.qfrc_spring[k];
            assert!((fd - force).abs() < 1e-7 * force.abs().max(1.0), "seed {seed} dof {k}: {fd} {force}");
        }
    }
}

#[test]
fn dampers_and_fluids_take_energy_out() {
    for fluid in ["", r#"fluidshape="ellipsoid" fluidcoef="0.5 0.25 1.5 0 0""#] {
        let mut w = World::new(&loaded_model(fluid).replace(r#"wind="0.4 0.5 -0.3""#, ""));
        for seed in 0..4 {
            w.shuffle(seed, 0.5, 2.0);
            let power = |f: &[f64]| f.iter().zip(&w.qvel).fold(0.0, |s, (f, v)| s + f * v);
            assert!(power(&w.passive.qfrc_damper) < 0.0 && power(&w.passive.qfrc_fluid) < 0.0);
        }
    }
}

#[test]
fn metric_holds_slopes_of_springs_and_gains() {
    let mut w = World::new(
        r#"<mujoco><option timestep="0.01"/><worldbody><body><joint name="a" axis="0 1 0" stiffness="2 0.5 0.7" damping="0.3 0.1 0.2"/><geom size="0.1" pos="0.2 0 0"/>
        <body pos="0.4 0 0"><joint name="b" axis="0 1 0"/><geom size="0.1" pos="0.2 0 0"/></body></body></worldbody>
        <tendon><fixed name="t" stiffness="4" damping="0.6" springlength="0"><joint joint="a" coef="1"/><joint joint="b" coef="2"/></fixed></tendon>
        <actuator><position joint="b" kp="5" kv="0.4"/><position tendon="t" kp="3" forcerange="-0.01 0.01"/></actuator></mujoco>"#,
    );
    w.shuffle(2, 0.4, 1.0);
    let (mut d, h) = (Metric::allocate(&w.m), 0.01);
    metric(&w.m, &w.derivative_input(), w.m.opt.timestep, &mut d);
    actuator_metric(&w.m, &w.derivative_input(), w.m.opt.timestep, &mut d);
    let (q, v) = (w.qpos[0], w.qvel[0]);
    let k = 2.0 + 2.0 * 0.5 * q + 3.0 * 0.7 * q * q;
    let c = 0.3 + 2.0 * 0.1 * v.abs() + 3.0 * 0.2 * v * v;
    assert!((d.diag[0] - h * c - h * h * k).abs() < 1e-15 && d.diag[1] == 0.0);
    assert!((d.tendon[0] - h * 0.6 - h * h * 4.0).abs() < 1e-15);
    assert!((d.actuator[0] - h * 0.4 - h * h * 5.0).abs() < 1e-15);
    assert_eq!(d.actuator[1], 0.0, "a saturated actuator does not stiffen the step");
    let along = h * 4.0 * (v + 2.0 * w.qvel[1]);
    assert!((d.shift[0] + h * k * v + along).abs() < 1e-15 && (d.shift[1] + 2.0 * along).abs() < 1e-15);
    assert!((d.actuator_shift[1] + h * 5.0 * w.qvel[1]).abs() < 1e-15);
}

#[test]
fn yielded_springs_keep_their_shape() {
    let mut w = World::new(
        r#"<mujoco><compiler angle="radian"/><option timestep="0.01"/><worldbody><body><joint name="a" type="slide" stiffness="5" springyield="0.1"/><geom size="0.1"/>
        <body><joint type="ball" stiffness="2" springyield="0.2"/><geom size="0.1" pos="0.1 0 0"/></body></body></worldbody>
        <tendon><fixed name="cable" stiffness="3" springlength="0 0.5" springyield="0.05"><joint joint="a" coef="1"/></fixed></tendon></mujoco>"#,
    );
    w.qpos[0] = 0.4;
    w.qpos[1..5].copy_from_slice(&stiction_spatial::Quat::from_axis_angle(stiction_spatial::Vec3::Y, 0.9).0);
    w.forward();
    let step = |w: &World, plastic: &mut [f64]| {
        plastic::advance(
            &w.m,
            &PlasticInput { qpos: &w.qpos, qvel: &w.qvel, ten: &w.ten, timestep: w.m.opt.timestep },
            plastic,
        );
    };
    let mut p = w.plastic.clone();
    step(&w, &mut p);
    assert!((p[0] - 0.3).abs() < 1e-15, "the slide follows until it is within its threshold");
    let half = libm::sin(0.35);
    assert!((p[3] - half).abs() < 1e-14 && p[2].abs() < 1e-15, "the ball turns about the same axis");
    assert_eq!(p[5..7], [0.0, 0.5], "the cable is slack");
    let once = p.clone();
    step(&w, &mut p);
    assert!(p.iter().zip(&once).all(|(a, b)| (a - b).abs() < 1e-15), "a second look changes nothing");
    w.qpos[0] = 0.7;
    w.qvel[0] = 10.0;
    w.forward();
    step(&w, &mut p);
    assert!(
        (p[6] - (0.8 - 0.05)).abs() < 1e-14 && p[5] == 0.0,
        "a taut cable grows, and stays slack down to zero"
    );
}
