//! The geometric half of a certificate: is a list of contacts true of the poses, and was anything left out of it?
//!
//! By s(n) alone (`geometry::query::separation`), which no contact routine uses:
//!
//! - depth      −s(n) of the first direction that is good enough, or of the best one found: of every pair of geoms that may collide, never
//!   less than how deep it is
//! - missing    a pair without a contact in the list that is deeper than its tolerance
//! - bent       s(n) of a contact normal is less than the distance of the pair by more than that: the normal is outside the
//!   normal cones of what touches, and by s(n) the shapes are that much farther in each other than the contact says
//!
//! Normals are judged at the poses the list was made for; depths and missing contacts at later ones, as after a step. With height fields and
//! exact triangles the depth is that of one prism or triangle, which is never more than the whole, and normals are not judged.
//!
//! The tolerance of a pair is that of the check, at most [`SMALL`] of the smaller one's bounding radius.
//!
//! Reads  model, poses, contacts     Writes `GeometryCheck`
//! Cost   a sort of the geoms, one support query per contact normal, a few per near pair; a search per pair that is deep

use super::broad::{allowed, signature};
use super::detect::Filter;
use super::shape::geom_placement;
use super::{Contact, Contacts};
use stiction_dynamics::stages::Kinematics;
use stiction_geometry::query::{Posed, best_separation, separation};
use stiction_model::Model;
use stiction_model::kinds::{GeomKind, disable};
use stiction_spatial::Vec3;

/// Of the bounding radius: the largest tolerance.
pub const SMALL: f64 = 1e-2;

/// Two geoms in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// The geoms, the one with the lower type (or number) first.
    pub geoms: [usize; 2],
    /// How deep (m).
    pub depth: f64,
}

/// A contact whose normal is outside the normal cones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bent {
    /// Its index in the list.
    pub contact: usize,
    /// The distance of its pair minus s(n) (m): what its plane cuts off the two shapes.
    pub defect: f64,
}

/// What is wrong with a list of contacts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GeometryCheck {
    /// The deepest pair, with or without a contact.
    pub deepest: Option<Overlap>,
    /// Pairs that are in each other and not in the list.
    pub missing: Vec<Overlap>,
    /// Contacts with wrong normals.
    pub bent: Vec<Bent>,
    /// Pairs whose depth is known.
    pub checked: usize,
    /// Near pairs of which nothing is known: two shapes that are both height fields or exact triangles.
    pub unchecked: usize,
    /// Contacts in the order of their pairs.
    order: Vec<u32>,
    /// Geoms in the order of where their bounding spheres begin along x.
    sweep: Vec<(f64, u32)>,
}

impl GeometryCheck {
    /// True if nothing is missing and no normal is wrong.
    pub fn is_good(&self) -> bool {
        self.missing.is_empty() && self.bent.is_empty()
    }
}

/// What is checked.
#[derive(Clone, Copy)]
pub struct CheckInput<'a> {
    /// Contacts.
    pub contacts: &'a Contacts,
    /// The poses that they were made for.
    pub before: &'a Kinematics,
    /// The poses at which geoms must not be in each other.
    pub after: &'a Kinematics,
    /// True for bodies that sleep: pairs of them have no contacts.
    pub asleep: &'a dyn Fn(usize) -> bool,
    /// The user's filter in place of contype and conaffinity.
    pub filter: Option<Filter<'a>>,
    /// Lengths below it are not complained of (m).
    pub tolerance: f64,
}

/// Compares the contacts with the geoms; `out` keeps its memory.
pub fn check_geometry(m: &Model, x: &CheckInput<'_>, out: &mut GeometryCheck) {
    out.deepest = None;
    out.missing.clear();
    out.bent.clear();
    (out.checked, out.unchecked) = (0, 0);
    if m.disabled(disable::CONSTRAINT) || m.disabled(disable::CONTACT) {
        return;
    }
    let list = &x.contacts.list;
    out.order.clear();
    out.order.extend(0..list.len() as u32);
    out.order.sort_unstable_by_key(|&i| (list[i as usize].geom, i));
    normals(m, x, out);
    pairs(m, x, out);
}

fn geoms(c: &Contact) -> [usize; 2] {
    c.geom.map(|g| g.max(0) as usize)
}

/// The tolerance of a pair, where that of the check is `tolerance` (m).
pub fn pair_tolerance(m: &Model, tolerance: f64, pair: [usize; 2]) -> f64 {
    let size = |g: usize| if m.geom.rbound[g] > 0.0 { m.geom.rbound[g] } else { f64::INFINITY };
    tolerance.min(SMALL * size(pair[0]).min(size(pair[1])))
}

/// How deep two geoms are in each other at the poses `kin` (m), negative if they are apart; no better direction is sought than one by which they are
/// `enough` deep or less. `None` where nothing is known of a pair.
pub fn pair_depth(
    m: &Model,
    contacts: &Contacts,
    kin: &Kinematics,
    pair: [usize; 2],
    seeds: &[Vec3],
    enough: f64,
) -> Option<f64> {
    let exact = &contacts.exact;
    let (s1, s2) = (exact.shape(m, pair[0])?, exact.shape(m, pair[1])?);
    let a = Posed::new(&s1, geom_placement(kin, pair[0]));
    let b = Posed::new(&s2, geom_placement(kin, pair[1]));
    best_separation(&a, &b, seeds, -enough).map(|(s, _)| -s)
}

