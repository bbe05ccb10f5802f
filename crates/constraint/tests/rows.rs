//! Jacobians are derivatives of positions, their rates derivatives of velocities, at states off axis; which rows there are.

mod common;

use common::{Scene, XML, close, dot, model};
use stiction_constraint::rows::{
    Rigidity, Side, equality_wrench, joint_gap, led_by_mocap, limit_missed, tendon_equality_weight,
    tendon_limit_active,
};
use stiction_model::ids::Object;
use stiction_model::kinds::{ConeKind, JointKind, ObjKind, disable};
use stiction_solver::{Cone, RowKind};
use stiction_spatial::Vec3;

const SEEDS: std::ops::Range<u64> = 0..4;
const H: f64 = 1e-5;

/// True for rows whose position is a function of q that the Jacobian is the gradient of.
fn has_position(kind: RowKind, row: usize) -> bool {
    match kind {
        RowKind::FrictionDof | RowKind::FrictionTendon | RowKind::ContactPyramidal => false,
        RowKind::ContactElliptic => row == 0,
        _ => true,
    }
}

#[test]
fn the_model_has_every_kind_of_row() {
    let s = Scene::random(1);
    let kinds = s.kinds();
    for kind in [
        RowKind::Equality,
        RowKind::FrictionDof,
        RowKind::FrictionTendon,
        RowKind::LimitJoint,
        RowKind::LimitTendon,
        RowKind::ContactFrictionless,
        RowKind::ContactElliptic,
    ] {
        assert!(kinds.contains(&kind), "{kind:?}");
    }
    assert_eq!(s.m.size.neq, kinds.iter().filter(|k| **k == RowKind::Equality).count());
    let rows = |f: &dyn Fn(RowKind) -> bool| -> usize {
        (0..s.rows.nblock()).filter(|&b| f(s.rows.info[b].kind)).map(|b| s.rows.range(b).len()).sum()
    };
    assert_eq!(s.counts.ne, rows(&|k| k == RowKind::Equality));
    assert_eq!(s.counts.nf, rows(&|k| matches!(k, RowKind::FrictionDof | RowKind::FrictionTendon)));
    assert_eq!(s.counts.nl, rows(&|k| matches!(k, RowKind::LimitJoint | RowKind::LimitTendon)));
}

#[test]
fn jacobians_are_gradients_of_positions() {
    for seed in SEEDS {
        let s = Scene::random(seed);
        for dof in 0..s.m.size.nv {
            let e = s.unit(dof);
            let (p, n) = (s.moved(&e, H), s.moved(&e, -H));
            for b in 0..s.rows.nblock() {
                let kind = s.rows.info[b].kind;
                for (k, i) in s.rows.range(b).enumerate().filter(|(k, _)| has_position(kind, *k)) {
                    let fd = (p.rows.pos[i] - n.rows.pos[i]) / (2.0 * H);
                    close(
                        &format!("seed {seed} {kind:?} {} row {k} dof {dof}", s.rows.info[b].id),
                        s.row(b, k)[dof],
                        fd,
                        2e-8,
                    );
                }
            }
        }
    }
}

