//! Bodies that come and go: restitution, friction, joints, forces, queries, events, snapshots, and what a change costs.

use stiction::constraint::user::Config;
use stiction::constraint::user::library::{Distance, Hinge, PointToPoint};
use stiction::sim::world::{BodyDesc, Energy, Potential, Shape, Spring, Touch, World};
use stiction::spatial::{Pose, Quat, Scalar, Vec3};

const G: Vec3 = Vec3([0.0, 0.0, -9.81]);

fn world() -> World {
    World::new(G).unwrap_or_else(|e| panic!("{e}"))
}

fn ball(z: f64) -> BodyDesc {
    BodyDesc::dynamic(Shape::Sphere(0.1)).at(Vec3([0.0, 0.0, z]))
}

#[test]
fn a_ball_rebounds_as_the_environment_says() {
    // environment bodies have restitution 0.5: dropped from 1 m it rises to 0.25 m
    let mut w = world();
    w.spawn(BodyDesc::environment(Shape::Plane));
    let b = w.spawn(ball(1.1));
    let (mut lowest_seen, mut top) = (false, 0.0f64);
    for _ in 0..900 {
        w.step(0.001).unwrap();
        let z = w.pose(b).unwrap().pos[2] - 0.1;
        let v = w.velocity(b).unwrap()[0][2];
        lowest_seen |= v > 0.0;
        if lowest_seen {
            top = top.max(z);
        }
    }
    assert!((top - 0.25).abs() < 0.01, "{top}");
    // own restitution 1 on ground 0.25: √(1 · 0.25) = 0.5
    let mut w = world();
    w.spawn(BodyDesc::environment(Shape::Plane).restitution(0.25));
    let b = w.spawn(ball(1.1).restitution(1.0));
    for _ in 0..455 {
        w.step(0.001).unwrap();
    }
    let v = w.velocity(b).unwrap()[0][2];
    assert!((v - 0.5 * 4.43).abs() < 0.05, "{v}");
}

#[test]
fn friction_decides_between_sliding_and_rest() {
    let mut w = world();
    let tilt = Pose::new(Vec3::ZERO, Quat::from_axis_angle(Vec3::Y, 0.4));
    w.spawn(BodyDesc::environment(Shape::Plane).pose(tilt).friction(0.0).restitution(0.0));
    let place = |x: f64, y: f64| Pose::new(tilt.point(Vec3([x, y, 0.1])), tilt.quat);
    let boxy = |mu: f64, y: f64| {
        BodyDesc::dynamic(Shape::Box(Vec3([0.2, 0.2, 0.1]))).pose(place(0.0, y)).friction(mu).restitution(0.0)
    };
    let (rough, smooth) = (w.spawn(boxy(0.8, 0.0)), w.spawn(boxy(0.2, 2.0)));
    for _ in 0..500 {
        w.step(0.002).unwrap();
    }
    let along = |p: Vec3| tilt.inverse().point(p)[0];
    assert!(along(w.pose(rough).unwrap().pos).abs() < 1e-3);
    let a = 9.81 * (libm::sin(0.4) - 0.2 * libm::cos(0.4));
    let s = along(w.pose(smooth).unwrap().pos);
    assert!((s - 0.5 * a).abs() < 0.02 * a, "{s} {}", 0.5 * a);
}

