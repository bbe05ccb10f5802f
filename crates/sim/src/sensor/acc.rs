//! Sensors that need accelerations and forces.

use super::contact;
use super::pos::{limit_row, object, object_frame};
use super::touch_grid;
use super::{Seen, SensorScratch};
use stiction_dynamics::object::{Axes, acceleration};
use stiction_model::Model;
use stiction_model::kinds::{SensorKind, TrnKind};
use stiction_solver::RowKind;
use stiction_spatial::Force;

pub(super) fn evaluate(m: &Model, d: &Seen<'_>, i: usize, work: &mut SensorScratch, out: &mut [f64]) {
    use SensorKind as K;
    let of = object(m, i);
    let id = of.id;
    let Some(kind) = m.sensor.kind[i].get() else { return };
    let limit = |k: RowKind| limit_row(d, k, id).map_or(0.0, |r| d.solution.efc_force[r]);
    let motion = |axes: Axes| acceleration(m, &d.com, &d.vel, &d.post, &object_frame(m, d, of), axes);
    match kind {
        K::Touch => out[0] = contact::touch(m, d, id),
        K::Contact => contact::evaluate(m, d, i, work, out),
        K::Plugin => touch_grid::evaluate(m, d, i, out),
        K::Accelerometer => out.copy_from_slice(&motion(Axes::Local).lin.0),
        K::Framelinacc => out.copy_from_slice(&motion(Axes::World).lin.0),
        K::Frameangacc => out.copy_from_slice(&motion(Axes::World).ang.0),
        K::Force => out.copy_from_slice(&site_force(m, d, id).lin.0),
        K::Torque => out.copy_from_slice(&site_force(m, d, id).ang.0),
        K::Actuatorfrc => {
            out.copy_from_slice(&d.actuation.actuator_force[m.actuator.outadr[id].span(out.len())]);
        }
        K::Jointactfrc => out[0] = d.actuation.qfrc_actuator[m.jnt.dofadr[id]],
        K::Tendonactfrc => {
            let drives =
                |j: &usize| m.actuator.trntype[*j] == TrnKind::Tendon && m.actuator.trnid[*j][0].idx() == id;
            out[0] = (0..m.size.nactuator)
                .filter(drives)
                .map(|j| d.actuation.actuator_force[m.actuator.outadr[j]])
                .sum();
        }
        K::Jointlimitfrc => out[0] = limit(RowKind::LimitJoint),
        K::Tendonlimitfrc => out[0] = limit(RowKind::LimitTendon),
        _ => {}
    }
}

/// Force between the site's body and its parent, at the site, in its axes.
fn site_force(m: &Model, d: &Seen<'_>, site: usize) -> Force {
    let body = m.site.bodyid[site];
    let f = d.post.cfrc_int[body];
    let arm = d.kin.site_xpos[site] - d.com.subtree_com[m.body.rootid[body]];
    let rot = d.kin.site_xmat[site];
    Force::new(rot.tr_mul_vec(f.ang - arm.cross(f.lin)), rot.tr_mul_vec(f.lin))
}
