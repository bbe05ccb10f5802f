//! Bodies of a world with a structure of their own: compounds, triangle meshes, height fields; and what models say of single objects.

use stiction::prelude::*;
use stiction::sim::world::{Touch, WorldError};

fn world() -> World {
    World::new(Vec3([0.0, 0.0, -9.81])).expect("an empty world")
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::new(Vec3([x, y, z]), Quat::IDENTITY)
}

fn run(w: &mut World, steps: usize) {
    for _ in 0..steps {
        w.step(0.002).expect("a step");
    }
}

/// A dumb-bell along x: two balls of 0.1 m, one metre apart, and a thin bar.
fn dumb_bell() -> Shape {
    Shape::Compound(vec![
        (at(-0.5, 0.0, 0.0), Shape::Sphere(0.1)),
        (at(0.5, 0.0, 0.0), Shape::Sphere(0.1)),
        (at(0.0, 0.0, 0.0), Shape::Box(Vec3([0.4, 0.02, 0.02]))),
    ])
}

/// A box without a lid, inner half width `a`, walls of 2 cm, as a closed surface.
fn tray(a: f64, height: f64) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (b, t) = (a + 0.02, 0.02);
    let ring = |r: f64, z: f64| [[-r, -r, z], [r, -r, z], [r, r, z], [-r, r, z]].map(Vec3);
    let points: Vec<Vec3> =
        [ring(b, 0.0), ring(b, height), ring(a, height), ring(a, t)].into_iter().flatten().collect();
    let mut triangles = vec![[0, 2, 1], [0, 3, 2], [12, 13, 14], [12, 14, 15]];
    for level in 0..3 {
        for k in 0..4 {
            let (p, q) = (4 * level + k, 4 * level + (k + 1) % 4);
            triangles.extend([[p, q, q + 4], [p, q + 4, p + 4]]);
        }
    }
    (points, triangles)
}

#[test]
fn a_compound_has_the_mass_and_the_contacts_of_its_parts() {
    let mut w = world();
    w.spawn(BodyDesc::environment(Shape::Plane).restitution(0.0));
    let bell = w.spawn(BodyDesc::dynamic(dumb_bell()).at(Vec3([0.0, 0.0, 0.3])).mass(3.0));
    let light = w.spawn(BodyDesc::dynamic(dumb_bell()).at(Vec3([0.0, 3.0, 0.3])).density(500.0));
    assert!((w.mass(bell).expect("a mass") - 3.0).abs() < 1e-12);
    let volume = 2.0 * 4.0 / 3.0 * std::f64::consts::PI * 1e-3 + 0.8 * 0.04 * 0.04;
    assert!((w.mass(light).expect("a mass") - 500.0 * volume).abs() < 1e-9);
    run(&mut w, 500);
    assert!((w.pose(bell).expect("a pose").pos[2] - 0.1).abs() < 1e-4);
    let carried: Vec<f64> =
        w.contacts().iter().filter(|c| c.bodies.contains(&bell)).map(|c| c.force[2]).collect();
    assert_eq!(carried.len(), 2, "one under each ball");
    assert!(carried.iter().all(|f| (f - 1.5 * 9.81).abs() < 1e-6), "{carried:?}");
}

#[test]
fn structures_come_and_go_and_the_rest_stays_as_it_is() {
    let mut w = world();
    w.spawn(BodyDesc::environment(Shape::Plane).restitution(0.0));
    let rock =
        |k: f64| Shape::Hull(vec![Vec3([0.1, 0.0, 0.0]), Vec3([0.0, 0.1 + k, 0.0]), Vec3::ZERO, Vec3::Z]);
    let stays = w.spawn(BodyDesc::dynamic(rock(0.0)).at(Vec3([5.0, 0.0, 1.0])).spin(Vec3([1.0, 2.0, 3.0])));
    let first = w.spawn(BodyDesc::dynamic(dumb_bell()).at(Vec3([0.0, 0.0, 1.0])).velocity(Vec3::X));
    run(&mut w, 50);
    let alone = {
        let mut w = world();
        w.spawn(BodyDesc::environment(Shape::Plane).restitution(0.0));
        let b = w.spawn(BodyDesc::dynamic(rock(0.0)).at(Vec3([5.0, 0.0, 1.0])).spin(Vec3([1.0, 2.0, 3.0])));
        run(&mut w, 100);
        w.pose(b).expect("a pose")
    };
    let before = (w.pose(first).expect("a pose"), w.velocity(first).expect("a velocity"));
    let second = w.spawn(BodyDesc::dynamic(dumb_bell()).at(Vec3([0.0, 3.0, 1.0])));
    assert!(w.flush().expect("it compiles"), "a structure of its own is compiled");
    assert_eq!(before, (w.pose(first).expect("a pose"), w.velocity(first).expect("a velocity")));
    w.remove(first).expect("it is there");
    assert_eq!(w.pose(first), Err(WorldError::NoBody(first)));
    run(&mut w, 50);
    assert!((w.pose(second).expect("a pose").pos[2] - (1.0 - 0.5 * 9.81 * 0.01)).abs() < 2e-3);
    let there = w.pose(stays).expect("a pose");
    assert!((there.pos - alone.pos).norm() < 1e-12, "{there:?} {alone:?}");
    // its place is taken by another, and rocks of other shapes find their meshes
    for k in 0..40 {
        let b = w.spawn(BodyDesc::dynamic(rock(0.01 * f64::from(k))).at(Vec3([9.0, 0.0, 9.0])));
        run(&mut w, 2);
        w.remove(b).expect("it is there");
    }
    run(&mut w, 10);
    assert_eq!(w.len(), 3);
}

