//! Lengths that something depends on: tendons that pull or are held, and joints that equalities name; their paths, the rows along them, and those of welds.

use crate::actuators;
use crate::pose::Pose;
use crate::tables::Builder;
use stiction_kernel::tables::{geom, length, line, push, stretch, weld};
use stiction_model::Model;
use stiction_model::ids::{Object, ObjectId, SiteId};
use stiction_model::kinds::{EqKind, Integrator, JointKind, ObjKind, TendonKind, TrnKind, WrapKind, disable};
use stiction_spatial::{Quat, Vec3};

/// What a length is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    Tendon(usize),
    Joint(usize),
    /// The site that an actuator pushes.
    Site(usize),
}

/// Equalities that hold.
pub(crate) fn active(m: &Model) -> impl Iterator<Item = usize> + '_ {
    let off = m.disabled(disable::EQUALITY) || m.disabled(disable::CONSTRAINT);
    (0..m.size.neq).filter(move |&e| !off && m.eq.active0[e])
}

fn limited(m: &Model, t: usize) -> bool {
    m.tendon.limited[t] && !m.disabled(disable::LIMIT) && !m.disabled(disable::CONSTRAINT)
}

fn rubs(m: &Model, t: usize) -> bool {
    m.tendon.frictionloss[t] != 0.0 && !m.disabled(disable::FRICTIONLOSS) && !m.disabled(disable::CONSTRAINT)
}

/// Ball joints with limits.
fn balls(m: &Model) -> impl Iterator<Item = usize> + '_ {
    let off = m.disabled(disable::LIMIT) || m.disabled(disable::CONSTRAINT);
    let ball = |&j: &usize| m.jnt.kind[j] == JointKind::Ball && m.jnt.limited[j];
    (0..m.size.njnt).filter(ball).filter(move |_| !off)
}

/// Whether a tendon has a limit or rubs, or a ball joint has a limit.
pub(crate) fn any_rows(m: &Model) -> bool {
    balls(m).next().is_some() || (0..m.size.ntendon).any(|t| limited(m, t) || rubs(m, t))
}

/// Whether an actuator pulls something, by the switches of the model.
pub(crate) fn works(m: &Model, actuator: usize) -> bool {
    let group = m.actuator.group[actuator];
    let off = (0..=30).contains(&group) && m.opt.disableactuator & (1 << group) != 0;
    !off && !m.disabled(disable::ACTUATION)
}

/// The lengths, tendons first. A tendon that nothing depends on is not among them.
pub(crate) fn list(m: &Model) -> Vec<Length> {
    let held = |t: usize| {
        active(m).any(|e| {
            m.eq.kind[e] == EqKind::Tendon && (m.eq.obj1id[e] == t.into() || m.eq.obj2id[e] == t.into())
        })
    };
    let pulled = |t: usize| {
        (0..m.size.nactuator).any(|a| {
            m.actuator.trntype[a] == TrnKind::Tendon && m.actuator.trnid[a][0] == t.into() && works(m, a)
        })
    };
    let x = &m.tendon;
    let passive = |t: usize| x.stiffness[t] != 0.0 || x.damping[t] != 0.0 || x.armature[t] != 0.0;
    let used = |&t: &usize| passive(t) || limited(m, t) || rubs(m, t) || held(t) || pulled(t);
    let mut out: Vec<Length> = (0..m.size.ntendon).filter(used).map(Length::Tendon).collect();
    for e in active(m).filter(|&e| m.eq.kind[e] == EqKind::Joint) {
        for j in [m.eq.obj1id[e], m.eq.obj2id[e]].into_iter().filter_map(ObjectId::get).map(ObjectId::idx) {
            if !out.contains(&Length::Joint(j)) {
                out.push(Length::Joint(j));
            }
        }
    }
    let moves = |a: usize| m.body.dofnum[m.body.weldid[body_of_site(m, a)]] > 0;
    let pushes = |&a: &usize| m.actuator.trntype[a] == TrnKind::Site && works(m, a) && moves(a);
    out.extend((0..m.size.nactuator).filter(pushes).map(Length::Site));
    out
}

/// The body whose site an actuator pushes.
fn body_of_site(m: &Model, actuator: usize) -> usize {
    m.site.bodyid[m.actuator.trnid[actuator][0].site().max(SiteId::FIRST)].idx()
}

