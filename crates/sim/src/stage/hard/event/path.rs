//! Where geoms are within a step, and how fast they can come nearer.
//!
//! φ_c(t) = φ(q ⊕ t w(t))                                   by detection at that pose, normals and all                 (1)
//! L ≥ |v₁ − v₂| + Σ r|ω|                                    no point comes nearer faster                              (2)
//! φ̈ ≥ −max(Σ ω² r, ω² R),   ω = Σ|ω|                        the nearest points wander over what is round               (3)
//! s(n) falls by at most h max(0, −n·(v₂ − v₁)) + Σ h r|n × ω|    of convex shapes along a fixed n                      (4)
//!
//! The gap of a body that turns over a plane changes by ω² (R − s): s is how far it reaches towards the plane, R the radius of curvature where it is
//! nearest. Of an ellipsoid R may be many times its size, and a flat face that turns on a large ball has the ball's. Where both are flat, or straight in the
//! same direction, corners and ends are contacts of their own.
//!
//! Reads  state, solution, vel, kin     Cost   poses and one narrow phase per measure of (1)

use super::{Events, Gap};
use crate::data::{Data, Stages};
use crate::stage::contact;
use crate::stage::hard::flight;
use stiction_constraint::contact::{PairPoint, is_exact};
use stiction_constraint::rows::joint_gap;
use stiction_dynamics::kinematics::{Mocap, kinematics_of};
use stiction_dynamics::manifold;
use stiction_dynamics::stages::{Kinematics, Velocities};
use stiction_dynamics::velocity;
use stiction_model::Model;
use stiction_model::kinds::GeomKind;
use stiction_spatial::Vec3;

/// How much faster than at the ends of the step a body may move and turn within it.
const HASTE: [f64; 2] = [1.1, 1.5];

impl Events {
    pub(super) fn begin(&mut self, m: &Model, d: &Data) {
        self.kin.clone_from(&d.kin);
        self.placed = None;
        self.moves.resize(m.size.nv, 0.0);
        self.after.resize(m.size.nv, 0.0);
        flight::mark(m, &d.stages, &d.constraints, &mut self.flies);
    }

    /// L of (2) within `h` seconds.
    pub(super) fn haste(&mut self, m: &Model, d: &Data, geoms: [usize; 2], h: f64) -> f64 {
        let s = &d.stages;
        if self.end.is_empty() {
            self.follow_path(m, d, h);
        }
        haste(m, s, [&s.vel, &self.vel], geoms)
    }

    /// φ of (1) at `t`.
    pub fn measure(&mut self, m: &Model, d: &mut Data, gap: Gap, t: f64) -> f64 {
        let Data { state, stages: s, .. } = d;
        let flying = flight::Flying { s, qvel: &state.qvel, flies: &self.flies, t, bent: &[] };
        flying.velocity(&mut self.moves, &mut self.after);
        self.measure_moved(m, d, gap, t)
    }

    /// What follows is about the path of the solve that `d` holds, over `h` seconds.
    pub fn follow_path(&mut self, m: &Model, d: &Data, h: f64) {
        self.begin(m, d);
        self.end.clear();
        self.end.extend(d.state.qvel.iter().zip(&d.solution.qacc).map(|(v, a)| v + h * a));
        self.vel.clone_from(&d.vel);
        velocity::com_vel_of(m, d.sleep.part(), &d.com, &self.end, &mut self.vel);
    }

    /// What follows is about the velocity that moves positions.
    pub fn follow_moves(&mut self, m: &Model, d: &Data) {
        self.kin.clone_from(&d.kin);
        self.placed = None;
        self.moves.clone_from(&d.scratch.moves);
        self.vel.clone_from(&d.vel);
        velocity::com_vel_of(m, d.sleep.part(), &d.com, &self.moves, &mut self.vel);
    }

    /// L of (2) for either.
    pub fn fastest(&self, m: &Model, s: &Stages, geoms: [usize; 2]) -> f64 {
        haste(m, s, [&s.vel, &self.vel], geoms)
    }

    /// (4) for two geoms about their middles, with the slack of (2): what is between the two ends of a path bends.
    pub fn nearer_along(&self, m: &Model, s: &Stages, geoms: [usize; 2], n: Vec3, h: f64) -> f64 {
        let at = [&s.vel, &self.vel].map(|vel| falls(m, s, vel, geoms, n));
        let [(before, bends), (after, bent)] = at;
        // forces act evenly within the step: what is stopped halfway has come half as far
        let nearer = match (before < 0.0, after < 0.0) {
            (true, false) => 0.5 * before * before / (after - before),
            _ => -before.min(after).min(0.0),
        };
        h * (nearer + bends.max(bent))
    }

