//! The numbers of rows (impedance, compliance, reference, targets) against the formulas of MuJoCo's manual and of the headers,
//! written down once more.

mod common;

use common::{Scene, XML, close, dot, model};
use stiction_constraint::rows::{
    Bounce, EPSILON, FOLLOW, ImplicitInput, Moment, Rigidity, set_exact_diagonal, set_hard,
    set_hard_diagonal, set_implicit, target,
};
use stiction_model::Model;
use stiction_model::kinds::{ConeKind, Integrator, JointKind, disable};
use stiction_solver::{Cone, RowKind};
use stiction_spatial::{Motion, Quat, Vec3};

/// Solver parameters of a row as the model or the contact has them: solref, solreffriction, solimp.
struct Given {
    solref: [f64; 2],
    friction: [f64; 2],
    solimp: [f64; 5],
}

fn given(s: &Scene, b: usize) -> Given {
    let (m, id) = (&s.m, s.rows.info[b].id as usize);
    let of = |solref: [f64; 2], solimp: [f64; 5]| Given { solref, friction: [0.0; 2], solimp };
    match s.rows.info[b].kind {
        RowKind::Equality => of(m.eq.solref[id], m.eq.solimp[id]),
        RowKind::FrictionDof => of(m.dof.solref[id], m.dof.solimp[id]),
        RowKind::FrictionTendon => of(m.tendon.solref_fri[id], m.tendon.solimp_fri[id]),
        RowKind::LimitJoint => of(m.jnt.solref[id], m.jnt.solimp[id]),
        RowKind::LimitTendon => of(m.tendon.solref_lim[id], m.tendon.solimp_lim[id]),
        _ => {
            let c = &s.contacts.list[id];
            Given { solref: c.solref, friction: c.solreffriction, solimp: c.solimp }
        }
    }
}

/// Every constraint gets parameters of its own: both forms of solref, sharp and blunt impedances.
fn vary(s: &mut Scene) {
    let solref =
        [[0.04, 1.3], [-320.0, -21.0], [0.001, 0.7], [0.03, -2.0], [-90.0, 0.5], [0.0, 0.0], [-50.0, -3.0]];
    let solimp = [
        [0.3, 0.9, 1.5, 0.4, 2.0],
        [0.5, 0.95, 0.9, 0.6, 3.0],
        [0.7, 0.8, 2.0, 0.5, 1.0],
        [0.2, 0.99, 1.1, 0.3, 2.5],
        [0.8, 0.8, 0.5, 0.5, 2.0],
        [-0.3, 1.7, 0.8, 0.7, 0.2],
        [0.4, 0.7, 0.0, 0.5, 2.0],
        [0.9, 0.6, 3.0, 0.45, 4.0],
    ];
    let mut k = 0;
    let mut next = |r: &mut [f64; 2], i: &mut [f64; 5]| {
        (*r, *i) = (solref[k % solref.len()], solimp[k % solimp.len()]);
        k += 1;
    };
    let m = &mut s.m;
    m.eq.solref.iter_mut().zip(&mut m.eq.solimp).for_each(|(r, i)| next(r, i));
    m.dof.solref.iter_mut().zip(&mut m.dof.solimp).for_each(|(r, i)| next(r, i));
    m.jnt.solref.iter_mut().zip(&mut m.jnt.solimp).for_each(|(r, i)| next(r, i));
    m.tendon.solref_fri.iter_mut().zip(&mut m.tendon.solimp_fri).for_each(|(r, i)| next(r, i));
    m.tendon.solref_lim.iter_mut().zip(&mut m.tendon.solimp_lim).for_each(|(r, i)| next(r, i));
}

