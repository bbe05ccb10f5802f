//! Which rows a solve is made with: up to an impact those of what does not close, in an impact those of what touches.
//!
//! Reads  rows, contacts     Writes rows

use super::{Events, Gap, TOUCH, rate, still};
use crate::data::{Data, Stages};
use crate::stage::rows;
use stiction_model::Model;
use stiction_solver::{RowKind, Rows};

/// Speeds that differ by less than this share of the fastest are the same: symmetric scenes stay symmetric.
const TOGETHER: f64 = 1e-6;

/// Marks the rows that a solve keeps.
pub fn mark(d: &mut Data, keep: impl Fn(&Stages, &Rows, &Events, usize) -> bool) {
    let Data { stages: s, scratch, .. } = d;
    let mut marks = std::mem::take(&mut scratch.events.keep);
    marks.clear();
    marks.extend((0..s.rows.nblock()).map(|b| keep(s, &s.rows, &scratch.events, b)));
    scratch.events.keep = marks;
}

/// Forgets the rows that are not marked.
pub fn keep_marked(m: &Model, d: &mut Data) {
    let Data { constraints, stages: s, scratch, .. } = d;
    let Events { keep, spare, .. } = &mut scratch.events;
    rows::retain(m, s, spare, |b| keep[b]);
    constraints.find_rows(&s.rows);
}

/// True for rows that an impact of `hit` is solved with: equalities, and what touches; of what is hit also what is no farther apart than the search for
/// the time has left it, `left` (m, rad).
pub fn takes_part(s: &Stages, rows: &Rows, b: usize, hit: Option<Gap>, left: f64) -> bool {
    let gap = open(rows, b);
    match rows.info[b].kind {
        RowKind::Equality | RowKind::User => true,
        RowKind::FrictionDof | RowKind::FrictionTendon => false,
        _ if gap <= TOUCH => true,
        _ => gap <= left + TOUCH && hit.is_some_and(|hit| Gap::of(s, rows, b).is_some_and(|g| g.same(hit))),
    }
}

/// How far the block of `gap` is apart after the search for the time (m, rad).
pub fn left_open(s: &Stages, gap: Gap) -> f64 {
    block_of(s, gap).map_or(0.0, |b| open(&s.rows, b))
}

/// The gap of a block.
fn open(rows: &Rows, b: usize) -> f64 {
    let i = rows.range(b).start;
    rows.pos[i] - rows.margin[i]
}

/// The block that is `gap`: the nearest one of a pair, or the one at its point.
pub fn block_of(s: &Stages, gap: Gap) -> Option<usize> {
    let off = |b: usize| match gap {
        Gap::Point(geoms, _, places) => {
            let at = s.contacts.list[s.rows.info[b].id as usize].pos;
            let miss = |k: usize| {
                let g = geoms[k];
                (s.kin.geom_xmat[g].tr_mul_vec(at - s.kin.geom_xpos[g]) - places[k]).norm()
            };
            miss(0).min(miss(1))
        }
        _ => open(&s.rows, b).abs(),
    };
    let same = |b: &usize| Gap::of(s, &s.rows, *b).is_some_and(|g| g.same(gap));
    (0..s.rows.nblock()).filter(same).min_by(|&a, &b| off(a).total_cmp(&off(b)))
}

/// Marks the rows of islands in which something is struck; velocities of rows are known.
pub fn mark_struck(m: &Model, d: &mut Data) {
    let rest = still(m, &d.stages);
    let Data { stages: s, scratch, .. } = d;
    let Events { keep, islands, .. } = &mut scratch.events;
    islands.clear();
    islands.resize(s.islands.list.len(), 0);
    for b in 0..s.rows.nblock() {
        let free = matches!(s.rows.info[b].kind, RowKind::Equality | RowKind::User);
        if !free && s.rows.vel[s.rows.range(b).start] < -0.5 * rest {
            islands[s.islands.block_island[b] as usize] = 1;
        }
    }
    keep.clear();
    keep.extend((0..s.rows.nblock()).map(|b| islands[s.islands.block_island[b] as usize] == 1));
}