    /// φ after the velocities that move positions have acted for `t` seconds.
    pub fn measure_moved(&mut self, m: &Model, d: &mut Data, gap: Gap, t: f64) -> f64 {
        let Data { state, stages: s, .. } = d;
        // several pairs are measured at the same time, the end of the step above all
        let there = self.placed == Some(t);
        if !there {
            self.placed = None;
            self.qpos.clone_from(&state.qpos);
            for run in s.sleep.part().joints {
                run.range().for_each(|j| manifold::integrate_joint(m, j, &mut self.qpos, &self.moves, t));
            }
        }
        match gap {
            Gap::Joint(j, side) => joint_gap(m, &self.qpos, j, side),
            Gap::Pair(geoms, margin) | Gap::Point(geoms, margin, _) => {
                let point = if let Gap::Point(.., at) = gap { PairPoint::At(at) } else { PairPoint::Nearest };
                if !there {
                    let mocap = Mocap { pos: &state.mocap_pos, quat: &state.mocap_quat };
                    let mocap = s.hard.mocap.after(t, mocap);
                    kinematics_of(m, s.sleep.part(), &self.qpos, mocap, &mut self.kin);
                    self.placed = Some(t);
                }
                // farther away than the size of the smaller one it is enough to know that
                let sizes = geoms.map(|g| m.geom.rbound[g]).into_iter().filter(|r| *r > 0.0);
                let reach = margin + 2.0 * sizes.fold(f64::INFINITY, f64::min).clamp(1e-3, 1e3);
                contact::pair_distance(m, &self.kin, geoms, point, reach, &mut s.contacts) - margin
            }
        }
    }
}

/// (2) for bodies that move as in the two `ends` of a step, or between them.
fn haste(m: &Model, s: &Stages, ends: [&Velocities; 2], geoms: [usize; 2]) -> f64 {
    let at = ends.map(|vel| {
        let [(v1, w1), (v2, w2)] = geoms.map(|g| {
            let (v, w) = motion(m, s, vel, m.geom.bodyid[g].idx());
            (v, w.norm() * reach(m, &s.kin, g))
        });
        HASTE[0] * (v1 - v2).norm() + HASTE[1] * (w1 + w2)
    });
    at[0].max(at[1])
}

/// Velocity of the centre of mass of a body, and ω.
pub fn motion(m: &Model, s: &Stages, vel: &Velocities, body: usize) -> (Vec3, Vec3) {
    let v = vel.cvel[body];
    let lin = v.lin + v.ang.cross(s.kin.xipos[body] - s.com.subtree_com[m.body.rootid[body]]);
    match s.hard.mocap.carries(m, &s.kin, body, s.kin.xipos[body]) {
        Some((lead, turn)) => (lin + lead, v.ang + turn),
        None => (lin, v.ang),
    }
}

/// How far a geom reaches from the centre of mass of its body.
pub fn reach(m: &Model, kin: &Kinematics, geom: usize) -> f64 {
    m.geom.rbound[geom] + (kin.geom_xpos[geom] - kin.xipos[m.geom.bodyid[geom]]).norm()
}

/// Twice the depth (m) that two geoms may reach, while their bodies turn by `turn` (rad) together, by what is round: R θ² of (3), or what the smaller one's
/// far end can do.
pub fn wander(m: &Model, geoms: [usize; 2], turn: f64) -> f64 {
    let size = geoms.iter().map(|&g| m.geom.rbound[g]).filter(|r| *r > 0.0).fold(f64::INFINITY, f64::min);
    turn * (turn * roundness(m, geoms)).min(4.0 * size)
}

/// R of (3): the largest radius of curvature of the gap. What is round in every direction bounds it, whatever it meets.
fn roundness(m: &Model, geoms: [usize; 2]) -> f64 {
    let (mut ball, mut roll) = (f64::INFINITY, 0.0_f64);
    for g in geoms {
        let [a, b, c] = m.geom.size[g];
        match m.geom.kind[g].get() {
            Some(GeomKind::Sphere) => ball = ball.min(a),
            Some(GeomKind::Ellipsoid) => ball = ball.min(a.max(b).max(c).powi(2) / a.min(b).min(c)),
            Some(GeomKind::Capsule | GeomKind::Cylinder) => roll = roll.max(a),
            _ => {}
        }
    }
    if ball < f64::INFINITY { ball } else { roll }
}

