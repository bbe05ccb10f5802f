//! Poses against products of homogeneous transforms, and the constants of a model against their definitions.

mod common;

use common::{ARM, World, model};
use stiction_dynamics::camlight::camlight;
use stiction_dynamics::inputs::{ContactPoint, PassiveInput};
use stiction_dynamics::kinematics::{Mocap, kinematics};
use stiction_dynamics::passive::passive;
use stiction_dynamics::passive::tendon_force;
use stiction_dynamics::set_const;
use stiction_mjcf::{LoadOptions, load};
use stiction_model::Model;
use stiction_model::assets::NoAssets;
use stiction_model::compile::compile;
use stiction_model::ids::BodyId;
use stiction_model::kinds::{JointKind, disable};
use stiction_spatial::{Mat3, Pose, Quat, Vec3};

fn close(what: &str, a: f64, b: f64, tol: f64) {
    assert!((a - b).abs() <= tol * (1.0 + a.abs().max(b.abs())), "{what}: {a} for {b}");
}

fn same(what: &str, a: Vec3, b: Vec3) {
    (0..3).for_each(|k| close(what, a[k], b[k], 1e-13));
}

fn shift(p: Vec3) -> Pose {
    Pose::new(p, Quat::IDENTITY)
}

/// The pose of a body from that of its parent, and anchor and axis of each joint in the world as the joint sees them.
fn moved(m: &Model, q: &[f64], b: usize, parent: Pose, joints: &mut Vec<(Vec3, Vec3)>) -> Pose {
    let mut x = parent * Pose::new(m.body.pos[b], m.body.quat[b]);
    for j in m.body.joints(b) {
        let at = m.jnt.qposadr[j].idx();
        let (anchor, axis) = (m.jnt.pos[j], m.jnt.axis[j]);
        let quat = |k: usize| Quat([q[k], q[k + 1], q[k + 2], q[k + 3]]);
        if m.jnt.kind[j] == JointKind::Free {
            x = Pose::new(Vec3([q[at], q[at + 1], q[at + 2]]), quat(at + 3).normalized());
            joints.push((x.pos, axis));
            continue;
        }
        joints.push((x.point(anchor), x.quat.rotate(axis)));
        let by = match m.jnt.kind[j].get() {
            Some(JointKind::Slide) => shift(axis * (q[at] - m.qpos0[at])),
            Some(JointKind::Hinge) => {
                let turn = Pose::new(Vec3::ZERO, Quat::from_axis_angle(axis, q[at] - m.qpos0[at]));
                shift(anchor) * turn * shift(anchor * -1.0)
            }
            _ => shift(anchor) * Pose::new(Vec3::ZERO, quat(at).normalized()) * shift(anchor * -1.0),
        };
        x = x * by;
    }
    x
}

fn check_poses(w: &World) {
    let m = &w.m;
    let mut x = vec![Pose::new(Vec3::ZERO, Quat::IDENTITY)];
    let mut joints = Vec::new();
    for b in 1..m.size.nbody {
        let pose = moved(m, &w.qpos, b, x[m.body.parentid[b]], &mut joints);
        same("body", w.kin.xpos[b], pose.pos);
        x.push(pose);
    }
    let frame = |what: &str, body: usize, local: Pose, p: Vec3, r: Mat3| {
        let world = x[body] * local;
        same(what, p, world.pos);
        r.0.iter().zip(world.quat.to_mat().0).for_each(|(a, b)| close(what, *a, b, 1e-13));
    };
    for b in 0..m.size.nbody {
        frame("body", b, shift(Vec3::ZERO), w.kin.xpos[b], w.kin.xmat[b]);
        frame("inertia", b, Pose::new(m.body.ipos[b], m.body.iquat[b]), w.kin.xipos[b], w.kin.ximat[b]);
    }
    for g in 0..m.size.ngeom {
        let local = Pose::new(m.geom.pos[g], m.geom.quat[g]);
        frame("geom", m.geom.bodyid[g].idx(), local, w.kin.geom_xpos[g], w.kin.geom_xmat[g]);
    }
    for s in 0..m.size.nsite {
        let local = Pose::new(m.site.pos[s], m.site.quat[s]);
        frame("site", m.site.bodyid[s].idx(), local, w.kin.site_xpos[s], w.kin.site_xmat[s]);
    }
    for (j, (anchor, axis)) in joints.into_iter().enumerate() {
        if m.jnt.kind[j] != JointKind::Free {
            same("anchor", w.kin.xanchor[j], anchor);
            same("axis", w.kin.xaxis[j], axis);
        }
    }
}

