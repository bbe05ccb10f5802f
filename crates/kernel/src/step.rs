//! One step of one world.

use crate::advance::{advance, drive};
use crate::collide::collide;
use crate::lanes::Lanes;
use crate::newton::Problem;
use crate::pose::{int, poses};
use crate::real::Real;
use crate::rows::{Blocks, DofRows};
use crate::tables::{PARKED, Shape, idof};
use crate::velocity::{links, motions};

/// State of a world. Lane = dof; lanes without one hold zeros.
pub struct State<F: Real, G: Lanes<F>> {
    /// Coordinate; x, y, z of a quaternion in the lanes of its rotations.
    pub q: G::Reg<F>,
    /// w of the quaternion, in the same lanes.
    pub w: G::Reg<F>,
    /// Velocity.
    pub v: G::Reg<F>,
    /// Acceleration of the last step, where the next solve begins.
    pub a: G::Reg<F>,
    /// Which rows pushed at the end of the last step: where the next solve's guess comes from.
    pub memo: G::Reg<u32>,
}

/// Applied forces. Lane = dof.
pub struct Drive<F: Real, G: Lanes<F>> {
    /// Actuators, springs and dampers.
    pub force: G::Reg<F>,
    /// −∂force/∂v, as far as the integrator takes it implicitly.
    pub damping: G::Reg<F>,
}

/// What happened, summed over steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Contacts.
    pub contacts: u32,
    /// Hessians built.
    pub builds: u32,
    /// Evaluations of line searches.
    pub searches: u32,
    /// 1 if contacts were left out, for want of lanes.
    pub over: u32,
    /// 1 if a solve ended at its most iterations.
    pub stopped: u32,
}

/// Advances the state by one step. DIM is 6 if a contact resists spin or rolling, else 3; EQ if there are equalities.
#[inline(always)]
pub fn step<F: Real, G: Lanes<F>, const DIM: usize, const EQ: bool>(
    g: &G,
    sh: &Shape,
    st: &mut State<F, G>,
    ctrl: &impl Fn(u32) -> F,
    tally: &mut Tally,
) {
    let ancestors = g.map(|l| int(g, l, idof::ANCESTORS));
    let drive = drive(g, sh, st, ctrl);
    let x = poses(g, sh, st, &ancestors);
    let mo = motions(g, sh, st, &ancestors, &x.s);
    links(g, sh, &x, &mo);
    let found = collide(g, sh, &x);
    g.sync();
    tally.contacts += found.n;
    tally.over |= u32::from(found.over);
    let b = Blocks::<F, G, DIM>::new::<EQ>(g, sh, &x, &mo, found);
    let dof = DofRows::new(g, sh, st);
    park(g, sh, st, &drive);
    let mut problem = Problem { g, sh, s: &x.s, ancestors: &ancestors, drive: &drive, b, dof };
    let a = problem.solve::<EQ>(st, tally);
    g.refresh();
    g.each(|l| {
        let at = |k: u32| g.ld_c(l, sh.park + l.id(), 32 * k);
        (st.q[l], st.w[l], st.v[l]) = (at(0), at(1), at(2));
    });
    advance(g, sh, st, &a);
}

/// What the solve does not need goes to shared memory: it leaves registers to the factor.
#[inline(always)]
fn park<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, st: &State<F, G>, drive: &Drive<F, G>) {
    g.each(|l| {
        let all = [st.q[l], st.w[l], st.v[l], drive.damping[l]];
        for k in 0..PARKED {
            g.st_c(l, sh.park + l.id(), 32 * k, all[k as usize]);
        }
    });
}