/// d(r) of the manual's chapter on solver parameters.
fn impedance(solimp: [f64; 5], r: f64) -> f64 {
    let cap = |x: f64| x.clamp(1e-4, 0.9999);
    let [d0, dw, width, mid, power] =
        [cap(solimp[0]), cap(solimp[1]), solimp[2].max(0.0), cap(solimp[3]), solimp[4].max(1.0)];
    if width < 1e-15 || d0 == dw {
        return (d0 + dw) / 2.0;
    }
    let x = r.abs() / width;
    let y = if x >= 1.0 {
        1.0
    } else if power == 1.0 {
        x
    } else if x <= mid {
        libm::pow(x, power) / libm::pow(mid, power - 1.0)
    } else {
        1.0 - libm::pow(1.0 - x, power) / libm::pow(1.0 - mid, power - 1.0)
    };
    d0 + y * (dw - d0)
}

/// (k, b) of the manual: a time constant and a damping ratio, or stiffness and damping themselves.
fn spring(m: &Model, mut solref: [f64; 2], dw: f64, safe: bool) -> [f64; 2] {
    let dw = dw.clamp(1e-4, 0.9999);
    if (solref[0] > 0.0) != (solref[1] > 0.0) {
        solref = [0.02, 1.0];
    }
    let [t, ratio] = solref;
    if t > 0.0 {
        let t = if safe { t.max(2.0 * m.opt.timestep) } else { t };
        [1.0 / (dw * dw * t * t * ratio * ratio), 2.0 / (dw * t)]
    } else {
        [-t / (dw * dw), -ratio / dw]
    }
}

/// Residual that the impedance of a block depends on.
fn residual(s: &Scene, b: usize) -> f64 {
    let range = s.rows.range(b);
    let norm = s.rows.info[b].kind == RowKind::Equality && range.len() >= 3;
    let r = s.rows.pos[range.start] - s.rows.margin[range.start];
    if norm { s.rows.pos[range].iter().map(|x| x * x).sum::<f64>().sqrt() } else { r }
}

fn bare_diagonal(s: &Scene) -> Vec<f64> {
    let mut bare = s.clone();
    bare.rigidity = Rigidity::Hard;
    // limits of the hard law look further: these have all their rows already
    bare.assemble(None);
    assert_eq!(bare.rows.nblock(), s.rows.nblock());
    bare.rows.diag
}

#[test]
fn soft_rows_have_the_numbers_of_the_manual() {
    for (seed, safe) in [(0, true), (1, true), (2, false), (3, false)] {
        for cone in [ConeKind::Elliptic, ConeKind::Pyramidal] {
            let mut s = Scene::random(seed);
            vary(&mut s);
            s.m.opt.cone = cone as i32;
            if !safe {
                s.m.opt.disableflags |= disable::REFSAFE;
            }
            s.assemble(None);
            let bare = bare_diagonal(&s);
            for b in 0..s.rows.nblock() {
                check_soft_block(&s, b, &bare, safe);
            }
        }
    }
}