#[test]
fn poses_are_products_of_transforms() {
    let xml = format!(
        r#"<mujoco><worldbody>{ARM}
        <body pos=".5 .2 .3" euler="10 20 30"><joint type="hinge" axis="1 2 .5" pos=".1 .2 -.1" ref="25"/><joint type="slide" axis="0 1 1" pos=".2 0 0" ref=".3"/>
          <joint type="hinge" axis="0 .3 1" pos="-.1 .05 .1"/><joint type="ball" pos=".1 -.2 .05"/><geom size=".1"/><geom type="box" size=".1 .2 .3" pos=".1 0 .2" euler="5 6 7"/>
          <site name="same"/><body><geom size=".05"/><body pos=".1 .1 .1"><inertial pos=".1 .2 .3" mass="2" diaginertia=".1 .2 .25" euler="10 20 30"/><joint axis="0 0 1"/></body></body></body>
        <body pos="2 0 1" euler="30 0 0"><freejoint/><geom size=".1" pos=".03 .02 .01"/></body>
        <body pos="3 0 1" euler="30 40 0"><geom size=".1" pos=".03 .02 .01"/><body pos=".1 .2 .3"><joint axis="0 1 0"/><geom size=".1"/></body></body></worldbody></mujoco>"#
    );
    let mut w = World::new(&xml);
    for seed in 0..4 {
        w.shuffle(seed, 1.2, 0.0);
        check_poses(&w);
        // quaternions of any length turn alike
        let ball = (0..w.m.size.njnt).find(|&j| w.m.jnt.kind[j] == JointKind::Ball).unwrap();
        let at = w.m.jnt.qposadr[ball];
        w.qpos[at.span(4)].iter_mut().for_each(|q| *q *= 1.7);
        w.forward();
        check_poses(&w);
    }
}

#[test]
fn mocap_bodies_stand_where_they_are_put() {
    let m = model(
        r#"<mujoco><worldbody><body mocap="true" pos="1 2 3"><geom size=".1"/></body></worldbody></mujoco>"#,
    );
    let mut kin = stiction_dynamics::stages::Kinematics::allocate(&m);
    let quat = Quat::from_axis_angle(Vec3::Y, 0.3);
    let double = Quat(quat.0.map(|x| 2.0 * x));
    let at = Mocap { pos: &[Vec3([0.1, 0.2, 0.3])], quat: &[double] };
    kinematics(&m, &m.qpos0, at, &mut kin);
    same("pos", kin.xpos[1], Vec3([0.1, 0.2, 0.3]));
    (0..4).for_each(|k| close("quat", kin.xquat[1][k], quat[k], 1e-14));
    let none = Mocap { pos: &[Vec3([0.1, 0.2, 0.3])], quat: &[Quat([0.0; 4])] };
    kinematics(&m, &m.qpos0, none, &mut kin);
    assert_eq!(kin.xquat[1], Quat::IDENTITY, "no rotation is none");
}

const CAMERAS: &str = r#"<mujoco><worldbody><body name="a" pos=".1 .2 .3" euler="10 20 30"><freejoint/><geom size=".1" pos=".2 .1 0"/>
    <camera name="fixed" pos="1 .2 .3" euler="40 5 6"/><camera name="track" mode="track" pos="1 .2 .3" euler="40 5 6"/><camera name="trackcom" mode="trackcom" pos="1 .2 .3" euler="40 5 6"/>
    <camera name="target" mode="targetbody" target="b" pos="1 .2 .3"/><camera name="targetcom" mode="targetbodycom" target="b" pos="1 .2 .3"/>
    <light pos="1 .2 .3" dir="1 2 -2"/><light mode="track" pos="1 .2 .3" dir="1 2 -2"/><light mode="trackcom" pos="1 .2 .3" dir="1 2 -2"/>
    <light mode="targetbody" target="b" pos="1 .2 .3"/><light mode="targetbodycom" target="b" pos="1 .2 .3"/></body>
    <body name="b" pos="2 1 .5"><freejoint/><geom size=".1" pos=".3 .1 .2"/></body></worldbody></mujoco>"#;

