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
