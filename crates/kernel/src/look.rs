//! What is asked about the present state: poses and motions of frames, joints, subtrees; energies. Lane = dof, then item.
//!
//! A frame stands still in a link (or in the world). With V and A = Σ s a + B − g of the link about the origin, and r the frame's place:
//! v = V_lin + ω × r,   a = A_lin + α × r + ω × v                                                                    (1)
//!
//! E_pot = −Σ m g · c + Σ ½ k (q − q_ref)²,   E_kin = Σ ½ V · I V + Σ ½ armature q̇²                                   (2)
//!
//! An item is four words: kind and, from bit 8 on, the reference frame's number plus one; frame, coordinate or body; where its numbers stand
//! (cutoff, gear); where its values go. Nothing here belongs to a step: worlds pay for what is asked, when it is asked.

use crate::lanes::{Lane, Lanes};
use crate::math::*;
use crate::pose::{int, num, num3, poses};
use crate::real::Real;
use crate::step::State;
use crate::tables::{AXIS, Shape, dof, frame, idof, item, tree, world};
use crate::velocity::{inertia, motions, velocity};

/// Words of a dof's frame in shared memory, behind the motion axes: position, orientation, velocity, acceleration.
const WORDS: u32 = 19;

/// Words of shared memory that a look takes.
pub fn words(sh: &Shape) -> u32 {
    (AXIS + WORDS) * sh.nv.max(1)
}

/// A frame and how it moves; its place is relative to the origin of the poses, velocity and acceleration are those of its own origin.
#[derive(Clone, Copy)]
struct Seen<F> {
    p: V3<F>,
    q: Q4<F>,
    turn: V3<F>,
    v: V3<F>,
    spin: V3<F>,
    a: V3<F>,
}

/// What a look reads and writes beside the tables: items, coordinates and velocities by their address, and the values.
pub struct Access<I, Q, V, P> {
    /// Items.
    pub count: u32,
    /// The words of an item.
    pub item: I,
    /// A coordinate.
    pub qpos: Q,
    /// A velocity.
    pub qvel: V,
    /// Takes a value.
    pub put: P,
}

/// Values of all items at a state; accelerations are those of `st.a`.
#[inline(always)]
pub fn look<F: Real, G: Lanes<F>>(
    g: &G,
    sh: &Shape,
    st: &State<F, G>,
    io: &mut Access<impl Fn(u32) -> [u32; 4], impl Fn(u32) -> F, impl Fn(u32) -> F, impl FnMut(u32, F)>,
) {
    let mut origin = [F::of(0.0); 3];
    if sh.nv > 0 {
        let ancestors = g.map(|l| int(g, l, idof::ANCESTORS));
        let x = poses(g, sh, st, &ancestors);
        let mo = motions(g, sh, st, &ancestors, &x.s);
        origin = x.origin;
        g.each(|l| {
            if l.id() < sh.nv {
                let (v, a) = (velocity(&mo.va[l]), mo.bias[l]);
                let all: [F; WORDS as usize] = core::array::from_fn(|k| match k {
                    0..3 => x.p[l][k],
                    3..7 => x.q[l][k - 3],
                    7..13 => v[k - 7],
                    _ => a[k - 13] + mo.va[l][6 + k - 13],
                });
                for (k, &x) in all.iter().enumerate() {
                    g.st(l, AXIS * sh.nv + WORDS * l.id() + k as u32, x);
                }
            }
        });
        g.sync();
    }
    g.each(|l| {
        let mut i = l.id();
        while i < io.count {
            answer(g, sh, l, origin, (io.item)(i), io);
            i += 32;
        }
    });
}