#[test]
fn cameras_and_lights_follow_and_look() {
    let mut w = World::new(CAMERAS);
    let start = w.clone();
    w.shuffle(3, 0.8, 0.0);
    camlight(&w.m, &w.com, &mut w.kin);
    let (x, x0) =
        (Pose::new(w.kin.xpos[1], w.kin.xquat[1]), Pose::new(start.kin.xpos[1], start.kin.xquat[1]));
    let mount = Vec3([1.0, 0.2, 0.3]);
    let (here, there) = (x.point(mount), x0.point(mount));
    let track = w.kin.xpos[1] + (there - start.kin.xpos[1]);
    let trackcom = w.com.subtree_com[1] + (there - start.com.subtree_com[1]);
    let places = [here, track, trackcom, here, here];
    let dir = Vec3([1.0, 2.0, -2.0]) * (1.0 / 3.0);
    let aims = [w.kin.xpos[2], w.com.subtree_com[2]];
    for k in 0..5 {
        same("camera", w.kin.cam_xpos[k], places[k]);
        same("light", w.kin.light_xpos[k], places[k]);
        let mat = w.kin.cam_xmat[k];
        let direction = match k {
            0 => x.quat.rotate(dir),
            1 | 2 => x0.quat.rotate(dir),
            _ => (aims[k - 3] - here).normalized().0,
        };
        same("direction", w.kin.light_xdir[k], direction);
        if k >= 3 {
            same("−z looks at the target", mat.col(2) * -1.0, direction);
            close("x is level", mat.col(0)[2], 0.0, 1e-14);
            close("right-handed", mat.det(), 1.0, 1e-13);
            assert!(mat.col(1)[2] > 0.0, "upright");
        } else {
            let want = (if k == 0 { x.quat } else { x0.quat } * w.m.cam.quat[0]).to_mat();
            mat.0.iter().zip(want.0).for_each(|(a, b)| close("axes", *a, b, 1e-13));
        }
    }
}

fn resolved(xml: &str) -> Model {
    let spec = load("test.xml", xml, &NoAssets, &LoadOptions::default()).expect("valid MJCF").spec;
    let mut c = compile(&spec, &NoAssets).expect("valid model");
    set_const::resolve(&mut c.model, &c.pending).expect("constants");
    c.model
}

/// Dense inverse of M at the reference, by columns.
fn inverse(w: &World) -> Vec<Vec<f64>> {
    let tree = stiction_dynamics::crba::pattern(&w.m);
    let mut mass = w.mass.clone();
    stiction_dynamics::crba::factor_m(&tree, 1e-15, &mut mass);
    let nv = w.m.size.nv;
    let unit = |k: usize| (0..nv).map(|i| f64::from(u8::from(i == k))).collect::<Vec<_>>();
    (0..nv)
        .map(|k| {
            let mut x = unit(k);
            stiction_dynamics::crba::solve_m(&tree, &mass, &mut x);
            x
        })
        .collect()
}

const CHAIN: &str = r#"<mujoco><worldbody><geom name="ground" type="plane" size="4 3 .1" pos=".5 .2 -1"/>
    <body name="a" pos=".1 .2 .3" euler="10 20 30"><freejoint/><geom name="ga" type="box" size=".1 .2 .3" pos=".05 .1 .02"/>
      <body name="b" pos=".4 0 .1"><joint name="h" axis="0 1 .3" armature=".02" springdamper=".3 .7"/><geom name="gb" type="capsule" size=".05 .2" pos=".1 0 .1"/>
        <body name="c" pos=".3 .1 0"><joint name="k" type="ball"/><geom name="gc" size=".12" pos=".05 .02 .1"/><site name="s" pos=".1 .2 .3"/></body></body></body>
    <body name="p" pos="1 1 1"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><geom size=".1" mass="3"/></body></worldbody>
    <tendon><fixed name="t"><joint joint="h" coef="1.5"/></fixed></tendon>
    <actuator><position joint="h" gear="2" kp="7" dampratio=".8"/><pid joint="h" kp="5" dampratio=".6"/><motor tendon="t"/></actuator></mujoco>"#;

