//! Poses of all joint frames and the motion axes of all dofs. Lane = dof.
//!
//! X_i = X_parent(i) · X_local(i), by doubling over the tree of dofs: after k rounds a lane holds the product of its last 2ᵏ dofs.   (1)
//! s_i = (a, p × a) of a rotation about a through p;  (0, a) of a translation along a                                         (2)
//!
//! Positions are relative to the origin that [`crate::tables::Shape::origin`] names, so that single precision does not depend on where a
//! robot has walked to. Joints with quaternions keep x, y, z in the lanes of their rotations and w in a register of its own.
//!
//! Writes s to shared memory, word [`AXIS`] · dof.

use crate::lanes::{Lane, Lanes};
use crate::math::*;
use crate::real::Real;
use crate::step::State;
use crate::tables::{AXIS, Shape, dof, flag, idof, switch, world};

/// Frames after every dof, and motion axes.
pub struct Poses<F: Real, G: Lanes<F>> {
    /// Position.
    pub p: G::Reg<V3<F>>,
    /// Orientation.
    pub q: G::Reg<Q4<F>>,
    /// Motion axis.
    pub s: G::Reg<V6<F>>,
    /// Origin in the world.
    pub origin: V3<F>,
}

/// Number `field` of this lane's dof.
#[inline(always)]
pub fn num<F: Real, G: Lanes<F>>(g: &G, l: Lane, field: u32) -> F {
    g.number(world::SIZE + field * 32 + l.id())
}
/// Three of them.
#[inline(always)]
pub fn num3<F: Real, G: Lanes<F>>(g: &G, l: Lane, field: u32) -> V3<F> {
    [num(g, l, field), num(g, l, field + 1), num(g, l, field + 2)]
}
/// Integer `field` of this lane's dof.
#[inline(always)]
pub fn int<F: Real, G: Lanes<F>>(g: &G, l: Lane, field: u32) -> u32 {
    g.index(field * 32 + l.id())
}

/// Lane of the ancestor 2ᵏ dofs up, with 32 added if there is one.
#[inline(always)]
fn up(ancestors: u32, k: u32) -> u32 {
    (ancestors >> (6 * k)) & 63
}

/// Sums x from the root to every dof.
#[inline(always)]
pub fn sum_down<F: Real, G: Lanes<F>, const N: usize>(
    g: &G,
    sh: &Shape,
    ancestors: &G::Reg<u32>,
    x: &mut G::Reg<[F; N]>,
) {
    let levels = g.opaque(sh.levels);
    let mut k = 0;
    while k < levels {
        let t = g.shuffle_n(x, |l| up(ancestors[l], k));
        g.each(|l| {
            let there = sel(up(ancestors[l], k) & 32 != 0, F::of(1.0), F::of(0.0));
            let (a, b) = (&mut x[l], &t[l]);
            for c in 0..N {
                a[c] = b[c].fma(there, a[c]);
            }
        });
        k += 1;
    }
}

/// Equations (1) and (2).
#[inline(always)]
pub fn poses<F: Real, G: Lanes<F>>(
    g: &G,
    sh: &Shape,
    st: &State<F, G>,
    ancestors: &G::Reg<u32>,
) -> Poses<F, G> {
    let zero = F::of(0.0);
    let mut origin = [zero; 3];
    if sh.origin < 32 {
        origin = [g.take(&st.q, sh.origin), g.take(&st.q, sh.origin + 1), g.take(&st.q, sh.origin + 2)];
    }
    let (mut p, mut q) = local(g, sh, st, ancestors, origin);
    let levels = g.opaque(sh.levels);
    let mut k = 0;
    while k < levels {
        let from = |l: Lane| up(ancestors[l], k);
        let (pp, pq) = (g.shuffle_n(&p, from), g.shuffle_n(&q, from));
        g.each(|l| {
            if up(ancestors[l], k) & 32 != 0 {
                p[l] = add(pp[l], rotate(pq[l], p[l]));
                q[l] = qmul(pq[l], q[l]);
            }
        });
        k += 1;
    }
    let s = axes(g, sh, &p, &q);
    Poses { p, q, s, origin }
}

