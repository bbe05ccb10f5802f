//! The rows of a hard solve: how they change at a fixed acceleration, and what their forces do.
//!
//! ```text
//! x = J a − a_ref:   dx = d(J (v + t a))/t + ∂x/∂φ dφ − db/t,   ρ ∋ dJᵀ f                                          (1)
//! ```
//!
//! Reads  a finished hard solve, its partition     Writes ρ, dx and H of [`super`]

use super::forces::Span;
use super::{Moment, Partition, Zone, is_near};
use crate::connect::{is_connect, row_input};
use crate::contact::Push;
use crate::geometry::mobility;
use crate::rows::is_plain;
use crate::soft::Soft;
use crate::vary::{Along, Plan};
use stiction_model::Model;
use stiction_sim::Data;
use stiction_solver::{Cone, RowKind};

impl Partition {
    /// Adds the rows: forces to ρ, dx to `lin`.
    pub(super) fn rows(&mut self, soft: &mut Soft, m: &Model, d: &Data, h: f64, moment: Moment) {
        let mut narrow = soft.narrow.take().unwrap_or_default();
        narrow.forget();
        narrow.complete = true;
        for b in 0..d.rows.nblock() {
            let (kind, zone) = (d.rows.info[b].kind, self.zones[b]);
            let (stiffness, damping) = law_of(d, b, h, moment);
            self.lengths(soft, d, b, h, stiffness, moment);
            if kind.is_contact() {
                if !is_near(soft, d, b, zone, h) {
                    continue;
                }
                let c = &d.contacts.list[d.rows.info[b].id as usize];
                let push = push_of(soft, d, b, zone, [1.0 / h, damping, stiffness]);
                let mob = mobility(m, d, c, &mut narrow);
                self.slope_by_length(soft, d, b, &push);
                soft.add_push(m, d, c, &push, &mob);
                if zone != Zone::Open {
                    for k in soft.pair.iter().filter(|k| k.on != [true, true]) {
                        if mob.has_kink(k.twist.ang, k.twist.lin) {
                            soft.kinks.column(k.dof);
                        }
                    }
                }
            } else if is_plain(m, d, b) {
                soft.add_held_plain(m, d, b, h, [damping, stiffness]);
            } else if is_connect(m, d, b) {
                soft.add_held_connect(m, d, b, h);
            } else {
                add_held_varied(soft, m, d, b, [damping, stiffness]);
            }
        }
        soft.narrow = Some(narrow);
    }

    /// Rows whose J is differenced, beside an impact or a body that floats alone.
    pub(super) fn loops(&mut self, soft: &mut Soft, m: &Model, d: &Data, h: f64) {
        let other = |b: &usize| {
            let kind = d.rows.info[*b].kind;
            !kind.is_contact() && !is_plain(m, d, *b) && !is_connect(m, d, *b)
        };
        let blocks: Vec<usize> = (0..d.rows.nblock()).filter(other).collect();
        if blocks.is_empty() {
            return;
        }
        let plan = Plan { blocks, ..Plan::default() };
        soft.vary.start(m, d);
        let w: Vec<f64> = d.state.qvel.iter().zip(&soft.qacc).map(|(v, a)| v + h * a).collect();
        for k in 0..m.size.nv {
            match soft.vary.position(m, d, &plan, k) {
                Some(along) => self.varied_rows(soft, d, &plan, &along, Span { h, a: &[], w: &w }, k),
                None => soft.kinks.column(k),
            }
        }
    }

    /// ∂x/∂t of a block.
    fn lengths(&self, soft: &mut Soft, d: &Data, b: usize, h: f64, stiffness: f64, moment: Moment) {
        if moment == Moment::Instant {
            return;
        }
        let last = soft.g.cols - 1;
        for (n, i) in d.rows.range(b).enumerate() {
            let gap = if n == 0 { stiffness * (d.rows.pos[i] - d.rows.margin[i]) / h } else { 0.0 };
            soft.lin.add(i, last, d.rows.aref[i] / h - gap);
        }
    }

    /// What ∂x/∂t does to the friction of a contact that slides.
    fn slope_by_length(&self, soft: &mut Soft, d: &Data, b: usize, push: &Push) {
        let (first, last) = (d.rows.range(b).start, soft.g.cols - 1);
        if !matches!(self.zones[b], Zone::Slides(_)) {
            return;
        }
        for i in 1..push.dim {
            let df: f64 = (1..push.dim).map(|l| -push.c[i][l] * soft.lin.row(first + l)[last]).sum();
            for (&j, x) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, i)) {
                soft.g.add(j as usize, last, x * df);
            }
        }
    }

    /// dJ of the rows of the plan along q_k: into ρ and dx.
    pub(super) fn varied_rows(
        &self,
        soft: &mut Soft,
        d: &Data,
        plan: &Plan,
        along: &Along,
        over: Span<'_>,
        k: usize,
    ) {
        let Span { h, w, .. } = over;
        for (&b, (dj, ..)) in plan.blocks.iter().zip(&along.blocks) {
            let (r, stride) = (d.rows.range(b), d.rows.jac.blocks[b].stride as usize);
            let dofs = d.rows.jac.dofs(b);
            for (n, i) in r.enumerate() {
                let row = &dj[n * stride..n * stride + dofs.len()];
                let dx = row.iter().zip(dofs).map(|(x, &j)| x * w[j as usize]).sum::<f64>() / h;
                soft.lin.add(i, k, dx);
                let f = soft.f[i];
                for (x, &j) in row.iter().zip(dofs) {
                    soft.g.add(j as usize, k, x * f);
                }
            }
        }
    }
}

