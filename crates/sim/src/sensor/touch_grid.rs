//! `mujoco.sensor.touch_grid`: contact forces on a body, by the direction in which its site sees them.
//!
//! A contact at p in the site's axes, which looks along −z, is seen at azimuth atan2(x, −z) and elevation atan2(y, √(x² + z²)). Forces
//! and torques, in the site's axes with z first, are added to the cell that holds it, channel by channel. The edges of the cells are
//! e(s) = γ s⁵ + (1 − γ) s times the field of view, s evenly from −1 to 1.
//!
//! Reads  contacts, their forces, site poses     Writes one value per channel and cell
//! Cost   contacts · log cells     Checked by: MuJoCo's plugin.

use super::Seen;
use super::contact::contact_force;
use stiction_constraint::Contact;
use stiction_model::Model;
use stiction_model::ids::{Object, SiteId};
use stiction_model::plugin::{Plugin, TouchGrid};
use stiction_spatial::Vec3;

pub(super) fn evaluate(m: &Model, d: &Seen<'_>, i: usize, out: &mut [f64]) {
    out.fill(0.0);
    let plugin = m.sensor.plugin[i].get().and_then(|p| m.plugins.get(p.idx()));
    let (Some(Plugin::TouchGrid(grid)), Some(site)) = (plugin, m.sensor.objid[i].site().get()) else {
        return;
    };
    let own = m.body.weldid[m.site.bodyid[site]];
    let cells = grid.size[0] * grid.size[1];
    for (id, c) in d.contacts.list.iter().enumerate() {
        let bodies = c.geom.map(|g| m.geom.bodyid[g as usize]);
        if !bodies.iter().any(|&b| m.body.weldid[b] == own) {
            continue;
        }
        let Some(cell) = seen_in(grid, d, site, c) else { continue };
        // forces act on the second body: the other way round where the site is on the first
        let sign = if own < bodies[0].max(bodies[1]) { -1.0 } else { 1.0 };
        let f = contact_force(d, id);
        for (part, k) in [(Vec3([f[0], f[1], f[2]]), 0), (Vec3([f[3], f[4], f[5]]), 3)] {
            let local = d.kin.site_xmat[site].tr_mul_vec(c.frame.tr_mul_vec(part)) * sign;
            for (channel, value) in [local[2], local[0], local[1]].into_iter().enumerate() {
                if k + channel < grid.nchannel {
                    out[(k + channel) * cells + cell] += value;
                }
            }
        }
    }
}

/// The cell that a contact is seen in.
fn seen_in(grid: &TouchGrid, d: &Seen<'_>, site: SiteId, c: &Contact) -> Option<usize> {
    let p = d.kin.site_xmat[site].tr_mul_vec(c.pos - d.kin.site_xpos[site]);
    let azimuth = libm::atan2(p[0], -p[2]);
    let elevation = libm::atan2(p[1], (p[0] * p[0] + p[2] * p[2]).sqrt());
    let x = interval(grid, 0, azimuth)?;
    let y = interval(grid, 1, elevation)?;
    Some(y * grid.size[0] + x)
}

/// The half-open interval (e_k, e_k+1] of one axis that holds the angle.
fn interval(grid: &TouchGrid, axis: usize, angle: f64) -> Option<usize> {
    let n = grid.size[axis];
    // edges are summed up, as they are where the numbers come from: an angle on one falls on the same side
    let width = 2.0 / n as f64;
    let mut at = -1.0;
    for k in 0..=n {
        let edge = (grid.gamma * libm::pow(at, 5.0) + (1.0 - grid.gamma) * at)
            * (grid.fov[axis] * std::f64::consts::PI / 180.0);
        if angle <= edge {
            return k.checked_sub(1);
        }
        at += width;
    }
    None
}