/// The frame of every dof in the frame of the one before.
#[inline(always)]
fn local<F: Real, G: Lanes<F>>(
    g: &G,
    sh: &Shape,
    st: &State<F, G>,
    ancestors: &G::Reg<u32>,
    origin: V3<F>,
) -> (G::Reg<V3<F>>, G::Reg<Q4<F>>) {
    let (zero, one) = (F::of(0.0), F::of(1.0));
    let mut turn = g.fill([one, zero, zero, zero]);
    let mut shift = g.fill([zero; 3]);
    if sh.switches & switch::TURNS != 0 {
        let back = |n: u32| g.shuffle(&st.q, |l: Lane| l.id().wrapping_sub(n));
        let (x, y) = (back(2), back(1));
        let (px, py, pz) = (back(5), back(4), back(3));
        g.each(|l| {
            turn[l] = [st.w[l], x[l], y[l], st.q[l]];
            shift[l] = sub([px[l], py[l], pz[l]], origin);
        });
    }
    let (mut p, mut q) = (shift, turn);
    g.each(|l| {
        let flags = int(g, l, idof::FLAGS);
        let excess = st.q[l] - num(g, l, dof::Q0);
        let mut r = [one, zero, zero, zero];
        if flags & flag::HINGE != 0 {
            let (s, c) = (excess * F::of(0.5)).sin_cos();
            let a = scale(num3(g, l, dof::AXIS), s);
            r = [c, a[0], a[1], a[2]];
        }
        if flags & flag::TURN_LAST != 0 {
            let t = turn[l];
            let n = t[3].fma(t[3], t[2].fma(t[2], t[1].fma(t[1], t[0] * t[0])));
            let n = n.root().inv();
            r = [t[0] * n, t[1] * n, t[2] * n, t[3] * n];
        }
        let mount = [
            num(g, l, dof::QUAT),
            num(g, l, dof::QUAT + 1),
            num(g, l, dof::QUAT + 2),
            num(g, l, dof::QUAT + 3),
        ];
        let at = qmul(mount, r);
        let along = sel(flags & flag::SLIDE != 0, excess, zero);
        // a tree that stands in the world stands away from the origin
        let rooted = up(ancestors[l], 0) & 32 == 0 && flags & flag::SHIFT == 0;
        let away = sel(rooted, F::of(-1.0), zero);
        let from = axpy(away, origin, num3(g, l, dof::OFFSET));
        let from = sub(from, rotate(at, num3(g, l, dof::ANCHOR)));
        q[l] = at;
        p[l] = sel(flags & flag::FREE != 0, shift[l], axpy(along, num3(g, l, dof::SLIDE), from));
    });
    (p, q)
}

/// Equation (2).
#[inline(always)]
fn axes<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, p: &G::Reg<V3<F>>, q: &G::Reg<Q4<F>>) -> G::Reg<V6<F>> {
    let zero = F::of(0.0);
    let mut anchor = g.map(|l| add(p[l], rotate(q[l], num3(g, l, dof::ANCHOR))));
    let mut frame = *q;
    if sh.switches & switch::TURNS != 0 {
        let from = |l: Lane| int(g, l, idof::FRAME);
        anchor = g.shuffle_n(&anchor, from);
        frame = g.shuffle_n(q, from);
    }
    let mut s = g.fill([zero; 6]);
    g.sync();
    g.each(|l| {
        let flags = int(g, l, idof::FLAGS);
        let raw = num3(g, l, dof::AXIS);
        let a = sel(flags & flag::SHIFT != 0, raw, rotate(frame[l], raw));
        let turns = flags & (flag::HINGE | flag::TURN) != 0;
        s[l] = sel(turns, six(a, cross(anchor[l], a)), six([zero; 3], a));
        if l.id() < sh.nv {
            for c in 0..6 {
                g.st_c(l, AXIS * l.id(), c as u32, s[l][c]);
            }
            g.st_c(l, AXIS * l.id(), 7, zero);
        }
    });
    s
}
