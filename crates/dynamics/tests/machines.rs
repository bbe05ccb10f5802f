//! Transmissions, tendons with inertia and the plugin controller: each against differences or its own equations.

mod common;

use common::World;
use stiction_dynamics::inputs::{ContactPoint, PassiveInput};
use stiction_dynamics::passive::{tendon_force, tendon_slopes};
use stiction_dynamics::stages::{Post, Transmissions};
use stiction_dynamics::transmission::{self, TransmissionInput};
use stiction_dynamics::{crba, jacobian, post, tendon};
use stiction_model::kinds::disable;
use stiction_spatial::Vec3;

const H: f64 = 1e-6;

fn close(what: &str, a: f64, b: f64, tol: f64) {
    assert!((a - b).abs() <= tol * (1.0 + a.abs().max(b.abs())), "{what}: {a} for {b}");
}

/// Two arms of hinges and a slide in separate trees, with sites off axis at their ends.
fn arms(rest: &str) -> World {
    let mut w = World::new(&format!(
        r#"<mujoco><option timestep="0.01"/><default><geom type="capsule" size=".04" mass="1"/></default><worldbody>
        <site name="w" pos=".2 .1 1.4" euler="10 20 30"/>
        <body name="a"><joint name="a0" axis="0 1 .2"/><joint name="a1" axis="1 0 .3"/><geom fromto="0 0 0 .3 .1 .2"/>
          <site name="ra" pos=".1 .1 .2" euler="30 -20 50"/>
          <body name="b" pos=".3 .1 .2"><joint name="b0" axis=".2 .1 1"/><joint name="b1" type="slide" axis="1 .4 0"/><geom fromto="0 0 0 .2 -.1 .3"/>
            <site name="sb" pos=".2 -.1 .3" euler="-15 40 5"/></body></body>
        <body name="c" pos="1 .5 .2"><joint name="c0" axis="1 .1 0"/><joint name="c1" axis="0 .3 1"/><geom fromto="0 0 0 -.2 .3 .1"/>
          <site name="sc" pos="-.2 .3 .1" euler="20 60 -10"/></body>
        <body name="d" pos="3 0 0"><freejoint/><geom fromto="0 0 0 .2 0 0"/></body></worldbody>{rest}</mujoco>"#
    ));
    w.shuffle(5, 0.6, 1.5);
    w
}

