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
