//! The position pass: penetration is removed by a displacement of its own, not by forces, and loops are assembled so.
//!
//! minimise ½ wᵀ M̂ w   subject to   J¹_n w ≥ (φ_allowed − φ¹)/h,   J¹_e w = −r¹/h                                    (1)
//!
//! over all normal, limit and equality rows at the end of the step ([`super::end`]); q⁺ = q¹ ⊕ h w, and w is forgotten. What the step itself lost is
//! made good at once; a pair that began the step deeper than the slop is raised by a share of that excess; no other may get deeper than
//! the slop. Where nothing is wrong and nothing sinks ([`super::sunk`]) there is no pass. What a round leaves is measured: while a pair is deeper than it may be
//! there is another one, and where bodies came nearer than the look at (1) reached, because what has no row may have been in the way.
//! Equalities with a mocap body keep the velocity that the step gave them: their r is a command, not drift.
//!
//! Reads  rows, metric, the end of the step     Writes the end of the step
//! Cost   one detection and one solve over normals where something penetrates; no allocation after growth

use super::end::{self, End};
use super::hold::holds;
use crate::data::{Data, Stages};
use crate::hooks::Hooks;
use stiction_constraint::Contact;
use stiction_constraint::contact::pair_depth;
use stiction_constraint::hold::ASSEMBLED;
use stiction_constraint::rows::led_by_mocap;
use stiction_constraint::user::Constraints;
use stiction_model::Model;
use stiction_solver::{
    BlockInfo, Cone, Guess, Islands, Method, Options, Problem, RowKind, Rows, Solution, Workspace, solve,
};

/// Share of the excess at its start that one step removes.
const SHARE: f64 = 0.5;
/// Fastest removal [m/s, rad/s].
const MAX_SPEED: f64 = 2.0;
/// Compliance of the pass over the row's own diagonal: rows that contradict each other then share the miss, with bounded forces.
const COMPLIANCE: f64 = 1e-5;
/// Newton ends when its cost, ½ w² averaged over the dofs, improves by less [m²/s², rad²/s²].
const TOLERANCE: f64 = 1e-17;
/// Most rounds of (1) in a step.
const ROUNDS: usize = 4;
/// A round that turns or moves nothing further than this is the last one [rad, m].
const TURN: f64 = 0.01;
/// A round follows where pairs are too deep, unless the last one left more than this of it: they are wedged.
const LESS: f64 = 0.5;
/// Drift of an equality below this is left alone [m, rad].
const DRIFT: f64 = 1e-10;

/// Memory of the pass.
#[derive(Clone, Debug, Default)]
pub struct PositionPass {
    rows: Rows,
    islands: Islands,
    solution: Solution,
    workspace: Workspace,
    zero: Vec<f64>,
    /// Pairs of geoms in each other at the start of the step, the deepest point of a pair first.
    depths: Vec<([i32; 2], f64)>,
    /// What the rounds have pushed: dofs, and the contact that did it.
    pub pushed: Vec<(u32, Option<Contact>)>,
    /// Worst rate by which a row that carries force misses its target [m/s, rad/s]: rows that contradict each other.
    pub miss: f64,
    /// How far the pass moved any point of a body, all rounds together (m).
    pub lifted: f64,
    /// Looks at the end of the last motion, and how many of them moved it.
    pub rounds: [usize; 2],
}

impl PositionPass {
    /// w of the last round.
    pub fn found(&self) -> &[f64] {
        &self.solution.qacc
    }

    /// True if the last pass moved something.
    pub fn has_moved(&self) -> bool {
        self.rounds[1] > 0
    }

    /// Rows of the last pass that ran, and of its largest island.
    pub fn size(&self) -> [usize; 2] {
        let largest = self.islands.list.iter().map(|i| i.nrow as usize).max();
        [self.rows.jac.nrow(), largest.unwrap_or(0)]
    }
}

/// True if a row is worse than what may stay.
fn needed(m: &Model, rows: &Rows, set: &Constraints) -> bool {
    (0..rows.nblock()).any(|b| {
        let range = rows.range(b);
        let first = range.start;
        match rows.info[b].kind {
            RowKind::Equality | RowKind::User => {
                holds(m, set, rows.info[b]) && range.into_iter().any(|i| rows.pos[i].abs() > ASSEMBLED)
            }
            RowKind::FrictionDof | RowKind::FrictionTendon => false,
            _ => rows.pos[first] - rows.margin[first] < -m.stiction.slop * 1.0001,
        }
    })
}