#[test]
fn contact_rows_are_relative_velocities_at_the_contact() {
    for seed in SEEDS {
        let s = Scene::random(seed);
        let mut dims = Vec::new();
        for (c, contact) in s.contacts.list.iter().enumerate() {
            let b = s.rows.info.iter().position(|i| i.kind.is_contact() && i.id as usize == c).unwrap();
            let bodies = s.bodies(c);
            assert_eq!(contact.efc_address as usize, s.rows.range(b).start);
            dims.push(contact.dim);
            for dof in 0..s.m.size.nv {
                let e = s.unit(dof);
                let (p, n) = (s.moved(&e, H), s.moved(&e, -H));
                let point = |body: usize| {
                    (s.carried(body, contact.pos, &p) - s.carried(body, contact.pos, &n)) * (0.5 / H)
                };
                // R₊ R₋ᵀ = 1 + 2 h [ω]
                let spin = |body: usize| {
                    let r = p.kin.xmat[body].mul_mat_tr(&n.kin.xmat[body]);
                    Vec3([r[(2, 1)] - r[(1, 2)], r[(0, 2)] - r[(2, 0)], r[(1, 0)] - r[(0, 1)]]) * (0.25 / H)
                };
                let (lin, ang) = (point(bodies[1]) - point(bodies[0]), spin(bodies[1]) - spin(bodies[0]));
                for k in 0..contact.dim as usize {
                    let want = contact.frame.row(k % 3).dot(if k < 3 { lin } else { ang });
                    close(&format!("contact {c} row {k} dof {dof}"), s.row(b, k)[dof], want, 2e-8);
                }
            }
        }
        dims.sort_unstable();
        assert_eq!(dims, [1, 3, 3, 4, 6], "seed {seed}");
    }
}

#[test]
fn pyramids_are_normals_plus_and_minus_friction() {
    for seed in SEEDS {
        let round = Scene::random(seed);
        let mut s = round.clone();
        s.m.opt.cone = ConeKind::Pyramidal as i32;
        s.make();
        let mut edges = 0;
        for b in 0..s.rows.nblock() {
            let contact = s.contacts.list.get(s.rows.info[b].id as usize);
            let (RowKind::ContactPyramidal, Some(c)) = (s.rows.info[b].kind, contact) else {
                assert_ne!(s.rows.info[b].kind, RowKind::ContactElliptic);
                continue;
            };
            let [g1, g2] = s.bodies(s.rows.info[b].id as usize);
            let weight = |k: usize| s.m.body.invweight0[g1][k] + s.m.body.invweight0[g2][k];
            for k in 0..c.dim as usize - 1 {
                let (normal, tangent) = (round.row(b, 0), round.row(b, k + 1));
                for (edge, sign) in [(2 * k, 1.0), (2 * k + 1, -1.0)] {
                    let row = s.row(b, edge);
                    for j in 0..s.m.size.nv {
                        close("edge", row[j], normal[j] + sign * c.friction[k] * tangent[j], 1e-14);
                    }
                    let i = s.rows.range(b).start + edge;
                    let diag = weight(0) + c.friction[k].powi(2) * weight(usize::from(k > 1));
                    // the compliance of all edges is that of the first, 2 μ² R₀
                    let imp = s.rows.kbip[i][2];
                    let r0 = (1.0 - imp) / imp * (weight(0) + c.friction[0].powi(2) * weight(0));
                    close("R", s.rows.r[i], 2.0 * c.friction[0].powi(2) / s.m.opt.impratio * r0, 1e-12);
                    assert!(diag > 0.0 && s.rows.pos[i] == c.dist && s.rows.margin[i] == c.includemargin);
                    edges += 1;
                }
            }
        }
        assert_eq!(edges, 4 + 4 + 6 + 10);
    }
}