/// ∂x/∂φ and the rate with which x_N answers to velocities.
fn law_of(d: &Data, b: usize, h: f64, moment: Moment) -> (f64, f64) {
    let i = d.rows.range(b).start;
    let kind = d.rows.info[b].kind;
    let gap = d.rows.pos[i] - d.rows.margin[i];
    if !kind.is_contact() && !matches!(kind, RowKind::LimitJoint | RowKind::LimitTendon) {
        return (0.0, 1.0 / h);
    }
    let (u, target) = (d.rows.vel[i], stiction_constraint::rows::target(&d.rows, i, h));
    // rebounds: b = −e u
    if u < 0.0 && target > 1e-9 * u.abs() {
        return (0.0, (1.0 - target / u) / h);
    }
    let open = moment != Moment::Instant && gap > 0.0;
    (if open { 1.0 / (h * h) } else { 0.0 }, 1.0 / h)
}

/// Force, slope and laws of a contact; `law`: damping of the tangents, of the normal, ∂x/∂φ.
pub(super) fn push_of(soft: &Soft, d: &Data, b: usize, zone: Zone, law: [f64; 3]) -> Push {
    let range = d.rows.range(b);
    let (first, dim) = (range.start, range.len());
    let mut out = Push {
        dim,
        f: [0.0; 6],
        c: [[0.0; 6]; 6],
        damping: [law[0]; 6],
        stiffness: law[2],
        growth: 0.0,
        held: Some(first),
    };
    out.damping[0] = law[1];
    if zone == Zone::Open {
        return out;
    }
    out.f[..dim].copy_from_slice(&soft.f[range.clone()]);
    if let (Zone::Slides(_), Cone::Ellipse(e)) = (zone, &d.rows.info[b].cone) {
        let x = &soft.x[range];
        let s = (1..dim).map(|j| (e.mu[j - 1] * x[j]).powi(2)).sum::<f64>().sqrt();
        if s > 0.0 {
            for i in 1..dim {
                let mi = e.mu[i - 1] * e.mu[i - 1];
                for j in 1..dim {
                    let mj = e.mu[j - 1] * e.mu[j - 1];
                    let unit = if i == j { mi / s } else { 0.0 };
                    out.c[i][j] = out.f[0] * (unit - mi * x[i] * mj * x[j] / (s * s * s));
                }
            }
        }
    }
    out
}

/// ½ d(J̇v) of connects and welds, whose targets foresee how they turn: differenced, poses and velocities alone.
pub(super) fn turning_loops(soft: &mut Soft, m: &Model, d: &Data, h: f64) {
    use stiction_model::kinds::EqKind;
    let turns = |b: usize| {
        let kind = (d.rows.info[b].kind == RowKind::Equality)
            .then(|| m.eq.kind[d.rows.info[b].id as usize].get())
            .flatten();
        matches!(kind, Some(EqKind::Connect | EqKind::Weld))
    };
    let rows: Vec<usize> = (0..d.rows.nblock()).filter(|&b| turns(b)).flat_map(|b| d.rows.range(b)).collect();
    if rows.is_empty() {
        return;
    }
    let (nv, last) = (m.size.nv, soft.g.cols - 1);
    let [mut up, mut down] = [d.rows.clone(), d.rows.clone()];
    soft.vary.start(m, d);
    for k in 0..2 * nv {
        // quadratic in velocities: any step is exact
        let step = if k < nv { crate::vary::STEP } else { 1.0 };
        soft.vary.loops(m, d, k, step, &mut up);
        soft.vary.loops(m, d, k, -step, &mut down);
        for &i in &rows {
            soft.lin.add(i, k, -0.5 * (up.aref[i] - down.aref[i]) / (2.0 * step));
        }
    }
    up.aref.fill(0.0);
    stiction_constraint::rows::subtract_jdot_v(m, &row_input(d), &mut up, 1.0, |_| true);
    // a_ref/h has them, ∂a_ref/∂h does not
    rows.iter().for_each(|&i| soft.lin.add(i, last, -0.5 * up.aref[i] / h));
}

/// Velocities and gaps of rows whose J is differenced ([`Partition::varied_rows`] adds dJ).
fn add_held_varied(soft: &mut Soft, m: &Model, d: &Data, b: usize, [damping, stiffness]: [f64; 2]) {
    let nv = m.size.nv;
    for (n, i) in d.rows.range(b).enumerate() {
        for (&j, x) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, n)) {
            soft.lin.add(i, nv + j as usize, damping * x);
            soft.lin.add(i, j as usize, stiffness * x);
        }
    }
}