/// Keeps the rows, for [`recall_rows`].
pub fn remember_rows(d: &mut Data) {
    let Data { stages: s, scratch, .. } = d;
    scratch.events.all.clone_from(&s.rows);
}

/// The rows as they were.
pub fn recall_rows(m: &Model, d: &mut Data) {
    let Data { stages: s, scratch, .. } = d;
    rows::recall(m, s, &scratch.events.all, &mut scratch.events.spare);
}

/// Marks equalities, and the rows of the two bodies or the joint that approach fastest: of all of that speed. False if nothing approaches
/// faster than rest. Velocities of rows are known.
pub fn mark_fastest(m: &Model, d: &mut Data) -> bool {
    let rest = still(m, &d.stages);
    let Data { stages: s, scratch, .. } = d;
    let Events { keep, speeds, .. } = &mut scratch.events;
    let what = |b: usize| {
        let id = s.rows.info[b].id;
        match s.rows.info[b].kind {
            RowKind::Equality => None,
            kind if kind.is_contact() => Some(
                s.contacts.list[id as usize]
                    .geom
                    .map(|g| m.body.weldid[m.geom.bodyid[g.max(0) as usize]].number()),
            ),
            _ => Some([-1, id]),
        }
    };
    speeds.clear();
    for b in 0..s.rows.nblock() {
        if let Some([x, y]) = what(b) {
            let (pair, u) = ([x.min(y), x.max(y)], rate(&s.rows, b));
            match speeds.iter_mut().find(|(p, _)| *p == pair) {
                Some((_, v)) => *v = v.min(u),
                None => speeds.push((pair, u)),
            }
        }
    }
    let fastest = speeds.iter().fold(0.0, |v: f64, (_, u)| v.min(*u));
    keep.clear();
    keep.extend((0..s.rows.nblock()).map(|b| {
        what(b).is_none_or(|[x, y]| {
            speeds.iter().any(|(p, u)| *p == [x.min(y), x.max(y)] && *u <= fastest * (1.0 - TOGETHER))
        })
    }));
    fastest < -rest
}

#[cfg(test)]
mod tests {
    use super::super::path::tests::{load, moving};
    use super::*;

    /// Balls over a plane, one metre from each other, at these heights of their lowest points; a hinge with friction and a connection.
    fn world(open: &[f64]) -> Model {
        let ball = |(k, gap): (usize, &f64)| {
            format!(
                r#"<body pos="{k} 0 {}"><freejoint/><geom size=".1" mass="1" condim="1"/></body>"#,
                0.1 + gap
            )
        };
        let bodies: String = open.iter().enumerate().map(ball).collect();
        load(
            "",
            &format!(
                r#"<worldbody><geom type="plane" size="0 0 1" condim="1"/>{bodies}
            <body name="hinge" pos="0 5 2"><joint axis="0 1 0" frictionloss="1"/><geom size=".1" pos=".5 0 0" mass="1"/></body></worldbody>
            <equality><connect body1="hinge" anchor=".5 0 0"/></equality>"#
            ),
        )
    }

    fn falling(m: &Model, speeds: &[f64]) -> Data {
        let mut qvel: Vec<f64> = speeds.iter().flat_map(|v| [0.0, 0.0, *v, 0.0, 0.0, 0.0]).collect();
        qvel.push(0.0);
        moving(m, &qvel)
    }

    fn kinds(d: &Data) -> Vec<RowKind> {
        (0..d.rows.nblock()).map(|b| d.rows.info[b].kind).collect()
    }

    /// The geom over the plane of each block; zero: no contact.
    fn geoms(d: &Data) -> Vec<i32> {
        let geom = |b: usize| d.contacts.list[d.rows.info[b].id as usize].geom[1];
        (0..d.rows.nblock()).map(|b| if d.rows.info[b].kind.is_contact() { geom(b) } else { 0 }).collect()
    }