#[test]
fn a_ball_lies_inside_a_tray_of_triangles() {
    for moves in [false, true] {
        let mut w = world();
        w.spawn(BodyDesc::environment(Shape::Plane).restitution(0.0));
        let (points, triangles) = tray(0.5, 0.3);
        let shape = Shape::Mesh(points, triangles);
        let desc =
            if moves { BodyDesc::dynamic(shape) } else { BodyDesc::environment(shape).restitution(0.0) };
        let tray = w.spawn(desc.at(Vec3([0.0, 0.0, 1e-4])));
        let ball = w.spawn(BodyDesc::dynamic(Shape::Sphere(0.1)).at(Vec3([0.1, 0.0, 0.5])));
        run(&mut w, 1000);
        let z = w.pose(ball).expect("a pose").pos[2] - w.pose(tray).expect("a pose").pos[2];
        // its hull would hold the ball at the rim
        assert!((z - 0.12).abs() < 1e-4, "{z}");
        let hit = w.cast(Shape::Sphere(0.05), at(-0.3, 0.0, 0.12), Vec3([2.0, 0.0, 0.0])).expect("a cast");
        let hit = hit.expect("a hit");
        assert_eq!(hit.body, ball);
        let over = w.cast(Shape::Sphere(0.05), at(0.0, 0.3, 0.2), Vec3([2.0, 0.0, 0.0])).expect("a cast");
        let over = over.expect("the wall, from inside");
        assert_eq!(over.body, tray);
        assert!((over.fraction - 0.45 / 2.0).abs() < 1e-7 && (over.normal[0] - 1.0).abs() < 1e-6, "{over:?}");
    }
}

#[test]
fn an_open_surface_is_ground_and_no_body() {
    // a valley along y
    let points = [[-5.0, 1.0], [0.0, 0.0], [5.0, 1.0]];
    let points = points.iter().flat_map(|[x, z]| [-5.0, 5.0].map(|y| Vec3([*x, y, *z]))).collect();
    let triangles = vec![[0, 2, 3], [0, 3, 1], [2, 4, 5], [2, 5, 3]];
    let shape = Shape::Mesh(points, triangles);
    let mut w = world();
    w.spawn(BodyDesc::environment(shape.clone()).restitution(0.0));
    let ball = w.spawn(BodyDesc::dynamic(Shape::Sphere(0.3)).at(Vec3([0.0, 1.0, 0.5])));
    run(&mut w, 1000);
    let height = w.pose(ball).expect("a pose").pos[2];
    assert!((height - 0.3 * 1.04_f64.sqrt()).abs() < 1e-4, "{height}");
    let mut w = world();
    w.spawn(BodyDesc::dynamic(shape));
    assert!(matches!(w.step(0.002), Err(WorldError::Compile(_))));
}

#[test]
fn a_height_field_has_the_heights_that_were_given() {
    let mut w = world();
    // 5 columns, 3 rows: −2 m in the middle column, 1 m elsewhere
    let row = [1.0, 1.0, -2.0, 1.0, 1.0];
    let heights = [row, row, row].concat();
    let shape = Shape::HeightField { half: [4.0, 2.0], columns: 5, heights };
    w.spawn(BodyDesc::environment(shape.clone()).at(Vec3([0.0, 0.0, 0.5])).restitution(0.0));
    for (x, z) in [(-3.0, 1.5), (0.0, -1.5), (1.0, 0.0), (3.0, 1.5)] {
        let hit = w.ray(Vec3([x, 0.1, 5.0]), Vec3([0.0, 0.0, -1.0])).expect("a ray").expect("the ground");
        assert!((5.0 - hit.distance - z).abs() < 1e-6, "{x}: {hit:?}");
    }
    let ball = w.spawn(BodyDesc::dynamic(Shape::Sphere(0.2)).at(Vec3([-3.0, 0.0, 1.8])));
    run(&mut w, 500);
    assert!((w.pose(ball).expect("a pose").pos[2] - 1.7).abs() < 1e-4);
    let hit = w.cast(Shape::Sphere(0.2), at(0.0, 0.0, 0.5), Vec3([4.0, 0.0, 0.0])).expect("a cast");
    assert!(hit.is_some_and(|h| h.normal[0] > 0.5), "the slope, though the bottom is nearer: {hit:?}");
    assert_eq!(w.cast(shape, Pose::default(), Vec3::X), Err(WorldError::NotCast));
    w.spawn(BodyDesc::environment(Shape::HeightField { half: [1.0; 2], columns: 3, heights: vec![0.0; 8] }));
    assert!(matches!(w.step(0.002), Err(WorldError::Compile(_))), "8 heights in 3 columns");
}