/// Moves the end of the step (`scratch.end`) by h w, again while w changes gaps by more than (1) knows, or moves bodies farther than was looked; false if there is
/// nothing to correct, and no doubt about it.
pub fn correct(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, pad: f64, doubted: bool) -> bool {
    let h = d.hard.span(m);
    let pass = &mut d.stages.hard.pass;
    (pass.miss, pass.lifted, pass.rounds) = (0.0, 0.0, [0; 2]);
    pass.pushed.clear();
    if !doubted && !needed(m, &d.rows, &d.constraints) {
        return false;
    }
    let Data { stages, .. } = d;
    stages.hard.pass.note_depths(&stages.contacts.list);
    end::start(m, d);
    let mut last = f64::INFINITY;
    for _ in 0..ROUNDS {
        end::look(m, d, hooks, pad);
        d.stages.hard.pass.rounds[0] += 1;
        assemble(m, &d.stages.rows, &d.scratch.end, h, &mut d.stages.hard.pass);
        if !d.hard.pass.rises() || !solve_rows(m, d) {
            break;
        }
        d.stages.hard.pass.note_pushed(d.scratch.end.contacts());
        end::shift(m, d, h);
        d.stages.hard.pass.rounds[1] += 1;
        let far = end::farthest(m, d, h);
        d.stages.hard.pass.lifted += far;
        end::poses(m, d);
        let left = d.hard.pass.left(m, d, h);
        // two bodies come nearer by what both move
        let seen = 2.0 * far <= pad && d.hard.pass.solution.qacc.iter().all(|w| (h * w).abs() < TURN);
        if seen && (left == 0.0 || left > LESS * last) {
            break;
        }
        last = left;
    }
    true
}

/// Solves (1); false if it has no finite solution.
fn solve_rows(m: &Model, d: &mut Data) -> bool {
    let Stages { hard, metric, tree, dof_tree, .. } = &mut d.stages;
    let pass = &mut hard.pass;
    if m.disabled(stiction_model::kinds::disable::ISLAND) {
        pass.islands.whole(dof_tree, m.size.ntree, &pass.rows);
    } else {
        pass.islands.find(dof_tree, m.size.ntree, metric.joined(), &pass.rows);
    }
    pass.zero.clear();
    pass.zero.resize(m.size.nv, 0.0);
    let problem = Problem {
        tree: metric.pattern(tree),
        m: &metric.m,
        ld: &metric.ld,
        dinv: &metric.dinv,
        qacc_smooth: &pass.zero,
        qfrc_smooth: &pass.zero,
        rows: &pass.rows,
    };
    // convex with compliance everywhere: the soft solver's own problem, and its sparse factor is the cheapest
    let soft = pass.rows.r.iter().all(|&r| r > 0.0);
    let (method, tolerance) = if soft { (Method::Newton, TOLERANCE) } else { (Method::Auto, 1e-8) };
    let options = Options { method, tolerance, ..Options::default() };
    let guess = Guess { qacc: &pass.zero, force: &[] };
    let done = solve(&problem, &pass.islands, &options, guess, &mut pass.solution, &mut pass.workspace);
    let good = done.is_ok() && pass.solution.qacc.iter().all(|x| x.is_finite());
    pass.miss = if good { miss(pass) } else { f64::INFINITY };
    good
}

/// See [`PositionPass::miss`].
fn miss(pass: &PositionPass) -> f64 {
    let (rows, f) = (&pass.rows, &pass.solution.efc_force);
    let mut worst = 0.0_f64;
    for b in 0..rows.nblock() {
        for (k, i) in rows.range(b).enumerate() {
            if f[i] != 0.0 {
                let dofs = rows.jac.dofs(b).iter();
                let rate: f64 =
                    dofs.zip(rows.jac.row(b, k)).map(|(&j, x)| x * pass.solution.qacc[j as usize]).sum();
                worst = worst.max((rate - rows.aref[i]).abs());
            }
        }
    }
    worst
}