/// Every normal of every pair of convex shapes.
fn normals(m: &Model, x: &CheckInput<'_>, out: &mut GeometryCheck) {
    let list = &x.contacts.list;
    let mut rest = out.order.as_slice();
    while let Some(&first) = rest.first() {
        let pair = geoms(&list[first as usize]);
        let (own, others) = rest.split_at(rest.partition_point(|&i| geoms(&list[i as usize]) == pair));
        rest = others;
        let (Some(s1), Some(s2)) = (x.contacts.exact.shape(m, pair[0]), x.contacts.exact.shape(m, pair[1]))
        else {
            continue;
        };
        let flat = m.geom.kind[pair[0]] == GeomKind::Plane;
        if !s2.is_convex_solid() || !(flat || s1.is_convex_solid()) {
            continue;
        }
        let a = Posed::new(&s1, geom_placement(x.before, pair[0]));
        let b = Posed::new(&s2, geom_placement(x.before, pair[1]));
        let nearest = own.iter().map(|&i| list[i as usize].dist).fold(f64::INFINITY, f64::min);
        let mut last: Option<Vec3> = None;
        for &i in own {
            let n = list[i as usize].frame.row(0);
            if last.replace(n) == Some(n) {
                continue;
            }
            let defect = nearest - separation(&a, &b, n);
            if !(defect <= pair_tolerance(m, x.tolerance, pair)) {
                out.bent.push(Bent { contact: i as usize, defect });
            }
        }
    }
}

/// Every pair of geoms whose bounding spheres meet.
fn pairs(m: &Model, x: &CheckInput<'_>, out: &mut GeometryCheck) {
    let radius = |g: usize| if m.geom.rbound[g] > 0.0 { m.geom.rbound[g] } else { f64::INFINITY };
    let at = |g: usize| x.after.geom_xpos[g];
    let mut sweep = std::mem::take(&mut out.sweep);
    sweep.clear();
    sweep.extend((0..m.size.ngeom).map(|g| (at(g)[0] - radius(g), g as u32)));
    sweep.sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
    for (k, &(_, g)) in sweep.iter().enumerate() {
        let g1 = g as usize;
        let end = at(g1)[0] + radius(g1);
        for &(_, g) in sweep[k + 1..].iter().take_while(|q| q.0 <= end) {
            let g2 = g as usize;
            let reach = radius(g1) + radius(g2);
            if (at(g1) - at(g2)).norm_squared() <= reach * reach {
                let key = |g: usize| (m.geom.kind[g], g);
                pair(m, x, if key(g1) > key(g2) { [g2, g1] } else { [g1, g2] }, out);
            }
        }
    }
    out.sweep = sweep;
}

/// Depth of one pair, and whether it has a contact.
fn pair(m: &Model, x: &CheckInput<'_>, pair: [usize; 2], out: &mut GeometryCheck) {
    if !may_collide(m, x, pair) {
        return;
    }
    if pair.iter().any(|&g| x.contacts.exact.shape(m, g).is_none()) {
        return;
    }
    let list = &x.contacts.list;
    let known = |p: [usize; 2]| {
        let first = out.order.partition_point(|&i| geoms(&list[i as usize]) < p);
        out.order
            .get(first)
            .filter(|&&i| geoms(&list[i as usize]) == p)
            .map(|&i| list[i as usize].frame.row(0))
    };
    // two geoms of one type are in the list in the order of their bodies
    let swapped = [pair[1], pair[0]];
    let seed = known(pair).or_else(|| known(swapped).map(|n| -n));
    let slack = pair_tolerance(m, x.tolerance, pair);
    let Some(depth) = pair_depth(m, x.contacts, x.after, pair, seed.as_slice(), slack) else {
        out.unchecked += 1;
        return;
    };
    out.checked += 1;
    let overlap = Overlap { geoms: pair, depth };
    if depth > 0.0 && out.deepest.is_none_or(|d| d.depth < overlap.depth) {
        out.deepest = Some(overlap);
    }
    if seed.is_none() && overlap.depth > slack {
        out.missing.push(overlap);
    }
}

/// Whether detection may list contacts of two geoms, and has not.
pub fn is_unlisted(m: &Model, x: &CheckInput<'_>, pair: [usize; 2]) -> bool {
    let listed = |c: &Contact| geoms(c) == pair || geoms(c) == [pair[1], pair[0]];
    may_collide(m, x, pair) && !x.contacts.list.iter().any(listed)
}

/// Whether detection may list contacts of two geoms: an explicit pair, or types that match between bodies that no rule keeps apart.
fn may_collide(m: &Model, x: &CheckInput<'_>, [g1, g2]: [usize; 2]) -> bool {
    let t = &m.geom;
    let (b1, b2) = (t.bodyid[g1].idx(), t.bodyid[g2].idx());
    let mocap = |b: usize| m.body.mocapid[m.body.rootid[b]].is_some();
    let idle = |b: usize| (x.asleep)(b) || m.body.treeid[b].is_none() && !mocap(b);
    if ((x.asleep)(b1) || (x.asleep)(b2)) && idle(b1) && idle(b2) {
        return false;
    }
    let sig = signature(b1.min(b2) as u32, b1.max(b2) as u32);
    let of = |s: &i32| i64::from(*s as u32);
    let first = m.pair.signature.partition_point(|s| of(s) < sig);
    let explicit = (first..m.size.npair).take_while(|&p| of(&m.pair.signature[p]) == sig).any(|p| {
        let q = [m.pair.geom1[p].idx(), m.pair.geom2[p].idx()];
        q == [g1, g2] || q == [g2, g1]
    });
    let matching = || match x.filter {
        Some(rejects) => !rejects(g1, g2),
        None => t.contype[g1] & t.conaffinity[g2] != 0 || t.contype[g2] & t.conaffinity[g1] != 0,
    };
    explicit
        || matching()
            && allowed(m, b1, b2, !m.disabled(disable::FILTERPARENT))
            && m.exclude.signature.binary_search_by_key(&sig, of).is_err()
}