#[test]
fn joints_springs_and_potentials() {
    let mut w = world();
    // a pendulum on a hinge, a mass on a spring, a mass in a bowl given by its energy alone
    let pendulum = w.spawn(BodyDesc::dynamic(Shape::Sphere(0.05)).at(Vec3([1.0, 0.0, 0.0])).mass(2.0));
    let hung = w.spawn(BodyDesc::dynamic(Shape::Sphere(0.05)).at(Vec3([5.0, 0.0, -1.0])).mass(2.0));
    let rolling = w.spawn(BodyDesc::dynamic(Shape::Sphere(0.05)).at(Vec3([9.0, 0.0, 0.0])).mass(2.0));
    let frame = w.frame(None, Some(pendulum), Vec3::ZERO, Vec3::Y).unwrap();
    let h = w.add_constraint(Hinge::new(frame));
    w.add_force(Spring {
        bodies: vec![hung],
        from: Vec3::ZERO,
        to: Vec3([5.0, 0.0, 0.0]),
        stiffness: 100.0,
        length: 1.0,
        damping: 10.0,
    });
    struct Bowl;
    impl Energy for Bowl {
        fn energy<T: Scalar>(&self, x: &Config<'_, T>) -> T {
            let p = x.poses[0].pos;
            let d = p[0] - T::from_f64(8.0);
            (d * d + p[1] * p[1] + p[2] * p[2]) * T::from_f64(25.0)
        }
    }
    w.add_force(Potential::new(vec![rolling], Bowl));
    let start = w.energy().unwrap();
    for _ in 0..2000 {
        w.step(0.001).unwrap();
    }
    assert!((w.pose(pendulum).unwrap().pos.norm() - 1.0).abs() < 1e-10);
    // (the sum of potential and kinetic energy falls by what the damper took)
    let end = w.energy().unwrap();
    assert!(start[0] + start[1] > end[0] + end[1], "{start:?} {end:?}");
    for _ in 0..3000 {
        w.step(0.001).unwrap();
    }
    // the spring comes to rest stretched by m g / k
    assert!((w.pose(hung).unwrap().pos[2] + 1.0 + 2.0 * 9.81 / 100.0).abs() < 1e-3);
    // the bowl swings with ω² = 2·25/2 = 25: after 5 s, cos(25) in x, and about −m g/50 in z
    let x = w.pose(rolling).unwrap().pos;
    assert!((x[0] - 8.0 - libm::cos(25.0)).abs() < 0.01, "{x:?}");
    assert_eq!(w.constraints_of(pendulum).unwrap(), vec![h]);
    assert_eq!(w.constraint_force(h).map(|f| f.len()), Some(5));
    w.clear_constraints(pendulum).unwrap();
    w.step(0.001).unwrap();
    assert!(w.constraint_force(h).is_none());
}

#[test]
fn queries_and_events() {
    let mut w = world();
    let ground = w.spawn(BodyDesc::environment(Shape::Plane).restitution(0.0));
    let b = w.spawn(ball(0.15).restitution(0.0));
    let hit = w.ray(Vec3([0.0, 0.0, 3.0]), Vec3([0.0, 0.0, -1.0])).unwrap().unwrap();
    assert!(hit.body == b && (hit.distance - 2.75).abs() < 1e-12, "{hit:?}");
    let miss = w.ray(Vec3([1.0, 0.0, 3.0]), Vec3([0.0, 0.0, -1.0])).unwrap().unwrap();
    assert!(miss.body == ground && (miss.distance - 3.0).abs() < 1e-12);
    let (mut begun, mut ended) = (0, 0);
    for k in 0..400 {
        w.step(0.002).unwrap();
        for e in w.events() {
            assert_eq!(e.bodies, [ground, b]);
            match e.touch {
                Touch::Begin => begun += 1,
                Touch::End => ended += 1,
            }
        }
        if k == 300 {
            let c = w.contacts();
            let weight = w.mass(b).unwrap() * 9.81;
            assert_eq!(c.len(), 1);
            assert!((c[0].force[2].abs() - weight).abs() < 1e-6 * weight, "{c:?} {weight}");
            w.push(b, Vec3([0.0, 0.0, weight / 9.81 / 0.002 * 3.0]), Vec3([0.0, 0.0, 0.1])).unwrap();
        }
    }
    assert_eq!((begun, ended), (1, 1), "it was thrown up once, at about 3 m/s");
    w.remove(b).unwrap();
    assert!(w.pose(b).is_err() && w.remove(b).is_err() && w.len() == 1);
    w.step(0.002).unwrap();
    let hit = w.ray(Vec3([0.0, 0.0, 3.0]), Vec3([0.0, 0.0, -1.0])).unwrap().unwrap();
    assert_eq!(hit.body, ground);
}

