//! Bodies that float alone with their frame beside their centre of mass: their rows are solved as if it were there.
//!
//! y = v_C − ω × r                        the velocity of the origin, with the arm r = R c of the pose before the step           (1)
//! M (y⁺ − y_f) = Jᵀλ,   u = J y⁺ − b     what the solve is about: M and J are those of that pose too
//! v⁺ = y⁺ + δ,   δ = −ω⁺ × (r⁺ − r)      the velocity that the origin ends the step with, r⁺ = R exp(hω⁺) c               (2)
//! x⁺ = x + h v_C + r − r⁺                the centre of mass moves by its own velocity, wherever the frame is              (3)
//!
//! What comes out does not depend on the place of the frame, and momentum is kept to rounding: v_C⁺ of one solve is v_C of the next. With v⁺ itself in
//! the solve a contact would change ω after the centripetal part of v_f was taken, and each step would lose h(ω⁺ × (ω⁺ × r) − ω × (ω × r)).
//! Steps tell v⁺ ([`super::told`]), with forces and u as they were solved.
//!
//! Bodies on which equalities or constraints of the user's act keep v⁺ in the solve: what holds loops closes them along the path of the origin. So do all
//! bodies where surfaces or mocap bodies move.
//!
//! Reads  flights, rows, solution     Writes what is told, by (2)
//! Cost   nothing where frames are at centres of mass; else one flight per body
//! Checked by: crates/stiction/tests/exact_roll.rs.

use super::flight::Flight;
use super::told;
use crate::data::{Data, Stages};
use stiction_constraint::rows::Moment;
use stiction_model::Model;
use stiction_spatial::{Quat, Vec3};

/// Distance between origin and centre of mass that is none, over the radius of gyration: rounding of both.
const NEAR: f64 = 1e-9;

/// Which of these bodies rows act on.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// Their first dofs.
    touched: Vec<usize>,
}

/// How a body that is touched moves.
pub struct Swung {
    /// Velocity of the origin at the end.
    pub after: Vec3,
    /// Velocity that brings the origin there.
    pub moves: Vec3,
}

impl Beside {
    /// First dofs of the bodies that rows act on.
    pub fn touched(&self) -> &[usize] {
        &self.touched
    }

    /// True if rows act on a body whose frame is beside its centre of mass.
    pub fn acts(&self) -> bool {
        !self.touched.is_empty()
    }

    /// The next solve is another one.
    pub fn forget(&mut self) {
        self.touched.clear();
    }
}

/// (2) and (3) after `t` seconds of the solve; `None` for what flies, or is solved as it is.
pub fn moved(s: &Stages, f: &Flight, qvel: &[f64], t: f64) -> Option<Swung> {
    let solved = f.beside && s.hard.beside.touched.contains(&f.first);
    solved
        .then(|| swung(f, std::array::from_fn(|k| qvel[f.first + k] + t * s.hard.told.qacc[f.first + k]), t))
}

impl Flight {
    /// y_f of (1), at the end of `t` seconds.
    pub fn before(&self, t: f64) -> [f64; 6] {
        let end = self.after(t);
        let spin = Vec3([end.velocity[3], end.velocity[4], end.velocity[5]]);
        let lin = (end.speed - self.rot.mul_vec(spin.cross(self.arm))).0;
        [lin[0], lin[1], lin[2], spin[0], spin[1], spin[2]]
    }
}

/// (2) and (3) for y⁺.
fn swung(f: &Flight, y: [f64; 6], t: f64) -> Swung {
    let (lin, spin) = (Vec3([y[0], y[1], y[2]]), Vec3([y[3], y[4], y[5]]));
    let turn = Quat::from_rotation_vector(spin.scale(t));
    let speed = lin + f.rot.mul_vec(spin.cross(f.arm));
    let way = f.rot.mul_vec(f.arm - turn.rotate(f.arm));
    let after = speed - f.rot.mul_vec(turn.rotate(spin.cross(f.arm)));
    Swung { after, moves: speed + way.scale(1.0 / t) }
}

