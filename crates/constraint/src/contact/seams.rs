//! Hidden faces: contacts of hard bodies with faces that adjoining geoms cover.
//!
//! A floor may be many boxes. A body that slides over them meets the side of the next box, a face like any other to the pair of geoms, yet
//! no body that stays on the floor can reach it. Of all contacts between two groups of welded bodies, the contact (g, e, n) is hidden
//! by another, with normal m through the point p of the lower group, if the plane m·x = m·p separates the two geoms,
//!
//! ```text
//! max_{x ∈ e} m·x  ≤  m·p + ε,        min_{x ∈ g} m·x  ≥  m·p + min(φ, 0) − ε,        n ≠ m                     (1)
//! ```
//!
//! where φ is the distance of that other contact, which keeps g above the plane. A wall or a step rises above the plane and stays. Nothing is
//! assumed about the shapes, and the rule is the same for tiles of the floor and for tiles of the body.
//!
//! Only the hard law uses it: it looks ahead, so it meets the side before it is reached. The soft law keeps MuJoCo's contacts.
//!
//! Reads  model.geom, kin, contacts     Writes contacts (removes), `hidden`
//! Cost   O(c log c) to group the contacts; the pairs of a group only where two geoms of a body are touched

use super::shape::geom_placement;
use super::{Contact, Contacts};
use stiction_dynamics::stages::Kinematics;
use stiction_geometry::query::{Posed, extent};
use stiction_model::Model;
use stiction_spatial::Vec3;

/// Of the sizes of the two geoms: how far they may cross the plane and still count as beside it.
const FLUSH: f64 = 1e-6;
/// Half the square of the angle below which two normals are the same (1e-6 rad).
const SAME: f64 = 5e-13;

/// Work memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Seams {
    /// (pair of weld groups, contact).
    order: Vec<(u64, u32)>,
    hidden: Vec<bool>,
}

/// A contact as its pair of groups sees it: the lower group is the one with the lower id.
struct Sided {
    /// From the lower to the upper group.
    normal: Vec3,
    /// Geoms of the lower and of the upper group.
    geom: [usize; 2],
    /// Point on the lower geom.
    point: Vec3,
    dist: f64,
}

fn weld(m: &Model, g: i32) -> usize {
    m.body.weldid[m.geom.bodyid[g as usize]].idx()
}

fn sided(m: &Model, c: &Contact) -> Sided {
    let swapped = weld(m, c.geom[0]) > weld(m, c.geom[1]);
    let [g1, g2] = c.geom.map(|g| g as usize);
    let n = c.frame.row(0);
    let (normal, geom) = if swapped { (-n, [g2, g1]) } else { (n, [g1, g2]) };
    Sided { normal, geom, point: c.pos.add_scaled(normal, -0.5 * c.dist), dist: c.dist }
}

/// Removes the contacts that (1) hides.
pub(super) fn drop_hidden(m: &Model, kin: &Kinematics, out: &mut Contacts) {
    out.hidden = 0;
    let mut work = std::mem::take(&mut out.seams);
    work.order.clear();
    work.order.extend(out.list.iter().enumerate().map(|(i, c)| {
        let (a, b) = (weld(m, c.geom[0]) as u64, weld(m, c.geom[1]) as u64);
        (a.min(b) << 32 | a.max(b), i as u32)
    }));
    work.order.sort_unstable();
    work.hidden.clear();
    work.hidden.resize(out.list.len(), false);
    for group in work.order.chunk_by(|x, y| x.0 == y.0) {
        let geoms = |x: &(u64, u32)| out.list[x.1 as usize].geom;
        if group.iter().any(|x| geoms(x) != geoms(&group[0])) {
            hide(m, kin, out, group, &mut work.hidden);
        }
    }
    if work.hidden.contains(&true) {
        let (mut i, before) = (0, out.list.len());
        out.list.retain(|_| {
            i += 1;
            !work.hidden[i - 1]
        });
        out.hidden = (before - out.list.len()) as u32;
    }
    out.seams = work;
}

/// Marks the hidden contacts of one group.
fn hide(m: &Model, kin: &Kinematics, out: &Contacts, group: &[(u64, u32)], hidden: &mut [bool]) {
    for &(_, i) in group {
        let c = sided(m, &out.list[i as usize]);
        // a hidden contact hides nothing: one of them always stays
        hidden[i as usize] = group.iter().any(|&(_, j)| {
            let plane = sided(m, &out.list[j as usize]);
            !hidden[j as usize]
                && plane.geom != c.geom
                && 1.0 - c.normal.dot(plane.normal) > SAME
                && separates(m, kin, out, &plane, c.geom)
        });
    }
}

/// Whether the plane of a contact keeps two geoms apart.
fn separates(m: &Model, kin: &Kinematics, out: &Contacts, plane: &Sided, [low, high]: [usize; 2]) -> bool {
    let n = plane.normal;
    let slack = FLUSH * (m.geom.rbound[low] + m.geom.rbound[high]);
    let reach = |g: usize, d: Vec3| {
        out.exact.shape(m, g).map_or(f64::INFINITY, |s| extent(&Posed::new(&s, geom_placement(kin, g)), d))
    };
    let at = n.dot(plane.point);
    reach(low, n) <= at + slack && -reach(high, -n) >= at + plane.dist.min(0.0) - slack
}