#[test]
fn hulls_density_and_mass() {
    let mut w = world();
    let cube: Vec<Vec3> =
        (0..8).map(|k| Vec3([0, 1, 2].map(|i| if k >> i & 1 == 1 { 0.1 } else { -0.1 }))).collect();
    w.spawn(BodyDesc::environment(Shape::Plane).restitution(0.0));
    let hull = w.spawn(BodyDesc::dynamic(Shape::Hull(cube)).at(Vec3([0.0, 0.0, 0.3])).density(500.0));
    let given = w.spawn(BodyDesc::dynamic(Shape::Capsule(0.1, 0.2)).at(Vec3([1.0, 0.0, 0.5])).mass(3.0));
    assert!((w.mass(hull).unwrap() - 4.0).abs() < 1e-6);
    assert!((w.mass(given).unwrap() - 3.0).abs() < 1e-12);
    for _ in 0..600 {
        w.step(0.002).unwrap();
    }
    assert!((w.pose(hull).unwrap().pos[2] - 0.1).abs() < 1e-3, "{:?}", w.pose(hull));
    // a hull that is none is told, and the world goes on without it
    let flat = w.spawn(BodyDesc::dynamic(Shape::Hull(vec![Vec3::ZERO; 3])));
    assert!(w.step(0.002).is_err());
    w.remove(flat).unwrap();
    w.step(0.002).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn snapshots_continue_with_the_same_bits() {
    let mut w = world();
    w.spawn(BodyDesc::environment(Shape::Plane));
    let bodies: Vec<_> = (0..4)
        .map(|k| w.spawn(ball(0.3 + 0.25 * f64::from(k)).spin(Vec3([1.0, f64::from(k), 0.0]))))
        .collect();
    let (a, b) = (w.index(bodies[0]).unwrap(), w.index(bodies[1]).unwrap());
    w.add_constraint(Distance::new([a, b], [Vec3::ZERO; 2], 0.25));
    let run = |w: &mut World| {
        for k in 0..200 {
            if k == 50 {
                w.spawn(BodyDesc::dynamic(Shape::Box(Vec3([0.1; 3]))).at(Vec3([0.0, 0.1, 2.0])));
            }
            w.step(0.002).unwrap();
        }
        w.data().state.qpos.clone()
    };
    for _ in 0..50 {
        w.step(0.002).unwrap();
    }
    let s = w.snapshot();
    let first = run(&mut w);
    w.restore(&s);
    let second = run(&mut w);
    assert_eq!(first, second);
}

#[test]
fn removal_takes_constraints_and_spares_the_rest() {
    let mut w = world();
    let ids: Vec<_> = (0..3).map(|k| w.spawn(ball(f64::from(k)))).collect();
    let i: Vec<usize> = ids.iter().map(|b| w.index(*b).unwrap()).collect();
    w.add_constraint(PointToPoint::new([0, i[0]], [Vec3::ZERO; 2]));
    let rod = w.add_constraint(Distance::new([i[0], i[2]], [Vec3::ZERO; 2], 2.0));
    for _ in 0..10 {
        w.step(0.002).unwrap();
    }
    let z = w.pose(ids[2]).unwrap().pos[2];
    w.remove(ids[2]).unwrap();
    w.step(0.002).unwrap();
    assert!(w.constraint_force(rod).is_none() && (z - 2.0).abs() < 1e-9);
    // a body of other size takes the slot without a recompile, and falls as its own mass says
    let new = w.spawn(BodyDesc::dynamic(Shape::Sphere(0.3)).at(Vec3([3.0, 0.0, 0.0])));
    let r = w.step(0.002).unwrap();
    assert!(!r.recompiled);
    assert!((w.mass(new).unwrap() - 1000.0 * 4.0 / 3.0 * std::f64::consts::PI * 0.027).abs() < 1e-9);
    for _ in 0..499 {
        w.step(0.002).unwrap();
    }
    assert!((w.pose(new).unwrap().pos[2] + 4.905).abs() < 0.02);
}

/// Points of a hull of their own for every k.
fn rock(k: usize, size: f64) -> Vec<Vec3> {
    let mut x = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(k as u64 + 1);
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        (x >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    (0..12).map(|_| Vec3([next(), next(), next()]) * (2.0 * size)).collect()
}

/// Spawns and removes every step among a thousand bodies, of every kind. The bar is 5 ms per step for the change alone.
#[test]
fn a_thousand_bodies_with_changes_every_step() {
    let mut w = world();
    w.spawn(BodyDesc::environment(Shape::Plane));
    let grid = |k: usize| Vec3([0.4 * (k % 32) as f64, 0.4 * (k / 32) as f64, 0.2]);
    let first: Vec<_> = (0..1000).map(|k| w.spawn(ball(0.0).at(grid(k)))).collect();
    w.step(0.002).unwrap();
    type Kind = (&'static str, fn(usize) -> BodyDesc);
    let kinds: [Kind; 7] = [
        ("sphere", |k| BodyDesc::dynamic(Shape::Sphere(0.05 + 0.002 * k as f64))),
        ("box", |k| BodyDesc::dynamic(Shape::Box(Vec3([0.05, 0.06, 0.04 + 0.001 * k as f64])))),
        ("capsule", |_| BodyDesc::dynamic(Shape::Capsule(0.05, 0.1))),
        ("hull", |k| BodyDesc::dynamic(Shape::Hull(rock(k, 0.1)))),
        ("environment box", |k| {
            BodyDesc::environment(Shape::Box(Vec3::X * 0.01 * k as f64 + Vec3([0.05; 3])))
        }),
        ("environment hull", |k| BodyDesc::environment(Shape::Hull(rock(k, 0.1)))),
        ("environment plane", |k| BodyDesc::environment(Shape::Plane).at(Vec3::Z * (-1.0 - k as f64))),
    ];
    let mut ids = first;
    let mut hinge = None;
    for (name, desc) in kinds {
        let (mut worst, mut sum, mut recompiles) = (0.0f64, 0.0, 0);
        const STEPS: usize = 20;
        let mut last = None;
        for k in 0..=STEPS {
            let t = std::time::Instant::now();
            let gone = last.take().unwrap_or_else(|| ids.remove(k * 7 % 900));
            w.remove(gone).unwrap();
            let at = grid(k) + Vec3::Z * 2.0;
            let new = w.spawn(desc(k).at(if name == "environment plane" { Vec3::Z * -9.0 } else { at }));
            if let Some(h) = hinge.take() {
                w.remove_constraint(h);
            }
            // a joint of the new body to one that is there
            let frame = w.frame(Some(ids[k]), Some(new), at, Vec3::Y).unwrap();
            hinge = Some(w.add_constraint(Hinge::new(frame)));
            let recompiled = w.flush().unwrap();
            let t = t.elapsed().as_secs_f64() * 1e3;
            if k > 0 {
                (worst, sum, recompiles) = (worst.max(t), sum + t, recompiles + usize::from(recompiled));
            } else {
                println!("{name}: first change {t:.2} ms, recompiled: {recompiled}");
            }
            if name != "environment plane" {
                w.step(0.002).unwrap();
            }
            last = Some(new);
        }
        w.remove(last.unwrap()).unwrap();
        ids.push(w.spawn(ball(0.0).at(grid(999) + Vec3::Z)));
        let per = sum / STEPS as f64;
        println!("{name}: change {per:.3} ms per step, worst {worst:.3} ms, {recompiles} recompiles");
        assert_eq!(recompiles, 0, "{name}");
        assert!(per < 5.0, "{name}: {per} ms");
    }
    assert_eq!(w.len(), 1001);
    assert!(w.model().size.nmesh < 64, "meshes that are gone are forgotten: {}", w.model().size.nmesh);
}

/// Bodies that took the places of others move as those of a model made of them alone.
#[test]
fn bodies_in_used_slots_are_themselves() {
    let mut w = world();
    let ground = BodyDesc::environment(Shape::Box(Vec3([2.0, 2.0, 0.5]))).at(Vec3::Z * -0.5).restitution(0.0);
    // others first: a hull, a ball, a solid of the environment
    let old = [
        BodyDesc::dynamic(Shape::Hull(rock(1, 0.3))),
        ball(3.0),
        BodyDesc::environment(Shape::Hull(rock(2, 0.2))).at(Vec3::X * 5.0),
    ]
    .map(|d| w.spawn(d));
    w.step(0.002).unwrap();
    old.into_iter().for_each(|b| w.remove(b).unwrap());
    w.step(0.002).unwrap();
    let quat = Quat::from_rotation_vector(Vec3([0.3, -0.2, 0.5]));
    let pose = Pose::new(Vec3([0.1, 0.2, 0.6]), quat);
    let rock_id = w.spawn(BodyDesc::dynamic(Shape::Hull(rock(7, 0.15))).pose(pose).restitution(0.0));
    let pin = w.spawn(
        BodyDesc::dynamic(Shape::Cylinder(0.1, 0.2))
            .at(Vec3([-0.6, 0.0, 0.4]))
            .spin(Vec3::Y)
            .restitution(0.0),
    );
    w.spawn(ground);
    assert!(!w.flush().unwrap(), "all fit");
    let points: Vec<String> =
        rock(7, 0.15).iter().flat_map(|p| p.0.map(|x| (x as f32).to_string())).collect();
    let q = quat.0;
    let xml = format!(
        r#"<mujoco><option cone="elliptic"/><asset><mesh name="r" vertex="{}"/></asset><worldbody>
        <geom type="box" size="2 2 .5" pos="0 0 -.5"/>
        <body pos=".1 .2 .6" quat="{} {} {} {}"><freejoint/><geom type="mesh" mesh="r" density="1000"/></body>
        <body pos="-.6 0 .4"><freejoint/><geom type="cylinder" size=".1 .2" density="1000"/></body>
        </worldbody></mujoco>"#,
        points.join(" "),
        q[0],
        q[1],
        q[2],
        q[3]
    );
    let mut m = stiction::load_string(&xml, &stiction::NoAssets).unwrap_or_else(|e| panic!("{e}")).model;
    m.stiction = w.model().stiction.clone();
    m.stiction.restitution = vec![0.0; 3];
    m.opt.gravity = G;
    m.opt.timestep = 0.002;
    let mut d = stiction::sim::Data::new(&m);
    d.state.qvel[10] = 1.0;
    let close = |a: Vec3, x: &[f64], tol: f64| (a - Vec3([x[0], x[1], x[2]])).norm() < tol;
    for k in 0..400 {
        w.step(0.002).unwrap();
        stiction::sim::step(&m, &mut d).unwrap();
        let q = &d.state.qpos;
        // chaotic where it tumbles: exact until it lands, near it later
        let tol = if k < 100 { 1e-12 } else { 1e-4 };
        let (a, b) = (w.pose(rock_id).unwrap().pos, w.pose(pin).unwrap().pos);
        assert!(close(a, &q[..3], tol), "step {k}: {a:?} for {:?}", &q[..3]);
        assert!(close(b, &q[7..10], tol), "step {k}: {b:?} for {:?}", &q[7..10]);
    }
    assert!(w.contacts().len() > 2, "they lie on the ground");
}

/// A body of the environment that is moved acts where it is now.
#[test]
fn the_environment_can_be_moved() {
    let mut w = world();
    let shelf = w.spawn(BodyDesc::environment(Shape::Box(Vec3([1.0, 1.0, 0.1]))).restitution(0.0));
    let b = w.spawn(ball(0.5).restitution(0.0));
    w.step(0.002).unwrap();
    w.set_motion(shelf, Pose::new(Vec3::Z * -1.0, Quat::IDENTITY), [Vec3::ZERO; 2]).unwrap();
    for _ in 0..500 {
        w.step(0.002).unwrap();
    }
    assert!((w.pose(b).unwrap().pos[2] + 0.8).abs() < 1e-3, "{:?}", w.pose(b));
}
