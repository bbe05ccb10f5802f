//! Programs that use [`Sim`] and [`World`] wrongly: calls in any order with numbers, names and bodies that make no sense. Each call is
//! answered or refused; poses of what is there stay finite, and a world that refused a step still takes one when its cause is gone.
//!
//! A sample runs here; `STICTION_PROGRAMS=3000` makes it longer, `STICTION_FIRST=<seed>` begins elsewhere.

use stiction::constraint::user::library::{Distance, Hinge, PointToPoint, Prismatic, Weld};
use stiction::prelude::*;
use stiction::sim::world::{Snapshot, Spring};
use stiction_testkit::SplitMix64;

const ARM: &str = r#"<mujoco><worldbody><body name="u" pos="0 0 1"><joint name="h"/><geom size=".1"/><site name="s"/>
  <body name="f" pos=".3 0 0"><joint name="k" axis="0 1 0"/><geom type="capsule" size=".05 .1"/></body></body></worldbody>
  <actuator><motor name="m" joint="h"/></actuator><sensor><jointpos name="p" joint="k"/></sensor></mujoco>"#;
const NUMBERS: [f64; 18] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    0.05,
    0.3,
    -0.2,
    1e-3,
    1e-300,
    1e300,
    -1e300,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    1e-9,
    1e9,
    f64::MAX,
];

/// Draws numbers: `wild` of a hundred make no sense.
struct Draw {
    r: SplitMix64,
    wild: usize,
}

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.r.below(n)
    }
    fn number(&mut self) -> f64 {
        if self.below(100) < self.wild { NUMBERS[self.below(NUMBERS.len())] } else { self.r.sym() }
    }
    fn size(&mut self) -> f64 {
        if self.below(100) < self.wild {
            NUMBERS[self.below(NUMBERS.len())]
        } else {
            0.05 + 0.1 * self.r.unit()
        }
    }
    fn vec(&mut self) -> Vec3 {
        Vec3([self.number(), self.number(), self.number()])
    }
    fn pose(&mut self) -> Pose {
        let q = [self.number(), self.number(), self.number(), self.number()];
        Pose::new(
            self.vec() + Vec3([0.0, 0.0, 1.0]),
            if self.below(2) == 0 { Quat(q) } else { Quat(q).normalized() },
        )
    }
    fn shape(&mut self) -> Shape {
        match self.below(7) {
            0 => Shape::Sphere(self.size()),
            1 => Shape::Box(Vec3([self.size(), self.size(), self.size()])),
            2 => Shape::Capsule(self.size(), self.size()),
            3 => Shape::Cylinder(self.size(), self.size()),
            4 => Shape::Ellipsoid(Vec3([self.size(), self.size(), self.size()])),
            5 => {
                let n = self.below(9);
                Shape::Hull((0..n).map(|_| self.vec() * 0.1).collect())
            }
            _ => Shape::Plane,
        }
    }
    fn body(&mut self) -> BodyDesc {
        let shape = self.shape();
        let mut b = match self.below(5) {
            0 => BodyDesc::environment(shape),
            1 => BodyDesc::kinematic(shape),
            2 => BodyDesc::sensor(shape),
            _ => BodyDesc::dynamic(shape),
        };
        b.pose = self.pose();
        b.velocity = [self.vec(), self.vec()];
        if self.below(3) == 0 {
            b.mass = Some(self.size());
        }
        (b.density, b.friction) = (1000.0 * self.size(), self.size());
        b.restitution = [None, Some(self.size())][self.below(2)];
        b
    }
}