/// A frame of the tables.
#[inline(always)]
fn seen<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, l: Lane, origin: V3<F>, i: u32) -> Seen<F> {
    let field = |k: u32| g.number(sh.frame_f + k * sh.nframe + i);
    let p: V3<F> = core::array::from_fn(|k| field(frame::POS + k as u32));
    let q: Q4<F> = core::array::from_fn(|k| field(frame::QUAT + k as u32));
    let dof = g.index(sh.frame_u + i);
    let gravity: V3<F> = core::array::from_fn(|k| g.number(world::GRAVITY + k as u32));
    if dof >= 32 {
        let zero = [F::of(0.0); 3];
        return Seen {
            p: sub(p, origin),
            q,
            turn: zero,
            v: zero,
            spin: zero,
            a: scale(gravity, F::of(-1.0)),
        };
    }
    let at = |k: u32| g.ld(l, AXIS * sh.nv + WORDS * dof + k);
    let (lp, lq) = ([at(0), at(1), at(2)], [at(3), at(4), at(5), at(6)]);
    let [v, a] = [7, 13].map(|k| [at(k), at(k + 1), at(k + 2), at(k + 3), at(k + 4), at(k + 5)]);
    let p = add(lp, rotate(lq, p));
    let here = crate::math::at(v, p);
    let pull = cross_add(ang(v), here, sub(crate::math::at(a, p), gravity));
    Seen { p, q: qmul(lq, q), turn: ang(v), v: here, spin: ang(a), a: pull }
}

/// Number `k` of a dof's frame.
#[inline(always)]
fn word<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, l: Lane, dof: Lane, k: u32) -> F {
    g.ld(l, AXIS * sh.nv + WORDS * dof.id() + k)
}

/// Mass, mass times centre, and momentum of everything that hangs on a body; and where the body is.
#[inline(always)]
fn gathered<F: Real, G: Lanes<F>>(
    g: &G,
    sh: &Shape,
    l: Lane,
    origin: V3<F>,
    body: u32,
) -> (F, [V3<F>; 2], V3<F>) {
    let part = |k: u32| g.number(sh.tree_f + k * sh.nbody + body);
    let own = seen(g, sh, l, origin, body);
    // what is fixed to the body, in its frame
    let mut mass = part(tree::MASS);
    let at = rotate(own.q, [part(tree::CENTRE), part(tree::CENTRE + 1), part(tree::CENTRE + 2)]);
    let (mut sum, mut flow) = (scale(add(own.p, at), mass), scale(cross_add(own.turn, at, own.v), mass));
    let mut links = g.index(sh.tree_u + body);
    while links != 0 {
        let link = links.trailing_zeros();
        links &= links - 1;
        let of = Lane(g.index(idof::LINK_LANE * 32 + link));
        let at = |k: u32| word(g, sh, l, of, k);
        let m = num(g, of, dof::MASS);
        let (p, q) = ([at(0), at(1), at(2)], [at(3), at(4), at(5), at(6)]);
        let c = add(p, rotate(q, num3(g, of, dof::CENTRE)));
        let v = crate::math::at([at(7), at(8), at(9), at(10), at(11), at(12)], c);
        (sum, flow) = (axpy(m, c, sum), axpy(m, v, flow));
        mass += m;
    }
    (mass, [sum, flow], own.p)
}

/// Centre of everything that hangs on a body, and its velocity.
#[inline(always)]
fn hanging<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, l: Lane, origin: V3<F>, body: u32) -> [V3<F>; 2] {
    let (mass, sums, own) = gathered(g, sh, l, origin, body);
    if mass <= F::of(0.0) {
        return [own, [F::of(0.0); 3]];
    }
    let inverse = mass.inv();
    sums.map(|x| scale(x, inverse))
}

/// The first half of (2).
#[inline(always)]
fn potential<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, l: Lane, origin: V3<F>, qpos: impl Fn(u32) -> F) -> F {
    let (mass, [sum, _], _) = gathered(g, sh, l, origin, 0);
    let gravity: V3<F> = core::array::from_fn(|k| g.number(world::GRAVITY + k as u32));
    let mut e = -dot(gravity, axpy(mass, origin, sum));
    let mut i = 0;
    while i < sh.nv {
        let of = |f: u32| num(g, Lane(i), f);
        let x = qpos(g.index(idof::QADR * 32 + i)) - of(dof::SPRING);
        e = (F::of(0.5) * of(dof::STIFFNESS) * x).fma(x, e);
        i += 1;
    }
    e
}