/// The sites that actuators push, with force and torque of their gears in the frames of links.
fn pushes(b: &mut Builder<'_>, all: &[Length]) {
    let m = b.m;
    let (f0, u0) = (b.numbers.len(), b.indices.len());
    (b.shape.push_f, b.shape.push_u) = (f0 as u32, u0 as u32);
    b.numbers.resize(f0 + 32 * push::SIZE as usize, 0.0);
    for (k, x) in all.iter().enumerate() {
        let Length::Site(a) = *x else { continue };
        let (site, body) = (m.actuator.trnid[a][0].site().max(SiteId::FIRST), body_of_site(m, a));
        let at = b.links.at[body].then(&Pose::new(m.site.pos[site], m.site.quat[site]));
        let g = m.actuator.gear[m.actuator.outadr[a]];
        let (force, torque) = (at.rotate(Vec3([g[0], g[1], g[2]])), at.rotate(Vec3([g[3], g[4], g[5]])));
        let i = b.shape.npush as usize;
        for (f, x) in at.p.0.iter().chain(&force.0).chain(&torque.0).enumerate() {
            b.numbers[f0 + f * 32 + i] = *x;
        }
        b.indices.push(b.code(body) | (k as u32) << 16);
        b.shape.npush += 1;
        b.wide = true;
    }
}

/// Features of tendons that are not there.
pub(crate) fn check(m: &Model, no: &mut impl FnMut(bool, &str)) {
    for length in list(m) {
        let Length::Tendon(t) = length else { continue };
        let x = &m.tendon;
        no(x.armature[t] != 0.0, "tendons with armature");
        no(
            x.stiffnesspoly[t] != [0.0; 2] || x.dampingpoly[t] != [0.0; 2],
            "tendons with polynomial springs or dampers",
        );
        no(x.actfrclimited[t], "limits of the total force on a tendon");
        let fast = m.opt.integrator == Integrator::Implicitfast as i32;
        no(fast && !one_chain(m, t), "tendons between branches under implicitfast");
    }
}

/// Whether all dofs of a tendon are on one chain: their derivatives are then in the pattern of the inertia.
fn one_chain(m: &Model, t: usize) -> bool {
    let cols = &m.sparse.ten_J_colind[m.sparse.tendon(t)];
    cols.windows(2).all(|w| {
        let mut k = w[1];
        while k > w[0] {
            k = m.dof.parentid[k as usize].number();
        }
        k == w[0]
    })
}

/// Lengths with their springs, their actuators, their paths and their rows.
pub(crate) fn lengths(b: &mut Builder<'_>) {
    let m = b.m;
    let all = list(m);
    if all.len() > 32 {
        b.missing.push(format!(
            "more than 32 tendons, joints of equalities and sites that actuators push ({})",
            all.len()
        ));
        return;
    }
    b.full |= !all.is_empty();
    b.shape.nlength = all.len() as u32;
    b.shape.length_f = b.numbers.len() as u32;
    let first = b.numbers.len();
    let springs = first + 32 * all.len();
    b.numbers.resize(springs + 32 * length::SIZE as usize, 0.0);
    let mut paths = Vec::new();
    for (k, &x) in all.iter().enumerate() {
        match x {
            Length::Site(_) => {}
            Length::Joint(j) => b.numbers[first + 32 * k + m.jnt.dofadr[j].idx()] = 1.0,
            Length::Tendon(t) => {
                if m.tendon.kind[t] == TendonKind::Fixed {
                    for w in m.tendon.wraps(t) {
                        let dof = m.jnt.dofadr[m.wrap.objid[w].joint()].idx();
                        b.numbers[first + 32 * k + dof] += m.wrap.prm[w];
                    }
                } else {
                    path(m, t, |s| paths.push((k, s)));
                }
                let mut put = |f: u32, x: f64| b.numbers[springs + (f * 32) as usize + k] = x;
                if !m.disabled(disable::SPRING) {
                    put(length::STIFFNESS, m.tendon.stiffness[t]);
                }
                if !m.disabled(disable::DAMPER) {
                    put(length::DAMPING, m.tendon.damping[t]);
                }
                put(length::LOWER, m.tendon.lengthspring[t][0]);
                put(length::UPPER, m.tendon.lengthspring[t][1]);
            }
        }
    }
    let on: Vec<Vec<usize>> = all.iter().map(|x| actuators::on(m, *x)).collect();
    let slots = actuators::slots(b, &on);
    (b.shape.length_slots, b.shape.length_u) = (slots.0, slots.2);
    pushes(b, &all);
    stretches(b, &paths);
    lines(b, &all);
}

