//! Sensors that need velocities.

use super::contact;
use super::pos::{Object, limit_row, object, object_frame, reference};
use super::{Seen, SensorScratch, tactile};
use stiction_dynamics::object::{Axes, velocity};
use stiction_model::Model;
use stiction_model::kinds::SensorKind;
use stiction_solver::RowKind;
use stiction_spatial::Motion;

pub(super) fn evaluate(m: &Model, d: &Seen<'_>, i: usize, work: &mut SensorScratch, out: &mut [f64]) {
    use SensorKind as K;
    let of = object(m, i);
    let id = of.id;
    let Some(kind) = m.sensor.kind[i].get() else { return };
    let limit = |k: RowKind| limit_row(d, k, id).map_or(0.0, |r| d.rows.vel[r]);
    match kind {
        K::Velocimeter => out.copy_from_slice(&local_velocity(m, d, of).lin.0),
        K::Gyro => out.copy_from_slice(&local_velocity(m, d, of).ang.0),
        K::Jointvel => out[0] = d.state.qvel[m.jnt.dofadr[id]],
        K::Tendonvel => out[0] = d.vel.ten_velocity[id],
        K::Actuatorvel => {
            out.copy_from_slice(&d.vel.actuator_velocity[m.actuator.outadr[id].span(out.len())]);
        }
        K::Ballangvel => {
            out.copy_from_slice(&d.state.qvel[m.jnt.dofadr[id].span(3)]);
        }
        K::Jointlimitvel => out[0] = limit(RowKind::LimitJoint),
        K::Tendonlimitvel => out[0] = limit(RowKind::LimitTendon),
        K::Framelinvel => out.copy_from_slice(&frame_velocity(m, d, i).lin.0),
        K::Frameangvel => out.copy_from_slice(&frame_velocity(m, d, i).ang.0),
        K::Subtreelinvel => out.copy_from_slice(&d.post.subtree_linvel[id].0),
        K::Subtreeangmom => out.copy_from_slice(&d.post.subtree_angmom[id].0),
        K::Contact => contact::evaluate(m, d, i, work, out),
        K::Tactile => tactile::evaluate(m, d, i, out),
        _ => {}
    }
}

fn local_velocity(m: &Model, d: &Seen<'_>, of: Object) -> Motion {
    velocity(m, &d.com, &d.vel, &object_frame(m, d, of), Axes::Local)
}

/// Velocity of an object, relative to and in the axes of its reference frame if it has one.
fn frame_velocity(m: &Model, d: &Seen<'_>, i: usize) -> Motion {
    let at = object_frame(m, d, object(m, i));
    let v = velocity(m, &d.com, &d.vel, &at, Axes::World);
    let Some(r) = reference(m, i) else { return v };
    let base = object_frame(m, d, r);
    let w = velocity(m, &d.com, &d.vel, &base, Axes::World);
    // the rotating frame carries the point along: subtract ω × (p − p_ref)
    let lin = v.lin - w.lin + (at.pos - base.pos).cross(w.ang);
    Motion::new(base.mat.tr_mul_vec(v.ang - w.ang), base.mat.tr_mul_vec(lin))
}
