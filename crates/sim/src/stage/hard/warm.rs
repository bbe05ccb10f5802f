//! Row forces of the last step as the start of the next: contacts keep their identity.
//!
//! A contact is the same as one of the last step if its geoms are the same and its point, in the frame of its second geom, is the
//! nearest one; its force is turned into the new contact frame. Other rows are the same if their kind, id and side are. What sleeps keeps
//! the forces it fell asleep with, so that it wakes as if it had never slept.
//!
//! Reads  rows, contacts, poses     Writes a force per row
//! Cost   O(rows · log rows), no allocation after growth

use crate::data::Stages;
use stiction_constraint::Contact;
use stiction_dynamics::stages::Kinematics;
use stiction_solver::{RowKind, Rows};
use stiction_spatial::Vec3;

/// A contact of the last step.
#[derive(Clone, Copy, Debug)]
struct Point {
    geoms: [i32; 2],
    order: u32,
    local: Vec3,
    /// Force and torque in world axes.
    force: Vec3,
    torque: Vec3,
    /// A tree that it acts on.
    tree: u32,
}

/// A row that is not a contact's.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Other {
    kind: RowKind,
    id: i32,
    /// Component within the block, or side of a limit.
    part: i32,
    force: f64,
    /// A tree that it acts on.
    tree: u32,
}

/// What one step leaves for the next.
#[derive(Clone, Debug, Default)]
pub struct Warm {
    points: Vec<Point>,
    others: Vec<Other>,
    used: Vec<bool>,
    /// The guess: a force per row.
    pub force: Vec<f64>,
}

/// A tree's number, `u32::MAX` where there is none.
fn tree_number(x: f64) -> Option<u32> {
    (x.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&x)).then_some(x as u32)
}

/// A number as an integer, if it is one.
fn whole(x: f64) -> Option<i32> {
    (x.fract() == 0.0 && x.abs() <= f64::from(i32::MAX)).then_some(x as i32)
}

/// Place of a contact on its second geom.
fn local(kin: &Kinematics, c: &Contact) -> Vec3 {
    let g = c.geom[1].max(0) as usize;
    kin.geom_xmat[g].tr_mul_vec(c.pos - kin.geom_xpos[g])
}

fn part(rows: &Rows, b: usize, k: usize) -> i32 {
    match rows.info[b].kind {
        RowKind::LimitJoint | RowKind::LimitTendon => {
            i32::from(rows.jac.row(b, 0).first().is_some_and(|x| *x > 0.0))
        }
        _ => k as i32,
    }
}

/// Numbers per contact and per other row in a vector of numbers.
const POINT: usize = 13;
const OTHER: usize = 5;
/// Kinds of other rows, by their number there.
const KINDS: [RowKind; 6] = [
    RowKind::Equality,
    RowKind::FrictionDof,
    RowKind::FrictionTendon,
    RowKind::LimitJoint,
    RowKind::LimitTendon,
    RowKind::User,
];

impl Warm {
    /// Everything as numbers: how many contacts, the contacts, the other rows.
    pub fn to_numbers(&self, out: &mut Vec<f64>) {
        out.push(self.points.len() as f64);
        for p in &self.points {
            out.extend([f64::from(p.geoms[0]), f64::from(p.geoms[1]), f64::from(p.order)]);
            out.extend(p.local.0.iter().chain(&p.force.0).chain(&p.torque.0));
            out.push(f64::from(p.tree));
        }
        for o in &self.others {
            let kind = KINDS.iter().position(|k| *k == o.kind).unwrap_or(KINDS.len());
            out.extend([kind as f64, f64::from(o.id), f64::from(o.part), o.force, f64::from(o.tree)]);
        }
    }
    /// The inverse of [`Warm::to_numbers`]; `None` if these numbers were not made by it. An empty list is an empty start.
    pub fn from_numbers(x: &[f64]) -> Option<Warm> {
        let Some((&n, rest)) = x.split_first() else { return Some(Warm::default()) };
        if !rest.iter().all(|x| x.is_finite()) {
            return None;
        }
        let count =
            if n >= 0.0 && n.fract() == 0.0 && n <= rest.len() as f64 { n as usize } else { return None };
        let (points, others) = rest.split_at_checked(count.checked_mul(POINT)?)?;
        if others.len() % OTHER != 0 {
            return None;
        }
        let vec = |p: &[f64], at: usize| Vec3([p[at], p[at + 1], p[at + 2]]);
        let point = |p: &[f64]| {
            let geoms = [whole(p[0])?, whole(p[1])?];
            let order = u32::try_from(whole(p[2])?).ok()?;
            let tree = tree_number(p[12])?;
            Some(Point { geoms, order, local: vec(p, 3), force: vec(p, 6), torque: vec(p, 9), tree })
        };
        let other = |o: &[f64]| {
            let kind = *KINDS.get(usize::try_from(whole(o[0])?).ok()?)?;
            let tree = tree_number(o[4])?;
            Some(Other { kind, id: whole(o[1])?, part: whole(o[2])?, force: o[3], tree })
        };
        Some(Warm {
            points: points.chunks_exact(POINT).map(point).collect::<Option<_>>()?,
            others: others.chunks_exact(OTHER).map(other).collect::<Option<_>>()?,
            ..Warm::default()
        })
    }
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.points.clear();
        self.others.clear();
    }
}

