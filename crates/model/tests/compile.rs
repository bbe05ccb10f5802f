//! The compiler on small models made in code: order, frames, inertias, limits, defaults, and what it refuses.

use stiction_model::Model;
use stiction_model::assets::NoAssets;
use stiction_model::compile::{Compiled, compile};
use stiction_model::diag::Diagnostics;
use stiction_model::kinds::{FrameScaling, GeomKind, JointKind, ObjKind, SensorKind, Tri, TrnKind};
use stiction_model::spec::{
    Actuator, Equality, Exclude, Frame, Key, Meta, Numeric, Orient, Pair, PathItem, PathKind, Sensor, Spec,
    Tendon,
};
use stiction_spatial::flat::flat;
use stiction_spatial::{Mat3, Vec3};

fn meta(name: &str) -> Meta {
    Meta { name: name.into(), ..Meta::default() }
}

fn build(s: &Spec) -> Compiled {
    compile(s, &NoAssets).unwrap_or_else(|e| panic!("{e}"))
}

fn model(s: &Spec) -> Model {
    build(s).model
}

fn refuse(s: &Spec) -> Diagnostics {
    compile(s, &NoAssets).expect_err("the model must be refused")
}

fn geom(s: &mut Spec, body: usize, kind: GeomKind, size: [f64; 3], pos: Vec3) {
    let g = s.add_geom(body);
    (g.kind, g.size, g.pos) = (kind, size, pos);
}

fn joint(s: &mut Spec, body: usize, kind: JointKind, name: &str) {
    let j = s.add_joint(body);
    (j.kind, j.meta.name) = (kind, name.into());
}

/// A ball on a hinge: the smallest model that moves.
fn pendulum() -> Spec {
    let mut s = Spec::new();
    let b = s.add_body(0, "b");
    geom(&mut s, b, GeomKind::Sphere, [0.1, 0.0, 0.0], Vec3::X);
    joint(&mut s, b, JointKind::Hinge, "j");
    s
}

/// Inertia tensor of a body about its centre of mass, in the body's axes.
fn tensor(m: &Model, b: usize) -> Mat3 {
    let r = m.body.iquat[b].to_mat();
    r.mul_mat(&Mat3::diag(m.body.inertia[b])).mul_mat_tr(&r)
}

fn close(a: &Mat3, b: &Mat3, tolerance: f64) -> bool {
    a.0.iter().zip(&b.0).all(|(x, y)| (x - y).abs() <= tolerance * (1.0 + y.abs()))
}