#[test]
fn weights_are_means_of_the_inverse_inertia() {
    let w = World::with(resolved(CHAIN));
    let (m, inv) = (&w.m, inverse(&w));
    let diag = |i: usize| inv[i][i];
    let mean = |r: std::ops::Range<usize>| r.clone().map(diag).sum::<f64>() / r.len() as f64;
    for (dofs, want) in
        [(0..3, mean(0..3)), (3..6, mean(3..6)), (6..7, diag(6)), (7..10, mean(7..10)), (10..11, 1.0 / 3.0)]
    {
        dofs.for_each(|i| close("dof", m.dof.invweight0[i], want, 1e-12));
    }
    // translations and rotations of each centre of mass: differences of poses
    for b in 1..=3 {
        let h = 1e-6;
        let (mut lin, mut ang) = ([0.0; 3], [0.0; 3]);
        let columns: Vec<(Vec3, Vec3)> = (0..m.size.nv)
            .map(|k| {
                let (p, q) = (w.moved(k, h), w.moved(k, -h));
                let r = p.kin.xmat[b].mul_mat_tr(&q.kin.xmat[b]);
                let spin = Vec3([r[(2, 1)] - r[(1, 2)], r[(0, 2)] - r[(2, 0)], r[(1, 0)] - r[(0, 1)]]);
                ((p.kin.xipos[b] - q.kin.xipos[b]) * (0.5 / h), spin * (0.25 / h))
            })
            .collect();
        for i in 0..m.size.nv {
            for j in 0..m.size.nv {
                for k in 0..3 {
                    lin[k] += columns[i].0[k] * inv[i][j] * columns[j].0[k];
                    ang[k] += columns[i].1[k] * inv[i][j] * columns[j].1[k];
                }
            }
        }
        close("translation", m.body.invweight0[b][0], lin.iter().sum::<f64>() / 3.0, 1e-7);
        close("rotation", m.body.invweight0[b][1], ang.iter().sum::<f64>() / 3.0, 1e-7);
    }
    assert_eq!(m.body.invweight0[0], [0.0; 2]);
    close("point mass", m.body.invweight0[4][0], 1.0 / 3.0, 1e-15);
    assert_eq!(m.body.invweight0[4][1], 0.0);
    close("tendon", m.tendon.invweight0[0], 2.25 * diag(6), 1e-12);
    let norm = |scale: f64| scale * inv[6].iter().map(|x| x * x).sum::<f64>().sqrt();
    close("acc0 of a joint", m.actuator.acc0[0], norm(2.0), 1e-12);
    close("acc0 of a tendon", m.actuator.acc0[2], norm(1.5), 1e-12);
    // M0 is the diagonal of M at qpos0
    let tree = stiction_dynamics::crba::pattern(m);
    (0..m.size.nv).for_each(|i| close("M0", m.dof.M0[i], w.mass.M[tree.diag(i)], 1e-12));
}

#[test]
fn conventions_of_the_compiler_are_resolved() {
    let m = resolved(CHAIN);
    let hinge = 1;
    let i = 1.0 / m.dof.invweight0[6];
    close("stiffness", m.jnt.stiffness[hinge], i / (0.3 * 0.7_f64).powi(2), 1e-12);
    close("damping", m.dof.damping[6], 2.0 * i / 0.3, 1e-12);
    let inv = m.dof.invweight0[6];
    close("kv of position", m.actuator.biasprm[0][2], -2.0 * 0.8 * (7.0 / (4.0 * inv)).sqrt(), 1e-12);
    close("kv of pid", m.actuator.biasprm[1][2], -2.0 * 0.6 * (5.0 / inv).sqrt(), 1e-12);
    let free = resolved(
        r#"<mujoco><worldbody><body><joint type="ball" springdamper=".2 .5"/><geom type="box" size=".1 .2 .3" pos=".1 0 0"/></body></worldbody></mujoco>"#,
    );
    let i = 3.0 / free.dof.invweight0.iter().sum::<f64>();
    close("ball", free.jnt.stiffness[0], i / (0.1_f64).powi(2), 1e-12);
    (0..3).for_each(|k| close("ball", free.dof.damping[k], 2.0 * i / 0.2, 1e-12));
}