/// A stretch of a spatial path from a site to the next, perhaps over a geom.
struct Stretch {
    from: usize,
    to: usize,
    /// Geom, side site, sphere.
    over: Option<(usize, Option<usize>, bool)>,
    divisor: f64,
}

/// Calls `visit` for every stretch of spatial tendon `t`, in order.
fn path(m: &Model, t: usize, mut visit: impl FnMut(Stretch)) {
    let (adr, num) = (m.tendon.adr[t].idx(), m.tendon.num[t] as usize);
    let kind = |w: usize| m.wrap.kind[adr + w].get();
    let id = |w: usize| m.wrap.objid[adr + w].max(ObjectId::FIRST).idx();
    let (mut divisor, mut w) = (1.0, 0);
    while w + 1 < num {
        if kind(w) == Some(WrapKind::Pulley) {
            divisor = m.wrap.prm[adr + w];
        }
        if kind(w) == Some(WrapKind::Pulley) || kind(w + 1) == Some(WrapKind::Pulley) {
            w += 1;
            continue;
        }
        let round = |w: usize| matches!(kind(w), Some(WrapKind::Sphere | WrapKind::Cylinder));
        let over = round(w + 1).then(|| {
            let side = m.wrap.prm[adr + w + 1].round();
            let side = (side >= 0.0 && (side as usize) < m.site.bodyid.len()).then_some(side as usize);
            (id(w + 1), side, kind(w + 1) == Some(WrapKind::Sphere))
        });
        let next = w + if over.is_some() { 2 } else { 1 };
        if next >= num {
            return;
        }
        visit(Stretch { from: id(w), to: id(next), over, divisor });
        w = next;
    }
}

fn stretches(b: &mut Builder<'_>, all: &[(usize, Stretch)]) {
    let m = b.m;
    let n = all.len().next_multiple_of(32);
    (b.shape.nstretch, b.shape.stretch_n) = (all.len() as u32, n as u32);
    (b.shape.stretch_f, b.shape.stretch_u) = (b.numbers.len() as u32, b.indices.len() as u32);
    let (f0, u0) = (b.numbers.len(), b.indices.len());
    b.numbers.resize(f0 + n * stretch::SIZE as usize, 0.0);
    b.indices.resize(u0 + n * stretch::ISIZE as usize, geom::STATIC);
    for (k, (length, s)) in all.iter().enumerate() {
        let mut place = |u: u32, f: u32, body: usize, at: Pose| {
            let at = b.links.at[body].then(&at);
            b.indices[u0 + u as usize * n + k] = b.code(body);
            for i in 0..3 {
                b.numbers[f0 + (f as usize + i) * n + k] = at.p[i];
            }
            at.q
        };
        let site = |s: usize| (m.site.bodyid[s].idx(), Pose::new(m.site.pos[s], m.site.quat[s]));
        for (u, f, id) in [(stretch::FROM, stretch::FROM_AT, s.from), (stretch::TO, stretch::TO_AT, s.to)] {
            let (body, at) = site(id);
            place(u, f, body, at);
        }
        let mut more = vec![(stretch::PART, 1.0 / s.divisor)];
        if let Some((g, side, sphere)) = s.over {
            let at = Pose::new(m.geom.pos[g], m.geom.quat[g]);
            let turn = place(stretch::GEOM, stretch::GEOM_AT, m.geom.bodyid[g].idx(), at);
            more.extend((0..4).map(|i| (stretch::GEOM_QUAT + i, turn.0[i as usize])));
            more.push((stretch::RADIUS, m.geom.size[g][0]));
            more.push((stretch::SPHERE, f64::from(sphere)));
            if let Some(id) = side {
                let (body, at) = site(id);
                place(stretch::SIDE, stretch::SIDE_AT, body, at);
                more.push((stretch::SIDED, 1.0));
            }
        }
        for (f, x) in more {
            b.numbers[f0 + f as usize * n + k] = x;
        }
        b.indices[u0 + stretch::LENGTH as usize * n + k] = *length as u32;
    }
}