#[test]
fn ids_follow_the_tree_and_addresses_the_ids() {
    let mut s = Spec::new();
    let a = s.add_body(0, "a");
    let b = s.add_body(0, "b");
    let c = s.add_body(a, "c");
    for (body, name, kind) in [
        (b, "jb", JointKind::Free),
        (c, "jc", JointKind::Ball),
        (a, "ja", JointKind::Slide),
        (c, "jd", JointKind::Slide),
    ] {
        joint(&mut s, body, kind, name);
    }
    s.joints[3].pos = Vec3::X;
    s.joints.swap(1, 3); // the slide of c comes before its ball
    for body in [a, b, c] {
        geom(&mut s, body, GeomKind::Box, [0.1, 0.2, 0.3], Vec3::ZERO);
    }
    let m = model(&s);
    assert_eq!(m.names.list(ObjKind::Body), ["world", "a", "c", "b"]);
    assert_eq!(m.names.list(ObjKind::Joint), ["ja", "jd", "jc", "jb"]);
    assert_eq!(flat(&m.jnt.qposadr), [0, 1, 2, 6]);
    assert_eq!(flat(&m.jnt.dofadr), [0, 1, 2, 5]);
    assert_eq!(flat(&m.dof.parentid), [-1, 0, 1, 2, 3, -1, 5, 6, 7, 8, 9]);
    assert_eq!((m.size.nq, m.size.nv, m.size.ntree), (13, 11, 2));
    assert_eq!(flat(&m.body.rootid), [0, 1, 1, 3]);
    assert_eq!(m.tree.dofnum[..], [5, 6]);
    assert_eq!(flat(&m.body.treeid), [-1, 0, 0, 1]);
    assert_eq!(&m.qpos0[6..13], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn frames_turn_and_move_what_is_in_them() {
    let mut s = pendulum();
    s.frames.push(Frame {
        pos: Vec3::new(0.0, 0.0, 2.0),
        orient: Orient::Euler([0.0, 0.0, 90.0]),
        ..Frame::default()
    });
    s.frames.push(Frame {
        body: 1,
        pos: Vec3::Y,
        orient: Orient::AxisAngle([1.0, 0.0, 0.0, 90.0]),
        ..Frame::default()
    });
    s.bodies[1].frame = Some(0);
    s.bodies[1].pos = Vec3::X;
    s.geoms[0].frame = Some(1);
    s.joints[0].frame = Some(1);
    s.joints[0].pos = Vec3::Z;
    let m = model(&s);
    assert!((m.body.pos[1] - Vec3::new(0.0, 1.0, 2.0)).max_abs() < 1e-15);
    assert!((m.geom.pos[0] - Vec3::new(1.0, 1.0, 0.0)).max_abs() < 1e-15);
    assert!((m.jnt.axis[0] - Vec3::new(0.0, -1.0, 0.0)).max_abs() < 1e-15);
    assert!(m.jnt.pos[0].max_abs() < 1e-15);
}

#[test]
fn two_halves_of_a_box_weigh_like_the_whole() {
    let mut halves = pendulum();
    halves.geoms.clear();
    let turn = Orient::Euler([20.0, -30.0, 70.0]);
    for (at, _) in [(-0.15, 0), (0.15, 1)] {
        geom(&mut halves, 1, GeomKind::Box, [0.15, 0.2, 0.1], Vec3::new(at, 0.0, 0.0));
    }
    let mut whole = pendulum();
    whole.geoms.clear();
    geom(&mut whole, 1, GeomKind::Box, [0.3, 0.2, 0.1], Vec3::ZERO);
    for s in [&mut halves, &mut whole] {
        s.frames.push(Frame { body: 1, pos: Vec3::new(1.0, 2.0, 3.0), orient: turn, ..Frame::default() });
        s.geoms.iter_mut().for_each(|g| g.frame = Some(0));
    }
    let (a, b) = (model(&halves), model(&whole));
    assert!((a.body.mass[1] - 1000.0 * 0.6 * 0.4 * 0.2).abs() < 1e-9);
    assert!((a.body.ipos[1] - b.body.ipos[1]).max_abs() < 1e-14);
    assert!(close(&tensor(&a, 1), &tensor(&b, 1), 1e-12));
}

#[test]
fn explicit_inertia_wins_unless_geoms_are_asked_for() {
    let mut s = pendulum();
    s.bodies[1].ipos = Some(Vec3::Y);
    s.bodies[1].mass = 5.0;
    s.bodies[1].fullinertia = Some([3.0, 2.0, 4.0, 0.1, 0.2, 0.3]);
    let m = model(&s);
    let want = Mat3([3.0, 0.1, 0.2, 0.1, 2.0, 0.3, 0.2, 0.3, 4.0]);
    assert!(close(&tensor(&m, 1), &want, 1e-12));
    assert!(m.body.inertia[1][0] >= m.body.inertia[1][1]);
    s.compiler.inertiafromgeom = Tri::True;
    assert!((model(&s).body.mass[1] - 4188.790204786391e-3).abs() < 1e-9);
    s.compiler.inertiafromgeom = Tri::Auto;
    s.bodies[1].fullinertia = None;
    s.bodies[1].inertia = [1.0, 1.0, 5.0];
    assert!(refuse(&s).to_string().contains("balanceinertia"));
    s.compiler.balanceinertia = true;
    assert_eq!(model(&s).body.inertia[1], Vec3([7.0 / 3.0; 3]));
}

#[test]
fn limits_are_inferred_and_converted() {
    let mut s = pendulum();
    s.joints[0].range = [-90.0, 45.0];
    let m = model(&s);
    assert!(m.jnt.limited[0]);
    assert!((m.jnt.range[0][0] + std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    s.compiler.autolimits = false;
    assert!(refuse(&s).to_string().contains("autolimits"));
    s.joints[0].limited = Tri::False;
    assert!(!model(&s).jnt.limited[0]);
    s.joints[0].limited = Tri::True;
    s.joints[0].range = [1.0, -1.0];
    assert!(refuse(&s).to_string().contains("must increase"));
}

#[test]
fn all_mistakes_are_reported_at_once_with_hints() {
    let mut s = pendulum();
    s.option.timestep = 0.0;
    s.joints[0].axis = Vec3::ZERO;
    s.joints[0].armature = -1.0;
    s.geoms[0].condim = 2;
    s.actuators.push(Actuator { trntype: TrnKind::Joint, target: "J".into(), ..Actuator::default() });
    s.excludes.push(Exclude { bodyname1: "b".into(), bodyname2: "nothing like it".into(), meta: meta("e") });
    s.add_body(0, "b");
    let d = refuse(&s);
    let text = d.to_string();
    assert_eq!(d.errors(), 7, "{text}");
    assert!(text.contains("did you mean 'j'?"), "{text}");
    assert!(text.contains("joint 'j': the axis is zero"), "{text}");
    assert!(d.list.iter().all(|p| p.message.len() < 1000 && !p.element.is_empty()));
}

#[test]
fn moving_bodies_need_mass_here_or_welded_below() {
    let mut s = Spec::new();
    let a = s.add_body(0, "a");
    joint(&mut s, a, JointKind::Hinge, "j");
    assert!(refuse(&s).to_string().contains("positive mass"));
    let b = s.add_body(a, "b");
    geom(&mut s, b, GeomKind::Sphere, [0.1, 0.0, 0.0], Vec3::ZERO);
    assert_eq!(model(&s).body.mass[1], 0.0);
}

#[test]
fn numbers_that_overflow_are_refused() {
    let mut s = pendulum();
    s.geoms[0].size[0] = 1e308;
    assert!(refuse(&s).to_string().contains("finite"));
    let mut s = pendulum();
    s.bodies[1].pos = Vec3::new(f64::NAN, 0.0, 0.0);
    assert!(refuse(&s).to_string().contains("finite"));
    let mut s = pendulum();
    s.numerics.push(Numeric { meta: meta("n"), data: vec![], size: i32::MAX });
    assert!(refuse(&s).to_string().contains("limit"));
    let mut s = pendulum();
    s.sensors.push(Sensor { kind: SensorKind::User, dim: i32::MAX, ..Sensor::default() });
    assert!(refuse(&s).to_string().contains("limit"));
}

#[test]
fn a_chain_of_thousands_compiles() {
    let mut s = Spec::new();
    let mut last = 0;
    for _ in 0..2000 {
        last = s.add_body(last, "");
        geom(&mut s, last, GeomKind::Sphere, [0.1, 0.0, 0.0], Vec3::ZERO);
        joint(&mut s, last, JointKind::Hinge, "");
    }
    let m = model(&s);
    assert_eq!(m.size.nM, 2000 * 2001 / 2);
    assert_eq!(m.sparse.D_colind.len(), 2000 * 2000);
    assert_eq!(m.body.subtreemass[0], m.body.subtreemass[1]);
}

/// Centres that differ by less than a tie, and add up to more: no order, if ties are a matter of pairs.
#[test]
fn geoms_almost_beside_each_other_have_a_tree() {
    let mut s = Spec::default();
    for k in 0..300 {
        geom(
            &mut s,
            0,
            GeomKind::Sphere,
            [0.1, 0.0, 0.0],
            Vec3::new(6e-15 * f64::from(k * 37 % 300), 0.0, 0.0),
        );
    }
    let m = model(&s);
    let mut leaves: Vec<i32> = m.bvh.nodeid.iter().copied().filter(|g| *g >= 0).collect();
    // all are one chain of ties: the first half has the first ids
    leaves[..150].sort_unstable();
    leaves[150..].sort_unstable();
    assert_eq!((m.bvh.nodeid.len(), leaves), (599, (0..300).collect()));
}

#[test]
fn keyframes_are_completed() {
    let mut s = pendulum();
    let f = s.add_body(0, "f");
    geom(&mut s, f, GeomKind::Sphere, [0.1, 0.0, 0.0], Vec3::ZERO);
    joint(&mut s, f, JointKind::Free, "free");
    s.bodies[f].pos = Vec3::new(1.0, 2.0, 3.0);
    s.size.nkey = 2;
    s.keys.push(Key { qpos: vec![0.5, 7.0, f64::NAN, 9.0, 2.0], ..Key::default() });
    let c = build(&s);
    let m = c.model;
    assert_eq!(m.key.qpos.row(0), [0.5, 7.0, 2.0, 9.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(m.key.qpos.row(1), &m.qpos0[..]);
    assert!(c.warnings.iter().any(|w| w.message.contains("qpos")));
    s.keys[0].qvel = vec![0.0; 20];
    assert!(refuse(&s).to_string().contains("qvel has 20 numbers"));
}

#[test]
fn pairs_mix_what_their_geoms_say_and_are_sorted() {
    let mut s = Spec::new();
    for (i, name) in ["a", "b", "c"].into_iter().enumerate() {
        let b = s.add_body(0, name);
        joint(&mut s, b, JointKind::Hinge, "");
        geom(&mut s, b, GeomKind::Sphere, [0.1, 0.0, 0.0], Vec3::ZERO);
        let g = &mut s.geoms[i];
        g.meta.name = name.into();
        g.friction[0] = 0.5 + i as f64;
        g.margin = 0.01 * i as f64;
    }
    s.geoms[2].priority = 1;
    s.geoms[2].condim = 6;
    let pair = |a: &str, b: &str| Pair { geomname1: a.into(), geomname2: b.into(), ..Pair::default() };
    s.pairs = vec![pair("c", "b"), pair("b", "a")];
    s.pairs[1].solref = Some([0.5, 1.0]);
    let m = model(&s);
    assert_eq!(m.pair.signature, [(1 << 16) + 2, (2 << 16) + 3]);
    assert_eq!((m.pair.geom1[0].idx(), m.pair.geom2[0].idx()), (0, 1));
    assert_eq!(m.pair.friction[0][0], 1.5);
    assert_eq!(m.pair.solref[0], [0.5, 1.0]);
    assert_eq!((m.pair.dim[1], m.pair.friction[1][0], m.pair.margin[1]), (6, 2.5, 0.02));
}

#[test]
fn tendons_know_their_dofs_and_trees() {
    let mut s = Spec::new();
    for name in ["a", "b"] {
        let b = s.add_body(0, name);
        joint(&mut s, b, JointKind::Hinge, name);
        geom(&mut s, b, GeomKind::Box, [0.1, 0.1, 0.1], Vec3::ZERO);
        s.add_site(b).meta.name = name.into();
    }
    let item = |kind| PathItem { kind, loc: None };
    let joint = |name: &str, coef| item(PathKind::Joint { joint: name.into(), coef });
    let site = |name: &str| item(PathKind::Site(name.into()));
    s.tendons.push(Tendon { path: vec![joint("b", 2.0), joint("a", 3.0)], ..Tendon::default() });
    s.tendons.push(Tendon {
        path: vec![site("b"), site("a")],
        stiffness: [1.0, 0.0, 0.0],
        ..Tendon::default()
    });
    let c = build(&s);
    assert_eq!(c.model.sparse.ten_J_colind, [0, 1, 0, 1]);
    assert_eq!(flat(&c.model.tendon.treeid), [1, 0, 1, 0]);
    assert_eq!(c.model.wrap.prm[..], [2.0, 3.0, 0.0, 0.0]);
    assert_eq!(c.pending.springlength, [0, 1]);
    // a spring between trees keeps both awake
    assert_eq!(flat(&c.model.tree.sleep_policy), [1, 1]);
    s.tendons[0].path.push(joint("a", 1.0));
    assert!(refuse(&s).to_string().contains("twice"));
}

#[test]
fn fusing_and_discarding_keep_the_physics() {
    let mut s = pendulum();
    let fixed = s.add_body(1, "fixed");
    s.bodies[fixed].pos = Vec3::new(0.3, 0.0, 0.1);
    s.bodies[fixed].orient = Orient::Euler([10.0, 20.0, 30.0]);
    geom(&mut s, fixed, GeomKind::Box, [0.1, 0.2, 0.05], Vec3::new(0.0, 0.1, 0.0));
    s.geoms[1].contype = 0;
    s.geoms[1].conaffinity = 0;
    let plain = model(&s);
    s.compiler.fusestatic = true;
    let fused = model(&s);
    assert_eq!((fused.size.nbody, fused.size.ngeom), (2, 2));
    assert!((fused.body.mass[1] - plain.body.subtreemass[1]).abs() < 1e-12);
    s.compiler.discardvisual = true;
    let lean = model(&s);
    assert_eq!((lean.size.nbody, lean.size.ngeom), (2, 1));
    assert!(close(&tensor(&lean, 1), &tensor(&fused, 1), 1e-12));
    s.equalities.push(Equality {
        objtype: ObjKind::Body,
        name1: "fixed".into(),
        name2: "b".into(),
        meta: meta("e"),
        ..Equality::default()
    });
    assert_eq!(model(&s).size.nbody, 3);
}

#[test]
fn a_scaled_frame_is_a_change_of_units() {
    let mut s = pendulum();
    s.joints[0].damping = [0.7, 0.0, 0.0];
    s.add_body(1, "tip");
    s.bodies[2].pos = Vec3::Z;
    geom(&mut s, 2, GeomKind::Capsule, [0.1, 0.2, 0.0], Vec3::Y);
    joint(&mut s, 2, JointKind::Slide, "slide");
    s.joints[1].stiffness = [3.0, 0.0, 0.0];
    s.joints[1].range = [-1.0, 1.0];
    let one = model(&s);
    s.frames.push(Frame { scale: [2.0; 3], massscale: 5.0, ..Frame::default() });
    s.bodies[1].frame = Some(0);
    let two = model(&s);
    assert!((two.body.mass[1] - 5.0 * one.body.mass[1]).abs() < 1e-12);
    assert!((two.body.inertia[2] - one.body.inertia[2] * 20.0).max_abs() < 1e-9);
    assert_eq!(two.dof.damping[0], 14.0);
    assert_eq!(two.jnt.stiffness[1], 15.0);
    assert_eq!(two.jnt.range[1], [-2.0, 2.0]);
    assert_eq!(two.geom.size[1][0], 0.2);
    s.frames[0].scaling = FrameScaling::Geometry;
    assert_eq!(model(&s).dof.damping[0], 0.7);
}

#[test]
fn compiling_twice_gives_the_same_bits() {
    let s = pendulum();
    assert_eq!(model(&s), model(&s));
}