/// The second half of (2).
#[inline(always)]
fn kinetic<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, l: Lane, qvel: impl Fn(u32) -> F) -> F {
    let (mut e, half) = (F::of(0.0), F::of(0.5));
    let mut i = 0;
    while i < sh.nv {
        let v = qvel(i);
        e = (half * num(g, Lane(i), dof::ARMATURE) * v).fma(v, e);
        i += 1;
    }
    let mut link = 0;
    while link < sh.nlink {
        let of = Lane(g.index(idof::LINK_LANE * 32 + link));
        let at = |k: u32| word(g, sh, l, of, k);
        let j = inertia(g, of, [at(0), at(1), at(2)], [at(3), at(4), at(5), at(6)]);
        let v = [at(7), at(8), at(9), at(10), at(11), at(12)];
        e = half.fma(dot6(v, j.mul(v)), e);
        link += 1;
    }
    e
}

/// The values of one item.
#[inline(always)]
fn answer<F: Real, G: Lanes<F>>(
    g: &G,
    sh: &Shape,
    l: Lane,
    origin: V3<F>,
    [what, who, numbers, to]: [u32; 4],
    io: &mut Access<impl Fn(u32) -> [u32; 4], impl Fn(u32) -> F, impl Fn(u32) -> F, impl FnMut(u32, F)>,
) {
    let (zero, kind) = (F::of(0.0), what & 255);
    let (cutoff, gear) = (g.number(numbers + item::CUTOFF), g.number(numbers + item::GEAR));
    let mut out = [zero; 4];
    let mut width = 3;
    let three = |x: V3<F>| [x[0], x[1], x[2], zero];
    match kind {
        item::COORDINATE => {
            (out[0], width) = ((io.qpos)(who) * gear, 1);
        }
        item::RATE => {
            (out[0], width) = ((io.qvel)(who) * gear, 1);
        }
        item::TURN => {
            let q: Q4<F> = core::array::from_fn(|k| (io.qpos)(who + k as u32));
            let n = q[3].fma(q[3], q[2].fma(q[2], q[1].fma(q[1], q[0] * q[0]))).root().inv();
            (out, width) = (q.map(|x| x * n), 4);
        }
        item::TURNING => out = three(core::array::from_fn(|k| (io.qvel)(who + k as u32))),
        item::POTENTIAL => (out[0], width) = (potential(g, sh, l, origin, &io.qpos), 1),
        item::KINETIC => (out[0], width) = (kinetic(g, sh, l, &io.qvel), 1),
        item::CENTRE => out = three(add(origin, hanging(g, sh, l, origin, who)[0])),
        item::DRIFT => out = three(hanging(g, sh, l, origin, who)[1]),
        _ => {
            let f = seen(g, sh, l, origin, who);
            let back = |q: Q4<F>, x: V3<F>| rotate([q[0], -q[1], -q[2], -q[3]], x);
            let mut x = match kind {
                item::POSITION => f.p,
                item::AXIS_X => rotate(f.q, [F::of(1.0), zero, zero]),
                item::AXIS_Y => rotate(f.q, [zero, F::of(1.0), zero]),
                item::AXIS_Z => axis_z(f.q),
                item::VELOCITY => f.v,
                item::TURNS => f.turn,
                item::PULL => f.a,
                item::SPIN => f.spin,
                item::PULL_WITHIN => back(f.q, f.a),
                item::VELOCITY_WITHIN => back(f.q, f.v),
                item::TURNS_WITHIN => back(f.q, f.turn),
                _ => back(f.q, core::array::from_fn(|k| g.number(world::MAGNETIC + k as u32))),
            };
            let mut q = f.q;
            if what >> 8 != 0 {
                let from = seen(g, sh, l, origin, (what >> 8) - 1);
                let apart = sub(f.p, from.p);
                x = match kind {
                    item::POSITION => apart,
                    item::VELOCITY => sub(sub(f.v, from.v), cross(from.turn, apart)),
                    item::TURNS => sub(f.turn, from.turn),
                    _ => x,
                };
                x = back(from.q, x);
                q = qmul([from.q[0], -from.q[1], -from.q[2], -from.q[3]], q);
            } else if kind == item::POSITION {
                x = add(x, origin);
            }
            (out, width) = sel(kind == item::ORIENTATION, (q, 4), (three(x), 3));
        }
    }
    let mut k = 0;
    while k < width {
        let x = sel(k == 0, out[0], sel(k == 1, out[1], sel(k == 2, out[2], out[3])));
        (io.put)(to + k, sel(cutoff > zero, clip(x, -cutoff, cutoff), x));
        k += 1;
    }
}