/// One row along a length, or two.
#[derive(Default)]
struct Line {
    kind: u32,
    lengths: [usize; 2],
    class: [f64; 9],
    weight: f64,
    more: Vec<(u32, f64)>,
}

/// The bodies that an equality of points or a weld holds, and where on them.
pub(crate) fn sides(m: &Model, e: usize) -> [(usize, Pose); 2] {
    let id = [m.eq.obj1id[e].idx(), m.eq.obj2id[e].idx()];
    if m.eq.objtype[e] == ObjKind::Site {
        return id.map(|s| (m.site.bodyid[s].idx(), Pose::new(m.site.pos[s], m.site.quat[s])));
    }
    let d = &m.eq.data[e];
    let at = |k: usize| Vec3([d[k], d[k + 1], d[k + 2]]);
    let weld = m.eq.kind[e] == EqKind::Weld;
    // a connect keeps the place on the first body first, a weld that on the second
    let turn = if weld { Quat([d[6], d[7], d[8], d[9]]) } else { Quat::IDENTITY };
    let [one, two] = if weld { [at(3), at(0)] } else { [at(0), at(3)] };
    [(id[0], Pose::new(one, turn)), (id[1], Pose::new(two, Quat::IDENTITY))]
}

/// Welds: their sides, and six rows each.
fn welds(b: &mut Builder<'_>) -> Vec<Line> {
    let m = b.m;
    let all: Vec<usize> = active(m).filter(|&e| m.eq.kind[e] == EqKind::Weld).collect();
    let mut rows = Vec::new();
    if all.is_empty() || all.len() > 32 {
        // more have more rows than there is room for, which is said there
        rows.resize_with(6 * all.len(), Line::default);
        return rows;
    }
    let (f0, u0) = (b.numbers.len(), b.indices.len());
    b.wide = true;
    (b.shape.nweld, b.shape.weld_f, b.shape.weld_u) = (all.len() as u32, f0 as u32, u0 as u32);
    b.numbers.resize(f0 + 32 * weld::SIZE as usize, 0.0);
    b.indices.resize(u0 + 64, geom::STATIC);
    for (k, &e) in all.iter().enumerate() {
        let held = sides(m, e);
        let [one, two] = held.each_ref().map(|(body, _)| b.links.of[*body]);
        if one == two {
            b.missing.push(format!("equality {e}: two bodies that do not move against each other"));
        }
        for (side, (body, at)) in held.iter().enumerate() {
            b.indices[u0 + 32 * side + k] = b.code(*body);
            let at = b.links.at[*body].then(at);
            for (f, x) in at.p.0.iter().chain(&at.q.0).enumerate() {
                b.numbers[f0 + (weld::SIDE as usize * side + f) * 32 + k] = *x;
            }
        }
        b.numbers[f0 + (weld::SCALE * 32) as usize + k] = m.eq.data[e][10];
        let class = b.class(m.eq.solref[e], m.eq.solimp[e], &format!("equality {e}"));
        for row in 0..6 {
            let weight = held.iter().map(|(body, _)| m.body.invweight0[*body][row / 3]).sum();
            rows.push(Line { kind: line::WELD, lengths: [row, k], class, weight, more: Vec::new() });
        }
    }
    rows
}