#[test]
fn statistics_describe_the_model() {
    let w = World::with(resolved(CHAIN));
    let (m, kin) = (&w.m, &w.kin);
    let far = |a: Vec3, b: Vec3| (a - b).norm();
    let geom = |g: usize, b: usize| m.geom.rbound[g] + far(kin.geom_xpos[g], kin.xipos[b]);
    let anchors = |b: usize, joints: &[usize]| {
        joints.iter().map(|&j| far(kin.xanchor[j], kin.xipos[b])).fold(0.0, f64::max)
    };
    // a: its free joint, the hinge of b; b: its hinge, the ball of c
    let sizes = [
        anchors(1, &[0, 1]).max(geom(1, 1)),
        anchors(2, &[1, 2]).max(geom(2, 2)),
        anchors(3, &[2]).max(geom(3, 3)),
        anchors(4, &[3, 4]).max(geom(4, 4)),
    ];
    close("mean size", m.stat.meansize, sizes.iter().sum::<f64>() / 4.0, 1e-12);
    close("mean mass", m.stat.meanmass, m.body.mass.iter().sum::<f64>() / 4.0, 1e-12);
    let tree = stiction_dynamics::crba::pattern(m);
    let inertia = (0..m.size.nv).map(|i| w.mass.M[tree.diag(i)]).sum::<f64>() / m.size.nv as f64;
    close("mean inertia", m.stat.meaninertia, inertia, 1e-12);
    for (i, want) in [(0, 1.0), (2, 1.0), (3, sizes[0]), (6, sizes[1]), (8, sizes[2]), (10, 1.0)] {
        close("dof length", m.dof.length[i], want, 1e-12);
    }
    // the box around everything: a tenth of the plane's half-width about its centre
    let mut points = vec![(kin.geom_xpos[0], 0.4)];
    (1..m.size.ngeom).for_each(|g| points.push((kin.geom_xpos[g], m.geom.rbound[g])));
    (1..m.size.nbody).for_each(|b| points.extend([(kin.xpos[b], 0.0), (kin.xipos[b], 0.0)]));
    kin.xanchor.iter().chain(&kin.site_xpos).for_each(|p| points.push((*p, 0.0)));
    let side = |k: usize, sign: f64| points.iter().map(|(p, r)| sign * p[k] + r).fold(f64::MIN, f64::max);
    let extent = (0..3).map(|k| side(k, 1.0) + side(k, -1.0)).fold(0.0, f64::max);
    close("extent", m.stat.extent, extent, 1e-12);
    (0..3).for_each(|k| close("centre", m.stat.center[k], (side(k, 1.0) - side(k, -1.0)) / 2.0, 1e-12));
}

#[test]
fn equalities_meet_at_the_reference() {
    let m = resolved(
        r#"<mujoco><worldbody><body name="a" pos=".1 .2 .3" euler="10 20 30"><freejoint/><geom size=".1"/></body>
        <body name="b" pos=".5 .1 .2" euler="40 -20 10"><freejoint/><geom size=".1"/></body></worldbody>
        <equality><connect body1="a" body2="b" anchor=".1 .2 -.1"/><weld body1="a" body2="b" anchor=".05 .1 .2"/>
        <weld body1="a" body2="b" relpose="1 2 3 .5 .5 .5 .5"/></equality></mujoco>"#,
    );
    let w = World::with(m);
    let x = |b: usize| Pose::new(w.kin.xpos[b], w.kin.xquat[b]);
    let at = |e: usize, k: usize| Vec3([w.m.eq.data[e][k], w.m.eq.data[e][k + 1], w.m.eq.data[e][k + 2]]);
    same("connect", x(1).point(at(0, 0)), x(2).point(at(0, 3)));
    same("weld", x(1).point(at(1, 3)), x(2).point(at(1, 0)));
    let d = &w.m.eq.data[1];
    let turned = x(1).quat * Quat([d[6], d[7], d[8], d[9]]);
    (0..4).for_each(|k| close("weld", turned[k], x(2).quat[k], 1e-14));
    assert_eq!(at(2, 3), Vec3([1.0, 2.0, 3.0]), "a pose that the author gave stays");
}

