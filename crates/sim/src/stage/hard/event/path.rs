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