#[test]
fn a_region_of_two_rooms_tells_who_is_in_either() {
    let mut w = world();
    let room = || Shape::Box(Vec3([0.2, 0.2, 0.1]));
    let rooms = Shape::Compound(vec![(at(-1.0, 0.0, 0.0), room()), (at(1.0, 0.0, 0.0), room())]);
    let region = w.spawn(BodyDesc::sensor(rooms).at(Vec3([0.0, 0.0, 1.0])));
    let falls = |x: f64| BodyDesc::dynamic(Shape::Sphere(0.1)).at(Vec3([x, 0.0, 1.3]));
    let [left, between, right] = [-1.0, 0.0, 1.0].map(|x| w.spawn(falls(x)));
    let mut seen = Vec::new();
    for _ in 0..120 {
        w.step(0.002).expect("a step");
        seen.extend(w.events().iter().filter(|e| e.touch == Touch::Begin).flat_map(|e| e.bodies));
    }
    for (body, inside) in [(left, true), (between, false), (right, true), (region, true)] {
        assert_eq!(seen.contains(&body), inside, "{body:?}: {seen:?}");
    }
}

#[test]
fn what_a_model_says_of_single_objects_holds_in_a_world() {
    let model = |e: f64| {
        format!(
            r#"<mujoco><worldbody><body name="ball" pos="0 0 1.1"><freejoint/><geom name="g" size=".1"/></body></worldbody>
             <custom><tuple name="stiction:restitution"><element objtype="geom" objname="g" prm="{e}"/></tuple></custom></mujoco>"#
        )
    };
    let mut w = world();
    w.spawn(BodyDesc::environment(Shape::Plane).restitution(1.0));
    let balls = [0.25, 0.81].map(|e| {
        let m = w.parse(&model(e), at(4.0 * e, 0.0, 0.0)).expect("a model");
        w.body_of(m, "ball").expect("a body")
    });
    // a recompile in the fall
    run(&mut w, 100);
    w.spawn(BodyDesc::dynamic(dumb_bell()).at(Vec3([9.0, 0.0, 9.0])));
    let mut highest = [0.0_f64; 2];
    let mut down = [false; 2];
    for _ in 0..700 {
        w.step(0.001).expect("a step");
        for (k, b) in balls.iter().enumerate() {
            let (x, v) =
                (w.pose(*b).expect("a pose").pos[2] - 0.1, w.velocity(*b).expect("a velocity")[0][2]);
            down[k] |= v > 0.0;
            if down[k] {
                highest[k] = highest[k].max(x);
            }
        }
    }
    // √(1 · e) of the pair; height e of the fall from one metre
    assert!((highest[0] - 0.25).abs() < 0.01 && (highest[1] - 0.81).abs() < 0.02, "{highest:?}");
}

#[test]
fn joints_rods_and_equations_by_id() {
    let mut w = world();
    let ball = |w: &mut World, x: f64| {
        w.spawn(BodyDesc::dynamic(Shape::Sphere(0.1)).at(Vec3([x, 0.0, 0.0])).mass(1.0).groups(0, 0))
    };
    let [swings, slides, hangs, beads] = [1.0, 3.0, 5.0, 7.0].map(|x| ball(&mut w, x));
    w.join(Join::Hinge, [None, Some(swings)], Vec3::ZERO, Vec3::Y).expect("a hinge");
    let slider =
        w.join(Join::Slider, [None, Some(slides)], Vec3([3.0, 0.0, 0.0]), Vec3::X).expect("a slider");
    w.rod([None, Some(hangs)], 5.0).expect("a rod");
    let bead = w
        .constrain(&[beads], 1, |x, c| c[0] = x.poses[0].pos[2] + x.poses[0].pos[0] - Jet::from_f64(7.0))
        .expect("a constraint");
    run(&mut w, 200);
    let place = |b| w.pose(b).expect("a pose").pos;
    assert!((place(swings).norm() - 1.0).abs() < 1e-9 && place(swings)[2] < -0.1);
    assert!((place(slides) - Vec3([3.0, 0.0, 0.0])).norm() < 1e-9);
    assert!((place(hangs).norm() - 5.0).abs() < 1e-9 && place(hangs)[2] < -0.1);
    // down a slope of 45°: x = 7 + ¼ g t²
    assert!((place(beads)[0] - 7.0 - 0.25 * 9.81 * 0.16).abs() < 1e-2, "{:?}", place(beads));
    assert_eq!(w.constraints_of(slides).expect("a body"), [slider]);
    assert!(w.constraint_force(bead).is_some() && w.remove_constraint(bead) && !w.remove_constraint(bead));
}