/// The rows of (1); `now` are those at the start of the step.
fn assemble(m: &Model, now: &Rows, end: &End, h: f64, pass: &mut PositionPass) {
    pass.rows.clear();
    for b in 0..end.rows.nblock() {
        let info = end.rows.info[b];
        let range = end.rows.range(b);
        let (cone, dim) = match info.kind {
            RowKind::Equality | RowKind::User => (Cone::Free, range.len()),
            RowKind::FrictionDof | RowKind::FrictionTendon => continue,
            _ => (Cone::Orthant, 1),
        };
        let n = pass.copy(&end.rows, b, cone, dim);
        let mean = range.clone().map(|i| end.rows.diag[i]).sum::<f64>() / range.len() as f64;
        for k in 0..dim {
            let to = pass.rows.range(n).start + k;
            pass.rows.r[to] = (COMPLIANCE * mean).max(f64::MIN_POSITIVE);
            pass.rows.d[to] = 1.0 / pass.rows.r[to];
            pass.rows.aref[to] = match info.kind {
                RowKind::Equality if led_by_mocap(m, info.id as usize) => 0.0,
                RowKind::Equality | RowKind::User => drift_rate(end.rows.pos[range.start + k], h),
                _ => pass.raise(m, now, end, b, h) / h,
            };
        }
    }
}

/// How deep a pair may end the step of `h` seconds that began it `before` deep (m).
fn allowed(m: &Model, before: f64, h: f64) -> f64 {
    let excess = (before - m.stiction.slop).max(0.0);
    m.stiction.slop + excess - (SHARE * excess).min(MAX_SPEED * h)
}

/// How much of a depth that was there before goes within a step of `h` seconds (m).
pub fn removed(m: &Model, before: f64, h: f64) -> f64 {
    before.max(m.stiction.slop) - allowed(m, before, h)
}

/// How fast a drift is removed.
fn drift_rate(r: f64, h: f64) -> f64 {
    if r.abs() > DRIFT { (-r / h).clamp(-MAX_SPEED, MAX_SPEED) } else { 0.0 }
}

impl PositionPass {
    /// True if some row asks for a motion.
    fn rises(&self) -> bool {
        let asks = |b: usize| {
            let free = self.rows.info[b].cone == Cone::Free;
            self.rows.range(b).any(|i| if free { self.rows.aref[i] != 0.0 } else { self.rows.aref[i] > 0.0 })
        };
        (0..self.rows.nblock()).any(asks)
    }

    /// A copy of the first `dim` rows of a block; the normal of a pyramid is the mean of an edge pair.
    fn copy(&mut self, from: &Rows, b: usize, cone: Cone, dim: usize) -> usize {
        let n = self.rows.push(BlockInfo { cone, ..from.info[b] }, from.jac.dofs(b), dim);
        for k in 0..dim {
            let row = self.rows.jac.row_mut(n, k);
            row.copy_from_slice(from.jac.row(b, k));
            if from.info[b].kind == RowKind::ContactPyramidal {
                row.iter_mut().zip(from.jac.row(b, 1)).for_each(|(x, y)| *x = 0.5 * (*x + y));
            }
            let (to, from_row) = (self.rows.range(n).start + k, from.range(b).start + k);
            self.rows.diag[to] = from.diag[from_row];
        }
        n
    }

    /// How deep pairs are at the start of the step.
    fn note_depths(&mut self, contacts: &[Contact]) {
        self.depths.clear();
        self.depths.extend(
            contacts.iter().filter(|c| c.dist < c.includemargin).map(|c| (c.geom, c.includemargin - c.dist)),
        );
        self.depths.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    }

    /// How far block `b` of the end of the step has to rise; negative: how far it may sink [m, rad]. What was there before leaves slowly, whatever
    /// the step added leaves with it.
    fn raise(&self, m: &Model, now: &Rows, end: &End, b: usize, h: f64) -> f64 {
        let (info, i) = (end.rows.info[b], end.rows.range(b).start);
        let before = if info.kind.is_contact() {
            self.before(end.contacts()[info.id as usize].geom)
        } else {
            let side = |rows: &Rows, b: usize| rows.jac.vals(b).first().is_some_and(|x| *x > 0.0);
            let same = |k: &usize| {
                (now.info[*k].kind, now.info[*k].id) == (info.kind, info.id)
                    && side(now, *k) == side(&end.rows, b)
            };
            let k = (0..now.nblock()).find(same).map(|k| now.range(k).start);
            k.map_or(0.0, |k| now.margin[k] - now.pos[k])
        };
        end.rows.margin[i] - end.rows.pos[i] - allowed(m, before, h)
    }

