//! Contacts, constraint rows and their forces as numbers, for copies that leave the process.
//!
//! One walk over the fields serves both ways: what is written is what is read. Rows of the user's constraints are code, which does not
//! travel; where there are any, or in the middle of a step, rows stay behind and are made again by the next step.
//!
//! Checked by: `tests/python/test_data.py`, a pickle has the rows of its original and a damaged one is refused.

use super::Data;
use crate::stage::contact::touch;
use crate::stage::rows::find_islands;
use stiction_constraint::contact::Contact;
use stiction_model::Model;
use stiction_solver::{BlockInfo, Cone, Ellipse, RowKind, RowState, Rows};

/// Numbers on their way out, or in.
trait Walk {
    /// True if numbers come in.
    const IN: bool;
    /// One number.
    fn real(&mut self, x: &mut f64) -> Option<()>;
    /// One integer.
    fn whole(&mut self, x: &mut i32) -> Option<()> {
        let mut real = f64::from(*x);
        self.real(&mut real)?;
        let inside = real.fract() == 0.0 && real.abs() <= f64::from(i32::MAX);
        inside.then(|| *x = real as i32)
    }
    /// The length of a list.
    fn count(&mut self, n: usize) -> Option<usize> {
        let mut n = i32::try_from(n).ok()?;
        self.whole(&mut n)?;
        usize::try_from(n).ok()
    }
    fn reals(&mut self, all: &mut [f64]) -> Option<()> {
        all.iter_mut().try_for_each(|x| self.real(x))
    }
    fn wholes(&mut self, all: &mut [i32]) -> Option<()> {
        all.iter_mut().try_for_each(|x| self.whole(x))
    }
    /// A list of numbers whose length is known from elsewhere.
    fn list(&mut self, all: &mut Vec<f64>, n: usize) -> Option<()> {
        all.resize(n, 0.0);
        self.reals(all)
    }
}

struct Out<'a>(&'a mut Vec<f64>);

impl Walk for Out<'_> {
    const IN: bool = false;
    fn real(&mut self, x: &mut f64) -> Option<()> {
        self.0.push(*x);
        Some(())
    }
}

struct In<'a>(&'a [f64]);

impl Walk for In<'_> {
    const IN: bool = true;
    fn real(&mut self, x: &mut f64) -> Option<()> {
        let (first, rest) = self.0.split_first()?;
        (*x, self.0) = (*first, rest);
        Some(())
    }
    /// A list is not longer than what follows.
    fn count(&mut self, _n: usize) -> Option<usize> {
        let mut n = 0;
        self.whole(&mut n)?;
        usize::try_from(n).ok().filter(|n| *n <= self.0.len())
    }
}

/// What travels.
#[derive(Clone, Default)]
struct Carried {
    contacts: Vec<Contact>,
    rows: Rows,
    counts: [i32; 3],
    weight: Vec<f64>,
    force: Vec<f64>,
    state: Vec<RowState>,
    b: Vec<f64>,
    warm: Vec<f64>,
}

fn contact(w: &mut impl Walk, c: &mut Contact) -> Option<()> {
    let reals = [&mut c.dist, &mut c.includemargin, &mut c.adhesion, &mut c.mu];
    reals.into_iter().try_for_each(|x| w.real(x))?;
    w.reals(&mut c.pos.0)?;
    w.reals(&mut c.frame.0)?;
    w.reals(&mut c.friction)?;
    w.reals(&mut c.solref)?;
    w.reals(&mut c.solreffriction)?;
    w.reals(&mut c.solimp)?;
    w.reals(&mut c.surfacevel)?;
    w.wholes(&mut c.geom)?;
    [&mut c.dim, &mut c.exclude, &mut c.efc_address].into_iter().try_for_each(|x| w.whole(x))
}

const KINDS: [RowKind; 9] = [
    RowKind::Equality,
    RowKind::FrictionDof,
    RowKind::FrictionTendon,
    RowKind::LimitJoint,
    RowKind::LimitTendon,
    RowKind::ContactFrictionless,
    RowKind::ContactPyramidal,
    RowKind::ContactElliptic,
    RowKind::User,
];

fn info(w: &mut impl Walk, i: &mut BlockInfo) -> Option<()> {
    let mut kind = i.kind as i32;
    w.whole(&mut kind)?;
    i.kind = *KINDS.get(usize::try_from(kind).ok()?)?;
    w.whole(&mut i.id)?;
    let (mut cone, mut ellipse) = match i.cone {
        Cone::Free => (0, Ellipse::default()),
        Cone::Orthant => (1, Ellipse::default()),
        Cone::Interval => (2, Ellipse::default()),
        Cone::Ellipse(e) => (3, e),
    };
    w.whole(&mut cone)?;
    w.reals(&mut ellipse.mu)?;
    w.real(&mut ellipse.mu_reg)?;
    i.cone = *[Cone::Free, Cone::Orthant, Cone::Interval, Cone::Ellipse(ellipse)]
        .get(usize::try_from(cone).ok()?)?;
    Some(())
}

