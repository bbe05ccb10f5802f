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

#[cfg(test)]
mod tests {
    use super::*;

    fn point(geoms: [i32; 2], order: u32, x: f64) -> Point {
        let v = |s: f64| Vec3::new(s, s + 1.0, s + 2.0);
        Point { geoms, order, local: Vec3::new(x, 0.0, 0.0), force: v(3.0), torque: v(-7.0), tree: order + 4 }
    }

    fn warm() -> Warm {
        let other = |kind, id, part| Other { kind, id, part, force: f64::from(id) + 0.25, tree: u32::MAX };
        Warm {
            points: vec![
                point([0, 3], 0, 0.1),
                point([0, 3], 1, 0.5),
                point([0, 3], 2, 0.9),
                point([2, 5], 3, 0.4),
            ],
            others: KINDS
                .iter()
                .enumerate()
                .map(|(k, kind)| other(*kind, k as i32 - 2, k as i32 % 3))
                .collect(),
            ..Warm::default()
        }
    }

    #[test]
    fn numbers_there_and_back() {
        let before = warm();
        let mut numbers = Vec::new();
        before.to_numbers(&mut numbers);
        assert_eq!(numbers.len(), 1 + before.points.len() * POINT + before.others.len() * OTHER);
        let after = Warm::from_numbers(&numbers).expect("its own numbers");
        assert_eq!(before.others, after.others);
        assert_eq!(format!("{:?}", before.points), format!("{:?}", after.points));
        let mut again = Vec::new();
        after.to_numbers(&mut again);
        assert_eq!(numbers, again);
        assert!(Warm::from_numbers(&[]).is_some_and(|w| w.points.is_empty() && w.others.is_empty()));
        assert!(Warm::from_numbers(&[0.0]).is_some_and(|w| w.points.is_empty()));
    }

    #[test]
    fn other_numbers_are_refused() {
        let mut numbers = Vec::new();
        warm().to_numbers(&mut numbers);
        let others = 1 + 4 * POINT;
        let spoilt = [
            (0, -1.0),
            (0, 0.5),
            (0, 1e9),
            (0, f64::NAN),
            (0, 3.0),
            (1, 0.5),
            (2, 1e10),
            (3, -1.0),
            (13, 2.5),
            (13, -1.0),
            (13, 5e9),
            (5, f64::INFINITY),
            (others, 6.0),
            (others, -1.0),
            (others + 1, 0.1),
            (others + 2, -3e9),
            (others + 4, -0.5),
        ];
        for (at, value) in spoilt {
            let mut x = numbers.clone();
            x[at] = value;
            assert!(Warm::from_numbers(&x).is_none(), "{value} at {at}");
        }
        numbers.pop();
        assert!(Warm::from_numbers(&numbers).is_none(), "a row is cut off");
    }

    #[test]
    fn the_nearest_unused_point_of_the_same_geoms() {
        let mut w = warm();
        w.used = vec![false; 4];
        let at = |w: &Warm, geom: [i32; 2], x: f64| {
            nearest(w, &Contact { geom, ..Contact::default() }, Vec3::new(x, 0.0, 0.0))
        };
        assert_eq!(at(&w, [0, 3], 0.55), Some(1));
        assert_eq!(at(&w, [0, 3], -1.0), Some(0));
        assert_eq!(at(&w, [0, 3], 5.0), Some(2));
        assert_eq!(at(&w, [2, 5], 0.1), Some(3));
        assert_eq!(at(&w, [1, 3], 0.1), None);
        assert_eq!(at(&w, [3, 0], 0.1), None);
        w.used[1] = true;
        assert_eq!(at(&w, [0, 3], 0.55), Some(2));
    }

    /// What is remembered is what the same rows are guessed to have, wherever the bodies have gone meanwhile.
    #[test]
    fn the_same_rows_get_their_forces_back() {
        let xml = r#"<mujoco><option timestep="0.005"/><custom><text name="stiction" data="preset=exact"/></custom><worldbody><geom type="plane" size="0 0 1"/>
            <body pos="0 0 .1"><freejoint/><geom type="box" size=".2 .1 .1" mass="3" condim="6" friction=".6 .02 .01"/></body>
            <body pos="3 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" condim="1"/></body>
            <body pos="0 2 1"><joint name="a" axis="0 1 0" range="-10 0" limited="true" frictionloss=".3"/><geom type="capsule" size=".04" fromto="0 0 0 .4 0 0"/></body>
            <body pos="0 3 1"><joint name="c" axis="0 1 0" range="0 20" limited="true" frictionloss=".2"/><geom type="capsule" size=".04" fromto="0 0 0 -.4 0 0"/></body>
            </worldbody><equality><joint joint1="a" joint2="c" polycoef="0 -1 0 0 0"/></equality></mujoco>"#;
        let m = stiction::load_string(xml, &stiction::prelude::NoAssets).expect("a model").model;
        let mut d = crate::Data::new(&m);
        d.state.qvel[0] = 0.3;
        for _ in 0..5 {
            crate::step(&m, &mut d).expect("finite");
        }
        crate::forward(&m, &mut d).expect("finite");
        let s = &mut d.stages;
        s.hard.warm.clear();
        remember(s);
        let want = s.solution.efc_force.clone();
        assert!(want.iter().filter(|f| **f != 0.0).count() > 6 && s.hard.warm.points.len() >= 8, "{want:?}");
        // everything moves on together by half the width of a box
        for _ in 0..3 {
            let way = Vec3::new(0.1, 0.07, 0.0);
            s.contacts.forge().list.iter_mut().for_each(|c| c.pos += way);
            s.kin.forge().geom_xpos.iter_mut().for_each(|p| *p += way);
            guess(s);
            for (i, (got, want)) in s.hard.warm.force.iter().zip(&want).enumerate() {
                assert!((got - want).abs() < 1e-9 * (1.0 + want.abs()), "row {i}: {got} for {want}");
            }
        }
    }
}