fn lines(b: &mut Builder<'_>, all: &[Length]) {
    let m = b.m;
    let place = |x: Length| all.iter().position(|&y| y == x).unwrap_or(0);
    let mut rows = welds(b);
    for e in active(m) {
        let of: fn(usize) -> Length = match m.eq.kind[e].get() {
            Some(EqKind::Joint) => Length::Joint,
            Some(EqKind::Tendon) => Length::Tendon,
            _ => continue,
        };
        let rest = |x: Length| match x {
            Length::Joint(j) => m.qpos0[m.jnt.qposadr[j]],
            Length::Tendon(t) => m.tendon.length0[t],
            Length::Site(_) => 0.0,
        };
        let heavy = |x: Length| match x {
            Length::Joint(j) => m.dof.invweight0[m.jnt.dofadr[j]],
            Length::Tendon(t) => m.tendon.invweight0[t],
            Length::Site(_) => 0.0,
        };
        let one = of(m.eq.obj1id[e].idx());
        let two = m.eq.obj2id[e].get().map(|o| of(o.idx()));
        let mut more = vec![(line::POLYNOMIAL, m.eq.data[e][0]), (line::REFERENCE, rest(one))];
        if let Some(two) = two {
            more.extend((1..5).map(|k| (line::POLYNOMIAL + k, m.eq.data[e][k as usize])));
            more.push((line::REFERENCE + 1, rest(two)));
        }
        rows.push(Line {
            kind: line::EQUALITY,
            lengths: [place(one), place(two.unwrap_or(one))],
            class: b.class(m.eq.solref[e], m.eq.solimp[e], &format!("equality {e}")),
            weight: heavy(one) + two.map_or(0.0, heavy),
            more,
        });
    }
    for t in (0..m.size.ntendon).filter(|&t| all.contains(&Length::Tendon(t))) {
        let (x, k) = (&m.tendon, place(Length::Tendon(t)));
        if rubs(m, t) {
            rows.push(Line {
                kind: line::FRICTION,
                lengths: [k; 2],
                class: b.class(x.solref_fri[t], x.solimp_fri[t], &format!("tendon {t}")),
                weight: x.invweight0[t],
                more: vec![(line::LOSS, x.frictionloss[t])],
            });
        }
        if limited(m, t) {
            let ([lower, upper], margin) = (x.range[t], x.margin[t]);
            if upper - lower <= 2.0 * margin {
                b.missing.push(format!("tendon {t}: a range within twice its margin"));
            }
            rows.push(Line {
                kind: line::LIMIT,
                lengths: [k; 2],
                class: b.class(x.solref_lim[t], x.solimp_lim[t], &format!("tendon {t}")),
                weight: x.invweight0[t],
                more: vec![(line::LOWER, lower), (line::UPPER, upper), (line::MARGIN, margin)],
            });
        }
    }
    for j in balls(m) {
        let (dof, [lower, upper]) = (m.jnt.dofadr[j].idx(), m.jnt.range[j]);
        rows.push(Line {
            kind: line::BALL,
            lengths: [dof; 2],
            class: b.class(m.jnt.solref[j], m.jnt.solimp[j], &format!("joint {j}")),
            weight: m.dof.invweight0[dof],
            more: vec![(line::UPPER, lower.max(upper)), (line::MARGIN, m.jnt.margin[j])],
        });
    }
    b.full |= !rows.is_empty();
    if rows.len() > 32 {
        b.missing.push(format!("more than 32 rows of welds, and along tendons and joints ({})", rows.len()));
        return;
    }
    b.shape.nline = rows.len() as u32;
    let (f0, u0) = (b.numbers.len(), b.indices.len());
    (b.shape.line_f, b.shape.line_u) = (f0 as u32, u0 as u32);
    b.numbers.resize(f0 + 32 * line::SIZE as usize, 0.0);
    b.indices.resize(u0 + 32, 0);
    for (k, r) in rows.iter().enumerate() {
        b.indices[u0 + k] = r.kind | (r.lengths[0] as u32) << 8 | (r.lengths[1] as u32) << 16;
        let class = r.class.iter().enumerate().map(|(f, x)| (f as u32, *x));
        let weight = [(line::WEIGHT, r.weight.max(1e-15))];
        for (f, x) in class.chain(weight).chain(r.more.iter().copied()) {
            b.numbers[f0 + (f * 32) as usize + k] = x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tendons_that_nothing_depends_on_are_left_out() {
        let model = |more: &str| {
            let xml = format!(
                "<mujoco><worldbody><body><joint name='a'/><geom size='.1'/></body></worldbody>
                <tendon><fixed name='t' {more}><joint joint='a' coef='2'/></fixed></tendon></mujoco>"
            );
            stiction::load_string(&xml, &stiction::NoAssets).map(|l| l.model)
        };
        let count = |more: &str| model(more).map_or(99, |m| list(&m).len());
        assert_eq!([count(""), count("stiffness='1'"), count("limited='true' range='0 1'")], [0, 1, 1]);
    }
}
