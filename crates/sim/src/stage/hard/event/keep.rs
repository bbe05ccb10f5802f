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

/// True for rows that an impact of `hit` is solved with: equalities, and what touches.
pub fn takes_part(s: &Stages, rows: &Rows, b: usize, hit: Option<Gap>) -> bool {
    let i = rows.range(b).start;
    let gap = |k: usize| rows.pos[k] - rows.margin[k];
    match rows.info[b].kind {
        RowKind::Equality | RowKind::User => true,
        RowKind::LimitTendon => gap(i) <= TOUCH,
        RowKind::FrictionDof | RowKind::FrictionTendon => false,
        _ if gap(i) <= TOUCH => true,
        _ => {
            // the pair that hits: its nearest points, should rounding have left them apart
            let hits = |k: usize| {
                hit.is_some_and(|hit| Gap::of(s, rows, k).is_some_and(|g| g.same(hit)))
                    && gap(rows.range(k).start) > TOUCH
            };
            hits(b)
                && (0..rows.nblock()).filter(|&k| hits(k)).all(|k| gap(i) <= gap(rows.range(k).start) + TOUCH)
        }
    }
}

/// The block that is `gap`, the nearest one of a pair.
pub fn block_of(s: &Stages, gap: Gap) -> Option<usize> {
    let open = |b: usize| {
        let i = s.rows.range(b).start;
        (s.rows.pos[i] - s.rows.margin[i]).abs()
    };
    let same = |b: &usize| Gap::of(s, &s.rows, *b).is_some_and(|g| g.same(gap));
    (0..s.rows.nblock()).filter(same).min_by(|&a, &b| open(a).total_cmp(&open(b)))
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
    s.rows.clone_from(&scratch.events.all);
    rows::retain(m, s, &mut scratch.events.spare, |_| true);
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
