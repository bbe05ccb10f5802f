//! Times of impact of bodies that turn, against twins that know only the closed form of a flight and search it densely: which corner hits
//! first, several impacts in one step, their order and their impulses. Without friction, so that an impact is one number.

#![allow(clippy::disallowed_methods)] // expected values, not the engine

use stiction::prelude::*;

fn model(h: f64, gravity: f64, e: &[(&str, f64)], world: &str) -> Model {
    let bouncy: String = e
        .iter()
        .map(|(name, e)| format!(r#"<element objtype="geom" objname="{name}" prm="{e}"/>"#))
        .collect();
    let xml = format!(
        r#"<mujoco><option timestep="{h}" gravity="0 0 -{gravity}" cone="elliptic"/><compiler angle="radian"/>
        <custom><text name="stiction" data="preset=exact"/><tuple name="stiction:restitution">{bouncy}</tuple></custom>
        <default><geom friction="0 0 0" condim="3"/></default><worldbody>{world}</worldbody></mujoco>"#
    );
    stiction::load_string(&xml, &NoAssets).unwrap_or_else(|e| panic!("{e}")).model
}

fn run(m: &Model, d: &mut Data, steps: usize) -> u32 {
    (0..steps)
        .map(|k| {
            let r = step(m, d).expect("finite");
            assert!(r.status.is_solved(), "step {k}: {r:?}");
            r.certificate.impacts
        })
        .sum()
}

/// A plate that turns about y over a floor: height and angle, their rates, half sizes along x and z.
#[derive(Clone, Copy, Debug)]
struct Plate {
    z: f64,
    v: f64,
    angle: f64,
    w: f64,
    half: [f64; 2],
    gravity: f64,
    e: f64,
    mass: f64,
    inertia: f64,
}

impl Plate {
    /// After `t` seconds of flight.
    fn after(&self, t: f64) -> Plate {
        let z = self.z + t * (self.v - 0.5 * self.gravity * t);
        Plate { z, v: self.v - self.gravity * t, angle: self.angle + self.w * t, ..*self }
    }

    /// The lowest corner: where it is along x from the middle, and how high.
    fn low(&self) -> (f64, f64) {
        let (s, c) = self.angle.sin_cos();
        let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let place = corners.map(|(i, k)| {
            let (x, z) = (i * self.half[0], k * self.half[1]);
            (c * x + s * z, self.z - s * x + c * z)
        });
        place.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
    }

    /// The next touch within `end` seconds: small steps, then bisection.
    fn touch(&self, end: f64) -> Option<f64> {
        let small = 1e-6;
        let mut t = small;
        while t < end {
            if self.after(t).low().1 < 0.0 {
                let (mut from, mut to) = (t - small, t);
                for _ in 0..60 {
                    let mid = 0.5 * (from + to);
                    *(if self.after(mid).low().1 < 0.0 { &mut to } else { &mut from }) = mid;
                }
                return Some(to);
            }
            t += small;
        }
        None
    }

    /// The impact at the lowest corner.
    fn struck(&self) -> Plate {
        let (x, _) = self.low();
        // a point at x goes up by v − w x
        let u = self.v - self.w * x;
        assert!(u < 0.0);
        let push = -(1.0 + self.e) * u / (1.0 / self.mass + x * x / self.inertia);
        Plate { v: self.v + push / self.mass, w: self.w - push * x / self.inertia, ..*self }
    }

    /// After `end` seconds, and the impacts on the way.
    fn run(mut self, mut end: f64) -> (Plate, u32) {
        let mut n = 0;
        while let Some(t) = self.touch(end) {
            (self, end, n) = (self.after(t).struck(), end - t, n + 1);
        }
        (self.after(end), n)
    }
}

#[test]
fn a_plate_that_turns_hits_with_the_corner_that_comes_first() {
    let cases = [
        // (half sizes, spin, speed, gravity, restitution)
        ([0.1, 0.3], 3.0, -1.0, 9.81, 0.5),
        ([0.1, 0.3], -11.0, -0.5, 9.81, 0.9),
        ([0.02, 0.4], 25.0, -2.0, 9.81, 1.0),
        ([0.02, 0.4], -60.0, -3.0, 0.0, 0.6),
        ([0.3, 0.3], 40.0, -1.5, 9.81, 0.3),
        ([0.005, 0.2], 150.0, -4.0, 0.0, 1.0),
    ];
    let mut several = 0;
    for (half, w, v, gravity, e) in cases {
        for h in [0.02, 0.01, 0.003] {
            for start in [0.3, 1.2] {
                let [x, z] = half;
                let y = 0.07;
                let world = format!(
                    r#"<geom name="floor" type="plane" size="0 0 1"/>
                    <body pos="0 0 .6"><freejoint/><geom name="b" type="box" size="{x} {y} {z}" mass="2"/></body>"#
                );
                let m = model(h, gravity, &[("b", e)], &world);
                let inertia = 2.0 * (x * x + z * z) / 3.0;
                let plate = Plate { z: 0.6, v, angle: start, w, half, gravity, e, mass: 2.0, inertia };
                let mut d = Data::new(&m);
                d.state.qpos[3..7].copy_from_slice(&[(0.5 * start).cos(), 0.0, (0.5 * start).sin(), 0.0]);
                (d.state.qvel[2], d.state.qvel[4]) = (v, w);
                // two impacts at most, each of which makes errors larger
                let mut end = plate;
                let mut seconds = plate.touch(1.0).unwrap();
                end = end.after(seconds).struck();
                seconds += end.touch(0.2).map_or(0.05, |t| t + 0.2 * h);
                let steps = (seconds / h).ceil() as usize;
                let (want, n) = plate.run(steps as f64 * h);
                if n > 3 {
                    continue;
                }
                several += u32::from(n > 1);
                let found = run(&m, &mut d, steps);
                let what = format!("{half:?} {w} {h} {start}: {want:?} after {n}");
                assert!(found >= n.min(1), "{what}");
                assert!((d.state.qpos[2] - want.z).abs() < 1e-7, "{}: {what}", d.state.qpos[2]);
                assert!((d.state.qvel[2] - want.v).abs() < 1e-5, "{}: {what}", d.state.qvel[2]);
                assert!((d.state.qvel[4] - want.w).abs() < 1e-4, "{}: {what}", d.state.qvel[4]);
                let angle = 2.0 * d.state.qpos[5].atan2(d.state.qpos[3]);
                let off = (angle - want.angle) / std::f64::consts::TAU;
                assert!((off - off.round()).abs() < 1e-6, "{off}: {what}");
            }
        }
    }
    assert!(several > 10, "{several}");
}

/// A door sweeps balls away, one after the other, some of them within one step.
#[test]
fn a_door_meets_balls_in_their_order() {
    let (half, width, mass, e) = (0.02, 1.0, 3.0, 0.8);
    // about the hinge at the end of the door
    let inertia = mass * ((0.25 * width * width + half * half) / 3.0 + 0.25 * width * width);
    let (r, light) = (0.05, 0.2);
    // distance from the hinge, angle, height: at different heights, so that they do not meet each other
    let balls = [(0.9, 0.50, 0.0), (0.5, 0.62, 0.3), (0.7, 0.66, -0.3)];
    for w in [2.0, 8.0, 30.0] {
        for h in [0.03, 0.01, 0.002] {
            let mut world = format!(
                r#"<body><joint name="hinge" axis="0 0 1"/><geom name="door" type="box" pos="{} 0 0" size="{} {half} .5" mass="{mass}"/></body>"#,
                0.5 * width,
                0.5 * width
            );
            for (k, (far, angle, up)) in balls.iter().enumerate() {
                let (x, y) = (far * f64::cos(*angle), far * f64::sin(*angle));
                world += &format!(
                    r#"<body pos="{x} {y} {up}"><freejoint/><geom name="b{k}" size="{r}" mass="{light}"/></body>"#
                );
            }
            let m = model(h, 0.0, &[("door", e), ("b0", e), ("b1", e), ("b2", e)], &world);
            let mut d = Data::new(&m);
            d.state.qvel[0] = w;
            // the twin: the angle at which the face is a radius from each centre, the impulse, and on with what is left of the spin
            let mut events: Vec<(f64, usize)> =
                balls.iter().enumerate().map(|(k, b)| (b.1 - f64::asin((half + r) / b.0), k)).collect();
            events.sort_by(|a, b| a.0.total_cmp(&b.0));
            let (mut spin, mut angle, mut t) = (w, 0.0, 0.0);
            let mut flights = [(0.0, [0.0; 2]); 3];
            for (at, k) in events {
                t += (at - angle) / spin;
                angle = at;
                let arm = (balls[k].0.powi(2) - (half + r).powi(2)).sqrt();
                let push = (1.0 + e) * spin * arm / (1.0 / light + arm * arm / inertia);
                spin -= push * arm / inertia;
                let speed = push / light;
                flights[k] = (t, [-speed * f64::sin(at), speed * f64::cos(at)]);
            }
            let steps = (t / h).ceil() as usize + 1;
            let end = steps as f64 * h;
            let impacts = run(&m, &mut d, steps);
            assert!(impacts >= 1, "{w} {h}: {impacts}");
            assert!((d.state.qvel[0] - spin).abs() < 1e-7 * w, "{w} {h}: {} for {spin}", d.state.qvel[0]);
            let turned = angle + spin * (end - t);
            assert!((d.state.qpos[0] - turned).abs() < 1e-7, "{w} {h}: {} for {turned}", d.state.qpos[0]);
            for (k, (far, angle, up)) in balls.iter().enumerate() {
                let (hit, v) = flights[k];
                let want = [
                    far * f64::cos(*angle) + v[0] * (end - hit),
                    far * f64::sin(*angle) + v[1] * (end - hit),
                    *up,
                ];
                for (i, x) in want.iter().enumerate() {
                    let found = d.state.qpos[1 + 7 * k + i];
                    assert!((found - x).abs() < 1e-7, "{w} {h} ball {k}: {found} for {x}");
                }
                for i in 0..2 {
                    let found = d.state.qvel[1 + 6 * k + i];
                    assert!((found - v[i]).abs() < 1e-6 * w, "{w} {h} ball {k}: {found} for {}", v[i]);
                }
            }
        }
    }
}
