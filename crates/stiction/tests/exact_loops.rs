//! Hard loops: equalities hold at positions and velocities, and energy and momentum are those of the motion.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::constraint::user::library::PointToPoint;
use stiction::prelude::*;
use stiction::spatial::Vec3;

fn scene(h: f64, gravity: f64, world: &str, rest: &str) -> Model {
    let xml = format!(
        r#"<mujoco><option timestep="{h}" gravity="0 0 -{gravity}" cone="elliptic"/><compiler angle="radian"/>
        <custom><text name="stiction" data="preset=exact"/></custom>
        <worldbody>{world}</worldbody>{rest}</mujoco>"#
    );
    stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

/// Kinetic energy, linear momentum and angular momentum about the origin of bodies that float.
fn motion(m: &Model, d: &Data) -> (f64, Vec3, Vec3) {
    let (mut energy, mut p, mut l) = (0.0, Vec3::ZERO, Vec3::ZERO);
    for b in 1..m.size.nbody {
        let k = b - 1;
        let (q, v) = (&d.state.qpos[7 * k..7 * k + 7], &d.state.qvel[6 * k..6 * k + 6]);
        let quat = stiction::spatial::Quat([q[3], q[4], q[5], q[6]]).normalized();
        let rot = quat.to_mat();
        let com = Vec3([q[0], q[1], q[2]]) + rot.mul_vec(m.body.ipos[b]);
        let w = rot.mul_vec(Vec3([v[3], v[4], v[5]]));
        let u = Vec3([v[0], v[1], v[2]]) + w.cross(rot.mul_vec(m.body.ipos[b]));
        let axes = rot.mul_mat(&m.body.iquat[b].to_mat());
        let own = axes.tr_mul_vec(w);
        let i = m.body.inertia[b];
        let spin = axes.mul_vec(Vec3([i[0] * own[0], i[1] * own[1], i[2] * own[2]]));
        let mass = m.body.mass[b];
        energy += 0.5 * mass * u.dot(u) + 0.5 * w.dot(spin);
        p = p + u * mass;
        l = l + com.cross(u * mass) + spin;
    }
    (energy, p, l)
}

fn pair() -> &'static str {
    r#"<body name="a" pos="-.5 0 0"><freejoint/><inertial pos=".1 .05 0" mass="1" diaginertia=".01 .03 .02"/></body>
       <body name="b" pos=".5 0 0"><freejoint/><inertial pos="-.2 0 .1" mass="3" diaginertia=".04 .05 .09"/></body>"#
}

#[test]
fn probe() {
    for h in [0.001, 0.002, 0.005, 0.01] {
        for user in [false, true] {
            let eq = r#"<equality><connect body1="a" body2="b" anchor=".5 0 0"/></equality>"#;
            let m = scene(h, 0.0, pair(), if user { "" } else { eq });
            let mut d = Data::new(&m);
            if user {
                d.constraints.add(PointToPoint::new([1, 2], [Vec3([0.5, 0.0, 0.0]), Vec3([-0.5, 0.0, 0.0])]));
            }
            // rigid turn about the middle, and something on top of it
            let w = 5.0;
            d.state.qvel.copy_from_slice(&[0.0, -0.5 * w, 0.0, 0.0, 0.0, w, 0.0, 0.5 * w, 0.0, 1.0, 0.0, w]);
            let (e0, p0, l0) = motion(&m, &d);
            let (mut worst, mut wp, mut wl) = (0.0f64, 0.0f64, 0.0f64);
            let mut e1 = 0.0;
            for k in 0..(4.0 / h) as usize {
                let r = step(&m, &mut d).unwrap();
                let (e, p, l) = motion(&m, &d);
                if k == 0 { e1 = e; println!("{:?}", r.status); }
                worst = worst.max((e / e1 - 1.0).abs());
                wp = wp.max((p - p0).norm() / p0.norm().max(1.0));
                wl = wl.max((l - l0).norm() / l0.norm());
            }
            let (e, ..) = motion(&m, &d);
            println!("h {h} user {user}: e {e0} {e1} end {e:.12} worst {worst:.3e} p {wp:.3e} L {wl:.3e}  q {:?}", &d.state.qpos[..7]);
        }
    }
}