/// Keeps the forces of the step that was solved.
pub fn remember(s: &mut Stages) {
    let Stages { hard, rows, contacts, solution, kin, sleep, dof_tree, .. } = s;
    let warm = &mut hard.warm;
    let asleep = |tree: u32| sleep.lists.tree_awake.get(tree as usize).is_some_and(|&awake| awake == 0);
    warm.points.retain(|p| asleep(p.tree));
    warm.others.retain(|o| asleep(o.tree));
    warm.points.reserve(contacts.list.len());
    warm.others.reserve(rows.jac.nrow());
    for b in 0..rows.nblock() {
        let (kind, id) = (rows.info[b].kind, rows.info[b].id);
        let f = &solution.efc_force[rows.range(b)];
        let tree = rows.jac.dofs(b).first().map_or(0, |&j| dof_tree[j as usize]);
        match kind {
            RowKind::ContactElliptic | RowKind::ContactFrictionless => {
                let c = &contacts.list[id as usize];
                let turn = |at: usize| {
                    (0..3).fold(Vec3::ZERO, |sum, k| {
                        sum.add_scaled(c.frame.row(k), f.get(at + k).copied().unwrap_or(0.0))
                    })
                };
                let torque = if f.len() > 3 { turn(3) } else { Vec3::ZERO };
                let order = warm.points.len() as u32;
                warm.points.push(Point {
                    geoms: c.geom,
                    order,
                    local: local(kin, c),
                    force: turn(0),
                    torque,
                    tree,
                });
            }
            RowKind::ContactPyramidal => {}
            _ => warm.others.extend(f.iter().enumerate().map(|(k, &force)| Other {
                kind,
                id,
                part: part(rows, b, k),
                force,
                tree,
            })),
        }
    }
    warm.points.sort_unstable_by(|a, b| a.geoms.cmp(&b.geoms).then(a.order.cmp(&b.order)));
    if sleep.any() {
        // in the order of rows again
        warm.others.sort_unstable_by_key(|o| {
            let limit = matches!(o.kind, RowKind::LimitJoint | RowKind::LimitTendon);
            (o.kind, o.id, if limit { -o.part } else { o.part })
        });
    }
}

/// Guesses the forces of the current rows from those of the last step.
pub fn guess(s: &mut Stages) {
    let Stages { hard, rows, contacts, kin, .. } = s;
    let warm = &mut hard.warm;
    warm.force.clear();
    warm.force.resize(rows.jac.nrow(), 0.0);
    warm.used.clear();
    warm.used.resize(warm.points.len(), false);
    let mut next = 0;
    for b in 0..rows.nblock() {
        let (kind, id, range) = (rows.info[b].kind, rows.info[b].id, rows.range(b));
        match kind {
            RowKind::ContactElliptic | RowKind::ContactFrictionless => {
                let c = &contacts.list[id as usize];
                if let Some(k) = nearest(warm, c, local(kin, c)) {
                    warm.used[k] = true;
                    let p = warm.points[k];
                    for (j, i) in range.enumerate() {
                        let v = if j < 3 { p.force } else { p.torque };
                        warm.force[i] = c.frame.row(j % 3).dot(v);
                    }
                }
            }
            RowKind::ContactPyramidal => {}
            // both lists are in the order of rows: look on from the last match
            _ => {
                for (k, i) in range.enumerate() {
                    let at = part(rows, b, k);
                    let same = |o: &Other| o.kind == kind && o.id == id && o.part == at;
                    if let Some(n) = warm.others[next..].iter().position(same) {
                        warm.force[i] = warm.others[next + n].force;
                        next += n + 1;
                    }
                }
            }
        }
    }
}

/// The unused point of the same geoms that is nearest.
fn nearest(warm: &Warm, c: &Contact, at: Vec3) -> Option<usize> {
    let first = warm.points.partition_point(|p| p.geoms < c.geom);
    let mut best: Option<(f64, usize)> = None;
    for (k, p) in warm.points[first..].iter().enumerate() {
        if p.geoms != c.geom {
            break;
        }
        let d2 = (p.local - at).norm_squared();
        if !warm.used[first + k] && best.is_none_or(|(b, _)| d2 < b) {
            best = Some((d2, first + k));
        }
    }
    best.map(|(_, k)| k)
}