#[test]
fn tendon_springs_have_a_dead_band() {
    let mut w = World::new(
        r#"<mujoco><worldbody><body><joint name="a" type="slide" axis="1 0 0"/><geom size=".1"/></body></worldbody>
        <tendon><fixed stiffness="6 1 2" damping=".7 .2 .1" springlength=".1 .3"><joint joint="a" coef="2"/></fixed></tendon></mujoco>"#,
    );
    for (q, excess) in [(0.2, 0.1), (0.1, 0.0), (0.01, -0.08), (-0.1, -0.3)] {
        (w.qpos[0], w.qvel[0]) = (q, -0.6);
        w.forward();
        let (k, v): (f64, f64) = (6.0 + 1.0 * excess + 2.0 * excess * excess, -1.2);
        let c = 0.7 + 0.2 * v.abs() + 0.1 * v * v;
        close("spring", w.passive.qfrc_spring[0], -2.0 * k * excess, 1e-12);
        close("damper", w.passive.qfrc_damper[0], -2.0 * c * v, 1e-12);
        close("passive", w.passive.qfrc_passive[0], -2.0 * (k * excess + c * v), 1e-12);
        let force = |w: &World| {
            let x = PassiveInput {
                qpos: &w.qpos,
                qvel: &w.qvel,
                plastic: &w.plastic,
                pos: w.positions(),
                ten: &w.ten,
                vel: &w.vel,
                contacts: &[],
            };
            tendon_force(&w.m, &x, 0)
        };
        close("along", force(&w), -k * excess - c * v, 1e-12);
        let mut off = w.clone();
        off.m.opt.disableflags |= disable::SPRING;
        off.forward();
        close("no spring", force(&off), -c * v, 1e-12);
        assert_eq!(off.passive.qfrc_spring[0], 0.0);
        off.m.opt.disableflags |= disable::DAMPER;
        off.forward();
        assert_eq!((force(&off), off.passive.qfrc_passive[0]), (0.0, 0.0));
    }
}

/// What sticks pulls its two bodies together along the normal.
#[test]
fn adhesion_pulls_along_the_normal() {
    let mut w = World::new(
        r#"<mujoco><option gravity="0 0 0"/><worldbody><body pos="0 0 1"><freejoint/><geom size=".1" adhesion="2"/></body><body pos="0 0 2"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"#,
    );
    assert!(w.m.flg_adhesion);
    let n = Vec3([0.48, -0.6, 0.64]);
    let mut c =
        ContactPoint { body: [1, 2].map(BodyId::new), pos: Vec3([0.1, 0.2, 1.4]), normal: n, adhesion: 5.0 };
    for amount in [5.0, 0.0] {
        c.adhesion = amount;
        let (pos, mut out) = (w.clone(), w.passive.clone());
        let x = PassiveInput {
            qpos: &w.qpos,
            qvel: &w.qvel,
            plastic: &w.plastic,
            pos: pos.positions(),
            ten: &w.ten,
            vel: &w.vel,
            contacts: &[c],
        };
        passive(&w.m, &x, &mut out);
        let arm = [c.pos - w.kin.xpos[1], c.pos - w.kin.xpos[2]];
        for k in 0..3 {
            close("first", out.qfrc_passive[k], amount * n[k], 1e-13);
            close("second", out.qfrc_passive[6 + k], -amount * n[k], 1e-13);
            close("torque", out.qfrc_adhesion[3 + k], amount * arm[0].cross(n)[k], 1e-13);
            close("torque", out.qfrc_adhesion[9 + k], -amount * arm[1].cross(n)[k], 1e-13);
        }
        w.passive = out;
    }
}
