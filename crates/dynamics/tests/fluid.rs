//! Forces of a fluid on one free body, against the formulas of the manual worked out in the test.

mod common;

use common::World;
use std::f64::consts::PI;
use stiction_spatial::Vec3;

const BETA: f64 = 0.23;
const RHO: f64 = 4.1;
const WIND: Vec3 = Vec3([0.4, 0.5, -0.3]);

fn world(geom: &str) -> World {
    let mut w = World::new(&format!(
        r#"<mujoco><option gravity="0 0 0" density="{RHO}" viscosity="{BETA}" wind="0.4 0.5 -0.3"/><worldbody>
        <body pos="1 2 3" euler="20 -30 40"><freejoint/><geom {geom} pos=".1 .05 -.07" euler="10 50 -20" mass="1.3"/></body>
        </worldbody></mujoco>"#
    ));
    w.qvel.copy_from_slice(&[0.7, -0.4, 1.1, -2.0, 1.3, 0.6]);
    w.forward();
    w
}

/// Velocity of the geom relative to the fluid in its own axes: (angular, linear).
fn local(w: &World) -> (Vec3, Vec3) {
    let v = &w.qvel;
    let spin = w.kin.xmat[1].mul_vec(Vec3([v[3], v[4], v[5]]));
    let lin = Vec3([v[0], v[1], v[2]]) + spin.cross(w.kin.geom_xpos[0] - w.kin.xpos[1]);
    let mat = w.kin.geom_xmat[0];
    (mat.tr_mul_vec(spin), mat.tr_mul_vec(lin - WIND))
}

/// The generalised force of (torque, force) on the geom in its own axes.
fn check(w: &World, torque: Vec3, force: Vec3) {
    let (mat, arm) = (w.kin.geom_xmat[0], w.kin.geom_xpos[0] - w.kin.xpos[1]);
    let f = mat.mul_vec(force);
    let t = w.kin.xmat[1].tr_mul_vec(mat.mul_vec(torque) + arm.cross(f));
    let want = [f[0], f[1], f[2], t[0], t[1], t[2]];
    for (k, (a, b)) in w.passive.qfrc_fluid.iter().zip(want).enumerate() {
        assert!((a - b).abs() < 1e-12 * (1.0 + b.abs()), "dof {k}: {a} for {b}");
    }
}

#[test]
fn a_box_is_its_own_inertia_box() {
    let w = world(r#"type="box" size=".11 .23 .37""#);
    let (omega, v) = local(&w);
    let s: [f64; 3] = [0.22, 0.46, 0.74];
    let d = (s[0] + s[1] + s[2]) / 3.0;
    let quadratic = |k: usize| {
        let (j, l) = ((k + 1) % 3, (k + 2) % 3);
        (s[k] * (s[j].powi(4) + s[l].powi(4)) / 64.0, 0.5 * s[j] * s[l])
    };
    let torque = [0, 1, 2]
        .map(|k| -BETA * PI * d.powi(3) * omega[k] - RHO * quadratic(k).0 * omega[k].abs() * omega[k]);
    let force = [0, 1, 2].map(|k| -3.0 * BETA * PI * d * v[k] - RHO * quadratic(k).1 * v[k].abs() * v[k]);
    // the principal axes of a box are its own: the inertial frame may name them in another order
    check(&w, Vec3(torque), Vec3(force));
}

#[test]
fn each_medium_acts_alone() {
    let mut w = world(r#"type="box" size=".11 .23 .37""#);
    let both = w.passive.qfrc_fluid.clone();
    w.m.opt.density = 0.0;
    w.forward();
    let viscous = w.passive.qfrc_fluid.clone();
    (w.m.opt.density, w.m.opt.viscosity) = (RHO, 0.0);
    w.forward();
    for k in 0..6 {
        let sum = viscous[k] + w.passive.qfrc_fluid[k];
        assert!((sum - both[k]).abs() < 1e-12 && viscous[k] != 0.0 && w.passive.qfrc_fluid[k] != 0.0);
    }
    w.m.opt.density = 0.0;
    w.forward();
    assert_eq!(w.passive.qfrc_fluid, [0.0; 6]);
}

#[test]
fn ellipsoids_have_added_mass_lift_and_drag() {
    const COEF: [f64; 5] = [0.3, 0.2, 1.2, 0.8, 0.9];
    let coef = r#"fluidshape="ellipsoid" fluidcoef=".3 .2 1.2 .8 .9""#;
    for (geom, r) in [
        (r#"type="ellipsoid" size=".11 .23 .37""#, [0.11, 0.23, 0.37]),
        (r#"type="sphere" size=".2""#, [0.2; 3]),
        (r#"type="capsule" size=".1 .3""#, [0.1, 0.1, 0.4]),
        (r#"type="cylinder" size=".1 .3""#, [0.1, 0.1, 0.3]),
        (r#"type="box" size=".3 .1 .2""#, [0.3, 0.1, 0.2]),
    ] {
        let w = world(&format!("{geom} {coef}"));
        let (omega, v) = local(&w);
        let [blunt, slender, angular, kutta, magnus] = COEF;
        let volume = 4.0 / 3.0 * PI * r[0] * r[1] * r[2];
        let d = 2.0 / 3.0 * (r[0] + r[1] + r[2]);
        let mut sorted = r;
        sorted.sort_by(f64::total_cmp);
        let [_, mid, max] = sorted;
        // the area of the shadow along v, and the normal of the surface where it is stagnant
        let face = Vec3([0, 1, 2].map(|k| (r[(k + 1) % 3] * r[(k + 2) % 3]).powi(2)));
        let normal = face.hadamard(v);
        let area = PI * (normal.dot(normal) / normal.dot(v)).sqrt();
        let added = |at: usize, x: Vec3| Vec3([0, 1, 2].map(|k| RHO * w.m.geom.fluid[0][at + k] * x[k]));
        let (p, l) = (added(6, v), added(9, omega));
        let cos = normal.dot(v) / (v.norm() * normal.dot(normal));
        let drag = 3.0 * PI * d * BETA + RHO * v.norm() * (area * blunt + slender * (PI * max * mid - area));
        let force = p.cross(omega)
            + omega.cross(v) * (magnus * RHO * volume)
            + normal.cross(v).cross(v) * (kutta * RHO * cos * area)
            - v * drag;
        let most = 8.0 / 15.0 * PI * mid * max.powi(4);
        let moment = Vec3([0, 1, 2].map(|k| {
            let own = 8.0 / 15.0 * PI * r[k] * r[(k + 1) % 3].max(r[(k + 2) % 3]).powi(4);
            (angular * own + slender * (most - own)) * omega[k]
        }));
        let torque = p.cross(v) + l.cross(omega) - omega * (PI * d.powi(3) * BETA + RHO * moment.norm());
        check(&w, torque, force);
    }
}
