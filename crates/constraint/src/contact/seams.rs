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
//! For which planes (1) holds is asked of branches of a tree ([`Planes`]). With n̄ the middle of a branch's normals, ρ their distance from it,
//! and r the radius of a geom x about its middle o,
//!
//! ```text
//! | max_{x ∈ g} n·(x − o)  −  max_{x ∈ g} n̄·(x − o) |  ≤  r ρ                                                      (2)
//! ```
//!
//! Reads  model.geom, kin, contacts     Writes contacts (removes), `hidden`
//! Cost   O(c log c) to group the contacts; in a group with two geoms of a body O(c log c) for the tree, and per contact the branches that (2) leaves

use super::planes::{Bounds, Planes};
use super::shape::geom_placement;
use super::{Contact, Contacts};
use stiction_dynamics::stages::Kinematics;
use stiction_geometry::query::{Posed, Shape, extent};
use stiction_model::Model;
use stiction_spatial::Vec3;

/// Of the sizes of the two geoms: how far they may cross the plane and still count as beside it.
const FLUSH: f64 = 1e-6;
/// Half the square of the angle below which two normals are the same (1e-6 rad).
const SAME: f64 = 5e-13;
/// Of the lengths that (2) is computed from: more than their rounding.
const ROUGH: f64 = 1e-9;

/// Work memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Seams {
    /// (pair of weld groups, contact).
    order: Vec<(u64, u32)>,
    hidden: Vec<bool>,
    planes: Planes,
}

/// A contact as its pair of groups sees it: the lower group is the one with the lower id.
#[derive(Clone, Debug)]
pub(super) struct Sided {
    /// From the lower to the upper group.
    pub normal: Vec3,
    /// Geoms of the lower and of the upper group.
    pub geom: [usize; 2],
    /// Point on the lower geom.
    pub point: Vec3,
    pub dist: f64,
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
            hide(m, kin, out, group, &mut work.planes, &mut work.hidden);
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
fn hide(
    m: &Model,
    kin: &Kinematics,
    out: &Contacts,
    group: &[(u64, u32)],
    planes: &mut Planes,
    hidden: &mut [bool],
) {
    let contact = |x: &(u64, u32)| &out.list[x.1 as usize];
    let radius = group.iter().flat_map(|x| contact(x).geom).map(|g| m.geom.rbound[g as usize]);
    planes.build(group.iter().map(|x| sided(m, contact(x))), radius.fold(0.0, f64::max));
    for (k, &(_, i)) in group.iter().enumerate() {
        let c = planes.member(k).clone();
        let shape = c.geom.map(|g| out.exact.shape(m, g));
        let [Some(low), Some(high)] = &shape else { continue };
        let side = |g: usize, shape| Side::new(m, kin, planes.origin, g, shape);
        let [low, high] = [side(c.geom[0], low), side(c.geom[1], high)];
        // a hidden contact hides nothing: one of them always stays
        let hides = planes.any(&|b| out_of_question(b, &c, &low, &high), &|plane| {
            plane.geom != c.geom && 1.0 - c.normal.dot(plane.normal) > SAME && separates(plane, &low, &high)
        });
        if hides {
            hidden[i as usize] = true;
            planes.take_out(k);
        }
    }
}

/// A geom of the contact that may be hidden.
struct Side<'a> {
    posed: Posed<'a>,
    /// Its middle, from o of the planes.
    middle: Vec3,
    /// r of (2); zero: it has none.
    radius: f64,
    /// What the rounding of numbers about it may come to (m).
    rough: f64,
}

impl<'a> Side<'a> {
    fn new(m: &Model, kin: &Kinematics, origin: Vec3, g: usize, shape: &'a Shape<'a>) -> Self {
        let (at, radius) = (geom_placement(kin, g), m.geom.rbound[g]);
        let middle = at.pos - origin;
        let rough = ROUGH * (origin.norm() + middle.norm() + radius);
        Side { posed: Posed::new(shape, at), middle, radius, rough }
    }