/// n·(v₂ − v₁) of the middles of two geoms (m/s), and how much faster than that (4) lets them come nearer along n. Infinite for surfaces that are not convex.
pub fn falls(m: &Model, s: &Stages, vel: &Velocities, geoms: [usize; 2], n: Vec3) -> (f64, f64) {
    if geoms.iter().any(|&g| m.geom.kind[g] != GeomKind::Plane && is_surface(m, g)) {
        return (0.0, f64::INFINITY);
    }
    let [(v1, w1), (v2, w2)] = geoms.map(|g| {
        let body = m.geom.bodyid[g].idx();
        let (v, w) = motion(m, s, vel, body);
        (v + w.cross(s.kin.geom_xpos[g] - s.kin.xipos[body]), turning(m, g, n.cross(w).norm()))
    });
    (n.dot(v2 - v1), (HASTE[0] - 1.0) * (v1 - v2).norm() + HASTE[1] * (w1 + w2))
}

/// How fast a direction that turns by `spin` (rad/s) in the axes of a geom changes how far that reaches along it (m/s).
fn turning(m: &Model, geom: usize, spin: f64) -> f64 {
    match m.geom.kind[geom].get() {
        Some(GeomKind::Sphere) => 0.0,
        Some(GeomKind::Capsule) => spin * m.geom.size[geom][1],
        Some(GeomKind::Plane) if spin > 0.0 => f64::INFINITY,
        _ => spin * m.geom.rbound[geom],
    }
}

/// Half of the smallest extent of the thinner of two geoms; planes have none.
pub fn thinner(m: &Model, geoms: [usize; 2]) -> f64 {
    geoms.into_iter().map(|g| thickness(m, g)).fold(f64::INFINITY, f64::min)
}

/// How deep two geoms may be in each other before the nearest way out is on the other side. A surface has no thickness of its own.
pub fn sides(m: &Model, geoms: [usize; 2]) -> f64 {
    let [a, b] = geoms.map(|g| if is_surface(m, g) { 0.0 } else { thickness(m, g) });
    if a.max(b) > 0.0 { a.max(b) } else { thinner(m, geoms) }
}

/// Half of the smallest extent of a geom.
fn thickness(m: &Model, geom: usize) -> f64 {
    m.geom.aabb[geom][3..].iter().copied().filter(|x| *x > 0.0).fold(f64::INFINITY, f64::min)
}