fn check_soft_block(s: &Scene, b: usize, bare: &[f64], safe: bool) {
    let (kind, id) = (s.rows.info[b].kind, s.rows.info[b].id as usize);
    let g = given(s, b);
    let (r, range) = (residual(s, b), s.rows.range(b));
    let d = impedance(g.solimp, r);
    let step = 1e-6;
    let slope = (impedance(g.solimp, r + step) - impedance(g.solimp, r - step)) / (2.0 * step);
    let [mut k, damping] = spring(&s.m, g.solref, g.solimp[1], safe);
    if matches!(kind, RowKind::FrictionDof | RowKind::FrictionTendon) {
        k = 0.0;
    }
    let r0 = ((1.0 - d) / d * bare[range.start]).max(1e-15);
    for (n, i) in range.enumerate() {
        let what = format!("{kind:?} {id} row {n}");
        let tangent = kind == RowKind::ContactElliptic && n > 0;
        let [row_k, row_b] = match tangent {
            true if g.friction != [0.0; 2] => [0.0, spring(&s.m, g.friction, g.solimp[1], safe)[1]],
            true => [0.0, damping],
            false => [k, damping],
        };
        close(&format!("{what} k"), s.rows.kbip[i][0], row_k, 1e-12);
        close(&format!("{what} b"), s.rows.kbip[i][1], row_b, 1e-12);
        close(&format!("{what} d"), s.rows.kbip[i][2], d, 1e-12);
        close(&format!("{what} d'"), s.rows.kbip[i][3], slope, 1e-6);
        let want = match kind {
            RowKind::ContactPyramidal => {
                2.0 * s.contacts.list[id].friction[0].powi(2) / s.m.opt.impratio * r0
            }
            RowKind::ContactElliptic if n > 0 => {
                let mu = s.contacts.list[id].friction;
                r0 / s.m.opt.impratio * (mu[0] / mu[n - 1]).powi(2)
            }
            _ => ((1.0 - d) / d * bare[i]).max(1e-15),
        };
        close(&format!("{what} R"), s.rows.r[i] / want, 1.0, 1e-12);
        close(&format!("{what} D"), s.rows.d[i] * s.rows.r[i], 1.0, 1e-14);
        close(&format!("{what} A"), s.rows.diag[i] / (want * d / (1.0 - d)), 1.0, 1e-12);
        if kind.is_contact() && kind != RowKind::ContactFrictionless {
            let c = &s.contacts.list[id];
            close("μ", c.mu, c.friction[0] / s.m.opt.impratio.sqrt(), 1e-14);
            if let Cone::Ellipse(e) = s.rows.info[b].cone {
                assert_eq!((e.mu, e.mu_reg), (c.friction, c.mu));
            }
        }
    }
}

/// A sweep of one limit through its whole impedance, and where it is flat.
#[test]
fn impedance_follows_the_position_of_a_limit() {
    let mut s = Scene::new(model(XML));
    let slide = 2;
    let at = s.m.jnt.qposadr[slide];
    for solimp in [
        [0.2, 0.9, 0.3, 0.4, 3.0],
        [0.2, 0.9, 0.3, 0.7, 2.0],
        [0.9, 0.3, 0.2, 0.5, 1.0],
        [0.3, 0.8, 0.4, 0.35, 2.7],
    ] {
        s.m.jnt.solimp[slide] = solimp;
        for step in 0..60 {
            // beyond the upper limit by −margin … 0.5
            let violation = -0.0199 + 0.01 * step as f64;
            s.q[at] = 0.3 + violation;
            s.assemble(None);
            let is = |b: &usize| {
                s.rows.info[*b].kind == RowKind::LimitJoint && s.rows.info[*b].id as usize == slide
            };
            let b = (0..s.rows.nblock()).find(is).unwrap();
            let i = s.rows.range(b).start;
            let r = -violation - 0.02;
            close("r", s.rows.pos[i] - s.rows.margin[i], r, 1e-12);
            close(&format!("d({r})"), s.rows.kbip[i][2], impedance(solimp, r), 1e-12);
            let slope = (impedance(solimp, r + 1e-7) - impedance(solimp, r - 1e-7)) / 2e-7;
            close(&format!("d'({r})"), s.rows.kbip[i][3], slope, 1e-6);
        }
    }
}