/// True for a body that is solved by (1): its frame is beside its centre of mass, and all rows that it has are contacts.
pub fn is_beside(m: &Model, s: &Stages, f: &Flight, mass: f64) -> bool {
    // targets of what moves by itself foresee the path of the origin
    if m.flg_surfacevel || !s.hard.mocap.velocity.is_empty() {
        return false;
    }
    let gyration = (f.inertia.0[0] + f.inertia.0[4] + f.inertia.0[8]) / mass;
    let apart = f.arm.norm_squared() > NEAR * NEAR * gyration;
    let own = |b: usize| s.rows.jac.dofs(b).iter().any(|&j| (f.first..f.first + 6).contains(&(j as usize)));
    apart && (0..s.rows.nblock()).all(|b| s.rows.info[b].kind.is_contact() || !own(b))
}

/// Before a solve: the smooth force is that of (1) again, where an earlier solve with it told (2).
pub fn begin(s: &mut Stages, moment: Moment) {
    // an impact has no smooth force, and no length for (2)
    match moment {
        Moment::Span => told::restore_force(s),
        Moment::Instant => s.hard.told.forget(),
    }
    s.hard.beside.forget();
}

/// After a solve: (2).
pub fn tell(m: &Model, d: &mut Data, moment: Moment) {
    if moment == Moment::Instant || !d.hard.flights.iter().any(|f| f.beside) {
        return;
    }
    let h = d.hard.span(m);
    let Data { state, stages: s, scratch, .. } = d;
    touch(s);
    scratch.load.fill(0.0);
    for f in s.hard.flights.iter().filter(|f| f.beside) {
        let (from, to) = if s.hard.beside.touched.contains(&f.first) {
            let y = std::array::from_fn(|k| state.qvel[f.first + k] + h * s.solution.qacc[f.first + k]);
            (y, swung(f, y, h).after.0)
        } else {
            // what flies ends as its flight does
            let [x, y, z, ..] = f.after(h).velocity;
            (f.before(h), [x, y, z])
        };
        (0..3).for_each(|k| scratch.load[f.first + k] = (to[k] - from[k]) / h);
    }
    told::tell(s, &scratch.load, &mut scratch.product, |_, _, target, along| target + along);
}

/// After the position pass, which turns bodies as well: their centres of mass keep their velocities.
pub fn turn(m: &Model, d: &mut Data) {
    if !d.hard.flights.iter().any(|f| f.beside) {
        return;
    }
    let h = d.hard.span(m);
    let Data { stages: s, scratch, .. } = d;
    scratch.load.fill(0.0);
    for f in s.hard.flights.iter().filter(|f| f.beside) {
        let vec = |x: &[f64]| Vec3([x[f.first + 3], x[f.first + 4], x[f.first + 5]]);
        let swing = vec(&scratch.after).cross(f.arm);
        let turned = Quat::from_rotation_vector(vec(&scratch.moves).scale(h)).rotate(swing);
        let place = m.jnt.qposadr[m.dof.jntid[f.first]].idx() + 3;
        let [w, x, y, z] = std::array::from_fn(|k| scratch.end.qpos[place + k]);
        let lifted = Quat::new(w, x, y, z).normalized().rotate(swing);
        let change = f.rot.mul_vec(turned) - lifted;
        for (k, x) in change.0.iter().enumerate() {
            scratch.after[f.first + k] += x;
            scratch.qacc[f.first + k] += x / h;
            scratch.load[f.first + k] = x / h;
        }
    }
    told::tell(s, &scratch.load, &mut scratch.product, |_, _, target, along| target + along);
}

/// Notes the bodies that rows act on.
fn touch(s: &mut Stages) {
    let Stages { hard, rows, solution, .. } = s;
    let acts = |b: &usize| rows.range(*b).any(|i| solution.efc_force[i] != 0.0);
    for b in (0..rows.nblock()).filter(acts) {
        let dofs = rows.jac.dofs(b);
        let own = |f: &&Flight| f.beside && dofs.contains(&(f.first as u32));
        hard.beside.touched.extend(hard.flights.iter().filter(own).map(|f| f.first));
    }
    hard.beside.touched.sort_unstable();
    hard.beside.touched.dedup();
}