fn is_surface(m: &Model, geom: usize) -> bool {
    let kind = m.geom.kind[geom].get();
    matches!(kind, Some(GeomKind::Plane | GeomKind::Hfield | GeomKind::Sdf)) || is_exact(m, geom)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use stiction_constraint::rows::Side;

    pub fn load(option: &str, rest: &str) -> Model {
        let xml = format!(
            r#"<mujoco><option timestep=".01" cone="elliptic" {option}/><compiler angle="radian"/>
            <custom><text name="stiction" data="preset=exact"/></custom>{rest}</mujoco>"#
        );
        stiction::load_string(&xml, &stiction::NoAssets).unwrap_or_else(|e| panic!("{e}")).model
    }

    /// After forward dynamics at this velocity.
    pub fn moving(m: &Model, qvel: &[f64]) -> Data {
        let mut d = Data::new(m);
        d.state.qvel.copy_from_slice(qvel);
        crate::forward(m, &mut d).unwrap();
        d
    }

    #[track_caller]
    pub fn near(got: f64, want: f64) {
        assert!(
            got == want || (got - want).abs() < 1e-12 * want.abs().max(1.0),
            "{got:e} where {want:e} is right"
        );
    }

    /// One body with the same inertia about every axis, its geoms beside the middle; nothing collides.
    const WORLD: &str = r#"<default><geom contype="0" conaffinity="0"/></default><worldbody>
        <geom type="plane" size="0 0 1"/>
        <body pos="0 0 .5"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
          <geom type="sphere" size=".1" pos=".2 0 0"/>
          <geom type="capsule" size=".1 .3" pos="0 .2 0"/>
          <geom type="cylinder" size=".2 .05"/>
          <geom type="ellipsoid" size=".1 .2 .4"/>
          <geom type="box" size=".1 .2 .3"/></body></worldbody>"#;
    const PLANE: usize = 0;
    const SPHERE: usize = 1;
    const CAPSULE: usize = 2;
    const CYLINDER: usize = 3;
    const ELLIPSOID: usize = 4;
    const BOX: usize = 5;

    #[test]
    fn sizes_of_geoms_are_those_of_their_shapes() {
        let m = load("", WORLD);
        for (g, half) in [(SPHERE, 0.1), (CAPSULE, 0.1), (CYLINDER, 0.05), (ELLIPSOID, 0.1), (BOX, 0.1)] {
            near(thickness(&m, g), half);
            near(thinner(&m, [PLANE, g]), half);
            near(sides(&m, [PLANE, g]), half);
        }
        near(thinner(&m, [CYLINDER, BOX]), 0.05);
        near(sides(&m, [CYLINDER, BOX]), 0.1);
        assert_eq!(sides(&m, [PLANE, PLANE]), thinner(&m, [PLANE, PLANE]));
        for (pair, radius) in [
            ([PLANE, BOX], 0.0),
            ([PLANE, SPHERE], 0.1),
            ([BOX, CAPSULE], 0.1),
            ([CYLINDER, CAPSULE], 0.2),
            // what is round in every direction bounds it
            ([SPHERE, CYLINDER], 0.1),
            ([ELLIPSOID, CYLINDER], 0.4 * 0.4 / 0.1),
            ([SPHERE, ELLIPSOID], 0.1),
        ] {
            near(roundness(&m, pair), radius);
            near(wander(&m, pair, 0.25), 0.25 * 0.25 * radius);
        }
        // a far end goes no further than four times the smaller one's size
        near(wander(&m, [SPHERE, ELLIPSOID], 5.0), 5.0 * 4.0 * 0.1);
        near(wander(&m, [PLANE, CYLINDER], 9.0), 9.0 * (0.04f64 + 0.0025).sqrt() * 4.0);
        for (g, length) in [(SPHERE, 0.0), (CAPSULE, 0.3), (BOX, 0.14f64.sqrt()), (ELLIPSOID, 0.4)] {
            near(turning(&m, g, 3.0), 3.0 * length);
        }
        assert_eq!([turning(&m, PLANE, 0.0), turning(&m, PLANE, 1e-9)], [0.0, f64::INFINITY]);
    }

    #[test]
    fn geoms_move_and_come_nearer_as_their_bodies_say() {
        let m = load(r#"gravity="0 0 0""#, WORLD);
        let (v, w) = (Vec3::new(0.3, -0.2, 0.1), Vec3::new(0.5, 0.7, -0.4));
        let d = moving(&m, &[v[0], v[1], v[2], w[0], w[1], w[2]]);
        let (lin, ang) = motion(&m, &d, &d.vel, 1);
        assert!((lin - v).norm() < 1e-15 && (ang - w).norm() < 1e-15);
        near(reach(&m, &d.kin, SPHERE), 0.3);
        near(reach(&m, &d.kin, CAPSULE), 0.6);
        // the middle of the capsule moves by v + w × r, and its ends turn about it
        let r = Vec3::new(0.0, 0.2, 0.0);
        let at = v + w.cross(r);
        let n = Vec3::new(0.6, 0.0, 0.8);
        let (along, slack) = falls(&m, &d, &d.vel, [BOX, CAPSULE], n);
        near(along, n.dot(at - v));
        let turn = n.cross(w).norm() * (0.3 + 0.14f64.sqrt());
        near(slack, 0.1 * (at - v).norm() + 1.5 * turn);
        near(falls(&m, &d, &d.vel, [PLANE, SPHERE], n).0, n.dot(v + w.cross(Vec3::new(0.2, 0.0, 0.0))));
        // no point comes nearer faster
        let mut e = Events::default();
        e.follow_path(&m, &d, 0.01);
        near(e.fastest(&m, &d, [PLANE, SPHERE]), 1.1 * v.norm() + 1.5 * 0.3 * w.norm());
        near(e.fastest(&m, &d, [SPHERE, CAPSULE]), 1.5 * 0.9 * w.norm());
    }

    /// In a tree of several bodies, of each its own middle.
    #[test]
    fn links_of_a_tree_move_by_their_own_middles() {
        let m = load(
            "",
            r#"<worldbody><body pos="0 0 1"><freejoint/><geom size=".1" mass="1"/><body pos=".5 .2 0">
            <joint axis="0 0 1"/><geom size=".1" pos="0 .3 .1" mass="2"/></body></body></worldbody>"#,
        );
        let (v, w) = (Vec3::new(0.3, -0.2, 0.1), Vec3::new(0.5, 0.7, -0.4));
        let d = moving(&m, &[v[0], v[1], v[2], w[0], w[1], w[2], 2.0]);
        let (lin, ang) = motion(&m, &d, &d.vel, 2);
        let (turn, arm) = (w + Vec3::Z * 2.0, Vec3::new(0.0, 0.3, 0.1));
        let want = v + w.cross(Vec3::new(0.5, 0.2, 0.0)) + turn.cross(arm);
        assert!((lin - want).norm() < 1e-14 && (ang - turn).norm() < 1e-14, "{lin:?} {want:?}");
        assert!((motion(&m, &d, &d.vel, 1).0 - v).norm() < 1e-14);
    }

    /// Up and down with constant acceleration: how far it comes nearer at most, and how fast at most.
    #[test]
    fn what_is_stopped_halfway_has_come_half_as_far() {
        let h = 0.1;
        for (gravity, before, nearer) in [
            (20.0, -1.0, 0.5 * 1.0 / 2.0),
            (-20.0, -0.5, 2.5),
            (-20.0, 1.0, 1.0),
            (20.0, 1.0, 0.0),
            (-5.0, 0.0, 0.5),
            (10.0, -1.0, 0.5),
        ] {
            let m = load(&format!("gravity=\"0 0 {gravity}\""), WORLD);
            let d = moving(&m, &[0.0, 0.0, before, 0.0, 0.0, 0.0]);
            let mut e = Events::default();
            e.follow_path(&m, &d, h);
            let fastest = f64::max(before.abs(), (before + h * gravity).abs());
            near(e.nearer_along(&m, &d, [PLANE, SPHERE], Vec3::Z, h), h * (nearer + 0.1 * fastest));
            near(e.fastest(&m, &d, [PLANE, SPHERE]), 1.1 * fastest);
        }
    }

    #[test]
    fn gaps_are_measured_along_the_path() {
        let joint = r#"<body pos="3 0 0"><joint type="hinge" axis="0 1 0" limited="true" range="-.5 .4"/>
            <geom size=".1" pos=".5 0 0" mass="1"/></body></worldbody>"#;
        let m = load("", &WORLD.replace("</worldbody>", joint));
        let mut d = Data::new(&m);
        d.state.qpos[2] = 0.15;
        d.state.qvel.copy_from_slice(&[0.2, 0.1, -0.5, 0.0, 0.0, 0.0, 0.7]);
        crate::forward(&m, &mut d).unwrap();
        let mut e = Events::default();
        e.follow_path(&m, &d, 0.01);
        let t = 0.03;
        let z = 0.15 - 0.5 * t - 0.5 * 9.81 * t * t;
        near(e.measure(&m, &mut d, Gap::Pair([PLANE, SPHERE], 0.01), t), z - 0.1 - 0.01);
        near(e.measure(&m, &mut d, Gap::Pair([PLANE, BOX], 0.0), t), z - 0.3);
        near(e.measure(&m, &mut d, Gap::Pair([PLANE, SPHERE], 0.0), 0.0), 0.15 - 0.1);
        // a hinge does not fly: the velocity at the end moves it
        let q = t * (0.7 + t * d.solution.qacc[6]);
        near(e.measure(&m, &mut d, Gap::Joint(1, Side::Lower), t), q + 0.5);
        near(e.measure(&m, &mut d, Gap::Joint(1, Side::Upper), t), 0.4 - q);
        // farther than twice the smaller one's size it is enough to know that
        d.state.qpos[2] = 2.0;
        crate::forward(&m, &mut d).unwrap();
        e.follow_path(&m, &d, 0.01);
        near(e.measure(&m, &mut d, Gap::Pair([PLANE, SPHERE], 0.01), 0.0), 0.2);
        // of a tilted box, the gap at each of its lower corners
        let (s, c) = libm::sincos(0.1);
        d.state.qpos[2..7].copy_from_slice(&[0.32, libm::cos(0.05), 0.0, libm::sin(0.05), 0.0]);
        crate::forward(&m, &mut d).unwrap();
        e.follow_path(&m, &d, 0.01);
        for x in [0.1, -0.1] {
            let place = Vec3::new(x, 0.2, -0.3);
            let height = 0.32 - s * x - c * 0.3;
            let below = Vec3::new(c * x - s * 0.3, 0.2, 0.0);
            near(e.measure(&m, &mut d, Gap::Point([PLANE, BOX], 0.0, [below, place]), 0.0), height);
        }
    }
}