    #[test]
    fn an_impact_has_equalities_and_what_touches() {
        let m = world(&[0.0, 0.5 * TOUCH, 1e-6, 1e-6, 2e-6]);
        let d = falling(&m, &[-1.0; 5]);
        let hit = |g: usize| Some(Gap::Pair([0, g], 0.0));
        for (gap, left, part) in [
            (None, 1.0, [true, true, false, false, false]),
            (hit(3), 1.1e-6, [true, true, true, false, false]),
            (hit(4), 0.9e-6, [true, true, false, false, false]),
            (hit(5), 2e-6 - 0.5 * TOUCH, [true, true, false, false, true]),
        ] {
            for b in 0..d.rows.nblock() {
                let want = match (kinds(&d)[b], geoms(&d)[b]) {
                    (RowKind::Equality, _) => true,
                    (_, 0) => false,
                    (_, g) => part[g as usize - 1],
                };
                assert_eq!(takes_part(&d, &d.rows, b, gap, left), want, "{gap:?} block {b}");
            }
        }
        assert!(kinds(&d).contains(&RowKind::Equality) && kinds(&d).contains(&RowKind::FrictionDof));
        let off = |g: usize| left_open(&d, Gap::Pair([0, g], 0.0));
        assert!(
            (off(5) - 2e-6).abs() < 1e-15
                && off(1).abs() < 1e-15
                && left_open(&d, Gap::Pair([0, 99], 0.0)) == 0.0
        );
    }

    /// Islands in which something approaches faster than half the speed of rest.
    #[test]
    fn only_what_is_struck_is_solved() {
        let rest = 0.5 * 9.81 * 0.01;
        let m = world(&[0.0; 4]);
        let mut d = falling(&m, &[-1.0, 1.0, -0.52 * rest, -0.48 * rest]);
        mark_struck(&m, &mut d);
        for (b, g) in geoms(&d).into_iter().enumerate() {
            assert_eq!(d.scratch.events.keep[b], matches!(g, 1 | 3), "block {b} of geom {g}");
        }
        assert_eq!(d.scratch.events.keep.iter().filter(|k| **k).count(), 2);
    }

    /// The fastest pair, and others of the same speed; equalities always.
    #[test]
    fn the_fastest_pairs_are_hit_first() {
        let m = world(&[0.0; 4]);
        for (speeds, marked, fast) in [
            ([-1.0, -2.0, -2.0 * (1.0 - 1e-7), 3.0], [false, true, true, false], true),
            ([-1.0, -2.0, -2.0 * (1.0 - 1e-5), 3.0], [false, true, false, false], true),
            ([-0.05, -0.01, 0.0, 0.0], [true, false, false, false], true),
            ([-0.048, -0.01, 0.0, 0.0], [true, false, false, false], false),
        ] {
            let mut d = falling(&m, &speeds);
            assert_eq!(mark_fastest(&m, &mut d), fast, "{speeds:?}");
            for (b, g) in geoms(&d).into_iter().enumerate() {
                let want = if g == 0 { kinds(&d)[b] == RowKind::Equality } else { marked[g as usize - 1] };
                assert_eq!(d.scratch.events.keep[b], want, "{speeds:?}: block {b} of geom {g}");
            }
        }
    }

    /// The corner of a box that a gap means, and the nearest one if it means the pair.
    #[test]
    fn a_gap_is_the_block_at_its_point() {
        let m = load(
            "",
            r#"<worldbody><geom type="plane" size="0 0 1"/>
            <body pos="0 0 .11" euler="0 .01 0"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body></worldbody>"#,
        );
        let d = moving(&m, &[0.0, 0.0, -2.0, 0.0, 0.0, 0.0]);
        assert!(d.rows.nblock() >= 4);
        let nearest =
            (0..d.rows.nblock()).min_by(|&a, &b| open(&d.rows, a).total_cmp(&open(&d.rows, b))).unwrap();
        assert_eq!(block_of(&d, Gap::Pair([0, 1], 0.0)), Some(nearest));
        assert_eq!(block_of(&d, Gap::Pair([0, 2], 0.0)), None);
        for b in 0..d.rows.nblock() {
            let at = d.contacts.list[d.rows.info[b].id as usize].pos;
            let place = |g: usize| d.kin.geom_xmat[g].tr_mul_vec(at - d.kin.geom_xpos[g]);
            assert_eq!(block_of(&d, Gap::Point([0, 1], 0.0, [0, 1].map(place))), Some(b));
        }
    }
}