/// One call of a world; errors are answers.
fn call(
    w: &mut World,
    d: &mut Draw,
    bodies: &mut Vec<BodyId>,
    models: &mut Vec<ModelId>,
    kept: &mut Option<Snapshot>,
) {
    let any = |d: &mut Draw, list: &[BodyId]| list.get(d.below(list.len())).copied();
    let (one, other) = (any(d, bodies), any(d, bodies));
    let Some((a, b)) = one.zip(other) else {
        bodies.push(w.spawn(d.body()));
        return;
    };
    match d.below(20) {
        0..=2 => bodies.push(w.spawn(d.body())),
        3 | 4 => drop(w.remove(a)),
        5 => models.extend(w.parse(ARM, d.pose())),
        6 => {
            if let Some(&m) = models.get(d.below(models.len())) {
                bodies.extend(w.bodies_of(m).unwrap_or_default());
                drop(w.set_q(m, "h", &[d.number()]));
                drop(w.set_v(m, "k", &[d.number()]));
                drop(w.set_q(m, "nothing", &[]));
                drop(w.set_control(m, "m", d.number()));
                let _ = w.sensor(m, "p").map(<[f64]>::len);
                if d.below(3) == 0 {
                    drop(w.remove_model(m));
                }
            }
        }
        7 => {
            let (point, axis) = (d.vec(), d.vec());
            let Ok(f) = w.frame([None, Some(a)][d.below(2)], Some(b), point, axis) else { return };
            match d.below(5) {
                0 => w.add_constraint(Hinge::new(f)),
                1 => w.add_constraint(Prismatic::new(f)),
                2 => w.add_constraint(Weld::new(f)),
                3 => w.add_constraint(PointToPoint::new(f.bodies, f.points)),
                _ => w.add_constraint(Distance::new(f.bodies, [Vec3::ZERO; 2], d.number())),
            };
        }
        8 => drop(w.set_motion(a, d.pose(), [d.vec(), d.vec()])),
        9 => drop(w.push(a, d.vec(), d.vec())),
        10 => drop(w.set_force(a, d.vec(), d.vec())),
        11 => {
            let (stiffness, length, damping) = (d.number(), d.number(), d.number());
            let bodies = if d.below(2) == 0 { vec![a, b] } else { vec![a] };
            let n = w.add_force(Spring { bodies, from: d.vec(), to: d.vec(), stiffness, length, damping });
            if d.below(2) == 0 {
                w.remove_force(n);
            }
        }
        12 => drop(w.ray(d.vec(), d.vec())),
        13 => drop(w.cast(d.shape(), d.pose(), d.vec())),
        14 => *kept = Some(w.snapshot()),
        15 => {
            if let Some(s) = kept {
                w.restore(s);
            }
        }
        16 => drop((w.energy(), w.mass(a), w.contacts().len(), w.events().len(), w.flush())),
        17 => drop((w.clear_constraints(a), w.constraints_of(b), w.refresh())),
        18 => w.model_mut().stiction.contact = stiction::model::stiction::Contact::ALL[d.below(2)],
        _ => drop(w.step(if d.below(9) == 0 { d.number() } else { 0.01 })),
    }
}

fn number(name: &str, or: u64) -> u64 {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(or)
}

#[test]
fn worlds_answer_anything() {
    let (count, first) = (number("STICTION_PROGRAMS", 60), number("STICTION_FIRST", 0));
    let (mut taken, mut refused) = (0, 0);
    for seed in first..first + count {
        let mut d = Draw { r: SplitMix64(seed), wild: [0, 1, 10][seed as usize % 3] };
        let mut w = World::new(Vec3([0.0, 0.0, -9.81])).unwrap();
        let (mut bodies, mut models, mut kept) = (Vec::new(), Vec::new(), None);
        for _ in 0..60 {
            call(&mut w, &mut d, &mut bodies, &mut models, &mut kept);
            // what a program wrote stays written, and is refused until it is taken back
            if w.step(0.005).is_err() {
                refused += 1;
                continue;
            }
            taken += 1;
            let state = &w.data().state;
            let finite = state.qpos.iter().chain(&state.qvel).all(|x| x.is_finite());
            assert!(finite, "program {seed}: a state is not finite");
        }
        // without its bodies and constraints it is an empty world again
        for b in bodies {
            let _ = w.remove(b);
        }
        for m in models {
            let _ = w.remove_model(m);
        }
        assert!(w.step(0.005).is_ok(), "program {seed}: {:?}", w.step(0.005));
    }
    assert!(taken > refused / 4 && refused > 0, "{taken} steps taken, {refused} refused");
}

#[test]
fn simulations_answer_anything() {
    let mut refused = 0;
    for seed in 0..number("STICTION_PROGRAMS", 60) {
        let mut d = Draw { r: SplitMix64(seed), wild: [0, 5, 30][seed as usize % 3] };
        let mut s = Sim::parse(ARM).unwrap();
        if d.below(2) == 0 {
            s.exact();
        }
        for _ in 0..30 {
            let names = ["u", "f", "h", "k", "m", "p", "s", "", "nothing", "\0"];
            let (name, id) = (names[d.below(names.len())], d.below(5));
            let numbers: Vec<f64> = (0..d.below(4)).map(|_| d.number()).collect();
            let answers = [
                s.set_q(name, &numbers).is_ok(),
                s.set_v(id, &numbers).is_ok(),
                s.set_control(id, d.number()).is_ok(),
                s.set_control(usize::MAX, 0.0).is_ok(),
                s.sensor(name).is_ok(),
                s.body(id).is_ok_and(|b| b.velocity()[0].0.iter().all(|x| !x.is_infinite())),
                s.site(name).is_ok(),
                s.geom(id).is_ok(),
                s.joint(name).is_ok_and(|j| j.q().len() == 1),
            ];
            refused += answers.iter().filter(|a| !**a).count();
            if s.step().is_err() {
                s.reset();
                s.set_control("m", 0.0).unwrap();
            }
            let state = &s.data().state;
            assert!(state.qpos.iter().chain(&state.qvel).all(|x| x.is_finite()), "program {seed}");
        }
        s.reset();
        s.set_control("m", 0.0).unwrap();
        assert!(s.step_for(0.05).unwrap().is_some());
        assert!(s.step_for(f64::NAN).unwrap().is_none() && s.step_for(-1.0).unwrap().is_none());
    }
    assert!(refused > 100, "{refused}");
}
