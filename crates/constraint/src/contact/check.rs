//! The geometric half of a certificate: is a list of contacts true of the poses?
//!
//! For every pair of geoms that may collide, by s(n) alone (`geometry::query::separation`), which no contact routine uses:
//!
//! - depth      −s(n) of the pair's contact normals, or of the best direction found: never less than how deep the pair is
//! - missing    a pair without a contact in the list that is deeper than the tolerance
//! - bent       s(n) of the nearest contact of a pair is less than its distance by more than the tolerance: its normal is outside the
//!   normal cones of what touches, and by s(n) the shapes are that much farther in each other than it says
//!
//! The poses are those of the list for normals; for depth and missing contacts they may be later ones, as after a step.
//!
//! Reads  model, kin, contacts     Cost  O(geoms²) bounding spheres, a few support queries per near pair

use super::Contact;
use super::broad::{allowed, signature};
use super::exact::ByTriangles;
use super::shape::geom_placement;
use stiction_dynamics::stages::Kinematics;
use stiction_geometry::query::{Posed, best_separation, separation};
use stiction_model::Model;
use stiction_model::kinds::disable;
use stiction_spatial::Vec3;

/// Two geoms in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// The geoms, the one with the lower type first.
    pub geoms: [usize; 2],
    /// How deep, at most [m].
    pub depth: f64,
}

/// A contact whose normal is outside the normal cones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bent {
    /// Its index in the list.
    pub contact: usize,
    /// Its distance minus s(n) [m]: what its plane cuts off the two shapes.
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
    /// Pairs that were compared.
    pub checked: usize,
    /// Near pairs with a height field or exact triangles, of which nothing is known.
    pub unchecked: usize,
}

impl GeometryCheck {
    /// True if nothing is missing and no normal is wrong.
    pub fn is_good(&self) -> bool {
        self.missing.is_empty() && self.bent.is_empty()
    }
}

/// Compares `contacts` with the geoms at `kin`; lengths below `tolerance` [m] are not complained of.
pub fn check_geometry(m: &Model, kin: &Kinematics, contacts: &[Contact], tolerance: f64) -> GeometryCheck {
    let mut out = GeometryCheck::default();
    if m.disabled(disable::CONSTRAINT) || m.disabled(disable::CONTACT) {
        return out;
    }
    let mut listed: Vec<([usize; 2], usize)> =
        contacts.iter().enumerate().map(|(i, c)| (c.geom.map(|g| g.max(0) as usize), i)).collect();
    listed.sort_unstable();
    let exact = ByTriangles::new(m);
    for g1 in 0..m.size.ngeom {
        for g2 in g1 + 1..m.size.ngeom {
            let pair = if m.geom.kind[g1] > m.geom.kind[g2] { [g2, g1] } else { [g1, g2] };
            if !near(m, kin, pair, tolerance) || !may_collide(m, pair) {
                continue;
            }
            let first = listed.partition_point(|x| x.0 < pair);
            let own = listed[first..].iter().take_while(|x| x.0 == pair).map(|x| x.1);
            check_pair(m, kin, &exact, pair, contacts, own, tolerance, &mut out);
        }
    }
    out
}

fn check_pair(
    m: &Model,
    kin: &Kinematics,
    exact: &ByTriangles,
    pair: [usize; 2],
    contacts: &[Contact],
    own: impl Iterator<Item = usize>,
    tolerance: f64,
    out: &mut GeometryCheck,
) {
    let (Some(s1), Some(s2)) = (exact.shape(m, pair[0]), exact.shape(m, pair[1])) else { return };
    let a = Posed::new(&s1, geom_placement(kin, pair[0]));
    let b = Posed::new(&s2, geom_placement(kin, pair[1]));
    let nearest = own.min_by(|&i, &j| contacts[i].dist.total_cmp(&contacts[j].dist));
    let seed: Option<Vec3> = nearest.map(|i| contacts[i].frame.row(0));
    let Some((best, _)) = best_separation(&a, &b, seed.as_slice(), -tolerance) else {
        out.unchecked += 1;
        return;
    };
    out.checked += 1;
    let overlap = Overlap { geoms: pair, depth: -best };
    if best < 0.0 && out.deepest.is_none_or(|d| d.depth < overlap.depth) {
        out.deepest = Some(overlap);
    }
    match nearest {
        None if overlap.depth > tolerance => out.missing.push(overlap),
        None => {}
        Some(i) => {
            let c = &contacts[i];
            let defect = c.dist - separation(&a, &b, c.frame.row(0));
            if defect > tolerance {
                out.bent.push(Bent { contact: i, defect });
            }
        }
    }
}

/// Bounding spheres, or a sphere and a plane, that touch.
fn near(m: &Model, kin: &Kinematics, [g1, g2]: [usize; 2], tolerance: f64) -> bool {
    let (r1, r2) = (m.geom.rbound[g1], m.geom.rbound[g2]);
    if r1 <= 0.0 || r2 <= 0.0 {
        return true;
    }
    (kin.geom_xpos[g1] - kin.geom_xpos[g2]).norm() <= r1 + r2 + tolerance
}

/// Whether detection may list contacts of two geoms: an explicit pair, or types that match between bodies that no rule keeps apart.
fn may_collide(m: &Model, [g1, g2]: [usize; 2]) -> bool {
    let explicit = (0..m.size.npair).any(|p| {
        let q = [m.pair.geom1[p] as usize, m.pair.geom2[p] as usize];
        q == [g1, g2] || q == [g2, g1]
    });
    if explicit {
        return true;
    }
    let t = &m.geom;
    let (b1, b2) = (t.bodyid[g1] as usize, t.bodyid[g2] as usize);
    let sig = signature(b1.min(b2) as u32, b1.max(b2) as u32);
    (t.contype[g1] & t.conaffinity[g2] != 0 || t.contype[g2] & t.conaffinity[g1] != 0)
        && allowed(m, b1, b2, !m.disabled(disable::FILTERPARENT))
        && !m.exclude.signature.iter().any(|&s| i64::from(s as u32) == sig)
}