/// Before compliance, under the hard law, the diagonal is the sum of inverse weights.
#[test]
fn diagonals_are_inverse_weights() {
    for cone in [ConeKind::Elliptic, ConeKind::Pyramidal] {
        let mut s = Scene::random(2);
        s.m.opt.cone = cone as i32;
        s.rigidity = Rigidity::Hard;
        s.make();
        let m = &s.m;
        let bodies = |b1: usize, b2: usize, k: usize| m.body.invweight0[b1][k] + m.body.invweight0[b2][k];
        let named = |name: &str| m.id(ObjKind::Body, name).unwrap();
        let dof = |j: usize| m.dof.invweight0[m.jnt.dofadr[j]];
        for b in 0..s.rows.nblock() {
            let (kind, id) = (s.rows.info[b].kind, s.rows.info[b].id as usize);
            for (k, i) in s.rows.range(b).enumerate() {
                let want = match kind {
                    RowKind::Equality => match id {
                        0 => bodies(named("c"), named("e"), 0),
                        1 => bodies(named("b"), named("e"), k / 3),
                        2 => bodies(named("a"), named("f"), k / 3),
                        3 => bodies(named("c"), named("lead"), 0),
                        4 => bodies(named("e"), named("lead"), k / 3),
                        5..9 => {
                            let other = m.eq.obj2id[id].get();
                            dof(m.eq.obj1id[id].idx()) + other.map_or(0.0, |j| dof(j.idx()))
                        }
                        _ => {
                            let other = m.eq.obj2id[id].get();
                            let more = other.map_or(0.0, |t| m.tendon.invweight0[t.tendon()]);
                            m.tendon.invweight0[m.eq.obj1id[id].tendon()] + more
                        }
                    },
                    RowKind::FrictionDof => m.dof.invweight0[id],
                    RowKind::LimitJoint => dof(id),
                    RowKind::FrictionTendon | RowKind::LimitTendon => m.tendon.invweight0[id],
                    RowKind::ContactPyramidal => {
                        let [g1, g2] = s.bodies(id);
                        let mu = s.contacts.list[id].friction[k / 2];
                        bodies(g1, g2, 0) + mu * mu * bodies(g1, g2, usize::from(k / 2 > 1))
                    }
                    _ => {
                        let [g1, g2] = s.bodies(id);
                        bodies(g1, g2, usize::from(k > 2))
                    }
                };
                close(&format!("{kind:?} {id} row {k}"), s.rows.diag[i], want, 1e-14);
            }
        }
    }
}

/// −a_ref at rest of its spring and damper is the rate of J v when q̈ = 0.
#[test]
fn bias_accelerations_are_rates_of_velocities() {
    for seed in SEEDS {
        let mut s = Scene::random(seed);
        s.reference();
        let h = 1e-5;
        let along = |sign: f64| {
            let mut t = s.moved(&s.v, sign * h);
            t.reference();
            t
        };
        let (p, n) = (along(1.0), along(-1.0));
        let mut seen = 0.0_f64;
        for b in 0..s.rows.nblock() {
            let (kind, id) = (s.rows.info[b].kind, s.rows.info[b].id as usize);
            for (k, i) in s.rows.range(b).enumerate() {
                let [stiff, damp, imp, _] = s.rows.kbip[i];
                close("J v", s.rows.vel[i], dot(&s.row(b, k), &s.v), 1e-13);
                let spring = -damp * s.rows.vel[i] - stiff * imp * (s.rows.pos[i] - s.rows.margin[i]);
                let rate = if kind == RowKind::Equality && id < 5 {
                    (p.rows.vel[i] - n.rows.vel[i]) / (2.0 * h)
                } else {
                    0.0
                };
                seen = seen.max(rate.abs());
                close(&format!("{kind:?} {id} row {k}"), s.rows.aref[i] - spring, -rate, 1e-8);
            }
        }
        assert!(seen > 0.3, "nothing was tried: {seen}");
    }
}

/// Σ wrench · twist = fᵀ J v, and the wrench of the first side is minus that of the second.
#[test]
fn wrenches_of_equalities_have_the_power_of_their_rows() {
    for seed in SEEDS {
        let s = Scene::random(seed);
        let force = [0.7, -1.3, 0.4, 2.1, -0.6, 0.9];
        for e in 0..s.m.size.neq {
            let Some(sides) = equality_wrench(&s.m, &s.input(), e, &force) else {
                assert!(e >= 5);
                continue;
            };
            let b = s.equality(e);
            let dim = s.rows.range(b).len();
            let power: f64 = (0..dim).map(|k| force[k] * dot(&s.row(b, k), &s.v)).sum();
            let given: f64 = sides
                .iter()
                .map(|&(body, p, w)| {
                    let twist = s.vel.cvel[body];
                    let r = p - s.com.subtree_com[s.m.body.rootid[body]];
                    w.lin.dot(twist.lin + twist.ang.cross(r)) + w.ang.dot(twist.ang)
                })
                .sum();
            close(&format!("equality {e}"), given, power, 1e-12);
            assert_eq!(sides[0].2, -sides[1].2);
        }
    }
}