    /// Adds what the last round pushes to the list.
    fn note_pushed(&mut self, contacts: &[Contact]) {
        for b in 0..self.rows.nblock() {
            if self.rows.range(b).any(|i| self.solution.efc_force[i] != 0.0) {
                let (info, dofs) = (self.rows.info[b], self.rows.jac.dofs(b));
                let contact = info.kind.is_contact().then(|| contacts[info.id as usize]);
                let enough = if contact.is_some() { 1 } else { dofs.len() };
                self.pushed.extend(dofs.iter().take(enough).map(|&dof| (dof, contact)));
            }
        }
    }

    /// How deep a pair was at the start of the step (m).
    fn before(&self, pair: [i32; 2]) -> f64 {
        let at = self.depths.partition_point(|x| x.0 < pair);
        self.depths.get(at).filter(|x| x.0 == pair).map_or(0.0, |x| x.1)
    }

    /// By how much the deepest pair with a row is too deep where a round has led, beyond another slop (m); zero: none is.
    fn left(&self, m: &Model, d: &Data, h: f64) -> f64 {
        let (mut worst, mut last) = (0.0_f64, None);
        for c in d.scratch.end.contacts() {
            if last.replace(c.geom) != Some(c.geom) {
                let enough = allowed(m, self.before(c.geom), h) + m.stiction.slop - c.includemargin;
                let (pair, kin) = (c.geom.map(|g| g.max(0) as usize), d.scratch.end.kin());
                let depth = pair_depth(m, &d.contacts, kin, pair, &[c.frame.row(0)], enough);
                worst = worst.max(depth.map_or(0.0, |x| x - enough));
            }
        }
        worst
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLOP: f64 = 1e-3;

    fn model() -> Model {
        let mut m = Model::default();
        m.stiction.slop = SLOP;
        m
    }

    /// A row of one dof.
    fn push(rows: &mut Rows, kind: RowKind, id: i32, cone: Cone, dof: u32, slope: f64) -> usize {
        let b = rows.push(BlockInfo { kind, id, cone }, &[dof], 1);
        rows.jac.row_mut(b, 0)[0] = slope;
        rows.range(b).start
    }

    #[test]
    fn drift_leaves_within_the_step_but_not_faster_than_may_be() {
        assert_eq!(drift_rate(0.5 * DRIFT, 0.01), 0.0);
        assert_eq!(drift_rate(-0.5 * DRIFT, 0.01), 0.0);
        assert!(
            (drift_rate(1e-3, 0.01) + 0.1).abs() < 1e-15 && (drift_rate(-1e-3, 0.01) - 0.1).abs() < 1e-15
        );
        assert_eq!([drift_rate(1.0, 0.01), drift_rate(-1.0, 0.01)], [-MAX_SPEED, MAX_SPEED]);
    }

    #[test]
    fn depths_are_those_of_pairs_in_each_other() {
        let contact =
            |geom: [i32; 2], dist: f64| Contact { geom, dist, includemargin: 0.01, ..Contact::default() };
        let mut pass = PositionPass { depths: vec![([9, 9], 1.0)], ..PositionPass::default() };
        pass.note_depths(&[
            contact([3, 4], 0.0),
            contact([1, 2], 0.02),
            contact([1, 2], -0.01),
            contact([1, 2], -0.03),
            contact([0, 5], 0.005),
        ]);
        let want = [([0, 5], 0.005), ([1, 2], 0.04), ([1, 2], 0.02), ([3, 4], 0.01)];
        assert_eq!(pass.depths.len(), want.len());
        for (got, want) in pass.depths.iter().zip(want) {
            assert!(got.0 == want.0 && (got.1 - want.1).abs() < 1e-15, "{:?}", pass.depths);
        }
    }

    /// What the step lost leaves at once, half of what was too deep before, and the slop may stay; sides are kept apart.
    #[test]
    fn limits_rise_by_what_was_lost_and_half_of_what_was() {
        let (m, pass) = (model(), PositionPass::default());
        let (mut now, mut end) = (Rows::default(), End::default());
        for rows in [&mut now, &mut end.rows] {
            push(rows, RowKind::LimitTendon, 1, Cone::Orthant, 0, 1.0);
            push(rows, RowKind::LimitJoint, 1, Cone::Orthant, 0, 1.0);
            push(rows, RowKind::LimitJoint, 1, Cone::Orthant, 0, -1.0);
            push(rows, RowKind::LimitJoint, 2, Cone::Orthant, 1, 1.0);
        }
        now.pos.copy_from_slice(&[-0.5, -0.03, 0.2, 0.05]);
        end.rows.pos.copy_from_slice(&[0.0, -0.04, -0.002, -0.02]);
        for rows in [&mut now, &mut end.rows] {
            rows.margin[1] = 0.01;
        }
        let depth = [0.0, 0.04, -0.2, -0.05];
        let end_depth = [0.0, 0.05, 0.002, 0.02];
        for b in 1..4 {
            let want = end_depth[b] - SLOP - 0.5 * (depth[b] - SLOP).max(0.0);
            let got = pass.raise(&m, &now, &end, b, 1.0);
            assert!((got - want).abs() < 1e-15, "block {b}: {got} for {want}");
        }
        // what was there before leaves at 2 m/s at most, what the step added at once
        let got = pass.raise(&m, &now, &end, 1, 1e-3);
        assert!((got - (0.05 - 0.04 + 2e-3)).abs() < 1e-15, "{got}");
        // a limit without a row before the step was not beyond it
        now = Rows::default();
        assert!((pass.raise(&m, &now, &end, 1, 1.0) - (0.05 - SLOP)).abs() < 1e-15);
    }

    #[test]
    fn one_sided_rows_ask_to_rise_and_others_to_move() {
        for (cone, aref, asks) in [
            (Cone::Orthant, 0.1, true),
            (Cone::Orthant, -0.1, false),
            (Cone::Orthant, 0.0, false),
            (Cone::Free, 0.1, true),
            (Cone::Free, -0.1, true),
            (Cone::Free, 0.0, false),
        ] {
            let mut pass = PositionPass::default();
            push(&mut pass.rows, RowKind::LimitJoint, 0, Cone::Orthant, 0, 1.0);
            let i = push(&mut pass.rows, RowKind::Equality, 0, cone, 0, 1.0);
            pass.rows.aref[i] = aref;
            assert_eq!(pass.rises(), asks, "{cone:?} {aref}");
        }
    }

    /// By how much rows that carry force miss what they ask for: J w − a.
    #[test]
    fn rows_that_carry_force_may_miss() {
        let mut pass = PositionPass::default();
        let b = pass.rows.push(BlockInfo { kind: RowKind::Equality, id: 0, cone: Cone::Free }, &[0, 2], 2);
        pass.rows.jac.row_mut(b, 0).copy_from_slice(&[1.0, -2.0]);
        pass.rows.jac.row_mut(b, 1).copy_from_slice(&[0.5, 3.0]);
        push(&mut pass.rows, RowKind::LimitJoint, 0, Cone::Orthant, 1, 1.0);
        pass.rows.aref.copy_from_slice(&[0.1, 0.2, 50.0]);
        pass.solution.qacc = vec![0.3, 9.0, -0.4];
        pass.solution.efc_force = vec![1.0, -2.0, 0.0];
        let rows: [f64; 2] = [0.3 + 0.8 - 0.1, 0.15 - 1.2 - 0.2];
        assert!((miss(&pass) - rows[1].abs()).abs() < 1e-15, "{}", miss(&pass));
        pass.solution.efc_force[1] = 0.0;
        assert!((miss(&pass) - rows[0].abs()).abs() < 1e-15);
        pass.solution.efc_force[0] = 0.0;
        assert_eq!(miss(&pass), 0.0);
    }

    /// A block is copied by its first rows; the normal of a pyramid is the mean of an edge pair.
    #[test]
    fn pyramids_are_copied_by_their_normal() {
        let mut from = Rows::default();
        let info = BlockInfo { kind: RowKind::ContactPyramidal, id: 0, cone: Cone::Orthant };
        let b = from.push(info, &[1, 3], 4);
        for k in 0..4 {
            from.jac.row_mut(b, k).copy_from_slice(&[1.0 + k as f64, -2.0 * k as f64]);
        }
        from.diag.copy_from_slice(&[7.0, 8.0, 9.0, 10.0]);
        let mut pass = PositionPass::default();
        let n = pass.copy(&from, b, Cone::Orthant, 1);
        assert_eq!((pass.rows.jac.row(n, 0), pass.rows.jac.dofs(n)), (&[1.5, -1.0][..], &[1, 3][..]));
        assert_eq!(pass.rows.diag, [7.0]);
        from.info[b].kind = RowKind::ContactElliptic;
        let n = pass.copy(&from, b, Cone::Orthant, 1);
        assert_eq!(pass.rows.jac.row(n, 0), [1.0, 0.0]);
    }
}
