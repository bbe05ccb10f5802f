//! Surfaces that move under contacts of the hard law: mocap bodies, and surface velocities that turn.
//!
//! F(x) = V + ω × (x − o)            points of a mocap body, V the velocity of its origin o                             (1)
//! G(x) = S + σ × (x − g)            surface velocity of a geom at g, beside that of its body
//! ū = V + φ(hω) u + ½ hω × (v − V + G − φ(−hω) u),   u = ω × (x − o),   φ(z) = ([exp z] − 1)/[z]                        (2)
//! w̄ = φ(hσ) G + ½ hσ × (v − F − φ(−hσ) G)                                                                             (3)
//!
//! Positions move straight, by h v⁺. What follows the tangents of a surface that turns leaves its circle by ½ h ω² r; it has to follow what the surface does along the
//! way, the mean of F + G over x(t) in the step. With v the velocity of x before the step (2) and (3) are that mean to the second order in h, for what rolls and slides
//! as for what stands there, and exact for what turns with a mocap body or with a surface: v is then the chord of the step before.
//! Where a body and the surface turn alike ū − F is the same at all its points, that of the point which moves straight: x is the origin of a tree that floats; of other
//! trees it is the middle of the geom, and that their own points bend is left to the next step. Normals keep (1): gaps are measured, not followed.
//!
//! Reads  contacts, kin, vel, velocities of mocap bodies     Writes rows.vel
//! Checked by: crates/constraint/tests/numbers.rs, crates/stiction/tests/exact_turntable.rs.

use super::RowInput;
use super::hard::Moment;
use super::pair::offset;
use crate::contact::Contact;
use stiction_model::Model;
use stiction_model::ids::BodyId;
use stiction_model::kinds::JointKind;
use stiction_solver::{RowKind, Rows};
use stiction_spatial::{Motion, Vec3};

/// Adds the velocity of mocap bodies, in all directions, and what (2) and (3) add to tangents.
pub(super) fn add(m: &Model, input: &RowInput<'_>, contacts: &[Contact], moment: Moment, rows: &mut Rows) {
    let h = if moment == Moment::Span { input.timestep(m) } else { 0.0 };
    for b in 0..rows.nblock() {
        let (kind, id) = (rows.info[b].kind, rows.info[b].id as usize);
        if !kind.is_contact() {
            continue;
        }
        let c = &contacts[id];
        let [first, second] = [0, 1].map(|side| Carried::of(m, input, c, side, h));
        let (lin, ang) = (second.lin - first.lin, second.ang - first.ang);
        let tangent = lin + second.bend - first.bend;
        let along = |k: usize| {
            c.frame.row(k % 3).dot(if k == 0 {
                lin
            } else if k < 3 {
                tangent
            } else {
                ang
            })
        };
        for (i, row) in rows.range(b).enumerate() {
            rows.vel[row] += if kind == RowKind::ContactPyramidal {
                let sign = if i % 2 == 0 { 1.0 } else { -1.0 };
                along(0) + sign * c.friction[i / 2] * along(i / 2 + 1)
            } else {
                along(i)
            };
        }
    }
}

/// What a mocap body does at a contact.
struct Carried {
    /// F.
    lin: Vec3,
    ang: Vec3,
    /// ū − F + w̄ − G.
    bend: Vec3,
}

impl Carried {
    /// Of the surface on one side of a contact, for the body on the other one, over `h` seconds.
    fn of(m: &Model, input: &RowInput<'_>, c: &Contact, side: usize, h: f64) -> Carried {
        let (geom, kin) = (c.geom[side] as usize, input.kin);
        let root = m.body.rootid[m.geom.bodyid[geom]];
        let mocap = m.body.mocapid[root].get().and_then(|k| input.mocap.get(k.idx()));
        let v = mocap.copied().unwrap_or(Motion::zero());
        let turns = |x: Vec3| v.ang.cross(x - kin.xpos[root]);
        let mut out = Carried { lin: v.lin + turns(c.pos), ang: v.ang, bend: Vec3::ZERO };
        let surface = m.geom.surfacevel[geom];
        let [slide, spin] =
            [0, 3].map(|k| kin.geom_xmat[geom].mul_vec(Vec3([surface[k], surface[k + 1], surface[k + 2]])));
        if h == 0.0 || v.ang == Vec3::ZERO && spin == Vec3::ZERO {
            return out;
        }
        let (x, moves) = straight(m, input, c.geom[1 - side] as usize);
        let over = slide + spin.cross(x - kin.geom_xpos[geom]);
        // what is not a mocap body moves as its dofs say
        let own = if mocap.is_some() { v.lin + turns(x) } else { velocity(m, input, m.geom.bodyid[geom], x) };
        out.bend =
            bend(v.ang.scale(h), turns(x), moves - v.lin + over) + bend(spin.scale(h), over, moves - own);
        out
    }
}

/// φ(z) u − u + ½ z × (v − φ(−z) u).
fn bend(z: Vec3, u: Vec3, v: Vec3) -> Vec3 {
    let along = |z: Vec3| {
        let [one, two] = coefficients(z.norm());
        let first = z.cross(u);
        u + first.scale(one) + z.cross(first).scale(two)
    };
    along(z) - u + z.scale(0.5).cross(v - along(-z))
}

/// (1 − cos θ)/θ² and (θ − sin θ)/θ³.
fn coefficients(angle: f64) -> [f64; 2] {
    let square = angle * angle;
    if angle < 0.01 {
        return [0.5 - square / 24.0, 1.0 / 6.0 - square / 120.0];
    }
    let half = libm::sin(0.5 * angle);
    [2.0 * half * half / square, (angle - libm::sin(angle)) / (square * angle)]
}

/// The point by which the body of a geom is followed, and its velocity: it moves straight where a tree floats.
fn straight(m: &Model, input: &RowInput<'_>, geom: usize) -> (Vec3, Vec3) {
    let body = m.geom.bodyid[geom];
    let root = m.body.rootid[body];
    let floats = m.body.joints(root).any(|j| m.jnt.kind[j] == JointKind::Free);
    let (of, x) = if floats { (root, input.kin.xpos[root]) } else { (body, input.kin.geom_xpos[geom]) };
    (x, velocity(m, input, of, x))
}

/// Velocity of a point of a body.
fn velocity(m: &Model, input: &RowInput<'_>, body: BodyId, x: Vec3) -> Vec3 {
    let v = input.vel.cvel[body];
    v.lin + v.ang.cross(offset(m, input.com, body, x))
}