fn rows<W: Walk>(w: &mut W, rows: &mut Rows, nv: usize) -> Option<()> {
    let nblock = w.count(rows.nblock())?;
    for b in 0..nblock {
        let (mut what, mut dofs, dim) = if W::IN {
            (BlockInfo { kind: RowKind::Equality, id: 0, cone: Cone::Free }, Vec::new(), 0)
        } else {
            let dofs = rows.jac.dofs(b).iter().map(|d| *d as i32).collect();
            (rows.info[b], dofs, rows.range(b).len())
        };
        info(w, &mut what)?;
        let dim = w.count(dim)?;
        let n = w.count(dofs.len())?;
        dofs.resize(n, 0);
        w.wholes(&mut dofs)?;
        if W::IN {
            let ascending = dofs.windows(2).all(|p| p[0] < p[1]);
            let dofs: Vec<u32> = dofs.iter().map(|d| u32::try_from(*d).ok()).collect::<Option<_>>()?;
            if dim == 0 || !ascending || dofs.last().is_some_and(|d| *d as usize >= nv) {
                return None;
            }
            rows.push(what, &dofs, dim);
        }
        w.reals(rows.jac.vals_mut(b))?;
    }
    let Rows { aref, r, d, frictionloss, pos, margin, vel, kbip, diag, .. } = rows;
    for v in [aref, r, d, frictionloss, pos, margin, vel, diag] {
        w.reals(v)?;
    }
    kbip.iter_mut().try_for_each(|k| w.reals(k))
}

const STATES: [RowState; 5] =
    [RowState::Satisfied, RowState::Quadratic, RowState::LinearNeg, RowState::LinearPos, RowState::Cone];

impl Carried {
    fn walk<W: Walk>(&mut self, w: &mut W, nv: usize) -> Option<()> {
        let n = w.count(self.contacts.len())?;
        self.contacts.resize(n, Contact::default());
        self.contacts.iter_mut().try_for_each(|c| contact(w, c))?;
        rows(w, &mut self.rows, nv)?;
        w.wholes(&mut self.counts)?;
        let n = w.count(self.weight.len())?;
        w.list(&mut self.weight, n)?;
        let n = w.count(self.force.len())?;
        w.list(&mut self.force, n)?;
        let n = w.count(self.b.len())?;
        w.list(&mut self.b, n)?;
        let n = w.count(self.state.len())?;
        self.state.resize(n, RowState::Satisfied);
        for s in &mut self.state {
            let mut number = *s as i32;
            w.whole(&mut number)?;
            *s = *STATES.get(usize::try_from(number).ok()?)?;
        }
        let n = w.count(self.warm.len())?;
        w.list(&mut self.warm, n)
    }

    /// True if rows, contacts and forces belong together: in the middle of a step they do not.
    fn is_whole(&self) -> bool {
        let below = |i: i32, n: usize| usize::try_from(i).is_ok_and(|i| i < n);
        let nrow = self.rows.jac.nrow();
        let lengths = [self.weight.len(), self.force.len(), self.b.len(), self.state.len()];
        self.rows.info.iter().all(|i| !i.kind.is_contact() || below(i.id, self.contacts.len()))
            && self.contacts.iter().all(|c| c.efc_address == -1 || below(c.efc_address, nrow))
            && self.counts.iter().all(|c| below(*c, nrow + 1))
            && lengths.iter().all(|n| *n == 0 || *n == nrow)
    }

    /// True if everything names what the model has.
    fn fits(&self, m: &Model) -> bool {
        let below = |i: i32, n: usize| usize::try_from(i).is_ok_and(|i| i < n);
        let s = &m.size;
        let named = self.rows.info.iter().all(|i| match i.kind {
            RowKind::Equality => below(i.id, s.neq),
            RowKind::FrictionDof => below(i.id, s.nv),
            RowKind::FrictionTendon | RowKind::LimitTendon => below(i.id, s.ntendon),
            RowKind::LimitJoint => below(i.id, s.njnt),
            RowKind::User => false,
            _ => true,
        });
        let touching =
            |c: &Contact| c.geom.iter().all(|g| below(*g, s.ngeom)) && matches!(c.dim, 1 | 3 | 4 | 6);
        self.is_whole() && named && self.contacts.iter().all(touching)
    }
}

impl Data {
    /// Contacts, rows, their forces and what hard steps start from, as numbers.
    pub fn carried(&self) -> Vec<f64> {
        let n = &self.counts;
        let mut all = Carried {
            contacts: self.contacts.list.clone(),
            rows: self.rows.clone(),
            counts: [n.ne, n.nf, n.nl].map(|n| n as i32),
            weight: n.weight.clone(),
            force: self.solution.efc_force.clone(),
            b: self.solution.efc_b.clone(),
            state: self.solution.efc_state.clone(),
            warm: Vec::new(),
        };
        if !all.is_whole() || all.rows.info.iter().any(|i| i.kind == RowKind::User) {
            all = Carried { contacts: all.contacts, ..Carried::default() };
            all.contacts.iter_mut().for_each(|c| c.efc_address = -1);
        }
        self.warm_start(&mut all.warm);
        if !all.warm.iter().all(|x| x.is_finite()) {
            all.warm.clear(); // nothing to start from
        }
        let mut out = Vec::new();
        // nothing that goes out can fail
        let _ = all.walk(&mut Out(&mut out), self.solution.qacc.len());
        out
    }

    /// Sets what [`Data::carried`] gave. False, and nothing changes, if it was not made by it from data of this model.
    pub fn carry(&mut self, m: &Model, numbers: &[f64]) -> bool {
        let (mut all, mut from) = (Carried::default(), In(numbers));
        let read = all.walk(&mut from, m.size.nv).is_some() && from.0.is_empty();
        if !read || !all.fits(m) || !self.set_warm_start(&all.warm) {
            return false;
        }
        let s = &mut self.stages;
        s.contacts.open().list = all.contacts;
        *s.rows.open() = all.rows;
        let (counts, solution) = (s.counts.open(), s.solution.open());
        [counts.ne, counts.nf, counts.nl] = all.counts.map(|n| n as usize);
        counts.weight = all.weight;
        (solution.efc_force, solution.efc_b, solution.efc_state) = (all.force, all.b, all.state);
        touch(m, s);
        find_islands(m, s);
        true
    }
}