/// Row `o` of the moment arms as a dense vector.
fn moment(w: &World, o: usize) -> Vec<f64> {
    let mut row = vec![0.0; w.m.size.nv];
    let r = transmission::moment_row(&w.trn, o.into());
    r.cols.iter().zip(r.vals).for_each(|(c, v)| row[*c as usize] = *v);
    row
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Velocities of a site by differences of its place along the motion, and ω of its body.
fn site_motion(w: &World, name: usize) -> (Vec3, Vec3) {
    let moved = |t: f64| {
        let mut x = w.clone();
        stiction_dynamics::manifold::integrate_pos(&x.m, &mut x.qpos, &w.qvel, t);
        x.forward();
        x.kin.site_xpos[name]
    };
    ((moved(H) - moved(-H)).scale(0.5 / H), w.vel.cvel[w.m.site.bodyid[name]].ang)
}

/// Sites in the order of the model.
const W: usize = 0;
const RA: usize = 1;
const SB: usize = 2;
const SC: usize = 3;

#[test]
fn a_site_moves_against_its_reference_along_the_gear() {
    let w = arms(
        r#"<actuator><general site="sb" gear=".3 -.7 .5 .2 .9 -.4"/><general site="sb" refsite="sc" gear=".3 -.7 .5 .2 .9 -.4"/>
        <general site="sb" refsite="w" gear="1 .5 -.2 0 0 0"/><general site="sb" refsite="sc" gear="0 0 0 .6 .1 -.8"/></actuator>"#,
    );
    let (g0, g1) = (Vec3::new(0.3, -0.7, 0.5), Vec3::new(0.2, 0.9, -0.4));
    let ((v, spin), (v_ref, spin_ref)) = (site_motion(&w, SB), site_motion(&w, SC));
    let own = |x: Vec3| w.kin.site_xmat[SB].tr_mul_vec(x);
    let seen = |x: Vec3| w.kin.site_xmat[SC].tr_mul_vec(x);
    let rate = |o: usize| dot(&moment(&w, o), &w.qvel);
    close("own axes", rate(0), own(v).dot(g0) + own(spin).dot(g1), 1e-8);
    close("against a site", rate(1), seen(v - v_ref).dot(g0) + seen(spin - spin_ref).dot(g1), 1e-8);
    close("turn", rate(3), seen(spin - spin_ref).dot(Vec3::new(0.6, 0.1, -0.8)), 1e-8);
    // lengths: the place in the axes of the reference, and the rotation from it
    let apart = |a: usize, b: usize| w.kin.site_xmat[b].tr_mul_vec(w.kin.site_xpos[a] - w.kin.site_xpos[b]);
    let turn = (w.kin.site_xquat[SC].conj() * w.kin.site_xquat[SB]).to_rotation_vector();
    assert_eq!(w.trn.actuator_length[0], 0.0);
    close("length", w.trn.actuator_length[1], apart(SB, SC).dot(g0) + turn.dot(g1), 1e-12);
    close("angle", w.trn.actuator_length[3], turn.dot(Vec3::new(0.6, 0.1, -0.8)), 1e-12);
    close("place", w.trn.actuator_length[2], apart(SB, W).dot(Vec3::new(1.0, 0.5, -0.2)), 1e-12);
    // a reference that stands still makes the moment the gradient of the length
    let row = moment(&w, 2);
    for k in 0..w.m.size.nv {
        let slope =
            (w.moved(k, H).trn.actuator_length[2] - w.moved(k, -H).trn.actuator_length[2]) / (2.0 * H);
        close("gradient", row[k], slope, 1e-8);
    }
}

/// What moves both sites together moves neither against the other.
#[test]
fn common_dofs_do_not_move_a_site_against_its_reference() {
    let w = arms(r#"<actuator><general site="sb" refsite="ra" gear=".3 -.7 .5 .2 .9 -.4"/></actuator>"#);
    let row = moment(&w, 0);
    assert!(row[0] == 0.0 && row[1] == 0.0 && row[2] != 0.0 && row[3] != 0.0, "{row:?}");
    // the reference stands still in its own axes: the moments of the other dofs are those of the site alone
    let (v, spin) = {
        let mut still = w.clone();
        (still.qvel[0], still.qvel[1]) = (0.0, 0.0);
        still.forward();
        site_motion(&still, SB)
    };
    let seen = |x: Vec3| w.kin.site_xmat[RA].tr_mul_vec(x);
    let want = seen(v).dot(Vec3::new(0.3, -0.7, 0.5)) + seen(spin).dot(Vec3::new(0.2, 0.9, -0.4));
    close("rate", row[2] * w.qvel[2] + row[3] * w.qvel[3], want, 1e-8);
}

#[test]
fn a_slider_crank_has_the_gradient_of_its_length() {
    for rod in [0.9, 3.0] {
        let w = arms(&format!(
            r#"<actuator><general cranksite="sb" slidersite="sc" cranklength="{rod}" gear="1.7"/></actuator>"#
        ));
        // the slider is where a rod of this length meets its axis
        let (axis, v) = (w.kin.site_xmat[SC].col(2), w.kin.site_xpos[SB] - w.kin.site_xpos[SC]);
        let length = w.trn.actuator_length[0] / 1.7;
        if rod > 1.0 {
            close("rod", (v - axis.scale(length)).norm(), rod, 1e-12);
        } else {
            // too short for that: it stays at the foot of the crank
            close("foot", length, v.dot(axis), 1e-12);
        }
        let row = moment(&w, 0);
        for k in 0..w.m.size.nv {
            let slope =
                (w.moved(k, H).trn.actuator_length[0] - w.moved(k, -H).trn.actuator_length[0]) / (2.0 * H);
            close("gradient", row[k], slope, 1e-7);
        }
    }
}

/// Adhesion pulls along the mean of the normals at the contacts of its body.
#[test]
fn a_body_adheres_along_the_mean_of_its_normals() {
    let w = arms(r#"<actuator><adhesion body="b" ctrlrange="0 1" gain="2"/></actuator>"#);
    let bodies = |name: [usize; 2]| name.map(|s| w.m.site.bodyid[s]);
    let points = [
        (bodies([SB, SC]), Vec3::new(0.2, 0.1, 0.3), Vec3::new(0.6, 0.0, 0.8)),
        (bodies([SC, SB]), Vec3::new(-0.1, 0.4, 0.2), Vec3::new(0.0, 1.0, 0.0)),
        (bodies([W, SC]), Vec3::new(0.3, 0.3, 0.1), Vec3::new(1.0, 0.0, 0.0)),
    ];
    let contacts: Vec<ContactPoint> =
        points.iter().map(|&(body, pos, normal)| ContactPoint { body, pos, normal, adhesion: 0.0 }).collect();
    let nv = w.m.size.nv;
    let speed = |body, pos| {
        let mut jac = vec![0.0; 3 * nv];
        let at = stiction_dynamics::chain::BodyPoint { body, pos };
        jacobian::jac(&w.m, &w.com, at, jacobian::Blocks { jacp: Some(&mut jac), jacr: None });
        Vec3([0, 1, 2].map(|k| dot(&jac[k * nv..(k + 1) * nv], &w.qvel)))
    };
    for n in 0..=3 {
        let (mut trn, mut work) = (Transmissions::allocate(&w.m), vec![0.0; nv]);
        let x =
            TransmissionInput { qpos: &w.qpos, pos: w.positions(), ten: &w.ten, contacts: &contacts[..n] };
        transmission::transmissions(&w.m, &x, &mut work, &mut trn);
        let r = transmission::moment_row(&trn, 0.into());
        let rate: f64 = r.cols.iter().zip(r.vals).map(|(c, v)| v * w.qvel[*c as usize]).sum();
        let mine = n.min(2);
        let apart =
            |&(b, pos, normal): &([_; 2], Vec3, Vec3)| normal.dot(speed(b[1], pos) - speed(b[0], pos));
        let sum: f64 = points[..mine].iter().map(apart).sum();
        close("mean", rate, if mine == 0 { 0.0 } else { -sum / mine as f64 }, 1e-12);
        assert_eq!(trn.actuator_length[0], 0.0);
    }
}

/// T = ½ a l̇² of a tendon: M gets a JᵀJ, and its bias is that of Lagrange's equations.
#[test]
fn tendons_with_inertia_follow_lagrange() {
    let xml = |armature: &str, lent: &str| {
        format!(
            r#"<mujoco><option gravity="0 0 0"/><default><geom type="capsule" size=".04" mass="1"/></default><worldbody><site name="w" pos=".2 .3 1.4"/>
            <body><joint axis="0 1 .2"/><geom fromto="0 0 0 .3 .1 .2"/><body pos=".3 .1 .2"><joint axis="1 .2 0"/><joint type="slide" axis="0 .4 1"/>
            <geom fromto="0 0 0 .2 -.1 .3"/><site name="s" pos=".2 -.1 .3"/></body></body></worldbody>
            <tendon><spatial name="free"><site site="w"/><site site="s"/></spatial><spatial name="t" {armature}><site site="w"/><site site="s"/></spatial></tendon>
            <actuator>{lent}</actuator></mujoco>"#
        )
    };
    let one = r#"<motor tendon="t" gear="2" armature=".4"/>"#;
    let several = format!(r#"{one}<motor tendon="t" gear="1" armature=".25"/><motor tendon="free"/>"#);
    let own = r#"armature=".7""#;
    for (armature, lent, total) in [(own, "", 0.7), ("", one, 1.6), (own, &several, 0.7 + 1.6 + 0.25)] {
        let (mut w, mut bare) = (World::new(&xml(armature, lent)), World::new(&xml("", "")));
        w.shuffle(9, 0.5, 1.3);
        (bare.qpos, bare.qvel) = (w.qpos.clone(), w.qvel.clone());
        bare.forward();
        assert!(tendon::any_armature(&w.m) && !tendon::any_armature(&bare.m));
        let (nv, tree) = (w.m.size.nv, crba::pattern(&w.m));
        let full = |w: &World| {
            let mut out = vec![0.0; nv * nv];
            crba::full_m(&tree, &w.mass, &mut out);
            out
        };
        let length = |w: &World| w.ten.ten_length[1];
        let slope: Vec<f64> =
            (0..nv).map(|k| (length(&w.moved(k, H)) - length(&w.moved(k, -H))) / (2.0 * H)).collect();
        let (with, without) = (full(&w), full(&bare));
        for i in 0..nv {
            for j in 0..nv {
                close("a JᵀJ", with[i * nv + j] - without[i * nv + j], total * slope[i] * slope[j], 1e-8);
            }
        }
        // c = a Jᵀ J̇v
        let mut bias = vec![0.0; nv];
        tendon::add_bias(&w.m, &w.positions(), &w.ten, &w.vel, &w.qvel, &mut bias).expect("it does not wrap");
        let along = |t: f64| {
            let mut x = w.clone();
            stiction_dynamics::manifold::integrate_pos(&x.m, &mut x.qpos, &w.qvel, t);
            x.forward();
            length(&x)
        };
        let t = 1e-4;
        let bend = (along(t) - 2.0 * along(0.0) + along(-t)) / (t * t);
        for i in 0..nv {
            close("bias", bias[i], total * slope[i] * bend, 1e-6);
        }
        let mut none = vec![0.0; nv];
        tendon::add_bias(&bare.m, &bare.positions(), &bare.ten, &bare.vel, &bare.qvel, &mut none)
            .expect("straight");
        assert!(none.iter().all(|x| *x == 0.0));
    }
}

/// Along a tendon over sites, pulleys and a sphere the forces on bodies have the power of the tension.
#[test]
fn tendon_forces_on_bodies_have_the_power_of_the_tension() {
    let w = arms(
        r#"<tendon><spatial name="straight"><site site="w"/><site site="ra"/><site site="sb"/><site site="sc"/></spatial>
        <spatial name="pulley"><site site="w"/><site site="sb"/><pulley divisor="2"/><site site="ra"/><site site="sc"/><pulley divisor="4"/><site site="sb"/><site site="sc"/></spatial></tendon>"#,
    );
    for t in 0..2 {
        let mut out = Post::allocate(&w.m);
        post::begin(&w.m, &w.kin, &w.com, &vec![[0.0; 6]; w.m.size.nbody], &mut out);
        post::add_tendon(&w.m, &w.com, &w.ten, t, 1.7, &mut out);
        let power: f64 = (1..w.m.size.nbody).map(|b| w.vel.cvel[b].dot(out.cfrc_ext[b])).sum();
        close("power", power, 1.7 * w.vel.ten_velocity[t], 1e-12);
        assert!(w.vel.ten_velocity[t].abs() > 0.1);
    }
}

#[test]
fn slopes_of_tendon_forces_are_derivatives() {
    let rest = r#"<tendon><spatial stiffness="30" damping="2 .5 .3" springlength=".4"><site site="w"/><site site="sb"/></spatial>
        <spatial stiffness="30" damping="2" springlength="0 9"><site site="w"/><site site="sc"/></spatial></tendon>"#;
    let w = arms(rest);
    let force =
        |w: &World, of: fn(&stiction_model::Model, &PassiveInput<'_>, usize) -> [f64; 2], t: usize| {
            let (qpos, qvel, plastic, pos) = (&w.qpos, &w.qvel, &w.plastic, w.positions());
            let x = PassiveInput { qpos, qvel, plastic, pos, ten: &w.ten, vel: &w.vel, contacts: &[] };
            of(&w.m, &x, t)
        };
    let value = |w: &World, t: usize| force(w, |m, x, t| [tendon_force(m, x, t), 0.0], t)[0];
    for flags in [0, disable::SPRING, disable::DAMPER] {
        let mut w = w.clone();
        w.m.opt.disableflags |= flags;
        for t in 0..2 {
            let got = force(&w, tendon_slopes, t);
            let nudged = |h: f64, speed: bool| {
                let mut x = w.clone();
                if speed {
                    x.vel.ten_velocity[t] += h
                } else {
                    x.ten.ten_length[t] += h
                }
                value(&x, t)
            };
            for (k, speed) in [false, true].into_iter().enumerate() {
                close("slope", got[k], (nudged(H, speed) - nudged(-H, speed)) / (2.0 * H), 1e-7);
            }
            let spring = flags != disable::SPRING && t == 0;
            assert!((got[0] != 0.0) == spring && (got[1] != 0.0) == (flags != disable::DAMPER), "{got:?}");
        }
    }
}

const GAINS: [f64; 3] = [40.0, 7.0, 4.0];
const SLEW: f64 = 3.0;
const IMAX: f64 = 0.9;

fn pid(config: &str, actuator: &str) -> World {
    let mut w = World::new(&format!(
        r#"<mujoco><option timestep="0.01"/><extension><plugin plugin="mujoco.pid"><instance name="p"><config key="kp" value="40"/>
        <config key="kd" value="4"/>{config}</instance></plugin></extension><worldbody><body><joint name="a" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body>
        </worldbody><actuator><plugin joint="a" plugin="mujoco.pid" instance="p" {actuator}/></actuator></mujoco>"#
    ));
    (w.qpos[0], w.qvel[0], w.ctrl[0]) = (0.3, -0.7, 0.8);
    w
}

/// p = k_p e + k_i z⁺ + k_d (u̇ − l̇) with the integral, its bound and the slew of the set-point.
#[test]
fn the_plugin_controller_follows_its_law() {
    let h = 0.01;
    let ki = r#"<config key="ki" value="7"/>"#;
    let bounds =
        r#"<config key="ki" value="7"/><config key="imax" value=".9"/><config key="slewmax" value="3"/>"#;
    // neither integral nor slew
    let mut w = pid("", r#"ctrllimited="true" ctrlrange="-.5 .5""#);
    w.forward();
    close("clamped", w.actuation.actuator_force[0], GAINS[0] * (0.5 - 0.3) + GAINS[2] * 0.7, 1e-13);
    // an integral that counts the error of this step
    let mut w = pid(ki, r#"actdim="1""#);
    w.act[0] = 0.2;
    w.forward();
    let z = 0.2 + h * 0.5;
    close("integral", w.actuation.actuator_force[0], GAINS[0] * 0.5 + GAINS[1] * z + GAINS[2] * 0.7, 1e-13);
    close("its rate", w.actuation.act_dot[0], 0.5, 1e-12);
    // bound and slew, from either side, after the first step
    for (time, z, last) in
        [(0.0, 0.5, 0.1), (0.4, 0.5, 0.1), (0.4, 0.128, 0.79), (0.4, -0.5, 2.0), (0.4, 0.05, 0.81)]
    {
        let mut w = pid(bounds, r#"actdim="2""#);
        (w.time, w.act[0], w.act[1]) = (time, z, last);
        w.forward();
        let u = if time > 0.0 { 0.8f64.clamp(last - SLEW * h, last + SLEW * h) } else { 0.8 };
        let next = (z + h * (u - 0.3)).clamp(-IMAX / GAINS[1], IMAX / GAINS[1]);
        let want = GAINS[0] * (u - 0.3) + GAINS[1] * next + GAINS[2] * 0.7;
        close("bounded", w.actuation.actuator_force[0], want, 1e-13);
        close("rate of z", w.actuation.act_dot[0], (next - z) / h, 1e-12);
        close("rate of u", w.actuation.act_dot[1], (u - last) / h, 1e-12);
    }
}

/// With dynamics of its own the set-point is the activation, now or after the step, and its rate counts.
#[test]
fn the_plugin_controller_follows_an_activation() {
    for (early, shift) in [("false", 0.0), ("true", 0.01)] {
        let mut w = pid("", &format!(r#"dyntype="filter" dynprm=".2" actdim="1" actearly="{early}""#));
        w.act[0] = 0.6;
        w.forward();
        let rate = (0.8 - 0.6) / 0.2;
        let want = GAINS[0] * (0.6 + shift * rate - 0.3) + GAINS[2] * (rate + 0.7);
        close("filter", w.actuation.actuator_force[0], want, 1e-12);
        close("rate", w.actuation.act_dot[0], rate, 1e-12);
    }
}