    /// How far the geom reaches from its middle along every normal of a branch, at least (2); `way` is 1, or −1 for the opposite directions.
    fn reach(&self, b: &Bounds, way: f64) -> f64 {
        let (n, apart) = ((b.normal[0] + b.normal[1]).scale(0.5 * way), (b.normal[1] - b.normal[0]).norm());
        if apart > 0.0 && self.radius <= 0.0 {
            return f64::NEG_INFINITY;
        }
        extent(&self.posed, n) - n.dot(self.posed.at.pos) - 0.5 * apart * self.radius
    }
}

/// Whether no plane of a branch hides `c`, by (2).
fn out_of_question(b: &Bounds, c: &Sided, low: &Side<'_>, high: &Side<'_>) -> bool {
    let slack = 2.0 * FLUSH * (low.radius + high.radius) + low.rough + high.rough;
    b.geom == Some(c.geom)
        || b.along(c.normal)[0] > 1.0 - 0.5 * SAME
        || low.reach(b, 1.0) + b.along(low.middle)[0] - b.at[1] > slack
        || b.along(high.middle)[1] - high.reach(b, -1.0) - b.at[0] < b.deepest - slack
}

/// Whether the plane of a contact keeps two geoms apart.
fn separates(plane: &Sided, low: &Side<'_>, high: &Side<'_>) -> bool {
    let (n, at) = (plane.normal, plane.normal.dot(plane.point));
    let slack = FLUSH * (low.radius + high.radius);
    extent(&low.posed, n) <= at + slack && -extent(&high.posed, -n) >= at + plane.dist.min(0.0) - slack
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_dynamics::kinematics::{Mocap, kinematics};
    use stiction_mjcf::{LoadOptions, load};
    use stiction_model::assets::NoAssets;
    use stiction_model::compile::compile;
    use stiction_spatial::{Mat3, SplitMix64};

    /// A raft of `n`² geoms that lies on a floor of `n`² boxes of half size 1 and three heights, from `far` along all axes; and its poses.
    fn raft(n: usize, geom: &str, far: f64) -> (Model, Kinematics) {
        let (mut floor, mut body) = (String::new(), String::new());
        for k in 0..n * n {
            let [x, y, up] = [2.0 * (k % n) as f64, 2.0 * (k / n) as f64, 0.2 * (k * 7 % 3) as f64];
            let at = |z: f64, off: f64| format!("{} {} {}", x + far + off, y + far + off, z + up + far);
            floor += &format!("<geom type=\"box\" size=\"1 1 1\" pos=\"{}\"/>", at(-1.0, 0.0));
            body += &format!("<geom {geom} pos=\"{}\"/>", at(1.0, 0.3));
        }
        let text = format!("<mujoco><worldbody>{floor}<body><freejoint/>{body}</body></worldbody></mujoco>");
        let spec = load("raft.xml", &text, &NoAssets, &LoadOptions::default()).expect("valid MJCF").spec;
        let m = compile(&spec, &NoAssets).expect("valid model").model;
        let mut kin = Kinematics::allocate(&m);
        kinematics(&m, &m.qpos0, Mocap { pos: &[], quat: &[] }, &mut kin);
        (m, kin)
    }

    /// Contacts of random pairs of neighbours: the normal upright, along an axis, or as it comes, the point on top of the floor or beside it.
    fn contacts(m: &Model, kin: &Kinematics, n: usize, count: usize, mixed: bool) -> Contacts {
        let mut r = SplitMix64(7);
        let mut out = Contacts::allocate(m);
        for _ in 0..count {
            let (low, high) = (r.below(n * n), n * n + r.below(n * n));
            let (mut normal, mut pos) = (Vec3::Z, kin.geom_xpos[low] + Vec3::new(r.sym(), r.sym(), 1.0));
            match r.below(4) {
                0 => (normal, pos) = (Vec3::X, kin.geom_xpos[low] + Vec3::new(1.0, r.sym(), r.sym())),
                1 => (normal, pos) = (-Vec3::Y, kin.geom_xpos[low] + Vec3::new(r.sym(), -1.0, r.sym())),
                2 if mixed => normal = Vec3::new(r.sym(), r.sym(), r.sym()).normalized().0,
                3 if mixed => normal = Vec3::new(1e-6 * r.sym(), 0.02 * r.sym(), 1.0).normalized().0,
                _ => {}
            }
            let dist = if r.below(2) == 0 { 0.0 } else { 0.1 * r.sym() };
            let (mut geom, mut frame) = ([low as i32, high as i32], Mat3::IDENTITY);
            if r.below(2) == 0 {
                (geom, normal) = ([high as i32, low as i32], -normal);
            }
            (0..3).for_each(|k| frame.0[k] = normal[k]);
            out.list.push(Contact { dist, pos, frame, geom, ..Contact::default() });
        }
        out
    }

    /// (1), asked of every other contact.
    fn brute(m: &Model, kin: &Kinematics, out: &Contacts) -> Vec<bool> {
        let list: Vec<Sided> = out.list.iter().map(|c| sided(m, c)).collect();
        let mut hidden = vec![false; list.len()];
        for i in 0..list.len() {
            let c = &list[i];
            let shapes = c.geom.map(|g| out.exact.shape(m, g).expect("a solid"));
            let [low, high] = [0, 1].map(|k| Side::new(m, kin, Vec3::zero(), c.geom[k], &shapes[k]));
            hidden[i] = (0..list.len()).any(|j| {
                !hidden[j]
                    && list[j].geom != c.geom
                    && 1.0 - c.normal.dot(list[j].normal) > SAME
                    && separates(&list[j], &low, &high)
            });
        }
        hidden
    }

    #[test]
    fn the_tree_hides_what_every_pair_would() {
        let shapes = [
            r#"type="box" size="1 1 1""#,
            r#"type="sphere" size="1""#,
            r#"type="ellipsoid" size="1 .5 1""#,
            r#"type="capsule" size=".5 .5""#,
        ];
        for (k, (geom, far)) in
            shapes.iter().flat_map(|g| [(g, 0.0), (g, 1e4)]).chain([(&shapes[0], 3.3)]).enumerate()
        {
            let (m, kin) = raft(4, geom, far);
            let mut c = contacts(&m, &kin, 4, 300, k % 3 != 2);
            let want = brute(&m, &kin, &c);
            let left: Vec<Contact> =
                c.list.iter().zip(&want).filter(|(_, h)| !**h).map(|(c, _)| *c).collect();
            drop_hidden(&m, &kin, &mut c);
            println!("{geom} from {far}: {} of {} hidden", c.hidden, want.len());
            assert!(c.hidden > 20 && !left.is_empty(), "{geom}: {}", c.hidden);
            assert_eq!(c.list, left, "{geom} from {far}");
        }
    }

    /// Counted work, as no clock can: four times the contacts may cost little more than four times as much.
    #[test]
    fn work_grows_with_the_number_of_contacts() {
        for mixed in [false, true] {
            let looked = [8, 16, 32].map(|n| {
                let (m, kin) = raft(n, r#"type="box" size="1 1 1""#, 0.0);
                let mut c = contacts(&m, &kin, n, 8 * n * n, mixed);
                drop_hidden(&m, &kin, &mut c);
                let each = c.seams.planes.looked as f64 / (8 * n * n) as f64;
                println!("mixed {mixed}: {} contacts, {} hidden, {each:.1} looks each", 8 * n * n, c.hidden);
                each
            });
            assert!(looked[2] < 200.0 && looked[2] < 1.5 * looked[1], "{looked:?}");
        }
    }
}