fn ring(n: usize, mass: impl Fn(usize) -> f64, connect: bool) -> (String, String) {
    let (mut world, mut eq) = (String::new(), String::new());
    let r = 1.0;
    let half = r * (std::f64::consts::PI / n as f64).tan();
    for k in 0..n {
        let a = 2.0 * std::f64::consts::PI * k as f64 / n as f64;
        let ms = mass(k);
        world += &format!(
            r#"<body name="l{k}" pos="{} {} 1.5" euler="0 0 {}"><freejoint/>
            <geom type="capsule" fromto="0 -{f} 0 0 {f} 0" size=".03" mass="{ms}" contype="0" conaffinity="1"/></body>"#,
            r * a.cos(), r * a.sin(), a, f = half * 0.8
        );
        if connect {
            eq += &format!(r#"<connect body1="l{k}" body2="l{}" anchor="0 {half} 0"/>"#, (k + 1) % n);
        }
    }
    (world, format!("<equality>{eq}</equality>"))
}

#[test]
fn probe_rings() {
    for (n, ratio) in [(4, 1.0), (20, 1.0), (20, 1e6), (6, 1e6)] {
        for h in [0.001, 0.005, 0.01] {
            let (world, eq) = ring(n, |k| if k % 2 == 0 { 1.0 } else { ratio }, true);
            let m = scene(h, 0.0, &world, &eq);
            let mut d = Data::new(&m);
            // spins, and folds
            for k in 0..n {
                let a = 2.0 * std::f64::consts::PI * k as f64 / n as f64;
                d.state.qvel[6 * k..6 * k + 6].copy_from_slice(&[-3.0 * a.sin(), 3.0 * a.cos(), 0.5 * (2.0 * a).sin(), 0.0, 0.3 * a.cos(), 3.0]);
            }
            let mut e1 = 0.0; let mut l1 = Vec3::ZERO;
            let (mut hi, mut lo, mut wl, mut drift) = (0.0f64, 0.0f64, 0.0f64, 0.0f64);
            let mut bad = 0;
            for k in 0..(10.0 / h) as usize {
                let r = match step(&m, &mut d) { Ok(r) => r, Err(e) => { println!("{e:?}"); break } };
                if !r.status.is_solved() { bad += 1; }
                let (e, _, l) = motion(&m, &d);
                if k == 0 { e1 = e; l1 = l; }
                hi = hi.max(e / e1 - 1.0); lo = lo.min(e / e1 - 1.0);
                wl = wl.max((l - l1).norm() / l1.norm());
                forward(&m, &mut d).unwrap();
                drift = d.rows.pos.iter().fold(drift, |x, p| x.max(p.abs()));
            }
            let (e, ..) = motion(&m, &d);
            println!("ring {n} {ratio} h {h}: e1 {e1:.4} end {:.3e} hi {hi:.3e} lo {lo:.3e} L {wl:.3e} drift {drift:.2e} bad {bad}", e / e1 - 1.0);
        }
    }
}

#[test]
fn probe_fall() {
    for connect in [true, false] {
    for h in [0.001, 0.005] {
        let n = 6;
        let (world, eq) = ring(n, |_| 1.0, connect);
        let world = format!(r#"<geom type="plane" size="0 0 1"/>{world}"#);
        let m = scene(h, 9.81, &world, &eq);
        let mut d = Data::new(&m);
        if !connect {
            let half = (std::f64::consts::PI / n as f64).tan();
            for k in 0..n {
                d.constraints.add(PointToPoint::new([k + 1, (k + 1) % n + 1], [Vec3([0.0, half, 0.0]), Vec3([0.0, -half, 0.0])]));
            }
        }
        for k in 0..n { d.state.qvel[6 * k + 2] = 0.2 * k as f64; }
        let mut bad = 0; let mut top = 0.0; let mut drift = 0.0f64; let mut deep = 0.0f64;
        for k in 0..(3.0 / h) as usize {
            let r = step(&m, &mut d).unwrap();
            if !r.status.is_solved() { bad += 1; println!("{k} {:?} {:?}", r.status, r.certificate.coulomb); }
            let (e, ..) = motion(&m, &d);
            let pot: f64 = (0..n).map(|k| 9.81 * d.state.qpos[7 * k + 2]).sum();
            if k == 0 { top = e + pot; }
            if e + pot > top + 1e-6 { println!("{k} energy {} above {top}", e + pot); top = e + pot; }
            forward(&m, &mut d).unwrap();
            drift = (0..m.size.neq * 3).fold(drift, |x, i| x.max(d.rows.pos[i].abs()));
            deep = d.contacts.list.iter().fold(deep, |x, c| x.max(-c.dist));
        }
        println!("fall {connect} {h}: bad {bad} drift {drift:.2e} deep {deep:.2e} z {:?}", (0..n).map(|k| d.state.qpos[7 * k + 2]).collect::<Vec<_>>());
    }}
}

#[test]
fn probe_cost() {
    let (world, eq) = ring(20, |_| 1.0, true);
    let m = scene(0.005, 0.0, &world, &eq);
    let mut d = Data::new(&m);
    for k in 0..20 {
        let a = 2.0 * std::f64::consts::PI * k as f64 / 20.0;
        d.state.qvel[6 * k..6 * k + 6].copy_from_slice(&[-3.0 * a.sin(), 3.0 * a.cos(), 0.5 * (2.0 * a).sin(), 0.0, 0.3 * a.cos(), 3.0]);
    }
    let t = std::time::Instant::now();
    for _ in 0..100 { step(&m, &mut d).unwrap(); }
    println!("{:?}", t.elapsed() / 100);
}

#[test]
fn probe_trees() {
    // a ladder: two hanging chains of three links, rungs tie them; and the same chains alone
    for (loops, gravity) in [(false, 0.0), (true, 0.0), (false, 9.81), (true, 9.81)] {
        for h in [0.001, 0.005, 0.01] {
            let chain = |name: &str, x: f64| {
                let link = |k: usize, inner: &str| format!(r#"<body name="{name}{k}" pos="0 0 {}"><joint type="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -.5" size=".02" mass="1" contype="0" conaffinity="0"/>{inner}</body>"#, if k == 0 { 0.0 } else { -0.5 });
                let l2 = link(2, ""); let l1 = link(1, &l2); let l0 = link(0, &l1);
                format!(r#"<body pos="{x} 0 2">{l0}</body>"#)
            };
            let rung = |k: usize, z: f64| format!(r#"<body name="r{k}" pos="0 0 {z}"><freejoint/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".02" mass=".5" contype="0" conaffinity="0"/></body>"#);
            let mut world = chain("a", 0.0) + &chain("b", 0.5);
            let mut eq = String::new();
            if loops {
                for k in 0..3 {
                    world += &rung(k, 1.5 - 0.5 * k as f64);
                    eq += &format!(r#"<connect body1="a{k}" body2="r{k}" anchor="0 0 -.5"/><connect body1="b{k}" body2="r{k}" anchor="0 0 -.5"/>"#);
                }
            }
            let m = scene(h, gravity, &format!("{world}"), &format!("<equality>{eq}</equality>").replace("<equality></equality>", ""));
            let m = { let mut m = m; m.opt.enableflags |= 2; m };
            let mut d = Data::new(&m);
            for (i, v) in [3.0, -2.0, 4.0].iter().enumerate() { d.state.qvel[i] = *v; d.state.qvel[3 + i] = *v; }
            let (mut e1, mut hi, mut lo) = (0.0, 0.0f64, 0.0f64);
            let mut kin = 0.0; let mut bad = 0;
            for k in 0..(10.0 / h) as usize {
                let r = match step(&m, &mut d) { Ok(r) => r, Err(e) => { println!("{e:?}"); break } };
                if !r.status.is_solved() { bad += 1; }
                forward(&m, &mut d).unwrap();
                let e = d.energy[0] + d.energy[1];
                if k == 0 { e1 = e; kin = d.energy[1]; }
                hi = hi.max((e - e1) / kin); lo = lo.min((e - e1) / kin);
            }
            println!("trees loops {loops} g {gravity} h {h}: kin {kin:.4} end {:.3e} hi {hi:.3e} lo {lo:.3e} bad {bad}", (d.energy[0] + d.energy[1] - e1) / kin);
        }
    }
}