#[test]
fn tendon_equalities_weigh_their_lengths() {
    let s = Scene::random(3);
    for e in 0..s.m.size.neq {
        for t in 0..s.m.size.ntendon {
            let nudged = |h: f64| {
                let mut n = s.clone();
                n.ten.ten_length[t] += h;
                n.assemble(None);
                n.rows.pos[n.rows.range(n.equality(e)).start]
            };
            let fd = (nudged(1e-6) - nudged(-1e-6)) / 2e-6;
            close(&format!("{e} by {t}"), tendon_equality_weight(&s.m, &s.ten, e, t), fd, 1e-8);
        }
    }
}

#[test]
fn mocap_bodies_lead_only_what_is_held_to_them() {
    let s = Scene::random(0);
    let led: Vec<usize> = (0..s.m.size.neq).filter(|&e| led_by_mocap(&s.m, e)).collect();
    assert_eq!(led, [3, 4]);
    let m = model(&XML.replace(r#"mocap="true""#, ""));
    assert!((0..m.size.neq).all(|e| !led_by_mocap(&m, e)));
}

/// Positions of a hinge, a slide, a ball and a tendon at which limits begin.
#[test]
fn limits_begin_at_their_margins() {
    let lower_upper = |s: &Scene, kind: RowKind, id: i32| -> Vec<f64> {
        let of = |b: &usize| s.rows.info[*b].kind == kind && s.rows.info[*b].id == id;
        (0..s.rows.nblock()).filter(of).map(|b| s.rows.pos[s.rows.range(b).start]).collect()
    };
    let mut s = Scene::new(model(XML));
    let (h, slide, ball) = (1, 2, 3);
    let degree = std::f64::consts::PI / 180.0;
    let adr = |s: &Scene, j: usize| s.m.jnt.qposadr[j].idx();
    for (joint, range, margin) in [(h, [-20.0 * degree, 35.0 * degree], 0.05), (slide, [-0.1, 0.3], 0.02)] {
        for (value, want) in [
            (range[0] + margin - 1e-9, vec![margin - 1e-9]),
            (range[0] + margin + 1e-9, vec![]),
            (range[1] - margin + 1e-9, vec![margin - 1e-9]),
            (range[1] - margin - 1e-9, vec![]),
            (range[1] + 0.01, vec![-0.01]),
        ] {
            let at = adr(&s, joint);
            s.q[at] = value;
            s.make();
            let rows = lower_upper(&s, RowKind::LimitJoint, joint as i32);
            assert_eq!(rows.len(), want.len(), "joint {joint} at {value}");
            rows.iter().zip(&want).for_each(|(a, b)| close("distance", *a, *b, 1e-12));
        }
        let at = adr(&s, joint);
        s.q[at] = s.m.qpos0[at];
    }
    for (angle, there) in [(40.0 * degree - 0.04 + 1e-9, true), (40.0 * degree - 0.04 - 1e-9, false)] {
        let axis = Vec3([2.0, -1.0, 2.0]) * (1.0 / 3.0);
        let q = stiction_spatial::Quat::from_axis_angle(axis, angle);
        let at = adr(&s, ball);
        s.q[at..at + 4].copy_from_slice(&q.0);
        s.make();
        assert_eq!(!lower_upper(&s, RowKind::LimitJoint, ball as i32).is_empty(), there, "ball at {angle}");
    }
    for (length, lower, upper) in [
        (-0.17 - 1e-9, true, false),
        (-0.17 + 1e-9, false, false),
        (0.07 + 1e-9, false, true),
        (0.07 - 1e-9, false, false),
    ] {
        s.ten.ten_length[0] = length;
        s.assemble(None);
        let rows = lower_upper(&s, RowKind::LimitTendon, 0);
        assert_eq!(rows.len(), usize::from(lower) + usize::from(upper), "tendon at {length}");
        assert_eq!(tendon_limit_active(&s.m, length, 0), lower || upper);
    }
    s.m.tendon.limited[0] = false;
    assert!(!tendon_limit_active(&s.m, -9.0, 0));
    // margins wider than the range: both sides
    s.m.jnt.margin[slide] = 1.0;
    s.make();
    assert_eq!(lower_upper(&s, RowKind::LimitJoint, slide as i32).len(), 2);
}

/// Hard limits look 1 mm and two steps at the approach speed ahead.
#[test]
fn hard_limits_look_as_far_as_a_step_goes() {
    let mut s = Scene::new(model(XML));
    s.rigidity = Rigidity::Hard;
    let (slide, h) = (2usize, 0.003);
    let (at, dof) = (s.m.jnt.qposadr[slide].idx(), s.m.jnt.dofadr[slide].idx());
    let limits = |s: &mut Scene, kind: RowKind, id: usize| {
        s.assemble(None);
        s.rows.info.iter().filter(|i| i.kind == kind && i.id as usize == id).count()
    };
    for (x, speed, after, rows) in [
        (0.3 - 0.02 - 0.0009, 0.0, None, 1),
        (0.3 - 0.02 - 0.0011, 0.0, None, 0),
        (0.3 - 0.02 - 0.001 - 2.0 * h * 1.7 + 1e-6, 1.7, None, 1),
        (0.3 - 0.02 - 0.001 - 2.0 * h * 1.7 - 1e-6, 1.7, None, 0),
        (0.3 - 0.02 - 0.0009, -1.7, None, 1),
        (-0.1 + 0.02 + 0.001 + 2.0 * h * 1.7 - 1e-6, -1.7, None, 1),
        (-0.1 + 0.02 + 0.001 + 2.0 * h * 1.7 + 1e-6, -1.7, None, 0),
        (-0.1 + 0.02 + 0.001 + 2.0 * h * 1.7 - 1e-6, 0.0, Some(-1.7), 1),
        (-0.1 + 0.02 + 0.001 + 2.0 * h * 1.7 + 1e-6, 0.0, Some(-1.7), 0),
    ] {
        s.q[at] = x;
        s.v[dof] = speed;
        s.after = after.map(|v| vec![v; s.m.size.nv]);
        s.stages();
        assert_eq!(limits(&mut s, RowKind::LimitJoint, slide), rows, "slide at {x} with {speed}, {after:?}");
    }
    s.after = None;
    // a ball: the rate of its angle is along its axis
    let ball = 3usize;
    let (at, dof) = (s.m.jnt.qposadr[ball].idx(), s.m.jnt.dofadr[ball].idx());
    let axis = Vec3([2.0, -1.0, 2.0]) * (1.0 / 3.0);
    let begin = 40.0_f64.to_radians() - 0.04 - 0.001;
    for (angle, rate, rows) in [
        (begin - 2.0 * h * 1.2 + 1e-6, 1.2, 1),
        (begin - 2.0 * h * 1.2 - 1e-6, 1.2, 0),
        (begin - 1e-6, -1.2, 0),
    ] {
        s.q[at..at + 4].copy_from_slice(&stiction_spatial::Quat::from_axis_angle(axis, angle).0);
        s.v[dof..dof + 3].copy_from_slice(&(axis * rate).0);
        s.stages();
        assert_eq!(limits(&mut s, RowKind::LimitJoint, ball), rows, "ball at {angle} with {rate}");
    }
    for (length, rate, rows) in [
        (0.1 - 0.03 - 0.001 - 2.0 * h * 0.9 + 1e-6, 0.9, 1),
        (0.1 - 0.03 - 0.001 - 2.0 * h * 0.9 - 1e-6, 0.9, 0),
        (-0.2 + 0.03 + 0.001 + 2.0 * h * 0.9 - 1e-6, -0.9, 1),
        (-0.2 + 0.03 + 0.001 + 2.0 * h * 0.9 + 1e-6, -0.9, 0),
    ] {
        s.ten.ten_length[0] = length;
        s.vel.ten_velocity[0] = rate;
        assert_eq!(limits(&mut s, RowKind::LimitTendon, 0), rows, "tendon at {length} with {rate}");
    }
}

#[test]
fn a_limit_is_missed_if_the_step_goes_beyond_it_from_where_it_had_no_row() {
    let m = model(XML);
    let (slide, h) = (2usize, 0.003);
    let (at, dof) = (m.jnt.qposadr[slide].idx(), m.jnt.dofadr[slide].idx());
    let missed = |m: &stiction_model::Model, x: f64, before: f64, after: f64| {
        let (mut q, mut v, mut w) = (m.qpos0.clone(), vec![0.0; m.size.nv], vec![0.0; m.size.nv]);
        (q[at], v[dof], w[dof]) = (x, before, after);
        limit_missed(m, &q, &v, &w, h)
    };
    for (x, sign) in [(0.3 - 0.02 - 0.005, 1.0), (-0.1 + 0.02 + 0.005, -1.0)] {
        let enough = (0.005 + 0.001) / h;
        assert!(missed(&m, x, 0.0, sign * (enough + 1e-3)));
        assert!(!missed(&m, x, 0.0, sign * (enough - 1e-3)));
        assert!(!missed(&m, x, 0.0, -sign * (enough + 1e-3)));
        // it had a row: the velocity before the step reached it
        assert!(!missed(&m, x, sign * 0.7, sign * (enough + 1e-3)));
        assert!(missed(&m, x, sign * 0.6, sign * (enough + 1e-3)));
    }
    let mut off = m.clone();
    off.opt.disableflags |= disable::LIMIT;
    assert!(!missed(&off, 0.275, 0.0, 9.0));
    let mut free = m.clone();
    free.jnt.limited.fill(false);
    assert!(!missed(&free, 0.275, 0.0, 9.0));
}

/// Where rows exist their residual less the margin is the gap of their side; a ball joint has one gap.
#[test]
fn gaps_of_joints_are_those_of_their_rows() {
    for seed in SEEDS {
        let s = Scene::random(seed);
        let mut seen = [0; 3];
        for b in (0..s.rows.nblock()).filter(|&b| s.rows.info[b].kind == RowKind::LimitJoint) {
            let (j, row) = (s.rows.info[b].id as usize, s.rows.range(b).start);
            let ball = s.m.jnt.kind[j] == JointKind::Ball;
            let lower = s.rows.jac.row(b, 0)[0] > 0.0;
            let gap = s.rows.pos[row] - s.rows.margin[row];
            for side in if ball {
                [Side::Lower, Side::Upper]
            } else {
                [[Side::Upper, Side::Lower][usize::from(lower)]; 2]
            } {
                close("gap", joint_gap(&s.m, &s.q, j, side), gap, 1e-14);
            }
            seen[if ball { 2 } else { usize::from(lower) }] += 1;
        }
        assert!(seen.iter().all(|n| *n > 0), "{seen:?}");
    }
}

#[test]
fn flags_and_switches_leave_rows_out() {
    let s = Scene::random(1);
    let without = |flag: i32, f: &dyn Fn(RowKind) -> bool| {
        let mut t = s.clone();
        t.m.opt.disableflags |= flag;
        t.assemble(None);
        let left: Vec<RowKind> = s.kinds().into_iter().filter(|k| !f(*k)).collect();
        assert_eq!(t.kinds(), left);
    };
    without(disable::EQUALITY, &|k| k == RowKind::Equality);
    without(disable::FRICTIONLOSS, &|k| matches!(k, RowKind::FrictionDof | RowKind::FrictionTendon));
    without(disable::LIMIT, &|k| matches!(k, RowKind::LimitJoint | RowKind::LimitTendon));
    without(disable::CONTACT, &|k| k.is_contact());
    without(disable::CONSTRAINT, &|_| true);
    let mut t = s.clone();
    t.active[2] = false;
    t.contacts.list[1].exclude = 1;
    t.assemble(None);
    let ids = |s: &Scene, f: &dyn Fn(RowKind) -> bool| -> Vec<i32> {
        s.rows.info.iter().filter(|i| f(i.kind)).map(|i| i.id).collect()
    };
    assert_eq!(ids(&t, &|k| k == RowKind::Equality), [0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    assert_eq!(ids(&t, &RowKind::is_contact), [0, 2, 3, 4]);
    assert_eq!(t.contacts.list[1].efc_address, -1);
}

#[test]
fn rows_between_sleepers_are_left_out() {
    let s = Scene::random(1);
    let tree = |name: &str| {
        let b = s.m.id(ObjKind::Body, name).unwrap();
        s.m.body.treeid[b].idx()
    };
    let (a, e, f, g) = (tree("a"), tree("e"), tree("f"), tree("g"));
    let equalities = |sleepers: &[usize]| {
        let mut t = s.clone();
        t.assemble(Some(&|tree| sleepers.contains(&tree)));
        let of =
            |k: RowKind| -> Vec<i32> { t.rows.info.iter().filter(|i| i.kind == k).map(|i| i.id).collect() };
        (
            of(RowKind::Equality),
            of(RowKind::FrictionDof),
            of(RowKind::FrictionTendon),
            of(RowKind::LimitTendon),
        )
    };
    // 0, 1: a with e; 2: a with f; 3: a with the mocap body; 4: e with it; 5, 6: a; 7, 8: f with g; 9 to 11 tendons never sleep
    assert_eq!(equalities(&[]).0, (0..12).collect::<Vec<_>>());
    assert_eq!(equalities(&[a]).0, [0, 1, 2, 4, 7, 8, 9, 10, 11]);
    assert_eq!(equalities(&[e]).0, [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11]);
    assert_eq!(equalities(&[a, e]).0, [2, 7, 8, 9, 10, 11]);
    assert_eq!(equalities(&[f]).0, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    assert_eq!(equalities(&[f, g]).0, [0, 1, 2, 3, 4, 5, 6, 9, 10, 11]);
    let (_, dofs, tendons, limits) = equalities(&[a]);
    assert!(dofs.is_empty(), "both dofs with friction loss are of a");
    // t0 belongs to a, t1 to a and e, t2 to a, e and f
    assert_eq!(tendons, [1]);
    assert_eq!(limits, equalities(&[]).3.into_iter().filter(|t| *t != 0).collect::<Vec<_>>());
    assert!(equalities(&[a, e]).2.is_empty());
    assert!(equalities(&[a, e]).3.contains(&2));
    assert!(!equalities(&[a, e, f]).3.contains(&2));
    assert_eq!(equalities(&[e]).1, equalities(&[]).1);
}

#[test]
fn intervals_have_the_friction_loss() {
    let s = Scene::random(1);
    let mut found = Vec::new();
    for b in 0..s.rows.nblock() {
        let i = s.rows.range(b).start;
        match s.rows.info[b].kind {
            RowKind::FrictionDof => {
                let unit = s.unit(s.rows.info[b].id as usize);
                assert_eq!(s.row(b, 0), unit);
                found.push(s.rows.frictionloss[i]);
            }
            RowKind::FrictionTendon => {
                let t = s.rows.info[b].id as usize;
                close("J v", dot(&s.row(b, 0), &s.v), s.vel.ten_velocity[t], 1e-13);
                found.push(s.rows.frictionloss[i]);
            }
            kind => {
                assert_eq!(s.rows.frictionloss[i], 0.0);
                assert_eq!(matches!(s.rows.info[b].cone, Cone::Free), kind == RowKind::Equality);
                continue;
            }
        }
        assert_eq!(s.rows.info[b].cone, Cone::Interval);
    }
    assert_eq!(found, [0.7, 1.1, 0.4, 0.2]);
}