fn with_surfaces() -> Scene {
    let xml = XML
        .replace(r#"name="a" size=".3""#, r#"name="a" size=".3" surfacevel=".3 -.2 .5 .4 .1 -.6""#)
        .replace(r#"friction=".3 .5 .07 .01 .01""#, r#"friction=".3 .5 .07 .01 .01" adhesion="3.5""#)
        .replace(r#"condim="1" margin=".9""#, r#"condim="1" margin=".9" adhesion="1.5""#);
    let mut m = model(&xml);
    m.jnt.margin.fill(0.9);
    m.tendon.margin.fill(0.8);
    let s = Scene::shuffled(m, 5);
    assert!(s.m.flg_surfacevel && s.m.flg_adhesion);
    s
}

/// u_s of a contact row: the surface velocity along it.
fn surface(s: &Scene, b: usize, n: usize) -> f64 {
    if !s.rows.info[b].kind.is_contact() {
        return 0.0;
    }
    let c = &s.contacts.list[s.rows.info[b].id as usize];
    let along = |k: usize| if k < 3 && c.dim > 1 { c.surfacevel[k] } else { 0.0 };
    match s.rows.info[b].kind {
        RowKind::ContactPyramidal => {
            c.friction[n / 2] * along(n / 2) * if n.is_multiple_of(2) { 1.0 } else { -1.0 }
        }
        _ if n == 0 => 0.0,
        _ => along(n - 1),
    }
}

/// R δ: what sticks pulls the reference.
fn sticky(s: &Scene, b: usize, n: usize) -> f64 {
    if !s.rows.info[b].kind.is_contact() {
        return 0.0;
    }
    let range = s.rows.range(b);
    let c = &s.contacts.list[s.rows.info[b].id as usize];
    match s.rows.info[b].kind {
        RowKind::ContactPyramidal => s.rows.r[range.start + n] * c.adhesion / range.len() as f64,
        _ if n == 0 => s.rows.r[range.start] * c.adhesion,
        _ => 0.0,
    }
}

#[test]
fn references_see_moving_and_sticky_surfaces() {
    for cone in [ConeKind::Elliptic, ConeKind::Pyramidal] {
        let mut s = with_surfaces();
        s.m.opt.cone = cone as i32;
        s.assemble(None);
        s.reference();
        let (mut moving, mut stuck) = (0, 0);
        for b in 0..s.rows.nblock() {
            for (n, i) in s.rows.range(b).enumerate() {
                let u = dot(&s.row(b, n), &s.v) + surface(&s, b, n);
                close("J v + u", s.rows.vel[i], u, 1e-12);
                moving += usize::from(surface(&s, b, n) != 0.0);
                stuck += usize::from(sticky(&s, b, n) != 0.0);
                if s.rows.info[b].kind == RowKind::Equality {
                    continue;
                }
                let [k, damping, d, _] = s.rows.kbip[i];
                let want = -damping * u - k * d * (s.rows.pos[i] - s.rows.margin[i]) + sticky(&s, b, n);
                close("a_ref", s.rows.aref[i], want, 1e-12);
            }
        }
        assert!(moving >= 6 && stuck >= 2, "{moving} {stuck}");
    }
}

#[test]
fn implicit_rows_take_their_springs_at_the_end_of_the_step() {
    for (safe, cone) in [(true, ConeKind::Elliptic), (false, ConeKind::Elliptic), (true, ConeKind::Pyramidal)]
    {
        let mut s = with_surfaces();
        vary(&mut s);
        s.m.opt.cone = cone as i32;
        s.m.opt.integrator = Integrator::Discrete as i32;
        if !safe {
            s.m.opt.disableflags |= disable::REFSAFE;
        }
        s.assemble(None);
        s.reference();
        let bare = bare_diagonal(&s);
        assert_eq!(s.counts.weight, bare);
        // J̇v alone: references without springs
        let mut bias = s.clone();
        bias.rows.kbip.fill([0.0; 4]);
        bias.contacts.list.iter_mut().for_each(|c| c.adhesion = 0.0);
        bias.reference();
        let nv = s.m.size.nv;
        let mass: Vec<f64> = (0..nv).map(|i| 1.0 + 0.3 * i as f64).collect();
        let extra: Vec<f64> = (0..nv).map(|i| 0.2 * ((i * 7) % 5) as f64).collect();
        let x = ImplicitInput { diag: &bare, mass: &mass, extra: Some(&extra) };
        let (mut rows, mut list) = (s.rows.clone(), s.contacts.list.clone());
        rows.aref.fill(99.0);
        set_implicit(&s.m, &s.input(), &x, &mut list, &mut Vec::new(), &mut rows);
        (s.rows, s.contacts.list) = (rows, list);
        for b in 0..s.rows.nblock() {
            check_implicit_block(&s, b, &x, &bias.rows.aref, safe);
        }
    }
}

fn check_implicit_block(s: &Scene, b: usize, x: &ImplicitInput<'_>, bias: &[f64], safe: bool) {
    let (kind, id, h) = (s.rows.info[b].kind, s.rows.info[b].id as usize, s.m.opt.timestep);
    let g = given(s, b);
    let (res, range) = (residual(s, b), s.rows.range(b));
    let d = impedance(g.solimp, res);
    let first = range.start;
    let ratio = |n: usize| {
        let row = s.row(b, n);
        let sum = |m: &dyn Fn(usize) -> f64| (0..row.len()).map(|j| row[j] * row[j] / m(j)).sum::<f64>();
        sum(&|j| x.mass[j] + x.extra.map_or(0.0, |e| e[j])) / sum(&|j| x.mass[j])
    };
    let mut normal_r = 0.0;
    for (n, i) in range.enumerate() {
        let what = format!("{kind:?} {id} row {n}");
        let tangent = kind == RowKind::ContactElliptic && n > 0;
        let dry = matches!(kind, RowKind::FrictionDof | RowKind::FrictionTendon);
        let own = tangent && g.friction != [0.0; 2];
        let solref = if own { g.friction } else { g.solref };
        let [mut k, mut damping] = spring(&s.m, solref, g.solimp[1], false);
        // what `spring` does with mixed signs
        let [t, zeta] = if (solref[0] > 0.0) != (solref[1] > 0.0) { [0.02, 1.0] } else { solref };
        if t > 0.0 && h * h * k * d > 1.0 && kind != RowKind::Equality && safe && !tangent && !dry {
            k = 1.0 / (d * h * h);
            damping = 2.0 * zeta * k.sqrt();
        }
        if tangent || dry {
            k = 0.0;
        }
        let scale = 1.0 + h * damping + h * h * k * d;
        let diag = x.diag[i] * ratio(n);
        let own_r = ((1.0 - d) / d * diag / scale).max((1.0 - 0.9999) / 0.9999 * diag).max(1e-15);
        if n == 0 {
            normal_r = own_r;
        }
        let want_r = match kind {
            RowKind::ContactPyramidal => {
                2.0 * s.contacts.list[id].friction[0].powi(2) / s.m.opt.impratio * normal_r
            }
            RowKind::ContactElliptic if n > 0 => {
                let mu = s.contacts.list[id].friction;
                normal_r / s.m.opt.impratio * (mu[0] / mu[n - 1]).powi(2)
            }
            _ => own_r,
        };
        close(&format!("{what} R"), s.rows.r[i] / want_r, 1.0, 1e-11);
        close(&format!("{what} D"), s.rows.d[i] * want_r, 1.0, 1e-11);
        close(&format!("{what} A"), s.rows.diag[i] / (want_r * d / (1.0 - d)), 1.0, 1e-11);
        for (j, want) in [k, damping, d].into_iter().enumerate() {
            close(&format!("{what} kbi[{j}]"), s.rows.kbip[i][j], want, 1e-12);
        }
        let u = dot(&s.row(b, n), &s.v) + surface(s, b, n);
        close(&format!("{what} u"), s.rows.vel[i], u, 1e-12);
        let r = s.rows.pos[first + n] - s.rows.margin[first + n];
        let want = (bias[i] - damping * u - k * d * (r + h * u)) / scale + sticky(s, b, n);
        close(&format!("{what} a_ref"), s.rows.aref[i], want, 1e-10);
    }
}

/// The velocity of mocap bodies along a contact row.
fn carried(s: &Scene, b: usize, n: usize) -> f64 {
    if !s.rows.info[b].kind.is_contact() || s.mocap_velocity.is_empty() {
        return 0.0;
    }
    let id = s.rows.info[b].id as usize;
    let c = &s.contacts.list[id];
    let of = |body: usize| match s.m.body.mocapid[body].get() {
        Some(k) => {
            let v = s.mocap_velocity[k];
            [v.lin + v.ang.cross(c.pos - s.kin.xpos[body]), v.ang]
        }
        None => [Vec3::ZERO; 2],
    };
    let [one, two] = s.bodies(id).map(of);
    let ahead = bend(s, id, 1) - bend(s, id, 0);
    let along = |k: usize| {
        let more = if k == 1 || k == 2 { ahead } else { Vec3::ZERO };
        c.frame.row(k % 3).dot(two[k / 3] - one[k / 3] + more)
    };
    match s.rows.info[b].kind {
        RowKind::ContactPyramidal => {
            along(0) + c.friction[n / 2] * along(n / 2 + 1) * if n.is_multiple_of(2) { 1.0 } else { -1.0 }
        }
        _ => along(n),
    }
}

/// What the mean velocity of a mocap body's surface, along the way of the body on it, differs by from that at the start of the step.
fn bend(s: &Scene, contact: usize, side: usize) -> Vec3 {
    let (table, h) = (s.bodies(contact)[side], s.m.opt.timestep);
    let Some(k) = s.m.body.mocapid[table].get() else { return Vec3::ZERO };
    let (other, geom) = (s.bodies(contact)[1 - side], s.contacts.list[contact].geom[1 - side] as usize);
    let root = s.m.body.rootid[other].idx();
    let floats = s.m.body.joints(root).any(|j| s.m.jnt.kind[j] == JointKind::Free);
    let (of, x) = if floats { (root, s.kin.xpos[root]) } else { (other, s.kin.geom_xpos[geom]) };
    let v = s.vel.cvel[of];
    let v = v.lin + v.ang.cross(x - s.com.subtree_com[root]);
    let lead = s.mocap_velocity[k];
    let u = lead.ang.cross(x - s.kin.xpos[table]);
    // of a vector that turns by z, by Simpson's rule
    let mean = |z: Vec3| {
        let at = |t: f64| Quat::from_rotation_vector(z.scale(t)).rotate(u);
        (0..10).fold(Vec3::ZERO, |sum, i| {
            let t = 0.1 * f64::from(i);
            sum + (at(t) + at(t + 0.05).scale(4.0) + at(t + 0.1)).scale(0.1 / 6.0)
        })
    };
    let z = lead.ang.scale(h);
    mean(z) - u + z.scale(0.5).cross(v - lead.lin - mean(-z))
}

/// Contacts of the mocap body in every dimension, moving surfaces, restitution.
fn hard_scene(cone: ConeKind) -> Scene {
    let xml = XML
        .replace(
            r#"geom1="c" geom2="lead" condim="1""#,
            r#"geom1="c" geom2="lead" condim="6" friction=".5 .8 .06 .04 .02""#,
        )
        .replace(r#"geom1="c" geom2="e" condim="3""#, r#"geom1="lead" geom2="e" condim="4""#);
    let mut m = model(&xml);
    m.jnt.margin.fill(0.9);
    m.tendon.margin.fill(0.8);
    m.opt.cone = cone as i32;
    let mut s = Scene::shuffled(m, 8);
    s.mocap_velocity = vec![Motion::new(Vec3([0.4, -0.9, 0.3]), Vec3([-0.7, 0.2, 1.1]))];
    s.rigidity = Rigidity::Hard;
    s.assemble(None);
    s
}

fn harden(s: &mut Scene, bounce: Bounce<'_>) -> bool {
    let (mut rows, mut list) = (s.rows.clone(), s.contacts.list.clone());
    let rebounds = set_hard(&s.m, &s.input(), &mut list, bounce, &mut Vec::new(), &mut rows);
    (s.rows, s.contacts.list) = (rows, list);
    rebounds
}

#[test]
fn hard_rows_aim_at_velocities() {
    for cone in [ConeKind::Elliptic, ConeKind::Pyramidal] {
        for e in [0.0, 0.6] {
            let mut s = hard_scene(cone);
            let joints = s.m.size.njnt;
            s.m.stiction.restitution = vec![e; s.m.size.ngeom];
            s.m.stiction.stop_restitution = vec![0.5 * e; joints];
            let islands: Vec<u32> = (0..s.rows.nblock() as u32).collect();
            let factors: Vec<f64> = (0..s.rows.nblock()).map(|b| 1.0 - 0.01 * b as f64).collect();
            let (diag, step) = (s.rows.diag.clone(), s.m.opt.timestep);
            // J̇v alone: references without springs
            let mut bias = s.clone();
            bias.rows.kbip.fill([0.0; 4]);
            bias.reference();
            let any = harden(
                &mut s,
                Bounce { factor: &factors, block_island: &islands, moment: Moment::Span, step },
            );
            let mut rebounds = 0;
            for b in 0..s.rows.nblock() {
                rebounds += usize::from(check_hard_block(&s, b, &diag, &bias.rows.aref, e * factors[b]));
            }
            assert_eq!(any, rebounds > 0);
            assert_eq!(rebounds > 3, e > 0.0, "{rebounds}");
        }
    }
}

/// Checks one block and says whether it rebounds.
fn check_hard_block(s: &Scene, b: usize, diag: &[f64], bias: &[f64], e: f64) -> bool {
    let (kind, id, h) = (s.rows.info[b].kind, s.rows.info[b].id as usize, s.m.opt.timestep);
    let range = s.rows.range(b);
    let mean = diag[range.clone()].iter().sum::<f64>() / range.len() as f64;
    let first = range.start;
    let gap = s.rows.pos[first] - s.rows.margin[first];
    let speed = |n: usize| dot(&s.row(b, n), &s.v) + surface(s, b, n) + carried(s, b, n);
    // the normal velocity of a pyramid is the mean of an edge pair
    let u = if kind == RowKind::ContactPyramidal { 0.5 * (speed(0) + speed(1)) } else { speed(0) };
    let e = match kind {
        RowKind::LimitJoint => 0.5 * e,
        _ if kind.is_contact() => e,
        _ => 0.0,
    };
    let rest = 4.0 * 9.81 * h;
    let rebounds = e > 0.0 && gap + h * u <= 0.0 && u < -rest;
    let normal = match kind {
        _ if rebounds => -e * u,
        RowKind::LimitJoint | RowKind::LimitTendon => -gap.max(0.0) / h,
        _ if kind.is_contact() => -gap.max(0.0) / h,
        _ => 0.0,
    };
    let follows = kind == RowKind::Equality && (id == 3 || id == 4);
    for (n, i) in range.enumerate() {
        let what = format!("{kind:?} {id} row {n}");
        close(&format!("{what} u"), s.rows.vel[i], speed(n), 1e-12);
        close(&format!("{what} R"), s.rows.r[i] / (EPSILON * mean), 1.0, 1e-12);
        close(&format!("{what} D"), s.rows.d[i] * s.rows.r[i], 1.0, 1e-12);
        let mut want = if n == 0 || kind == RowKind::ContactPyramidal { normal } else { 0.0 };
        if kind == RowKind::Equality {
            want = 0.5 * h * bias[i];
        }
        if follows {
            let part = &s.rows.pos[first + n / 3 * 3..first + n / 3 * 3 + 3];
            let far = part.iter().map(|x| x * x).sum::<f64>().sqrt();
            let most = FOLLOW + far / 0.02;
            let rate = (far / h).min(most);
            want = -s.rows.pos[i] / far * rate;
        }
        close(&format!("{what} b"), target(&s.rows, i, h), want, 1e-11);
    }
    if kind.is_contact() && kind != RowKind::ContactFrictionless {
        assert_eq!(s.contacts.list[id].mu, s.contacts.list[id].friction[0]);
    }
    if let Cone::Ellipse(x) = s.rows.info[b].cone {
        assert_eq!(x.mu_reg, x.mu[0]);
    }
    rebounds
}

/// What is led closely is where the mocap body is at the end of the step; what is far lags.
#[test]
fn what_a_mocap_body_leads_follows_it() {
    let xml = r#"<mujoco><option timestep="0.002"/><worldbody><body name="hand" mocap="true"/>
      <body name="tool" pos="0 0 0"><freejoint/><geom size=".1"/></body></worldbody>
      <equality><connect body1="tool" body2="hand" anchor="0 0 0"/></equality></mujoco>"#;
    for (far, want) in [(0.001, 0.001 / 0.002), (0.0049, 2.0 + 0.0049 / 0.02), (0.3, 2.0 + 0.3 / 0.02)] {
        let mut s = Scene::new(model(xml));
        s.rigidity = Rigidity::Hard;
        s.q[..3].copy_from_slice(&[far * 2.0 / 3.0, -far / 3.0, far * 2.0 / 3.0]);
        s.make();
        let bounce = Bounce { factor: &[], block_island: &[], moment: Moment::Span, step: s.m.opt.timestep };
        assert!(!harden(&mut s, bounce));
        let b: Vec<f64> = (0..3).map(|i| target(&s.rows, i, 0.002)).collect();
        close("speed", dot(&b, &b).sqrt(), want, 1e-10);
        assert!(b[0] < 0.0 && b[1] > 0.0 && b[2] < 0.0);
    }
}

#[test]
fn the_exact_diagonal_is_that_of_the_dense_operator() {
    let mut s = hard_scene(ConeKind::Elliptic);
    let nv = s.m.size.nv;
    let mut rows = s.rows.clone();
    set_exact_diagonal(&s.tree, &s.mass.qLD, &s.mass.qLDiagInv, &mut rows, &mut Vec::new());
    s.rows = rows;
    for b in 0..s.rows.nblock() {
        for (n, i) in s.rows.range(b).enumerate() {
            let row = s.row(b, n);
            let mut x = row.clone();
            s.tree.solve(&s.mass.qLD, &s.mass.qLDiagInv, &mut x);
            assert_eq!(x.len(), nv);
            close("A", s.rows.diag[i], dot(&row, &x), 1e-12);
        }
    }
}

/// A row of an equality that is rounding beside what was estimated for it is none; all others keep their J and have their true diagonal.
#[test]
fn rows_that_are_rounding_are_left_out() {
    let s = hard_scene(ConeKind::Elliptic);
    let (ld, dinv) = (&s.mass.qLD, &s.mass.qLDiagInv);
    let (mut rows, mut exact) = (s.rows.clone(), s.rows.clone());
    let held = (0..rows.nblock()).filter(|&b| rows.info[b].cone == Cone::Free).collect::<Vec<_>>();
    let contact = (0..rows.nblock()).find(|&b| rows.info[b].kind.is_contact()).expect("a contact");
    assert!(!held.is_empty());
    for b in held.iter().copied().chain([contact]) {
        for rows in [&mut rows, &mut exact] {
            rows.jac.row_mut(b, 0).iter_mut().for_each(|x| *x *= 1e-9);
        }
    }
    set_exact_diagonal(&s.tree, ld, dinv, &mut exact, &mut Vec::new());
    set_hard_diagonal(&s.tree, ld, dinv, &mut rows, &mut Vec::new());
    for b in 0..rows.nblock() {
        for (k, i) in rows.range(b).enumerate() {
            let none = k == 0 && held.contains(&b);
            assert_eq!(rows.jac.row(b, k).iter().all(|x| *x == 0.0), none, "block {b} row {k}");
            assert_eq!(rows.diag[i], if none { 0.0 } else { exact.diag[i] }, "block {b} row {k}");
        }
    }
}
